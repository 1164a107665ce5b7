"""The options for directories, and the URLs of the files of a directory by these options.

If the options give no URL, it asks `containers.mirror` for a guess. It reads no page. Used by
`cli.commands.rewrite` and `cli.io.inputs`.
"""

import io
import os
from collections.abc import Iterator, Mapping, Sequence
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
from absolutize.uri.reference import split

SHOWN_GUESSES = 5  # rows of ``--map`` without a file that are named


def file_urls_by(options: Mapping[str, Any], rows: Mapping[str, str] | None) -> FileUrls | None:
    """Make the URLs of the files of a tree, if ``--root`` or the list of ``--map`` gives them."""
    root = options["root"]
    if root is None and rows is None:
        return None
    if root is not None and (reason := arguments.why_no_root(root)) is not None:
        stop(f"{place_of('--root')} {root!r}: {reason}")
    file_urls = FileUrls({}) if root is None else urls_from_root(root)
    return file_urls if rows is None else file_urls._replace(files=rows)


def read_map(path: str | None) -> dict[str, str] | None:
    """Read the list of ``--map``, if there is one."""
    if path is None:
        return None
    try:
        text = files.read_file(path).decode("utf-8", "surrogateescape")
        return parse_list(io.StringIO(text, newline=None))
    except FileError as error:
        stop(f"--map {error}")
    except MapError as error:
        stop(f"--map {path}: {error}")


def announced_tree(path: str, session: Session, run: Run, *, in_place: bool = False) -> FileTree:
    """Determine the URLs of a directory's files by the options, or by a guess, which is printed."""
    if session.choices.url is not None:
        raise FileError(path, "is a directory; pass --root instead of --url")
    with files.reporting(path):
        tree, guesses = directories.tree_at(path, session.choices, in_place=in_place)
    if session.choices.file_urls is not None:
        _mention_folder_of_host(path, session.choices.file_urls, run)
    for line in guesses:
        is_unknown = line == directories.URL_IS_UNKNOWN
        if not (is_unknown and session.choices.reading):  # only a rewrite needs the URL
            run.warn(f"{path}: {line} ({'pass' if is_unknown else 'override with'} --root or --map)")
    return tree


def _mention_folder_of_host(path: str, file_urls: FileUrls, run: Run) -> None:
    """Report a folder that is named like the host of ``--root``: a mirror has one for each host."""
    root = file_urls.roots.urls.get("")
    host = None if root is None else split(root).authority
    site = None if not host else os.path.join(path, host)  # noqa: PTH118 -- as it was given
    if site and os.path.isdir(site):  # noqa: PTH112 -- of any length
        run.warn(f"{path}: --root gives {host}/ the URL {root}{host}/; if that is the site, name {site}")


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
