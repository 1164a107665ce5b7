"""The tasks for one part that only commands have: show a diff, check for a report, establish the base.

A task may run in another process, so that it can be pickled and prints nothing. It does not know which
container the part is in. Used by `cli.commands`.
"""

import os
from dataclasses import dataclass

from absolutize.archive.part_tasks import Checking, PartOutcome, part_context, rewrite_part
from absolutize.base import Layer
from absolutize.cli.check_formats.rows import CheckedInput, CheckRow
from absolutize.cli.formats.unified_diff import unified_diff
from absolutize.containers import DocumentPart
from absolutize.engine import rewriter
from absolutize.options import Context, Policies

REMARK = b" (absolute)"  # in a diff, behind the name of the rewritten document


@dataclass(frozen=True, slots=True)
class Diffing:
    """The task that shows what would change in parts, and changes nothing."""

    context: Context
    policies: Policies

    def __call__(self, part: DocumentPart) -> tuple[bytes, tuple[PartOutcome, list[bytes]]]:
        """Show what would change in a part."""
        after, outcome, _ = rewrite_part(part, self.context, self.policies)
        name = os.fsencode(part.name)
        lines = [] if after == part.body else list(unified_diff(name, REMARK, part.body, after))
        return part.body, (outcome, lines)


class Examining(Checking):
    """The task that checks parts, and gives parts without findings, too."""

    __slots__ = ()

    def __call__(self, part: DocumentPart) -> tuple[bytes, CheckedInput]:  # type: ignore[override]
        """Check a part."""
        body, faults = Checking.__call__(self, part)
        rows = (CheckRow(part.name, *each.fault, url=each.part.url) for each in faults)
        return body, CheckedInput(part.name, tuple(rows))


@dataclass(frozen=True, slots=True)
class Establishing:
    """The task that establishes the base URIs of parts."""

    context: Context
    policies: Policies

    def __call__(self, part: DocumentPart) -> tuple[bytes, tuple[str, list[Layer]]]:
        """Establish the base URI of a part."""
        layers = rewriter.base_layers(part.body, *part_context(part, self.context, self.policies))
        return part.body, (part.name, layers)
