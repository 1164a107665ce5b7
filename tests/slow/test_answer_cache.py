"""A process keeps only short texts, such as names and labels, of the documents that it has read."""

from __future__ import annotations

import gc
import tracemalloc
from collections.abc import Callable, Iterator
from itertools import chain

import lxml.html
import pytest
from bs4 import BeautifulSoup
from lxml import etree

import absolutize

URL = "http://h/d/p"
XHTML = '<html xmlns="http://www.w3.org/1999/xhtml">{}</html>'
LONG = 50_000  # characters of a long name; five documents with such names must leave less in memory

# Each "@" is replaced by a long name that no other document has
DOCUMENTS: dict[str, str] = {
    "an element": "<x@ href=a>t</x@><a href=b>",
    "an element in svg": "<svg><x@ xlink:href=a><desc><p><y@></desc></svg><a href=b>",
    "an element in math": "<math><x@ href=a><mi><b><y@></math>",
    "an attribute": "<a x@=1 href=a><svg><a y@=1 href=b>",
    "a relation": "<link rel='stylesheet @' href=a><a rel='@' href=b>",
    "what a condition asks for": "<meta name='x@' content=a><meta http-equiv='x@' content='0;url=a'>"
    "<input type='@' src=a><object type='@' data=b><meta property='@' content=b>"
    "<script type='@'>a</script><param name='@' value=c>",
    "an encoding": "<meta charset='@'><a href=b>",
    "a label in content": "<meta http-equiv=content-type content='text/html;charset=@'><a href=b>",
    "the condition of a comment": "<!--[if (IE)&(x@)]><base href=c><a href=b><![endif]-->",
    "character references": "<iframe srcdoc='&x@;<a href=a&x@>'></iframe>",
    "a reference": "<a href='@/../x'><a href='@'><p style='a:url(\"@\")'><img srcset='@ 1x'>",
    "a base": "<base href='http://h/@/'><a href=a><p style='a:url(\"b\")'>",
    "a base of svg": "<base href='http://h/@/'><svg><style>a{b:url(&quot;c&quot;)}</style>",
    "a base in a value": "<iframe srcdoc=\"<base href='http://h/@/'><a href='a'><p style='b:url(x)'>\">",
    "a custom property": "<style>a{--x@:url(a);b:url(c)}</style>",
    "keys of an import map": '<script type=importmap>{"imports":{"@":"./a"},"scopes":{"./@":{}}}</script>',
    "a URL pattern": '<script type=speculationrules>{"prefetch":[{"where":{"href_matches":"@"}}]}</script>',
    "JSON-LD": '<script type=application/ld+json>{"type":"@","url":"a"}</script>',
    "text in svg": "<svg><style>a{b:url(&quot;x@&quot;)}<![CDATA[a{b:url('y')}]]></style></svg>",
}
XML: dict[str, str] = {
    "an element of XML": XHTML.format("<x@ href='a'/><x:y xmlns:x='urn:@' href='a'/><a href='b'/>"),
    "a style of XML": XHTML.format("<p>@</p><style>a{b:url(&quot;x&quot;)}<![CDATA[a{b:url('y')}]]></style>"),
    "an import map of XML": XHTML.format(
        '<p>@</p><script type="importmap">{"imports":{"a":"./b"}}<![CDATA[  ]]></script>'
    ),
    "an entity": "<!DOCTYPE html [<!ENTITY e@ '@'>]>" + XHTML.format("<a href='&e@;'/>"),
    "a default": "<!DOCTYPE html [<!ATTLIST a x@ CDATA '@' href CDATA 'x'>]>" + XHTML.format("<a/>"),
    "an element of a feed": "<rss><x@>x</x@><link>a</link><description>@&lt;a href='x'></description></rss>",
}


def rewritten_trees(document: str, media: str | None) -> None:
    if media is None:
        for tree in (BeautifulSoup(document, "html.parser"), lxml.html.document_fromstring(f"<p>{document}")):
            absolutize.rewrite(tree, URL)
            list(absolutize.links(tree, URL))
    elif not document.startswith("<!DOCTYPE"):  # a tree does not contain the declarations of a DTD
        absolutize.rewrite(etree.fromstring(document, etree.XMLParser(recover=True)), URL, media_type=media)


def read(document: str, media: str | None) -> None:
    for given in (document, document.encode()):
        absolutize.rewrite(given, URL, media_type=media)
        absolutize.rewrite(given, URL, media_type=media, base_element="remove")
        absolutize.base_uri(given, URL, media_type=media)
        list(absolutize.links(given, URL, media_type=media, text=True))
        list(absolutize.check(given, URL, media_type=media))


ROWS = {
    **{name: (document, None) for name, document in DOCUMENTS.items()},
    **{name: (document, "application/xhtml+xml") for name, document in XML.items() if "feed" not in name},
    **{name: (document, "application/rss+xml") for name, document in XML.items() if "feed" in name},
}


@pytest.fixture(autouse=True, scope="module")
def what_is_there_already() -> Iterator[None]:
    """Exclude the objects that other tests left from garbage collection, which they would slow down."""
    gc.collect()
    gc.freeze()
    yield
    gc.unfreeze()


def is_kept(function: Callable[[int], object]) -> bool:
    """Tell whether memory grows by a long text in five calls, after three calls that import and compile.

    It is measured again if it does: a table of short answers that outgrows its place does so once.
    """
    for number in range(3):
        function(number)
    return all(growth(function, numbers) >= LONG for numbers in (range(3, 8), range(8, 13)))


def growth(function: Callable[[int], object], numbers: range) -> int:
    """Measure by how many bytes memory grows in one call for each number."""
    gc.collect()
    tracemalloc.start()
    before, _ = tracemalloc.get_traced_memory()
    for number in numbers:
        function(number)
    gc.collect()
    after, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return after - before


def text(number: int) -> str:
    """Make a long name that no other number has."""
    return f"n{number}" + "abcdefghij" * (LONG // 10)


@pytest.mark.rows(("document", "media"), ROWS.values(), ids=ROWS)
@pytest.mark.rows("reading", [read, rewritten_trees], ids=["bytes and text", "trees"])
def test_no_long_text_of_a_document_is_kept(
    document: str, media: str | None, reading: Callable[[str, str | None], None]
) -> None:
    def done(number: int) -> None:
        pieces = document.split("@")
        names = (text(1000 * each + number) for each in range(len(pieces)))
        reading("".join(chain.from_iterable(zip(pieces, names, strict=True)))[: -len(text(0))], media)

    assert not is_kept(done)


def test_no_long_base_is_kept() -> None:
    assert not is_kept(lambda number: absolutize.resolve("a", f"http://h/{text(number)}"))
