"""The references of simple style sheets, in their bytes, which are matched faster than text.

Most style sheets hold nothing but ``url(`` and ``@import``, without escapes outside strings. Then it
is enough to know strings and comments; where anything else stands, `css` reads it all.
"""

import re

from absolutize.html import css
from absolutize.html.css import ANY_STRING, COMMENT, NOTATIONS, PRELUDES
from absolutize.html.grammar import one_of_each, other_than
from absolutize.html.notation import Piece

_ASKS = one_of_each({name[1:]: "" for name in PRELUDES})
_BYTE_OF_NAME = css.NAME_CHARACTERS.replace(r"\U0010ffff", r"\xff")
_NO_MARK, _NO_MARK_IN_PRELUDE = map(other_than, ("\"'/\\@(", ";{}\"'/\\("))
_SIMPLE_PRELUDE = rf"(?![{_BYTE_OF_NAME}\\])(?:{_NO_MARK_IN_PRELUDE}++|\((?<![rR][lL]\())*+(?=[;{{])"
_SIMPLE = (
    rf"{_NO_MARK}++|{ANY_STRING}|{COMMENT}|/|@{_ASKS}{_SIMPLE_PRELUDE}|@(?!{_ASKS}|[iI\\])"
    r"|\((?:(?<![lLcCtTsS]\()"
    r"|(?<![uU][rR][lL]\()(?<![sS][rR][cC]\()(?<![eE]-[sS][eE][tT]\()(?<![rR][tT][sS]\())"
)
_AT_URL = rf"\((?<=(?<![#@{_BYTE_OF_NAME}])[uU][rR][lL]\()"
_AT_IMPORT = rf"@[iI][mM][pP][oO][rR][tT](?![{_BYTE_OF_NAME}\\])"
_GLANCE = re.compile(
    rf"(?:{_SIMPLE})*+(?:(?P<url>{_AT_URL})|(?P<import>{_AT_IMPORT})|(?P<other>[\s\S]))?".encode()
)
_BEHIND = {"url": re.compile(css.URL.encode()), "import": re.compile(css.FIRST_STRING.encode())}


def stylesheet(text: str) -> list[Piece]:
    """List the references of a style sheet."""
    try:
        data = text.encode("latin-1")  # a view of bytes
    except UnicodeEncodeError:
        return css.stylesheet(text)
    return in_bytes(data)


def in_bytes(data: bytes) -> list[Piece]:
    """List the references of a style sheet in an encoding in which ASCII bytes are ASCII characters."""
    pieces = _at_a_glance(data)
    return css.stylesheet(data.decode("latin-1")) if pieces is None else pieces


def _at_a_glance(data: bytes) -> list[Piece] | None:
    """Do so for a simple style sheet; ``None`` if it is none."""
    pieces: list[Piece] = []
    position = 0
    while position < len(data) and (match := _GLANCE.match(data, position)) is not None:
        position = match.end()
        if match.lastgroup is None:
            break
        if match.lastgroup == "other":
            return None
        behind = _BEHIND[match.lastgroup].match(data, position)
        if behind is not None:
            position = behind.end()
            if behind.lastgroup is not None:
                pieces.append(Piece(*behind.span(behind.lastgroup), NOTATIONS[behind.lastgroup]))
    return pieces
