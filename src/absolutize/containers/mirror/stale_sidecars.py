"""Indexes and data packages in a tree that describe an archive which changed: they are reported.

It does not know what is in them, and does not correct them. Used by `archive.targets`, `cli.io` and
`containers.mirror.directory`.
"""

import os
import posixpath
from collections.abc import Iterable, Iterator
from contextlib import suppress
from filecmp import cmp
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from absolutize.containers.sidecars import PACKAGE, folders_of_sidecars, has_sidecars, is_index
from absolutize.containers.source import Problem

STALE_INDEX = "stale-index"


class ChangedArchive(NamedTuple):
    """The path of an archive in a tree whose content changed; `with_stale_sidecars` reports its sidecars."""

    path: str


def changed_archive(root: Path, path: str, new: Path, *, is_changed: bool) -> Iterator[ChangedArchive]:
    """Note that a file is an archive, maybe with sidecars, and that the file ``new`` in its place differs.

    With ``is_changed`` that is known; else both are read, unless there are no sidecars.
    """
    if has_sidecars(path) and (is_changed or (_has_some(root, path) and not _is_same(root / path, new))):
        yield ChangedArchive(path)


def with_stale_sidecars(findings: Iterable[Any], root: Path, name: str) -> Iterator[Any]:
    """Put the sidecars of changed archives, in a tree of this name, in the place of `ChangedArchive`.

    Each is reported once: the folders of many archives are the same.
    """
    reported = set[str]()
    for each in findings:
        if not isinstance(each, ChangedArchive):
            yield each
            continue
        for folder in folders_of_sidecars(each.path):
            if folder not in reported:
                reported.add(folder)
                sidecars = (posixpath.join(folder, inner) for inner in _sidecars_in(root / folder))
                yield from (Problem(str(Path(name, path)), STALE_INDEX) for path in sidecars)


def sidecars_of_replaced(path: str) -> Iterator[Problem]:
    """Report the sidecars of an archive that was replaced, and is not in a tree that is walked through."""
    if not has_sidecars(path):
        return
    spell = os.path.abspath if os.path.isabs(path) else os.path.relpath  # noqa: PTH117 -- as it is given
    for folder in folders_of_sidecars(Path(os.path.abspath(path)).as_posix()):  # noqa: PTH100 -- without ".."
        for sidecar in _sidecars_in(Path(folder)):
            yield Problem(spell(Path(folder, sidecar)), STALE_INDEX)


def _has_some(root: Path, path: str) -> bool:
    folders = (root / folder for folder in folders_of_sidecars(path))
    return any(_holds_some(folder, folder.stat().st_mtime_ns) for folder in folders if folder.is_dir())


@lru_cache(maxsize=1024)
def _holds_some(folder: Path, _changed: int) -> bool:
    """Whether a folder, as it was at a time, holds sidecars; many archives may be in one folder."""
    return bool(_sidecars_in(folder))


def _sidecars_in(folder: Path) -> list[str]:
    with suppress(OSError):  # reported by the walk
        names = os.listdir(folder)  # noqa: PTH208 -- of which most are not wanted
        return sorted(name for name in names if is_index(name) or name == PACKAGE)
    return []


def _is_same(file: Path, new: Path) -> bool:
    """Whether two files have the same content; a file that could not be read has no new one."""
    return not new.exists() or cmp(file, new, shallow=False)
