"""The one pipeline for bytes and characters: scan, establish the base, plan, apply."""

from collections import Counter
from collections.abc import Iterator
from operator import itemgetter
from typing import NamedTuple

from absolutize.base import BaseURI, Layer, layers
from absolutize.findings import EDITED, REWRITTEN
from absolutize.html import values, writing
from absolutize.html.body import Body, Edit, Replacement, body_of
from absolutize.html.embedded import embedded_base
from absolutize.html.scanner import Found, Glance, glance, scan, written
from absolutize.html.tags import attributes_of
from absolutize.options import Context, Policies
from absolutize.outcomes import Link, Planner, candidates, codec_of
from absolutize.resolution import PLAIN_IN_TAG, PLAIN_VALUE, Answers, Beginnings


class Outcome(NamedTuple):
    """What was decided about one reference of a document; the span is in the scanned bytes."""

    found: Found
    number: int
    start: int
    stop: int
    raw: str
    reference: str
    code: str
    target: str | None


class Rewritten(NamedTuple):
    """A document made absolute: its base, and which codes did not let others."""

    document: bytes | str
    base: BaseURI
    left: Counter[str]


def rewritten(document: bytes | str, context: Context, policies: Policies) -> Rewritten:
    """Make the references of a document absolute, and tell what was done."""
    if policies.plain and policies.keeps_fragments:
        done = _rewritten_at_a_glance(document, context, policies)
        if done is not None:
            return done
    body = body_of(document, context.charset)
    found = scan(body.scannable, settled=not policies.keeps_fragments)
    planner = _planner(body, found, context, policies)
    left: Counter[str] = Counter()
    return Rewritten(body.splice(_edits(body, found, planner, left)), planner.base, left)


def _rewritten_at_a_glance(document: bytes | str, context: Context, policies: Policies) -> Rewritten | None:
    """Do so where the matcher alone can pass most values, plain ones; ``None`` where it cannot."""
    body = body_of(document, context.charset, late=False)
    seen = _glance(body)
    if seen is not None and seen.declares and body.charset.source == "default":
        body = body_of(document, context.charset)
    if seen is None or not _is_in_place(body):
        return None
    planner = _planner(body, seen.found, context, policies)
    if not planner.resolution.plain:
        return None
    left: Counter[str] = Counter()
    beginnings = Beginnings(planner.resolution)
    replacements: list[Replacement]
    replacements = [(start, stop, (text,)) for start, stop, text in _edits(body, seen.found, planner, left)]
    replacements += ((start, stop, written(passed, beginnings)) for start, stop, passed in seen.passages)
    replacements.sort(key=itemgetter(0, 1))
    return Rewritten(body.replace(replacements), planner.base, left)


def _glance(body: Body) -> Glance | None:
    return glance(body.scannable, PLAIN_IN_TAG) if _is_in_place(body) else None


def _is_in_place(body: Body) -> bool:
    """Whether a document is edited in the very bytes that are scanned."""
    return body.editable and body.scannable is body.source


def links_in(document: bytes | str, context: Context, policies: Policies) -> Iterator[Link]:
    """List the references of a document, in the order of the source."""
    body = body_of(document, context.charset)
    found = scan(body.scannable)
    outcomes = _outcomes(body, found, _planner(body, found, context, policies))
    offsets = iter(body.offsets([place for o in outcomes for place in (o.start, o.stop)]))
    places = body.lines_and_columns([outcome.start for outcome in outcomes])
    for (_, element, row, _, _), number, _, _, raw, reference, code, target in outcomes:
        start, stop, (line, column) = next(offsets), next(offsets), next(places)
        yield Link(element, row.attribute, number, start, stop, line, column, raw, reference, target, code)


def base_layers(document: bytes | str, context: Context, policies: Policies) -> list[Layer]:
    """List the layers of section 5.1 for a document, innermost first."""
    body = body_of(document, context.charset)
    embedded = _embedded(body, scan(body.scannable, settled=False))
    given = candidates(embedded, context, policies, codec_of(body.charset.name))
    return layers(given, policies.resolving)


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
    planner = Planner.of(_embedded(body, found), context, policies, body.charset.name)
    if policies.removes_base:
        planner.leaving(outcome.code for outcome in _outcomes(body, found, planner))
    return planner


def _outcomes(body: Body, found: list[Found], planner: Planner) -> list[Outcome]:
    """Decide on each reference of each link."""
    return [outcome for link in found for outcome in _considered(body, link, planner)]


def _edits(body: Body, found: list[Found], planner: Planner, left: Counter[str]) -> list[Edit]:
    """Make the edits of the outcomes, at a glance where a value is plain; count the codes of the rest."""
    data, answers = body.scannable, Answers(planner.resolution)
    plain = PLAIN_VALUE.fullmatch if planner.resolution.plain and body.editable else None
    edits: list[Edit] = []
    new = tuple.__new__  # quicker than by keywords, for each of many links
    for link in found:
        _, _, row, start, stop = link
        if plain is not None and row.syntax == "url" and not row.against:
            match = plain(data, start, stop)
            if match is not None:
                dropped, prefix = answers[match[match.lastindex or 0]]
                edits.append(new(Edit, (start, start + dropped, prefix)))
                continue
        for outcome in _considered(body, link, planner):
            made = _edited(body, outcome)
            edits += made
            if not made:
                left[outcome.code] += 1
    if planner.policies.base_element == "remove":
        edits.sort()  # duplicates of an attribute are removed with the first
    return edits


def _considered(body: Body, link: Found, planner: Planner) -> Iterator[Outcome]:
    """Decide on each reference of a value, decoded."""
    _, _, row, first, last = link
    codebase = _codebase(body, link) if row.against == "codebase" else None
    for number, (start, stop) in enumerate(values.split(row.syntax, body.scannable[first:last])):
        raw = body.text(first + start, first + stop)
        reference = values.clean(values.decode(raw))
        if row.element == "base":
            code, target = planner.decide_base(reference)
        else:
            code, target = planner.decide(row, reference, codebase)
        if not body.editable and code in EDITED:
            code = "unsuitable-encoding"
        yield Outcome(link, number, first + start, first + stop, raw, reference, code, target)


def _edited(body: Body, outcome: Outcome) -> list[Edit]:
    """Make the edits that an outcome asks for."""
    if outcome.code == "base-emptied":
        return writing.empty(body, outcome.found)
    if outcome.code == "base-removed":
        return writing.remove(body, outcome.found)
    if outcome.code not in REWRITTEN or outcome.target is None:
        return []
    return [writing.write(body, outcome.found, (outcome.start, outcome.stop), outcome.target)]


def _codebase(body: Body, link: Found) -> str | None:
    """Read the codebase attribute beside a link, as a reference."""
    for attribute in attributes_of(body.scannable, link.tag):
        if attribute.name == b"codebase":
            return values.clean(values.decode(body.text(attribute.start, attribute.stop)))
    return None
