"""The list of active formatting elements (13.2.4.3), and the adoption agency algorithm (13.2.6.4.7).

Only what changes the stack of open elements is done. Behind a marker no more than `MOST_FORMATTING` are kept,
so that time stays linear. It does not know links. Used by `html.tree_construction.ancestors` and
`html.tree_construction.in_body`.
"""

from array import array
from collections.abc import Sequence
from itertools import chain
from typing import NamedTuple

from absolutize.html.grammar.namespaces import HTML
from absolutize.html.tree_construction.open_elements import SCOPE, Opened, OpenElements

FORMATTING = frozenset(b"a b big code em font i nobr s small strike strong tt u".split())
MOST_FORMATTING = 32
_ALIKE = 3  # "the Noah's Ark clause"
_OUTER, _INNER = 8, 3  # how often the loops of the adoption agency run


class _Entry(NamedTuple):
    """An element in the list, and its attributes."""

    element: Opened
    attributes: str


class FormattingElements:
    """The list: elements, and ``None`` for a marker."""

    def __init__(self, stack: OpenElements) -> None:
        self._stack = stack
        self._entries: list[_Entry | None] = []

    def mark(self) -> None:
        """Insert a marker."""
        self._entries.append(None)

    def clear(self) -> None:
        """Clear the list up to the last marker."""
        while self._entries and self._entries.pop() is not None:
            pass

    def push(self, element: Opened, attributes: str) -> None:
        """Push onto the list: of elements that are alike, three are kept."""
        active, name = self._active(), self._stack[element].name
        alike = [
            entry.element
            for entry in active
            if entry.attributes == attributes and self._stack[entry.element].name == name
        ]
        if len(alike) >= _ALIKE:
            self.remove(alike[0])
        elif len(active) >= MOST_FORMATTING:
            self.remove(active[0].element)
        self._entries.append(_Entry(element, attributes))

    def find(self, name: bytes) -> Opened | None:
        """Find the last of a name behind the last marker."""
        elements = (entry.element for entry in reversed(self._active()))
        return next((element for element in elements if self._stack[element].name == name), None)

    def remove(self, element: Opened) -> None:
        """Remove an element from the list."""
        del self._entries[self._index(element)]

    def reconstruct(self) -> None:
        """Open those again that were closed (13.2.4.3, "reconstruct the active formatting elements")."""
        first = len(self._entries)
        while first and self._is_closed(self._entries[first - 1]):
            first -= 1
        for index in range(first, len(self._entries)):
            entry = self._entries[index]
            if entry is not None:
                again = self._stack.push(self._stack[entry.element])
                self._entries[index] = _Entry(again, entry.attributes)

    @property
    def is_whole(self) -> bool:
        """Whether there is nothing to open again."""
        return not (self._entries and self._is_closed(self._entries[-1]))

    def _is_closed(self, entry: _Entry | None) -> bool:
        """Whether an entry is an element, and that was closed."""
        return entry is not None and not self._stack.is_open(entry.element)

    def adopt(self, name: bytes) -> bool:
        """Run the adoption agency algorithm for an end tag; ``False``: the tag is any other end tag."""
        current = self._stack.last_opened
        is_current = self._stack[current][:2] == (HTML, name)
        if is_current and all(entry.element != current for entry in self._active()):
            self._stack.pop_to(current)
            return True
        for _ in range(_OUTER):
            element = self.find(name)
            if element is None:
                return False
            if not self._stack.is_open(element):
                self.remove(element)
                return True
            if not self._stack.is_reached(element, SCOPE) or self._adopted(element):
                return True
        return True

    def _adopted(self, element: Opened) -> bool:
        """Do so once; whether that was all."""
        between, furthest = self._stack.above(element)
        if furthest is None:
            self._stack.pop_to(element)
            self.remove(element)
            return True
        kept = self._kept(array("I", filter(self._stack.is_open, between)))
        again = self._stack.make(self._stack[element])
        index = self._index(element)
        entry = _Entry(again, self._attributes(index))
        self._entries.insert((self._index(kept[-1]) if kept else index) + 1, entry)
        self.remove(element)
        closed = array("I", (other for other in between if other not in kept))
        self._stack.close(closed)
        self._stack.replace(element, again, chain(closed, kept, [furthest]))
        return False

    def _attributes(self, index: int) -> str:
        entry = self._entries[index]
        return "" if entry is None else entry.attributes

    def _kept(self, between: Sequence[Opened]) -> list[Opened]:
        """Choose the formatting elements that are kept open; the others are no longer active."""
        active = {entry.element for entry in self._active()}
        for element in between[:-_INNER]:
            if element in active:
                self.remove(element)
        return [element for element in between[-_INNER:] if element in active]

    def _active(self) -> list[_Entry]:
        """List those behind the last marker."""
        active: list[_Entry] = []
        for entry in reversed(self._entries):
            if entry is None:
                break
            active.append(entry)
        return active[::-1]

    def _index(self, element: Opened) -> int:
        """Tell where an element is in the list: behind the last marker."""
        index = len(self._entries) - 1
        while (entry := self._entries[index]) is None or entry.element != element:
            index -= 1
        return index
