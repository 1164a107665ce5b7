"""Handles a BASE that is no URL: Chromium then resolves nothing, unlike the HTML Standard."""

from __future__ import annotations

import re
from functools import lru_cache

import ada_url

import absolutize
from tests.browser.generator.document import Document


@lru_cache(maxsize=4)
def without_invalid_base(document: Document) -> Document:
    """Make BASE elements whose href is no URL mean the document's own URL, as in HTML 4.2.3.

    A ``file:`` URL with only a host, which Chromium takes for no URL, is given a path.
    """
    body = document.body
    settings = {**document.settings, "base_element": "absolute"}
    bases = [link for link in absolutize.links(body, document.home(1), **settings) if _is_base(link)]
    for link in sorted(bases, key=_start, reverse=True):
        href = _href(link)
        start, stop = link.start or 0, link.stop or 0
        is_wide = b"\0" in body[start : start + 2]
        codec = ("utf-16-be" if body[start : start + 1] == b"\0" else "utf-16-le") if is_wide else "ascii"
        body = body if href is None else body[:start] + href.encode(codec) + body[stop:]
    return document._replace(body=body)


def _start(link: absolutize.Link) -> int:
    return link.start or 0


def _is_base(link: absolutize.Link) -> bool:
    is_base = (link.element, link.attribute, link.kind) == ("base", "href", "base")  # not in SVG or MathML
    return is_base and link.code not in {"same-document", "empty"}


def _href(link: absolutize.Link) -> str | None:
    """The replacement for an href, or ``None`` to keep it."""
    target = link.target and link.target.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    if target is None or not ada_url.check_url(target):  # browsers replace a lone surrogate by U+FFFD
        return "#"
    return str(ada_url.URL(target).href) if re.match(r"file://[^/]*[?#]", target) else None
