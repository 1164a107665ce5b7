"""Every string over ./a:?# up to length 6: resolution, relative forms, components; and a megabyte of each."""

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import get_args

import pytest

import absolutize
from absolutize.uri.ruleset import Choices, Overflow, SameScheme
from tests.test_relativize import BASES, check_inverse
from tests.test_resolve import DOCUMENTS, WITH_CURRENT_DOCUMENT, strings
from tests.timing import seconds

ALPHABET = "./a:?#"


@pytest.mark.parametrize("base", BASES)
@pytest.mark.parametrize("rules", absolutize.RULE_SETS)
def test_resolve_and_relativize_are_inverses(rules: str, base: str) -> None:
    for reference in strings(ALPHABET, 6 if rules != "whatwg" else 5):
        check_inverse(rules, base, reference)


@pytest.mark.parametrize("overflow", get_args(Overflow))
@pytest.mark.parametrize("same_scheme", get_args(SameScheme))
@pytest.mark.parametrize("rules", WITH_CURRENT_DOCUMENT)
def test_the_fast_path_says_what_the_algorithm_says(
    rules: str, same_scheme: SameScheme, overflow: Overflow
) -> None:
    base = "http://a/b/../c/./d;p?q"
    fast = absolutize.RULE_SETS[rules].resolver(base, same_scheme=same_scheme, overflow=overflow)
    literal = DOCUMENTS[rules].by_algorithm(base, Choices(same_scheme, overflow))
    for reference in strings(ALPHABET, 6):
        assert outcome(fast, reference) == outcome(literal, reference), reference


def outcome(resolve: absolutize.uri.ruleset.Resolver, reference: str) -> str:
    try:
        return resolve(reference)
    except absolutize.ResolutionError as error:
        return error.code


TOTAL = ("http://a/b/c/d;p?q", "http://a", "file:///a", "a:/b")


@pytest.mark.parametrize("base", TOTAL)
@pytest.mark.parametrize("rules", DOCUMENTS)
def test_resolution_is_total_against_a_hierarchical_base(rules: str, base: str) -> None:
    """Section 5.2 has an answer for every reference, and it is one that needs no other base."""
    resolve = absolutize.RULE_SETS[rules].resolver(base)
    for reference in strings(ALPHABET, 6):
        target = resolve(reference)
        assert absolutize.split(target).scheme or absolutize.is_same_document(target)


@pytest.mark.parametrize("rules", [name for name, rules in absolutize.RULE_SETS.items() if rules.collected])
def test_what_a_grammar_accepts_it_nowhere_refuses(rules: str) -> None:
    rule_set = absolutize.RULE_SETS[rules]
    for text in strings(ALPHABET, 6):
        refused = rule_set.refusal(text) is not None
        assert refused != rule_set.matches(rule_set.grammar.reference, text)


HOSTILE = (
    "http://h/" + "a/../" * 200_000,
    "http://h/" + "../" * 300_000,
    "http://h/" + "/." * 500_000,
    "http://" + "a." * 500_000,
    "http://" + "@a" * 500_000,
    "http://[" + "1:" * 500_000,
    "x:" + "%41" * 300_000,
    "news:" + "@a" * 500_000,
    "\\" * 1_000_000,
    "#" * 1_000_000,
    "a" * 1_000_000 + ":",
)


@pytest.mark.parametrize("rules", absolutize.RULE_SETS)
@pytest.mark.parametrize("text", HOSTILE, ids=[text[:12] for text in HOSTILE])
def test_a_megabyte_takes_less_than_a_second(rules: str, text: str) -> None:
    base = "http://h/a/b?c"
    for call in (absolutize.parse, absolutize.normal_form):
        for hostile in (text, text + "^"):
            assert seconds(partial(call, hostile, rules=rules)) < 1
    for call in (absolutize.resolve, absolutize.relativize):
        assert seconds(answered(partial(call, text, base, rules=rules))) < 1
        assert seconds(answered(partial(call, "../g", text, rules=rules))) < 1


def answered(call: Callable[[], str]) -> Callable[[], None]:
    """Take a refusal for an answer."""

    def answer() -> None:
        with suppress(absolutize.ResolutionError):
            call()

    return answer
