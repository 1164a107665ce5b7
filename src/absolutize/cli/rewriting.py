"""``absolutize rewrite``: documents made absolute, and where they go."""

import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import click

from absolutize import files, pipeline
from absolutize.cli.diffing import unified
from absolutize.cli.options import context_options, policy_options, settings
from absolutize.cli.printing import Run, stop
from absolutize.files import STANDARD, FileError
from absolutize.findings import UNRESOLVED
from absolutize.pipeline import Rewritten

Deliver = Callable[[str, bytes, bytes], None]  # the path, the document as it was, as it is now


@click.command()
@click.argument("paths", nargs=-1, required=True, metavar="PATH...")
@context_options
@policy_options
@click.option(
    "-o",
    "--output",
    metavar="OUT",
    help="Write to this file, or into this directory (DIR/ is made); neither replaces a file.",
)
@click.option(
    "--in-place",
    is_flag=True,
    help="Replace the inputs, each at once, by files of the same mode, owner and group "
    "(other hard links keep the old content).",
)
@click.option("--diff", is_flag=True, help="Show what would change; exit with 1 if anything would.")
@click.option("--strict", is_flag=True, help="Exit with 1 if a reference could not be resolved.")
def rewrite(paths: tuple[str, ...], **options: Any) -> None:  # noqa: ANN401
    """Make every link in HTML documents absolute ("-" is standard input)."""
    context, policies = settings(options)
    run = Run(quiet=options["quiet"])
    deliver = _delivery(paths, options, run)
    read = files.read_regular if options["in_place"] else files.read
    for path in paths:
        try:
            data = read(path)
            result = pipeline.rewritten(data, context, policies)
            deliver(path, data, _bytes(result))
        except FileError as error:
            run.fail(error)
        else:
            _mention(path, result, run, strict=options["strict"])
    run.finish()


def _bytes(result: Rewritten) -> bytes:
    document = result.document
    return document if isinstance(document, bytes) else document.encode()


def _delivery(paths: tuple[str, ...], options: Mapping[str, Any], run: Run) -> Deliver:
    """Choose where results go; refuse what does not fit together."""
    output: str | None = options["output"]
    if sum((output is not None, options["in_place"], options["diff"])) > 1:
        stop("give one of -o, --in-place and --diff")
    if options["in_place"]:
        if STANDARD in paths:
            stop("--in-place: standard input has no place")
        return _in_place
    if options["diff"]:
        return lambda path, before, after: _diff(path, before, after, run)
    if output == "":
        stop("-o: the name is empty")
    if output is None or output == STANDARD:
        if len(paths) > 1:
            stop("several inputs: give -o DIR, --in-place or --diff")
        return lambda _path, _before, after: files.write_stdout([after])
    if len(paths) > 1 or files.is_directory(output):
        return _into(Path(output), paths)
    return lambda _path, _before, after: files.create(Path(output), after)


def _in_place(path: str, before: bytes, after: bytes) -> None:
    if after != before:
        files.overwrite(Path(path), after)


def _into(directory: Path, paths: tuple[str, ...]) -> Deliver:
    """Write to files of the inputs' names in a directory."""
    if STANDARD in paths:
        stop(f"{directory}: standard input has no name to be written by in a directory")
    try:
        with files.reporting(str(directory)):
            directory.mkdir(parents=True, exist_ok=True)
    except FileError as error:
        stop(error)
    return lambda path, _before, after: files.create(directory / Path(path).name, after)


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
