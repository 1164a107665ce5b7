"""Standard output gets all of what is written, and says so where it does not; copies do not run as others."""

import errno
import io
import os
import time
from concurrent.futures import ThreadPoolExecutor
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


@pytest.mark.parametrize("answer", [None, True, "all"], ids=repr)
def test_an_object_that_does_not_say_how_much_it_took_took_all(answer: object) -> None:
    """It gets bytes, as `archive.rewrite` promises, and not what only resembles them."""
    taken = list[object]()

    def write(data: object) -> object:
        taken.append(data)
        return answer

    files.write_whole(SimpleNamespace(write=write), b"0123456789")  # type: ignore[arg-type]
    assert (taken, [type(each) for each in taken]) == ([b"0123456789"], [bytes])


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


ESCAPED = {
    "a control character": (b"a\x1b[31mb\x00", b"a\\x1b[31mb\\x00"),
    "a control character of two bytes": (b"a\xc2\x9b31mb", b"a\\x9b31mb"),
    "one that reorders": (b"a\xe2\x80\xaeb\xe2\x81\xa6c\xd8\x9c", b"a\\u202eb\\u2066c\\u061c"),
    "line ends": (b"a\r\nb\rc\n\r", b"a\r\nb\\rc\n\\r"),
    "letters of the same beginning": (
        b"\xc2\xe2\x80\xd8\xa7\xc2\xa0\xe2\x82\xac\xe2",
        b"\xc2\xe2\x80\xd8\xa7\xc2\xa0\xe2\x82\xac\xe2",
    ),
    "nothing": (b"", b""),
}


@pytest.mark.parametrize(("text", "escaped"), ESCAPED.values(), ids=ESCAPED)
def test_control_characters_are_escaped_wherever_a_chunk_ends(text: bytes, escaped: bytes) -> None:
    assert b"".join(files.escaped_controls([text])) == escaped
    assert b"".join(files.escaped_controls([text[at : at + 1] for at in range(len(text))])) == escaped
    for end in range(len(text)):
        assert b"".join(files.escaped_controls([text[:end], b"", text[end:]])) == escaped


def test_the_mode_of_a_new_file_is_found_without_opening_files_of_other_threads(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    masks, change = list[int](), os.umask
    before = change(0o027)
    monkeypatch.setattr(os, "umask", lambda mask: masks.append(mask) or change(mask))
    try:
        assert files._new_file_mode() == 0o640
    finally:
        change(before)
    assert masks == [0o077, 0o027]


def test_threads_do_not_change_the_mask_for_good(monkeypatch: pytest.MonkeyPatch) -> None:
    """A thread that read the mask while another one had set it would have set that mask at the end."""
    before, change = os.umask(0o027), os.umask

    def slowly(mask: int) -> int:
        was = change(mask)
        time.sleep(0.002)
        return was

    monkeypatch.setattr(os, "umask", slowly)
    try:
        with ThreadPoolExecutor(4) as threads:
            modes = {*threads.map(lambda _: files._new_file_mode(), range(12))}
    finally:
        mask = change(before)
    assert (modes, mask) == ({0o640}, 0o027)


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
