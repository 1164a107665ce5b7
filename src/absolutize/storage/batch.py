"""Write many files as one batch: each file gets its name only when all of its bytes are on the disk.

The files are first written under temporary names, then flushed to the disk all at once, and then renamed. The
module does not know what is in them. Used by `archive.directories`, `archive.targets`, `cli.io` and
`containers.mirror.directory`.
"""

import errno
import os
import platform
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, suppress
from functools import cache
from itertools import chain
from pathlib import Path
from typing import NamedTuple

from absolutize.storage import files
from absolutize.storage.files import TEMPORARY_PREFIX, FileError, FileState, reporting
from absolutize.storage.folders import files_below

MAX_BATCH_FILES = 2048  # files in a batch
MAX_BATCH_BYTES = 1 << 26  # bytes in a batch
MOST_FILES_ALONE = 8  # up to so few files are flushed to the disk one by one


class NewFile(NamedTuple):
    """A file under a temporary name that will replace ``target``; ``times`` are the times to set.

    With ``is_new`` it replaces nothing: there must be no ``target``. Otherwise ``known`` is the state of the
    file that it replaces: if another program changed the file since, it stays.
    """

    temporary: str
    target: str
    name: str  # as the user calls it
    size: int
    times: tuple[int, int] | None = None
    is_new: bool = False
    known: FileState | None = None

    def apply(self) -> None:
        """Give the file its name."""
        with reporting(self.name):
            if self.is_new:
                files.check_still_new(Path(self.target))
            if self.known is not None:
                files.check_unchanged(Path(self.target), self.known)
            if self.times is not None:
                os.utime(self.temporary, ns=self.times)
            Path(self.temporary).replace(self.target)


Announce = Callable[[str], None]
"""It gets the temporary name of a file before there is one, so that an interruption leaves nothing of it."""


def _to_nobody(_: str) -> None:
    """Announce a file that others remove."""


def write_new(
    path: Path, data: Iterable[bytes], *, force: bool = False, announce: Announce = _to_nobody
) -> NewFile:
    """Write a new file; raises `FileError` if there is a file with its name.

    With ``force`` that file, or the target of a symbolic link, is replaced; its mode and owner stay.
    """
    with reporting(str(path)):
        target, before = files.place_of_new(path, force=force)
        temporary = _new_name(target, TEMPORARY_PREFIX, announce)
        return _written(temporary, target, str(path), data, before)._replace(is_new=not force)


def write_changed(
    path: Path,
    data: Iterator[bytes],
    prefix: str = TEMPORARY_PREFIX,
    *,
    announce: Announce = _to_nobody,
    known: FileState | None = None,
) -> NewFile | None:
    """Write the replacement of a file, with its mode and owner; None if nothing changes.

    ``known`` is the state in which the file was read, if it was read before.
    """
    with reporting(str(path)):
        target = files.follow_symlinks(path)
        known = known or files.state_of(target)
        with target.open("rb") as file:
            difference = files.first_difference(data, file)
        if difference is None:
            return None
        if not os.access(target, os.W_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
        same, piece = difference
        with target.open("rb") as file:
            changed = chain(files.begin_file(file, same), [piece], data)
            temporary = _new_name(target, prefix, announce)
            return _written(temporary, target, str(path), changed, target.stat())._replace(known=known)


def _new_name(target: Path, prefix: str, announce: Announce) -> Path:
    """Make the temporary name of a file, and announce it: no other file has 64 random bits in its name."""
    temporary = target.parent / f"{prefix}{os.urandom(8).hex()}"
    announce(str(temporary))
    return temporary


def _written(
    temporary: Path, target: Path, name: str, data: Iterable[bytes], before: os.stat_result | None
) -> NewFile:
    try:
        with open(temporary, "xb", opener=open_private) as file:
            file.writelines(data)
            size = file.tell()
        files.set_mode(temporary, target, before)
    except BaseException:
        _remove(temporary)
        raise
    return NewFile(str(temporary), str(target), name, size)


def open_private(path: str, flags: int) -> int:
    """Open a file that only its owner can read until it is complete: it may replace such a file.

    If its name can be foreseen, another user may put a symbolic link there, which is not followed.
    """
    return os.open(path, flags | getattr(os, "O_NOFOLLOW", 0), 0o600)


class Batch(AbstractContextManager["Batch"]):
    """Files that wait for their names, since flushing each of 10,000 files separately takes most of a minute.

    If the context ends with an error, the files are removed. If it ends with an interruption, they get their
    names, so that the work on them need not be repeated.

    ``report`` gets the errors of files; ``first`` is called before any file gets its name.
    """

    def __init__(self, report: Callable[[FileError], None], first: Callable[[], None] = lambda: None) -> None:
        self._report, self._first = report, first
        self._waiting: list[NewFile] = []
        self._size = 0
        self._last_name: str | None = None  # of a file that may not be among the others yet

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        """Give the files their names, or remove them."""
        try:
            if kind is None or issubclass(kind, KeyboardInterrupt):
                self.finish()
        finally:
            self._discard()

    def announce(self, temporary: str) -> None:
        """Note the temporary name of the next file, which is removed if it is not added."""
        self._last_name = temporary

    def add(self, replacement: NewFile | None) -> None:
        """Add a file; when the batch is full, its files get their names."""
        if replacement is None:
            return
        self._waiting.append(replacement)
        self._size += replacement.size
        if len(self._waiting) >= MAX_BATCH_FILES or self._size >= MAX_BATCH_BYTES:
            self.finish()

    def finish(self) -> None:
        """Flush all files to the disk, and then give them their names, also if it is interrupted once."""
        try:
            self._finish()
        except KeyboardInterrupt:
            self._waiting = [each for each in self._waiting if os.path.lexists(each.temporary)]
            self._finish()  # some have their names already
            raise

    def _finish(self) -> None:
        self._leave_out_lost()
        if not self._waiting:
            return
        try:
            sync(each.temporary for each in self._waiting)
            self._first()
        except FileError as error:
            errors = self._errors_of_all(error)
            self._discard()
            for failure in errors:
                self._report(failure)
            return
        done = dict[str, NewFile]()
        for each in self._waiting:  # two names may lead to one file
            if self._applied(each._replace(known=None) if each.target in done else each):
                done[each.target] = each
        self._waiting, self._size = [], 0
        with suppress(FileError):  # the files are complete; only their names might be lost in a crash
            sync(sorted({os.path.dirname(target) for target in done}))  # noqa: PTH120 -- many, and text

    def _leave_out_lost(self) -> None:
        """Report files that another program removed meanwhile, as with their directory."""
        lost = {each.temporary: each for each in self._waiting if not os.path.lexists(each.temporary)}
        self._waiting = [each for each in self._waiting if each.temporary not in lost]
        for each in lost.values():
            self._report(FileError(each.name, os.strerror(errno.ENOENT)))

    def _errors_of_all(self, error: FileError) -> list[FileError]:
        """Give the errors to report: of each file, if one of them could not be flushed."""
        place, why = error.args
        names = {each.temporary: each.name for each in self._waiting}
        return [FileError(name, why) for name in names.values()] if place in names else [error]

    def _applied(self, replacement: NewFile) -> bool:
        try:
            replacement.apply()
        except FileError as error:
            _remove(Path(replacement.temporary))
            self._report(error)
            return False
        return True

    def _discard(self) -> None:
        """Remove the files that have no names yet."""
        for each in self._waiting:
            _remove(Path(each.temporary))
        if self._last_name is not None:
            _remove(Path(self._last_name))
        self._waiting, self._size, self._last_name = [], 0, None


def _remove(path: Path) -> None:
    """Remove a temporary file, if there is one and that is possible."""
    with suppress(OSError):
        path.unlink()


def sync(paths: Iterable[str]) -> None:
    """Flush files and directories to the disk: one by one, or their whole file systems."""
    named = list(paths)
    whole = None if len(named) <= MOST_FILES_ALONE else _file_system_sync()
    if whole is None:
        for path in named:
            _opened(path, os.fsync)
        return
    for path in {_device(path): path for path in named}.values():
        _opened(path, whole)


def _device(path: str) -> int:
    """Give the number of the file system that a file is on."""
    with reporting(path):
        return Path(path).stat().st_dev


def _opened(path: str, wait: Callable[[int], None]) -> None:
    """Open a file or a directory, and flush it with ``wait``."""
    if os.name == "nt" and os.path.isdir(path):  # noqa: PTH112 -- Windows cannot open a directory
        return
    with reporting(path):
        handle = os.open(path, os.O_RDONLY)
        try:
            wait(handle)
        finally:
            os.close(handle)


@cache
def _file_system_sync() -> Callable[[int], None] | None:
    """Give a function that flushes a whole file system and reports errors: Linux has it since version 5.8."""
    version = tuple(int(part) for part in platform.release().split(".")[:2] if part.isdecimal())
    if platform.system() != "Linux" or version < (5, 8):
        return None
    import ctypes  # noqa: PLC0415 -- only here

    syncfs = getattr(ctypes.CDLL(None, use_errno=True), "syncfs", None)
    if syncfs is None:
        return None

    def wait(handle: int) -> None:
        if syncfs(handle) != 0:
            code = ctypes.get_errno()
            raise OSError(code, os.strerror(code))

    return wait


def remove_temporaries(root: Path, prefix: str) -> None:
    """Remove the temporary files in a tree, whose names begin with a prefix."""
    for folder, names in files_below(root):
        for name in names:
            if name.startswith(prefix):
                _remove(Path(folder, name))
