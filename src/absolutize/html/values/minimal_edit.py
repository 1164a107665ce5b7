"""The smallest part of a reference that must change so that it is read as its target.

What is kept stays as its author wrote it, and no escape is cut. It does not decide what the target is. Used
by `html.document.value_edits`, `html.document.nested_document` and `trees.references`.
"""

from collections.abc import Callable
from typing import NamedTuple

from absolutize.edits import apply_text_edits
from absolutize.html.grammar.character_references import EDGE, LONGEST_CHARACTER_REFERENCE, clean
from absolutize.html.grammar.offsets import DecodedText
from absolutize.patterns import compile_regex

# A character reference without its semicolon, and for each group what would continue it (13.2.5.73-80)
_OPEN = compile_regex(rb"&(?:#([0-9]++)|#[xX]([0-9A-Fa-f]++)|([A-Za-z][0-9A-Za-z]*+))\Z")
_GOES_ON = tuple(map(compile_regex, (rb"[0-9]", rb"[0-9A-Fa-f]", rb"[0-9A-Za-z=]")))


def separate_open_character_reference(source: bytes, start: int, stop: int, written: bytes) -> bytes:
    """Separate new text from a character reference before it that has no semicolon."""
    is_end = source[start - 1 : start].isalnum()  # seldom, and quickly tested
    match = _OPEN.search(source, max(0, start - LONGEST_CHARACTER_REFERENCE), start) if is_end else None
    if match is None:
        return written
    goes_on = _GOES_ON[(match.lastindex or 1) - 1].match(written or source[stop : stop + 1])
    return written if goes_on is None else b";" + written


# 13.1.2.3: an unquoted value holds none of these
NEEDS_QUOTES = compile_regex("[ \t\n\f\r\"'=<>`]")


class MinimalEdit(NamedTuple):
    """The part of a reference that changes, and the new text."""

    start: int
    stop: int
    text: str


_LEADING_DOTS = compile_regex(r"(?:\.\.?/)*+")
_SKIPPED = "\t\n\r"  # what the URL parser removes anywhere
_HAS_SKIPPED = compile_regex(f"[{_SKIPPED}]")
_TO_ESCAPE = compile_regex("[^!#-%(-;?-_a-~]")  # in attribute values; or white space, or beyond ASCII


def unescaped_edit(text: str, target: str) -> MinimalEdit | None:
    """Find the edit for text in which nothing is decoded or removed, if no new text has to be escaped.

    ``None``: the new text has something to escape; or the text is not all an end of its target, and has
    something to escape, or is not in ASCII. The edit is the same as that of `minimal_edit`.
    """
    # For speed: on 69 templates with three placeholders or more behind a path, not used to choose this,
    # `rewrite` takes 28 % less
    dots = _LEADING_DOTS.match(text)
    kept = 0 if dots is None else dots.end()
    rest = len(target) - (len(text) - kept)
    if not text.isascii() or not target.endswith(text[kept:]):
        if _TO_ESCAPE.search(text) is not None:
            return None
        kept, rest = _common_end(text, kept, len(text), target)
    return None if _TO_ESCAPE.search(target, 0, rest) is not None else MinimalEdit(0, kept, target[:rest])


def minimal_edit(
    raw: str, target: str, decode: Callable[[str], DecodedText], encode: Callable[[str], str]
) -> MinimalEdit:
    """Find the smallest part of a reference that must change so that it is read as ``target``.

    White space around the reference, and the end that it shares with the target, stay as the author wrote
    them. ``decode`` decodes the text, ``encode`` escapes new text. The end that is kept begins with a whole
    character, so that no escape is cut; on one side of where it begins, all text is ASCII. No tab or line end
    is kept behind ``<`` of the base: Chromium requests nothing at what may be text behind an open quote.
    """
    text, offsets = decode(raw)
    first, last = len(text) - len(text.lstrip(EDGE)), len(text.rstrip(EDGE))
    if first >= last:
        return MinimalEdit(0, len(raw), target)
    if "<" in target and "<" not in text and _HAS_SKIPPED.search(text, first, last) is not None:
        return MinimalEdit(offsets[first], offsets[last], target)
    dots = _LEADING_DOTS.match(text, first, last)
    kept, rest = _common_end(text, first if dots is None else dots.end(), last, target)
    position = _byte_wise(raw, offsets[kept])
    while kept < last and (offsets[kept] < position or (kept > first and offsets[kept] == offsets[kept - 1])):
        rest += text[kept] not in _SKIPPED
        kept += 1
    made = MinimalEdit(offsets[first], offsets[kept], target[:rest])
    written = apply_text_edits(raw, [(made.start, made.stop, encode(made.text))])
    return made if clean(decode(written)[0]) == target else MinimalEdit(0, len(raw), target)


def _common_end(text: str, first: int, last: int, target: str) -> tuple[int, int]:
    """Find where the common end of a text and its target begins, in each of them."""
    kept, rest = last, len(target)
    while kept > first and rest:
        if text[kept - 1] == target[rest - 1]:
            rest -= 1
        elif text[kept - 1] not in _SKIPPED:
            break
        kept -= 1
    return kept, rest


_BEYOND_ASCII = compile_regex(r"[^\x00-\x7f]++")


def _byte_wise(raw: str, position: int) -> int:
    """Move a position to the right until there is ASCII alone on one side of it."""
    if raw[:position].isascii():
        return position
    return max(position, *(match.end() for match in _BEYOND_ASCII.finditer(raw)))
