"""The list of active formatting elements (13.2.4.3), and the adoption agency algorithm (13.2.6.4.7).

Only what changes the stack of open elements is done. Behind a marker no more than `MOST_FORMATTING` are kept,
so that time stays linear. It does not know links. Used by `html.tree_construction.ancestors` and
`html.tree_construction.in_body`.
"""

from absolutize.html.grammar.namespaces import HTML
from absolutize.html.tree_construction.open_elements import SCOPE, Element, OpenElements

FORMATTING = frozenset(b"a b big code em font i nobr s small strike strong tt u".split())
MOST_FORMATTING = 32
_ALIKE = 3  # "the Noah's Ark clause"
_OUTER, _INNER = 8, 3  # how often the loops of the adoption agency run


class FormattingElements:
    """The list: elements, and ``None`` for a marker."""

    def __init__(self, stack: OpenElements) -> None:
        self._stack = stack
        self._entries: list[Element | None] = []

    def mark(self) -> None:
        """Insert a marker."""
        self._entries.append(None)

    def clear(self) -> None:
        """Clear the list up to the last marker."""
        while self._entries and self._entries.pop() is not None:
            pass

    def push(self, element: Element) -> None:
        """Push onto the list: of elements that are alike, three are kept."""
        active = self._active()
        alike = [entry for entry in active if entry.kind == element.kind]
        if len(alike) >= _ALIKE:
            self.remove(alike[0])
        elif len(active) >= MOST_FORMATTING:
            self.remove(active[0])
        self._entries.append(element)

    def find(self, name: bytes) -> Element | None:
        """Find the last of a name behind the last marker."""
        return next((entry for entry in reversed(self._active()) if entry.name == name), None)

    def remove(self, element: Element) -> None:
        """Remove an element from the list."""
        del self._entries[self._index(element)]

    def reconstruct(self) -> None:
        """Open those again that were closed (13.2.4.3, "reconstruct the active formatting elements")."""
        first = len(self._entries)
        while first and (entry := self._entries[first - 1]) is not None and not entry.is_open:
            first -= 1
        for index in range(first, len(self._entries)):
            entry = self._entries[index]
            if entry is not None:
                self._entries[index] = self._stack.push(Element(HTML, entry.name, entry.kind))

    @property
    def is_whole(self) -> bool:
        """Whether there is nothing to open again."""
        return not self._entries or (entry := self._entries[-1]) is None or entry.is_open

    def adopt(self, name: bytes) -> bool:
        """Run the adoption agency algorithm for an end tag; ``False``: the tag is any other end tag."""
        current = self._stack.current
        if current.namespace == HTML and current.name == name and current not in self._active():
            self._stack.pop_to(current)
            return True
        for _ in range(_OUTER):
            element = self.find(name)
            if element is None:
                return False
            if not element.is_open:
                self.remove(element)
                return True
            if not self._stack.is_reached(element, SCOPE) or self._adopted(element):
                return True
        return True

    def _adopted(self, element: Element) -> bool:
        """Do so once; whether that was all."""
        between, furthest = self._stack.above(element)
        if furthest is None:
            self._stack.pop_to(element)
            self.remove(element)
            return True
        kept = self._kept([other for other in between if other.is_open])
        again = Element(HTML, element.name, element.kind)
        self._entries.insert(self._index(kept[-1] if kept else element) + 1, again)
        self.remove(element)
        closed = [other for other in between if other not in kept]
        for other in closed:
            other.is_open = False
        self._stack.replace(element, again, [*closed, *kept, furthest])
        return False

    def _kept(self, between: list[Element]) -> list[Element]:
        """Choose the formatting elements that are kept open; the others are no longer active."""
        active = self._active()
        for element in between[:-_INNER]:
            if element in active:
                self.remove(element)
        return [element for element in between[-_INNER:] if element in active]

    def _active(self) -> list[Element]:
        """List those behind the last marker."""
        active: list[Element] = []
        for entry in reversed(self._entries):
            if entry is None:
                break
            active.append(entry)
        return active[::-1]

    def _index(self, element: Element) -> int:
        """Tell where an element is in the list: behind the last marker."""
        index = len(self._entries) - 1
        while self._entries[index] is not element:
            index -= 1
        return index
