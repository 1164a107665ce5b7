"""The command ``base``: which base URI a document has, and which source gave it.

It prints the layers of RFC 2396 5.1, and does not compute them. Used by `cli`.
"""

from collections.abc import Iterator
from typing import Any

import click

from absolutize.base import Layer
from absolutize.cli.applicability import refuse_meaningless
from absolutize.cli.help import SectionedCommand
from absolutize.cli.io.inputs import Sessions, read_parts
from absolutize.cli.io.part_tasks import Establishing
from absolutize.cli.options import FILE, archive_options, context_options, given_settings
from absolutize.cli.run import Run, print_lines, visible
from absolutize.options import STATED_SOURCES, Policies


@click.command("base", cls=SectionedCommand)
@click.argument("path", type=FILE, metavar="PATH")
@context_options
@archive_options
def base_command(path: str, **options: Any) -> None:  # noqa: ANN401
    """Show which base URL applies, and where it comes from (RFC 2396, section 5.1)."""
    context, policies = given_settings(options)
    run = Run(quiet=options["quiet"])
    refuse_meaningless([path], options)
    with Sessions(Establishing(context, policies), options, [path]) as sessions:
        sessions.mention_doubts(run)
        for name, layers in read_parts(path, sessions.of(path), run):
            if name != path:
                print_lines([f"{visible(name)}:"])
            print_lines(_describe_layers([layer for layer in layers if _is_shown(layer, policies)]))
    run.finish()


def _is_shown(layer: Layer, policies: Policies) -> bool:
    """Whether a source is always asked, or was named by `--url-from`."""
    return layer.source.name not in STATED_SOURCES or layer.source.name in policies.url_from


def _describe_layers(layers: list[Layer]) -> Iterator[str]:
    winner = next((layer for layer in layers if layer.uri is not None), None)
    for layer in layers:
        yield _layer(layer, wins=layer is winner)
    yield ""
    yield "no base URI" if winner is None else visible(str(winner.uri))


def _layer(layer: Layer, *, wins: bool) -> str:
    """Show one layer: what it gave, and the absolute URI."""
    given = "-" if layer.given is None else repr(layer.given)
    if layer.given is not None and layer.uri != layer.given:
        given += " does not count" if layer.uri is None else f" is {visible(layer.uri)}"
    return f"{'>' if wins else ' '} {layer.source.section}  {layer.source.name:<13}  {given}"
