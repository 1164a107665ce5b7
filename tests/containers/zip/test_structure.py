"""Zip files: what is between members and in Zip64 fields is kept, and stays correct."""

from __future__ import annotations

import io
import struct
import zipfile
import zlib
from collections.abc import Callable
from urllib.parse import quote

import pytest

from absolutize.containers import CONTAINERS, ContainerTask, IncompleteOutput, Session, source_of
from absolutize.containers.zip.structure import directory_of, ends_as_zip
from tests.support.archives import PICTURE, members_of, resolved, run, unchanged, zipped

LINK, LINK_ABSOLUTE = b"<a href=x>", b"<a href=http://h/d/x>"
MEMBERS = (("a.html", LINK), ("b.png", PICTURE), ("c.html", LINK), ("d.png", PICTURE))
AFTER = [(name, LINK_ABSOLUTE if data == LINK else data) for name, data in MEMBERS]
CENTRAL, END = b"PK\1\2", b"PK\5\6"
LARGE = 0xFFFFFFFF
Extra = Callable[[zipfile.ZipInfo, int], tuple[tuple[int, int, int], bytes]]
"""Makes the sizes and the offset in a header, and the extra fields, for a member that is at an offset."""


def plain(entry: zipfile.ZipInfo, offset: int) -> tuple[tuple[int, int, int], bytes]:
    return (entry.compress_size, entry.file_size, offset), b""


def laid_out(data: bytes, gap: bytes = b"", extra: Extra = plain, comment: bytes = b"") -> bytes:
    """Write a zip file again: a gap behind each member, and other extra fields in the directory."""
    with zipfile.ZipFile(io.BytesIO(data)) as file:
        entries = file.infolist()
    stops = [*(entry.header_offset for entry in entries[1:]), data.index(CENTRAL)]
    body, headers = b"", b""
    position = data.index(CENTRAL)
    for entry, stop in zip(entries, stops, strict=True):
        fields = list(struct.unpack_from("<4s6H3I5H2I", data, position))
        sizes, more = extra(entry, len(body))
        fields[8:10], fields[11], fields[16] = sizes[:2], len(more), sizes[2]
        fields[13] = 0xFFFF if more.endswith(DISK) else 0
        headers += struct.pack("<4s6H3I5H2I", *fields) + entry.filename.encode() + more
        position += 46 + len(entry.filename)
        body += data[entry.header_offset : stop] + gap
    end = struct.pack(
        "<4s4H2IH", END, 0, 0, len(entries), len(entries), len(headers), len(body), len(comment)
    )
    return body + headers + end + comment


def behind(data: bytes) -> list[bytes]:
    """The bytes that follow the data of each member."""
    with zipfile.ZipFile(io.BytesIO(data)) as file:
        entries = file.infolist()
    starts = [*(entry.header_offset for entry in entries), data.index(CENTRAL)]
    stops = [
        entry.header_offset
        + 30
        + sum(struct.unpack_from("<2H", data, entry.header_offset + 26))
        + entry.compress_size
        for entry in entries
    ]
    return [data[stop:start] for stop, start in zip(stops, starts[1:], strict=True)]


GAPS = {
    "padding": bytes(100),
    "text": b"between",
    "a header": b"PK\3\4",
    "a signature": b"PK\7\10",
}


@pytest.mark.rows("name", GAPS)
@pytest.mark.rows("streamed", [False, True], ids=["sizes before", "sizes behind"])
@pytest.mark.rows("deflated", [False, True])
def test_what_is_between_members_stays(name: str, *, streamed: bool, deflated: bool) -> None:
    """Only the data descriptor of a changed member is left out: its sizes are in its local header."""
    gap = GAPS[name]
    before = laid_out(zipped(MEMBERS, deflated=deflated, streamed=streamed), gap)
    assert run(before, task=unchanged).data == before
    ran = run(before)
    assert members_of(ran.data) == AFTER
    assert ran.notices == []
    was = behind(before)
    assert behind(ran.data) == [gap, was[1], gap, was[3]]
    assert was[1].endswith(gap)


@pytest.mark.rows("signature", [b"", b"PK\7\10"], ids=["", "signature"])
@pytest.mark.rows("sizes", ["<3I", "<I2Q"])
@pytest.mark.rows("is_true", [True, False], ids=["true", "false"])
def test_a_data_descriptor_goes_and_nothing_else(signature: bytes, sizes: str, *, is_true: bool) -> None:
    """Bytes that do not match the member may be something else, and stay."""
    data = bytearray(zipped([("a.html", LINK)], deflated=False))
    with zipfile.ZipFile(io.BytesIO(data)) as file:
        (entry,) = file.infolist()
    for start in (6, data.index(CENTRAL) + 8):
        data[start] |= 8
    check = entry.CRC if is_true else entry.CRC ^ 1
    descriptor = signature + struct.pack(sizes, check, len(LINK), len(LINK))
    ran = run(laid_out(bytes(data), descriptor + b"gap"))
    assert members_of(ran.data) == [("a.html", LINK_ABSOLUTE)]
    expected = b"gap" if is_true else descriptor + b"gap"
    assert ran.data.partition(LINK_ABSOLUTE)[2].partition(CENTRAL)[0] == expected


DISK = b"\0\0\0\0"
OTHER = struct.pack("<HH", 0xCAFE, 0)


def zip64(*values: int, disk: bytes = b"") -> bytes:
    return struct.pack(f"<2H{len(values)}Q", 1, 8 * len(values) + len(disk), *values) + disk


EXTRAS: dict[str, Extra] = {
    "the offset": lambda entry, offset: ((entry.compress_size, entry.file_size, LARGE), zip64(offset)),
    "the sizes": lambda entry, offset: (
        (LARGE, LARGE, offset),
        zip64(entry.file_size, entry.compress_size),
    ),
    "all": lambda entry, offset: (
        (LARGE, LARGE, LARGE),
        zip64(entry.file_size, entry.compress_size, offset),
    ),
    "all, and a disk": lambda entry, offset: (
        (LARGE, LARGE, LARGE),
        zip64(entry.file_size, entry.compress_size, offset, disk=DISK),
    ),
    "the offset, behind others": lambda entry, offset: (
        (entry.compress_size, entry.file_size, LARGE),
        OTHER + zip64(offset) + OTHER + b"\0",
    ),
    "all, where they are not needed": lambda entry, offset: (
        (entry.compress_size, entry.file_size, offset),
        zip64(entry.file_size, entry.compress_size, offset),
    ),
    "all, of which the size is needed": lambda entry, offset: (
        (entry.compress_size, LARGE, offset),
        zip64(entry.file_size, entry.compress_size, offset),
    ),
    "what is not so": lambda entry, offset: ((entry.compress_size, LARGE, offset), zip64(entry.file_size, 7)),
}


@pytest.mark.rows("name", EXTRAS)
def test_zip64_stays_as_it_is_written(name: str) -> None:
    """The offsets and sizes in Zip64 fields are those of the rewritten members."""
    before, after = (laid_out(zipped(members), extra=EXTRAS[name]) for members in (MEMBERS, AFTER))
    assert run(before, task=unchanged).data == before
    ran = run(before)
    assert ran.data == after
    assert ran.notices == []


COMMENTS = {
    "a signature": b"see PK\5\6 there",
    "signatures": END * 5000,
    "what ends with one": b"x" + END,
    "an end that lists nothing": b"x" + END + bytes(18),
    "an end of another length": b"x" + END + bytes(16) + b"\1\0" + b"yz",
    "an end whose directory is nowhere": b"x" + END + struct.pack("<4H2IH", 0, 0, 1, 1, 46, 0, 2) + b"yz",
    "an end in front of the file": b"x" + END + struct.pack("<4H2IH", 0, 0, 1, 1, 1 << 20, 1 << 20, 0),
    "an end with a locator": b"PK\6\7" + bytes(16) + END + bytes(18),
}


@pytest.mark.rows("name", COMMENTS)
@pytest.mark.rows("front", [b"", b"#!/bin/sh\nexit\n"], ids=["", "behind something"])
def test_a_comment_may_contain_what_looks_like_an_end(name: str, front: bytes) -> None:
    before, after = (
        front + laid_out(zipped(members), comment=COMMENTS[name]) for members in (MEMBERS, AFTER)
    )
    session = Session(ContainerTask(resolved, CONTAINERS))
    kind = session.container(source_of(before, "input"))
    assert kind is not None
    assert kind.name == "zip"
    ran = run(before)
    assert ran.data == after
    assert ran.notices == []


FRONT = b"#!/bin/sh\nexit\n"


@pytest.mark.rows(
    ("offset", "expected"),
    [(0, True), (1, False), (1 << 20, False), (2**63 - 1, False), (2**63, False), (2**64 - 1, False)],
    ids=str,
)
def test_data_end_as_a_zip_file_if_a_member_is_where_the_directory_says(offset: int, expected: bool) -> None:
    """Offsets in Zip64 fields may be larger than those of any file."""

    def moved(entry: zipfile.ZipInfo, _offset: int) -> tuple[tuple[int, int, int], bytes]:
        return (entry.compress_size, entry.file_size, LARGE), zip64(offset)

    data = FRONT + laid_out(zipped([("a.html", LINK)]), extra=moved)
    assert ends_as_zip(io.BytesIO(data)) is expected
    session = Session(ContainerTask(resolved, CONTAINERS))
    found = [each for each in session.rewrite_source(source_of(data, "input")) if isinstance(each, bytes)]
    assert (b"".join(found) == data) is not expected


def with_zip64_end(data: bytes, comment: bytes) -> bytes:
    """Write the end of a zip file again, with the Zip64 records in front of it and a comment."""
    place = data.rindex(END)
    count, length, offset = struct.unpack_from("<H2I", data, place + 10)
    end64 = struct.pack("<4sQ2H2I4Q", b"PK\6\6", 44, 45, 45, 0, 0, count, count, length, offset)
    locator = struct.pack("<4sIQI", b"PK\6\7", 0, place, 1)
    end = struct.pack("<4s4H2IH", END, 0, 0, 0xFFFF, 0xFFFF, LARGE, LARGE, len(comment))
    return data[:place] + end64 + locator + end + comment


@pytest.mark.rows("length", [0, 10, 0xFFFF - 20, 0xFFFF - 19, 0xFFFF], ids=str)
def test_a_comment_behind_the_end_of_zip64_may_be_long(length: int) -> None:
    comment = b"c" * length
    before, after = (with_zip64_end(zipped(members), comment) for members in (MEMBERS, AFTER))
    assert run(before, task=unchanged).data == before
    ran = run(before)
    assert ran.data == after
    assert ran.notices == []


def named(name: bytes, *, flags: int = 0, more: bytes = b"") -> bytes:
    """A zip file of one member, whose name and extra fields in the directory are these bytes."""
    data = bytearray(zipped([("x" * len(name), LINK)], deflated=False))
    for start, flagged in ((0, 6), (data.index(CENTRAL), 8)):
        data[start + flagged : start + flagged + 2] = struct.pack("<H", flags)
    data = data.replace(b"x" * len(name), name)
    data[data.index(CENTRAL) + 30] = len(more)
    at, end = data.index(CENTRAL) + 46 + len(name), data.index(END)
    data[end + 12 : end + 16] = struct.pack("<I", end - data.index(CENTRAL) + len(more))
    return bytes(data[:at] + more + data[at:])


def unicode_path(written: bytes, name: bytes, version: int = 1) -> bytes:
    return struct.pack("<2HBI", 0x7075, 5 + len(name), version, zlib.crc32(written)) + name


NAMES: dict[str, tuple[bytes, int, bytes, str]] = {
    # the name in the header, the flags, the extra fields, and the name
    "ASCII": (b"a.html", 0, b"", "a.html"),
    "UTF-8": ("é/a.html".encode(), 0x800, b"", "é/a.html"),
    "UTF-8 that is not said to be": ("é/a.html".encode(), 0, b"", "é/a.html"),
    "code page 437": (b"\x82/a.html", 0, b"", "é/a.html"),
    "no UTF-8": (b"\x82/a.html", 0x800, b"", "\ufffd/a.html"),
    "a path": (b"e/a.html", 0, unicode_path(b"e/a.html", "é/a.html".encode()), "é/a.html"),
    "a path behind another": (b"e/a.html", 0, OTHER + unicode_path(b"e/a.html", b"f.html"), "f.html"),
    "a path of another name": (b"e/a.html", 0, unicode_path(b"f/a.html", b"f.html"), "e/a.html"),
    "a path of another version": (b"e/a.html", 0, unicode_path(b"e/a.html", b"f.html", 2), "e/a.html"),
    "a path cut off": (b"e/a.html", 0, struct.pack("<2HB", 0x7075, 1, 1), "e/a.html"),
}


@pytest.mark.rows("case", NAMES)
def test_a_name_is_the_base(case: str) -> None:
    written, flags, more, name = NAMES[case]
    data = named(written, flags=flags, more=more)
    assert [each.name for each in directory_of(io.BytesIO(data)).entries] == [name]
    assert run(data, task=unchanged).data == data
    assert quote(name.rpartition("/")[0]).encode() in run(data, task=resolved).data


@pytest.mark.rows(
    ("written", "path"), [(b"../a.html", b"a.html"), (b"a.html", b"../a.html"), (b"a.html", b"/a.html")]
)
def test_either_name_may_lead_elsewhere(written: bytes, path: bytes) -> None:
    with pytest.raises(IncompleteOutput):
        run(named(written, more=unicode_path(written, path)))
