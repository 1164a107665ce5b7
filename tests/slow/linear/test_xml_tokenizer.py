"""XHTML is read in time and memory in proportion to it."""

from __future__ import annotations

import pytest

import absolutize
from absolutize.xml.tokenizer import XmlTag, XmlTokenizer
from tests.support.extent import sample
from tests.support.timing import assert_linear, repeated
from tests.xml.test_tokenizer import HOSTILE


def read_tags(data: bytes) -> list[XmlTag]:
    tokenizer = XmlTokenizer(data)
    return list(map(tokenizer.read, tokenizer.tokens()))


@pytest.mark.parametrize("piece", HOSTILE.values(), ids=HOSTILE)
def test_time_is_linear(piece: bytes) -> None:
    assert_linear(read_tags, lambda count: piece * count)


def test_namespaces_take_linear_memory_and_time() -> None:
    def document(count: int) -> bytes:
        return b"".join(b"<a xmlns:p%d='x'>" % number for number in range(count))

    assert_linear(read_tags, document)


DECLARING = {
    "entities": (b"<!ENTITY a%d '&a%d;&a%d;'>", b"<a href='&a0;'>"),
    "entities of nothing": (b"<!ENTITY a%d ''><!-- %d %d -->", b"<a href='&a9;&a8;'>"),
    "defaults": (b"<!ATTLIST a a%d CDATA '%d%d'>", b"<a>"),
    "references": (b"<!--%d%d%d-->", b"<a href='&amp;&lt;&nobody;'>"),
}


@pytest.mark.parametrize(("declared", "tag"), DECLARING.values(), ids=DECLARING)
def test_what_is_declared_takes_linear_time(declared: bytes, tag: bytes) -> None:
    def document(count: int) -> bytes:
        subset = b"".join(declared % (number, number + 1, number + 1) for number in range(count))
        return b"<!DOCTYPE a [%s]>%s" % (subset, tag * count)

    assert_linear(read_tags, document)


TEXTS = {
    "style": "<style>",
    "script": "<script>",
    "an import map": "<script type='importmap'>",
    "style of a prefix": "<x:style>",
    "style and an element": "<style><b>",
    "title": "<title>",
}
NOT_ENDED = {
    "a value": "'<a b='",
    "a value with double quotes": '"<a b="',
    "a value without quotes": "<a b=",
    "a tag": "<a ",
    "a name": "<a",
    "an end tag": "</style ",
    "an end tag with a quote": "</style a='",
    "an end tag of another element": "</b>",
    "an end of a script": "</script",
    "a comment": "<!--",
    "a comment of dashes": "<!-- -",
    "a section": "<![CDATA[",
    "a section of brackets": "<![CDATA[]",
    "the end of a section": "]]>",
    "an instruction": "<?x ?",
    "a declaration": "<!x [",
    "a declaration with a quote": "<!x '",
    "no tag": "<1",
    "an element": "<b>",
    "an element that closes itself": "<b/>",
    "a reference": "&amp",
    "a URL": "url('",
}
DOCUMENTS = {
    "XHTML": (
        "application/xhtml+xml",
        '<html xmlns="{0}" xmlns:x="{0}">'.format("http://www.w3.org/1999/xhtml"),
    ),
    "svg": ("image/svg+xml", '<svg xmlns="{0}" xmlns:x="{0}">'.format("http://www.w3.org/2000/svg")),
    "HTML": ("text/html", "<svg>"),
}


CASES = {
    f"{kind}-{text}-{piece}": (*DOCUMENTS[kind], TEXTS[text], NOT_ENDED[piece])
    for row, kind in enumerate(DOCUMENTS)
    for column, text in enumerate(TEXTS)
    for piece in sample(NOT_ENDED, 3, (row + column) % 3)
}
"""In CI each piece is in two texts of each kind of document, and in each text in one kind."""


@pytest.mark.parametrize(("media", "root", "text", "inside"), CASES.values(), ids=CASES)
def test_a_text_that_does_not_end_takes_linear_time(media: str, root: str, text: str, inside: str) -> None:
    """There are many texts without an end, or one such text of very many pieces."""

    def rewritten(document: str) -> str:
        return absolutize.rewrite(document, "http://h/", media_type=media)

    assert_linear(rewritten, repeated(root, text + inside))
    assert_linear(rewritten, repeated(root + text, inside))
