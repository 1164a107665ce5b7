"""Inputs and outputs: written completely or not at all, and nothing overwritten by accident.

It does not know what is in a file, nor which command asks for it. Used by `archive`, `cli`, `containers` and
`storage.batch`.
"""

import errno
import os
import stat
import sys
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from io import BufferedReader, FileIO
from pathlib import Path
from typing import BinaryIO

from absolutize.patterns import compile_regex

STANDARD = "-"
CLOSED_MESSAGE = "closed"
CHUNK = 1 << 18  # bytes that are copied at once
SEPARATORS = tuple(filter(None, (os.sep, os.altsep)))
TEMPORARY_PREFIX = ".absolutize-"  # of a file's name while it is written; short, as names may not be long


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


def open_file(path: str, buffer: int) -> BufferedReader:
    """Open a file, or standard input for ``-``, to be read through a buffer of a given size."""
    with reporting(path):
        if path != STANDARD:
            return BufferedReader(Path(path).open("rb", buffering=0), buffer)
        if sys.stdin is None:
            raise FileError(path, f"standard input is {CLOSED_MESSAGE}")
        return BufferedReader(FileIO(sys.stdin.fileno(), closefd=False), buffer)


def read_file(path: str) -> bytes:
    """Read a file, or standard input for ``-``."""
    with open_file(path, CHUNK) as file, reporting(path):
        return file.read()


def check_regular(path: str) -> None:
    """Refuse a file that is to be replaced and is a pipe or a device; it is not waited for."""
    with reporting(path):
        mode = Path(path).stat().st_mode
    if not stat.S_ISREG(mode) and not stat.S_ISDIR(mode):
        raise FileError(path, "not a regular file, and nothing else is replaced with --in-place")


def write_stdout(chunks: Iterable[bytes], *, obeyed: bool = False) -> None:
    """Write to standard output, all of it; `OSError` where it cannot be written.

    A terminal is given nothing to obey, unless that is meant (``obeyed``).
    """
    if sys.stdout is None:
        raise OSError(errno.EBADF, CLOSED_MESSAGE)
    for chunk in map(_harmless, chunks) if is_terminal() and not obeyed else chunks:
        write_whole(sys.stdout.buffer, chunk)
    sys.stdout.buffer.flush()


def write_whole(file: BinaryIO, chunk: bytes) -> None:
    """Write all of a chunk: a file without a buffer (``PYTHONUNBUFFERED``) may take a part of it."""
    rest = memoryview(chunk)
    while rest:
        written = file.write(rest)
        if not written:
            raise OSError(errno.EAGAIN, os.strerror(errno.EAGAIN))
        rest = rest[written:]


_CONTROL = compile_regex(
    rb"[\0-\x08\x0b\x0c\x0e-\x1f\x7f]|\r(?!\n)|\xc2[\x80-\x9f]"
    rb"|\xd8\x9c|\xe2\x80[\x8e\x8f\xaa-\xae]|\xe2\x81[\xa6-\xa9]"  # Bidi_Control: they reorder what is shown
)


def _harmless(chunk: bytes) -> bytes:
    """Escape control characters as Python does: a terminal would obey them."""
    return _CONTROL.sub(lambda match: repr(match[0].decode())[1:-1].encode(), chunk)


def is_terminal() -> bool:
    """Whether standard output is a terminal."""
    return sys.stdout is not None and sys.stdout.isatty()


def is_directory(path: str) -> bool:
    """Whether a path names a directory: there is one, or it is spelled as one."""
    return path.endswith(SEPARATORS) or is_tree(path)


def is_tree(path: str) -> bool:
    """Whether a path leads to a directory."""
    return os.path.isdir(path)  # noqa: PTH112 -- Path raises where a name is too long


def is_device(path: Path) -> bool:
    """Whether there is a device, a pipe or the like, which is written to and not replaced."""
    with reporting(str(path)):
        return path.exists() and not path.is_file()


def write_special(path: Path, data: Iterable[bytes]) -> None:
    """Write to a device or a pipe."""
    with reporting(str(path)), path.open("wb") as file:
        file.writelines(data)


def check_new(path: Path) -> None:
    """Refuse a file that is there already: a symbolic link is, whether or not its target is."""
    if os.path.lexists(path):
        raise FileError(str(path), "already exists; choose another -o, or pass --force")


class Journal(AbstractContextManager["Journal"]):
    """A new file that grows by lines; `sync` has those that were appended on the disk.

    One that is there already is left alone: `FileError`. One that nothing was appended to is removed.
    """

    def __init__(self, path: str) -> None:
        self._path = path
        with reporting(path):
            try:
                self._file = Path(path).open("xb", buffering=0)  # noqa: SIM115 -- closed on exit
            except FileExistsError:
                raise FileError(path, "exists already, and no record is overwritten") from None

    def __exit__(self, *_: object) -> None:
        """Close the file; an empty one would only be in the way of the next run."""
        is_empty = self._file.tell() == 0
        self._file.close()
        if is_empty:
            with reporting(self._path):
                Path(self._path).unlink(missing_ok=True)

    def append(self, line: bytes) -> None:
        """Append a line, or nothing of it."""
        start = self._file.tell()
        with reporting(self._path):
            try:
                while line:
                    line = line[self._file.write(line) :]
            except OSError:
                self._file.truncate(start)  # or the next line would go on where this one was cut off
                self._file.seek(start)
                raise

    def sync(self) -> None:
        """Wait until all lines are on the disk."""
        with reporting(self._path):
            os.fsync(self._file.fileno())


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


def begin_file(file: BinaryIO, count: int) -> Iterator[bytes]:
    """Read a number of bytes of a file, in pieces."""
    while count and (piece := file.read(min(count, CHUNK))):
        yield piece
        count -= len(piece)


def finish_file(file: BinaryIO, temporary: Path, path: Path) -> None:
    """Rename a new file to its final name, once all of it is on the disk."""
    file.flush()
    os.fsync(file.fileno())
    file.close()
    set_mode(temporary, None)
    temporary.replace(path)


def set_mode(path: Path, before: os.stat_result | None) -> None:
    """Give a temporary file the mode of what it replaces (``before``), or of a new file."""
    path.chmod(_new_file_mode() if before is None else _kept_mode(path, before))


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
