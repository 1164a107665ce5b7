"""A Content Security Policy in META with 'self', which means another origin once the document is moved."""

from __future__ import annotations

import pytest

import absolutize
from tests.browser.chromium import Chromium
from tests.browser.seeing import loaded
from tests.browser.server import Page, Server

HOME, MOVED = "http://home.localhost", "http://moved.localhost"
URL = f"{HOME}/d/p.html"
PIXEL = "<svg xmlns='http://www.w3.org/2000/svg' width='1' height='1'/>"
POLICIES = {  # and whether the image is requested at the original URL, and after the document has moved
    "'self'": ("img-src 'self'", True, False),
    "'SELF'": ("img-src 'SELF'", True, False),
    "its origin": (f"img-src {HOME}", True, True),
    "'self' and its origin": (f"img-src 'self' {HOME}", True, True),
    "none": ("img-src 'none'", False, False),
    "any": ("img-src *", True, True),
}


def asks(browsing: tuple[Chromium, Server], url: str, page: bytes) -> bool:
    """Open a page, and return whether it requests the image of its original site."""
    browser, server = browsing
    server.pages[url] = Page(page)
    server.pages[f"{HOME}/d/i.svg"] = Page(PIXEL.encode(), media="image/svg+xml")
    server.asked.clear()
    session = browser.open(url)
    try:
        loaded(browser, session)
        return f"{HOME}/d/i.svg" in server.asked
    finally:
        browser.close(session)


@pytest.mark.parametrize("name", POLICIES)
def test_self_lets_through_what_it_did_only_where_it_was(
    name: str, browsing: tuple[Chromium, Server]
) -> None:
    policy, at_home, moved = POLICIES[name]
    page = f'<meta http-equiv=content-security-policy content="{policy}"><img src=i.svg>'.encode()
    after = absolutize.rewrite(page, URL)
    assert (asks(browsing, URL, page), asks(browsing, f"{MOVED}/m.html", after)) == (at_home, moved)
    codes = [link.code for link in absolutize.links(page, URL)]
    assert ("policy-self" in codes) == ("'self'" in policy.lower())
    assert policy.encode() in after
