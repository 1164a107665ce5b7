"""Shows documents in frames of two pages in Chromium: at their original URLs, and moved elsewhere."""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any, NamedTuple, Self

from absolutize.html.link_table.rows import LINKS
from tests.browser.chromium import Chromium, executable
from tests.browser.generator.document import HOME, MOVED, Document, moved
from tests.browser.server import Page, Server

SCRIPTS = ("css", "json", "values", "walk", "observe")
FOLDER = Path(__file__).with_name("js")
AT_ONCE = 12  # frames of a page that load at the same time
POLICY = "default-src 'none'; style-src 'unsafe-inline'"  # nothing is loaded, no script runs
OBSERVER = "observer.html"


class Seen(NamedTuple):
    """A digest of what a browser saw of a document, and how many references it resolved."""

    digest: str
    references: int


class Token(NamedTuple):
    """One thing that was seen: in the form that is compared, as written in the document, and its base URL.

    ``inside`` is ``comment`` for a thing in a conditional comment.
    """

    text: str
    written: str = ""
    base: str = ""
    inside: str = ""


class Look(NamedTuple):
    """Documents that are being shown: the number of the running script, and the documents' URLs."""

    number: int
    urls: list[str]


Shown = tuple[int, Document, bytes]  # a document, its number, and the bytes that are shown


class Judge:
    """A browser that shows documents before and after a rewrite."""

    def __init__(self) -> None:
        program = executable()
        assert program, "there is no Chromium here"
        with ExitStack() as stack:
            self._server = stack.enter_context(Server())
            self._browser = stack.enter_context(Chromium(program, self._server.port))
            self._tabs = [self._observer(origin) for origin in (HOME, MOVED)]
            self._stack = stack.pop_all()

    def __enter__(self) -> Self:
        """Give the judge."""
        return self

    def __exit__(self, *_: object) -> None:
        """End the browser."""
        self._stack.close()

    def _observer(self, origin: str) -> str:
        source = "\n".join((FOLDER / f"{name}.js").read_text(encoding="utf-8") for name in SCRIPTS)
        page = f"<!doctype html><meta charset=utf-8><body><script>{source}</script>"
        url = f"{origin}/{OBSERVER}"
        # a frame that declares no encoding inherits that of the page around it
        self._server.pages[url] = Page(page.encode("cp1252"), "windows-1252")
        tab = self._browser.open(url)
        while not self._browser.run(tab, "document.readyState == 'complete' && 'observe' in window"):
            time.sleep(0.01)
        self._browser.run(tab, f"learn({json.dumps(table())})")
        return tab

    def begin(self, shown: Sequence[Shown], *, away: bool) -> Look:
        """Begin to show documents, at their original URLs or moved elsewhere."""
        orders = [_order(number, document, away=away) for number, document, _ in shown]
        for order, (_, document, body) in zip(orders, shown, strict=True):
            self._server.pages[order["url"]] = Page(body, document.label, POLICY)
        script = f"observe({json.dumps(orders)}, {AT_ONCE})"
        return Look(self._browser.begin(self._tabs[away], script), [order["url"] for order in orders])

    def end(self, look: Look) -> dict[int, Seen]:
        """Wait for the results of a look."""
        answers = self._browser.outcome(look.number)
        for url in look.urls:
            del self._server.pages[url]
        return {int(number): Seen(*answer) for number, answer in answers.items()}

    def recall(self, number: int, *, away: bool) -> list[Token]:
        """List everything that was seen of a document."""
        answers = self._browser.run(self._tabs[away], f"recalled({number})")
        return [Token(*token) for token in answers]

    def forget(self, numbers: Sequence[int]) -> None:
        """Discard what was seen of documents."""
        for tab in self._tabs:
            self._browser.run(tab, f"forget({json.dumps(numbers)})")


def _order(number: int, document: Document, *, away: bool) -> dict[str, Any]:
    return {
        "number": number,
        "url": moved(number) if away else document.home(number),
        "home": document.home(number),
        "scripts": document.scripts,
        "hidesBase": document.hides_base,
        "removesBase": document.options.get("base_element") in {"empty", "remove"},
        "resolvesEmpty": document.options.get("same_document") == "resolve",
    }


def table() -> list[dict[str, Any]]:
    """Give the rows of the link table as data."""
    return [row._asdict() | {"when": row.when and _when(row.when)} for row in LINKS]


def _when(when: Any) -> dict[str, Any]:
    return when._asdict() | {"values": sorted(when.values)}
