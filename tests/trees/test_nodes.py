"""Nodes that are no elements, documents without elements, and objects that are no documents."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from xml.etree import ElementTree as ET

import bs4
import pytest
from bs4 import BeautifulSoup
from lxml import etree

import absolutize
from tests.trees.builders import (
    HTML_TREES,
    SOUPS,
    URL,
    XML_TREES,
    Make,
    Node,
    Value,
    every_tree,
    markup,
    seen,
    targets,
)

NODES = (
    '<?xml-stylesheet href="s.css"?><!DOCTYPE html SYSTEM "d.dtd"><!--<a href="c"/>--><html><body>'
    '<!--<a href="d">--><?php <a href="e"> ?><a href="x">1</a></body></html><!--<a href="f">-->'
)


@every_tree
def test_only_elements_hold_links(make: Make) -> None:
    """Comments, doctypes, processing instructions and text are skipped, and stay."""
    tree = make(NODES)
    assert targets(tree) == ["http://h.example/a/b/x"]
    before = markup(tree)
    expected = before.replace('"x"', '"http://h.example/a/b/x"')
    assert markup(absolutize.rewrite(tree, URL)) == expected


def test_cdata_and_entities_are_no_elements() -> None:
    """This includes bs4's CData and lxml's Entity nodes."""
    soup = BeautifulSoup("<p></p>", "html.parser")
    soup.p.append(bs4.CData('<a href="x">'))
    parser = etree.XMLParser(resolve_entities=False)
    root = etree.fromstring('<!DOCTYPE r [<!ENTITY e "t">]><r>&e;<a href="x"/></r>', parser)
    assert targets(soup) == []
    assert targets(root) == ["http://h.example/a/b/x"]


@pytest.mark.parametrize(
    "node", [etree.Comment('<a href="x">'), etree.PI("p", 'href="x"')], ids=["comment", "pi"]
)
def test_nodes_of_lxml_that_are_no_elements_hold_nothing(node: Node) -> None:
    """They are lxml nodes without links."""
    assert targets(node) == []
    assert targets(node, url_from=["saved"]) == []
    assert absolutize.rewrite(node, URL) is node


EMPTY = {
    **{kind: HTML_TREES[kind] for kind in SOUPS},
    "soup-xml": XML_TREES["soup-xml"],
    "lxml-tree": lambda _: etree.ElementTree(),
    "lxml-element": lambda _: etree.Element("html"),
}


@pytest.mark.rows("make", EMPTY.values(), ids=EMPTY)
@pytest.mark.rows("text", ["", " ", "text", "<!---->"])
def test_documents_without_elements(make: Make, text: str) -> None:
    """They have no links, and do not raise."""
    tree = make(text)
    assert seen(tree) == []
    assert absolutize.base_uri(tree, URL) == (URL, "retrieval")
    assert absolutize.rewrite(tree, URL) is tree


@pytest.mark.rows("make", EMPTY.values(), ids=EMPTY)
def test_links_of_trees_have_no_text(make: Make) -> None:
    with pytest.raises(ValueError, match=r"^text=True is for bytes and str: links in trees have no text$"):
        absolutize.links(make(""), URL, text=True)


MESSAGE = "cannot read links in {!r}: give bytes, str, a BeautifulSoup or an lxml tree"
UNREADABLE = {}, None, Path("page.html"), 5, [], bytearray(), object(), ET.Element("a")


@pytest.mark.parametrize("verb", [absolutize.rewrite, absolutize.links, absolutize.base_uri])
def test_a_response_is_no_document(verb: Callable[..., Any]) -> None:
    response = SimpleNamespace(headers={})
    with pytest.raises(TypeError) as caught:
        verb(response, URL)
    hint = "; from_response makes a document of a response"
    assert str(caught.value) == MESSAGE.format("SimpleNamespace") + hint


@pytest.mark.parametrize("verb", [absolutize.rewrite, absolutize.links, absolutize.base_uri])
@pytest.mark.parametrize("given", UNREADABLE, ids=lambda given: type(given).__name__)
def test_what_is_no_document_is_a_type_error(verb: Callable[..., Any], given: Value) -> None:
    """The error is raised when the function is called, not when its links are iterated over."""
    with pytest.raises(TypeError) as caught:
        verb(given, URL)
    assert str(caught.value) == MESSAGE.format(type(given).__name__)


@pytest.mark.parametrize("verb", [absolutize.rewrite, absolutize.links, absolutize.base_uri])
@pytest.mark.parametrize(
    "given",
    [
        BeautifulSoup("<a>", "html.parser").find_all("a"),
        BeautifulSoup("<a>", "html.parser").builder,
        etree.HTMLParser(),
        etree.Element("a", href="x").attrib,
    ],
    ids=lambda given: type(given).__name__,
)
def test_what_bs4_and_lxml_make_besides_trees_is_a_type_error(verb: Callable[..., Any], given: Value) -> None:
    """The likeliest mistake is the result of find_all, which is a list."""
    with pytest.raises(TypeError) as caught:
        verb(given, URL)
    assert str(caught.value) == MESSAGE.format(type(given).__name__)
