"""XHTML is read in time and memory in proportion to it."""

from __future__ import annotations

import pytest

from absolutize.html.tokenizer import xhtml
from tests.html.tokenizer.test_xhtml import HOSTILE
from tests.support.timing import assert_linear


@pytest.mark.parametrize("piece", HOSTILE.values(), ids=HOSTILE)
def test_time_is_linear(piece: bytes) -> None:
    assert_linear(lambda data: list(xhtml.XhtmlDocument(data).tags()), lambda count: piece * count)


def test_namespaces_take_linear_memory_and_time() -> None:
    def document(count: int) -> bytes:
        return b"".join(b"<a xmlns:p%d='x'>" % number for number in range(count))

    assert_linear(lambda data: list(xhtml.XhtmlDocument(data).tags()), document)


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

    assert_linear(lambda data: list(xhtml.XhtmlDocument(data).tags()), document)
