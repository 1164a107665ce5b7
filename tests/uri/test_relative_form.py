"""Relative forms: the inverse of resolution under every rule set."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import absolutize
from absolutize.uri.relative_form import relative_form
from absolutize.uri.ruleset import Resolver
from tests.uri.rules.test_resolve import strings

BASE = "http://a/b/c/d;p?q"
MEMO = ("www-uri-00", "rfc1630")
WITH_CURRENT = ("uri-syntax-02", "uri-syntax-03", "rfc2396")
FORMS = [  # URI, its form under the rule sets with a current document, bis-00, RFC 3986 and RFC 1630
    ("http://a/b/c/d;p?q", "d;p?q", "?q", "", "d;p?q"),
    ("http://a/b/c/d;p?q#f", "d;p?q#f", "?q#f", "#f", "d;p?q#f"),
    ("http://a/b/c/d;p?y", "d;p?y", "?y", "?y", "d;p?y"),
    ("http://a/b/c/d;p", "d;p", "d;p", "d;p", "d;p"),
    ("http://a/b/c/", "./", "./", "./", "./"),
    ("http://a/b/c/?y", "./?y", "./?y", "./?y", "?y"),
    ("http://a/b/c/x/y", "x/y", "x/y", "x/y", "x/y"),
    ("http://a/b/c/x:y", "./x:y", "./x:y", "./x:y", "./x:y"),
    ("http://a/b/c/g?t=12:30", "g?t=12:30", "g?t=12:30", "g?t=12:30", "./g?t=12:30"),
    ("http://a/b/c//x", ".//x", ".//x", ".//x", ".//x"),
    ("http://a/b/z", "../z", "../z", "../z", "../z"),
    ("http://a/b/", "../", "../", "../", "../"),
    ("http://a/", "../../", "../../", "../../", "../../"),
    ("http://a/b//z", "..//z", "..//z", "..//z", "..//z"),
    ("http://a", "//a", "//a", "//a", "//a"),
    ("http://x/y", "//x/y", "//x/y", "//x/y", "//x/y"),
    ("https://a/b/c/d", "https://a/b/c/d", "https://a/b/c/d", "https://a/b/c/d", "https://a/b/c/d"),
    ("HTTP://a/b/c/d", "HTTP://a/b/c/d", "HTTP://a/b/c/d", "HTTP://a/b/c/d", "HTTP://a/b/c/d"),
    ("mailto:x@y", "mailto:x@y", "mailto:x@y", "mailto:x@y", "mailto:x@y"),
    ("http://a/x/./y", "/x/./y", "/x/./y", "../../x/y", "/x/./y"),
]


@pytest.mark.rows(("uri", "current", "bis", "newer", "memo"), FORMS)
def test_a_relative_form(uri: str, current: str, bis: str, newer: str, memo: str) -> None:
    expected = dict.fromkeys(WITH_CURRENT, current) | dict.fromkeys(MEMO, memo)
    expected |= {"rfc2396bis-00": bis, "rfc3986": newer}
    if uri == "http://a/b/c/?y":
        expected["uri-syntax-02"] = "?y"  # its rel_path may be empty
    assert {rules: absolutize.relativize(uri, BASE, rules=rules) for rules in expected} == expected


def test_a_relative_form_is_given_a_reference_too() -> None:
    assert absolutize.relativize("x/../y", BASE) == "y"
    assert absolutize.relativize("/b/z", BASE, overflow="remove") == "../z"
    with pytest.raises(absolutize.ResolutionError):
        absolutize.relativize("x", "mailto:a")


def test_a_scheme_that_the_memo_alone_has() -> None:
    for rules in MEMO:
        assert absolutize.relativize("a$b:/c/g", "a$b:/c/d", rules=rules) == "g"
        assert absolutize.relativize("a$b:c", "a$b:d", rules=rules) == "c"


def test_against_a_base_that_can_have_none() -> None:
    assert absolutize.relativize("mailto:b", "mailto:a") == "mailto:b"
    assert absolutize.relativize("http://h/", "no base") == "http://h/"


REFUSED: dict[str, tuple[str, str, dict[str, Any], str]] = {  # a URI, a base, options, and the result
    "a target": ("http:..///http:+", "x:a/b", {"rules": "rfc3986"}, "http:..///http:+"),
    "each form": ("x:http:[::1]", "x:/b", {"same_scheme": "lenient"}, "x:http:[::1]"),
    "the URI, too": ("http://a/b/c/x y", BASE, {}, "x y"),
}


@pytest.mark.rows("name", REFUSED)
def test_of_a_uri_that_the_grammar_derives_the_form_is_derived_too(name: str) -> None:
    """Also where the grammar refuses what the URI resolves to."""
    uri, base, options, form = REFUSED[name]
    rules = absolutize.RULE_SETS[options.get("rules", "rfc2396bis-00")]
    assert not rules.accepts(absolutize.resolve(uri, base, **options))
    assert absolutize.relativize(uri, base, **options) == form
    assert rules.accepts(form) == rules.accepts(uri)
    assert absolutize.resolve(form, base, **options) == absolutize.resolve(uri, base, **options)


BASES = (BASE, "http://a", "a:", "a:/../b/c", "a:b/c", "file:///a/./b", "magic://a/b/c//d/e/f", "a:?q#f")


def check_inverse(rules: str, base: str, resolve: Resolver, reference: str) -> str | None:
    """Check that the relative form of a target resolves as the target does; return the target."""
    try:
        target = resolve(reference)
        expected = resolve(target)
    except absolutize.ResolutionError:
        return None
    accepts = absolutize.RULE_SETS[rules].accepts
    form = relative_form(target, base, resolve, accepts)
    assert accepts(form) or not accepts(target), (reference, form)
    assert resolve(form) == expected, (reference, form)
    written = absolutize.split(form)
    assert (
        rules in MEMO
        or written.scheme
        or written.authority is not None
        or ":" not in written.path.split("/")[0]
    )
    return target


@pytest.mark.rows("base", BASES)
@pytest.mark.rows("rules", absolutize.RULE_SETS)
def test_it_is_the_inverse_of_resolve(rules: str, base: str) -> None:
    """Tests every string over ./a:?# up to length 3; tests/slow tests up to length 6."""
    resolve = absolutize.RULE_SETS[rules].resolver(base)
    for reference in strings("./a:?#", 3):
        check_inverse(rules, base, resolve, reference)


PATHS = st.lists(st.sampled_from(["a", "b", "", ".", "..", "x:y", "%2e", "d;p", "\xe9"]), max_size=6).map(
    "/".join
)
TAILS = st.sampled_from(["", "?", "?q", "#", "#f", "?a:b/../c#d/./e"])
HEADS = st.sampled_from(["http://a", "http://b", "a:", "a:/", "http://a/", "//a/", "file:///"])


@pytest.mark.parametrize("rules", absolutize.RULE_SETS)
@given(uri=st.tuples(HEADS, PATHS, TAILS).map("".join), base=st.tuples(HEADS, PATHS, TAILS).map("".join))
def test_it_is_the_inverse_for_any_uri(rules: str, uri: str, base: str) -> None:
    check_inverse(rules, base, absolutize.RULE_SETS[rules].resolver(base), uri)
