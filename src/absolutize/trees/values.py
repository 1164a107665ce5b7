"""The values of a tree that hold references: attributes, text of elements, conditional comments.

It does not know which library built the tree, nor what is decided on a reference. Used by `trees.rewriter`.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import Any, NamedTuple

from absolutize.html.grammar import character_references, productions
from absolutize.html.link_table.index import Rows
from absolutize.html.link_table.kinds import RELATED, words
from absolutize.html.link_table.rows import COMMENT_ELEMENT, LINKS, Row
from absolutize.html.values.syntaxes import SYNTAXES
from absolutize.patterns import compiled
from absolutize.trees.context import Nesting
from absolutize.trees.protocol import Tree


class TreeValue(NamedTuple):
    """A value of a tree that can carry references, and the row that says so.

    ``key`` is the attribute's, ``None`` for the text of an element or a comment; ``before`` and
    ``after`` are what stands there around the value. ``codebase`` and ``rel`` are those attributes
    of its element. One that ``is_broken`` is in several nodes, or among elements.
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
    def condition(self) -> str | None:
        """The condition of a conditional comment."""
        return self.before if self.row.is_comment else None

    def write(self, tree: Tree, value: str) -> None:
        """Set the value; `ValueError` if the tree cannot hold it."""
        if self.row.attribute:
            tree.write(self.element, self.key, value)
        else:
            tree.write_text(self.element, f"{self.before}{value}{self.after}")


def places(tree: Tree, more: tuple[Row, ...] = ()) -> Iterator[TreeValue]:
    """List the link-bearing values of a tree, in its order; ``more`` rows come before those of `LINKS`."""
    reader = _Reader(tree, _table(more))
    for element in tree.parts():
        name = tree.name(element)
        if name == COMMENT_ELEMENT:
            yield from reader.comment(element)
        else:
            yield from reader.element(element, name)


def comments(tree: Tree, stop: Any | None) -> Iterator[TreeValue]:  # noqa: ANN401
    """List what conditional comments hide, as far as an element (``None``: everywhere)."""
    reader = _Reader(tree, _table(()))
    for part in tree.parts():
        if part is stop:
            break
        if tree.name(part) == COMMENT_ELEMENT:
            yield from reader.comment(part)


@lru_cache(maxsize=256)
def _table(more: tuple[Row, ...]) -> Rows:
    return Rows((*more, *LINKS))


class _Reader:
    """Reads the elements and comments of one tree."""

    def __init__(self, tree: Tree, rows: Rows) -> None:
        self._tree = tree
        self._rows = rows
        self._nesting = Nesting(tree)

    def element(self, element: Any, name: str) -> Iterator[TreeValue]:  # noqa: ANN401
        """Give the values of an element: its attributes, and its text."""
        keyed = self._tree.attributes(element)
        attributes = {attribute: value for _, attribute, value in keyed}
        codebase = character_references.clean(attributes["codebase"]) if "codebase" in attributes else None
        rel = words(attributes.get("rel", "")) if name in RELATED else ""
        for key, attribute, value in keyed:
            if attribute in self._rows:
                row = self._row(element, name, attribute, attributes)
                if row is not None:
                    yield TreeValue(element, name, key, row, value, codebase, rel=rel)
        if self._rows.of(name, ""):
            yield from self._text(element, name, attributes)

    def _text(self, element: Any, name: str, attributes: dict[str, str]) -> Iterator[TreeValue]:  # noqa: ANN401
        """Give the text of an element, if it is what a row means: in foreign content, that of style is."""
        row = self._row(element, name, "", attributes)
        if row is None or not (row.is_markup or self._nesting.is_html(element)):
            return
        text = self._tree.text(element)
        if text:
            yield TreeValue(element, name, None, row, text)
        elif text is None and row.is_markup and self._is_broken(element, row):
            yield TreeValue(element, name, None, row, "", is_broken=True)

    def _is_broken(self, element: Any, row: Row) -> bool:  # noqa: ANN401
        """Whether text that is not alone holds references, or may."""
        texts = self._tree.texts(element)
        return texts is None or SYNTAXES[row.syntax]("".join(texts)) != []

    def comment(self, comment: Any) -> Iterator[TreeValue]:  # noqa: ANN401
        """Give what a conditional comment hides; inside svg and math there is none."""
        text = self._tree.text(comment) or ""
        match = _CONDITIONAL.match(text)
        if match is not None and not self._nesting.of(comment).enclosed:
            for row in self._rows.of(COMMENT_ELEMENT, ""):
                before, after = text[: match.start(1)], text[match.end(1) :]
                yield TreeValue(comment, COMMENT_ELEMENT, None, row, match[1], None, before, after)

    def _row(self, element: Any, name: str, attribute: str, attributes: dict[str, str]) -> Row | None:  # noqa: ANN401
        """Choose the first row whose condition is met."""
        namespace = self._nesting.namespace(element)
        for row in self._rows.of(name, attribute, namespace):
            if row.when is None or row.when.is_met(attributes.get(row.when.attribute, "")):
                return row
        return None


_CONDITIONAL = compiled(productions.CONDITIONAL)
