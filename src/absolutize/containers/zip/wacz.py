"""WACZ 1.1.1: WARC files in a zip file, with an index of their records and digests of the files.

WARC members are rewritten first, then the files that describe them: the indexes, ``datapackage.json``, and
the file with its digest. It does not know how HTML is rewritten. Used by `containers.zip.rewriter`.
"""

from collections import ChainMap
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from absolutize.containers.compression import CorruptData
from absolutize.containers.digests import canonical_digest, digest_like, sha256_like, spell_like, spelling
from absolutize.containers.json_edits import text_of, tree_of, value_of, with_values, without_member
from absolutize.containers.session import Session
from absolutize.containers.source import Checkpoint, ContainerSource, Problem, WithFindings
from absolutize.containers.warc import rewriter
from absolutize.containers.zip.cdxj import (
    DamagedLine,
    Index,
    Move,
    Moves,
    StaleDigest,
    correct_blocks,
    lines_of,
)
from absolutize.containers.zip.members import (
    DecodedData,
    MemberReader,
    NewData,
    ZipMember,
    decoded_data,
    if_different,
)
from absolutize.html.values.json.strings import Object, String, members_of, objects
from absolutize.storage.files import CHUNK

PACKAGE, PACKAGE_DIGEST = "datapackage.json", "datapackage-digest.json"
SIGNATURE = "signedData"
NO_JSON = "it is no JSON"
ARCHIVE_FOLDER, INDEX_FOLDER = "archive/", "indexes/"
COMPRESSED_INDEXES, SECONDARY_INDEX, PLAIN_INDEXES = (".cdx.gz", ".cdxj.gz"), ".idx", (".cdx", ".cdxj")


MemberStep = Callable[[ZipMember, MemberReader], Iterator[Any]]
"""Makes the new bytes of a member, with findings between them."""


def is_wacz(members: Sequence[ZipMember]) -> bool:
    """Recognize WACZ by its members (WACZ 4)."""
    names = [member.entry.name for member in members]
    return PACKAGE in names and any(name.startswith(ARCHIVE_FOLDER) for name in names)


def replacements(
    source: ContainerSource, members: Sequence[ZipMember], session: Session
) -> WithFindings[dict[int, NewData]]:
    """Rewrite the records of a WACZ: give the new data of members, by their numbers."""
    return _Wacz(source, members, session).replacements()


class _Wacz:
    """A WACZ while it is rewritten: the new data of members so far, and the moves of records."""

    def __init__(self, source: ContainerSource, members: Sequence[ZipMember], session: Session) -> None:
        self._source, self._session = source, session
        self._members = {member.entry.name: member for member in members}
        self._new: dict[str, NewData] = {}
        self._moves: dict[str, Moves] = {}
        self._decoded: dict[str, tuple[DecodedData, DecodedData]] = {}
        self._known: dict[str, str] = {}  # new digests of payloads, in all archives that were written
        self._learned: dict[str, str] = {}  # new digests in the archive that is being written
        # by archives, the keys of payloads of their revisits that were not known
        self._unresolved_revisits: dict[str, set[str]] = {}

    def replacements(self) -> WithFindings[dict[int, NewData]]:
        """Work on the members, each before the members that describe it."""
        steps: tuple[tuple[str, MemberStep, str | tuple[str, ...]], ...] = (
            (ARCHIVE_FOLDER, self._archive, ""),
            (INDEX_FOLDER, self._lines, PLAIN_INDEXES),
            (INDEX_FOLDER, self._blocks, COMPRESSED_INDEXES),
            (INDEX_FOLDER, self._lines, SECONDARY_INDEX),
            (PACKAGE, self._package, PACKAGE),
            (PACKAGE_DIGEST, self._package_digest, PACKAGE_DIGEST),
        )
        for prefix, step, suffix in steps:
            for name in sorted(self._members):
                if name.startswith(prefix) and name.endswith(suffix):
                    yield from self._replace(self._members[name], step)
            if prefix == ARCHIVE_FOLDER:
                yield from self._retry_revisits()
        return {self._members[name].number: new for name, new in self._new.items()}

    def _retry_revisits(self) -> Iterator[Problem]:
        """Rewrite archives again that have revisits of payloads which became known later."""
        again = [name for name, keys in self._unresolved_revisits.items() if not keys.isdisjoint(self._known)]
        for name in again:
            for finding in self._replace(self._members[name], self._archive):
                if isinstance(finding, Problem) and finding.code == "revisit-elsewhere":
                    yield finding

    def _replace(self, member: ZipMember, step: "MemberStep") -> Iterator[Any]:
        """Make the new data of a member; yield the findings."""
        place, new, trouble = self._place(member), None, ""
        if not member.entry.is_read:
            yield Problem(place, "unsupported-member")
            return
        self._learned = {}
        reading = MemberReader(self._source.file, member)
        pieces, is_written = step(member, reading), not self._session.choices.reading
        try:
            new = yield from if_different(self._source, member, pieces) if is_written else _findings(pieces)
        except CorruptData as damage:
            trouble = str(damage)
        trouble = trouble or reading.trouble
        if trouble:
            yield Problem(place, "damaged-member", trouble)
        if trouble or not is_written:
            self._moves.pop(member.entry.name, None)
        elif new is not None:
            self._new[member.entry.name] = new
            self._known |= self._learned

    def _place(self, member: ZipMember) -> str:
        return f"{self._source.name}!{member.entry.name}"

    def _archive(self, member: ZipMember, reading: MemberReader) -> Iterator[Any]:
        """Rewrite the records of a WARC, and keep their moves."""
        inner = reading.source(self._place(member))
        moves = self._moves[member.entry.name] = Moves()
        self._unresolved_revisits[member.entry.name] = set()
        kind = self._session.container(inner)
        if kind is None or kind.rewrite is not rewriter.rewrite_warc:
            yield from self._not_by_record(member)
            yield from iter(lambda: inner.file.read(CHUNK), b"")
            return
        position, lengths = 0, list[int]()
        state: dict[str, Any] = {"offset": 0, "has_warcinfo": False, "unresolved_revisits": {}}
        state["digests"] = ChainMap(self._learned, self._known)
        state["waits"] = False  # the archive is read again instead
        for piece in rewriter.rewrite_warc(inner, self._session, state):
            if not isinstance(piece, Checkpoint):
                lengths += [len(piece)] if isinstance(piece, bytes) else []
                yield piece
                continue
            record = len(lengths) - 1 - piece.state["added"]  # added records are before or behind it
            changed = piece.state["changed"]
            new = position + sum(lengths[:record]), lengths[record]
            if changed is None:  # an unchanged record may come in pieces
                new = position, sum(lengths)
            digests = None if changed is None else {canonical_digest(was): now for was, now in changed}
            moves.add(piece.state["offset"], new, digests)
            position, lengths = position + sum(lengths), []
            for keys in piece.state["unresolved_revisits"].values():
                self._unresolved_revisits[member.entry.name].update(keys)

    def _not_by_record(self, member: ZipMember) -> Iterator[Any]:
        """Read a member that an index cannot lead into; report it if there is anything in it."""
        inner = MemberReader(self._source.file, member).source(self._place(member))
        inner, has_findings = inner._replace(depth=self._source.depth + 1), False
        for finding in self._session.rewrite_nested(inner, _findings):
            has_findings = True
            if self._session.choices.reading:
                yield finding
        if has_findings:
            yield Problem(self._place(member), "not-by-record")

    def _lines(self, member: ZipMember, reading: MemberReader) -> Iterator[Any]:
        """Correct a plain index, or the index of the blocks of another index."""
        index = Index(self._moves, self._digested)
        return self._with_problems(member, index.correct_lines(lines_of(iter(reading.more, b""))))

    def _blocks(self, member: ZipMember, reading: MemberReader) -> Iterator[Any]:
        """Correct an index that is compressed in blocks."""
        index = Index(self._moves, self._digested)
        moves = self._moves[member.entry.name] = Moves()
        return self._with_problems(member, correct_blocks(reading.more, index.correct_lines, moves))

    def _with_problems(self, member: ZipMember, pieces: Iterator[Any]) -> Iterator[Any]:
        """Report stale digests in an index, and at the end the lines that could not be corrected."""
        damaged = dict[str, list[int]]()  # the count and the first number of lines, by what is wrong
        for piece in pieces:
            if isinstance(piece, StaleDigest):
                place = f"{self._source.name}!{piece.name}!{piece.move.start}"
                yield Problem(place, "stale-digest", piece.digest)
            elif isinstance(piece, DamagedLine):
                damaged.setdefault(piece.why, [0, piece.number])[0] += 1
            else:
                yield piece
        for why, (count, first) in damaged.items():
            lines = "line" if count == 1 else f"{count} lines, the first is line"
            yield Problem(self._place(member), "damaged-member", f"{why}: {lines} {first}")

    def _digested(self, name: str, move: Move, digest: str) -> str | None:
        """Give the new digest of a record, its payload or a block."""
        if move.digests is None:
            return None
        labels = [digest, *(f"{label}:{digest}" for label in ("sha1", "sha256") if ":" not in digest)]
        for labelled in labels:
            new = move.digests.get(canonical_digest(labelled))
            new = self._counted(name, move, labelled) if new is None else spell_like(new, labelled)
            if new is not None:
                return new if ":" in digest else new.partition(":")[2]
        return None

    def _counted(self, name: str, move: Move, digest: str) -> str | None:
        """Compute the new digest of the same kind of data as the old one."""
        if name not in self._new:
            return None
        old, new = self._decoded_data(name)
        before, after = old.read(move.start, move.length), new.read(move.new_start, move.new_length)
        for was, now in zip(rewriter.views(before), rewriter.views(after), strict=False):
            spelled = spelling(digest, was)
            if spelled is not None:
                return digest_like(digest, spelled, now)
        return None

    def _decoded_data(self, name: str) -> tuple[DecodedData, DecodedData]:
        """Give the old and the new data of a member, decoded."""
        if name not in self._decoded:
            member, new = self._members[name], self._new[name]
            changed = member._replace(data=0, entry=member.entry._replace(content=new.content))
            old = decoded_data(self._source.file, member)
            self._decoded[name] = old, decoded_data(new.file, changed)
        return self._decoded[name]

    def _package(self, _member: ZipMember, reading: MemberReader) -> Iterator[bytes]:
        """Correct the digests and sizes of files (WACZ 5.2.2), and leave the rest as it is written."""
        data = b"".join(iter(reading.more, b""))
        text = text_of(data)
        tree = tree_of(text) if self._new else []
        if tree is None:
            raise CorruptData(reading.trouble or NO_JSON)
        values = dict[String, str]()
        for described in objects(tree):
            path = value_of(text, described, "path")
            if path is not None and path.text in self._new:
                values |= _described(text, described, self._new[path.text])
        yield with_values(text, values)

    def _package_digest(self, member: ZipMember, reading: MemberReader) -> Iterator[Any]:
        """Correct the digest of the description; leave out its signature, which is no longer valid."""
        data = b"".join(iter(reading.more, b""))
        new, text = self._new.get(PACKAGE), text_of(data)
        if new is None:
            yield data
            return
        tree = tree_of(text)
        if tree is None:
            raise CorruptData(reading.trouble or NO_JSON)
        hash_value = value_of(text, members_of(tree), "hash")
        data = with_values(
            text, {} if hash_value is None else {hash_value: sha256_like(hash_value.text, new.digest)}
        )
        kept = _unsigned(data)
        if kept is not None:
            yield Problem(self._place(member), "signature")
        yield data if kept is None else kept


def _findings(pieces: Iterator[Any]) -> WithFindings[None]:
    """Pass on the findings; the bytes are dropped, since nothing is written."""
    yield from (piece for piece in pieces if not isinstance(piece, bytes | Checkpoint))


def _described(text: str, described: Object, new: NewData) -> dict[String, str]:
    """Give the new digest and size of a file in its description; WACZ 1.0 has them in an inner object."""
    values = dict[String, str]()
    stats = members_of(described["stats"].value) if "stats" in described else {}
    for part in (described, stats):
        digest, size = value_of(text, part, "hash"), value_of(text, part, "bytes")
        if digest is not None:
            values[digest] = sha256_like(digest.text, new.digest)
        if size is not None:
            values[size] = str(new.content.size)
    return values


def _unsigned(data: bytes) -> bytes | None:
    """Leave out a signature (WACZ Auth 0.1), and keep the rest as it is written; None if there is none."""
    text = text_of(data)
    members = members_of(tree_of(text))
    if SIGNATURE not in members or members[SIGNATURE].value == "null":
        return None
    return without_member(text, members, SIGNATURE)
