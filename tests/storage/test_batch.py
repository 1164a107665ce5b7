"""Files written as a batch: the disk is waited for once, and each file is whole or absent."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from absolutize.storage import batch
from absolutize.storage.batch import MOST_FILES_ALONE, Batch, write_changed, write_new
from absolutize.storage.files import FileError


@pytest.fixture
def waits(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What the disk is waited for: single files, and file systems."""
    found = list[str]()
    monkeypatch.setattr(os, "fsync", lambda _: found.append("file"))
    monkeypatch.setattr(batch, "_file_system_sync", lambda: lambda _: found.append("all"))
    return found


def fail(error: FileError) -> None:
    raise error


def test_many_files_are_waited_for_once(tmp_path: Path, waits: list[str]) -> None:
    with Batch(fail) as files:
        for number in range(1000):
            files.add(write_new(tmp_path / f"{number}.html", [b"x"]))
        assert waits == []
        assert not list(tmp_path.glob("*.html"))
    assert waits == ["all", "file"]  # the files, and the directory with their names
    assert {path.read_bytes() for path in tmp_path.iterdir()} == {b"x"}
    assert len(list(tmp_path.glob("*.html"))) == 1000


def test_few_files_are_waited_for_one_by_one(tmp_path: Path, waits: list[str]) -> None:
    with Batch(fail) as files:
        for number in range(batch.MOST_FILES_ALONE):
            files.add(write_new(tmp_path / f"{number}.html", [b"x"]))
    assert waits == ["file"] * (batch.MOST_FILES_ALONE + 1)


def test_where_a_file_system_cannot_be_waited_for_each_file_is(
    tmp_path: Path, waits: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(batch, "_file_system_sync", lambda: None)
    with Batch(fail) as files:
        for number in range(20):
            files.add(write_new(tmp_path / f"{number}.html", [b"x"]))
    assert waits == ["file"] * 21


@pytest.mark.parametrize(
    ("release", "found"), [("5.8.0-1", True), ("5.7.19", False), ("6.1", True), ("x", False)]
)
def test_old_kernels_do_not_report_errors_of_a_file_system(
    release: str, found: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(batch.platform, "release", lambda: release)
    monkeypatch.setattr(batch.platform, "system", lambda: "Linux")
    batch._file_system_sync.cache_clear()
    assert (batch._file_system_sync() is not None) == found
    batch._file_system_sync.cache_clear()


def test_the_disk_is_really_waited_for(tmp_path: Path) -> None:
    for number in range(20):
        (tmp_path / f"{number}").write_bytes(b"x")
    batch.sync([str(path) for path in tmp_path.iterdir()])


@pytest.mark.parametrize("number", [1, batch.MOST_FILES_ALONE + 1], ids=["a file", "many files"])
def test_a_file_that_is_missing_is_named(number: int, tmp_path: Path) -> None:
    name = str(tmp_path / "none")
    with pytest.raises(FileError) as refused:
        batch.sync([name] * number)
    assert str(refused.value) == f"{name}: No such file or directory"


def test_an_exception_leaves_nothing(tmp_path: Path) -> None:
    (tmp_path / "old").write_bytes(b"old")
    files = Batch(fail)
    files.add(write_new(tmp_path / "new", [b"new"]))
    files.add(write_changed(tmp_path / "old", iter([b"new"])))
    files.__exit__(OSError)
    assert [path.name for path in tmp_path.iterdir()] == ["old"]
    assert (tmp_path / "old").read_bytes() == b"old"


@pytest.mark.parametrize("name", ["a\0b", "\ud800"], ids=["NUL", "a lone surrogate"])
def test_a_name_that_no_file_can_have_leaves_nothing(name: str, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"null|surrogates"), Batch(fail) as files:
        files.add(write_new(tmp_path / "new", [b"new"])._replace(target=str(tmp_path / name)))
    assert not list(tmp_path.iterdir())


def test_an_interruption_keeps_what_is_done(tmp_path: Path) -> None:
    (tmp_path / "old").write_bytes(b"old")
    files = Batch(fail)
    files.add(write_new(tmp_path / "new", [b"new"]))
    files.add(write_changed(tmp_path / "old", iter([b"new"])))
    files.__exit__(KeyboardInterrupt)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["new", "old"]
    assert (tmp_path / "old").read_bytes() == b"new"


def test_an_interruption_among_the_names_gives_the_others_theirs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    apply, done = batch.NewFile.apply, list[str]()

    def interrupted(file: batch.NewFile) -> None:
        apply(file)
        done.append(file.name)
        if len(done) == 3:
            raise KeyboardInterrupt

    monkeypatch.setattr(batch.NewFile, "apply", interrupted)
    files, names = Batch(fail), [f"{number}.html" for number in range(9)]
    for name in names:
        files.add(write_new(tmp_path / name, [b"x"]))
    with pytest.raises(KeyboardInterrupt):
        files.finish()
    files.__exit__(KeyboardInterrupt)
    assert sorted(path.name for path in tmp_path.iterdir()) == names


def test_an_interruption_between_writing_and_adding_a_file_leaves_nothing(tmp_path: Path) -> None:
    files = Batch(fail)
    files.add(write_new(tmp_path / "first", [b"x"], announce=files.announce))
    write_new(tmp_path / "second", [b"x"], announce=files.announce)
    files.__exit__(KeyboardInterrupt)
    assert [path.name for path in tmp_path.iterdir()] == ["first"]


def test_an_interruption_while_a_file_is_made_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A signal that comes during the call of the system counts behind it: then there is a file."""

    def interrupt(path: str, flags: int) -> int:
        os.close(os.open(path, flags))
        raise KeyboardInterrupt

    monkeypatch.setattr(batch, "open_private", interrupt)
    with pytest.raises(KeyboardInterrupt):
        write_new(tmp_path / "new", [b"x"])
    assert not list(tmp_path.iterdir())


def test_a_disk_that_fails_leaves_all_files_as_they_were(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(_: int) -> None:
        raise OSError(5, "Input/output error")

    monkeypatch.setattr(batch, "_file_system_sync", lambda: broken)
    reported = list[FileError]()
    with Batch(reported.append) as files:
        for number in range(20):
            files.add(write_new(tmp_path / f"{number}.html", [b"x"]))
    assert list(map(str, reported)) == [
        f"{tmp_path}/{number}.html: Input/output error" for number in range(20)
    ]
    assert not list(tmp_path.iterdir())


def test_what_comes_first_is_done_before_any_file_has_its_name(tmp_path: Path) -> None:
    seen = list[list[str]]()
    with Batch(fail, lambda: seen.append([path.name[:4] for path in tmp_path.iterdir()])) as files:
        files.add(write_new(tmp_path / "name", [b"x"]))
    assert seen == [[".abs"]]


MEANWHILE = "was made by another program meanwhile, and is not replaced"


def test_a_file_that_another_program_changes_meanwhile_stays(tmp_path: Path) -> None:
    """A directory's files wait for each other: what a person saved in between would be lost."""
    paths = [tmp_path / name for name in ("a", "b", "c")]
    for path in paths:
        path.write_bytes(b"before")
    reported: list[FileError] = []
    with Batch(reported.append) as batch:
        for path in paths:
            batch.add(write_changed(path, iter([b"after"])))
        paths[0].write_bytes(b"edited")
        paths[1].unlink()
    assert [str(each) for each in reported] == [
        f"{paths[0]}: was changed by another program meanwhile, and is not replaced",
        f"{paths[1]}: No such file or directory",
    ]
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == {"a": b"edited", "c": b"after"}


def test_two_names_of_one_file_are_no_other_program(tmp_path: Path) -> None:
    path, link = tmp_path / "a", tmp_path / "b"
    path.write_bytes(b"before")
    link.symlink_to(path)
    with Batch(fail) as batch:
        for each in (path, link):
            batch.add(write_changed(each, iter([b"after"])))
    assert path.read_bytes() == b"after"
    assert [each.name for each in sorted(tmp_path.iterdir())] == ["a", "b"]


@pytest.mark.parametrize("number", [1, MOST_FILES_ALONE], ids=["few files", "many files"])
def test_a_directory_that_is_removed_meanwhile_does_not_stop_the_others(number: int, tmp_path: Path) -> None:
    (tmp_path / "d").mkdir()
    reported = list[FileError]()
    with Batch(reported.append) as files:
        for each in ("d/a", *map(str, range(number)), "d/b"):
            files.add(write_new(tmp_path / each, [b"x"]))
        shutil.rmtree(tmp_path / "d")
    assert [str(error) for error in reported] == [
        f"{tmp_path}/d/{name}: No such file or directory" for name in "ab"
    ]
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(map(str, range(number)))


TAKEN = {
    "by a directory": (lambda path: path.mkdir(), MEANWHILE),
    "by a file": (lambda path: path.touch(), MEANWHILE),
    "by a link to nothing": (lambda path: path.symlink_to("none"), MEANWHILE),
    "by a directory, with force": (lambda path: path.mkdir(), "Is a directory"),
    "by a file, with force": (lambda path: path.touch(), None),
}


@pytest.mark.parametrize("name", TAKEN)
def test_a_file_that_cannot_get_its_name_does_not_stop_the_others(name: str, tmp_path: Path) -> None:
    take, why = TAKEN[name]
    reported = list[FileError]()
    with Batch(reported.append) as files:
        files.add(write_new(tmp_path / "taken", [b"x"], force="force" in name))
        files.add(write_new(tmp_path / "free", [b"x"]))
        take(tmp_path / "taken")
    assert [str(error) for error in reported] == ([f"{tmp_path}/taken: {why}"] if why else [])
    assert sorted(path.name for path in tmp_path.iterdir()) == ["free", "taken"]
    assert (why is None) == ((tmp_path / "taken").is_file() and (tmp_path / "taken").read_bytes() == b"x")


def test_a_batch_is_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batch, "MAX_BATCH_FILES", 3)
    monkeypatch.setattr(batch, "MAX_BATCH_BYTES", 10)
    with Batch(fail) as files:
        for number, size in enumerate((1, 1, 1, 20, 1)):
            files.add(write_new(tmp_path / f"{number}.html", [b"x" * size]))
            named = sum(not path.name.startswith(".") for path in tmp_path.iterdir())
            assert named == {2: 3, 3: 4, 4: 4}.get(number, 0)
