"""The command line: its commands, and how they are found.

Exit code 0 means that all is well, 1 that something was found, 2 a usage error, or an input or output that
failed. It does not know how a command works. Used by `__main__`.
"""

import os
from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import Any

import click
from click.shell_completion import add_completion_class

from absolutize.cli.completion import BashWordComplete, FishListComplete
from absolutize.cli.file_names import advice_for_url
from absolutize.cli.help import COMMAND_SUMMARIES, ListedCommands
from absolutize.cli.run import print_lines, reporting_output
from absolutize.cli.signals import interruptible
from absolutize.patterns import matcher
from absolutize.storage import files


class CommandTable(Mapping[str, click.Command]):
    """The commands by their names; each is imported only when it is asked for, so that starting is fast."""

    def __getitem__(self, name: str) -> click.Command:
        """Import a command."""
        if name not in COMMAND_SUMMARIES:
            raise KeyError(name)
        command: click.Command = getattr(import_module(f"absolutize.cli.commands.{name}"), f"{name}_command")
        return command

    def __iter__(self) -> Iterator[str]:
        """List the names, in the order of the help."""
        return iter(COMMAND_SUMMARIES)

    def __len__(self) -> int:
        """Count the commands."""
        return len(COMMAND_SUMMARIES)


COMMANDS = CommandTable()
add_completion_class(BashWordComplete)
add_completion_class(FishListComplete)


class Commands(ListedCommands):
    """The group of commands; it reports an output that cannot be written, also for the help."""

    def main(self, *arguments: Any, **extra: Any) -> Any:  # noqa: ANN401
        """Run the program; click prints completion for shells here, in front of all else."""
        with reporting_output(), files.naming_standard_output():
            return super().main(*arguments, **extra)

    def make_context(self, *arguments: Any, **extra: Any) -> click.Context:  # noqa: ANN401
        """Read the arguments; `--help` prints here."""
        with reporting_output():
            return super().make_context(*arguments, **extra)

    def resolve_command(self, ctx: click.Context, args: list[str]) -> Any:  # noqa: ANN401
        """Find the command; say what to do if a file or a URL is in its place."""
        if args[0] not in COMMANDS:
            if os.path.exists(args[0]):  # noqa: PTH110 -- text
                ctx.fail(f"No such command {args[0]!r}. Did you mean 'rewrite {args[0]}'?")
            if advice := advice_for_url(args[0]):
                ctx.fail(f"No such command {args[0]!r}{advice}")
        return super().resolve_command(ctx, args)

    def invoke(self, ctx: click.Context) -> Any:  # noqa: ANN401
        """Run a command."""
        with reporting_output(), interruptible():
            return super().invoke(ctx)


def _print_version(context: click.Context, _option: click.Parameter, asked: bool) -> None:  # noqa: FBT001
    """Print the version; PCRE2 is imported only here."""
    if asked and not context.resilient_parsing:
        from importlib import metadata  # noqa: PLC0415 -- slow to import

        text = f"version {metadata.version('absolutize')}, patterns matched by {matcher()}"
        print_lines([f"{context.find_root().info_name}, {text}"])
        context.exit()


@click.group(cls=Commands, commands=COMMANDS, context_settings={"help_option_names": ["-h", "--help"]})
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
