"""Bytes in, spans out: where the attributes stand that can carry a reference.

One pattern, anchored, matched in a loop: each match starts inside a tag, passes everything that
carries no reference (attributes, text, comments, whole raw-text elements, whole start tags) and
stops at the next link-bearing attribute, so Python runs once a link and not once a tag. The
scanner knows the tokenizer; it knows no URIs and judges no value.
"""

import re
from collections.abc import Iterable
from functools import cache, lru_cache
from typing import NamedTuple

from absolutize.html import frameset, grammar, simple
from absolutize.html.foreign import Walker
from absolutize.html.grammar import (
    ATTRIBUTE_NAME_END,
    CONTENT,
    SKIP,
    TAG_NAME,
    TAG_NAME_END,
    WHITE_SPACE,
    exactly_one_of,
    exactly_one_of_each,
    one_of,
    one_of_each,
)
from absolutize.html.links import LINKS, Row
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


# The groups of the pattern; behind the attribute's name come the three forms of its value.
EVENT, ELEMENT, ATTRIBUTE = 1, 2, 3

# Start tags at which the fast scan hands over: foreign content is read by other rules, BASE is
# wanted even where absolute references are passed over, and rarer raw text would only bloat the
# pattern.
FAST_CONTENT = ("script", "style", "title")
EVENTS = ("svg", "math", "base", "frameset", *(name for name in CONTENT if name not in FAST_CONTENT))
# An HTML element that is called like a shape can be closed by an end tag in an svg.
SHAPES = tuple(name for name in simple.SHAPES.split() if name not in FAST_CONTENT)

# What most tags on most pages are made of, spelled as it mostly is: passed at a glance before the
# general rules are tried. For speed alone; what is passed here the rules would pass as well.
COMMON_ELEMENTS = (
    "a article aside b body br button center dd div dl dt em figure font footer form h1 h2 h3 h4 h5 h6 head"
    " header hr html i img input label li link main meta nav noscript ol option p picture section select"
    " small source span strong sub sup table tbody td tfoot th thead time tr ul"
)
COMMON_ATTRIBUTES = (
    "align alt as autocomplete border charset class content crossorigin datetime for height hreflang"
    " http-equiv id itemprop itemscope lang maxlength media method name onclick placeholder property rel"
    " role sizes style tabindex target title type value width"
)

OPAQUE = ("data", "javascript", "mailto", "tel")
FOREIGN = (b"svg", b"math")
SHORTEST = 4  # no attribute with a value is shorter, and a space
_NOT_ASKED: frameset.Replaced | None = frameset.Replaced(-1, -1)
# What no decision changes: a fragment alone, and what is absolute whatever the base.
_SETTLED = f"(?:#|{one_of_each(dict.fromkeys(('http', 'https'), '://') | dict.fromkeys(OPAQUE, ':'))})"
_SETTLED_VALUE = re.compile(_SETTLED.encode())


class Scanner:
    """The scan for one table of rows.

    With ``settled=False``, single URLs that begin with ``http://`` or ``https://`` are passed
    over: no rule set changes them.
    """

    def __init__(self, rows: tuple[Row, ...] = LINKS, *, settled: bool = True) -> None:
        self._rows = _by_attribute(rows)
        self._settled = settled
        self._next = re.compile(_pattern(rows, settled=settled).encode()).match
        self._careful = cache(lambda: re.compile(_pattern(rows, settled=settled, icons=False).encode()).match)
        self._row = lru_cache(maxsize=4096)(self._look_up)

    def scan(self, data: bytes) -> list[Found]:
        """Find the link-bearing attributes of a document, in the order of the source."""
        found: list[Found] = []
        position: int | None = 0
        element, tag, seen = b"", 0, set[str]()
        surroundings, replaced = Surroundings(data), _NOT_ASKED
        next_link, look_up, take_all, new = self._next, self._row, self._settled, tuple.__new__
        while position is not None and (match := next_link(data, position)) is not None:
            last = match.lastindex or 0
            if last == EVENT:
                name = match[EVENT].lower().decode()
                if name == "frameset":
                    replaced = frameset.first(data) if replaced is _NOT_ASKED else replaced
                    if replaced is not None and replaced.position == match.start(EVENT) - 1:
                        found = [link for link in found if link.tag < replaced.head]
                        self._frames(data, replaced.position, found)
                        break
                if name in SHAPES:
                    next_link = self._careful()
                position = self._event(data, match, surroundings, found)
                continue
            opened, attribute = match.group(ELEMENT, ATTRIBUTE)
            if opened is not None:
                element, tag = opened, match.start(ELEMENT)
                seen.clear()
            position = match.end()
            name, row, is_raw = look_up(element, attribute)
            if is_raw:
                position = self._tag(data, tag, element, found)
            elif row is not None and row.attribute not in seen:
                seen.add(row.attribute)
                if take_all or _is_first(data, match, tag + len(element)):
                    start, stop = match.span(last) if last != ATTRIBUTE else (position, position)
                    found.append(new(Found, (tag, name, row, start, stop)))
        return _without_cut_off(data, found)

    def _look_up(self, element: bytes, attribute: bytes) -> tuple[str, Row | None, bool]:
        """Tell an element's name, the row of its attribute, and whether its content is raw text."""
        rows = self._rows.get(attribute.lower().decode("latin-1"), {})
        name = element.lower().decode("utf-8", "replace").replace("\0", "\ufffd")
        return name, rows.get(name) or rows.get("*"), name in CONTENT

    def _event(
        self, data: bytes, match: re.Match[bytes], surroundings: Surroundings, found: list[Found]
    ) -> int | None:
        tag = match.start(EVENT)
        if match[EVENT].lower() in FOREIGN:
            return self._foreign(data, tag - 1, surroundings, found)
        return self._tag(data, tag, match[EVENT], found)

    def _tag(self, data: bytes, tag: int, element: bytes, found: list[Found]) -> int | None:
        """Take in a whole tag and what it makes raw text; return where the scan goes on."""
        start = start_tag(data, tag + len(element))
        if start is None:
            return None
        self._take(data, tag, element, start, found)
        content = _content_and_end_tag(element.lower())
        if content is None:
            return start.stop - 1
        end = content.match(data, start.stop)
        return None if end is None else end.end() - 1

    def _frames(self, data: bytes, position: int, found: list[Found]) -> None:
        """Take in the frames of a frameset document: nothing else is left of it."""
        while (match := frameset.next_frame().match(data, position)) is not None:
            tag = start_tag(data, match.end())
            if tag is None:
                return
            self._take(data, match.start(1), match[1], tag, found)
            position = tag.stop

    def _foreign(
        self, data: bytes, position: int, surroundings: Surroundings, found: list[Found]
    ) -> int | None:
        """Walk through an svg or math element; return where the scan goes on."""
        walker = Walker(data, position, surroundings)
        stop = walker.walk()
        for tag in walker.tags:
            self._take(data, tag.position, tag.name, tag.tag, found, is_html=tag.namespace == HTML)
        return None if stop is None else stop - 1

    def _take(
        self,
        data: bytes,
        tag: int,
        element: bytes,
        start: StartTag,
        found: list[Found],
        *,
        is_html: bool = True,
    ) -> None:
        for attribute in first_of_each(start.attributes):
            name, row, _ = self._row(element, attribute.name)
            if row is not None and row.element == "base" and not is_html:
                row = self._rows[row.attribute].get("*")  # no BASE: it governs nothing
            if row is not None and (self._settled or not _is_settled(data, row, attribute)):
                found.append(Found(tag, name, row, attribute.start, attribute.stop))


@cache
def _scanner(*, settled: bool) -> Scanner:
    return Scanner(LINKS, settled=settled)


def scan(data: bytes, *, settled: bool = True) -> list[Found]:
    """Find every attribute of `LINKS` in a document of an ASCII-compatible encoding.

    ``settled=False`` passes over single URLs that are visibly absolute. Linear in the length of
    ``data``; never raises.
    """
    return _scanner(settled=settled).scan(data)


def _by_attribute(rows: Iterable[Row]) -> dict[str, dict[str, Row]]:
    table: dict[str, dict[str, Row]] = {}
    for row in rows:
        table.setdefault(row.attribute, {})[row.element] = row
    return table


def _pattern(rows: tuple[Row, ...], *, settled: bool, icons: bool = True) -> str:
    """Compose the pattern out of the grammar's fragments and the names in the rows.

    With ``icons``, simple svg elements are passed in one piece.
    """
    link = one_of((row.attribute for row in rows), f"(?={ATTRIBUTE_NAME_END})")
    common = _common_attributes(rows, settled=settled)
    other = f"{common}{SKIP}(?:(?!{_stops(rows, settled=settled)}){grammar.ATTRIBUTE}{SKIP})*+"
    raw = one_of_each({name: f"(?={TAG_NAME_END}){other}>{CONTENT[name]}" for name in FAST_CONTENT})
    no_start_tag = f"(?![A-Za-z])(?:{grammar.END_TAG}|{grammar.MARKUP_DECLARATION}|{grammar.NO_TAG})"
    common_tag = f"/[a-z1-6]++>|{exactly_one_of(COMMON_ELEMENTS.split())}{common} ?+/?+>"
    icon = f"|{simple.simple_svg(other)}" if icons else ""
    text = f"[^<]*+(?:<(?:{common_tag}|{no_start_tag}|{raw}{icon})[^<]*+)*+"
    event = one_of((*EVENTS, *(SHAPES if icons else ())), f"(?={TAG_NAME_END})")
    element = f"(?:({event})|({TAG_NAME}))"
    # an event ends the match: the conditional lets no further tag in
    to_element = rf"(?({EVENT})(?!)|(?:\A|(?!\A){other}>){text}<{element})"
    return rf"(?:{to_element})*+(?({EVENT})|(?!\A){other}({link}){grammar.VALUE_GROUPS})"


def _common_attributes(rows: tuple[Row, ...], *, settled: bool) -> str:
    names = {row.attribute for row in rows}
    values = {name: '="' for name in COMMON_ATTRIBUTES.split() if name not in names}
    values |= {family: '[a-z0-9\\-]++="' for family in ("aria-", "data-") if not _any_begins(names, family)}
    if not settled:
        values |= dict.fromkeys(("href", "src"), '="(?:https?+://|#)')
    return f'(?:{WHITE_SPACE}++{exactly_one_of_each(values)}[^"]*+")*+'


def _any_begins(names: Iterable[str], beginning: str) -> bool:
    return any(name.startswith(beginning) for name in names)


def _stops(rows: tuple[Row, ...], *, settled: bool) -> str:
    """Match the attributes at which to stop: all, or without single URLs that are visibly absolute."""
    single = f"(?={ATTRIBUTE_NAME_END})" + ("" if settled else f"""(?!{grammar.IS}["']?+{_SETTLED})""")
    lists = {row.attribute: f"(?={ATTRIBUTE_NAME_END})" for row in rows if row.syntax != "url"}
    return one_of_each({row.attribute: single for row in rows} | lists)


def _is_settled(data: bytes, row: Row, attribute: Attribute) -> bool:
    """Whether no decision would change a value. What BASE says must be known all the same."""
    if row.syntax != "url" or row.element == "base":
        return False
    return _SETTLED_VALUE.match(data, attribute.start, attribute.stop) is not None


def _is_first(data: bytes, match: re.Match[bytes], position: int) -> bool:
    """Whether no attribute of the same name stands before: one that was passed over may."""
    start = match.start(ATTRIBUTE)
    if start - position < SHORTEST:
        return True
    name = match[ATTRIBUTE].lower()
    if name not in data[position:start].lower():
        return True
    tag = start_tag(data, position)
    return tag is None or next(a.position for a in tag.attributes if a.name == name) == start


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
