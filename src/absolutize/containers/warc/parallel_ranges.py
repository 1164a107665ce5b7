"""Read a file by several processes, each of which opens it and reads some of its records.

The findings are the same as if one process had read the whole file. It does not know what is in a record.
Used by `containers.warc.rewriter`.
"""

import os
import sys
from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

from absolutize.containers.session import Session
from absolutize.containers.source import ContainerSource, WithFindings

FIRST_RANGE, SHORTEST_RANGE, LONGEST_RANGE = 1 << 17, 1 << 15, 1 << 20  # bytes of a range
REPORT_BYTES_OF_RANGE = 1 << 20  # bytes of findings from one range: ranges are made as long as this needs
# bytes of findings at which a process stops; the rest of the range is read afterwards
MOST_BYTES = 4 * REPORT_BYTES_OF_RANGE
ROW = 500  # estimated bytes of a finding that is an object


class ByteRange(NamedTuple):
    """The records of a file that begin between two offsets; with ``exact``, one begins at ``start``."""

    path: str
    start: int
    stop: int
    exact: bool

    @property
    def size(self) -> int:
        """How many bytes of findings the range gives, roughly."""
        return REPORT_BYTES_OF_RANGE

    @property
    def is_parallel(self) -> bool:
        """Whether it is worth another process."""
        return True


class RangeResult(NamedTuple):
    """The result of a range: where its first record begins, where its last record ends, and the findings."""

    start: int
    stop: int
    findings: list[Any]


Read = Callable[[ByteRange, Session], WithFindings[RangeResult]]


def is_worth_ranges(source: ContainerSource, session: Session) -> bool:
    """Whether several processes can read a file, and it is large enough for that."""
    return (
        source.path is not None
        and session.choices.reading
        and session.jobs > 1
        and _size(source) > 2 * LONGEST_RANGE
    )


def _size(source: ContainerSource) -> int:
    return os.fstat(source.file.fileno()).st_size


def read_ranges(source: ContainerSource, session: Session, function: Read) -> Iterator[Any]:
    """Read each range of a file by a function of a module; yield the findings, in order.

    Only the end of a record shows for sure where the next one begins. So a range is read from where a record
    seems to begin, and its result counts if the range before it ended there; if not, the range is read again
    from where the range before it ended.
    """
    position, sizer = 0, RangeSizer()
    for byte_range, first in session.map(function, sizer.byte_ranges(source), many=True):
        reading: RangeResult = first
        while position < byte_range.stop:
            if reading.start != position:
                reading = yield from function(byte_range._replace(start=position, exact=True), session)
            sizer.learn(reading)
            yield from reading.findings
            if reading.stop == position:
                return
            position = reading.stop


def weight(findings: Iterable[Any]) -> int:
    """Estimate how many bytes findings have."""
    each = (row for one in findings for row in (one if isinstance(one, list) else [one]))
    return sum(len(row) if isinstance(row, bytes) else ROW + _bytes_in(row) for row in each)


def _bytes_in(row: object) -> int:
    """Count the bytes that a row has in its fields, such as a document."""
    return sum(len(each) for each in row if isinstance(each, bytes)) if isinstance(row, tuple) else 0


class RangeSizer:
    """Chooses the length of ranges, so that each gives about `REPORT_BYTES_OF_RANGE` of findings."""

    def __init__(self) -> None:
        self._length = FIRST_RANGE

    def learn(self, reading: RangeResult) -> None:
        """Adjust the length to how many findings a range gave."""
        length = (reading.stop - reading.start) * REPORT_BYTES_OF_RANGE // (weight(reading.findings) or 1)
        self._length = max(SHORTEST_RANGE, min(length, 2 * self._length, LONGEST_RANGE))

    def byte_ranges(self, source: ContainerSource) -> Iterator[ByteRange]:
        """Cut a file into ranges; the last one has no end, since the file may grow."""
        start, size = 0, _size(source)
        while start < size:
            stop = start + self._length if start + self._length < size else sys.maxsize
            yield ByteRange(source.path or "", start, stop, exact=not start)
            start = stop
