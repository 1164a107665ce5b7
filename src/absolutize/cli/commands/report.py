"""The command ``report``: what was found in documents and archives, as one HTML page.

It opens the inputs and chooses the output. It does not know what is on the page. Used by `cli`.
"""

from collections.abc import Iterator, Mapping
from typing import Any

import click

from absolutize.cli.applicability import read_files, refuse_meaningless, refuse_overwriting
from absolutize.cli.commands.check import ignored_problems, selected_codes
from absolutize.cli.help import SectionedCommand
from absolutize.cli.io.inputs import InputProblem, Sessions, read_parts
from absolutize.cli.io.output_names import each_once
from absolutize.cli.io.outputs import force_option, refuse_force, refuse_own_page, write_report
from absolutize.cli.options import (
    FILE,
    archive_options,
    code_options,
    context_options,
    given_settings,
    policy_options,
)
from absolutize.cli.run import Run, describe_count, stop
from absolutize.cli.whole_numbers import WholeNumber
from absolutize.report import DocumentSummary, InputTrouble, PageLimits, ReportTask, ReportTotals, report_page
from absolutize.storage import files
from absolutize.storage.files import STANDARD
from absolutize.uri.security import mask_passwords, mask_place

MEGABYTE = 1_000_000
MOST_DOCUMENTS = 100_000  # documents that the page lists; all are counted


@click.command("report", cls=SectionedCommand)
@click.argument("paths", type=FILE, nargs=-1, required=True, metavar="PATH...", callback=each_once)
@context_options
@policy_options
@archive_options
@code_options
@click.option(
    "-o",
    "--output",
    type=FILE,
    metavar="FILE",
    help="Write the page to this file; by default to standard output.",
)
@force_option
@click.option(
    "--max-size",
    type=WholeNumber(min=0),
    default=32,
    show_default=True,
    metavar="MB",
    help="Leave out links and sources of further documents when the page has this size; they are counted.",
)
def report_command(paths: tuple[str, ...], **options: Any) -> None:  # noqa: ANN401
    """Write a report as one HTML page: bases, links by kind and form, hosts, findings, every document.

    The page needs no network and opens from a file, in any current browser.
    """
    context, policies = given_settings(options)
    wanted, ignored = selected_codes(options), ignored_problems(options)
    run, totals = Run(quiet=options["quiet"]), ReportTotals()
    limits = PageLimits(MOST_DOCUMENTS, options["max_size"] * MEGABYTE)
    _refuse_outputs(options)
    refuse_meaningless(paths, options)
    refuse_overwriting(options["output"], read_files(paths, options))
    refuse_own_page(paths, options)
    with Sessions(ReportTask(context, policies, wanted), options, paths) as sessions:
        sessions.mention_doubts(run)
        summaries = (each for path in paths for each in _summarize(path, sessions, run, ignored))
        page = report_page(summaries, paths, limits, totals)
        write_report(options["output"], page, run, force=options["force"])
    run.warn(f"{options['output'] or 'report'}: {_described(totals)}")
    run.finish()


def _refuse_outputs(options: Mapping[str, Any]) -> None:
    output = options["output"]
    refuse_force(output, force=options["force"])
    if output not in {None, STANDARD} and files.names_directory(output):
        stop(f"-o {output}: is a directory; pass the name of a file")
    if output in {None, STANDARD} and files.is_terminal():
        stop("the page is not written to a terminal; pass -o FILE")


def _summarize(
    path: str, sessions: Sessions, run: Run, ignored: frozenset[str]
) -> Iterator[DocumentSummary | InputTrouble]:
    """Go through an input: the summaries of its documents, and what is wrong with it."""
    session = sessions.of(path)
    for note in read_parts(path, session, run, report=True, ignored=ignored, lacks_base=_lacks_base):
        if isinstance(note, InputProblem):
            run.note_finding()
            yield InputTrouble(mask_place(note.path), note.code, mask_passwords(note.message))
        else:
            yield note


def _lacks_base(summary: DocumentSummary) -> bool:
    return any(code == "no-base" for _, _, code in summary.counts)


def _described(totals: ReportTotals) -> str:
    """Count documents, links, findings and problems for the line below the run."""
    parts = f"{describe_count(totals.documents, 'document')}, {describe_count(totals.counts.total(), 'link')}"
    problems = f", {describe_count(totals.problem_count, 'problem')}" if totals.problem_count else ""
    return f"{parts}, {describe_count(totals.faults.total(), 'finding')}{problems}"
