"""The command ``links``: every link of the inputs, as lines of JSON, as CSV, as a table or as Parquet.

It does not find or decide anything itself. Used by `cli`.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import islice
from operator import attrgetter
from typing import Any, NamedTuple

import click

from absolutize.answer_cache import AnswerCache
from absolutize.archive.part_tasks import Listing
from absolutize.archive.results import Part
from absolutize.arrow.rows import failure_row, rows_of_links
from absolutize.arrow.tables import LINK_COLUMNS
from absolutize.cli.applicability import read_files, refuse_meaningless, refuse_overwriting
from absolutize.cli.formats.parquet import parquet_report
from absolutize.cli.formats.tables import comma_separated, render_table
from absolutize.cli.help import SectionedCommand
from absolutize.cli.io.inputs import InputProblem, Sessions, read_parts
from absolutize.cli.io.output_names import each_once
from absolutize.cli.io.outputs import (
    force_option,
    mention_other_format,
    refuse_binary,
    refuse_force,
    refuse_own_page,
    write_report,
)
from absolutize.cli.options import FILE, archive_options, context_options, given_settings, policy_options
from absolutize.cli.run import Run, encode_output
from absolutize.engine.link import COMPUTED_FIELDS, ComputedFields, Link, computed_fields
from absolutize.html.link_table.kinds import KINDS
from absolutize.uri.canonical import CANONICAL_POLICIES

quote_json = json.encoder.encode_basestring  # faster than an encoder for each of many rows
DEFAULT_FIELDS = Link._fields[: Link._fields.index("text")]  # fields that are always listed
COLUMNS = ("path", "line", "element", "attribute", "kind", "reference", "target", "code", *COMPUTED_FIELDS)


class Table(NamedTuple):
    """The links to be printed: the rows that a format made, their fields, and the paths of the inputs."""

    rows: Iterable[Any]
    fields: Sequence[str]
    paths: Sequence[str]


def _template(known_fields: tuple[str, ...]) -> str:
    """Make the template of lines that differ only in numbers and references, which are filled in."""
    known = dict(zip(("element", "attribute", "code", "kind", "rel"), known_fields, strict=True))
    return ", ".join(
        f"{quote_json(name)}: {quote_json(known[name]).replace('%', '%%') if name in known else '%s'}"
        for name in DEFAULT_FIELDS
    )


_TEMPLATES = AnswerCache(_template, 4096)


class DocumentRows(NamedTuple):
    """The rows of the links of a document, and whether one of them lacks a base."""

    rows: list[Any]
    lacks_base: bool


def document_rows(
    of_document: Callable[..., list[Any]], columns: ComputedFields, part: Part, links: Iterable[Link]
) -> DocumentRows:
    """Make the rows of a document's links; a base can only be lacking if its URL is not known."""
    if part.url is not None:
        return DocumentRows(of_document(columns, part, links), lacks_base=False)
    codes = set[str]()
    rows = of_document(columns, part, _with_codes(links, codes))
    return DocumentRows(rows, lacks_base="no-base" in codes)


def _with_codes(links: Iterable[Link], codes: set[str]) -> Iterator[Link]:
    """Give the links, and add their codes to a set."""
    for link in links:
        codes.add(link.code)
        yield link


_LINKS_AT_ONCE = 1 << 12


def link_lines(columns: ComputedFields, part: Part, links: Iterable[Link]) -> list[bytes]:
    """Make a line of JSON for each link of a document, many lines in a piece."""
    lines = _each_line(columns, part, links)
    return [
        encode_output("".join(portion)) for portion in iter(lambda: list(islice(lines, _LINKS_AT_ONCE)), [])
    ]


def _each_line(columns: ComputedFields, part: Part, links: Iterable[Link]) -> Iterator[str]:
    beginning = f'{{"path": {quote_json(part.name)}, '
    for link in links:
        element, attribute, *numbers, raw, reference, target, code, kind, rel, _, _, _, _ = link
        written = quote_json(raw)
        read = written if reference is raw else quote_json(reference)
        json_target = read if target is reference else "null" if target is None else quote_json(target)
        line = _TEMPLATES[element, attribute, code, kind, rel] % (*numbers, written, read, json_target)
        yield f"{beginning}{line}{''.join(_added(link, columns)) if columns else ''}}}\n"


def _added(link: Link, columns: ComputedFields) -> Iterator[str]:
    """Write the additional fields of a line of JSON."""
    for name, read in columns.items():
        value = read(link)
        yield f", {quote_json(name)}: {'null' if value is None else quote_json(value)}"


def field_rows(columns: ComputedFields, part: Part, links: Iterable[Link]) -> list[tuple[Any, ...]]:
    """Make a row for each link: the name of its document, and its fields."""
    return [
        (part.name, *link[: len(DEFAULT_FIELDS)], *(read(link) for read in columns.values()))
        for link in links
    ]


def _jsonl(table: Table) -> Iterator[bytes]:
    return iter(table.rows)


def _csv(table: Table) -> Iterator[bytes]:
    return comma_separated(("path", *table.fields), table.rows)


def _table(table: Table) -> Iterator[bytes]:
    """Write a table for people; with several documents, it has a column with the path."""
    rows = list(table.rows)
    several = len(table.paths) > 1 or any(row[0] not in table.paths for row in rows)
    columns = [name for name in COLUMNS if (name == "path" and several) or name in table.fields]
    named = (dict(zip(("path", *table.fields), values, strict=True)) for values in rows)
    return render_table(columns, ([_cell(name, values) for name in columns] for values in named))


def _cell(column: str, values: Mapping[str, Any]) -> str:
    return f"{values['line']}:{values['column']}" if column == "line" else values[column] or ""


def _parquet(table: Table) -> Iterator[bytes]:
    rows = (
        failure_row(LINK_COLUMNS, row.path, row.code, row.message) if isinstance(row, InputProblem) else row
        for row in table.rows
    )
    return parquet_report(LINK_COLUMNS, rows)


class LinkFormat(NamedTuple):
    """A way to list links: ``of_document`` makes rows of a document's links, ``all`` writes all rows.

    ``of_document`` may run in another process. With ``is_binary``, problems with inputs are rows, too.
    """

    of_document: Callable[..., list[Any]]
    all: Callable[[Table], Iterator[bytes]]
    is_binary: bool = False


LINK_FORMATS: Mapping[str, LinkFormat] = {
    "jsonl": LinkFormat(link_lines, _jsonl),
    "csv": LinkFormat(field_rows, _csv),
    "table": LinkFormat(field_rows, _table),
    "parquet": LinkFormat(rows_of_links, _parquet, is_binary=True),
}


@click.command("links", cls=SectionedCommand)
@click.argument("paths", type=FILE, nargs=-1, required=True, metavar="PATH...", callback=each_once)
@context_options
@policy_options
@archive_options
@click.option(
    "--format",
    "form",
    type=click.Choice(list(LINK_FORMATS)),
    default="jsonl",
    show_default=True,
    help="Output format.",
)
@click.option("-o", "--output", type=FILE, metavar="FILE", help="Write the list to this file.")
@force_option
@click.option("--text", is_flag=True, help="Also give the text of anchors and the alt text of images.")
@click.option("--request-url", is_flag=True, help="Also give the URL that a browser requests.")
@click.option(
    "--canonical",
    type=click.Choice(list(CANONICAL_POLICIES)),
    help="Also give the form of that URL that links to the same page share, by this policy.",
)
@click.option(
    "--kind",
    "kinds",
    multiple=True,
    type=click.Choice(list(KINDS)),
    metavar="KIND",
    help=f"List only links of this kind ({', '.join(KINDS)}); repeatable.",
)
def links_command(
    paths: tuple[str, ...],
    form: str,
    *,
    kinds: tuple[str, ...],
    **options: Any,  # noqa: ANN401
) -> None:
    """List every link: where it is, its kind, its absolute URL, and what was decided about it."""
    context, policies = given_settings(options)
    run = Run(quiet=options["quiet"])
    chosen = LINK_FORMATS[form]
    columns = computed_fields(
        text=options["text"], request_url=options["request_url"], canonical=options["canonical"]
    )
    describe = partial(document_rows, chosen.of_document, columns)
    refuse_meaningless(paths, options)
    refuse_overwriting(options["output"], read_files(paths, options))
    refuse_own_page(paths, options)
    refuse_force(options["output"], force=options["force"])
    mention_other_format(options["output"], form, LINK_FORMATS, run)
    if chosen.is_binary:
        refuse_binary(options["output"], form)
    with Sessions(Listing(context, policies, describe, kinds, options["text"]), options, paths) as sessions:
        sessions.mention_doubts(run)
        read = partial(read_parts, report=chosen.is_binary, lacks_base=attrgetter("lacks_base"))
        notes = (note for path in paths for note in read(path, sessions.of(path), run))
        rows = _rows_of(notes, run)
        chunks = chosen.all(Table(rows, (*DEFAULT_FIELDS, *columns), paths))
        write_report(options["output"], chunks, run, force=options["force"])
    run.finish()


def _rows_of(notes: Iterable[Any], run: Run) -> Iterator[Any]:
    """Give the rows of documents, and each `InputProblem` between them."""
    for note in notes:
        if isinstance(note, InputProblem):
            run.note_finding()
            yield note
        else:
            yield from note.rows
