"""The Chinese and Korean encodings (Encoding Standard 10, 11, 13), and the class of all multi-byte ones.

The indexes are those of Python's codecs except for what `indexes` lists. It does not know documents. Used by
`html.encodings.codec` and `html.encodings.japanese`.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cache, lru_cache

from absolutize.html.encodings.encoding import Encoding, decode_by_codec, encode_by_codec
from absolutize.patterns import compile_regex

Encoder = Callable[[str], bytes | None]


@dataclass(frozen=True)
class MultiByte(Encoding):
    """An encoding in which a character is several bytes.

    ``token`` matches the bytes of a character that is not ASCII, ``character`` gives the character for them,
    or ``None``. ``encoder_bytes`` gives the bytes that the standard's encoder writes for a character;
    ``more_bytes`` gives further bytes that are read as the character, if there are any.
    """

    token: re.Pattern[bytes]
    character: Callable[[bytes], str | None]
    encoder_bytes: Encoder
    more_bytes: Encoder = lambda _: None
    has_ascii_in_characters = True

    def decode(self, data: bytes) -> str:
        """Decode; bytes that are no text become U+FFFD."""
        pieces: list[str] = []
        position = 0
        for match in self.token.finditer(data):
            pieces += data[position : match.start()].decode("ascii"), self._read(match[0])
            position = match.end()
        return "".join([*pieces, data[position:].decode("ascii")])

    def _read(self, token: bytes) -> str:
        """Read one character; where its bytes are an error, an ASCII byte at their end is read as itself."""
        return self.character(token) or "\ufffd" + token[-1:].decode("ascii", "ignore")

    def encoder(self, character: str) -> bytes | None:
        """Encode a character as the standard's encoder does; ``None``: it is not in the encoding."""
        return character.encode() if character.isascii() else self.encoder_bytes(character)

    def bytes_of(self, character: str) -> bytes | None:
        """Give bytes that are read as a character; ``None``: there are none."""
        for encode in (self.encoder, self.more_bytes):
            encoded = encode(character)
            if encoded is not None and self.decode(encoded) == character:
                return encoded
        return None

    def ascii_view(self, data: bytes) -> bytes:
        """Mask, as 80, every byte that is part of a character beyond ASCII."""
        view = bytearray(data)
        for match in self.token.finditer(data):
            view[match.start() : match.end()] = self._hidden(match)
        return bytes(view)

    def _hidden(self, match: re.Match[bytes]) -> bytes:
        last = self._read(match[0])[-1].encode()
        return b"\x80" * (len(match[0]) - 1) + last if last.isascii() else b"\x80" * len(match[0])


@cache
def decoding_differences(name: str) -> Mapping[bytes, str]:
    """List the characters of an index that Python's codec lacks, or has at other bytes."""
    from absolutize.html.encodings.indexes import DIFFERENCES  # noqa: PLC0415 -- few documents need it

    rows = ((bytes.fromhex(first), characters) for first, characters in DIFFERENCES[name].items())
    return {
        first[:-1] + bytes([first[-1] + number]): character
        for first, characters in rows
        for number, character in enumerate(characters)
    }


@cache
def _added(name: str) -> Mapping[str, bytes]:
    """Map the characters of the differences to their bytes; if there are several, the last count."""
    return {character: data for data, character in decoding_differences(name).items()}


# 10: gbk and gb18030

# or as many as the end of the text leaves
_TWO_OR_FOUR_BYTES = compile_regex(
    rb"[\x81-\xfe](?:[0-9][\x81-\xfe][0-9]|[0-9][\x81-\xfe]?\Z|[^0-9]|\Z)|[\x80-\xff]"
)
_FOUR = 4
# What the encoder writes in bytes of GB18030-2005 (10.2.2, its table), as Python's codec does; and U+3000
_AS_IN_2005 = frozenset("\ue81e\ue826\ue82b\ue82c\ue832\ue843\ue854\ue864\u3000").union(
    map(chr, range(0xE78D, 0xE797))
)


@lru_cache(maxsize=4096)
def _gb18030_index(token: bytes) -> str | None:
    if token == b"\x80":
        return "\u20ac"
    character = decoding_differences("gb18030").get(token) or decode_by_codec("gb18030", token)
    return "\ufffd" if character is None and token[1:2].isdigit() else character


def _gb18030_bytes(character: str) -> bytes | None:
    if character == "\ue5e5":
        return None
    own = None if character in _AS_IN_2005 else _added("gb18030").get(character)
    return own or encode_by_codec("gb18030", character)


def _gbk_bytes(character: str) -> bytes | None:
    own = b"\x80" if character == "\u20ac" else _gb18030_bytes(character)
    return None if own is None or len(own) == _FOUR else own


# 11: Big5

_TWO_BYTES = compile_regex(rb"(?s:[\x81-\xfe].?|[\x80-\xff])")
_BIG5_FIRST = b"\xa1"  # below is the Hong Kong supplement, which is not written
# Where the index has a character twice, and Python's codec writes the second
_BIG5_BYTES = {
    "\uff0f": b"\xa1\xfe",
    "\uff3c": b"\xa2\x40",
    "\u256d": b"\xa2\x7e",
    "\u256e": b"\xa2\xa1",
    "\u2570": b"\xa2\xa2",
    "\u256f": b"\xa2\xa3",
}


@lru_cache(maxsize=4096)
def _big5_index(token: bytes) -> str | None:
    return decoding_differences("big5").get(token) or decode_by_codec("big5hkscs", token)


def _big5_candidates(character: str) -> list[bytes]:
    """List the bytes that are read as a character, among them those that the standard's encoder writes."""
    given = (
        _BIG5_BYTES.get(character),
        encode_by_codec("big5hkscs", character),
        _added("big5").get(character),
    )
    return [data for data in given if data is not None and _big5_index(data) == character]


def _big5_bytes(character: str) -> bytes | None:
    return min((data for data in _big5_candidates(character) if data >= _BIG5_FIRST), default=None)


def _more_big5_bytes(character: str) -> bytes | None:
    return next(iter(_big5_candidates(character)), None)


# 13: EUC-KR


@lru_cache(maxsize=4096)
def _euc_kr_index(token: bytes) -> str | None:
    return decode_by_codec("cp949", token)


def _euc_kr_bytes(character: str) -> bytes | None:
    return encode_by_codec("cp949", character)


GB18030 = MultiByte(_TWO_OR_FOUR_BYTES, _gb18030_index, _gb18030_bytes)
GBK = replace(GB18030, encoder_bytes=_gbk_bytes, more_bytes=_gb18030_bytes)
BIG5 = MultiByte(_TWO_BYTES, _big5_index, _big5_bytes, _more_big5_bytes)
EUC_KR = MultiByte(_TWO_BYTES, _euc_kr_index, _euc_kr_bytes)
