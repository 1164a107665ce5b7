"""`explain`: the steps of the specifications' algorithms, compared with the results of `resolve`."""

import itertools
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

import absolutize
from absolutize.uri.ruleset import Overflow, PartialForm, SameScheme, SlashRun
from absolutize.uri.trace.algorithms import STEPS
from absolutize.uri.trace.step import MANY_STEPS

BASES = (
    "http://a/b/c/d;p?q",
    "http://a/b/../c/./d",
    "http://a",
    "a:",
    "a:/../b/c",
    "a:b/c",
    "file:///a",
    "magic://a/b/c//d/e/f",
    "a:?q#f",
    "HTTP://A/b",
    "urn:/a/b",
    "no base",
    None,
)
CHOICES = [
    {"same_scheme": scheme, "overflow": overflow, "partial_form": form, "slash_run": run}
    for scheme, overflow, form, run in itertools.product(
        *map(get_args, (SameScheme, Overflow, PartialForm, SlashRun))
    )
]


def check_steps(rules: str, base: str | None, reference: str, options: dict[str, Any]) -> None:
    """Check that the last step gives the result of `resolve`."""
    *_, last = absolutize.explain(reference, base, rules=rules, **options)
    try:
        expected = absolutize.resolve(reference, base, rules=rules, **options)
    except absolutize.ResolutionError:
        expected = None
    assert last.value == expected, reference


@pytest.mark.rows("base", BASES)
@pytest.mark.rows("rules", absolutize.RULE_SETS)
def test_the_last_step_is_the_result(rules: str, base: str | None) -> None:
    """Tests one reference of each kind; tests/slow/test_steps.py tests every short string and option."""
    for reference in ("g", "../../../g", "a/../../b/./c/..", "//a/../b", "http:a", "?q", "#s", "", "a:../b"):
        check_steps(rules, base, reference, {})


PIECES = st.sampled_from([*"ab/.?#:\\ \n", "..", "http:", "HTTP:", "https:", "urn:", "//", "%2e", "é"])


@pytest.mark.parametrize("rules", absolutize.RULE_SETS)
@given(
    reference=st.lists(PIECES, max_size=10).map("".join),
    base=st.sampled_from(BASES),
    options=st.sampled_from(CHOICES),
)
def test_the_last_step_of_anything(
    rules: str, reference: str, base: str | None, options: dict[str, Any]
) -> None:
    check_steps(rules, base, reference, options)


def test_every_rule_set_has_steps() -> None:
    assert list(STEPS) == list(absolutize.RULE_SETS)
    with pytest.raises(ValueError, match="overflow must be one of"):
        absolutize.explain("x", "a:", overflow="wrap")  # type: ignore[arg-type]


@pytest.mark.rows("rules", absolutize.RULE_SETS)
def test_a_step_for_a_request_is_one_of_specifications_that_have_it(rules: str) -> None:
    """RFC 2396 4.2: RFC 3986 and the URL Standard resolve an empty reference like any other."""
    steps = [
        list(absolutize.explain("", "http://h/a#b", rules=rules, request=each)) for each in (False, True)
    ]
    assert (steps[0] != steps[1]) is ("request" in absolutize.RULE_SETS[rules].options)


MERGES = [  # rule set, base, what the step that begins a merge says and gives
    ("rfc2396", "http://a/b/c", ("6a", "all but the last segment of the base's path", '"/b/"')),
    ("rfc2396", "http://a", ("6a", "all but the last segment of the base's path", '""')),
    ("rfc2396bis-00", "http://a/b/c", ("merge 1", "all but the last segment of the base's path", '"/b/"')),
    ("rfc2396bis-00", "http://a", ("merge 1", "the base's path is empty: a single slash", '"/"')),
]


@pytest.mark.rows(("rules", "base", "step"), MERGES, ids=[" ".join(row[:2]) for row in MERGES])
def test_what_a_merge_begins_with(rules: str, base: str, step: tuple[str, str, str]) -> None:
    assert [each for each in absolutize.explain("g", base, rules=rules) if each.name == step[0]] == [step]


LOOPS = [  # rule set, the unit that the reference repeats, the last turn's name and its text
    ("rfc2396", "a/../", "6e",
     'the leftmost "<segment>/../" is removed: "a/../" (after 23 more turns, not shown)'),
    ("rfc1630", "a/../", "removal", '"a/../" is removed (after 23 more turns, not shown)'),
    ("rfc3986", "./", "remove_dot_segments 2E",
     "the first segment is moved to the output (after 24 more turns, not shown)"),
]  # fmt: skip


@pytest.mark.parametrize(("rules", "unit", "name", "action"), LOOPS)
def test_a_loop_is_abridged(rules: str, unit: str, name: str, action: str) -> None:
    """The first turns are shown, and the last turn, which says how many turns are omitted."""
    steps = list(absolutize.explain(unit * 40, "http://a/", rules=rules))
    [last] = [step for step in steps if "not shown" in step.action]
    assert last[:2] == (name, action)
    alone = list(absolutize.explain(unit * MANY_STEPS, "http://a/", rules=rules))
    assert abs(len(steps) - len(alone)) <= 1
