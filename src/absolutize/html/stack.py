"""The stack of open elements (HTML Standard 13.2.4.3), as far as foreign content needs it.

Places are kept by name and by kind, so nothing is ever searched and time stays linear.
"""

from bisect import bisect_left
from collections import defaultdict
from typing import NamedTuple

HTML, SVG, MATHML = "html", "svg", "math"

# 13.2.4.3, the special category; ordinary end tags stop at these
SPECIAL = frozenset(
    b"address applet area article aside base basefont bgsound blockquote body br button caption center col"
    b" colgroup dd details dir div dl dt embed fieldset figcaption figure footer form frame frameset h1 h2 h3"
    b" h4 h5 h6 head header hgroup hr html iframe img input keygen li link listing main marquee menu meta nav"
    b" noembed noframes noscript object ol p param plaintext pre script search section select source style"
    b" summary table tbody td template textarea tfoot th thead title tr track ul wbr xmp".split()
)
INERT = frozenset({b"template", b"noscript"})
NEVER_OPEN = frozenset(
    b"area base basefont bgsound body br col embed frame head hr html image img input keygen link meta param"
    b" source track wbr".split()
)


class OpenElement(NamedTuple):
    """An entry of the stack; ``is_point``: a MathML text or an HTML integration point."""

    namespace: str
    name: bytes
    holds_html: bool = False
    is_point: bool = False


class OpenElements:
    """The stack, from the svg or math element upwards."""

    def __init__(self) -> None:
        self._open: list[OpenElement] = []
        self._named: defaultdict[bytes, list[int]] = defaultdict(list)
        self._html: list[int] = []
        self._foreign: list[int] = []
        self._points: list[int] = []
        self._special: list[int] = []
        self._inert: list[int] = []

    def __len__(self) -> int:
        """Count the elements that are open."""
        return len(self._open)

    @property
    def current(self) -> OpenElement:
        """The current node."""
        return self._open[-1]

    @property
    def in_html(self) -> bool:
        """Whether the current node is HTML's."""
        return not self._open or self._open[-1].namespace == HTML

    @property
    def has_point(self) -> bool:
        """Whether an integration point is open: what is around it cannot be closed from inside."""
        return bool(self._points)

    def holds(self, name: bytes) -> bool:
        """Whether an element of that name is open."""
        return bool(self._named.get(name))

    @property
    def is_inert(self) -> bool:
        """Whether the current node stands in a template or noscript of HTML's."""
        return bool(self._inert)

    def push(self, element: OpenElement) -> None:
        """Open an element."""
        for places in self._places(element):
            places.append(len(self._open))
        self._open.append(element)

    def pop_to(self, index: int) -> None:
        """Close all elements down to a place, that one included."""
        for element in reversed(self._open[index:]):
            for places in self._places(element):
                places.pop()
        del self._open[index:]

    def leave_foreign(self) -> None:
        """Close until an HTML element or an integration point is the current node (13.2.6.5)."""
        keeps = max((places[-1] for places in (self._html, self._points) if places), default=-1)
        self.pop_to(keeps + 1)

    def close_foreign(self, name: bytes) -> None:
        """Close the nearest foreign element of a name, or what is HTML below the foreign ones."""
        html = self._html[-1] if self._html else -1
        if self._named[name][-1] > html:
            self.pop_to(self._named[name][-1])
        else:
            self.close_html(name, html + 1)

    def close_html(self, name: bytes, stop: int | None = None) -> None:
        """Close the nearest HTML element of a name below a place (13.2.6.4.7, any other end tag).

        Foreign elements bar the way, special elements that of an ordinary name.
        """
        stop = len(self._open) if stop is None else stop
        index = _last_below(self._named.get(name, []), stop)
        barred = _last_below(self._foreign, stop)
        if name not in SPECIAL:
            barred = max(barred, _last_below(self._special, stop))
        if index > barred:
            self.pop_to(index)

    def _places(self, element: OpenElement) -> list[list[int]]:
        places = [self._named[element.name], self._html if element.namespace == HTML else self._foreign]
        if element.is_point:
            places.append(self._points)
        if element.namespace == HTML and element.name in SPECIAL:
            places.append(self._special)
        if element.namespace == HTML and element.name in INERT:
            places.append(self._inert)
        return places


def _last_below(places: list[int], stop: int) -> int:
    index = bisect_left(places, stop) - 1
    return places[index] if index >= 0 else -1
