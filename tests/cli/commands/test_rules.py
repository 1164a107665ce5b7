"""rules."""

from __future__ import annotations

import pytest

from tests.support.cases import Case
from tests.support.commandline import ROOT, Runner, check, laid_out, params

PAGES = ROOT / "docs" / "rules"
RULES = (
    Case("all in Markdown", "rules --format markdown", (PAGES / "README.md").read_bytes()),
    Case("one in Markdown", "rules whatwg --format markdown", (PAGES / "whatwg.md").read_bytes()),
    Case(
        "one as text",
        "rules whatwg",
        laid_out("""
whatwg: URL Standard

Implemented
- resolution, parsing and serialising by ada-url, which implements the URL Standard
- the states of the basic URL parser, shown step by step
- equivalence by the serialised URL (4.6)
- relative forms, the inverse of resolution

Not implemented
- a grammar: the URL Standard has a parser only; a failure is placed at the beginning
- the document's encoding in queries, where no document is

Decided
- A base that is no URL counts as none.
  The standard's parser takes a parsed base; an absolute reference then has its answer.
- A lone surrogate is read as U+FFFD.
  The parser takes scalar value strings, to which Infra 4.6 converts.
"""),
    ),
    Case(
        "one as JSON",
        "rules whatwg --format jsonl",
        '{"rules": "whatwg", "document": "URL Standard", "Implemented": ["resolution, parsing and '
        "serialising "
        'by ada-url, which implements the URL Standard", "the states of the basic URL parser, shown step by '
        'step", "equivalence by the serialised URL (4.6)", "relative forms, the inverse of '
        'resolution"], "Not '
        'implemented": ["a grammar: the URL Standard has a parser only; a failure is placed at the '
        'beginning", '
        '"the document\'s encoding in queries, where no document is"], "Decided": [{"point": "A base '
        "that is "
        'no URL counts as none.", "why": "The standard\'s parser takes a parsed base; an absolute '
        "reference "
        'then has its answer."}, {"point": "A lone surrogate is read as U+FFFD.", "why": "The parser takes '
        'scalar value strings, to which Infra 4.6 converts."}], "Productions": []}\n',
    ),
    Case(
        "a name that is none",
        "rules rfc9999 --format text",
        err="absolutize: rules: NAME: 'rfc9999' is not one of 'www-uri-00', 'rfc1630', "
        "'uri-syntax-02', "
        "'uri-syntax-03', 'rfc2396', 'rfc2396bis-00', 'rfc3986', 'whatwg'; see `absolutize rules --help`\n",
        status=2,
    ),
)


@pytest.mark.parametrize("case", params(RULES))
def test_rules_prints(case: Case, run: Runner) -> None:
    check(case, run)
