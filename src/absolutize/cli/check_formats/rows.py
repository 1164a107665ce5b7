"""Checked documents with their findings; how a finding is recognized, and how its path is written.

It does not know any format. Used by `cli.check_formats`, `cli.commands.check` and
`cli.io`.
"""

import json
import os
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import PurePath
from typing import NamedTuple
from urllib.parse import quote

from absolutize.cli.file_names import current_folder
from absolutize.engine.link import Link
from absolutize.patterns import compile_regex
from absolutize.storage.files import STANDARD
from absolutize.storage.hashing import sha256_hex
from absolutize.uri.security import mask_password, mask_place

STANDARD_NAME = "stdin"  # the name of standard input, which has no path
_NO_BYTE = compile_regex("[\ud800-\udc7f\udd00-\udfff]")  # surrogates that stand for no byte (PEP 383)


class CheckRow(NamedTuple):
    """A finding: about a link, or a problem with an input; because of a ``fatal`` one it is not read.

    ``url`` is the URL of the document.
    """

    path: str
    code: str
    message: str
    link: Link | None = None
    fatal: bool = False
    url: str | None = None


class CheckedInput(NamedTuple):
    """A document with its findings, maybe none; or, if ``is_document`` is false, a problem with an input."""

    path: str
    rows: tuple[CheckRow, ...]
    is_document: bool = True


class FindingKey(NamedTuple):
    """The key by which a finding is recognized; it does not have the line, which may change."""

    path: str
    code: str
    element: str
    attribute: str
    reference: str


def all_rows(checked: Iterable[CheckedInput]) -> Iterator[CheckRow]:
    """Give the findings in all documents."""
    return (row for each in checked for row in each.rows)


def key_of(row: CheckRow) -> FindingKey:
    """Give the key by which a finding is recognized, without passwords."""
    link = row.link
    place = ("", "", "") if link is None else (link.element, link.attribute, mask_password(link.reference))
    return FindingKey(shared_path(row.path), row.code, *place)


class Fingerprints:
    """Fingerprints of findings, in the order of the findings; findings with the same key are numbered."""

    def __init__(self) -> None:
        self._seen = Counter[FindingKey]()

    def of(self, row: CheckRow) -> str:
        """Make the fingerprint of the next finding."""
        key = key_of(row)
        self._seen[key] += 1
        text = json.dumps([*key, self._seen[key]])
        return sha256_hex(text.encode())[:32]


def shared_path(path: str) -> str:
    """Write a path with slashes, relative to the current folder, so that it is valid on other machines.

    It has no detours, and no password of the URL of a part.
    """
    if path == STANDARD:
        return STANDARD_NAME
    file, rest = _divided(mask_place(path))
    here = current_folder()
    direct = _joined(os.path.normpath(file), rest)
    return direct.removeprefix(f"{here}{os.sep}" if here else "").replace(os.sep, "/")


def path_from(folder: str, path: str) -> str:
    """Write a path relative to another folder; the name of a part of an archive stays."""
    if path == STANDARD:
        return STANDARD_NAME
    file, rest = _divided(mask_place(path))
    return _joined(os.path.relpath(file or os.curdir, folder), rest).replace(os.sep, "/")


def _divided(path: str) -> tuple[str, str]:
    """Divide the path of a part of an archive behind the archive's folder; other paths are one piece.

    The name of a file may contain the mark, too, also at its beginning.
    """
    folder = os.path.dirname(path.partition("!")[0]) if "!" in path else path  # noqa: PTH120 -- text
    return folder, path[len(folder) :].lstrip(os.sep)


def _joined(folder: str, rest: str) -> str:
    """Put the rest of a path behind its folder, unless that is the current one."""
    if not rest:
        return folder
    return rest if folder == os.curdir else os.path.join(folder, rest)  # noqa: PTH118 -- text


def path_as_uri(path: str) -> str:
    """Make a URI of a path: relative to the current folder, or else a file: URI."""
    shared = shared_path(path)
    file, mark, part = shared.partition("!")
    text = quote(os.fsencode(file)) + quote(mark + _NO_BYTE.sub("\ufffd", part), errors="surrogateescape")
    return f"file:///{text.lstrip('/')}" if PurePath(shared).is_absolute() else text
