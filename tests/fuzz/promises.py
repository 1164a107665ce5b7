"""Asserts what a rewrite promises for a document, with an independent URL parser and HTML parser."""

from __future__ import annotations

from typing import Any

import ada_url
from lxml import etree

import absolutize
from absolutize.engine.rewriter import DocumentRewrite, rewrite_document
from absolutize.findings import EDITED_CODES, REWRITTEN_CODES
from absolutize.html.document.document import document_of
from absolutize.options import Context, Policies
from absolutize.storage import undo_record
from tests.fuzz.matchers import assert_matchers_agree
from tests.support.html5lib_tags import Seen, attributes

HOME, MOVED = "http://h.example/d/e/p.html?q", "https://moved.example/x/y.html"
BROWSERS = {"rewritten", "rewritten-browser"}
OTHER_BASES = (b"codebase", b"srcdoc", b"[if")
ONE_BYTE = ("utf-8", "windows-", "iso-8859-", "koi8-", "ibm866", "macintosh")  # the byte "<" is always "<"


def keeps_promises(document: bytes, charset: str | None = None, presets: tuple[str, ...] = ()) -> None:
    """Assert all promises for an HTML document."""
    options: dict[str, Any] = {"charset": charset, "presets": presets}
    policies = Policies(presets=presets)
    result = rewrite_document(document, Context(HOME, charset=charset), policies, recorded=True)
    after = absolutize.rewrite(document, HOME, **options)
    assert after == result.document, "the fast path and the way value by value"
    assert absolutize.rewrite(after, MOVED, **options) == after, "a second run"
    assert_undone(document, result)
    assert_matchers_agree(document)
    links = list(absolutize.links(document, HOME, **options))
    assert result.changes == sum(link.code in EDITED_CODES for link in links), "rewrite and links"
    assert_same_targets(links, list(absolutize.links(after, MOVED, **options)))
    if not any(sign in document.lower() for sign in OTHER_BASES):
        assert_targets_of_a_browser(document, charset, links)
    if not result.unchanged_codes["charset-late"]:  # which adds a META or spaces
        assert_same_structure(document, after, charset)


def keeps_promises_as_xml(document: bytes, **reading: Any) -> None:
    """Assert the promises for a document that is read as XML; its structure by lxml must not change."""
    after = keeps_promises_read_as(document, **reading)
    before = elements_of(document)
    assert before is None or elements_of(after) == before, "well-formed before, and the same elements after"


def keeps_promises_as_style_sheet(data: bytes) -> None:
    """Assert the promises for a style sheet."""
    keeps_promises_read_as(data, read_as="css")
    for link in absolutize.links(data, HOME, read_as="css"):
        if link.code in BROWSERS and link.reference.isascii():
            assert same_url(link.target, resolved(HOME, link.reference)), link


def keeps_promises_read_as(data: bytes, **reading: Any) -> bytes:
    """Assert the promises for data that is not HTML; return the rewritten data."""
    result = rewrite_document(data, Context(HOME, **reading), Policies(), recorded=True)
    after = absolutize.rewrite(data, HOME, **reading)
    assert after == result.document, "recorded or not"
    assert absolutize.rewrite(after, MOVED, **reading) == after, "a second run"
    assert_undone(data, result)
    links = [list(absolutize.links(text, url, **reading)) for text, url in ((data, HOME), (after, MOVED))]
    assert result.changes == sum(link.code in EDITED_CODES for link in links[0]), "rewrite and links"
    assert_same_targets(*links)
    return after


def elements_of(document: bytes) -> list[tuple[str, list[str]]] | None:
    """List the elements and the names of their attributes; None if the document is not well-formed."""
    parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False)
    try:
        root = etree.fromstring(document, parser)
    except (etree.XMLSyntaxError, ValueError):
        return None
    return [(str(each.tag), [str(name) for name in each.attrib]) for each in root.iter()]


def assert_undone(document: bytes, result: DocumentRewrite) -> None:
    """Assert that the undo record of a rewrite restores the original document."""
    assert isinstance(result.document, bytes)
    record = undo_record.record_of("p", None, document, result.document, result.edits)
    (read,) = undo_record.read_records(undo_record.record_line(record))
    assert undo_record.restore_original(result.document, read) == document, "rewrite and restore"


def assert_same_targets(before: list[absolutize.Link], after: list[absolutize.Link]) -> None:
    """Assert that each rewritten link has its old target, also after the document has moved."""
    assert [link.element for link in before] == [link.element for link in after], "the same links"
    for old, new in zip(before, after, strict=True):
        if old.code in REWRITTEN_CODES:
            assert same_url(old.target, new.target or new.reference), (old, new)


def assert_targets_of_a_browser(document: bytes, charset: str | None, links: list[absolutize.Link]) -> None:
    """Assert that the targets are those of the URL Standard, as implemented by another library."""
    base = absolutize.base_uri(document, HOME, charset=charset).uri
    for link in links:
        is_reference = link.element not in {"base", "script"} or link.attribute == "src"  # no key, no pattern
        if link.code in BROWSERS and is_reference and link.reference.isascii():
            assert same_url(link.target, resolved(base, link.reference)), (link, base)


def resolved(base: str | None, reference: str) -> str | None:
    try:
        return str(ada_url.join_url(base, reference))
    except ValueError:
        return None


def same_url(one: str | None, other: str | None) -> bool:
    """Whether two URLs are the same; also true if one is invalid, as the Standard resolves not all."""
    texts = [None if text is None else resolved("about:blank", text) for text in (one, other)]
    return None in texts or texts[0] == texts[1]


def assert_same_structure(before: bytes, after: bytes, charset: str | None) -> None:
    """Assert that html5lib finds the same elements and attributes before and after.

    With scripting on, they are always compared. With scripting off, only if that reading includes everything
    that the reading with scripting on has: it does not if something inside noscript is left open, which
    changes how the rest of the document is read.
    """
    name = document_of(before, charset).charset.name
    if not (name.startswith(ONE_BYTE) and before.isascii()):
        return
    texts = [text.decode("latin-1") for text in (before, after)]
    running = [attributes(text, scripting=True) for text in texts]
    assert names_of(running[0]) == names_of(running[1]), "the same structure"
    off = attributes(texts[0])
    rest = iter(off)
    if all(seen in rest for seen in running[0]):  # in this order
        assert names_of(off) == names_of(attributes(texts[1])), "the same structure without scripts"


def names_of(seen: list[Seen]) -> list[tuple[str, str]]:
    return [(each.element, each.attribute) for each in seen]
