"""Indexes, data packages and manifests in a tree that describe a file which changed: they are reported.

It does not know what is in them, and does not correct them. Used by `archive.targets`, `cli.io` and
`containers.mirror.directory`.
"""

import os
import posixpath
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from filecmp import cmp
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from absolutize.containers.sidecars import (
    BAG,
    PACKAGE,
    bags_around,
    folders_of_sidecars,
    has_sidecars,
    is_index,
    is_manifest,
)
from absolutize.containers.source import Problem

STALE_INDEX = "stale-index"


class ChangedFile(NamedTuple):
    """The path of a file in a tree that changed; `with_stale_sidecars` reports the sidecars of it."""

    path: str


class Describing(NamedTuple):
    """A folder in which sidecars of a file may be, and which names they have."""

    folder: str
    is_sidecar: Callable[[str], bool]


def changed_file(root: Path, path: str, new: Path, *, is_changed: bool) -> Iterator[ChangedFile]:
    """Note that a file is one that sidecars may describe, and that the file ``new`` in its place differs.

    With ``is_changed`` that is known; else both are read, unless there are no sidecars.
    """
    folders = [*_describing(root, path)]
    if folders and (is_changed or (_has_some(root, folders) and not _is_same(root / path, new))):
        yield ChangedFile(path)


def with_stale_sidecars(findings: Iterable[Any], root: Path, name: str) -> Iterator[Any]:
    """Put the sidecars of changed files, in a tree of this name, in the place of `ChangedFile`.

    Each is reported once: the folders of many files are the same.
    """
    reported = set[Describing]()
    for each in findings:
        if not isinstance(each, ChangedFile):
            yield each
            continue
        for place in _describing(root, each.path):
            if place not in reported:
                reported.add(place)
                sidecars = (posixpath.join(place.folder, inner) for inner in _sidecars_in(root, place))
                yield from (Problem(str(Path(name, path)), STALE_INDEX) for path in sidecars)


def sidecars_of_replaced(path: str) -> Iterator[Problem]:
    """Report the sidecars of a file that was replaced, and is not in a tree that is walked through."""
    spell = os.path.abspath if os.path.isabs(path) else os.path.relpath  # noqa: PTH117 -- as it is given
    root = Path()
    for place in _describing(root, Path(os.path.abspath(path)).as_posix()):  # noqa: PTH100 -- without ".."
        for sidecar in _sidecars_in(root, place):
            yield Problem(spell(Path(place.folder, sidecar)), STALE_INDEX)


def _describing(root: Path, path: str) -> Iterator[Describing]:
    """Give the folders in which sidecars of a file may be."""
    if has_sidecars(path):
        yield from (Describing(folder, _is_of_archive) for folder in folders_of_sidecars(path))
    bags = (folder for folder in bags_around(path) if (root / folder / BAG).is_file())
    yield from (Describing(folder, is_manifest) for folder in bags)


def _is_of_archive(name: str) -> bool:
    """Whether a name is that of a sidecar of archives."""
    return is_index(name) or name == PACKAGE


def _has_some(root: Path, places: Iterable[Describing]) -> bool:
    known = ((place, root / place.folder) for place in places)
    return any(_holds_some(root, place, path.stat().st_mtime_ns) for place, path in known if path.is_dir())


@lru_cache(maxsize=1024)
def _holds_some(root: Path, place: Describing, _changed: int) -> bool:
    """Whether a folder, as it was at a time, holds sidecars; many files may be in one folder."""
    return bool(_sidecars_in(root, place))


def _sidecars_in(root: Path, place: Describing) -> list[str]:
    with suppress(OSError):  # reported by the walk
        names = os.listdir(root / place.folder)  # noqa: PTH208 -- of which most are not wanted
        return sorted(filter(place.is_sidecar, names))
    return []


def _is_same(file: Path, new: Path) -> bool:
    """Whether two files have the same content; a file that could not be read has no new one."""
    return not new.exists() or cmp(file, new, shallow=False)
