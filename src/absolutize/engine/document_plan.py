"""The plan of a document, and of documents in its values: the outcome for each reference.

It reads the document by `html`, and asks the planner. It writes nothing, and has no rules for references.
Used by `engine.checks`, `engine.lister`, `engine.rewriter` and `scrapy.reading`.
"""

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain, groupby
from typing import NamedTuple, cast

from absolutize.base import BaseURI
from absolutize.engine.document_base import base_sources, planner_of
from absolutize.engine.planner import Planner
from absolutize.engine.scoped_plan import ScopedPlanners
from absolutize.findings import EDITED, NEED_NO_BASE
from absolutize.html.document.base_element import embedded_bases
from absolutize.html.document.document import SourceDocument, document_of
from absolutize.html.document.inner_document import ValuePlaces, inner
from absolutize.html.document.value_parts import ReferenceSpan, parts, read_codebase, read_reference
from absolutize.html.tokenizer.scanner import scan
from absolutize.html.tokenizer.style_sheet import scan_style_sheet
from absolutize.html.tokenizer.value_span import ValueSpan, ValueSpans
from absolutize.html.values.syntaxes import MARKUP
from absolutize.options import Context, Policies
from absolutize.xml.scan import scan_xml


class Outcome(NamedTuple):
    """What was decided about one reference of a document; its part's span is in the scanned bytes.

    ``body`` is that of the document it stands in: of one in a value, where it does; so is ``plan``.
    """

    body: SourceDocument
    found: ValueSpan
    number: int
    part: ReferenceSpan
    raw: str
    reference: str
    code: str
    target: str | None
    plan: "DocumentPlan"


class Unresolved(NamedTuple):
    """Whether references of a document have to stay as they are, and those of documents in its values.

    ``inner`` has those of which that, or something like it, is true, by where the values start.
    """

    is_any: bool
    inner: Mapping[int, "Unresolved"]


_ALL_RESOLVED = Unresolved(is_any=False, inner={})


class DocumentPlan(NamedTuple):
    """A document, or one in a value of it: what was found there, and who decides.

    ``scopes``: who decides in the scopes of an XML document, if it has any.
    """

    body: SourceDocument
    found: Iterable[ValueSpan]
    planner: Planner
    include_absolute: bool  # whether that, too, which no decision changes was looked for
    unresolved: Unresolved | None = None  # what is known before, where BASE is to be removed
    scopes: ScopedPlanners | None = None
    whole: Iterable[ValueSpan] | None = None  # of which ``found`` is a part

    @property
    def values(self) -> Iterable[ValueSpan]:
        """All that was found in the document."""
        return self.found if self.whole is None else self.whole

    @property
    def base(self) -> BaseURI:
        """The base of the document."""
        return self.planner.base if self.scopes is None else self.scopes.base

    def is_most(self, link: ValueSpan) -> bool:
        """Whether a value is most of the document."""
        return 2 * (link.stop - link.start) > len(self.body.source)

    def is_mostly_nested(self) -> bool:
        """Whether a document in a value is most of it."""
        return any(self.is_most(link) for link in self.found if self.planner.is_nested(link.row))

    def divided(self) -> Iterator["DocumentPlan"]:
        """Give the plans of its parts, in each of which one decides."""
        if self.scopes is None:
            yield self
            return
        scopes = self.scopes
        for planner, links in groupby(self.found, lambda link: scopes.at(link.start)):
            yield self._replace(found=list(links), planner=planner, scopes=None, whole=self.found)


def read_document(document: bytes | str, context: Context) -> SourceDocument:
    """Make a document that can be scanned, by what is known of it."""
    syntax, environment = context.syntax_of(document), context.environment_charset
    return document_of(document, context.charset, syntax=syntax, environment=environment)


def plan_document(
    body: SourceDocument, context: Context, policies: Policies, *, include_absolute: bool
) -> DocumentPlan:
    """Find the values of a document, and establish its base."""
    if body.is_xml:
        return check_base_needed(_plan_xml(body, context, policies, include_absolute=include_absolute))
    if body.syntax == "css":
        planner = Planner.of(None, context, policies, body.charset.name)
        return DocumentPlan(body, scan_style_sheet(body.scannable), planner, include_absolute)
    found = scan(body.scannable, include_absolute=include_absolute, more=policies.more)
    planner = planner_of(body, found, context, policies)
    return check_base_needed(DocumentPlan(body, found, planner, include_absolute))


def check_base_needed(plan: DocumentPlan, known: Unresolved | None = None) -> DocumentPlan:
    """Tell the planners whether anything will stay as it is, if it matters for the BASE element."""
    if not plan.planner.policies.removes_base:
        return plan
    if known is not None:
        plan.planner.note_unresolved(["unreadable"] * known.is_any)
    return plan._replace(unresolved=known or _unresolved_in(plan))


def _unresolved_in(plan: DocumentPlan) -> Unresolved:
    """Decide on each reference, to see whether any stays; nothing is kept of documents in values."""
    noting = (plan.scopes or plan.planner).note_unresolved
    is_any = any(map(_is_any_unresolved, plan.divided()))
    inner: dict[int, Unresolved] = {}
    waiting = _decided_but_most(plan, inner)
    del plan
    _decide_last(waiting, inner)
    is_any = is_any or any(each.is_any for each in inner.values())
    noting(["unreadable"] * is_any)  # comments share theirs
    return Unresolved(is_any, inner)


Waiting = list[tuple[int, "NestedSource"]]
"""Documents in values, and where these start."""


def _decided_but_most(plan: DocumentPlan, inner: dict[int, Unresolved]) -> Waiting:
    """Do so in the documents in its values, but for one that is most of it: that waits until it is let go."""
    waiting: Waiting = []
    for part in plan.divided():
        for link in part.found:
            if part.planner.is_nested(link.row):
                waiting.append((link.start, nested_source(part, link)))
                if not plan.is_most(link):
                    _decide_last(waiting, inner)
    return waiting


def _decide_last(waiting: Waiting, inner: dict[int, Unresolved]) -> None:
    """Do so in the last one that waits, if there is one."""
    if waiting:
        start = waiting[-1][0]
        unresolved = _unresolved_in(waiting.pop()[1].read())
        if unresolved.is_any or unresolved.inner:
            inner[start] = unresolved


def _is_any_unresolved(plan: DocumentPlan) -> bool:
    """Whether any reference has to stay, but for those of documents in values."""
    planner = plan.planner
    own = (link for link in plan.found if not planner.is_nested(link.row))
    return any(
        planner.skips(link.row) or any(each.code not in NEED_NO_BASE for each in outcomes_at(plan, link))
        for link in own
    )


def _plan_xml(
    body: SourceDocument, context: Context, policies: Policies, *, include_absolute: bool
) -> DocumentPlan:
    """Do so for an XML document; the BASE element of XHTML governs it as a whole."""
    scanned = scan_xml(
        body.scannable,
        include_absolute=include_absolute,
        more=policies.more,
        xhtml=context.is_xhtml,
        xml_base=policies.xml_base,
    )
    of_html = scanned.found if scanned.is_html else ValueSpans(0)
    planner = planner_of(body, of_html, context, policies)
    scopes = ScopedPlanners(body, scanned.scopes, planner) if scanned.scopes.are_several else None
    return DocumentPlan(body, scanned.found, planner, include_absolute, scopes=scopes)


def embedded_in(body: SourceDocument, context: Context, policies: Policies) -> tuple[str | None, Context]:
    """Give the base that a document says it has, and the sources around it."""
    if body.syntax == "css":
        return None, context
    if not body.is_xml:
        found = scan(body.scannable, include_absolute=False)
        return base_sources(body, embedded_bases(body, found), context, policies)
    plan = _plan_xml(body, context, policies, include_absolute=False)
    bases = embedded_bases(body, cast("ValueSpans", plan.found))
    embedded, known = base_sources(body, bases, context, policies)
    own = None if plan.scopes is None else plan.scopes.embedded
    return embedded if own is None else own, known


class NestedSource(NamedTuple):
    """A document in a value that nobody has read yet; nothing here holds the one around it.

    ``is_text``: in text of XML, where one edit of it may become several, or several one.
    """

    body: SourceDocument
    places: ValuePlaces
    planner: Planner  # of the document around it
    condition: str | None
    include_absolute: bool
    unresolved: Unresolved | None
    is_text: bool

    def read(self) -> DocumentPlan:
        """Find its values and its base."""
        return _read_nested(self.body, self.planner, self.condition, include_absolute=self.include_absolute)

    def planned(self) -> DocumentPlan:
        """Do so, and tell its planner what stays."""
        return check_base_needed(self.read(), self.unresolved)


def nested_source(plan: DocumentPlan, link: ValueSpan, *, edited: bool = True) -> NestedSource:
    """Cut a document out of the value that it is: one that is ``edited``, or listed."""
    condition = plan.body.text(link.tag, link.start) if link.row.is_comment else None
    known = None if plan.unresolved is None else plan.unresolved.inner.get(link.start, _ALL_RESOLVED)
    is_text = not link.row.attribute and condition is None
    return NestedSource(
        *inner(plan.body, link, edited=edited), plan.planner, condition, plan.include_absolute, known, is_text
    )


def plan_nested(
    body: SourceDocument, planner: Planner, condition: str | None, *, include_absolute: bool
) -> DocumentPlan:
    """See a document in a value; ``condition`` is that of a conditional comment."""
    return check_base_needed(_read_nested(body, planner, condition, include_absolute=include_absolute))


def _read_nested(
    body: SourceDocument, planner: Planner, condition: str | None, *, include_absolute: bool
) -> DocumentPlan:
    found = scan(body.scannable, include_absolute=include_absolute, more=planner.policies.more)
    if condition is None:
        bases = embedded_bases(body, found)
        within = planner.for_nested(bases.own, bases.hidden)
    else:
        within = planner.for_conditional(condition)
    return DocumentPlan(body, found, within, include_absolute)


def outcomes_of(plan: DocumentPlan) -> Iterator[Outcome]:
    """Decide on each reference of each link."""
    return chain.from_iterable(outcomes_at(part, link) for part in plan.divided() for link in part.found)


def outcomes_at(plan: DocumentPlan, link: ValueSpan) -> Iterator[Outcome]:
    """Decide on each reference of a link."""
    planner = plan.planner
    if link.row.syntax == "url" and not link.row.against:
        yield decide_reference(plan, link, 0, ReferenceSpan(link.start, link.stop))
    elif planner.is_nested(link.row):
        source = nested_source(plan, link, edited=False)
        if 2 * len(source.body.source) > len(plan.body.source):
            plan.body.let_go()  # else as many would be kept as are around each other
        for outcome in outcomes_of(source.planned()):
            first, last = source.places.span(outcome.part.start, outcome.part.stop)
            yield outcome._replace(part=outcome.part._replace(start=first, stop=last))
    elif not planner.skips(link.row):
        yield from decide_value(plan, link)


def decide_value(plan: DocumentPlan, link: ValueSpan) -> Iterator[Outcome]:
    """Decide on each reference of a value."""
    body, row = plan.body, link.row
    divided = None if row.syntax == MARKUP else parts(body, link, plan.planner.splitters)
    if divided is None:
        nowhere = ReferenceSpan(link.start, link.start)
        yield Outcome(body, link, 0, nowhere, "", "", "unreadable", None, plan)
        return
    codebase = read_codebase(body, link) if row.against == "codebase" else None
    for number, part in enumerate(divided):
        yield decide_reference(plan, link, number, part, codebase)


def decide_reference(
    plan: DocumentPlan, link: ValueSpan, number: int, part: ReferenceSpan, codebase: str | None = None
) -> Outcome:
    """Decide on one reference of a value."""
    body, row, notation = plan.body, link.row, part.notation
    answers = plan.planner.resolution.answers
    is_plain = body.editable and notation.is_plain and not (row.against or row.is_markup)
    if answers is not None and is_plain:
        match = answers.listed(body.scannable, part.start, part.stop)
        if match is not None:
            answer = answers.of(match, decoded=not row.attribute)
            return Outcome(body, link, number, part, *answer, plan)
    raw, reference = read_reference(body, link, part)
    code, target = plan.planner.decide(row, reference, codebase, notation)
    if not body.editable and code in EDITED:
        code = "unsuitable-encoding"
    return Outcome(body, link, number, part, raw, reference, code, target, plan)
