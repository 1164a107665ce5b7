"""The one pipeline for bytes and characters: scan, establish the base, plan, apply."""

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from absolutize.base import BaseURI, Layer, layers
from absolutize.findings import REWRITTEN
from absolutize.html import values, writing
from absolutize.html.body import Body, Edit, body_of
from absolutize.html.scanner import Found, embedded_base, scan
from absolutize.html.tags import attributes_of
from absolutize.options import Context, Policies
from absolutize.outcomes import PLAIN_VALUE, Decision, Glance, Link, Planner


class Outcome(NamedTuple):
    """What was decided about one reference of a document."""

    found: Found
    number: int
    start: int
    stop: int
    code: str
    reference: str
    target: str | None
    edit: Edit | None


class Rewritten(NamedTuple):
    """A document made absolute: its base, how many references changed, and which codes did not let others."""

    document: bytes | str
    base: BaseURI
    changed: int
    left: Counter[str]


def rewritten(document: bytes | str, context: Context, policies: Policies) -> Rewritten:
    """Make the references of a document absolute, and tell what was done."""
    body = body_of(document, context.charset)
    found = scan(body.scannable, settled=not policies.keeps_fragments)
    planner = _planner(body, found, context, policies)
    left: Counter[str] = Counter()
    edits = _edits(body, found, planner, left)
    return Rewritten(body.splice(edits), planner.base, len(edits), left)


def links_in(document: bytes | str, context: Context, policies: Policies) -> Iterator[Link]:
    """List the references of a document, in the order of the source."""
    body = body_of(document, context.charset)
    found = scan(body.scannable)
    outcomes = list(_outcomes(body, found, _planner(body, found, context, policies)))
    offsets = iter(body.offsets([place for o in outcomes for place in (o.start, o.stop)]))
    places = _lines_and_columns(body, [outcome.start for outcome in outcomes])
    for outcome, (line, column) in zip(outcomes, places, strict=True):
        link = outcome.found
        yield Link(
            link.element,
            link.row.attribute,
            outcome.number,
            next(offsets),
            next(offsets),
            line,
            column,
            body.text(outcome.start, outcome.stop),
            outcome.reference,
            outcome.target,
            outcome.code,
        )


def base_layers(document: bytes | str, context: Context, policies: Policies) -> list[Layer]:
    """List the layers of section 5.1 for a document, innermost first."""
    body = body_of(document, context.charset)
    embedded = _embedded(body, scan(body.scannable, settled=False))
    return layers(context.candidates(embedded), rules=policies.rules, guard=policies.guarded)


def base_of(document: bytes | str, context: Context, policies: Policies) -> BaseURI:
    """Establish the base URI of a document."""
    for layer in base_layers(document, context, policies):
        if layer.uri is not None:
            return BaseURI(layer.uri, layer.source.name)
    return BaseURI(None, None)


def _embedded(body: Body, found: list[Found]) -> str | None:
    base = embedded_base(body.scannable, found)
    return None if base is None else values.clean(values.decode(body.text(base.start, base.stop)))


def _planner(body: Body, found: list[Found], context: Context, policies: Policies) -> Planner:
    return Planner.of(_embedded(body, found), context, policies, body.charset.name)


def _outcomes(body: Body, found: list[Found], planner: Planner) -> Iterator[Outcome]:
    """Decide on each reference of each link."""
    for link in found:
        yield from _considered(body, link, planner)


def _edits(body: Body, found: list[Found], planner: Planner, left: Counter[str]) -> list[Edit]:
    """Make the edits of `_outcomes`, at a glance where a value is plain; count the codes of the rest."""
    data, glance = body.scannable, Glance(planner.resolution)
    plain = PLAIN_VALUE.fullmatch if planner.resolution.plain and body.editable else None
    edits: list[Edit] = []
    for link in found:
        _, _, row, start, stop = link
        if plain is not None and row.syntax == "url" and not row.against:
            match = plain(data, start, stop)
            if match is not None:
                dropped, prefix = glance(match)
                edits.append(Edit(start, start + dropped, prefix))
                continue
        for outcome in _considered(body, link, planner):
            if outcome.edit is not None:
                edits.append(outcome.edit)
            else:
                left[outcome.code] += 1
    return edits


def _considered(body: Body, link: Found, planner: Planner) -> Iterator[Outcome]:
    """Decide on each reference of a value, decoded."""
    raw = body.scannable[link.start : link.stop]
    codebase = _codebase(body, link) if link.row.against == "codebase" else None
    for index, span in enumerate(values.split(link.row.syntax, raw)):
        start, stop = link.start + span.start, link.start + span.stop
        reference = values.clean(values.decode(body.text(start, stop)))
        if link.row.element == "base":
            decision = planner.decide_base(reference)
        else:
            decision = planner.decide(link.row, reference, codebase)
        code, edit = _edit(body, link, (start, stop), decision)
        yield Outcome(link, index, start, stop, code, reference, decision.target, edit)


def _edit(body: Body, link: Found, span: tuple[int, int], decision: Decision) -> tuple[str, Edit | None]:
    """Make the edit that a decision asks for."""
    if decision.code == "base-emptied":
        return decision.code, writing.empty(body, link)
    if decision.code == "base-removed":
        return decision.code, writing.remove(body, link)
    if decision.code not in REWRITTEN or decision.target is None:
        return decision.code, None
    if not body.editable:
        return "unsuitable-encoding", None
    return decision.code, writing.write(body, link, span, decision.target)


def _codebase(body: Body, link: Found) -> str | None:
    """Read the codebase attribute beside a link, as a reference."""
    for attribute in attributes_of(body.scannable, link.tag):
        if attribute.name == b"codebase":
            return values.clean(values.decode(body.text(attribute.start, attribute.stop)))
    return None


_LINE_END = re.compile(rb"\r\n?|\n")


def _lines_and_columns(body: Body, positions: list[int]) -> Iterator[tuple[int, int]]:
    """Tell the line and column of each position, ascending; both count from 1."""
    starts = [0, *(match.end() for match in _LINE_END.finditer(body.scannable))]
    line, column, counted = 0, 1, 0
    for position in positions:
        here = bisect_right(starts, position)
        if here != line:
            line, column, counted = here, 1, starts[here - 1]
        column += len(body.text(counted, position))
        counted = position
        yield line, column
