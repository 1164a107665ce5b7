"""Journals of unfinished outputs: a damaged one, or one without its output, never ends in a wrong output."""

from __future__ import annotations

import errno
import json
import os
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import TextIO

import pytest

from absolutize.cli.io import resume
from absolutize.cli.io.resume import Interruption, Resumable, ResumePoint
from absolutize.containers import Checkpoint, IncompleteOutput
from absolutize.storage import files
from absolutize.storage.files import FileError
from tests.support.commandline import Ran, Runner

PIECES = tuple(bytes([letter]) * 8 for letter in b"abcdef")
WHOLE = b"".join(PIECES)


def written_until(stop: int, first: list[int] | None = None) -> Resumable:
    """An output of all pieces, whose work is interrupted before the piece with this number.

    The number of the piece with which a run begins is added to ``first``.
    """

    def pieces(point: ResumePoint | None) -> Iterator[bytes | Checkpoint]:
        done = 0 if point is None else point.state["done"]
        if first is not None:
            first.append(done)
        for number in range(done, len(PIECES)):
            if number == stop:
                raise KeyboardInterrupt
            yield PIECES[number]
            yield Checkpoint({"done": number + 1})

    return Resumable("the same run", pieces, dict)


@pytest.fixture(autouse=True)
def short_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(resume, "CHECKPOINT_BYTES", 8)


DAMAGES = {  # each with the number of the piece with which the next run begins
    "the last line is incomplete": (lambda lines: [*lines[:2], lines[2][:20]], 1),
    "the last line is incomplete and has bytes": (lambda lines: [*lines[:2], b'{"written": \xff\x80'], 1),
    "a line is no JSON": (lambda lines: [*lines[:2], b"\n", *lines[2:]], 1),
    "a line is zeros": (lambda lines: [*lines[:2], bytes(len(lines[2]) - 1) + b"\n"], 1),
    "a line is another value": (lambda lines: [*lines[:2], b"[1]\n"], 1),
    "a line has other names": (lambda lines: [*lines[:2], b"{}\n"], 1),
    "the first line is incomplete": (lambda lines: [lines[0][:5]], 0),
    "the first line is no JSON": (lambda lines: [b"\n", *lines[1:]], 0),
    "it is empty": (lambda _: [], 0),
}


@pytest.mark.parametrize(("damage", "begins"), DAMAGES.values(), ids=DAMAGES)
def test_a_damaged_journal_counts_up_to_the_damage(tmp_path: Path, damage: object, begins: int) -> None:
    first: list[int] = []
    path = tmp_path / "out"
    part = resume.temporary_path(path)
    journal = part.with_name(part.name + ".journal")
    with pytest.raises(Interruption):
        resume.create_output(path, written_until(3), resume=True)
    journal.write_bytes(b"".join(damage(journal.read_bytes().splitlines(keepends=True))))  # type: ignore[operator]
    with pytest.raises(Interruption):
        resume.create_output(path, written_until(5, first), resume=True)
    assert first == [begins]
    assert all(json.loads(line) for line in journal.read_bytes().splitlines())
    resume.create_output(path, written_until(-1), resume=True)
    assert path.read_bytes() == WHOLE
    assert [each.name for each in tmp_path.iterdir()] == ["out"]


@pytest.mark.parametrize(("size", "begins"), [(None, 0), (0, 0), (12, 1), (20, 2), (32, 4)], ids=str)
def test_an_output_that_lost_its_end_is_written_again_from_there(
    tmp_path: Path, size: int | None, begins: int
) -> None:
    """The file that has what is done may have been removed, and its journal not."""
    first: list[int] = []
    path = tmp_path / "out"
    part = resume.temporary_path(path)
    with pytest.raises(Interruption):
        resume.create_output(path, written_until(4), resume=True)
    if size is None:
        part.unlink()
    else:
        part.write_bytes(part.read_bytes()[:size])
    resume.create_output(path, written_until(-1, first), resume=True)
    assert first == [begins]
    assert path.read_bytes() == WHOLE


def test_a_replaced_file_keeps_its_mode_and_is_private_until_then(tmp_path: Path) -> None:
    path = tmp_path / "out"
    path.write_bytes(b"before")
    path.chmod(0o640)
    modes = []

    def pieces(_: ResumePoint | None) -> Iterator[bytes | Checkpoint]:
        modes.append(resume.temporary_path(path).stat().st_mode & 0o777)
        yield b"after"

    resume.create_output(path, Resumable("a run", pieces, dict), resume=False, force=True)
    assert (path.read_bytes(), path.stat().st_mode & 0o777, modes) == (b"after", 0o640, [0o600])


@pytest.mark.parametrize("name", ["out", "link"])
def test_an_output_that_an_interrupted_run_would_replace_is_unfinished(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    (tmp_path / "out").write_bytes(b"before")
    (tmp_path / "link").symlink_to("out")
    assert not resume.is_unfinished(path)
    with pytest.raises(Interruption):
        resume.create_output(path, written_until(3), resume=False, force=True)
    assert (path.read_bytes(), resume.is_unfinished(path)) == (b"before", True)
    resume.create_output(path, written_until(-1), resume=True, force=True)
    assert (path.read_bytes(), resume.is_unfinished(path)) == (WHOLE, False)


@pytest.mark.parametrize("suffix", ["", ".journal"])
def test_a_link_in_the_place_of_a_temporary_file_is_not_followed(suffix: str, tmp_path: Path) -> None:
    """In a directory in which all may write, another user would choose which file is overwritten."""
    path, other = tmp_path / "out", tmp_path / "other"
    other.write_bytes(b"before")
    Path(f"{resume.temporary_path(path)}{suffix}").symlink_to(other)
    with pytest.raises(FileError, match="out: Too many levels of symbolic links"):
        resume.create_output(path, written_until(-1), resume=False)
    assert (other.read_bytes(), path.exists()) == (b"before", False)


def test_a_file_that_must_not_be_written_is_not_replaced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "out"
    path.write_bytes(b"before")
    monkeypatch.setattr("os.access", lambda *_: False)
    with pytest.raises(FileError, match="out: Permission denied"):
        resume.create_output(path, written_until(-1), resume=False, force=True)
    assert [(path, path.read_bytes()) for path in tmp_path.iterdir()] == [(path, b"before")]


def full(*_: object) -> None:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


GOES_ON = r"run the same command with --resume to go on \(\S+/\.absolutize-\w+ has what is done\)"


def test_a_disk_that_is_full_at_the_end_costs_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, first = tmp_path / "out", list[int]()
    with monkeypatch.context() as patched:
        patched.setattr(files, "finish_file", full)
        with pytest.raises(FileError, match=f"out: No space left on device; {GOES_ON}$"):
            resume.create_output(path, written_until(-1), resume=False)
    assert not path.exists()
    resume.create_output(path, written_until(-1, first), resume=True)
    assert (first, path.read_bytes()) == ([len(PIECES)], WHOLE)
    assert [each.name for each in tmp_path.iterdir()] == ["out"]


def test_a_disk_that_is_full_before_there_is_a_checkpoint_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(resume, "append", full)
    with pytest.raises(FileError, match=r"out: No space left on device$"):
        resume.create_output(tmp_path / "out", written_until(-1), resume=False)
    assert not list(tmp_path.iterdir())


def test_a_journal_that_gets_only_a_part_of_a_line_counts_up_to_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The error is not raised again when the journal is closed."""
    path, first, lines, write = tmp_path / "out", list[int](), list[bytes](), os.write

    def write_what_fits(handle: int, line: bytes) -> int:
        lines.append(line)
        if len(lines) > 4:
            full()
        return write(handle, line if len(lines) < 4 else line[:9])

    with monkeypatch.context() as patched:
        patched.setattr(os, "write", write_what_fits)
        with pytest.raises(FileError, match=f"out: No space left on device; {GOES_ON}$"):
            resume.create_output(path, written_until(-1), resume=False)
    resume.create_output(path, written_until(-1, first), resume=True)
    assert (first, path.read_bytes()) == ([2], WHOLE)


def test_an_input_that_cannot_be_read_whole_leaves_nothing(tmp_path: Path) -> None:
    """A second run would not read more of it."""

    def pieces(_: ResumePoint | None) -> Iterator[bytes | Checkpoint]:
        yield from written_until(-1).pieces(None)
        raise IncompleteOutput("damaged")

    with pytest.raises(IncompleteOutput):
        resume.create_output(tmp_path / "out", Resumable("a run", pieces, dict), resume=False)
    assert not list(tmp_path.iterdir())


def test_a_worker_process_that_was_killed_costs_nothing_that_is_done(tmp_path: Path) -> None:
    """The system kills one if memory runs out, which says nothing about the input."""
    path, first = tmp_path / "out", list[int]()

    def pieces(_: ResumePoint | None) -> Iterator[bytes | Checkpoint]:
        yield from islice(written_until(-1).pieces(None), 6)
        raise IncompleteOutput("killed", may_pass=True)

    with pytest.raises(IncompleteOutput, match=f"killed; {GOES_ON}$"):
        resume.create_output(path, Resumable("the same run", pieces, dict), resume=False)
    resume.create_output(path, written_until(-1, first), resume=True)
    assert (first, path.read_bytes()) == ([3], WHOLE)


def test_an_output_that_another_run_completes_meanwhile_is_left_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The other run ends between the two steps in which this one opens the journal and locks it."""
    path = tmp_path / "out"
    opened = resume.open_journal

    def completed(journal: Path) -> TextIO:
        lines = opened(journal)
        path.write_bytes(b"of the other run")
        journal.unlink()
        return lines

    monkeypatch.setattr(resume, "open_journal", completed)
    with pytest.raises(FileError, match="out: is being written by another run"):
        resume.create_output(path, written_until(-1), resume=False)
    assert [(path, path.read_bytes()) for path in tmp_path.iterdir()] == [(path, b"of the other run")]


def test_an_output_that_another_program_makes_meanwhile_is_not_replaced(tmp_path: Path) -> None:
    path = tmp_path / "out"

    def pieces(_: ResumePoint | None) -> Iterator[bytes | Checkpoint]:
        yield from written_until(-1).pieces(None)
        path.write_bytes(b"of another program")

    with pytest.raises(FileError, match=r"out: was made by another program meanwhile, and is not replaced$"):
        resume.create_output(path, Resumable("a run", pieces, dict), resume=False)
    assert [(path, path.read_bytes()) for path in tmp_path.iterdir()] == [(path, b"of another program")]


def test_a_link_in_the_place_of_a_temporary_directory_is_not_followed(run: Runner) -> None:
    link, other = resume.temporary_path(run.directory / "out"), run.directory / "other"
    other.mkdir()
    link.symlink_to(other)
    ran = run("rewrite", "nested", "-o", "out", "--root", "http://h/")
    why = f"absolutize: {link.name}: is a symbolic link, and is not written to\n"
    assert ran == Ran(2, b"", why)
    assert not list(other.iterdir())
