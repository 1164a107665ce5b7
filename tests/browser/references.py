"""Cases for the content of an href, and for how a BASE is read."""

from __future__ import annotations

from tests.browser.cases import asks, shows, style

HREF = "e.href"
LINK = "<a id=i href=../x></a>"
INVALID_BASE = "HTML Standard 4.2.3: the fallback base URL; in Chromium nothing relative has a URL then"

# The content of an href, and whether it has the same target from every URL.
_REFERENCES = {
    "relative": "x",
    "dot": "./x",
    "dots": "../../x",
    "above the root": "../../../../../../../x",
    "dots inside": "a/./b/../c/../../x",
    "dots at the end": "a/..",
    "percent-encoded dots": "%2e%2e/.%2E/x",
    "root": "/r/x",
    "scheme-relative": "//other.localhost/x",
    "query": "?q=1&amp;r",
    "empty query": "?",
    "fragment behind": "x#f",
    "empty fragment behind": "x#",
    "double slashes": "a//b///c",
    "semicolon": ";p",
    "colon in a later segment": "./a:b",
    "no scheme": "1a:b",
    "edge spaces": " \t\n x \r\n ",
    "tabs and line ends inside": "a\tb\n/c",
    "controls at the edges": "&#1;x&#x1f;",
    "backslashes": "..\\a\\x",
    "two backslashes": "\\\\other.localhost\\x",
    "same scheme": "http:x",
    "same scheme and a slash": "http:/r/x",
    "a space inside": "a b",
    "a space in the query": "?a b",
    "quotes": "&quot;x'",
    "angle brackets": "&lt;x>",
    "non-ASCII": "\u00e9/\u4e2d",
    "non-ASCII query": "x?\u00e9=\u4e2d",
    "non-ASCII host": "//m\u00fcnchen.localhost/\u00e9",
    "percent": "%",
    "bad percent-encoding": "a%zz%4",
    "percent-encoded": "%C3%A9%2f",
    "braces": "{x}|^`",
    "braces and escapes": "{%22a%22:{%22b%22:1}}",
    "an angle bracket and escapes": "<%22a?q={%20}",
    "reference without a semicolon": "?a&copy=1&copy",
    "reference of &eacute;": "caf&eacute;",
    "numeric references": "&#x2e;&#46;/&#120;",
    "reference twice": "?a=&amp;amp;",
    "a CR as a reference": "a&#13;b",
    "soft hyphen": "a\u00adb",
    "astral": "\U0001f600",
    "no-break space at the edge": "\u00a0x\u00a0",
    "vertical tab": "\vx",
    "at sign": "@x",
    "long dots": ".../x",
    "port": "//other.localhost:8080/x",
    "default port": "//other.localhost:80/x",
    "user": "//u:p@other.localhost/x",
    "IPv4 in hexadecimal": "//0x7f.1/x",
    "IPv6": "//[::1]/x",
    "host in capitals": "//OTHER.localhost/X",
}
_ANYWHERE = {
    "absolute": "http://other.localhost/x",
    "absolute, capitals": "HTTP://OTHER.localhost/x",
    "absolute, edge spaces": " http://other.localhost/x ",
    "absolute, tab in its scheme": "ht\ttp://other.localhost/x",
    "absolute, no path": "https://other.localhost",
    "other scheme, one slash": "https:/other.localhost/x",
    "other scheme, no slash": "https:other.localhost/x",
    "javascript": "javascript:alert('../x')",
    "javascript, edge spaces": " javascript:x ",
    "javascript, tab inside": "java\tscript:x",
    "data": "data:text/html,../x",
    "mailto": "mailto:a@b",
    "tel": "tel:+1-2",
    "cid": "cid:a@b",
    "blob": "blob:http://other.localhost/1",
    "unknown scheme": "x-y.z+1:../x",
    "file": "file:///a/../b",
    "about": "about:blank",
    "invalid host": "http://[",
    "invalid port": "http://other.localhost:x/",
    "scheme-relative, invalid": "//[x",
    "no host": "http://",
}
REFERENCES = [
    *(
        shows(f"href, {name}", f'<a id=i href="{value}">', HREF, stays=value.startswith(("//", "\\\\")))
        for name, value in _REFERENCES.items()
    ),
    *(
        shows(f"href, {name}", f'<a id=i href="{value}">', HREF, stays=True)
        for name, value in _ANYWHERE.items()
    ),
    *(
        shows(f"{charset}, non-ASCII", '<a id=i href="\u00e9?\u00e9#\u00e9">', HREF, charset=charset)
        for charset in ("windows-1252", "iso-8859-15", "utf-16le", "utf-16be", "windows-1258")
    ),
    *(
        shows(f"{charset}, non-ASCII", '<a id=i href="\u8868/x?\u8868">', HREF, charset=charset)
        for charset in ("shift_jis", "gbk", "big5", "euc-jp", "iso-2022-jp", "gb18030")
    ),
    shows("what an encoding lacks", '<a id=i href="?&#x4e2d;">', HREF, charset="windows-1252"),
]

# How a BASE is read; each document has a link that the BASE applies to.
_BASES = {
    "relative": "<base href=../b/>",
    "root": "<base href=/r/b/>",
    "scheme-relative": "<base href=//other.localhost/b/>",
    "two": "<base href=/r/b/><base href=/r/c/>",
    "without href first": "<base target=x><base href=/r/b/>",
    "query alone": "<base href='?q'>",
    "dots at the end": "<base href=..>",
    "white space": "<base href=' /r/\tb/ '>",
    "references": "<base href='/r/&#98;/&eacute;/'>",
    "in capitals": "<BASE HREF=/r/b/>",
    "backslash": "<base href='\\r\\b\\'>",
    "in the body": "<p><base href=/r/b/>",
    "in a div": "<div><base href=/r/b/></div>",
    "fragment": "<base href='/r/b/#f'>",
    "first one empty": "<base href=''><base href=/r/b/>",
    "javascript": "<base href=javascript:x><base href=/r/b/>",
    "data": "<base href=data:,x><base href=/r/b/>",
    "invalid": "<base href='http://['><base href=/r/b/>",
    "mailto": "<base href=mailto:a@b>",
    "in a comment": "<!-- <base href=/r/b/> -->",
    "in a script": "<script>'<base href=/r/b/>'</script>",
    "in a title": "<title><base href=/r/b/></title>",
    "in a textarea": "<textarea><base href=/r/b/></textarea>",
    "in a style": "<style><base href=/r/b/></style>",
    "in a template": "<template><base href=/r/b/></template>",
    "in a noscript": "<noscript><base href=/r/b/></noscript>",
    "in an svg": "<svg><base href=/r/b/></svg>",
    "in foreignObject": "<svg><foreignObject><base href=/r/b/></foreignObject></svg>",
    "in a select": "<select><base href=/r/b/></select>",
    "in a conditional comment": "<!--[if IE]><base href=/r/b/><![endif]-->",
    "in a table": "<table><base href=/r/b/></table>",
    "in an attribute": "<p title='<base href=/r/b/>'>",
    "in an iframe": "<iframe><base href=/r/b/></iframe>",
    "in a srcdoc": "<iframe srcdoc='<base href=/r/b/>'></iframe>",
    "duplicate attribute": "<base href=/r/b/ href=/r/c/>",
}
_STAY = {"mailto", "scheme-relative"}  # no relative reference can be resolved against a mailto URL
BASES = [
    shows(
        f"BASE, {name}{where}",
        html,
        HREF,
        stays=name in _STAY or name == "invalid",
        differs=INVALID_BASE * (name == "invalid"),
    )
    for name, base in _BASES.items()
    for where, html in (("", f"{base}{LINK}"), (", behind the link", f"{LINK}{base}"))
] + [
    shows("BASE and a fragment", "<base href=/r/b/><a id=i href=#f>", HREF),
    shows("BASE and nothing", "<base href=/r/b/><a id=i href=''>", HREF),
    asks("BASE with <, a line end in a reference", "<base href='../<b>/'><img src='x\ny'>"),
    asks("BASE with <, a tab in CSS", "<base href='../<b>/'><p style='background: url(\"?x\\9 y\")'>x"),
    shows("BASE and a query", "<base href=/r/b/><a id=i href='?q'>", HREF),
    shows(
        "BASE and url(#f)",
        "<base href=/r/b/><svg><path id=i fill='url(#f)'></svg>",
        style("fill"),
        stays=True,
    ),
    shows("BASE without a path", "<base href=http://other.localhost><a id=i href=x>", HREF, stays=True),
    shows(
        "BASE, a link emptied of it",
        "<base href=/r/b/><a id=i href=#f>",
        HREF,
        options={"base_element": "remove"},
    ),
]
