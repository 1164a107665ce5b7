"""The values that a scan finds are stored as numbers, in portions, since there may be very many."""

from __future__ import annotations

from itertools import pairwise

import pytest

from absolutize.html.link_table.rows import LINKS
from absolutize.html.tokenizer.value_span import BulkScan, ValueSpan, ValueSpans
from absolutize.html.values.plain_parts import NOT_PLAIN

ROWS = LINKS[:3]
MANY = 5000  # several portions


def values(number: int) -> list[ValueSpan]:
    """Make some values, whose elements and rows take turns."""
    return [
        ValueSpan(10 * each + 1, f"e{each % 7}", ROWS[each % 3], 10 * each + 4, 10 * each + 8)
        for each in range(number)
    ]


def kept(given: list[ValueSpan]) -> ValueSpans:
    """Store the values; every third is plain, with a beginning of one byte."""
    spans = ValueSpans(10 * len(given))
    for number, (tag, element, row, start, stop) in enumerate(given):
        if number % 3:
            spans.append(tag, element, row, start, stop)
        else:
            spans.extend((tag, spans.row_number(element, row), start, stop, start + 1))
    return spans


@pytest.mark.rows("number", [0, 1, 1023, 1024, 1025, MANY])
def test_all_are_given_in_order(number: int) -> None:
    given = values(number)
    assert list(kept(given)) == given


@pytest.mark.rows("number", [0, 1, 1023, 1024, 1025, MANY])
def test_what_is_plain_is_known(number: int) -> None:
    given = values(number)
    beginnings = [value.start + 1 if place % 3 == 0 else NOT_PLAIN for place, value in enumerate(given)]
    spans = kept(given)
    assert [(spans[number], stop, behind) for number, _, stop, behind in spans.with_beginnings()] == [
        (value, value.stop, behind) for value, behind in zip(given, beginnings, strict=True)
    ]


def test_those_of_some_elements_and_rows() -> None:
    given = values(MANY)
    found = kept(given).having(lambda element, row: element == "e3" and row is ROWS[0])
    assert list(found) == [each for each in given if each.element == "e3" and each.row is ROWS[0]]
    assert list(kept(given).having(lambda *_: False)) == []


def test_what_is_taken_away() -> None:
    given = values(9)
    spans = kept(given)
    spans.pop_tag(given[0].tag)  # not the last one
    assert list(spans) == given
    spans.pop_tag(given[-1].tag)
    assert list(spans) == given[:-1]
    spans.keep(lambda tag: tag > given[3].tag)
    assert list(spans) == given[4:-1]


def test_they_are_put_in_order() -> None:
    spans = kept([*values(5)[::-1], *values(2)])
    spans.put_in_order()
    assert all(first.start < second.start for first, second in pairwise(spans))
    assert list(spans) == values(5)


@pytest.mark.rows(("offset", "removed"), [(0, 0), (1, 0), (2, 2), (5, 6), (24, 8), (25, 12), (99, 12)])
def test_the_most_bytes_that_edits_remove(offset: int, removed: int) -> None:
    """Counts beginnings (0 to 2, 9 to 9, 20 to 22) and values (4 to 8, 24 to 28) before an offset."""
    bulk = BulkScan(
        [0, 2, 9, 9, 20, 22],
        kept(values(3)[::2]),
        may_declare_encoding=True,
        in_json=False,
    )
    assert bulk.most_removed(offset) == removed
