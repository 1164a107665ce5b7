"""Directories: which URLs their files have, and how a directory is read, copied or changed in place.

It does not know how a page is rewritten. Used by `archive` and `cli.io`.
"""

import errno
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from absolutize.containers import ContainerOptions, Session
from absolutize.containers.file_urls import FileUrls
from absolutize.containers.mirror.directory import (
    FileTree,
    Output,
    rewrite_directory,
    times_kept,
)
from absolutize.containers.mirror.layout import guess_urls, suffixes_added
from absolutize.containers.mirror.walk import Selection
from absolutize.containers.session import FinishedItem
from absolutize.storage import files
from absolutize.storage.batch import Batch, remove_temporaries, sync
from absolutize.storage.files import FileError
from absolutize.storage.folders import NewDirectories, remove_folder

BUSY = "is the current directory or a mount point, and cannot be replaced; name a new directory in it"
NO_NEW_DIRECTORY = "already exists; a directory is written to a new or an empty one, or in place"
URL_IS_UNKNOWN = "its original URL is unknown"


def tree_at(path: str, choices: ContainerOptions, *, in_place: bool = False) -> tuple[FileTree, list[str]]:
    """Determine the URLs of the files of a directory: those that the caller gave, or guessed ones.

    The second value has lines for the user that say what was guessed; it is empty if the caller gave the
    URLs. A guess by nothing but names does not count if files are replaced. Raises `OSError` if the directory
    cannot be read.
    """
    root = Path(path).resolve(strict=True)
    os.scandir(root).close()  # raises OSError if the directory cannot be listed
    file_urls, lines = choices.file_urls, list[str]()
    if file_urls is None:
        file_urls, lines, doubts = guess_urls(root)
        if in_place and doubts:
            file_urls, lines = FileUrls({}), doubts
        lines = lines or [URL_IS_UNKNOWN]
    file_urls = file_urls._replace(suffixes_added=suffixes_added(root))
    selection = Selection(choices.exclude, choices.hidden, choices.gitignore)
    prefix = f"{files.TEMPORARY_PREFIX}{os.getpid():x}-"
    return FileTree(root, path, file_urls, None, in_place, selection, prefix), lines


def read_tree(tree: FileTree, session: Session) -> Iterator[Any]:
    """Read the pages of a directory, and give what is found in them; change nothing."""
    return (note for note in rewrite_directory(tree, session) if not isinstance(note, FinishedItem))


def create_tree(tree: FileTree, session: Session, into: Path, *, linked: bool) -> Iterator[Any]:
    """Write a new directory, which gets its name when it is complete; give what is found meanwhile."""
    check_new_directory(into, tree)
    with NewDirectories() as made, _temporary(into.parent, made, session) as temporary:
        output = Output(temporary / "tree", temporary / "unfinished", linked)
        for directory in (output.root, output.temporary):
            directory.mkdir()
        for note in rewrite_directory(tree._replace(output=output), session):
            if not isinstance(note, FinishedItem):
                yield note
            elif isinstance(note.result, FileError):
                raise note.result
        publish(tree, output, into)


def check_new_directory(into: Path, tree: FileTree) -> None:
    """Refuse an output directory that is not empty, or that is inside the one that is read."""
    if not is_free(into):
        raise FileExistsError(errno.EEXIST, NO_NEW_DIRECTORY, str(into))
    check_not_busy(into)
    if files.follow_symlinks(into).is_relative_to(tree.root):
        message = f"target {str(into)!r}: would be in the directory that is read"
        raise ValueError(message)


def is_free(into: Path) -> bool:
    """Whether a new directory can get a path: nothing or an empty directory is there. `OSError`: none can."""
    if not files.is_there(into):
        return True
    return into.is_dir() and not into.is_symlink() and not any(into.iterdir())


def check_not_busy(into: Path) -> None:
    """Refuse an empty directory to which no other can be renamed, or which is in use; raises `OSError`."""
    if into.is_dir() and (os.path.ismount(into) or into.samefile(os.curdir)):
        raise OSError(errno.EBUSY, BUSY, str(into))


def publish(tree: FileTree, output: Output, into: Path) -> None:
    """Rename a complete directory to its final name, with the modes and times of the original."""
    _finish_directories(tree, output.root)
    output.root.replace(into)
    sync([str(into.parent)])
    shutil.copystat(tree.root, into)  # last, since a directory without write permission cannot be renamed


def _finish_directories(tree: FileTree, root: Path) -> None:
    """Give the directories in an output the modes and times of those in the tree, the innermost first.

    The output directory itself gets only the times: without write permission it could not be renamed.
    Directories that were made in the tree during the run are not in the output.
    """
    for member in reversed(tree.directories()):
        if (root / member.path).is_dir():
            shutil.copystat(tree.root / member.path, root / member.path)
    with files.reporting(tree.name):
        stat = tree.root.stat()
    os.utime(root, ns=(stat.st_atime_ns, stat.st_mtime_ns))


@contextmanager
def _temporary(parent: Path, made: NewDirectories, session: Session) -> Iterator[Path]:
    """Make a directory that is removed at the end, after the processes that write there have ended."""
    made.make(parent)
    temporary = Path(tempfile.mkdtemp(prefix=files.TEMPORARY_PREFIX, dir=parent))
    try:
        yield temporary
    finally:
        session.close()
        remove_folder(temporary)


def replace_files(tree: FileTree, session: Session) -> Iterator[Any]:
    """Replace the files of a directory that change, in batches; give what is found meanwhile.

    If some files cannot be written, the others are still written; the first error is raised at the end.
    """
    errors: list[FileError] = []
    try:
        with times_kept(tree), Batch(errors.append) as batch:
            for note in rewrite_directory(tree, session):
                if not isinstance(note, FinishedItem):
                    yield note
                elif isinstance(note.result, FileError):
                    errors.append(note.result)
                else:
                    batch.add(note.result)
    except BaseException:
        session.close()  # otherwise its processes would go on writing
        remove_temporaries(tree.root, tree.prefix)
        raise
    if errors:
        raise errors[0]
