"""Very many odd references under odd bases, by the library that implements the URL Standard.

In CI a thousand documents for each way to choose a rule set: the browser's tests generate others.
"""

import pytest

from tests.support.extent import extent
from tests.support.generated_urls import RULES, SPACED, astray, cases, rewrites, standard


@pytest.mark.parametrize("rules", RULES)
def test_very_many_odd_references_go_where_they_went(rules: str) -> None:
    generated = (
        case for case in cases(1630, extent(1_000, 10_000), RULES[rules]) if SPACED not in case.document
    )
    done = list(rewrites(generated))
    assert rules == "as-documented" or list(astray(done, standard)) == []
