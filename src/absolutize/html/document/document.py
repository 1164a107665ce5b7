"""A document as it is scanned and as it is written, whatever its encoding.

It shows the scanner bytes in which ASCII is ASCII, decodes single values, and splices edits into the
document's own bytes or characters. It does not know links. Used by `engine`, `html` and `trees.rewriter`.
"""

from array import array
from collections.abc import Callable, Iterable, Iterator

from absolutize.edits import Edit, Replacement, apply_replacements
from absolutize.html.document import encoding_sniffing as charset
from absolutize.html.document.encoding_sniffing import WIDE, Charset
from absolutize.html.encodings.codec import Codec, reference
from absolutize.html.encodings.encoding import Lacking
from absolutize.html.values.custom_properties import used_in
from absolutize.patterns import compiled


class Edits:
    """Edits in order. There may be very many: two numbers are kept of each, and what stands there instead."""

    def __init__(self, edits: Iterable[Edit]) -> None:
        self._spans = array("Q")
        self._replacements: list[bytes] = []
        for start, stop, replacement in edits:
            self._spans.extend((start, stop))
            self._replacements.append(replacement)

    def __len__(self) -> int:
        """Count them."""
        return len(self._replacements)

    def __iter__(self) -> Iterator[Edit]:
        """Give one after the other."""
        bounds = iter(self._spans)
        return map(Edit, bounds, bounds, self._replacements)


SourceSpan = tuple[int, int, int, int]
"""Where a span starts and stops in a document, and its line and column, which count from 1."""


class SourceDocument:
    """A document of bytes in an encoding in which ASCII bytes are ASCII characters."""

    def __init__(self, document: bytes, charset: Charset) -> None:
        self.source = document  # what edits are made in
        self.scannable = document  # the same positions, with no byte that only looks like markup
        self.charset = charset
        self.is_xml = False  # whether it is read as XHTML
        self.editable = charset.name != "replacement"  # Encoding Standard 4.2: browsers show none of it
        self._codec = Codec(charset.name)
        self._ascii = document.isascii() and charset.name != "iso-2022-jp"
        self._used: frozenset[str] | None = None

    def text(self, start: int, stop: int) -> str:
        """Decode a span; bytes that are no text in the encoding become U+FFFD."""
        if self._ascii:
            return self.source[start:stop].decode("ascii")
        return self._codec.decode_within(self.source[start:stop])

    def encode(self, text: str, lacking: Lacking = reference) -> bytes:
        """Encode text for an edit; what the encoding lacks is written as a character reference."""
        return self._codec.encode(text, lacking)

    def used_properties(self) -> frozenset[str]:
        """List the custom properties of CSS that the document uses, byte by byte."""
        if self._used is None:
            self._used = used_in(self.scannable.decode("latin-1"))
        return self._used

    def ascii_view(self, start: int, stop: int) -> bytes:
        """Give the bytes of a span; those that are half a character do not look like ASCII."""
        data = self.scannable[start:stop]
        return data if data.isascii() else self._codec.ascii_view(data)

    def inner(self, document: bytes) -> "SourceDocument":
        """Make a body of a document that stands in a value of this one."""
        return SourceDocument(document, self.charset)

    def splice(self, edits: Iterable[Edit]) -> bytes | str:
        """Give the document back with the edits made; they are in order and do not overlap."""
        return self.replace((start, stop, (text,)) for start, stop, text in edits)

    def replace(self, replacements: Iterable[Replacement]) -> bytes | str:
        """Do so with the pieces of what stands instead of each span."""
        return self.encode_result(apply_replacements(self.source, replacements))

    def encode_result(self, edited: bytes) -> bytes | str:
        """Write the bytes that were edited as the document is written."""
        return edited

    def source_edits(self, edits: Edits) -> list[Edit]:
        """Tell the same edits, in order, by the bytes of the document itself."""
        return list(edits)

    def locator(self) -> Callable[[int, int], SourceSpan]:
        """Make what tells where in the document spans of the scanned bytes are, ascending ones."""
        data = self.scannable
        returns = b"\r" in data and data.count(b"\r") != data.count(b"\r\n")  # some end lines alone
        line, column, counted = 1, 1, 0

        def placed(start: int, stop: int) -> SourceSpan:
            nonlocal line, column, counted
            last = data.rfind(b"\n", counted, start)
            ends = 0 if last < 0 else data.count(b"\n", counted, last + 1)
            if returns:
                ends += data.count(b"\r", counted, start) - data.count(b"\r\n", counted, start)
                last = max(last, data.rfind(b"\r", counted, start))
            if ends:
                line, column, counted = line + ends, 1, last + 1
            passed = data[counted:start]
            column += len(passed) if passed.isascii() else len(self.text(counted, start))
            counted = start
            return start, stop, line, column

        return placed


class StrDocument(SourceDocument):
    """A document of characters, scanned in UTF-8."""

    def __init__(self, document: bytes, charset: Charset) -> None:
        super().__init__(document, charset)
        self._ascii = document.isascii()

    def text(self, start: int, stop: int) -> str:
        """Decode a span."""
        return self.source[start:stop].decode("utf-8", "surrogatepass")

    def encode(self, text: str, lacking: Lacking = reference) -> bytes:  # noqa: ARG002 -- any text can be
        """Encode text for an edit: any text can be."""
        return text.encode("utf-8", "surrogatepass")

    def ascii_view(self, start: int, stop: int) -> bytes:
        """Give the bytes of a span: UTF-8, where no part of a character looks like ASCII."""
        return self.source[start:stop]

    def inner(self, document: bytes) -> SourceDocument:
        """Make a body of a document that stands in a value of this one."""
        return SourceDocument(document, self.charset._replace(name="utf-8"))

    def encode_result(self, edited: bytes) -> bytes | str:
        """Write the bytes that were edited as characters."""
        return edited.decode("utf-8", "surrogatepass")

    def locator(self) -> Callable[[int, int], SourceSpan]:
        """Make what counts characters."""
        placed, behind, counted = super().locator(), 0, 0

        def counting(start: int, stop: int) -> SourceSpan:
            nonlocal behind, counted
            first = counted + self._length(self.text(behind, start))
            behind, counted = stop, first + self._length(self.text(start, stop))
            return first, counted, *placed(start, stop)[2:]

        return placed if self._ascii else counting

    def _length(self, text: str) -> int:
        return len(text)


class Utf16Or32Document(StrDocument):
    """A document of 16 or 32 bits a unit, scanned in UTF-8; it is written in its own units."""

    def __init__(self, document: bytes, charset: Charset) -> None:
        self._wide = f"{charset.name[:6]}-{charset.name[6:]}"
        width = int(charset.name[4:6]) // 8
        whole = len(document) - len(document) % width
        self._rest = document[whole:]
        text = document[:whole].decode(self._wide, "surrogatepass")
        super().__init__(text.encode("utf-8", "surrogatepass"), charset)
        self._ascii = False

    def encode_result(self, edited: bytes) -> bytes | str:
        """Write the bytes that were edited in units of 16 or 32 bits."""
        text = edited.decode("utf-8", "surrogatepass")
        return text.encode(self._wide, "surrogatepass") + self._rest

    def source_edits(self, edits: Edits) -> list[Edit]:
        """Tell the same edits, in order, by the bytes of the document itself."""
        placed = self.locator()
        spans = (placed(edit.start, edit.stop)[:2] for edit in edits)
        texts = (edit.replacement.decode("utf-8", "surrogatepass") for edit in edits)
        written = (text.encode(self._wide, "surrogatepass") for text in texts)
        return [Edit(*span, text) for span, text in zip(spans, written, strict=True)]

    def _length(self, text: str) -> int:
        return len(text.encode(self._wide, "surrogatepass"))


class Iso2022JpDocument(SourceDocument):
    """A document in ISO-2022-JP: its escape sequences and two-byte text are hidden from the scanner."""

    def __init__(self, document: bytes, charset: Charset) -> None:
        super().__init__(document, charset)
        self.scannable = _NOT_ASCII.sub(lambda match: b"\x80" * len(match[0]), document)
        # Roman: a backslash is a yen sign there, a tilde an overline
        self.editable = b"\x1b(J" not in document

    def ascii_view(self, start: int, stop: int) -> bytes:
        """Give the bytes of a span; controls that are errors (12.2.1) do not look like themselves."""
        return super().ascii_view(start, stop).translate(_ERRORS)


_ERRORS = bytes.maketrans(b"\x0e\x0f\x1b", b"\x80\x80\x80")
# Encoding Standard 12.2.1: from an escape to the next that returns to ASCII or Roman
_NOT_ASCII = compiled(rb"\x1b(?:\$[@B]|\(I)(?:[^\x1b]++|\x1b(?!\([BJ]))*+(?:\x1b\([BJ])?+|\x1b\([BJ]")


def document_of(
    document: bytes | str, label: str | None = None, *, late: bool = True, xml: bool = False
) -> SourceDocument:
    """Make a body of a document; ``label`` is the charset that came with it (a transport's).

    Without ``late``, no encoding is known that is declared late in the document; ``xml``: it is XHTML.
    """
    if isinstance(document, str):
        data = document.encode("utf-8", "surrogatepass")
        body: SourceDocument = StrDocument(data, _of_text(charset.determine(data, label, late=late, xml=xml)))
    else:
        body = _of_bytes(document, charset.determine(document, label, late=late, xml=xml))
    body.is_xml = xml
    return body


def _of_bytes(document: bytes, found: Charset) -> SourceDocument:
    if found.name in WIDE:
        return _wide(document, found)
    return (Iso2022JpDocument if found.name == "iso-2022-jp" else SourceDocument)(document, found)


def _wide(document: bytes, found: Charset) -> SourceDocument:
    try:
        return Utf16Or32Document(document, found)
    except UnicodeDecodeError:
        body = SourceDocument(document, found)
        body.editable = False
        return body


def _of_text(found: Charset) -> Charset:
    """Tell the encoding that a document of characters speaks of: queries are read in it."""
    return found if found.source in {"transport", "meta", "xml"} else Charset("utf-8", "default")
