"""The command ``text``: the URI references in running text (RFC 2396, appendices E and F).

It does not read HTML. Used by `cli`.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

import click

from absolutize.cli.formats.tables import comma_separated, lines_of_json, render_table
from absolutize.cli.help import SectionedCommand
from absolutize.cli.io.output_names import each_once
from absolutize.cli.options import FILE, check_base, check_charset, quiet_option, url_option
from absolutize.cli.run import Run
from absolutize.html.document.encoding_sniffing import byte_order_mark
from absolutize.html.encodings.codec import Codec
from absolutize.storage import files
from absolutize.storage.files import FileError
from absolutize.uri.plaintext import references_in


class TextRow(NamedTuple):
    """A reference in a text: where it is, in characters, and its spelling."""

    path: str
    start: int
    stop: int
    line: int
    column: int
    raw: str
    reference: str
    alternative: str | None


TextRows = Iterable[TextRow]


def _table(rows: TextRows) -> Iterator[bytes]:
    """Write a table; it has a column of alternatives if a reference has one."""
    cells = [(row.path, f"{row.line}:{row.column}", row.reference, row.alternative or "") for row in rows]
    columns = ("path", "line", "reference", "alternative")
    width = len(columns) if any(row[-1] for row in cells) else len(columns) - 1
    return render_table(columns[:width], [row[:width] for row in cells])


TEXT_FORMATS = {
    "jsonl": lambda rows: lines_of_json(row._asdict() for row in rows),
    "csv": lambda rows: comma_separated(TextRow._fields, rows),
    "table": _table,
}


@click.command("text", cls=SectionedCommand)
@click.argument("paths", type=FILE, nargs=-1, required=True, metavar="FILE...", callback=each_once)
@url_option(
    "--base",
    help="Base URL, if the text has one: www.a.b is then a relative path, and left out. Nothing is resolved.",
)
@click.option(
    "--hyphen",
    type=click.Choice(["keep", "drop"]),
    default="keep",
    show_default=True,
    help="Keep or drop a hyphen where a line break divides a URL; the output also has the other reading.",
)
@click.option("--charset", metavar="LABEL", default="utf-8", show_default=True, help="Encoding of the files.")
@click.option(
    "--format",
    "form",
    type=click.Choice(list(TEXT_FORMATS)),
    default="jsonl",
    show_default=True,
    help="Output format.",
)
@quiet_option
def text_command(
    paths: tuple[str, ...], *, base: str | None, hyphen: str, charset: str, form: str, quiet: bool
) -> None:
    """Find URLs in plain text, with their positions in characters ("-" is standard input)."""
    run = Run(quiet=quiet)
    encoding = check_charset(charset) or "utf-8"
    if base is not None:
        check_base(base, read=False)
    rows = _rows(paths, base, encoding, run, drop=hyphen == "drop")
    files.write_stdout(TEXT_FORMATS[form](rows))
    run.finish()


def _rows(paths: Sequence[str], base: str | None, encoding: str, run: Run, *, drop: bool) -> TextRows:
    for path in paths:
        try:
            data = files.read_file(path)
        except FileError as error:
            run.fail(error)
        else:
            yield from _find_references(path, _decoded(data, encoding), base, drop=drop)


def _decoded(data: bytes, encoding: str) -> str:
    """Decode (Encoding Standard 6, "decode"): a byte order mark prevails, and is left out."""
    mark, name = byte_order_mark(data) or (b"", encoding)
    return Codec(name).decode(data[len(mark) :])


def _find_references(path: str, content: str, base: str | None, *, drop: bool) -> TextRows:
    line, line_start, position = 1, 0, 0
    for start, stop, raw, reference, alternative in references_in(content, base):
        line += content.count("\n", position, start)
        line_start = max(line_start, content.rfind("\n", position, start) + 1)
        position = start
        readings = (reference, alternative)
        if drop and alternative is not None:
            readings = (alternative, reference)
        yield TextRow(path, start, stop, line, start - line_start + 1, raw, *readings)
