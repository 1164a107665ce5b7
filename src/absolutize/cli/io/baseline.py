"""Baselines: files with known findings, so that `check` reports only new ones.

A finding is recognized by its code, element, attribute and reference, and its path relative to the baseline's
folder: it may move to another line. It does not know the checks. Used by `cli.commands.check`.
"""

import json
import os
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from pathlib import Path

from absolutize.cli.check_formats.rows import (
    STANDARD_NAME,
    CheckedInput,
    CheckRow,
    FindingKey,
    all_rows,
    key_of,
    path_from,
)
from absolutize.cli.check_formats.text import CheckSummary
from absolutize.cli.config import place_of
from absolutize.cli.io.outputs import write_report
from absolutize.cli.run import Run, describe_count, encode_output, stop
from absolutize.patterns import compile_regex
from absolutize.storage import files
from absolutize.storage.files import FileError
from absolutize.uri.security import mask_password

VERSION = 1  # of the format of the file
SHOWN_GONE = 5  # how many of the known findings that are gone are named
DOCUMENT_FIELDS = {"version", "findings"}  # exactly these: files of many programs have a version
_STEP = compile_regex("[/!]")  # behind the name of a directory or an archive
ENTRY_FIELDS = (*FindingKey._fields, "count")


class Baseline:
    """The findings that a file lists, each with its count, which goes down when the finding occurs again."""

    def __init__(self, path: str, known: Counter[FindingKey]) -> None:
        self.path = path
        self._left = known
        self._files = {_file_of(key.path) for key in known}
        self._read = set[str]()  # those of these files in which a document was read

    def key(self, row: CheckRow) -> FindingKey:
        """Give the key of a finding in the file."""
        return key_of(row)._replace(path=self._name(row.path))

    def _name(self, path: str) -> str:
        """Write a path as in the file: relative to its folder."""
        return path_from(str(Path(self.path).parent), path)

    def unknown(self, checked: Iterable[CheckedInput], summary: CheckSummary) -> Iterator[CheckedInput]:
        """Leave out known findings, and count them."""
        for each in checked:
            if each.is_document and (name := _file_of(self._name(each.path))) in self._files:
                self._read.add(name)
            rows = tuple(row for row in each.rows if row.fatal or not self._take(self.key(row)))
            summary.known += len(each.rows) - len(rows)
            if rows or each.is_document:
                yield each._replace(rows=rows)

    def _take(self, key: FindingKey) -> bool:
        """Count a finding down; say whether there was one left."""
        is_known = self._left[key] > 0
        if is_known:
            self._left[key] -= 1
        return is_known

    def mention_gone(
        self, paths: Sequence[str], unread: Iterable[str], codes: Iterable[str], run: Run
    ) -> None:
        """Report the known findings that do not occur any more in the inputs, but for what was not read."""
        asked = list(self._asked(paths, unread, codes))
        gone = [(key, count) for key, count in asked if count > 0]
        if not gone:
            return
        for key, _ in gone[:SHOWN_GONE]:
            run.warn(f"{self.path}: gone: {key.path}: [{key.code}] {key.reference!r}")
        more = f", {len(gone) - SHOWN_GONE} of them not shown" if len(gone) > SHOWN_GONE else ""
        total = describe_count(sum(count for _, count in gone), "known finding is", "known findings are")
        is_all = len(asked) == len(self._left)  # otherwise findings of other inputs would be removed, too
        advice = f"; --write-baseline {self.path} removes them from it" if is_all else ""
        run.warn(f"{self.path}: {total} gone{more}{advice}")

    def _asked(
        self, paths: Sequence[str], unread: Iterable[str], codes: Iterable[str]
    ) -> Iterator[tuple[FindingKey, int]]:
        """Give the known findings of codes that were looked for, in what was read or is no longer there."""
        looked_for = {*codes}
        within, without = ({self._name(each).rstrip("/") for each in names} for names in (paths, unread))
        for key, count in self._left.items():
            is_asked = key.code in looked_for and _is_of(key.path, within) and not _is_of(key.path, without)
            if is_asked and (_file_of(key.path) in self._read or not self._is_there(key.path)):
                yield key, count

    def _is_there(self, path: str) -> bool:
        """Whether a document's file exists, also one that an option leaves out."""
        folder = Path(self.path).parent
        return any(os.path.lexists(folder / name) for name in (path, _file_of(path)))


def _is_of(path: str, names: Collection[str]) -> bool:
    """Whether a document is one of the inputs, or in one that is a directory or an archive."""
    ends = (match.start() for match in _STEP.finditer(path))
    return "." in names or path in names or any(path[:end] in names for end in ends) or _is_above(names, path)


def _is_above(names: Collection[str], path: str) -> bool:
    """Whether an input is a folder around that of the baseline, which the document is in."""
    return not path.startswith("../") and any({*name.split("/")} == {".."} for name in names)


def _file_of(path: str) -> str:
    """Give the file that a document is in: an archive, or the document itself."""
    return path.partition("!")[0]


def read_baseline(path: str, option: str = "--baseline") -> Baseline:
    """Read the baseline of an option; end the run if it cannot be read."""
    try:
        return Baseline(path, _known(files.read_file(path), str(Path(path).parent)))
    except FileError as error:
        stop(f"{place_of(option)} {error}")
    except (ValueError, RecursionError):
        stop(f"{path}: not a file of known findings, which --write-baseline writes")


def _known(data: bytes, folder: str) -> Counter[FindingKey]:
    """Parse the baseline of a folder; raises `ValueError` if `write_baseline` did not write it."""
    document = json.loads(data)
    is_baseline = isinstance(document, dict) and document.keys() == DOCUMENT_FIELDS
    if not is_baseline or document["version"] != VERSION or not isinstance(document["findings"], list):
        raise ValueError
    known = Counter[FindingKey]()
    for each in document["findings"]:
        if not isinstance(each, dict) or {*each} != {*ENTRY_FIELDS} or not isinstance(each["count"], int):
            raise ValueError
        key = FindingKey(*(str(each[name]) for name in FindingKey._fields))
        masked = key._replace(path=_direct(key.path, folder), reference=mask_password(key.reference))
        known[masked] += each["count"]
    return known


def _direct(path: str, folder: str) -> str:
    """Write the path of a finding as it is written now: without detours, and without a password."""
    return path if path == STANDARD_NAME else path_from(folder, os.path.join(folder, path))  # noqa: PTH118 -- text


def write_baseline(path: str, checked: Iterable[CheckedInput], run: Run) -> None:
    """Write the findings, sorted, each on its line, to a file or standard output.

    Of existing files, only an earlier baseline is replaced.
    """
    file = Baseline(path, Counter())
    keys = Counter(file.key(row) for row in all_rows(checked) if not row.fatal)
    if run.failures:
        run.warn(f"{path}: not written, since not every input was read")
        return
    if path != files.STANDARD and Path(path).is_file():
        read_baseline(path, "--write-baseline")
    objects = (key._asdict() | {"count": count} for key, count in sorted(keys.items()))
    lines = ",".join(f"\n{json.dumps(each, ensure_ascii=False)}" for each in objects)
    text = f'{{"version": {VERSION}, "findings": [{lines}\n]}}\n'
    write_report(path, iter([encode_output(text)]), run, force=True)
    run.warn(f"{path}: {describe_count(keys.total(), 'known finding')} written")
