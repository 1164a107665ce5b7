"""Time grows linearly with the input, whatever the input (contract, promise 4).

`rewrite` and `links` scan a document in both ways; with ``--full`` the scanner is also timed alone.
"""

from collections.abc import Callable

import pytest

import absolutize
from absolutize.html.document import encoding_sniffing
from absolutize.html.tokenizer.scanner import scan
from tests.support import timing
from tests.support.extent import sample
from tests.support.timing import assert_linear

Make = timing.Make[bytes]


def runs(unit: bytes, before: bytes = b"", behind: bytes = b"") -> Make:
    """A function that makes an input of a given number of units."""
    return lambda count: before + unit * count + behind


def halves(first: bytes, second: bytes, before: bytes = b"") -> Make:
    """The same with units of one kind, and then as many of another."""
    return lambda count: before + first * count + second * count


def numbered(unit: str, before: str = "", behind: str = "") -> Make:
    """The same with units that all differ, each having its number."""
    return lambda count: (before + "".join(unit.format(n) for n in range(count)) + behind).encode()


def spelled(name: str) -> Make:
    """The same with one tag, whose name is long, and in which an attribute is spelled in many ways."""

    def spelling(number: int) -> str:
        return "".join(letter.upper() if number >> place & 1 else letter for place, letter in enumerate(name))

    return lambda count: f"<a{'a' * 256 * count} {'=x '.join(map(spelling, range(count)))}>".encode()


RAW_TEXT = ("title", "textarea", "style", "xmp", "iframe", "noembed", "noframes", "script", "plaintext")

# What follows the name in an end tag that is never closed.
END_TAGS = {"and a space": " ", "and a slash": "/", "and a quote": " a='", "and a name": " x"}

DECLARATIONS: dict[str, Make] = {
    "meta, never closed": runs(b"<meta "),
    "meta, never a charset": runs(b"<meta x>"),
    "meta, a charset cut off": runs(b"<meta charset"),
    "meta, charset of no encoding": runs(b"<meta charset=x>"),
    "meta, content of no charset": runs(b"charset ", b"<meta http-equiv=content-type content='", b"'>"),
    "meta, charset never closed": runs(b"charset='", b'<meta http-equiv=content-type content="', b'">'),
    "meta of quotes": runs(b"<meta '\"<meta \"'"),
    "meta behind a long comment": runs(b"<meta charset=x>", b"<!--"),
    "XML declaration": runs(b"encoding ", b"<?xml "),
    "XML declaration, never closed": runs(b"encoding='", b"<?xml "),
}
LINKED_SVG = b"<svg><a href=q></a><a></a><a></a>"
INPUTS: dict[str, Make] = {
    "text": runs(b"x"),
    "images, commas in a URL": runs(b",", b'<img srcset="a', b'b 1x">'),
    "images, commas in absolute URLs": runs(b",,b", b'<img srcset="http://h/a', b' 1x">'),
    "images, commas at the end": runs(b",", b'<img srcset="a', b'">'),
    "style sheet, URLs beyond ASCII": runs(b"url(\xc3\xa9)", b"<meta charset=utf-8><style>a{", b"}</style>"),
    "style sheet, data with spaces": runs(b"  x", b'<style>a{b:url("data:', b'")}</style>'),
    "style sheet, data never closed": runs(b' url("data: x', b"<style>a{", b"}</style>"),
    "style sheet, imports": runs(b"@import  url", b"<style>", b"</style>"),
    "style sheet, custom properties": runs(b"--a:b;", b"<style>a{", b"url(x)}</style>"),
    "style sheet, values that nothing ends": runs(b" --a:(", b"<style>a{", b"}</style>"),
    "meta, attributes": runs(b" a='b'", b"<meta", b" content=x>"),
    "meta, names that differ": numbered('<meta name="n{0}" property="og:image" content="x">'),
    "comment, never closed": runs(b"- ", b"<!--"),
    "comment of dashes": runs(b"-", b"<!--"),
    "comments, opened only": runs(b"<!--"),
    "comments, abruptly closed": runs(b"<!-->"),
    "bogus comments": runs(b"<!x>"),
    "bogus comment, never closed": runs(b"<!"),
    "processing instructions, opened only": runs(b"<?"),
    "CDATA in HTML, opened only": runs(b"<![CDATA["),
    "CDATA in svg, never closed": runs(b"]] ", b"<svg><![CDATA["),
    "CDATA in svg, many": runs(b"<![CDATA[]]>", b"<svg>"),
    "quote, never closed": runs(b"x ", b'<a href="'),
    "quotes, opened in every tag": runs(b"<a href='"),
    "quote in an end tag, never closed": runs(b"x ", b"</a b='"),
    "end tags, opened only": runs(b"</a "),
    "tag, never closed": runs(b"x ", b"<a "),
    "tag of slashes": runs(b"/", b"<a "),
    "tag of equals signs": runs(b"=", b"<a "),
    "tag of spaces": runs(b" ", b"<a href"),
    "tag of many attributes": numbered(" a{}=b", "<a", " href=x>"),
    "tag of one attribute in very many spellings, of a long name": spelled("definitionurl"),
    "tag of types": runs(b"type=x ", b"<script ", b">"),
    "tag of properties": runs(b"property=a ", b"<meta ", b">"),
    "tag of names by reference": runs(b"name=&amp;a ", b"<meta ", b">"),
    "tag of quoted types": runs(b'type="x&" ', b"<script ", b">"),
    "tag of types of modules": runs(b'type="module" ', b"<script ", b"></script>"),
    "a list of properties": runs(b"og:x ", b"<meta property='", b"'>"),
    "lists of properties, never closed": runs(b"<meta property='a "),
    "<": runs(b"<"),
    "</": runs(b"</"),
    "<a": runs(b"<a"),
    "<a and a space": runs(b"<a "),
    "<a>": runs(b"<a>"),
    "tag names of one letter more": runs(b"<scripts>"),
    "links": runs(b"<a href=x>"),
    "links, absolute": runs(b"<a href=http://x/>"),
    "links in one tag": runs(b"<a href=x "),
    "links in one tag, absolute": runs(b"<a href=http://x "),
    "links in one tag, absolute and relative": halves(b"href=http://x ", b"href=x src=x cite=x ", b"<q "),
    "links in tags that open only": runs(b"<img src=x longdesc=http://x/ "),
    **{f"{name}, never closed": runs(b"x <a href=x>", f"<{name}>".encode()) for name in RAW_TEXT},
    **{f"{name}, opened only": runs(f"<{name} ".encode()) for name in RAW_TEXT},
    **{f"{name}, end tags cut off": runs(f"</{name}".encode(), f"<{name}>".encode()) for name in RAW_TEXT},
    **{
        f"{name}, end tags {written}": runs(f"</{name}{rest}".encode(), f"<{name}>".encode())
        for name in (*RAW_TEXT, "noscript", "template", "svg")
        for written, rest in END_TAGS.items()
    },
    "svg of end tags, behind text": runs(b"</x>", b"x" * 100_000 + b"<svg>"),
    "svg of end tags, behind a comment": runs(b"</x>", b"<!--" + b"x" * 100_000 + b"--><svg>"),
    "svg with an end tag, each behind text": runs(b"x" * 100 + b"<svg></x></svg>"),
    "svg, desc and title in each other": runs(b"<desc><title>", b"<svg>"),
    "svg, desc and title in each other, closed": halves(b"<desc><title>", b"</title></desc>", b"<svg>"),
    "raw text, many": runs(b"<style></style><title></title><xmp></xmp>"),
    "script, escapes": runs(b"<script><!--<script"),
    "script, escapes inside": runs(b"<!--<script ", b"<script>"),
    "script, escapes ended inside": runs(b"<!--<script></script -->", b"<script>"),
    "script, <! inside": runs(b"<!-", b"<script>"),
    "svg in svg": runs(b"<svg>"),
    "svg with links, shapes that close themselves": runs(b'<path d=""/>', LINKED_SVG),
    "svg with links, shapes behind text": runs(b"x<rect/>", LINKED_SVG),
    "svg with links, shapes cut off": runs(b"<path d=", LINKED_SVG),
    "svg with links, shapes and end tags": runs(b"<path/></g>", LINKED_SVG),
    "svg with links, shapes and links": runs(b"<path/><a>", LINKED_SVG),
    "svg with links, shapes in each other": halves(b"<g>", b"</g>", LINKED_SVG),
    "templates": runs(b"<template>"),
    "templates without columns": runs(b"<template><p></template>"),
    "svg in a form that is closed before it": runs(b"<form><svg></form><desc>", b"<svg><desc>"),
    "svg in a link that another one closes": runs(b"<a><svg><desc>"),
    "svg, self-closing": runs(b"<svg/>"),
    "svg, never closed, of shapes": runs(b"<path/>", b"<svg>"),
    "svg, each of shapes and one more": runs(b"<svg><g><path/></g><x></svg>"),
    "svg, then broken out of": runs(b"<svg><g><p>"),
    "svg and g, then other end tags": halves(b"<svg><g>", b"</x>"),
    "svg and g, then end tags of div": halves(b"<svg><g>", b"</div>", b"<svg><desc><b>"),
    "svg and g, then end tags of p": halves(b"<svg><desc><g>", b"<svg></p>"),
    "svg of elements that differ": numbered("<g{0}></g{0}x>", "<svg>"),
    "math and mi": runs(b"<math><mi>"),
    "math and mi, then end tags": halves(b"<math><mi>", b"</mi></x>"),
    "HTML in foreignObject, then other end tags": halves(b"<svg><foreignObject><div>", b"</x>"),
    "HTML in foreignObject, then end tags from outside": halves(
        b"<svg><foreignObject><div>", b"<svg></div></x>"
    ),
    "HTML in desc, then end tags of svg": halves(b"<svg><desc><div>", b"</svg>"),
    "templates in svg": runs(b"<template>", b"<svg><desc>"),
    "templates and svg in each other": runs(b"<template><svg>"),
    "templates of columns": runs(b"<template><col><title>"),
    "templates of columns, each with links": runs(b"<template><col><title><a href=x></template><a href=x>"),
    "templates, then columns": halves(b"<template>", b"<col>"),
    "template of columns, with svg": runs(b"<svg><path/></svg>", b"<template><col>"),
    "template of columns, with comments": runs(b"<!--[if IE]><a href=x><![endif]-->", b"<template><col>"),
    "conditional comments, never closed, in a template of columns": runs(b"<!--[if IE", b"<template><col>"),
    "noscript in a template of columns": runs(b"<noscript>", b"<template><col>"),
    "BASE in templates of columns": runs(b"<template><col><base href=x></template><base href=x>"),
    "templates in the head, then framesets": halves(b"<template></template>", b"<frameset>"),
    "framesets in svg": runs(b"<svg><desc><frameset></desc></svg>", b"x"),
    "svg of white space, then framesets": halves(b"<svg> </svg>", b"<frameset>"),
    "CDATA sections in svg before framesets": halves(b"<svg><![CDATA[ ]]></svg>", b"<p><frameset>"),
    "framesets in noscript": runs(b"<frameset>", b"<noscript>"),
    "svg before a frameset": runs(b"<svg></x></svg>", b"", b"<frameset>"),
    "ampersands in a value": runs(b"&", b'<a href="', b'">'),
    "references in a value": runs(b"&a", b'<a href="', b'">'),
    "references in a value, long": runs(b"a", b'<a href="&', b'">'),
    "numeric references in a value": runs(b"1", b'<a href="&#', b';">'),
    "hexadecimal references in a value": runs(b"f", b'<a href="&#x', b';">'),
    "list of URLs": runs(b"x ", b"<a ping='", b"'>"),
    "list of URLs, references between": runs(b"x&#32;", b"<a ping='", b"'>"),
    "list of URLs, unquoted": runs(b"x&Tab;", b"<a ping=", b">"),
    "white space in a value": runs(b" ", b"<a href='", b"x'>"),
    "line ends in a value": runs(b"x\n", b"<a href='", b"'>"),
    "path of a/../": runs(b"a/../", b"<a href='", b"'>"),
    "path of ../": runs(b"../", b"<a href='", b"'>"),
    "path of ../ behind a step": runs(b"../", b"<a href='x/", b"'>"),
    "path of ./": runs(b"./", b"<a href='", b"'>"),
    "path of steps, then of ..": halves(b"a/", b"../", b"<a href='"),
    "path of slashes": runs(b"/", b"<a href='", b"'>"),
    "path of backslashes": runs(b"\\", b"<a href='", b"'>"),
    "path of escaped dots": runs(b"%2e%2e/", b"<a href='", b"'>"),
    "references of ../, many": numbered("<a href=../{}/../x>"),
    "BASE, many": runs(b"<base href=x>"),
    "BASE in templates": runs(b"<template><base href=x></template>"),
    "BASE behind templates": runs(b"<template></template>", b"", b"<base href=x>"),
    "BASE in noscript": runs(b"<noscript><base href=x></noscript>"),
    "templates in templates, then BASE": halves(b"<template>", b"<base href=x>"),
    "codebases that differ": numbered("<object codebase={0}/ data=x></object>"),
    "codebase of a long list": runs(b"x ", b"<object codebase=y archive='", b"'>"),
    **DECLARATIONS,
    "lines": runs(b"\n"),
    "one line of links": runs(b"<a href=x>x "),
    "one line of links, far from each other": runs(b"<a\thref=x>" + b"x" * 5000),
    "many lines of links": runs(b"<a href=x>\r\n"),
    "one line of links beyond ASCII": runs("<a href=\u00e9>\u00e9 ".encode(), b"<meta charset=utf-8>"),
    "bytes that are no text": runs(b"<a href=\xff>\xff ", b"<meta charset=utf-8>"),
    "UTF-16": lambda count: ("\ufeff" + "<a href=x>" * count).encode("utf-16-le"),
    "ISO-2022-JP": runs(b"\x1b$B", b"<meta charset=iso-2022-jp>"),
}  # fmt: skip

URL = "http://a/b/c/d"


def list_links(document: bytes) -> None:
    """List all links, and read their fields from the last link to the first."""
    for link in reversed(list(absolutize.links(document, URL))):
        tuple(link)  # fields are computed when they are read


def scan_both_ways(document: bytes) -> None:
    """Scan with and without base-independent links."""
    scan(document)
    scan(document, include_absolute=False)


FUNCTIONS: dict[str, Callable[[bytes], object]] = {
    "rewrite": lambda document: absolutize.rewrite(document, URL),
    "links": list_links,
    **dict(sample([("scan", scan_both_ways)], 1, 1)),
}


@pytest.mark.parametrize("make", INPUTS.values(), ids=INPUTS)
@pytest.mark.parametrize("function", FUNCTIONS.values(), ids=FUNCTIONS)
def test_time_grows_as_the_input_does(function: Callable[[bytes], object], make: Make) -> None:
    """Contract, promise 4: time is linear in the number of bytes."""
    assert_linear(function, make)


@pytest.mark.parametrize("make", DECLARATIONS.values(), ids=DECLARATIONS)
def test_the_encoding_is_determined_in_linear_time(make: Make) -> None:
    """The same for the search for a declared encoding alone."""
    assert_linear(encoding_sniffing.determine, make)
