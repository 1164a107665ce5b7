"""The same for BeautifulSoup and lxml trees, in place: the same rows, base and decisions.

A tree's values are text already; what is written is the attribute.
"""

import re
import sys
from collections.abc import Iterable, Iterator
from contextlib import suppress
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
from absolutize.html.frameset import HEAD, NOT_OK
from absolutize.html.links import LINKS, Row
from absolutize.options import Context, Policies
from absolutize.outcomes import Link, Planner, candidates, codec_of
from absolutize.resolution import Decision

XHTML = "http://www.w3.org/1999/xhtml"
FOREIGN = frozenset({"svg", "math"})
INERT = frozenset({"template", "noscript"})
# raw text and RCDATA (13.2.6.2), of which some builders make elements
TEXT = frozenset({"noembed", "noframes", "script", "style", "title"})

# what begins no body; "" is white space
_HEAD = frozenset({"", *HEAD.split()})
NO_BODY = (_HEAD | INERT | TEXT) - {"noembed"}
BODY_CONTENT = frozenset({"#text", *NOT_OK.split()}) - {"template"}
WHITE_SPACE = "\0\t\n\f\r "  # 13.2.6.4.7: characters that leave that flag alone

_ROWS = {(row.element, row.attribute): row for row in LINKS}


class Tree(Protocol):
    """What the two kinds of trees have in common, an element being whatever they make of one."""

    encoding: str | None  # in which the document came, if that is certain
    likely_encoding: str | None  # what the parser says if the document declares none
    escapes_white_space: bool  # whether its serialiser does so in references

    def elements(self) -> Iterator[Any]:
        """Give the elements of this part of the tree, in its order."""

    def document(self) -> Iterator[Any]:
        """Give the elements of the whole document that it is part of."""

    def nodes(self) -> Iterator[tuple[Any, str | None]]:
        """Give the elements of the whole document, and its texts, each with the element around it."""

    def name(self, element: Any) -> str:  # noqa: ANN401 -- bs4's or lxml's
        """Give an element's name, in lower case and without a namespace."""

    def namespace(self, element: Any) -> str | None:  # noqa: ANN401
        """Give an element's namespace, if the tree knows it."""

    def parent(self, element: Any) -> Any | None:  # noqa: ANN401
        """Give the element around an element."""

    def attributes(self, element: Any) -> list[tuple[Any, str, str]]:  # noqa: ANN401
        """Give an element's attributes: key, name as HTML tokenizes it, value."""

    def write(self, element: Any, key: Any, value: str) -> None:  # noqa: ANN401
        """Set an attribute; `ValueError` if the tree cannot hold the value."""

    def remove(self, attributes: Iterable[tuple[Any, Any]]) -> None:
        """Remove attributes, each of an element by its key, and elements with their last one."""

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
    removed: list[tuple[Any, Any]] = []
    for place in list(_places(tree)):
        decided = list(_decided(place, planner))
        if any(decision.code == "base-removed" for _, _, decision in decided):
            removed.append((place.element, place.key))
            continue
        value = _rewritten(place.value, decided, cleaned=tree.escapes_white_space)
        if value != place.value:
            _write(tree, place, value)
    tree.remove(removed)


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
    known = lookup(context.charset) if context.charset else None
    given = candidates(_embedded(tree), context, policies, codec_of(known or _encoding(tree)))
    return establish(given, policies.resolving)


def _planner(tree: Tree, context: Context, policies: Policies) -> Planner:
    known = lookup(context.charset) if context.charset else None
    planner = Planner.of(_embedded(tree), context, policies, known or _encoding(tree))
    if policies.removes_base:
        decided = (decision for place in _places(tree) for _, _, decision in _decided(place, planner))
        planner.leaving(decision.code for decision in decided)
    return planner


def _encoding(tree: Tree) -> str:
    """Tell the encoding in which queries are read: as the parser had it, as META says, or UTF-8."""
    if tree.encoding is not None and (known := lookup(tree.encoding)) is not None:
        return known
    fallback = lookup(tree.likely_encoding or "") or "utf-8"
    for element in tree.document():
        if tree.name(element) == "meta":
            values_of = {_bytes(name): _bytes(value) for _, name, value in tree.attributes(element)}
            if (encoding := declared(values_of)) is not None:
                return encoding
    return fallback


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")


def _embedded(tree: Tree) -> str | None:
    """Find the BASE that counts in the whole document (HTML Standard 2.4.3)."""
    nesting = Nesting(tree)
    href = _first_base(tree, tree.document(), nesting)
    if href is None:
        return None
    head = _before_frameset(tree, nesting)
    return href if head is None else _first_base(tree, head, nesting)


def _first_base(tree: Tree, elements: Iterable[Any], nesting: "Nesting") -> str | None:
    for element in elements:
        if tree.name(element) == "base" and nesting.is_html(element):
            href = None if nesting.of(element).inert else _attribute(tree, element, "href")
            if href is not None:
                return values.clean(href)
    return None


def _attribute(tree: Tree, element: Any, name: str) -> str | None:  # noqa: ANN401
    return next((value for _, other, value in tree.attributes(element) if other == name), None)


def _before_frameset(tree: Tree, nesting: "Nesting") -> list[Any] | None:
    """List the elements of the head if a frameset takes the place of the body; ``None`` if none does.

    Without content before it a frameset replaces the body so far (13.2.6.4.7), and nothing but
    frames is read any more (13.2.6.4.19-20): a BASE in that body or behind is in no document.
    """
    head: list[Any] = []
    in_head, has_template = True, False
    for element, text in tree.nodes():
        around = nesting.of(element) if text is None else nesting.inside(element)
        if around.inert or around.text:
            continue
        name = _token(tree, element, nesting) if text is None else text.strip(WHITE_SPACE) and "#text"
        if name == "frameset":
            return head
        in_head = in_head and name in NO_BODY
        has_template = has_template or name == "template"
        if name in BODY_CONTENT or (has_template and not in_head):
            return None
        if in_head and text is None:
            head.append(element)
    return None


def _token(tree: Tree, element: Any, nesting: "Nesting") -> str:  # noqa: ANN401
    """Name an element as the rules for HTML know it; hidden input is not content (13.2.6.4.7, "input")."""
    if not nesting.is_html(element):
        return "#foreign"
    name = tree.name(element)
    hidden = name == "input" and (_attribute(tree, element, "type") or "").lower() == "hidden"
    return "#hidden" if hidden else name


class Around(NamedTuple):
    """What content is in: a foreign root (``""``: it is HTML), what a browser skips, raw text."""

    foreign: str = ""
    inert: bool = False
    text: bool = False


class Nesting:
    """What is around the elements of a tree, found once for each: a document may be deep."""

    def __init__(self, tree: Tree) -> None:
        self._tree = tree
        self._inside: dict[int, tuple[Any, Around]] = {}  # by id; elements of bs4 are equal if alike

    def of(self, element: Any) -> Around:  # noqa: ANN401
        """Tell what an element is in."""
        return self.inside(self._tree.parent(element))

    def inside(self, element: Any) -> Around:  # noqa: ANN401
        """Tell what the content of an element is in, ``None`` being the document."""
        unknown: list[Any] = []
        while element is not None and id(element) not in self._inside:
            unknown.append(element)
            element = self._tree.parent(element)
        around = Around() if element is None else self._inside[id(element)][1]
        for inner in reversed(unknown):
            around = self._enter(inner, around)
            self._inside[id(inner)] = inner, around
        return around

    def is_html(self, element: Any) -> bool:  # noqa: ANN401
        """Whether an element is HTML's: by its namespace, or by what is around it (13.2.6.5)."""
        return self._is_html(element, self.of(element))

    def _is_html(self, element: Any, around: Around) -> bool:  # noqa: ANN401
        namespace = self._tree.namespace(element)
        if namespace is not None:
            return namespace == XHTML
        return not around.foreign or _bytes(self._tree.name(element)) in BREAKOUT

    def _enter(self, element: Any, around: Around) -> Around:  # noqa: ANN401
        name = self._tree.name(element)
        is_html = self._is_html(element, around)
        holds_html = is_html or _is_integration_point(self._tree, element, around.foreign)
        foreign = name if name in FOREIGN else "" if holds_html else around.foreign
        inert = around.inert or (is_html and name in INERT)
        return Around(foreign, inert, around.text or (is_html and name in TEXT))


def _is_integration_point(tree: Tree, element: Any, foreign: str) -> bool:  # noqa: ANN401
    """Whether an element in that foreign root has HTML for its content (13.2.6)."""
    name = _bytes(tree.name(element))
    if foreign == "svg":
        return name in SVG_HTML_INTEGRATION_POINT
    if name != b"annotation-xml":
        return name in MATHML_TEXT_INTEGRATION_POINT
    return (_attribute(tree, element, "encoding") or "").lower() in HTML_ENCODING


def _places(tree: Tree) -> Iterator[Place]:
    nesting = Nesting(tree)
    for element in tree.elements():
        attributes = tree.attributes(element)
        if not attributes:
            continue
        name = tree.name(element)
        for key, attribute, value in attributes:
            row = _ROWS.get((name, attribute)) or _ROWS.get(("*", attribute))
            if row is None:
                continue
            if row.element == "base" and not nesting.is_html(element):
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


def _write(tree: Tree, place: Place, value: str) -> None:
    """Set an attribute; if the tree does not take the value, as browsers spell it, or not at all.

    lxml takes no control characters, nor a name that it itself was forced to read.
    """
    for spelling in (value, _NO_XML.sub(_percent_encoded, value)):
        with suppress(ValueError):
            tree.write(place.element, place.key, spelling)
            return


# XML 1.0, production 2, Char: what it leaves out or discourages
_NO_XML = re.compile("[^\t\n\r\x20-\x7e\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def _percent_encoded(match: re.Match[str]) -> str:
    return "".join(f"%{byte:02X}" for byte in match[0].encode("utf-8", "replace"))


def _rewritten(value: str, decided: list[tuple[values.Span, str, Decision]], *, cleaned: bool) -> str:
    """Put targets in place of references, white space around them included.

    ``cleaned``: what is left alone loses the white space that a browser removes, lest the
    serialiser escape it and the link go elsewhere.
    """
    pieces: list[str] = []
    position = 0
    for span, reference, decision in decided:
        left = reference if cleaned else value[span.start : span.stop]
        pieces += value[position : span.start], _written(left, decision)
        position = span.stop
    return "".join([*pieces, value[position:]])


def _written(left: str, decision: Decision) -> str:
    if decision.code == "base-emptied":
        return ""
    return decision.target if decision.code in REWRITTEN and decision.target is not None else left
