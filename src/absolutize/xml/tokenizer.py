"""The start tags of an XML document, such as XHTML.

No element makes raw text of what follows it, CDATA sections are text, names are case-sensitive, and
namespaces are declared. It does not know which attributes hold links. Used by `xml.scanner`.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import lru_cache
from typing import NamedTuple

from absolutize.html.grammar.internal_subset import DeclaredAttribute, entities_of_elements, internal_subset
from absolutize.html.grammar.namespaces import (
    FOREIGN_ATTRIBUTES_WITH_CAPITALS,
    FOREIGN_ROOTS,
    HTML,
    NAMESPACE_URIS,
    SVG,
    SVG_NAMES_WITH_CAPITALS,
    XLINK_NAMESPACE,
)
from absolutize.html.grammar.productions import (
    NO_CHARACTER_DATA,
    XML_ATTRIBUTE,
    XML_ATTRIBUTES,
    XML_DECLARATION,
    XML_END_TAG,
    XML_LOCAL_NAME,
    XML_NAME,
    XML_SPACES,
)
from absolutize.html.grammar.start_tag import Attribute, StartTag
from absolutize.html.grammar.xml_references import XmlReading, xml_reading
from absolutize.html.values import svg_text
from absolutize.patterns import compile_regex
from absolutize.xml.element_text import character_data, end_of_text_content
from absolutize.xml.open_elements import NONE_DECLARED, Namespaces, OpenXmlElements

# With the content and the end tag of an element that has no other in it (the last group is there then)
_TAG = compile_regex(
    f"<(?:{NO_CHARACTER_DATA}|{XML_DECLARATION}|{XML_END_TAG}"
    rf"|({XML_NAME})({XML_ATTRIBUTES})(?:(?:/>|>[^<]*+</\2{XML_SPACES}>)()|>))".encode()
)
_END_TAG, _EMPTY = 1, 4  # groups
_ATTRIBUTE = compile_regex(XML_ATTRIBUTE.encode())
_NO_VALUE = 1  # the last group is that of the name
_LOCAL_NAME = compile_regex(XML_LOCAL_NAME.encode())
_SLASH = ord("/")
_new = tuple.__new__  # quicker than a constructor, for each of many attributes

_NAMESPACES = {uri.encode(): name for name, uri in NAMESPACE_URIS.items()}
_ROOTS = {b"html": HTML, **FOREIGN_ROOTS}  # without a namespace
_XLINK = XLINK_NAMESPACE.encode()
_PREFIXES = {  # of attributes, as rows have them
    _XLINK: b"xlink:",
    b"http://www.w3.org/1999/02/22-rdf-syntax-ns#": b"rdf:",
    b"http://www.w3.org/2001/XMLSchema-instance": b"xsi:",
    b"http://www.idpf.org/2007/ops": b"epub:",
}
_WITH_CAPITALS = {name.lower(): name for name in FOREIGN_ATTRIBUTES_WITH_CAPITALS}
_OTHER = ""  # an unknown namespace
_NO_VALUES: AbstractSet[int] = frozenset()


class XmlElement(NamedTuple):
    """What the name of an element stands for, where it is.

    ``name`` is spelled as rows spell it: in HTML, SVG and MathML, a name keeps capitals if no element there
    has that name, and no row has it then. ``uri`` is the namespace; ``spelled`` is the name as it is written,
    and the part of it behind the prefix.
    """

    name: bytes
    namespace: str
    uri: bytes
    spelled: tuple[str, str]


class XmlTag(NamedTuple):
    """A start tag: where its name starts, its element, its attributes as rows name them.

    ``text``: the span of what is in a style or script element; ``unreadable``: where attribute values and
    text start that cannot be read. ``depth`` counts the elements around it; ``attributes`` have their names
    as they are written, with the usual prefixes of namespaces; those of ``tag`` have them as rows of HTML
    spell them. In HTML, SVG and MathML, both are the same.
    """

    position: int
    element: XmlElement
    tag: StartTag
    text: tuple[int, int] | None
    unreadable: AbstractSet[int]
    depth: int
    attributes: list[Attribute]


XmlToken = tuple[re.Match[bytes], XmlElement, int]
"""A start tag that is not read yet: its match, its element, how many elements are around it."""


def local_names(attributes: bytes) -> list[bytes]:
    """List the names of the attributes of a token in lower case, without their prefixes."""
    return _LOCAL_NAME.findall(attributes.lower())


class XmlTokenizer:
    """A document: its bytes, and what it declares.

    Browsers stop where a document is not well-formed; this goes on as long as there are tags. Elements also
    have the attributes for which the document declares defaults.
    """

    def __init__(self, data: bytes, *, xhtml: bool = True) -> None:
        """Read the declarations; ``xhtml``: elements without a namespace are HTML's, not the root's."""
        self._without_namespace, self._is_xhtml = HTML if xhtml else _OTHER, xhtml
        self._begins_html = False
        self._opened = OpenXmlElements()
        self._element = lru_cache(4096)(self._element_in)
        self._names = lru_cache(4096)(self._names_in)
        self._data = data
        self._declared = internal_subset(data)
        self.declares_attributes = bool(self._declared.attributes)  # which may have defaults
        self._read: XmlReading = xml_reading(self._declared, self._characters)
        self.reading = self._read.reading
        self.outside: int | None = 0  # where what is read now began, if it is outside the root element

    @property
    def has_defaults(self) -> bool:
        """Whether attributes may have values that are written in no tag."""
        declared = (each for attributes in self._declared.attributes.values() for each in attributes.values())
        return any(each.default is not None for each in declared)

    def entities_of_elements(self, *, has_attributes: bool) -> list[tuple[int, int]]:
        """List the spans of the entities that have elements, or elements with attributes, in them."""
        return entities_of_elements(self._data, self._declared, has_attributes=has_attributes)

    @property
    def declares_entities(self) -> bool:
        """Whether it declares entities, or may."""
        return bool(self._declared.entities) or not self._declared.is_complete

    def tokens(self) -> Iterator[XmlToken]:
        """List the start tags, in order. Linear in the length of the document; never raises.

        What is in a tag is not read: most tags of a document hold no link, and their names show it.
        """
        opened, element_in, declares = self._opened, self._element, self.declares_attributes
        for match in _TAG.finditer(self._data):
            group = match.lastindex
            if group is None:
                continue
            if group == _END_TAG:
                opened.end(match[1])
                if not opened.depth and self.outside is None:
                    self.outside = match.end()
                continue
            written, scope_around, depth = match[2], opened.scope, opened.depth
            declared = NONE_DECLARED
            if declares or b"xmlns" in match[3]:
                declared = self._namespaces(self._attributes(match))
                opened.declare(declared)
            if not depth:
                self._begin_root(written)
            element = element_in(opened.scope, written)
            yield match, element, depth
            if group != _EMPTY:
                is_template = element.namespace == HTML and element.name == b"template"
                is_html, self._begins_html = self._begins_html, False
                opened.start(written, declared, scope_around, is_template=is_template, is_html=is_html)
            elif declared:
                opened.undeclare(declared, scope_around)
            if not depth:
                self.outside = None if opened.depth else match.end()

    def has_attribute(self, token: XmlToken, uri: bytes, name: bytes) -> bool:
        """Whether the tag that was given last has an attribute of a namespace."""
        parted = (each.name.rpartition(b":") for each in self._attributes(token[0]))
        return any(
            local == name and prefix and self._opened.namespace(b"xmlns:" + prefix) == uri
            for prefix, _, local in parted
        )

    def begin_html(self, token: XmlToken) -> None:
        """Read elements without a namespace as HTML's that are in the element of the last token."""
        self._begins_html = token[0].lastindex != _EMPTY

    def read(self, token: XmlToken) -> XmlTag:
        """Read the token that was given last."""
        match, element, depth = token
        behind = match.end(3)
        is_self_closing = self._data[behind] == _SLASH
        stop = behind + 1 + is_self_closing
        is_of_text = element.name in svg_text.MARKUP_TEXT_ELEMENTS and element.namespace in {HTML, SVG}
        has_text = is_of_text and not is_self_closing
        text = (stop, end_of_text_content(self._data, match[2], stop)) if has_text else None
        written = self._attributes(match) if self.declares_attributes or match[3] else []
        named, spelled = self._with_names(written, element.namespace) if written else ([], [])
        is_simple = text is None and not self.declares_attributes and b"&" not in match[3]
        unreadable = _NO_VALUES if is_simple else self._unreadable(match[2], written, text)
        tag = StartTag(named, stop, is_self_closing)
        return XmlTag(match.start(2), element, tag, text, unreadable, depth, spelled or named)

    def _attributes(self, match: re.Match[bytes]) -> list[Attribute]:
        """List the attributes of a tag, and those that are declared for its element, as they are written."""
        attributes = list[Attribute]()
        for each in _ATTRIBUTE.finditer(self._data, *match.span(3)):
            group = each.lastindex or 0
            start, stop = (each.end(), each.end()) if group == _NO_VALUE else each.span(group)
            attributes.append(_new(Attribute, (each[1], each.start(1), start, stop)))
        return (
            [*attributes, *self._defaults(match[2], attributes)] if self.declares_attributes else attributes
        )

    def _begin_root(self, written: bytes) -> None:
        """If the root element has no namespace, its name may say which one elements without one have."""
        if self._without_namespace == _OTHER and not self._opened.namespace(b"xmlns"):
            self._without_namespace = _ROOTS.get(written, _OTHER)
            self._element.cache_clear()

    def _element_in(self, _scope: int, written: bytes) -> XmlElement:
        prefix, _, local = written.rpartition(b":")
        uri = self._opened.namespace(b"xmlns:" + prefix if prefix else b"xmlns")
        namespace = self._namespace(uri, prefix, local)
        if self._opened.is_inert and (namespace, local) == (HTML, b"base"):
            namespace = _OTHER
        name = written.lower() if namespace == _OTHER else _row_name(local, namespace)
        spelled = written.decode("utf-8", "replace")
        return XmlElement(name, namespace, uri or b"", (spelled, spelled.rpartition(":")[2]))

    def _namespace(self, uri: bytes | None, prefix: bytes, local: bytes) -> str:
        """Find the namespace of an element; if it has none, a default counts, but not for BASE.

        In XHTML, an element for which ``xmlns=""`` says so has none to a browser.
        """
        if uri or prefix:
            return _NAMESPACES.get(uri or b"", _OTHER)
        if local == b"base" or (self._is_xhtml and uri is not None):
            return _OTHER
        return HTML if self._opened.is_html else self._without_namespace

    def _with_names(
        self, attributes: Sequence[Attribute], namespace: str
    ) -> tuple[list[Attribute], list[Attribute]]:
        """Name attributes as rows do; of other vocabularies than HTML also as written."""
        scope, named, spelled = self._opened.scope, list[Attribute](), list[Attribute]()
        for name, *rest in attributes:
            in_row, usual = self._names(scope, namespace, name)
            if in_row is not None:
                named.append(_new(Attribute, (in_row, *rest)))
            if not namespace:
                spelled.append(_new(Attribute, (usual, *rest)))
        return named, spelled

    def _names_in(self, _scope: int, namespace: str, spelled: bytes) -> tuple[bytes | None, bytes]:
        """Name an attribute as rows do, and as it is written, with the usual prefix of its namespace.

        ``None``: HTML, SVG and MathML spell no attribute in this case.
        """
        prefix, colon, local = spelled.rpartition(b":")
        uri = self._opened.namespace(b"xmlns:" + prefix) if colon else None
        usual, name = _PREFIXES.get(uri or b"", prefix + colon) + local, spelled.lower()
        if uri == _XLINK:
            return b"xlink:" + local.lower(), usual
        if namespace == _OTHER:
            return name, usual
        known = name if namespace == HTML else _WITH_CAPITALS.get(name, name)
        return (name if spelled == known else None), usual

    def _defaults(self, element: bytes, attributes: list[Attribute]) -> list[Attribute]:
        """List the attributes that a tag lacks, and that have defaults (XML 1.0, 3.3.2)."""
        declared = self._declared.attributes.get(element, {})
        written = {attribute.name for attribute in attributes}
        defaults = ((name, each.default) for name, each in declared.items() if name not in written)
        return [default._replace(name=name) for name, default in defaults if default is not None]

    def _namespaces(self, attributes: Sequence[Attribute]) -> Namespaces:
        """List the namespaces that a tag declares (Namespaces in XML 1.0, 3)."""
        return {
            name: self.reading.attribute(self._characters(start, stop)).encode()
            for name, _, start, stop in attributes
            if name == b"xmlns" or name.startswith(b"xmlns:")
        }

    def _unreadable(
        self, element: bytes, attributes: list[Attribute], text: tuple[int, int] | None
    ) -> AbstractSet[int]:
        """List the starts of values that cannot be read: an entity, white space or the length prevents it."""
        spans = [(attribute.start, attribute.stop) for attribute in attributes]
        cut_off = self._declared.cut_off
        starts = {start for start, stop in spans if start in cut_off or not self.is_readable(start, stop)}
        if text is not None and not all(
            self.is_readable(*span) for span in character_data(self._data, *text)
        ):
            starts.add(text[0])
        declared = self._declared.attributes.get(element)
        return starts.union(self._collapsing(declared, attributes)) if declared else starts

    def is_readable(self, start: int, stop: int) -> bool:
        """Whether all entities in a span are known."""
        has_references = self._data.find(b"&", start, stop) >= 0
        return not has_references or self._read.is_readable(self._characters(start, stop))

    def _collapsing(
        self, declared: Mapping[bytes, DeclaredAttribute], attributes: list[Attribute]
    ) -> Iterator[int]:
        """Give the values of tokens that would be read with fewer spaces than they are written with."""
        for attribute in attributes:
            known = declared.get(attribute.name)
            if known is not None and known.has_tokens:
                value = self.reading.attribute(self._characters(attribute.start, attribute.stop))
                if "  " in value.strip(" "):
                    yield attribute.start

    def _characters(self, start: int, stop: int) -> str:
        return self._data[start:stop].decode("latin-1")


def _row_name(local: bytes, namespace: str) -> bytes:
    """Name an element as rows do; a name in another case than the vocabulary's stays as it is."""
    return local.lower() if namespace == SVG and local in SVG_NAMES_WITH_CAPITALS else local
