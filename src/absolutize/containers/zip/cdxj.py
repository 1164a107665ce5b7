"""Indexes of records (CDXJ, CDX): lines in a plain file, or in gzip blocks that another index lists.

A line is a key, a time and a JSON object, or the fields of CDX; if its record moved or changed, the line is
corrected, and the rest of it stays as it was written. The module does not read the records. Used by
`containers.zip.wacz`.
"""

from array import array
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from absolutize.containers.compression import CorruptData, Inflater, gzip_member, with_limit
from absolutize.containers.digests import sha256
from absolutize.containers.http.header_fields import is_length
from absolutize.containers.json_edits import text_of, tree_of, value_of, with_values
from absolutize.containers.session import MAX_DOCUMENT
from absolutize.containers.source import WithFindings, join_pieces
from absolutize.containers.zip.cdx import NOT_CORRECTED, CdxReader
from absolutize.html.values.json.strings import NUMBER, String, members_of
from absolutize.patterns import compile_regex


class Move(NamedTuple):
    """The old and the new offset and length of a record, in bytes of its file.

    ``digests`` maps its old labelled digests to the new ones; None if the record did not change.
    """

    start: int
    length: int
    new_start: int
    new_length: int
    digests: Mapping[str, str] | None


class Moves:
    """The moves of all records of a file; kept in arrays of numbers, since there may be millions.

    ``has_changes`` is whether any record moved or changed.
    """

    def __init__(self) -> None:
        self._starts, self._new_starts, self._new_lengths = array("Q"), array("Q"), array("Q")
        self._stop = 0
        self.has_changes = False
        self._changed: dict[int, Mapping[str, str]] = {}

    def add(self, stop: int, new: tuple[int, int], digests: Mapping[str, str] | None) -> None:
        """Add the next record: its old end, its new offset and length, and its digests."""
        if digests is not None:
            self._changed[self._stop] = digests
        is_same = digests is None and new == (self._stop, stop - self._stop)
        self.has_changes = self.has_changes or not is_same
        self._starts.append(self._stop)
        self._new_starts.append(new[0])
        self._new_lengths.append(new[1])
        self._stop = stop

    def get(self, start: int) -> Move | None:
        """Get the move of the record that was at an offset; None if there was none."""
        number = bisect_left(self._starts, start)
        if number == len(self._starts) or self._starts[number] != start:
            return None
        stop = self._starts[number + 1] if number + 1 < len(self._starts) else self._stop
        new = self._new_starts[number], self._new_lengths[number]
        return Move(start, stop - start, *new, self._changed.get(start))


DigestLookup = Callable[[str, Move, str], str | None]
"""Gives the new value of a digest in an index, given the member, the move and the digest; None: the same."""


_NOT_AS_HEADER = "does not match the header of the CDX file"
_NOTHING_THERE = "no record or block begins at its offset"
_JSON = compile_regex(rb"(?:^|[ \t])(?=\{)")  # the JSON object begins behind the key and the time


class DamagedLine(NamedTuple):
    """A line that cannot be corrected, at least not in all fields: its number, and why."""

    number: int
    why: str


class StaleDigest(NamedTuple):
    """A digest of a changed record whose new value is not known; its member and its move."""

    name: str
    move: Move
    digest: str


class Index:
    """Corrects the lines of an index of files whose records have moved.

    ``moves`` are by the names of members. A line names a member by its path, with or without the first
    folder, or by the last part of its path, if only one member has that.
    """

    def __init__(self, moves: Mapping[str, Moves], digested: DigestLookup) -> None:
        self._moves, self._digested = moves, digested
        self._by_path = {path: name for name in moves for path in (name, name.partition("/")[2])}
        count = Counter(map(_last_part, moves))
        self._by_last_part = {_last_part(name): name for name in moves if count[_last_part(name)] == 1}
        self._number, self._filename = 0, ""  # the file of lines that name none
        self._cdx = CdxReader()

    def correct_lines(self, lines: Iterable[bytes]) -> Iterator[Any]:
        """Correct the offsets, lengths and digests of records in the next lines.

        A `StaleDigest` or a `DamagedLine` is yielded before its line.
        """
        for line in lines:
            self._number += 1
            begin = _JSON.search(line)
            text = "" if begin is None else text_of(line[begin.end() :])
            members = None if begin is None else _read_members(text)
            if begin is None or members is None:
                yield from self._correct_cdx(line, "" if begin is None else "no JSON")
            elif line.startswith(b"!meta"):
                self._filename = members["filename"].text if "filename" in members else self._filename
                yield line
            else:
                values = yield from self._values(members)
                yield line[: begin.end()] + with_values(text, values) if values else line

    def _correct_cdx(self, line: bytes, trouble: str) -> Iterator[Any]:
        """Correct a line of CDX; ``trouble`` is reported if the line is not one of CDX."""
        text = text_of(line)
        members = self._cdx.members(text)
        trouble = _NOT_AS_HEADER if members is None else "" if members else trouble
        values = (yield from self._values(members)) if members else {}
        kept = [letter for letter in NOT_CORRECTED if members and letter in members]
        if kept and any(place.text != value for place, value in values.items()):
            trouble = f"{' and '.join(kept)} not corrected"
        if trouble:
            yield DamagedLine(self._number, trouble)
        yield with_values(text, values) if values else line

    def _values(self, members: Mapping[str, String]) -> WithFindings[dict[String, str]]:
        """Give the new values of a line, by the old values with their spans."""
        filename = members["filename"].text if "filename" in members else self._filename
        name = self._by_path.get(filename) or self._by_last_part.get(_last_part(filename))
        offset = _number(members.get("offset"))
        if name is None or offset is None:
            return {}
        move = self._moves[name].get(offset)
        if move is None:
            if self._moves[name].has_changes:
                yield DamagedLine(self._number, _NOTHING_THERE)
            return {}
        values, length = {members["offset"]: str(move.new_start)}, _number(members.get("length"))
        if length is not None:
            values[members["length"]] = str(length + move.new_length - move.length)
        for digest in (members[which] for which in ("digest", "recordDigest") if which in members):
            new = self._digested(name, move, digest.text)
            if new is not None:
                values[digest] = new
            elif move.digests is not None:
                yield StaleDigest(name, move, digest.text)
        return values


def _last_part(path: str) -> str:
    return path.rpartition("/")[2]


_NAMES = "filename", "offset", "length", "digest", "recordDigest"

# Nearly all lines have no escape, no null and no nested value, and are read by patterns alone.
_STRING = r'"[^"\\\x00-\x1f]*+"'
_MEMBER = rf"[ \t]*+{_STRING}[ \t]*+:[ \t]*+(?:{_STRING}|{NUMBER}|true|false)[ \t]*+"
_PLAIN = compile_regex(rf"\{{{_MEMBER}(?:,{_MEMBER})*+\}}[ \t\r\n]*+")
_NAMED_MEMBER = compile_regex(rf'"({"|".join(_NAMES)})"[ \t]*+:[ \t]*+(?:"([^"]*+)"|([^",}} \t]++))')


def _read_members(text: str) -> dict[str, String] | None:
    """Read the values of a line by their names; None if it has no valid JSON."""
    if _PLAIN.fullmatch(text):
        members = ((match, match.lastindex or 0) for match in _NAMED_MEMBER.finditer(text))
        return {match[1]: String(*match.span(group), match[group]) for match, group in members}
    tree = tree_of(text)
    if tree is None:
        return None
    values = ((name, value_of(text, members_of(tree), name)) for name in _NAMES)
    return {name: value for name, value in values if value is not None}


def _number(value: String | None) -> int | None:
    """Read a number; some programs write it as a string."""
    known = value is not None and value.text.isascii() and is_length(value.text.encode())
    return int(value.text) if value is not None and known else None


def lines_of(pieces: Iterable[bytes]) -> Iterator[bytes]:
    """Cut pieces into lines, with their ends; `CorruptData` if a line is larger than a document may be."""
    waiting, length = list[bytes](), 0  # pieces of an unfinished line, which are joined once
    for piece in pieces:
        waiting.append(piece)
        length += len(piece)
        if b"\n" in piece or b"\r" in piece:
            *lines, rest = b"".join(waiting).splitlines(keepends=True)
            if rest.endswith(b"\n"):
                lines, rest = [*lines, rest], b""
            yield from lines
            waiting, length = [rest], len(rest)
        if length > MAX_DOCUMENT:
            raise CorruptData("a line has more bytes than the limit", MAX_DOCUMENT)
    yield from b"".join(waiting).splitlines(keepends=True)


def correct_blocks(
    read: Callable[[], bytes], correct: Callable[[Iterable[bytes]], Iterator[Any]], moves: Moves
) -> Iterator[Any]:
    """Correct the lines of an index in gzip blocks; afterwards ``moves`` lists the blocks.

    Raises `CorruptData` if a block cannot be decoded, or is larger than a document may be.
    """
    position = stop = 0
    data = read()
    while data:
        raw, block, data = _block(data, read)
        new = yield from join_pieces(correct(lines_of([block])))
        written = raw if new == block else gzip_member(new, raw)
        stop += len(raw)
        moves.add(stop, (position, len(written)), None if written is raw else {sha256(raw): sha256(written)})
        position += len(written)
        yield written
        data = data or read()


def _block(data: bytes, read: Callable[[], bytes]) -> tuple[bytes, bytes, bytes]:
    """Read a block: its raw bytes, its decoded bytes, and the bytes that were read behind it."""
    decoder, raws, pieces = Inflater(), list[bytes](), list[bytes]()
    left = MAX_DOCUMENT
    while True:
        pieces.append(b"".join(with_limit(decoder.feed(data), left)))
        left -= len(pieces[-1])
        if decoder.is_finished:
            rest = decoder.rest
            raws.append(data[: len(data) - len(rest)])
            return b"".join(raws), b"".join(pieces), rest
        raws.append(data)
        data = read()
        if not data:
            raise CorruptData("ends too early")
