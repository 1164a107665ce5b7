"""Folders, however deep: the files in them in the order of their names, and how they are made and removed.

`os.walk` before Python 3.12, and `shutil.rmtree` before 3.13, call themselves for each level, and fail at a
thousand levels. The module does not know what is in a file. Used by `archive.directories`, `cli.io`,
`containers.mirror` and `storage.batch`.
"""

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Self

from absolutize.storage import files


def files_below(root: str | os.PathLike[str]) -> Iterator[tuple[str, list[str]]]:
    """Give each folder, before those in it, with the names of what is no folder; both sorted by name.

    Symbolic links are not followed, but named. A folder that cannot be read is left out.
    """
    waiting = [os.fspath(root)]
    while waiting:
        folder = waiting.pop()
        try:
            with os.scandir(folder) as entries:
                inside = sorted((entry.name, entry.is_dir(follow_symlinks=False)) for entry in entries)
        except OSError:
            continue
        yield folder, [name for name, is_folder in inside if not is_folder]
        waiting += (os.path.join(folder, name) for name, is_folder in reversed(inside) if is_folder)  # noqa: PTH118 -- many, and text


def remove_folder(root: Path) -> None:
    """Remove a folder with everything in it, as far as that is possible."""
    folders = list[str]()
    for folder, names in files_below(root):
        folders.append(folder)
        for name in names:
            with suppress(OSError):
                Path(folder, name).unlink()
    for folder in reversed(folders):
        with suppress(OSError):
            Path(folder).rmdir()


class NewDirectories:
    """Directories that are made for outputs; those that are still empty at the end are removed."""

    def __init__(self) -> None:
        self._made: list[Path] = []

    def __enter__(self) -> Self:
        """Give itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """Remove the directories in which nothing was written."""
        for path in reversed(self._made):
            with suppress(OSError):
                path.rmdir()

    def make(self, path: Path) -> None:
        """Make a directory, and those around it; raises `FileError` if that fails."""
        with files.reporting(str(path)):
            if path.is_dir():
                return
            self._made += reversed([each for each in (path, *path.parents) if not each.exists()])
            path.mkdir(parents=True, exist_ok=True)
