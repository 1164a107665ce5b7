"""The same for BeautifulSoup and lxml trees, in place: the same rows, base and decisions.

A tree's values are text already; what is written is the attribute.
"""

import re
import sys
from collections.abc import Iterator
from typing import Any, NamedTuple, Protocol

from absolutize.base import BaseURI, establish
from absolutize.findings import REWRITTEN
from absolutize.html import values
from absolutize.html.charset import declared, lookup
from absolutize.html.foreign import (
    BREAKOUT,
    HTML_ENCODING,
    MATHML_TEXT_INTEGRATION_POINT,
    SVG_HTML_INTEGRATION_POINT,
)
from absolutize.html.links import LINKS, Row
from absolutize.options import Context, Policies
from absolutize.outcomes import Decision, Link, Planner

XHTML = "http://www.w3.org/1999/xhtml"
FOREIGN = frozenset({"svg", "math"})
INERT = frozenset({"template", "noscript"})

_ROWS = {(row.element, row.attribute): row for row in LINKS}


class Tree(Protocol):
    """What the two kinds of trees have in common, an element being whatever they make of one."""

    encoding: str | None  # in which the document came, if that is certain
    likely_encoding: str | None  # what the parser says if the document declares none

    def elements(self) -> Iterator[Any]:
        """Give the elements of this part of the tree, in its order."""

    def document(self) -> Iterator[Any]:
        """Give the elements of the whole document that it is part of."""

    def name(self, element: Any) -> str:  # noqa: ANN401 -- bs4's or lxml's
        """Give an element's name, in lower case and without a namespace."""

    def namespace(self, element: Any) -> str | None:  # noqa: ANN401
        """Give an element's namespace, if the tree knows it."""

    def ancestors(self, element: Any) -> Iterator[Any]:  # noqa: ANN401
        """Give the elements around an element, the nearest first."""

    def attributes(self, element: Any) -> list[tuple[Any, str, str]]:  # noqa: ANN401
        """Give an element's attributes: key, name as HTML tokenizes it, value."""

    def write(self, element: Any, key: Any, value: str) -> None:  # noqa: ANN401
        """Set an attribute; `ValueError` if the tree cannot hold the value."""

    def remove(self, element: Any, key: Any) -> None:  # noqa: ANN401
        """Remove an attribute, and the element with its last one."""

    def line(self, element: Any) -> int | None:  # noqa: ANN401
        """Tell in which line of the source an element began, if the tree knows it."""


class Place(NamedTuple):
    """A link-bearing attribute of an element of a tree."""

    element: Any
    name: str
    key: Any
    row: Row
    value: str
    codebase: str | None


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
    for place in list(_places(tree)):
        decided = list(_decided(place, planner))
        codes = {decision.code for _, _, decision in decided}
        if "base-removed" in codes:
            tree.remove(place.element, place.key)
        elif "base-emptied" in codes:
            tree.write(place.element, place.key, "")
        elif codes & REWRITTEN:
            _write(tree, place, decided)


def links_in(tree: Tree, context: Context, policies: Policies) -> Iterator[Link]:
    """List the references of a tree."""
    planner = _planner(tree, context, policies)
    for place in _places(tree):
        line = tree.line(place.element)
        for index, (span, reference, (code, target)) in enumerate(_decided(place, planner)):
            raw = place.value[span.start : span.stop]
            yield Link(
                place.name, place.row.attribute, index, None, None, line, None, raw, reference, target, code
            )


def base_of(tree: Tree, context: Context, policies: Policies) -> BaseURI:
    """Establish the base URI of the document that a tree is part of."""
    candidates = context.candidates(_embedded(tree))
    return establish(candidates, rules=policies.rules, guard=policies.guarded)


def _planner(tree: Tree, context: Context, policies: Policies) -> Planner:
    known = lookup(context.charset) if context.charset else None
    return Planner.of(_embedded(tree), context, policies, known or _encoding(tree))


def _encoding(tree: Tree) -> str:
    """Tell the encoding in which queries are read: as the parser had it, as META says, or UTF-8."""
    if tree.encoding is not None and (known := lookup(tree.encoding)) is not None:
        return known
    fallback = lookup(tree.likely_encoding or "") or "utf-8"
    for element in tree.document():
        if tree.name(element) == "meta":
            values_of = {name.encode(): value.encode() for _, name, value in tree.attributes(element)}
            if (encoding := declared(values_of)) is not None:
                return encoding
    return fallback


def _embedded(tree: Tree) -> str | None:
    """Find the BASE that counts in the whole document (HTML Standard 2.4.3)."""
    for element in tree.document():
        if tree.name(element) == "base" and _is_html(tree, element) and not _is_inert(tree, element):
            for _, name, value in tree.attributes(element):
                if name == "href":
                    return values.clean(value)
    return None


def _is_html(tree: Tree, element: Any) -> bool:  # noqa: ANN401
    """Whether an element is HTML's: by its namespace, or by what is around it (13.2.6.5)."""
    namespace = tree.namespace(element)
    if namespace is not None:
        return namespace == XHTML
    between: list[Any] = []
    for ancestor in tree.ancestors(element):
        name = tree.name(ancestor)
        if name in FOREIGN:
            return any(_holds_html(tree, inner, name) for inner in between)
        between.append(ancestor)
    return True


def _holds_html(tree: Tree, element: Any, foreign: str) -> bool:  # noqa: ANN401
    """Whether an element between a foreign root and its content is an integration point or a break-out."""
    name = tree.name(element).encode()
    if name in BREAKOUT:
        return True
    if foreign == "svg":
        return name in SVG_HTML_INTEGRATION_POINT
    if name != b"annotation-xml":
        return name in MATHML_TEXT_INTEGRATION_POINT
    encodings = (value.lower() for _, other, value in tree.attributes(element) if other == "encoding")
    return next(encodings, "") in HTML_ENCODING


def _is_inert(tree: Tree, element: Any) -> bool:  # noqa: ANN401
    return any(tree.name(ancestor) in INERT for ancestor in tree.ancestors(element))


def _places(tree: Tree) -> Iterator[Place]:
    for element in tree.elements():
        attributes = tree.attributes(element)
        if not attributes:
            continue
        name = tree.name(element)
        for key, attribute, value in attributes:
            row = _ROWS.get((name, attribute)) or _ROWS.get(("*", attribute))
            if row is None:
                continue
            if row.element == "base" and not _is_html(tree, element):
                row = _ROWS["*", "href"]
            codebase = next((text for _, other, text in attributes if other == "codebase"), None)
            yield Place(element, name, key, row, value, codebase and values.clean(codebase))


def _decided(place: Place, planner: Planner) -> Iterator[tuple[values.Span, str, Decision]]:
    row = place.row
    codebase = place.codebase if row.against == "codebase" else None
    for span in values.SPLITTERS[row.syntax](place.value):
        reference = values.clean(place.value[span.start : span.stop])
        if row.element == "base":
            yield span, reference, planner.decide_base(reference)
        else:
            yield span, reference, planner.decide(row, reference, codebase)


def _write(tree: Tree, place: Place, decided: list[tuple[values.Span, str, Decision]]) -> None:
    value = _rewritten(place.value, decided)
    try:
        tree.write(place.element, place.key, value)
    except ValueError:  # lxml takes no control characters; browsers percent-encode them
        tree.write(place.element, place.key, _NO_XML.sub(_percent_encoded, value))


# XML 1.0, production 2, Char: what it leaves out or discourages
_NO_XML = re.compile("[^\t\n\r\x20-\x7e\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def _percent_encoded(match: re.Match[str]) -> str:
    return "".join(f"%{byte:02X}" for byte in match[0].encode("utf-8", "replace"))


def _rewritten(value: str, decided: list[tuple[values.Span, str, Decision]]) -> str:
    """Put targets in place of references, white space around them included.

    lxml's serialiser would escape what white space is left, and the link would go elsewhere.
    """
    pieces: list[str] = []
    position = 0
    for span, _, decision in decided:
        if decision.code in REWRITTEN and decision.target is not None:
            pieces += value[position : span.start], decision.target
            position = span.stop
    return "".join([*pieces, value[position:]])
