"""Every string over ./a:?# up to length 5: resolution, relative forms, components; and how time grows.

In CI strings have up to 4 characters under some bases, and a third of the tests with hostile texts run, with
each text, each call and each rule set among them; with ``--full`` all.
"""

import itertools
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import get_args

import pytest

import absolutize
from absolutize.uri.ruleset import Overflow, ResolutionChoices, Resolver, SameScheme
from tests.slow.test_resolve import outcome
from tests.support.extent import sample
from tests.support.timing import assert_linear, repeated
from tests.uri.rules.test_resolve import SPECIFICATIONS, strings
from tests.uri.test_relative_form import BASES, check_inverse

ALPHABET = "./a:?#"
LONGEST = 5
LONG = sample(("http://a/b/c/d;p?q", "a:/../b/c", "a:b/c", "magic://a/b/c//d/e/f"), 4)  # others: one less
STEPS = ("http://a/b/../c/./d;p?q", "http://a", "a:/../b/c")  # bases
ALL_STEPS = sample(STEPS, len(STEPS))  # those compared with the algorithm up to the greatest length


def length_for(rules: str, base: str) -> int:
    """The greatest length of strings; one less for the URL Standard, which another library implements."""
    return LONGEST if base in LONG and rules != "whatwg" else LONGEST - 1


@pytest.mark.parametrize("base", BASES)
@pytest.mark.parametrize("rules", absolutize.RULE_SETS)
def test_resolve_and_relativize_are_inverses(rules: str, base: str) -> None:
    """With a hierarchical base, section 5.2 also gives every reference a target that needs no base."""
    resolve = absolutize.RULE_SETS[rules].resolver(base)
    total = rules in SPECIFICATIONS and base != "a:b/c"
    for reference in strings(ALPHABET, length_for(rules, base)):
        target = check_inverse(rules, base, resolve, reference)
        if total:
            assert target is not None
            assert absolutize.split(target).scheme or absolutize.is_same_document(target)


@pytest.mark.rows("overflow", get_args(Overflow))
@pytest.mark.rows("same_scheme", get_args(SameScheme))
@pytest.mark.rows("base", STEPS)
@pytest.mark.parametrize("rules", SPECIFICATIONS)
def test_the_fast_path_says_what_the_algorithm_says(
    rules: str, base: str, same_scheme: SameScheme, overflow: Overflow
) -> None:
    fast = absolutize.RULE_SETS[rules].resolver(base, same_scheme=same_scheme, overflow=overflow)
    literal = SPECIFICATIONS[rules].by_algorithm(base, ResolutionChoices(same_scheme, overflow))
    for reference in strings(ALPHABET, LONGEST if base in ALL_STEPS else LONGEST - 1):
        assert outcome(fast, reference) == outcome(literal, reference), reference


@pytest.mark.parametrize(
    "rules", [name for name, rules in absolutize.RULE_SETS.items() if rules.read_grammar]
)
def test_what_a_grammar_accepts_it_nowhere_refuses(rules: str) -> None:
    rule_set = absolutize.RULE_SETS[rules]
    for text in strings(ALPHABET, LONGEST):
        refused = rule_set.refusal(text) is not None
        assert refused != rule_set.matches(rule_set.grammar.reference, text)


HOSTILE = {
    "steps up and down": repeated("http://h/", "a/../"),
    "steps up": repeated("http://h/", "../"),
    "dots": repeated("http://h/", "/."),
    "labels": repeated("http://", "a."),
    "userinfo": repeated("http://", "@a"),
    "IPv6": repeated("http://[", "1:"),
    "escapes": repeated("x:", "%41"),
    "articles": repeated("news:", "@a"),
    "backslashes": repeated("", "\\"),
    "fragments": repeated("", "#"),
    "a scheme": repeated("", "a", ":"),
}
BASE = "http://h/a/b?c"


def calls(rules: str) -> dict[str, Callable[[str], object]]:
    """The functions that are given a hostile text, as a reference or as a base."""
    return {
        "parse": partial(absolutize.parse, rules=rules),
        "parse what is refused": lambda text: absolutize.parse(f"{text}^", rules=rules),
        "normal_form": partial(absolutize.normal_form, rules=rules),
        "resolve": answered(lambda text: absolutize.resolve(text, BASE, rules=rules)),
        "resolve against": answered(lambda text: absolutize.resolve("../g", text, rules=rules)),
        "relativize": answered(lambda text: absolutize.relativize(text, BASE, rules=rules)),
        "relativize against": answered(lambda text: absolutize.relativize("../g", text, rules=rules)),
    }


def answered(resolve: Resolver) -> Callable[[str], None]:
    """Accept that a reference is refused."""

    def answer(text: str) -> None:
        with suppress(absolutize.ResolutionError):
            resolve(text)

    return answer


TIMED = sample(itertools.product(calls("rfc3986"), HOSTILE, absolutize.RULE_SETS), 3)


@pytest.mark.parametrize(("call", "text", "rules"), TIMED)
def test_time_grows_as_the_text_does(call: str, text: str, rules: str) -> None:
    assert_linear(calls(rules)[call], HOSTILE[text])
