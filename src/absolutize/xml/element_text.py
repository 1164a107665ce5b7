"""The text of an element in an XML document: where the content of style and script elements ends.

Its text is read with the markup in it, and the parts of it in which "&" begins a reference are known. It does
not read the text. Used by `xml.scanner` and `xml.tokenizer`.
"""

import re
from collections.abc import Iterator

from absolutize.html.grammar.productions import (
    NO_CHARACTER_DATA,
    XML_ATTRIBUTES,
    XML_DECLARATION,
    XML_END_TAG,
    XML_NAME,
)
from absolutize.html.values import svg_text
from absolutize.patterns import compile_regex

_TOKEN = compile_regex(
    f"<(?:{NO_CHARACTER_DATA}|{XML_DECLARATION}|{XML_END_TAG}|({XML_NAME}){XML_ATTRIBUTES}/?+>)".encode()
)
_NO_CHARACTER_DATA = compile_regex(f"<(?:{NO_CHARACTER_DATA})".encode())
_SHORTEST_TAG = len("<a>")


def end_of_text_content(data: bytes, element: bytes, start: int) -> int:
    """Find where the content of a style or script element ends, which starts at ``start``.

    If it cannot be read, that is within the first tag in it. It can be read if no values are in it: elements
    in it are of its namespace, have no attributes, and are neither style nor script. So nothing is read
    twice.
    """
    opened, position, first = [element], start, 0
    for token in _TOKEN.finditer(data, start):
        if data.find(b"<", position, token.start()) >= 0:
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
    stop = data.find(b"<", position)
    return len(data) if stop < 0 else stop


def _is_bare(tag: re.Match[bytes], around: bytes) -> bool:
    """Whether a tag has no attributes, is neither style nor script, and has the prefix of that around it."""
    prefix, _, local = tag[2].rpartition(b":")
    is_of_text = local in svg_text.MARKUP_TEXT_ELEMENTS or prefix != around.rpartition(b":")[0]
    return not is_of_text and not tag[0][len(tag[2]) + 1 :].strip(b" \t\n\r/>")


def character_data(data: bytes, start: int, stop: int) -> Iterator[tuple[int, int]]:
    """Give the spans of a text in which "&" begins a reference (XML 1.0, 2.4)."""
    for other in _NO_CHARACTER_DATA.finditer(data, start, stop):
        yield start, other.start()
        start = other.end()
    yield start, stop
