"""The list of active formatting elements (13.2.4.3), and the adoption agency algorithm (13.2.6.4.7).

Only what changes the stack of open elements is done. It does not know links. Used by
`html.tree_construction.ancestors` and `html.tree_construction.in_body`.
"""

from array import array
from itertools import chain

from absolutize.html.grammar.namespaces import HTML
from absolutize.html.tree_construction.open_elements import SCOPE, ElementNumber, OpenElements

FORMATTING = frozenset(b"a b big code em font i nobr s small strike strong tt u".split())
MOST_FORMATTING = 32  # no more are kept behind a marker, so that time stays linear
_ALIKE = 3  # "the Noah's Ark clause"
_OUTER, _INNER = 8, 3  # how often the loops of the adoption agency run


_MARKER = 0  # the number of the root, which is no formatting element


class FormattingElements:
    """The list: elements, or `_MARKER`, and how the attributes of each are spelled."""

    def __init__(self, stack: OpenElements) -> None:
        self._stack = stack
        self._entries = array("I")
        self._attributes: list[str] = []

    def mark(self) -> None:
        """Insert a marker."""
        self._insert(len(self._entries), _MARKER, "")

    def clear(self) -> None:
        """Clear the list up to the last marker."""
        first = max(0, self._first() - 1)
        del self._entries[first:], self._attributes[first:]

    def push(self, element: ElementNumber, attributes: str) -> None:
        """Push onto the list: of elements that are alike, three are kept."""
        first, name = self._first(), self._stack[element].name
        active = self._entries[first:]
        alike = [
            entry
            for entry, others in zip(active, self._attributes[first:], strict=True)
            if others == attributes and self._stack[entry].name == name
        ]
        if len(alike) >= _ALIKE:
            self.remove(alike[0])
        elif len(active) >= MOST_FORMATTING:
            self.remove(active[0])
        self._insert(len(self._entries), element, attributes)

    def _insert(self, index: int, entry: ElementNumber, attributes: str) -> None:
        self._entries.insert(index, entry)
        self._attributes.insert(index, attributes)

    def find(self, name: bytes) -> ElementNumber | None:
        """Find the last element of a name behind the last marker; ``None``: there is none."""
        active = reversed(self._entries[self._first() :])
        return next((entry for entry in active if self._stack[entry].name == name), None)

    def remove(self, element: ElementNumber) -> None:
        """Remove an element from the list."""
        index = self._index(element)
        del self._entries[index], self._attributes[index]

    def reconstruct(self) -> None:
        """Open closed elements again (13.2.4.3, "reconstruct the active formatting elements")."""
        first = len(self._entries)
        while first and self._is_closed(self._entries[first - 1]):
            first -= 1
        for index in range(first, len(self._entries)):
            self._entries[index] = self._stack.push(self._stack[self._entries[index]])

    @property
    def is_whole(self) -> bool:
        """Whether there is nothing to open again."""
        return not (self._entries and self._is_closed(self._entries[-1]))

    def _is_closed(self, entry: ElementNumber) -> bool:
        """Whether an entry is an element that was closed."""
        return entry != _MARKER and not self._stack.is_open(entry)

    def adopt(self, name: bytes) -> bool:
        """Run the adoption agency algorithm for an end tag; ``False``: the tag is any other end tag."""
        current = self._stack.last_opened
        if self._stack[current][:2] == (HTML, name) and current not in self._entries[self._first() :]:
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

    def _adopted(self, element: ElementNumber) -> bool:
        """Run the outer loop of the algorithm once; return whether it is finished."""
        between, furthest = self._stack.above(element)
        if furthest is None:
            self._stack.pop_to(element)
            self.remove(element)
            return True
        kept = self._kept(array("I", filter(self._stack.is_open, between)))
        again, index = self._stack.make(self._stack[element]), self._index(element)
        self._insert((self._index(kept[-1]) if kept else index) + 1, again, self._attributes[index])
        self.remove(element)
        closed = array("I", (other for other in between if other not in kept))
        self._stack.close(closed)
        self._stack.replace(element, again, chain(closed, kept, [furthest]))
        return False

    def _kept(self, between: "array[int]") -> list[ElementNumber]:
        """Choose the formatting elements that are kept open; the others are no longer active."""
        active = frozenset(self._entries[self._first() :])
        for element in between[:-_INNER]:
            if element in active:
                self.remove(element)
        return [element for element in between[-_INNER:] if element in active]

    def _first(self) -> int:
        """Find where the entries behind the last marker begin."""
        first = len(self._entries)
        while first and self._entries[first - 1] != _MARKER:
            first -= 1
        return first

    def _index(self, element: ElementNumber) -> int:
        """Find where an element is in the list, from its end on."""
        index = len(self._entries) - 1
        while self._entries[index] != element:
            index -= 1
        return index
