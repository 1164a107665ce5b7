"""Conversion records (WARC 1.1 6.8): new ones for changed records, and those that are already in the file.

It does not know how HTML is rewritten. Used by `containers.warc.rewriter`.
"""

from collections import deque
from collections.abc import Iterator
from contextlib import suppress

from absolutize.containers.compression import CorruptData
from absolutize.containers.session import MAX_QUEUED
from absolutize.containers.warc import added_records
from absolutize.containers.warc.compressed_records import RecordCompression, pack_record
from absolutize.containers.warc.framing import Frame
from absolutize.containers.warc.header import LONGEST_HEAD, WARC, RecordHead, head_of
from absolutize.containers.warc.payload import ChangedRecord, payload_of

RECORD_LOOK = 4096  # bytes of compressed data that are decoded at once to find the type of a record


def conversion_id(head: RecordHead, changed: ChangedRecord) -> bytes:
    """Give the WARC-Record-ID of the conversion record of a record that changed."""
    return added_records.identifier(head.fields, changed.document)


def conversion_of(
    head: RecordHead, block: bytes, changed: ChangedRecord, compression: RecordCompression | None
) -> bytes:
    """Write the conversion record of a record that changed."""
    media = next(reversed(payload_of(head, block).fields.all(b"content-type")), None)
    if head.kind == "resource":
        media = head.fields.get(b"content-type")
    record = added_records.conversion_record(head.fields.head, media or b"text/html", changed.document)
    return pack_record(compression, record)


class ConversionLookahead:
    """Reads ahead to find the conversion records directly behind other records."""

    def __init__(self, compression: RecordCompression | None) -> None:
        self._compression = compression

    def frames(self, frames: Iterator[Frame]) -> Iterator[Frame]:
        """Pass on frames, each with the conversion records behind it."""
        waiting = deque[Frame]()
        while (frame := waiting.popleft() if waiting else next(frames, None)) is not None:
            yield frame._replace(conversions=self._ids(frames, waiting)) if frame.is_parallel else frame

    def _ids(self, frames: Iterator[Frame], waiting: deque[Frame]) -> frozenset[bytes | None]:
        """Give the IDs of the conversions up to the next other record; add frames to ``waiting``."""
        ids, queued_bytes = set[bytes | None](), 0
        while queued_bytes < MAX_QUEUED and (frame := next(frames, None)) is not None:
            waiting.append(frame)
            queued_bytes += frame.size
            head = self._head(frame.raw)
            if frame.data is not None or (head is not None and head.kind != "conversion"):
                break
            ids |= {head.fields.get(b"warc-record-id")} if head is not None else set()
        return frozenset(ids)

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
