"""Where what becomes of inputs goes: a file, a directory, the input's own place, or standard output."""

import os
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any

from absolutize import files
from absolutize.cli import resuming
from absolutize.cli.printing import Run, stop
from absolutize.cli.progress import Update
from absolutize.cli.reading import Tally, pieces
from absolutize.cli.resuming import Point, Resumable
from absolutize.cli.treating import Outcome
from absolutize.containers import Checkpoint, Container, Notice, Source, Work
from absolutize.files import STANDARD, FileError


@dataclass(frozen=True, slots=True)
class Input:
    """An input that is made absolute, and what is counted meanwhile."""

    source: Source
    container: Container | None
    work: Work
    tally: Tally
    run: Run
    update: Update

    def pieces(self, point: Point | None = None) -> Iterator[bytes | Checkpoint]:
        """Give what becomes of it, from a point on; count what comes of the parts."""
        self.tally.is_container = self.container is not None
        if point is not None:
            self.tally.restore(point.tally)
        for piece in pieces(self.source, self.container, self.work, point and point.state):
            count(self.work, self.tally, self.run)
            yield piece
            self.update(self.source.file.tell() if self.source.file.seekable() else 0)
        count(self.work, self.tally, self.run)

    def data(self) -> Iterator[bytes]:
        """Give what becomes of it."""
        return (piece for piece in self.pieces() if isinstance(piece, bytes))

    def identity(self) -> str:
        """Name all that decides on the output."""
        stat = os.fstat(self.source.file.fileno())
        given = self.work.given.treat, self.work.choices
        return f"{version('absolutize')} {stat.st_size} {stat.st_mtime_ns} {given!r}"


def count(work: Work, tally: Tally, run: Run) -> None:
    """Count what comes of parts, and print what shows how they differ."""
    for note in work.taken():
        if isinstance(note, Notice):
            tally.noted(note)
        elif isinstance(note, Outcome):
            tally.add(note)
        else:
            outcome, lines = note
            tally.add(outcome)
            if lines:
                run.found()
                files.write_stdout(lines)


Deliver = Callable[[Input], None]


def delivery(paths: tuple[str, ...], options: Mapping[str, Any]) -> Deliver:
    """Choose where results go; refuse what does not fit together."""
    output: str | None = options["output"]
    if sum((output is not None, options["in_place"], options["diff"])) > 1:
        stop("give one of -o, --in-place and --diff")
    if options["in_place"]:
        if STANDARD in paths:
            stop("--in-place: standard input has no place")
        return lambda given: files.overwrite(Path(given.source.name), given.data())
    if options["diff"]:
        return lambda given: deque(given.data(), 0).clear()
    if output is None or output == STANDARD:
        if len(paths) > 1:
            stop("several inputs: give -o DIR, --in-place or --diff")
        return lambda given: files.write_stdout(given.data())
    if len(paths) > 1 or files.is_directory(output):
        return _into(Path(output), paths, resume=options["resume"])
    return lambda given: _create(Path(output), given, resume=options["resume"])


def _into(directory: Path, paths: tuple[str, ...], *, resume: bool) -> Deliver:
    """Write to files of the inputs' names in a directory."""
    if STANDARD in paths:
        stop(f"{directory}: standard input has no name to be written by in a directory")
    try:
        with files.reporting(str(directory)):
            directory.mkdir(parents=True, exist_ok=True)
    except FileError as error:
        stop(error)
    return lambda given: _create(directory / Path(given.source.name).name, given, resume=resume)


def _create(path: Path, given: Input, *, resume: bool) -> None:
    """Write a new file; a container's, so that a run that is interrupted can go on."""
    if resume and path.is_file():
        given.run.warn(f"{path}: is there already")
    elif given.container is None or not given.source.file.seekable() or _is_special(path):
        files.create(path, given.data())
    else:
        output = Resumable(given.identity(), given.pieces, given.tally.kept)
        resuming.create(path, output, resume=resume)


def _is_special(path: Path) -> bool:
    return path.exists() and not path.is_file()
