"""BeautifulSoup's trees, of every parser, seen through `trees.protocol`.

This and `trees.soup_pass` are the only modules that import BeautifulSoup. It does not know links. Used by
`trees.rewriter`.
"""

import copy
from collections.abc import Iterable, Iterator
from functools import partial
from itertools import chain
from typing import Any

from bs4 import BeautifulSoup, Tag
from bs4.element import (
    CData,
    Comment,
    NavigableString,
    PageElement,
    PreformattedString,
    ProcessingInstruction,
)

from absolutize.html.encodings.python_codecs import label_of_codec
from absolutize.html.link_table.rows import COMMENT_ELEMENT
from absolutize.patterns import compile_regex
from absolutize.trees.nesting import FOREIGN_NAMES
from absolutize.trees.protocol import (
    CandidateNode,
    LearnedNames,
    XmlInstruction,
    XmlNode,
    XmlStart,
    XmlText,
)
from absolutize.trees.soup_pass import SoupPass, as_tokenized, attribute_name, readable, value_text

_SET = dict.__setitem__  # bs4's own method checks the value
_PART = compile_regex("[^ \t\n\f\r]+")


class SoupTree:
    """A BeautifulSoup document or a tag in it.

    Users may put anything into tags: a name or a value that is no text is passed over.
    """

    escaped_attributes: frozenset[str] = frozenset()
    refuses_controls = False

    def __init__(self, root: Any) -> None:  # noqa: ANN401
        self._root = root
        self._top = root
        while self._top.parent is not None:
            self._top = self._top.parent
        self.is_whole = self._top is self._root
        self.is_xml = bool(self._top._is_xml)  # noqa: SLF001 -- a tag has no other; `is_xml` looks for an element
        first = next(_elements(self._top), None) if self.is_xml else None
        self.root_name = "" if first is None else str(first.name).rpartition(":")[2]
        self.root_namespace = "" if first is None else first.namespace or ""
        self._places: dict[int, dict[int, int]] = {}
        self.encoding: str | None = None
        self.likely_encoding: str | None = None
        if isinstance(self._top, BeautifulSoup):
            self.encoding = _label(self._top.original_encoding)

    def whole(self) -> "SoupTree":
        """Give the tree of the whole document."""
        return SoupTree(self._top)

    def candidates(self, names: LearnedNames) -> list[CandidateNode]:
        """List the elements and comments of this part of the tree that matter, in its order."""
        collecting = SoupPass(self, names, type(readable("", self._top.attrs)[1]))
        nodes = self._root.contents if isinstance(self._root, BeautifulSoup) else [self._root]
        enclosed = not self.is_whole and any(self.name(each) in FOREIGN_NAMES for each in self._root.parents)
        collecting.collect(nodes, enclosed=enclosed)
        return collecting.candidates

    def xml_nodes(self) -> Iterator[XmlNode | str | None]:
        """Give the nodes of the whole document; ``None`` ends an element, a str is markup without values."""
        opened: list[Tag] = []
        for node in _nodes(self._top):
            while opened and opened[-1] is not node.parent:
                opened.pop()
                yield None
            if isinstance(node, Tag):
                opened.append(node)
                yield self._started(node)
            elif isinstance(node, ProcessingInstruction):
                yield "<!---->" if opened else self._instruction(node)
            elif _is_text(node):
                yield XmlText(node.parent, str(node), partial(self._replace, node))
            else:
                yield "<!---->"
        yield from (None for _ in opened)

    def _started(self, tag: Tag) -> XmlStart:
        name = self.name(tag) if not isinstance(tag.name, str) else tag.name.rpartition(":")[2]
        attributes = [
            (key, *_parted(key), text)
            for key, _, text in self.attributes(tag)
            if key != "xmlns" and not key.startswith("xmlns:")
        ]
        is_part = tag is self._root and not self.is_whole
        write, remove = partial(_write, tag), tag.attrs.__delitem__
        return XmlStart(tag, tag.prefix or "", name, tag.namespace or "", attributes, write, remove, is_part)

    def parts(self) -> Iterator[PageElement]:
        """Give the elements and comments of this part of the tree, in its order."""
        return (node for node in _nodes(self._root) if isinstance(node, (Tag, Comment)))

    def descendants(self, element: Tag) -> Iterator[PageElement]:
        """Give the elements and comments in an element."""
        return (node for node in element.descendants if isinstance(node, (Tag, Comment)))

    def document(self) -> Iterator[Tag]:
        """Give the elements of the whole document that it is part of."""
        return _elements(self._top)

    def nodes(self) -> Iterator[tuple[Any, str | None]]:
        """Give the elements and comments of the whole document, those before its root, too, and its texts.

        A text comes with the element around it, all else with ``None``.
        """
        for node in _nodes(self._top):
            if isinstance(node, (Tag, Comment)):
                yield node, None
            elif not isinstance(node, PreformattedString):  # a doctype and the like
                yield node.parent, str(node)

    def name(self, element: Any) -> str:  # noqa: ANN401
        """Give an element's name, in lower case and without a namespace; that of a comment is ``!--``."""
        if isinstance(element, Comment):
            return COMMENT_ELEMENT
        name = element.name.lower() if isinstance(element.name, str) else ""
        return name.rpartition(":")[2] if element.prefix else name

    def namespace(self, element: Tag) -> str | None:
        """Give an element's namespace, if the builder knows it."""
        return element.namespace or None

    def parent(self, element: Tag) -> Tag | None:
        """Give the element around an element; ``None``: it is the outermost."""
        return element.parent

    def attributes(self, element: Tag) -> list[tuple[str, str, str]]:
        """Give an element's attributes: key, name as HTML tokenizes it, value."""
        attributes = element.attrs if isinstance(element.attrs, dict) else {}
        return _texts(
            (key, attribute_name(key), value) for key, value in attributes.items() if isinstance(key, str)
        )

    def write(self, element: Tag, key: str, value: str) -> None:
        """Set an attribute; one that was a list stays one."""
        attributes = element.attrs
        written: Any = value
        if type(attributes[key]) is not str and isinstance(attributes[key], list):
            written = copy.copy(attributes[key])
            written[:] = _PART.findall(value)
        _SET(attributes, key, written)

    def text(self, element: Any) -> str | None:  # noqa: ANN401
        """Give the text in an element or a comment; ``None`` if there is anything else in it."""
        if isinstance(element, Comment):
            return as_tokenized(str(element))
        is_text = all(isinstance(child, NavigableString) and _is_text(child) for child in element.contents)
        return as_tokenized("".join(map(str, element.contents))) if is_text else None

    def texts(self, element: Tag) -> list[str] | None:
        """Give the texts in an element, which comments may divide; ``None`` if there is an element in it."""
        if any(isinstance(child, Tag) for child in element.contents):
            return None
        return [as_tokenized(str(child)) for child in element.contents if _is_text(child)]

    def write_text(self, element: Any, text: str) -> None:  # noqa: ANN401
        """Set the text of an element or a comment; its class is that of the old text."""
        if isinstance(element, Comment):
            self._replace(element, None, text)
        else:
            written = type(element.contents[0])(text)
            element.clear()
            element.append(written)  # bs4 copies what is set as ``string``

    def _instruction(self, node: ProcessingInstruction) -> XmlInstruction:
        target, space, data = str(node).partition(" ")
        write = partial(self._replace, node)
        return XmlInstruction(node, target, data, lambda key, text: write(key, f"{target}{space}{text}"))

    def _replace(self, node: Any, _key: str | None, text: str) -> None:  # noqa: ANN401
        """Replace a text by another one of the same class."""
        index, parent = self._index(node), node.parent
        node.extract(index)
        parent.insert(index, type(node)(text))

    def _index(self, node: PageElement) -> int:
        """Find where a node is among its siblings: bs4 looks through all, for each of them."""
        key = id(node.parent)
        if key not in self._places:
            self._places[key] = _indices([node])
        return self._places[key][id(node)]

    def remove(self, attributes: Iterable[tuple[Tag, str]]) -> None:
        """Remove attributes, each of an element by its key, and elements with their last one."""
        emptied: list[Tag] = []
        for element, key in attributes:
            del element.attrs[key]
            if not element.attrs and element.parent is not None:
                emptied.append(element)
        indices = _indices(emptied)
        for element in reversed(emptied):  # an index holds as long as nothing before it goes
            if element.contents:
                element.unwrap()
            else:
                element.extract(indices[id(element)])

    def position(self, element: Any) -> tuple[int | None, int | None]:  # noqa: ANN401
        """Tell the line and the column of an element in the source, from 1, if the builder knows them."""
        if not isinstance(element, Tag) or element.sourceline is None:
            return None, None
        column = element.sourcepos
        return element.sourceline, None if column is None else column + 1


def _texts(attributes: Iterable[tuple[str, str, Any]]) -> list[tuple[str, str, str]]:
    """Read the values of attributes as text, and leave out those that are no text."""
    texts = ((key, attribute, value_text(value)) for key, attribute, value in attributes)
    return [(key, attribute, as_tokenized(text)) for key, attribute, text in texts if text is not None]


def _parted(key: str) -> tuple[str, str, str]:
    """Split the key of an attribute into prefix, name and namespace."""
    prefix, _, name = key.rpartition(":")
    return prefix, name, getattr(key, "namespace", None) or ""


def _write(tag: Tag, key: str | None, value: str) -> None:
    tag.attrs[key or ""] = value


def _is_text(node: PageElement) -> bool:
    return isinstance(node, CData) or not isinstance(node, PreformattedString)


def _label(encoding: object) -> str | None:
    """Read the label of an encoding, or the name of a codec: all labels are ASCII (Encoding Standard 4.2)."""
    return label_of_codec(encoding) if isinstance(encoding, str) and encoding.isascii() else None


def _indices(elements: Iterable[PageElement]) -> dict[int, int]:
    """Find, by id, where elements and their siblings are: bs4 looks through all, for each of them."""
    parents = {id(element.parent): element.parent for element in elements}
    return {
        id(child): index
        for parent in parents.values()
        if parent is not None
        for index, child in enumerate(parent.contents)
    }


def _elements(root: Tag) -> Iterator[Tag]:
    return (node for node in _nodes(root) if isinstance(node, Tag))


def _nodes(root: Tag) -> Iterator[PageElement]:
    return root.descendants if isinstance(root, BeautifulSoup) else chain((root,), root.descendants)
