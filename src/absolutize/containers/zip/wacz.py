"""WACZ 1.1.1: WARC files in a zip file, with an index of their records and digests of the files.

WARC members are rewritten first, then the files that describe them: the indexes, ``datapackage.json``, and
the file with its digest. It does not know how HTML is rewritten. Used by `containers.zip.rewriter`.
"""

import posixpath
from bisect import bisect_left
from collections import ChainMap
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from absolutize.containers.compression import CorruptData, with_limit
from absolutize.containers.digests import canonical_digest, digest_like, spell_like, spelling
from absolutize.containers.session import MAX_DOCUMENT, Session
from absolutize.containers.sidecars import (
    COMPRESSED_INDEXES,
    PACKAGE,
    PACKAGE_DIGEST,
    PLAIN_INDEXES,
    SECONDARY_INDEX,
    has_sidecars,
)
from absolutize.containers.source import (
    AnonymousFile,
    Checkpoint,
    ContainerSource,
    Problem,
    WithFindings,
    findings_among,
)
from absolutize.containers.warc import rewriter
from absolutize.containers.warc.layout import recognizes_warc
from absolutize.containers.warc.revisits import KnownPayload
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
    trouble_of,
)
from absolutize.containers.zip.packages import FileFacts, correct_digest, correct_package, facts_of

ARCHIVE_FOLDER, INDEX_FOLDER = "archive/", "indexes/"
_TOGETHER = "what it says about several files together is not corrected"


MemberStep = Callable[[ZipMember, MemberReader], Iterator[Any]]
"""Makes the new bytes of a member, with findings between them."""


def members_by_wacz(members: Iterable[ZipMember]) -> dict[str, list[ZipMember]]:
    """Find the members of each WACZ by its folder (WACZ 4.1), which is "" if it is the whole zip file.

    In a folder, an archive must have the name of one: other things have a folder ``archive``, too.
    """
    ordered = sorted(members, key=lambda member: member.entry.name)
    names, groups, done = [member.entry.name for member in ordered], dict[str, list[ZipMember]](), 0
    packages = (name for name in names if posixpath.basename(name) == PACKAGE)
    for folder in sorted(name.removesuffix(PACKAGE) for name in packages):
        inside, archives = _span(names, folder), names[_span(names, folder + ARCHIVE_FOLDER)]
        if inside.start >= done and (any(map(has_sidecars, archives)) or (archives and not folder)):
            groups[folder], done = ordered[inside], inside.stop
    return groups


def _span(names: list[str], folder: str) -> slice:
    """Find the names in a folder, in a sorted list."""
    start = bisect_left(names, folder)
    return slice(start, bisect_left(names, True, start, key=lambda name: not name.startswith(folder)))  # noqa: FBT003


def replacements(
    source: ContainerSource, folder: str, members: Sequence[ZipMember], session: Session, file: AnonymousFile
) -> WithFindings[dict[int, NewData]]:
    """Rewrite the records of a WACZ in a folder of a zip file: give the new data of members, by numbers.

    These are written to the end of a file.
    """
    return _Wacz(source, folder, members, session, {}, file).replacements()


def package_replacements(
    source: ContainerSource,
    members: Iterable[ZipMember],
    session: Session,
    facts: dict[str, FileFacts],
    file: AnonymousFile,
) -> WithFindings[dict[int, NewData]]:
    """Correct data packages and their digests; ``facts`` are those of members that changed, by name."""
    changes, groups, new = sorted(facts), dict[str, list[ZipMember]](), dict[int, NewData]()
    for member in members:
        name = member.entry.name
        groups.setdefault(name.removesuffix(posixpath.basename(name)), []).append(member)
    for folder in sorted(groups, reverse=True):  # each in front of the one that it is in
        if changes[_span(changes, folder)]:
            new |= yield from _Wacz(source, folder, groups[folder], session, facts, file).replacements()
    return new


class _Wacz:
    """A WACZ while it is rewritten, or only its data package: the new data of members, the moves of records.

    Names are relative to the folder, except in ``facts``. New data are written to one file: few can be open.
    """

    def __init__(
        self,
        source: ContainerSource,
        folder: str,
        members: Sequence[ZipMember],
        session: Session,
        facts: dict[str, FileFacts],
        file: AnonymousFile,
    ) -> None:
        self._source, self._session, self._folder, self._facts = source, session, folder, facts
        self._file, self._decoded_file = file, AnonymousFile()
        self._members = dict[str, ZipMember]()
        for member in members:
            name = member.entry.name.removeprefix(folder)
            self._members[name] = member._replace(entry=member.entry._replace(name=name))
        self._new: dict[str, NewData] = {}
        self._moves: dict[str, Moves] = {}
        self._decoded: dict[str, tuple[DecodedData, DecodedData]] = {}
        self._known = dict[str, KnownPayload]()  # payloads that changed, in all archives that were written
        self._learned = dict[str, KnownPayload]()  # ... and in the archive that is being written
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

    def _replace(self, member: ZipMember, step: MemberStep) -> Iterator[Any]:
        """Make the new data of a member; yield the findings, of a damaged one only if nothing is written."""
        place, new, is_written = self._place(member), None, not self._session.choices.reading
        if not member.entry.is_read:
            yield Problem(place, "unsupported-member")
            return
        if is_written and (trouble := trouble_of(self._source.file, member)):
            yield Problem(place, "damaged-member", trouble)
            return
        self._learned, trouble = {}, ""
        reading = MemberReader(self._source.file, member)
        pieces = step(member, reading)
        made = if_different(self._source, member, pieces) if is_written else findings_among(pieces)
        try:
            new = yield from made
        except CorruptData as damage:
            trouble = str(damage)
        trouble = reading.trouble or trouble
        if trouble:
            yield Problem(place, "damaged-member", trouble)
        if trouble or not is_written:
            self._moves.pop(member.entry.name, None)
        elif new is not None:
            self._new[member.entry.name] = new.move_to(self._file)
            self._facts[self._folder + member.entry.name] = facts_of(new)
            self._known |= self._learned

    def _place(self, member: ZipMember) -> str:
        return f"{self._source.name}!{self._folder}{member.entry.name}"

    def _archive(self, member: ZipMember, reading: MemberReader) -> Iterator[Any]:
        """Rewrite the records of a WARC, and keep their moves."""
        inner = reading.source(self._place(member))
        moves = self._moves[member.entry.name] = Moves()
        self._unresolved_revisits[member.entry.name] = set()
        kind = self._session.container(inner)
        if kind is None or kind.recognizes is not recognizes_warc:
            yield from self._not_by_record(member)
            yield from inner.rest()
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
        for finding in self._session.rewrite_nested(inner, findings_among):
            has_findings = True
            if self._session.choices.reading:
                yield finding
        if has_findings:
            yield Problem(self._place(member), "not-by-record")

    def _lines(self, member: ZipMember, reading: MemberReader) -> Iterator[Any]:
        """Correct a plain index, or the index of the blocks of another index."""
        index = Index(self._moves, self._digested)
        return self._with_problems(member, index.correct_lines(lines_of(iter(reading.read_next, b""))))

    def _blocks(self, member: ZipMember, reading: MemberReader) -> Iterator[Any]:
        """Correct an index that is compressed in blocks."""
        index = Index(self._moves, self._digested)
        moves = self._moves[member.entry.name] = Moves()
        return self._with_problems(member, correct_blocks(reading.read_next, index.correct_lines, moves))

    def _with_problems(self, member: ZipMember, pieces: Iterator[Any]) -> Iterator[Any]:
        """Report stale digests in an index, and at the end the lines that could not be corrected."""
        damaged = dict[str, list[int]]()  # the count and the first number of lines, by what is wrong
        for piece in pieces:
            if isinstance(piece, StaleDigest):
                place = f"{self._source.name}!{self._folder}{piece.name}!{piece.move.start}"
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
            changed = member._replace(data=new.start, entry=member.entry._replace(content=new.content))
            old = decoded_data(self._source.file, member, self._decoded_file)
            self._decoded[name] = old, decoded_data(new.file, changed, self._decoded_file)
        return self._decoded[name]

    def _package(self, member: ZipMember, reading: MemberReader) -> Iterator[Any]:
        """Correct the digests and sizes of files."""
        data, kept = correct_package(_whole(reading), self._folder, self._facts)
        for paths in kept:
            yield Problem(self._place(member), "damaged-member", f"{_TOGETHER}: {paths}")
        yield data

    def _package_digest(self, member: ZipMember, reading: MemberReader) -> Iterator[Any]:
        """Correct the digest of the data package; leave out its signature, which is no longer valid."""
        data, facts = _whole(reading), self._facts.get(self._folder + PACKAGE)
        if facts is not None:
            data, is_left_out = correct_digest(data, facts)
            if is_left_out:
                yield Problem(self._place(member), "signature")
        yield data


def _whole(reading: MemberReader) -> bytes:
    """Read a whole member; `CorruptData` if it is larger than a document may be."""
    return b"".join(with_limit(iter(reading.read_next, b""), MAX_DOCUMENT))
