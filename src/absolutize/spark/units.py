"""The units of a job: a unit reads an archive or a piece of one, and writes one output for it.

A unit with a report is done, so that a job that runs again goes on behind it. It does not know Spark. Used by
`spark.job` and `spark.notes`.
"""

import json
import time
import uuid
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any, NamedTuple

from fsspec.core import url_to_fs

from absolutize.archive.part_tasks import PartOutcome, Rewriting
from absolutize.archive.results import INTERNAL_CODES
from absolutize.archive.sources import rewrite_in_pieces
from absolutize.arrow import parquet
from absolutize.arrow.inputs import rows_of_piece
from absolutize.arrow.pieces import (
    PARQUET_MAGIC,
    Piece,
    access_error,
    open_piece,
    size_of_file,
)
from absolutize.arrow.rows import INTERNAL_ERROR, ArrowRow, too_large
from absolutize.arrow.schemas import record_batches
from absolutize.arrow.table_tasks import TABLE_TASKS, chosen_of
from absolutize.containers import CONTAINERS, ContainerTask, DocumentPart, IncompleteOutput, Problem, Session
from absolutize.containers.source import NO_ACCESS
from absolutize.edits import TooLargeError

TEMPORARY = "_temporary"
REPORTS = "_reports"


class JobPlan(NamedTuple):
    """What a job writes for each unit: a table or archives, with these options, below a path or URL."""

    output: str
    table: str
    options: Mapping[str, Any]


ARCHIVES = "archives"


class WorkUnit(NamedTuple):
    """A piece of an archive, the archive's name in the output, and the archive's size when it was cut."""

    piece: Piece
    name: str
    size: int | None = None

    @property
    def key(self) -> str:
        """The name of the unit's report."""
        return self.name if self.piece.start is None else f"{self.name}.{self.piece.start:014}"

    def target(self, table: str) -> str:
        """Name the unit's output."""
        target = f"{table}/{output_name(table, self.name)}"
        return target if table == ARCHIVES else f"{target}/part-{self.piece.start or 0:014}.parquet"


def output_name(table: str, name: str) -> str:
    """Name the output of an archive: a file, or for a table the directory of its pieces."""
    return name if table == ARCHIVES else f"input={name}"


@dataclass
class UnitReport:
    """The result of a unit: counts, and the error if it could not be done."""

    path: str
    documents: int = 0
    links: int = 0  # that were listed; those that were made absolute, if archives are written
    rows: int = 0
    failures: Counter[str] = field(default_factory=Counter)
    bytes_read: int = 0
    size: int | None = None  # of the file
    bytes_written: int = 0
    cpu_seconds: float = 0.0
    seconds: float = 0.0
    error: str | None = None
    was_done: bool = False

    def add_problem(self, problem: Problem) -> None:
        """Count a problem with a record."""
        if problem.code not in INTERNAL_CODES:
            self.failures[problem.code] += 1


def do_unit(plan: JobPlan, unit: WorkUnit) -> UnitReport:
    """Do a unit, unless it is done already; give its report.

    The output is written under a temporary name and then renamed; after that the report is written. A unit
    that is done twice writes the same bytes.
    """
    system, root = url_to_fs(plan.output)
    report_path = f"{root}/{REPORTS}/{plan.table}/{unit.key}.json"
    target = f"{root}/{unit.target(plan.table)}"
    size = known_size(unit.piece.path)
    done = kept_report(system, report_path, target)
    report = UnitReport(unit.piece.path, size=size) if done is None else done
    report.error = changed_since(unit.size if done is None else done.size, size)
    if done is not None or report.error is not None:
        report.was_done = report.error is None
        return report
    begun, clock = time.process_time(), time.perf_counter()
    temporary = f"{root}/{TEMPORARY}/{uuid.uuid4().hex}"
    system.makedirs(f"{root}/{TEMPORARY}", exist_ok=True)
    with system.open(temporary, "wb") as file:
        for data in guard_output(_WRITERS.get(plan.table, table_output)(plan, unit, report), report):
            report.bytes_written += len(data)
            file.write(data)
    if report.error is not None:
        system.rm_file(temporary)
        return report
    report.bytes_read = bytes_of(unit.piece, size)
    report.cpu_seconds = round(time.process_time() - begun, 3)
    report.seconds = round(time.perf_counter() - clock, 3)
    move_output(system, temporary, target)
    with system.open(temporary, "wb") as file:
        file.write(json.dumps(vars(report), indent=1).encode())
    move_output(system, temporary, report_path)
    return report


def kept_report(system: Any, path: str, target: str) -> UnitReport | None:  # noqa: ANN401 -- of fsspec
    """Read the report of a unit that is done; ``None`` if it is not done, or if its output was removed."""
    if not (system.exists(path) and system.exists(target)):
        return None
    try:
        kept = json.loads(system.cat_file(path))
    except ValueError:  # the report is incomplete
        return None
    return UnitReport(**{**kept, "failures": Counter(kept["failures"])})


def known_size(path: str) -> int | None:
    """Give the size of a file, if it can be found; an unreachable file is reported when it is read."""
    try:
        return size_of_file(path)
    except Exception:  # noqa: BLE001 -- file systems raise what they like
        return None


def changed_since(had: int | None, size: int | None) -> str | None:
    """Give an error if an archive's size has changed."""
    if had is None or size is None or size == had:
        return None
    return f"it has {size} bytes, and had {had} when the job was begun: write to another directory"


def guard_output(pieces: Iterator[bytes], report: UnitReport) -> Iterator[bytes]:
    """Give an output piece by piece; an error becomes an error of this unit, and does not end the job."""
    try:
        yield from pieces
    except Exception as error:  # noqa: BLE001 -- one of thousands of files must not end the job
        report.failures[INTERNAL_ERROR] += 1
        report.error = f"{type(error).__name__}: {error}"


def move_output(system: Any, temporary: str, target: str) -> None:  # noqa: ANN401 -- a file system of fsspec
    """Rename a file; an object store cannot rename, so that the file is copied there."""
    system.makedirs(target.rpartition("/")[0], exist_ok=True)
    system.mv(temporary, target)


def bytes_of(piece: Piece, size: int | None) -> int:
    """Give the size of a piece of an archive; 0 if a server does not give the archive's size."""
    if piece.start is None or piece.stop is None:
        return size or 0
    return piece.stop - piece.start


def table_output(plan: JobPlan, unit: WorkUnit, report: UnitReport) -> Iterator[bytes]:
    """Make the Parquet file of a unit."""
    task = TABLE_TASKS[plan.table](**plan.options)
    rows = counted_rows(rows_of_piece(unit.piece, task.rows, task.archives), task.rows.columns, report)
    yield from parquet(task.rows.columns, record_batches(task.rows.columns, rows))
    report.documents = task.rows.documents
    report.links = report.rows if plan.table == "links" else 0


def counted_rows(rows: Iterator[ArrowRow], columns: Any, report: UnitReport) -> Iterator[ArrowRow]:  # noqa: ANN401
    """Count rows and failures; an unreadable file is an error of the unit, which is tried again later.

    A Parquet file may have rows about other files that could not be read, which are passed on.
    """
    names = [column.name for column in columns]
    path, failure, message = (names.index(name) for name in ("path", "failure", "message"))
    for row in rows:
        if row[failure] is None:
            report.rows += 1
        else:
            report.failures[row[failure]] += 1
            if row[failure] == NO_ACCESS and row[path] == report.path:
                report.error = row[message]
        yield row


NO_ARCHIVE = "a Parquet file is no archive: write its documents"


def archive_output(plan: JobPlan, unit: WorkUnit, report: UnitReport) -> Iterator[bytes]:
    """Make the archive with absolute links of a unit."""
    chosen = chosen_of("rewrite", plan.options, reading=False)
    limited = chosen.policies._replace(largest=chosen.max_bytes)
    task = GuardedRewriting(Rewriting(chosen.context, limited), chosen.max_bytes)
    try:
        with open_piece(unit.piece) as source:
            if source.head().startswith(PARQUET_MAGIC):
                report.error = NO_ARCHIVE
                return
            session = Session(ContainerTask(task, CONTAINERS, chosen.archives))
            for note in rewrite_in_pieces(source, session.container(source), session):
                if isinstance(note, bytes):
                    yield note
                elif isinstance(note, Problem):
                    report.add_problem(note)
                elif isinstance(note, PartOutcome):
                    report.documents += 1
                    report.links += note.changes
    except IncompleteOutput as refusal:
        report.failures[refusal.why.code if isinstance(refusal.why, Problem) else NO_ACCESS] += 1
        report.error = str(refusal.why)
    except Exception as error:  # noqa: BLE001 -- file systems raise what they like
        report.failures[NO_ACCESS] += 1
        report.error = access_error(error)


_WRITERS: Mapping[str, Callable[[JobPlan, WorkUnit, UnitReport], Iterator[bytes]]] = {
    ARCHIVES: archive_output
}
OUTPUTS = ("links", "findings", "documents", ARCHIVES)


@dataclass(frozen=True, slots=True)
class GuardedRewriting:
    """The task that rewrites documents; one that is too large, or that raises an error, stays as it is."""

    task: Rewriting
    max_bytes: int

    def __call__(self, part: DocumentPart) -> tuple[bytes, PartOutcome | Problem]:
        """Make the links of a document absolute."""
        if len(part.body) > self.max_bytes:
            return part.body, too_large(part, self.max_bytes)
        try:
            return self.task(part)
        except TooLargeError:
            return part.body, too_large(part, self.max_bytes)
        except Exception as error:  # noqa: BLE001 -- one of millions of documents must not end the job
            return part.body, Problem(part.name, INTERNAL_ERROR, f"{type(error).__name__}: {error}")


def unit_function(plan: JobPlan) -> Callable[[WorkUnit], UnitReport]:
    """Make the function that Spark sends to its workers."""
    return partial(do_unit, plan)
