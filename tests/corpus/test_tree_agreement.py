"""Byte, soup and lxml results agree link by link on the pages of the corpus.

Compared as multisets, since a tree builder may move and clone elements. Each builder is given the
text in the encoding of the page, and the library is given that encoding, so that the guesses of the
builders are not what is tested. All pages with every builder: html5lib takes about 20 seconds for
them, html.parser and BeautifulSoup's lxml 10 each, lxml alone one; half of it twice.

Where a builder reads a page otherwise than HTML says, the rule is written down here with its
reason, and what the builder then must see is expected exactly: no less, so a difference that no
longer occurs fails.
"""

from __future__ import annotations

import html
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache, partial
from typing import Any, NamedTuple
from urllib.parse import unquote

import lxml.html
import pytest
from bs4 import BeautifulSoup

import absolutize
from absolutize.findings import REWRITTEN_CODES
from tests.trees.builders import Seen

from . import judge
from .pages import Page, pages
from .verdicts import rewritten, settle

Node = Any  # a BeautifulSoup, or lxml's tree


def _lxml(text: str) -> Node:
    """By way of bytes: lxml refuses a str with an XML declaration. Comments can be siblings of the root."""
    root = lxml.html.document_fromstring(text.encode(), parser=lxml.html.HTMLParser(encoding="utf-8"))
    return root.getroottree()


class Builder(NamedTuple):
    """How a tree is made of text, and text of a tree."""

    parse: Callable[[str], Node]
    serialise: Callable[[Node], str] = str


BUILDERS = {
    "html.parser": Builder(partial(BeautifulSoup, features="html.parser")),
    "lxml": Builder(partial(BeautifulSoup, features="lxml")),
    "html5lib": Builder(partial(BeautifulSoup, features="html5lib")),
    "lxml.html": Builder(_lxml, partial(lxml.html.tostring, encoding="unicode")),
}
every_builder = pytest.mark.parametrize("name", BUILDERS)
no_warnings = pytest.mark.filterwarnings("ignore::bs4.XMLParsedAsHTMLWarning")


# --- known differences ---------------------------------------------------------------------

YAHOO = "jsoup/src/test/resources/htmltests/yahoo-jp.html"

# Builder -> page -> why it does not see the links behind the last </html>.
LOST_AT_THE_END = {
    "lxml.html": {YAHOO: "libxml2 makes a second root of what follows </html>, and lxml shows the first"},
}


@cache
def decodes_names_anywhere() -> bool:
    """Whether html.parser decodes `&copy` before a letter or `=`, where HTML (13.2.5.73) says it is text.

    Python's html.unescape, which it uses, knows no rule for attributes; later Pythons do.
    """
    return bool(BUILDERS["html.parser"].parse('<a href="?a&copy=1">').a["href"] != "?a&copy=1")


def as_built(name: str, page: Page, document: bytes) -> Iterator[Seen]:
    """The links of a page's bytes, as they are or rewritten, as that builder gives them."""
    anywhere = name == "html.parser" and decodes_names_anywhere()
    end = document.lower().rfind(b"</html") if page.id in LOST_AT_THE_END.get(name, {}) else len(document)
    for link in _links_of_bytes(page, document):
        if link.start is not None and link.start < end:
            yield _decoded_anywhere(link) if anywhere else seen(link)


def _decoded_anywhere(link: absolutize.Link) -> Seen:
    """The link as it is when names are decoded wherever they are."""
    if "&" not in link.raw:  # it may have escapes of CSS or JSON, which are none of HTML
        return seen(link)
    reference = judge.clean(html.unescape(link.raw))
    if reference == judge.clean(link.reference):
        return seen(link)
    target = link.target and link.target.removesuffix(link.reference) + reference
    return seen(link)._replace(reference=reference, target=target)


# --- the tests -----------------------------------------------------------------------------


@every_builder
@no_warnings
def test_a_tree_is_read_and_rewritten_as_bytes_are(page: Page, name: str) -> None:
    """Element, attribute, index, reference, target and code of every link are the same.

    The same references are in it when it is rewritten, before and after it is serialised, and nothing
    is left to do.
    """
    builder = BUILDERS[name]
    tree = builder.parse(text_of(page))
    ours, there = Counter(map(seen, links(tree, page))), Counter(as_built(name, page, page.data))
    settle(page, differences(ours, there), {})
    absolutize.rewrite(tree, page.url, charset=page.encoding)
    after = list(links(tree, page))
    assert not [link for link in after if link.code in REWRITTEN_CODES]
    named = partial(_named, page)
    expected = Counter(map(named, as_built(name, page, rewritten(page))))
    settle(page, differences(Counter(map(named, after)), expected), {})
    again = links(builder.serialise(tree), page)
    spelled = partial(_spelled, page)
    lost = differences(Counter(map(spelled, again)), Counter(map(spelled, after)))
    settle(page, lost, {})


def test_known_differences_name_pages() -> None:
    """The tables of known differences hold only pages that exist."""
    ids = {page.id for page in pages()}
    tables = LOST_AT_THE_END.values()
    strangers = {name for table in tables for name in table if ids and name not in ids}
    assert not strangers, f"no such pages: {sorted(strangers)}"


def test_names_decoded_anywhere_occur() -> None:
    """The rule about html.parser is not idle: some page has such a reference."""
    if not pages() or not decodes_names_anywhere():
        pytest.skip("no pages, or an html.parser that reads references as HTML does")
    assert any(
        _decoded_anywhere(link) != seen(link) for page in pages() for link in _links_of_bytes(page, page.data)
    )


# --- reading -------------------------------------------------------------------------------


def text_of(page: Page) -> str:
    """The page as its encoding has it."""
    return judge.decode(page.data, page.encoding)


def links(document: Node, page: Page) -> Iterator[absolutize.Link]:
    """The links of a tree, or of a str, that came from a page."""
    return absolutize.links(document, page.url, charset=page.encoding)


def seen(link: absolutize.Link) -> Seen:
    """A link without its place."""
    return Seen(link.element, link.attribute, link.index, link.reference, link.target, link.code)


def differences(ours: Counter[Any], expected: Counter[Any]) -> Iterator[str]:
    """What only one of two multisets holds, and how often."""
    for link, times in (expected - ours).items():
        yield f"missed {times} time(s): {link}"
    for link, times in (ours - expected).items():
        yield f"invented {times} time(s): {link}"


@cache
def _links_of_bytes(page: Page, document: bytes) -> tuple[absolutize.Link, ...]:
    """The links of the page, in the original bytes or in those it was made absolute to."""
    return tuple(absolutize.links(document, page.url, charset=page.transport))


def _named(page: Page, link: Seen | absolutize.Link) -> tuple[str, str, int, str]:
    """A link by its place in the tree and its reference, its query as browsers send it.

    In a tree, queries beyond ASCII are percent-encoded in the encoding of the page.
    """
    reference = link.reference
    if not reference.isascii() and reference.startswith(("http:", "https:")):
        reference = judge.percent_encode_query(reference, page.encoding)
    return link.element, link.attribute, link.index, reference


def _spelled(page: Page, link: absolutize.Link) -> tuple[str, str, int, str]:
    """The same, whether escaped or not: lxml's serialiser escapes spaces and all that is not ASCII."""
    *place, reference = _named(page, link)
    return *place, unquote(reference, errors="surrogateescape")
