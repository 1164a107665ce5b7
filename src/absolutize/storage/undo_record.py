"""The record of the changes of a rewrite, so that it can be undone: one line of JSON for each document.

Spans and digests are of bytes; since JSON has no bytes, these are decoded as ISO 8859-1, whatever the
encoding of the document. The module does not know why a byte changed. Used by `cli.commands.restore` and
`cli.io.undo_option`.
"""

import json
import os
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cached_property
from typing import Any, NamedTuple

from absolutize.edits import Edit, apply_edits
from absolutize.storage.hashing import sha256_hex

BYTES = "latin-1"


class RecordError(ValueError):
    """A document cannot be restored from a record; the message says why."""


class UndoneSpan(NamedTuple):
    """A span of the original, its old bytes, and its new bytes."""

    start: int
    stop: int
    old: bytes
    new: bytes


class Record(NamedTuple):
    """The changes in one document.

    ``input`` and ``output`` are the paths of the original and of the result (``None``: standard
    output), ``original`` and ``result`` their SHA-256 digests, in hexadecimal.
    """

    input: str
    output: str | None
    original: str
    result: str
    changes: tuple[UndoneSpan, ...]


def record_of(path: str, output: str | None, before: bytes, after: bytes, edits: Iterable[Edit]) -> Record:
    """Make the record of the edits that make ``after`` from ``before``."""
    changes = (UndoneSpan(start, stop, before[start:stop], new) for start, stop, new in edits)
    return Record(path, output, sha256_hex(before), sha256_hex(after), tuple(changes))


def record_line(record: Record) -> bytes:
    """Write a record as a line of JSON."""
    changes = [
        [start, stop, old.decode(BYTES), new.decode(BYTES)] for start, stop, old, new in record.changes
    ]
    fields = [dict(zip(UndoneSpan._fields, change, strict=True)) for change in changes]
    return json.dumps({**record._asdict(), "changes": fields}).encode() + b"\n"


def read_records(data: bytes) -> list[Record]:
    """Read the lines of a record; raises `RecordError` if a line is invalid.

    An incomplete last line is left out: the document that it would describe was not written yet.
    """
    lines = data.split(b"\n")[:-1]
    return [_read(line, number) for number, line in enumerate(lines, 1)]


_KINDS = {"input": str, "output": str | None, "original": str, "result": str}


def _read(line: bytes, number: int) -> Record:
    try:
        fields = json.loads(line)
        changes = tuple(_changes(fields.pop("changes")))
        record = Record(**fields, changes=changes)
        sound = all(isinstance(getattr(record, name), kind) for name, kind in _KINDS.items())
    except (ValueError, TypeError, AttributeError, KeyError, OverflowError, RecursionError):
        sound = False
    if not sound:
        message = f"line {number} is no record of a rewrite"
        raise RecordError(message)
    return record


def _changes(rows: Iterable[dict[str, Any]]) -> Iterator[UndoneSpan]:
    for row in rows:
        start, stop, old, new = (row[name] for name in UndoneSpan._fields)
        yield UndoneSpan(int(start), int(stop), old.encode(BYTES), new.encode(BYTES))


_NEITHER = "neither a result nor an original of this record"
_BY_BYTES = "a result that went to standard output is recognized only by its bytes: pass it unchanged"


class RecordIndex:
    """The records of rewrites, found by the digests of the documents and, where these do not say, by names.

    Each is found at once, since a run may have as many records as documents to restore.
    """

    def __init__(self, records: Iterable[Record]) -> None:
        self._records = list(records)
        self._of_result = dict[str, dict[str, Record]]()  # the first record of each original of a result
        self._of_original = dict[str, list[Record]]()
        for each in self._records:
            self._of_original.setdefault(each.original, []).append(each)
            if each.result != each.original:
                self._of_result.setdefault(each.result, {}).setdefault(each.original, each)

    def find(self, path: str, data: bytes) -> Record:
        """Find the record of a document by its digest: it may have moved. `RecordError` if none fits.

        What is the result of one document may be another one's original, which stays as it is.
        """
        now = sha256_hex(data)
        fitting = self._of_result.get(now, {})
        if len(fitting) <= 1:  # of several, the name decides
            fitting = fitting | {each.original: each for each in self._originals(now, fitting.values())}
        if not fitting:
            raise RecordError(self._lost(path))
        if len(fitting) > 1:
            named = [record for record in self._named(path) if now in {record.result, record.original}]
            changed = {record.original: record for record in named if record.original != now}
            fitting = changed or {record.original: record for record in named}
        if len(fitting) != 1:
            raise RecordError("the result of several originals, and none of them has this name in the record")
        return next(iter(fitting.values()))

    def _originals(self, now: str, results: Collection[Record]) -> list[Record]:
        """Give the first record of an original with a digest, but not of a result that was rewritten again.

        A result that went to standard output may be anywhere.
        """
        originals = self._of_original.get(now, [])
        if not results or not originals:
            return originals[:1]
        if any(record.output is None for record in results):
            return []
        names = set[str]().union(*map(_names, results))
        return [record for record in originals if names.isdisjoint(_names(record))][:1]

    def _named(self, path: str) -> Sequence[Record]:
        """Give the records that name a file as their original or result, also if it is spelled otherwise."""
        return self._of_name.get(os.path.abspath(path), ())  # noqa: PTH100 -- as in `_names`

    @cached_property
    def _of_name(self) -> dict[str, list[Record]]:
        named = dict[str, list[Record]]()
        for record in self._records:
            for name in _names(record):
                named.setdefault(name, []).append(record)
        return named

    @cached_property
    def _has_unnamed(self) -> bool:
        return any(record.output is None for record in self._records)

    def _lost(self, path: str) -> str:
        """Say why no record fits."""
        if any(record.output is not None for record in self._named(path)):
            return "edited since it was rewritten"
        if self._has_unnamed:
            return f"{_NEITHER}; {_BY_BYTES}"
        return f"{_NEITHER} (it was edited since, or the run did not reach it)"


def _names(record: Record) -> set[str]:
    """Give the absolute paths of the original and the result."""
    names = (name for name in (record.input, record.output) if name is not None)
    return {os.path.abspath(name) for name in names}  # noqa: PTH100 -- Path.absolute() keeps ".."


def restore_original(data: bytes, record: Record) -> bytes:
    """Restore the original by a record; raises `RecordError` if the result is not the original."""
    if sha256_hex(data) == record.original:
        return data
    edits = list(_undoing(record.changes))
    bounds = [0, *(bound for edit in edits for bound in edit[:2])]
    if bounds == sorted(bounds):
        original = apply_edits(data, edits)
        if sha256_hex(original) == record.original:
            return original
    raise RecordError("the record does not lead back to the original")


def _undoing(changes: Iterable[UndoneSpan]) -> Iterator[Edit]:
    """Turn the changes of the original into edits that undo them in the result."""
    shift = 0
    for start, stop, old, new in changes:
        yield Edit(start + shift, start + shift + len(new), old)
        shift += len(new) - (stop - start)
