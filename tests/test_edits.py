"""Edits are applied in order; where they overlap or are out of order, that is an error of the program."""

import re
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from absolutize.edits import (
    Edit,
    Edits,
    TooLargeError,
    apply_edits,
    apply_replacements,
    apply_text_edits,
    merge_edits,
)

EDITS = {
    "none": ([], "abcdef"),
    "an insertion at each end": ([(0, 0, "<"), (6, 6, ">")], "<abcdef>"),
    "one behind the other": ([(1, 2, "B"), (2, 4, "")], "aBef"),
    "two insertions at one place": ([(3, 3, "1"), (3, 3, "2")], "abc12def"),
    "all": ([(0, 6, "x")], "x"),
}
WRONG = {
    "overlapping": [(0, 3, ""), (2, 4, "")],
    "out of order": [(4, 5, ""), (1, 2, "")],
    "backwards": [(3, 1, "")],
}


@pytest.mark.rows(("edits", "expected"), EDITS.values(), ids=EDITS)
def test_edits_are_applied(edits: list[tuple[int, int, str]], expected: str) -> None:
    assert apply_text_edits("abcdef", edits) == expected
    of_bytes = [Edit(start, stop, text.encode()) for start, stop, text in edits]
    assert apply_edits(b"abcdef", of_bytes) == expected.encode()


@pytest.mark.parametrize("edits", WRONG.values(), ids=WRONG)
def test_edits_that_do_not_fit_are_an_error(edits: list[tuple[int, int, str]]) -> None:
    place = re.escape(str(edits[-1][:2]))
    with pytest.raises(AssertionError, match=place):
        apply_text_edits("abcdef", edits)
    with pytest.raises(AssertionError, match=place):
        apply_edits(b"abcdef", [Edit(start, stop, text.encode()) for start, stop, text in edits])


MANY = 5_000


@pytest.mark.rows("number", [0, 1, 7, MANY])
def test_edits_are_put_in_order(number: int) -> None:
    """By where they start, then by where they stop; those at the same place stay as they were."""
    expected = [
        Edit(start, start + length, text)
        for start in range(0, 3 * number, 3)
        for length, text in ((0, b"a"), (0, b"b"), (2, b"%d" % start))
    ]
    inserted_last = sorted(expected, key=lambda edit: (edit.start == edit.stop, -edit.start))
    edits = Edits(inserted_last, 3 * number)
    assert len(edits) == len(expected)
    assert list(edits) == inserted_last
    assert list(edits.in_order()) == list(edits) == list(edits.in_order()) == expected


def test_an_insertion_is_before_an_edit_there_and_behind_one_that_ends_there() -> None:
    edits = Edits([Edit(3, 3, b"2"), Edit(3, 4, b"3"), Edit(1, 3, b"1")], 9)
    assert [edit.replacement for edit in edits.in_order()] == [b"1", b"2", b"3"]


@given(st.lists(st.tuples(st.integers(0, 300_000), st.binary(max_size=9)), max_size=9))
def test_a_large_document_is_written_in_parts(insertions: list[tuple[int, bytes]]) -> None:
    data = b"0123456789" * 30_000
    expected = data
    for place, text in sorted(insertions, reverse=True, key=lambda each: each[0]):
        expected = expected[:place] + text + expected[place:]
    edits = [Edit(place, place, text) for place, text in sorted(insertions, key=lambda each: each[0])]
    assert len(apply_edits(data, edits)) == len(expected)
    if len({place for place, _ in insertions}) == len(insertions):
        assert apply_edits(data, edits) == expected


@pytest.mark.parametrize("size", [3, 5, 300_000])
def test_a_result_that_is_too_large_is_refused(size: int) -> None:
    """Of small and of large documents, which are written part by part."""
    document = b"x" * size
    replacements = [(at, at + 1, (b"yy", b"y")) for at in range(0, size, 2)]
    largest = size + 2 * len(replacements)
    assert len(apply_replacements(document, replacements, largest)) == largest
    with pytest.raises(TooLargeError):
        apply_replacements(document, replacements, largest - 1)


def test_nothing_is_joined_that_is_too_large() -> None:
    """A base of many bytes, which many links share, is refused before it is copied."""
    huge = b"x" * 1_000_000

    def replacements() -> Iterator[tuple[int, int, list[bytes]]]:
        yield 0, 1, [huge] * 9
        yield 1, 2, [huge] * 9
        raise AssertionError("it went on")

    with pytest.raises(TooLargeError):
        apply_replacements(b"ab", replacements(), 10_000_000)


WRITTEN = {b"b": b"B!", b"e": b"E!"}


def test_edits_are_merged_with_beginnings() -> None:
    merged = merge_edits(b"abcdef", [1, 2, 4, 5], [Edit(3, 4, b"D")], WRITTEN)
    assert apply_replacements(b"abcdef", merged) == b"aB!cDE!f"


@pytest.mark.rows("beginnings", [[4, 5, 1, 2], [1, 2, 1, 2], [1, 2, 5, 4]])
def test_beginnings_that_do_not_fit_are_an_error(beginnings: list[int]) -> None:
    with pytest.raises(AssertionError, match=re.escape(str((*beginnings[2:],)))):
        apply_replacements(b"abcdef", merge_edits(b"abcdef", beginnings, [], WRITTEN))
