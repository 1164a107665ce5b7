"""The table of differences: every pair of reference and base, in all ten columns."""

from typing import Any

import pytest

import absolutize
from tests.support.vectors import SAME_DOCUMENT, row_id, rows

COLUMNS: dict[str, dict[str, Any]] = {
    "rfc1630": {"rules": "rfc1630", "slash_run": "no-greater"},
    "draft-www-uri-00": {"rules": "www-uri-00"},
    "uri-syntax-02": {"rules": "uri-syntax-02"},
    "rfc2396/strict": {"rules": "rfc2396"},
    "rfc2396/lenient": {"rules": "rfc2396", "same_scheme": "lenient"},
    "bis-00/strict": {"rules": "rfc2396bis-00"},
    "bis-00/lenient": {"rules": "rfc2396bis-00", "same_scheme": "lenient"},
    "rfc3986/strict": {"rules": "rfc3986"},
    "rfc3986/lenient": {"rules": "rfc3986", "same_scheme": "lenient"},
    "whatwg": {"rules": "whatwg"},
}

# Three kinds of rows are wrong; for each, the sentence of the specification that contradicts it.
OPAQUE = (
    "RFC 2396 5 and bis-00 5: 'Documents can only make use of relative URI when their base URI fits "
    "within the <hier_part> syntax. [...] In other words, relative URI cannot be used within a document "
    "that has an unsuitable base URI.'"
)
NO_SCHEME = (
    "RFC 2396 3.1 (as RFC 3986 3.1): 'Scheme names consist of a sequence of characters beginning with a "
    "lower case letter'; '1' and ';x' are none, so there is no scheme to be copied, whatever the "
    "expression of appendix B would cut off."
)
ABSOLUTE = (
    "RFC 2396 5.2 step 3: 'the reference is interpreted as an absolute URI and we are done'; what may be "
    "worked around is a 'misformed relative reference', which HTTP://X/ with its authority is not."
)


def believed_wrong(row: dict[str, Any], column: str) -> str | None:
    """Give the sentence of the specification that contradicts a row's result, if any."""
    if column.startswith(("rfc2396/", "bis-00/")):
        base = absolutize.split(row["base"])
        opaque = base.authority is None and not base.path.startswith("/") and base.path != ""
        reference = absolutize.split(row["ref"])
        if opaque and reference.scheme is None and not absolutize.is_same_document(row["ref"]):
            return OPAQUE
    if (column, row["ref"]) == ("rfc2396/lenient", "HTTP://X/"):
        return ABSOLUTE
    of_components = not column.startswith(("rfc1630", "draft-www", "whatwg"))
    return NO_SCHEME if of_components and row["ref"] in {"1:2", ";x:y"} else None


ROWS = [pytest.param(row, id=row_id(row)) for row in rows("differences")]


def answer(row: dict[str, Any], column: str) -> str | None:
    try:
        return absolutize.resolve(row["ref"], row["base"], **COLUMNS[column])
    except absolutize.ResolutionError:
        return None


@pytest.mark.rows("row", ROWS)
def test_every_cell_of_the_table(row: dict[str, Any]) -> None:
    for column, printed in row["results"].items():
        expected = None if printed in {"(error)", "(failure)"} else printed.replace(SAME_DOCUMENT, "")
        assert (answer(row, column) == expected) == (believed_wrong(row, column) is None), column


def test_the_table_has_ten_columns() -> None:
    assert all(list(row["results"]) == list(COLUMNS) for row in rows("differences"))
    assert sum(not row["agree"] for row in rows("differences")) == 123
