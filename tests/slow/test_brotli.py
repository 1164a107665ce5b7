"""Brotli is read and written by whichever module there is: brotli, brotlicffi or brotlipy, old and new."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from types import SimpleNamespace
from typing import Any

import brotli
import pytest

from absolutize.containers import brotli_modules
from absolutize.containers.compressed_file import is_brotli
from absolutize.containers.compression import BrotliDecoder, BrotliEncoder, CorruptData
from absolutize.containers.source import Problem
from tests.support.archives import PAGE, response, run

LONG = b"".join(b"<a href=%d>%d</a>\n" % (n, n * n) for n in range(5_000))


class OfGoogle11:
    """The methods of Google's module up to version 1.1: a call may return any amount of data."""

    def __init__(self) -> None:
        self._inner = brotli.Decompressor()

    def process(self, data: bytes) -> bytes:
        return bytes(self._inner.process(data))

    def is_finished(self) -> bool:
        return bool(self._inner.is_finished())


class OfBrotlipy:
    """The methods of brotlipy 0.7: it decodes all at once, and ignores what follows the end."""

    def __init__(self) -> None:
        self._inner = brotli.Decompressor()

    def decompress(self, data: bytes) -> bytes:
        pieces = []
        for byte in data:
            if self._inner.is_finished():
                break
            pieces.append(self._inner.process(bytes((byte,))))
        return b"".join(pieces)

    def flush(self) -> bytes:
        return b""

    def finish(self) -> bytes:
        if not self._inner.is_finished():
            raise brotli.error("Decompression error: incomplete compressed stream.")
        return b""


class CompressorOfBrotlipy:
    """The methods of brotlipy's encoder."""

    def __init__(self, mode: int = 0, quality: int = 11, lgwin: int = 22) -> None:
        self._inner = brotli.Compressor(mode=mode, quality=quality, lgwin=lgwin)

    def compress(self, data: bytes) -> bytes:
        return bytes(self._inner.process(data))

    def finish(self) -> bytes:
        return bytes(self._inner.finish())


OLD = SimpleNamespace(Decompressor=OfGoogle11, Compressor=brotli.Compressor, error=brotli.error)
PY = SimpleNamespace(Decompressor=OfBrotlipy, Compressor=CompressorOfBrotlipy, error=brotli.error)


def module(name: str) -> Any:
    """The module if it is installed, else a copy of Google's, which has the same methods."""
    try:
        found = importlib.import_module(name)
    except ImportError:
        return SimpleNamespace(**vars(brotli))
    return found


INSTALLED: dict[str, tuple[Any, Any]] = {  # what `import brotli` and `import brotlicffi` give
    "brotli": (brotli, None),
    "brotlicffi": (None, module("brotlicffi")),
    "brotlipy": (PY, None),
    "an old brotli": (OLD, None),
    "brotlipy and brotlicffi": (PY, module("brotlicffi")),
    "a brotli without a decompressor": (SimpleNamespace(), module("brotlicffi")),
}


@pytest.fixture(params=INSTALLED)
def installed(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Let only the modules of this row be found by an import."""
    for name, found in zip(brotli_modules.MODULE_NAMES, INSTALLED[request.param], strict=True):
        monkeypatch.setitem(sys.modules, name, found)
    return str(request.param)


def decoded(data: bytes, cuts: Callable[[bytes], Iterator[bytes]]) -> tuple[bytes, bool]:
    decoder = BrotliDecoder()
    out = b"".join(piece for part in cuts(data) for piece in decoder.feed(part))
    return out, decoder.is_finished


CUTS: dict[str, Callable[[bytes], Iterator[bytes]]] = {
    "whole": lambda data: iter([data]),
    "by byte": lambda data: (data[n : n + 1] for n in range(len(data))),
    "by 1000": lambda data: (data[n : n + 1000] for n in range(0, len(data), 1000)),
}


@pytest.mark.usefixtures("installed")
@pytest.mark.rows("cuts", CUTS.values(), ids=CUTS)
@pytest.mark.rows("document", [b"", b"x", PAGE, LONG, bytes(10_000_000)], ids=len)
def test_a_stream_is_decoded(document: bytes, cuts: Callable[[bytes], Iterator[bytes]]) -> None:
    assert decoded(brotli.compress(document, quality=5), cuts) == (document, True)


@pytest.mark.usefixtures("installed")
def test_a_stream_is_encoded() -> None:
    encoder = BrotliEncoder(b"")
    assert brotli.decompress(encoder.compress(LONG) + encoder.compress(PAGE) + encoder.flush()) == LONG + PAGE


@pytest.mark.usefixtures("installed")
def test_a_stream_that_is_cut_has_not_ended() -> None:
    out, finished = decoded(brotli.compress(LONG)[:-1], CUTS["whole"])
    assert LONG.startswith(out)
    assert not finished


@pytest.mark.usefixtures("installed")
@pytest.mark.rows("rest", [b"x", b"xy", b"x" * 255, b"x" * 256, b"x" * 1000], ids=len)
@pytest.mark.rows("cuts", CUTS.values(), ids=CUTS)
def test_what_follows_a_stream_makes_it_damaged(
    rest: bytes, cuts: Callable[[bytes], Iterator[bytes]]
) -> None:
    for document in (PAGE, LONG[: 1 << 12], LONG[: 1 << 13]):
        with pytest.raises(CorruptData):
            decoded(brotli.compress(document) + rest, cuts)


@pytest.mark.usefixtures("installed")
@pytest.mark.rows("rest", [b"x", b"x" * 255, b"x" * 1000], ids=len)
@pytest.mark.rows("cuts", CUTS.values(), ids=CUTS)
@pytest.mark.rows("document", [b"", b"x", PAGE, LONG], ids=len)
def test_what_a_stream_holds_is_read_whatever_follows(
    document: bytes, cuts: Callable[[bytes], Iterator[bytes]], rest: bytes
) -> None:
    data = brotli.compress(document, quality=5) + rest
    assert read_until_damaged(cuts(data)) == (document, "trailing data after stream")


def test_what_is_read_of_a_damaged_stream_does_not_depend_on_the_module(installed: str) -> None:
    """The expected data are what Google's decoder gives for one byte at a time, up to its error."""
    data = brotli.compress(LONG)[:900] + b"\xff" * 900
    inner, pieces = brotli.Decompressor(), list[bytes]()
    with suppress(brotli.error):
        pieces += (inner.process(bytes((byte,))) for byte in data)
    assert read_until_damaged(iter([data]))[0] == b"".join(pieces), installed


def read_until_damaged(parts: Iterator[bytes]) -> tuple[bytes, str]:
    decoder, pieces = BrotliDecoder(), list[bytes]()
    try:
        pieces += (piece for part in parts for piece in decoder.feed(part))
    except CorruptData as damage:
        return b"".join(pieces), str(damage)
    pytest.fail("not damaged")


@pytest.mark.usefixtures("installed")
@pytest.mark.rows("rest", [b"", b"x", b"x" * 300], ids=len)
def test_a_file_is_brotli_whatever_follows(rest: bytes) -> None:
    assert is_brotli(brotli.compress(PAGE) + rest, "p.html.br")
    assert not is_brotli(b"; a text" + rest, "p.html.br")
    assert not is_brotli(PAGE + rest, "p.html.br")


@pytest.mark.usefixtures("installed")
@pytest.mark.rows("data", [b"\xff" * 100, b"<html>" * 50, brotli.compress(LONG)[:900] + b"\xff" * 900])
def test_what_is_not_brotli_is_damaged(data: bytes) -> None:
    with pytest.raises(CorruptData) as damage:
        decoded(data, CUTS["whole"])
    assert str(damage.value)
    assert "b'" not in str(damage.value)


def test_records_are_read_and_written_with_each(installed: str) -> None:
    """The record is made absolute, whichever module decodes and encodes it."""
    ran = run(response(brotli.compress(PAGE), "Content-Encoding: br", uri="http://h/d/page.html"))
    assert ran.notices == [], installed
    body = ran.data.partition(b"Content-Encoding: br\r\n\r\n")[2].removesuffix(b"\r\n\r\n")
    assert b"http://h/" in brotli.decompress(body)


@pytest.mark.usefixtures("installed")
def test_a_record_that_cannot_be_decoded_is_a_finding() -> None:
    data = response(brotli.compress(PAGE)[:-2] + b"\xff\xff", "Content-Encoding: br")
    ran = run(data)
    assert ran.data == data
    assert [notice[:2] for notice in ran.notices] == [("input!0", "damaged-message")]


def test_a_module_with_unknown_methods_is_a_finding(monkeypatch: pytest.MonkeyPatch) -> None:
    """An unexpected exception of a module is reported as a problem of the record."""

    class Odd:
        def decompress(self, _data: bytes) -> bytes:
            raise AttributeError("no such attribute")

        def finish(self) -> bytes:
            raise NotImplementedError

    monkeypatch.setitem(sys.modules, "brotli", SimpleNamespace(Decompressor=Odd))
    monkeypatch.setitem(sys.modules, "brotlicffi", None)
    data = response(brotli.compress(PAGE), "Content-Encoding: br")
    ran = run(data)
    assert ran.data == data
    assert ran.notices == [Problem("input!0", "damaged-message", "no such attribute")]


def test_the_module_that_limits_its_output_is_preferred(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "brotli", PY)
    monkeypatch.setitem(sys.modules, "brotlicffi", brotli)
    assert brotli_modules.find_brotli() is brotli
    monkeypatch.setitem(sys.modules, "brotlicffi", None)
    assert brotli_modules.find_brotli() is PY
