"""Find the records in a file in which each record is compressed by itself, with gzip or Zstandard.

The module does not know what is in a record. Used by `containers.warc.conversion`,
`containers.warc.layout` and `containers.warc.rewriter`.
"""

import io
import sys
from collections.abc import Iterator
from typing import NamedTuple

from absolutize.containers.compression import (
    GZIP,
    MAGIC,
    SKIPPABLE,
    SKIPPABLE_HEADER,
    ZSTD,
    CorruptData,
    Decoder,
    Inflater,
    ZstdDecoder,
    gzip_member,
    skippable_stop,
    zstd_encoder,
)
from absolutize.containers.source import Problem
from absolutize.containers.warc.dictionaries import NO_DICTIONARY, Dictionary
from absolutize.containers.warc.framing import (
    LINE_ENDS,
    LONGEST_END,
    MAX_RECORD,
    Frame,
    WantedRecords,
    as_one,
)
from absolutize.containers.warc.header import LONGEST_HEAD, HeaderFormat, head_of
from absolutize.storage.files import CHUNK

RECORD_SLICE = 1 << 16  # bytes of compressed data that are read at once
LONGEST_RECORD_MAGIC = 4
LOOK_BYTES = {"gzip": 1 << 12, "zstd": 1 << 18}  # bytes that show what a member is: zstd decodes whole blocks


class RecordCompression(NamedTuple):
    """How the members of a file are compressed."""

    coding: str
    dictionary: Dictionary = NO_DICTIONARY

    @property
    def magic(self) -> bytes:
        """The first bytes of members that may contain records."""
        return GZIP if self.coding == "gzip" else ZSTD

    @property
    def look(self) -> int:
        """How many bytes show what a member is."""
        return LOOK_BYTES[self.coding]

    def decoder(self) -> Decoder:
        """Make a decoder of a member."""
        return Inflater() if self.coding == "gzip" else ZstdDecoder(self.dictionary.content)

    def compress(self, data: bytes, head: bytes) -> bytes:
        """Compress data as a member like the one that begins with ``head``."""
        if self.coding == "gzip":
            return gzip_member(data, head)
        encoder = zstd_encoder(head, self.dictionary.content, len(data))
        return encoder.compress(data) + encoder.flush()


def compression_of(head: bytes, dictionary: Dictionary = NO_DICTIONARY) -> RecordCompression:
    """Detect how the records of a file are compressed, by its first bytes; those of gzip may be damaged."""
    return RecordCompression("zstd" if head.startswith(MAGIC["zstd"]) else "gzip", dictionary)


def pack_record(compression: RecordCompression | None, record: bytes, head: bytes = b"") -> bytes:
    """Compress a record like the one that begins with ``head``, if the records of its file are compressed."""
    return record if compression is None else compression.compress(record, head)


class CompressedRecords:
    """Reads records that are compressed one by one; see `framing.Records`."""

    def __init__(
        self,
        form: HeaderFormat,
        compression: RecordCompression,
        file: io.BufferedIOBase,
        name: str,
        wanted: WantedRecords,
        stop: int,
    ) -> None:
        self._form, self._compression, self._name, self._wanted = form, compression, name, wanted
        self._file = file
        self._offset = file.tell() if file.seekable() else 0  # where `_data` begin
        self._data = b""  # what was read and is not yet in a frame
        self._stop = stop

    @property
    def position(self) -> int:
        """Where the next record begins; only valid behind a complete record."""
        return self._offset

    def skip(self) -> None:
        """Go on to the next place where a record seems to begin, or to ``stop`` or behind it."""
        for _ in self._passed("no-record", "", self._offset):
            if self._offset >= self._stop:
                break

    def finish(self) -> None:
        """Read no record behind the one whose frame was given last."""
        self._stop = 0

    def frames(self) -> Iterator[Frame]:
        """Give the frames of the rest of the file."""
        while self._offset < self._stop and (self._data or self._more()):
            while len(self._data) < LONGEST_RECORD_MAGIC and self._more():
                pass
            if self._compression.coding == "zstd" and self._data.startswith(SKIPPABLE):
                frames = self._skippable()
            elif self._data.startswith(self._compression.magic):
                frames = self._member()
            else:
                frames = self._passed("no-record", "", self._offset)
            yield from as_one(frames)

    def _more(self) -> bytes:
        more = self._file.read(RECORD_SLICE)
        self._data += more
        return more

    def _skippable(self) -> Iterator[Frame]:
        """Give skippable frames of Zstandard in pieces: one may have 4 GB, and there may be many."""
        start = self._offset
        while len(self._data) < SKIPPABLE_HEADER and self._more():
            pass
        left = skippable_stop(self._data) or sys.maxsize  # sys.maxsize: the frame's header is truncated
        while left > len(self._data):
            piece, self._data = self._data, b""
            left -= len(piece)
            if not self._more():
                yield self._copied(piece, self._problems("truncated-coding", "", start))
                return
            yield self._copied(piece, ())
        piece, self._data = self._data[:left], self._data[left:]
        yield self._copied(piece, () if start else self._dictionary_problems())

    def _member(self) -> Iterator[Frame]:
        """Give a member as a whole, or in pieces if it is large and only to be copied."""
        member = _Member(self._compression.decoder(), self._form, self._wanted)
        data, self._data, start = self._data, b"", self._offset
        while True:
            try:
                rest = member.feed(data)
            except CorruptData as damage:
                self._data = member.take() + data
                yield from self._passed("damaged-coding", str(damage), start)
                return
            if rest is not None:
                break
            if not member.kept:
                yield self._copied(member.take(), self._size_problems(member, start))
            data = self._file.read(RECORD_SLICE)
            if not data:
                frame = self._copied(member.take(), self._problems("truncated-coding", "", start))
                yield frame._replace(truncated=member.data() or b"")
                return
        self._data = rest
        yield self._whole(member, start)

    def _whole(self, member: "_Member", start: int) -> Frame:
        raw, data = member.take(), member.data()
        if data is None:
            return self._copied(raw, self._size_problems(member, start) or self._end_problems(member, start))
        head = head_of(self._form, data[:LONGEST_HEAD])
        single = head is not None and _is_separator(data, head.size + head.length)
        if not data or (head is not None and single and not self._wanted(head, data)):
            return self._copied(raw, ())
        kind = head.kind if head is not None and single else ""
        return self._copied(raw, ())._replace(data=data, is_compressed=True, kind=kind)

    def _dictionary_problems(self) -> tuple[Problem, ...]:
        trouble = self._compression.dictionary.trouble
        return () if trouble is None else self._problems(*trouble, 0)

    def _size_problems(self, member: "_Member", start: int) -> tuple[Problem, ...]:
        """Report, once, that a member that should be looked into is too large."""
        if not member.take_too_large():
            return ()
        return self._problems("too-large", f"over {MAX_RECORD} bytes", start)

    def _end_problems(self, member: "_Member", start: int) -> tuple[Problem, ...]:
        """Report that a large member that is not looked into does not end where its record does."""
        trouble = member.end_trouble()
        return () if trouble is None else self._problems(*trouble, start)

    def _copied(self, raw: bytes, problems: tuple[Problem, ...]) -> Frame:
        frame = Frame(self._offset, raw, problems=problems)
        self._offset += len(raw)
        return frame

    def _passed(self, code: str, detail: str, place: int) -> Iterator[Frame]:
        """Give the data that cannot be read, up to the beginning of the next record, to be copied."""
        problems, start, ended = self._problems(code, detail, place), 1, False
        while True:
            limit = len(self._data) - (0 if ended else self._compression.look)
            next_member = self._next_member(start, limit)
            stop = limit if next_member is None else next_member
            if stop > 0:
                frame, self._data = self._copied(self._data[:stop], problems), self._data[stop:]
                yield frame
                problems, start = (), 0
            if next_member is not None or ended:
                return
            ended = not self._more()

    def _next_member(self, start: int, stop: int) -> int | None:
        """Find, before ``stop``, the beginning of a member that contains a record or the start of one."""
        return next(filter(self._begins, self._places(start, stop)), None)

    def _places(self, start: int, stop: int) -> Iterator[int]:
        magic = self._compression.magic
        position = self._data.find(magic, start)
        while 0 <= position < stop:
            yield position
            position = self._data.find(magic, position + 1)

    def _begins(self, place: int) -> bool:
        data = self._data[place : place + self._compression.look]
        try:
            first = next(self._compression.decoder().feed(data), b"")
        except CorruptData:
            return False
        return self._form.start.match(first) is not None

    def _problems(self, code: str, detail: str, place: int) -> tuple[Problem, ...]:
        return (Problem(f"{self._name}!{place}", code, detail),)


def _is_separator(data: bytes, stop: int) -> bool:
    """Whether a record that ends at an offset fills the data, but for the line ends behind it."""
    return 0 <= len(data) - stop <= LONGEST_END and not data[stop:].strip(LINE_ENDS)


class _Member:
    """One member as far as it was read: its raw bytes, and while ``kept`` the decompressed bytes."""

    def __init__(self, decoder: Decoder, form: HeaderFormat, wanted: WantedRecords) -> None:
        self._decoder, self._form, self._wanted = decoder, form, wanted
        self._raw: list[bytes] = []
        self._pieces: list[bytes] = []
        self._length = self._raw_length = 0
        self._stop, self._behind = 0, b""  # where a record that is not wanted ends, and what is behind it
        self._beginning = b""  # the decompressed bytes by which `_judge` decided
        self.kept, self._too_large = True, False

    def feed(self, data: bytes) -> bytes | None:
        """Decode more data; at the end of the member, give the bytes behind it, before that None."""
        for piece in self._decoder.feed(data):
            self._length += len(piece)
            if self.kept:
                self._pieces.append(piece)
                self._judge()
            elif self._stop and self._length > self._stop:
                more = piece[max(len(piece) - (self._length - self._stop), 0) :]
                self._behind = (self._behind + more)[:LONGEST_HEAD]
        rest = self._decoder.rest if self._decoder.is_finished else b""
        self._raw.append(data[: len(data) - len(rest)] if rest else data)
        self._raw_length += len(self._raw[-1])
        if self.kept and self._raw_length > MAX_RECORD + CHUNK:  # many blocks without data
            self._let_go(wanted=True)
        return rest if self._decoder.is_finished else None

    def _judge(self) -> None:
        """Drop the decompressed bytes of a member that is too large, or large and not wanted."""
        if self._length <= MAX_RECORD and (self._beginning or self._length < LONGEST_HEAD):
            return
        self._beginning = self._beginning or b"".join(self._pieces)[:LONGEST_HEAD]
        head = head_of(self._form, self._beginning)
        wanted = head is None or self._wanted(head, self._beginning)
        if self._length > MAX_RECORD or (head is not None and head.length > CHUNK and not wanted):
            if head is not None and not wanted:
                self._stop = head.size + head.length
                self._behind = b"".join(self._pieces)[self._stop :][:LONGEST_HEAD]
            self._let_go(wanted=wanted)

    def _let_go(self, *, wanted: bool) -> None:
        self.kept, self._too_large, self._pieces = False, wanted, []

    def take(self) -> bytes:
        """Take the raw bytes."""
        raw, self._raw = b"".join(self._raw), []
        return raw

    def take_too_large(self) -> bool:
        """Say, once, whether the member should be looked into and is too large."""
        too_large, self._too_large = self._too_large, False
        return too_large

    def end_trouble(self) -> tuple[str, str] | None:
        """Say what is wrong if a record that is not wanted does not fill the member; None if it does."""
        if self._length < self._stop:
            return "truncated-record", ""
        behind = self._behind.lstrip(LINE_ENDS)
        if not behind:
            return None
        is_record = self._form.start.match(behind) is not None
        return ("too-large", f"several records, over {CHUNK} bytes") if is_record else ("wrong-length", "")

    def data(self) -> bytes | None:
        """Give the decompressed bytes; None if they were not kept."""
        return b"".join(self._pieces) if self.kept else None
