"""Standard output gets all of what is written, and says so where it does not; copies do not run as others."""

import errno
import io
import os
from pathlib import Path
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


def test_an_object_that_does_not_say_how_much_it_took_took_all() -> None:
    taken = list[bytes]()
    files.write_whole(SimpleNamespace(write=lambda data: taken.append(bytes(data))), b"0123456789")  # type: ignore[arg-type]
    assert taken == [b"0123456789"]


def test_an_output_that_would_have_to_wait_is_an_error() -> None:
    class Waiting(Short):
        def write(self, _: Any) -> None:  # type: ignore[override]
            return None

    with pytest.raises(BlockingIOError):
        files.write_whole(Waiting(0), b"0")  # type: ignore[arg-type]


def test_an_output_without_a_buffer_that_is_full_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    short = output(monkeypatch, 7)
    with pytest.raises(OSError, match=r"^\[Errno 28\] No space left on device: 'standard output'$"):
        files.write_stdout([b"a page", b" and more"])
    assert short.data == b"a page "


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root can give files away")
@pytest.mark.parametrize(("owner", "group", "mode"), [(0, 0, 0o6755), (65534, 0, 0o755), (0, 65534, 0o755)])
def test_a_copy_does_not_run_as_another_owner(tmp_path: Path, owner: int, group: int, mode: int) -> None:
    """A program in a directory that root copies would otherwise run as root, for everybody."""
    source, copy = tmp_path / "source", tmp_path / "copy"
    source.write_bytes(b"#!/bin/sh\n")
    copy.write_bytes(b"#!/bin/sh\n")
    os.chown(source, owner, group)
    source.chmod(0o6755)
    files.copy_stat(source, copy)
    assert copy.stat().st_mode & 0o7777 == mode
    assert copy.stat().st_mtime_ns == source.stat().st_mtime_ns
