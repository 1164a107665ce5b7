"""Lists of references: white space, commas, image candidates (HTML Standard 4.8.4.3.10), CURIEs."""

from __future__ import annotations

import json
import re

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from absolutize.html.grammar.character_references import clean
from absolutize.html.values import lists
from absolutize.html.values.escaping import TextSpan
from tests.corpus.pages import folder
from tests.html.values.splitting import Splitter

WHITE_SPACE = " \t\n\f\r"

Table = list[tuple[str, list[str]]]


def found(splitter: Splitter, text: str) -> list[str]:
    return [text[start:stop] for start, stop, _ in splitter(text)]


def by_value(table: Table) -> pytest.MarkDecorator:
    rows = [pytest.param(text, expected, id=repr(text)) for text, expected in table]
    return pytest.mark.parametrize(("text", "expected"), rows)


# --- tables: what is found, and what is left alone -------------------------------------------

URLS: Table = [
    ("", []),
    (WHITE_SPACE, []),
    ("a", ["a"]),
    (" a\tb\nc\fd\re ", ["a", "b", "c", "d", "e"]),
    ("a,b;c", ["a,b;c"]),  # other separators do not count
    ("a\vb\x1cc\x85d\u00a0e\u3000f", ["a\vb\x1cc\x85d\u00a0e\u3000f"]),  # no ASCII white space
    ("a\0b", ["a\0b"]),
    ("a%20b", ["a%20b"]),
    ("\xc3\xa9 \xe9\x80\xa0", ["\xc3\xa9", "\xe9\x80\xa0"]),  # UTF-8 read as latin-1
]


@by_value(URLS)
def test_urls(text: str, expected: list[str]) -> None:
    """Infra Standard 4.6, split on ASCII white space."""
    assert found(lists.urls, text) == expected


SCHEMA_LOCATIONS: Table = [
    ("", []),
    ("urn:a", []),  # no hint for it
    ("urn:a a.xsd", ["a.xsd"]),
    ("a a.xsd b b.xsd\n c  {{c}}.xsd ", ["a.xsd", "b.xsd", "{{c}}.xsd"]),
    ("a a.xsd b", ["a.xsd"]),
]


@by_value(SCHEMA_LOCATIONS)
def test_schema_locations(text: str, expected: list[str]) -> None:
    """XML Schema 1 4.3.2: pairs of a namespace, which is a name, and a hint."""
    assert found(lists.schema_locations, text) == expected


COMMA_URLS: Table = [
    ("", []),
    (" , ,\t,", []),
    ("a.jar", ["a.jar"]),
    ("a.jar,b.jar", ["a.jar", "b.jar"]),
    (" a.jar ,\n\tb.jar\r\n", ["a.jar", "b.jar"]),
    ("a.jar,,b.jar,", ["a.jar", "b.jar"]),
    ("a b.jar, c", ["a b.jar", "c"]),  # white space inside belongs to the URL
    ("a \n b , c", ["a \n b", "c"]),
    ("\ta b\t,\nc d\n,\fe f\f,\rg h\r", ["a b", "c d", "e f", "g h"]),
    ("a;b c,d", ["a;b c", "d"]),
    ("a%2Cb", ["a%2Cb"]),
    ("\u00a0a\u00a0,\vb", ["\u00a0a\u00a0", "\vb"]),  # no ASCII white space
    ("a\0,\xe9", ["a\0", "\xe9"]),
]


@by_value(COMMA_URLS)
def test_comma_urls(text: str, expected: list[str]) -> None:
    """HTML 4.01 13.4, archive: "a comma-separated list of URIs"."""
    assert found(lists.comma_urls, text) == expected


SWAPPED = str.maketrans(",;", ";,")
SEMICOLON_URLS: Table = [
    (text.translate(SWAPPED), [url.translate(SWAPPED) for url in urls]) for text, urls in COMMA_URLS
]


@by_value(SEMICOLON_URLS)
def test_semicolon_urls(text: str, expected: list[str]) -> None:
    """SVG Animations 2 2.10, values: as with commas."""
    assert found(lists.semicolon_urls, text) == expected


SRCSET: Table = [
    ("", []),
    (WHITE_SPACE, []),
    (",", []),
    (" , ,, ", []),
    ("a", ["a"]),
    ("a 1x, b 2x", ["a", "b"]),
    ("a 320w,b 640w 480h,\nc 1024w", ["a", "b", "c"]),
    ("a, b, c", ["a", "b", "c"]),
    ("a, b 2x", ["a", "b"]),
    # commas inside URLs, before and behind them
    ("a,b", ["a,b"]),
    ("a,b 2x,c,d 3x", ["a,b", "c,d"]),
    ("a 1x,b 2x", ["a", "b"]),
    ("a,", ["a"]),
    ("a,,,", ["a"]),
    ("a,,, b", ["a", "b"]),
    ("a,,b", ["a,,b"]),
    ("a,,b,,", ["a,,b"]),
    (",a", ["a"]),
    (" ,\t,,a", ["a"]),
    ("a ,b", ["a", "b"]),
    ("a , b", ["a", "b"]),
    ("a ,, b", ["a", "b"]),
    ("w_50,h_50/a.jpg 1x, w_100,h_100/a.jpg 2x", ["w_50,h_50/a.jpg", "w_100,h_100/a.jpg"]),
    ("data:image/gif;base64,R0lG 1x, b 2x", ["data:image/gif;base64,R0lG", "b"]),
    ("data:,a,data:,b", ["data:,a,data:,b"]),
    ("data:,", ["data:"]),  # the comma ends the URL, so browsers see another one
    # no white space behind a descriptor's comma; none before a descriptor
    ("a 1x,2x", ["a", "2x"]),
    ("a1x,b2x", ["a1x,b2x"]),
    # white space
    ("\n a\t1x\f,\rb ", ["a", "b"]),
    ("a\vb\u00a0c 1x", ["a\vb\u00a0c"]),
    ("a\u00a01x, b", ["a\u00a01x", "b"]),
    # parentheses
    ("a (, b 1x), c", ["a", "c"]),
    ("a (( , b ), c", ["a", "c"]),  # parentheses do not nest
    ("a ((),b", ["a", "b"]),
    ("a x(,)y(,)z , b", ["a", "b"]),
    ("a ( b, c", ["a"]),  # parentheses that are not closed
    ("a 1x ( ) (,), b", ["a", "b"]),
    ("a ), b", ["a", "b"]),
    ("a(b,c 1x, d", ["a(b,c", "d"]),  # parentheses in a URL have no meaning
    ("a(, b)", ["a(", "b)"]),
    ("( 1x, b", ["(", "b"]),
    # other brackets and quotes have no meaning
    ("a [ , b ]", ["a", "b"]),
    ('a " , b "', ["a", "b"]),
    ("'a, b' 1x", ["'a", "b'"]),
    ("a \\, b", ["a", "b"]),
    ("a /*, b */", ["a", "b"]),
    # candidates that step 9 drops are listed: with unchanged descriptors, they stay dropped
    ("a 1q, b", ["a", "b"]),
    ("a 1x 1x, b", ["a", "b"]),
    ("a 0w, b -1x, c 1h", ["a", "b", "c"]),
    # any character
    ("\0 1x, \x01 2x", ["\0", "\x01"]),
    ("\xc3\xa9.jpg 1x,\xff 2x", ["\xc3\xa9.jpg", "\xff"]),
    ("\ud800 1x, \U0001f600 2x", ["\ud800", "\U0001f600"]),
]


@by_value(SRCSET)
def test_srcset(text: str, expected: list[str]) -> None:
    """HTML Standard 4.8.4.3.10: where each URL is."""
    assert found(lists.srcset, text) == expected


CURIES = [
    "[p:x]", "[:x]", "[_:x]", "[_:]", "[x]", "[]", "[http://h/x]", "[a]b]",
    " [p:x]", "[p:x]\n", "\t[p:x ] ",
    "_:x", "_:", "_:x y", " _:x", ":x", ":", ":/x", ":?q", "a_b:x", "_a:x", "\xc3\xa9:x", "a.b_c-d:x",
]  # fmt: skip
NO_CURIES = [
    "", " ", "x", "x/y", "../x", "/x", "//h/x", "#me", "?q", "_", "_x", "_/:x", "x/_:y", "?_:x", "#_:x",
    "[", "]", "[p:x", "p:x]", "[p:x]y", "x[p:x]", "[p:x][", "http://h/x", "urn:x:y", "p:x", "mailto:a@h",
    "http:x", "a+b:x", "://x", "_://x", "a_b://x", "1_:x", "-_:x", "a b:x", "\0:x", "\v:x", "\v_:x",
    "`:x", "a`:x", "[:x", "a[:x", "{:x", "a{:x", "\x7f:x", "a\x7f:x", "@:x", "a@:x", "^:x", "a^:x",
]  # fmt: skip


@pytest.mark.rows("text", CURIES, ids=repr)
def test_a_curie_is_no_reference(text: str) -> None:
    """RDFa Core 1.1 7.4, 7.4.5; text in brackets that is no CURIE is ignored."""
    assert lists.curie(text) == []


@pytest.mark.rows("text", NO_CURIES, ids=repr)
def test_any_other_value_is_one_url(text: str) -> None:
    """RDFa Core 1.1 7.4: "otherwise, the value is processed as an IRI", absolute or relative."""
    assert [(start, stop) for start, stop, _ in lists.curie(text)] == [(0, len(text))]


# --- the rows of web-platform-tests ----------------------------------------------------------

WPT = folder() / "wpt" / "extracted" / "srcset.jsonl"

# The only reason why a row selects nothing although a URL is listed: step 9 drops the candidate.
DROPPED = "its descriptors drop the only candidate; it is listed, for they stay as they are"


@pytest.mark.skipif(not WPT.is_file(), reason=f"the corpus is absent: no {WPT}")
def test_web_platform_tests() -> None:
    """The URL that a browser selects is listed; without one, only a dropped candidate may be listed."""
    rows = [json.loads(line) for line in WPT.read_text("utf-8").splitlines()]
    differences: dict[str, str] = {}
    for row in rows:
        text, selected = row["srcset"], row["selected"]
        if selected:
            assert selected in found(lists.srcset, text)
        elif found(lists.srcset, text):
            assert found(lists.srcset, text) == ["data:,a"]
            differences[text] = DROPPED
    assert len(rows) == 236
    assert all(re.match(r"data:,a [^ ,]", text) for text in differences)  # every one has descriptors


# --- oracles ---------------------------------------------------------------------------------


def by_the_steps(text: str) -> list[tuple[int, int]]:
    """4.8.4.3.10, character by character, in the words of the standard."""
    candidates: list[tuple[int, int]] = []
    position, end = 0, len(text)
    while True:
        while position < end and text[position] in WHITE_SPACE + ",":  # 4
            position += 1
        if position == end:  # 5
            return candidates
        start = position
        while position < end and text[position] not in WHITE_SPACE:  # 6
            position += 1
        url = text[start:position].rstrip(",")  # 8
        candidates.append((start, start + len(url)))
        if start + len(url) == position:
            position = behind_descriptors(text, position)


def behind_descriptors(text: str, start: int) -> int:
    """Step 8, the descriptor tokenizer: skip the descriptors."""
    state = "in descriptor"
    for position in range(start, len(text)):
        match state, text[position]:
            case "in descriptor" | "after descriptor", ",":
                return position + 1
            case "in descriptor" | "after descriptor", "(":
                state = "in parens"
            case "in descriptor" | "after descriptor", character:
                state = "after descriptor" if character in WHITE_SPACE else "in descriptor"
            case "in parens", ")":
                state = "in descriptor"
    return len(text)


SRCSET_TEXT = st.text(st.sampled_from("a,b() \t\n1xwh.-\v\u00e9"), max_size=30)


@given(SRCSET_TEXT | st.text())
@example("data:,a ( , data:,b 1x, ), data:,c")
def test_srcset_goes_by_the_steps(text: str) -> None:
    assert [(start, stop) for start, stop, _ in lists.srcset(text)] == by_the_steps(text)


CANDIDATE = st.tuples(
    st.text(st.sampled_from("ab,(:/"), min_size=1, max_size=6),
    st.sampled_from(["", " 1x", " 2w", " 2w 3h", "\t1.5e1x ", " 1q", " (,)", " 1x 1x", " (", " 0w"]),
    st.sampled_from([",", ", ", " ,,", "\n,"]),
).map("".join)


@given(SRCSET_TEXT | st.lists(CANDIDATE, max_size=5).map("".join))
def test_srcset_finds_what_the_package_keeps(text: str) -> None:
    """The only difference: the package does not list candidates with invalid descriptors."""
    oracle = pytest.importorskip("srcset")
    kept = [candidate.url for candidate in oracle.parse(text)]
    rest = iter(found(lists.srcset, text))
    assert all(url in rest for url in kept)  # the same order
    if re.fullmatch(rf"[^{WHITE_SPACE}]*", text):  # none has descriptors
        assert kept == found(lists.srcset, text)


@given(SRCSET_TEXT | st.lists(CANDIDATE, max_size=5).map("".join))
@example("a (, b 1x), ,c 2x,,d 1q, e")
def test_rewriting_keeps_the_candidates_of_the_package(text: str) -> None:
    """Whatever each URL becomes, the same candidates are kept, with their descriptors."""
    # controls behind a comma are kept, so that what is written does not end in it
    assume(not any(clean(url).endswith(",") for url in found(lists.srcset, text)))
    oracle = pytest.importorskip("srcset")
    before, after = oracle.parse(text), oracle.parse(rewritten(lists.srcset, text, "http://h/, x,"))
    assert [c.descriptor for c in after] == [c.descriptor for c in before]
    assert {c.url for c in after} <= {"http://h/,%20x%2C"}


# --- escapings -------------------------------------------------------------------------------


def rewritten(splitter: Splitter, text: str, target: str) -> str:
    """Replace every reference by the target, escaped for its place."""
    for piece in reversed(list(splitter(text))):
        text = text[: piece.start] + spelled(text, piece, target) + text[piece.stop :]
    return text


def spelled(text: str, piece: TextSpan, target: str) -> str:
    """Escape the target for a reference; control characters after its last comma stay, as in an edit."""
    kept = text[piece.start : piece.stop].rpartition(",")[2] if piece.escaping is lists.LAST_COMMA else ""
    return piece.escaping.encode(target) + kept


ENCODED = [
    pytest.param(lists.urls, "a b\tc\nd\fe\rf,(g)", "a%20b%09c%0Ad%0Ce%0Df,(g)", id="urls"),
    pytest.param(lists.comma_urls, ", a,b\tc\nd\fe\rf;", "%2C%20a%2Cb%09c%0Ad%0Ce%0Df;", id="comma_urls"),
    pytest.param(lists.semicolon_urls, "; a;b\tc\nd\fe\rf,", "%3B%20a%3Bb%09c%0Ad%0Ce%0Df,", id="semicolons"),
    pytest.param(lists.srcset, ",,a,b c,,", "%2C,a,b%20c,%2C", id="srcset"),
    pytest.param(lists.srcset, "a\tb\nc\fd\re", "a%09b%0Ac%0Cd%0De", id="srcset, white space"),
    pytest.param(lists.srcset, ",", "%2C", id="srcset, a comma"),
    pytest.param(lists.srcset, "(a", "(a", id="srcset, a parenthesis in a URL is none"),
    pytest.param(lists.curie, "a, b", "a, b", id="curie"),
    pytest.param(lists.urls, "%20%2c", "%20%2c", id="what is encoded stays"),
    pytest.param(lists.urls, "\u00e9\u00a0\v\0", "\u00e9\u00a0\v\0", id="nothing else is"),
]


@pytest.mark.rows(("splitter", "text", "expected"), ENCODED)
def test_encode(splitter: Splitter, text: str, expected: str) -> None:
    (piece,) = splitter("x")
    assert piece.escaping.encode(text) == expected


SPLITTERS = [lists.urls, lists.comma_urls, lists.semicolon_urls, lists.srcset]
of_lists = pytest.mark.parametrize("splitter", SPLITTERS, ids=lambda splitter: splitter.__name__)
TARGET = st.text(st.sampled_from(", \t()x/:%\u00e9") | st.characters(), min_size=1)


@of_lists
@given(SRCSET_TEXT | st.text(), TARGET)
@example("a, b, c 1x", ",")
@example(" a ,b ( , c", " x ")
@example("1,\v", "0,")
def test_what_is_written_is_found(splitter: Splitter, text: str, target: str) -> None:
    """After writing, each reference is the escaped target, and the text between references is unchanged."""
    changed = rewritten(splitter, text, target)
    before, after = list(splitter(text)), list(splitter(changed))
    assert found(splitter, changed) == [spelled(text, piece, target) for piece in before]
    assert between(text, before) == between(changed, after)


def between(text: str, pieces: list[TextSpan]) -> list[str]:
    edges = [0, *(edge for start, stop, _ in pieces for edge in (start, stop)), len(text)]
    return [text[start:stop] for start, stop in zip(edges[::2], edges[1::2], strict=True)]


@of_lists
@given(SRCSET_TEXT | st.text(), TARGET)
def test_what_is_written_before_the_rest_of_a_piece_stays_in_it(
    splitter: Splitter, text: str, target: str
) -> None:
    """An edit may insert text before a reference: what the author wrote follows it."""
    pieces = list(splitter(text))
    assume(pieces)
    start, stop, escaping = pieces[0]
    spelled = escaping.encode(target)
    changed = text[:start] + spelled + text[start:]
    assert found(splitter, changed) == [spelled + text[start:stop], *found(splitter, text)[1:]]


@of_lists
@given(SRCSET_TEXT | st.text())
def test_what_is_found_reads_and_is_spelled_as_it_is_written(splitter: Splitter, text: str) -> None:
    for start, stop, escaping in splitter(text):
        assert escaping.decode(text[start:stop]) == text[start:stop]
        if not set(WHITE_SPACE) & set(text[start:stop]):  # comma_urls allows them in a URL
            assert escaping.encode(text[start:stop]) == text[start:stop]


@given(st.binary())
def test_any_bytes_as_latin_1(data: bytes) -> None:
    text = data.decode("latin-1")
    for splitter in (*SPLITTERS, lists.curie):
        places = [place for start, stop, _ in splitter(text) for place in (start, stop)]
        assert places == sorted(places)
        assert places[-1:] <= [len(text)]


# --- big values ------------------------------------------------------------------------------
