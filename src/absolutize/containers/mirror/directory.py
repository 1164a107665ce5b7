"""Rewrite a directory: links in its pages and messages are made absolute, all other files are copied.

It does not know how a page is rewritten, nor the options of the command line. Used by
`archive.directories` and `cli.io`.
"""

import errno
import io
import os
import shutil
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from filecmp import cmp
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from absolutize.containers.file_urls import NO_ROOTS, FileUrls
from absolutize.containers.mirror.detection import bytes_to_see, is_container
from absolutize.containers.mirror.local_links import Mirror, forget_comments
from absolutize.containers.mirror.stale_sidecars import changed_file, with_stale_sidecars
from absolutize.containers.mirror.walk import EVERYTHING, Selection, TreeMember, walk
from absolutize.containers.session import MAX_DOCUMENT, FinishedItem, Session
from absolutize.containers.sniffing import (
    SNIFFED_BYTES,
    ZIP_SUFFIXES,
    holds_pages,
    is_binary,
    is_page,
    is_said_to_be_html,
    may_be_page,
    suffix,
)
from absolutize.containers.source import (
    HEAD_BYTES,
    NO_ACCESS,
    UNREAD_ZIP,
    ContainerSource,
    DocumentPart,
    Problem,
    WithFindings,
    bytes_among,
    collect,
    findings_among,
    read_at_most,
)
from absolutize.containers.zip.structure import ends_as_zip
from absolutize.storage import files
from absolutize.storage.batch import NewFile, write_changed


class Output(NamedTuple):
    """Where a tree is written: its root, and a directory for files that are not yet complete.

    With ``linked``, unchanged files are hard-linked if possible.
    """

    root: Path
    temporary: Path
    linked: bool = False


class FileTree(NamedTuple):
    """A tree: its root, its name as the user wrote it, the URLs of its files, and its output.

    Without an output, pages are only read. With ``in_place``, they are replaced; the new files have names
    that begin with ``prefix`` until all files of a batch are on the disk. ``selection`` says which files are
    read.
    """

    root: Path
    name: str
    file_urls: FileUrls
    output: Output | None = None
    in_place: bool = False
    selection: Selection = EVERYTHING
    prefix: str = files.TEMPORARY_PREFIX

    def members(self) -> Iterator[TreeMember | Problem]:
        """Walk through the files and directories that are read."""
        return walk(self.root, self.name, self.selection)

    def directories(self) -> list[TreeMember]:
        """List the directories that are read."""
        return [each for each in self.members() if isinstance(each, TreeMember) and each.is_directory]


class TreeFile(NamedTuple):
    """A file to be worked on: its tree, its path in the tree, its URL, and its size in bytes.

    ``is_parallel`` is whether it may be a page, or contain pages; ``state`` that in which it is read.
    """

    tree: FileTree
    path: str
    url: str | None
    size: int
    is_parallel: bool
    state: files.FileState | None = None

    @property
    def source(self) -> Path:
        """The path of the file on the disk."""
        return self.tree.root / self.path

    @property
    def place(self) -> str:
        """How the file is called in findings."""
        return str(Path(self.tree.name, self.path))


class Remark(NamedTuple):
    """A problem with the tree and not with a file; it is reported after the files before it."""

    problem: Problem
    size: int = 0
    is_parallel: bool = False


FileResult = NewFile | files.FileError | None  # the file that replaces it, or why it cannot be written


def rewrite_directory(tree: FileTree, session: Session, done: str | None = None) -> Iterator[Any]:
    """Make the links of a tree's pages absolute; yield findings, and behind them each `FinishedItem`.

    The result of a file is a `FileResult`. ``done`` is the last path of an earlier run: files up to this path
    are not written again, and problems up to there not reported, unless something could not be read.
    """
    forget_comments()
    light = tree._replace(file_urls=_without_files(tree.file_urls))  # sent to each process
    notes = session.map(_rewrite_item, _items(tree, light, done, session))
    for each in with_stale_sidecars(notes, tree.root, tree.name):
        if not (isinstance(each, FinishedItem) and isinstance(each.item, Remark)):
            yield each


def _without_files(file_urls: FileUrls) -> FileUrls:
    """Leave out the list of files, which may be long; if it is the user's, names of files are not read."""
    has_list = file_urls.files and not file_urls.is_httrack
    return file_urls._replace(files={}, roots=NO_ROOTS if has_list else file_urls.roots)


def _rewrite_item(item: TreeFile | Remark, session: Session) -> WithFindings[FileResult]:
    """Work on a file, or yield a remark."""
    if isinstance(item, Remark):
        yield item.problem
        return None
    result = yield from (rewrite_file if item.tree.output is None else _rewrite_if_there)(item, session)
    new, is_changed = _new_file(item, result), isinstance(result, NewFile)
    if new is not None and item.is_parallel:
        yield from changed_file(item.tree.root, item.path, new, is_changed=is_changed)
    return result


def _rewrite_if_there(file: TreeFile, session: Session) -> WithFindings[FileResult]:
    """Rewrite a file, or report that it cannot be read if it is removed before it is written."""
    findings: list[Any] = []
    result = collect(rewrite_file(file, session), findings)
    if isinstance(result, files.FileError) and not os.path.lexists(file.source):
        result, findings = None, [Problem(file.place, NO_ACCESS, os.strerror(errno.ENOENT))]
    yield from findings
    return result


def _new_file(file: TreeFile, result: FileResult) -> Path | None:
    """Give the path at which the new content of a file is; None if it is nowhere."""
    if isinstance(result, NewFile):
        return Path(result.temporary)
    output = file.tree.output
    return None if output is None or isinstance(result, files.FileError) else output.root / file.path


def _items(
    tree: FileTree, light: FileTree, done: str | None, session: Session
) -> Iterator[TreeFile | Remark]:
    """List the files to be worked on, and remarks; make directories and symbolic links meanwhile."""
    for member in tree.members():
        if isinstance(member, Problem):
            if done is None or member.code == NO_ACCESS or is_behind(_path_in(tree, member), done):
                yield Remark(member)
        elif member.is_directory or member.link is not None:
            if tree.output is not None:
                with files.reporting(str(tree.output.root / member.path)):
                    _make(tree.output.root / member.path, member)
        elif not is_done(tree.output, member, done):
            url = Mirror(tree.root, tree.file_urls).url(member.path)
            yield TreeFile(light, member.path, url, member.stat.st_size, _may_change(member.path, session))


def _path_in(tree: FileTree, problem: Problem) -> str:
    """Give the path in the tree that a problem is with."""
    return Path(problem.place).relative_to(tree.name).as_posix()


def _may_change(path: str, session: Session) -> bool:
    """Whether a file may be a page, or contain pages."""
    with_sheets = session.choices.style_sheets
    return holds_pages(path, style_sheets=with_sheets) or may_be_page(path, style_sheets=with_sheets)


def _make(path: Path, member: TreeMember) -> None:
    """Make a directory or a symbolic link, if it does not exist."""
    if member.link is None:
        path.mkdir(exist_ok=True)
    elif not os.path.lexists(path):
        path.symlink_to(member.link)
        if os.utime in os.supports_follow_symlinks:
            os.utime(path, ns=(member.stat.st_atime_ns, member.stat.st_mtime_ns), follow_symlinks=False)


def is_behind(path: str, done: str) -> bool:
    """Whether a path comes after another in the order of the walk."""
    return path.split("/") > done.split("/")


def is_done(output: Output | None, member: TreeMember, done: str | None) -> bool:
    """Whether an earlier run has already written a file."""
    if output is None or done is None or is_behind(member.path, done):
        return False
    try:
        written = (output.root / member.path).stat(follow_symlinks=False)
    except OSError:
        return False
    return member.has_time_of(written)


@contextmanager
def times_kept(tree: FileTree) -> Iterator[None]:
    """Restore the times of the directories of a tree, which change with the files in them."""
    directories = ((tree.root / member.path, member.stat) for member in tree.directories())
    known = [(tree.root, tree.root.stat()), *directories]
    try:
        yield
    finally:
        for path, stat in known:
            with suppress(OSError):  # who may write in a directory may still not set its times
                os.utime(path, ns=(stat.st_atime_ns, stat.st_mtime_ns))


def rewrite_file(file: TreeFile, session: Session) -> WithFindings[FileResult]:
    """Rewrite a page, or a container of pages; copy any other file."""
    style_sheets = session.choices.style_sheets
    try:
        with file.source.open("rb") as data:
            file = file._replace(state=files.state_of(data.fileno()))
            head = data.read(bytes_to_see(file.path))
            holds_documents = is_container(file.path, head, style_sheets=style_sheets)
            page = None if holds_documents else (yield from _page(file, data, head, session))
        if holds_documents:
            return (yield from _rewrite_container(file, session))
    except OSError as error:
        yield Problem(file.place, NO_ACCESS, error.strerror or "")
        return None
    after = page
    if page is not None:
        mirror = Mirror(file.tree.root, file.tree.file_urls)
        url = mirror.url_of_page(page, file.path, file.url)
        target_map = mirror.target_map(page, file.path, url)
        after = yield from session.rewrite(DocumentPart(file.place, page, url=url, target_map=target_map))
    return _delivered(file, None if after is None or after == page else [after])


def _delivered(file: TreeFile, after: Iterable[bytes] | None) -> FileResult:
    """Write a file to its place, or give the error if that fails."""
    try:
        return _deliver(file, after)
    except OSError as error:
        return files.FileError(_target_name(file), error.strerror or str(error))
    except files.FileError as error:
        return files.FileError(_target_name(file), error.args[1])


def _target_name(file: TreeFile) -> str:
    """Name the file that is written: by its place in the tree, or in the output."""
    output = file.tree.output
    return file.place if output is None else str(output.root / file.path)


def _rewrite_container(file: TreeFile, session: Session) -> WithFindings[FileResult]:
    """Rewrite a container of pages, or copy it if the output would be incomplete."""
    is_written = file.tree.output is not None or file.tree.in_place
    data: io.BufferedReader = io.BufferedReader(file.source.open("rb", buffering=0), HEAD_BYTES)
    with data:
        source = ContainerSource(data, file.place, file.url)
        into = partial(_delivered_whole, file) if is_written else findings_among
        delivered = yield from session.rewrite_nested(source, into)
        return _delivered(file, None) if delivered is None else delivered[0]


def _delivered_whole(file: TreeFile, pieces: Iterator[Any]) -> WithFindings[tuple[FileResult]]:
    """Write the new content of a file to its place, and pass on the findings."""
    findings: list[Any] = []
    try:
        return (_delivered(file, bytes_among(pieces, findings)),)
    finally:
        yield from findings


def _page(
    file: TreeFile, data: io.BufferedReader, head: bytes, session: Session
) -> WithFindings[bytes | None]:
    """Read a page behind its first bytes; None if the file is no page, or too large."""
    if is_said_to_be_html(file.path) and is_binary(head):
        yield Problem(file.place, "not-html")
    if suffix(file.path) in ZIP_SUFFIXES and (is_binary(head) or ends_as_zip(data)):
        yield Problem(file.place, UNREAD_ZIP)
    if not is_page(file.path, head[:SNIFFED_BYTES], style_sheets=session.choices.style_sheets):
        return None
    page = head + read_at_most(data, MAX_DOCUMENT + 1 - len(head))
    if len(page) <= MAX_DOCUMENT:
        return page
    yield Problem(file.place, "too-large", f"over {MAX_DOCUMENT} bytes")
    return None


def _deliver(file: TreeFile, after: Iterable[bytes] | None) -> NewFile | None:
    """Write a file to its place, unchanged (None) or with other bytes; its times and mode stay.

    With ``in_place`` the file is not replaced here: the new file, still under another name, is the result.
    """
    known = file.source.stat()
    if file.tree.in_place and after is not None:
        changed = write_changed(file.source, iter(after), file.tree.prefix, known=file.state)
        return changed and changed._replace(times=(known.st_atime_ns, known.st_mtime_ns), name=file.place)
    if file.tree.output is not None:
        root, temporary, linked = file.tree.output
        written = temporary / str(os.getpid())
        written.unlink(missing_ok=True)
        if after is not None:
            with written.open("wb") as copy:
                copy.writelines(after)
        if after is None or cmp(file.source, written, shallow=False):
            _copy(file.source, written, linked=linked)
        else:
            files.copy_stat(file.source, written)
        written.replace(root / file.path)
    return None


def _copy(source: Path, written: Path, *, linked: bool) -> None:
    """Make a hard link, if that is wanted and possible, or else a copy."""
    written.unlink(missing_ok=True)
    if linked:
        with suppress(OSError):
            written.hardlink_to(source)
            return
    shutil.copyfile(source, written)
    files.copy_stat(source, written)
