"""lxml's trees, seen through `trees.protocol`.

It does not know links. Used by `lxml`, `scrapy` and `trees.rewriter`.
"""

from collections import deque
from collections.abc import Iterable, Iterator
from functools import partial
from itertools import chain, islice
from typing import Any

from lxml import etree

from absolutize.answer_cache import AnswerCache
from absolutize.html.encodings.python_codecs import label_of_codec
from absolutize.html.grammar.namespaces import XLINK_NAMESPACE
from absolutize.html.link_table.rows import COMMENT_ELEMENT
from absolutize.trees.nesting import FOREIGN_NAMES
from absolutize.trees.protocol import (
    CandidateNode,
    LearnedNames,
    LearnedShape,
    XmlInstruction,
    XmlNode,
    XmlStart,
    XmlText,
)

XLINK_NAME = f"{{{XLINK_NAMESPACE}}}"
REMOVED_NAME = "absolutize-removed"  # a name for the moment in which an element is taken out
# lxml gives this encoding for bytes that declared none, for text that fits it, and for what a parser with
# this `encoding` read: which of these it was, cannot be known
UNCERTAIN = "ISO-8859-1"
_SET = etree._Element.set  # noqa: SLF001 -- that of lxml.html's elements takes longer
_new = tuple.__new__  # quicker than a constructor, for each of many elements
_TEXT: Any = etree._Element.text  # noqa: SLF001 -- objectify's elements have one that takes no text


def _attribute_name(key: str) -> str:
    return key.replace(XLINK_NAME, "xlink:").lower()


_NAMES = AnswerCache(_attribute_name, 4096)


class LxmlTree:
    """An lxml element or a whole tree."""

    escaped_attributes = frozenset({"action", "href", "src"})  # by HTML's serialiser, but for blanks in front
    refuses_controls = True

    def __init__(self, root: Any) -> None:  # noqa: ANN401
        self._root = root if isinstance(root, etree._Element) else root.getroot()  # noqa: SLF001 -- it has no other name
        self._top = self._root
        if self._root is not None:
            for ancestor in self._root.iterancestors():
                self._top = ancestor
        self.is_whole = self._top is self._root
        self._reads_siblings = self._root is not root and self.is_whole
        document = None if self._top is None else self._top.getroottree()
        self.is_xml = document is not None and not isinstance(document.parser, etree.HTMLParser)
        self.root_name, self.root_namespace = _parted(self._top) if self.is_xml else ("", "")
        self.encoding: str | None = None
        self.likely_encoding: str | None = _encoding(self._top)

    def whole(self) -> "LxmlTree":
        """Give the tree of the whole document, with what precedes and follows its root."""
        return LxmlTree(self._top.getroottree())

    def candidates(self, names: LearnedNames) -> list[CandidateNode]:
        """List the elements and comments of this part of the tree that matter, in its order."""
        candidates: list[CandidateNode] = []
        above = () if self._root is None else self._root.iterancestors()
        enclosed = any(self.name(each) in FOREIGN_NAMES for each in above)
        self._collect(iter(self.parts()), names, candidates, enclosed=enclosed)
        return candidates

    def _collect(
        self, nodes: Iterator[Any], names: LearnedNames, candidates: list[CandidateNode], *, enclosed: bool
    ) -> None:
        """List the candidates among nodes; those in svg and math are ``enclosed``."""
        shapes, irrelevant_elements = names.shapes, names.irrelevant_elements
        are_irrelevant = names.irrelevant_attributes.issuperset
        for node in nodes:
            tag, keys = node.tag, node.keys()
            if tag in irrelevant_elements and are_irrelevant(keys):
                continue
            if tag is etree.Comment:
                if names.is_conditional(node.text):
                    kind = names.comment.enclosed if enclosed else names.comment.kind
                    candidates.append(CandidateNode(node, kind, []))
                continue
            names_in_tree = (tag, *keys)
            linked, shape = shapes.get(names_in_tree) or self._learn(node, names_in_tree, names)
            matters = False
            if linked is None:
                if shape.is_root and not enclosed:
                    within = list(self.within(node))
                    self._collect(iter(within), names, candidates, enclosed=True)
                    deque(islice(nodes, len(within) - 1), maxlen=0)  # they are passed
                    continue
                linked, matters = shape.relevance[tuple(map(node.get, shape.asked))]
            left = []
            for key, attribute, stays, argument in linked:
                value = node.get(key)
                if not stays(value, argument):
                    left.append((key, attribute, value))
            if left or matters:
                candidates.append(
                    _new(CandidateNode, (node, shape.enclosed if enclosed else shape.kind, left))
                )

    def _learn(self, node: Any, names_in_tree: tuple[Any, ...], names: LearnedNames) -> LearnedShape:  # noqa: ANN401
        """Learn what an element is, and whether elements of its name do not matter without attributes."""
        name, (tag, *keys) = self.name(node), names_in_tree
        if names.is_irrelevant(name):
            names.irrelevant_elements.add(tag)
        attributes = [(key, self.attribute_name(key)) for key in keys]
        return names.learn(names_in_tree, name, self.namespace(node), attributes)

    def within(self, element: Any) -> Iterator[Any]:  # noqa: ANN401
        """Give an element, and the elements and comments in it."""
        return iter(element.iter(etree.Element, etree.Comment))

    def xml_nodes(self) -> Iterator[XmlNode | str | None]:
        """Give the nodes of the whole document; ``None`` ends an element, a str is markup without values."""
        before: list[Any] = []
        behind: list[Any] = []
        if self._reads_siblings:
            before, behind = list(self._top.itersiblings(preceding=True)), list(self._top.itersiblings())
        yield from map(_outside_root, reversed(before))
        top = self._top
        stack: list[tuple[Any, Iterator[Any]]] = [(top, top.iterchildren())]
        yield from self._started(top)
        while stack:
            node, children = stack[-1]
            child = next(children, None)
            if child is None:
                stack.pop()
                yield None
            elif isinstance(child.tag, str):
                stack.append((child, child.iterchildren()))
                yield from self._started(child)
                continue
            else:
                yield f"&{child.name};" if child.tag is etree.Entity else "<!---->"
            done = node if child is None else child
            if done is not top and done.tail:
                yield XmlText(done, done.tail, partial(_write_tail, done))
        yield from map(_outside_root, behind)

    def _started(self, node: Any) -> Iterator[XmlNode]:  # noqa: ANN401
        name, namespace = _parted(node)
        attributes = [(key, "", *_parted_name(key), value) for key, value in _items(node)]
        is_part = node is self._root and not self.is_whole
        remove = node.attrib.__delitem__
        yield XmlStart(
            node, node.prefix or "", name, namespace, attributes, partial(_write, node), remove, is_part
        )
        if node.text:
            yield XmlText(node, node.text, partial(_write, node))

    def parts(self) -> Iterator[Any]:
        """Give the elements and comments of this part of the tree, in its order.

        Comments may precede and follow the root: they belong to a whole tree, and not to an element.
        """
        if self._root is None:
            return iter(())
        within = self.within(self._root)
        if not self._reads_siblings:
            return within
        before = reversed(list(self._root.itersiblings(etree.Comment, preceding=True)))
        return chain(before, within, self._root.itersiblings(etree.Comment))

    def descendants(self, element: Any) -> Iterator[Any]:  # noqa: ANN401
        """Give the elements and comments in an element."""
        return iter(element.iterdescendants(etree.Element, etree.Comment))

    def document(self) -> Iterator[Any]:
        """Give the elements of the whole document that it is part of."""
        return _elements(self._top)

    def nodes(self) -> Iterator[tuple[Any, str | None]]:
        """Give the elements and comments of the whole document, those before its root, too, and its texts.

        A text comes with the element around it, all else with ``None``.
        """
        if self._top is None:
            return
        before = reversed(list(self._top.itersiblings(etree.Comment, preceding=True)))
        yield from ((comment, None) for comment in before)
        if not isinstance(self._top.tag, str):  # a comment or an instruction alone
            yield from ((comment, None) for comment in self._top.iter(etree.Comment))
            return
        for event, node in etree.iterwalk(self._top, events=("start", "end", "comment", "pi")):
            if event in {"start", "comment"}:
                yield node, None
            around, text = (node, node.text) if event == "start" else (node.getparent(), node.tail)
            if text and around is not None:
                yield around, text

    def name(self, element: Any) -> str:  # noqa: ANN401
        """Give an element's name, in lower case and without a namespace; that of a comment is ``!--``."""
        if element.tag is etree.Comment:
            return COMMENT_ELEMENT
        return str(element.tag).rpartition("}")[2].lower()

    def namespace(self, element: Any) -> str | None:  # noqa: ANN401
        """Give an element's namespace, if the parser knows it."""
        return str(element.tag)[1:].rpartition("}")[0] or None

    def parent(self, element: Any) -> Any | None:  # noqa: ANN401
        """Give the element around an element; ``None``: it is the outermost."""
        return element.getparent()

    def attributes(self, element: Any) -> list[tuple[str, str, str]]:  # noqa: ANN401
        """Give an element's attributes: key, name as HTML tokenizes it, value."""
        return [(key, self.attribute_name(key), value) for key, value in _items(element)]

    def attribute_name(self, key: str) -> str:
        """Give an attribute's name as HTML tokenizes it, whatever prefix XLink's namespace has."""
        return _NAMES[key]

    def write(self, element: Any, key: str, value: str) -> None:  # noqa: ANN401
        """Set an attribute; `ValueError` for control characters, and for a name that is none in XML."""
        _SET(element, key, value)

    def text(self, element: Any) -> str | None:  # noqa: ANN401
        """Give the text in an element or a comment; ``None`` if there is anything else in it."""
        if element.tag is etree.Comment:
            return str(element.text)
        return None if next(element.iterchildren(), None) is not None else element.text or ""

    def texts(self, element: Any) -> list[str] | None:  # noqa: ANN401
        """Give the texts in an element, which comments may divide; ``None`` if there is an element in it."""
        if next(element.iterchildren(etree.Element), None) is not None:
            return None
        return [text for text in (element.text, *(child.tail for child in element.iterchildren())) if text]

    def write_text(self, element: Any, text: str) -> None:  # noqa: ANN401
        """Set the text of an element or a comment; `ValueError` for control characters."""
        _write_text(element, text)

    def remove(self, attributes: Iterable[tuple[Any, str]]) -> None:
        """Remove attributes, and elements with their last one; their content and tails stay."""
        emptied: list[tuple[Any, str]] = []
        for element, key in attributes:
            del element.attrib[key]
            if not element.attrib and element.getparent() is not None:
                emptied.append((element, element.tag))
                element.tag = REMOVED_NAME
        if emptied:
            above = self._root.getparent()
            etree.strip_tags(self._root if above is None else above, REMOVED_NAME)
        for element, name in emptied:  # a caller that has the element knows it by its name
            element.tag = name

    def position(self, element: Any) -> tuple[int | None, None]:  # noqa: ANN401
        """Tell in which line of the source an element is, if the parser knows it."""
        line = element.sourceline
        return (int(line) if line else None), None


def _parted(element: Any) -> tuple[str, str]:  # noqa: ANN401
    """Split the name of an element into the name and the namespace."""
    return _parted_name(str(element.tag))


def _parted_name(key: str) -> tuple[str, str]:
    namespace, _, name = key.removeprefix("{").rpartition("}")
    return name, namespace


def _outside_root(node: Any) -> XmlInstruction | str:  # noqa: ANN401
    if node.tag is not etree.PI:
        return "<!---->"
    return XmlInstruction(node, node.target, node.text or "", partial(_write, node))


def _write(node: Any, key: str | None, value: str) -> None:  # noqa: ANN401
    """Set an attribute, or the text of an element or an instruction."""
    if key is None:
        _write_text(node, value)
    else:
        _SET(node, key, value)


def _write_text(node: Any, text: str) -> None:  # noqa: ANN401
    _refuse_controls(text)
    if isinstance(node.tag, str):
        _TEXT.__set__(node, text)
    else:
        node.text = text


def _write_tail(node: Any, _key: str | None, value: str) -> None:  # noqa: ANN401
    _refuse_controls(value)
    node.tail = value


def _refuse_controls(text: str) -> None:
    """Raise `ValueError` for control characters: lxml does so when it has removed the old text."""
    etree.Element("text").text = text


_MANY_ATTRIBUTES = 100
_ATTRIBUTES: Any = etree.XPath("@*")


def _items(element: Any) -> list[tuple[str, str]]:  # noqa: ANN401
    """List the attributes of an element: lxml looks for each among all, but not in XPath."""
    if len(element.attrib) < _MANY_ATTRIBUTES:
        return list(element.items())
    return [(each.attrname, str(each)) for each in _ATTRIBUTES(element)]


def _elements(root: Any) -> Iterator[Any]:  # noqa: ANN401
    return iter(()) if root is None else root.iter(etree.Element)


def _encoding(top: Any) -> str | None:  # noqa: ANN401
    tree = None if top is None else top.getroottree()
    encoding = None if tree is None or tree.getroot() is None else tree.docinfo.encoding
    return None if encoding is None or encoding.upper() == UNCERTAIN else label_of_codec(encoding)
