"""Tests of the judge itself: it agrees with the web platform tests, and it refuses wrong rewriters."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from . import judge, spans
from .pages import Page, absence, folder
from .verdicts import MOVED, settle

URL = "http://a/b/c"

# Cases whose encoder Python lacks: input, encoding -> reason.
KNOWN_QUERIES = {
    ("\ue5e5", "gb18030"): "Python's gb18030 encodes this private-use character",
}


def vectors(name: str) -> list[dict[str, Any]]:
    """The rows of one file extracted from the web platform tests; none without the corpus."""
    path = folder() / "wpt" / "extracted" / name
    if absence() or not path.is_file():
        return []
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def goes(document: str, url: str = URL) -> list[str]:
    """The targets of a document's links."""
    found = judge.destinations(judge.read(document, "utf-8"), url)
    return [destination for _, _, destination in found]


@pytest.mark.parametrize("row", vectors("base_element.jsonl"), ids=lambda row: row["test"])
def test_the_base_is_that_of_browsers(row: dict[str, Any]) -> None:
    """Web platform tests, the base element: the document base URL and one link."""
    document = judge.read(row["html"], "utf-8")
    assert judge.base_url(document, row["document_url"]) == row["base_uri"]
    assert goes(row["html"], row["document_url"])[-1] == row["expected"]


@pytest.mark.parametrize(
    ("text", "encoding", "expected"),
    [
        (row["input"], encoding, expected)
        for row in vectors("query_percent_encoding.jsonl")
        for encoding, expected in row["outputs"].items()
    ],
)
def test_queries_are_encoded_as_in_browsers(text: str, encoding: str, expected: str) -> None:
    """Web platform tests, percent-encode after encoding."""
    found = judge.percent_encode_query(f"http://h/?{text}#", encoding)
    agrees = found == f"http://h/?{expected}#"
    assert agrees != ((text, encoding) in KNOWN_QUERIES), f"{found!r}, expected {expected!r}"


@pytest.mark.parametrize(
    ("text", "expected"),
    [("\u20ac", "%80"), ("\u4e2d", "%D6%D0"), ("\u017e", "%26%23382%3B"), ("a'b", "a%27b")],
)
def test_gbk_has_no_four_bytes(text: str, expected: str) -> None:
    """Encoding Standard 10.2.2, the gb18030 encoder with its GBK flag set."""
    assert judge.percent_encode_query(f"?{text}", "gbk") == f"?{expected}"


@pytest.mark.parametrize(
    ("document", "expected"),
    [
        ("<a href=x>", ["http://a/b/x"]),
        ("<a ping=' x  /y '>", ["http://a/b/x", "http://a/y"]),
        ("<a href=x><base href=/q/>", ["http://a/q/x", "http://a/q/"]),
        ("<base href=/q/ ><base href=r/><a href=x>",
         ["http://a/q/", "http://a/b/r/", "http://a/q/x"]),
        ("<html manifest=x><base href=/q/><a href=x>",
         ["http://a/b/x", "http://a/q/", "http://a/q/x"]),
        ("<noscript><base href=/q/></noscript><a href=x>", ["http://a/q/", "http://a/b/x"]),
        ("<noscript><p><base href=/q/></noscript><a href=x>", ["http://a/q/", "http://a/b/x"]),
        ("<template><base href=/q/></template><a href=x>", ["http://a/q/", "http://a/b/x"]),
        ("<svg><base href=/q/></svg><a href=x>", ["http://a/q/", "http://a/b/x"]),
        ("<base href='http://['><a href=x>", [judge.UNPARSABLE, "http://a/b/x"]),
        ("<!-- <a href=x> --><script><a href=x></script><a title='<a href=x>'>", []),
        ("<b><p><a href=x></b></p><a href=y>", ["http://a/b/x", "http://a/b/y"]),
        ("<select><div><img src=x></select>", ["http://a/b/x"]),
        ("<a href=x href=y>", ["http://a/b/x"]),
        ("<a href='&#x78;&amp;y&copy=z'>", ["http://a/b/x&y&copy=z"]),
        ("<a href=x", []),
    ],
)  # fmt: skip
def test_links_are_found_where_browsers_see_them(document: str, expected: list[str]) -> None:
    """HTML Standard: tokenization, tree construction and the document base URL."""
    assert goes(document) == expected


def test_a_page_keeps_its_destinations_only_when_made_absolute() -> None:
    """The judge tells a right rewriter from one that does nothing, or that drops a `#`."""
    before = goes("<a href=x#>")
    assert goes("<a href=http://a/b/x#>", MOVED) == before
    assert goes("<a href=x#>", MOVED) != before
    assert goes("<a href=http://a/b/x>", MOVED) != before


@pytest.mark.parametrize(
    ("data", "out", "span", "written"),
    [
        (b"<a href='x' >", b"<a href='http://a/x' >", (9, 10), "http://a/x"),
        (b"<a href=x>y", b"<a href=http://a/x>y", (8, 9), "http://a/x"),
        (b"<a href=x>y", b'<a href="http://a/x y">y', (8, 9), '"http://a/x y"'),
        (b"<a href>y", b'<a href="http://a/">y', (7, 7), '="http://a/"'),
        (b"<a href=' x '>", b"<a href=' http://a/x '>", (10, 11), "http://a/x"),
    ],
)
def test_replacements_are_cut_out(data: bytes, out: bytes, span: tuple[int, int], written: str) -> None:
    """What the walk takes for the replacement is what was written, quotes gained included."""
    assert spans.replacements(data, out, [spans.Span(*span)], "utf-8") == [written]


@pytest.mark.parametrize(
    "out",
    [
        b"<A href='http://a/x'>\r\n",
        b"<a href='http://a/x'>\n",
        b"<a href='http://a/x'>\r\n\r\n",
        b"<a href='http://a/x' >\r\n",
        b'<a href="http://a/x">\r\n',
        b"",
    ],
)
def test_changes_outside_the_spans_are_refused(out: bytes) -> None:
    """Case, line ends, white space, quotes: the walk sees every byte outside the spans."""
    with pytest.raises(spans.OutsideSpansError):
        spans.replacements(b"<a href='x'>\r\n", out, [spans.Span(9, 10)], "utf-8")


def test_lists_are_walked_item_by_item() -> None:
    """Each item of a list has its span; the white space between them is outside."""
    data, out = b"<a ping=' x\t y'>", b"<a ping=' http://a/x\t http://a/y'>"
    edits = [spans.Span(10, 11, 0), spans.Span(13, 14, 1)]
    assert spans.replacements(data, out, edits, "utf-8") == ["http://a/x", "http://a/y"]
    with pytest.raises(spans.OutsideSpansError):
        spans.replacements(data, out.replace(b"\t", b" "), edits, "utf-8")


def test_positions_count_characters_and_line_ends() -> None:
    """Lines end in LF, CRLF or CR; columns count characters; a byte order mark is no column."""
    data = "\ufeffé<\r\n€<\r<\n<".encode()
    offsets = [index for index, byte in enumerate(data) if byte == ord("<")]
    assert list(spans.positions(data, offsets, "utf-8")) == [(1, 2), (2, 2), (3, 1), (4, 1)]


@pytest.mark.parametrize(
    ("problems", "known", "accepted"),
    [([], {}, True), (["p"], {}, False), (["p"], {"x": "why"}, True), ([], {"x": "why"}, False)],
)
def test_a_known_difference_must_still_differ(
    problems: list[str], known: dict[str, str], accepted: bool
) -> None:
    """A page passes without problems, a listed one only with them."""
    page = Page("x", Path("x.html"), URL, recorded=True, encoding="utf-8", marked=False)
    if accepted:
        settle(page, problems, known)
        return
    with pytest.raises(pytest.fail.Exception):
        settle(page, problems, known)
