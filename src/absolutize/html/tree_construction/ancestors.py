"""The elements that are open at a place of a document, which is read tag by tag up to there.

This is needed only where foreign content holds HTML, where an end tag fits none of its elements, where start
tags are ignored whose text would be raw, and up to a frameset that may count. It does not know links. Used by
`html.document.base_element`, `html.tokenizer.collector`, `html.tokenizer.scanner` and
`html.tree_construction.foreign_content`.
"""

import re
from collections import deque
from collections.abc import Iterator
from functools import cache, cached_property
from typing import NamedTuple

from absolutize.html.grammar.character_references import decode_attribute
from absolutize.html.grammar.namespaces import HTML
from absolutize.html.grammar.productions import (
    ATTRIBUTES,
    CDATA_SECTION,
    MARKUP_DECLARATION,
    NO_TAG,
    TAG_NAME,
    TAG_NAME_END,
    letters,
)
from absolutize.html.grammar.simple_svg import simple_svg
from absolutize.html.grammar.start_tag import (
    IN_LOWER_CASE,
    TAG,
    StartTag,
    end_of_raw_text_element,
    first_of_each,
    start_tag,
)
from absolutize.html.tree_construction import doctype
from absolutize.html.tree_construction.foreign_elements import Token
from absolutize.html.tree_construction.formatting import FORMATTING
from absolutize.html.tree_construction.frameset import FramesetOk, FramesetRemains
from absolutize.html.tree_construction.insertion_modes import TreeConstruction
from absolutize.patterns import compile_regex, find_matches

TAG_IN_FOREIGN = compile_regex(
    f"(?:[^<]++|<(?:{CDATA_SECTION}|{MARKUP_DECLARATION}|{NO_TAG}))*+"
    f"<(?:/({TAG_NAME}){ATTRIBUTES}>|({TAG_NAME}))".encode()
)
_SIMPLE_SVG = compile_regex(f"<{simple_svg(ATTRIBUTES)}".encode())
_NO_TAGS = rf"<(?:{MARKUP_DECLARATION}|(?=[/?]){NO_TAG})|\0"
_WHITE_REFERENCE = (
    "&(?:Tab;|NewLine;|#0*+(?:9|10|12|13|32)(?:;|(?![0-9]))|#[xX]0*+(?:[9aAcCdD]|20)(?:;|(?![0-9A-Fa-f])))"
)
# What is not text as it is written; group 1 is the text of a CDATA section, group 2 white space
_NO_TEXT = compile_regex(rf"(?!)()|({_WHITE_REFERENCE})|{_NO_TAGS}".encode())
_NO_TEXT_IN_FOREIGN = compile_regex(
    rf"<!\[CDATA\[((?:[^\]]++|\](?!\]>))*+)(?:\]\]>)?+|({_WHITE_REFERENCE})|{_NO_TAGS}".encode()
)
_SECTION, _WHITE = 1, 2
_TEMPLATE, _COL = (letters(name) + TAG_NAME_END for name in ("template", "col"))
# 13.2.6.4.16 and 12: a template that begins with a col element, whatever is between the two; in there
# start tags are ignored, so that what follows them is no raw text
_MAY_HOLD_COLUMNS = f"</?+{_TEMPLATE}(?:[^<]++|<(?!/?+{_TEMPLATE}|{_COL}))*+<{_COL}".encode()
_finding = cache(find_matches)  # compiled when it is first used
_HAVE_VALUES = FORMATTING | {b"annotation-xml", b"input"}
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"


class OpenTag(NamedTuple):
    """A start tag: where its name starts, the name in lower case, and the tag.

    ``inert``: in a template, whose content is not the document's; ``is_ignored``: no element is made of it.
    """

    position: int
    name: bytes
    tag: StartTag
    namespace: str
    inert: bool
    is_ignored: bool


class TreeReader:
    """A document that is read up to a position; ``tree`` has the elements that are open there.

    It is only read forwards, so that time stays linear. ``tag`` is the tag that was read last, if that is a
    start tag; ``end`` is where it begins. Nothing is read beyond a frameset that counts; ``frameset_remains``
    says what it leaves. The content of a noscript element (``in_noscript``) is read as where no scripts run:
    a noscript in it is an element like any other, and no frameset counts.
    """

    def __init__(self, data: bytes, *, in_noscript: bool = False) -> None:
        self.position = self.end = len(_BYTE_ORDER_MARK) if data.startswith(_BYTE_ORDER_MARK) else 0
        self.tag: OpenTag | None = None
        self.frameset_remains: FramesetRemains | None = None
        self._data = data
        self._passed: deque[tuple[int, int]] = deque()
        self._may_ignore_raw_text: bool | None = None  # None: not computed yet
        self._in_noscript = in_noscript
        self._frameset_ok = None if in_noscript else FramesetOk()

    @cached_property
    def tree(self) -> TreeConstruction:
        """The elements that are open at the position."""
        return TreeConstruction(quirks=doctype.is_quirky(self._data), scripts=not self._in_noscript)

    def may_ignore_raw_text(self, first: int) -> bool:
        """Whether start tags of raw text may be ignored in a template, none of which is before ``first``."""
        if self._may_ignore_raw_text is None:
            self._may_ignore_raw_text = any(_finding(_MAY_HOLD_COLUMNS)(self._data, first))
        return self._may_ignore_raw_text

    def pass_over(self, start: int, stop: int) -> None:
        """Note a foreign element that is to be passed over: it closes nothing around it."""
        self._passed.append((start, stop))

    def read_to(self, position: int) -> TreeConstruction:
        """Read up to the start tag at a position."""
        while self.position < position and (match := self._next()) is not None:
            if match.end() > position or not self._read_match(match, passes=True):
                break
        self._read_text(position)
        self.position = max(self.position, position)  # nothing before it is read again
        return self.tree

    def frameset(self, position: int) -> FramesetRemains | None:
        """Read up to a frameset tag, as long as one may count; return what it leaves, if it counts."""
        while self._frameset_ok is not None and self.position <= position and self.read_tag():
            pass
        return self.frameset_remains

    def tags(self, last: int) -> Iterator[OpenTag]:
        """Read on tag by tag, up to a ``last`` position; give the start tags."""
        while self.end <= last and self.read_tag():
            if self.tag is not None:
                yield self.tag

    def read_tag(self) -> bool:
        """Read the next tag; ``False`` if there is none, or only one that the input cuts off."""
        match = None if self.frameset_remains is not None else self._next()
        return match is not None and self._read_match(match)

    def _next(self) -> re.Match[bytes] | None:
        """Match up to the next tag: past CDATA sections where there are any."""
        pattern = TAG_IN_FOREIGN if self._has_sections else TAG
        return pattern.match(self._data, self.position)

    @property
    def _has_sections(self) -> bool:
        """Whether the current node may hold CDATA sections: it is not HTML's (13.2.5.42)."""
        return self.tree.stack.current.namespace != HTML

    def _read_match(self, match: re.Match[bytes], *, passes: bool = False) -> bool:
        """Read a tag; ``False`` if the input ends before the tag does."""
        is_end = match[1] is not None
        self.end = match.start(1) - 2 if is_end else match.start(2) - 1
        self._read_text(self.end)
        if not is_end:
            return self._start(match, passes=passes)
        name, self.tag, self.position = IN_LOWER_CASE[match[1]], None, match.end()
        if (frameset_ok := self._current_frameset_ok()) is not None:
            frameset_ok.end(self.end, name)
        self.tree.end(name)
        return True

    def _start(self, match: re.Match[bytes], *, passes: bool) -> bool:
        name, tag = IN_LOWER_CASE[match[2]], start_tag(self._data, match.end())
        if tag is None:
            return False
        passed = self._end_of_foreign() if passes else None
        token, frameset_ok = token_of(self._data, name, tag), self._current_frameset_ok()
        namespace = self.tree.start(token if passed is None else token._replace(self_closing=True))
        if frameset_ok is not None:
            self.frameset_remains = frameset_ok.start(self.end, token, namespace or HTML)
        self.tag = OpenTag(
            match.start(2), name, tag, namespace or HTML, self.tree.is_inert, namespace is None
        )
        self.position = tag.stop if passed is None else passed
        if namespace == HTML and not (self._in_noscript and name == b"noscript"):
            self.position = end_of_raw_text_element(self._data, name, tag.stop)
        return True

    def _current_frameset_ok(self) -> FramesetOk | None:
        """Give the frameset-ok flag, if what comes next matters to it."""
        if self._frameset_ok is None or self.tree.is_inert:
            return None
        if not self._frameset_ok.is_possible:
            self._frameset_ok = None
        return self._frameset_ok

    def _read_text(self, stop: int) -> None:
        """Read the text up to a tag, if it may change the frameset-ok flag, or open formatting elements."""
        if self.position < stop and (self._frameset_ok is not None or not self.tree.formatting.is_whole):
            text = self._text(stop)
            if text:
                is_white = not text.strip(b" \t\n\f\r")
                if not is_white and (frameset_ok := self._current_frameset_ok()) is not None:
                    frameset_ok.text(self.position)
                self.tree.text(is_white=is_white)

    def _text(self, stop: int) -> bytes:
        pattern = _NO_TEXT_IN_FOREIGN if self._has_sections else _NO_TEXT
        return pattern.sub(_as_text, self._data[self.position : stop])

    def _end_of_foreign(self) -> int | None:
        """Find where a foreign element ends that can be passed over; ``None`` if it has to be read."""
        while self._passed and self._passed[0][0] < self.end:
            self._passed.popleft()
        if self._frameset_ok is not None:
            return None
        if self._passed and self._passed[0][0] == self.end:
            return self._passed.popleft()[1]
        simple = _SIMPLE_SVG.match(self._data, self.end)
        return None if simple is None else simple.end()


def _as_text(match: re.Match[bytes]) -> bytes:
    if match.lastindex == _SECTION:
        return match[_SECTION]
    return b" " if match.lastindex == _WHITE else b""


def token_of(data: bytes, name: bytes, tag: StartTag) -> Token:
    """Make a token of a start tag."""
    values: dict[bytes, str] = {}
    if name in _HAVE_VALUES:
        spans = ((a.name, data[a.start : a.stop]) for a in first_of_each(tag.attributes))
        values = {each: decode_attribute(written.decode("latin-1")) for each, written in spans}
    return Token(name, tag.self_closing, values)
