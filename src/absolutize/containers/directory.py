"""Directories: mirrors of sites, whose pages are made absolute, and all else copied."""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from absolutize import files
from absolutize.containers.layouts import said
from absolutize.containers.looks import LOOKED_AT, is_binary, is_page, is_said_to_be_html, may_be_page
from absolutize.containers.parts import Notice, Part
from absolutize.containers.places import Places
from absolutize.containers.walking import Member, members
from absolutize.containers.work import LARGEST, Work


class Output(NamedTuple):
    """Where a tree is written: its root, and a directory for what is not yet whole.

    With ``linked``, what does not change is hard-linked where that can be done.
    """

    root: Path
    beside: Path
    linked: bool = False


class Tree(NamedTuple):
    """A tree: its root, the name by which it was asked for, where its files are from, and its output.

    Without an output, pages are read only; with ``in_place``, they are replaced.
    """

    root: Path
    name: str
    places: Places
    output: Output | None = None
    in_place: bool = False


class File(NamedTuple):
    """A file to be worked on: the tree that it is of, its path in it, and how many bytes it has."""

    tree: Tree
    path: str
    url: str | None
    size: int

    @property
    def apart(self) -> bool:
        """Whether it may be a page."""
        return may_be_page(self.path)

    @property
    def source(self) -> Path:
        """Where it is."""
        return self.tree.root / self.path

    @property
    def place(self) -> str:
        """How it is called."""
        return str(Path(self.tree.name, self.path))


def rewritten(tree: Tree, work: Work, done: str | None = None) -> Iterator[File]:
    """Make the pages of a tree absolute; yield the files, in order, when they are done.

    ``done`` is the last path of an earlier run: of those up to it, none is written twice. A file that
    cannot be written raises `files.FileError`.
    """
    light = tree._replace(places=Places({}, commented=tree.places.commented))  # goes to each process
    for file, why in work.map(file_rewritten, _files(tree, light, work, done)):
        if why is not None:
            raise files.FileError(*why)
        yield file


def _files(tree: Tree, light: Tree, work: Work, done: str | None) -> Iterator[File]:
    """Tell the files to be worked on; make directories and symbolic links meanwhile."""
    for member in members(tree.root, tree.name):
        if isinstance(member, Notice):
            work.note(*member)
        elif member.is_directory or member.link is not None:
            if tree.output is not None:
                with files.reporting(str(tree.output.root / member.path)):
                    _make(tree.output.root / member.path, member)
        elif not _is_done(tree.output, member, done):
            yield File(light, member.path, tree.places.url(member.path), member.stat.st_size)


def _make(path: Path, member: Member) -> None:
    """Make a directory or a symbolic link, if it is not there."""
    if member.link is None:
        path.mkdir(exist_ok=True)
    elif not os.path.lexists(path):
        path.symlink_to(member.link)
        if os.utime in os.supports_follow_symlinks:
            os.utime(path, ns=(member.stat.st_atime_ns, member.stat.st_mtime_ns), follow_symlinks=False)


def _is_done(output: Output | None, member: Member, done: str | None) -> bool:
    """Whether an earlier run has written what would be written again."""
    if output is None or done is None or member.path.split("/") > done.split("/"):
        return False
    try:
        written = (output.root / member.path).stat(follow_symlinks=False)
    except OSError:
        return False
    return written.st_mtime_ns == member.stat.st_mtime_ns


def finish(tree: Tree, root: Path) -> None:
    """Give the directories in an output the modes and the times of those in the tree, the innermost first."""
    found = [m for m in members(tree.root, tree.name) if isinstance(m, Member) and m.is_directory]
    for member in reversed(found):
        shutil.copystat(tree.root / member.path, root / member.path)


Failure = tuple[str, str]  # a path, and why it cannot be written


def file_rewritten(file: File, work: Work) -> Failure | None:
    """Make a page absolute, or copy what is none; tell why it cannot be written."""
    try:
        page = _page(file, work)
    except OSError as error:
        work.note(file.place, "no-access", error.strerror or "")
        return None
    after = page
    if page is not None:
        url = said(page, file.url) if file.tree.places.commented else file.url
        after = work.rewrite(Part(file.place, page, url=url))
    try:
        _deliver(file, None if after == page else after)
    except OSError as error:
        root = file.tree.root if file.tree.output is None else file.tree.output.root
        return str(root / file.path), error.strerror or str(error)
    return None


def _page(file: File, work: Work) -> bytes | None:
    """Read a page; None: it is none."""
    with file.source.open("rb") as data:
        head = data.read(LOOKED_AT)
        if is_said_to_be_html(file.path) and is_binary(head):
            work.note(file.place, "not-html")
        if not is_page(file.path, head):
            return None
        page = head + data.read(LARGEST + 1 - len(head))
    if len(page) <= LARGEST:
        return page
    work.note(file.place, "too-large", f"over {LARGEST} bytes")
    return None


def _deliver(file: File, after: bytes | None) -> None:
    """Put a file where it belongs: as it was (None), or with other bytes; its times and mode stay."""
    known = file.source.stat()
    if file.tree.in_place and after is not None:
        files.overwrite(file.source, iter([after]))
        os.utime(file.source, ns=(known.st_atime_ns, known.st_mtime_ns))
    elif file.tree.output is not None:
        root, beside, linked = file.tree.output
        written = beside / str(os.getpid())
        written.unlink(missing_ok=True)
        if after is not None or not linked or not _linked(file.source, written):
            _write(file.source, written, after)
        written.replace(root / file.path)


def _linked(source: Path, written: Path) -> bool:
    """Make a hard link, if there is such a thing there."""
    try:
        written.hardlink_to(source)
    except OSError:
        return False
    return True


def _write(source: Path, written: Path, after: bytes | None) -> None:
    """Write a copy of a file, or a file like it with other bytes, and make sure of it."""
    if after is None:
        shutil.copyfile(source, written)
    with written.open("ab") as file:
        file.write(after or b"")
        file.flush()
        os.fsync(file.fileno())
    shutil.copystat(source, written)
