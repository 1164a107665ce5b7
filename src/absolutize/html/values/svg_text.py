"""The text of an element in which markup is markup: of style and script in svg (HTML Standard 13.2.6.5).

Character references are read, comments left out, and CDATA sections taken as they are. It does not know the
syntax of the text. Used by `html.document.value_parts`, `html.tokenizer.collector`, `html.tokenizer.xhtml`
and `html.tree_construction.foreign_content`.
"""

from bisect import bisect
from collections.abc import Iterable, Sequence
from functools import lru_cache, partial
from typing import NamedTuple

from absolutize.html.grammar.character_references import HTML_READING, TextReading
from absolutize.html.grammar.namespaces import BREAKOUT
from absolutize.html.grammar.offsets import is_whole
from absolutize.html.grammar.productions import (
    ATTRIBUTES,
    CDATA_SECTION,
    MARKUP_DECLARATION,
    NO_TAG,
    TAG_NAME,
    TAG_NAME_END,
    XML_COMMENT,
    XML_INSTRUCTION,
    letters,
)
from absolutize.html.values.escaping import Escaping, TextSpan, decoded_through
from absolutize.patterns import compiled

MARKUP_TEXT_ELEMENTS = frozenset({b"style", b"script"})
_BREAKOUT = rf"(?:{'|'.join(letters(name.decode()) for name in sorted(BREAKOUT))}){TAG_NAME_END}"
# In XML nothing else begins with "<" but tags: it ends what can be read
_PASSED = {False: f"{MARKUP_DECLARATION}|{NO_TAG}", True: f"{XML_COMMENT}|{XML_INSTRUCTION}"}
_CONTENT = {
    (name, xml): compiled(
        rf"(?:[^<]++|<(?:{CDATA_SECTION}|{_PASSED[xml]}))*+"
        rf"(?=(</{letters(name.decode())}{TAG_NAME_END}{'' if xml else f'|<{_BREAKOUT}'})?)"
        rf"(?:(?(1)(?!))(?=</?{TAG_NAME}{ATTRIBUTES}>)</?.)?".encode()
    )
    for name in MARKUP_TEXT_ELEMENTS
    for xml in (False, True)
}
_NODE = compiled(
    r"((?:[^<]++|<(?![A-Za-z/!?])|</\Z)++)|<!\[CDATA\[((?:[^\]]++|\](?!\]>))*+)(?:\]\]>)?+"
    rf"|<(?:{MARKUP_DECLARATION}|{NO_TAG})|(<)"
)
# XML 1.0, 2.5 and 2.6
_NODE_OF_XML = compiled(
    r"((?:[^<]++|<(?![A-Za-z/!?])|</\Z)++)|<!\[CDATA\[((?:[^\]]++|\](?!\]>))*+)(?:\]\]>)?+"
    r"|<!--(?:[^\-]++|-(?!->))*+(?:-->)?+|<\?(?:[^?]++|\?(?!>))*+(?:\?>)?+|(<)"
)
_SECTION, _TAG = 2, 3


def span(name: bytes, data: bytes, position: int, *, xml: bool = False) -> tuple[int, int]:
    """Tell the span of such an element's content: if a tag stands in it, up to the first letter of that.

    One that the input cuts off is no tag, and ends the content; so does one that breaks out of svg.
    """
    match = _CONTENT[name, xml].match(data, position)
    return position, position if match is None else match.end()


class TextNode(NamedTuple):
    """A text node or CDATA section: its first character in the text, where it starts, and each in there."""

    first: int
    start: int
    places: Sequence[int]
    is_section: bool


def content(
    written: str, reading: TextReading = HTML_READING, *, xml: bool = False
) -> tuple[str, list[TextNode]] | None:
    """Read the content of an element: its text and nodes; ``None`` if there is an element in it."""
    texts: list[str] = []
    nodes: list[TextNode] = []
    length = 0
    for match in (_NODE_OF_XML if xml else _NODE).finditer(written):
        kind = match.lastindex
        if kind == _TAG:
            return None
        if kind is not None:
            is_section, start = kind == _SECTION, match.start(kind)
            text, places = (_as_it_stands if is_section else reading.text_places)(match[kind])
            nodes.append(TextNode(length, start, places, is_section))
            texts.append(text)
            length += len(text)
    return "".join(texts), nodes


def _as_it_stands(text: str) -> tuple[str, Sequence[int]]:
    return text, range(len(text) + 1)


def pieces_in(
    nodes: Sequence[TextNode], pieces: Iterable[TextSpan], reading: TextReading = HTML_READING
) -> list[TextSpan] | None:
    """Tell where pieces of the text are written, and how; ``None`` if one is not whole in one node."""
    firsts = [node.first for node in nodes]
    written: list[TextSpan] = []
    for start, stop, notation in pieces:
        first, node, places, is_section = nodes[bisect(firsts, start) - 1]
        if stop - first >= len(places) or not is_whole(places, start - first, stop - first):
            return None
        spelled = _in_section(notation) if is_section else _in_text(notation, reading)
        written.append(TextSpan(node + places[start - first], node + places[stop - first], spelled))
    return written


@lru_cache(maxsize=256)
def _in_text(notation: Escaping, reading: TextReading) -> Escaping:
    return notation._replace(
        decode=lambda written: notation.decode(reading.text_places(written)[0]),
        encode=lambda text: _escaped(notation.encode(text)),
        offsets=partial(decoded_through, reading.text_places, notation.offsets),
    )


def _escaped(text: str) -> str:
    """Escape text, so that there is no "]]>" in it either (XML 1.0, 2.4)."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


@lru_cache(maxsize=256)
def _in_section(notation: Escaping) -> Escaping:
    """Spell it so that nothing in it ends the section: not even with the bracket that may stand before it."""
    return notation._replace(encode=lambda text: notation.encode(text).replace(">", "%3E"))
