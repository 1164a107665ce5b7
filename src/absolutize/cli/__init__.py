"""The command line: the only place that prints and that sets exit codes.

Exit code 0 means all well, 1 that something was found, 2 a usage error, or an input or output that failed. It
does not know how a command works. What is slow to import is imported where it is used. Used by `__main__`.
"""

from collections.abc import Mapping
from typing import Any

import click

from absolutize.cli.commands.base import base_command
from absolutize.cli.commands.check import check_command
from absolutize.cli.commands.explain import explain_command
from absolutize.cli.commands.links import links_command
from absolutize.cli.commands.parse import parse_command
from absolutize.cli.commands.report import report_command
from absolutize.cli.commands.resolve import resolve_command
from absolutize.cli.commands.restore import restore_command
from absolutize.cli.commands.rewrite import rewrite_command
from absolutize.cli.commands.rules import rules_command
from absolutize.cli.commands.text import text_command
from absolutize.cli.help import ListedCommands
from absolutize.cli.run import reporting_output
from absolutize.cli.signals import interruptible
from absolutize.patterns import matcher

COMMANDS: Mapping[str, click.Command] = {
    "rewrite": rewrite_command,
    "restore": restore_command,
    "links": links_command,
    "check": check_command,
    "base": base_command,
    "report": report_command,
    "resolve": resolve_command,
    "parse": parse_command,
    "text": text_command,
    "rules": rules_command,
    "explain": explain_command,
}


class Commands(ListedCommands):
    """Commands and their help, all of which may meet an output that cannot be written."""

    def make_context(self, *arguments: Any, **extra: Any) -> click.Context:  # noqa: ANN401
        """Read the arguments; `--help` prints here."""
        with reporting_output():
            return super().make_context(*arguments, **extra)

    def invoke(self, ctx: click.Context) -> Any:  # noqa: ANN401
        """Run a command."""
        with reporting_output(), interruptible():
            return super().invoke(ctx)


def _print_version(context: click.Context, _option: click.Parameter, asked: bool) -> None:  # noqa: FBT001
    """Print the version; PCRE2 is imported only here."""
    if asked and not context.resilient_parsing:
        from importlib import metadata  # noqa: PLC0415 -- slow to import

        said = f"version {metadata.version('absolutize')}, patterns matched by {matcher()}"
        click.echo(f"{context.find_root().info_name}, {said}")
        context.exit()


@click.group(cls=Commands, commands=dict(COMMANDS), context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "-V",
    "--version",
    is_flag=True,
    expose_value=False,
    is_eager=True,
    callback=_print_version,
    help="Show the version and exit.",
)
def main() -> None:
    """Make every link in HTML absolute, change nothing else, and report what was decided."""
