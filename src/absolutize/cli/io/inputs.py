"""Inputs by path: documents and containers, opened and recognized.

It reports inputs that cannot be read, and goes on with the next one. It does not know what a command does
with the parts. Used by `cli.commands` and `cli.io.stream`.
"""

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import replace
from typing import Any, NamedTuple

from absolutize.archive.results import (
    INTERNAL_CODES,
    reason,
    report_text,
)
from absolutize.archive.sources import rewrite_in_pieces
from absolutize.cli.applicability import mention_unused
from absolutize.cli.file_names import advice_for_url
from absolutize.cli.io import mirror_options
from absolutize.cli.io.output_names import folder_roots, folder_urls
from absolutize.cli.io.summary import Summary
from absolutize.cli.options import is_given
from absolutize.cli.run import Run
from absolutize.containers import (
    CONTAINERS,
    Checkpoint,
    Container,
    ContainerOptions,
    ContainerSource,
    ContainerTask,
    IncompleteOutput,
    Problem,
    Session,
    source_from,
)
from absolutize.containers.source import (
    HEAD_BYTES,
    NO_ACCESS,
)
from absolutize.storage import files
from absolutize.storage.files import FileError


def session_for(
    task: Any,  # noqa: ANN401 -- one of part_tasks.py
    options: dict[str, Any],
    rows: Mapping[str, str] | None,
    *,
    reading: bool,
) -> Session:
    """Make the session in which containers are read or rewritten; ``rows`` are the URLs of ``--map``."""
    names = ContainerOptions.__dataclass_fields__
    chosen = {name: options[name] for name in names if name in options}
    choices = ContainerOptions(
        file_urls=mirror_options.file_urls_by(options, rows),
        reading=reading,
        is_document=task.context.is_said_to_be_document,
        **chosen,
    )
    return Session(ContainerTask(task, CONTAINERS, choices), options["jobs"])


class Sessions(AbstractContextManager["Sessions"]):
    """The sessions in which inputs are read or rewritten: one for all, or one for each URL that is given."""

    def __init__(
        self,
        task: Any,  # noqa: ANN401 -- one of part_tasks.py
        options: dict[str, Any],
        paths: Sequence[str],
        *,
        reading: bool = True,
    ) -> None:
        self._task, self._options, self._reading, self._paths = task, options, reading, paths
        self._given = options.get("url"), options["root"]  # of the session
        self._roots = folder_roots(paths, options["root"])
        self._urls = self._urls_of(paths)
        self._rows = mirror_options.read_map(options["map"])
        self._session = session_for(task, options, self._rows, reading=reading)

    def __exit__(self, *_: object) -> None:
        """End the processes."""
        self._session.close()

    def _urls_of(self, paths: Sequence[str]) -> Mapping[str, str | None]:
        """Make the URLs of inputs that are no directories; those of a root count if there is no URL."""
        url, _ = self._given
        if url is None:
            return self._roots
        return folder_urls(paths, self._options) or dict.fromkeys(paths, url)

    def mention_doubts(self, run: Run) -> None:
        """Report a root that looks like a page's, and rows of ``--map`` that match no file of a directory."""
        file_urls, map_file = self._session.choices.file_urls, self._options["map"]
        if self._options["root"] is not None:
            mirror_options.mention_root_of_page(self._options["root"], run)
        if file_urls is not None and map_file is not None:
            mirror_options.mention_unmatched(self._paths, map_file, file_urls, run)

    def of(self, path: str) -> Session:
        """Give the session for an input; the session of the previous input may be closed."""
        is_tree = files.is_tree(path)
        is_for_others = is_tree and not is_given("url")  # of a root, or of a configuration file
        url = None if is_for_others else self._urls.get(path)
        given = url, self._roots.get(path, self._options["root"]) if is_tree else self._options["root"]
        if given != self._given:
            self._session.close()
            task = replace(self._task, context=self._task.context._replace(url=url))
            options = {**self._options, "url": url, "root": given[1]}
            self._session = session_for(task, options, self._rows, reading=self._reading)
            self._given = given
        return self._session


@contextmanager
def open_input(path: str) -> Iterator[ContainerSource]:
    """Open an input."""
    with files.open_file(path, HEAD_BYTES) as file:
        yield source_from(file, path)


def size_of(source: ContainerSource) -> int | None:
    """Give the size of a file in bytes; None if it is not known."""
    return os.fstat(source.file.fileno()).st_size if source.file.seekable() else None


def read_pieces(
    source: ContainerSource,
    container: Container | None,
    session: Session,
    state: dict[str, Any] | None = None,
) -> Iterator[Any]:
    """Rewrite an input: give its new bytes and the findings; raises `FileError` if it cannot be read."""
    with files.reporting(source.name):
        yield from rewrite_in_pieces(source, container, session, state)


class InputProblem(NamedTuple):
    """A problem with an input, for a report: a code and a message; ``fatal`` if it cannot be read."""

    path: str
    code: str
    message: str
    fatal: bool = False


def read_parts(
    path: str,
    session: Session,
    run: Run,
    *,
    report: bool = False,
    ignored: frozenset[str] = frozenset(),
    lacks_base: Callable[[Any], bool] | None = None,
) -> Iterator[Any]:
    """Read an input; give the result of the task for each part, and print the problems with the input.

    ``lacks_base`` is whether a result has a link without a base; then an unknown URL of a directory is
    printed, too.
    With ``report``, problems are yielded as `InputProblem` instead of printed; that the input, or a file in
    it, cannot be read is both yielded and printed. Other problems with ``ignored`` codes are left out.
    """
    summary = Summary()
    try:
        for note in _read(path, session, run, lacks_base):
            if isinstance(note, (bytes, Checkpoint)):
                continue
            if not isinstance(note, Problem):
                yield note
            elif note.code == NO_ACCESS or note.code not in ignored:
                if not report or note.code in INTERNAL_CODES | {NO_ACCESS}:
                    summary.add_problem(note)
                if report and note.code not in INTERNAL_CODES:
                    yield _input_problem(note)
    except (FileError, IncompleteOutput) as error:
        run.fail(failure(path, error))
        if report:
            yield InputProblem(path, NO_ACCESS, failure(path, error).removeprefix(f"{path}: "), fatal=True)
    else:
        mention_unused(path, session.choices, run, has_records=summary.has_records)
    summary.print_problems(path, run, reading=True)


def _input_problem(problem: Problem) -> InputProblem:
    """Describe a problem for a report."""
    text = report_text(problem, reading=True)
    return InputProblem(problem.place, problem.code, text, fatal=problem.code == NO_ACCESS)


def _read(path: str, session: Session, run: Run, lacks_base: Callable[[Any], bool] | None) -> Iterator[Any]:
    """Read a file or a directory."""
    if files.is_tree(path):
        yield from mirror_options.read_pages(path, session, run, lacks_base)
        return
    with open_input(path) as source:
        with files.reporting(path):
            container = session.container(source)
        yield from read_pieces(source, container, session)


def failure(path: str, error: FileError | IncompleteOutput) -> str:
    """Describe why there is no output; of a URL in the place of a file, what to do."""
    if isinstance(error, FileError):
        return f"{error}{advice_for_url(path)}"
    if isinstance(error.why, str):
        return f"{path}: {error.why}"
    return f"{error.why.place}: cannot be written whole: {reason(error.why)}"
