"""The dictionary of a .warc.zst file, in a frame before the records (section 3 of its specification).

The dictionary may itself be compressed. The module does not know what is in a record. Used by
`containers.warc.compressed_records`, `containers.warc.layout` and `containers.warc.rewriter`.
"""

import io
from typing import NamedTuple

from absolutize.containers.compression import SKIPPABLE, SKIPPABLE_HEADER, ZSTD, CorruptData, ZstdDecoder
from absolutize.containers.source import HEAD_BYTES, ContainerSource, Stream
from absolutize.storage.files import CHUNK

LARGEST_DICTIONARY = 1 << 22  # bytes, compressed or not; zstd makes dictionaries of 112,640 by default
DICTIONARY = SKIPPABLE[0x5D - 0x50]  # the magic number of its frame
_LARGEST_FRAME = SKIPPABLE_HEADER + LARGEST_DICTIONARY


class Dictionary(NamedTuple):
    """The dictionary of the records; if it cannot be read, ``trouble`` is a code and details."""

    content: bytes | None = None
    trouble: tuple[str, str] | None = None


NO_DICTIONARY = Dictionary()
_TOO_LARGE = Dictionary(trouble=("too-large", f"the dictionary: over {LARGEST_DICTIONARY} bytes"))


def within_reach(source: ContainerSource) -> ContainerSource:
    """Give a source whose dictionary can be read ahead: a stream gets a larger buffer."""
    size = _frame_size(source.head())
    if source.file.seekable() or size <= HEAD_BYTES:
        return source
    stream = Stream(lambda: source.file.read(CHUNK))
    return source._replace(file=io.BufferedReader(stream, min(size, _LARGEST_FRAME)))


def dictionary_of(source: ContainerSource) -> Dictionary:
    """Read the dictionary at the beginning of a source, if any, without changing the position."""
    size = _frame_size(source.head())
    if not size:
        return NO_DICTIONARY
    if size > _LARGEST_FRAME:
        return _TOO_LARGE
    data = _beginning(source, size)[SKIPPABLE_HEADER:]
    try:
        content = _decompressed(data) if data.startswith(ZSTD) else data
        if len(content) > LARGEST_DICTIONARY:
            return _TOO_LARGE
        ZstdDecoder(content)
    except CorruptData as damage:
        return Dictionary(trouble=("damaged-coding", f"the dictionary: {damage}"))
    return Dictionary(content)


def _frame_size(head: bytes) -> int:
    """Give the length of the frame of the dictionary; 0 if there is none."""
    if not head.startswith(DICTIONARY):
        return 0
    return SKIPPABLE_HEADER + int.from_bytes(head[len(DICTIONARY) : SKIPPABLE_HEADER], "little")


def _beginning(source: ContainerSource, size: int) -> bytes:
    if not source.file.seekable():
        return source.file.peek(size)[:size]
    here = source.file.tell()
    data = source.file.read(size)
    source.file.seek(here)
    return data


def _decompressed(data: bytes) -> bytes:
    """Decompress a dictionary; stop when it has more than `LARGEST_DICTIONARY` bytes."""
    decoder, content = ZstdDecoder(), bytearray()
    for piece in decoder.feed(data):
        content += piece
        if len(content) > LARGEST_DICTIONARY:
            break
    if not decoder.is_finished and len(content) <= LARGEST_DICTIONARY:
        raise CorruptData("ends too early")
    return bytes(content)
