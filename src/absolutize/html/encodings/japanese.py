"""The Japanese encodings (Encoding Standard section 12).

Python's cp932 has index jis0208 as the standard has it, with the extensions of NEC and IBM. It does not know
documents. Used by `html.encodings.codec`.
"""

import unicodedata
from collections.abc import Callable, Iterable
from functools import cache, lru_cache

from absolutize.html.encodings.encoding import Encoding, Lacking, decode_by_codec, encode_by_codec
from absolutize.html.encodings.multibyte import MultiByte, decoding_differences
from absolutize.patterns import compile_regex

_CELLS = 94  # in a row of index jis0208
_TWO = 2
KATAKANA = range(0xFF61, 0xFFA0)  # of half width
# Characters that the encoders write as other characters (12.1.2, 12.2.2, 12.3.2)
_AS_ASCII = {"\xa5": b"\x5c", "\u203e": b"\x7e"}
_MINUS, _WIDE_MINUS = "\u2212", "\uff0d"


# 5: index jis0208, from which the bytes of Shift_JIS are computed


def _shift_jis(pointer: int) -> bytes:
    lead, trail = divmod(pointer, 2 * _CELLS)
    return bytes([lead + (0x81 if lead < 0x1F else 0xC1), trail + (0x40 if trail < 0x3F else 0x41)])  # noqa: PLR2004 -- 12.3


def _pointer(data: bytes) -> int:
    lead, trail = data
    return (lead - (0x81 if lead < 0xA0 else 0xC1)) * 2 * _CELLS + trail - (0x40 if trail < 0x7F else 0x41)  # noqa: PLR2004 -- 12.3


def _jis0208(row: int, cell: int) -> str | None:
    """Get the character of a row and a cell; both count from 0."""
    return decode_by_codec("cp932", _shift_jis(row * _CELLS + cell))


def _jis0208_place(character: str) -> tuple[int, int] | None:
    """Get the row and the cell of a character, the first it has; U+2212 is written as U+FF0D."""
    character = _WIDE_MINUS if character == _MINUS else character
    data = encode_by_codec("cp932", character)
    if data is None or len(data) != _TWO or decode_by_codec("cp932", data) != character:
        return None
    row, cell = divmod(_pointer(data), _CELLS)
    return (row, cell) if row < _CELLS else None


# 12.3: Shift_JIS


_NO_SHIFT_JIS = frozenset((b"\xa0", b"\xfd", b"\xfe", b"\xff"))  # that only cp932 has


@lru_cache(maxsize=4096)
def _shift_jis_index(token: bytes) -> str | None:
    return None if token in _NO_SHIFT_JIS else decode_by_codec("cp932", token)


@cache
def _of_ibm() -> dict[str, bytes]:
    """List the bytes of IBM's extension; NEC's selection has the same characters, and is never written."""
    pairs = (bytes([lead, trail]) for lead in range(0xFA, 0xFD) for trail in range(0x40, 0xFD))
    return {character: pair for pair in pairs if (character := decode_by_codec("cp932", pair)) is not None}


_NEC_SELECTION = (0xED, 0xEE)


def _shift_jis_bytes(character: str) -> bytes | None:
    if character in _AS_ASCII or ord(character) in KATAKANA or character == "\x80":
        return _AS_ASCII.get(character) or encode_by_codec("cp932", character)
    place = _jis0208_place(character)
    if place is None:
        return None
    data = _shift_jis(place[0] * _CELLS + place[1])
    return _of_ibm().get(character, data) if data[0] in _NEC_SELECTION else data


def _more_shift_jis_bytes(character: str) -> bytes | None:
    """Encode the private use area, too."""
    return encode_by_codec("cp932", character)


# 12.1: EUC-JP


@lru_cache(maxsize=4096)
def _euc_jp_index(token: bytes) -> str | None:
    if len(token) != _TWO:
        return decoding_differences("euc-jp").get(token) or (
            decode_by_codec("euc_jp", token) if len(token) > _TWO else None
        )
    lead, trail = token
    if lead == 0x8E:  # noqa: PLR2004 -- 12.1.1
        return chr(KATAKANA.start + trail - 0xA1) if 0xA1 <= trail <= 0xDF else None  # noqa: PLR2004 -- 12.1.1
    return _jis0208(lead - 0xA1, trail - 0xA1) if lead > 0xA0 and 0xA0 < trail < 0xFF else None  # noqa: PLR2004 -- 12.1.1


def _euc_jp_bytes(character: str) -> bytes | None:
    if character in _AS_ASCII:
        return _AS_ASCII[character]
    if ord(character) in KATAKANA:
        return bytes([0x8E, ord(character) - KATAKANA.start + 0xA1])
    place = _jis0208_place(character)
    return None if place is None else bytes([place[0] + 0xA1, place[1] + 0xA1])


def _more_euc_jp_bytes(character: str) -> bytes | None:
    """Encode the characters of JIS X 0212, which the encoder does not write."""
    return b"\x8f\xa2\xb7" if character == "\uff5e" else encode_by_codec("euc_jp", character)


SHIFT_JIS = MultiByte(
    compile_regex(rb"(?s:[\x81-\x9f\xe0-\xfc].?|[\x80-\xff])"),
    _shift_jis_index,
    _shift_jis_bytes,
    _more_shift_jis_bytes,
)
EUC_JP = MultiByte(
    compile_regex(rb"(?s:\x8f[\xa1-\xfe].?|[\x8e\x8f\xa1-\xfe].?|[\x80-\xff])"),
    _euc_jp_index,
    _euc_jp_bytes,
    _more_euc_jp_bytes,
)


# 12.2: ISO-2022-JP, in which escape sequences say what the bytes behind them are

_ASCII, _ROMAN, _KATAKANA, _KANJI = "\x1b(B", "\x1b(J", "\x1b(I", "\x1b$B"
_ESCAPE = compile_regex(r"\x1b(?:\([BJI]|\$[@B])")
_TEXT = r"[^\x0e\x0f\x1b\x80-\xff]++"
# What does not match group 1 is an error
_RUNS = {
    _ASCII: compile_regex(rf"({_TEXT})|(?s:.)"),
    _ROMAN: compile_regex(rf"({_TEXT})|(?s:.)"),
    _KATAKANA: compile_regex(r"([\x21-\x5f]++)|(?s:.)"),
    _KANJI: compile_regex(r"([\x21-\x7e]{2})|[\x21-\x7e][^\x1b]?|(?s:.)"),
}
_READ: dict[str, Callable[[str], str]] = {
    _ASCII: str,
    _ROMAN: lambda run: run.replace("\\", "\xa5").replace("~", "\u203e"),
    _KATAKANA: lambda run: "".join(chr(KATAKANA.start + ord(unit) - 0x21) for unit in run),
    _KANJI: lambda run: _jis0208(ord(run[0]) - 0x21, ord(run[1]) - 0x21) or "\ufffd",
}
Unit = tuple[str, bytes]
"""The escape sequence that a character is behind, and its bytes."""


class Iso2022Jp(Encoding):
    """ISO-2022-JP: every piece of text that is read or written begins and ends in ASCII."""

    def decode(self, data: bytes) -> str:
        """Decode; bytes that are no text become U+FFFD, as does an escape sequence before another one."""
        text, position = data.decode("latin-1"), 0
        state, is_new, pieces = _ASCII, False, list[str]()
        while position < len(text):
            run = _ESCAPE.match(text, position)
            if run is not None:
                pieces.append("\ufffd" * is_new)
                state, is_new = run[0].replace("@", "B"), True
            else:
                run = _RUNS[state].match(text, position)
                assert run is not None  # noqa: S101 -- each pattern ends in one that matches anything
                pieces.append("\ufffd" if run[1] is None else _READ[state](run[1]))
                is_new = False
            position = run.end()
        return "".join(pieces)

    def bytes_of(self, character: str) -> bytes | None:
        """Give the bytes of a character, with its escape sequences."""
        unit = _unit(character)
        return None if unit is None else _joined([unit])

    def encoder(self, character: str) -> bytes | None:
        """Encode a character, with its escape sequences."""
        unit = _encoder_unit(character)
        return None if unit is None else _joined([unit])

    def write(self, text: str, lacking: Lacking) -> bytes:
        """Give bytes that decode to the text, with an escape sequence only where it changes."""
        return _joined(_unit(character) or (_ASCII, lacking(character)) for character in text)

    def encode(self, text: str, lacking: Lacking) -> bytes:
        """Encode text as the standard's encoder does (12.2.2)."""
        return _joined(_encoder_unit(character) or (_ASCII, lacking(character)) for character in text)


_OTHER_IN_ROMAN = (b"\\", b"~")


def _joined(units: Iterable[Unit]) -> bytes:
    """Put units together, with an escape sequence where it changes; ASCII may be in Roman."""
    state, pieces = _ASCII, list[bytes]()
    for own, data in (*units, (_ASCII, b"")):
        in_roman = state == _ROMAN and own == _ASCII and data and data not in _OTHER_IN_ROMAN
        if own != state and not in_roman:
            pieces.append(own.encode())
            state = own
        pieces.append(data)
    return b"".join(pieces)


_CONTROLS = frozenset("\x0e\x0f\x1b")


def _unit(character: str) -> Unit | None:
    """Give the escape sequence and the bytes that are read as a character."""
    if character.isascii():
        return None if character in _CONTROLS else (_ASCII, character.encode())
    if ord(character) in KATAKANA:
        return _KATAKANA, bytes([ord(character) - KATAKANA.start + 0x21])
    place = None if character == _MINUS else _jis0208_place(character)
    return None if place is None else (_KANJI, bytes([place[0] + 0x21, place[1] + 0x21]))


# index ISO-2022-JP katakana, whose last two have other normal forms; and what is written as another minus
_FULL = {chr(code): unicodedata.normalize("NFKC", chr(code)) for code in KATAKANA[:-2]} | {
    "\uff9e": "\u309b",
    "\uff9f": "\u309c",
    _MINUS: _WIDE_MINUS,
}


def _encoder_unit(character: str) -> Unit | None:
    """Encode a character: half-width katakana as full-width, the yen sign in Roman."""
    roman = _AS_ASCII.get(character)
    return (_ROMAN, roman) if roman is not None else _unit(_FULL.get(character, character))
