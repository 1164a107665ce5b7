"""Header fields: read as they are written, replaced in their place."""

from __future__ import annotations

import pytest

from absolutize.containers.http.header_fields import HeaderFields, decoded_field, is_length, media_type_of

HEAD = b"WARC/1.0\r\nA: 1\r\nLong :  one\r\n two \r\nB:\r\na: 2\nC:3\r\n\r\n"


def test_fields_are_read_as_they_are_written() -> None:
    fields = HeaderFields(HEAD)
    assert [fields.get(name) for name in (b"a", b"long", b"b", b"c", b"d")] == [
        b"1",
        b"one\r\n two",
        b"",
        b"3",
        None,
    ]
    assert fields.all(b"a") == [b"1", b"2"]


@pytest.mark.rows(
    ("lines", "fields"),
    [
        (b"no field\r\nA: 1", [(b"a", b"1")]),
        (b"A: 1\r\nno field\r\n folded\r\nB: 2", [(b"a", b"1"), (b"b", b"2")]),
        (b"A: 1\r\nno field", [(b"a", b"1")]),
        (b" A: 1", [(b"a", b"1")]),
        (b": A: 1", [(b"a", b"1")]),
        (b"::A:: 1", [(b"a", b": 1")]),
        (b"A: b: c", [(b"a", b"b: c")]),
        (b"A: 1\rB: 2", [(b"a", b"1"), (b"b", b"2")]),
        (b"A:\r\n 1\r\nB:\n\t \n\t2 \n 3", [(b"a", b"1"), (b"b", b"2 \n 3")]),
        (b"A:\r\n \r\nB: 1", [(b"a", b""), (b"b", b"1")]),
        (b"A: 1\r\n \r\nB: 2", [(b"a", b"1"), (b"b", b"2")]),
        (b"A: 1\n\t\n \r\n 2 \r\n ", [(b"a", b"1\n\t\n \r\n 2")]),
        (b":", []),
    ],
    ids=repr,
)
def test_odd_lines_are_read_or_passed_over(lines: bytes, fields: list[tuple[bytes, bytes]]) -> None:
    read = HeaderFields(b"HTTP/1.1 200 OK\r\n" + lines + b"\r\n\r\n")
    assert [(field.name, field.value) for field in read] == fields


def head_with(head: bytes, values: dict[bytes, bytes | None]) -> bytes:
    """Give new values to the fields that say what the first of their name says."""
    fields = HeaderFields(head)
    return fields.head_with_each({name: {fields.get(name): value} for name, value in values.items()})


@pytest.mark.rows(
    ("values", "head"),
    [
        ({}, HEAD),
        ({b"a": b"9"}, HEAD.replace(b"A: 1", b"A: 9")),
        ({b"long": b"x"}, HEAD.replace(b"one\r\n two", b"x")),
        ({b"b": b"x"}, HEAD.replace(b"B:", b"B:x")),
        ({b"c": None, b"d": b"no"}, HEAD.replace(b"C:3\r\n", b"")),
    ],
    ids=["none", "the first of a name", "a folded one", "an empty one", "one left out"],
)
def test_fields_are_replaced_in_their_place(values: dict[bytes, bytes | None], head: bytes) -> None:
    assert head_with(HEAD, values) == head


@pytest.mark.rows(
    ("value", "lines"), [(b"9", b"A: 9\r\n \r\n\t\r\n"), (b"", b"A: \r\n \r\n\t\r\n"), (None, b"")]
)
@pytest.mark.rows("before", [b"", b"B: 2\r\n"])
@pytest.mark.rows("behind", [b"", b"C: 3\r\n"])
def test_a_field_ends_with_its_empty_lines(
    value: bytes | None, lines: bytes, before: bytes, behind: bytes
) -> None:
    """They stay behind another value, and go with the field: they would belong to the one before it."""
    first, last = b"HTTP/1.1 200 OK\r\n" + before, behind + b"\r\n"
    assert head_with(first + b"A: 1\r\n \r\n\t\r\n" + last, {b"a": value}) == first + lines + last


REPEATED = b"HTTP/1.1 200 OK\r\nA: 1\r\nB: 1\r\na:  1\r\nA: 2\r\n\r\n"


@pytest.mark.rows(
    ("value", "head"),
    [
        (b"9", b"HTTP/1.1 200 OK\r\nA: 9\r\nB: 1\r\na:  9\r\nA: 2\r\n\r\n"),
        (None, b"HTTP/1.1 200 OK\r\nB: 1\r\nA: 2\r\n\r\n"),
    ],
)
def test_fields_that_say_the_same_go_on_to_do_so(value: bytes | None, head: bytes) -> None:
    """Fields with one value change together: lengths that differ are invalid (RFC 9110 8.6)."""
    assert head_with(REPEATED, {b"a": value}) == head


@pytest.mark.rows(
    ("value", "expected"),
    [(b"0", True), (b"9" * 19, True), (b"9" * 20, False), (b"", False), (b"-1", False), (b"1, 1", False)],
)
def test_a_length_is_a_number_that_a_file_may_have(value: bytes, expected: bool) -> None:
    assert is_length(value) is expected


@pytest.mark.rows(
    ("value", "text"), [(b"\xc3\xa9", "\xe9"), (b"\xe9", "\xe9"), (b"\xe9\xc3\xa9", "\xe9\xc3\xa9")]
)
def test_a_value_is_utf_8_or_iso_8859_1(value: bytes, text: str) -> None:
    fields = HeaderFields(b"HTTP/1.1 200 OK\r\nA: " + value + b"\r\n\r\n")
    assert decoded_field(value) == fields.text(b"a") == text
    assert fields.text(b"b") is None


def test_of_several_media_types_the_last_counts() -> None:
    fields = HeaderFields(b"HTTP/1.1 200 OK\r\nContent-Type: text/css\r\nContent-Type: text/html\r\n\r\n")
    assert media_type_of(fields) == ("text/html", None)
