"""Unified diffs of bytes, as `patch` and `git apply` read them.

Only a line feed ends a line, and nothing is decoded: it does not know encodings or HTML. Used by
`cli.io.part_tasks`.
"""

import re
from collections.abc import Iterable, Iterator

from absolutize.containers.sequence_diff import ChangedRun, Lines, changes
from absolutize.patterns import compile_regex

CONTEXT = 3  # lines shown before and after a change
_LINE = compile_regex(rb"[^\n]*\n|[^\n]+")
# in names; without quotes, a space at an end is no part of the name, and a backslash may begin an escape
_NEEDS_QUOTES = compile_regex(rb'[\0-\x1f"\\\x7f]|^ | \Z')
_ESCAPED = compile_regex(rb'[\0-\x1f"\\\x7f]')
_LETTERS = dict(zip(b'\a\b\t\n\v\f\r"\\', b'abtnvfr"\\', strict=True))  # in C; others are octal


def unified_diff(name: bytes, remark: bytes, before: bytes, after: bytes) -> Iterator[bytes]:
    """Show how a document changes; the ``remark`` is behind the name of the changed one.

    If one of them has zero bytes (UTF-16), only that they differ.
    """
    label = quote_name(name)
    if b"\0" in before or b"\0" in after:
        yield b"Binary files %b and %b%b differ\n" % (label, label, remark)
        return
    # without the tab, `patch` takes the first word for the name
    end = b"\t" if b" " in name and label == name else b""
    yield b"--- %b%b\n+++ %b%b%b\n" % (label, end, label, remark, end)
    old, new = _LINE.findall(before), _LINE.findall(after)
    for hunk in _hunks(changes(old, new)):
        yield from _format_hunk(hunk, old, new)


def quote_name(name: bytes) -> bytes:
    """Write a file name in quotes, as in C, if a line of a diff could not have it as it is."""
    return name if _NEEDS_QUOTES.search(name) is None else b'"%b"' % _ESCAPED.sub(_escape, name)


def _escape(match: re.Match[bytes]) -> bytes:
    byte = match[0][0]
    return b"\\%c" % _LETTERS[byte] if byte in _LETTERS else b"\\%03o" % byte


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
