"""Whether a file is WARC or ARC, and whether its records are compressed one by one.

It looks at the first bytes of a file, and at its name. Used by `containers`.
"""

from collections.abc import Iterator
from typing import NamedTuple

from absolutize.containers.compression import GZIP, MAGIC, ZSTD, CorruptData, skippable_stop
from absolutize.containers.source import ContainerSource, IncompleteOutput
from absolutize.containers.warc.compressed_records import RecordCompression, compression_of
from absolutize.containers.warc.dictionaries import DICTIONARY, dictionary_of
from absolutize.containers.warc.framing import LINE_ENDS, LONGEST_END, MAX_RECORD
from absolutize.containers.warc.header import ARC, FILEDESC, LONGEST_HEAD, WARC, HeaderFormat, head_of

MAGIC_BYTES = 32  # bytes of compressed data that are read at once to see what they are
WARC_SUFFIXES = (".warc", ".arc", ".warc.gz", ".arc.gz", ".warc.zst")
_GZIP = GZIP[:2]  # without the method, which may be damaged
MEMBER_MAGIC = (_GZIP, ZSTD)
COMPRESSION_MAGIC = (_GZIP, *MAGIC["zstd"])


class RecordFileFormat(NamedTuple):
    """The layout of a WARC or ARC file: which of the two, how its records are compressed, and its name."""

    arc: bool
    compression: RecordCompression | None
    name: str

    @property
    def form(self) -> HeaderFormat:
        """How records begin."""
        return ARC if self.arc else WARC


class MemberBeginning(NamedTuple):
    """The decompressed bytes of a member as far as they are known, and the compressed bytes behind it.

    ``ended`` says whether the member is "whole", "unfinished" or "damaged".
    """

    data: bytes
    ended: str
    rest: bytes = b""


NO_MEMBER = MemberBeginning(b"", "whole")


def recognizes_warc(head: bytes, name: str) -> bool:
    """Recognize a WARC or ARC file: plain, or compressed record by record and not as a whole."""
    if head.startswith(DICTIONARY):
        return True
    member = head[skippable_stop(head) :]
    if not member.startswith(MEMBER_MAGIC):
        return _form_of(member, name) is not None
    members = _members(member)
    first = next(members, NO_MEMBER)
    if member.startswith(_GZIP) and _begins_late(first) and _is_named(name):
        return True
    form = _form_of(first.data, name) or WARC
    return _is_one_record(first, name) or _begins_record(next(members, NO_MEMBER), form)


def _is_one_record(member: MemberBeginning, name: str) -> bool:
    """Whether a member has one record: its length fits, or the member goes on and no other record begins."""
    data, ended, _ = member
    form = _form_of(data, "")
    if form is None:
        return ended == "damaged" and _is_named(name)
    head = head_of(form, data[:LONGEST_HEAD])
    stop = 0 if head is None else head.size + head.length
    goes_on = ended == "unfinished" and (len(data) < stop or form.next.search(data) is None)
    return goes_on or ended == "damaged" or stop <= len(data) <= stop + LONGEST_END


def _begins_late(member: MemberBeginning) -> bool:
    """Whether a member's data are not known so far: its header may be as long as what is looked at."""
    return member.ended == "unfinished" and len(member.data) < MAGIC_BYTES


def _is_named(name: str) -> bool:
    """Whether a file is WARC or ARC by its name."""
    return name.lower().endswith(WARC_SUFFIXES)


def _begins_record(member: MemberBeginning, form: HeaderFormat) -> bool:
    return form.start.match(member.data[:LONGEST_HEAD].lstrip(LINE_ENDS)) is not None


def _members(head: bytes) -> Iterator[MemberBeginning]:
    """Decode the members with which data begin, except for empty ones."""
    while (head := head[skippable_stop(head) :]).startswith(MEMBER_MAGIC):
        member = _member(head)
        head = member.rest
        if member.data or member.ended != "whole":
            yield member


def _member(head: bytes) -> MemberBeginning:
    """Decode the first member as far as possible, but not much more than a record that is looked into."""
    decoder = compression_of(head).decoder()
    pieces, length = list[bytes](), 0
    try:
        for start in range(0, len(head), MAGIC_BYTES):  # small steps give the data before a damage
            for piece in decoder.feed(head[start : start + MAGIC_BYTES]):
                pieces.append(piece)
                length += len(piece)
            if decoder.is_finished:
                return MemberBeginning(b"".join(pieces), "whole", decoder.rest + head[start + MAGIC_BYTES :])
            if length > MAX_RECORD:  # Zstandard makes two gigabytes of the first bytes of a source
                break
    except (CorruptData, IncompleteOutput):
        return MemberBeginning(b"".join(pieces), "damaged")
    return MemberBeginning(b"".join(pieces), "unfinished")


def _form_of(data: bytes, name: str) -> HeaderFormat | None:
    if WARC.start.match(data):
        return WARC
    if data.startswith(FILEDESC):
        return ARC
    if _is_named(name):  # other data are before the first record
        named = ARC if ".arc" in name.lower()[-len(".arc.gz") :] else WARC
        return next((form for form in (WARC, ARC) if form.next.search(data)), named)
    return None


def layout_of(source: ContainerSource) -> RecordFileFormat:
    """Detect the layout of a WARC or ARC file by its beginning."""
    head, compression = source.head(), None
    if head.startswith(COMPRESSION_MAGIC) or _is_damaged_gzip(head, source.file_name):
        compression = compression_of(head, dictionary_of(source))
    return RecordFileFormat(_form_of(first_data(head), source.file_name) is ARC, compression, source.name)


def _is_damaged_gzip(head: bytes, name: str) -> bool:
    """Whether a file is gzip by its name, though not by its first bytes: it has members, not records."""
    if not name.lower().endswith(".gz") or GZIP not in head:
        return False
    return not any(form.start.match(head) or form.next.search(head) for form in (WARC, ARC))


def first_data(head: bytes) -> bytes:
    """Give the beginning of a file, or that of the content of its first member that is not empty."""
    if not head.startswith(COMPRESSION_MAGIC):
        return head
    return next(_members(head), NO_MEMBER).data
