"""``absolutize rewrite``: documents made absolute, and where they go."""

import os
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from typing import Any

import click

from absolutize import files, pipeline, records
from absolutize.cli.delivering import Delivery, delivery, in_place_option, output_option
from absolutize.cli.diffing import unified
from absolutize.cli.options import context_options, policy_options, settings
from absolutize.cli.printing import Run, stop
from absolutize.files import STANDARD, FileError
from absolutize.findings import UNRESOLVED
from absolutize.pipeline import Rewritten


@click.command()
@click.argument("paths", nargs=-1, required=True, metavar="PATH...")
@context_options
@policy_options
@output_option
@in_place_option
@click.option("--diff", is_flag=True, help="Show what would change; exit with 1 if anything would.")
@click.option("--record", metavar="FILE", help="Write down what changed, for `absolutize restore`.")
@click.option("--strict", is_flag=True, help="Exit with 1 if a reference could not be resolved.")
def rewrite(paths: tuple[str, ...], record: str | None, *, strict: bool, **options: Any) -> None:  # noqa: ANN401
    """Make every link in HTML documents absolute ("-" is standard input)."""
    context, policies = settings(options)
    run = Run(quiet=options["quiet"])
    into = _delivery(paths, run, record, **{name: options[name] for name in ("output", "in_place", "diff")})
    with _journal(record) as journal:
        for path in paths:
            try:
                data = into.read(path)
                result = pipeline.rewritten(data, context, policies, recorded=record is not None)
                if journal is not None:
                    journal(_recorded(path, into, data, result))
                into.write(path, data, _bytes(result))
            except FileError as error:
                run.fail(error)
            else:
                _mention(path, result, run, strict=strict)
    run.finish()


def _bytes(result: Rewritten) -> bytes:
    document = result.document
    return document if isinstance(document, bytes) else document.encode()


def _delivery(
    paths: tuple[str, ...], run: Run, record: str | None, *, output: str | None, in_place: bool, diff: bool
) -> Delivery:
    """Choose where results go, a diff among the ways; refuse what does not fit together."""
    if sum((output is not None, in_place, diff)) > 1:
        stop("give one of -o, --in-place and --diff")
    if diff and record is not None:
        stop("--diff changes nothing that --record could write down")
    if diff:
        return Delivery(files.read, lambda _: None, lambda path, old, new: _diff(path, old, new, run))
    return delivery(paths, output, in_place=in_place, among="-o DIR, --in-place or --diff")


def _journal(record: str | None) -> AbstractContextManager[Callable[[bytes], None] | None]:
    """Begin a record, before anything is written: what is not in it cannot be undone."""
    if record is None:
        return nullcontext()
    if record in {"", STANDARD}:
        stop("--record: give the name of a file")
    try:
        return files.Journal(record)
    except FileError as error:
        stop(error)


def _recorded(path: str, into: Delivery, before: bytes, result: Rewritten) -> bytes:
    place = into.place(path)
    output = None if place is None else str(place)
    return records.written(records.record_of(path, output, before, _bytes(result), result.edits))


def _diff(path: str, before: bytes, after: bytes, run: Run) -> None:
    """Print a unified diff."""
    if after != before:
        run.found()
        name = os.fsencode(path)
        files.write_stdout(unified(name, name + b" (absolute)", before, after))


def _mention(path: str, result: Rewritten, run: Run, *, strict: bool) -> None:
    """Tell which references had to stay as they are, and why."""
    left = {code: count for code, count in result.left.items() if code in UNRESOLVED}
    if not left:
        return
    if strict:
        run.found()
    reasons = ", ".join(f"{count} {code}" for code, count in sorted(left.items()))
    advice = " (give --url)" if result.base.uri is None else ""
    run.warn(f"{path}: left as they are: {reasons}{advice}")
