"""The last step is the result, for every rule set, base and value of an option.

In CI every fifth combination of options, among which is each of their values; all of them with ``--full``.
"""

import itertools
from typing import Any

import pytest

import absolutize
from tests.support.extent import sample
from tests.uri.rules.test_resolve import strings
from tests.uri.trace.test_steps import BASES, CHOICES, check_steps

SAMPLED = sample(CHOICES, 5)


@pytest.mark.rows("options", SAMPLED, ids=lambda options: " ".join(options.values()))
@pytest.mark.rows("base", BASES)
@pytest.mark.parametrize("rules", absolutize.RULE_SETS)
def test_the_last_step_is_the_result(rules: str, base: str | None, options: dict[str, Any]) -> None:
    """For every string over ./a:?# up to length 2, and some more."""
    more = (
        "../../../g",
        "a/../../b/./c/..",
        "//a/../b",
        "http:a",
        "http:",
        "a:../b",
        "a:b",
        "///x",
        "..//..",
        "http://g",
        "HTTP://X/y",
        "https://g",
        "HTTP:g",
        "urn:isbn:1",
    )
    for reference in itertools.chain(strings("./a:?#", 2), more):
        check_steps(rules, base, reference, options)
