"""The canonical form of a URL under each policy, and where and why the form of w3lib differs."""

from __future__ import annotations

import re

import ada_url
import pytest
from hypothesis import given
from hypothesis import strategies as st

import absolutize
from tests.support.commandline import ROOT

SAME = {  # URLs with the same canonical form, by the first policy that gives them the same form
    "standard": (
        ("http://h", "http://h/", "HTTP://H:80", "http://h/#x", "http://h/.", "http:\\\\h", " http:h/"),
        ("http://h/~a", "http://h/%7Ea", "http://h/%7ea", "http://h/b/../~a", "http://h/b/%2E%2e/%7E%61"),
        ("http://h/é", "http://h/%c3%a9", "http://h/%C3%A9"),
        ("http://é/", "http://É/", "http://xn--9ca/"),
        ("http://h/?a=~", "http://h?a=%7e"),
        ("https://h/", "https://h:443"),
        ("http://1.2.3.4/", "http://0x1020304"),
        ("http://~u:%C3%A9@h/", "http://%7Eu:%c3%a9@h/", "http://%7eu:é@h"),
        ("x://~a%C3%A9/", "x://%7ea%c3%a9/", "x://%7E%61é/"),
        ("file:///C:/x", "file:///C|/x", "file:///%43:/x", "file:///%43|/x"),
    ),
    "crawler": (
        ("http://h/?a=1&b=2", "http://h/?b=2&a=1", "http://h/?&b=2&&a=1&"),
        ("http://h/", "http://h/?", "http://h/?&"),
        ("http://h/?a", "http://h/?a="),
        ("http://h/?a=b+c", "http://h/?a=b%20c", "http://h/?a=b c"),
        ("http://h/?a=/;:,@", "http://h/?a=%2F%3b%3A%2c%40"),
        ("http://h/?a=1&a=2", "http://h/?a=2&a=1"),
    ),
}
DIFFERENT = (  # each of these is a different page under every policy
    *(
        "http://h/a",
        "http://h/A",
        "http://h/a/",
        "http://h/a%2Fb",
        "http://h/a/b",
        "http://h/a;b",
        "http://h/a%3Bb",
    ),
    *("https://h/a", "http://h:81/a", "http://u@h/a", "http://www.h/a", "http://h/a?a=b", "http://h/a?a=B"),
    *(
        "http://h/a?a=b&a=b",
        "http://h/a?a=b%26c=d",
        "http://h/a?a=b&c=d",
        "http://h/a?a%3Db",
        "http://h/a?a=%2B",
    ),
    *(
        "http://h/a?a=+",
        "http://h/a?a=%25",
        "http://h/a?a=%2541",
        "http://h/a?a=A",
        "http://h/%2541",
        "mailto:a?b&c",
    ),
    *("mailto:a?c&b", "http://h/a?a=%E9", "http://h/a?a=%C3%A9"),
)


@pytest.mark.parametrize("policy", absolutize.CANONICAL_POLICIES)
def test_the_same_by_a_policy(policy: str) -> None:
    policies = list(absolutize.CANONICAL_POLICIES)
    for first, groups in SAME.items():
        for group in groups:
            forms = [absolutize.canonical_url(url, policy) for url in group]
            same = policies.index(first) <= policies.index(policy)
            assert len(set(forms)) == 1 if same else len(set(forms)) > 1, group


@pytest.mark.parametrize("policy", absolutize.CANONICAL_POLICIES)
def test_what_is_different_stays_different(policy: str) -> None:
    assert len({absolutize.canonical_url(url, policy) for url in DIFFERENT}) == len(DIFFERENT)


@pytest.mark.parametrize("policy", absolutize.CANONICAL_POLICIES)
@given(st.text(st.sampled_from([*"ab%2eEfF1/?#&=+;: .~", "é"]), max_size=12))
def test_it_is_its_own_canonical_form_and_a_url(policy: str, rest: str) -> None:
    form = absolutize.canonical_url(f"http://h/{rest}", policy)
    assert absolutize.canonical_url(form, policy) == form
    assert ada_url.URL(form).href == form
    assert "#" not in form


@pytest.mark.parametrize(
    ("url", "policy", "message"),
    [
        ("x", "crawler", "url 'x': not an absolute URL that a browser reads"),
        ("http://[/", "standard", "url 'http://[/': not an absolute URL that a browser reads"),
        ("http://h/", "surt", "no policy is named 'surt'; there are standard, crawler"),
    ],
)
def test_what_cannot_be_given(url: str, policy: str, message: str) -> None:
    with pytest.raises(ValueError, match=re.escape(message)):
        absolutize.canonical_url(url, policy)


def test_only_text_is_taken() -> None:
    with pytest.raises(TypeError, match="url must be a str, not bytes"):
        absolutize.canonical_url(b"http://h/")  # type: ignore[arg-type]


# --- w3lib, whose policy "crawler" follows ----------------------------------------------------

AGREED = (
    *(
        "http://h",
        "http://h/a?b=1&a=2&a=1&c",
        "http://h/a?&&b",
        "http://h/a?",
        "http://h/a#b",
        "http://h/a b?c d",
    ),
    *("http://h/%7ea?%7e", "http://h/é?é", "http://h/%c3%a9", "http://h/a?b=%2f&c=/", "http://h/a?a=b+c%20d"),
    *(
        "http://H/",
        "http://é.example/",
        "http://h/a?a==b",
        "http://h/a%2Fb",
        "http://h/a?b=%26",
        "http://u:p@h/",
    ),
    *("https://h/a?q=%2B", "http://h/a?a;b", "http://h/a?é=ü&a=ö", "http://h/a/?b", "http://h/%25a"),
)
DIFFERS = {  # w3lib's form, and why ours differs
    "http://h:80/": ("http://h:80/", "the port of the scheme is none (RFC 3986 6.2.3, URL Standard 4.4)"),
    "http://1.2.772/": ("http://1.2.772/", "browsers read it as 1.2.3.4 (URL Standard 3.5)"),
    "http://h/a%40b%21": ("http://h/a@b!", "escaped, a reserved character means another one (RFC 3986 2.2)"),
    "http://h/x;": ("http://h/x", "parameters of the last segment are path, too (RFC 3986 3.3)"),
    "http://h/p;[1]": ("http://h/p;%5B1%5D", "... and spelled as in any other segment"),
    "http://h/p;%7e": ("http://h/p;%7e", "..."),
    "mailto:a?b=1&a=2": ("mailto:a?a=2&b=1", "only http and its like have the fields of forms"),
}


def test_w3lib_agrees() -> None:
    w3lib = pytest.importorskip("w3lib.url", reason="w3lib is what the policy is compared with: extra http")
    assert {url: absolutize.canonical_url(url) for url in AGREED} == {
        url: w3lib.canonicalize_url(url) for url in AGREED
    }


def test_where_w3lib_differs() -> None:
    w3lib = pytest.importorskip("w3lib.url", reason="w3lib is what the policy is compared with: extra http")
    for url, (theirs, _) in DIFFERS.items():
        assert w3lib.canonicalize_url(url) == theirs
        assert absolutize.canonical_url(url) != theirs


PARAMETERS = ("p;a", "p;a=b,c", "p;a;b/c", "p;[1]/c", "p;a|b/c", "p[1]", "a|b", "p;é", "p;a b", "p;{}^")


def test_w3lib_agrees_on_other_parameters() -> None:
    w3lib = pytest.importorskip("w3lib.url", reason="w3lib is what the policy is compared with: extra http")
    urls = [f"http://h/{path}" for path in PARAMETERS]
    assert list(map(absolutize.canonical_url, urls)) == list(map(w3lib.canonicalize_url, urls))


def test_the_page_lists_where_w3lib_differs() -> None:
    """The documentation has each row, with both forms."""
    page = (ROOT / "docs" / "crawling.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `(.+?)` \| `(.+?)` \| `(.+?)` \|", page, re.MULTILINE)
    assert rows == [(url, theirs, absolutize.canonical_url(url)) for url, (theirs, _) in DIFFERS.items()]
