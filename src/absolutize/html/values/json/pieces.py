"""Strings of a JSON text as references: their spans, and how JSON escapes them.

It does not know which strings are references. Used by `html.values.json.import_map`,
`html.values.json.json_ld`, `html.values.json.speculation_rules` and `html.values.json.web_bundle`.
"""

from collections.abc import Iterable, Iterator

from absolutize.html.values.escaping import Escaping, TextSpan, TextSpans
from absolutize.html.values.json.strings import JSON_ESCAPING, SURROGATE, JsonValue, Object, String


def pieces_of(strings: Iterable[String]) -> Iterator[TextSpan]:
    """Make a reference of each string, as a whole."""
    return (piece_of(string, JSON_ESCAPING) for string in strings)


def piece_of(string: String, escaping: Escaping) -> TextSpan:
    """Make a reference of a string; one with a lone surrogate stays, as Chromium refuses the whole text."""
    if SURROGATE.search(string.text):
        escaping = escaping._replace(code="unreadable")
    return TextSpan(string.start, string.stop, escaping)


def in_order(text: str, pieces: Iterable[TextSpan]) -> TextSpans:
    """Put pieces into the order in which they are in the text, each once."""
    spans = TextSpans(len(text))
    for piece in pieces:
        spans.append(*piece)
    spans.put_in_order()
    return spans


def strings_in(values: Iterable[JsonValue]) -> Iterator[String]:
    """Give the strings among values."""
    return (value for value in values if isinstance(value, String))


def member_of(value: Object, name: str) -> JsonValue | None:
    """Give the value of a member; ``None`` if there is none of that name."""
    return value[name].value if name in value else None
