"""The text of attribute values and elements in an XML document (XML 1.0, 2.11, 3.3.3 and 4.4).

Entities that the document itself declares are expanded if they are short text; none is fetched. A value that
refers to any other entity cannot be read, and this module does not know which values are references. Used by
`engine.plain`, `html.document.document` and `xml.tokenizer`.
"""

import sys
from collections.abc import Callable, Iterator
from functools import partial
from typing import NamedTuple

from absolutize.html.grammar.character_references import TextReading, inner_bytes, named_references, utf_8
from absolutize.html.grammar.internal_subset import InternalSubset
from absolutize.html.grammar.offsets import decoded_by
from absolutize.patterns import compile_regex

LONGEST_ENTITY = 256  # characters, so that a value of many entities does not become much longer
_MOST_GROWTH = 4  # the expanded entities of a value may be this many times as long as the value

_NUMBER = r"&#(?:x[0-9A-Fa-f]++|[0-9]++);"  # 4.1
ENTITY_REFERENCE = r"&[^\x00-\x20&;#\"'<>]++;"
_REFERENCE = rf"{_NUMBER}|{ENTITY_REFERENCE}"
_IN_ATTRIBUTE = compile_regex(rf"\r\n|[\t\n\r]|{_REFERENCE}")  # 3.3.3: white space is a space
_IN_TEXT = compile_regex(rf"\r\n?+|{_REFERENCE}")  # 2.11
_IN_BYTES = compile_regex(rf"(?:\r\n|[\t\n\r]|{_REFERENCE})()".encode())
_NUMBERS, _NAMES = compile_regex(_NUMBER), compile_regex(ENTITY_REFERENCE)
_PREDEFINED = {"amp": "&", "lt": "<", "gt": ">", "quot": '"', "apos": "'"}  # 4.6


class XmlReading(NamedTuple):
    """How the text of a document is decoded, and which values can be decoded."""

    reading: TextReading
    is_readable: Callable[[str], bool]


def xml_reading(declared: InternalSubset, text: Callable[[int, int], str]) -> XmlReading:
    """Read by the rules of XML; ``text`` decodes a span of the document."""
    entities = _Entities(declared, text)
    in_attribute, in_text = partial(_written_for, entities, " "), partial(_written_for, entities, "\n")
    return XmlReading(
        TextReading(
            lambda value: _IN_ATTRIBUTE.sub(lambda match: in_attribute(match[0]), value),
            partial(decoded_by, _IN_ATTRIBUTE, in_attribute),
            partial(decoded_by, _IN_TEXT, in_text),
            partial(
                inner_bytes,
                references=_IN_BYTES,
                stands_for=lambda reference: utf_8(in_attribute(reference[0].decode("latin-1"))),
            ),
        ),
        entities.are_known,
    )


def _written_for(entities: "_Entities", space: str, written: str) -> str:
    """Decode white space or a reference; a reference that cannot be decoded is text."""
    if written[0] != "&":
        return space
    if written[1] == "#":
        return _character(written)
    expanded = entities.expanded(written[1:-1], space)
    return written if expanded is None else expanded


def _character(written: str) -> str:
    digits = written[3:-1] if written[2] == "x" else written[2:-1]
    code = int(digits.lstrip("0")[:8] or "0", 16 if written[2] == "x" else 10)
    is_scalar = 0 < code <= sys.maxunicode and not 0xD800 <= code <= 0xDFFF  # noqa: PLR2004 -- Unicode's own limits
    return chr(code) if is_scalar else "\ufffd"


class _Entities:
    """The entities of a document, each expanded once."""

    def __init__(self, declared: InternalSubset, text: Callable[[int, int], str]) -> None:
        self._declared, self._text = declared, text
        self._expanded: dict[tuple[str, str], str | None] = {}

    def are_known(self, value: str) -> bool:
        """Whether all entities of a value can be expanded, and do not make it very much longer."""
        length = 0
        for match in _NAMES.finditer(value):
            expanded = self.expanded(match[0][1:-1], " ")
            if expanded is None:
                return False
            length += len(expanded)
        return length <= LONGEST_ENTITY + _MOST_GROWTH * len(value)

    def expanded(self, name: str, space: str) -> str | None:
        """Expand an entity; ``space`` replaces its line ends, and in an attribute value all white space."""
        if name in _PREDEFINED:
            return _PREDEFINED[name]
        if (name, space) not in self._expanded:
            self._expand_inner_first(name, space)
        return self._expanded[name, space]

    def _expand_inner_first(self, name: str, space: str) -> None:
        """Expand the entities in an entity, and then it: however deep they are, nothing recurses."""
        waiting, opened = [name], set[str]()
        while waiting:
            name = waiting[-1]
            if (name, space) not in self._expanded:
                self._expanded[name, space] = None  # for an entity that contains itself
                opened.add(name)
                inner = dict.fromkeys(each[1:-1] for each in _NAMES.findall(self._replacement(name)))
                waiting += (each for each in inner if (each, space) not in self._expanded)
            elif waiting.pop() in opened:
                opened.remove(name)
                self._expanded[name, space] = self._expand(name, space)

    def _replacement(self, name: str) -> str:
        """Give the replacement text of an entity (4.4.5); ``""`` if it is not known."""
        literal = self._declared.entities.get(name)
        return _NUMBERS.sub(lambda match: _character(match[0]), self._text(*literal)) if literal else ""

    def _expand(self, name: str, space: str) -> str | None:
        """Expand an entity, after those in it."""
        literal = self._declared.entities.get(name, ())
        if literal is None or not self._declared.is_complete:
            return None
        if not literal:
            return named_references().get(f"{name};") if self._declared.has_html_entities else None
        pieces, length = list[str](), 0
        for piece in self._pieces(self._replacement(name), space):
            length += 0 if piece is None else len(piece)
            if piece is None or length > LONGEST_ENTITY:
                return None
            pieces.append(piece)
        return "".join(pieces)

    def _pieces(self, replacement: str, space: str) -> Iterator[str | None]:
        """Give the pieces of a replacement text; ``None``: markup, or an unknown entity."""
        position = 0
        for match in (_IN_ATTRIBUTE if space == " " else _IN_TEXT).finditer(replacement):
            before, written = replacement[position : match.start()], match[0]
            position = match.end()
            yield None if "<" in before else before
            is_name = written[0] == "&" and written[1] != "#"
            yield self.expanded(written[1:-1], space) if is_name else _written_for(self, space, written)
        rest = replacement[position:]
        yield None if "<" in rest else rest
