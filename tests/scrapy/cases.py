"""The cases of other projects as data: Scrapy's of its LinkExtractor, w3lib's of get_base_url.

Pages, settings and expected results are theirs. Wrong expectations are listed with the reason.
"""

import re
from collections.abc import Mapping
from typing import Any, NamedTuple

Expected = tuple[str, str] | tuple[str, str, bool]  # URL, text, and whether it is not to be followed

SAMPLE = b"""<!DOCTYPE html><html><head><base href='http://example.com' /><title>Sample</title></head>
<body><div id='wrapper'><div id='subwrapper'><area href='sample1.html' alt='sample1'/>
<a href='sample2.html'>sample 2<img src='sample2.jpg' alt='sample2'/></a></div>
<a href='http://example.com/sample3.html' title='sample 3'>sample 3 text</a>
<a href='sample3.html'>sample 3 repetition</a> <a href='sample3.html'>sample 3 repetition</a>
<a href='sample3.html#foo'>sample 3 repetition with fragment</a>
<a href='http://www.google.com/something'></a>
<a href='http://example.com/innertag.html'><strong>inner</strong> tag</a>
<a href='page 4.html'>href with whitespaces</a></div></body></html>"""
ONE = "http://example.com/sample1.html", ""
TWO = "http://example.com/sample2.html", "sample 2"
THREE = "http://example.com/sample3.html", "sample 3 text"
AGAIN = "http://example.com/sample3.html", "sample 3 repetition"
FRAGMENT = "http://example.com/sample3.html#foo", "sample 3 repetition with fragment"
GOOGLE = "http://www.google.com/something", ""
INNER = "http://example.com/innertag.html", "inner tag"
FOUR = "http://example.com/page%204.html", "href with whitespaces"
PICTURE = "http://example.com/sample2.jpg", ""

FOLLOW = b"""<html><head><title>Page title</title></head><body>
<div class='links'><p><a href="/about.html">About us</a></p></div>
<div><p><a href="/follow.html">Follow this link</a></p></div>
<div><p><a href="/nofollow.html" rel="nofollow">Dont follow this one</a></p></div>
<div><p><a href="/nofollow2.html" rel="blah">Choose to follow or not</a></p></div>
<div><p><a href="http://google.com/something" rel="external nofollow">External</a></p></div></body></html>"""
XHTML = FOLLOW.replace(
    b"<html>",
    b'\n<?xml version="1.0"?>\n<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN"'
    b' "http://www.w3.org/TR/xhtml1/DTD/xhtml1-strict.dtd">\n'
    b'<html xmlns="http://www.w3.org/1999/xhtml" xml:lang="en" lang="en">',
)
FOLLOWED: tuple[Expected, ...] = (
    ("/about.html", "About us"),
    ("/follow.html", "Follow this link"),
    ("/nofollow.html", "Dont follow this one", True),
    ("/nofollow2.html", "Choose to follow or not"),
    ("http://google.com/something", "External", True),
)
TAGS = b"""<html><area href="sample1.html"></area><a href="sample2.html">sample 2</a>
<img src="sample2.jpg"/></html>"""
DATA = b"""<html><body><div id="item1" data-url="get?id=1"><a href="#">Item 1</a></div>
<div id="item2" data-url="get?id=2"><a href="#">Item 2</a></div></body></html>"""
WILD = b"""<html><body><a href="a.html">a</a><div data-url="div.html">div</div>
<span href="span.html">span</span><p data-url="p.html">p</p></body></html>"""
A, DIV, SPAN, P = ((f"/{name}.html", name) for name in ("a", "div", "span", "p"))
TWICE = b"""<div><a href="/a">a1</a><a href="/b?a=1&b=2">b1</a></div>
<div><a href="/a">a2</a><a href="/b?b=2&a=1">b2</a></div>"""
PETS = b"""<a href="http://example.org/item1.html">Pic of a cat</a>
<a href="http://example.org/item2.html">Pic of a dog</a>
<a href="http://example.org/item3.html">Pic of a cow</a>"""
CAT, DOG = (
    ("http://example.org/item1.html", "Pic of a cat"),
    ("http://example.org/item2.html", "Pic of a dog"),
)
SCRIPT = b"""<a href="javascript:goToPage('../other/page.html','photo','width=600'); return false">Text</a>
<a href="/about.html">About us</a>"""
ENTITIES = b'<html><body><p><a href="/&hearts;/you?c=&euro;">text</a></p></body></html>'
POUND = b"""<body><p><a href="item/12.html">Item 12</a></p><div class='links'>
<p><a href="/about.html">About us\xa3</a></p></div></body>"""
BASED = b"""<html><head><base href="http://otherdomain.com/base/" /></head><body><p>
<a href="item/12.html">Item 12</a>"""
WRONG_HREF = b"""<a href="http://example.org/item1.html">Item 1</a>
<a href="http://[example.org/item2.html">Item 2</a>
<a href="http://example.org/item3.html">Item 3</a>"""
WRONG_PORT = b"""<a href="http://example.org:non-port">Why?</a>
<a href="http://example.org/item2.html">Good Link</a>"""
PHOTO = b"""<a href="page.html">asd</a> and <a href="photo.jpg">"""
CANONICAL = b"".join(b'<a href="/p?b=2&a=1#f%d">x</a>' % i for i in range(10))


def go_to_page(value: str) -> str | None:
    match = re.search(r"javascript:goToPage\('(.*?)'", value)
    return match[1] if match else None


def without_space(url: str) -> str | None:
    return None if url != url.rstrip() else url


class ScrapyCase(NamedTuple):
    """A page, the settings of the extractor, and the links; URLs may be relative to the page's."""

    body: bytes
    settings: Mapping[str, Any]
    links: tuple[Expected, ...]
    url: str = "http://example.com/index.html"
    encoding: str | None = None
    xml: bool = False


EXTRACTED: Mapping[str, ScrapyCase] = {
    "all links": ScrapyCase(SAMPLE, {}, (ONE, TWO, THREE, FRAGMENT, GOOGLE, INNER, FOUR)),
    "allow": ScrapyCase(SAMPLE, {"allow": ("sample",)}, (ONE, TWO, THREE, FRAGMENT)),
    "allow, duplicates": ScrapyCase(
        SAMPLE, {"allow": ("sample",), "unique": False}, (ONE, TWO, THREE, AGAIN, AGAIN, FRAGMENT)
    ),
    "allow, duplicates, canonical": ScrapyCase(
        SAMPLE,
        {"allow": ("sample",), "unique": False, "canonicalize": True},
        (ONE, TWO, THREE, AGAIN, AGAIN, (AGAIN[0], FRAGMENT[1])),
    ),
    "allow, canonical": ScrapyCase(SAMPLE, {"allow": ("sample",), "canonicalize": True}, (ONE, TWO, THREE)),
    "allow and deny": ScrapyCase(SAMPLE, {"allow": ("sample",), "deny": ("3",)}, (ONE, TWO)),
    "allowed domains": ScrapyCase(SAMPLE, {"allow_domains": ("google.com",)}, (GOOGLE,)),
    "one allowed": ScrapyCase(SAMPLE, {"allow": "sample"}, (ONE, TWO, THREE, FRAGMENT)),
    "one allowed, one denied": ScrapyCase(SAMPLE, {"allow": "sample", "deny": "3"}, (ONE, TWO)),
    "one allowed domain": ScrapyCase(SAMPLE, {"allow_domains": "google.com"}, (GOOGLE,)),
    "one denied domain": ScrapyCase(SAMPLE, {"deny_domains": "example.com"}, (GOOGLE,)),
    "nofollow": ScrapyCase(FOLLOW, {}, FOLLOWED),
    "restrict_xpaths": ScrapyCase(SAMPLE, {"restrict_xpaths": ('//div[@id="subwrapper"]',)}, (ONE, TWO)),
    "restrict_xpaths, encoding": ScrapyCase(
        POUND,
        {"restrict_xpaths": "//div[@class='links']"},
        (("/about.html", "About us\xa3"),),
        encoding="windows-1252",
    ),
    "restrict_xpaths, entities": ScrapyCase(
        ENTITIES, {"restrict_xpaths": "//p"}, (("/%E2%99%A5/you?c=%A4", "text"),), encoding="iso8859-15"
    ),
    "restrict_xpaths, text in two pieces": ScrapyCase(
        b'<html><body><div><a href="/foo">&gt;\xbe\xa9&lt;\xb6\xab</a></body></html>',
        {"restrict_xpaths": "//div"},
        (("/foo", ">\u4eac<\u4e1c"),),
        encoding="gb18030",
    ),
    "restrict_css": ScrapyCase(SAMPLE, {"restrict_css": ("#subwrapper a",)}, (TWO,)),
    "restrict_css and restrict_xpaths": ScrapyCase(
        SAMPLE,
        {"restrict_xpaths": ('//div[@id="subwrapper"]',), "restrict_css": ("#subwrapper + a",)},
        (ONE, TWO, THREE),
    ),
    "area, no UTF-8": ScrapyCase(
        b'<html><body>\xbe\xa9<map><area href="http://example.org/foo" /></map></body></html>',
        {},
        (("http://example.org/foo", ""),),
        encoding="utf-8",
    ),
    "escaped URL": ScrapyCase(
        b'<a href="?page=2">BinB</a>', {}, (("?page=2", "BinB"),), url="http://known.fm/AC%2FDC/"
    ),
    "escaped URL, restrict_xpaths": ScrapyCase(
        b'<div><a href="?page=2">BinB</a></div>',
        {"restrict_xpaths": "//div"},
        (("?page=2", "BinB"),),
        url="http://known.fm/AC%2FDC/",
    ),
    "ignored extensions": ScrapyCase(PHOTO, {}, (("page.html", "asd"),)),
    "denied extensions": ScrapyCase(PHOTO, {"deny_extensions": ["html"]}, (("photo.jpg", ""),)),
    "process_value": ScrapyCase(
        SCRIPT,
        {"process_value": go_to_page},
        (("/other/page.html", "Text"),),
        url="http://example.org/somepage/index.html",
    ),
    "BASE, restrict_xpaths": ScrapyCase(
        BASED, {"restrict_xpaths": "//p"}, (("http://otherdomain.com/base/item/12.html", "Item 12"),)
    ),
    "attrs": ScrapyCase(SAMPLE, {"attrs": "href"}, (ONE, TWO, THREE, FRAGMENT, GOOGLE, INNER, FOUR)),
    "attrs and tags": ScrapyCase(
        SAMPLE,
        {"attrs": ("href", "src"), "tags": ("a", "area", "img"), "deny_extensions": ()},
        (ONE, TWO, PICTURE, THREE, FRAGMENT, GOOGLE, INNER, FOUR),
    ),
    "no attrs": ScrapyCase(SAMPLE, {"attrs": None}, ()),
    "no tags": ScrapyCase(TAGS, {"tags": None}, ()),
    "tags by default": ScrapyCase(TAGS, {}, (ONE, TWO)),
    "area alone": ScrapyCase(TAGS, {"tags": "area"}, (ONE,)),
    "a alone": ScrapyCase(TAGS, {"tags": "a"}, (TWO,)),
    "a and img": ScrapyCase(
        TAGS, {"tags": ("a", "img"), "attrs": ("href", "src"), "deny_extensions": ()}, (TWO, PICTURE)
    ),
    "other tag and attribute": ScrapyCase(
        DATA, {"tags": "div", "attrs": "data-url"}, (("get?id=1", "Item 1"), ("get?id=2", "Item 2"))
    ),
    "other tags and attributes": ScrapyCase(
        DATA, {"tags": ("div",), "attrs": ("data-url",)}, (("get?id=1", "Item 1"), ("get?id=2", "Item 2"))
    ),
    "default among others": ScrapyCase(WILD, {}, (A,)),
    "any tag": ScrapyCase(WILD, {"tags": "*"}, (A, SPAN)),
    "any tag and attribute": ScrapyCase(WILD, {"tags": "*", "attrs": "*"}, (A, DIV, SPAN, P)),
    "any but a tag": ScrapyCase(WILD, {"tags": "*", "attrs": "*", "deny_tags": "div"}, (A, SPAN, P)),
    "any but an attribute": ScrapyCase(
        WILD, {"tags": "*", "attrs": "*", "deny_attrs": "data-url"}, (A, SPAN)
    ),
    "tags but one": ScrapyCase(WILD, {"tags": ("a", "span"), "attrs": "*", "deny_tags": "span"}, (A,)),
    "any attribute": ScrapyCase(WILD, {"tags": "a", "attrs": "*"}, (A,)),
    "XHTML as HTML": ScrapyCase(XHTML, {}, FOLLOWED, url="http://example.com/index.xhtml"),
    "XHTML as XML": ScrapyCase(XHTML, {}, FOLLOWED, url="http://example.com/index.xhtml", xml=True),
    "wrong href": ScrapyCase(
        WRONG_HREF,
        {},
        (("http://example.org/item1.html", "Item 1"), ("http://example.org/item3.html", "Item 3")),
    ),
    "ftp": ScrapyCase(
        b'<div><a href="ftp://www.external.com/">An Item</a></div>',
        {},
        (("ftp://www.external.com/", "An Item"),),
    ),
    "regions": ScrapyCase(
        TWICE, {"restrict_css": ("div",)}, (("/a", "a1"), ("/b?a=1&b=2", "b1"), ("/b?b=2&a=1", "b2"))
    ),
    "regions, canonical": ScrapyCase(
        TWICE, {"restrict_css": ("div",), "canonicalize": True}, (("/a", "a1"), ("/b?a=1&b=2", "b1"))
    ),
    "regions, duplicates": ScrapyCase(
        TWICE,
        {"restrict_css": ("div",), "unique": False},
        (("/a", "a1"), ("/b?a=1&b=2", "b1"), ("/a", "a2"), ("/b?b=2&a=1", "b2")),
    ),
    "regions, duplicates, canonical": ScrapyCase(
        TWICE,
        {"restrict_css": ("div",), "unique": False, "canonicalize": True},
        (("/a", "a1"), ("/b?a=1&b=2", "b1"), ("/a", "a2"), ("/b?a=1&b=2", "b2")),
    ),
    "canonical, many": ScrapyCase(CANONICAL, {"canonicalize": True}, (("/p?a=1&b=2", "x"),)),
    "restrict_text": ScrapyCase(PETS, {"restrict_text": "dog"}, (DOG,)),
    "restrict_text, pattern": ScrapyCase(PETS, {"restrict_text": r"of.*dog"}, (DOG,)),
    "restrict_text, patterns": ScrapyCase(PETS, {"restrict_text": [r"of.*dog", r"of.*cat"]}, (CAT, DOG)),
    "bad links": ScrapyCase(WRONG_PORT, {}, (("http://example.org/item2.html", "Good Link"),)),
    "one link": ScrapyCase(b'<a href="page.html">Link</a>', {}, (("page.html", "Link"),)),
    "strip": ScrapyCase(
        b'<a href="page.html   ">Link</a>', {"process_value": without_space}, (("page.html", "Link"),)
    ),
    "no strip": ScrapyCase(
        b'<a href="page.html   ">Link</a>', {"process_value": without_space, "strip": False}, ()
    ),
    "same canonical form": ScrapyCase(
        b'<a href="page.html?b=2&amp;a=1">1</a><a href="page.html?a=1&amp;b=2">2</a>',
        {"canonicalize": True},
        (("page.html?a=1&b=2", "1"),),
    ),
}
EXTRACTED_WRONGLY: Mapping[str, str] = {}
"""Those of Scrapy's that are wrong, and why."""


class MatchCase(NamedTuple):
    """The settings of an extractor, a URL, and whether it matches."""

    settings: Mapping[str, Any]
    url: str
    matches: bool


FIRST, SECOND = "http://lotsofstuff.com/stuff1/index", "http://evenmorestuff.com/uglystuff/index"
ALL_FOUR = {
    "allow": ["blah1"],
    "deny": ["blah2"],
    "allow_domains": ["blah1.com"],
    "deny_domains": ["blah2.com"],
}
MATCHES = (
    *(MatchCase({"allow": (r"stuff1",)}, url, url == FIRST) for url in (FIRST, SECOND)),
    *(MatchCase({"deny": (r"uglystuff",)}, url, url == FIRST) for url in (FIRST, SECOND)),
    *(MatchCase({"allow_domains": ("evenmorestuff.com",)}, url, url == SECOND) for url in (FIRST, SECOND)),
    *(MatchCase({"deny_domains": ("lotsofstuff.com",)}, url, url == SECOND) for url in (FIRST, SECOND)),
    *(
        MatchCase(ALL_FOUR, f"http://{host}.com/{path}", (host, path) == ("blah1", "blah1"))
        for host, path in (("blah1", "blah1"), ("blah1", "blah2"), ("blah2", "blah1"), ("blah2", "blah2"))
    ),
)


class BaseCase(NamedTuple):
    """A page, its URL, and the base URL."""

    page: str
    base: str
    url: str = "https://example.org"


def _head(base: str) -> str:
    return f"<html><head><title>Dummy</title>{base}</head><body>blahablsdfsal&amp;</body></html>"


SOMETHING, EVIL = "http://example.org/something", "<base href='http://evil.example/'>"
BASES: Mapping[str, BaseCase] = {
    "absolute": BaseCase(_head(f"<base href='{SOMETHING}' />"), SOMETHING),
    "many unended": BaseCase("<base " * 300, "https://example.org"),
    "many unended, and one": BaseCase(
        "<base " * 300 + '<base href="http://example.org/found/">', "http://example.org/found/"
    ),
    "comment": BaseCase('<!-- <base href="http://example.com/"/> -->', "https://example.org"),
    "comment without end": BaseCase('<!-- <base href="http://example.com/"/>', "https://example.org"),
    "comment with half an end": BaseCase('<!-- <base href="http://example.com/"/> --', "https://example.org"),
    "comment begun twice": BaseCase(
        '<!-- <!--  <base href="http://a.com/"/> -- -->  <base href="http://b.com/"/> ', "http://b.com/"
    ),
    "two comments": BaseCase(
        '<!-- <base href="http://a.com/"/> --> <!-- <base href="http://b.com/"/> --> <base href="http://c.com/"/>',
        "http://c.com/",
    ),
    "script": BaseCase(f'<script>var t = "{EVIL}";</script>', "https://example.org"),
    "noscript": BaseCase(f"<noscript>{EVIL}</noscript>", "https://example.org"),
    "behind a script": BaseCase(
        f'<script>{EVIL}</script><base href="http://example.org/found/">', "http://example.org/found/"
    ),
    "script without end": BaseCase(f"<script>{EVIL}", "https://example.org"),
    "noscript without end": BaseCase(f'<noscript foo="bar">{EVIL}', "https://example.org"),
    "comment in the tag": BaseCase('<base h<!--c-->ref="http://example.com/">', "https://example.org"),
    "absolute path": BaseCase(_head("<base href='/absolutepath' />"), "https://example.org/absolutepath"),
    "no scheme": BaseCase(_head("<base href='//noscheme.com/path' />"), "https://noscheme.com/path"),
    "attribute before": BaseCase(_head(f"<base id='my_base_tag' href='{SOMETHING}' />"), SOMETHING),
    "other tag": BaseCase(_head(f"<basefoo href='{SOMETHING}' />"), "https://example.org"),
    "not ASCII": BaseCase(
        _head("<base href='http://example.org/snowman\u2368' />"), "http://example.org/snowman%E2%8D%A8"
    ),
    "escaped": BaseCase(
        _head("<base href='http://example.org/sterling%a3' />"), "http://example.org/sterling%a3"
    ),
}
BASES_IN_LATIN_1: Mapping[str, BaseCase] = {
    "path": BaseCase(
        _head("<base href='http://example.org/sterling\u00a3' />"), "http://example.org/sterling%C2%A3"
    ),
}
WRONG_BASES: Mapping[str, str] = {}
"""Those of w3lib's that are wrong, and why."""
