"""The command ``restore``: the original bytes of documents that ``rewrite --record`` changed.

It recognizes documents by their digests. It does not know HTML or archives. Used by `cli`.
"""

import click

from absolutize.cli.applicability import refuse_overwriting, refuse_shared
from absolutize.cli.help import SectionedCommand
from absolutize.cli.io.output_names import each_once
from absolutize.cli.io.outputs import (
    OutputChoice,
    delivery,
    force_option,
    in_place_option,
    output_option,
    refuse_force,
)
from absolutize.cli.options import FILE, quiet_option
from absolutize.cli.run import Run, stop
from absolutize.storage import files, undo_record
from absolutize.storage.files import FileError
from absolutize.storage.undo_record import RecordError, RecordIndex


@click.command("restore", cls=SectionedCommand)
@click.argument("paths", type=FILE, nargs=-1, required=True, metavar="FILE...", callback=each_once)
@click.option(
    "--record", type=FILE, required=True, metavar="FILE", help="File that `rewrite --record` wrote."
)
@output_option
@force_option
@in_place_option
@quiet_option
def restore_command(
    paths: tuple[str, ...], record: str, output: str | None, *, force: bool, in_place: bool, quiet: bool
) -> None:
    """Restore the original bytes of rewritten documents; refuse documents that were edited since.

    A document is recognized by its content: it may have been renamed or moved.
    """
    if output is not None and in_place:
        stop("pass only one of -o and --in-place")
    refuse_force(output, force=force)
    recorded = ("the file of --record", record)
    refuse_shared([*(("an input", path) for path in paths), recorded])
    refuse_overwriting(output, [recorded])
    run = Run(quiet=quiet)
    known = _read(record)
    into = delivery(OutputChoice(paths, output, in_place, force=force), run)
    with into.batch:
        for path in paths:
            try:
                into.check(path)
                data = files.read_file(path)
                original = undo_record.restore_original(data, known.find(path, data))
                into.write(path, iter([original]))
            except RecordError as error:
                run.fail(f"{path}: {error}")
            except FileError as error:
                run.fail(error)
    run.finish()


def _read(path: str) -> RecordIndex:
    try:
        return RecordIndex(undo_record.read_records(files.read_file(path)))
    except FileError as error:
        stop(error)
    except RecordError as error:
        stop(f"{path}: {error}")
