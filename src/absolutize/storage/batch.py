"""Many files written as one batch: each gets its name when all of it is on the disk, or is absent.

The files are written under temporary names first, the disk is waited for once, and then they are renamed. It
does not know what is in them. Used by `archive.directories`, `archive.targets`, `cli.io` and
`containers.mirror.directory`.
"""

import os
import platform
import tempfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, suppress
from functools import cache
from itertools import chain
from pathlib import Path
from typing import NamedTuple

from absolutize.storage import files
from absolutize.storage.files import TEMPORARY_PREFIX, FileError, reporting

MAX_BATCH_FILES = 2048  # files in a batch
MAX_BATCH_BYTES = 1 << 26  # bytes in a batch
MOST_FILES_ALONE = 8  # files that are waited for one by one


class NewFile(NamedTuple):
    """A new file in the directory of the one that it replaces; ``times`` are those that it gets."""

    temporary: str
    target: str
    name: str  # as the user calls it
    size: int
    times: tuple[int, int] | None = None

    def apply(self) -> None:
        """Give the file its name."""
        with reporting(self.name):
            if self.times is not None:
                os.utime(self.temporary, ns=self.times)
            Path(self.temporary).replace(self.target)


def write_new(path: Path, data: Iterable[bytes], *, force: bool = False) -> NewFile:
    """Write a file that is to be new; `FileError` where there is one of its name.

    With ``force`` it replaces that one, whose mode and owner stay; of a symbolic link, what it leads to.
    """
    with reporting(str(path)):
        if not force:
            files.check_new(path)
        target = path.resolve() if force else path
        before = target.stat() if force and target.exists() else None
        if before is not None and not os.access(target, os.W_OK):
            raise FileError(str(path), "Permission denied")
        return _written(target, str(path), data, TEMPORARY_PREFIX, before)


def write_changed(path: Path, data: Iterator[bytes], prefix: str = TEMPORARY_PREFIX) -> NewFile | None:
    """Write what a file is to be replaced by; None: nothing changes. Its mode and owner stay."""
    with reporting(str(path)):
        target = path.resolve(strict=True)
        with target.open("rb") as file:
            difference = files.first_difference(data, file)
        if difference is None:
            return None
        if not os.access(target, os.W_OK):
            raise FileError(str(path), "Permission denied")
        same, piece = difference
        with target.open("rb") as file:
            changed = chain(files.begin_file(file, same), [piece], data)
            return _written(target, str(path), changed, prefix, target.stat())


def _written(
    target: Path, name: str, data: Iterable[bytes], prefix: str, before: os.stat_result | None
) -> NewFile:
    handle, temporary = tempfile.mkstemp(prefix=prefix, dir=target.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.writelines(data)
            size = file.tell()
        files.set_mode(Path(temporary), before)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise
    return NewFile(temporary, str(target), name, size)


class Batch(AbstractContextManager["Batch"]):
    """Files that are waiting for their names; left by an error, it removes them.

    To wait for the disk once for each of 10,000 files takes most of a minute.

    Left by an interruption, it gives them their names: what is done need not be done again.

    ``report`` is given what could not be done; ``first`` is called before any file gets its name.
    """

    def __init__(self, report: Callable[[FileError], None], first: Callable[[], None] = lambda: None) -> None:
        self._report, self._first = report, first
        self._waiting: list[NewFile] = []
        self._size = 0

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        """Give the files their names, or remove them."""
        if kind is None or issubclass(kind, KeyboardInterrupt):
            self.finish()
        else:
            self._discard()

    def add(self, replacement: NewFile | None) -> None:
        """Take a file over; when there are many, they get their names."""
        if replacement is None:
            return
        self._waiting.append(replacement)
        self._size += replacement.size
        if len(self._waiting) >= MAX_BATCH_FILES or self._size >= MAX_BATCH_BYTES:
            self.finish()

    def finish(self) -> None:
        """Have all files on the disk, and then give them their names."""
        if not self._waiting:
            return
        try:
            self._first()
            sync(each.temporary for each in self._waiting)
        except FileError as error:
            self._report(error)
            self._discard()
            return
        done = [each for each in self._waiting if self._applied(each)]
        self._waiting, self._size = [], 0
        with suppress(FileError):  # the files are whole; only whether their names survive is open
            sync(sorted({os.path.dirname(each.target) for each in done}))  # noqa: PTH120 -- many, and text

    def _applied(self, replacement: NewFile) -> bool:
        try:
            replacement.apply()
        except FileError as error:
            Path(replacement.temporary).unlink(missing_ok=True)
            self._report(error)
            return False
        return True

    def _discard(self) -> None:
        """Remove the files that have no names yet."""
        for each in self._waiting:
            Path(each.temporary).unlink(missing_ok=True)
        self._waiting, self._size = [], 0


def sync(paths: Iterable[str]) -> None:
    """Wait until files and directories are on the disk: one by one, or all of their file systems."""
    named = list(paths)
    whole = None if len(named) <= MOST_FILES_ALONE else _file_system_sync()
    if whole is None:
        for path in named:
            _opened(path, os.fsync)
        return
    devices = {Path(path).stat().st_dev: path for path in named}
    for path in devices.values():
        _opened(path, whole)


def _opened(path: str, wait: Callable[[int], None]) -> None:
    """Have a file or a directory open while it is waited for."""
    if os.name == "nt" and os.path.isdir(path):  # noqa: PTH112 -- where a directory cannot be opened
        return
    with reporting(path):
        handle = os.open(path, os.O_RDONLY)
        try:
            wait(handle)
        finally:
            os.close(handle)


@cache
def _file_system_sync() -> Callable[[int], None] | None:
    """Find what waits for a whole file system and reports its errors: Linux does since version 5.8."""
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
    """Remove the files in a tree that were written with a prefix, and have no names yet."""
    for folder, _, names in os.walk(root):
        for name in names:
            if name.startswith(prefix):
                with suppress(OSError):
                    Path(folder, name).unlink()
