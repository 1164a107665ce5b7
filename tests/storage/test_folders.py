"""Folders are read in the order of `os.walk`, also where they are too deep for it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from absolutize import archive
from absolutize.storage.folders import files_below, remove_folder
from tests.support.commandline import Ran, Runner

LEVELS = 1200  # more than calls can be nested


def test_the_order_is_that_of_sorted_names(tmp_path: Path) -> None:
    for name in ("b/z/1", "b/a/2", "b.x/3", "a", "c/.d/4"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    (tmp_path / "c" / "link").symlink_to(tmp_path / "b")
    expected = []
    for folder, folders, names in os.walk(tmp_path):
        links = [name for name in folders if Path(folder, name).is_symlink()]
        folders[:] = sorted({*folders} - {*links})
        expected.append((folder, sorted([*names, *links])))
    assert list(files_below(tmp_path)) == expected


def test_a_folder_that_is_not_there_has_no_files(tmp_path: Path) -> None:
    assert list(files_below(tmp_path / "none")) == []


def test_a_removed_folder_leaves_what_links_in_it_lead_to(tmp_path: Path) -> None:
    kept, removed = tmp_path / "kept", tmp_path / "removed"
    for folder in (kept, removed, removed / "inner"):
        folder.mkdir()
        (folder / "file").touch()
    (removed / "inner" / "link").symlink_to(kept)
    remove_folder(removed)
    assert [*tmp_path.iterdir(), *kept.iterdir()] == [kept, kept / "file"]


@pytest.fixture
def deep(run: Runner) -> Iterator[Path]:
    """A folder such as a crawler makes of a page with a link to a folder of its name."""
    site = run.directory / "site"
    page = site.joinpath(*"d" * LEVELS, "page.html")
    folder = site
    for _ in range(LEVELS):
        folder /= "d"
        folder.parent.mkdir()
    folder.mkdir()
    page.write_bytes(b"<a href=x>")
    yield page.relative_to(site)
    for name in ("site", "out"):
        remove_folder(run.directory / name)


def test_a_deep_folder_is_read_and_written(deep: Path, run: Runner) -> None:
    after = f"<a href=http://h/{'d/' * LEVELS}x>".encode()
    said = "absolutize: site: 1 document, 1 link made absolute\n"
    assert run("rewrite", "site", "-o", "out", "--root", "http://h/") == Ran(0, b"", said)
    assert (run.directory / "out" / deep).read_bytes() == after
    with archive.links(run.directory / "site") as found:
        assert [link.reference for _, link in found] == ["x"]
    archive.rewrite(run.directory / "site", run.directory / "site", root="http://h/", overwrite=True)
    assert (run.directory / "site" / deep).read_bytes() == after


def test_of_a_deep_folder_that_cannot_be_written_nothing_is_left(
    deep: Path, run: Runner, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device", "x")

    monkeypatch.setattr("absolutize.archive.directories.publish", full)
    with pytest.raises(OSError, match="No space left on device"):
        archive.rewrite(run.directory / "site", run.directory / "out", root="http://h/")
    assert not [each.name for each in run.directory.iterdir() if each.name.startswith((".", "out"))]
    assert (run.directory / "site" / deep).is_file()
