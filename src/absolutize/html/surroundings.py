"""What is open around an svg or math element: the document is read up to there, tag by tag.

Only where that matters: where foreign content holds HTML, or an end tag that fits none of its elements.
It is read on with the document and never back, so time stays linear.
"""

import re
from collections import deque
from functools import cached_property

from absolutize.html import doctype
from absolutize.html.foreign_elements import Token
from absolutize.html.formatting import FORMATTING
from absolutize.html.grammar import ATTRIBUTES, MARKUP_DECLARATION, NO_TAG, TAG_NAME_END, letters
from absolutize.html.insertion_modes import TreeConstruction
from absolutize.html.simple import simple_svg
from absolutize.html.tags import TAG, StartTag, behind_text, first_of_each, start_tag
from absolutize.html.values import decode
from absolutize.patterns import compiled

_SIMPLE_SVG = compiled(f"<{simple_svg(ATTRIBUTES)}".encode())
_NO_TEXT = compiled(rf"<(?:{MARKUP_DECLARATION}|(?=[/?]){NO_TAG})|\0".encode())
# 13.2.6.4.18: where a template begins with a col element, tags are ignored whose text is markup then
_TEMPLATE_OF_COLUMNS = compiled(
    f"<{letters('template')}[^<]*+(?:<[!/?][^<]*+)*+<{letters('col')}{TAG_NAME_END}".encode()
)
_HAVE_VALUES = FORMATTING | {b"annotation-xml"}


class Surroundings:
    """A document, read as far as it was asked for; ``tree`` knows what is open there."""

    def __init__(self, data: bytes) -> None:
        self.position = 0
        self._data = data
        self._passed: deque[tuple[int, int]] = deque()

    @cached_property
    def tree(self) -> TreeConstruction:
        """What is open at the position."""
        return TreeConstruction(quirks=doctype.is_quirky(self._data))

    @cached_property
    def may_ignore_tags(self) -> bool:
        """Whether there is a template in which an svg element may be ignored."""
        return _TEMPLATE_OF_COLUMNS.search(self._data) is not None

    def pass_over(self, start: int, stop: int) -> None:
        """Leave a foreign element out that closes nothing around it."""
        self._passed.append((start, stop))

    def read_to(self, position: int) -> TreeConstruction:
        """Read up to a start tag."""
        while self.position < position and (match := TAG.match(self._data, self.position)) is not None:
            if match.end() > position or not self._take(match):
                break
        self.text(position)
        self.position = max(self.position, position)  # nothing before it is read again
        return self.tree

    def text(self, stop: int) -> None:
        """Take in the text up to a tag; where no formatting element waits for it, it changes nothing."""
        if self.position < stop and not self.tree.formatting.is_whole:
            text = _NO_TEXT.sub(b"", self._data[self.position : stop])
            if text:
                self.tree.text(is_white=not text.strip(b" \t\n\f\r"))

    def _take(self, match: re.Match[bytes]) -> bool:
        """Take a tag in; ``False`` if the input ends before it does."""
        if match[1] is not None:
            self.text(match.start(1) - 2)
            self.position = match.end()
            self.tree.end(match[1].lower())
            return True
        start = match.start(2) - 1
        self.text(start)
        name, tag = match[2].lower(), start_tag(self._data, match.end())
        if tag is None:
            return False
        passed = self._end_of_foreign(start)
        is_read = self.tree.start(token_of(self._data, name, tag, closed=passed is not None)) is not None
        self.position = tag.stop if passed is None else passed
        if is_read and passed is None:
            self.position = behind_text(self._data, name, tag.stop)
        return True

    def _end_of_foreign(self, start: int) -> int | None:
        """Tell where a foreign element ends that closes nothing around it."""
        while self._passed and self._passed[0][0] < start:
            self._passed.popleft()
        if self._passed and self._passed[0][0] == start:
            return self._passed.popleft()[1]
        simple = _SIMPLE_SVG.match(self._data, start)
        return None if simple is None else simple.end()


def token_of(data: bytes, name: bytes, tag: StartTag, *, closed: bool = False) -> Token:
    """Make a token of a start tag; ``closed``: as if it were self-closing."""
    values: dict[bytes, str] = {}
    if name in _HAVE_VALUES:
        spans = ((a.name, data[a.start : a.stop]) for a in first_of_each(tag.attributes))
        values = {each: decode(written.decode("latin-1")) for each, written in spans}
    return Token(name, closed or tag.self_closing, values)
