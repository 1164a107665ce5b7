"""Foreign content: inside svg and math, text is read by other rules (HTML Standard 13.2.6.5).

There are CDATA sections, but no raw-text elements; integration points switch back to HTML, and some tags
break out. This module does not know links: it gives its caller the tags. Used by `html.document.base_element`
and `html.tokenizer.scanner`.
"""

import re
from array import array
from collections import defaultdict
from collections.abc import Iterator
from functools import partial

from absolutize.edits import array_of_offsets
from absolutize.html.grammar.namespaces import FOREIGN_ROOTS, HTML, MATHML, SVG
from absolutize.html.grammar.simple_svg import END_TAG_NAME, START_TAG_NAME
from absolutize.html.grammar.start_tag import IN_LOWER_CASE, end_of_tag_name, start_tag
from absolutize.html.tree_construction.ancestors import TAG_IN_FOREIGN, OpenTag, TreeReader
from absolutize.html.tree_construction.foreign_elements import (
    MATHML_TEXT_INTEGRATION_POINT,
    SVG_HTML_INTEGRATION_POINT,
    breaks_out,
)
from absolutize.html.values import svg_text
from absolutize.patterns import FindMatches

# The elements that may hold HTML
_MAY_HOLD_HTML = {
    SVG: SVG_HTML_INTEGRATION_POINT,
    MATHML: MATHML_TEXT_INTEGRATION_POINT | {b"annotation-xml"},
}


class ForeignContentWalk:
    """Walks from an ``<svg`` or ``<math`` until all that it opened is closed again.

    ``tags`` collects the start tags, except those that have nothing but a name, and those of shapes that
    ``shape_tags`` passes over; ``position`` is where the walk has come to, ``end`` is where the tag that
    ended it begins.
    """

    def __init__(self, data: bytes, position: int, reader: TreeReader, shape_tags: FindMatches) -> None:
        self._data, self._shape_tags = data, shape_tags
        self.position = self.end = position
        self.tags = _Tags(data)
        self._tree_reader = reader

    def walk(self) -> int | None:
        """Walk; return where HTML goes on, or ``None`` if the input ended, or a frameset began."""
        simple = _ForeignOnlyWalk(self._data, self.position, self._shape_tags)
        if not simple.walk():
            return self._walk_in_tree()
        self._tree_reader.pass_over(self.position, simple.end)
        self.tags, self.position, self.end = simple.tags, simple.position, simple.end
        return None if simple.is_cut_off else self.position

    def _walk_in_tree(self) -> int | None:
        """Walk with the tree builder, for HTML elements in foreign content, and end tags that fit none."""
        reader = self._tree_reader
        tree, root = reader.read_to(self.position), None
        while reader.read_tag():
            self.position, self.end = reader.position, reader.end
            if reader.tag is not None and _says_more(reader.tag):
                self.tags.append(reader.tag)
            root = tree.stack.last_opened if root is None else root
            if tree.stack[root].namespace == HTML or not tree.stack.is_open(root):
                return self.position
        return None


def _says_more(tag: OpenTag) -> bool:
    """Whether a start tag says more than its name: by its attributes, or by the text behind it."""
    return bool(tag.tag.attributes) or tag.namespace == HTML or tag.name in svg_text.MARKUP_TEXT_ELEMENTS


_MOST_READ = 1 << 10  # tags that are kept as they were read


class _Tags:
    """Start tags in order; if there are very many, only their offsets are kept, and they are read again."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._first: list[OpenTag] = []
        self._places, self._numbers = array_of_offsets(len(data)), bytearray()
        self._kinds: list[tuple[str, bool, bool]] = []  # of a namespace, inert or not, ignored or not

    def append(self, tag: OpenTag) -> None:
        """Add a tag behind the last."""
        if len(self._first) < _MOST_READ:
            self._first.append(tag)
            return
        kind = tag[3:]
        if kind not in self._kinds:
            self._kinds.append(kind)
        self._places.append(tag.position)
        self._numbers.append(self._kinds.index(kind))

    def __iter__(self) -> Iterator[OpenTag]:
        """Give the tags one after the other."""
        yield from self._first
        for position, number in zip(self._places, self._numbers, strict=True):
            behind = end_of_tag_name(self._data, position)
            tag = start_tag(self._data, behind)
            if tag is not None:
                yield OpenTag(position, self._data[position:behind].lower(), tag, *self._kinds[number])


_Element = tuple[str, bytes]


_OF_ICON = 4  # tags that an icon of a sprite has: plain shapes are passed only behind them


# For speed: on 122 pages with diagrams that were not used to choose this, `rewrite` takes half the time
class _ForeignOnlyWalk:
    """A walk through foreign content that has no HTML in it; plain shapes are passed in bulk."""

    def __init__(self, data: bytes, position: int, shape_tags: FindMatches) -> None:
        self.tags, self._shape_tags = _Tags(data), shape_tags
        self.position = self.end = position
        self.is_cut_off = False
        self._data = data
        self._open: list[_Element] = []
        self._shared: dict[_Element, _Element] = {}
        self._indices: defaultdict[bytes, array[int]] = defaultdict(partial(array, "Q"))
        self._holders = 0  # open elements that may hold HTML

    def walk(self) -> bool:
        """Walk; ``False`` if the tree builder is needed."""
        self._pass_root()
        tags = 0
        while (match := TAG_IN_FOREIGN.match(self._data, self.position)) is not None:
            is_end = match[1] is not None
            goes_on = self._end(match) if is_end else self._start(match)
            if goes_on is not None:
                return goes_on
            if not self._open:
                self.end = self.position
                return True
            tags += 1
            if tags >= _OF_ICON:
                self._pass_shapes()
        self.is_cut_off, self.end = True, len(self._data)
        return True

    def _pass_root(self) -> None:
        """Pass over the svg tag that the walk begins at, if no link is in it."""
        match = next(iter(self._shape_tags(self._data, self.position)), None)
        if match is not None and match.start(START_TAG_NAME) == self.position + 1:
            self._push(SVG, IN_LOWER_CASE[match.group(START_TAG_NAME)])
            self.position = match.end()

    def _pass_shapes(self) -> None:
        """Pass over tags of plain shapes, as long as the element around them cannot hold HTML."""
        opened = list[bytes]()
        for match in self._shape_tags(self._data, self.position) if self._holds_shapes() else ():
            if match.start(START_TAG_NAME) >= 0:
                opened.append(IN_LOWER_CASE[match.group(START_TAG_NAME)])
            elif match.start(END_TAG_NAME) < 0:
                self.position = match.end()
                break
            else:
                name = IN_LOWER_CASE[match.group(END_TAG_NAME)]
                if opened and opened[-1] == name:
                    opened.pop()
                elif not self._end_of_shape(name, opened):
                    self.position = match.start(END_TAG_NAME) - len(b"</")
                    break
            self.position = match.end()
        self._push_all(opened)

    def _holds_shapes(self, index: int = -1) -> bool:
        """Whether an open element, by default the last, is of svg and cannot hold HTML."""
        namespace, holder = self._open[index]
        return namespace == SVG and holder not in _MAY_HOLD_HTML[SVG]

    def _end_of_shape(self, name: bytes, opened: list[bytes]) -> bool:
        """End an element other than the last opened one; ``False``: it is not open, or HTML may follow."""
        self._push_all(opened)
        indices = self._indices.get(name)
        if not indices or not self._holds_shapes(indices[-1] - 1):
            return False
        self._pop_to(indices[-1])
        return True

    def _push_all(self, opened: list[bytes]) -> None:
        for name in opened:
            self._push(SVG, name)
        opened.clear()

    def _start(self, match: re.Match[bytes]) -> bool | None:
        """Read a start tag; ``True``: the walk ends; ``False``: the tree builder is needed."""
        name, tag = match[2].lower(), start_tag(self._data, match.end())
        if tag is None:
            self.is_cut_off, self.end = True, len(self._data)
            return True
        namespace, holder = self._open[-1] if self._open else (HTML, b"")
        if namespace == HTML or holder in _MAY_HOLD_HTML[namespace]:
            if name not in FOREIGN_ROOTS or holder == b"annotation-xml":
                return False
            namespace = FOREIGN_ROOTS[name]
        elif breaks_out(name, (attribute.name for attribute in tag.attributes)):
            self.end = match.start(2) - 1
            namespace = HTML
        met = OpenTag(match.start(2), name, tag, namespace, inert=False, is_ignored=False)
        if _says_more(met):
            self.tags.append(met)
        self.position = tag.stop
        if namespace == HTML:
            return not self._holders
        if not tag.self_closing:
            self._push(namespace, name)
        return None

    def _end(self, match: re.Match[bytes]) -> bool | None:
        name = match[1].lower()
        self.position = match.end()
        if name in {b"br", b"p"}:
            self.end = match.start(1) - 2
            return not self._holders
        indices = self._indices.get(name)
        if not indices:
            return False
        self._pop_to(indices[-1])
        return None

    def _push(self, namespace: str, name: bytes) -> None:
        element = namespace, name  # equal elements share memory: there may be very many
        self._indices[name].append(len(self._open))
        self._holders += name in _MAY_HOLD_HTML[namespace]
        self._open.append(self._shared.setdefault(element, element))

    def _pop_to(self, index: int) -> None:
        for namespace, name in reversed(self._open[index:]):
            self._indices[name].pop()
            self._holders -= name in _MAY_HOLD_HTML[namespace]
        del self._open[index:]
