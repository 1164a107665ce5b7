"""Members of a zip file: found, decompressed and compressed again.

It does not know what is in a member. Used by `containers.zip`.
"""

import hashlib
import io
import zlib
from collections import deque
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Any, BinaryIO, NamedTuple

from absolutize.containers.compression import LEVEL, CorruptData, Inflater
from absolutize.containers.source import (
    AnonymousFile,
    ContainerSource,
    WithFindings,
    find_difference,
    from_chunks,
    without_checkpoints,
)
from absolutize.containers.zip.structure import (
    DEFLATED,
    STORED,
    Content,
    Directory,
    Entry,
    NotZip,
    data_start,
    descriptor_size,
    local_header,
)
from absolutize.storage.files import CHUNK, begin_file

LONGEST_LOCAL = 1 << 18  # bytes of a local header
LONGEST_DESCRIPTOR = 24


class ZipMember(NamedTuple):
    """A member: its entry and number, the offsets of its beginning, data and end, and its local header."""

    entry: Entry
    number: int
    start: int
    data: int
    stop: int
    local: bytes


class NewData(NamedTuple):
    """The new data of a member: stored bytes in a file from an offset on, checksum, sizes, and digest."""

    file: AnonymousFile
    content: Content
    digest: str
    start: int = 0

    def pieces(self) -> Iterator[bytes]:
        """Read the stored bytes in pieces."""
        return copy_run(self.file, self.start, self.start + self.content.packed_size)

    def move_to(self, file: AnonymousFile) -> "NewData":
        """Move the data to the end of a file of several members: few files can be open at once."""
        start = file.seek(0, io.SEEK_END)
        file.writelines(self.pieces())
        return self._replace(file=file, start=start)


def zip_members(file: BinaryIO, directory: Directory) -> list[ZipMember]:
    """Give the members in the order of their offsets; raises `NotZip` if they overlap."""
    order = sorted(range(len(directory.entries)), key=lambda number: directory.entries[number].offset)
    starts = [directory.entries[number].offset + directory.shift for number in order]
    stops = [*starts[1:], directory.start] if starts else []  # a directory may list nothing
    members = []
    for number, start, stop in zip(order, starts, stops, strict=True):
        entry = directory.entries[number]
        if start >= stop:
            raise NotZip("members of it overlap")
        file.seek(start)
        local = file.read(min(LONGEST_LOCAL, stop - start))
        data = start + data_start(local)
        if data + entry.content.packed_size > stop:
            raise NotZip("members of it overlap")
        members.append(ZipMember(entry, number, start, data, stop, local[: data - start]))
    return members


def copy_run(file: BinaryIO, start: int, stop: int) -> Iterator[bytes]:
    """Read a span of a file in pieces; others may read the file meanwhile."""
    while start < stop:
        file.seek(start)
        piece = file.read(min(CHUNK, stop - start))
        if not piece:
            return
        start += len(piece)
        yield piece


def copy_behind(file: BinaryIO, member: ZipMember) -> Iterator[bytes]:
    """Read the bytes behind a member up to the next one, without its data descriptor."""
    stop = member.data + member.entry.content.packed_size
    file.seek(stop)
    size = descriptor_size(member.entry, file.read(min(LONGEST_DESCRIPTOR, member.stop - stop)))
    return copy_run(file, stop + size, member.stop)


class MemberReader:
    """Decodes a member; afterwards ``trouble`` says what is wrong with its data, if anything is."""

    def __init__(self, file: BinaryIO, member: ZipMember) -> None:
        self.trouble = ""
        self._entry = member.entry
        stop = member.data + member.entry.content.packed_size
        self._pieces = self._read(copy_run(file, member.data, stop))

    def read_next(self) -> bytes:
        """Give the next bytes, and no bytes at the end."""
        return next(self._pieces, b"")

    def source(self, name: str) -> ContainerSource:
        """Make a source of the decoded bytes."""
        return from_chunks(self.read_next, name)

    def _read(self, raw: Iterator[bytes]) -> Iterator[bytes]:
        check = size = 0
        try:
            for piece in raw if self._entry.method != DEFLATED else _inflated(raw):
                check, size = zlib.crc32(piece, check), size + len(piece)
                if size > self._entry.content.size:
                    self.trouble = "larger than its stated size"
                    return
                yield piece
        except CorruptData as damage:
            self.trouble = str(damage)
            return
        if (check, size) != (self._entry.content.check, self._entry.content.size):
            self.trouble = "its checksum or size does not match"


def trouble_of(file: BinaryIO, member: ZipMember) -> str:
    """Decode a member to its end, and say what is wrong with its data; "" if nothing is."""
    reading = MemberReader(file, member)
    deque(iter(reading.read_next, b""), 0)
    return reading.trouble


def _inflated(raw: Iterator[bytes]) -> Iterator[bytes]:
    decoder = Inflater(-15)
    for piece in raw:
        yield from decoder.feed(piece)


class DecodedData(NamedTuple):
    """The decoded data of a member, to be read at any offset: a file, and where they begin in it."""

    file: BinaryIO
    start: int

    def read(self, start: int, length: int) -> bytes:
        """Read from an offset in the data."""
        return b"".join(copy_run(self.file, self.start + start, self.start + start + length))


def decoded_data(file: BinaryIO, member: ZipMember, into: AnonymousFile) -> DecodedData:
    """Decode a member into the end of a temporary file; one that is stored is read where it is."""
    if member.entry.method == STORED:
        return DecodedData(file, member.data)
    decoded = DecodedData(into, into.seek(0, io.SEEK_END))
    into.writelines(iter(MemberReader(file, member).read_next, b""))
    return decoded


def replacement(member: ZipMember, pieces: Iterable[Any]) -> WithFindings[NewData]:
    """Write the new content of a member to a temporary file, with the member's compression method.

    Findings between the pieces are passed on.
    """
    file = AnonymousFile()
    deflating = zlib.compressobj(LEVEL, zlib.DEFLATED, -15) if member.entry.method == DEFLATED else None
    check, size, digest = 0, 0, hashlib.sha256()
    for piece in pieces:
        if not isinstance(piece, bytes):
            yield piece
            continue
        check, size = zlib.crc32(piece, check), size + len(piece)
        digest.update(piece)
        file.write(piece if deflating is None else deflating.compress(piece))
    if deflating is not None:
        file.write(deflating.flush())
    return NewData(file, Content(check, file.tell(), size), f"sha256:{digest.hexdigest()}")


def replace_data(member: ZipMember, new: NewData) -> Iterator[bytes]:
    """Write a member with other data."""
    yield local_header(member.local, new.content)
    yield from new.pieces()


def if_different(
    source: ContainerSource, member: ZipMember, pieces: Iterator[Any]
) -> WithFindings[NewData | None]:
    """Write the new content of a member to a temporary file, if it differs from the old one.

    Findings between the pieces are passed on.
    """
    pieces = without_checkpoints(pieces)
    difference = yield from find_difference(pieces, MemberReader(source.file, member).source("").file)
    if difference is None:
        return None
    same, piece = difference
    before = begin_file(MemberReader(source.file, member).source("").file, same)
    return (yield from replacement(member, chain(before, [piece], pieces)))
