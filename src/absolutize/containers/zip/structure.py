"""The structure of zip files, byte for byte (APPNOTE.TXT 6.3).

Bytes that are copied stay as they were written. It compresses nothing, and does not know what is in a member.
Used by `containers`, `containers.mirror.directory` and `containers.zip`.
"""

import re
import struct
import zlib
from typing import BinaryIO, NamedTuple

LOCAL_HEADER, CENTRAL_HEADER, END = b"PK\x03\x04", b"PK\x01\x02", b"PK\x05\x06"
DESCRIPTOR = b"PK\x07\x08"
END64, LOCATOR = b"PK\x06\x06", b"PK\x06\x07"
STORED, DEFLATED = 0, 8
ENCRYPTION_FLAG, DESCRIPTOR_FLAG, UTF8 = 1, 8, 0x800  # 4.4.4
LONGEST_COMMENT = 0xFFFF
IN_EXTRA = 0xFFFFFFFF  # the value is in the Zip64 extra field (4.5.3)
ZIP64 = 1
UNICODE_PATH = 0x7075  # 4.6.9

_LOCAL = struct.Struct("<4s5H3I2H")
_CENTRAL = struct.Struct("<4s6H3I5H2I")
_END = struct.Struct("<4s4H2IH")
_END64 = struct.Struct("<4sQ2H2I4Q")
_LOCATOR = struct.Struct("<4sIQI")
ONE_DISK = _LOCATOR.pack(LOCATOR, 0, 0, 1)


def recognizes_zip(head: bytes, _name: str) -> bool:
    """Recognize a zip file by its first local header (APPNOTE 4.3.7), or by its end if it is empty."""
    return head.startswith((LOCAL_HEADER, END))


class NotZip(Exception):  # noqa: N818 -- said of data
    """Data have no central directory, or an invalid one."""


class Content(NamedTuple):
    """The content of a member: its checksum, and its compressed and uncompressed sizes."""

    check: int
    packed_size: int
    size: int


class Entry(NamedTuple):
    """An entry of the central directory: its bytes, and its decoded fields."""

    raw: bytes
    name: str
    flags: int
    method: int
    content: Content
    offset: int

    @property
    def names(self) -> tuple[str, str]:
        """The name, and the one in the header itself: programs may unpack the member by either."""
        stop = _CENTRAL.size + int.from_bytes(self.raw[28:30], "little")
        return self.name, self.raw[_CENTRAL.size : stop].decode("cp437")

    @property
    def is_read(self) -> bool:
        """Whether the member can be decoded here."""
        return self.method in {STORED, DEFLATED} and not self.flags & ENCRYPTION_FLAG


class Directory(NamedTuple):
    """The central directory: its entries in their order, where it begins, and the bytes behind them.

    ``shift`` is the difference between real offsets and those in the directory: other data may be in front of
    the zip file. ``end`` is the offset of the end of central directory in ``tail``.
    """

    entries: tuple[Entry, ...]
    start: int
    tail: bytes
    shift: int
    end: int


def directory_of(file: BinaryIO) -> Directory:
    """Read the central directory of a file (4.3.12); raises `NotZip` if there is none."""
    size = file.seek(0, 2)
    file.seek(max(0, size - LONGEST_COMMENT - _END.size - _LOCATOR.size))
    window = file.read()
    stop = len(window) - _END.size
    positions = (match.start() for match in re.finditer(END, window) if match.start() <= stop)
    position = max(reversed([*positions]), default=-1, key=lambda place: _rank(file, window, place))
    if position < 0:
        raise NotZip("it has no end of central directory")
    count, length, offset, start = _location(file, window, position)
    file.seek(start)
    entries = _entries(file.read(length), count)
    file.seek(start + length)
    end = size - len(window) + position
    return Directory(entries, start, file.read(), start - offset, end - start - length)


def _rank(file: BinaryIO, window: bytes, position: int) -> int:
    """Rate how likely an end of central directory is at a position: a comment may contain its signature, too.

    It needs a comment that ends with the file; best is one whose directory is in its place and has entries.
    """
    if position + _END.size + _END.unpack_from(window, position)[-1] != len(window):
        return 0
    try:
        _, length, _, start = _location(file, window, position)
    except NotZip:
        return 0
    file.seek(start)
    return 2 if file.read(len(CENTRAL_HEADER)) == CENTRAL_HEADER else int(length == 0)


def _location(file: BinaryIO, window: bytes, position: int) -> tuple[int, int, int, int]:
    """Read an end of central directory: count, length, the directory's stated offset, and its real one."""
    _, _, _, _, count, length, offset, _ = _END.unpack_from(window, position)
    begun = end = file.seek(0, 2) - len(window) + position
    if position >= _LOCATOR.size and window.startswith(LOCATOR, position - _LOCATOR.size):
        count, length, offset, begun = _end64(file, window[position - _LOCATOR.size : position], end)
    start = begun - length
    if start < 0 or start < offset:
        raise NotZip("its central directory is not where it says")
    return count, length, offset, start


def ends_as_zip(file: BinaryIO) -> bool:
    """Whether a file ends as a zip file, whatever is in front of the first member (4.1.9)."""
    here = file.tell()
    try:
        directory = directory_of(file)
        first = min((entry.offset for entry in directory.entries), default=0) + directory.shift
        begins = first < directory.start and _begins_member(file, first)
    except NotZip:
        return False
    finally:
        file.seek(here)
    *_, comment = _END.unpack_from(directory.tail, directory.end)
    return begins and directory.end + _END.size + comment == len(directory.tail)


def _begins_member(file: BinaryIO, position: int) -> bool:
    file.seek(position)
    return file.read(len(LOCAL_HEADER)) == LOCAL_HEADER


def _end64(file: BinaryIO, locator: bytes, end: int) -> tuple[int, int, int, int]:
    """Read the Zip64 end of central directory (4.3.14): count, length, offset, and its own position."""
    _, _, place, _ = _LOCATOR.unpack(locator)
    for position in (place, end - _LOCATOR.size - _END64.size):
        file.seek(min(max(position, 0), end))
        data = file.read(_END64.size)
        if len(data) == _END64.size and data.startswith(END64):
            fields = _END64.unpack(data)
            return fields[7], fields[8], fields[9], position
    raise NotZip("its Zip64 end of central directory is not where it says")


def _entries(data: bytes, count: int) -> tuple[Entry, ...]:
    """Read the headers of the central directory (4.3.12)."""
    entries: list[Entry] = []
    position = 0
    while position < len(data) and data.startswith(CENTRAL_HEADER, position):
        if len(data) - position < _CENTRAL.size:
            raise NotZip("its central directory is cut")
        fields = _CENTRAL.unpack_from(data, position)
        stop = position + _CENTRAL.size + sum(fields[10:13])
        entries.append(_entry(data[position:stop], fields))
        position = stop
    if len(entries) != count:
        raise NotZip("its central directory does not have as many entries as it says")
    if position != len(data):  # a digital signature of the entries (4.3.13), or unknown data
        raise NotZip("its central directory does not end behind its entries")
    return tuple(entries)


def _entry(raw: bytes, fields: tuple[int, ...]) -> Entry:
    _, _, _, flags, method, _, _, check, packed, size, named, extra, *_, offset = fields
    start = _CENTRAL.size + named
    name = _name(raw[_CENTRAL.size : start], raw[start : start + extra], is_utf8=flags & UTF8 != 0)
    large = iter(_zip64(raw[start : start + extra]))
    size, packed, offset = (
        next(large, value) if value == IN_EXTRA else value for value in (size, packed, offset)
    )
    return Entry(raw, name, flags, method, Content(check, packed, size), offset)


def _name(written: bytes, extra: bytes, *, is_utf8: bool) -> str:
    """Decode a member's name (Appendix D), or that in the Unicode Path extra field (4.6.9).

    Info-ZIP on Linux writes UTF-8 without saying so: a name that may be UTF-8 is.
    """
    check = struct.pack("<BI", 1, zlib.crc32(written))  # the version, and what says that the name is the same
    paths = (value for kind, value in _extras(extra) if kind == UNICODE_PATH and value.startswith(check))
    name = next(paths, check + written)[len(check) :]
    try:
        return name.decode()
    except UnicodeDecodeError:
        return name.decode("utf-8" if is_utf8 else "cp437", "replace")


def _zip64(extra: bytes) -> tuple[int, ...]:
    """Read the values of the Zip64 extra field (4.5.3); none if the field is missing."""
    for kind, value in _extras(extra):
        if kind == ZIP64:
            return struct.unpack(f"<{len(value) // 8}Q", value[: len(value) // 8 * 8])
    return ()


def _extras(extra: bytes) -> list[tuple[int, bytes]]:
    extras: list[tuple[int, bytes]] = []
    while len(extra) >= 4:  # noqa: PLR2004 -- two of two bytes
        kind, length = struct.unpack_from("<2H", extra)
        extras.append((kind, extra[4 : 4 + length]))
        extra = extra[4 + length :]
    return extras


def _with_zip64(extra: bytes, data: bytes) -> bytes:
    """Give extra fields with other data in the Zip64 field, at the same place; empty data remove it."""
    rest = extra[sum(4 + len(value) for _, value in _extras(extra)) :]
    extras = [(kind, data if kind == ZIP64 else value) for kind, value in _extras(extra)]
    if ZIP64 not in dict(extras):
        extras.insert(0, (ZIP64, data))
    kept = [(kind, value) for kind, value in extras if kind != ZIP64 or value]
    return b"".join(struct.pack("<2H", kind, len(value)) + value for kind, value in kept) + rest


def descriptor_size(entry: Entry, data: bytes) -> int:
    """Give the length of the data descriptor behind a member's data (4.3.9); 0 if there is none."""
    check, *sizes = entry.content
    forms = [struct.pack("<I2Q", check, *sizes)]
    forms += [struct.pack("<3I", check, *sizes)] if max(sizes) < IN_EXTRA else []
    fitting = (each for form in forms for each in (DESCRIPTOR + form, form) if data.startswith(each))
    return len(next(fitting, b"")) if entry.flags & DESCRIPTOR_FLAG else 0


def data_start(local: bytes) -> int:
    """Give the length of a local header (4.3.7), behind which the data begin."""
    if len(local) < _LOCAL.size or not local.startswith(LOCAL_HEADER):
        raise NotZip("a member has no local header where it should")
    *_, named, extra = _LOCAL.unpack_from(local)
    return _LOCAL.size + int(named) + int(extra)


def local_header(local: bytes, content: Content) -> bytes:
    """Write a member's local header again; its sizes are in it, and no descriptor follows (4.4.4)."""
    fields = list(_LOCAL.unpack_from(local))
    name = local[_LOCAL.size : _LOCAL.size + fields[9]]
    extra = local[_LOCAL.size + fields[9] : data_start(local)]
    large = max(content.packed_size, content.size) >= IN_EXTRA
    if large or _zip64(extra):
        data = struct.pack("<2Q", content.size, content.packed_size) if large else b""
        extra = _with_zip64(extra, data)
    fields[2] &= ~DESCRIPTOR_FLAG
    sizes = (IN_EXTRA, IN_EXTRA) if large else (content.packed_size, content.size)
    fields[6:11] = [content.check, *sizes, len(name), len(extra)]
    return _LOCAL.pack(*fields) + name + extra


_Large = tuple[tuple[int, int, int], list[bool]]
"""The sizes and the offset of a member, and which of them are in the Zip64 extra field."""


def _zip64_data(extra: bytes, old: _Large, new: _Large) -> bytes:
    """Write the data of the Zip64 extra field again: the values that must be there, and the old rest.

    The rest may be the number of a disk, or copies of values that are in the entry itself.
    """
    was, now = (_packed(values, large) for values, large in (old, new))
    rest = dict(_extras(extra)).get(ZIP64, b"")[len(was) :]
    size = len(rest) // 8 * 8
    others_old, others_new = (_packed(values, [not each for each in large]) for values, large in (old, new))
    if old[1] != new[1]:
        rest = rest[size:]
    elif rest[:size] == others_old[:size]:
        rest = others_new[:size] + rest[size:]
    return now + rest


def _packed(values: tuple[int, int, int], large: list[bool]) -> bytes:
    chosen = [value for value, is_there in zip(values, large, strict=True) if is_there]
    return struct.pack(f"<{len(chosen)}Q", *chosen)


def central_header(entry: Entry, content: Content, offset: int) -> bytes:
    """Write an entry of the central directory again, with its changed values."""
    if content == entry.content and offset == entry.offset:
        return entry.raw
    fields = list(_CENTRAL.unpack_from(entry.raw))
    start = _CENTRAL.size + fields[10]
    extra, rest = entry.raw[start : start + fields[11]], entry.raw[start + fields[11] :]
    old = entry.content.size, entry.content.packed_size, entry.offset
    new = content.size, content.packed_size, offset
    written = fields[9], fields[8], fields[16]
    is_large = [was == IN_EXTRA or now >= IN_EXTRA for was, now in zip(written, new, strict=True)]
    size, packed, place = (IN_EXTRA if large else now for large, now in zip(is_large, new, strict=True))
    if any(is_large) or _zip64(extra):
        was_large = [was == IN_EXTRA for was in written]
        extra = _with_zip64(extra, _zip64_data(extra, (old, was_large), (new, is_large)))
    if content != entry.content:
        fields[3] &= ~DESCRIPTOR_FLAG
    fields[7:10], fields[11], fields[16] = [content.check, packed, size], len(extra), place
    return _CENTRAL.pack(*fields) + entry.raw[_CENTRAL.size : start] + extra + rest


def end_records(directory: Directory, length: int, offset: int) -> bytes:
    """Write the end records again (4.3.14 to 4.3.16), for a directory of another length and offset."""
    tail, position, count = directory.tail, directory.end, len(directory.entries)
    fields = list(_END.unpack_from(tail, position))
    if tail.startswith(END64) or max(offset, length) >= IN_EXTRA:
        fields[5:7] = [
            IN_EXTRA if IN_EXTRA in (old, min(new, IN_EXTRA)) else new
            for old, new in ((fields[5], length), (fields[6], offset))
        ]
        new = END64, _END64.size - 12, 45, 45, 0, 0, count
        end64 = _END64.unpack_from(tail)[:7] if tail.startswith(END64) else new
        between = _END64.pack(*end64, count, length, offset)
        between += tail[_END64.size : position - _LOCATOR.size] if tail.startswith(END64) else b""
        old = tail[position - _LOCATOR.size : position] if tail.startswith(END64) else ONE_DISK
        _, disk, _, disks = _LOCATOR.unpack(old)
        between += _LOCATOR.pack(LOCATOR, disk, offset + length, disks)
    else:
        fields[5:7] = [length, offset]
        between = tail[:position]
    return between + _END.pack(*fields) + tail[position + _END.size :]
