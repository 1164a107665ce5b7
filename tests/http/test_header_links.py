"""Links in header fields: every shape in RFC 8288, compared with other parsers."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import absolutize
import absolutize.archive
import absolutize.lxml
from absolutize.http.header_links import header_links

URL = "http://h/d/p?q"

LINKS = [  # a Link field, and the references and rels in it
    ("", []),
    ("<a>", [("a", "")]),
    ('<a>; rel="next"', [("a", "next")]),
    ("<a>;rel=next , <b> ;rel = prev", [("a", "next"), ("b", "prev")]),
    ("<a>; rel='next'", [("a", "'next'")]),
    ('<a>; REL="Next  Prev"; rel=up', [("a", "next prev")]),
    ('<a>; title="x; rel=y, <z>"; rel=next', [("a", "next")]),
    (r'<a>; title="\"; rel=\"y"; rel="n\ext"', [("a", "next")]),
    ("<a>; title; rel", [("a", "")]),
    ("<a>; title*=UTF-8'de'%c3%bc; rel=x", [("a", "x")]),
    ("<a,b;c>; rel=x", [("a,b;c", "x")]),
    (",, <a> ,, <b>,", [("a", ""), ("b", "")]),
    ("<a>; rel=x junk, <b>", [("a", "x"), ("b", "")]),
    ("<a>;;rel=x;", [("a", "x")]),
    ("<a>; =x; rel=y", [("a", "y")]),
    ('<a>; ="x; rel=z, <b>" ; =; rel=y, <c>; = ; rel=z', [("a", "y"), ("c", "z")]),
    ('<a>; rel="x', [("a", "x")]),
    ('<a>; rel="x, <b>', [("a", "x, <b>")]),
    ("< a >", [("a", "")]),
    ("<a", []),
    ("a, <b>", []),
    ("<a>; rev=x", [("a", "")]),
    ('<a>; anchor="#x"; rel=y', [("a", "y")]),
]


def found(name: str, value: str, **options: Any) -> list[tuple[str, str]]:
    return [(link.reference, link.rel) for link in header_links([(name, value)], URL, options)]


@pytest.mark.rows(("value", "expected"), LINKS)
def test_link(value: str, expected: list[tuple[str, str]]) -> None:
    assert found("link", value) == expected


def test_requests_reads_the_same() -> None:
    their = pytest.importorskip("requests.utils", reason="requests is not installed")
    for value in ('<a>; rel="next"', '<a>; rel="next", <b>; rel="prev"', "<a>"):
        parsed = [(each["url"], each.get("rel", "")) for each in their.parse_header_links(value)]
        assert found("link", value) == parsed


OTHERS = [
    ("refresh", "0; url=x", [("x", "")]),
    ("refresh", "0;URL='x y'z", [("x y", "")]),
    ("refresh", "3", []),
    ("location", "x y", [("x y", "")]),
    ("location", "", [("", "")]),
    ("set-cookie", "<x>", []),
]


@pytest.mark.rows(("name", "value", "expected"), OTHERS)
def test_other_fields(name: str, value: str, expected: list[tuple[str, str]]) -> None:
    assert found(name, value) == expected


ANCHORS = [  # a Link field, and the contexts of its links (RFC 8288 3.2)
    ("<a>; rel=x", [None]),
    ('<a>; anchor="#x"; rel=y', [f"{URL}#x"]),
    ('<a>; rel=y; ANCHOR=/z, <b>; anchor="http://o/"', ["http://h/z", "http://o/"]),
    ('<a>; anchor="../y"; anchor="z"', ["http://h/y"]),
    ("<a>; anchor", [URL]),
    ('<a>; anchor="http://["', ["http://["]),
]


@pytest.mark.rows(("value", "expected"), ANCHORS)
def test_an_anchor_is_the_context_of_a_link_and_changes_no_target(
    value: str, expected: list[str | None]
) -> None:
    links = list(header_links([("link", value)], URL, {}))
    assert [link.context for link in links] == expected
    assert links[0].target == "http://h/d/a"


def test_what_the_response_is_part_of_is_no_base_of_its_header() -> None:
    (link,) = header_links([("link", "<a>")], URL, {"encapsulating": "http://e/"})
    assert link.target == "http://h/d/a"


def test_without_a_url_they_stay_relative() -> None:
    header = [("link", "<a>, <http://h/b>")]
    links = [(link.target, link.code) for link in header_links(header, None, {})]
    assert links == [(None, "no-base"), ("http://h/b", "absolute")]
    (first, _) = header_links(header, None, {"default": "http://e/"})
    assert first.target == "http://e/a"


@pytest.mark.rows(
    "pattern", ["<a>,", '<a>;x="', "<a>;rel=", ";", '<a>;a="\\', "<a;", "<a>;a=b;", "<a>;=", "<a>; = ;"]
)
def test_they_take_linear_time(pattern: str) -> None:
    assert len(list(header_links([("link", pattern * 10_000)], URL, {}))) <= 10_000


# --- URL objects ------------------------------------------------------------------------------


@pytest.mark.parametrize("library", ["httpx", "yarl"])
def test_url_objects_are_taken_for_urls(library: str) -> None:
    url = pytest.importorskip(library, reason=f"{library} is not installed").URL("http://h/é/p?q")
    expected = f"<a href={str(url).rpartition('/')[0]}/x>".encode()
    assert absolutize.rewrite(b"<a href=x>", url) == expected
    assert absolutize.rewrite(b"<a href=x>", default=url, charset="utf-8") == expected
    assert absolutize.base_uri("", encapsulating=url) == (str(url), "encapsulating")
    assert [link.target for link in absolutize.links("<a href=?y>", url)] == [str(url).replace("?q", "?y")]
    assert absolutize.join(url, "/x") == "http://h/x"
    assert absolutize.resolve("/x", url) == absolutize.resolve("/x", base=url) == "http://h/x"
    assert absolutize.resolve(type(url)("/x"), url) == "http://h/x"
    assert absolutize.canonical_url(url, "standard") == "http://h/%C3%A9/p?q"
    assert absolutize.lxml.make_links_absolute("<a href=/x>", url) == '<a href="http://h/x"></a>'
    assert absolutize.lxml.rewrite_links("<a href=/x>", str, base_href=url) == '<a href="http://h/x"></a>'


@pytest.mark.parametrize("library", ["httpx", "yarl"])
@pytest.mark.parametrize("name", ["root", "default", "urls"])
def test_url_objects_are_taken_for_those_of_archives(library: str, name: str, tmp_path: Path) -> None:
    (tmp_path / "p.html").write_text("<a href=/x>")
    url = pytest.importorskip(library, reason=f"{library} is not installed").URL("http://h/")
    options: Any = {name: {"p.html": url} if name == "urls" else url}
    assert [found.link.target for found in absolutize.archive.links(tmp_path, **options)] == ["http://h/x"]
    assert [found.link.target for found in absolutize.archive.links(b"<a href=/x>", url)] == ["http://h/x"]


class NoUrl:
    """An object with attributes of a URL, whose text is no URL."""

    scheme, host = "http", "h"


def test_other_objects_are_refused() -> None:
    for given in (NoUrl(), b"http://h/", 5):
        with pytest.raises(TypeError, match=f"^url must be a str, not {type(given).__name__}$"):
            absolutize.rewrite(b"", given)  # type: ignore[arg-type]
        with pytest.raises(TypeError, match=f"^base must be a str, not {type(given).__name__}$"):
            absolutize.join(given, "x")  # type: ignore[arg-type]
