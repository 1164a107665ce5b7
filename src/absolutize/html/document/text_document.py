"""An HTML document in the text of an XML element: escaped, in CDATA sections, or in base64, as feeds have it.

It gives the bytes that the text stands for, and turns edits of them into edits of the text. It does not know
what is edited. Used by `html.document.nested_document`.
"""

import binascii
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from io import BytesIO
from typing import NamedTuple

from absolutize.answer_cache import AnswerCache
from absolutize.edits import Edit, apply_edits, array_of_offsets
from absolutize.html.grammar.productions import XML_COMMENT, XML_INSTRUCTION
from absolutize.patterns import compile_regex

# XML 1.0, 2.7, 2.5, 2.6, 4.1: what does not stand for itself in the content of an element
_MARKUP = compile_regex(
    rf"<!\[CDATA\[((?:[^\]]++|\](?!\]>))*+)(?:\]\]>)?+|<(?:{XML_COMMENT}|{XML_INSTRUCTION})"
    rf"|(&[^\x00-\x20&;\"'<>]++;)".encode()
)
_SECTION, _REFERENCE = 1, 2
_TEXT = 0


class TextOffsets:
    """Where the bytes of a document in a text come from: the pieces of the text, and their nodes.

    A piece is a run of characters that stand for themselves, or one character reference.
    """

    def __init__(self, source: bytes) -> None:
        self._source = source
        self._starts, self._origins, self._ends, self._nodes = (
            array_of_offsets(len(source)) for _ in range(4)
        )
        self._kinds = bytearray()
        self._length = 0

    def add(self, origin: int, end: int, length: int, kind: int, node: int) -> None:
        """Add a piece of the source that stands for as many bytes as ``length``."""
        self._starts.append(self._length)
        self._origins.append(origin)
        self._ends.append(end)
        self._kinds.append(kind)
        self._nodes.append(node)
        self._length += length

    def span(self, start: int, stop: int) -> tuple[int, int]:
        """Give the span in the source of a span of the document."""
        first = self._origin(start)
        return first, first if start == stop else self._end(stop - 1)

    def outer_edits(self, edits: Iterable[Edit]) -> Iterator[Edit]:
        """Turn edits of the document into edits of the source; an edit is divided at the ends of nodes."""
        for edit in edits:
            yield from self._written(edit)

    def _piece(self, index: int) -> int:
        return bisect_right(self._starts, index) - 1

    def _origin(self, index: int) -> int:
        if index == self._length:
            return self._ends[-1] if self._ends else 0
        piece = self._piece(index)
        is_same = self._kinds[piece] != _REFERENCE
        return self._origins[piece] + (index - self._starts[piece] if is_same else 0)

    def _end(self, index: int) -> int:
        """Give where in the source a byte of the document ends."""
        piece = self._piece(index)
        is_same = self._kinds[piece] != _REFERENCE
        return self._origins[piece] + index - self._starts[piece] + 1 if is_same else self._ends[piece]

    def _written(self, edit: Edit) -> Iterator[Edit]:
        start, stop, text = edit
        if start == stop:
            origin = self._origin(start)
            yield Edit(
                origin, origin, self._escaped(text, min(self._piece(start), len(self._kinds) - 1), origin)
            )
            return
        for first, last in self._by_node(start, stop):
            begin, end = self._origin(first), self._end(last - 1)
            yield Edit(begin, end, self._escaped(text, self._piece(first), end))
            text = b""  # all of it is in the first node

    def _by_node(self, start: int, stop: int) -> Iterator[tuple[int, int]]:
        first = start
        for piece in range(self._piece(start) + 1, self._piece(stop - 1) + 1):
            if self._nodes[piece] != self._nodes[piece - 1]:
                yield first, self._starts[piece]
                first = self._starts[piece]
        yield first, stop

    def _escaped(self, text: bytes, piece: int, behind: int) -> bytes:
        """Escape text for its node: nothing in a section ends it (XML 1.0, 2.4 and 2.7)."""
        if self._kinds[piece] != _SECTION:
            return text.replace(b"&", b"&amp;").replace(b"<", b"&lt;").replace(b">", b"&gt;")
        text = text.replace(b">", b"%3E")
        ends = text + self._source[behind : behind + 2]
        return text[:-1] + b"%5D" if text.endswith(b"]") and b"]]>" in ends[-4:] else text


def text_document(
    source: bytes, start: int, stop: int, decode: Callable[[bytes], bytes]
) -> tuple[bytes, TextOffsets]:
    """Read the text in a span; ``decode`` gives the text for a character reference, or the reference."""
    data, offsets, position, node = BytesIO(), TextOffsets(source), start, 0
    decoded = AnswerCache(decode, 256)  # nearly all stand for angle brackets, ampersands and quotes

    def add_same(first: int, last: int, kind: int) -> None:
        if first < last:
            offsets.add(first, last, data.write(source[first:last]), kind, node)

    for match in _MARKUP.finditer(source, start, stop):
        add_same(position, match.start(), _TEXT)
        position = match.end()
        if match.lastindex == _REFERENCE:
            offsets.add(*match.span(), data.write(decoded[match[0]]), _REFERENCE, node)
            continue
        node += 1
        if match.lastindex == _SECTION:
            add_same(*match.span(_SECTION), _SECTION)
            node += 1
    add_same(position, stop, _TEXT)
    return data.getvalue(), offsets


class Base64Offsets(NamedTuple):
    """Where the bytes of a document in base64 come from, and the document, which is written as a whole."""

    source: bytes
    start: int
    stop: int
    data: bytes
    digits: Sequence[int]  # where each digit is

    def span(self, start: int, stop: int) -> tuple[int, int]:
        """Give the digits of a span of the document: four for three bytes (RFC 4648 4)."""
        return self.digits[start * 4 // 3], self.digits[stop * 4 // 3]

    def outer_edits(self, edits: Iterable[Edit]) -> Iterator[Edit]:
        """Encode the document with its edits, in lines as long as they were."""
        made = list(edits)
        if made:
            text = self.source[self.start : self.stop]
            head, tail = text[: len(text) - len(text.lstrip())], text[len(text.rstrip()) :]
            lines = text.split()
            coded = binascii.b2a_base64(apply_edits(self.data, made), newline=False)
            width = len(lines[0]) if len(lines) > 1 else len(coded)
            ending = b"\r\n" if b"\r\n" in text else b"\n"
            rows = (coded[first : first + width] for first in range(0, len(coded), width))
            yield Edit(self.start, self.stop, head + ending.join(rows) + tail)


_DIGIT = compile_regex(rb"[^ \t\n\r\f\v]")


def base64_document(source: bytes, start: int, stop: int) -> tuple[bytes, Base64Offsets]:
    """Decode the base64 in a span, which may be a CDATA section; malformed base64 is an empty document."""
    section = _MARKUP.fullmatch(source, start, stop)
    if section is not None and section.lastindex == _SECTION:
        start, stop = section.span(_SECTION)
    try:
        data = binascii.a2b_base64(b"".join(source[start:stop].split()), strict_mode=True)
    except binascii.Error:
        data = b""
    digits = array_of_offsets(len(source))
    digits.extend(start + match.start() for match in _DIGIT.finditer(source[start:stop]))
    digits.append(stop)
    return data, Base64Offsets(source, start, stop, data, digits)
