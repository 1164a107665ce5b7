"""Custom properties of CSS: the references in their declarations.

A URL in a property that the document declares, but only other style sheets use, is no reference of it. It
does not judge a reference. Used by `html.document.references`, `html.values` and `trees.rewriter`.
"""

import re
import sys
from collections.abc import Callable, Iterable, Iterator
from functools import cache

from absolutize.html.values.css import (
    ANY_STRING,
    CSS_COMMENT,
    CSS_GAP,
    CSS_NAME,
    ESCAPE,
    NAME_CHARACTER,
    URL_OF_TEMPLATE,
    decode_css,
)
from absolutize.html.values.escaping import Escaping, TextSpan, TextSpans
from absolutize.patterns import compile_regex, find_or_give_up

_CAPTURED = compile_regex(r"\(\?P<[a-z]+>")
_SPACE = r"(?:\r\n|[ \t\n\r\f])?+"


def _letter(letter: str) -> str:
    """Match a letter as it is, or escaped (CSS Syntax 3, 4.3.7)."""
    both = letter + letter.upper()
    return (
        rf"(?:[{both}]|\\(?:[{both}]|0{{0,4}}(?:{'|'.join(f'(?i:{ord(each):x})' for each in both)}){_SPACE}))"
    )


# No url( begins within a name, a hash or an at-keyword (4.3.4); behind an escape, the name goes on
_CALL = f"(?<!{NAME_CHARACTER})(?<![#@])" + "".join(map(_letter, "url"))
_ESCAPED = f"(?:{ESCAPE}{NAME_CHARACTER}*+)++"
# Tokens that hold no mark; their groups capture nothing, as they are repeated
_URL = rf"{_CALL}\((?![ \t\n\r\f]*+[\"']){URL_OF_TEMPLATE}\)?+"  # with a string it is a function, like others
_WHOLE = _CAPTURED.sub("(?:", rf"{_URL}|{ANY_STRING}|{CSS_COMMENT}|{_ESCAPED}")
_DECLARED = compile_regex(rf"(?:\A|[;{{}}]){CSS_GAP}(--{CSS_NAME}){CSS_GAP}:")
_UP_TO_DECLARED = compile_regex(
    rf"(?:{_WHOLE}|[^;{{}}\"'/\\uU]++|[;{{}}](?!{CSS_GAP}--{CSS_NAME}{CSS_GAP}:)|[\"'/\\uU])*+"
)
_UP_TO_MARK = compile_regex(rf"(?:{_WHOLE}|[^;{{}}()\[\]\"'/\\uU]++|[\"'/\\uU])*+")
# A value without a string, a comment, an escape and a URL has no reference
_NO_MARK = r"[^;{}()\[\]\"'/\\]"
_WITHOUT_REFERENCE = rf"(?:{_NO_MARK}++|(?<![lL])\((?:{_NO_MARK}++|(?<![lL])\({_NO_MARK}*+\))*+\))*+[;}}]"
# This matches wherever a declaration begins; if its group matches, the declaration has no reference
_DECLARATION = (
    r"--(?<![^;{} \t\n\r\f/]--)[^;{}:/\\\"'()\[\] \t\n\r\f]*+[ \t\n\r\f]*+"
    rf"(?:(:{_WITHOUT_REFERENCE})|(?=[:/\\]))"
)
_MAY_HOLD = compile_regex(_DECLARATION)
_find_in_bytes = cache(find_or_give_up)  # compiled when it is first used
_CLOSES = {")": "(", "]": "[", "}": "{"}
_BEYOND_ASCII = compile_regex("[^\x00-\x7f]++")


def masked_name(written: str) -> str:
    """Decode a name, and mask its characters beyond ASCII, for which there may be bytes or escapes."""
    return _BEYOND_ASCII.sub("\x80", decode_css(written))


def without_unused(text: str, pieces: TextSpans, used: Callable[[], Iterable[str]]) -> Iterable[TextSpan]:
    """Mark the references in declarations of custom properties that are not used."""
    may_hold = _MAY_HOLD.finditer(text, 0, pieces.stop)
    return pieces if all(match[1] for match in may_hold) else _marked(text, pieces, used)


def may_declare_references(data: bytes) -> bool:
    """Whether references may be in declarations of custom properties; see `patterns.find_or_give_up`."""
    return any(match.start(1) < 0 for match in _find_in_bytes(_DECLARATION.encode())(data))


_NONE = (sys.maxsize, sys.maxsize, "")  # behind all pieces


def _marked(text: str, pieces: TextSpans, used: Callable[[], Iterable[str]]) -> Iterator[TextSpan]:
    declarations = _declarations(text)
    start, stop, name = next(declarations, _NONE)
    for piece in pieces:
        while stop < piece.stop:
            start, stop, name = next(declarations, _NONE)
        is_unused = start <= piece.start and name not in used()
        yield piece._replace(escaping=_unused(piece.escaping)) if is_unused else piece


@cache
def _unused(escaping: Escaping) -> Escaping:
    return escaping._replace(code="custom-property")


def _declarations(text: str) -> Iterator[tuple[int, int, str]]:
    """Give the spans of the values of custom properties, and their names (CSS Syntax 3, 5.5.6)."""
    declared = _DECLARED.match(text) or _next_declared(text, 0)
    while declared is not None:
        stop = _value_end(text, declared.end())
        yield declared.end(), stop, masked_name(declared[1])
        declared = _next_declared(text, stop)


def _next_declared(text: str, position: int) -> re.Match[str] | None:
    skipped = _UP_TO_DECLARED.match(text, position)
    return _DECLARED.match(text, position if skipped is None else skipped.end())


def _value_end(text: str, position: int) -> int:
    """Find the semicolon or the brace that ends a value, outside of brackets."""
    opened: list[str] = []
    while (skipped := _UP_TO_MARK.match(text, position)) is not None and skipped.end() < len(text):
        position = skipped.end()
        mark = text[position]
        if mark in ";}" and not opened:
            return position
        if mark in "([{":
            opened.append(mark)
        elif opened and _CLOSES.get(mark) == opened[-1]:
            opened.pop()
        position += 1
    return len(text)
