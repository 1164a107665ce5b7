"""The memory that an archive takes does not grow when the archive is four times as large (on Linux)."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="there is no /proc")

MEASURE = """
import collections, io, sys, zlib
from absolutize import archive

def most():
    fields = dict(line.split(":", 1) for line in open("/proc/self/status"))
    return 1024 * int(fields["VmHWM"].split()[0])

def records(size):
    page = b"<!DOCTYPE html>" + b"<p>text " * 50_000 + b"<a href=x>" * 200 + b"<a href=/y?z>" * 200
    head = b"HTTP/1.1 200 OK\\r\\nContent-Type: text/html\\r\\n\\r\\n"
    for number in range(size // len(page)):
        lines = b"WARC/1.0", b"WARC-Type: response", b"WARC-Target-URI: http://h/%d/" % number
        lines += b"Content-Type: application/http", b"Content-Length: %d" % len(head + page)
        yield b"\\r\\n".join(lines) + b"\\r\\n\\r\\n" + head + page + b"\\r\\n\\r\\n"

def compressed(pieces):
    coder = zlib.compressobj(1, zlib.DEFLATED, 31)
    yield from map(coder.compress, pieces)
    yield coder.flush()

class Stream:
    def __init__(self, pieces):
        self.pieces, self.rest = pieces, b""

    def read(self, size):
        while not self.rest:
            piece = next(self.pieces, None)
            if piece is None:
                return b""
            self.rest = piece
        data, self.rest = self.rest[:size], self.rest[size:]
        return data

class Nowhere(io.RawIOBase):
    def write(self, data):
        return len(data)

what, form, size = sys.argv[1], sys.argv[2], int(sys.argv[3])
pieces = records(size)
stream = Stream(compressed(pieces) if form == "gzip" else pieces)
before = most()
if what == "rewrite":
    result = archive.rewrite(stream, Nowhere(), "http://h/")
else:
    result = getattr(archive, what)(stream, "http://h/")
    collections.deque(result, 0)
assert result.documents > size // 500_000 and not result.problems
print(most() - before)
"""
SIZE = 16_000_000
ALLOWED = 3_000_000  # bytes more for four times the size


def peak(what: str, form: str, size: int) -> int:
    command = [sys.executable, "-c", MEASURE, what, form, str(size)]
    return int(subprocess.run(command, capture_output=True, text=True, check=True).stdout)


@pytest.mark.parametrize("form", ["plain", "gzip"])
@pytest.mark.parametrize("what", ["rewrite", "links", "check", "documents"])
def test_memory_does_not_grow_with_the_archive(what: str, form: str) -> None:
    small, large = (peak(what, form, size) for size in (SIZE, 4 * SIZE))
    assert large < small + ALLOWED


HOSTILE = """
import gzip, io, sys, zipfile
import zstandard
from absolutize import archive

def most():
    fields = dict(line.split(":", 1) for line in open("/proc/self/status"))
    return 1024 * int(fields["VmHWM"].split()[0])

def zst(first):
    coder = zstandard.ZstdCompressor().compressobj()
    pieces = [coder.compress(first), *(coder.compress(MANY) for _ in range(COUNT)), coder.flush()]
    return b"".join(pieces)

def gz():
    packed = io.BytesIO()
    with gzip.GzipFile(fileobj=packed, mode="wb", compresslevel=1) as file:
        for _ in range(COUNT):
            file.write(MANY)
    return packed.getvalue()

def wacz(name, first=b"", content=None):
    packed = io.BytesIO()
    record = (
        b"WARC/1.0\\r\\nWARC-Type: resource\\r\\nWARC-Target-URI: http://h/\\r\\n"
        b"Content-Type: text/html\\r\\nContent-Length: 10\\r\\n\\r\\n<a href=x>\\r\\n\\r\\n"
    )
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as file:
        file.writestr("archive/a.warc.gz", gzip.compress(record), zipfile.ZIP_STORED)
        if name != "datapackage.json":
            file.writestr("datapackage.json", "{}")
        with file.open(name, "w") as member:
            for piece in [first, *[MANY] * COUNT] if content is None else [content]:
                member.write(piece)
    return packed.getvalue()

MANY, COUNT = b" " * (1 << 20), 1000
data = eval(sys.argv[1])
before = most()
result = archive.rewrite(io.BytesIO(data), io.BytesIO(), name="a.zst")
assert [problem.code for problem in result.problems] == [sys.argv[2]]
print(most() - before)
"""
MOST = 500_000_000  # bytes of memory; a document of 128 MB is read as a whole
BOMBS = {
    # a source that decodes to a gigabyte, and what is reported
    "a record in Zstandard": ("zst(b'WARC/1.0\\r\\nWARC-Type: response\\r\\n')", "too-large"),
    "a file in Zstandard": ("zst(b'')", "too-large"),
    "a data package": ("wacz('datapackage.json', b'{')", "damaged-member"),
    "the digest of a data package": ("wacz('datapackage-digest.json', b'{')", "damaged-member"),
    "a line of an index": ("wacz('indexes/index.cdx')", "damaged-member"),
    "a block of an index": ("wacz('indexes/index.cdx.gz', content=gz())", "damaged-member"),
}


@pytest.mark.parametrize(("source", "code"), BOMBS.values(), ids=BOMBS)
def test_what_decodes_to_a_gigabyte_is_not_kept(source: str, code: str) -> None:
    command = [sys.executable, "-c", HOSTILE, source, code]
    assert int(subprocess.run(command, capture_output=True, text=True, check=True).stdout) < MOST


MESSAGE = """
import io, sys
from absolutize import archive

def most():
    fields = dict(line.split(":", 1) for line in open("/proc/self/status"))
    return 1024 * int(fields["VmHWM"].split()[0])

head = b"Content-Type: text/html\\nContent-Location: http://h/\\n"
head += b"Content-Transfer-Encoding: quoted-printable\\n\\n"
archive.rewrite(io.BytesIO(head + b"<a href=3Dx>"), io.BytesIO(), name="a.eml")  # imports do not count
data = head + eval(sys.argv[1])
before = most()
result = archive.rewrite(io.BytesIO(data), io.BytesIO(), name="a.eml")
assert result.changed == 1 and not result.problems
print((most() - before) / len(data))
"""
QUOTED = {
    # a body of quoted-printable of 8 MB
    "a few links": "b'<a href=3Dx>=\\n' + b'<p>A few words in a line that is not the last,=\\n' * 160_000",
    "a link in each line": "b'<p>A few words, <a href=3Dx>and a link</a>.\\n' * 180_000",
}


@pytest.mark.parametrize("body", QUOTED.values(), ids=QUOTED)
def test_a_quoted_message_takes_a_few_times_its_size(body: str) -> None:
    command = [sys.executable, "-c", MESSAGE, body]
    assert float(subprocess.run(command, capture_output=True, text=True, check=True).stdout) < 12
