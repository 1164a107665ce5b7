"""Appendix A and the BNFs of RFC 1630: every production in both readings, and where a text is refused."""

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import absolutize
from absolutize.uri.abnf.grammar import Grammar
from tests.support.timing import Make, assert_linear, repeated
from tests.support.vectors import of_kind, rows

WITH_GRAMMAR = [name for name, rules in absolutize.RULE_SETS.items() if rules.read_grammar]
SPECS = {"draft-fielding-uri-syntax-02": "uri-syntax-02", "draft-www-uri-00": "www-uri-00"}


def rules_of(row: dict[str, Any]) -> absolutize.RuleSet:
    return absolutize.RULE_SETS[SPECS.get(row["spec"], row["spec"])]


SYNTAX = [
    pytest.param(row, id=f"{row['spec']} {row['production']} {row['input']!r}"[:100])
    for row in rows("syntax")
]


@pytest.mark.rows("row", SYNTAX)
def test_every_row_of_the_syntax(row: dict[str, Any]) -> None:
    """Under the grammar as printed, with its defects, a text either matches or is refused at a position."""
    rules = rules_of(row)
    assert rules.matches(row["production"], row["input"]) == row["valid"]
    assert (rules.refusal(row["input"], row["production"]) is None) == row["valid"]


@pytest.mark.rows(
    "row", [pytest.param(row, id=f"{row['spec']} {row['input']}") for row in of_kind("equivalence", "syntax")]
)
def test_an_escape_without_a_decoding_is_illegal(row: dict[str, Any]) -> None:
    """RFC 1630, Example 3: the production "escape" refuses the text after the percent sign."""
    refusal = absolutize.parse(
        row["input"], rules=SPECS.get(row["spec"], row["spec"]), reading="intended"
    ).refusal
    assert refusal is not None
    position = row["input"].index("*." if "*." in row["input"] else "sd")
    assert (refusal.position, refusal.character, refusal.production) == (
        position,
        row["input"][position],
        "escape",
    )


# A text that each production accepts, and one that it refuses. A production without a row in a
# specification has the row of the specification before it.
ACCEPTED: dict[str, dict[str, tuple[str, str]]] = {
    "rfc2396": {
        "URI-reference": ("http://a/b?c#d", "a b"),
        "absoluteURI": ("mailto:a", "a"),
        "relativeURI": ("//a/b", "1:2"),
        "hier_part": ("/a?b", "a"),
        "opaque_part": ("a/b", "/a"),
        "uric_no_slash": ("?", "/"),
        "net_path": ("//a", "/a"),
        "abs_path": ("/", "a"),
        "rel_path": ("a/b:c", "a:b"),
        "rel_segment": ("a@b", ""),
        "scheme": ("z39.50r", "1a"),
        "authority": ("", "a/b"),
        "reg_name": ("a,b", ""),
        "server": ("u@h:1", "u@"),
        "userinfo": ("", "@"),
        "hostport": ("h:", ":1"),
        "host": ("1.2.3.4", "1.2.3"),
        "hostname": ("1.a.", "a.1"),
        "domainlabel": ("1-a", "-a"),
        "toplabel": ("a-1", "1a"),
        "IPv4address": ("999.0.0.0", "1.2.3"),
        "port": ("", "a"),
        "path": ("", "/?"),
        "path_segments": ("a;b/c", "?"),
        "segment": ("a;;b", "/"),
        "param": ("a", ";"),
        "pchar": ("%20", ";"),
        "query": ("?/", "#"),
        "fragment": ("?/", "#"),
        "uric": ("/", "#"),
        "reserved": ("$", "["),
        "unreserved": ("~", "/"),
        "mark": (".", "a"),
        "escaped": ("%Fa", "%F"),
        "hex": ("f", "g"),
        "alphanum": ("0", "-"),
        "alpha": ("z", "0"),
        "lowalpha": ("a", "A"),
        "upalpha": ("A", "a"),
        "digit": ("9", "a"),
        "control": ("\x7f", " "),
        "space": (" ", "\t"),
        "delims": ('"', "'"),
        "unwise": ("|", "~"),
    },
    "uri-syntax-02": {
        "opaque-URI": ("a:", "a"),
        "generic-URI": ("a:b", "a"),
        "absoluteURI": ("a:", "a"),
        "relativeURI": ("", "#"),
        "rel_path": ("a:b?c", "#"),
        "abs_path": ("/?", "a"),
        "path": ("", "?"),
    },
    "rfc2396bis-00": {
        "absolute-URI-reference": ("a:#", "a"),
        "absolute-URI": ("a:", "a"),
        "relative-URI": ("?y", "1:2"),
        "hier-part": ("", "a"),
        "opaque-part": ("[", "/"),
        "uric-no-slash": ("]", "/"),
        "rel-path": ("a/b:c", "a:b"),
        "host": ("[::]", "[]"),
        "hostname": ("1.2.3.4", "localhost."),
        "qualified": ("", "."),
        "domainlabel": ("1a", "a-"),
        "toplabel": ("a1", "1a"),
        "dec-octet": ("1000", "256"),
        "IPv4address": ("1.2.3.255", "1.2.3.256"),
        "IPv6reference": ("[1::]", "1::"),
        "IPv6address": ("::1:", ":1"),
        "h4": ("ABCD", "12345"),
        "segment": ("a;b", "/"),
        "pchar": (";", "/"),
        "uric": ("[", "#"),
        "reserved": ("[", "#"),
        "delims": ('"', "["),
        "unwise": ("`", "["),
        "DQUOTE": ('"', "'"),
        "ALPHA": ("Z", "1"),
        "HEXDIG": ("f", "g"),
    },
    "rfc3986": {
        "URI": ("a:", "a"),
        "URI-reference": ("", "1:2"),
        "absolute-URI": ("a:?", "a:#"),
        "relative-ref": ("?#", "1:2"),
        "relative-part": ("a", "a:b"),
        "hier-part": ("a", "?"),
        "authority": ("a@b:1", "a@b@c"),
        "userinfo": (":", "@"),
        "host": ("", "a:b"),
        "IP-literal": ("[v1.a]", "[1]"),
        "IPvFuture": ("VF.:", "v.a"),
        "IPv6address": ("1:2:3:4:5:6:7::", "::1:"),
        "h16": ("0", "g"),
        "ls32": ("1.2.3.4", "1"),
        "dec-octet": ("199", "1000"),
        "reg-name": ("", "@"),
        "path": ("a:b", "?"),
        "path-abempty": ("//", "a"),
        "path-absolute": ("/", "//"),
        "path-noscheme": ("a", "a:"),
        "path-rootless": ("a:", "/"),
        "path-empty": ("", "a"),
        "segment": ("", "/"),
        "segment-nz": (":", ""),
        "segment-nz-nc": ("@", ":"),
        "pchar": ("@", "/"),
        "pct-encoded": ("%00", "%0"),
        "reserved": ("#", "a"),
        "gen-delims": ("[", "!"),
        "sub-delims": ("=", "["),
    },
    "rfc1630": {
        "fragmentaddress": ("a:b#c", "a:b#"),
        "uri": ("a:?b", "a"),
        "scheme": ("a%20b", "1"),
        "path": ("ab/cd", "abc"),
        "search": ("a+b", "+"),
        "fragmentid": ("a", ""),
        "xalpha": ("%2F", "+"),
        "xalphas": ("a%20", ""),
        "xpalpha": ("+", "/"),
        "xpalphas": ("ab", "abc"),
        "ialpha": ("a1", "1a"),
        "alpha": ("a", "1"),
        "digit": ("1", "a"),
        "safe": ("@", "~"),
        "extra": ('"', ";"),
        "reserved": (" ", "%"),
        "escape": ("%ff", "%fg"),
        "hex": ("F", "G"),
        "national": ("[", "a"),
        "punctuation": ("<", "a"),
        "void": ("", "a"),
        "reference": ("../g?a+b#", "g;x"),
        "partialform": ("//g", "a:b"),
        "partialpath": ("./a//b/", "?"),
        "prefixedurl": ("url:http://h", "http://h"),
        "url": ("mailto:a@b", "urn:a"),
        "httpaddress": ("http://h:80/a?b", "http:a"),
        "ftpaddress": ("ftp://u:p@h/aI", "ftp://h"),
        "afsaddress": ("afs://a.b/c", "afs:a"),
        "newsaddress": ("news:*", "news:"),
        "nntpaddress": ("nntp:a/1", "nntp:a"),
        "midaddress": ("mid:a@b", "mid:a"),
        "cidaddress": ("cid:a@b", "cid:a"),
        "mailtoaddress": ("mailto:a%25@b", "mailto:a"),
        "waisaddress": ("wais://h/d", "wais://h"),
        "waisindex": ("wais://h/d?s", "wais://h"),
        "waisdoc": ("wais://h/d/t/1=a;2=b;", "wais://h/d/t/a"),
        "wpath": ("1=a;", "1=a"),
        "groupart": ("a.b", ""),
        "group": ("a.b", "1"),
        "article": ("1@b", "b"),
        "database": ("d", ""),
        "wtype": ("t", ""),
        "prosperoaddress": ("prospero://h/n%001", "prospero:n"),
        "prosperolink": ("prospero://h/n", "prospero:n"),
        "hsoname": ("a/b", "/"),
        "version": ("1", "a"),
        "attributes": ("ab", ""),
        "attribute": ("a1", "-"),
        "telnetaddress": ("telnet://u@h", "telnet:h"),
        "gopheraddress": ("gopher://h/11/a", "gopher:h"),
        "login": ("u:p@h", "u:p:q@h"),
        "hostport": ("h:1", "h:"),
        "host": ("1.2.3.4", "1.2.3"),
        "ftptype": ("AN", "A"),
        "formcode": ("C", "D"),
        "cellname": ("a.b", "1"),
        "hostname": ("a.b", "1.b"),
        "hostnumber": ("1.2.3.4", "1.2.3"),
        "port": ("1", ""),
        "gcommand": ("a/b", "/"),
        "url:path": ("abc/d/", "/a"),
        "segment": ("abc", "/"),
        "user": ("a+", "@"),
        "password": ("a.b", ""),
        "gtype": ("1", "11"),
        "alphanum2": ("+", "@"),
        "url:scheme": ("a", "1"),
        "url:search": ("a+b", ""),
        "url:fragmentid": ("a", ""),
        "url:xalpha": ("+", "/"),
        "url:xalphas": ("a+", ""),
        "url:xpalpha": ("+", "/"),
        "url:xpalphas": ("abc", ""),
        "url:ialpha": ("a+", "1"),
        "url:alpha": ("a", "1"),
        "url:digit": ("1", "a"),
        "url:safe": ("+", "~"),
        "url:extra": ("!", ";"),
        "url:reserved": (":", "%"),
        "url:escape": ("%ff", "%fg"),
        "url:hex": ("F", "G"),
        "url:national": ("~", "a"),
        "url:punctuation": (">", "a"),
        "url:void": ("", "a"),
        "digits": ("12", ""),
        "alphanum": ("a", "-"),
        "alphanums": ("a1", ""),
        "addr-spec": ("a@b", "a"),
        "content-identifier": ("a@b", "a"),
    },
    "www-uri-00": {
        "reference": ("a/b:c", "g?a:b"),
        "partialform": ("g?a+b", "a:b"),
        "partialpath": ("a:b", "?"),
        "partialfirst": ("", ":"),
        "partialsearch": ("a+b", ":"),
        "partialword": ("a;", "+"),
        "partialchar": ("+", ":"),
        "colonless": (";", ":"),
        "extra": (" ", "="),
        "url:extra": (";", "="),
        "url:fragmentaddress": ("a:b#c", "a:b#"),
        "url:uri": ("a:b", "a"),
        "generic": ("a:b?c", "a"),
        "mailtoaddress": ("mailto::a@b", "mailto:a@b"),
        "selector": ("a", "/"),
        "user": ("a@b", ""),
        "password": ("a:b", ""),
        "gopheraddress": ("gopher://h/1a?b", "gopher:h"),
        "ftpaddress": ("ftp://h/a", "ftp:a"),
        "waisdoc": ("wais://h/d/t/p", "wais://h/d"),
        "url:xpalphas": ("ab", "abc"),
        "segment": ("ab", "abc"),
        "url:path": ("ab/c/", "abc"),
        "url": ("urn:a", "urn"),
        "login": ("u:p@h", "/"),
        "hostport": ("h:1", "h/"),
        "host": ("h:1", "1"),
        "xalpha": (" ", "+"),
        "url:xalpha": (":", "="),
    },
}
SAME = {"uri-syntax-03": "rfc2396"}
OLDER = {
    "uri-syntax-02": "rfc2396",
    "rfc3986": "rfc2396bis-00",
    "rfc2396bis-00": "rfc2396",
    "www-uri-00": "rfc1630",
}


def example_of(rules: str, production: str) -> tuple[str, str]:
    """Get the row of a production: from its specification, or from the one before it."""
    name: str | None = SAME.get(rules, rules)
    while name:
        table = {key.replace("_", "-").lower(): pair for key, pair in ACCEPTED[name].items()}
        if production.replace("_", "-").lower() in table:
            return table[production.replace("_", "-").lower()]
        name = OLDER.get(name)
    pytest.fail(f"{rules} has no example of {production}")


PRODUCTIONS = [
    (rules, production)
    for rules in WITH_GRAMMAR
    for production in absolutize.RULE_SETS[rules].grammar.productions
]


@pytest.mark.rows(("rules", "production"), PRODUCTIONS)
def test_every_production_accepts_and_refuses(rules: str, production: str) -> None:
    accepted, refused = example_of(rules, production)
    rule_set = absolutize.RULE_SETS[rules]
    assert rule_set.matches(production, accepted)
    assert not rule_set.matches(production, refused)
    assert rule_set.refusal(accepted, production) is None
    refusal = rule_set.refusal(refused, production)
    assert refusal is not None
    assert refusal.character == (refused[refusal.position :][:1] or None)


def test_names_are_the_documents_own() -> None:
    """Productions are quoted with their text; "reg_name" and "reg-name" are the same name."""
    rule = absolutize.RULE_SETS["rfc2396"].grammar.rule("reg-name")
    assert rule.name == "reg_name"
    assert " ".join(rule.text.split()).startswith('1*( unreserved | escaped | "$" | "," | ";" | ":"')
    with pytest.raises(ValueError, match="the grammar has no production 'nothing'"):
        absolutize.RULE_SETS["rfc2396"].matches("nothing", "")
    with pytest.raises(ValueError, match="reading must be one of printed, intended, not 'liberal'"):
        absolutize.RULE_SETS["rfc2396"].matches("port", "", reading="liberal")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="URL Standard has no grammar"):
        absolutize.RULE_SETS["whatwg"].matches("port", "")


GRAMMAR = absolutize.RULE_SETS["rfc2396"].grammar
READING: dict[str, Callable[[Any], object]] = {
    "rule": lambda reading: GRAMMAR.rule("port", reading=reading),
    "matches": lambda reading: GRAMMAR.matches("port", "", reading=reading),
    "refusal": lambda reading: GRAMMAR.refusal("", "port", reading=reading),
}


@pytest.mark.parametrize("call", READING.values(), ids=READING)
def test_a_grammar_refuses_a_reading_that_it_does_not_have(call: Callable[[Any], object]) -> None:
    with pytest.raises(ValueError, match=r"^reading must be one of printed, intended, not 'liberal'$"):
        call("liberal")
    with pytest.raises(TypeError, match=r"^reading must be a str, not list$"):
        call([])


def test_a_long_name_is_cut_in_the_message() -> None:
    with pytest.raises(ValueError, match=rf"^the grammar has no production '{'p' * 100}[.]{{3}}'$"):
        GRAMMAR.rule("p" * 1000)


DEFECTS = [  # rule set, production, text, as printed, as intended
    ("rfc2396", "URI-reference", "?y", False, True),
    ("rfc2396", "URI-reference", "?", False, True),
    ("uri-syntax-03", "URI-reference", "?y", False, True),
    ("rfc2396bis-00", "dec-octet", "1000", True, False),
    ("rfc2396bis-00", "IPv4address", "1000.1.1.1", True, False),
    ("rfc2396bis-00", "hostname", "localhost.", False, True),
    ("rfc2396bis-00", "hostname", "1.2.3.4", True, False),
    ("rfc2396bis-00", "qualified", "", True, False),
    ("rfc2396bis-00", "hostname", "1a", True, True),
    ("rfc2396bis-00", "hostname", "a.b.", True, True),
    ("rfc2396bis-00", "IPv6address", "1:2:3:4:5:6:7::", False, True),
    ("rfc2396bis-00", "IPv6address", "1:2:3:4:5:6::8", False, True),
    ("rfc2396bis-00", "IPv6address", "1:2:3:4:5::1.2.3.4", False, True),
    ("rfc2396bis-00", "IPv6address", "::1:", True, False),
    ("rfc2396bis-00", "IPv6address", "1::2:", True, False),
    ("rfc1630", "uri:fragmentaddress", "a:b#", False, True),
    ("www-uri-00", "uri:fragmentaddress", "a:b#", False, True),
    ("www-uri-00", "url:fragmentaddress", "a:b#", False, True),
    ("rfc1630", "uri:path", "/a", False, True),
    ("rfc1630", "uri:xpalphas", "abc", False, True),
    ("rfc1630", "url:path", "a//b", False, True),
    ("rfc1630", "url:ftpaddress", "ftp://h/a;type=I", False, True),
    ("rfc1630", "url:nntpaddress", "nntp://h:1/g/12", False, True),
    ("rfc1630", "url:nntpaddress", "nntp:g/12", True, True),
    ("www-uri-00", "url:nntpaddress", "nntp://h/g/12", False, True),
    ("www-uri-00", "uri:path", "/a", False, True),
    ("www-uri-00", "uri:xpalphas", "abc", False, True),
    ("www-uri-00", "url:path", "a//b", False, True),
    ("www-uri-00", "url:xpalphas", "abc", False, True),
    ("www-uri-00", "url:mailtoaddress", "mailto:a@b", False, True),
]


def test_brackets_that_bracket_nothing_are_kept_as_the_memo_prints_them() -> None:
    for section in ("uri", "url"):
        rule = absolutize.RULE_SETS["rfc1630"].grammar.rule(f"{section}:national")
        assert rule.text == r"{ | } | vline | [ | ] | \ | ^ | ~"
    assert absolutize.RULE_SETS["rfc1630"].grammar.rule("void").text == ""


@pytest.mark.rows(("rules", "production", "text", "printed", "intended"), DEFECTS)
def test_a_defect_as_printed_and_as_intended(
    rules: str, production: str, text: str, printed: bool, intended: bool
) -> None:
    rule_set = absolutize.RULE_SETS[rules]
    assert rule_set.matches(production, text, reading="printed") == printed
    assert rule_set.matches(production, text, reading="intended") == intended


@pytest.mark.rows("rules", WITH_GRAMMAR)
def test_every_defect_is_listed_and_shown(rules: str) -> None:
    grammar = absolutize.RULE_SETS[rules].grammar
    corrected = {name for section in grammar.corrections.values() for name in section} - {"ls32"}
    listed = {defect.production.rpartition(":")[2].lower() for defect in grammar.defects}
    assert listed == corrected
    shown = {production.rpartition(":")[2].lower() for name, production, *_ in DEFECTS if name == rules}
    assert listed - {"relativeuri"} <= shown  # shown in URI-reference


REFUSALS = [  # rule set, text, position, character, production
    ("rfc2396", "a b", 1, " ", "rel_segment"),
    ("rfc2396", "http://a b", 8, " ", "authority"),
    ("rfc2396", "http://a/b c", 10, " ", "segment"),
    ("rfc2396", "http://a/b;c d", 12, " ", "param"),
    ("rfc2396", "http://a/%2", 11, None, "escaped"),
    ("rfc2396", "http://a/%zz", 10, "z", "escaped"),
    ("rfc2396", "1:2", 1, ":", "rel_segment"),
    ("rfc2396", "?y", 0, "?", "URI-reference"),
    ("rfc2396", "http:", 5, None, "absoluteURI"),
    ("rfc2396", "http://[bad", 7, "[", "authority"),
    ("rfc2396", "http://[::1]/", 7, "[", "authority"),
    ("rfc3986", "http://a%4/", 10, "/", "pct-encoded"),
    ("rfc2396bis-00", "http://a/\u00e9", 9, "\u00e9", "segment"),
    ("rfc3986", "http://a#\u00e9", 9, "\u00e9", "fragment"),
    ("rfc2396", "a:\u00e9", 2, "\u00e9", "absoluteURI"),
    ("rfc2396", "http://a/?x[y]", 11, "[", "query"),
    ("rfc2396", "http://a/b#c#d", 12, "#", "fragment"),
    ("rfc2396", "mailto:a[b]", 8, "[", "opaque_part"),
    ("rfc2396", "a\\b", 1, "\\", "rel_segment"),
    ("rfc2396", "é", 0, "é", "URI-reference"),
    ("rfc2396bis-00", "http://[::1", 11, None, "IPv6address"),
    ("rfc2396bis-00", "http://[1:2:3:4:5:6:7:8:9]/", 23, ":", "h4"),
    ("rfc2396bis-00", "a b", 1, " ", "rel-segment"),
    ("rfc3986", "http://[v.1]", 9, ".", "IPvFuture"),
    ("rfc3986", "1:2", 1, ":", "segment-nz-nc"),
    ("rfc3986", "http://a:80a", 12, None, "userinfo"),
    ("uri-syntax-02", "1:2 3", 3, " ", "segment"),
]


@pytest.mark.rows(("rules", "text", "position", "character", "production"), REFUSALS)
def test_an_error_has_a_place(
    rules: str, text: str, position: int, character: str | None, production: str
) -> None:
    refusal = absolutize.RULE_SETS[rules].refusal(text)
    assert refusal == (text, position, character, production)


def test_an_error_reads_well() -> None:
    refusal = absolutize.RULE_SETS["rfc2396"].refusal
    assert str(refusal("a b")) == "at 1: ' ' cannot be part of <rel_segment>"
    assert str(refusal("/%2")) == "at 3: the text ends, and <escaped> is not complete"


@pytest.mark.parametrize("rules", WITH_GRAMMAR)
@given(text=st.text(st.sampled_from("ab1:/?#[]@%2.;=+ \\é-~"), max_size=12))
def test_a_refusal_is_where_the_last_hope_is_lost(rules: str, text: str) -> None:
    """The text before the refusal can begin a reference; with the refused character, it cannot."""
    rule_set = absolutize.RULE_SETS[rules]
    refusal = rule_set.refusal(text)
    assert (refusal is None) == rule_set.matches(rule_set.grammar.reference, text)
    if refusal is not None and refusal.character is not None:
        before = rule_set.refusal(text[: refusal.position])
        assert before is None or before.character is None
        again = rule_set.refusal(text[: refusal.position + 1])
        assert again is not None
        assert (again.position, again.production) == (refusal.position, refusal.production)


HOSTILE = {
    "rfc2396bis-00 segments": ("rfc2396bis-00", repeated("http://h/", "a/../")),
    "rfc2396bis-00 IPv6": ("rfc2396bis-00", repeated("[", "1:", "^")),
    # "hostname = ialpha [ . hostname ]", and an ialpha may contain dots
    "rfc1630 articles": ("rfc1630", repeated("news:", "@a")),
    "rfc1630 labels": ("rfc1630", repeated("http://", "a.", "^")),
}


@pytest.mark.rows(("rules", "make"), HOSTILE.values(), ids=HOSTILE)
def test_ambiguity_takes_linear_time(rules: str, make: Make[str]) -> None:
    assert_linear(lambda text: absolutize.parse(text, rules=rules), make)


def test_a_rule_that_holds_itself_in_its_middle_is_no_automaton() -> None:
    from absolutize.uri.abnf.abnf_parser import rules_of as read

    grammar = Grammar("a", {"A": read('\n a = "(" [ a ] ")"\n', {})})
    with pytest.raises(ValueError, match="holds itself"):
        grammar.matches("a", "()")
