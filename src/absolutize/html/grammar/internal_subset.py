"""What the internal subset of a document type declares: entities, and attributes with their defaults.

Nothing external is ever fetched, as in browsers; where a parameter entity is used, what it declares is not
known. It does not expand an entity. Used by `html.document.base_element`, `html.document.document`,
`html.grammar.xml_references` and `xml.tokenizer`.
"""

import re
from collections.abc import Iterator, Mapping
from collections.abc import Set as AbstractSet
from typing import NamedTuple

from absolutize.html.grammar.productions import XML_COMMENT, XML_INSTRUCTION, XML_LITERAL, XML_NAME
from absolutize.html.grammar.start_tag import Attribute
from absolutize.patterns import compile_regex

# Whatever does not end goes on to the end of input, so that nothing is read twice
_SPACE = rb"[ \t\n\r]"
_NAME, _LITERAL = XML_NAME.encode(), XML_LITERAL.encode()
_NO_DECLARATION = f"<(?:{XML_COMMENT}|{XML_INSTRUCTION})".encode()
_PROLOG = rb"(?:\xEF\xBB\xBF)?+(?:%b|%b)*+" % (_SPACE, _NO_DECLARATION)
_PUBLIC = rb"PUBLIC%b++(?P<public>%b)%b*+%b?+" % (_SPACE, _LITERAL, _SPACE, _LITERAL)
_IDENTIFIERS = rb"(?:%b++(?:%b|SYSTEM%b*+%b))?+" % (_SPACE, _PUBLIC, _SPACE, _LITERAL)
# XML 1.0, 2.8: the document type, up to its internal subset; the contents of the internal subset
_DOCTYPE = compile_regex(
    rb"%b<!DOCTYPE%b++%b%b%b*+(?P<subset>\[)?" % (_PROLOG, _SPACE, _NAME, _IDENTIFIERS, _SPACE)
)
_IN_SUBSET = compile_regex(
    rb"""%b|(?P<declaration><!(?:[^>"']++|%b)*+>?+)|(?P<parameter>%%)|(?P<end>\])"""
    % (_NO_DECLARATION, _LITERAL)
)
# 4.2: an entity, and its literal if it has one; 3.3: attributes of an element
_ENTITY = compile_regex(rb"<!ENTITY%b++(?P<name>%b)%b++(?P<value>%b)?+" % (_SPACE, _NAME, _SPACE, _LITERAL))
_ATTLIST = compile_regex(rb"<!ATTLIST%b++(?P<element>%b)" % (_SPACE, _NAME))
_TYPE = rb"(?:(?P<characters>CDATA)|(?:NOTATION%b*+)?+\([^()]*+\)|[A-Z]++)" % _SPACE
_DEFAULT = rb"(?:#REQUIRED|#IMPLIED|(?:#FIXED%b++)?+(?P<default>%b))" % (_SPACE, _LITERAL)
_ATTRIBUTE = compile_regex(
    rb"(?<![A-Za-z0-9_:.\x80-\xff\-])(?P<name>%b)%b++%b%b*+%b" % (_NAME, _SPACE, _TYPE, _SPACE, _DEFAULT)
)
_MOST_DEFAULTS = 64  # declared attributes of an element that are read: all are looked up at each of its tags
MOST_DEFAULT_BYTES = 1 << 14  # of their names and defaults, which are read at each of these tags, too

# HTML Standard 14.2: documents of these have HTML's entities
_XHTML = frozenset(
    f"-//{identifier}//EN".encode()
    for identifier in (
        *(f"W3C//DTD XHTML 1.0 {name}" for name in ("Transitional", "Strict", "Frameset")),
        *(f"W3C//DTD XHTML 1.1{name}" for name in ("", " plus MathML 2.0", " plus MathML 2.0 plus SVG 1.1")),
        "W3C//DTD XHTML Basic 1.0",
        "W3C//DTD MathML 2.0",
        "WAPFORUM//DTD XHTML Mobile 1.0",
    )
)


class DeclaredAttribute(NamedTuple):
    """An attribute that elements of a name may have: its default, if any, and whether it holds tokens.

    In tokens, white space is collapsed (XML 1.0, 3.3.3).
    """

    default: Attribute | None
    has_tokens: bool


class InternalSubset(NamedTuple):
    """The declarations in the internal subset of a document.

    ``entities``: for each name the span of its literal; ``None``: it is in another file. ``attributes``: for
    each element the declared attributes, by their names. ``has_html_entities``: whether HTML's named
    character references may be used. ``is_complete``: whether no parameter entity may declare more.
    ``cut_off``: where the defaults start that are cut off, since an element has more than are read.
    """

    entities: Mapping[str, tuple[int, int] | None]
    attributes: Mapping[bytes, Mapping[bytes, DeclaredAttribute]]
    has_html_entities: bool
    is_complete: bool
    cut_off: AbstractSet[int]


_BASE = compile_regex(rb"<(?:[^ \t\n\r<>/:]++:)?+base(?=[ \t\n\r/>])")


def may_declare_base(data: bytes) -> bool:
    """Whether an entity of a document may hold a BASE element, which could not be read."""
    spans = filter(None, internal_subset(data).entities.values())
    return any(_BASE.search(_replacement(data, *span)) for span in spans)


_START = compile_regex(rb"<[A-Za-z_:\x80-\xff]")
_WITH_ATTRIBUTE = compile_regex(
    rb"<(?:[A-Za-z_:\x80-\xff][^<>=]*+=|(?:[^ \t\n\r<>/:]++:)?+(?:style|script)\b)"
)


def entities_of_elements(
    data: bytes, declared: InternalSubset, *, has_attributes: bool
) -> list[tuple[int, int]]:
    """List the spans of the entities that have elements in them, which may hold links.

    With ``has_attributes``, an element must have an attribute, or be a style sheet or a script.
    """
    wanted = _WITH_ATTRIBUTE if has_attributes else _START
    spans = filter(None, declared.entities.values())
    return sorted(span for span in spans if wanted.search(_replacement(data, *span)))


_NUMBER = compile_regex(rb"&#(?:x([0-9A-Fa-f]++)|([0-9]++));")


def _replacement(data: bytes, start: int, stop: int) -> bytes:
    """Give the replacement text of an entity, as far as it is ASCII (XML 1.0, 4.5)."""
    return _NUMBER.sub(_character, data[start:stop])


_BEYOND_ASCII = 0x80


def _character(match: re.Match[bytes]) -> bytes:
    hexadecimal, decimal = ((digits and digits.lstrip(b"0")[:8]) or b"0" for digits in match.groups())
    code = int(hexadecimal, 16) if match[1] else int(decimal)
    return bytes((code,)) if code < _BEYOND_ASCII else match[0]


def internal_subset(data: bytes) -> InternalSubset:
    """Read what a document declares before its first element, in linear time; never raises."""
    doctype = _DOCTYPE.match(data)
    entities: dict[str, tuple[int, int] | None] = {}
    attributes: dict[bytes, dict[bytes, DeclaredAttribute]] = {}
    is_complete, cut_off = True, set[int]()
    for declared in _declarations(data, doctype):
        span = declared.span("declaration")
        if (entity := _ENTITY.match(data, *span)) is not None:  # the first of a name counts (4.2, 3.3)
            start, stop = entity.span("value")
            literal = None if start < 0 else (start + 1, stop - 1)
            entities.setdefault(entity["name"].decode("latin-1"), literal)
        elif (attlist := _ATTLIST.match(data, *span)) is not None:
            cut_off |= _declare(data, attlist.end(), span[1], attributes.setdefault(attlist["element"], {}))
        is_complete = is_complete and declared["parameter"] is None
    is_xhtml = doctype is not None and (doctype["public"] or b"")[1:-1] in _XHTML
    return InternalSubset(entities, attributes, is_xhtml, is_complete, cut_off)


def _declarations(data: bytes, doctype: re.Match[bytes] | None) -> Iterator[re.Match[bytes]]:
    """Give the declarations in the internal subset, and the references to parameter entities."""
    if doctype is not None and doctype["subset"] is not None:
        for match in _IN_SUBSET.finditer(data, doctype.end()):
            if match["end"] is not None:
                break
            if match.lastgroup is not None:
                yield match


def _declare(data: bytes, start: int, stop: int, attributes: dict[bytes, DeclaredAttribute]) -> set[int]:
    """Add the attributes that a span of a declaration lists; give the starts of defaults that are cut off."""
    cut_off = set[int]()
    room = MOST_DEFAULT_BYTES - sum(len(name) + _length(known.default) for name, known in attributes.items())
    for match in _ATTRIBUTE.finditer(data, start, stop):
        if len(attributes) == _MOST_DEFAULTS:
            break
        name, (first, last) = match["name"], match.span("default")
        if name in attributes or len(name) > room:
            continue
        room -= len(name)
        default = Attribute(name.lower(), match.start(), first + 1, last - 1) if first >= 0 else None
        if default is not None and _length(default) > room:
            default = default._replace(stop=default.start + room)
            cut_off.add(default.start)
        room -= _length(default)
        attributes[name] = DeclaredAttribute(default, match["characters"] is None)
    return cut_off


def _length(default: Attribute | None) -> int:
    return 0 if default is None else default.stop - default.start
