"""The results of a scan: values that can hold references, and the beginnings of plain ones.

It does not know how they were found, nor what is in a value. Used by `engine`, `html`, `scrapy.reading` and
`xml`.
"""

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain
from typing import NamedTuple

from absolutize.edits import array_of_offsets
from absolutize.html.link_table.rows import Row

_MANY = 4096  # elements and rows


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


class ValueSpans:
    """Values in the order of the source. There may be very many: four numbers are kept of each."""

    def __init__(self, size: int) -> None:
        """Make room for those of a document of ``size`` bytes."""
        self._numbers = array_of_offsets(size)  # of each its tag, kind, start and stop
        self._kinds: list[tuple[str, Row]] = []
        self._kind_of: dict[tuple[str, int], int] = {}
        self.extend: Callable[[Iterable[int]], None] = self._numbers.extend

    def kind(self, element: str, row: Row) -> int:
        """Give the number by which an element and a row are known here, for `extend`."""
        key = element, id(row)
        if key not in self._kind_of:
            if len(self._kind_of) >= _MANY:
                self._kind_of.clear()  # what is known again has another number
            self._kind_of[key] = len(self._kinds)
            self._kinds.append((element, row))
        return self._kind_of[key]

    def append(self, tag: int, element: str, row: Row, start: int, stop: int) -> None:
        """Add one."""
        self.extend((tag, self.kind(element, row), start, stop))

    def pop_tag(self, tag: int) -> None:
        """Take away those at the end that are of a tag."""
        while self._numbers and self._numbers[-4] == tag:
            del self._numbers[-4:]

    def rows(self) -> Iterator[Row]:
        """Give the rows of which there are any, and maybe more."""
        return (row for _, row in self._kinds)

    def having(self, is_wanted: Callable[[str, Row], bool]) -> "Iterator[ValueSpan]":
        """Give those of the elements and rows that are wanted."""
        wanted = {number for number, kind in enumerate(self._kinds) if is_wanted(*kind)}
        if wanted:
            numbers, kinds = iter(self._numbers), self._kinds
            for tag, kind, start, stop in zip(numbers, numbers, numbers, numbers, strict=True):
                if kind in wanted:
                    yield ValueSpan(tag, *kinds[kind], start, stop)

    def keep(self, is_kept: Callable[[int], bool]) -> None:
        """Take away those of the tags that are not kept."""
        kept = [link for link in self if is_kept(link.tag)]
        del self._numbers[:]
        for link in kept:
            self.append(*link)

    def put_in_order(self) -> None:
        """Order them by where they start, each once: elements may share the default of a declaration."""
        unique = {link.start: link for link in reversed(list(self))}
        del self._numbers[:]
        for start in sorted(unique):
            self.append(*unique[start])

    def __iter__(self) -> Iterator[ValueSpan]:
        """Give one after the other."""
        numbers, kinds = iter(self._numbers), self._kinds
        new = tuple.__new__  # quicker than a constructor, for each of many
        for tag, kind, start, stop in zip(numbers, numbers, numbers, numbers, strict=True):
            element, row = kinds[kind]
            yield new(ValueSpan, (tag, element, row, start, stop))


class BulkScan(NamedTuple):
    """What the fast path skips, and the values between that have to be read.

    ``beginnings`` is where the beginning of each plain value starts and stops, as `patterns.compose` matches
    it: one number after the other, since they may be very many.
    """

    beginnings: Sequence[int]
    values: ValueSpans
    declares: bool  # whether a meta element may declare an encoding

    def first(self) -> int:
        """Give the first offset that may be edited."""
        return min(chain(self.beginnings[:1], (link.tag for link in self.values)), default=sys.maxsize)


def within_length(values: Iterable[ValueSpan], length: int) -> Iterator[ValueSpan]:
    """Leave out the attributes whose values do not end before a length, and of texts what is behind it."""
    for link in values:
        if link.stop < length:
            yield link
        elif not link.row.attribute and link.start < length:
            yield link._replace(stop=length)
