"""Compares input and output, and finds the text in the output that replaced each span of the input.

A walk without a diff. Where a replacement ends follows from the markup alone: before the
closing quote (and what the input holds between the span and that quote), or, in a list and
where there are no quotes, before white space or the end of the tag; within CSS, image candidates
and the like, before what the input holds behind it. Everything between two
spans must then be in the output, byte for byte and in its place.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from . import judge

WIDE = ("utf-16", "utf-32", "iso-2022-jp")  # not ASCII byte for byte: walked as text
QUOTES = "\"'"
_BLANK = " \t\n\f\r"
_UNQUOTED_END = re.compile("[ \t\n\f\r>]|$")
_ITEM_END = re.compile("[ \t\n\f\r\"']|$")
_LINE_END = re.compile("\r\n|\r|\n")


class OutsideSpansError(AssertionError):
    """Input and output differ where no edit was reported."""


@dataclass(frozen=True)
class Span:
    """A reported edit: where it was, and which reference of a list value it was.

    ``within``: it was in a value with its own syntax, whose delimiters end it.
    """

    start: int
    stop: int
    index: int = 0
    within: bool = False


def replacements(data: bytes, out: bytes, spans: Sequence[Span], encoding: str) -> list[str]:
    """The replacement of each span; raises if anything else changed."""
    if encoding.startswith(WIDE):
        whole, result = judge.decode(data, encoding), judge.decode(out, encoding)
        spans = [_as_text(data, span, encoding) for span in spans]
    else:
        whole, result = data.decode("latin-1"), out.decode("latin-1")
    return list(_walk(whole, result, spans))


def positions(data: bytes, offsets: Iterable[int], encoding: str) -> Iterator[tuple[int, int]]:
    """Line and column, from 1, in characters, of ascending byte offsets."""
    last, line, column = 0, 1, 1
    for offset in offsets:
        lines = _LINE_END.split(judge.decode(data[last:offset], encoding))
        line += len(lines) - 1
        column = len(lines[-1]) + (column if len(lines) == 1 else 1)
        last = offset
        yield line, column


def _as_text(data: bytes, span: Span, encoding: str) -> Span:
    """Byte offsets as offsets in the decoded text."""
    start = len(judge.decode(data[: span.start], encoding))
    length = len(judge.decode(data[span.start : span.stop], encoding))
    return Span(start, start + length, span.index, span.within)


def _walk(whole: str, result: str, spans: Sequence[Span]) -> Iterator[str]:
    """Walk through both texts, which must consist of alternating gaps and replacements up to their ends."""
    at = there = 0
    for number, span in enumerate(spans):
        there = _gap(whole[at : span.start], result, there)
        after = spans[number + 1].start if number + 1 < len(spans) else len(whole)
        end = _end(whole, result, span, there, after)
        yield result[there:end]
        at, there = span.stop, end
    if result[there:] != whole[at:]:
        raise OutsideSpansError(_difference(whole[at:], result[there:]))


def _gap(gap: str, result: str, there: int) -> int:
    """Assert that the text between two spans is in the output at this place; return where it ends."""
    if not result.startswith(gap, there):
        raise OutsideSpansError(_difference(gap, result[there : there + len(gap)]))
    return there + len(gap)


def _end(whole: str, result: str, span: Span, there: int, after: int) -> int:
    """Where the replacement that begins `there` ends."""
    if span.within:  # before what is behind it, which the author's value and ours have alike
        gap = whole[span.stop : after]
        return len(result) - len(gap) if after == len(whole) else result.find(gap, there)
    quote = _quote(whole, span)
    if quote is None:
        return _unquoted_end(result, there)
    close = whole.find(quote, span.stop)
    if after < close or span.index:
        return _match_end(_ITEM_END, result, there)
    return result.find(quote, there) - (close - span.stop)


def _quote(whole: str, span: Span) -> str | None:
    """The quote that the author opened before this span, if any."""
    if span.index:  # further on in a list: white space before it, so it is quoted
        opening = re.compile("[\"']").search(whole, span.stop)
        return opening[0] if opening else None
    before = whole[max(0, span.start - 200) : span.start].rstrip(_BLANK)
    quoted = before[-1:] in QUOTES and before[:-1].rstrip(_BLANK).endswith("=")
    return before[-1] if before and quoted else None


def _unquoted_end(result: str, there: int) -> int:
    """Without quotes a value ends at white space or `>`; one that gained them, after the second."""
    opening = re.compile("=?([\"'])").match(result, there)
    if opening:
        return result.find(opening[1], opening.end()) + 1
    return _match_end(_UNQUOTED_END, result, there)


def _match_end(pattern: re.Pattern[str], result: str, there: int) -> int:
    """Where the pattern, which also matches the end of the text, is found."""
    found = pattern.search(result, there)
    return found.start() if found else len(result)


def _difference(expected: str, found: str) -> str:
    """Both texts, from a little before the first character in which they differ."""
    same = next((i for i, (a, b) in enumerate(zip(expected, found, strict=False)) if a != b), 0)
    near = slice(max(0, same - 40), same + 60)
    return f"changed outside the reported spans: {expected[near]!r} became {found[near]!r}"
