"""The command line: the only place that prints and that makes exit codes.

0 all well; 1 something was found; 2 usage, or an input that could not be read or an output that
could not be written. What is slow to import is imported where it is used.
"""

import difflib
import json
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, NoReturn, get_args

import click

from absolutize import files, pipeline, resolve
from absolutize.base import Layer
from absolutize.files import STANDARD, FileError
from absolutize.findings import UNRESOLVED, ResolutionError
from absolutize.html.body import body_of
from absolutize.html.charset import lookup
from absolutize.options import BaseElement, Context, Policies, SameDocument
from absolutize.outcomes import Link
from absolutize.pipeline import Rewritten
from absolutize.uri import DEFAULT, RULE_SETS
from absolutize.uri.reference import split
from absolutize.uri.ruleset import Overflow, SameScheme

FOUND, FAILED = 1, 2
Command = Callable[..., Any]


class Run:
    """One run of a command: what went wrong so far, and how it will exit."""

    def __init__(self, *, quiet: bool = False) -> None:
        self.quiet = quiet
        self.status = 0

    def fail(self, message: object, status: int = FAILED) -> None:
        """Report an error; other inputs go on."""
        click.echo(f"absolutize: {message}", err=True)
        self.status = max(self.status, status)

    def warn(self, message: str) -> None:
        """Report what is worth knowing."""
        if not self.quiet:
            click.echo(f"absolutize: {message}", err=True)

    def found(self) -> None:
        """Note that something was found."""
        self.status = max(self.status, FOUND)

    def finish(self) -> NoReturn:
        """Exit with the status of the run."""
        sys.exit(self.status)


def stop(message: object) -> NoReturn:
    """Report an error that leaves nothing to do."""
    click.echo(f"absolutize: {message}", err=True)
    sys.exit(FAILED)


def _options(*decorators: Callable[[Command], Command]) -> Callable[[Command], Command]:
    """Apply several options, in the order of `--help`."""

    def apply(command: Command) -> Command:
        for decorator in reversed(decorators):
            command = decorator(command)
        return command

    return apply


_choice_options = _options(
    click.option(
        "--rules",
        type=click.Choice(list(RULE_SETS)),
        default=DEFAULT,
        show_default=True,
        help="The rule set.",
    ),
    click.option(
        "--same-scheme",
        type=click.Choice(get_args(SameScheme)),
        help="The reading of a repeated scheme (http:g).",
    ),
    click.option(
        "--overflow", type=click.Choice(get_args(Overflow)), help='What becomes of ".." above the root.'
    ),
)
_context_options = _options(
    click.option("--url", metavar="URI", help="The URI that the document was retrieved from (5.1.3)."),
    click.option("--encapsulating", metavar="URI", help="The base URI of the enclosing entity (5.1.2)."),
    click.option("--default", metavar="URI", help="The base URI if nothing else defines one (5.1.4)."),
    click.option("--charset", metavar="LABEL", help="The encoding that came with the document."),
    _choice_options,
    click.option(
        "--guard/--no-guard", default=None, help="Compare with what browsers do (on with the default rules)."
    ),
    click.option("--quiet", is_flag=True, help="Only report errors."),
)
_policy_options = _options(
    click.option(
        "--same-document",
        type=click.Choice(get_args(SameDocument)),
        default="keep",
        show_default=True,
        help="What becomes of #fragments and empty references.",
    ),
    click.option(
        "--base-element",
        type=click.Choice(get_args(BaseElement)),
        default="absolute",
        show_default=True,
        help="What becomes of BASE.",
    ),
)


def _settings(options: Mapping[str, Any]) -> tuple[Context, Policies]:
    """Make the context and the policies of the options given; a base must be absolute."""
    for name in ("url", "encapsulating", "default"):
        uri = options.get(name)
        if uri is not None and split(uri).scheme is None:
            stop(f"--{name} {uri}: not an absolute URI")
    label = options.get("charset")
    if label is not None and lookup(label) is None:
        stop(f"--charset {label}: not a label of the Encoding Standard")
    context = Context(**{name: options[name] for name in Context._fields})
    names = Policies.__dataclass_fields__
    return context, Policies(**{n: v for n, v in options.items() if n in names and v is not None})


@click.command()
@click.argument("paths", nargs=-1, required=True, metavar="PATH...")
@_context_options
@_policy_options
@click.option("-o", "--output", metavar="OUT", help="Write to this file, or into this directory.")
@click.option("--in-place", is_flag=True, help="Overwrite the inputs, each at once.")
@click.option("--diff", is_flag=True, help="Show what would change; exit with 1 if anything would.")
@click.option("--strict", is_flag=True, help="Exit with 1 if a reference could not be resolved.")
def rewrite(paths: tuple[str, ...], **options: Any) -> None:  # noqa: ANN401
    """Make every link in HTML documents absolute ("-" is standard input)."""
    context, policies = _settings(options)
    run = Run(quiet=options["quiet"])
    deliver = _delivery(paths, options, run)
    for path in paths:
        try:
            data = files.read(path)
            result = pipeline.rewritten(data, context, policies)
            deliver(path, data, result)
        except FileError as error:
            run.fail(error)
        else:
            _mention(path, result, run, strict=options["strict"])
    run.finish()


def _delivery(
    paths: tuple[str, ...], options: Mapping[str, Any], run: Run
) -> Callable[[str, bytes, Rewritten], None]:
    """Choose where results go; refuse what does not fit together."""
    output: str | None = options["output"]
    if sum((output is not None, options["in_place"], options["diff"])) > 1:
        stop("give one of -o, --in-place and --diff")
    if options["in_place"]:
        if STANDARD in paths:
            stop("--in-place: standard input has no place")
        return _in_place
    if options["diff"]:
        return lambda path, data, result: _diff(path, data, result, run)
    if output is None or output == STANDARD:
        if len(paths) > 1:
            stop("several inputs: give -o DIR, --in-place or --diff")
        return lambda _path, _data, result: files.write_stdout(_bytes(result))
    return _into(Path(output), paths)


def _bytes(result: Rewritten) -> bytes:
    document = result.document
    return document if isinstance(document, bytes) else document.encode()


def _in_place(path: str, data: bytes, result: Rewritten) -> None:
    if _bytes(result) != data:
        files.overwrite(Path(path), _bytes(result))


def _into(output: Path, paths: tuple[str, ...]) -> Callable[[str, bytes, Rewritten], None]:
    """Write to a file, or to files of the inputs' names in a directory."""
    if len(paths) == 1 and not output.is_dir() and not str(output).endswith("/"):
        return lambda _path, _data, result: files.create(output, _bytes(result))
    if STANDARD in paths:
        stop(f"{output}: standard input has no name to be written by in a directory")
    try:
        with files.reporting(str(output)):
            output.mkdir(parents=True, exist_ok=True)
    except FileError as error:
        stop(error)
    return lambda path, _data, result: files.create(output / Path(path).name, _bytes(result))


def _diff(path: str, data: bytes, result: Rewritten, run: Run) -> None:
    """Print a unified diff."""
    after = _bytes(result)
    if after == data:
        return
    run.found()
    old, new = (_lines(document) for document in (data, after))
    lines = difflib.unified_diff(old, new, path, f"{path} (absolute)")
    text = "".join(
        line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n" for line in lines
    )
    files.write_stdout(text.encode("utf-8", "replace"))


def _lines(document: bytes) -> list[str]:
    body = body_of(document)
    return body.text(0, len(body.source)).splitlines(keepends=True)


def _mention(path: str, result: Rewritten, run: Run, *, strict: bool) -> None:
    """Tell which references had to stay as they are, and why."""
    left = {code: count for code, count in result.left.items() if code in UNRESOLVED}
    if not left:
        return
    if strict:
        run.found()
    reasons = ", ".join(f"{count} {code}" for code, count in sorted(left.items()))
    advice = " (give --url)" if result.base.uri is None else ""
    run.warn(f"{path}: left as they are: {reasons}{advice}")


@click.command()
@click.argument("path", metavar="PATH")
@_context_options
def base(path: str, **options: Any) -> None:  # noqa: ANN401
    """Show the four layers of section 5.1 and which one defined the base URI."""
    context, policies = _settings(options)
    try:
        layers = pipeline.base_layers(files.read(path), context, policies)
    except FileError as error:
        stop(error)
    winner = next((layer for layer in layers if layer.uri is not None), None)
    for layer in layers:
        click.echo(_layer(layer, wins=layer is winner))
    click.echo(f"\n{'no base URI' if winner is None else winner.uri}")


def _layer(layer: Layer, *, wins: bool) -> str:
    """Show one layer: what it gave, and what that amounts to."""
    given = "-" if layer.given is None else repr(layer.given)
    if layer.given is not None and layer.uri != layer.given:
        given += " is no base" if layer.uri is None else f" is {layer.uri}"
    return f"{'>' if wins else ' '} {layer.source.section}  {layer.source.name:<13}  {given}"


@click.command()
@click.argument("paths", nargs=-1, required=True, metavar="PATH...")
@_context_options
@_policy_options
@click.option(
    "--format", "form", type=click.Choice(["jsonl", "csv", "table"]), default="jsonl", show_default=True
)
def links(paths: tuple[str, ...], form: str, **options: Any) -> None:  # noqa: ANN401
    """List every reference with its span, its target and what was decided."""
    context, policies = _settings(options)
    run = Run(quiet=options["quiet"])
    _PRINTERS[form](_rows(paths, context, policies, run))
    run.finish()


Rows = Iterator[tuple[str, Link]]


def _rows(paths: Iterable[str], context: Context, policies: Policies, run: Run) -> Rows:
    for path in paths:
        try:
            data = files.read(path)
        except FileError as error:
            run.fail(error)
        else:
            yield from ((path, link) for link in pipeline.links_in(data, context, policies))


def _print_jsonl(rows: Rows) -> None:
    for path, link in rows:
        text = json.dumps({"path": path, **link._asdict()}, ensure_ascii=False)
        sys.stdout.buffer.write(text.encode("utf-8", "backslashreplace") + b"\n")


def _print_csv(rows: Rows) -> None:
    import csv  # noqa: PLC0415
    import io  # noqa: PLC0415

    text = io.TextIOWrapper(sys.stdout.buffer, "utf-8", "backslashreplace", newline="", write_through=True)
    writer = csv.writer(text)
    writer.writerow(("path", *Link._fields))
    writer.writerows((path, *link) for path, link in rows)
    text.detach()


def _print_table(rows: Rows) -> None:
    from rich.console import Console  # noqa: PLC0415 -- slow to import
    from rich.table import Table  # noqa: PLC0415
    from rich.text import Text  # noqa: PLC0415

    table = Table("line", "element", "attribute", "reference", "target", "code", box=None, pad_edge=False)
    for _, link in rows:
        cells = (
            f"{link.line}:{link.column}",
            link.element,
            link.attribute,
            link.reference,
            link.target or "",
            link.code,
        )
        table.add_row(*map(Text, cells))
    Console(width=None if sys.stdout.isatty() else 10_000).print(table)


_PRINTERS: Mapping[str, Callable[[Rows], None]] = {
    "jsonl": _print_jsonl,
    "csv": _print_csv,
    "table": _print_table,
}


@click.command("resolve")
@click.argument("references", nargs=-1, required=True, metavar="REFERENCE...")
@click.option("--base", "base_", required=True, metavar="URI", help="The base URI, absolute.")
@_choice_options
def resolve_(references: tuple[str, ...], base_: str, **options: Any) -> None:  # noqa: ANN401
    """Resolve references against a base URI, as the rule set's document prints it."""
    if split(base_).scheme is None:
        stop(f"--base {base_}: not an absolute URI")
    run = Run()
    given = {name: value for name, value in options.items() if value is not None}
    for reference in references:
        try:
            click.echo(resolve(reference, base_, **given))
        except ResolutionError as error:
            run.fail(error, FAILED if error.code == "base-not-hierarchical" else FOUND)
    run.finish()


COMMANDS: Mapping[str, click.Command] = {
    "rewrite": rewrite,
    "links": links,
    "base": base,
    "resolve": resolve_,
}


@click.group(commands=dict(COMMANDS), context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="absolutize")
def main() -> None:
    """Make every link in HTML absolute, byte for byte, and say what was decided about each."""
