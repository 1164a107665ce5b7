"""Folders, however deep: the files in them in the order of their names, and how a folder is removed.

`os.walk` before Python 3.12, and `shutil.rmtree` before 3.13, call themselves for each level, and fail at a
thousand levels. The module does not know what is in a file. Used by `archive.directories`,
`cli.io.directory_output`, `containers.mirror` and `storage.batch`.
"""

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path


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
