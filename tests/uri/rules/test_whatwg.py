"""What a browser reads, where the URL parser is not asked."""

from __future__ import annotations

import itertools

import pytest

import absolutize
from absolutize.uri.rules.whatwg import browser_parse, parse_url
from tests.support.timing import assert_linear

PIECES = ("", " ", "\t", "#", "x", "/", "?q", "foo", ":")
BASES = ("mailto:a", "foo:", "foo:?q", "foo:\t/a", " foo:a", "http:a", "foo:/a", "FOO:a b")


@pytest.mark.parametrize("base", BASES)
def test_a_base_with_an_opaque_path(base: str) -> None:
    for pieces in itertools.product(PIECES, repeat=3):
        reference = "".join(pieces)
        assert browser_parse(reference, base) == parse_url(reference, base), reference


def below_an_opaque_base(count: int) -> str:
    links = "".join(f"<a href=x{number}>" for number in range(count))
    return f"<base href='mailto:{'a' * 200 * count}'>{links}"


def test_references_below_an_opaque_base_take_linear_time() -> None:
    assert_linear(lambda document: absolutize.rewrite(document, "http://h/"), below_an_opaque_base)
