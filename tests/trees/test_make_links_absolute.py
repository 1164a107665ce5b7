"""Trees of lxml after absolutize.rewrite, compared with lxml's make_links_absolute."""

from __future__ import annotations

import lxml.html
import pytest

import absolutize
from tests.trees.builders import URL, values

ALIKE = {
    "links": '<p><a href="x">1</a><a href="../y?q#f">2</a><a href="/z">3</a><a href="//o.example/">4</a></p>',
    "absolute": '<p><a href="http://o.example/x">1</a><a href="mailto:a@b.example">2</a></p>',
    "elements": (
        '<div><img src="a" longdesc="b"><form action="c"><input src="d" formaction="e"></form>'
        '<iframe src="f"></iframe><blockquote cite="g">t</blockquote><script src="h"></script></div>'
    ),
    "page": '<html><head><link href="a"><script src="b"></script></head><body background="c">t</body></html>',
    "fragment": '<p><a href="#s">1</a><a href="">2</a></p>',
    "object": '<object codebase="cb/" classid="a" archive="b"></object>',
    "white-space": '<p><a href=" x ">1</a><a href=" http://o.example/ ">2</a></p>',
    "base": (
        '<html><head><base href="http://o.example/d/"></head><body><a href="x">1</a><a href="#s">2</a></body>'
        "</html>"
    ),
}


@pytest.mark.rows("text", ALIKE.values(), ids=ALIKE)
def test_the_drop_in_gives_what_lxml_gives_where_lxml_is_right(text: str) -> None:
    """make_links_absolute removes BASE and resolves #s: with the same policies, the output is the same."""
    theirs, ours = lxml.html.fromstring(text), lxml.html.fromstring(text)
    theirs.make_links_absolute(URL)
    absolutize.rewrite(ours, URL, base_element="remove", same_document="resolve")
    assert lxml.html.tostring(ours) == lxml.html.tostring(theirs)


UP = "http://h.example/a/page.html"
DEFECTS = {
    "the-last-base-wins": (
        URL,
        '<base href="/one/"><base href="/two/"><a href="x">1</a>',
        ["http://h.example/one/", "http://h.example/two/", "http://h.example/one/x"],
    ),
    "two-passes-for-a-relative-base": (
        UP,
        '<base href="s/"><a href="../../x">1</a>',
        ["http://h.example/a/s/", "http://h.example/x"],
    ),
    "two-passes-above-the-root": (
        UP,
        '<base href="../../../up/"><a href="x">1</a>',
        ["http://h.example/up/", "http://h.example/up/x"],
    ),
    "archive-spliced": (
        URL,
        '<object archive="a.jar b.jar c.jar"></object>',
        [" ".join(f"http://h.example/a/b/{name}.jar" for name in "abc")],
    ),
    "base-in-template": (
        URL,
        '<template><base href="/in/"></template><a href="x">1</a>',
        ["http://h.example/in/", "http://h.example/a/b/x"],
    ),
    "base-in-noscript": (
        URL,
        '<noscript><base href="/in/"></noscript><a href="x">1</a>',
        ["http://h.example/in/", "http://h.example/a/b/x"],
    ),
    "base-in-svg": (
        URL,
        '<svg><base href="/in/"></base></svg><a href="x">1</a>',
        ["http://h.example/in/", "http://h.example/a/b/x"],
    ),
    "usemap-of-object": (URL, '<object usemap="m.html#x"></object>', ["http://h.example/a/b/m.html#x"]),
    "bad-host-with-a-base": (
        URL,
        '<base href="http://o.example/"><a href="http://[x">1</a><a href="y">2</a>',
        ["http://o.example/", "http://[x", "http://o.example/y"],
    ),
    "bad-base": (URL, '<base href="http://[x"><a href="y">1</a>', ["http://[x", "http://h.example/a/b/y"]),
    "bad-host": (URL, '<a href="//[x">1</a><a href="y">2</a>', ["//[x", "http://h.example/a/b/y"]),
}


@pytest.mark.rows(("url", "text", "expected"), DEFECTS.values(), ids=DEFECTS)
def test_what_lxml_gets_wrong_is_right(url: str, text: str, expected: list[str]) -> None:
    """The defects of make_links_absolute in lxml 6.1: wrong targets, a corrupt archive, ValueError."""
    tree = lxml.html.document_fromstring(f"<html><body>{text}</body></html>")
    assert values(absolutize.rewrite(tree, url)) == expected
