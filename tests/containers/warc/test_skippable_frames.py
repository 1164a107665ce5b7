"""Frames of Zstandard that are skipped (RFC 8878 3.1.2): large ones and many are copied in pieces."""

from __future__ import annotations

import random
import tracemalloc
import zlib
from typing import Any

import pytest

from absolutize.containers import (
    CONTAINERS,
    Checkpoint,
    ContainerTask,
    IncompleteOutput,
    Problem,
    Session,
    from_chunks,
    merge_states,
    source_of,
)
from absolutize.containers.compression import SKIPPABLE, skippable_stop
from absolutize.containers.source import HEAD_BYTES
from absolutize.containers.warc import framing
from absolutize.containers.warc.compressed_records import RECORD_SLICE
from absolutize.containers.warc.dictionaries import LARGEST_DICTIONARY
from absolutize.storage.files import CHUNK
from tests.support.archives import (
    PAGE,
    PAGE_ABSOLUTE,
    description,
    dictionary_frame,
    gz,
    index_of,
    members_of,
    resolved,
    response,
    run,
    unchanged,
    unzst,
    zipped,
    zst,
)

MAGIC = b"\x28\xb5\x2f\xfd"  # begins a frame with data


def skipped(size: int, low: int = 0) -> bytes:
    """Make a skippable frame whose content looks like the beginning of another frame."""
    return SKIPPABLE[low] + size.to_bytes(4, "little") + MAGIC[:size] + bytes(max(size - 4, 0))


RECORD = zst(response(PAGE))
SIZES = {
    "one": [skipped(20)],
    "an empty one": [skipped(0, 15)],
    "all": [skipped(low, low) for low in range(16)],
    "many": [skipped(0)] * 20_000,
    "of a slice": [skipped(RECORD_SLICE - 8), skipped(RECORD_SLICE - 9), skipped(RECORD_SLICE)],
    "large": [skipped(3_000_000)],
    "large, behind many": [*[skipped(3)] * 9000, skipped(3_000_000), skipped(5)],
}


@pytest.mark.rows("name", SIZES)
@pytest.mark.rows("place", ["in front", "between", "behind"])
@pytest.mark.rows("ending", [".warc.zst", ""], ids=["named", ""])
def test_frames_that_are_skipped_stay(name: str, place: str, ending: str) -> None:
    """A WARC behind such frames is recognized by its name, or by a record in the first bytes."""
    frames = b"".join(SIZES[name])
    records = {"in front": [frames, RECORD], "between": [RECORD, frames, RECORD], "behind": [RECORD, frames]}
    data = b"".join(records[place])
    is_known = ending or place != "in front" or len(frames) < HEAD_BYTES
    assert run(data, f"input{ending}", unchanged).data == data
    ran = run(data, f"input{ending}")
    assert (ran.kind, ran.notices) == ("warc" if is_known else "zstd", [])
    assert unzst(ran.data).count(PAGE_ABSOLUTE) == 1 + (place == "between")
    if is_known:
        assert ran.data.count(frames) == 1
        assert ran.data.startswith(frames) == (place == "in front")


PIECES = 160
LARGE = (PIECES * CHUNK).to_bytes(4, "little")
BEHIND = {  # pieces, of one frame or of many
    "one": [SKIPPABLE[0] + LARGE, *[bytes(CHUNK)] * PIECES],
    "one like a dictionary": [SKIPPABLE[13] + LARGE, *[bytes(CHUNK)] * PIECES],
    "many": [skipped(0) * 2000] * 100,
}


@pytest.mark.rows("name", BEHIND)
@pytest.mark.rows("place", ["in front", "between"])
def test_frames_that_are_skipped_take_no_memory(name: str, place: str) -> None:
    frames = BEHIND[name]
    pieces = iter([*([RECORD] if place == "between" else []), *frames, RECORD])
    source = from_chunks(lambda: next(pieces, b""), "a.warc.zst")
    session = Session(ContainerTask(resolved, CONTAINERS))
    kind = session.container(source)
    assert kind is not None
    tracemalloc.start()
    lengths = [len(each) for each in kind.rewrite(source, session, None) if isinstance(each, bytes)]
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert max(lengths) <= 2 * CHUNK
    assert sum(lengths) > sum(map(len, frames))
    assert peak < PIECES * CHUNK // 4


@pytest.mark.rows(
    ("data", "notices"),
    [
        (RECORD + SKIPPABLE[0], [(len(RECORD), "truncated-coding")]),
        (RECORD + skipped(9)[:7], [(len(RECORD), "truncated-coding")]),
        (RECORD + skipped(9)[:-1], [(len(RECORD), "truncated-coding")]),
        (RECORD + skipped(200_000)[:-1], [(len(RECORD), "truncated-coding")]),
        (RECORD + skipped(9) * 2 + skipped(9)[:-1], [(len(RECORD), "truncated-coding")]),
        (RECORD + skipped(9) + b"junk" + RECORD, [(len(RECORD) + 17, "no-record")]),
        (RECORD + b"junk" + skipped(9) + RECORD, [(len(RECORD), "no-record")]),
        (skipped(9) + b"junk" + RECORD, [(17, "no-record")]),
        (skipped(9)[:-1], [(0, "truncated-coding")]),
        (dictionary_frame(bytes(LARGEST_DICTIONARY + 1)) + skipped(9) + RECORD, [(0, "too-large")]),
    ],
    ids=lambda value: repr(value[-1]),
)
def test_what_is_wrong_with_frames_that_are_skipped_is_reported(
    data: bytes, notices: list[tuple[int, str]]
) -> None:
    assert run(data, "a.warc.zst", unchanged).data == data
    ran = run(data, "a.warc.zst")
    assert [(notice.place, notice.code) for notice in ran.notices] == [
        (f"a.warc.zst!{start}", code) for start, code in notices
    ]
    assert len(ran.parts) == data.count(RECORD)


@pytest.mark.rows(
    ("data", "stop"),
    [
        (b"", 0),
        (RECORD, 0),
        (b"P*M\x18\0\0\0", 0),
        (skipped(0), 8),
        (skipped(5) + skipped(0, 15) + RECORD, 21),
        (skipped(5) + b"P*M\x18\0", 13),
        (skipped(5)[:-2], 13),
        (b"`*M\x18" + bytes(9), 0),
    ],
)
def test_it_is_known_where_frames_that_are_skipped_end(data: bytes, stop: int) -> None:
    assert skippable_stop(data) == stop


PAGES = zst(PAGE[:30], PAGE[30:])
FILES = {
    "in front": (skipped(9) + PAGES, []),
    "large, in front": (skipped(2 * CHUNK) + PAGES, []),
    "many, between": (zst(PAGE[:30]) + skipped(0) * 100_000 + zst(PAGE[30:]), []),
    "up to where a piece ends": (zst(PAGE[:30]) + skipped(CHUNK - len(zst(PAGE[:30])) - 10) + PAGES, []),
    "behind": (PAGES + skipped(9), []),
    "junk behind": (PAGES + skipped(9) + b"junk", [("trailing-data", f"from byte {len(PAGES) + 17}")]),
}


@pytest.mark.rows("name", FILES)
def test_a_file_may_have_frames_that_are_skipped(name: str) -> None:
    data, notices = FILES[name]
    assert run(data, "p.html.zst", unchanged).data == data
    ran = run(data, "p.html.zst")
    assert b"href=http://h/d/x" in unzst(ran.data.removesuffix(b"junk"))
    assert [(notice.code, notice.detail) for notice in ran.notices] == notices


@pytest.mark.rows("size", [0, 1, 9, 2 * CHUNK])
def test_a_file_whose_last_frame_is_cut_is_not_written(size: int) -> None:
    data = PAGES + skipped(size)[:-1]
    with pytest.raises(IncompleteOutput) as refusal:
        run(data, "p.html.zst")
    assert refusal.value.why == Problem("p.html.zst", "truncated-coding", f"at byte {len(data)}")


def test_a_member_of_blocks_without_data_is_copied(monkeypatch: pytest.MonkeyPatch) -> None:
    """There can be any number of such blocks, and they contain no data."""
    monkeypatch.setattr("absolutize.containers.warc.compressed_records.MAX_RECORD", 1 << 20)
    deflating = zlib.compressobj(9, zlib.DEFLATED, 31)
    empty = deflating.compress(b"WARC/1.0\r\n") + deflating.flush(zlib.Z_FULL_FLUSH)
    member = empty + b"\0\0\0\xff\xff" * 500_000 + deflating.flush()
    data = gz(response(PAGE)) + member + gz(response(PAGE))
    ran = run(data)
    start = len(gz(response(PAGE)))
    assert ran.notices == [Problem(f"input!{start}", "too-large", f"over {1 << 20} bytes")]
    assert member in ran.data
    assert len(ran.parts) == 2


LONG = RECORD_SLICE * 9
PACKED = gz(response(PAGE))


def film() -> bytes:
    """Make a member with a video, stored without compression, in which other members seem to begin."""
    noise = random.Random(1).randbytes(LONG)
    deflating = zlib.compressobj(0, zlib.DEFLATED, 31)
    record = response(noise + PACKED * 3 + noise, media="video/mp4")
    return deflating.compress(record) + deflating.flush()


SPLIT = {
    "a frame that is skipped": [
        RECORD,
        SKIPPABLE[1] + LONG.to_bytes(4, "little") + bytes(LONG - len(RECORD)) + RECORD,
        RECORD,
    ],
    "a film": [PACKED, film(), PACKED],
}


MOST = CHUNK * 2  # the greatest size of a record that is read, in these tests
PLAIN = response(PAGE)
LARGE_RECORD = response(bytes(MOST) + PLAIN + bytes(LONG) + PLAIN)
IN_PIECES = {
    **SPLIT,
    "a large record": [PLAIN, LARGE_RECORD, PLAIN],
    "what is no record": [PLAIN, b"x" * MOST * 3 + b"\n", PLAIN],
    "what is no member": [PACKED, b"x" * MOST, PACKED],
}


@pytest.mark.parametrize("name", IN_PIECES)
def test_a_run_goes_on_behind_what_is_copied_in_pieces(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A resumed run begins behind such data, not within, where a record may seem to begin."""
    monkeypatch.setattr(framing, "MAX_RECORD", MOST)
    data = b"".join(IN_PIECES[name])
    (container,) = (each for each in CONTAINERS if each.name == "warc")
    session = Session(ContainerTask(resolved, CONTAINERS))
    pieces = list(container.rewrite(source_of(data, "input"), session, None))
    stops = [number for number, each in enumerate(pieces, 1) if isinstance(each, Checkpoint)]
    assert len(stops) == 3
    for stop in stops:
        state: dict[str, Any] = {}
        for each in pieces[:stop]:
            if isinstance(each, Checkpoint):
                merge_states(state, each.state)
        again = [*container.rewrite(source_of(data, "input"), session, state)]
        written, reported = (
            [[each for each in some if isinstance(each, kind)] for some in (again, pieces[stop:])]
            for kind in (bytes, Problem)
        )
        assert b"".join(written[0]) == b"".join(written[1])
        assert reported[0] == reported[1]


def test_an_index_knows_what_is_copied_in_pieces() -> None:
    records = PACKED + film() + PACKED
    archive, index = "archive/data.warc.gz", "indexes/index.cdxj"
    files = [(archive, records), (index, index_of(records))]
    ran = run(zipped([*files, *description(files)], deflated=False))
    members = dict(members_of(ran.data))
    assert members[archive] != records
    assert members[index] == index_of(members[archive]) != index_of(records)
    assert ran.notices == []
