"""An HTML document in the text of an XML element: escaped, in CDATA sections, or in base64, as feeds have it.

It gives the bytes that the text stands for, and turns edits of them into edits of the text. It does not know
what is edited. Used by `html.document.nested_document` and `xml.scanner`.
"""

import binascii
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from io import BytesIO
from typing import NamedTuple

from absolutize.answer_cache import AnswerCache
from absolutize.edits import Edit, apply_edits, array_of_offsets
from absolutize.html.grammar.character_references import TextReading, utf_8
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


_FIRST_LINE = compile_regex(rb"[^ \t\n\r\f\v]++(\r?+\n)")
_BORDER = compile_regex(rb"[<>]")
_DIGIT = compile_regex(rb"[^ \t\n\r\f\v]")


class Base64Offsets(NamedTuple):
    """Where the bytes of a document in base64 come from, and the document, which is written as a whole."""

    source: bytes
    text: bytes  # the base64, without markup
    offsets: TextOffsets  # of the text
    data: bytes
    digits: Sequence[int]  # where in the text each digit is

    def span(self, start: int, stop: int) -> tuple[int, int]:
        """Give the digits of a span of the document: four for three bytes (RFC 4648 4)."""
        return self.offsets.span(self.digits[start * 4 // 3], self.digits[stop * 4 // 3])

    def outer_edits(self, edits: Iterable[Edit]) -> Iterator[Edit]:
        """Encode the document with its edits, in lines as long as they were, in the place of the digits.

        All of it is in the first node that has digits; comments stay.
        """
        made = list(edits)
        if made:
            first, last = self.digits[0], len(self.text.rstrip())
            coded = binascii.b2a_base64(apply_edits(self.data, made), newline=False)
            rows, line_end = b"\n".join(self._rows(coded)), self._line_end()
            for start, stop, text in self.offsets.outer_edits([Edit(first, last, rows)]):
                yield Edit(start, stop, text.replace(b"\n", line_end))

    def _rows(self, coded: bytes) -> Iterator[bytes]:
        lines = self.text.split()
        width = len(lines[0]) if len(lines) > 1 else len(coded)
        return (coded[first : first + width] for first in range(0, len(coded), width))

    def _line_end(self) -> bytes:
        """Give the end of the first line as it is written, perhaps with a character reference."""
        match = _FIRST_LINE.match(self.text, self.digits[0])
        if match is None:
            return b"\n"
        start, stop = self.offsets.span(*match.span())
        if _BORDER.search(self.source, start, stop) is not None:
            return b"\n"  # it is in another node
        return self.source[self.offsets.span(*match.span(1))[0] : stop]


def base64_document(
    source: bytes, start: int, stop: int, decode: Callable[[bytes], bytes]
) -> tuple[bytes, Base64Offsets]:
    """Decode the base64 in a span, which `text_document` reads; malformed base64 is an empty document."""
    text, offsets = text_document(source, start, stop, decode)
    data = _decode_base64(text) or b""
    digits = array_of_offsets(len(source))
    digits.extend(match.start() for match in _DIGIT.finditer(text))
    digits.append(len(text))
    return data, Base64Offsets(source, text, offsets, data, digits)


def is_base64(source: bytes, start: int, stop: int, decode: Callable[[bytes], bytes]) -> bool:
    """Whether the text in a span, which `text_document` reads, is base64."""
    return _decode_base64(text_document(source, start, stop, decode)[0]) is not None


def _decode_base64(text: bytes) -> bytes | None:
    try:
        return binascii.a2b_base64(b"".join(text.split()), strict_mode=True)
    except binascii.Error:
        return None


def stands_for(reading: TextReading, written: bytes) -> bytes:
    """Decode a character reference in text, as UTF-8; an unknown one stays."""
    text = written.decode("latin-1")
    decoded = reading.text_offsets(text)[0]
    return written if decoded == text else utf_8(decoded)
