"""HTTrack's comments in pages: the URL of each page, and the directories whose URLs they show.

HTTrack can name files by other rules than by their URLs (``-N1`` and others). Only where the comments and the
places of files exclude that does a directory have a URL. Used by `containers.mirror.layout` and
`containers.mirror.local_links`.
"""

import os
from collections.abc import Iterable, Iterator, Mapping
from html import unescape
from itertools import islice, takewhile
from pathlib import Path
from typing import NamedTuple
from urllib.parse import unquote, unquote_to_bytes

from absolutize.containers.file_urls import AS_UTF8
from absolutize.containers.mirror.hosts import PAGES_LOOKED_AT, beginning
from absolutize.containers.sniffing import HTML_SUFFIXES, SUFFIXES_OF_NO_PAGE, suffix
from absolutize.patterns import compile_regex
from absolutize.storage.folders import files_below

_MOST_PAGES = 1_000  # of a tree, that are looked at
_LEAST_SHARE = (
    3  # more than one of three pages has a comment, in their directories; those of errors have none
)
_INDEX = "index"  # what HTTrack calls a page whose URL ends with a slash
_NAME_LENGTH = 8  # letters and digits of a name that are compared
# a host and port; HTTrack writes no scheme, but for "file:". Spaces in the path are not escaped
_COMMENT = compile_regex(rb"<!-- Mirrored from ([^\s<>/:@?#]++(?::[0-9]++)?+(?:[/?][^<>\r\n]*)?) by HTTrack")
# references to directories above, without a query or fragment
_WAY_UP = compile_regex(rb"(?:(?<=[\"'=(])|(?<=, ))(?:\./)?+(?:\.\./)++[^\"'<>()\s?#]*+")
_NO_LETTERS = compile_regex("[^0-9A-Za-z]++")
_FOLDERS_BY_TYPE = ((), ("html",))  # of pages below the directory of a host, with -N101, -N102 and others

_Folders = tuple[str, ...]
_Place = tuple[
    _Folders, _Folders
]  # a directory of the tree, and its URL: the host, and the directories below


class _CommentedPage(NamedTuple):
    """A page with a comment: the directories that it is in, and those in its URL, behind the host.

    ``is_named_alike`` is whether the file has the name that HTTrack makes of the URL.
    """

    folders: _Folders
    url_folders: _Folders
    is_named_alike: bool

    @property
    def host(self) -> str:
        """The host and port."""
        return self.url_folders[0]

    @property
    def outermost(self) -> _Place:
        """The outermost directory from which on the path to the page is that of its URL."""
        pairs = zip(reversed(self.folders), map(unquote, reversed(self.url_folders[1:])), strict=False)
        common = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
        return self.folders[: len(self.folders) - common], self.url_folders[: len(self.url_folders) - common]


class _FolderOfPages(NamedTuple):
    """A directory: its pages with a comment, and the number of all its pages; those that are looked at."""

    folders: _Folders
    commented: list[_CommentedPage]
    pages: int


class CommentedTree(NamedTuple):
    """What comments show of a tree: the URLs of directories, without a scheme, and the host of most pages.

    Without a URL, the host says that there are comments.
    """

    roots: Mapping[str, str]
    host: str | None = None


def comment_in(document: bytes) -> str | None:
    """Read the URI without a scheme in HTTrack's comment in a page; None if there is no comment."""
    match = _COMMENT.search(document)
    return None if match is None else match[1].decode(*AS_UTF8).replace(" ", "%20")


def ways_up(page: bytes) -> Iterator[str]:
    """Find the references of a page that lead above its directory, as paths from there."""
    for reference in _WAY_UP.findall(page):
        yield os.fsdecode(unquote_to_bytes(unescape(reference.decode(*AS_UTF8)).encode(*AS_UTF8)))


def read_commented_tree(directory: Path, hosts: Iterable[str] = ()) -> CommentedTree:
    """Find the directories whose URLs HTTrack's comments show, outside of those of hosts.

    That is where many pages have a comment, and most of these are at the place in the directory that their
    URLs have at the host. If all of them are in one directory, other files must show that each type of file
    has no directory, since then their URLs would not be known.
    """
    named = [tuple(path.split("/")[:-1]) for path in hosts]
    folders = [
        folder
        for folder in _folders_of_pages(directory)
        if not any(_is_below(folder.folders, host) for host in named)
    ]
    groups, roots = _groups(folders), dict[_Folders, _Folders]()
    for (outermost, url), pages in groups:
        around = _common([page.folders for page in pages])
        inside = [folder for folder in folders if _is_below(folder.folders, around)]
        if _agree(pages, inside) and _is_by_path(directory / Path(*around), pages, inside):
            roots.setdefault(outermost, url)
    host = groups[0][1][0].host if groups else None
    return CommentedTree({_as_path(path): _as_path(url) for path, url in roots.items()}, host)


def _groups(folders: Iterable[_FolderOfPages]) -> list[tuple[_Place, list[_CommentedPage]]]:
    """Group pages by the outermost directories from which on they are at their places; large groups first."""
    groups: dict[_Place, list[_CommentedPage]] = {}
    for folder in folders:
        for page in folder.commented:
            groups.setdefault(page.outermost, []).append(page)
    return sorted(groups.items(), key=lambda item: -len(item[1]))


def _agree(pages: list[_CommentedPage], inside: list[_FolderOfPages]) -> bool:
    """Whether most comments are those of a group, and none names another host; and many pages have one."""
    commented = [page for folder in inside for page in folder.commented]
    is_most = 2 * len(pages) > len(commented)
    is_enough = _LEAST_SHARE * len(pages) > sum(folder.pages for folder in inside if folder.commented)
    return is_most and is_enough and len({page.host for page in commented}) == 1


def _is_by_path(directory: Path, pages: list[_CommentedPage], inside: list[_FolderOfPages]) -> bool:
    """Whether files are in the directories of their URLs, and not in one for their type.

    Pages in two directories show it. Else all pages must have their places and names, and other files must be
    in a directory that HTTrack makes for no type: one that is neither ``images`` (-N1) nor named like their
    endings (-N4).
    """
    if len({page.folders for page in pages}) > 1:
        return True
    others = sum(len(folder.commented) for folder in inside) - len(pages)
    if others or not all(page.is_named_alike for page in pages):
        return False
    is_no_image, is_no_ending = False, False
    for inner, ending in _endings_below(directory):
        is_no_image |= inner != ("images",)
        is_no_ending |= inner != (ending,)
        if is_no_image and is_no_ending:
            return True
    return False


def _endings_below(directory: Path) -> Iterator[tuple[_Folders, str]]:
    """Give the endings of files that are no pages, in directories below one, with these directories."""
    for folder, names in files_below(directory):
        inner = Path(folder).relative_to(directory).parts
        endings = (suffix(name) for name in names if inner)
        yield from ((inner, ending[1:]) for ending in endings if ending in SUFFIXES_OF_NO_PAGE)


def is_by_type(directory: Path) -> bool:
    """Whether the pages of a host are all in one directory, and not in those of their URLs (as by -N101).

    Then images and others are in directories for their types.
    """
    commented = list(islice((folder for folder in _folders_of_pages(directory) if folder.commented), 2))
    if len(commented) != 1 or commented[0].folders not in _FOLDERS_BY_TYPE:
        return False
    return any(page.outermost != ((), (page.host,)) for page in commented[0].commented)


def _folders_of_pages(directory: Path) -> Iterator[_FolderOfPages]:
    """Look at the first pages of each directory in a tree."""
    looked_at = 0
    for path, names in files_below(directory):
        folders = Path(path).relative_to(directory).parts
        pages = list(islice((name for name in names if suffix(name) in HTML_SUFFIXES), PAGES_LOOKED_AT))
        looked_at += len(pages)
        if looked_at > _MOST_PAGES:
            return
        if pages:
            yield _FolderOfPages(folders, list(_commented(Path(path), folders, pages)), len(pages))


def _commented(path: Path, folders: _Folders, names: Iterable[str]) -> Iterator[_CommentedPage]:
    """Read the pages with a comment in a directory."""
    for name in names:
        where = comment_in(beginning(path / name))
        if where is not None:
            place, _, last = where.partition("?")[0].rpartition("/")
            url_folders = tuple((place or last).split("/"))
            yield _CommentedPage(folders, url_folders, _is_named_alike(name, last if place else ""))


def _is_named_alike(name: str, last: str) -> bool:
    """Whether a file has the name of a segment of a URL, before the ending and the digits of a query."""
    expected = _letters(unquote(last).partition(".")[0] or _INDEX)
    return _letters(name).startswith(expected[:_NAME_LENGTH])


def _letters(name: str) -> str:
    """Leave out what HTTrack may replace in a name."""
    return _NO_LETTERS.sub("", name)


def _is_below(folders: _Folders, around: _Folders) -> bool:
    """Whether a directory is another one, or in it."""
    return folders[: len(around)] == around


def _common(paths: list[_Folders]) -> _Folders:
    """Give the innermost directory around all directories."""
    lowest, highest = min(paths), max(paths)
    pairs = takewhile(lambda pair: pair[0] == pair[1], zip(lowest, highest, strict=False))
    return tuple(step for step, _ in pairs)


def _as_path(folders: _Folders) -> str:
    """Spell a directory with a slash at its end."""
    return "".join(f"{folder}/" for folder in folders)
