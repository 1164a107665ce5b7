"""Attribute values: character references, escaping, white space, lists (HTML Standard 13.2.5.72-80)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import html5lib._tokenizer
import pytest
from html5lib.constants import entities, tokenTypes
from hypothesis import example, given
from hypothesis import strategies as st

from absolutize.html.document.document import document_of
from absolutize.html.document.references import cut_value
from absolutize.html.grammar import character_references
from absolutize.html.grammar.offsets import Offsets
from absolutize.html.link_table.rows import Row
from absolutize.html.tokenizer.value_span import ValueSpan
from tests.support.vectors import rows

# --- decode --------------------------------------------------------------------------------


@pytest.mark.rows("row", rows("attribute-decode"), ids=lambda row: row["raw"])
def test_vectors(row: dict[str, Any]) -> None:
    """13.2.5.73: named references in attributes decode as the test vectors say."""
    assert character_references.decode_attribute(row["raw"]) == row["expected"]


@pytest.mark.rows(
    ("raw", "expected"),
    [
        pytest.param("&amp;", "&", id="semicolon"),
        pytest.param("&amp", "&", id="legacy name at the end"),
        pytest.param("&amp/", "&/", id="legacy name before a slash"),
        pytest.param("&amp;=", "&=", id="semicolon before ="),
        pytest.param("&amp;x", "&x", id="semicolon before a letter"),
        pytest.param("&amp=", "&amp=", id="legacy name before ="),
        pytest.param("&ampx", "&ampx", id="legacy name before a letter"),
        pytest.param("&amp1", "&amp1", id="legacy name before a digit"),
        pytest.param("&amp\u00e9", "&\u00e9", id="legacy name before a letter beyond ASCII"),
        pytest.param("&amp\u0663", "&\u0663", id="legacy name before a digit beyond ASCII"),
        pytest.param("&amp&amp", "&&", id="legacy name before another reference"),
        pytest.param("&ampamp;", "&ampamp;", id="two names in one"),
        pytest.param("&amp;amp;", "&amp;", id="decoded once only"),
        pytest.param("&AMP", "&", id="legacy name in capitals"),
        pytest.param("&Amp;", "&Amp;", id="names mind their case"),
        pytest.param("&notin;", "\u2209", id="the longest name counts"),
        pytest.param("&notin", "&notin", id="a longer name without its semicolon"),
        pytest.param("&not;in;", "\u00acin;", id="the name ends at the first semicolon"),
        pytest.param("&hellip", "&hellip", id="a name that has no legacy form"),
        pytest.param("&hellip;=", "\u2026=", id="the same with its semicolon, before ="),
        pytest.param("&nosuch;", "&nosuch;", id="no such name"),
        pytest.param("&nosuch;=", "&nosuch;=", id="no such name, before ="),
        pytest.param("&acE;", "\u223e\u0333", id="a name of two characters"),
        pytest.param("&frac12;&frac12", "\u00bd\u00bd", id="names with digits"),
        pytest.param("&;", "&;", id="no name"),
        pytest.param("& amp;", "& amp;", id="a space before the name"),
        pytest.param("&&amp;", "&&", id="two ampersands"),
        pytest.param("&", "&", id="an ampersand alone"),
    ],
)
def test_named_references(raw: str, expected: str) -> None:
    """13.2.5.73 named character reference state, "consumed as part of an attribute"."""
    assert character_references.decode_attribute(raw) == expected


# 13.2.5.80, the table of numeric character reference end state
C1 = {
    0x80: 0x20AC, 0x82: 0x201A, 0x83: 0x0192, 0x84: 0x201E, 0x85: 0x2026, 0x86: 0x2020, 0x87: 0x2021,
    0x88: 0x02C6, 0x89: 0x2030, 0x8A: 0x0160, 0x8B: 0x2039, 0x8C: 0x0152, 0x8E: 0x017D, 0x91: 0x2018,
    0x92: 0x2019, 0x93: 0x201C, 0x94: 0x201D, 0x95: 0x2022, 0x96: 0x2013, 0x97: 0x2014, 0x98: 0x02DC,
    0x99: 0x2122, 0x9A: 0x0161, 0x9B: 0x203A, 0x9C: 0x0153, 0x9E: 0x017E, 0x9F: 0x0178,
}  # fmt: skip


@pytest.mark.rows("code", range(0x7F, 0xA1), ids=hex)
def test_c1_controls_mean_windows_1252(code: int) -> None:
    """13.2.5.80: only the numbers in the table are replaced."""
    expected = chr(C1.get(code, code))
    assert character_references.decode_attribute(f"&#{code};&#x{code:x};") == expected + expected


@pytest.mark.rows(
    ("raw", "expected"),
    [
        pytest.param("&#65;&#x41;&#X41;", "AAA", id="decimal and hexadecimal"),
        pytest.param("&#xaF;", "\u00af", id="either case of a hexadecimal digit"),
        pytest.param("&#65x", "Ax", id="a decimal number ends at a letter"),
        pytest.param("&#x41g", "Ag", id="a hexadecimal number ends behind f"),
        pytest.param("&#65=", "A=", id="no semicolon, before ="),
        pytest.param("&#65", "A", id="no semicolon, at the end"),
        pytest.param("&#0065;&#x0000000041;", "AA", id="leading zeros"),
        pytest.param("&#0;&#x0;&#000;", "\ufffd" * 3, id="zero"),
        pytest.param("&#xD7FF;&#xE000;", "\ud7ff\ue000", id="around the surrogates"),
        pytest.param("&#xD800;&#57343;&#xDC00;", "\ufffd" * 3, id="surrogates"),
        pytest.param("&#x10FFFF;", "\U0010ffff", id="the last code point"),
        pytest.param("&#x110000;&#1114112;", "\ufffd" * 2, id="beyond Unicode"),
        pytest.param(f"&#{'9' * 5000};&#x{'f' * 5000};", "\ufffd" * 2, id="far beyond Unicode"),
        pytest.param(f"&#{'0' * 5000}65;", "A", id="very many zeros"),
        pytest.param("&#xFDD0;&#xFFFF;", "\ufdd0\uffff", id="noncharacters stay"),
        pytest.param("&#13;&#11;&#1;", "\r\v\x01", id="controls stay"),
        pytest.param("&#;&#x;&#xg;&#-1;&# 1;&#", "&#;&#x;&#xg;&#-1;&# 1;&#", id="no digits"),
        pytest.param("&#\u0661;", "&#\u0661;", id="digits beyond ASCII are none"),
        pytest.param("\0a\0", "\ufffda\ufffd", id="NUL in the value (13.2.5.36-38)"),
    ],
)
def test_numeric_references(raw: str, expected: str) -> None:
    """13.2.5.75-80 numeric character references."""
    assert character_references.decode_attribute(raw) == expected


@pytest.mark.rows("behind", ["", "=", "x", "1", ";", "&", " "])
def test_every_name_of_the_standard(behind: str) -> None:
    """13.5: all names with ";" decode; names without it only if no "=" or alphanumeric follows."""
    wrong = {
        name: character_references.decode_attribute(f"&{name}{behind}")
        for name, text in entities.items()
        if character_references.decode_attribute(f"&{name}{behind}") != expected_behind(name, text, behind)
    }
    assert not wrong


def expected_behind(name: str, text: str, behind: str) -> str:
    """Decode a named reference in an attribute, followed by some text."""
    if name.endswith(";"):
        return text + behind
    if behind == ";":
        return entities[f"{name};"]
    return f"&{name}{behind}" if behind in {"=", "x", "1"} else text + behind


PIECES = [*"&#xX;=a9t\"' \0\n\u00e9", "amp", "lt", "not", "notin", "copy", "acE", "128", "xD800", "x110000"]


@given(st.lists(st.sampled_from(PIECES), max_size=12).map("".join), st.sampled_from("\"'"))
@example("&#x80&not&notin;&notit;&lt=&#0", '"')
def test_agrees_with_html5lib(text: str, quote: str) -> None:
    """13.2.5.36-37, 72-80: any value reads as html5lib's tokenizer reads it."""
    raw = text.replace(quote, "")
    assert character_references.decode_attribute(raw) == attribute_value(f"<a b={quote}{raw}{quote}>")


def attribute_value(markup: str) -> str:
    """The value of the only attribute of a start tag, by html5lib's tokenizer."""
    tokens: Iterable[Any] = html5lib._tokenizer.HTMLTokenizer(markup)
    (token,) = (token for token in tokens if token["type"] == tokenTypes["StartTag"])
    (value,) = token["data"].values()
    return str(value)


# --- escape --------------------------------------------------------------------------------


@pytest.mark.rows(
    ("text", "quote", "expected"),
    [
        pytest.param("?a=1&b=<'>", '"', "?a=1&amp;b=<'>", id="double: & alone"),
        pytest.param('a"b', '"', "a&quot;b", id="double: the quote"),
        pytest.param("a\"b'&", "'", 'a"b&#39;&amp;', id="single: the quote and &"),
        pytest.param("a b\tc\nd\fe\rf", "", "a&#32;b&#9;c&#10;d&#12;e&#13;f", id="unquoted: white space"),
        pytest.param("\"'=<>`&", "", "&#34;&#39;&#61;&#60;&#62;&#96;&amp;", id="unquoted: 13.1.2.3"),
        pytest.param("&amp;", '"', "&amp;amp;", id="what looks escaped is escaped again"),
        pytest.param("a/b?c#d", "", "a/b?c#d", id="nothing to escape"),
        pytest.param("", "", "", id="empty"),
    ],
)
def test_escape(text: str, quote: str, expected: str) -> None:
    """13.3: "&" and the quote in use are escaped; in unquoted values, all that 13.1.2.3 forbids."""
    assert character_references.escape_attribute(text, quote) == expected


URL_TEXT = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0\r"), min_size=1)


@given(URL_TEXT, st.sampled_from(["", '"', "'"]))
@example("&copy=&lt", "")
@example("a>b", "")
def test_an_escaped_text_reads_as_itself(text: str, quote: str) -> None:
    """Contract, promise 5: any escaped text stays inside its attribute, and decodes to the same text."""
    escaped = character_references.escape_attribute(text, quote)
    assert character_references.decode_attribute(escaped) == text
    assert attribute_value(f"<a b={quote}{escaped}{quote}>") == text


# --- clean ---------------------------------------------------------------------------------


@pytest.mark.rows(
    ("text", "expected"),
    [
        pytest.param("  a ", "a", id="spaces around"),
        pytest.param("\0\x01\x1fa\x1f\x0b\f ", "a", id="C0 controls around"),
        pytest.param("\ta\tb\nc\rd\r\n", "abcd", id="tabs and line ends anywhere"),
        pytest.param(" \t \na", "a", id="mixed before"),
        pytest.param("a b", "a b", id="a space inside stays"),
        pytest.param("a\fb\x0bc\0d", "a\fb\x0bc\0d", id="other controls inside stay"),
        pytest.param("\x7fa\x80", "\x7fa\x80", id="DEL and C1 controls stay"),
        pytest.param("\u00a0a\u2028\u3000", "\u00a0a\u2028\u3000", id="white space beyond ASCII stays"),
        pytest.param("\t \r\n", "", id="nothing else"),
    ],
)
def test_clean(text: str, expected: str) -> None:
    """URL Standard 4.4, basic URL parser, steps 1 to 3."""
    assert character_references.clean(text) == expected


# --- split ---------------------------------------------------------------------------------


def split(syntax: str, raw: bytes) -> list[bytes]:
    """Split a value into its references, as they are written."""
    found = ValueSpan(0, "x", Row("x", "y", syntax, "here"), 0, len(raw))
    return [raw[start:stop] for start, stop, _ in cut_value(document_of(raw, "utf-8"), found) or []]


@pytest.mark.rows(
    ("raw", "expected"),
    [
        pytest.param(b"", [], id="empty"),
        pytest.param(b" \t\r\n", [], id="white space alone"),
        pytest.param(b"a", [b"a"], id="one"),
        pytest.param(b" a\tb\nc\fd\re ", [b"a", b"b", b"c", b"d", b"e"], id="every white space"),
        pytest.param(b"a\x0bb\x1cc", [b"a\x0bb\x1cc"], id="other controls do not separate"),
        pytest.param(b"a,b;c", [b"a,b;c"], id="nor do commas"),
        pytest.param(b"a\xc2\xa0b\x85c", [b"a\xc2\xa0b\x85c"], id="nor white space beyond ASCII"),
        pytest.param(b"a&#32;b", [b"a", b"b"], id="a reference to a space"),
        pytest.param(b"a&#32b", [b"a", b"b"], id="the same without its semicolon"),
        pytest.param(b"a&#x20;&#9;&#10;&#12;&#13;b", [b"a", b"b"], id="numbers of all white space"),
        pytest.param(b"a&Tab;b&NewLine;c", [b"a", b"b", b"c"], id="names of white space"),
        pytest.param(b"a&Tab=b&Tab", [b"a&Tab=b&Tab"], id="no reference, so no white space"),
        pytest.param(b"a&nbsp;b&#160;c&ensp;d", [b"a&nbsp;b&#160;c&ensp;d"], id="other spaces"),
        pytest.param(b"a&amp;b c&lt", [b"a&amp;b", b"c&lt"], id="references inside"),
        pytest.param(b"&#32;a&#32;", [b"a"], id="references to white space around"),
        pytest.param(b"&acE; &acE;x", [b"&acE;", b"&acE;x"], id="a name of two characters"),
        pytest.param(b"&#38;#32;b", [b"&#38;#32;b"], id="decoded once only"),
    ],
)
def test_urls_are_split_on_white_space(raw: bytes, expected: list[bytes]) -> None:
    """Infra Standard 4.6, split on ASCII white space, once character references are decoded."""
    assert split("urls", raw) == expected


@pytest.mark.rows("raw", [b"", b"a", b" a b ", b"a&#32;b"])
def test_one_url_is_the_whole_value(raw: bytes) -> None:
    """A value that is one URL is a single span, which includes the white space around it."""
    assert split("url", raw) == [raw]


@given(
    st.lists(st.sampled_from([*PIECES, "&#32;", "&#9", "&Tab;", "&NewLine", "\t"]), max_size=12).map("".join)
)
@example("&lt &not a")
def test_the_parts_decode_to_the_parts_of_the_decoded_value(text: str) -> None:
    """Splitting before decoding gives the same parts as decoding before splitting."""
    raw = text.encode()
    entries = [character_references.decode_attribute(entry.decode()) for entry in split("urls", raw)]
    decoded = character_references.decode_attribute(text)
    for blank in "\t\n\f\r":
        decoded = decoded.replace(blank, " ")
    assert entries == [part for part in decoded.split(" ") if part]


@pytest.mark.parametrize("size", [100, 1 << 31, 1 << 33])
def test_an_offset_has_its_origin_in_a_document_of_any_size(size: int) -> None:
    offsets = Offsets(size, 10)
    offsets.add(0, 3, 1)  # "abc&amp;"
    offsets.add(8, 0, 2)  # and a reference for two bytes
    offsets.add(size - 2, 2, 0)
    assert [offsets[index] for index in range(len(offsets))] == [
        *(10, 11, 12, 13),
        *(18, 18),
        *(size + 8, size + 9, size + 10),
    ]
