"""A document as it is scanned and as it is written: one body, whatever its encoding.

A body shows the scanner bytes in which ASCII is ASCII, decodes one value, and splices edits back
into the document's own bytes or characters. It knows no links.
"""

import codecs
import re
from codecs import CodecInfo
from collections.abc import Callable, Iterable
from typing import NamedTuple

import webencodings

from absolutize.html import charset
from absolutize.html.charset import WIDE, Charset


class Edit(NamedTuple):
    """A span of the scanned bytes and what stands there instead, in their encoding."""

    start: int
    stop: int
    replacement: bytes


Place = tuple[int, int, int, int]
"""Where a span starts and stops in a document, and its line and column, which count from 1."""
Replacement = tuple[int, int, Iterable[bytes]]
"""A span of the scanned bytes and the pieces of what stands there instead."""


class Codec(NamedTuple):
    """An encoding of the Encoding Standard, as values are read and written in it."""

    name: str

    def decode(self, data: bytes) -> str:
        """Decode; what is no text becomes U+FFFD, and a hole in a code page a C1 control."""
        if data.isascii() and b"\x1b" not in data:
            return data.decode("ascii")
        codec = _codec_info(self.name)
        if not self.name.startswith("windows-"):
            return codec.decode(data, "replace")[0]
        text = codec.decode(data, "surrogateescape")[0]
        return text.translate(_HOLES) if _HOLE.search(text) else text

    def encode(self, text: str) -> bytes:
        """Encode; what the encoding lacks is written as a character reference."""
        if text.isascii():
            return text.encode("ascii")
        return _codec_info(self.name).encode(text, "xmlcharrefreplace")[0]

    def encode_strictly(self, text: str) -> bytes:
        """Encode; `UnicodeEncodeError` for what the encoding lacks."""
        if self.name == "gbk":
            return b"".join(map(_gbk, text))
        try:
            return _codec_info(self.name).encode(text)[0]
        except UnicodeEncodeError:
            if len(text) == 1 and self.name.startswith("windows-") and self.decode(byte := _c1(text)) == text:
                return byte
            raise


# Bytes that Python's code pages lack: the Encoding Standard's indexes have C1 controls there
_HOLE = re.compile("[\udc80-\udcff]")
_HOLES = {
    **{0xDC00 + byte: chr(byte) for byte in range(0x80, 0xA0)},
    **dict.fromkeys(range(0xDCA0, 0xDD00), "\ufffd"),
}


def _c1(character: str) -> bytes:
    return character.encode("latin-1", "replace")


def _gbk(character: str) -> bytes:
    """Encode as the gb18030 encoder does for gbk (Encoding Standard 11.2.2): one or two bytes."""
    encoded = b"\x80" if character == "\u20ac" else character.encode("gb18030")
    if len(encoded) > 2:  # noqa: PLR2004 -- four bytes are gb18030's
        raise UnicodeEncodeError("gbk", character, 0, 1, "needs four bytes")
    return encoded


def _codec_info(name: str) -> CodecInfo:
    """Get Python's codec for an encoding; the standard's gbk decodes as gb18030 does."""
    encoding = webencodings.lookup("gb18030" if name == "gbk" else name)
    return encoding.codec_info if encoding is not None else codecs.lookup(name)


class Body:
    """A document of bytes in an encoding in which ASCII bytes are ASCII characters."""

    def __init__(self, document: bytes, charset: Charset) -> None:
        self.source = document  # what edits are made in
        self.scannable = document  # the same positions, with no byte that only looks like markup
        self.charset = charset
        self.editable = charset.name != "replacement"  # Encoding Standard 4.2: browsers show none of it
        self._codec = Codec(charset.name)
        self._ascii = document.isascii() and charset.name != "iso-2022-jp"

    def text(self, start: int, stop: int) -> str:
        """Decode a span; bytes that are no text in the encoding become U+FFFD."""
        if self._ascii:
            return self.source[start:stop].decode("ascii")
        return self._codec.decode(self.source[start:stop])

    def encode(self, text: str) -> bytes:
        """Encode text for an edit; what the encoding lacks is written as a character reference."""
        return self._codec.encode(text)

    def structure(self, start: int, stop: int) -> bytes:
        """Give the bytes of a span; those that are half a character do not look like ASCII."""
        data = self.scannable[start:stop]
        double = _DOUBLE_BYTES.get(self.charset.name)
        if double is None or data.isascii():
            return data
        return double.sub(lambda match: b"\x80" * len(match[0]), data)

    def inner(self, document: bytes) -> "Body":
        """Make a body of a document that stands in a value of this one."""
        return Body(document, self.charset)

    def splice(self, edits: Iterable[Edit]) -> bytes | str:
        """Give the document back with the edits made; they are in order and do not overlap."""
        return self.replace((start, stop, (text,)) for start, stop, text in edits)

    def replace(self, replacements: Iterable[Replacement]) -> bytes | str:
        """Do so with the pieces of what stands instead of each span."""
        return self.written(b"".join(_pieces(self.source, replacements)))

    def written(self, edited: bytes) -> bytes | str:
        """Write the bytes that were edited as the document is written."""
        return edited

    def own(self, edits: list[Edit]) -> list[Edit]:
        """Tell the same edits, in order, by the bytes of the document itself."""
        return edits

    def placing(self) -> Callable[[int, int], Place]:
        """Make what tells where in the document spans of the scanned bytes are, ascending ones."""
        data = self.scannable
        returns = b"\r" in data and data.count(b"\r") != data.count(b"\r\n")  # some end lines alone
        line, column, counted = 1, 1, 0

        def placed(start: int, stop: int) -> Place:
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


# Encoding Standard 10 to 13: the second byte of a character can look like ASCII
_DOUBLE_BYTES = {
    "shift_jis": re.compile(rb"[\x81-\x9f\xe0-\xfc][\x40-\xfc]"),
    **dict.fromkeys(("big5", "euc-kr"), re.compile(rb"[\x81-\xfe][\x40-\xfe]")),
    **dict.fromkeys(("gbk", "gb18030"), re.compile(rb"[\x81-\xfe](?:[\x40-\xfe]|[0-9][\x81-\xfe][0-9])")),
}


class TextBody(Body):
    """A document of characters, scanned in UTF-8."""

    def __init__(self, document: bytes, charset: Charset) -> None:
        super().__init__(document, charset)
        self._ascii = document.isascii()

    def text(self, start: int, stop: int) -> str:
        """Decode a span."""
        return self.source[start:stop].decode("utf-8", "surrogatepass")

    def encode(self, text: str) -> bytes:
        """Encode text for an edit: any text can be."""
        return text.encode("utf-8", "surrogatepass")

    def structure(self, start: int, stop: int) -> bytes:
        """Give the bytes of a span: UTF-8, where no part of a character looks like ASCII."""
        return self.source[start:stop]

    def inner(self, document: bytes) -> Body:
        """Make a body of a document that stands in a value of this one."""
        return Body(document, Charset("utf-8", self.charset.source))

    def written(self, edited: bytes) -> bytes | str:
        """Write the bytes that were edited as characters."""
        return edited.decode("utf-8", "surrogatepass")

    def placing(self) -> Callable[[int, int], Place]:
        """Make what counts characters."""
        placed, behind, counted = super().placing(), 0, 0

        def counting(start: int, stop: int) -> Place:
            nonlocal behind, counted
            first = counted + self._length(self.text(behind, start))
            behind, counted = stop, first + self._length(self.text(start, stop))
            return first, counted, *placed(start, stop)[2:]

        return placed if self._ascii else counting

    def _length(self, text: str) -> int:
        return len(text)


class WideBody(TextBody):
    """A document of 16 or 32 bits a unit, scanned in UTF-8; it is written in its own units."""

    def __init__(self, document: bytes, charset: Charset) -> None:
        self._wide = f"{charset.name[:6]}-{charset.name[6:]}"
        width = int(charset.name[4:6]) // 8
        whole = len(document) - len(document) % width
        self._rest = document[whole:]
        text = document[:whole].decode(self._wide, "surrogatepass")
        super().__init__(text.encode("utf-8", "surrogatepass"), charset)
        self._ascii = False

    def written(self, edited: bytes) -> bytes | str:
        """Write the bytes that were edited in units of 16 or 32 bits."""
        text = edited.decode("utf-8", "surrogatepass")
        return text.encode(self._wide, "surrogatepass") + self._rest

    def own(self, edits: list[Edit]) -> list[Edit]:
        """Tell the same edits, in order, by the bytes of the document itself."""
        placed = self.placing()
        spans = (placed(edit.start, edit.stop)[:2] for edit in edits)
        texts = (edit.replacement.decode("utf-8", "surrogatepass") for edit in edits)
        written = (text.encode(self._wide, "surrogatepass") for text in texts)
        return [Edit(*span, text) for span, text in zip(spans, written, strict=True)]

    def _length(self, text: str) -> int:
        return len(text.encode(self._wide, "surrogatepass"))


class StatefulBody(Body):
    """A document in ISO-2022-JP: its escape sequences and two-byte text are hidden from the scanner."""

    def __init__(self, document: bytes, charset: Charset) -> None:
        super().__init__(document, charset)
        self.scannable = _NOT_ASCII.sub(lambda match: b"\x80" * len(match[0]), document)
        # Roman: a backslash is a yen sign there, a tilde an overline
        self.editable = b"\x1b(J" not in document


# Encoding Standard 12.2.1: from an escape to the next that returns to ASCII or Roman
_NOT_ASCII = re.compile(rb"\x1b(?:\$[@B]|\(I)(?:[^\x1b]++|\x1b(?!\([BJ]))*+(?:\x1b\([BJ])?+|\x1b\([BJ]")


def body_of(document: bytes | str, label: str | None = None, *, late: bool = True) -> Body:
    """Make a body of a document; ``label`` is the charset that came with it (a transport's).

    Without ``late``, no encoding is known that is declared late in the document.
    """
    if isinstance(document, str):
        data = document.encode("utf-8", "surrogatepass")
        return TextBody(data, _of_text(data, label, late=late))
    found = charset.determine(document, label, late=late)
    if found.name in WIDE:
        return _wide(document, found)
    return (StatefulBody if found.name == "iso-2022-jp" else Body)(document, found)


def _wide(document: bytes, found: Charset) -> Body:
    try:
        return WideBody(document, found)
    except UnicodeDecodeError:
        body = Body(document, found)
        body.editable = False
        return body


def _of_text(document: bytes, label: str | None, *, late: bool) -> Charset:
    """Tell the encoding that a document of characters speaks of: queries are read in it."""
    found = charset.determine(document, label, late=late)
    return found if found.source in {"transport", "meta"} else Charset("utf-8", "default")


def spliced(document: bytes, edits: Iterable[Edit]) -> bytes:
    """Copy what stands between the edits, and put the replacements in between."""
    return b"".join(_pieces(document, ((start, stop, (text,)) for start, stop, text in edits)))


def _pieces(document: bytes, replacements: Iterable[Replacement]) -> list[bytes]:
    """List what stands between the spans that are replaced, and the replacements in between."""
    pieces: list[bytes] = []
    position = 0
    for start, stop, replacement in replacements:
        pieces.append(document[position:start])
        pieces += replacement
        position = stop
    pieces.append(document[position:])
    return pieces
