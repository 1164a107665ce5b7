"""A known difference: its reason, an example document, and the conditions under which it explains others."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

import absolutize
from tests.browser.generator.document import Document
from tests.browser.generator.judge.differences import Difference


class Known(NamedTuple):
    """A difference with a known reason; a test asserts that ``example``, a minimal document, still differs.

    It explains a difference in a document (see `Difference`) if all of these conditions are met:

    ``kind``, ``place``, ``before``, ``after``, ``written``, ``base``, ``inside``: patterns for its fields.
    ``only``: without the matches of this pattern both answers are the same.
    ``body``: a pattern that the document matches. ``options``: options that the document is rewritten with.
    ``code``: a link has this code. ``unedited``: a link has this code, and the document stays unchanged.
    ``otherwise``: with these fields of the document changed, no unexplained difference is left.
    ``renamed``: after this function has renamed elements of the document, the same is true.
    ``meant``: returns the document as the standard reads it, which the answer after the rewrite must match.
    """

    name: str
    reason: str
    example: Document
    kind: str = "value"
    place: str = ""
    before: str = ""
    after: str = ""
    written: str = ""
    base: str = ""
    inside: str = ""
    only: str = ""
    body: bytes = b""
    options: Mapping[str, Any] = {}
    code: str = ""
    unedited: str = ""
    otherwise: Mapping[str, Any] = {}
    renamed: Callable[[Document], Document] | None = None
    meant: Callable[[Document], Document] | None = None

    def may_explain(self, document: Document, difference: Difference) -> bool:
        """Whether this may explain a difference, by the conditions that need no browser."""
        return (
            self._is_met(difference)
            and (not self.only or self._is_all(difference))
            and re.search(self.body, document.body.replace(b"\0", b"")) is not None
            and all(document.options.get(name) == value for name, value in self.options.items())
            and (not self.code or _has_link(document, self.code))
            and (not self.unedited or _stays(document, self.unedited))
        )

    def _is_met(self, difference: Difference) -> bool:
        names = ("before", "after", "written", "base", "inside")
        return all(
            re.match(getattr(self, name), getattr(difference, name)) for name in ("kind", "place")
        ) and all(re.search(getattr(self, name), getattr(difference, name)) for name in names)

    def _is_all(self, difference: Difference) -> bool:
        before, after = (re.sub(self.only, "", text) for text in (difference.before, difference.after))
        return before == after


def _stays(document: Document, code: str) -> bool:
    return document.rewritten(1) == document.body and _has_link(document, code)


def _has_link(document: Document, code: str) -> bool:
    return code in _codes(document)


@lru_cache(maxsize=4)
def _codes(document: Document) -> frozenset[str]:
    links = absolutize.links(document.body, document.home(1), **document.settings)
    return frozenset(link.code for link in links)
