"""Walk through a tree of files, in the order of their names, and never out of it.

It does not know what is in a file. Used by `archive.directories`, `cli.io` and
`containers.mirror.directory`.
"""

import os
import stat
from collections import deque
from collections.abc import Iterator
from fnmatch import fnmatchcase
from itertools import accumulate
from pathlib import Path
from typing import NamedTuple

from absolutize.containers.mirror.gitignore import IgnoreFiles
from absolutize.containers.source import GIT_IGNORED, NO_ACCESS, SKIPPED_DIRECTORY, Problem
from absolutize.patterns import compile_regex
from absolutize.storage.files import TEMPORARY_PREFIX

_AT_ROOT = compile_regex(r"\A(?:\./+)+")
_TIME_UNITS = (1, 100, 1_000, 10_000_000, 1_000_000_000, 2_000_000_000)
"""In how many nanoseconds file systems count: ext4, NTFS, some servers, exFAT, ext3 and HFS+, FAT."""


class TreeMember(NamedTuple):
    """A file, directory or symbolic link in a tree: its path from the root, with slashes, and its status.

    ``link`` is the target of a symbolic link, relative to the link.
    """

    path: str
    stat: os.stat_result
    link: str | None = None

    @property
    def is_directory(self) -> bool:
        """Whether it is a directory."""
        return stat.S_ISDIR(self.stat.st_mode)

    def has_time_of(self, copy: os.stat_result) -> bool:
        """Whether a copy has the time of this file, as exactly as the file system of the copy can keep it."""
        time = self.stat.st_mtime_ns
        return any(copy.st_mtime_ns == time - time % unit for unit in _TIME_UNITS)


class Selection(NamedTuple):
    """Which members of a tree are read.

    Members that match an ``exclude`` pattern are left out, and hidden directories unless ``hidden``. With
    ``gitignore``, members that a .gitignore file in the tree lists are left out, too.
    """

    exclude: tuple[str, ...] = ()
    hidden: bool = False
    gitignore: bool = False

    def excludes(self, member: TreeMember) -> bool:
        """Whether a pattern matches a member's path or name; one that ends with a slash, a directory's.

        A ``./`` in front of a pattern means nothing.
        """
        name = member.path.rpartition("/")[2]
        for pattern in self.exclude:
            bare = _AT_ROOT.sub("", pattern).strip("/")
            if pattern.endswith("/") and not member.is_directory:
                continue
            if fnmatchcase(member.path, bare) or fnmatchcase(name, bare):
                return True
        return False

    def skips(self, member: TreeMember) -> bool:
        """Whether a member is ``node_modules`` or a hidden directory, and these are not read."""
        name = member.path.rpartition("/")[2]
        is_hidden = name == "node_modules" or (name.startswith(".") and name != ".well-known")  # RFC 8615
        return member.is_directory and is_hidden and not self.hidden


EVERYTHING = Selection(hidden=True)


def walk(root: Path, name: str, selection: Selection = EVERYTHING) -> Iterator[TreeMember | Problem]:
    """Walk through a tree, each directory before its content; report members that are left out, and why.

    ``name`` is the name of the tree as the user wrote it; ``selection`` says which members are read.
    """
    waiting = [iter([""])]  # for each open directory, the paths that are still to come
    ignored = IgnoreFiles()
    while waiting:
        path = next(waiting[-1], None)
        if path is None:
            waiting.pop()
            continue
        member = _member(root, name, path)
        why = _why_left_out(member, selection, ignored)
        if why:
            yield Problem(str(Path(name, path)), why)
        if why is not None:
            continue
        if path:
            yield member
        if isinstance(member, TreeMember) and member.is_directory:
            names = _names(root / path)
            if isinstance(names, str):
                yield Problem(str(Path(name, path)), NO_ACCESS, names)
            else:
                waiting.append(iter([f"{path}/{inner}" if path else inner for inner in names]))
                if selection.gitignore:
                    yield from ignored.enter(root, name, path)


def is_read(root: Path, path: str, selection: Selection) -> bool:
    """Whether a walk gives the file at a path: neither it nor a directory around it is left out."""
    ignored = IgnoreFiles()
    for inner in ("", *accumulate(path.split("/"), "{}/{}".format)):
        member = _member(root, "", inner)
        if isinstance(member, Problem) or _why_left_out(member, selection, ignored) is not None:
            return False
        if member.is_directory and selection.gitignore:
            deque(ignored.enter(root, "", inner), 0)
    return True


def _why_left_out(member: TreeMember | Problem, selection: Selection, ignored: IgnoreFiles) -> str | None:
    """Give the code of the problem if a member is left out, ``""`` without a report; ``None``: it is read."""
    if isinstance(member, Problem) or not member.path:
        return None
    if selection.excludes(member):
        return ""
    if selection.skips(member):
        return SKIPPED_DIRECTORY
    return GIT_IGNORED if ignored.lists(member.path, is_directory=member.is_directory) else None


def _names(directory: Path) -> list[str] | str:
    """List a directory without unfinished files of killed runs; or give the reason why that fails."""
    try:
        with os.scandir(directory) as entries:
            names = (entry.name for entry in entries)
            return sorted(name for name in names if not name.startswith(TEMPORARY_PREFIX))
    except OSError as error:
        return error.strerror or str(error)


def _member(root: Path, name: str, path: str) -> TreeMember | Problem:
    """Make the member at a path, or the problem with it."""
    place = root / path
    try:
        known = place.stat(follow_symlinks=False) if path else place.stat()
    except OSError as error:  # it was removed meanwhile
        return Problem(str(Path(name, path)), NO_ACCESS, error.strerror or "")
    if stat.S_ISDIR(known.st_mode) or stat.S_ISREG(known.st_mode):
        return TreeMember(path, known)
    if not stat.S_ISLNK(known.st_mode):
        return Problem(str(Path(name, path)), "no-file")
    link = _link(root, path)
    return Problem(str(Path(name, path)), "leads-out") if link is None else TreeMember(path, known, link)


def _link(root: Path, path: str) -> str | None:
    """Give the target of a symbolic link in the tree; None if it leads out (POSIX.1-2017 4.13)."""
    text = os.readlink(root / path)  # noqa: PTH115 -- Path spells it otherwise
    target, top = os.path.realpath(root / path), os.path.realpath(root)
    if os.path.commonpath((top, target)) != top:
        return None
    if not Path(text).is_absolute() and _stays(Path(text), path.count("/")):
        return text
    return os.path.relpath(target, Path(top, path).parent)


def _stays(text: Path, depth: int) -> bool:
    """Whether no step of a relative path leads above the root, which is ``depth`` directories up."""
    for step in text.parts:
        depth += -1 if step == os.pardir else 1
        if depth < 0:
            return False
    return True
