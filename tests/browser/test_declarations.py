"""The encoding that a browser detects for documents without a charset label, before and after a rewrite."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import absolutize
from absolutize.html.document.encoding_sniffing import determine
from tests.browser.chromium import Chromium, executable
from tests.browser.seeing import loaded
from tests.browser.server import Page, Server
from tests.html.document.test_encodings import DECLARATIONS, DECLARED, IMAGES, NOT_PUSHED, PLACES

SITE = "http://site.localhost"
URL = f"{SITE}/d/p.html"
LONG = "x" * 2000
TAGS = "script noscript style link meta object title base html head body template noframes p svg frameset x"
PAGES = {
    **{name: "".join(parts) for name, parts in PLACES.items()},
    **NOT_PUSHED,
    **dict(DECLARATIONS),
    **{f"behind </{tag}>": f"</{tag}><!--{LONG}-->{DECLARED}" for tag in TAGS.split()},
    **{f"behind <{tag}>": f"<{tag}></{tag}><!--{LONG}-->{DECLARED}" for tag in TAGS.split()},
    **{f"text of {size}": f"<p>{'x' * size}{DECLARED}" for size in (1019, 1020, 1021, 1022)},
    **{f"images and {size}": f"<p>{'x' * size}{IMAGES}{DECLARED}" for size in (0, 300, 400)},
    "long text in the head section": f"{LONG}{DECLARED}",
    "a BASE that is emptied": f"<p><base href='{SITE}/{'y' * 100}/'>{'x' * 900}{DECLARED}<a href=x>",
}


@pytest.fixture(scope="module")
def browser() -> Iterator[tuple[Chromium, Server]]:
    program = executable()
    if program is None:
        pytest.skip("there is no Chromium here (apt-get install chromium)")
    with Server() as server, Chromium(program, server.port) as chromium:
        yield chromium, server


def encoding(browser: tuple[Chromium, Server], body: bytes) -> str:
    chromium, server = browser
    server.pages[URL] = Page(body)
    session = chromium.open(URL)
    try:
        loaded(chromium, session)
        return str(chromium.run(session, "document.characterSet")).lower()
    finally:
        chromium.close(session)


@pytest.mark.rows("name", PAGES)
def test_the_encoding_stays(name: str, browser: tuple[Chromium, Server]) -> None:
    page = PAGES[name].encode()
    before = encoding(browser, page)
    options = {"base_element": "empty"} if "BASE" in name else {}
    assert encoding(browser, absolutize.rewrite(page, URL, **options)) == before
    assert before in {"koi8-r", "windows-1251", "windows-1252"}
    if determine(page, late=False).source == "meta":
        assert determine(page).name == before
