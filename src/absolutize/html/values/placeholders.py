"""Placeholders of template engines, such as ``{{x}}``: where they begin and end in a value.

Nobody knows what a reference with one will become, and none may be cut in two. It does not know template
engines, only their delimiters. Used by `engine`, `html.values` and `xml.xml_text`.
"""

import re
from collections.abc import Iterator, Mapping

from absolutize.edits import TextEdit, apply_text_edits
from absolutize.patterns import compile_regex

CLOSED_BY: Mapping[str, str] = {
    "{{": "}}",
    "{%": "%}",
    "{#": "#}",
    "<?": "?>",
    "<%": "%>",
    "${": "}",
    "#{": "}",
    "*|": "|*",
}
# "#{{x}}" is a fragment with "{{x}}", and not "#{"
_OPENINGS = {opening: re.escape(opening).replace(r"\#\{", r"\#\{(?!\{)") for opening in CLOSED_BY}
OPENING = "|".join(_OPENINGS.values())
_OPENING = compile_regex(OPENING)
# A whole placeholder as part of a pattern; no other of its kind begins in it, so that time is linear
PLACEHOLDER = "|".join(
    rf"{opens}(?:(?!{opens}|{closes})[\s\S])*+{closes}"
    for opens, closes in ((_OPENINGS[opening], re.escape(closing)) for opening, closing in CLOSED_BY.items())
)


_ESCAPE = compile_regex("%[0-9A-Fa-f]{2}")  # in "{%22a%22:1}", as URLs of JSON have it


def _first_opening(text: str) -> int | None:
    """Find where the first placeholder begins; ``{%22`` and ``<%22`` begin one only if its end follows.

    Any other needs no end: quotes in a placeholder may end the value.
    """
    endless: set[str] = set()
    match = _OPENING.search(text)
    while match is not None and _ESCAPE.match(text, match.end() - 1) and _end_of(match, endless) is None:
        match = _OPENING.search(text, match.end())
    return None if match is None else match.start()


def _end_of(opening: re.Match[str], endless: set[str]) -> int | None:
    """Find where a placeholder ends; ``None``: nowhere.

    ``endless`` keeps the openings that nothing closes: each is searched for once, so time is linear.
    """
    closing = CLOSED_BY[opening[0]]
    end = -1 if opening[0] in endless else opening.string.find(closing, opening.end())
    if end >= 0:
        return end + len(closing)
    endless.add(opening[0])
    return None


def has_placeholder(text: str) -> bool:
    """Whether a placeholder begins in a text."""
    return _first_opening(text) is not None


def before_placeholder(text: str) -> str:
    """Give what is before the first placeholder."""
    return text[: _first_opening(text)]


# What decides to which prefix a reference is relative: a scheme, slashes, dot segments, "?" or "#"
_DECISIVE = compile_regex(r"(?:[^:/\\?#]*+:)?+(?:[?#]|[/\\]{2,}+|[/\\]?+(?:\.\.?/)*+)")
_ENDS_SCHEME = compile_regex(r"[:/\\?#]")
_SCHEME_ALONE = compile_regex(r"[^:/\\?#]*+:[/\\]?+\Z")  # behind which a host may come


def decisive(text: str) -> str | None:
    """Give the beginning that says what a reference is relative to; ``None``: that depends on a placeholder.

    A placeholder is assumed to stay within its part of the reference: it brings no colon that ends a scheme
    (``a{{x}}``), no slash that makes a host of a path (``/{{x}}``), and no drive letter.
    """
    before = before_placeholder(text)
    if not before:
        return None
    # what may be a scheme goes on behind a placeholder, nothing else does
    subject = f"{before}x" if _ENDS_SCHEME.search(before) is not None else mask_placeholders(text)
    match = _DECISIVE.match(subject)
    if match is None or match.end() > len(before) or _SCHEME_ALONE.match(before):
        return None
    return match[0]


def mask_placeholders(text: str) -> str:
    """Put letters in place of whole placeholders, so that no list is cut within a placeholder."""
    return apply_text_edits(text, _letters(text))


def _letters(text: str) -> Iterator[TextEdit]:
    position, endless = 0, set[str]()
    for match in _OPENING.finditer(text):
        stop = None if match.start() < position else _end_of(match, endless)
        if stop is not None:
            yield match.start(), stop, "x" * (stop - match.start())
            position = stop
