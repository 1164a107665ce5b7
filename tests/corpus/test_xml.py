"""Every well-formed document of XML of the corpus, and feedparser's cases: only the links change.

Its bytes are the same outside the links, and lxml makes the same tree of it but for their values.
"""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from itertools import zip_longest
from typing import Any

import pytest
from lxml import etree

import absolutize
from absolutize.findings import REWRITTEN_CODES
from tests.xml.feedparser_cases import CASES

from .pages import folder

URL = "http://site.example/feeds/news.xml"
LARGEST = 5_000_000  # bytes; archives are larger
FEWEST = 120  # of feedparser's alone


def well_formed(data: bytes) -> Any | None:
    """Parse a document; None: it is none of XML, or not well-formed."""
    parser = etree.XMLParser(resolve_entities=False, no_network=True, huge_tree=True)
    try:
        return etree.fromstring(data, parser)
    except (etree.XMLSyntaxError, ValueError):
        return None


def documents() -> Iterator[tuple[str, bytes]]:
    """Name every document that may be XML."""
    for name, case in CASES.items():
        if "base64" not in name:  # in which a link changes all of a value: tests/xml
            yield name, case.feed.encode()
    for path in sorted(folder().rglob("*")):
        if path.is_file() and path.stat().st_size < LARGEST:
            data = path.read_bytes()
            try:
                yield path.name, gzip.decompress(data) if path.suffix == ".gz" else data
            except (OSError, EOFError):
                continue


def values(root: Any) -> Iterator[tuple[object, str, str | None]]:
    """Give the names, attributes and texts of a tree, in its order."""
    for node in root.iter():
        yield node.tag, "text", node.text
        yield node.tag, "tail", node.tail
        if isinstance(node.tag, str):
            yield from ((node.tag, name, value) for name, value in node.items())


def trouble(data: bytes, before: Any) -> str:
    """Say what is not the same but for the links."""
    links = list(absolutize.links(data, URL, read_as="xml"))
    out = absolutize.rewrite(data, URL, read_as="xml")
    changed = [link for link in links if link.code in REWRITTEN_CODES]
    position = start = 0
    for link in changed:
        piece = data[start : link.start]
        found = out.find(piece, position)
        if found < 0 or (start == 0 and found > 0):
            return f"the bytes before {link.raw!r} changed"
        position, start = found + len(piece), link.stop or 0
    if not out.endswith(data[start:]) or len(out) - len(data[start:]) < position:
        return "the bytes at the end changed"
    after = well_formed(out)
    if after is None:
        return "it is not well-formed any more"
    references = {link.raw for link in changed} | {link.reference for link in changed}
    for old, new in zip_longest(values(before), values(after)):
        is_link = old[:2] == new[:2] and any(each in (old[2] or "") for each in references)
        if old != new and not is_link:
            return f"{old} became {new}"
    return ""


@pytest.mark.skipif(not folder().is_dir(), reason="the corpus is absent")
def test_nothing_but_links_changes() -> None:
    parsed = ((name, data, well_formed(data)) for name, data in documents())
    judged = {name: trouble(data, root) for name, data, root in parsed if root is not None}
    assert len(judged) > FEWEST
    assert {name: what for name, what in judged.items() if what} == {}
