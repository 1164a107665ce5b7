"""Which HTML elements are open around an svg or math element (HTML Standard 13.2.4.3, 13.2.6.4).

Asked for when an end tag inside foreign content fits none of its elements: it may close one that
is open around it, and the svg with that. The stack moves on with the document and never back, and
places are kept by name and by scope, so time stays linear. Known here are implied end tags, scopes
and special elements; the insertion modes of tables and the adoption of formatting elements are not.
"""

import re
from collections import defaultdict, deque
from collections.abc import Iterable, Mapping

from absolutize.html.grammar import ATTRIBUTES
from absolutize.html.simple import simple_svg
from absolutize.html.stack import NEVER_OPEN, SPECIAL
from absolutize.html.tags import TAG, content_after, start_tag

Names = frozenset[bytes]

# 13.2.4.2, "has an element in scope" and its kin: the search for an element ends at these
SCOPE: Names = frozenset(b"applet caption html marquee object table td template th".split())
LIST_ITEM_SCOPE = SCOPE | {b"ol", b"ul"}
BUTTON_SCOPE = SCOPE | {b"button"}
TABLE_SCOPE: Names = frozenset(b"html table template".split())
LIST_ITEM = SPECIAL - {b"address", b"div", b"p"}  # 13.2.6.4.7, a start tag li, dd or dt
BARRIERS = (SPECIAL, SCOPE, LIST_ITEM_SCOPE, LIST_ITEM, BUTTON_SCOPE, TABLE_SCOPE)

CLOSES_P: Names = frozenset(
    b"address article aside blockquote center dd details dialog dir div dl dt fieldset figcaption figure"
    b" footer form h1 h2 h3 h4 h5 h6 header hgroup hr li listing main menu nav ol p plaintext pre search"
    b" section summary ul xmp".split()
)
_CELLS = frozenset({b"td", b"th"})
_ROWS = frozenset({b"tr", b"caption", b"colgroup"})
_SECTIONS = frozenset({b"tbody", b"thead", b"tfoot", b"caption", b"colgroup"})
# 13.2.6.4.7-15: which open elements a start tag closes, and how far it looks for them
START_CLOSES: Mapping[bytes, tuple[Names, Names]] = {
    b"a": (frozenset({b"a"}), SPECIAL),
    b"button": (frozenset({b"button"}), SCOPE),
    b"dd": (frozenset({b"dd", b"dt"}), LIST_ITEM),
    b"dt": (frozenset({b"dd", b"dt"}), LIST_ITEM),
    b"li": (frozenset({b"li"}), LIST_ITEM),
    b"optgroup": (frozenset({b"option", b"optgroup"}), SCOPE),
    b"option": (frozenset({b"option"}), SCOPE),
    b"td": (_CELLS, TABLE_SCOPE),
    b"th": (_CELLS, TABLE_SCOPE),
    b"tr": (_ROWS, TABLE_SCOPE),
    b"tbody": (_SECTIONS, TABLE_SCOPE),
    b"thead": (_SECTIONS, TABLE_SCOPE),
    b"tfoot": (_SECTIONS, TABLE_SCOPE),
}
HEADINGS: Names = frozenset({b"h1", b"h2", b"h3", b"h4", b"h5", b"h6"})
# 13.2.6.4.7-15: how far an end tag looks for its element; a special one without a row: in scope
END_LOOKS: Mapping[bytes, Names] = {
    b"li": LIST_ITEM_SCOPE,
    b"p": BUTTON_SCOPE,
    **dict.fromkeys((b"caption", b"table", b"tbody", b"td", b"tfoot", b"th", b"thead", b"tr"), TABLE_SCOPE),
}

_SIMPLE_SVG = re.compile(f"<{simple_svg(ATTRIBUTES)}".encode())


class Surroundings:
    """The stack of open elements outside foreign content, as far as it was asked for."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._position = 0
        self._open: list[bytes] = []
        self._named: defaultdict[bytes, list[int]] = defaultdict(list)
        self._barriers: dict[Names, list[int]] = {barrier: [] for barrier in BARRIERS}
        self._foreign: deque[tuple[int, int]] = deque()

    def pass_over(self, start: int, stop: int) -> None:
        """Leave foreign content out: from its root to the tag that ended it."""
        self._foreign.append((start, stop))

    def hold(self, name: bytes, position: int) -> bool:
        """Whether an end tag at a position would close an element that is open there."""
        while self._position < position and (match := TAG.match(self._data, self._position)) is not None:
            if match.end() > position or not self._take(match):
                break
        return self._closed_by_end(name) is not None

    def _take(self, match: re.Match[bytes]) -> bool:
        """Take a tag in; ``False`` if the input ends before it does."""
        if match[1] is not None:
            self._position = match.end()
            self._pop_to(self._closed_by_end(match[1].lower()))
            return True
        start = match.start(2) - 1
        if self._foreign and start >= self._foreign[0][0]:
            self._position = max(self._foreign.popleft()[1], match.end())
            return True
        simple = _SIMPLE_SVG.match(self._data, start)
        if simple is not None:
            self._position = simple.end()
            return True
        return self._start(match[2].lower(), match.end())

    def _start(self, name: bytes, behind: int) -> bool:
        tag = start_tag(self._data, behind)
        if tag is None:
            return False
        self._position = content_after(self._data, name, tag.stop)
        if name in START_CLOSES:
            self._pop_to(self._nearest(*START_CLOSES[name]))
        if name in CLOSES_P:
            self._pop_to(self._nearest((b"p",), BUTTON_SCOPE))
        if name not in NEVER_OPEN:
            self._push(name)
        return True

    def _closed_by_end(self, name: bytes) -> int | None:
        names = HEADINGS if name in HEADINGS else (name,)
        return self._nearest(names, END_LOOKS.get(name, SCOPE if name in SPECIAL else SPECIAL))

    def _nearest(self, names: Iterable[bytes], barrier: Names) -> int | None:
        """Find the innermost element of the names that no element of ``barrier`` stands before."""
        index = max((places[-1] for name in names if (places := self._named.get(name))), default=-1)
        barred = self._barriers.get(barrier) or [-1]
        return index if index >= max(barred[-1], 0) else None

    def _push(self, name: bytes) -> None:
        for places in self._places(name):
            places.append(len(self._open))
        self._open.append(name)

    def _pop_to(self, index: int | None) -> None:
        if index is None:
            return
        for name in reversed(self._open[index:]):
            for places in self._places(name):
                places.pop()
        del self._open[index:]

    def _places(self, name: bytes) -> list[list[int]]:
        barriers = [places for barrier, places in self._barriers.items() if name in barrier]
        return [self._named[name], *barriers]
