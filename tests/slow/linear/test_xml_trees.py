"""Hostile XML in trees of lxml and BeautifulSoup takes time in proportion to its length."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import pytest
from bs4 import BeautifulSoup
from lxml import etree

import absolutize
from tests.support.extent import extent
from tests.support.timing import assert_linear

URL = "http://h/d/p.xml"
ATOM = "http://www.w3.org/2005/Atom"
XLINK = 'xmlns:x="http://www.w3.org/1999/xlink" x:href="y"'
LINK = '<link href="x"/>'
ANCHOR = '<a href="x"/>'


class Sample(NamedTuple):
    """A tree, and the markup that it was made of."""

    tree: Any
    markup: str

    def __len__(self) -> int:
        return len(self.markup)


def prefixed(number: int) -> str:
    return " ".join(f'xmlns:p{each}="urn:{each}" p{each}:b="c"' for each in range(number))


MARKUP: dict[str, Callable[[int], str]] = {
    "attributes": lambda n: f'<link href="x" {" ".join(f"""a{i}="b" """ for i in range(n))}/>',
    "attributes of as many namespaces": lambda n: f"<a {prefixed(n)}/>",
    "links within as many namespaces": lambda n: f"<a {prefixed(n)}>{f'<b {XLINK}/>' * n}</a>",
    "links": lambda n: LINK * n,
    "texts": lambda n: "<id>x</id>" * n,
    "documents in texts": lambda n: '<entry><content type="html">&lt;a href="x"&gt;</content></entry>' * n,
    "a text that comments part": lambda n: f"<id>{'x<!-- y -->' * n}</id>",
    "bases": lambda n: f'<entry xml:base="a/">{LINK}</entry>' * n,
    "mixed content": lambda n: f'<div xmlns="http://www.w3.org/1999/xhtml">{f"t{ANCHOR}" * n}</div>',
}
INSTRUCTION = '<?xml-stylesheet href="x"?>'


def of_lxml(markup: str) -> Any:
    return etree.fromstring(markup.encode(), etree.XMLParser(huge_tree=True)).getroottree()


def of_beautifulsoup(markup: str) -> Any:
    return BeautifulSoup(markup.encode(), "xml", from_encoding="utf-8")


LIBRARIES = {"lxml": of_lxml, "BeautifulSoup": of_beautifulsoup}


def read(sample: Sample) -> None:
    absolutize.rewrite(sample.tree, URL)
    list(absolutize.links(sample.tree, URL))


@pytest.mark.parametrize("library", LIBRARIES)
@pytest.mark.parametrize("name", MARKUP)
def test_trees_of_xml_take_linear_time(library: str, name: str) -> None:
    def make(number: int) -> Sample:
        markup = f'<feed xmlns="{ATOM}">{MARKUP[name](number)}</feed>'
        return Sample(LIBRARIES[library](markup), markup)

    assert_linear(read, make)


@pytest.mark.parametrize("library", LIBRARIES)
@pytest.mark.parametrize("is_before", [True, False], ids=["before", "behind"])
def test_instructions_outside_the_root_take_linear_time(library: str, *, is_before: bool) -> None:
    def make(number: int) -> Sample:
        instructions, root = INSTRUCTION * 8 * number, f'<feed xmlns="{ATOM}"/>'
        markup = instructions + root if is_before else root + instructions
        return Sample(LIBRARIES[library](markup), markup)

    assert_linear(read, make)


def deep_in_lxml(levels: int, *, own_namespaces: bool) -> Any:
    """Build a tree that is too deep for lxml's parsers."""
    builder = etree.TreeBuilder()
    names = [f"{{urn:{level}}}a" if own_namespaces else "a" for level in range(levels)]
    builder.start("rss", {})
    for name in (*names, "link"):
        builder.start(name, {})
    builder.data("x")
    for name in ("link", *reversed(names), "rss"):
        builder.end(name)
    return builder.close()


@pytest.mark.parametrize(
    ("levels", "own_namespaces"),
    [(100_000, False), (4_000, True)],
    ids=["one namespace", "as many namespaces"],
)
def test_depth_is_harmless(levels: int, *, own_namespaces: bool) -> None:
    root = deep_in_lxml(levels, own_namespaces=own_namespaces)
    absolutize.rewrite(root, URL)
    assert [link.target for link in absolutize.links(root, URL)] == ["http://h/d/x"]


def test_very_many_attributes_are_read() -> None:
    names = " ".join(f'a{number}="b"' for number in range(extent(300_000, 1_000_000)))
    tree = of_lxml(f'<feed xmlns="{ATOM}"><link {names} href="x"/></feed>')
    absolutize.rewrite(tree, URL)
    assert tree.getroot()[0].get("href") == "http://h/d/x"
