"""The last step is the result, for every rule set, base and option."""

import itertools
from typing import Any

import pytest

import absolutize
from tests.uri.rules.test_resolve import strings
from tests.uri.trace.test_steps import BASES, CHOICES, check_steps


@pytest.mark.parametrize("options", CHOICES, ids=[" ".join(options.values()) for options in CHOICES])
@pytest.mark.parametrize("base", BASES)
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
