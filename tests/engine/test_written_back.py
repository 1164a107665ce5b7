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
