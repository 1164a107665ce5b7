"""Which BASE counts in a tree, whichever builder made it."""

from __future__ import annotations

from functools import partial

import pytest
from bs4 import BeautifulSoup
from lxml import etree

import absolutize
from tests.trees.builders import (
    HTML_TREES,
    SOUPS,
    SVG,
    URL,
    XHTML,
    Make,
    Node,
    attributes,
    elements,
    every_html_tree,
    every_tree,
    html_of,
    named,
    seen,
    steps,
    targets,
)

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
    """Write a document with a body; it is well-formed if the body is."""
    return f"<html><head></head><body>{body}{LINK}</body></html>"


@every_tree
@pytest.mark.rows(("body", "uri"), COUNTS.values(), ids=COUNTS)
def test_the_first_base_with_an_href_counts(make: Make, body: str, uri: str) -> None:
    """HTML Standard 2.4.3: it counts anywhere, even if href is empty, and relative to the document's URL."""
    tree = make(document(body))
    assert absolutize.base_uri(tree, URL) == (uri, "embedded")
    expected = absolutize.resolve("x", uri)
    assert {link.target for link in seen(tree) if link.element == "a"} == {expected}


@every_tree
@pytest.mark.rows("body", FALLS_BACK.values(), ids=FALLS_BACK)
def test_an_unusable_base_falls_back_to_the_url_of_the_document(make: Make, body: str) -> None:
    """HTML Standard 4.2.3: the next BASE is not tried."""
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
@pytest.mark.rows("body", NO_BASE.values(), ids=NO_BASE)
def test_a_base_that_is_none_does_not_count(make: Make, body: str) -> None:
    """Template contents are another document, noscript is text, and a base element of svg is not HTML's."""
    assert absolutize.base_uri(make(document(body)), URL) == (URL, "retrieval")
    assert (
        absolutize.base_uri(make(document(f'{body}<base href="/ok/"/>')), URL).uri == "http://h.example/ok/"
    )


RAW_TEXT = "script", "style", "title", "textarea", "iframe", "xmp", "noembed", "noframes"
CANONICAL = '<link rel="canonical" href="http://in.example/">'


@every_html_tree
@pytest.mark.rows("element", RAW_TEXT)
def test_in_raw_text_no_base_counts_and_no_url_is_stated(make: Make, element: str) -> None:
    """HTML Standard 13.2.5.2-4: some builders make elements of it, which are text in what they write."""
    body = f'<p>1</p><{element}><base href="/in/">{CANONICAL}</{element}>'
    assert absolutize.base_uri(make(body), URL, url_from=["canonical"]) == (URL, "retrieval")
    assert absolutize.base_uri(make(body), url_from=["canonical"]).uri is None
    tree = make(f'{body}<base href="/ok/">')
    assert absolutize.base_uri(tree, URL) == ("http://h.example/ok/", "embedded")


def test_in_plain_text_no_base_counts() -> None:
    """HTML Standard 13.2.5.5: all that follows the tag is text."""
    body = '<base target="x"><plaintext><base href="/in/">'
    assert absolutize.base_uri(BeautifulSoup(body, "html.parser"), URL) == (URL, "retrieval")
    assert absolutize.base_uri(body, URL) == (URL, "retrieval")


BEHIND_PLAINTEXT = {  # what is before the BASE, and whether it counts
    "its end tag": ("<plaintext>t</plaintext>", False),
    "the end of an element around it": ("<div><plaintext>t</div>", False),
    "in a template": ("<template><plaintext></template>", False),
    "in svg's text": ("<svg><desc><plaintext></desc></svg>", False),
    "in raw text": ("<textarea><plaintext></plaintext></textarea>", True),
    "in a comment": ("<!--<plaintext>-->", True),
}


@every_html_tree
@pytest.mark.rows(("before", "counts"), BEHIND_PLAINTEXT.values(), ids=BEHIND_PLAINTEXT)
def test_behind_plain_text_no_base_counts_and_no_url_is_stated(
    make: Make, before: str, *, counts: bool
) -> None:
    body = f'<p>1</p>{before}<base href="/in/">{CANONICAL}'
    uri = "http://h.example/in/" if counts else URL
    assert absolutize.base_uri(make(body), URL).uri == absolutize.base_uri(body, URL).uri == uri
    stated = absolutize.base_uri(make(body), url_from=["canonical"])
    assert stated == absolutize.base_uri(body, url_from=["canonical"])


def test_in_svg_and_xhtml_plaintext_is_an_element_like_any_other() -> None:
    """The parser of lxml makes text of what follows it in svg, too."""
    body = '<svg><plaintext></plaintext></svg><base href="/ok/">'
    page = '<html xmlns="http://www.w3.org/1999/xhtml"><plaintext/><base href="/ok/"/></html>'
    for tree in (body, *(BeautifulSoup(body, name) for name in ("html.parser", "html5lib"))):
        assert absolutize.base_uri(tree, URL).uri == "http://h.example/ok/"
    assert absolutize.base_uri(etree.fromstring(page), URL).uri == "http://h.example/ok/"


HOLDS_HTML = {
    "foreignObject": f'<svg xmlns="{SVG}"><foreignObject><base href="/ok/"></foreignObject></svg>',
    "desc": f'<svg xmlns="{SVG}"><desc><base href="/ok/"></desc></svg>',
    "mtext": "<math><mtext><base href='/ok/'></mtext></math>",
    "annotation-xml": "<math><annotation-xml encoding='Text/HTML'><base href='/ok/'></annotation-xml></math>",
}


@every_html_tree
@pytest.mark.rows("body", HOLDS_HTML.values(), ids=HOLDS_HTML)
def test_a_base_in_an_integration_point_counts(make: Make, body: str) -> None:
    """HTML Standard 13.2.6: in integration points of svg and MathML, elements are HTML again."""
    assert absolutize.base_uri(make(body), URL).uri == "http://h.example/ok/"
    assert absolutize.base_uri(body, URL).uri == "http://h.example/ok/"


ODD_BASES = {
    "break-out": (f"<svg><p><base href='/ok/'></p></svg>{LINK}", "http://h.example/ok/"),
    "behind-a-break-out": (f"<svg><g><p>t</p></g><base href='/ok/'></svg>{LINK}", "http://h.example/ok/"),
    "before-a-break-out": (f"<svg><base href='/in/'><p>t</p></svg>{LINK}", URL),
    "behind-a-break-out-in-HTML": (
        f"<svg><desc><p>t</p></desc><base href='/in/'></svg>{LINK}",
        URL,
    ),
    "no-integration-point": (f"<math><annotation-xml><base href='/in/'></annotation-xml></math>{LINK}", URL),
}
odd_bases = pytest.mark.rows(("body", "uri"), ODD_BASES.values(), ids=ODD_BASES)


@pytest.mark.rows("kind", ["soup-html5lib", "lxml-html5"])
@odd_bases
def test_trees_with_namespaces_agree_with_bytes_on_odd_bases(kind: str, body: str, uri: str) -> None:
    """HTML Standard 13.2.6.5: p breaks out of svg; annotation-xml holds HTML only if it says so."""
    assert absolutize.base_uri(body, URL).uri == uri
    assert absolutize.base_uri(HTML_TREES[kind](body), URL).uri == uri


@pytest.mark.rows("kind", ["soup-html.parser", "soup-lxml", "lxml-html"])
@odd_bases
def test_trees_without_namespaces_agree_with_bytes_on_odd_bases(kind: str, body: str, uri: str) -> None:
    """The same, where the builder keeps HTML elements inside svg."""
    assert absolutize.base_uri(HTML_TREES[kind](body), URL).uri == uri


@pytest.mark.rows("make", [etree.fromstring, partial(BeautifulSoup, features="xml")], ids=["lxml", "soup"])
@pytest.mark.rows(
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
    """A base counts in XHTML's namespace, with any prefix, or in no namespace."""
    assert absolutize.base_uri(make(text), URL).uri == uri


@pytest.mark.parametrize("make", [HTML_TREES["soup-html5lib"], HTML_TREES["lxml-html"]], ids=["soup", "lxml"])
def test_a_base_of_svg_is_listed_by_one_name(make: Make) -> None:
    """Bytes and trees agree on every link, including the name of its element."""
    text = '<svg><base href="/in/"></base></svg>'
    assert seen(make(text)) == seen(text)


@every_html_tree
def test_the_search_for_a_base_ends_at_the_first(make: Make) -> None:
    """Elements after the first BASE are not searched."""
    page = '<html><head><base href="/d/"></head><body>t{}</body></html>'
    few, many = (make(page.format("<p>t</p>" * number)) for number in (10, 500))
    absolutize.rewrite(make(page), URL, charset="utf-8")  # fill the caches

    def looked_at(tree: Node) -> int:
        part = next(element for element in elements(tree) if "/d/" in attributes(element).values())
        return steps(part, charset="utf-8")

    assert looked_at(many) < 1.2 * looked_at(few)


HIDDEN_BASE = '<!--[if IE]><base href="/ie/"><![endif]-->'
HIDDEN_LINK = '<div id="part"><!--[if IE]><a href="x"></a><![endif]--></div>'
BASES_AROUND_A_PART = {  # a document, and the base of the comment in its part
    "in a comment": (f"<head>{HIDDEN_BASE}</head>{HIDDEN_LINK}", "http://h.example/ie/"),
    "in a comment before BASE": (
        f'<head>{HIDDEN_BASE}<base href="/b/"></head>{HIDDEN_LINK}',
        "http://h.example/ie/",
    ),
    "in a comment behind BASE": (
        f'<head><base href="/b/">{HIDDEN_BASE}</head>{HIDDEN_LINK}',
        "http://h.example/b/",
    ),
    "in a comment of the part, behind BASE": (
        f'<base href="/b/">{HIDDEN_LINK.replace("<a", "<base href=/ie/><a")}',
        "http://h.example/b/",
    ),
    "before the root": (f"{HIDDEN_BASE}<html><body>{HIDDEN_LINK}</body></html>", "http://h.example/ie/"),
}


@pytest.mark.rows("kind", [*SOUPS, "lxml-html", "lxml-html-tree", "lxml-etree-html"])
@pytest.mark.rows(("text", "base"), BASES_AROUND_A_PART.values(), ids=BASES_AROUND_A_PART)
def test_for_comments_in_a_part_the_bases_of_its_document_count(kind: str, text: str, base: str) -> None:
    """Also those in comments before the root, which are no part of lxml's root element."""
    assert targets(text)[-1] == f"{base}x"
    assert targets(HTML_TREES[kind](text))[-1] == f"{base}x"
    part = named(HTML_TREES[kind](text), "part")
    assert targets(part)[-1] == f"{base}x"
    assert f'href="{base}x"' in html_of(absolutize.rewrite(part, URL))
