"""``absolutize rewrite``: documents made absolute, and where they go."""

from collections import deque
from pathlib import Path
from typing import Any

import click

from absolutize import files
from absolutize.cli import mirrors, trees
from absolutize.cli.delivering import Deliver, Input, delivery
from absolutize.cli.options import archive_options, context_options, policy_options, settings
from absolutize.cli.printing import Run
from absolutize.cli.progress import shown
from absolutize.cli.reading import Tally, failure, opened, size_of, work_for
from absolutize.cli.treating import Diffing, Rewriting
from absolutize.containers import NotWhole, Work
from absolutize.files import FileError
from absolutize.findings import UNRESOLVED


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
@click.option("--resume", is_flag=True, help="Go on where an interrupted run of the same stopped.")
@click.option("--hard-links", is_flag=True, help="Link files of a directory that do not change, if possible.")
@click.option(
    "--conversion", is_flag=True, help="In WARC, keep all records and put conversion records beside them."
)
def rewrite(paths: tuple[str, ...], **options: Any) -> None:  # noqa: ANN401
    """Make every link absolute in HTML documents and in archives of them ("-" is standard input)."""
    context, policies = settings(options)
    run = Run(quiet=options["quiet"])
    deliver = delivery(paths, options)
    treat = (Diffing if options["diff"] else Rewriting)(context, policies)
    failed, archives = list[str](), False
    with work_for(treat, options) as work:
        for path in paths:
            try:
                if options["in_place"]:
                    files.check_regular(path)
                if Path(path).is_dir():
                    tally = _tree(path, trees.output_of(path, paths, options), work, run, options)
                else:
                    tally = _rewritten(path, work, deliver, run)
            except (FileError, NotWhole) as error:
                run.fail(failure(path, error))
                failed.append(path)
            else:
                archives |= tally.is_container
                _mention(path, tally, run, strict=options["strict"])
    if failed and archives:
        run.warn(f"{len(paths)} inputs, of which {len(failed)} failed: {', '.join(failed)}")
    run.finish()


def _rewritten(path: str, work: Work, deliver: Deliver, run: Run) -> Tally:
    """Make one input absolute and deliver it."""
    tally = Tally()
    with opened(path) as source, shown(path, size_of(source), quiet=run.quiet) as update:
        with files.reporting(path):
            container = work.container(source)
        deliver(Input(source, container, work, tally, run, update))
    return tally


def _tree(path: str, into: Path | None, work: Work, run: Run, options: dict[str, Any]) -> Tally:
    """Make the pages of a directory absolute."""
    tally = Tally()
    tree = mirrors.tree_at(path, work, run, in_place=options["in_place"])
    with shown(path, None, quiet=run.quiet) as update:
        walk = trees.Walk(tree, work, tally, run, update)
        if into is None:
            deque(walk.files(), 0)
        else:
            trees.create(into, walk, resume=options["resume"], linked=options["hard_links"])
    tally.is_container, tally.advice = True, "--root"
    return tally


def _mention(path: str, tally: Tally, run: Run, *, strict: bool) -> None:
    """Tell what is wrong with the input, which references had to stay as they are, and why."""
    tally.tell(path, run)
    if tally.is_container:
        run.warn(f"{path}: {tally.parts} documents, {tally.changed} references made absolute")
    left = {code: count for code, count in tally.left.items() if code in UNRESOLVED}
    if not left:
        return
    if strict:
        run.found()
    reasons = ", ".join(f"{count} {code}" for code, count in sorted(left.items()))
    advice = "" if tally.based else f" (give {tally.advice})"
    run.warn(f"{path}: left as they are: {reasons}{advice}")
