"""The same for BeautifulSoup and lxml trees, in place: the same rows, base and decisions.

A tree's values are text already; what is written is the attribute, or the text of the element.
"""

import re
import sys
from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import Any, NamedTuple

from absolutize import listing, pipeline, scenes
from absolutize.base import BaseURI, establish
from absolutize.findings import REWRITTEN
from absolutize.html import values
from absolutize.html.body import body_of
from absolutize.html.charset import lookup
from absolutize.html.conditions import readers
from absolutize.html.kinds import kind_of
from absolutize.html.notation import PLAIN, Notation
from absolutize.html.syntaxes import MARKUP, SYNTAXES
from absolutize.options import Context, Policies
from absolutize.outcomes import Hidden, Link, Planner, candidates, codec_of
from absolutize.treecontext import base_element_of, encoding_of, href_of
from absolutize.treeplaces import Place, comments, places
from absolutize.treeprotocol import Tree


class Outcome(NamedTuple):
    """What was decided about one reference of a value: its span, and how the value spells it."""

    start: int
    stop: int
    notation: Notation
    raw: str
    reference: str
    code: str
    target: str | None


def of(document: object) -> Tree:
    """Make a tree out of what BeautifulSoup or lxml built; `TypeError` for anything else."""
    bs4, etree = sys.modules.get("bs4"), sys.modules.get("lxml.etree")
    if bs4 is not None and isinstance(document, bs4.Tag):
        from absolutize.soup import SoupTree  # noqa: PLC0415 -- only where such a tree is given

        return SoupTree(document)
    if etree is not None and isinstance(document, (etree._Element, etree._ElementTree)):  # noqa: SLF001 -- it has no other name
        from absolutize.lxmltree import LxmlTree  # noqa: PLC0415

        return LxmlTree(document)
    message = (
        f"cannot read links in {type(document).__name__!r}: give bytes, str, a BeautifulSoup or an lxml tree"
    )
    raise TypeError(message)


def rewrite_tree(tree: Tree, context: Context, policies: Policies) -> None:
    """Make the references of a tree absolute, in place."""
    planner = _planner(tree, context, policies)
    removed: list[tuple[Any, Any]] = []
    for place in list(places(tree, policies.more)):
        if planner.looks_into(place.row):
            _write(tree, place, pipeline.rewritten_inside(place.value, planner, place.condition))
            continue
        decided = list(_decided(place, planner))
        if any(outcome.code == "base-removed" for outcome in decided):
            removed.append((place.element, place.key))
        else:
            _write(tree, place, _rewritten(place, decided, cleaned=tree.escapes_white_space))
    tree.remove(removed)


def links_in(tree: Tree, context: Context, policies: Policies) -> Iterator[Link]:
    """List the references of a tree."""
    planner = _planner(tree, context, policies)
    for place in places(tree, policies.more):
        line = tree.line(place.element)
        for link in _listed(place, planner):
            yield link._replace(line=line)


def base_of(tree: Tree, context: Context, policies: Policies) -> BaseURI:
    """Establish the base URI of the document that a tree is part of."""
    encoding = _encoding(tree, context)
    return establish(
        candidates(href_of(tree, base_element_of(tree)), context, policies, codec_of(encoding)),
        policies.resolving,
    )


def _planner(tree: Tree, context: Context, policies: Policies) -> Planner:
    """Establish the base, and tell the planner what will stay as it is, if it matters for BASE."""
    base = base_element_of(tree)
    planner = Planner.of(href_of(tree, base), context, policies, _encoding(tree, context))
    planner.hidden = list(_hidden(tree, base))
    if policies.removes_base:
        planner.leaving(code for place in places(tree, policies.more) for code in _codes(place, planner))
    return planner


def _hidden(tree: Tree, base: Any | None) -> Iterator[Hidden]:  # noqa: ANN401
    """List the BASE elements in conditional comments that stand before the document's own."""
    for place in comments(tree, base):
        href = scenes.hidden_base(body_of(place.value, "utf-8"))
        if href is not None:
            yield Hidden(readers(place.before), href)


def _encoding(tree: Tree, context: Context) -> str:
    known = lookup(context.charset) if context.charset else None
    return known or encoding_of(tree)


def _codes(place: Place, planner: Planner) -> Iterator[str]:
    if planner.leaves(place.row):
        yield "unreadable"
    for link in _listed(place, planner):
        yield link.code


def _listed(place: Place, planner: Planner) -> Iterator[Link]:
    """List the references of a value, those of a document in it included."""
    if planner.looks_into(place.row):
        yield from listing.links_inside(place.value, planner, place.condition)
    elif not planner.leaves(place.row):
        for index, (_, _, _, raw, reference, code, target) in enumerate(_decided(place, planner)):
            name, row = place.name, place.row
            kind = kind_of(name, row, place.rel)
            where = index, None, None, None, None
            yield Link(name, row.attribute, *where, raw, reference, target, code, kind, place.rel)


def _decided(place: Place, planner: Planner) -> Iterator[Outcome]:
    """Decide on each reference of a value."""
    row, value = place.row, place.value
    pieces = None if row.syntax == MARKUP or place.is_broken else SYNTAXES[row.syntax](value)
    if pieces is None:
        yield Outcome(0, 0, PLAIN, "", "", "unreadable", None)
        return
    codebase = place.codebase if row.against == "codebase" else None
    for start, stop, notation in pieces:
        raw = value[start:stop]
        reference = values.clean(notation.decode(raw))
        code, target = planner.decide(row, reference, codebase, notation)
        yield Outcome(start, stop, notation, raw, reference, code, target)


def _rewritten(place: Place, outcomes: Iterable[Outcome], *, cleaned: bool) -> str:
    """Put targets in place of references.

    ``cleaned``: a URL that is left alone loses the white space that a browser removes, lest the
    serialiser escape it and the link go elsewhere.
    """
    pieces: list[str] = []
    position = 0
    for outcome in outcomes:
        loses_space = cleaned and place.row.syntax == "url" and outcome.code != "placeholder"
        left = outcome.reference if loses_space else outcome.raw
        pieces += place.value[position : outcome.start], _written(left, outcome)
        position = outcome.stop
    return "".join([*pieces, place.value[position:]])


def _written(left: str, outcome: Outcome) -> str:
    """Spell what becomes of a reference; what does not have to change stays as it was written."""
    _, _, notation, raw, _, code, target = outcome
    if code == "base-emptied":
        return ""
    if code not in REWRITTEN or target is None:
        return left
    if values.clean(raw) != raw:  # white space that a browser removes: it goes
        return notation.encode(target)
    start, stop, text = values.change(raw, target, notation.decode)
    return raw[:start] + notation.encode(text) + raw[stop:]


def _write(tree: Tree, place: Place, value: str) -> None:
    """Set a value; if the tree does not take it, as browsers spell it, or not at all.

    lxml takes no control characters, nor a name that it itself was forced to read.
    """
    if value == place.value:
        return
    is_url = place.row.syntax in _PERCENT_ENCODED
    for spelling in (value, _NO_XML.sub(_percent_encoded, value)) if is_url else (value,):
        with suppress(ValueError):
            place.write(tree, spelling)
            return


_PERCENT_ENCODED = frozenset({"url", "urls"})  # syntaxes of values that are percent-encoded all through
# XML 1.0, production 2, Char: what it leaves out or discourages
_NO_XML = re.compile("[^\t\n\r\x20-\x7e\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def _percent_encoded(match: re.Match[str]) -> str:
    return "".join(f"%{byte:02X}" for byte in match[0].encode("utf-8", "replace"))
