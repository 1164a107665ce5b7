"""The testable statements of the specifications, line by line; fixtures/checklist.tsv lists them.

Each line has rows: a function, its arguments, and the answer. A row of RFC 2396 and bis-00 that names
no rule set is asked of both (`BOTH`), and `BIS` says where bis-00 answers otherwise.
"""

import inspect
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.uri.checklist.asked import BOTH, Row, parted
from tests.uri.checklist.contradictions import OF_CONTRADICTIONS
from tests.uri.checklist.rfc1630 import OF_RFC_1630
from tests.uri.checklist.rfc2396 import OF_RFC_2396

LINES = dict(
    line.split("\t")
    for line in (Path(__file__).parents[3] / "fixtures" / "checklist.tsv").read_text("utf-8").splitlines()
)
CHECKS: Mapping[str, tuple[Row, ...]] = OF_RFC_2396 | OF_RFC_1630 | OF_CONTRADICTIONS
BIS: Mapping[str, Any] = {  # bis-00 has another answer: D1, D11, D12, F2 of the checklist
    "derives IPv4address 999.1.1.1": False,
    "target g x:": "x:/g",
    "target ?y": "http://a/b/c/d;p?y",
    "target .//.. http://a": "http://a/",
}
ASKED_OF_BOTH = ("characters", "syntax", "base", "equivalence", "security", "appendices")


def rules_of(line: str, row: Row) -> tuple[str, ...]:
    """Give the rule sets to test a row under; "" if the row names one, or if no rule set matters."""
    ask, asked, options = parted(row)
    signature = inspect.signature(ask)
    given = signature.bind(*asked, **options).arguments
    of_both = line.startswith(ASKED_OF_BOTH) and "rules" in signature.parameters and "rules" not in given
    return BOTH if of_both else ("",)


ROWS = [
    pytest.param(row, rules, id=f"{line} {number} {rules}".strip())
    for line, rows in CHECKS.items()
    for number, row in enumerate(rows, 1)
    for rules in rules_of(line, row)
]


@pytest.mark.rows(("row", "rules"), ROWS)
def test_a_line_of_the_checklist(row: Row, rules: str) -> None:
    ask, asked, options = parted(row)
    place = " ".join((ask.__name__, *map(str, asked)))
    expected = BIS.get(place, row[-1]) if rules == "rfc2396bis-00" else row[-1]
    named = {"rules": rules} if rules else {}
    assert ask(*asked, **options, **named) == expected, place


def test_the_default_rule_set_is_asked_as_often_as_others() -> None:
    """Each answer in `BIS`, where bis-00 differs, belongs to a row of the checklist."""
    asked = [rules for _, rules in (parameters.values for parameters in ROWS)]
    assert asked.count("rfc2396bis-00") == asked.count("rfc2396") > 200
    places = {
        " ".join((parted(row)[0].__name__, *map(str, parted(row)[1])))
        for rows in CHECKS.values()
        for row in rows
    }
    assert set(BIS) <= places


def test_every_line_has_rows() -> None:
    assert set(CHECKS) == set(LINES)
    assert all(CHECKS.values())
    assert len(LINES) > 80
