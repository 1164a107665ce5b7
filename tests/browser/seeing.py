"""Reads from a browser the links, images and base URIs of a page and of the frames in it."""

from __future__ import annotations

import time
from typing import Any, NamedTuple

from tests.browser.chromium import Chromium

PATIENCE = 60.0  # seconds to wait for a page to load
LINKS = """[...document.querySelectorAll('[href], [src], [action], [cite], [srcset], [data]')].map(element =>
    [element.localName, ...['href', 'currentSrc', 'src', 'action', 'cite', 'data'].map(name =>
        name in element && element.getAttribute(name) !== null ? String(element[name]) : null)])"""
IMAGES = "[...document.images].map(image => [image.complete && image.naturalWidth, image.alt])"


class Frame(NamedTuple):
    """A document in a browser: its title, its base URI, what its elements resolve to, and its images."""

    title: str
    base: str
    links: list[list[str | None]]
    images: list[list[Any]]


def seen(browser: Chromium, url: str) -> list[Frame]:
    """Open a page, and describe the page and its frames."""
    session = browser.open(url)
    try:
        loaded(browser, session)
        tree = browser.call("Page.getFrameTree", session)["frameTree"]
        return [_frame(browser, session, frame) for frame in _flat(tree)]
    finally:
        browser.close(session)


def loaded(browser: Chromium, session: str) -> None:
    """Wait until a page is loaded."""
    browser.call("Page.enable", session)
    started = time.monotonic()
    while (
        browser.run(session, "location.href + document.readyState")
        in {
            "about:blankcomplete",
            "about:blankloading",
        }
        or browser.run(session, "document.readyState") != "complete"
    ):
        assert time.monotonic() - started < PATIENCE, "the page is not loaded"
        time.sleep(0.05)


def _flat(tree: dict[str, Any]) -> list[str]:
    inner = [frame for child in tree.get("childFrames", []) for frame in _flat(child)]
    return [tree["frame"]["id"], *inner]


def _frame(browser: Chromium, session: str, frame: str) -> Frame:
    context = browser.call("Page.createIsolatedWorld", session, frameId=frame)["executionContextId"]
    script = f"[document.title, document.baseURI, {LINKS}, {IMAGES}]"
    answer = browser.call(
        "Runtime.evaluate", session, expression=script, contextId=context, returnByValue=True
    )
    return Frame(*answer["result"]["value"])
