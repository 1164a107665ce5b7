"""HTTP messages as they are archived: transfer and content codings taken off, and put on again."""

import re
import zlib
from collections.abc import Callable
from typing import NamedTuple

from absolutize.containers.codings import CODINGS, Damaged, Decoder, Inflater
from absolutize.containers.fields import Fields

Recode = Callable[[bytes], bytes]

_CHUNK = re.compile(rb"([0-9A-Fa-f]{1,16})[ \t]*(?:;[^\r\n]*)?\r?\n")
_LINE_END = re.compile(rb"\r?\n")
LIKE_A_CHUNK = re.compile(rb"[0-9A-Fa-f]{1,16}[ \t]*(?:;[^\r\n]{0,512})?\r?\n")


class Undone(NamedTuple):
    """A payload with its codings taken off, and what puts them on again.

    ``coded`` is the payload as it is with content codings alone; ``content`` puts those on, and
    ``transfer`` the others. ``doubts`` are the codings that the message says it has, and has not.
    """

    payload: bytes
    coded: bytes
    content: Recode
    transfer: Recode
    doubts: tuple[str, ...]


def undone(fields: Fields, body: bytes, largest: int) -> Undone:
    """Take the codings of a message off (RFC 9112 6.1, RFC 9110 8.4); `Damaged` where that cannot be.

    A coding that is named, while the body does not even begin as if it had it, is passed over:
    crawlers take codings off and leave the fields as they were.
    """
    transfers, contents, doubts = list[Recode](), list[Recode](), list[str]()
    coded = body
    for name in reversed(_names(fields, b"transfer-encoding")):
        coded = _one_less(name, coded, largest, transfers, doubts)
    payload = coded
    for name in reversed(_names(fields, b"content-encoding")):
        payload = _one_less(name, payload, largest, contents, doubts)
    return Undone(payload, coded, _all_of(contents), _all_of(transfers), tuple(doubts))


def _all_of(recodes: list[Recode]) -> Recode:
    def recode(data: bytes) -> bytes:
        for one in reversed(recodes):
            data = one(data)
        return data

    return recode


def _names(fields: Fields, field: bytes) -> list[str]:
    named = b",".join(fields.all(field)).decode("latin-1").lower()
    return [name.strip() for name in named.split(",") if name.strip() not in {"", "identity", "none"}]


def _one_less(name: str, body: bytes, largest: int, recodes: list[Recode], doubts: list[str]) -> bytes:
    """Take one coding off."""
    if not body:
        return body
    if name not in BEGINNINGS:
        raise Damaged("a coding that is not known", name)
    if not BEGINNINGS[name](body):
        doubts.append(name)
        return body
    payload, recode = UNDO[name](body, largest)
    recodes.append(recode)
    return payload


def _undo_chunks(body: bytes, _largest: int) -> tuple[bytes, Recode]:
    """Take chunks together (RFC 9112 7.1); they are put on again as one, with the same trailer."""
    pieces: list[bytes] = []
    position = 0
    while True:
        match = _CHUNK.match(body, position)
        if match is None:
            raise Damaged("no size begins a chunk", len(pieces) + 1)
        start, size = match.end(), int(match[1], 16)
        if size == 0:
            break
        stop = start + size
        ended = _LINE_END.match(body, stop)
        if ended is None:
            raise Damaged("a line does not end a chunk", len(pieces) + 1)
        pieces.append(body[start:stop])
        position = ended.end()
    tail = body[position:]
    return b"".join(pieces), lambda data: _chunk(data) + tail


def _chunk(data: bytes) -> bytes:
    return b"%x\r\n%b\r\n" % (len(data), data) if data else b""


def _undo(coding: str, body: bytes, largest: int) -> tuple[bytes, Recode]:
    """Take gzip, Zstandard or Brotli off; what stands behind it stays there."""
    decoder = CODINGS[coding].decoder()
    payload = _all(decoder, body, largest)
    head, rest = body[:HEADER], decoder.rest

    def recode(data: bytes) -> bytes:
        encoder = CODINGS[coding].encoder(head)
        return encoder.compress(data) + encoder.flush() + rest

    return payload, recode


def _undo_deflate(body: bytes, largest: int) -> tuple[bytes, Recode]:
    """Take deflate off: zlib's format (RFC 9110 8.4.1.2), or as some servers send it, without its header."""
    bits = 15 if _is_zlib(body) else -15
    decoder = Inflater(bits)
    payload, rest = _all(decoder, body, largest), decoder.rest

    def recode(data: bytes) -> bytes:
        deflating = zlib.compressobj(6, zlib.DEFLATED, bits)
        return deflating.compress(data) + deflating.flush() + rest

    return payload, recode


def _all(decoder: Decoder, body: bytes, largest: int) -> bytes:
    """Read all of a coded body; `Damaged` if it is cut, or amounts to more than is read."""
    pieces, length = [], 0
    for piece in decoder.feed(body):
        pieces.append(piece)
        length += len(piece)
        if length > largest:
            raise Damaged("amounts to more bytes than are read", largest)
    if not decoder.finished:
        raise Damaged("ends too early")
    return b"".join(pieces)


def _is_zlib(body: bytes) -> bool:
    """Whether data begin with zlib's header (RFC 1950 2.2)."""
    return len(body) > 1 and body[0] & 15 == 8 and int.from_bytes(body[:2], "big") % 31 == 0  # noqa: PLR2004


def _is_text(body: bytes) -> bool:
    """Whether a body begins as a document does, and not as something coded."""
    return body.lstrip()[:1] == b"<"


HEADER = 4096  # bytes that are enough for a gzip member's header

BEGINNINGS: dict[str, Callable[[bytes], bool]] = {
    "chunked": lambda body: LIKE_A_CHUNK.match(body) is not None,
    "gzip": lambda body: body.startswith(b"\x1f\x8b"),
    "x-gzip": lambda body: body.startswith(b"\x1f\x8b"),
    "deflate": lambda body: not _is_text(body),
    "br": lambda body: not _is_text(body),
    "zstd": lambda body: body.startswith(b"\x28\xb5\x2f\xfd"),
}
UNDO: dict[str, Callable[[bytes, int], tuple[bytes, Recode]]] = {
    "chunked": _undo_chunks,
    "gzip": lambda body, largest: _undo("gzip", body, largest),
    "x-gzip": lambda body, largest: _undo("gzip", body, largest),
    "deflate": _undo_deflate,
    "br": lambda body, largest: _undo("br", body, largest),
    "zstd": lambda body, largest: _undo("zstd", body, largest),
}
