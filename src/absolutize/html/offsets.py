"""Where the bytes of a decoded text come from: a few numbers for each stretch, not one for each byte."""

from array import array
from bisect import bisect_right
from collections.abc import Sequence
from typing import overload


class Offsets(Sequence[int]):
    """The offset in an original at which each byte of what was decoded from it begins, and its end.

    Stretches that are the same in both alternate with what a character reference stands for.
    """

    def __init__(self, shift: int = 0) -> None:
        self._shift = shift
        self._starts, self._origins = array("Q"), array("Q")
        self._end = 0

    def add(self, origin: int, same: int, reference: int, decoded: int) -> None:
        """Add ``same`` bytes from an offset in the original, and a reference for ``decoded`` bytes."""
        self._starts.extend((self._end, self._end + same))
        self._origins.extend((origin, reference))
        self._end += same + decoded

    def shifted(self, shift: int) -> "Offsets":
        """Give the same with offsets in what the original is a part of."""
        offsets = Offsets(shift)
        offsets._starts, offsets._origins, offsets._end = self._starts, self._origins, self._end
        return offsets

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
        origin = self._shift + self._origins[stretch]
        return origin if stretch % 2 else origin + index - self._starts[stretch]
