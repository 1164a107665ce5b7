"""Feeds are resolved as feedparser, a feed reader, resolves them, except for its two wrong answers."""

from __future__ import annotations

from typing import Any
from urllib.parse import urljoin

import pytest

import absolutize
from tests.xml.feedparser_cases import CASES, URI_BASE, URIS, URL, WRONG, XML_BASE, Case

FAMILIES = {"base/entry": 15, "base/feed": 21, "base/http": 85, "base/": 6, "atom": 6, "http/": 1, "rss/": 2}
FAMILIES |= {"sanitize/": 1}


def family_of(name: str) -> str:
    return next(family for family in FAMILIES if name.startswith(family))


def options_of(case: Case) -> dict[str, Any]:
    given = {"encapsulating": case.location, "media_type": "application/xml" if case.is_xml else None}
    return {"same_document": case.same_document, **{n: value for n, value in given.items() if value}}


def written(feed: str, url: str, options: dict[str, Any]) -> list[str]:
    """List the targets of all links except bases."""
    links = absolutize.links(feed, url, **options)
    return [link.target or link.reference for link in links if link.attribute not in {XML_BASE, "BASE"}]


def trouble(case: Case) -> str:
    """Describe differences from feedparser, in the feed and in the absolute feed under another URL."""
    options = options_of(case)
    after = absolutize.rewrite(case.feed, URL, **options)
    elsewhere = {name: value for name, value in options.items() if name != "encapsulating"}
    found = {
        "targets": written(case.feed, URL, options),
        "elsewhere": written(after, "http://moved.example/x/", elsewhere),
    }
    wrong = [f"{name}: {targets}" for name, targets in found.items() if targets != case.targets]
    again = absolutize.rewrite(after, URL, **options) == after
    return ", ".join([*wrong, *([] if again else ["changed again"])])


@pytest.mark.parametrize("family", FAMILIES)
def test_what_feedparser_resolves_is_resolved(family: str) -> None:
    cases = {name: case for name, case in CASES.items() if family_of(name) == family}
    assert len(cases) == FAMILIES[family]
    assert {name: found for name, case in cases.items() if (found := trouble(case))} == {}


@pytest.mark.parametrize("name", URIS)
def test_single_references_are_resolved_or_theirs_is_wrong(name: str) -> None:
    reference, theirs = URIS[name]
    document = f'<feed xmlns="http://www.w3.org/2005/Atom"><link href="{reference}"/></feed>'
    [link] = absolutize.links(document, URI_BASE)
    agrees = (link.target or "") == theirs
    assert agrees == (name not in WRONG)
    assert agrees or reference in absolutize.rewrite(document, URI_BASE)


def test_feedparser_itself_reads_the_same_before_and_after() -> None:
    """feedparser, if installed, finds the same links in a feed and in the absolute feed elsewhere."""
    feedparser = pytest.importorskip("feedparser", reason="feedparser is not installed")

    def links(feed: str, location: str) -> list[str]:
        parsed = feedparser.parse(feed.encode(), response_headers={"content-location": location})
        return [text for text in texts(parsed) if "example" in text]

    different = {}
    for name, case in CASES.items():
        options = options_of(case) | {"same_document": "resolve"}
        before = links(case.feed, urljoin(URL, case.location or ""))
        after = links(absolutize.rewrite(case.feed, URL, **options), "http://moved.example/x/")
        if before != after:
            different[name] = before, after
    assert different == {}


def texts(parsed: Any) -> list[str]:
    """List the texts in a result of feedparser, except bases."""
    if isinstance(parsed, str):
        return [parsed]
    if isinstance(parsed, dict):
        values = [value for key, value in sorted(parsed.items()) if key not in {"base", "headers", "href"}]
        return [text for value in values for text in texts(value)]
    return [text for value in parsed for text in texts(value)] if isinstance(parsed, list) else []
