"""Parsing into components: authority, segments and parameters, and the schemes of RFC 1630."""

from typing import Any

import pytest

import absolutize
from absolutize import Authority, Segment
from absolutize.uri.abnf.grammar import Reading
from tests.support.vectors import rows

AUTHORITIES = [  # text, then its components under rfc2396, rfc2396bis-00 and rfc3986
    ("h", Authority(None, "h", None, kind="hostname"), None, Authority(None, "h", None, kind="reg-name")),
    (
        "u:p@h:80",
        Authority("u:p", "h", "80", kind="hostname"),
        None,
        Authority("u:p", "h", "80", kind="reg-name"),
    ),
    ("h:", Authority(None, "h", "", kind="hostname"), None, Authority(None, "h", "", kind="reg-name")),
    ("@h", Authority("", "h", None, kind="hostname"), None, Authority("", "h", None, kind="reg-name")),
    ("", Authority(None, "", None), None, Authority(None, "", None, kind="reg-name")),
    ("1.2.3.4", Authority(None, "1.2.3.4", None, kind="IPv4address"), None, None),
    (
        "a_b:1",
        Authority(registry="a_b:1", kind="reg-name"),
        None,
        Authority(None, "a_b", "1", kind="reg-name"),
    ),
    (
        "[::1]:8",
        Authority(registry="[::1]:8"),
        Authority(None, "[::1]", "8", kind="IPv6reference"),
        Authority(None, "[::1]", "8", kind="IP-literal"),
    ),
    ("a b", Authority(registry="a b"), None, None),
]


@pytest.mark.rows(("text", "older", "bis", "newer"), AUTHORITIES)
def test_an_authority_has_parts(text: str, older: Any, bis: Any, newer: Any) -> None:
    """RFC 2396 3.2: a server or a name in a registry; RFC 3986 3.2: always a host."""
    for rules, expected in (
        ("rfc2396", older),
        ("rfc2396bis-00", bis or older),
        ("rfc3986", newer or bis or older),
    ):
        assert absolutize.parse(f"x://{text}/", rules=rules).authority == expected, rules


def test_a_path_has_segments_with_parameters() -> None:
    """RFC 2396 3.3 and bis-00 3.3; RFC 3986 has no parameters."""
    parsed = absolutize.parse("http://a/b;c;d/;/e?f#g", rules="rfc2396")
    assert parsed.segments == (Segment("b", ("c", "d")), Segment("", ("",)), Segment("e"))
    assert parsed.reference == absolutize.split("http://a/b;c;d/;/e?f#g")
    assert absolutize.parse("a;b=c/d").segments == (Segment("a", ("b=c",)), Segment("d"))
    assert absolutize.parse("a;b/c", rules="rfc3986").segments == (Segment("a;b"), Segment("c"))
    assert absolutize.parse("mailto:a/b").segments == ()
    assert absolutize.parse("//a").segments == ()
    assert absolutize.parse("/").segments == (Segment(""),)


OPAQUE = {  # of foo:a/b;c: -02 4.3, "A reference is parsed as if it is a generic-URI"; RFC 3986 3.3
    "uri-syntax-02": (Segment("a"), Segment("b", ("c",))),
    "rfc3986": (Segment("a"), Segment("b;c")),
    "uri-syntax-03": (),
    "rfc2396": (),
    "rfc2396bis-00": (),
}


@pytest.mark.rows("rules", OPAQUE)
def test_a_path_that_others_call_opaque_has_segments(rules: str) -> None:
    assert absolutize.parse("foo:a/b;c", rules=rules).segments == OPAQUE[rules]


def test_a_refusal_comes_with_the_components() -> None:
    parsed = absolutize.parse("http://a/b c")
    assert parsed.reference.path == "/b c"
    assert parsed.refusal == ("http://a/b c", 10, " ", "segment")
    assert absolutize.parse("?y", rules="rfc2396").refusal is not None
    assert absolutize.parse("?y", rules="rfc2396", reading="intended").refusal is None


@pytest.mark.parametrize("reading", ["printed", "intended"])
def test_an_authority_is_read_as_the_grammar_is(reading: Reading) -> None:
    """bis-00 3.2.2: "The rightmost domain label [...] will never start with a digit", but "a.1" matches."""
    authority = absolutize.parse("http://a.1/", rules="rfc2396bis-00", reading=reading).authority
    server = absolutize.Authority(host="a.1", kind="hostname")
    assert authority == (
        server if reading == "printed" else absolutize.Authority(registry="a.1", kind="reg-name")
    )


def test_a_reading_is_one_of_two() -> None:
    with pytest.raises(ValueError, match=r"^reading must be one of printed, intended, not 'x'$"):
        absolutize.parse("x", rules="whatwg", reading="x")  # type: ignore[arg-type]


def test_the_url_standard_gives_the_url_that_it_makes() -> None:
    parsed = absolutize.parse("HTTP://u:p@H:80/a/../b?c", rules="whatwg")
    assert parsed.reference == ("http", "u:p@h", "/b", "c", None)
    assert parsed.authority == Authority("u:p", "h", None, kind="host")
    assert (parsed.segments, parsed.refusal) == ((Segment("b"),), None)
    assert absolutize.parse("mailto:x", rules="whatwg").segments == ()
    refusal = absolutize.parse("//x", rules="whatwg").refusal
    assert str(refusal) == "at 0: '/' cannot be part of <URL>"


SCHEME_ROWS = [pytest.param(row, id=row["input"]) for row in rows("rfc1630-schemes")]


@pytest.mark.rows("row", SCHEME_ROWS)
def test_every_row_of_the_schemes(row: dict[str, Any]) -> None:
    """Where RFC 1630 contradicts itself (``valid`` is null), either answer is accepted."""
    parsed = absolutize.parse(row["input"], rules="rfc1630", reading="intended")
    assert row["valid"] in {None, parsed.refusal is None}
    assert parsed.reference.scheme == row["scheme"]
    assert parsed.reference.fragment == row.get("fragment")
    for name in ("host", "port", "search", "gtype", "gcommand", "decoded"):
        if name in row:
            assert parsed.fields[name] == row[name]
    if "article" in row:
        assert (parsed.fields["article"] is not None) == row["article"]
    if "inner" in row:
        assert parsed.fields["url"] == row["inner"]


FIELDS = [
    ("http://h/a?b", {"host": "h", "port": None, "path": "a", "search": "b"}),
    ("mailto:a%25b@c", {"addr-spec": "a%25b@c", "decoded": "a%b@c"}),
    ("mailto:%E9%2541@c", {"decoded": "é%41@c"}),
    ("news:*", {"group": "*", "article": None}),
    ("news:a@b", {"group": None, "article": "a@b"}),
    ("nntp:a.b/12", {"group": "a.b", "digits": "12"}),
    ("telnet://u:p@h:23", {"user": "u", "password": "p", "host": "h", "port": "23"}),
    ("rlogin://u@h", {"user": "u", "password": None, "host": "h"}),
    ("tn3270://h", {"user": None, "host": "h"}),
    ("mid:a@b", {"addr-spec": "a@b"}),
    ("cid:a@b", {"content-identifier": "a@b"}),
    ("prospero://h:1/a/b%003", {"host": "h", "port": "1", "hsoname": "a/b", "version": "3"}),
    ("prospero://h/a", {"hsoname": "a", "version": None, "attributes": None}),
    ("prospero://h/obj%0012ab", {"hsoname": "obj", "version": "12", "attributes": "ab"}),
    ("nntp://h:1/a.b/12", {"host": "h", "port": "1", "group": "a.b", "digits": "12"}),
    ("nntp:a.b", {"host": None, "group": "a.b", "digits": None}),
    ("http:x", {"host": None, "port": None, "path": "x"}),
    ("http:/x", {"host": None, "path": "/x"}),
    ("telnet:h", {"user": None, "password": None, "host": None, "port": None}),
    ("ftp:x", {"host": None, "path": "x"}),
    ("urn:/a/b", {"path": "/a/b"}),
    ("url:news:*", {"url": "news:*"}),
    ("afs://cell/a/b", {"cellname": "cell", "path": "a/b"}),
    ("x-foo:bar", {"path": "bar"}),
]


FIELDS_OF_THE_MEMO = [
    ("ftp://h/a/b;type=I", {"user": "anonymous", "path": "a/b", "ftptype": "I"}),
    ("ftp://u:p@h:21/a/", {"user": "u", "password": "p", "port": "21", "path": "a/", "ftptype": "directory"}),
    ("ftp://a+b@h/x", {"user": "a+b", "password": None, "host": "h", "path": "x"}),
    ("ftp://h", {"host": "h", "path": None, "ftptype": None}),
    ("ftp://h/", {"host": "h", "path": "", "ftptype": "directory"}),
    ("ftp://", {"host": "", "path": None, "ftptype": None}),
    ("ftp://h/a;type=b/c;type=I", {"path": "a;type=b/c", "ftptype": "I"}),
    ("ftp://h/a;type=b/c/", {"path": "a;type=b/c/", "ftptype": "directory"}),
    ("ftp://a;type=b/c", {"host": "a;type=b", "path": "c", "ftptype": None}),
    ("ftp:", {"host": None, "path": "", "ftptype": None}),
    ("gopher://h/00/x", {"gtype": "0", "gcommand": "0/x"}),
    ("gopher://h/", {"gtype": "1", "gcommand": ""}),
    ("gopher://h/%31foo", {"gtype": "%31", "gcommand": "foo"}),
    ("gopher://h/%3", {"gtype": "%", "gcommand": "3"}),
    ("wais://h/d?s+t", {"database": "d", "search": "s+t", "wtype": None, "wpath": None}),
    ("wais://h:210/d/t/1=a;2=b;", {"port": "210", "database": "d", "wtype": "t", "wpath": "1=a;2=b;"}),
    ("file:///etc/motd", {"host": "localhost", "path": "etc/motd"}),
    ("file://h/x", {"host": "h", "path": "x"}),
    ("file:/x", {"host": None, "path": "/x"}),
]
FIELDS_OF_THE_DRAFT = [  # the draft has neither types of files nor the scheme file
    ("ftp://u!:p@h/x", {"user": "u!", "password": "p", "host": "h", "port": None, "path": "x"}),
    ("ftp://u:p:q@r@h:21/x", {"user": "u", "password": "p:q@r", "host": "h", "port": "21", "path": "x"}),
    ("ftp://h/;type=", {"user": "anonymous", "password": None, "host": "h", "port": None, "path": ";type="}),
    ("ftp://h/a/", {"user": "anonymous", "password": None, "host": "h", "port": None, "path": "a/"}),
    ("ftp:x", {"user": "anonymous", "password": None, "host": None, "port": None, "path": "x"}),
    ("telnet://u!@h", {"user": "u!", "password": None, "host": "h", "port": None}),
    ("gopher://h/00/x?y", {"host": "h", "port": None, "gtype": "0", "selector": "0/x", "search": "y"}),
    ("wais://h/d/t/p", {
        "host": "h", "port": None, "database": "d", "search": None, "wtype": "t", "path": "p"
    }),
    ("file://localhost/x", {"path": "//localhost/x"}),
]  # fmt: skip


@pytest.mark.rows(("text", "fields"), FIELDS_OF_THE_DRAFT)
def test_a_scheme_of_the_draft_has_these_fields_alone(text: str, fields: dict[str, str | None]) -> None:
    assert absolutize.parse(text, rules="www-uri-00").fields == fields


@pytest.mark.rows(("text", "fields"), FIELDS_OF_THE_MEMO)
def test_a_scheme_of_the_memo_has_fields(text: str, fields: dict[str, str | None]) -> None:
    found = absolutize.parse(text, rules="rfc1630").fields
    assert {name: found[name] for name in fields} == fields


SEGMENTS = [
    ("http://h/a/b", ("a", "b")),
    ("http://h/a/?b/c#d/e", ("a", "")),
    ("http://h", ()),
    ("http://h/", ("",)),
    ("urn:/a/b", ("a", "b")),
    ("urn:a;b/c", ("a;b", "c")),
    ("news:a.b", ("a.b",)),
    ("a/b", ("a", "b")),
    ("a:", ()),
    ("a:b//c", ("b", "", "c")),
]


@pytest.mark.rows("rules", ["rfc1630", "www-uri-00"])
@pytest.mark.rows(("text", "segments"), SEGMENTS)
def test_a_path_has_segments_whatever_the_scheme(rules: str, text: str, segments: tuple[str, ...]) -> None:
    assert tuple(segment.name for segment in absolutize.parse(text, rules=rules).segments) == segments


@pytest.mark.rows("rules", ["rfc1630", "www-uri-00"])
@pytest.mark.rows(("text", "fields"), FIELDS)
def test_a_scheme_has_fields(rules: str, text: str, fields: dict[str, str | None]) -> None:
    found = absolutize.parse(text, rules=rules).fields
    assert {name: found[name] for name in fields} == fields


def test_a_fragment_id_may_be_void() -> None:
    """ "A void fragment-id with or without the hash sign means that the URL refers to the whole"."""
    assert absolutize.parse("http://h/a#", rules="rfc1630").refusal is None
    refusal = absolutize.parse("http://h/a#b~", rules="rfc1630").refusal
    assert refusal == ("http://h/a#b~", 12, "~", "xalphas")


@pytest.mark.rows("rules", ["rfc1630", "www-uri-00"])
@pytest.mark.rows(
    ("text", "position", "character"),
    [("http://h/~#f", 9, "~"), ("news:#f", 5, "#"), ("g?#", 2, "#"), ("news:", 5, None), ("x:a#b~", 5, "~")],
)
def test_a_refusal_is_of_the_whole_text(rules: str, text: str, position: int, character: str | None) -> None:
    """What is in front of the fragment is parsed by itself, but the text does not end there."""
    refusal = absolutize.parse(text, rules=rules).refusal
    assert refusal is not None
    assert (refusal.text, refusal.position, refusal.character) == (text, position, character)


PARTIAL = [  # partial forms, and where they are refused
    ("", None),
    ("#", None),
    ("#f", None),
    ("g", None),
    ("../g", None),
    ("/g/", None),
    ("//g", None),
    ("///g", None),
    ("?y", None),
    ("g?a+b#c", None),
    ("./g,x", None),
    ("a~", 1),
    ("a/b<", 3),
    ("g?a=b", 3),
    ("g%zz", 2),
]


@pytest.mark.rows("reading", ["printed", "intended"])
@pytest.mark.rows("rules", ["rfc1630", "www-uri-00"])
@pytest.mark.rows(("text", "position"), PARTIAL)
def test_a_partial_form_is_accepted(rules: str, text: str, position: int | None, reading: Reading) -> None:
    """`parse` accepts it, and so does the grammar, which `check` uses."""
    for refusal in (
        absolutize.parse(text, rules=rules, reading=reading).refusal,
        absolutize.RULE_SETS[rules].refusal(text, reading=reading),
    ):
        assert (refusal and refusal.position) == position


@pytest.mark.rows("rules", absolutize.RULE_SETS)
@pytest.mark.rows(
    "text", ["", "#", "//@:", "news:", "ftp://@@:/", "\ud800", "wais:", "a:?#", "http://[", "url:"]
)
def test_anything_is_parsed(rules: str, text: str) -> None:
    absolutize.parse(text, rules=rules)
