"""Directories made absolute: trees are written beside, and appear when they are whole."""

import hashlib
import os
import shutil
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TextIO

from absolutize import files
from absolutize.cli import resuming
from absolutize.cli.inputs import Tally
from absolutize.cli.printing import Run
from absolutize.cli.progress import Update
from absolutize.cli.resuming import Point
from absolutize.cli.streaming import count
from absolutize.containers import Work
from absolutize.containers.directory import File, Output, Tree, finish, rewritten
from absolutize.files import FileError
from absolutize.version import version

MANY = 64  # files between two points that are kept


def output_of(path: str, paths: tuple[str, ...], options: Mapping[str, Any]) -> Path | None:
    """Tell where the tree that becomes of a directory goes; None: nowhere, or to its own place."""
    output: str | None = options["output"]
    if options["in_place"] or options["diff"]:
        return None
    if output is None or output == files.STANDARD:
        raise FileError(path, "a directory: give -o OUT, --in-place or --diff")
    return Path(output) / Path(path).resolve().name if len(paths) > 1 else Path(output)


@dataclass(frozen=True, slots=True)
class Walk:
    """A tree whose pages are made absolute, and what is counted meanwhile."""

    tree: Tree
    work: Work
    tally: Tally
    run: Run
    update: Update

    def files(self, done: str | None = None) -> Iterator[File]:
        """Go through the files behind one that was done; count what comes of them."""
        size = 0
        for file in rewritten(self.tree, self.work, done):
            count(self.work, self.tally, self.run)
            yield file
            size += file.size
            self.update(size)
        count(self.work, self.tally, self.run)

    def identity(self) -> str:
        """Name all that decides on the output."""
        given = self.tree._replace(output=None), self.work.given.treat, self.work.choices
        text = f"{version()} {given!r}"
        return hashlib.sha256(text.encode("utf-8", "surrogateescape")).hexdigest()


def create(into: Path, walk: Walk, *, resume: bool, linked: bool) -> None:
    """Write a tree, which appears as a whole; with ``resume``, go on where the same run stopped."""
    root = walk.tree.root
    with files.reporting(str(into)):
        if os.path.lexists(into) and (into.is_symlink() or not into.is_dir() or any(into.iterdir())):
            raise FileError(str(into), "exists already, and nothing is overwritten but with --in-place")
        if into.resolve().is_relative_to(root):
            raise FileError(str(into), f"would be in {walk.tree.name}")
        into.parent.mkdir(parents=True, exist_ok=True)
        beside = resuming.beside(into)
        journal = beside.with_name(beside.name + ".journal")
        output = Output(beside / "tree", beside / "unfinished", linked)
        with journal.open("a+") as lines:
            resuming.lock(lines, into)
            point = resuming.last(lines, walk.identity()) if resume else None
            try:
                _write(output, lines, replace(walk, tree=walk.tree._replace(output=output)), point)
                finish(walk.tree, output.root)
                output.root.replace(into)
                shutil.copystat(root, into)  # one that may not be written could not be renamed
            except KeyboardInterrupt:
                raise
            except BaseException:
                resuming.remove(journal)
                shutil.rmtree(beside, ignore_errors=True)
                raise
            resuming.remove(journal)
            shutil.rmtree(beside)


def _write(output: Output, lines: TextIO, walk: Walk, point: Point | None) -> None:
    """Write what is missing, and points to go on from."""
    if point is None:
        lines.truncate(0)
        shutil.rmtree(output.beside.parent, ignore_errors=True)
        resuming.append(lines, {"identity": walk.identity()})
    else:
        walk.tally.restore(point.tally)
    for directory in (output.root, output.beside):
        directory.mkdir(parents=True, exist_ok=True)
    written = number = 0
    for file in walk.files(None if point is None else point.state["path"]):
        written, number = written + file.size, number + 1
        if written > resuming.EVERY or number == MANY:
            resuming.append(lines, Point(0, {"path": file.path}, walk.tally.kept())._asdict())
            written = number = 0
