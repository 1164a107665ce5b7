"""Indexes of records: CDXJ lines, in a file as they are or in blocks of gzip that another index tells of.

A line is a key, a time and an object of JSON. What the object says of a record that moved is put
right, and all else stays as it is written.
"""

import re
from array import array
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import NamedTuple

from absolutize.containers.codings import Damaged, Inflater, gzip_member
from absolutize.containers.digests import sha256
from absolutize.containers.warcheads import is_length


class Move(NamedTuple):
    """Where a record was and is now, in bytes of the file that it is in.

    ``digests`` are the labelled digests that it had and what they are now; None: it did not change.
    """

    start: int
    length: int
    new_start: int
    new_length: int
    digests: Mapping[str, str] | None


class Moves:
    """Where all records of a file were and are now; as numbers, since they may be millions."""

    def __init__(self) -> None:
        self._starts, self._new_starts, self._new_lengths = array("Q"), array("Q"), array("Q")
        self._stop = 0
        self._changed: dict[int, Mapping[str, str]] = {}

    def add(self, stop: int, new: tuple[int, int], digests: Mapping[str, str] | None) -> None:
        """Add the next record: where it ends, where it begins and how long it is now, its digests."""
        if digests is not None:
            self._changed[self._stop] = digests
        self._starts.append(self._stop)
        self._new_starts.append(new[0])
        self._new_lengths.append(new[1])
        self._stop = stop

    def get(self, start: int) -> Move | None:
        """Get the move of the record that was at an offset."""
        number = bisect_left(self._starts, start)
        if number == len(self._starts) or self._starts[number] != start:
            return None
        stop = self._starts[number + 1] if number + 1 < len(self._starts) else self._stop
        new = self._new_starts[number], self._new_lengths[number]
        return Move(start, stop - start, *new, self._changed.get(start))


_VALUE = rb'"%b"[ \t]*:[ \t]*"?([^",}\s]*)'
_FILENAME, _OFFSET, _LENGTH, _DIGEST, _RECORD_DIGEST = (
    re.compile(_VALUE % name) for name in (b"filename", b"offset", b"length", b"digest", b"recordDigest")
)

Digested = Callable[[str, Move, str], str | None]
"""Gives what a digest is now that an index has of a record in a file; None: what it was."""


def line_moved(line: bytes, moves: Mapping[str, Moves], digested: Digested) -> bytes:
    """Put right what a line says of a record: its offset, its length and its digests."""
    filename, offset, length = (pattern.search(line) for pattern in (_FILENAME, _OFFSET, _LENGTH))
    if filename is None or offset is None or not is_length(offset[1]):
        return line
    name = filename[1].decode("utf-8", "replace").rpartition("/")[2]
    move = moves[name].get(int(offset[1])) if name in moves else None
    if move is None:
        return line
    values = [(offset, b"%d" % move.new_start)]
    if length is not None and is_length(length[1]):
        values.append((length, b"%d" % (int(length[1]) + move.new_length - move.length)))
    for digest in (_DIGEST.search(line), _RECORD_DIGEST.search(line)):
        new = None if digest is None else digested(name, move, digest[1].decode("latin-1"))
        if digest is not None and new is not None:
            values.append((digest, new.encode()))
    return _with(line, values)


def _with(line: bytes, values: Iterable[tuple[re.Match[bytes], bytes]]) -> bytes:
    """Put values in place of others."""
    pieces, position = list[bytes](), 0
    for match, value in sorted(values, key=lambda pair: pair[0].start(1)):
        pieces += [line[position : match.start(1)], value]
        position = match.end(1)
    return b"".join([*pieces, line[position:]])


def lines_of(pieces: Iterable[bytes]) -> Iterator[bytes]:
    """Cut pieces into lines, with their ends."""
    rest = b""
    for piece in pieces:
        *lines, rest = (rest + piece).splitlines(keepends=True) or [b""]
        if rest.endswith(b"\n"):
            lines, rest = [*lines, rest], b""
        yield from lines
    if rest:
        yield rest


def blocks_moved(
    read: Callable[[], bytes], changed: Callable[[bytes], bytes], moves: Moves
) -> Iterator[bytes]:
    """Put right the lines of an index in blocks of gzip; ``moves`` tells of the blocks then.

    `Damaged` where a block cannot be read.
    """
    position = stop = 0
    data = read()
    while data:
        raw, block, data = _block(data, read)
        new = b"".join(changed(line) for line in lines_of([block]))
        written = raw if new == block else gzip_member(new, raw)
        stop += len(raw)
        moves.add(stop, (position, len(written)), None if written is raw else {sha256(raw): sha256(written)})
        position += len(written)
        yield written
        data = data or read()


def _block(data: bytes, read: Callable[[], bytes]) -> tuple[bytes, bytes, bytes]:
    """Read a member: raw, what it holds, and what was read of the next."""
    decoder, raws, pieces = Inflater(), list[bytes](), list[bytes]()
    while True:
        pieces.extend(decoder.feed(data))
        if decoder.finished:
            rest = decoder.rest
            raws.append(data[: len(data) - len(rest)])
            return b"".join(raws), b"".join(pieces), rest
        raws.append(data)
        data = read()
        if not data:
            raise Damaged("ends too early")
