"""The lines and columns of offsets in a document, counted when they are asked for, in any order.

It does not know links. Used by `html.document.document`.
"""

from array import array
from bisect import bisect_right
from codecs import BOM_UTF8
from collections.abc import Callable
from functools import cached_property

from absolutize.patterns import compile_regex

# bytes from one checkpoint to the next: no offset is much further than that from a checkpoint
CHECKPOINT_DISTANCE = 4096
_Counted = tuple[int, int, int]  # an offset, its line and its column

# No byte of a character behind its first is one of these in any encoding. No line end is cut in two. All that
# is around references, or parts them, has such bytes
_BOUNDARY = compile_regex(rb"[\0-\t\x0b-/:-?]|(?<!\r)\n")


class LineIndex:
    """The lines and columns of a document, which count from 1; a line ends as in HTML (13.2.3.5).

    A byte order mark is no column, as in editors and in SARIF (3.30.2). Line and column are kept at
    checkpoints, so that the time does not grow with the length of lines. A checkpoint is at a byte that is no
    part of a longer character in any encoding.
    """

    def __init__(self, data: bytes, text: Callable[[int, int], str]) -> None:
        self._data, self._text = data, text
        begun = len(BOM_UTF8) if data.startswith(BOM_UTF8) else 0
        self._offsets, self._lines, self._columns = array("Q", [begun]), array("Q", [1]), array("Q", [1])
        self._last: _Counted = begun, 1, 1

    @cached_property
    def _has_returns(self) -> bool:
        """Whether some lines end with CR alone."""
        return b"\r" in self._data and self._data.count(b"\r") != self._data.count(b"\r\n")

    @cached_property
    def _is_ascii(self) -> bool:
        return self._data.isascii()

    def line_and_column(self, offset: int) -> tuple[int, int]:
        """Tell the line and the column of an offset, at which a character starts."""
        if not self._last[0] <= offset <= self._last[0] + CHECKPOINT_DISTANCE:
            self._last = self._checkpoint(offset)
        self._last = offset, *self._count(self._last, offset)
        return self._last[1:]

    def _checkpoint(self, offset: int) -> _Counted:
        """Give the last checkpoint before an offset, after making those that are missing."""
        while (last := self._offsets[-1]) + CHECKPOINT_DISTANCE < offset:
            boundary = _BOUNDARY.search(self._data, last + CHECKPOINT_DISTANCE, offset)
            if boundary is None:
                break
            line, column = self._count((last, self._lines[-1], self._columns[-1]), boundary.start())
            self._offsets.append(boundary.start())
            self._lines.append(line)
            self._columns.append(column)
        index = bisect_right(self._offsets, offset) - 1
        return self._offsets[index], self._lines[index], self._columns[index]

    def _count(self, counted: _Counted, offset: int) -> tuple[int, int]:
        """Count from an offset whose line and column are known to another offset."""
        data, (start, line, column) = self._data, counted
        last = data.rfind(b"\n", start, offset)
        ends = 0 if last < 0 else data.count(b"\n", start, last + 1)
        if self._has_returns:
            ends += data.count(b"\r", start, offset) - data.count(b"\r\n", start, offset)
            last = max(last, data.rfind(b"\r", start, offset))
        if ends:
            line, column, start = line + ends, 1, last + 1
        is_ascii = self._is_ascii or data[start:offset].isascii()
        return line, column + (offset - start if is_ascii else len(self._text(start, offset)))
