"""Loads cases in a browser, and observes their targets, at the original URL (home) and moved elsewhere."""

from __future__ import annotations

import json
import time
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple, Protocol

import absolutize
from tests.browser.cases import ELSEWHERE, SITE, Case
from tests.browser.server import Page, Server

OBSERVER = Path(__file__).with_name("observer.js").read_text(encoding="utf-8")
AT_ONCE = 80  # documents that are loaded in the frames of one page
QUIET = 0.3  # seconds of silence that end a wait
PATIENCE = 10.0  # seconds to wait for a page; one that is moved may request nothing
LATEST = 60.0  # seconds to wait for the frames: all request something, if only when all else is done


class Browser(Protocol):
    """The methods of Chromium and Firefox that are used here."""

    def open(self, url: str) -> str:
        """Open a page in a new tab; return the tab's session."""

    def run(self, session: str, script: str) -> Any:
        """Run a script in a tab; return its value, or that of its promise."""

    def close(self, session: str) -> None:
        """Close a tab."""


class Numbered(NamedTuple):
    """A case and its number, which is the first path segment of all its URLs."""

    number: int
    case: Case

    @property
    def home(self) -> str:
        """The document's original URL."""
        return f"{SITE}/{self.number}/d/e/p.html"

    @property
    def elsewhere(self) -> str:
        """The URL that the document is moved to."""
        return f"{SITE if self.case.same_origin else ELSEWHERE}/{self.number}/m/o/v/e/d.html"

    @property
    def before(self) -> bytes:
        """The document as it was written."""
        codec = {"gbk": "gb18030"}.get(self.case.charset, self.case.charset)
        return self.case.html.encode(codec)

    @property
    def after(self) -> bytes:
        """The document made absolute."""
        return absolutize.rewrite(self.before, self.home, charset=self.case.charset, **self.case.options)


class Observed(NamedTuple):
    """What a browser did with a case: the URL that a script read, and the URLs that were requested."""

    shown: str | None
    asked: frozenset[str]


Place = tuple[Numbered, str, bytes]


def observe(browser: Browser, server: Server, places: Sequence[Place]) -> dict[int, Observed]:
    """Load documents, each at a URL, and return what was observed of each."""
    server.asked.clear()
    server.pages.clear()
    server.pages |= {url: Page(body, numbered.case.charset) for numbered, url, body in places}
    tabs: list[str] = []
    shown: dict[str, str] = {}
    for origin in (SITE, ELSEWHERE):
        framed = [(n, url) for n, url, _ in places if url.startswith(f"{origin}/") and not n.case.is_page]
        for start in range(0, len(framed), AT_ONCE):
            tab = _observer(browser, server, origin, start)
            tabs.append(tab)
            shown |= browser.run(tab, f"observe({json.dumps(_orders(framed[start : start + AT_ONCE]))})")
    for numbered, url, _ in places:
        if numbered.case.is_page:  # speculation rules take effect only in the foreground tab
            tabs.append(browser.open(url))
            _asked(server, {numbered.number}, PATIENCE)
    asked = _asked(server, {n.number for n, _, _ in places if n.case.asks and not n.case.is_page}, LATEST)
    for tab in tabs:
        browser.close(tab)
    return {
        n.number: Observed(shown.get(str(n.number)), frozenset(asked.get(n.number, [])) - {url})
        for n, url, _ in places
    }


def _orders(framed: Iterable[tuple[Numbered, str]]) -> list[list[object]]:
    return [[n.number, url, n.case.shows, n.case.without_scripts] for n, url in framed]


def _observer(browser: Browser, server: Server, origin: str, number: int) -> str:
    """Open the page whose frames will load the documents, and wait until it is ready."""
    url = f"{origin}/observer-{number}.html"
    server.pages[url] = Page(f"<!doctype html><script>{OBSERVER}</script>".encode(), "utf-8")
    tab = browser.open(url)
    while not browser.run(tab, "document.readyState == 'complete' && 'observe' in window"):
        time.sleep(0.01)
    return tab


def _asked(server: Server, waiting: set[int], patience: float) -> dict[int, set[str]]:
    """Wait until each of these cases has made a request and requests have ceased, or time has run out."""
    since = grown = time.monotonic()
    length = 0
    while True:
        now = time.monotonic()
        if len(server.asked) != length:
            length, grown = len(server.asked), now
        asked = _by_number(server)
        silent = waiting - {number for number, urls in asked.items() if len(urls) > 1}
        if now - grown > QUIET and (not silent or now - since > patience):
            return asked
        time.sleep(0.05)


def _by_number(server: Server) -> dict[int, set[str]]:
    """Group the requested URLs by the number of their case."""
    asked: dict[int, set[str]] = {}
    for url in list(server.asked):
        number = url.split("/")[3] if url.count("/") > 2 else ""
        if number.isdecimal():
            asked.setdefault(int(number), set()).add(url)
    return asked
