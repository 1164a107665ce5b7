"""The fast path of resolution gives the same results as the algorithm."""

from typing import get_args

import pytest

import absolutize
from absolutize.uri.ruleset import Overflow, ResolutionChoices, Resolver, SameScheme
from tests.uri.rules.test_resolve import SPECIFICATIONS, strings

BASES = (
    "http://a/b/c/d;p?q",
    "http://a",
    "a:",
    "a:/../b/c",
    "http://a/b/../c/./d",
    "x:/p/q",
    "a://",
    "a:?q#f",
)


@pytest.mark.rows("overflow", get_args(Overflow))
@pytest.mark.rows("same_scheme", get_args(SameScheme))
@pytest.mark.rows("base", BASES)
@pytest.mark.parametrize("rules", SPECIFICATIONS)
def test_the_fast_path_says_what_the_algorithm_says(
    rules: str, base: str, same_scheme: SameScheme, overflow: Overflow
) -> None:
    """For every string over ./a:?# up to length 4; test_uri_exhaustive.py goes on to 5."""
    fast = absolutize.RULE_SETS[rules].resolver(base, same_scheme=same_scheme, overflow=overflow)
    literal = SPECIFICATIONS[rules].by_algorithm(base, ResolutionChoices(same_scheme, overflow))
    for reference in strings("./a:?#", 4):
        assert outcome(fast, reference) == outcome(literal, reference), reference


def outcome(resolver: Resolver, reference: str) -> tuple[str, str]:
    """Give the target, or the code and the message of a refusal."""
    try:
        return "resolved", resolver(reference)
    except absolutize.ResolutionError as error:
        return error.code, str(error)
