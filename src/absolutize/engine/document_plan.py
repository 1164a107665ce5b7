"""What is decided in a document and in those that stand in its values: each of them is a scene."""

import re
from collections.abc import Iterator
from itertools import chain
from typing import NamedTuple

from absolutize.engine.plain import PLAIN_OR_ABSOLUTE
from absolutize.engine.planner import Hidden, Planner
from absolutize.findings import EDITED
from absolutize.html.document.base_element import embedded_base
from absolutize.html.document.conditional_comments import readers
from absolutize.html.document.document import SourceDocument
from absolutize.html.document.value_parts import Inner, ReferenceSpan, inner, parts, read_reference
from absolutize.html.grammar import character_references
from absolutize.html.grammar.start_tag import attributes_of
from absolutize.html.tokenizer.scanner import scan
from absolutize.html.tokenizer.value_span import ValueSpan
from absolutize.html.values.syntaxes import MARKUP
from absolutize.options import Context, Policies
from absolutize.patterns import compiled


class Outcome(NamedTuple):
    """What was decided about one reference of a document; its part's span is in the scanned bytes.

    ``body`` is that of the document it stands in: of one in a value, where it does.
    """

    body: SourceDocument
    found: ValueSpan
    number: int
    part: ReferenceSpan
    raw: str
    reference: str
    code: str
    target: str | None


class DocumentPlan(NamedTuple):
    """A document, or one in a value of it: what was found there, and who decides."""

    body: SourceDocument
    found: list[ValueSpan]
    planner: Planner
    settled: bool  # whether that, too, which no decision changes was looked for
    inner: dict[int, tuple[Inner, "DocumentPlan"]]  # what was seen in values, by where they start


def scene_of(body: SourceDocument, context: Context, policies: Policies, *, settled: bool) -> DocumentPlan:
    """Find the values of a document, and establish its base."""
    found = scan(body.scannable, settled=settled, more=policies.more, xml=body.is_xml)
    planner = Planner.of(base_in(body, found), context, policies, body.charset.name)
    return staged(DocumentPlan(body, found, planner, settled, {}))


def staged(scene: DocumentPlan) -> DocumentPlan:
    """Tell the planner what will stay as it is, if it matters for the BASE element."""
    policies = scene.planner.policies
    if policies.removes_base:
        left = ("unreadable" for link in scene.found if scene.planner.leaves(link.row))
        scene.planner.leaving(chain(left, (outcome.code for outcome in outcomes_of(scene))))
    return scene


def inner_scene(scene: DocumentPlan, link: ValueSpan) -> tuple[Inner, DocumentPlan]:
    """Look into a value that is a document."""
    if link.start not in scene.inner:
        inside, planner = inner(scene.body, link), scene.planner
        if link.row.is_comment and planner.hidden is None:
            planner.hidden = list(_hidden(scene))
        condition = scene.body.text(link.tag, link.start) if link.row.is_comment else None
        within = scene_inside(inside.body, planner, condition, settled=scene.settled)
        scene.inner[link.start] = inside, within
    return scene.inner[link.start]


def scene_inside(
    body: SourceDocument, planner: Planner, condition: str | None, *, settled: bool
) -> DocumentPlan:
    """See a document in a value; ``condition`` is that of a conditional comment."""
    found = scan(body.scannable, settled=settled, more=planner.policies.more)
    within = planner.inside(base_in(body, found)) if condition is None else planner.behind(condition)
    return staged(DocumentPlan(body, found, within, settled, {}))


def _hidden(scene: DocumentPlan) -> Iterator[Hidden]:
    """List the BASE elements in conditional comments that stand before the document's own."""
    own = embedded_base(scene.body.scannable, scene.found, xml=scene.body.is_xml)
    for link in scene.found:
        if own is not None and link.tag >= own.tag:
            break
        if link.row.is_comment:
            href = hidden_base(scene.body.inner(scene.body.source[link.start : link.stop]))
            if href is not None:
                yield Hidden(readers(scene.body.text(link.tag, link.start)), href)


def hidden_base(body: SourceDocument) -> str | None:
    """Find the BASE in what a conditional comment hides."""
    return base_in(body, scan(body.scannable, settled=False)) if _BASE.search(body.scannable) else None


_BASE = compiled(rb"<base[ \t\n\f\r/]", re.IGNORECASE)


def outcomes_of(scene: DocumentPlan) -> Iterator[Outcome]:
    """Decide on each reference of each link."""
    return chain.from_iterable(outcomes_at(scene, link) for link in scene.found)


def outcomes_at(scene: DocumentPlan, link: ValueSpan) -> Iterator[Outcome]:
    """Decide on each reference of a link."""
    planner = scene.planner
    if link.row.syntax == "url" and not link.row.against:
        yield decided(scene, link, 0, ReferenceSpan(link.start, link.stop))
    elif planner.looks_into(link.row):
        inside, within = inner_scene(scene, link)
        for outcome in outcomes_of(within):
            first, last = inside.places[outcome.part.start], inside.places[outcome.part.stop]
            yield outcome._replace(part=outcome.part._replace(start=first, stop=last))
    elif not planner.leaves(link.row):
        yield from considered(scene, link)


def considered(scene: DocumentPlan, link: ValueSpan) -> Iterator[Outcome]:
    """Decide on each reference of a value."""
    body, row = scene.body, link.row
    divided = None if row.syntax == MARKUP else parts(body, link, scene.planner.splitters)
    if divided is None:
        yield Outcome(body, link, 0, ReferenceSpan(link.start, link.start), "", "", "unreadable", None)
        return
    codebase = _codebase(body, link) if row.against == "codebase" else None
    for number, part in enumerate(divided):
        yield decided(scene, link, number, part, codebase)


def decided(
    scene: DocumentPlan, link: ValueSpan, number: int, part: ReferenceSpan, codebase: str | None = None
) -> Outcome:
    """Decide on one reference of a value."""
    body, row, notation = scene.body, link.row, part.notation
    answers = scene.planner.resolution.answers
    if answers is not None and body.editable and not (row.against or row.is_markup or notation.code):
        match = PLAIN_OR_ABSOLUTE.fullmatch(body.scannable, part.start, part.stop)
        if match is not None:
            return Outcome(body, link, number, part, *answers.of(match, decoded=not row.attribute))
    raw, reference = read_reference(body, link, part)
    code, target = scene.planner.decide(row, reference, codebase, notation)
    if not body.editable and code in EDITED:
        code = "unsuitable-encoding"
    return Outcome(body, link, number, part, raw, reference, code, target)


def base_in(body: SourceDocument, found: list[ValueSpan]) -> str | None:
    """Read the BASE of a document, if it has one."""
    base = embedded_base(body.scannable, found, xml=body.is_xml)
    return (
        None
        if base is None
        else character_references.clean(
            character_references.decode_attribute(body.text(base.start, base.stop))
        )
    )


def _codebase(body: SourceDocument, link: ValueSpan) -> str | None:
    """Read the codebase attribute beside a link, as a reference."""
    for attribute in attributes_of(body.scannable, link.tag):
        if attribute.name == b"codebase":
            return character_references.clean(
                character_references.decode_attribute(body.text(attribute.start, attribute.stop))
            )
    return None
