"""Links of plain values, which skip the outcome object, equal those that are made from outcomes."""

from __future__ import annotations

import gc
from itertools import islice
from typing import Any

import pytest

import absolutize
from absolutize.engine.resolver import Resolution
from tests.project.modules import ROOT

URL = "http://h.example/a/b?q"
REFERENCES = (
    *("x", "./x", "../x?y#z", "/x", "//k/x", "?q", "#f", "", "http://k/", "HTTP://k", "data:,x"),
    *("mailto:a@b", "javascript:x", "&amp;", "a&amp;b", "a&copy;b", "..", "{{x}}", "\u00e9", "%7Ex"),
    *("x y", " x ", "x\n y"),
)
DOCUMENTS = {
    "a page": (ROOT / "fixtures" / "page.html").read_bytes(),
    "references": "".join(f'<a href="{each}"><img src="{each}">' for each in REFERENCES).encode(),
    "below a BASE": b"<base href='/b/'><a href=x><img src='../y'><form action=''><base href=/c/>",
    "in values": b"<img srcset='a 1x, b 2x'><iframe srcdoc='<a href=x>'></iframe><p style=background:url(x)>",
    "in another encoding": "<meta charset=shift_jis><a href='x'><a href='\u8868?\u8868'>".encode("shift_jis"),
    "in UTF-16": "\ufeff<a href=x><img src='\u00e9'>".encode("utf-16-le"),
    "in XML": b'<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom"><link href="x"/></feed>',
}
OPTIONS: dict[str, dict[str, Any]] = {
    "by default": {},
    "fragments": {"same_document": "resolve"},
    "without BASE": {"base_element": "remove"},
    "another rule set": {"rules": "rfc3986"},
}


@pytest.mark.parametrize("name", DOCUMENTS)
@pytest.mark.parametrize("options", OPTIONS)
def test_links_are_alike_with_and_without_outcomes(name: str, options: str) -> None:
    document, given = DOCUMENTS[name], OPTIONS[options]
    without = [link._replace(text=None) for link in absolutize.links(document, URL, **given)]
    outcomes = [link._replace(text=None) for link in absolutize.links(document, URL, text=True, **given)]
    assert without == outcomes
    assert without


def test_what_is_known_of_a_codebase_is_not_kept_for_all_of_very_many() -> None:
    page = "".join(f"<object codebase={number}/ classid=x></object>" for number in range(2000))
    links = absolutize.links(page, URL)
    targets = [link.target for link in islice(links, 3999)]
    assert targets[1::2] == [f"http://h.example/a/{number}/x" for number in range(1999)]
    assert sum(isinstance(each, Resolution) for each in gc.get_objects()) < 1000
    assert next(links).target == "http://h.example/a/1999/x"
