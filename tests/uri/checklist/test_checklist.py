"""What the documents say that a test can check, line by line: fixtures/checklist.tsv names the lines.

Each line has rows here: what is asked, of what, and the answer. A row of RFC 2396 and bis-00 that names
no rule set is asked of both (`BOTH`), and `BIS` says where bis-00 answers otherwise.
"""

import inspect
from collections.abc import Callable, Mapping
from pathlib import Path
from string import ascii_lowercase, ascii_uppercase, digits
from typing import Any

import pytest

import absolutize
from absolutize.uri.escaping import Component
from absolutize.uri.reference import is_hierarchical

LINES = dict(
    line.split("\t")
    for line in (Path(__file__).parents[3] / "fixtures" / "checklist.tsv").read_text("utf-8").splitlines()
)
BASE = "http://a/b/c/d;p?q"
BOTH = ("rfc2396", "rfc2396bis-00")
Row = tuple[Any, ...]


# what is asked: of a text, under a rule set


def valid(text: str, rules: str = "rfc2396") -> bool:
    """Whether a text is a reference."""
    return absolutize.parse(text, rules=rules, reading="intended").refusal is None


def derives(production: str, text: str, rules: str = "rfc2396") -> bool:
    return absolutize.RULE_SETS[rules].matches(production, text, reading="intended")


def same(first: str, second: str, rules: str = "rfc2396") -> bool:
    return absolutize.equivalent(first, second, rules=rules)


def form(text: str, rules: str = "rfc2396") -> str:
    return absolutize.normal_form(text, rules=rules)


def target(reference: str, base: str | None = BASE, rules: str = "rfc2396", **options: Any) -> str:
    """Resolve; a refusal is told by its code."""
    try:
        return absolutize.resolve(reference, base, rules=rules, **options)
    except absolutize.ResolutionError as error:
        return f"error: {error.code}"


def relative(uri: str, base: str = BASE, rules: str = "rfc2396") -> str:
    return absolutize.relativize(uri, base, rules=rules)


def component(name: str, text: str) -> str | None:
    return getattr(absolutize.split(text), name)  # type: ignore[no-any-return]


def opaque(text: str) -> bool:
    return not is_hierarchical(absolutize.split(text))


def part(name: str, text: str, rules: str = "rfc2396") -> str | None:
    """Give a part of the authority."""
    return getattr(absolutize.parse(text, rules=rules).authority, name)  # type: ignore[no-any-return]


def field(name: str, text: str, rules: str = "rfc1630") -> str | None:
    """Give a field of a scheme of RFC 1630."""
    return absolutize.parse(text, rules=rules).fields[name]


def warned(text: str, rules: str = "rfc2396") -> list[str]:
    return [caution.code for caution in absolutize.cautions(text, rules=rules)]


def found(text: str, base: str | None = None) -> list[str]:
    return [reference.reference for reference in absolutize.references_in(text, base)]


def unwrapped(text: str) -> str:
    return absolutize.unwrap(text)


def linked(document: bytes, url: str | None = None, **context: Any) -> list[str | None]:
    return [link.target for link in absolutize.links(document, url, **context)]


def raw(uri: str, rules: str = "rfc2396") -> str:
    """Give the data of a URI's path: components first, then unescaped."""
    return absolutize.unescape(absolutize.split(uri).path, rules=rules)


def data(text: str, component: Component = "segment", rules: str = "rfc2396") -> str:
    return absolutize.escape(text, component, rules=rules)


def segments(text: str, rules: str = "rfc2396") -> list[tuple[str, ...]]:
    return [(segment.name, *segment.params) for segment in absolutize.parse(text, rules=rules).segments]


def readings(text: str) -> list[tuple[str, str | None]]:
    return [(found.reference, found.alternative) for found in absolutize.references_in(text)]


def source(document: bytes, url: str | None = None, **context: Any) -> str | None:
    return absolutize.base_uri(document, url, **context).source


def last_step(reference: str, base: str = BASE, rules: str = "rfc2396", **options: Any) -> str | None:
    return list(absolutize.explain(reference, base, rules=rules, **options))[-1].value


def printed(production: str, text: str, rules: str = "rfc2396") -> bool:
    return absolutize.RULE_SETS[rules].matches(production, text, reading="printed")


def worded(production: str, rules: str = "rfc2396") -> str:
    """Quote a production, whatever its line ends."""
    return " ".join(absolutize.RULE_SETS[rules].grammar.rule(production).text.split())


def has(production: str, rules: str = "rfc2396") -> bool:
    return production in absolutize.RULE_SETS[rules].grammar


def matched(text: str) -> tuple[str | None, ...]:
    """Match as appendix B does."""
    return tuple(absolutize.split(text))


def decided(
    document: bytes, url: str | None = "http://h/d/p?q", **options: Any
) -> list[tuple[str, str | None]]:
    return [(link.code, link.target) for link in absolutize.links(document, url, **options)]


DOCUMENTS = [name for name in absolutize.RULE_SETS if name != "whatwg"]
UNWISE, MEMO = "{}|\\^[]`", "rfc1630"
ICS = b'<bAsE HREF="http://www.ics.uci.edu/Test/a/b/c"><A hREF="../x">'
MARIE = "http://info.cern.ch/albert/bertram/marie-claude"
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
EXAMPLE_3 = ("http://info.cern.ch/albert/bertram/marie%%2Dclaude", "http://h/a%*.b", "http://h/a%sdb")
ADDRESSED = (  # appendix E, as printed
    '   Yes, Jim, I found it under "http://www.w3.org/Addressing/",\n   but you can probably pick it up from '
    "<ftp://ds.internic.\n   net/rfc/>.  Note the warning in "
    "<http://www.ics.uci.edu/pub/\n   ietf/uri/historical.html#WARNING>.\n"
)
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
CHECKS: Mapping[str, tuple[Row, ...]] = {
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
        *((target, "%41%7E", BASE, rules, "http://a/b/c/%41%7E") for rules in DOCUMENTS),
        *((last_step, "%41%7E", BASE, rules, "http://a/b/c/%41%7E") for rules in DOCUMENTS),
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
        (valid, "this:that", True),  # of a scheme this
        (target, "./this:that", "http://a/b/c/this:that"),
        (relative, "http://a/b/c/this:that", "./this:that"),
        (relative, "http://a/b/c/1:2^", "./1:2^"),  # nothing that the grammar derives, and no scheme
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
    "memo-1": (
        (field, "path", "x-a:b:c/d", "b:c/d"),
        (target, "../g", "x-a:b/c/d", MEMO, "x-a:b/g"),
    ),
    "memo-2": tuple((valid, text, MEMO, False) for text in EXAMPLE_3),
    "memo-3": (
        (target, "./g", BASE, MEMO, "http://a/b/c/g"),
        (target, "../g", BASE, MEMO, "http://a/b/g"),
        (same, "http://h/a%2Fb", "http://h/a/b", MEMO, False),
        (same, "http://h/%2E%2E/a", "http://h/../a", MEMO, False),
    ),
    "memo-4": (
        (same, "http://h/?a+b", "http://h/?a%20b", MEMO, True),
        (same, "http://h/?a%2Bb", "http://h/?a+b", MEMO, False),
    ),
    "memo-5": (
        (same, "http://h/%2A", "http://h/*", MEMO, False),
        (same, "http://h/%21", "http://h/!", MEMO, False),
    ),
    "memo-6": (
        (form, "http://h/a b\x01~\xe9", MEMO, "http://h/a%20b%01%7E%E9"),
        *((valid, f"x-a:b{character}", MEMO, False) for character in " \x01~\xe9"),
    ),
    "memo-7": (
        (data, "\xe9", "segment", MEMO, "%E9"),
        (form, "http://h/\xe9", MEMO, "http://h/%E9"),
        (field, "decoded", "mailto:%E9@h", "\xe9@h"),
    ),
    "memo-8": (
        (form, "http://h/%25%20", MEMO, "http://h/%25%20"),
        (same, "http://h/a%2Db", "http://h/a-b", MEMO, True),
    ),
    "memo-9": ((form, "http://h/%23%2F%3F%25%2B%2A%21", MEMO, "http://h/%23%2F%3F%25%2B%2A%21"),),
    "memo-10": (
        (same, MARIE, MARIE.replace("e-c", "e%2Dc"), MEMO, True),
        (same, MARIE, MARIE.replace("/m", "%2Fm"), MEMO, False),
        (valid, "fxqn:/us/va/reston/cnri/ietf/24/asdf%*.fred", MEMO, False),
        (valid, "news:12345667123%asdghfh@info.cern.ch", MEMO, False),
        (form, MARIE.replace("e-c", "e%2dc"), MEMO, MARIE),
    ),
    "memo-11": (
        (target, "g?t=12:30", BASE, MEMO, "g?t=12:30"),
        (target, "./g:h", BASE, MEMO, "http://a/b/c/g:h"),
    ),
    "memo-12": (
        (target, "ftp:g", BASE, MEMO, "ftp:g"),
        (target, "http:g", BASE, MEMO, {"same_scheme": "lenient"}, "http://a/b/c/g"),
        (relative, "ftp://a/b/c/g", BASE, MEMO, "ftp://a/b/c/g"),
        (relative, "http://a/b/c/g", BASE, MEMO, "g"),
    ),
    "memo-13": (
        (target, "//g", "magic://a/b/c//d/e/f", MEMO, "magic://g"),
        (target, "g:h", "magic://a/b/c//d/e/f", MEMO, "g:h"),
        *(
            (target, reference, "magic://a/b/c//d/e/", MEMO, expected)
            for reference, expected in (
                ("g", "magic://a/b/c//d/e/g"),
                ("/g", "magic://a/g"),
                ("//g", "magic://g"),
                ("../g", "magic://a/b/c//d/g"),
            )
        ),
        (target, "../../../g", BASE, MEMO, "http://g"),
        (target, "../../../g", BASE, MEMO, {"partial_form": "guarded"}, "http://a/../g"),
        (target, "/g", "magic://a/b/c//d/e/f", MEMO, "magic://a/g"),
        (target, "/g", "magic://a/b/c//d/e/f", MEMO, {"slash_run": "no-greater"}, "magic://a/b/c//d/g"),
        (target, "g", "magic://a/b/c//d/e/f", MEMO, "magic://a/b/c//d/e/g"),
        (target, "../g", "magic://a/b/c//d/e/f", MEMO, "magic://a/b/c//d/g"),
        (target, "..", BASE, MEMO, "http://a/b/c/.."),  # "xxx/../": there is no slash behind it
        (target, "../..", BASE, MEMO, "http://a/b/.."),
        (target, "../", BASE, MEMO, "http://a/b/"),
        (target, "g/..?y", BASE, MEMO, "http://a/b/c/g/..?y"),
    ),
    "memo-14": (
        (target, "g", "http://h/a/", MEMO, "http://h/a/g"),
        (target, "g", "http://h/a", MEMO, "http://h/g"),
        (derives, "path", "a/", MEMO, True),
    ),
    "memo-15": ((target, "g", None, MEMO, "error: no-base"), (target, "g:h", None, MEMO, "g:h")),
    "memo-16": (
        (
            lambda: [caution.code for caution in absolutize.cautions("../g", "gopher://h/1a/b", rules=MEMO)],
            ["gopher-hierarchy"],
        ),
        (target, "../g", "gopher://h/1a/b/c", MEMO, "gopher://h/1a/g"),
    ),
    "memo-17": (
        (same, "http://h/a#", "http://h/a", MEMO, True),
        (same, "http://h/a#b", "http://h/a", MEMO, False),
        (valid, "http://h/a#", MEMO, True),
    ),
    "memo-18": (
        (target, "", "http://h/a?b#c", MEMO, {"request": True}, "http://h/a?b"),
        (target, "", "http://h/a#c", "www-uri-00", {"request": True}, "http://h/a"),
        (last_step, "", "http://h/a?b#c", MEMO, {"request": True}, "http://h/a?b"),
        (field, "search", "http://h/a?b#c", "b"),
        (field, "path", "http://h/a;b=c?d#e", "a;b=c"),
        (form, "http://h/a b\x01", MEMO, "http://h/a%20b%01"),
    ),
    "memo-19": (
        (field, "user", "ftp://h/a", "anonymous"),
        (field, "path", "ftp://h/a/b/c", "a/b/c"),
        (field, "ftptype", "ftp://h/a;type=L8", "L8"),
        (valid, "ftp://h/a;type=L8", MEMO, True),
        (valid, "ftp://h/a;type=L 8", MEMO, False),
        (field, "ftptype", "ftp://h/a/", "directory"),
    ),
    "memo-20": (
        (field, "gtype", "gopher://h/%31foo", "%31"),
        (field, "gtype", "gopher://h/0a", "0"),
        (field, "gtype", "gopher://h/", "1"),
        (field, "gcommand", "gopher://h/00a", "0a"),
    ),
    "memo-21": ((field, "decoded", "mailto:a%25b@c", "a%b@c"), (valid, "mailto:a%b@c", MEMO, False)),
    "memo-22": (
        (field, "article", "news:1@h", "1@h"),
        (field, "group", "news:a.b", "a.b"),
        (field, "group", "news:*", "*"),
        (component, "authority", "news:a.b", None),
    ),
    "memo-23": ((warned, "nntp:a.b/12", MEMO, ["local-news"]),),
    "memo-24": (
        (field, "path", "urn:/a/b", "/a/b"),
        (valid, "urn:/a/b", MEMO, True),
        (target, "c", "urn:/a/b", MEMO, "urn:/a/c"),
        (found, "<urn:a/b>", ["urn:a/b"]),
    ),
    "memo-25": (
        (warned, "cid:a@b", MEMO, ["local-content"]),
        (field, "wtype", "wais://h/d/t/1=a;", "t"),
        (field, "version", "prospero://h/a%002", "2"),
        (valid, "mid:a@b", MEMO, True),
        (valid, "mid:<a@b>", MEMO, False),
        (valid, "cid:<a@b>", MEMO, False),
    ),
    "memo-26": (
        (field, "host", "file://h/x", "h"),
        (field, "host", "file:///x", "localhost"),
        (same, "file:///x", "file://localhost/x", MEMO, True),
    ),
    "memo-27": ((valid, "x-foo:bar", MEMO, True), (field, "path", "x-foo:bar", "bar")),
    "memo-28": (
        *((valid, f"x-a:{character}", MEMO, False) for character in "{}[]\\^~<>"),
        (derives, "national", "~", MEMO, True),
        (valid, "http://h/~a", True),
    ),
    "memo-29": (
        (derives, "prefixedurl", "url:http://h", MEMO, True),
        (field, "url", "url:news:*", "news:*"),
    ),
    "memo-30": (
        *((derives, "scheme", f"a{text}", MEMO, True) for text in (*"1$-_@.&!*\"'(),", "%20")),
        *((derives, "scheme", f"a{character}", False) for character in "$_@&!*\"'(),%"),
    ),
    "memo-31": (
        (derives, "port", "", MEMO, False),
        (derives, "port", "80", MEMO, True),
        (derives, "port", "", True),
    ),
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
        (linked, rb"<a href='a\x'>", "x:/d/p", ["x:/d/a\\x"]),
        (target, "\\k\\x", BASE, "whatwg", "http://a/k/x"),
        (target, "http:\\\\k\\x", "x:/d/p", "whatwg", "http://k/x"),
        (target, "a\\x", "x:/d/p", "whatwg", "x:/d/a\\x"),
        (target, "%2e%2E/x", BASE, "whatwg", "http://a/b/x"),
        (target, "\t%2E\n/x\r\x00 ", BASE, "whatwg", "http://a/b/c/x"),
    ),
}
BIS: Mapping[str, Any] = {  # bis-00 answers otherwise: D1, D11, D12, F2 of the checklist
    "derives IPv4address 999.1.1.1": False,
    "target g x:": "x:/g",
    "target ?y": "http://a/b/c/d;p?y",
    "target .//.. http://a": "http://a/",
}
ASKED_OF_BOTH = ("characters", "syntax", "base", "equivalence", "security", "appendices")


def parted(row: Row) -> tuple[Callable[..., Any], list[Any], dict[str, Any]]:
    """Give what is asked, of what, and by which options."""
    ask, *asked, _ = row
    options = asked.pop() if asked and isinstance(asked[-1], dict) else {}
    return ask, asked, options


def rules_of(line: str, row: Row) -> tuple[str, ...]:
    """Give the rule sets that a row is asked of; none to name where it names one, or where none matters."""
    ask, asked, options = parted(row)
    signature = inspect.signature(ask)
    given = signature.bind(*asked, **options).arguments
    of_both = line.startswith(ASKED_OF_BOTH) and "rules" in signature.parameters and "rules" not in given
    return BOTH if of_both else ("",)


ROWS = [
    pytest.param(row, rules, id=f"{line} {number} {rules}".strip())
    for line, rows in CHECKS.items()
    for number, row in enumerate(rows, 1)
    for rules in rules_of(line, row)
]


@pytest.mark.parametrize(("row", "rules"), ROWS)
def test_a_line_of_the_checklist(row: Row, rules: str) -> None:
    ask, asked, options = parted(row)
    place = " ".join((ask.__name__, *map(str, asked)))
    expected = BIS.get(place, row[-1]) if rules == "rfc2396bis-00" else row[-1]
    named = {"rules": rules} if rules else {}
    assert ask(*asked, **options, **named) == expected, place


def test_the_default_rule_set_is_asked_as_often_as_others() -> None:
    """And bis-00 differs in rows that are asked alone."""
    asked = [rules for _, rules in (parameters.values for parameters in ROWS)]
    assert asked.count("rfc2396bis-00") == asked.count("rfc2396") > 200
    places = {
        " ".join((parted(row)[0].__name__, *map(str, parted(row)[1])))
        for rows in CHECKS.values()
        for row in rows
    }
    assert set(BIS) <= places


def test_every_line_has_rows() -> None:
    assert set(CHECKS) == set(LINES)
    assert all(CHECKS.values())
    assert len(LINES) > 80
