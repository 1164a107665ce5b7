"""Chromium fetches the same URLs for a style sheet, and for its rewritten copy at another URL."""

from __future__ import annotations

import time
from typing import Any, NamedTuple

import pytest

import absolutize
from tests.browser.chromium import Chromium
from tests.browser.seeing import loaded
from tests.browser.server import Page, Server

PAGE, SITE = "http://page.localhost/p.html", "http://site.localhost"
HOME, ELSEWHERE, OTHER = f"{SITE}/d/e/s.css", "http://elsewhere.localhost/m/o/v/s.css", f"{SITE}/o/o.css"
BACKGROUNDS = "[...document.querySelectorAll('p')].map(each => getComputedStyle(each).backgroundImage)"


class Sheet(NamedTuple):
    """A style sheet, the charsets of its response and of the page, and another sheet of the page."""

    text: bytes
    charset: str | None = None
    of_page: str | None = "utf-8"
    other: bytes = b""


def queried(name: str) -> bytes:
    return "#a{background:url(?\u00e9\u0416)}".encode(name, "replace")


CASES = {
    "urls": Sheet(b"#a{background:url(x)}#b{background:url( '../y' )}#c{background:URL(//o.localhost/z)}"),
    "escapes": Sheet(b"#a{background:url(x\\)y)}#b{background:url('\\2e./y')}#c{background:\\75rl(z)}"),
    "imports": Sheet(b"@import 'x.css';@import url(../y.css) screen;@import/**/\"z.css\" layer(a);"),
    "an import that is none": Sheet(b"#a{background:url(x)}@import 'no.css';"),
    "image-set": Sheet(b"#a{background:image-set('x' 1x)}#b{background:-webkit-image-set(url(y) 1x)}"),
    "a font": Sheet(b"@font-face{font-family:f;src:url(x?#iefix)}#a{font-family:f}"),
    "a fragment": Sheet(b"#a{background:url(#f)}#b{background:url(x#f)}"),
    "an empty one": Sheet(b"#a{background:url()}#b{background:url('')}"),
    "at the end": Sheet(b"#a{background:url(x"),
    "HTML's comments": Sheet(b"<!-- #a{background:url(x)} -->"),
    "a namespace": Sheet(b"@namespace n url(no);#a{background:url(x)}"),
    "a supported import": Sheet(b"@import 'x.css' supports(background: url(no));"),
    "a property that is used": Sheet(b"p{--a:url(x)}#a{background:var(--a)}"),
    "a property that another sheet uses": Sheet(b"p{--a:url(x)}", other=b"#a{background:var(--a)}"),
    "a property that is registered as a URL": Sheet(
        b"@property --a{syntax:'<url>';inherits:true;initial-value:url(http://z.localhost/)}p{--a:url(x)}",
        other=b"#a{background:var(--a)}",
    ),
    "a property that is registered as an image": Sheet(
        b"@property --a{syntax:'<image>';inherits:true;initial-value:none}p{--a:url(x)}",
        other=b"#a{background:var(--a)}",
    ),
    **{f"a charset, {name}": Sheet(queried(name), name) for name in ("utf-8", "koi8-r", "windows-1252")},
    "a rule": Sheet(b'@charset "koi8-r";' + queried("koi8-r")),
    "a rule that is none": Sheet(b"@charset 'koi8-r';" + queried("koi8-r")),
    "a rule of 16 bits": Sheet(b'@charset "utf-16";' + queried("utf-8"), of_page="koi8-r"),
    "the charset of the page": Sheet(queried("koi8-r"), of_page="koi8-r"),
    "a rule and the charset of the page": Sheet(b'@charset "koi8-r";' + queried("koi8-r"), of_page="gbk"),
    "a mark": Sheet(b"\xef\xbb\xbf" + queried("utf-8"), "koi8-r"),
    "16 bits": Sheet(b"\xff\xfe" + queried("utf-16-le"), "koi8-r"),
}


def seen(browsing: tuple[Chromium, Server], sheet: Sheet, url: str, text: bytes) -> tuple[Any, set[str]]:
    """Open a page with the sheet at a URL; list the backgrounds, and all requested URLs but the sheets."""
    browser, server = browsing
    links = "".join(f"<link rel=stylesheet href={each}>" for each in (url, OTHER))
    page = f"<!doctype html>{links}<p id=a>a<p id=b>b<p id=c>c".encode()
    server.pages |= {
        PAGE: Page(page, sheet.of_page),
        url: Page(text, sheet.charset, media="text/css"),
        OTHER: Page(sheet.other, media="text/css"),
    }
    server.asked.clear()
    session = browser.open(PAGE)
    try:
        loaded(browser, session)
        time.sleep(0.1)
        asked = {each for each in server.asked if "localhost" in each and "favicon" not in each}
        return browser.run(session, BACKGROUNDS), asked - {PAGE, url, OTHER}
    finally:
        browser.close(session)


@pytest.mark.parametrize("sheet", CASES.values(), ids=CASES)
def test_what_is_fetched_elsewhere_is_what_was_fetched(
    browsing: tuple[Chromium, Server], sheet: Sheet
) -> None:
    given: dict[str, Any] = {"charset": sheet.charset, "environment_charset": sheet.of_page, "read_as": "css"}
    after = absolutize.rewrite(sheet.text, HOME, **given)
    backgrounds, asked = seen(browsing, sheet, HOME, sheet.text)
    assert asked or any("url(" in each for each in backgrounds)
    assert "no" not in {each.rpartition("/")[2] for each in asked}
    assert seen(browsing, sheet, ELSEWHERE, after) == (backgrounds, asked)
    used = {each.partition("#")[0] for each in asked}
    requested = {link.request_url for link in absolutize.links(sheet.text, HOME, **given) if link.target}
    assert used <= requested or sheet.other
