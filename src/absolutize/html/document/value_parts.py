"""The references in a value, with their places in the scanned bytes.

A value is read through its character references; every place in the decoded text has a place in the bytes. It
does not know what is decided about a reference. Used by `engine.document_plan`, `engine.rewriter` and
`html.document.value_edits`.
"""

from collections.abc import Iterable, Mapping
from typing import NamedTuple, cast

from absolutize.html.document.document import SourceDocument
from absolutize.html.grammar import character_references
from absolutize.html.grammar.offsets import Decoded, array_of_offsets, is_whole
from absolutize.html.grammar.start_tag import attributes_of
from absolutize.html.link_table.rows import Row
from absolutize.html.tokenizer.value_span import ValueSpan
from absolutize.html.values import css_bytes, svg_text
from absolutize.html.values.custom_properties import without_unused
from absolutize.html.values.escaping import UNESCAPED, Escaping, TextSpan, TextSpans
from absolutize.html.values.syntaxes import NOT_READ, READ_IN_UTF_8, SYNTAXES, SyntaxSplitter
from absolutize.patterns import compiled


class ReferenceSpan(NamedTuple):
    """One reference of a value: the span of its bytes, and how its syntax spells it."""

    start: int
    stop: int
    notation: Escaping = UNESCAPED


def parts(
    body: SourceDocument,
    found: ValueSpan,
    splitters: Mapping[str, SyntaxSplitter] = SYNTAXES,
    *,
    include_absolute: bool = True,
) -> Iterable[ReferenceSpan] | None:
    """Cut a value into its references; ``None`` if it cannot be read in its syntax.

    Without ``include_absolute``, those that visibly no base changes may be left out.
    """
    _, _, row, start, stop = found
    if row.syntax == "url":
        return [ReferenceSpan(start, stop)]
    if row.syntax == NOT_READ:
        return None
    structure = body.ascii_view(start, stop)
    if row.syntax == "stylesheet" and not row.attribute and not row.is_markup:
        pieces = _pieces_of_sheet(body, structure, include_absolute=include_absolute)
        return (ReferenceSpan(start + first, start + last, notation) for first, last, notation in pieces)
    text, offsets = (_decoded if row.syntax in READ_IN_UTF_8 else _characters)(body, start, structure)
    pieces_of = (
        _pieces_of_markup if row.is_markup else _pieces_of_attribute if row.attribute else _pieces_of_text
    )
    found_pieces = pieces_of(body, row, text, splitters[row.syntax])
    if found_pieces is None:
        return None
    return (
        ReferenceSpan(start + offsets[first], start + offsets[last], notation)
        for first, last, notation in found_pieces
    )


def _pieces_of_sheet(body: SourceDocument, structure: bytes, *, include_absolute: bool) -> Iterable[TextSpan]:
    """Cut the raw text of a style element."""
    pieces = css_bytes.in_bytes(structure, include_absolute=include_absolute)
    if b"--" not in structure or not pieces.stop:
        return pieces
    return without_unused(structure.decode("latin-1"), pieces, body.used_properties)


def _characters(_body: SourceDocument, _start: int, structure: bytes) -> Decoded:
    """Read bytes that were scanned, each as a character; NUL becomes U+FFFD (HTML Standard 13.2.5.4, 36)."""
    return structure.decode("latin-1").replace("\0", "\ufffd"), range(len(structure) + 1)


def _decoded(body: SourceDocument, start: int, structure: bytes) -> Decoded:
    """Read them in the encoding of the document; all beyond ASCII that follow each other have one place."""
    if structure.isascii():
        return _characters(body, start, structure)
    pieces: list[str] = []
    offsets = array_of_offsets(len(structure))
    position = 0
    for run in _BEYOND_ASCII.finditer(structure):
        text = body.text(start + run.start(), start + run.end())
        pieces += structure[position : run.start()].decode("ascii"), text
        offsets.extend(range(position, run.start()))
        offsets.extend([run.start()] * len(text))
        position = run.end()
    pieces.append(structure[position:].decode("ascii"))
    offsets.extend(range(position, len(structure) + 1))
    return "".join(pieces).replace("\0", "\ufffd"), offsets


_BEYOND_ASCII = compiled(rb"[\x80-\xff]++")


def _pieces_of_text(
    _body: SourceDocument, _row: Row, text: str, splitter: SyntaxSplitter
) -> Iterable[TextSpan] | None:
    """Cut the raw text of an element."""
    return splitter(text)


def _pieces_of_attribute(
    body: SourceDocument, row: Row, written: str, splitter: SyntaxSplitter
) -> Iterable[TextSpan] | None:
    """Cut the value of an attribute. An entity may hold several references: such a value is not read."""
    text, places = body.reading.attribute_places(written)
    pieces = splitter(text)
    if pieces is not None and row.has_declarations:
        pieces = without_unused(text, cast("TextSpans", pieces), body.used_properties)
    if pieces is not None and body.is_xml:
        pieces = list(pieces)
        pieces = pieces if all(is_whole(places, first, last) for first, last, _ in pieces) else None
    if pieces is None:
        return None
    return (TextSpan(places[first], places[last], notation) for first, last, notation in pieces)


def _pieces_of_markup(
    body: SourceDocument, row: Row, written: str, splitter: SyntaxSplitter
) -> Iterable[TextSpan] | None:
    """Cut the text of an element with markup in it."""
    content = svg_text.content(written, body.reading, xml=body.is_xml)
    if content is None:
        return None
    text, nodes = content
    pieces = splitter(text)
    if pieces is not None and row.has_declarations:
        pieces = without_unused(text, cast("TextSpans", pieces), body.used_properties)
    return None if pieces is None else svg_text.pieces_in(nodes, pieces, body.reading)


def read_reference(body: SourceDocument, found: ValueSpan, part: ReferenceSpan) -> tuple[str, str]:
    """Read a part: as it is written, and what it says, white space handled as URLs have it."""
    raw = body.text(part.start, part.stop)
    written = body.reading.attribute(raw) if found.row.attribute else raw.replace("\0", "\ufffd")
    return raw, character_references.clean(part.notation.decode(written))


def read_codebase(body: SourceDocument, found: ValueSpan) -> str | None:
    """Read the codebase attribute in the tag of a value, as a reference."""
    for attribute in attributes_of(body.scannable, found.tag):
        if attribute.name == b"codebase":
            return character_references.clean(
                body.reading.attribute(body.text(attribute.start, attribute.stop))
            )
    return None
