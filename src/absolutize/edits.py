"""Edits: spans of bytes or characters and their replacements, and the only functions that apply them.

They do not know what is edited: documents, messages, header fields, JSON and values in trees are edited
alike. Edits are in order and do not overlap, which is asserted; `Edits` keeps very many of them in arrays.
Used by many layers.
"""

from array import array
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from io import BytesIO
from itertools import chain, islice
from operator import gt
from typing import NamedTuple


class Edit(NamedTuple):
    """A span of bytes and its replacement, in their encoding."""

    start: int
    stop: int
    replacement: bytes


_IS_SHORT = array("i").itemsize == array("I").itemsize == 4  # noqa: PLR2004 -- bytes of an offset
_SMALL = 1 << 31  # bytes: the offsets in a smaller original fit into four bytes each, also when it is decoded


def array_of_offsets(size: int, *, signed: bool = False) -> "array[int]":
    """Make an array for offsets in an original of ``size`` bytes: of four bytes each, where they fit.

    If it is ``signed``, -1 may be among them.
    """
    short, long = "iq" if signed else "IQ"
    return array(short if size < _SMALL and _IS_SHORT else long)


_FEW = 1 << 12  # edits, whose replacements take little memory
_MOST_SHARED = 1 << 10  # different replacements, each of which is looked for


def _shared(edits: Iterable[Edit]) -> Iterator[Edit]:
    """Keep equal replacements only once: very many edits have few different ones."""
    written: dict[bytes, bytes] = {}
    for start, stop, replacement in edits:
        if len(written) > _MOST_SHARED:
            written.clear()
        yield Edit(start, stop, written.setdefault(replacement, replacement))


class Edits:
    """The edits of an original of ``size`` bytes; there may be very many.

    Of each edit, its two offsets and its replacement are kept.
    """

    def __init__(self, edits: Iterable[Edit], size: int) -> None:
        self._spans = array_of_offsets(size)
        self._replacements: list[bytes] = []
        rest = iter(edits)
        for start, stop, replacement in chain(islice(rest, _FEW), _shared(rest)):
            self._spans.extend((start, stop))
            self._replacements.append(replacement)

    def in_order(self) -> Iterator[Edit]:
        """Sort the edits by where they start, an insertion before what it is put in front of; give them."""
        spans, written = self._spans, self._replacements
        starts, stops = spans[::2], spans[1::2]
        following = zip(islice(starts, 1, None), islice(stops, 1, None), strict=True)
        if any(map(gt, zip(starts, stops, strict=True), following)):
            order = sorted(range(len(starts)), key=lambda number: (starts[number], stops[number]))
            self._spans = array(
                spans.typecode, (spans[2 * number + end] for number in order for end in (0, 1))
            )
            self._replacements = [written[number] for number in order]
        return iter(self)

    def __len__(self) -> int:
        """Count the edits."""
        return len(self._replacements)

    def __iter__(self) -> Iterator[Edit]:
        """Give the edits one after the other."""
        bounds = iter(self._spans)
        return map(Edit, bounds, bounds, self._replacements)


TextEdit = tuple[int, int, str]
"""A span of characters and its replacement."""

Replacement = tuple[int, int, Sequence[bytes]]
"""A span of bytes and the pieces of its replacement."""


class TooLargeError(Exception):
    """A document would become larger than it may."""


def apply_text_edits(text: str, edits: Iterable[TextEdit]) -> str:
    """Copy what is between the spans, and put the replacements in between."""
    pieces, position = list[str](), 0
    for start, stop, replacement in edits:
        assert position <= start <= stop, (start, stop)  # noqa: S101 -- in order, and none overlaps
        pieces += text[position:start], replacement
        position = stop
    pieces.append(text[position:])
    return "".join(pieces)


def apply_edits(document: bytes, edits: Iterable[Edit]) -> bytes:
    """Copy what is between the spans, and put the replacements in between."""
    return apply_replacements(document, ((start, stop, (text,)) for start, stop, text in edits))


WRITTEN_AT_ONCE = 1 << 20  # bytes of a document
JOINED_AT_ONCE = 1 << 13  # pieces; joining takes much memory for each


def apply_replacements(
    document: bytes, replacements: Iterable[Replacement], largest: int | None = None
) -> bytes:
    """Copy what is between the spans, and put the replacements in between; a large document part by part.

    `TooLargeError` if the result would have more than ``largest`` bytes.
    """
    pieces: list[bytes] = []
    written: BytesIO | None = None
    position, limit = 0, WRITTEN_AT_ONCE
    size = len(document)
    for start, stop, replacement in replacements:
        assert position <= start <= stop, (start, stop)  # noqa: S101 -- in order, and none overlaps
        pieces.append(document[position:start])
        pieces += replacement
        position = stop
        if largest is not None:
            size += sum(map(len, replacement)) - (stop - start)
            if size > largest:
                raise TooLargeError
        if position > limit or len(pieces) > JOINED_AT_ONCE:
            written = BytesIO() if written is None else written
            written.write(b"".join(pieces))
            pieces.clear()
            limit = position + WRITTEN_AT_ONCE
    pieces.append(document[position:])
    if written is None:
        return b"".join(pieces)
    written.writelines(pieces)
    return written.getvalue()


OFFSETS_AT_ONCE = 1 << 14  # offsets of beginnings, so that a large document is written part by part


def merge_edits(
    data: bytes, beginnings: Sequence[int], edits: Iterable[Edit], written_for: Mapping[bytes, bytes]
) -> Iterator[Replacement]:
    """Merge edits, in order, with the replacements of the beginnings of plain values.

    ``beginnings`` has where each beginning starts and stops. ``written_for`` has a replacement for the bytes
    of each.
    """
    index = 0
    for start, stop, text in edits:
        upto = bisect_left(beginnings, start, index)
        yield from _written(data, beginnings, range(index, upto, OFFSETS_AT_ONCE), upto, written_for)
        yield start, stop, (text,)
        index = upto
    upto = len(beginnings)
    yield from _written(data, beginnings, range(index, upto, OFFSETS_AT_ONCE), upto, written_for)


def _written(
    data: bytes, beginnings: Sequence[int], indices: range, upto: int, written_for: Mapping[bytes, bytes]
) -> Iterator[Replacement]:
    for index in indices:
        bounds = iter(beginnings[index : min(index + OFFSETS_AT_ONCE, upto)])
        position = start = beginnings[index]
        pieces: list[bytes] = []
        for first, last in zip(bounds, bounds, strict=True):
            assert position <= first <= last, (first, last)  # noqa: S101 -- in order, and none overlaps
            pieces += data[position:first], written_for[data[first:last]]
            position = last
        yield start, position, pieces
