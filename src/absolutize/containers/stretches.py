"""Files that are only read, by several processes: each opens them, and reads records of its own.

Where a record begins is known for sure only where the one before it ends. So a stretch of a file is
read from where a record seems to begin, and what comes of it counts if the stretch before ended there;
if not, it is read again, from where that ended. What is told is the same as if one had read it all.
"""

import os
import sys
from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Any, NamedTuple, Protocol

from absolutize.containers.parts import Source
from absolutize.containers.work import Work

LENGTH = 1 << 20  # bytes of a stretch
MOST = 1 << 25  # bytes that are looked into for one stretch, more or less; the rest is read afterwards


class Stretch(NamedTuple):
    """The records of a file that begin between two offsets; with ``exact``, one does at the first."""

    path: str
    start: int
    stop: int
    exact: bool

    @property
    def size(self) -> int:
        """How many bytes what comes of it may take, more or less."""
        return LENGTH

    @property
    def apart(self) -> bool:
        """Whether it is worth another process."""
        return True


class Reader(Protocol):
    """What reads records: `framing.Records`, `members.Members`."""

    stop: int

    @property
    def position(self) -> int:
        """Where the next record begins."""
        ...

    def skip(self) -> None:
        """Go on to where a record seems to begin."""
        ...


class Reading(NamedTuple):
    """What came of a stretch: where its first record begins, what is behind its last, what was told."""

    start: int
    stop: int
    notes: list[Any]


Read = Callable[[Stretch, Work], Reading]


def may_be_cut(source: Source, work: Work) -> bool:
    """Whether several processes can read a file."""
    return source.path is not None and work.choices.reading and work.jobs > 1 and _size(source) > 2 * LENGTH


def _size(source: Source) -> int:
    return os.fstat(source.file.fileno()).st_size


def read(source: Source, work: Work, function: Read) -> Iterator[bytes]:
    """Read a file by a function of a module for each of its stretches; tell what came of them in order."""
    position = 0
    for stretch, found in work.map(function, _stretches(source), many=True):
        reading = found
        while position < stretch.stop:
            if reading.start != position:
                reading = function(stretch._replace(start=position, exact=True), work)
            work.add(reading.notes)
            yield b""
            if reading.stop == position:
                return
            position = reading.stop


def _stretches(source: Source) -> Iterator[Stretch]:
    """Cut a file; the last stretch goes on to whatever its end is by then."""
    offsets = [*range(0, _size(source), LENGTH), sys.maxsize]
    for start, stop in pairwise(offsets):
        yield Stretch(source.path or "", start, stop, exact=not start)
