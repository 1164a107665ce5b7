"""The vocabulary of containers: parts, sources, problems, checkpoints and options.

It does not know any kind of container, nor what is done to a part. Used by `archive`, `arrow.pieces`, `cli`
and `containers`.
"""

import io
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
"""What gives a result, and yields on its way what it finds: outcomes of parts, and each `Problem`."""

HEAD_BYTES = 65536  # bytes of a source that are looked at to tell its kind


class DocumentPart(NamedTuple):
    """A document inside a container: its place, its bytes, and what the container knows of it.

    ``url`` is the URI that it was retrieved from (RFC 2396 5.1.3), ``encapsulating`` the base URI
    of the enclosing entity (5.1.2; may be relative to ``url``), ``charset`` the label that came
    with it, ``media`` its media type in lower case, if that is declared. ``target_map`` gives, for an
    absolute URI in it what that stands for, if not for itself.
    """

    name: str
    body: bytes
    url: str | None = None
    encapsulating: str | None = None
    charset: str | None = None
    media: str | None = None
    target_map: Callable[[str], str | None] | None = None


class Problem(NamedTuple):
    """What is wrong with an input.

    Attributes:
        place: Where it is, e.g. "crawl.warc.gz!1234": as the ``name`` of an `absolutize.archive.Part`.
        code: Its code in `FINDINGS`, such as "no-head".
        detail: Particulars for people, without a full stop; may be empty. Default: "".
    """

    place: str
    code: str
    detail: str = ""


class Checkpoint(NamedTuple):
    """A point in a container's output from where its `rewrite` can go on, given ``state``.

    ``state`` is what JSON can hold. Dictionaries in it are increments: the states of all
    checkpoints so far are merged into the one to go on from (`merge_states`).
    """

    state: dict[str, Any]


class AnonymousFile(io.BufferedRandom):
    """A file without a name, which goes when nothing holds it any more."""

    def __init__(self) -> None:
        super().__init__(tempfile.TemporaryFile(buffering=0))  # noqa: SIM115 -- closed below

    def __del__(self) -> None:
        """Close the file, if it was opened."""
        with suppress(ValueError):
            self.close()


SeekableFile = io.BufferedReader | io.BufferedRandom


class ContainerSource(NamedTuple):
    """A container's or a document's bytes to be read in sequence, and the name of their place.

    ``base`` is the base URI that the entity around gives to what is inside (RFC 2396 5.1.2), if any;
    it may be relative to the URL. ``asked_for`` is whether somebody asked for it by its name, and not
    only for what it is in. ``path`` is that of a file, by which others can open it. ``inner_name`` is the
    name without the endings of what it was decompressed from. ``depth`` is how many containers are around it.
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
        """The name whose ending says what is in it."""
        return self.name if self.inner_name is None else self.inner_name

    def head(self) -> bytes:
        """Look at the first bytes, at most `HEAD_BYTES`, without reading them."""
        return self.file.peek(HEAD_BYTES)[:HEAD_BYTES]


RECORDS_SEEN = "records"  # notes that there are records of WARC or ARC: nothing is wrong with that


@dataclass(frozen=True, slots=True)
class ContainerOptions:
    """What the caller chose for containers; a container reads those that are its own.

    ``url``, ``encapsulating`` and ``default`` are the base URIs of the input (RFC 2396 5.1.3, 5.1.2 and
    5.1.4), as the caller knows them; ``file_urls`` are those of the files of a tree; ``exclude`` are patterns
    of what of it is left out, and ``hidden`` is whether hidden directories are read; with ``gitignore``, what
    its .gitignore files list is not. ``reading`` is whether nothing is written, so that parts which cannot be
    written again are read all the same. ``style_sheets`` is whether style sheets are read like documents.
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

    @property
    def asks_for_records(self) -> bool:
        """Whether something was chosen that means nothing where there are no records of WARC or ARC."""
        return self.conversion or self.http_content_location


class IncompleteOutput(Exception):  # noqa: N818 -- said of an output
    """An output would not be whole, and is better not written; or an input needs what is not installed.

    ``why`` says so: a problem, or a text.
    """

    def __init__(self, why: Problem | str) -> None:
        super().__init__(why)
        self.why = why


PartTask = Callable[[DocumentPart], tuple[bytes, Any]]
"""What is done to a part: its bytes as they shall be, and the outcome, which is anything but bytes."""


def collect(steps: WithFindings[R], findings: list[Any]) -> R:
    """Give a result, and append to a list what was found on its way."""
    while True:
        try:
            findings.append(next(steps))
        except StopIteration as end:
            result: R = end.value
            return result


def bytes_among(pieces: Iterable[Any], findings: list[Any]) -> Iterator[bytes]:
    """Give the bytes of what a container yields, and append the findings among them to a list."""
    for piece in pieces:
        if isinstance(piece, bytes):
            yield piece
        elif not isinstance(piece, Checkpoint):
            findings.append(piece)


def join_pieces(pieces: Iterable[Any]) -> WithFindings[bytes]:
    """Join the bytes of what a container yields, and pass on the findings among them."""
    data: list[bytes] = []
    for piece in pieces:
        if isinstance(piece, bytes):
            data.append(piece)
        elif not isinstance(piece, Checkpoint):
            yield piece
    return b"".join(data)


def find_difference(pieces: Iterable[Any], file: SeekableFile) -> WithFindings[tuple[int, bytes] | None]:
    """Do what `storage.files.first_difference` does, and pass on what was found among the bytes."""
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
    """A stream made of a function that gives its next bytes, as many as it likes; none: its end."""

    def __init__(self, more: Callable[[], bytes]) -> None:
        self._more = more
        self._rest = b""

    def readable(self) -> bool:
        """Tell that it can be read."""
        return True

    def readinto(self, buffer: Any) -> int:  # noqa: ANN401 -- as in the base class
        """Fill a buffer wholly, up to the end: a pipe gives what it has."""
        filled = 0
        while filled < len(buffer) and (self._rest or (rest := self._more())):
            rest = self._rest or rest
            count = min(len(rest), len(buffer) - filled)
            buffer[filled : filled + count] = rest[:count]
            filled, self._rest = filled + count, rest[count:]
        return filled


def from_chunks(more: Callable[[], bytes], name: str, base: str | None = None) -> ContainerSource:
    """Make a source of a function that gives the next bytes; none: the end."""
    return ContainerSource(io.BufferedReader(Stream(more), HEAD_BYTES), name, base)


def source_of(data: bytes, name: str, base: str | None = None) -> ContainerSource:
    """Make a source of bytes."""
    return ContainerSource(io.BufferedReader(io.BytesIO(data), HEAD_BYTES), name, base)


def source_from(file: io.BufferedReader, name: str) -> ContainerSource:
    """Make a source of a file, or of a pipe, which gives what it has."""
    if file.seekable():
        return ContainerSource(file, name, path=None if name == STANDARD else name)
    return from_chunks(lambda: file.read(CHUNK), name)


def seekable(source: ContainerSource) -> ContainerSource:
    """Make a source one that can be read at any offset: of a stream, a copy."""
    if source.file.seekable():
        return source
    copy = AnonymousFile()
    shutil.copyfileobj(source.file, copy, CHUNK)
    copy.seek(0)
    return source._replace(file=copy)


def merge_states(state: dict[str, Any], more: dict[str, Any]) -> None:
    """Add a checkpoint's state to those before it."""
    for name, value in more.items():
        if isinstance(value, dict):
            state.setdefault(name, {}).update(value)
        else:
            state[name] = value
