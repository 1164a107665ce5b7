"""A document as it is scanned and as it is written, whatever its encoding.

It gives the scanner bytes in which every byte that looks like markup is markup, decodes single values, and
encodes the edited document as the original was. It does not know links. Used by `engine`, `html.document`,
`report.document`, `scrapy.reading` and `trees`.
"""

from collections.abc import Callable, Iterator
from typing import cast

from absolutize.edits import Edit, Edits
from absolutize.html.document.encoding_sniffing import Charset, DocumentSyntax, determine
from absolutize.html.encodings import document_codec
from absolutize.html.encodings.codec import WIDE, Codec, character_reference
from absolutize.html.encodings.document_codec import DocumentCodec
from absolutize.html.encodings.encoding import Lacking
from absolutize.html.encodings.line_index import LineIndex
from absolutize.html.grammar import xml_references
from absolutize.html.grammar.character_references import HTML_READING, TextReading, utf_8
from absolutize.html.grammar.internal_subset import internal_subset
from absolutize.html.values.custom_properties.uses import hidden_uses, used_in
from absolutize.patterns import compile_regex

SourceSpan = tuple[int, int]
"""Where a span starts and stops in a document."""

_WITHOUT_MARKUP, _BEYOND_LATIN = compile_regex(b"[^<>]++"), compile_regex("[^\x00-\xff]")


class SourceDocument:
    """A document, and the bytes of it that are scanned.

    Edits are made in ``source``. ``scannable`` has the same positions, but no byte that only looks like
    markup; a letter, digit or backslash may be part of another character (`has_ascii_in_characters`). A
    document that is not ``editable`` stays as it is. ``rest`` are bytes at the end that make no character.
    ``depth`` counts the outer documents, for a document whose bytes can be read again.
    """

    depth = 0

    def __init__(
        self,
        source: bytes,
        charset: Charset,
        codec: DocumentCodec,
        *,
        scannable: bytes | None = None,
        syntax: DocumentSyntax = "html",
        editable: bool = True,
        rest: bytes = b"",
    ) -> None:
        self.source, self.scannable = source, source if scannable is None else scannable
        self.charset, self.syntax, self.editable = charset, syntax, editable
        self._codec, self._rest = codec, rest
        self._used: frozenset[str] | None = None
        self._reading = None if self.is_xml else HTML_READING

    @property
    def is_xml(self) -> bool:
        """Whether it is read as XML."""
        return self.syntax == "xml"

    def text(self, start: int, stop: int) -> str:
        """Decode a span."""
        return self._codec.decode(self.source[start:stop])

    @property
    def reading(self) -> TextReading:
        """How character references are read, with the entities that the document declares."""
        if self._reading is None:
            declared = internal_subset(self.scannable)
            names = (self._codec.decode(name.encode("latin-1")) for name in declared.entities)
            named = declared._replace(entities=dict(zip(names, declared.entities.values(), strict=True)))
            self._reading = xml_references.xml_reading(named, self.text).reading
        return self._reading

    def encode(self, text: str, lacking: Lacking = character_reference) -> bytes:
        """Encode text for an edit; what the encoding lacks is written as a character reference."""
        return self._codec.encode(text, lacking)

    def used_properties(self) -> frozenset[str]:
        """Name the custom properties of CSS that the document uses, as `masked_name` spells them.

        A use in an attribute may be spelled with character references.
        """
        if self._used is None:
            self._used = used_in(self.scannable, self._decoded_runs())
        return self._used

    def _decoded_runs(self) -> Iterator[bytes]:
        """Decode the pieces of text in which character references may hide the use of a custom property."""
        all_of_it = (run[0] for run in _WITHOUT_MARKUP.finditer(self.scannable))
        for piece in all_of_it if self.is_xml else hidden_uses(self.scannable):
            if b"&" in piece:
                read = self.reading.attribute(piece.decode("latin-1"))
                yield _BEYOND_LATIN.sub("\x80", read).encode("latin-1")

    def ascii_view(self, start: int, stop: int) -> bytes:
        """Give the bytes of a span; parts of other characters are masked, so as not to look like ASCII."""
        data = self.scannable[start:stop]
        return data if data.isascii() else Codec(self._codec.encoding).ascii_view(data)

    def has_escape(self, start: int, stop: int) -> bool:
        """Whether an escape sequence of ISO-2022-JP is in a span: it takes bytes, and is no character."""
        return self.is_masked and self.source.find(b"\x1b", start, stop) >= 0

    @property
    def is_masked(self) -> bool:
        """Whether some bytes of the document are masked in the bytes that are scanned."""
        return self.scannable is not self.source

    @property
    def is_utf_8(self) -> bool:
        """Whether the bytes that are scanned are in UTF-8."""
        return self._codec.encoding == "utf-8"

    @property
    def has_ascii_in_characters(self) -> bool:
        """Whether a byte that looks like ASCII may be part of a character beyond ASCII."""
        return Codec(self._codec.encoding).has_ascii_in_characters

    def make_nested(self, source: bytes, read: Callable[[], bytes] | None) -> "SourceDocument":
        """Make a document in UTF-8 from a decoded value of this one.

        ``read`` reads the value again; without it, the bytes are never dropped.
        """
        codec = document_codec.of_nested(self._codec, is_ascii=source.isascii())
        charset = self.charset._replace(name="utf-8")
        if read is None:
            return SourceDocument(source, charset, codec, editable=self.editable)
        return _ReloadableDocument(
            source, charset, codec, editable=self.editable, read=read, depth=self.depth + 1
        )

    def drop_bytes(self) -> None:
        """Drop the bytes of the document, if they can be read again: here they cannot."""

    def part(self, start: int, stop: int, *, edited: bool = True) -> "SourceDocument":
        """Make a document from a span of this one; if it is not ``edited``, its bytes can be dropped."""
        source, charset = self.source[start:stop], self.charset._replace(name=self._codec.encoding)
        codec = document_codec.of_part(self._codec, is_ascii=_is_ascii(source, charset))
        hidden = None if self.scannable is self.source else self.scannable[start:stop]
        if edited or hidden is not None:
            return SourceDocument(source, charset, codec, scannable=hidden, editable=self.editable)

        def read() -> bytes:
            return self.source[start:stop]

        return _ReloadableDocument(
            source, charset, codec, editable=self.editable, read=read, depth=self.depth + 1
        )

    def encode_result(self, edited: bytes) -> bytes | str:
        """Convert the edited bytes to the encoding, or the text, that the document was in."""
        written = self._codec.write(edited)
        return written + self._rest if isinstance(written, bytes) else written

    @property
    def is_transcoded(self) -> bool:
        """Whether edits are made in another encoding than the document's own."""
        return self._codec.width != 1

    def source_edits(self, edits: Edits) -> list[Edit]:
        """Convert edits, in order, to edits of the document's own bytes; for text, of its UTF-8."""
        if self._codec.width == 1:
            return list(edits)
        locate = self.locator()
        spans = [
            (edit.start, edit.stop) if locate is None else locate(edit.start, edit.stop) for edit in edits
        ]
        written = (self._codec.write(edit.replacement) for edit in edits)
        return [Edit(*span, cast("bytes", text)) for span, text in zip(spans, written, strict=True)]

    def locator(self) -> Callable[[int, int], SourceSpan] | None:
        """Make a function that gives the span of the document for a span of the scanned bytes.

        It has to be called with ascending spans. ``None``: the spans are the same.
        """
        if self._codec.write is bytes or (self._codec.width == 1 and self.source.isascii()):
            return None
        behind, counted = 0, 0

        def counting(start: int, stop: int) -> SourceSpan:
            nonlocal behind, counted
            first = counted + self._length(behind, start)
            behind, counted = stop, first + self._length(start, stop)
            return first, counted

        return counting

    def _length(self, start: int, stop: int) -> int:
        """Count the bytes or characters of the document that a span stands for."""
        return len(self._codec.write(self.source[start:stop]))

    def line_index(self) -> LineIndex:
        """Make the index that gives the line and column of an offset in the scanned bytes."""
        return LineIndex(self.scannable, self.text)


_KEPT = 4  # of nested documents, every fourth keeps its bytes, so that none is read again very often


class _ReloadableDocument(SourceDocument):
    """A document in a value: once its bytes are dropped, ``read`` reads them again."""

    def __init__(
        self,
        source: bytes,
        charset: Charset,
        codec: DocumentCodec,
        *,
        editable: bool,
        read: Callable[[], bytes],
        depth: int,
    ) -> None:
        super().__init__(source, charset, codec, editable=editable)
        self._read, self.depth = read, depth

    def drop_bytes(self) -> None:
        """Drop the bytes, except of every fourth document of those nested in each other."""
        if self.depth % _KEPT:
            del self.source, self.scannable

    def __getattr__(self, name: str) -> bytes:
        """Read the bytes again."""
        if name not in {"source", "scannable"}:
            raise AttributeError(name, name=name, obj=self)
        self.source = self.scannable = self._read()
        return self.source


_REPLACED = "replacement"  # Encoding Standard 4.2: browsers show nothing of such a document


def document_of(
    source: bytes | str,
    label: str | None = None,
    *,
    late: bool = True,
    syntax: DocumentSyntax = "html",
    environment: str | None = None,
) -> SourceDocument:
    """Make a document that can be scanned; ``label`` is the charset that came with it (a transport's).

    Without ``late``, an encoding that is declared late in the document is not looked for. ``environment`` is,
    for a style sheet, the label of the document that refers to it.
    """
    data = utf_8(source) if isinstance(source, str) else source
    charset = determine(data, label, late=late, syntax=syntax, environment=environment)
    if isinstance(source, str):
        charset = _of_text(charset)
        return SourceDocument(
            data, charset, document_codec.of_text(), syntax=syntax, editable=charset.name != _REPLACED
        )
    if charset.name in WIDE:
        return _of_units(data, charset, syntax=syntax)
    return (_of_iso_2022_jp if charset.name == "iso-2022-jp" else _of_ascii_bytes)(
        data, charset, syntax=syntax
    )


def _of_ascii_bytes(source: bytes, charset: Charset, *, syntax: DocumentSyntax = "html") -> SourceDocument:
    """Make a document of bytes that are scanned as they are: not in UTF-16, UTF-32 or ISO-2022-JP."""
    codec = document_codec.of_bytes(charset.name, is_ascii=_is_ascii(source, charset))
    return SourceDocument(source, charset, codec, syntax=syntax, editable=charset.name != _REPLACED)


def _is_ascii(source: bytes, charset: Charset) -> bool:
    return source.isascii() and charset.name != "iso-2022-jp"


def _of_units(units: bytes, charset: Charset, *, syntax: DocumentSyntax) -> SourceDocument:
    """Make a document of bytes in UTF-16 or UTF-32; one that Python cannot decode stays as it is."""
    encoding = f"{charset.name[:6]}-{charset.name[6:]}"
    width = int(charset.name[4:6]) // 8
    whole = len(units) - len(units) % width
    try:
        text = units[:whole].decode(encoding, "surrogatepass")
    except UnicodeDecodeError:
        codec = document_codec.of_bytes(charset.name, is_ascii=False)
        return SourceDocument(units, charset, codec, syntax=syntax, editable=False)
    source, codec = utf_8(text), document_codec.of_units(encoding, width)
    return SourceDocument(source, charset, codec, syntax=syntax, rest=units[whole:])


_ERRORS = bytes.maketrans(b"\x0e\x0f\x1b", b"\x80\x80\x80")
# Encoding Standard 12.2.1: from an escape to the next that returns to ASCII or Roman
_NOT_ASCII = compile_regex(rb"\x1b(?:\$[@B]|\(I)(?:[^\x1b]++|\x1b(?!\([BJ]))*+(?:\x1b\([BJ])?+|\x1b\([BJ]")


def _of_iso_2022_jp(source: bytes, charset: Charset, *, syntax: DocumentSyntax) -> SourceDocument:
    """Make a document of bytes in ISO-2022-JP: escape sequences and two-byte text are masked."""
    scannable = _NOT_ASCII.sub(lambda match: b"\x80" * len(match[0]), source)
    # controls that are errors (12.2.1) are masked
    scannable = scannable.translate(_ERRORS)
    codec = document_codec.of_bytes(charset.name, is_ascii=False)
    # in Roman, the byte of a backslash is a yen sign, and that of a tilde an overline
    editable = b"\x1b(J" not in source
    return SourceDocument(source, charset, codec, scannable=scannable, syntax=syntax, editable=editable)


def _of_text(charset: Charset) -> Charset:
    """Give the encoding that a document of characters declares: browsers encode queries in it."""
    return charset if charset.source not in {"bom", "default"} else Charset("utf-8", "default")
