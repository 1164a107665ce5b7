"""The values of a tree that hold references: attributes, text of elements, conditional comments.

It does not know which library built the tree, nor what is decided on a reference. Used by `scrapy`,
`trees.context`, `trees.references` and `trees.rewriter`.
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import chain, takewhile
from typing import Any, NamedTuple

from absolutize.answer_cache import AnswerCache
from absolutize.html.document.conditional_comments import IEVersions, ie_versions
from absolutize.html.grammar import character_references, productions
from absolutize.html.grammar.namespaces import HTML
from absolutize.html.link_table.index import Rows
from absolutize.html.link_table.kinds import ELEMENTS_WITH_REL, words
from absolutize.html.link_table.rows import COMMENT_ELEMENT, LINKS, Row
from absolutize.html.values.syntaxes import SYNTAXES
from absolutize.patterns import compile_regex
from absolutize.trees.plain_values import WITH_TEXT, IndependentValues
from absolutize.trees.protocol import CandidateNode, Kind, Tree
from absolutize.trees.survey import Survey, TreeNames


class TreeValue(NamedTuple):
    """A value of a tree that can carry references, and the row that says so.

    ``key`` is the attribute's, ``None`` for the text of an element or a comment; ``before`` and ``after`` are
    the text around the value. ``codebase`` and ``rel`` are those attributes of its element. A text that
    ``is_broken`` is in several nodes, or among elements.
    """

    element: Any
    name: str
    key: Any
    row: Row
    value: str
    codebase: str | None = None
    before: str = ""
    after: str = ""
    rel: str = ""
    is_broken: bool = False

    @property
    def ie_versions(self) -> IEVersions | None:
        """The versions of Internet Explorer that read a conditional comment; ``None`` for other values."""
        return ie_versions(self.before) if self.row.is_comment else None

    def write(self, tree: Tree, value: str) -> None:
        """Set the value; `ValueError` if the tree cannot hold it."""
        if self.row.attribute:
            tree.write(self.element, self.key, value)
        elif self.before or self.after:
            tree.write_text(self.element, f"{self.before}{value}{self.after}")
        else:  # a large style sheet is not copied
            tree.write_text(self.element, value)


@lru_cache(maxsize=64)
def rows_with(extra_rows: tuple[Row, ...]) -> Rows:
    """Index the rows of `LINKS`, with ``extra_rows`` in front of them."""
    return Rows((*extra_rows, *LINKS))


def survey_of(tree: Tree, extra_rows: tuple[Row, ...] = (), *, relative_only: bool = False) -> Survey:
    """Find what may hold references in a tree; ``relative_only``: without base-independent values."""
    names = _names_of(type(tree), extra_rows, relative_only)
    if names.are_many:  # of strange documents, or of very many
        _names_of.cache_clear()
        names = _names_of(type(tree), extra_rows, relative_only)
    return Survey(tree, names)


@lru_cache(maxsize=64)
def _names_of(kind: type[Tree], extra_rows: tuple[Row, ...], relative_only: bool) -> TreeNames:  # noqa: FBT001 -- a key
    """Give what was learned from trees of this kind."""
    rows = rows_with(extra_rows)
    independent = IndependentValues(rows, kind.escaped_attributes) if relative_only else None
    return TreeNames(rows, _is_conditional, independent)


_CONDITIONAL = compile_regex(productions.CONDITIONAL)


def _is_conditional(comment: str) -> bool:
    return _CONDITIONAL.match(comment) is not None


def tree_values(
    survey: Survey, candidates: Iterable[CandidateNode], extra_rows: tuple[Row, ...]
) -> Iterator[TreeValue]:
    """List the link-bearing values of candidates; ``extra_rows`` come before those of `LINKS`."""
    reader = _Reader(survey, rows_with(extra_rows))
    for candidate in candidates:
        if candidate.kind.name == COMMENT_ELEMENT:
            yield from reader.comment(candidate)
        else:
            yield from reader.element(candidate)


def comments(survey: Survey, stop: Any | None) -> Iterator[TreeValue]:  # noqa: ANN401
    """List the contents of the document's conditional comments, up to an element (``None``: of all).

    If this part of the tree has no comment, a BASE in a comment around it governs nothing here.
    """
    if not survey.nodes_by_name[COMMENT_ELEMENT]:
        return
    reader = _Reader(survey, rows_with(()))
    for node in takewhile(lambda node: node is not stop, _parts_with_comments(survey)):
        if survey.tree.name(node) == COMMENT_ELEMENT:
            yield from reader.comment(CandidateNode(node, Kind(COMMENT_ELEMENT, is_known_html=False), []))


def _parts_with_comments(survey: Survey) -> Iterator[Any]:
    """Give the parts of the document; of a whole one, what precedes its root, and the candidates."""
    tree = survey.tree
    parts = (node for node, text in tree.nodes() if text is None)
    if not tree.is_whole:
        return parts
    before_root = takewhile(lambda part: tree.name(part) == COMMENT_ELEMENT, parts)
    return chain(before_root, (candidate.node for candidate in survey.candidates))


def _rows_and_conditions(place: tuple[Rows, str, str, str]) -> tuple[tuple[Row, ...], tuple[str, ...]]:
    """List the rows for an attribute, and the attributes for which their conditions ask."""
    rows, name, attribute, namespace = place
    place_rows = tuple(rows.of(name, attribute, namespace))
    return place_rows, tuple(dict.fromkeys(row.when.attribute for row in place_rows if row.when is not None))


_ROWS = AnswerCache(_rows_and_conditions, 4096)


def _first_met(question: tuple[tuple[Row, ...], tuple[str, ...], tuple[str, ...]]) -> Row | None:
    """Choose the first row whose condition those attributes meet."""
    rows, asked, answers = question
    values = dict(zip(asked, answers, strict=True))
    return next(
        (row for row in rows if row.when is None or row.when.is_met(values[row.when.attribute])), None
    )


_MET = AnswerCache(_first_met, 4096)


class _Reader:
    """Reads the elements and comments of one tree."""

    def __init__(self, survey: Survey, rows: Rows) -> None:
        self._survey, self._tree, self._nesting, self._rows = survey, survey.tree, survey.nesting, rows

    def element(self, candidate: CandidateNode) -> Iterator[TreeValue]:
        """Give the values of an element: its attributes, and its text."""
        element, name = candidate.node, candidate.kind.name
        if not (candidate.linked or name in WITH_TEXT):
            return
        attributes = {attribute: value for _, attribute, value in self._tree.attributes(element)}
        if not candidate.linked:
            yield from self._text(candidate, attributes)
            return
        codebase = character_references.clean(attributes["codebase"]) if "codebase" in attributes else None
        rel = words(attributes.get("rel", "")) if name in ELEMENTS_WITH_REL else ""
        namespace = self._namespace(candidate)
        for key, attribute, value in candidate.linked:
            row = self._row(name, attribute, namespace, attributes)
            if row is not None:
                yield TreeValue(element, name, key, row, value, codebase, rel=rel)
        if name in WITH_TEXT:
            yield from self._text(candidate, attributes)

    def _namespace(self, candidate: CandidateNode) -> str:
        return HTML if candidate.kind.is_known_html else self._nesting.namespace(candidate.node)

    def _text(self, candidate: CandidateNode, attributes: dict[str, str]) -> Iterator[TreeValue]:
        """Give the text of an element, if a row is for it; in foreign content, only a row for markup is."""
        element, name = candidate.node, candidate.kind.name
        namespace = self._namespace(candidate)
        row = self._row(name, "", namespace, attributes)
        if row is None or not (row.is_parsed_text or namespace == HTML):
            return
        text = self._tree.text(element)
        if text:
            yield TreeValue(element, name, None, row, text)
        elif text is None and row.is_parsed_text and self._is_broken(element, row):
            yield TreeValue(element, name, None, row, "", is_broken=True)

    def _is_broken(self, element: Any, row: Row) -> bool:  # noqa: ANN401
        """Whether text in several nodes, or among elements, holds references, or may."""
        texts = self._tree.texts(element)
        pieces = None if texts is None else SYNTAXES[row.syntax]("".join(texts))
        return pieces is None or any(pieces)

    def comment(self, candidate: CandidateNode) -> Iterator[TreeValue]:
        """Give the contents of a conditional comment; in svg and math, no comment is one."""
        comment = candidate.node
        text = self._tree.text(comment) or ""
        match = _CONDITIONAL.match(text)
        if match is not None and not self._is_enclosed(candidate):
            for row in self._rows.of(COMMENT_ELEMENT, ""):
                before, after = text[: match.start(1)], text[match.end(1) :]
                yield TreeValue(comment, COMMENT_ELEMENT, None, row, match[1], None, before, after)

    def _is_enclosed(self, comment: CandidateNode) -> bool:
        return not comment.kind.is_known_html and self._nesting.around(comment.node).enclosed

    def _row(self, name: str, attribute: str, namespace: str, attributes: dict[str, str]) -> Row | None:
        """Choose the first row whose condition is met."""
        rows, asked = _ROWS[self._rows, name, attribute, namespace]
        if not asked:
            return rows[0] if rows else None
        answers = tuple([attributes.get(each, "") for each in asked])
        return _MET[rows, asked, answers]
