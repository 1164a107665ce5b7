"""The content of META: a refresh (HTML Standard 4.2.5.3), report-uri of a policy (CSP 3, 2.2.1, 6.5.1)."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import absolutize
from absolutize.html.grammar.character_references import clean
from absolutize.html.values.meta_content import pinned_site, refresh, report_uri, security_policy
from tests.corpus.pages import folder
from tests.html.values.splitting import Splitter

WHITE_SPACE = " \t\n\f\r"
DIGITS = "0123456789"


def found(splitter: Splitter, text: str) -> list[str]:
    return [text[start:stop] for start, stop, _ in splitter(text)]


# --- refresh: what is found, and what is left alone ------------------------------------------

FOUND = [
    ("0;url=x", "x"),
    ("5; URL=x", "x"),
    ("5; uRl=x", "x"),
    ("5 ;url=x", "x"),
    (" \t5\n;\furl\r= x", "x"),
    # the separator: one ";" or ",", or white space alone
    ("5,url=x", "x"),
    ("5 url=x", "x"),
    ("5\nurl=x", "x"),
    ("5;;url=x", ";url=x"),
    ("5,;url=x", ";url=x"),
    ("5 ; , url=x", ", url=x"),
    # the time: digits, then digits and dots
    (".;url=x", "x"),
    (".5;url=x", "x"),
    ("...;url=x", "x"),
    ("5.0;url=x", "x"),
    ("5..5.;url=x", "x"),
    (f"{'9' * 5000};url=x", "x"),
    # "url=" is optional, and text that only begins like it belongs to the URL
    ("5;x", "x"),
    ("5 x", "x"),
    ("5; 'x'y", "x"),
    ('5; "x"y', "x"),
    ("5;u", "u"),
    ("5;ur", "ur"),
    ("5;url", "url"),
    ("5;url ", "url "),
    ("5;url x", "url x"),
    ("5;url:x", "url:x"),
    ("5;ur l=x", "ur l=x"),
    ("5;curl=x", "curl=x"),
    ("5;u'x'", "u'x'"),
    ("5;\u0131url=x", "\u0131url=x"),
    ("5;=x", "=x"),
    ("5;url==x", "=x"),
    ("5;url=url=x", "url=x"),
    # quotes: up to the same quote, or to the end
    ("5;url='x'", "x"),
    ('5;url="x"', "x"),
    ("5;url= 'x' y", "x"),
    ("5;url='x\"y'", 'x"y'),
    ('5;url="x\'y"', "x'y"),
    ("5;url='x", "x"),
    ("5;url='x\"", 'x"'),
    ("5;url=' x '", " x "),
    ("5;url=x'y'", "x'y'"),
    ('5;url=x"', 'x"'),
    ("5;url='x;y'", "x;y"),
    # without quotes everything belongs to the URL, white space too
    ("5;url=x y", "x y"),
    ("5;url=x ", "x "),
    ("5;url=x\n", "x\n"),
    ("5;url=x\ny", "x\ny"),
    ("5;url=x;y,z", "x;y,z"),
    # an empty URL is the base
    ("5;url=", ""),
    ("5;url= ", ""),
    ("5;url=''", ""),
    ('5;"', ""),
    # any character
    ("5;url=\0\x01", "\0\x01"),
    ("5;url=\xc3\xa9", "\xc3\xa9"),
    ("5;url=\ud800", "\ud800"),
    ("5;\u00a0url=x", "\u00a0url=x"),
    ("5;\vurl=x", "\vurl=x"),
]

NOT_FOUND = [
    *("", " ", "5", " 5 ", "5.", ".", "5.5", "5;", "5,", "5; ", "5 ;\n", "5 , "),
    *(";", ";url=x", " ;url=x", ",url=x", "url=x", "x", "'5;url=x'", "=5;url=x"),
    *("-5;url=x", "+5;url=x", "5s;url=x", "5url=x", "5x", "5e1;url=x", "5:url=x", "5=url=x", "5'x'", '5"x"'),
    *("\u0665;url=x", "\u00b2;url=x", "\u00a05;url=x", "5\u00a0;url=x"),
    *("5\v;url=x", "\0005;url=x", "5\0;url=x"),
]  # fmt: skip


@pytest.mark.rows(("text", "url"), FOUND, ids=lambda value: ascii(value)[:30])
def test_a_refresh_with_a_url(text: str, url: str) -> None:
    assert found(refresh, text) == [url]


@pytest.mark.rows("text", NOT_FOUND, ids=ascii)
def test_a_refresh_without_a_url(text: str) -> None:
    """A time alone reloads the document; without a time, the value is no refresh."""
    assert refresh(text) == []


@pytest.mark.rows(
    ("text", "start"),
    [
        ("5;url=", 6), ("5;url= ", 7), ("5;url=''", 7), ("5;url='", 7),
        ('5; "', 4), ("5;url=x", 6), ("5;url=' x'", 7),
    ],
)  # fmt: skip
def test_where_the_url_begins(text: str, start: int) -> None:
    assert [piece.start for piece in refresh(text)] == [start]


DELAYS_OF_TEMPLATES = [  # a placeholder may be the time, or a part of it
    ("{{ n }}; url=login", ["login"]),
    (" {{ n }};url='login'", ["login"]),
    ("{{ n; m }};login", ["login"]),
    ("<?= $n ?>,login", ["login"]),
    ("<% n %> url=login", ["login"]),
    ("${n}; url=login", ["login"]),
    ("5{{ n }}; url=login", ["login"]),
    ("{{ n }}.5; url=login", ["login"]),
    ("{% if x %}5{% else %}6{% endif %}; url=login", ["login"]),
    ("{{ n }}; url={{ url }}", ["{{ url }}"]),
    ("{{ n }}; {{ url }}", ["{{ url }}"]),
    ("{{ n }}", []),
    ("{{ n }};", []),
    ("{{ n; url=login", []),
    ("{{ n %}; url=login", []),
    ("{{ n }}url=login", []),
    ("x{{ n }}; url=login", []),
    ("{ n }; url=login", []),
]


@pytest.mark.rows(("text", "urls"), DELAYS_OF_TEMPLATES)
def test_a_placeholder_may_be_the_time(text: str, urls: list[str]) -> None:
    assert found(refresh, text) == urls
    as_written = [(start, stop) for start, stop, _ in refresh(text, placeholders=False)]
    assert as_written == [place for place in (by_the_steps(text),) if place]


# --- the rows of web-platform-tests ----------------------------------------------------------

WPT = folder() / "wpt" / "extracted" / "meta_refresh.jsonl"


@pytest.mark.skipif(not WPT.is_file(), reason=f"the corpus is absent: no {WPT}")
def test_web_platform_tests() -> None:
    """All rows agree; their URLs lack only the white space that the URL parser removes."""
    rows = [json.loads(line) for line in WPT.read_text("utf-8").splitlines()]
    expected = {row["content"]: [] if row["url"] is None else [row["url"]] for row in rows}
    assert {text: [clean(url) for url in found(refresh, text)] for text in expected} == expected
    assert len(rows) == 73


# --- the steps of the standard ---------------------------------------------------------------


def by_the_steps(text: str) -> tuple[int, int] | None:
    """4.2.5.3, the shared declarative refresh steps, in the words of the standard."""
    position = behind(WHITE_SPACE, text, 0)  # 3
    time_string = position
    position = behind(DIGITS, text, position)  # 5
    if position == time_string and text[position : position + 1] != ".":  # 6
        return None
    position = behind(f"{DIGITS}.", text, position)  # 8
    if position < len(text):  # 10
        if text[position] not in f"{WHITE_SPACE};,":
            return None
        position = behind(WHITE_SPACE, text, position)
        position += text[position : position + 1] in {";", ","}
        position = behind(WHITE_SPACE, text, position)
    return url_by_the_steps(text, position) if position < len(text) else None  # 11


def url_by_the_steps(text: str, position: int) -> tuple[int, int]:
    """Step 11: the URL string."""
    url_string = position
    if text[position] in "uU":
        if text[position + 1 : position + 2] not in {"r", "R"} or text[position + 2 : position + 3] not in {
            "l",
            "L",
        }:
            return url_string, len(text)
        position = behind(WHITE_SPACE, text, position + 3)
        if text[position : position + 1] != "=":
            return url_string, len(text)
        position = behind(WHITE_SPACE, text, position + 1)
    quote = text[position : position + 1]
    if quote not in {"'", '"'}:
        return position, len(text)
    end = text.find(quote, position + 1)
    return position + 1, end if end >= 0 else len(text)


def behind(characters: str, text: str, position: int) -> int:
    """Collect a sequence of code points."""
    while position < len(text) and text[position] in characters:
        position += 1
    return position


REFRESH_TEXT = st.text(st.sampled_from(" \t\n0.;,'\"uUrRlL=x\v\u00e9"), max_size=20)
REFRESH = st.tuples(
    st.sampled_from(["0", "5", " .5", "1.5"]),
    st.sampled_from([";", ",", " ", "; ", " ;\n", ";;"]),
    st.sampled_from(["url=", "URL = ", "", "url ", "ur"]),
    st.sampled_from(["", "'", '"']),
    REFRESH_TEXT,
).map("".join)


@given(REFRESH | REFRESH_TEXT | st.text())
def test_it_goes_by_the_steps(text: str) -> None:
    expected = by_the_steps(text)
    spans = [(start, stop) for start, stop, _ in refresh(text, placeholders=False)]
    assert spans == [place for place in (expected,) if place]


# --- report-uri: what is found, and what is left alone ---------------------------------------

REPORTS = [
    ("report-uri x", ["x"]),
    ("report-uri /x", ["/x"]),
    ("report-uri x y\tz", ["x", "y", "z"]),
    ("\t report-uri\n x \f\r y ", ["x", "y"]),
    ("Report-URI x", ["x"]),
    ("REPORT-URI\tx", ["x"]),
    ("report-uri x;", ["x"]),
    (";report-uri x", ["x"]),
    (";; ;report-uri x;;", ["x"]),
    ("default-src 'self'; report-uri x", ["x"]),
    ("default-src 'self';report-uri x;img-src y", ["x"]),
    ("report-uri x; report-to y", ["x"]),
    # every directive is listed, though only the first of a policy counts
    ("report-uri x; report-uri y", ["x", "y"]),
    # a comma ends a policy
    ("report-uri x, report-uri y", ["x", "y"]),
    ("default-src a, report-uri x,img-src b", ["x"]),
    ("report-uri x,y", ["x"]),
    ("report-uri x , y", ["x"]),
    (",report-uri x", ["x"]),
    # any ASCII
    ("report-uri a\0b\x7f", ["a\0b\x7f"]),
    ("report-uri 'x' \"y\" <z>", ["'x'", '"y"', "<z>"]),
    ("report-uri x\v", ["x\v"]),
    ("report-uri a%3Bb?c=d&e#f", ["a%3Bb?c=d&e#f"]),
    ("report-uri report-uri", ["report-uri"]),
    ("img-src \u00e9; report-uri x", ["x"]),
]

NO_REPORTS = [
    *("", " ", ";", ",", ";;,;"),
    *("report-uri", "report-uri ", "report-uri;", "report-uri ; x", "report-uri, x"),
    *("report-urix y", "report-uri=x", "report-uri:x", "report-uri/x"),
    *("xreport-uri y", "report_uri x", "report uri x"),
    *("default-src x", "img-src http://h/x y", "script-src 'self' report-uri x", "base-uri /x"),
    *("form-action /x", "frame-ancestors /x", "plugin-types a/b", "trusted-types x"),
    *("sandbox allow-forms x", "report-to x"),
    *("'report-uri x'", "\0report-uri x", "\vreport-uri x", "report-uri\vx", "report-uri\0x"),
    *("report-uri\u00a0x", "\u00a0report-uri x", "report-ur\u0131 x", "REPORT-UR\u0130 x"),
    *("report-uri \u00e9", "report-uri x \u00e9", "report-uri x\u00e9; img-src y"),
    *("report-uri \ud800, img-src y",),
]  # fmt: skip


@pytest.mark.rows(("text", "expected"), REPORTS, ids=repr)
def test_where_reports_go(text: str, expected: list[str]) -> None:
    assert found(report_uri, text) == expected


@pytest.mark.rows("text", NO_REPORTS, ids=ascii)
def test_what_no_report_goes_to(text: str) -> None:
    """Other directives are not read; a directive with characters beyond ASCII is ignored (CSP 3, 2.2.1)."""
    assert report_uri(text) == []


def reports_by_the_steps(text: str) -> Iterator[str]:
    """CSP 3, 2.2.1, parse a serialized CSP, for each policy of a list; repeated directives are kept."""
    for policy in text.split(","):
        for token in policy.split(";"):
            words = token.translate(dict.fromkeys(map(ord, WHITE_SPACE), " ")).strip(" ").split(" ")
            if token.isascii() and words[0].lower() == "report-uri":
                yield from filter(None, words[1:])


DIRECTIVE = st.tuples(
    st.sampled_from(["", " ", "\n", ";", ", "]),
    st.sampled_from(["report-uri", "Report-Uri", "img-src", "report-uri\t", "x"]),
    st.text(st.sampled_from(" \t;,x/\u00e9\v"), max_size=8),
    st.sampled_from([";", ",", "; ", ""]),
).map("".join)
POLICY = st.lists(DIRECTIVE, max_size=4).map("".join)


@given(POLICY | st.text())
def test_reports_go_by_the_steps(text: str) -> None:
    assert found(report_uri, text) == list(reports_by_the_steps(text))


# --- pinned sites ----------------------------------------------------------------------------

PINNED_SITES = [
    ("", []),
    ("action-uri=", [""]),
    ("name=a;action-uri=b;icon-uri=c", ["b", "c"]),
    (" Action-URI = b ; ICON-uri=c\t;\npolling-uri=d\n;x", ["b", "c", "d"]),
    ("frequency=30;polling-uri=a;polling-uri2=b;polling-uri5=c", ["a", "b", "c"]),
    ("polling-uri1=a;polling-uri6=b;action-urix=c;x-uri=d;xaction-uri=e;a action-uri=f", []),
    ("action-uri=a b\t;icon-uri=c d\n;polling-uri=e f\f;polling-uri2=g h\r", ["a b", "c d", "e f", "g h"]),
]


@pytest.mark.rows(("text", "expected"), PINNED_SITES)
def test_pinned_sites(text: str, expected: list[str]) -> None:
    """MSDN, pinned site metadata: pairs of a name and a value; white space around a value is left out."""
    assert found(pinned_site, text) == expected


# --- escapings -------------------------------------------------------------------------------

ENCODED = [
    pytest.param(refresh, "5;url=x", "a b'\"c;,d\n", "a b'\"c;,d\n", id="without quotes"),
    pytest.param(refresh, "5;url=x", "'x'", "%27x'", id="a quote at the beginning would quote"),
    pytest.param(refresh, "5;x", '"x', "%22x", id="either quote"),
    pytest.param(refresh, "5;url=x", " x", "%20x", id="white space at the beginning would be skipped"),
    *(
        pytest.param(refresh, "5;url=x", f"{space}x", f"%{ord(space):02X}x", id=f"so would {space!r}")
        for space in WHITE_SPACE
    ),
    pytest.param(refresh, "5 x", ";x", "%3Bx", id="a semicolon at the beginning would separate"),
    pytest.param(refresh, "5;x", "Url =x", "%55rl =x", id='so would "url=" be the name'),
    pytest.param(refresh, "5;x", "url:x", "url:x", id='"url" alone is none'),
    pytest.param(refresh, "5;url='x'", "'a'\"b\" c'", '%27a%27"b" c%27', id="apostrophes"),
    pytest.param(refresh, "5;url='x", "a'", "a%27", id="apostrophes to the end"),
    pytest.param(refresh, '5;"x"', '"a\'b" ;', "%22a'b%22 ;", id="quotes"),
    pytest.param(report_uri, "report-uri x", " a;b,c\t", "%20a%3Bb%2Cc%09", id="report-uri"),
    pytest.param(report_uri, "report-uri x", "http://é/€", "http://%C3%A9/%E2%82%AC", id="not ASCII"),
    pytest.param(report_uri, "report-uri x", "'%3b'", "'%3b'", id="report-uri: what is encoded stays"),
    pytest.param(pinned_site, "action-uri=x", "\ta;\tb=\t", "%09a%3B\tb=%09", id="pinned site"),
    *(
        pytest.param(
            pinned_site,
            "action-uri=x",
            f"{space}a{space}",
            "%{0:02X}a%{0:02X}".format(ord(space)),
            id=repr(space),
        )
        for space in WHITE_SPACE
    ),
]


@pytest.mark.rows(("splitter", "text", "target", "expected"), ENCODED)
def test_encode(splitter: Splitter, text: str, target: str, expected: str) -> None:
    (piece,) = splitter(text)
    assert piece.escaping.encode(target) == expected


def rewritten(splitter: Splitter, text: str, target: str) -> str:
    """Replace every reference by the target, escaped for its place."""
    for start, stop, escaping in reversed(splitter(text)):
        text = text[:start] + escaping.encode(target) + text[stop:]
    return text


TARGET = st.text(st.sampled_from(" \n'\";,=url:/") | st.characters(), min_size=1)


@given(REFRESH, TARGET)
@example("5 x", ";url='x'")
@example("5;url=''", "'")
@example("5;ur", "url=x")
def test_what_is_written_is_found(text: str, target: str) -> None:
    """The written target is found again, and the text around it is unchanged."""
    changed = rewritten(refresh, text, target)
    for (start, stop, escaping), (place, end, _) in zip(refresh(text), refresh(changed), strict=True):
        assert changed[place:end] == escaping.encode(target)
        assert (changed[:place], changed[end:]) == (text[:start], text[stop:])


@given(POLICY, TARGET.filter(str.isascii))
def test_where_reports_are_written_to_is_found(text: str, target: str) -> None:
    changed = rewritten(report_uri, text, target)
    assert found(report_uri, changed) == [piece.escaping.encode(target) for piece in report_uri(text)]


ABSOLUTE = TARGET.map("http://h/".__add__)


@given(REFRESH, ABSOLUTE)
@example("5;'../x'y", "http://h/'")
def test_what_is_written_before_the_rest_of_a_piece_stays_in_it(text: str, target: str) -> None:
    """An edit may insert text before a reference: what the author wrote follows it."""
    for start, stop, escaping in refresh(text):
        changed = text[:start] + escaping.encode(target) + text[start:]
        assert found(refresh, changed) == [escaping.encode(target) + text[start:stop]]


@given(REFRESH, POLICY)
def test_what_is_found_reads_and_is_spelled_as_it_is_written(content: str, policy: str) -> None:
    for splitter, text in ((refresh, content), (report_uri, policy)):
        for start, stop, escaping in splitter(text):
            assert escaping.decode(text[start:stop]) == text[start:stop]
            if not text[start:stop].lower().startswith(("url", *WHITE_SPACE, *"'\";,")):
                assert escaping.encode(text[start:stop]) == text[start:stop]


@given(st.binary())
def test_any_bytes_as_latin_1(data: bytes) -> None:
    text = data.decode("latin-1")
    for splitter in (refresh, report_uri):
        places = [place for start, stop, _ in splitter(text) for place in (start, stop)]
        assert places == sorted(places)
        assert places[-1:] <= [len(text)]


# --- big values ------------------------------------------------------------------------------


ORIGINS = [
    ("default-src 'self'", ["'self'"]),
    ("img-src a 'SELF' b; report-uri x; base-uri 'self'", ["'SELF'", "x", "'self'"]),
    ("img-src 'self',font-src 'self'", ["'self'", "'self'"]),
    ("report-uri 'self'", ["'self'"]),
    ("img-src 'none' self x'self' 'self'x", []),
    ("'self'", []),
    ("img-src\t'self'\t'self'\n'self'\f'self'\r'self' \v'self'", ["'self'"] * 5),
]


@pytest.mark.rows(("text", "found"), ORIGINS)
def test_a_policy_names_the_origin_of_its_document(text: str, found: list[str]) -> None:
    assert [text[piece.start : piece.stop] for piece in security_policy(text)] == found


def test_the_origin_of_a_policy_stays_and_has_a_code() -> None:
    page = "<meta http-equiv=content-security-policy content=\"img-src 'self'; report-uri x\">"
    assert [link.code for link in absolutize.links(page, "http://h/d/p")] == ["policy-self", "rewritten"]
    assert "policy-self" in {fault.code for fault in absolutize.check(page, "http://h/d/p")}
    assert absolutize.rewrite(page, "http://h/d/p") == page.replace("report-uri x", "report-uri http://h/d/x")
