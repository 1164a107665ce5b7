"""Brotli (RFC 7932), by whichever Python package for it is installed.

The methods of these packages differ; this module hides the differences. It does not know containers. Used
by `containers.compression`.
"""

from collections import deque
from collections.abc import Iterator
from importlib import import_module
from types import ModuleType
from typing import Any

from absolutize.storage.files import CHUNK

# There are three packages: Google's ``brotli``; ``brotlicffi``, whose module has that name; and ``brotlipy``,
# which pywb requires, and whose module ``brotli`` hides Google's
MODULE_NAMES = ("brotli", "brotlicffi")  # the first suitable module is used
BROTLI_SLICE = 256  # bytes that a module gets at once
KEPT_BYTES = 1 << 24  # bytes of a stream that are kept, to decode them again after an error
QUALITY = 9  # of 11: the two highest levels take ten times as long


class BrotliError(Exception):
    """Brotli data cannot be decoded: why, in the words of the module."""


def find_brotli() -> ModuleType | None:
    """Find a module for Brotli, if possible one that can limit its output; None if there is no module."""
    modules = [module for module in map(_imported, MODULE_NAMES) if hasattr(module, "Decompressor")]
    return next((module for module in modules if _is_bounded(module)), modules[0] if modules else None)


def _imported(name: str) -> ModuleType | None:
    try:
        return import_module(name)
    except ImportError:  # not installed, or installed without what it needs itself
        return None


def _is_bounded(module: Any) -> bool:  # noqa: ANN401 -- a module
    """Whether a module can limit its output: `brotli` and `brotlicffi` since version 1.2."""
    return hasattr(module.Decompressor, "can_accept_more_data")


class TrailingDataError(BrotliError):
    """Something is behind the stream."""

    def __init__(self, message: str = "trailing data after stream") -> None:
        super().__init__(message)


class Decompressor:
    """Decodes a stream with a module; `BrotliError` if it cannot be decoded, or if data follow it.

    ``module`` is the result of `find_brotli`. Everything that can be decoded is given before the error. Most
    modules do not do that: they give nothing for a slice of data with a wrong byte in it.
    """

    def __init__(self, module: Any) -> None:  # noqa: ANN401 -- a module
        self._module = module
        self._before = bytearray()  # the data so far, up to `KEPT_BYTES`
        self._begin()

    def _begin(self) -> None:
        self._decompressor = self._module.Decompressor()
        self._decode = _method(self._decompressor, "process", "decompress")
        self._pieces = self._bounded if _is_bounded(self._module) else self._at_once

    def feed(self, data: bytes) -> Iterator[bytes]:
        """Decode more data; in pieces of bounded size, if the module can limit its output."""
        for part in _slices(data):
            given = 0
            try:
                for piece in self._checked(part):
                    given += len(piece)
                    yield piece
            except TrailingDataError:
                raise
            except BrotliError as error:
                yield from self._again(part, given)
                raise error from None
            if len(self._before) <= KEPT_BYTES:
                self._before += part

    def is_finished(self) -> bool:
        """Whether the stream has ended."""
        if hasattr(self._decompressor, "is_finished"):
            return bool(self._decompressor.is_finished())
        try:
            self._decompressor.finish()  # brotlipy: raises an error before the end, and changes nothing
        except Exception:  # noqa: BLE001 -- the class of its error is not the same in all versions
            return False
        return True

    def _again(self, part: bytes, given: int) -> Iterator[bytes]:
        """Decode again from the beginning, and the failed part byte by byte; skip ``given`` bytes of it."""
        if len(self._before) > KEPT_BYTES:
            return
        self._begin()
        for before in _slices(bytes(self._before)):
            deque(self._checked(before), 0)
        for number in range(len(part)):
            for piece in self._checked(part[number : number + 1]):
                yield piece[given:]
                given = max(given - len(piece), 0)

    def _checked(self, part: bytes) -> Iterator[bytes]:
        """Decode a part; raise the errors of all modules as `BrotliError`."""
        if self.is_finished():
            raise TrailingDataError
        try:
            yield from filter(None, self._pieces(part))
        except Exception as error:  # noqa: BLE001 -- each module has its own error, and brotlipy asserts
            raise BrotliError(_reason(error)) from None

    def _bounded(self, data: bytes) -> Iterator[bytes]:
        while True:
            piece = self._decode(data, output_buffer_limit=CHUNK)
            data = b""
            if piece:
                yield piece
            elif self.is_finished() or self._decompressor.can_accept_more_data():
                return

    def _at_once(self, data: bytes) -> Iterator[bytes]:
        yield self._decode(data)


def _slices(data: bytes) -> Iterator[bytes]:
    """Give data in small slices, the last byte of each alone: brotlipy ignores bytes behind the end."""
    for start in range(0, len(data), BROTLI_SLICE):
        end = min(start + BROTLI_SLICE, len(data))
        yield from filter(None, (data[start : end - 1], data[end - 1 : end]))


class Compressor:
    """Encodes a stream with a module, which is the result of `find_brotli`."""

    def __init__(self, module: Any) -> None:  # noqa: ANN401 -- a module
        self._compressor = module.Compressor(quality=QUALITY)
        self._encode = _method(self._compressor, "process", "compress")

    def compress(self, data: bytes, /) -> bytes:
        """Give the next bytes of the stream."""
        return bytes(self._encode(data))

    def flush(self) -> bytes:
        """Give the last bytes of the stream."""
        return bytes(self._compressor.finish())


def _method(coder: object, *names: str) -> Any:  # noqa: ANN401 -- of another package
    """Get a method, which has one of these names."""
    return next(getattr(coder, name) for name in names if hasattr(coder, name))


def _reason(error: Exception) -> str:
    """Give the reason of a module's error as text; brotlicffi gives bytes."""
    message = error.args[0] if error.args else type(error).__name__
    text = message.decode("utf-8", "replace") if isinstance(message, bytes) else str(message)
    return text.rpartition(": ")[2].rstrip(".") or type(error).__name__
