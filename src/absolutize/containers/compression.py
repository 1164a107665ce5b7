"""Compressed data: gzip (RFC 1952), Zstandard (RFC 8878) and Brotli (RFC 7932), read and written in pieces.

A gzip or Zstandard file is a sequence of members (frames), each of which can be read alone. The module does
not know what is compressed. Used by `arrow.inputs`, `cli.io.stream`, `containers` and `http.responses`.
"""

import io
import struct
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from importlib import import_module
from typing import Any, NamedTuple, Protocol

from absolutize.containers import brotli_modules
from absolutize.containers.source import IncompleteOutput
from absolutize.storage.files import CHUNK

GZIP, ZSTD = b"\x1f\x8b\x08", b"\x28\xb5\x2f\xfd"
SKIPPABLE_MAGIC = 0x184D2A50  # RFC 8878 3.1.2; any of the last four bits may be set
SKIPPABLE = tuple((SKIPPABLE_MAGIC | low).to_bytes(4, "little") for low in range(16))
_SKIPPABLE_HEADER = struct.Struct("<2I")  # the magic number of the frame, and the length of its content
SKIPPABLE_HEADER = _SKIPPABLE_HEADER.size
EXTRA = "absolutize[archives]"
MOST_MEMBERS = 1 << 16  # members of one document: a hostile document may have millions of empty ones
READ_AT_ONCE = 4096  # bytes that a decoder gets at once; bytes of the next member are copied each time
MAGIC: Mapping[str, tuple[bytes, ...]] = {"gzip": (GZIP,), "zstd": (ZSTD, *SKIPPABLE), "br": ()}
SLICE_BYTES = 1024  # bytes of Zstandard that are decoded at once: these may amount to 32 MB


def skippable_stop(data: bytes) -> int:
    """Give the offset behind the skippable frames with which data begin; it may be behind the data.

    A frame whose header is incomplete does not count.
    """
    stop, last = 0, len(data) - SKIPPABLE_HEADER
    while stop <= last:
        magic, length = _SKIPPABLE_HEADER.unpack_from(data, stop)
        if magic >> 4 != SKIPPABLE_MAGIC >> 4:
            break
        stop += SKIPPABLE_HEADER + length
    return stop


class CorruptData(Exception):  # noqa: N818 -- said of data
    """Data cannot be decoded further: why, and which value is wrong; ``read`` is what was decoded before."""

    def __init__(self, why: str, of: object = None, read: bytes = b"") -> None:
        super().__init__(why if of is None else f"{why}: {of}")
        self.read = read


def with_limit(pieces: Iterable[bytes], largest: int) -> Iterator[bytes]:
    """Pass on pieces; `CorruptData` if they have more than ``largest`` bytes together."""
    length = 0
    for piece in pieces:
        length += len(piece)
        if length > largest:
            raise CorruptData("decodes to more bytes than the limit", largest)
        yield piece


class Decoder(Protocol):
    """Decodes one member; at its end ``is_finished`` is set, and ``rest`` has the bytes behind it."""

    is_finished: bool
    rest: bytes

    def feed(self, data: bytes) -> Iterator[bytes]:
        """Decode more data, in pieces of bounded size; raises `CorruptData` if they cannot be decoded."""
        ...


class MemberEncoder(Protocol):
    """Encodes one member."""

    def compress(self, data: bytes, /) -> bytes:
        """Give the next bytes of the member."""
        ...

    def flush(self) -> bytes:
        """Give the last bytes of the member."""
        ...


class Inflater:
    """Decodes a gzip member, or another format of zlib."""

    def __init__(self, bits: int = 31) -> None:
        self._zlib = zlib.decompressobj(bits)
        self.is_finished, self.rest = False, b""

    def feed(self, data: bytes) -> Iterator[bytes]:
        """Decode more data."""
        while not self.is_finished:
            try:
                piece = self._zlib.decompress(data, CHUNK)
            except zlib.error as error:
                raise CorruptData(_reason(error)) from None
            data = self._zlib.unconsumed_tail
            self.is_finished, self.rest = self._zlib.eof, self._zlib.unused_data
            if piece:
                yield piece
            elif not data:
                return


class ZstdDecoder:
    """Decodes a Zstandard frame, with a dictionary if one is given; `CorruptData` if that is invalid."""

    def __init__(self, dictionary: bytes | None = None) -> None:
        self._module = import_needed("zstandard")
        given = None if dictionary is None else self._module.ZstdCompressionDict(dictionary)
        try:
            self._zstd = self._module.ZstdDecompressor(dict_data=given).decompressobj()
        except self._module.ZstdError as error:
            raise CorruptData(_reason(error)) from None
        self.is_finished, self.rest = False, b""

    def feed(self, data: bytes) -> Iterator[bytes]:
        """Decode more data."""
        for start in range(0, len(data), SLICE_BYTES):
            try:
                piece = self._zstd.decompress(data[start : start + SLICE_BYTES])
            except self._module.ZstdError as error:
                raise CorruptData(_reason(error)) from None
            if piece:
                yield piece
            if self._zstd.eof:
                self.is_finished, self.rest = True, self._zstd.unused_data + data[start + SLICE_BYTES :]
                return


class BrotliDecoder:
    """Decodes a Brotli stream; data behind the stream are an error."""

    rest = b""

    def __init__(self) -> None:
        self._brotli = brotli_modules.Decompressor(needed_brotli())
        self.is_finished = False

    def feed(self, data: bytes) -> Iterator[bytes]:
        """Decode more data."""
        try:
            yield from self._brotli.feed(data)
        except brotli_modules.BrotliError as error:
            self.is_finished = isinstance(error, brotli_modules.TrailingDataError)
            raise CorruptData(str(error)) from None
        self.is_finished = self._brotli.is_finished()


class DecodedMembers:
    """Decodes a gzip or Zstandard response as browsers do: as one document.

    Browsers read all frames of Zstandard, but only the first member of gzip; here it is the first member
    that is not empty. ``start`` is the offset of the first member that is not empty.
    """

    def __init__(self, coding: str) -> None:
        self._coding = coding
        self.is_finished, self.rest, self.start = False, b"", 0

    def feed(self, data: bytes) -> Iterator[bytes]:
        """Decode the data, which must be the whole response."""
        stop, has_output, left = 0, False, MOST_MEMBERS
        while data.startswith(MAGIC[self._coding], stop) and not (has_output and self._coding == "gzip"):
            if not left:
                raise CorruptData("has more members than are read", MOST_MEMBERS)
            left, self.start = left - 1, self.start if has_output else stop
            decoder = CODINGS[self._coding].decoder()
            while not decoder.is_finished:
                given = data[stop : stop + READ_AT_ONCE]
                for piece in decoder.feed(given):
                    has_output = True
                    yield piece
                stop += len(given) - len(decoder.rest)
                if not given:
                    return
        self.is_finished, self.rest = True, data[stop:]


LEVEL = 6  # of deflate, of 9: the highest level takes one and a half times as long, and saves 1 %


class GzipEncoder:
    """Encodes a gzip member, with the header fields of the original member."""

    def __init__(self, head: bytes) -> None:
        self._header = _header(head)
        self._zlib = zlib.compressobj(LEVEL, zlib.DEFLATED, -15)
        self._check = self._size = 0

    def compress(self, data: bytes, /) -> bytes:
        """Give the next bytes of the member."""
        self._check = zlib.crc32(data, self._check)
        self._size += len(data)
        header, self._header = self._header, b""
        return header + self._zlib.compress(data)

    def flush(self) -> bytes:
        """Give the last bytes of the member."""
        trailer = struct.pack("<II", self._check, self._size & 0xFFFFFFFF)
        return self._header + self._zlib.flush() + trailer


class BrotliEncoder(brotli_modules.Compressor):
    """Encodes a Brotli stream."""

    def __init__(self, _head: bytes) -> None:
        super().__init__(needed_brotli())


SHORTEST_HEADER = 10
_NO_EXCEPTION = "error return without exception set"  # what CPython says


def gzip_member(data: bytes, head: bytes) -> bytes:
    """Encode a whole gzip member, with the header of the original member, which begins with ``head``."""
    try:
        return _header(head) + _member(data)[SHORTEST_HEADER:]
    except SystemError as error:
        if str(error) == _NO_EXCEPTION:
            raise KeyboardInterrupt from None
        raise


def _member(data: bytes) -> bytes:
    """Encode a gzip member; `SystemError` if that is interrupted while the writer is made.

    A writer that is dropped writes the end of the member, and clears the exception because of which it is.
    """
    packed = io.BytesIO()
    writer = import_needed("fastwarc").GzipWriter(packed, LEVEL)
    writer.write(data)
    writer.finish()
    return packed.getvalue()


def zstd_encoder(head: bytes, dictionary: bytes | None = None, size: int = -1) -> MemberEncoder:
    """Make an encoder of a Zstandard frame, with a checksum if ``head`` has one (RFC 8878 3.1.1.1.1)."""
    module = import_needed("zstandard")
    given = None if dictionary is None else module.ZstdCompressionDict(dictionary)
    checked = len(head) > 4 and bool(head[4] & 4)  # noqa: PLR2004
    encoder: MemberEncoder = module.ZstdCompressor(write_checksum=checked, dict_data=given).compressobj(size)
    return encoder


class Coding(NamedTuple):
    """A way to compress: makes a decoder, and an encoder for a member like one with the given first bytes."""

    decoder: Callable[[], Decoder]
    encoder: Callable[[bytes], MemberEncoder]


CODINGS: Mapping[str, Coding] = {
    "gzip": Coding(Inflater, GzipEncoder),
    "zstd": Coding(ZstdDecoder, zstd_encoder),
    "br": Coding(BrotliDecoder, BrotliEncoder),
}


def import_needed(module: str) -> Any:  # noqa: ANN401 -- a module
    """Import a module of another package; if it is missing, `IncompleteOutput` says what to install."""
    try:
        return import_module(module)
    except ImportError:
        raise _missing(module) from None


def needed_brotli() -> Any:  # noqa: ANN401 -- a module
    """Import a module for Brotli; if there is none, `IncompleteOutput` says what to install."""
    module = brotli_modules.find_brotli()
    if module is None:
        raise _missing("brotlicffi")
    return module


def _missing(module: str) -> IncompleteOutput:
    return IncompleteOutput(f"{module} is needed for it: pip install '{EXTRA}'")


def _reason(error: Exception) -> str:
    """Give the reason of an error in the words of the library that raised it."""
    return str(error).rpartition(": ")[2]


_EXTRA, _NAME, _COMMENT, _CHECKED = 4, 8, 16, 2  # FLG, RFC 1952 2.3.1


def _header(head: bytes) -> bytes:
    """Copy a member's header (RFC 1952 2.3), without the fields that describe its data and its level.

    A name or comment whose end is not in ``head`` is left out.
    """
    if len(head) < SHORTEST_HEADER or not head.startswith(GZIP):
        return GZIP + bytes(6) + b"\xff"
    flags, position, names = head[3] & ~_CHECKED, SHORTEST_HEADER, b""
    if flags & _EXTRA:
        position += 2 + int.from_bytes(head[10:12], "little")
    for flag in (_NAME, _COMMENT):
        if flags & flag:
            text, zero, _ = head[position:].partition(b"\0")
            position += len(text) + 1
            names, flags = (names + text + zero, flags) if zero else (names, flags & ~flag)
    return head[:3] + bytes((flags & ~_EXTRA,)) + head[4:8] + b"\0" + head[9:10] + names
