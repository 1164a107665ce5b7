"""Cases for values with their own syntax: image candidates, refreshes, CSS, data in scripts."""

from __future__ import annotations

from typing import Any

from tests.browser.cases import CLICK, SITE, Case, asks, hides, shows, style
from tests.browser.references import HREF
from tests.browser.rows import BACKGROUND

SOURCE = "e.currentSrc"
OWN_SPECIFIER = "the text of a script stays as it is: what it imports by itself goes with the document"

_CANDIDATES = {
    "one": "../x",
    "density": "../x 1x",
    "width": "../x 9w",
    "width and height": "../x 9w 9h",
    "comma inside": "../a,b.png 1x",
    "comma behind": "../x,",
    "commas before": ",, ../x 1x",
    "no space behind a comma": "../y 0.1x,../x 1x",
    "parentheses": "../x 1x (, y 2x), z 3x",
    "line ends": "\n../x\n1x\n",
    "dropped by its descriptor": "../y 1q, ../x 1x",
    "data first": "data:,y 0.1x, ../x 1x",
    "two the same": "../x 1x, ../y 1x",
    "no space at all": "../y,../x",
    "reference": "../a&amp;b 1x",
    "space as a reference": "../x&#32;1x",
    "percent-encoded comma": "../a%2C 1x",
    "absolute and relative": "http://other.localhost/y 0.1x, ../x 1x",
}
CANDIDATES = [
    *(
        shows(f"srcset, {name}", f'<img id=i srcset="{value}" sizes=9px>', SOURCE)
        for name, value in _CANDIDATES.items()
    ),
    shows("srcset, a URL to end in a comma", '<img id=i srcset="../x%2C">', SOURCE),
    shows("srcset, empty and src", '<img id=i srcset="" src=../x>', SOURCE),
    shows(
        "srcset, picture by medium",
        '<picture><source media=print srcset=../y><source srcset="../x 1x"><img id=i></picture>',
        SOURCE,
    ),
    shows(
        "srcset, picture by type",
        "<picture><source type=x/y srcset=../y><img id=i src=../x></picture>",
        SOURCE,
    ),
    asks("srcset, preload", '<link rel=preload as=image href=../y imagesrcset="../x 9w" imagesizes=9px>'),
    asks("ping, several", "<a id=i ping=' ../x\n../y ' href=http://site.localhost/nowhere>x</a>", CLICK),
]

_REFRESHES = {
    "url=": "0;url=../x",
    "no url=": "0;../x",
    "comma": "0,../x",
    "space": "0 ../x",
    "capitals and spaces": "0 ; URL = ../x",
    "single quotes": "0;url='../x'y",
    "double quotes": "0;url=&quot;../x&quot;y",
    "open quote": "0;url='../x",
    "quotes and no url=": "0; '../x'",
    "fraction": "0.9; url=../x",
    "points": "0..0.;url=../x",
    "white space first": " \n0;url=../x",
    "line end inside": "0;url=../x\ny",
    "ur alone": "0;ur",
    "url alone": "0;urlx",
    "empty": "0;url=../?",
    "semicolons": "0;;../x",
    "references": "0;url=..&#47;x&amp;y",
    "quotes without semicolons": "0;url=&quot../x&quot",
}
REFRESHES = [
    *(
        asks(f"refresh, {name}", f'<meta http-equiv=refresh content="{value}">')
        for name, value in _REFRESHES.items()
    ),
    asks("refresh, capitals", '<META CONTENT="0; URL=../x" HTTP-EQUIV="Refresh">'),
    asks("refresh, in the body", '<p><meta http-equiv=refresh content="0;url=../x">'),
    hides("refresh, point alone", '<meta http-equiv=refresh content=".;url=../x">', "Chromium wants a digit"),
    hides(
        "refresh, in a comment",
        '<!-- <meta http-equiv=refresh content="0;url=../x"> -->',
        "a comment is nothing",
        target="",
    ),
]

_VALUES = {  # the value of a property that is an image
    "unquoted": "url(../x)",
    "double quotes": "url(&quot;../x&quot;)",
    "quotes without semicolons": "url(&quot../x&quot)",
    "single quotes": "url('../x')",
    "white space": "url( \n ../x \n )",
    "capitals": "URL(../x)",
    "escapes": "url(..\\/\\78)",
    "escaped parenthesis": "url(../\\(x\\))",
    "escaped name": "\\75rl(../x)",
    "escape and white space": "url(\\2e ./x)",
    "quoted, escapes": "url('../\\'x')",
    "quoted, line that goes on": "url('../\\\nx')",
    "comment inside": "url(../x/*y*/)",
    "comment around": "/*url(../y)*/url(../x)/*)*/",
    "unclosed": "url(../x",
    "quoted, unclosed": "url('../x",
    "space, quoted": "url('../a b')",
    "query": "url(../x?a&amp;b)",
    "image-set, string": "image-set('../x' 1x)",
    "image-set, url": "image-set(url(../x) 1x)",
    "image-set, type": "image-set('../x' type('image/png') 1x)",
    "-webkit-image-set": "-webkit-image-set(url(../x) 1x)",
    "image-set, several": "image-set('../y' 2x, '../x' 1x)",
    "gradient and url": "linear-gradient(red, blue), url(../x)",
    "two": "url(../x), url('../y')",
    "cross-fade": "-webkit-cross-fade(url(../x), url(../y), 50%)",
    "src": "src('../x')",
    "data": "url(data:,y), url(../x)",
    "non-ASCII": "url(../\u00e9)",
    "modifier": "url('../x' crossorigin(anonymous))",
}
_NO_SRC = {"src": "Chromium has no src() yet", "modifier": "Chromium has no modifiers of a url() yet"}
DECLARATIONS = [
    hides(f"style, {name}", f'<p style="background: {value}">', _NO_SRC[name])
    if name in _NO_SRC
    else shows(f"style, {name}", f'<p id=i style="background-image: {value}">', BACKGROUND)
    for name, value in _VALUES.items()
] + [
    shows(
        "style, bad url first", '<p id=i style="background: url(../y z); background: url(../x)">', BACKGROUND
    ),
    shows("style, custom property", '<p id=i style="--x: url(../x); background: var(--x)">', BACKGROUND),
    shows(
        "style, string that looks like one",
        """<p id=i style="quotes: 'url(../y)' 'z'; background: url(../x)">""",
        f"{BACKGROUND} + {style('quotes')}",
    ),
    shows("style, cursor", '<p id=i style="cursor: url(../x), url(../y) 1 1, auto">', style("cursor")),
    shows("style, list-style", '<li id=i style="list-style: url(../x)">', style("list-style-image")),
    shows("style, border-image", '<p id=i style="border-image: url(../x) 1">', style("border-image-source")),
    shows("style, content", '<p id=i style="content: url(../x)">', style("content")),
    shows("style, filter", '<p id=i style="filter: url(../x#f)">', style("filter")),
    shows("style, clip-path", '<p id=i style="clip-path: url(../x#f)">', style("clip-path")),
    shows("style, mask", '<p id=i style="mask-image: url(../x)">', style("mask-image")),
    shows("style, svg's", '<svg><path id=i style="fill: url(../x#f)"></svg>', style("fill")),
    shows(
        "style, fragment alone and BASE",
        '<base href=/r/><svg><path id=i style="fill: url(#f)"></svg>',
        style("fill"),
        stays=True,
    ),
    shows(
        "presentation attribute, quotes", """<svg><path id=i fill="url('../x#f') red"></svg>""", style("fill")
    ),
    shows(
        "presentation attribute, escape", r"""<svg><path id=i fill="\75rl(../x#f)"></svg>""", style("fill")
    ),
    shows(
        "presentation attribute, in HTML it is none",
        "<p id=i style='color: red' fill='url(../y)'><a id=i href=../x>",
        "d.links[0].href + e.getAttribute('fill')",
    ),
]

STYLE_SHEETS = [
    *(
        asks(f"sheet, {name}", f"<style>{sheet}</style><p id=i>")
        for name, sheet in {
            "import, string": "@import '../x';",
            "import, double quotes": '@import "../x";',
            "import, url": "@import url(../x);",
            "import, quoted url": "@import url('../x') screen;",
            "import, no space": "@import'../x';",
            "import, capitals": "@IMPORT '../x';",
            "import, escape": "@\\69mport '../x';",
            "import, layer": "@import '../x' layer(a) supports(color: red);",
            "import, behind a comment": "<!-- @import '../x'; -->",
            "import, two": "@import '../x'; @import url(../y);",
            "import, behind charset": "@charset 'utf-8'; @import '../x';",
            "font": "@font-face {font-family: f; src: local('no'), url(../x) format('woff')}"
            " p::before {font-family: f; content: 'x'}",
        }.items()
    ),
    *(
        shows(f"sheet, {name}", f"<style>{sheet}</style><p id=i>", BACKGROUND)
        for name, sheet in {
            "url": "#i {background: url(../x)}",
            "no character references": "#i {background: url(../x?a&amp;b)}",
            "comment markers": "<!-- #i {background: url(../x)} -->",
            "media": "@media all {#i {background: url(../x)}}",
            "supports": "@supports (background: url(../y)) {#i {background: url(../x)}}",
            "namespace": "@namespace url(http://www.w3.org/1999/xhtml); #i {background: url(../x)}",
            "nesting": "body {& #i {background: url(../x)}}",
            "comment": "/* url(../y) */ #i {background: url(../x)}",
            "string": "#i::after {content: 'url(../y)'} #i {background: url(../x)}",
            "layer": "@layer a {#i {background: url(../x)}}",
            "image-set": "#i {background: image-set('../x' 1x, '../y' 2x)}",
            "attribute selector": "[href='url(../y)'], #i {background: url(../x)}",
        }.items()
    ),
    shows(
        "sheet, namespace that is relative",
        "<style>@namespace url(../n); #i {background: url(../y)}</style><p id=i><a id=i href=../x>",
        "d.links[0].href + d.styleSheets[0].cssRules[0].namespaceURI",
    ),
    shows("sheet, type", "<style type=text/css>#i {background: url(../x)}</style><p id=i>", BACKGROUND),
    shows(
        "sheet, other type",
        "<style type=text/x>#i {background: url(../y)}</style><a id=i href=../x>",
        f"{HREF} + {BACKGROUND}",
    ),
    shows("sheet, svg's", "<svg><style>#i {background: url(../x)}</style></svg><p id=i>", BACKGROUND),
    shows(
        "sheet, svg's CDATA",
        "<svg><style><![CDATA[#i {background: url(../x)}]]></style></svg><p id=i>",
        BACKGROUND,
    ),
    shows(
        "sheet, legacy encoding",
        "<style>#i {background: url(../\u00e9?\u00e9)}</style><p id=i>",
        BACKGROUND,
        charset="windows-1252",
    ),
    *(
        observed(f"{name}, legacy encoding, {rules}", html, how, charset="gbk", options={"rules": rules})
        for rules in ("rfc2396bis-00", "whatwg")
        for name, (observed, html, how) in {
            "style": (shows, "<p id=i style='background: url(HTTP:../x?\u8868)'>", BACKGROUND),
            "presentation attribute": (shows, "<svg><g id=i fill='url(HTTP:../x?\u8868)'>", style("fill")),
            "sheet": (shows, "<style>#i {background: url(HTTP:../x?\u8868)}</style><p id=i>", BACKGROUND),
            "sheet, import": (asks, "<style>@import 'HTTP:../x?\u8868'</style>", ""),
        }.items()
    ),
]


def _map(name: str, json: str, specifier: str, before: str = "", **more: Any) -> Case:
    script = f'<script type=module>document.k = import.meta.resolve("{specifier}")</script>'
    return shows(
        f"import map, {name}", f"{before}<script type=importmap>{json}</script>{script}", "d.k", **more
    )


def _rules(name: str, json: str, html: str = "") -> Case:
    page = f"{html}<script type=speculationrules>{json}</script>"
    return asks(f"speculation rules, {name}", page, is_page=True, same_origin=True)


SCRIPTS = [
    _map("./", '{"imports": {"k": "./x"}}', "k"),
    _map("root", '{"imports": {"k": "/r/x"}}', "k"),
    _map("prefix", '{"imports": {"k/": "../x/"}}', "k/y"),
    _map("escapes", r'{"imports": {"k": "\u002e./x\/y"}}', "k"),
    _map("two keys", '{"imports": {"j": "../y", "k": "../x"}}', "k"),
    _map(
        "a key that is a URL",
        '{"imports": {"./k": "../x"}}',
        f"{SITE}/r/k",
        "<base href=/r/>",
        options={"base_element": "empty"},
    ),
    _map("a key that its script imports", '{"imports": {"../k": "../x"}}', "../k", differs=OWN_SPECIFIER),
    *(
        _map(
            f"two spellings of a name, {charset}",
            r'{"imports": {"k\u00e9": "../y", "ké": "../x"}}',
            "ké",
            charset=charset,
        )
        for charset in ("utf-8", "windows-1252", "gb18030")
    ),
    _map(
        "half a character",
        r'{"imports": {"./k": "../x", "a": "./\ud800"}}',
        f"{SITE}/r/k",
        f"<base href={SITE}/r/>",
        stays=True,
    ),
    _map("a bare address", '{"imports": {"k": "x", "j": "../x"}}', "j"),
    _map("a scope that is not ours", '{"imports": {"k": "../x"}, "scopes": {"q/": {"k": "../y"}}}', "k"),
    _map(
        "a scope of this document's BASE",
        '{"imports": {"k": "../y"}, "scopes": {"./": {"k": "../x"}}}',
        "k",
        "<base href=/r/q/>",
    ),
    _map(
        "a scope of this document",
        '{"imports": {"k": "../y"}, "scopes": {"./": {"k": "../x"}}}',
        "k",
        differs=OWN_SPECIFIER,
    ),
    _map("integrity", '{"imports": {"k": "../x"}, "integrity": {"../x": "sha256-x"}}', "k"),
    hides(
        "import map, no JSON",
        "<script type=importmap>{'k': '../x'}</script><a href=../x>",
        "nothing is mapped",
    ),
    asks(
        "module, import",
        '<script type=importmap>{"imports": {"k": "../x"}}</script><script type=module>import "k"</script>',
    ),
    asks("module, import by its URL", "<base href=../f/><script type=module>import '../x'</script>"),
    asks("module, export from", "<script type=module>export * from '../x'</script>"),
    asks("module, import()", "<script type=module>import('../x'); import(/* y */ `../y`)</script>"),
    asks("module, escapes", r"<script type=module>import '\x2e./x'; import '\u{2e}./y?\u{1f600}'</script>"),
    asks("module, preload", "<link rel=modulepreload href=../x>"),
    _rules("several", '{"prefetch": [{"urls": ["../x", "../y"], "eagerness": "immediate"}]}'),
    _rules("two rules", '{"prefetch": [{"source": "list", "urls": ["../x"]}, {"urls": ["../y"]}]}'),
    _rules("relative to the document", '{"prefetch": [{"urls": ["../x"], "relative_to": "document"}]}'),
    _rules(
        "href_matches",
        '{"prefetch": [{"where": {"href_matches": "/*/d/x"}, "eagerness": "immediate"}]}',
        "<a href=../x>x</a><a href=../y>y</a>",
    ),
    _rules(
        "href_matches, a query",
        '{"prefetch": [{"where": {"href_matches": "./x\\\\?*"}, "eagerness": "immediate"}]}',
        "<a href='./x?a'>x</a><a href=../y>y</a>",
    ),
    _rules(
        "href_matches, relative",
        '{"prefetch": [{"where": {"href_matches": "q/*"}, "eagerness": "immediate"}]}',
        "<a href=q/x>x</a><a href=y>y</a>",
    ),
    _rules(
        "not",
        '{"prefetch": [{"where": {"not": {"href_matches": "q/*"}}, "eagerness": "immediate"}]}',
        "<a href=q/x>x</a><a href=y>y</a>",
    ),
]
