"""Where the bytes of a decoded text come from: a few numbers for each run of bytes, not one for each byte.

It does not know how the text was decoded. Used by `html` and `trees.references`.
"""

import re
from bisect import bisect_right
from collections.abc import Callable, Sequence
from typing import TypeAlias, overload

from absolutize.edits import array_of_offsets


class Offsets(Sequence[int]):
    """For each decoded byte, the offset at which it begins in the original; and last, the original's end.

    The original has ``size`` bytes, and begins at ``shift``.

    Runs that are the same in both alternate with decoded character references. A document that is nested in
    values has such offsets for each layer, so that they must take little memory.
    """

    def __init__(self, size: int, shift: int) -> None:
        self._shift = shift
        self._starts = array_of_offsets(size)  # of a run that is the same, and of the reference behind it
        # ... of the run that is the same; that of the reference follows from its length
        self._origins = array_of_offsets(size)
        self._end = 0

    def add(self, origin: int, same: int, decoded: int) -> None:
        """Add ``same`` bytes of the original, and ``decoded`` bytes of the reference behind them."""
        self._starts.extend((self._end, self._end + same))
        self._origins.append(origin)
        self._end += same + decoded

    def __len__(self) -> int:
        """Count the bytes, and the end."""
        return self._end + 1

    @overload
    def __getitem__(self, index: int) -> int: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[int]: ...
    def __getitem__(self, index: int | slice) -> int | Sequence[int]:
        """Give the offset at which a byte begins."""
        if isinstance(index, slice):
            return [self[each] for each in range(*index.indices(len(self)))]
        stretch = bisect_right(self._starts, index) - 1
        begin = self._starts[stretch & ~1]
        passed = (self._starts[stretch] if stretch % 2 else index) - begin
        return self._shift + self._origins[stretch // 2] + passed


DecodedText: TypeAlias = tuple[str, Sequence[int]]
"""Decoded text, and where each of its characters begins as it is written; the last offset is the end."""


def read_verbatim(text: str) -> DecodedText:
    """Read text in which nothing is an escape."""
    return text, range(len(text) + 1)


def decoded_by(escape: re.Pattern[str], decode: Callable[[str], str], text: str) -> DecodedText:
    """Decode text whose escapes a pattern matches; ``decode`` decodes each of them."""
    return decoded_by_matches(escape, lambda match: (decode(match[0]), match.end()), text)


def decoded_by_matches(
    escape: re.Pattern[str], decode: Callable[[re.Match[str]], tuple[str, int] | None], text: str
) -> DecodedText:
    """Decode text in which a pattern matches what may be escapes.

    ``decode`` decodes each, and gives where it ends; ``None``: it is no escape.
    """
    pieces: list[str] = []
    offsets = array_of_offsets(len(text))  # as many as characters
    position = 0
    for match in escape.finditer(text):
        decoded_and_stop = decode(match)
        if decoded_and_stop is None:
            continue
        start, (decoded, stop) = match.start(), decoded_and_stop
        pieces += text[position:start], decoded
        offsets.extend(range(position, start))
        offsets.extend([start] * len(decoded))
        position = stop
    if not pieces:
        return read_verbatim(text)
    pieces.append(text[position:])
    offsets.extend(range(position, len(text) + 1))
    return "".join(pieces), offsets


def is_whole(offsets: Sequence[int], first: int, last: int) -> bool:
    """Whether a part of decoded text neither begins nor ends within the characters of one escape."""
    is_cut = (first > 0 and offsets[first] == offsets[first - 1]) or (
        last > first and offsets[last] == offsets[last - 1]
    )
    return not is_cut
