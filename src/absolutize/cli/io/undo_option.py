"""The option ``--record``: the changes in documents are written to the disk before any output.

It does not know the format of a record, which is `storage.undo_record`. Used by `cli.commands.rewrite`.
"""

from collections.abc import Iterable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass

import click

from absolutize.archive.part_tasks import PartOutcome, rewrite_part
from absolutize.cli.applicability import refuse_overwriting
from absolutize.cli.io.outputs import Delivery
from absolutize.cli.run import stop
from absolutize.containers import DocumentPart
from absolutize.options import Context, Policies
from absolutize.storage import undo_record
from absolutize.storage.files import STANDARD, FileError
from absolutize.storage.record_lines import RecordFile

record_option = click.option(
    "--record",
    type=click.Path(),
    metavar="FILE",
    help="Record the changes in FILE, so that `absolutize restore` can undo them.",
)


@dataclass(frozen=True, slots=True)
class Recording:
    """The task that rewrites documents and records the changes; it is not used for containers."""

    context: Context
    policies: Policies
    into: Delivery
    file: RecordFile

    def __call__(self, part: DocumentPart) -> tuple[bytes, PartOutcome]:
        """Rewrite a document, and record the changes."""
        document, outcome, edits = rewrite_part(part, self.context, self.policies, recorded=True)
        place = self.into.place(part.name)
        output = None if place is None else str(place)
        record = undo_record.record_of(part.name, output, part.body, document, edits)
        self.file.append(undo_record.record_line(record))
        return document, outcome


def refuse_record_among(paths: Iterable[str], into: Delivery, record: str) -> None:
    """Refuse a record that is also an input or an output of the run; its file exists already."""
    places = (place for path in paths for place in (path, str(into.place(path) or STANDARD)))
    refuse_overwriting(record, (("an input or an output", place) for place in places), "--record")


def record_file(record: str | None) -> AbstractContextManager[RecordFile | None]:
    """Begin a record before any output is written, so that every change can be undone."""
    if record is None:
        return nullcontext()
    if record in {"", STANDARD}:
        stop("--record: give the name of a file")
    try:
        return RecordFile(record)
    except FileError as error:
        stop(error)
