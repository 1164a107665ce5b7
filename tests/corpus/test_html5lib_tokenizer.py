"""The html5lib tokenizer cases, every initial state, start tags and attributes.

Each case is run twice: through the plain walker of `absolutize.html.grammar.start_tag`, and through a fast
scanner whose table has a row for every attribute name of the case. Few cases hold a tag, so all
are run again with one behind them, which only those see that left every other state in time;
there html5lib's own tokenizer says what is to be seen.
"""

from __future__ import annotations

import functools
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import html5lib._tokenizer
import pytest
from html5lib._inputstream import HTMLUnicodeInputStream
from html5lib.constants import tokenTypes

from absolutize.html.grammar import character_references, productions, start_tag
from absolutize.html.link_table.rows import Row
from absolutize.html.tokenizer.compiled_table import CompiledTable
from absolutize.html.tokenizer.scanner import _Scan

from .pages import absence, folder

DATA, RCDATA, RAWTEXT = "Data state", "RCDATA state", "RAWTEXT state"
SCRIPT, PLAINTEXT, CDATA = "Script data state", "PLAINTEXT state", "CDATA section state"

# The element whose content is read in a state, where the case names no last start tag.
ELEMENTS = {RCDATA: "title", RAWTEXT: "style", SCRIPT: "script", PLAINTEXT: "plaintext"}

HTML5LIB_STATES = {
    DATA: "dataState",
    RCDATA: "rcdataState",
    RAWTEXT: "rawtextState",
    SCRIPT: "scriptDataState",
    PLAINTEXT: "plaintextState",
    CDATA: "cdataSectionState",
}
PROBE = b"<probe href=x>"

# What the corpus holds at least. Fewer would mean that cases are lost on the way.
RUNS, TAGS, ATTRIBUTES = 7036, 491, 429

# Runs that differ, id -> reason. A listed one that passes fails the run.
XMP_SCRIPT = "script data that ends at </xmp>: only an artificial last start tag brings that about"
WALKER_EXCEPTIONS = {
    "domjs 27 Script data state": XMP_SCRIPT,
    "domjs 27 Script data state, probed": XMP_SCRIPT,
}
SCANNER_EXCEPTIONS = {
    "test1 67 Data state, probed": "behind <plaintext> all is text: the tree builder's switch",
}


class Tag(NamedTuple):
    """A tag token: its name, its attributes in order, its self-closing flag, which end it is."""

    name: str
    attributes: tuple[tuple[str, str], ...] = ()
    self_closing: bool = False
    is_end: bool = False


class Run(NamedTuple):
    """One case in one initial state."""

    id: str
    data: bytes
    state: str
    last_start_tag: str
    expected: tuple[Tag, ...]


def files() -> list[Path]:
    """The files of tokenizer cases; none where the corpus is absent."""
    return sorted((folder() / "html5lib" / "tokenizer").glob("*.test"))


@functools.cache
def runs(path: Path) -> tuple[Run, ...]:
    """The runs of one file: each case in each of its initial states."""
    kinds = json.loads(path.read_text(encoding="utf-8")).values()
    cases = [case for cases in kinds for case in cases]
    return tuple(run for number, case in enumerate(cases) for run in _runs(path.stem, number, case))


def _runs(name: str, number: int, case: Mapping[str, Any]) -> Iterator[Run]:
    """One case as a run for each initial state."""
    unescape = _unescaped if case.get("doubleEscaped") else str
    data = unescape(case["input"]).encode("utf-8", "surrogatepass")
    expected = tuple(_tag(token, unescape) for token in case["output"] if token[0].endswith("Tag"))
    for state in case.get("initialStates", [DATA]):
        last = case.get("lastStartTag", ELEMENTS.get(state, ""))
        yield Run(f"{name} {number} {state}", data, state, last, expected)


def _unescaped(text: str) -> str:
    """Undo the second escaping, which is of JSON's kind alone."""
    return re.sub(r"\\u([0-9A-Fa-f]{4})", lambda match: chr(int(match[1], 16)), text)


def _tag(token: list[Any], unescape: Callable[[str], str]) -> Tag:
    """A tag token of an expected output: kind, name, and of a start tag attributes and a flag."""
    if token[0] == "EndTag":
        return Tag(unescape(token[1]), is_end=True)
    attributes = tuple((unescape(name), unescape(value)) for name, value in token[2].items())
    return Tag(unescape(token[1]), attributes, token[3:] == [True])


def probed(run: Run) -> Run:
    """The same with a start tag behind the input, as html5lib's tokenizer reads it."""
    data = run.data + PROBE
    return run._replace(id=f"{run.id}, probed", data=data, expected=tuple(_tokenized(run, data)))


def _tokenized(run: Run, data: bytes) -> Iterator[Tag]:
    """The tags that html5lib's tokenizer finds, from the initial state of the run."""
    tokenizer = html5lib._tokenizer.HTMLTokenizer("")
    tokenizer.stream = HTMLUnicodeInputStream(data.decode("utf-8", "surrogatepass"))
    tokenizer.state = getattr(tokenizer, HTML5LIB_STATES[run.state])
    tokenizer.currentToken = {"type": tokenTypes["StartTag"], "name": run.last_start_tag}
    tokens: Iterable[Any] = tokenizer
    for token in tokens:
        if token["type"] == tokenTypes["EndTag"]:
            yield Tag(token["name"], is_end=True)
        elif token["type"] == tokenTypes["StartTag"]:
            yield Tag(token["name"], tuple(token["data"].items()), token["selfClosing"])


# --- the walker ----------------------------------------------------------------------------


def walked(run: Run) -> tuple[Tag, ...]:
    """The tags that the plain walker sees; a start tag switches nothing."""
    return tuple(_walk(run.data, _behind_content(run)))


def _behind_content(run: Run) -> int:
    """Where the content of the initial state ends, and with it the state."""
    if run.state == DATA:
        return 0
    pattern = productions.CDATA_SECTION if run.state == CDATA else _content(run)
    opening = b"![CDATA[" if run.state == CDATA else b""
    match = re.match(pattern.encode(), opening + run.data)
    assert match is not None, f"{run.id}: the content pattern does not match"
    return match.end() - len(opening)


def _content(run: Run) -> str:
    """The content pattern of the state, for the element that the case names."""
    if run.state in (RCDATA, RAWTEXT):
        return productions.raw_text(run.last_start_tag)
    return productions.CONTENT[ELEMENTS[run.state]]


def _walk(data: bytes, position: int) -> Iterator[Tag]:
    """Go from tag to tag in data state."""
    while (match := start_tag.TAG.match(data, position)) is not None:
        position = match.end()
        if match[1] is not None:
            yield Tag(_name(match[1]), is_end=True)
            continue
        tag = start_tag.start_tag(data, position)
        if tag is None:
            return
        position = tag.stop
        attributes = tuple(_attribute(data, found) for found in start_tag.first_of_each(tag.attributes))
        yield Tag(_name(match[2]), attributes, tag.self_closing)


def _attribute(data: bytes, found: start_tag.Attribute) -> tuple[str, str]:
    """Name and value as the tokenizer has them."""
    return _name(found.name), _value(data[found.start : found.stop])


def _name(raw: bytes) -> str:
    """13.2.5.8, 13.2.5.33: ASCII letters in lower case, NUL as U+FFFD."""
    return raw.lower().decode("utf-8", "surrogatepass").replace("\0", "\ufffd")


def _value(raw: bytes) -> str:
    """A value decoded; line ends are normalised before the tokenizer sees them (13.2.3.5)."""
    text = raw.decode("utf-8", "surrogatepass")
    return character_references.decode_attribute(text.replace("\r\n", "\n").replace("\r", "\n"))


# --- the fast scanner ----------------------------------------------------------------------


def scanned(run: Run) -> tuple[Tag, ...]:
    """The start tags that the fast scanner sees, as far as they have attributes of the table."""
    opening = _opening(run)
    data = opening + run.data
    found: dict[int, list[tuple[str, str]]] = {}
    names: dict[int, str] = {}
    for link in _Scan(_table(_attribute_names(run)), data).run():
        value = _value(data[link.start : link.stop])
        found.setdefault(link.tag, []).append((_name(link.row.attribute.encode()), value))
        names[link.tag] = link.element.replace("\0", "\ufffd")
    return tuple(Tag(names[tag], tuple(found[tag])) for tag in found)


def _opening(run: Run) -> bytes:
    """What brings a tokenizer that starts in data state into the initial state of the run."""
    if run.state == CDATA:
        return b"<svg><![CDATA["
    return f"<{run.last_start_tag}>".encode() if run.state != DATA else b""


def _attribute_names(run: Run) -> frozenset[str]:
    """The ASCII names of the attributes as they are written; `link_table.rows.LINKS` has no others."""
    names = {name for tag in run.expected for name, _ in tag.attributes}
    if b"\0" in run.data:
        names = {name.replace("\ufffd", "\0") for name in names}
    return frozenset(name for name in names if name.isascii()) | {"href"}


@functools.cache
def _table(names: frozenset[str]) -> CompiledTable:
    """A table of attributes of these names on any element."""
    return CompiledTable(tuple(Row("*", name, "url", "test") for name in sorted(names)))


def with_rows(run: Run) -> tuple[Tag, ...]:
    """The expected start tags as far as a scanner with those rows reports them."""
    seen = {_name(name.encode()) for name in _attribute_names(run)}
    reported = (_with_names(tag, seen) for tag in run.expected)
    return tuple(tag for tag in reported if tag.attributes)


def _with_names(tag: Tag, names: set[str]) -> Tag:
    """A start tag with the attributes of these names alone, without its flag."""
    return Tag(tag.name, tuple((name, value) for name, value in tag.attributes if name in names))


# --- the tests -----------------------------------------------------------------------------


def differences(
    cases: Iterable[Run],
    seen: Callable[[Run], tuple[Tag, ...]],
    expected: Callable[[Run], tuple[Tag, ...]],
    exceptions: Mapping[str, str],
) -> Iterator[str]:
    """The runs that differ unlisted, or agree although listed."""
    for run in cases:
        agrees = seen(run) == expected(run)
        if agrees and run.id in exceptions:
            yield f"{run.id}: listed exception that passes ({exceptions[run.id]})"
        elif not agrees and run.id not in exceptions:
            yield f"{run.id}: {run.data!r}: saw {seen(run)}, expected {expected(run)}"


corpus = pytest.mark.skipif(absence() is not None, reason=str(absence()))
each_file = pytest.mark.parametrize(
    "path",
    [pytest.param(path, id=path.stem) for path in files()] or [pytest.param(None, marks=corpus)],
)


def settle(problems: Iterator[str]) -> None:
    """No problem, or all of them in one message."""
    found = list(problems)
    if found:
        pytest.fail(f"{len(found)} problem(s)\n" + "\n".join(found), pytrace=False)


@each_file
def test_walker(path: Path) -> None:
    """13.2.5: the walker finds the tags of the case, the attributes, the self-closing flags."""
    settle(differences(runs(path), walked, lambda run: run.expected, WALKER_EXCEPTIONS))


@each_file
def test_scanner(path: Path) -> None:
    """13.2.5: the fast scanner finds the elements, attribute names and values of the case."""
    settle(differences(runs(path), scanned, with_rows, SCANNER_EXCEPTIONS))


@each_file
def test_walker_behind_the_case(path: Path) -> None:
    """13.2.5: the walker leaves comments, raw text and CDATA where html5lib's tokenizer does."""
    cases = map(probed, runs(path))
    settle(differences(cases, walked, lambda run: run.expected, WALKER_EXCEPTIONS))


@each_file
def test_scanner_behind_the_case(path: Path) -> None:
    """13.2.5: the fast scanner leaves comments, raw text and CDATA where html5lib's tokenizer does."""
    cases = map(probed, runs(path))
    settle(differences(cases, scanned, with_rows, SCANNER_EXCEPTIONS))


@corpus
def test_every_case_is_run() -> None:
    """All cases, every initial state."""
    cases = [run for path in files() for run in runs(path)]
    tags_of = [tag for run in cases for tag in run.expected]
    assert len(cases) >= RUNS
    assert len(tags_of) >= TAGS
    assert sum(len(tag.attributes) for tag in tags_of) >= ATTRIBUTES


@corpus
def test_exceptions_name_runs() -> None:
    """A table of exceptions holds only runs that exist."""
    ids = {run.id for path in files() for run in runs(path)}
    named = {name.removesuffix(", probed") for name in WALKER_EXCEPTIONS | SCANNER_EXCEPTIONS}
    strangers = named - ids
    assert not strangers, f"no such runs: {sorted(strangers)}"
