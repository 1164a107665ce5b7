"""The stack of open elements (HTML Standard 13.2.4.2), as far as foreign content needs it.

Elements are listed by name and by kind, so that the stack is never searched and time stays linear. It does
not know links. Used by `html.tokenizer.scanner` and `html.tree_construction`.
"""

from collections import defaultdict
from collections.abc import Iterable

from absolutize.html.grammar.namespaces import HTML, MATHML, SPECIAL, SVG
from absolutize.remembered import Remembered

# 13.2.4.2, "has an element in scope" and its kin: the search for an element ends at these
SCOPE = frozenset(b"applet caption html marquee object select table td template th".split())
LIST_ITEM_SCOPE = SCOPE | {b"ol", b"ul"}
BUTTON_SCOPE = SCOPE | {b"button"}
TABLE_SCOPE = frozenset(b"html table template".split())
LIST_ITEM = SPECIAL - {b"address", b"div", b"p"}  # 13.2.6.4.7, a start tag li, dd or dt
STRUCTURE = frozenset(b"body caption colgroup table tbody td template tfoot th thead tr".split())
# Those that a search ends at in svg and math as well
_BARRIERS = (SPECIAL, SCOPE, LIST_ITEM_SCOPE, BUTTON_SCOPE, LIST_ITEM)
_FOREIGN_BARRIERS = {
    SVG: frozenset(b"desc foreignobject title".split()),
    MATHML: frozenset(b"annotation-xml mi mn mo ms mtext".split()),
}

Names = frozenset[bytes]
Group = Names | bytes | tuple[str, bytes] | str
POINTS, ROOTS = "points", "roots"  # integration points; foreign elements in HTML ones


class Element:
    """An element that is open, or was.

    ``is_point``: a MathML text or an HTML integration point; ``holds_html``: the latter.
    ``kind`` tells which formatting elements are alike; ``mode`` is the insertion mode of a template.
    """

    __slots__ = ("holds_html", "is_open", "is_point", "kind", "mode", "name", "namespace", "position")

    def __init__(
        self,
        namespace: str,
        name: bytes,
        kind: object = None,
        *,
        holds_html: bool = False,
        is_point: bool = False,
    ) -> None:
        self.namespace, self.name, self.kind = namespace, name, kind
        self.holds_html, self.is_point = holds_html, is_point
        self.is_open, self.position, self.mode = False, 0, ""

    @property
    def is_special(self) -> bool:
        """Whether it is in the special category."""
        return SPECIAL in _GROUPS[self.namespace, self.name]


class OpenElements:
    """The stack, from the body upwards; what is closed below others keeps its place until they are."""

    def __init__(self) -> None:
        self._open: list[Element] = []
        self._groups: defaultdict[Group, list[Element]] = defaultdict(list)
        self.push(Element(HTML, b"html"))
        self.push(Element(HTML, b"body"))

    @property
    def current(self) -> Element:
        """The current node."""
        return self._open[-1]

    def push(self, element: Element) -> Element:
        """Open an element."""
        groups = _GROUPS[element.namespace, element.name]
        if element.is_point:
            groups = (*groups, POINTS)
        if element.namespace != HTML and self.current.namespace == HTML:
            groups = (*groups, ROOTS)
        element.position, element.is_open = len(self._open), True
        self._open.append(element)
        for group in groups:
            self._groups[group].append(element)
        return element

    def pop_to(self, element: Element | None) -> None:
        """Close all elements down to one, that one included."""
        if element is not None:
            self._pop_behind(element.position - 1)

    def pop_above(self, element: Element | None) -> None:
        """Close all elements down to one, but not that one."""
        if element is not None:
            self._pop_behind(element.position)

    def _pop_behind(self, position: int) -> None:
        for element in self._open[position + 1 :]:
            element.is_open = False
        del self._open[position + 1 :]
        self._trim()

    def remove(self, element: Element) -> None:
        """Close an element, and none of those that are open in it."""
        element.is_open = False
        self._trim()

    def _trim(self) -> None:
        while not self._open[-1].is_open:
            self._open.pop()

    def last(self, group: Group) -> Element | None:
        """Find the innermost element of a group."""
        elements = self._groups.get(group)
        while elements and not elements[-1].is_open:
            elements.pop()
        return elements[-1] if elements else None

    def nearest(self, names: Iterable[bytes], barrier: Names) -> Element | None:
        """Find the innermost HTML element of the names that no element of ``barrier`` hides."""
        elements = (element for name in names if (element := self.last(name)) is not None)
        element = max(elements, key=lambda each: each.position, default=None)
        return element if element is not None and self.is_reached(element, barrier) else None

    def is_reached(self, element: Element, barrier: Names) -> bool:
        """Whether an element is open, and no element of ``barrier`` hides it."""
        barred = self.last(barrier)
        return element.is_open and (barred is None or element.position >= barred.position)

    def above(self, element: Element) -> tuple[list[Element], Element | None]:
        """List the elements open in another one up to the first special one, and find that."""
        between: list[Element] = []
        for position in range(element.position + 1, len(self._open)):
            other = self._open[position]
            if other.is_open and other.is_special:
                return between, other
            between.append(other)
        return between, None

    def replace(self, element: Element, again: Element, behind: list[Element]) -> None:
        """Put another element of the same name behind those that are open in one, instead of that one."""
        first, element.is_open, again.is_open = element.position, False, True
        for position, moved in enumerate((*behind, again), first):
            moved.position = position
            self._open[position] = moved
        self._groups[again.name].append(again)

    def foreign(self, name: bytes) -> Element | None:
        """Find the innermost foreign element of a name that no HTML element hides."""
        element, root = self.last(("foreign", name)), self.last(ROOTS)
        reached = element is not None and root is not None and element.position >= root.position
        return element if reached else None

    def leave_foreign(self) -> None:
        """Close until an HTML element or an integration point is the current node (13.2.6.5)."""
        root, point = self.last(ROOTS), self.last(POINTS)
        if self.current.namespace == HTML or root is None:
            return
        if point is not None and point.position >= root.position:
            self.pop_above(point)
        else:
            self.pop_to(root)


def _groups(element: tuple[str, bytes]) -> tuple[Group, ...]:
    """List the groups that every element of a name is in."""
    namespace, name = element
    if namespace != HTML:
        bars = name in _FOREIGN_BARRIERS[namespace]
        return (("foreign", name), *(_BARRIERS if bars else ()))
    barriers = (*_BARRIERS, TABLE_SCOPE, STRUCTURE)
    return (name, *(barrier for barrier in barriers if name in barrier))


_GROUPS = Remembered(_groups, 1024)
