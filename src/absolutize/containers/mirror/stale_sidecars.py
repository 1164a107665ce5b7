"""Indexes and data packages in a tree that describe an archive which changed: they are reported.

It does not know what is in them, and does not correct them. Used by `containers.mirror.directory`.
"""

import os
import posixpath
from collections.abc import Iterable, Iterator
from contextlib import suppress
from filecmp import cmp
from pathlib import Path
from typing import Any

from absolutize.containers.sidecars import PACKAGE, folders_of_sidecars, has_sidecars, is_index
from absolutize.containers.source import Problem

STALE_INDEX = "stale-index"


def stale_sidecars(root: Path, name: str, path: str, new: Path) -> Iterator[Problem]:
    """Report the sidecars of a file in a tree of this name, if the file ``new`` in its place differs."""
    paths = [*_sidecars(root, path)] if has_sidecars(path) else []
    if paths and not _is_same(root / path, new):
        yield from (Problem(str(Path(name, each)), STALE_INDEX) for each in paths)


def _sidecars(root: Path, path: str) -> Iterator[str]:
    for folder in folders_of_sidecars(path):
        with suppress(OSError):  # reported by the walk
            names = os.listdir(root / folder)  # noqa: PTH208 -- of which most are not wanted
            wanted = sorted(name for name in names if is_index(name) or name == PACKAGE)
            yield from (posixpath.join(folder, name) for name in wanted)


def _is_same(file: Path, new: Path) -> bool:
    """Whether two files have the same content; a file that could not be read has no new one."""
    return not new.exists() or cmp(file, new, shallow=False)


def reported_once(findings: Iterable[Any]) -> Iterator[Any]:
    """Leave out repeated reports of a sidecar, which come with each archive that it describes."""
    reported = set[Problem]()
    for each in findings:
        is_stale = isinstance(each, Problem) and each.code == STALE_INDEX
        if is_stale and each in reported:
            continue
        reported |= {each} if is_stale else set()
        yield each
