"""Queries of trees are encoded in the encoding of the parsed document."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from bs4 import BeautifulSoup
from lxml import etree
from lxml.html import html5parser

from tests.trees.builders import HTML_TREES, SOUPS, Make, elements, every_html_tree, every_tree, targets

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


def test_xml_is_read_in_the_encoding_it_declares() -> None:
    """XML 1.0 4.3.3."""
    data = '<?xml version="1.0" encoding="windows-1251"?><r><a href="/x?\u0434"/></r>'.encode("windows-1251")
    assert queried(etree.fromstring(data)) == [QUERY]
    assert queried(BeautifulSoup(data, "xml")) == [QUERY]


def test_an_element_called_original_encoding_is_an_element() -> None:
    """A tag without a document has no encoding, whatever elements it contains."""
    soup = BeautifulSoup('<p><original_encoding></original_encoding><a href="x">1</a></p>', "html.parser")
    assert targets(soup.p.extract()) == ["http://h.example/a/b/x"]
