"""Decoders give the data in pieces of bounded size, notice the end of the data, and report damage."""

from __future__ import annotations

import gzip
import zlib
from types import SimpleNamespace
from typing import TYPE_CHECKING

import pytest

from absolutize.containers import compression
from absolutize.containers.compression import CorruptData, Inflater
from absolutize.storage.files import CHUNK
from tests.support.archives import PAGE, PAGE_ABSOLUTE, gz, response, run

if TYPE_CHECKING:
    import io

# Copies of 258 bytes whose codes have 3 bits, and then a code that means nothing: the last byte has bits of
# the copy with which the first piece is full, and these that cannot be decoded
DAMAGED = bytes.fromhex("edc0010900000080a0adfd3f514312") + b"\xb6\x6d\xdb" * 127 + b"\x76"


def test_the_end_is_noticed_when_it_is_in_the_last_byte_of_a_full_piece() -> None:
    for size in range(CHUNK - 2, CHUNK + 600):
        deflating = zlib.compressobj(6, zlib.DEFLATED, -15)
        decoder = Inflater(-15)
        read = b"".join(decoder.feed(deflating.compress(b" " * size) + deflating.flush()))
        assert (len(read), decoder.is_finished, decoder.rest) == (size, True, b"")


def test_damage_behind_a_full_piece() -> None:
    pieces = Inflater(-15).feed(DAMAGED)
    assert len(next(pieces)) == CHUNK
    with pytest.raises(CorruptData, match=r"^invalid distance code$"):
        list(pieces)


def test_damage_behind_a_full_piece_of_a_response_is_reported() -> None:
    data = response(DAMAGED, "Content-Encoding: deflate")
    ran = run(data)
    assert ran.data == data
    assert ran.notices == [("input!0", "damaged-message", "invalid distance code")]


def test_an_empty_input_gives_nothing() -> None:
    decoder = Inflater()
    assert (list(decoder.feed(b"")), decoder.is_finished) == ([], False)


FAR_NAMES = {
    "a name": (8, b"n" * 70_000 + b"\0"),
    "an extra field, and a name behind": (12, b"\xff\xff" + bytes(65_535) + b"n\0"),
}


@pytest.mark.parametrize(("flags", "names"), FAR_NAMES.values(), ids=FAR_NAMES)
def test_a_name_whose_end_is_far_behind_is_left_out(flags: int, names: bytes) -> None:
    data = gzip.compress(PAGE)
    ran = run(data[:3] + bytes((flags,)) + data[4:10] + names + data[10:], "page.html.gz")
    assert gzip.decompress(ran.data) == PAGE_ABSOLUTE
    assert ran.notices == []


def test_an_interrupt_while_a_gzip_member_is_written_is_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """The writer of fastwarc, which is dropped then, clears the exception."""
    fastwarc = pytest.importorskip("fastwarc")

    def interrupt() -> None:
        raise KeyboardInterrupt

    def interrupted(packed: io.BytesIO, level: int) -> tuple[object, None]:
        return fastwarc.GzipWriter(packed, level), interrupt()

    monkeypatch.setattr(compression, "import_needed", lambda _: SimpleNamespace(GzipWriter=interrupted))
    with pytest.raises(KeyboardInterrupt):
        compression.gzip_member(b"x", gz(b"x"))
