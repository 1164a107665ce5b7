"""The options for directories, and the URLs of the files of a directory by these options.

If the options give no URL, it asks `containers.mirror` for a guess. It reads no page. Used by
`cli.commands.rewrite` and `cli.io.inputs`.
"""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from absolutize import arguments
from absolutize.archive import directories
from absolutize.cli.config import place_of
from absolutize.cli.run import Run, describe_count, stop
from absolutize.containers import Session
from absolutize.containers.file_urls import FileUrls, MapError, parse_list, urls_from_root
from absolutize.containers.mirror.directory import FileTree
from absolutize.storage import files
from absolutize.storage.files import FileError

SHOWN_GUESSES = 5  # rows of ``--map`` without a file that are named


def read_file_urls(options: Mapping[str, Any]) -> FileUrls | None:
    """Make the URLs of the files of a tree, if an option gives them."""
    root, path = options["root"], options["map"]
    if root is None and path is None:
        return None
    if root is not None and (reason := arguments.why_no_root(root)) is not None:
        stop(f"{place_of('--root')} {root!r}: {reason}")
    file_urls = FileUrls({}) if root is None else urls_from_root(root)
    return file_urls if path is None else file_urls._replace(files=_read_map(path))


def _read_map(path: str) -> dict[str, str]:
    try:
        with files.reporting(path), Path(path).open(encoding="utf-8", errors="surrogateescape") as lines:
            return parse_list(lines)
    except FileError as error:
        stop(error)
    except MapError as error:
        stop(f"--map {path}: {error}")


def announced_tree(path: str, session: Session, run: Run, *, in_place: bool = False) -> FileTree:
    """Determine the URLs of a directory's files by the options, or by a guess, which is printed."""
    if session.choices.url is not None:
        raise FileError(path, "is a directory; pass --root instead of --url")
    with files.reporting(path):
        tree, guesses = directories.tree_at(path, session.choices, in_place=in_place)
    for line in guesses:
        # only a rewrite needs the URL
        if line != directories.URL_IS_UNKNOWN or not session.choices.reading:
            run.warn(f"{path}: {line} (override with --root or --map)")
    return tree


def read_pages(path: str, session: Session, run: Run) -> Iterator[Any]:
    """Read the pages of a directory, and give the findings; change nothing."""
    return directories.read_tree(announced_tree(path, session, run), session)


def mention_unmatched(paths: Sequence[str], map_file: str, file_urls: FileUrls, run: Run) -> None:
    """Report the rows of a list that match no file in any of the directories."""
    trees = [path for path in paths if files.is_tree(path)]
    missing = list(map(repr, directories.unmatched_paths(file_urls, trees)))
    if missing:
        rows = describe_count(len(missing), "row matches", "rows match")
        more = ", ..." if len(missing) > SHOWN_GUESSES else ""
        run.warn(f"--map {map_file}: {rows} no file: {', '.join(missing[:SHOWN_GUESSES])}{more}")
