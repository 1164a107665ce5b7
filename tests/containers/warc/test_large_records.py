"""Where a large record ends, in a file and in a stream, which cannot be read at any offset."""

from __future__ import annotations

import gzip
import re
from collections.abc import Callable
from functools import partial
from typing import NamedTuple

import pytest

from absolutize.containers import (
    CONTAINERS,
    Checkpoint,
    ContainerSource,
    ContainerTask,
    DocumentPart,
    Problem,
    Session,
    from_chunks,
    source_of,
)
from absolutize.containers.warc import framing
from absolutize.storage.files import CHUNK
from tests.support.archives import (
    PAGE,
    PAGE_ABSOLUTE,
    PICTURE,
    description,
    gz,
    members_of,
    resolved,
    response,
    run,
    zipped,
)

MOST = 2 * CHUNK  # the greatest size of a record that is read, in these tests
FIRST, PICTURE_RECORD = response(PAGE), response(PICTURE, media="image/png")
FILM = response(bytes(5 * CHUNK), media="video/mp4")
LARGE_PAGE = response(PAGE + b" " * MOST)


def longer_by(more: int, data: bytes) -> bytes:
    """Make a record declare a length that is greater by ``more`` than its own."""
    length = re.search(rb"(?<=\r\nContent-Length: )\d+(?=\r\n\r\nHTTP)", data)
    assert length is not None
    return data[: length.start()] + b"%d" % (int(length[0]) + more) + data[length.end() :]


class Large(NamedTuple):
    """Records, the problems with them, by the numbers of records, and the pages that are made absolute."""

    id: str
    records: list[bytes]
    problems: dict[int, str]
    pages: int


LARGE = (
    Large("a film", [FIRST, FILM, FIRST], {}, 2),
    Large("films", [FILM, FILM, FIRST, FILM, FIRST], {}, 2),
    Large("a page", [FIRST, LARGE_PAGE, FIRST], {1: "too-large"}, 2),
    Large("a length behind the end", [longer_by(10**8, PICTURE_RECORD), FIRST], {0: "wrong-length"}, 1),
    Large("the greatest length", [FIRST, longer_by(10**18, PICTURE_RECORD), FIRST], {1: "wrong-length"}, 2),
    Large(
        "a length into a later record",
        [FIRST, longer_by(3 * CHUNK, PICTURE_RECORD), FIRST, FILM, FIRST],
        {1: "wrong-length"},
        3,
    ),
    Large(
        "lengths into later records",
        [longer_by(3 * CHUNK, PICTURE_RECORD), longer_by(6 * CHUNK, FIRST), FIRST, FILM, FILM, FIRST],
        {0: "wrong-length", 1: "wrong-length"},
        2,
    ),
    Large("a film that is a little longer", [longer_by(9, FILM), FIRST], {0: "wrong-length"}, 1),
    Large("a film at the end", [FIRST, FILM], {}, 1),
    Large("a film that is cut at the end", [FIRST, FILM[:-CHUNK]], {1: "wrong-length"}, 1),
)


class Found(NamedTuple):
    """The new bytes, the number of pages that were read, the problems, and from where a run can go on."""

    data: bytes
    pages: int
    problems: list[Problem]
    stops: list[int]


def found_in(source: ContainerSource) -> Found:
    session = Session(ContainerTask(resolved, CONTAINERS))
    kind = session.container(source)
    assert kind is not None
    pieces = list(kind.rewrite(source, session, None))
    return Found(
        b"".join(each for each in pieces if isinstance(each, bytes)),
        sum(isinstance(each, DocumentPart) for each in pieces),
        [each for each in pieces if isinstance(each, Problem)],
        [each.state["offset"] for each in pieces if isinstance(each, Checkpoint)],
    )


def from_file(data: bytes) -> Found:
    return found_in(source_of(data, "input"))


def from_stream(data: bytes) -> Found:
    """Rewrite records from a stream that gives some bytes at a time."""
    pieces = iter([data[start : start + 50_000] for start in range(0, len(data), 50_000)])
    return found_in(from_chunks(partial(next, pieces, b""), "input"))


@pytest.mark.parametrize("large", LARGE, ids=[each.id for each in LARGE])
@pytest.mark.parametrize("read", [from_file, from_stream], ids=["file", "stream"])
def test_a_large_record_ends_where_its_header_says_or_is_reported(
    large: Large, read: Callable[[bytes], Found], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(framing, "MAX_RECORD", MOST)
    found = read(b"".join(large.records))
    starts = [sum(map(len, large.records[:number])) for number in large.problems]
    expected = [(f"input!{start}", code) for start, code in zip(starts, large.problems.values(), strict=True)]
    assert [(problem.place, problem.code) for problem in found.problems] == expected
    assert found.pages == found.data.count(PAGE_ABSOLUTE) == large.pages
    assert found == from_file(b"".join(large.records))


WRONG = longer_by(10**8, PICTURE_RECORD) + FIRST + FIRST
ARCHIVE = "archive/data.warc"


def in_wacz(data: bytes) -> bytes:
    files = [(ARCHIVE, data)]
    return zipped([*files, *description(files)])


@pytest.mark.rows("pack", [gz, in_wacz], ids=["gzip as a whole", "WACZ"])
def test_a_wrong_length_in_what_is_unpacked_hides_no_record(pack: Callable[[bytes], bytes]) -> None:
    ran = run(pack(WRONG))
    after = run(WRONG).data
    assert after.count(PAGE_ABSOLUTE) == 2
    assert ran.codes == ["wrong-length"]
    unpacked = gzip.decompress(ran.data) if pack is gz else dict(members_of(ran.data))[ARCHIVE]
    assert unpacked == after
