"""The plan of an XML document: who decides in the scope of each ``xml:base``.

A scope has the base of the one around it, and what its ``xml:base`` says. It does not decide anything itself.
Used by `engine.document_plan`.
"""

from collections.abc import Iterable

from absolutize.base import BaseURI
from absolutize.engine.planner import Planner
from absolutize.html.document.document import SourceDocument
from absolutize.html.grammar import character_references
from absolutize.xml.bases import NO_SCOPE, BaseScopes

DEEPEST_BASE = 64  # relative bases within each other: each is longer than the one around it


class ScopedPlanners:
    """The planners of a document, each made when it is first asked for."""

    def __init__(self, body: SourceDocument, scopes: BaseScopes, outermost: Planner) -> None:
        self._body, self._scopes = body, scopes
        self._planners = {NO_SCOPE: outermost}
        self._depths = {NO_SCOPE: 0}
        self._by_value: dict[tuple[Planner, str | None], Planner] = {}

    def at(self, position: int) -> Planner:
        """Give who decides on a value that starts at a position."""
        return self.of(self._scopes.at(position))

    def of(self, number: int) -> Planner:
        """Give who decides in a scope."""
        unknown: list[int] = []
        while number not in self._planners:
            unknown.append(number)
            number = self._scopes.scopes[number].parent
        for inner in reversed(unknown):
            self._planners[inner] = self._within(inner, number)
            number = inner
        return self._planners[number]

    @property
    def base(self) -> BaseURI:
        """The base of the root element."""
        return self.of(self._scopes.root).base

    @property
    def embedded(self) -> str | None:
        """What the ``xml:base`` of the root element says."""
        value = self._scopes.scopes[self._scopes.root].value
        return None if value is None else self._read(value)

    def all(self) -> Iterable[Planner]:
        """Give those that were asked for."""
        return {id(planner): planner for planner in self._planners.values()}.values()

    def _within(self, number: int, parent: int) -> Planner:
        value = self._scopes.scopes[number].value
        written = None if value is None else self._read(value)
        outer = self._planners[parent]
        is_absolute = written is not None and ":" in written.partition("/")[0]
        self._depths[number] = 0 if is_absolute else self._depths[parent] + 1
        if self._depths[number] > DEEPEST_BASE:
            written = None
        if (outer, written) not in self._by_value:
            self._by_value[outer, written] = outer.for_scope(written)
        return self._by_value[outer, written]

    def _read(self, value: tuple[int, int]) -> str:
        return character_references.clean(self._body.reading.attribute(self._body.text(*value)))
