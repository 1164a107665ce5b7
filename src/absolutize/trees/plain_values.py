"""Attributes of trees that are one plain URL, decided by the same table as plain values of bytes.

They are most of all: a match and a look-up instead of a plan. It does not write them, and does not know which
library built the tree. Used by `trees.rewriter`.
"""

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from absolutize.engine.plain import PLAIN_TEXT, PrefixTable
from absolutize.html.link_table.index import Rows
from absolutize.options import Policies
from absolutize.patterns import compiled
from absolutize.trees.protocol import Candidate, Tree
from absolutize.trees.survey import Survey
from absolutize.trees.values import WITH_TEXT


class PlainEdit(NamedTuple):
    """What is to be set: an attribute of an element, by its key."""

    element: Any
    key: Any
    value: str


class PlainValues:
    """Takes the attributes that are plain, and collects the edits of them."""

    def __init__(self, rows: Rows, answers: PrefixTable, policies: Policies) -> None:
        self.edits: list[PlainEdit] = []
        self._syntaxes, self._prefixes = _syntaxes_of(rows), _TextPrefixes(answers)
        self._last_kept = _FRAGMENT if policies.keeps_fragments else _ABSOLUTE
        self._passed = _WITHOUT_RELATIVE if policies.keeps_fragments and policies.guarded else {}

    def rest_of(self, survey: Survey) -> list[Candidate]:
        """Take what is plain in a tree; list the candidates that have anything else."""
        rest: list[Candidate] = []
        enclosed, takes = survey.enclosed, self._takes
        for candidate in survey.candidates:
            node, kind, linked = candidate
            is_html = kind.may_be_html and not (enclosed and id(node) in enclosed)
            name = kind.name if is_html else _FOREIGN
            left = [each for each in linked if not takes(node, name, each)]
            if left or (
                kind.name in WITH_TEXT and not (name == "style" and self._is_passed(survey.tree, node))
            ):
                rest.append(_new(Candidate, (node, kind, left)))
        return rest

    def _takes(self, node: Any, name: str, linked: tuple[Any, str, str]) -> bool:  # noqa: ANN401
        """Whether an attribute is decided here; one that stays as it is makes no edit."""
        key, attribute, value = linked
        syntax = self._syntaxes[name, attribute]
        if syntax not in _URLS:
            return syntax == _NONE or (syntax in self._passed and self._passed[syntax](value) is not None)
        match = PLAIN_TEXT.fullmatch(value)
        group = 0 if match is None else match.lastindex or 0
        if match is None or group >= _ABSOLUTE:
            return _ABSOLUTE <= group <= self._last_kept
        if syntax != "url":
            return False
        dropped, prefix = self._prefixes[match[group]]
        self.edits.append(_new(PlainEdit, (node, key, prefix + value[dropped:])))
        return True

    def _is_passed(self, tree: Tree, style: Any) -> bool:  # noqa: ANN401
        """Whether a style sheet has no reference that could change."""
        text = tree.text(style) if "stylesheet" in self._passed else None
        return text is not None and self._passed["stylesheet"](text) is not None


# Values with no reference but absolute ones, which a browser reads alike from anywhere. In CSS all of them
# are in functions or behind @import, of which some may be spelled with escapes
_ITSELF = r"(?:https?://[A-Za-z0-9]|data:)"
_FUNCTION = r"\((?<=[Rr][LlCc]\()"  # url(, src(
_IN_CSS = rf"[^(@\\]++|(?!{_FUNCTION})\((?<![Ee][Tt]\()|{_FUNCTION}[ \t\n\r\f]*+[\"']?+{_ITSELF}"
_CANDIDATE = r"https?://[A-Za-z0-9][!-+\--~]*+(?:[ ]++[0-9.]++[wx])?+"
_WITHOUT_RELATIVE: Mapping[str, Callable[[str], object]] = {
    "declarations": compiled(rf"(?:{_IN_CSS})*+").fullmatch,
    "stylesheet": compiled(rf"(?:{_IN_CSS}|@(?![Ii\\]))*+").fullmatch,
    "srcset": compiled(rf"\s*+(?:{_CANDIDATE}(?:,\s++|\s*+\Z))++").fullmatch,
}
_ABSOLUTE, _FRAGMENT = 3, 4  # groups of `PLAIN_TEXT`
_FOREIGN = "#foreign"  # any element in svg or math
_NONE, _URL_SOMEWHERE = "none", "url somewhere"
_URLS = frozenset({"url", _URL_SOMEWHERE})
_new = tuple.__new__  # quicker than a constructor, for each of many values


class _TextPrefixes(dict[str, tuple[int, str]]):
    """The answers for plain values in text: how much of the value gives way to which prefix."""

    def __init__(self, answers: PrefixTable) -> None:
        super().__init__()
        self._answers = answers

    def __missing__(self, beginning: str) -> tuple[int, str]:
        dropped, prefix = self._answers[beginning.encode("ascii")]
        self[beginning] = dropped, prefix.decode("ascii")
        return self[beginning]


class _Syntaxes(dict[tuple[str, str], str]):
    """The syntax that an attribute of an element always has, resolved against the document's base.

    There is none where no row has it; "" is any that only the general way can read.
    """

    def __init__(self, rows: Rows) -> None:
        super().__init__()
        self._rows = rows

    def __missing__(self, place: tuple[str, str]) -> str:
        syntax = self._syntax(*place)
        if len(self) < _MANY:
            self[place] = syntax
        return syntax

    def _syntax(self, element: str, attribute: str) -> str:
        if element == _FOREIGN:
            syntaxes = {row.syntax for row in self._rows.named(attribute)}
            one = syntaxes.pop() if len(syntaxes) == 1 else ""
            return {"url": _URL_SOMEWHERE, "declarations": one}.get(one, "")
        rows = self._rows.of(element, attribute)
        if not rows:
            return _NONE
        if rows[0].when or rows[0].against or ":" in attribute:  # a name that lxml may refuse to set
            return ""
        return rows[0].syntax


_MANY = 4096
_syntaxes_of = lru_cache(maxsize=64)(_Syntaxes)
