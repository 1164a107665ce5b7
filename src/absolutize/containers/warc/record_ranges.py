"""Read only the records between two offsets of a WARC file, and find where a file can be cut.

Unlike `parallel_ranges` it starts no process: the caller joins the ranges. It does not know what is in a
record. Used by `arrow.pieces` and `spark.splitting`.
"""

from collections import deque
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from absolutize.containers.session import Session
from absolutize.containers.source import ContainerSource
from absolutize.containers.warc.header import RecordHead
from absolutize.containers.warc.layout import layout_of, recognizes_warc
from absolutize.containers.warc.rewriter import (
    frames_to_read,
    records_reader,
    rewrite_frame,
    wanted_by,
)


class RecordRange(NamedTuple):
    """Where the first record of a range begins, and where its last one ends."""

    start: int
    stop: int


def records_between(source: ContainerSource, session: Session, stop: int) -> Iterator[Any]:
    """Read the records that begin between a source's position and ``stop``; yield the findings."""
    layout = layout_of(source)
    reader = records_reader(layout, source.file, wanted_by(session), stop)
    for frame in frames_to_read(reader):
        yield from rewrite_frame(layout, frame, session)


def begins_at_records(source: ContainerSource) -> bool:
    """Whether a part of a file can begin at any record: in WARC, plain or with each record a gzip member."""
    if not recognizes_warc(source.head(), source.name):
        return False
    layout = layout_of(source)
    return not layout.arc and (layout.compression is None or layout.compression.coding == "gzip")


def record_range(source: ContainerSource, start: int, stop: int) -> RecordRange:
    """Find the records that seem to begin between two offsets: the start is a guess, unless it is 0.

    The records are read but not looked into: the end of a compressed record can only be found in this way.
    """
    layout = layout_of(source)
    source.file.seek(max(start - 1, 0))
    reader = records_reader(layout, source.file, _none_wanted, stop)
    if start:
        reader.skip()
    first = reader.position
    deque(reader.frames(), 0)
    return RecordRange(first, reader.position)


def joined_ranges(ranges: Iterable[tuple[int, RecordRange]], size: int) -> list[RecordRange]:
    """Make pieces that surely begin at a record from the ranges of a file, which are given in order.

    Each range comes with the offset up to which records were looked for, and must begin where the range
    before it ended. If it does not, its beginning was guessed wrong (for example, a record contains a WARC
    file), or there is damage between them: the rest of the file becomes a part of the last piece, since no
    record may begin where that ended, and the kind of a file is seen from a record.
    """
    pieces, position = list[RecordRange](), 0
    for limit, (start, stop) in ranges:
        if limit <= position:  # a record of an earlier range ends behind this range
            continue
        if start != position:
            break
        pieces.append(RecordRange(start, stop))
        position = stop
    if position < size:
        pieces[-1:] = [RecordRange(pieces[-1].start if pieces else 0, size)]
    return pieces


def _none_wanted(_head: RecordHead, _data: bytes) -> bool:
    return False
