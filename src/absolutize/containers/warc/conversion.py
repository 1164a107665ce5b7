"""Conversion records (WARC 1.1 6.8): new ones for changed records, and those that are already in the file.

It does not know how HTML is rewritten. Used by `containers.warc.rewriter`.
"""

from collections import deque
from collections.abc import Iterator
from contextlib import suppress
from typing import NamedTuple

from absolutize.containers.compression import CorruptData
from absolutize.containers.session import MAX_QUEUED
from absolutize.containers.warc import added_records
from absolutize.containers.warc.compressed_records import RecordCompression
from absolutize.containers.warc.framing import Frame
from absolutize.containers.warc.header import LONGEST_HEAD, WARC, RecordHead, head_of
from absolutize.containers.warc.payload import ChangedRecord, payload_of

RECORD_LOOK = 4096  # bytes of compressed data that are decoded at once to find the type of a record


class Conversion(NamedTuple):
    """A conversion record as it is written, and its WARC-Record-ID."""

    name: bytes | None
    raw: bytes


def conversion_records(
    head: RecordHead, block: bytes, changed: ChangedRecord, compression: RecordCompression | None
) -> Conversion:
    """Write the conversion record of a record that changed."""
    media = next(reversed(payload_of(head, block).fields.all(b"content-type")), None)
    if head.kind == "resource":
        media = head.fields.get(b"content-type")
    record = added_records.conversion_record(head.fields.head, media or b"text/html", changed.document)
    return Conversion(
        _name(head_of(WARC, record)), record if compression is None else compression.compress(record, b"")
    )


def _name(head: RecordHead | None) -> bytes | None:
    return None if head is None else head.fields.get(b"warc-record-id")


class ConversionLookahead:
    """Reads ahead to find the conversion records directly behind other records.

    ``behind`` has the WARC-Record-IDs of these conversion records, by the offset of the frame before them.
    """

    def __init__(self, compression: RecordCompression | None) -> None:
        self._compression = compression
        self.behind: dict[int, set[bytes | None]] = {}

    def frames(self, frames: Iterator[Frame]) -> Iterator[Frame]:
        """Pass on frames, each after the conversion records behind it are known."""
        waiting = deque[Frame]()
        while (frame := waiting.popleft() if waiting else next(frames, None)) is not None:
            if frame.is_parallel:
                self.behind[frame.offset] = self._names(frames, waiting)
            yield frame

    def _names(self, frames: Iterator[Frame], waiting: deque[Frame]) -> set[bytes | None]:
        """Give the IDs of the conversions up to the next other record; add frames to ``waiting``."""
        names, queued_bytes = set[bytes | None](), 0
        while queued_bytes < MAX_QUEUED and (frame := next(frames, None)) is not None:
            waiting.append(frame)
            queued_bytes += frame.size
            head = self._head(frame.raw)
            if frame.data is not None or (head is not None and head.kind != "conversion"):
                break
            names |= {_name(head)} if head is not None else set()
        return names

    def _head(self, raw: bytes) -> RecordHead | None:
        if self._compression is None:
            return head_of(WARC, raw[:LONGEST_HEAD])
        decoder, data = self._compression.decoder(), b""
        pieces = (
            piece
            for at in range(0, len(raw), RECORD_LOOK)
            for piece in decoder.feed(raw[at : at + RECORD_LOOK])
        )
        with suppress(CorruptData):
            while len(data) < LONGEST_HEAD and (piece := next(pieces, b"")):
                data += piece
        return head_of(WARC, data[:LONGEST_HEAD])
