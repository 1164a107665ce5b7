"""A tree of files: what is in it, in the order of the names, and no way out of it."""

import os
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from absolutize.containers.parts import Notice


class Member(NamedTuple):
    """What is in a tree: its path from the root, with slashes, and what the system knows of it.

    ``link`` is where a symbolic link leads to, from its own place.
    """

    path: str
    stat: os.stat_result
    link: str | None = None

    @property
    def is_directory(self) -> bool:
        """Whether it is a directory."""
        return stat.S_ISDIR(self.stat.st_mode)


def members(root: Path, name: str) -> Iterator[Member | Notice]:
    """Walk through a tree, a directory before what is in it; tell what is left out, and why.

    ``name`` is that by which the tree was asked for.
    """
    waiting = [iter([""])]  # of each open directory, what is still to come
    while waiting:
        path = next(waiting[-1], None)
        if path is None:
            waiting.pop()
            continue
        found = _member(root, name, path)
        if path:
            yield found
        if isinstance(found, Member) and found.is_directory:
            names = _names(root / path)
            if isinstance(names, str):
                yield Notice(str(Path(name, path)), "no-access", names)
            else:
                waiting.append(iter([f"{path}/{inner}" if path else inner for inner in names]))


def _names(directory: Path) -> list[str] | str:
    """List a directory; or say why it cannot be."""
    try:
        with os.scandir(directory) as entries:
            return sorted(entry.name for entry in entries)
    except OSError as error:
        return error.strerror or str(error)


def _member(root: Path, name: str, path: str) -> Member | Notice:
    """Tell what is at a path."""
    place = root / path
    try:
        known = place.stat(follow_symlinks=False) if path else place.stat()
    except OSError as error:  # it went meanwhile
        return Notice(str(Path(name, path)), "no-access", error.strerror or "")
    if stat.S_ISDIR(known.st_mode) or stat.S_ISREG(known.st_mode):
        return Member(path, known)
    if not stat.S_ISLNK(known.st_mode):
        return Notice(str(Path(name, path)), "no-file")
    link = _link(root, path)
    return Notice(str(Path(name, path)), "leads-out") if link is None else Member(path, known, link)


def _link(root: Path, path: str) -> str | None:
    """Tell where a symbolic link leads to within the tree; None: out of it (POSIX.1-2017 4.13)."""
    text = os.readlink(root / path)  # noqa: PTH115 -- Path spells it otherwise
    target, top = os.path.realpath(root / path), os.path.realpath(root)
    if os.path.commonpath((top, target)) != top:
        return None
    if not Path(text).is_absolute() and _stays(Path(text), path.count("/")):
        return text
    return os.path.relpath(target, Path(top, path).parent)


def _stays(text: Path, depth: int) -> bool:
    """Whether no step of a relative path leads above the root, which is so many directories up."""
    for step in text.parts:
        depth += -1 if step == os.pardir else 1
        if depth < 0:
            return False
    return True
