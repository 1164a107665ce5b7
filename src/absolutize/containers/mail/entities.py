"""The entities of a message (RFC 2045, 2046), as spans of its bytes.

All lines that may be delimiters are found in one pass, so that time is linear however deep entities are
nested. The module does not decode bodies, and changes no byte. Used by `containers.mail.message`.
"""

import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Generator, Iterator
from typing import NamedTuple

from absolutize.containers.mail.header import (
    ContentType,
    MessageHead,
    first_line,
    head_at,
    read_content_type,
    transfer_encoding_of,
)
from absolutize.patterns import compile_regex

DEEPEST_ENTITY = 40  # parts within parts
MESSAGE_TYPES = frozenset({"message/rfc822", "message/global", "message/news"})
IDENTITY_ENCODINGS = frozenset({"", "7bit", "8bit", "binary", "7-bit", "8-bit"})
_DELIMITER = compile_regex(rb"(?:\A|(?<=[\r\n]))--([^\r\n]*+)(\r\n|\r|\n|\Z)")
_CONTENT = compile_regex(rb"content-[a-z-]+[ \t]*:", re.IGNORECASE)


class Entity(NamedTuple):
    """A message or a part of one: its header, the span of its body, and the entity around it.

    ``number`` counts parts from 1 on each level ("1.2"; it is empty for the message itself). ``root`` is
    whether it is the root of a multipart/related (RFC 2387 3.2), or in the root.
    """

    number: str
    head: MessageHead
    content_type: ContentType
    start: int
    stop: int
    outer: "Entity | None"
    root: bool

    @property
    def encoding(self) -> str:
        """The transfer encoding, in lower case."""
        return transfer_encoding_of(self.head.text(b"content-transfer-encoding"))


class MessageDefect(NamedTuple):
    """A defect of an entity: its number, and a code of `findings.TROUBLES`."""

    number: str
    code: str


class Delimiter(NamedTuple):
    """A line that may be a delimiter: where it begins (with the line break before it) and where it ends."""

    before: int
    line: int
    stop: int


class Delimiters:
    """The lines of a message that begin with two hyphens, by the text behind these."""

    def __init__(self, data: bytes) -> None:
        self._lines: dict[bytes, list[Delimiter]] = defaultdict(list)
        self._likely: list[tuple[int, bytes]] = []
        for match in _DELIMITER.finditer(data):
            text = match[1].rstrip(b" \t")
            start = match.start()
            before = start - 1 - data.startswith(b"\r\n", max(start - 2, 0)) if start else 0
            self._lines[text].append(Delimiter(before, start, match.end()))
            if text and _CONTENT.match(data, match.end()):
                self._likely.append((start, text))

    def likely(self, start: int, stop: int) -> bytes | None:
        """Give the boundary of the first line, if any, that seems to be a delimiter: a header follows it."""
        index = bisect_left(self._likely, (start, b""))
        nearest = self._likely[index : index + 1]
        return nearest[0][1] if nearest and nearest[0][0] < stop else None

    def between(self, boundary: bytes, start: int, stop: int) -> list[Delimiter]:
        """List the delimiter lines with a boundary in a span."""
        lines = self._lines.get(boundary, [])
        return lines[bisect_left(lines, start, key=_line) : bisect_left(lines, stop, key=_line)]


def _line(delimiter: Delimiter) -> int:
    return delimiter.line


def entities(data: bytes) -> Iterator[Entity | MessageDefect]:
    """List the entities of a message, each behind the entity around it, and the defects of each."""
    head = head_at(data, first_line(data), len(data))
    whole = _entity("", head, len(data), None, root=True)
    yield from _parts(data, Delimiters(data), whole, 0)


def _entity(
    number: str,
    head: MessageHead,
    stop: int,
    outer: Entity | None,
    *,
    root: bool,
    default: str = "text/plain",
) -> Entity:
    type_ = read_content_type(head.text(b"content-type"), default)
    return Entity(number, head, type_, head.body, max(stop, head.body), outer, root)


def _parts(
    data: bytes, delimiters: Delimiters, entity: Entity, depth: int
) -> Iterator[Entity | MessageDefect]:
    """Yield an entity, its defects, and the parts in it."""
    yield entity
    if entity.head.trouble is not None:
        yield MessageDefect(entity.number, entity.head.trouble)
    media = entity.content_type.media
    if not media.startswith("multipart/") and (
        media not in MESSAGE_TYPES or entity.encoding not in IDENTITY_ENCODINGS
    ):
        return
    if depth == DEEPEST_ENTITY:
        yield MessageDefect(entity.number, "too-deep")
        return
    if media in MESSAGE_TYPES:
        spans = [(entity.start, entity.stop)]
    else:
        spans = yield from _spans(data, delimiters, entity)
    yield from _inner(data, delimiters, entity, spans, depth + 1)


def _inner(
    data: bytes, delimiters: Delimiters, entity: Entity, spans: list[tuple[int, int]], depth: int
) -> Iterator[Entity | MessageDefect]:
    """Yield the parts in the spans, and the parts in these."""
    default = "message/rfc822" if entity.content_type.media == "multipart/digest" else "text/plain"
    heads = [head_at(data, start, stop) for start, stop in spans]
    root = _root(entity.content_type, heads)
    for index, (head, (_, stop)) in enumerate(zip(heads, spans, strict=True)):
        number = f"{entity.number}.{index + 1}".removeprefix(".")
        about = entity.root and root in {None, index}
        part = _entity(number, head, stop, entity, root=about, default=default)
        yield from _parts(data, delimiters, part, depth)


def _root(outer: ContentType, heads: list[MessageHead]) -> int | None:
    """Find the root of a multipart/related (RFC 2387 3.1, 3.2); None if it is another multipart."""
    if outer.media != "multipart/related":
        return None
    start, type_ = outer.parameters.get("start"), outer.parameters.get("type", "").lower()
    if start is not None:
        names = [(head.text(b"content-id") or "").strip("<> ") for head in heads]
        if start.strip("<> ") in names:
            return names.index(start.strip("<> "))
    kinds = [read_content_type(head.text(b"content-type"), "").media for head in heads]
    return kinds.index(type_) if type_ in kinds else 0


def _spans(
    data: bytes, delimiters: Delimiters, entity: Entity
) -> Generator[MessageDefect, None, list[tuple[int, int]]]:
    """Find the parts of a multipart (RFC 2046 5.1.1); without a boundary, by lines that look like one."""
    start, stop = entity.start, entity.stop
    text = entity.content_type.parameters.get("boundary", "").rstrip()
    spelled = text.encode(), text.encode("latin-1", "ignore")  # it was decoded by one of the two
    boundary = next((each for each in spelled if each and delimiters.between(each, start, stop)), None)
    if boundary is None:
        yield MessageDefect(entity.number, "no-boundary")
        likely = delimiters.likely(start, stop)
        if likely is None:
            first = first_line(data, start)
            return [(first, stop)] if _CONTENT.match(data, first, stop) else []
        boundary = likely
    lines = delimiters.between(boundary, start, stop)
    closing = delimiters.between(boundary + b"--", lines[0].stop, stop)[:1]
    if not closing:
        yield MessageDefect(entity.number, "unterminated")
    end = closing[0] if closing else Delimiter(stop, stop, stop)
    lines = [line for line in lines if line.line < end.line]
    ends = [line.before for line in lines[1:]] + [end.before]
    return [(line.stop, max(line.stop, before)) for line, before in zip(lines, ends, strict=True)]
