"""How often a rewrite crosses between deciding (`engine`) and finding and writing (`html`, `xml`).

A crossing is a function of one side that a function of the other calls, with nothing of either in between.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import NamedTuple

import pytest

import absolutize
from tests.project.modules import ROOT, needs_sources

pytestmark = needs_sources

URL = "http://h.example/a/"
VALUES = (
    b"<!doctype html><base href=/b/><a href=x>x</a><img srcset='c 1x, d 2x'>"
    b"<iframe srcdoc='<a href=b>'></iframe>"
)
FEED = (
    b'<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom" xml:base="/b/"><link href="x"/>'
    b'<entry xml:base="c/"><link href="y"/></entry></feed>'
)
DOCUMENTS = {
    "a page": (ROOT / "fixtures" / "page.html").read_bytes(),
    "documents in values": b"<!doctype html><head><!--[if IE]><link href=a.css><![endif]--></head>"
    b"<iframe srcdoc=\"<a href=b>x</a><img srcset='c 1x, d 2x'>\"></iframe>"
    b'<a href="e?x&#38;y" style="background:url(f)">',
}
MOST_CROSSINGS = 11  # half of what each of the documents had at first
OTHER_WAYS: dict[str, Callable[[], object]] = {
    "another rule set": lambda: absolutize.rewrite(VALUES, URL, rules="rfc3986"),
    "fragments": lambda: absolutize.rewrite(VALUES, URL, same_document="resolve"),
    "without BASE": lambda: absolutize.rewrite(VALUES, URL, base_element="remove"),
}
MOST_OF_OTHER_WAYS = 16  # at first there were 33
WITH_SCOPES: dict[str, Callable[[], object]] = {
    "XML": lambda: absolutize.rewrite(FEED, URL),
    "links": lambda: list(absolutize.links(VALUES, URL)),
    "check": lambda: list(absolutize.check(VALUES, URL)),
}
MOST_WITH_SCOPES = 21  # more: scopes are asked for their bases, links for their places and kinds


SIDES = {"engine": "engine", "html": "html", "xml": "html"}


class Crossing(NamedTuple):
    """A caller, and the function that it calls on the other side."""

    caller: str
    called: str
    side: str  # the side of the called function


def crossings(document: bytes) -> set[Crossing]:
    """Rewrite a document, and list each crossing once."""
    return crossings_of(lambda: absolutize.rewrite(document, URL))


def crossings_of(run: Callable[[], object]) -> set[Crossing]:
    """List each crossing once."""
    found: set[Crossing] = set()

    def note(frame: FrameType, event: str, _argument: object) -> None:
        caller = caller_of(frame) if event == "call" and side(frame) else None
        if caller is not None and side(caller) != side(frame):
            found.add(Crossing(name(caller), name(frame), side(frame)))

    run()  # what is imported and compiled once does not count
    before = sys.getprofile()
    sys.setprofile(note)
    try:
        run()
    finally:
        sys.setprofile(before)
    return found


def caller_of(frame: FrameType) -> FrameType | None:
    """Find the nearest caller that is on one of the sides."""
    caller = frame.f_back
    while caller is not None and not side(caller):
        caller = caller.f_back
    return caller


def side(frame: FrameType) -> str:
    """The side that a function is on, or an empty result for neither."""
    path = Path(frame.f_code.co_filename)
    return SIDES.get(path.relative_to(HERE).parts[0], "") if path.is_relative_to(HERE) else ""


HERE = Path(absolutize.__file__).parent


def name(frame: FrameType) -> str:
    """Name a function, or the one around it: some interpreters call no function for a comprehension."""
    return frame.f_code.co_qualname.partition(".<locals>")[0]


@pytest.mark.parametrize("name", DOCUMENTS)
def test_a_rewrite_crosses_at_few_places(name: str) -> None:
    found = crossings(DOCUMENTS[name])
    assert Crossing("_edits_of_references", "find_references", "html") in found
    assert len(found) <= MOST_CROSSINGS, sorted(found)


@pytest.mark.parametrize("name", OTHER_WAYS)
def test_other_ways_cross_at_few_places(name: str) -> None:
    found = crossings_of(OTHER_WAYS[name])
    assert Crossing("_edits_of_references", "find_references", "html") in found
    assert len(found) <= MOST_OF_OTHER_WAYS, sorted(found)


@pytest.mark.parametrize("name", WITH_SCOPES)
def test_scopes_and_links_cross_at_some_more(name: str) -> None:
    found = crossings_of(WITH_SCOPES[name])
    assert 0 < len(found) <= MOST_WITH_SCOPES, sorted(found)


@pytest.mark.parametrize("name", [*OTHER_WAYS, *WITH_SCOPES])
def test_html_asks_the_engine_for_nothing(name: str) -> None:
    found = crossings_of({**OTHER_WAYS, **WITH_SCOPES}[name])
    assert [each for each in found if each.side == "engine"] == []
