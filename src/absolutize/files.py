"""Reading inputs and writing outputs: whole or not at all, and nothing overwritten by accident."""

import os
import stat
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

STANDARD = "-"


class FileError(Exception):
    """A file cannot be read or written: ``path`` and why, for people."""

    def __init__(self, path: str, why: str) -> None:
        super().__init__(f"{path}: {why}")


@contextmanager
def reporting(path: str) -> Iterator[None]:
    """Turn the system's refusal into a `FileError` that names the file."""
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        raise FileError(path, error.strerror or str(error)) from None


def read(path: str) -> bytes:
    """Read a file, or standard input for ``-``."""
    with reporting(path):
        if path == STANDARD:
            return sys.stdin.buffer.read()
        return Path(path).read_bytes()


def write_stdout(data: bytes) -> None:
    """Write to standard output."""
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()


def create(path: Path, data: bytes) -> None:
    """Write a new file; one that is there already is left alone, a device or pipe is written to."""
    with reporting(str(path)):
        if path.exists() and not stat.S_ISREG(path.stat().st_mode):
            path.write_bytes(data)
            return
        if path.exists():
            raise FileError(str(path), "exists already, and nothing is overwritten but with --in-place")
        _replace(path, data, None)


def overwrite(path: Path, data: bytes) -> None:
    """Replace a file's content at once, keeping its mode; a symbolic link's target, not the link."""
    with reporting(str(path)):
        target = path.resolve(strict=True)
        if not os.access(target, os.W_OK):
            raise FileError(str(path), "Permission denied")
        _replace(target, data, target.stat().st_mode)


def _replace(path: Path, data: bytes, mode: int | None) -> None:
    """Write beside a file, make sure of it, and rename: a reader sees all of it or none."""
    handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    beside = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        beside.chmod(_new_file_mode() if mode is None else stat.S_IMODE(mode))
        beside.replace(path)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise


def _new_file_mode() -> int:
    """Tell the mode that a new file gets; there is no way to ask for the mask but to set it."""
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask
