"""The links of a document: each reference with its place, its kind and the attributes of its tag.

It changes nothing, and decides nothing itself. Used by `api`, `archive.part_tasks`, `arrow`, `engine.checks`,
`report.document` and `trees`.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import chain
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
from absolutize.engine.link import LineAndColumn, Link, lazy_link, plain_link
from absolutize.engine.plain import PLAIN_OR_ABSOLUTE_DIVIDERS, PLAIN_OR_ABSOLUTE_IN_TAG, PrefixTable
from absolutize.engine.planner import Planner
from absolutize.html.document.conditional_comments import IEVersions, ie_versions
from absolutize.html.document.document import SourceDocument, document_of
from absolutize.html.document.link_text import AnchorStops, Tags, rel_of
from absolutize.html.document.references import (
    ReadReference,
    ReferenceSpan,
    may_have_character_reference,
    plain_parts_of,
    read_reference,
)
from absolutize.html.link_table.kinds import kind_of
from absolutize.html.link_table.rows import Row
from absolutize.html.tokenizer.scanner import scan
from absolutize.html.tokenizer.value_span import ValueSpan, ValueSpans
from absolutize.html.values.css import escaping_at
from absolutize.html.values.escaping import NO_ESCAPING
from absolutize.html.values.plain_parts import NOT_PLAIN, PlainPart
from absolutize.html.values.syntaxes import JSON, TEXT_URL
from absolutize.options import Context, Policies


class DecidedDocument(NamedTuple):
    """A document as it was read: its base URI, and an outcome for each of its references."""

    document: SourceDocument
    base: BaseURI
    outcomes: list[Outcome]


def decide_document(source: bytes | str, context: Context, policies: Policies) -> DecidedDocument:
    """Decide on every reference of a document, in the order of the source; nothing is written."""
    plan = plan_document(
        read_document(source, context),
        context,
        policies,
        include_absolute=True,
    )
    return DecidedDocument(plan.document, plan.base, list(outcomes_of(plan)))


ReadAndDecided = tuple[str, str, str, str | None]
"""A reference as it is written and as it is decoded, the code of the decision, and the target."""
_LinkOffsets = tuple[int | None, int | None]  # of its start and its stop
_new = tuple.__new__  # quicker than a constructor, for each of many


class LinkMaker:
    """Makes links of the outcomes of a document, in the order of the source.

    Without ``placed``, links have neither offsets nor lines: the document is a value of a tree.
    """

    def __init__(self, document: SourceDocument, *, placed: bool = True) -> None:
        self._document = document
        self._tags = Tags()
        self._locate: Callable[[int, int], _LinkOffsets] | None = document.locator() if placed else _nowhere
        self._line_and_column: Callable[[int], LineAndColumn] = (
            document.line_index().line_and_column if placed else _nowhere
        )
        self._of_document = self.lazy_fields(ValueSpans(0))

    @property
    def is_in_place(self) -> bool:
        """Whether offsets in the document are those in the scanned bytes."""
        return self._locate is None

    def lazy_fields(self, values: ValueSpans, encoding: str = "") -> "_LazyFields":
        """Make what computes the fields of the document's links: of plain values, by their numbers."""
        return _LazyFields(self._document, self._line_and_column, values, encoding)

    def link(self, outcome: Outcome, text: str | None = None) -> Link:
        """Make a link; one of a document in a value is spelled as in the outermost document."""
        own, span, raw, read, code, target, plan = outcome
        value, number, start, stop, *_ = span
        encoding = plan.planner.encoding_of(value.row)
        if own is self._document:
            return self.own_link(value, number, start, stop, (raw, read, code, target), encoding, text)
        first, last = self.locate(start, stop)
        # all fields are computed now, so that the document in a value is not kept
        rel, position = self._tags.rel(own, value), self._line_and_column(start)
        kind, written = kind_of(value.element, value.row, rel), self._document.text(start, stop)
        fields = first, last, *position, written, read, target, code, kind, rel, text, encoding
        return Link(value.element, value.row.attribute, number, *fields)

    def locate(self, start: int, stop: int) -> _LinkOffsets:
        """Give where a span of the scanned bytes is in the document; spans have to be in order."""
        return (start, stop) if self._locate is None else self._locate(start, stop)

    def own_link(
        self,
        value: ValueSpan,
        number: int,
        start: int,
        stop: int,
        read: ReadAndDecided,
        encoding: str,
        text: str | None = None,
    ) -> Link:
        """Make a link of the document itself, not of one in a value; it is a value, or a part of one."""
        if value.start != start:
            value = _new(ValueSpan, (value.tag, value.element, value.row, start, value.stop))
        first, last = self.locate(start, stop)
        return lazy_link(value, number, first, last, *read, encoding, self._of_document, text)


_MOST_TAGS = 1 << 12


class _LazyFields:
    """Computes the fields of links of one document, when they are read."""

    def __init__(
        self,
        own: SourceDocument,
        line_and_column: Callable[[int], LineAndColumn],
        values: ValueSpans,
        encoding: str,
    ) -> None:
        self._own, self.line_and_column = own, line_and_column
        self.value_span, self.encoding = values.__getitem__, encoding
        self._rels: dict[int, str] = {}  # since there may be very many links of one tag

    def rel(self, tag: int) -> str:
        """Give the words of a rel attribute."""
        rel = self._rels.get(tag)
        if rel is None:
            if len(self._rels) == _MOST_TAGS:
                self._rels.clear()
            rel = self._rels[tag] = rel_of(self._own, tag)
        return rel


def _nowhere(*_: int) -> tuple[None, None]:
    return None, None


def links_of(decision: DecidedDocument) -> Iterator[Link]:
    """Make the links of the outcomes of a document."""
    return map(LinkMaker(decision.document).link, decision.outcomes)


def links_in(
    source: bytes | str, context: Context, policies: Policies, *, text: bool = False
) -> Iterator[Link]:
    """List the references of a document, in the order of the source; with ``text``, give their texts."""
    document = read_document(source, context)
    plan = plan_document(document, context, policies, include_absolute=True, reads_comments=not text)
    if text:
        return _links_with_text(plan)
    maker = LinkMaker(plan.document)
    return chain.from_iterable(_links_of(part, maker) for part in plan.by_scope())


def _links_with_text(plan: DocumentPlan) -> Iterator[Link]:
    make, tags, stops = LinkMaker(plan.document).link, Tags(), AnchorStops()
    for outcome in outcomes_of(plan):
        value = outcome.span.value
        stop = stops.behind(outcome.document, outcome.plan.all_values, value)
        yield make(outcome, tags.text(outcome.document, value, stop))


_OF_ONE_URL = frozenset({"url", TEXT_URL})


def _links_of(plan: DocumentPlan, maker: LinkMaker) -> Iterator[Link]:
    """Make links of a part of a document; those of plain values by the table, without outcomes."""
    prefixes, values = plan.planner.resolution.prefixes, plan.values
    if prefixes is None or not plan.document.editable or plan.document.is_masked:
        return map(maker.link, outcomes_in(plan))
    if isinstance(values, ValueSpans) and prefixes.keeps_fragments:
        if plan.document.syntax == "xml":  # whose scan does not look at values
            values.find_beginnings(_OF_ONE_URL, partial(prefixes.match_value, plan.document.scannable))
        return _links_of_known(plan, values, prefixes, maker)
    return chain.from_iterable(_links_of_value(plan, value, prefixes, maker) for value in values)


def _links_of_known(
    plan: DocumentPlan, values: ValueSpans, prefixes: PrefixTable, maker: LinkMaker
) -> Iterator[Link]:
    """Make links of values; the scan has found where the beginnings of plain ones end."""
    data, encoding, text, explain = (
        plan.document.scannable,
        plan.planner.encoding,
        plan.document.text,
        prefixes.explain,
    )
    starts = (start for _, start, _, behind in values.with_beginnings() if behind != NOT_PLAIN)
    if not prefixes.answers(data, starts):
        for value in values:
            yield from _links_of_value(plan, value, prefixes, maker)
        return
    lazy, is_in_place = maker.lazy_fields(values, encoding), maker.is_in_place
    for number, start, stop, behind in values.with_beginnings():
        if behind == NOT_PLAIN:
            yield from _links_of_value(plan, values[number], prefixes, maker)
            continue
        read = explain(data, start, behind, stop, text)
        if is_in_place:
            raw, reference, code, target = read
            yield plain_link(number, raw, reference, code, target, lazy)
        else:
            yield maker.own_link(values[number], 0, start, stop, read, encoding)


def _links_of_value(
    plan: DocumentPlan, value: ValueSpan, prefixes: PrefixTable, maker: LinkMaker
) -> Iterator[Link]:
    """Make links of a value: of plain references by the table, of others by decision."""
    _, _, row, start, stop = value
    if row.syntax == "url" and not row.against:
        match = prefixes.match_value(plan.document.scannable, start, stop)
        if match is None:
            span = ReferenceSpan(value, 0, start, stop, NO_ESCAPING, None)
            return iter((maker.link(decide(plan, span, read_reference(plan.document, span))),))
        read, encoding = prefixes.explain_match(match, plan.document.text), plan.planner.encoding_of(row)
        return iter((maker.own_link(value, 0, start, stop, read, encoding),))
    hidden = _plain_in_comment(plan, value) if row.is_comment and prefixes.answers_all else None
    if hidden is not None:
        return _links_of_comment(plan, value, hidden, prefixes, maker)
    is_divided = prefixes.answers_all and (row.syntax not in JSON or prefixes.is_for_url_patterns)
    parts = plain_parts_of(plan.document, value, PLAIN_OR_ABSOLUTE_DIVIDERS) if is_divided else None
    if parts is None:
        return _links_by_decision(plan, value, prefixes, maker)
    return _links_of_parts(plan, value, parts, prefixes, maker)


def _plain_in_comment(plan: DocumentPlan, comment: ValueSpan) -> ValueSpans | None:
    """Find the values in a conditional comment, if all are plain and have the base of the document."""
    # For speed: on 174 pages with such comments that were not used to choose this, `links` takes 6 % less
    planner, (tag, _, row, start, stop) = plan.planner, comment
    versions = ie_versions(plan.document.text(tag, start))
    if not planner.division.is_document(row) or planner.by_hidden_base(versions) is not planner:
        return None
    values = scan(
        plan.document.scannable[start:stop],
        extra_rows=planner.policies.extra_rows,
        plain=PLAIN_OR_ABSOLUTE_IN_TAG,
    )
    return None if any(behind == NOT_PLAIN for *_, behind in values.with_beginnings()) else values


def _links_of_comment(
    plan: DocumentPlan, comment: ValueSpan, values: ValueSpans, prefixes: PrefixTable, maker: LinkMaker
) -> Iterator[Link]:
    """Make links of the values in a conditional comment, all of which are plain."""
    document, encoding_of, start = plan.document, plan.planner.encoding_of, comment.start
    for value, (_, first, last, behind) in zip(values, values.with_beginnings(), strict=True):
        span = ValueSpan(start + value.tag, value.element, value.row, start + first, start + last)
        read = prefixes.explain(document.scannable, span.start, start + behind, span.stop, document.text)
        yield maker.own_link(span, 0, span.start, span.stop, read, encoding_of(value.row))


def _links_of_parts(
    plan: DocumentPlan,
    value: ValueSpan,
    parts: Iterable[PlainPart],
    prefixes: PrefixTable,
    maker: LinkMaker,
) -> Iterator[Link]:
    """Make links of the references that a value was divided into."""
    data, text, encoding = plan.document.scannable, plan.document.text, plan.planner.encoding_of(value.row)
    for number, (start, known, stop) in enumerate(parts):
        behind = known if known != NOT_PLAIN else _end_of_beginning(data, value.row, start, stop, prefixes)
        if behind is None:
            span = ReferenceSpan(value, number, start, stop, escaping_at(data, start), None)
            yield maker.link(decide(plan, span, read_reference(plan.document, span)))
        else:
            read = prefixes.explain(data, start, behind, stop, text)
            read = _with_slashes(read) if value.row.syntax in JSON else read
            yield maker.own_link(value, number, start, stop, read, encoding)


def _with_slashes(read: ReadAndDecided) -> ReadAndDecided:
    """Read the escaped slashes of a reference in JSON, which the table explains as it is written."""
    raw, written, code, target = read
    reference = written.replace(r"\/", "/")
    return raw, reference, code, None if target is None else target.removesuffix(written) + reference


def _end_of_beginning(data: bytes, row: Row, start: int, stop: int, prefixes: PrefixTable) -> int | None:
    """Find where the beginning of a reference ends, if it is plain in the way of a whole value."""
    if data.find(b" ", start, stop) >= 0 or may_have_character_reference(data, row, start, stop):
        return None
    match = prefixes.match_value(data, start, stop)
    return None if match is None else match.end(1)


def _links_by_decision(
    plan: DocumentPlan, value: ValueSpan, prefixes: PrefixTable, maker: LinkMaker
) -> Iterator[Link]:
    """Make links of a value that its syntax divides; plain ones by the table."""
    encoding = plan.planner.encoding_of(value.row)
    for span, read in plan.references(prefixes.match_value, values=(value,)):
        if isinstance(read, ReadReference):
            yield maker.link(decide(plan, span, read))
        elif read is None:
            yield from map(maker.link, outcomes_within(plan, span))
        else:
            _, number, start, stop, *_ = span
            yield maker.own_link(
                value, number, start, stop, prefixes.explain_match(read, plan.document.text), encoding
            )


def links_of_nested(
    text: str, planner: Planner, ie_versions: IEVersions | None, *, needs_base: bool
) -> Iterator[Link]:
    """List the references of a document in a decoded value; they have neither offsets nor lines.

    ``ie_versions`` are those of a conditional comment. ``needs_base``: whether references of the document
    around it stay that need its BASE element.
    """
    document = document_of(text, "utf-8")
    plan = plan_nested(document, planner, ie_versions, include_absolute=True, needs_base=needs_base)
    yield from map(LinkMaker(plan.document, placed=False).link, outcomes_of(plan))
