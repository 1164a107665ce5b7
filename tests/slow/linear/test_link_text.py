"""The text of a link takes time in proportion to its length."""

from __future__ import annotations

import pytest

import absolutize
from tests.html.document.test_link_text import URL
from tests.support.timing import assert_linear

MANY = {
    "anchors never closed": "<a href=x>one ",
    "anchors in each other's raw text": "<svg><style><a href=x>",
    "anchors in comments": "<a href=x><!--",
    "anchors with images": "<a href=x><img alt=y src=z>",
    "anchors of two references": "<a href=x ping='y y'>",
    "tags that are no anchors": "<a href=x><b",
    "documents in values": "<iframe srcdoc='<a href=x>y<a href=z>'></iframe>",
}


@pytest.mark.parametrize("unit", MANY.values(), ids=MANY)
def test_text_takes_linear_time(unit: str) -> None:
    assert_linear(list_texts, lambda count: unit.encode() * count)


def test_one_tag_of_many_references_is_read_once() -> None:
    assert_linear(list_texts, lambda count: b"<a ping='" + b"x " * count + b"' rel=y>" + b"z" * count)
    assert_linear(list_texts, lambda count: b"<a ping='" + b"x " * count + b"'" + b" y" * count + b">z")


def list_texts(document: bytes) -> None:
    for _ in absolutize.links(document, URL, text=True):
        pass
