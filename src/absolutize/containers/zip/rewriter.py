"""Zip files, and WACZ, which are zip files: members in their order, unchanged ones copied byte for byte.

It does not know how HTML is rewritten, nor what is in a WACZ. Used by `containers`.
"""

from collections.abc import Iterable, Iterator
from functools import partial
from itertools import islice
from typing import Any, NamedTuple
from urllib.parse import quote

from absolutize.containers.session import FinishedItem, Session
from absolutize.containers.sidecars import is_package, sidecars_of_changed
from absolutize.containers.sniffing import may_be_page, uncompressed_name
from absolutize.containers.source import (
    AnonymousFile,
    ContainerSource,
    IncompleteOutput,
    Problem,
    WithFindings,
    join_pieces,
    seekable,
    source_of,
)
from absolutize.containers.zip import wacz
from absolutize.containers.zip.members import (
    MemberReader,
    NewData,
    ZipMember,
    copy_behind,
    copy_run,
    if_different,
    replace_data,
    replacement,
    trouble_of,
    zip_members,
)
from absolutize.containers.zip.packages import FileFacts, facts_of
from absolutize.containers.zip.structure import (
    Directory,
    NotZip,
    central_header,
    directory_of,
    end_records,
)

MOST_BYTES_AT_ONCE = 1 << 24  # bytes of a member that another process works on as a whole


class ZipItem(NamedTuple):
    """A member to work on; ``raw`` are its stored bytes, or None if it is not looked into.

    ``name`` is the name of its place, ``base`` its base URI, ``depth`` how many containers are around it.
    """

    member: ZipMember
    raw: bytes | None
    name: str
    base: str
    depth: int

    @property
    def size(self) -> int:
        """The size in bytes, compressed and decompressed together."""
        return 0 if self.raw is None else len(self.raw) + self.member.entry.content.size

    @property
    def is_parallel(self) -> bool:
        """Whether it is looked into."""
        return self.raw is not None


def rewrite_zip(source: ContainerSource, session: Session, _state: dict[str, Any] | None) -> Iterator[Any]:
    """Make the links of the documents in a zip file absolute, also of those in containers in it."""
    source = seekable(source)
    try:
        directory = directory_of(source.file)
        members = zip_members(source.file, directory)
    except NotZip as why:
        yield Problem(source.name, "no-directory", str(why))
        source.file.seek(0)
        yield from source.rest()
        return
    yield from _checked(source, members, session)
    ready, file = dict[int, NewData | None](), AnonymousFile()
    for folder, inside in wacz.members_by_wacz(members).items():
        new = yield from wacz.replacements(source, folder, inside, session, file)
        ready |= {member.number: new.get(member.number) for member in inside}
    others = [member for member in members if member.number not in ready]
    results = _in_order(members, ready, _results(source, others, session))
    results = _with_sidecars(source, results, others, session, file)
    yield from _written(source, directory, members, results)


def _in_order(
    members: list[ZipMember], ready: dict[int, NewData | None], results: Iterator[Any]
) -> Iterator[Any]:
    """Put the results that are ready between those of the other members."""
    for member in members:
        if member.number in ready:
            yield FinishedItem(member, ready.pop(member.number))
            continue
        for each in results:
            yield each
            if isinstance(each, FinishedItem):
                break


def _with_sidecars(
    source: ContainerSource,
    results: Iterator[Any],
    others: list[ZipMember],
    session: Session,
    file: AnonymousFile,
) -> Iterator[Any]:
    """Correct data packages, which wait for all members, as do those behind them; report stale sidecars.

    ``others`` are the members that are in no WACZ. The new data of members that wait are moved to a file.
    """
    packages = {member.number: member for member in others if is_package(member.entry.name)}
    facts, waiting = dict[str, FileFacts](), list[FinishedItem]()
    for each in results:
        if not isinstance(each, FinishedItem):
            yield each
            continue
        member, new = each
        if new is not None and not session.choices.reading:
            facts[member.entry.name] = facts_of(new)
        if waiting or member.number in packages:
            waiting.append(FinishedItem(member, None if new is None else new.move_to(file)))
        else:
            yield each
    for name in sidecars_of_changed(facts, (member.entry.name for member in others)):
        yield Problem(f"{source.name}!{name}", "stale-index")
    corrected = yield from wacz.package_replacements(source, packages.values(), session, facts, file)
    for member, new in waiting:
        yield FinishedItem(member, corrected.get(member.number, new))


def _checked(source: ContainerSource, members: list[ZipMember], session: Session) -> Iterator[Problem]:
    """Refuse to write a zip file with a member that would be unpacked outside of its directory.

    If the file is only read, the name of the member is reported.
    """
    names = (name for member in members for name in member.entry.names)
    unsafe = (name for name in names if _is_unsafe(name.replace("\\", "/")))
    for name in islice(unsafe, 1):
        problem = Problem(source.name, "unsafe-name", name)
        if not session.choices.reading:
            raise IncompleteOutput(problem)
        yield problem


def _is_unsafe(name: str) -> bool:
    """Whether a member would be unpacked outside of the directory, on some system."""
    return name.startswith("/") or ".." in name.split("/") or name[1:2] == ":"


def _written(
    source: ContainerSource,
    directory: Directory,
    members: list[ZipMember],
    results: Iterable[Any],
) -> Iterator[Any]:
    """Write members in their order, and the central directory; pass on the findings in them."""
    first = members[0].start if members else directory.start
    yield from copy_run(source.file, 0, first)
    position, headers = first, dict[int, bytes]()
    for each in results:
        if not isinstance(each, FinishedItem):
            yield each
            continue
        member, new = each
        offset = position - directory.shift
        content = member.entry.content if new is None else new.content
        headers[member.number] = central_header(member.entry, content, offset)
        for piece in _pieces(source, member, new):
            position += len(piece)
            yield piece
    written = b"".join(headers[number] for number in sorted(headers))
    yield written
    yield end_records(directory, len(written), position - directory.shift)


def _pieces(source: ContainerSource, member: ZipMember, new: NewData | None) -> Iterator[bytes]:
    """Give the bytes of a member, and those between it and the next."""
    if new is None:
        yield from copy_run(source.file, member.start, member.stop)
    else:
        yield from replace_data(member, new)
        yield from copy_behind(source.file, member)


def _results(source: ContainerSource, members: list[ZipMember], session: Session) -> Iterator[Any]:
    """Work on the members; small ones together, on all cores, large ones one by one."""
    small: list[ZipMember] = []
    for member in members:
        if member.entry.content.size <= MOST_BYTES_AT_ONCE or not _is_looked_into(member, session):
            small.append(member)
            continue
        yield from _of_small(source, small, session)
        small = []
        yield FinishedItem(member, (yield from _of_large(source, member, session)))
    yield from _of_small(source, small, session)


def _of_small(source: ContainerSource, members: list[ZipMember], session: Session) -> Iterator[Any]:
    items = (_item(source, member, session) for member in members)
    for each in session.map(rewrite_member, items):
        if isinstance(each, FinishedItem):
            member, data = each.item.member, each.result
            yield FinishedItem(member, None if data is None else (yield from replacement(member, [data])))
        else:
            yield each


def _item(source: ContainerSource, member: ZipMember, session: Session) -> ZipItem:
    raw = None
    if _is_looked_into(member, session):
        raw = b"".join(copy_run(source.file, member.data, member.data + member.entry.content.packed_size))
    name = f"{source.name}!{member.entry.name}"
    return ZipItem(member, raw, name, _base(source, member), source.depth + 1)


def _is_looked_into(member: ZipMember, session: Session) -> bool:
    name = uncompressed_name(member.entry.name)
    return member.entry.content.size > 0 and may_be_page(name, style_sheets=session.choices.style_sheets)


def rewrite_member(item: ZipItem, session: Session) -> WithFindings[bytes | None]:
    """Rewrite the content of a small member; None if nothing changes."""
    if item.raw is None:
        return None
    if not item.member.entry.is_read:
        yield Problem(item.name, "unsupported-member")
        return None
    at_front = item.member._replace(data=0)
    reading = MemberReader(source_of(item.raw, item.name).file, at_front)
    data = b"".join(iter(reading.read_next, b""))
    if reading.trouble:
        yield Problem(item.name, "damaged-member", reading.trouble)
        return None
    inner = source_of(data, item.name, item.base)._replace(depth=item.depth)
    after = yield from session.rewrite_nested(inner, join_pieces)
    return None if after == data else after


def _base(source: ContainerSource, member: ZipMember) -> str:
    """Give the base of a member (RFC 2396 5.1.2): its name, relative to the URL of the archive."""
    directory, _, _ = (source.base or "./").partition("?")[0].rpartition("/")
    return f"{directory}/" + quote(member.entry.name.replace("\\", "/"))


def _of_large(source: ContainerSource, member: ZipMember, session: Session) -> WithFindings[NewData | None]:
    """Rewrite the content of a large member, in pieces; nothing is counted of one that is damaged."""
    name = f"{source.name}!{member.entry.name}"
    if not member.entry.is_read:
        yield Problem(name, "unsupported-member")
        return None
    if not session.choices.reading and (trouble := trouble_of(source.file, member)):
        yield Problem(name, "damaged-member", trouble)
        return None
    reading = MemberReader(source.file, member)
    inner = reading.source(name)._replace(base=_base(source, member), depth=source.depth + 1)
    new = yield from session.rewrite_nested(inner, partial(if_different, source, member))
    if reading.trouble:
        yield Problem(name, "damaged-member", reading.trouble)
        return None
    return new
