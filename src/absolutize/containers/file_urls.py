"""The URL of each file of a mirror (RFC 2396 5.1.3): from its path, or from a list that the user gives.

It does not know what is in the files. Used by `archive`, `cli.io`, `containers.mirror` and
`containers.source`.
"""

import csv
import json
import os
import posixpath
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import quote_from_bytes, unquote_to_bytes

from absolutize.containers.sniffing import PROGRAM_ENDINGS
from absolutize.patterns import compile_regex
from absolutize.uri.reference import split

INDEX_NAME = "index.html"  # what mirrors call a file whose URI ends with a slash
AS_UTF8 = ("utf-8", "surrogateescape")
"""How the text of documents, lists and URLs is encoded, whatever the locale is; bytes of no UTF-8 stay."""
_INDEX_BYTES = INDEX_NAME.encode()
PATH_SAFE = "!$&'()*+,;=:@~%"  # RFC 2396 3.3, pchar; a percent sign is escaped separately
QUERY_SAFE = PATH_SAFE + "/?"
_PERCENT = compile_regex(rb"%(?![0-9A-Fa-f]{2})")
_WINDOWS_QUERY = compile_regex(rb"(?<=.)@(?=[^@=]+=)")  # wget, --restrict-file-names=windows
PROGRAM_PATTERN = "|".join(PROGRAM_ENDINGS).encode()
_ADJUSTED = compile_regex(  # wget, --adjust-extension: .html behind any ending but .html and .htm
    rb"(?<=.)(\.(?:%b|shtml?|xht(?:ml)?))\.(?:html|css)\Z" % PROGRAM_PATTERN, re.IGNORECASE
)
# wget, behind the names of pages that --accept or --reject exclude; it may leave them there
_TEMPORARY = compile_regex(rb"(?<=.)\.tmp(\.html|\.css)?\Z", re.IGNORECASE)
_SURROGATE = compile_regex("[\ud800-\udfff]")
_ARRAY = compile_regex(r"\[\s*+(?:\{|\Z)")  # the beginning of one of JSON, with objects
_EMPTY_QUERY = compile_regex(rb"\?+(?:\.html)?")
# the end of the name of a page or style sheet: a question mark behind it begins a query, also an empty one
_PAGE_OR_SHEET = compile_regex(rb"\.(?:%b|s?html?|xht(?:ml)?|css)\Z" % PROGRAM_PATTERN, re.IGNORECASE)


@dataclass(frozen=True)
class Roots:
    """The URLs of directories, by their paths; a path ends with a slash, and that of the whole tree is empty.

    A mirror may have thousands of them, one for each host, so that they are looked up, both ways.
    """

    urls: Mapping[str, str] = field(default_factory=dict)

    def around(self, path: str) -> tuple[str, str] | None:
        """Give the innermost of the directories around a file, with its URL; None if there is none."""
        folders = directories_from(path[: path.rfind("/") + 1])
        return next(((folder, self.urls[folder]) for folder in folders if folder in self.urls), None)

    def matching(self, target: bytes) -> Iterator[tuple[str, bytes]]:
        """Give the directories with whose URLs a URL begins, each with what is behind its URL."""
        for length in self._lengths:
            for folder in self._folders.get(target[:length], ()):
                yield folder, target[length:]

    @cached_property
    def _folders(self) -> dict[bytes, list[str]]:
        folders: dict[bytes, list[str]] = {}
        for folder, url in self.urls.items():
            folders.setdefault(url.encode(*AS_UTF8), []).append(folder)
        return folders

    @cached_property
    def _lengths(self) -> list[int]:
        return sorted({*map(len, self._folders)}, reverse=True)


def directories_from(path: str) -> Iterator[str]:
    """Give the path of a directory, and those of all directories around it, the innermost first."""
    while path:
        yield path
        path = path[: path.rfind("/", 0, -1) + 1]
    yield ""


NO_ROOTS = Roots()


class FileUrls(NamedTuple):
    """The URLs of the files of a tree: of single files, and of directories.

    With ``is_httrack``, each page has a comment of HTTrack with its URL. With ``by_comments``, nothing else
    shows that, so that pages have a URL only with a comment, and in one of the directories.
    ``suffixes_added`` are endings that wget added to names, behind the query: ``.html``, ``.css``.
    """

    files: Mapping[str, str]
    roots: Roots = NO_ROOTS
    is_httrack: bool = False
    by_comments: bool = False
    suffixes_added: tuple[str, ...] = ()

    @property
    def has_urls(self) -> bool:
        """Whether the URL of any file or directory is known."""
        return bool(self.files or self.roots.urls)

    def url(self, path: str) -> str | None:
        """Give the URI of a path in the tree, which is written with slashes; None if it is not known."""
        known = self.files.get(path)
        if known is not None:
            return known
        around = self.roots.around(path)
        if around is None:
            return None
        folder, root = around
        return url_of(root, path[len(folder) :], suffixes_added=self.suffixes_added)

    def with_list(self, urls: Mapping[str, str]) -> "FileUrls":
        """Add URLs that the user lists, of files and of directories."""
        folders = {path: as_root(url) for path, url in urls.items() if is_folder(path)}
        files = {path: url for path, url in urls.items() if not is_folder(path)}
        return self._replace(files=files, roots=Roots({**self.roots.urls, **folders}))

    def unmatched_paths(self, trees: Sequence[str | Path]) -> list[str]:
        """List the paths with a URL of their own at which no tree has such a file or directory."""
        paths = [*self.files, *filter(None, self.roots.urls)]
        return [path for path in paths if not any(_exists(tree, path) for tree in trees)]


def _exists(tree: str | Path, name: str) -> bool:
    """Whether a file or directory is in a tree; what is outside of it has no URL there."""
    if name.startswith("../"):
        return False
    path = f"{tree}/{name}"
    return os.path.isdir(path) if is_folder(path) else os.path.isfile(path)  # noqa: PTH112, PTH113 -- any text


def is_folder(path: str) -> bool:
    """Whether a path in a tree is written as that of a directory; that of the tree is empty."""
    return not path or path.endswith("/")


def query_in(name: bytes) -> re.Match[bytes] | None:
    """Match the mark before a query in a file's name; that of ``Who?`` is an escaped mark, and no match."""
    match = re.search(rb"\?", name)
    if match is None:
        return _WINDOWS_QUERY.search(name)
    is_empty = _EMPTY_QUERY.fullmatch(name, match.start()) is not None
    return None if is_empty and _PAGE_OR_SHEET.search(name[: match.start()]) is None else match


def urls_from_root(root: str) -> FileUrls:
    """Make the URLs of files from the URI of a tree's root."""
    return FileUrls({}, Roots({"": as_root(root)}))


def as_root(url: str) -> str:
    """Spell the URI of a directory: with a slash at its end."""
    return url if (split(url).path or "").endswith("/") else url + "/"


def url_of(root: str, path: str, *, suffixes_added: tuple[str, ...] = ()) -> str:
    """Make the URI of a path below that of a root, as wget and HTTrack name files.

    ``index.html`` stands for its directory. The text after a question mark is the query, and escapes stay.
    ``.html`` or ``.css`` after the name of a script, ``.shtml`` or ``.xhtml`` is left out;
    ``suffixes_added``, also after a query or a question mark. So is ``.tmp`` after a query or the name of a
    page or style sheet, or in front of ``.html`` or ``.css``. Every other character that a URI cannot contain
    is escaped.
    """
    directory, slash, name = os.fsencode(path).rpartition(b"/")
    name = _without_tmp(name)
    match = query_in(name)
    name, query = (name, None) if match is None else (name[: match.start()], name[match.end() :])
    name = _ADJUSTED.sub(rb"\1", name)
    if query is not None:
        query = _without_suffix(query, suffixes_added)
    elif name.endswith(b"?.html"):
        name = _without_suffix(name, suffixes_added)
    name = b"" if name == _INDEX_BYTES else name
    steps = [*directory.split(b"/"), name] if slash else [name]
    text = "/".join(map(_step, steps))
    base = root if root.endswith("/") else root + "/"
    return base + text + ("" if query is None else "?" + _escaped(query, QUERY_SAFE))


def _without_tmp(name: bytes) -> bytes:
    """Leave out ``.tmp`` behind a query or the name of a page or style sheet, or with what is behind it."""
    match = _TEMPORARY.search(name)
    if match is None:
        return name
    own = name[: match.start()]
    is_added = match[1] is not None or query_in(own) is not None or _PAGE_OR_SHEET.search(own) is not None
    return own if is_added else name


def _without_suffix(text: bytes, suffixes: tuple[str, ...]) -> bytes:
    """Leave out the ending that was added; an ending in front of it is no addition."""
    return text.removesuffix(next((end for end in map(str.encode, suffixes) if text.endswith(end)), b""))


def _step(name: bytes) -> str:
    """Escape a segment of a path; in a segment that means ``.`` or ``..``, also the percent signs."""
    if unquote_to_bytes(name) in {b".", b".."}:
        name = name.replace(b"%", b"%25")
    return _escaped(name, PATH_SAFE)


def _escaped(text: bytes, safe: str) -> str:
    return quote_from_bytes(_PERCENT.sub(b"%25", text), safe=safe)


class MapError(Exception):
    """A list of URIs cannot be read: at which line, from 1, and why."""

    def __init__(self, line: int, why: str) -> None:
        super().__init__(line, why)  # these arguments are pickled for another process

    def __str__(self) -> str:
        """Name the line, and say why."""
        return "line {}: {}".format(*self.args)


def parse_list(lines: Iterable[str]) -> dict[str, str]:
    """Read a list of paths and URIs: CSV of two columns, or lines of JSON with "path" and "url".

    If the first line of CSV has a column named "url", it is a header that names the columns. A column or
    member named "file" is read like "path". A path that ends with a slash is that of a directory; that of
    the whole tree (``./``) is empty in the result. Raises `MapError` if the list cannot be read, or has two
    URLs for one path.
    """
    kept = [*lines]
    number, first = next((row for row in enumerate(kept, 1) if row[1].strip()), (1, ""))
    start = first.strip("\ufeff \t\r\n")
    if _ARRAY.match(start) is not None:
        raise MapError(number, "a JSON array; write each of its objects on a separate line")
    urls: dict[str, str] = {}
    known: dict[str, int] = {}  # the line of each path
    for number, path, url in _of_json(kept) if start.startswith("{") else _of_csv(kept):
        why = _why_wrong(path, url)
        if why is not None:
            raise MapError(number, why)
        if _SURROGATE.search(url) is not None:  # bytes of the list, or an escape of JSON
            raise MapError(number, f"{url!r}: not UTF-8")
        name = _name_on_disk(normal_path(path))
        if urls.setdefault(name, url) != url:
            raise MapError(number, f"{path!r}: another URL than in line {known[name]}")
        known.setdefault(name, number)
    return urls


def _name_on_disk(path: str) -> str:
    """Spell a path that was read as UTF-8 in the encoding of names of files, which the locale decides."""
    try:
        return os.fsdecode(path.encode(*AS_UTF8))
    except UnicodeEncodeError:  # JSON may have such text, and no file such a name
        return path


def _why_wrong(path: object, url: object) -> str | None:
    if not isinstance(path, str) or not isinstance(url, str) or not path:
        return "no path and URL"
    return None if split(url).scheme is not None else f"{url}: not an absolute URI"


def _of_json(lines: list[str]) -> Iterator[tuple[int, Any, Any]]:
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            value = json.loads(line.lstrip("\ufeff"))
        except ValueError as error:
            raise MapError(number, f"no JSON: {error}") from None
        except RecursionError:
            raise MapError(number, "JSON that is nested too deep") from None
        if not isinstance(value, dict):
            raise MapError(number, "no JSON object")
        yield number, value.get("path", value.get("file")), value.get("url")


def _of_csv(lines: list[str]) -> Iterator[tuple[int, Any, Any]]:
    path, url = 0, 1
    for index, (number, row) in enumerate(_csv_rows(lines)):
        names = [cell.strip().lower() for cell in row]
        if index == 0 and "url" in names:
            url = names.index("url")
            path = next((names.index(name) for name in ("path", "file") if name in names), 1 - min(url, 1))
            continue
        cells = dict(enumerate(row))
        if index == 0 and (why := _why_wrong(cells.get(path), cells.get(url))) is not None:
            raise MapError(number, f"{why} (the columns are path,url, also in a header)")
        yield number, cells.get(path), cells.get(url)


def _csv_rows(lines: Iterable[str]) -> Iterator[tuple[int, list[str]]]:
    """Read the rows of CSV that are not empty, and the number of the last line of each."""
    reader = csv.reader(line.lstrip("\ufeff") for line in lines)
    try:
        for row in reader:
            if "".join(row).strip():
                yield reader.line_num, row
    except csv.Error as error:
        raise MapError(reader.line_num, f"no CSV: {error}") from None


def normal_path(path: str) -> str:
    """Spell a path in the way in which the walk through the tree spells it: without detours."""
    text = path.replace(os.sep, "/").lstrip("/")
    direct = posixpath.normpath(text) if text else ""
    if not is_folder(text):
        return direct
    return "" if direct in {"", "."} else f"{direct}/"
