"""Inputs and outputs: a file is written completely or not at all, and never overwritten by accident.

It does not know what is in a file; some messages name options of the command line. Used by `archive`, `cli`,
`containers`, `storage.batch`, `storage.folders` and `storage.record_lines`.
"""

import errno
import os
import shutil
import stat
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from io import BufferedReader, FileIO, RawIOBase
from pathlib import Path
from threading import Lock
from typing import BinaryIO

from absolutize.patterns import compile_regex

STANDARD = "-"
STANDARD_OUTPUT = "standard output"  # what errors call it
CLOSED_MESSAGE = "closed"
CHUNK = 1 << 18  # bytes that are copied at once
SEPARATORS = tuple(filter(None, (os.sep, os.altsep)))
TEMPORARY_PREFIX = ".absolutize-"  # of temporary names; short, since the length of names is limited


class FileError(Exception):
    """A file cannot be read or written: ``path`` and why, for people."""

    def __init__(self, path: str, why: str) -> None:
        super().__init__(path, why)  # these arguments are pickled for another process

    def __str__(self) -> str:
        """Name the file, and say why."""
        return "{}: {}".format(*self.args)


@contextmanager
def reporting(path: str) -> Iterator[None]:
    """Turn an `OSError` into a `FileError` that names the file."""
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        raise FileError(path, error.strerror or str(error)) from None


def is_regular(path: Path) -> bool:
    """Whether a path is a regular file and no link: a pipe may block, and a device may have no end."""
    return path.is_file() and not path.is_symlink()


def follow_symlinks(path: Path) -> Path:
    """Give the path to which symbolic links lead; raises `OSError` if they lead in a circle."""
    target = Path(os.path.realpath(path))  # Path.resolve raises RuntimeError, until Python 3.13
    if target.is_symlink():
        raise OSError(errno.ELOOP, os.strerror(errno.ELOOP), str(path))
    return target


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
    """Refuse to replace a pipe or a device; it is not opened, which might block."""
    with reporting(path):
        mode = Path(path).stat().st_mode
    if not stat.S_ISREG(mode) and not stat.S_ISDIR(mode):
        raise FileError(path, "not a regular file, and nothing else is replaced with --in-place")


def write_stdout(chunks: Iterable[bytes], *, obeyed: bool = False) -> None:
    """Write everything to standard output; raises an `OSError` that names it if that fails.

    On a terminal, control characters are escaped, unless they are meant for it (``obeyed``).
    """
    if sys.stdout is None:
        raise OSError(errno.EBADF, CLOSED_MESSAGE, STANDARD_OUTPUT)
    for chunk in escaped_controls(chunks) if is_terminal() and not obeyed else chunks:
        with naming_standard_output():
            write_whole(sys.stdout.buffer, chunk)
    with naming_standard_output():
        sys.stdout.buffer.flush()


@contextmanager
def naming_standard_output() -> Iterator[None]:
    """Name standard output in an error of the system, which has only the number of its descriptor."""
    try:
        yield
    except OSError as error:
        error.filename = STANDARD_OUTPUT
        raise


def write_whole(file: BinaryIO, chunk: bytes) -> None:
    """Write a whole chunk: a file without a buffer (``PYTHONUNBUFFERED``) may take only a part at once.

    Many other objects with `write` do not say how much they took, and have taken all. They get bytes.
    """
    rest: bytes | memoryview = chunk
    while rest:
        written: int | None = file.write(rest)
        if type(written) is not int and not isinstance(file, RawIOBase):
            return  # also if it is True
        if not written:
            raise OSError(errno.EAGAIN, os.strerror(errno.EAGAIN))
        rest = memoryview(rest)[written:]


_CONTROL = compile_regex(
    rb"[\0-\x08\x0b\x0c\x0e-\x1f\x7f]|\r(?!\n)|\xc2[\x80-\x9f]"
    rb"|\xd8\x9c|\xe2\x80[\x8e\x8f\xaa-\xae]|\xe2\x81[\xa6-\xa9]"  # Bidi_Control: they reorder what is shown
)
_BEGUN = compile_regex(rb"(?:[\r\xc2\xd8]|\xe2[\x80\x81]?+)\Z")  # the next chunk says whether it is one
_LONGEST_BEGUN = 2  # bytes


def escaped_controls(chunks: Iterable[bytes]) -> Iterator[bytes]:
    """Escape control characters as Python does, for a terminal executes them; one may be in two chunks."""
    begun = b""
    for chunk in chunks:
        text = begun + chunk
        match = _BEGUN.search(text[-_LONGEST_BEGUN:])
        begun = b"" if match is None else match[0]
        yield _escaped(text.removesuffix(begun))
    yield _escaped(begun)


def _escaped(text: bytes) -> bytes:
    return _CONTROL.sub(lambda match: repr(match[0].decode())[1:-1].encode(), text)


def is_terminal() -> bool:
    """Whether standard output is a terminal."""
    return sys.stdout is not None and sys.stdout.isatty()


def names_directory(path: str) -> bool:
    """Whether a path names a directory: one exists, or the path ends with a slash."""
    return path.endswith(SEPARATORS) or is_tree(path)


def is_tree(path: str) -> bool:
    """Whether a path leads to a directory."""
    return os.path.isdir(path)  # noqa: PTH112 -- Path raises an error if a name is too long


def is_device(path: Path) -> bool:
    """Whether a path is a device, a pipe or the like, which is written to and not replaced."""
    with reporting(str(path)):
        return path.exists() and not path.is_file()


def write_special(path: Path, data: Iterable[bytes]) -> None:
    """Write to a device or a pipe."""
    with reporting(str(path)), path.open("wb") as file:
        file.writelines(data)


def is_there(path: Path) -> bool:
    """Whether a path exists, also as a symbolic link without a target; raises `OSError` if it never can."""
    try:
        path.lstat()
    except OSError as error:
        if error.errno in {errno.ENOENT, errno.ENOTDIR}:
            return False
        raise
    return True


def check_new(path: Path) -> None:
    """Refuse a path that exists, or that no file can have; raises `OSError` for the latter."""
    if is_there(path):
        raise FileError(str(path), "already exists; choose another -o, or pass --force")


def place_of_new(path: Path, *, force: bool) -> tuple[Path, os.stat_result | None]:
    """Give the path of a new file, and what is there; raises `FileError` if that must not be replaced.

    Without ``force`` nothing is. With it a file is, or the target of a symbolic link.
    """
    if not force:
        check_new(path)
        return path, None
    target = follow_symlinks(path)
    before = target.stat() if target.exists() else None
    if before is not None and not os.access(target, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    return target, before


def check_still_new(path: Path) -> None:
    """Refuse a path that did not exist when its file was begun, and does now; raises `OSError`."""
    if os.path.lexists(path):
        raise FileExistsError(errno.EEXIST, "was made by another program meanwhile, and is not replaced")


FileState = tuple[int, int]
"""The size of a file and when it was changed: another state means that another program wrote it."""


def state_of(file: Path | int) -> FileState:
    """Give the state of a file, or of one that is open, by its descriptor."""
    stat = os.stat(file)  # noqa: PTH116 -- of a descriptor, too
    return stat.st_size, stat.st_mtime_ns


def check_unchanged(path: Path, known: FileState) -> None:
    """Refuse to replace a file that is in another state than the one that was read; raises `OSError`."""
    if state_of(path) != known:
        raise OSError(errno.EBUSY, "was changed by another program meanwhile, and is not replaced")


def first_difference(data: Iterator[bytes], file: BinaryIO) -> tuple[int, bytes] | None:
    """Compare data with a file: give how many bytes are the same, and the first piece that differs.

    The result is None if everything is the same.
    """
    same = 0
    for piece in data:
        if file.read(len(piece)) != piece:
            return same, piece
        same += len(piece)
    return (same, b"") if file.read(1) else None


def begin_file(file: BinaryIO, count: int) -> Iterator[bytes]:
    """Read ``count`` bytes of a file, in pieces."""
    while count and (piece := file.read(min(count, CHUNK))):
        yield piece
        count -= len(piece)


def finish_file(file: BinaryIO, temporary: Path, path: Path, before: os.stat_result | None) -> None:
    """Flush a new file to the disk, and rename it to its final name; ``before`` is what was there."""
    file.flush()
    os.fsync(file.fileno())
    file.close()
    set_mode(temporary, path, before)
    temporary.replace(path)


def set_mode(temporary: Path, path: Path, before: os.stat_result | None) -> None:
    """Give a temporary file the mode of the file that it replaces (``path``), or of a new file.

    ``before`` is what is at that path. A file that is replaced has its owner, group and extended attributes
    afterwards, as far as is permitted.
    """
    if before is None:
        mode = _new_file_mode()
    else:
        mode = _kept_mode(temporary, before)
        _copy_attributes(path, temporary)
    temporary.chmod(mode)  # last: who may not write in a file may not set its attributes


# those that do not depend on the content, as the capabilities and the signature of a program do
_ATTRIBUTES = "user.", "system.posix_acl_access", "security.selinux"


def _copy_attributes(source: Path, copy: Path) -> None:
    """Copy extended attributes, as far as that is possible: browsers note there where a file is from."""
    if not hasattr(os, "listxattr"):  # Python has it on Linux only
        return
    with suppress(OSError):
        for name in filter(lambda name: name.startswith(_ATTRIBUTES), os.listxattr(source)):
            with suppress(OSError):
                os.setxattr(copy, name, os.getxattr(source, name))


_RUN_AS = stat.S_ISUID | stat.S_ISGID  # a program runs as its owner, or its group


def copy_stat(source: Path, copy: Path) -> None:
    """Give a copy the mode and times of a file; a copy that has another owner must not run as that owner."""
    shutil.copystat(source, copy)
    after = copy.stat()
    if after.st_mode & _RUN_AS:
        before = source.stat()
        if (after.st_uid, after.st_gid) != (before.st_uid, before.st_gid):
            copy.chmod(stat.S_IMODE(after.st_mode) & ~_RUN_AS)


def _kept_mode(path: Path, before: os.stat_result) -> int:
    """Restore a file's owner and group, as far as is permitted, and give the mode that it may have.

    A program with the set-user-ID bit loses the bit if the owner could not be restored.
    """
    for owner, group in ((-1, before.st_gid), (before.st_uid, -1)):
        with suppress(OSError):
            os.chown(path, owner, group)
    after, mode = path.stat(), stat.S_IMODE(before.st_mode)
    kept = (after.st_uid, after.st_gid) == (before.st_uid, before.st_gid)
    return mode if kept else mode & ~_RUN_AS


_mask_lock = Lock()


def _new_file_mode() -> int:
    """Give the mode of a new file; the umask can only be read by setting it.

    A file that another thread makes in between is private for once, and not open to all.
    """
    with _mask_lock:  # otherwise two threads might leave that mask behind
        mask = os.umask(0o077)
        os.umask(mask)
    return 0o666 & ~mask
