"""Journals of unfinished outputs: a damaged one, or one without its output, never ends in a wrong output."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from absolutize.cli.io import resume
from absolutize.cli.io.resume import Interruption, Resumable, ResumePoint
from absolutize.containers import Checkpoint
from absolutize.storage.files import FileError

PIECES = tuple(bytes([letter]) * 8 for letter in b"abcdef")
WHOLE = b"".join(PIECES)


def written_until(stop: int) -> Resumable:
    """An output of all pieces, whose work is interrupted before the piece with this number."""

    def pieces(point: ResumePoint | None) -> Iterator[bytes | Checkpoint]:
        for number in range(0 if point is None else point.state["done"], len(PIECES)):
            if number == stop:
                raise KeyboardInterrupt
            yield PIECES[number]
            yield Checkpoint({"done": number + 1})

    return Resumable("the same run", pieces, dict)


@pytest.fixture(autouse=True)
def short_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(resume, "CHECKPOINT_BYTES", 8)


DAMAGES = {
    "the last line is incomplete": lambda lines: [*lines[:2], lines[2][:20]],
    "the last line is incomplete and has bytes": lambda lines: [*lines[:2], b'{"written": \xff\x80'],
    "a line is no JSON": lambda lines: [*lines[:2], b"\n", *lines[2:]],
    "a line is zeros": lambda lines: [*lines[:2], bytes(len(lines[2]) - 1) + b"\n"],
    "a line is another value": lambda lines: [*lines[:2], b"[1]\n"],
    "a line has other names": lambda lines: [*lines[:2], b"{}\n"],
    "the first line is incomplete": lambda lines: [lines[0][:5]],
    "the first line is no JSON": lambda lines: [b"\n", *lines[1:]],
    "it is empty": lambda _: [],
}


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES)
def test_a_damaged_journal_counts_up_to_the_damage(tmp_path: Path, damage: object) -> None:
    path = tmp_path / "out"
    part = resume.temporary_path(path)
    journal = part.with_name(part.name + ".journal")
    with pytest.raises(Interruption):
        resume.create_output(path, written_until(3), resume=True)
    journal.write_bytes(b"".join(damage(journal.read_bytes().splitlines(keepends=True))))  # type: ignore[operator]
    with pytest.raises(Interruption):
        resume.create_output(path, written_until(5), resume=True)
    assert all(json.loads(line) for line in journal.read_bytes().splitlines())
    resume.create_output(path, written_until(-1), resume=True)
    assert path.read_bytes() == WHOLE
    assert [each.name for each in tmp_path.iterdir()] == ["out"]


@pytest.mark.parametrize("size", [None, 0, 12, 20], ids=str)
def test_an_output_that_lost_its_end_is_written_again_from_there(tmp_path: Path, size: int | None) -> None:
    """The file that has what is done may have been removed, and its journal not."""
    path = tmp_path / "out"
    part = resume.temporary_path(path)
    with pytest.raises(Interruption):
        resume.create_output(path, written_until(4), resume=True)
    if size is None:
        part.unlink()
    else:
        part.write_bytes(part.read_bytes()[:size])
    resume.create_output(path, written_until(-1), resume=True)
    assert path.read_bytes() == WHOLE


def test_an_output_that_another_program_makes_meanwhile_is_not_replaced(tmp_path: Path) -> None:
    path = tmp_path / "out"

    def pieces(_: ResumePoint | None) -> Iterator[bytes | Checkpoint]:
        yield b"x"
        path.write_bytes(b"of another program")

    with pytest.raises(FileError, match=r"out: was made by another program meanwhile, and is not replaced$"):
        resume.create_output(path, Resumable("a run", pieces, dict), resume=False)
    assert [(path, path.read_bytes()) for path in tmp_path.iterdir()] == [(path, b"of another program")]
