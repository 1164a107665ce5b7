"""The text of an element in which markup is markup: that of style in svg (HTML Standard 13.2.6.5).

Character references are read, comments are left out, CDATA sections are text as it stands. This
file does not know what the text says.
"""

import re
from bisect import bisect
from collections.abc import Iterable, Sequence
from functools import cache
from typing import NamedTuple

from absolutize.html.grammar import CDATA_SECTION, MARKUP_DECLARATION, NO_TAG, TAG_NAME_END, letters
from absolutize.html.notation import Notation, Piece
from absolutize.html.values import decode_text, text_with_places

_STYLE = re.compile(
    rf"(?:[^<]++|<(?:{CDATA_SECTION}|{MARKUP_DECLARATION}|{NO_TAG}))*+"
    rf"(?=(</{letters('style')}{TAG_NAME_END})?)(?:(?(1)(?!))</?[A-Za-z])?".encode()
)
_NODE = re.compile(
    r"((?:[^<]++|<(?![A-Za-z/!?]))++)|<!\[CDATA\[((?:[^\]]++|\](?!\]>))*+)(?:\]\]>)?+"
    rf"|<(?:{MARKUP_DECLARATION}|{NO_TAG})|(<)"
)
_SECTION, _TAG = 2, 3


def style(data: bytes, position: int) -> tuple[int, int]:
    """Tell the span of a style's content in svg: if a tag stands in it, up to the first letter of that."""
    match = _STYLE.match(data, position)
    return position, position if match is None else match.end()


class Node(NamedTuple):
    """A text node or CDATA section: which character of the text is its first, and where each is written."""

    first: int
    places: Sequence[int]
    is_section: bool


def content(written: str) -> tuple[str, list[Node]] | None:
    """Read the content of an element: its text and nodes; ``None`` if there is an element in it."""
    texts: list[str] = []
    nodes: list[Node] = []
    length = 0
    for match in _NODE.finditer(written):
        kind = match.lastindex
        if kind == _TAG:
            return None
        if kind is not None:
            is_section, start = kind == _SECTION, match.start(kind)
            text, places = (_as_it_stands if is_section else text_with_places)(match[kind])
            nodes.append(Node(length, [start + place for place in places], is_section))
            texts.append(text)
            length += len(text)
    return "".join(texts), nodes


def _as_it_stands(text: str) -> tuple[str, Sequence[int]]:
    return text, range(len(text) + 1)


def pieces_in(nodes: Sequence[Node], pieces: Iterable[Piece]) -> list[Piece] | None:
    """Tell where pieces of the text are written, and how; ``None`` if one goes across nodes."""
    firsts = [node.first for node in nodes]
    written: list[Piece] = []
    for start, stop, notation in pieces:
        first, places, is_section = nodes[bisect(firsts, start) - 1]
        if stop - first >= len(places):
            return None
        spelled = (_in_section if is_section else _in_text)(notation)
        written.append(Piece(places[start - first], places[stop - first], spelled))
    return written


@cache
def _in_text(notation: Notation) -> Notation:
    return Notation(
        lambda written: notation.decode(decode_text(written)),
        lambda text: notation.encode(text).replace("&", "&amp;").replace("<", "&lt;"),
    )


@cache
def _in_section(notation: Notation) -> Notation:
    """Spell it so that nothing in it ends the section: not even with the bracket that may stand before it."""
    return Notation(notation.decode, lambda text: notation.encode(text).replace(">", "%3E"))
