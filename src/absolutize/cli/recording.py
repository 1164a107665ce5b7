"""``--record``: what changes in documents, on the disk before anything else is written."""

from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass

import click

from absolutize import records
from absolutize.cli.delivering import Delivery
from absolutize.cli.printing import stop
from absolutize.cli.treating import Outcome, made_absolute
from absolutize.containers import Part
from absolutize.files import STANDARD, FileError, Journal
from absolutize.options import Context, Policies

record_option = click.option(
    "--record", metavar="FILE", help="Record the changes in FILE, so that `absolutize restore` can undo them."
)


@dataclass(frozen=True, slots=True)
class Recording:
    """Makes documents absolute, and writes down what changed; they are no parts of containers."""

    context: Context
    policies: Policies
    into: Delivery
    journal: Journal

    def __call__(self, part: Part) -> tuple[bytes, Outcome]:
        """Make a document absolute, and write down what changed."""
        document, outcome, edits = made_absolute(part, self.context, self.policies, recorded=True)
        place = self.into.place(part.name)
        output = None if place is None else str(place)
        record = records.record_of(part.name, output, part.body, document, edits)
        self.journal.append(records.written(record))
        return document, outcome


def journal(record: str | None) -> AbstractContextManager[Journal | None]:
    """Begin a record, before anything is written: what is not in it cannot be undone."""
    if record is None:
        return nullcontext()
    if record in {"", STANDARD}:
        stop("--record: give the name of a file")
    try:
        return Journal(record)
    except FileError as error:
        stop(error)
