"""Foreign content: inside svg and math, text is read by other rules (13.2.6.5).

There are no raw-text elements but CDATA sections; integration points switch back to HTML, and
some tags break out. That needs the stack of open elements, which this file keeps tag by tag, and
only there. It knows no links: whoever walks is given the tags.
"""

import re
from bisect import bisect_left
from collections import defaultdict
from typing import NamedTuple

from absolutize.html.grammar import (
    ATTRIBUTES,
    CDATA_SECTION,
    COMMENT,
    CONTENT,
    MARKUP_DECLARATION,
    NO_TAG,
    TAG_NAME,
    TAG_NAME_END,
    one_of,
)
from absolutize.html.tags import TAG, StartTag, start_tag

HTML, SVG, MATHML = "html", "svg", "math"

# 13.2.6.5: "A start tag whose tag name is one of"
BREAKOUT = frozenset(
    b"b big blockquote body br center code dd div dl dt em embed h1 h2 h3 h4 h5 h6 head hr i img li listing"
    b" menu meta nobr ol p pre ruby s small span strong strike sub sup table tt u ul var".split()
)
FONT_BREAKOUT = frozenset({b"color", b"face", b"size"})
MATHML_TEXT_INTEGRATION_POINT = frozenset(b"mi mo mn ms mtext".split())  # 13.2.6
SVG_HTML_INTEGRATION_POINT = frozenset(b"foreignobject desc title".split())
HTML_ENCODING = frozenset({b"text/html", b"application/xhtml+xml"})  # of annotation-xml
VOID = frozenset(b"area base br col embed hr img input link meta source track wbr param".split())  # 13.1.2
VOID_OF_OLD = frozenset(b"basefont bgsound frame keygen image".split())
NOT_PUSHED = VOID | VOID_OF_OLD | {b"html", b"head", b"body"}

# End tags of HTML that close the foreign element when nothing inside it is so named. Which
# elements are open outside is not known here; what stands around an svg is taken to be these.
CLOSES_FOREIGN = frozenset(
    b"a abbr article aside b big blockquote button caption center cite code dd details dialog dir div dl dt"
    b" em fieldset figcaption figure font footer form h1 h2 h3 h4 h5 h6 header hgroup i label li listing main"
    b" menu nav nobr object ol option p pre s section select small span strike strong sub summary sup table"
    b" tbody td tfoot th thead tr tt u ul var br".split()
)

# The common icon: an svg of shapes alone, nothing in it carrying a reference, passed in one piece.
SHAPES = (
    "animate animatetransform circle clippath defs ellipse filter g line lineargradient marker mask path"
    " pattern polygon polyline radialgradient rect stop style symbol text tspan use"
)


def simple_svg(attributes: str) -> str:
    """Match a whole svg element of plain shapes; ``attributes`` matches those without links."""
    shape = f"/?+{one_of(SHAPES.split())}(?={TAG_NAME_END}){attributes}>"
    named = f"{one_of(['title', 'desc'])}>[^<]*+</{one_of(['title', 'desc'])}>"
    inside = f"[^<]++|<(?:{shape}|{named}|{COMMENT})"
    end = f"</{one_of(['svg'])}[ \t\n\f\r]*+>"
    return f"{one_of(['svg'])}(?={TAG_NAME_END}){attributes}(?<!/)>(?:{inside})*+{end}"


_TAG_IN_FOREIGN = re.compile(
    f"(?:[^<]++|<(?:{CDATA_SECTION}|{MARKUP_DECLARATION}|{NO_TAG}))*+"
    f"<(?:/({TAG_NAME}){ATTRIBUTES}>|({TAG_NAME}))".encode()
)
_CONTENT = {name.encode(): re.compile(pattern.encode()) for name, pattern in CONTENT.items()}


class OpenElement(NamedTuple):
    """An entry of the stack of open elements, as far as it is kept."""

    namespace: str
    name: bytes
    holds_html: bool = False  # an HTML integration point


class Tag(NamedTuple):
    """A start tag met on the walk: where its name starts, the name in lower case, and the tag."""

    position: int
    name: bytes
    tag: StartTag
    namespace: str


class Walker:
    """Walks from an ``<svg`` or ``<math`` until all that it opened is closed again.

    ``tags`` collects the start tags met; ``position`` is where the walk stands.
    """

    def __init__(self, data: bytes, position: int) -> None:
        self.data = data
        self.position = position
        self.tags: list[Tag] = []
        self._open: list[OpenElement] = []
        # places in the stack: by name, and of the elements of either kind; so nothing is searched
        self._at: defaultdict[bytes, list[int]] = defaultdict(list)
        self._html: list[int] = []
        self._foreign: list[int] = []

    def walk(self) -> int | None:
        """Walk; return where HTML goes on, or ``None`` if the input ended."""
        while True:
            match = (TAG if self._in_html() else _TAG_IN_FOREIGN).match(self.data, self.position)
            if match is None:
                return None
            if match[1] is not None:
                self.position = match.end()
                self._end(match[1].lower())
            elif not self._start(match):
                return None
            if not self._open:
                return self.position

    def _start(self, match: re.Match[bytes]) -> bool:
        name = match[2].lower()
        tag = start_tag(self.data, match.end())
        if tag is None:
            return False
        self.position = tag.stop
        namespace = self._namespace_of(name, tag)
        self.tags.append(Tag(match.start(2), name, tag, namespace))
        if namespace == HTML:
            self._start_html(name)
        elif not tag.self_closing:
            self._push(OpenElement(namespace, name, self._holds_html(namespace, name, tag)))
        return True

    def _start_html(self, name: bytes) -> None:
        content = _CONTENT.get(name)
        if content is not None:
            end = content.match(self.data, self.position)
            self.position = end.end() if end is not None else len(self.data)
        elif name not in NOT_PUSHED and self._open:
            self._push(OpenElement(HTML, name))

    def _namespace_of(self, name: bytes, tag: StartTag) -> str:
        """Tell in which namespace a start tag makes an element, breaking out where it must."""
        if not self._starts_html(name):
            if not self._breaks_out(name, tag):
                return self._open[-1].namespace
            self._leave_foreign()
        return {b"svg": SVG, b"math": MATHML}.get(name, HTML)

    def _starts_html(self, name: bytes) -> bool:
        """Whether a start tag is read by the rules for HTML (13.2.6, the tree construction dispatcher)."""
        if not self._open:
            return True
        namespace, current, holds_html = self._open[-1]
        if namespace == HTML or holds_html:
            return True
        if namespace != MATHML:
            return False
        if current in MATHML_TEXT_INTEGRATION_POINT:
            return name not in {b"mglyph", b"malignmark"}
        return current == b"annotation-xml" and name == b"svg"

    def _breaks_out(self, name: bytes, tag: StartTag) -> bool:
        if name == b"font":
            return any(attribute.name in FONT_BREAKOUT for attribute in tag.attributes)
        return name in BREAKOUT

    def _holds_html(self, namespace: str, name: bytes, tag: StartTag) -> bool:
        if namespace == SVG:
            return name in SVG_HTML_INTEGRATION_POINT
        if name != b"annotation-xml":
            return False
        values = (self.data[a.start : a.stop] for a in tag.attributes if a.name == b"encoding")
        return next(values, b"").lower() in HTML_ENCODING

    def _in_html(self) -> bool:
        """Whether text is read by the rules for HTML: no CDATA there (13.2.5.42)."""
        return not self._open or self._open[-1].namespace == HTML

    def _end(self, name: bytes) -> None:
        """Close what an end tag closes, by 13.2.6.5 in foreign elements and a simple 13.2.6.4.7 in HTML."""
        if self._in_html():
            self._close_html(name, len(self._open))
        elif name in {b"p", b"br"}:
            self._leave_foreign()
            self._close_html(name, len(self._open))
        elif name in self._at:
            self._close_foreign(name)
        elif name in CLOSES_FOREIGN and not self._html:
            self._pop_to(0)

    def _close_foreign(self, name: bytes) -> None:
        """Pop to the nearest foreign element of that name, or see to it as HTML below them."""
        html = self._html[-1] if self._html else -1
        if self._at[name][-1] > html:
            self._pop_to(self._at[name][-1])
        else:
            self._close_html(name, html + 1)

    def _close_html(self, name: bytes, stop: int) -> None:
        """Pop to an HTML element of that name, if only HTML elements stand between it and ``stop``."""
        foreign = bisect_left(self._foreign, stop) - 1
        lowest = self._foreign[foreign] if foreign >= 0 else -1
        for index in reversed(self._at.get(name, ())):
            if index < stop:
                if index > lowest:
                    self._pop_to(index)
                return

    def _leave_foreign(self) -> None:
        """Pop until an HTML element or an integration point is the current node."""
        while self._open:
            namespace, name, holds_html = self._open[-1]
            text_point = namespace == MATHML and name in MATHML_TEXT_INTEGRATION_POINT
            if namespace == HTML or holds_html or text_point:
                return
            self._pop_to(len(self._open) - 1)

    def _push(self, element: OpenElement) -> None:
        index = len(self._open)
        self._open.append(element)
        self._at[element.name].append(index)
        (self._html if element.namespace == HTML else self._foreign).append(index)

    def _pop_to(self, index: int) -> None:
        for element in reversed(self._open[index:]):
            places = self._at[element.name]
            places.pop()
            if not places:
                del self._at[element.name]
            (self._html if element.namespace == HTML else self._foreign).pop()
        del self._open[index:]
