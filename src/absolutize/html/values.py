"""The text of an attribute value: read out, cut into references, and written back.

This file knows character references and white space. It judges no reference.
"""

import re
import sys
from array import array
from collections.abc import Callable, Sequence
from html.entities import html5
from io import BytesIO
from typing import NamedTuple

from absolutize.html.notation import Decoded
from absolutize.html.offsets import Offsets
from absolutize.patterns import compiled

# A line ends before any reference is read, so that what one stands for is no part of an end (13.2.3.5)
_LINE_END = r"\r\n?+"
_REFERENCE = compiled(
    rf"{_LINE_END}|&(?:#(?:[xX]([0-9A-Fa-f]+)|([0-9]+));?|([A-Za-z][0-9A-Za-z]*)(;?)(?=(=?)))"
)


def decode(text: str) -> str:
    """Decode an attribute value's character references (HTML Standard 13.2.5.72-80).

    The attribute rule: a name without ``;`` is text if ``=`` or an alphanumeric follows it.
    NUL becomes U+FFFD, as the tokenizer's attribute value states have it.
    """
    if "\0" in text:
        text = text.replace("\0", "\ufffd")
    return _REFERENCE.sub(_decoded, text) if "&" in text else text


def decode_with_places(text: str) -> Decoded:
    """Do the same, and list where each character of the result begins."""
    return decoded_with_places(text.replace("\0", "\ufffd"))


def _decoded(match: re.Match[str]) -> str:
    hexadecimal, decimal, name, semicolon, equals = match.groups()
    if match.lastindex is None:
        return "\n"
    if name is None:
        return _character(int(hexadecimal, 16) if hexadecimal else _decimal(decimal))
    if semicolon:
        return html5.get(f"{name};", match[0])
    if equals or name not in html5:
        return match[0]
    return html5[name]


def _decimal(digits: str) -> int:
    """Read a decimal number; one of many digits is beyond Unicode, however large."""
    digits = digits.lstrip("0")
    return int(digits or "0") if len(digits) <= len("1114111") else sys.maxunicode + 1


# 13.2.5.80: numeric references to the C1 controls mean windows-1252
_C1 = {code: bytes([code]).decode("windows-1252", "ignore") or chr(code) for code in range(0x80, 0xA0)}


def _character(code: int) -> str:
    """Numeric character reference end state (13.2.5.80)."""
    if code == 0 or code > sys.maxunicode or 0xD800 <= code <= 0xDFFF:  # noqa: PLR2004 -- Unicode's own limits
        return "\ufffd"
    return _C1.get(code) or chr(code)


_REMOVED = compiled("[\t\n\r]+")
EDGE = "".join(map(chr, range(0x21)))  # C0 control or space


def clean(text: str) -> str:
    """Remove the white space that the URL parser removes (URL Standard 4.4, steps 1 to 3)."""
    text = text.strip(EDGE)
    return _REMOVED.sub("", text)


def decoded_with_places(source: str) -> tuple[str, Sequence[int]]:
    """Decode an attribute value, and list where in ``source`` each character of the result begins."""
    if "&" not in source:
        return source, range(len(source) + 1)
    text: list[str] = []
    places = array("Q")  # as many as characters
    position = 0
    for match in _REFERENCE.finditer(source):
        places.extend(range(position, match.start()))
        text.append(source[position : match.start()])
        decoded = _decoded(match)
        kept = decoded == match[0]
        places.extend(range(match.start(), match.end()) if kept else [match.start()] * len(decoded))
        text.append(decoded)
        position = match.end()
    text.append(source[position:])
    places.extend(range(position, len(source) + 1))
    return "".join(text), places


# 13.2.5.73, in text: the longest name counts, whatever follows it
_IN_TEXT = compiled(rf"{_LINE_END}|&(?:#(?:[xX]([0-9A-Fa-f]+)|([0-9]+));?|([A-Za-z][0-9A-Za-z]*;?))")
_LONGEST = max(map(len, html5))


def text_with_places(text: str) -> tuple[str, Sequence[int]]:
    """Decode the character references of text (HTML Standard 13.2.5.72-80), and list where each begins."""
    if "&" not in text:
        return text, range(len(text) + 1)
    pieces: list[str] = []
    places = array("Q")  # as many as characters
    position = 0
    for match in _IN_TEXT.finditer(text):
        decoded, length = _decoded_in_text(match)
        places.extend(range(position, match.start()))
        places.extend([match.start()] * len(decoded))
        pieces += text[position : match.start()], decoded
        position = match.start() + length
    pieces.append(text[position:])
    places.extend(range(position, len(text) + 1))
    return "".join(pieces), places


def decode_text(text: str) -> str:
    """Decode the character references of text."""
    return text_with_places(text)[0]


def _decoded_in_text(match: re.Match[str]) -> tuple[str, int]:
    """Tell what a reference says, and how many characters of the match it has."""
    hexadecimal, decimal, name = match.groups()
    if match.lastindex is None:
        return "\n", len(match[0])
    if name is None:
        return _character(int(hexadecimal, 16) if hexadecimal else _decimal(decimal)), len(match[0])
    for stop in range(min(len(name), _LONGEST), 0, -1):
        if name[:stop] in html5:
            return html5[name[:stop]], stop + 1
    return "&", 1


def inner_bytes(raw: bytes, encode: Callable[[str], bytes]) -> tuple[bytes, Offsets]:
    """Do the same in bytes: what a character reference stands for comes in the document's encoding."""
    data, offsets = BytesIO(), Offsets(len(raw))
    position = 0
    for match in _REFERENCE.finditer(raw.decode("latin-1")):
        decoded = _decoded(match)
        if decoded == match[0] or match.lastindex is None:
            continue
        start, encoded = match.start(), encode(decoded)
        data.write(raw[position:start])
        data.write(encoded)
        offsets.add(position, start - position, len(encoded))
        position = match.end()
    data.write(raw[position:])
    offsets.add(position, len(raw) - position, 0)
    return data.getvalue(), offsets


_QUOTES = ("&", "&amp;"), ('"', "&quot;")
_APOSTROPHES = ("&", "&amp;"), ("'", "&#39;")
_EVERYTHING = ("&", "&amp;"), *((character, f"&#{ord(character)};") for character in " \t\n\f\r\"'=<>`")
_ESCAPES = {'"': _QUOTES, "'": _APOSTROPHES, "": _EVERYTHING}


def escape(text: str, quote: str, *, xml: bool = False) -> str:
    """Escape text for an attribute value between ``quote`` (``""``: unquoted), HTML Standard 13.3.

    In XML no value holds a ``<`` (XML 1.0, 3.1).
    """
    for character, reference in _ESCAPES[quote]:
        text = text.replace(character, reference)
    return text.replace("<", "&lt;") if xml else text


# A reference without its semicolon, and what it would go on with (13.2.5.73-80): by the groups
_OPEN = compiled(rb"&(?:#([0-9]++)|#[xX]([0-9A-Fa-f]++)|([A-Za-z][0-9A-Za-z]*+))\Z")
_GOES_ON = tuple(map(compiled, (rb"[0-9]", rb"[0-9A-Fa-f]", rb"[0-9A-Za-z=]")))
_LONGEST_WRITTEN = 40  # bytes; no name is longer, nor a number but for zeros


def apart(source: bytes, start: int, stop: int, written: bytes) -> bytes:
    """Keep what is written apart from a reference before it that has no semicolon."""
    match = _OPEN.search(source, max(0, start - _LONGEST_WRITTEN), start)
    if match is None:
        return written
    goes_on = _GOES_ON[(match.lastindex or 1) - 1].match(written or source[stop : stop + 1])
    return written if goes_on is None else b";" + written


# 13.1.2.3: an unquoted value holds none of these
NEEDS_QUOTES = compiled("[ \t\n\f\r\"'=<>`]")


class Change(NamedTuple):
    """The part of a reference that changes, and what to."""

    start: int
    stop: int
    text: str


_LEADING_DOTS = compiled(r"(?:\.\.?/)*+")
_SKIPPED = "\t\n\r"  # what the URL parser removes anywhere


def change(raw: str, target: str, offsets: Callable[[str], Decoded], encode: Callable[[str], str]) -> Change:
    """Find the least of a reference that must change for it to read as ``target``.

    White space around it, and what the target ends in, stay as the author wrote them. ``offsets``
    reads what is written, ``encode`` spells what is new: what is kept begins with a character, so
    that no escape is cut. On one side of it, and all before the change, is ASCII: a byte a character.
    """
    text, places = offsets(raw)
    first, last = len(text) - len(text.lstrip(EDGE)), len(text.rstrip(EDGE))
    if first >= last:
        return Change(0, len(raw), target)
    dots = _LEADING_DOTS.match(text, first, last)
    kept, rest = _common_end(text, first if dots is None else dots.end(), last, target)
    position = _byte_wise(raw, places[kept])
    while kept < last and (places[kept] < position or (kept > first and places[kept] == places[kept - 1])):
        rest += text[kept] not in _SKIPPED
        kept += 1
    made = Change(places[first], places[kept], target[:rest])
    written = f"{raw[: made.start]}{encode(made.text)}{raw[made.stop :]}"
    return made if clean(offsets(written)[0]) == target else Change(0, len(raw), target)


def _common_end(text: str, first: int, last: int, target: str) -> tuple[int, int]:
    """Tell where in a text and in its target begins what both end in."""
    kept, rest = last, len(target)
    while kept > first and rest:
        if text[kept - 1] == target[rest - 1]:
            rest -= 1
        elif text[kept - 1] not in _SKIPPED:
            break
        kept -= 1
    return kept, rest


def _byte_wise(raw: str, position: int) -> int:
    """Move a position to the right until there is ASCII alone on one side of it."""
    if raw[:position].isascii():
        return position
    return max(position, *(match.end() for match in _BEYOND_ASCII.finditer(raw)))


_BEYOND_ASCII = compiled(r"[^\x00-\x7f]++")
