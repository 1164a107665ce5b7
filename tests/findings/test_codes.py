"""Every code of a finding occurs in its example, and says what and where."""

from __future__ import annotations

import re

import pytest

import absolutize
from absolutize.engine.checks import CHECKS
from absolutize.findings import (
    CHECKED_CODES,
    DECISIONS,
    FAULTS,
    FINDINGS,
    REWRITTEN_CODES,
    UNRESOLVED_CODES,
    Finding,
)

WORKS = (
    r"RFC \d+|draft-[a-z0-9-]+|HTML 4.01|[A-Z][A-Za-z]+ Standard|ISO 28500|CSP|CSS Custom Properties"
    r"|APPNOTE|POSIX.1-2017|WACZ( Auth)?|XML Base|git"
)
BY_CODE = [pytest.param(finding, id=finding.code) for finding in FINDINGS]


def decided(finding: Finding) -> list[str]:
    document, url, options = finding.example
    return [link.code for link in absolutize.links(document.encode(), url, **options)]


def test_no_code_is_there_twice() -> None:
    assert [finding.code for finding in FINDINGS] == list(dict.fromkeys(f.code for f in FINDINGS))


@pytest.mark.rows("finding", [param for param in BY_CODE if param.values[0] in DECISIONS])
def test_every_decision_occurs_in_its_example(finding: Finding) -> None:
    assert decided(finding) == [finding.code]


@pytest.mark.rows("finding", [param for param in BY_CODE if param.values[0] in DECISIONS])
def test_a_document_changes_where_a_code_says_so(finding: Finding) -> None:
    document, url, options = finding.example
    changed = absolutize.rewrite(document, url, **options) != document
    assert changed == (finding.code in REWRITTEN_CODES | {"base-emptied", "base-removed"})


@pytest.mark.rows("finding", [param for param in BY_CODE if param.values[0] in FAULTS])
def test_every_fault_is_found_in_its_example_and_no_other(finding: Finding) -> None:
    document, url, options = finding.example
    found = absolutize.check(document.encode(), url, **options)
    assert [fault.code for fault in found] == [finding.code]


@pytest.mark.rows("finding", [param for param in BY_CODE if param.values[0].code in CHECKED_CODES])
def test_every_code_of_a_check_is_found_in_its_example(finding: Finding) -> None:
    document, url, options = finding.example
    found = absolutize.check(document.encode(), url, **{**options, "select": [finding.code]})
    assert [fault.code for fault in found] == [finding.code]


def test_every_check_has_a_code() -> None:
    assert {*CHECKS, *absolutize.CAUTIONS} == CHECKED_CODES


@pytest.mark.rows("finding", BY_CODE)
def test_a_finding_says_what_and_where(finding: Finding) -> None:
    assert re.fullmatch(r"[a-z]+(-[a-z]+)*", finding.code)
    assert len(finding.message.split()) > 1
    assert not finding.message.endswith(".")
    assert len(finding.message) <= 80
    assert re.search(rf"^({WORKS}) [\dA-Z]", finding.citation)
    assert finding.explanation.endswith(".")
    assert len(finding.explanation.split()) > len(finding.message.split())


def test_the_sets_of_codes_are_codes() -> None:
    assert {finding.code for finding in DECISIONS} >= REWRITTEN_CODES | UNRESOLVED_CODES
    assert not REWRITTEN_CODES & UNRESOLVED_CODES
