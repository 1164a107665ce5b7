"""What a scan gives: values that can carry references, and the beginnings of those that need no look."""

import sys
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from absolutize.edits import Edit, Replacement
from absolutize.html.grammar.start_tag import behind_name, start_tag
from absolutize.html.link_table.rows import COMMENT_ELEMENT, Row

MOST_AT_ONCE = 1 << 14  # offsets of beginnings, so that a large document is written part by part


class ValueSpan(NamedTuple):
    """One value that can carry references: ``tag`` is where its tag's name starts.

    The span is an attribute's value without quotes (a missing one is empty, right behind the
    name), or the text of an element.
    """

    tag: int
    element: str
    row: Row
    start: int
    stop: int


class BulkScan(NamedTuple):
    """What the fast path skips, and the values between that have to be read.

    ``beginnings`` is where the beginning of each value that is passed starts and stops, as
    `patterns.compose_bulk` matches it: one number after the other, since they may be very many.
    """

    beginnings: Sequence[int]
    found: list[ValueSpan]
    declares: bool  # whether a meta element may declare an encoding

    def first(self) -> int:
        """Tell before where nothing is edited."""
        places = (*self.beginnings[:1], *(link.tag for link in self.found))
        return min(places, default=sys.maxsize)


def merge_edits(
    data: bytes, beginnings: Sequence[int], edits: Iterable[Edit], written_for: Mapping[bytes, bytes]
) -> Iterator[Replacement]:
    """Give edits in order, and between them what is written for the beginnings of values that are passed."""
    index = 0
    for start, stop, text in edits:
        upto = bisect_left(beginnings, start, index)
        yield from _written(data, beginnings, range(index, upto, MOST_AT_ONCE), upto, written_for)
        yield start, stop, (text,)
        index = upto
    upto = len(beginnings)
    yield from _written(data, beginnings, range(index, upto, MOST_AT_ONCE), upto, written_for)


def _written(
    data: bytes, beginnings: Sequence[int], indices: range, upto: int, written_for: Mapping[bytes, bytes]
) -> Iterator[Replacement]:
    for index in indices:
        bounds = iter(beginnings[index : min(index + MOST_AT_ONCE, upto)])
        position = start = beginnings[index]
        pieces: list[bytes] = []
        for first, last in zip(bounds, bounds, strict=True):
            pieces += data[position:first], written_for[data[first:last]]
            position = last
        yield start, position, pieces


def without_cut_off(data: bytes, found: list[ValueSpan], first: int = 0) -> list[ValueSpan]:
    """Leave out the links of a tag that the end of input cuts off: it is no tag (13.2.5.8).

    None is that begins before ``first``, whatever it looks like.
    """
    if not found or found[-1].tag < first:
        return found
    tag = found[-1].tag
    if found[-1].element != COMMENT_ELEMENT and start_tag(data, behind_name(data, tag)) is None:
        return [link for link in found if link.tag != tag]
    return found


def within_length(found: Iterable[ValueSpan], length: int) -> Iterator[ValueSpan]:
    """Leave out the attributes whose values do not end before a length, and of texts what is behind it."""
    for link in found:
        if link.stop < length:
            yield link
        elif not link.row.attribute and link.start < length:
            yield link._replace(stop=length)
