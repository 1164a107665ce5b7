"""Lines and columns, asked for in any order, equal those counted from the beginning."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from absolutize.html.encodings.line_index import CHECKPOINT_DISTANCE, LineIndex


def counted(text: str, place: int) -> tuple[int, int]:
    """Count lines and columns from the beginning (HTML 13.2.3.5: CR, LF and CRLF end a line)."""
    lines = re.split("\r\n|\r|\n", text[:place])
    return len(lines), len(lines[-1]) + 1


def assert_places(text: str, encoding: str, places: list[int]) -> None:
    data = text.encode(encoding)
    index = LineIndex(data, lambda start, stop: data[start:stop].decode(encoding))
    offsets = {place: len(text[:place].encode(encoding)) for place in places}
    assert [index.line_and_column(offsets[place]) for place in places] == [
        counted(text, place) for place in places
    ]


PIECES = st.sampled_from(
    ["a", "\n", "\r\n", "\r", " ", "\t", "\xe9", "\u8868", "/", "<", "x" * 50, "x" * 5000, "\u8868" * 3000]
)


@given(st.lists(PIECES, max_size=40), st.sampled_from(["utf-8", "shift_jis", "gb18030"]), st.data())
def test_places_in_any_order(pieces: list[str], encoding: str, data: st.DataObject) -> None:
    text = "".join(piece for piece in pieces if encoding != "shift_jis" or piece != "\xe9") + "end"
    # no place is between CR and LF
    possible = [n for n in range(len(text)) if text[n - 1 : n + 1] != "\r\n"]
    assert_places(text, encoding, data.draw(st.lists(st.sampled_from(possible), max_size=20)))


@pytest.mark.parametrize(
    "line", ["x" * 10, "/" + "\xe9" * 10, "url(a),"], ids=["letters", "not ASCII", "css"]
)
def test_long_lines_are_read_backwards(line: str) -> None:
    text = line * CHECKPOINT_DISTANCE
    assert_places(text, "utf-8", list(range(len(text) - 1, 0, -997)))


@pytest.mark.parametrize("line", ["x", "\xe9/", "\u8868\n"], ids=["letters", "not ASCII", "lines"])
def test_a_byte_order_mark_is_no_column(line: str) -> None:
    text = line * CHECKPOINT_DISTANCE
    data = f"\ufeff{text}".encode()
    index = LineIndex(data, lambda start, stop: data[start:stop].decode())
    for place in (0, 1, len(text) - 1, len(text) // 3, 0):
        assert index.line_and_column(3 + len(text[:place].encode())) == counted(text, place)


@pytest.mark.parametrize("mark", [";", ",", " "])
def test_a_long_list_is_read_backwards_in_few_steps(mark: str) -> None:
    data = f"\xe9{mark}".encode() * 10 * CHECKPOINT_DISTANCE
    longest = 0

    def text(start: int, stop: int) -> str:
        nonlocal longest
        longest = max(longest, stop - start)
        return data[start:stop].decode()

    index = LineIndex(data, text)
    for place in range(len(data) - len(f"\xe9{mark}".encode()), 0, -CHECKPOINT_DISTANCE // 4 * 3):
        index.line_and_column(place)
    assert longest <= 2 * CHECKPOINT_DISTANCE


@pytest.mark.parametrize("space", [" ", "\t", "\n", "\f", "\r", "\r\n", "/"], ids=repr)
def test_no_text_is_read_often(space: str) -> None:
    """A tag may have any white space before its attribute, and what follows it may have none."""
    data = (f"<a{space}href=x>" + "\xe9" * CHECKPOINT_DISTANCE).encode() * 50
    read = 0

    def text(start: int, stop: int) -> str:
        nonlocal read
        read += stop - start
        return data[start:stop].decode()

    index = LineIndex(data, text)
    for match in re.finditer(b"x", data):
        index.line_and_column(match.start())
    assert read <= 2 * len(data)
