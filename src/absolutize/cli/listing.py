"""``absolutize links``: every reference, as lines of JSON, as CSV or as a table."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

import click

from absolutize import files
from absolutize.cli.options import archive_options, context_options, policy_options, settings
from absolutize.cli.printing import Run, encoded
from absolutize.cli.reading import noted, work_for
from absolutize.cli.treating import Listing
from absolutize.containers import Work
from absolutize.outcomes import Link

Rows = Iterable[tuple[str, Link]]
Paths = Sequence[str]
WITHOUT_END = 10**9  # columns, of what is no terminal


def _jsonl(rows: Rows, _paths: Paths) -> Iterator[bytes]:
    for path, link in rows:
        yield encoded(json.dumps({"path": path, **link._asdict()}, ensure_ascii=False)) + b"\n"


class _Encoder:
    """A file for the csv module that gives back what is written to it, encoded."""

    def write(self, text: str) -> bytes:
        return encoded(text)


def _csv(rows: Rows, _paths: Paths) -> Iterator[bytes]:
    import csv  # noqa: PLC0415

    writer = csv.writer(_Encoder())
    yield writer.writerow(("path", *Link._fields))
    for path, link in rows:
        yield writer.writerow((path, *link))


def _table(rows: Rows, paths: Paths) -> Iterator[bytes]:
    """Lay a table out for people; with several files, it says which one a row is from."""
    from rich.console import Console  # noqa: PLC0415 -- slow to import
    from rich.table import Table  # noqa: PLC0415
    from rich.text import Text  # noqa: PLC0415

    first = 0 if len(paths) > 1 else 1
    table = Table(*COLUMNS[first:], box=None, pad_edge=False)
    for path, link in rows:
        cells = (encoded(cell).decode() for cell in _cells(path, link)[first:])
        table.add_row(*map(Text, cells))
    console = Console(width=None if files.is_terminal() else WITHOUT_END)
    with console.capture() as capture:
        console.print(table)
    yield encoded(capture.get())


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
@archive_options
@click.option("--format", "form", type=click.Choice(list(FORMATS)), default="jsonl", show_default=True)
def links(paths: tuple[str, ...], form: str, **options: Any) -> None:  # noqa: ANN401
    """List every reference with its span, its target and what was decided."""
    context, policies = settings(options)
    run = Run(quiet=options["quiet"])
    with work_for(Listing(context, policies), options) as work:
        files.write_stdout(FORMATS[form](_rows(paths, work, run), paths))
    run.finish()


def _rows(paths: Paths, work: Work, run: Run) -> Rows:
    for path in paths:
        for name, found in noted(path, work, run):
            yield from ((name, link) for link in found)
