"""The interface of every encoding: decode bytes, encode text, and encode the query of a URL.

It does not know any particular encoding. Used by `html.document.document`, `html.document.nested_document`,
`html.document.value_edits` and `html.encodings`.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable

Lacking = Callable[[str], bytes]
"""How a character that an encoding lacks is written, in ASCII."""


class Encoding(ABC):
    """An encoding. `write` writes all characters that `decode` gives; the standard's encoder has fewer."""

    has_ascii_in_characters = False
    """Whether bytes of characters beyond ASCII may look like ASCII.

    This is not said of ISO-2022-JP, in which the document hides them before.
    """

    @abstractmethod
    def decode(self, data: bytes) -> str:
        """Decode; malformed bytes become U+FFFD."""

    @abstractmethod
    def bytes_of(self, character: str) -> bytes | None:
        """Give bytes that are read as a character; ``None``: there are none."""

    @abstractmethod
    def encoder(self, character: str) -> bytes | None:
        """Encode a character as the standard's encoder does; ``None``: it is not in the encoding."""

    def write(self, text: str, lacking: Lacking) -> bytes:
        """Give bytes that are read as the text."""
        return b"".join(_or(lacking, map(self.bytes_of, text), text))

    def encode(self, text: str, lacking: Lacking) -> bytes:
        """Encode text as the standard's encoder does."""
        return b"".join(_or(lacking, map(self.encoder, text), text))

    def ascii_view(self, data: bytes) -> bytes:
        """Mask, as 80, every byte that looks like ASCII and is part of a character beyond ASCII.

        In ISO-2022-JP it masks none: there, the document has hidden them.
        """
        return data


def _or(lacking: Lacking, encoded: Iterable[bytes | None], text: str) -> Iterable[bytes]:
    pieces = zip(encoded, text, strict=True)
    return (lacking(character) if piece is None else piece for piece, character in pieces)


def decode_by_codec(codec: str, data: bytes) -> str | None:
    """Decode by a codec of Python; ``None``: it cannot decode these bytes."""
    try:
        return data.decode(codec)
    except UnicodeDecodeError:
        return None


def encode_by_codec(codec: str, character: str) -> bytes | None:
    """Encode by a codec of Python; ``None``: it lacks the character."""
    try:
        return character.encode(codec)
    except UnicodeEncodeError:
        return None
