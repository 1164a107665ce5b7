"""Odd references under odd bases keep their targets, by ada-url, which implements the URL Standard."""

from typing import Any

import pytest

import absolutize
from tests.support.generated_urls import RULES, SPACED, astray, cases, rewrites, standard

HERE = "http://a/d/e"
OPAQUE = '<base href="urn:x"><a href="?q"></a><a href="y">'
WRITTEN: dict[str, tuple[str, str | None, dict[str, Any], str]] = {
    # name: (document, its URL, options, what is written)
    "a space before the fragment of BASE": (
        '<base href="http://h/b #x"><a href="?q">',
        HERE,
        {},
        '<base href="http://h/b #x"><a href="http://h/b%20?q">',
    ),
    "a space before the fragment of the URL": (
        '<a href="?q">',
        "http://h/b #x",
        {},
        '<a href="http://h/b%20?q">',
    ),
    "a tab before the fragment of the URL": (
        '<a href="?q">',
        "http://h/b\t#x",
        {},
        '<a href="http://h/b?q">',
    ),
    "a host with a space": ('<a href="//h x/y">', HERE, {}, '<a href="http://h x/y">'),
    "a host with an escaped space": ('<a href="//h%20x/y">', HERE, {}, '<a href="http://h%20x/y">'),
    "a host with a space between letters from right to left": (
        '<a href="//&#x5d0; &#x5d1;/y">',
        HERE,
        {},
        '<a href="http://&#x5d0; &#x5d1;/y">',
    ),
    "a space in a host between letters of both directions, no URL": (
        '<a href="//&#x5d0; x/y">',
        HERE,
        {},
        '<a href="//&#x5d0; x/y">',
    ),
    "a wide percent sign in a host": (
        '<base href="https:/b"><a href="//h&#xff05;\uff14\uff11/y"><a href="//\uff05e9/y">',
        HERE,
        {},
        '<base href="https://b/"><a href="https://h&#xff05;\uff14\uff11/y"><a href="//\uff05e9/y">',
    ),
    "a control character alone where BASE stays": (
        '<base href="/b/"><img src="\x0b">',
        HERE,
        {},
        '<base href="http://a/b/"><img src="\x0b">',
    ),
    "a control character alone, the base": (
        '<base href="/b/"><img src="\x0b" srcset="&#1; 1x, i 2x"><form action="\x1f">',
        HERE,
        {"base_element": "remove"},
        '<img src="http://a/b/" srcset="http://a/b/ 1x, http://a/b/i 2x"><form action="http://a/b/">',
    ),
    "white space alone, empty": (
        '<base href="/b/"><img src=" " srcset="\t">',
        HERE,
        {"base_element": "remove"},
        '<img src=" " srcset="\t">',
    ),
    "a host with a space and backslashes": (r'<a href="\\h x\y">', HERE, {}, '<a href="http://h x/y">'),
    "a host with a space, and another scheme": (
        '<a href="https:h x/y">',
        HERE,
        {},
        '<a href="https://h%20x/y">',
    ),
    "a host with a space in BASE": (
        '<base href="//h x/y"><a href="z">',
        HERE,
        {},
        '<base href="http://h x/y"><a href="http://h x/z">',
    ),
    "a host that is Punycode of a wide space": (
        '<a href="//xn--a\u3000b-kva/y">',
        HERE,
        {},
        '<a href="http://xn--a\u3000b-kva/y">',
    ),
    "a host with a wide space that is no Punycode": (
        '<a href="//xn--\u3000/y">',
        HERE,
        {},
        '<a href="//xn--\u3000/y">',
    ),
    "no scheme, below a host with a space": (
        '<base href="//h x/y"><a href="h ttp: Q/z">',
        HERE,
        {},
        '<base href="http://h x/y"><a href="http://h x/h ttp: Q/z">',
    ),
    "a query below a file's host without a path": (
        '<base href="file://h2"><a href="?q">',
        HERE,
        {"rules": "rfc3986", "guard": True},
        '<base href="file://h2"><a href="file://h2/?q">',
    ),
    "a fragment below a file's host without a path": (
        '<base href="file://h2"><a href="#f">',
        HERE,
        {"same_document": "resolve"},
        '<base href="file://h2"><a href="file://h2/#f">',
    ),
    "a host below file: without a path, which Chromium reads as another": (
        '<base href="file:///x"><a href="//*#x"><a href="/\\0?q"><a href="//\u00c9#x"><a href="//*/#x">',
        HERE,
        {},
        (
            '<base href="file:///x"><a href="file://*#x"><a href="file://0?q"><a href="file://\u00c9#x">'
            '<a href="file://*/#x">'
        ),
    ),
    "slashes behind file: where BASE is no URL": (
        '<base href="http:// t"><a href="file:.//x"><a href="file:/.//x"><a href="file:x">',
        HERE,
        {},
        '<base href="http:// t"><a href="file:///.//x"><a href="file:///.//x"><a href="file:///x">',
    ),
    "a path below file: that begins with slashes": (
        '<base href="file:.././/\\q/"><a href="Q"><a href="../Q"><a href="/Q">',
        HERE,
        {},
        '<base href="file:///.///q/"><a href="file:///.///q/Q"><a href="file:///.///Q"><a href="file:///Q">',
    ),
    "a path of a file under a host with a space": (
        '<base href="http://h x/y"><a href="file: Qa/B">',
        HERE,
        {},
        '<base href="http://h x/y"><a href="file:///%20Qa/B">',
    ),
    "an opaque base, and BASE is to go": (
        OPAQUE,
        HERE,
        {"rules": "whatwg", "base_element": "remove"},
        OPAQUE,
    ),
    "a file that reads what http does not": (
        '<base href="http://h/b"><a href="////">',
        "file:///d/e",
        {"base_element": "remove"},
        '<base href="http://h/b"><a href="////">',
    ),
    "BASE is empty already": (
        '<base href=""><a href="//[">',
        HERE,
        {"base_element": "empty", "same_document": "resolve"},
        '<base href=""><a href="//[">',
    ),
    "a scheme without slashes by the URL Standard": (
        '<a href="HTTP:{x">',
        "https://a/d/e",
        {"rules": "whatwg"},
        '<a href="http://{x/">',
    ),
    "a scheme without slashes and no host": ('<a href="http:[">', "https://a/", {}, '<a href="http://[">'),
    "a scheme with backslashes and no host": (
        r'<a href="http:\\[">',
        "https://a/",
        {},
        r'<a href="http:\\[">',
    ),
    "a scheme with one slash": (
        '<a href="https:/x/../y">',
        HERE,
        {"rules": "rfc3986", "guard": True},
        '<a href="https://x/y">',
    ),
    "a scheme with one slash and a file's dots": (
        '<a href="file:../../?x">',
        HERE,
        {"rules": "rfc3986", "guard": True},
        '<a href="file:///?x">',
    ),
    "a run of slashes that the base has not": (
        '<a href="///h/b">',
        HERE,
        {"rules": "rfc1630", "guard": True},
        '<a href="http://h/b">',
    ),
    "BASE with a run of slashes that the URL has not": (
        '<base href="http:///x/y"><a href="z">',
        HERE,
        {"rules": "www-uri-00", "guard": True},
        '<base href="http:///x/y"><a href="http://x/z">',
    ),
    "no base, and dots that only the rule set removes": (
        '<a href="urn:x/..">',
        None,
        {"rules": "rfc3986", "guard": True},
        '<a href="urn:x/..">',
    ),
    "what would be relative again": (
        '<a href="z">',
        "https:x/y",
        {"rules": "rfc3986", "guard": False},
        '<a href="z">',
    ),
    "what would be relative without BASE": (
        '<base href="ftp://h/a"><a href="http:z">',
        HERE,
        {"rules": "rfc2396", "base_element": "remove"},
        '<base href="ftp://h/a"><a href="http:z">',
    ),
    "a scheme alone that is the base's": (
        '<a href="foo:#x">',
        "foo://a/b",
        {"guard": False},
        '<a href="foo:#x">',
    ),
    "BASE that only the rule set reads": (
        '<base href="/r/"><a href="z">',
        "urn:x",
        {"rules": "rfc3986", "guard": False},
        '<base href="/r/"><a href="urn:z">',
    ),
}


@pytest.mark.rows(("document", "url", "options", "written"), WRITTEN.values(), ids=WRITTEN)
def test_an_odd_reference_is_written(
    document: str, url: str | None, options: dict[str, Any], written: str
) -> None:
    assert absolutize.rewrite(document, url, **options) == written
    assert absolutize.rewrite(written, url, **options) == written


CODES = [
    # reference, URL, rule set, code
    ("x", "urn:x", "whatwg", "base-not-hierarchical"),
    ("x", None, "whatwg", "no-base"),
    ("//[", HERE, "whatwg", "invalid-reference"),
    ("http://[", HERE, "whatwg", "absolute"),
    ("http:x", HERE, "whatwg", "rewritten"),
]


@pytest.mark.rows(("reference", "url", "rules", "code"), CODES)
def test_a_reference_that_stays_says_why(reference: str, url: str | None, rules: str, code: str) -> None:
    (link,) = absolutize.links(f'<a href="{reference}">', url, rules=rules)
    assert link.code == code


@pytest.mark.rows("base", ["http://h/{{x}}/", "urn:x", "data:text/html,x"])
@pytest.mark.rows("rules", absolutize.RULE_SETS)
def test_a_second_run_changes_nothing_under_an_odd_base(rules: str, base: str) -> None:
    for document in ('<a href="?q"><a href=y><a href=#z>', f'<base href="{base}"><a href="?q"><a href=y>'):
        for url in (HERE, base):
            once = absolutize.rewrite(document, url, rules=rules)
            assert absolutize.rewrite(once, url, rules=rules) == once


@pytest.mark.rows("rules", RULES)
def test_odd_references_go_where_they_went(rules: str) -> None:
    generated = (case for case in cases(5, 200, RULES[rules]) if SPACED not in case.document)
    done = list(rewrites(generated))
    assert rules == "as-documented" or list(astray(done, standard)) == []
