"""Hosts with a space or a wide percent sign, as Chromium reads them."""

from __future__ import annotations

import pytest

from absolutize.uri.rules.whatwg import browser_parse, parse_url
from tests.support.timing import assert_linear, repeated

ENCODED = {"\xe9 b": "\xe9%20b", "\xe9*b c": "\xe9%2Ab%20c", "b \xe9": "b%20\xe9"}
HOSTS = {
    "h x": "h%20x",
    "H\u3000x": "h%20x",
    "\u05d0 \u05d1": "xn--%20-ppei",
    "\u05d0 x": None,
    "x. \u05d0": None,
    "\uff0541": "a",
    "\uff05\uff14\uff11": "a",
    "\ufe6a41": "a",
    "%ef%bc%8541": "a",
    "\uff05\uff12\uff10": "%20",
    "h\u3000\uff0541": "h%20a",
    "\uff0526": "&",
    "\uff05": None,
    "\uff0525": None,
    "\uff052f": None,
    "\uff05e9": None,
    "a\uff05zz": None,
    "xn--\uff0541": None,
    "%2541": None,
    # Punycode of what is escaped before, and of a space that UTS 46 makes afterwards, which is escaped then
    **{host: f"xn--{text.encode('punycode').decode()}" for host, text in ENCODED.items()},
    "\xe9\u3000b": "xn--%20b-9ia",
    # a label that is already in Punycode: what it stands for has to give the same Punycode
    "xn--\u3000-ppei": "xn--%20-ppei",
    "XN--\u3000-PPEI": "xn--%20-ppei",
    "xn--\u3000-zzzz": None,
    "xn--a\u3000b": None,
    # what cannot be in a host
    **{f"a%{ord(character):02x} b": None for character in "\0\t\x7f/:?#@[]\\%"},
}


@pytest.mark.rows(("host", "written"), HOSTS.items(), ids=map(ascii, HOSTS))
def test_a_host_of_chromium(host: str, written: str | None) -> None:
    assert parse_url(f"http://{host}/") is None
    assert browser_parse(f"http://{host}/") == (written and f"http://{written}/")
    assert browser_parse(f"//{host}/y", "https://h/") == (written and f"https://{written}/y")
    assert browser_parse("y", f"http://{host}/x") == (written and f"http://{written}/y")
    assert browser_parse("http:y", f"http://{host}/x") == f"http://{written or 'y'}/{(written and 'y') or ''}"


# with nothing behind the host, the URL parser would remove spaces and controls that were escaped
AT_THE_END = {
    "x%20": "x%20",
    "x%20%0A": None,
    "x%0D%0A%20": None,
    "x%01%20": None,
    "\xe9%20%0c": None,
    "x\uff050a": None,
    "\u05d0\u0661%20": None,  # a number of each kind, by the Bidi rule
}


@pytest.mark.rows(("host", "written"), AT_THE_END.items(), ids=map(ascii, AT_THE_END))
def test_a_host_at_the_end_of_a_url(host: str, written: str | None) -> None:
    assert browser_parse(f"http://{host}") == (written and f"http://{written}/")
    assert browser_parse(f"//{host}", "https://h/") == (written and f"https://{written}/")
    assert browser_parse("y", f"http://{host}") == (written and f"http://{written}/y")


@pytest.mark.rows("removed", "\t\n\r", ids=repr)
def test_what_the_parser_removes_before_the_host(removed: str) -> None:
    for before in (f"ht{removed}tp://", f"http:/{removed}/", f"http:{removed}\\\\", f"http://{removed}"):
        assert browser_parse(f"{before}a b/", "https://h/") == "http://a%20b/"
    assert browser_parse(f"/{removed}/a b/", "https://h/") == "https://a%20b/"


# labels like those that take the place of labels with spaces while a URL is parsed
ELSEWHERE = {
    "//a b/zlabel0z": "http://a%20b/zlabel0z",
    "//a b/?zlabel0z": "http://a%20b/?zlabel0z",
    "//a b/z0label0z": "http://a%20b/z0label0z",
    "//z0label0z@a b/": "http://z0label0z@a%20b/",
    "//z0label0z.a b/": "http://z0label0z.a%20b/",
    "//Z0LABEL0Z.z1label0z.a b.c d/": "http://z0label0z.z1label0z.a%20b.c%20d/",
    "//%7A0label0z.a b/": "http://z0label0z.a%20b/",
}


@pytest.mark.rows(("reference", "url"), ELSEWHERE.items(), ids=map(ascii, ELSEWHERE))
def test_only_labels_with_spaces_are_spelled(reference: str, url: str) -> None:
    assert browser_parse(reference, "http://h/") == url
    assert browser_parse(f"http:{reference}", None) == url


@pytest.mark.rows("label", ["a b.", "\u4e2d b."])
def test_many_labels_take_linear_time(label: str) -> None:
    assert_linear(lambda host: browser_parse(f"http://{host}h/"), repeated("", label))
