"""Style sheets as documents: what is rewritten, in which encoding, and that every other byte stays."""

from __future__ import annotations

import re
from typing import Any

import pytest
import tinycss2
from hypothesis import given, settings
from hypothesis import strategies as st

import absolutize
from absolutize.findings import REWRITTEN_CODES
from absolutize.html.document.document import document_of
from absolutize.html.grammar.character_references import clean
from tests.fuzz.promises import keeps_promises_as_style_sheet
from tests.html.values.test_css import DIFFERENCES, SHEETS, Token, flattened, seen_by_tinycss2

URL, MOVED = "http://h/d/s.css", "http://moved.example/m/s.css"
D = "http://h/d"

SHEETS_REWRITTEN = {  # before and after
    "a url": ("p{background:url(x.png)}", f"p{{background:url({D}/x.png)}}"),
    "a string": ("p{background:url( 'x.png' )}", f"p{{background:url( '{D}/x.png' )}}"),
    "an import": ('@import "x.css" screen;', f'@import "{D}/x.css" screen;'),
    "an import by url": ("@import url(../x.css);", "@import url(http://h/x.css);"),
    "image-set": ("p{a:image-set('x' 1x, url(y) 2x)}", f"p{{a:image-set('{D}/x' 1x, url({D}/y) 2x)}}"),
    "a font": (
        "@font-face{src:url(x?#iefix) format('woff')}",
        f"@font-face{{src:url({D}/x?#iefix) format('woff')}}",
    ),
    "a relative scheme": ("p{a:url(//o/x)}", "p{a:url(http://o/x)}"),
    "an escape": ("p{a:url(x\\)y)}", f"p{{a:url({D}/x\\)y)}}"),
    "at the end of the sheet": ("p{a:url(x", f"p{{a:url({D}/x"),
    "HTML's comments": ("<!-- p{a:url(x)} -->", f"<!-- p{{a:url({D}/x)}} -->"),
    "markup": ("p{content:'</style>'} p{a:url(x)}", f"p{{content:'</style>'}} p{{a:url({D}/x)}}"),
    "character references": ("p{a:url('x?a&amp;b')}", f"p{{a:url('{D}/x?a&amp;b')}}"),
    "a namespace": ("@namespace url(x); p{a:url(y)}", f"@namespace url(x); p{{a:url({D}/y)}}"),
    "a fragment": ("p{filter:url(#f)}",) * 2,
    "an absolute one": ("p{a:url(http://o/x) url(data:,x)}",) * 2,
    "an empty one": ("p{a:url() url('')}",) * 2,
    "a comment": ("/* url(x) */",) * 2,
    "nothing": ("",) * 2,
    "a placeholder": ("p{a:url({{x}}/y) url('z/{{x}}')}", f"p{{a:url({{{{x}}}}/y) url('{D}/z/{{{{x}}}}')}}"),
    "a custom property that is used": (
        ":root{--a:url(x)}p{b:var(--a)}",
        f":root{{--a:url({D}/x)}}p{{b:var(--a)}}",
    ),
    "one that is not": (":root{--a:url(x)}p{b:var(--b)}",) * 2,
    "one that is registered as a URL": (
        "@property --a{syntax:'<url> | none';inherits:true;initial-value:none}p{--a:url(x)}",
        f"@property --a{{syntax:'<url> | none';inherits:true;initial-value:none}}p{{--a:url({D}/x)}}",
    ),
    "one that is registered as an image": ("@property --a{syntax:'<image>'}p{--a:url(x)}",) * 2,
    "an element called base": (
        "base{a:url(x)}<base href=http://no/>",
        f"base{{a:url({D}/x)}}<base href=http://no/>",
    ),
}


@pytest.mark.rows(("before", "after"), SHEETS_REWRITTEN.values(), ids=SHEETS_REWRITTEN)
def test_a_style_sheet_is_rewritten(before: str, after: str) -> None:
    assert absolutize.rewrite(before, URL, read_as="css") == after
    assert absolutize.rewrite(before.encode(), URL, media_type="text/css; charset=utf-8") == after.encode()
    assert absolutize.rewrite(after, MOVED, read_as="css") == after


IN_ATTRIBUTES = {  # before and after
    "a path": ("p{a:url(x)}", f"p{{a:url({D}/x)}}"),
    "a query": ("p{a:url(?q)}", f"p{{a:url({URL}?q)}}"),
    "one that is not plain, and another": ("p{a:url(x/../y) url(z)}", f"p{{a:url({D}/y) url({D}/z)}}"),
    "one that is not plain, behind much": (" " * 5000 + "p{a:url(?q)}", " " * 5000 + f"p{{a:url({URL}?q)}}"),
    "white space": ("p{a:url('x y')}", f"p{{a:url('{D}/x y')}}"),
    "an import alone": ("@import 'x';", f"@import '{D}/x';"),
    "an import whose name has an escape": ("@\\69mport 'x'", f"@\\69mport '{D}/x'"),
    "an import whose sign is hidden": ("&#64;import 'x'", f"&#64;import '{D}/x'"),
    "an escaped sign": ("\\@import 'x'",) * 2,
}


@pytest.mark.rows(("before", "after"), IN_ATTRIBUTES.values(), ids=IN_ATTRIBUTES)
@pytest.mark.parametrize(
    "page",
    ['<div data-css="%s">', '<html xmlns="http://www.w3.org/1999/xhtml"><div data-css="%s"/></html>'],
    ids=["HTML", "XHTML"],
)
def test_a_style_sheet_in_an_attribute_of_the_caller_is_rewritten(page: str, before: str, after: str) -> None:
    options: dict[str, Any] = {"attributes": ["div[data-css]=stylesheet"]}
    if "xmlns" in page:
        options["media_type"] = "application/xhtml+xml"
    assert absolutize.rewrite(page % before, URL, **options) == page % after
    assert absolutize.rewrite((page % before).encode(), URL, **options) == (page % after).encode()
    assert [link.code for link in absolutize.links(page % after, URL, **options)].count("rewritten") == 0


QUERY = "p{a:url(x?\u0416\u00e9)}"
ENCODINGS: dict[str, tuple[bytes, dict[str, Any], str, str]] = {  # sheet, options, encoding, its source
    "nothing said": (b"", {}, "utf-8", "default"),
    "a mark": (b'\xef\xbb\xbf@charset "koi8-r";', {"charset": "big5"}, "utf-8", "bom"),
    "a mark of 16 bits": (b"\xff\xfe", {"charset": "big5"}, "utf-16le", "bom"),
    "the transport": (b'@charset "big5";', {"charset": "koi8-r"}, "koi8-r", "transport"),
    "an unknown transport": (b'@charset "koi8-r";', {"charset": "text/css; charset=x"}, "koi8-r", "css"),
    "the rule": (b'@charset "koi8-r";', {"environment_charset": "big5"}, "koi8-r", "css"),
    "the rule, of 16 bits": (b'@charset "utf-16";', {}, "utf-8", "css"),
    "the rule, with a label": (b'@charset "latin1";', {}, "windows-1252", "css"),
    "the rule, unknown": (b'@charset "x";', {}, "utf-8", "default"),
    "the rule in apostrophes": (b"@charset 'koi8-r';", {}, "utf-8", "default"),
    "the rule in upper case": (b'@CHARSET "koi8-r";', {}, "utf-8", "default"),
    "the rule with two spaces": (b'@charset  "koi8-r";', {}, "utf-8", "default"),
    "the rule without a semicolon": (b'@charset "koi8-r"', {}, "utf-8", "default"),
    "the rule behind a space": (b' @charset "koi8-r";', {}, "utf-8", "default"),
    "the rule behind more than it may be": (b'@charset "%s";' % (b" " * 1020), {}, "utf-8", "default"),
    "the environment": (b"", {"environment_charset": "koi8-r"}, "koi8-r", "environment"),
    "an unknown rule and the environment": (
        b'@charset "x";',
        {"environment_charset": "koi8-r"},
        "koi8-r",
        "environment",
    ),
}


@pytest.mark.rows(("sheet", "options", "name", "source"), ENCODINGS.values(), ids=ENCODINGS)
def test_the_encoding_is_that_of_css(sheet: bytes, options: dict[str, Any], name: str, source: str) -> None:
    charset, environment = options.get("charset", ""), options.get("environment_charset")
    found = document_of(sheet, charset.rpartition("=")[2], syntax="css", environment=environment).charset
    assert (found.name, found.source) == (name, source)
    document = sheet + QUERY.encode("utf-16-le" if name == "utf-16le" else name, "ignore")
    (link,) = absolutize.links(document, URL, read_as="css", **options)
    assert link.encoding == ("utf-8" if name == "utf-16le" else name)
    assert link.reference == f"x?{QUERY[10:-2].encode(name, 'ignore').decode(name)}"


def test_the_encoding_of_text_is_that_of_its_queries() -> None:
    (link,) = absolutize.links(f'@charset "koi8-r";{QUERY}', URL, read_as="css")
    assert link.request_url == f"{D}/x?%F6%26%23233%3B"


def test_what_the_encoding_lacks_is_escaped() -> None:
    base = "http://h/\u0416/s.css"
    after = absolutize.rewrite(b"p{a:url(x)}", base, read_as="css", charset="windows-1252")
    assert after == b"p{a:url(http://h/\\416 /x)}"


def test_a_link_of_a_style_sheet_has_no_element() -> None:
    (link,) = absolutize.links("p{\n  a: url(x)\n}", URL, read_as="css", text=True)
    assert (link.element, link.attribute, link.kind, link.text) == ("", "", "style", None)
    assert (link.start, link.stop, link.line, link.column) == (12, 13, 2, 10)


def test_the_base_is_that_of_the_sheet_alone() -> None:
    sheet = "<base href=http://no/>/*<!-- saved from url=(0013)http://no/x/ -->*/"
    options: dict[str, Any] = {"read_as": "css", "url_from": ["saved", "canonical", "opengraph"]}
    assert absolutize.base_uri(sheet, URL, **options) == (URL, "retrieval")
    assert absolutize.base_uri(sheet, **options) == (None, None)
    assert absolutize.base_uri(sheet, encapsulating="http://e/", **options) == ("http://e/", "encapsulating")


@pytest.mark.parametrize("base_element", ["absolute", "keep", "empty", "remove"])
def test_what_becomes_of_base_makes_no_difference(base_element: Any) -> None:
    sheet = "p{a:url(x)} q{a:url(#f)} r{--a:url(y)}"
    after = absolutize.rewrite(sheet, URL, read_as="css", base_element=base_element)
    assert after == sheet.replace("url(x", f"url({D}/x")


def test_a_style_sheet_is_checked() -> None:
    found = absolutize.check("p{a:url(x) url('http:y') url(http://u:p@h/)}", URL, read_as="css")
    assert [(fault.code, fault.link.reference) for fault in found] == [
        ("relative", "x"),
        ("relative", "http:y"),
        ("misformed-relative", "http:y"),
        ("password", "http://u:p@h/"),
    ]


# tinycss2 as an oracle: the tokens are the same, except for the references


def tokens(sheet: str) -> list[Token]:
    found = flattened(tinycss2.parse_component_value_list(sheet))
    return [token._replace(value="") if token.kind in {"url", "string"} else token for token in found]


@settings(max_examples=300)
@given(text=SHEETS)
def test_the_structure_of_a_sheet_stays_and_only_references_change(text: str) -> None:
    after = absolutize.rewrite(text, URL, read_as="css", attributes=[], placeholders="resolve")
    if not any(re.search(difference.where, text) for difference in DIFFERENCES):
        assert tokens(after) == tokens(text)
        links = absolutize.links(text, URL, read_as="css", placeholders="resolve")
        expected = [link.target if link.code in REWRITTEN_CODES else None for link in links]
        for new, old, target in zip(*map(seen_by_tinycss2, (after, text)), expected, strict=True):
            assert clean(new) == (clean(old) if target is None else target)


@given(data=st.binary() | SHEETS.map(lambda text: text.encode("utf-8", "replace")))
def test_the_promises_are_kept_for_any_bytes(data: bytes) -> None:
    keeps_promises_as_style_sheet(data)
