"""What a browser reads, where the URL parser is not asked."""

from __future__ import annotations

import itertools
from types import SimpleNamespace

import pytest

import absolutize
from absolutize.uri.rules import whatwg
from absolutize.uri.rules.whatwg import browser_parse, parse_url
from tests.support.timing import assert_linear

PIECES = ("", " ", "\t", "#", "x", "/", "?q", "foo", ":")
BASES = ("mailto:a", "foo:", "foo:?q", "foo:\t/a", " foo:a", "http:a", "foo:/a", "FOO:a b")


@pytest.mark.parametrize("base", BASES)
def test_a_base_with_an_opaque_path(base: str) -> None:
    for pieces in itertools.product(PIECES, repeat=3):
        reference = "".join(pieces)
        assert browser_parse(reference, base) == parse_url(reference, base), reference


def test_ada_url_1_which_resolves_a_fragment_below_an_opaque_base_is_not_asked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(whatwg, "_ada", lambda: SimpleNamespace(join_url=lambda *_: "foo:/x#"))
    assert parse_url("x#", "foo:a") is None


SCHEMES = [  # a text, and its scheme, as the URL parser reads it or as it is written
    ("http://h/", "http"),
    (" HTTP://h/", "http"),
    ("ht\ntp:h", "http"),
    ("http://[", "http"),
    ("mailto:x", "mailto"),
    ("//h/", None),
    ("1:x", None),
]


@pytest.mark.rows(("text", "scheme"), SCHEMES)
def test_the_scheme_of_a_text(text: str, scheme: str | None) -> None:
    assert whatwg.RULE_SET.scheme_of(text) == scheme


BEFORE_PATH = [
    *("http://h", "HTTP://u@h:80", "https://\u00e9", "http://a b", " http://h", "h\tttp:h"),
    *("file://", "file://h", "foo://h", "foo:"),
]
PATHS = [
    *("", "/", "/a/b", "/C:/d", "/C|/d", "/./C:/d", "/a/../C:/d"),
    *("\\\\x", "/a b ", "/\u00e9", "//C:/d", "/%2e/d"),
]
BEHIND_PATH = ["", " ", "?q'", "? ", "?a:b#f", "#f", " #f"]
READ_BELOW = [
    *("x", "/x", "//i/x", "/", "//", "\\x", "\\\\i\\x", "./x", "../x", "..", "?q", "#f", "", " ", "/C:/x"),
    *("C:/x", "//C:/x", "x:y", "http:x", "http:/x", "http://g/x", "http:\\x", "http:?x", "http:#x", "http:"),
    *("file:x", "file:/x", "file://x", "file:", "foo:x", "foo:/x", "foo://x/y", "/\tx", "\t/x", " /x"),
    *("/.//x", "%2e%2e/x", "~", "-", "\u00e9", "/x?y:z", "x?y:z", "x#:", "/\\x", "//a b/", "//?x", "///x"),
    *("\0/x", "/ /x", "C|/x"),
]


def answers_below(base: str) -> list[tuple[str, str | None, str | None]]:
    return [(each, parse_url(each, base), browser_parse(each, base)) for each in READ_BELOW]


@pytest.mark.rows("base", map("".join, itertools.product(BEFORE_PATH, PATHS, BEHIND_PATH)), ids=ascii)
def test_of_a_long_base_is_read_what_matters(base: str) -> None:
    """The answers are those below the whole base: these are so short that the parser gets all of them."""
    if browser_parse(base) is None:
        return  # no base
    whole = answers_below(base)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(whatwg, "LONGEST_BASE", 0)
        assert answers_below(base) == whole


SLASHES_OF_FILE = [  # a reference, a base, and what Chromium reads
    ("file://////a", None, "file:///a"),
    (" file://////a", None, "file:///a"),
    ("\tf\nile:/\t/\r\\///a", None, "file:///a"),
    ("\0 FILE:////", None, "file:///"),
    ("file:///a", None, "file:///a"),
    ("////a", "file:///x/y", "file:///a"),
    (" \n/\t///a", "file:///x/y", "file:///a"),
    (" file:////a", "http://h/", "file:///a"),
    ("y", " file:////a/x", "file:///a/y"),
    ("y", "file:////a/x", "file:///a/y"),
    (" http:////a", "file:///x/y", "http://a/"),
    ("a////b", "file:///x/y", "file:///x/a////b"),
]


@pytest.mark.rows(("reference", "base", "url"), SLASHES_OF_FILE)
def test_behind_file_are_at_most_three_slashes(reference: str, base: str | None, url: str) -> None:
    """Blanks in front of a URL, and tabs and newlines anywhere, are removed before (URL Standard 4.4)."""
    assert browser_parse(reference, base) == url


def below_an_opaque_base(count: int) -> str:
    links = "".join(f"<a href=x{number}>" for number in range(count))
    return f"<base href='mailto:{'a' * 200 * count}'>{links}"


def test_references_below_an_opaque_base_take_linear_time() -> None:
    assert_linear(lambda document: absolutize.rewrite(document, "http://h/"), below_an_opaque_base)
