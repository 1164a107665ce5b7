"""The references in a value, or the document in it, with their places in the scanned bytes.

A value is read through its character references; every place in the decoded text has a place in the bytes. It
does not know what is decided about a reference. Used by `engine.document_plan`, `engine.rewriter` and
`html.document.value_edits`.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache, partial
from typing import NamedTuple, Protocol

from absolutize.edits import Edit
from absolutize.html.document.document import SourceDocument, document_of
from absolutize.html.document.minimal_edit import separate_open_reference
from absolutize.html.document.text_document import base64_document, text_document
from absolutize.html.grammar import character_references
from absolutize.html.grammar.offsets import Decoded, array_of_offsets, is_whole
from absolutize.html.link_table.rows import Row
from absolutize.html.tokenizer.value_span import ValueSpan
from absolutize.html.values import css_bytes, svg_text
from absolutize.html.values.custom_properties import without_unused
from absolutize.html.values.escaping import UNESCAPED, Escaping, TextSpan
from absolutize.html.values.syntaxes import CSS, NOT_READ, READ_IN_UTF_8, SYNTAXES, SyntaxSplitter
from absolutize.patterns import compiled

QUOTES = {b'"': '"', b"'": "'"}


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
    if not pieces or b"--" not in structure:
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
    if pieces is not None and row.syntax in CSS:
        pieces = without_unused(text, list(pieces), body.used_properties)
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
    if pieces is not None and row.syntax in CSS:
        pieces = without_unused(text, list(pieces), body.used_properties)
    return None if pieces is None else svg_text.pieces_in(nodes, pieces, body.reading)


def read_reference(body: SourceDocument, found: ValueSpan, part: ReferenceSpan) -> tuple[str, str]:
    """Read a part: as it is written, and what it says, white space handled as URLs have it."""
    raw = body.text(part.start, part.stop)
    written = body.reading.attribute(raw) if found.row.attribute else raw.replace("\0", "\ufffd")
    return raw, character_references.clean(part.notation.decode(written))


class ValuePlaces(Protocol):
    """Where the bytes of a document in a value come from, and how edits of it become edits of the value."""

    def span(self, start: int, stop: int) -> tuple[int, int]:
        """Give the span that a span of the inner document comes from."""

    def written(self, edits: Iterable[Edit]) -> Iterable[Edit]:
        """Turn edits of the inner document, in order, into edits of the outer."""


class InnerPlaces(NamedTuple):
    """Where each byte of a document in a value comes from, and how what is written there is escaped.

    Of the document around it no more is kept than edits need: all of it only where many character
    references in the value have no semicolon.
    """

    offsets: Sequence[int]
    quote: str | None  # what stands around the value; ``None``: it is no attribute's
    is_xml: bool  # whether the document around it is
    unended: Mapping[int, bytes]  # the character references without a semicolon, by where they end
    around: bytes | None = None  # the document around it, where they are too many

    def span(self, start: int, stop: int) -> tuple[int, int]:
        """Give the span that a span of the inner document comes from."""
        return self.offsets[start], self.offsets[stop]

    def written(self, edits: Iterable[Edit]) -> Iterable[Edit]:
        """Turn edits of the inner document into edits of the outer."""
        return map(self._outer, edits)

    def _outer(self, edit: Edit) -> Edit:
        """Turn an edit of the inner document into one of the outer."""
        start, stop, written = self.offsets[edit.start], self.offsets[edit.stop], edit.replacement
        if self.quote is None:
            return Edit(start, stop, in_comment(written))
        escaped = _escaped(written, self.quote, xml=self.is_xml)
        if self.around is not None:
            escaped = separate_open_reference(self.around, start, stop, escaped)
        elif start in self.unended:
            before = self.unended[start]
            if escaped:
                escaped = separate_open_reference(before, len(before), len(before), escaped)
            elif character_references.decode_attribute(before.decode("ascii")) != before.decode("ascii"):
                escaped = b";"  # what follows might go on with it
        return Edit(start, stop, escaped)


@lru_cache(maxsize=1024)
def _escaped(written: bytes, quote: str, *, xml: bool) -> bytes:
    return character_references.escape_attribute(written.decode("latin-1"), quote, xml=xml).encode("latin-1")


def in_comment(written: bytes) -> bytes:
    """Spell what is written into a comment: nothing in it ends the comment."""
    return written.replace(b"->", b"-%3E").replace(b"!>", b"!%3E")


def inner(body: SourceDocument, found: ValueSpan) -> tuple[SourceDocument, ValuePlaces]:
    """See a value as a document."""
    start, stop = found.start, found.stop
    if found.row.is_markup:
        return _document_in_text(body, found)
    if not found.row.attribute:
        places = InnerPlaces(range(start, stop + 1), None, body.is_xml, {})
        return body.inner(body.source[start:stop]), places
    data, offsets, unended = body.reading.inner(body.source, start, stop, body.encode)
    quote = QUOTES.get(body.source[start - 1 : start], "")
    around = body.source if unended is None else None
    return body.inner(data), InnerPlaces(offsets, quote, body.is_xml, unended or {}, around)


def _document_in_text(body: SourceDocument, found: ValueSpan) -> tuple[SourceDocument, ValuePlaces]:
    """See the text of an element of XML as a document."""
    if found.row.coding:
        coded, whole = base64_document(body.source, found.start, found.stop)
        return document_of(coded, "utf-8"), whole
    data, places = text_document(body.source, found.start, found.stop, partial(_stands_for, body))
    return body.inner(data), places


def _stands_for(body: SourceDocument, written: bytes) -> bytes:
    """Give what a character reference in text stands for, in the encoding of the document."""
    text = written.decode("latin-1")
    decoded = body.reading.text_places(text)[0]
    return written if decoded == text else body.encode(decoded)
