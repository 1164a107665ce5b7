"""The command ``check``: relative, malformed or risky links, as lines, JSON or SARIF.

It does not know the checks themselves, only their codes. Used by `cli`.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

import click

from absolutize.archive.part_tasks import Checking
from absolutize.archive.results import PartFault
from absolutize.cli.applicability import refuse_meaningless
from absolutize.cli.commands.explain import unknown
from absolutize.cli.formats.sarif import sarif
from absolutize.cli.io.inputs import InputProblem, Works, noted
from absolutize.cli.io.output_names import each_once
from absolutize.cli.options import (
    archive_options,
    context_options,
    given_settings,
    reading_options,
    same_document_option,
)
from absolutize.cli.run import Run, encode_output, stop, visible
from absolutize.engine.checks import SelectedCodes
from absolutize.findings import CHECKED
from absolutize.storage import files
from absolutize.uri import RULE_SETS

CheckRows = Iterable[PartFault | InputProblem]


def _text(rows: CheckRows, _run: Run) -> Iterator[bytes]:
    for row in rows:
        if not isinstance(row, InputProblem):
            part, (code, message, link) = row
            yield encode_output(f"{visible(part.name)}:{link.line}:{link.column}: [{code}] {message}\n")
        elif not row.fatal:  # or standard error says so
            yield encode_output(f"{visible(row.path)}: [{row.code}] {row.message}\n")


FIELDS = ("line", "column", "start", "stop", "element", "attribute", "reference")


def _json(rows: CheckRows, _run: Run) -> Iterator[bytes]:
    yield b"["
    between = b"\n"
    for row in rows:
        yield between + encode_output(json.dumps(_object(row), ensure_ascii=False))
        between = b",\n"
    yield b"\n]\n"


def _object(row: PartFault | InputProblem) -> dict[str, Any]:
    """Make a fault an object of JSON; a problem is of no reference."""
    if isinstance(row, InputProblem):
        return {"path": row.path, "code": row.code, "message": row.message, **dict.fromkeys(FIELDS)}
    part, (code, message, link) = row
    place = {name: getattr(link, name) for name in FIELDS}
    return {"path": part.name, "code": code, "message": message, **place}


CHECK_FORMATS: Mapping[str, Callable[[CheckRows, Run], Iterator[bytes]]] = {
    "text": _text,
    "json": _json,
    "sarif": sarif,
}


@click.command("check")
@click.argument("paths", nargs=-1, required=True, metavar="PATH...", callback=each_once)
@context_options
@same_document_option
@reading_options
@archive_options
@click.option(
    "--against",
    multiple=True,
    type=click.Choice(list(RULE_SETS)),
    help="Also report links that these rules resolve differently; repeatable.",
)
@click.option(
    "--select",
    multiple=True,
    metavar="CODES",
    help="Report only codes that begin with one of these (a,b); repeatable.",
)
@click.option(
    "--ignore",
    multiple=True,
    metavar="CODES",
    help="Do not report codes that begin with one of these (a,b); repeatable.",
)
@click.option("--format", "form", type=click.Choice(list(CHECK_FORMATS)), default="text", show_default=True)
def check_command(paths: tuple[str, ...], form: str, **options: Any) -> None:  # noqa: ANN401
    """Report relative, malformed or risky links; exit with 1 if there are any.

    `absolutize explain CODE` explains each code.
    """
    context, policies = given_settings(options)
    wanted = _wanted(options)
    run = Run(quiet=options["quiet"])
    refuse_meaningless(paths, options)
    with Works(Checking(context, policies, wanted, frozenset(paths)), options, paths) as works:
        works.mention_unmatched(run)
        found = (row for path in paths for row in _rows(noted(path, works.of(path), run, report=True)))
        files.write_stdout(CHECK_FORMATS[form](_counted(found, run), run))
    run.finish()


def _wanted(options: Mapping[str, Any]) -> SelectedCodes:
    given = {name: list(_beginnings(options[name])) for name in ("select", "ignore")}
    for name, beginnings in given.items():
        for beginning in beginnings:
            if not any(code.startswith(beginning) for code in CHECKED):
                stop(f"--{name}: {unknown(beginning, sorted(CHECKED))}")
    return SelectedCodes.of(**given, against=options["against"])


def _beginnings(given: Iterable[str]) -> Iterator[str]:
    """Read lists of codes, separated by commas."""
    return (word.strip() for each in given for word in each.split(",") if word.strip())


def _rows(notes: Iterable[Any]) -> CheckRows:
    """Flatten what is noted of parts, which are lists of faults."""
    for note in notes:
        yield from [note] if isinstance(note, InputProblem) else note


def _counted(rows: CheckRows, run: Run) -> CheckRows:
    """Pass findings on; the run will say that there were some."""
    for row in rows:
        run.found()
        yield row
