"""Hosts with right-to-left letters: which the URL Standard accepts (RFC 5893 2), and which Chromium does."""

from __future__ import annotations

import pytest

from absolutize.uri.rules.whatwg import browser_parse, parse_url

TAKEN = {
    "\u05d0": "xn--4db",
    "a.\u05d0": "a.xn--4db",
    "a1.\u05d0.b-2": "a1.xn--4db.b-2",
    "\u05d01": "xn--1-zhc",
    "\u0627\u0661": "xn--mgb0j",
    "..\u05d0": "..xn--4db",
    "\u05d0\u0301.\u05d1": "xn--lsa15l.xn--5db",
    "\u05d0&\u05d1": "xn--&-zhce",
    "\u05d0,\u05d1": "xn--,-zhce",
    "\u05d0+\u05d1": "xn--+-zhce",
    "\u05d0$\u05d1": "xn--$-zhce",
    "a,b.a+b.a$b.\u05d0": "a,b.a+b.a$b.xn--4db",
    "1.&": "1.&",
    "1.\u00e9": "1.xn--9ca",
    "&.xn--4db": "&.xn--4db",  # already in Punycode: no browser checks it
}
REFUSED = [
    *("1.\u05d0", "-.\u05d0", "&.\u05d0", "_a.\u05d0", "\u05d0.a-", "\u05d0.\u06f3", "%d7%90.1", "\u05d0.&"),
    *("a$.\u05d0", "a\u05d0b.c", "xn--ab-vld.\u05d0"),  # the last one is a\u05d0b
    *("a\u05d0", "\u05d0a", "\u05d01\u0661", "\u05d0-", "&.\u05c0&3"),
]
CHROMIUM = {  # hosts with an asterisk
    "\u05d0*\u05d1": None,
    "*.\u05d0": None,
    "a*.\u05d0": "a*.xn--4db",
    "a*1.\u05d0": "a*1.xn--4db",
}


@pytest.mark.rows(("host", "written"), TAKEN.items(), ids=map(ascii, TAKEN))
def test_a_host_that_keeps_the_rule(host: str, written: str) -> None:
    assert parse_url(f"http://{host}/") == f"http://{written}/"
    assert browser_parse(f"//u@{host}:8080/x", "https://h/") == f"https://u@{written}:8080/x"
    assert parse_url("x", f"http://{host}/y") == f"http://{written}/x"


@pytest.mark.rows("host", REFUSED, ids=ascii)
def test_a_host_that_breaks_the_rule(host: str) -> None:
    assert parse_url(f"http://{host}/") is None
    for slashes in ("//", "\\\\", "/\\", "/\t/", "HTTP://", "wss:", "ht\ntp:/"):
        assert browser_parse(f"{slashes}u@{host}:8080/x", "https://h/") is None
    assert parse_url("x", f"http://{host}/y") is None
    assert parse_url("http://h/", f"http://{host}/y") == "http://h/"
    assert parse_url(f"/{host}", "http://h/") is not None


@pytest.mark.rows(("host", "written"), CHROMIUM.items(), ids=map(ascii, CHROMIUM))
def test_an_asterisk_in_such_a_host(host: str, written: str | None) -> None:
    assert browser_parse(f"http://{host}/") == (written and f"http://{written}/")


NO_HOST = {  # the right-to-left text is not in a host, or in one without labels
    ("http:\u05d0", "http://\u00fb&/"): "http://xn--&-bha/%D7%90",
    (" ht\ntp:\u05d0", "http://\u00fb&/"): "http://xn--&-bha/%D7%90",
    ("https:\u05d0", "http://\u00fb&/"): "https://xn--4db/",
    ("http://\u05d0", "http://\u00fb&/"): "http://xn--4db/",
    ("/\u05d0", "http://\u00fb&/"): "http://xn--&-bha/%D7%90",
    ("//\u05d0@\u00fb&/", "http://h/"): "http://%D7%90@xn--&-bha/",
    ("//\u00fb&?\u05d0", "http://h/"): "http://xn--&-bha/?%D7%90",
    ("//\u00fb&\\\u05d0", "http://h/"): "http://xn--&-bha/%D7%90",
    ("//\u00fb&#\u05d0", "http://h/"): "http://xn--&-bha/#%D7%90",
    ("x://\u05d0.&/xn--", "http://h/"): "x://%D7%90.&/xn--",
    ("x?\u05d0", "http://\u00fb&/\u05d0"): "http://xn--&-bha/x?%D7%90",
}


@pytest.mark.rows(("pair", "url"), NO_HOST.items(), ids=[ascii(reference) for reference, _ in NO_HOST])
def test_what_is_in_no_host(pair: tuple[str, str], url: str) -> None:
    assert parse_url(*pair) == browser_parse(*pair) == url
