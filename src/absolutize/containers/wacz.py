"""WACZ 1.1.1: WARC in zip, with an index of the records and digests of the files, which stay true.

WARC members are worked on first, then what tells of them: the indexes, ``datapackage.json``, and
the digest of that.
"""

import json
import re
from collections.abc import Callable, Iterator, Sequence

from absolutize.containers import warc
from absolutize.containers.cdxj import Move, Moves, blocks_moved, line_moved, lines_of
from absolutize.containers.codings import Damaged
from absolutize.containers.digests import digest_like, sha256, spelling
from absolutize.containers.parts import Notice, Source
from absolutize.containers.work import Work
from absolutize.containers.zipfiles import STORED
from absolutize.containers.zipmembers import Member, Reading, Replacement, copied, if_different
from absolutize.files import CHUNK

PACKAGE, PACKAGE_DIGEST = "datapackage.json", "datapackage-digest.json"
ARCHIVES, INDEXES = "archive/", "indexes/"
COMPRESSED, SECONDARY, PLAIN = (".cdx.gz", ".cdxj.gz"), ".idx", (".cdx", ".cdxj")


def is_wacz(members: Sequence[Member]) -> bool:
    """Tell WACZ by its members (WACZ 4)."""
    names = [member.entry.name for member in members]
    return PACKAGE in names and any(name.startswith(ARCHIVES) for name in names)


def replacements(source: Source, members: Sequence[Member], work: Work) -> dict[int, Replacement]:
    """Make the records of a WACZ absolute: what stands for members, by their numbers."""
    return _Wacz(source, members, work).replacements()


class _Wacz:
    """A WACZ while it is worked on: what stands for members so far, and where records are now."""

    def __init__(self, source: Source, members: Sequence[Member], work: Work) -> None:
        self._source, self._work = source, work
        self._members = {member.entry.name: member for member in members}
        self._new: dict[str, Replacement] = {}
        self._moves: dict[str, Moves] = {}
        self._known: dict[str, str] = {}  # digests of payloads, in all archives
        self._missed: dict[str, set[str]] = {}  # by archives, what their revisits are of and was not known

    def replacements(self) -> dict[int, Replacement]:
        """Work on the members, in the order in which they tell of each other."""
        steps: tuple[tuple[str, Callable[[Member, Reading], Iterator[bytes]], str | tuple[str, ...]], ...] = (
            (ARCHIVES, self._archive, ""),
            (INDEXES, self._lines, PLAIN),
            (INDEXES, self._blocks, COMPRESSED),
            (INDEXES, self._lines, SECONDARY),
            (PACKAGE, self._package, PACKAGE),
            (PACKAGE_DIGEST, self._package_digest, PACKAGE_DIGEST),
        )
        for prefix, step, suffix in steps:
            for name in sorted(self._members):
                if name.startswith(prefix) and name.endswith(suffix):
                    self._replace(self._members[name], step)
            if prefix == ARCHIVES:
                self._found_later()
        return {self._members[name].number: new for name, new in self._new.items()}

    def _found_later(self) -> None:
        """Go through archives again with revisits of what may be in a later one."""
        again = [name for name, missed in self._missed.items() if not missed.isdisjoint(self._known)]
        for name in again:
            with self._work.aside() as notes:
                self._replace(self._members[name], self._archive)
            for note in notes:
                if isinstance(note, Notice) and note.code == "revisit-elsewhere":
                    self._work.note(*note)

    def _replace(self, member: Member, step: Callable[[Member, Reading], Iterator[bytes]]) -> None:
        place = self._place(member)
        if not member.entry.is_read:
            self._work.note(place, "unsupported-member")
            return
        reading = Reading(self._source.file, member)
        try:
            new = if_different(self._source, member, step(member, reading))
        except Damaged as damage:
            reading.trouble, new = str(damage), None
        if reading.trouble:
            self._work.note(place, "damaged-member", reading.trouble)
            self._moves.pop(_base(member.entry.name), None)
        elif new is not None:
            self._new[member.entry.name] = new

    def _place(self, member: Member) -> str:
        return f"{self._source.name}!{member.entry.name}"

    def _archive(self, member: Member, reading: Reading) -> Iterator[bytes]:
        """Make the records of a WARC absolute, and keep where they went."""
        inner = reading.source(self._place(member))
        moves = self._moves[_base(member.entry.name)] = Moves()
        self._missed[member.entry.name] = set()
        kind = self._work.container(inner)
        if kind is None or kind.rewritten is not warc.rewritten:
            yield from iter(lambda: inner.file.read(CHUNK), b"")
            return
        position, lengths = 0, list[int]()
        state = {"offset": 0, "told": False, "digests": self._known}
        for piece in warc.rewritten(inner, self._work, state):
            if isinstance(piece, bytes):
                lengths.append(len(piece))
                yield piece
                continue
            record = len(lengths) - 1 - piece.state["added"]  # what is added stands before it or behind
            changed = piece.state["changed"]
            new = position + sum(lengths[:record]), lengths[record]
            moves.add(piece.state["offset"], new, None if changed is None else dict(changed))
            position, lengths = position + sum(lengths), []
            self._missed[member.entry.name].update(piece.state["missed"])

    def _line(self, line: bytes) -> bytes:
        return line_moved(line, self._moves, self._digested)

    def _lines(self, _member: Member, reading: Reading) -> Iterator[bytes]:
        """Put an index right, or one of the blocks of another."""
        filename = b""
        for line in lines_of(iter(reading.more, b"")):
            named = re.search(rb'^!meta .*"filename"[ \t]*:[ \t]*("[^"]*")', line)
            filename = named[1] if named else filename
            implied = filename and not named and b'"filename"' not in line
            if not implied:
                yield self._line(line)
                continue
            mark = b'{"filename":' + filename + b","
            yield self._line(line.replace(b"{", mark, 1)).replace(mark, b"{", 1)

    def _blocks(self, member: Member, reading: Reading) -> Iterator[bytes]:
        """Put an index right that is compressed in blocks."""
        moves = self._moves[_base(member.entry.name)] = Moves()
        return blocks_moved(reading.more, self._line, moves)

    def _digested(self, name: str, move: Move, digest: str) -> str | None:
        """Give what a digest of a record, its payload or a block is now."""
        if move.digests is None:
            return None
        labels = [digest, *(f"{label}:{digest}" for label in ("sha1", "sha256") if ":" not in digest)]
        for labelled in labels:
            new = move.digests.get(labelled) or self._counted(name, move, labelled)
            if new is not None:
                return new if ":" in digest else new.partition(":")[2]
        self._work.note(f"{self._source.name}!{ARCHIVES}{name}!{move.start}", "stale-digest", digest)
        return None

    def _counted(self, name: str, move: Move, digest: str) -> str | None:
        """Give the digest of what is now, by what the old one was of."""
        member, new = self._members.get(ARCHIVES + name), self._new.get(ARCHIVES + name)
        if member is None or new is None or member.entry.method != STORED:
            return None
        start = member.data + move.start
        before = b"".join(copied(self._source.file, start, start + move.length))
        new.file.seek(move.new_start)
        after = new.file.read(move.new_length)
        for was, now in zip(warc.views(before), warc.views(after), strict=False):
            spelled = spelling(digest, was)
            if spelled is not None:
                return digest_like(digest, spelled, now)
        return None

    def _package(self, _member: Member, reading: Reading) -> Iterator[bytes]:
        """Put the digests and sizes of files right (WACZ 5.2.2), and leave the rest as it is written."""
        data = b"".join(iter(reading.more, b""))
        for name, new in self._new.items():
            data = _described(data, name, new.digest, new.content.size)
        yield data

    def _package_digest(self, member: Member, reading: Reading) -> Iterator[bytes]:
        """Put the digest of the description right; a signature of it is left out, since it is none now."""
        data = b"".join(iter(reading.more, b""))
        new = self._new.get(PACKAGE)
        if new is None:
            yield data
            return
        old = sha256(b"".join(iter(Reading(self._source.file, self._members[PACKAGE]).more, b"")))
        data = data.replace(old.encode(), new.digest.encode())
        kept = _unsigned(data)
        if kept is not None:
            self._work.note(self._place(member), "signature")
        yield data if kept is None else kept


def _described(data: bytes, name: str, digest: str, size: int) -> bytes:
    """Put a file's digest and size in its place in the description, whose objects of files are flat."""
    path = re.search(rb'"path"\s*:\s*' + re.escape(json.dumps(name).encode()), data)
    if path is None:
        return data
    start, stop = data.rfind(b"{", 0, path.start()), data.find(b"}", path.end())
    described = data[start:stop]
    described = re.sub(rb'("hash"\s*:\s*")[^"]*', lambda match: match[1] + digest.encode(), described)
    described = re.sub(rb'("bytes"\s*:\s*)\d+', lambda match: match[1] + b"%d" % size, described)
    return data[:start] + described + data[stop:]


def _unsigned(data: bytes) -> bytes | None:
    """Leave a signature out (WACZ Auth 0.1, signedData); None: there is none."""
    try:
        told = json.loads(data)
    except ValueError:
        return None
    if not isinstance(told, dict) or told.pop("signedData", None) is None:
        return None
    return json.dumps(told, indent=2).encode()


def _base(name: str) -> str:
    return name.rpartition("/")[2]
