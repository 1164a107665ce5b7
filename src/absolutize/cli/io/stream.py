"""Rewrite one input piece by piece from its source to its output, and count the results.

An interrupted run goes on at its last checkpoint. The module does not know how a container is laid out. Used
by `cli.commands.rewrite` and `cli.io.directory_output`.
"""

import os
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from absolutize.archive.part_tasks import PartOutcome
from absolutize.cli.formats.progress import Update
from absolutize.cli.io import resume as resuming
from absolutize.cli.io.inputs import read_pieces, size_of
from absolutize.cli.io.outputs import Delivery
from absolutize.cli.io.resume import Resumable, ResumePoint
from absolutize.cli.io.summary import Summary
from absolutize.cli.run import Run
from absolutize.containers import Checkpoint, Container, ContainerSource, Problem, Session
from absolutize.containers.compression import MAGIC
from absolutize.containers.mirror.stale_sidecars import sidecars_of_replaced
from absolutize.containers.sniffing import coding_named
from absolutize.storage import files
from absolutize.version import version


@dataclass(frozen=True, slots=True)
class Input:
    """An input that is rewritten, and the counts."""

    source: ContainerSource
    container: Container | None
    session: Session
    summary: Summary
    run: Run
    update: Update

    def pieces(self, point: ResumePoint | None = None) -> Iterator[bytes | Checkpoint]:
        """Give the output from a point on; count the results of the parts."""
        self.summary.is_container = self.container is not None
        if point is not None:
            self.summary.restore(point.summary)
        for piece in read_pieces(self.source, self.container, self.session, point and point.state):
            if not isinstance(piece, (bytes, Checkpoint)):
                count(piece, self.summary, self.run)
                continue
            yield piece
            self.update(self.source.file.tell() if self.source.file.seekable() else 0)

    def data(self) -> Iterator[bytes]:
        """Give the bytes of the output."""
        return (piece for piece in self.pieces() if isinstance(piece, bytes))

    def identity(self) -> str:
        """Name everything on which the output depends."""
        stat = os.fstat(self.source.file.fileno())
        given = self.session.given.task, self.session.choices
        return f"{version()} {stat.st_size} {stat.st_mtime_ns} {given!r}"


def count(note: Problem | PartOutcome | tuple[PartOutcome, list[bytes]], summary: Summary, run: Run) -> None:
    """Count a problem or the result of a part; print the diff, if there is one."""
    if isinstance(note, Problem):
        summary.add_problem(note)
    elif isinstance(note, PartOutcome):
        summary.add(note)
    else:
        outcome, lines = note
        summary.add(outcome)
        if lines:
            run.note_finding()
            files.write_stdout(lines)


def deliver(given: Input, into: Delivery | None, *, resume: bool) -> None:
    """Write the result of an input to its output; without a delivery, only read it."""
    path = None if into is None or into.in_place else into.place(given.source.name)
    if into is None:
        deque(given.data(), 0).clear()
        return
    if path is not None and resume and _is_complete(path, into):
        given.run.warn(f"{path}: already there")
        return
    coding = _coding(given)
    if path is not None and _why_in_one_step(given, path) is None:
        into.make_parent(path)
        into.first()
        output = Resumable(given.identity(), given.pieces, given.summary.state)
        resuming.create_output(path, output, resume=resume, force=into.force)
    else:
        if resume and path is not None and into.directory is None:
            given.run.warn(f"{path}: --resume has no effect here: {_why_in_one_step(given, path)}")
        if into.write(given.source.name, given.data()):
            _report_sidecars(given, into)
    if path is not None:
        _mention_compression(given, path, coding)


def _coding(given: Input) -> str | None:
    """Give the coding with which an input is compressed, whatever its name is."""
    if given.container is not None and given.container.name == "brotli":
        return "br"
    head = given.source.head()
    return next((coding for coding, magic in MAGIC.items() if head.startswith(magic)), None)


def _mention_compression(given: Input, path: Path, coding: str | None) -> None:
    """Report an output whose name says another compression than it has, which is that of the input."""
    name = given.source.name
    if path.name == Path(name).name or coding == coding_named(path.name) or files.is_device(path):
        return
    whose = "standard input" if name == files.STANDARD else name
    how = (
        f"without compression, as {whose} has none" if coding is None else f"with the compression of {whose}"
    )
    given.run.warn(f"{path}: written {how}")


def _is_complete(path: Path, into: Delivery) -> bool:
    """Whether an output is there, and is neither to be replaced nor unfinished."""
    return path.is_file() and not into.force and not resuming.is_unfinished(path)


def _report_sidecars(given: Input, into: Delivery) -> None:
    """Report the indexes of an archive that was replaced; once, if they are of several archives."""
    for problem in sidecars_of_replaced(given.source.name):
        if problem.place not in into.reported_sidecars:
            into.reported_sidecars.add(problem.place)
            count(problem, given.summary, given.run)


def _why_in_one_step(given: Input, path: Path) -> str | None:
    """Say why an output is written in one step; ``None``: an interrupted run can go on with it."""
    size = size_of(given.source)
    has_checkpoints = given.container is not None and given.container.has_checkpoints
    if not has_checkpoints or size is None or files.is_device(path):
        return "this output is written in one step"
    if size <= resuming.CHECKPOINT_BYTES:
        return f"the output of an input of up to {resuming.CHECKPOINT_BYTES >> 20} MB is written in one step"
    return None
