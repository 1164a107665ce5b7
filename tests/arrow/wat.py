"""WAT as Common Crawl makes it: a reference of what its extractor takes from a page, written for tests.

It follows ExtractingParseObserver of the Internet Archive's ia-web-commons: which attributes of which
elements it takes (as they are written, relative ones, too), that BASE, LINK and SCRIPT are in the head, and
that anchors are listed where they end, with at most 100 characters of text. It reads no srcset, style
attribute or refresh. The pages are read by html.parser.
"""

import gzip
import json
from collections.abc import Iterable
from html.parser import HTMLParser
from typing import Any

ATTRIBUTES = {
    "applet": ("codebase", "cdata"),
    "area": ("href",),
    "audio": ("src",),
    "blockquote": ("cite",),
    "button": ("formaction",),
    "del": ("cite",),
    "embed": ("src",),
    "form": ("action",),
    "frame": ("src",),
    "iframe": ("src",),
    "img": ("src", "longdesc"),
    "input": ("src", "formaction"),
    "ins": ("cite",),
    "object": ("codebase", "cdata", "data"),
    "q": ("cite",),
    "source": ("src",),
    "track": ("src",),
    "video": ("src", "poster"),
}
EVERYWHERE = ("background", "data-href", "data-uri")
LONGEST_TEXT = 100


class Extractor(HTMLParser):
    """What WAT has of one page."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=False)
        self.head: dict[str, Any] = {}
        self.links: list[dict[str, str]] = []
        self._anchors: list[dict[str, str]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value for name, value in attrs if value is not None}
        for name in EVERYWHERE:
            if name in values:
                self._add(tag, name, values)
        if tag == "base" and "href" in values:
            self.head["Base"] = values["href"]
        elif tag == "link" and "href" in values:
            self.head.setdefault("Link", []).append({"path": "LINK@/href", "url": values["href"]})
        elif tag == "script" and "src" in values:
            self.head.setdefault("Scripts", []).append({"path": "SCRIPT@/src", "url": values["src"]})
        elif tag == "a":
            self._anchors.append({"path": "A@/href", "url": values["href"]} if "href" in values else {})
        for name in ATTRIBUTES.get(tag, ()):
            if name in values:
                self._add(tag, name, values)

    def _add(self, tag: str, name: str, values: dict[str, str]) -> None:
        self.links.append({"path": f"{tag.upper()}@/{name}", "url": values[name]})

    def handle_data(self, data: str) -> None:
        for anchor in self._anchors:
            anchor["text"] = (anchor.get("text", "") + data)[:LONGEST_TEXT]

    def handle_endtag(self, tag: str) -> None:
        if tag == "a" and self._anchors:
            anchor = self._anchors.pop()
            if "url" in anchor:
                self.links.append(anchor)


def wat(pages: Iterable[tuple[str, str]]) -> bytes:
    """Make a WAT file of pages and their URLs."""
    return b"".join(gzip.compress(_record(url, page), mtime=0) for url, page in pages)


def _record(url: str, page: str) -> bytes:
    reading = Extractor()
    reading.feed(page)
    html = {"Head": reading.head, "Links": reading.links}
    envelope = {
        "WARC-Header-Metadata": {"WARC-Type": "response", "WARC-Target-URI": url},
        "Payload-Metadata": {"HTTP-Response-Metadata": {"HTML-Metadata": html}},
    }
    body = json.dumps({"Container": {}, "Envelope": envelope}, separators=(",", ":")).encode()
    head = f"WARC/1.0\r\nWARC-Type: metadata\r\nWARC-Target-URI: {url}\r\nContent-Length: {len(body)}\r\n\r\n"
    return head.encode() + body + b"\r\n\r\n"
