"""Standard output gets all of what is written, and says so where it does not."""

import errno
import io
from types import SimpleNamespace
from typing import Any

import pytest

from absolutize.storage import files


class Short(io.RawIOBase):
    """An output without a buffer, which takes a few bytes at a time, and at most ``room`` of them."""

    def __init__(self, room: int) -> None:
        self.room, self.data = room, b""

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        taken = bytes(data[: min(3, self.room - len(self.data))])
        if not taken:
            raise OSError(errno.ENOSPC, "No space left on device")
        self.data += taken
        return len(taken)


def output(monkeypatch: pytest.MonkeyPatch, room: int) -> Short:
    short = Short(room)
    monkeypatch.setattr("sys.stdout", SimpleNamespace(buffer=short, isatty=lambda: False))
    return short


def test_an_output_without_a_buffer_gets_all(monkeypatch: pytest.MonkeyPatch) -> None:
    """``PYTHONUNBUFFERED=1``: a write may take a part of what it is given."""
    short = output(monkeypatch, 100)
    files.write_stdout([b"a page", b"", b" and more"])
    assert short.data == b"a page and more"


def test_an_output_without_a_buffer_that_is_full_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    short = output(monkeypatch, 7)
    with pytest.raises(OSError, match=r"^\[Errno 28\] No space left on device: 'standard output'$"):
        files.write_stdout([b"a page", b" and more"])
    assert short.data == b"a page "
