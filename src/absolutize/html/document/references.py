"""The references of a document, one after the other, with their offsets in the scanned bytes.

Values are divided, and references are decoded, one by one when they are asked for; every offset in decoded
text has one in the bytes. This module does not know what is decided about a reference. Used by `engine` and
`html.document.value_edits`.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import NamedTuple, cast

from absolutize.edits import array_of_offsets
from absolutize.html.document.document import SourceDocument
from absolutize.html.grammar import character_references
from absolutize.html.grammar.offsets import DecodedText, is_whole
from absolutize.html.grammar.start_tag import attributes_of
from absolutize.html.link_table.index import reference_and_row
from absolutize.html.link_table.rows import Row
from absolutize.html.tokenizer.skip_tests import is_base_independent, is_independent_of_http
from absolutize.html.tokenizer.value_span import ValueSpan
from absolutize.html.values import css, css_bytes, svg_text
from absolutize.html.values.custom_properties.property_values import without_unused
from absolutize.html.values.escaping import NO_ESCAPING, Escaping, TextSpan, TextSpans
from absolutize.html.values.plain_parts import PlainDividers, PlainPart
from absolutize.html.values.syntaxes import (
    AS_WRITTEN,
    CSS_REFERENCE,
    MARKUP,
    READ_IN_UTF_8,
    SYNTAXES,
    TEXT_URL,
    UNREADABLE_SYNTAX,
    SyntaxSplitter,
)
from absolutize.patterns import compile_regex


class ReferenceSpan(NamedTuple):
    """One reference of a document, or a document in a value: where it is, and how it is spelled.

    ``number`` counts the references in ``value``, from 0. ``codebase`` is the text of the codebase attribute,
    if the reference is relative to it.
    """

    value: ValueSpan
    number: int
    start: int
    stop: int
    escaping: Escaping
    codebase: str | None


class ReadReference(NamedTuple):
    """A reference as it is written (``raw``), and decoded, without white space that the URL parser drops.

    ``row`` is that of its value; a fragment behind white space has the row of a reference to the base.
    """

    raw: str
    reference: str
    row: Row


MatchPlain = Callable[[bytes, int, int], re.Match[bytes] | None]
"""A function that matches a plain reference, or one that is its own target; group 1 is its beginning."""

SpanAndReading = tuple[ReferenceSpan, re.Match[bytes] | ReadReference | None]
"""A reference, and its match if it is plain, or else its reading; ``None`` for a document in a value."""


_UNREADABLE = Escaping(str, str, "unreadable")
"""The escaping of a value that cannot be read in its syntax."""


class Division(NamedTuple):
    """How values are divided: by which splitters, and whether documents in values, and comments, are read."""

    splitters: Mapping[str, SyntaxSplitter] = SYNTAXES
    reads_documents: bool = True
    reads_comments: bool = True

    def is_left(self, row: Row) -> bool:
        """Whether a value is left alone as a whole, and not even listed."""
        return row.is_comment and not self.reads_comments

    def leaves_any(self, values: Iterable[ValueSpan]) -> bool:
        """Whether any value is left alone as a whole."""
        return any(self.is_left(value.row) for value in values)

    def is_document(self, row: Row) -> bool:
        """Whether a value is a document that is read like any other."""
        return row.syntax == MARKUP and self.reads_documents and not self.is_left(row)


def find_references(
    document: SourceDocument,
    values: Iterable[ValueSpan],
    division: Division,
    match_plain: MatchPlain | None = None,
    *,
    include_absolute: bool = True,
    documents: bool | None = None,
    encodes_base: bool = False,
) -> Iterator[SpanAndReading]:
    """Divide the values of a document into references and nested documents, one by one.

    References that ``match_plain`` matches are not decoded. Without ``include_absolute``, references that are
    visibly base-independent may be left out. ``documents``: only nested documents (True) or only references
    (False) are given. ``encodes_base``: lists may percent-encode a character of the base.
    """
    match_plain = _plain_of(document, match_plain)
    is_passed = match_plain is not None and not include_absolute
    if documents is not None:
        values = (value for value in values if division.is_document(value.row) == documents)
    references_in = partial(_references_in, include_absolute=include_absolute, encodes_base=encodes_base)
    new = tuple.__new__  # quicker than by keywords, for each of many
    for value in values:
        _, _, row, start, stop = value
        escaping = escaping_of_whole(document, value)
        if escaping is not None:
            if is_passed and not row.is_base and is_independent_of_http(document.scannable, start, stop):
                continue
            span = new(ReferenceSpan, (value, 0, start, stop, escaping, None))
            match = None if match_plain is None else match_plain(document.scannable, start, stop)
            yield span, read_reference(document, span) if match is None else match
        elif row.syntax != MARKUP:
            yield from references_in(document, value, division, match_plain)
        elif start == stop:  # no document
            continue
        elif division.is_document(row):
            yield ReferenceSpan(value, 0, start, stop, NO_ESCAPING, None), None
        elif not division.is_left(row):
            yield _unreadable(document, value)


def _plain_of(document: SourceDocument, match_plain: MatchPlain | None) -> MatchPlain | None:
    """Give the function that matches plain references; if bytes are masked, it matches only ASCII."""
    if match_plain is None or not document.editable:
        return None
    return partial(_match_ascii, match_plain) if document.is_masked else match_plain


def _match_ascii(match_plain: MatchPlain, data: bytes, start: int, stop: int) -> re.Match[bytes] | None:
    match = match_plain(data, start, stop)
    return match if match is not None and match[0].isascii() else None


def _unreadable(document: SourceDocument, value: ValueSpan) -> SpanAndReading:
    span = ReferenceSpan(value, 0, value.start, value.start, _UNREADABLE, None)
    return span, read_reference(document, span)


def _references_in(
    document: SourceDocument,
    value: ValueSpan,
    division: Division,
    match_plain: MatchPlain | None,
    *,
    include_absolute: bool,
    encodes_base: bool,
) -> Iterator[SpanAndReading]:
    """Divide a value that is not a nested document."""
    row, data = value.row, document.scannable
    pieces = cut_value(document, value, division.splitters, include_absolute=include_absolute)
    if pieces is None:
        yield _unreadable(document, value)
        return
    by_base = document.editable and not row.against
    codebase = _codebase(document, value) if row.against == "codebase" else None
    for number, (start, stop, escaping) in enumerate(pieces):
        # a list may take a space for the end of a reference
        may_be_plain = by_base and escaping.is_plain and data.find(b" ", start, stop) < 0
        if may_be_plain and not include_absolute and is_base_independent(data, start, stop):
            continue
        is_encoded = encodes_base and escaping.decode is str  # escapes of CSS and JSON are decoded again
        may_be_plain = may_be_plain and not is_encoded
        may_be_plain = may_be_plain and not may_have_character_reference(data, row, start, stop)
        span = ReferenceSpan(value, number, start, stop, escaping, codebase)
        match = match_plain(data, start, stop) if may_be_plain and match_plain is not None else None
        yield span, read_reference(document, span) if match is None else match


def may_have_character_reference(data: bytes, row: Row, start: int, stop: int) -> bool:
    """Whether text may have a character reference: in some elements ``&amp;`` is one, in some it is not."""
    return not row.attribute and data.find(b"&", start, stop) >= 0


def plain_parts_of(
    document: SourceDocument, value: ValueSpan, dividers: PlainDividers
) -> Sequence[PlainPart] | None:
    """Divide a value of HTML by the divider of its syntax; ``None``: the splitter has to."""
    _, _, row, start, stop = value
    if row.against or row.is_parsed_text or document.is_xml:
        return None
    if document.has_ascii_in_characters:
        dividers = dividers._replace(ascii_alone=True)
    return dividers.divide(row.syntax, document.scannable, start, stop, in_attribute=bool(row.attribute))


_NO_MERE_TEXT = compile_regex(rb"[&<\r\0]")  # what does not stand for itself in the content of an element


def escaping_of_whole(document: SourceDocument, value: ValueSpan) -> Escaping | None:
    """Give how a value is escaped that is one reference relative to the base; ``None``: it is not that."""
    _, _, row, start, stop = value
    if row.against:
        return None
    if row.syntax == "url":
        return NO_ESCAPING
    is_mere_text = row.syntax == TEXT_URL and _NO_MERE_TEXT.search(document.scannable, start, stop) is None
    return svg_text.MERE_TEXT if is_mere_text else None


def _escaping_of_one(document: SourceDocument, value: ValueSpan) -> Escaping | None:
    """Give how a value that is one reference is escaped; ``None``: the value has to be divided."""
    if value.row.syntax == "url":
        return NO_ESCAPING
    if value.row.syntax == CSS_REFERENCE:
        return css.escaping_at(document.scannable, value.start)
    return escaping_of_whole(document, value)


def cut_value(
    document: SourceDocument,
    value: ValueSpan,
    splitters: Mapping[str, SyntaxSplitter] = SYNTAXES,
    *,
    include_absolute: bool = True,
) -> Iterable[TextSpan] | None:
    """Cut a value into its references, by their bytes; ``None`` if it cannot be read in its syntax.

    Without ``include_absolute``, references that are visibly base-independent may be left out.
    """
    _, _, row, start, stop = value
    if row.syntax == UNREADABLE_SYNTAX:
        return None
    escaping = _escaping_of_one(document, value)
    if escaping is not None:
        return [TextSpan(start, stop, escaping)]
    view = document.ascii_view(start, stop)
    is_sheet = row.syntax == "stylesheet" and not row.attribute and not row.is_parsed_text
    has_escape = document.has_escape(start, stop)
    if is_sheet and not has_escape:
        of_sheet = _pieces_of_sheet(
            document, view, include_absolute=include_absolute, placeholders=splitters is not AS_WRITTEN
        )
        return (TextSpan(start + first, start + last, escaping) for first, last, escaping in of_sheet)
    is_decoded = has_escape or row.syntax in READ_IN_UTF_8
    text, offsets = _decoded(document, start, view) if is_decoded else _characters(view)
    of_text = _pieces_of_parsed_text if row.is_parsed_text else _split
    split = _pieces_of_attribute if row.attribute else of_text
    pieces = split(document, row, text, splitters[row.syntax])
    if pieces is None:
        return None
    return (
        TextSpan(start + offsets[first], start + offsets[last], escaping) for first, last, escaping in pieces
    )


def _pieces_of_sheet(
    document: SourceDocument, view: bytes, *, include_absolute: bool, placeholders: bool
) -> Iterable[TextSpan]:
    """Cut the raw text of a style element."""
    pieces = css_bytes.sheet_in_bytes(view, include_absolute=include_absolute, placeholders=placeholders)
    if b"--" not in view or not pieces.stop:
        return pieces
    return without_unused(view, pieces, document.used_properties)


def _characters(view: bytes) -> DecodedText:
    """Read bytes that were scanned, each as a character; NUL becomes U+FFFD (HTML Standard 13.2.5.4, 36)."""
    return view.decode("latin-1").replace("\0", "\ufffd"), range(len(view) + 1)


_BEYOND_ASCII = compile_regex(rb"[\x80-\xff]++")


def _decoded(document: SourceDocument, start: int, view: bytes) -> DecodedText:
    """Read scanned bytes in the encoding of the document; a run of bytes beyond ASCII has one offset."""
    if view.isascii():
        return _characters(view)
    pieces: list[str] = []
    offsets = array_of_offsets(len(view))
    position = 0
    for run in _BEYOND_ASCII.finditer(view):
        text = document.text(start + run.start(), start + run.end())
        pieces += view[position : run.start()].decode("ascii"), text
        offsets.extend(range(position, run.start()))
        offsets.extend([run.start()] * len(text))
        position = run.end()
    pieces.append(view[position:].decode("ascii"))
    offsets.extend(range(position, len(view) + 1))
    return "".join(pieces).replace("\0", "\ufffd"), offsets


def _split(
    document: SourceDocument, row: Row, text: str, splitter: SyntaxSplitter
) -> Iterable[TextSpan] | None:
    """Cut decoded text; mark the references in custom properties that no style uses."""
    pieces = splitter(text)
    if pieces is None or not row.has_declarations:
        return pieces
    sheet = css_bytes.byte_for_each(text)
    return without_unused(sheet, cast("TextSpans", pieces), document.used_properties)


def _pieces_of_attribute(
    document: SourceDocument, row: Row, written: str, splitter: SyntaxSplitter
) -> Iterable[TextSpan] | None:
    """Cut the value of an attribute; it is not read if a reference begins or ends within an entity."""
    text, offsets = document.reading.attribute_offsets(written)
    pieces = _split(document, row, text, splitter)
    if pieces is not None and document.is_xml:
        pieces = list(pieces)
        pieces = pieces if all(is_whole(offsets, first, last) for first, last, _ in pieces) else None
    if pieces is None:
        return None
    return (TextSpan(offsets[first], offsets[last], escaping) for first, last, escaping in pieces)


def _pieces_of_parsed_text(
    document: SourceDocument, row: Row, written: str, splitter: SyntaxSplitter
) -> Iterable[TextSpan] | None:
    """Cut the text of an element with markup in it."""
    content = svg_text.content(written, document.reading, xml=document.is_xml)
    if content is None:
        return None
    text, nodes = content
    pieces = _split(document, row, text, splitter)
    return None if pieces is None else svg_text.pieces_in(nodes, pieces, document.reading)


def read_reference(document: SourceDocument, span: ReferenceSpan) -> ReadReference:
    """Read a reference."""
    raw = document.text(span.start, span.stop)
    written = document.reading.attribute(raw) if span.value.row.attribute else raw.replace("\0", "\ufffd")
    return ReadReference(raw, *reference_and_row(span.escaping.decode(written), span.value.row))


def _codebase(document: SourceDocument, value: ValueSpan) -> str | None:
    """Read the codebase attribute in the tag of a value, as a reference."""
    for attribute in attributes_of(document.scannable, value.tag):
        if attribute.name == b"codebase":
            return character_references.clean(
                document.reading.attribute(document.text(attribute.start, attribute.stop))
            )
    return None
