"""The content transfer encodings of mail (RFC 2045 6): bodies decoded, and encoded again when they change.

It does not know what is in a body. Used by `containers.mail.message`.
"""

import binascii
import re
from collections.abc import Callable, Mapping
from typing import NamedTuple

from absolutize.containers.mail import quoted_printable
from absolutize.containers.mail.header import EOL
from absolutize.edits import Edit, apply_edits
from absolutize.patterns import compile_regex


class DecodedBody(NamedTuple):
    """The decoded bytes of a body (None if it cannot be decoded), and a code of `findings.TROUBLES`.

    If it is not ``sure`` that they are right, they are read, but the body is not written anew.
    """

    data: bytes | None
    trouble: str | None = None
    sure: bool = True


class TransferEncoding(NamedTuple):
    """A transfer encoding: ``read`` decodes a body, ``write`` encodes it.

    ``write`` gets the body, its old and its new decoded bytes, and the line break of the message.
    """

    read: Callable[[bytes], DecodedBody]
    write: Callable[[bytes, bytes, bytes, bytes], bytes]


IDENTITY = TransferEncoding(DecodedBody, lambda _body, _before, after, _line_break: after)


def encoding_named(name: str) -> TransferEncoding:
    """Give an encoding by its name; an unknown name means no encoding, as in mail programs."""
    return ENCODINGS.get(name, IDENTITY)


_LINE = compile_regex(rb"[^\r\n]+")
_BREAK = compile_regex(rb"\r\n|\r|\n")
_SPACE = compile_regex(rb"\s*")
_BASE64 = compile_regex(rb"\A([A-Za-z0-9+/]*)(={0,2})\Z")
_BASE64_LINE = rb"[A-Za-z0-9+/]++[ \t]*+%b"
# lines of base64 in front of an empty line, and lines of base64 behind it
_ENDED = compile_regex(rb"\s*+(?:%b)++(?=[ \t]*+[\r\n])" % (_BASE64_LINE % EOL))
_MORE = compile_regex(rb"\s*+%b" % (_BASE64_LINE % rb"(?:[\r\n=]|\Z)"))
_STRANGE = bytes(set(range(256)) - set(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/="))
_SHORTEST, _LONGEST = 4, 76  # characters of a line of base64


def _base64(body: bytes) -> DecodedBody:
    """Read base64 (6.8); if it ends within a group of four, the part that can be decoded is read.

    Text behind its end is not read. For other bytes in it, the rule is that "these must be ignored", but
    programs disagree where such base64 ends.
    """
    stop = _stop(body)
    match = _BASE64.match(b"".join(body[:stop].split()))
    if match is None:
        decoded = _decoded(body.translate(None, _STRANGE).partition(b"=")[0])
        return DecodedBody(decoded.data, "damaged-encoding", sure=False)
    decoded = _decoded(match[1], len(match[2]))
    return decoded if stop == len(body) else DecodedBody(decoded.data, "trailing-data")


def _stop(body: bytes) -> int:
    """Find the end of base64 that is followed by other text (such as a footer).

    Other text is not looked for behind padding: base64 that is written anew may need no padding, and would
    not end there.
    """
    match = _ENDED.match(body)
    if match is None or _BASE64.match(b"".join(body.split())) is not None:
        return len(body)
    if _MORE.match(body, match.end()) is not None:
        return len(body)
    whole = len(b"".join(match[0].split())) % 4 == 0
    return match.end() if whole else len(body)


def _decoded(data: bytes, padding: int = 0) -> DecodedBody:
    surplus = len(data) % 4
    whole = data[:-1] if surplus == 1 else data
    decoded = binascii.a2b_base64(whole + b"=" * (-len(whole) % 4))
    padded = (surplus + padding) % 4 == 0
    return DecodedBody(decoded, None if padded else "truncated-encoding")


def _base64_written(body: bytes, _before: bytes, after: bytes, line_break: bytes) -> bytes:
    """Write base64 in lines as long as the author's, with the same line breaks; text behind it stays."""
    stop = _stop(body)
    return apply_edits(body, [Edit(0, stop, _in_lines(body[:stop], after, line_break))])


def _in_lines(body: bytes, after: bytes, line_break: bytes) -> bytes:
    first = _LINE.search(body)
    break_ = _BREAK.search(body, 0 if first is None else first.start())
    width = _LONGEST if first is None or break_ is None else len(first[0].strip()) // 4 * 4
    width = width if width >= _SHORTEST else _LONGEST
    text = binascii.b2a_base64(after, newline=False)
    lines = [text[start : start + width] for start in range(0, len(text), width)]
    before, behind = _around(body)
    return before + (line_break if break_ is None else break_[0]).join(lines) + behind


def _around(body: bytes) -> tuple[bytes, bytes]:
    """Give the white space that a body begins and ends with."""
    match = _SPACE.match(body)
    return b"" if match is None else match[0], body[len(body.rstrip()) :]


_UU_FIRST = compile_regex(rb"(?:\A|(?<=[\r\n]))begin [^\r\n]*(\r\n|\r|\n)")
_UU_LAST = compile_regex(rb"(?<=[\r\n])[ `]?(?:\r\n|\r|\n)end\b")
_UU_BYTES = 45  # in a line


def _uu(body: bytes) -> DecodedBody:
    """Decode the output of uuencode (POSIX.1-2017, uuencode, STDOUT); empty lines encode nothing.

    (Of an empty line, `binascii.a2b_uu` makes 32 zero bytes.)
    """
    bounds = _uu_lines(body)
    if bounds is None:
        return DecodedBody(None, "damaged-encoding")
    first, stop = bounds
    try:
        lines = filter(None, body[first.end() : stop].splitlines())
        return DecodedBody(b"".join(map(binascii.a2b_uu, lines)))
    except binascii.Error:
        return DecodedBody(None, "damaged-encoding")


def _uu_written(body: bytes, _before: bytes, after: bytes, _line_break: bytes) -> bytes:
    """Encode like uuencode, between the author's first and last lines."""
    bounds = _uu_lines(body)
    if bounds is None:
        return body
    first, stop = bounds
    pieces = (after[start : start + _UU_BYTES] for start in range(0, len(after), _UU_BYTES))
    grave = b"`" in body[first.end() :]
    lines = (binascii.b2a_uu(piece, backtick=grave).rstrip(b"\n") + first[1] for piece in pieces)
    return apply_edits(body, [Edit(first.end(), stop, b"".join(lines))])


def _uu_lines(body: bytes) -> tuple[re.Match[bytes], int] | None:
    """Find the first line, and the offset of the last two lines."""
    first = _UU_FIRST.search(body)
    last = None if first is None else _UU_LAST.search(body, first.end())
    return None if first is None or last is None else (first, last.start())


_QUOTED = TransferEncoding(
    lambda body: DecodedBody(quoted_printable.decode_quoted_printable(body)),
    quoted_printable.encode_quoted_printable,
)
_UUENCODED = TransferEncoding(_uu, _uu_written)
ENCODINGS: Mapping[str, TransferEncoding] = {
    "quoted-printable": _QUOTED,
    "base64": TransferEncoding(_base64, _base64_written),
    "x-uuencode": _UUENCODED,
    "uuencode": _UUENCODED,
    "x-uue": _UUENCODED,
    "uue": _UUENCODED,
}
