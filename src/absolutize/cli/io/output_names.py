"""Names of outputs in a directory, and URLs of several inputs, both made from the paths of the inputs.

It writes nothing, and does not know what is in the inputs. Used by `cli.commands` and `cli.io`.
"""

import os
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path, PurePath
from typing import Any

from absolutize.cli.config import folder_of, place_of
from absolutize.cli.run import stop
from absolutize.containers.file_urls import url_of, urls_from_root
from absolutize.containers.sniffing import (
    CONTAINER_SUFFIXES,
    PAGE_SUFFIXES,
    SUFFIXES_OF_NO_PAGE,
    XML_NAMES,
    ZIP_SUFFIXES,
    suffix,
    uncompressed_name,
)
from absolutize.storage import files
from absolutize.storage.files import STANDARD
from absolutize.uri.reference import split

ENDINGS = PAGE_SUFFIXES.union(
    XML_NAMES, CONTAINER_SUFFIXES, ZIP_SUFFIXES, SUFFIXES_OF_NO_PAGE, {".7z", ".bz2", ".xz"}
)


def each_once(_context: object, _parameter: object, paths: tuple[str, ...]) -> tuple[str, ...]:
    """Drop inputs that are given more than once, also as ``./x``, ``d/../x`` and ``x``.

    Behind a symbolic link, ``..`` is another folder: what is not the same file stays.
    """
    once = dict[str, list[str]]()
    for path in paths:
        same = once.setdefault(path if path == STANDARD else f"./{os.path.normpath(path)}", [])
        if not any(_is_same_file(path, other) for other in same):
            same.append(path)
    kept = {path for same in once.values() for path in same}
    return tuple(path for path in dict.fromkeys(paths) if path in kept)


def _is_same_file(one: str, other: str) -> bool:
    """Whether two spellings of a path lead to the same file; what is not there is compared as text."""
    if PurePath(one) == PurePath(other):
        return True
    with suppress(OSError, ValueError):
        return os.path.samefile(one, other)  # noqa: PTH121 -- of any length
    return False


def relative_names(paths: Sequence[str]) -> dict[str, str]:
    """Name each input's output in a directory: by the input's path if it leads down from here.

    If one path does, other paths that lead down from here by a detour are shortened. All other paths,
    absolute or with ``..``, are made relative to the innermost directory that contains them all.
    """
    normal = {path: os.path.normpath(path) for path in paths if path != STANDARD}
    if any(map(_leads_down, normal.values())):
        normal = {path: _from_here(name) for path, name in normal.items()}
    outside = {path: os.path.abspath(path) for path, name in normal.items() if not _leads_down(name)}  # noqa: PTH100 -- links stay
    top = os.path.commonpath([os.path.dirname(path) for path in outside.values()]) if outside else ""  # noqa: PTH120
    return {path: os.path.relpath(outside[path], top) if path in outside else normal[path] for path in normal}


def _from_here(path: str) -> str:
    """Shorten a path that leads down from here by a detour; other paths stay."""
    direct = path if _leads_down(path) else os.path.relpath(path)
    return direct if _leads_down(direct) else path


def _leads_down(path: str) -> bool:
    return path != os.curdir and not Path(path).is_absolute() and Path(path).parts[0] != os.pardir


def looks_like_a_file(name: str) -> bool:
    """Whether an output's name has the ending of a document or an archive, and is no directory's."""
    return not files.names_directory(name) and (uncompressed_name(name) != name or suffix(name) in ENDINGS)


def refuse_collisions(directory: str, names: Mapping[str, str]) -> None:
    """Refuse to write two inputs to the same file."""
    taken = dict[str, str]()
    for path, name in names.items():
        other = taken.setdefault(name, path)
        if other != path:
            stop(f"{path}: its output would be {Path(directory, name)}, as that of {other}")


def folder_urls(paths: Sequence[str], options: Mapping[str, Any]) -> dict[str, str | None] | None:
    """Make the URLs of inputs from that of their folder; None without a URL, or if it is that of one input.

    A URL in a file of options is that of the file's folder, also for one input: what is found in an input
    does not depend on the others.
    """
    url, folder = options.get("url"), folder_of("--url")
    if url is None or (folder is None and len(paths) < 2):  # noqa: PLR2004
        return None
    parsed = split(url)
    if parsed.query is not None or parsed.fragment is not None or not f"{parsed.path or '/'}".endswith("/"):
        many = f"one URL for {len(paths)} inputs; give the URL of their directory"
        why = many if folder is None else "not the URL of the file's directory"
        stop(f"{place_of('--url')} {url}: {why}, which ends with /")
    if folder is not None:
        return {path: _url_below(url, folder, path) for path in paths}
    if STANDARD in paths:
        stop(f"--url {url}: standard input has no path below that directory")
    return {path: url_of(url, name.replace(os.sep, "/")) for path, name in relative_names(paths).items()}


def _url_below(url: str, folder: str, path: str) -> str | None:
    """Make the URL of an input in a folder: standard input has the folder's, an input elsewhere none."""
    if path == STANDARD:
        return url
    name = os.path.relpath(path, folder)
    return url_of(url, name.replace(os.sep, "/")) if _leads_down(name) else None


def folder_roots(paths: Sequence[str], root: str | None) -> dict[str, str]:
    """Make the URLs of several inputs from ``--root``, which is that of their folder, if one is a directory.

    Standard input has none. It does not count which inputs exist: a name that is mistyped changes no URL of
    the others.
    """
    if root is None or len(paths) < 2:  # noqa: PLR2004
        return {}
    folder, ends = urls_from_root(root), {path: "/" if files.is_tree(path) else "" for path in paths}
    names = relative_names(paths) if any(ends.values()) else {}
    return {
        path: folder.url(f"{name}{ends[path]}".replace(os.sep, "/")) or root for path, name in names.items()
    }
