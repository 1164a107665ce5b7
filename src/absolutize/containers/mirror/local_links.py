"""The URLs that local links of a mirror stand for, where pages link to its files (wget -k, HTTrack).

It gets targets of links that are already absolute. It changes nothing, and does not know rule sets. Used by
`containers.mirror.directory`.
"""

import os
import re
from collections.abc import Callable, Iterator
from functools import partial
from html import unescape
from itertools import chain, takewhile
from pathlib import Path
from typing import NamedTuple
from urllib.parse import quote, unquote_to_bytes

from absolutize.answer_cache import AnswerCache
from absolutize.containers.file_urls import (
    AS_UTF8,
    INDEX_NAME,
    PROGRAM_PATTERN,
    FileUrls,
    directories_from,
)
from absolutize.containers.mirror.hosts import ABOVE_HOSTS
from absolutize.containers.mirror.httrack_comments import comment_in, ways_up
from absolutize.containers.mirror.layout import (
    BACKUPS,
    httrack_url,
    is_directory_in,
    is_file_in,
    listed_schemes,
    read_httrack_list,
)
from absolutize.containers.sniffing import is_style_sheet
from absolutize.html.values import css_bytes
from absolutize.patterns import compile_regex

_BACKUP = BACKUPS[".css"]
_COMMENT_WITHIN = 1 << 20  # bytes of a page in which HTTrack's comment is looked for
_TEMPORARY = ".tmp"  # wget, behind the name of a page that --accept or --reject exclude
_ASCII = bytes(range(0x80))
_MAY_BE_PAIRED = (*filter(None, BACKUPS), _BACKUP)
# How file names that differ from URIs look in a page: wget escapes question marks, semicolons and escapes
_MAY_NAME = compile_regex(
    rb"%%(?:3[bBfF]|25)|@[^@=\s\"'<>]++=|\.[a-z]++[345]?\.html|\.(?:%b)\.css|\?\.html|index\.html\?"
    rb"|\.tmp\b" % PROGRAM_PATTERN,
    re.IGNORECASE,
)
_NAME_BEYOND_ASCII = compile_regex(
    rb"(?:(?:href|src(?:set)?)\s*+=|url\()\s*+[\"']?+[^\"'<>\s\x80-\xff]*+[\x80-\xff]", re.IGNORECASE
)
_UP_TO_DIRECTORY = compile_regex(rb"\.\./(?!\.\./)([^/\"'<>\s]++)/")
_NO_MARKUP = compile_regex(rb"<!--.*?(?:-->|\Z)|<(script|style)\b.*?(?:</\1|\Z)", re.IGNORECASE | re.DOTALL)
_LINK = compile_regex(
    rb"<(?:a|area|i?frame|img|link)\s[^<>]*?(?<=[\s\"'])(?:href|src)\s*=\s*"
    rb"(?:\"([^\"]*)\"|'([^']*)'|([^\s\"'>][^\s>]*))",
    re.IGNORECASE,
)
_OF_ITSELF = compile_regex(r"[a-z][a-z0-9+.-]*:|#|\Z", re.IGNORECASE)  # absolute, or within the page
_ORIGIN_AND_PATH = compile_regex(rb"([^:/?#]++://[^/?#]*+)([^?#]*+)")


def _read_comment(path: Path) -> str | None:
    """Read HTTrack's comment in a file; the result is cached, since many links may lead to one page."""
    try:
        with path.open("rb") as file:
            return comment_in(file.read(_COMMENT_WITHIN))
    except OSError:
        return None


_COMMENTS = AnswerCache(_read_comment, 4096)


def forget_comments() -> None:
    """Forget HTTrack's comments, which may have changed since an earlier run."""
    _COMMENTS.clear()


class ConvertedPage(NamedTuple):
    """A page that HTTrack converted: the directories in the tree that it is in, and the place of its URL.

    ``origin`` and ``steps`` are the scheme and host of the URL, and the segments of its directory.
    ``is_elsewhere``: the page is not in that directory. HTTrack shortens long names and replaces characters,
    and directories may have been renamed since.
    """

    folders: list[str]
    origin: bytes
    steps: list[bytes]
    is_elsewhere: bool

    @classmethod
    def of(cls, path: str, url: str, own: str | None) -> "ConvertedPage":
        """Make it of the path of a page, its URL, and the URL of the file at that path."""
        origin, steps = _directory(url)
        is_elsewhere = own is None or _directory(own) != (origin, steps)
        return cls(path.split("/")[:-1], origin, steps, is_elsewhere)

    @property
    def folder(self) -> str:
        """The directory in the tree, which ends with a slash."""
        return "".join(f"{each}/" for each in self.folders)

    def paths(self, target: bytes) -> Iterator[str]:
        """List the paths to which the reference leads that was resolved to a target, as a name of a file.

        A reference above the root of the host is resolved below it, so that directories above are tried, too.
        """
        origin, steps = _origin_and_steps(target)
        if origin != self.origin:
            return
        pairs = zip(self.steps, steps[:-1], strict=False)
        common = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
        up, most = len(self.steps) - common, len(self.folders)
        rest = [os.fsdecode(step) for step in steps[common:]]
        for above in range(up, most + 1)[: 1 if common else None]:
            yield "/".join([*self.folders[: most - above], *rest])


def _origin_and_steps(url: bytes) -> tuple[bytes, list[bytes]]:
    """Give the scheme and host of a URL, and the segments of its path without escapes."""
    match = _ORIGIN_AND_PATH.match(url)
    if match is None:
        return b"", [b""]
    return match[1], [unquote_to_bytes(step) for step in match[2].removeprefix(b"/").split(b"/")]


class Mirror(NamedTuple):
    """A mirror on a disk: its root, and the URLs of its files."""

    root: Path
    file_urls: FileUrls

    def url(self, path: str) -> str | None:
        """Give the URI of a file, if it is known; a file and its backup by wget have the same URI."""
        name = None if path in self.file_urls.files else self._retrieved_name(path)
        if name is None:
            return self.file_urls.url(path)
        retrieved = name.removesuffix(_TEMPORARY)
        return self.file_urls._replace(suffixes_added=()).url(retrieved)  # the name shows what was added

    def _retrieved_name(self, path: str) -> str | None:
        """Give the path of a file or a backup before wget added an ending; None if there is no backup."""
        if not path.endswith(_MAY_BE_PAIRED):
            return None
        for added, backup in BACKUPS.items():
            for own, other in ((backup, added), (added, backup)):
                name = path.removesuffix(own)
                is_paired = path.endswith(own) and self._is_file(name + other)
                if is_paired and not (added and self._is_file(name)):
                    return name
        return None

    def _is_backup(self, path: str) -> bool:
        """Whether a file is a backup, in which links are those of the site."""
        return path.endswith(_BACKUP) and self._retrieved_name(path) not in {None, path}

    def url_of_page(self, page: bytes, path: str, url: str | None) -> str | None:
        """Give the URL of a page: that in HTTrack's comment, or else, if it counts, the known ``url``."""
        if not self.file_urls.is_httrack:
            return url
        if self.file_urls.by_comments and (comment_in(page) is None or self._leads_out(page, path)):
            return None
        return httrack_url(page, url, listed_schemes(self.root))

    def _leads_out(self, page: bytes, path: str) -> bool:
        """Whether a page is in no directory with a URL, or links out of it to what has no known URL."""
        around = self.file_urls.roots.around(path)
        folder = os.path.dirname(path)  # noqa: PTH120 -- paths in the tree are text
        paths = (os.path.normpath(os.path.join(folder, way)) for way in ways_up(page))  # noqa: PTH118
        return around is None or not all(self._has_url(each, around[0]) for each in paths)

    def _has_url(self, path: str, root: str) -> bool:
        """Whether a path has a known URL: below a root, or as that of a file with a URL or a comment."""
        if not _is_in_tree(path):
            return False
        if f"{path}/".startswith(root):
            return True
        return self._is_file(path) and (
            self.file_urls.url(path) is not None or _COMMENTS[self.root / path] is not None
        )

    def target_map(
        self, page: bytes, path: str, url: str | None
    ) -> Callable[[str, bytes], str | None] | None:
        """Give the function that maps targets in the page at a path, with a URL; None if none is needed."""
        if not self.may_name(page, path):
            return None
        if not self.file_urls.is_httrack or url is None:
            return self.url_of_file
        own = self.file_urls._replace(files={}).url(path)
        return partial(self.url_of_file, page=ConvertedPage.of(path, url, own))

    def may_name(self, page: bytes, path: str) -> bool:
        """Whether the page at a path may link to files by names that differ from their URIs."""
        if self.file_urls.is_httrack:
            return True
        is_likely = self._may_name_otherwise(page) or self._retrieved_name(path) is not None
        return is_likely and self._is_converted(page, path)

    def _may_name_otherwise(self, page: bytes) -> bool:
        """Whether a page has text that looks like such a name, or like a link to a host's directory."""
        patterns = (_MAY_NAME,) if page.isascii() else (_MAY_NAME, _NAME_BEYOND_ASCII)
        if any(pattern.search(page) for pattern in patterns):
            return True
        named = {os.fsdecode(unquote_to_bytes(name)) for name in _UP_TO_DIRECTORY.findall(page)}
        return any(f"{above}{name}/" in self.file_urls.roots.urls for name in named for above in ABOVE_HOSTS)

    def _is_converted(self, page: bytes, path: str) -> bool:
        """Whether each relative reference leads to a file, as in pages that wget -k has converted."""
        folder = os.path.dirname(path)  # noqa: PTH120 -- paths in the tree are text
        names = _named_in_sheet(page) if is_style_sheet(path) else _named(page)
        return not self._is_backup(path) and all(self._may_be_wget_s(folder, name) for name in names)

    def _may_be_wget_s(self, folder: str, name: str) -> bool:
        """Whether wget may have written a relative reference: the name of a file, or of one that it removed.

        wget removes a file (``blog``) whose name it needs for a directory (``blog/post``).
        """
        if name.startswith("/"):
            return False
        path = os.path.normpath(os.path.join(folder, name))  # noqa: PTH118
        names_a_file = name.rpartition("/")[2] not in {"", ".", ".."}
        return self._is_file(path) or (names_a_file and is_directory_in(self.root, path))

    def _is_file(self, path: str) -> bool:
        """Whether a path is that of a file in the tree."""
        return is_file_in(self.root, path)

    def url_of_file(self, target: str, encoded: bytes, page: ConvertedPage | None = None) -> str | None:
        """Give the original URI of the file to which a target leads; None if there is none, or no other.

        ``encoded`` is the target in the encoding of the page: wget writes the bytes of a file's name,
        whatever that encoding is. ``page``: the page, if HTTrack converted it. A target that browsers read as
        the original URI stays as it is.
        """
        target, mark, fragment = target.partition("#")
        spelled = dict.fromkeys((target.encode("utf-8", "replace"), encoded.partition(b"#")[0]))
        candidates = [self._paths(each) for each in spelled]
        if page is not None and (page.is_elsewhere or self.file_urls.by_comments):
            candidates = [*map(page.paths, spelled), *candidates]
        path = next(filter(self._is_file, filter(_is_in_tree, chain.from_iterable(candidates))), None)
        url = None if path is None else self._original_url(path, page)
        is_other = url is not None and url != quote(target, _ASCII, errors="replace")
        return f"{url}{mark}{fragment}" if is_other else None

    def _paths(self, target: bytes) -> Iterator[str]:
        """List the paths in the tree to which a URI may lead; queries that HTTrack writes are ignored.

        A reference above the root of a host stays below that root when it is resolved, but may lead to the
        directory of another host; so the path is looked for in the directories above, too.
        """
        targets = [target, target.partition(b"?")[0]] if self.file_urls.is_httrack else [target]
        return (
            directory + os.fsdecode(unquote_to_bytes(rest))
            for target in targets
            for folder, rest in self.file_urls.roots.matching(target)
            for directory in directories_from(folder)
        )

    def _original_url(self, path: str, page: ConvertedPage | None) -> str | None:
        """Give the original URI of a file: by its name, by HTTrack's list, or by HTTrack's comment in it."""
        if not self.file_urls.is_httrack:
            url = self.url(path)
            is_index = path.rpartition("/")[2] == INDEX_NAME  # a link to it keeps that name
            return f"{url}{INDEX_NAME}" if is_index and url is not None and url.endswith("/") else url
        url_in_list = read_httrack_list(self.root).get(path)
        if url_in_list is not None:
            return url_in_list
        url, where = self.file_urls.url(path), _COMMENTS[self.root / path]
        scheme = (url or ("" if page is None else page.origin.decode(*AS_UTF8))).partition(":")[0]
        if where is not None and scheme:
            return f"{scheme}://{where}"
        around = self.file_urls.roots.around
        return None if page is None or around(path) == around(page.folder) else url


def _directory(url: str) -> tuple[bytes, list[bytes]]:
    """Give the scheme, the host and the directory of a URL."""
    origin, steps = _origin_and_steps(url.encode(*AS_UTF8))
    return origin, steps[:-1]


def _is_in_tree(path: str) -> bool:
    """Whether a path may be that of a file in the tree."""
    return "\0" not in path and ".." not in path.split("/")


def _named(page: bytes) -> Iterator[str]:
    """Find the relative references of a page, and read them as names of files."""
    for match in _LINK.finditer(_NO_MARKUP.sub(b"", page)):
        yield from _file_name(unescape(match[match.lastindex or 0].decode(*AS_UTF8)).strip())


def _named_in_sheet(sheet: bytes) -> Iterator[str]:
    """Find the relative references of a style sheet, and read them as names of files."""
    for start, stop, escaping in css_bytes.sheet_in_bytes(sheet):
        yield from _file_name(escaping.decode(sheet[start:stop].decode(*AS_UTF8)).strip())


def _file_name(reference: str) -> Iterator[str]:
    """Read a reference as the name of a file, if it is relative."""
    if _OF_ITSELF.match(reference) is None:
        yield os.fsdecode(unquote_to_bytes(reference.partition("#")[0].encode(*AS_UTF8)))
