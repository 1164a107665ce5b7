"""Trees of XML: the links found and the values written are the same as for their bytes."""

from __future__ import annotations

import copy
import re
from collections.abc import Callable
from typing import Any

import pytest
from bs4 import BeautifulSoup
from lxml import etree, objectify

import absolutize
from tests.trees.builders import elements, markup
from tests.xml.feedparser_cases import CASES
from tests.xml.feedparser_cases import URL as FEED_URL
from tests.xml.test_documents import BASE_ELEMENTS, BASES, PARTED, REWRITTEN, URL, WITHOUT_TEXT, XSL
from tests.xml.test_feedparser import options_of
from tests.xml.test_tokenizer import ROOT, UNKNOWN_ELEMENTS

Seen = tuple[str, str, int, str, str | None, str]
PARSER = etree.XMLParser(resolve_entities=False, no_network=True)


def parsed(text: str) -> Any | None:
    """Parse a document; None if it is not well-formed."""
    try:
        return etree.ElementTree(etree.fromstring(text.encode(), PARSER))
    except (etree.XMLSyntaxError, ValueError):
        return None


def canonical(tree: Any) -> str:
    return str(etree.canonicalize(etree.tostring(tree).decode()))


def seen(document: Any, url: str, options: dict[str, Any]) -> list[Seen]:
    return [
        (link.element, link.attribute, link.index, link.reference, link.target, link.code)
        for link in absolutize.links(document, url, **options)
    ]


DOCUMENTS: dict[str, tuple[str, str, dict[str, Any]]] = {
    **{f"bases, {name}": (text, URL, {}) for name, (text, *_) in BASES.items()},
    **{f"base elements, {name}": (text, URL, {}) for name, (text, *_) in BASE_ELEMENTS.items()},
    **{f"documents, {name}": (text, URL, {}) for name, (text, *_) in REWRITTEN.items()},
    **{
        f"elements, {name}": (ROOT.format(text.format("", "", "")), URL, {})
        for name, text in UNKNOWN_ELEMENTS.items()
    },
    **{f"feedparser, {name}": (case.feed, FEED_URL, options_of(case)) for name, case in CASES.items()},
}
KINDS: dict[str, Any] = {
    "lxml": parsed,
    # chardet guesses UTF-7
    "BeautifulSoup": lambda text: BeautifulSoup(text.encode(), "xml", from_encoding="utf-8"),
}
READ = {"read_as": "xml"}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", ["by a comment", "by an instruction"])
def test_a_url_in_pieces_is_listed_and_stays(kind: str, name: str) -> None:
    tree = KINDS[kind](PARTED[name])
    assert [(link.element, link.code) for link in absolutize.links(tree, URL)] == [("link", "unreadable")]
    written = as_text(tree)
    absolutize.rewrite(tree, URL)
    assert as_text(tree) == written


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.rows("name", WITHOUT_TEXT)
def test_an_element_without_text_has_no_url(kind: str, name: str) -> None:
    tree = KINDS[kind](WITHOUT_TEXT[name])  # BeautifulSoup reads other white space
    written = as_text(tree)
    absolutize.rewrite(tree, URL, base_element="remove")
    assert as_text(tree) == written.replace(' xml:base="http://b/q/"', "")


def as_text(tree: Any) -> str:
    return str(tree if isinstance(tree, BeautifulSoup) else etree.tostring(tree, encoding="unicode"))


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.rows(("text", "url", "options"), DOCUMENTS.values(), ids=DOCUMENTS)
def test_trees_agree_with_bytes(kind: str, text: str, url: str, options: dict[str, Any]) -> None:
    if isinstance(text, bytes) or parsed(text) is None or "<!DOCTYPE" in text or "<!ENTITY" in text:
        return
    given = {**options, **READ}
    after = canonical(parsed(absolutize.rewrite(text, url, **given)))
    tree = KINDS[kind](text)
    assert seen(tree, url, given) == seen(text, url, given)
    assert absolutize.base_uri(tree, url, **given) == absolutize.base_uri(text, url, **given)
    assert absolutize.rewrite(tree, url, **given) is tree
    written = tree if kind == "lxml" else parsed(str(tree).partition("?>")[2])
    assert canonical(written) == after


IN_PIECES = "&e;", "&e;x", "x&e;", " &e;", "<!---->&e;<!---->x", "<!---->x<!---->y"


@pytest.mark.rows("text", IN_PIECES)
def test_a_url_that_begins_with_another_node_is_listed_and_stays(text: str) -> None:
    """An entity that is not resolved is a node, and so is a comment: the link was not listed."""
    document = (
        f'<!DOCTYPE rss [<!ENTITY e "t">]><rss xml:base="q/"><channel><link>{text}</link></channel></rss>'
    )
    root = etree.fromstring(document, PARSER)
    for part in (root, root[0], root[0][0]):
        found = [(link.element, link.code, link.node.tag) for link in absolutize.links(part, URL)]
        assert found[-1:] == [("link", "unreadable", "link")]
    absolutize.rewrite(root, URL, base_element="remove")
    assert f"<link>{text}</link>" in markup(root)


@pytest.mark.parametrize("kind", KINDS)
def test_a_style_sheet_that_begins_with_an_element_is_listed(kind: str) -> None:
    document = '<svg xmlns="http://www.w3.org/2000/svg"><style><g/>a{b:url(x)}</style></svg>'
    assert seen(KINDS[kind](document), URL, {}) == seen(document, URL, READ) != []


FEED = (
    '<feed xmlns="http://www.w3.org/2005/Atom"><icon>i</icon><entry><id>x</id><icon>y</icon></entry></feed>'
)
DETACHED: dict[str, Callable[[], Any]] = {
    "extracted": lambda: BeautifulSoup(FEED, "xml").find("feed").extract(),
    "copied": lambda: copy.copy(BeautifulSoup(FEED, "xml").feed),
    "lxml": lambda: copy.deepcopy(etree.ElementTree(etree.fromstring(FEED)).getroot()),
    "objectify": lambda: objectify.fromstring(FEED),
    "objectify, a tree": lambda: objectify.fromstring(FEED).getroottree(),
}


@pytest.mark.rows("make", DETACHED.values(), ids=DETACHED)
def test_an_element_of_xml_is_of_xml_without_its_document(make: Callable[[], Any]) -> None:
    """A tag of bs4 does not have the attributes of the soup, and an element of objectify is a sequence."""
    assert [link.target for link in absolutize.links(make(), URL)] == [
        f"http://h/d/{name}" for name in ("i", "x", "y")
    ]
    assert absolutize.base_uri(make(), URL).uri == URL
    written = markup(absolutize.rewrite(make(), URL))
    assert re.findall(">([^<>]+)<", written) == ["http://h/d/i", "http://h/d/x", "http://h/d/y"]


@pytest.mark.parametrize("kind", KINDS)
def test_a_page_that_is_a_style_sheet_of_xslt_is_xml(kind: str) -> None:
    page = (
        f'<html xmlns:t="{XSL}" t:version="1.0"><a href="x"/><t:if test="y"><a href="{{@z}}"/></t:if></html>'
    )
    tree, other = KINDS[kind](page), KINDS[kind](page.replace("t:version", "version"))
    written = as_text(tree)
    absolutize.rewrite(tree, URL)
    assert as_text(tree) == written
    absolutize.rewrite(other, URL)
    assert '<a href="http://h/d/x"/>' in as_text(other)


SEVERAL = (
    '<feed xmlns="http://www.w3.org/2005/Atom"><icon>x</icon><entry><link href="y"/></entry><entry>'
    '<link href="z"/></entry><link href="w"/></feed>'
)


@pytest.mark.parametrize("kind", KINDS)
def test_what_follows_a_part_of_xml_is_not_part_of_it(kind: str) -> None:
    """Its siblings were listed and changed, too."""
    tree = KINDS[kind](SEVERAL)
    entry = next(
        each for each in elements(tree) if str(each.tag if kind == "lxml" else each.name)[-5:] == "entry"
    )
    assert [link.reference for link in absolutize.links(entry, URL)] == ["y"]
    written = as_text(tree)
    absolutize.rewrite(entry, URL)
    assert as_text(tree) == written.replace('"y"', '"http://h/d/y"')
