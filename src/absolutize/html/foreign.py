"""Foreign content: inside svg and math, text is read by other rules (13.2.6.5).

There are no raw-text elements but CDATA sections; integration points switch back to HTML, and
some tags break out. That needs the stack of open elements, which this file keeps tag by tag, and
only there. It knows no links: whoever walks is given the tags.
"""

import re
from typing import NamedTuple

from absolutize.html.grammar import (
    ATTRIBUTES,
    CDATA_SECTION,
    MARKUP_DECLARATION,
    NO_TAG,
    TAG_NAME,
)
from absolutize.html.stack import HTML, MATHML, NEVER_OPEN, SVG, OpenElement, OpenElements
from absolutize.html.surroundings import Surroundings
from absolutize.html.tags import TAG, StartTag, content_after, start_tag
from absolutize.html.values import decode

# 13.2.6.5: "A start tag whose tag name is one of"
BREAKOUT = frozenset(
    b"b big blockquote body br center code dd div dl dt em embed h1 h2 h3 h4 h5 h6 head hr i img li listing"
    b" menu meta nobr ol p pre ruby s small span strong strike sub sup table tt u ul var".split()
)
FONT_BREAKOUT = frozenset({b"color", b"face", b"size"})
MATHML_TEXT_INTEGRATION_POINT = frozenset(b"mi mo mn ms mtext".split())  # 13.2.6
SVG_HTML_INTEGRATION_POINT = frozenset(b"foreignobject desc title".split())
HTML_ENCODING = frozenset({"text/html", "application/xhtml+xml"})  # of annotation-xml

_TAG_IN_FOREIGN = re.compile(
    f"(?:[^<]++|<(?:{CDATA_SECTION}|{MARKUP_DECLARATION}|{NO_TAG}))*+"
    f"<(?:/({TAG_NAME}){ATTRIBUTES}>|({TAG_NAME}))".encode()
)


class Tag(NamedTuple):
    """A start tag met on the walk: where its name starts, the name in lower case, and the tag.

    ``inert``: in a template or noscript, whose content is not the document's.
    """

    position: int
    name: bytes
    tag: StartTag
    namespace: str
    inert: bool


class Walker:
    """Walks from an ``<svg`` or ``<math`` until all that it opened is closed again.

    ``tags`` collects the start tags met; ``position`` is where the walk stands, ``end`` where the
    tag begins that ended it.
    """

    def __init__(self, data: bytes, position: int, surroundings: Surroundings) -> None:
        self.data = data
        self.position = self.end = position
        self.tags: list[Tag] = []
        self._start_position = position
        self._surroundings = surroundings
        self._open = OpenElements()

    def walk(self) -> int | None:
        """Walk; return where HTML goes on, or ``None`` if the input ended."""
        while True:
            # CDATA sections are read where the current node is not HTML's (13.2.5.42)
            match = (TAG if self._open.in_html else _TAG_IN_FOREIGN).match(self.data, self.position)
            if match is None:
                return None
            if match[1] is not None:
                self.position = match.end()
                self._end(match[1].lower())
            elif not self._start(match):
                return None
            if not self._open:
                self.end = match.start(match.lastindex or 0) - (2 if match[2] is None else 1)
                self._surroundings.pass_over(self._start_position, self.end)
                return self.position

    def _start(self, match: re.Match[bytes]) -> bool:
        name = match[2].lower()
        tag = start_tag(self.data, match.end())
        if tag is None:
            return False
        self.position = tag.stop
        namespace = self._namespace_of(name, tag)
        self.tags.append(Tag(match.start(2), name, tag, namespace, self._open.is_inert))
        if namespace == HTML:
            self.position = content_after(self.data, name, tag.stop)
            if self.position == tag.stop and name not in NEVER_OPEN and self._open:
                self._open.push(OpenElement(HTML, name))
        elif not tag.self_closing:
            self._open.push(self._foreign_element(namespace, name, tag))
        return True

    def _namespace_of(self, name: bytes, tag: StartTag) -> str:
        """Tell in which namespace a start tag makes an element, breaking out where it must."""
        if not self._starts_html(name):
            if not _breaks_out(name, tag):
                return self._open.current.namespace
            self._open.leave_foreign()
        return {b"svg": SVG, b"math": MATHML}.get(name, HTML)

    def _starts_html(self, name: bytes) -> bool:
        """Whether a start tag is read by the rules for HTML (13.2.6, the tree construction dispatcher)."""
        if self._open.in_html:
            return True
        _, current, holds_html, is_point = self._open.current
        if holds_html:
            return True
        if is_point:
            return name not in {b"mglyph", b"malignmark"}
        return current == b"annotation-xml" and name == b"svg" and self._open.current.namespace == MATHML

    def _foreign_element(self, namespace: str, name: bytes, tag: StartTag) -> OpenElement:
        """Tell whether a foreign element is an integration point (13.2.6)."""
        if namespace == SVG:
            holds_html = name in SVG_HTML_INTEGRATION_POINT
            return OpenElement(namespace, name, holds_html, holds_html)
        holds_html = name == b"annotation-xml" and self._encoding(tag) in HTML_ENCODING
        return OpenElement(namespace, name, holds_html, holds_html or name in MATHML_TEXT_INTEGRATION_POINT)

    def _encoding(self, tag: StartTag) -> str:
        for attribute in tag.attributes:
            if attribute.name == b"encoding":
                return decode(self.data[attribute.start : attribute.stop].decode("latin-1")).lower()
        return ""

    def _end(self, name: bytes) -> None:
        """Close what an end tag closes, by 13.2.6.5 in foreign elements and 13.2.6.4.7 in HTML ones."""
        if self._open.in_html:
            self._open.close_html(name)
        elif name in {b"p", b"br"}:
            self._open.leave_foreign()
            self._open.close_html(name)
        elif self._open.holds(name):
            self._open.close_foreign(name)
        elif not self._open.has_point and self._surroundings.hold(name, self._start_position):
            self._open.pop_to(0)


def _breaks_out(name: bytes, tag: StartTag) -> bool:
    if name == b"font":
        return any(attribute.name in FONT_BREAKOUT for attribute in tag.attributes)
    return name in BREAKOUT
