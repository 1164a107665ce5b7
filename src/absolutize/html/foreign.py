"""Foreign content: inside svg and math, text is read by other rules (13.2.6.5).

There are no raw-text elements but CDATA sections; integration points switch back to HTML, and some
tags break out. As long as all is foreign that is seen at once; what is HTML in there, and end tags
that fit no foreign element, are for the tree builder. It knows no links: whoever walks is given the tags.
"""

import re
from collections import defaultdict
from typing import NamedTuple

from absolutize.html.foreign_elements import (
    MATHML_TEXT_INTEGRATION_POINT,
    SVG_HTML_INTEGRATION_POINT,
    breaks_out,
)
from absolutize.html.grammar import ATTRIBUTES, CDATA_SECTION, MARKUP_DECLARATION, NO_TAG, TAG_NAME
from absolutize.html.stack import HTML, MATHML, SVG
from absolutize.html.surroundings import Surroundings, token_of
from absolutize.html.tags import TAG, StartTag, behind_text, start_tag
from absolutize.patterns import compiled

_TAG_IN_FOREIGN = compiled(
    f"(?:[^<]++|<(?:{CDATA_SECTION}|{MARKUP_DECLARATION}|{NO_TAG}))*+"
    f"<(?:/({TAG_NAME}){ATTRIBUTES}>|({TAG_NAME}))".encode()
)
# Those that may hold HTML
_POINTS = {
    SVG: SVG_HTML_INTEGRATION_POINT,
    MATHML: MATHML_TEXT_INTEGRATION_POINT | {b"annotation-xml"},
}


class Tag(NamedTuple):
    """A start tag met on the walk: where its name starts, the name in lower case, and the tag.

    ``inert``: in a template, whose content is not the document's.
    """

    position: int
    name: bytes
    tag: StartTag
    namespace: str
    inert: bool


class Walker:
    """Walks from an ``<svg`` or ``<math`` until all that it opened is closed again.

    ``tags`` collects the start tags met; ``position`` is where the walk has come to, ``end`` where the
    tag begins that ended it.
    """

    def __init__(self, data: bytes, position: int, surroundings: Surroundings) -> None:
        self.data = data
        self.position = self.end = self._start_position = position
        self.tags: list[Tag] = []
        self._surroundings = surroundings

    def walk(self) -> int | None:
        """Walk; return where HTML goes on, or ``None`` if the input ended."""
        if not self._surroundings.may_ignore_tags:
            simple = _Simple(self.data, self.position)
            if simple.walk():
                self._surroundings.pass_over(self.position, simple.end)
                self.tags, self.position, self.end = simple.tags, simple.position, simple.end
                return None if simple.is_cut_off else self.position
        return self._walk_in_tree()

    def _walk_in_tree(self) -> int | None:
        """Walk with the tree builder."""
        tree, root = self._surroundings.read_to(self.position), None
        while (match := self._next()) is not None and self._take(match):
            root = root or tree.stack.current
            if root.namespace == HTML or not root.is_open:
                return self.position
        return None

    def _next(self) -> re.Match[bytes] | None:
        """Match up to the next tag: past CDATA sections where the current node is not HTML's (13.2.5.42)."""
        in_html = self._surroundings.tree.stack.current.namespace == HTML
        return (TAG if in_html and self.tags else _TAG_IN_FOREIGN).match(self.data, self.position)

    def _take(self, match: re.Match[bytes]) -> bool:
        """Take a tag; ``False`` if the input ends before it does."""
        surroundings = self._surroundings
        self.end = match.start(1) - 2 if match[1] is not None else match.start(2) - 1
        surroundings.text(self.end)
        if match[1] is not None:
            self.position = match.end()
            surroundings.tree.end(match[1].lower())
        elif not self._start(match):
            return False
        surroundings.position = self.position
        return True

    def _start(self, match: re.Match[bytes]) -> bool:
        name, tag, tree = match[2].lower(), start_tag(self.data, match.end()), self._surroundings.tree
        if tag is None:
            return False
        namespace = tree.start(token_of(self.data, name, tag))
        self.tags.append(Tag(match.start(2), name, tag, namespace or HTML, tree.is_inert))
        self.position = behind_text(self.data, name, tag.stop) if namespace == HTML else tag.stop
        return True


class _Simple:
    """A walk through what is all foreign."""

    def __init__(self, data: bytes, position: int) -> None:
        self.tags: list[Tag] = []
        self.position = self.end = position
        self.is_cut_off = False
        self._data = data
        self._open: list[tuple[str, bytes]] = []
        self._places: defaultdict[bytes, list[int]] = defaultdict(list)
        self._points = 0

    def walk(self) -> bool:
        """Walk; ``False`` if that is for the tree builder."""
        while (match := _TAG_IN_FOREIGN.match(self._data, self.position)) is not None:
            is_end = match[1] is not None
            goes_on = self._end(match) if is_end else self._start(match)
            if goes_on is not None:
                return goes_on
            if not self._open:
                self.end = self.position
                return True
        self.is_cut_off, self.end = True, len(self._data)
        return True

    def _start(self, match: re.Match[bytes]) -> bool | None:
        """Take a start tag; ``True``: that was all, ``False``: that is for the tree builder."""
        name, tag = match[2].lower(), start_tag(self._data, match.end())
        if tag is None:
            self.is_cut_off, self.end = True, len(self._data)
            return True
        namespace, holder = self._open[-1] if self._open else (HTML, b"")
        if namespace == HTML or holder in _POINTS[namespace]:
            if name not in _ROOTS or holder == b"annotation-xml":
                return False
            namespace = _ROOTS[name]
        elif breaks_out(name, (attribute.name for attribute in tag.attributes)):
            self.end = match.start(2) - 1
            namespace = HTML
        self.tags.append(Tag(match.start(2), name, tag, namespace, inert=False))
        self.position = tag.stop
        if namespace == HTML:
            return not self._points
        if not tag.self_closing:
            self._push(namespace, name)
        return None

    def _end(self, match: re.Match[bytes]) -> bool | None:
        name = match[1].lower()
        self.position = match.end()
        if name in {b"br", b"p"}:
            self.end = match.start(1) - 2
            return not self._points
        places = self._places.get(name)
        if not places:
            return False
        self._pop_to(places[-1])
        return None

    def _push(self, namespace: str, name: bytes) -> None:
        self._places[name].append(len(self._open))
        self._points += name in _POINTS[namespace]
        self._open.append((namespace, name))

    def _pop_to(self, index: int) -> None:
        for namespace, name in reversed(self._open[index:]):
            self._places[name].pop()
            self._points -= name in _POINTS[namespace]
        del self._open[index:]


_ROOTS = {b"svg": SVG, b"math": MATHML}
