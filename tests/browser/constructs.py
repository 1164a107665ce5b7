"""Constructs that are more than one attribute: bases, spellings, values with a syntax of their own."""

from __future__ import annotations

from typing import Any

from tests.browser.cases import CLICK, SITE, Case, asks, hides, shows, style
from tests.browser.rows import BACKGROUND, EXPOSED

HREF, BASE_URI, SOURCE = "e.href", "d.baseURI", "e.currentSrc"
LINK = "<a id=i href=../x></a>"
INVALID_BASE = "HTML Standard 4.2.3: the fallback base URL; in Chromium nothing relative has a URL then"
AT_ONCE = "it is resolved as its tag is parsed, and BASE stands behind it (HTML Standard 4.2.3 forbids that)"
OWN_SPECIFIER = "the text of a script stays as it is: what it imports by itself goes with the document"

# What stands in an href, and whether it goes to the same place from everywhere.
_REFERENCES = {
    "relative": "x", "dot": "./x", "dots": "../../x", "above the root": "../../../../../../../x",
    "dots inside": "a/./b/../c/../../x", "dots at the end": "a/..", "percent-encoded dots": "%2e%2e/.%2E/x",
    "root": "/r/x", "scheme-relative": "//other.localhost/x", "query": "?q=1&amp;r", "empty query": "?",
    "fragment behind": "x#f", "empty fragment behind": "x#", "double slashes": "a//b///c", "semicolon": ";p",
    "colon in a later segment": "./a:b", "no scheme": "1a:b", "edge spaces": " \t\n x \r\n ", "tabs and line ends inside": "a\tb\n/c",
    "controls at the edges": "&#1;x&#x1f;", "backslashes": "..\\a\\x", "two backslashes": "\\\\other.localhost\\x",
    "same scheme": "http:x", "same scheme and a slash": "http:/r/x", "a space inside": "a b", "a space in the query": "?a b",
    "quotes": "&quot;x'", "angle brackets": "&lt;x>", "non-ASCII": "\u00e9/\u4e2d", "non-ASCII query": "x?\u00e9=\u4e2d",
    "non-ASCII host": "//m\u00fcnchen.localhost/\u00e9", "percent": "%", "bad percent-encoding": "a%zz%4", "percent-encoded": "%C3%A9%2f",
    "braces": "{x}|^`", "reference without a semicolon": "?a&copy=1&copy", "reference of &eacute;": "caf&eacute;",
    "numeric references": "&#x2e;&#46;/&#120;", "reference twice": "?a=&amp;amp;", "a CR as a reference": "a&#13;b",
    "soft hyphen": "a\u00adb", "astral": "\U0001f600", "no-break space at the edge": "\u00a0x\u00a0", "vertical tab": "\vx",
    "at sign": "@x", "long dots": ".../x", "port": "//other.localhost:8080/x", "default port": "//other.localhost:80/x",
    "user": "//u:p@other.localhost/x", "IPv4 in hexadecimal": "//0x7f.1/x", "IPv6": "//[::1]/x", "host in capitals": "//OTHER.localhost/X",
}  # fmt: skip
_ANYWHERE = {
    "absolute": "http://other.localhost/x", "absolute, capitals": "HTTP://OTHER.localhost/x", "absolute, edge spaces": " http://other.localhost/x ",
    "absolute, tab in its scheme": "ht\ttp://other.localhost/x", "absolute, no path": "https://other.localhost", "other scheme, one slash": "https:/other.localhost/x",
    "other scheme, no slash": "https:other.localhost/x", "javascript": "javascript:alert('../x')", "javascript, edge spaces": " javascript:x ",
    "javascript, tab inside": "java\tscript:x", "data": "data:text/html,../x", "mailto": "mailto:a@b", "tel": "tel:+1-2", "cid": "cid:a@b", "blob": "blob:http://other.localhost/1",
    "unknown scheme": "x-y.z+1:../x", "file": "file:///a/../b", "about": "about:blank", "invalid host": "http://[", "invalid port": "http://other.localhost:x/",
    "scheme-relative, invalid": "//[x", "no host": "http://",
}  # fmt: skip
REFERENCES = [
    *(
        shows(f"href, {name}", f'<a id=i href="{value}">', HREF, stays=value.startswith(("//", "\\\\")))
        for name, value in _REFERENCES.items()
    ),
    *(shows(f"href, {name}", f'<a id=i href="{value}">', HREF, stays=True) for name, value in _ANYWHERE.items()),
    *(
        shows(f"{charset}, non-ASCII", f'<a id=i href="\u00e9?\u00e9#\u00e9">', HREF, charset=charset)
        for charset in ("windows-1252", "iso-8859-15", "utf-16le", "utf-16be", "windows-1258")
    ),
    *(
        shows(f"{charset}, non-ASCII", f'<a id=i href="\u8868/x?\u8868">', HREF, charset=charset)
        for charset in ("shift_jis", "gbk", "big5", "euc-jp", "iso-2022-jp", "gb18030")
    ),
    shows("what an encoding lacks", '<a id=i href="?&#x4e2d;">', HREF, charset="windows-1252"),
]

# How a BASE is read; each document holds a link that it governs.
_BASES = {
    "relative": "<base href=../b/>", "root": "<base href=/r/b/>", "scheme-relative": "<base href=//other.localhost/b/>", "two": "<base href=/r/b/><base href=/r/c/>",
    "without href first": "<base target=x><base href=/r/b/>", "query alone": "<base href='?q'>", "dots at the end": "<base href=..>", "white space": "<base href=' /r/\tb/ '>",
    "references": "<base href='/r/&#98;/&eacute;/'>", "in capitals": "<BASE HREF=/r/b/>", "backslash": "<base href='\\r\\b\\'>",
    "in the body": "<p><base href=/r/b/>", "in a div": "<div><base href=/r/b/></div>", "fragment": "<base href='/r/b/#f'>",
    "first one empty": "<base href=''><base href=/r/b/>", "javascript": "<base href=javascript:x><base href=/r/b/>", "data": "<base href=data:,x><base href=/r/b/>",
    "invalid": "<base href='http://['><base href=/r/b/>", "mailto": "<base href=mailto:a@b>",
    "in a comment": "<!-- <base href=/r/b/> -->", "in a script": "<script>'<base href=/r/b/>'</script>", "in a title": "<title><base href=/r/b/></title>",
    "in a textarea": "<textarea><base href=/r/b/></textarea>", "in a style": "<style><base href=/r/b/></style>", "in a template": "<template><base href=/r/b/></template>",
    "in a noscript": "<noscript><base href=/r/b/></noscript>", "in an svg": "<svg><base href=/r/b/></svg>", "in foreignObject": "<svg><foreignObject><base href=/r/b/></foreignObject></svg>",
    "in a select": "<select><base href=/r/b/></select>", "in a conditional comment": "<!--[if IE]><base href=/r/b/><![endif]-->", "in a table": "<table><base href=/r/b/></table>",
    "in an attribute": "<p title='<base href=/r/b/>'>", "in an iframe": "<iframe><base href=/r/b/></iframe>", "in a srcdoc": "<iframe srcdoc='<base href=/r/b/>'></iframe>",
    "duplicate attribute": "<base href=/r/b/ href=/r/c/>",
}  # fmt: skip
_STAY = {"mailto", "scheme-relative"}  # nothing relative has a URL below mailto
BASES = [
    shows(f"BASE, {name}{where}", html, HREF, stays=name in _STAY or name == "invalid", differs=INVALID_BASE * (name == "invalid"))
    for name, base in _BASES.items()
    for where, html in (("", f"{base}{LINK}"), (", behind the link", f"{LINK}{base}"))
] + [
    shows("BASE and a fragment", "<base href=/r/b/><a id=i href=#f>", HREF),
    shows("BASE and nothing", "<base href=/r/b/><a id=i href=''>", HREF),
    shows("BASE and a query", "<base href=/r/b/><a id=i href='?q'>", HREF),
    shows("BASE and url(#f)", "<base href=/r/b/><svg><path id=i fill='url(#f)'></svg>", style("fill"), stays=True),
    shows("BASE without a path", "<base href=http://other.localhost><a id=i href=x>", HREF, stays=True),
    shows("BASE, a link emptied of it", "<base href=/r/b/><a id=i href=#f>", HREF, options={"base_element": "remove"}),
]  # fmt: skip

# The shapes of markup in which an attribute stands.
MARKUP = [
    *(shows(f"markup, {name}", html, HREF) for name, html in {
        "no quotes": "<a id=i href=../x>", "single quotes": "<a id=i href='../x'>", "no quotes and a slash": "<a id=i href=../x/>",
        "spaces around =": "<a id=i href \n=\t'../x'>", "capitals": "<A ID=i HREF=../x>", "no space between": "<a id='i'href='../x'>", "slashes between": "<a/id='i'/href=../x>",
        "duplicate": "<a id=i href=../x href=y>", "behind a quote in a name": "<a ' id=i href=../x>", "NUL inside": "<a id=i href='../x\0y'>", "CRLF": "<a\r\nid=i\r\nhref='../x'\r\n>",
        "in a table": "<table><a id=i href=../x></table>", "in a select's option": "<p><a id=i href=../x>", "nested": "<a href=y><a id=i href=../x>", "in a heading": "<h1><a id=i href=../x></h1>",
        "behind a script": "<script>'<a href=y>'</script><a id=i href=../x>", "behind an escaped script": "<script><!--<script></script>--></script><a id=i href=../x>",
        "behind a comment": "<!-- > --!><a id=i href=../x>", "behind CDATA": "<![CDATA[ > ]]><a id=i href=../x>", "behind an instruction": "<?x ' ><a id=i href=../x>",
        "behind plaintext's name": "<plaintextual><a id=i href=../x>", "in foreignObject": "<svg><foreignObject><a id=i href=../x></a></foreignObject></svg>",
        "behind svg's CDATA": "<svg><![CDATA[<a href=y>]]></svg><a id=i href=../x>", "breaking out of svg": "<svg><p><a id=i href=../x>",
    }.items()),
    shows("markup, missing value and BASE", "<base href=/r/b/><a id=i href>", HREF),
    shows("markup, template", "<template><a href=../x></template><p id=i>",
          "(e.append(d.querySelector('template').content.cloneNode(true)), e.firstChild.href)"),
    shows("markup, shadow root", "<p id=i><template shadowrootmode=open><a href=../x></template></p>",
          "e.shadowRoot.querySelector('a').href"),
    shows("markup, noscript", "<noscript><a id=i href=../x></noscript>", HREF, without_scripts=True),
    shows("markup, noscript's BASE where scripts do not run", "<noscript><a id=i href=../x></noscript><p>", HREF, without_scripts=True),
    shows("markup, noframes' text is none", "<noframes><a href=y></noframes><a id=i href=../x>", HREF),
    shows("markup, a custom element's child", "<x-y href=../z><a id=i href=../x></x-y>", HREF),
]  # fmt: skip

_CANDIDATES = {
    "one": "../x", "density": "../x 1x", "width": "../x 9w", "width and height": "../x 9w 9h", "comma inside": "../a,b.png 1x", "comma behind": "../x,", "commas before": ",, ../x 1x",
    "no space behind a comma": "../y 0.1x,../x 1x", "parentheses": "../x 1x (, y 2x), z 3x", "line ends": "\n../x\n1x\n", "dropped by its descriptor": "../y 1q, ../x 1x",
    "data first": "data:,y 0.1x, ../x 1x", "two the same": "../x 1x, ../y 1x", "no space at all": "../y,../x", "reference": "../a&amp;b 1x", "space as a reference": "../x&#32;1x",
    "percent-encoded comma": "../a%2C 1x", "absolute and relative": "http://other.localhost/y 0.1x, ../x 1x",
}  # fmt: skip
CANDIDATES = [
    *(shows(f"srcset, {name}", f'<img id=i srcset="{value}" sizes=9px>', SOURCE) for name, value in _CANDIDATES.items()),
    shows("srcset, a URL to end in a comma", '<img id=i srcset="../x%2C">', SOURCE),
    shows("srcset, empty and src", '<img id=i srcset="" src=../x>', SOURCE),
    shows("srcset, picture by medium", '<picture><source media=print srcset=../y><source srcset="../x 1x"><img id=i></picture>', SOURCE),
    shows("srcset, picture by type", '<picture><source type=x/y srcset=../y><img id=i src=../x></picture>', SOURCE),
    asks("srcset, preload", '<link rel=preload as=image href=../y imagesrcset="../x 9w" imagesizes=9px>'),
    asks("ping, several", f"<a id=i ping=' ../x\n../y ' href=http://site.localhost/nowhere>x</a>", CLICK),
]  # fmt: skip

_REFRESHES = {
    "url=": "0;url=../x", "no url=": "0;../x", "comma": "0,../x", "space": "0 ../x", "capitals and spaces": "0 ; URL = ../x", "single quotes": "0;url='../x'y", "double quotes": "0;url=&quot;../x&quot;y",
    "open quote": "0;url='../x", "quotes and no url=": "0; '../x'", "fraction": "0.9; url=../x", "points": "0..0.;url=../x", "white space first": " \n0;url=../x", "line end inside": "0;url=../x\ny",
    "ur alone": "0;ur", "url alone": "0;urlx", "empty": "0;url=../?", "semicolons": "0;;../x", "references": "0;url=..&#47;x&amp;y",
}  # fmt: skip
REFRESHES = [
    *(asks(f"refresh, {name}", f'<meta http-equiv=refresh content="{value}">') for name, value in _REFRESHES.items()),
    asks("refresh, capitals", '<META CONTENT="0; URL=../x" HTTP-EQUIV="Refresh">'),
    asks("refresh, in the body", '<p><meta http-equiv=refresh content="0;url=../x">'),
    hides("refresh, point alone", '<meta http-equiv=refresh content=".;url=../x">', "Chromium wants a digit"),
    hides("refresh, in a comment", '<!-- <meta http-equiv=refresh content="0;url=../x"> -->', "a comment is nothing", target=""),
]  # fmt: skip

_VALUES = {  # of a property that is an image
    "unquoted": "url(../x)", "double quotes": "url(&quot;../x&quot;)", "single quotes": "url('../x')", "white space": "url( \n ../x \n )", "capitals": "URL(../x)", "escapes": "url(..\\/\\78)",
    "escaped parenthesis": "url(../\\(x\\))", "escaped name": "\\75rl(../x)", "escape and white space": "url(\\2e ./x)", "quoted, escapes": "url('../\\'x')", "quoted, line that goes on": "url('../\\\nx')",
    "comment inside": "url(../x/*y*/)", "comment around": "/*url(../y)*/url(../x)/*)*/", "unclosed": "url(../x", "quoted, unclosed": "url('../x", "space, quoted": "url('../a b')", "query": "url(../x?a&amp;b)",
    "image-set, string": "image-set('../x' 1x)", "image-set, url": "image-set(url(../x) 1x)", "image-set, type": "image-set('../x' type('image/png') 1x)", "-webkit-image-set": "-webkit-image-set(url(../x) 1x)",
    "image-set, several": "image-set('../y' 2x, '../x' 1x)", "gradient and url": "linear-gradient(red, blue), url(../x)", "two": "url(../x), url('../y')", "cross-fade": "-webkit-cross-fade(url(../x), url(../y), 50%)",
    "src": "src('../x')", "data": "url(data:,y), url(../x)", "non-ASCII": "url(../\u00e9)", "modifier": "url('../x' crossorigin(anonymous))",
}  # fmt: skip
_NO_SRC = {"src": "Chromium has no src() yet", "modifier": "Chromium has no modifiers of a url() yet"}
DECLARATIONS = [
    hides(f"style, {name}", f'<p style="background: {value}">', _NO_SRC[name]) if name in _NO_SRC
    else shows(f"style, {name}", f'<p id=i style="background-image: {value}">', BACKGROUND)
    for name, value in _VALUES.items()
] + [
    shows("style, bad url first", '<p id=i style="background: url(../y z); background: url(../x)">', BACKGROUND),
    shows("style, custom property", '<p id=i style="--x: url(../x); background: var(--x)">', BACKGROUND),
    shows("style, string that looks like one", """<p id=i style="quotes: 'url(../y)' 'z'; background: url(../x)">""",
          f"{BACKGROUND} + {style('quotes')}"),
    shows("style, cursor", '<p id=i style="cursor: url(../x), url(../y) 1 1, auto">', style("cursor")),
    shows("style, list-style", '<li id=i style="list-style: url(../x)">', style("list-style-image")),
    shows("style, border-image", '<p id=i style="border-image: url(../x) 1">', style("border-image-source")),
    shows("style, content", '<p id=i style="content: url(../x)">', style("content")),
    shows("style, filter", '<p id=i style="filter: url(../x#f)">', style("filter")),
    shows("style, clip-path", '<p id=i style="clip-path: url(../x#f)">', style("clip-path")),
    shows("style, mask", '<p id=i style="mask-image: url(../x)">', style("mask-image")),
    shows("style, svg's", '<svg><path id=i style="fill: url(../x#f)"></svg>', style("fill")),
    shows("style, fragment alone and BASE", '<base href=/r/><svg><path id=i style="fill: url(#f)"></svg>', style("fill"), stays=True),
    shows("presentation attribute, quotes", """<svg><path id=i fill="url('../x#f') red"></svg>""", style("fill")),
    shows("presentation attribute, escape", r"""<svg><path id=i fill="\75rl(../x#f)"></svg>""", style("fill")),
    shows("presentation attribute, in HTML it is none", "<p id=i style='color: red' fill='url(../y)'><a id=i href=../x>",
          "d.links[0].href + e.getAttribute('fill')"),
]  # fmt: skip

STYLE_SHEETS = [
    *(asks(f"sheet, {name}", f"<style>{sheet}</style><p id=i>") for name, sheet in {
        "import, string": "@import '../x';", "import, double quotes": '@import "../x";', "import, url": "@import url(../x);", "import, quoted url": "@import url('../x') screen;", "import, no space": "@import'../x';",
        "import, capitals": "@IMPORT '../x';", "import, escape": "@\\69mport '../x';", "import, layer": "@import '../x' layer(a) supports(color: red);", "import, behind a comment": "<!-- @import '../x'; -->",
        "import, two": "@import '../x'; @import url(../y);", "import, behind charset": "@charset 'utf-8'; @import '../x';",
        "font": "@font-face {font-family: f; src: local('no'), url(../x) format('woff')} p::before {font-family: f; content: 'x'}",
    }.items()),
    *(shows(f"sheet, {name}", f"<style>{sheet}</style><p id=i>", BACKGROUND) for name, sheet in {
        "url": "#i {background: url(../x)}", "no character references": "#i {background: url(../x?a&amp;b)}", "comment markers": "<!-- #i {background: url(../x)} -->", "media": "@media all {#i {background: url(../x)}}",
        "supports": "@supports (background: url(../y)) {#i {background: url(../x)}}", "namespace": "@namespace url(http://www.w3.org/1999/xhtml); #i {background: url(../x)}", "nesting": "body {& #i {background: url(../x)}}", "comment": "/* url(../y) */ #i {background: url(../x)}",
        "string": "#i::after {content: 'url(../y)'} #i {background: url(../x)}", "layer": "@layer a {#i {background: url(../x)}}", "image-set": "#i {background: image-set('../x' 1x, '../y' 2x)}", "attribute selector": "[href='url(../y)'], #i {background: url(../x)}",
    }.items()),
    shows("sheet, namespace that is relative", "<style>@namespace url(../n); #i {background: url(../y)}</style><p id=i><a id=i href=../x>",
          "d.links[0].href + d.styleSheets[0].cssRules[0].namespaceURI"),
    shows("sheet, type", "<style type=text/css>#i {background: url(../x)}</style><p id=i>", BACKGROUND),
    shows("sheet, other type", "<style type=text/x>#i {background: url(../y)}</style><a id=i href=../x>", f"{HREF} + {BACKGROUND}"),
    shows("sheet, svg's", "<svg><style>#i {background: url(../x)}</style></svg><p id=i>", BACKGROUND),
    shows("sheet, svg's CDATA", "<svg><style><![CDATA[#i {background: url(../x)}]]></style></svg><p id=i>", BACKGROUND),
    shows("sheet, legacy encoding", "<style>#i {background: url(../\u00e9?\u00e9)}</style><p id=i>", BACKGROUND, charset="windows-1252"),
]  # fmt: skip

_INNER = "e.contentDocument.links[0].href"
_INNERMOST = "e.contentDocument.querySelector('iframe').contentDocument.links[0].href"
DOCUMENTS = [
    *(shows(f"srcdoc, {name}", html, _INNER) for name, html in {
        "references": "<iframe id=i srcdoc='&lt;a href=&quot;../x?a&amp;amp;b&quot;&gt;'></iframe>", "double quotes": "<iframe id=i srcdoc=\"<a href='../x'>\"></iframe>", "no quotes": "<iframe id=i srcdoc=&lt;a&#32;href=../x&gt;></iframe>",
        "its own BASE": "<iframe id=i srcdoc='<base href=q/><a href=../x>'></iframe>", "BASE around it": "<base href=q/><iframe id=i srcdoc='<a href=../x>'></iframe>",
        "both": "<base href=q/><iframe id=i srcdoc='<base href=r/><a href=../x>'></iframe>",
        "its own BASE is absolute": "<iframe id=i srcdoc='<base href=/r/q/><a href=../x>'></iframe>", "and src": "<iframe id=i srcdoc='<a href=../x>' src=../y></iframe>",
    }.items()),
    shows("srcdoc, style", "<iframe id=i srcdoc='<p style=\"background: url(../x)\">'></iframe>",
          style("background-image", "e.contentDocument.querySelector('p')")),
    shows("srcdoc, srcset", "<iframe id=i srcdoc='<img srcset=\"../x 1x\">'></iframe>", "e.contentDocument.images[0].currentSrc"),
    shows("srcdoc in srcdoc", "<iframe id=i srcdoc='<iframe srcdoc=\"&lt;a href=../x>\"></iframe>'></iframe>", _INNERMOST),
    shows("srcdoc in srcdoc, references twice", "<iframe id=i srcdoc='<iframe srcdoc=\"&amp;lt;a href=&amp;quot;../x&amp;quot;>\"></iframe>'></iframe>", _INNERMOST),
    shows("srcdoc in srcdoc, BASE in each", "<base href=q/><iframe id=i srcdoc='<base href=r/><iframe srcdoc=\"<base href=s/><a href=../x>\"></iframe>'></iframe>", _INNERMOST),
    shows("srcdoc, a fragment is its own", "<iframe id=i srcdoc='<a href=../x></a><a href=#f></a>'></iframe>", _INNER),
    hides("conditional comment", "<p><!--[if lt IE 9]><a href=../x><![endif]-->", "no browser of today looks into it"),
    hides("conditional comment, of a sheet", "<!--[if IE]><style>a{b:url(../x)}</style><![endif]-->", "no browser of today looks into it"),
    hides("conditional comment, of an image", "<!--[if !mso]><img srcset='../x 1x'><![endif]-->", "no browser of today looks into it"),
    shows("conditional comment, revealed", "<!--[if !IE]><!--><a id=i href=../x><!--<![endif]-->", HREF),
    shows("conditional comment, revealed by <!", "<![if !IE]><a id=i href=../x><![endif]>", HREF),
]  # fmt: skip


def _map(name: str, json: str, specifier: str, before: str = "", **more: Any) -> Case:
    script = f'<script type=module>document.k = import.meta.resolve("{specifier}")</script>'
    return shows(f"import map, {name}", f"{before}<script type=importmap>{json}</script>{script}", "d.k", **more)


def _rules(name: str, json: str, html: str = "") -> Case:
    page = f"{html}<script type=speculationrules>{json}</script>"
    return asks(f"speculation rules, {name}", page, is_page=True, same_origin=True)


SCRIPTS = [
    _map("./", '{"imports": {"k": "./x"}}', "k"),
    _map("root", '{"imports": {"k": "/r/x"}}', "k"),
    _map("prefix", '{"imports": {"k/": "../x/"}}', "k/y"),
    _map("escapes", r'{"imports": {"k": "\u002e./x\/y"}}', "k"),
    _map("two keys", '{"imports": {"j": "../y", "k": "../x"}}', "k"),
    _map("a key that is a URL", '{"imports": {"./k": "../x"}}', f"{SITE}/r/k", "<base href=/r/>", options={"base_element": "empty"}),
    _map("a key that its script imports", '{"imports": {"../k": "../x"}}', "../k", differs=OWN_SPECIFIER),
    _map("a bare address", '{"imports": {"k": "x", "j": "../x"}}', "j"),
    _map("a scope that is not ours", '{"imports": {"k": "../x"}, "scopes": {"q/": {"k": "../y"}}}', "k"),
    _map("a scope of this document's BASE", '{"imports": {"k": "../y"}, "scopes": {"./": {"k": "../x"}}}', "k", "<base href=/r/q/>"),
    _map("a scope of this document", '{"imports": {"k": "../y"}, "scopes": {"./": {"k": "../x"}}}', "k", differs=OWN_SPECIFIER),
    _map("integrity", '{"imports": {"k": "../x"}, "integrity": {"../x": "sha256-x"}}', "k"),
    hides("import map, no JSON", "<script type=importmap>{'k': '../x'}</script><a href=../x>", "nothing is mapped"),
    asks("module, import", '<script type=importmap>{"imports": {"k": "../x"}}</script><script type=module>import "k"</script>'),
    asks("module, preload", "<link rel=modulepreload href=../x>"),
    _rules("several", '{"prefetch": [{"urls": ["../x", "../y"], "eagerness": "immediate"}]}'),
    _rules("two rules", '{"prefetch": [{"source": "list", "urls": ["../x"]}, {"urls": ["../y"]}]}'),
    _rules("relative to the document", '{"prefetch": [{"urls": ["../x"], "relative_to": "document"}]}'),
    _rules("href_matches", '{"prefetch": [{"where": {"href_matches": "/*/d/x"}, "eagerness": "immediate"}]}', "<a href=../x>x</a><a href=../y>y</a>"),
    _rules("href_matches, a query", '{"prefetch": [{"where": {"href_matches": "./x\\\\?*"}, "eagerness": "immediate"}]}', "<a href='./x?a'>x</a><a href=../y>y</a>"),
    _rules("href_matches, relative", '{"prefetch": [{"where": {"href_matches": "q/*"}, "eagerness": "immediate"}]}', "<a href=q/x>x</a><a href=y>y</a>"),
    _rules("not", '{"prefetch": [{"where": {"not": {"href_matches": "q/*"}}, "eagerness": "immediate"}]}', "<a href=q/x>x</a><a href=y>y</a>"),
]  # fmt: skip

FETCHED = [  # asked for by elements, whatever scripts see
    asks(f"fetched, {name}", html) for name, html in {
        "img": "<img src=../x>", "script": "<script src=../x></script>", "sheet": "<link rel=stylesheet href=../x>", "iframe": "<iframe src=../x></iframe>", "object": "<object data=../x></object>", "embed": "<embed src=../x>",
        "video": "<video src=../x></video>", "poster": "<video poster=../x></video>", "audio": "<audio src=../x></audio>", "source": "<video><source src=../x></video>", "input": "<input type=image src=../x>", "frame": "<frameset><frame src=../x></frameset>",
        "background": "<body background=../x>", "module": "<script type=module src=../x></script>", "preload": "<link rel=preload as=script href=../x>", "prefetch": "<link rel=prefetch href=../x>", "image": "<image src=../x>", "style": "<p style='background: url(../x)'>x",
        "svg mask": "<svg><image href=../x /><image xlink:href=../y /></svg>", "presentation attribute": "<svg><rect width=9 height=9 mask='url(../x#m)'></svg>",
    }.items()
] + [
    asks("fetched, form", "<form id=i action=../x><input name=a></form>", "e.submit()"),
    asks("fetched, formaction", "<form action=../y><button id=i formaction=../x></form>", "e.click()"),
    asks("fetched, form and BASE", "<base href=q/><form action=../x id=i></form>", "e.submit()"),
    asks("fetched, track", "<video crossorigin><track default src=../x></video>"),
    asks("fetched, a", "<a id=i href=../x>x</a>", "e.click()"),
    asks("fetched, area", "<map name=m><area id=i href=../x></map><img usemap=#m>", "e.click()"),
    asks("fetched, svg a", "<svg><a id=i href=../x><text>x</text></a></svg>", CLICK),
]  # fmt: skip

_BEHIND = "<base href=q/>"
LATE = [
    *(case._replace(name=f"{case.name}, BASE behind it", html=f"{case.html}{_BEHIND}")
      for case in (EXPOSED[name] for name in (
          "a href", "a ping", "a xlink:href", "area href", "area ping", "blockquote cite", "button formaction", "form action",
          "object data", "embed src", "audio src", "video src", "iframe longdesc", "svg * fill", "body background",
      ))),
    *(case._replace(name=f"{case.name}, BASE behind it", html=f"{case.html}{_BEHIND}", differs=AT_ONCE)
      for case in (EXPOSED[name] for name in (
          "feimage href", "iframe srcdoc", "link imagesrcset", "meta content http-equiv=refresh", "script href",
          "script  type=importmap", "style  type=", "* style",
      ))),
    *(asks(f"{name}, BASE behind it", f"{html}{_BEHIND}", differs=AT_ONCE) for name, html in {
        "iframe src": "<iframe src=../x></iframe>", "script src": "<script src=../x></script>", "link href": "<link rel=stylesheet href=../x>",
    }.items()),
]  # fmt: skip

CONSTRUCTS = [
    *REFERENCES, *BASES, *MARKUP, *CANDIDATES, *REFRESHES, *DECLARATIONS, *STYLE_SHEETS, *DOCUMENTS, *SCRIPTS, *FETCHED, *LATE,
]  # fmt: skip
