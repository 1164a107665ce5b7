"""The links of a document: each outcome with its place, its kind and the attributes of its tag.

It changes nothing, and decides nothing itself. Used by `api`, `archive.part_tasks`, `engine.checks` and
`trees.rewriter`.
"""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from absolutize.base import BaseURI
from absolutize.engine.document_plan import (
    DocumentPlan,
    Outcome,
    outcomes_at,
    outcomes_of,
    plan_document,
    plan_nested,
    read_document,
)
from absolutize.engine.link import Link
from absolutize.engine.plain import PLAIN_OR_ABSOLUTE
from absolutize.engine.planner import Planner
from absolutize.html.document.document import SourceDocument, SourceSpan, document_of
from absolutize.html.document.link_text import Tags, anchor_stops
from absolutize.html.link_table.kinds import RELATED, kind_of
from absolutize.options import Context, Policies

_Place = tuple[int | None, int | None, int | None, int | None]  # start, stop, line, column
_NOWHERE: _Place = (None, None, None, None)
_new = tuple.__new__  # quicker than a constructor, for each of many links


class DecidedDocument(NamedTuple):
    """A document as it was read: its base URI, and an outcome for each of its references."""

    body: SourceDocument
    base: BaseURI
    outcomes: list[Outcome]


def decide_document(document: bytes | str, context: Context, policies: Policies) -> DecidedDocument:
    """Decide on every reference of a document, in the order of the source; nothing is written."""
    plan = plan_document(
        read_document(document, context),
        context,
        policies,
        include_absolute=True,
    )
    return DecidedDocument(plan.body, plan.base, list(outcomes_of(plan)))


def links_of(examined: DecidedDocument, *, text: bool = False) -> Iterator[Link]:
    """Make links of outcomes: with their places in the document, and the attributes with them."""
    body, _, outcomes = examined
    tags, stops, placed = Tags(), anchor_stops(outcomes) if text else None, body.locator()
    for outcome in outcomes:
        link = link_of(outcome, tags, placed(outcome.part.start, outcome.part.stop), body)
        yield link if stops is None else link._replace(text=tags.text(outcome.body, outcome.found, stops))


def links_in(
    document: bytes | str, context: Context, policies: Policies, *, text: bool = False
) -> Iterator[Link]:
    """List the references of a document, in the order of the source; with ``text`` what they are called."""
    if text:
        return links_of(decide_document(document, context, policies), text=True)
    return _links_of(
        plan_document(read_document(document, context), context, policies, include_absolute=True)
    )


def _links_of(plan: DocumentPlan) -> Iterator[Link]:
    """Do so by the fast path where a value is plain: without an outcome."""
    tags, placed = Tags(), plan.body.locator()
    for part in plan.divided():
        yield from _links_of_part(part, tags, placed)


def _links_of_part(
    plan: DocumentPlan, tags: Tags, placed: Callable[[int, int], SourceSpan]
) -> Iterator[Link]:
    body, found, planner, *_ = plan
    data, answers = body.scannable, planner.resolution.answers if body.editable else None
    encoding = planner.encoding
    for link in found:
        _, element, row, start, stop = link
        if answers is not None and row.syntax == "url" and not row.against:
            match = PLAIN_OR_ABSOLUTE.fullmatch(data, start, stop)
            if match is not None:
                raw, read, code, target = answers.of(match)
                rel = tags.rel(body, link) if element in RELATED else ""
                kind, place = kind_of(element, row, rel), placed(start, stop)
                fields = (
                    element,
                    row.attribute,
                    0,
                    *place,
                    raw,
                    read,
                    target,
                    code,
                    kind,
                    rel,
                    None,
                    encoding,
                    None,
                    None,
                )
                yield _new(Link, fields)
                continue
        for outcome in outcomes_at(plan, link):
            yield link_of(outcome, tags, placed(outcome.part.start, outcome.part.stop), body)


def links_of_nested(text: str, planner: Planner, condition: str | None) -> Iterator[Link]:
    """List the references of a document in a value, character references decoded; none has a place."""
    plan = plan_nested(document_of(text, "utf-8"), planner, condition, include_absolute=True)
    tags = Tags()
    for outcome in outcomes_of(plan):
        yield link_of(outcome, tags, _NOWHERE, outcome.body)


def link_of(outcome: Outcome, tags: Tags, place: _Place, body: SourceDocument) -> Link:
    """Make a link of an outcome, as one of this body: what is of another one is escaped once more there."""
    own, found, number, part, raw, read, code, target, planner = outcome
    element, row = found.element, found.row
    rel = tags.rel(own, found)
    kind = kind_of(element, row, rel)
    encoding = planner.encoding_of(row)
    written = raw if own is body else body.text(part.start, part.stop)
    found_as = kind, rel, None, encoding, None, None
    fields = element, row.attribute, number, *place, written, read, target, code, *found_as
    return _new(Link, fields)
