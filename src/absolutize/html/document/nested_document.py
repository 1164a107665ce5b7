"""The document in a value, such as that of srcdoc: read as UTF-8, unless it is in a comment.

Every offset in it has one in the scanned bytes, and edits of it become edits of the value. It does not know
what is edited. Used by `engine.document_plan`, `engine.rewriter` and `html.document.value_edits`.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from io import BytesIO
from typing import NamedTuple, Protocol

from absolutize.answer_cache import AnswerCache
from absolutize.edits import Edit
from absolutize.html.document.conditional_comments import IEVersions, ie_versions
from absolutize.html.document.document import SourceDocument, document_of
from absolutize.html.document.text_document import base64_document, stands_for, text_document
from absolutize.html.encodings.codec import character_reference, in_url
from absolutize.html.encodings.encoding import Lacking
from absolutize.html.grammar import character_references
from absolutize.html.grammar.character_references import utf_8
from absolutize.html.grammar.offsets import Offsets
from absolutize.html.tokenizer.value_span import ValueSpan
from absolutize.html.values.minimal_edit import separate_open_character_reference
from absolutize.patterns import compile_regex

QUOTES = {b'"': '"', b"'": "'"}


class ValueOffsets(Protocol):
    """Where the bytes of a document in a value come from, and how edits of it become edits of the value."""

    def span(self, start: int, stop: int) -> tuple[int, int]:
        """Give the span that a span of the nested document comes from."""

    def outer_edits(self, edits: Iterable[Edit]) -> Iterable[Edit]:
        """Turn edits of the nested document, in order, into edits of the outer one."""


class CommentOffsets(NamedTuple):
    """Where the bytes of the contents of a comment come from: the contents begin at ``start``."""

    start: int

    def span(self, start: int, stop: int) -> tuple[int, int]:
        """Give the span that a span of the comment comes from."""
        return self.start + start, self.start + stop

    def outer_edits(self, edits: Iterable[Edit]) -> Iterable[Edit]:
        """Turn edits of the contents of the comment into edits of the document."""
        for start, stop, text in edits:
            yield Edit(self.start + start, self.start + stop, in_comment(text))


def _escaped(written: tuple[bytes, str, bool]) -> bytes:
    text, quote, is_xml = written
    return character_references.escape_attribute(text.decode("latin-1"), quote, xml=is_xml).encode("latin-1")


_ESCAPED = AnswerCache(_escaped, 1024)


class AttributeOffsets(NamedTuple):
    """Where each byte of a document in an attribute comes from, and how text is escaped for the attribute.

    Of the outer document, only what edits need is kept: all of it only if many character references in the
    value have no semicolon.
    """

    offsets: Sequence[int]
    quote: str  # that is around the value, or ""
    is_xml: bool  # whether the outer document is
    unended: Mapping[int, bytes]  # the character references without a semicolon, by where they end
    around: bytes | None = None  # the outer document, if these are too many

    def span(self, start: int, stop: int) -> tuple[int, int]:
        """Give the span that a span of the nested document comes from."""
        return self.offsets[start], self.offsets[stop]

    def outer_edits(self, edits: Iterable[Edit]) -> Iterable[Edit]:
        """Turn edits of the nested document into edits of the outer."""
        return map(self._outer, edits)

    def _outer(self, edit: Edit) -> Edit:
        """Turn an edit of the nested document into one of the outer."""
        start, stop = self.offsets[edit.start], self.offsets[edit.stop]
        escaped = _ESCAPED[edit.replacement, self.quote, self.is_xml]
        if self.around is not None:
            escaped = separate_open_character_reference(self.around, start, stop, escaped)
        elif start in self.unended:
            before = self.unended[start]
            if escaped:
                escaped = separate_open_character_reference(before, len(before), len(before), escaped)
            elif character_references.decode_attribute(before.decode("ascii")) != before.decode("ascii"):
                escaped = b";"  # the text behind might continue the reference
        return Edit(start, stop, escaped)


class EncodedOffsets(NamedTuple):
    """Where the bytes of a document come from that is in a value of another encoding, read as UTF-8."""

    utf_8: ValueOffsets  # of the bytes in the UTF-8
    offsets: Sequence[int]  # where each byte of the UTF-8 comes from
    document: SourceDocument
    lacking: Lacking

    def span(self, start: int, stop: int) -> tuple[int, int]:
        """Give the span that a span of the nested document comes from."""
        first, last = self.utf_8.span(start, stop)
        return self.offsets[first], self.offsets[last]

    def outer_edits(self, edits: Iterable[Edit]) -> Iterable[Edit]:
        """Turn edits of the nested document into edits of the outer."""
        for start, stop, text in self.utf_8.outer_edits(edits):
            encoded = self.document.encode(text.decode("utf-8"), self.lacking)
            # very many edits have few different texts: equal ones share memory
            yield Edit(self.offsets[start], self.offsets[stop], text if encoded == text else encoded)


def in_comment(written: bytes) -> bytes:
    """Spell text for a comment, so that nothing in it ends the comment."""
    return written.replace(b"->", b"-%3E").replace(b"!>", b"!%3E")


class Embedding(NamedTuple):
    """How a document is embedded in a value, without the document; ``is_written_whole``: in base64."""

    offsets: ValueOffsets
    is_written_whole: bool

    def outer_edits(self, edits: list[Edit]) -> list[Edit]:
        """Turn edits of the nested document, in order, into edits of the outer one.

        If the nested document is written as a whole, these must be all its edits. In text of XML, one edit
        may become several.
        """
        return list(self.offsets.outer_edits(edits))


class NestedDocument(NamedTuple):
    """A document in a value, not yet scanned.

    If it is to be edited, and in UTF-8, it does not keep the document around it in memory.

    ``ie_versions`` are the versions of Internet Explorer that read it, if it is in a conditional comment.
    """

    document: SourceDocument
    embedding: Embedding
    ie_versions: IEVersions | None


def nested_document(around: SourceDocument, value: ValueSpan, *, edited: bool) -> NestedDocument:
    """Make a document from a value; if it is not ``edited``, its bytes can be dropped."""
    document, offsets = _document_in(around, value, edited=edited)
    versions = ie_versions(around.text(value.tag, value.start)) if value.row.is_comment else None
    return NestedDocument(document, Embedding(offsets, bool(value.row.coding)), versions)


def _document_in(
    document: SourceDocument, value: ValueSpan, *, edited: bool
) -> tuple[SourceDocument, ValueOffsets]:
    start, stop, row = value.start, value.stop, value.row
    if row.coding:
        coded, whole = base64_document(document.scannable, start, stop, partial(stands_for, document.reading))
        return document_of(coded, "utf-8"), whole
    if not row.attribute and not row.is_parsed_text:
        return document.part(start, stop, edited=edited), CommentOffsets(start)
    data, offsets = _read(document, value, edited=edited)
    return document.make_nested(
        data, None if edited else lambda: _read(document, value, edited=False)[0]
    ), offsets


def _read(document: SourceDocument, value: ValueSpan, *, edited: bool) -> tuple[bytes, ValueOffsets]:
    """Read the document in a value."""
    start, stop = value.start, value.stop
    if document.is_utf_8:
        return _inner(document, value, document.source, start, stop, edited=edited)
    source, offsets = _in_utf_8(document, start, stop)
    data, inner = _inner(document, value, source, 0, len(source), edited=edited)
    lacking = character_reference if value.row.attribute else in_url  # the text may be in a CDATA section
    return data, EncodedOffsets(inner, offsets, document, lacking)


def _inner(
    document: SourceDocument, value: ValueSpan, source: bytes, start: int, stop: int, *, edited: bool
) -> tuple[bytes, ValueOffsets]:
    """Read the document in a value that is a span of ``source``, which is in UTF-8."""
    if value.row.is_parsed_text:
        return text_document(source, start, stop, partial(stands_for, document.reading))
    data, offsets, unended = document.reading.nested(source, start, stop)
    quote = QUOTES.get(document.source[value.start - 1 : value.start], "")
    around = source if unended is None and edited else None
    return data, AttributeOffsets(offsets, quote, document.is_xml, unended or {}, around)


_BEYOND_ASCII = compile_regex(rb"[\x80-\xff]++")


def _in_utf_8(document: SourceDocument, start: int, stop: int) -> tuple[bytes, Sequence[int]]:
    """Convert a span to UTF-8, and list where each byte comes from; a run beyond ASCII has one origin."""
    view = document.ascii_view(start, stop)
    if view.isascii():
        return view, range(start, stop + 1)
    data, offsets, position = BytesIO(), Offsets(len(view), start), 0
    for run in _BEYOND_ASCII.finditer(view):
        text = utf_8(document.text(start + run.start(), start + run.end()))
        data.write(view[position : run.start()])
        data.write(text)
        offsets.add(position, run.start() - position, len(text))
        position = run.end()
    data.write(view[position:])
    offsets.add(position, len(view) - position, 0)
    return data.getvalue(), offsets
