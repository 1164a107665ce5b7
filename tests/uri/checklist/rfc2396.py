"""The lines of the checklist on RFC 2396 and bis-00: rows of a function, its arguments, and the answer."""

import absolutize
from tests.uri.checklist.asked import (
    BASE,
    BOTH,
    MEMO,
    SPECIFICATIONS,
    UNWISE,
    Row,
    component,
    data,
    derives,
    form,
    found,
    last_step,
    linked,
    opaque,
    part,
    raw,
    readings,
    relative,
    same,
    segments,
    source,
    target,
    unwrapped,
    valid,
    warned,
)

ICS = b'<bAsE HREF="http://www.ics.uci.edu/Test/a/b/c"><A hREF="../x">'
APPENDIX_C = (  # C.1 and C.2, as printed
    ("g:h", "g:h"),
    ("g", "http://a/b/c/g"),
    ("./g", "http://a/b/c/g"),
    ("g/", "http://a/b/c/g/"),
    ("/g", "http://a/g"),
    ("//g", "http://g"),
    ("?y", "http://a/b/c/?y"),
    ("g?y", "http://a/b/c/g?y"),
    ("#s", "#s"),
    ("g#s", "http://a/b/c/g#s"),
    ("g?y#s", "http://a/b/c/g?y#s"),
    (";x", "http://a/b/c/;x"),
    ("g;x", "http://a/b/c/g;x"),
    ("g;x?y#s", "http://a/b/c/g;x?y#s"),
    (".", "http://a/b/c/"),
    ("./", "http://a/b/c/"),
    ("..", "http://a/b/"),
    ("../", "http://a/b/"),
    ("../g", "http://a/b/g"),
    ("../..", "http://a/"),
    ("../../", "http://a/"),
    ("../../g", "http://a/g"),
    ("", ""),
    ("../../../g", "http://a/../g"),
    ("../../../../g", "http://a/../../g"),
    ("/./g", "http://a/./g"),
    ("/../g", "http://a/../g"),
    ("g.", "http://a/b/c/g."),
    (".g", "http://a/b/c/.g"),
    ("g..", "http://a/b/c/g.."),
    ("..g", "http://a/b/c/..g"),
    ("./../g", "http://a/b/g"),
    ("./g/.", "http://a/b/c/g/"),
    ("g/./h", "http://a/b/c/g/h"),
    ("g/../h", "http://a/b/c/h"),
    ("g;x=1/./y", "http://a/b/c/g;x=1/y"),
    ("g;x=1/../y", "http://a/b/c/y"),
    ("g?y/./x", "http://a/b/c/g?y/./x"),
    ("g?y/../x", "http://a/b/c/g?y/../x"),
    ("g#s/./x", "http://a/b/c/g#s/./x"),
    ("g#s/../x", "http://a/b/c/g#s/../x"),
    ("http:g", "http:g"),
)
ADDRESSED = (  # appendix E, as printed
    '   Yes, Jim, I found it under "http://www.w3.org/Addressing/",\n   but you can probably pick it up from '
    "<ftp://ds.internic.\n   net/rfc/>.  Note the warning in "
    "<http://www.ics.uci.edu/pub/\n   ietf/uri/historical.html#WARNING>.\n"
)
OF_RFC_2396: dict[str, tuple[Row, ...]] = {
    "characters-1": (
        *((valid, character, True) for character in ";/?@&=+$,aZ09-_.!~*'()"),
        *((valid, character, False) for character in 'é"<>% ' + UNWISE),
    ),
    "characters-2": (
        (same, "http://h/a%40b", "http://h/a@b", False),
        (form, "http://h/%3B%2F%3F%3A%40%26%3D%2B%24%2C", "http://h/%3B%2F%3F%3A%40%26%3D%2B%24%2C"),
        (same, "http://h/a%3Bb", "http://h/a;b", False),
        (same, "http://h/a%2fb", "http://h/a/b", False),
        (same, "http://h/?a%26b", "http://h/?a&b", False),
    ),
    "characters-3": (
        (same, "http://h/%61%2D%7E%21", "http://h/a-~!", True),
        (form, "http://h/%61", "http://h/a"),
    ),
    "characters-4": (
        *((derives, "escaped", text, True) for text in ("%41", "%fF")),
        *((derives, "escaped", text, False) for text in ("%", "%4", "%4g", "%041")),
    ),
    "characters-5": (
        *((target, "%41%7E", BASE, rules, "http://a/b/c/%41%7E") for rules in SPECIFICATIONS),
        *((last_step, "%41%7E", BASE, rules, "http://a/b/c/%41%7E") for rules in SPECIFICATIONS),
        (linked, b"<a href=%41%7e>", "http://h/", ["http://h/%41%7e"]),
        (target, 'a b%7e~%zz<>"é', 'http://a/b/c/a b%7e~%zz<>"é'),
        (target, "http://h/%41 ~", "http://h/%41 ~"),
    ),
    "characters-6": (
        (raw, "http://h/a%3Fb%23c", "/a?b#c"),
        (segments, "http://h/a%2Fb/c%3Bd", [("a%2Fb",), ("c%3Bd",)]),
        (component, "path", "http://h/a%3Fb%23c", "/a%3Fb%23c"),
        (component, "query", "a%3Fb", None),
    ),
    "characters-7": ((same, "http://h/%7euser", "http://h/~user", True),),
    "characters-8": (
        (data, "%", "%25"),
        (data, "%41", "%2541"),
        (raw, "http://h/%2541", "/%41"),
        (form, "http://h/%2541", "http://h/%2541"),
        (form, "http://h/%25%34%31", "http://h/%2541"),
    ),
    "characters-9": (
        *((valid, f"x{character}", False) for character in '\x00\x1f\x7f <>"' + UNWISE),
        (valid, "x#y#z", False),
        (derives, "uric", "[", "rfc2396bis-00", True),
        *((derives, "uric", character, "rfc2396bis-00", False) for character in "{}|\\^`"),
    ),
    "syntax-1": (
        (opaque, "mailto:a/b", True),
        (opaque, "http:/a", False),
        (opaque, "http://a", False),
        (derives, "opaque_part", "a/b", True),
        (derives, "opaque_part", "/a", False),
    ),
    "syntax-2": (
        (derives, "scheme", "a+-.9", True),
        (derives, "scheme", "1a", False),
        (derives, "scheme", "HTTP", True),
        (same, "HTTP://h/", "http://h/", True),
    ),
    "syntax-3": (
        *((component, "authority", f"//a;b{rest}", "a;b") for rest in ("", "/c", "?c", "#c")),
        (target, "x", "file:/a/b", "file:/a/x"),
        (target, "/x", "file:/a/b", "file:/x"),
    ),
    "syntax-4": (
        (part, "kind", "//a_b", "reg-name"),
        (part, "kind", "//a;b@c_", "reg-name"),
        (part, "kind", "//a]b", None),
    ),
    "syntax-5": (
        (part, "userinfo", "//;:&=+$,@h", ";:&=+$,"),
        (part, "userinfo", "//@h", ""),
        (part, "userinfo", "//h", None),
        (warned, "http://user:password@h/", ["password"]),
    ),
    "syntax-6": (
        (derives, "port", "", True),
        (derives, "port", "9" * 50, True),
        (part, "port", "//h:", ""),
        (same, "http://h:/", "http://h/", True),
        (same, "http://h:80/", "http://h/", True),
    ),
    "syntax-7": (
        (derives, "hostname", "a.1", False),
        (derives, "hostname", "1.a.", True),
        (derives, "IPv4address", "999.1.1.1", True),
        (derives, "IPv4address", "256.1.1.1", "rfc2396bis-00", False),
        (derives, "IPv6reference", "[::1]", "rfc2396bis-00", True),
    ),
    "syntax-8": (
        (same, "file:///a", "file://localhost/a", "rfc2396bis-00", True),
        (warned, "http:///a", "rfc2396bis-00", ["no-host"]),
    ),
    "syntax-9": (
        (segments, "/a;b=c;d/e", [("a", "b=c", "d"), ("e",)]),
        (same, "http://h/a;b", "http://h/a%3Bb", False),
        (same, "http://h/a%3Db", "http://h/a=b", False),
        (target, "g;x=1/../y", "http://a/b/c/y"),
        (target, "g;x=1/./y", "http://a/b/c/g;x=1/y"),
    ),
    "syntax-10": ((derives, "query", "/?", True), (component, "query", "?a?/b", "a?/b")),
    "syntax-11": ((valid, "", True), (valid, "#f", True), (valid, "a:b#f", True), (valid, "a#", True)),
    "syntax-12": (
        (derives, "fragment", "/?", True),
        (derives, "absoluteURI", "http://h/#f", "rfc2396", False),
        (derives, "absolute-URI", "http://h/#f", "rfc2396bis-00", False),
        (target, "", "http://h/#f", "rfc2396", {"request": True}, "http://h/"),
    ),
    "syntax-13": (
        (component, "authority", "//x", "x"),
        (component, "path", "//x", ""),
        (component, "query", "mailto:a?b", "b"),
        (valid, "mailto:a?b?c", True),
    ),
    "syntax-14": (
        (component, "authority", "x:///p", ""),
        (component, "query", "p?", ""),
        (component, "fragment", "p#", ""),
        (component, "query", "p", None),
    ),
    "base-1": (
        *((target, text, "http://h/", text) for text in ("", "#f")),
        *((target, text, None, text) for text in ("", "#f")),
    ),
    "base-2": ((target, "", "http://h/b?c", "rfc2396", {"request": True}, "http://h/b?c"),),
    "base-3": (
        (valid, "this:that", True),  # an absolute URI of the scheme "this"
        (target, "./this:that", "http://a/b/c/this:that"),
        (relative, "http://a/b/c/this:that", "./this:that"),
        (relative, "http://a/b/c/1:2^", "./1:2^"),  # the grammar derives nothing, and there is no scheme
    ),
    "base-4": (
        *(
            (target, text, "mailto:x", "error: base-not-hierarchical")
            for text in ("g", "?y", "/g", "//g", "./g#s")
        ),
        *((target, text, "mailto:x", text) for text in ("", "#s", "g:h")),
    ),
    "base-5": (
        (source, b"<base href=http://1/>", "http://3/", {"encapsulating": "http://2/"}, "embedded"),
        (source, b"", "http://3/", {"encapsulating": "http://2/", "default": "http://4/"}, "encapsulating"),
        (source, b"", "http://3/", {"default": "http://4/"}, "retrieval"),
        (source, b"", None, {"default": "http://4/"}, "default"),
        (source, b"", None, None),
        (linked, b"<base href=http://1/><a href=x>", "http://3/", ["http://1/", "http://1/x"]),
        (
            linked,
            b"<a href=x>",
            "http://3/",
            {"encapsulating": "http://2/", "default": "http://4/"},
            ["http://2/x"],
        ),
        (linked, b"<a href=x>", "http://3/", {"default": "http://4/"}, ["http://3/x"]),
        (linked, b"<a href=x>", None, {"default": "http://4/"}, ["http://4/x"]),
    ),
    "base-6": (
        (source, b"<a href=x>", "http://redirected/to/", "retrieval"),
        (linked, b"<a href=x>", "http://redirected/to/", ["http://redirected/to/x"]),
    ),
    "base-7": (
        (target, "g", "a:/b?q/r#s", "a:/g"),
        (target, "g", "x:", "x:g"),
        (target, "g", "/b", "error: no-base"),
    ),
    "base-8": (
        (target, "g", "http://a/b?q#f", "http://a/g"),
        (target, "?y", "http://a/b/c/?y"),
        (target, "?y", BASE, "rfc2396bis-00", "http://a/b/c/d;p?y"),
    ),
    "base-9": (
        (target, "HTTP://X/y", BASE, "rfc2396", {"same_scheme": "lenient"}, "HTTP://X/y"),
        (target, "urn:isbn:1", "urn:/a/b", "rfc2396", {"same_scheme": "lenient"}, "urn:isbn:1"),
        (target, "http:g", "http:g"),
        (target, "http:g", BASE, "rfc2396", {"same_scheme": "lenient"}, "http://a/b/c/g"),
        (target, "mailto:c", "mailto:a/b", "rfc2396bis-00", {"same_scheme": "lenient"}, "mailto:c"),
        (warned, "http:g", ["misformed-relative"]),
    ),
    "base-10": (
        (last_step, "g", "http://a/b/../c/d", "http://a/c/g"),
        *(
            (target, "g", "http://a/b/../c/d", rules, "http://a/c/g")
            for rules in ("rfc2396", "rfc2396bis-00")
        ),
    ),
    "base-11": (
        (target, "..g/.h/g../.../h./i", "http://a/b/c/..g/.h/g../.../h./i"),
        (target, "a//../b", "http://a/b/c/a/b"),
        (target, "a/b/../../g", "http://a/b/c/g"),
    ),
    "base-12": (
        (target, "../../../g", "http://a/../g"),
        (target, "../../../g", BASE, "rfc2396", {"overflow": "remove"}, "http://a/g"),
        (target, "../../../g", BASE, "rfc2396", {"overflow": "avoid"}, "error: above-root"),
    ),
    "base-13": (
        (target, "/./g/../h", "http://a/./g/../h"),
        (target, "http:/./g/../h", {"same_scheme": "lenient"}, "http://a/./g/../h"),
        (target, "//g/../x", "http://g/../x"),
        (target, "http://x/./a/..", "http://x/./a/.."),
    ),
    "base-14": (
        (target, "g?", "http://a/b/c/g?"),
        (last_step, "g?", "http://a/b/c/g?"),
        (last_step, "g#", "http://a/b/c/g#"),
        (target, "g#", "http://a/b/c/g#"),
        (target, "//", "http://"),
        (target, "g?#", "http://a/b/c/g?#"),
    ),
    "base-15": (
        (target, "g?y/../x/./z", "http://a/b/c/g?y/../x/./z"),
        (target, "g#s/../x", "http://a/b/c/g#s/../x"),
    ),
    "base-16": (
        (target, "a/b/../../../g/./h/..", "http://a/b/g/"),
        (target, "x/../..//../g", "http://a/b/g"),
        (target, ".//..", "http://a", "http://a/.."),
    ),
    "base-17": tuple((target, *row) for row in APPENDIX_C),
    "base-18": tuple(
        (lambda rules: absolutize.split(target("../" * 9 + "g", BASE, rules)).authority, rules, "a")
        for rules in absolutize.RULE_SETS
        if rules not in {MEMO, "www-uri-00"}
    ),
    "equivalence-1": (
        (form, "HTTP://H.Example:80/Path?Q#F", "http://h.example/Path?Q#F"),
        (same, "http://h/a", "http://h/A", False),
    ),
    "equivalence-2": (
        (form, "http://www.XEROX.com", "http://www.xerox.com"),
        (same, "http://www.XEROX.com", "http://www.xerox.com", True),
    ),
    "security-1": (
        (warned, "http://h:8080/", ["unusual-port"]),
        (warned, "http://h:81/", ["reserved-port"]),
        (warned, "gopher://h:25/", ["other-service-port"]),
    ),
    "security-2": (
        *(
            (warned, "gopher://h/%0D%0A", rules, ["escaped-delimiter", "escaped-delimiter"])
            for rules in (*BOTH, "rfc3986")
        ),
        (warned, "telnet://h/%0D%0A", ["escaped-delimiter", "escaped-delimiter"]),
        *((form, "http://h/%0D%0A", rules, "http://h/%0D%0A") for rules in absolutize.RULE_SETS),
        (target, "%0d%0a", "http://a/b/c/%0d%0a"),
    ),
    "security-3": ((warned, "ftp://u:p@h/", ["password"]),),
    "security-4": (
        (target, "../../../../x", "http://a/b", "rfc2396bis-00", {"overflow": "remove"}, "http://a/x"),
        (target, "..//..//x", "http://a/b/c", "rfc2396bis-00", "http://a//x"),
    ),
    "appendices-1": (
        (linked, ICS, ["http://www.ics.uci.edu/Test/a/b/c", "http://www.ics.uci.edu/Test/a/x"]),
    ),
    "appendices-2": (
        (found, '"http://a/b" <http://c/#d> http://e f', ["http://a/b", "http://c/#d", "http://e"]),
    ),
    "appendices-3": ((found, "<http://a/b\n  c/\td>", ["http://a/bc/d"]),),
    "appendices-4": (
        (readings, "<http://a/b-\n  c>", [("http://a/b-c", "http://a/bc")]),
        (readings, "see http://a/b-\n  c now", [("http://a/b-c", "http://a/bc")]),
        (readings, "<http://a/b\n  c>", [("http://a/bc", None)]),
        (found, "<http://a/b-\n  c>", ["http://a/b-c"]),
    ),
    "appendices-5": (
        (found, "<URL:http://www.w3.org/Addressing/>", ["http://www.w3.org/Addressing/"]),
        (found, "<URL:http://a/> and <URL: http://b/>", ["http://a/", "http://b/"]),
    ),
    "appendices-6": (
        (unwrapped, " <URL: http://a/ b\n> ", "http://a/b"),
        (unwrapped, '"http://a "', "http://a"),
    ),
    "appendices-7": (
        (
            found,
            ADDRESSED,
            [
                "http://www.w3.org/Addressing/",
                "ftp://ds.internic.net/rfc/",
                "http://www.ics.uci.edu/pub/ietf/uri/historical.html#WARNING",
            ],
        ),
    ),
    "appendices-8": (
        (found, "www.w3.org/Addressing/", ["http://www.w3.org/Addressing/"]),
        (found, "www.w3.org/Addressing/", "http://h/", []),
        (target, "www.w3.org/Addressing/", "http://a/b/c/www.w3.org/Addressing/"),
    ),
}
