"""absolutize.lxml: what lxml's own tests ask of these functions, and where theirs are wrong."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable, Collection
from functools import partial
from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urljoin

import lxml.html
import pytest
from bs4 import BeautifulSoup
from lxml import etree, objectify
from lxml.html.defs import link_attrs

import absolutize.lxml
from absolutize.html.link_table.rows import LINKS
from absolutize.lxml import iterlinks, make_links_absolute, resolve_base_href, rewrite_links

ROOT = Path(__file__).parents[1]
URL = "http://h.example/a/b.html"
OLD = "http://old/base/path.html"
SERVER = "http://my.little.server/url/"


def relocated(link: str) -> str:
    """The function of lxml's doctests."""
    link = urljoin(OLD, link)
    return f"https://new{link[len('http://old') :]}" if link.startswith("http://old") else link


def same(text: str) -> str:
    """What lxml's doctests compare: markup without white space between and at the ends of lines."""
    parsed = lxml.html.tostring(lxml.html.document_fromstring(text), encoding="unicode")
    return re.sub(r"\s*([<>;{}])\s*", r"\1", " ".join(parsed.split()))


Case = tuple[Callable[..., Any], str, tuple[Any, ...], str]

PAGE = "<html><head>{}</head><body>{}</body></html>"
REFRESHES = {  # the content of a refresh, and what it becomes by lxml's tests
    "refresh that is broken": (" broken ", f" {SERVER}broken "),
    "refresh without URL": ("0; url =  ", "0; url =  "),
    "refresh": ("0;url=/redirect", "0;url=http://my.little.server/redirect"),
    "refresh quoted": ("5;   url='/quoted_url'", "5;   url='http://my.little.server/quoted_url'"),
    "refresh quoted absolute": ("10;url='http://example.com/absolute'",) * 2,
    "refresh absolute": ("15; url=http://example.com/",) * 2,
}


def refreshing(content: str) -> str:
    return PAGE.format(f'<meta http-equiv="refresh" content="{content}">', "x")


THEIRS: dict[str, Case] = {  # src/lxml/html/tests/test_rewritelinks.txt: function, text, arguments, result
    "rewrite a": (
        rewrite_links,
        '<a href="http://old/blah/blah.html">link</a>',
        (relocated,),
        '<a href="https://new/blah/blah.html">link</a>',
    ),
    "rewrite script": (
        rewrite_links,
        '<script src="http://old/foo.js"></script>',
        (relocated,),
        '<script src="https://new/foo.js"></script>',
    ),
    "rewrite link": (
        rewrite_links,
        '<link href="foo.css">',
        (relocated,),
        '<link href="https://new/base/foo.css">',
    ),
    "rewrite by base": (
        rewrite_links,
        '<base href="http://blah/stuff/index.html">\n<link href="foo.css">\n<a href="http://old/bar.html">x</a>',
        (relocated,),
        '<link href="http://blah/stuff/foo.css">\n<a href="https://new/bar.html">x</a>',
    ),
    "rewrite style": (
        rewrite_links,
        '<style>a {b: url(http://old/image.gif)};\n @import "http://old/other-style.css";\n</style>',
        (relocated,),
        '<style>a {b: url(https://new/image.gif)};\n @import "https://new/other-style.css";\n</style>',
    ),
    "rewrite quoted style": (
        rewrite_links,
        '<style>body {background-image: url("http://old/image.gif")};</style>',
        (relocated,),
        '<style>body {background-image: url("https://new/image.gif")};</style>',
    ),
    "rewrite style attribute": (
        rewrite_links,
        '<div style="background-image: url(http://old/image.gif)">text</div>',
        (relocated,),
        '<div style="background-image: url(https://new/image.gif)">text</div>',
    ),
    "rewrite and remove base": (
        rewrite_links,
        PAGE.format('<base href="http://old/">', '<a href="foo.html">link</a>'),
        (relocated,),
        PAGE.format("", '<a href="https://new/foo.html">link</a>'),
    ),
    **{
        name: (make_links_absolute, refreshing(before), (SERVER,), refreshing(after))
        for name, (before, after) in REFRESHES.items()
    },
    "page": (
        make_links_absolute,
        PAGE.format(
            '<link rel="stylesheet" href="style.css"><style type="text/css">body {background-image: '
            'url(/bg.gif);}\n@import "/other-styles.css";</style><script src="/js-funcs.js"></script>',
            '<li><a href=" /test.html">Test stuff</a></li><li><a href="/other.html ">Other</a></li>'
            '<p style="background-image: url( /td-bg.png )"><img src="logo.gif">',
        ),
        (SERVER,),
        PAGE.format(
            f'<link rel="stylesheet" href="{SERVER}style.css">'
            '<style type="text/css">body {background-image: '
            'url(http://my.little.server/bg.gif);}\n@import "http://my.little.server/other-styles.css";</style>'
            '<script src="http://my.little.server/js-funcs.js"></script>',
            '<li><a href="http://my.little.server/test.html">Test stuff</a></li>'
            '<li><a href="http://my.little.server/other.html">Other</a></li>'
            '<p style="background-image: url(http://my.little.server/td-bg.png)">'
            f'<img src="{SERVER}logo.gif">',
        ),
    ),
    "discard": (
        lambda text, url: make_links_absolute(text, url, handle_failures="discard"),
        '<div><a href="http://fancybase.com]Buy">test2</a></div>',
        (SERVER,),
        "<div><a>test2</a></div>",
    ),
    "two links in a style sheet": (
        make_links_absolute,
        PAGE.format("<style>.b {background: url(i/1.png);}\n.c {background: url(i/2.png);}</style>", "Hi"),
        ("http://www.example.com/",),
        PAGE.format(
            "<style>.b {background: url(http://www.example.com/i/1.png);}\n"
            ".c {background: url(http://www.example.com/i/2.png);}</style>",
            "Hi",
        ),
    ),
}
WRONG = {  # of these, those in which lxml is wrong, and why
    "refresh that is broken": "without a number in front there is none (HTML 4.2.5.3): nothing is fetched",
    "refresh without URL": "it leads to the page itself, as an empty href does, which lxml makes absolute",
    "page": "white space within url() is no part of the URL: it stays as the author wrote it",
}


def test_the_doctests_of_lxml() -> None:
    """Each gives what lxml's tests ask for, but for those that are listed."""
    different = {
        name
        for name, (function, text, arguments, expected) in THEIRS.items()
        if same(function(text, *arguments)) != same(expected)
    }
    assert different == set(WRONG)


LISTED = (
    '<meta http-equiv="refresh" content="0;url=/redirect">',
    '<meta http-equiv="refresh" content="10;url=\'/quoted_url\'">',
    '<link rel="stylesheet" href="style.css">',
    '<style>\nbody {\n  background-image: url(/bg.gif);\n}\n@import "/other-styles.css";\n</style>',
    '<script src="/js-funcs.js"></script>',
    '<li><a href="/test.html">Test stuff</a></li><p style="background-image: url(/td-bg.png)">',
    '<img src="/logo.gif"><p style="background-image: url(\'/quoted.png\')">',
)
LISTING = [
    ("meta", "content", "/redirect", 6),
    ("meta", "content", "/quoted_url", 8),
    ("link", "href", "style.css", 0),
    ("style", None, "/other-styles.css", 53),
    ("style", None, "/bg.gif", 32),
    ("script", "src", "/js-funcs.js", 0),
    ("a", "href", "/test.html", 0),
    ("p", "style", "/td-bg.png", 22),
    ("img", "src", "/logo.gif", 0),
    ("p", "style", "/quoted.png", 23),
]


@pytest.mark.parametrize("function", [iterlinks, lxml.html.iterlinks], ids=["ours", "theirs"])
def test_iterlinks_gives_what_the_doctest_of_lxml_asks_for(function: Callable[..., Any]) -> None:
    found = function("\n".join(LISTED))
    assert [(element.tag, *rest) for element, *rest in found] == LISTING


def test_iterlinks_takes_bytes() -> None:
    found = list(iterlinks(b'<html><body><a href="https://lxml.de/">lxml</a></body></html>'))
    assert [(e.tag, *rest) for e, *rest in found] == [("a", "href", "https://lxml.de/", 0)]


class Difference(NamedTuple):
    """A page, what lxml makes of it (an error by its name), and what is right."""

    text: str
    theirs: object
    ours: object


NAMES = frozenset({"href", "src", "srcset", "archive", "content", "style", "ping", "usemap"})


def links_of(text: str, module: Any, names: Collection[str] = NAMES, **options: Any) -> object:
    """All links of a page after make_links_absolute."""
    tree = lxml.html.document_fromstring(f"<html><body><p>t</p>{text}</body></html>")
    try:
        module.make_links_absolute(tree, URL, copy=False, **options)
    except (ValueError, TypeError) as error:
        return type(error).__name__
    return [value for e in tree.iter(etree.Element) for name, value in e.items() if name in names]


DIFFERENCES = {  # the rows of the table in docs/lxml.md, in its order
    "several BASE": Difference(
        '<base href="http://o/1/"><base href="http://o/2/"><a href="x">', ["http://o/2/x"], ["http://o/1/x"]
    ),
    "relative BASE": Difference(
        '<base href="s/"><a href="../../x">', ["http://h.example/a/x"], ["http://h.example/x"]
    ),
    "BASE that browsers skip": Difference(
        '<template><base href="/in/"></template><a href="x">',
        ["http://h.example/in/x"],
        ["http://h.example/a/x"],
    ),
    "BASE with target": Difference(
        '<base href="http://o/" target="_blank"><a href="x">', ["http://o/x"], ["http://o/x"]
    ),
    "bad link": Difference(
        '<a href="http://[x"><a href="y">', "ValueError", ["http://[x", "http://h.example/a/y"]
    ),
    "srcset": Difference(
        '<img srcset="x 1x, y 2x">',
        ["x 1x, y 2x"],
        ["http://h.example/a/x 1x, http://h.example/a/y 2x"],
    ),
    "other attributes": Difference('<a ping="x y">', ["x y"], ["http://h.example/a/x http://h.example/a/y"]),
    "archive": Difference(
        '<object archive="x.jar y.jar">',
        ["http:/http://h.example/a/y.jarample/a/x.jar y.jar"],
        ["http://h.example/a/x.jar http://h.example/a/y.jar"],
    ),
    "refresh": Difference('<meta http-equiv="refresh" content=" x ">', [" http://h.example/a/x "], [" x "]),
    "CSS": Difference(
        '<p style="b:\\75rl(x); /* url(y) */">',
        ["b:\\75rl(x); /* url(http://h.example/a/y) */"],
        ["b:\\75rl(http://h.example/a/x); /* url(y) */"],
    ),
    "as browsers": Difference('<a href="\\\\o\\x">', ["http://h.example/a/\\\\o\\x"], ["http://o/x"]),
    "empty values": Difference(
        '<img src=""><link href="">', ["http://h.example/a/b.html", "http://h.example/a/b.html"], ["", ""]
    ),
    "parts of the document": Difference('<img usemap="#m">', ["http://h.example/a/b.html#m"], ["#m"]),
    "placeholders": Difference('<a href="{{x}}">', ["http://h.example/a/{{x}}"], ["{{x}}"]),
}


def test_what_lxml_gets_wrong_is_right() -> None:
    """A difference that is none any more fails."""
    found = {name: links_of(each.text, absolutize.lxml) for name, each in DIFFERENCES.items()}
    theirs = {name: links_of(each.text, lxml.html) for name, each in DIFFERENCES.items()}
    assert found == {name: each.ours for name, each in DIFFERENCES.items()}
    assert theirs == {name: each.theirs for name, each in DIFFERENCES.items()}


@pytest.mark.parametrize("value", ["x", "#x", "?q", "//o/x", "../x", "http:x", "mailto:x", "http://o/"])
def test_what_lxml_reads_is_read_alike_where_it_is_a_link(value: str) -> None:
    """But for parts of the document, which stay, and usemap of object, which lxml does not read."""
    places = {(row.element, row.attribute) for row in LINKS if row.attribute in link_attrs and not row.when}
    for element, attribute in places - {("object", "usemap")}:
        text, names = f'<{element} {attribute}="{value}"></{element}>', {attribute}
        found = links_of(text, absolutize.lxml, names)
        assert found == links_of(text, lxml.html, names) or found == ["#x"], text


def test_the_document_lists_each_difference() -> None:
    page = (ROOT / "docs/lxml.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (.+?) \|", page[page.index("| where") :], re.MULTILINE)[1:]
    assert rows == list(DIFFERENCES)


# --- how the functions are called


def page(text: str = '<a href="x">1</a>', base_url: str | None = URL) -> Any:
    return lxml.html.document_fromstring(f"<html><body>{text}</body></html>", base_url=base_url)


@pytest.mark.parametrize("function", [make_links_absolute, lxml.html.make_links_absolute])
def test_elements_are_copied_unless_copy_is_false(function: Callable[..., Any]) -> None:
    tree = page()
    made = function(tree, URL)
    assert (made is tree, tree.xpath("//a/@href")) == (False, ["x"])
    assert made.xpath("//a/@href") == ["http://h.example/a/x"]
    assert function(tree, URL, copy=False) is tree
    assert function(tree, URL, copy=0) is tree
    assert tree.xpath("//a/@href") == ["http://h.example/a/x"]


@pytest.mark.parametrize("function", [make_links_absolute, lxml.html.make_links_absolute])
def test_text_and_bytes_come_back_as_they_came(function: Callable[..., Any]) -> None:
    assert function('<a href="x">é</a>', URL) == '<a href="http://h.example/a/x">é</a>'
    assert function(b'<a href="x">1</a>', URL) == b'<a href="http://h.example/a/x">1</a>'


def test_bytes_in_another_encoding_keep_their_queries() -> None:
    """The result is in UTF-8: a query beyond ASCII is percent-encoded in the encoding of the page."""
    page = "<meta charset=windows-1251><form action='?д'><a href='http://o.example/?д'>1</a></form>"
    (form,) = lxml.html.fromstring(make_links_absolute(page.encode("cp1251"), URL)).iter("form")
    assert (form.action, form[0].get("href")) == (f"{URL}?%E4", "http://o.example/?%E4")


def test_the_query_of_the_base_is_not_in_the_encoding_of_the_document() -> None:
    page = b"<meta charset=iso-8859-2><p><a href='#s'></a><a href=''></a></p>"
    after = make_links_absolute(page, "http://h/suche?q=gr\xf6\xdfe")
    assert after.count(b'"http://h/suche?q=gr%C3%B6%C3%9Fe') == 2


def test_whole_trees_are_taken() -> None:
    tree = lxml.html.parse(BytesIO(b'<p><a href="x">1</a>'), base_url=URL)
    assert make_links_absolute(tree).xpath("//a/@href") == ["http://h.example/a/x"]
    assert make_links_absolute(tree, copy=False) is tree
    assert [link for _, _, link, _ in iterlinks(tree)] == ["http://h.example/a/x"]


def test_the_url_that_lxml_knows_is_used() -> None:
    assert make_links_absolute(page()).xpath("//a/@href") == ["http://h.example/a/x"]
    based = page('<base href="s/"><a href="x">1</a>')
    assert resolve_base_href(based).xpath("//a/@href") == ["http://h.example/a/s/x"]
    assert rewrite_links(based, str.upper).xpath("//a/@href") == ["HTTP://H.EXAMPLE/A/S/X"]


def test_without_a_url_an_absolute_base_is_enough() -> None:
    text = '<base href="http://o.example/"><a href="x">1</a>'
    assert make_links_absolute(page(text, None)).xpath("//a/@href") == ["http://o.example/x"]


NEEDED_BY_A_BAD_LINK = {  # in a file, and what is left of the BASE and of both links
    "alone": ('<a href="//">x</a>', "<a>x</a>"),
    "with others": ('<a href="//">x</a><a href="y">y</a>', '<a>x</a><a href="http://e/y">y</a>'),
}


@pytest.mark.parametrize("name", NEEDED_BY_A_BAD_LINK)
def test_a_base_that_only_a_discarded_link_needed_is_removed(name: str) -> None:
    body, left = NEEDED_BY_A_BAD_LINK[name]
    before = PAGE.format('<base href="http://e/">', body)
    assert make_links_absolute(before, "file:///x/y", handle_failures="discard") == PAGE.format("", left)
    assert make_links_absolute(before, "file:///x/y").startswith('<html><head><base href="http://e/"></head>')
    ignoring = make_links_absolute(before, "file:///x/y", handle_failures="ignore")
    assert ignoring == make_links_absolute(before, "file:///x/y")


def test_base_can_be_ignored() -> None:
    """As in lxml: it stays, made absolute."""
    tree = page('<base href="/s/"><a href="x">1</a>')
    make_links_absolute(tree, resolve_base_href=False, copy=False)
    assert tree.xpath("//@href") == ["http://h.example/s/", "http://h.example/a/x"]


@pytest.mark.parametrize(("uses_base", "target"), [(True, "http://b/y"), (False, "http://h.example/a/y")])
def test_a_base_in_a_comment_can_be_ignored(uses_base: bool, target: str) -> None:
    text = '<!--[if IE]><base href="http://b/"><![endif]--><p><!--[if IE]><a href={}><![endif]-->'
    made = make_links_absolute(page(text.format("y")), resolve_base_href=uses_base)
    assert f"<a href={target}>" in lxml.html.tostring(made, encoding="unicode")


@pytest.mark.parametrize(
    ("uses_base", "after"),
    [
        (True, "<rss><channel><link>http://h.example/s/x</link></channel></rss>"),
        (False, '<rss xml:base="/s/"><channel><link>http://h.example/x</link></channel></rss>'),
    ],
)
def test_xml_base_is_used_and_removed_or_ignored(uses_base: bool, after: str) -> None:
    tree = etree.fromstring('<rss xml:base="/s/"><channel><link>x</link></channel></rss>')
    assert etree.tostring(make_links_absolute(tree, "http://h.example/", uses_base)).decode() == after


SHAPES = (
    '<s:svg xmlns:s="http://www.w3.org/2000/svg" xmlns:h="http://www.w3.org/1999/xhtml">'
    '<h:base href="{}"/><s:a href="{}"/></s:svg>'
)


@pytest.mark.parametrize(
    ("uses_base", "base", "links"),
    [
        (True, "http://b/", [None, "http://b/x"]),
        (False, "http://b/", ["http://b/", "http://u/x"]),
        (False, "/b/", ["http://u/b/", "http://u/x"]),
    ],
)
def test_a_base_of_html_in_xml_can_be_ignored(uses_base: bool, base: str, links: list[str | None]) -> None:
    made = make_links_absolute(etree.XML(SHAPES.format(base, "x")), "http://u/", uses_base)
    found = [each.get("href") for each in made]
    assert found == [each for each in links if each is not None]


UNUSABLE_URLS = {"a path": "/folder/x", "a host and a port": "localhost:8080/x"}


@pytest.mark.parametrize("name", UNUSABLE_URLS)
def test_an_unusable_url_that_lxml_knows_is_none(name: str) -> None:
    """As it does for the path of a file."""
    tree = page('<base href="http://b/"><a href="x">1</a>', UNUSABLE_URLS[name])
    assert make_links_absolute(tree).xpath("//a/@href") == ["http://b/x"]
    assert resolve_base_href(tree).xpath("//a/@href") == ["http://b/x"]
    with pytest.raises(TypeError, match=r"^No base_url given"):
        make_links_absolute(page('<a href="x">1</a>', UNUSABLE_URLS[name]))


def test_a_document_without_base_stays() -> None:
    assert resolve_base_href('<a href="x">1</a>') == '<a href="x">1</a>'


def paragraph(base: str, url: str | None = URL) -> Any:
    return page(f'<base href="{base}"><p><a href="x">1</a></p>', url).find(".//p")


OF_PARTS: dict[str, Callable[..., Any]] = {
    "make_links_absolute": make_links_absolute,
    "... by a URL": lambda part, copy: make_links_absolute(part, URL, copy=copy),
    "resolve_base_href": resolve_base_href,
    "rewrite_links": lambda part, copy: rewrite_links(part, str, copy=copy),
    "... by a URL first": lambda part, copy: rewrite_links(part, str, base_href=URL, copy=copy),
}


@pytest.mark.parametrize("copy", [None, True, False])
@pytest.mark.parametrize(
    ("base", "target"), [("s/", "http://h.example/a/s/x"), ("http://k/q/", "http://k/q/x")]
)
@pytest.mark.parametrize("function", OF_PARTS.values(), ids=OF_PARTS)
def test_an_element_knows_the_base_of_its_document(
    function: Callable[..., Any], base: str, target: str, copy: bool | None
) -> None:
    part = paragraph(base)
    made = function(part, copy=copy)
    assert made.xpath(".//@href") == [target]
    assert ((made is part), (made.getparent() is None)) == ((copy is False), (copy is not False))
    assert part.xpath(".//@href") == [target if copy is False else "x"]
    assert part.xpath("//base/@href") == [base]


@pytest.mark.parametrize("copy", [None, True, False])
@pytest.mark.parametrize("function", OF_PARTS.values(), ids=OF_PARTS)
def test_a_base_in_an_element_stays_only_for_links_outside_of_it(
    function: Callable[..., Any], copy: bool | None
) -> None:
    """A copy of the element has no links outside of it."""
    document = page('<div><base href="http://k/q/"><link href="s"></div><a href="x">1</a>')
    made = function(document.find(".//div"), copy=copy)
    assert made.xpath(".//@href") == [*(["http://k/q/"] if copy is False else []), "http://k/q/s"]
    assert document.xpath("//a/@href") == ["x"]
    assert document.xpath("//base/@href") == ["http://k/q/"]


@pytest.mark.parametrize("parse", [etree.fromstring, objectify.fromstring], ids=["etree", "objectify"])
@pytest.mark.parametrize("copy", [None, False])
def test_an_element_of_xml_knows_every_base_around_it(parse: Callable[[str], Any], copy: bool | None) -> None:
    feed = (
        '<rss xml:base="http://k/"><channel><item/><item xml:base="c/"><link>x</link></item></channel></rss>'
    )
    link = parse(feed).xpath("//link")[0]
    assert make_links_absolute(link, copy=copy).text == "http://k/c/x"


@pytest.mark.parametrize("copy", [None, True, False])
@pytest.mark.parametrize("function", OF_PARTS.values(), ids=OF_PARTS)
def test_a_tree_of_a_part_knows_the_base_of_the_document(
    function: Callable[..., Any], copy: bool | None
) -> None:
    tree = etree.ElementTree(paragraph("s/"))
    made = function(tree, copy=copy)
    assert made.xpath(".//@href") == ["http://h.example/a/s/x"]
    assert (made is tree, made.getroot().tag) == (copy is False, "p")


def test_an_absolute_base_of_a_part_is_enough() -> None:
    for copy in (None, False):
        made = make_links_absolute(paragraph("http://k/q/", None), copy=copy)
        assert made.xpath(".//@href") == ["http://k/q/x"]


@pytest.mark.parametrize(
    "function",
    [make_links_absolute, resolve_base_href, lambda tree: rewrite_links(tree, str)],
    ids=["make_links_absolute", "resolve_base_href", "rewrite_links"],
)
def test_an_absolute_xml_base_is_used_and_removed_without_a_url(function: Callable[..., Any]) -> None:
    made = function(etree.fromstring('<rss xml:base="http://k/"><channel><link>x</link></channel></rss>'))
    assert etree.tostring(made) == b"<rss><channel><link>http://k/x</link></channel></rss>"


def test_iterlinks_lists_what_is_there_at_first() -> None:
    found = {}
    for name, function in {"ours": iterlinks, "theirs": lxml.html.iterlinks}.items():
        tree = page('<a href="x">1</a><a href="y">2</a>')
        found[name] = []
        for _, _, link, _ in function(tree):
            found[name].append(link)
            tree.xpath("//a")[1].set("href", "z")
    assert found == {"ours": ["x", "y"], "theirs": ["x", "z"]}


def test_iterlinks_sees_the_attributes_of_html_in_feeds() -> None:
    feed = '<feed xmlns="http://www.w3.org/2005/Atom"><link href="x"/><icon>y</icon></feed>'
    assert [link for _, _, link, _ in iterlinks(etree.fromstring(feed))] == ["x"]
    rss = "<rss><channel><link>x</link></channel></rss>"
    assert list(iterlinks(etree.fromstring(rss))) == []


def test_links_are_put_where_they_cannot_break_out() -> None:
    text = "<style>p{b:url(x)}</style><p style=\"b:url('y')\"><a href=z>1</a>"
    made = rewrite_links(page(text), lambda link: f"{link}) ' \"")
    again = [link for _, _, link, _ in iterlinks(made)]
    assert len(again) == len(list(iterlinks(page(text))))
    assert made.find(".//a").get("href") == "z) ' \""


def test_a_function_can_remove_links() -> None:
    text = "<style>p{b:url(x) url(y)}</style><p style='b:url(x),url(y)' id=i><a href=z>1</a><img src=k>"
    made = rewrite_links(page(text), lambda link: link if link == "k" else None)
    assert lxml.html.tostring(made.body, encoding="unicode") == (
        '<body><style></style><p id="i"><a>1</a><img src="k"></p></body>'
    )


EMPTIED = [  # a srcset, the links for which nothing is given, what is left
    ("a 1x, b 2x, c", "a", "b 2x, c"),
    ("a 1x, b 2x, c", "b", "a 1x, c"),
    ("a 1x, b 2x, c ,", "c", "a 1x, b 2x"),
    ("a, b 2x", "b", "a"),
    ("a 1x,b 2x", "ab", ""),
]


@pytest.mark.parametrize(("srcset", "emptied", "left"), EMPTIED)
def test_an_image_candidate_without_a_url_is_left_out(srcset: str, emptied: str, left: str) -> None:
    made = rewrite_links(f'<img srcset="{srcset}">', lambda link: "" if link in emptied else link)
    assert made == f'<img srcset="{left}">'


@pytest.mark.parametrize("function", [rewrite_links, lxml.html.rewrite_links])
def test_a_link_may_become_empty(function: Callable[..., str]) -> None:
    assert function('<a href="x">1</a>', lambda _: "") == '<a href="">1</a>'


def test_every_link_is_given_once_decoded() -> None:
    given: list[str] = []
    rewrite_links(page("<a href=' x '>1</a><p style='b:url(a\\62)'><img srcset='p 1x, q 2x'>"), given.append)
    assert given == ["x", "ab", "q", "p"]


REFUSED: dict[str, tuple[Callable[[], object], str]] = {
    "copy of text": (
        lambda: make_links_absolute("<a href=x>", URL, copy=True),
        "The keyword 'copy' can only be used with element inputs to make_links_absolute, not a string input",
    ),
    "no URL": (
        lambda: make_links_absolute("<a href=x>"),
        "No base_url given, and the document has no base_url",
    ),
    "a path for a URL": (
        lambda: make_links_absolute(page(base_url="dir/page.html")),
        "No base_url given, and the document has no base_url",
    ),
    "relative URL": (
        lambda: make_links_absolute("<a href=x>", "dir/page.html"),
        "base_url 'dir/page.html': not an absolute URI",
    ),
    "a number for a URL": (
        lambda: make_links_absolute("<a href=x>", 3),  # type: ignore[arg-type]
        "base_url must be a str, not int",
    ),
    "white space around a URL": (
        lambda: make_links_absolute(page(), f" {URL}"),
        f"base_url ' {URL}': white space or control characters around it",
    ),
    "relative URL for rewrite_links": (
        lambda: rewrite_links("<a href=x>", str, base_href="/x"),
        "base_href '/x': not an absolute URI",
    ),
    "a number for rewrite_links": (
        lambda: rewrite_links(page(), str, base_href=3),  # type: ignore[arg-type]
        "base_href must be a str, not int",
    ),
    "failures": (
        lambda: make_links_absolute("<a href=x>", URL, handle_failures="raise"),  # type: ignore[arg-type]
        "unexpected value for handle_failures: 'raise'",
    ),
    "failures, of resolve_base_href": (
        lambda: resolve_base_href("<a href=x>", handle_failures="raise"),  # type: ignore[arg-type]
        "unexpected value for handle_failures: 'raise'",
    ),
    "a copy of text": (
        lambda: iterlinks("<a href=x>", copy=True),
        "The keyword 'copy' can only be used with element inputs to iterlinks, not a string input",
    ),
    "a copy of text, rewritten": (
        lambda: rewrite_links("<a href=x>", str, copy=False),
        "The keyword 'copy' can only be used with element inputs to rewrite_links, not a string input",
    ),
    "a function that gives no link": (
        lambda: rewrite_links('<a href="x">', lambda _: 1),  # type: ignore[arg-type,return-value]
        "the function gave 1 for the link 'x'; it may give a str, bytes or None",
    ),
    "no document": (
        lambda: iterlinks(5),
        "cannot read links in 'int': give an element or a tree of lxml, bytes or str",
    ),
    "no function": (
        lambda: rewrite_links("<p>", "x"),
        "link_repl_func must be a function, not str",
    ),
    "nothing": (
        lambda: make_links_absolute(None, URL),
        "cannot read links in 'NoneType': give an element or a tree of lxml, bytes or str",
    ),
    **{
        f"soup for {name}": (
            partial(function, BeautifulSoup("<a href=x>", "html.parser"), *arguments),
            "cannot read links in 'BeautifulSoup': give an element or a tree of lxml, bytes or str",
        )
        for name, function, arguments in (
            ("make_links_absolute", make_links_absolute, (URL,)),
            ("resolve_base_href", resolve_base_href, ()),
            ("iterlinks", iterlinks, ()),
            ("rewrite_links", rewrite_links, (str,)),
        )
    },
}


@pytest.mark.parametrize(("call", "message"), REFUSED.values(), ids=REFUSED)
def test_wrong_calls_are_refused(call: Callable[[], object], message: str) -> None:
    with pytest.raises((TypeError, ValueError)) as caught:
        call()
    assert str(caught.value) == message


def test_bytes_of_the_function_are_text() -> None:
    changed = rewrite_links('<a href="x">y</a>', lambda link: f"{link}/y".encode())  # type: ignore[arg-type,return-value]
    assert changed == '<a href="x/y">y</a>'


def test_the_example_of_the_document_runs() -> None:
    text = (ROOT / "docs/lxml.md").read_text(encoding="utf-8")
    example = re.search(r"^```python\n(.*?)^```$\n\n^```text\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)
    assert example is not None
    ran = subprocess.run([sys.executable, "-c", example[1]], capture_output=True, text=True, check=False)
    assert (ran.stderr, ran.stdout) == ("", example[2])
