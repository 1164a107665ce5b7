"""The tasks for one document of an archive: rewrite it, list its links, check it, or give it as it is.

A task may run in another process, so that it can be pickled and prints nothing. It does not know which
container the document is in. Used by `archive`, `arrow`, `cli`, `report.document` and `spark.units`.
"""

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, NamedTuple

from absolutize.archive.results import Part, PartDocument, PartFault, PartLink
from absolutize.base import BaseURI, establish
from absolutize.containers import DocumentPart
from absolutize.containers.sniffing import type_of
from absolutize.edits import Edit
from absolutize.engine import lister, rewriter
from absolutize.engine.checks import SelectedCodes, faults
from absolutize.engine.link import Link
from absolutize.options import Candidates, Context, Policies


class PartOutcome(NamedTuple):
    """The result for a part: how many references changed, and which codes kept others.

    ``unusable`` counts those that lack a base although one was given: that in the document cannot be used.
    """

    name: str
    changes: int
    left: Counter[str]
    unusable: int


def rewrite_part(
    part: DocumentPart, context: Context, policies: Policies, *, recorded: bool = False
) -> tuple[bytes, PartOutcome, list[Edit]]:
    """Make the links of a part absolute; give its bytes, the outcome and, if ``recorded``, the edits."""
    known, policies = part_context(part, context, policies)
    result = rewriter.rewrite_document(part.body, known, policies, recorded=recorded)
    document = result.document if isinstance(result.document, bytes) else result.document.encode()
    left = result.unchanged_codes
    outcome = PartOutcome(part.name, result.changes, left, _unusable(left, known, policies))
    return document, outcome, result.edits


def _unusable(left: Counter[str], context: Context, policies: Policies) -> int:
    """Count the links that lack a base although one was given."""
    count = left["no-base"]
    return count if count and establish(context.candidates(), policies).uri is not None else 0


@dataclass(frozen=True, slots=True)
class Rewriting:
    """The task that makes the links of parts absolute."""

    context: Context
    policies: Policies

    def __call__(self, part: DocumentPart) -> tuple[bytes, PartOutcome]:
        """Make the links of a part absolute."""
        return rewrite_part(part, self.context, self.policies)[:2]


def part_links(part: Part, links: Iterable[Link]) -> list[PartLink]:
    """Pair each link of a part with the part."""
    return [PartLink(part, link) for link in links]


@dataclass(frozen=True, slots=True)
class Listing:
    """The task that lists the links of parts; only of some ``kinds`` if any are given.

    ``text`` is whether links get their texts. ``describe`` makes the result from a part and its links.
    """

    context: Context
    policies: Policies
    describe: Callable[[Part, Iterable[Link]], Any] = part_links
    kinds: tuple[str, ...] = ()
    text: bool = False

    def __call__(self, part: DocumentPart) -> tuple[bytes, Any]:
        """List the references of a part."""
        context, policies = part_context(part, self.context, self.policies)
        links = lister.links_in(part.body, context, policies, text=self.text)
        if self.kinds:
            links = (link for link in links if link.kind in self.kinds)
        return part.body, self.describe(described_part(part, context), links)


@dataclass(frozen=True, slots=True)
class Checking:
    """The task that finds what is wrong with the references of parts."""

    context: Context
    policies: Policies
    codes: SelectedCodes

    def __call__(self, part: DocumentPart) -> tuple[bytes, list[PartFault]]:
        """Check a part."""
        context, policies = part_context(part, self.context, self.policies)
        described = described_part(part, context)
        faults_of_part = faults(part.body, context, policies, self.codes)
        return part.body, [PartFault(described, fault) for fault in faults_of_part]


@dataclass(frozen=True, slots=True)
class Extracting:
    """The task that gives parts as they are, with what is known about them."""

    context: Context
    policies: Policies

    def __call__(self, part: DocumentPart) -> tuple[bytes, list[PartDocument]]:
        """Give a part with what is known about it."""
        context, _ = part_context(part, self.context, self.policies)
        return part.body, [PartDocument(described_part(part, context), part.body)]


def described_part(part: DocumentPart, context: Context) -> Part:
    """Describe a part for the caller: its name, and what is known about it."""
    return Part(part.name, context.url, context.encapsulating, context.charset, context.media_type)


def part_context(part: DocumentPart, context: Context, policies: Policies) -> tuple[Context, Policies]:
    """Make the context of a part: what its container states, or else what the caller passed."""
    own = {"url": part.url, "encapsulating": part.encapsulating, "charset": part.charset}
    stated: dict[str, Any] = {**own, "media_type": part.media}
    known = context._replace(**{name: value for name, value in stated.items() if value})
    if known.media_type is None:
        known = known._replace(media_type=type_of(part.name))
    if part.encapsulating and context.encapsulating:
        outer = establish(known._replace(encapsulating=context.encapsulating).candidates(), policies)
        known = known._replace(encapsulating=_enclosing(part.encapsulating, outer, policies))
    if part.target_map is not None:
        policies = policies._replace(target_map=part.target_map)
    return known, policies._replace(base_element="keep") if part.keeps_base else policies


def _enclosing(given: str, outer: BaseURI, policies: Policies) -> str:
    """Resolve the base that a container gives to a part against the container's base (RFC 2396 5.1.2)."""
    base = establish(Candidates(encapsulating=given, retrieval=outer.uri), policies)
    return base.uri or given
