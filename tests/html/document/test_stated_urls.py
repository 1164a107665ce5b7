"""The URL that a document states for itself: in comments of programs that save pages, canonical, og:url."""

from __future__ import annotations

import re
from typing import Any

import pytest

import absolutize
from absolutize.html.document.stated_urls import PROGRAM_COMMENTS, saved_url
from absolutize.options import STATED_SOURCES
from tests.trees.test_structured_trees import BUILDERS

S, C, O = "http://s/a/b", "http://c/a/b", "http://o/a/b"  # noqa: E741 -- of STATED
SAVED, CANONICAL = f"<!-- saved from url=(0012){S} -->", f"<link rel=canonical href={C}>"
OPENGRAPH = f'<meta property="og:url" content="{O}">'
SINGLE_FILE = f"<!--\n Page saved with SingleFile \n url: {S} \n saved date: Mon Jan 01 2024\n-->"

SAID = [  # a comment, and the URL that it states
    (" saved from url=(0012)http://s/a/b ", S),
    ("saved from url=(00012)http://s/a/b", S),
    (" saved from url=(0013)http://s/a/b ", None),
    (" saved from url=(0011)http://s/a/b ", None),
    (" saved from url=(12)http://s/a/b ", None),
    (" Saved From url=(0012)http://s/a/b ", None),
    (" it was saved from url=(0012)http://s/a/b ", None),
    (" saved from url=(0014)about:internet ", "about:internet"),
    (" saved from url=(0014)http://s/a b\nc ", "http://s/a b\nc"),
    ("\n Page saved with SingleFile \n url: http://s/a/b \n saved date: x\n", S),
    ("\n Archive processed by SingleFile \n url: http://s/a/b \n saved date: x\n", S),
    (" Page saved with SingleFile ", None),
    (" Saved from http://s/a/b at 2024-01-01T00:00:00Z using monolith v2.8.1 ", S),
    (" Saved from http://s/a/b ", None),
    ("", None),
    (" saved from url=(0012" * 50_000, None),
    (" Page saved with SingleFile" + " " * 50_000, None),
]


@pytest.mark.rows(("comment", "url"), SAID)
def test_comments_of_programs(comment: str, url: str | None) -> None:
    assert saved_url(comment) == url


def test_every_program_is_in_a_row() -> None:
    read = [comment for comment, url in SAID if url is not None]
    for each in PROGRAM_COMMENTS:
        assert any(re.search(each.pattern, comment, re.DOTALL) for comment in read), each.program


PAGES = [  # a document, and what it states, in the order of STATED
    (f"<!DOCTYPE html>\n{SAVED}\n<html><head>{OPENGRAPH}{CANONICAL}</head>", (S, C, O)),
    (f"{SAVED}<!DOCTYPE html>", (S, None, None)),
    (f"<?xml version='1.0'?></ x><!DOCTYPE html>{SAVED}<html>", (S, None, None)),
    (f"\ufeff<!-- x --><!DOCTYPE html><!-->{SAVED}", (S, None, None)),
    (f"<!DOCTYPE html> <html lang='>'>{SINGLE_FILE}<meta charset=utf-8>", (S, None, None)),
    (f"{SAVED}<!-- saved from url=(0009)http://t/ -->", (S, None, None)),
    (f"<!-- saved from url=(0014)about:internet -->{SAVED}", (S, None, None)),
    (f"<p>{SAVED}", (None, None, None)),
    (f"<head>{SAVED}", (None, None, None)),
    (f"text{SAVED}", (None, None, None)),
    (f"<script>{SAVED}{CANONICAL}</script>", (None, None, None)),
    (f"<!-- {CANONICAL} -->", (None, None, None)),
    (f"<link rel='next CANONICAL x' HREF=' http://c/a&#47;b '>{CANONICAL}x", (None, C, None)),
    ("<link rel=canonical href=/a><link rel=canonical href=http://c/a/b>", (None, C, None)),
    ("<link rel=canonical href=mailto:a><link rel=alternate href=http://c/>", (None, None, None)),
    (f"<template><link rel=canonical href=http://i/></template>{CANONICAL}", (None, C, None)),
    (f"<noscript><meta property=og:url content=http://i/></noscript>{OPENGRAPH}", (None, None, O)),
    (f"<svg><link rel=canonical href=http://i/></svg>{CANONICAL}", (None, C, None)),
    (f"<math><link rel=canonical href=http://i/></math>{CANONICAL}", (None, C, None)),
    (f"<math>{OPENGRAPH}", (None, None, O)),  # a meta element breaks out of it
    (f"<svg><foreignObject>{CANONICAL}{OPENGRAPH}</foreignObject></svg>", (None, C, O)),
    (f"<template>{CANONICAL}{OPENGRAPH}<template></template>{CANONICAL}</template>", (None, None, None)),
    ("<link rel=canonical><meta property=og:url>", (None, None, None)),
    (f"<meta property=og:image content=http://i/ rel=canonical href={C}>", (None, None, None)),
    (f"<link rel=icon href=http://i/ property=og:url content={O}>", (None, None, None)),
    (f"<link rel='canonical&nbsp;x' href={C}><meta property='&nbsp;og:url' content={O}>", (None, None, None)),
    (
        f"<meta property='og:image' content='{C}'>{OPENGRAPH}<meta property=og:url content=http://p/>",
        (None, None, O),
    ),
    ("<link rel=canonical href=file:///a><link rel=canonical href=http://[>", (None, "file:///a", None)),
]
IDS = [page[:40] for page, _ in PAGES]


@pytest.mark.rows(("page", "stated"), PAGES, ids=IDS)
@pytest.mark.parametrize("form", ["text", "utf-8", "utf-16"])
def test_what_a_page_states(page: str, stated: tuple[str | None, ...], form: str) -> None:
    own = page.removeprefix("\ufeff") if form == "utf-16" else page  # the codec writes a mark
    document: Any = page if form == "text" else own.encode(form)
    for name, url in zip(STATED_SOURCES, stated, strict=True):
        assert absolutize.base_uri(document, url_from=[name]) == (url, url and name)
    first = next((pair for pair in zip(stated, STATED_SOURCES, strict=True) if pair[0]), (None, None))
    assert absolutize.base_uri(document, url_from=list(reversed(STATED_SOURCES))) == first
    assert absolutize.base_uri(document) == (None, None)


@pytest.mark.parametrize("builder", BUILDERS)
def test_trees_state_the_same(builder: str) -> None:
    page = f"<!DOCTYPE html>{SAVED}<html><head>{CANONICAL}{OPENGRAPH}</head><body><a href='x'>x</a></body>"
    for name, url in zip(STATED_SOURCES, (S, C, O), strict=True):
        tree = BUILDERS[builder](page)
        assert absolutize.base_uri(tree, url_from=[name]) == (url, name)
        (*_, link) = absolutize.links(tree, url_from=[name])
        assert link.target == f"{url[:-1]}x"
        assert absolutize.base_uri(tree, "http://h/", url_from=[name]) == ("http://h/", "retrieval")


BEFORE_THE_HEAD = {  # a document with a program's comment, and whether that is before the head
    "white space": (f" \n\t{SAVED}<p>", True),
    "white space in html": (f"<!-- x --><html> {SAVED}<p>", True),
    "text": (f"text{SAVED}<p>", False),
    "text in html": (f"<html>text{SAVED}<p>", False),
    "text behind a comment": (f"<!-- x -->text{SAVED}<p>", False),
    "head": (f"<head>{SAVED}<p>", False),
}


@pytest.mark.rows("builder", BUILDERS)
@pytest.mark.rows(("page", "is_before"), BEFORE_THE_HEAD.values(), ids=BEFORE_THE_HEAD)
def test_in_trees_comments_before_the_head_count_too(builder: str, page: str, is_before: bool) -> None:
    base = (S, "saved") if is_before else (None, None)
    assert absolutize.base_uri(page, url_from=["saved"]) == base
    assert absolutize.base_uri(BUILDERS[builder](page), url_from=["saved"]) == base


def test_a_byte_order_mark_is_no_text_of_a_tree() -> None:
    tree = BUILDERS["html.parser"](f"\ufeff{SAVED}<p>")
    assert absolutize.base_uri(tree, url_from=["saved"]) == (S, "saved")


@pytest.mark.parametrize("builder", BUILDERS)
@pytest.mark.parametrize("name", ["template", "noscript"])
def test_what_is_inert_states_nothing_in_trees_either(builder: str, name: str) -> None:
    inert = "<link rel=canonical href=http://i/><meta property=og:url content=http://i/>"
    tree = BUILDERS[builder](f"<body><{name}>{inert}</{name}>{CANONICAL}{OPENGRAPH}</body>")
    for source, url in (("canonical", C), ("opengraph", O)):
        assert absolutize.base_uri(tree, url_from=[source]) == (url, source)


FOREIGN = {  # elements of svg and math state nothing; a page, and its canonical link
    "svg": (f"<svg>{CANONICAL}</svg>", None),
    "math": (f"<math>{CANONICAL}</math>", None),
    "svg, and another behind it": (
        f"<svg><link rel=canonical href=http://i/></svg><p></p>{CANONICAL}",
        C,
    ),
    "HTML within svg": (f"<svg><foreignObject>{CANONICAL}</foreignObject></svg>", C),
    "HTML that ends svg": (f"<svg><p></p>{CANONICAL}", C),
    "svg within a template": (f"<template><svg>{CANONICAL}</svg></template>", None),
    "svg behind a template": (f"<template></template><svg>{CANONICAL}</svg>", None),
    "svg behind what ends raw text": (f"<select><title></select><svg>{CANONICAL}</svg>", None),
}


@pytest.mark.rows(("page", "url"), FOREIGN.values(), ids=FOREIGN)
@pytest.mark.rows("form", ["text", "utf-8", "html5lib"])
def test_an_element_of_svg_states_nothing(form: str, page: str, url: str | None) -> None:
    document: Any = BUILDERS[form](page) if form in BUILDERS else page if form == "text" else page.encode()
    base = absolutize.base_uri(document, url_from=["canonical"])
    assert base == (url, url and "canonical")


def test_an_element_of_svg_states_nothing_in_xml() -> None:
    stated = "<link rel='canonical' href='{}'/><meta property='og:url' content='{}'/>"
    svg = f"<svg xmlns='http://www.w3.org/2000/svg'>{stated.format('http://i/', 'http://i/')}</svg>"
    page = f"<html xmlns='http://www.w3.org/1999/xhtml'>{svg}{stated.format(C, O)}</html>"
    for source, url in (("canonical", C), ("opengraph", O)):
        given: dict[str, Any] = {"url_from": [source], "media_type": "application/xhtml+xml"}
        assert absolutize.base_uri(page, **given) == (url, source)
        assert absolutize.base_uri(svg, **given) == (None, None)


def test_a_given_url_prevails_and_nothing_is_asked_by_default() -> None:
    page = f"{SAVED}{CANONICAL}{OPENGRAPH}<a href=x>"
    for url in ("http://h/d/", None):
        assert absolutize.rewrite(page, url) == page.replace("href=x", f"href={url or ''}x")
    assert absolutize.rewrite(page, "http://h/d/", url_from=STATED_SOURCES) == page.replace(
        "=x", "=http://h/d/x"
    )
    assert absolutize.rewrite(page, url_from=STATED_SOURCES) == page.replace("=x", "=http://s/a/x")
    once = absolutize.rewrite(page, url_from=STATED_SOURCES)
    assert absolutize.rewrite(once, url_from=STATED_SOURCES) == once


OF_TEMPLATES = [  # URLs with placeholders are ignored, the next one is used: a page, and its link
    ("<link rel=canonical href='https://e/{{ slug }}'>", "y"),
    ("<link rel=canonical href='{{ url }}'>", "y"),
    ("<link rel=canonical href='https://{{ host }}/a/b'>", "y"),
    ("<meta property=og:url content='https://e/<?= $x ?>'>", "y"),
    ("<!-- saved from url=(0017)https://e/{{ x }} -->", "y"),
    (f"<link rel=canonical href='https://e/{{{{ slug }}}}'>{CANONICAL}", "http://c/a/y"),
    (f"<link rel=canonical href='https://e/{{{{ slug }}}}'>{OPENGRAPH}", "http://o/a/y"),
]


@pytest.mark.rows(("page", "target"), OF_TEMPLATES)
@pytest.mark.rows("form", ["text", "utf-8", *BUILDERS])
def test_a_url_with_a_placeholder_states_nothing(form: str, page: str, target: str) -> None:
    document: Any = f"{page}<a href=y>y</a>"
    document = BUILDERS[form](document) if form in BUILDERS else document
    document = document.encode() if form == "utf-8" else document
    (*_, link) = absolutize.links(document, url_from=STATED_SOURCES)
    assert (link.target or link.reference) == target
    assert link.code == ("rewritten" if link.target else "no-base")
    (*_, link) = absolutize.links(document, url_from=STATED_SOURCES, placeholders="resolve")
    assert (link.target is None) == ("{{ url }}" in page or "{{ host }}" in page)


def test_base_is_resolved_against_it() -> None:
    page = f"{SAVED}<base href=../c/><a href=x>"
    assert (
        absolutize.rewrite(page, url_from=["saved"]) == f"{SAVED}<base href=http://s/c/><a href=http://s/c/x>"
    )


def test_an_unknown_source_is_refused() -> None:
    with pytest.raises(
        ValueError, match="unknown url_from 'og:url'; choose from saved, canonical, opengraph"
    ):
        absolutize.rewrite("", url_from=["og:url"])
    with pytest.raises(TypeError, match="url_from must be a sequence of str, not one"):
        absolutize.rewrite("", url_from="saved")
