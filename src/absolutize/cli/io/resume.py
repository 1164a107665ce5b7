"""Outputs that take long: a temporary file with a journal, so that an interrupted run can go on.

The output gets its name when it is complete; until then there are a temporary file with the output so far,
and a journal of points to go on from. The module does not know what is in the output. Used by
`cli.io.directory_output`, `cli.io.stream` and `cli.io.summary`.
"""

import json
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple, TextIO

from absolutize.containers import Checkpoint, IncompleteOutput, merge_states
from absolutize.storage import files
from absolutize.storage.batch import open_private
from absolutize.storage.files import FileError
from absolutize.storage.hashing import sha256_hex

# bytes of output between two points to go on from; a smaller input has no such points
CHECKPOINT_BYTES = 1 << 24


class Interruption(KeyboardInterrupt):
    """An interrupted run can go on with --resume; the argument is the path of the unfinished output."""


class ResumePoint(NamedTuple):
    """A point to go on from: how much was written, the container's state, and the counts.

    The output up to the point, and then the point, are flushed to the disk before the point counts.
    """

    written: int
    state: dict[str, Any]
    summary: dict[str, Any]


class Resumable(NamedTuple):
    """An output: ``pieces`` gives its bytes from a point on, ``summary`` the counts so far."""

    identity: str  # names the input, and everything that decides on the output
    pieces: Callable[[ResumePoint | None], Iterator[bytes | Checkpoint]]
    summary: Callable[[], dict[str, Any]]


def create_output(path: Path, output: Resumable, *, resume: bool, force: bool = False) -> None:
    """Write a new file; with ``resume``, go on where an identical run stopped.

    With ``force``, it replaces an existing file, or the target of a symbolic link; the file's mode and owner
    stay.
    """
    with files.reporting(str(path)):
        path, before = files.place_of_new(path, force=force)
        part = temporary_path(path)
        journal = part.with_name(part.name + ".journal")
        with open_journal(journal) as lines:
            lock(lines, journal, path)
            try:
                with open(part, "a+b", opener=open_private) as data:
                    there = os.fstat(data.fileno()).st_size
                    point = last_resume_point(lines, output.identity, there) if resume else None
                    _write(data, lines, output, point)
                    if not force:
                        files.check_still_new(path)
                    files.finish_file(data, part, path, before)
            except BaseException as error:
                advice = error_with_advice(error, part, journal) if part.exists() else None
                if advice is not None:
                    raise advice from None
                remove_files(part, journal)
                raise
            remove_files(journal)


def error_with_advice(error: BaseException, part: Path, journal: Path) -> BaseException | None:
    """Give an interruption, or an error that may pass, that says how to go on: no finished work is lost.

    The result is None if there is nothing to go on with.
    """
    if not has_point(journal) or isinstance(error, FileExistsError):
        return None
    if isinstance(error, KeyboardInterrupt):
        return Interruption(str(part))
    if isinstance(error, FileError):
        path, why = error.args
        return FileError(path, f"{why}; {how_to_go_on(part)}")
    if isinstance(error, OSError):
        return OSError(error.errno, f"{error.strerror or error}; {how_to_go_on(part)}")
    if isinstance(error, IncompleteOutput) and error.may_pass:
        return IncompleteOutput(f"{error.why}; {how_to_go_on(part)}", may_pass=True)
    return None


def how_to_go_on(part: object) -> str:
    """Say how to go on with an unfinished output."""
    return f"run the same command with --resume to go on ({part} has what is done)"


def temporary_path(path: Path) -> Path:
    """Name the file to which an output is written until it is complete."""
    return path.parent / (files.TEMPORARY_PREFIX + sha256_hex(os.fsencode(path.name))[:16])


def is_unfinished(path: Path) -> bool:
    """Whether an interrupted run that writes this output, or replaces it, can go on."""
    return temporary_path(files.follow_symlinks(path)).is_file()


def open_journal(path: Path) -> TextIO:
    """Open a journal, to read and to append: each byte is read as a character, whatever is in the file."""
    return open(path, "a+", encoding="latin-1", newline="\n", opener=open_private)


def lock(lines: TextIO, journal: Path, path: Path) -> None:
    """Refuse to write a file that another run is writing, or has completed since its journal was opened."""
    try:
        import fcntl  # noqa: PLC0415 -- not everywhere
    except ImportError:
        return
    try:
        fcntl.flock(lines, fcntl.LOCK_EX | fcntl.LOCK_NB)
        is_open = os.path.samestat(os.fstat(lines.fileno()), journal.stat())
    except OSError:
        is_open = False
    if not is_open:
        raise FileError(str(path), "is being written by another run")


def _write(data: BinaryIO, lines: TextIO, output: Resumable, point: ResumePoint | None) -> None:
    """Write the rest of the output, and points to go on from."""
    if point is None:
        lines.truncate(0)
        append(lines, {"identity": output.identity})
    written = kept = 0 if point is None else point.written
    data.truncate(written)
    data.seek(0, os.SEEK_END)
    state: dict[str, Any] = {}
    for piece in output.pieces(point):
        if isinstance(piece, bytes):
            data.write(piece)
            written += len(piece)
            continue
        merge_states(state, piece.state)
        if written - kept >= CHECKPOINT_BYTES:
            data.flush()
            os.fsync(data.fileno())
            append(lines, ResumePoint(written, state, output.summary())._asdict())
            kept, state = written, {}


def append(lines: TextIO, value: dict[str, Any]) -> None:
    """Add a line to a journal, and flush it to the disk; if that fails, nothing of it waits in a buffer."""
    line = json.dumps(value).encode() + b"\n"
    while line:
        line = line[os.write(lines.fileno(), line) :]
    os.fsync(lines.fileno())


def has_point(journal: Path) -> bool:
    """Whether a journal has a point to go on from, behind its first line, which names the run."""
    with journal.open("rb") as lines:
        lines.readline()
        return lines.readline().endswith(b"\n")


def last_resume_point(lines: TextIO, identity: str, there: int = 0) -> ResumePoint | None:
    """Read the last point of a journal, if it is of the same run; ``there`` is the size of the output so far.

    A line that is incomplete or damaged, or counts more bytes than the output has, ends the journal: it is
    removed with those behind it, since the next line would otherwise continue it.
    """
    lines.seek(0)
    point: ResumePoint | None = None
    state: dict[str, Any] = {}
    end = 0
    for line in lines:
        value = _parsed(line)
        if end == 0 and value != {"identity": identity}:
            return None
        if end > 0:
            if value.keys() != {*ResumePoint._fields} or value["written"] > there:
                break
            merge_states(state, value["state"])
            point = ResumePoint(value["written"], state, value["summary"])
        end += len(line)
    lines.truncate(end)
    return point


def _parsed(line: str) -> dict[str, Any]:
    """Parse a line of a journal; a line that is incomplete or damaged is an object without members."""
    try:
        value = json.loads(line) if line.endswith("\n") else None
    except (ValueError, RecursionError):
        value = None
    return value if isinstance(value, dict) else {}


def remove_files(*paths: Path) -> None:
    """Remove files, if they exist."""
    for path in paths:
        path.unlink(missing_ok=True)
