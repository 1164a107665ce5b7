"""Writing a reference back into the attribute value that it stands in.

What is written is as little as possible: where the new text ends in what the author wrote, only
what stands before that changes.
"""

import re
from urllib.parse import quote

from absolutize.html.body import Body, Edit
from absolutize.html.found import Found
from absolutize.html.tags import Attribute, behind_name, start_tag
from absolutize.html.values import NEEDS_QUOTES, apart, change, decode, escape
from absolutize.html.views import QUOTES, Part

_WHITE_SPACE = b" \t\n\f\r"


def write(body: Body, found: Found, part: Part, target: str) -> Edit:
    """Make the edit that puts ``target`` in place of a reference."""
    start, stop, written = _write(body, found, part, target)
    return Edit(start, stop, apart(body.source, start, stop, written))


def _write(body: Body, found: Found, part: Part, target: str) -> Edit:
    raw = body.text(part.start, part.stop)
    is_attribute, notation = bool(found.row.attribute), part.notation
    first, last, text = change(raw, target, lambda raw: notation.decode(decode(raw) if is_attribute else raw))
    # up to there all is ASCII, a byte a character
    start, stop = part.start + first, part.stop if last == len(raw) else part.start + last
    text = notation.encode(text)
    if not is_attribute:
        return Edit(start, stop, _encoded(body, text))
    mark = QUOTES.get(body.source[found.start - 1 : found.start])
    if mark is not None:
        return Edit(start, stop, body.encode(escape(text, mark)))
    if found.start < found.stop and not NEEDS_QUOTES.search(text):
        return Edit(start, stop, body.encode(escape(text, "")))
    if (part.start, part.stop) != (found.start, found.stop):  # one of several in an unquoted value
        return Edit(start, stop, body.encode(escape(text, "")))
    return _quoted(body, found, Edit(start, stop, body.encode(escape(text, '"'))))


def _encoded(body: Body, text: str) -> bytes:
    """Encode for where there are no character references: what the encoding lacks is percent-encoded."""
    if not text.isascii():
        text = "".join(c if _is_encodable(body, c) else quote(c, errors="replace") for c in text)
    return body.encode(text)


def _is_encodable(body: Body, character: str) -> bool:
    return not body.encode(character).startswith(b"&#")


def _quoted(body: Body, found: Found, edit: Edit) -> Edit:
    """Put quotes around a value that had none, and ``=`` before one that was missing."""
    before = body.source[found.start - 1 : found.start]
    equals = b"" if before in b"= \t\n\f\r" else b"="
    head = body.source[found.start : edit.start]
    rest = body.source[edit.stop : found.stop].replace(b'"', b"&quot;")
    return Edit(found.start, found.stop, equals + b'"' + head + edit.replacement + rest + b'"')


def empty(body: Body, found: Found) -> list[Edit]:
    """Empty a value: ``href=""``."""
    if found.start == found.stop:
        return []
    quoted = body.source[found.start - 1 : found.start] in QUOTES
    return [Edit(found.start, found.stop, b"" if quoted else b'""')]


def remove(body: Body, found: Found) -> list[Edit]:
    """Remove an attribute from its start tag, duplicates too, and the tag with its last one."""
    data = body.scannable
    tag = start_tag(data, behind_name(data, found.tag))
    if tag is None:
        return []
    name = found.row.attribute.encode()
    removed = [attribute for attribute in tag.attributes if attribute.name == name]
    start = found.tag - 1
    if len(removed) == len(tag.attributes) and not _HALF.search(data, max(0, start - LONGEST), start):
        return [Edit(start, tag.stop, b"")]
    return [_without(data, attribute) for attribute in removed]


LONGEST = 40  # bytes; no name of a character reference is longer
_HALF = re.compile(rb"(?:<|&[#0-9A-Za-z]*+|-!?+)\Z")  # what the text behind a tag could complete
_IS = re.compile(rb"[ \t\n\f\r]*+=")


def _without(data: bytes, attribute: Attribute) -> Edit:
    """Cut an attribute out, and the white space before it where some follows."""
    start, stop = (
        attribute.position,
        attribute.stop + (data[attribute.start - 1 : attribute.start] in QUOTES),
    )
    if _IS.match(data, stop):  # it would give a value to the attribute before
        return Edit(start, stop, b"/")
    while data[stop] in _WHITE_SPACE + b">" and data[start - 1] in _WHITE_SPACE:
        start -= 1
    return Edit(start, stop, b"")
