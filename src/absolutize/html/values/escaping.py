"""A reference inside a structured value: its span, and how the syntax escapes its characters.

It does not know any syntax or URI. Used by `engine`, `html`, `trees.context`, `trees.references`
and `trees.rewriter`.
"""

import re
from array import array
from collections.abc import Callable, Iterator
from itertools import islice, repeat
from operator import ge
from typing import NamedTuple

from absolutize.edits import array_of_offsets
from absolutize.html.grammar.offsets import DecodedText, read_verbatim
from absolutize.patterns import compile_regex


def decoded_through(
    outer: Callable[[str], DecodedText], inner: Callable[[str], DecodedText], text: str
) -> DecodedText:
    """Decode text that is escaped twice: by ``outer``, and the result of that by ``inner``."""
    once, outer_offsets = outer(text)
    twice, inner_offsets = inner(once)
    if isinstance(outer_offsets, range):  # it has decoded nothing
        return twice, inner_offsets
    return twice, [outer_offsets[offset] for offset in inner_offsets]


def replacing(pattern: str, replacement: Callable[[re.Match[str]], str]) -> Callable[[str], str]:
    """Make a function that replaces what a pattern matches, which is compiled when it is first used."""
    compiled = compile_regex(pattern)
    return lambda text: compiled.sub(replacement, text)


class Escaping(NamedTuple):
    """How text is escaped in a syntax: ``encode`` escapes text, ``decode`` decodes it.

    ``decode`` takes any part of a piece that does not begin or end within an escape. The result of ``encode``
    can be anywhere in a piece, and does not end it. If the syntax alone decides what becomes of a piece,
    ``code`` is the code of that decision. ``offsets`` decodes, and lists where each character is written.
    ``requoted`` is the escaping between other quotes, for text that cannot be escaped between these.
    ``is_pattern``: a URL is written as the beginning of a URL pattern. ``is_key``: it is written as the key
    of an import map, where a slash at its end has a meaning. ``segments`` are dot segments that a URL gets
    behind its host, so that no other name is spelled alike.
    """

    decode: Callable[[str], str]
    encode: Callable[[str], str]
    code: str = ""
    offsets: Callable[[str], DecodedText] = read_verbatim
    requoted: "Escaping | None" = None
    is_pattern: bool = False
    is_key: bool = False
    segments: str = ""

    @property
    def is_plain(self) -> bool:
        """Whether the syntax decides nothing, and a target is written as it is in any other syntax."""
        return not (self.code or self.segments or self.is_pattern)

    def spelling(self, text: str) -> "Escaping":
        """Give the escaping for a text: this one, or the one between other quotes."""
        if self.requoted is None or self.decode(self.encode(text)) == text:
            return self
        return self.requoted


NO_ESCAPING = Escaping(str, str)


class TextSpan(NamedTuple):
    """One reference in a text: the span of its characters, and how they are escaped."""

    start: int
    stop: int
    escaping: Escaping = NO_ESCAPING


class TextSpans:
    """The references in a text of ``size`` characters, in order. There may be very many.

    Of each, its two offsets and its escaping are kept.
    """

    def __init__(self, size: int) -> None:
        self._spans = array_of_offsets(size)
        self._escapings: list[Escaping] = []

    def append(self, start: int, stop: int, escaping: Escaping) -> None:
        """Add a reference behind the last."""
        self._spans.extend((start, stop))
        self._escapings.append(escaping)

    def put_in_order(self) -> None:
        """Sort the references by where they start, each once."""
        spans, escapings = self._spans, self._escapings
        starts = spans[::2]
        if any(map(ge, starts, islice(starts, 1, None))):
            self._spans, self._escapings, last = array(spans.typecode), [], -1
            for number in sorted(range(len(starts)), key=starts.__getitem__):
                if starts[number] > last:
                    last = starts[number]
                    self.append(last, spans[2 * number + 1], escapings[number])

    @property
    def stop(self) -> int:
        """Where the last reference stops; 0 if there is none."""
        return self._spans[-1] if self._spans else 0

    def __iter__(self) -> Iterator[TextSpan]:
        """Give the references one after the other."""
        bounds = iter(self._spans)
        new = tuple.__new__  # quicker than a constructor, for each of many
        return map(new, repeat(TextSpan), zip(bounds, bounds, self._escapings, strict=True))
