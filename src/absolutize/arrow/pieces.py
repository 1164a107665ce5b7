"""Archives and pieces of archives: opened by path or URL, cut at records, and read to make rows.

A file that cannot be opened or read makes a row with the failure. The module does not know how rows are made,
and does not import pyarrow. Used by `arrow` and `spark`.
"""

import io
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from absolutize import arguments
from absolutize.archive.results import INTERNAL_CODES
from absolutize.archive.sources import BorrowedFile, named_path, rewrite_in_pieces
from absolutize.arrow.rows import ArrowRow, RowTask, failure_row, problem_row
from absolutize.containers import (
    CONTAINERS,
    Checkpoint,
    ContainerOptions,
    ContainerSource,
    ContainerTask,
    IncompleteOutput,
    Problem,
    Session,
)
from absolutize.containers.source import HEAD_BYTES, NO_ACCESS
from absolutize.containers.warc import record_ranges
from absolutize.containers.warc.record_ranges import RecordRange

REMOTE_BLOCK = 1 << 22  # bytes that are requested from a server at once
MAX_FETCHED = 1 << 24  # a piece of at most this size is fetched in one request
SPLIT_BYTES = 1 << 30  # larger files are cut
PARQUET_MAGIC = b"PAR1"
PARQUET_NAME = ".parquet"
NOT_CALLED_PARQUET = f"a file of Parquet: rename it so that its name ends with {PARQUET_NAME}"


class Piece(NamedTuple):
    """An archive or document by its path or URL, or the records of an archive between two offsets."""

    path: str
    start: int | None = None
    stop: int | None = None


class Window(io.RawIOBase):
    """Bytes of a file from an offset on, which are read by the offsets of the whole file."""

    def __init__(self, data: bytes, start: int) -> None:
        self._data, self._start, self._position = memoryview(data), start, start

    def readable(self) -> bool:
        """Say that it can be read."""
        return True

    def seekable(self) -> bool:
        """Say that it can be read at any offset."""
        return True

    def readinto(self, buffer: Any) -> int:  # noqa: ANN401 -- as in the base class
        """Fill a buffer, or a part of it."""
        begun = self._position - self._start
        piece = self._data[begun : begun + len(buffer)]
        buffer[: len(piece)] = piece
        self._position += len(piece)
        return len(piece)

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        """Go to an offset of the file."""
        origin = {io.SEEK_SET: 0, io.SEEK_CUR: self._position, io.SEEK_END: self._start + len(self._data)}
        self._position = max(origin[whence] + offset, self._start)
        return self._position

    def tell(self) -> int:
        """Give the offset in the file."""
        return self._position


def checked_path(argument: str, path: object) -> str:
    """Refuse anything but the text of a path that a file can have."""
    return named_path(argument, arguments.checked_text(argument, path))


def is_remote(path: str) -> bool:
    """Whether a path is a URL, which fsspec opens."""
    return "://" in path


def _remote_file(url: str) -> tuple[Any, str]:
    """Give the file system of a URL, and the path of its file there."""
    try:
        from fsspec.core import url_to_fs  # noqa: PLC0415 -- an extra
    except ImportError as error:
        message = f"{url}: fsspec is needed to open URLs: pip install fsspec"
        raise ImportError(message, name=error.name) from None
    system, path = url_to_fs(url)
    return system, path


@contextmanager
def open_piece(piece: Piece) -> Iterator[ContainerSource]:
    """Open a file by its path, or by fsspec, at the first record of a piece."""
    if not is_remote(piece.path):
        with Path(piece.path).open("rb", buffering=0) as file:
            file.seek(piece.start or 0)
            yield ContainerSource(io.BufferedReader(file, HEAD_BYTES), piece.path)
        return
    system, path = _remote_file(piece.path)
    start, stop = piece.start, piece.stop
    if start is not None and stop is not None and stop - start <= MAX_FETCHED:
        fetched = Window(system.cat_file(path, start=start, end=stop), start)
        yield ContainerSource(io.BufferedReader(fetched, HEAD_BYTES), piece.path)
        return
    with system.open(path, "rb", block_size=REMOTE_BLOCK) as remote:
        remote.seek(start or 0)
        yield ContainerSource(io.BufferedReader(BorrowedFile(remote), HEAD_BYTES), piece.path)


def size_of_file(path: str) -> int | None:
    """Give the size of a file by its path or URL; ``None`` if a server does not give it."""
    if not is_remote(path):
        return Path(path).stat().st_size
    system, inner = _remote_file(path)
    size: int | None = system.size(inner)
    return size


def piece_rows(piece: Piece, task: RowTask, choices: ContainerOptions) -> Iterator[ArrowRow]:
    """Make the rows of a table from all documents in a piece, in their order, with the failures."""
    return _rows(piece.path, task, _notes(piece, Session(ContainerTask(task, CONTAINERS, choices))))


def data_rows(path: str, data: bytes, task: RowTask, choices: ContainerOptions) -> Iterator[ArrowRow]:
    """Make the rows from an archive in memory."""
    source = ContainerSource(io.BufferedReader(Window(data, 0), HEAD_BYTES), path)
    return _rows(path, task, _notes_of_all(source, Session(ContainerTask(task, CONTAINERS, choices))))


def _rows(path: str, task: RowTask, notes: Iterator[Any]) -> Iterator[ArrowRow]:
    try:
        for note in notes:
            if not isinstance(note, Problem):
                yield from note
            elif note.code not in INTERNAL_CODES:
                yield problem_row(task.columns, note)
    except IncompleteOutput as refusal:
        if isinstance(refusal.why, Problem):
            yield problem_row(task.columns, refusal.why)
        else:
            yield failure_row(task.columns, path, NO_ACCESS, refusal.why)
    except Exception as error:  # noqa: BLE001 -- file systems raise errors of any class
        yield failure_row(task.columns, path, NO_ACCESS, access_error(error))


def _notes(piece: Piece, session: Session) -> Iterator[Any]:
    with open_piece(piece) as source:
        if source.head().startswith(PARQUET_MAGIC):
            raise ValueError(NOT_CALLED_PARQUET)
        if piece.start is not None:
            yield from record_ranges.records_between(
                source, session, sys.maxsize if piece.stop is None else piece.stop
            )
        else:
            yield from _notes_of_all(source, session)


def _notes_of_all(source: ContainerSource, session: Session) -> Iterator[Any]:
    for note in rewrite_in_pieces(source, session.container(source), session):
        if not isinstance(note, (bytes, Checkpoint)):
            yield note


def access_error(error: Exception) -> str:
    """Say why a file cannot be read."""
    if isinstance(error, OSError) and error.strerror:
        return error.strerror
    return f"{type(error).__name__}: {error}"


def ranges_to_cut(path: str, split_bytes: int) -> list[Piece]:
    """Cut a file at equal distances, not yet at records; a file that is not cut is one piece."""
    if not split_bytes:
        return [Piece(path)]
    size = size_of_file(path)
    if size is None or size <= split_bytes:
        return [Piece(path)]
    with open_piece(Piece(path)) as source:
        if not record_ranges.begins_at_records(source):
            return [Piece(path)]
    return [Piece(path, start, min(start + split_bytes, size)) for start in range(0, size, split_bytes)]


def range_at_records(piece: Piece) -> RecordRange:
    """Find where the first record of a range begins and the last one ends, without decoding documents."""
    with open_piece(Piece(piece.path)) as source:
        return record_ranges.record_range(source, piece.start or 0, piece.stop or 0)


def cut_at_records(path: str, split_bytes: int) -> list[Piece]:
    """Cut a file at records, if it is large and its records can be read separately; else it is one piece."""
    ranges = ranges_to_cut(path, split_bytes)
    if len(ranges) == 1:
        return ranges
    return joined_pieces([(each, range_at_records(each)) for each in ranges])


def joined_pieces(ranges: Sequence[tuple[Piece, RecordRange]]) -> list[Piece]:
    """Make pieces that begin at records from the ranges of a file, given the records found in each."""
    path, size = ranges[-1][0].path, ranges[-1][0].stop or 0
    limits = ((piece.stop or 0, record_range) for piece, record_range in ranges)
    return [Piece(path, *each) for each in record_ranges.joined_ranges(limits, size)]
