"""Policies for trees: how BASE and references to the same document are rewritten."""

from __future__ import annotations

import copy

import pytest
from bs4 import BeautifulSoup
from lxml import etree, objectify

import absolutize
from tests.trees.builders import (
    ALL_TREES,
    URL,
    XML_TREES,
    Make,
    Node,
    Value,
    attributes,
    bare,
    elements,
    every_tree,
    markup,
    named,
    seen,
    values,
)
from tests.trees.test_trees import FIRST, LAST, PARTED

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
@pytest.mark.rows(("policy", "expected"), BASE_POLICIES.items(), ids=BASE_POLICIES)
def test_base_element_policies(make: Make, policy: Value, expected: list[str]) -> None:
    """Contract: absolute, keep, empty or remove; the last two resolve #s if the base is another document."""
    assert values(absolutize.rewrite(make(GOVERNED), URL, base_element=policy)) == expected


@every_tree
@pytest.mark.rows("policy", BASE_POLICIES)
def test_links_under_a_policy_are_those_of_bytes(make: Make, policy: Value) -> None:
    """This includes the codes base-kept, base-emptied and base-removed."""
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
    """In lxml this text is the tail of the element; the texts before and after BASE are joined."""
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
@pytest.mark.rows(("body", "expected"), REMOVALS.values(), ids=REMOVALS)
def test_a_base_is_removed_and_nothing_else(make: Make, body: str, expected: str) -> None:
    """base_element="remove": an element without other attributes is removed; text and siblings stay."""
    tree = absolutize.rewrite(
        make(f"<html><head></head><body>{body}</body></html>"), URL, base_element="remove"
    )
    paragraph = next(element for element in elements(tree) if markup(element).startswith(("<p", "<html:p")))
    assert bare(markup(paragraph)) == expected


OF_XHTML = ("soup-lxml-xml", "lxml-xhtml", "lxml-xhtml-tree")


@pytest.mark.rows("kind", OF_XHTML)
@pytest.mark.rows(
    ("body", "expected"),
    [
        *REMOVALS.values(),
        (
            '<p xml:base="/e/"><base href="/d/"/>1<b xml:base="/f/"/></p>',
            '<p xml:base="/e/">1<b xml:base="/f/"/></p>',
        ),
        ('<p><base href="/d/">1<b/></base>2</p>', "<p>1<b/>2</p>"),
    ],
    ids=[*REMOVALS, "near-xml-base", "with-content"],
)
def test_a_base_is_removed_from_xhtml_that_is_read_as_xml(kind: str, body: str, expected: str) -> None:
    tree = absolutize.rewrite(
        XML_TREES[kind](f"<html><head></head><body>{body}</body></html>"),
        URL,
        base_element="remove",
        media_type="application/xhtml+xml",
    )
    paragraph = next(element for element in elements(tree) if markup(element).startswith(("<p", "<html:p")))
    assert bare(markup(paragraph)) == expected


def test_an_element_that_loses_its_xml_base_stays() -> None:
    tree = etree.fromstring('<rss><channel xml:base="http://o.example/"><link>x</link></channel></rss>')
    absolutize.rewrite(tree, URL, base_element="remove")
    assert markup(tree) == "<rss><channel><link>http://o.example/x</link></channel></rss>"


HOLDING = (
    '<html><p>a<base href="/d/">b<i>c</i>d<j/>e</base>f</p><p><base href="/d/">g</base>h</p>'
    '<p><k/><base href="/d/"><l/></base>m</p></html>'
)


@pytest.mark.rows("make", XML_TREES.values(), ids=XML_TREES)
def test_what_a_removed_base_holds_stays(make: Make) -> None:
    """In XML a base can have text and children: they move to its parent, in the same order."""
    tree = absolutize.rewrite(make(HOLDING), URL, base_element="remove")
    expected = "<p>ab<i>c</i>d<j/>ef</p><p>gh</p><p><k/><l/>m</p>"
    assert expected in bare(markup(tree)).replace("\n", "")


def test_trees_of_objectify_are_lxml_trees() -> None:
    """Elements of lxml.objectify are lxml elements with another class."""
    root = objectify.fromstring(PARTED)
    assert absolutize.rewrite(root, URL) is root
    assert values(root) == ["before", "first", FIRST, "http://h.example/a/c/", "after", "last", LAST]


@pytest.mark.parametrize("text", [GOVERNED, "<html><p><i/><base href='/d/'/>1</p></html>"])
def test_a_base_is_removed_from_a_tree_of_objectify(text: str) -> None:
    """The text of its elements is not writable, and their length is the number of their siblings."""
    root = absolutize.rewrite(objectify.fromstring(text), URL, base_element="remove")
    assert "<base" not in markup(root)
    assert markup(root).count("1") == 1


@every_tree
def test_the_base_outside_a_part_stays_whatever_the_policy(make: Make) -> None:
    """Only elements in the part are changed."""
    tree = make(PARTED)
    absolutize.rewrite(named(tree, "after"), URL, base_element="remove")
    assert values(tree) == ["before", "first", "x", "../c/", "after", "last", LAST]


HEAD = '<html><head><base href="/d/" id="b"/><link href="s"/></head><body>{}</body></html>'
OUTSIDE = {
    "link": ('<a href="x">1</a>', True),
    "fragment": ('<a href="#s">1</a>', True),
    "list": ('<img srcset="http://o.example/ 1x, x 2x"/>', True),
    "placeholder": ('<a href="{{x}}">1</a>', True),
    "inner document": ("<iframe srcdoc=\"&lt;a href='x'>\"></iframe>", True),
    "absolute": ('<a href="http://o.example/">1</a><img usemap="#m"/><img src=""/>', False),
    "no links": ("", False),
}
READ_AS: dict[str, tuple[str, Value]] = {
    **{kind: (kind, {}) for kind in ALL_TREES},
    **{f"{kind}, as XML": (kind, {"media_type": "application/xhtml+xml"}) for kind in OF_XHTML},
}
ABSOLUTE = "http://h.example/d/"


@pytest.mark.parametrize(("kind", "options"), READ_AS.values(), ids=READ_AS)
@pytest.mark.rows("policy", ["empty", "remove"])
@pytest.mark.rows(("body", "is_needed"), OUTSIDE.values(), ids=OUTSIDE)
def test_a_base_in_a_part_stays_if_links_outside_need_it(
    kind: str, options: Value, policy: Value, body: str, is_needed: bool
) -> None:
    """They are not made absolute, and went elsewhere without it."""
    tree = ALL_TREES[kind](HEAD.format(body))
    _, head, base, _, *outside = elements(tree)
    before = [attributes(element) for element in outside]
    code = {"empty": "base-emptied", "remove": "base-removed"}[policy]
    codes = [link.code for link in absolutize.links(head, URL, base_element=policy, **options)]
    assert codes in ([["base-kept", "rewritten"], ["rewritten"] * 2] if is_needed else [[code, "rewritten"]])
    absolutize.rewrite(head, URL, base_element=policy, **options)
    gone = {"empty": "", "remove": None}[policy]
    assert base.get("href") == (ABSOLUTE if is_needed else gone)
    assert [attributes(element) for element in outside] == before


@every_tree
def test_a_base_in_a_part_goes_if_another_one_counts(make: Make) -> None:
    """The first one governs what is outside."""
    tree = make(HEAD.format('<p id="p"><base href="e"/></p><a href="x">1</a>'))
    absolutize.rewrite(named(tree, "p"), URL, base_element="remove")
    assert values(tree) == ["/d/", "b", "s", "p", "x"]


@every_tree
def test_parts_are_rewritten_one_after_the_other(make: Make) -> None:
    """Once nothing outside of the part needs BASE any more, it goes."""
    tree = make(HEAD.format('<a href="x">1</a>'))
    _, head, _, _, body, _ = elements(tree)
    for part in (head, body, head):
        absolutize.rewrite(part, URL, base_element="remove")
    assert values(tree) == ["b", f"{ABSOLUTE}s", f"{ABSOLUTE}x"]


UNGOVERNED = GOVERNED.replace('"x"', '"http://o.example/"').replace('<a href="#s">3</a>', "")


@every_tree
def test_a_base_that_is_given_itself_is_removed_and_returned(make: Make) -> None:
    """The given element itself is rewritten, too."""
    tree = make(UNGOVERNED)
    base = next(element for element in elements(tree) if "../c/" in attributes(element).values())
    assert absolutize.rewrite(base, URL, base_element="remove") is base
    assert values(tree) == ["http://o.example/", "#m"]
    assert "01<" in markup(tree)
    assert not attributes(base)
    assert bare(markup(base)) in {"<base/>", "<base>"}  # the caller's element keeps its name


@pytest.mark.parametrize(
    "base",
    [
        pytest.param(etree.Element("base", href="/d/"), id="lxml"),
        pytest.param(BeautifulSoup('<base href="/d/"/>', "html.parser").base.extract(), id="soup"),
    ],
)
def test_a_base_without_a_tree_loses_its_href_alone(base: Node) -> None:
    """The element has no parent to be removed from."""
    copied = copy.deepcopy(base)
    assert markup(absolutize.rewrite(copied, URL, base_element="remove")) == "<base/>"
