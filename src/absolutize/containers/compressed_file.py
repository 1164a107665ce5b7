"""A gzip, Zstandard or Brotli file that contains a document or another container.

It does not know what is in the file: `containers` detects that from the decompressed bytes. Used by
`containers`.
"""

import io
from collections.abc import Iterable, Iterator
from functools import partial
from itertools import chain
from pathlib import PurePosixPath
from typing import Any

from absolutize.containers.compression import (
    CODINGS,
    MAGIC,
    SKIPPABLE_HEADER,
    CorruptData,
    MemberEncoder,
    skippable_stop,
)
from absolutize.containers.session import Session
from absolutize.containers.sniffing import holds_pages, looks_like_document, uncompressed_name
from absolutize.containers.source import (
    ContainerSource,
    IncompleteOutput,
    Problem,
    SeekableFile,
    find_difference,
    from_chunks,
    seekable,
    without_checkpoints,
)
from absolutize.storage.files import CHUNK, begin_file


def is_gzip(head: bytes, _name: str) -> bool:
    """Detect gzip by its first bytes (RFC 1952 2.3.1)."""
    return head.startswith(MAGIC["gzip"])


def is_zstd(head: bytes, _name: str) -> bool:
    """Detect Zstandard by its first bytes (RFC 8878 3.1)."""
    return head.startswith(MAGIC["zstd"])


def is_brotli(head: bytes, name: str) -> bool:
    """Detect Brotli (RFC 7932) by the name, if the bytes can be decoded: they have no magic number."""
    if not name.lower().endswith(".br"):
        return False
    decoder, size = CODINGS["br"].decoder(), 0
    try:
        for piece in decoder.feed(head):
            size += len(piece)
            if size > CHUNK:
                break
    except CorruptData:
        return size > 0 and decoder.is_finished
    return size > 0


def is_misnamed(head: bytes, name: str) -> bool:
    """Whether a file is compressed by its name but not by its content; it is asked last."""
    brotli_or_country = name.lower().endswith(".br") and not holds_pages(name)
    return head != b"" and uncompressed_name(name) != name and not brotli_or_country


def rewrite_misnamed(
    source: ContainerSource, session: Session, _state: dict[str, Any] | None
) -> Iterator[Any]:
    """Rewrite a page that is compressed only by its name, and copy any other such file."""
    yield Problem(source.name, "not-coded", PurePosixPath(source.file_name).suffix)
    if looks_like_document(source.head()):
        yield from session.document(source)
    else:
        yield from source.rest()


class Unpacking:
    """Decodes a file's compressed members, one after the other.

    At the end, ``trouble`` is None, or one of the codes of `findings.TROUBLES` with details; ``rest`` is
    None, or the offset of bytes that belong to no member.
    """

    def __init__(self, coding: str, file: SeekableFile) -> None:
        self.trouble: tuple[str, str] | None = None
        self.rest: int | None = None
        self._coding, self._file, self._position = coding, file, 0
        self._pieces = self._unpacked()

    def read_next(self) -> bytes:
        """Give the next bytes, and no bytes at the end of the readable data."""
        return next(self._pieces, b"")

    def _read(self) -> bytes:
        self._file.seek(self._position)  # others read the file too
        data = self._file.read(CHUNK)
        self._position += len(data)
        return data

    def _next_member(self, data: bytes) -> bytes:
        """Skip the skippable frames of Zstandard, maybe many; give the data from the next member on."""
        data += self._read() if len(data) < SKIPPABLE_HEADER else b""
        while self._coding == "zstd" and (stop := skippable_stop(data)):
            behind = self._position + stop - len(data)
            if behind > self._file.seek(0, io.SEEK_END):  # the frame is truncated
                break
            self._position = max(self._position, behind)
            data = data[stop:]
            data += self._read() if len(data) < SKIPPABLE_HEADER else b""
        start = self._position - len(data)
        if data and start and not data.startswith(MAGIC[self._coding]):
            self.rest = start
            self.trouble = "trailing-data", f"from byte {start}"
            return b""
        return data

    def _unpacked(self) -> Iterator[bytes]:
        data = self._next_member(self._read())
        while data:
            decoder = CODINGS[self._coding].decoder()
            while not decoder.is_finished:
                try:
                    yield from decoder.feed(data)
                except CorruptData as damage:
                    self.trouble = "damaged-coding", f"before byte {self._position}: {damage}"
                    return
                data = decoder.rest if decoder.is_finished else self._read()
                if not data and not decoder.is_finished:
                    self.trouble = "truncated-coding", f"at byte {self._position}"
                    return
            data = self._next_member(data)


def rewrite_compressed(
    coding: str, source: ContainerSource, session: Session, _state: dict[str, Any] | None
) -> Iterator[Any]:
    """Rewrite the content of a compressed file, and compress it again if it changed."""
    source = seekable(source)
    head = source.head()
    head = head[skippable_stop(head) :]
    unpacking = Unpacking(coding, source.file)
    inner = source._replace(
        file=from_chunks(unpacking.read_next, source.name).file,
        path=None,
        inner_name=uncompressed_name(source.file_name),
        depth=source.depth + 1,
    )
    chunks = without_checkpoints(session.rewrite_source(inner))
    difference = yield from find_difference(chunks, _unpacked(coding, source))
    if difference is None:
        yield from _trouble(unpacking, source)
        yield from _copied(source, 0)
        return
    same, chunk = difference
    data = chain(begin_file(_unpacked(coding, source), same), [chunk], chunks)
    yield from _packed(CODINGS[coding].encoder(head), data)
    if unpacking.rest is None and unpacking.trouble is not None:
        raise IncompleteOutput(Problem(source.name, *unpacking.trouble))
    yield from _trouble(unpacking, source)
    if unpacking.rest is not None:
        yield from _copied(source, unpacking.rest)


gzip, zstd, brotli = (partial(rewrite_compressed, coding) for coding in ("gzip", "zstd", "br"))


def _packed(encoder: MemberEncoder, data: Iterable[Any]) -> Iterator[Any]:
    """Compress the bytes, and pass on the findings between them."""
    for piece in data:
        yield encoder.compress(piece) if isinstance(piece, bytes) else piece
    yield encoder.flush()


def _unpacked(coding: str, source: ContainerSource) -> SeekableFile:
    return from_chunks(Unpacking(coding, source.file).read_next, source.name).file


def _copied(source: ContainerSource, start: int) -> Iterator[bytes]:
    """Read a file from an offset to its end, in pieces."""
    source.file.seek(start)
    yield from source.rest()


def _trouble(unpacking: Unpacking, source: ContainerSource) -> Iterator[Problem]:
    if unpacking.trouble is not None:
        yield Problem(source.name, *unpacking.trouble)
