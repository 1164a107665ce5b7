"""Queries of trees are encoded in the encoding of the parsed document."""

from __future__ import annotations

import html
from collections.abc import Callable
from functools import partial
from typing import Any

import lxml.html
import pytest
from bs4 import BeautifulSoup
from lxml import etree
from lxml.html import html5parser

import absolutize
from tests.trees.builders import (
    HTML_TREES,
    SOUPS,
    URL,
    Make,
    elements,
    every_html_tree,
    every_tree,
    html_of,
    targets,
    values,
)

# The rule set "whatwg" encodes queries in the document's encoding.
CYRILLIC = '<html><head><meta charset="windows-1251"></head><body><a href="/x?\u0434">1</a></body></html>'
IN_BYTES = CYRILLIC.encode("windows-1251")
queried = partial(targets, rules="whatwg")
QUERY = "http://h.example/x?%E4"

FROM_BYTES: dict[str, Callable[..., Any]] = {
    **{kind: HTML_TREES[kind] for kind in (*SOUPS, "lxml-html", "lxml-html-tree", "lxml-etree-html")},
}


@pytest.mark.rows("make", [*FROM_BYTES.values(), html5parser.document_fromstring])
def test_queries_are_read_in_the_encoding_the_document_came_in(make: Callable[..., Any]) -> None:
    """HTML Standard 2.4.3: the target depends on the encoding; a part of a tree has its document's."""
    assert queried(IN_BYTES) == [QUERY]
    tree = make(IN_BYTES)
    assert queried(tree) == [QUERY]
    assert queried(elements(tree)[-1]) == [QUERY]


OF_CODECS = {  # Python's names of encodings: a character, and its form in a query
    "latin-1": ("\u00e9", "%E9"),
    "iso8859_15": ("\u00e9", "%E9"),
    "iso8859_5": ("\u0434", "%D4"),
    "cp874": ("\u0e01", "%A1"),
    "mac-roman": ("\u00e9", "%8E"),
    "cp932": ("\u65e5", "%93%FA"),
    "cp949": ("\ud55c", "%C7%D1"),
    "euc_kr": ("\ud55c", "%C7%D1"),
    "euc_jp": ("\u65e5", "%C6%FC"),
    "euc_jis_2004": ("\u65e5", "%C6%FC"),
    "iso2022_jp": ("\u65e5", "%1B$BF|%1B(B"),
    "big5hkscs": ("\u4e2d", "%A4%A4"),
    "utf_8_sig": ("\u4e2d", "%E4%B8%AD"),
}


@pytest.mark.rows("codec", OF_CODECS)
def test_beautiful_soup_may_name_a_codec_of_python(codec: str) -> None:
    """A soup keeps the name of the encoding that it was given."""
    character, query = OF_CODECS[codec]
    soup = BeautifulSoup(f"<a href='/x?{character}'>".encode(codec), "html.parser", from_encoding=codec)
    assert soup.original_encoding == codec
    assert queried(soup) == [f"http://h.example/x?{query}"]


OF_PARSERS = ["cp932", "cp874", "cp949", "big5hkscs"]


@pytest.mark.rows("codec", OF_PARSERS)
def test_a_parser_of_lxml_may_name_a_codec_of_python(codec: str) -> None:
    character, query = OF_CODECS[codec]
    parser = etree.HTMLParser(encoding=codec)
    tree = etree.fromstring(f"<a href='/x?{character}'>x</a>".encode(codec), parser)
    assert queried(tree) == [f"http://h.example/x?{query}"]


LATIN_1 = b"<a href='/x?\xe9'>1</a>"
OF_LATIN_1 = {  # the encoding that the parser of lxml is given, the option charset, and the query
    "nothing": (None, None, "%C3%A9"),
    "ISO-8859-1": ("iso-8859-1", None, "%C3%A9"),
    "ISO-8859-1, by charset": (None, "iso-8859-1", "%E9"),
    "ISO-8859-1, by both": ("iso-8859-1", "iso-8859-1", "%E9"),
    "windows-1252": ("windows-1252", None, "%E9"),
    "another label": ("latin1", None, "%E9"),
}


@pytest.mark.rows("name", OF_LATIN_1)
def test_iso_8859_1_counts_for_nothing_in_lxml(name: str) -> None:
    """lxml also reports ISO-8859-1 for pages that declare no encoding, and these cannot be distinguished."""
    encoding, charset, query = OF_LATIN_1[name]
    tree = etree.fromstring(LATIN_1, etree.HTMLParser(encoding=encoding))
    options = {} if charset is None else {"charset": charset}
    assert queried(tree, **options) == [f"http://h.example/x?{query}"]


@pytest.mark.rows("kind", [*SOUPS, "lxml-html", "lxml-html5"])
def test_queries_are_read_in_the_encoding_that_text_declares(kind: str) -> None:
    """For a tree made of a str, the META counts as it does for links(str)."""
    assert queried(CYRILLIC) == [QUERY]
    assert queried(HTML_TREES[kind](CYRILLIC)) == [QUERY]


@every_tree
def test_queries_of_text_without_a_declaration_are_utf_8(make: Make) -> None:
    """As for links(str): text has no encoding."""
    text = '<html><body><a href="/x?\u00e9">1</a></body></html>'
    assert queried(text) == ["http://h.example/x?%C3%A9"]
    assert queried(make(text)) == ["http://h.example/x?%C3%A9"]


@every_html_tree
def test_charset_tells_the_encoding_of_any_tree(make: Make) -> None:
    """Contract: the option charset."""
    tree = make('<html><body><a href="/x?\u0434">1</a></body></html>')
    assert queried(tree, charset="cp1251") == [QUERY]
    assert queried(tree, charset="koi8-r") == ["http://h.example/x?%C4"]
    assert queried(tree, charset="utf-16") == ["http://h.example/x?%D0%B4"]


@pytest.mark.rows("kind", FROM_BYTES)
def test_a_charset_that_no_one_knows_is_ignored(kind: str) -> None:
    """As for bytes: an unknown label names no encoding (Encoding Standard 4.2)."""
    assert queried(IN_BYTES, charset="text/html; charset=bogus") == [QUERY]
    assert queried(FROM_BYTES[kind](IN_BYTES), charset="text/html; charset=bogus") == [QUERY]


BEYOND_ASCII = {  # markup in windows-1252, and its part that is to be in the serialised tree
    "href": ('<a href="?é">', 'href="http://h.example/a/b/page.html?%E9"'),
    "src": ('<img src="x?é=è#s">', 'src="http://h.example/a/b/x?%E9=%E8#s"'),
    "action": ('<form action="/?é &quot;">', 'action="http://h.example/?%E9%20%22"'),
    "absolute": ('<a href="http://o.example/?é">', 'href="http://o.example/?%E9"'),
    "absolute, upper case": ('<a href="HTTP://o.example/?é">', 'href="HTTP://o.example/?%E9"'),
    "lacking in the encoding": ('<a href="?&#1076;">', 'href="http://h.example/a/b/page.html?%26%231076%3B"'),
    "list": ('<a ping="http://o.example/?é y">', 'ping="http://o.example/?%E9 http://h.example/a/b/y"'),
    "image candidates": ('<img srcset="?é 2x">', 'srcset="http://h.example/a/b/page.html?%E9 2x"'),
    "absolute candidates": ('<img srcset="http://o.example/?é 2x">', 'srcset="http://o.example/?%E9 2x"'),
    "declarations": ('<p style="b:url(?é)">', 'style="b:url(http://h.example/a/b/page.html?é)"'),
    "absolute declaration": ('<p style="b:url(http://o.example/?é)">', 'style="b:url(http://o.example/?é)"'),
    "style sheet": ("<style>a{b:url(?é)}</style>", "url(http://h.example/a/b/page.html?%E9)"),
    "absolute in a style sheet": (
        "<style>a{b:url('http://o.example/?é')}</style>",
        "'http://o.example/?%E9'",
    ),
    "refresh": ('<meta http-equiv="refresh" content="0;url=http://o.example/?é">', "http://o.example/?%E9"),
}
WRITTEN_IN = ("utf-8", "windows-1252", "iso-8859-2", "ascii")


@pytest.mark.rows("kind", [*SOUPS, "lxml-html"])
@pytest.mark.rows(("markup", "written"), BEYOND_ASCII.values(), ids=BEYOND_ASCII)
def test_a_query_is_the_same_in_whatever_encoding_a_tree_is_written(
    kind: str, markup: str, written: str
) -> None:
    """Text is encoded by bs4 and lxml, as the caller says; lxml's serialiser escapes URLs as UTF-8."""
    data = f"<html><head><meta charset='windows-1252'></head><body>{markup}</body></html>".encode("cp1252")
    expected = [link.request_url for link in absolutize.links(data, URL)]
    tree = absolutize.rewrite(HTML_TREES[kind](data), URL)
    assert html.unescape(written) in html.unescape(html_of(tree))
    for encoding in WRITTEN_IN:
        serialise = tree.encode if kind in SOUPS else partial(lxml.html.tostring, tree)
        document = serialise(encoding=encoding)
        assert [link.request_url for link in absolutize.links(document, charset=encoding)] == expected
        assert absolutize.rewrite(document, charset=encoding) == document


IMPORTED = {  # a style sheet in windows-1252, and what is written
    "a string": ("@import '?é';", "@import 'http://h.example/a/b/page.html?%C3%A9';"),
    "by url()": ("@IMPORT/**/url( ?é );", "@IMPORT/**/url( http://h.example/a/b/page.html?%C3%A9 );"),
    "absolute": ("@import url('http://o.example/?é')", "@import url('http://o.example/?%C3%A9')"),
    "no import": ("@imports '?é';a{b:url(?é)}", "@imports '?é';a{b:url(http://h.example/a/b/page.html?%E9)}"),
}


@pytest.mark.rows("kind", [*SOUPS, "lxml-html"])
@pytest.mark.rows(("sheet", "written"), IMPORTED.values(), ids=IMPORTED)
def test_the_query_of_an_import_is_in_utf_8(kind: str, sheet: str, written: str) -> None:
    """So it is in every browser, whatever the encoding of the sheet (CSS Values 4)."""
    data = f"<html><head><meta charset='windows-1252'><style>{sheet}</style></head></html>".encode("cp1252")
    tree = absolutize.rewrite(HTML_TREES[kind](data), URL)
    assert f"<style>{written}</style>" in html_of(tree)


@pytest.mark.rows("rules", absolutize.RULE_SETS)
@pytest.mark.rows("kind", [*SOUPS, "lxml-html"])
def test_the_query_of_an_absolute_url_is_encoded_by_every_rule_set(kind: str, rules: str) -> None:
    """Nothing else of it changes; the target of the URL Standard is spelled in another way."""
    data = "<meta charset=windows-1252><a href='HTTP://o.example/a/../?é'>1</a>".encode("cp1252")
    tree = absolutize.rewrite(HTML_TREES[kind](data), URL, rules=rules)
    assert 'href="HTTP://o.example/a/../?%E9"' in html_of(tree)


LEFT_BEYOND_ASCII = {
    "path": '<a href="http://o.example/é?e#é"></a>',
    "fragment": '<a href="#é?é"></a>',
    "ws": '<a href="ws://o.example/?é"></a>',
    "mailto": '<a href="mailto:é?é"></a>',
    "placeholder": '<a href="{{x}}?é"></a>',
    "base": '<base href="http://o.example/?é"/>',
    "import map": '<script type="importmap">{"imports": {"a": "http://o.example/?é"}}</script>',
    "no reference": '<meta content="Who is é?é /" property="article:author"/>',
}


@pytest.mark.rows("markup", LEFT_BEYOND_ASCII.values(), ids=LEFT_BEYOND_ASCII)
def test_what_is_read_in_utf_8_stays_as_it_is(markup: str) -> None:
    """URL Standard 4.4: paths, fragments, and queries of other schemes are in UTF-8 in any document."""
    tree = BeautifulSoup(markup, "html.parser")
    assert str(absolutize.rewrite(tree, URL, charset="windows-1252")) == markup


def test_without_a_base_a_query_is_spelled_as_for_http() -> None:
    tree = lxml.html.document_fromstring('<a href="?é">')
    absolutize.rewrite(tree, charset="windows-1252")
    assert values(tree) == ["?%E9"]


def test_xml_is_read_in_the_encoding_it_declares() -> None:
    """XML 1.0 4.3.3."""
    data = '<?xml version="1.0" encoding="windows-1251"?><r><a href="/x?\u0434"/></r>'.encode("windows-1251")
    assert queried(etree.fromstring(data)) == [QUERY]
    assert queried(BeautifulSoup(data, "xml")) == [QUERY]


def test_an_element_called_original_encoding_is_an_element() -> None:
    """A tag without a document has no encoding, whatever elements it contains."""
    soup = BeautifulSoup('<p><original_encoding></original_encoding><a href="x">1</a></p>', "html.parser")
    assert targets(soup.p.extract()) == ["http://h.example/a/b/x"]
