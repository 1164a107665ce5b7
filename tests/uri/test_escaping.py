"""Escaping data for a component and back: RFC 2396 2.4.2, and the conventional encoding of RFC 1630."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import absolutize
from absolutize.uri.escaping import Component

FAMILY = ("uri-syntax-02", "uri-syntax-03", "rfc2396", "rfc2396bis-00")
MEMO = ("www-uri-00", "rfc1630")
ESCAPED = [  # rule sets, data, component, escaped
    (FAMILY, "100%", "segment", "100%25"),
    (FAMILY, "%41", "segment", "%2541"),
    (FAMILY, "a/b;c=d?e:f@g&h+i$j,k", "segment", "a%2Fb%3Bc%3Dd%3Fe:f@g&h+i$j,k"),
    (FAMILY, "a&b=c d", "query", "a%26b%3Dc%20d"),
    (FAMILY, "u:p@h", "userinfo", "u%3Ap%40h"),
    (FAMILY, "a-_.!~*'()", "segment", "a-_.!~*'()"),
    (FAMILY, '<>#"{}|\\^[]`', "fragment", "%3C%3E%23%22%7B%7D%7C%5C%5E%5B%5D%60"),
    (FAMILY, "\xe9", "segment", "%C3%A9"),
    (FAMILY, "..", "segment", "%2E%2E"),
    (FAMILY, "..", "query", ".."),
    (("rfc3986",), "~!*", "segment", "~%21%2A"),
    (("whatwg",), "a/b ~&'", "segment", "a%2Fb%20~%26'"),
    (MEMO, "\xe9~", "segment", "%E9%7E"),
    (MEMO, "a b+c*!", "query", "a%20b%2Bc%2A%21"),
    (MEMO, "$-_@.&\"'(),", "segment", "$-_@.&\"'(),"),
    (MEMO, ".", "segment", "%2E"),
    (MEMO, "a@b:1", "reg_name", "a%40b%3A1"),
    (("rfc1630",), "a.b+c-d_1", "userinfo", "a.b+c-d_1"),
    (("www-uri-00",), "a&b+c@", "userinfo", "a&b%2Bc%40"),
]


@pytest.mark.rows(("rules", "data", "component", "escaped"), ESCAPED)
def test_data_is_escaped_for_a_component(
    rules: tuple[str, ...], data: str, component: Component, escaped: str
) -> None:
    for name in rules:
        assert absolutize.escape(data, component, rules=name) == escaped, name
        assert absolutize.unescape(escaped, rules=name) == data, name


MARKS = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~"
KEPT = {  # rule sets and component, and the marks that stay
    (FAMILY, "userinfo"): "-_.!~*'()&=+$,",
    (FAMILY, "reg_name"): "-_.!~*'()&=+$",
    (FAMILY, "segment"): "-_.!~*'():@&+$,",
    (FAMILY, "param"): "-_.!~*'():@&+$,",
    (FAMILY, "query"): "-_.!~*'()",
    (FAMILY, "fragment"): "-_.!~*'()",
    (("rfc3986",), "userinfo"): "-._~&=+$,",
    (("rfc3986",), "query"): "-._~",
    (MEMO, "reg_name"): "$-_.&\"'(),",
    (MEMO, "segment"): "$-_.&\"'(),@",
    (MEMO, "query"): "$-_.&\"'(),@",
    (("www-uri-00",), "userinfo"): "$-_.&\"'(),",
}


@pytest.mark.rows(("rules", "component"), KEPT)
def test_which_marks_stay(rules: tuple[str, ...], component: Component) -> None:
    for name in rules:
        stay = {mark for mark in MARKS if absolutize.escape(mark, component, rules=name) == mark}
        dots = {"."} if component == "segment" else set()  # one alone is a dot segment
        assert stay == {*KEPT[rules, component]} - dots


MESSAGES: dict[str, tuple[Any, str]] = {
    "octets": (
        lambda: absolutize.unescape("a%41%FF%FEb"),
        "text[4]: '%FF' is no character in utf-8, the encoding of rfc2396bis-00",
    ),
    "a character": (
        lambda: absolutize.escape("a/b\u20ac", rules="rfc1630"),
        "text[3]: '\u20ac' is not in iso-8859-1, the encoding of rfc1630",
    ),
    "a character that changes": (
        lambda: absolutize.escape("a\xa5", encoding="shift_jis"),
        "text[1:2] cannot be decoded unchanged from shift_jis, the encoding given",
    ),
    "a user": (
        lambda: absolutize.escape("a:b", "userinfo", rules="rfc1630"),
        "text[1]: ':' can be in no userinfo of rfc1630, which has no escapes",
    ),
    "no codec": (
        lambda: absolutize.escape("a", encoding="nope"),
        "encoding 'nope': Python has none of that name",
    ),
    **{
        f"no text, {name}": (
            lambda name=name: absolutize.unescape("a", encoding=name),
            f"encoding '{name}': not an encoding of text",
        )
        for name in ("hex", "rot13", "idna", "undefined")
    },
}


@pytest.mark.rows("name", MESSAGES)
def test_what_is_wrong_and_where(name: str) -> None:
    call, message = MESSAGES[name]
    with pytest.raises(ValueError) as refused:  # noqa: PT011 -- the message is asserted
        call()
    assert str(refused.value) == message


def test_nothing_is_unescaped_twice() -> None:
    """2.4.2: "%2541" is the data "%41", and not "A"."""
    assert absolutize.unescape("%2541") == "%41"
    assert absolutize.unescape("%zz%4%41%") == "%zz%4A%"
    assert absolutize.unescape("%e9", encoding="iso-8859-1") == "\xe9"
    assert absolutize.escape("\xe9", encoding="iso-8859-1") == "%E9"


ENCODINGS = (
    "utf-8",
    "utf-8-sig",
    "utf-16",
    "utf-16-le",
    "utf-32",
    "utf-7",
    "iso2022_jp",
    "cp037",
    "punycode",
)


@pytest.mark.parametrize("data", ["..", ".", "a\u65e5/b\u672c\u8a9e~c", "\ufeffa", "/a//b", ""], ids=ascii)
@pytest.mark.parametrize("encoding", ENCODINGS)
def test_what_is_escaped_comes_back_in_every_encoding(encoding: str, data: str) -> None:
    """Each run of escaped characters has one byte order mark, if the encoding has any."""
    try:
        data.encode(encoding)
    except UnicodeEncodeError:
        pytest.skip(f"{data!a} is not in {encoding}")
    assert absolutize.unescape(absolutize.escape(data, encoding=encoding), encoding=encoding) == data


@pytest.mark.rows(
    ("call", "error"),
    [
        (lambda: absolutize.unescape("%FF"), ValueError),
        (lambda: absolutize.escape("\u20ac", rules="rfc1630"), ValueError),
        (lambda: absolutize.escape("a", "host"), ValueError),  # type: ignore[arg-type]
        (lambda: absolutize.escape("a", rules="rfc9999"), ValueError),
    ],
)
def test_what_cannot_be_escaped_is_refused(call: Any, error: type[ValueError]) -> None:
    with pytest.raises(error):
        call()


def test_a_codec_that_does_not_say_where_it_fails() -> None:
    why = r"^text\[1:7\]: cannot be decoded from punycode, the encoding given$"
    with pytest.raises(ValueError, match=why):
        absolutize.unescape("a%2D%7A", encoding="punycode")


PLAIN = st.text(st.characters(codec="latin-1"), min_size=1, max_size=12)


@given(data=PLAIN | st.text("aZ0-_.+@&:%", min_size=1))
def test_data_is_a_user_of_rfc1630_or_is_refused(data: str) -> None:
    """The BNF of RFC 1630: "user alphanum2 [ user ]"."""
    rule_set = absolutize.RULE_SETS["rfc1630"]
    if not rule_set.matches("user", data):
        with pytest.raises(ValueError, match="can be in no userinfo of rfc1630"):
            absolutize.escape(data, "userinfo", rules="rfc1630")
        return
    escaped = absolutize.escape(data, "userinfo", rules="rfc1630")
    assert (escaped, absolutize.unescape(escaped, rules="rfc1630")) == (data, data)


@given(first=PLAIN, second=PLAIN)
def test_data_never_delimits(first: str, second: str) -> None:
    """Segments, a parameter and a query that are built from escaped data are parsed into the same data."""
    uri = f"http://h/{absolutize.escape(first)};{absolutize.escape(second, 'param')}"
    query = absolutize.escape(second, "query")
    parsed = absolutize.parse(f"{uri}?{query}#{query}", rules="rfc2396")
    (segment,) = parsed.segments
    assert absolutize.unescape(segment.name) == first
    assert [absolutize.unescape(param) for param in segment.params] == [second]
    assert absolutize.unescape(parsed.reference.query or "") == second
