"""Bytes in, spans out: where the attributes stand that can carry a reference.

The pattern passes everything else, so Python runs once a link and not once a tag. The scanner
knows the tokenizer; it knows no URIs and judges no value.
"""

import re
from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from itertools import chain
from typing import NamedTuple

from absolutize.html import frameset, grammar
from absolutize.html.foreign import Walker
from absolutize.html.grammar import CONTENT
from absolutize.html.links import LINKS, Row
from absolutize.html.pattern import (
    ATTRIBUTE,
    BEGINNING,
    ELEMENT,
    EVENT,
    GROUPS,
    SETTLED,
    SHAPES,
    Value,
    compose,
    compose_glance,
)
from absolutize.html.stack import HTML
from absolutize.html.surroundings import Surroundings
from absolutize.html.tags import Attribute, StartTag, behind_name, first_of_each, start_tag


class Found(NamedTuple):
    """One link-bearing attribute: ``tag`` is where its tag's name starts, the span is its value's.

    The span has no quotes in it; a missing value is empty, right behind the name.
    """

    tag: int
    element: str
    row: Row
    start: int
    stop: int


class Passage(NamedTuple):
    """A span of a document that is passed at a glance, in pieces, as `pattern.compose_glance` matches."""

    start: int
    stop: int
    pieces: list[bytes]


class Glance(NamedTuple):
    """What is passed at a glance, and the attributes between that have to be looked at."""

    passages: list[Passage]
    found: list[Found]
    declares: bool  # whether a meta element may declare an encoding


FOREIGN = ("svg", "math")
_NOT_ASKED: frameset.Replaced | None = frameset.Replaced(-1, -1)
_SETTLED_VALUE = re.compile(SETTLED.encode())
_NAME = re.compile(grammar.TAG_NAME.encode())


class Scanner:
    """The scan for one table of rows.

    With ``settled=False``, single URLs that begin with ``http://`` or ``https://`` are passed
    over: no rule set changes them.
    """

    def __init__(self, rows: tuple[Row, ...] = LINKS, *, settled: bool = True) -> None:
        self._rows = _by_attribute(rows)
        self.names = {row.attribute.encode() for row in rows}
        self.settled = settled
        # with icons passed in one piece or not; compiled when first asked for
        self.next = cache(lambda icons: re.compile(compose(rows, settled=settled, icons=icons)).match)
        self.glance = cache(lambda value, icons: re.compile(compose_glance(rows, value, icons=icons)).findall)
        self.look_up = lru_cache(maxsize=4096)(self._look_up)

    def scan(self, data: bytes) -> list[Found]:
        """Find the link-bearing attributes of a document, in the order of the source."""
        return _Scan(self, data).run()

    def at_a_glance(self, data: bytes, value: Value) -> Glance | None:
        """Find the attributes of a document that need a second look, and the passages between them.

        ``None``: a frameset takes the place of what was found.
        """
        return _Scan(self, data).glance(value)

    def _look_up(self, element: bytes, attribute: bytes) -> tuple[str, Row | None, bytes, bool]:
        """Tell the names of element and attribute, its row, and whether its content is raw text."""
        attribute = attribute.lower()
        rows = self._rows.get(attribute.decode("latin-1"), {})
        name = element.lower().decode("utf-8", "replace").replace("\0", "\ufffd")
        return name, rows.get(name) or rows.get("*"), attribute, name in CONTENT

    def elsewhere(self, row: Row) -> Row | None:
        """Get the row for an attribute on any element."""
        return self._rows[row.attribute].get("*")


class _Scan:
    """One scan of one document."""

    def __init__(self, scanner: Scanner, data: bytes) -> None:
        self._scanner = scanner
        self._data = data
        self._found: list[Found] = []
        self._surroundings = Surroundings(data)
        self._replaced = _NOT_ASKED
        self._has_frames = self._declares = False
        self._icons = True  # none is passed where an element is called like one of its shapes

    def run(self) -> list[Found]:
        data, found, look_up, new = self._data, self._found, self._scanner.look_up, tuple.__new__
        position: int | None = 0
        element, tag, behind, seen = b"", 0, 0, set[bytes]()
        next_link = self._scanner.next(self._icons)
        while position is not None and (match := next_link(data, position)) is not None:
            last = match.lastindex or 0
            if last == EVENT:
                position = self._event(match.start(EVENT), match[EVENT])
                next_link = self._scanner.next(self._icons)
                continue
            opened, attribute = match.group(ELEMENT, ATTRIBUTE)
            if opened is not None:
                element, tag = opened, match.start(ELEMENT)
                behind = tag + len(element)
                seen.clear()
            position = match.end()
            name, row, attribute, is_raw = look_up(element, attribute)
            if is_raw:
                position = self._tag(tag, element)
                continue
            if row is None or attribute in seen:
                continue
            seen.add(attribute)
            before = data[behind : match.start(ATTRIBUTE)]
            may_repeat = attribute in (before if before.islower() else before.lower())
            if not may_repeat or _is_first(data, behind, attribute, match.start(ATTRIBUTE)):
                start, stop = match.span(last) if last != ATTRIBUTE else (position, position)
                found.append(new(Found, (tag, name, row, start, stop)))
        return _without_cut_off(data, found)

    def glance(self, value: Value) -> Glance | None:
        data, passages = self._data, list[Passage]()
        position: int | None = -1
        while position is not None and position + 1 < len(data):
            start = position + 1
            pieces = list(chain.from_iterable(self._scanner.glance(value, self._icons)(data, start)))
            stop = start + sum(map(len, pieces))
            passages.append(Passage(start, stop, pieces))
            name = _NAME.match(data, stop + 1)
            position = None if name is None else self._event(stop + 1, name[0])
        return None if self._has_frames else Glance(passages, self._found, self._declares)

    def _event(self, tag: int, written: bytes) -> int | None:
        """Take in what needs other rules, from its name on; return where the scan goes on."""
        name = written.lower().decode("latin-1")
        if name in FOREIGN:
            return self._foreign(tag - 1)
        if name == "frameset" and self._is_counted(tag - 1):
            self._frames(tag - 1)
            return None
        self._icons &= name not in SHAPES
        self._declares |= name == "meta"
        return self._tag(tag, written)

    def _is_counted(self, position: int) -> bool:
        """Whether a frameset takes the place of the body; what was found there is gone."""
        if self._replaced is _NOT_ASKED:
            self._replaced = frameset.first(self._data)
        if self._replaced is None or self._replaced.position != position:
            return False
        self._has_frames = True
        head = self._replaced.head
        self._found[:] = [link for link in self._found if link.tag < head]
        return True

    def _tag(self, tag: int, element: bytes) -> int | None:
        """Take in a whole tag and what it makes raw text; return where the scan goes on."""
        start = start_tag(self._data, tag + len(element))
        if start is None:
            return None
        self._take(tag, element, start)
        content = _content_and_end_tag(element.lower())
        if content is None:
            return start.stop - 1
        end = content.match(self._data, start.stop)
        return None if end is None else end.end() - 1

    def _frames(self, position: int) -> None:
        """Take in the frames of a frameset document: nothing else is left of it."""
        while (match := frameset.next_frame().match(self._data, position)) is not None:
            tag = start_tag(self._data, match.end())
            if tag is None:
                return
            self._take(match.start(1), match[1], tag)
            position = tag.stop

    def _foreign(self, position: int) -> int | None:
        """Walk through an svg or math element; return where the scan goes on."""
        walker = Walker(self._data, position, self._surroundings)
        stop = walker.walk()
        for tag in walker.tags:
            self._declares |= tag.name == b"meta"
            self._take(tag.position, tag.name, tag.tag, is_html=tag.namespace == HTML)
        return None if stop is None else stop - 1

    def _take(self, tag: int, element: bytes, start: StartTag, *, is_html: bool = True) -> None:
        """Take in the attributes of a tag."""
        for attribute in first_of_each(start.attributes):
            if attribute.name not in self._scanner.names:
                continue
            name, row, _, _ = self._scanner.look_up(element, attribute.name)
            if row is None:
                continue
            if row.element == "base" and not is_html:
                row = self._scanner.elsewhere(row)  # no BASE: it governs nothing
            if row is not None and (self._scanner.settled or not _is_settled(self._data, row, attribute)):
                self._found.append(Found(tag, name, row, attribute.start, attribute.stop))


@cache
def _scanner(*, settled: bool) -> Scanner:
    return Scanner(LINKS, settled=settled)


def scan(data: bytes, *, settled: bool = True) -> list[Found]:
    """Find every attribute of `LINKS` in a document of an ASCII-compatible encoding.

    ``settled=False`` passes over single URLs that are visibly absolute. Linear in the length of
    ``data``; never raises.
    """
    return _scanner(settled=settled).scan(data)


def glance(data: bytes, value: Value) -> Glance | None:
    """Find what has to be looked at in a document, and pass the rest; see `Scanner.at_a_glance`.

    ``value`` matches what no look is wasted on; what is visibly absolute is passed over as well.
    """
    return _scanner(settled=False).at_a_glance(data, value)


def written(pieces: list[bytes], beginnings: Mapping[bytes, bytes]) -> list[bytes]:
    """Put what stands for the beginning of each value into the pieces of a passage."""
    pieces[BEGINNING::GROUPS] = map(beginnings.__getitem__, pieces[BEGINNING::GROUPS])
    return pieces


def _by_attribute(rows: Iterable[Row]) -> dict[str, dict[str, Row]]:
    table: dict[str, dict[str, Row]] = {}
    for row in rows:
        table.setdefault(row.attribute, {})[row.element] = row
    return table


def _is_settled(data: bytes, row: Row, attribute: Attribute) -> bool:
    """Whether no decision would change a value. What BASE says must be known all the same."""
    if row.syntax != "url" or row.element == "base":
        return False
    return _SETTLED_VALUE.match(data, attribute.start, attribute.stop) is not None


def _is_first(data: bytes, behind_name: int, attribute: bytes, position: int) -> bool:
    """Whether no attribute of the same name stands before, passed over or not: the first counts."""
    tag = start_tag(data, behind_name)
    return tag is None or next(a.position for a in tag.attributes if a.name == attribute) == position


def _without_cut_off(data: bytes, found: list[Found]) -> list[Found]:
    """Leave out the links of a tag that the end of input cuts off: it is no tag (13.2.5.8)."""
    if not found:
        return found
    tag = found[-1].tag
    if start_tag(data, behind_name(data, tag)) is None:
        return [link for link in found if link.tag != tag]
    return found


@cache
def _content_and_end_tag(element: bytes) -> re.Pattern[bytes] | None:
    content = CONTENT.get(element.decode("latin-1"))
    return None if content is None else re.compile(f"{content}<{grammar.END_TAG}".encode())
