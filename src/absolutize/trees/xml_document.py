"""Trees of XML: a tree is written as a document, with the span of each value, and that is read as bytes are.

So the rows, the bases and the instructions of XML are those of bytes, and changed values are set in the tree.
This module does not know which library built the tree, and decides nothing itself. Used by `trees.rewriter`.
"""

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import cached_property
from itertools import groupby
from typing import Any, NamedTuple

from absolutize.base import BaseURI
from absolutize.edits import Edit, apply_edits
from absolutize.engine import lister, rewriter
from absolutize.engine.link import Link
from absolutize.html.document.document import document_of
from absolutize.html.grammar.character_references import utf_8
from absolutize.html.grammar.namespaces import HTML, MATHML, NAMESPACE_URIS, SVG
from absolutize.options import Context, Policies
from absolutize.patterns import compile_regex
from absolutize.trees.protocol import Tree, XmlInstruction, XmlNode, XmlStart, XmlText
from absolutize.xml.vocabularies import TEMPLATE_VERSION, VOCABULARIES

XML_NAMESPACE = "http://www.w3.org/XML/1998/namespace"
_DECLARATION = '<?xml version="1.0"?>'
_NO_NAME = compile_regex(r"[^\w.\-]|\A[^A-Za-z_\x80-\U0010ffff]")
_IN_ATTRIBUTE, _IN_TEXT = compile_regex('[&<>"\t\n\r]'), compile_regex("[&<>\r]")
_READING = document_of("", syntax="xml").reading
_HREF = "href"  # the attribute of BASE, without which the element has no use
_BASE, _LINK = (NAMESPACE_URIS[HTML], "base"), "a"


class _Value(NamedTuple):
    """Where a value is in the document, and the node and attribute that it is of."""

    start: int
    stop: int
    node: XmlNode
    attribute: str | None  # as the tree calls it

    def read(self, written: str) -> str:
        """Decode what is written for the value."""
        if isinstance(self.node, XmlInstruction):
            return written
        is_text = self.attribute is None
        return _READING.text_offsets(written)[0] if is_text else _READING.attribute(written)


class XmlTreeDocument:
    """A tree of XML, and the document that it is written as."""

    def __init__(self, tree: Tree, *, uses_base: bool = True, notes_markup: bool = False) -> None:
        """Write a tree; without ``uses_base`` as if each BASE of HTML were a common link.

        ``notes_markup``: whether the places of nodes but texts are kept, with the elements around them.
        """
        self._tree = tree
        self._uses_base, self._notes_markup = uses_base, notes_markup
        self._pieces: list[bytes] = []
        self._size = 0
        self._values: list[_Value] = []
        self._places_of_markup: dict[int, XmlStart] = {}
        self._within = (0, 0)  # the part of the tree that was given
        self._removed: list[tuple[Any, str]] = []  # the href of each BASE that is to be removed
        self._write(_DECLARATION)
        self._write_nodes(tree.xml_nodes())
        self.text = b"".join(self._pieces).decode("utf-8", "surrogatepass")

    def rewrite(self, context: Context, policies: Policies, *, is_alone: bool = False) -> None:
        """Make its references absolute, in the tree.

        ``is_alone``: whether what is around a part of the tree does not matter afterwards.
        """
        policies = policies if is_alone else self._keeping_base(context, policies)
        result = rewriter.rewrite_document(self.text, self._known(context), policies, recorded=True)
        document = utf_8(self.text)
        for value, edits in groupby(result.edits, lambda edit: self._value_at(edit.stop)):
            if value is not None:
                self._set(value, list(edits), document)
        self._tree.remove(self._removed)

    def links(self, context: Context, policies: Policies) -> Iterator[Link]:
        """List its references."""
        policies = self._keeping_base(context, policies)
        document, _, outcomes = lister.decide_document(self.text, self._known(context), policies)
        make = lister.LinkMaker(document, placed=False).link
        for outcome in outcomes:
            value = self._value_at(outcome.span.start) or self._value_behind_markup(outcome.span.start)
            if value is not None:
                link = make(outcome)
                line, column = self._tree.position(value.node.node)
                raw = value.read(link.raw)
                yield link._replace(raw=raw, line=line, column=column, node=value.node.node)

    def base(self, context: Context, policies: Policies) -> BaseURI:
        """Establish its base URI."""
        return rewriter.base_of_document(self.text, self._known(context), policies)

    def _keeping_base(self, context: Context, policies: Policies) -> Policies:
        """Let a BASE in a part of the tree stay, if it governs references outside of that part."""
        if self._tree.is_whole or not policies.removes_base:
            return policies
        if not any(self._is_inside(value) and _is_href_of_base(value) for value in self._values):
            return policies
        edits = rewriter.rewrite_document(self.text, self._known(context), policies, recorded=True).edits
        is_needed = any(self._is_governed(self._at(edit.stop)) for edit in edits)
        return policies._replace(base_element="absolute") if is_needed else policies

    def _is_governed(self, value: _Value | None) -> bool:
        """Whether a value is outside of the part, and has references that BASE governs."""
        if value is None or self._is_inside(value) or _is_href_of_base(value):
            return False
        return not isinstance(value.node, XmlInstruction) or value.start > self._within[0]

    def _known(self, context: Context) -> Context:
        """Add the encoding that the tree came in, in which queries are read."""
        charset = context.charset or self._tree.encoding or self._tree.likely_encoding
        return context._replace(charset=charset, read_as="xml")

    def _set(self, value: _Value, edits: list[Edit], document: bytes) -> None:
        """Set a value of the tree; an attribute that is cut out is removed, that of BASE with its element."""
        start, stop, node, attribute = value
        if isinstance(node, XmlStart) and attribute is not None and edits[0].start < start:
            if attribute == _HREF:
                self._removed.append((node.node, attribute))
            else:
                node.remove(attribute)
            return
        local_edits = (edit._replace(start=edit.start - start, stop=edit.stop - start) for edit in edits)
        written = apply_edits(document[start:stop], local_edits).decode("utf-8", "surrogatepass")
        with suppress(ValueError):  # lxml takes no control characters
            node.write(attribute, value.read(written))

    def _at(self, position: int) -> _Value | None:
        """Give the value that begins at or before an offset."""
        index = bisect_right(self._values, position, key=lambda value: value.start) - 1
        return self._values[index] if index >= 0 else None

    def _value_at(self, position: int) -> _Value | None:
        """Give the value at an offset, if it is in the part of the tree that was given."""
        value = self._at(position)
        # + 1: the edit that cuts an attribute out ends behind its quotation mark
        is_there = value is not None and self._is_inside(value) and position <= value.stop + 1
        return value if is_there else None

    def _is_inside(self, value: _Value) -> bool:
        """Whether a value is in the part of the tree that was given."""
        first, last = self._within
        return first <= value.start < last

    def _value_behind_markup(self, position: int) -> _Value | None:
        """Give the value that begins with an element, a comment or an entity: it is in several nodes."""
        first, last = self._within
        element = self._elements_with_markup.get(position) if first <= position < last else None
        return None if element is None else _Value(position, position, element, None)

    @cached_property
    def _elements_with_markup(self) -> dict[int, XmlStart]:
        """The elements by the places of what is in them but texts: the tree is read again, but seldom."""
        again = XmlTreeDocument(self._tree, uses_base=self._uses_base, notes_markup=True)
        return again._places_of_markup

    # the document is written

    def _write(self, text: str) -> None:
        data = utf_8(text)
        self._pieces.append(data)
        self._size += len(data)

    def _write_value(self, node: XmlNode, attribute: str | None, text: str) -> None:
        start = self._size
        self._write(text)
        self._values.append(_Value(start, self._size, node, attribute))

    def _write_nodes(self, nodes: Iterable[XmlNode | str | None]) -> None:
        """Write elements, texts and instructions; a str is markup without values, None ends an element."""
        opened: list[tuple[str, XmlStart]] = []
        namespaces, depth_of_part = _Namespaces(), -1
        for node in nodes:
            if self._notes_markup and opened and isinstance(node, (XmlStart, str)):
                self._places_of_markup[self._size] = opened[-1][1]
            if isinstance(node, XmlStart):
                if node.is_part:
                    self._within, depth_of_part = (self._size, -1), len(opened)
                opened.append((self._write_start(node, namespaces), node))
            elif node is None:
                self._write(f"</{opened.pop()[0]}>")
                namespaces.leave()
                if len(opened) == depth_of_part:
                    self._within, depth_of_part = (self._within[0], self._size), -1
            elif isinstance(node, str):
                self._write(node)
            elif isinstance(node, XmlText):
                self._write_value(node, None, _IN_TEXT.sub(_reference, node.text))
            else:
                self._write(f"<?{node.target} ")
                self._write_value(node, None, node.data)
                self._write("?>")
        if self._within == (0, 0):
            self._within = 0, self._size

    def _write_start(self, node: XmlStart, namespaces: "_Namespaces") -> str:
        """Write a start tag, and declare the namespaces that it needs."""
        namespaces.enter()
        is_ignored = not self._uses_base and (node.namespace, node.name) == _BASE
        written = namespaces.element(node.prefix, _LINK if is_ignored else node.name, node.namespace)
        attributes = [
            (key, namespaces.attribute(prefix, name, uri), value)
            for key, prefix, name, uri, value in node.attributes
        ]
        self._write(f"<{written}")
        for prefix in namespaces.declared:
            uri = namespaces.known[prefix]
            self._write(f' xmlns{":" if prefix else ""}{prefix}="{_escaped(uri)}"')
        for key, name, value in attributes:
            self._write(f' {name}="')
            self._write_value(node, key, _escaped(value))
            self._write('"')
        self._write(">")
        return written


class _Namespaces:
    """The prefixes that are known at the place of writing, and those that the last element declares.

    Each is found at once, however many there are: an element may have a million attributes, each of another
    namespace, and as many around it.
    """

    def __init__(self) -> None:
        self.known = {"": "", "xml": XML_NAMESPACE}
        self._prefixes = {XML_NAMESPACE: "xml"}  # the last prefix that was declared for each, known or not
        self._before: list[dict[str, str | None]] = []  # what the declared prefixes meant before
        self._made = 0

    @property
    def declared(self) -> Iterable[str]:
        """The prefixes that the element declares."""
        return self._before[-1]

    def enter(self) -> None:
        """Begin an element."""
        self._before.append({})

    def leave(self) -> None:
        """End an element, and its declarations."""
        for prefix, uri in self._before.pop().items():
            if uri is None:
                del self.known[prefix]
            else:
                self.known[prefix] = uri

    def element(self, prefix: str, name: str, uri: str) -> str:
        """Spell the name of an element with a prefix that stands for its namespace."""
        return _qualified(self._declare(prefix, uri), name)

    def attribute(self, prefix: str, name: str, uri: str) -> str:
        """Spell the name of an attribute: without a prefix, it has no namespace."""
        if not uri:
            return _qualified(prefix, name)
        if not prefix or self.known.get(prefix, uri) != uri:
            prefix = self._prefixes.get(uri, "")
        if not prefix or self.known.get(prefix) != uri:
            prefix = self._new_prefix()
        return _qualified(self._declare(prefix, uri), name)

    def _new_prefix(self) -> str:
        while True:
            self._made += 1
            if f"ns{self._made}" not in self.known:
                return f"ns{self._made}"

    def _declare(self, prefix: str, uri: str) -> str:
        """Declare a prefix for a namespace, unless that is known; another one, if the prefix is taken."""
        if self.known.get(prefix) == uri:
            return prefix
        if prefix in self.declared:
            prefix = self._new_prefix()
        self._before[-1][prefix] = self.known.get(prefix)
        self.known[prefix] = uri
        if prefix:
            self._prefixes[uri] = prefix
        return prefix


def _is_href_of_base(value: _Value) -> bool:
    """Whether a value is the href of a BASE."""
    node = value.node
    return value.attribute == _HREF and isinstance(node, XmlStart) and (node.namespace, node.name) == _BASE


def _qualified(prefix: str, name: str) -> str:
    local = _NO_NAME.sub("_", name) or "_"
    return f"{prefix}:{local}" if prefix else local


def _escaped(text: str) -> str:
    return _IN_ATTRIBUTE.sub(_reference, text)


def _reference(match: re.Match[str]) -> str:
    return f"&#{ord(match[0])};"


def xml_document_of(tree: Tree, context: Context, *, uses_base: bool = True) -> XmlTreeDocument | None:
    """Write a tree as XML, without ``uses_base`` as if it had no BASE; ``None``: it is, or is read as, HTML.

    The caller's choice counts, or else the root element, as for bytes; svg that was parsed as XML is XML, and
    so is a style sheet of XSLT that is an element of HTML.
    `ValueError` if the tree cannot be read as the caller says.
    """
    if context.read_as == "css" or (context.read_as == "xml" and not tree.is_xml):
        message = f"read_as {context.read_as!r}: the tree was parsed as {'XML' if tree.is_xml else 'HTML'}"
        raise ValueError(message)
    if not tree.is_xml or not tree.root_name:
        return None
    is_shown = (VOCABULARIES.get(tree.root_namespace), tree.root_name) in {(SVG, "svg"), (MATHML, "math")}
    root = f'<{tree.root_name} xmlns="{_escaped(tree.root_namespace)}">'
    is_asked = context.read_as is not None or context.media_type is not None
    is_xml = context.syntax_of(root) == "xml" or (not is_asked and (is_shown or _is_template(tree)))
    return XmlTreeDocument(tree, uses_base=uses_base) if is_xml else None


def _is_template(tree: Tree) -> bool:
    """Whether the root element is a style sheet of XSLT, with a version of it."""
    root = next((node for node in tree.xml_nodes() if isinstance(node, XmlStart)), None)
    return root is not None and any((uri, name) == TEMPLATE_VERSION for _, _, name, uri, _ in root.attributes)
