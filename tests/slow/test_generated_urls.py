"""Very many unusual references under unusual bases, judged by a library that implements the URL Standard.

In CI there are a thousand documents for each choice of rule sets; the browser tests generate others.
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
