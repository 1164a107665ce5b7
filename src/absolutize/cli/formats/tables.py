"""Rows of a result as lines of JSON, as CSV, as a table for people, or as Markdown.

It does not know what the rows mean. Used by `cli.check_formats.text` and `cli.commands`.
"""

import json
import shutil
import textwrap
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from absolutize.cli.run import encode_output, visible
from absolutize.storage import files

TableRow = Sequence[object]
WITHOUT_END = 10**9  # columns of an output that is no terminal
CELL_GAP = 2  # columns between two cells
INDENT = "    "


def lines_of_json(records: Iterable[Mapping[str, Any]]) -> Iterator[bytes]:
    """Write each record as a line of JSON."""
    for record in records:
        yield encode_output(json.dumps(record, ensure_ascii=False)) + b"\n"


class _Encoder:
    """A file object for the csv module whose `write` returns the encoded text."""

    def write(self, text: str) -> bytes:
        return encode_output(text)


def comma_separated(columns: TableRow, rows: Iterable[TableRow]) -> Iterator[bytes]:
    """Write rows as CSV, with the names of the columns in the first line."""
    import csv  # noqa: PLC0415

    writer = csv.writer(_Encoder())
    yield writer.writerow(columns)
    for row in rows:
        yield writer.writerow(row)


def render_table(columns: Sequence[str], rows: Iterable[TableRow], *, header: bool = True) -> Iterator[bytes]:
    """Write a table for people; references are broken into lines only at spaces in them.

    On a terminal that is too narrow, the widest columns are moved to separate lines below each row. In a
    pipe or a file each row is one line.
    """
    cells = [[_cell(cell) for cell in row] for row in rows]
    names = list(map(visible, columns))
    widths = [max(map(_width, column)) for column in zip(names, *cells, strict=True)]
    room = _room()
    kept = _fitting(widths, room)
    below = [number for number in range(len(names)) if number not in kept]
    for number, row in enumerate([names, *cells] if header else cells):
        yield _row([(row[column], widths[column]) for column in kept])
        if number or not header:
            for column in below:
                yield from _below(names[column] if header else "", row[column], room)


def wrapped_text(text: str, *, first: str = "", indent: str = "") -> Iterator[str]:
    """Break a sentence into lines of the terminal's width; in a pipe or a file it is one line.

    `first` is written before the first line, `indent` before each other line.
    """
    yield from textwrap.wrap(
        text,
        _room(),
        initial_indent=first,
        subsequent_indent=indent,
        break_long_words=False,
        break_on_hyphens=False,
    )


def _room() -> int:
    """Give the number of columns of the output."""
    return shutil.get_terminal_size().columns if files.is_terminal() else WITHOUT_END


def _cell(value: object) -> str:
    return encode_output(visible(str(value))).decode()


def _width(text: str) -> int:
    """Count the terminal columns that a text takes."""
    if text.isascii():
        return len(text)
    from rich.cells import cell_len  # noqa: PLC0415 -- slow to import

    return cell_len(text)


def _fitting(widths: Sequence[int], room: int) -> list[int]:
    """Choose the columns that fit in the width: the widest are dropped first, the first column stays."""
    kept = list(range(len(widths)))
    while len(kept) > 1 and sum(widths[column] for column in kept) + CELL_GAP * (len(kept) - 1) > room:
        kept.remove(max(kept[1:], key=lambda column: widths[column]))
    return kept


def _row(cells: Iterable[tuple[str, int]]) -> bytes:
    text = (" " * CELL_GAP).join(cell + " " * (width - _width(cell)) for cell, width in cells)
    return encode_output(text.rstrip()) + b"\n"


def _below(name: str, cell: str, room: int) -> Iterator[bytes]:
    """Break a cell into lines at spaces only."""
    if not cell:
        return
    begin = INDENT + (f"{name}: " if name else "")
    lines = textwrap.wrap(
        cell,
        room,
        initial_indent=begin,
        subsequent_indent=INDENT * 2,
        break_long_words=False,
        break_on_hyphens=False,
    )
    yield from (encode_output(line) + b"\n" for line in lines)


def markdown(columns: Sequence[str], rows: Iterable[TableRow]) -> Iterator[str]:
    """Write a table in Markdown, line by line."""
    yield _line(columns)
    yield _line(["---"] * len(columns))
    for row in rows:
        yield _line(row)


def _line(cells: TableRow) -> str:
    escaped = (str(cell).replace("|", "\\|").replace("\n", " ") for cell in cells)
    return f"| {' | '.join(escaped)} |"
