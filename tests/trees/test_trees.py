"""Contract, Library: a BeautifulSoup or an lxml element or tree is changed in place and returned.

The trees of every BeautifulSoup builder and of every parser of lxml get the answers that bytes get:
same rows, same base, same decisions. A tree is written here with its own means alone.
"""

from __future__ import annotations

import copy
import html
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple
from xml.etree import ElementTree as ET

import ada_url
import bs4
import lxml.html
import pytest
from bs4 import BeautifulSoup, Tag
from hypothesis import example, given
from hypothesis import strategies as st
from lxml import etree, objectify
from lxml.html import html5parser

import absolutize
from absolutize.findings import REWRITTEN
from absolutize.html.link_table.rows import LINKS, Row

URL = "http://h.example/a/b/page.html"
XHTML = "http://www.w3.org/1999/xhtml"
SVG = "http://www.w3.org/2000/svg"
XLINK = "http://www.w3.org/1999/xlink"

Node = Any  # an element or a tree, bs4's or lxml's
Value = Any  # what users set
Make = Callable[[str], Node]


def namespaced(text: str) -> str:
    """The same document with its root element in the namespace of XHTML."""
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
    """The attributes of an element of a tree, but for declarations of namespaces."""
    held = element.attrs if isinstance(element, Tag) else element.attrib
    return {str(key): value for key, value in held.items() if "xmlns" not in str(key)}


def values(tree: Node) -> list[Any]:
    """All attribute values, in the order of the tree."""
    return [value for element in elements(tree) for value in attributes(element).values()]


def named(tree: Node, identifier: str) -> Node:
    """The element with that id."""
    return next(element for element in elements(tree) if element.get("id") == identifier)


def detached(part: Node) -> Node:
    """The same element, taken out of its tree."""
    if isinstance(part, Tag):
        return part.extract()
    part.getparent().remove(part)
    return part


def markup(tree: Node) -> str:
    """A tree as it is serialised, in whatever syntax."""
    return str(tree) if isinstance(tree, Tag) else etree.tostring(tree, encoding="unicode", with_tail=False)


def html_of(tree: Node) -> str:
    """A tree as HTML."""
    return str(tree) if isinstance(tree, Tag) else etree.tostring(tree, encoding="unicode", method="html")


class Seen(NamedTuple):
    """What bytes and trees must agree on."""

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


# --- changed in place and returned ---------------------------------------------------------

PAGE = (
    '<html><head><title>t</title><base href="../c/"/></head><body><p id="p"><a href="x?q#f">1</a></p>'
    '<img src="/y" alt="z"/><form action="#s"></form></body></html>'
)
PAGE_LINKS = [
    Seen("base", "href", 0, "../c/", "http://h.example/a/c/", "rewritten"),
    Seen("a", "href", 0, "x?q#f", "http://h.example/a/c/x?q#f", "rewritten"),
    Seen("img", "src", 0, "/y", "http://h.example/y", "rewritten"),
    Seen("form", "action", 0, "#s", None, "same-document"),
]
PAGE_REWRITTEN = [
    "http://h.example/a/c/",
    "p",
    "http://h.example/a/c/x?q#f",
    "http://h.example/y",
    "z",
    "#s",
]


@every_tree
def test_rewrite_changes_the_tree_it_was_given_and_returns_it(make: Make) -> None:
    """Contract: the same type out, and in place."""
    tree = make(PAGE)
    assert absolutize.rewrite(tree, URL) is tree
    assert values(tree) == PAGE_REWRITTEN


@every_tree
def test_rewrite_changes_nothing_but_the_values(make: Make) -> None:
    """Text, other attributes and the order of both stay as the builder made them."""
    tree = make(PAGE)
    expected = markup(tree)
    for old, new in (
        ("../c/", "http://h.example/a/c/"),
        ('"x?', '"http://h.example/a/c/x?'),
        ('"/y', '"http://h.example/y'),
    ):
        assert expected.count(old) == 1
        expected = expected.replace(old, new)
    assert markup(absolutize.rewrite(tree, URL)) == expected


@every_tree
def test_links_lists_the_references_in_the_order_of_the_tree(make: Make) -> None:
    """Contract: links() takes what rewrite() takes."""
    assert seen(make(PAGE)) == PAGE_LINKS


@every_tree
def test_links_and_base_uri_change_nothing(make: Make) -> None:
    """Only rewrite() writes."""
    tree = make(PAGE)
    before = markup(tree)
    list(absolutize.links(tree, URL, same_document="resolve", base_element="remove"))
    absolutize.base_uri(tree, URL)
    assert markup(tree) == before


@every_tree
def test_base_uri_tells_the_base_and_its_source(make: Make) -> None:
    """Contract: BaseURI(uri, source)."""
    assert absolutize.base_uri(make(PAGE), URL) == ("http://h.example/a/c/", "embedded")
    assert absolutize.base_uri(make("<html><body/></html>"), URL) == (URL, "retrieval")


@every_tree
def test_a_second_run_changes_nothing(make: Make) -> None:
    """Promise 3, wherever the document is by then."""
    tree = absolutize.rewrite(make(PAGE), URL)
    before = markup(tree)
    assert markup(absolutize.rewrite(tree, "http://moved.example/z")) == before


@every_tree
def test_links_of_trees_have_no_offsets(make: Make) -> None:
    """Contract: start, stop and column are None for trees; raw is the value as it stands."""
    first, *_ = absolutize.links(make('<html><body><a href=" x ">1</a></body></html>'), URL)
    assert (first.start, first.stop, first.column) == (None, None, None)
    assert (first.raw, first.reference) == (" x ", "x")


@pytest.mark.parametrize("kind", ["soup-html.parser", "lxml-html", "lxml-xml"])
def test_links_of_trees_have_the_line_that_the_parser_recorded(kind: str) -> None:
    """Contract: line counts from 1."""
    text = '<html>\n<body>\n\n<a href="x">1</a><a href="y">2</a>\n<img src="z"/></body></html>'
    assert [link.line for link in absolutize.links(ALL_TREES[kind](text), URL)] == [4, 4, 5]


def test_lines_are_none_where_the_builder_recorded_none() -> None:
    """A tree built by hand came from no source."""
    element = etree.Element("a", href="x")
    tag = BeautifulSoup("", "html.parser").new_tag("a", href="x")
    assert [link.line for tree in (element, tag) for link in absolutize.links(tree, URL)] == [None, None]


@pytest.mark.parametrize("make", [partial(BeautifulSoup, features="html.parser"), lxml.html.fromstring])
def test_options_mean_for_trees_what_they_mean_for_bytes(make: Make) -> None:
    """Contract: **options of the three functions, one of each kind."""
    text = '<p><a href="../../../g?y">1</a><a href="http:g">2</a><a href="#s">3</a></p>'
    for options in (
        {"rules": "rfc2396"},
        {"rules": "whatwg"},
        {"overflow": "retain", "guard": False},
        {"same_scheme": "strict", "guard": False},
        {"same_document": "resolve"},
        {"url": None, "default": "http://d.example/x/"},
        {"encapsulating": "http://e.example/x/"},
    ):
        given = {"url": URL} | options
        assert seen(make(text), **given) == seen(text, **given), options
        assert absolutize.base_uri(make(text), **given) == absolutize.base_uri(text, **given), options


@every_tree
def test_without_a_base_links_stay_as_they_are(make: Make) -> None:
    """Contract: no usable base at all is not an error."""
    tree = make('<html><body><a href="x">1</a><img src="http://o.example/"/></body></html>')
    assert [link.code for link in seen(tree, None)] == ["no-base", "absolute"]
    assert values(absolutize.rewrite(tree)) == ["x", "http://o.example/"]


@every_tree
def test_what_no_browser_can_read_stays_as_it_is(make: Make) -> None:
    """Contract: nothing in a document raises; the link says why it was left alone."""
    tree = make('<html><body><a href="//[x">1</a><img src="y"/></body></html>')
    assert [link.code for link in seen(tree)] == ["invalid-reference", "rewritten"]
    assert values(absolutize.rewrite(tree, URL)) == ["//[x", "http://h.example/a/b/y"]


# --- parts of trees ------------------------------------------------------------------------

PARTED = (
    '<html><head></head><body><div id="before"><p><a id="first" href="x">1</a></p></div><base href="../c/"/>'
    '<div id="after"><p><i><a id="last" href="y">2</a></i></p></div></body></html>'
)
FIRST, LAST = "http://h.example/a/c/x", "http://h.example/a/c/y"
PARTS = {"before": FIRST, "first": FIRST, "after": LAST, "last": LAST}


@every_tree
@pytest.mark.parametrize(("part", "target"), PARTS.items(), ids=PARTS)
def test_a_part_knows_the_base_of_its_document(make: Make, part: str, target: str) -> None:
    """A part before or behind the BASE, the link itself or around it: its links and no others."""
    element = named(make(PARTED), part)
    assert targets(element) == [target]
    assert absolutize.base_uri(element, URL) == ("http://h.example/a/c/", "embedded")


@every_tree
@pytest.mark.parametrize(("part", "target"), PARTS.items(), ids=PARTS)
def test_rewriting_a_part_leaves_the_rest_alone(make: Make, part: str, target: str) -> None:
    """The part itself is returned, and nothing outside it is touched."""
    tree = make(PARTED)
    element = named(tree, part)
    assert absolutize.rewrite(element, URL) is element
    before = ["before", "first", "x", "../c/", "after", "last", "y"]
    assert values(tree) == [target if value == target[-1] else value for value in before]


@every_tree
def test_a_detached_part_is_a_document_of_its_own(make: Make) -> None:
    """Taken out of the tree, an element has no document whose BASE could govern it."""
    part = detached(named(make(PARTED), "after"))
    assert targets(part) == ["http://h.example/a/b/y"]
    assert values(absolutize.rewrite(part, URL)) == ["after", "last", "http://h.example/a/b/y"]


@every_tree
def test_a_copy_of_a_part_is_a_document_of_its_own(make: Make) -> None:
    """So is a copy; the tree it was copied from stays as it is."""
    tree = make(PARTED)
    part = copy.copy(named(tree, "after"))
    assert values(absolutize.rewrite(part, URL)) == ["after", "last", "http://h.example/a/b/y"]
    assert values(tree)[-1] == "y"


def test_links_outside_a_part_are_not_its_own() -> None:
    """Neither the siblings behind an element nor, with lxml, its tail."""
    root = lxml.html.fromstring('<div><p id="p"><a href="x">1</a></p>tail<a href="y">2</a></div>')
    soup = BeautifulSoup('<p id="p"><a href="x">1</a></p>tail<a href="y">2</a>', "html.parser")
    assert targets(named(root, "p")) == targets(named(soup, "p")) == ["http://h.example/a/b/x"]


def test_an_element_tree_over_a_part_knows_the_base_of_the_document() -> None:
    """lxml's ElementTree(element) leaves the element in its document."""
    part = named(lxml.html.document_fromstring(PARTED), "after")
    assert targets(etree.ElementTree(part)) == [LAST]


def test_fragments_of_lxml() -> None:
    """lxml.html.fragment_fromstring and fragments_fromstring give elements without a document."""
    single = lxml.html.fragment_fromstring('<a href="x">1</a>')
    parent = lxml.html.fragment_fromstring('t<a href="x">1</a>', create_parent=True)
    text, *several = lxml.html.fragments_fromstring('t<a href="x">1</a><a href="y">2</a>')
    assert [targets(tree) for tree in (single, parent)] == [["http://h.example/a/b/x"]] * 2
    assert text == "t"
    assert [values(absolutize.rewrite(tree, URL)) for tree in several] == [
        ["http://h.example/a/b/x"],
        ["http://h.example/a/b/y"],
    ]


def test_elements_of_a_users_own_class() -> None:
    """Subclasses of what bs4 and lxml define are trees, too, wherever they are defined."""

    class Soup(BeautifulSoup):
        pass

    class Element(etree.ElementBase):
        pass

    element = Element(href="x")
    assert targets(Soup('<a href="x">', "html.parser")) == targets(element) == ["http://h.example/a/b/x"]


# --- which BASE counts ---------------------------------------------------------------------

LINK = '<a href="x">1</a>'
COUNTS = {
    "first-with-href": (
        '<base target="t"/><base href="/one/"/><base href="/two/"/>',
        "http://h.example/one/",
    ),
    "relative": ('<base href="../c/d.html"/>', "http://h.example/a/c/d.html"),
    "scheme-relative": ('<base href="//o.example/d/"/>', "http://o.example/d/"),
    "absolute": ('<base href="https://o.example/d/e"/>', "https://o.example/d/e"),
    "query": ('<base href="?q"/>', "http://h.example/a/b/page.html?q"),
    "fragment-dropped": ('<base href="/d/#f"/>', "http://h.example/d/"),
    "empty": ('<base href=""/><base href="/two/"/>', URL),
    "blank": ('<base href=" "/><base href="/two/"/>', URL),
    "fragment-alone": ('<base href="#f"/><base href="/two/"/>', URL),
    "white-space": ('<base href=" /d/ "/>', "http://h.example/d/"),
    "deep": ('<div><p><b><base href="/d/"/></b></p></div>', "http://h.example/d/"),
    "behind-its-links": (f'{LINK}<div>{LINK}</div><base href="/d/"/>', "http://h.example/d/"),
}
FALLS_BACK = {
    "data": '<base href="data:text/html,x"/><base href="/two/"/>',
    "javascript": '<base href="javascript:x"/><base href="/two/"/>',
    "unparsable": '<base href="http://[x/"/><base href="/two/"/>',
    "unparsable-host": '<base href="//a[b/"/><base href="/two/"/>',
    "without-href": '<base target="t"/>',
}


def document(body: str) -> str:
    """A document with that body, well-formed if the body is."""
    return f"<html><head></head><body>{body}{LINK}</body></html>"


@every_tree
@pytest.mark.parametrize(("body", "uri"), COUNTS.values(), ids=COUNTS)
def test_the_first_base_with_an_href_counts(make: Make, body: str, uri: str) -> None:
    """HTML Standard 2.4.3: wherever it stands, against the document's URL; an empty href counts."""
    tree = make(document(body))
    assert absolutize.base_uri(tree, URL) == (uri, "embedded")
    expected = absolutize.resolve("x", uri)
    assert {link.target for link in seen(tree) if link.element == "a"} == {expected}


@every_tree
@pytest.mark.parametrize("body", FALLS_BACK.values(), ids=FALLS_BACK)
def test_an_unusable_base_falls_back_to_the_url_of_the_document(make: Make, body: str) -> None:
    """HTML Standard 4.2.3: not to the next BASE."""
    tree = make(document(body))
    assert absolutize.base_uri(tree, URL) == (URL, "retrieval")
    assert targets(tree)[-1] == "http://h.example/a/b/x"


NO_BASE = {
    "comment": '<!--<base href="/in/"/>-->',
    "template": '<template><base href="/in/"/></template>',
    "template-deep": '<template><div><p><base href="/in/"/></p></div></template>',
    "noscript": '<noscript><base href="/in/"/></noscript>',
    "svg": f'<svg xmlns="{SVG}"><base href="/in/"/></svg>',
    "svg-deep": f'<svg xmlns="{SVG}"><g><base href="/in/"/></g></svg>',
    "svg-in-foreignobject": (
        f'<svg xmlns="{SVG}"><foreignObject><svg><base href="/in/"/></svg></foreignObject></svg>'
    ),
    "math": '<math xmlns="http://www.w3.org/1998/Math/MathML"><base href="/in/"/></math>',
    "attribute": '<p title="&lt;base href=/in/>">t</p>',
    "other-element": '<basefont href="/in/"/><x-base href="/in/"/>',
}


@every_tree
@pytest.mark.parametrize("body", NO_BASE.values(), ids=NO_BASE)
def test_a_base_that_is_none_does_not_count(make: Make, body: str) -> None:
    """Template contents are another document, noscript is text, svg's base is not HTML's."""
    assert absolutize.base_uri(make(document(body)), URL) == (URL, "retrieval")
    assert (
        absolutize.base_uri(make(document(f'{body}<base href="/ok/"/>')), URL).uri == "http://h.example/ok/"
    )


RAW_TEXT = "script", "style", "title", "textarea", "iframe", "xmp", "noembed", "noframes"


@every_html_tree
@pytest.mark.parametrize("element", RAW_TEXT)
def test_a_base_in_raw_text_counts_only_where_the_builder_makes_an_element_of_it(
    make: Make, element: str
) -> None:
    """HTML Standard 13.2.5.2-4; what is raw text differs among builders and their versions."""
    tree = make(f'<p>1</p><{element}><base href="/in/"></{element}><base href="/ok/">')
    bases = [attributes(found)["href"] for found in elements(tree) if "href" in attributes(found)]
    assert "/ok/" in bases
    expected = "http://h.example" + bases[0]
    assert absolutize.base_uri(tree, URL) == (expected, "embedded")


HOLDS_HTML = {
    "foreignObject": f'<svg xmlns="{SVG}"><foreignObject><base href="/ok/"></foreignObject></svg>',
    "desc": f'<svg xmlns="{SVG}"><desc><base href="/ok/"></desc></svg>',
    "mtext": "<math><mtext><base href='/ok/'></mtext></math>",
    "annotation-xml": "<math><annotation-xml encoding='Text/HTML'><base href='/ok/'></annotation-xml></math>",
}


@every_html_tree
@pytest.mark.parametrize("body", HOLDS_HTML.values(), ids=HOLDS_HTML)
def test_a_base_in_an_integration_point_counts(make: Make, body: str) -> None:
    """HTML Standard 13.2.6: there, in svg and MathML, elements are HTML's again."""
    assert absolutize.base_uri(make(body), URL).uri == "http://h.example/ok/"
    assert absolutize.base_uri(body, URL).uri == "http://h.example/ok/"


ODD_BASES = {
    "break-out": (f"<svg><p><base href='/ok/'></p></svg>{LINK}", "http://h.example/ok/"),
    "no-integration-point": (f"<math><annotation-xml><base href='/in/'></annotation-xml></math>{LINK}", URL),
}
odd_bases = pytest.mark.parametrize(("body", "uri"), ODD_BASES.values(), ids=ODD_BASES)


@pytest.mark.parametrize("kind", ["soup-html5lib", "lxml-html5"])
@odd_bases
def test_trees_with_namespaces_agree_with_bytes_on_odd_bases(kind: str, body: str, uri: str) -> None:
    """HTML Standard 13.2.6.5: p breaks out of svg; annotation-xml holds HTML only if it says so."""
    assert absolutize.base_uri(body, URL).uri == uri
    assert absolutize.base_uri(HTML_TREES[kind](body), URL).uri == uri


@pytest.mark.parametrize("kind", ["soup-html.parser", "soup-lxml", "lxml-html"])
@odd_bases
def test_trees_without_namespaces_agree_with_bytes_on_odd_bases(kind: str, body: str, uri: str) -> None:
    """The same, where the builder keeps HTML elements inside svg."""
    assert absolutize.base_uri(HTML_TREES[kind](body), URL).uri == uri


@pytest.mark.parametrize(
    "make", [etree.fromstring, partial(BeautifulSoup, features="xml")], ids=["lxml", "soup"]
)
@pytest.mark.parametrize(
    ("text", "uri"),
    [
        (f'<r xmlns:h="{XHTML}"><h:base href="/ok/"/></r>', "http://h.example/ok/"),
        (f'<r xmlns:h="{SVG}"><h:base href="/in/"/></r>', URL),
        ('<r xmlns="http://o.example/ns"><base href="/in/"/></r>', URL),
        (
            f'<r xmlns="{SVG}"><base href="/in/"/><base xmlns="{XHTML}" href="/ok/"/></r>',
            "http://h.example/ok/",
        ),
        ('<r><base href="/ok/"/></r>', "http://h.example/ok/"),
        ('<r><![CDATA[<base href="/in/"/>]]><?base href="/in/"?></r>', URL),
    ],
    ids=["prefixed", "svg-prefixed", "other-namespace", "both", "no-namespace", "cdata-and-instruction"],
)
def test_in_xml_the_namespace_tells_which_base_is_html(make: Make, text: str, uri: str) -> None:
    """A base in XHTML's namespace, by whatever prefix, or in none."""
    assert absolutize.base_uri(make(text), URL).uri == uri


@pytest.mark.parametrize("make", [HTML_TREES["soup-html5lib"], HTML_TREES["lxml-html"]], ids=["soup", "lxml"])
def test_a_base_of_svg_is_listed_by_one_name(make: Make) -> None:
    """Bytes and trees agree link by link, the name of the element included."""
    text = '<svg><base href="/in/"></base></svg>'
    assert seen(make(text)) == seen(text)


# --- framesets -----------------------------------------------------------------------------

FRAME = '<frame src="x">'
EVIL = '<base href="http://evil.test/">'
IN_FRAMESET = {
    "in": f"<frameset>{EVIL}{FRAME}</frameset>",
    "in-behind-a-frame": f"<frameset>{FRAME}{EVIL}</frameset>",
    "behind": f"<frameset>{FRAME}</frameset>{EVIL}",
    "behind-html": f"<html><frameset>{FRAME}</frameset></html>{EVIL}",
    "in-a-body-behind": f"<frameset>{FRAME}</frameset><body><p>t{EVIL}</p></body>",
    "in-noframes": f"<frameset>{FRAME}<noframes><body>{EVIL}</body></noframes></frameset>",
    "nested": f"<frameset><frameset>{FRAME}</frameset>{EVIL}</frameset>",
    "behind-a-head": f"<head><title>t</title><style>s</style></head>\n<frameset>{EVIL}{FRAME}</frameset>",
    "behind-a-template": f"<head><template></template></head><frameset>{EVIL}{FRAME}</frameset>",
    "behind-noframes": f"<noframes>t{EVIL}<img></noframes><frameset>{EVIL}{FRAME}</frameset>",
    "behind-a-comment": f"<!--t--><frameset>{EVIL}{FRAME}</frameset>",
    "deep": "<frameset>" * 40 + EVIL + FRAME,
}
# a body that an end tag, or none, began: html.parser's trees show that no tag did, lxml's do not
IN_PLACE_OF_THE_BODY = {
    "behind-a-paragraph": f"<p></p><frameset>{EVIL}{FRAME}</frameset>",
    "in-the-body-replaced": f"<p>{EVIL}</p><frameset>{FRAME}</frameset>",
    "behind-hidden-input": f'<input type="HIDDEN"><frameset>{EVIL}{FRAME}</frameset>',
    "behind-svg": f"<svg><image></image><input/></svg><frameset>{EVIL}{FRAME}</frameset>",
    "behind-stray-cells": f"<td></td><frameset>{EVIL}{FRAME}</frameset>",
    "in-an-integration-point": f"<svg><desc><frameset>{FRAME}{EVIL}</frameset></desc></svg>",
    "behind-noembed": f"<noembed>t</noembed>{EVIL}<frameset>{FRAME}</frameset>",
    "behind-a-link": f"<a href='x'></a><frameset>{FRAME}</frameset>{EVIL}",
}


@every_html_tree
@pytest.mark.parametrize("text", IN_FRAMESET.values(), ids=IN_FRAMESET)
def test_a_base_behind_a_frameset_does_not_count(make: Make, text: str) -> None:
    """HTML Standard 13.2.6.4.19-20: in and after a frameset, only frames are read."""
    tree = make(text)
    assert absolutize.base_uri(tree, URL) == (URL, "retrieval")
    assert {link.target for link in seen(tree) if link.element == "frame"} == {"http://h.example/a/b/x"}
    absolutize.rewrite(tree, URL)
    assert "http://h.example/a/b/x" in values(tree)


@pytest.mark.parametrize("kind", ["soup-html.parser", "soup-html5lib", "lxml-html5"])
@pytest.mark.parametrize("text", IN_PLACE_OF_THE_BODY.values(), ids=IN_PLACE_OF_THE_BODY)
def test_a_frameset_takes_the_place_of_a_body_without_content(kind: str, text: str) -> None:
    """HTML Standard 13.2.6.4.7, "frameset": what was in that body, BASE too, is in no document."""
    assert absolutize.base_uri(HTML_TREES[kind](text), URL) == (URL, "retrieval")


@every_html_tree
@pytest.mark.parametrize("before", ["", "<meta name='t'>", "<title>t</title>", "<base target='t'>"])
def test_a_base_in_the_head_of_a_frameset_document_counts(make: Make, before: str) -> None:
    """The first with an href, as ever."""
    tree = make(f"<html><head>{before}<base href='/ok/'></head><frameset>{EVIL}{FRAME}</frameset></html>")
    assert absolutize.base_uri(tree, URL) == ("http://h.example/ok/", "embedded")
    assert [link.target for link in seen(tree) if link.element == "frame"] == ["http://h.example/ok/x"]


CONTENT = {
    "text": "t",
    "text-in-a-paragraph": "<p>t</p>",
    "text-behind-a-comment": "<!--c-->t",
    "text-in-svg": "<svg>t</svg>",
    "body": "<body>",
    "img": "<img>",
    "image": "<image>",
    "br": "<br>",
    "hr": "<hr>",
    "table": "<table></table>",
    "li": "<li></li>",
    "input": "<input>",
    "textarea": "<textarea></textarea>",
    "iframe": "<iframe></iframe>",
    "object": "<object></object>",
    "deep": "<div><p><b><img></b></p></div>",
}


@pytest.mark.parametrize("kind", ["soup-html.parser", "soup-lxml", "lxml-html", "lxml-etree-html"])
@pytest.mark.parametrize("content", CONTENT.values(), ids=CONTENT)
def test_a_frameset_behind_content_ends_nothing(kind: str, content: str) -> None:
    """HTML Standard 13.2.6.4.7: the frameset-ok flag is "not ok", and the tag is ignored."""
    text = f"{content}<frameset><base href='/ok/'></frameset>{LINK}"
    for tree in (HTML_TREES[kind](text), HTML_TREES["soup-html5lib"](text)):
        assert absolutize.base_uri(tree, URL) == ("http://h.example/ok/", "embedded")


@pytest.mark.parametrize("kind", ["soup-html.parser", "lxml-html"])
@pytest.mark.parametrize("around", ["noframes", "noscript", "template", "svg"])
def test_a_frameset_that_is_none_ends_nothing(kind: str, around: str) -> None:
    """In text, in another document, or an element of svg."""
    text = f"<{around}><frameset></frameset></{around}>t<base href='/ok/'>{LINK}"
    assert absolutize.base_uri(HTML_TREES[kind](text), URL).uri == "http://h.example/ok/"


def test_a_template_in_the_body_is_content() -> None:
    """HTML Standard 13.2.6.4.4: it sets the frameset-ok flag, which only a body's frameset asks for."""
    text = f"<p></p><template></template><frameset>{FRAME}</frameset><base href='/ok/'>"
    assert absolutize.base_uri(BeautifulSoup(text, "html.parser"), URL).uri == "http://h.example/ok/"


@pytest.mark.parametrize("kind", ["soup-html.parser", "lxml-html"])
def test_a_part_knows_that_its_document_is_a_frameset(kind: str) -> None:
    """As it knows a BASE that counts."""
    tree = HTML_TREES[kind](f'<frameset>{EVIL}<frame id="f" src="x"></frameset>')
    assert targets(named(tree, "f")) == ["http://h.example/a/b/x"]


# --- every row -----------------------------------------------------------------------------


@pytest.mark.parametrize("row", LINKS, ids=lambda row: f"{row.element}-{row.attribute}")
def test_a_row_is_decided_and_rewritten_as_in_bytes(row: Row) -> None:
    """One tree for each row; for every reference and tree: tests/slow/test_trees.py."""
    element = "x-y" if row.element == "*" else row.element
    end = "" if element in {"html", "head", "body", "base"} else f"</{element}>"
    page = f'<{element} {row.attribute}="../r?q#f">{end}<base href="../c/">'
    tree = HTML_TREES["lxml-html"](page)
    assert sorted(seen(tree), key=str) == sorted(seen(page.encode()), key=str)
    written = absolutize.rewrite(page.encode(), URL)
    assert sorted(seen(absolutize.rewrite(tree, URL)), key=str) == sorted(seen(written), key=str)


WHOLE = {"url", "urls", "curie"}  # the other syntaxes: tests/trees/test_structured_trees.py


@pytest.mark.parametrize(
    "row",
    [row for row in LINKS if row.syntax in WHOLE and row.when is None],
    ids=lambda row: f"{row.element}-{row.attribute}",
)
def test_every_row_holds_in_xml_with_namespaces(row: Row) -> None:
    """An element of XHTML's namespace, xlink:href in its own: the target is that of bytes."""
    name = "x-y" if row.element == "*" else row.element
    key = f"{{{XLINK}}}{row.attribute[6:]}" if row.attribute.startswith("xlink:") else row.attribute
    element = etree.Element(f"{{{XHTML}}}{name}", {key: "../r"})
    expected = seen(f'<{name} {row.attribute}="../r"></{name}>')
    assert len(expected) == 1
    assert seen(element) == expected
    assert absolutize.rewrite(element, URL).get(key) == expected[0].target


# --- names and namespaces ------------------------------------------------------------------

DRAWING = (
    f'<html><body><svg xmlns="{SVG}" xmlns:xlink="{XLINK}"><image xlink:href="y"></image>'
    '<linearGradient xlink:href="g.svg#x"></linearGradient><use xlink:href="#x"></use></svg></body></html>'
)


@every_tree
def test_xlink_is_found_in_every_form(make: Make) -> None:
    """A colon in the name, bs4's NamespacedAttribute, or lxml's {namespace}name: listed as xlink:href."""
    assert seen(make(DRAWING)) == [
        Seen("image", "xlink:href", 0, "y", "http://h.example/a/b/y", "rewritten"),
        Seen("lineargradient", "xlink:href", 0, "g.svg#x", "http://h.example/a/b/g.svg#x", "rewritten"),
        Seen("use", "xlink:href", 0, "#x", None, "same-document"),
    ]


@every_tree
def test_xlink_is_written_in_the_form_it_was_found(make: Make) -> None:
    """No second attribute appears."""
    tree = make(DRAWING)
    keys = [list(attributes(element)) for element in elements(tree)]
    absolutize.rewrite(tree, URL)
    assert [list(attributes(element)) for element in elements(tree)] == keys
    assert values(tree) == ["http://h.example/a/b/y", "http://h.example/a/b/g.svg#x", "#x"]


@pytest.mark.parametrize(
    "make",
    [
        pytest.param(etree.fromstring, id="lxml"),
        pytest.param(partial(BeautifulSoup, features="xml"), id="soup"),
    ],
)
def test_xlink_is_found_under_another_prefix(make: Make) -> None:
    """Namespaces in XML: the prefix is anybody's choice."""
    text = f'<svg xmlns="{SVG}" xmlns:l="{XLINK}"><image l:href="y"/></svg>'
    assert seen(make(text)) == [Seen("image", "xlink:href", 0, "y", "http://h.example/a/b/y", "rewritten")]


@pytest.mark.parametrize(
    "make", [etree.fromstring, partial(BeautifulSoup, features="xml")], ids=["lxml", "soup"]
)
def test_prefixed_elements_are_known_by_their_own_name(make: Make) -> None:
    """h:a is an a, h:object an object."""
    text = f'<h:r xmlns:h="{XHTML}"><h:a ping="x"/><h:object archive="y z"/></h:r>'
    assert [link[:4] for link in seen(make(text))] == [
        ("a", "ping", 0, "x"),
        ("object", "archive", 0, "y"),
        ("object", "archive", 1, "z"),
    ]


@pytest.mark.parametrize("kind", ["soup-html.parser", "soup-lxml", "soup-html5lib", "lxml-html"])
def test_a_colon_in_an_html_name_belongs_to_the_name(kind: str) -> None:
    """HTML has no prefixes: the element is called svg:image, as in bytes."""
    text = '<svg:image src="y"></svg:image><o:base href="/in/"></o:base>'
    assert seen(HTML_TREES[kind](text)) == seen(text)


@every_html_tree
def test_case_does_not_matter_in_html(make: Make) -> None:
    """HTML Standard 13.2.5: names are lowered."""
    tree = make('<BASE HREF="/d/"><IMG SRC="x"><svg><LinearGradient XLINK:HREF="g"></LinearGradient></svg>')
    assert targets(tree) == ["http://h.example/d/", "http://h.example/d/x", "http://h.example/d/g"]


def test_names_and_attributes_may_be_any_users_make() -> None:
    """Tags made by hand: in upper case, with attributes that no builder would give."""
    soup = BeautifulSoup("", "html.parser")
    soup.append(soup.new_tag("IMG", attrs={"SRC": "x", "data-": "y"}))
    assert seen(soup) == [Seen("img", "src", 0, "x", "http://h.example/a/b/x", "rewritten")]
    assert attributes(absolutize.rewrite(soup, URL).IMG) == {"SRC": "http://h.example/a/b/x", "data-": "y"}


# --- lists ---------------------------------------------------------------------------------

JARS = '<html><body><object archive="a.jar  b.jar" codebase="/cb/"></object></body></html>'
JARS_REWRITTEN = ["http://h.example/cb/a.jar", "http://h.example/cb/b.jar"]


@pytest.mark.parametrize("kind", SOUPS)
def test_a_list_of_beautifulsoup_stays_one(kind: str) -> None:
    """bs4 makes a list of an object's archive, of its own class; so it is left."""
    soup = HTML_TREES[kind](JARS)
    before = soup.object["archive"]
    assert isinstance(before, list)
    after = absolutize.rewrite(soup, URL).object["archive"]
    assert after == JARS_REWRITTEN
    assert type(after) is type(before)


@every_tree
def test_every_reference_of_a_list_is_listed(make: Make) -> None:
    """Contract: index, which reference of a list value, from 0."""
    jars = [link[1:5] for link in seen(make(JARS)) if link.attribute == "archive"]
    assert jars == [("archive", 0, "a.jar", JARS_REWRITTEN[0]), ("archive", 1, "b.jar", JARS_REWRITTEN[1])]


@every_tree
def test_a_list_that_is_text_keeps_its_white_space(make: Make) -> None:
    """ping is text to every builder; what stands between its references stays."""
    tree = make('<html><body><a ping=" x  y ">1</a></body></html>')
    assert values(absolutize.rewrite(tree, URL)) == [" http://h.example/a/b/x  http://h.example/a/b/y "]


def test_one_reference_of_a_list_may_change_alone() -> None:
    """Those that are absolute or without an answer stay as they are."""
    soup = BeautifulSoup('<a ping="http://o.example/ x //[x">1</a>', "html.parser")
    assert [link.code for link in seen(soup)] == ["absolute", "rewritten", "invalid-reference"]
    assert absolutize.rewrite(soup, URL).a["ping"] == "http://o.example/ http://h.example/a/b/x //[x"


def test_the_lists_that_a_user_asked_bs4_for() -> None:
    """multi_valued_attributes: none at all, or others than usual."""
    none = BeautifulSoup(JARS, "html.parser", multi_valued_attributes=None)
    assert absolutize.rewrite(none, URL).object["archive"] == "  ".join(JARS_REWRITTEN)
    more = BeautifulSoup('<a ping="x y">1</a>', "html.parser", multi_valued_attributes={"a": ["ping"]})
    assert absolutize.rewrite(more, URL).a["ping"] == ["http://h.example/a/b/x", "http://h.example/a/b/y"]


def test_a_list_is_cut_at_ascii_white_space_alone() -> None:
    """Infra Standard 4.6: a no-break space is part of the reference."""
    soup = BeautifulSoup("<object></object>", "html.parser")
    soup.object["archive"] = ["a\u00a0b", "c"]
    assert absolutize.rewrite(soup, URL).object["archive"] == [
        "http://h.example/a/b/a\u00a0b",
        "http://h.example/a/b/c",
    ]


def test_all_values_of_a_duplicate_attribute_are_kept_as_a_list() -> None:
    """bs4's on_duplicate_attribute can make a list of any attribute: it stays one."""

    def collect(held: dict[str, Any], key: str, value: str) -> None:
        held[key] = [*(held[key] if isinstance(held[key], list) else [held[key]]), value]

    soup = BeautifulSoup('<a ping="x" ping="y">1</a>', "html.parser", on_duplicate_attribute=collect)
    assert absolutize.rewrite(soup, URL).a["ping"] == ["http://h.example/a/b/x", "http://h.example/a/b/y"]


# --- codebase ------------------------------------------------------------------------------

CODEBASES = {
    "relative": ('codebase="cb/"', "http://h.example/a/c/cb/k"),
    "file": ('codebase="cb"', "http://h.example/a/c/k"),
    "absolute": ('codebase="http://o.example/cb/"', "http://o.example/cb/k"),
    "empty": ('codebase=""', "http://h.example/a/c/k"),
    "white-space": ('codebase=" cb/ "', "http://h.example/a/c/cb/k"),
    "unreadable": ('codebase="//[x"', "http://h.example/a/c/k"),
    "none": ("", "http://h.example/a/c/k"),
}


@every_tree
@pytest.mark.parametrize(("beside", "target"), CODEBASES.values(), ids=CODEBASES)
def test_codebase_rows_resolve_against_the_codebase(make: Make, beside: str, target: str) -> None:
    """HTML 4.01 13.3 and 13.4: against codebase, and codebase against BASE, before and after rewriting."""
    for element, attribute in (
        ("object", "classid"),
        ("object", "archive"),
        ("applet", "code"),
        ("embed", "code"),
    ):
        text = (
            f'<html><body><base href="../c/"/><{element} {beside} {attribute}="k"></{element}></body></html>'
        )
        tree = make(text)
        assert seen(tree) == seen(text)
        assert [link.target for link in seen(tree) if link.attribute == attribute] == [target]
        assert targets(absolutize.rewrite(tree, URL))[-1] == target


def test_data_is_not_resolved_against_the_codebase() -> None:
    """HTML 4.8.7: a browser takes object data relative to the document."""
    tree = lxml.html.fromstring('<object codebase="/cb/" data="d" classid="c"></object>')
    assert targets(tree) == ["http://h.example/cb/", "http://h.example/a/b/d", "http://h.example/cb/c"]


# --- policies ------------------------------------------------------------------------------

GOVERNED = (
    '<html><head><title>t</title></head><body><p>0<base href="../c/"/>1<a href="x">2</a><a href="#s">3</a>'
    '<img usemap="#m"/></p></body></html>'
)
BASE_POLICIES = {
    "absolute": ["http://h.example/a/c/", "http://h.example/a/c/x", "#s", "#m"],
    "keep": ["../c/", "http://h.example/a/c/x", "#s", "#m"],
    "empty": ["", "http://h.example/a/c/x", "http://h.example/a/c/#s", "#m"],
    "remove": ["http://h.example/a/c/x", "http://h.example/a/c/#s", "#m"],
}


@every_tree
@pytest.mark.parametrize(("policy", "expected"), BASE_POLICIES.items(), ids=BASE_POLICIES)
def test_base_element_policies(make: Make, policy: Value, expected: list[str]) -> None:
    """Contract: absolute, keep, empty or remove; with the last two, #s under a foreign base is resolved."""
    assert values(absolutize.rewrite(make(GOVERNED), URL, base_element=policy)) == expected


@every_tree
@pytest.mark.parametrize("policy", BASE_POLICIES)
def test_links_under_a_policy_are_those_of_bytes(make: Make, policy: Value) -> None:
    """The codes base-kept, base-emptied and base-removed, too."""
    for same_document in ("keep", "resolve"):
        options = {"base_element": policy, "same_document": same_document}
        assert seen(make(GOVERNED), **options) == seen(GOVERNED, **options)


@every_tree
def test_same_document_references_are_resolved_on_demand(make: Make) -> None:
    """Contract: same_document="resolve" makes #s and empty references absolute."""
    tree = make('<html><body><a href="#s">1</a><a href="">2</a><img src=""/></body></html>')
    assert values(absolutize.rewrite(tree, URL, same_document="resolve")) == [f"{URL}#s", URL, ""]


@every_tree
def test_the_text_behind_a_removed_base_stays(make: Make) -> None:
    """lxml hangs it on the element as its tail; text before and behind become one."""
    tree = absolutize.rewrite(make(GOVERNED), URL, base_element="remove")
    assert "<base" not in markup(tree)
    assert "01<" in markup(tree)


REMOVALS = {
    "first-child": ('<p><base href="/d/"/>1<b>2</b>3</p>', "<p>1<b>2</b>3</p>"),
    "without-text": ('<p><base href="/d/"/><b>2</b></p>', "<p><b>2</b></p>"),
    "behind-an-element": ('<p><b>0</b><base href="/d/"/>1</p>', "<p><b>0</b>1</p>"),
    "behind-element-and-text": ('<p><b>0</b>a<base href="/d/"/>1</p>', "<p><b>0</b>a1</p>"),
    "behind-a-comment": ('<p>a<!--c-->b<base href="/d/"/>1</p>', "<p>a<!--c-->b1</p>"),
    "several": ('<p>0<base href="/d/"/>1<base href="/e/"/>2<base href="f"/>3</p>', "<p>0123</p>"),
    "target-kept": ('<p>0<base href="/d/" target="t"/>1</p>', '<p>0<base target="t"/>1</p>'),
    "without-href": ('<p>0<base target="t"/>1</p>', '<p>0<base target="t"/>1</p>'),
}


@every_tree
@pytest.mark.parametrize(("body", "expected"), REMOVALS.values(), ids=REMOVALS)
def test_a_base_is_removed_and_nothing_else(make: Make, body: str, expected: str) -> None:
    """base_element="remove": the element goes with its last attribute; text and siblings stay."""
    tree = absolutize.rewrite(
        make(f"<html><head></head><body>{body}</body></html>"), URL, base_element="remove"
    )
    paragraph = next(element for element in elements(tree) if markup(element).startswith(("<p", "<html:p")))
    assert _bare(markup(paragraph)) == expected


def _bare(text: str) -> str:
    """Without what a parser of lxml adds: namespaces and their prefixes."""
    for noise in (f' xmlns="{XHTML}"', f' xmlns:html="{XHTML}"', "html:"):
        text = text.replace(noise, "")
    return text


HOLDING = (
    '<html><p>a<base href="/d/">b<i>c</i>d<j/>e</base>f</p><p><base href="/d/">g</base>h</p>'
    '<p><k/><base href="/d/"><l/></base>m</p></html>'
)


@pytest.mark.parametrize("make", XML_TREES.values(), ids=XML_TREES)
def test_what_a_removed_base_holds_stays(make: Make) -> None:
    """In XML a base can have text and children: they move up, in their order."""
    tree = absolutize.rewrite(make(HOLDING), URL, base_element="remove")
    expected = "<p>ab<i>c</i>d<j/>ef</p><p>gh</p><p><k/><l/>m</p>"
    assert expected in _bare(markup(tree)).replace("\n", "")


def test_trees_of_objectify_are_lxml_trees() -> None:
    """lxml.objectify: the same elements in other clothes."""
    root = objectify.fromstring(PARTED)
    assert absolutize.rewrite(root, URL) is root
    assert values(root) == ["before", "first", FIRST, "http://h.example/a/c/", "after", "last", LAST]


@pytest.mark.parametrize("text", [GOVERNED, "<html><p><i/><base href='/d/'/>1</p></html>"])
def test_a_base_is_removed_from_a_tree_of_objectify(text: str) -> None:
    """Its elements' text is not writable, and their length that of their siblings."""
    root = absolutize.rewrite(objectify.fromstring(text), URL, base_element="remove")
    assert "<base" not in markup(root)
    assert markup(root).count("1") == 1


@every_tree
def test_the_base_outside_a_part_stays_whatever_the_policy(make: Make) -> None:
    """Only what is in the part is written."""
    tree = make(PARTED)
    absolutize.rewrite(named(tree, "after"), URL, base_element="remove")
    assert values(tree) == ["before", "first", "x", "../c/", "after", "last", LAST]


@every_tree
def test_a_base_that_is_given_itself_is_removed_and_returned(make: Make) -> None:
    """The element given is part of what is rewritten."""
    tree = make(GOVERNED)
    base = next(element for element in elements(tree) if "../c/" in attributes(element).values())
    assert absolutize.rewrite(base, URL, base_element="remove") is base
    assert values(tree) == ["x", "#s", "#m"]
    assert "01<" in markup(tree)
    assert not attributes(base)
    assert _bare(markup(base)) in {"<base/>", "<base>"}  # whoever holds it knows it by its name


@pytest.mark.parametrize(
    "base",
    [
        pytest.param(etree.Element("base", href="/d/"), id="lxml"),
        pytest.param(BeautifulSoup('<base href="/d/"/>', "html.parser").base.extract(), id="soup"),
    ],
)
def test_a_base_without_a_tree_loses_its_href_alone(base: Node) -> None:
    """There is nothing to remove it from."""
    copied = copy.deepcopy(base)
    assert markup(absolutize.rewrite(copied, URL, base_element="remove")) == "<base/>"


# --- values that trees cannot hold, and values of users ------------------------------------

CONTROL_KEPT = "\x01" in lxml.html.fromstring('<a href="a&#1;b">1</a>').get("href")
keeps_controls = pytest.mark.skipif(not CONTROL_KEPT, reason="this libxml2 drops control characters")


@keeps_controls
@pytest.mark.parametrize(
    ("value", "written"),
    [
        ("a\x01b", "http://h.example/a/b/a%01b"),
        ("a\x7f\x1fb?\x02c#\x03d", "http://h.example/a/b/a%7F%1Fb?%02c#%03d"),
        ("\x0ba\x0b", "http://h.example/a/b/a"),
        ("a\ufffeb", "http://h.example/a/b/a%EF%BF%BEb"),
        ("\\a\x01b", "http://h.example/a%01b"),
    ],
)
def test_what_lxml_does_not_take_is_written_as_browsers_spell_it(value: str, written: str) -> None:
    """lxml parses control characters but refuses to set them; the destination stays the same."""
    tree = lxml.html.fromstring(f'<a href="{value}" ping="x {value}">1</a>')
    absolutize.rewrite(tree, URL)
    assert tree.get("href") == written
    assert tree.get("ping") == f"http://h.example/a/b/x {written}"


TEMPORARY_PREFIX = {
    # markup: what is written, the control characters gone where browsers remove them
    '<a ping="\x0bdata:x y">': "data:x http://h.example/a/b/y",
    '<a ping="http://o.example/a\x0bb y">': "http://o.example/a%0Bb http://h.example/a/b/y",
    '<object archive="\x01http://o.example/ y">': "http://o.example/ http://h.example/a/b/y",
    '<img srcset="\x0bhttp://o.example/ 1x, y 2x">': "http://o.example/ 1x, http://h.example/a/b/y 2x",
    '<img srcset="a,\x0b 1x, y 2x">': "http://h.example/a/b/a,# 1x, http://h.example/a/b/y 2x",
    '<img srcset="http://o.example/a,\x0b 1x, y">': "http://o.example/a,# 1x, http://h.example/a/b/y",
    '<img srcset="a#,\x0b 1x, y 2x">': "http://h.example/a/b/a#%2C 1x, http://h.example/a/b/y 2x",
    '<img srcset="a\x0bb 1x, y 2x">': "http://h.example/a/b/a%0Bb 1x, http://h.example/a/b/y 2x",
    '<p style="x:url(&quot;a\x0bb&quot;)">': 'x:url("http://h.example/a/b/a%0Bb")',
    '<img srcset="\x01 1x, y 2x">': "\x01 1x, y 2x",
    '<a ping="\x01{{x}} y">': "\x01{{x}} y",
}


@keeps_controls
@pytest.mark.parametrize(("markup", "written"), TEMPORARY_PREFIX.items())
def test_what_lxml_does_not_take_in_a_list_goes_where_it_went(markup: str, written: str) -> None:
    tree = lxml.html.fromstring(f"<div>{markup}</div>")
    for _ in range(2):
        absolutize.rewrite(tree, URL)
        assert list(tree[0].attrib.values()) == [written]


@keeps_controls
def test_the_profile_of_head_keeps_what_is_absolute() -> None:
    tree = lxml.html.document_fromstring('<head profile="\x0bdata:x y"><title>x</title>')
    for _ in range(2):
        absolutize.rewrite(tree, URL)
        assert tree.find("head").get("profile") == "data:x http://h.example/a/b/y"


@keeps_controls
@pytest.mark.parametrize("beside", ["http://o.example/\x01", "//[\x01", "#\x01"])
def test_a_list_with_a_value_that_lxml_does_not_take_never_raises(beside: str) -> None:
    """Contract: rewrite never raises for anything that a document contains."""
    tree = lxml.html.fromstring(f'<a href="y" ping="x {beside}">1</a><a href="z">2</a>')
    absolutize.rewrite(tree, URL)
    assert values(tree)[-1] == "http://h.example/a/b/z"


@keeps_controls
def test_a_value_that_lxml_does_not_take_and_no_browser_reads_never_raises() -> None:
    """Without the guard a base can be one that no URL parser reads."""
    tree = lxml.html.fromstring('<div><a href="a\x01b">1</a><a href="z">2</a></div>')
    absolutize.rewrite(tree, "http://h:99999/", guard=False)
    assert values(tree)[-1] == "http://h:99999/z"


def test_beautifulsoup_takes_any_character() -> None:
    """A soup holds what bytes would; the target is theirs."""
    text = '<a href="a\x01\x7f\ufffe">1</a>'
    soup = BeautifulSoup(text, "html.parser")
    assert seen(soup) == seen(text)
    assert absolutize.rewrite(soup, URL).a["href"] == "http://h.example/a/b/a\x01\x7f\ufffe"


@pytest.mark.parametrize("value", [None, True, False, 5, 0.5, b"x", ("x", "y"), Ellipsis], ids=repr)
def test_values_that_are_no_text_are_left_alone(value: Value) -> None:
    """Users set what they like; only text and lists of text hold references."""
    soup = BeautifulSoup('<a href="x">1</a><a href="y">2</a>', "html.parser")
    soup.a["href"] = value
    assert targets(soup) == ["http://h.example/a/b/y"]
    absolutize.rewrite(soup, URL)
    assert values(soup) == [value, "http://h.example/a/b/y"]


@pytest.mark.parametrize("attribute", ["class", "archive"])
@pytest.mark.parametrize("value", [[None], ["x", None], [1, 2]], ids=repr)
def test_lists_of_what_is_no_text_are_left_alone(attribute: str, value: list[Any]) -> None:
    """Not even a class of numbers, which is no reference, may make rewrite raise."""
    soup = BeautifulSoup('<object data="y"></object>', "html.parser")
    soup.object[attribute] = value
    absolutize.rewrite(soup, URL)
    assert attributes(soup.object) == {"data": "http://h.example/a/b/y", attribute: value}


# --- what no parser makes, but a user may ---------------------------------------------------

SURROGATES = (
    "<meta charset=\ud800><a href=x>",
    "<meta \ud800=x><a href=x>",
    "<meta http-equiv=content-type content='text/html; charset=\ud800'><a href=x>",
    "<svg><a\ud800 href=x></a><base href=z></svg>",
    "<math><annotation-xml encoding=\ud800><base href=z></annotation-xml><a href=x></math>",
    "<a href=x><a href=\ud800><a href='?\udfff#\ud800'><a href='http://\ud800/'><a ping='\ud800 y'>",
    "<a href=x><base href='//\ud800/'><a href='\\\ud800'>",
    "<meta charset=windows-1252><a href=x><a href='\\x?\ud800'>",
    "<object codebase=\ud800 classid=x></object><a href=x>",
    "<frameset \ud800=x><\ud800a><base href=\ud800><frame src=x>",
)


def use_every_verb(tree: Node) -> None:
    """Nothing may raise; a second run changes nothing."""
    for options in ({}, {"rules": "whatwg"}, {"same_document": "resolve"}, {"base_element": "remove"}):
        list(absolutize.links(tree, URL, **options))
        absolutize.base_uri(tree, URL, **options)
    for options in ({}, {"base_element": "empty"}, {"base_element": "remove"}):
        assert absolutize.rewrite(tree, URL, **options) is tree


@pytest.mark.parametrize("text", SURROGATES)
def test_lone_surrogates_never_raise(text: str) -> None:
    """A str may hold what no encoding does: in a name, a value or a label."""
    soup = BeautifulSoup(text, "html.parser")
    assert "http://h.example/a/b/x" in targets(soup)
    use_every_verb(soup)


def misused(use: Callable[[BeautifulSoup], object]) -> BeautifulSoup:
    """A soup after what a user did to it."""
    soup = BeautifulSoup('<meta name="n"><p><a id="i">1</a></p><i href="x">2</i>', "html.parser")
    use(soup)
    return soup


def a_user_sets(name: str, value: Value, element: str = "a") -> Callable[[BeautifulSoup], object]:
    return lambda soup: setattr(soup.find(element) if element else soup, name, value)


class Pair(list[str]):
    """A list that is not made of a list."""

    def __init__(self, first: str, second: str) -> None:
        super().__init__([first, second])


MISUSES: dict[str, Callable[[BeautifulSoup], object]] = {
    **{f"key-{key!r}": lambda soup, key=key: soup.a.attrs.update({key: "y"}) for key in (5, None, ("href",))},
    "key-bytes": lambda soup: soup.a.attrs.update({b"href": "y"}),
    "meta-key": lambda soup: soup.meta.attrs.update({5: "y"}),
    **{f"name-{name!r}": a_user_sets("name", name) for name in (None, 5, b"a")},
    "name-of-the-document": a_user_sets("name", None, ""),
    "prefix": a_user_sets("prefix", 5),
    "namespace": a_user_sets("namespace", 5),
    "attributes-none": a_user_sets("attrs", None),
    "attributes-list": a_user_sets("attrs", [("href", "y")]),
    "encoding-number": a_user_sets("original_encoding", 5, ""),
    "encoding-bytes": a_user_sets("original_encoding", b"utf-8", ""),
    "encoding-surrogate": a_user_sets("original_encoding", "\ud800", ""),
    "encoding-unknown": a_user_sets("original_encoding", "\u00e9", ""),
    "decomposed-part": lambda soup: soup.a.decompose(),
    "cleared": lambda soup: soup.p.clear(decompose=True),
    "decomposed-and-put-back": lambda soup: (a := soup.a).decompose() or soup.append(a),
}


@pytest.mark.parametrize("use", MISUSES.values(), ids=MISUSES)
def test_whatever_users_make_of_a_soup_never_raises(use: Callable[[BeautifulSoup], object]) -> None:
    """The link beside it is found all the same."""
    soup = misused(use)
    assert "http://h.example/a/b/x" in targets(soup)
    use_every_verb(soup)


@pytest.mark.parametrize("whole", [True, False], ids=["document", "element"])
def test_what_was_decomposed_holds_nothing(whole: bool) -> None:
    """bs4 leaves an empty shell."""
    soup = BeautifulSoup('<a href="x">1</a>', "html.parser")
    shell = soup if whole else soup.a
    shell.decompose()
    assert seen(shell) == []
    assert absolutize.base_uri(shell, URL) == (URL, "retrieval")
    use_every_verb(shell)


def test_a_list_of_a_users_own_class_stays_one() -> None:
    """However it is made; who else holds it keeps it as it was."""
    soup = BeautifulSoup("<a>1</a>", "html.parser")
    soup.a["ping"] = before = Pair("x", "y")
    absolutize.rewrite(soup, URL)
    assert soup.a["ping"] == ["http://h.example/a/b/x", "http://h.example/a/b/y"]
    assert type(soup.a["ping"]) is Pair
    assert before == ["x", "y"]


def test_a_name_that_lxml_was_forced_to_read_never_raises() -> None:
    """An XML parser that recovers keeps an undeclared prefix in the name, which no one can set."""
    root = etree.fromstring('<r><a xlink:href="x"/><a href="y"/></r>', etree.XMLParser(recover=True))
    use_every_verb(root)
    assert values(root) == ["x", "http://h.example/a/b/y"]


def test_an_entity_of_lxml_holds_nothing() -> None:
    """It is an lxml tree, too, without a link."""
    use_every_verb(etree.Entity("e"))


def test_values_may_be_subclasses_of_str() -> None:
    """bs4's own CharsetMetaAttributeValue and ContentMetaAttributeValue, and a user's."""

    class Text(str):
        __slots__ = ()

    soup = BeautifulSoup(
        '<meta charset="x"><meta http-equiv="Content-Type" content="text/html; charset=y">', "html.parser"
    )
    soup.append(soup.new_tag("a", href=Text("x")))
    assert targets(soup) == ["http://h.example/a/b/x"]


def test_empty_lists_hold_no_reference() -> None:
    """An archive of nothing."""
    soup = BeautifulSoup("<object></object>", "html.parser")
    soup.object["archive"] = []
    assert seen(soup) == []
    assert absolutize.rewrite(soup, URL).object["archive"] == []


# --- depth, other nodes, empty documents ---------------------------------------------------


def steps(tree: Node, **options: Value) -> int:
    """How many lines of Python run to rewrite a tree."""
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
    """BASEs, each deeper than the one before, in what hides them."""
    return f"<{name}>" + f'<{inner}><base href="x"></base>' * number


@every_html_tree
def test_the_search_for_a_base_ends_at_the_first(make: Make) -> None:
    """What stands behind it is not looked at."""
    page = '<html><head><base href="/d/"></head><body>t{}</body></html>'
    few, many = (make(page.format("<p>t</p>" * number)) for number in (10, 500))
    absolutize.rewrite(make(page), URL, charset="utf-8")  # what is made once is made

    def looked_at(tree: Node) -> int:
        part = next(element for element in elements(tree) if "/d/" in attributes(element).values())
        return steps(part, charset="utf-8")

    assert looked_at(many) < 1.2 * looked_at(few)


NODES = (
    '<?xml-stylesheet href="s.css"?><!DOCTYPE html SYSTEM "d.dtd"><!--<a href="c"/>--><html><body>'
    '<!--<a href="d">--><?php <a href="e"> ?><a href="x">1</a></body></html><!--<a href="f">-->'
)


@every_tree
def test_only_elements_hold_links(make: Make) -> None:
    """Comments, doctypes, processing instructions and text are passed by, and stay."""
    tree = make(NODES)
    assert targets(tree) == ["http://h.example/a/b/x"]
    before = markup(tree)
    expected = before.replace('"x"', '"http://h.example/a/b/x"')
    assert markup(absolutize.rewrite(tree, URL)) == expected


def test_cdata_and_entities_are_no_elements() -> None:
    """bs4's CData and lxml's Entity nodes."""
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
    """They are lxml trees, without a link."""
    assert targets(node) == []
    assert absolutize.rewrite(node, URL) is node


EMPTY = {
    **{kind: HTML_TREES[kind] for kind in SOUPS},
    "soup-xml": XML_TREES["soup-xml"],
    "lxml-tree": lambda _: etree.ElementTree(),
    "lxml-element": lambda _: etree.Element("html"),
}


@pytest.mark.parametrize("make", EMPTY.values(), ids=EMPTY)
@pytest.mark.parametrize("text", ["", " ", "text", "<!---->"])
def test_documents_without_elements(make: Make, text: str) -> None:
    """Nothing in, nothing out, and no exception."""
    tree = make(text)
    assert seen(tree) == []
    assert absolutize.base_uri(tree, URL) == (URL, "retrieval")
    assert absolutize.rewrite(tree, URL) is tree


MESSAGE = "cannot read links in {!r}: give bytes, str, a BeautifulSoup or an lxml tree"
UNREADABLE = {}, None, Path("page.html"), 5, [], bytearray(), object(), ET.Element("a")


@pytest.mark.parametrize("verb", [absolutize.rewrite, absolutize.links, absolutize.base_uri])
@pytest.mark.parametrize("given", UNREADABLE, ids=lambda given: type(given).__name__)
def test_what_is_no_document_is_a_type_error(verb: Callable[..., Any], given: Value) -> None:
    """Raised when the function is called, not when its links are asked for."""
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
def test_what_bs4_and_lxml_make_beside_trees_is_a_type_error(verb: Callable[..., Any], given: Value) -> None:
    """The result of find_all is the likeliest slip: it is a list."""
    with pytest.raises(TypeError) as caught:
        verb(given, URL)
    assert str(caught.value) == MESSAGE.format(type(given).__name__)


# --- encodings -----------------------------------------------------------------------------

# The rule set "whatwg" spells queries, in the document's encoding.
CYRILLIC = '<html><head><meta charset="windows-1251"></head><body><a href="/x?\u0434">1</a></body></html>'
IN_BYTES = CYRILLIC.encode("windows-1251")
queried = partial(targets, rules="whatwg")
QUERY = "http://h.example/x?%E4"

FROM_BYTES: dict[str, Callable[..., Any]] = {
    **{kind: HTML_TREES[kind] for kind in (*SOUPS, "lxml-html", "lxml-html-tree", "lxml-etree-html")},
}


@pytest.mark.parametrize("make", [*FROM_BYTES.values(), html5parser.document_fromstring])
def test_queries_are_read_in_the_encoding_the_document_came_in(make: Callable[..., Any]) -> None:
    """HTML Standard 2.4.3: where a browser goes depends on the encoding; a part knows its document's."""
    assert queried(IN_BYTES) == [QUERY]
    tree = make(IN_BYTES)
    assert queried(tree) == [QUERY]
    assert queried(elements(tree)[-1]) == [QUERY]


@pytest.mark.parametrize("kind", [*SOUPS, "lxml-html", "lxml-html5"])
def test_queries_are_read_in_the_encoding_that_text_declares(kind: str) -> None:
    """A tree made of a str knows as much as the str: links(str) reads the META."""
    assert queried(CYRILLIC) == [QUERY]
    assert queried(HTML_TREES[kind](CYRILLIC)) == [QUERY]


@every_tree
def test_queries_of_text_without_a_declaration_are_utf_8(make: Make) -> None:
    """As for links(str): text has no encoding of its own."""
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


@pytest.mark.parametrize("kind", FROM_BYTES)
def test_a_charset_that_no_one_knows_is_ignored(kind: str) -> None:
    """As for bytes: Encoding Standard 4.2, get an encoding, may fail."""
    assert queried(IN_BYTES, charset="text/html; charset=bogus") == [QUERY]
    assert queried(FROM_BYTES[kind](IN_BYTES), charset="text/html; charset=bogus") == [QUERY]


def test_xml_is_read_in_the_encoding_it_declares() -> None:
    """XML 1.0 4.3.3."""
    data = '<?xml version="1.0" encoding="windows-1251"?><r><a href="/x?\u0434"/></r>'.encode("windows-1251")
    assert queried(etree.fromstring(data)) == [QUERY]
    assert queried(BeautifulSoup(data, "xml")) == [QUERY]


def test_an_element_called_original_encoding_is_an_element() -> None:
    """A tag without a document has no encoding, whatever it holds."""
    soup = BeautifulSoup('<p><original_encoding></original_encoding><a href="x">1</a></p>', "html.parser")
    assert targets(soup.p.extract()) == ["http://h.example/a/b/x"]


# --- what a tree becomes when it is serialised ---------------------------------------------

SERIALISERS: dict[str, Callable[[str], tuple[Any, Callable[[Any], str]]]] = {
    "soup": lambda text: (BeautifulSoup(text, "html.parser"), str),
    "lxml": lambda text: (lxml.html.fromstring(text), partial(lxml.html.tostring, encoding="unicode")),
}
SPELLINGS = (
    "x",
    " x ",
    "x\ny",
    "x y",
    "x?a=1&b=2",
    "x?a&copy=1",
    "x'y",
    "\u00e9?\u00e9#\u00e9",
    "x%20y",
    "\\x",
    "?",
    "//o.example/\u00e9",
    "http://o.example/ ",
    " http://o.example/ ",
    "http://o.ex\nample/",
    "http://o.example/\t?a\r\nb ",
    " mailto:a@b.example\n",
    "javascript:a\nb",
    " #s ",
    "#s\nt",
    " ",
)
SAME_DOCUMENT = " #s ", "#s\nt", " "


@pytest.mark.parametrize("kind", SERIALISERS)
@pytest.mark.parametrize("reference", SPELLINGS)
def test_the_serialised_tree_goes_where_the_document_went(kind: str, reference: str) -> None:
    """Promise 1, behind bs4's formatter and lxml's serialiser, wherever the file is moved."""
    tree, serialise = SERIALISERS[kind](f'<a href="{html.escape(reference)}">1</a>')
    written = BeautifulSoup(serialise(absolutize.rewrite(tree, URL)), "html5lib").a
    moved = URL if reference in SAME_DOCUMENT else "http://moved.example/"
    destination = ada_url.URL(reference, base=URL).href
    assert ada_url.URL(written["href"], base=moved).href == destination


@pytest.mark.parametrize(
    ("policy", "reference"),
    [("keep", " /d/ "), ("absolute", " http://o.example/d/\n")],
    ids=["keep", "absolute"],
)
def test_a_base_that_is_left_alone_loses_the_white_space_that_lxml_escapes(
    policy: Value, reference: str
) -> None:
    """Otherwise the base of the serialised tree would be another one."""
    root = lxml.html.document_fromstring(f'<base href="{reference}"><a href="#s">1</a>')
    absolutize.rewrite(root, URL, base_element=policy)
    assert values(root)[0] == reference.strip()
    assert "%" not in html_of(root)


def test_a_placeholder_keeps_its_white_space() -> None:
    """Nobody knows what it will be; lxml escapes it if it serialises it."""
    root = lxml.html.document_fromstring('<a href=" {{ x\n}} ">1</a>')
    assert absolutize.rewrite(root, URL).find(".//a").get("href") == " {{ x\n}} "


def test_what_is_left_alone_in_a_soup_keeps_its_white_space() -> None:
    """bs4 writes what it holds: nobody decided to change it."""
    text = '<a href=" http://o.example/\n">1</a><a href=" #s ">2</a><img src=" "/>'
    assert str(absolutize.rewrite(BeautifulSoup(text, "html.parser"), URL)) == text


@pytest.mark.parametrize("kind", SERIALISERS)
@pytest.mark.parametrize(
    "base",
    [
        'http://h.example/"onclick="x/',
        "http://h.example/'x/",
        "http://h.example/a>b<c&lt;/",
        "http://h.example/?&quot;",
    ],
)
def test_a_base_cannot_break_out_of_an_attribute(kind: str, base: str) -> None:
    """Promise 5, in what the serialisers make of the tree."""
    tree, serialise = SERIALISERS[kind]('<p><a href="x" ping="y">1</a></p>')
    again = BeautifulSoup(serialise(absolutize.rewrite(tree, base)), "html5lib")
    assert [tag.name for tag in again.body.find_all(name=True)] == ["p", "a"]
    assert list(again.a.attrs) == ["href", "ping"]
    assert ada_url.URL(again.a["href"]).href == ada_url.URL("x", base=base).href


@every_html_tree
def test_the_serialised_tree_has_the_links_of_the_tree(make: Make) -> None:
    """What was written in place is what anyone reads afterwards."""
    tree = absolutize.rewrite(make(PAGE), URL)
    expected = [(link.target or link.reference) for link in PAGE_LINKS]
    again = BeautifulSoup(_bare(html_of(tree)), "html.parser")
    assert [value for value in values(again) if value not in ("p", "z")] == expected


# --- what the builders make of a document --------------------------------------------------


def test_clones_of_a_link_are_all_rewritten() -> None:
    """HTML Standard 13.2.6.4.7, the adoption agency: html5lib clones what was closed out of order."""
    soup = BeautifulSoup('<a href="x"><p>1</a>2', "html5lib")
    assert values(soup) == ["x", "x"]
    assert values(absolutize.rewrite(soup, URL)) == ["http://h.example/a/b/x"] * 2


def test_the_builder_decides_which_of_two_attributes_counts() -> None:
    """html.parser keeps the last of a name, the others the first, as HTML says."""
    kept = {kind: targets(make('<a href="x" href="y">1</a>')) for kind, make in HTML_TREES.items()}
    last = {"soup-html.parser"}
    expected = {kind: ["http://h.example/a/b/" + ("y" if kind in last else "x")] for kind in HTML_TREES}
    assert kept == expected


def test_an_image_that_html5lib_makes_an_img() -> None:
    """HTML Standard 13.2.6.4.7, "image": the links of bytes, under the name of the tree."""
    text = '<image src="x" longdesc="y" usemap="#m">'
    expected = [link._replace(element="img") for link in seen(text)]
    assert len(expected) == 3
    assert seen(BeautifulSoup(text, "html5lib")) == expected


TANGLED = {
    "unclosed": '<p><a href="1"><b><a href="2"><p><img src="3">',
    "foster-parented": '<table background="1"><a href="2"><tr><td background="3"><img src="4"></table>',
    "noscript": '<head><noscript><link href="1"></noscript></head><noscript><img src="2"></noscript>',
    "template": '<base href="/d/"><template><a href="1"><img src="2"></template>',
    "conditional-comment": '<!--[if IE]><img src="1"><![endif]--><![if !IE]><img src="2"><![endif]>',
    "raw-text": '<textarea><img src="1"></textarea><title><img src="2"></title><img src="3">',
    "script": '<script src="1"><!--<script><img src="2"></script>--></script><img src="3">',
    "duplicates": '<a href="1" HREF="2"><img src=3 src=4>',
    "references": '<a href="?a=1&section=2&copy=3&amp;b&#38;c&lt">',
    "svg": '<svg><a xlink:href="1"/><title><img src="2"></title><image href="3"/></svg><p><img src="4">',
    "break-out": '<svg><g><p><img src="1"></p><use href="2.svg"/></svg>',
    "math": '<math definitionURL="1"><mi href="2"><img src="3"></mi><semantics src="4"></math>',
    "quirks": "<a href=1/><img/src=2><IMG SRC = '3'><a href=4\fping='5 6'>",
    "frameset": '<html manifest="1"><head profile="2 3"><frameset><frame src="4" longdesc="5"></frameset>',
    "select": '<select><option><a href="1"></select><a href="2">',
    "cut-off": '<a href="1"><img src="2',
}
DROPPED = {"frameset": set(), "select": {"1"}}


@pytest.mark.parametrize(("name", "text"), TANGLED.items(), ids=TANGLED)
def test_html5lib_and_bytes_see_the_same_links(name: str, text: str) -> None:
    """Link by link; html5lib drops a link inside select, as the standard of its time had it."""
    dropped = DROPPED.get(name, set())
    expected = {link for link in seen(text) if link.reference not in dropped}
    assert len(expected) + len(dropped) == len(seen(text))
    assert set(seen(BeautifulSoup(text, "html5lib"))) == expected


# --- the same answers for any value --------------------------------------------------------

ANY_VALUE = st.text(
    alphabet=st.one_of(
        st.sampled_from("ab./?#:\\&=;%2e@[] \t\n'\""),
        st.characters(exclude_characters="\0", exclude_categories=["Cs"]),
    ),
    max_size=24,
)


@given(ANY_VALUE)
@example("http:x")
@example(" \x85\u3000x ")
@example("x\x01")
def test_any_value_is_decided_as_in_text(value: str) -> None:
    """One URL or a list of them: reference, target and code are those of links(str)."""
    written = html.escape(value)
    text = f'<base href="../c/"><a href="{written}" ping="{written}">1</a>'
    expected = seen(text)
    soup = BeautifulSoup("", "html.parser")
    for name, held in (("base", {"href": "../c/"}), ("a", {"href": value, "ping": value})):
        soup.append(soup.new_tag(name, attrs=held))
    assert seen(soup) == expected
    absolutize.rewrite(soup, URL)
    assert soup.a["href"] == (expected[1].target if expected[1].code.startswith("rewritten") else value)


@given(ANY_VALUE)
@example("x\x01")
@example("\ufffe")
def test_any_value_that_lxml_holds_is_decided_as_in_text(value: str) -> None:
    """The same for lxml, as far as it takes such values."""
    element = etree.Element("a")
    try:
        element.set("href", value)
    except ValueError:
        return
    expected = seen(f'<a href="{html.escape(value)}">1</a>')
    assert seen(element) == expected
    assert seen(absolutize.rewrite(element, URL))[0].code not in REWRITTEN


# --- beside lxml's make_links_absolute -----------------------------------------------------

ALIKE = {
    "links": '<p><a href="x">1</a><a href="../y?q#f">2</a><a href="/z">3</a><a href="//o.example/">4</a></p>',
    "absolute": '<p><a href="http://o.example/x">1</a><a href="mailto:a@b.example">2</a></p>',
    "elements": (
        '<div><img src="a" longdesc="b"><form action="c"><input src="d" formaction="e"></form>'
        '<iframe src="f"></iframe><blockquote cite="g">t</blockquote><script src="h"></script></div>'
    ),
    "page": '<html><head><link href="a"><script src="b"></script></head><body background="c">t</body></html>',
    "fragment": '<p><a href="#s">1</a><a href="">2</a></p>',
    "object": '<object codebase="cb/" classid="a" archive="b"></object>',
    "white-space": '<p><a href=" x ">1</a><a href=" http://o.example/ ">2</a></p>',
    "base": (
        '<html><head><base href="http://o.example/d/"></head><body><a href="x">1</a><a href="#s">2</a></body>'
        "</html>"
    ),
}


@pytest.mark.parametrize("text", ALIKE.values(), ids=ALIKE)
def test_the_drop_in_gives_what_lxml_gives_where_lxml_is_right(text: str) -> None:
    """make_links_absolute removes the BASE and resolves #s: with these policies, the same output."""
    theirs, ours = lxml.html.fromstring(text), lxml.html.fromstring(text)
    theirs.make_links_absolute(URL)
    absolutize.rewrite(ours, URL, base_element="remove", same_document="resolve")
    assert lxml.html.tostring(ours) == lxml.html.tostring(theirs)


UP = "http://h.example/a/page.html"
DEFECTS = {
    "the-last-base-wins": (
        URL,
        '<base href="/one/"><base href="/two/"><a href="x">1</a>',
        ["http://h.example/one/", "http://h.example/two/", "http://h.example/one/x"],
    ),
    "two-passes-for-a-relative-base": (
        UP,
        '<base href="s/"><a href="../../x">1</a>',
        ["http://h.example/a/s/", "http://h.example/x"],
    ),
    "two-passes-above-the-root": (
        UP,
        '<base href="../../../up/"><a href="x">1</a>',
        ["http://h.example/up/", "http://h.example/up/x"],
    ),
    "archive-spliced": (
        URL,
        '<object archive="a.jar b.jar c.jar"></object>',
        [" ".join(f"http://h.example/a/b/{name}.jar" for name in "abc")],
    ),
    "base-in-template": (
        URL,
        '<template><base href="/in/"></template><a href="x">1</a>',
        ["http://h.example/in/", "http://h.example/a/b/x"],
    ),
    "base-in-noscript": (
        URL,
        '<noscript><base href="/in/"></noscript><a href="x">1</a>',
        ["http://h.example/in/", "http://h.example/a/b/x"],
    ),
    "base-in-svg": (
        URL,
        '<svg><base href="/in/"></base></svg><a href="x">1</a>',
        ["http://h.example/in/", "http://h.example/a/b/x"],
    ),
    "usemap-of-object": (URL, '<object usemap="m.html#x"></object>', ["http://h.example/a/b/m.html#x"]),
    "bad-host-beside-a-base": (
        URL,
        '<base href="http://o.example/"><a href="http://[x">1</a><a href="y">2</a>',
        ["http://o.example/", "http://[x", "http://o.example/y"],
    ),
    "bad-base": (URL, '<base href="http://[x"><a href="y">1</a>', ["http://[x", "http://h.example/a/b/y"]),
    "bad-host": (URL, '<a href="//[x">1</a><a href="y">2</a>', ["//[x", "http://h.example/a/b/y"]),
}


@pytest.mark.parametrize(("url", "text", "expected"), DEFECTS.values(), ids=DEFECTS)
def test_what_lxml_gets_wrong_is_right(url: str, text: str, expected: list[str]) -> None:
    """The defects of make_links_absolute in lxml 6.1: wrong targets, a corrupt archive, ValueError."""
    tree = lxml.html.document_fromstring(f"<html><body>{text}</body></html>")
    assert values(absolutize.rewrite(tree, url)) == expected
