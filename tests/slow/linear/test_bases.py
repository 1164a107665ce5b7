"""A base as long as the document is not read for each reference that needs little of it."""

from __future__ import annotations

import pytest

import absolutize
from tests.support.timing import assert_linear

ODD_PATH = ("http://h/", "d'/", "")
BASES = {
    "a path that is not plain": (ODD_PATH, "rfc3986"),
    "the same by RFC 1630": (ODD_PATH, "rfc1630"),
    "the same by the URL Standard": (ODD_PATH, "whatwg"),
    "a query that is not plain": (("http://h/d?", "q'/", ""), "rfc3986"),
    "a plain path": (("http://h/", "dd/", "x"), "rfc3986"),
    "a host beyond ASCII": (("http://\u00e9/", "dd/", ""), "rfc3986"),
    "a drive letter": (("file:///C:/", "dd/", ""), "rfc3986"),
    "a scheme that is not special": (("foo://h/", "dd/", ""), "rfc3986"),
    "a URL that cannot be a base": (("mailto:", "x y", ""), "whatwg"),
}
NEED_LITTLE = (
    "<a href='/ x{0}'><a href='http:/x{0}'><a href='//h\u00e9/x{0}'><a href=tel:x{0}><a href='/../x{0}'>"
    "<iframe srcdoc='<a href=/x{0}>'></iframe><p style='a:url(/x{0})'><svg xml:base=/y{0}></svg>"
)


@pytest.mark.parametrize(("base", "rules"), BASES.values(), ids=BASES)
def test_a_long_base_is_not_read_for_each_reference(base: tuple[str, str, str], rules: str) -> None:
    """These references take from it at most a scheme, a host and a drive letter."""
    before, unit, behind = base

    def made(count: int) -> str:
        links = "".join(NEED_LITTLE.format(number) for number in range(count))
        return f'<base href="{before}{unit * 60 * count}{behind}">{links}'

    assert_linear(lambda document: absolutize.rewrite(document, "http://h/", rules=rules), made)


@pytest.mark.parametrize("unit", ["http://a{0} ", "/a{0} ", "a{0} "])
def test_a_long_codebase_is_not_read_for_each_reference(unit: str) -> None:
    def made(count: int) -> str:
        listed = "".join(unit.format(number) for number in range(count))
        return f"<object codebase='http://h/{'a' * 20 * count}' archive='{listed}'>"

    assert_linear(lambda document: list(absolutize.check(document, "http://h/")), made)
    assert_linear(lambda document: absolutize.rewrite(document, "http://h/"), made)
