"""A reference is written back in the syntax of its place, so the document's structure stays (promise 5).

The documents are generated; independent parsers read them before and after.
"""

import random

import pytest

import absolutize
from tests.support.extent import extent
from tests.support.spelling import PLACES
from tests.support.writtenback import check


@pytest.mark.rows("name", PLACES)
def test_only_the_reference_changes(name: str) -> None:
    check(name, random.Random(name), count=extent(2, 4))


URL = "http://h/d/e/p.html"
CASES = {
    "CSS, an escaped quote": (
        r"""<style>p{background:url("a/../x\");}body{background:url(//evil.test/?x);}/*")}</style>""",
        r"""<style>p{background:url("http://h/d/e/x\");}body{background:url(//evil.test/?x);}/*")}</style>""",
    ),
    "CSS in an attribute, an escaped quote": (
        r"""<p style='background:url("a/../x\");}body{background:url(//evil.test/?x);}/*")'>""",
        r"""<p style='background:url("http://h/d/e/x\");}body{background:url(//evil.test/?x);}/*")'>""",
    ),
    "CSS, escaped parentheses": (
        r"<style>p{background:url(img/../b\(1\).png)}</style>",
        r"<style>p{background:url(http://h/d/e/b\(1\).png)}</style>",
    ),
    "CSS, an escape before hexadecimal digits": (
        r"<style>p{background:url(a\2f../a\20 b)}</style>",
        r"<style>p{background:url(http://h/d/e/a\20 b)}</style>",
    ),
    "CSS, white space that is an escape before the reference": (
        r"<style>p{background:url('\9/f')}</style>",
        r"<style>p{background:url('\9http://h/f')}</style>",
    ),
    "CSS in an attribute, a backslash as a character reference": (
        """<p style="background:url('\\22 &#92;41/../x')">""",
        """<p style="background:url('http://h/d/e/x')">""",
    ),
    "CSS in an attribute, a line end and a character reference are two line ends": (
        "<p style=\"background:url('../a\\\r&#10;');color:url(../y)\">",
        "<p style=\"background:url('../a\\\r&#10;');color:url(../y)\">",
    ),
    "CSS in an attribute, a character reference and a line end are one": (
        "<p style=\"background:url('../a\\&#13;\r\n');color:url(../y)\">",
        "<p style=\"background:url('http://h/d/a\\&#13;\r\n');color:url(http://h/d/y)\">",
    ),
    "JSON, escapes": (
        r"""<script type=importmap>{"imports":{"a":".\/m.js","b":".\/x\"y"}}</script>""",
        (
            r"""<script type=importmap>{"imports":{"a":"http://h/d/e/m.js","b":"http://h/d/e/x\"y"}}"""
            "</script>"
        ),
    ),
    "JSON, half of a pair": (
        r"""<script type=importmap>{"imports":{"a":"./\ud83d\ude00/../\ude00","b":"./x"}}</script>""",
        r"""<script type=importmap>{"imports":{"a":"./\ud83d\ude00/../\ude00","b":"http://h/d/e/x"}}</script>""",
    ),
    "import map, a name that is overridden": (
        """<script type=importmap>{"imports":{"./a":"./x","./a":"./y"}}</script>""",
        (
            """<script type=importmap>{"imports":{"http://h/d/e/a":"./x","""
            """"http://h/d/e/a":"http://h/d/e/y"}}</script>"""
        ),
    ),
    "import map, scopes and integrity that are overridden": (
        """<script type=importmap>{"scopes":{"./a":{"b":"./x"},".\\/a":{}},"integrity":{"./a":1,"./a":2}}""",
        (
            """<script type=importmap>{"scopes":{"http://h/d/e/a":{"b":"./x"},"http://h/d/e/a":{}},"""
            """"integrity":{"http://h/d/e/a":1,"http://h/d/e/a":2}}"""
        ),
    ),
    "srcset, a last comma and a control": (
        "<img srcset='http:a,\x0b 1x'>",
        "<img srcset='http://h/d/e/a,\x0b 1x'>",
    ),
    "white space around what changes": (
        "<a href=' a/../x&#9; '>",
        "<a href=' http://h/d/e/x&#9; '>",
    ),
}
NAMED = {
    "refresh, an apostrophe between apostrophes": (
        """<meta http-equiv=refresh content="0; url='x'; y">""",
        """<meta http-equiv=refresh content="0; url=&quot;http://h/it's/x&quot;; y">""",
    ),
    "refresh, an apostrophe between apostrophes that are character references": (
        """<meta http-equiv=refresh content='0; url=&#x27;x&apos;'>""",
        """<meta http-equiv=refresh content='0; url="http://h/it&#39;s/x"'>""",
    ),
    "refresh, an apostrophe behind one that none closes": (
        """<meta http-equiv=refresh content=0;url='x>""",
        """<meta http-equiv=refresh content=0;url=&#34;http://h/it&#39;s/x>""",
    ),
}


@pytest.mark.rows(("before", "after"), CASES.values(), ids=CASES)
def test_what_is_written(before: str, after: str) -> None:
    assert absolutize.rewrite(before, URL) == after
    assert absolutize.rewrite(before.encode(), URL, charset="utf-8") == after.encode()
    assert absolutize.rewrite(after, URL) == after


def test_an_escape_before_a_scheme_that_could_go_on_with_it() -> None:
    page = r"<style>a{b:url('\9/f')}</style>"
    assert absolutize.rewrite(page, "ftp://h/d/") == "<style>a{b:url('ftp://h/f')}</style>"


@pytest.mark.parametrize(("before", "after"), NAMED.values(), ids=NAMED)
def test_what_is_written_below_a_name_with_an_apostrophe(before: str, after: str) -> None:
    assert absolutize.rewrite(before, "http://h/it's/p") == after


# A base with a mark that separates references, a document, and what is written
MARKED = {
    "a comma at the end of a URL in srcset": ("http://h/p,", '<img srcset="{} 1x">', "?q", "http://h/p,?q"),
    "a comma within": ("http://h/d,e/p", '<img srcset="{} 1x">', "x", "http://h/d,e/x"),
    "a semicolon in a task": (
        "http://h/a;b/p",
        '<meta name=msapplication-task content="action-uri={}">',
        "x",
        "http://h/a%3Bb/x",
    ),
    "a semicolon in values of an animation": (
        "http://h/a;b/p",
        '<svg><animate attributeName=href values="{};#s"></svg>',
        "x",
        "http://h/a%3Bb/x",
    ),
    "both in a policy": (
        "http://h/a;b,c/p",
        '<meta http-equiv=content-security-policy content="report-uri {}">',
        "r",
        "http://h/a%3Bb%2Cc/r",
    ),
}


@pytest.mark.rows(("base", "page", "reference", "target"), MARKED.values(), ids=MARKED)
@pytest.mark.rows("options", [{}, {"rules": "rfc3986"}], ids=["default", "rfc3986"])
def test_what_is_listed_is_what_is_written(
    base: str, page: str, reference: str, target: str, options: dict[str, str]
) -> None:
    before = page.format(reference)
    assert next(absolutize.links(before, base, **options)).target == target
    assert absolutize.rewrite(before, base, **options) == page.format(target)


# What would be the first bytes of a document without its BASE element
BEGINNINGS = {
    "a mark of UTF-8": b"\xef\xbb\xbf",
    "a mark of UTF-16": b"\xff\xfe",
    "an XML declaration": b'<?xml version="1.0" encoding="gb18030"?>',
    "another BASE, and a mark": b"<base href=/b/>\xef\xbb\xbf",
    "zeros between, as in UTF-16": b"<\0?\0x\0m\0",
    "a feed": b"<rss version=2.0>",
    "a feed behind a comment": b"<!-- a > b --><rss version=2.0>",
    "a feed behind a doctype": b"<!DOCTYPE rss [ ]><rss version=2.0>",
    "a namespace": b'<feed xmlns="http://www.w3.org/2005/Atom">',
    "a doctype, without which a browser is in quirks mode": b"<!DOCTYPE html>",
    "a doctype behind a comment": b"<!-- a > b --> <!doctype html system 'about:legacy-compat'>",
}


@pytest.mark.rows("behind", BEGINNINGS.values(), ids=BEGINNINGS)
@pytest.mark.rows(
    "before", [b"", b"\n ", b"<!-- c -->"], ids=["at once", "behind a space", "behind a comment"]
)
def test_a_base_element_stays_where_another_beginning_would_follow(before: bytes, behind: bytes) -> None:
    data = before + b"<base href=/q/>" + behind + b"<a href=?\xe9>t</a>"
    after = absolutize.rewrite(data, "http://h/p", base_element="remove")
    assert b'<base href="">' in after or before  # behind other bytes, some mean nothing
    targets = [link.target for link in absolutize.links(data, "http://h/p") if link.element == "a"]
    assert [link.target for link in absolutize.links(after, "http://h/p") if link.element == "a"] == targets
    assert absolutize.rewrite(after, "http://moved/", base_element="remove") == after


DOCTYPES = [  # behind BASE, and without it
    "<!DOCTYPE html public '-//W3C//DTD HTML 3.2 Final//EN'>",
    "<!DOCTYPE>",
    "x<!DOCTYPE html>",
    "<p><!DOCTYPE html>",
]


@pytest.mark.rows("behind", DOCTYPES)
@pytest.mark.rows("before", ["", "<!DOCTYPE html>"], ids=["quirks mode", "no quirks mode"])
def test_a_base_element_goes_where_the_mode_stays(before: str, behind: str) -> None:
    page = f"{behind}<a href=http://h/x>t</a>"
    data = f"{before}<base href=/q/>{page}"
    assert absolutize.rewrite(data, "http://h/p", base_element="remove") == before + page
