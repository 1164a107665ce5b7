"""The command ``parse``: the components of a URI reference, and where a grammar refuses it.

It knows no document and no base URI. Used by `cli`.
"""

from collections.abc import Iterable, Iterator
from typing import Any, get_args

import click

from absolutize import uri
from absolutize.cli.formats.tables import lines_of_json, render_table
from absolutize.cli.help import SectionedCommand
from absolutize.cli.options import is_given, quiet_option, read_typed, rules_option
from absolutize.cli.run import Run, encode_output, stop, visible
from absolutize.storage import files
from absolutize.uri import RULE_SETS
from absolutize.uri.abnf.grammar import Reading, Refusal
from absolutize.uri.components import Components
from absolutize.uri.ruleset import RuleSet
from absolutize.uri.trace.step import quote_component

ParseRows = Iterator[tuple[str, str]]


@click.command("parse", cls=SectionedCommand)
@click.argument("references", callback=read_typed, nargs=-1, required=True, metavar="URL...")
@rules_option
@click.option(
    "--reading",
    type=click.Choice(get_args(Reading)),
    default="printed",
    show_default=True,
    help="Use the grammar as printed, or as intended (without its misprints).",
)
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "jsonl"]),
    default="text",
    show_default=True,
    help="Output format.",
)
@quiet_option
def parse_command(
    references: tuple[str, ...], *, rules: str, reading: Reading, form: str, quiet: bool
) -> None:
    """Show the components of URLs and check their grammar; exit with 1 if it refuses one."""
    if is_given("reading") and RULE_SETS[rules].read_grammar is None:
        stop(f"--reading means nothing with --rules {rules}: it is for grammars, and {rules} has none")
    run = Run(quiet=quiet)
    parsed = [(text, uri.parse(text, rules=rules, reading=reading)) for text in references]
    if form == "jsonl":
        chunks = lines_of_json(_record(text, rules, components) for text, components in parsed)
    else:
        chunks = _texts(parsed, RULE_SETS[rules])
    files.write_stdout(chunks)
    if any(components.refusal is not None for _, components in parsed):
        run.note_finding()
    run.finish()


def _record(text: str, rules: str, components: Components) -> dict[str, Any]:
    authority, refusal = components.authority, components.refusal
    return {
        "uri": text,
        "rules": rules,
        **components.reference._asdict(),
        "parts": None if authority is None else authority._asdict(),
        "segments": [segment._asdict() for segment in components.segments],
        "fields": dict(components.fields),
        "refusal": None if refusal is None else refusal._asdict() | {"message": str(refusal)},
    }


def _texts(parsed: Iterable[tuple[str, Components]], rules: RuleSet) -> Iterator[bytes]:
    for text, components in parsed:
        yield encode_output(f"{text!r} by {rules.name} ({rules.document}):\n")
        yield from render_table(("component", "value"), _rows(components), header=False)
        yield from (encode_output(line) + b"\n" for line in _verdict(components.refusal, rules))
        yield b"\n"


def _rows(components: Components) -> ParseRows:
    for name, value in components.reference._asdict().items():
        yield name, quote_component(value)
        if name == "authority":
            yield from _parts(components)
        if name == "path":
            yield from _segments(components)
    yield from ((name, quote_component(value)) for name, value in components.fields.items())


def _parts(components: Components) -> ParseRows:
    if components.authority is not None:
        parts = components.authority._asdict()
        kind = parts.pop("kind")
        yield from ((f"  {name}", quote_component(part)) for name, part in parts.items() if part is not None)
        yield "  kind", kind or "none: the grammar refuses it"


def _segments(components: Components) -> ParseRows:
    for segment in components.segments:
        params = "".join(f", parameter {quote_component(param)}" for param in segment.params)
        yield "  segment", quote_component(segment.name) + params


def _verdict(refusal: Refusal | None, rules: RuleSet) -> Iterator[str]:
    """Write the verdict of the grammar; for a refusal, also the place and, if possible, the rule."""
    if refusal is None:
        yield "accepted"
        return
    yield f"refused {refusal}"
    yield f"  {visible(refusal.text)}"
    yield f"  {' ' * len(visible(refusal.text[: refusal.position]))}^"
    if rules.read_grammar is not None and len(rules.grammar.sections) == 1:
        rule = rules.grammar.rule(refusal.production)
        yield f"  {rule.name} = {' '.join(rule.text.split())}"
