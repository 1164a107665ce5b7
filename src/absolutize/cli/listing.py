"""``absolutize links``: every reference, as lines of JSON, as CSV or as a table."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any, NamedTuple

import click

from absolutize import files
from absolutize.cli.options import archive_options, context_options, policy_options, settings
from absolutize.cli.printing import Run, encoded
from absolutize.cli.reading import noted, work_for
from absolutize.cli.treating import Listing
from absolutize.outcomes import Link

Rows = Iterable[Any]  # what a format makes of each reference
Paths = Sequence[str]
WITHOUT_END = 10**9  # columns, of what is no terminal
COLUMNS = ("path", "line", "element", "attribute", "reference", "target", "code")
QUOTED = json.encoder.encode_basestring  # quicker than an encoder for each of many rows


def json_line(path: str, link: Link) -> bytes:
    """Make a line of JSON of a reference."""
    values = (QUOTED(v) if isinstance(v, str) else "null" if v is None else str(v) for v in (path, *link))
    pairs = ", ".join(map("%s: %s".__mod__, zip(KEYS, values, strict=True)))
    return encoded(f"{{{pairs}}}\n")


KEYS = tuple(map(QUOTED, ("path", *Link._fields)))


class _Encoder:
    """A file for the csv module that gives back what is written to it, encoded."""

    def write(self, text: str) -> bytes:
        return encoded(text)


def csv_line(path: str, link: Iterable[Any]) -> bytes:
    """Make a line of CSV of a reference."""
    import csv  # noqa: PLC0415 -- slow to import

    line: bytes = csv.writer(_Encoder()).writerow((path, *link))
    return line


def cells(path: str, link: Link) -> tuple[str, ...]:
    """Make the cells of a table's row of a reference."""
    place = f"{link.line}:{link.column}"
    return path, place, link.element, link.attribute, link.reference, link.target or "", link.code


def _lines(rows: Rows, _paths: Paths) -> Iterator[bytes]:
    return iter(rows)


def _lines_below_names(rows: Rows, _paths: Paths) -> Iterator[bytes]:
    return chain([csv_line("path", Link._fields)], rows)


def _table(rows: Rows, paths: Paths) -> Iterator[bytes]:
    """Lay a table out for people; with several files, it says which one a row is from."""
    from rich.console import Console  # noqa: PLC0415 -- slow to import
    from rich.table import Table  # noqa: PLC0415
    from rich.text import Text  # noqa: PLC0415

    found = list(rows)
    first = 0 if len(paths) > 1 or any(row[0] not in paths for row in found) else 1
    table = Table(*COLUMNS[first:], box=None, pad_edge=False)
    for row in found:
        table.add_row(*(Text(encoded(cell).decode()) for cell in row[first:]))
    console = Console(width=None if files.is_terminal() else WITHOUT_END)
    with console.capture() as capture:
        console.print(table)
    yield encoded(capture.get())


class Format(NamedTuple):
    """A way to list references: what is made of each, wherever it is found, and of all of that."""

    row: Callable[[str, Link], Any]
    all: Callable[[Rows, Paths], Iterator[bytes]]


FORMATS: Mapping[str, Format] = {
    "jsonl": Format(json_line, _lines),
    "csv": Format(csv_line, _lines_below_names),
    "table": Format(cells, _table),
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
    row, laid_out = FORMATS[form]
    with work_for(Listing(context, policies, row), options) as work:
        found = (row for path in paths for rows in noted(path, work, run) for row in rows)
        files.write_stdout(laid_out(found, paths))
    run.finish()
