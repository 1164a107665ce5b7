"""The kind of each listed link, and the words of its rel attribute."""

from __future__ import annotations

from typing import Any

import pytest
from bs4 import BeautifulSoup
from lxml import html

import absolutize
from absolutize.html.link_table.kinds import KINDS, LINK_TYPES, kind_of
from absolutize.html.link_table.rows import LINKS

URL = "http://h/"

KIND: dict[str, str] = {  # at least one of each
    "<a href=x>": "navigation",
    "<area href=x>": "navigation",
    "<meta http-equiv=refresh content='0;url=x'>": "navigation",
    "<math><mi href=x>": "navigation",
    "<svg><a href=x>": "navigation",
    "<form action=x>": "form",
    "<button formaction=x>": "form",
    "<isindex href=x>": "navigation",
    "<isindex action=x>": "form",
    "<iframe src=x>": "frame",
    "<frameset><frame src=x>": "frame",
    "<img src=x>": "image",
    "<img srcset='x 2x'>": "image",
    "<picture><source srcset=x>": "image",
    "<video poster=x>": "image",
    "<body background=x>": "image",
    "<link rel='shortcut ICON' href=x>": "image",
    "<link imagesrcset=x>": "image",
    "<svg><image href=x>": "image",
    "<svg><use xlink:href=x>": "image",
    "<input type=image src=x>": "image",
    "<video src=x>": "media",
    "<audio><source src=x>": "media",
    "<track src=x>": "media",
    "<embed src=x>": "object",
    "<object data=x>": "object",
    "<applet code=x>": "object",
    "<script src=x>": "script",
    "<svg><script href=x>": "script",
    '<script type=importmap>{"imports": {"x": "./x"}}</script>': "script",
    "<link rel=stylesheet href=x>": "style",
    "<link rel='alternate StyleSheet' href=x>": "style",
    "<style>@import 'x'</style>": "style",
    "<p style='background:url(x)'>": "style",
    "<svg><path fill='url(x)'>": "style",
    "<link href=x>": "metadata",
    "<link rel=canonical href=x>": "metadata",
    "<link rel='next nofollow' href=x>": "metadata",
    "<link rel='icon\xa0stylesheet' href=x>": "metadata",
    "<meta property=og:image content=x>": "metadata",
    "<q cite=x>": "metadata",
    "<img longdesc=x>": "metadata",
    "<p itemid=x>": "metadata",
    "<base href=x>": "base",
    "<svg><base href=x>": "navigation",
    "<math><base href=x></math>": "navigation",
    "<object codebase=x>": "base",
    "<img usemap=x>": "map",
    "<a ping=x>": "report",
    "<img attributionsrc=x>": "report",
    "<meta http-equiv=content-security-policy content='report-uri /x'>": "report",
    "<link rel=preload href=x>": "hint",
    '<script type=speculationrules>{"prefetch": [{"urls": ["x"]}]}</script>': "hint",
    '<script type=webbundle>{"source": "x"}</script>': "object",
    "<x-custom src=x>": "other",
    "<p data-x=x>": "other",
    "<img data-x=x>": "image",
}


@pytest.mark.rows("document", KIND)
def test_the_kind_of_a_link(document: str) -> None:
    links = absolutize.links(document, URL, attributes=["*[data-x]"])
    assert {link.kind for link in links} == {KIND[document]}


def test_every_kind_is_shown() -> None:
    assert set(KIND.values()) == set(KINDS)


OTHERS_WITH_HREF = {"base", "color-profile", "image", "link", "script"}


def test_only_hyperlinks_are_navigation() -> None:
    """What may be an element of the same document (SVG 2 16.1.7) is a part of what is shown."""
    with_href = [row for row in LINKS if row.attribute in {"href", "xlink:href"}]
    linked = {row.element for row in with_href if kind_of(row.element_name, row) == "navigation"}
    shown = {row.element for row in with_href if row.fragment == "document"}
    assert linked == {"a", "area", "isindex", "*"}
    assert linked | shown | OTHERS_WITH_HREF == {row.element for row in with_href}
    of_others = {row.element for row in LINKS if kind_of(row.element_name, row) == "navigation"} - linked
    assert of_others == {"meta"}


@pytest.mark.rows("word", LINK_TYPES)
def test_the_kind_of_a_link_type(word: str) -> None:
    (link,) = absolutize.links(f"<link rel='x {word.upper()}' href=y>", URL)
    assert link.kind == LINK_TYPES[word]


RELS = {
    "<a href=x>": "",
    "<a rel href=x>": "",
    "<a rel=nofollow href=x>": "nofollow",
    "<a href=x rel=' NoFollow\nugc ' rel=no>": "nofollow ugc",
    "<area rel=&#78;ext href=x>": "next",
    "<a rel='next&nbsp;x \u3000y\fz' href=x>": "next\xa0x \u3000y z",
    "<form rel=search action=x>": "search",
    "<link rel=canonical href=x>": "canonical",
    "<img rel=no src=x>": "",
    "<iframe srcdoc='<a rel=nofollow href=x>'></iframe>": "nofollow",
}


@pytest.mark.rows("document", RELS)
def test_the_words_of_rel(document: str) -> None:
    (link,) = absolutize.links(document, URL)
    assert link.rel == RELS[document]


def soup(document: str) -> Any:
    return BeautifulSoup(document, "html.parser")


@pytest.mark.parametrize("build", [soup, html.fromstring], ids=["soup", "lxml"])
def test_trees_tell_kind_and_rel(build: Any) -> None:
    document = (
        "<div><a rel=' NoFollow ugc' href=x>o</a><link rel=icon href=y><p style='a:url(z)'>"
        "<iframe srcdoc='<a rel=next href=x>'></iframe></div>"
    )
    given = [(link.kind, link.rel) for link in absolutize.links(build(document), URL)]
    assert given == [(link.kind, link.rel) for link in absolutize.links(document, URL)]
    assert given == [("navigation", "nofollow ugc"), ("image", "icon"), ("style", ""), ("navigation", "next")]
