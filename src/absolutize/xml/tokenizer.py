"""The start tags of an XML document, such as XHTML.

No element makes raw text of what follows it, CDATA sections are text, names are case-sensitive, and
namespaces are declared. It does not know which attributes hold links. Used by `xml.instructions` and
`xml.scanner`.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import NamedTuple

from absolutize.answer_cache import AnswerCache
from absolutize.html.grammar.internal_subset import DeclaredAttribute, entities_of_elements, internal_subset
from absolutize.html.grammar.namespaces import (
    FOREIGN_ATTRIBUTES_WITH_CAPITALS,
    HTML,
    MATHML,
    SVG,
    SVG_NAMES_WITH_CAPITALS,
)
from absolutize.html.grammar.productions import CDATA_SECTION, XML_COMMENT, XML_INSTRUCTION
from absolutize.html.grammar.start_tag import Attribute, StartTag, start_tag
from absolutize.html.grammar.xml_references import XmlReading, xml_reading
from absolutize.html.values import svg_text
from absolutize.patterns import compile_regex

# What does not end goes on to the end of input, so that nothing is read twice
_SPACE = "[ \t\n\r]*+"
_NAME = r"[A-Za-z_:\x80-\xff][A-Za-z0-9_:.\x80-\xff\-]*+"
_VALUE = r"""(?:"[^"<]*+"|'[^'<]*+'|[^ \t\n\r"'<>=]++)"""
_ATTRIBUTES = f"(?:{_SPACE}{_NAME}(?:{_SPACE}={_SPACE}{_VALUE})?+)*+{_SPACE}"
_LITERAL = r"""(?:"[^"]*+(?:"|\Z)|'[^']*+(?:'|\Z))"""
_SUBSET = rf"""\[(?:[^\]"'<]++|{_LITERAL}|<(?:{XML_COMMENT}|{XML_INSTRUCTION})?+)*+\]?+"""  # 2.8
XML_DECLARATION = rf"""!(?:[^>\["']++|"[^">]*+"?+|'[^'>]*+'?+|{_SUBSET})*+>?+"""
# A value holds no "<" (3.1), so what is no tag is read up to the next one, and no further
_TOKEN = compile_regex(
    f"<(?:{CDATA_SECTION}|{XML_COMMENT}|{XML_INSTRUCTION}|{XML_DECLARATION}"
    f"|/({_NAME}){_SPACE}>|({_NAME}){_ATTRIBUTES}/?+>)".encode()
)
_NO_CHARACTER_DATA = compile_regex(f"<(?:{CDATA_SECTION}|{XML_COMMENT}|{XML_INSTRUCTION})".encode())
_SHORTEST_TAG = len("<a>")

_NAMESPACES = {
    b"http://www.w3.org/1999/xhtml": HTML,
    b"http://www.w3.org/2000/svg": SVG,
    b"http://www.w3.org/1998/Math/MathML": MATHML,
}
_ROOTS = {b"html": HTML, b"svg": SVG, b"math": MATHML}  # without a namespace
_XLINK = b"http://www.w3.org/1999/xlink"
_PREFIXES = {  # of attributes, as rows have them
    _XLINK: b"xlink:",
    b"http://www.w3.org/1999/02/22-rdf-syntax-ns#": b"rdf:",
    b"http://www.w3.org/2001/XMLSchema-instance": b"xsi:",
}
_WITH_CAPITALS = {name.lower(): name for name in FOREIGN_ATTRIBUTES_WITH_CAPITALS}
_OTHER = ""  # an unknown namespace
Namespaces = Mapping[bytes, bytes]  # by prefix, with "xmlns:" before it
_NONE_DECLARED: Namespaces = {}
_NO_VALUES: AbstractSet[int] = frozenset()


def _element_name(written: bytes) -> tuple[str, str]:
    name = written.decode("utf-8", "replace")
    return name, name.rpartition(":")[2]


_ELEMENT_NAMES = AnswerCache(_element_name, 1024)


class XmlTag(NamedTuple):
    """A start tag: where its name starts, the name as rows spell it, its attributes, with namespaces.

    In HTML, SVG and MathML, a name keeps capitals if no element there has that name; no row has it then.
    ``text``: the span of what is in a style or script element; ``unreadable``: where attribute values and
    text start that cannot be read. ``uri`` is the namespace; ``depth`` counts the elements around it;
    ``attributes`` have their names as they are written, with the usual prefixes of namespaces; ``element`` is
    the name of the tag as it is written, and the part of it behind the prefix.
    """

    position: int
    name: bytes
    tag: StartTag
    namespace: str
    text: tuple[int, int] | None
    unreadable: AbstractSet[int]
    uri: bytes
    depth: int
    attributes: Sequence[Attribute]
    element: tuple[str, str]


class _Open:
    """The elements that are open, and the namespaces that are declared."""

    def __init__(self) -> None:
        self._elements: list[tuple[bytes, Namespaces, bool]] = []
        self._count = Counter[bytes]()
        self._templates = 0
        self._declared = defaultdict[bytes, list[bytes]](list)  # for each prefix, the innermost last

    def declare(self, declared: Namespaces) -> None:
        """Add the namespaces that a start tag declares."""
        for prefix, namespace in declared.items():
            self._declared[prefix].append(namespace)

    def start(self, name: bytes, declared: Namespaces, *, is_template: bool) -> None:
        """Open an element, its namespaces declared."""
        self._elements.append((name, declared, is_template))
        self._count[name] += 1
        self._templates += is_template

    def end(self, name: bytes) -> None:
        """Close an element, and what is open in it."""
        while self._count[name]:
            last, declared, is_template = self._elements.pop()
            self._count[last] -= 1
            self._templates -= is_template
            for prefix in declared:
                self._declared[prefix].pop()
            if last == name:
                break

    def namespace(self, declaring: bytes) -> bytes | None:
        """Give the namespace that a prefix stands for."""
        declared = self._declared.get(declaring)
        return declared[-1] if declared else None

    @property
    def depth(self) -> int:
        """How many elements are open."""
        return len(self._elements)

    @property
    def is_inert(self) -> bool:
        """Whether a template is open: its contents are no part of the document."""
        return self._templates > 0


class XmlTokenizer:
    """A document: its bytes, and what it declares.

    Browsers stop where a document is not well-formed; this goes on as long as there are tags. Elements also
    have the attributes for which the document declares defaults.
    """

    def __init__(self, data: bytes, without_namespace: str = HTML) -> None:
        """Read the declarations; ``without_namespace``: that of elements without one ("": the root's)."""
        self._without_namespace = without_namespace
        self._html_below: int | None = None  # the depth of an element in which they are HTML's
        self._data = data
        self._declared = internal_subset(data)
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

    def tags(self) -> Iterator[XmlTag]:
        """List the start tags, in order. Linear in the length of the document; never raises."""
        opened = _Open()
        for match in _TOKEN.finditer(self._data):
            if match[1] is not None:
                opened.end(match[1])
                if self.outside is None and not opened.depth:
                    self.outside = match.end()
            elif match[2] is not None:
                start = start_tag(self._data, match.end(2))
                if start is not None:
                    yield self._tag(match, start, opened)
                    self.outside = None if opened.depth else match.end()

    def begin_html(self, depth: int) -> None:
        """Read elements without a namespace as HTML's, until the element of this depth ends."""
        self._html_below = depth

    def _tag(self, match: re.Match[bytes], start: StartTag, opened: _Open) -> XmlTag:
        written, position, is_inert = match[2], match.start(2), opened.is_inert
        if self._declared.attributes:
            start = self._with_defaults(written, start)
        declared = self._namespaces(start) if start.attributes else _NONE_DECLARED
        opened.declare(declared)
        prefix, _, local = written.rpartition(b":")
        uri = opened.namespace(b"xmlns:" + prefix.lower() if prefix else b"xmlns")
        depth = opened.depth
        if self._html_below is not None and depth <= self._html_below:
            self._html_below = None
        if depth == 0 and not prefix and uri is None:
            self._without_namespace = self._without_namespace or _ROOTS.get(local, _OTHER)
        namespace = self._namespace(uri, prefix, local)
        tag, spelled = self._with_names(start, namespace, opened) if start.attributes else (start, ())
        opened.start(written, declared, is_template=(namespace, local) == (HTML, b"template"))
        if start.self_closing:
            opened.end(written)
        if is_inert and (namespace, local) == (HTML, b"base"):
            namespace = _OTHER
        name = written.lower() if namespace == _OTHER else _row_name(local, namespace)
        text = self._text_of(local, match, namespace) if not tag.self_closing else None
        unreadable = self._unreadable(written, tag, text) if tag.attributes or text else _NO_VALUES
        element = _ELEMENT_NAMES[written]
        return XmlTag(position, name, tag, namespace, text, unreadable, uri or b"", depth, spelled, element)

    def _with_names(
        self, start: StartTag, namespace: str, opened: _Open
    ) -> tuple[StartTag, Sequence[Attribute]]:
        """Name the attributes of a tag as rows do; of other vocabularies than HTML also as written."""
        named = [_named(self._data, attribute, namespace, opened) for attribute in start.attributes]
        tag = start._replace(attributes=[attribute for attribute in named if attribute is not None])
        return tag, [] if namespace else [self._with_prefix(each, opened) for each in start.attributes]

    def _namespace(self, uri: bytes | None, prefix: bytes, local: bytes) -> str:
        """Find the namespace of an element; if none is declared, the default counts, but not for BASE."""
        if uri is None and not prefix:
            unnamed = self._without_namespace if self._html_below is None else HTML
            return _OTHER if local == b"base" else unnamed
        return _NAMESPACES.get(uri or b"", _OTHER)

    def _with_prefix(self, attribute: Attribute, opened: _Open) -> Attribute:
        """Name an attribute as it is written, with the usual prefix of its namespace."""
        spelled = self._spelled(attribute)
        prefix, colon, local = spelled.rpartition(b":")
        uri = opened.namespace(b"xmlns:" + prefix.lower()) if colon else None
        return attribute._replace(name=_PREFIXES.get(uri or b"", prefix + colon) + local)

    def _text_of(self, local: bytes, tag: re.Match[bytes], namespace: str) -> tuple[int, int] | None:
        """Give the span of the contents of a style or script element."""
        if local in svg_text.MARKUP_TEXT_ELEMENTS and namespace in {HTML, SVG}:
            return tag.end(), self._end_of_text(tag[2], tag.end())
        return None

    def _end_of_text(self, element: bytes, start: int) -> int:
        """Find where the content of an element ends; if it cannot be read, within the first tag in it.

        It can be read if no values are in it: elements in it are of its namespace, have no attributes, and
        are neither style nor script. So nothing is read twice.
        """
        opened, position, first = [element], start, 0
        for token in _TOKEN.finditer(self._data, start):
            if self._data.find(b"<", position, token.start()) >= 0:
                break
            position = token.end()
            first = first or (token.start() if token.lastindex else 0)
            if token[1] is not None:
                if token[1] != opened.pop():
                    return first + _SHORTEST_TAG
                if not opened:
                    return token.start()
            elif token[2] is not None:
                if not _is_bare(token, element):
                    return first + _SHORTEST_TAG
                if not token[0].endswith(b"/>"):
                    opened.append(token[2])
        if len(opened) > 1:
            return first + _SHORTEST_TAG
        stop = self._data.find(b"<", position)
        return len(self._data) if stop < 0 else stop

    def _with_defaults(self, element: bytes, tag: StartTag) -> StartTag:
        """Add the attributes that a tag lacks, and that have defaults (XML 1.0, 3.3.2)."""
        declared = self._declared.attributes.get(element)
        if not declared:
            return tag
        written = {self._spelled(attribute) for attribute in tag.attributes}
        added = (each.default for name, each in declared.items() if each.default and name not in written)
        return tag._replace(attributes=[*tag.attributes, *filter(None, added)])

    def _namespaces(self, start: StartTag) -> Namespaces:
        """List the namespaces that a tag declares (Namespaces in XML 1.0, 3)."""
        return {
            attribute.name: self.reading.attribute(self._characters(attribute.start, attribute.stop)).encode()
            for attribute in start.attributes
            if attribute.name == b"xmlns" or attribute.name.startswith(b"xmlns:")
        }

    def _unreadable(self, element: bytes, tag: StartTag, text: tuple[int, int] | None) -> AbstractSet[int]:
        """List the starts of values that cannot be read: an entity, white space or the length prevents it."""
        spans = [(attribute.start, attribute.stop) for attribute in tag.attributes]
        cut_off = self._declared.cut_off
        starts = {start for start, stop in spans if start in cut_off or not self.is_readable(start, stop)}
        if text is not None and not all(self.is_readable(*span) for span in self.character_data(*text)):
            starts.add(text[0])
        declared = self._declared.attributes.get(element)
        return starts.union(self._collapsing(declared, tag)) if declared else starts

    def character_data(self, start: int, stop: int) -> Iterator[tuple[int, int]]:
        """Give the spans of a text in which "&" begins a reference (XML 1.0, 2.4)."""
        for other in _NO_CHARACTER_DATA.finditer(self._data, start, stop):
            yield start, other.start()
            start = other.end()
        yield start, stop

    def is_readable(self, start: int, stop: int) -> bool:
        """Whether all entities in a span are known."""
        has_references = self._data.find(b"&", start, stop) >= 0
        return not has_references or self._read.is_readable(self._characters(start, stop))

    def _collapsing(self, declared: Mapping[bytes, DeclaredAttribute], tag: StartTag) -> Iterator[int]:
        """Give the values of tokens that would be read with fewer spaces than they are written with."""
        for attribute in tag.attributes:
            known = declared.get(self._spelled(attribute))
            if known is not None and known.has_tokens:
                value = self.reading.attribute(self._characters(attribute.start, attribute.stop))
                if "  " in value.strip(" "):
                    yield attribute.start

    def _spelled(self, attribute: Attribute) -> bytes:
        return self._data[attribute.position : attribute.position + len(attribute.name)]

    def _characters(self, start: int, stop: int) -> str:
        return self._data[start:stop].decode("latin-1")


def _row_name(local: bytes, namespace: str) -> bytes:
    """Name an element as rows do; a name in another case than the vocabulary's stays as it is."""
    return local.lower() if namespace == SVG and local in SVG_NAMES_WITH_CAPITALS else local


def _is_bare(tag: re.Match[bytes], around: bytes) -> bool:
    """Whether a tag has no attributes, is neither style nor script, and has the prefix of that around it."""
    prefix, _, local = tag[2].rpartition(b":")
    is_of_text = local in svg_text.MARKUP_TEXT_ELEMENTS or prefix != around.rpartition(b":")[0]
    return not is_of_text and not tag[0][len(tag[2]) + 1 :].strip(b" \t\n\r/>")


def _named(data: bytes, attribute: Attribute, namespace: str, opened: _Open) -> Attribute | None:
    """Name an attribute as rows do; ``None``: HTML, SVG and MathML spell no attribute in this case."""
    prefix, colon, local = attribute.name.rpartition(b":")
    if colon and opened.namespace(b"xmlns:" + prefix) == _XLINK:
        return attribute._replace(name=b"xlink:" + local)
    position, stop = attribute.position, attribute.position + len(attribute.name)
    if namespace == _OTHER:
        return attribute
    known = attribute.name if namespace == HTML else _WITH_CAPITALS.get(attribute.name, attribute.name)
    return attribute if data[position:stop] == known else None
