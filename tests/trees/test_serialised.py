"""Rewritten trees after serialising, and differences that come from the builders."""

from __future__ import annotations

import html
from collections.abc import Callable
from functools import partial
from typing import Any

import ada_url
import lxml.html
import pytest
from bs4 import BeautifulSoup

import absolutize
from tests.trees.builders import (
    HTML_TREES,
    URL,
    Make,
    Value,
    bare,
    every_html_tree,
    html_of,
    seen,
    targets,
    values,
)
from tests.trees.test_trees import PAGE, PAGE_LINKS

# --- rewritten trees after serialising -----------------------------------------------------

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


@pytest.mark.rows("kind", SERIALISERS)
@pytest.mark.rows("reference", SPELLINGS)
def test_the_serialised_tree_goes_where_the_document_went(kind: str, reference: str) -> None:
    """Promise 1, after bs4's formatter and lxml's serialiser, wherever the file is moved."""
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
    """Otherwise, the serialised tree would have another base."""
    root = lxml.html.document_fromstring(f'<base href="{reference}"><a href="#s">1</a>')
    absolutize.rewrite(root, URL, base_element=policy)
    assert values(root)[0] == reference.rstrip()
    assert "%" not in html_of(root)


@pytest.mark.parametrize(
    ("reference", "kept"),
    [
        (" {{ x\n}} ", " {{ x\n}}"),
        ("&#11;{{x}}&#1;", "{{x}}"),
        ("&#11;http://o.example/{{x}}", "http://o.example/{{x}}"),
        ("&#1;javascript:{{x}}\n", "javascript:{{x}}"),
    ],
    ids=["white-space", "controls", "absolute", "javascript"],
)
def test_a_placeholder_keeps_its_white_space_but_what_is_around_it_goes(reference: str, kept: str) -> None:
    """A placeholder's value is unknown; what lxml would escape around it means nothing."""
    root = lxml.html.document_fromstring(f'<a href="{reference}">1</a><form action="{reference}"></form>')
    absolutize.rewrite(root, URL)
    assert values(root) == [kept, kept]
    again = lxml.html.document_fromstring(html_of(root))
    absolutize.rewrite(again, "http://elsewhere.example/")
    assert html_of(again) == html_of(root)


BLOCKED = "http://o.example/?a\n<b", "x\t<y", "?a\r\n<b"  # by Chromium, in requests of a page


@pytest.mark.rows("page", ['<a href="%s">1</a>', '<p style="background:url(&quot;%s&quot;)">1</p>'])
@pytest.mark.rows("reference", (*SPELLINGS, *BLOCKED))
def test_a_soup_is_rewritten_as_text_is(page: str, reference: str) -> None:
    """White space in and around a reference stays: a URL that was blocked for it stays blocked."""
    page %= html.escape(reference)
    soup, text = BeautifulSoup(page, "html.parser"), absolutize.rewrite(page, URL)
    assert values(absolutize.rewrite(soup, URL)) == values(BeautifulSoup(text, "html.parser"))


@pytest.mark.rows("reference", (*SPELLINGS, *BLOCKED))
def test_white_space_stays_where_lxml_does_not_escape_it(reference: str) -> None:
    """It escapes that of href, src and action alone."""
    page = f'<video poster="{html.escape(reference)}"></video>'
    element, text = lxml.html.fromstring(page), absolutize.rewrite(page, URL)
    assert absolutize.rewrite(element, URL).get("poster") == lxml.html.fromstring(text).get("poster")


@pytest.mark.parametrize("reference", ["#s", " #s", "\n#s", " http://o.example/x"])
def test_blanks_before_a_reference_that_stays_stay(reference: str) -> None:
    """lxml leaves them out; in SVG, a fragment behind one is another reference."""
    page = f'<svg><use href="{reference}"></use></svg>'
    element = lxml.html.fromstring(page)
    assert absolutize.rewrite(element, URL)[0].get("href") == reference


def test_what_is_left_alone_in_a_soup_keeps_its_white_space() -> None:
    """bs4 serialises values without changing them, so there is no reason to edit these."""
    text = '<a href=" http://o.example/\n">1</a><a href=" #s ">2</a><img src=" "/>'
    assert str(absolutize.rewrite(BeautifulSoup(text, "html.parser"), URL)) == text


@pytest.mark.rows("kind", SERIALISERS)
@pytest.mark.rows(
    "base",
    [
        'http://h.example/"onclick="x/',
        "http://h.example/'x/",
        "http://h.example/a>b<c&lt;/",
        "http://h.example/?&quot;",
    ],
)
def test_a_base_cannot_break_out_of_an_attribute(kind: str, base: str) -> None:
    """Promise 5, in the serialised tree."""
    tree, serialise = SERIALISERS[kind]('<p><a href="x" ping="y">1</a></p>')
    again = BeautifulSoup(serialise(absolutize.rewrite(tree, base)), "html5lib")
    assert [tag.name for tag in again.body.find_all(name=True)] == ["p", "a"]
    assert list(again.a.attrs) == ["href", "ping"]
    assert ada_url.URL(again.a["href"]).href == ada_url.URL("x", base=base).href


@every_html_tree
def test_the_serialised_tree_has_the_links_of_the_tree(make: Make) -> None:
    """The serialised tree, parsed again, has the values that were written into the tree."""
    tree = absolutize.rewrite(make(PAGE), URL)
    expected = [(link.target or link.reference) for link in PAGE_LINKS]
    again = BeautifulSoup(bare(html_of(tree)), "html.parser")
    assert [value for value in values(again) if value not in ("p", "z")] == expected


# --- differences that come from the builders -----------------------------------------------


def test_clones_of_a_link_are_all_rewritten() -> None:
    """HTML Standard 13.2.6.4.7, adoption agency: html5lib clones elements that are closed out of order."""
    soup = BeautifulSoup('<a href="x"><p>1</a>2', "html5lib")
    assert values(soup) == ["x", "x"]
    assert values(absolutize.rewrite(soup, URL)) == ["http://h.example/a/b/x"] * 2


def test_the_builder_decides_which_of_two_attributes_counts() -> None:
    """Of two attributes with the same name, html.parser keeps the last; others the first, as HTML says."""
    kept = {kind: targets(make('<a href="x" href="y">1</a>')) for kind, make in HTML_TREES.items()}
    last = {"soup-html.parser"}
    expected = {kind: ["http://h.example/a/b/" + ("y" if kind in last else "x")] for kind in HTML_TREES}
    assert kept == expected


def test_an_image_that_html5lib_makes_an_img() -> None:
    """HTML Standard 13.2.6.4.7, "image": the links are those of bytes, but for the element's name."""
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


@pytest.mark.rows(("name", "text"), TANGLED.items(), ids=TANGLED)
def test_html5lib_and_bytes_see_the_same_links(name: str, text: str) -> None:
    """They agree on each link; html5lib drops links inside select, as the standard of its time did."""
    dropped = DROPPED.get(name, set())
    expected = {link for link in seen(text) if link.reference not in dropped}
    assert len(expected) + len(dropped) == len(seen(text))
    assert set(seen(BeautifulSoup(text, "html5lib"))) == expected
