"""The documentation site in Chromium: no request leaves the site or fails, and no page logs an error."""

from __future__ import annotations

import json
import mimetypes
import time
from pathlib import Path

import pytest

from tests.browser.chromium import Chromium
from tests.browser.server import Page, Server
from tests.support.documentation import build_site

HOME = "http://site.example/"
COMPLAINTS = {"Runtime.exceptionThrown", "Runtime.consoleAPICalled", "Log.entryAdded"}
LOADED = "document.readyState === 'complete' && !!document.querySelector('.md-footer')"
AT_ONCE = 6  # pages
LATER = "new Promise(done => setTimeout(done, 300))"  # files that scripts request when a page is loaded


@pytest.fixture(scope="module")
def names(browsing: tuple[Chromium, Server], tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """Serve the site; return the names of its pages."""
    site = build_site(tmp_path_factory.mktemp("site") / "built")
    found = []
    for path in filter(Path.is_file, site.rglob("*")):
        name = path.relative_to(site).as_posix()
        media = mimetypes.guess_type(name)[0] or "application/octet-stream"
        browsing[1].pages[HOME + name] = Page(path.read_bytes(), media=media)
        found.append(name)
    return sorted(name for name in found if name.endswith(".html"))


def opened(browser: Chromium, name: str) -> str:
    """Open a page in a tab with all its events recorded; return its session."""
    session = browser.open("about:blank")
    for domain in ("Page", "Runtime", "Log", "Network"):
        browser.call(f"{domain}.enable", session)
    browser.call("Page.navigate", session, url=HOME + name)
    return session


def test_no_page_of_the_site_asks_elsewhere_or_complains(
    names: list[str], browsing: tuple[Chromium, Server]
) -> None:
    browser, _ = browsing
    asked, failed, complaints = set(), set(), []
    for start in range(0, len(names), AT_ONCE):
        browser.events.clear()
        tabs = {opened(browser, name): name for name in names[start : start + AT_ONCE]}
        for session, name in tabs.items():
            since = time.monotonic()
            while not browser.run(session, LOADED):
                assert time.monotonic() - since < 30, name
                time.sleep(0.01)
        browser.run(session, LATER)
        for event in [event for event in browser.events if event.get("sessionId") in tabs]:
            name, method, params = tabs[event["sessionId"]], event["method"], event["params"]
            if method == "Network.requestWillBeSent":
                asked.add(params["request"]["url"])
            elif method == "Network.responseReceived" and params["response"]["status"] >= 400:
                failed.add(params["response"]["url"])
            elif method in COMPLAINTS:
                complaints.append((name, json.dumps(params)))
        for session in tabs:
            browser.close(session)
    assert len(names) > 35
    assert {HOME + name for name in names} <= asked
    assert {url for url in asked if not url.startswith((HOME, "data:", "blob:"))} == set()
    assert failed == set()
    assert complaints == []
