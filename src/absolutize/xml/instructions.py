"""Instructions outside the root element that refer to another document: style sheets, schemas.

It finds values and does not read them. Used by `xml.scanner`.
"""

import re
from collections.abc import Iterator, Mapping

from absolutize.html.grammar.productions import (
    CDATA_SECTION,
    XML_COMMENT,
    XML_DECLARATION,
    XML_INSTRUCTION,
    XML_LITERAL,
)
from absolutize.html.link_table.rows import Row
from absolutize.html.tokenizer.value_span import ValueSpan
from absolutize.patterns import compile_regex

_INSTRUCTION = r"\?(?P<target>[A-Za-z_][^ \t\n\r?]*+)(?P<data>(?:[^?]++|\?(?!>))*+)(?P<end>\?>)?+"
# XML 1.0, 2.1, document: its prolog, and what is behind the root element
_OUTSIDE_ROOT = compile_regex(
    f"<(?:{CDATA_SECTION}|{XML_COMMENT}|{_INSTRUCTION}|{XML_INSTRUCTION}"
    f"|(?P<declaration>{XML_DECLARATION})|(?P<tag>))".encode("latin-1")
)
# 2.8, what is in the document type: instructions, past literals, comments and other declarations
_IN_DECLARATION = compile_regex(
    rf"""{XML_LITERAL}|<(?:{XML_COMMENT}|{_INSTRUCTION}|{XML_INSTRUCTION}|!(?:[^>"']++|{XML_LITERAL})*+)""".encode()
)
# Associating Style Sheets 1.0, 2: pseudo-attributes
_PSEUDO_ATTRIBUTE = compile_regex(
    rb"""(?<=[ \t\n\r])([A-Za-z_][A-Za-z0-9_.\-]*+)[ \t\n\r]*+=[ \t\n\r]*+(?:"([^"]*+)"|'([^']*+)')"""
)


def values_of_instructions(data: bytes, start: int, rows: Mapping[bytes | None, Row]) -> Iterator[ValueSpan]:
    """List the values of instructions up to the next tag, in linear time; never raises.

    ``start`` is outside the root element; ``rows`` are by the targets of the instructions. Chromium reads
    those in the internal subset of the document type, too.
    """
    for match in _instructions(data, start):
        row = rows.get(match["target"])
        if row is not None and match["end"] is not None:
            yield from _values(data, match.start("target"), row, *match.span("data"))


def _instructions(data: bytes, start: int) -> Iterator[re.Match[bytes]]:
    """Match the instructions up to the next tag, and much that is none."""
    for match in _OUTSIDE_ROOT.finditer(data, start):
        if match["tag"] is not None:
            return
        if match["declaration"] is None:
            yield match
        else:
            yield from _IN_DECLARATION.finditer(data, *match.span("declaration"))


def _values(data: bytes, tag: int, row: Row, start: int, stop: int) -> Iterator[ValueSpan]:
    for pseudo in _PSEUDO_ATTRIBUTE.finditer(data, start, stop):
        if pseudo[1] == row.attribute.encode():
            yield ValueSpan(tag, row.element, row, *pseudo.span(pseudo.lastindex or 0))
            return
