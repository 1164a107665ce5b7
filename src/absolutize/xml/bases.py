"""Which part of a document each ``xml:base`` governs (XML Base 1.0, 2nd edition, 3 and 4).

Scopes are found by position; each is within another. It does not read what an ``xml:base`` says. Used by
`api`, `cli.options`, `engine.scoped_plan`, `options` and `xml.scanner`.
"""

from array import array
from bisect import bisect_right
from typing import Literal, NamedTuple

XmlBase = Literal["auto", "follow", "ignore"]
"""Whether each ``xml:base`` counts, or none does; "auto": those that browsers and feed readers follow."""

NO_SCOPE = 0  # the scope of what is within no xml:base


class BaseScope(NamedTuple):
    """The scope of an ``xml:base``: the scope around it, and the span of the value; ``None``: unreadable."""

    parent: int
    value: tuple[int, int] | None


class BaseScopes:
    """The scopes of a document, and where each begins and goes on."""

    def __init__(self) -> None:
        self.scopes = [BaseScope(NO_SCOPE, None)]
        self._positions, self._numbers = array("Q", [0]), array("Q", [NO_SCOPE])
        self._open: list[tuple[int, int]] = []  # depths and numbers
        self.root = NO_SCOPE  # the scope of the root element

    @property
    def has_bases(self) -> bool:
        """Whether there is an ``xml:base`` at all."""
        return len(self.scopes) > 1

    @property
    def innermost(self) -> int:
        """The depth of the innermost element that has one around the present place; -1: there is none."""
        return self._open[-1][0] if self._open else -1

    def leave(self, depth: int, position: int) -> None:
        """Leave the scopes of elements that are not around an element at this depth."""
        left = False
        while self._open and self._open[-1][0] >= depth:
            self._open.pop()
            left = True
        if left:
            self._change(position, self._current)

    def enter(self, depth: int, position: int, value: tuple[int, int], *, readable: bool) -> None:
        """Enter the scope of an element; its ``xml:base`` itself is in the scope around it."""
        parent, number = self._current, len(self.scopes)
        self.scopes.append(BaseScope(parent, value if readable else None))
        self._open.append((depth, number))
        self.root = number if depth == 0 else self.root
        if position <= value[0]:  # written in the tag, and no default
            self._change(position, number)
            self._change(value[0], parent)
        self._change(max(position, value[1]), number)

    def at(self, position: int) -> int:
        """Give the number of the scope at a position."""
        return self._numbers[bisect_right(self._positions, position) - 1]

    @property
    def _current(self) -> int:
        return self._open[-1][1] if self._open else NO_SCOPE

    def _change(self, position: int, number: int) -> None:
        self._positions.append(position)
        self._numbers.append(number)
