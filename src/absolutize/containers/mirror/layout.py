"""Guess the URL that a mirror was downloaded from, by the directory layouts of wget and HTTrack.

It does not change anything, and does not know the user's options. Used by `archive.directories` and
`containers.mirror.local_links`.
"""

import os
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from functools import lru_cache, partial
from itertools import islice
from pathlib import Path
from typing import NamedTuple
from urllib.parse import unquote, unquote_to_bytes

from absolutize.containers.file_urls import AS_UTF8, FileUrls, Roots, query_in
from absolutize.containers.mirror.hosts import (
    Hosts,
    beginning,
    first_pages,
    host_of_tree,
    hosts_inside,
    scheme_by_pages,
)
from absolutize.containers.mirror.httrack_comments import comment_in, is_by_type, read_commented_tree
from absolutize.containers.sniffing import SNIFFED_BYTES, is_style_sheet, looks_like_html, may_be_page
from absolutize.patterns import compile_regex
from absolutize.storage import files
from absolutize.storage.folders import files_below

CACHE = "hts-cache"  # HTTrack's directory, with its list of retrieved files
LIST = "new.txt"
FILES_LOOKED_AT = 20  # of all hosts, to see HTTrack's comments; of HTTrack's list
LONGEST_LINE = 1 << 16  # characters that are read at once of HTTrack's list
LONGEST_PATH = 1 << 12  # characters of a path in it that may be that of a file (PATH_MAX of Linux)
MOST_QUERY_FILES = 200  # files with a query in their names, and without ``.html``, that are looked at
ADDED_SUFFIXES = (".html", ".css")  # wget --adjust-extension
BACKUPS = {"": ".orig", ".html": ".orig", ".css": "orig"}
"""What wget --backup-converted writes behind a name, by what --adjust-extension added to it.

Of an added ending, it writes "orig" over the last four letters.
"""
_DELAYED = compile_regex(r"\.([0-9a-f]+)\.delayed\Z")
_STEP = compile_regex(r"(?<![^/])[^/]++")
_QUERY_DIGITS = 4


class Guess(NamedTuple):
    """The URLs that the files of a tree seem to be from, and lines for the user that say so.

    ``doubts`` are lines for the user if only names make the guess likely.
    """

    file_urls: FileUrls
    lines: list[str]
    doubts: list[str] = []  # noqa: RUF012 -- it is never changed


def guess_urls(directory: Path) -> Guess:
    """Guess the URLs of a tree: by HTTrack's list, by names of hosts, or by HTTrack's comments.

    Without HTTrack's own files, a comment in a page shows that the tree is from HTTrack, and without
    directories of hosts, comments show the URL.
    """
    for cached in (read_httrack_list, listed_schemes):
        cached.cache_clear()  # the list may have changed since an earlier run
    has_files = (directory / CACHE).is_dir() or (directory / "hts-log.txt").is_file()
    urls = read_httrack_list(directory) if has_files else {}
    hosts = _hosts(directory, urls, is_mirror=has_files)
    if hosts is None:  # links lead to files, and the URLs of these do not show where
        return Guess(FileUrls({}), [])
    httrack = has_files or _is_commented(directory, hosts.roots)
    if urls:
        return _guess(FileUrls(urls, is_httrack=True), hosts)
    if httrack and any(is_by_type(directory / prefix) for prefix in hosts.roots):
        return _no_guess(next(iter(hosts.roots.values())).split("/")[2])
    tree = read_commented_tree(directory, hosts.roots)
    if not tree.roots or not (httrack or _are_commented(directory, hosts.roots)):
        is_unknown = not hosts.roots and tree.host is not None
        return _no_guess(tree.host or "") if is_unknown else _guess(FileUrls({}, is_httrack=httrack), hosts)
    by_comments = {
        path: f"{scheme_by_pages(directory / path, where.partition('/')[0])}://{where}"
        for path, where in tree.roots.items()
    }
    both = Hosts({**hosts.roots, **by_comments}, is_sure=True)
    return _guess(FileUrls({}, is_httrack=True, by_comments=not httrack), both)


def _guess(file_urls: FileUrls, hosts: Hosts) -> Guess:
    """Make a guess of the URLs of files and of directories."""
    urls, by = file_urls.files, "HTTrack" if file_urls.is_httrack else "wget"
    lines = (
        [f"reading it as a mirror by {by}: {CACHE}/{LIST} has the URLs of {len(urls)} files"] if urls else []
    )
    named = [f"{prefix or 'the directory'} is {root}" for prefix, root in hosts.roots.items()]
    lines += [f"reading it as a mirror by {by}: {each}" for each in named]
    doubts = [] if hosts.is_sure else [f"nothing but its name shows that {each}" for each in named]
    return Guess(file_urls._replace(roots=Roots(hosts.roots)), lines, doubts)


def _no_guess(host: str) -> Guess:
    """Say why nothing is guessed though there are comments."""
    line = (
        f"its original URL is unknown: HTTrack's comments name {host}, but do not show where all files were"
    )
    return Guess(FileUrls({}), [line])


def _hosts(directory: Path, known: dict[str, str], *, is_mirror: bool) -> Hosts | None:
    """Give the directories of hosts; a tree without them may be one. None if its list shows no root."""
    inside = hosts_inside(directory, is_mirror=is_mirror)
    if known and not inside.roots:
        root = _root_by_list(known)
        return None if root is None else Hosts({"": root}, is_sure=True)
    if inside.is_sure:
        schemes = _schemes_in(known)
        return inside._replace(
            roots={path: _with_scheme(url, schemes.get(path)) for path, url in inside.roots.items()}
        )
    itself = host_of_tree(directory)
    return itself if itself.is_sure or not inside.roots else inside


def _with_scheme(url: str, scheme: str | None) -> str:
    """Replace the scheme of a URL, if another one is known."""
    return url if scheme is None else f"{scheme}:{url.partition(':')[2]}"


def _is_commented(directory: Path, roots: Mapping[str, str]) -> bool:
    """Whether the first comment of HTTrack in the first pages of the hosts names the host that it is in.

    A site that wget mirrored may have pages that HTTrack had mirrored from elsewhere.
    """
    pages = ((root, page) for prefix, root in roots.items() for page in first_pages(directory / prefix))
    for root, page in islice(pages, FILES_LOOKED_AT):
        if (where := comment_in(beginning(page))) is not None:
            return f"//{where}/".startswith(f"//{root.partition('://')[2]}")
    return False


def _are_commented(directory: Path, roots: Iterable[str]) -> bool:
    """Whether the first pages of all hosts have HTTrack's comment; of a host without pages, too."""
    pages = (page for prefix in roots for page in first_pages(directory / prefix))
    return all(comment_in(beginning(page)) is not None for page in pages)


def suffixes_added(directory: Path) -> tuple[str, ...]:
    """Give the endings that wget added behind queries (--adjust-extension); one that a file lacks is none."""
    is_seen, lacking, others = False, set[str](), list[Path]()
    for path, before_query in _queried(directory):
        is_sheet = is_style_sheet(before_query)
        if path.suffix in ADDED_SUFFIXES:
            is_seen = is_seen or is_sheet or path.suffix == ".html"
        elif is_sheet:
            lacking.add(".css")
        elif may_be_page(path.name) and len(others) < MOST_QUERY_FILES:
            others.append(path)
    if not is_seen or any(map(_looks_like_html, others)):
        return ()
    return tuple(each for each in ADDED_SUFFIXES if each not in lacking)


def _queried(directory: Path) -> Iterator[tuple[Path, str]]:
    """Walk through the files with a query in their names, and give what is in front of it; no backups."""
    for folder, names in files_below(directory):
        present = frozenset(names)
        for name in names:
            encoded = os.fsencode(name)
            if (match := query_in(encoded)) and not _is_backup(name, present):
                yield Path(folder, name), os.fsdecode(encoded[: match.start()])


def _is_backup(name: str, present: frozenset[str]) -> bool:
    """Whether a name is that of a backup, next to others in a directory."""
    return name.endswith(BACKUPS[""]) or (
        name.endswith(BACKUPS[".css"]) and f"{name.removesuffix(BACKUPS['.css'])}.css" in present
    )


def _looks_like_html(path: Path) -> bool:
    """Whether a file can be read and begins like HTML; pipes, which may block, are not opened."""
    try:
        if not path.is_file():
            return False
        with path.open("rb") as file:
            return looks_like_html(file.read(SNIFFED_BYTES))
    except OSError:
        return False


def httrack_url(document: bytes, url: str | None, schemes: Mapping[str, str]) -> str | None:
    """Read the URL in HTTrack's comment in a page; without a comment, give the known ``url``.

    ``schemes`` are those of hosts, which is what HTTrack's list has instead of a known URL.
    """
    where = comment_in(document)
    if where is None:
        return url
    scheme = schemes.get(_directory_of(where), "http") if url is None else url.partition(":")[0]
    return f"{scheme}://{where}"


def _schemes_in(known: dict[str, str]) -> dict[str, str]:
    """Give the scheme of the first file in each directory, by HTTrack's list."""
    schemes: dict[str, str] = {}
    for path, url in known.items():
        name, slash, _ = path.partition("/")
        schemes.setdefault(name + slash, url.partition(":")[0])
    return schemes


@lru_cache(maxsize=1)
def read_httrack_list(directory: Path) -> dict[str, str]:
    """Read HTTrack's list: its fields are separated by tabs, and its first line names them.

    Each process reads it only once in a run.
    """
    lines = _lines(directory / CACHE / LIST)
    names = next(lines, "").split("\t")
    if not {"URL", "localfile"} <= set(names):
        return {}
    url, file = names.index("URL"), names.index("localfile")
    urls: dict[str, str] = {}
    for line in lines:
        fields = line.split("\t")
        if len(fields) > max(url, file) and fields[file] and "://" in fields[url]:
            urls[_unescaped(fields[file])] = fields[url]
    above = _directories_above(directory, urls)
    by_path = {
        path.removeprefix(above) if above and path.startswith(above) else _within(path, of): of
        for path, of in urls.items()
    }
    renamed = {_name_at_last(path, of): of for path, of in by_path.items()}
    return renamed | {path: of for path, of in by_path.items() if path in renamed}


def _name_at_last(path: str, url: str) -> str:
    """Give the name that HTTrack gave to a page of an error, which its list calls by a temporary name.

    That is a number in front of ``.delayed``. Behind the number are the digits that stand for a query.
    """
    match = _DELAYED.search(path)
    if match is None:
        return path
    digits = match[1][-_QUERY_DIGITS:] if "?" in url else ""
    return f"{path[: match.start()]}{digits}.html"


def _unescaped(file: str) -> str:
    """Read a path in HTTrack's list: white space, control characters and what is beyond ASCII are escaped."""
    return os.fsdecode(unquote_to_bytes(file.encode(*AS_UTF8)))


def _directories_above(directory: Path, paths: Iterable[str]) -> str:
    """Find what most paths in HTTrack's list, of files that are there, have in front of those in the tree."""
    counts, entries = Counter[str](), _entries(directory)
    for path in paths:
        steps = _STEP.finditer(path, max(0, len(path) - LONGEST_PATH))
        starts = (step.start() for step in steps if step[0] in entries)  # the disk is slow to ask
        start = next((each for each in starts if is_file_in(directory, path[each:])), None)
        counts.update([] if start is None else [path[:start]])
        if counts.total() == FILES_LOOKED_AT:
            break
    return counts.most_common(1)[0][0] if counts else ""


def _entries(directory: Path) -> frozenset[str]:
    """List the names in a directory; none if it cannot be read."""
    with suppress(OSError):
        return frozenset(os.listdir(directory))  # noqa: PTH208 -- the names alone
    return frozenset()


def is_file_in(directory: Path, path: str) -> bool:
    """Whether a path is that of a file in a tree; no name raises an error."""
    return not path.startswith(("../", "/")) and os.path.isfile(directory / path)  # noqa: PTH113


def is_directory_in(directory: Path, path: str) -> bool:
    """Whether a path is that of a directory in a tree; no name raises an error."""
    return not path.startswith(("../", "/")) and os.path.isdir(directory / path)  # noqa: PTH112


def _root_by_list(urls: Mapping[str, str]) -> str | None:
    """Give the root of the URLs in HTTrack's list, if most files are in the directories of their URLs."""
    roots = Counter[str]()
    for path, url in urls.items():
        scheme, _, rest = url.partition("?")[0].partition("://")
        authority, _, place = rest.partition("/")
        if unquote(place).rpartition("/")[0] == path.rpartition("/")[0]:
            roots[f"{scheme}://{authority}/"] += 1
    root, count = next(iter(roots.most_common(1)), ("", 0))
    return root if 2 * count > len(urls) else None


def _lines(path: Path) -> Iterator[str]:
    """Read the lines of a regular file; there are none if it cannot be read, or is something else."""
    with suppress(OSError):
        if not files.is_regular(path):
            return
        with path.open(encoding="utf-8", errors="surrogateescape", newline="\n") as file:
            yield from (line.rstrip("\r\n") for line in iter(partial(file.readline, LONGEST_LINE), ""))


@lru_cache(maxsize=1)
def listed_schemes(directory: Path) -> dict[str, str]:
    """Give the scheme of each host in HTTrack's list, by the name of the host's directory."""
    return _schemes_in(read_httrack_list(directory))


def _directory_of(where: str) -> str:
    """Name the directory of a host, as HTTrack does, by a URL without its scheme."""
    return where.partition("/")[0].rpartition("@")[2].replace(":", "_") + "/"


def _within(file: str, url: str) -> str:
    """Cut the path of the mirror off a path in HTTrack's list: it ends where the host's directory begins."""
    slash = f"/{file}".find(f"/{_directory_of(url.partition('://')[2])}")
    return file if slash < 0 else file[slash:]
