"""What surrounds an element of a tree: foreign content, templates, framesets; and the BASE and encoding.

It asks a tree by `trees.protocol`, and does not know which library built it. Used by `trees.rewriter` and
`trees.values`.
"""

from collections.abc import Iterable
from typing import Any, NamedTuple

from absolutize.html.document.encoding_sniffing import declared, lookup
from absolutize.html.grammar import character_references
from absolutize.html.grammar.namespaces import BREAKOUT, HTML, MATHML, SVG
from absolutize.html.tree_construction.foreign_elements import (
    HTML_ENCODING,
    MATHML_TEXT_INTEGRATION_POINT,
    SVG_HTML_INTEGRATION_POINT,
)
from absolutize.html.tree_construction.frameset import HEAD_TAGS, NOT_OK
from absolutize.trees.protocol import Tree

NAMESPACES = {
    "http://www.w3.org/1999/xhtml": HTML,
    "http://www.w3.org/2000/svg": SVG,
    "http://www.w3.org/1998/Math/MathML": MATHML,
}
FOREIGN_ROOTS = {"svg": SVG, "math": MATHML}  # elements that begin it
INERT = frozenset({"template", "noscript"})
# raw text and RCDATA (13.2.6.2), of which some builders make elements
TEXT_ELEMENTS = frozenset({"noembed", "noframes", "script", "style", "title"})

# what begins no body; "" is white space
_HEAD = frozenset({"", *HEAD_TAGS.split()})
NO_BODY = (_HEAD | INERT | TEXT_ELEMENTS) - {"noembed"}
BODY_CONTENT = frozenset({"#text", *NOT_OK.split()}) - {"template"}
TREE_WHITE_SPACE = "\0\t\n\f\r "  # 13.2.6.4.7: characters that leave that flag alone


def query_encoding(tree: Tree) -> str:
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


def base_element_of(tree: Tree) -> Any | None:  # noqa: ANN401
    """Find the BASE that counts in the whole document (HTML Standard 2.4.3)."""
    nesting = Nesting(tree)
    base = _first_base(tree, tree.document(), nesting)
    if base is None:
        return None
    head = _before_frameset(tree, nesting)
    return base if head is None else _first_base(tree, head, nesting)


def href_of(tree: Tree, base: Any | None) -> str | None:  # noqa: ANN401
    """Read the href of a BASE element, as a reference."""
    href = None if base is None else _attribute(tree, base, "href")
    return None if href is None else character_references.clean(href)


def _first_base(tree: Tree, elements: Iterable[Any], nesting: "Nesting") -> Any | None:  # noqa: ANN401
    for element in elements:
        if tree.name(element) == "base" and nesting.is_html(element):
            href = None if nesting.of(element).inert else _attribute(tree, element, "href")
            if href is not None:
                return element
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
        name = _token(tree, element, nesting) if text is None else text.strip(TREE_WHITE_SPACE) and "#text"
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
    """What content is in: a foreign root (``""``: it is HTML), what a browser skips, raw text.

    ``enclosed``: in svg or math, though HTML may be in there again.
    """

    foreign: str = ""
    inert: bool = False
    text: bool = False
    enclosed: bool = False


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

    def namespace(self, element: Any) -> str:  # noqa: ANN401
        """Tell an element's namespace: one of `NAMESPACES` by its name there, or any other.

        Where the tree knows none, by what is around the element (13.2.6.5).
        """
        return self._namespace(element, self.of(element))

    def is_html(self, element: Any) -> bool:  # noqa: ANN401
        """Whether an element is HTML's."""
        return self.namespace(element) == HTML

    def _namespace(self, element: Any, around: Around) -> str:  # noqa: ANN401
        known = self._tree.namespace(element)
        if known is not None:
            return NAMESPACES.get(known, known)
        name = self._tree.name(element)
        if name in FOREIGN_ROOTS:
            return FOREIGN_ROOTS[name]
        breaks_out = not around.foreign or _bytes(name) in BREAKOUT
        return HTML if breaks_out else FOREIGN_ROOTS[around.foreign]

    def _enter(self, element: Any, around: Around) -> Around:  # noqa: ANN401
        name = self._tree.name(element)
        is_html = self._namespace(element, around) == HTML
        is_root = name in FOREIGN_ROOTS
        holds_html = is_html or _is_integration_point(self._tree, element, around.foreign)
        foreign = name if is_root else "" if holds_html else around.foreign
        inert = around.inert or (is_html and name in INERT)
        text = around.text or (is_html and name in TEXT_ELEMENTS)
        return Around(foreign, inert, text, around.enclosed or is_root)


def _is_integration_point(tree: Tree, element: Any, foreign: str) -> bool:  # noqa: ANN401
    """Whether an element in that foreign root has HTML for its content (13.2.6)."""
    name = _bytes(tree.name(element))
    if foreign == "svg":
        return name in SVG_HTML_INTEGRATION_POINT
    if name != b"annotation-xml":
        return name in MATHML_TEXT_INTEGRATION_POINT
    return (_attribute(tree, element, "encoding") or "").lower() in HTML_ENCODING
