"""Directories as inputs, and where their files are from."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from absolutize import files
from absolutize.cli.options import check_base
from absolutize.cli.printing import Run, stop
from absolutize.containers import Work
from absolutize.containers.directory import File, Tree, rewritten
from absolutize.containers.layouts import guessed, is_adjusted
from absolutize.containers.places import MapError, Places, listed, rooted
from absolutize.files import FileError


def chosen(options: Mapping[str, Any]) -> Places | None:
    """Read where the files of a tree are from, if that is said."""
    root, path = options["root"], options["map"]
    if root is None and path is None:
        return None
    if root is not None:
        check_base("--root", root, read=False)
    places = Places({}) if root is None else rooted(root)
    return places if path is None else places._replace(files=_listed(path))


def _listed(path: str) -> dict[str, str]:
    try:
        with files.reporting(path), Path(path).open(encoding="utf-8", errors="surrogateescape") as lines:
            return listed(lines)
    except FileError as error:
        stop(error)
    except MapError as error:
        stop(f"--map {path}: {error}")


def tree_at(path: str, work: Work, run: Run, *, in_place: bool = False) -> Tree:
    """Tell where the files of a directory are from: as is said, or as it seems, which is shown."""
    if work.choices.url is not None:
        raise FileError(path, "a directory: give --root instead of --url")
    with files.reporting(path):
        root = Path(path).resolve(strict=True)
        places = work.choices.places
        if places is None:
            places, shown = guessed(root)
            for line in shown or ["nothing tells where it was retrieved from"]:
                run.warn(f"{path}: {line} (give --root or --map)")
        places = places._replace(adjusted=is_adjusted(root))
    return Tree(root, path, places, in_place=in_place)


def read(path: str, work: Work, run: Run) -> Iterator[File]:
    """Go through the pages of a directory, and change nothing."""
    return rewritten(tree_at(path, work, run), work)
