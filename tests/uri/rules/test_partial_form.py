"""RFC 1630 and its draft, "Partial (relative) form": the printed examples, and both readings."""

from typing import Any

import pytest

import absolutize
from absolutize.uri.rules import rfc1630
from tests.support.vectors import row_id, rows
from tests.uri.rules.test_resolve import strings

FILES = {"rfc1630": "rfc1630", "www-uri-00": "draft-www-uri-00"}
ROWS = [pytest.param(name, row, id=f"{name} {row_id(row)}") for name in FILES for row in rows(FILES[name])]
# Rows that follow only from the clause that RFC 1630 adds to the rule of slashes.
BY_CLAUSE = {("/g", "http://h/a//b"): "http://h/g"}
# Guarded results of rows in which the host would be removed as the "xxx" of "xxx/../".
UNGUARDED = {("../../../g", "http://a/b/c/d;p?q"): "http://a/../g"}


def answer(rules: str, row: dict[str, Any], **options: Any) -> str | None:
    try:
        return absolutize.resolve(row["ref"], row["base"], rules=rules, **options)
    except absolutize.ResolutionError as error:
        return None if error.code == "no-such-level" else error.code


def by_default(rules: str, row: dict[str, Any]) -> str | None:
    """Give the expected result of a row by the printed examples and the rules without the clause."""
    place = (row["ref"], row["base"])
    return BY_CLAUSE[place] if rules == "rfc1630" and place in BY_CLAUSE else row["expected"]


@pytest.mark.rows(("rules", "row"), ROWS)
def test_every_row(rules: str, row: dict[str, Any]) -> None:
    """All printed examples agree with the removal as it is worded."""
    assert answer(rules, row) == by_default(rules, row)


@pytest.mark.rows(("rules", "row"), ROWS)
def test_every_row_with_the_clause(rules: str, row: dict[str, Any]) -> None:
    """If its note describes a contradiction, a row gives the result of the rule as worded."""
    assert answer(rules, row, slash_run="no-greater") == row.get("rule_result", row["expected"])


@pytest.mark.rows(("rules", "row"), ROWS)
def test_every_row_guarded(rules: str, row: dict[str, Any]) -> None:
    expected = UNGUARDED.get((row["ref"], row["base"]), by_default(rules, row))
    assert answer(rules, row, partial_form="guarded") == expected


LITERAL = [
    ("http://a/b/c/d;p?q", "../../../g", "http://g"),
    ("http://a/b/c/d;p?q", "../../../../g", "http:/g"),
    ("http://a/b/c/d;p?q", "../../../../../g", "http:/../g"),
    ("http://a", "g", "http://g"),
    ("http://a/", "../g", "http://g"),
    ("http://a/b", "../../g", "http:/g"),
    ("foo:a/b", "../../g", "foo:../g"),
    ("foo:a/b/..", "../g", "foo:a/g"),
    ("http://a/b/./c", "g/./h/../i", "http://a/b/g/i"),
]


@pytest.mark.rows(("base", "reference", "expected"), LITERAL)
@pytest.mark.rows("rules", FILES)
def test_all_occurrences_are_removed(rules: str, base: str, reference: str, expected: str) -> None:
    """ "All occurrences of "xxx/../" or "/." are recursively removed": an xxx is any path element."""
    assert absolutize.resolve(reference, base, rules=rules) == expected


GUARDED = [
    ("http://a/b/c/d", "../../../g", "http://a/../g"),
    ("http://a/b/c/d", "../../../../g", "http://a/../../g"),
    ("http://a/b/c/d", "..", "http://a/b/c/.."),
    ("http://a/b/c/d", ".", "http://a/b/c"),
    ("http://a", "g", "http://a/g"),
    ("http://a", "/g", "http://a/g"),
    ("http://a?x", "/g?y#z", "http://a/g?y#z"),
    ("http://a", "../g", "http://a/../g"),
    ("http://a?x/y", "g", "http://a/g"),
    ("http://a/b?x/y", "g", "http://a/g"),
    ("http://a#x/y", "g#z", "http://a/g#z"),
    ("http://h/a//b", "/g", "http://h/g"),
    ("foo:a/b", "../../g", "foo:../g"),
    ("file:///a/b", "../../g", "file:///../g"),
    ("http://a/b", "#x:y/z", "http://a/#x:y/z"),
    ("http://a/b", "c?d/../e/./f", "http://a/c?d/../e/./f"),
]


@pytest.mark.rows(("base", "reference", "expected"), GUARDED)
@pytest.mark.rows("rules", FILES)
def test_the_authority_is_never_lost(rules: str, base: str, reference: str, expected: str) -> None:
    assert absolutize.resolve(reference, base, rules=rules, partial_form="guarded") == expected


@pytest.mark.rows("rules", FILES)
@pytest.mark.rows("base", ["http://a/b/c", "http://a", "http://a/", "http://u@h:1?q"])
def test_no_partial_name_changes_the_authority(rules: str, base: str) -> None:
    """Only names that begin with a slash may do so; tests every string over ./a?# up to length 6."""
    resolve = absolutize.RULE_SETS[rules].resolver(base, partial_form="guarded")
    for partial in strings("./a?#", 6):
        if not partial.startswith("/"):
            assert absolutize.split(resolve(partial)).authority == absolutize.split(base).authority, partial


@pytest.mark.rows("reference", ["http:g", "http:", "http://x", "1:2", "g?t=12:30", ":"])
def test_a_colon_before_any_slash_is_an_absolute_form(reference: str) -> None:
    assert absolutize.resolve(reference, "http://a/b/c", rules="rfc1630") == reference
    assert absolutize.resolve(reference, None, rules="rfc1630") == reference


def test_the_same_scheme_may_be_omitted() -> None:
    """ "Otherwise, the scheme is omitted": what RFC 2396 5.2 calls a loophole."""
    resolve = absolutize.RULE_SETS["rfc1630"].resolver("http://a/b/c", same_scheme="lenient")
    assert [resolve(name) for name in ("http:g", "http:/g", "https:g", "HTTP:g")] == [
        "http://a/b/g",
        "http://a/g",
        "https:g",
        "HTTP:g",
    ]


@pytest.mark.parametrize(
    ("base", "why"),
    [
        (None, "it is a partial form and there is no context URI"),
        ("a/b", "the context 'a/b' is not an absolute URI"),
    ],
)
def test_a_partial_form_needs_a_context(base: str | None, why: str) -> None:
    with pytest.raises(absolutize.ResolutionError) as caught:
        absolutize.resolve("g", base, rules="rfc1630")
    assert (caught.value.code, str(caught.value)) == ("no-base", f"cannot resolve 'g': {why}")


@pytest.mark.parametrize(
    ("reference", "base", "run"),
    [
        ("///g", "http://a/b", "3 slashes"),
        ("//g", "mailto:a", "2 slashes"),
        ("/g", "http://a", "one slash"),
        ("/g", "mailto:a", "one slash"),
    ],
)
@pytest.mark.parametrize("rules", ["www-uri-00", "rfc1630"])
def test_a_run_of_slashes_that_is_not_there(reference: str, base: str, run: str, rules: str) -> None:
    with pytest.raises(absolutize.ResolutionError) as caught:
        absolutize.resolve(reference, base, rules=rules)
    assert caught.value.code == "no-such-level"
    assert str(caught.value).endswith(f"the base {base!r} has no run of exactly {run} for it to start from")
    assert [*absolutize.explain(reference, base, rules=rules)][-1][:2] == (
        "consecutive slashes",
        f"the context has no run of exactly {run} to start from",
    )


def removed_recursively(path: str) -> str:
    """Remove the leftmost "xxx/../" or "/." until none is left, as RFC 1630 words it."""
    elements = path.split("/")
    for index, element in enumerate(elements):
        if element == "." and index:
            return removed_recursively("/".join(elements[:index] + elements[index + 1 :]))
        parent = index - 1
        if element == ".." and 0 < index < len(elements) - 1 and elements[:index] != [""]:
            return removed_recursively("/".join(elements[:parent] + elements[index + 1 :]))
    return path


def test_removal_on_a_stack_equals_removal_again_and_again() -> None:
    for path in strings("./a", 8):
        assert rfc1630.remove_partial_names(path, guarded=False) == removed_recursively(path), path
