"""Frameset documents: in and after a frameset all but frames is ignored (13.2.6.4.19 and 20).

Neither raw text begins there nor does a BASE count.
"""

import re
from functools import cache
from typing import NamedTuple

from absolutize.html.foreign import Walker
from absolutize.html.grammar import (
    ATTRIBUTE,
    ATTRIBUTE_NAME_END,
    ATTRIBUTES,
    BOGUS_COMMENT,
    CONTENT,
    END_TAG,
    IS,
    MARKUP_DECLARATION,
    NO_TAG,
    SKIP,
    TAG_NAME,
    TAG_NAME_END,
    elements_of_text,
    letters,
    one_of,
    raw_text,
)
from absolutize.html.surroundings import Surroundings

# 13.2.6.4.7: what sets the frameset-ok flag to "not ok" before a frameset; a template has no room
# for one at all.
NOT_OK = (
    "applet area body br button dd dt embed hr iframe image img input keygen li listing marquee object"
    " plaintext pre select table template textarea wbr xmp"
)
HEAD = "base basefont bgsound head html link meta"  # 13.2.6.4.3-6: what begins no body


class Replaced(NamedTuple):
    """What a frameset leaves of a document: where the head ends, and where the frameset begins."""

    head: int
    position: int


def first(data: bytes) -> Replaced | None:
    """Find the frameset that takes the place of the body; ``None``: there is none."""
    match = _head().match(data)
    position = head = 0 if match is None else match.end()
    surroundings = Surroundings(data)
    while (match := _ok().match(data, position)) is not None and match[1] is not None:
        if match[1].lower() == b"frameset":
            return Replaced(head, match.start(1) - 1)
        walker = Walker(data, match.start(1) - 1, surroundings)
        if walker.walk() is None or not _ok_in_foreign().fullmatch(data, match.end(), walker.end):
            return None
        position = walker.end
    return None


_NAME_ENDS = f"(?={TAG_NAME_END})"
_NO_TEXT = (
    r"[ \t\n\f\r\0]++|&(?:Tab;|NewLine;|#0*+(?:9|10|12|13|32)(?:;|(?![0-9]))"
    r"|#[xX]0*+(?:[9aAcCdD]|20)(?:;|(?![0-9A-Fa-f])))"
)
_COMMENT = rf"{MARKUP_DECLARATION}|\?{BOGUS_COMMENT}|/(?![A-Za-z]){BOGUS_COMMENT}"
_TEXT = {name: CONTENT[name] for name in ("title", "style", "script", "noframes")}
_HEAD_TEXT = _TEXT | {"noscript": f"{raw_text('noscript')}(?=<)"}  # text where scripts run
_FOREIGN_ROOTS = ("svg", "math")


@cache
def _head() -> re.Pattern[bytes]:
    """Match all that begins no body, a byte order mark included."""
    begins_body = one_of(("body", "br", "html"), TAG_NAME_END)  # those end tags do
    tag = f"{one_of(HEAD.split(), _NAME_ENDS)}{ATTRIBUTES}>"
    passed = rf"{_COMMENT}|(?!/{begins_body}){END_TAG}|{elements_of_text(_HEAD_TEXT)}|{tag}"
    return re.compile(rf"(?:\xEF\xBB\xBF)?+(?:{_NO_TEXT}|<(?:{passed}))*+".encode())


@cache
def _ok() -> re.Pattern[bytes]:
    """Match all that leaves the frameset-ok flag "ok", and behind the name of an svg, math or frameset."""
    stops = one_of((*NOT_OK.split(), *_FOREIGN_ROOTS, "frameset"), TAG_NAME_END)
    text = elements_of_text(_HEAD_TEXT | {"noembed": CONTENT["noembed"]})
    type_ = f"{letters('type')}{ATTRIBUTE_NAME_END}"
    hidden = (
        f"{letters('input')}{_NAME_ENDS}{SKIP}(?:(?!{type_}){ATTRIBUTE}{SKIP})*+"
        f"{letters('type')}{IS}[\"']?+{letters('hidden')}(?=[ \t\n\f\r>\"']){ATTRIBUTES}>"
    )
    tag = f"(?!{stops}){TAG_NAME}{ATTRIBUTES}>"
    passed = rf"{_COMMENT}|(?!/{letters('br')}{TAG_NAME_END}){END_TAG}|{text}|{hidden}|{tag}"
    roots = one_of((*_FOREIGN_ROOTS, "frameset"), _NAME_ENDS)
    return re.compile(rf"(?:{_NO_TEXT}|<(?:{passed}))*+(?:<({roots}))?+".encode())


@cache
def _ok_in_foreign() -> re.Pattern[bytes]:
    """Match the rest of a foreign root's start tag and a content that leaves the flag "ok"."""
    tag = f"(?!{one_of(NOT_OK.split(), TAG_NAME_END)}){TAG_NAME}{ATTRIBUTES}>"
    passed = rf"(?!!\[CDATA)(?:{_COMMENT})|{END_TAG}|{tag}"
    return re.compile(f"{ATTRIBUTES}>(?:{_NO_TEXT}|<(?:{passed}))*+".encode())


@cache
def next_frame() -> re.Pattern[bytes]:
    """Match up to behind the name of the next frame or frameset start tag, its name in group 1."""
    frames = one_of(("frame", "frameset"), _NAME_ENDS)
    noframes = elements_of_text({"noframes": CONTENT["noframes"]})
    ignored = f"{MARKUP_DECLARATION}|{NO_TAG}|{END_TAG}|{noframes}|(?!{frames}){TAG_NAME}{ATTRIBUTES}>"
    return re.compile(f"(?:[^<]++|<(?:{ignored}))*+<({frames})".encode())
