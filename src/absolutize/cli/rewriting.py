"""``absolutize rewrite``: documents made absolute, and where they go."""

from collections import deque
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import click

from absolutize import files
from absolutize.cli.options import archive_options, context_options, policy_options, settings
from absolutize.cli.printing import Run, stop
from absolutize.cli.reading import Tally, failure, opened, pieces, work_for
from absolutize.cli.treating import Diffing, Outcome, Rewriting
from absolutize.containers import Checkpoint, Notice, NotWhole, Work
from absolutize.files import STANDARD, FileError
from absolutize.findings import UNRESOLVED

Deliver = Callable[[str, Iterator[bytes]], None]  # the path, and what is to be written


@click.command()
@click.argument("paths", nargs=-1, required=True, metavar="PATH...")
@context_options
@policy_options
@archive_options
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
    """Make every link absolute in HTML documents and in archives of them ("-" is standard input)."""
    context, policies = settings(options)
    run = Run(quiet=options["quiet"])
    deliver = _delivery(paths, options)
    treat = (Diffing if options["diff"] else Rewriting)(context, policies)
    with work_for(treat, options) as work:
        for path in paths:
            try:
                if options["in_place"]:
                    files.check_regular(path)
                tally = _rewritten(path, work, deliver, run)
            except (FileError, NotWhole) as error:
                run.fail(failure(path, error))
            else:
                _mention(path, tally, run, strict=options["strict"])
    run.finish()


def _rewritten(path: str, work: Work, deliver: Deliver, run: Run) -> Tally:
    """Make one input absolute and deliver it."""
    tally = Tally()
    with opened(path) as source:
        deliver(path, _counted(pieces(source, work), work, tally, run))
    return tally


def _counted(parts: Iterator[bytes | Checkpoint], work: Work, tally: Tally, run: Run) -> Iterator[bytes]:
    """Pass what is written on, and count what came of the parts that are in it."""
    for piece in parts:
        for note in work.taken():
            _count(note, tally, run)
        if isinstance(piece, bytes):
            yield piece
    for note in work.taken():
        _count(note, tally, run)


def _count(note: Any, tally: Tally, run: Run) -> None:  # noqa: ANN401 -- a notice, or what comes of a part
    if isinstance(note, Notice):
        tally.noted(note)
    elif isinstance(note, Outcome):
        tally.parts += 1
        tally.changed += note.changed
        tally.left += note.left
        tally.based &= note.based
    else:
        outcome, lines = note
        if lines:
            run.found()
            files.write_stdout(lines)
        _count(outcome, tally, run)


def _delivery(paths: tuple[str, ...], options: Mapping[str, Any]) -> Deliver:
    """Choose where results go; refuse what does not fit together."""
    output: str | None = options["output"]
    if sum((output is not None, options["in_place"], options["diff"])) > 1:
        stop("give one of -o, --in-place and --diff")
    if options["in_place"]:
        if STANDARD in paths:
            stop("--in-place: standard input has no place")
        return lambda path, data: files.overwrite(Path(path), data)
    if options["diff"]:
        return lambda _path, data: deque(data, 0).clear()
    if output is None or output == STANDARD:
        if len(paths) > 1:
            stop("several inputs: give -o DIR, --in-place or --diff")
        return lambda _path, data: files.write_stdout(data)
    if len(paths) > 1 or files.is_directory(output):
        return _into(Path(output), paths)
    return lambda _path, data: files.create(Path(output), data)


def _into(directory: Path, paths: tuple[str, ...]) -> Deliver:
    """Write to files of the inputs' names in a directory."""
    if STANDARD in paths:
        stop(f"{directory}: standard input has no name to be written by in a directory")
    try:
        with files.reporting(str(directory)):
            directory.mkdir(parents=True, exist_ok=True)
    except FileError as error:
        stop(error)
    return lambda path, data: files.create(directory / Path(path).name, data)


def _mention(path: str, tally: Tally, run: Run, *, strict: bool) -> None:
    """Tell what is wrong with the input, which references had to stay as they are, and why."""
    tally.tell(path, run)
    left = {code: count for code, count in tally.left.items() if code in UNRESOLVED}
    if not left:
        return
    if strict:
        run.found()
    reasons = ", ".join(f"{count} {code}" for code, count in sorted(left.items()))
    advice = "" if tally.based else " (give --url)"
    run.warn(f"{path}: left as they are: {reasons}{advice}")
