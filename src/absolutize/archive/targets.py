"""Where the output of `absolutize.archive.rewrite` goes: a path or a caller's binary file.

A path gets the complete output or is left as it was. It does not know how the output was made. Used by
`archive`.
"""

import errno
import io
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from absolutize.archive.sources import named_path
from absolutize.containers.mirror.stale_sidecars import sidecars_of_replaced
from absolutize.containers.source import Problem
from absolutize.storage import files
from absolutize.storage.batch import Batch, write_changed, write_new
from absolutize.storage.files import FileError


class BinaryTarget(Protocol):
    """A file object to which bytes are written."""

    def write(self, data: bytes, /) -> Any:  # noqa: ANN401 -- as files have it
        """Write bytes."""
        ...


AnyTarget = str | os.PathLike[str] | BinaryTarget


class Target(NamedTuple):
    """Where an output is written, a path or else a caller's file, and how."""

    path: Path | None
    file: Any
    overwrite: bool
    linked: bool

    @classmethod
    def of(cls, target: object, *, overwrite: bool, linked: bool) -> "Target":
        """Make a target; raises an error if it is neither a binary file nor a path that a file can have."""
        if isinstance(target, (str, os.PathLike)):
            if os.fspath(target) in {"", b""}:  # to `Path`, it is the current folder
                message = "target: the path is empty"
                raise ValueError(message)
            return cls(Path(named_path("target", target)), None, overwrite, linked)
        if not hasattr(target, "write") or isinstance(target, io.TextIOBase):
            message = f"target must be a path or a binary file, not {type(target).__name__}"
            raise TypeError(message)
        return cls(None, target, overwrite, linked)

    def directory_path(self) -> Path:
        """Give the path of an output that is a directory."""
        if self.path is None:
            message = "target must be a path: the source is a directory"
            raise TypeError(message)
        return self.path

    def replaces(self, source: str) -> bool:
        """Whether files of a directory that is read may be replaced by the output."""
        path = self.directory_path()
        return self.overwrite and files.follow_symlinks(path) == files.follow_symlinks(Path(source))

    def write(self, data: Iterator[bytes]) -> Iterator[Problem]:
        """Write data to a path, completely or not at all, or to a caller's file; report stale indexes."""
        if self.path is None:
            for piece in data:
                files.write_whole(self.file, piece)
        elif files.is_device(self.path):
            files.write_special(self.path, data)
        else:
            yield from self._write_file(self.path, data)

    def _write_file(self, path: Path, data: Iterator[bytes]) -> Iterator[Problem]:
        is_there = files.is_there(path)
        if is_there and not self.overwrite:
            raise FileExistsError(errno.EEXIST, "already exists; pass overwrite=True", str(path))
        with Batch(_raise) as batch:
            if path.exists():
                new = write_changed(path, data, announce=batch.announce)
            else:
                new = write_new(path, data, force=is_there, announce=batch.announce)
            batch.add(new)
        if is_there and new is not None:
            yield from sidecars_of_replaced(str(path))


def _raise(error: FileError) -> None:
    raise error


@contextmanager
def as_os_errors() -> Iterator[None]:
    """Raise an error of a file as an `OSError`."""
    try:
        yield
    except FileError as error:
        path, why = error.args
        number = getattr(error.__context__, "errno", None) or errno.EIO
        raise OSError(number, why, path) from None
