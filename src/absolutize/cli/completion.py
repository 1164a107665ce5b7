"""What a shell completes where click does not know it: codes, alone and in lists.

It does not know the commands. Used by `cli` and `cli.commands`.
"""

from collections.abc import Iterable

import click
from click.shell_completion import CompletionItem, FishComplete

from absolutize.findings import CHECKED, FINDINGS

MEANINGS = {finding.code: finding.message for finding in FINDINGS}
CODE_SET_NAMES = ("ALL", "DEFAULT")


class FishListComplete(FishComplete):
    """Completion in fish; click's own script takes a list of codes only up to its first comma."""

    source_template = FishComplete.source_template.replace("string split ", "string split --max 1 ")


def complete_codes(_context: click.Context, _parameter: object, begun: str) -> list[CompletionItem]:
    """Complete a code of any kind."""
    return _items("", begun, MEANINGS)


def complete_lists(_context: click.Context, _parameter: object, begun: str) -> list[CompletionItem]:
    """Complete the last of several codes that `check` finds, with commas between them."""
    before, comma, last = begun.rpartition(",")
    return _items(before + comma, last, [*CODE_SET_NAMES, *sorted(CHECKED)])


def _items(before: str, begun: str, codes: Iterable[str]) -> list[CompletionItem]:
    return [
        CompletionItem(before + code, help=MEANINGS.get(code)) for code in codes if code.startswith(begun)
    ]
