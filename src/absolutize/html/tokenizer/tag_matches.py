"""Which attribute of which tag a match of the scan's pattern is, and whether its value is one to be found.

Several matches may be in one tag, so that it is remembered. It does not know what other rules apply to. Used
by `html.tokenizer.scanner`.
"""

from collections.abc import Callable, Iterable
from typing import Protocol

from absolutize.html.grammar.start_tag import is_first
from absolutize.html.link_table.rows import Row
from absolutize.html.tokenizer.patterns import (
    ELEMENT,
    END_OF_SCRIPT,
    NAME,
    PLAIN,
    SCRIPT,
    SIMPLE_LINKS,
    VALUE,
)
from absolutize.html.tokenizer.value_span import ValueSpans
from absolutize.patterns import Match

_MANY = 4096  # names
AttributeName = tuple[bytes, bool, bool]
"""The name of an attribute in lower case, whether it is one URL, and whether it may be repeated."""

_SIMPLE = {element.encode(): name.encode() for name, of in SIMPLE_LINKS.items() for element in of}


class KnownNames(Protocol):
    """What looks up the name of an element and an attribute: as the table has it, its row, the attribute."""

    def __getitem__(self, written: tuple[bytes, bytes], /) -> tuple[str, Row | None, AttributeName]:
        """Look them up as they are written."""


class TagMatches:
    """The matches of one scan; ``start``, ``behind``, ``element`` are of the name of the tag around them."""

    def __init__(
        self,
        data: bytes,
        look_up: KnownNames,
        found: ValueSpans,
        pass_plain: Callable[[Iterable[int]], None],
    ) -> None:
        self._data, self._look_up, self._found, self._pass_plain = data, look_up, found, pass_plain
        self._find = found.extend
        self._known: dict[tuple[bytes, bytes], tuple[int, AttributeName]] = {}
        self._seen: set[bytes] = set()  # names of attributes of the tag
        self.enter(0, 0)

    def enter(self, start: int, behind: int, *seen: bytes) -> None:
        """Remember a tag by where its name starts and stops, and the attributes that were seen in it."""
        self.start, self.behind, self.element = start, behind, self._data[start:behind]
        self._seen = set(seen)

    def enter_simple(self, match: Match) -> None:
        """Remember the tag of a simple link."""
        self.enter(*match.span(ELEMENT))
        self._seen.add(_SIMPLE[self.element])

    def take(self, match: Match) -> bool:
        """Find the value of an attribute; tell whether it is of a script, whose content is to be read."""
        script, opened, attribute, plain = match.group(SCRIPT, ELEMENT, NAME, PLAIN)
        if script is not None:
            self.enter(*match.span(SCRIPT))
            if match.start(END_OF_SCRIPT) < 0:
                return True
        elif opened is not None:
            self.enter(*match.span(ELEMENT))
        read = self._known.get((self.element, attribute)) or self._learn(self.element, attribute)
        kind, (lower, is_url, is_repeated) = read
        if kind >= 0 and lower not in self._seen:
            self._seen.add(lower)
            if not is_repeated or is_first(self._data, self.behind, lower, match.start(NAME)):
                if plain is not None and is_url:  # only its beginning matters
                    self._pass_plain(match.span(PLAIN))
                else:
                    start, stop = match.span(VALUE)
                    self._find((self.start, kind, *((start, stop) if start >= 0 else [match.end(NAME)] * 2)))
        return False

    def _learn(self, element: bytes, attribute: bytes) -> tuple[int, AttributeName]:
        """Give the kind of an attribute's value, and its name; -1: it is of no row."""
        element_name, row, name = self._look_up[element, attribute]
        kind = -1 if row is None else self._found.kind(element_name, row)
        if len(self._known) >= _MANY:
            self._known.clear()
        self._known[element, attribute] = kind, name
        return kind, name
