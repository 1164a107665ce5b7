"""Whole numbers on the command line and in `pyproject.toml`.

It does not know what they count. Used by `cli.commands.report` and `cli.options`.
"""

from typing import Any

import click


class WholeNumber(click.IntRange):
    """A whole number that is not below the least one."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:  # noqa: ANN401 -- as click has it
        """Refuse anything else; the message says which text, and what it should be."""
        try:
            return super().convert(value, param, ctx)
        except click.BadParameter:
            self.fail(f"{value!r} is not a whole number of at least {self.min}", param, ctx)
