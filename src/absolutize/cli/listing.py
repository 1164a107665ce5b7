"""``absolutize links``: every reference, as lines of JSON, as CSV or as a table."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import click

from absolutize import files, pipeline
from absolutize.cli.options import context_options, policy_options, settings
from absolutize.cli.printing import Run, inputs
from absolutize.cli.tables import comma_separated, json_lines, laid_out
from absolutize.html.kinds import KINDS
from absolutize.outcomes import Link


class Listing(NamedTuple):
    """What is to be printed: the links with the paths of their documents, all paths, and the fields."""

    rows: Iterable[tuple[str, Link]]
    paths: Sequence[str]
    fields: Sequence[str]


def _jsonl(listing: Listing) -> Iterator[bytes]:
    fields = listing.fields
    return json_lines({"path": path, **dict(zip(fields, link, strict=False))} for path, link in listing.rows)


def _csv(listing: Listing) -> Iterator[bytes]:
    length = len(listing.fields)
    return comma_separated(("path", *listing.fields), ((path, *link[:length]) for path, link in listing.rows))


def _table(listing: Listing) -> Iterator[bytes]:
    """Lay a table out for people; with several files, it says which one a row is from."""
    columns = COLUMNS[0 if len(listing.paths) > 1 else 1 :] + (("text",) if "text" in listing.fields else ())
    cells = ([_cell(column, path, link) for column in columns] for path, link in listing.rows)
    return laid_out(columns, cells)


COLUMNS = ("path", "line", "element", "attribute", "kind", "reference", "target", "code")


def _cell(column: str, path: str, link: Link) -> str:
    if column == "line":
        return f"{link.line}:{link.column}"
    return path if column == "path" else getattr(link, column) or ""


FORMATS: Mapping[str, Callable[[Listing], Iterator[bytes]]] = {
    "jsonl": _jsonl,
    "csv": _csv,
    "table": _table,
}


@click.command()
@click.argument("paths", nargs=-1, required=True, metavar="PATH...")
@context_options
@policy_options
@click.option("--format", "form", type=click.Choice(list(FORMATS)), default="jsonl", show_default=True)
@click.option("--text", is_flag=True, help="Give the text of anchors and the alt of images, too.")
@click.option(
    "--kind", "kinds", multiple=True, type=click.Choice(list(KINDS)), help="Only this kind; repeatable."
)
def links(paths: tuple[str, ...], form: str, *, text: bool, kinds: tuple[str, ...], **options: Any) -> None:  # noqa: ANN401
    """List every reference with its span, its kind, its target and what was decided."""
    context, policies = settings(options)
    run = Run(quiet=options["quiet"])
    found = (
        (path, link)
        for path, data in inputs(paths, run)
        for link in pipeline.links_in(data, context, policies, text=text)
        if not kinds or link.kind in kinds
    )
    fields = Link._fields if text else tuple(name for name in Link._fields if name != "text")
    files.write_stdout(FORMATS[form](Listing(found, paths, fields)))
    run.finish()
