"""Appendices E and F: references in running text."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import absolutize
from tests.support.vectors import rows


def found(text: str, base: str | None = None) -> list[str]:
    return [reference.reference for reference in absolutize.references_in(text, base)]


@pytest.mark.rows("row", [pytest.param(row, id=row["text"][:60]) for row in rows("plaintext")])
def test_every_row_of_the_plain_texts(row: dict[str, Any]) -> None:
    """Rows may have a second reading, for a hyphen at the end of a line."""
    references = list(absolutize.references_in(row["text"]))
    assert [reference.reference for reference in references] == row["expected"]
    alternatives = [reference.alternative for reference in references if reference.alternative]
    assert alternatives == row.get("expected_alt", [])
    assert all(row["text"][start:stop] == raw for start, stop, raw, *_ in references)


TEXTS = [
    ("see http://a/b, or http://a/c.", ["http://a/b", "http://a/c"]),
    ("(http://a/b) [http://a/c]", ["http://a/b", "http://a/c"]),
    ("http://a/b_(c) and (http://a/d_(e))!", ["http://a/b_(c)", "http://a/d_(e)"]),
    ('"http://a/\n  b"', ["http://a/b"]),
    ('"http://a/b c"', ["http://a/bc"]),
    ('"http://a/b\n c d"', ["http://a/bcd"]),
    ('"so" http://a is "what" I mean', ["http://a"]),
    ('href="http://a/b c"', ["http://a/bc"]),
    ('He said "so", see http://a', ["http://a"]),
    ("<http://a/#f>, <URL:http://b>", ["http://a/#f", "http://b"]),
    ("url: http://a", ["http://a"]),
    ("<URL:any thing>", ["anything"]),
    ("<b>http://a</b> and <dc:title>", ["http://a", "dc:title"]),
    ("see: //x and a:b and 12:30", []),
    ("mailto:a@b.c, news:comp.x; urn:a:b", ["mailto:a@b.c", "news:comp.x", "urn:a:b"]),
    ("<http://a/b", ["http://a/b"]),
    ('"http://a/b', ["http://a/b"]),
    ("< http://a/ b >", ["http://a/b"]),
    ("xhttp://a", ["xhttp://a"]),
    ("www.w3.org/Addressing/, www.w3.org.", ["http://www.w3.org/Addressing/", "http://www.w3.org"]),
    ("<www.w3.org/ Addressing/>", ["http://www.w3.org/Addressing/"]),
    ("http://a/www.b.c and x@www.b.c", ["http://a/www.b.c", "http://www.b.c"]),
    ("www.x", []),
    ("\u201cwww.a.b\u201d, www.a.b\u2026 www.a.b\u3001x, `www.a.b`, www.a.b</p>", 5 * ["http://www.a.b"]),
    ("www.a.b@c www.a.b_c www.a.b=c www.a.b\u00e9", []),
    ("http://", ["http://"]),
    ("HTTP://A", ["HTTP://A"]),
    ("<tel:+1-2>, < about:blank >, <a:>, <note: it>, <12:30>", ["tel:+1-2", "about:blank"]),
    ("file:/etc/passwd, file:x", ["file:/etc/passwd"]),
    ("\u201chttp://a/b\u201d \u2018http://c\u2019", ["http://a/b", "http://c"]),
    ("`http://a/b` http://c|http://d", ["http://a/b", "http://c", "http://d"]),
    ("http://a/b\u3002http://c\uff0c", ["http://a/b", "http://c"]),
    ("[http://a/b](http://c/d)", ["http://a/b", "http://c/d"]),
    ("http://[::1]/a[0]", ["http://[::1]/a[0]"]),
    ("at 'http://a/b'", ["http://a/b"]),
    ("nntp:a.b/12", ["nntp:a.b/12"]),
    ('(see "x")"http://a/b c"', ["http://a/b"]),
    ("-http://a +http://b ...http://c 1.http://d", ["http://a", "http://b", "http://c", "http://d"]),
    ("a+http://b 1a-http://c", ["a+http://b", "a-http://c"]),
    (".www.a.b -www.a.b", []),
    ("*http://a/b*, **http://a/c.** ~~http://f~~", ["http://a/b", "http://a/c", "http://f"]),
    (
        "http://a/* **http://b/*** *http://c_ http://d/__",
        ["http://a/*", "http://b/*", "http://c_", "http://d/__"],
    ),
    ("http://a/\u00e9\u4e2d", ["http://a/\u00e9\u4e2d"]),
    ("", []),
]


@pytest.mark.rows(("text", "expected"), TEXTS)
def test_delimiters_are_no_part_of_it(text: str, expected: list[str]) -> None:
    assert found(text) == expected


def test_an_abbreviation_is_completed_only_without_a_base() -> None:
    """F: "abbreviated URI references cannot be used in contexts where relative URIs are expected"."""
    assert found("www.w3.org/Addressing/ http://a", "http://h/") == ["http://a"]
    assert found("<URL:www.w3.org>", "http://h/") == ["www.w3.org"]  # a relative path, which is marked as one
    assert found("<URL:www.w3.org>") == ["http://www.w3.org"]


def test_both_readings_of_a_hyphen() -> None:
    [reference] = absolutize.references_in("<http://a/b-\r\n c-d- \n e>")
    assert reference.reference == "http://a/b-c-d-e"
    assert reference.alternative == "http://a/bc-de"
    assert reference.raw == "http://a/b-\r\n c-d- \n e"
    [reference] = absolutize.references_in("<http://a/b-\rc>")
    assert (reference.reference, reference.alternative) == ("http://a/b-c", "http://a/bc")


LINE_ENDS = ("\n", "\r\n", "\r", *"\v\f\x1c\x1d\x1e\x85\u2028\u2029")
BROKEN = [  # an undelimited URI broken behind a hyphen; its two readings
    ("see http://a/b-\n  c/d for", "http://a/b-c/d", "http://a/bc/d"),
    ("see http://a/b- \r\nc-\rd, so", "http://a/b-c-d", "http://a/bcd"),
    ("www.x.y/b-\nc", "http://www.x.y/b-c", "http://www.x.y/bc"),
    *((f"http://a/b-{end}c", "http://a/b-c", "http://a/bc") for end in LINE_ENDS),
    *((f"<http://a/b- {end} c>", "http://a/b-c", "http://a/bc") for end in LINE_ENDS),
    ("<http://a/b-\xa0c>", "http://a/b-c", None),
    ("http://a/b-\n\nAnother paragraph", "http://a/b-", None),
    ("http://a/b-\u2029\u2029Another paragraph", "http://a/b-", None),
    ("http://a/b-\n(http://c)", "http://a/b-", None),
    ("http://a/b-\nhttp://c", "http://a/b-", None),
    ("http://a/b-\nwww.x.yy/", "http://a/b-", None),
    ("http://a/b - \nc", "http://a/b", None),
    ("http://a/b\nc", "http://a/b", None),
]


@pytest.mark.rows(("text", "kept", "dropped"), BROKEN)
def test_a_line_break_behind_a_hyphen_without_delimiters(text: str, kept: str, dropped: str | None) -> None:
    """E: "the interpreter of a URI containing a line break immediately after a hyphen should ignore"."""
    first = next(absolutize.references_in(text))
    assert (first.reference, first.alternative) == (kept, dropped)
    assert text[first.start : first.stop] == first.raw


TYPED = [
    (" <URL: http://a/ b\n> ", "http://a/b"),
    ('"http://a"', "http://a"),
    ("http://a", "http://a"),
    ("url:http://a", "http://a"),
    ("<", "<"),
    ('"', '"'),
    ("", ""),
    ("a b", "ab"),
]


@pytest.mark.rows(("typed", "expected"), TYPED)
def test_what_a_user_types_is_unwrapped(typed: str, expected: str) -> None:
    assert absolutize.unwrap(typed) == expected


PIECES = st.sampled_from(
    ["http://a", "mailto:b@c", "www.d.e", "<", ">", '"', " ", "\n", "-", ".", ")", "(", "URL:", "x"]
)


@given(text=st.lists(PIECES, max_size=14).map("".join))
def test_spans_are_in_order_and_have_the_text_that_is_there(text: str) -> None:
    end = 0
    for start, stop, raw, reference, _ in absolutize.references_in(text):
        assert end <= start < stop
        assert text[start:stop] == raw
        assert "".join(raw.split()) == reference.removeprefix("http://" if raw.startswith("www") else "")
        end = stop


@given(text=st.lists(st.sampled_from("abc:/-.#?%"), max_size=20).map("".join))
def test_a_reference_in_brackets_is_found_whole(text: str) -> None:
    assert found(f"x <http://{text}> y") == [f"http://{text}"]
