"""The stack of open elements (HTML Standard 13.2.4.2), as far as foreign content needs it.

Elements are listed by name and by kind, so that the stack is never searched and time stays linear. It does
not know links. Used by `html.tokenizer.scanner` and `html.tree_construction`.
"""

from array import array
from collections import defaultdict
from collections.abc import Iterable
from functools import partial
from typing import NamedTuple, TypeAlias

from absolutize.answer_cache import AnswerCache
from absolutize.html.grammar.namespaces import HTML, MATHML, SPECIAL, SVG

# 13.2.4.2, "has an element in scope" and its kin: the search for an element ends at these
SCOPE = frozenset(b"applet caption html marquee object select table td template th".split())
LIST_ITEM_SCOPE = SCOPE | {b"ol", b"ul"}
BUTTON_SCOPE = SCOPE | {b"button"}
TABLE_SCOPE = frozenset(b"html table template".split())
LIST_ITEM = SPECIAL - {b"address", b"div", b"p"}  # 13.2.6.4.7, a start tag li, dd or dt
STRUCTURE = frozenset(b"body caption colgroup table tbody td template tfoot th thead tr".split())
# The sets that the elements of svg and math below belong to, too
_BARRIERS = (SPECIAL, SCOPE, LIST_ITEM_SCOPE, BUTTON_SCOPE, LIST_ITEM)
_FOREIGN_BARRIERS = {
    SVG: frozenset(b"desc foreignobject title".split()),
    MATHML: frozenset(b"annotation-xml mi mn mo ms mtext".split()),
}

Names = frozenset[bytes]
Group = Names | bytes | tuple[str, bytes] | str
POINTS, ROOTS = "points", "roots"  # integration points; foreign elements in HTML ones


ElementNumber: TypeAlias = int
"""The number of an element that is open, or was."""


class Element(NamedTuple):
    """What an element is; ``is_point``: an integration point of HTML or of text, ``holds_html``: of HTML.

    ``mode`` is the insertion mode of a template.
    """

    namespace: str
    name: bytes
    holds_html: bool = False
    is_point: bool = False
    mode: str = ""


def _groups(element: tuple[str, bytes]) -> tuple[Group, ...]:
    """List the groups that every element of a name is in."""
    namespace, name = element
    if namespace != HTML:
        bars = name in _FOREIGN_BARRIERS[namespace]
        return (("foreign", name), *(_BARRIERS if bars else ()))
    barriers = (*_BARRIERS, TABLE_SCOPE, STRUCTURE)
    return (name, *(barrier for barrier in barriers if name in barrier))


_GROUPS = AnswerCache(_groups, 1024)


class OpenElements:
    """The stack; an element that is closed below others keeps its place until these are closed.

    There may be very many: a few bytes are kept of each.
    """

    def __init__(self) -> None:
        self._elements: list[Element] = []
        self._number_of: dict[Element, int] = {}
        self._element, self._place, self._is_open = array("I"), array("I"), bytearray()  # of each number
        self._open = array("I")
        self._groups: defaultdict[Group, array[int]] = defaultdict(partial(array, "I"))
        self._inner: set[ElementNumber] = set()  # foreign elements whose HTML parent was removed
        self.push(Element(HTML, b"html"))
        self.push(Element(HTML, b"body"))

    def __getitem__(self, opened: ElementNumber) -> Element:
        """Give the element that has a number."""
        return self._elements[self._element[opened]]

    def is_open(self, opened: ElementNumber) -> bool:
        """Whether an element is open."""
        return bool(self._is_open[opened])

    @property
    def last_opened(self) -> ElementNumber:
        """The number of the current node."""
        return self._open[-1]

    @property
    def current(self) -> Element:
        """The current node."""
        return self[self._open[-1]]

    def set_mode(self, template: ElementNumber, mode: str) -> None:
        """Set the insertion mode of a template."""
        self._element[template] = self._number(self[template]._replace(mode=mode))

    def _number(self, element: Element) -> int:
        """Give the number that equal elements share."""
        if element not in self._number_of:
            self._number_of[element] = len(self._elements)
            self._elements.append(element)
        return self._number_of[element]

    def make(self, element: Element) -> ElementNumber:
        """Give an element a number that no other has; it is not open."""
        self._element.append(self._number(element))
        self._place.append(0)
        self._is_open.append(False)
        return len(self._element) - 1

    def push(self, element: Element) -> ElementNumber:
        """Open an element."""
        groups = _GROUPS[element.namespace, element.name]
        if element.is_point:
            groups = (*groups, POINTS)
        if element.namespace != HTML and self.current.namespace == HTML:
            groups = (*groups, ROOTS)
        opened = self.make(element)
        self._place[opened], self._is_open[opened] = len(self._open), True
        self._open.append(opened)
        for group in groups:
            self._without_closed(self._groups[group]).append(opened)
        return opened

    def pop_to(self, opened: ElementNumber | None) -> None:
        """Close all elements above an element, and the element."""
        if opened is not None:
            self._pop_behind(self._place[opened] - 1)

    def pop_above(self, opened: ElementNumber | None) -> None:
        """Close all elements above an element, but not the element."""
        if opened is not None:
            self._pop_behind(self._place[opened])

    def _pop_behind(self, place: int) -> None:
        for opened in self._open[place + 1 :]:
            self._is_open[opened] = False
        del self._open[place + 1 :]
        self._trim()

    def remove(self, opened: ElementNumber) -> None:
        """Close an element, but not the elements that are open in it."""
        self._is_open[opened] = False
        self._trim()
        place = self._place[opened]
        above = self._next_open(range(place + 1, len(self._open)))
        if above is not None and self[above].namespace != HTML:
            below = self._next_open(range(place - 1, -1, -1))
            if below is not None and self[below].namespace != HTML:
                self._inner.add(above)

    def _next_open(self, places: Iterable[int]) -> ElementNumber | None:
        """Find the first element that is open, of those at some places of the stack."""
        return next(filter(self.is_open, map(self._open.__getitem__, places)), None)

    def close(self, closed: Iterable[ElementNumber]) -> None:
        """Close elements that are not the current node."""
        for opened in closed:
            self._is_open[opened] = False

    def _trim(self) -> None:
        while not self._is_open[self._open[-1]]:
            self._open.pop()

    def _without_closed(self, group: "array[int]") -> "array[int]":
        """Remove closed elements from the end of a group."""
        while group and not self._is_open[group[-1]]:
            group.pop()
        return group

    def last(self, group: Group) -> ElementNumber | None:
        """Find the innermost element of a group; ``None``: there is none."""
        members = self._groups.get(group)
        return members[-1] if members and self._without_closed(members) else None

    def nearest(self, names: Iterable[bytes], barrier: Names) -> ElementNumber | None:
        """Find the innermost HTML element, if any, of the names that no element of ``barrier`` hides."""
        innermost = (opened for name in names if (opened := self.last(name)) is not None)
        opened = max(innermost, key=self._place.__getitem__, default=None)
        return opened if opened is not None and self.is_reached(opened, barrier) else None

    def is_reached(self, opened: ElementNumber, barrier: Names) -> bool:
        """Whether an element is open, and no element of ``barrier`` hides it."""
        barred = self.last(barrier)
        is_before = barred is not None and self._place[opened] < self._place[barred]
        return self.is_open(opened) and not is_before

    def above(self, opened: ElementNumber) -> tuple["array[int]", ElementNumber | None]:
        """List the elements above another one in the stack, up to the first special one; give that, too."""
        first = self._place[opened] + 1
        for place in range(first, len(self._open)):
            other = self._open[place]
            element = self[other]
            if self._is_open[other] and SPECIAL in _GROUPS[element.namespace, element.name]:
                return self._open[first:place], other
        return self._open[first:], None

    def replace(self, opened: ElementNumber, again: ElementNumber, behind: Iterable[ElementNumber]) -> None:
        """Replace an element by another of the same name, behind the elements that are open in the first."""
        first = self._place[opened]
        self._is_open[opened], self._is_open[again] = False, True
        for place, element in enumerate((*behind, again), first):
            self._place[element] = place
            self._open[place] = element
        self._groups[self[again].name].append(again)

    def foreign(self, name: bytes) -> ElementNumber | None:
        """Find the innermost foreign element, if any, of a name that no HTML element hides."""
        opened, root = self.last(("foreign", name)), self._root()
        if opened is None or root is None or self._place[opened] < self._place[root]:
            return None
        return opened

    def _root(self) -> ElementNumber | None:
        """Find the innermost foreign element whose parent is an HTML element."""
        while (root := self.last(ROOTS)) in self._inner:
            self._groups[ROOTS].pop()
        return root

    def leave_foreign(self) -> None:
        """Close until an HTML element or an integration point is the current node (13.2.6.5)."""
        root, point = self._root(), self.last(POINTS)
        if self.current.namespace == HTML or root is None:
            return
        if point is not None and self._place[point] >= self._place[root]:
            self.pop_above(point)
        else:
            self.pop_to(root)
