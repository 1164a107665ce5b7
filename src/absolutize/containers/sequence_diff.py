"""The runs that differ between two sequences of lines, or of other pieces of bytes.

It does not know what is in the lines. Used by `cli.formats.unified_diff` and
`containers.mail.quoted_printable`.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

Lines = Sequence[bytes]


class ChangedRun(NamedTuple):
    """A run of lines of the first document, and the run of lines of the second that replaces it."""

    start: int
    stop: int
    new_start: int
    new_stop: int


def changes(before: Lines, after: Lines) -> Iterator[ChangedRun]:
    """Find the runs of lines that differ, in linear time."""
    old, new = [*before, b""], [*after, b""]  # b"" marks the end of both: no line is empty
    i = j = 0
    while i < len(before) or j < len(after):
        if old[i] == new[j]:
            i, j = i + 1, j + 1
        else:
            start, new_start = i, j
            i, j = _meeting(old, new, i, j)
            yield ChangedRun(start, i, new_start, j)


def _meeting(old: Lines, new: Lines, i: int, j: int) -> tuple[int, int]:
    """Find the nearest lines at which two documents agree again; at the latest, their ends agree."""
    in_old: dict[bytes, int] = {}
    in_new: dict[bytes, int] = {}
    ahead = 0
    while True:
        at, new_at = min(i + ahead, len(old) - 1), min(j + ahead, len(new) - 1)
        line, new_line = old[at], new[new_at]
        if line == new_line:
            return at, new_at
        if line in in_new:
            return at, in_new[line]
        if new_line in in_old:
            return in_old[new_line], new_at
        in_old.setdefault(line, at)
        in_new.setdefault(new_line, new_at)
        ahead += 1
