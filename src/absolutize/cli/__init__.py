"""The command line: the only place that prints and that makes exit codes.

0 all well; 1 something was found; 2 usage, or an input that could not be read or an output that
could not be written. What is slow to import is imported where it is used.
"""

from collections.abc import Mapping
from typing import Any

import click

from absolutize.cli.checking import check
from absolutize.cli.establishing import base
from absolutize.cli.explaining import explain
from absolutize.cli.listing import links
from absolutize.cli.parsing import parse
from absolutize.cli.printing import reporting_output
from absolutize.cli.reading import text
from absolutize.cli.resolving import resolve
from absolutize.cli.restoring import restore
from absolutize.cli.rewriting import rewrite
from absolutize.cli.ruling import rules
from absolutize.cli.signals import interruptible

COMMANDS: Mapping[str, click.Command] = {
    "rewrite": rewrite,
    "restore": restore,
    "links": links,
    "check": check,
    "base": base,
    "resolve": resolve,
    "parse": parse,
    "text": text,
    "rules": rules,
    "explain": explain,
}


class Commands(click.Group):
    """Commands and their help, all of which may meet an output that cannot be written."""

    def make_context(self, *arguments: Any, **extra: Any) -> click.Context:  # noqa: ANN401
        """Read the arguments; `--help` prints here."""
        with reporting_output():
            return super().make_context(*arguments, **extra)

    def invoke(self, ctx: click.Context) -> Any:  # noqa: ANN401
        """Run a command."""
        with reporting_output(), interruptible():
            return super().invoke(ctx)


@click.group(cls=Commands, commands=dict(COMMANDS), context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="absolutize")
def main() -> None:
    """Make every link in HTML absolute, change nothing else, and report what was decided."""
