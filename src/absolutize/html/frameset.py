"""Frameset documents: in and after a frameset all but frames is ignored (13.2.6.4.19 and 20).

Neither raw text begins there nor does a BASE count.
"""

import re

from absolutize.html.grammar import (
    ATTRIBUTES,
    BOGUS_COMMENT,
    CONTENT,
    END_TAG,
    MARKUP_DECLARATION,
    NO_TAG,
    TAG_NAME,
    TAG_NAME_END,
    elements_of_text,
    letters,
    one_of,
    raw_text,
)

# 13.2.6.4.7: what sets the frameset-ok flag to "not ok" before a frameset; a template has no room
# for one at all. (An input that is hidden would not; nobody writes one there.)
NOT_OK = (
    "applet area body br button dd dt embed hr iframe image img input keygen li listing marquee math object"
    " plaintext pre select svg table template textarea wbr xmp"
)

_NOT_OK = one_of(NOT_OK.split(), TAG_NAME_END)
_TEXT = {name: CONTENT[name] for name in ("title", "style", "script", "noframes", "noembed")}
_OK_ELEMENTS = elements_of_text(_TEXT | {"noscript": raw_text("noscript")})
_OK = re.compile(
    (
        rf"(?:[ \t\n\f\r\0]++|<(?:{MARKUP_DECLARATION}|\?{BOGUS_COMMENT}|/(?![A-Za-z]){BOGUS_COMMENT}"
        rf"|(?!/?{letters('br')}{TAG_NAME_END}){END_TAG}|{_OK_ELEMENTS}"
        rf"|(?!{_NOT_OK}){TAG_NAME}{ATTRIBUTES}>))*+"
    ).encode()
)
_FRAMES = one_of(("frame", "frameset"), f"(?={TAG_NAME_END})")
_NOFRAMES = elements_of_text({"noframes": CONTENT["noframes"]})
_IGNORED = rf"{MARKUP_DECLARATION}|{NO_TAG}|{END_TAG}|{_NOFRAMES}|(?!{_FRAMES}){TAG_NAME}{ATTRIBUTES}>"
NEXT_FRAME = re.compile(f"(?:[^<]++|<(?:{_IGNORED}))*+<({_FRAMES})".encode())
"""Up to behind the name of the next frame or frameset start tag, its name in group 1."""


def counts(data: bytes, position: int) -> bool:
    """Whether a frameset start tag at a position makes the document a frameset document."""
    return _OK.fullmatch(data, 0, position) is not None
