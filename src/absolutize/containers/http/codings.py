"""The transfer and content codings of an archived HTTP message: removed, and applied again.

It does not know what is in the body. Used by `arrow.inputs`, `containers.warc.payload`,
`containers.warc.rewriter` and `http.responses`.
"""

import zlib
from collections.abc import Callable, Mapping
from functools import partial
from io import BytesIO
from typing import NamedTuple

from absolutize.containers.compression import (
    CODINGS,
    LEVEL,
    MAGIC,
    BrotliDecoder,
    BrotliEncoder,
    CorruptData,
    DecodedMembers,
    Decoder,
    Inflater,
    with_limit,
)
from absolutize.containers.http.header_fields import HeaderFields
from absolutize.containers.sniffing import is_text
from absolutize.patterns import compile_regex

Reencode = Callable[[bytes], bytes]
Warnings = tuple[tuple[str, str], ...]

_CHUNK = compile_regex(rb"(?=[0-9A-Fa-f])0*+([0-9A-Fa-f]{0,16}+)[ \t]*+(?:;[^\r\n]*+)?+\r?\n")
_LINE_END = compile_regex(rb"\r?\n")
LIKE_A_CHUNK = compile_regex(rb"\s*+[0-9A-Fa-f]++[ \t]*+(?:;|\r?\n|\r?\Z)")


class DecodedLayer(NamedTuple):
    """A body without one coding, the function that applies the coding again, and codes to report.

    ``trailer`` is the end of the coded body, which is put on again: the last chunk and the trailer fields.
    """

    body: bytes
    encode: Reencode
    warnings: Warnings = ()
    trailer: bytes = b""


class DecodedMessage(NamedTuple):
    """A payload without its codings, and the functions that put them on again.

    ``coded`` is the payload with its content codings only; ``content`` puts these on, and ``transfer`` the
    transfer codings. ``warnings`` are codes of `findings.TROUBLES` with details. ``trailer`` is the end of
    the message, as in `DecodedLayer`.
    """

    payload: bytes
    coded: bytes
    content: Reencode
    transfer: Reencode
    warnings: Warnings
    trailer: bytes = b""


def decode(fields: HeaderFields, body: bytes, largest: int) -> DecodedMessage:
    """Take the codings of a message off (RFC 9112 6.1, RFC 9110 8.4); `CorruptData` if that fails.

    If the fields name a coding but the body does not begin like it, the coding is skipped: crawlers take
    codings off and leave the fields as they were. The remaining body must then begin like text.
    """
    contents = _names(fields, b"content-encoding")
    transfer = _less(_names(fields, b"transfer-encoding"), body, largest, last=not contents)
    content = _less_content(contents, transfer.body, largest)
    warnings = (*transfer.warnings, *content.warnings)
    passed = [name for code, name in warnings if code == "not-coded"]
    if passed and not is_text(content.body):
        raise CorruptData("begins neither as its coding does nor as text", passed[-1])
    encoders = content.encode, transfer.encode
    return DecodedMessage(content.body, transfer.body, *encoders, warnings, transfer.trailer)


def _less_content(names: list[str], body: bytes, largest: int) -> DecodedLayer:
    """Take content codings off: none of them if one is not known (Fetch, handle content codings)."""
    unknown = [name for name in names if name not in HTTP_CODINGS]
    if not unknown or not body:
        return _less(names, body, largest, last=True)
    if not is_text(body):
        raise CorruptData("a coding that is not known", unknown[-1])
    return DecodedLayer(body, bytes, tuple(("not-coded", name) for name in unknown))


def _less(names: list[str], body: bytes, largest: int, *, last: bool) -> DecodedLayer:
    """Take codings off; with ``last``, an error has the bytes that could be decoded before the damage."""
    layers = list[DecodedLayer]()
    for number, name in enumerate(reversed(names), 1):
        if body:
            layers.append(_less_one(name, body, largest, last=last and number == len(names)))
            body = layers[-1].body
    warnings = tuple(warning for layer in layers for warning in layer.warnings)
    trailer = layers[0].trailer if layers else b""
    return DecodedLayer(body, _all_of([layer.encode for layer in layers]), warnings, trailer)


def _less_one(name: str, body: bytes, largest: int, *, last: bool) -> DecodedLayer:
    """Take one coding off, unless the body does not begin like it, or is text that is not its data."""
    if name not in HTTP_CODINGS:
        raise CorruptData("a coding that is not known", name)
    coding, not_coded = HTTP_CODINGS[name], DecodedLayer(body, bytes, (("not-coded", name),))
    if not coding.begins(body):
        return not_coded
    try:
        return coding.undo(body, largest)
    except CorruptData as damage:
        if not coding.has_signature and is_text(body):
            return not_coded
        if last:
            raise
        raise CorruptData(str(damage)) from None


def _all_of(encoders: list[Reencode]) -> Reencode:
    def encode(data: bytes) -> bytes:
        for one in reversed(encoders):
            data = one(data)
        return data

    return encode


def _names(fields: HeaderFields, field: bytes) -> list[str]:
    named = b",".join(fields.all(field)).decode("latin-1").lower()
    return [name.strip() for name in named.split(",") if name.strip() not in {"", "identity", "none"}]


TRUNCATION: Warnings = (("truncated-message", "chunked"),)


def _undo_chunks(body: bytes, _largest: int) -> DecodedLayer:
    """Join the chunks of a body (RFC 9112 7.1); they are put on again as one, with the same trailer.

    If the body is truncated in a chunk, the new chunk lacks as many bytes as the old one.
    """
    pieces: list[bytes] = []
    position = 0
    while position < len(body):
        match = _CHUNK.match(body, position)
        if match is None:
            raise CorruptData("no size begins a chunk", len(pieces) + 1, b"".join(pieces))
        start, size = match.end(), int(match[1] or b"0", 16)
        if size == 0:
            tail = body[position:]
            return DecodedLayer(b"".join(pieces), partial(_chunk, tail=tail), trailer=tail)
        stop = start + size
        pieces.append(body[start:stop])
        if stop >= len(body):
            return DecodedLayer(b"".join(pieces), partial(_chunk, missing=stop - len(body)), TRUNCATION)
        ended = _LINE_END.match(body, stop)
        if ended is None:
            raise CorruptData("a line does not end a chunk", len(pieces), b"".join(pieces))
        position = ended.end()
    return DecodedLayer(b"".join(pieces), _chunk, TRUNCATION)


def _chunk(data: bytes, *, tail: bytes = b"", missing: int | None = None) -> bytes:
    """Make one chunk of data, and what follows it; a truncated chunk lacks some bytes and its line end."""
    if missing is not None:
        return b"%x\r\n%b" % (len(data) + missing, data)
    return (b"%x\r\n%b\r\n" % (len(data), data) if data else b"") + tail


LONGEST_MEMBER_HEADER = 4096  # bytes in which the header of a gzip member is looked for


def _undo(coding: str, body: bytes, largest: int) -> DecodedLayer:
    """Take gzip or Zstandard off; bytes behind it are put on again.

    Several members or frames may follow each other (RFC 1952 2.2, RFC 8878 3); those that were decoded are
    written again as one.
    """
    decoder = DecodedMembers(coding)
    payload, rest = _all(decoder, body, largest), decoder.rest
    head = body[decoder.start : decoder.start + LONGEST_MEMBER_HEADER]

    def encode(data: bytes) -> bytes:
        encoder = CODINGS[coding].encoder(head)
        return encoder.compress(data) + encoder.flush() + rest

    unread = f"from byte {len(body) - len(rest)} of the content: another member of {coding}"
    return DecodedLayer(
        payload, encode, (("trailing-data", unread),) if rest.startswith(MAGIC[coding]) else ()
    )


def _undo_brotli(body: bytes, largest: int) -> DecodedLayer:
    """Take Brotli off; no bytes may be behind it."""
    payload = _all(BrotliDecoder(), body, largest)

    def encode(data: bytes) -> bytes:
        encoder = BrotliEncoder(b"")
        return encoder.compress(data) + encoder.flush()

    return DecodedLayer(payload, encode)


def _undo_deflate(body: bytes, largest: int) -> DecodedLayer:
    """Take deflate off: zlib's format (RFC 9110 8.4.1.2), or as some servers send it, without the header.

    The first words of a text may by chance be a whole stream; then the rest of the text is behind it.
    """
    bits = 15 if _is_zlib(body) else -15
    decoder = Inflater(bits)
    payload, rest = _all(decoder, body, largest), decoder.rest
    if rest and is_text(body):
        raise CorruptData("text is behind the data")

    def encode(data: bytes) -> bytes:
        deflating = zlib.compressobj(LEVEL, zlib.DEFLATED, bits)
        return deflating.compress(data) + deflating.flush() + rest

    return DecodedLayer(payload, encode)


def _all(decoder: Decoder, body: bytes, largest: int) -> bytes:
    """Decode a whole body; `CorruptData` if it is truncated, or has more than ``largest`` bytes decoded."""
    read = BytesIO()  # a list of pieces to be joined would take twice as much memory
    try:
        read.writelines(with_limit(decoder.feed(body), largest))
    except CorruptData as damage:
        raise CorruptData(str(damage), read=read.getvalue()) from None
    if not decoder.is_finished:
        raise CorruptData("ends too early", read=read.getvalue())
    return read.getvalue()


def _is_zlib(body: bytes) -> bool:
    """Whether data begin with zlib's header (RFC 1950 2.2)."""
    return len(body) > 1 and body[0] & 15 == 8 and int.from_bytes(body[:2], "big") % 31 == 0  # noqa: PLR2004


def _is_markup(body: bytes) -> bool:
    """Whether a body begins like a document, so that it is not coded."""
    return body.lstrip()[:1] == b"<"


class HttpCoding(NamedTuple):
    """An HTTP coding: whether a body begins like it, and the function that takes it off.

    Without ``has_signature``, ``begins`` is also true of text.
    """

    begins: Callable[[bytes], bool]
    undo: Callable[[bytes, int], DecodedLayer]
    has_signature: bool = True


def _of_members(coding: str) -> HttpCoding:
    """Make the row of a coding whose members begin with a magic number."""
    return HttpCoding(lambda body: body.startswith(MAGIC[coding]), partial(_undo, coding))


HTTP_CODINGS: Mapping[str, HttpCoding] = {
    "chunked": HttpCoding(lambda body: LIKE_A_CHUNK.match(body) is not None, _undo_chunks),
    "gzip": _of_members("gzip"),
    "x-gzip": _of_members("gzip"),
    "deflate": HttpCoding(lambda body: not _is_markup(body), _undo_deflate, has_signature=False),
    "br": HttpCoding(lambda body: not _is_markup(body), _undo_brotli, has_signature=False),
    "zstd": _of_members("zstd"),
}
