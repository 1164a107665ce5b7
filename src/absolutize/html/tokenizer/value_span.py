"""The results of a scan: values that can hold references, and the beginnings of plain ones.

It does not know how they were found, nor what is in a value. Used by `engine`, `html`, `scrapy.reading` and
`xml`.
"""

import sys
from array import array
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from itertools import chain, compress, count, islice, repeat
from operator import lt
from typing import NamedTuple

from absolutize.edits import array_of_offsets
from absolutize.html.link_table.rows import Row
from absolutize.html.values.plain_parts import NOT_PLAIN
from absolutize.patterns import Match

_MOST_ROWS = 4096  # of elements
# Numbers of each value: its tag, its row number, where it starts and stops, and where its beginning stops
_FIVE = 5
_AT_ONCE = _FIVE << 10


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
    """Values in the order of the source. There may be very many: five numbers are kept of each."""

    def __init__(self, size: int) -> None:
        """Make an empty list for a document of ``size`` bytes."""
        self._numbers = array_of_offsets(size, signed=True)
        self._elements: list[str] = []  # by the row numbers of values
        self._rows: list[Row] = []
        self._row_numbers: dict[tuple[str, int], int] = {}
        self.extend: Callable[[Iterable[int]], None] = self._numbers.extend

    def row_number(self, element: str, row: Row) -> int:
        """Give the number of an element and a row, which `extend` takes."""
        key = element, id(row)
        if key not in self._row_numbers:
            if len(self._row_numbers) >= _MOST_ROWS:
                self._row_numbers.clear()  # what comes again has another number
            self._row_numbers[key] = len(self._rows)
            self._elements.append(element)
            self._rows.append(row)
        return self._row_numbers[key]

    def append(self, tag: int, element: str, row: Row, start: int, stop: int) -> None:
        """Add a value that is not known to be plain."""
        self.extend((tag, self.row_number(element, row), start, stop, NOT_PLAIN))

    def pop_tag(self, tag: int) -> None:
        """Remove the values of a tag from the end of the list."""
        while self._numbers and self._numbers[-_FIVE] == tag:
            del self._numbers[-_FIVE:]

    def tags(self) -> Sequence[int]:
        """List where the names of the values' tags start."""
        return self._numbers[::_FIVE]

    def elements(self) -> frozenset[str]:
        """Give the elements that have values, and maybe some that have none any more."""
        return frozenset(self._elements)

    def having(self, is_wanted: Callable[[str, Row], bool]) -> "Iterator[ValueSpan]":
        """Give the values whose elements and rows are wanted."""
        pairs = zip(self._elements, self._rows, strict=True)
        wanted = {number for number, pair in enumerate(pairs) if is_wanted(*pair)}
        if wanted:
            numbers = self._numbers
            for first in compress(range(0, len(numbers), _FIVE), map(wanted.__contains__, numbers[1::_FIVE])):
                tag, row_number, start, stop, _ = numbers[first : first + _FIVE]
                yield ValueSpan(tag, self._elements[row_number], self._rows[row_number], start, stop)

    def find_beginnings(self, syntaxes: AbstractSet[str], match: Callable[[int, int], Match | None]) -> None:
        """Find where the beginnings of values of these syntaxes end, if ``match`` says that they are plain.

        ``match`` is given where a value starts and stops; group 1 is the beginning.
        """
        row_numbers = {
            number for number, row in enumerate(self._rows) if row.syntax in syntaxes and not row.against
        }
        numbers = self._numbers
        for first in compress(
            range(0, len(numbers), _FIVE), map(row_numbers.__contains__, numbers[1::_FIVE])
        ):
            plain = match(numbers[first + 2], numbers[first + 3])
            if plain is not None:
                numbers[first + 4] = plain.end(1)

    def keep(self, is_kept: Callable[[int], bool]) -> None:
        """Remove the values of tags that are not kept."""
        kept = [value for value in self if is_kept(value.tag)]
        del self._numbers[:]
        for value in kept:
            self.append(*value)

    def put_in_order(self) -> None:
        """Sort the values by where they start, each once: elements may share the default of a declaration."""
        starts = self._numbers[2::_FIVE]
        if all(map(lt, starts, islice(starts, 1, None))):
            return
        unique = {value.start: value for value in reversed(list(self))}
        del self._numbers[:]
        for start in sorted(unique):
            self.append(*unique[start])

    def __len__(self) -> int:
        """Count the values."""
        return len(self._numbers) // _FIVE

    def __iter__(self) -> Iterator[ValueSpan]:
        """Give the values one after the other."""
        for numbers in self._in_portions():
            yield from self._spans(numbers)

    def with_beginnings(self) -> Iterator[tuple[int, int, int, int]]:
        """Give each value's number, where it starts and stops, and where its beginning stops, if it is plain.

        The last is `NOT_PLAIN` if the value is not known to be plain.
        """
        numbers = count()
        for portion in self._in_portions():
            starts, stops, beginnings = portion[2::_FIVE], portion[3::_FIVE], portion[4::_FIVE]
            yield from zip(islice(numbers, len(starts)), starts, stops, beginnings, strict=True)

    def __getitem__(self, number: int) -> ValueSpan:
        """Give the value with a number."""
        tag, row_number, start, stop, _ = self._numbers[_FIVE * number : _FIVE * (number + 1)]
        return ValueSpan(tag, self._elements[row_number], self._rows[row_number], start, stop)

    def _in_portions(self) -> "Iterator[array[int]]":
        return (self._numbers[first : first + _AT_ONCE] for first in range(0, len(self._numbers), _AT_ONCE))

    def _spans(self, numbers: "array[int]") -> Iterator[ValueSpan]:
        """Make many values at once, in half of the time that one after the other takes."""
        row_numbers = numbers[1::_FIVE]
        elements, rows = (
            map(self._elements.__getitem__, row_numbers),
            map(self._rows.__getitem__, row_numbers),
        )
        tags, starts, stops = (numbers[place::_FIVE] for place in (0, 2, 3))
        return map(tuple.__new__, repeat(ValueSpan), zip(tags, elements, rows, starts, stops, strict=True))


class BulkScan(NamedTuple):
    """The beginnings of plain values, and the values between that have to be read.

    ``beginnings`` has where the beginning of each plain value, and of each plain reference in a divided one,
    starts and stops: one number after the other, since there may be very many.
    """

    beginnings: Sequence[int]
    values: ValueSpans
    may_declare_encoding: bool  # whether a meta element may
    in_json: bool  # whether beginnings are in import maps or speculation rules

    def first(self) -> int:
        """Give the first offset that may be edited."""
        return min(chain(self.beginnings[:1], self.values.tags()), default=sys.maxsize)

    def most_removed(self, offset: int) -> int:
        """Give how many bytes before an offset edits can remove: all, if a BASE element is there."""
        bounds = self.beginnings[: bisect_right(self.beginnings, offset)]
        values = [value for value in self.values if value.start < offset]
        if any(value.row.is_base for value in values):
            return offset
        of_beginnings = sum(stop - start for start, stop in zip(bounds[::2], bounds[1::2], strict=False))
        return of_beginnings + sum(value.stop - value.start for value in values)


def within_length(values: Iterable[ValueSpan], length: int) -> Iterator[ValueSpan]:
    """Leave out attributes whose values do not end before ``length``, and cut texts off there."""
    for value in values:
        if value.stop < length:
            yield value
        elif not value.row.attribute and value.start < length:
            yield value._replace(stop=length)
