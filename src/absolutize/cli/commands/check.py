"""The command ``check``: malformed, risky or relative links, in the formats of editors, code hosts and CI.

It knows only the codes of the checks, and not how findings are printed. Used by `cli`.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

import click

from absolutize.cli.applicability import read_files, refuse_meaningless, refuse_overwriting
from absolutize.cli.check_formats.rows import CheckedInput, CheckRow
from absolutize.cli.check_formats.table import CHECK_FORMATS
from absolutize.cli.check_formats.text import (
    CheckSummary,
    shows_colours,
    statistics,
    statistics_as_json,
    text_with_colours,
)
from absolutize.cli.commands.explain import unknown
from absolutize.cli.config import place_of
from absolutize.cli.help import SectionedCommand
from absolutize.cli.io.baseline import read_baseline, write_baseline
from absolutize.cli.io.inputs import InputProblem, Sessions, read_parts
from absolutize.cli.io.output_names import each_once
from absolutize.cli.io.outputs import (
    force_option,
    mention_other_format,
    refuse_binary,
    refuse_force,
    refuse_own_page,
    write_report,
)
from absolutize.cli.io.part_tasks import Examining
from absolutize.cli.options import (
    FILE,
    archive_options,
    code_options,
    context_options,
    given_settings,
    is_given,
    reading_options,
    same_document_option,
)
from absolutize.cli.run import FINDINGS_STATUS, Run, stop
from absolutize.engine.checks import SelectedCodes
from absolutize.findings import CHECKED_CODES, CODE_SETS, INPUT_CODES
from absolutize.storage import files
from absolutize.uri.security import mask_passwords

STATISTICS: Mapping[str, Callable[[Iterable[CheckedInput], Run], Iterator[bytes]]] = {
    "text": statistics,
    "json": statistics_as_json,
}
OF_REPORTS = {"output": "-o", "form": "--format", "counting": "--statistics"}  # options, as they are spelled


@click.command("check", cls=SectionedCommand)
@click.argument("paths", type=FILE, nargs=-1, required=True, metavar="PATH...", callback=each_once)
@context_options
@same_document_option
@reading_options
@archive_options
@code_options
@click.option(
    "--format",
    "form",
    type=click.Choice(list(CHECK_FORMATS)),
    default="text",
    show_default=True,
    help="Output format.",
)
@click.option(
    "--statistics", "counting", is_flag=True, help="Report how many findings each code has instead."
)
@click.option("-o", "--output", type=FILE, metavar="FILE", help="Write the report to this file.")
@force_option
@click.option("--exit-zero", is_flag=True, help="Exit with 0 even if something was found.")
@click.option(
    "--baseline",
    type=FILE,
    metavar="FILE",
    help="Leave out the findings that this file lists; report those that are gone.",
)
@click.option(
    "--write-baseline",
    type=FILE,
    metavar="FILE",
    help="Save all findings as the baseline and report none.",
)
def check_command(paths: tuple[str, ...], form: str, **options: Any) -> None:  # noqa: ANN401
    """Report malformed or risky links, and relative ones on request; exit with 1 if there are any.

    `absolutize explain CODE` explains each code.
    """
    context, policies = given_settings(options)
    wanted = selected_codes(options)
    run, summary = Run(quiet=options["quiet"]), CheckSummary()
    form, options = _without_contradictions(form, options)
    refuse_meaningless(paths, options)
    refuse_overwriting(options["output"], read_files(paths, options))
    refuse_own_page(paths, options)
    mention_other_format(options["output"], form, CHECK_FORMATS, run)
    known = None if options["baseline"] is None else read_baseline(options["baseline"])
    with Sessions(Examining(context, policies, wanted), options, paths) as sessions:
        sessions.mention_doubts(run)
        checked = _checked(paths, sessions, run, ignored_problems(options))
        if options["write_baseline"] is not None:
            write_baseline(options["write_baseline"], checked, run)
            run.finish(on_findings=0)
        if known is not None:
            checked = known.unknown(checked, summary)
        _write(form, _counted(summary.count(checked), run), run, options)
    summary.mention(run)
    if known is not None:
        known.mention_gone(paths, summary.unread, wanted.codes, run)
    run.finish(on_findings=0 if options["exit_zero"] else FINDINGS_STATUS)


def _without_contradictions(form: str, options: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    """Refuse options that contradict each other; one on the command line prevails over one of a file."""
    if options["write_baseline"] is not None:
        form, options = "text", _without_report(options)
    if options["baseline"] is not None and options["write_baseline"] is not None:
        stop("pass only one of --baseline and --write-baseline")
    if options["counting"] and form not in STATISTICS and not is_given("form"):
        form = "text"
    elif options["counting"] and form not in STATISTICS and not is_given("counting"):
        options = options | {"counting": False}
    refuse_force(options["output"], force=options["force"])
    if form == "parquet":
        refuse_binary(options["output"], form)
    if options["counting"] and form not in STATISTICS:
        stop(f"--statistics has no format {form}: choose from {', '.join(STATISTICS)}")
    return form, options


def _without_report(options: dict[str, Any]) -> dict[str, Any]:
    """Refuse options of reports with `--write-baseline`; drop those of a file, which are for other runs."""
    for name, spelled in OF_REPORTS.items():
        if is_given(name):
            stop(f"{spelled} means nothing with --write-baseline, which reports no findings")
    return options | {"counting": False, "baseline": options["baseline"] if is_given("baseline") else None}


def selected_codes(options: Mapping[str, Any]) -> SelectedCodes:
    """Choose the codes by `--select` and `--ignore`; stop if a value is not the beginning of any code.

    An empty `--select` counts as missing, so that a CI variable that is not set changes nothing.
    """
    select = list(_codes("--select", options["select"], CHECKED_CODES))
    ignore = _codes("--ignore", options["ignore"], CHECKED_CODES | INPUT_CODES)
    checked = [word for word in ignore if word in CODE_SETS or _beginning(word, CHECKED_CODES)]
    return SelectedCodes.of(select or ["DEFAULT"], checked, options["against"])


def ignored_problems(options: Mapping[str, Any]) -> frozenset[str]:
    """List the codes of problems with files and archives that `--ignore` leaves out."""
    words = [*_codes("--ignore", options["ignore"], CHECKED_CODES | INPUT_CODES)]
    if "ALL" in words:
        return INPUT_CODES
    return frozenset(code for word in words for code in _beginning(word, INPUT_CODES))


def _codes(option: str, given: Iterable[str], known: frozenset[str]) -> Iterator[str]:
    """Read lists of codes with commas; stop if a word is neither the beginning of a code nor a set."""
    for word in (word.strip() for each in given for word in each.split(",") if word.strip()):
        if word not in CODE_SETS and not _beginning(word, known):
            stop(f"{place_of(option)}: {_why_refused(word, known)}")
        yield word


def _beginning(word: str, codes: Iterable[str]) -> list[str]:
    return [code for code in codes if code.startswith(word)]


def _why_refused(word: str, known: frozenset[str]) -> str:
    """Say why a word cannot be given to this option: it is not the beginning of any code of ``known``."""
    if _beginning(word, INPUT_CODES):
        return f"{word!r} is about files and archives: such findings are reported unless they are ignored"
    return unknown(word, sorted(known))


def _checked(
    paths: Sequence[str], sessions: Sessions, run: Run, ignored: frozenset[str]
) -> Iterator[CheckedInput]:
    """Go through the inputs for their documents, with what was found in each."""
    for path in paths:
        is_read = False
        for note in read_parts(path, sessions.of(path), run, report=True, ignored=ignored):
            is_read = True
            if isinstance(note, InputProblem):
                row = CheckRow(note.path, note.code, mask_passwords(note.message), fatal=note.fatal)
                yield CheckedInput(note.path, (row,), is_document=False)
            else:
                yield note
        if not is_read:  # a wrong path, maybe
            run.warn(f"{path}: no document in it was read")


def _counted(checked: Iterable[CheckedInput], run: Run) -> Iterator[CheckedInput]:
    """Pass findings on, and set the exit status if there are any."""
    for each in checked:
        if each.rows:
            run.note_finding()
        yield each


def _write(form: str, checked: Iterable[CheckedInput], run: Run, options: Mapping[str, Any]) -> None:
    """Write the report to its output; in colours on a terminal that shows colours."""
    output = options["output"]
    if form == "text" and not options["counting"] and output is None and shows_colours():
        files.write_stdout(text_with_colours(checked, run), obeyed=True)
        return
    write = STATISTICS[form] if options["counting"] else CHECK_FORMATS[form]
    write_report(output, write(checked, run), run, force=options["force"])
