"""The lines of the checklist on contradictions of the specifications, on true wordings, and on HTML."""

from string import ascii_lowercase, ascii_uppercase, digits

from tests.uri.checklist.asked import (
    BASE,
    BOTH,
    MEMO,
    Row,
    component,
    decided,
    derives,
    form,
    has,
    linked,
    matched,
    printed,
    same,
    source,
    target,
    valid,
    worded,
)
from tests.uri.checklist.rfc2396 import APPENDIX_C

DEEP = "magic://a/b/c//d/e/f"
MAGIC = (  # the examples of partial forms, as printed, and by the clause that RFC 1630 adds
    ("g:h", "g:h", "g:h"),
    ("g", "magic://a/b/c//d/e/g", "magic://a/b/c//d/e/g"),
    ("/g", "magic://a/g", "magic://a/b/c//d/g"),
    ("//g", "magic://g", "magic://g"),
    ("../g", "magic://a/b/c//d/g", "magic://a/b/c//d/g"),
)
BASED = ("rewritten", "http://h/e/")
PUB = ("http", "www.ics.uci.edu", "/pub/ietf/uri/", None, "Related")  # the example of appendix B
OF_CONTRADICTIONS: dict[str, tuple[Row, ...]] = {
    "contradictions-1": (
        (target, "/g", DEEP, MEMO, {"slash_run": "no-greater"}, "magic://a/b/c//d/g"),
        (target, "/g", DEEP, MEMO, "magic://a/g"),
        (target, "/g", DEEP, "www-uri-00", "magic://a/g"),
        (target, "/g", "http://h/a//b", MEMO, {"slash_run": "no-greater"}, "error: no-such-level"),
        (target, "/g", "http://h/a//b", MEMO, "http://h/g"),
    ),
    "contradictions-2": (
        *(
            (target, reference, context, MEMO, {"slash_run": run}, answer if run == "first" else other)
            for reference, answer, other in MAGIC
            for context in (DEEP, DEEP.removesuffix("f"))
            for run in ("first", "no-greater")
        ),
        (target, "g", "magic://a/b/c//d/e", MEMO, "magic://a/b/c//d/g"),
    ),
    "contradictions-3": (
        (target, ".", BASE, MEMO, "http://a/b/c"),
        (target, "g/.", BASE, MEMO, "http://a/b/c/g"),
        (target, "..", BASE, MEMO, "http://a/b/c/.."),
        (target, "../..", BASE, MEMO, "http://a/b/.."),
        (target, "../../../g", BASE, MEMO, "http://g"),
        (target, "../../../../g", BASE, MEMO, "http:/g"),
        (target, "/./g", BASE, MEMO, "http://a/./g"),
        (target, "/../g", BASE, MEMO, "http://a/../g"),
        (target, "../../../g", BASE, MEMO, {"partial_form": "guarded"}, "http://a/../g"),
        (target, "../../../../g", BASE, MEMO, {"partial_form": "guarded"}, "http://a/../../g"),
    ),
    "contradictions-4": (
        (valid, "http://info.cern.ch/RDB/EMP?*%20where%20name%%3Ddobbins", MEMO, False),
        (valid, "http://info.cern.ch/RDB/EMP?*%20where%20name%3Ddobbins", MEMO, True),
    ),
    "contradictions-5": (
        (printed, "xpalphas", "ab", MEMO, True),
        (printed, "xpalphas", "abc", MEMO, False),
        (derives, "xpalphas", "abc", MEMO, True),
        (worded, "xpalphas", MEMO, "xpalpha [ xpalpha ]"),
        *((has, f"{name}address", MEMO, False) for name in ("rlogin", "tn3270", "file")),
        *((has, f"{name}address", MEMO, True) for name in ("telnet", "nntp")),
    ),
    "contradictions-6": (
        (target, "", BASE, MEMO, "http://a/b/c/"),
        (target, "#s", BASE, MEMO, "http://a/b/c/#s"),
        (same, "http://h/#", "http://h/", MEMO, True),
        *((same, "http://h/#", "http://h/", rules, False) for rules in BOTH),
        (component, "fragment", "http://h/#", ""),
        (component, "fragment", "http://h/", None),
    ),
    "contradictions-7": (
        (printed, "relativeURI", "?y", "rfc2396", False),
        (printed, "relative-URI", "?y", "rfc2396bis-00", True),
        (target, "?y", BASE, "rfc2396", "http://a/b/c/?y"),
        (target, "g", "http://a", "rfc2396", "http://ag"),
        (target, "g", "http://a", "rfc2396bis-00", "http://a/g"),
    ),
    "contradictions-8": (
        (worded, "scheme", "rfc2396", 'alpha *( alpha | digit | "+" | "-" | "." )'),
        (form, "HTTP://h/", "rfc2396", "http://h/"),
    ),
    "contradictions-9": (
        (matched, "//a#b", (None, "a", "", None, "b")),
        (matched, "//a?b#c", (None, "a", "", "b", "c")),
        (matched, "//a/b", (None, "a", "/b", None, None)),
    ),
    "contradictions-10": (
        (target, "bar", "foo:", "rfc2396bis-00", "foo:/bar"),
        (target, "g", "http://a", "rfc2396bis-00", "http://a/g"),
        (target, "bar", "foo:", "rfc2396", "foo:bar"),
    ),
    "contradictions-11": tuple(
        (target, reference, BASE, rules, {"overflow": "remove"}, answer)
        for rules in BOTH
        for reference, answer in (
            ("/./g", "http://a/./g"),
            ("/../g", "http://a/../g"),
            ("../../../g", "http://a/g"),
        )
    ),
    "truth-1": (
        (worded, "alpha", "lowalpha | upalpha"),
        (worded, "alphanum", "alpha | digit"),
        (worded, "lowalpha", " | ".join(f'"{letter}"' for letter in ascii_lowercase)),
        (worded, "upalpha", " | ".join(f'"{letter}"' for letter in ascii_uppercase)),
        (worded, "digit", " | ".join(f'"{digit}"' for digit in digits)),
    ),
    "truth-2": ((worded, "reserved", '";" | "/" | "?" | ":" | "@" | "&" | "=" | "+" | "$" | ","'),),
    "truth-3": (
        (worded, "escaped", '"%" hex hex'),
        (worded, "hex", " | ".join(["digit", *(f'"{letter}"' for letter in "ABCDEFabcdef")])),
    ),
    "truth-4": (
        (worded, "opaque_part", "uric_no_slash *uric"),
        (
            worded,
            "uric_no_slash",
            'unreserved | escaped | ";" | "?" | ":" | "@" | "&" | "=" | "+" | "$" | ","',
        ),
    ),
    "truth-5": ((worded, "userinfo", '*( unreserved | escaped | ";" | ":" | "&" | "=" | "+" | "$" | "," )'),),
    "truth-6": (
        (worded, "path", "[ abs_path | opaque_part ]"),
        (worded, "path_segments", 'segment *( "/" segment )'),
        (worded, "segment", '*pchar *( ";" param )'),
        (worded, "param", "*pchar"),
        (worded, "pchar", 'unreserved | escaped | ":" | "@" | "&" | "=" | "+" | "$" | ","'),
    ),
    "truth-7": (
        (worded, "rel_path", "rel_segment [ abs_path ]"),
        (worded, "rel_segment", '1*( unreserved | escaped | ";" | "@" | "&" | "=" | "+" | "$" | "," )'),
    ),
    "truth-8": (
        (target, "../../../g", BASE, "rfc2396", {"overflow": "remove"}, "http://a/g"),
        (target, ".../g", BASE, "rfc2396", {"overflow": "remove"}, "http://a/b/c/.../g"),
    ),
    "truth-9": ((target, "//g?y#s", BASE, "rfc2396", "http://g?y#s"),),
    "truth-10": ((worded, "IPv4address", '1*digit "." 1*digit "." 1*digit "." 1*digit'),),
    "truth-11": ((worded, "mark", '"-" | "_" | "." | "!" | "~" | "*" | "\'" | "(" | ")"'),),
    "truth-12": (
        (matched, "http://www.ics.uci.edu/pub/ietf/uri/#Related", PUB),
        (matched, "//?#", (None, "", "", "", "")),
        (matched, ":a", (None, None, ":a", None, None)),
    ),
    "truth-13": tuple(
        (target, reference, BASE, "rfc2396", answer)
        for reference, answer in APPENDIX_C
        if reference in {";x", "g;x", "g;x?y#s", ".", "./", "..", "../", "../g", "../..", "../../", "../../g"}
    ),
    "truth-14": (
        (target, "../../../g", BASE, "rfc2396", "http://a/../g"),
        (target, "../../../../g", BASE, "rfc2396", "http://a/../../g"),
        (target, "g..", BASE, "rfc2396", "http://a/b/c/g.."),
        (target, "..g", BASE, "rfc2396", "http://a/b/c/..g"),
    ),
    "html-1": (
        (
            linked,
            b"<base><base href=a/><base href=b/><a href=x>",
            "http://h/",
            ["http://h/a/", "http://h/b/", "http://h/a/x"],
        ),
        (source, b"<base href=a/>", "http://h/", "embedded"),
        *(
            (source, b"<base href='%s'>" % href, "http://h/", "retrieval")
            for href in (b"http://[", b"data:,x", b"javascript:x")
        ),
    ),
    "html-2": (
        (
            decided,
            b"<base href=/e/><a href=#s>",
            {"same_document": "resolve"},
            [BASED, ("rewritten", "http://h/e/#s")],
        ),
        (decided, b"<a href=#s>", {"same_document": "resolve"}, [("rewritten", "http://h/d/p?q#s")]),
    ),
    "html-3": (
        (
            decided,
            b"<base href=/e/><a href>",
            {"same_document": "resolve"},
            [BASED, ("rewritten", "http://h/e/")],
        ),
        (
            decided,
            b"<base href=/e/><form action>",
            {"same_document": "resolve"},
            [BASED, ("rewritten", "http://h/d/p?q")],
        ),
        *(
            (decided, tag, {"same_document": "resolve"}, [("empty", None)])
            for tag in (b"<img src>", b"<script src>", b"<link rel=stylesheet href>")
        ),
    ),
    "html-4": (
        (linked, b"<a href='?a&copy=1'>", "http://h/", ["http://h/?a&copy=1"]),
        (linked, b"<a href='?a&copy;=1'>", "http://h/", ["http://h/?a\xa9=1"]),
        (linked, b"<a href='?a&copy'>", "http://h/", ["http://h/?a\xa9"]),
        (linked, b"<a href='?a&copyb'>", "http://h/", ["http://h/?a&copyb"]),
    ),
    "html-5": tuple(
        (linked, b"<meta charset=windows-1252><a href='\xe9?\xe9#\xe9'>", url, {"rules": "whatwg"}, [answer])
        for url, answer in (
            ("http://h/", "http://h/%C3%A9?%E9#%C3%A9"),
            ("https://h/", "https://h/%C3%A9?%E9#%C3%A9"),
            ("ftp://h/", "ftp://h/%C3%A9?%E9#%C3%A9"),
            ("file:///", "file:///%C3%A9?%E9#%C3%A9"),
            ("ws://h/", "ws://h/%C3%A9?%C3%A9#%C3%A9"),
            ("wss://h/", "wss://h/%C3%A9?%C3%A9#%C3%A9"),
            ("x://h/", "x://h/%C3%A9?%C3%A9#%C3%A9"),
        )
    ),
    "html-6": (
        (linked, b"<a href=' \x01 a\tb\nc\r '>", "http://h/d/p", ["http://h/d/abc"]),
        (linked, rb"<a href='\k\x'>", "http://h/d/p", ["http://h/k/x"]),
        (linked, rb"<a href='a\x'>", "xy:/d/p", ["xy:/d/a\\x"]),
        (target, "\\k\\x", BASE, "whatwg", "http://a/k/x"),
        (target, "http:\\\\k\\x", "xy:/d/p", "whatwg", "http://k/x"),
        (target, "a\\x", "xy:/d/p", "whatwg", "xy:/d/a\\x"),
        (target, "%2e%2E/x", BASE, "whatwg", "http://a/b/x"),
        (target, "\t%2E\n/x\r\x00 ", BASE, "whatwg", "http://a/b/c/x"),
    ),
}
