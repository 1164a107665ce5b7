"""The one pipeline for bytes and characters: scan, establish the base, plan, apply."""

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple, cast

from absolutize.base import BaseURI, Layer, layers
from absolutize.edits import Edit
from absolutize.engine.document_plan import (
    DocumentPlan,
    Outcome,
    base_in,
    considered,
    decided,
    inner_scene,
    scene_inside,
    scene_of,
    staged,
)
from absolutize.engine.plain import PLAIN_IN_TAG, PLAIN_VALUE, PrefixTable, TagPrefixTable
from absolutize.engine.planner import Planner, candidates, codec_of
from absolutize.findings import REWRITTEN
from absolutize.html.document import value_edits
from absolutize.html.document.document import Edits, SourceDocument, document_of
from absolutize.html.document.encoding_declaration import keeping_the_encoding, may_be_at_stake
from absolutize.html.document.encoding_sniffing import ignored
from absolutize.html.document.minimal_edit import separate_open_reference
from absolutize.html.document.value_parts import in_comment, parts
from absolutize.html.tokenizer.scanner import bulk_scan, scan
from absolutize.html.tokenizer.skip_tests import is_settled
from absolutize.html.tokenizer.value_span import BulkScan, ValueSpan, merge_edits
from absolutize.html.values.escaping import UNESCAPED, Escaping
from absolutize.html.values.syntaxes import MARKUP
from absolutize.options import Context, Policies


class RewrittenDocument(NamedTuple):
    """A document made absolute: its base, how many edits that took, and which codes did not let others.

    ``edits`` are those, in the bytes of the document itself (of text: in its UTF-8); none, if not asked for.
    """

    document: bytes | str
    base: BaseURI
    changed: int
    edits: list[Edit]
    left: Counter[str]


def rewrite_document(
    document: bytes | str, context: Context, policies: Policies, *, recorded: bool = False
) -> RewrittenDocument:
    """Make the references of a document absolute, and tell what was done: every edit, if ``recorded``."""
    if policies.plain and policies.keeps_fragments and not (recorded or context.is_xml):
        done = _rewritten_at_a_glance(document, context, policies)
        if done is not None:
            return done
    body = document_of(document, context.charset, xml=context.is_xml)
    scene = scene_of(body, context, policies, settled=not policies.keeps_fragments)
    left: Counter[str] = Counter()
    edits = _edits(scene, left)
    changed = len(edits)
    edits = _in_same_encoding(body, edits, left)
    own = body.own(edits) if recorded else []
    return RewrittenDocument(body.splice(edits), scene.planner.base, changed, own, left)


def _in_same_encoding(body: SourceDocument, edits: Edits, left: Counter[str]) -> Edits:
    """Keep the declaration of the encoding where browsers see it."""
    kept = keeping_the_encoding(body, edits)
    if kept is not edits:
        left["charset-late"] += 1
    return kept


def _rewritten_at_a_glance(
    document: bytes | str, context: Context, policies: Policies
) -> RewrittenDocument | None:
    """Do so where the matcher alone can pass most values, plain ones; ``None`` where it cannot."""
    body = document_of(document, context.charset, late=False)
    seen = _glance(body, policies)
    if seen is not None and seen.declares and body.charset.source == "default":
        body = document_of(document, context.charset)
        if ignored(body.source) is not None:
            return None
    if seen is None or not _is_in_place(body) or may_be_at_stake(body, seen.first()):
        return None
    planner = Planner.of(base_in(body, seen.found), context, policies, body.charset.name)
    answers = planner.resolution.answers
    if answers is None:
        return None
    scene = staged(DocumentPlan(body, seen.found, planner, settled=False, inner={}))
    left: Counter[str] = Counter()
    beginnings, edits = TagPrefixTable(answers), _edits(scene, left)
    changed = len(edits) + len(seen.beginnings) // 2
    replacements = merge_edits(body.source, seen.beginnings, edits, beginnings)
    return RewrittenDocument(body.replace(replacements), planner.base, changed, [], left)


def _glance(body: SourceDocument, policies: Policies) -> BulkScan | None:
    if not _is_in_place(body):
        return None
    declaring = body.charset.source == "default"
    return bulk_scan(body.scannable, PLAIN_IN_TAG, declaring=declaring, more=policies.more)


def _is_in_place(body: SourceDocument) -> bool:
    """Whether a document is edited in the very bytes that are scanned."""
    return body.editable and body.scannable is body.source


def base_layers(document: bytes | str, context: Context, policies: Policies) -> list[Layer]:
    """List the layers of section 5.1 for a document, innermost first."""
    body = document_of(document, context.charset, xml=context.is_xml)
    embedded = base_in(body, scan(body.scannable, settled=False, xml=body.is_xml))
    given = candidates(embedded, context, policies, codec_of(body.charset.name))
    return layers(given, policies.resolving)


def base_of_document(document: bytes | str, context: Context, policies: Policies) -> BaseURI:
    """Establish the base URI of a document."""
    for layer in base_layers(document, context, policies):
        if layer.uri is not None:
            return BaseURI(layer.uri, layer.source.name)
    return BaseURI(None, None)


def rewritten_inside(text: str, planner: Planner, condition: str | None) -> str:
    """Make the references of a document in a value absolute, character references decoded."""
    settled = not planner.policies.keeps_fragments
    scene = scene_inside(document_of(text, "utf-8"), planner, condition, settled=settled)
    edits = _edits(scene, Counter())
    if condition is not None:
        edits = Edits(edit._replace(replacement=in_comment(edit.replacement)) for edit in edits)
    return cast("str", scene.body.splice(edits))


def _edits(scene: DocumentPlan, left: Counter[str]) -> Edits:
    """Make the edits of the outcomes, in order; count the codes of the rest."""
    return Edits(_in_order(scene, left))


def _in_order(scene: DocumentPlan, left: Counter[str]) -> Iterable[Edit]:
    made = _made(scene, left)  # duplicates of an attribute are removed with the first
    return sorted(made) if scene.planner.policies.base_element == "remove" else made


def _made(scene: DocumentPlan, left: Counter[str]) -> Iterator[Edit]:
    """Make the edits of the outcomes, at a glance where a value is plain; count the codes of the rest."""
    body, found, planner, _, _ = scene
    data = body.scannable
    answers = planner.resolution.answers if body.editable else None
    new = tuple.__new__  # quicker than by keywords, for each of many links
    for link in found:
        _, _, row, start, stop = link
        if answers is not None and not row.against:
            if row.syntax == "url":
                match = PLAIN_VALUE.fullmatch(data, start, stop)
                if match is not None:
                    dropped, prefix = answers[match[match.lastindex or 0]]
                    yield new(Edit, (start, start + dropped, prefix))
                    continue
            elif row.syntax != MARKUP:
                yield from _edits_of_parts(scene, link, answers, left)
                continue
        yield from _edits_of(scene, link, left)


def _edits_of(scene: DocumentPlan, link: ValueSpan, left: Counter[str]) -> Iterator[Edit]:
    """Make the edits of the outcomes of one value."""
    if scene.planner.looks_into(link.row):
        inside, within = inner_scene(scene, link)
        yield from map(inside.outer, _in_order(within, left))
    elif not scene.planner.leaves(link.row):
        for outcome in considered(scene, link):
            yield from _edited(scene.body, outcome, left)


def _edits_of_parts(
    scene: DocumentPlan, link: ValueSpan, answers: PrefixTable, left: Counter[str]
) -> Iterator[Edit]:
    """Do so for a value of several references, at a glance where one is plain or visibly settled."""
    divided = parts(scene.body, link, scene.planner.splitters, settled=scene.settled)
    if divided is None:
        left["unreadable"] += 1
        return
    data, new = scene.body.scannable, tuple.__new__
    for part in divided:
        start, stop, notation = part
        match = PLAIN_VALUE.fullmatch(data, start, stop)
        if match is not None and not notation.code:
            dropped, prefix = answers[match[match.lastindex or 0]]
            spelled = prefix if notation is UNESCAPED else _spelled(prefix, notation)
            if data[start - 1 : start].isalnum():  # the end of a character reference
                spelled = separate_open_reference(data, start, start + dropped, spelled)
            yield new(Edit, (start, start + dropped, spelled))
        elif scene.settled or not is_settled(data, start, stop):
            yield from _edited(scene.body, decided(scene, link, 0, part), left)


@lru_cache(maxsize=1024)
def _spelled(prefix: bytes, notation: Escaping) -> bytes:
    return notation.encode(prefix.decode("ascii")).encode("ascii")


def _edited(body: SourceDocument, outcome: Outcome, left: Counter[str]) -> list[Edit]:
    """Make the edits that an outcome asks for; where there are none, count its code."""
    edits = _asked_for(body, outcome)
    if not edits:
        left[outcome.code] += 1
    return edits


def _asked_for(body: SourceDocument, outcome: Outcome) -> list[Edit]:
    if outcome.code == "base-emptied":
        return value_edits.empty(body, outcome.found)
    if outcome.code == "base-removed":
        return value_edits.remove_attribute(body, outcome.found)
    if outcome.code not in REWRITTEN or outcome.target is None:
        return []
    return [value_edits.write(body, outcome.found, outcome.part, outcome.target)]
