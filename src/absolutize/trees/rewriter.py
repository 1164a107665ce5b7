"""The `rewrite`, `links` and `base_uri` of trees: the same rows, base and decisions as for bytes.

The values of a tree are text already; what is written is an attribute, or the text of an element. Only
`as_tree` knows the libraries of trees; there are no rules for references here. Used by `api` and `lxml`.
"""

import sys
from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import partial
from typing import Any, NamedTuple

from absolutize.base import BaseURI
from absolutize.engine import lister, rewriter
from absolutize.engine.document_base import NestingContext, choose_base, codec_of, with_stated
from absolutize.engine.link import Link
from absolutize.engine.planner import Planner
from absolutize.findings import NEED_NO_BASE, REWRITTEN_CODES
from absolutize.html.document.encoding_sniffing import lookup
from absolutize.html.link_table.index import reference_and_row
from absolutize.html.link_table.kinds import kind_of
from absolutize.html.link_table.rows import Row
from absolutize.html.values import css
from absolutize.html.values.css_bytes import sheet_in_text
from absolutize.html.values.escaping import NO_ESCAPING, TextSpan
from absolutize.html.values.syntaxes import CSS, MARKUP
from absolutize.options import Context, Policies
from absolutize.trees.context import (
    UsedProperties,
    base_element_of,
    hidden_bases,
    href_of,
    query_encoding,
    stated_in_tree,
)
from absolutize.trees.plain_values import PlainValues
from absolutize.trees.protocol import Tree
from absolutize.trees.references import TreeOutcome, spell_for_xml, spell_outcome, spell_value
from absolutize.trees.survey import Survey
from absolutize.trees.values import TreeValue, rows_with, survey_of, tree_values
from absolutize.trees.xml_document import xml_document_of
from absolutize.uri.reference import split
from absolutize.uri.rules import whatwg
from absolutize.xml import xml_text


class TreePlan(NamedTuple):
    """The planner for the references of a tree, and the custom properties of CSS that its document uses."""

    planner: Planner
    used_properties: UsedProperties
    plain: PlainValues | None = None  # decides on plain references, where they are to be rewritten
    relative_only: bool = False  # whether base-independent references need not be found
    needs_base: bool = False  # whether references are known to stay that need the BASE element

    def pieces(self, row: Row, value: str) -> Iterable[TextSpan] | None:
        """Divide a value; `None`: it cannot be read."""
        in_utf_8 = value.isascii() or self.planner.encoding == "utf-8"
        if self.relative_only and in_utf_8 and row.syntax == "stylesheet":
            keeps = self.planner.policies.keeps_placeholders
            return sheet_in_text(value, include_absolute=False, placeholders=keeps)
        return self.planner.division.splitters[row.syntax](value)


def as_tree(document: object) -> Tree:
    """Make a tree out of what BeautifulSoup or lxml built; `TypeError` for anything else."""
    bs4, etree = sys.modules.get("bs4"), sys.modules.get("lxml.etree")
    if bs4 is not None and isinstance(document, bs4.Tag):
        from absolutize.trees.soup_tree import SoupTree  # noqa: PLC0415 -- only where such a tree is given

        return SoupTree(document)
    if etree is not None and isinstance(document, (etree._Element, etree._ElementTree)):  # noqa: SLF001 -- it has no other name
        from absolutize.trees.lxml_tree import LxmlTree  # noqa: PLC0415

        return LxmlTree(document)
    message = (
        f"cannot read links in {type(document).__name__!r}: give bytes, str, a BeautifulSoup or an lxml tree"
    )
    hint = "; from_response makes a document of a response" if hasattr(document, "headers") else ""
    raise TypeError(message + hint)


def rewrite_tree(
    tree: Tree, context: Context, policies: Policies, *, uses_base: bool = True, is_alone: bool = False
) -> None:
    """Make the references of a tree absolute, in place; without ``uses_base`` as if there were no BASE.

    ``is_alone``: whether what is around a part of a tree does not matter afterwards.
    """
    document = xml_document_of(tree, context, uses_base=uses_base)
    if document is not None:
        document.rewrite(context, policies, is_alone=is_alone)
        return
    survey = survey_of(tree, policies.extra_rows, relative_only=policies.keeps_absolute)
    plan = _plan(survey, context, policies, uses_base=uses_base, is_alone=is_alone)
    plain = _plain_values(plan.planner)
    plan = plan._replace(plain=plain, relative_only=policies.keeps_absolute)
    edits, rest = ((), survey.candidates) if plain is None else plain.divide(tree, survey.candidates)
    others = list(tree_values(survey, rest, policies.extra_rows))
    tree.remove(_rewrite_values(tree, plan, others))
    for element, key, value in edits:
        tree.write(element, key, value)


def _plain_values(planner: Planner) -> PlainValues | None:
    """Make what decides plain values by a table; ``None`` if the base or the policies forbid it."""
    prefixes, policies = planner.resolution.prefixes, planner.policies
    if prefixes is None:
        return None
    return PlainValues(rows_with(policies.extra_rows), prefixes, policies)


def _rewrite_values(tree: Tree, plan: TreePlan, values: Iterable[TreeValue]) -> list[tuple[Any, Any]]:
    """Make the references of values absolute; return the attributes that are to be removed."""
    removed: list[tuple[Any, Any]] = []
    for place in values:
        outcomes = [] if plan.planner.division.is_document(place.row) else list(_decide_value(place, plan))
        if any(outcome.code == "base-removed" for outcome in outcomes):
            removed.append((place.element, place.key))
        else:
            _write_first(tree, place, _spellings(tree, place, plan, outcomes))
    return removed


def _spellings(tree: Tree, place: TreeValue, plan: TreePlan, outcomes: list[TreeOutcome]) -> Iterator[str]:
    """Spell a value with its references absolute: first as its author did, then as any tree accepts it."""
    is_document, needs_base = plan.planner.division.is_document(place.row), plan.needs_base
    if is_document:
        value = rewriter.rewrite_nested(place.value, plan.planner, place.ie_versions, needs_base=needs_base)
    else:
        outcomes = _in_any_encoding(place, outcomes, plan.planner.encoding_of(place.row))
        cleaned = place.row.syntax == "url" and place.row.attribute in tree.escaped_attributes
        value = spell_value(place.value, outcomes, partial(spell_outcome, cleaned=cleaned))
    yield value
    if not is_document and xml_text.is_refused(value):
        value = spell_value(place.value, outcomes, spell_for_xml)
    yield xml_text.outside_references(value, place.row)


_NOT_ENCODED = frozenset({"placeholder", "rewritten-placeholder", "no-reference", "unreadable"})


def _in_any_encoding(place: TreeValue, outcomes: list[TreeOutcome], encoding: str) -> list[TreeOutcome]:
    """Percent-encode the queries beyond ASCII, in the encoding in which a browser reads them.

    Nobody knows in which encoding the tree will be written: in another one, the links would go elsewhere.
    """
    if encoding == "utf-8":
        return outcomes
    may_import = place.row.syntax == "stylesheet"
    return [
        _in_ascii(
            outcome, "utf-8" if may_import and css.is_imported(place.value, outcome.start) else encoding
        )
        for outcome in outcomes
    ]


def _in_ascii(outcome: TreeOutcome, encoding: str) -> TreeOutcome:
    """Percent-encode a query, if it is beyond ASCII, and its bytes depend on the document's encoding."""
    url = (outcome.code in REWRITTEN_CODES and outcome.target) or outcome.reference
    query, scheme = split(url).query, split(url.lstrip(whatwg.C0_OR_SPACE)).scheme
    codec, is_encoded = codec_of(encoding), scheme is None or scheme.lower() in whatwg.ENCODED_QUERY
    if query is None or codec.is_plain_ascii(query) or outcome.code in _NOT_ENCODED or not is_encoded:
        return outcome
    return outcome._replace(code="rewritten", target=whatwg.encode_query(url, codec.encode_query))


def _is_left(tree: Tree, place: TreeValue, plan: TreePlan) -> bool:
    """Whether lxml refuses every spelling of a value, so that its references stay."""
    division = plan.planner.division
    if not (tree.refuses_controls and xml_text.is_refused(place.value)):
        return False
    outcomes = [] if division.is_document(place.row) else list(_decide_value(place, plan))
    return all(map(xml_text.is_refused, _spellings(tree, place, plan, outcomes)))


def links_of_tree(tree: Tree, context: Context, policies: Policies) -> Iterator[Link]:
    """List the references of a tree."""
    document = xml_document_of(tree, context)
    if document is not None:
        yield from document.links(context, policies)
        return
    survey = survey_of(tree, policies.extra_rows)
    plan = _plan(survey, context, policies)
    for place in tree_values(survey, survey.candidates, policies.extra_rows):
        line, column = tree.position(place.element)
        for link in _list_links(place, plan):
            yield link._replace(line=line, column=column, node=place.element)


def base_of_tree(tree: Tree, context: Context, policies: Policies) -> BaseURI:
    """Establish the base URI of the document that a tree is part of."""
    document = xml_document_of(tree, context)
    if document is not None:
        return document.base(context, policies)
    survey, known = survey_of(tree), _with_stated(tree, context, policies)
    embedded, codec = href_of(tree, base_element_of(survey)), codec_of(_encoding(survey, context))
    return choose_base(embedded, known, policies, codec).base


def _with_stated(tree: Tree, context: Context, policies: Policies) -> Context:
    """Add the URLs that the document states for itself, from the sources that were asked for."""
    return with_stated(stated_in_tree(tree), context, policies) if policies.url_from else context


def _plan(
    survey: Survey,
    context: Context,
    policies: Policies,
    *,
    uses_base: bool = True,
    is_alone: bool = False,
) -> TreePlan:
    """Establish the base; if BASE is to be removed, see whether any reference stays that needs it."""
    tree, base = survey.tree, base_element_of(survey) if uses_base else None
    nesting = NestingContext(hidden=list(hidden_bases(survey, base)) if uses_base else ())
    known = _with_stated(tree, context, policies)
    planner = Planner.of(href_of(tree, base), known, policies, _encoding(survey, context), nesting)
    plan = TreePlan(planner, UsedProperties(tree))
    values = tree_values(survey, survey.candidates, policies.extra_rows) if policies.removes_base else ()
    needs_base = any(_needs_base(tree, place, plan) for place in values)
    is_inside = any(each is base for each in survey.nodes_by_name["base"])
    is_asked = policies.removes_base and is_inside and not (needs_base or is_alone or tree.is_whole)
    return plan._replace(needs_base=needs_base or (is_asked and _is_base_needed_around(survey, plan)))


def _encoding(survey: Survey, context: Context) -> str:
    known = lookup(context.charset) if context.charset else None
    return known or query_encoding(survey)


def _needs_base(tree: Tree, place: TreeValue, plan: TreePlan) -> bool:
    """Whether a reference in a value stays that needs the BASE element."""
    planner, row = plan.planner, place.row
    is_left = planner.division.is_left(row) or _is_left(tree, place, plan)
    if planner.division.is_document(row):
        return is_left or rewriter.nested_needs_base(place.value, planner, place.ie_versions)
    return is_left or any(outcome.code not in NEED_NO_BASE for outcome in _decide_value(place, plan))


def _is_base_needed_around(survey: Survey, plan: TreePlan) -> bool:
    """Whether the BASE in a part of a tree governs a reference outside of that part, which stays."""
    extra_rows = plan.planner.policies.extra_rows
    whole, parts = survey_of(survey.tree.whole(), extra_rows), list(survey.tree.parts())
    inside = set(map(id, parts))  # each has its id as long as it is in a list: lxml makes elements anew
    outside = [candidate for candidate in whole.candidates if id(candidate.node) not in inside]
    return any(_is_governed(place, plan) for place in tree_values(whole, outside, extra_rows))


_WITHOUT_BASE = NEED_NO_BASE - REWRITTEN_CODES


def _is_governed(place: TreeValue, plan: TreePlan) -> bool:
    """Whether a reference in a value would go elsewhere without BASE, if it stays as it is."""
    if plan.planner.division.is_left(place.row):
        return True
    codes = () if place.row.against == "document" else (link.code for link in _list_links(place, plan))
    return any(code not in _WITHOUT_BASE for code in codes)


def _list_links(place: TreeValue, plan: TreePlan) -> Iterator[Link]:
    """List the references of a value, or of the document in it."""
    planner, row = plan.planner, place.row
    if planner.division.is_document(row):
        yield from lister.links_of_nested(place.value, planner, place.ie_versions, needs_base=plan.needs_base)
    elif not planner.division.is_left(row):
        for index, (_, _, _, raw, reference, code, target) in enumerate(_decide_value(place, plan)):
            kind = kind_of(place.name, row, place.rel)
            fields = place.name, row.attribute, index, None, None, None, None, raw, reference, target, code
            yield Link(*fields, kind, place.rel, encoding=planner.encoding_of(row))


def _decide_value(place: TreeValue, plan: TreePlan) -> Iterator[TreeOutcome]:
    """Decide on each reference of a value."""
    row, value, planner = place.row, place.value, plan.planner
    pieces = None if row.syntax == MARKUP or place.is_broken else plan.pieces(row, value)
    if pieces is None:
        yield TreeOutcome(0, 0, NO_ESCAPING, "", "", "unreadable", None)
        return
    codebase = place.codebase if row.against == "codebase" else None
    plain = None if row.against or row.is_base else plan.plain
    for start, stop, escaping in plan.used_properties.mark_unused(row, value, pieces):
        raw = value[start:stop]
        if plain is not None and (escaping.decode is str or row.syntax in CSS) and not escaping.code:
            target = plain.target(raw)
            if target is not None and escaping.encode(target) == target:
                yield TreeOutcome(start, stop, escaping, raw, raw, "rewritten", target)
                continue
        reference, as_read = reference_and_row(escaping.decode(raw), row)
        code, target = planner.decide(as_read, reference, codebase, escaping, needs_base=plan.needs_base)
        yield TreeOutcome(start, stop, escaping, raw, reference, code, target)


def _write_first(tree: Tree, place: TreeValue, values: Iterable[str]) -> None:
    """Write the first of the values that the tree accepts; none, if that is what is there already.

    lxml accepts no control characters, nor some attribute names that its parser has read.
    """
    for value in values:
        with suppress(ValueError):
            if value != place.value:
                place.write(tree, value)
            return
