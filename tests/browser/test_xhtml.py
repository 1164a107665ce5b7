"""Documents sent as application/xhtml+xml: in Chromium links keep their targets once rewritten and moved."""

from __future__ import annotations

from typing import Any

import pytest

import absolutize
from absolutize.html.grammar.productions import CONTENT
from tests.browser.chromium import Chromium
from tests.browser.seeing import loaded
from tests.browser.server import Page, Server

HOME, ELSEWHERE = "http://site.localhost/d/e/p.xhtml", "http://elsewhere.localhost/m/o/v/e/d.xhtml"
MEDIA = "application/xhtml+xml"
SVG, XLINK = 'xmlns="http://www.w3.org/2000/svg"', "http://www.w3.org/1999/xlink"
LINK = '<a href="x">x</a>'
BASE = '<base href="q/r/"/>'
WHERE = """(() => {
    const names = ['href', 'src', 'action', 'cite', 'data', 'poster'];
    const value = (element, name) => element[name].baseVal === undefined ? String(element[name])
        : String(new URL(element[name].baseVal, element.baseURI));
    const walk = document => [...document.querySelectorAll('*')].flatMap(element => [
        ...names.filter(name => name in element && (element.hasAttribute(name) || element[name].baseVal))
            .map(name => [element.localName, name, value(element, name)]),
        ...[document.defaultView.getComputedStyle(element).backgroundImage]
            .filter(image => image && image != 'none').map(image => ['background', image]),
        ...(element.localName == 'iframe' && element.contentDocument ? walk(element.contentDocument) : [])]);
    return document.querySelector('parsererror') ? null : walk(document);
})()"""


SVG_URL, HTML = "http://www.w3.org/2000/svg", "http://www.w3.org/1999/xhtml"
RULE = "p{background:url(x.png)}"


def page(body: str, head: str = "") -> str:
    return (
        f'<html xmlns="http://www.w3.org/1999/xhtml"><head><title>t</title>{head}</head>'
        f"<body>{body}</body></html>"
    )


def styled(css: str) -> str:
    return page("<p>x</p>", f"<style>{css}</style>")


CASES: dict[str, str] = {
    **{f"{name} closes itself": page(f"<{name}/>{LINK}") for name in (*CONTENT, "noscript")},
    **{f"{name} closes itself in the head": page(LINK, f"<{name}/>{BASE}") for name in ("script", "style")},
    **{f"markup in {name}": page(f"<{name}>{LINK}</{name}>") for name in (*CONTENT, "noscript", "svg")},
    "script with a source": page(f'<script src="a.js"/>{LINK}'),
    "script with a source in the head": page(LINK, f'<script src="a.js" />{BASE}'),
    "iframe with a source": page(f'<iframe src="about:blank"/>{LINK}<img src="i.png"/>'),
    "title": f'<html xmlns="http://www.w3.org/1999/xhtml"><head><title/></head><body>{LINK}</body></html>',
    "frameset": page(f'<div/><frameset/>{LINK}<frame src="x"/>'),
    "section": page(f'<![CDATA[<a href="x">]]>{LINK}'),
    "section with a quote": page(f"<![CDATA[ <a href=\" ]]>{LINK}<p title='\"'/>"),
    "comment": page(f'<!--> <a href="x"> -->{LINK}'),
    "processing instruction": page(f'<?php echo "> <style>" ?>{LINK}'),
    "internal subset": f'<!DOCTYPE html [<!ENTITY e "> <style> ]">\n<!-- \' -->]>{page(LINK)}',
    "upper case": page('<A HREF="x">x</A><a HREF="y" href="x">x</a>'),
    "elements in upper case": page(
        f'<A href="n">x</A><IMG src="n"/><P style="background:url(x)">x</P>{LINK}'
    ),
    "elements of another namespace": page(f'<a xmlns="urn:x" href="n" style="color:red">x</a>{LINK}'),
    "BASE in upper case": page(LINK, '<BASE href="no/"/><base HREF="no/"/>'),
    "BASE in noscript": page(f"<noscript>{BASE}</noscript>{LINK}"),
    "BASE in a template": page(f'<template><base href="no/"/></template>{LINK}'),
    "BASE behind a template": page(f"<template/>{BASE}{LINK}"),
    "BASE in a template of something else": page(f'<template xmlns="urn:x">{BASE}</template>{LINK}'),
    "BASE of nothing": page(f'<x xmlns=""><base href="no/"/></x>{LINK}'),
    "BASE of svg": page(f'<svg {SVG}><base href="no/"/></svg>{LINK}'),
    "BASE in svg": page(f'<svg {SVG}><base xmlns="http://www.w3.org/1999/xhtml" href="q/"/></svg>{LINK}'),
    "BASE of a prefix": page(f'<h:base xmlns:h="http://www.w3.org/1999/xhtml" href="q/"/>{LINK}'),
    "BASE of another prefix": page(f'<h:base xmlns:h="urn:x" href="no/"/>{LINK}'),
    "BASE in a script": page(f"<script type='x'>{BASE}</script>{LINK}"),
    "BASE in a title": page(LINK, f"<title>{BASE}</title>"),
    "svg of a prefix": page(
        f'<s:svg xmlns:s="http://www.w3.org/2000/svg"><s:a xmlns:l="{XLINK}" l:href="x">x</s:a></s:svg>'
    ),
    "svg": page(f'<svg {SVG}><style/><a href="x">x</a></svg>{LINK}'),
    "style": styled("p{background:url(x.png)}"),
    "style with character references": styled("p{background:url(&#x22;x.png&quot;)}"),
    "style in a section": styled("/*<![CDATA[*/p{background:url(x.png)}/* </style> ]]>*/"),
    "style in a comment": styled("p{background:url(x.png)}<!-- p{background:url(no.png)} -->"),
    "style with a declared encoding": styled("@charset 'utf-8';p{background:url(x.png)}"),
    "style of a prefix": styled("").replace("<style></style>", f'<h:style xmlns:h="{HTML}">{RULE}</h:style>'),
    "style of a prefix of svg": page(f'<p>x</p><s:svg xmlns:s="{SVG_URL}"><s:style>{RULE}</s:style></s:svg>'),
    "style in upper case in svg": page(f"<p>x</p><svg {SVG}><STYLE>{RULE}</STYLE></svg>"),
    "style around elements": styled(
        f"{RULE}<b>p{{background:url(no.png)}}<i/></b>b{{background:url(y.png)}}"
    ),
    "style with a rule around an element": styled("p{background:<b>none</b>url(x.png)}"),
    "style with a word around an element": styled("p{backgr<b>no</b>ound:url(x.png)}"),
    "style in sections and text": styled("p{<![CDATA[background]]>:<!-- - -->url(<?x y?>x.png)}"),
    "style of svg around elements": page(f"<p>x</p><svg {SVG}><style>{RULE}<title>b{{</title></style></svg>"),
    "query": page('<a href="?é">x</a>'),
    "query, meta": page('<a href="?é">x</a>', '<meta charset="iso-8859-2"/>'),
    "query, declaration": "<?xml version='1.0' encoding='utf-8'?>" + page('<a href="?é">x</a>'),
    "a less-than sign": page('<a href="x/../&lt;b&gt;">x</a><a href="?&lt;">x</a>'),
    "an ampersand": page('<a href="x?a&amp;b">x</a>', '<base href="http://site.localhost/?a&amp;b"/>'),
    "srcdoc": page("<iframe srcdoc=\"&lt;p title='&gt;'&gt;&lt;a href=x&gt;x&lt;/a&gt;\"/>"),
    "srcdoc is HTML": page(
        '<iframe srcdoc="&lt;title/&gt;&lt;a href=no&gt;&lt;/title&gt;&lt;a href=x&gt;x&lt;/a&gt;"/>'
    ),
    "srcdoc, a less-than sign": page("<iframe srcdoc=\"&lt;a href='x/../&amp;lt;b'&gt;x&lt;/a&gt;\"/>"),
}
XHTML = "http://www.w3.org/1999/xhtml"


def declaring(subset: str, body: str, head: str = "") -> str:
    return f"<!DOCTYPE html [{subset}]>{page(body, head)}"


CASES |= {
    "white space": page('<a href="a\tb">x</a><a href="ht\ntp://h/x">x</a><a href="ht&#10;tp://h/x">x</a>'),
    "white space in BASE": page(LINK, '<base href="q\r\nr/"/>'),
    "white space in CSS": page(
        "<p style=\"background:url('a\nb')\">x</p><p style=\"background:url('a&#10;b');\">x</p>"
        '<p style="background:url(a\tb)">x</p>'
    ),
    "white space in srcdoc": page(
        "<iframe srcdoc=\"&lt;a href='a\tb'>x&lt;/a>&lt;a href='a&#10;b'>x&lt;/a>\"/>"
    ),
    "C1 controls": page('<a href="a&#128;b">x</a><a href="a&#x9F;b">x</a>'),
    "C1 controls in srcdoc": page("<iframe srcdoc=\"&lt;a href='&#128;&amp;#128;'>x&lt;/a>\"/>"),
    "C1 controls in a style": styled("p{background:url('a&#128;b')}"),
    "an entity": declaring('<!ENTITY e "../y">', '<a href="&e;/x">x</a><a href="z/&e;">x</a>'),
    "an absolute entity": declaring('<!ENTITY e "http://site.localhost/">', '<a href="&e;x">x</a>'),
    "an entity in entities": declaring(
        '<!ENTITY f "f&#38;#47;"><!ENTITY e "../&f;y">', '<a href="&e;/x">x</a>'
    ),
    "an entity of white space": declaring('<!ENTITY e "a&#x20;c&#10;d&#38;#10;e">', '<a href="&e;/x">x</a>'),
    "an entity in a style": declaring(
        '<!ENTITY e "x.png">', "<p>x</p>", "<style>p{background:url(&e;)}</style>"
    ),
    "an entity for a namespace": f'<!DOCTYPE html [<!ENTITY n "{XHTML}">]><html xmlns="&n;">{LINK}</html>',
    "entities of XHTML": '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.1//EN" "x">'
    + page('<a href="&eacute;&nbsp;x">x</a>', '<style>p{content:"&nbsp;"}</style>'),
    "an entity of XHTML that is declared": declaring('<!ENTITY eacute "E">', '<a href="&eacute;x">x</a>'),
    "a link in an entity below BASE": declaring("<!ENTITY e '<a href=\"y\">x</a>'>", f"&e;{LINK}", BASE),
    "a default": declaring('<!ATTLIST a href CDATA "q/">', f"<a>x</a>{LINK}"),
    "a default of BASE": declaring('<!ATTLIST base href CDATA "q/">', LINK, "<base/>"),
    "a default for a namespace": f'<!DOCTYPE html [<!ATTLIST html xmlns CDATA "{XHTML}">]>'
    f"<html><head>{BASE}</head><body>{LINK}</body></html>",
    "tokens": declaring("<!ATTLIST a href NMTOKENS #IMPLIED>", '<a href=" x y ">x</a>'),
    "BASE of no namespace": f'<html><base href="no/"/>{LINK}<svg {SVG}><a href="x"/></svg></html>',
    "a namespace with references": page(LINK, '<base href="q/"/>').replace("http:", "http&#58;"),
}
OTHER_BASE = 'xml:base="http://no.localhost/n/"'
CASES |= {
    "xml:base": page(f'<div {OTHER_BASE}>{LINK}<img src="i.png"/></div><p {OTHER_BASE} id="p"/>'),
    "xml:base of the root": page(LINK).replace("<html", f"<html {OTHER_BASE}"),
    "xml:base below BASE": page(f"<div {OTHER_BASE}>{LINK}</div>", BASE),
    "xml:base in a style": page(f'<p {OTHER_BASE} style="background:url(x.png)">x</p>'),
    "xml:base in svg": page(f'<svg {SVG} {OTHER_BASE}><a href="x" {OTHER_BASE}>x</a></svg>'),
}
OPTIONS: dict[str, tuple[str, dict[str, Any]]] = {
    "BASE is removed": (page(LINK, BASE), {"base_element": "remove"}),
    "BASE with an end tag is removed": (page(LINK, '<base href="q/"></base>'), {"base_element": "remove"}),
    "BASE is emptied": (page(LINK, BASE), {"base_element": "empty"}),
}


def where(
    browsing: tuple[Chromium, Server], url: str, document: bytes, media: str = MEDIA
) -> tuple[str, list[list[str]]]:
    """Open a document; return its base and the targets of its links, without BASE itself."""
    browser, server = browsing
    server.pages[url] = Page(document, media=media)
    session = browser.open(url)
    try:
        loaded(browser, session)
        seen: list[list[str]] | None = browser.run(session, WHERE)
        base: str = browser.run(session, "document.baseURI")
    finally:
        browser.close(session)
    assert seen is not None, "not well-formed"
    return base, [each for each in seen if each[0] != "base"]


ROWS = {**{name: (html, {}) for name, html in CASES.items()}, **OPTIONS}


@pytest.mark.parametrize(("html", "options"), ROWS.values(), ids=ROWS)
def test_links_go_where_they_went(
    browsing: tuple[Chromium, Server], html: str, options: dict[str, Any]
) -> None:
    before = html.encode()
    after = absolutize.rewrite(before, HOME, media_type=MEDIA, **options)
    base, at_home = where(browsing, HOME, before)
    found = absolutize.base_uri(before, HOME, media_type=MEDIA).uri
    assert found is not None
    assert found.replace(" ", "%20") == base
    assert where(browsing, ELSEWHERE, after)[1] == at_home
    assert absolutize.rewrite(after, ELSEWHERE, media_type=MEDIA, **options) == after


def test_an_element_in_upper_case_is_no_link(browsing: tuple[Chromium, Server]) -> None:
    browser, server = browsing
    html = page(f'<A href="n">x</A>{LINK}<a xmlns="urn:x" href="n"/><IMG src="n"/><img src="i"/>')
    server.pages[HOME] = Page(html.encode(), media=MEDIA)
    session = browser.open(HOME)
    try:
        loaded(browser, session)
        seen = browser.run(session, "[...document.links, ...document.images].map(e => e.localName)")
    finally:
        browser.close(session)
    assert seen == [link.element for link in absolutize.links(html, HOME, media_type=MEDIA)] == ["a", "img"]


IN_ENTITIES: dict[str, str] = {
    "a link": declaring("<!ENTITY e '<a href=\"y\">x</a>'>", f"&e;{LINK}"),
    "an image": declaring("<!ENTITY e '<img src=\"y\"/>'>", f"&e;{LINK}"),
    "a style sheet": declaring("<!ENTITY e '<style>p{background:url(y)}</style>'>", f"<p>&e;</p>{LINK}"),
    "BASE": declaring(f"<!ENTITY e '{BASE}'>", f"&e;{LINK}"),
    "BASE in the head": declaring(f"<!ENTITY e '{BASE}'>", LINK, "&e;"),
    "BASE of references": declaring("<!ENTITY e '&#60;b&#97;se href=\"q/\"/>'>", f"&e;{LINK}"),
    "BASE of a prefix": declaring(f'<!ENTITY e \'<h:base xmlns:h="{XHTML}" href="q/"/>\'>', f"&e;{LINK}"),
    "BASE in an entity in one": declaring(f"<!ENTITY f '{BASE}'><!ENTITY e '<p>&f;</p>'>", f"&e;{LINK}"),
    "BASE by default": declaring("<!ENTITY e '<base/>'><!ATTLIST base href CDATA 'q/'>", f"&e;{LINK}"),
    "BASE before another": declaring(f"<!ENTITY e '{BASE}'>", f"&e;<base href='r/'/>{LINK}"),
}


@pytest.mark.parametrize("html", IN_ENTITIES.values(), ids=IN_ENTITIES)
def test_what_is_in_entities_is_reported_and_changes_nothing_else(
    browsing: tuple[Chromium, Server], html: str
) -> None:
    before = html.encode()
    after = absolutize.rewrite(before, HOME, media_type=MEDIA)
    at_home, elsewhere = (where(browsing, *each)[1] for each in ((HOME, before), (ELSEWHERE, after)))
    assert at_home != elsewhere  # it counts for the browser
    links = list(absolutize.links(before, HOME, media_type=MEDIA))
    assert {link.code for link in links} & {"unreadable", "no-base"}
    resolved = [link.target for link in links if link.code == "rewritten" and link.element != "base"]
    assert {*resolved} <= {value for *_, value in at_home} & {value for *_, value in elsewhere}


PARAMETER_ENTITIES: dict[str, str] = {
    "an entity": declaring("<!ENTITY % p \"<!ENTITY e '<base href=&#34;q/&#34;/>'>\"> %p;", f"&e;{LINK}"),
    "a default of BASE": declaring("<!ENTITY % p \"<!ATTLIST base href CDATA 'q/'>\"> %p;", f"<base/>{LINK}"),
    "a default of a link": declaring("<!ENTITY % p \"<!ATTLIST a href CDATA 'q/'>\"> %p;", f"<a>x</a>{LINK}"),
    "another file": declaring("<!ENTITY % p SYSTEM 'x.dtd'> %p;", LINK),
}


@pytest.mark.parametrize("html", PARAMETER_ENTITIES.values(), ids=PARAMETER_ENTITIES)
def test_parameter_entities_are_not_expanded(browsing: tuple[Chromium, Server], html: str) -> None:
    before = html.encode()
    after = absolutize.rewrite(before, HOME, media_type=MEDIA)
    base, at_home = where(browsing, HOME, before)
    assert base == HOME
    assert where(browsing, ELSEWHERE, after)[1] == at_home


IN_TEXT = {
    "style": "<style>p{background:url(x)}</style>",
    "style with a section": "<style>/*<![CDATA[*/p{background:url(x)}/*]]>*/</style>",
    "import map": '<script type="importmap">{"imports":{"a":"./x"}}</script>',
}


@pytest.mark.parametrize("head", IN_TEXT.values(), ids=IN_TEXT)
def test_the_end_of_a_section_in_a_base_is_escaped_in_text(
    browsing: tuple[Chromium, Server], head: str
) -> None:
    before = page("<p>x</p>", f'<base href="]]&gt;/"/>{head}').encode()
    after = absolutize.rewrite(before, HOME, media_type=MEDIA)
    assert after.count(b"http://site") == 2
    assert where(browsing, ELSEWHERE, after)[1] == where(browsing, HOME, before)[1]


FETCHED = "performance.getEntriesByType('resource').map(each => each.name)"


@pytest.mark.parametrize("media", ["image/svg+xml", "application/xml"])
def test_xml_base_is_ignored_in_svg_documents(browsing: tuple[Chromium, Server], media: str) -> None:
    before = (
        f'<svg {SVG} xmlns:l="{XLINK}" {OTHER_BASE}><image width="9" height="9" href="i.png" {OTHER_BASE}/>'
        f'<g {OTHER_BASE}><a href="x">x</a><a l:href="y#f">x</a><image width="9" height="9" l:href="j"/></g>'
        f'<h:a xmlns:h="{XHTML}" {OTHER_BASE} href="z">x</h:a></svg>'
    ).encode()
    after = absolutize.rewrite(before, HOME, media_type=media)
    base, at_home = where(browsing, HOME, before, media)
    assert base == HOME
    assert all(value.startswith("http://site.localhost/d/e/") for *_, value in at_home)
    assert where(browsing, ELSEWHERE, after, media)[1] == at_home
    for url in (HOME, ELSEWHERE):
        assert fetched(browsing, url) >= {f"http://site.localhost/d/e/{name}" for name in ("i.png", "j")}
        assert not any("no.localhost" in each for each in fetched(browsing, url))


def fetched(browsing: tuple[Chromium, Server], url: str) -> set[str]:
    """Open a document that the server has, and list the URLs that the browser fetched for it."""
    browser, _ = browsing
    session = browser.open(url)
    try:
        loaded(browser, session)
        return set(browser.run(session, FETCHED))
    finally:
        browser.close(session)


H_BASE = f'<base xmlns="{XHTML}" href="q/"/>'
GOVERNED: dict[str, tuple[str, str]] = {  # and their media types
    "svg": (
        f'<svg {SVG}><a href="x">x</a>{H_BASE}<image width="9" height="9" href="i"/></svg>',
        "image/svg+xml",
    ),
    "svg around a foreignObject": (
        f'<svg {SVG}><foreignObject>{H_BASE}</foreignObject><a href="x">x</a></svg>',
        "image/svg+xml",
    ),
    "svg, a template": (
        f'<svg {SVG}><template xmlns="{XHTML}"><base href="q/"/></template><a href="x">x</a></svg>',
        "image/svg+xml",
    ),
    "svg, BASE of svg": (f'<svg {SVG}><base href="q/"/><a href="x">x</a></svg>', "image/svg+xml"),
    "math": (
        f'<math xmlns="http://www.w3.org/1998/Math/MathML">{H_BASE}<h:a xmlns:h="{XHTML}" href="x"/></math>',
        "application/xml",
    ),
    "an unknown vocabulary": (f'<r>{H_BASE}<h:img xmlns:h="{XHTML}" src="x"/></r>', "application/xml"),
    "no namespace": (f'<r><base href="q/"/><h:a xmlns:h="{XHTML}" href="x"/></r>', "text/xml"),
}


@pytest.mark.parametrize(("document", "media"), GOVERNED.values(), ids=GOVERNED)
def test_which_documents_base_governs(browsing: tuple[Chromium, Server], document: str, media: str) -> None:
    after = absolutize.rewrite(document.encode(), HOME, media_type=media)
    base, at_home = where(browsing, HOME, document.encode(), media)
    assert absolutize.base_uri(document, HOME, media_type=media).uri == base
    assert where(browsing, ELSEWHERE, after, media)[1] == at_home
    assert len(at_home) > 0


LINKED_SHEET = '<link rel="stylesheet" href="l.css"/>'
SHEETS = {
    "before BASE": f'<?xml-stylesheet href="s.css"?>{page(LINK, BASE + LINKED_SHEET)}',
    "behind the root": f'{page(LINK, LINKED_SHEET)}<!-- c --><?xml-stylesheet href="s.css"?>',
    "behind the root, below BASE": f'{page(LINK, BASE)}<?xml-stylesheet href="s.css" type="text/css"?>',
    "in the root": page('<?xml-stylesheet href="s"?>', LINKED_SHEET),
}


@pytest.mark.parametrize("before", SHEETS.values(), ids=SHEETS)
def test_style_sheets_are_fetched_from_where_they_were(
    browsing: tuple[Chromium, Server], before: str
) -> None:
    after = absolutize.rewrite(before.encode(), HOME, media_type=MEDIA)
    browsing[1].pages |= {
        HOME: Page(before.encode(), media=MEDIA),
        ELSEWHERE: Page(after, media=MEDIA),
    }
    assert len(fetched(browsing, HOME)) == before.count(".css")
    assert fetched(browsing, ELSEWHERE) == fetched(browsing, HOME)
