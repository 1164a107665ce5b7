"""Rewrite a directory: to a temporary tree first, which is renamed when it is complete.

It does not know how a page is rewritten, nor how the mirror is laid out. Used by `cli.commands.rewrite`.
"""

import errno
import json
import os
import shutil
from collections import Counter, deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TextIO

from absolutize.archive.directories import check_not_busy, is_free, publish
from absolutize.cli.formats.progress import Update
from absolutize.cli.io import resume as resuming
from absolutize.cli.io.output_names import relative_names
from absolutize.cli.io.resume import ResumePoint
from absolutize.cli.io.stream import count
from absolutize.cli.io.summary import Summary
from absolutize.cli.run import Run
from absolutize.containers import Problem, Session
from absolutize.containers.mirror.directory import (
    FileResult,
    FileTree,
    Output,
    TreeFile,
    is_behind,
    is_done,
    rewrite_directory,
    times_kept,
)
from absolutize.containers.mirror.stale_sidecars import STALE_INDEX
from absolutize.containers.mirror.walk import TreeMember
from absolutize.containers.session import FinishedItem
from absolutize.storage import files
from absolutize.storage.batch import MAX_BATCH_FILES, Batch, remove_temporaries, sync
from absolutize.storage.files import FileError
from absolutize.storage.folders import NewDirectories, files_below, remove_folder
from absolutize.storage.hashing import sha256_hex
from absolutize.version import version

FILES_PER_CHECKPOINT = 512  # files between two checkpoints


def output_of(path: str, paths: tuple[str, ...], options: Mapping[str, Any]) -> Path | None:
    """Choose the output directory; None if nothing is written, or if files are replaced in place."""
    output: str | None = options["output"]
    if options["in_place"] or options["diff"]:
        return None
    if output is None or output == files.STANDARD:
        raise FileError(path, "is a directory; pass -o OUT, --in-place or --diff")
    return Path(output) / relative_names(paths)[path] if len(paths) > 1 else Path(output)


@dataclass(frozen=True, slots=True)
class Walk:
    """A tree whose pages are rewritten, and the counts."""

    tree: FileTree
    session: Session
    summary: Summary
    run: Run
    update: Update

    def files(self, done: str | None = None) -> Iterator[tuple[TreeFile, FileResult]]:
        """Rewrite the files behind the path ``done``; count the results."""
        size, parts, changed = 0, self.summary.parts, self.summary.changed
        known = {each for each in self.summary.problems if each.code == STALE_INDEX}  # of the earlier run
        for note in rewrite_directory(self.tree, self.session, done):
            if not isinstance(note, FinishedItem):
                if not (isinstance(note, Problem) and note in known):
                    count(note, self.summary, self.run)
                continue
            file, result = note
            if isinstance(result, FileError):
                counts = self.summary.parts - parts, self.summary.changed - changed
                self.summary.take_back_unwritten(*counts)
            yield file, result
            size += file.size
            self.update(size)
            parts, changed = self.summary.parts, self.summary.changed

    def replace_files(self) -> None:
        """Replace the files that change, in batches; report files that cannot be written, and go on."""
        waiting = deque[tuple[str, int, int]](maxlen=MAX_BATCH_FILES)  # files of a batch, and their counts
        parts = changed = 0  # of the files so far

        def report(error: FileError) -> None:
            counted = next((each for each in waiting if each[0] == error.args[0]), (None, 0, 0))
            self.summary.take_back_unwritten(*counted[1:])
            self.run.fail(error)

        try:
            with times_kept(self.tree), Batch(report) as batch:
                for file, result in self.files():
                    if isinstance(result, FileError):
                        self.run.fail(result)
                    elif result is not None:
                        counts = self.summary.parts - parts, self.summary.changed - changed
                        waiting.append((file.place, *counts))
                        batch.add(result)
                    parts, changed = self.summary.parts, self.summary.changed
        except BaseException:
            self.session.close()  # otherwise its processes would go on writing
            remove_temporaries(self.tree.root, self.tree.prefix)
            raise

    def identity(self) -> str:
        """Make a digest of everything that decides on the output."""
        given = self.tree._replace(output=None, prefix=""), self.session.given.task, self.session.choices
        text = f"{version()} {given!r}"
        return sha256_hex(text.encode("utf-8", "surrogateescape"))


def create_directory(into: Path, walk: Walk, made: NewDirectories, *, resume: bool, linked: bool) -> None:
    """Write a tree, which gets its name when complete; with ``resume``, go on where the same run stopped."""
    root = walk.tree.root
    with files.reporting(str(into)):
        if not is_free(into):
            raise FileError(str(into), "already exists, and no directory is replaced; choose another -o")
        check_not_busy(into)
        if files.follow_symlinks(into).is_relative_to(root):
            raise FileError(str(into), f"would be in {walk.tree.name}")
        made.make(into.parent)
        temporary = resuming.temporary_path(into)
        journal = temporary.with_name(temporary.name + ".journal")
        output = Output(temporary / "tree", temporary / "unfinished", linked)
        with resuming.open_journal(journal) as lines:
            resuming.lock(lines, journal, into)
            if temporary.is_symlink():  # of another user, since its name can be foreseen
                raise FileError(str(temporary), "is a symbolic link, and is not written to")
            goes_on = resume and output.root.is_dir()  # the journal alone does not have what is done
            point = resuming.last_resume_point(lines, walk.identity()) if goes_on else None
            try:
                _write(output, lines, replace(walk, tree=walk.tree._replace(output=output)), point)
                publish(walk.tree, output, into)
            except BaseException as error:
                walk.session.close()  # otherwise its processes would go on writing
                asked_for = _as_asked_for(error, output.root, into)
                is_begun = output.root.is_dir()
                advice = resuming.error_with_advice(asked_for, temporary, journal) if is_begun else None
                if advice is not None:
                    raise advice from None
                resuming.remove_files(journal)
                remove_folder(temporary)
                if asked_for is not error:
                    raise asked_for from None
                raise
            resuming.remove_files(journal)
            shutil.rmtree(temporary)


def _as_asked_for(error: BaseException, root: Path, into: Path) -> BaseException:
    """Name a file in an error by its final path, not by its path in the temporary directory."""
    if not isinstance(error, FileError):
        return error
    path, why = error.args
    inside = Path(path).is_relative_to(root)
    return FileError(str(into / Path(path).relative_to(root)), why) if inside else error


def _write(output: Output, lines: TextIO, walk: Walk, point: ResumePoint | None) -> None:
    """Write the missing files, and the points to go on from."""
    if point is None:
        lines.truncate(0)
        remove_folder(output.temporary.parent)
        resuming.append(lines, {"identity": walk.identity()})
    else:
        walk.summary.restore(point.summary)
        _subtract_changed(walk, lines, output, point.state["path"])
    output.temporary.parent.mkdir(mode=0o700, exist_ok=True)  # until then only its owner can read it
    for directory in (output.root, output.temporary):
        directory.mkdir(exist_ok=True)
    done = None if point is None else point.state["path"]
    points = PointsOfTree(output.root, lines, done, walk.summary.counts())
    try:
        for file, result in walk.files(done):
            if isinstance(result, FileError):
                raise result
            points.add(file, walk.summary)
    except KeyboardInterrupt:
        points.keep()
        raise
    points.keep()


def _subtract_changed(walk: Walk, lines: TextIO, output: Output, done: str) -> None:
    """Take back the counts of files up to ``done`` that changed, that are gone, or that have no output."""
    again = {
        each.path
        for each in walk.tree.members()
        if isinstance(each, TreeMember)
        and not (each.is_directory or each.link is not None or is_behind(each.path, done))
        and not is_done(output, each, done)
    }
    again |= _remove_gone(output.root, walk.tree.root)
    if again:
        lines.seek(0)
        states = (json.loads(line).get("state", {}) for line in lines)
        each_count = (counted for state in states for counted in state.get("counts", ()))
        latest = {path: counts for path, counts in each_count if path in again}
        counts = sum(map(Counter, latest.values()), Counter[str]())
        walk.summary.subtract(counts, {str(Path(walk.tree.name, path)) for path in again})


def _remove_gone(output: Path, root: Path) -> set[str]:
    """Remove what an output has of files and directories that are gone from a tree; give the files."""
    removed, folders = set[str](), list[Path]()
    for folder, names in files_below(output):
        inner = Path(folder).relative_to(output)
        folders.append(inner)
        for path in (inner / name for name in names):
            if _is_gone(root / path):
                (output / path).unlink()
                removed.add(path.as_posix())
    for inner in reversed(folders):
        if _is_gone(root / inner):
            (output / inner).rmdir()
    return removed


def _is_gone(path: Path) -> bool:
    """Whether nothing is at a path; not if that cannot be seen."""
    try:
        path.lstat()
    except OSError as error:
        return error.errno in {errno.ENOENT, errno.ENOTDIR}
    return False


class PointsOfTree:
    """The files written since the last point to go on from; a batch or an interrupt makes a new point.

    ``done`` is the last path of an earlier run, ``counts`` what it counted.
    """

    def __init__(self, root: Path, lines: TextIO, done: str | None, counts: Counter[str]) -> None:
        self._root, self._lines, self._done, self._before = root, lines, done, counts
        self._counts: list[tuple[str, Counter[str]]] = []  # of each file
        self._written: list[str] = []
        self._size = 0
        self._point: ResumePoint | None = None

    def add(self, file: TreeFile, summary: Summary) -> None:
        """Note that a file is written; an interrupt during this call leaves the point before it valid."""
        self._written.append(str(self._root / file.path))
        self._size += file.size
        counts = summary.counts()
        self._counts.append((file.path, counts - self._before))
        if self._done is None or is_behind(file.path, self._done):
            self._done = file.path
        self._before = counts
        self._point = ResumePoint(0, {"path": self._done, "counts": self._counts}, summary.state())
        if self._size > resuming.CHECKPOINT_BYTES or len(self._written) >= FILES_PER_CHECKPOINT:
            self.keep()

    def keep(self) -> None:
        """Flush all written files to the disk, and then the point behind them."""
        _sync(self._written)
        if self._point is not None:
            resuming.append(self._lines, self._point._asdict())
        self._written, self._size, self._point, self._counts = [], 0, None, []


def _sync(written: list[str]) -> None:
    """Flush files and their names to the disk; a file that could not be read was not written."""
    there = [path for path in written if os.path.lexists(path)]
    sync([*there, *sorted({os.path.dirname(path) for path in there})])  # noqa: PTH120 -- many, and text
