"""The cases of web-platform-tests and other projects' suites for values with their own syntax.

A row that differs from our result is listed with its reason; a listed row that agrees fails its test.
"""

from __future__ import annotations

import html
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import pytest
import srcset

import absolutize
from absolutize.uri.rules import whatwg
from tests.corpus import judge
from tests.corpus.test_peers import parameters

URL = "http://h/d/p"
KINDS: dict[str, Callable[[str], Any]] = {"bytes": str.encode, "str": str}
either = pytest.mark.rows("kind", KINDS.values(), ids=KINDS)


def include_absolute(found: object, expected: object, key: str, known: Mapping[str, str]) -> bool:
    """Whether what is found is what a row says, or is not and the row is listed."""
    return (found != expected) == (key in known)


def absolute(references: Iterable[str | None], encoding: str = "utf-8") -> list[str | None]:
    """Spell each reference as browsers do."""
    return [
        whatwg.parse_url(judge.percent_encode_query(reference or "", encoding)) for reference in references
    ]


# web-platform-tests: srcset. What a browser chooses from is kept by the "srcset" package.

LOST = "the row has lost its U+0001, and without it the descriptor is a good one"
ROWS_DIFFER = {"leading U+0001": LOST, "trailing U+0001": LOST}


@either
@pytest.mark.rows("row", parameters("wpt/extracted/srcset.jsonl", "srcset"))
def test_web_platform_tests_of_srcset(row: dict[str, Any], kind: Callable[[str], Any]) -> None:
    """What a browser selects is listed, and it is among the candidates of what was written."""
    value, selected = row["srcset"], row["selected"]
    page = kind(f'<meta charset=utf-8><img srcset="{html.escape(value)}">')
    found = [link for link in absolutize.links(page, URL) if link.element == "img"]
    after = attribute(absolutize.rewrite(page, URL), "srcset")
    assert not selected or selected in [link.reference for link in found]
    wanted = [whatwg.parse_url(selected, URL)] if selected else []
    chosen = [url for url in absolute(c.url for c in srcset.parse(after)) if url in wanted or not wanted]
    assert include_absolute(chosen[:1], wanted, row["desc"] or "", ROWS_DIFFER)


def attribute(page: bytes | str, name: str) -> str:
    """Read an attribute in double quotes, the last one of that name."""
    text = page.decode() if isinstance(page, bytes) else page
    return html.unescape(text.rpartition(f'{name}="')[2].rpartition('"')[0])


# web-platform-tests: meta refresh, and the attributes that reflect URLs


@either
@pytest.mark.rows("row", parameters("wpt/extracted/meta_refresh.jsonl", "content"))
def test_web_platform_tests_of_refresh(row: dict[str, Any], kind: Callable[[str], Any]) -> None:
    page = kind(f'<meta http-equiv=refresh content="{html.escape(row["content"])}">')
    goes_to = [] if row["url"] is None else [row["url"]]
    assert [link.reference for link in absolutize.links(page, URL)] == goes_to
    rewritten = absolutize.rewrite(page, URL)
    assert [link.reference for link in absolutize.links(rewritten)] == [
        f"http://h/d/{url}" for url in goes_to
    ]
    assert absolutize.rewrite(rewritten, "http://else/") == rewritten


@either
@pytest.mark.rows("row", parameters("wpt/extracted/url_attributes.jsonl", "attribute"))
def test_web_platform_tests_of_attributes_that_reflect_urls(
    row: dict[str, Any], kind: Callable[[str], Any]
) -> None:
    before = "<frameset>" if row["element"] == "frame" else ""
    page = f"{before}<{row['element']} {row['attribute']}={{}}>"
    assert absolutize.rewrite(kind(page.format("x/../y")), URL) == kind(page.format("http://h/d/y"))


# other projects

NOFOLLOW = "rel=nofollow is a word to crawlers; a browser follows the link"
POST = "a browser submits a form by POST too"
SKIPPED_BY_NUTCH = {
    "Nutch TestDOMContentUtils #5": "usemap is a reference too, and always to the same document",
    "Nutch TestDOMContentUtils #7": NOFOLLOW,
    "Nutch TestDOMContentUtils #8": NOFOLLOW,
    "Nutch TestDOMContentUtils #9": POST,
    "Nutch TestDOMContentUtils #10": POST,
}


@either
@pytest.mark.rows("row", parameters("peers/links.jsonl", "src"))
def test_other_projects_cases_of_links(row: dict[str, Any], kind: Callable[[str], Any]) -> None:
    """The same set of targets, and where the row skips some, those among more."""
    found = absolutize.links(kind(row["html"]), row["document_url"], same_document="resolve")
    targets = set(absolute(link.target for link in found))
    expected = set(absolute(row["expected"]))
    assert include_absolute(targets, expected, row["src"], SKIPPED_BY_NUTCH)
    assert expected <= targets


@either
@pytest.mark.rows("row", parameters("peers/postlight.jsonl", "name"))
def test_other_projects_cases_of_whole_documents(row: dict[str, Any], kind: Callable[[str], Any]) -> None:
    """The same references at the same places; that ``#foo`` becomes absolute is a choice (4.2)."""
    page = kind(row["html_in"])
    rewritten = absolutize.rewrite(page, row["base"], same_document="resolve")
    assert places(rewritten) == places(kind(row["html_out"]))
    assert places(rewritten) != places(page) or row["name"].endswith("just whitespace")


def places(page: Any) -> list[tuple[str, str, str | None]]:
    return [(link.element, link.attribute, *absolute([link.reference])) for link in absolutize.links(page)]


W3LIB_DIFFERS = {  # the test of theirs, the end of its document, and its options
    (
        "unterminated_tag",
        '"5;url=newpage"',
        "{}",
    ): "HTML Standard 13.2.5: a tag that the end of input cuts off is none",
    ("nonascii_url_utf8", 'to\u00c2\u00a3">', "{}"): "the row's text is UTF-8 that was read as Latin-1",
    ("inside_noscript", "</html>", "{}"): "where scripts do not run, noscript is markup",
    ("inside_script", "</html>", "{'ignore_tags': []}"): "the text of a script is no markup",
}


def is_listed(row: dict[str, Any]) -> bool:
    return any(
        row["src"].endswith(name) and row["html"].rstrip().endswith(end) and str(row["options"]) == options
        for name, end, options in W3LIB_DIFFERS
    )


@pytest.mark.rows("row", parameters("peers/meta_refresh.jsonl", "src"))
def test_other_projects_cases_of_refresh(row: dict[str, Any]) -> None:
    """Where the refresh goes, by the encoding of the page."""
    encoding = {"latin1": "windows-1252"}.get(row["encoding"], "utf-8")
    page = row["html"].encode(encoding)
    found = [
        link
        for link in absolutize.links(page, row["document_url"], charset=encoding)
        if link.element == "meta"
    ]
    expected = absolute([row["expected"][1]]) if row["expected"][1] else []
    assert (absolute((link.target for link in found), encoding) != expected) == is_listed(row)
