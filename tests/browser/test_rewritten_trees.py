"""Trees of lxml and BeautifulSoup: a browser resolves the same URLs before and after a rewrite."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import lxml.html
import pytest
from bs4 import BeautifulSoup
from lxml import etree
from lxml.html import html5parser

import absolutize
from tests.browser.chromium import executable
from tests.browser.generator.document import Document
from tests.browser.generator.judge.browser import Judge
from tests.browser.generator.judge.differences import Difference, differences
from tests.browser.generator.judge.verdict import NUMBERS

CONTROL = re.compile("&#(?:1|11);")
PAGE = "<!doctype html><html><head>{head}</head><body>{body}</body></html>"


def page(body: str = "<p>x</p>", head: str = "<title>t</title>") -> str:
    return PAGE.format(head=head, body=body)


DOCUMENTS = {
    "ping that begins with a control": page('<a ping="&#11;data:text/plain,x y&#1; z" href="x">1</a>'),
    "profile that begins with a control": (
        '<!doctype html><html><head profile="&#11;data:text/plain,x y"><title>t</title></head>'
        '<body><a href="x">1</a></body></html>'
    ),
    "a backslash as a reference behind an escape": page(
        """<p style="background:url('x\\22 &#92;22 y')">1</p><p style="background:url('x\\22 &#92;')">2</p>"""
    ),
    "a backslash before two line ends": page("""<p style='background:url("a\\&#13;&#10;b")'>1</p>"""),
    "a label with an entity": page('<a href="\u0431">1</a>', '<meta charset="&#107;oi8-r">'),
    "JSON with escapes": page(
        head='<script type="importmap">{"imports":{"a":".\\/m.js","b":".\\/x\\"y"}}</script>'
    ),
    "a break-out in a style sheet": page(
        head='<style>p{background:url("a/../x\\");}body{background:url(//evil.test/?x);}/*")}</style>'
    ),
    "a srcset with a control": page('<img srcset="&#11;http:a 1x, b,&#11;c&#11; 2x">'),
}


def _soup(features: str) -> Callable[[bytes], Any]:
    return lambda data: BeautifulSoup(data, features, from_encoding="koi8-r")


READERS: dict[str, Callable[[bytes], Any]] = {
    "lxml": lambda data: lxml.html.document_fromstring(
        data, parser=lxml.html.HTMLParser(encoding="koi8-r")
    ).getroottree(),
    "lxml, html5lib": lambda data: html5parser.document_fromstring(
        data.decode("koi8-r"), parser=html5parser.HTMLParser(namespaceHTMLElements=False)
    ).getroottree(),
    "soup, html.parser": _soup("html.parser"),
    "soup, lxml": _soup("lxml"),
    "soup, html5lib": _soup("html5lib"),
}


def written(tree: Any) -> bytes:
    if isinstance(tree, BeautifulSoup):
        return tree.decode().encode("koi8-r", "xmlcharrefreplace")
    return bytes(etree.tostring(tree, method="html", encoding="koi8-r", doctype="<!doctype html>"))


@pytest.fixture(scope="module")
def judge() -> Iterator[Judge]:
    if executable() is None:
        pytest.skip("there is no Chromium here (apt-get install chromium)")
    with Judge() as judge:
        yield judge


@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize("name", DOCUMENTS)
def test_a_tree_goes_where_it_went(name: str, reader: str, judge: Judge) -> None:
    if reader == "lxml, html5lib" and CONTROL.search(DOCUMENTS[name]):
        pytest.skip("lxml takes no control characters from html5lib")
    number = next(NUMBERS)
    data = DOCUMENTS[name].encode("koi8-r")
    before = written(READERS[reader](data))
    tree = absolutize.rewrite(READERS[reader](data), Document(data).home(number))
    after = written(tree)
    assert after != before
    assert found(judge, number, before, after) == []
    assert written(absolutize.rewrite(tree, Document(data).home(number))) == after, "a second run"


@pytest.mark.parametrize("reader", READERS)
def test_a_query_goes_where_it_went_in_the_document(reader: str, judge: Judge) -> None:
    """lxml and BeautifulSoup write a tree that was not rewritten so that its query goes elsewhere."""
    number = next(NUMBERS)
    data = page('<a href="?\u0431">1</a>', '<meta charset="koi8-r">').encode("koi8-r")
    tree = absolutize.rewrite(READERS[reader](data), Document(data).home(number))
    seen = found(judge, number, data, written(tree))
    assert [each for each in seen if each.place == "a href"] == []  # BeautifulSoup changes the declaration


def found(judge: Judge, number: int, before: bytes, after: bytes) -> list[Difference]:
    """Load a document at its URL and another elsewhere, and list the differences."""
    for body, away in ((before, False), (after, True)):
        judge.end(judge.begin([(number, Document(body), body)], away=away))
    seen = [judge.recall(number, away=away) for away in (False, True)]
    judge.forget([number])
    assert len(seen[0]) > len(("doctype", "html", "head", "body"))
    return list(differences(*seen))
