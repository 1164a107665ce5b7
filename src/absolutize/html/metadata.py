"""References in the content of META that says something about the document: to start menus, to crawlers.

This file knows what the values mean, and not which META holds them.
"""

import re

from absolutize.html.grammar import WHITE_SPACE, letters
from absolutize.html.lists import percent_encoding
from absolutize.html.notation import Notation, Piece
from absolutize.html.placeholders import masked
from absolutize.html.values import clean

# MSDN, pinned site metadata reference: "name=value" pairs, a semicolon between them

_URL_NAME = rf"(?:{letters('action')}|{letters('icon')}|{letters('polling')})-{letters('uri')}[2-5]?+"
_PAIR = re.compile(
    rf"(?<![^;])[ \t\n\f\r]*+{_URL_NAME}{WHITE_SPACE}*+={WHITE_SPACE}*+"
    rf"([^ \t\n\f\r;]*+(?:{WHITE_SPACE}++[^ \t\n\f\r;]++)*+)"
)
_IN_PAIR = percent_encoding(r"\A[ \t\n\f\r]|[ \t\n\f\r]\Z|;")


def pinned_site(text: str) -> list[Piece]:
    """List the URLs of a task, a badge or a notification: ``action-uri``, ``icon-uri``, ``polling-uri``."""
    return [Piece(*match.span(1), _IN_PAIR) for match in _PAIR.finditer(masked(text))]


def url_or_none(text: str) -> list[Piece]:
    """One URL, or the word ``none`` (MSDN, msapplication-config)."""
    return [_whole(text, is_reference=clean(text).lower() != "none")]


_IN_WORDS = re.compile(r"[^ \t\n\f\r][ \t\n\f\r]++[^ \t\n\f\r]")
_OF_A_URL = re.compile("[/:.#?]")


def url_or_name(text: str) -> list[Piece]:
    """One URL, or a name: what has white space in it, or no character that only a URL would have.

    Open Graph wants profiles there, and most pages write names.
    """
    said = masked(text)
    is_name = _IN_WORDS.search(said) is not None or _OF_A_URL.search(said) is None
    return [_whole(text, is_reference=not is_name or not clean(text) or said != text)]


_NO_REFERENCE = Notation(str, str, "no-reference")


def _whole(text: str, *, is_reference: bool) -> Piece:
    return Piece(0, len(text)) if is_reference else Piece(0, len(text), _NO_REFERENCE)
