"""Custom properties of CSS: the references in their declarations.

A URL in a property that the document declares, but only other style sheets use, is no reference of it. It
does not judge a reference. Used by `html.document.references`, `html.values` and `trees.context`.
"""

import re
import sys
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from typing import NamedTuple

from absolutize.html.grammar.base_independent import BASE_INDEPENDENT, INDEPENDENT_SCHEME
from absolutize.html.values.css import (
    ANY_STRING,
    CSS_COMMENT,
    CSS_GAP,
    CSS_NAME,
    ESCAPE,
    NAME_CHARACTER,
    OPENED_BY,
    URL_OF_TEMPLATE,
    decode_css,
)
from absolutize.html.values.escaping import Escaping, TextSpan, TextSpans
from absolutize.patterns import compile_regex, find_or_give_up, given_up

_CAPTURED = compile_regex(r"\(\?P<[a-z]+>")
_SPACE = r"(?:\r\n|[ \t\n\r\f])?+"


def _letter(letter: str) -> str:
    """Match a letter as it is, or escaped (CSS Syntax 3, 4.3.7)."""
    both = letter + letter.upper()
    return (
        rf"(?:[{both}]|\\(?:[{both}]|0{{0,4}}(?:{'|'.join(f'(?i:{ord(each):x})' for each in both)}){_SPACE}))"
    )


# No url( begins within a name, a hash or an at-keyword (4.3.4); behind an escape, the name goes on
_URL_NAME = f"(?<!{NAME_CHARACTER})(?<![#@])" + "".join(map(_letter, "url"))
_ESCAPED = f"(?:{ESCAPE}{NAME_CHARACTER}*+)++"
# Tokens that hold no mark; their groups capture nothing, as they are repeated
# With a string, it is a function like others
_URL = rf"{_URL_NAME}\((?![ \t\n\r\f]*+[\"']){URL_OF_TEMPLATE}\)?+"
_WHOLE = _CAPTURED.sub("(?:", rf"{_URL}|{ANY_STRING}|{CSS_COMMENT}|{_ESCAPED}")
# Two descriptors of rules count as declarations: of the property (Properties and Values 2.3), or the function
_OF_RULE = "(?i:initial-value|result)"
_NAME_OF_VALUE = f"{CSS_GAP}(?P<name>--{CSS_NAME}|{_OF_RULE}){CSS_GAP}:"
# Names may go on behind escapes, and comments to the end: nothing is looked for within them
_RULE = (
    rf"@(?:(?i:property){CSS_GAP}(?P<property>--{CSS_NAME})"
    rf"|(?i:function){CSS_GAP}(?P<function>--{CSS_NAME}\())"
)
_PROPERTY, _FUNCTION = 1, 2  # its groups
_NO_RULE = _CAPTURED.sub("(?:", f"(?!{_RULE})")
_TO_RULE = compile_regex(rf"(?:{_WHOLE}|[^@\"'/\\uU]++|{_NO_RULE}@|[\"'/\\uU])*+{_RULE}".encode())
_ANY_NAME = _CAPTURED.sub("(?:", _NAME_OF_VALUE)
# A value has no reference that depends on the base, if it has no escape or at-rule, strings only outside of
# brackets, and no URL but visibly base-independent ones. It never passes over the name of another custom
# property: strings, comments and URLs with "--" in them do not match, and elsewhere a semicolon or a brace,
# where this ends, is before a name.
# For speed: on 94 pages with custom properties, not used to choose this, `rewrite` and `links` take 5 % less
# since strings, comments and fragments are passed: eight properties of WordPress are filters (`url('#...')`)
_NO_NAME_IN = r"-(?!-|[vV][aA])"
_NO_MARK = rf"[^;{{}}()\[\]\"'/\\@]++|/(?:(?!\*)|\*(?:[^*\-]++|\*(?!/)|{_NO_NAME_IN})*+\*/)"
_PLAIN_STRING = "|".join(
    rf"{quote}(?:[^{quote}\\\n\r\f\-]++|{_NO_NAME_IN}|\\[^\n\r\f\-])*+{quote}" for quote in "\"'"
)
_INDEPENDENT_URL = (
    rf"\((?<=(?<![#@])(?<!{NAME_CHARACTER})[uU][rR][lL]\()(?=[\"']?+{BASE_INDEPENDENT})"
    rf"(?:{_PLAIN_STRING}|(?:[^\"'()\\ \t\n\r\f\-]++|{_NO_NAME_IN})*+)\)"
)
_IN_BRACKETS = "(?!)"
for _ in range(6):  # deeper ones are read as tokens
    _IN_BRACKETS = rf"(?<![rR][lL])\((?:{_NO_MARK}|{_IN_BRACKETS})*+\)"
_WITHOUT_REFERENCE = rf"(?:{_NO_MARK}|{_IN_BRACKETS}|{_INDEPENDENT_URL}|{_PLAIN_STRING})*+(?=[;}})])"
# This matches wherever a value begins; if its group matches, the value has no reference
_VALUE = (
    rf"-(?:-(?<![^;{{}}(, \t\n\r\f/]--){NAME_CHARACTER}*+|(?ai:value)(?<=(?ai:initial-value)))"
    rf"[ \t\n\r\f]*+(?:(:{_WITHOUT_REFERENCE})|(?=:|/\*|[\\(]))"  # a function begins like a call
)
_find_in_bytes = cache(find_or_give_up)  # compiled when it is first used


class _Beginning(NamedTuple):
    """How the value of a custom property begins: the pattern of that, and of what is before it.

    Values that visibly have no reference are passed over, too. If there are ``signs``, there is no value
    without a match of one of them; each begins with what is found quickly.
    """

    value: re.Pattern[bytes]
    before: re.Pattern[bytes]
    signs: tuple[re.Pattern[bytes], ...]
    bracket: str = ""  # in which it is


def _beginning(marks: str, bracket: str = "") -> _Beginning:
    passed = rf"[{marks}]{_ANY_NAME}{_WITHOUT_REFERENCE}"
    before = rf"(?:[^{marks}\"'/\\uU]++|{_WHOLE}|[{marks}](?!{_ANY_NAME})|{passed}|[\"'/\\uU])*+"
    name = rf"[ \t\n\r\f]*+(?:/\*|--{NAME_CHARACTER}*+[ \t\n\r\f]*+[:/\\]|{_OF_RULE})"
    patterns = f"[{marks}]{_NAME_OF_VALUE}", before, *(re.escape(mark) + name for mark in marks if bracket)
    value, to_value, *signs = (compile_regex(pattern.encode()) for pattern in patterns)
    return _Beginning(value, to_value, tuple(signs), bracket)


# A query is in brackets (Conditional Rules 5, style()); so is the default of a function's parameter
_DECLARATION, _QUERY = _beginning(";{}"), _beginning("(,", "(")
_AT_START = compile_regex(_NAME_OF_VALUE.encode())
_UP_TO_MARK = compile_regex(rf"(?:{_WHOLE}|[^;{{}}()\[\],\"'/\\uU]++|,(?!{_ANY_NAME})|[\"'/\\uU])*+".encode())
_BEYOND_ASCII = compile_regex("[^\x00-\x7f]++")
# The URL parser removes what is before it
_BASE_INDEPENDENT = compile_regex(rf"[\0- ]*+(?:{BASE_INDEPENDENT}|{INDEPENDENT_SCHEME})")


def masked_name(written: bytes) -> str:
    """Decode a name, and mask its characters beyond ASCII, for which there may be bytes or escapes."""
    return _BEYOND_ASCII.sub("\x80", decode_css(written.decode("latin-1")))


def without_unused(sheet: bytes, pieces: TextSpans, used: Callable[[], Iterable[str]]) -> Iterable[TextSpan]:
    """Mark the references in declarations of unused custom properties, if a base matters to them.

    ``sheet`` has ASCII's bytes for ASCII, and any other bytes for each character that ``pieces`` count.
    """
    may_declare = may_declare_references(sheet[: pieces.stop])
    return _marked(sheet, pieces, used) if may_declare else pieces


def _marked(sheet: bytes, pieces: TextSpans, used: Callable[[], Iterable[str]]) -> Iterator[TextSpan]:
    names = (_names(pieces, _values(sheet, beginning)) for beginning in (_DECLARATION, _QUERY))
    for piece, declared, queried in zip(pieces, *names, strict=True):
        name = queried or declared  # a query may be in a declaration
        is_unused = name != "" and _depends_on_base(sheet, piece) and name not in used()
        yield piece._replace(escaping=_unused(piece.escaping)) if is_unused else piece


def may_declare_references(sheet: bytes) -> bool:
    """Whether references that depend on the base may be in declarations of custom properties."""
    try:
        return any(match.start(1) < 0 for match in _find_in_bytes(_VALUE.encode())(sheet))
    except given_up():
        return True


def _depends_on_base(sheet: bytes, piece: TextSpan) -> bool:
    """Whether a reference may mean something else where another style sheet uses it."""
    reference = piece.escaping.decode(sheet[piece.start : piece.stop].decode("latin-1"))
    return _BASE_INDEPENDENT.match(reference) is None


@cache
def _unused(escaping: Escaping) -> Escaping:
    return escaping._replace(code="custom-property")


_Value = tuple[int, int, str]  # the span of the value of a custom property, and its name; "": it is of none
_NONE: _Value = (sys.maxsize, sys.maxsize, "")  # behind all pieces


def _names(pieces: TextSpans, values: Iterator[_Value]) -> Iterator[str]:
    """Name the properties in whose values the references are; ``""``: in none that a base matters to."""
    start, stop, name = next(values, _NONE)
    for piece in pieces:
        while stop < piece.stop:
            start, stop, name = next(values, _NONE)
        yield name if start <= piece.start else ""


def _values(sheet: bytes, beginning: _Beginning) -> Iterator[_Value]:
    """Give the values of custom properties that begin in this way (CSS Syntax 3, 5.4.6).

    Those that visibly have no reference that depends on the base are passed over.
    """
    if beginning.signs and not any(sign.search(sheet) for sign in beginning.signs):
        return  # most style sheets have no queries
    value = None if beginning.bracket else _AT_START.match(sheet)
    rules, position = _RuleNames(sheet), 0
    while value := value or beginning.value.match(sheet, _end(beginning.before, sheet, position)):
        position = _value_end(sheet, value.end(), beginning.bracket)
        written = value.group(1)
        name = masked_name(written) if written.startswith(b"--") else rules.last_before(value.start())
        yield value.end(), position, name
        value = None


class _RuleNames:
    """The names of the rules for custom properties and functions, the one after the other."""

    def __init__(self, sheet: bytes) -> None:
        self._rules, self._next, self._name = _rules(sheet), (0, ""), ""

    def last_before(self, position: int) -> str:
        """Name the last rule in front of a position, which has to be behind that of the last call."""
        while self._next[0] < position:
            self._name = self._next[1]
            self._next = next(self._rules, (sys.maxsize, ""))
        return self._name


def _rules(sheet: bytes) -> Iterator[tuple[int, str]]:
    """Give the places and names of the rules for custom properties and functions."""
    position = 0
    while (rule := _TO_RULE.match(sheet, position)) is not None:
        name = _PROPERTY if rule.start(_PROPERTY) >= 0 else _FUNCTION
        yield rule.start(name), masked_name(rule.group(name))
        position = rule.end()


def _end(pattern: re.Pattern[bytes], sheet: bytes, position: int) -> int:
    match = pattern.match(sheet, position)
    return position if match is None else match.end()


def _value_end(sheet: bytes, position: int, bracket: str) -> int:
    """Find the mark that ends a value, outside of brackets; in a ``bracket``, a comma may end it, too.

    A surplus parenthesis makes a declaration invalid, and so does a semicolon a query: nothing uses what is
    behind it.
    """
    opened, ends = [*bracket], ";})," if bracket else ";})"
    while (position := _end(_UP_TO_MARK, sheet, position)) < len(sheet):
        mark = chr(sheet[position])
        if mark in ends and len(opened) == len(bracket):
            break
        if mark in "([{":
            opened.append(mark)
        elif opened and OPENED_BY.get(mark) == opened[-1]:
            opened.pop()
        position += 1
    return position
