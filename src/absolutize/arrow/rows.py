"""Rows of the tables, and the tasks that make them from each document.

A row is a tuple with a value for each column; a document that cannot be read makes a row with the failure,
and raises no error. The module does not import pyarrow. Used by `arrow`, `cli` and `spark.units`.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from absolutize.archive.part_tasks import described_part, part_context
from absolutize.archive.results import Part, report_text
from absolutize.arrow.tables import DOCUMENT_COLUMNS, FINDING_COLUMNS, LINK_COLUMNS, Column
from absolutize.containers import DocumentPart, Problem
from absolutize.edits import TooLargeError
from absolutize.engine import lister, rewriter
from absolutize.engine.checks import SelectedCodes, faults
from absolutize.engine.link import COMPUTED_FIELDS, ComputedFields, Link
from absolutize.options import Context, Policies

ArrowRow = tuple[Any, ...]
_FIRST_FIELDS = Link._fields.index("text")
_OF_FINDING = Link._fields.index("code")


def rows_of_links(computed: ComputedFields, part: Part, links: Iterable[Link]) -> list[ArrowRow]:
    """Make a row for each link of a document."""
    return list(_each_link_row(computed, part, links))


def _each_link_row(computed: ComputedFields, part: Part, links: Iterable[Link]) -> Iterator[ArrowRow]:
    reading = [computed.get(name) for name in COMPUTED_FIELDS]
    path, url = part.name, part.url
    for link in links:
        yield path, url, *link[:_FIRST_FIELDS], *[read and read(link) for read in reading], None, None


def finding_row(path: str, url: str | None, code: str, message: str, link: Link) -> ArrowRow:
    """Make the row of a finding in a document."""
    return path, url, code, *link[:_OF_FINDING], link.kind, None, message


def failure_row(columns: Iterable[Column], path: str, failure: str, message: str) -> ArrowRow:
    """Make a row with a failure, for any table."""
    values = {"path": path, "failure": failure, "message": message}
    return tuple(values.get(column.name) for column in columns)


def problem_row(columns: Iterable[Column], problem: Problem) -> ArrowRow:
    """Make a row with a problem of an archive or a document, for any table."""
    return failure_row(columns, problem.place, problem.code, report_text(problem, reading=True))


def too_large(part: DocumentPart, max_bytes: int) -> Problem:
    """Make the problem of a document that is too large, or would become too large by the rewrite."""
    words = "over" if len(part.body) > max_bytes else "would become over"
    return Problem(part.name, "too-large", f"{words} {max_bytes} bytes")


INTERNAL_ERROR = "internal-error"
"""The failure of a document for which the library itself raised an error: a defect, to be reported."""


def _no_rows(_: DocumentPart) -> tuple[ArrowRow, ...]:
    return ()


@dataclass(slots=True)
class RowTask:
    """The task that makes the rows of a table from documents of at most ``max_bytes``.

    ``make`` gives the rows of a document, maybe one by one, or else a problem; ``keep`` gives those of a
    content that is no document. ``documents`` counts the documents.
    """

    columns: tuple[Column, ...]
    make: Callable[[DocumentPart], Iterable[ArrowRow] | Problem]
    max_bytes: int
    keep: Callable[[DocumentPart], Iterable[ArrowRow]] = _no_rows
    documents: int = 0

    def __call__(self, part: DocumentPart) -> tuple[bytes, Iterator[ArrowRow]]:
        """Make the rows from a part, or a row with the failure; its bytes are unchanged."""
        return part.body, self.rows(part)

    def rows(self, part: DocumentPart) -> Iterator[ArrowRow]:
        """Make the rows from a document, or a row with the failure."""
        self.documents += 1
        if len(part.body) > self.max_bytes:
            yield self._failure(too_large(part, self.max_bytes))
            return
        try:
            result = self.make(part)
            yield from [self._failure(result)] if isinstance(result, Problem) else result
        except Exception as error:  # noqa: BLE001 -- one of millions of documents must not end the job
            message = f"{type(error).__name__}: {error}"
            yield failure_row(self.columns, part.name, INTERNAL_ERROR, message)

    def _failure(self, problem: Problem) -> ArrowRow:
        return problem_row(self.columns, problem)


def listing_task(
    context: Context, policies: Policies, computed: ComputedFields, max_bytes: int, kinds: tuple[str, ...]
) -> RowTask:
    """Make the task that lists links."""
    wanted = frozenset(kinds)

    def rows(part: DocumentPart) -> Iterator[ArrowRow]:
        known, chosen = part_context(part, context, policies)
        links = lister.links_in(part.body, known, chosen, text="text" in computed)
        chosen_links = (link for link in links if link.kind in wanted) if wanted else links
        return _each_link_row(computed, described_part(part, known), chosen_links)

    return RowTask(LINK_COLUMNS, rows, max_bytes)


def checking_task(context: Context, policies: Policies, wanted: SelectedCodes, max_bytes: int) -> RowTask:
    """Make the task that reports findings."""

    def rows(part: DocumentPart) -> Iterator[ArrowRow]:
        known, chosen = part_context(part, context, policies)
        for fault in faults(part.body, known, chosen, wanted):
            yield finding_row(part.name, known.url, *fault)

    return RowTask(FINDING_COLUMNS, rows, max_bytes)


def reading_task(context: Context, policies: Policies, max_bytes: int) -> RowTask:
    """Make the task that gives documents as they are."""

    def rows(part: DocumentPart) -> list[ArrowRow]:
        known, _ = part_context(part, context, policies)
        return [(*described_part(part, known), None, None, None, part.body, None, None)]

    return RowTask(DOCUMENT_COLUMNS, rows, max_bytes, rows)


def rewriting_task(context: Context, policies: Policies, max_bytes: int) -> RowTask:
    """Make the task that rewrites documents of at most ``max_bytes`` before and after."""
    limited = policies._replace(largest=max_bytes)

    def rows(part: DocumentPart) -> list[ArrowRow] | Problem:
        known, chosen = part_context(part, context, limited)
        try:
            result = rewriter.rewrite_document(part.body, known, chosen)
        except TooLargeError:
            return too_large(part, max_bytes)
        document = result.document if isinstance(result.document, bytes) else result.document.encode()
        return [(*described_part(part, known), *result.base[:2], result.changes, document, None, None)]

    return RowTask(DOCUMENT_COLUMNS, rows, max_bytes, reading_task(context, policies, max_bytes).keep)
