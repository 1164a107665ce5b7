"""Documents in attributes (srcdoc): how they are rewritten, how deep they are nested, and their base."""

from typing import Any

import html5lib
import pytest
import tinycss2

import absolutize
from tests.html.values.test_structured import URL


def test_a_fragment_in_a_document_in_a_value_goes_where_the_removed_base_took_it() -> None:
    page = "<base href=http://x/><iframe srcdoc='<a href=#z>'></iframe>"
    after = "<iframe srcdoc='<a href=http://x/#z>'></iframe>"
    assert absolutize.rewrite(page, URL, base_element="remove") == after


WITHOUT_ANY_BASE: dict[str, tuple[dict[str, Any], str, str]] = {
    # options, and a page before and after
    "a reference that the URL makes readable": (
        {"url": "file:///x/y"},
        "<base href=http://e/><iframe srcdoc='<a href=//>'>",
        "<base href=http://e/><iframe srcdoc='<a href=//>'>",
    ),
    "a reference that is relative to the URL": (
        {"url": "https://h/d/", "rules": "rfc3986"},
        "<base href=http://e/><iframe srcdoc='<a href=https:x>'>",
        "<base href=http://e/><iframe srcdoc='<a href=https:x>'>",
    ),
    "below two BASE elements": (
        {"url": "https://h/d/", "rules": "rfc3986"},
        "<base href=http://e/><iframe srcdoc='<base href=s/><a href=https:x>'>",
        "<base href=http://e/><iframe srcdoc='<base href=http://e/s/><a href=https:x>'>",
    ),
    "in a comment of the inner document": (
        {"url": "https://h/d/", "rules": "rfc3986"},
        "<base href=x://e/><iframe srcdoc='<!--[if IE]><base href=s/><a href=https:x><![endif]-->'>",
        "<base href=x://e/><iframe srcdoc='<!--[if IE]><base href=x://e/s/><a href=https:x><![endif]-->'>",
    ),
    "a fragment, below two BASE elements of one URL": (
        {"url": URL},
        "<base href=http://e/><iframe srcdoc='<base href=http://e/><a href=#z>'>",
        "<iframe srcdoc='<a href=http://e/#z>'>",
    ),
    "a fragment, below a BASE that is the URL": (
        {"url": URL},
        f"<base href=http://e/><iframe srcdoc='<base href={URL}><a href=#z>'>",
        "<iframe srcdoc='<a href=#z>'>",
    ),
}


@pytest.mark.rows("name", WITHOUT_ANY_BASE)
def test_what_the_removal_of_all_base_elements_would_change(name: str) -> None:
    """A BASE stays if a reference would go elsewhere without it and without those around it."""
    options, before, after = WITHOUT_ANY_BASE[name]
    for page in (before, after):
        assert absolutize.rewrite(page, **options, base_element="remove") == after


INNER = '<iframe srcdoc="{}">'
SRCDOCS = [
    # a document in an attribute, before and after
    ("<a href=x>", "<a href=http://h/d/x>"),
    ("<a href=&quot;x&quot;>", "<a href=&quot;http://h/d/x&quot;>"),
    ("&lt;a href='x'&gt;", "&lt;a href='http://h/d/x'&gt;"),
    ("<a href=x?a&amp;amp;b>", "<a href=http://h/d/x?a&amp;amp;b>"),
    ("<base href=/b/><a href=x>", "<base href=http://h/b/><a href=http://h/b/x>"),
    ("<base href=b/><a href=x>", "<base href=http://h/d/b/><a href=http://h/d/b/x>"),
    ("<p style=&quot;a:url('x')&quot;>", "<p style=&quot;a:url('http://h/d/x')&quot;>"),
    ("<a href=#s>", "<a href=#s>"),
    (
        "<iframe srcdoc='&lt;a href=&amp;quot;x&amp;quot;>'>",
        "<iframe srcdoc='&lt;a href=&amp;quot;http://h/d/x&amp;quot;>'>",
    ),
    ("<title><a href=x></title>", "<title><a href=x></title>"),
]


@pytest.mark.rows(("before", "after"), SRCDOCS)
def test_a_document_in_an_attribute(before: str, after: str) -> None:
    assert absolutize.rewrite(INNER.format(before), URL) == INNER.format(after)


LINE_ENDS = [
    # what is before "/x" in a string of CSS, and whether a line end remains that ends the string
    ("\\2e\r&#10;", True),
    ("\\2e\n&#10;", True),
    ("\\2e\r\n", False),
    ("\\2e&#13;&#10;", False),
    ("\\2e&#13;\n", False),
    ("\\2e&#13;\r\n", False),
    ("\\2e&#13;\r\r\n", True),
    ("\\2e&#13;&#13;", True),
    ("\\2e\r\r&#10;", True),
    ("\\\r&#10;", True),
    ("\\\r\n&#10;", True),
    (".\\\r", False),
    (".\\\r\n", False),
]


@pytest.mark.rows(("between", "broken"), LINE_ENDS)
@pytest.mark.rows("end", ["</style>", ""])
def test_line_ends_are_read_before_the_references_around_them(between: str, broken: bool, end: str) -> None:
    """html5lib parses the document, and then the document in its attribute (HTML Standard 13.2.3.5)."""
    before = f"<iframe srcdoc='<style>p{{background:url(\".{between}/x\")}}{end}'>"
    inner = html5lib.parse(before, namespaceHTMLElements=False).find(".//iframe").get("srcdoc")
    style = html5lib.parse(inner, namespaceHTMLElements=False).find(".//style").text
    [rule] = tinycss2.parse_stylesheet(style)
    [declaration] = tinycss2.parse_blocks_contents(rule.content)
    urls = [each for each in declaration.value if each.type in {"function", "url"}]
    read = [each for url in urls for each in url.arguments if each.type == "string"]
    assert (not any(each.value.endswith("/x") for each in read)) == broken
    assert (absolutize.rewrite(before, URL) == before) == broken


AS_WRITTEN = [
    # a document, and how its references are written in it
    (INNER.format("<a href=x?a&amp;amp;b>"), ["x?a&amp;amp;b"]),
    (INNER.format("<a href=&quot;&#120;&amp;eacute;&quot;>"), ["&#120;&amp;eacute;"]),
    (INNER.format("<p style=&quot;a:url(x&amp;amp;y)url(\\78)&quot;>"), ["x&amp;amp;y", "\\78"]),
    (INNER.format("<iframe srcdoc='<a href=x?a&amp;amp;amp;b>'>"), ["x?a&amp;amp;amp;b"]),
    ("<!--[if IE]><iframe srcdoc='<a href=&amp;lt>'><![endif]-->", ["&amp;lt"]),
    (INNER.format("<a href=&#233;é>"), ["&#233;é"]),
]


@pytest.mark.rows(("html", "written"), AS_WRITTEN)
@pytest.mark.rows("charset", ["utf-8", "utf-16le", "windows-1252"])
def test_a_reference_in_a_document_in_a_value_is_listed_as_written(
    html: str, written: list[str], charset: str
) -> None:
    links = list(absolutize.links(html, URL))
    assert [link.raw for link in links] == written == [html[link.start : link.stop] for link in links]
    data = html.encode(charset)
    links = list(absolutize.links(data, URL, charset=charset))
    assert [link.raw for link in links] == written
    assert [data[link.start : link.stop].decode(charset) for link in links] == written


def nested(depth: int) -> str:
    """Nest a document in srcdoc attributes, to a depth."""
    page = "<a/href=x>"
    for _ in range(depth):
        page = f"<iframe/srcdoc={page.replace('&', '&amp;').replace('>', '&gt;')}>"
    return page


@pytest.mark.parametrize("depth", [2, 16])
def test_documents_are_nested(depth: int) -> None:
    assert absolutize.rewrite(nested(depth), URL) == nested(depth).replace("href=x", "href=http://h/d/x")
    assert [link.target for link in absolutize.links(nested(depth), URL)] == ["http://h/d/x"]


@pytest.mark.parametrize(("depth", "policy"), [(17, "absolute"), (17, "remove"), (200, "absolute")])
def test_documents_that_are_nested_too_deep_are_unreadable(depth: int, policy: Any) -> None:
    assert absolutize.rewrite(nested(depth), URL, base_element=policy) == nested(depth)
    codes = [link.code for link in absolutize.links(nested(depth), URL, base_element=policy)]
    assert codes == ["unreadable"]


def test_a_document_in_an_attribute_has_the_base_around_it() -> None:
    """HTML Standard 2.4.3, fallback base URL: the base of the container document, BASE included (5.1.2)."""
    page = "<iframe srcdoc='<a href=x>'></iframe><base href=/b/>"
    after = "<iframe srcdoc='<a href=http://h/b/x>'></iframe><base href=http://h/b/>"
    assert absolutize.rewrite(page, URL) == after


def test_no_base_breaks_out_of_two_layers() -> None:
    base = "http://h/a'b\"c<d>e&amp;f\\(g) -->h/"
    for html in (
        INNER.format("<a href='x'><p style='a:url(x)'>"),
        "<style>a{b:url(x)}</style><p>",
        "<!--[if IE]><a href='x'><![endif]--><p>",
        '<script type=importmap>{"imports":{"a":"./b"}}</script>',
    ):
        before = [link.target for link in absolutize.links(html, base, guard=False)]
        after = absolutize.links(absolutize.rewrite(html, base, guard=False), base, guard=False)
        assert len(before) == len(list(after))
