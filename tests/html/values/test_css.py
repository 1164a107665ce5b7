"""References in CSS: finding, reading and writing them, compared with tinycss2 (CSS Syntax 3)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import pairwise
from typing import NamedTuple

import pytest
import tinycss2
from hypothesis import example, given, settings
from hypothesis import strategies as st

from absolutize.html.values import css, css_bytes
from tests.html.values.splitting import Splitter

AS_CSS = partial(css_bytes.sheet_in_text, placeholders=False)


def read(splitter: Splitter, text: str) -> list[str]:
    """Decode the references that a splitter finds."""
    return [escaping.decode(text[start:stop]) for start, stop, escaping in splitter(text)]


# --- the tables ------------------------------------------------------------------------------

Rows = Sequence[tuple[str, str, list[str]]]

ANYWHERE: Rows = [  # in style sheets as in declarations
    # url() without quotes: 4.3.6
    ("unquoted", "a{background:url(x.png) no-repeat}", ["x.png"]),
    ("unquoted, twice", "url(a)url(b)", ["a", "b"]),
    ("unquoted, white space around", "url( \t\n\r\f x \t\n\r\f )", ["x"]),
    ("unquoted, empty", "url()", [""]),
    ("unquoted, white space alone", "url(  )", [""]),
    ("unquoted, a comment in it is none", "url(/*x*/)", ["/*x*/"]),
    ("unquoted, what would end a block", "url(a;b{c}d)", ["a;b{c}d"]),
    ("unquoted, beyond ASCII", "url(\u00e9\u20ac\U0001f600\x85\xa0)", ["\u00e9\u20ac\U0001f600\x85\xa0"]),
    ("unquoted, data", "url(data:image/png;base64,AA==)", ["data:image/png;base64,AA=="]),
    ("unquoted, a fragment alone", "fill:url(#a)", ["#a"]),
    ("unquoted, NUL", "url(a\0b)", ["a\ufffdb"]),
    ("unquoted, a lone surrogate", "url(a\ud800b)", ["a\ufffdb"]),
    ("unquoted, the input ends", "url(x", ["x"]),
    ("unquoted, the input ends behind white space", "url(x ", ["x"]),
    ("unquoted, the input ends at once", "url(", [""]),
    ("unquoted, the input ends behind a backslash", "url(x\\", ["x\ufffd"]),
    ("unquoted, case", "URL(a) uRl(b)", ["a", "b"]),
    ("unquoted, escapes", r"url(a\)b\(c\'d\"e\ f\67 h\5c)", ["a)b(c'd\"e fgh\\"]),
    ("unquoted, white space behind an escape", "url(\\61 \\62\t\\63\r\n\\64\fe )", ["abcde"]),
    ("unquoted, an escape of six digits", "url(\\000061b\\0000620)", ["abb0"]),
    ("unquoted, escapes that are no characters", r"url(\0 \d800 \110000 \ffffff )", ["\ufffd" * 4]),
    # url() that is bad: 4.3.6, 4.3.14
    ("bad url, white space within", "url(a b) url(c)", ["c"]),
    ("bad url, a quote", "url(a'b) url(c) ')", ["c"]),
    ("bad url, a quote behind a comment", 'url(/**/"x") url(c)', ["c"]),
    ("bad url, a parenthesis", "url(a(b) url(c)", ["c"]),
    ("bad url, a function", "url(var(--x)) url(c)", ["c"]),
    ("bad url, a control", "url(a\x01) url(\x7f) url(\x0bb) url(c)", ["c"]),
    ("bad url, a backslash before a newline", "url(a\\\n) url(c)", ["c"]),
    ("bad url, what it holds", "url(a b url(c \\) url(d) url(e)", ["e"]),
    ("bad url, up to the end", "url(a b url(c", []),
    # url() with quotes: 4.3.4, 4.3.5
    ("quoted", "url(\"a\") url('b')", ["a", "b"]),
    ("quoted, white space around", "url( \t\n\r\f'a' \t\n)", ["a"]),
    ("quoted, empty", "url('')", [""]),
    ("quoted, the other quote, parentheses", 'url("it\'s (a) b")', ["it's (a) b"]),
    ("quoted, the white space inside is kept", "url(' a ')", [" a "]),
    ("quoted, modifiers behind it", "url('a' crossorigin(anonymous) integrity('b'))", ["a"]),
    ("quoted, comments behind it", "url('a'/*'b'*/)", ["a"]),
    ("quoted, escapes", r"url('a\'b\22 c\64\000065 f')", ["a'b\"cdef"]),
    ("quoted, a line that goes on", "url('a\\\nb\\\r\nc\\\fd\\\re')", ["abcde"]),
    ("quoted, an escape that takes the newline", "url('\\61\nb\\63\r\nd')", ["abcd"]),
    ("quoted, the input ends", "url('a", ["a"]),
    ("quoted, the input ends behind a backslash", "url('a\\", ["a"]),
    ("double-quoted, the input ends behind a backslash", 'url("a\\', ["a"]),
    ("quoted, the input ends behind an escaped quote", r"url('a\'", ["a'"]),
    ("bad string", "url('a\n') url(b)", []),  # the second quote begins a string
    ("bad string, then all is as before", "url('a\n'') url(b)", ["b"]),
    ("bad string in a double quote", 'url("a\r) url("b")', ["b"]),
    # the name: 4.3.1, 4.3.4, 4.3.11
    ("names with escapes", r".a\:b{c:url(x)} .d\/e\[f\]{} .\32 xl\:g{h:i\9;j:url(y)}", ["x", "y"]),
    ("names that go on behind an escape", "a\\:url(x) \\9 url(y) \\39\r\nurl(z) \\:(url(v))", ["v"]),
    ("an escaped name", r"\75rl(a) u\72l(b) ur\6c(c) \55\52\4c(d)", ["a", "b", "c", "d"]),
    ("an escaped name, white space behind escapes", "\\75 \\72\n\\6c\r\n(a)", ["a"]),
    ("an escaped name, six digits", r"\000075rl(a) \000075\000072\00006c(b)", ["a", "b"]),
    ("an escaped name, letters themselves", r"\url(a) \U\R\L(b)", ["a", "b"]),
    ("an escaped name, a string behind it", "\\75rl('a')", ["a"]),
    ("another name", "curl(a) urls(b) my-url(c) -url(d) --url(e) _url(f)", []),
    ("another name by escapes", r"\63url(a) url\61(b) \000075a\72l(c) \0075a(d) url\ (e)", []),
    ("another name beyond ASCII", "\u00e9url(a) url\u00e9(b) \ufffdurl(c) \0url(d) u\u0280l(e)", []),
    ("a parenthesis in a name", r"url\28 a) url\((b) \75rl\28(c)", []),
    ("a hash", r"#url(a) #\75rl(b)", []),
    ("an at-keyword", r"@url(a) @\75rl(b)", []),
    ("a dimension", r"1url(a) 1.5url(b) 1e3url(c) 1e+3url(d) +1url(e) -1\75rl(f) 1-url(g)", []),
    ("behind what is no name", "1%url(a) 1.url(b) 1e+url(c) .url(d) +url(e) !url(f)", list("abcdef")),
    ("behind a hash that is none, and CDC", "#.url(a) ##url(b) -->url(c) <!--url(d)", ["a", "c", "d"]),
    ("white space before the parenthesis", "url (a) url/**/(b)", []),
    ("a backslash before a newline", "\\\nurl(a) u\\\nrl(b)", ["a"]),
    ("strings and comments", """"url(a)" 'url(b)' /*url(c)*/ "\\"url(d)" url(e)""", ["e"]),
    ("a comment that ends in many asterisks", "/***url(a)***/url(b)/**/url(c)", ["b", "c"]),
    ("a comment that never ends", "url(a)/*url(b)", ["a"]),
    ("a bad string", "'url(a)\nurl(b)\"url(c)\rurl(d)", ["b", "d"]),
    ("an escaped quote is none", r"a\'url(a) \"b{c:url(b)}", ["b"]),
    ("a string ends where its own quote is", "'\"'url(a)'\"'", ["a"]),
    ("a string that goes on", "'\\\nurl(a)' url(b)", ["b"]),
    # src(): Values 4
    ("src", "src('a') SRC( /**/ \"b\" /**/) \\73 \\72\\63('c')", ["a", "b", "c"]),
    ("src, the input ends", "src('a", ["a"]),
    ("src of something else", "src(a) src(var(--a)) src(url('b')) src(c 'd') src: 'e'", ["b"]),
    ("src, a bad string", "src('a\n') url(b)", []),
    ("local and format", "src: local('a'), url(b) format('woff')", ["b"]),
    # image-set(): Images 4
    ("image-set", "image-set('a' 1x, \"b\" 2x)", ["a", "b"]),
    (
        "image-set, prefix, case, escapes",
        "-WebKit-Image-Set('a') image\\2dset('b') \\69mage-se\\74 ('c')",
        ["a", "b", "c"],
    ),
    ("image-set in capitals", "IMAGE-SET('a')", ["a"]),
    ("image-set by another K", "-web\\212a it-image-set('a') -web\u212ait-image-set('b')", []),
    ("image-set, an at-keyword before a bracket", "image-set(@\\61('a') 'b') 'c'", ["b"]),
    ("image-set of urls", "image-set(url(a) 1x, url('b') 2x, src('c') 3x, 'd' 4x)", ["a", "b", "c", "d"]),
    ("image-set, types", "image-set('a' type('image/avif'), 'b' 2x type(\"image/png\"))", ["a", "b"]),
    ("image-set, modifiers", "image-set(url('a' x('b') 'c') 1x, 'd')", ["a", "d"]),
    ("image-set, comments, bad strings", "image-set(/*'a'*/'b' 'c\n, 'd')", ["b", "d"]),
    ("image-set, bad url", "image-set(url(a b) 'c', url('d\n'e') 'f')", ["c", "f"]),
    ("image-set, blocks within", "image-set(('a') ['b'] {'c'} [(') ]')] 'd') 'e'", ["d"]),
    ("image-set, a bracket that closes nothing", "image-set('a' ] } 'b' (] 'c') 'd') 'e'", ["a", "b", "d"]),
    ("image-set within image-set", "image-set(image-set('a') 'b') 'c'", ["a", "b"]),
    ("image-set within another function", "f(image-set(g('a') 'b') 'c')", ["b"]),
    ("image-set, what var() becomes", "image-set(var(--n, 'a') 1x) var(--n, 'b')", ["a"]),
    ("image-set, what env() and var() become", "image-set(ENV(n, v\\61r(--n,'a')) 'b')", ["a", "b"]),
    ("image-set, what if() becomes", "image-set(if(style(--q: 'a'): 'b'; else: 'c') 1x)", ["b", "c"]),
    ("image-set, in brackets in var()", "image-set(var(--n, ('a') f('b') 'c'))", ["c"]),
    ("image-set, the input ends", "image-set('a', 'b", ["a", "b"]),
    ("image-set, escapes", "image-set('\\61\\'', \\66('a'), 'b\\", ["a'", "b"]),
    ("strings elsewhere", "content: 'a'; image('b') set('c') my-image-set('d') image-set 'e'", []),
    # conditions only test for support, and fetch nothing: Cascade 4, Values 5
    ("a condition", "if(supports(mask: url(a)): url(b); else: url(c))", ["b", "c"]),
    ("a condition that holds anything", "supports((src('a')) image-set('b') ] url('c')) url(d)", ["d"]),
    # where it counts
    ("a custom property", "--a: url(b); --c:{d:url('e')}", ["b", "e"]),
    ("nothing", "", []),
    ("no reference", "a { color: red }", []),
    ("a quote alone", "'", []),
    ("a backslash alone", "\\", []),
]

AT_RULES: Rows = [  # in style sheets only
    ("import, a string", "@import 'a'; @import \"b\" screen;", ["a", "b"]),
    ("import, urls", "@import url(a); @import url('b') print; @import src('c');", ["a", "b", "c"]),
    ("import, no white space", "@import'a';@import\"b\";@import/**/'c';@import/**/ /**/url(d)", list("abcd")),
    ("import, case and escapes", "@IMPORT 'a'; @\\69mport 'b'; @impor\\74 'c'; @\\import 'd'", list("abcd")),
    ("import, escapes in the string", r"@import '\61\'b'", ["a'b"]),
    ("import, the input ends", "@import 'a", ["a"]),
    ("import, a bad string", "@import 'a\n; @import 'b'", ["b"]),
    ("import, layer and supports", "@import 'a' layer(b) supports(mask: url(c)) print; url(d)", ["a", "d"]),
    (
        "import, a url and supports",
        "@import url(a) supports((d: src('b')) or (e: url('c')));url(d)",
        ["a", "d"],
    ),
    ("import, wherever it is", "a { @import 'b' } @media c { @import url(d); }", ["b", "d"]),
    ("import behind CDO", "<!-- @import 'a'; -->", ["a"]),
    ("import of something else", "@import a 'b'; @import; @import ('c'); @import (url(d))", ["d"]),
    ("not import", "@importx 'a'; @-import 'b'; #import 'c'; import 'd'; @ import 'e'; @import\\61 'f'", []),
    ("not import: no at-keyword begins there", r"\@import 'a'; a@import 'b'; \40import 'c'", ["b"]),
    ("import in a string, in a comment", "'@import \"a\"' /*@import 'b'*/ \"\\\"@import 'c'\"", []),
    ("namespace", "@namespace url(a); @namespace b url('c'); @namespace 'd'; url(e)", ["e"]),
    ("namespace, case and escapes", "@NameSpace url(a); @\\6e amespace url(b);url(c)", ["c"]),
    ("namespace, a url that holds its end", r"@namespace url(a;url(b); @namespace \75rl(;{c);url(d)", ["d"]),
    (
        "namespace, a string that holds its end",
        "@namespace ';' url(a); @namespace /*;*/ url('}');url(b)",
        ["b"],
    ),
    ("supports, no white space", "@supports(mask:url(a)){b{c:url(d)}} @\\73upports(e:url(f)){}", ["d"]),
    ("a prelude ends with the block around it", "a { @namespace url(b) } c { d: url(e) }", ["e"]),
    ("namespace, the input ends", "@namespace url(a", []),
    ("not namespace", "@namespaces url(a); @name-space url(b); #namespace url(c)", ["a", "b", "c"]),
    ("supports, a number over another", "@supports (aspect-ratio: 1/1) and (a:/*{*/b()){c{d:url(e)}}", ["e"]),
    ("supports", "@supports (mask: url(a)) and (b: src('c')) { d { e: url(f) } }", ["f"]),
    (
        "strings in preludes",
        "@supports (a:'{;'){b:url(c)} @-moz-document url-prefix(''){d{e:url(f)}}",
        ["c", "f"],
    ),
    (
        "document",
        "@document url(a), url-prefix('b') { c{d:url(e)} } @-moz-document url('f') {g{h:url(i)}}",
        ["e", "i"],
    ),
    (
        "other at-rules",
        "@font-face{src:url(a)} @page{b:url(c)} @media d{e{f:url(g)}} @charset 'h';",
        list("acg"),
    ),
    (
        "at-keywords in an image-set",
        "image-set(@import 'a', @namespace 'b', @supports 'c') url(d)",
        list("abcd"),
    ),
]

DECLARATIONS: Rows = [  # in declarations, where no rule begins
    ("import, a string", "@import 'a'; b: url(c)", ["c"]),
    ("import, a url", "@import url(a)", ["a"]),
    ("namespace", "@namespace url(a)", ["a"]),
    ("in a style attribute", "background: url(a) , url('b'); cursor: image-set('c' 1x)", ["a", "b", "c"]),
    ("in a presentation attribute", "url(#a)", ["#a"]),
]


PLACEHOLDERS: Rows = [  # of templates: a placeholder makes no url() bad, and may contain anything
    ("white space", "url(a/{{ x }}.png) url(c)", ["a/{{ x }}.png", "c"]),
    ("alone", "url( {{ x }} )", ["{{ x }}"]),
    ("a call", "url({{ f('a)b', \"c\") }}/d) url(c)", ["{{ f('a)b', \"c\") }}/d", "c"]),
    ("a call alone", "url({{f()}}) url(c)", ["{{f()}}", "c"]),
    ("a program", "url(a/<?= $x[')'] ?>.png) url(c)", ["a/<?= $x[')'] ?>.png", "c"]),
    ("another program", "url(a/<% x %>.png)", ["a/<% x %>.png"]),
    ("a block", "url(a/{% x (y) %}.png)", ["a/{% x (y) %}.png"]),
    ("a comment", "url(a/{# x (y) #}.png)", ["a/{# x (y) #}.png"]),
    ("a dollar", "url(a/${ x }.png)", ["a/${ x }.png"]),
    ("a number sign", "url(a/#{ x }.png)", ["a/#{ x }.png"]),
    ("a fragment", "url(#{{ x }})", ["#{{ x }}"]),
    ("a merge tag", "url(a/*|x y|*.png)", ["a/*|x y|*.png"]),
    ("several", "url({{ x }}/<? y ?>/\\29 {% z %}) url(c)", ["{{ x }}/<? y ?>/){% z %}", "c"]),
    ("a newline", "url(a/{{ x\n }}) url(c)", ["a/{{ x\n }}", "c"]),
    ("what would be a reference", "url(a/{{ url(x) }}) url(c)", ["a/{{ url(x) }}", "c"]),
    ("behind a scheme", "url(http://o/{{ url('x') }}) url(c)", ["http://o/{{ url('x') }}", "c"]),
    ("the input ends", "url(a/{{ x }}", ["a/{{ x }}"]),
    ("in a good url", "url(a/{{x)}}) url(c)", ["a/{{x", "c"]),
    ("in image-set", "image-set(url(a/{{ x }}) 1x, 'b' 2x)", ["a/{{ x }}", "b"]),
    ("in a bad url", "url(a b{{ url(x) }}) url(c)", ["c"]),
    ("unclosed", "url(a/{{ x) url(c)", ["c"]),
    ("closed by another", "url(a/{{ x %}) url(c)", ["c"]),
    ("one in one that is unclosed", "url(a/{{ x {{ y }}) url(c)", ["c"]),
    ("an escape before it", "url(a/\\{{ x }}) url(c)", ["c"]),
]


def by_name(rows: Rows) -> pytest.MarkDecorator:
    return pytest.mark.parametrize(
        ("text", "expected"), [pytest.param(text, expected, id=name) for name, text, expected in rows]
    )


@by_name([*ANYWHERE, *AT_RULES, *PLACEHOLDERS])
def test_stylesheet(text: str, expected: list[str]) -> None:
    assert read(css_bytes.sheet_in_text, text) == expected


@by_name([*ANYWHERE, *DECLARATIONS, *PLACEHOLDERS])
def test_declarations(text: str, expected: list[str]) -> None:
    assert read(css.declarations, text) == expected


def test_names_are_unique() -> None:
    for rows in ([*ANYWHERE, *AT_RULES], [*ANYWHERE, *DECLARATIONS], PLACEHOLDERS):
        assert len({name for name, _, _ in rows}) == len(rows)


@pytest.mark.rows(
    ("text", "expected"),
    [
        ("url(  )", [(6, 6)]),
        ("url(", [(4, 4)]),
        ("url(  ", [(6, 6)]),
        ("url( ab )", [(5, 7)]),
        ("url(\\61 )", [(4, 8)]),
        ("url( ' ab ' )", [(6, 10)]),
        ("url('a\\", [(5, 6)]),
        ("@import 'ab'", [(9, 11)]),
        ("image-set('a')", [(11, 12)]),
    ],
)
def test_spans(text: str, expected: list[tuple[int, int]]) -> None:
    """A span is the text inside the quotes, or an unquoted URL without the white space around it."""
    assert [(piece.start, piece.stop) for piece in css_bytes.sheet_in_text(text)] == expected


# --- reading and writing ---------------------------------------------------------------------

PLACES = {  # a reference "x" in every context, also at the end of the input
    "unquoted": "a{b:url(x)}",
    "unquoted, white space": "a{b:url( x\n)}",
    "unquoted, unclosed": "a{b:url(x",
    "double": 'a{b:url("x")}',
    "single": "a{b:url( 'x' c)}",
    "double, unclosed": 'a{b:url("x',
    "single, unclosed": "a{b:url('x",
    "src": "a{b:src('x')}",
    "import": '@import "x";',
    "import, url": "@import url(x);",
    "image-set": "a{b:image-set('x' 1x, \"y\" 2x)}",
    "image-set, url": "a{b:image-set('y', url(x) 2x)}",
}
each_place = pytest.mark.parametrize("sheet", PLACES.values(), ids=PLACES)
SPECIAL = "\"'()\\<>/*@#;{}[],: \t\n\r\f\v\x01\x7f\x80\xa0\ufffdaAfFgG019-_\u00e9\U0001f600"
TEXTS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0")) | st.text(SPECIAL)


def hexadecimal_escapes(text: str) -> str:
    return "".join(f"\\{ord(character):x} " for character in text)


@each_place
@given(text=TEXTS)
@example(text="")
@example(text=SPECIAL)
@example(text="</style>")
@example(text="//h/a b/c'd\"e(f)g\\h")
def test_what_is_written_is_read(sheet: str, text: str) -> None:
    """A text written in place of a reference, or before it, is read back; all other references stay."""
    before = read(css_bytes.sheet_in_text, sheet)
    place = before.index("x")
    start, stop, escaping = list(css_bytes.sheet_in_text(sheet))[place]
    written = escaping.encode(text)
    assert escaping.decode(written) == text
    assert re.fullmatch(r"[^<\x00-\x1f\x7f]*", written)
    for instead, behind in ((text, stop), (f"{text}x", start)):
        after = read(css_bytes.sheet_in_text, sheet[:start] + written + sheet[behind:])
        assert after == [*before[:place], instead, *before[place + 1 :]]


@each_place
@given(text=TEXTS)
def test_any_escape_is_read(sheet: str, text: str) -> None:
    """Text that is escaped in another way reads the same."""
    assert text in read(css_bytes.sheet_in_text, sheet.replace("x", hexadecimal_escapes(text), 1))


@pytest.mark.rows(
    ("sheet", "text", "written"),
    [
        ("url(x)", "http://h/a-b_c~d?e=f&g#h%20\u00e9", "http://h/a-b_c~d?e=f&g#h%20\u00e9"),
        ("url(x)", "\"'()\\ <\n", "\\\"\\'\\(\\)\\\\\\20 \\3c \\a "),
        ("url('x')", "\"'()\\ <\n", "\"\\'()\\\\ \\3c \\a "),
        ('url("x")', "\"'()\\ <\n", "\\\"'()\\\\ \\3c \\a "),
        ("url('x')", "a\0b", "a\\0 b"),  # nothing writes NUL: it reads as U+FFFD
    ],
)
def test_written(sheet: str, text: str, written: str) -> None:
    """Only what has to be escaped is escaped."""
    assert next(iter(css_bytes.sheet_in_text(sheet))).escaping.encode(text) == written


@pytest.mark.rows("escape", ["\\{:x} ", "\\{:04X}\n", "\\{:06x}"])
@pytest.mark.rows("text", ["url(x)", "src('x')", "image-set('x')", "-webkit-image-set('x')", "@import'x'"])
def test_any_letter_of_a_name_may_be_escaped(text: str, escape: str) -> None:
    for place, letter in enumerate(re.split("[('@]", text.removeprefix("@"))[0], text.startswith("@")):
        for case in (letter.lower(), letter.upper()):
            escaped = text[:place] + escape.format(ord(case)) + text[place + 1 :]
            assert read(css_bytes.sheet_in_text, escaped) == ["x"], escaped


# --- compared with tinycss2 ------------------------------------------------------------------

WITHOUT_WHITE_SPACE = r"""
    url( URL( u\72l( src( image-set( -webkit-image-set( type( supports( @Import @\69mport @media @ #
    var( env( if(
    url src image-set var supports import a f - -- 1 . e + % < > <!-- --> _ ! , : ; = * / \ ' " ( ) [ ] { }
    /* */ /**/ \6 \000061 \: \/ \( \- \[ \9 \39 \32 \3d \0 \' \) \28
    'a' "b" url(c) url('d') a{b: (l:url(m)) @import'e'; @namespace/**/url(k);
"""
FRAGMENTS = (
    *WITHOUT_WHITE_SPACE.split(),
    *("\\75 rl(", "@import ", "@namespace ", "@supports ", "@-moz-document ", "image-set('g' 1x)", "\\61 "),
    *("src( 'h' )", "url( i.png )", " ", "\t", "\n", "\r\n", "\r", "\f", "\0", "\x01", "\x7f", "\x85"),
    *("\u00e9", "\u20ac", "\U0001f600"),
)
SHEETS = st.lists(st.sampled_from(FRAGMENTS), max_size=30).map("".join)


class Token(NamedTuple):
    """A token of tinycss2's component values; ``open`` and ``close`` are brackets."""

    kind: str
    value: str = ""


BLOCKS = {"() block": "()", "[] block": "[]", "{} block": "{}"}


def flattened(nodes: Sequence[tinycss2.ast.Node]) -> Iterator[Token]:
    for node in nodes:
        if node.type == "function":
            yield Token("open", f"{node.lower_name}(")
            yield from flattened(node.arguments)
            yield Token("close", ")")
        elif node.type in BLOCKS:
            yield Token("open", BLOCKS[node.type][0])
            yield from flattened(node.content)
            yield Token("close", BLOCKS[node.type][1])
        elif node.type == "at-keyword":
            yield Token("at-keyword", node.lower_value)
        elif node.type == "error":
            yield Token("close" if node.kind in ")]}" else "error", node.kind)
        else:
            yield Token(node.type, str(getattr(node, "value", "")))


PRELUDES = {"namespace", "supports", "document", "-moz-document"}
BRACKETS = {"image-set(", "-webkit-image-set(", "supports("}
CALLS = {Token("open", "url("), Token("open", "src("), Token("at-keyword", "import")}


def seen_by_tinycss2(text: str) -> list[str]:
    """Find the references of a style sheet in the tokens of tinycss2."""
    found: list[str] = []
    opened: list[str] = []
    in_prelude = False
    before = Token("")
    for token in flattened(tinycss2.parse_component_value_list(text, skip_comments=True)):
        if in_prelude:
            in_prelude = token.value[-1:] not in {";", "{", "}"} or token.kind not in {
                "literal",
                "open",
                "close",
            }
        elif token.kind == "at-keyword" and not opened:
            in_prelude = token.value in PRELUDES
        elif token.kind == "open" and (opened or token.value in BRACKETS):
            passed_on = token.value in {"var(", "env(", "if("} and opened[-1:] != ["supports("]
            opened.append(opened[-1] if passed_on and opened[-1] in BRACKETS else token.value)
        elif token.kind == "close" and opened and opened[-1][-1] + token.value in BLOCKS.values():
            opened.pop()
        elif token.kind == "url" and opened[:1] != ["supports("]:
            found.append(token.value)
        elif token.kind == "string" and opened[:1] != ["supports("]:
            direct = bool(opened) and opened[-1] in BRACKETS - {"supports("}
            found += [token.value] if before in CALLS or direct else []
        before = before if token.kind == "whitespace" else token
    return found


class Difference(NamedTuple):
    """A difference between tinycss2 and the specification, or between tinycss2 and what is listed."""

    why: str
    where: str
    text: str
    ours: list[str]
    theirs: list[str]


DIFFERENCES = (
    Difference(
        "a unicode-range is no token since the Candidate Recommendation of 2019",
        r"[Uu]\+[0-9A-Fa-f?]",
        "u+1url(a)",
        [],
        ["a"],
    ),
    Difference(
        "4.3.14: in a bad url an escaped backslash is passed over whole",
        r"\\\\\)",
        r"url(a b\\)url(c)",
        ["c"],
        [],
    ),
    Difference(
        "4.3.6: a backslash before a newline makes a url bad",
        r"\\[\n\r\f]",
        "url(a\\\n)",
        [],
        ["a\\"],
    ),
    Difference(
        "4.3.7: an escape is never a surrogate",
        r"\\0*[dD][89A-Fa-f]",
        r"url(\d800)",
        ["\ufffd"],
        ["\ud800"],
    ),
)


@pytest.mark.rows("difference", DIFFERENCES, ids=lambda difference: difference.why)
def test_differences_from_tinycss2(difference: Difference) -> None:
    assert re.search(difference.where, difference.text)
    assert read(css_bytes.sheet_in_text, difference.text) == difference.ours
    assert seen_by_tinycss2(difference.text) == difference.theirs


@by_name([*ANYWHERE, *AT_RULES])
def test_tinycss2_agrees_on_the_tables(text: str, expected: list[str]) -> None:
    text = text.replace("\ud800", "\ufffd")  # tinycss2 takes no surrogates; 3.3 replaces them
    if not any(re.search(difference.where, text) for difference in DIFFERENCES):
        assert seen_by_tinycss2(text) == expected


@by_name(PLACEHOLDERS)
def test_a_placeholder_that_is_text_is_read_as_tinycss2_does(text: str, expected: list[str]) -> None:
    as_written, as_template = read(AS_CSS, text), read(css_bytes.sheet_in_text, text)
    assert (as_written, as_template) == (seen_by_tinycss2(text), expected)


@settings(max_examples=300)
@given(text=SHEETS)
def test_tinycss2_agrees(text: str) -> None:
    ours, theirs = read(AS_CSS, text), seen_by_tinycss2(text)
    if ours != theirs:
        assert any(re.search(difference.where, text) for difference in DIFFERENCES), (ours, theirs)


OF_TEMPLATES = st.lists(
    st.sampled_from(("url(", ")", "{{ ", " }}", "<?", "?>", "a", "b/", " ", "'", "\\", "{", "*|", "|*"))
)


@settings(max_examples=500)
@given(text=OF_TEMPLATES.map("".join) | SHEETS)
@pytest.mark.parametrize("placeholders", [True, False])
def test_bytes_are_read_as_text_is(text: str, *, placeholders: bool) -> None:
    spans = list(css_bytes.sheet_in_text(text, placeholders=placeholders))
    assert spans == list(css.stylesheet(text, placeholders=placeholders))


# --- any text --------------------------------------------------------------------------------

SPLITTERS = pytest.mark.parametrize("splitter", [css_bytes.sheet_in_text, css.declarations])


@SPLITTERS
@given(
    text=st.text()
    | st.text(st.characters(max_codepoint=255))
    | SHEETS
    | st.text(st.sampled_from("\ud800'(\\u"))
)
def test_any_text_is_read(splitter: Splitter, text: str) -> None:
    """The spans of references are in order, do not overlap, and can all be read."""
    pieces = splitter(text)
    assert all(0 <= piece.start <= piece.stop <= len(text) for piece in pieces)
    assert all(one.stop <= other.start for one, other in pairwise(pieces))
    assert "\0" not in "".join(read(splitter, text))


@SPLITTERS
@given(text=SHEETS, instead=TEXTS)
def test_one_is_replaced_and_the_others_stay(splitter: Splitter, text: str, instead: str) -> None:
    before = read(splitter, text)
    for place, (start, stop, escaping) in enumerate(splitter(text)):
        after = read(splitter, text[:start] + escaping.encode(instead) + text[stop:])
        assert after == [*before[:place], instead, *before[place + 1 :]]


@SPLITTERS
@given(text=SHEETS)
def test_bytes_are_cut_as_characters_are(splitter: Splitter, text: str) -> None:
    """A latin-1 view of UTF-8 has its references where the text has them."""
    places = [len(text[:end].encode()) for piece in splitter(text) for end in (piece.start, piece.stop)]
    view = text.encode().decode("latin-1")
    assert [end for piece in splitter(view) for end in (piece.start, piece.stop)] == places


# --- time ------------------------------------------------------------------------------------


def test_deep_nesting_is_read() -> None:
    depth = 100_000
    assert read(css_bytes.sheet_in_text, "image-set(" * depth + "'a'" + ")" * depth + "'b'") == ["a"]
    assert read(css_bytes.sheet_in_text, "image-set(" + "f(" * depth + "'a'" + ")" * depth + "'b'") == ["b"]


@pytest.mark.parametrize("text", ["a { color: rgb(0, 0, 0) } ", "@media (a) { b\\:c { d: 'e' } } "])
def test_a_sheet_without_references_is_not_read(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A quick search finds no sign of a reference, so the sheet is not tokenized."""

    def never(*_: object) -> None:
        raise AssertionError

    monkeypatch.setattr(css, "_OUTSIDE", never)
    assert list(css_bytes.sheet_in_text(text * 10_000)) == []
