"""The headers of records: WARC 1.0 and 1.1 (ISO 28500, 4), and ARC 1.

A header gives the length and the type of its block, and is written again with another length. The module
does not read blocks. Used by `containers.warc`.
"""

import re
from typing import NamedTuple

from absolutize.answer_cache import AnswerCache
from absolutize.containers.http.header_fields import (
    HeaderFields,
    NewValues,
    decoded_field,
    head_length,
    is_length,
)
from absolutize.edits import Edit, apply_edits
from absolutize.patterns import compile_regex

LONGEST_HEAD, LONGEST_REMEMBERED = 1 << 16, 1 << 13


class RecordHead(NamedTuple):
    """The content of a record's header: ``size`` and ``length`` are the bytes of header and block.

    ``kind`` is the WARC-Type, or "arc" for a record of ARC. ``media`` is the type of the block, or in ARC the
    type of the document that was received. ``fields`` are the fields of a WARC header.
    """

    size: int
    length: int
    kind: str
    uri: str | None
    media: str
    fields: HeaderFields


class HeaderFormat(NamedTuple):
    """The patterns of the beginning of a record: at the beginning of data, and after the end of a line."""

    start: re.Pattern[bytes]
    next: re.Pattern[bytes]


_WARC_LINE = rb"WARC/\d+\.\d+[ \t]*\r?\n"
WARC = HeaderFormat(compile_regex(_WARC_LINE), compile_regex(rb"\n(?=" + _WARC_LINE + rb")"))
# URL-record-v1 of the ARC File Format; in practice the URL and the media type may have spaces
_ARC_LINE = rb"([a-z][a-z0-9+.-]{1,15}:[^\r\n]{0,8192}) [^ \r\n]* \d{8,18} ([^\r\n]{1,255}) (-?\w+)\r?\n"
ARC = HeaderFormat(compile_regex(_ARC_LINE), compile_regex(rb"\n(?=" + _ARC_LINE + rb")"))
FILEDESC = b"filedesc:"  # the beginning of the URL of a version block, which begins an ARC file
ABOUT_OTHERS = frozenset({"revisit", "warcinfo"})  # kinds of records without documents that are looked into


def head_of(form: HeaderFormat, data: bytes) -> RecordHead | None:
    """Read the header at the beginning of data; None if there is none, or none with a valid length."""
    match = form.start.match(data)
    if match is None:
        return None
    return _arc_head(match) if form is ARC else _warc_head(data)


def _read(head: bytes) -> RecordHead | None:
    """Read a WARC header; the result is cached, since several functions read the header of each record."""
    fields = HeaderFields(head)
    length = fields.get(b"content-length")
    if length is None or not is_length(length):
        return None
    kind = (fields.get(b"warc-type") or b"").decode("latin-1").lower()
    media = decoded_field(fields.get(b"content-type") or b"")
    return RecordHead(len(head), int(length), kind, target_uri(fields), media, fields)


_HEADS = AnswerCache(_read, 4, LONGEST_REMEMBERED)


def _warc_head(data: bytes) -> RecordHead | None:
    size = head_length(data[:LONGEST_HEAD])
    return None if size is None else _HEADS[data[:size]]


def target_uri(fields: HeaderFields) -> str | None:
    """Read WARC-Target-URI (WARC 1.0 wrote it between angle brackets in its examples)."""
    uri = fields.text(b"warc-target-uri")
    return uri[1:-1] if uri is not None and uri.startswith("<") and uri.endswith(">") else uri


def _arc_head(match: re.Match[bytes]) -> RecordHead | None:
    line, uri, media, length = match.group(0, 1, 2, 3)
    if not is_length(length):
        return None
    return RecordHead(
        len(line), int(length), "arc", decoded_field(uri), decoded_field(media), HeaderFields(line)
    )


def with_length(head: RecordHead, length: int, values: NewValues) -> bytes:
    """Write a header again, with another length of the block and other values of fields."""
    new = b"%d" % length
    if head.kind != "arc":
        lengths = {head.fields.get(b"content-length"): new}
        return head.fields.head_with_each({**values, b"content-length": lengths})
    line = head.fields.head
    stop = len(line.rstrip(b"\r\n"))
    return apply_edits(line, [Edit(line.rindex(b" ", 0, stop) + 1, stop, new)])


def arc_version(data: bytes) -> bytes | None:
    """Read the version of an ARC file from its version block, which begins it; None if it has none."""
    match = re.match(FILEDESC + rb"[^\n]*\n(\d+) ", data)
    return None if match is None else match[1]
