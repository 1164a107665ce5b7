"""Rows as they are printed: as lines of JSON, as CSV, laid out for people, or in Markdown."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from io import StringIO
from typing import Any

from absolutize import files
from absolutize.cli.printing import encoded, visible

Row = Sequence[object]
WITHOUT_END = 10**9  # columns, of what is no terminal


def json_lines(records: Iterable[Mapping[str, Any]]) -> Iterator[bytes]:
    """Write each record as a line of JSON."""
    for record in records:
        yield encoded(json.dumps(record, ensure_ascii=False)) + b"\n"


class _Encoder:
    """A file for the csv module that gives back what is written to it, encoded."""

    def write(self, text: str) -> bytes:
        return encoded(text)


def comma_separated(columns: Row, rows: Iterable[Row]) -> Iterator[bytes]:
    """Write rows as CSV, with a line of the columns' names."""
    import csv  # noqa: PLC0415

    writer = csv.writer(_Encoder())
    yield writer.writerow(columns)
    for row in rows:
        yield writer.writerow(row)


def laid_out(columns: Sequence[str], rows: Iterable[Row], *, header: bool = True) -> Iterator[bytes]:
    """Lay a table out for people; where no one looks, no cell is broken."""
    from rich.console import Console  # noqa: PLC0415 -- slow to import
    from rich.table import Table  # noqa: PLC0415
    from rich.text import Text  # noqa: PLC0415

    table = Table(*map(visible, columns), box=None, pad_edge=False, show_header=header)
    for row in rows:
        table.add_row(*(Text(encoded(visible(str(cell))).decode()) for cell in row))
    seen, paper = files.is_terminal(), StringIO()  # no output is flushed, nor its failure met, by others
    Console(file=paper, force_terminal=seen, width=None if seen else WITHOUT_END).print(table)
    lines = paper.getvalue().removesuffix("\n").split("\n")
    yield from (encoded(line.rstrip()) + b"\n" for line in lines)


def markdown(columns: Sequence[str], rows: Iterable[Row]) -> Iterator[str]:
    """Write a table in Markdown, line by line."""
    yield _line(columns)
    yield _line(["---"] * len(columns))
    for row in rows:
        yield _line(row)


def _line(cells: Row) -> str:
    escaped = (str(cell).replace("|", "\\|").replace("\n", " ") for cell in cells)
    return f"| {' | '.join(escaped)} |"
