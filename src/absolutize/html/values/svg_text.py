"""The text of style and script elements in svg, in which markup is markup (HTML Standard 13.2.6.5).

Character references are read, comments left out, and CDATA sections taken as they are. It does not know the
syntax of the text. Used by `html.document.references`, `html.tokenizer.collector`,
`html.tree_construction.foreign_content` and `xml`.
"""

from bisect import bisect
from collections.abc import Callable, Iterable, Sequence
from functools import cache, partial
from typing import NamedTuple

from absolutize.html.grammar.character_references import HTML_READING, TextReading
from absolutize.html.grammar.namespaces import BREAKOUT
from absolutize.html.grammar.offsets import is_whole, read_verbatim
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
from absolutize.patterns import compile_regex

MARKUP_TEXT_ELEMENTS = frozenset({b"style", b"script"})
_BREAKOUT = rf"(?:{'|'.join(letters(name.decode()) for name in sorted(BREAKOUT))}){TAG_NAME_END}"
_CONTENT = {
    name: compile_regex(
        rf"(?:[^<]++|<(?:{CDATA_SECTION}|{MARKUP_DECLARATION}|{NO_TAG}))*+"
        rf"(?=(</{letters(name.decode())}{TAG_NAME_END}|<{_BREAKOUT})?)"
        rf"(?:(?(1)(?!))(?=</?{TAG_NAME}{ATTRIBUTES}>)</?.)?".encode()
    )
    for name in MARKUP_TEXT_ELEMENTS
}
_CHARACTERS = (
    r"(?P<text>(?:[^<]++|<(?![A-Za-z/!?])|</\Z)++)"
    r"|<!\[CDATA\[(?P<section>(?:[^\]]++|\](?!\]>))*+)(?:\]\]>)?+"
)
_NODE = compile_regex(rf"{_CHARACTERS}|<(?:{MARKUP_DECLARATION}|{NO_TAG})|(?P<other><)")
_TO_TAG_END = r"""[^<>!?/"']++(?:[^<>"'/]++|/(?!>)|"[^"<]*+"|'[^'<]*+')*+"""
_NODE_OF_XML = compile_regex(
    rf"{_CHARACTERS}|<{XML_COMMENT}|<{XML_INSTRUCTION}"
    rf"|<{_TO_TAG_END}/>|(?P<start><{_TO_TAG_END}>)|(?P<end></{_TO_TAG_END}>)|(?P<other><)"
)


def span(name: bytes, data: bytes, position: int) -> tuple[int, int]:
    """Find the span of such an element's content; if a tag is in it, up to the first letter of its name.

    A tag that the input cuts off is no tag, and ends the content; so does a tag that breaks out of svg.
    """
    match = _CONTENT[name].match(data, position)
    return position, position if match is None else match.end()


class TextNode(NamedTuple):
    """A text node or CDATA section: its first character's number, where it starts, the offsets in it."""

    first: int
    start: int
    offsets: Sequence[int]
    is_section: bool


def content(
    written: str, reading: TextReading = HTML_READING, *, xml: bool = False
) -> tuple[str, list[TextNode]] | None:
    """Read the content of an element: its text and nodes; ``None`` if it cannot be read.

    In XML, the text of elements in it is left out; in HTML, content with elements cannot be read.
    """
    texts: list[str] = []
    nodes: list[TextNode] = []
    length = depth = 0
    for match in (_NODE_OF_XML if xml else _NODE).finditer(written):
        kind = match.lastgroup
        depth += (kind == "start") - (kind == "end")
        if kind == "other" or depth < 0:
            return None
        if kind in {"text", "section"} and not depth:
            is_section, start = kind == "section", match.start(kind)
            text, offsets = (read_verbatim if is_section else reading.text_offsets)(match[kind])
            nodes.append(TextNode(length, start, offsets, is_section))
            texts.append(text)
            length += len(text)
    return None if depth else ("".join(texts), nodes)


def pieces_in(
    nodes: Sequence[TextNode], pieces: Iterable[TextSpan], reading: TextReading
) -> list[TextSpan] | None:
    """Give the written spans of references in the text; ``None`` if one is not whole in one node.

    Content without text, such as a mere comment, has no references.
    """
    if not nodes:
        return []
    firsts = [node.first for node in nodes]
    written: list[TextSpan] = []
    in_text = cache(partial(_in_text, reading))  # which may be of this document alone
    for start, stop, escaping in pieces:
        first, node, offsets, is_section = nodes[bisect(firsts, start) - 1]
        if stop - first >= len(offsets) or not is_whole(offsets, start - first, stop - first):
            return None
        spelled = _in_section(escaping) if is_section else in_text(escaping)
        written.append(TextSpan(node + offsets[start - first], node + offsets[stop - first], spelled))
    return written


def _in_text(reading: TextReading, escaping: Escaping) -> Escaping:
    return escaping._replace(
        decode=lambda written: escaping.decode(reading.text_offsets(written)[0]),
        encode=_encoding_in_text(escaping.encode),
        offsets=partial(decoded_through, reading.text_offsets, escaping.offsets),
    )


@cache
def _encoding_in_text(encode: Callable[[str], str]) -> Callable[[str], str]:
    """Spell text with an escaping, and escape the result; there are few escapings."""
    return lambda text: _escaped(encode(text))


def _escaped(text: str) -> str:
    """Escape text, so that there is no "]]>" in it either (XML 1.0, 2.4)."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _unescaped(text: str) -> str:
    return text.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")


MERE_TEXT = Escaping(_unescaped, _escaped)
"""The escaping of text in which nothing is an escape: a target that is written there may need escapes."""


def _in_section(escaping: Escaping) -> Escaping:
    """Make the escaping for a CDATA section: nothing ends the section, even with a bracket before it."""
    return escaping._replace(encode=_encoding_in_section(escaping.encode))


@cache
def _encoding_in_section(encode: Callable[[str], str]) -> Callable[[str], str]:
    return lambda text: encode(text).replace(">", "%3E")
