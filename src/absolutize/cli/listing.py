"""``absolutize links``: every reference, as lines of JSON, as CSV or as a table."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

import click

from absolutize import files, pipeline
from absolutize.cli.options import context_options, policy_options, settings
from absolutize.cli.printing import Run
from absolutize.cli.tables import comma_separated, json_lines, laid_out
from absolutize.files import FileError
from absolutize.options import Context, Policies
from absolutize.outcomes import Link

Rows = Iterable[tuple[str, Link]]
Paths = Sequence[str]


def _jsonl(rows: Rows, _paths: Paths) -> Iterator[bytes]:
    return json_lines({"path": path, **link._asdict()} for path, link in rows)


def _csv(rows: Rows, _paths: Paths) -> Iterator[bytes]:
    return comma_separated(("path", *Link._fields), ((path, *link) for path, link in rows))


def _table(rows: Rows, paths: Paths) -> Iterator[bytes]:
    """Lay a table out for people; with several files, it says which one a row is from."""
    first = 0 if len(paths) > 1 else 1
    return laid_out(COLUMNS[first:], (_cells(path, link)[first:] for path, link in rows))


COLUMNS = ("path", "line", "element", "attribute", "reference", "target", "code")


def _cells(path: str, link: Link) -> tuple[str, ...]:
    place = f"{link.line}:{link.column}"
    return path, place, link.element, link.attribute, link.reference, link.target or "", link.code


FORMATS: Mapping[str, Callable[[Rows, Paths], Iterator[bytes]]] = {
    "jsonl": _jsonl,
    "csv": _csv,
    "table": _table,
}


@click.command()
@click.argument("paths", nargs=-1, required=True, metavar="PATH...")
@context_options
@policy_options
@click.option("--format", "form", type=click.Choice(list(FORMATS)), default="jsonl", show_default=True)
def links(paths: tuple[str, ...], form: str, **options: Any) -> None:  # noqa: ANN401
    """List every reference with its span, its target and what was decided."""
    context, policies = settings(options)
    run = Run(quiet=options["quiet"])
    files.write_stdout(FORMATS[form](_rows(paths, context, policies, run), paths))
    run.finish()


def _rows(paths: Paths, context: Context, policies: Policies, run: Run) -> Rows:
    for path in paths:
        try:
            data = files.read(path)
        except FileError as error:
            run.fail(error)
        else:
            yield from ((path, link) for link in pipeline.links_in(data, context, policies))
