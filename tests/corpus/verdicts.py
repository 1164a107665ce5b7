"""How a test ends: with no problems, or with the ones that are listed and explained."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable, Mapping
from typing import Any

import pytest

import absolutize

from .pages import Page

MOVED = "http://moved.example/x/y/z.html"
SHOWN = 8


@functools.cache
def rewritten(page: Page) -> bytes:
    """The page made absolute, with the charset of its server where the page declares none."""
    return absolutize.rewrite(page.data, page.url, charset=page.transport)


@functools.cache
def listed(page: Page, **options: Any) -> tuple[absolutize.Link, ...]:
    """The links of the page, in source order."""
    return tuple(absolutize.links(page.data, page.url, charset=page.transport, **options))


def place(link: absolutize.Link) -> tuple[int, int]:
    """Where a link of a page is: only the links of trees have no offsets."""
    assert link.start is not None
    assert link.stop is not None
    return link.start, link.stop


SRCDOC = re.compile(rb"(?i)[\s\"'/]srcdoc\s*=\s*(\"[^\"]*\"|'[^']*')")


@functools.cache
def nested_in(page: Page) -> frozenset[absolutize.Link]:
    """The links of documents in attributes: html5lib sees only the text of these."""
    srcdocs = [match.span(1) for match in SRCDOC.finditer(page.data)]
    return frozenset(
        link
        for link in (listed(page) if srcdocs else ())
        if any(start < place(link)[0] < stop for start, stop in srcdocs)
    )


def settle(page: Page, problems: Iterable[str], known: Mapping[str, str]) -> None:
    """No problems, unless the page is listed as a known difference: then there must be some."""
    found = list(problems)
    if page.id in known and not found:
        reason = f"listed failure that passes: {page.id} ({known[page.id]})"
        pytest.fail(reason, pytrace=False)
    if page.id not in known and found:
        shown = "\n".join(found[:SHOWN])
        reason = f"{page.id} at {page.url}: {len(found)} problem(s)\n{shown}"
        pytest.fail(reason, pytrace=False)
