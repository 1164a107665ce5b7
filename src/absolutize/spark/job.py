"""The job for `spark-submit`: reads archives by path or URL, and writes Parquet tables or rewritten archives.

If the job runs again with the same arguments, it goes on where it was: finished tasks are not repeated. It
prints its counts as JSON. It does not know how an output is made.

    spark-submit job.py --output DIRECTORY [--write links] [--options JSON] [--from warc.paths] [PATH...]
"""

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import groupby
from typing import Any

from absolutize.calls import of_extra
from absolutize.version import version

with of_extra("spark", "absolutize.spark.job"):
    from fsspec.core import url_to_fs
    from pyspark.sql import SparkSession

    from absolutize.arrow.common_crawl import read_paths
    from absolutize.arrow.pieces import SPLIT_BYTES, access_error
    from absolutize.arrow.table_tasks import TABLE_TASKS, checked_split, chosen_of
    from absolutize.spark.notes import NotedInputs, begin_output, known_inputs, note_inputs, unit_names
    from absolutize.spark.splitting import all_pieces
    from absolutize.spark.units import (
        ARCHIVES,
        OUTPUTS,
        TEMPORARY,
        JobPlan,
        UnitReport,
        WorkUnit,
        unit_function,
    )

SHOWN_ERRORS = 20


def run_job(given: Sequence[str] | None = None) -> int:
    """Run the job; give 0 if all is done, 1 if inputs could not be read; wrong arguments exit with 2."""
    parser = _parser()
    arguments = parser.parse_args(given)
    if not arguments.paths and not arguments.lists:
        parser.error("no archive to read: name it as PATH, or in a list with --from FILE")
    with _refusing(parser, "--options: "):
        options = _read_options(arguments.write, arguments.options)
    with _refusing(parser):
        checked_split(arguments.split_bytes)
        names = unit_names([*arguments.paths, *_listed_paths(arguments.lists, arguments.prefix)])
        begin_output(arguments.output, [version(), arguments.write, arguments.split_bytes, options])
        noted = known_inputs(arguments.output, names, arguments.write)
    plan = JobPlan(arguments.output, arguments.write, options)
    session = SparkSession.builder.appName("absolutize").getOrCreate()
    try:
        reports = _done(session, names, noted, plan, arguments.split_bytes)
    finally:
        session.stop()
    _remove_temporary(arguments.output)
    sys.stdout.write(json.dumps(total(reports), indent=1) + "\n")
    errors = [report for report in reports if report.error is not None]
    for report in errors[:SHOWN_ERRORS]:
        sys.stderr.write(f"absolutize: {report.path}: {report.error}\n")
    return 1 if errors else 0


ARGUMENTS: Mapping[str, dict[str, Any]] = {
    "paths": {"nargs": "*", "metavar": "PATH", "help": "archives, by path or URL (s3://, https://, ...)"},
    "--from": {
        "dest": "lists",
        "action": "append",
        "default": [],
        "metavar": "FILE",
        "help": "file with a path in each line, such as warc.paths.gz; repeatable",
    },
    "--prefix": {
        "default": "",
        "metavar": "URL",
        "help": "prefix for the paths of --from, e.g. https://data.commoncrawl.org/",
    },
    "--output": {"required": True, "metavar": "DIRECTORY", "help": "path or URL of a directory"},
    "--write": {"choices": OUTPUTS, "default": "links", "help": "default: %(default)s"},
    "--options": {
        "default": "{}",
        "metavar": "JSON",
        "help": 'options of the function, e.g. {"request_url": true}',
    },
    "--split-bytes": {
        "type": int,
        "default": SPLIT_BYTES,
        "metavar": "N",
        "help": "size of the pieces of large WARC files; 0: no file is cut; default: %(default)s",
    },
}
"""The arguments of the job, for argparse."""


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="job.py", description=(__doc__ or "").partition("\n")[0])
    for name, how in ARGUMENTS.items():
        parser.add_argument(name, **how)
    return parser


@contextmanager
def _refusing(parser: argparse.ArgumentParser, place: str = "") -> Iterator[None]:
    """End the program with one line if an argument is wrong, or a file of the job cannot be used."""
    try:
        yield
    except Exception as error:  # noqa: BLE001 -- file systems raise what they like
        is_of_caller = isinstance(error, (ImportError, TypeError, ValueError))
        parser.error(f"{place}{error if is_of_caller else _refused_file(error)}")


def _refused_file(error: Exception) -> str:
    """Say which file cannot be used, if the file system tells, and why."""
    name = getattr(error, "filename", None)
    return f"{name}: {access_error(error)}" if isinstance(name, str) else access_error(error)


def _read_options(table: str, given: str) -> dict[str, Any]:
    """Read the options, and check those of this output."""
    try:
        options = json.loads(given)
    except (ValueError, RecursionError) as error:
        message = f"not JSON: {error}"
        raise ValueError(message) from None
    if not isinstance(options, dict):
        message = f"must be an object, not {type(options).__name__}"
        raise TypeError(message)
    if table == ARCHIVES:
        chosen_of("rewrite", options, reading=False)
    else:
        TABLE_TASKS[table](**options)
    return options


def _listed_paths(lists: Iterable[str], prefix: str) -> Iterator[str]:
    for path in lists:
        try:
            yield from read_paths(path, prefix)
        except ValueError:  # it names the file
            raise
        except Exception as error:  # file systems raise what they like
            message = f"--from {path}: {access_error(error)}"
            raise ValueError(message) from error


def _done(
    session: SparkSession, names: Mapping[str, str], noted: NotedInputs, plan: JobPlan, split_bytes: int
) -> list[UnitReport]:
    """Let Spark do all units, each in a task; inputs that were noted before keep their pieces."""
    new = [path for path, name in names.items() if name not in noted]
    if new:
        cut = all_pieces(session, new, 0 if plan.table == ARCHIVES else split_bytes)
        noted |= {names[path]: list(pieces) for path, pieces in groupby(cut, lambda piece: piece.path)}
        note_inputs(plan.output, noted)
    units = [WorkUnit(piece, name, noted[name][-1].stop) for name in names.values() for piece in noted[name]]
    if not units:
        return []
    return list(session.sparkContext.parallelize(units, len(units)).map(unit_function(plan)).collect())


def _remove_temporary(output: str) -> None:
    """Remove the temporary files of tasks that were killed."""
    system, root = url_to_fs(output)
    if system.exists(f"{root}/{TEMPORARY}"):
        system.rm(f"{root}/{TEMPORARY}", recursive=True)


def total(reports: Iterable[UnitReport]) -> dict[str, Any]:
    """Add up the counts of all units."""
    each = list(reports)
    failures = sum((report.failures for report in each), Counter[str]())
    numbers = ("documents", "links", "rows", "bytes_read", "bytes_written", "cpu_seconds")
    return {
        "units": len(each),
        "done_before": sum(report.was_done for report in each),
        "not_done": sum(report.error is not None for report in each),
        **{name: sum(getattr(report, name) for report in each) for name in numbers},
        "failures": dict(sorted(failures.items())),
    }


if __name__ == "__main__":
    sys.exit(run_job())
