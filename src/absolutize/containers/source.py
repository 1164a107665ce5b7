"""The vocabulary of containers: parts, sources, problems, checkpoints and options.

It does not know any kind of container, nor what is done to a part. Used by `archive`, `arrow`, `cli`,
`containers`, `http.responses` and `spark.units`.
"""

import io
import os
import shutil
import tempfile
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeVar

from absolutize.containers.file_urls import FileUrls
from absolutize.storage.files import CHUNK, STANDARD

R = TypeVar("R")
WithFindings = Generator[Any, None, R]
"""A generator that yields findings (outcomes of parts, and each `Problem`) and returns a result."""

HEAD_BYTES = 65536  # bytes of a source that are read to detect its kind


class DocumentPart(NamedTuple):
    """A document inside a container: its place, its bytes, and what the container knows about it.

    ``url`` is the URI that it was retrieved from (RFC 2396 5.1.3), ``encapsulating`` the base URI
    of the enclosing entity (5.1.2; may be relative to ``url``), ``charset`` the label that came
    with it, ``media`` its media type in lower case, if that is declared. ``target_map`` gives another URI
    for an absolute URI in a link of the document, which it also gets in the document's encoding, or None if
    the URI stays. ``keeps_base`` is whether BASE elements stay as they are, whatever the caller chose.
    """

    name: str
    body: bytes
    url: str | None = None
    encapsulating: str | None = None
    charset: str | None = None
    media: str | None = None
    target_map: Callable[[str, bytes], str | None] | None = None
    keeps_base: bool = False


class Problem(NamedTuple):
    """Something that is wrong with an input.

    Attributes:
        place: Where it is, e.g. "crawl.warc.gz!1234", like the ``name`` of an `absolutize.archive.Part`.
        code: Its code in `FINDINGS`, such as "no-head".
        detail: Details for people, without a full stop; may be empty. Default: "".
    """

    place: str
    code: str
    detail: str = ""


class Checkpoint(NamedTuple):
    """A point in a container's output from which its `rewrite` can go on, if it gets ``state``.

    ``state`` can be written as JSON. Dictionaries in it are increments: the states of all checkpoints
    so far are merged into the one to go on from (`merge_states`).
    """

    state: dict[str, Any]


class _TemporaryFile(io.FileIO):
    """A temporary file without a name and a buffer; an error of a write names its directory."""

    def __init__(self) -> None:
        with tempfile.TemporaryFile(buffering=0) as file:
            super().__init__(os.dup(file.fileno()), "r+b")

    def write(self, data: Any) -> int:  # noqa: ANN401 -- as in the base class
        """Write data; if the disk is full, it is not that of the input or the output."""
        try:
            return super().write(data)
        except OSError as error:
            where = f"in {tempfile.gettempdir()}, for temporary files (set TMPDIR to use another directory)"
            raise OSError(error.errno, f"{error.strerror} {where}") from None


class AnonymousFile(io.BufferedRandom):
    """A temporary file without a name, which is deleted when no object refers to it any more."""

    def __init__(self) -> None:
        super().__init__(_TemporaryFile())

    def __del__(self) -> None:
        """Close the file, if it was opened; its bytes are not needed any more."""
        with suppress(OSError, ValueError):
            self.close()


SeekableFile = io.BufferedReader | io.BufferedRandom


def read_at_most(file: SeekableFile, most: int) -> bytes:
    """Read the rest of a file, up to a number of bytes; `read` would ask for as much memory at once."""
    pieces = list[bytes]()
    while most and (piece := file.read(min(most, CHUNK))):
        pieces.append(piece)
        most -= len(piece)
    return b"".join(pieces)


class ContainerSource(NamedTuple):
    """The bytes of a container or a document, to be read in sequence, and the name of their place.

    ``base`` is the base URI that the enclosing entity gives (RFC 2396 5.1.2), if any; it may be relative
    to the URL. ``asked_for`` is whether the caller named this source, and not only a container around it.
    ``path`` is the path of a file, so that other processes can open it. ``inner_name`` is the name without
    the endings of the compressed files around it. ``depth`` is how many containers are around it.
    """

    file: SeekableFile
    name: str
    base: str | None = None
    asked_for: bool = True
    path: str | None = None
    inner_name: str | None = None
    depth: int = 0

    @property
    def file_name(self) -> str:
        """The name whose ending says which kind of file it is."""
        return self.name if self.inner_name is None else self.inner_name

    def head(self) -> bytes:
        """Look at the first bytes, at most `HEAD_BYTES`, without reading them."""
        return self.file.peek(HEAD_BYTES)[:HEAD_BYTES]

    def at_most(self, most: int) -> bytes:
        """Read the bytes that were not read yet, up to a number."""
        return read_at_most(self.file, most)

    def rest(self) -> Iterator[bytes]:
        """Read the bytes that were not read yet, in pieces."""
        while piece := self.file.read(CHUNK):
            yield piece


# codes of `Problem`
RECORDS_SEEN = "records"  # only notes that there are WARC or ARC records
# only note what of a directory is left out
SKIPPED_DIRECTORY, GIT_IGNORED, UNREAD_ZIP = "skipped-directory", "git-ignored", "zip-in-directory"
NO_ACCESS = "no-access"  # of a file that could not be read


@dataclass(frozen=True, slots=True)
class ContainerOptions:
    """The caller's options for containers; each kind of container reads those that concern it.

    ``url``, ``encapsulating`` and ``default`` are the base URIs of the input (RFC 2396 5.1.3, 5.1.2 and
    5.1.4), as the caller knows them. For a directory, ``file_urls`` are the URLs of its files, ``exclude``
    are patterns of files to leave out, ``hidden`` is whether hidden directories are read, and ``gitignore``
    whether files that its .gitignore files list are left out. ``reading`` is whether nothing is written, so
    that parts which could not be written again are read, too. ``style_sheets`` is whether style sheets are
    read like documents. ``is_document`` is whether the caller said that the input is a document, whatever its
    name and its bytes.
    """

    conversion: bool = False
    http_content_location: bool = False
    url: str | None = None
    encapsulating: str | None = None
    default: str | None = None
    file_urls: FileUrls | None = None
    exclude: tuple[str, ...] = ()
    hidden: bool = False
    gitignore: bool = True
    reading: bool = False
    style_sheets: bool = False
    is_document: bool = False

    @property
    def asks_for_records(self) -> bool:
        """Whether an option was chosen that has no effect without WARC or ARC records."""
        return self.conversion or self.http_content_location


class IncompleteOutput(Exception):  # noqa: N818 -- said of an output
    """An output would be incomplete and is better not written, or an input needs a missing package.

    ``why`` is the reason: a problem, or a text. ``may_pass`` is whether the next run may not have it, so that
    it can go on with what is done.
    """

    def __init__(self, why: Problem | str, *, may_pass: bool = False) -> None:
        super().__init__(why)
        self.why, self.may_pass = why, may_pass


PartTask = Callable[[DocumentPart], tuple[bytes, Any]]
"""The function for a part: it gives the part's new bytes, and the outcome, which is anything but bytes."""


def collect(steps: WithFindings[R], findings: list[Any]) -> R:
    """Run the steps, append the findings that they yield to a list, and give their result."""
    while True:
        try:
            findings.append(next(steps))
        except StopIteration as end:
            result: R = end.value
            return result


def bytes_among(pieces: Iterable[Any], findings: list[Any]) -> Iterator[bytes]:
    """Give the bytes that a container yields, and append the findings between them to a list."""
    for piece in pieces:
        if isinstance(piece, bytes):
            yield piece
        elif not isinstance(piece, Checkpoint):
            findings.append(piece)


def findings_among(pieces: Iterable[Any]) -> WithFindings[None]:
    """Pass on the findings between the bytes that a container yields; the bytes are dropped."""
    yield from (piece for piece in pieces if not isinstance(piece, bytes | Checkpoint))


def join_pieces(pieces: Iterable[Any]) -> WithFindings[bytes]:
    """Join the bytes that a container yields, and yield the findings between them."""
    data: list[bytes] = []
    for piece in pieces:
        if isinstance(piece, bytes):
            data.append(piece)
        elif not isinstance(piece, Checkpoint):
            yield piece
    return b"".join(data)


def without_checkpoints(pieces: Iterable[Any]) -> Iterator[Any]:
    """Leave out the checkpoints of a container whose bytes are only a part of the output."""
    return (piece for piece in pieces if not isinstance(piece, Checkpoint))


def find_difference(pieces: Iterable[Any], file: SeekableFile) -> WithFindings[tuple[int, bytes] | None]:
    """Find the first difference like `storage.files.first_difference`, and yield the findings between."""
    same = 0
    for piece in pieces:
        if not isinstance(piece, bytes):
            yield piece
        elif file.read(len(piece)) != piece:
            return same, piece
        else:
            same += len(piece)
    return (same, b"") if file.read(1) else None


class Stream(io.RawIOBase):
    """A stream whose bytes come from a function; each call gives the next bytes, and no bytes at the end."""

    def __init__(self, read_next: Callable[[], bytes]) -> None:
        self._read_next = read_next
        self._rest = memoryview(b"")  # a piece may be large, and is not copied again and again

    def readable(self) -> bool:
        """Say that it can be read."""
        return True

    def readinto(self, buffer: Any) -> int:  # noqa: ANN401 -- as in the base class
        """Fill the whole buffer, except at the end: one call of the function may give fewer bytes."""
        filled = 0
        while filled < len(buffer) and (self._rest or (piece := self._read_next())):
            rest = self._rest or memoryview(piece)
            count = min(len(rest), len(buffer) - filled)
            buffer[filled : filled + count] = rest[:count]
            filled, self._rest = filled + count, rest[count:]
        return filled


def from_chunks(read_next: Callable[[], bytes], name: str) -> ContainerSource:
    """Make a source from a function that gives the next bytes, and no bytes at the end."""
    return ContainerSource(io.BufferedReader(Stream(read_next), HEAD_BYTES), name)


def source_of(data: bytes, name: str, base: str | None = None) -> ContainerSource:
    """Make a source from bytes."""
    return ContainerSource(io.BufferedReader(io.BytesIO(data), HEAD_BYTES), name, base)


def source_from(file: io.BufferedReader, name: str) -> ContainerSource:
    """Make a source from a file or a pipe; one read from a pipe may give fewer bytes than asked for.

    A file of which the beginning was read already, as standard input may be, is read like a pipe.
    """
    if file.seekable() and file.tell() == 0:
        return ContainerSource(file, name, path=None if name == STANDARD else name)
    return from_chunks(lambda: file.read(CHUNK), name)


def seekable(source: ContainerSource) -> ContainerSource:
    """Give a source that can be read at any offset; a stream is copied to a temporary file."""
    if source.file.seekable():
        return source
    copy = AnonymousFile()
    shutil.copyfileobj(source.file, copy, CHUNK)
    copy.seek(0)
    return source._replace(file=copy)


def merge_states(state: dict[str, Any], increment: dict[str, Any]) -> None:
    """Merge a checkpoint's state into the state so far."""
    for name, value in increment.items():
        if isinstance(value, dict):
            state.setdefault(name, {}).update(value)
        else:
            state[name] = value
