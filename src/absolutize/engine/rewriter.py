"""The pipeline of `rewrite` for bytes and text: scan, establish the base, plan, apply the edits.

It does not know trees, archives or files, and has no rules for references. Used by `api`,
`archive.part_tasks`, `cli.io.part_tasks` and `trees.rewriter`.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from heapq import merge
from itertools import chain, count
from typing import NamedTuple, cast

from absolutize.base import BaseURI, Layer, layers
from absolutize.edits import Edit, TooLargeError
from absolutize.engine.document_base import planner_of
from absolutize.engine.document_plan import (
    DocumentPlan,
    NestedSource,
    Outcome,
    check_base_needed,
    decide_reference,
    decide_value,
    embedded_in,
    nested_source,
    plan_document,
    plan_nested,
    read_document,
)
from absolutize.engine.plain import PLAIN_IN_TAG, PLAIN_VALUE, PrefixTable, WrittenPrefixes
from absolutize.engine.planner import Planner, candidates, codec_of
from absolutize.findings import REWRITTEN
from absolutize.html.document import value_edits
from absolutize.html.document.document import Edits, SourceDocument, document_of
from absolutize.html.document.encoding_declaration import keeping_the_encoding, may_be_at_stake
from absolutize.html.document.encoding_sniffing import ignored
from absolutize.html.document.inner_document import ValuePlaces, in_comment
from absolutize.html.document.minimal_edit import separate_open_reference
from absolutize.html.document.value_parts import parts
from absolutize.html.tokenizer.scanner import bulk_scan
from absolutize.html.tokenizer.skip_tests import is_base_independent
from absolutize.html.tokenizer.value_span import BulkScan, ValueSpan, merge_edits
from absolutize.html.values.escaping import UNESCAPED
from absolutize.html.values.syntaxes import MARKUP
from absolutize.options import Context, Policies
from absolutize.remembered import Remembered


class RewrittenDocument(NamedTuple):
    """A document made absolute: its base, how many references were changed, and the codes of those that stay.

    ``edits`` are those, in the bytes of the document itself (of text: in its UTF-8); none, if not asked for.
    """

    document: bytes | str
    base: BaseURI
    changed: int
    edits: list[Edit]
    left: Counter[str]


class _Tally:
    """What became of references: the codes of those that stay, and how many edits there are but one for each.

    One may take several, in text that comments or sections part; in base64 one edit is that of all.
    """

    def __init__(self) -> None:
        self.left: Counter[str] = Counter()
        self.more = 0

    def outer_edits(self, source: NestedSource) -> Callable[[Iterable[Edit]], Iterable[Edit]]:
        """Give what turns edits of a document in a value into edits of the one around it."""
        return partial(self._counted, source.places) if source.is_text else source.places.written

    def _counted(self, places: ValuePlaces, edits: Iterable[Edit]) -> Iterator[Edit]:
        inner = count()
        for edit in places.written(edit for edit, _ in zip(edits, inner, strict=False)):
            self.more += 1
            yield edit
        self.more -= next(inner)


def rewrite_document(
    document: bytes | str, context: Context, policies: Policies, *, recorded: bool = False
) -> RewrittenDocument:
    """Make the references of a document absolute, and tell what was done: every edit, if ``recorded``.

    `TooLargeError` where the document would have more bytes than the policies allow.
    """
    is_html = context.syntax_of(document) == "html"
    if policies.plain and policies.keeps_fragments and is_html and not recorded:
        done = _rewrite_by_fast_path(document, context, policies)
        if done is not None:
            return done
    body = read_document(document, context)
    plan = plan_document(body, context, policies, include_absolute=not policies.keeps_fragments)
    tally = _Tally()
    edits = _kept(plan, _edits(plan, tally))
    changed = len(edits) - tally.more
    edits = _in_same_encoding(body, edits, tally.left)
    own = body.source_edits(edits) if recorded else []
    written = _measured(body.splice(edits), policies)
    return RewrittenDocument(written, plan.base, changed, own, tally.left)


def _in_same_encoding(body: SourceDocument, edits: Edits, left: Counter[str]) -> Edits:
    """Keep the declaration of the encoding where browsers see it."""
    kept = keeping_the_encoding(body, edits)
    if kept is not edits:
        left["charset-late"] += 1
    return kept


def _rewrite_by_fast_path(
    document: bytes | str, context: Context, policies: Policies
) -> RewrittenDocument | None:
    """Do so where the matcher alone can pass most values, plain ones; ``None`` where it cannot."""
    body = document_of(document, context.charset, late=False)
    seen = _scan_in_bulk(body, policies)
    if seen is not None and seen.declares and body.charset.source == "default":
        body = document_of(document, context.charset)
        if ignored(body.source) is not None:
            return None
    if seen is None or not _is_in_place(body) or may_be_at_stake(body, seen.first()):
        return None
    planner = planner_of(body, seen.found, context, policies)
    answers = planner.resolution.answers
    if answers is None:
        return None
    plan = check_base_needed(DocumentPlan(body, seen.found, planner, include_absolute=False))
    tally, passed = _Tally(), count()
    edits = (edit for edit, _ in zip(_edits(plan, tally), passed, strict=False))
    replacements = merge_edits(body.source, seen.beginnings, edits, WrittenPrefixes(answers))
    written = _measured(body.replace(replacements, _largest(body, policies)), policies)
    changed = next(passed) - tally.more + len(seen.beginnings) // 2
    return RewrittenDocument(written, planner.base, changed, [], tally.left)


def _scan_in_bulk(body: SourceDocument, policies: Policies) -> BulkScan | None:
    if not _is_in_place(body):
        return None
    declaring = body.charset.source == "default"
    return bulk_scan(body.scannable, PLAIN_IN_TAG, declaring=declaring, more=policies.more)


def _is_in_place(body: SourceDocument) -> bool:
    """Whether a document is edited in the very bytes that are scanned."""
    return body.editable and body.scannable is body.source


def base_layers(document: bytes | str, context: Context, policies: Policies) -> list[Layer]:
    """List the layers of section 5.1 for a document, innermost first."""
    body = read_document(document, context)
    embedded, known = embedded_in(body, context, policies)
    given = candidates(embedded, known, policies, codec_of(body.charset.name))
    return layers(given, policies)


def base_of_document(document: bytes | str, context: Context, policies: Policies) -> BaseURI:
    """Establish the base URI of a document."""
    for layer in base_layers(document, context, policies):
        if layer.uri is not None:
            return BaseURI(layer.uri, layer.source.name)
    return BaseURI(None, None)


def rewrite_nested(text: str, planner: Planner, condition: str | None) -> str:
    """Make the references of a document in a value absolute, character references decoded."""
    include_absolute = not planner.policies.keeps_fragments
    plan = plan_nested(document_of(text, "utf-8"), planner, condition, include_absolute=include_absolute)
    edits = _within(_room(plan), _edits(plan, _Tally()))
    if condition is not None:
        edits = (edit._replace(replacement=in_comment(edit.replacement)) for edit in edits)
    return cast("str", plan.body.splice(edits))


def _edits(plan: DocumentPlan, tally: _Tally) -> Iterable[Edit]:
    """Make the edits of the outcomes, in order, when they are asked for; count the codes of the rest.

    Where a document in a value is most of this one, it comes last: this one is let go before.
    """
    waiting: list[NestedSource] = []
    made = chain.from_iterable(_made(part, tally, waiting) for part in plan.divided())
    is_removed = plan.planner.policies.base_element == "remove"
    if not is_removed and not plan.is_mostly_nested():
        return made
    own = _kept(plan, made)
    if is_removed:
        own.put_in_order()  # duplicates of an attribute are removed with the first
    if not waiting:
        return own
    del plan
    outer_edits = tally.outer_edits(waiting[0])
    return merge(own, outer_edits(_edits(waiting.pop().planned(), tally)))


def _kept(plan: DocumentPlan, edits: Iterable[Edit]) -> Edits:
    """Keep edits of a document, if they are not kept; `TooLargeError`, if they make it too large."""
    return edits if isinstance(edits, Edits) else Edits(_within(_room(plan), edits), len(plan.body.source))


def _room(plan: DocumentPlan) -> int | None:
    """Tell by how many bytes a document may grow; ``None``: by any number."""
    largest = _largest(plan.body, plan.planner.policies)
    return None if largest is None else largest - len(plan.body.source)


def _largest(body: SourceDocument, policies: Policies) -> int | None:
    """Tell how many bytes edits may make; UTF-8 has at most half as many more than UTF-16."""
    return None if policies.largest is None else policies.largest * (2 + body.is_transcoded) // 2


def _measured(written: bytes | str, policies: Policies) -> bytes | str:
    """Give a document as it is written, unless it is too large."""
    if policies.largest is not None and len(written) > policies.largest:
        raise TooLargeError
    return written


def _within(room: int | None, edits: Iterable[Edit]) -> Iterable[Edit]:
    """Give edits, up to one by which a document would become too large."""
    return edits if room is None else _counted(room, edits)


def _counted(room: int, edits: Iterable[Edit]) -> Iterator[Edit]:
    for edit in edits:
        room -= len(edit.replacement) - (edit.stop - edit.start)
        if room < 0:
            raise TooLargeError
        yield edit


def _made(plan: DocumentPlan, tally: _Tally, waiting: list[NestedSource]) -> Iterator[Edit]:
    """Make the edits of the outcomes, plain values by the fast path; count the codes of the rest."""
    body, found, planner, *_ = plan
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
                yield from _edits_of_parts(plan, link, answers, tally)
                continue
        if planner.is_nested(row):
            source = nested_source(plan, link)
            if plan.is_most(link):
                waiting.append(source)
            else:
                outer_edits = tally.outer_edits(source)
                yield from outer_edits(_edits(source.planned(), tally))
        elif not planner.skips(row):
            for outcome in decide_value(plan, link):
                yield from _edited(body, outcome, tally)


def _edits_of_parts(
    plan: DocumentPlan, link: ValueSpan, answers: PrefixTable, tally: _Tally
) -> Iterator[Edit]:
    """Do so for a value of several references, by the fast path where one is plain or base-independent."""
    divided = parts(plan.body, link, plan.planner.splitters, include_absolute=plan.include_absolute)
    if divided is None:
        tally.left["unreadable"] += 1
        return
    data, new = plan.body.scannable, tuple.__new__
    for part in divided:
        start, stop, notation = part
        match = PLAIN_VALUE.fullmatch(data, start, stop)
        is_plain = notation.is_plain
        if match is not None and is_plain:
            dropped, prefix = answers[match[match.lastindex or 0]]
            spelled = prefix if notation is UNESCAPED else _SPELLED[prefix, notation.encode]
            spelled = separate_open_reference(data, start, start + dropped, spelled)
            yield new(Edit, (start, start + dropped, spelled))
        elif plan.include_absolute or not (is_plain and is_base_independent(data, start, stop)):
            yield from _edited(plan.body, decide_reference(plan, link, 0, part), tally)


def _spelled(prefix: tuple[bytes, Callable[[str], str]]) -> bytes:
    text, encode = prefix
    return encode(text.decode("ascii")).encode("ascii")


_SPELLED = Remembered(_spelled, 1024)


def _edited(body: SourceDocument, outcome: Outcome, tally: _Tally) -> list[Edit]:
    """Make the edits that an outcome asks for; where there are none, count its code."""
    edits = _asked_for(body, outcome)
    if edits:
        tally.more += len(edits) - 1
    else:
        tally.left[outcome.code] += 1
    return edits


def _asked_for(body: SourceDocument, outcome: Outcome) -> list[Edit]:
    if outcome.code == "base-emptied":
        return value_edits.empty(body, outcome.found)
    if outcome.code == "base-removed":
        return value_edits.remove_attribute(body, outcome.found)
    if outcome.code not in REWRITTEN or outcome.target is None:
        return []
    return [value_edits.write(body, outcome.found, outcome.part, outcome.target)]
