"""The JSON reader: what it accepts, where strings are, how text is escaped; Python's json agrees."""

import json
import re
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from absolutize.html.values.json.strings import (
    JSON_ESCAPING,
    JsonMember,
    JsonValue,
    String,
    elements,
    is_json_text,
    members_of,
    objects,
    offset,
    parse_json,
)


def plain(value: JsonValue) -> Any:
    """Convert a value to the form that `loads` returns."""
    match value:
        case String():
            return value.text
        case str():
            return {"true": True, "false": False, "null": None}.get(value, ("number", value))
        case list():
            return [plain(element) for element in value]
        case _:
            return {name: plain(member.value) for name, member in value.items()}


def loads(text: str) -> Any:
    """Read with Python's json: numbers stay as written, NaN and Infinity are refused."""
    return json.loads(text, parse_int=number, parse_float=number, parse_constant=refuse)


def number(written: str) -> tuple[str, str]:
    return "number", written


def refuse(written: str) -> None:
    raise ValueError(written)


def is_valid(text: str) -> bool:
    try:
        loads(text)
    except ValueError:
        return False
    return True


VALID = [
    "0",
    "-0",
    "10",
    "-12.50",
    "1e5",
    "1E+05",
    "0.1e-9",
    "1e999",
    "true",
    "false",
    "null",
    '""',
    '"a"',
    ' \t\r\n"a" \t\r\n',
    "[]",
    "[ ]",
    "{}",
    "{ }",
    "[1,2]",
    "[ 1 , [ ] , { } ]",
    '{"a":1}',
    '{ "a" : 1 , "b" : [ true ] }',
    '{"a":1,"a":2}',
    '{"a":{"x":1},"b":0,"a":[]}',
    '{"\\u0061":1,"a":2}',
    '{"":""}',
    '{"__proto__":1}',
    '"\\"\\\\\\/\\b\\f\\n\\r\\t"',
    '"\\u00e9\\u00E9é"',
    '"\\ud83d\\ude00"',
    '"\\uD83D\\uDE00😀"',
    '"\\ud83d"',
    '"\\ude00\\ud83d"',
    '"\\ud83d\\ud83d\\ude00"',
    '"\\ud83dx\\ude00"',
    '"\\u0000"',
    '"\\\\u0041"',
    '"\x7f\x80\x9f\xa0\xff"',
    '"\u2028\u2029\ufeff"',
    '"</script><!--"',
    "[[[[[[[[]]]]]]]]",
    '{"a":{"b":{"c":["d"]}}}',
    '["[", "{", ",", ":"]',
    '[""]',
]

INVALID = [
    "",
    " ",
    "\ufeff{}",
    "\xef\xbb\xbf{}",
    "{}\0",
    "\xa0{}",
    "\x0b{}",
    "\x0c{}",
    "{}\x85",
    "nul",
    "nulll",
    "True",
    "undefined",
    "NaN",
    "Infinity",
    "-Infinity",
    "[NaN]",
    "-",
    "+1",
    "01",
    "1.",
    ".5",
    "1e",
    "1e+",
    "0x10",
    "1 2",
    "٣",
    '"',
    '"a',
    '"a\n"',
    '"\t"',
    '"\x1f"',
    '"\\"',
    '"\\x41"',
    '"\\u12"',
    '"\\u12g4"',
    '"\\u 123"',
    '"\\U0041"',
    "'a'",
    "[",
    "]",
    "[,]",
    "[1,]",
    "[1 2]",
    "[1}",
    "[1:2]",
    '["a":1]',
    "{",
    "}",
    "{,}",
    '{"a"}',
    '{"a":}',
    '{"a":1,}',
    '{"a":1]',
    '{"a" 1}',
    '{"a":1 "b":2}',
    "{a:1}",
    "{1:1}",
    '{"a"::1}',
    '"a":1',
    "[]]",
    "{}{}",
    "[] // comment",
    "/* c */ {}",
    "<!-- {} -->",
]


@pytest.mark.rows("text", VALID)
def test_valid(text: str) -> None:
    value = parse_json(text)
    assert value is not None
    assert plain(value) == loads(text)
    assert is_json_text(text)


@pytest.mark.rows("text", INVALID)
def test_invalid(text: str) -> None:
    assert parse_json(text) is None
    assert not is_json_text(text)
    assert not is_valid(text)


def strings(value: JsonValue) -> list[String]:
    """List the strings of a value, including the names of members."""
    match value:
        case String():
            return [value]
        case list():
            return [string for element in value for string in strings(element)]
        case dict():
            pairs = [(member.name, *strings(member.value)) for member in value.values()]
            return [string for pair in pairs for string in pair]
    return []


def test_strings_have_their_offsets() -> None:
    text = ' { "a\\u0062" : [ "", "\\/x" , {"c" :"d"}], "e":"f" } '
    value = parse_json(text)
    assert value is not None
    assert [text[s.start : s.stop] for s in strings(value)] == ["a\\u0062", "", "\\/x", "c", "d", "e", "f"]
    assert all(text[s.start - 1] + text[s.stop] == '""' for s in strings(value))


def test_the_last_of_two_members_counts() -> None:
    value = parse_json('{"a":"1","\\u0061":"2"}')
    assert value == {"a": JsonMember(String(10, 16, "a"), String(19, 20, "2"), [String(2, 3, "a")])}


def test_the_names_that_a_member_overrides_are_kept_in_order() -> None:
    value = parse_json('{"a":1,"b":2,"a":3,"a":4}')
    assert value == {
        "a": JsonMember(String(20, 21, "a"), "4", [String(2, 3, "a"), String(14, 15, "a")]),
        "b": JsonMember(String(8, 9, "b"), "2", []),
    }


def test_what_is_no_object_has_no_members() -> None:
    for text in ("[{}]", '"{}"', "null", "1"):
        assert members_of(parse_json(text)) == {}
    for text in ('{"a":[]}', '"[]"', "null", "1"):
        assert elements(parse_json(text)) == []
    assert members_of(None) == {}
    assert elements(None) == []


def test_every_object_is_found() -> None:
    value = parse_json('[{"a":{"b":1},"c":[[{"d":2}]]},{}]')
    assert value is not None
    assert sorted(map(sorted, objects(value))) == [[], ["a", "c"], ["b"], ["d"]]


OFFSETS = [
    ('"abc"', [1, 2, 3, 4, 4]),
    ('""', [1, 1]),
    ('"\\/a\\u0062c"', [1, 3, 4, 10, 11]),
    ('"\\ud83d\\ude00x"', [1, 13, 14]),
    ('"\\ud83d\\ud83d\\ude00"', [1, 7, 19]),
    ('"\\\\\\"n"', [1, 3, 5, 6]),
]


@pytest.mark.rows(("text", "expected"), OFFSETS)
def test_offsets(text: str, expected: list[int]) -> None:
    string = parse_json(text)
    assert isinstance(string, String)
    assert [offset(text, string, index) for index in range(len(expected))] == expected


SPELLED = [
    ("", ""),
    ("http://h/a?b#c", "http://h/a?b#c"),
    ('"', '\\"'),
    ("\\", "\\\\"),
    ("</script>", "\\u003c/script>"),
    ("<!--", "\\u003c!--"),
    ("\0\t\n\x1f", "\\u0000\\u0009\\u000a\\u001f"),
    ("é😀\u2028", "é😀\u2028"),
    ("\\u0041", "\\\\u0041"),
]


@pytest.mark.rows(("text", "written"), SPELLED)
def test_spelled(text: str, written: str) -> None:
    assert JSON_ESCAPING.encode(text) == written
    assert JSON_ESCAPING.decode(written) == text
    assert json.loads(f'"{written}"') == text


@pytest.mark.rows("written", ["\\ud800", "\\udc00\\ud800", "a\\ud800b", "\ud800"])
def test_a_half_of_a_pair_is_no_scalar_value(written: str) -> None:
    assert re.fullmatch("a?\ufffd+b?", JSON_ESCAPING.decode(written))


@settings(deadline=None)
@given(st.text(st.characters()))
@example("\ud800<")
def test_what_is_spelled_is_harmless(text: str) -> None:
    written = JSON_ESCAPING.encode(text)
    assert parse_json(f'"{written}"') is not None
    assert "<" not in written
    written.encode()


@settings(deadline=None)
@given(st.text())
def test_spelling_is_read_back(text: str) -> None:
    assert JSON_ESCAPING.decode(JSON_ESCAPING.encode(text)) == text
    assert JSON_ESCAPING.decode(json.dumps(text)[1:-1]) == text


# agreement with Python's json

SCALARS = (
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text()
)
TREES = st.recursive(SCALARS, lambda inner: st.lists(inner) | st.dictionaries(st.text(max_size=3), inner))
TEXTS = st.builds(
    lambda tree, indent, ascii_only: json.dumps(tree, indent=indent, ensure_ascii=ascii_only),
    TREES,
    st.sampled_from([None, 0, 2, "\t"]),
    st.booleans(),
)
BITS = [*'[]{},:"\\/-+.eEu019 \t\n\r\0\x1f\x7f\xa0\ufeffé<', "\\u", "\\ud83d", "\\ude00", "\\u0041", '"a":']
BITS += ["true", "false", "null", "NaN", "-Infinity", '"', '""', "[]", "{}", '{"a":', "1.5e3"]
EDITS = st.tuples(st.floats(0, 1), st.integers(0, 3), st.sampled_from(BITS))


def mutated(text: str, edits: list[tuple[float, int, str]]) -> str:
    """Replace characters at some places by something else."""
    for where, count, bit in edits:
        place = int(where * len(text))
        text = text[:place] + bit + text[place + count :]
    return text


def agrees(text: str) -> None:
    value = parse_json(text)
    assert (value is not None) == is_valid(text)
    if value is not None:
        assert plain(value) == loads(text)
        assert all(json.loads(f'"{text[s.start : s.stop]}"') == s.text for s in strings(value))


@settings(deadline=None)
@given(TEXTS)
def test_reads_what_json_writes(text: str) -> None:
    assert parse_json(text) is not None
    agrees(text)


@settings(deadline=None)
@given(st.builds(mutated, TEXTS, st.lists(EDITS, min_size=1, max_size=4)))
def test_agrees_on_mutated_texts(text: str) -> None:
    agrees(text)


@settings(deadline=None)
@given(st.lists(st.sampled_from(BITS)).map("".join))
def test_agrees_on_what_looks_like_json(text: str) -> None:
    agrees(text)


# a megabyte of the worst input
