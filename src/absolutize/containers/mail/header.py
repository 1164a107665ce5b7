"""The headers of a message and of its entities (RFC 822 3, RFC 2045 3), read in place.

It does not know what is in a body. Used by `containers.mail`.
"""

import re
from collections import defaultdict
from collections.abc import Mapping
from typing import NamedTuple
from urllib.parse import unquote_to_bytes

from absolutize.containers.http.header_fields import decoded_field
from absolutize.patterns import compile_regex

LONGEST_ENCODED = 1 << 13  # characters of a URI in encoded words
EOL = rb"(?:\r\n|\r|\n)"
_BLANK = compile_regex(EOL)
_BLANKS = compile_regex(rb"(?:\xef\xbb\xbf)?[\r\n]*+")
# a field and its continuations; an envelope line ("From "); a continuation without a field
_FIELD = compile_regex(
    rb"(?:([!-9;-~]*+)[ \t]*+:([^\r\n]*+(?:%b[ \t][^\r\n]*+)*+)|>?From [^\r\n]*+|[ \t][^\r\n]*+)(?:%b|\Z)"
    % (EOL, EOL)
)
_STRAY = compile_regex(
    rb"[^\r\n<-][^\r\n]*+%b(?=(?:content-[a-z-]+|mime-version|date|subject|from|to)[ \t]*:)" % EOL,
    re.IGNORECASE,
)
_SURROGATE = compile_regex("[\ud800-\udfff]")
_FOLDED = compile_regex(rb"%b[ \t]*+" % EOL)


class HeaderValue(NamedTuple):
    """The value of a field, still folded, and its span."""

    folded: bytes
    start: int
    stop: int


_COMMENT = compile_regex(r"\A\([^()]*+\)[ \t]++|(?<![ \t])[ \t]++\([^()]*+\)\Z")


class MessageHead(NamedTuple):
    """The fields of a header (the first of each name, in lower case), and where the body begins.

    ``trouble`` is what is wrong with the header, a code of `findings.TROUBLES`.
    """

    fields: Mapping[bytes, HeaderValue]
    body: int
    trouble: str | None

    def text(self, name: bytes) -> str | None:
        """Give a field's value on one line; None if there is no such field."""
        value = self.fields.get(name)
        return None if value is None else decoded_field(_BLANK.sub(b"", value.folded)).strip()

    def uri(self, name: bytes) -> str | None:
        """Give the URI in a field (RFC 2557 4.4): unfolded, encoded words decoded; None if there is none."""
        value = self.fields.get(name)
        if value is None:
            return None
        text = decoded_field(_FOLDED.sub(b"", value.folded.strip())).strip()
        text = _COMMENT.sub("", text).strip()
        if "=?" in text and len(text) <= LONGEST_ENCODED:
            text = _without_encoded_words(text)
        return text.strip("<>\"' \t") or None


def head_at(data: bytes, start: int, stop: int) -> MessageHead:
    """Read the header that begins at an offset and ends before ``stop``.

    A line that is no field ends the header, unless a common header field of messages follows.
    """
    fields: dict[bytes, HeaderValue] = {}
    position, trouble = start, None
    while True:
        field = _FIELD.match(data, position, stop)
        line = field or _STRAY.match(data, position, stop)
        if line is None or line.end() == position:
            break
        if field is None:
            trouble = "stray-line"
        elif field[1]:
            fields.setdefault(field[1].lower(), HeaderValue(field[2], field.start(2), field.end(2)))
        position = line.end()
    blank = _BLANK.match(data, position, stop)
    if blank is None:
        return MessageHead(fields, position, "no-blank-line" if position < stop else trouble)
    return MessageHead(fields, blank.end(), trouble)


def first_line(data: bytes, start: int = 0) -> int:
    """Skip a byte order mark and empty lines: give the offset of the first other line."""
    match = _BLANKS.match(data, start)
    return start if match is None else match.end()


def _without_encoded_words(text: str) -> str:
    """Decode the encoded words of a value (RFC 2047; RFC 2231 5: a language may follow the charset).

    A value that cannot be decoded stays. UTF-7 may decode to half of a surrogate pair, which is no character.
    """
    from email.errors import HeaderParseError  # noqa: PLC0415 -- for mail alone
    from email.header import decode_header  # noqa: PLC0415

    try:
        decoded = "".join(
            piece if isinstance(piece, str) else piece.decode((charset or "ascii").partition("*")[0])
            for piece, charset in decode_header(text)
        )
    except (LookupError, ValueError, HeaderParseError):  # an unknown charset, wrong bytes, wrong base64
        return text
    return text if _SURROGATE.search(decoded) else decoded


class ContentType(NamedTuple):
    """A Content-Type (RFC 2045 5): the media type in lower case and its parameters, by name in lower case."""

    media: str
    parameters: Mapping[str, str]


_PARAMETER = compile_regex(
    r';[ \t]*+([^\s=;"]+)[ \t]*+=[ \t]*+(?:"((?:[^"\\]|\\.)*+)"?+|([^;"]*+))', re.DOTALL
)
_SECTION = compile_regex(r"(.+?)(?:\*([0-9]{1,9}))?(\*)?")  # RFC 2231 3, 4.1
_LABEL = compile_regex(r"\A[^']*+'[^']*+'")  # a charset and a language, in the first section
_QUOTED = compile_regex(r"\\(.)", re.DOTALL)
_PIECE = compile_regex(r'"(?:[^"\\]|\\.)*+"?+|\\.|((?<![^\s;=/)])\()|[()]|[^"\\()]++|.', re.DOTALL)


def read_content_type(value: str | None, default: str) -> ContentType:
    """Read a Content-Type; an invalid one counts as the ``default`` (RFC 2045 5.2)."""
    media, semicolon, rest = without_comments(value or "").partition(";")
    media = media.partition("(")[0].strip().lower()
    if "/" not in media:
        media = default
    whole: dict[str, str] = {}
    sections: dict[str, list[tuple[int, bytes]]] = defaultdict(list)
    for match in _PARAMETER.finditer(semicolon + rest):
        name = match[1].lower()
        text = match[3].strip() if match[2] is None else _QUOTED.sub(r"\1", match[2])
        section = _SECTION.fullmatch(name)
        if section is None or section[1] == name:
            whole.setdefault(name, text)
        else:
            sections[section[1]].append(_section(section, text))
    joined = {
        name: decoded_field(b"".join(value for _, value in sorted(of))) for name, of in sections.items()
    }
    return ContentType(media, joined | whole)


def _section(section: re.Match[str], text: str) -> tuple[int, bytes]:
    """Read a section of a parameter's value (RFC 2231 4.1): its number, and its decoded text."""
    number = int(section[2] or 0)
    if section[3] is None:
        return number, text.encode()
    return number, unquote_to_bytes(text if number else _LABEL.sub("", text))


def without_comments(value: str) -> str:
    """Leave out the comments of a value (RFC 822 3.4.3); if one does not end, nothing is left out."""
    if "(" not in value:
        return value
    kept: list[str] = []
    depth = 0
    for match in _PIECE.finditer(value):
        piece = match[0]
        if match[1] or (depth and piece == "("):  # "(" within a word begins no comment: boundaries have it
            depth += 1
        elif piece == ")" and depth:
            depth -= 1
        elif not depth:
            kept.append(piece)
    return value if depth else "".join(kept)


def transfer_encoding_of(value: str | None) -> str:
    """Read a Content-Transfer-Encoding (RFC 2045 6.1) leniently, in lower case."""
    word = re.match(r"[^;,(]*", without_comments(value or "").strip())
    return "" if word is None else re.sub(r"[\s_-]+", "-", word[0].strip().lower())
