"""References inside a structured value: where each stands, and how the value spells it.

A splitter takes the text of a value, character references decoded, and gives the pieces of it
that are references. This file knows no syntax and no URI.
"""

from collections.abc import Callable
from typing import NamedTuple


class Notation(NamedTuple):
    """How text is spelled in a syntax: ``encode`` spells it, ``decode`` reads what was spelled.

    ``decode`` reads any part of a piece that does not begin or end within an escape. What
    ``encode`` gives can stand anywhere in a piece, and nothing in it ends the piece. Where the
    syntax decides already what becomes of a piece, ``code`` is that decision's.
    """

    decode: Callable[[str], str]
    encode: Callable[[str], str]
    code: str = ""


PLAIN = Notation(str, str)


class Piece(NamedTuple):
    """One reference in a text: the span of its characters, and their notation."""

    start: int
    stop: int
    notation: Notation = PLAIN


Splitter = Callable[[str], list[Piece]]
