"""The options for directories, and the URLs of the files of a directory by these options.

If the options give no URL, it asks `containers.mirror` for a guess. It reads no page. Used by
`cli.commands.rewrite` and `cli.io.inputs`.
"""

import io
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from absolutize import arguments
from absolutize.cli.config import place_of
from absolutize.cli.run import Run, describe_count, stop
from absolutize.containers import Problem, Session
from absolutize.containers.file_urls import (
    FileUrls,
    MapError,
    is_folder,
    normal_path,
    parse_list,
    urls_from_root,
)
from absolutize.containers.sniffing import PAGE_SUFFIXES, suffix
from absolutize.storage import files
from absolutize.storage.files import FileError
from absolutize.uri.reference import split

if TYPE_CHECKING:
    from absolutize.containers.mirror.directory import FileTree

SHOWN_ROWS = 5  # rows of ``--map`` without a file that are named


def file_urls_by(options: Mapping[str, Any], rows: Mapping[str, str] | None) -> FileUrls | None:
    """Make the URLs of the files of a tree, if ``--root`` or the list of ``--map`` gives them."""
    root = options["root"]
    if root is None and rows is None:
        return None
    if root is not None and (reason := arguments.why_no_root(root)) is not None:
        stop(f"{place_of('--root')} {root!r}: {reason}")
    file_urls = FileUrls({}) if root is None else urls_from_root(root)
    return file_urls if rows is None else file_urls.with_list(rows)


def read_map(path: str | None) -> dict[str, str] | None:
    """Read the list of ``--map``, if there is one."""
    if path is None:
        return None
    try:
        text = files.read_file(path).decode("utf-8", "surrogateescape")
        rows = parse_list(io.StringIO(text, newline=None))
    except FileError as error:
        stop(f"{place_of('--map')} {error}")
    except MapError as error:
        stop(f"{place_of('--map')} {path}: {error}")
    for name, url in rows.items():
        if (reason := arguments.why_no_listed_url(url, is_folder=is_folder(name))) is not None:
            stop(f"{place_of('--map')} {path}: {name or './'}: {url!r}: {reason}")
    return rows


def announced_tree(
    path: str, session: Session, run: Run, *, in_place: bool = False
) -> "tuple[FileTree, list[str]]":
    """Determine the URLs of a directory's files by the options, or by a guess, which is printed.

    The second value has lines that say why no URL is known, to be printed if a link needs one.
    """
    from absolutize.archive import directories  # noqa: PLC0415 -- documents do not need it

    if session.choices.url is not None:
        raise FileError(path, "is a directory; pass --root instead of --url")
    with files.reporting(path):
        tree, guesses = directories.tree_at(path, session.choices, in_place=in_place)
    if session.choices.file_urls is not None:
        _mention_folder_of_host(path, session.choices.file_urls, run)
    if not tree.file_urls.has_urls:
        return tree, [f"{path}: {line} (pass --root or --map)" for line in guesses]
    for line in guesses:
        run.warn(f"{path}: {line} (override with --root or --map)")
    return tree, []


def _mention_folder_of_host(path: str, file_urls: FileUrls, run: Run) -> None:
    """Report a folder that is named like the host of the root: a mirror has one for each host."""
    roots = file_urls.roots.urls
    host = split(roots.get("", "")).authority
    site = os.path.join(path, host) if host else ""  # noqa: PTH118 -- as it was given
    if site and f"{host}/" not in roots and os.path.isdir(site):  # noqa: PTH112 -- of any length
        run.warn(f"{path}: {host}/ gets the URL {roots['']}{host}/; if that is the site, name {site}")


def read_pages(
    path: str, session: Session, run: Run, lacks_base: Callable[[Any], bool] | None
) -> Iterator[Any]:
    """Read the pages of a directory, and give the findings; change nothing.

    ``lacks_base`` is whether the result for a page has a link without a base: then it is said if the URL of
    the directory is unknown.
    """
    from absolutize.archive import directories  # noqa: PLC0415 -- documents do not need it

    tree, why_unknown = announced_tree(path, session, run)
    for note in directories.read_tree(tree, session):
        yield note
        if why_unknown and lacks_base is not None and not isinstance(note, Problem) and lacks_base(note):
            for line in why_unknown:
                run.warn(line)
            why_unknown = []


def mention_root_of_page(root: str, run: Run) -> None:
    """Report a root that looks like the URL of a page: it is read as that of the directory."""
    path = split(root).path or ""
    if not path.endswith("/") and suffix(path) in PAGE_SUFFIXES:
        folder = f"{root.rpartition('/')[0]}/"
        run.warn(f"{place_of('--root')} {root}: read as the URL of a directory; did you mean {folder}?")


def mention_unmatched(paths: Sequence[str], map_file: str, file_urls: FileUrls, run: Run) -> None:
    """Report the rows of a list that match no file in any of the directories."""
    trees = [path for path in paths if files.is_tree(path)]
    missing = file_urls.unmatched_paths(trees)
    if missing:
        rows = describe_count(len(missing), "row matches", "rows match")
        more = ", ..." if len(missing) > SHOWN_ROWS else ""
        named = ", ".join(_as_no_file(path, trees) for path in missing[:SHOWN_ROWS])
        run.warn(f"{place_of('--map')} {map_file}: {rows} no file: {named}{more}")


def _as_no_file(path: str, trees: Sequence[str]) -> str:
    """Name a path that matches no file, and say what may be meant."""
    is_inside = not path.startswith("../")
    if is_inside and any(os.path.isdir(f"{tree}/{path}") for tree in trees):  # noqa: PTH112 -- any text
        return f"{path!r} (a directory: write {f'{path}/'!r})"
    for tree in trees:
        name = os.path.basename(os.path.abspath(tree))  # noqa: PTH100, PTH119 -- as it was given
        for around in (f"{normal_path(tree.rstrip('/'))}/", f"{name}/"):
            rest = path.removeprefix(around)
            if rest != path and os.path.exists(f"{tree}/{rest}"):  # noqa: PTH110 -- any text
                return f"{path!r} (paths are below {around}: {rest or './'!r}?)"
    return repr(path)
