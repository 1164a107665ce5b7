"""The payload of a record: a document is rewritten, and headers and digests are corrected.

WARC 1.0 and 1.1 are ISO 28500:2009 and 2017; sections are those of WARC 1.1. It does not know where the
record is in its file. Used by `containers.warc.conversion`, `containers.warc.revisits` and
`containers.warc.rewriter`.
"""

from collections.abc import Iterable
from typing import NamedTuple

from absolutize.answer_cache import AnswerCache
from absolutize.containers import digests
from absolutize.containers.compression import CorruptData
from absolutize.containers.http.body_fields import FieldChange, correct_fields
from absolutize.containers.http.codings import DecodedMessage, decode
from absolutize.containers.http.header_fields import (
    BLANK_LINE,
    HeaderFields,
    decoded_field,
    head_length,
    media_type_of,
)
from absolutize.containers.session import MAX_DOCUMENT, Session
from absolutize.containers.sniffing import is_binary, is_page_type, looks_like_document
from absolutize.containers.source import DocumentPart, IncompleteOutput, Problem, WithFindings
from absolutize.containers.warc.header import (
    ABOUT_OTHERS,
    FILEDESC,
    LONGEST_HEAD,
    LONGEST_REMEMBERED,
    RecordHead,
    with_length,
)
from absolutize.html.encodings.content_type import media_type
from absolutize.patterns import compile_regex
from absolutize.xml.detection import begins_as_xml

UNKNOWN_TYPES = frozenset({"unknown/unknown", "application/unknown", "*/*"})  # MIME Sniffing 7
RESPONSES = frozenset({"response", "resource", "arc"})


LONGEST_HTTP_HEAD = 1 << 18  # bytes; Chromium refuses a longer one
LONGEST_TRAILER = 1 << 16  # bytes in which digests are looked for
MOST_DIGESTS = 16  # digests of a kind in a header that are corrected: each takes a pass over the data
PARTIAL = compile_regex(rb"HTTP/[\d.]+ 206\b")
INTERIM = compile_regex(rb"HTTP/[\d.]+ 1(?!01)\d\d\b")  # 101 is final: no HTTP follows it

_FIELDS = AnswerCache(HeaderFields, 4, LONGEST_REMEMBERED)


class Payload(NamedTuple):
    """The content of a record: the header of its HTTP message (empty if there is none), and the body.

    ``interim`` are the headers of the interim responses that are before it.
    """

    head: bytes
    body: bytes
    interim: bytes = b""

    @property
    def fields(self) -> HeaderFields:
        """The fields of the message."""
        return _FIELDS[self.head]


class ChangedRecord(NamedTuple):
    """A record that changed: new header, new block, new document, and old and new payload digests.

    ``fields`` are the fields of its HTTP message that were corrected.
    """

    head: bytes
    block: bytes
    document: bytes
    digests: tuple[tuple[str, str], ...]
    fields: tuple[FieldChange, ...]


def payload_of(head: RecordHead, block: bytes) -> Payload:
    """Separate the header of an HTTP message from the body (WARC 6.3, response).

    Not every HTTP message is declared as such: the type may be missing, and in ARC it is the document's.
    """
    is_declared = head.media.replace(" ", "").lower().startswith("application/http")
    if head.kind == "resource" or not (is_declared or block.startswith(b"HTTP/")):
        return Payload(b"", block)
    interim, block = _interim(block)
    length = head_length(block) or len(block)
    return Payload(block[:length], block[length:], interim)


def _interim(block: bytes) -> tuple[bytes, bytes]:
    """Separate interim responses from the final one (RFC 9110 15.2)."""
    start = 0
    while INTERIM.match(block, start) and (blank := BLANK_LINE.search(block, start)) is not None:
        if not block.startswith(b"HTTP/", blank.end()):
            break
        start = blank.end()
    return block[:start], block[start:]


def is_wanted(style_sheets: bool, head: RecordHead, data: bytes) -> bool:  # noqa: FBT001 -- bound by `partial`
    """Whether a record may contain a document that is read, by its header; data are at least its header."""
    if head.kind in ABOUT_OTHERS:
        return True
    if head.kind not in RESPONSES or (head.uri or "").startswith(FILEDESC.decode()):
        return False
    media, _ = _media(head, payload_of(head, data[head.size : head.size + LONGEST_HEAD]))
    return media == "" or is_page_type(media, style_sheets=style_sheets)


def _media(head: RecordHead, payload: Payload) -> tuple[str, str | None]:
    """Give the media type (empty if it is not declared) and the charset of a record's payload."""
    media, charset = media_type_of(payload.fields) if payload.head else media_type(head.media)
    return "" if media in UNKNOWN_TYPES else media, charset


def rewrite_payload(
    head: RecordHead, block: bytes, place: str, session: Session
) -> WithFindings[ChangedRecord | None]:
    """Make the links of a record's document absolute; None if nothing changes."""
    if head.kind not in RESPONSES:
        return None
    payload = payload_of(head, block)
    if payload.head and (why := _why_no_head(payload)) is not None:
        yield Problem(place, "no-head", why)
        return None
    media, charset = _media(head, payload)
    if not payload.body or (media and not is_page_type(media, style_sheets=session.choices.style_sheets)):
        return None
    if head.fields.get(b"warc-segment-number") is not None:
        yield Problem(place, "segmented")
        return None
    if PARTIAL.match(payload.head):
        yield Problem(place, "partial-content")
        return None
    return (yield from _rewrite_body(head, payload, (media, charset), place, session))


def _why_no_head(payload: Payload) -> str | None:
    """Say why a header is none that browsers read; "": it does not begin as HTTP's do, or has no end."""
    is_ended = payload.body != b"" or head_length(payload.head) is not None
    if not is_ended or not payload.head.startswith(b"HTTP/"):
        return ""
    return f"more than {LONGEST_HTTP_HEAD} bytes" if len(payload.head) > LONGEST_HTTP_HEAD else None


def _rewrite_body(
    head: RecordHead, payload: Payload, typed: tuple[str, str | None], place: str, session: Session
) -> WithFindings[ChangedRecord | None]:
    fields = payload.fields
    part = DocumentPart(
        f"{place}!{head.uri}" if head.uri else place,
        b"",
        url=head.uri,
        encapsulating=_content_base(fields, session),
        charset=typed[1],
        media=typed[0] or None,
    )
    try:
        message = decode(fields, payload.body, MAX_DOCUMENT)
    except (CorruptData, IncompleteOutput) as damage:
        yield Problem(place, "damaged-message", str(damage))
        if session.choices.reading and isinstance(damage, CorruptData) and damage.read:
            yield from session.rewrite(_with_body(part, damage.read))
        return None
    for warning in message.warnings:
        yield Problem(place, *warning)
    if not (yield from _is_document(message.payload, declared=bool(typed[0]), place=place)):
        return None
    after = yield from session.rewrite(_with_body(part, message.payload))
    if after == message.payload:
        return None
    return (yield from _changed(head, payload, message, after, place))


def _with_body(part: DocumentPart, body: bytes) -> DocumentPart:
    """Give a part its body and, if none is declared, a media type by the body; the URL is not considered."""
    sniffed = "application/xml" if begins_as_xml(body) else "text/html"
    return part._replace(body=body, media=part.media or sniffed)


def _is_document(body: bytes, *, declared: bool, place: str) -> WithFindings[bool]:
    """Whether a body can be a document; if no type is declared, whether it looks like a document."""
    if not declared:
        return looks_like_document(body)
    if is_binary(body):
        yield Problem(place, "not-html")
        return False
    return bool(body)


def _content_base(fields: HeaderFields, session: Session) -> str | None:
    """Give the base in the fields of an HTTP message, if the caller wants it (RFC 2068 14.11, 14.15)."""
    if not session.choices.http_content_location:
        return None
    return fields.text(b"content-base") or fields.text(b"content-location")


def _changed(
    head: RecordHead, payload: Payload, message: DecodedMessage, after: bytes, place: str
) -> WithFindings[ChangedRecord]:
    """Write a record with another payload (WARC-Block-Digest 5.8, WARC-Payload-Digest 5.9)."""
    coded = message.content(after)
    contents = (message.coded, coded), (message.payload, after)
    fields, rest = message.trailer[:LONGEST_TRAILER], message.trailer[LONGEST_TRAILER:]
    trailer = correct_fields(HeaderFields(fields), contents)
    body = message.transfer(coded)
    if trailer.head != fields:
        body = body.removesuffix(message.trailer) + trailer.head + rest
    # in practice, payload digests are of the body as it is, or without one or both kinds of codings
    subjects = ((payload.body, body), *contents)
    new = correct_fields(payload.fields, subjects)
    for kept in dict.fromkeys((*new.kept, *trailer.kept)):
        yield Problem(place, "stale-digest", kept)
    block = payload.interim + new.head + body
    digested = {
        b"warc-block-digest": [(payload.interim + payload.head + payload.body, block)],
        b"warc-payload-digest": subjects,
    }
    values = {}
    for name, pairs in digested.items():
        values[name] = yield from corrected_values(head.fields.all(name), pairs, place)
    changed = values[b"warc-payload-digest"].items()
    digests_now = tuple((decoded_field(was), now.decode()) for was, now in changed if was and now)
    return ChangedRecord(with_length(head, len(block), values), block, after, digests_now, new.changes)


def corrected_values(
    olds: Iterable[bytes], subjects: digests.DigestSubjects, place: str
) -> WithFindings[dict[bytes | None, bytes | None]]:
    """Give the new values of the digests of a kind; None leaves a digest out."""
    values: dict[bytes | None, bytes | None] = {}
    for old in dict.fromkeys(olds):
        if len(values) < MOST_DIGESTS:
            values[old] = yield from _corrected(decoded_field(old), subjects, place)
        else:
            values[old] = None
            yield Problem(place, "unknown-digest", decoded_field(old))
    return values


def _corrected(old: str, subjects: digests.DigestSubjects, place: str) -> WithFindings[bytes | None]:
    """Compute a digest of the new data that correspond to the old digest; None for an unknown algorithm."""
    spellings = ((digests.spelling(old, before), after) for before, after in subjects)
    spelled, data = next((pair for pair in spellings if pair[0] is not None), (None, subjects[0][1]))
    new = digests.digest_like(old, spelled, data)
    if new is None:
        yield Problem(place, "unknown-digest", old)
        return None
    if spelled is None:
        yield Problem(place, "wrong-digest", old)
    return new.encode()
