"""The planners of an XML document: one for the scope of each ``xml:base``.

The base of a scope is its ``xml:base``, which is resolved against the base of the scope around it. It does
not decide anything itself. Used by `engine.document_plan`.
"""

from typing import NamedTuple

from absolutize.base import BaseURI
from absolutize.engine.planner import Planner
from absolutize.html.document.document import SourceDocument
from absolutize.html.grammar import character_references
from absolutize.html.tokenizer.value_span import ValueSpan
from absolutize.xml.bases import NO_SCOPE, BaseScopes

DEEPEST_BASE = 64  # relative bases within each other: each is longer than the one around it
_MOST_PLANNERS = 256  # kept at once


class _Scope(NamedTuple):
    """What is kept of a scope: its base, from which its planner can be made again."""

    base: BaseURI
    depth: int


class ScopedPlanners:
    """The planners of a document, each made when first needed: there may be very many scopes."""

    def __init__(self, document: SourceDocument, scopes: BaseScopes, outermost: Planner) -> None:
        self._document, self._scopes, self._outermost = document, scopes, outermost
        self._known = {NO_SCOPE: _Scope(outermost.base, 0)}
        self._planners: dict[BaseURI, Planner] = {}

    def at(self, value: ValueSpan) -> Planner:
        """Give the planner for a value, by where it starts."""
        return self.of(self._scopes.at(value.start))

    def of(self, number: int) -> Planner:
        """Give the planner of a scope, by its number."""
        unknown: list[int] = []
        while number not in self._known:
            unknown.append(number)
            number = self._scopes.scopes[number].parent
        for inner in reversed(unknown):
            self._known[inner] = self._within(inner, number)
            number = inner
        return self._planner(self._known[number])

    @property
    def base(self) -> BaseURI:
        """The base of the root element."""
        return self.of(self._scopes.root).base

    @property
    def embedded(self) -> str | None:
        """What the ``xml:base`` of the root element says; ``None``: there is none, or it cannot be read."""
        value = self._scopes.scopes[self._scopes.root].value
        return None if value is None else self._read(value)

    def _planner(self, scope: _Scope) -> Planner:
        """Give the planner of a scope, which may have to be made again."""
        base = scope.base
        if base == self._outermost.base:
            return self._outermost
        if base not in self._planners:
            if len(self._planners) == _MOST_PLANNERS:
                self._planners.clear()
            self._planners[base] = self._outermost.with_base(base)
        return self._planners[base]

    def _within(self, number: int, parent: int) -> _Scope:
        value, outer = self._scopes.scopes[number].value, self._known[parent]
        written = None if value is None else self._read(value)
        is_absolute = written is not None and ":" in written.partition("/")[0]
        depth = 0 if is_absolute else outer.depth + 1
        inner = self._planner(outer).for_scope(None if depth > DEEPEST_BASE else written)
        return _Scope(inner.base, depth)

    def _read(self, value: tuple[int, int]) -> str:
        return character_references.clean(self._document.reading.attribute(self._document.text(*value)))
