"""What surrounds an element of a tree: svg or math, what a browser skips, raw text.

It asks a tree by `trees.protocol`, and does not know which library built it. Used by
`scrapy.reading`, `trees.context`, `trees.lxml_tree`, `trees.soup_tree` and `trees.survey`.
"""

from typing import Any, NamedTuple

from absolutize.html.document.base_element import INERT_ELEMENTS
from absolutize.html.grammar import namespaces
from absolutize.html.grammar.character_references import utf_8
from absolutize.html.grammar.namespaces import BREAKOUT, HTML, NAMESPACE_URIS
from absolutize.html.link_table.rows import COMMENT_ELEMENT
from absolutize.html.tree_construction.foreign_elements import (
    HTML_ENCODING,
    MATHML_TEXT_INTEGRATION_POINT,
    SVG_HTML_INTEGRATION_POINT,
)
from absolutize.trees.protocol import Tree

NAMESPACES = {uri: name for name, uri in NAMESPACE_URIS.items()}
# namespaces by the elements that begin foreign content
FOREIGN_NAMES = {name.decode(): namespace for name, namespace in namespaces.FOREIGN_ROOTS.items()}
# elements whose content is text (13.2.5.2-5), in which some builders make elements: of a head, and others
TEXT_IN_HEAD = frozenset({"noframes", "script", "style", "title"})
_TEXT_ELEMENTS = TEXT_IN_HEAD | {"iframe", "noembed", "plaintext", "textarea", "xmp"}
_OF_FONT = frozenset({"color", "face", "size"})  # with one of which it ends svg and math


def attribute_of(tree: Tree, element: Any, name: str) -> str | None:  # noqa: ANN401
    """Give the value of an attribute, by its name as HTML tokenizes it; ``None``: there is none."""
    return next((value for _, other, value in tree.attributes(element) if other == name), None)


class Around(NamedTuple):
    """What surrounds content: a foreign root (``""``: in HTML), what a browser skips, raw text.

    ``enclosed``: in svg or math, though HTML may be in there again.
    """

    foreign: str = ""
    inert: bool = False
    text: bool = False
    enclosed: bool = False


class Nesting:
    """What surrounds the elements of a tree, found once for each: a document may be deep."""

    def __init__(self, tree: Tree) -> None:
        self._tree = tree
        self._inside: dict[int, tuple[Any, Around]] = {}  # by id; elements of bs4 are equal if alike
        self._around: dict[int, tuple[Any, Around]] = {}  # of elements in svg and math without a namespace

    def around(self, element: Any) -> Around:  # noqa: ANN401
        """Give what surrounds an element."""
        around = self.around_content_of(self._tree.parent(element))
        return self._around.get(id(element), (element, around))[1]

    def around_content_of(self, element: Any) -> Around:  # noqa: ANN401
        """Give what surrounds the content of an element; ``None`` is the document."""
        unknown: list[Any] = []
        while element is not None and id(element) not in self._inside:
            unknown.append(element)
            element = self._tree.parent(element)
        around = Around() if element is None else self._inside[id(element)][1]
        for inner in reversed(unknown):
            if id(inner) not in self._inside:
                is_in_html = not around.enclosed
                around = self._enter(inner, around)
                self._inside[id(inner)] = inner, around
                if is_in_html and around.enclosed and self._tree.namespace(inner) is None:
                    self._read_in_order(inner)
            around = self._inside[id(inner)][1]
        return around

    def namespace(self, element: Any) -> str:  # noqa: ANN401
        """Give an element's namespace: one of `NAMESPACES` by its name there, any other by its URI.

        If the tree does not know it, it follows from what surrounds the element (13.2.6.5).
        """
        return self._namespace(element, self.around(element))

    def is_html(self, element: Any) -> bool:  # noqa: ANN401
        """Whether an element is HTML's."""
        return self.namespace(element) == HTML

    def is_skipped(self, element: Any) -> bool:  # noqa: ANN401
        """Whether browsers with scripts have no such element in the document: it is in a template or text."""
        around = self.around(element)
        return around.inert or around.text

    def _read_in_order(self, root: Any) -> None:  # noqa: ANN401
        """Find what surrounds everything in svg or math: an element of HTML ends these for what is behind it.

        Builders that know no namespaces leave both in the same element.
        """
        for node in self._tree.descendants(root):
            parent = self._tree.parent(node)
            around = self._inside[id(parent)][1]
            if around.foreign and self._breaks_out(node):
                around = self._end_foreign(parent)
            self._around[id(node)] = node, around
            if self._tree.name(node) != COMMENT_ELEMENT:
                self._inside[id(node)] = node, self._enter(node, around)

    def _end_foreign(self, element: Any) -> Around:  # noqa: ANN401
        """End svg and math, up to what has HTML for its content (13.2.6.5); return what surrounds that."""
        ended: list[Any] = []
        while element is not None and self._inside[id(element)][1].foreign:
            ended.append(element)
            element = self._tree.parent(element)
        around = Around() if element is None else self._inside[id(element)][1]
        self._inside.update((id(each), (each, around)) for each in ended)
        return around

    def _breaks_out(self, element: Any) -> bool:  # noqa: ANN401
        """Whether an element ends svg and math around it (13.2.6.5, "whose tag name is one of")."""
        name = utf_8(self._tree.name(element))
        has_any = name == b"font" and {name for _, name, _ in self._tree.attributes(element)} & _OF_FONT
        return name in BREAKOUT or bool(has_any)

    def _namespace(self, element: Any, around: Around) -> str:  # noqa: ANN401
        known = self._tree.namespace(element)
        if known is not None:
            return NAMESPACES.get(known, known)
        name = self._tree.name(element)
        if name in FOREIGN_NAMES:
            return FOREIGN_NAMES[name]
        is_html = not around.foreign or self._breaks_out(element)
        return HTML if is_html else FOREIGN_NAMES[around.foreign]

    def _enter(self, element: Any, around: Around) -> Around:  # noqa: ANN401
        name = self._tree.name(element)
        is_html = self._namespace(element, around) == HTML
        is_root = name in FOREIGN_NAMES
        holds_html = is_html or _is_integration_point(self._tree, element, around.foreign)
        foreign = name if is_root else "" if holds_html else around.foreign
        inert = around.inert or (is_html and name in INERT_ELEMENTS)
        text = around.text or (is_html and name in _TEXT_ELEMENTS)
        return Around(foreign, inert, text, around.enclosed or is_root)


def _is_integration_point(tree: Tree, element: Any, foreign: str) -> bool:  # noqa: ANN401
    """Whether an element in that foreign root has HTML for its content (13.2.6)."""
    name = utf_8(tree.name(element))
    if foreign == "svg":
        return name in SVG_HTML_INTEGRATION_POINT
    if name != b"annotation-xml":
        return name in MATHML_TEXT_INTEGRATION_POINT
    return (attribute_of(tree, element, "encoding") or "").lower() in HTML_ENCODING
