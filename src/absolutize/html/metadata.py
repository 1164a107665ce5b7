"""References in the content of META that says something about the document: to start menus, to crawlers.

This file knows what the values mean, and not which META holds them.
"""

from collections.abc import Callable

from absolutize.html.grammar import WHITE_SPACE, letters
from absolutize.html.lists import percent_encoding
from absolutize.html.notation import Notation, Piece
from absolutize.html.placeholders import beginning, masked
from absolutize.html.values import clean
from absolutize.patterns import compiled

# MSDN, pinned site metadata reference: "name=value" pairs, a semicolon between them

_URL_NAME = rf"(?:{letters('action')}|{letters('icon')}|{letters('polling')})-{letters('uri')}[2-5]?+"
_PAIR = compiled(
    rf"(?<![^;])[ \t\n\f\r]*+{_URL_NAME}{WHITE_SPACE}*+={WHITE_SPACE}*+"
    rf"([^ \t\n\f\r;]*+(?:{WHITE_SPACE}++[^ \t\n\f\r;]++)*+)"
)
_IN_PAIR = percent_encoding(r"\A[ \t\n\f\r]|[ \t\n\f\r]\Z|;")


def pinned_site(text: str, mask: Callable[[str], str] = masked) -> list[Piece]:
    """List the URLs of a task, a badge or a notification: ``action-uri``, ``icon-uri``, ``polling-uri``."""
    return [Piece(*match.span(1), _IN_PAIR) for match in _PAIR.finditer(mask(text))]


def url_or_none(text: str) -> list[Piece]:
    """One URL, or the word ``none`` (MSDN, msapplication-config)."""
    return [_whole(text, is_reference=clean(text).lower() != "none")]


_IN_WORDS = compiled(r"[^ \t\n\f\r][ \t\n\f\r]++[^ \t\n\f\r]")
_OF_A_URL = compiled("[/:.#?]")


def url_or_name(text: str, mask: Callable[[str], str] = masked) -> list[Piece]:
    """One URL, or a name: what has white space in it, or no character that only a URL would have.

    Open Graph wants profiles there, and most pages write names. What begins with a placeholder may
    be either.
    """
    said = mask(text)
    is_name = _IN_WORDS.search(said) is not None or _OF_A_URL.search(said) is None
    begins_with_one = said != text and not beginning(clean(text))
    is_reference = not is_name or not clean(text) or begins_with_one
    return [Piece(0, len(text), _UNLIKE_A_NAME if is_reference else _NO_REFERENCE)]


_UNLIKE_A_NAME = percent_encoding(WHITE_SPACE)
_NO_REFERENCE = Notation(str, str, "no-reference")


def _whole(text: str, *, is_reference: bool) -> Piece:
    return Piece(0, len(text)) if is_reference else Piece(0, len(text), _NO_REFERENCE)
