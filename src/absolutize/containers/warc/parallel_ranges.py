"""Read a file by several processes, each of which opens it and reads some of its records.

What is found is the same as if one process had read it all. It does not know what is in a record. Used by
`containers.warc.rewriter`.
"""

import os
import sys
from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

from absolutize.containers.session import Session
from absolutize.containers.source import ContainerSource, WithFindings

FIRST_RANGE, SHORTEST_RANGE, LONGEST_RANGE = 1 << 17, 1 << 15, 1 << 20  # bytes of a range
REPORT_BYTES_OF_RANGE = 1 << 20  # bytes of the reports of a range: its size is chosen so
# bytes with which a process stops; the rest of the range is read afterwards
MOST_BYTES = 4 * REPORT_BYTES_OF_RANGE
ROW = 500  # bytes of a report that is an object, estimated


class ByteRange(NamedTuple):
    """The records of a file that begin between two offsets; with ``exact``, one does at the first."""

    path: str
    start: int
    stop: int
    exact: bool

    @property
    def size(self) -> int:
        """How many bytes come of it, more or less."""
        return REPORT_BYTES_OF_RANGE

    @property
    def is_parallel(self) -> bool:
        """Whether it is worth another process."""
        return True


class RangeResult(NamedTuple):
    """The result of a range: where its first record begins, what is behind its last, and what was found."""

    start: int
    stop: int
    findings: list[Any]


Read = Callable[[ByteRange, Session], WithFindings[RangeResult]]


def may_be_cut(source: ContainerSource, session: Session) -> bool:
    """Whether several processes can read a file."""
    return (
        source.path is not None
        and session.choices.reading
        and session.jobs > 1
        and _size(source) > 2 * LONGEST_RANGE
    )


def _size(source: ContainerSource) -> int:
    return os.fstat(source.file.fileno()).st_size


def read_ranges(source: ContainerSource, session: Session, function: Read) -> Iterator[Any]:
    """Read a file by a function of a module for each of its ranges; yield what is found, in order.

    Where a record begins is known for sure only where the one before it ends. So a range is read from where a
    record seems to begin, and the result counts if the range before ended there; if not, it is read again
    from there.
    """
    position, pace = 0, RangeSizer()
    for byte_range, first in session.map(function, pace.byte_ranges(source), many=True):
        reading: RangeResult = first
        while position < byte_range.stop:
            if reading.start != position:
                reading = yield from function(byte_range._replace(start=position, exact=True), session)
            pace.learn(reading)
            yield from reading.findings
            if reading.stop == position:
                return
            position = reading.stop


def weight(findings: Iterable[Any]) -> int:
    """Tell how many bytes there are in what was found, more or less."""
    each = (row for one in findings for row in (one if isinstance(one, list) else [one]))
    return sum(len(row) if isinstance(row, bytes) else ROW + _bytes_in(row) for row in each)


def _bytes_in(row: object) -> int:
    """Count the bytes that a row has in its fields, such as a document."""
    return sum(len(each) for each in row if isinstance(each, bytes)) if isinstance(row, tuple) else 0


class RangeSizer:
    """How long ranges are: so long that enough comes of them, and not much more."""

    def __init__(self) -> None:
        self._length = FIRST_RANGE

    def learn(self, reading: RangeResult) -> None:
        """Take in how much came of a range."""
        length = (reading.stop - reading.start) * REPORT_BYTES_OF_RANGE // (weight(reading.findings) or 1)
        self._length = max(SHORTEST_RANGE, min(length, 2 * self._length, LONGEST_RANGE))

    def byte_ranges(self, source: ContainerSource) -> Iterator[ByteRange]:
        """Cut a file; the last range goes on to whatever its end is by then."""
        start, size = 0, _size(source)
        while start < size:
            stop = start + self._length if start + self._length < size else sys.maxsize
            yield ByteRange(source.path or "", start, stop, exact=not start)
            start = stop
