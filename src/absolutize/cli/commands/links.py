"""The command ``links``: every link of the inputs, as lines of JSON, as CSV or as a table.

It does not find or decide anything itself. Used by `cli`.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import click

from absolutize.archive.part_tasks import Listing
from absolutize.archive.results import Part
from absolutize.cli.applicability import refuse_meaningless
from absolutize.cli.formats.tables import comma_separated, render_table
from absolutize.cli.io.inputs import Works, noted
from absolutize.cli.io.output_names import each_once
from absolutize.cli.options import archive_options, context_options, given_settings, policy_options
from absolutize.cli.run import Run, encode_output
from absolutize.engine.link import Link
from absolutize.html.link_table.kinds import KINDS
from absolutize.storage import files

QUOTED = json.encoder.encode_basestring  # quicker than an encoder for each of many rows
COLUMNS = ("path", "line", "element", "attribute", "kind", "reference", "target", "code", "text")
TEXT_COLUMN = Link._fields.index("text")
AT = {name: number for number, name in enumerate(("path", *Link._fields))}


class Table(NamedTuple):
    """What is printed: what a format made of references, their fields, and the paths that were given."""

    rows: Iterable[Any]
    fields: Sequence[str]
    paths: Sequence[str]


def link_lines(part: Part, links: Iterable[Link], *, text: bool) -> list[bytes]:
    """Make lines of JSON of the references of a document."""
    beginning, lines = f'{{"path": {QUOTED(part.name)}, ', list[str]()
    for element, attribute, *numbers, raw, reference, target, code, kind, rel, called in links:
        written = QUOTED(raw)
        read = written if reference is raw else QUOTED(reference)
        found = read if target is reference else "null" if target is None else QUOTED(target)
        line = _form(element, attribute, code, kind, rel) % (*numbers, written, read, found)
        end = f', "text": {"null" if called is None else QUOTED(called)}}}\n' if text else "}\n"
        lines += beginning, line, end
    return [encode_output("".join(lines))]


@lru_cache(maxsize=4096)
def _form(element: str, attribute: str, code: str, kind: str, rel: str) -> str:
    """Spell what many lines have in common, once: numbers and references are left to be put in."""
    known = {"element": element, "attribute": attribute, "code": code, "kind": kind, "rel": rel}
    return ", ".join(
        f"{QUOTED(name)}: {QUOTED(known[name]).replace('%', '%%') if name in known else '%s'}"
        for name in Link._fields[:-1]
    )


def rows(part: Part, links: Iterable[Link], *, text: bool) -> list[tuple[Any, ...]]:
    """Put the name of a document and the fields of each of its references in a row."""
    fields = len(Link._fields) if text else TEXT_COLUMN
    return [(part.name, *link[:fields]) for link in links]


def _jsonl(table: Table) -> Iterator[bytes]:
    return iter(table.rows)


def _csv(table: Table) -> Iterator[bytes]:
    return comma_separated(("path", *table.fields), table.rows)


def _table(table: Table) -> Iterator[bytes]:
    """Lay a table out for people; with several documents, it says which one a row is from."""
    found = list(table.rows)
    several = len(table.paths) > 1 or any(row[0] not in table.paths for row in found)
    columns = [name for name in COLUMNS if (name == "path" and several) or name in table.fields]
    return render_table(columns, ([_cell(name, values) for name in columns] for values in found))


def _cell(column: str, values: Sequence[Any]) -> str:
    if column == "line":
        return f"{values[AT['line']]}:{values[AT['column']]}"
    return values[AT[column]] or ""


class LinkFormat(NamedTuple):
    """A way to list references: what is made of a document's, wherever they are found, and of all of that."""

    of_document: Callable[..., list[Any]]
    all: Callable[[Table], Iterator[bytes]]


LINK_FORMATS: Mapping[str, LinkFormat] = {
    "jsonl": LinkFormat(link_lines, _jsonl),
    "csv": LinkFormat(rows, _csv),
    "table": LinkFormat(rows, _table),
}


@click.command("links")
@click.argument("paths", nargs=-1, required=True, metavar="PATH...", callback=each_once)
@context_options
@policy_options
@archive_options
@click.option("--format", "form", type=click.Choice(list(LINK_FORMATS)), default="jsonl", show_default=True)
@click.option("--text", is_flag=True, help="Also give the text of anchors and the alt text of images.")
@click.option(
    "--kind",
    "kinds",
    multiple=True,
    type=click.Choice(list(KINDS)),
    help="List only links of this kind; repeatable.",
)
def links_command(
    paths: tuple[str, ...],
    form: str,
    *,
    text: bool,
    kinds: tuple[str, ...],
    **options: Any,  # noqa: ANN401
) -> None:
    """List every link: where it is, its kind, its absolute URL, and what was decided about it."""
    context, policies = given_settings(options)
    run = Run(quiet=options["quiet"])
    chosen = LINK_FORMATS[form]
    fields = Link._fields if text else Link._fields[:-1]
    refuse_meaningless(paths, options)
    with Works(Listing(context, policies, chosen.of_document, kinds, text), options, paths) as works:
        works.mention_unmatched(run)
        found = (row for path in paths for rows in noted(path, works.of(path), run) for row in rows)
        files.write_stdout(chosen.all(Table(found, fields, paths)))
    run.finish()
