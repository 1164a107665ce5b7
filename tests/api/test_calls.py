"""Calls that are wrong, of the functions that take no document: what is said, word for word."""

import inspect
import operator
import pickle
import subprocess
import sys
from collections.abc import Callable
from typing import Any, get_type_hints

import pytest

import absolutize
from absolutize.calls import UrlObject, of_extra

URL = "http://a/"
FUNCTIONS = (
    *("cautions", "equivalent", "escape", "explain", "is_same_document", "join", "normal_form", "parse"),
    *("recompose", "references_in", "relativize", "resolve", "split", "unescape", "unwrap"),
)
ALSO_NONE = {("resolve", "base"), ("explain", "base"), ("cautions", "base"), ("references_in", "base")}
ALSO_NONE |= {("join", "base"), ("escape", "encoding"), ("unescape", "encoding")}


def good(function: Any) -> dict[str, Any]:
    """Give arguments that are right, all that are needed."""
    wanted = inspect.signature(function).parameters.values()
    return {each.name: URL for each in wanted if each.default is each.empty}


ALL = [name for name in absolutize.__all__ if callable(getattr(absolutize, name))]


@pytest.mark.rows("name", ALL, ids=ALL)
def test_types_can_be_read_in_a_running_program(name: str) -> None:
    get_type_hints(getattr(absolutize, name))


TYPED = [
    pytest.param(name, parameter, value, id=f"{name} {parameter} {type(value).__name__}")
    for name in FUNCTIONS
    for parameter, kind in inspect.signature(getattr(absolutize, name)).parameters.items()
    if kind.annotation in {str, str | None, str | UrlObject, str | UrlObject | None}
    for value in (5, b"\xff a", None, ["x"])
    if value is not None or (name, parameter) not in ALSO_NONE
]


@pytest.mark.rows(("name", "parameter", "value"), TYPED)
def test_what_is_no_text_is_refused_at_the_call(name: str, parameter: str, value: Any) -> None:
    function = getattr(absolutize, name)
    with pytest.raises(TypeError) as refused:
        function(**good(function) | {parameter: value})
    assert str(refused.value) == f"{parameter} must be a str, not {type(value).__name__}"


POSITIONAL: list[tuple[str, tuple[Any, ...], str]] = [
    ("escape", (b"\xff a",), "text must be a str, not bytes"),
    ("escape", (5,), "text must be a str, not int"),
    ("relativize", (5, URL), "uri must be a str, not int"),
    ("resolve", (None, URL), "reference must be a str, not NoneType"),
    ("resolve", ("x", b"http://a/"), "base must be a str, not bytes"),
    ("split", (5,), "reference must be a str, not int"),
    ("recompose", (5,), "reference must be a tuple, not int"),
    ("recompose", ([None, "h", "/", None, None],), "reference must be a tuple, not list"),
    ("recompose", ("abcde",), "reference must be a tuple, not str"),
    ("cautions", (5,), "text must be a str, not int"),
    ("equivalent", (None, URL), "first must be a str, not NoneType"),
    ("equivalent", (URL, None), "second must be a str, not NoneType"),
    ("parse", (b"x",), "text must be a str, not bytes"),
    ("normal_form", (b"x",), "uri must be a str, not bytes"),
    ("references_in", (b"x",), "text must be a str, not bytes"),
    ("explain", (5, URL), "reference must be a str, not int"),
    ("unescape", (b"x",), "text must be a str, not bytes"),
    ("is_same_document", (None,), "reference must be a str, not NoneType"),
    ("is_same_document", (b"#s",), "reference must be a str, not bytes"),
    ("unwrap", (b"x",), "typed must be a str, not bytes"),
    ("join", (5, "x"), "base must be a str, not int"),
]


@pytest.mark.parametrize(("name", "given", "message"), POSITIONAL)
def test_a_position_is_refused_by_its_name(name: str, given: tuple[Any, ...], message: str) -> None:
    with pytest.raises(TypeError) as refused:
        getattr(absolutize, name)(*given)
    assert str(refused.value) == message


METHODS: list[tuple[str, tuple[Any, ...], str]] = [  # of rule sets and their grammars
    ("resolver", (5,), "base must be a str, not int"),
    ("resolver", (b"http://a/",), "base must be a str, not bytes"),
    ("is_absolute", (5,), "uri must be a str, not int"),
    ("is_absolute", (b"http://a/",), "uri must be a str, not bytes"),
    ("scheme_of", (None,), "uri must be a str, not NoneType"),
    ("accepts", (None,), "reference must be a str, not NoneType"),
    ("accepts", (b"",), "reference must be a str, not bytes"),
    ("matches", (5, "x"), "production must be a str, not int"),
    ("matches", ("scheme", 5), "text must be a str, not int"),
    ("matches", ("scheme", b"http"), "text must be a str, not bytes"),
    ("refusal", (5,), "text must be a str, not int"),
    ("refusal", (b"x",), "text must be a str, not bytes"),
    ("refusal", ("x", 5), "production must be a str, not int"),
    ("grammar.matches", ("scheme", None), "text must be a str, not NoneType"),
    ("grammar.refusal", (["x"],), "text must be a str, not list"),
    ("grammar.rule", (5,), "production must be a str, not int"),
    ("grammar.__contains__", (5,), "production must be a str, not int"),
]


@pytest.mark.parametrize(("name", "given", "message"), METHODS)
@pytest.mark.parametrize("rules", absolutize.RULE_SETS)
def test_a_method_of_a_rule_set_refuses_what_is_no_text(
    rules: str, name: str, given: tuple[Any, ...], message: str
) -> None:
    rule_set = absolutize.RULE_SETS[rules]
    needs_grammar = name.startswith(("grammar", "matches", "refusal"))
    if needs_grammar and rule_set.read_grammar is None:
        pytest.skip("the URL Standard has no grammar")
    with pytest.raises(TypeError) as refused:
        operator.attrgetter(name)(rule_set)(*given)
    assert str(refused.value) == message


def test_a_switch_is_true_or_false() -> None:
    with pytest.raises(TypeError) as refused:
        absolutize.resolve("x", URL, request="no")  # type: ignore[arg-type]
    assert str(refused.value) == "request must be a bool, not str"


CHOICES: list[tuple[str, tuple[str, ...]]] = [
    ("resolve", ("same_scheme", "overflow", "partial_form", "slash_run")),
    ("explain", ("same_scheme", "overflow", "partial_form", "slash_run")),
    ("relativize", ("same_scheme", "overflow", "partial_form", "slash_run")),
    ("parse", ("reading",)),
    ("escape", ("component",)),
]


@pytest.mark.parametrize("value", [5, True, None, {}], ids=repr)
@pytest.mark.rows(("name", "option"), [(name, option) for name, options in CHOICES for option in options])
def test_a_choice_of_another_type_is_refused_as_other_arguments_are(
    name: str, option: str, value: Any
) -> None:
    function = getattr(absolutize, name)
    with pytest.raises(TypeError) as refused:
        function(**good(function), **{option: value})
    assert str(refused.value) == f"{option} must be a str, not {type(value).__name__}"


UNEXPECTED = [
    ("resolve", "overflw", "; did you mean 'overflow'?"),
    ("resolve", "rule", "; did you mean 'rules'?"),
    ("explain", "same_schema", "; did you mean 'same_scheme'?"),
    ("relativize", "rule_set", "; did you mean 'rules'?"),
    ("parse", "readings", "; did you mean 'reading'?"),
    ("escape", "components", "; did you mean 'component'?"),
    ("unescape", "encodings", "; did you mean 'encoding'?"),
    ("cautions", "bases", "; did you mean 'base'?"),
    ("join", "references", "; did you mean 'reference'?"),
    *((name, "frobnicate", "") for name in FUNCTIONS),
]


@pytest.mark.rows(("name", "option", "hint"), UNEXPECTED)
def test_an_option_that_there_is_not_is_refused(name: str, option: str, hint: str) -> None:
    function = getattr(absolutize, name)
    with pytest.raises(TypeError) as refused:
        function(**good(function), **{option: 1})
    assert str(refused.value) == f"{name}() got an unexpected keyword argument {option!r}{hint}"


LONG = "x" * 10_000
WITH_LONG_TEXTS: dict[str, Callable[[], Any]] = {
    "rules": lambda: absolutize.resolve("x", URL, rules=LONG),
    "a choice": lambda: absolutize.rewrite(b"", overflow=LONG),  # type: ignore[arg-type]
    "a component": lambda: absolutize.escape("x", component=LONG),  # type: ignore[arg-type]
    "a policy": lambda: absolutize.canonical_url(URL, LONG),
    "a preset": lambda: absolutize.rewrite(b"", presets=[LONG]),
    "an attribute": lambda: absolutize.rewrite(b"", attributes=[LONG]),
    "a syntax": lambda: absolutize.rewrite(b"", attributes=[f"a[b]={LONG}"]),
    "a source": lambda: absolutize.rewrite(b"", url_from=[LONG]),
    "a code": lambda: absolutize.check(b"", select=[LONG]),
    "an option": lambda: absolutize.rewrite(b"", **{LONG: 1}),  # type: ignore[call-overload]
    "a URL": lambda: absolutize.rewrite(b"", LONG),
    "a base": lambda: absolutize.resolve("x", LONG),
    "a base of the Web": lambda: absolutize.resolve("x", LONG, rules="whatwg"),
    "a base in a request": lambda: absolutize.resolve("", LONG, request=True),
    "a base without levels": lambda: absolutize.resolve("x", f"tel:{LONG}"),
    "a context": lambda: absolutize.resolve("x", LONG, rules="rfc1630"),
    "a context without such a level": lambda: absolutize.resolve("///x", f"a:{LONG}", rules="rfc1630"),
    "a reference": lambda: absolutize.join(URL, f"http://[{LONG}"),
}


@pytest.mark.rows("name", WITH_LONG_TEXTS)
def test_a_message_shows_the_beginning_of_a_long_text(name: str) -> None:
    with pytest.raises((TypeError, ValueError), match=r"x\.\.\.") as refused:
        WITH_LONG_TEXTS[name]()
    assert len(str(refused.value)) < 500


WITHOUT_EXTRAS = {  # programs, each with the module that is not installed, and the message
    "import absolutize.scrapy": (
        "parsel",
        "absolutize.scrapy needs parsel: pip install 'absolutize[scrapy]'",
    ),
    "import absolutize.spark.job": (
        "fsspec",
        "absolutize.spark.job needs fsspec: pip install 'absolutize[spark]'",
    ),
    **{
        f"from absolutize import arrow; list(arrow.{call})": (
            "pyarrow",
            "absolutize.arrow needs pyarrow: pip install 'absolutize[arrow]'",
        )
        for call in (
            "links([])",
            "schema([])",
            "parquet([], [])",
            "archive_batches([])",
            "read_documents([])",
        )
    },
}


@pytest.mark.rows("program", WITHOUT_EXTRAS)
def test_what_needs_an_extra_says_which(program: str) -> None:
    missing, message = WITHOUT_EXTRAS[program]
    command = [sys.executable, "-c", f"import sys; sys.modules[{missing!r}] = None; {program}"]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ran.stderr.splitlines()[-1] == f"ModuleNotFoundError: {message}"


@pytest.mark.rows("name", FUNCTIONS)
def test_a_checked_function_is_itself_to_others(name: str) -> None:
    function = getattr(absolutize, name)
    assert function.__name__ == name
    assert function.__doc__
    assert pickle.loads(pickle.dumps(function)) is function  # noqa: S301
    with pytest.raises(TypeError, match=rf"^{name}\(\) missing"):
        function()


def test_too_many_arguments_are_counted_by_python() -> None:
    with pytest.raises(TypeError, match=r"^resolve\(\) takes 2 positional arguments but 8 were given$"):
        absolutize.resolve(*[URL] * 8)  # type: ignore[call-arg]


@pytest.mark.parametrize("given", [(), ("http", "h", "/"), ("http", "h", "/", None, None, None)], ids=len)
def test_another_number_of_components_is_refused(given: Any) -> None:
    with pytest.raises(ValueError, match=f"^reference must have 5 components, not {len(given)}$"):
        absolutize.recompose(given)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (("http", None, 5, None, None), "path must be a str, not int"),
        (("http", None, None, None, None), "path must be a str, not NoneType"),
        ((b"http", None, "", None, None), "scheme must be a str, not bytes"),
        ((None, 5, "", None, None), "authority must be a str, not int"),
        ((None, None, "", 5, None), "query must be a str, not int"),
        ((None, None, "", None, 5), "fragment must be a str, not int"),
    ],
)
def test_a_component_that_is_no_text_is_refused(given: Any, message: str) -> None:
    with pytest.raises(TypeError, match=f"^reference: {message}$"):
        absolutize.recompose(given)


@pytest.mark.rows("rules", absolutize.RULE_SETS)
def test_a_reading_that_is_none_is_refused(rules: str) -> None:
    with pytest.raises(ValueError, match=r"^reading must be one of printed, intended, not 'bogus'$"):
        absolutize.parse("a", rules=rules, reading="bogus")  # type: ignore[arg-type]


def test_a_plain_tuple_is_recomposed() -> None:
    assert absolutize.recompose((None, "h", "/", None, None)) == "//h/"


REFUSED: list[tuple[str, tuple[str, ...], dict[str, Any], str]] = [
    (
        "escape",
        ("a\u65e5",),
        {"rules": "rfc1630"},
        "text[1]: '\u65e5' is not in iso-8859-1, the encoding of rfc1630",
    ),
    ("escape", ("\u65e5",), {"encoding": "ascii"}, "text[0]: '\u65e5' is not in ascii, the encoding given"),
    ("escape", ("\ud800",), {}, "text[0]: '\\ud800' is not in utf-8, the encoding of rfc2396bis-00"),
    ("unescape", ("%e9",), {}, "text[0]: '%e9' is no character in utf-8, the encoding of rfc2396bis-00"),
    ("unescape", ("a%41%FF",), {}, "text[4]: '%FF' is no character in utf-8, the encoding of rfc2396bis-00"),
    (
        "unescape",
        ("%81",),
        {"encoding": "cp1252"},
        "text[0]: '%81' is no character in cp1252, the encoding given",
    ),
    ("escape", ("a",), {"encoding": "nonsense"}, "encoding 'nonsense': Python has none of that name"),
    ("unescape", ("a",), {"encoding": "hex"}, "encoding 'hex': not an encoding of text"),
    *(
        (name, ("a",), {"encoding": encoding}, f"encoding {shown!r}: Python has none of that name")
        for name in ("escape", "unescape")
        for encoding, shown in (("\ud800", "\ud800"), ("\0", "\0"), ("x" * 101, "x" * 100 + "..."))
    ),
    ("escape", ("a",), {"encoding": "IDNA"}, "encoding 'IDNA': not an encoding of text"),
    ("unescape", ("a",), {"encoding": "idna"}, "encoding 'idna': not an encoding of text"),
    ("escape", ("a",), {"encoding": "undefined"}, "encoding 'undefined': not an encoding of text"),
    (
        "escape",
        ("ab/\u65e5\u20ac",),
        {"encoding": "ascii"},
        "text[3]: '\u65e5' is not in ascii, the encoding given",
    ),
    (
        "escape",
        ("a/\xa5b",),
        {"encoding": "shift_jis"},
        "text[1:3] cannot be decoded unchanged from shift_jis, the encoding given",
    ),
    (
        "escape",
        ("a&b", "userinfo"),
        {"rules": "rfc1630"},
        "text[1]: '&' can be in no userinfo of rfc1630, which has no escapes",
    ),
    (
        "escape",
        ("a%", "userinfo"),
        {"rules": "rfc1630"},
        "text[1]: '%' can be in no userinfo of rfc1630, which has no escapes",
    ),
]


@pytest.mark.parametrize(("name", "given", "options", "message"), REFUSED)
def test_a_character_that_an_encoding_lacks_is_refused(
    name: str, given: Any, options: Any, message: str
) -> None:
    with pytest.raises(ValueError) as refused:  # noqa: PT011 -- the whole message is compared
        getattr(absolutize, name)(*given, **options)
    assert (type(refused.value), str(refused.value)) == (ValueError, message)


def test_what_is_there_and_cannot_be_imported_says_why() -> None:
    with pytest.raises(ImportError) as refused, of_extra("scrapy", "absolutize.scrapy"):
        from re import no_such_name  # type: ignore[attr-defined]  # noqa: F401
    assert str(refused.value).startswith("cannot import name 'no_such_name' from 're'")
