"""`check`: the findings in each document, and their places; nothing else is found."""

from __future__ import annotations

from random import Random
from typing import Any, NamedTuple

import pytest

import absolutize
from absolutize.calls import LONGEST_SHOWN
from absolutize.engine import reference_checks
from absolutize.engine.checks import CHECKS
from absolutize.engine.document_plan import outcomes_of, plan_document, read_document
from absolutize.findings import CAUTION_FINDINGS
from absolutize.options import Context, Policies

URL = "http://h/d/p"


class Case(NamedTuple):
    """A reference or a document, and the codes of its findings."""

    id: str
    text: str
    codes: str = ""
    options: dict[str, Any] = {}  # noqa: RUF012 -- never changed


def params(cases: tuple[Case, ...]) -> list[Any]:
    return [pytest.param(case, id=case.id) for case in cases]


def found(document: str | bytes, url: str | None = URL, **options: Any) -> str:
    return " ".join(fault.code for fault in absolutize.check(document, url, **options))


REFERENCES = (  # written in an href; checked for all codes except `relative`
    Case("absolute", "http://h/a/b;c?d=e&amp;f#g"),
    Case("relative", "a/../b?c"),
    Case("same-document", "#s"),
    Case("empty", ""),
    Case("mail", "mailto:a@b.example"),
    Case("above the root", "../../x", "above-root"),
    Case("up to the root", "../x"),
    Case("above the root in a query", "?../../../x"),
    Case("above the root in a fragment", "x#/../../../x"),
    Case("above the root, escaped", "%2e%2E/.%2e/x", "above-root"),
    Case("above the root, half escaped", "../%2e%2e/x", "above-root"),
    Case("up to the root, escaped", "a/%2e%2e/%2e./x"),
    Case("above the root, an escape as a level by the RFCs", "%2e./../x", "above-root"),
    Case("above the root, backslashes", r"..\..\x", "above-root backslash"),
    Case("above the root, the scheme repeated", "http:../../x", "above-root misformed-relative"),
    Case("above the root, another scheme", "ftp:../../x"),
    Case("above the root in a program", "javascript:/../../x/.test(y)"),
    Case("above the root, a path from the root", "/../x", "absolute-above-root"),
    Case("above the root, a path from the root, deeper", "/a/../../x", "absolute-above-root"),
    Case("above the root, a path from the root, at the end", "/..", "absolute-above-root"),
    Case("above the root, a path from the root, escaped", "/%2E%2e/x", "absolute-above-root"),
    Case("above the root, a path from the root, backslashes", r"/..\x", "absolute-above-root backslash"),
    Case("above the root, a host", "//h/../x", "absolute-above-root"),
    Case("up to the root, a path from the root", "/a/../x"),
    Case("dots in names of a path from the root", "/..x/x../..."),
    Case("above the root, absolute", "http://h/../x", "absolute-above-root"),
    Case("above the root, absolute, deeper", "http://h/a/./../b/../../x", "absolute-above-root"),
    Case("above the root, absolute, at the end", "http://h/..", "absolute-above-root"),
    Case("above the root, absolute, escaped", "http://h/%2E./x", "absolute-above-root"),
    Case("up to the root, absolute", "http://h/a/b/../../x"),
    Case("above the root, absolute, through empty segments", "http://h//../../x", "absolute-above-root"),
    Case("dots in an absolute query", "http://h/?/../x"),
    Case("dots in names", "http://h/..x/x../..."),
    Case("dots in an opaque URI", "news:../x"),
    Case("two schemes", "http://http://x.example/", "scheme-twice"),
    Case("two schemes, another one", "HTTPS://http://x.example/", "scheme-twice"),
    Case("two schemes, no second colon", "http://https//x.example/", "scheme-twice"),
    Case("two schemes, an archive", "http://x.example/http://y.example/"),
    Case("two schemes, a host that is called so", "http://http/x"),
    Case("a repeated scheme", "http:g", "misformed-relative"),
    Case("a repeated scheme, a path", "HTTP:/g", "misformed-relative"),
    Case("a scheme that is not the base's", "ftp:g"),
    Case("a scheme that is opaque", "news:g"),
    Case("a backslash", r"http://h/a\b", "backslash"),
    Case("a backslash in a program", r"javascript:'\x'"),
    Case("a character reference for a backslash", "http://h/&#92;", "backslash"),
    Case("white space around", " http://h/ ", "white-space"),
    Case("white space around, by reference", "http://h/&#10;", "white-space"),
    Case("a tab within", "http://h/a\tb", "white-space"),
    Case("a space within", "http://h/a b", "white-space"),
    Case("a space in data", "data:image/svg+xml,<svg viewBox='0 0 8 8'/>", ""),
    Case("white space around data", " data:,x\n", ""),
    Case("a space in a number", "tel:+44 20 7946 0000", "white-space"),
    Case("a space in a program", "javascript:f( x )"),
    Case("white space around a program", " javascript:f()", "white-space"),
    Case("a bad escape", "http://h/%zz", "bad-escape"),
    Case("a bad escape at the end", "http://h/%a", "bad-escape"),
    Case("good escapes", "http://h/%C3%a9"),
    Case("a bad escape and a space", "http://h/% x", "white-space bad-escape"),
    Case("no grammar", "http://h/a|b", "grammar"),
    Case("no grammar, not ASCII", "http://h/é", "grammar"),
    Case("no grammar, a program", 'javascript:f("x")'),
    Case("no browser", "http://h:99999/", "unusual-port"),
    Case("no browser, relative", "//[", "invalid-reference grammar"),
    Case("an escaped line end", "http://h/%0d%0A", "escaped-delimiter"),
    Case("an escaped zero", "http://h/%00", "escaped-delimiter"),
    Case("an escaped delete", "http://h/%7F", "escaped-delimiter"),
    Case("an escaped space", "http://h/%20"),
    Case("a password", "http://u:p@h/", "password"),
    Case("a password without a scheme", "//u:p@h/", "password"),
    Case("a user", "http://u@h/"),
    Case("an empty password", "http://u:@h/"),
    Case("a password in a query", "http://h/?//u:p@h/"),
    Case("a password behind one slash", "https:/u:p@h/", "password"),
    Case("a password behind no slash", "ftp:u:p@h/", "password"),
    Case("a password behind backslashes", r"/\u:p@h\x", "backslash password"),
    Case("a password behind a backslash", r"https:\u:p@h/", "backslash password"),
    Case("a password behind a tab", "https:&#9;/u:p@h/", "white-space password"),
    Case("a password behind three slashes", "https:///u:p@h/", "password no-host"),
    Case("a password with at signs", "https:/u@v:p@q@h/", "password"),
    Case("a path with the scheme of the base", "http:/u:p@h/", "misformed-relative"),
    Case("a path", "/u:p@h/"),
    Case("a port behind one slash", "https:/h:25/", "other-service-port"),
    Case("the scheme's own port behind one slash", "https:/h:443/"),
    Case("a port", "http://h:8080/", "unusual-port"),
    Case("a port without a scheme", "//h:25/", "other-service-port"),
    Case("a port that is unusual for the base", "//h:8080/", "unusual-port"),
    Case("a port behind a user", "ftp://u@h:22/", "other-service-port"),
    Case("a port of a literal", "http://[::1]:81/", "reserved-port"),
    Case("no port of a literal", "http://[::1]/"),
    Case("an empty port", "http://h:/"),
    Case("a port with zeros", "http://h:0080/"),
    Case("port 0", "http://h:0/", "reserved-port"),
    Case("port 0 without a scheme", "//h:00/", "reserved-port"),
    Case("a port of an unknown scheme", "x-other://h:8080/"),
    Case("no host", "http:///x", "no-host"),
    Case("an escape in a program", "javascript:'%0A'"),
    Case("a placeholder", r"{{a b\c%}}", "placeholder"),
    Case("a placeholder behind a path", "a/{{b}}", "placeholder"),
)


@pytest.mark.rows("case", params(REFERENCES))
def test_what_is_found_in_a_reference(case: Case) -> None:
    document = f'<a href="{case.text}">'
    assert found(document, ignore=["relative"]) == case.codes
    assert found(document.encode(), charset="utf-8", ignore=["relative"]) == case.codes


@pytest.mark.rows("rules", absolutize.RULE_SETS)
def test_what_is_above_the_root_is_so_by_every_rule_set(rules: str) -> None:
    cases = [case for case in REFERENCES if case.id.startswith(("above the root", "up to the root"))]
    document = "".join(f'<a href="{case.text}">' for case in cases)
    expected = " ".join(code for case in cases for code in case.codes.split() if "above" in code)
    assert found(document, rules=rules, select=["above-root", "absolute-above-root"]) == expected


BELOW = [  # base, reference, code
    ("http://h", "../x", "above-root"),
    ("http://h/%2e%2e/a", "../x", "above-root"),
    ("foo://h/a/b", "../../x", "above-root"),
    ("foo://h/a/b", "../%2e./x", "above-root"),
    ("file:///C:/a", "../../x", "above-root"),
    ("mailto:x", "../x", ""),
    ("mailto:x", "/../x", "absolute-above-root"),
    (None, "../x", ""),
    (None, "/../x", "absolute-above-root"),
]


@pytest.mark.rows(("base", "reference", "code"), BELOW)
def test_the_levels_are_those_of_the_base(base: str | None, reference: str, code: str) -> None:
    assert found(f"<a href={reference}>", base, select=["above-root", "absolute-above-root"]) == code


REPEATED = [("ftp://h/d/p", "misformed-relative"), (None, "misformed-relative"), ("http://h/d/p", "")]


@pytest.mark.rows(("base", "codes"), REPEATED)
@pytest.mark.rows("document", ["<a href=ftp:g>", "<iframe srcdoc='<a href=ftp:g>'></iframe>"])
def test_a_scheme_is_repeated_if_it_is_the_bases(document: str, base: str | None, codes: str) -> None:
    """RFC 2396 5.2 step 3: "if it matches that of the base URI"."""
    assert found(document, base, ignore=["relative"]) == codes


IN = "<iframe srcdoc='{}'></iframe>"
DOCUMENTS = (
    Case("nothing", ""),
    Case(
        "an encoding behind a link",
        "<a href=x><a href=y><meta charset=koi8-r>",
        "relative charset-late relative",
    ),
    Case(
        "an encoding behind two links, the first of which stays",
        "<a href=http://h/><a href=x><meta charset=koi8-r>",
        "relative charset-late",
    ),
    Case("one BASE, absolute", "<base href=http://h/><a href=http://h/>"),
    Case(
        "an xml:base within another, behind a link",
        "<rss xml:base='http://h/'><link>http://h/</link><item xml:base='http://i/'/></rss>",
    ),
    Case(
        "an xml:base of SVG",
        "<?xml version='1.0'?><svg xmlns='http://www.w3.org/2000/svg' xml:base='http://h/'/>",
        "xml-base-ignored",
    ),
    Case("BASE without href", "<a href=http://h/><base target=x>"),
    Case("BASE behind a manifest", "<html manifest=http://h/><base href=http://h/>"),
    Case("BASE behind a link", "<a href=http://h/><base href=http://h/>", "base-late"),
    Case("BASE behind a fragment", "<a href=#s><base href=http://h/>", "base-late"),
    Case("one in a template", "<template><base href=http://x/></template><base href=http://h/>", ""),
    Case("three", "<base href=http://h/><base href=http://i/><base href=http://h/>", "base-several " * 2),
    Case(
        "a second BASE is not late, too",
        "<base href=http://h/><a href=http://h/><base href=http://h/>",
        "base-several",
    ),
    Case("one BASE in a document in a value", "<base href=http://h/>" + IN.format("<base href=http://i/>")),
    Case(
        "two in each of two documents",
        (IN * 2).format(*["<base href=http://i/><base href=http://i/>"] * 2),
        "base-several " * 2,
    ),
    Case("late in a document in a value", IN.format("<a href=#s></a><base href=http://i/>"), "base-late"),
    Case("in a document in a value", IN.format("<a href=x>"), "relative"),
    Case(
        "a policy with the origin of the document",
        "<meta http-equiv=content-security-policy content=\"img-src 'self'\">",
        "policy-self",
    ),
    Case("empty image", "<img src=''>", "empty"),
    Case("JSON that is none", "<script type=importmap>{</script>", "unreadable"),
    Case("a list", "<a ping='http://h/ x http://h/%zz'>", "relative bad-escape"),
    Case("candidates", "<img srcset='http://h/a 1x, http://h/b\\c 2x'>", "backslash"),
    Case("passwords of candidates", "<img srcset='ftp:u:p@h 1x, https:/u:p@h 2x'>", "relative password " * 2),
    Case("a BASE with a password", "<base href='https:/u:p@h/'>", "relative password"),
    Case(
        "a path below a BASE with its scheme",
        "<base href=https://h/><a href=https:/u:p@h/>",
        "relative misformed-relative",
    ),
    Case(
        "a password below a BASE, in a value",
        "<base href=https://h/>" + IN.format('<base href="ftp://h/"><a href="https:/u:p@h/">'),
        "relative password",
    ),
    Case(
        "above the root of BASE",
        "<base href=http://h/a/b/><a href=../../x><a href=../../../x>",
        "relative " * 2 + "above-root",
    ),
    Case("BASE above the root", "<base href=../../a/b/c/>", "relative base-relative above-root"),
    Case(
        "above the root of a codebase",
        "<applet codebase=a/b/ code=../../../x></applet><applet codebase=a/b/ code=../../../../x></applet>",
        "relative " * 4 + "above-root",
    ),
    Case(
        "a path with the scheme of a codebase",
        "<applet codebase=ftp://h/ code=ftp:u:p@h></applet>",
        "relative misformed-relative",
    ),
    Case("CSS", "<p style='background:url( \"http://h/a b\" )'>", "white-space"),
    Case("a query in windows-1251", "<meta charset=windows-1251><a href='http://h/?é'>", "query-encoding"),
    Case("a query of CSS in an attribute", "<meta charset=windows-1251><p style='b:url(http://h/?é)'>"),
    Case("a query of BASE", "<meta charset=windows-1251><base href='http://h/?é'>"),
    Case("a query in a srcdoc", "<meta charset=windows-1251><iframe srcdoc='<a href=http://h/?é>'>"),
    Case("a query in UTF-8", "<meta charset=utf-8><a href='http://h/?é'>"),
    Case("a path in windows-1251", "<meta charset=windows-1251><a href='http://h/é'>"),
    Case("a query of mail", "<meta charset=windows-1251><a href='mailto:x?é'>"),
    Case("a query of a socket", "<meta charset=windows-1251><a href='ws://h/?é'>"),
)


@pytest.mark.rows("case", params(DOCUMENTS))
def test_what_is_found_in_a_document(case: Case) -> None:
    assert found(case.text, ignore=["grammar"]) == case.codes.strip()


CHOSEN = (
    Case(
        "an encoding that came with the page",
        "<a href=x><meta charset=koi8-r>",
        "relative",
        {"charset": "koi8-r"},
    ),
    Case("a misprint of the grammar", "<a href='?y'>", "relative", {"rules": "rfc2396"}),
    Case(
        "another attribute of BASE",
        "<base data-x=http://h/><base href=http://h/>",
        "",
        {"attributes": ["base[data-x]=url"], "ignore": ["base-late"]},
    ),
)


@pytest.mark.rows("case", params(CHOSEN))
def test_what_is_found_depends_on_what_is_chosen(case: Case) -> None:
    assert found(case.text.encode(), **case.options) == case.codes


TWICE = "rules-differ rules-differ"
AGAINST = (
    Case("nothing differs", "<a href=x>", options={"against": ["rfc2396", "rfc3986", "whatwg"]}),
    Case("a query", "<a href=?y>", "rules-differ", {"against": ["rfc2396"]}),
    Case("by two of three", "<a href=?y>", TWICE, {"against": ["rfc2396", "rfc3986", "rfc1630"]}),
    Case("what browsers read alike", "<a href=../../../x>", "rules-differ", {"against": ["rfc1630"]}),
    Case("by BASE", "<base href=?q><a href=''><a href=?y>", TWICE, {"against": ["rfc2396"]}),
    Case("an opaque base", "<a href=x>", "", {"url": "mailto:x", "against": ["whatwg"]}),
    Case("a spelling of browsers alone", "<a href=HTTP://h:80>", "", {"against": ["whatwg"]}),
    Case("a spelling of the URL Standard", "<a href='x y'>", "", {"rules": "whatwg", "against": ["rfc3986"]}),
    Case("browsers alone", r"<a href=\x>", "", {"rules": "rfc2396", "against": ["rfc2396bis-00"]}),
    Case("a query in windows-1251", "<meta charset=windows-1251><a href='?é'>", "", {"against": ["whatwg"]}),
    Case("a query in gbk", "<meta charset=gbk><a href='http://h/?é'>", "", {"against": ["whatwg"]}),
)  # fmt: skip


@pytest.mark.rows("case", params(AGAINST))
def test_what_differs_by_other_rule_sets(case: Case) -> None:
    assert found(case.text, **{"url": URL, "select": ["rules-differ"], **case.options}) == case.codes


@pytest.mark.rows("rules", absolutize.RULE_SETS)
def test_every_rule_set_can_be_asked(rules: str) -> None:
    document = "<a href=x><a href='http://h/a b|'><a href=../../../y><base href=z>"
    assert found(document, rules=rules, against=list(absolutize.RULE_SETS)).startswith("relative")


def test_a_finding_tells_its_link_and_where() -> None:
    document = b"<p>\r\n<a href='\xe9'>"
    (link,) = absolutize.links(document, URL)
    (fault,) = absolutize.check(document, URL, select=["relative"])
    assert fault == absolutize.Fault("relative", "relative link: '\xe9'", link)
    assert (fault.link.line, fault.link.column, fault.link.start, fault.link.stop) == (2, 10, 14, 15)


REFUSED = "does not match the grammar of the rule set:"
SPACE = "white space or a control character in or around the reference"
MESSAGES = {
    "<a href='http://u:secret@h:81/'>": [
        "a password in the user information, for all to read: 'http://u:***@h:81/'",
        "not the scheme's own port, and below 1024: 'http://u:***@h:81/'",
    ],
    "<a href='http://u:secret@h/|'>": [
        f"{REFUSED} 'http://u:***@h/|' at 18: '|' cannot be part of <segment>",
        "a password in the user information, for all to read: 'http://u:***@h/|'",
    ],
    "<a href=' //u:se@cret@h/x'>": [
        "relative link: '//u:***@h/x'",
        f"{SPACE}: ' //u:***@h/x'",
        "a password in the user information, for all to read: '//u:***@h/x'",
    ],
    "<a href='https:&#9;/u:secret@h/'>": [
        "relative link: 'https:/u:***@h/'",
        f"{SPACE}: 'https:\\t/u:***@h/'",
        "a password in the user information, for all to read: 'https:/u:***@h/'",
    ],
    "<p style='background:url(https:\\9/u:secret@h/)'>": [
        "relative link: 'https:/u:***@h/'",
        f"{SPACE}: 'https:/u:***@h/'",
        "a password in the user information, for all to read: 'https:/u:***@h/'",
    ],
    "<base href='ftp:u:secret@h/'>": [
        "relative link: 'ftp:u:***@h/'",
        "a password in the user information, for all to read: 'ftp:u:***@h/'",
    ],
    "<a href='http://h/a\nb'>": [f"{SPACE}: 'http://h/a\\nb'"],
    f"<a href='http://h/{'x' * LONGEST_SHOWN}%'>": [
        f"a percent sign without two hexadecimal digits after it: 'http://h/{'x' * (LONGEST_SHOWN - 9)}...'"
    ],
    f"<a href=' http://h/{'x' * LONGEST_SHOWN}'>": [f"{SPACE}: ' http://h/{'x' * (LONGEST_SHOWN - 10)}...'"],
    "<meta charset=gbk><a href='http://h/?é'>": [
        f"{REFUSED} 'http://h/?é' at 10: 'é' cannot be part of <query>",
        "a query that is not ASCII in a document that is not in UTF-8: 'http://h/?é' in gbk",
    ],
}


@pytest.mark.rows("document", MESSAGES)
def test_messages(document: str) -> None:
    assert [fault.message for fault in absolutize.check(document, URL)] == MESSAGES[document]


# choosing codes

EVERYTHING = "<base href=x/><a href=y>"
CHOICES: dict[str, tuple[dict[str, list[str]], str]] = {
    "all": ({}, "relative base-relative relative"),
    "one": ({"select": ["relative"]}, "relative relative"),
    "by their beginning": ({"select": ["base-"]}, "base-relative"),
    "two": ({"select": ["base-", "rel"]}, "relative base-relative relative"),
    "all but one": ({"ignore": ["relative"]}, "base-relative"),
    "ignoring prevails": ({"select": ["rel", "base"], "ignore": ["base-rel"]}, "relative relative"),
    "an empty list": ({"select": []}, "relative base-relative relative"),
    "the set of all": ({"select": ["ALL"]}, "relative base-relative relative"),
    "the default set": ({"select": ["DEFAULT"]}, ""),
    "the default set, and one more": ({"select": ["DEFAULT", "relative"]}, "relative relative"),
    "ignoring the set of all": ({"ignore": ["ALL"]}, ""),
    "ignoring the default set": ({"ignore": ["DEFAULT"]}, "relative base-relative relative"),
}


@pytest.mark.rows("name", CHOICES)
def test_codes_are_chosen_by_their_beginnings(name: str) -> None:
    options, codes = CHOICES[name]
    assert found(EVERYTHING, **options) == codes


NONE = "{}: no code that is checked begins with '{}'"
NO_CODE = "{}: '' is no code and no beginning of one; 'ALL' stands for all codes"
NAMES = ", ".join(absolutize.RULE_SETS)
WRONG: dict[str, tuple[dict[str, Any], type[Exception], str]] = {
    "select": ({"select": ["nope"]}, ValueError, NONE.format("select", "nope")),
    "nothing to select": ({"select": [""]}, ValueError, NO_CODE.format("select")),
    "nothing to ignore": ({"ignore": ["relative", ""]}, ValueError, NO_CODE.format("ignore")),
    "a set in lower case": ({"select": ["default"]}, ValueError, NONE.format("select", "default")),
    "a decision, no fault": ({"ignore": ["rewritten"]}, ValueError, NONE.format("ignore", "rewritten")),
    "a str": ({"select": "relative"}, TypeError, "select must be a sequence of str, not one"),
    "against": ({"against": ["rfc1"]}, ValueError, f"no rule set is named 'rfc1'; there are {NAMES}"),
    "a tree": ({"document": object()}, TypeError, "cannot check 'object': give bytes or str"),
}  # fmt: skip


@pytest.mark.rows("name", WRONG)
def test_what_is_no_choice_is_refused(name: str) -> None:
    options, error, message = WRONG[name]
    with pytest.raises(error) as raised:
        list(absolutize.check(**{"document": "", **options}))
    assert str(raised.value) == message


COMMON = (
    *("a", "a/b.html", "/", "/a-b/c_d.0", ".", "./a", "a//b", "#", "#a", "a#b.c"),
    *("http://h", "https://A.b-1.org/a#b"),
)
ODD = (
    *("", "..", "a/../b", "//h/a", "?", "a b", "a\\b", "a%20", "a:b", "~"),
    *(
        "http:/a",
        "http://",
        "http://1.2/",
        "http://a@b/",
        "http://a_b/",
        "http://a-",
        "http://a.b.",
        "http://a.b1",
    ),
)
HOSTS = (
    "a",
    "a.b",
    "h-1.example",
    "1.a",
    "0x1.b",
    "xn--a.b",
    "127.0.0.1.example",
    "LOCALHOST",
    "a_b",
    "a.b-",
)
WRITTEN = (
    *("<a href='{}'>", "<img src={}>", "<base href='{}'>", "<p style='a:url({})'>", "<img srcset='{} 1x'>"),
    *("<style>@import '{}';</style>", "<meta http-equiv=refresh content='0;url={}'>", "<svg href='{}'>"),
    *("<object codebase='{}' data=x>", "<iframe srcdoc=\"<a href='{}'>\"></iframe>"),
    '<script type=importmap>{{"imports":{{"a":"{}"}}}}</script>',
)


@pytest.mark.rows(("reference", "is_common"), [(each, each in COMMON) for each in (*COMMON, *ODD)], ids=str)
def test_which_spellings_are_common(reference: str, is_common: bool) -> None:
    document = read_document(f"<a href='{reference}'>", Context(URL))
    (outcome,) = outcomes_of(plan_document(document, Context(URL), Policies(), include_absolute=True))
    assert reference_checks.has_common_spelling(outcome) is is_common


@pytest.mark.rows("url", [URL, None, "gopher://g/0a", "file:///a/b", "news:x", "http://h?q"], ids=str)
@pytest.mark.rows("rules", absolutize.RULE_SETS)
def test_no_common_spelling_is_reported(rules: str, url: str | None) -> None:
    """What is found is the same if each reference is read by each check."""
    choice = Random(f"{rules} {url}")

    def reference() -> str:
        path = "".join(choice.choices("abZ019_-./", k=choice.randrange(8)))
        host = choice.choice(["", "", f"http://{choice.choice(HOSTS)}", f"https://{choice.choice(HOSTS)}/"])
        return host + path + choice.choice(["", "", "#", "#a-b.0"])

    html = "".join(place.format(reference()) for place in WRITTEN for _ in range(8))
    usual = list(absolutize.check(html, url, rules=rules))
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(reference_checks, "has_common_spelling", lambda _: False)
        assert usual == list(absolutize.check(html, url, rules=rules))
    assert usual


# time


def test_every_check_finds_something_here() -> None:
    cases = {code for case in (*REFERENCES, *DOCUMENTS, *AGAINST) for code in case.codes.split()}
    of_advice = {caution.code for caution in CAUTION_FINDINGS}  # tested in tests/uri/test_security.py
    assert set(CHECKS) - cases - of_advice == set()
