"""`absolutize.archive` over directories: it writes and finds the same as the command."""

from __future__ import annotations

import errno
import io
import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from click.testing import CliRunner

import absolutize
from absolutize import archive
from absolutize.archive import directories, part_tasks
from absolutize.archive.directories import BUSY
from absolutize.archive.results import ArchiveResult
from absolutize.cli import main
from absolutize.containers import Problem
from tests.archive.test_archive import listed_by_command
from tests.support.archives import PAGE, URL, mail, response
from tests.support.commandline import Runner


def mirror(root: Path) -> None:
    """Make a mirror as wget does, its links converted."""
    pages = {
        "e.org/index.html": b'<!DOCTYPE html><a href="a/b.html">b</a><a href="https://e.org/gone">',
        "e.org/a/b.html": b'<!DOCTYPE html><a href="../index.html">i</a><img src="../i.png">',
        "e.org/i.png": b"\x89PNG\r\n\x1a\n",
        "e.org/mail.mbox": b"From a@b Thu Jan  1 00:00:00 1998\n" + mail("8bit"),
        "e.org/.git/x.html": PAGE,
    }
    for name, content in pages.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)


def contents(root: Path) -> dict[str, bytes]:
    return {str(path.relative_to(root)): path.read_bytes() for path in root.rglob("*") if path.is_file()}


class Choice(NamedTuple):
    id: str
    options: dict[str, Any]
    arguments: tuple[str, ...]


CHOICES = (
    Choice("a guess", {}, ()),
    Choice("a root", {"root": "http://r/"}, ("--root", "http://r/")),
    Choice("a list", {"urls": {"e.org/a/b.html": "http://l/x/"}}, ("--map", "map.csv")),
    Choice("what is left out", {"exclude": ["a/"]}, ("--exclude", "a/")),
    Choice("hidden directories", {"hidden": True}, ("--hidden",)),
    Choice("hard links", {"hard_links": True}, ("--hard-links",)),
)


@pytest.mark.parametrize("choice", CHOICES, ids=[choice.id for choice in CHOICES])
def test_a_directory_is_rewritten_as_by_the_command(run: Runner, choice: Choice) -> None:
    mirror(run.directory / "m")
    run.write("map.csv", b"e.org/a/b.html,http://l/x/\n")
    ran = run("rewrite", "m", "-o", "by-command", *choice.arguments)
    expected = contents(run.directory / "by-command")
    result = archive.rewrite(run.directory / "m", run.directory / "new" / "o", name="m", **choice.options)
    assert contents(run.directory / "new" / "o") == expected != contents(run.directory / "m")
    assert [f"absolutize: m: {line} (override with --root or --map)" for line in result.guesses] == [
        line for line in ran.err.splitlines() if line.endswith("--map)")
    ]
    assert f"{result.documents} documents, {result.links} links made absolute" in ran.err
    assert result.kind == "directory"
    assert [path.name for path in (run.directory / "new").iterdir()] == ["o"]


def test_links_of_a_directory_are_those_that_the_command_lists(run: Runner) -> None:
    mirror(run.directory / "m")
    expected = listed_by_command(run, "m")
    found = archive.links(run.directory / "m", name="m")
    assert [(row["path"], row["target"]) for row in expected] == [(p.name, link.target) for p, link in found]
    assert found.skipped == [str(Path("m", "e.org", ".git"))]
    assert found.guesses == ["reading it as a mirror by wget: e.org/ is https://e.org/"]
    checked = archive.check(run.directory / "m", select=["relative"])
    assert {part.url or part.encapsulating for part, _ in checked} == {
        "https://e.org/",
        "https://e.org/a/b.html",
        URL,
    }


def test_a_directory_is_rewritten_in_place(run: Runner) -> None:
    for name in ("m", "n"):
        mirror(run.directory / name)
    run("rewrite", "m", "--in-place")
    result = archive.rewrite(run.directory / "n", run.directory / "n", overwrite=True)
    assert contents(run.directory / "n") == contents(run.directory / "m")
    assert (result.documents, result.changed) == (3, 3)
    assert archive.rewrite(run.directory / "n", run.directory / "n", overwrite=True).links == 0


def test_a_name_alone_does_not_show_where_files_that_are_replaced_are_from(run: Runner) -> None:
    """A project may be called like a host; in a copy nothing is lost."""
    page, copy = run.directory / "e.org" / "a.html", run.directory / "copy"
    page.parent.mkdir()
    page.write_bytes(PAGE)
    doubt = "nothing but its name shows that the directory is http://e.org/"
    ran = run("rewrite", "e.org", "--in-place")
    assert ran.err.splitlines()[0] == f"absolutize: e.org: {doubt} (pass --root or --map)"
    assert archive.rewrite(page.parent, page.parent, overwrite=True).guesses == [doubt]
    assert page.read_bytes() == PAGE
    guesses = archive.rewrite(page.parent, copy).guesses
    assert guesses == ["reading it as a mirror by wget: the directory is http://e.org/"]
    assert (copy / "a.html").read_bytes() != PAGE


LISTED = {"e.org/a/b.html": "http://l/x/", "./e.org/gone.html": "http://l/y", "a\0b": "http://l/z"}
RESULTS: dict[str, Callable[..., ArchiveResult]] = {
    "rewrite": lambda source, **options: archive.rewrite(source, source.with_name("o"), **options),
    "links": lambda source, **options: ended(archive.links(source, **options)),
    "check": lambda source, **options: ended(archive.check(source, **options)),
    "documents": lambda source, **options: ended(archive.documents(source, **options)),
}


def ended(reading: archive.ArchiveReading[Any]) -> ArchiveResult:
    assert list(reading)
    return reading


@pytest.mark.parametrize("name", RESULTS)
@pytest.mark.parametrize(
    ("options", "unmatched"),
    [({"urls": LISTED}, ["e.org/gone.html", "a\0b"]), ({"root": "http://r/"}, []), ({}, [])],
    ids=["urls", "root", "a guess"],
)
def test_a_url_that_matches_no_file_is_in_the_result(
    tmp_path: Path, name: str, options: dict[str, Any], unmatched: list[str]
) -> None:
    mirror(tmp_path / "m")
    assert RESULTS[name](tmp_path / "m", **options).unmatched == unmatched


@pytest.mark.parametrize("start", ["", "<meta charset=koi8-r>", "<meta charset=utf-8>"])
def test_a_link_to_a_name_beyond_ascii_goes_to_the_same_url_in_every_encoding(
    tmp_path: Path, start: str
) -> None:
    """``wget -k`` writes the bytes of the name for ``caf%C3%A9.html``, whatever the page's encoding is."""
    (tmp_path / "m" / "e.org").mkdir(parents=True)
    for name, content in (("index.html", start + "<a href=café.html>x"), ("café.html", "")):
        (tmp_path / "m" / "e.org" / name).write_text(content, "utf-8")
    archive.rewrite(tmp_path / "m", tmp_path / "o")
    (link,) = absolutize.links((tmp_path / "o" / "e.org" / "index.html").read_bytes())
    assert link.request_url == "http://e.org/caf%C3%A9.html"
    assert ("utf-8" in start) is ("é" in (link.target or ""))


def test_a_directory_goes_to_a_new_one(tmp_path: Path) -> None:
    source, there = tmp_path / "m", tmp_path / "there"
    for each in (source, there):
        mirror(each)
    for overwrite in (False, True):
        with pytest.raises(FileExistsError) as exists:
            archive.rewrite(source, there, overwrite=overwrite)
        why = "already exists; a directory is written to a new or an empty one, or in place"
        assert str(exists.value) == f"[Errno {errno.EEXIST}] {why}: {str(there)!r}"
        with pytest.raises(ValueError) as inside:  # noqa: PT011 -- the whole message is compared
            archive.rewrite(source, source / "inside", overwrite=overwrite)
        where = repr(str(source / "inside"))
        assert str(inside.value) == f"target {where}: would be in the directory that is read"
    with pytest.raises(TypeError, match="target must be a path: the source is a directory"):
        archive.rewrite(source, io.BytesIO())
    assert sorted(path.name for path in tmp_path.iterdir()) == ["m", "there"]


NOT_WRITTEN = {"no space": "new/deep/o", "a name too long": f"new/{'d' * 300}/o"}


@pytest.mark.parametrize("target", NOT_WRITTEN.values(), ids=NOT_WRITTEN)
def test_of_an_output_that_cannot_be_written_nothing_is_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, target: str
) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device", "x")

    mirror(tmp_path / "m")
    monkeypatch.setattr("absolutize.archive.directories.publish", full)
    with pytest.raises(OSError, match=r"No space left on device|File name too long"):
        archive.rewrite(tmp_path / "m", tmp_path / target)
    assert [path.name for path in tmp_path.iterdir()] == ["m"]


def test_a_name_that_no_output_can_have_is_refused_before_anything_is_read(
    run: Runner, monkeypatch: pytest.MonkeyPatch
) -> None:
    def read(*_: object) -> Any:
        raise AssertionError

    for function in ("absolutize.archive.directories", "absolutize.cli.io.directory_output"):
        monkeypatch.setattr(f"{function}.rewrite_directory", read)
    for name in ("is_dir", "is_symlink", "exists"):  # from Python 3.14 on, these raise no error
        monkeypatch.setattr(Path, name, getattr(os.path, name.replace("_", "").replace("symlink", "link")))
    name = "o" * 300
    with pytest.raises(OSError, match=f"File name too long: '{run.directory}/{name}'$"):
        archive.rewrite(run.directory / "nested", run.directory / name)
    with pytest.raises(OSError, match=f"File name too long: '{run.directory}/{name}'$"):
        archive.rewrite(io.BytesIO(b"<a>"), run.directory / name)
    ran = CliRunner().invoke(main, ["rewrite", str(run.directory / "nested"), "-o", name])
    assert (ran.exit_code, ran.stderr) == (2, f"absolutize: {name}: File name too long\n")


@pytest.mark.parametrize("name", [".", "../here", "@"])
def test_the_current_directory_is_not_replaced(run: Runner, name: str) -> None:
    """None can be renamed to ``.``, and programs in one that was replaced would be nowhere."""
    here = run.directory / "here"
    here.mkdir()
    name = name.replace("@", str(here))
    script = 'cd here && "$@"'
    ran = run.shell(script, "rewrite", "../nested", "-o", name, "--root", "http://h/")
    assert (ran.status, ran.err) == (2, f"absolutize: {name}: {BUSY}\n")
    assert not list(here.iterdir())


def test_a_mount_point_is_not_replaced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    mirror(tmp_path / "m")
    (tmp_path / "mounted").mkdir()
    monkeypatch.setattr("os.path.ismount", lambda path: path.name == "mounted")
    with pytest.raises(OSError, match=f"{BUSY}: '{tmp_path}/mounted'$"):
        archive.rewrite(tmp_path / "m", tmp_path / "mounted")
    assert not list((tmp_path / "mounted").iterdir())


class Failing(io.FileIO):
    """A file of which only the beginning can be read."""

    def readinto(self, buffer: Any) -> int:
        if self.tell() > 1 << 16:
            raise OSError(errno.EIO, "Input/output error")
        return super().readinto(buffer)


def test_an_archive_that_cannot_be_read_to_its_end_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a.warc").write_bytes(response(PAGE) * 5000)
    (tmp_path / "b.html").write_bytes(PAGE)
    opened = Path.open
    monkeypatch.setattr(
        Path, "open", lambda asked, *mode, **more: Failing(asked) if more else opened(asked, *mode)
    )
    found = archive.documents(tmp_path, name="m")
    names = [each.part.name for each in found]
    assert (names[0], names[-1]) == ("m/a.warc!0!http://h/d/p", "m/b.html")
    assert found.problems == [Problem("m/a.warc", "no-access", "Input/output error")]
    assert not found.complete


CHANGED_MEANWHILE = {"page.html": PAGE, "mail.eml": mail("8bit"), "crawl.warc": response(PAGE)}


@pytest.mark.parametrize(("name", "content"), CHANGED_MEANWHILE.items(), ids=CHANGED_MEANWHILE)
def test_a_file_that_changes_while_its_documents_are_rewritten_is_not_replaced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, content: bytes
) -> None:
    (tmp_path / name).write_bytes(content)

    def rewritten(part: Any, *how: Any) -> Any:
        (tmp_path / name).write_bytes(content + b"<!-- of another program -->")
        return rewrite_part(part, *how)

    rewrite_part = part_tasks.rewrite_part
    monkeypatch.setattr(part_tasks, "rewrite_part", rewritten)
    with pytest.raises(OSError, match="was changed by another program meanwhile, and is not replaced"):
        archive.rewrite(tmp_path, tmp_path, root="http://h/", overwrite=True)
    assert contents(tmp_path) == {name: content + b"<!-- of another program -->"}


@pytest.mark.parametrize(("name", "content"), CHANGED_MEANWHILE.items(), ids=CHANGED_MEANWHILE)
def test_a_file_that_is_removed_while_its_documents_are_rewritten_is_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, content: bytes
) -> None:
    mirror(tmp_path / "m")
    (tmp_path / "m" / name).write_bytes(content)

    def rewritten(part: Any, *how: Any) -> Any:
        if name in part.name:
            (tmp_path / "m" / name).unlink()
        return rewrite_part(part, *how)

    rewrite_part = part_tasks.rewrite_part
    monkeypatch.setattr(part_tasks, "rewrite_part", rewritten)
    result = archive.rewrite(tmp_path / "m", tmp_path / "o", name="m", jobs=1)
    failure = f"m/{name}: cannot be read; left out (No such file or directory)"
    assert (result.complete, result.failure) == (False, failure)
    assert (result.documents, result.links) == (3, 4)  # of the other files
    assert {*contents(tmp_path / "o")} == {*contents(tmp_path / "m")} - {"e.org/.git/x.html"}


def test_a_directory_that_is_removed_meanwhile_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mirror(tmp_path / "m")
    finish = directories._finish_directories

    def remove_and_finish(*how: Any) -> None:
        shutil.rmtree(tmp_path / "m")
        finish(*how)

    monkeypatch.setattr(directories, "_finish_directories", remove_and_finish)
    with pytest.raises(OSError, match=rf"No such file or directory: '{tmp_path}/m'"):
        archive.rewrite(tmp_path / "m", tmp_path / "o")
    assert [path.name for path in tmp_path.iterdir()] == []


def test_directories_that_appear_during_the_run_are_not_in_the_output(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mirror(tmp_path / "m")
    made, copied = tmp_path / "m" / "e.org" / "a" / "new" / "newer", shutil.copyfile
    names = {*contents(tmp_path / "m")} - {"e.org/.git/x.html"}

    def make_and_copy(*paths: Path) -> Path:
        made.mkdir(parents=True)
        return copied(*paths)

    monkeypatch.setattr(shutil, "copyfile", make_and_copy)
    result = archive.rewrite(tmp_path / "m", tmp_path / "o", jobs=1)
    assert made.is_dir()
    assert result.complete
    assert {*contents(tmp_path / "o")} == names
    assert not (tmp_path / "o" / "e.org" / "a" / "new").exists()


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="the superuser may write everywhere")
def test_a_file_that_cannot_be_replaced_raises(tmp_path: Path) -> None:
    mirror(tmp_path)
    (tmp_path / "e.org" / "a").chmod(0o500)
    try:
        with pytest.raises(OSError, match="Permission denied"):
            archive.rewrite(tmp_path, tmp_path, overwrite=True)
    finally:
        (tmp_path / "e.org" / "a").chmod(0o700)
    assert b'"https://e.org/a/b.html"' in (tmp_path / "e.org" / "index.html").read_bytes()


@pytest.mark.parametrize("denied", ["e.org/a/b.html", "e.org/index.html", "e.org/a", "e.org"])
def test_what_cannot_be_read_is_reported_and_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, denied: str
) -> None:
    """Wherever it is asked for to tell where the tree is from; others are rewritten."""
    mirror(tmp_path / "m")
    path, opened, listed = tmp_path / "m" / denied, Path.open, os.scandir

    def check(asked: object) -> None:
        if str(asked) == str(path):
            raise PermissionError(errno.EACCES, "Permission denied", str(asked))

    monkeypatch.setattr(
        Path, "open", lambda asked, *mode, **more: check(asked) or opened(asked, *mode, **more)
    )
    monkeypatch.setattr(os, "scandir", lambda asked: check(asked) or listed(asked))
    result = archive.rewrite(tmp_path / "m", tmp_path / "o", name="m", jobs=1, hidden=True)
    monkeypatch.undo()
    assert Problem(f"m/{denied}", "no-access", "Permission denied") in result.problems
    failure = f"m/{denied}: cannot be read; left out (Permission denied)"
    assert (result.complete, result.failure) == (False, failure)
    left = {name for name in contents(tmp_path / "m") if f"{name}/".startswith(f"{denied}/")}
    assert {*contents(tmp_path / "o")} == {*contents(tmp_path / "m")} - left
