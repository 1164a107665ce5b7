"""Unified diffs of bytes, as `patch` reads them: lines end where a line feed is, and nothing is decoded."""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

CONTEXT = 3  # lines shown before and after a change
_LINE = re.compile(rb"[^\n]*\n|[^\n]+")


class Change(NamedTuple):
    """A run of lines of one document, and the run of the other's that stands in its place."""

    start: int
    stop: int
    new_start: int
    new_stop: int


Lines = Sequence[bytes]


def unified(name: bytes, new_name: bytes, before: bytes, after: bytes) -> Iterator[bytes]:
    """Show how two documents differ; of those with bytes of zero (UTF-16), only that they do."""
    if b"\0" in before or b"\0" in after:
        yield b"Binary files %b and %b differ\n" % (name, new_name)
        return
    end = b"\t" if b" " in name else b""  # or `patch` takes the first word for the name
    yield b"--- %b%b\n+++ %b%b\n" % (name, end, new_name, end)
    old, new = _LINE.findall(before), _LINE.findall(after)
    for hunk in _hunks(changes(old, new)):
        yield from _shown(hunk, old, new)


def changes(before: Lines, after: Lines) -> Iterator[Change]:
    """Find the runs of lines that differ, in linear time."""
    old, new = [*before, b""], [*after, b""]  # no line is empty: where both end, they agree
    i = j = 0
    while i < len(before) or j < len(after):
        if old[i] == new[j]:
            i, j = i + 1, j + 1
        else:
            start, new_start = i, j
            i, j = _meeting(old, new, i, j)
            yield Change(start, i, new_start, j)


def _meeting(old: Lines, new: Lines, i: int, j: int) -> tuple[int, int]:
    """Find where two documents agree again, each as near as may be: their ends do."""
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


def _hunks(found: Iterable[Change]) -> Iterator[list[Change]]:
    """Put changes together whose contexts touch."""
    hunk: list[Change] = []
    for change in found:
        if hunk and change.start - hunk[-1].stop > 2 * CONTEXT:
            yield hunk
            hunk = []
        hunk.append(change)
    if hunk:
        yield hunk


def _shown(hunk: list[Change], old: Lines, new: Lines) -> Iterator[bytes]:
    first, last = hunk[0], hunk[-1]
    lead, tail = min(CONTEXT, first.start), min(CONTEXT, len(old) - last.stop)
    position, stop = first.start - lead, last.stop + tail
    spans = _span(position, stop), _span(first.new_start - lead, last.new_stop + tail)
    yield b"@@ -%b +%b @@\n" % spans
    for change in hunk:
        yield from _marked(b" ", old[position : change.start])
        yield from _marked(b"-", old[change.start : change.stop])
        yield from _marked(b"+", new[change.new_start : change.new_stop])
        position = change.stop
    yield from _marked(b" ", old[position:stop])


def _span(start: int, stop: int) -> bytes:
    """Say where a hunk is: its first line from 1, and how many if not one; nothing is after a line."""
    length = stop - start
    return b"%d" % (start + 1) if length == 1 else b"%d,%d" % (start + bool(length), length)


def _marked(mark: bytes, lines: Lines) -> Iterator[bytes]:
    for line in lines:
        yield mark + (line if line.endswith(b"\n") else line + b"\n\\ No newline at end of file\n")
