"""Shell completion for values that click does not know: codes, alone and in lists.

It does not know the commands. Used by `cli` and `cli.commands.explain`.
"""

from collections.abc import Iterable

import click
from click.shell_completion import BashComplete, CompletionItem, FishComplete

from absolutize.findings import CHECKED_CODES, CODE_SETS, INPUT_CODES, MESSAGES


class BashWordComplete(BashComplete):
    """Completion in bash, which reads ``--select=base`` as three words; click expects no "=" among them."""

    def get_completion_args(self) -> tuple[list[str], str]:
        """Give the words before the word that is completed, and that word."""
        words, begun = super().get_completion_args()
        pairs = zip(["", *words], words, strict=False)
        return [word for before, word in pairs if word != "=" or not before.startswith("--")], begun


class FishListComplete(FishComplete):
    """Completion in fish; click's own script takes a list of codes only up to its first comma."""

    source_template = FishComplete.source_template.replace("string split ", "string split --max 1 ")


def complete_codes(_context: click.Context, _parameter: object, begun: str) -> list[CompletionItem]:
    """Complete a code of any kind."""
    return _items("", begun, MESSAGES)


def complete_lists(_context: click.Context, parameter: click.Parameter, begun: str) -> list[CompletionItem]:
    """Complete the last code of a list with commas: one that `check` can find, or also one to ignore."""
    before, comma, last = begun.rpartition(",")
    codes = CHECKED_CODES | INPUT_CODES if parameter.name == "ignore" else CHECKED_CODES
    return _items(before + comma, last, [*CODE_SETS, *sorted(codes)])


def _items(before: str, begun: str, codes: Iterable[str]) -> list[CompletionItem]:
    return [
        CompletionItem(before + code, help=MESSAGES.get(code)) for code in codes if code.startswith(begun)
    ]
