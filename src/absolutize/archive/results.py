"""The results of the functions of `absolutize.archive`: parts, what was found in them, counts and problems.

It does not know how an archive is read, and decides nothing about a link. Used by `archive`, `arrow`,
`cli` and `spark.units`.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Generic, NamedTuple, Self, TypeVar

from absolutize.containers import IncompleteOutput, Problem
from absolutize.containers.source import (
    GIT_IGNORED,
    NO_ACCESS,
    RECORDS_SEEN,
    SKIPPED_DIRECTORY,
    UNREAD_ZIP,
)
from absolutize.engine.checks import Fault
from absolutize.engine.link import Link
from absolutize.findings import COPIED_CODES, MESSAGES, READ_PARTLY

MAX_PROBLEMS = 10_000  # problems of one source that are kept; all of them are counted
LEFT_OUT = frozenset({SKIPPED_DIRECTORY, GIT_IGNORED, UNREAD_ZIP})  # skipped in a directory; no problems
INTERNAL_CODES = LEFT_OUT | {RECORDS_SEEN}  # of what is no problem

ResultRow = TypeVar("ResultRow")


class Part(NamedTuple):
    """A document in an archive, or a source that is a document itself.

    Attributes:
        name: Where it is, e.g. "crawl.warc.gz!1234!http://example.com/": the archive, the offset of the
            record or the name of the member, and the URL of a record, with "!" between them.
        url: URL that it was downloaded from (RFC 2396 5.1.3); ``None`` if that is not known.
        encapsulating: Base URL of the entity around it (5.1.2), maybe relative; ``None`` if there is none.
        charset: Encoding label that came with it; ``None`` if none did.
        media_type: Media type in lower case; ``None`` if it is not declared.
    """

    name: str
    url: str | None
    encapsulating: str | None
    charset: str | None
    media_type: str | None


class PartLink(NamedTuple):
    """A link, and the document that contains it.

    Attributes:
        part: The document.
        link: The link, as `absolutize.links` gives it.
    """

    part: Part
    link: Link


class PartFault(NamedTuple):
    """What is wrong with a link, and the document that contains it.

    Attributes:
        part: The document.
        fault: What is wrong, as `absolutize.check` gives it.
    """

    part: Part
    fault: Fault


class PartDocument(NamedTuple):
    """A document and its bytes.

    Attributes:
        part: What is known about it.
        document: Its bytes, without the codings of HTTP, mail or the archive.
    """

    part: Part
    document: bytes


class SourceKind(NamedTuple):
    """The kind of a source; for a directory, lines that say which URLs were guessed, and unmatched paths."""

    kind: str | None
    guesses: list[str]
    unmatched: list[str]


@dataclass
class ArchiveResult:
    """The counts and problems of a source, in addition to its rows.

    Attributes:
        kind: The kind of archive, e.g. "warc", "zip", "mhtml" or "directory"; ``None`` for a single document.
        documents: How many documents were read.
        problems: The first 10,000 problems with the archive, with their codes in `FINDINGS`.
        problem_counts: How often each code occurred, without a limit.
        skipped: The first 10,000 paths of a directory that were not read: hidden, ignored by git, or zip.
        guesses: For a directory: lines that say which original URL was guessed.
        unmatched: The paths in ``urls`` at which the directory has no such file or directory.
        failure: Why the source was not read to its end, why a file of a directory could not be read (the
            first one), or why no output was written; ``None`` otherwise.
    """

    kind: str | None = None
    documents: int = 0
    problems: list[Problem] = field(default_factory=list)
    problem_counts: Counter[str] = field(default_factory=Counter)
    skipped: list[str] = field(default_factory=list)
    guesses: list[str] = field(default_factory=list)
    unmatched: list[str] = field(default_factory=list)
    failure: str | None = None

    @property
    def complete(self) -> bool:
        """Whether the whole source was read and, by `rewrite`, the output was written."""
        return self.failure is None

    def begin_source(self, source: SourceKind) -> None:
        """Note the kind of the source.

        Args:
            source: Its kind, the guessed URLs, and the paths without a file.
        """
        self.kind, self.guesses, self.unmatched = source

    def add_document(self) -> None:
        """Count a document that was read."""
        self.documents += 1

    def add_problem(self, problem: Problem) -> None:
        """Count a problem with the archive, and keep it if it is among the first.

        Args:
            problem: The problem.
        """
        if problem.code in LEFT_OUT:
            self.skipped += [problem.place][: MAX_PROBLEMS - len(self.skipped)]
        elif problem.code not in INTERNAL_CODES:
            self.problem_counts[problem.code] += 1
            self.problems += [problem][: MAX_PROBLEMS - len(self.problems)]
        if problem.code == NO_ACCESS and self.failure is None:
            self.failure = describe_problem(problem)

    def fail(self, refusal: IncompleteOutput) -> None:
        """Note why the output would be incomplete, or why the source cannot be read.

        Args:
            refusal: The reason.
        """
        self.failure = str(refusal.why)
        if isinstance(refusal.why, Problem):
            self.add_problem(refusal.why)
            self.failure = describe_problem(refusal.why)


@dataclass
class RewriteResult(ArchiveResult):
    """The result of `rewrite`: the attributes of `ArchiveResult`, and the counts of links.

    A ``failure`` says why no output was written, or which file of a directory is not in it.

    Attributes:
        changed: How many documents changed.
        links: How many links were made absolute.
        left: How often each code of `FINDINGS` kept a link as it was; most links that mean the same
            under any base are not counted.
    """

    changed: int = 0
    links: int = 0
    left: Counter[str] = field(default_factory=Counter)

    def add_links(self, changed: int, left: Counter[str]) -> None:
        """Count the links of a document.

        Args:
            changed: How many links were made absolute.
            left: How often each code kept a link as it was.
        """
        self.changed += changed > 0
        self.links += changed
        self.left += left


class ArchiveReading(ArchiveResult, Generic[ResultRow]):
    """An iterator over what is found in a source; its attributes are complete when it has ended.

    The source is opened when the first row is asked for, and closed at the end of the iteration, by `close`,
    or at the end of a ``with`` block.
    """

    def __init__(self) -> None:
        super().__init__()
        self._rows: Iterator[Any] = iter(())

    def begin(self, rows: Iterator[ResultRow]) -> Self:
        """Set the rows to iterate over; giving them may add to the counts and problems.

        Args:
            rows: The rows.

        Returns:
            Itself.
        """
        self._rows = rows
        return self

    def __iter__(self) -> Self:
        """Give itself: it can be iterated over once."""
        return self

    def __next__(self) -> ResultRow:
        """Give the next row; read the archive only as far as needed for it."""
        row: ResultRow = next(self._rows)
        return row

    def __enter__(self) -> Self:
        """Begin a context; the source is closed at its end."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close the source."""
        self.close()

    def close(self) -> None:
        """Close the source and end the processes, even if the iteration is not finished."""
        rows, self._rows = self._rows, iter(())
        if hasattr(rows, "close"):
            rows.close()


def reason(problem: Problem) -> str:
    """Describe a problem in words."""
    return MESSAGES[problem.code] + (f" ({problem.detail})" if problem.detail else "")


def describe_problem(problem: Problem) -> str:
    """Describe a problem in words, after its place."""
    return f"{problem.place}: {reason(problem)}"


def report_text(problem: Problem, *, reading: bool) -> str:
    """Describe a problem and what was done about it, by a command that only reads or by `rewrite`."""
    done = ""
    if problem.code in COPIED_CODES:
        read = "read as far as possible" if problem.code in READ_PARTLY else "skipped"
        done = f": {read if reading else 'copied unchanged'}"
    return reason(problem) + done
