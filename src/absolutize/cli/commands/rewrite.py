"""The command ``rewrite``: documents, archives and directories with absolute links.

It chooses where the output goes and prints the summary. It does not know how a link is rewritten, nor how an
archive is laid out. Used by `cli`.
"""

from collections import deque
from collections.abc import Mapping
from contextlib import nullcontext
from typing import Any, NamedTuple

import click

from absolutize.archive.part_tasks import Rewriting
from absolutize.cli.applicability import (
    mention_unused,
    read_files,
    refuse_meaningless,
    refuse_overwriting,
)
from absolutize.cli.formats.progress import show_progress
from absolutize.cli.help import SectionedCommand
from absolutize.cli.io import mirror_options
from absolutize.cli.io.inputs import Sessions, failure, open_input, size_of
from absolutize.cli.io.output_names import each_once, folder_urls
from absolutize.cli.io.outputs import (
    Delivery,
    OutputChoice,
    delivery,
    force_option,
    in_place_option,
    output_option,
    refuse_force,
)
from absolutize.cli.io.part_tasks import Diffing
from absolutize.cli.io.stream import Input, deliver
from absolutize.cli.io.summary import Summary, Totals, mention, mention_interruption
from absolutize.cli.io.undo_option import Recording, record_file, record_option, refuse_record_among
from absolutize.cli.options import FILE, archive_options, context_options, given_settings, policy_options
from absolutize.cli.run import Run, stop
from absolutize.containers import IncompleteOutput, Session
from absolutize.containers.source import PartTask
from absolutize.storage import files
from absolutize.storage.files import FileError
from absolutize.storage.record_lines import RecordFile

ONLY_SINGLE = "--record is for single documents (HTML, XML or CSS)"


class Job(NamedTuple):
    """The work on the inputs: the sessions, where results go (None: nowhere), the options and the counts."""

    sessions: Sessions
    into: Delivery | None
    run: Run
    options: Mapping[str, Any]
    totals: Totals


@click.command("rewrite", cls=SectionedCommand)
@click.argument("paths", type=FILE, nargs=-1, required=True, metavar="PATH...", callback=each_once)
@context_options
@policy_options
@archive_options
@output_option
@force_option
@in_place_option
@click.option("--diff", is_flag=True, help="Show what would change; exit with 1 if anything would.")
@record_option
@click.option(
    "--strict",
    is_flag=True,
    help="Exit with 1 if a link could not be made absolute; the codes placeholder, unreadable and"
    " custom-property do not count.",
)
@click.option("--resume", is_flag=True, help="Continue where an interrupted run of the same command stopped.")
@click.option(
    "--hard-links", is_flag=True, help="Hard-link the files of a directory that do not change, if possible."
)
@click.option(
    "--conversion",
    is_flag=True,
    help="In WARC, keep all records and add conversion records with the rewritten pages.",
)
def rewrite_command(paths: tuple[str, ...], **options: Any) -> None:  # noqa: ANN401
    """Make every link absolute in documents (HTML, XML, CSS) and archives of them ("-" is standard input)."""
    run = Run(quiet=options["quiet"])
    context, policies = given_settings(options)
    refuse_meaningless(paths, options)
    refuse_overwriting(options["output"], read_files((), options))
    folder_urls(paths, options)  # called for its refusals, before anything is written
    with record_file(_recorded(options)) as record:
        into = _delivery(paths, options, run, record)
        task = _task(Rewriting(context, policies), into, record)
        with Sessions(task, options, paths, reading=False) as sessions:
            _rewrite_all(paths, Job(sessions, into, run, options, Totals(len(paths))))
        if record is not None and not run.failures:
            record.keep()
    run.finish()


def _recorded(options: Mapping[str, Any]) -> str | None:
    """Give the path of the record; refuse options that contradict each other."""
    if sum((options["output"] is not None, options["in_place"], options["diff"])) > 1:
        stop("pass only one of -o, --in-place and --diff")
    refuse_force(options["output"], force=options["force"])
    if options["diff"] and options["record"] is not None:
        stop("--diff changes nothing that --record could record")
    recorded: str | None = options["record"]
    return recorded


def _delivery(
    paths: tuple[str, ...], options: Mapping[str, Any], run: Run, record: RecordFile | None
) -> Delivery | None:
    """Choose where results go; None for a diff, which writes no results."""
    if options["diff"]:
        return None
    wanted = OutputChoice(
        paths, options["output"], options["in_place"], "-o DIR, --in-place or --diff", options["force"]
    )
    if record is None:
        return delivery(wanted, run)
    into = delivery(wanted, run, record.sync)
    refuse_record_among(paths, into, options["record"])
    return into


def _task(rewriting: Rewriting, into: Delivery | None, record: RecordFile | None) -> PartTask:
    """Choose the task for documents."""
    if into is None:
        return Diffing(rewriting.context, rewriting.policies)
    if record is None:
        return rewriting
    return Recording(rewriting.context, rewriting.policies, into, record)


def _rewrite_all(paths: tuple[str, ...], job: Job) -> None:
    """Rewrite the inputs one after the other; if one fails, go on with the others."""
    job.sessions.mention_doubts(job.run)
    try:
        with nullcontext() if job.into is None else job.into.batch:
            for path in paths:
                _rewrite_one(path, paths, job)
    except KeyboardInterrupt as interrupt:
        mention_interruption(interrupt, job.totals, job.run, job.options)
        raise
    job.totals.mention(job.run, job.options)


def _rewrite_one(path: str, paths: tuple[str, ...], job: Job) -> None:
    """Rewrite an input, or report why that fails."""
    try:
        session = job.sessions.of(path)
        summary = (
            _tree(path, paths, session, job) if files.is_tree(path) else _rewrite_file(path, session, job)
        )
    except (FileError, IncompleteOutput) as error:
        job.run.fail(failure(path, error))
        job.totals.failed += 1
    else:
        job.totals.add(summary)
        mention_unused(path, session.choices, job.run, has_records=summary.has_records)
        mention(path, summary, job.run, job.options)


def _rewrite_file(path: str, session: Session, job: Job) -> Summary:
    """Rewrite one file and write its output."""
    summary = Summary()
    if job.into is not None:
        job.into.check(path)
    with open_input(path) as source, show_progress(path, size_of(source), quiet=job.run.quiet) as update:
        with files.reporting(path):
            container = session.container(source)
        if container is not None and job.options["record"] is not None:
            raise FileError(path, f"a container ({container.name}): {ONLY_SINGLE}")
        given = Input(source, container, session, summary, job.run, update)
        deliver(given, job.into, resume=job.options["resume"])
    return summary


def _tree(path: str, paths: tuple[str, ...], session: Session, job: Job) -> Summary:
    """Rewrite the pages of a directory."""
    from absolutize.cli.io import directory_output  # noqa: PLC0415 -- documents do not need it

    run, options = job.run, job.options
    into = directory_output.output_of(path, paths, options)
    if options["record"] is not None:
        raise FileError(path, f"a directory: {ONLY_SINGLE}; name its files, from inside the directory")
    summary = Summary(is_container=True, advice="--root")
    tree, why_unknown = mirror_options.announced_tree(path, session, run, in_place=options["in_place"])
    with show_progress(path, None, quiet=run.quiet) as update:
        walk = directory_output.Walk(tree, session, summary, run, update)
        if job.into is None:
            deque(walk.files(), 0)
        elif into is None:
            job.into.batch.finish()  # files of this directory may be among the inputs before it
            walk.replace_files()
        else:
            directory_output.create_directory(
                into, walk, job.into.new_directories, resume=options["resume"], linked=options["hard_links"]
            )
    if summary.left["no-base"] > summary.unusable:
        for line in why_unknown:
            run.warn(line)
    return summary
