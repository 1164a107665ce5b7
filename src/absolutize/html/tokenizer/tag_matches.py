"""Reads the matches of the scan's pattern: the tag and the attribute of each, and whether its value counts.

Several matches may be in one tag, so that the tag is remembered. It does not know what is handed over.
Used by `html.tokenizer.compiled_table` and `html.tokenizer.scanner`.
"""

from collections.abc import Iterable
from typing import Protocol

from absolutize.html.grammar.start_tag import REST_OF_TAG, is_first
from absolutize.html.link_table.rows import Row
from absolutize.html.tokenizer.collector import Collector
from absolutize.html.tokenizer.patterns import (
    ELEMENT,
    END_OF_SCRIPT,
    OTHER_NAME,
    PLAIN,
    SCRIPT,
    SIMPLE,
    SIMPLE_LINKS,
    SIMPLE_PLAIN,
    VALUE,
)
from absolutize.html.tokenizer.value_span import ValueSpans
from absolutize.html.values.plain_parts import NOT_PLAIN
from absolutize.patterns import Match

_MOST_NAMES = 4096
AttributeName = tuple[bytes, str, bool]
"""The name of an attribute in lower case, the syntax of its value, and whether it may be repeated."""

_SIMPLE = {element.encode(): name.encode() for name, of in SIMPLE_LINKS.items() for element in of}


class KnownNames(Protocol):
    """A look-up of an element and an attribute: the element's name in the table, the row, the attribute."""

    def __getitem__(self, written: tuple[bytes, bytes], /) -> tuple[str, Row | None, AttributeName]:
        """Look up the names as they are written."""


class _SimpleRowNumbers(dict[bytes, int]):
    """The row numbers of the values of simple links, by the names of their elements."""

    def __init__(self, look_up: KnownNames, values: ValueSpans) -> None:
        super().__init__()
        self._look_up, self._values = look_up, values

    def __missing__(self, element: bytes) -> int:
        """Look up the row number for an element when it is first met."""
        name, row, _ = self._look_up[element, _SIMPLE[element.lower()]]
        self[element] = -1 if row is None else self._values.row_number(name, row)
        return self[element]


def _is_one_url(match: Match, syntax: str) -> bool:
    """Whether a value is one URL, if it is plain; a list of images may have one alone."""
    # For speed: on 5 pages with five lists of one relative URL or more, that were not used to choose this,
    # `rewrite` takes 13 % less, `links` 6 %
    if syntax != "srcset":
        return syntax == "url"
    return match.start(PLAIN) >= 0 and b"," not in match.group(VALUE)


class TagMatches:
    """The matches of one scan; ``name_start``, ``name_end`` and ``element``: the name of the last tag."""

    def __init__(self, data: bytes, look_up: KnownNames, collector: Collector) -> None:
        self._data, self._look_up, self._collector = data, look_up, collector
        self._known: dict[tuple[bytes, bytes], tuple[int, AttributeName]] = {}
        self._simple_rows = _SimpleRowNumbers(look_up, collector.values)
        self.name_start, self.name_end, self.element = 0, 0, b""

    def begin(self, name_start: int, element: bytes) -> int:
        """Begin a tag whose name was read; return where its attributes begin."""
        self.name_start, self.name_end, self.element = name_start, name_start + len(element), element
        return self.name_end

    def is_cut_off(self) -> bool:
        """Whether the input ends before the last tag does."""
        return self.name_end > 0 and REST_OF_TAG.match(self._data, self.name_end) is None

    def read(self, matches: Iterable[Match]) -> Match | None:
        """Find the values of attributes; return the last match, or that of a script whose content follows."""
        data, known, collector = self._data, self._known, self._collector
        in_parts = collector.dividers is not None
        simple_value = SIMPLE_PLAIN if in_parts else SIMPLE
        find, pass_plain, rows = collector.values.extend, collector.beginnings.extend, self._simple_rows
        name_start, name_end, element, seen = self.name_start, self.name_end, self.element, set[bytes]()
        match = simple = None
        for match in matches:
            if (span := match.span(simple_value))[0] >= 0:  # nothing else has to be known of it
                simple = match
                pass_plain(span) if in_parts else find(
                    (match.start(ELEMENT), rows[match.group(ELEMENT)], *span, match.end(SIMPLE_PLAIN))
                )
                continue
            script, opened, attribute, plain = match.group(SCRIPT, ELEMENT, OTHER_NAME, PLAIN)
            if simple is not None:  # the match may be in the tag of that link
                name_start, element = simple.start(ELEMENT), simple.group(ELEMENT)
                name_end, seen, simple = name_start + len(element), {_SIMPLE[element.lower()]}, None
            if attribute is None:
                break
            if (name := opened if script is None else script) is not None:
                name_start = match.start(ELEMENT if script is None else SCRIPT)
                element, name_end = name, name_start + len(name)
                seen.clear()
                if script is not None and match.start(END_OF_SCRIPT) < 0:
                    break
            row_number, (lower, syntax, is_repeated) = known.get((element, attribute)) or self._learn(
                element, attribute
            )
            if row_number < 0 or lower in seen:
                continue
            seen.add(lower)
            if is_repeated and not is_first(data, name_end, lower, match.start(OTHER_NAME)):
                continue
            if in_parts and plain is not None and _is_one_url(match, syntax):
                pass_plain(match.span(PLAIN))  # only its beginning matters
            else:
                self._value(match, name_start, row_number, syntax)
        self.name_start, self.name_end, self.element = name_start, name_end, element
        return match

    def _value(self, match: Match, tag: int, row_number: int, syntax: str) -> None:
        """Collect a value; if it is divided into plain URLs, only their beginnings."""
        first, last = match.span(VALUE)
        if first < 0:
            first = last = match.end(OTHER_NAME)
        if self._collector.pass_parts(syntax, first, last, in_attribute=True) is None:
            behind = match.end(PLAIN) if _is_one_url(match, syntax) else NOT_PLAIN
            self._collector.values.extend((tag, row_number, first, last, behind))

    def _learn(self, element: bytes, attribute: bytes) -> tuple[int, AttributeName]:
        """Give the row number of an attribute's value (-1: it has no row), and the attribute's name."""
        # a name has very many spellings, and that of the element may be long
        known = self._known.get((element, attribute.lower()))
        if known is None:
            element_name, row, name = self._look_up[element, attribute]
            known = -1 if row is None else self._collector.values.row_number(element_name, row), name
        if len(self._known) >= _MOST_NAMES:
            self._known.clear()
        self._known[element, attribute] = self._known[element, attribute.lower()] = known
        return known
