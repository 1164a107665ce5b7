"""The references of simple style sheets, found in their bytes, which is faster than in text.

Most style sheets have only ``url(`` and ``@import``, without escapes outside strings, so that it is enough to
know strings and comments; everything else is left to `css`. It does not judge a reference. Used by
`containers.mirror.local_links`, `html`, `trees.context` and `trees.rewriter`.
"""

import re
from codecs import register_error
from functools import cache

from absolutize.html.grammar.base_independent import BASE_INDEPENDENT
from absolutize.html.grammar.productions import WHITE_SPACE, one_of, other_than
from absolutize.html.values import css
from absolutize.html.values.css import ANY_STRING, CSS_COMMENT, CSS_ESCAPINGS, ESCAPE, PRELUDES
from absolutize.html.values.escaping import TextSpans
from absolutize.patterns import find_matches

_PRELUDE_RULE = one_of(name[1:] for name in PRELUDES)
_BYTE_OF_NAME = r"\-0-9A-Z_a-z\0\x80-\xff"  # CSS Syntax 4.2, ident code point
_NO_MARK, _NO_MARK_IN_PRELUDE = map(other_than, ("\"'/\\@(", ";{}\"'/\\("))
# A string is of `@supports`, or of `@-moz-document url-prefix('')`, which styled-components writes
_SIMPLE_PRELUDE = (
    rf"(?![{_BYTE_OF_NAME}\\])"
    rf"(?:{_NO_MARK_IN_PRELUDE}++|{ANY_STRING}|/(?!\*)|\((?<![rR][lL]\())*+(?=[;{{])"
)
# A name in which a character other than a letter is escaped: none that matters, and none begins in it
_OTHER_NAME = (
    rf"\\(?:[^0-9A-Za-z\-\n\r\f]|3?[0-9](?![0-9A-Fa-f])(?:\r\n|{WHITE_SPACE})?+)"
    rf"(?:[{_BYTE_OF_NAME}]++|{ESCAPE})*+\(?+"
)
# What may begin "import" behind "@", and a letter behind a backslash: its code, 41 to 7A, or itself
IMPORT_SIGN, ESCAPED_LETTER = r"[iI\\]", "[04-7G-Zg-z]"
SIMPLE_DECLARATIONS = (
    rf"{_NO_MARK}++|{ANY_STRING}|{CSS_COMMENT}|/|{_OTHER_NAME}"
    r"|\((?:(?<![lLcCtTsS]\()"
    r"|(?<![uU][rR][lL]\()(?<![sS][rR][cC]\()(?<![eE]-[sS][eE][tT]\()(?<![rR][tT][sS]\())"
)
SIMPLE_CSS = rf"{SIMPLE_DECLARATIONS}|@{_PRELUDE_RULE}{_SIMPLE_PRELUDE}|@(?!{_PRELUDE_RULE}|{IMPORT_SIGN})"
AT_CSS_URL = rf"\((?<=(?<![#@{_BYTE_OF_NAME}])[uU][rR][lL]\()"
AT_IMPORT = rf"@[iI][mM][pP][oO][rR][tT](?![{_BYTE_OF_NAME}\\])"
# The groups of a reference are those of `css`, for ``@import`` with other names; "other" is for `css` to read
IMPORT_STRING = css.FIRST_STRING.replace("?P<", "?P<imported_")
_MARKED = rf"(?:{AT_CSS_URL}{css.SIMPLE_URL}|{AT_IMPORT}(?:{IMPORT_STRING})?+|(?P<other>[\s\S]))?+"
_NEXT = rf"(?:{SIMPLE_CSS})*+{_MARKED}".encode()
# The same, passing over references that are visibly base-independent
BASE_INDEPENDENT_CSS_URL = (
    rf"{AT_CSS_URL}{WHITE_SPACE}*+(?=[\"']?+{BASE_INDEPENDENT}|(?:\"\"|'')?+{WHITE_SPACE}*+\))"
    + re.sub("[?]P<[a-z]+>", "?:", css.SIMPLE_URL)
)
_NEXT_RELATIVE = rf"(?:{SIMPLE_CSS}|{BASE_INDEPENDENT_CSS_URL})*+{_MARKED}".encode()
_finding = cache(find_matches)  # compiled when it is first used
# By their numbers: to ask a match of PCRE2 for the name of its last group takes a microsecond
_GROUPS = tuple(
    (number, CSS_ESCAPINGS.get(name.removeprefix("imported_")))
    for number, name in enumerate(re.findall("[?]P<([a-z_]+)>", _MARKED), 1)
)

_ERRORS = "absolutize-ident"  # the `errors` of `str.encode` for characters beyond Latin-1


def sheet_in_text(text: str, *, include_absolute: bool = True, placeholders: bool = True) -> TextSpans:
    """List the references of a style sheet in text; the arguments are those of `sheet_in_bytes`."""
    pieces = _by_fast_path(byte_for_each(text), include_absolute=include_absolute)
    return css.stylesheet(text, placeholders=placeholders) if pieces is None else pieces


def byte_for_each(text: str) -> bytes:
    """Encode each character in a byte: those beyond ASCII in any that may be in a name."""
    return text.encode("latin-1", _ERRORS)


def _as_ident(error: UnicodeError) -> tuple[bytes, int]:
    """Give a byte for each character beyond Latin-1: one ident code point is like another."""
    assert isinstance(error, UnicodeEncodeError)  # noqa: S101 -- it is registered for those
    return b"\x80" * (error.end - error.start), error.end


register_error(_ERRORS, _as_ident)


def sheet_in_bytes(data: bytes, *, include_absolute: bool = True, placeholders: bool = True) -> TextSpans:
    """List the references of a style sheet in an encoding in which ASCII bytes are ASCII characters.

    Without ``include_absolute``, references that are visibly base-independent may be left out. If
    ``placeholders`` of templates are read, they may hold anything.
    """
    pieces = _by_fast_path(data, include_absolute=include_absolute)
    if pieces is None:
        return css.stylesheet(data.decode("latin-1"), placeholders=placeholders)
    return pieces


def _by_fast_path(data: bytes, *, include_absolute: bool) -> TextSpans | None:
    """List the references of a simple style sheet; ``None`` if it is not simple enough."""
    find, pieces = _finding(_NEXT if include_absolute else _NEXT_RELATIVE), TextSpans(len(data))
    for match in find(data, 0):
        for group, escaping in _GROUPS:
            start, stop = match.span(group)
            if start >= 0:
                if escaping is None:
                    return None
                pieces.append(start, stop, escaping)
                break
    return pieces
