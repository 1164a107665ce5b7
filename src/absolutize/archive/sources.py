"""Open sources that are a path, a file object or bytes, and read them piece by piece.

The module does not know what is done to the documents, nor where an output goes. Used by `archive`,
`arrow.pieces`, `cli.io.inputs` and `spark.units`.
"""

import io
import os
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any, Protocol

from absolutize.calls import beginning_of
from absolutize.containers import (
    Container,
    ContainerSource,
    Session,
    from_chunks,
    source_from,
    source_of,
)
from absolutize.containers.source import HEAD_BYTES
from absolutize.storage.files import CHUNK, open_file

OF_BYTES, OF_STREAM = "<bytes>", "<stream>"  # names of sources without a name


class BinarySource(Protocol):
    """A file object or a stream from which bytes are read."""

    def read(self, size: int, /) -> bytes:
        """Give the next bytes, at most as many as asked for; no bytes mean the end."""
        ...


AnySource = str | os.PathLike[str] | bytes | bytearray | memoryview | BinarySource


class BorrowedFile(io.RawIOBase):
    """A caller's seekable file, read through a buffer and left open."""

    def __init__(self, file: Any) -> None:  # noqa: ANN401 -- whatever has `read`, `seek` and `tell`
        self._file = file

    def readable(self) -> bool:
        """Say that it can be read."""
        return True

    def seekable(self) -> bool:
        """Say that it can be read at any offset."""
        return True

    def readinto(self, buffer: Any) -> int:  # noqa: ANN401 -- as in the base class
        """Fill the whole buffer, except at the end: one call of `read` may give fewer bytes."""
        filled = 0
        while filled < len(buffer) and (data := read_bytes(self._file, len(buffer) - filled)):
            buffer[filled : filled + len(data)] = data
            filled += len(data)
        return filled

    def seek(self, offset: int, whence: int = os.SEEK_SET) -> int:
        """Go to an offset."""
        self._file.seek(offset, whence)
        return self.tell()

    def tell(self) -> int:
        """Give the offset."""
        offset: int = self._file.tell()
        return offset


def path_of(source: object) -> str | None:
    """Give the path if a source is a path, and None otherwise."""
    return os.fsdecode(source) if isinstance(source, (str, os.PathLike)) else None


def named_path(argument: str, path: str | os.PathLike[str]) -> str:
    """Give the text of a path that an argument names; raises `ValueError` if no file can have it."""
    text = os.fsdecode(path)
    try:
        is_possible = b"\0" not in os.fsencode(text)
    except UnicodeEncodeError:
        is_possible = False
    if not is_possible:
        message = f"{argument}: no file can have the path {beginning_of(text)!r}"
        raise ValueError(message)
    return text


def source_name(source: object) -> str:
    """Give the name of a source: its path, the name of its file object, or "<bytes>" or "<stream>"."""
    path = path_of(source)
    if path is not None:
        return path
    if isinstance(source, (bytes, bytearray, memoryview)):
        return OF_BYTES
    name = getattr(source, "name", None)
    return name if isinstance(name, str) and name else OF_STREAM


@contextmanager
def open_source(source: AnySource, name: str) -> Iterator[ContainerSource]:
    """Open a path, a file object or bytes under a name; a file that the caller opened stays open."""
    path = path_of(source)
    if path is not None:
        absolute = str(Path(path).absolute())  # a file may be called like standard input
        with open_file(absolute, HEAD_BYTES) as file:
            yield source_from(file, absolute)._replace(name=name)
    elif isinstance(source, (bytes, bytearray, memoryview)):
        yield source_of(bytes(source), name)
    elif _is_seekable_from_start(source):
        yield ContainerSource(io.BufferedReader(BorrowedFile(source), HEAD_BYTES), name)
    else:
        yield from_chunks(partial(read_bytes, source, CHUNK), name)


def _is_seekable_from_start(file: Any) -> bool:  # noqa: ANN401 -- whatever the caller has
    """Whether a file can be read at any offset, and is at its beginning."""
    seekable = getattr(file, "seekable", None)
    return seekable is not None and seekable() and file.tell() == 0


def read_bytes(file: Any, size: int) -> bytes:  # noqa: ANN401 -- whatever the caller has
    """Read bytes of a caller's file; raises `TypeError` if it gives something else."""
    data = file.read(size)
    if not isinstance(data, (bytes, bytearray, memoryview)):
        message = f"read() of {type(file).__name__!r} must give bytes, not {type(data).__name__}"
        raise TypeError(message)
    return bytes(data)


def rewrite_in_pieces(
    source: ContainerSource,
    container: Container | None,
    session: Session,
    state: dict[str, Any] | None = None,
) -> Iterator[Any]:
    """Rewrite a source: give the new bytes, checkpoints, problems, and outcomes of documents.

    A document is read as a whole, a container piece by piece.
    """
    if container is not None:
        yield from container.rewrite(source, session, state)
    elif session.is_refused(source):
        yield from session.document(source)
    else:
        yield from session.rewrite_data(source, source.file.read())
