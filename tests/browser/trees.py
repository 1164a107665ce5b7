"""Reads the trees that Chromium builds, with scripts on: attributes, text, and the base URI."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Sequence
from typing import NamedTuple

from tests.browser.cases import SITE
from tests.browser.chromium import Chromium
from tests.browser.server import Page, Server

URL = f"{SITE}/d/e/p.html"
_SCRIPT = """
window.trees = documents => documents.map(html => {
    const frame = document.body.appendChild(document.createElement('iframe'));
    const inner = frame.contentDocument, attributes = [], text = [];
    const walk = node => { for (const child of node.childNodes) {
        if (child.nodeType != Node.ELEMENT_NODE) { text.push(child.data || ''); continue; }
        const name = [child.namespaceURI, child.localName.toLowerCase()];
        for (const {name: attribute, value} of child.attributes) attributes.push([...name, attribute, value]);
        if (child.localName == 'template' && child.content) walk(child.content);
        if (child.localName != 'noscript' || child.namespaceURI != document.body.namespaceURI) walk(child);
    }};
    inner.open(); inner.write(html); inner.close();
    walk(inner);
    const base = inner.baseURI;
    frame.remove();
    return [base, attributes, text.join('')];
});
"""


class Tree(NamedTuple):
    """A document in a browser; its text is without that of noscript elements."""

    base: str
    attributes: list[tuple[str, str, str, str]]
    text: str

    @property
    def marked(self) -> dict[str, str]:
        """The element of each numbered URL that is in an attribute."""
        numbers = ((_NUMBER.search(value), element) for _, element, _, value in self.attributes)
        return {number[0]: element for number, element in numbers if number}


_NUMBER = re.compile("u[0-9]+z")


def number_in(value: str) -> str | None:
    """Find the number that a URL was given."""
    match = _NUMBER.search(value)
    return None if match is None else match[0]


class TreeBuilder:
    """A tab in which documents are written into frames."""

    def __init__(self, browser: Chromium, server: Server) -> None:
        self._browser = browser
        server.pages[URL] = Page(f"<!doctype html><body><script>{_SCRIPT}</script>".encode(), "utf-8")
        self._tab = browser.open(URL)
        while not browser.run(self._tab, "document.readyState == 'complete' && 'trees' in window"):
            time.sleep(0.01)

    def __call__(self, documents: Sequence[str]) -> list[Tree]:
        """Build the trees of documents."""
        answers = self._browser.run(self._tab, f"trees({json.dumps(documents)})")
        return [
            Tree(base, [(space, name, attribute, value) for space, name, attribute, value in found], text)
            for base, found, text in answers
        ]
