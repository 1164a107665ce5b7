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
