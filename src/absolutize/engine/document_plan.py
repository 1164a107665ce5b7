"""The plan of a document, and of documents in its values: the outcome for each reference.

It reads the document by `html`, and asks the planner. It writes nothing, and has no rules for references.
Used by `engine`, `report.document` and `scrapy.reading`.
"""

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain, groupby
from typing import NamedTuple

from absolutize.base import BaseURI
from absolutize.engine.document_base import NestingContext, base_sources
from absolutize.engine.plain import PLAIN_IN_TAG, PLAIN_OR_ABSOLUTE_IN_TAG
from absolutize.engine.planner import Planner
from absolutize.engine.scoped_plan import ScopedPlanners
from absolutize.findings import EDITED_CODES, NEED_NO_BASE
from absolutize.html.document.base_element import EmbeddedBases, embedded_bases
from absolutize.html.document.conditional_comments import IEVersions
from absolutize.html.document.document import SourceDocument, document_of
from absolutize.html.document.encoding_sniffing import DocumentSyntax
from absolutize.html.document.nested_document import NestedDocument, nested_document
from absolutize.html.document.reading import ValueReading, read_values
from absolutize.html.document.references import (
    MatchPlain,
    ReadReference,
    ReferenceSpan,
    SpanAndReading,
    find_references,
)
from absolutize.html.tokenizer.style_sheet import scan_style_sheet
from absolutize.html.tokenizer.value_span import ValueSpan
from absolutize.options import Candidates, Context, Policies


class Outcome(NamedTuple):
    """What was decided about one reference of a document.

    ``document`` is the one that contains the reference: the nested one, if it is in a value; ``plan`` is its
    plan. The span's start and stop are offsets in the outermost document.
    """

    document: SourceDocument
    span: ReferenceSpan
    raw: str
    reference: str
    code: str
    target: str | None
    plan: "DocumentPlan"


class UnresolvedReferences(NamedTuple):
    """Whether references of a document have to stay as they are.

    ``inner``: the same for the documents in its values that have such references, by where the values start.
    """

    is_any: bool
    inner: Mapping[int, "UnresolvedReferences"]

    def within(self, start: int, *, is_comment: bool) -> "UnresolvedReferences":
        """Give this for a document in a value; a conditional comment is a part of the document around it."""
        inner = self.inner.get(start, _ALL_RESOLVED)
        return inner._replace(is_any=self.is_any) if is_comment else inner


_ALL_RESOLVED = UnresolvedReferences(is_any=False, inner={})


class DocumentPlan(NamedTuple):
    """A document, or a document in a value: its values, and the planner that decides on them.

    ``scopes``: the planners for the scopes of an XML document, if it has any.
    """

    document: SourceDocument
    values: Iterable[ValueSpan]
    planner: Planner
    include_absolute: bool  # whether base-independent values were looked for, too
    unresolved: UnresolvedReferences | None = None  # if BASE is to be removed
    scopes: ScopedPlanners | None = None
    whole: Iterable[ValueSpan] | None = None  # all values, if ``values`` are a part

    @property
    def all_values(self) -> Iterable[ValueSpan]:
        """All values of the document."""
        return self.values if self.whole is None else self.whole

    @property
    def needs_base(self) -> bool:
        """Whether references are known to stay that need its BASE element."""
        return self.unresolved is not None and self.unresolved.is_any

    @property
    def base(self) -> BaseURI:
        """The base of the document."""
        return self.planner.base if self.scopes is None else self.scopes.base

    @property
    def candidates(self) -> Candidates:
        """What each source of section 5.1 states for it; the ``xml:base`` of the root is in it, too."""
        of_root = None if self.scopes is None else self.scopes.embedded
        candidates = self.planner.choice.candidates
        return candidates if of_root is None else candidates._replace(embedded=of_root)

    def references(
        self,
        match_plain: MatchPlain | None,
        *,
        values: Iterable[ValueSpan] | None = None,
        documents: bool | None = None,
    ) -> Iterator[SpanAndReading]:
        """Give its references, and the documents in its values, one after the other.

        The planner's table has the answer for references that ``match_plain`` matches. Without a table,
        references that look absolute may have to change all the same. ``values``: look only in these.
        ``documents``: give only nested documents (True), or only references (False).
        """
        return find_references(
            self.document,
            self.values if values is None else values,
            self.planner.division,
            match_plain,
            include_absolute=self.include_absolute or match_plain is None,
            documents=documents,
            encodes_base=self.planner.resolution.has_marks_of_lists,
        )

    def is_most(self, span: ReferenceSpan) -> bool:
        """Whether a document in a value is most of this one."""
        return 2 * (span.stop - span.start) > len(self.document.source)

    def by_scope(self) -> Iterator["DocumentPlan"]:
        """Give the plans of the document's parts, each of which has one planner."""
        if self.scopes is None:
            yield self
            return
        for planner, values in groupby(self.values, self.scopes.at):
            yield self._replace(values=list(values), planner=planner, scopes=None, whole=self.values)


def read_document(
    source: bytes | str, context: Context, syntax: DocumentSyntax | None = None
) -> SourceDocument:
    """Make a document that can be scanned, by its context; ``syntax`` is given if it is known already."""
    syntax, environment = syntax or context.syntax_of(source), context.environment_charset
    return document_of(source, context.charset, syntax=syntax, environment=environment)


def planner_of(
    document: SourceDocument, bases: EmbeddedBases, context: Context, policies: Policies
) -> Planner:
    """Make the planner of a document that has these BASE elements."""
    embedded, known = base_sources(document, bases, context, policies)
    return Planner.of(embedded, known, policies, document.charset.name, NestingContext(hidden=bases.hidden))


def plan_document(
    document: SourceDocument,
    context: Context,
    policies: Policies,
    *,
    include_absolute: bool,
    reads_comments: bool = False,
) -> DocumentPlan:
    """Find the values of a document (also in comments, with ``reads_comments``), and establish its base."""
    if document.syntax == "xml":
        return with_unresolved(_plan_xml(document, context, policies, include_absolute=include_absolute))
    if document.syntax == "css":
        planner = Planner.of(None, context, policies, document.charset.name)
        return DocumentPlan(document, scan_style_sheet(document.scannable), planner, include_absolute)
    read = _read_html(document, policies, include_absolute=include_absolute, reads_comments=reads_comments)
    planner = planner_of(document, read.bases, context, policies)
    return with_unresolved(DocumentPlan(document, read.values, planner, include_absolute))


def _read_html(
    document: SourceDocument, policies: Policies, *, include_absolute: bool, reads_comments: bool = False
) -> ValueReading:
    return read_values(
        document,
        include_absolute=include_absolute,
        reads_comments=reads_comments and policies.conditional_comments,
        extra_rows=policies.extra_rows,
        plain=PLAIN_OR_ABSOLUTE_IN_TAG if include_absolute else PLAIN_IN_TAG,
    )


def with_unresolved(plan: DocumentPlan, known: UnresolvedReferences | None = None) -> DocumentPlan:
    """Add to a plan, if BASE is to be removed, whether any reference has to stay; return the plan.

    ``known``: whether any has to, if that is known.
    """
    if not plan.planner.policies.removes_base:
        return plan
    return plan._replace(unresolved=known or _unresolved_in(plan))


def _unresolved_in(plan: DocumentPlan) -> UnresolvedReferences:
    """Decide on each reference, to see whether any stays; nothing is kept of documents in values."""
    is_any = any(map(_is_any_unresolved, plan.by_scope()))
    inner: dict[int, UnresolvedReferences] = {}
    waiting = _decide_all_but_most(plan, inner)
    del plan
    _decide_last(waiting, inner)
    return UnresolvedReferences(is_any or any(each.is_any for each in inner.values()), inner)


_Waiting = list[tuple[int, "NestedSource"]]  # documents in values, and where these start


def _decide_all_but_most(plan: DocumentPlan, inner: dict[int, UnresolvedReferences]) -> _Waiting:
    """Decide in the documents in values; one that is most of the outer one waits until that is freed."""
    waiting: _Waiting = []
    for part in plan.by_scope():
        for span, _ in part.references(None, documents=True):
            waiting.append((span.start, nested_source(part, span)))
            if not plan.is_most(span):
                _decide_last(waiting, inner)
    return waiting


def _decide_last(waiting: _Waiting, inner: dict[int, UnresolvedReferences]) -> None:
    """Decide in the last document that waits, if there is one."""
    if waiting:
        start = waiting[-1][0]
        unresolved = _unresolved_in(waiting.pop()[1].read())
        if unresolved.is_any or unresolved.inner:
            inner[start] = unresolved


def _is_any_unresolved(plan: DocumentPlan) -> bool:
    """Whether any reference has to stay, but for those of documents in values."""
    return plan.planner.division.leaves_any(plan.values) or any(
        outcome.code not in NEED_NO_BASE for outcome in outcomes_in(plan, nested=False)
    )


def _plan_xml(
    document: SourceDocument, context: Context, policies: Policies, *, include_absolute: bool
) -> DocumentPlan:
    """Plan an XML document; a BASE element of HTML governs it as a whole."""
    from absolutize.xml.scanner import scan_xml  # noqa: PLC0415 -- pages of HTML do not need it

    scanned = scan_xml(
        document.scannable,
        include_absolute=include_absolute,
        extra_rows=policies.extra_rows,
        xhtml=context.is_xhtml,
        xml_base=policies.xml_base,
    )
    planner = planner_of(document, embedded_bases(document, scanned.values), context, policies)
    scopes = ScopedPlanners(document, scanned.scopes, planner) if scanned.scopes.has_bases else None
    return DocumentPlan(document, scanned.values, planner, include_absolute, scopes=scopes)


class NestedSource(NamedTuple):
    """A document in a value, not yet scanned, with what is needed to plan it."""

    nested: NestedDocument
    planner: Planner  # of the document around it
    include_absolute: bool
    unresolved: UnresolvedReferences | None

    def read(self) -> DocumentPlan:
        """Find the document's values and its base."""
        document, ie_versions = self.nested.document, self.nested.ie_versions
        return _read_nested(document, self.planner, ie_versions, include_absolute=self.include_absolute)

    def plan(self) -> DocumentPlan:
        """Find the document's values and its base, and see whether any reference has to stay."""
        return with_unresolved(self.read(), self.unresolved)


def nested_source(plan: DocumentPlan, span: ReferenceSpan, *, edited: bool = True) -> NestedSource:
    """Make the document in a value: to be ``edited``, or only listed."""
    nested, unresolved = nested_document(plan.document, span.value, edited=edited), plan.unresolved
    is_comment = nested.ie_versions is not None
    known = None if unresolved is None else unresolved.within(span.start, is_comment=is_comment)
    return NestedSource(nested, plan.planner, plan.include_absolute, known)


def plan_nested(
    document: SourceDocument,
    planner: Planner,
    ie_versions: IEVersions | None,
    *,
    include_absolute: bool,
    needs_base: bool = False,
) -> DocumentPlan:
    """Plan the document in a value; ``ie_versions`` are those of a conditional comment.

    ``needs_base`` is that of the document around it, which counts for a comment, too.
    """
    plan = with_unresolved(_read_nested(document, planner, ie_versions, include_absolute=include_absolute))
    if ie_versions is None or plan.unresolved is None or not needs_base:
        return plan
    return plan._replace(unresolved=plan.unresolved._replace(is_any=True))


def _read_nested(
    document: SourceDocument, planner: Planner, ie_versions: IEVersions | None, *, include_absolute: bool
) -> DocumentPlan:
    values, bases = _read_html(document, planner.policies, include_absolute=include_absolute)
    inner = (
        planner.for_nested(bases.own, bases.hidden)
        if ie_versions is None
        else planner.for_comment(ie_versions)
    )
    return DocumentPlan(document, values, inner, include_absolute)


def outcomes_of(plan: DocumentPlan) -> Iterator[Outcome]:
    """Decide on each reference of a document, and of the documents in its values."""
    return chain.from_iterable(map(outcomes_in, plan.by_scope()))


def outcomes_in(plan: DocumentPlan, *, nested: bool = True) -> Iterator[Outcome]:
    """Decide on each reference of a part of a document that has one planner.

    ``nested``: whether to decide in the documents in its values, too.
    """
    prefixes = plan.planner.resolution.prefixes
    match_plain = None if prefixes is None else prefixes.match_value
    for span, read in plan.references(match_plain, documents=None if nested else False):
        if isinstance(read, ReadReference):
            yield decide(plan, span, read)
        elif read is None:
            yield from outcomes_within(plan, span)
        elif prefixes is not None:
            yield Outcome(plan.document, span, *prefixes.explain_match(read, plan.document.text), plan)


def outcomes_within(plan: DocumentPlan, span: ReferenceSpan) -> Iterator[Outcome]:
    """Decide on each reference of a document in a value."""
    source = nested_source(plan, span, edited=False)
    if 2 * len(source.nested.document.source) > len(plan.document.source):
        plan.document.drop_bytes()  # else all documents around each other would be kept
    outer_span, new = source.nested.embedding.offsets.span, tuple.__new__  # quicker than to replace fields
    for own, (value, number, start, stop, *rest), *others in outcomes_of(source.plan()):
        around = new(ReferenceSpan, (value, number, *outer_span(start, stop), *rest))
        yield new(Outcome, (own, around, *others))


def decide(plan: DocumentPlan, span: ReferenceSpan, read: ReadReference) -> Outcome:
    """Decide on one reference that is not plain."""
    (raw, reference, row), needs_base = read, plan.needs_base
    code, target = plan.planner.decide(row, reference, span.codebase, span.escaping, needs_base=needs_base)
    if not plan.document.editable and code in EDITED_CODES:
        code = "unsuitable-encoding"
    return Outcome(plan.document, span, raw, reference, code, target, plan)
