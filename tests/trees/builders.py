"""Make trees with every BeautifulSoup builder and every parser of lxml, and read what is in them.

Trees are read only with the methods of bs4 and lxml, never with the library under test."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

import lxml.html
import pytest
from bs4 import BeautifulSoup, Tag
from lxml import etree
from lxml.html import html5parser

import absolutize

URL = "http://h.example/a/b/page.html"
XHTML = "http://www.w3.org/1999/xhtml"
SVG = "http://www.w3.org/2000/svg"
XLINK = "http://www.w3.org/1999/xlink"

Node = Any  # an element or a tree, bs4's or lxml's
Value = Any  # a value that a user may set
Make = Callable[[str], Node]


def namespaced(text: str) -> str:
    """Put the root element of a document into the namespace of XHTML."""
    return text.replace("<html", f'<html xmlns="{XHTML}"', 1)


HTML_TREES: dict[str, Make] = {
    "soup-html.parser": partial(BeautifulSoup, features="html.parser"),
    "soup-lxml": partial(BeautifulSoup, features="lxml"),
    "soup-html5lib": partial(BeautifulSoup, features="html5lib"),
    "lxml-html": lxml.html.document_fromstring,
    "lxml-html-tree": lambda text: lxml.html.document_fromstring(text).getroottree(),
    "lxml-etree-html": lambda text: etree.fromstring(text, etree.HTMLParser()),
    "lxml-html5": html5parser.document_fromstring,
}
XML_TREES: dict[str, Make] = {
    "soup-xml": partial(BeautifulSoup, features="xml"),
    "soup-lxml-xml": lambda text: BeautifulSoup(namespaced(text), features="lxml-xml"),
    "lxml-xml": etree.fromstring,
    "lxml-xhtml": lambda text: etree.fromstring(namespaced(text)),
    "lxml-xhtml-tree": lambda text: etree.ElementTree(etree.fromstring(namespaced(text))),
}
ALL_TREES = HTML_TREES | XML_TREES
SOUPS = tuple(kind for kind in HTML_TREES if kind.startswith("soup"))

every_tree = pytest.mark.parametrize("make", ALL_TREES.values(), ids=ALL_TREES)
every_html_tree = pytest.mark.parametrize("make", HTML_TREES.values(), ids=HTML_TREES)


# --- reading a tree without the library ----------------------------------------------------


def elements(tree: Node) -> list[Any]:
    """The elements of a tree, the root itself included."""
    if isinstance(tree, BeautifulSoup):
        return list(tree.find_all(name=True))
    if isinstance(tree, Tag):
        return [tree, *tree.find_all(name=True)]
    return list(tree.iter(etree.Element))


def attributes(element: Node) -> dict[str, Any]:
    """The attributes of an element, without declarations of namespaces."""
    mapping = element.attrs if isinstance(element, Tag) else element.attrib
    return {str(key): value for key, value in mapping.items() if "xmlns" not in str(key)}


def values(tree: Node) -> list[Any]:
    """All attribute values, in the order of the tree."""
    return [value for element in elements(tree) for value in attributes(element).values()]


def named(tree: Node, identifier: str) -> Node:
    """The element with an id."""
    return next(element for element in elements(tree) if element.get("id") == identifier)


def detached(part: Node) -> Node:
    """An element, taken out of its tree."""
    if isinstance(part, Tag):
        return part.extract()
    part.getparent().remove(part)
    return part


def markup(tree: Node) -> str:
    """Serialise a tree in its syntax."""
    return str(tree) if isinstance(tree, Tag) else etree.tostring(tree, encoding="unicode", with_tail=False)


def html_of(tree: Node) -> str:
    """Serialise a tree as HTML."""
    return str(tree) if isinstance(tree, Tag) else etree.tostring(tree, encoding="unicode", method="html")


def bare(text: str) -> str:
    """Remove the namespaces and prefixes that a parser of lxml adds."""
    for noise in (f' xmlns="{XHTML}"', f' xmlns:html="{XHTML}"', "html:"):
        text = text.replace(noise, "")
    return text


class Seen(NamedTuple):
    """The fields of a link on which bytes and trees must agree."""

    element: str
    attribute: str
    index: int
    reference: str
    target: str | None
    code: str


def seen(document: Node, url: str | None = URL, **options: Value) -> list[Seen]:
    """The links of a document, without positions."""
    found = absolutize.links(document, url, **options)
    return [
        Seen(link.element, link.attribute, link.index, link.reference, link.target, link.code)
        for link in found
    ]


def targets(document: Node, url: str | None = URL, **options: Value) -> list[str | None]:
    """The targets of the links of a document."""
    return [link.target for link in seen(document, url, **options)]


# --- how long a rewrite takes --------------------------------------------------------------


def steps(tree: Node, **options: Value) -> int:
    """Count the lines of Python that run to rewrite a tree."""
    count = 0

    def trace(*_: Value) -> Callable[..., Any]:
        nonlocal count
        count += 1
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        absolutize.rewrite(tree, URL, **options)
    finally:
        sys.settrace(before)
    return count


def nested(name: str, inner: str, number: int) -> str:
    """Write BASE elements, each nested deeper than the last, in an element that hides them."""
    return f"<{name}>" + f'<{inner}><base href="x"></base>' * number
