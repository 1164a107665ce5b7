"""How often a rewrite crosses between deciding (`engine`) and finding and writing (`html`, `xml`).

A crossing is a function of one side that a function of the other calls, with nothing of either in between.
"""

from __future__ import annotations

import sys
from pathlib import Path
from types import FrameType
from typing import NamedTuple

import pytest

import absolutize
from tests.project.modules import ROOT, needs_sources

pytestmark = needs_sources

DOCUMENTS = {
    "a page": (ROOT / "fixtures" / "page.html").read_bytes(),
    "documents in values": b"<!doctype html><head><!--[if IE]><link href=a.css><![endif]--></head>"
    b"<iframe srcdoc=\"<a href=b>x</a><img srcset='c 1x, d 2x'>\"></iframe>"
    b'<a href="e?x&#38;y" style="background:url(f)">',
}
SIDES = {"engine": "engine", "html": "html", "xml": "html"}
MOST_CROSSINGS = 11  # half of those at the beginning, by each of the documents


class Crossing(NamedTuple):
    """Who calls whom on the other side."""

    caller: str
    called: str


def crossings(document: bytes) -> set[Crossing]:
    """Rewrite a document, and list each crossing once."""
    found: set[Crossing] = set()

    def note(frame: FrameType, event: str, _argument: object) -> None:
        caller = caller_of(frame) if event == "call" and side(frame) else None
        if caller is not None and side(caller) != side(frame):
            found.add(Crossing(name(caller), name(frame)))

    url = "http://h.example/a/"
    absolutize.rewrite(document, url)  # what is imported and compiled once does not count
    before = sys.getprofile()
    sys.setprofile(note)
    try:
        absolutize.rewrite(document, url)
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
    """Tell on which side a function is; nothing: on neither."""
    path = Path(frame.f_code.co_filename)
    return SIDES.get(path.relative_to(HERE).parts[0], "") if path.is_relative_to(HERE) else ""


HERE = Path(absolutize.__file__).parent


def name(frame: FrameType) -> str:
    """Name a function, of one within another the other: some interpreters make none of a comprehension."""
    return frame.f_code.co_qualname.partition(".<locals>")[0]


@pytest.mark.parametrize("name", DOCUMENTS)
def test_a_rewrite_crosses_at_few_places(name: str) -> None:
    found = crossings(DOCUMENTS[name])
    assert Crossing("_made", "references") in found
    assert len(found) <= MOST_CROSSINGS, sorted(found)
