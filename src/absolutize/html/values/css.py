"""The references in CSS, by the tokens of CSS Syntax Level 3 (section 4).

One pattern passes everything without a reference; another reads what may be one. It does not judge a
reference. Used by `engine.lister`, `html.document.references`, `html.values`, `trees.references` and
`trees.rewriter`.
"""

import re
import sys
from collections.abc import Iterable, Mapping

from absolutize.html.grammar.offsets import DecodedText, decoded_by
from absolutize.html.grammar.productions import one_of
from absolutize.html.values.escaping import Escaping, TextSpan, TextSpans, replacing
from absolutize.html.values.placeholders import CLOSED_BY, OPENING, PLACEHOLDER
from absolutize.patterns import compile_regex

# Quantifiers are possessive and nothing is read more than a fixed number of times, so that time is linear

# 4.2, definitions; what 3.3 replaces beforehand (CR, FF, NUL, surrogates) is read as it is written
_NEWLINE = r"(?:\r\n|[\n\r\f])"
_WHITE_SPACE = r"[ \t\n\r\f]"
# A class of many characters beyond ASCII takes long to compile: these are the characters of ASCII that are no
# ident code points (4.2; NUL is read as U+FFFD)
_NO_NAME = r"\x01-,./:-@\[-\^`{-\x7f"
_NON_PRINTABLE = r"\x01-\x08\x0b\x0e-\x1f\x7f"

_HEX = rf"[0-9A-Fa-f]{{1,6}}+(?:\r\n|{_WHITE_SPACE})?+"  # 4.3.7: white space behind it belongs to it
ESCAPE = rf"\\(?:{_HEX}|[^0-9A-Fa-f\n\r\f])"
CSS_COMMENT = r"/\*(?:[^*]++|\*(?!/))*+(?:\*/)?+"  # 4.3.2
CSS_GAP = rf"(?:{_WHITE_SPACE}++|{CSS_COMMENT})*+"
NAME_CHARACTER = f"[^{_NO_NAME}]"  # 4.2, ident code point
CSS_NAME = rf"(?:{NAME_CHARACTER}++|{ESCAPE})++"  # 4.3.11

# 4.3.5: a string ends at its quote or at the end of input, where a backslash counts for nothing
_IN_DOUBLE, _IN_SINGLE = (rf"(?:[^{quote}\\\n\r\f]++|{ESCAPE}|\\{_NEWLINE})*+" for quote in "\"'")
_STRING = rf"""(?:"(?P<double>{_IN_DOUBLE})(?:"|\\?+\Z)|'(?P<single>{_IN_SINGLE})(?:'|\\?+\Z))"""
ANY_STRING = rf"""(?:"{_IN_DOUBLE}"?+|'{_IN_SINGLE}'?+)"""  # a bad string ends before a newline

# 4.3.6, where a backslash at the end of input is an escape (4.3.8); a bad url ends where a good one
# does, at the first parenthesis that is not escaped (4.3.14)
_NOT_IN_URL = rf"\"'()\\ \t\n\r\f{_NON_PRINTABLE}"
_IN_URL = rf"(?:[^{_NOT_IN_URL}]++|{ESCAPE}|\\\Z)*+"
_URL_END = rf"{_WHITE_SPACE}*+(?:(?=\))|\Z)"
_UNQUOTED = rf"(?P<unquoted>{_IN_URL}){_URL_END}"
_NO_QUOTE = "(?![\"'])"
_BAD_URL = rf"{_NO_QUOTE}(?:[^)\\]++|{ESCAPE}|\\)*+"
# A URL that is bad as CSS may be good once a template engine has filled its placeholders, with anything
_OF_OPENING = re.escape("".join(sorted({opening[0] for opening in CLOSED_BY})))
_IN_TEMPLATE = rf"(?:[^{_NOT_IN_URL}{_OF_OPENING}]++|{PLACEHOLDER}|[{_OF_OPENING}]|{ESCAPE}|\\\Z)*+"
_BAD_IN_TEMPLATE = rf"{_NO_QUOTE}(?:[^)\\{_OF_OPENING}]++|{PLACEHOLDER}|[{_OF_OPENING}]|{ESCAPE}|\\)*+"
_BAD_WITHOUT_PLACEHOLDER = (
    rf"{_NO_QUOTE}(?:[^)\\{_OF_OPENING}]++|(?!{OPENING})[{_OF_OPENING}]|{ESCAPE}|\\)*+(?=\)|\Z)"
)

# What follows the name of a function or an at-rule; if no group is filled, it is no reference
_GOOD_URL = f"{_STRING}|{_UNQUOTED}"
_CSS_URL = rf"{_WHITE_SPACE}*+(?:{_GOOD_URL}|{_BAD_URL})"  # 4.3.4
URL_OF_TEMPLATE = (
    rf"{_WHITE_SPACE}*+(?:{_GOOD_URL}|(?P<template>{_IN_TEMPLATE}){_URL_END}|{_BAD_IN_TEMPLATE})"
)
SIMPLE_URL = (
    rf"{_WHITE_SPACE}*+(?:{_GOOD_URL}|{_BAD_WITHOUT_PLACEHOLDER})"  # the same with placeholders or not
)
FIRST_STRING = CSS_GAP + _STRING
_FIRST_STRING = compile_regex(FIRST_STRING)
_IN_IMPORT = compile_regex(rf"@(?ai:import){CSS_GAP}(?:(?ai:url|src)\({_WHITE_SPACE}*+)?+[\"']?+\Z")
_LONGEST_BEFORE = 64  # characters between the name of a rule and its URL
_FUNCTIONS = {  # by whether placeholders are read
    placeholders: {"url(": compile_regex(url), "src(": _FIRST_STRING}  # Values 4, src()
    for placeholders, url in ((True, URL_OF_TEMPLATE), (False, _CSS_URL))
}
_IMPORT = {"@import": _FIRST_STRING}  # Cascade 4, @import
_NAMES = {placeholders: functions | _IMPORT for placeholders, functions in _FUNCTIONS.items()}
# Images 4, image-set(): strings are images, also those that functions in it may become (Values 5)
_IMAGE_SETS = frozenset({"image-set(", "-webkit-image-set("})
_SUBSTITUTED = frozenset({"var(", "env(", "if("})
# URLs in this condition, or in the preludes of these rules, only name or test something: none is fetched
_CONDITION = "supports("  # Cascade 4, @import; Values 5, if()
PRELUDES = frozenset({"@namespace", "@supports", "@document", "@-moz-document"})

_BEGINNING = one_of((*_NAMES[True], *_IMAGE_SETS, _CONDITION, *PRELUDES))
_WORD = rf"(?P<mark>[#@])?+(?P<word>{CSS_NAME})(?(mark)|(?P<call>\()?+)"


def _passing(stops: str, strings: str = "", names: str = _BEGINNING) -> str:
    """Pass over everything but ``stops``, up to a word that is one of ``names``, or has an escape.

    A word is a hash, an at-keyword, or a run of names and numbers: no name begins within it.
    """
    ends = {*"\"'/\\#@<", *stops}
    others = (c for c in map(chr, range(0x80)) if c not in ends and re.match(f"[{_NO_NAME}]", c))
    return (
        rf"(?:[{re.escape(''.join(others))}]++|(?!{names})[#@]?+[^{_NO_NAME}]++(?!\\)"
        rf"|{strings}{CSS_COMMENT}|/|<(?:!--)?+|[#@](?!{CSS_NAME})|\\(?=[\n\r\f]))*+"
    )


_OUTSIDE = compile_regex(_passing("", f"{ANY_STRING}|") + _WORD)
_PRELUDE = compile_regex(_passing(";{}", f"{ANY_STRING}|") + f"(?:{_WORD})?+")
_IN_BRACKETS = compile_regex(
    _passing("()[]{}", names=f"{_BEGINNING}|{one_of(tuple(_SUBSTITUTED))}")
    + rf"(?:{_WORD}|(?P<bracket>[()\[\]{{}}])|{_STRING}|{ANY_STRING})"
)
# Without any of these, none of the names is in a text; each begins with what is found quickly
_SIGNS = tuple(map(compile_regex, (r"\((?<=[Rr][LlCc]\(|[Ee][Tt]\()", "@[Ii][Mm]", r"\\[04-7ILMRTilmrt]")))


def stylesheet(text: str, *, placeholders: bool = True) -> TextSpans:
    """List the references of a style sheet; if ``placeholders`` are read, they may hold anything."""
    return _references(text, _NAMES[placeholders], PRELUDES)


def declarations(text: str, *, placeholders: bool = True) -> TextSpans:
    """List the references of a ``style`` attribute or a presentation attribute, as `stylesheet` does."""
    return _references(text, _FUNCTIONS[placeholders], frozenset())


_CALL = compile_regex(rf"{CSS_GAP}-?[A-Za-z][A-Za-z\-]*+\(")


def url_or_css(text: str, *, placeholders: bool = True) -> Iterable[TextSpan]:
    """One URL, or a value of CSS: that begins with a function, such as ``url(``."""
    is_css = _CALL.match(text) is not None
    return declarations(text, placeholders=placeholders) if is_css else [TextSpan(0, len(text))]


def is_imported(sheet: str, start: int) -> bool:
    """Whether the reference that starts here is that of an ``@import``, of which no letter is escaped."""
    return _IN_IMPORT.search(sheet, max(0, start - _LONGEST_BEFORE), start) is not None


def _references(text: str, names: Mapping[str, re.Pattern[str]], preludes: frozenset[str]) -> TextSpans:
    pieces = TextSpans(len(text))
    if not any(sign.search(text) for sign in _SIGNS):
        return pieces
    brackets: list[str] = []  # those open, from an image-set or a condition on
    position = 0
    while (token := (_IN_BRACKETS if brackets else _OUTSIDE).match(text, position)) is not None:
        name = _name(token)
        behind = names[name].match(text, token.end()) if name in names else None
        match = behind or token
        position, kind = match.end(), match.lastgroup or ""
        if kind in CSS_ESCAPINGS and _is_fetched(brackets, called=behind is not None):
            pieces.append(*match.span(kind), CSS_ESCAPINGS[kind])
        if brackets or name in _IMAGE_SETS or name == _CONDITION:
            _nest(brackets, name or token["bracket"] or "")
        elif name in preludes:
            position = _behind_prelude(text, position, names["url("])
    return pieces


def _name(token: re.Match[str]) -> str:
    """Spell a word as the tables do. Its ASCII letters may be of either case (4.3.4)."""
    word = decode_css(token["word"] or "")
    if not word.isascii() or not word.replace("-", "").isalpha():
        word = ""
    return f"{token['mark'] or ''}{word.lower()}{token['call'] or ''}"


def _is_fetched(brackets: list[str], *, called: bool) -> bool:
    """Whether a string or url is a reference; in an image-set, a string without a function is one, too."""
    return brackets[:1] != [_CONDITION] and (called or brackets[-1] in _IMAGE_SETS)


OPENED_BY = {")": "(", "]": "[", "}": "{"}


def _nest(brackets: list[str], token: str) -> None:
    """Open or close a block or function (5.4.8, 5.4.9): a bracket that cannot close the last closes none."""
    if token.endswith(("(", "[", "{")):
        is_passed_on = token in _SUBSTITUTED and brackets[-1] in _IMAGE_SETS
        brackets.append(brackets[-1] if is_passed_on else token)
    elif token in OPENED_BY and brackets[-1].endswith(OPENED_BY[token]):
        brackets.pop()


def _behind_prelude(text: str, position: int, url: re.Pattern[str]) -> int:
    """Find the end of a prelude; characters that would end it may be in a url."""
    while (token := _PRELUDE.match(text, position)) is not None:
        position = token.end()
        if token["word"] is None:
            break
        if _name(token) == "url(" and (behind := url.match(text, position)) is not None:
            position = behind.end()
    return position


_SPELLED = compile_regex(rf"\\(?:({_HEX})|({_NEWLINE})|([\s\S])|\Z)")
_REPLACED = compile_regex("[\0\ud800-\udfff]")  # 3.3


def decode_css(text: str) -> str:
    """Read escapes, and in a string a line that goes on behind a backslash (4.3.5, 4.3.7)."""
    return _SPELLED.sub(_decoded, _REPLACED.sub("\ufffd", text))


def _decoded(match: re.Match[str]) -> str:
    hexadecimal, newline, character = match.groups()
    if hexadecimal is None:
        return "" if newline else character or "\ufffd"
    code = int(hexadecimal, 16)
    return "\ufffd" if code > sys.maxunicode or _REPLACED.match(chr(code)) else chr(code)


def _offsets(text: str) -> DecodedText:
    return decoded_by(_SPELLED, decode_css, _REPLACED.sub("\ufffd", text))


def _escaping(escaped: str) -> Escaping:
    """Escape these characters, and those that are always escaped: ``</style`` ends a style sheet in HTML."""
    encode = replacing(rf"[{escaped}\\<\x00-\x1f\x7f]", _encoded)
    return Escaping(decode_css, encode, offsets=_offsets)


def _encoded(match: re.Match[str]) -> str:
    character = match[0]
    return f"\\{character}" if character in "\"'()\\" else f"\\{ord(character):x} "


CSS_ESCAPINGS: Mapping[str, Escaping] = {
    "double": _escaping('"'),
    "single": _escaping("'"),
    **dict.fromkeys(("unquoted", "template"), _escaping("\"'() ")),
}


_ESCAPINGS_BY_QUOTE = {b'"': CSS_ESCAPINGS["double"], b"'": CSS_ESCAPINGS["single"]}


def escaping_at(data: bytes, start: int) -> Escaping:
    """Give how the string or URL that starts at an offset of a style sheet is escaped."""
    return _ESCAPINGS_BY_QUOTE.get(data[start - 1 : start], CSS_ESCAPINGS["unquoted"])
