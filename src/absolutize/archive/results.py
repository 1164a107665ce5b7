"""What the functions of `absolutize.archive` give: parts, what was found in them, counts and problems.

It does not know how an archive is read, and decides nothing about a link. Used by `archive`, `arrow` and
`cli`.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Generic, NamedTuple, Self, TypeVar

from absolutize.containers import IncompleteOutput, Problem
from absolutize.containers.source import RECORDS_SEEN
from absolutize.engine.checks import Fault
from absolutize.engine.link import Link
from absolutize.findings import COPIED_CODES, READ_PARTLY, TROUBLES

MAX_PROBLEMS = 10_000  # of one source that are kept; all of them are counted
SKIPPED_DIRECTORY, GIT_IGNORED, UNREAD_ZIP = "skipped-directory", "git-ignored", "zip-in-directory"
LEFT_OUT = frozenset({SKIPPED_DIRECTORY, GIT_IGNORED, UNREAD_ZIP})  # of a directory: no problems
TROUBLE_MESSAGES = {finding.code: finding.message for finding in TROUBLES}

ResultRow = TypeVar("ResultRow")


class Part(NamedTuple):
    """An HTML document in an archive, or a source that is one itself.

    Attributes:
        name: Where it is, e.g. "crawl.warc.gz!1234!http://example.com/": the archive, the offset of the
            record or the name of the member, and the URL of a record, with "!" between them.
        url: URL that it was downloaded from (RFC 2396 5.1.3); ``None`` if that is not known.
        encapsulating: Base URL of what it is part of (5.1.2), maybe relative; ``None`` if there is none.
        charset: Encoding label that came with it; ``None`` if none did.
        media_type: Media type in lower case; ``None`` if nothing says it.
    """

    name: str
    url: str | None
    encapsulating: str | None
    charset: str | None
    media_type: str | None


class PartLink(NamedTuple):
    """A link, and the document that it is in.

    Attributes:
        part: The document.
        link: The link, as `absolutize.links` gives it.
    """

    part: Part
    link: Link


class PartFault(NamedTuple):
    """What is wrong with a link, and the document that it is in.

    Attributes:
        part: The document.
        fault: What is wrong, as `absolutize.check` gives it.
    """

    part: Part
    fault: Fault


class PartDocument(NamedTuple):
    """A document and its bytes.

    Attributes:
        part: What is known of it.
        document: Its bytes, without the codings of HTTP, mail or the archive.
    """

    part: Part
    document: bytes


class SourceKind(NamedTuple):
    """What a source is: the kind of archive, and for a directory the lines that say what was guessed."""

    kind: str | None
    guesses: list[str]


@dataclass
class ArchiveResult:
    """What came of a source, besides its rows.

    Attributes:
        kind: The kind of archive, e.g. "warc", "zip", "mhtml" or "directory"; ``None`` for a single document.
        documents: How many HTML documents were read.
        problems: What is wrong with the archive, by its codes in `FINDINGS`; the first 10,000.
        problem_counts: How often each code occurred, without a limit.
        skipped: What of a directory was not read: hidden, ignored by git, or a zip file; the first 10,000.
        guesses: For a directory: lines that say which original URL was guessed.
        failure: Why the source was not read to its end, or no output written; ``None`` if it was.
    """

    kind: str | None = None
    documents: int = 0
    problems: list[Problem] = field(default_factory=list)
    problem_counts: Counter[str] = field(default_factory=Counter)
    skipped: list[str] = field(default_factory=list)
    guesses: list[str] = field(default_factory=list)
    failure: str | None = None

    @property
    def complete(self) -> bool:
        """Whether the source was read to its end and, by `rewrite`, the output was written."""
        return self.failure is None

    def begin_source(self, source: SourceKind) -> None:
        """Note what the source is.

        Args:
            source: Its kind, and what was guessed.
        """
        self.kind, self.guesses = source

    def add_document(self) -> None:
        """Count a document that was read."""
        self.documents += 1

    def add_problem(self, problem: Problem) -> None:
        """Count what is wrong with the archive, and keep the first ones.

        Args:
            problem: What is wrong.
        """
        if problem.code in LEFT_OUT:
            self.skipped += [problem.place][: MAX_PROBLEMS - len(self.skipped)]
        elif problem.code != RECORDS_SEEN:
            self.problem_counts[problem.code] += 1
            self.problems += [problem][: MAX_PROBLEMS - len(self.problems)]

    def fail(self, refusal: IncompleteOutput) -> None:
        """Note why the output would not be whole, or why the source cannot be read.

        Args:
            refusal: Why.
        """
        self.failure = str(refusal.why)
        if isinstance(refusal.why, Problem):
            self.add_problem(refusal.why)
            self.failure = f"{refusal.why.place}: {reason(refusal.why)}"


@dataclass
class RewriteResult(ArchiveResult):
    """What came of `rewrite`: in addition to what `ArchiveResult` has, the counts of links.

    A ``failure`` says why no output was written.

    Attributes:
        changed: How many documents changed.
        links: How many links were made absolute.
        left: How often each code of `FINDINGS` kept a link as it was; of those that mean the
            same under any base, few are counted.
    """

    changed: int = 0
    links: int = 0
    left: Counter[str] = field(default_factory=Counter)

    def add_links(self, changed: int, left: Counter[str]) -> None:
        """Count the links of a document.

        Args:
            changed: How many were made absolute.
            left: How often each code kept one as it was.
        """
        self.changed += changed > 0
        self.links += changed
        self.left += left


class ArchiveReading(ArchiveResult, Generic[ResultRow]):
    """An iterator over what is found in a source; its attributes are complete when it has ended.

    The source is opened by the first step, and closed at the end, by `close` or behind a ``with`` block.
    """

    def __init__(self) -> None:
        super().__init__()
        self._rows: Iterator[Any] = iter(())

    def begin(self, rows: Iterator[ResultRow]) -> Self:
        """Go through rows, which may add to the counts and problems.

        Args:
            rows: What is iterated over.

        Returns:
            Itself.
        """
        self._rows = rows
        return self

    def __iter__(self) -> Self:
        """Give itself: it can be gone through once."""
        return self

    def __next__(self) -> ResultRow:
        """Give the next row; the archive is read as far as that needs."""
        row: ResultRow = next(self._rows)
        return row

    def __enter__(self) -> Self:
        """Use as a context, at whose end the source is closed."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close the source."""
        self.close()

    def close(self) -> None:
        """Close the source and end the processes, wherever the iteration is."""
        rows, self._rows = self._rows, iter(())
        if hasattr(rows, "close"):
            rows.close()


def reason(problem: Problem) -> str:
    """Describe a problem in words."""
    return TROUBLE_MESSAGES[problem.code] + (f" ({problem.detail})" if problem.detail else "")


def report_text(problem: Problem, *, reading: bool) -> str:
    """Describe a problem and what was done about it, by a command that only reads or by `rewrite`."""
    done = ""
    if problem.code in COPIED_CODES:
        read = "read as far as possible" if problem.code in READ_PARTLY else "skipped"
        done = f": {read if reading else 'copied unchanged'}"
    return reason(problem) + done
