"""What is read of an HTML document before anything is decided: its values, and its BASE elements.

The fast path of `rewrite` reads in bulk, which some documents do not allow. It does not know what a plain
value means, and edits nothing. Used by `engine.document_plan` and `engine.rewriter`.
"""

from typing import NamedTuple

from absolutize.html.document.base_element import EmbeddedBases, embedded_bases
from absolutize.html.document.document import SourceDocument, document_of
from absolutize.html.document.encoding_sniffing import PRESCAN, declaration_at_risk, unseen_declaration
from absolutize.html.link_table.rows import Row
from absolutize.html.tokenizer.patterns import ValuePattern
from absolutize.html.tokenizer.scanner import bulk_scan, scan
from absolutize.html.tokenizer.value_span import BulkScan, ValueSpans
from absolutize.html.values.plain_parts import PlainDividers


class ValueReading(NamedTuple):
    """The values of a document, and the BASE elements that it has."""

    values: ValueSpans
    bases: EmbeddedBases


def read_values(
    document: SourceDocument,
    *,
    include_absolute: bool,
    extra_rows: tuple[Row, ...],
    plain: ValuePattern,
    reads_comments: bool = False,
) -> ValueReading:
    """Find the values of an HTML document.

    Without ``include_absolute``, values that are visibly base-independent may be left out. ``extra_rows`` are
    before those of the table. Values that ``plain`` matches are marked. With ``reads_comments``, values in
    simple conditional comments are listed, unless they may have another base than those around.
    """
    values = scan(
        document.scannable,
        include_absolute=include_absolute,
        extra_rows=extra_rows,
        plain=plain,
        reads_comments=reads_comments,
    )
    bases = embedded_bases(document, values)
    if reads_comments and bases.hidden:
        return read_values(document, include_absolute=include_absolute, extra_rows=extra_rows, plain=plain)
    return ValueReading(values, bases)


class BulkReading(NamedTuple):
    """A document, the plain beginnings and other values in it, and its BASE elements."""

    document: SourceDocument
    scan: BulkScan
    bases: EmbeddedBases


def read_in_bulk(
    source: bytes | str,
    label: str | None,
    plain: ValuePattern,
    dividers: PlainDividers,
    extra_rows: tuple[Row, ...],
    *,
    reads_comments: bool,
) -> BulkReading | None:
    """Read an HTML document; of ``plain`` values, only the beginnings are kept.

    ``dividers`` divide values of several references. ``label`` is the charset that came with the document,
    ``extra_rows`` are before those of the table. With ``reads_comments``, those in conditional comments are
    found, too. ``None``: the bytes that are scanned are not those that are edited, a frameset replaces
    elements that were found, an encoding is declared late in which bytes that look like ASCII may be parts of
    other characters, edits may change whether a browser sees a declaration of the encoding, or links in
    comments have another base.
    """
    document = document_of(source, label, late=False)
    bulk = _scan(document, plain, dividers, extra_rows, reads_comments=reads_comments)
    if bulk is not None and bulk.may_declare_encoding and _may_be_declared_late(document):
        early, document = document.charset.name, document_of(source, label)
        unseen = unseen_declaration(document.source)
        was_read_otherwise = document.has_ascii_in_characters and document.charset.name != early
        if was_read_otherwise or (unseen is not None and unseen - bulk.most_removed(unseen) < PRESCAN):
            return None
    if bulk is None or not _is_in_place(document) or _is_at_risk(document, bulk):
        return None
    bases = embedded_bases(document, bulk.values)
    return None if reads_comments and bases.hidden else BulkReading(document, bulk, bases)


def _scan(
    document: SourceDocument,
    plain: ValuePattern,
    dividers: PlainDividers,
    extra_rows: tuple[Row, ...],
    *,
    reads_comments: bool,
) -> BulkScan | None:
    if not _is_in_place(document):
        return None
    declaring = _may_be_declared_late(document)
    if document.has_ascii_in_characters:
        dividers = dividers._replace(ascii_alone=True)
    return bulk_scan(
        document.scannable,
        plain,
        dividers,
        declaring=declaring,
        reads_comments=reads_comments,
        extra_rows=extra_rows,
    )


def _may_be_declared_late(document: SourceDocument) -> bool:
    """Whether a declaration behind the first bytes may count; it prevails over an XML declaration."""
    source = document.charset.source
    return source == "default" or (source == "meta" and document.source.startswith(b"<?xml"))


def _is_in_place(document: SourceDocument) -> bool:
    """Whether a document is edited in the very bytes that are scanned."""
    return document.editable and document.scannable is document.source


def _is_at_risk(document: SourceDocument, bulk: BulkScan) -> bool:
    """Whether edits may push away a declaration of the encoding that counts by its place."""
    _, source, start = document.charset
    if source != "meta" or start >= PRESCAN or bulk.first() > start:
        return False
    return declaration_at_risk(document.source) is not None
