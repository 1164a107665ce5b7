"""MHTML (RFC 2557, RFC 2110) and mail: the documents in a message, and the base URIs in its headers.

It does not know how documents are rewritten, nor which mailbox the message is from. Used by `containers`,
`containers.mail.emlx` and `containers.mail.mbox`.
"""

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple
from urllib.parse import quote

from absolutize.base import establish
from absolutize.containers.digests import DigestSubjects, digest_changes, replace_digests
from absolutize.containers.http.header_fields import is_length
from absolutize.containers.mail.entities import (
    DEEPEST_ENTITY,
    IDENTITY_ENCODINGS,
    MESSAGE_TYPES,
    Entity,
    MessageDefect,
    entities,
)
from absolutize.containers.mail.header import HeaderValue, head_at
from absolutize.containers.mail.quoted_printable import BREAKS
from absolutize.containers.mail.transfer_encoding import encoding_named
from absolutize.containers.session import MAX_DOCUMENT, Session
from absolutize.containers.sniffing import is_binary, is_page_type
from absolutize.containers.source import (
    ContainerOptions,
    ContainerSource,
    DocumentPart,
    Problem,
    WithFindings,
    collect,
)
from absolutize.edits import Edit, apply_edits
from absolutize.options import Candidates
from absolutize.patterns import compile_regex
from absolutize.uri.reference import split
from absolutize.uri.rules import whatwg

# RFC 2557 5; without the slash, no reference can be resolved against it
_OF_MESSAGE = compile_regex(r"\Athismessage:/+", re.IGNORECASE)


# how lines begin that divide messages: delimiters (RFC 2046 5.1.1), separators of mbox and MMDF
_DIVIDING = (b"--", b"From ", b"\nFrom ", b"\r\nFrom ", b"\1\1\1\1")
_BEHIND_LINE = [eol + mark for eol in (b"\n", b"\r") for mark in _DIVIDING]
_PRINTABLE = "".join(map(chr, range(0x21, 0x7F)))
_SEVEN_BITS = frozenset({"", "7bit", "7-bit"})  # transfer encodings of data without bytes beyond ASCII
LONGEST_MAIL_LINE = 998  # characters, RFC 5322 2.1.1


class Message(NamedTuple):
    """A message: the name of its place, its bytes, and the base URI outside of it.

    ``base`` is the base of the enclosing entity, if there is one. ``depth`` counts the encoded messages
    around it; it is 0 for a message in a file of an archive or a directory.
    """

    name: str
    data: bytes
    base: str | None = None
    depth: int = 0


def rewrite_message(
    source: ContainerSource, session: Session, _state: dict[str, Any] | None
) -> Iterator[Any]:
    """Make the links in the documents of a message absolute."""
    data = source.at_most(MAX_DOCUMENT + 1)
    if len(data) <= MAX_DOCUMENT:
        yield (yield from rewrite_entities(Message(source.name, data, source.base), session))
        return
    yield Problem(source.name, "too-large", f"over {MAX_DOCUMENT} bytes")
    yield data
    yield from source.rest()


def rewrite_entities(message: Message, session: Session) -> WithFindings[bytes]:
    """Make the links in a message's documents absolute; only header fields that describe them change, too."""
    known: list[tuple[Entity, list[Edit]]] = []
    signed: dict[str, None] = {}
    bases = Bases(message, session.choices)
    has_changed = False
    for entity in entities(message.data):
        if isinstance(entity, MessageDefect):
            yield Problem(_place(message, entity.number), entity.code)
            continue
        base = bases.of(entity)
        edits = [*_labelled(entity, bases)]
        changed = yield from _rewrite_body(message, entity, base, session)
        if changed is not None:
            edits += changed
            signed |= dict.fromkeys(_signed(entity))
            has_changed = True
        known.append((entity, edits))
    for number in signed:
        yield Problem(_place(message, number), "signed")
    return apply_edits(message.data, sorted(_all_edits(message.data, known))) if has_changed else message.data


def _all_edits(data: bytes, known: list[tuple[Entity, list[Edit]]]) -> Iterator[Edit]:
    """Give the edits of all entities, and correct the headers of those around them, innermost first."""
    growths = Counter[str]()  # how many bytes the content of an entity grows, by its number
    for entity, own in reversed(known):
        within = growths[entity.number]
        edits = [*own, *_header_edits(entity, data[entity.start : entity.stop] if within else b"", within)]
        if entity.outer is not None:
            growths[entity.outer.number] += within + sum(map(_growth, edits))
        yield from edits


def _growth(edit: Edit) -> int:
    return len(edit.replacement) - edit.stop + edit.start


def _rewrite_body(
    message: Message, entity: Entity, base: "Base", session: Session
) -> WithFindings[list[Edit] | None]:
    """Make the links of a body absolute, and correct its header; None if nothing changes."""
    media = entity.content_type.media
    is_document = is_page_type(media, style_sheets=session.choices.style_sheets)
    if not is_document and (media not in MESSAGE_TYPES or entity.encoding in IDENTITY_ENCODINGS):
        return None
    place = _place(message, entity.number)
    if message.depth == DEEPEST_ENTITY:
        yield Problem(place, "too-deep")
        return None
    coded = encoding_named(entity.encoding)
    body = message.data[entity.start : entity.stop]
    decoded = coded.read(body)
    if decoded.trouble is not None:
        yield Problem(place, decoded.trouble)
    if decoded.data is None or not (decoded.sure or session.choices.reading):
        return None
    if is_document and is_binary(decoded.data):
        yield Problem(place, "not-html")
        return None
    if is_document:
        part = _part(place, decoded.data, entity, base)
        after, written = yield from _rewrite_document(message, part, entity, base, session)
    else:
        inner = Message(place, decoded.data, base.uri if base.by_head else None, message.depth + 1)
        after = yield from rewrite_entities(inner, session)
        written = coded.write(body, decoded.data, after, _line_break(message.data, entity.start))
    if after == decoded.data:
        return None
    if entity.encoding in IDENTITY_ENCODINGS - {"binary"} and _longest(written) > max(
        LONGEST_MAIL_LINE, _longest(body)
    ):
        yield Problem(place, "long-line")
    header_edits = _header_edits(entity, body, len(written) - len(body), ((decoded.data, after),))
    return [*header_edits, Edit(entity.start, entity.stop, written)]


def _rewrite_document(
    message: Message, part: DocumentPart, entity: Entity, base: "Base", session: Session
) -> WithFindings[tuple[bytes, bytes]]:
    """Make the links of a document absolute; give it, and the new body of its entity.

    BASE is kept where another line would divide the message without it; targets are in ASCII where data of 7
    bits would get other bytes. A body that would be divided all the same stays.
    """
    body, line_break = message.data[entity.start : entity.stop], _line_break(message.data, entity.start)
    write = encoding_named(entity.encoding).write
    outcomes: list[Any] = []
    after = collect(session.rewrite(part), outcomes)
    if part.body.isascii() and not after.isascii() and entity.encoding in _SEVEN_BITS:
        known = in_ascii(_OF_MESSAGE.sub("thismessage:", base.uri)) if base.uri else part.encapsulating
        part = part._replace(target_map=in_ascii, encapsulating=known)
        outcomes.clear()
        after = collect(session.rewrite(part), outcomes)
    written = body if after == part.body else write(body, part.body, after, line_break)
    if _is_divided(entity, body, written):
        outcomes.clear()
        after = collect(session.rewrite(part._replace(keeps_base=True)), outcomes)
        written = write(body, part.body, after, line_break)
    if _is_divided(entity, body, written):  # by a link itself: where no blank line is, it may begin a field
        return part.body, body
    yield from outcomes
    return after, written


def _line_break(data: bytes, start: int) -> bytes:
    """Give the line break in front of a body."""
    before = data[max(start - 2, 0) : start]
    if before[-1:] not in BREAKS:
        return b"\r\n"
    return before if before == b"\r\n" else before[-1:]


def _is_divided(entity: Entity, body: bytes, written: bytes) -> bool:
    """Whether a new body has more lines that divide messages, or begins like the header in front of it."""
    is_header = entity.head.trouble == "no-blank-line" and head_at(written, 0, len(written)).body > 0
    return is_header or _divisions(written) > _divisions(body)


def _divisions(data: bytes) -> int:
    return data.startswith(_DIVIDING) + sum(map(data.count, _BEHIND_LINE))


def _longest(data: bytes) -> int:
    return max(map(len, data.splitlines()), default=0)


def _header_edits(entity: Entity, body: bytes, growth: int, subjects: DigestSubjects = ()) -> Iterator[Edit]:
    """Correct the header fields of a body that has grown: Content-Length, Content-MD5 (RFC 1864).

    A wrong length stays. A length may leave out the empty line that ends a message in a mailbox.
    """
    if not growth and not subjects:
        return
    length, digest = map(entity.head.fields.get, (b"content-length", b"content-md5"))
    number = b"" if length is None else length.folded.strip()
    if length is not None and _is_true(number, body):
        yield _instead(length, b"%d" % (int(number) + growth))
    if digest is not None:
        canonical = [(_canonical(was), _canonical(now)) for was, now in subjects]
        changes = digest_changes([*subjects, *canonical], ["md5"])
        yield _instead(digest, replace_digests(digest.folded.strip(), changes))


def _is_true(length: bytes, body: bytes) -> bool:
    """Whether a length is that of a body, with or without white space at its end."""
    return is_length(length) and int(length) <= len(body) and not body[int(length) :].strip()


def _canonical(text: bytes) -> bytes:
    """Give a text CRLF as line ends, as it is transmitted (RFC 2045 2.10)."""
    return b"\r\n".join(text.splitlines(keepends=False)) + b"\r\n" * text.endswith((b"\r", b"\n"))


def _signed(entity: Entity) -> Iterator[str]:
    """Give the numbers of the signed entities around an entity (RFC 1847 2.1)."""
    outer = entity.outer
    while outer is not None:
        if outer.content_type.media == "multipart/signed":
            yield outer.number
        outer = outer.outer


def _part(place: str, body: bytes, entity: Entity, base: "Base") -> DocumentPart:
    named = entity.number and base.given and base.uri
    return DocumentPart(
        f"{place}!{base.uri}" if named else place,
        body,
        url=base.snapshot,
        encapsulating=_OF_MESSAGE.sub("thismessage:", base.uri or base.given) if base.given else None,
        charset=entity.content_type.parameters.get("charset"),
        media=entity.content_type.media,
    )


def in_ascii(uri: str, _encoded: bytes = b"") -> str:
    """Spell a URI in ASCII, as browsers do: no other byte may be written in data of 7 bits (RFC 2045 2.7)."""
    return uri if uri.isascii() else whatwg.parse_url(uri) or quote(uri, safe=_PRINTABLE)


def _place(message: Message, number: str) -> str:
    return f"{message.name}!{number}" if number else message.name


class Base(NamedTuple):
    """The base URI of an entity (None if there is none).

    ``given`` is the base as written in its header, or else in the next header around it. ``by_head`` is
    whether headers alone made it absolute. ``snapshot`` is the URI that the message was retrieved from, if
    the message has it.
    """

    uri: str | None
    given: str | None
    by_head: bool
    snapshot: str | None


class Bases:
    """The base URIs of the entities of a message."""

    def __init__(self, message: Message, choices: ContainerOptions) -> None:
        self._enclosing, self._by_head = message.base, message.depth > 0
        self._given = Candidates(None, choices.encapsulating, choices.url, default=choices.default)
        self._known: dict[tuple[str, bool], Base] = {}
        self._snapshot: str | None = None

    def of(self, entity: Entity) -> Base:
        """Establish the base URI by an entity's header and those around it (RFC 2557 5, RFC 2110 5).

        Content-Base is of RFC 2110 only. Snapshot-Content-Location, which Chromium writes, is the URI that
        the root was retrieved from; it does not apply to other parts without a location.
        """
        if entity.outer is None:
            self._snapshot = entity.head.uri(b"snapshot-content-location")
        return self._of(entity, root=entity.root)

    def location(self, entity: Entity) -> str | None:
        """Make a relative Content-Location absolute, unless headers alone do; None if that is not needed."""
        location = entity.head.uri(b"content-location")
        if location is None or split(location).scheme is not None:
            return None
        outer = self._outer(entity, root=entity.root)
        base = _within(outer, entity.head.uri(b"content-base"))
        return None if base.by_head else _absolute(location, base.uri)

    def _of(self, entity: Entity, *, root: bool) -> Base:
        known = self._known.get((entity.number, root))
        if known is None:
            base = _within(self._outer(entity, root=root), entity.head.uri(b"content-location"))
            known = _within(base, entity.head.uri(b"content-base"))
            self._known[entity.number, root] = known
        return known

    def _outer(self, entity: Entity, *, root: bool) -> Base:
        if entity.outer is not None:
            return self._of(entity.outer, root=root)
        snapshot = self._snapshot if root else None
        given = self._given._replace(retrieval=snapshot or self._given.retrieval)
        around = Base(establish(given).uri, None, by_head=False, snapshot=snapshot)
        outer = _within(around, self._enclosing)
        return outer._replace(by_head=outer.by_head and self._by_head)


def _within(outer: Base, given: str | None) -> Base:
    """Establish a base URI from one that a header gives (None: it gives none) and the outer base."""
    if given is None:
        return outer
    by_head = outer.by_head or split(given).scheme is not None
    return Base(_absolute(given, outer.uri) or outer.uri, given, by_head, outer.snapshot)


def _absolute(given: str, outer: str | None) -> str | None:
    """Resolve a base that a header gives; None if it cannot be a base."""
    base_uri = establish(Candidates(encapsulating=given, retrieval=outer))
    return base_uri.uri if base_uri.source == "encapsulating" else None


def _labelled(entity: Entity, bases: Bases) -> Iterator[Edit]:
    """Make a Content-Location absolute together with the links that name it, unless headers do that."""
    value = entity.head.fields.get(b"content-location")
    location = None if value is None else bases.location(entity)
    if value is not None and location is not None:
        yield _instead(value, in_ascii(location).encode())


def _instead(value: HeaderValue, new: bytes) -> Edit:
    """Make the edit that replaces the value of a field, without the white space around it."""
    stop = value.start + len(value.folded.rstrip())
    return Edit(stop - len(value.folded.strip()), stop, new)
