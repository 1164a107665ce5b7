"""How the text of a document is read and written: three functions, whatever its encoding.

Documents that are a `str`, or in UTF-16 or UTF-32, are scanned in UTF-8. It does not know how the encoding of
a document is detected. Used by `html.document.document`.
"""

from collections.abc import Callable
from functools import cache
from typing import NamedTuple

from absolutize.html.encodings.codec import Codec
from absolutize.html.encodings.encoding import Lacking


class DocumentCodec(NamedTuple):
    """The encoding of the bytes that are scanned, and the functions.

    ``width`` is how many bytes of the document an ASCII character takes; 1 for text. ``decode`` reads scanned
    bytes; ``encode`` encodes text as such bytes, and calls its second argument for each character that the
    encoding lacks; ``write`` converts scanned bytes to the form of the document.
    """

    encoding: str
    width: int
    decode: Callable[[bytes], str]
    encode: Callable[[str, Lacking], bytes]
    write: Callable[[bytes], bytes | str]


@cache
def of_bytes(encoding: str, *, is_ascii: bool) -> DocumentCodec:
    """Make the codec of bytes, which are scanned as they are; malformed bytes are read as U+FFFD."""
    codec = Codec(encoding)
    return DocumentCodec(encoding, 1, _from_ascii if is_ascii else codec.decode_within, codec.encode, bytes)


def of_nested(outer: DocumentCodec, *, is_ascii: bool) -> DocumentCodec:
    """Make the codec of a document in a value, which was read as UTF-8."""
    return of_part(outer._replace(encoding="utf-8"), is_ascii=is_ascii)


def of_part(outer: DocumentCodec, *, is_ascii: bool) -> DocumentCodec:
    """Make the codec of a part of a document; the part consists of scanned bytes."""
    if outer.encode is _to_utf_8:
        return outer._replace(width=1, write=bytes)
    return of_bytes(outer.encoding, is_ascii=is_ascii)


def of_text() -> DocumentCodec:
    """Make the codec of `str`."""
    return DocumentCodec("utf-8", 1, _from_utf_8, _to_utf_8, _from_utf_8)


def of_units(encoding: str, width: int) -> DocumentCodec:
    """Make the codec of UTF-16 or UTF-32, by Python's name; a unit has ``width`` bytes."""

    def write(scanned: bytes) -> bytes:
        return _from_utf_8(scanned).encode(encoding, "surrogatepass")

    return DocumentCodec("utf-8", width, _from_utf_8, _to_utf_8, write)


def _from_ascii(data: bytes) -> str:
    return data.decode("ascii")


def _from_utf_8(data: bytes) -> str:
    return data.decode("utf-8", "surrogatepass")


def _to_utf_8(text: str, _lacking: Lacking) -> bytes:
    return text.encode("utf-8", "surrogatepass")
