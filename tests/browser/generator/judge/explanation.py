"""A known difference: its reason, a document that shows it, and what it explains."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

import absolutize
from tests.browser.generator.document import Document
from tests.browser.generator.judge.differences import Difference


class Known(NamedTuple):
    """A difference that there is for a reason; a test shows that ``example``, the smallest document, differs.

    Of one difference in a document (see `Difference`), which it explains if all of these hold:

    ``kind``, ``place``, ``before``, ``after``, ``written``, ``base``, ``inside``: patterns for those.
    ``only``: what this pattern matches is all that differs: without it both answers are the same.
    ``body``: a pattern for something in the document. ``options``: what it is rewritten with.
    ``code``: a link in the document has it. ``unedited``: the same, and the document stays as it is.
    ``otherwise``: fields of the document; with them nothing unexplained differs in it.
    ``renamed``: what gives elements of the document other names; the same of that.
    ``meant``: the document that it is by the standard, if it is another; after the rewrite it is like that.
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
        """Whether this may be why a document differs so: what only a browser can tell is not asked."""
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
