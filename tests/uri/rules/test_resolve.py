"""Section 5.2: every row of the specifications' tables, and the fast path compared with the algorithm."""

import itertools
from collections.abc import Iterator
from typing import Any, get_args

import pytest

import absolutize
from absolutize.uri.rules import rfc2396, rfc2396bis_00, rfc3986, uri_syntax
from absolutize.uri.ruleset import Overflow, PartialForm, SameScheme, SlashRun
from tests.support.vectors import SAME_DOCUMENT, resolution_options, row_id, rows

SPECIFICATIONS = {  # rule sets that resolve by components, as RFC 2396 5.2 does
    "uri-syntax-02": uri_syntax.SPECIFICATION_02,
    "uri-syntax-03": uri_syntax.SPECIFICATION_03,
    "rfc2396": rfc2396.SPECIFICATION,
    "rfc2396bis-00": rfc2396bis_00.SPECIFICATION,
    "rfc3986": rfc3986.SPECIFICATION,
}
WITH_CURRENT_DOCUMENT = [name for name, rules in SPECIFICATIONS.items() if rules.current]
HIERARCHICAL = [name for name, rules in SPECIFICATIONS.items() if not rules.any_base]
OTHER_NAMES = {"uri-syntax-02": "draft-uri-syntax-02", "uri-syntax-03": "draft-uri-syntax-03"}
RESOLUTION = [
    pytest.param(name, row, id=f"{name} {row_id(row)}")
    for name in SPECIFICATIONS
    for row in rows(OTHER_NAMES.get(name, name))
]


@pytest.mark.rows(("rules", "row"), RESOLUTION)
def test_every_row_of_the_documents_tables(rules: str, row: dict[str, Any]) -> None:
    """Appendix C and section 5.2, as printed; a same-document reference is returned unchanged."""
    options = resolution_options(row)
    if row["expected"] is None:
        with pytest.raises(absolutize.ResolutionError):
            absolutize.resolve(row["ref"], row["base"], rules=rules, **options)
        return
    resolved = absolutize.resolve(row["ref"], row["base"], rules=rules, **options)
    assert resolved == row["expected"].replace(SAME_DOCUMENT, "")
    assert absolutize.is_same_document(resolved) == row["expected"].startswith(SAME_DOCUMENT)


@pytest.mark.rows("row", [pytest.param(row, id=repr(row["input"])) for row in rows("components")])
def test_every_row_of_the_components(row: dict[str, Any]) -> None:
    """Appendix B: five components; undefined is not the same as empty."""
    reference = absolutize.split(row["input"])
    assert reference._asdict() == {name: row[name] for name in absolutize.Reference._fields}
    assert absolutize.recompose(reference) == row["input"]


def strings(alphabet: str, length: int) -> Iterator[str]:
    """All strings over an alphabet up to a length."""
    for count in range(length + 1):
        yield from map("".join, itertools.product(alphabet, repeat=count))


def test_split_and_recompose_are_inverses() -> None:
    """Tested on all short strings over a small alphabet, and on odd strings."""
    odd = ["\n", "a\nb?c\nd#e\nf", "\ud800:x", "é:é", "1:2", ";x:y", "a+.-9:", "%:", "\0"]
    for text in itertools.chain(strings("./a:?#", 6), odd):
        assert absolutize.recompose(absolutize.split(text)) == text


@pytest.mark.rows(
    ("text", "scheme"),
    [
        ("a+.-9:x", "a+.-9"),
        ("1:2", None),
        (";x:y", None),
        ("é:x", None),
        ("a b:c", None),
        (":x", None),
        ("A:", "A"),
    ],
)
def test_a_scheme_counts_only_if_it_matches_the_production(text: str, scheme: str | None) -> None:
    """RFC 2396 3.1."""
    assert absolutize.split(text).scheme == scheme


def string_algorithm(buffer: str) -> str:
    """Steps 6c to 6f of RFC 2396 5.2 on strings, word by word (retaining what is left of "..")."""
    while True:
        segments = buffer.split("/")
        if "." in segments[:-1]:
            segments.remove(".")  # "./" is removed
        elif segments[-1] == ".":
            segments[-1] = ""
        else:
            for index in range(int(buffer.startswith("/")), len(segments) - 1):
                if segments[index] != ".." and segments[index + 1] == "..":
                    last = index + 1 == len(segments) - 1
                    segments[index : index + 2] = [""] if last else []
                    break
            else:
                return buffer
        buffer = "/".join(segments)


def test_the_stack_of_segments_equals_the_strings() -> None:
    """The "pair of segment stacks" gives the same for every path over ./a up to length 9."""
    for path in strings("./a", 9):
        retained = string_algorithm(path)
        assert rfc2396.remove_dot_segments(path, "retain") == retained, path
        root = "/" if retained.startswith("/") else ""
        rest = retained.removeprefix("/").split("/")
        if rest[0] != "..":
            assert rfc2396.remove_dot_segments(path, "avoid") == retained, path
            assert rfc2396.remove_dot_segments(path, "remove") == retained, path
            continue
        with pytest.raises(OverflowError):
            rfc2396.remove_dot_segments(path, "avoid")
        without = "/".join(itertools.dropwhile(lambda segment: segment == "..", rest))
        assert rfc2396.remove_dot_segments(path, "remove") == root + without, path


PATHLESS = [  # reference, retained, removed, avoided: 6c leaves "/..", which begins with ".."
    (".//..", "http://a/..", "http://a/", None),
    (".//../g", "http://a/../g", "http://a/g", None),
    ("g/..//../h", "http://a/../h", "http://a/h", None),
    ("..//../h", "http://a../h", "http://ah", None),
    (".//g", "http://a/g", "http://a/g", "http://a/g"),
]


@pytest.mark.rows("rules", ["uri-syntax-02", "uri-syntax-03", "rfc2396"])
@pytest.mark.rows(("reference", "retain", "remove", "avoid"), PATHLESS)
def test_removal_against_a_base_without_a_path(
    rules: str, reference: str, retain: str, remove: str, avoid: str | None
) -> None:
    def resolved(overflow: Overflow) -> str:
        return absolutize.resolve(reference, "http://a", rules=rules, overflow=overflow)

    assert (resolved("retain"), resolved("remove")) == (retain, remove)
    if avoid is not None:
        assert resolved("avoid") == avoid
        return
    with pytest.raises(absolutize.ResolutionError):
        resolved("avoid")


WITH_STEP_3 = ("uri-syntax-03", "rfc2396")
REPEATED = [  # base, reference, where its scheme is removed ("lenient")
    ("urn:/a/b", "urn:isbn:1", "urn:isbn:1"),
    ("mailto:/a/b", "mailto:c@d", "mailto:c@d"),
    ("news:/a/b", "news:c", "news:c"),
    ("javascript:/a/b", "javascript:c", "javascript:c"),
    ("foo:/a/b", "foo:c", "foo:c"),
    ("http://a/b", "http:c", "http://a/c"),
    ("http://a/b", "HTTP:/c", "http://a/c"),
    ("https://a/b", "https:c", "https://a/c"),
    ("ftp://a/b", "ftp:?c", "ftp://a/?c"),
    ("file:///a/b", "file:c", "file:///a/c"),
    ("gopher://a/b", "gopher:c", "gopher://a/c"),
    ("telnet://a/b", "telnet:c", "telnet://a/c"),
    ("wais://a/b", "wais:c", "wais://a/c"),
    ("prospero://a/b", "prospero:c", "prospero://a/c"),
    ("http://a/b", "HTTP://X/y", "HTTP://X/y"),
    ("HTTP://A/b", "http://g", "http://g"),
    ("HTTP://A/b", "http://x/../y", "http://x/../y"),
]


@pytest.mark.rows("rules", SPECIFICATIONS)
@pytest.mark.rows(("base", "reference", "removed"), REPEATED)
def test_a_repeated_scheme_is_removed_if_it_is_always_hierarchical(
    rules: str, base: str, reference: str, removed: str
) -> None:
    """RFC 2396 5.2 step 3; `explain` agrees, and without the option all stay as they are."""
    if rules in WITH_STEP_3:
        assert absolutize.resolve(reference, base, rules=rules, same_scheme="lenient") == removed
    *_, last = absolutize.explain(reference, base, rules=rules, same_scheme="lenient")
    assert last.value == absolutize.resolve(reference, base, rules=rules, same_scheme="lenient")
    if ".." not in reference or rules != "rfc3986":
        assert absolutize.resolve(reference, base, rules=rules) == reference


ERRORS = [
    ("g", None, "no-base", "cannot resolve 'g': it is relative and there is no base URI"),
    ("g", "a/b", "no-base", "cannot resolve 'g': the base 'a/b' is not an absolute URI"),
    ("g", "", "no-base", "cannot resolve 'g': the base '' is not an absolute URI"),
    (
        "?y",
        "mailto:a@b",
        "base-not-hierarchical",
        "cannot resolve '?y': the base 'mailto:a@b' is not hierarchical",
    ),
    (
        "//g",
        "urn:a:b",
        "base-not-hierarchical",
        "cannot resolve '//g': the base 'urn:a:b' is not hierarchical",
    ),
]


@pytest.mark.rows("rules", HIERARCHICAL)
@pytest.mark.rows(("reference", "base", "code", "message"), ERRORS)
def test_what_has_no_answer_is_refused(
    rules: str, reference: str, base: str | None, code: str, message: str
) -> None:
    """RFC 2396 5: a relative reference needs an absolute, hierarchical base."""
    with pytest.raises(absolutize.ResolutionError) as caught:
        absolutize.resolve(reference, base, rules=rules)
    assert (caught.value.code, str(caught.value)) == (code, message)
    assert (caught.value.reference, caught.value.base) == (reference, base)


@pytest.mark.rows("rules", HIERARCHICAL)
@pytest.mark.rows("base", [None, "a/b", "mailto:a@b"])
@pytest.mark.rows("reference", ["", "#s", "g:h", "http://x/y"])
def test_what_needs_no_base_is_answered(rules: str, base: str | None, reference: str) -> None:
    """RFC 2396 5: with an unsuitable base, empty, fragment and absolute references work."""
    assert absolutize.resolve(reference, base, rules=rules) == reference


@pytest.mark.rows("rules", WITH_CURRENT_DOCUMENT)
def test_climbing_above_the_root_can_be_avoided(rules: str) -> None:
    """RFC 2396 5.2 step 6g: "by avoiding traversal of the reference"."""
    with pytest.raises(absolutize.ResolutionError) as caught:
        absolutize.resolve("../../../g", "http://a/b/c/d", rules=rules, overflow="avoid")
    assert caught.value.code == "above-root"
    assert str(caught.value) == "cannot resolve '../../../g': it climbs above the root of the base URI"


OPTIONS = [
    (
        {"rules": "rfc9999"},
        (
            "no rule set is named 'rfc9999'; there are www-uri-00, rfc1630, "
            "uri-syntax-02, uri-syntax-03, rfc2396, rfc2396bis-00, rfc3986, whatwg"
        ),
    ),
    ({"same_scheme": "maybe"}, "same_scheme must be one of strict, lenient, not 'maybe'"),
    ({"partial_form": "half"}, "partial_form must be one of literal, guarded, not 'half'"),
    ({"slash_run": "last"}, "slash_run must be one of first, no-greater, not 'last'"),
    ({"overflow": "wrap"}, "overflow must be one of retain, remove, avoid, not 'wrap'"),
]


@pytest.mark.rows(("options", "message"), OPTIONS)
def test_an_option_that_is_none_is_refused(options: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match="^" + message.replace("'", ".") + "$"):
        absolutize.resolve("g", "http://a/", **options)


CHOSEN: dict[str, tuple[Any, ...]] = {
    "same_scheme": get_args(SameScheme),
    "overflow": get_args(Overflow),
    "partial_form": get_args(PartialForm),
    "slash_run": get_args(SlashRun),
    "request": (False, True),
}
TELLING = ("", "/g", "../../../g", "http:g", "http:/../g", "//x/../g", "?y", "#s", "HTTP:g", "//g", "./../g")
CONTEXTS = ("http://a/b/c/d;p?q#f", "http://a", "magic://a/b/c//d/e/f", "file:/a/b//c", "mailto:a")


def answer(reference: str, base: str, **options: Any) -> str:
    try:
        return absolutize.resolve(reference, base, **options)
    except absolutize.ResolutionError as error:
        return error.code


@pytest.mark.rows("rules", absolutize.RULE_SETS)
@pytest.mark.rows("option", CHOSEN)
def test_a_rule_set_names_the_options_that_it_knows(rules: str, option: str) -> None:
    """The options that a rule set names change some result; all other options change none."""
    differs = any(
        len({answer(reference, base, rules=rules, **{option: value}) for value in CHOSEN[option]}) > 1
        for reference in TELLING
        for base in CONTEXTS
    )
    assert differs == (option in absolutize.RULE_SETS[rules].options)


WHATWG = [
    ("../g", "http://a/b/c/d;p?q", "http://a/b/g"),
    ("\t/x\n y ", "http://a/", "http://a/x%20y"),
    ("\\\\h\\x", "http://a/", "http://h/x"),
    ("%2e%2e/g", "http://a/b/c/d", "http://a/b/g"),
    ("http:g", "http://a/b/c", "http://a/b/g"),
    ("#s", "http://a/b", "http://a/b#s"),
    ("x\ud800", "http://a/", "http://a/x%EF%BF%BD"),
    ("http://x/y", "not a base", "http://x/y"),
    ("HTTP://X", None, "http://x/"),
]


@pytest.mark.rows(("reference", "base", "expected"), WHATWG)
def test_the_url_standard_is_the_library_that_implements_it(
    reference: str, base: str | None, expected: str
) -> None:
    assert absolutize.resolve(reference, base, rules="whatwg") == expected


WHATWG_FAILS = [
    ("g", None, "cannot resolve 'g': it is no URL, and there is no base URL"),
    ("g", "a b", "cannot resolve 'g': the base 'a b' is no URL"),
    ("//[x", "http://a/", "cannot resolve '//[x': the URL parser fails on it with the base 'http://a/'"),
]


@pytest.mark.parametrize(("reference", "base", "message"), WHATWG_FAILS)
def test_failure_of_the_url_parser_is_refused(reference: str, base: str | None, message: str) -> None:
    with pytest.raises(absolutize.ResolutionError) as caught:
        absolutize.resolve(reference, base, rules="whatwg")
    assert (caught.value.code, str(caught.value)) == ("invalid-reference", message)


def test_every_rule_set_is_named_by_its_key() -> None:
    """These are all rule sets of the contract, in the order of their specifications."""
    assert [rule_set.name for rule_set in absolutize.RULE_SETS.values()] == list(absolutize.RULE_SETS)
    assert list(absolutize.RULE_SETS) == ["www-uri-00", "rfc1630", *SPECIFICATIONS, "whatwg"]


@pytest.mark.rows("rules", ["uri-syntax-02", "rfc3986"])
@pytest.mark.rows(("base", "reference", "expected"), [("mailto:x@y", "g", "mailto:g"), ("a:b", "?y", "a:")])
def test_an_opaque_base_is_one_to_some(rules: str, base: str, reference: str, expected: str) -> None:
    """In -02 3, a generic-URI is a scheme with any relativeURI; in RFC 3986 5.1, any URI is a base."""
    assert absolutize.resolve(reference, base, rules=rules).startswith(expected)


@pytest.mark.parametrize("reference", ["", "#s"])
def test_rfc3986_has_no_current_document(reference: str) -> None:
    """RFC 3986 5.2.2: the fragment is appended to the base, so a base is needed."""
    assert absolutize.resolve(reference, "a:b?q#f", rules="rfc3986") == f"a:b?q{reference}"
    with pytest.raises(absolutize.ResolutionError) as caught:
        absolutize.resolve(reference, None, rules="rfc3986")
    assert caught.value.code == "no-base"


def remove_dot_segments(path: str) -> str:
    """RFC 3986 5.2.4, word by word on an input and an output buffer."""
    buffer, output = path, ""
    while buffer:
        if buffer.startswith(("../", "./")):  # A
            buffer = buffer[buffer.index("/") + 1 :]
        elif buffer.startswith("/./") or buffer == "/.":  # B
            buffer = "/" + buffer[3:]
        elif buffer.startswith("/../") or buffer == "/..":  # C
            buffer = "/" + buffer[4:]
            output = output[: max(output.rfind("/"), 0)]
        elif buffer in {".", ".."}:  # D
            buffer = ""
        else:  # E
            end = buffer.find("/", 1)
            end = len(buffer) if end < 0 else end
            output, buffer = output + buffer[:end], buffer[end:]
    return output


def test_segments_equal_the_buffers_of_rfc3986() -> None:
    """Tests every path over ./a up to length 9."""
    for path in strings("./a", 9):
        assert rfc3986.remove_dot_segments(path) == remove_dot_segments(path), path


@pytest.mark.rows("rules", SPECIFICATIONS)
def test_an_empty_reference_that_makes_a_request_is_the_base(rules: str) -> None:
    """RFC 2396 4.2, FORM: a fragment alone makes no request, and other references resolve as usual."""
    base = "http://a/b?c#d"
    assert absolutize.resolve("", base, rules=rules, request=True) == "http://a/b?c"
    assert absolutize.resolve("", "mailto:x", rules=rules, request=True) == "mailto:x"
    assert absolutize.resolve("x", base, rules=rules, request=True) == "http://a/x"
    fragment = absolutize.resolve("#s", base, rules=rules)
    assert absolutize.resolve("#s", base, rules=rules, request=True) == fragment
    with pytest.raises(absolutize.ResolutionError):
        absolutize.resolve("", None, rules=rules, request=True)


REQUESTS = [  # base, what an empty reference requests; RFC 1630 has bases, but no empty references
    ("http://a/b?c#d", "http://a/b?c"),
    ("http://a/b#c", "http://a/b"),
    ("mailto:x", "mailto:x"),
    ("foo", None),
    ("foo#a:b", None),
    ("//h/", None),
    (None, None),
]


@pytest.mark.rows(("base", "requested"), REQUESTS)
@pytest.mark.rows("rules", [name for name in absolutize.RULE_SETS if name != "whatwg"])
def test_what_an_empty_reference_requests(rules: str, base: str | None, requested: str | None) -> None:
    assert list(absolutize.explain("", base, rules=rules, request=True))[-1].value == requested
    if requested is not None:
        assert absolutize.resolve("", base, rules=rules, request=True) == requested
        return
    with pytest.raises(absolutize.ResolutionError) as caught:
        absolutize.resolve("", base, rules=rules, request=True)
    assert caught.value.code == "no-base"
