"""Contract, Library: a BeautifulSoup or an lxml element or tree is changed in place and returned.

The trees of every BeautifulSoup builder and of every parser of lxml get the answers that bytes get:
same rows, same base, same decisions. A part of a tree is resolved against the base of its document.
"""

from __future__ import annotations

import copy
from functools import partial

import lxml.html
import pytest
from bs4 import BeautifulSoup, Tag
from lxml import etree

import absolutize
from tests.trees.builders import (
    ALL_TREES,
    URL,
    Make,
    Node,
    Seen,
    detached,
    every_html_tree,
    every_tree,
    markup,
    named,
    seen,
    targets,
    values,
)

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
    """Text, other attributes and their order stay as the builder made them."""
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
    """Only rewrite() changes a tree."""
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
    """Promise 3: the document may have another URL in the second run."""
    tree = absolutize.rewrite(make(PAGE), URL)
    before = markup(tree)
    assert markup(absolutize.rewrite(tree, "http://moved.example/z")) == before


@every_tree
def test_links_of_trees_have_no_offsets(make: Make) -> None:
    """Contract: start and stop are None for trees; raw is the value as it is."""
    first, *_ = absolutize.links(make('<html><body><a href=" x ">1</a></body></html>'), URL)
    assert (first.start, first.stop) == (None, None)
    assert (first.raw, first.reference) == (" x ", "x")


@every_tree
def test_links_of_trees_have_the_node(make: Make) -> None:
    """The node is the element or comment of the link; setting its attribute changes the document."""
    hidden = '<!--[if IE]><a href="z"/><![endif]-->'
    tree = make(f'<html><body><p><a href="x">1</a><img src="y"/></p>{hidden}</body></html>')
    first, second, third = absolutize.links(tree, URL)
    assert (names_of(first.node), names_of(second.node)) == ("a", "img")
    assert third.node is not None
    (first.node.attrs if isinstance(first.node, Tag) else first.node.attrib)["href"] = "new"
    assert next(absolutize.links(tree, URL)).raw == "new"


def test_links_of_bytes_have_no_node() -> None:
    assert [link.node for link in absolutize.links("<a href=x>", URL)] == [None]


BUILDERS = ("html.parser", "html5lib", "lxml")


def names_of(node: Node) -> str:
    return str(node.name if isinstance(node, Tag) else node.tag).rpartition("}")[2]


def test_links_of_soups_have_the_column_that_the_builder_recorded() -> None:
    """bs4 counts columns from 0: html.parser says where a tag begins, html5lib where it ends."""
    text = '<p>\n <a href="x">1</a>'
    found = {kind: next(absolutize.links(BeautifulSoup(text, kind), URL)) for kind in BUILDERS}
    places = {kind: (link.line, link.column) for kind, link in found.items()}
    assert places == {"html.parser": (2, 2), "html5lib": (2, 13), "lxml": (None, None)}


@pytest.mark.parametrize("kind", ["soup-html.parser", "lxml-html", "lxml-xml"])
def test_links_of_trees_have_the_line_that_the_parser_recorded(kind: str) -> None:
    """Contract: line counts from 1."""
    text = '<html>\n<body>\n\n<a href="x">1</a><a href="y">2</a>\n<img src="z"/></body></html>'
    assert [link.line for link in absolutize.links(ALL_TREES[kind](text), URL)] == [4, 4, 5]


def test_lines_are_none_where_the_builder_recorded_none() -> None:
    """A tree that is built by hand has no source lines."""
    element = etree.Element("a", href="x")
    tag = BeautifulSoup("", "html.parser").new_tag("a", href="x")
    assert [link.line for tree in (element, tag) for link in absolutize.links(tree, URL)] == [None, None]


@pytest.mark.parametrize("make", [partial(BeautifulSoup, features="html.parser"), lxml.html.fromstring])
def test_options_mean_for_trees_what_they_mean_for_bytes(make: Make) -> None:
    """Contract: **options of the three functions; tests one of each kind."""
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
    """Contract: a document without a usable base is not an error."""
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
@pytest.mark.rows(("part", "target"), PARTS.items(), ids=PARTS)
def test_a_part_knows_the_base_of_its_document(make: Make, part: str, target: str) -> None:
    """The part may be before or after BASE, around a link or the link itself; only its links are listed."""
    element = named(make(PARTED), part)
    assert targets(element) == [target]
    assert absolutize.base_uri(element, URL) == ("http://h.example/a/c/", "embedded")


@every_tree
@pytest.mark.rows(("part", "target"), PARTS.items(), ids=PARTS)
def test_rewriting_a_part_leaves_the_rest_alone(make: Make, part: str, target: str) -> None:
    """The part itself is returned, and nothing outside it is touched."""
    tree = make(PARTED)
    element = named(tree, part)
    assert absolutize.rewrite(element, URL) is element
    before = ["before", "first", "x", "../c/", "after", "last", "y"]
    assert values(tree) == [target if value == target[-1] else value for value in before]


@every_tree
def test_a_detached_part_is_a_separate_document(make: Make) -> None:
    """An element that was taken out of its tree has no document, and so no BASE."""
    part = detached(named(make(PARTED), "after"))
    assert targets(part) == ["http://h.example/a/b/y"]
    assert values(absolutize.rewrite(part, URL)) == ["after", "last", "http://h.example/a/b/y"]


@every_tree
def test_a_copy_of_a_part_is_a_separate_document(make: Make) -> None:
    """A copy has no document; the tree from which it was copied is not changed."""
    tree = make(PARTED)
    part = copy.copy(named(tree, "after"))
    assert values(absolutize.rewrite(part, URL)) == ["after", "last", "http://h.example/a/b/y"]
    assert values(tree)[-1] == "y"


def test_links_outside_a_part_are_not_its_own() -> None:
    """The siblings after an element, and its tail in lxml, are not part of it."""
    root = lxml.html.fromstring('<div><p id="p"><a href="x">1</a></p>tail<a href="y">2</a></div>')
    soup = BeautifulSoup('<p id="p"><a href="x">1</a></p>tail<a href="y">2</a>', "html.parser")
    assert targets(named(root, "p")) == targets(named(soup, "p")) == ["http://h.example/a/b/x"]


@every_html_tree
@pytest.mark.rows("use", ['<p style="b:var(--x)">1</p>', "<script>f('var(--x)')</script>"])
def test_a_part_knows_the_custom_properties_that_its_document_uses(make: Make, use: str) -> None:
    """What is used outside of the part stayed relative in it."""
    tree = make(f'<html><head></head><body><p id="p" style="--x:url(x)">0</p>{use}</body></html>')
    part = named(tree, "p")
    assert [link.code for link in seen(part)] == ["rewritten"]
    absolutize.rewrite(part, URL)
    assert values(part) == ["p", "--x:url(http://h.example/a/b/x)"]


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
