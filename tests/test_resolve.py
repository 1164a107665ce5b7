"""Section 5.2: every row of the documents' tables, and the fast path against the algorithm."""

import itertools
from collections.abc import Iterator
from typing import Any, get_args

import pytest

import absolutize
from absolutize.uri import digest, rfc2396, rfc2396bis
from absolutize.uri.ruleset import Overflow, SameScheme
from tests.vectors import SAME_DOCUMENT, row_id, rows

TRANSFORMS = {"rfc2396": rfc2396.transform, "rfc2396bis-00": rfc2396bis.transform}
MODES = dict.fromkeys(get_args(SameScheme), "same_scheme") | dict.fromkeys(get_args(Overflow), "overflow")
RESOLUTION = [
    pytest.param(name, row, id=f"{name} {row_id(row)}") for name in TRANSFORMS for row in rows(name)
]


@pytest.mark.parametrize(("rules", "row"), RESOLUTION)
def test_every_row_of_the_documents_tables(rules: str, row: dict[str, Any]) -> None:
    """Appendix C and section 5.2, as printed; a same-document reference comes back as it stands."""
    options = {MODES[row["mode"]]: row["mode"]} if "mode" in row else {}
    if row["expected"] is None:
        with pytest.raises(absolutize.ResolutionError):
            absolutize.resolve(row["ref"], row["base"], rules=rules, **options)
        return
    resolved = absolutize.resolve(row["ref"], row["base"], rules=rules, **options)
    assert resolved == row["expected"].replace(SAME_DOCUMENT, "")
    assert absolutize.is_same_document(resolved) == row["expected"].startswith(SAME_DOCUMENT)


@pytest.mark.parametrize("row", [pytest.param(row, id=repr(row["input"])) for row in rows("components")])
def test_every_row_of_the_components(row: dict[str, Any]) -> None:
    """Appendix B: five components, undefined told apart from empty."""
    reference = absolutize.split(row["input"])
    assert reference._asdict() == {name: row[name] for name in absolutize.Reference._fields}
    assert absolutize.recompose(reference) == row["input"]


def strings(alphabet: str, length: int) -> Iterator[str]:
    """All strings over an alphabet up to a length."""
    for count in range(length + 1):
        yield from map("".join, itertools.product(alphabet, repeat=count))


def test_split_and_recompose_are_inverses() -> None:
    """On any string: all of a small alphabet, and odd ones."""
    odd = ["\n", "a\nb?c\nd#e\nf", "\ud800:x", "é:é", "1:2", ";x:y", "a+.-9:", "%:", "\0"]
    for text in itertools.chain(strings("./a:?#", 6), odd):
        assert absolutize.recompose(absolutize.split(text)) == text


@pytest.mark.parametrize(
    ("text", "scheme"),
    [
        ("a+.-9:x", "a+.-9"),
        ("1:2", None),
        (";x:y", None),
        ("é:x", None),
        ("a b:c", None),
        (":x", None),
        ("A:", "A"),
    ],
)
def test_a_scheme_counts_only_if_it_matches_the_production(text: str, scheme: str | None) -> None:
    """RFC 2396 3.1."""
    assert absolutize.split(text).scheme == scheme


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


@pytest.mark.parametrize("overflow", get_args(Overflow))
@pytest.mark.parametrize("same_scheme", get_args(SameScheme))
@pytest.mark.parametrize("base", BASES)
@pytest.mark.parametrize("rules", TRANSFORMS)
def test_the_fast_path_says_what_the_algorithm_says(
    rules: str, base: str, same_scheme: SameScheme, overflow: Overflow
) -> None:
    """For every string over ./a:?# up to length 5."""
    fast = absolutize.RULE_SETS[rules].resolver(base, same_scheme=same_scheme, overflow=overflow)
    literal = digest.by_algorithm(TRANSFORMS[rules], base, same_scheme, overflow)
    for reference in strings("./a:?#", 5):
        assert _answer(fast, reference) == _answer(literal, reference), reference


def _answer(resolver: Any, reference: str) -> tuple[str, str]:
    try:
        return "resolved", resolver(reference)
    except absolutize.ResolutionError as error:
        return error.code, str(error)


def string_algorithm(buffer: str) -> str:
    """Steps 6c to 6f of RFC 2396 5.2 on strings, word by word (retaining what is left of "..")."""
    while True:
        segments = buffer.split("/")
        if "." in segments[1:-1]:
            segments.remove(".")  # "./" is removed
        elif segments[-1] == ".":
            segments[-1] = ""
        else:
            for index in range(1, len(segments) - 1):
                if segments[index] != ".." and segments[index + 1] == "..":
                    last = index + 1 == len(segments) - 1
                    segments[index : index + 2] = [""] if last else []
                    break
            else:
                return buffer
        buffer = "/".join(segments)


def test_the_stack_of_segments_equals_the_strings() -> None:
    """Every rooted path over ./a up to length 9: "a pair of segment stacks" gives the same."""
    for path in strings("./a", 8):
        assert rfc2396.remove_dot_segments(f"/{path}", "retain") == string_algorithm(f"/{path}"), path


ERRORS = [
    ("g", None, "no-base", "cannot resolve 'g': it is relative and there is no base URI"),
    ("g", "a/b", "no-base", "cannot resolve 'g': the base 'a/b' is not an absolute URI"),
    ("g", "", "no-base", "cannot resolve 'g': the base '' is not an absolute URI"),
    (
        "?y",
        "mailto:a@b",
        "base-not-hierarchical",
        "cannot resolve '?y': the base 'mailto:a@b' is not hierarchical",
    ),
    (
        "//g",
        "urn:a:b",
        "base-not-hierarchical",
        "cannot resolve '//g': the base 'urn:a:b' is not hierarchical",
    ),
]


@pytest.mark.parametrize("rules", TRANSFORMS)
@pytest.mark.parametrize(("reference", "base", "code", "message"), ERRORS)
def test_what_has_no_answer_is_refused(
    rules: str, reference: str, base: str | None, code: str, message: str
) -> None:
    """RFC 2396 5: a relative reference needs an absolute, hierarchical base."""
    with pytest.raises(absolutize.ResolutionError) as caught:
        absolutize.resolve(reference, base, rules=rules)
    assert (caught.value.code, str(caught.value)) == (code, message)
    assert (caught.value.reference, caught.value.base) == (reference, base)


@pytest.mark.parametrize("rules", TRANSFORMS)
@pytest.mark.parametrize("base", [None, "a/b", "mailto:a@b"])
@pytest.mark.parametrize("reference", ["", "#s", "g:h", "http://x/y"])
def test_what_needs_no_base_is_answered(rules: str, base: str | None, reference: str) -> None:
    """RFC 2396 5: with an unsuitable base, empty, fragment and absolute references work."""
    assert absolutize.resolve(reference, base, rules=rules) == reference


@pytest.mark.parametrize("rules", TRANSFORMS)
def test_climbing_above_the_root_can_be_avoided(rules: str) -> None:
    """5.2 step 6g: "by avoiding traversal of the reference"."""
    with pytest.raises(absolutize.ResolutionError) as caught:
        absolutize.resolve("../../../g", "http://a/b/c/d", rules=rules, overflow="avoid")
    assert caught.value.code == "above-root"
    assert str(caught.value) == "cannot resolve '../../../g': it climbs above the root of the base URI"


OPTIONS = [
    ({"rules": "rfc9999"}, "no rule set is named 'rfc9999'; there are rfc2396, rfc2396bis-00, whatwg"),
    ({"same_scheme": "maybe"}, "same_scheme must be one of strict, lenient, not 'maybe'"),
    ({"overflow": "wrap"}, "overflow must be one of retain, remove, avoid, not 'wrap'"),
]


@pytest.mark.parametrize(("options", "message"), OPTIONS)
def test_an_option_that_is_none_is_refused(options: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match="^" + message.replace("'", ".") + "$"):
        absolutize.resolve("g", "http://a/", **options)


WHATWG = [
    ("../g", "http://a/b/c/d;p?q", "http://a/b/g"),
    ("\t/x\n y ", "http://a/", "http://a/x%20y"),
    ("\\\\h\\x", "http://a/", "http://h/x"),
    ("%2e%2e/g", "http://a/b/c/d", "http://a/b/g"),
    ("http:g", "http://a/b/c", "http://a/b/g"),
    ("#s", "http://a/b", "http://a/b#s"),
    ("x\ud800", "http://a/", "http://a/x%EF%BF%BD"),
    ("http://x/y", "not a base", "http://x/y"),
    ("HTTP://X", None, "http://x/"),
]


@pytest.mark.parametrize(("reference", "base", "expected"), WHATWG)
def test_the_url_standard_is_the_library_that_implements_it(
    reference: str, base: str | None, expected: str
) -> None:
    assert absolutize.resolve(reference, base, rules="whatwg") == expected


WHATWG_FAILS = [
    ("g", None, "cannot resolve 'g': it is no URL, and there is no base URL"),
    ("g", "a b", "cannot resolve 'g': the base 'a b' is no URL"),
    ("//[x", "http://a/", "cannot resolve '//[x': the URL parser fails on it with the base 'http://a/'"),
]


@pytest.mark.parametrize(("reference", "base", "message"), WHATWG_FAILS)
def test_failure_of_the_url_parser_is_refused(reference: str, base: str | None, message: str) -> None:
    with pytest.raises(absolutize.ResolutionError) as caught:
        absolutize.resolve(reference, base, rules="whatwg")
    assert (caught.value.code, str(caught.value)) == ("invalid-reference", message)


def test_every_rule_set_is_named_by_its_key() -> None:
    assert {name: rule_set.name for name, rule_set in absolutize.RULE_SETS.items()} == {
        name: name for name in (*TRANSFORMS, "whatwg")
    }
