"""Instructions before the root element that refer to another document: style sheets, schemas.

It finds values and does not read them. Used by `xml.scanner`.
"""

from collections.abc import Iterator

from absolutize.html.grammar.productions import XML_COMMENT, XML_INSTRUCTION
from absolutize.html.link_table.rows import Row
from absolutize.html.tokenizer.value_span import ValueSpan
from absolutize.patterns import compile_regex
from absolutize.xml.rows import INSTRUCTIONS
from absolutize.xml.tokenizer import XML_DECLARATION

# XML 1.0, 2.8, prolog
_BEFORE_ROOT = compile_regex(
    rf"<(?:{XML_COMMENT}|\?(?P<target>[A-Za-z_][^ \t\n\r?]*+)(?P<data>(?:[^?]++|\?(?!>))*+)(?P<end>\?>)?+"
    rf"|{XML_INSTRUCTION}|{XML_DECLARATION}|(?P<root>))".encode("latin-1")
)
# Associating Style Sheets 1.0, 2: pseudo-attributes
_PSEUDO_ATTRIBUTE = compile_regex(
    rb"""[ \t\n\r]++([A-Za-z_][A-Za-z0-9_.\-]*+)[ \t\n\r]*+=[ \t\n\r]*+(?:"([^"]*+)"|'([^']*+)')"""
)


def values_before_root(data: bytes) -> Iterator[ValueSpan]:
    """List the values of instructions before the root element, in linear time; never raises."""
    for match in _BEFORE_ROOT.finditer(data):
        if match["root"] is not None:
            return
        row = INSTRUCTIONS.get(match["target"])
        if row is not None and match["end"] is not None:
            yield from _values(data, match.start("target"), row, *match.span("data"))


def _values(data: bytes, tag: int, row: Row, start: int, stop: int) -> Iterator[ValueSpan]:
    for pseudo in _PSEUDO_ATTRIBUTE.finditer(data, start, stop):
        if pseudo[1] == row.attribute.encode():
            yield ValueSpan(tag, row.element, row, *pseudo.span(pseudo.lastindex or 0))
            return
