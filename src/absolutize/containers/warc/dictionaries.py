"""The dictionary of a .warc.zst file, in a frame before the records (its specification, 3).

It may be compressed itself. It does not know what is in a record. Used by
`containers.warc.compressed_records` and `containers.warc.rewriter`.
"""

from typing import NamedTuple

from absolutize.containers.compression import SKIPPABLE, ZSTD, CorruptData, ZstdDecoder

DICTIONARY = SKIPPABLE[0x5D - 0x50]  # begins its frame
_FRAME_HEADER = 8  # bytes: what begins it, and the length of the rest


class Dictionary(NamedTuple):
    """What records are compressed with; ``trouble`` is a code and particulars where it cannot be read."""

    content: bytes | None = None
    trouble: tuple[str, str] | None = None


NO_DICTIONARY = Dictionary()


def dictionary_of(head: bytes) -> Dictionary:
    """Read the dictionary that a file begins with, if it does."""
    if not head.startswith(DICTIONARY):
        return NO_DICTIONARY
    data = head[_FRAME_HEADER : _FRAME_HEADER + int.from_bytes(head[4:_FRAME_HEADER], "little")]
    try:
        content = _decompressed(data) if data.startswith(ZSTD) else data
        ZstdDecoder(content)
    except CorruptData as damage:
        return Dictionary(trouble=("damaged-coding", f"the dictionary: {damage}"))
    return Dictionary(content)


def _decompressed(data: bytes) -> bytes:
    decoder = ZstdDecoder()
    content = b"".join(decoder.feed(data))
    if not decoder.is_finished:
        raise CorruptData("ends too early")
    return content
