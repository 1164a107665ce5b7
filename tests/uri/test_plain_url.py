"""What is plain is parsed as the URL parser parses it, and common URLs are plain."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from absolutize.uri.plain_url import PLAIN_BASE, PLAIN_DIRECTORY, is_plain, parse_plain
from absolutize.uri.rules import whatwg

HOSTS = [
    "h",
    "a.example",
    "a_b.c-d.example",
    "H",
    "1.2",
    "a.1",
    "a.1b",
    "0x1",
    "h:80",
    "h:8080",
    "u@h",
    "xn--a",
    "a.xn--a",
    "ab--c",
    "a-",
    "_a",
    "a.",
    "é",
    "",
]
PATHS = [
    "/",
    "/a",
    "/a/",
    "/a.b/c.html",
    "/.",
    "/..",
    "/a/../b",
    "/a/./",
    "/...",
    "/.a/",
    "/a//b",
    "/%61",
    "/a/%2e/",
    "/a b",
    "/{a}",
    "/a|b",
    "/a^b",
    "/a'b",
    "/a\\b",
    "",
    "/~a/@b;c=1,d!(e)*$&+",
]
QUERIES = ["", "?", "?a=1&b=2", "?a'b", "?a b", "?/../", "?a?b", "#f", "?a#f", "?é"]
BASES = [
    f"{scheme}://{host}{path}{query}"
    for scheme, host, path, query in product(["http", "https"], HOSTS, PATHS, QUERIES)
]
BASES += [
    "HTTP://h/",
    "httpS://h/",
    "ftp://h/",
    "ws://h/",
    "file://h/",
    "x://h/",
    "http:h/",
    "http:/h/",
    "//h/",
]
REFERENCES = [
    "a",
    "a/",
    "a/b.html",
    "a.b/c/",
    "../a",
    "a/../b",
    "a/.",
    "a/..",
    "..",
    ".",
    "...",
    ".a",
    "a/.b",
    "a//b",
    "/a",
    "",
    "a:b",
    "a?b",
    "a#b",
    "%61",
    "a b",
    "é",
    "a\\b",
    "~a/@b;c=1,d!(e)*$&+",
    "a'b",
    "a|b",
    " a",
    "a\n",
]


@pytest.mark.rows("base", BASES, ids=ascii)
def test_a_plain_url_is_as_the_parser_serialises_it(base: str) -> None:
    assert_parsed(base, None)
    for reference in REFERENCES:
        assert_parsed(reference, base)


def assert_parsed(reference: str, base: str | None) -> None:
    plain = parse_plain(reference, base)
    assert plain is None or plain == whatwg.parse_url(reference, base), reference


def test_a_long_base_is_left_to_the_parser() -> None:
    base = f"http://h/{'d' * 1015}"
    assert parse_plain("x", base) == "http://h/x"
    assert parse_plain("x", f"{base}d") is None


CHARACTERS = st.text(st.sampled_from("aZ1.-_~/?#:@%{}|^`'\"\\ é2eEx"), max_size=12)


@given(CHARACTERS, CHARACTERS, CHARACTERS)
def test_any_plain_url_is_as_the_parser_serialises_it(host: str, rest: str, reference: str) -> None:
    base = f"http://h{host}/{rest}"
    assert_parsed(base, None)
    assert_parsed(reference, base)


@pytest.mark.parametrize("base", ["http://h/", "https://a.example/d/e.html?q=1", "http://a-b.example/d/"])
@pytest.mark.parametrize("reference", ["x", "d/", "d/e_1.html", "a/b/c-d.min.js"])
def test_common_urls_are_plain(base: str, reference: str) -> None:
    assert parse_plain(base) == base
    assert parse_plain(reference, base) == whatwg.parse_url(reference, base)


NOT_PLAIN = [
    "", "/", "//h/", "http:", "http://", "http:///", "http:h/", "ftp://h/", "HTTP://h/",
    "http://xn--a/", "http://a.XN--b/", "http://1.2/", "http://a.1/", "http://h.0x1/", "http://h:80000/",
    "http://u@h/", "http://h:/", "http://-h/", "http://h\\a", "http://h a/", "http://\u00e9/",
    "http://h/.", "http://h/..", "http://h/./", "http://h/../a", "http://h/a/./b", "http://h/a/../b",
    "http://h/.?q", "http://h/..?q", "http://h/a/.#f", "http://h/a/..#f", "http://h/a/%2e/", "http://h/a/%2E%2e",
    "http://h/a b", "http://h/a\\b", 'http://h/a"b', "http://h/a<b", "http://h/a\tb",
    "http://h/a#f", "http://h/a?b#f", "http://h/a?b\\c", "http://h/a?b c", "http://h/\u00e9", "http://h/?\u00e9",
]  # fmt: skip


@pytest.mark.rows("url", NOT_PLAIN, ids=ascii)
def test_what_is_not_plain(url: str) -> None:
    assert not is_plain(url)
    assert parse_plain(url) is None


# a base, whether it is plain, and whether its directory is
DIRECTORIES = [
    ("http://h", True, False),
    ("http://h/", True, True),
    ("http://h?q", True, False),
    ("http://h:8080/a/b?q", True, True),
    ("http://1.2.3.4/a/b", True, True),
    ("http://h/a/b c", False, True),
    ("http://h/a/\u00e9?\u00e9 ", False, True),
    ("http://h/a/b%2", True, True),
    ("http://h/a/b%2e", False, False),
    ("http://h/a/.", False, False),
    ("http://h/a/..", False, False),
    ("http://h/a/.b c", False, True),
    ("http://h/./b c", False, False),
    ("http://h/../b c", False, False),
    ("http://h/a b/c", False, False),
    ("http://h/a/b\\c d", False, False),
    ("http://h/a/b\n", False, False),
    ("http://h/a/b?c\n", False, False),
    ("http://h/a/b c#f", False, False),
    ("http://u@h/a/b", False, False),
    ("ftp://h/a/b", False, False),
]


@pytest.mark.rows(("base", "plain", "directory"), DIRECTORIES, ids=ascii)
def test_which_bases_have_a_plain_directory(base: str, plain: bool, directory: bool) -> None:
    assert (PLAIN_BASE.fullmatch(base) is not None) == plain
    assert (PLAIN_DIRECTORY.fullmatch(base) is not None) == directory
