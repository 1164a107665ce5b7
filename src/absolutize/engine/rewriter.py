"""The pipeline of `rewrite` for bytes and text: scan, establish the base, plan, apply the edits.

It does not know archives or files, has no rules for references, and sees of a tree only documents in its
values. Used by `api`, `archive.part_tasks`, `arrow.rows`, `cli.io.part_tasks`, `report.document` and `trees`.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from heapq import merge
from itertools import chain, islice
from typing import NamedTuple, cast

from absolutize.base import BaseURI, Layer, layers
from absolutize.edits import Edit, Edits, TooLargeError, apply_edits, apply_replacements, merge_edits
from absolutize.engine.document_plan import (
    DocumentPlan,
    NestedSource,
    Outcome,
    decide,
    nested_source,
    plan_document,
    plan_nested,
    planner_of,
    read_document,
    with_unresolved,
)
from absolutize.engine.plain import PLAIN_DIVIDERS, PLAIN_IN_TAG, WrittenPrefixes
from absolutize.engine.planner import Planner
from absolutize.html.document.base_element import may_have_base
from absolutize.html.document.conditional_comments import IEVersions
from absolutize.html.document.document import SourceDocument, document_of
from absolutize.html.document.encoding_declaration import keeping_the_encoding
from absolutize.html.document.nested_document import in_comment
from absolutize.html.document.reading import read_in_bulk
from absolutize.html.document.references import ReadReference
from absolutize.html.document.value_edits import edit_of_beginning, edits_of
from absolutize.html.tree_construction import doctype
from absolutize.options import Context, Policies


class DocumentRewrite(NamedTuple):
    """A document made absolute: its base, how many references were changed, and the codes of those that stay.

    ``edits`` are the changes, in the bytes of the original (of text: in its UTF-8); none, if not asked for.
    ``unchanged_codes`` also counts "charset-late": the declaration of the encoding is kept in sight.
    """

    document: bytes | str
    base: BaseURI
    changes: int
    edits: list[Edit]
    unchanged_codes: Counter[str]


class _Counts:
    """The codes of references that stay, and how many references are changed.

    These are not as many as the edits: a reference may take several, in text that comments or CDATA sections
    divide, and all references of a document in base64 have one together.
    """

    def __init__(self) -> None:
        self.unchanged_codes: Counter[str] = Counter()
        self.changed = 0


def rewrite_document(
    source: bytes | str, context: Context, policies: Policies, *, recorded: bool = False
) -> DocumentRewrite:
    """Make the references of a document absolute, and tell what was done: every edit, if ``recorded``.

    `TooLargeError` where the document would have more bytes than the policies allow.
    """
    syntax = context.syntax_of(source)
    if syntax == "html" and not recorded and _may_be_fast(source, context, policies):
        done = _rewrite_by_fast_path(source, context, policies)
        if done is not None:
            return done
    document = read_document(source, context, syntax)
    plan = plan_document(document, context, policies, include_absolute=not policies.keeps_absolute)
    counts = _Counts()
    edits = _make_keeper(plan)(_edits(plan, counts))
    edits = _in_same_encoding(document, edits, counts.unchanged_codes)
    own = document.source_edits(edits) if recorded else []
    written = _check_size(document.encode_result(apply_edits(document.source, edits)), policies)
    if policies.base_element == "remove" and _is_read_otherwise(written, document, context):
        return rewrite_document(source, context, policies._replace(base_element="empty"), recorded=recorded)
    return DocumentRewrite(written, plan.base, counts.changed, own, counts.unchanged_codes)


def _is_read_otherwise(written: bytes | str, document: SourceDocument, context: Context) -> bool:
    """Whether a result is read in another way than the document: what is behind a BASE may say so."""
    return _way_of_reading(read_document(written, context)) != _way_of_reading(document)


def _way_of_reading(document: SourceDocument) -> tuple[str, str, bool]:
    """Give the syntax and the encoding of a document, and whether it is in quirks mode."""
    is_quirky = document.syntax == "html" and doctype.is_quirky(document.scannable)
    return document.syntax, document.charset.name, is_quirky


def _may_be_fast(source: bytes | str, context: Context, policies: Policies) -> bool:
    """Whether the fast path can be tried: it needs a base, and fragments that stay."""
    if not policies.resolves_plain or not policies.keeps_fragments:
        return False
    return context.has_base or bool(policies.url_from) or may_have_base(source)


def _in_same_encoding(document: SourceDocument, edits: Edits, unchanged_codes: Counter[str]) -> Edits:
    """Keep the declaration of the encoding where browsers see it."""
    kept = keeping_the_encoding(document, edits)
    if kept is not edits:
        unchanged_codes["charset-late"] += 1
    return kept


def _rewrite_by_fast_path(
    source: bytes | str, context: Context, policies: Policies
) -> DocumentRewrite | None:
    """Rewrite a document with mostly plain values, which the matcher alone can skip; ``None`` for others."""
    reading = read_in_bulk(
        source,
        context.charset,
        PLAIN_IN_TAG,
        PLAIN_DIVIDERS,
        policies.extra_rows,
        reads_comments=policies.conditional_comments,
    )
    if reading is None:
        return None
    document, bulk, bases = reading
    planner = planner_of(document, bases, context, policies)
    prefixes = planner.resolution.prefixes
    if prefixes is None or not prefixes.is_for_css:
        return None
    if not prefixes.answers(document.source, bulk.beginnings[::2]):
        return None
    if bulk.in_json and not prefixes.is_for_url_patterns:
        return None
    counts = _Counts()
    edits: Iterable[Edit] = ()
    if bulk.values:
        plan = with_unresolved(DocumentPlan(document, bulk.values, planner, include_absolute=False))
        edits = _edits(plan, counts)
    replacements = merge_edits(document.source, bulk.beginnings, edits, WrittenPrefixes(prefixes))
    edited = apply_replacements(document.source, replacements, _largest(document, policies))
    written = _check_size(document.encode_result(edited), policies)
    changed = counts.changed + len(bulk.beginnings) // 2
    return DocumentRewrite(written, planner.base, changed, [], counts.unchanged_codes)


def base_layers(source: bytes | str, context: Context, policies: Policies) -> list[Layer]:
    """List the layers of section 5.1 for a document, innermost first; the base is that of its links.

    If its BASE cannot be used, none of them counts.
    """
    plan = _plan_for_base(source, context, policies)
    uri, name = plan.base
    return [
        layer._replace(uri=uri) if name in {layer.source.name, None} else layer
        for layer in layers(plan.candidates, policies)
    ]


def base_of_document(source: bytes | str, context: Context, policies: Policies) -> BaseURI:
    """Establish the base URI of a document."""
    return _plan_for_base(source, context, policies).base


def _plan_for_base(source: bytes | str, context: Context, policies: Policies) -> DocumentPlan:
    document, keeping = read_document(source, context), policies._replace(base_element="absolute")
    return plan_document(document, context, keeping, include_absolute=False)


def rewrite_nested(text: str, planner: Planner, ie_versions: IEVersions | None, *, needs_base: bool) -> str:
    """Make the references of a document in a decoded value absolute.

    ``ie_versions`` are those of a conditional comment. ``needs_base``: whether references of the document
    around it stay that need its BASE element.
    """
    document, include_absolute = document_of(text, "utf-8"), not planner.policies.keeps_absolute
    plan = plan_nested(
        document, planner, ie_versions, include_absolute=include_absolute, needs_base=needs_base
    )
    edits = _limit_growth(_bytes_to_grow(plan), _edits(plan, _Counts()))
    if ie_versions is not None:
        edits = (edit._replace(replacement=in_comment(edit.replacement)) for edit in edits)
    return cast("str", plan.document.encode_result(apply_edits(plan.document.source, edits)))


def nested_needs_base(text: str, planner: Planner, ie_versions: IEVersions | None) -> bool:
    """Whether references of a document in a value stay that need a BASE element, its own or one around it."""
    return plan_nested(document_of(text, "utf-8"), planner, ie_versions, include_absolute=True).needs_base


def _edits(plan: DocumentPlan, counts: _Counts) -> Iterator[Edit]:
    """Make the edits of the outcomes, in order, one by one; count the codes of references that stay.

    A document in a value that is most of this one is read last, after this one is freed.
    """
    waiting: list[NestedSource] = []
    edits: Iterator[Edit] = chain.from_iterable(
        _edits_of_references(part, counts, waiting) for part in plan.by_scope()
    )
    keep, is_removed = _make_keeper(plan), plan.planner.policies.base_element == "remove"
    del plan
    if is_removed:
        edits = keep(edits).in_order()  # duplicates of an attribute are removed with the first
    for edit in edits:
        if waiting:
            edits = iter(keep(chain((edit,), edits)))
            break
        yield edit
    if waiting:
        yield from merge(edits, _edits_within(waiting, counts))


_EDITS_AT_ONCE = 1 << 8
"""How many edits of a document in a value are made before they become edits of the one around it."""


def _edits_within(waiting: list[NestedSource], counts: _Counts) -> Iterator[Edit]:
    """Make the edits of the last document that waits, as edits of the document around it."""
    embedding = waiting[-1].nested.embedding  # nothing more, so that the document is freed
    made = _edits(waiting.pop().plan(), counts)
    while inner := list(islice(made, None if embedding.is_written_whole else _EDITS_AT_ONCE)):
        yield from embedding.outer_edits(inner)


def _make_keeper(plan: DocumentPlan) -> Callable[[Iterable[Edit]], Edits]:
    """Make a function that stores edits of a document; `TooLargeError` if they make it too large."""
    room, size = _bytes_to_grow(plan), len(plan.document.source)
    return lambda edits: Edits(_limit_growth(room, edits), size)


def _bytes_to_grow(plan: DocumentPlan) -> int | None:
    """Give by how many bytes a document may grow; ``None``: by any number."""
    largest = _largest(plan.document, plan.planner.policies)
    return None if largest is None else largest - len(plan.document.source)


def _largest(document: SourceDocument, policies: Policies) -> int | None:
    """Give how many bytes an edited document may have; UTF-8 takes up to half as many again as UTF-16."""
    return None if policies.largest is None else policies.largest * (2 + document.is_transcoded) // 2


def _check_size(written: bytes | str, policies: Policies) -> bytes | str:
    """Give an encoded document; `TooLargeError` if it is too large."""
    if policies.largest is not None and len(written) > policies.largest:
        raise TooLargeError
    return written


def _limit_growth(room: int | None, edits: Iterable[Edit]) -> Iterable[Edit]:
    """Give edits; `TooLargeError` at one by which the document would become too large."""
    return edits if room is None else _count_growth(room, edits)


def _count_growth(room: int, edits: Iterable[Edit]) -> Iterator[Edit]:
    for edit in edits:
        room -= len(edit.replacement) - (edit.stop - edit.start)
        if room < 0:
            raise TooLargeError
        yield edit


def _edits_of_references(plan: DocumentPlan, counts: _Counts, waiting: list[NestedSource]) -> Iterator[Edit]:
    """Make the edits of the outcomes, plain references by the table; count the codes of the rest."""
    data, prefixes = plan.document.scannable, plan.planner.resolution.prefixes
    for span, read in plan.references(None if prefixes is None else prefixes.patterns.value.fullmatch):
        if isinstance(read, ReadReference):
            yield from _edits_of_outcome(decide(plan, span, read), counts)
        elif read is None:
            waiting.append(nested_source(plan, span))
            if not plan.is_most(span):
                yield from _edits_within(waiting, counts)
        elif prefixes is not None:
            dropped, prefix, _ = prefixes.answer_for(read)
            counts.changed += 1
            yield edit_of_beginning(data, span, dropped, prefix)


def _edits_of_outcome(outcome: Outcome, counts: _Counts) -> list[Edit]:
    """Make the edits for an outcome; if there are none, count its code."""
    document, span, raw, reference, code, target, _ = outcome
    edits = edits_of(document, span, raw, reference, code, target)
    if edits:
        counts.changed += 1
    else:
        counts.unchanged_codes[outcome.code] += 1
    return edits
