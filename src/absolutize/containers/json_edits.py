"""Change or leave out some values of a JSON text, and keep every other byte as it is written.

It does not know what the values mean. Used by `containers.zip`.
"""

from collections.abc import Mapping
from itertools import pairwise

from absolutize.edits import apply_text_edits
from absolutize.html.values.json.strings import (
    JSON_ESCAPING,
    JsonMember,
    JsonValue,
    Object,
    String,
    parse_json,
)
from absolutize.patterns import compile_regex

_BYTES = "utf-8", "surrogateescape"  # bytes that are not UTF-8 are kept
_SPACE = " \t\n\r"
_COLON = compile_regex(r'"[ \t\n\r]*+:[ \t\n\r]*+')


def text_of(data: bytes) -> str:
    """Decode JSON so that `with_values` gives the same bytes again, even if they are not UTF-8."""
    return data.decode(*_BYTES)


def tree_of(text: str) -> JsonValue | None:
    """Parse a JSON text; None means that it is not valid. A byte order mark is ignored (RFC 8259 8.1)."""
    return parse_json(" " + text[1:] if text.startswith("\ufeff") else text)


def value_of(text: str, members: Object, name: str) -> String | None:
    """Give the value of the member with a name: a string, or a number as written; None if there is none."""
    member = members.get(name)
    if member is None or isinstance(member.value, list | dict) or member.value == "null":
        return None
    return member.value if isinstance(member.value, String) else _scalar(text, member, member.value)


def _scalar(text: str, member: JsonMember, written: str) -> String:
    colon = _COLON.match(text, member.name.stop)
    start = member.name.stop if colon is None else colon.end()
    return String(start, start + len(written), written)


def without_member(text: str, members: Object, name: str) -> bytes:
    """Write a JSON text, which is an object with these members, without the members of one name."""
    names = sorted(each for member in members.values() for each in (member.name, *member.overridden))
    starts = [each.start - 1 for each in names]  # with their quotation marks
    stop = len(text[: text.rindex("}")].rstrip(_SPACE))
    spans = zip(names, pairwise([*starts, stop]), strict=True)
    kept = [text[slice(*span)] for each, span in spans if each.text != name]
    if kept and names[-1].text == name:
        kept[-1] = kept[-1][: kept[-1].rindex(",")]
    return "".join((text[: starts[0]], *kept, text[stop:])).encode(*_BYTES)


def with_values(text: str, values: Mapping[String, str]) -> bytes:
    """Write a JSON text with other values in the places of some strings and numbers."""
    edits = (
        (place.start, place.stop, JSON_ESCAPING.encode(value)) for place, value in sorted(values.items())
    )
    return apply_text_edits(text, edits).encode(*_BYTES)
