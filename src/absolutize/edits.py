"""Edits: spans of bytes and what stands there instead, and the only functions that apply them.

It knows nothing of what is edited: documents, messages, header fields and JSON are edited alike.
"""

from collections.abc import Iterable
from io import BytesIO
from typing import NamedTuple


class Edit(NamedTuple):
    """A span of the scanned bytes and what stands there instead, in their encoding."""

    start: int
    stop: int
    replacement: bytes


Replacement = tuple[int, int, Iterable[bytes]]
"""A span of the scanned bytes and the pieces of what stands there instead."""


def apply_edits(document: bytes, edits: Iterable[Edit]) -> bytes:
    """Copy what stands between the edits, and put the replacements in between."""
    return apply_replacements(document, ((start, stop, (text,)) for start, stop, text in edits))


WRITTEN_AT_ONCE = 1 << 17  # bytes of a document


def apply_replacements(document: bytes, replacements: Iterable[Replacement]) -> bytes:
    """Copy what is between the spans, and put the replacements in between; a large document part by part."""
    pieces: list[bytes] = []
    written: BytesIO | None = None
    position, limit = 0, WRITTEN_AT_ONCE
    for start, stop, replacement in replacements:
        pieces.append(document[position:start])
        pieces += replacement
        position = stop
        if position > limit:
            written = BytesIO() if written is None else written
            written.write(b"".join(pieces))
            pieces.clear()
            limit = position + WRITTEN_AT_ONCE
    pieces.append(document[position:])
    if written is None:
        return b"".join(pieces)
    written.writelines(pieces)
    return written.getvalue()
