"""Equivalence and normal forms: section 6, RFC 1630's encoding levels, RFC 3986 section 6."""

from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import absolutize
from tests.support.vectors import of_kind

SPECS = {"draft-www-uri-00": "www-uri-00"}
ROWS = [
    pytest.param(row, id=f"{row['spec']} {row['a']} {row['b']}")
    for row in of_kind("equivalence", "equivalence")
]
FAMILY = ("uri-syntax-02", "uri-syntax-03", "rfc2396", "rfc2396bis-00")
MEMO = ("www-uri-00", "rfc1630")


@pytest.mark.rows("row", ROWS)
def test_every_row_of_equivalence(row: dict[str, Any]) -> None:
    """Where a specification states nothing (null), either answer is accepted."""
    found = absolutize.equivalent(row["a"], row["b"], rules=SPECS.get(row["spec"], row["spec"]))
    assert row["equivalent"] in {None, found}


FORMS = [  # rule sets, URI, its normal form
    (FAMILY, "HTTP://U@WWW.Example.COM:80/A/%7eb/%2f?Q#F", "http://U@www.example.com/A/~b/%2F?Q#F"),
    (FAMILY, "http://h:/x", "http://h/x"),
    (FAMILY, "http://h:8080", "http://h:8080"),
    (FAMILY, "http://h:080/", "http://h/"),
    (FAMILY, "http://h:008080/", "http://h:8080/"),
    (FAMILY, "http://h:00/", "http://h:0/"),
    (("rfc3986",), "https://h:0443/", "https://h/"),
    (FAMILY, "ftp://h:21/", "ftp://h/"),
    (FAMILY, "http://h:21/", "http://h:21/"),
    (FAMILY, "prospero://h:1525/x", "prospero://h/x"),
    (FAMILY, "nntp://h:119/a", "nntp://h/a"),
    (FAMILY, "telnet://h:23/", "telnet://h/"),
    (FAMILY, "gopher://h:70/1", "gopher://h/1"),
    (FAMILY, "wais://h:210/x", "wais://h/x"),
    (FAMILY, "foo:%7Ea:b", "foo:~a:b"),
    (FAMILY, "http://h/x?", "http://h/x?"),
    (FAMILY, "http://h/x#", "http://h/x#"),
    (FAMILY, "http://h", "http://h"),
    (FAMILY, "http://h/a/../b/./c", "http://h/a/../b/./c"),
    (FAMILY, "http://h/%2e%2e/%2e/%2ex", "http://h/%2E%2E/%2E/.x"),
    (FAMILY, "http://h/%2541", "http://h/%2541"),
    (FAMILY, "http://h/a%3bb;c", "http://h/a%3Bb;c"),
    (FAMILY, "http://A_B:80/", "http://A_B:80/"),
    (FAMILY, "http://h/%a%41/%%41/%4%31", "http://h/%a%41/%%41/%4%31"),
    (FAMILY, "%41:b", "%41:b"),
    (FAMILY, "X-Y:%41Bc/%zz", "x-y:ABc/%zz"),
    (FAMILY, "A/%41#%42", "A/A#B"),
    (("rfc2396",), "file://localhost/a", "file://localhost/a"),
    (("rfc2396bis-00", "rfc3986"), "file://LOCALHOST/a", "file:///a"),
    (("rfc2396bis-00",), "http://[FE::1]:80/", "http://[fe::1]/"),
    (("rfc3986",), "HTTP://A_B:80/a/./b/../%7E", "http://a_b/a/~"),
    (("rfc3986",), "http://h", "http://h/"),
    (("rfc3986",), "https://h", "https://h/"),
    (("rfc3986",), "ws://h?x", "ws://h/?x"),
    (("rfc3986",), "wss://h", "wss://h/"),
    (("rfc3986",), "ws://h:80/", "ws://h/"),
    (("rfc3986",), "wss://h:443/", "wss://h/"),
    (("rfc3986",), "http://", "http://"),
    (("rfc3986",), "http:", "http:"),
    (("rfc3986",), "http://h//a", "http://h//a"),
    (("rfc3986",), "http://h/?%7e%2f#%7e%2f", "http://h/?~%2F#~%2F"),
    (("rfc3986",), "foo://h", "foo://h"),
    (("rfc3986",), "http://h/%2e%2E/x", "http://h/x"),
    (("rfc3986",), "a:/.//b", "a:/.//b"),
    (("rfc3986",), "../a/%2e", "../a/%2E"),
    (("rfc3986",), "http://h/!%21", "http://h/!%21"),
    (MEMO, "http://h/marie%2Dclaude", "http://h/marie-claude"),
    (("rfc1630",), "http://h/a%2fb%2a%21%25%2B", "http://h/a%2Fb%2A%21%25%2B"),
    (("www-uri-00",), "http://h/a%2fb%2a%21%25%2B", "http://h/a%2Fb*!%25%2B"),
    (("rfc1630",), "http://h/a%3Bb%3A%2C?%3B#%3A", "http://h/a%3Bb%3A,?%3B#%3A"),
    (("www-uri-00",), "http://h/a%3Bb%3A%2C?%3B#%3A", "http://h/a;b:,?;#:"),
    (("www-uri-00",), "a:b%3Ac/%3B%3D", "a:b:c/;%3D"),
    (("www-uri-00",), "a%3Ab", "a%3Ab"),
    (("www-uri-00",), "ftp://u%3A%3B%2E@h%3A1/", "ftp://u%3A%3B.@h%3A1/"),
    (MEMO, "http://h/a%40b?%40#%40", "http://h/a@b?@#@"),
    (MEMO, "ftp://u%40@h/%40", "ftp://u%40@h/@"),
    (MEMO, "foo:%2E%2E/x", "foo:%2E%2E/x"),
    (MEMO, "news:%2e", "news:%2E"),
    (MEMO, "foo:../x", "foo:../x"),
    (MEMO, "http://h/a b~{c}", "http://h/a%20b%7E%7Bc%7D"),
    (MEMO, "http://h/\xe9\u20ac", "http://h/%E9\u20ac"),
    (MEMO, "http://h/\xff\u0100", "http://h/%FF\u0100"),
    (MEMO, "http://h/x?a%20b+c%2Bd", "http://h/x?a%20b%20c%2Bd"),
    (MEMO, "http:%2F%20?%20", "http:%2F%20?%20"),
    (MEMO, "?%3A", "?%3A"),
    (("www-uri-00",), "/?%3A#%3A", "/?:#:"),
    (MEMO, "gopher://h/%31foo", "gopher://h/1foo"),
    (MEMO, "gopher://h/%31", "gopher://h"),
    (MEMO, "http://h/x#", "http://h/x"),
    (("rfc1630",), "file://localhost/x", "file:///x"),
    (("rfc1630",), "file://localhost", "file://"),
    (("rfc1630",), "file://localhost.a/x", "file://localhost.a/x"),
    (("www-uri-00",), "file://localhost/x", "file://localhost/x"),
    (MEMO, "ftp://h:21/x", "ftp://h/x"),
    (MEMO, "ftp://h:21", "ftp://h"),
    (MEMO, "ftp://h:210/x", "ftp://h:210/x"),
    (MEMO, "ftp://h/x:21", "ftp://h/x:21"),
    (MEMO, "ftp://u:21@h/x", "ftp://u:21@h/x"),
    (MEMO, "ftp://u:p@h:21/x", "ftp://u:p@h/x"),
    (MEMO, "ftp://anonymous@h/x", "ftp://h/x"),
    (MEMO, "ftp://anonymous@h:21/x", "ftp://h/x"),
    (MEMO, "ftp://anonymous:p@h/x", "ftp://anonymous:p@h/x"),
    (MEMO, "ftp://anonymous@u@h/x", "ftp://anonymous@u@h/x"),
    (MEMO, "ftp://h/anonymous@h", "ftp://h/anonymous@h"),
    (MEMO, "gopher://anonymous@h:21/0x", "gopher://anonymous@h:21/0x"),
    (MEMO, "gopher://h", "gopher://h"),
    (MEMO, "gopher://h/1", "gopher://h"),
    (MEMO, "gopher://h/", "gopher://h"),
    (MEMO, "gopher://h/11", "gopher://h/11"),
    (MEMO, "HTTP://H:80/", "HTTP://H:80/"),
    (MEMO, "news:a%40b", "news:a%40b"),
    (MEMO, "http://h/%2e%2e/%2ea", "http://h/%2E%2E/.a"),
    (("whatwg",), "HTTP://H:80/a/../%7e", "http://h/%7e"),
    (("whatwg",), "no URL", "no URL"),
]


@pytest.mark.rows(("rules", "uri", "form"), FORMS)
def test_a_normal_form(rules: tuple[str, ...], uri: str, form: str) -> None:
    for name in rules:
        assert absolutize.normal_form(uri, rules=name) == form, name


PIECES = st.sampled_from(
    [
        *"aA1.~/?#:@+%",
        "//",
        "ftp://",
        "anonymous@",
        ":21",
        "%2e",
        "%41",
        "%25",
        "%2F",
        "http:",
        "file://localhost",
        "..",
        "\xe9",
        " ",
    ]
)
TEXTS = st.lists(PIECES, max_size=9).map("".join)


@pytest.mark.parametrize("rules", absolutize.RULE_SETS)
@example(text="file://localhost%2eA")
@given(text=TEXTS)
def test_a_normal_form_is_its_own(rules: str, text: str) -> None:
    """Normalising twice gives the same form; nothing is unescaped twice."""
    once = absolutize.normal_form(text, rules=rules)
    assert absolutize.normal_form(once, rules=rules) == once


@pytest.mark.parametrize("rules", FAMILY)
@given(text=TEXTS)
def test_a_normal_form_keeps_what_is_undefined_or_empty(rules: str, text: str) -> None:
    form, given_ = absolutize.split(absolutize.normal_form(text, rules=rules)), absolutize.split(text)
    assert [part is None for part in form] == [part is None for part in given_]
    assert form.path.count("/") == given_.path.count("/")
    assert (form.query == "") == (given_.query == "")
