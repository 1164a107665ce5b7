"""Whether a file is one of records, and whether these are compressed one by one."""

from __future__ import annotations

import random
import zlib

import pytest

from absolutize.containers.source import HEAD_BYTES
from absolutize.containers.warc.layout import recognizes_warc
from tests.support.archives import (
    INFO,
    PAGE,
    PAGE_ABSOLUTE,
    URL,
    arc,
    description,
    gz,
    http,
    members_of,
    record,
    response,
    run,
    zipped,
    zst,
)

FIRST, SECOND = response(PAGE), response(PAGE, number=2)
NOISE = random.Random(1).randbytes(2 * HEAD_BYTES)
LONG = response(NOISE, media="image/png")
ARC_HEAD, ARC_RECORD = arc(), arc((URL, "text/html", http(PAGE)))[len(arc()) + 1 :]


def info_longer_by(more: int) -> bytes:
    """Make a warcinfo record that declares a length that is greater by ``more`` than its own."""
    length = len(b"software: t\r\n")
    return INFO.replace(b"Content-Length: %d" % length, b"Content-Length: %d" % (length + more))


ODD_FIRST = {  # the first members of a file
    "a length that is too small": [info_longer_by(-7)],
    "a length that is too large": [info_longer_by(5)],
    "a length that is larger than the next record": [info_longer_by(2000)],
    "no length": [INFO.replace(b"Content-Length", b"Odd")],
    "an empty member": [b""],
    "empty members": [b""] * 99,
    "two records": [INFO + record("metadata", b"a: b\r\n", number=3)],
    "a length that is too small, and more than is looked at": [
        LONG.replace(b"Content-Length: 131", b"Content-Length: 1")
    ],
}


def in_blocks(data: bytes, size: int) -> bytes:
    """Compress data as bgzip does: in members of the same size, wherever records begin."""
    return gz(*(data[start : start + size] for start in range(0, len(data), size)))


LAYOUTS = {
    **{f"{name}, gzip": (gz(*first, FIRST), "", True) for name, first in ODD_FIRST.items()},
    **{f"{name}, Zstandard": (zst(*first, FIRST), "", True) for name, first in ODD_FIRST.items()},
    "junk": (gz(b"junk", FIRST), "", True),
    "a wrong length of ARC": (gz(ARC_HEAD.replace(b"text/plain ", b"text/plain 9"), ARC_RECORD), "", True),
    "an empty member of ARC": (gz(b"", ARC_HEAD, ARC_RECORD), "", True),
    "junk of ARC": (gz(b"junk", b"\n" + ARC_RECORD), "a.arc.gz", True),
    "several records in one member": (gz(INFO + FIRST + SECOND), "", False),
    "several records in a long member": (gz(FIRST + LONG), "", False),
    "blocks": (in_blocks(INFO + FIRST * 99, 5000), "", False),
    "blocks, and a record that is longer than one": (in_blocks(LONG + FIRST, 5000), "", False),
    "pages": (gz(PAGE, PAGE), "", False),
    "lines as in ARC": (gz(b"text\n", ARC_RECORD), "", False),
    "nothing": (gz(b"", b""), "", False),
}


@pytest.mark.rows("name", LAYOUTS)
def test_records_that_are_compressed_one_by_one_are_known_by_the_first_members(name: str) -> None:
    data, file_name, expected = LAYOUTS[name]
    assert recognizes_warc(data[:HEAD_BYTES], file_name) == expected


def contents(data: bytes) -> list[bytes]:
    """Decompress each member of a gzip file."""
    found = list[bytes]()
    while data:
        decoder = zlib.decompressobj(31)
        found.append(decoder.decompress(data))
        data = decoder.unused_data
    return found


@pytest.mark.rows("name", ODD_FIRST)
@pytest.mark.rows("in_wacz", [False, True])
def test_each_record_stays_a_member(name: str, *, in_wacz: bool) -> None:
    """Only then readers can begin at a record: an index has the offsets of members."""
    first = ODD_FIRST[name]
    data, archive = gz(*first, FIRST, SECOND), "archive/data.warc.gz"
    files = [(archive, data)]
    ran = run(zipped([*files, *description(files)], deflated=False) if in_wacz else data)
    after = dict(members_of(ran.data))[archive] if in_wacz else ran.data
    assert after.startswith(gz(*first))
    assert contents(after)[: len(first)] == first
    assert [PAGE_ABSOLUTE in each for each in contents(after)[len(first) :]] == [False, True, True]


@pytest.mark.rows("reading", [False, True])
@pytest.mark.rows("place", [0, 1, 2])
def test_a_wrong_byte_among_the_first_costs_one_record_of_gzip(place: int, *, reading: bool) -> None:
    data = bytearray(gz(INFO, FIRST, SECOND))
    data[place] ^= 1
    ran = run(bytes(data), "a.warc.gz", reading=reading)
    assert len(ran.parts) == 2
    assert ran.notices == [("a.warc.gz!0", "no-record", "")]
    if not reading:
        assert ran.data.startswith(bytes(data[: len(gz(INFO))]))
        rewritten = contents(ran.data[len(gz(INFO)) :])
        assert [PAGE_ABSOLUTE in each for each in rewritten] == [False, True, True]


FAR = {  # the flags of a gzip header, and fields that are as long as what is looked at, or nearly
    "an extra field": (4, b"\xff\xff" + bytes(0xFFFF)),
    "an extra field, and few bytes of data": (  # of ARC its version would be unknown
        4,
        (HEAD_BYTES - 30).to_bytes(2, "little") + bytes(HEAD_BYTES - 30),
    ),
    "a name": (8, b"n" * 70_000 + b"\0"),
    "a comment": (16, b"n" * 70_000 + b"\0"),
}


OF_MEMBERS = {"a.warc.gz": [FIRST, SECOND, INFO], "a.arc.gz": [ARC_HEAD, b"\n" + ARC_RECORD, ARC_RECORD]}


@pytest.mark.rows(
    ("name", "file_name"),
    [*((name, "a.warc.gz") for name in FAR), *((name, "a.arc.gz") for name in FAR if "few" not in name)],
)
def test_a_long_header_of_gzip_joins_no_records(name: str, file_name: str) -> None:
    flags, fields = FAR[name]
    members = [gz(each) for each in OF_MEMBERS[file_name]]
    long = b"".join(each[:3] + bytes((flags,)) + each[4:10] + fields + each[10:] for each in members)
    ran, expected = run(long, file_name), run(b"".join(members), file_name)
    assert contents(ran.data) == contents(expected.data)
    assert len(ran.parts) == len(expected.parts) == 2
    assert ran.notices == []


PLAIN = {
    "records": INFO + response(gz(PAGE), "Content-Encoding: gzip") + FIRST,
    "records of ARC": arc((URL, "image/png", http(gz(b"a"))), (URL, "text/html", http(PAGE))),
    "records behind something else": b"junk\n" + gz(b"a") + b"\n" + FIRST + SECOND,
}


@pytest.mark.rows("name", PLAIN)
def test_a_file_that_is_gzip_only_by_its_name_is_read(name: str) -> None:
    ran = run(PLAIN[name], "a.arc.gz" if "ARC" in name else "a.warc.gz")
    assert ran.data == run(PLAIN[name], "a.arc" if "ARC" in name else "a.warc").data
    assert PAGE_ABSOLUTE in ran.data
