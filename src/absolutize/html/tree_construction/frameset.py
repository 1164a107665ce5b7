"""Framesets: which one counts, and what is read from there on (13.2.6.4.7, 13.2.6.4.18 and 19).

In and after a frameset everything but frames is ignored: no raw text begins there and no BASE counts. It does
not know links. Used by `html.tokenizer.scanner`, `html.tree_construction.ancestors` and `trees.context`.
"""

import re
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from absolutize.html.grammar.namespaces import HTML
from absolutize.html.grammar.productions import (
    ATTRIBUTES,
    CONTENT,
    END_TAG,
    MARKUP_DECLARATION,
    NO_TAG,
    TAG_NAME,
    TAG_NAME_END,
    elements_of_text,
    one_of,
)
from absolutize.html.grammar.start_tag import StartTag, start_tag
from absolutize.html.tree_construction.foreign_elements import Token
from absolutize.patterns import compile_regex

# 13.2.6.4.7: what sets the frameset-ok flag to "not ok"
NOT_OK = (
    "applet area body br button dd dt embed hr iframe image img input keygen li listing marquee object"
    " plaintext pre select table template textarea wbr xmp"
)
_NOT_OK_NAMES = frozenset(NOT_OK.encode().split())
HEAD_TAGS = "base basefont bgsound head html link meta"  # 13.2.6.4.3-6: what begins no body
_NO_BODY = frozenset(f"{HEAD_TAGS} noframes noscript script style template title".encode().split())
_BEGINS_BODY = frozenset(b"body br html".split())  # the end tags that begin one


class FramesetRemains(NamedTuple):
    """What a frameset leaves of a document: the head, up to ``head``, and the attributes of html tags.

    These attributes stay, wherever the tags are. ``position`` is where the frameset begins, ``html`` is where
    the names of the html tags before it begin.
    """

    head: int
    position: int
    html: frozenset[int] = frozenset()

    def keeps(self, tag: int) -> bool:
        """Whether a tag before the frameset is kept."""
        return tag < self.head or tag in self.html


class FramesetOk:
    """The frameset-ok flag, and where the body began: whether a frameset may still count.

    It is given the tags and the text that are in no template.
    """

    def __init__(self) -> None:
        self._is_ok = True
        self._head: int | None = None
        self._html: list[int] = []

    @property
    def is_possible(self) -> bool:
        """Whether a frameset may still count: before the body begins, it does whatever the flag is."""
        return self._is_ok or self._head is None

    def start(self, position: int, token: Token, namespace: str) -> FramesetRemains | None:
        """Take a start tag, which begins at a position; for a frameset, return what it leaves."""
        name, is_html = token.name, namespace == HTML
        if is_html and name == b"frameset":
            return FramesetRemains(
                position if self._head is None else self._head, position, frozenset(self._html)
            )
        if is_html and name == b"html":
            self._html.append(position + 1)
        if name not in _NO_BODY:
            self._begin_body(position)
        if is_html and name in _NOT_OK_NAMES:
            self._is_ok &= name == b"input" and token.values.get(b"type", "").lower() == "hidden"
        return None

    def end(self, position: int, name: bytes) -> None:
        """Take an end tag."""
        if name in _BEGINS_BODY:
            self._begin_body(position)
        self._is_ok &= name != b"br"

    def text(self, position: int) -> None:
        """Take text that is more than white space."""
        self._begin_body(position)
        self._is_ok = False

    def _begin_body(self, position: int) -> None:
        """Begin the body, if it has not begun; to browsers, elements in the head do not set the flag."""
        if self._head is None:
            self._head, self._is_ok = position, True


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
    """Match all up to the next frame, frameset or html start tag, and its name, which is group 1."""
    frames = one_of(("frame", "frameset", "html"), f"(?={TAG_NAME_END})")
    noframes = elements_of_text({"noframes": CONTENT["noframes"]})
    ignored = f"{MARKUP_DECLARATION}|{NO_TAG}|{END_TAG}|{noframes}|(?!{frames}){TAG_NAME}{ATTRIBUTES}>"
    return compile_regex(f"(?:[^<]++|<(?:{ignored}))*+<({frames})".encode())
