"""``absolutize rewrite``: documents made absolute, and where they go."""

from collections import deque
from collections.abc import Mapping
from typing import Any, NamedTuple

import click

from absolutize import files
from absolutize.cli import mirrors, trees
from absolutize.cli.delivering import Delivery, delivery, in_place_option, output_option
from absolutize.cli.inputs import Tally, failure, opened, size_of, work_for
from absolutize.cli.options import archive_options, context_options, policy_options, settings
from absolutize.cli.printing import Run, stop
from absolutize.cli.progress import shown
from absolutize.cli.recording import Append, Recording, journal, record_option
from absolutize.cli.streaming import Input, deliver
from absolutize.cli.treating import Diffing, Rewriting
from absolutize.containers import NotWhole, Work
from absolutize.containers.directory import times_kept
from absolutize.containers.parts import Treat
from absolutize.files import FileError
from absolutize.findings import UNRESOLVED

UNRECORDED = "--record is for documents that are files of their own"


class Job(NamedTuple):
    """What is done to each input: by what, where results go (None: nowhere), and what was asked for."""

    work: Work
    into: Delivery | None
    run: Run
    options: Mapping[str, Any]


@click.command()
@click.argument("paths", nargs=-1, required=True, metavar="PATH...")
@context_options
@policy_options
@archive_options
@output_option
@in_place_option
@click.option("--diff", is_flag=True, help="Show what would change; exit with 1 if anything would.")
@record_option
@click.option("--strict", is_flag=True, help="Exit with 1 if a reference could not be resolved.")
@click.option("--resume", is_flag=True, help="Go on where an interrupted run of the same stopped.")
@click.option("--hard-links", is_flag=True, help="Link files of a directory that do not change, if possible.")
@click.option(
    "--conversion", is_flag=True, help="In WARC, keep all records and put conversion records beside them."
)
def rewrite(paths: tuple[str, ...], **options: Any) -> None:  # noqa: ANN401
    """Make every link absolute in HTML documents and in archives of them ("-" is standard input)."""
    run = Run(quiet=options["quiet"])
    context, policies = settings(options)
    into = _delivery(paths, options)
    with journal(options["record"]) as append:
        treat = _treat(Rewriting(context, policies), into, append)
        with work_for(treat, options, reading=False) as work:
            _all_rewritten(paths, Job(work, into, run, options))
    run.finish()


def _delivery(paths: tuple[str, ...], options: Mapping[str, Any]) -> Delivery | None:
    """Choose where results go, nowhere for a diff; refuse what does not fit together."""
    if sum((options["output"] is not None, options["in_place"], options["diff"])) > 1:
        stop("give one of -o, --in-place and --diff")
    if options["diff"]:
        if options["record"] is not None:
            stop("--diff changes nothing that --record could write down")
        return None
    among = "-o DIR, --in-place or --diff"
    return delivery(paths, options["output"], in_place=options["in_place"], among=among)


def _treat(rewriting: Rewriting, into: Delivery | None, append: Append | None) -> Treat:
    """Choose what is done to documents."""
    if into is None:
        return Diffing(rewriting.context, rewriting.policies)
    if append is None:
        return rewriting
    return Recording(rewriting.context, rewriting.policies, into, append)


def _all_rewritten(paths: tuple[str, ...], job: Job) -> None:
    """Make the inputs absolute, one after the other; where one fails, the others go on."""
    failed, archives = list[str](), False
    for path in paths:
        try:
            tally = _tree(path, paths, job) if files.is_tree(path) else _rewritten(path, job)
        except (FileError, NotWhole) as error:
            job.run.fail(failure(path, error))
            failed.append(path)
        else:
            archives |= tally.is_container
            _mention(path, tally, job)
    if failed and archives:
        job.run.warn(f"{len(paths)} inputs, of which {len(failed)} failed: {', '.join(failed)}")


def _rewritten(path: str, job: Job) -> Tally:
    """Make one input absolute and deliver it."""
    tally = Tally()
    if job.into is not None:
        job.into.check(path)
    with opened(path) as source, shown(path, size_of(source), quiet=job.run.quiet) as update:
        with files.reporting(path):
            container = job.work.container(source)
        if container is not None and job.options["record"] is not None:
            raise FileError(path, f"a container ({container.name}): {UNRECORDED}")
        given = Input(source, container, job.work, tally, job.run, update)
        deliver(given, job.into, resume=job.options["resume"])
    return tally


def _tree(path: str, paths: tuple[str, ...], job: Job) -> Tally:
    """Make the pages of a directory absolute."""
    work, _, run, options = job
    into = trees.output_of(path, paths, options)
    if options["record"] is not None:
        raise FileError(path, f"a directory: {UNRECORDED}")
    tally = Tally()
    tree = mirrors.tree_at(path, work, run, in_place=options["in_place"])
    with shown(path, None, quiet=run.quiet) as update:
        walk = trees.Walk(tree, work, tally, run, update)
        if options["in_place"]:
            with times_kept(tree):
                deque(walk.files(), 0)
        elif into is None:
            deque(walk.files(), 0)
        else:
            trees.create(into, walk, resume=options["resume"], linked=options["hard_links"])
    tally.is_container, tally.advice = True, "--root"
    return tally


def _mention(path: str, tally: Tally, job: Job) -> None:
    """Tell what is wrong with the input, which references had to stay as they are, and why."""
    run = job.run
    tally.tell(path, run)
    if tally.is_container:
        run.warn(f"{path}: {tally.parts} documents, {tally.changed} references made absolute")
    left = {code: count for code, count in tally.left.items() if code in UNRESOLVED}
    if not left:
        return
    if job.options["strict"]:
        run.found()
    reasons = ", ".join(f"{count} {code}" for code, count in sorted(left.items()))
    advice = "" if tally.based else f" (give {tally.advice})"
    run.warn(f"{path}: left as they are: {reasons}{advice}")
