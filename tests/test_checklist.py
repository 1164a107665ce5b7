"""What the documents say that a test can check, line by line: fixtures/checklist.tsv names the lines.

Each line has rows here: what is asked, of what, and the answer. What takes more than an answer is
proved elsewhere, and the row says in which test.
"""

import importlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

import absolutize
from absolutize.uri.reference import is_hierarchical

LINES = dict(
    line.split("\t")
    for line in (Path(__file__).parents[1] / "fixtures" / "checklist.tsv").read_text("utf-8").splitlines()
)
BASE = "http://a/b/c/d;p?q"
Row = tuple[Any, ...]


# what is asked: of a text, under a rule set unless it is RFC 2396's


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


def proved(module: str, name: str) -> bool:
    """Whether there is a test of this name."""
    return callable(getattr(importlib.import_module(f"tests.{module}"), name))


UNWISE, MEMO = "{}|\\^[]`", "rfc1630"
ICS = b'<bAsE HREF="http://www.ics.uci.edu/Test/a/b/c"><A hREF="../x">'
EXAMPLE_3 = ("http://info.cern.ch/albert/bertram/marie%%2Dclaude", "http://h/a%*.b", "http://h/a%sdb")
ADDRESSED = (  # appendix E, laid out otherwise
    'Yes, Jim, I found it under "http://www.w3.org/Addressing/",\nbut you can probably pick it up from '
    "<ftp://ds.internic.\nnet/rfc/>. Note the warning in "
    "<http://www.ics.uci.edu/pub/\nietf/uri/historical.html#WARNING>."
)
CHECKS: Mapping[str, tuple[Row, ...]] = {
    "characters-1": (
        *((valid, character, True) for character in ";/?@&=+$,aZ09-_.!~*'()"),
        *((valid, character, False) for character in 'é"<>% ' + UNWISE),
        (proved, "test_grammar", "test_every_row_of_the_syntax", True),
    ),
    "characters-2": (
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
        (target, 'a b%7e~%zz<>"é', 'http://a/b/c/a b%7e~%zz<>"é'),
        (target, "http://h/%41 ~", "http://h/%41 ~"),
    ),
    "characters-6": (
        (component, "path", "http://h/a%3Fb%23c", "/a%3Fb%23c"),
        (component, "query", "a%3Fb", None),
    ),
    "characters-7": ((same, "http://h/%7euser", "http://h/~user", True),),
    "characters-8": (
        (form, "http://h/%2541", "http://h/%2541"),
        (form, "http://h/%25%34%31", "http://h/%2541"),
        (proved, "test_equivalence", "test_a_normal_form_is_its_own", True),
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
        (proved, "test_grammar", "test_a_defect_as_printed_and_as_intended", True),
    ),
    "syntax-8": (
        (same, "file:///a", "file://localhost/a", "rfc2396bis-00", True),
        (warned, "http:///a", "rfc2396bis-00", ["no-host"]),
    ),
    "syntax-9": (
        (same, "http://h/a%3Db", "http://h/a=b", False),
        (target, "g;x=1/../y", "http://a/b/c/y"),
        (target, "g;x=1/./y", "http://a/b/c/g;x=1/y"),
    ),
    "syntax-10": ((derives, "query", "/?", True), (component, "query", "?a?/b", "a?/b")),
    "syntax-11": ((valid, "", True), (valid, "#f", True), (valid, "a:b#f", True), (valid, "a#", True)),
    "syntax-12": (
        (derives, "fragment", "/?", True),
        (derives, "absoluteURI", "http://h/#f", False),
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
        (proved, "test_resolve", "test_every_row_of_the_components", True),
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
    ),
    "base-4": (
        *(
            (target, text, "mailto:x", "error: base-not-hierarchical")
            for text in ("g", "?y", "/g", "//g", "./g#s")
        ),
        *((target, text, "mailto:x", text) for text in ("", "#s", "g:h")),
    ),
    "base-5": (
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
        (proved, "test_base", "test_the_innermost_source_prevails", True),
    ),
    "base-6": ((linked, b"<a href=x>", "http://redirected/to/", ["http://redirected/to/x"]),),
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
        (target, "http:g", "http:g"),
        (target, "http:g", BASE, "rfc2396", {"same_scheme": "lenient"}, "http://a/b/c/g"),
        (target, "mailto:c", "mailto:a/b", "rfc2396bis-00", {"same_scheme": "lenient"}, "mailto:c"),
        (warned, "http:g", ["misformed-relative"]),
    ),
    "base-10": (
        *(
            (target, "g", "http://a/b/../c/d", rules, "http://a/c/g")
            for rules in ("rfc2396", "rfc2396bis-00")
        ),
        (proved, "test_steps", "test_the_last_step_is_the_result", True),
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
        (target, "//g/../x", "http://g/../x"),
        (target, "http://x/./a/..", "http://x/./a/.."),
    ),
    "base-14": (
        (target, "g?", "http://a/b/c/g?"),
        (target, "g#", "http://a/b/c/g#"),
        (target, "//", "http://"),
        (target, "g?#", "http://a/b/c/g?#"),
    ),
    "base-15": (
        (target, "g?y/../x/./z", "http://a/b/c/g?y/../x/./z"),
        (target, "g#s/../x", "http://a/b/c/g#s/../x"),
    ),
    "base-16": ((proved, "test_resolve", "test_the_stack_of_segments_equals_the_strings", True),),
    "base-17": ((proved, "test_resolve", "test_every_row_of_the_documents_tables", True),),
    "base-18": tuple(
        (lambda rules: absolutize.split(target("../" * 9 + "g", BASE, rules)).authority, rules, "a")
        for rules in absolutize.RULE_SETS
    ),
    "equivalence-1": (
        (form, "HTTP://H.Example:80/Path?Q#F", "http://h.example/Path?Q#F"),
        (same, "http://h/a", "http://h/A", False),
    ),
    "equivalence-2": ((same, "http://www.XEROX.com", "http://www.xerox.com", True),),
    "security-1": (
        (warned, "http://h:8080/", ["unusual-port"]),
        (warned, "http://h:81/", ["reserved-port"]),
        (warned, "gopher://h:25/", ["other-service-port"]),
    ),
    "security-2": (
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
        (found, "<http://a/b-\n  c>", ["http://a/b-c"]),
        (proved, "test_plaintext", "test_both_readings_of_a_hyphen", True),
    ),
    "appendices-5": ((found, "<URL:http://a/> and <URL: http://b/>", ["http://a/", "http://b/"]),),
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
    "memo-7": ((form, "http://h/\xe9", MEMO, "http://h/%E9"), (field, "decoded", "mailto:%E9@h", "\xe9@h")),
    "memo-8": (
        (form, "http://h/%25%20", MEMO, "http://h/%25%20"),
        (same, "http://h/a%2Db", "http://h/a-b", MEMO, True),
    ),
    "memo-9": ((form, "http://h/%23%2F%3F%25%2B%2A%21", MEMO, "http://h/%23%2F%3F%25%2B%2A%21"),),
    "memo-10": ((proved, "test_equivalence", "test_every_row_of_equivalence", True),),
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
        (target, "/g", "magic://a/b/c//d/e/f", MEMO, "magic://a/g"),
        (target, "/g", "magic://a/b/c//d/e/f", MEMO, {"partial_form": "literal"}, "magic://a/b/c//d/g"),
        (target, "g", "magic://a/b/c//d/e/f", MEMO, "magic://a/b/c//d/e/g"),
        (target, "../g", "magic://a/b/c//d/e/f", MEMO, "magic://a/b/c//d/g"),
        (proved, "test_partial_form", "test_every_row_to_the_letter", True),
    ),
    "memo-14": (
        (target, "g", "http://h/a/", MEMO, "http://h/a/g"),
        (target, "g", "http://h/a", MEMO, "http://h/g"),
        (derives, "path", "a/", MEMO, True),
    ),
    "memo-15": ((target, "g", None, MEMO, "error: no-base"), (target, "g:h", None, MEMO, "g:h")),
    "memo-16": ((target, "../g", "gopher://h/1a/b/c", MEMO, "gopher://h/1a/g"),),
    "memo-17": (
        (same, "http://h/a#", "http://h/a", MEMO, True),
        (same, "http://h/a#b", "http://h/a", MEMO, False),
        (valid, "http://h/a#", MEMO, True),
    ),
    "memo-18": (
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
        (proved, "test_components", "test_every_row_of_the_schemes", True),
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
}
ROWS = [
    pytest.param(row, id=f"{line} {number}")
    for line, rows in CHECKS.items()
    for number, row in enumerate(rows, 1)
]


@pytest.mark.parametrize("row", ROWS)
def test_a_line_of_the_checklist(row: Row) -> None:
    ask, *asked, expected = row
    options = asked.pop() if isinstance(asked[-1], dict) else {}
    assert ask(*asked, **options) == expected, asked


def test_every_line_has_rows() -> None:
    assert set(CHECKS) == set(LINES)
    assert all(CHECKS.values())
    assert len(LINES) > 80
