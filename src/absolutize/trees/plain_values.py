"""Values of trees that are decided quickly: base-independent ones, and those that are one plain URL.

Most values are such: the former are not even listed, the latter take a match, and a look-up in the same table
as plain values of bytes. This module does not write them, and does not know which library built the tree.
Used by `trees.rewriter`, `trees.survey` and `trees.values`.
"""

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from absolutize.answer_cache import AnswerCache
from absolutize.engine.plain import PrefixTable
from absolutize.html.grammar.base_independent import BASE_INDEPENDENT, OPAQUE_SCHEMES
from absolutize.html.grammar.namespaces import HTML, SVG
from absolutize.html.grammar.productions import one_of
from absolutize.html.link_table.index import Rows
from absolutize.html.link_table.rows import COMMENT_ELEMENT, LINKS, Row
from absolutize.options import Policies
from absolutize.patterns import compile_regex
from absolutize.trees.protocol import CandidateNode, Conditional, Tree, ValueTest

WITH_TEXT = frozenset(row.element_name for row in LINKS if not row.attribute)


class PlainEdit(NamedTuple):
    """A new value for an attribute, which is given by its element and its key."""

    element: Any
    key: Any
    value: str


_ABSOLUTE, _FRAGMENT = 3, 4  # groups of `PlainPatterns.text`
_FOREIGN = "#foreign"  # any element in svg or math
_NONE, _URL_SOMEWHERE = "none", "url somewhere"
_URLS = frozenset({"url", _URL_SOMEWHERE})
# The attributes without references that most elements in conditional comments have, each behind white space.
# No value that is passed has a "<": what looks like an attribute may be text
WITHOUT_REFERENCE = (
    *("alt", "async", "charset", "class", "defer", "height", "id", "lang", "media", "name", "rel", "role"),
    *("target", "title", "width"),
)

_URL, _OTHER = rf"{BASE_INDEPENDENT}[^ \t\n\f\r\"'<>]*+", "[^ \t\n\f\r\"'<>]++"
_PASSED = (  # names, a value in quotes, and one without
    (("href", "src"), _URL, _URL),
    (WITHOUT_REFERENCE, "[^\"'<>]*+", _OTHER),
    (("style",), r"[^\"'<>(@\\]*+", "(?!)"),
    (("type",), "text/(?:css|javascript)", "text/(?:css|javascript)"),
)
_ATTRIBUTE = "|".join(
    rf"{one_of(f'{name}=' for name in names)}(?:\"{quoted}\"|'{quoted}'|{unquoted}(?=[ \t\n\f\r>]))"
    for names, quoted, unquoted in _PASSED
)
# a comment without BASE, and without CSS or scripts that could refer to anything
_COMMENT = compile_regex(
    rf"(?:[ \t\n\f\r](?:{_ATTRIBUTE})?+|<(?!(?ai:base))|[^ \t\n\f\r<=(@\\]++|\((?<![LlCcTt]\())*+"
).fullmatch


class PlainValues:
    """Finds the attributes that are plain, and decides what becomes of them."""

    def __init__(self, rows: Rows, prefixes: PrefixTable, policies: Policies) -> None:
        self._syntaxes, self._prefixes = _syntaxes_of(rows), _TextPrefixes(prefixes)
        self._match = prefixes.patterns.text.fullmatch
        self._last_kept = _FRAGMENT if policies.keeps_fragments else _ABSOLUTE
        self._keeps_absolute = policies.keeps_absolute
        self._skips_comments = self._keeps_absolute and not policies.extra_rows

    def divide(
        self, tree: Tree, candidates: Iterable[CandidateNode]
    ) -> tuple[list[PlainEdit], list[CandidateNode]]:
        """List the edits of plain values of a tree, and the candidates that have any other value."""
        edits, rest = list[PlainEdit](), list[CandidateNode]()
        syntaxes, prefixes, plain = self._syntaxes, self._prefixes, self._match
        for node, kind, linked in candidates:
            if kind.name == COMMENT_ELEMENT and self._skips_comments and _COMMENT(tree.text(node) or ""):
                continue
            name = kind.name if kind.is_known_html else _FOREIGN
            left = []
            for each in linked:
                key, attribute, value = each
                syntax = syntaxes[name, attribute]
                match = plain(value) if syntax == "url" else None
                group = 0 if match is None else match.lastindex or 0
                if match is not None and group < _ABSOLUTE:
                    dropped, prefix = prefixes[match[group]]
                    edits.append(_new(PlainEdit, (node, key, prefix + value[dropped:])))
                elif not (syntax == _NONE or self._stays(syntax, value)):
                    left.append(each)
            if left or (kind.name in WITH_TEXT and not (name == "style" and self._is_passed(tree, node))):
                rest.append(_new(CandidateNode, (node, kind, left)))
        return edits, rest

    def target(self, reference: str) -> str | None:
        """Give the target of a plain relative reference, ``None`` for any other."""
        match = self._match(reference)
        group = _ABSOLUTE if match is None else match.lastindex or 0
        if match is None or group >= _ABSOLUTE:
            return None
        dropped, prefix = self._prefixes[match[group]]
        return prefix + reference[dropped:]

    def _stays(self, syntax: str, value: str) -> bool:
        """Whether a value is a plain reference that stays as it is."""
        match = self._match(value) if syntax in _URLS else None
        group = 0 if match is None else match.lastindex or 0
        return _ABSOLUTE <= group <= self._last_kept

    def _is_passed(self, tree: Tree, style: Any) -> bool:  # noqa: ANN401
        """Whether a style sheet has no reference that could change."""
        text = tree.text(style) if self._keeps_absolute else None
        return text is not None and _has_no_relative(text)


_new = tuple.__new__  # quicker than a constructor, for each of many values


class _TextPrefixes(dict[str, tuple[int, str]]):
    """The answers for plain values in text: how much of a value a prefix replaces, and the prefix."""

    def __init__(self, prefixes: PrefixTable) -> None:
        super().__init__()
        self._prefixes = prefixes

    def __missing__(self, beginning: str) -> tuple[int, str]:
        dropped, _, prefix = self._prefixes[beginning.encode("ascii")]
        self[beginning] = dropped, prefix
        return self[beginning]


_MANY = 4096


@lru_cache(maxsize=64)
def _syntaxes_of(rows: Rows) -> AnswerCache[tuple[str, str], str]:
    """Look up the syntax that an attribute of an element always has, resolved against the document's base.

    It is "none" if no row has the attribute, and "" if only the general way can read it.
    """

    def syntax(place: tuple[str, str]) -> str:
        element, attribute = place
        if element == _FOREIGN:
            syntaxes = {row.syntax for row in rows.of_attribute(attribute)}
            return _URL_SOMEWHERE if syntaxes == {"url"} else ""
        place_rows = rows.of(element, attribute)
        if not place_rows:
            return _NONE
        first = place_rows[0]
        is_special = first.when or first.against or ":" in attribute  # a name that lxml may refuse to set
        return "" if is_special else first.syntax

    return AnswerCache(syntax, _MANY)


NO_VALUE_IS_INDEPENDENT = ValueTest(lambda _value, _argument: False, None)  # if nothing is known of a value


# Values with no reference but absolute ones and fragments, which browsers read alike under any base, and in
# any encoding: a URL of http beyond ASCII may have a query. In CSS, all references are in functions or behind
# @import, whose names may be spelled with escapes
_NOT_HTTP = one_of(("#", *(f"{scheme}:" for scheme in OPAQUE_SCHEMES)))
_FUNCTION = r"\((?<=[Rr][LlCc]\()"  # url(, src(
_IMAGE_SET = r"\((?<=[Ee][Tt]\()(?<![Ii][Nn][Ss][Ee][Tt]\()"  # image-set(; inset( is frequent
_SPELLING = r"\\(?:0{0,4}+[4-7]|[ILMRTilmrt])"
_HTTP_IN_CSS = r"(?ai:https?)://[!#-&*-\[\]-~]*+"
_INDEPENDENT = (
    rf"[ \t\n\r\f]*+(?:[\"']?+{_NOT_HTTP}"
    rf"|\"{_HTTP_IN_CSS}\"|'{_HTTP_IN_CSS}'|{_HTTP_IN_CSS}[ \t\n\r\f]*+(?:\)|\Z))"
)
_IN_CSS = rf"[^(@\\]++|(?!{_FUNCTION}|{_IMAGE_SET})\(|{_FUNCTION}{_INDEPENDENT}|(?!{_SPELLING})\\"
_CANDIDATE = r"https?://[A-Za-z0-9][!-+\--~]*+(?:[ ]++[0-9.]++[wx])?+"
# Signs of any other reference: each begins with a character that is found quickly
_SIGNS_OF_RELATIVE = tuple(
    map(compile_regex, (rf"(?:{_FUNCTION}(?!{_INDEPENDENT})|{_IMAGE_SET})", r"@[Ii\\]", _SPELLING))
)


def _has_no_relative(style_sheet: str) -> bool:
    """Whether a style sheet visibly has no reference that depends on a base."""
    return not any(sign.search(style_sheet) for sign in _SIGNS_OF_RELATIVE)


_FROM_START = 0
_TESTS: Mapping[str, ValueTest] = {
    "url": ValueTest(compile_regex(rf"{_NOT_HTTP}|https?://[\x00-\x7f]*+\Z").match, _FROM_START),
    "declarations": ValueTest(compile_regex(rf"(?:{_IN_CSS})*+").fullmatch, _FROM_START),
    "srcset": ValueTest(compile_regex(rf"\s*+(?:{_CANDIDATE}(?:,\s++|\s*+\Z))++").fullmatch, _FROM_START),
}
# ... in an attribute in which the tree's serialiser would escape white space that a browser removes
_WITHOUT_WHITE_SPACE: Mapping[str, ValueTest] = {
    **_TESTS,
    "url": ValueTest(compile_regex(rf"{_NOT_HTTP}[^\x00-\x20]*+|https?://[!-\x7f]*+").fullmatch, _FROM_START),
}

LONGEST_ANSWER = 200


class _TestsByAnswers(dict[tuple[str, ...], ValueTest | None]):
    """The tests for an attribute whose rows all have conditions, by the values of ``asked`` attributes."""

    def __init__(self, rows: Sequence[Row], test: Callable[[Iterable[Row]], ValueTest]) -> None:
        super().__init__()
        self._rows, self._test = rows, test
        self.asked = tuple(dict.fromkeys(row.when.attribute for row in rows if row.when))

    def __missing__(self, answers: tuple[str, ...]) -> ValueTest | None:
        """Ask the rows; long values are not remembered: no condition asks for them."""
        values = dict(zip(self.asked, answers, strict=True))
        met = [row for row in self._rows if row.when and row.when.is_met(values[row.when.attribute])]
        test = self._test(met) if met else None
        if len(self) < _MANY and sum(map(len, answers)) < LONGEST_ANSWER:
            self[answers] = test
        return test


class IndependentValues:
    """Gives the tests by which values are known to stay, for attributes of elements in any namespace."""

    def __init__(self, rows: Rows, escaped_attributes: frozenset[str]) -> None:
        self._rows, self._escaped = rows, escaped_attributes
        self._choices = AnswerCache(self._choices_of, _MANY)

    def test(self, rows: Iterable[Row]) -> ValueTest:
        """Give the test for the value of an attribute with these rows."""
        places = {(row.syntax, row.attribute in self._escaped) for row in rows}
        syntax, is_escaped = places.pop() if len(places) == 1 else ("", False)
        known = (_WITHOUT_WHITE_SPACE if is_escaped else _TESTS).get(syntax)
        return known or NO_VALUE_IS_INDEPENDENT

    def conditional(self, element: str, attribute: str, keys: Mapping[str, Hashable]) -> Conditional | None:
        """Give how a test is chosen, if all rows have conditions; ``keys`` are those of the attributes."""
        choices = self._choices[element, attribute]
        if choices is None:
            return None
        return Conditional(keys.get(attribute), attribute, tuple(map(keys.get, choices.asked)), choices)

    def _choices_of(self, place: tuple[str, str]) -> _TestsByAnswers | None:
        rows = possible_rows(self._rows, *place)
        is_conditional = rows and all(row.when for row in rows)
        return _TestsByAnswers(rows, self.test) if is_conditional else None


def possible_rows(rows: Rows, element: str, attribute: str) -> list[Row]:
    """List the rows that an attribute of an element may have, in HTML, SVG or any other namespace."""
    return list(dict.fromkeys(row for where in (HTML, SVG, "") for row in rows.of(element, attribute, where)))
