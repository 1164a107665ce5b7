"""One encoding of the Encoding Standard: it decodes and encodes documents, and encodes queries.

It does not know how the encoding of a document is detected. Used by `cli.commands.text`, `engine`,
`html.document` and `html.encodings.document_codec`.
"""

import codecs
from codecs import CodecInfo
from functools import cache
from typing import NamedTuple
from urllib.parse import quote

import webencodings

from absolutize.html.encodings.encoding import Encoding, Lacking, encode_by_codec
from absolutize.patterns import compile_regex

_C1_CONTROLS = frozenset(map(chr, range(0x80, 0xA0)))


def character_reference(character: str) -> bytes:
    """Write a character reference; a C1 control, whose number means another character, percent-encoded."""
    return b"%%C2%%%02X" % ord(character) if character in _C1_CONTROLS else b"&#%d;" % ord(character)


def in_url(character: str) -> bytes:
    """Write a character as URLs have it."""
    return quote(character, errors="replace").encode()


def _in_query(character: str) -> bytes:
    """Write a character reference in a query; of ISO-2022-JP's controls, and lone surrogates, to U+FFFD."""
    is_scalar = not (character.isascii() or "\ud800" <= character <= "\udfff")
    return b"%%26%%23%d%%3B" % (ord(character) if is_scalar else 0xFFFD)


# in these, only the byte behind a digit shows whether the digit is a part of a character (10.2.1)
_ENDED_BY_ASCII = frozenset({"gbk", "gb18030"})

WIDE = frozenset({"utf-16le", "utf-16be", "utf-32le", "utf-32be"})
# by encoding, bytes of ASCII that are not the characters that they are in ASCII
_NOT_THEMSELVES = {
    "iso-2022-jp": compile_regex(rb"[\x0e\x0f\x1b]"),
    **dict.fromkeys(WIDE, compile_regex(rb"[\0-\x7f]")),
}


class Codec(NamedTuple):
    """An encoding of the Encoding Standard, by its name there."""

    name: str

    def decode(self, data: bytes) -> str:
        """Decode; malformed bytes become U+FFFD."""
        if data.isascii() and self._is_plain(data):
            return data.decode("ascii")
        return _encoding(self.name).decode(data)

    def decode_within(self, data: bytes) -> str:
        """Decode a part of a document, behind which there is an ASCII byte other than a digit."""
        return self.decode(data + b" ")[:-1] if self.name in _ENDED_BY_ASCII else self.decode(data)

    def encode(self, text: str, lacking: Lacking = character_reference) -> bytes:
        """Give bytes that decode to the text; ``lacking`` spells characters that the encoding lacks."""
        if self.is_plain_ascii(text):
            return text.encode("ascii")
        return _encoding(self.name).write(text, lacking)

    def encode_query(self, text: str) -> bytes:
        """Encode a query (URL Standard 1.3); a lacking character is a percent-encoded character reference."""
        return _encoding(self.name).encode(text, _in_query)

    def ascii_view(self, data: bytes) -> bytes:
        """Mask, as 80, every byte that looks like ASCII and is part of a character beyond ASCII.

        The bytes are a part of a document, behind which there is an ASCII byte other than a digit.
        """
        if self.name in _ENDED_BY_ASCII:
            return _encoding(self.name).ascii_view(data + b" ")[:-1]
        return _encoding(self.name).ascii_view(data)

    @property
    def has_ascii_in_characters(self) -> bool:
        """Whether bytes of characters beyond ASCII may look like ASCII."""
        return _encoding(self.name).has_ascii_in_characters

    def is_plain_ascii(self, text: str) -> bool:
        """Whether text is ASCII whose characters are themselves in this encoding."""
        return text.isascii() and self._is_plain(text.encode("ascii"))

    def _is_plain(self, data: bytes) -> bool:
        """Whether bytes of ASCII are themselves."""
        others = _NOT_THEMSELVES.get(self.name)
        return others is None or others.search(data) is None


class Unicode(Encoding):
    """An encoding of all characters, by a codec of Python."""

    def __init__(self, name: str) -> None:
        self.name = name

    def decode(self, data: bytes) -> str:
        """Decode."""
        return data.decode(self.name, "replace")

    def bytes_of(self, character: str) -> bytes | None:
        """Encode; ``None``: a lone surrogate is no character."""
        return encode_by_codec(self.name, character)

    def encoder(self, character: str) -> bytes:
        """Encode; U+FFFD for a lone surrogate (Infra Standard 4.6, scalar values)."""
        return encode_by_codec(self.name, character) or "\ufffd".encode(self.name)


# Where Python has no character: C1 controls in the indexes of windows-*, nothing elsewhere
_C1 = {0xDC00 + byte: chr(byte) for byte in range(0x80, 0xA0)}

_NO_TEXT = dict.fromkeys(range(0xDC80, 0xDD00), "\ufffd")
_OTHERS = {"koi8-u": {0xAE: "\u045e", 0xBE: "\u040e"}, "windows-1255": {0xCA: "\u05ba"}}


class SingleByte(Encoding):
    """An encoding of one byte a character (Encoding Standard 9), by a codec of Python."""

    def __init__(self, name: str) -> None:
        upper = _python_codec(name).decode(bytes(range(0x80, 0x100)), "surrogateescape")[0]
        upper = upper.translate(_C1 if name.startswith("windows-") else {}).translate(_NO_TEXT)
        others = _OTHERS.get(name, {})
        ascii_bytes = "".join(map(chr, range(0x80)))
        self._characters = ascii_bytes + "".join(others.get(0x80 + i, c) for i, c in enumerate(upper))
        self._bytes = {character: bytes([byte]) for byte, character in enumerate(self._characters)}
        self._bytes.pop("\ufffd", None)

    def decode(self, data: bytes) -> str:
        """Decode."""
        return codecs.charmap_decode(data, "strict", self._characters)[0]

    def bytes_of(self, character: str) -> bytes | None:
        """Encode; ``None``: the encoding lacks the character."""
        return self._bytes.get(character)

    def encoder(self, character: str) -> bytes | None:
        """Encode; ``None``: the encoding lacks the character."""
        return self._bytes.get(character)

    def encode(self, text: str, lacking: Lacking) -> bytes:
        """Encode text; a quick way serves for text without characters that the encoding lacks."""
        try:
            return b"".join(map(self._bytes.__getitem__, text))
        except KeyError:
            return super().encode(text, lacking)


def _python_codec(name: str) -> CodecInfo:
    """Get Python's codec for an encoding of the Encoding Standard."""
    encoding = webencodings.lookup(name)
    return codecs.lookup(name) if encoding is None else encoding.codec_info


_SEVERAL_BYTES = frozenset({"gbk", "gb18030", "big5", "euc-kr", "shift_jis", "euc-jp", "iso-2022-jp"})


@cache
def _encoding(name: str) -> Encoding:
    """Get an encoding by its name; "replacement" is written as UTF-8 (Encoding Standard 4.3)."""
    if name.startswith("utf-") or name == "replacement":
        return Unicode("utf-8" if name == "replacement" else name)
    return _of_several_bytes()[name] if name in _SEVERAL_BYTES else SingleByte(name)


@cache
def _of_several_bytes() -> dict[str, Encoding]:
    from absolutize.html.encodings import japanese, multibyte  # noqa: PLC0415 -- where they are met

    return {
        "gbk": multibyte.GBK,
        "gb18030": multibyte.GB18030,
        "big5": multibyte.BIG5,
        "euc-kr": multibyte.EUC_KR,
        "shift_jis": japanese.SHIFT_JIS,
        "euc-jp": japanese.EUC_JP,
        "iso-2022-jp": japanese.Iso2022Jp(),
    }
