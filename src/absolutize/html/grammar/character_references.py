"""The text of an attribute value: decoded from the source, and escaped for it again.

It knows character references and white space. It does not know which values are references. Used by `api`,
`engine.scoped_plan`, `html`, `http.header_links`, `trees` and `xml.scanner`.
"""

import re
import sys
from collections.abc import Callable, Mapping
from functools import cache
from io import BytesIO
from typing import NamedTuple

from absolutize.answer_cache import AnswerCache
from absolutize.html.grammar.offsets import DecodedText, Offsets, decoded_by_matches, read_verbatim
from absolutize.patterns import compile_regex

# Newlines are normalized before character references are decoded: &#13; is no part of a line end (13.2.3.5)
_LINE_END = r"\r\n?+"
_NUMERIC = "#(?:[xX]([0-9A-Fa-f]+)|([0-9]+));?"
_REFERENCE = compile_regex(rf"{_LINE_END}|&(?:{_NUMERIC}|([A-Za-z][0-9A-Za-z]*)(;?)(?=(=?)))")


@cache
def named_references() -> Mapping[str, str]:
    """Give the named character references of HTML (13.5), which have a semicolon in their names or none."""
    from html.entities import html5  # noqa: PLC0415 -- it takes 2 ms, and most documents need none of them

    return html5


def decode_attribute(text: str) -> str:
    """Decode an attribute value's character references (HTML Standard 13.2.5.72-80).

    The attribute rule: a name without ``;`` is text if ``=`` or an alphanumeric follows it. NUL becomes
    U+FFFD, as the tokenizer's attribute value states have it. Line ends are normalized only where there is
    a ``&``: the URL parser removes them.
    """
    if "\0" in text:
        text = text.replace("\0", "\ufffd")
    return _REFERENCE.sub(_decoded, text) if "&" in text else text


def _decoded(match: re.Match[str]) -> str:
    hexadecimal, decimal, name, semicolon, equals = match.groups()
    if match.lastindex is None:
        return "\n"
    if name is None:
        return _numeric(hexadecimal, decimal)
    if semicolon:
        return named_references().get(f"{name};", match[0])
    return match[0] if equals else named_references().get(name, match[0])


def _numeric(hexadecimal: str | None, decimal: str) -> str:
    return _character(int(hexadecimal, 16) if hexadecimal else _decimal(decimal))


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


_REMOVED = compile_regex("[\t\n\r]+")
EDGE = "".join(map(chr, range(0x21)))  # C0 control or space
LONGEST_CHARACTER_REFERENCE = 40  # characters: no name is longer, nor a number but for zeros


def clean(text: str) -> str:
    """Remove the white space that the URL parser removes (URL Standard 4.4, steps 1 to 3)."""
    text = text.strip(EDGE)
    return _REMOVED.sub("", text)


_WHITE_SPACE = " \t\n\f\r"


def reference_in(text: str) -> str:
    """Clean a reference as `clean` does, but keep control characters if there is nothing else.

    The URL parser removes them, so that the reference resolves to the base. But for browsers, a value is
    empty only if it has nothing, or white space alone: an `img` whose `src` is a control character has an
    image.
    """
    return clean(text) or text.strip(_WHITE_SPACE)


def decode_with_offsets(text: str) -> DecodedText:
    """Decode as `decode_attribute` does, and list where each character of the result begins."""
    text = text.replace("\0", "\ufffd")
    return decoded_by_matches(_REFERENCE, _decoded_in_attribute, text) if "&" in text else read_verbatim(text)


def _decoded_in_attribute(match: re.Match[str]) -> tuple[str, int] | None:
    decoded = _decoded(match)
    return None if decoded == match[0] else (decoded, match.end())


# 13.2.5.73, in text: the longest name counts, whatever follows it
_IN_TEXT = compile_regex(rf"{_LINE_END}|&(?:{_NUMERIC}|([A-Za-z][0-9A-Za-z]*;?))")


def text_with_offsets(text: str) -> DecodedText:
    """Decode character references in text (HTML Standard 13.2.5.72-80); list where each character begins."""
    return decoded_by_matches(_IN_TEXT, _decoded_in_text, text) if "&" in text else read_verbatim(text)


def _decoded_in_text(match: re.Match[str]) -> tuple[str, int] | None:
    """Decode a character reference, and give where it ends: its name may be the beginning of a longer one.

    ``None``: it is none.
    """
    hexadecimal, decimal, name = match.groups()
    if match.lastindex is None:
        return "\n", match.end()
    if name is None:
        return _numeric(hexadecimal, decimal), match.end()
    names = named_references()
    for length in range(min(len(name), _longest_name()), 0, -1):
        if name[:length] in names:
            return names[name[:length]], match.start(3) + length
    return None


@cache
def _longest_name() -> int:
    return max(map(len, named_references()))


# Character references, and line ends, in bytes; group 1 is "=" if that follows
_REFERENCE_IN_BYTES = compile_regex(
    rf"(?:(?:{_LINE_END})++|&(?:#(?:[xX][0-9A-Fa-f]+|[0-9]+);?|[A-Za-z][0-9A-Za-z]*;?))(?=(=?))".encode()
)


class NestedBytes(NamedTuple):
    """The bytes that a value stands for, and where each comes from.

    ``unended`` has what looks like character references without a semicolon, by where they end; ``None``:
    there are many.
    """

    data: bytes
    offsets: Offsets
    unended: dict[int, bytes] | None


MOST_KEPT = 64  # character references without a semicolon


def _decoded_in_bytes(reference: tuple[bytes, bytes]) -> bytes | None:
    """Decode a character reference, before ``=`` or not; ``None``: it is text."""
    written, equals = reference
    if written[:1] != b"&":  # line ends
        return b"\n" * written.count(b"\r")
    text = written.decode("ascii")
    decoded = decode_attribute(text + equals.decode("ascii")).removesuffix("=" * len(equals))
    return None if decoded == text else utf_8(decoded)


_STANDS_FOR = AnswerCache(_decoded_in_bytes, 1024)


def utf_8(text: str) -> bytes:
    """Encode in UTF-8, lone surrogates as well."""
    return text.encode("utf-8", "surrogatepass")


def inner_bytes(
    source: bytes,
    first: int,
    last: int,
    *,
    references: re.Pattern[bytes] = _REFERENCE_IN_BYTES,
    stands_for: Callable[[tuple[bytes, bytes]], bytes | None] = _STANDS_FOR.__getitem__,
) -> NestedBytes:
    """Decode the character references of a value in a span of bytes, which are in UTF-8.

    The span may be most of a large document: it is copied only once, into the result. ``references`` matches
    character references and line ends; ``stands_for`` decodes what it matched, with its group 1.
    """
    raw, data, offsets = memoryview(source), BytesIO(), Offsets(last - first, first)
    write, add = data.write, offsets.add
    unended: dict[int, bytes] = {}
    position, is_behind_return = first, False
    for match in references.finditer(source, first, last):
        start, stop = match.span()
        written = match[0]
        decoded = stands_for((written, match[1]))
        if written[-1:] != b";" and written[:1] == b"&" and len(unended) < MOST_KEPT:
            unended[stop] = written
        if decoded is None:
            continue
        if decoded[:1] == b"\n" and written[:1] == b"\r":
            is_joined = source[stop : stop + 1] == b"&" or (is_behind_return and start == position)
            if not is_joined:  # a single line end may stay
                continue
        is_behind_return = decoded[-1:] == b"\r"
        write(raw[position:start])
        write(decoded)
        add(position - first, start - position, len(decoded))
        position = stop
    write(raw[position:last])
    add(position - first, last - position, 0)
    return NestedBytes(data.getvalue(), offsets, unended if len(unended) < MOST_KEPT else None)


class TextReading(NamedTuple):
    """How the text of a document is read: that of attribute values, and that of elements.

    ``attribute`` decodes a value; ``attribute_offsets`` and ``text_offsets`` also list where each character
    begins; ``nested`` decodes the value in a span of bytes, as UTF-8.
    """

    attribute: Callable[[str], str]
    attribute_offsets: Callable[[str], DecodedText]
    text_offsets: Callable[[str], DecodedText]
    nested: Callable[[bytes, int, int], NestedBytes]


HTML_READING = TextReading(decode_attribute, decode_with_offsets, text_with_offsets, inner_bytes)

_QUOTES = ("&", "&amp;"), ('"', "&quot;")
_APOSTROPHES = ("&", "&amp;"), ("'", "&#39;")
_EVERYTHING = ("&", "&amp;"), *((character, f"&#{ord(character)};") for character in " \t\n\f\r\"'=<>`")
_IN_XML = str.maketrans({"<": "&lt;", "\t": "&#9;", "\n": "&#10;", "\r": "&#13;"})
_ESCAPES = {'"': _QUOTES, "'": _APOSTROPHES, "": _EVERYTHING}
_END_TAG = compile_regex(r"<(?=/|\Z)")


def escape_attribute(text: str, quote: str, *, xml: bool = False) -> str:
    """Escape text for an attribute value between ``quote`` (``""``: unquoted), HTML Standard 13.3.

    In XML no value holds a ``<`` (XML 1.0, 3.1), and white space is a space (3.3.3). In HTML no end tag is
    written: where scripts run, that of noscript would end an element around the attribute.
    """
    for character, reference in _ESCAPES[quote]:
        text = text.replace(character, reference)
    return text.translate(_IN_XML) if xml else _END_TAG.sub("&lt;", text)
