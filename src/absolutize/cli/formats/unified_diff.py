"""Unified diffs of bytes, as `patch` reads them.

Only a line feed ends a line, and nothing is decoded: it does not know encodings or HTML. Used by
`cli.io.part_tasks`.
"""

from collections.abc import Iterable, Iterator

from absolutize.containers.sequence_diff import ChangedRun, Lines, changes
from absolutize.patterns import compile_regex

CONTEXT = 3  # lines shown before and after a change
_LINE = compile_regex(rb"[^\n]*\n|[^\n]+")


def unified_diff(name: bytes, new_name: bytes, before: bytes, after: bytes) -> Iterator[bytes]:
    """Show how two documents differ; if they have zero bytes (UTF-16), only that they differ."""
    if b"\0" in before or b"\0" in after:
        yield b"Binary files %b and %b differ\n" % (name, new_name)
        return
    end = b"\t" if b" " in name else b""  # otherwise `patch` takes the first word for the name
    yield b"--- %b%b\n+++ %b%b\n" % (name, end, new_name, end)
    old, new = _LINE.findall(before), _LINE.findall(after)
    for hunk in _hunks(changes(old, new)):
        yield from _format_hunk(hunk, old, new)


def _hunks(changed_runs: Iterable[ChangedRun]) -> Iterator[list[ChangedRun]]:
    """Group changes whose context lines touch."""
    hunk: list[ChangedRun] = []
    for change in changed_runs:
        if hunk and change.start - hunk[-1].stop > 2 * CONTEXT:
            yield hunk
            hunk = []
        hunk.append(change)
    if hunk:
        yield hunk


def _format_hunk(hunk: list[ChangedRun], old: Lines, new: Lines) -> Iterator[bytes]:
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
    """Write the lines of a hunk: its first line from 1, and their number if not 1; 0 lines follow a line."""
    length = stop - start
    return b"%d" % (start + 1) if length == 1 else b"%d,%d" % (start + bool(length), length)


def _marked(mark: bytes, lines: Lines) -> Iterator[bytes]:
    for line in lines:
        yield mark + (line if line.endswith(b"\n") else line + b"\n\\ No newline at end of file\n")
