"""What web-platform-tests and other projects' suites say of base URIs, where they speak of browsers."""

import json
from typing import Any

import pytest

import absolutize
from absolutize.uri.rules import whatwg
from tests.corpus.pages import folder


def rows(path: str) -> list[dict[str, Any]]:
    """Read a file of cases; none where the corpus is absent."""
    file = folder() / path
    return [json.loads(line) for line in file.read_text("utf-8").splitlines()] if file.exists() else []


def parameters(path: str, name: str) -> list[Any]:
    cases = [pytest.param(row, id=f"{number} {row[name][-60:]}") for number, row in enumerate(rows(path))]
    return cases or [pytest.param({}, marks=pytest.mark.skip(reason=f"the corpus has no {path} here"))]


@pytest.mark.parametrize("row", parameters("wpt/extracted/base_element.jsonl", "test"))
def test_web_platform_tests_of_the_base_element(row: dict[str, Any]) -> None:
    """The base URI, and where the link goes, as browsers agreed."""
    page, url = row["html"], row["document_url"]
    assert absolutize.base_uri(page, url, rules="whatwg").uri == row["base_uri"]
    for rules in ("whatwg", "rfc2396bis-00"):
        targets = [link.target for link in absolutize.links(page, url, rules=rules) if link.raw == row["ref"]]
        assert [absolutize.resolve(target or "", None, rules="whatwg") for target in targets] == [
            row["expected"]
        ]


def content_base(row: dict[str, Any]) -> str | None:
    """Get the base that headers give: of several the first; 5.1.2, since no browser reads it."""
    found = row.get("headers", {}).get("Content-Base")
    return found[0] if isinstance(found, list) else found


@pytest.mark.parametrize("row", parameters("peers/base_uri.jsonl", "src"))
def test_other_projects_cases_of_base_uris(row: dict[str, Any]) -> None:
    """The base URI of each case: the same URL, however it is spelled."""
    url = row["document_url"] or None
    found = absolutize.base_uri(row["html"], url, encapsulating=content_base(row)).uri
    assert whatwg.parse_url(found or "") == whatwg.parse_url(row["expected"])
