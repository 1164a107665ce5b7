"""Find the records in a file that is not compressed.

A frame is a run of bytes of the input; all frames together are the whole input, whatever is in it. The
module does not know what is in a record. Used by `containers.warc.compressed_records`,
`containers.warc.conversion`, `containers.warc.layout` and `containers.warc.rewriter`.
"""

import io
import sys
from collections.abc import Callable, Iterator
from typing import NamedTuple

from absolutize.containers.source import AnonymousFile, Problem, SeekableFile
from absolutize.containers.warc.header import (
    ABOUT_OTHERS,
    LONGEST_HEAD,
    WARC,
    HeaderFormat,
    RecordHead,
    head_of,
)
from absolutize.patterns import compile_regex
from absolutize.storage.files import CHUNK, begin_file

MAX_RECORD = 1 << 26  # bytes of a record that is looked into
LINE_ENDS = b"\r\n"
LONGEST_END = 8  # bytes of line ends behind a record that belong to it
_SEPARATOR = compile_regex(rb"[\r\n]{0,%d}" % LONGEST_END)
_WARC_SEPARATOR = b"\r\n\r\n"
_BLANK_LINES = compile_regex(rb"[\r\n]+")  # ARC has one in front of each record, also in a member


class Frame(NamedTuple):
    """Bytes of the input from ``offset`` on, and the records in them if they are to be looked into.

    ``data`` are the decompressed bytes of one or several records, or None if the frame is only to be copied;
    ``is_compressed`` is whether ``raw`` is compressed. ``kind`` is the type of the first record.
    ``truncated`` is the existing part, decompressed, of a truncated record at the end of the input.
    ``is_last`` is whether it is the last frame of its record or member, or of unreadable data: an interrupted
    run can go on behind it. ``conversions`` are the WARC-Record-IDs of the conversion records directly behind
    the frame, as far as they are looked for.
    """

    offset: int
    raw: bytes
    data: bytes | None = None
    is_compressed: bool = False
    kind: str = ""
    problems: tuple[Problem, ...] = ()
    truncated: bytes = b""
    is_last: bool = True
    conversions: frozenset[bytes | None] = frozenset()

    @property
    def size(self) -> int:
        """The size in bytes."""
        return len(self.raw) + (len(self.data) if self.is_compressed and self.data else 0)

    @property
    def is_parallel(self) -> bool:
        """Whether there may be documents in the frame."""
        return self.data is not None and self.kind not in ABOUT_OTHERS


def as_one(frames: Iterator[Frame]) -> Iterator[Frame]:
    """Give the frames of one record or member; only the last one gets ``is_last``."""
    last: Frame | None = None
    for frame in frames:
        if last is not None:
            yield last._replace(is_last=False)
        last = frame
    if last is not None:
        yield last


class _Lookahead:
    """Reads a file in sequence, and looks at bytes far behind those that were read.

    Of a stream, the bytes up to there are kept in a temporary file until they have been read.
    """

    def __init__(self, file: SeekableFile) -> None:
        self._file = file
        self._kept: AnonymousFile | None = None  # the next bytes of a stream

    def read(self, count: int) -> bytes:
        """Read bytes, fewer only at the end."""
        data = b"" if self._kept is None else self._kept.read(count)
        if len(data) == count:
            return data
        self._kept = None
        return data + self._file.read(count - len(data))

    def look(self, ahead: int, count: int) -> bytes | None:
        """Give ``count`` bytes, or fewer, ``ahead`` bytes from here; None if the file ends before that."""
        file = self._file if self._file.seekable() else self._keep(ahead + count)
        here = file.tell()
        place, end = here + ahead, file.seek(0, io.SEEK_END)
        file.seek(min(place, end))
        data = file.read(count)
        file.seek(here)
        return data if place <= end else None

    def _keep(self, count: int) -> AnonymousFile:
        """Keep the next ``count`` bytes of a stream, or those up to its end."""
        kept = self._kept = self._kept or AnonymousFile()
        here = kept.tell()
        known = kept.seek(0, io.SEEK_END) - here
        kept.writelines(begin_file(self._file, max(count - known, 0)))
        kept.seek(here)
        return kept


WantedRecords = Callable[[RecordHead, bytes], bool]  # gets a header, and data that begin with it


class Records:
    """Reads the records that begin before ``stop``, one after the other.

    ``wanted`` decides by the header and the beginning of a record whether it is looked into. ``name`` is
    the place in problems, to which an offset is added.
    """

    def __init__(
        self,
        form: HeaderFormat,
        file: SeekableFile,
        name: str,
        wanted: WantedRecords,
        stop: int = sys.maxsize,
    ) -> None:
        self._form, self._name, self._wanted = form, name, wanted
        self._file = _Lookahead(file)
        self._offset = file.tell() if file.seekable() else 0  # where the buffer begins
        self._buffer, self._position, self._ended = b"", 0, False
        self._stop = stop

    @property
    def position(self) -> int:
        """Where the next record begins; only valid behind a complete record."""
        return self._offset + self._position

    def skip(self) -> None:
        """Go on to the next place where a record seems to begin, or to ``stop`` or behind it."""
        match, goes_on = None, True
        while match is None and goes_on and self.position < self._stop:
            goes_on = self._available(2 * LONGEST_HEAD)
            match = self._form.next.search(self._buffer, self._position)
            behind = len(self._buffer) - (LONGEST_HEAD if goes_on else 0)
            self._position = behind if match is None else match.end()

    def finish(self) -> None:
        """Read no record behind the one whose frame was given last."""
        self._stop = 0

    def frames(self) -> Iterator[Frame]:
        """Give the frames of the rest of the file."""
        while self.position < self._stop and self._available(1):
            self._available(LONGEST_HEAD)
            head = head_of(self._form, self._window(LONGEST_HEAD))
            blank = _BLANK_LINES.match(self._buffer, self._position)
            if blank is not None:
                frames = self._copied(blank.end() - blank.start(), ())
            elif head is not None and self._lands(head):
                frames = self._record(head)
            else:
                frames = self._passed(head)
            yield from as_one(frames)

    def _available(self, count: int) -> bool:
        """Fill the buffer with ``count`` bytes; say whether there are as many."""
        missing = count - (len(self._buffer) - self._position)
        if missing > 0 and not self._ended:
            more = self._file.read(max(missing, CHUNK))
            self._ended = len(more) < max(missing, CHUNK)
            self._offset += self._position
            self._buffer, self._position = self._buffer[self._position :] + more, 0
        return len(self._buffer) - self._position >= count

    def _window(self, count: int) -> bytes:
        return self._buffer[self._position : self._position + count]

    def _taken(self, count: int) -> bytes:
        taken = self._window(count)
        self._position += len(taken)
        return taken

    def _lands(self, head: RecordHead) -> bool:
        """Whether a record ends where its header says: there is a separator, the next record, or the end."""
        size = head.size + head.length
        ahead = size - (len(self._buffer) - self._position)
        if size > MAX_RECORD and ahead > 0:
            after = self._file.look(ahead, LONGEST_HEAD)
            return after is not None and self._is_end(after, 0)
        if not self._available(size):
            return False
        self._available(size + LONGEST_HEAD)
        return self._is_end(self._buffer, self._position + size)

    def _is_end(self, data: bytes, position: int) -> bool:
        if self._form is WARC and data.startswith(_WARC_SEPARATOR, position):
            return True
        match = _SEPARATOR.match(data, position)
        after = position if match is None else match.end()
        return after == len(data) or self._form.start.match(data, after) is not None

    def _record(self, head: RecordHead) -> Iterator[Frame]:
        size = head.size + head.length
        wanted = self._wanted(head, self._window(LONGEST_HEAD))
        if size > MAX_RECORD:
            yield from self._copied(size, self._problems("too-large", f"{size} bytes") if wanted else ())
            yield from self._copied(self._separator(0), ())
            return
        place, raw = self.position, self._taken(size + self._separator(size))
        yield Frame(place, raw, raw if wanted else None, kind=head.kind)

    def _separator(self, behind: int) -> int:
        """Count the bytes of the separator that begins ``behind`` bytes from here."""
        self._available(behind + LONGEST_HEAD)
        match = _SEPARATOR.match(self._buffer, self._position + behind)
        return 0 if match is None else match.end() - match.start()

    def _copied(self, size: int, problems: tuple[Problem, ...]) -> Iterator[Frame]:
        """Give bytes to be copied, in pieces."""
        while size and self._available(1):
            self._available(min(size, CHUNK))
            place = self.position
            raw = self._taken(min(size, CHUNK))
            yield Frame(place, raw, problems=problems)
            size, problems = size - len(raw), ()

    def _passed(self, head: RecordHead | None) -> Iterator[Frame]:
        """Give the data that cannot be read, up to the beginning of the next record, to be copied."""
        self._available(MAX_RECORD)
        behind = 0 if head is None else head.size - 1
        match = self._form.next.search(self._buffer, self._position + behind)
        code, truncated = "no-record" if head is None else "wrong-length", b""
        left = len(self._buffer) - self._position
        if match is None and head is not None and self._ended and left < head.size + head.length:
            code, truncated = "truncated-record", self._buffer[self._position :]
        problems = self._problems(code)
        while match is None and not self._ended:
            yield from self._copied(max(len(self._buffer) - self._position - LONGEST_HEAD, 1), problems)
            problems = ()
            self._available(MAX_RECORD)
            match = self._form.next.search(self._buffer, self._position)
        stop = len(self._buffer) if match is None else match.end()
        copied = self._copied(stop - self._position, problems)
        yield from (next(copied)._replace(truncated=truncated), *copied) if truncated else copied

    def _problems(self, code: str, detail: str = "") -> tuple[Problem, ...]:
        return (Problem(f"{self._name}!{self.position}", code, detail),)
