"""Frameset documents: in and after a frameset all but frames is ignored (13.2.6.4.19 and 20).

Neither raw text begins there nor does a BASE count. The attributes of html tags stay, wherever they are.
"""

import re
from collections.abc import Iterator
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
from absolutize.html.stack import HTML
from absolutize.html.surroundings import Surroundings
from absolutize.html.tags import StartTag, start_tag
from absolutize.patterns import compiled

# 13.2.6.4.7: what sets the frameset-ok flag to "not ok" before a frameset; a template has no room
# for one at all.
NOT_OK = (
    "applet area body br button dd dt embed hr iframe image img input keygen li listing marquee object"
    " plaintext pre select table template textarea wbr xmp"
)
_NOT_OK_NAMES = frozenset(NOT_OK.encode().split())
HEAD = "base basefont bgsound head html link meta"  # 13.2.6.4.3-6: what begins no body


class Replaced(NamedTuple):
    """What a frameset leaves of a document: the head, up to ``head``, and the attributes of html tags.

    ``position`` is where the frameset begins, ``html`` where the names of the tags between begin.
    """

    head: int
    position: int
    html: tuple[int, ...] = ()

    def keeps(self, tag: int) -> bool:
        """Whether a tag before the frameset is kept."""
        return tag < self.head or tag in self.html


def first(data: bytes) -> Replaced | None:
    """Find the frameset that takes the place of the body; ``None``: there is none."""
    match = _head().match(data)
    position = head = 0 if match is None else match.end()
    surroundings, html = Surroundings(data), list[int]()
    while (match := _ok().match(data, position)) is not None and match[1] is not None:
        name = match[1].lower()
        if name == b"frameset":
            return Replaced(head, match.start(1) - 1, tuple(html))
        if name == b"html":
            html.append(match.start(1))
            tag = start_tag(data, match.end())
            position = len(data) if tag is None else tag.stop
            continue
        walker = Walker(data, match.start(1) - 1, surroundings)
        if walker.walk() is None or not _is_ok_in_foreign(walker, match.end()):
            return None
        position = walker.end
    return None


def _is_ok_in_foreign(walker: Walker, start: int) -> bool:
    """Whether foreign content leaves the flag "ok": no text is in it, nor a tag of HTML's that does not."""
    is_ok = _ok_in_foreign().fullmatch(walker.data, start, max(start, walker.end))
    inside = (tag for tag in walker.tags if tag.namespace == HTML and tag.position < walker.end)
    return is_ok is not None and not any(tag.name in _NOT_OK_NAMES for tag in inside)


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
    return compiled(rf"(?:\xEF\xBB\xBF)?+(?:{_NO_TEXT}|<(?:{passed}))*+".encode())


@cache
def _ok() -> re.Pattern[bytes]:
    """Match all that leaves the frameset-ok flag "ok", and behind the name of the tag that stops it."""
    stops = one_of((*NOT_OK.split(), *_FOREIGN_ROOTS, "frameset", "html", "noscript"), TAG_NAME_END)
    text = elements_of_text(_HEAD_TEXT | {"noembed": CONTENT["noembed"]})
    type_ = f"{letters('type')}{ATTRIBUTE_NAME_END}"
    hidden = (
        f"{letters('input')}{_NAME_ENDS}{SKIP}(?:(?!{type_}){ATTRIBUTE}{SKIP})*+"
        f"{letters('type')}{IS}[\"']?+{letters('hidden')}(?=[ \t\n\f\r>\"']){ATTRIBUTES}>"
    )
    tag = f"(?!{stops}){TAG_NAME}{ATTRIBUTES}>"
    passed = rf"{_COMMENT}|(?!/{letters('br')}{TAG_NAME_END}){END_TAG}|{text}|{hidden}|{tag}"
    roots = f"{one_of((*_FOREIGN_ROOTS, 'frameset', 'html'), _NAME_ENDS)}(?={ATTRIBUTES}>)"
    return compiled(rf"(?:{_NO_TEXT}|<(?:{passed}))*+(?:<({roots}))?+".encode())


@cache
def _ok_in_foreign() -> re.Pattern[bytes]:
    """Match the rest of a foreign root's start tag and a content that leaves the flag "ok"."""
    passed = rf"(?!!\[CDATA)(?:{_COMMENT})|{END_TAG}|{TAG_NAME}{ATTRIBUTES}>"
    return compiled(f"{ATTRIBUTES}>(?:{_NO_TEXT}|<(?:{passed}))*+".encode())


def frames(data: bytes, position: int) -> Iterator[tuple[int, bytes, StartTag]]:
    """List the tags that count from a frameset on: where each name starts, the name, and the tag."""
    while (match := _next_frame().match(data, position)) is not None:
        tag = start_tag(data, match.end())
        if tag is None:
            return
        yield match.start(1), match[1], tag
        position = tag.stop


@cache
def _next_frame() -> re.Pattern[bytes]:
    """Match up to behind the name of the next frame, frameset or html start tag, its name in group 1."""
    frames = one_of(("frame", "frameset", "html"), _NAME_ENDS)
    noframes = elements_of_text({"noframes": CONTENT["noframes"]})
    ignored = f"{MARKUP_DECLARATION}|{NO_TAG}|{END_TAG}|{noframes}|(?!{frames}){TAG_NAME}{ATTRIBUTES}>"
    return compiled(f"(?:[^<]++|<(?:{ignored}))*+<({frames})".encode())
