"""What callers do: arguments that are wrong, values that travel, and `join` in the place of `urljoin`."""

from __future__ import annotations

import copy
import html
import importlib.metadata
import inspect
import pickle
import pkgutil
import re
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from types import ModuleType
from typing import Any
from urllib.parse import urljoin

import ada_url
import pytest

import absolutize
from absolutize.uri.rules.whatwg import browser_parse
from tests.support.commandline import Ran, Runner

URL = "http://h/d/p?q"
PAGE = b"<a href=x>"

# arguments


def refusals(*rows: tuple[str, dict[str, Any], type[Exception], str]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize(
        ("options", "error", "message"), [pytest.param(*row[1:], id=row[0]) for row in rows]
    )


ABSOLUTE, READ = "not an absolute URI", "no browser reads it as a URL"
ALONE = f"{ABSOLUTE}; a relative one needs url or default"
PORT = f"{ABSOLUTE}, but a host and a port; did you mean"
FILE = "but a path: give that of its file (file:///...)"
SPACED = "white space or control characters around it"
BAD_BASES = (
    ("a name of a host", "e.org", ABSOLUTE),
    ("a relative path", "relative/x", ABSOLUTE),
    ("nothing", "", ABSOLUTE),
    ("no scheme", "//e/", ABSOLUTE),
    ("white space before it", " http://e/", SPACED),
    ("white space behind it", "http://e/ ", SPACED),
    ("a line break behind it", "http://e/\n", SPACED),
    ("a control character behind it", "http://e/\x01", SPACED),
    ("white space alone", " ", SPACED),
    ("a host and a port", "localhost:8080/x", f"{PORT} http://localhost:8080/x?"),
    ("a host and a port alone", "e.org:80", f"{PORT} http://e.org:80?"),
    ("a host, a port and a query", "e-1.org:65535?q", f"{PORT} http://e-1.org:65535?q?"),
    ("no host", "http://", READ),
    ("no such port", "http://e:99999/", READ),
    ("no such address", "http://[::1/", READ),
    ("a path of Windows", "C:\\d\\p.html", f"{ABSOLUTE}, {FILE}"),
    ("a path of Windows with slashes", "C:/d/p.html", f"{ABSOLUTE}, {FILE}"),
    ("the root of a drive", "c:/", f"{ABSOLUTE}, {FILE}"),
)
CALLS = {
    "rewrite": absolutize.rewrite,
    "links": absolutize.links,
    "base_uri": absolutize.base_uri,
    "check": absolutize.check,
}


@pytest.mark.rows("call", CALLS.values(), ids=CALLS)
@pytest.mark.rows("name", ["url", "encapsulating", "default"])
@pytest.mark.rows(("uri", "why"), [row[1:] for row in BAD_BASES], ids=[row[0] for row in BAD_BASES])
def test_a_base_that_is_none_is_refused(call: Any, name: str, uri: str, why: str) -> None:
    is_relative = name == "encapsulating" and why == ABSOLUTE and bool(uri)
    message = f"{name} {uri!r}: {ALONE if is_relative else why}"
    with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
        call(PAGE, **{name: uri})


@refusals(
    ("url of bytes", {"url": b"http://h/"}, TypeError, "url must be a str, not bytes"),
    ("default of a number", {"default": 5}, TypeError, "default must be a str, not int"),
    ("charset of bytes", {"charset": b"utf-8"}, TypeError, "charset must be a str, not bytes"),
    (
        "charset that is none",
        {"charset": "nonsense"},
        ValueError,
        "charset 'nonsense': not a label of the Encoding Standard",
    ),
    (
        "charset with half a character",
        {"charset": "\ud800"},
        ValueError,
        r"charset '\ud800': not a label of the Encoding Standard",
    ),
    (
        "environment's charset with half a character",
        {"environment_charset": "\ud800"},
        ValueError,
        r"environment_charset '\ud800': not a label of the Encoding Standard",
    ),
    ("charset of nothing", {"charset": ""}, ValueError, "charset '': not a label of the Encoding Standard"),
    ("media type of bytes", {"media_type": b"x/y"}, TypeError, "media_type must be a str, not bytes"),
    (
        "media type of something else",
        {"media_type": "image/png; charset=utf-8"},
        ValueError,
        (
            "media_type 'image/png; charset=utf-8': neither text/html nor text/css nor a type of XML,"
            " such as application/xhtml+xml"
        ),
    ),
    (
        "media type of nothing",
        {"media_type": ""},
        ValueError,
        "media_type '': neither text/html nor text/css nor a type of XML, such as application/xhtml+xml",
    ),
    (
        "one attribute",
        {"attributes": "img[data-src]=url"},
        TypeError,
        "attributes must be a sequence of str, not one",
    ),
    ("no attributes", {"attributes": None}, TypeError, "attributes must be a sequence of str, not NoneType"),
    (
        "attributes that can be read once",
        {"attributes": iter(["img[data-src]=url"])},
        TypeError,
        "attributes must be a sequence of str, not list_iterator",
    ),
    (
        "attribute of bytes",
        {"attributes": ["a[b]", b"c"]},
        TypeError,
        "attributes[1] must be a str, not bytes",
    ),
    ("one preset", {"presets": "flash"}, TypeError, "presets must be a sequence of str, not one"),
    ("rules of a list", {"rules": ["rfc2396"]}, TypeError, "rules must be a str, not list"),
    *(
        (f"{name} of {type(value).__name__}", {name: value}, TypeError, f"{name} must be a str, not {kind}")
        for name in ("same_scheme", "overflow", "same_document", "base_element", "placeholders", "xml_base")
        for value, kind in ((5, "int"), (True, "bool"), ({}, "dict"), (None, "NoneType"))
    ),
    ("guard of text", {"guard": "no"}, TypeError, "guard must be a bool, not str"),
    (
        "switch of text",
        {"conditional_comments": "no"},
        TypeError,
        "conditional_comments must be a bool, not str",
    ),
    (
        "unknown",
        {"frobnicate": 1},
        TypeError,
        "rewrite() got an unexpected keyword argument 'frobnicate'",
    ),
    (
        "misspelled",
        {"encapsulated": 1},
        TypeError,
        "rewrite() got an unexpected keyword argument 'encapsulated'; did you mean 'encapsulating'?",
    ),
    *(
        (
            f"{name}, as elsewhere",
            {name: URL},
            TypeError,
            f"rewrite() got an unexpected keyword argument {name!r}; did you mean {own!r}?",
        )
        for name, own in (("base", "url"), ("base_url", "url"), ("base_href", "url"), ("encoding", "charset"))
    ),
    (
        "of resolve",
        {"partial_form": "literal"},
        TypeError,
        "rewrite() got an unexpected keyword argument 'partial_form'",
    ),
    (
        "of containers",
        {"moved": str},
        TypeError,
        "rewrite() got an unexpected keyword argument 'moved'",
    ),
    ("relative to nothing", {"encapsulating": "sub/"}, ValueError, f"encapsulating 'sub/': {ALONE}"),
    (
        "empty, not relative",
        {"encapsulating": "", "url": URL},
        ValueError,
        f"encapsulating '': {ABSOLUTE}",
    ),
    (
        "relative and unreadable",
        {"encapsulating": "//e:99999/", "url": URL},
        ValueError,
        f"encapsulating '//e:99999/': {READ}",
    ),
)
def test_an_option_that_is_wrong_is_refused(options: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error) as refused:
        absolutize.rewrite(PAGE, **options)
    assert str(refused.value) == message


def test_an_option_of_another_function_is_refused_by_name() -> None:
    with pytest.raises(TypeError) as refused:
        absolutize.links(PAGE, URL, texts=True)  # type: ignore[call-arg]
    assert str(refused.value) == "links() got an unexpected keyword argument 'texts'; did you mean 'text'?"


@pytest.mark.rows("document", [5, None, bytearray(b"x"), memoryview(b"x"), ["x"], Path("x")], ids=type)
def test_what_is_no_document_is_refused(document: Any) -> None:
    with pytest.raises(TypeError) as refused:
        absolutize.rewrite(document, URL)
    name = type(document).__name__
    assert (
        str(refused.value)
        == f"cannot read links in {name!r}: give bytes, str, a BeautifulSoup or an lxml tree"
    )


LONG, BEGINNING = "x" * 100_000, "x" * 100 + "..."
WITH_LONG_TEXTS: dict[str, tuple[Callable[..., object], dict[str, str], str]] = {
    **{
        f"{name}, {option}": (call, {option: LONG}, f"{option} {BEGINNING!r}: {why}")
        for name, call in CALLS.items()
        for option, why in (("url", ABSOLUTE), ("encapsulating", ALONE), ("default", ABSOLUTE))
    },
    "a host and a port": (
        absolutize.rewrite,
        {"url": f"h:80/{LONG}"},
        f"url {'h:80/' + 'x' * 95 + '...'!r}: {PORT} http://h:80/{'x' * 95}...?",
    ),
    "charset": (
        absolutize.rewrite,
        {"charset": LONG},
        f"charset {BEGINNING!r}: not a label of the Encoding Standard",
    ),
    "media type": (
        absolutize.rewrite,
        {"media_type": LONG},
        (
            f"media_type {BEGINNING!r}: neither text/html nor text/css nor a type of XML, such as"
            " application/xhtml+xml"
        ),
    ),
    "join": (absolutize.join, {"base": LONG, "reference": "x"}, f"base {BEGINNING!r}: {ABSOLUTE}"),
    "canonical_url": (
        absolutize.canonical_url,
        {"url": LONG},
        f"url {BEGINNING!r}: not an absolute URL that a browser reads",
    ),
}


@pytest.mark.rows("name", WITH_LONG_TEXTS)
def test_a_message_has_the_beginning_of_a_long_text(name: str) -> None:
    call, arguments, message = WITH_LONG_TEXTS[name]
    with pytest.raises(ValueError) as refused:  # noqa: PT011 -- the whole message is compared
        call(**({"document": PAGE} if call in CALLS.values() else {}), **arguments)
    assert str(refused.value) == message


ACCEPTED = (
    ("opaque", {"url": "mailto:a@b"}, PAGE),
    ("about", {"url": "about:blank"}, PAGE),
    ("a telephone number", {"url": "tel:5551234"}, PAGE),
    ("digits, not a port's", {"url": "urn:80a"}, PAGE),
    ("a scheme, and digits", {"url": "http:80/"}, b"<a href=http://0.0.0.80/x>"),
    ("a scheme of one letter", {"url": "x://h/d/p"}, b"<a href=x://h/d/x>"),
    ("a file", {"url": "file:///C:/d/p"}, b"<a href=file:///C:/d/x>"),
    ("relative to url", {"encapsulating": "sub/", "url": URL}, b"<a href=http://h/d/sub/x>"),
    ("relative to default", {"encapsulating": "/e/", "default": URL}, b"<a href=http://h/e/x>"),
    (
        "unreadable, where no browser is asked",
        {"url": "http://h:99999/", "guard": False},
        b"<a href=http://h:99999/x>",
    ),
)


@pytest.mark.rows(("options", "after"), [row[1:] for row in ACCEPTED], ids=[row[0] for row in ACCEPTED])
def test_a_base_that_is_one_is_taken(options: Any, after: bytes) -> None:
    assert absolutize.rewrite(PAGE, **options) == after


CONTENT_TYPES = (  # and what 0xC1 is then; the meta element says windows-1251
    ("text/html; charset=koi8-r", "\u0430"),
    ('text/html;charset="KOI8-R"', "\u0430"),
    ('text/html; charset="koi8\\-r', "\u0430"),
    ("text/html; charset='koi8-r'", "\u0411"),
    ("text/html; charset=koi8-r x", "\u0411"),
    ("koi8-r", "\u0430"),
    ("text/html", "\u0411"),
    ("text/html; charset=nonsense", "\u0411"),
    ("text/html; charset", "\u0411"),
)


@pytest.mark.rows(("charset", "letter"), CONTENT_TYPES, ids=[row[0] for row in CONTENT_TYPES])
def test_a_whole_content_type_is_taken(charset: str, letter: str) -> None:
    page = b"<meta charset=windows-1251><a href='\xc1'>"
    (link,) = absolutize.links(page, URL, charset=charset)
    assert link.reference == letter


# on the command line


@pytest.mark.parametrize(("uri", "why"), [row[1:] for row in BAD_BASES], ids=[row[0] for row in BAD_BASES])
def test_the_command_line_refuses_the_same(run: Runner, uri: str, why: str) -> None:
    ran = run("rewrite", "-", "--url", uri, stdin=PAGE)
    assert ran == Ran(2, b"", f"absolutize: --url {uri!r}: {why}\n")


@pytest.mark.parametrize("charset", [row[0] for row in CONTENT_TYPES])
def test_the_command_line_takes_a_whole_content_type(run: Runner, charset: str) -> None:
    ran = run("rewrite", "-", "--url", URL, "--charset", charset, stdin=PAGE)
    assert ran == Ran(0, b"<a href=http://h/d/x>", "")


# values that travel

UNRESOLVED = absolutize.ResolutionError("no-base", "x", None, "it is relative and there is no base URI")
VALUES = {  # one of each class; what is no class travels itself
    "Authority": absolutize.parse("http://u@h:80/a;b?c#d").authority,
    "BaseURI": absolutize.base_uri(b"", URL),
    "Caution": next(iter(absolutize.cautions("http://u:p@h:25/"))),
    "Components": absolutize.parse("http://u@h:80/a;b?c#d"),
    "Fault": next(absolutize.check(PAGE, URL)),
    "Finding": absolutize.FINDINGS[0],
    "Link": next(absolutize.links(PAGE, URL)),
    "Options": absolutize.Options(charset="utf-8"),
    "Reference": absolutize.split("http://h/x"),
    "Refusal": absolutize.RULE_SETS["rfc2396"].refusal("a b"),
    "ResolutionError": UNRESOLVED,
    "RuleSet": absolutize.RULE_SETS["rfc2396"],
    "Segment": absolutize.parse("http://u@h:80/a;b?c#d").segments[0],
    "Step": next(iter(absolutize.explain("../x", URL))),
    "TextReference": next(iter(absolutize.references_in("see <http://h/x>"))),
}


def pickled(protocol: int, value: Any) -> Any:
    return pickle.loads(pickle.dumps(value, protocol))  # noqa: S301 -- what was made here


TRAVELS = {
    **{
        f"pickled ({protocol})": partial(pickled, protocol) for protocol in range(pickle.HIGHEST_PROTOCOL + 1)
    },
    "copied": copy.copy,
    "deeply copied": copy.deepcopy,
}


@pytest.mark.rows("travel", TRAVELS.values(), ids=TRAVELS)
@pytest.mark.rows("name", absolutize.__all__)
def test_everything_public_survives_pickling_and_copying(name: str, travel: Any) -> None:
    public = getattr(absolutize, name)
    assert travel(public) == public
    if isinstance(public, type):
        value = VALUES[name]
        again = travel(value)
        assert type(again) is type(value) is public or name == "Options"
        assert parts_of(again) == parts_of(value)


def parts_of(value: Any) -> Any:
    return (str(value), value.args, vars(value)) if isinstance(value, Exception) else value


def imported(name: str) -> Iterator[ModuleType]:
    """Import a module, if it is no edge to a library that is not installed."""
    try:
        yield importlib.import_module(name)
    except ModuleNotFoundError as missing:
        if str(missing.name).startswith("absolutize"):
            raise


def exceptions() -> list[type[Exception]]:
    names = (module.name for module in pkgutil.walk_packages(absolutize.__path__, "absolutize."))
    modules = [module for name in names if not name.endswith("__main__") for module in imported(name)]
    found = {c for module in modules for _, c in inspect.getmembers(module, inspect.isclass)}
    own = [c for c in found if issubclass(c, Exception) and c.__module__.startswith("absolutize.")]
    return sorted(own, key=lambda each: each.__name__)


@pytest.mark.rows("error", exceptions(), ids=lambda error: error.__name__)
def test_every_exception_survives_pickling(error: type[Exception]) -> None:
    """Containers are worked on by several processes, and what one raises another has to read."""
    given = list(inspect.signature(error.__init__).parameters.values())[1:]
    wanted = [p for p in given if p.default is p.empty and p.kind is p.POSITIONAL_OR_KEYWORD]
    raised = error(*(f"text {index}" for index in range(len(wanted))))
    for travel in TRAVELS.values():
        again = travel(raised)
        assert (type(again), parts_of(again)) == (error, parts_of(raised))


def unresolvable(reference: str) -> str:
    return absolutize.resolve(reference, None)


def test_an_error_comes_out_of_another_process() -> None:
    """`multiprocessing.Pool` hung: its own process could not read the error."""
    with ProcessPoolExecutor(1, get_context("spawn")) as pool:
        error = pool.submit(unresolvable, "x").exception(timeout=60)
    assert isinstance(error, absolutize.ResolutionError)
    assert (error.code, error.reference, error.base) == ("no-base", "x", None)


def test_a_note_travels_with_its_error() -> None:
    error = copy.copy(UNRESOLVED)
    error.add_note("of page 7")
    assert pickle.loads(pickle.dumps(error)).__notes__ == ["of page 7"]  # noqa: S301


# names


def test_names_that_docstrings_mention_are_there() -> None:
    names = {"KINDS", "PRESETS", "CAUTIONS", "Finding", "Options", "__version__", "join"}
    assert names <= set(absolutize.__all__)


def test_the_version_is_that_of_the_package() -> None:
    assert importlib.metadata.version("absolutize") == absolutize.__version__


HASHABLE = sorted(VALUES.keys() - {"Options", "ResolutionError"})


@pytest.mark.rows("name", HASHABLE)
def test_values_that_are_equal_have_one_hash_and_do_not_differ(name: str) -> None:
    again = copy.deepcopy(VALUES[name])
    assert len({VALUES[name], again}) == 1
    is_other = VALUES[name] != again
    assert not is_other


@pytest.mark.rows("rules", absolutize.RULE_SETS)
def test_components_are_hashable_under_every_rule_set(rules: str) -> None:
    first, second = (absolutize.parse("ftp://u@h/a;type=d#s", rules=rules) for _ in range(2))
    assert len({first, second}) == 1
    assert type(first.fields)(first.fields) == first.fields


def test_a_table_is_asked_for_a_key_without_an_exception() -> None:
    """`Mapping` answers by catching `KeyError`, which takes ten times as long."""
    table = absolutize.KINDS
    assert "navigation" in table
    assert "nothing" not in table
    assert type(table).__contains__ is not Mapping.__contains__


def test_tables_cannot_be_changed() -> None:
    for table in (absolutize.RULE_SETS, absolutize.KINDS, absolutize.PRESETS, absolutize.CAUTIONS):
        assert not hasattr(table, "__setitem__")
        assert repr(table) == repr(dict(table))


def test_type_checkers_refuse_what_is_refused() -> None:
    api = pytest.importorskip("mypy.api", reason="mypy is one of the lint extra")
    root = Path(__file__).parents[2]
    out, err, status = api.run(
        ["--config-file", str(root / "pyproject.toml"), str(root / "tests/api/typed_calls.py")]
    )
    assert (status, err) == (0, ""), out


# join

BASES = ("http://h/d/p?q", "https://u@h:8443/a/b/../c;p", "http://h", "file:///d/p", "ftp://h/a/", "xy:/a/b")
REFERENCES = (
    *("", "#s", "?x", "?", "#", "x", "./x", "../x", "../../../x", "/x", "//o/x", "//o", ".", "..", "x/"),
    *("http:x", "http:/x", "http://o/x", "HTTP://O/x", "mailto:a@b", "javascript:f()", "data:,x", "x:y"),
    *(" x ", "\tx\n", "a b", "a\nb", "\\x", "..\\x", "x?a\\b", "%2e%2e/x", "x#a#b", "\xe9", "?\xe9", "{{x}}"),
    *("//[", "http://o:99999/", "//o:x/", "http://", "http:", "///x", "////x", ":x", "1:x", "a:b/c", "x%"),
    *("https:", "http://[bad", "https://h x/", "ws:?x", "ftp://o:x/", "file://[", "x://[", "x://o:99999/"),
)


@pytest.mark.rows("reference", REFERENCES, ids=repr)
def test_join_is_what_links_tells(reference: str) -> None:
    for base in BASES:
        check_join(base, reference)


def check_join(base: str, reference: str) -> None:
    """What `join` gives or refuses is what `links` tells, but for what stays and is no URL."""
    page = f'<meta charset=utf-8><a href="{html.escape(reference)}">'
    (link,) = absolutize.links(page, base, same_document="resolve", placeholders="resolve")
    is_read = link.target is not None and browser_parse(link.target) is not None
    if is_read:
        assert absolutize.join(base, reference) == link.target
        return
    with pytest.raises(absolutize.ResolutionError) as refused:
        absolutize.join(base, reference)
    code = link.code if link.target is None else "invalid-reference"
    assert (refused.value.code, refused.value.reference, refused.value.base) == (code, reference, base)


@pytest.mark.rows("base", BASES)
@pytest.mark.rows("reference", REFERENCES, ids=repr)
def test_join_goes_where_the_url_standard_goes(base: str, reference: str) -> None:
    try:
        there = ada_url.join_url(base, reference)
    except ValueError:
        there = None
    try:
        joined = absolutize.join(base, reference)
    except absolutize.ResolutionError:
        joined = None
    if there is None:
        assert joined == (reference if " x" in reference else None)  # Chromium reads a space in a host
    else:
        assert joined is not None
        assert ada_url.normalize_url(joined) == there


PLAIN = ("x", "./x", "../x", "/x", "//o/x", "http://o/x", "?x", "#s", "a/b/c", "mailto:a@b", "x?y#z")


@pytest.mark.rows("reference", PLAIN)
def test_join_takes_the_place_of_urljoin(reference: str) -> None:
    assert absolutize.join("http://h/d/p", reference) == urljoin("http://h/d/p", reference)


@pytest.mark.rows("base", ["", None])
@pytest.mark.rows("reference", ["x", "", " x ", "http://o/"])
def test_join_without_a_base_is_as_urljoin(base: str | None, reference: str) -> None:
    assert absolutize.join(base, reference) == reference == urljoin(base or "", reference)


@pytest.mark.rows(
    ("arguments", "error", "message"),
    [
        pytest.param(("e.org", "x"), ValueError, f"base 'e.org': {ABSOLUTE}", id="relative base"),
        pytest.param(("http://", "x"), ValueError, f"base 'http://': {READ}", id="unreadable base"),
        pytest.param(("http://h/ ", "x"), ValueError, f"base 'http://h/ ': {SPACED}", id="white space"),
        pytest.param(
            ("h:80/p", "x"), ValueError, f"base 'h:80/p': {PORT} http://h:80/p?", id="host and port"
        ),
        pytest.param(("C:/d/p", "x"), ValueError, f"base 'C:/d/p': {ABSOLUTE}, {FILE}", id="path of Windows"),
        pytest.param((b"http://h/", "x"), TypeError, "base must be a str, not bytes", id="bytes"),
        pytest.param(("http://h/", None), TypeError, "reference must be a str, not NoneType", id="none"),
        *(
            pytest.param(
                ("http://a/b", reference),
                absolutize.ResolutionError,
                f"cannot resolve {reference!r}: no browser can read it as a URL",
                id=f"no URL, {reference}",
            )
            for reference in ("//[", "https:", "http://[bad", "http://h:99999/", "x://[")
        ),
        pytest.param(
            ("mailto:a", "x"),
            absolutize.ResolutionError,
            "cannot resolve 'x': relative, and the base URI has no levels",
            id="opaque base",
        ),
    ],
)
def test_join_refuses_what_is_wrong(arguments: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error) as refused:
        absolutize.join(*arguments)
    assert str(refused.value) == message
