"""For plain values, the table of prefixes gives the result of the full decision, in any encoding."""

from __future__ import annotations

import gc
import random
from collections.abc import Callable
from functools import cache
from itertools import islice, product
from typing import Any

import pytest
import webencodings

import absolutize
from absolutize.arguments import document_settings
from absolutize.engine import lister, plain, resolver, rewriter
from absolutize.engine.document_base import codec_of
from absolutize.engine.link import Link
from absolutize.engine.resolver import Resolution
from absolutize.html.document import references
from absolutize.html.tokenizer.scanner import bulk_scan, scan
from absolutize.html.tokenizer.skip_tests import is_independent_of_http
from absolutize.html.tokenizer.value_span import ValueSpans
from absolutize.html.values.plain_parts import NOT_PLAIN, PlainDividers
from absolutize.uri import RULE_SETS
from absolutize.uri.plain_url import is_plain
from absolutize.uri.rules import whatwg
from absolutize.uri.rules.whatwg import SPECIAL_SCHEMES
from tests.support.extent import extent, sample

PIECES = [
    *"ab./?#&=%:;,@x~_-+|\\ {}$!*()",
    "&copy", "&not", "&utm", "&#38;", "&#038;", "&#39;", "&#039;", "&#x27;", "&#X27;", "_b=", "amp;",
    "../", "./", "//", "&amp;", "&eacute;", "&#233;", "%D0", "a:", "http:", "h/", "{{", "}}",
    "https:", "https://h/", "a_b.h/", "data:", "javascript:", "mailto:", "tel:",
    "\u00e9", "\u041c", "\u65e5", "\u3000", "\u00a0", "\ufeff", "\uff0e", "\uff0f", "\uff1f", "\uff03",
    "\u0130", "\u200b", "\u2028", "\uff5b", "\U0001f600", "\ud800", "\udc00", "\ud7a3",
]  # fmt: skip
ENCODINGS = [
    *("utf-8", "windows-1252", "windows-1251", "shift_jis", "gbk", "big5", "euc-kr", "gb18030", "koi8-r"),
    *("iso-2022-jp", "macintosh", "windows-874", "utf-16le"),
]
BASES = [
    "http://h.example/a/b/c.html",
    "https://h.example/?q",
    "http://h.example",
    "http://h/\u00e9/b",
    "http://a_b.example/c_d/e",
    "urn:x",
]
BASE_ELEMENTS = ["", "", '<base href="//b.example/\u00e9/x/">']
OPTIONS: list[dict[str, Any]] = [
    {},
    {"rules": "whatwg"},
    {"same_document": "resolve"},
    {"base_element": "remove"},
]


def markup(seed: int, encoding: str) -> str:
    """Make links in every kind of quotes, in style sheets and in lists."""
    draw = random.Random(seed)
    references = ["".join(draw.choices(PIECES, k=draw.randint(1, 7))) for _ in range(24)]
    html = "".join(f"<a href={mark}{each}{mark}>" for each in references for mark in ('"', "'"))
    html += "".join(f"<img src={each.replace(' ', '')}>" for each in references)
    html += "".join(f"<style>p{{a:url({each})}} q{{a:url('{each}')}}</style>" for each in references[:6])
    html += "".join(
        f"<style>p{{content:'{each}'}} q{{a:url(x) url(y/{each})}}</style>" for each in "\u30bd\u00e9\u65e5"
    )
    html += f'<img srcset="{", ".join(each.replace(",", "") for each in references[:4])}">'
    return f"<meta charset={encoding}>{BASE_ELEMENTS[seed % len(BASE_ELEMENTS)]}{html}"


@cache
def document(seed: int, encoding: str) -> bytes:
    """Encode the same markup; characters that the encoding lacks are replaced."""
    html = markup(seed, encoding)
    if encoding == "utf-16le":
        return b"\xff\xfe" + html.encode("utf-16le", "surrogatepass")
    codec = webencodings.lookup(encoding).codec_info
    text = "".join(each if _is_in(each, codec.encode) else "\u00b7" for each in html)
    return bytes(codec.encode(text, "xmlcharrefreplace")[0]) + b"<a href=/\xff\x81><a href=\x81>"


def _is_in(character: str, encode: Callable[..., object]) -> bool:
    try:
        encode(character, "xmlcharrefreplace")
    except UnicodeEncodeError:
        return False
    return True


PLAIN = ["a.png", "/a.png", "../b", "//h/x", "?q", "#f", "http://h/x", "a(1)", "../", "./#f"]
ODD = [
    "data:,x", "a,b", "a b", "\\29", "\u00e9", "", "a:b", "%2e/x", "{{x}}", "&amp;", "https://h/a,b", "*|x|*",
    "data:image/svg+xml,%3Csvg a='b c'%3E", "data:x/../y", "data:{{x}}", "data:<?x?>", "data:<b>", "data: x ",
    'data:a"b', "data:&amp;", "a,,b", "a,", "b/\u00e9", "\tx",
]  # fmt: skip
CSS = [
    "url(~)", 'url("~")', "url('~')", "url( ~ )", "url(~", 'url("~', 'image-set("~" 1x)', 'src("~")',
    "u\\72l(~)", "xurl(~)", "-url(~)", "#url(~)", "url/**/(~)", "/*url(~)*/", '"url(~)"', "'url(~)'",
    "URL(~)", "rgb(1)", "--x:url(~);", "var(--x)", '@import "~";', "@import url(~);", "@namespace url(~);",
    "@media x{", "}", "{", "a:b;", ";", " ", "/", "\\", "\n", "-", "(", ")", "[", "]",
    '"', "'", "@supports (a:url(~)){",
    "!x", "<!--", ".a--b{", ":root{--y:#fff;", "/*\u00e9*/", '"\u00e9"', "\u00e9", '@import "~" screen;',
    "@IMPORT  url('~');", "@importx url(~);", "@import/**/url(~);",
]  # fmt: skip
LIST = [
    *("~, ", "~ 1x, ", "~ 2w,", " ~ 1.5x", ",", "~,", "~ 1x 2w", "~ (x,y)", "~ 1h", "~ 1q", "~ -1x", "\n"),
    *(",~", "~\t1x ,"),
]
STRINGS = [  # of JSON; the first ones begin at the root
    "/x", r"\/x\/y.z", r"\/wp-*.php", r"\/*\\?(.+)", "/", "/a-b/:c", "x", "..", "//h/x", r"\/\/h\/x",
    "https://h/x", "/a b", "/\u00e9", "/.x", r"\/..\/x", "/%2e/x", "/{{x}}", r"\u002fx", "/x?y", "/x#y",
    "/a//b", "", "#f", r"/a\\.b", "https://h/*", ":x/y", "/x&amp;y", r"\\/x", "/C|/x",
]  # fmt: skip
SCRIPTS = {
    "speculationrules": '{"prefetch":[{"urls":[~],"where":{"or":[{"href_matches":[~,~]}]}}]}',
    "importmap": '{"imports":{"a":~,~:~},"scopes":{~:{"b":~}},"integrity":{~:""}}',
    "webbundle": '{"source":~,"scopes":[~],"resources":[~,~]}',
}
PARENTHESES = "http://h/a(b)/c"


def values(seed: int) -> bytes:
    """Make style sheets, declarations and lists of images, many of which are simple."""
    draw = random.Random(seed)

    def one(pieces: list[str]) -> str:
        drawn = "".join(draw.choices(pieces, [6] * 5 + [1] * (len(pieces) - 5), k=draw.randint(1, 5)))
        return "".join(
            f"{before}{draw.choice(PLAIN if draw.random() < 0.8 else ODD) if has else ''}"
            for before, has in zip(drawn.split("~"), [*[True] * drawn.count("~"), False], strict=True)
        )

    html = ["<meta charset=utf-8>"]
    for mark in ('"', "'", '"', ""):
        css, urls = (one(pieces).replace(mark or " ", "") for pieces in (CSS, LIST))
        html.append(f"<p style={mark}{css}{mark}><img srcset={mark}{urls}{mark}><style>{css}</style>")
    for (kind, script), known in product(SCRIPTS.items(), (6, len(STRINGS))):
        strings = iter(draw.choices(STRINGS[:known], k=script.count("~")))
        data = "".join(f'"{next(strings)}"' if each == "~" else each for each in script)
        html.append(f"<script type={kind}>{data}</script>")
    return "".join(html).encode()


def no_beginnings(values: ValueSpans) -> list[tuple[int, int, int, int]]:
    """Replaces the method of a scan, so that no value is known to be plain."""
    return [(number, value.start, value.stop, NOT_PLAIN) for number, value in enumerate(values)]


def never(*_: object) -> None:
    """Replaces a function, so that nothing is taken for plain."""


# the default sample has each encoding, and each option with a third of the encodings
each = pytest.mark.rows(("encoding", "options"), sample(product(ENCODINGS, OPTIONS), 3), ids=str)


@each
def test_what_is_passed_is_what_is_decided(encoding: str, options: dict[str, Any]) -> None:
    for seed, base in enumerate(BASES[1:]):
        html = document(seed, encoding)
        settings = document_settings("rewrite", {"url": base, **options})
        quick = rewriter.rewrite_document(html, *settings)
        assert quick._replace(edits=[]) == rewriter.rewrite_document(html, *settings, recorded=True)._replace(
            edits=[]
        )


@pytest.mark.rows("seed", list(range(extent(60, 300))), ids=str)
def test_values_of_several_references_are_divided_as_they_are_read(seed: int) -> None:
    html = values(seed)
    for base in (BASES[0], PARENTHESES):
        settings = document_settings("rewrite", {"url": base})
        quick, decided = (
            rewriter.rewrite_document(html, *settings, recorded=recorded) for recorded in (False, True)
        )
        assert (quick.document, quick.changes) == (decided.document, decided.changes)
        for document in (html, html.decode()):
            links = list(absolutize.links(document, base))
            with pytest.MonkeyPatch.context() as patched:
                patched.setattr(lister, "PLAIN_OR_ABSOLUTE_DIVIDERS", PlainDividers({}))
                assert links == list(absolutize.links(document, base))


def rules(patterns: str) -> str:
    """Make speculation rules with these URL patterns."""
    return (
        f'<script type=speculationrules>{{"prefetch":[{{"where":{{"href_matches":[{patterns}]}}}}]}}</script>'
    )


def imports(specifiers: str) -> str:
    """Make an import map."""
    return f'<script type=importmap>{{"imports":{specifiers}}}</script>'


ALL, NONE, IN_PART = (True, True), (False, False), (True, False)
# name: (a document, what is written, (are there recorded beginnings, are there no other values))
DIVIDED: dict[str, tuple[str, str, tuple[bool, bool]]] = {
    "declarations": ("<p style='a:url(x)'>", "<p style='a:url(http://h/x)'>", ALL),
    "quoted": ("<p style='a:url( \"x\" )'>", "<p style='a:url( \"http://h/x\" )'>", ALL),
    "two of them": ("<p style='a:url(x) url(y)'>", "<p style='a:url(http://h/x) url(http://h/y)'>", ALL),
    "an absolute one": (
        "<p style='a:url(http://i/) url(y)'>",
        "<p style='a:url(http://i/) url(http://h/y)'>",
        ALL,
    ),
    "a comment": ("<p style='/*url(x)*/a:url(y)'>", "<p style='/*url(x)*/a:url(http://h/y)'>", ALL),
    "quotes by character references": (
        '<p style="a:&quot;b;(&quot;;c:url(&quot;x;y?a&amp;b&quot;) url( &quot;z&quot;)">',
        '<p style="a:&quot;b;(&quot;;c:url(&quot;http://h/x;y?a&amp;b&quot;) url( &quot;http://h/z&quot;)">',
        ALL,
    ),
    "a bar in a query": (
        "<p style='a:url(x?y|z)'><img srcset='x?y|z 2x' src='x?y|z'>",
        "<p style='a:url(http://h/x?y|z)'><img srcset='http://h/x?y|z 2x' src='http://h/x?y|z'>",
        ALL,
    ),
    "a placeholder behind a bar": (
        "<p style='a:url(x?y|*|z|*)'>",
        "<p style='a:url(http://h/x?y|*|z|*)'>",
        NONE,
    ),
    "an ampersand by a character reference": (
        "<p style='a:url(x?y&amp;z) url(&amp;)'>",
        "<p style='a:url(http://h/x?y&amp;z) url(http://h/&amp;)'>",
        ALL,
    ),
    **{
        name: (f'<p style="{style.format("")}">', f'<p style="{style.format("http://h/")}">', NONE)
        for name, style in {
            "an odd number of quotes": "a:url({}x);b:&quot;c",
            "a quote in a comment": "/*&quot;*/a:url(&quot;{}x&quot;)/*&quot;*/",
            "quotes in quotes": "a:'&quot;' url(&quot;{}x&quot;) '&quot;'",
            "an escape in quotes": "a:url(&quot;{}x\\&quot;&quot;)",
            "another character reference": "a:url(&quot;{}x&#47;y&quot;)",
            "one by which a URL is none": "a:url(x&quot;y&quot;) url({}z)",
            "a custom property in quotes": "--a:url(&quot;x&quot;)",
            "white space in quotes": "a:url(&quot; {}x&quot;)",
        }.items()
    },
    "an escape": ("<p style='a:u\\72l(x)'>", "<p style='a:u\\72l(http://h/x)'>", NONE),
    "a custom property": ("<p style='--a:url(x)'>", "<p style='--a:url(x)'>", NONE),
    "a style sheet": ("<style>p{a:url(x)}</style>", "<style>p{a:url(http://h/x)}</style>", ALL),
    "a condition without a rule": (
        "<p style='@supports supports(x;b:url(y)'>",
        "<p style='@supports supports(x;b:url(y)'>",
        NONE,
    ),
    "an at sign in a URL": ("<p style='a:url(x@2)'>", "<p style='a:url(http://h/x@2)'>", ALL),
    "an at sign in a string": (
        "<p style='a:\"@import x\" url(y)'>",
        "<p style='a:\"@import x\" url(http://h/y)'>",
        ALL,
    ),
    "an import": ("<style>@import 'x'</style>", "<style>@import 'http://h/x'</style>", ALL),
    "an import and another": (
        "<style>@import'x';@IMPORT \"//k/y\" screen;p{a:url(z)}</style>",
        "<style>@import'http://h/x';@IMPORT \"http://k/y\" screen;p{a:url(http://h/z)}</style>",
        ALL,
    ),
    "an import with other quotes behind it": (
        "<style>@import 'x\";p{a:url(y)}</style>",
        "<style>@import 'http://h/x\";p{a:url(y)}</style>",
        NONE,
    ),
    "an import behind a comment": (
        "<style>@import/**/'x';p{a:url(y)}</style>",
        "<style>@import/**/'http://h/x';p{a:url(http://h/y)}</style>",
        IN_PART,
    ),
    "an import with a condition": (
        "<style>@import 'x' supports(a:url(y));p{a:url(z)}</style>",
        "<style>@import 'http://h/x' supports(a:url(y));p{a:url(http://h/z)}</style>",
        NONE,
    ),
    "an import without a quote": (
        "<style>@import x;@import ('y')</style>",
        "<style>@import x;@import ('y')</style>",
        NONE,
    ),
    "one that is not plain": (
        "<style>p{a:url('x/../y\"') url(z)}</style>",
        "<style>p{a:url('http://h/y\"') url(http://h/z)}</style>",
        IN_PART,
    ),
    "an escape in one": (
        "<style>p{a:url(x\\29 ) url(y)}</style>",
        "<style>p{a:url(http://h/x\\29 ) url(http://h/y)}</style>",
        IN_PART,
    ),
    "empty ones": (
        "<style>p{a:url() url( '' ) url(\"\") url(x)}</style>",
        "<style>p{a:url() url( '' ) url(\"\") url(http://h/x)}</style>",
        ALL,
    ),
    "white space alone": (
        "<style>p{a:url(' ') url(x)}</style>",
        "<style>p{a:url(' ') url(http://h/x)}</style>",
        IN_PART,
    ),
    "what is beyond ASCII": (
        "<meta charset=utf-8><style>p{content:'\u00e9'}q{a:url(x)}</style>",
        "<meta charset=utf-8><style>p{content:'\u00e9'}q{a:url(http://h/x)}</style>",
        ALL,
    ),
    "URLs beyond ASCII": (
        "<p style='a:url(\u00e9/x)'><img srcset='\u00e9, /\u65e5 2x'>",
        "<p style='a:url(http://h/\u00e9/x)'><img srcset='http://h/\u00e9, http://h/\u65e5 2x'>",
        ALL,
    ),
    "a host beyond ASCII": (
        "<img srcset='//\u00e9/x, y'>",
        "<img srcset='http://\u00e9/x, http://h/y'>",
        NONE,
    ),
    "a URL with spaces": (
        "<a href='x y'><a href=\"/a 'b'>c\">",
        "<a href='http://h/x y'><a href=\"http://h/a 'b'>c\">",
        ALL,
    ),
    "white space around URLs": (
        "<a href=' ../x\n'><a href='\t//i '>",
        "<a href=' http://h/x\n'><a href='\thttp://i '>",
        ALL,
    ),
    "a tag in an unquoted URL": ("<a href=/x</a>", "<a href=http://h/x</a>", ALL),
    "the end of noscript in a URL": (
        "<noscript><a href='/x</NoScript>'><a href=/y>",
        "<noscript><a href='/x</NoScript>'><a href=http://h/y>",
        ALL,
    ),
    "the end of noscript behind a space": (
        "<noscript><a href='/x y</noscript>",
        "<noscript><a href='/x y</noscript>",
        (False, True),
    ),
    "a placeholder in a URL": ("<a href='x/<%= y'>", "<a href='http://h/x/<%= y'>", NONE),
    "a dot segment before white space": ("<a href='x/.. '>", "<a href='http://h/ '>", NONE),
    "a query behind white space": ("<a href=' ?x'>", "<a href=' http://h/?x'>", NONE),
    "white space in a host": ("<a href='//i j'>", "<a href='http://i j'>", NONE),
    "a tab in a URL": ("<a href='x\ty'>", "<a href='http://h/x\ty'>", NONE),
    "no URL but white space": ("<a href=' '>", "<a href=' '>", NONE),
    "images": ("<img srcset='x, y 2x'>", "<img srcset='http://h/x, http://h/y 2x'>", ALL),
    "folders": (
        "<img srcset='../, ./ 2x'><p style='a:url(../) url(\"./?\")'>",
        "<img srcset='http://h/, http://h/ 2x'><p style='a:url(http://h/) url(\"http://h/?\")'>",
        ALL,
    ),
    "dots alone": ("<img srcset='.., x'>", "<img srcset='http://h/, http://h/x'>", NONE),
    "commas": ("<img srcset=', x,, y'>", "<img srcset=', http://h/x,, http://h/y'>", ALL),
    "a comma in a host": ("<img srcset='//h,%s'>", "<img srcset='//h,%s'>", NONE),
    "dots before a comma": ("<img srcset='..,x'>", "<img srcset='http://h/..,x'>", NONE),
    "dots before a comma at the end": (
        "<img srcset='x/.., y'>",
        "<img srcset='http://h/, http://h/y'>",
        NONE,
    ),
    "a comma in a URL": ("<img srcset='x,y 2x'>", "<img srcset='http://h/x,y 2x'>", ALL),
    "quotes in a list": (
        "<img srcset='x\"y, >z 2x'>",
        "<img srcset='http://h/x\"y, http://h/>z 2x'>",
        ALL,
    ),
    "a character reference": ("<img srcset='x&#32;2x'>", "<img srcset='http://h/x&#32;2x'>", NONE),
    "a placeholder": ("<img srcset='{{x}} 2x, y'>", "<img srcset='{{x}} 2x, http://h/y'>", NONE),
    "rules": (rules(r'"\/a\/*", "/b.c", "/"'), rules(r'"http://h\/a\/*", "http://h/b.c", "http://h/"'), ALL),
    "rules without references": (
        rules('"https:*"').replace("href", "x"),
        rules('"https:*"').replace("href", "x"),
        (False, True),
    ),
    "a relative pattern": (rules('"/a", "b"'), rules('"http://h/a", "http://h/b"'), NONE),
    "a pattern of a query": (rules(r'"\/a?b"'), rules(r'"http://h\/a?b"'), NONE),
    "a pattern beyond ASCII": (rules('"/\u00e9"'), rules('"http://h/\u00e9"'), NONE),
    "a pattern in parts": (rules('{"pathname":"/x"}'), rules('{"pathname":"/x"}'), NONE),
    "an import map": (
        imports('{"a":"/b.js","/c/":"/d/"}'),
        imports('{"a":"http://h/b.js","http://h/c/":"http://h/d/"}'),
        ALL,
    ),
    "an absolute address": (
        imports('{"a":"/b","c":"https://i/x"}'),
        imports('{"a":"http://h/b","c":"https://i/x"}'),
        NONE,
    ),
    "a host in an import map": (imports('{"a":"//i/b.js"}'), imports('{"a":"http://i/b.js"}'), NONE),
    "no JSON": (imports('{"a":"/b"'), imports('{"a":"/b"'), NONE),
}


@pytest.mark.parametrize("name", DIVIDED)
def test_what_is_divided_by_one_pattern(name: str) -> None:
    html, written, kept_and_none_left = DIVIDED[name]
    assert absolutize.rewrite(html, "http://h/") == written
    bulk = bulk_scan(html.encode(), plain.PLAIN_IN_TAG, plain.PLAIN_DIVIDERS)
    assert bulk is not None
    values = [value for value in bulk.values if value.element != "meta"]
    assert (len(bulk.beginnings) > 0, not values) == kept_and_none_left


@pytest.mark.rows(
    ("base", "root"),
    [
        ("http://H.example/", "http://h.example"),
        ("http://h:80/", "http://h"),
        ("http://h:0080", "http://h"),
        ("http://0x7f/d/", "http://0.0.0.127"),
        ("http://h_i.j:8080/d", r"http://h_i.j\\:8080"),
        ("http://h_i.j", "http://h_i.j"),
    ],
)
def test_a_url_pattern_gets_the_root_of_its_base_as_it_is_parsed(base: str, root: str) -> None:
    written = absolutize.rewrite(rules('"/a*"'), base)
    assert written == rules(f'"{root}/a*"')
    target = f"{root.replace(chr(92) * 2, '')}/a"
    for text in (True, False):
        assert [link.target for link in absolutize.links(rules('"/a*"'), base, text=text)] == [target]
    in_noscript, in_comment = f"<noscript>{written}</noscript>", f"<!--[if IE]>{written}<![endif]-->"
    for around in (in_noscript, in_comment):
        assert absolutize.rewrite(around.replace(root, ""), base) == around


@pytest.mark.rows(
    ("html", "written"),
    [
        ("<style>a{b:url(/x", "<style>a{b:url(http://h/x"),
        ("<noscript><style>a{b:url(/x</noscript>", "<noscript><style>a{b:url(http://h/x</noscript>"),
        ("<noscript><style>@import '/x</noscript>", "<noscript><style>@import 'http://h/x</noscript>"),
        (
            "<svg><desc><noscript><style>a{b:url(/x</noscript>",
            "<svg><desc><noscript><style>a{b:url(http://h/x</noscript>",
        ),
    ],
)
def test_a_style_sheet_may_be_cut_off(html: str, written: str) -> None:
    assert absolutize.rewrite(html, "http://h/d/") == written


SHEET = "<style>p{content:'\u30bd'} q{a:url(x)}</style>".encode("shift_jis")  # "ソ" ends in a backslash
DECLARED = b"<meta charset=shift_jis>"


@pytest.mark.rows(
    "html",
    [
        DECLARED + SHEET,
        b" " * 1100 + DECLARED + SHEET,
        SHEET + b" " * 1100 + DECLARED,
    ],
    ids=["early", "late before", "late behind"],
)
def test_half_of_a_character_is_no_escape_of_css(html: bytes) -> None:
    assert absolutize.rewrite(html, "http://h/") == html.replace(b"(x)", b"(http://h/x)")


OTHER_SCHEMES = [
    "whatsapp://send?text=a b", "about:blank", "mw-data:TemplateStyles:r1/x", "ANDROID-app://a/../b",
    " \t\nhttps://h/../x", "a+b.c-1:x/../y", "foo:", "foo:#x", "foo:{{x}}", "cid:a@b", "https://h/{{x}}",
    "javascript:f()", "x:\u00e9",
]  # fmt: skip
NO_OTHER_SCHEMES = [
    *(f"{scheme}:x" for scheme in sorted(SPECIAL_SCHEMES)), "WSS:x", "FILE:x", "1a:x", "a_b:x", "./a:b",
    "\0foo:x", "fo\no:x", "&#102;oo:x", "{{x}}:y", "x/foo:", "?foo:",
]  # fmt: skip


@pytest.mark.rows("reference", [*OTHER_SCHEMES, *NO_OTHER_SCHEMES], ids=ascii)
def test_a_reference_with_a_scheme_that_is_not_special_stays(reference: str) -> None:
    html = f"<a href='{reference}'>".encode()
    data = reference.encode()
    assert is_independent_of_http(data, 0, len(data)) == (reference in OTHER_SCHEMES)
    for base in (*BASES, "foo://h/a", "http://h/"):
        (link,) = absolutize.links(html, base)
        written = absolutize.rewrite(html, base)
        if reference in OTHER_SCHEMES:
            assert (written, link.code) in [(html, "absolute"), (html, "placeholder")]
        elif link.code != "rewritten-placeholder":
            assert (written == html) == (link.target is None or link.code == "absolute")


@pytest.mark.rows("encoding", ENCODINGS)
def test_those_that_stay_are_those_that_would_be_decided_to(encoding: str) -> None:
    for seed, base in enumerate(BASES, 100):
        html = document(seed, encoding)
        written = absolutize.rewrite(html, base)
        with pytest.MonkeyPatch.context() as patched:
            patched.setattr(references, "is_independent_of_http", lambda *_: False)
            assert written == absolutize.rewrite(html, base)


def feed(seed: int) -> str:
    """Make an XML document with links in attributes and in texts, some of which are no XML."""
    draw = random.Random(seed)
    references = [
        "".join(draw.choices([*PIECES, "<", "<![CDATA[a]]>"], k=draw.randint(1, 6))) for _ in range(40)
    ]
    texts = "".join(f"<link>{each}</link><guid> {each} </guid>" for each in references)
    links = "".join(f"<x:a href='{each}'/><x:img src=\"{each}\"/>" for each in references)
    return f"<rss xmlns:x='http://www.w3.org/1999/xhtml'>{texts}{links}</rss>".replace("\ud800", "")


@pytest.mark.rows("base", [*BASES, "http://h/a?\u00e9"], ids=ascii)
def test_plain_values_of_xml_are_those_that_would_be_decided_to(base: str) -> None:
    for seed in range(10):
        links = list(absolutize.links(feed(seed), base, media_type="application/rss+xml"))
        with pytest.MonkeyPatch.context() as patched:
            patched.setattr(ValueSpans, "find_beginnings", lambda *_: None)
            assert links == list(absolutize.links(feed(seed), base, media_type="application/rss+xml"))
        assert base == "urn:x" or "rewritten" in {link.code for link in links}


@pytest.mark.rows(
    ("base", "is_alike"),
    [("http://h/a/b", True), ("http://h/a/b(c)", True), ("http://h/a?(/)", True), (PARENTHESES, False)],
)
def test_parentheses_are_escaped_in_css(base: str, is_alike: bool) -> None:
    table = plain.PrefixTable(base, str, keeps_fragments=True, answers_queries=True)
    assert table.is_for_css == is_alike
    written = absolutize.rewrite(b"<p style='a:url(x)'>", base)
    assert written == (
        b"<p style='a:url(%s)'>"
        % absolutize.join(base, "x").encode().replace(b"(", b"\\(").replace(b")", b"\\)")
    )


@each
def test_the_table_says_what_is_decided(encoding: str, options: dict[str, Any]) -> None:
    settings = document_settings("rewrite", {"url": BASES[0], **options})
    documents = document(7, encoding), markup(8, encoding)

    def answers() -> list[tuple[list[Link], object]]:
        return [
            (
                list(absolutize.links(html, BASES[0], **options)),
                rewriter.rewrite_document(html, *settings, recorded=True),
            )
            for html in documents
        ]

    by_scan = answers()
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(ValueSpans, "with_beginnings", no_beginnings)
        assert by_scan == answers()
        patched.setattr(lister, "PLAIN_OR_ABSOLUTE_DIVIDERS", PlainDividers({}))
        assert by_scan == answers()
        patched.setattr(plain.PrefixTable, "match_value", property(lambda _: never))
        no_value = type("Never", (), {"fullmatch": staticmethod(never)})
        patched.setattr(plain, "PLAIN_PATTERNS", {True: plain.PLAIN_PATTERNS[True]._replace(value=no_value)})
        assert by_scan == answers()


BEGINNINGS = ["", "/", "//i/", "?", "./", "../", "../../", "../../../", "./../", ".././../", "././"]
NAMES = [
    "\u00e9.html", "x y.html", "it's.html", "a&b=c", 'a"b', "a;id=1", "%E9=", "{{x}}=", "<b>", "a`b",
    "\U0001f600", "=?\u00e9", "=?a\\b", "=?../x", "=?a b", "a=.", "..=", ".=", "=%2e", "=\\..\\x",
    "=\ud800", "\u00e9#f",
]  # fmt: skip
NO_PLAIN_DIRECTORIES = ["..=", ".=", "=%2e", "=\\..\\x", "=\ud800"]
"""Browsers read a dot segment or a slash in some names that begin so; here, all of them are left to these."""


@pytest.mark.rows(("name", "directory"), list(product(NAMES, ["", "d/e/", "d%C3%A9/"])), ids=ascii)
def test_only_the_directory_of_a_base_has_to_be_plain(name: str, directory: str) -> None:
    """The next name is tried with other documents and options: each of these is tried several times."""
    every = extent(12, 1)
    base = f"http://h/{directory}{name}"
    _, policies = document_settings("rewrite", {})
    resolution = Resolution(base.partition("#")[0], policies, codec_of("utf-8"))
    assert (resolution.prefixes is None) == (name in NO_PLAIN_DIRECTORIES)
    documents: list[bytes | str] = [
        *(document(3, "utf-8"), values(1), values(2), markup(3, "windows-1251")),
        *(
            document(4, "windows-1251"),
            "".join(f"<a href={each}>" for each in (*PLAIN, *BEGINNINGS)).encode(),
        ),
        "".join(f"<!--[if IE]><a href='{each}'><![endif]-->" for each in PLAIN),
    ]

    def answers() -> list[object]:
        return [
            (absolutize.rewrite(html, base, **options), list(absolutize.links(html, base, **options)))
            for html, options in islice(product(documents, OPTIONS), NAMES.index(name) % every, None, every)
        ]

    by_table = answers()
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(resolver, "PLAIN_DIRECTORY", type("Never", (), {"fullmatch": staticmethod(never)}))
        assert by_table == answers()


@pytest.mark.parametrize("host", ["a_b", "a_b.example", "a.b_c", "a__.b-_:8080", "a_1.2.b"])
def test_a_host_may_have_low_lines(host: str) -> None:
    """RFC 2396 reads it as a name in a registry, and every browser as a host."""
    base = f"http://{host}/d/e.html"
    assert is_plain(base)
    assert whatwg.parse_url(base) == base
    _, policies = document_settings("rewrite", {})
    assert Resolution(base, policies, codec_of("utf-8")).prefixes is not None
    assert absolutize.rewrite(f"<a href=x><a href=//{host}/y>", base) == (
        f"<a href=http://{host}/d/x><a href=http://{host}/y>"
    )


def test_what_is_beyond_ascii_is_passed() -> None:
    html = "<a href='/wiki/\u041c\u043e\u0441\u043a\u0432\u0430'>".encode("windows-1251")
    assert absolutize.rewrite(html, "http://h/x", charset="windows-1251") == html.replace(
        b"/wiki", b"http://h/wiki"
    )


ESCAPE = "\x1b(B"  # switches to ASCII, which is already the state


@pytest.mark.rows(
    ("written", "target"),
    [
        (f"{ESCAPE}/x", "http://h/x"),
        (f"{ESCAPE}//k/x", "http://k/x"),
        (f"{ESCAPE}?q", "http://h/d/p?q"),
        (f"a/{ESCAPE}..{ESCAPE}/b", "http://h/d/b"),
        (f"{ESCAPE}#f", None),
        (ESCAPE, None),
    ],
    ids=repr,
)
def test_an_escape_sequence_is_no_text(written: str, target: str | None) -> None:
    html = f"<meta charset=iso-2022-jp><a href='{written}'>".encode()
    (link,) = absolutize.links(html, "http://h/d/p")
    assert link.target == target
    (after,) = absolutize.links(absolutize.rewrite(html, "http://h/d/p"), "http://i/")
    assert (after.target or "").replace(ESCAPE, "") == (target or "")


@pytest.mark.rows(("written", "reference"), [("#\\}a", "#}a"), ("#a\\62", "#ab"), ("#\\\u00e9", "#\u00e9")])
def test_a_fragment_with_an_escape_of_css_is_read(written: str, reference: str) -> None:
    (link,) = absolutize.links(f'<style>p{{fill:url("{written}")}}</style>', "http://h/")
    assert (link.raw, link.reference, link.code) == (written, reference, "same-document")


DIRECTORIES = [
    *("http://h", "http://i", "https://h", "http://h/", "http://h:8080/", "http://h?q/r"),
    *(
        "http://h/d/e/p",
        "http://h/d/e/p?q/r",
        "http://h/d/e/q",
        "http://h/d/p",
        "http://i/d/e/p",
        "http://h/d",
    ),
    *("http://H:0080/D//e//p", "http://h//", "http://h/a;b/c=d,e/%20/p", "https://1.2.3.4/d/p?q/../r"),
    f"http://h/{'long' * 99}/p",
    # not plain: they have dot segments
    *(
        "http://h/./d/p",
        "http://h/d/./e/p",
        "http://h/d/../e/p",
        "http://h/d/.",
        "http://h/.?q",
    ),
    *("http://h/d/e/./p q", "http://h/d/e/../p q", "http://h/d/e/.?\u00e9"),
]


@pytest.mark.rows("overflow", ["remove", "retain"])
def test_what_is_put_before_references_is_what_the_rule_set_says(overflow: str) -> None:
    resolvers = {base: RULE_SETS["rfc2396bis-00"].resolver(base, overflow=overflow) for base in DIRECTORIES}
    for base in [*DIRECTORIES, *reversed(DIRECTORIES)]:
        html = "".join(f"<a href='{beginning}x'>" for beginning in BEGINNINGS)
        expected = "".join(f"<a href='{resolvers[base](f'{beginning}x')}'>" for beginning in BEGINNINGS)
        assert absolutize.rewrite(html, base, overflow=overflow) == expected


def test_nothing_of_a_document_waits_for_the_cyclic_collector() -> None:
    gc.collect()
    gc.disable()
    try:
        for number in range(9):
            for job in (absolutize.rewrite, lambda *given: list(absolutize.links(*given))):
                job("<a href=x><a href=/y><a href='a b'>", f"http://freed.example/{number}/")
        alive = [each.base or "" for each in gc.get_objects() if isinstance(each, Resolution)]
        alive += [each._directory for each in gc.get_objects() if isinstance(each, plain.PrefixTable)]
        assert [base for base in alive if "freed.example" in base] == []
    finally:
        gc.enable()


SEEN = {  # references, and the length of the beginning by which a scan of links knows that they are plain
    "a/b": 0, "./b": 2, "../../b": 6, "/b": 1, "//h.example/b": 2, "?q": 1, "#f": 1, "#": 1,
    "http://h/b": 5, "https://h:8080/b?q#f": 6, "data:image/png;base64,AA==": 5,
    "javascript:void(0);": 11, "mailto:a@b.example?subject=c%20d": 7, "tel:+49-30": 4, "b?c&amp;d=e&f=g": 0,
    "a:b": 2, "mw-data:A:r1": 8, "A.b+c-d:e": 8, "xhttp:b": None, "Data:a": 5, "x-data:a/../b": 7, "a*b": 0,
    "http://h/1*b*?*#*": 5, "*|b": None, "/b*|c": None, "?*|": None, "a:*|b": None, "a:b/c": None,
    "file:b": None, "FTP:b": None, "ws:b": None, "1a:b": None, "a_b:c": None, ":b": None,
    "": None, "http:b": None, "https:/b": None, "https://": None, "HTTPS://h/": None,
    "mailto:.": None, "javascript:a/../b": None, "tel:{{x}}": None, "#{{x}}": None, "#a\\b": None,
    "data:a&#039;b&#39;": 5, "data:a&amp;#39;": 5, "data:&#x27;": 5, "data:&#x28;": None,
    "a&#39;b": None, "tel:&#39;": None,
    "a/../b": None, "data:a/../b": 5, "data:{{x}}": None, "b&copy;c": None, "%2e/b": None, "a b": None,
    "https://h/a/../b": None, "./": 2, "../": 3, "../../": 6, ".././": 5, "./?q": 2, "../#f": 3, "..": None,
    ".": None, "././": 4, "./../": 5, "../..": None, "./.": None, "..?q": None, ".#f": None,
}  # fmt: skip


@pytest.mark.rows(("reference", "length"), [*SEEN.items()], ids=repr)
def test_what_the_scan_of_links_sees_to_be_plain(reference: str, length: int | None) -> None:
    for element, attribute, mark in product(("a", "area"), ("href", "HREF"), ("'", '"')):
        html = f"<{element} class=x {attribute}={mark}{reference}{mark}>".encode()
        ((number, start, stop, behind),) = scan(html, plain=plain.PLAIN_OR_ABSOLUTE_IN_TAG).with_beginnings()
        assert (number, html[start:stop]) == (0, reference.encode())
        assert behind == (NOT_PLAIN if length is None else start + length)


@pytest.mark.parametrize(("mark", "other"), ["\"'", "'\""])
def test_data_may_have_quotes_of_the_other_kind(mark: str, other: str) -> None:
    html = f"<img src={mark}data:a{other}b c={other}{mark}><img src={mark}data:a{other}b{mark}>".encode()
    values = scan(html, plain=plain.PLAIN_OR_ABSOLUTE_IN_TAG).with_beginnings()
    assert [(html[start:stop].decode(), behind != NOT_PLAIN) for _, start, stop, behind in values] == [
        (f"data:a{other}b c={other}", False),
        (f"data:a{other}b", True),
    ]
