"""Reading inputs and writing outputs: whole or not at all, and nothing overwritten by accident."""

import errno
import os
import stat
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from io import BufferedReader, FileIO
from itertools import chain
from pathlib import Path
from typing import BinaryIO

STANDARD = "-"
CLOSED = "closed"
CHUNK = 1 << 18  # bytes that are copied at once
SEPARATORS = tuple(filter(None, (os.sep, os.altsep)))
BESIDE = ".absolutize-"  # how a file's name begins while it is written: short, since names may not be long


class FileError(Exception):
    """A file cannot be read or written: ``path`` and why, for people."""

    def __init__(self, path: str, why: str) -> None:
        super().__init__(path, why)  # these are what another process is given

    def __str__(self) -> str:
        """Name the file, and say why."""
        return "{}: {}".format(*self.args)


@contextmanager
def reporting(path: str) -> Iterator[None]:
    """Turn the system's refusal into a `FileError` that names the file."""
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        raise FileError(path, error.strerror or str(error)) from None


def opened(path: str, buffer: int) -> BufferedReader:
    """Open a file, or standard input for ``-``, to be read through a buffer of so many bytes."""
    with reporting(path):
        if path != STANDARD:
            return BufferedReader(Path(path).open("rb", buffering=0), buffer)
        if sys.stdin is None:
            raise FileError(path, f"standard input is {CLOSED}")
        return BufferedReader(FileIO(sys.stdin.fileno(), closefd=False), buffer)


def read(path: str) -> bytes:
    """Read a file, or standard input for ``-``."""
    with opened(path, CHUNK) as file, reporting(path):
        return file.read()


def check_regular(path: str) -> None:
    """Refuse a file that is to be replaced and is a pipe or a device; it is not waited for."""
    with reporting(path):
        mode = Path(path).stat().st_mode
    if not stat.S_ISREG(mode) and not stat.S_ISDIR(mode):
        raise FileError(path, "not a regular file, and nothing else is replaced with --in-place")


def write_stdout(chunks: Iterable[bytes]) -> None:
    """Write to standard output, all of it; `OSError` where it cannot be written."""
    if sys.stdout is None:
        raise OSError(errno.EBADF, CLOSED)
    sys.stdout.buffer.writelines(chunks)
    sys.stdout.buffer.flush()


def is_terminal() -> bool:
    """Whether standard output is a terminal."""
    return sys.stdout is not None and sys.stdout.isatty()


def is_directory(path: str) -> bool:
    """Whether a path names a directory: there is one, or it is spelled as one."""
    return path.endswith(SEPARATORS) or is_tree(path)


def is_tree(path: str) -> bool:
    """Whether a path leads to a directory."""
    return os.path.isdir(path)  # noqa: PTH112 -- Path raises where a name is too long


def create(path: Path, data: Iterable[bytes]) -> None:
    """Write a new file; one that is there already is left alone, a device or pipe is written to."""
    with reporting(str(path)):
        if path.exists() and not path.is_file():
            with path.open("wb") as file:
                file.writelines(data)
        else:
            check_new(path)
            _replace(path, data, None)


def check_new(path: Path) -> None:
    """Refuse a file that is there already: a symbolic link is, whether or not its target is."""
    if os.path.lexists(path):
        raise FileError(str(path), "exists already, and nothing is overwritten but with --in-place")


class Journal(AbstractContextManager[Callable[[bytes], None]]):
    """A new file that grows by lines, each of which is on the disk before the next thing is done.

    One that is there already is left alone: `FileError`.
    """

    def __init__(self, path: str) -> None:
        self._path = path
        with reporting(path):
            try:
                self._file = Path(path).open("xb", buffering=0)  # noqa: SIM115 -- closed on exit
            except FileExistsError:
                raise FileError(path, "exists already, and no record is overwritten") from None

    def __enter__(self) -> Callable[[bytes], None]:
        """Give what appends a line."""
        return self._append

    def __exit__(self, *_: object) -> None:
        """Close the file."""
        self._file.close()

    def _append(self, line: bytes) -> None:
        start = self._file.tell()
        with reporting(self._path):
            try:
                while line:
                    line = line[self._file.write(line) :]
                os.fsync(self._file.fileno())
            except OSError:
                self._file.truncate(start)  # or the next line would go on where this one was cut off
                self._file.seek(start)
                raise


def overwrite(path: Path, data: Iterator[bytes]) -> None:
    """Replace a file at once if its content changes; its mode, its owner and symbolic links to it stay."""
    with reporting(str(path)):
        target = path.resolve(strict=True)
        with target.open("rb") as file:
            difference = first_difference(data, file)
        if difference is None:
            return
        if not os.access(target, os.W_OK):
            raise FileError(str(path), "Permission denied")
        same, piece = difference
        with target.open("rb") as file:
            _replace(target, chain(beginning(file, same), [piece], data), target.stat())


def first_difference(data: Iterator[bytes], file: BinaryIO) -> tuple[int, bytes] | None:
    """Compare data with a file: how many bytes are the same, and the first piece that differs.

    None: all of it is the same.
    """
    same = 0
    for piece in data:
        if file.read(len(piece)) != piece:
            return same, piece
        same += len(piece)
    return (same, b"") if file.read(1) else None


def beginning(file: BinaryIO, count: int) -> Iterator[bytes]:
    """Read so many bytes of a file, in pieces."""
    while count and (piece := file.read(min(count, CHUNK))):
        yield piece
        count -= len(piece)


def _replace(path: Path, data: Iterable[bytes], before: os.stat_result | None) -> None:
    """Write beside a file, make sure of it, and rename: a reader sees all of it or none."""
    handle, name = tempfile.mkstemp(prefix=BESIDE, dir=path.parent)
    beside = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.writelines(data)
            finish(file, beside, path, before)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise


def finish(file: BinaryIO, beside: Path, path: Path, before: os.stat_result | None = None) -> None:
    """Give a file that was written beside its name, once all of it is on the disk."""
    file.flush()
    os.fsync(file.fileno())
    file.close()
    beside.chmod(_new_file_mode() if before is None else _kept_mode(beside, before))
    beside.replace(path)


def _kept_mode(path: Path, before: os.stat_result) -> int:
    """Give a file away to its owner and group, as far as is permitted, and tell the mode that it may have.

    A program that runs as its owner (set-user-ID) must not come to run as someone else.
    """
    for owner, group in ((-1, before.st_gid), (before.st_uid, -1)):
        with suppress(OSError):
            os.chown(path, owner, group)
    after, mode = path.stat(), stat.S_IMODE(before.st_mode)
    kept = (after.st_uid, after.st_gid) == (before.st_uid, before.st_gid)
    return mode if kept else mode & ~(stat.S_ISUID | stat.S_ISGID)


def _new_file_mode() -> int:
    """Tell the mode that a new file gets; there is no way to ask for the mask but to set it."""
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask
