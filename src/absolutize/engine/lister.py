"""The links of a document: each outcome with its place, its kind and the attributes of its tag.

It changes nothing, and decides nothing itself. Used by `api`, `archive.part_tasks`, `arrow`, `engine.checks`,
`report.document` and `trees`.
"""

from collections.abc import Callable, Iterable, Iterator
from itertools import chain, repeat
from typing import NamedTuple

from absolutize.base import BaseURI
from absolutize.engine.document_plan import (
    DocumentPlan,
    Outcome,
    decide,
    outcomes_in,
    outcomes_of,
    outcomes_within,
    plan_document,
    plan_nested,
    read_document,
)
from absolutize.engine.link import Link, Place, late_link
from absolutize.engine.plain import LINK_PARTS, PrefixTable
from absolutize.engine.planner import Planner
from absolutize.html.document.conditional_comments import Readers
from absolutize.html.document.document import SourceDocument, document_of
from absolutize.html.document.link_text import AnchorStops, Tags
from absolutize.html.document.references import ReadReference, ReferenceSpan, plain_parts_of
from absolutize.html.link_table.kinds import kind_of
from absolutize.html.tokenizer.value_span import NOT_PLAIN, ValueSpan, ValueSpans
from absolutize.html.values.plain_parts import PlainPart
from absolutize.options import Context, Policies


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


ReadAndDecided = tuple[str, str, str, str | None]
"""A reference as it is written and as it reads, the code of what was decided, and its target."""
_new = tuple.__new__  # quicker than a constructor, for each of many


class LinkMaker:
    """Makes links of the outcomes of a document, in the order of the source.

    Without ``placed``, none has a place: the document is a value of a tree.
    """

    def __init__(self, body: SourceDocument, *, placed: bool = True) -> None:
        self._body = body
        self._tags = Tags()
        self._locate: Callable[[int, int], Place] | None = body.locator() if placed else _nowhere
        self._place: Callable[[int], Place] = body.line_index().place if placed else _nowhere
        self.of_body = _LateFields(body, self._place)

    def link(self, outcome: Outcome, text: str | None = None) -> Link:
        """Make one; what is of a document in a value is escaped once more than it is there."""
        own, span, raw, read, code, target, plan = outcome
        first, last = self.locate(span.start, span.stop)
        encoding = plan.planner.encoding_of(span.value.row)
        if own is self._body:
            return self.own_link(span, first, last, (raw, read, code, target), encoding, text)
        value, number, start, stop, *_ = span
        # nothing is left to read in a document in a value, so that it is not kept
        rel, place = self._tags.rel(own, value), self._place(start)
        kind, written = kind_of(value.element, value.row, rel), self._body.text(start, stop)
        fields = first, last, *place, written, read, target, code, kind, rel, text, encoding
        return Link(value.element, value.row.attribute, number, *fields)

    def locate(self, start: int, stop: int) -> Place:
        """Tell where in the document a span is, behind the one before."""
        return (start, stop) if self._locate is None else self._locate(start, stop)

    def own_link(
        self,
        span: ReferenceSpan,
        first: int | None,
        last: int | None,
        read: ReadAndDecided,
        encoding: str,
        text: str | None = None,
    ) -> Link:
        """Make one of the document itself, not of one in a value; ``first`` and ``last`` are its offsets."""
        value, number, start, *_ = span
        if value.start != start:
            value = _new(ValueSpan, (value.tag, value.element, value.row, start, value.stop))
        return late_link(value, number, first, last, *read, encoding, self.of_body, text)


_MOST_TAGS = 1 << 12


class _LateFields:
    """What finds the fields of links of one document, where they are read."""

    def __init__(self, own: SourceDocument, place: Callable[[int], Place]) -> None:
        self._own, self.place = own, place
        self._rels: dict[int, str] = {}  # since there may be very many links of one tag

    def rel(self, tag: int) -> str:
        """Give the words of a rel attribute."""
        if tag not in self._rels:
            if len(self._rels) == _MOST_TAGS:
                self._rels.clear()
            self._rels[tag] = Tags().rel_of(self._own, tag)
        return self._rels[tag]


def _nowhere(*_: int) -> Place:
    return None, None


def links_of(document: DecidedDocument) -> Iterator[Link]:
    """Make links of outcomes: with their places in the document, and the attributes with them."""
    return map(LinkMaker(document.body).link, document.outcomes)


def links_in(
    document: bytes | str, context: Context, policies: Policies, *, text: bool = False
) -> Iterator[Link]:
    """List the references of a document, in the order of the source; with ``text`` what they are called."""
    plan = plan_document(read_document(document, context), context, policies, include_absolute=True)
    if text:
        return _links_with_text(plan)
    maker = LinkMaker(plan.body)
    return chain.from_iterable(_links_of(part, maker) for part in plan.by_scope())


def _links_with_text(plan: DocumentPlan) -> Iterator[Link]:
    make, tags, stops = LinkMaker(plan.body).link, Tags(), AnchorStops()
    for outcome in outcomes_of(plan):
        value = outcome.span.value
        stop = stops.behind(outcome.body, outcome.plan.all_values, value)
        yield make(outcome, tags.text(outcome.body, value, stop))


def _links_of(plan: DocumentPlan, maker: LinkMaker) -> Iterator[Link]:
    """Make links of a part of a document, by the table where a value is plain: without an outcome."""
    data, planner = plan.body.scannable, plan.planner
    prefixes, encoding = planner.resolution.prefixes, planner.encoding
    late, locate = maker.of_body, maker.locate
    if prefixes is None or not plan.body.editable or plan.body.hides_bytes:
        yield from map(maker.link, outcomes_in(plan))
        return
    match_value, explain, text = prefixes.match_value, prefixes.explain, plan.body.text
    for value, known in _with_beginnings(plan):
        _, _, row, start, stop = value
        behind = known
        if known < start and row.syntax == "url" and not row.against:
            match = match_value(data, start, stop)
            behind = NOT_PLAIN if match is None else match.end(1)
        if behind >= start:
            raw, reference, code, target = explain(data, start, behind, stop, text)
            first, last = locate(start, stop)
            yield late_link(value, 0, first, last, raw, reference, code, target, encoding, late)
        else:
            yield from _links_of_value(plan, value, prefixes, maker)


def _with_beginnings(plan: DocumentPlan) -> Iterable[tuple[ValueSpan, int]]:
    """Give the values, and where the beginnings of plain ones end, which the scan of HTML knows."""
    if isinstance(plan.values, ValueSpans) and plan.planner.policies.keeps_fragments:
        return plan.values.with_beginnings()
    return zip(plan.values, repeat(NOT_PLAIN), strict=False)


def _links_of_value(
    plan: DocumentPlan, value: ValueSpan, prefixes: PrefixTable, maker: LinkMaker
) -> Iterator[Link]:
    """Make links of a value that may have several references, by the table where they are plain."""
    by_table = plan.planner.policies.keeps_fragments
    parts = plain_parts_of(plan.body, value, LINK_PARTS) if by_table else None
    if parts is None:
        return _links_by_decision(plan, value, prefixes, maker)
    return _links_of_parts(plan, value, parts, prefixes, maker)


def _links_of_parts(
    plan: DocumentPlan,
    value: ValueSpan,
    parts: Iterable[PlainPart],
    prefixes: PrefixTable,
    maker: LinkMaker,
) -> Iterator[Link]:
    """Make links of the references that a value was divided into."""
    tag, element, row, _, stop = value
    data, text, encoding = plan.body.scannable, plan.body.text, plan.planner.encoding_of(row)
    for number, (start, behind, last) in enumerate(parts):
        raw, reference, code, target = prefixes.explain(data, start, behind, last, text)
        own = _new(ValueSpan, (tag, element, row, start, stop))
        place = maker.locate(start, last)
        yield late_link(own, number, *place, raw, reference, code, target, encoding, maker.of_body)


def _links_by_decision(
    plan: DocumentPlan, value: ValueSpan, prefixes: PrefixTable, maker: LinkMaker
) -> Iterator[Link]:
    """Make links of a value that its syntax divides, by the table where one is plain."""
    encoding = plan.planner.encoding_of(value.row)
    for span, read in plan.references(prefixes.match_value, values=(value,)):
        if isinstance(read, ReadReference):
            yield maker.link(decide(plan, span, read))
        elif read is None:
            yield from map(maker.link, outcomes_within(plan, span))
        else:
            first, last = maker.locate(span.start, span.stop)
            yield maker.own_link(span, first, last, prefixes.of(read, plan.body.text), encoding)


def links_of_nested(
    text: str, planner: Planner, readers: Readers | None, *, needs_base: bool
) -> Iterator[Link]:
    """List the references of a document in a value, character references decoded; none has a place.

    ``readers`` are those of a conditional comment. ``needs_base``: whether references of the document
    around it stay that need its BASE element.
    """
    body = document_of(text, "utf-8")
    plan = plan_nested(body, planner, readers, include_absolute=True, needs_base=needs_base)
    yield from map(LinkMaker(plan.body, placed=False).link, outcomes_of(plan))
