"""Makes archives for tests, and reads them again with independent libraries."""

from __future__ import annotations

import base64
import email
import gzip
import hashlib
import io
import json
import plistlib
import quopri
import re
import zipfile
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

import brotli
import zstandard
from warcio.archiveiterator import ArchiveIterator

from absolutize.containers import (
    CONTAINERS,
    ContainerOptions,
    ContainerTask,
    DocumentPart,
    Problem,
    Session,
    source_of,
)
from absolutize.containers.source import bytes_among
from absolutize.engine.rewriter import rewrite_document
from absolutize.options import Context, Policies

URL = "http://h/d/p"
PAGE = b"<!DOCTYPE html><a href=x>\n" + b"<p>text</p>\n" * 40
PAGE_ABSOLUTE = PAGE.replace(b"href=x", b"href=http://h/d/x")
CHECKED = b"<!DOCTYPE html><a href=http://h/d/x>\n"  # has nothing to change
PICTURE = b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 4
DATE = "2020-01-02T03:04:05Z"


class Ran(NamedTuple):
    """The result of rewriting a container: its kind, the new bytes, the parts found, and the problems."""

    kind: str | None
    data: bytes
    parts: list[DocumentPart]
    notices: list[Problem]

    @property
    def codes(self) -> list[str]:
        return [notice.code for notice in self.notices]


def unchanged(part: DocumentPart) -> tuple[bytes, DocumentPart]:
    return part.body, part


def resolved(part: DocumentPart) -> tuple[bytes, DocumentPart]:
    """Make a part absolute as the command line does, with the URL and charset that the container gives."""
    context = Context(part.url or URL, part.encapsulating, None, part.charset)
    return rewrite_document(part.body, context, Policies()).document, part  # type: ignore[return-value]


def run(
    data: bytes, name: str = "input", task: Callable[[DocumentPart], Any] = resolved, **choices: Any
) -> Ran:
    """Make a container absolute, in this process."""
    session = Session(ContainerTask(task, CONTAINERS, ContainerOptions(**choices)))
    source = source_of(data, name)
    kind = session.container(source)
    assert kind is not None, "it is no kind of container"
    notes: list[Any] = []
    out = b"".join(bytes_among(kind.rewrite(source, session, None), notes))
    parts = [note for note in notes if isinstance(note, DocumentPart)]
    return Ran(kind.name, out, parts, [note for note in notes if isinstance(note, Problem)])


# records


def sha1(data: bytes) -> str:
    return "sha1:" + base64.b32encode(hashlib.sha1(data).digest()).decode()  # noqa: S324 -- WARC uses SHA-1


def http(body: bytes, *fields: str, media: str | None = "text/html", status: str = "200 OK") -> bytes:
    """Make an HTTP message."""
    lines = [f"HTTP/1.1 {status}", *([f"Content-Type: {media}"] if media else []), *fields]
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + body


def record(
    kind: str, block: bytes, *fields: str, uri: str | None = URL, number: int = 1, version: str = "1.0"
) -> bytes:
    """Make a WARC record."""
    lines = [f"WARC/{version}", f"WARC-Type: {kind}"]
    lines += [f"WARC-Record-ID: <urn:uuid:00000000-0000-0000-0000-{number:012}>", f"WARC-Date: {DATE}"]
    lines += [f"WARC-Target-URI: {uri}"] if uri else []
    lines += [*fields, f"Content-Length: {len(block)}"]
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + block + b"\r\n\r\n"


def response(body: bytes, *fields: str, uri: str = URL, number: int = 1, **message: Any) -> bytes:
    """Make a response record with digests; ``fields`` are HTTP header fields."""
    block = http(body, f"Content-Length: {len(body)}", *fields, **message)
    digests = f"WARC-Block-Digest: {sha1(block)}", f"WARC-Payload-Digest: {sha1(body)}"
    media = "Content-Type: application/http; msgtype=response"
    return record("response", block, media, *digests, uri=uri, number=number)


INFO = record("warcinfo", b"software: t\r\n", "Content-Type: application/warc-fields", uri=None, number=900)


def arc(*records: tuple[str, str, bytes]) -> bytes:
    """Make an ARC file of URLs, media types and blocks."""
    version = b"1 0 Test\nURL IP-address Archive-date Content-type Archive-length\n"
    head = b"filedesc://t.arc 0.0.0.0 20200102030405 text/plain %d\n" % len(version)
    lines = [
        f"{uri} 192.0.2.1 20200102030405 {media} {len(block)}\n".encode() + block + b"\n"
        for uri, media, block in records
    ]
    return b"\n".join([head + version, *lines[:1]]) + b"".join(lines[1:])


class Read(NamedTuple):
    """A record as warcio reads it."""

    kind: str
    uri: str | None
    head: dict[str, str]
    http: list[tuple[str, str]]
    body: bytes


def records_of(data: bytes) -> list[Read]:
    """Read the records of a WARC or ARC file."""
    return [
        Read(
            record.rec_type,
            record.rec_headers.get_header("WARC-Target-URI") or record.rec_headers.get_header("uri"),
            dict(record.rec_headers.headers),
            record.http_headers.headers if record.http_headers else [],
            record.raw_stream.read(),
        )
        for record in ArchiveIterator(io.BytesIO(data), no_record_parse=False)
    ]


def check(data: bytes) -> list[str]:
    """Check digests and structure as ``warcio check`` does; return the problems found."""
    found: list[str] = []
    for record in ArchiveIterator(io.BytesIO(data), check_digests=True):
        record.raw_stream.read()
        found += record.digest_checker.problems
    return found


def gz(*members: bytes) -> bytes:
    return b"".join(gzip.compress(member, mtime=0) for member in members)


def zst(*frames: bytes) -> bytes:
    return b"".join(zstandard.compress(frame) for frame in frames)


def dictionary_frame(content: bytes) -> bytes:
    """Make the frame that begins a .warc.zst file and contains its dictionary."""
    return b"\x5d\x2a\x4d\x18" + len(content).to_bytes(4, "little") + content


def unzst(data: bytes) -> bytes:
    return zstandard.ZstdDecompressor().stream_reader(data, read_across_frames=True).read()


# zip


class _Stream(io.RawIOBase):
    """An output without seeking, so that zipfile writes the sizes after each member."""

    def __init__(self) -> None:
        self.data = b""

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        self.data += bytes(data)
        return len(data)


def zipped(members: Iterable[tuple[str, bytes]], *, deflated: bool = True, streamed: bool = False) -> bytes:
    """Make a zip file."""
    target: Any = _Stream() if streamed else io.BytesIO()
    with zipfile.ZipFile(target, "w") as file:
        file.comment = b"a comment"
        for name, data in members:
            entry = zipfile.ZipInfo(name, (2020, 1, 2, 3, 4, 6))
            file.writestr(entry, data, zipfile.ZIP_DEFLATED if deflated else zipfile.ZIP_STORED)
    return target.data if streamed else target.getvalue()


def members_of(data: bytes) -> list[tuple[str, bytes]]:
    """Read the members of a zip file, with their checksums checked."""
    with zipfile.ZipFile(io.BytesIO(data)) as file:
        assert file.testzip() is None
        return [(entry.filename, file.read(entry)) for entry in file.infolist()]


# WACZ


def sha256(data: bytes) -> str:
    return "sha256:" + hashlib.sha256(data).hexdigest()


def index_of(data: bytes, name: str = "data.warc.gz", kinds: Iterable[str] = ("response",)) -> bytes:
    """Make the CDXJ index of a WARC file."""
    lines = []
    reading = ArchiveIterator(io.BytesIO(data))
    for record in reading:
        offset, length = reading.get_record_offset(), reading.get_record_length()
        uri, digest = (record.rec_headers.get_header(f"WARC-{n}") for n in ("Target-URI", "Payload-Digest"))
        if record.rec_type in kinds:
            values = {
                "url": uri,
                "filename": name,
                "offset": str(offset),
                "length": str(length),
                "digest": digest,
            }
            values["recordDigest"] = sha256(data[offset : offset + length])
            lines.append(f"h)/d 20200102030405 {json.dumps(values)}\n".encode())
    return b"".join(lines)


def blocks_of(index: bytes) -> tuple[bytes, bytes]:
    """Make an index of gzip blocks with one line each, and the secondary index of these blocks."""
    blocks = [gzip.compress(line, mtime=0) for line in index.splitlines(keepends=True)]
    lines = [b'!meta 0 {"format": "cdxj-gzip-1.0", "filename": "index.cdx.gz"}\n']
    offset = 0
    for block in blocks:
        values = {"offset": offset, "length": len(block), "digest": sha256(block)}
        lines.append(f"h)/d 20200102030405 {json.dumps(values)}\n".encode())
        offset += len(block)
    return b"".join(blocks), b"".join(lines)


def wacz(records: bytes, *, signed: bool = False) -> bytes:
    """Make a WACZ file."""
    index = index_of(records)
    blocks, secondary = blocks_of(index)
    files = [
        ("indexes/index.cdx.gz", blocks),
        ("indexes/index.idx", secondary),
        ("indexes/index.cdxj", index),
        ("archive/data.warc.gz", records),
        ("pages/pages.jsonl", b'{"format": "json-pages-1.0"}\n'),
    ]
    return zipped([*files, *description(files, signed=signed)], deflated=False)


def description(files: list[tuple[str, bytes]], *, signed: bool = False) -> list[tuple[str, bytes]]:
    """Make the description of the files in a WACZ."""
    resources = [
        {"name": name.rpartition("/")[2], "path": name, "hash": sha256(data), "bytes": len(data)}
        for name, data in files
    ]
    package = json.dumps(
        {"profile": "data-package", "resources": resources, "wacz_version": "1.1.1"}, indent=1
    )
    digest = {"path": "datapackage.json", "hash": sha256(package.encode())}
    digest |= {"signedData": {"signature": "x"}} if signed else {}
    return [("datapackage.json", package.encode()), ("datapackage-digest.json", json.dumps(digest).encode())]


def unbr(data: bytes) -> bytes:
    return bytes(brotli.decompress(data))


# mail

ENVELOPE = b"From a@b Thu Jan  1 00:00:00 1998\n"


def mail(encoding: str, page: bytes = PAGE) -> bytes:
    """Make an MHTML message of a picture, a page and a style sheet."""
    coders = {"base64": base64.encodebytes, "quoted-printable": quopri.encodestring}
    parts = ((PICTURE, "image/png", "base64"), (page, "text/html", encoding), (b"p {}\n", "text/css", "8bit"))
    texts = [
        f"--b\nContent-Type: {media}\nContent-Transfer-Encoding: {name}\n\n".encode()
        + coders.get(name, bytes)(content)
        + b"\n"
        for content, media, name in parts
    ]
    head = f"MIME-Version: 1.0\nContent-Type: multipart/related; boundary=b\nContent-Location: {URL}\n\n"
    return head.encode() + b"".join(texts) + b"--b--\n"


def emlx(message: bytes) -> bytes:
    """Make a file as Apple Mail does: with a number in front of a message, and a property list behind it."""
    return b"%-10d\n%b%b" % (len(message), message, plistlib.dumps({"flags": 8590195713, "subject": "<a>"}))


def message_of(data: bytes) -> bytes:
    """Read a file of Apple Mail: the message; the property list is read, too."""
    count, _, rest = data.partition(b"\n")
    message, properties = rest[: int(count)], rest[int(count) :]
    assert plistlib.loads(properties) == {"flags": 8590195713, "subject": "<a>"}
    return message


def payloads(data: bytes) -> list[bytes]:
    """Decode the content of each part of messages with the standard mail library."""
    letters = re.split(rb"^From .*\n", data, flags=re.MULTILINE)
    parts = [part for letter in letters for part in email.message_from_bytes(letter).walk()]
    return [bytes(part.get_payload(decode=True)) for part in parts if not part.is_multipart()]
