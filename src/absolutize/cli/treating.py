"""What commands do to the parts of containers, in whatever process that is."""

import os
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

from absolutize import pipeline
from absolutize.base import Layer
from absolutize.cli.diffing import unified
from absolutize.containers import Part
from absolutize.options import Context, Policies
from absolutize.outcomes import Link


class Outcome(NamedTuple):
    """What came of a part: how many references changed, which codes kept others, whether it has a base."""

    name: str
    changed: int
    left: Counter[str]
    based: bool


@dataclass(frozen=True, slots=True)
class Rewriting:
    """Makes parts absolute."""

    context: Context
    policies: Policies

    def __call__(self, part: Part) -> tuple[bytes, Outcome]:
        """Make a part absolute."""
        result = pipeline.rewritten(part.body, context_of(part, self.context), self.policies)
        document = result.document if isinstance(result.document, bytes) else result.document.encode()
        return document, Outcome(part.name, result.changed, result.left, result.base.uri is not None)


@dataclass(frozen=True, slots=True)
class Diffing:
    """Shows what would change in parts, and changes nothing."""

    context: Context
    policies: Policies

    def __call__(self, part: Part) -> tuple[bytes, tuple[Outcome, list[bytes]]]:
        """Show what would change in a part."""
        after, outcome = Rewriting(self.context, self.policies)(part)
        name = os.fsencode(part.name)
        lines = [] if after == part.body else list(unified(name, name + b" (absolute)", part.body, after))
        return part.body, (outcome, lines)


@dataclass(frozen=True, slots=True)
class Listing:
    """Lists the references of parts; ``row`` makes what is told of a reference, given its part's name."""

    context: Context
    policies: Policies
    row: Callable[[str, Link], Any]

    def __call__(self, part: Part) -> tuple[bytes, list[Any]]:
        """List the references of a part."""
        found = pipeline.links_in(part.body, context_of(part, self.context), self.policies)
        rows = [self.row(part.name, link) for link in found]
        return part.body, [b"".join(rows)] if rows and isinstance(rows[0], bytes) else rows


@dataclass(frozen=True, slots=True)
class Establishing:
    """Establishes the base URIs of parts."""

    context: Context
    policies: Policies

    def __call__(self, part: Part) -> tuple[bytes, tuple[str, list[Layer]]]:
        """Establish the base URI of a part."""
        found = pipeline.base_layers(part.body, context_of(part, self.context), self.policies)
        return part.body, (part.name, found)


def context_of(part: Part, context: Context) -> Context:
    """Tell what is known of a part: what its container says, else what the caller does."""
    own = (part.url, part.encapsulating, None, part.charset)
    return Context(*(theirs or given for theirs, given in zip(own, context, strict=True)))
