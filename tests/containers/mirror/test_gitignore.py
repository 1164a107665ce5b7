"""What .gitignore files list is left out of a directory, as git itself leaves it out."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path

import pytest

from absolutize import archive
from absolutize.containers.mirror.walk import Selection, TreeMember, walk
from absolutize.containers.source import Problem

FILES = {
    ".gitignore": "*.log\n/build/\n!keep.log\nd*/x.html\n# build2/\n\\#a.html\n",
    "a.html": "",
    "a.log": "",
    "keep.log": "",
    "#a.html": "",
    "build/a.html": "",
    "build2/a.html": "",
    "deep/build/a.html": "",
    "deep/x.html": "",
    "deep/.gitignore": "!x.html\ny.html\n!*.log\n",
    "deep/y.html": "",
    "deep/a.log": "",
    "deep/more/y.html": "",
    "deeper/y.html": "",
    "deeper/x.html": "",
    "deeper/.gitignore": "*\n!.gitignore\n!z/\n",
    "deeper/z/a.html": "",
    "latin/.gitignore": "\udce9.html\n",
    "latin/\udce9.html": "",
}

ODD = {
    "no pattern/.gitignore": "!\n\\\na/**/b\\\n[z-a]\n![z-a]\nx.html\n",
    "no pattern/a.html": "",
    "no pattern/x.html": "",
    "stars/.gitignore": "*a*a*b\n*b*[ac]*\nd/**/e*f/**/*g*h\n**/k/**/l/**/m\n",
    "stars/aaaa.html": "",
    "stars/aaaab": "",
    "stars/bbc.html": "",
    "stars/cb.html": "",
    "stars/d/ef/gh": "",
    "stars/d/x/ef/y/egh": "",
    "stars/d/x/efg/y/gh": "",
    "stars/k/k/l/k/l/x/m": "",
    "stars/k/k/lx/k/x/m": "",
    "stars/x/k/x/l/m": "",
}


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    return written(tmp_path / "tree", FILES)


def written(tree: Path, files: Mapping[str, str]) -> Path:
    for name, text in files.items():
        path = tree / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8", "surrogateescape")
    return tree


def walked(tree: Path, selection: Selection) -> set[str]:
    found = walk(tree, "tree", selection)
    return {each.path for each in found if isinstance(each, TreeMember) and not each.is_directory}


@pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")
@pytest.mark.parametrize("files", [FILES, ODD], ids=["usual", "odd"])
def test_what_is_left_out_is_what_git_leaves_out(tmp_path: Path, files: Mapping[str, str]) -> None:
    tree = written(tmp_path, files)
    subprocess.run(["git", "init", "-q", tree], check=True)  # noqa: S607
    command = ["git", "ls-files", "-z", "--others", "--exclude-standard"]
    ran = subprocess.run(command, cwd=tree, capture_output=True, check=True)
    kept = {*ran.stdout.decode("utf-8", "surrogateescape").split("\0")} - {""}
    assert kept < {*files}
    assert walked(tree, Selection(gitignore=True)) == kept


def test_many_stars_take_no_time(tmp_path: Path) -> None:
    """Git itself takes very long to match these patterns."""
    files = {
        ".gitignore": "*a" * 12 + "*b\n" + "a*/**/" * 8 + "b\n",
        f"{'a' * 200}.html": "",
        "a/" * 80 + "c": "",
    }
    tree = written(tmp_path, files)
    assert walked(tree, Selection(gitignore=True)) == {*files}


def test_all_is_read_on_request(tree: Path) -> None:
    assert walked(tree, Selection()) == {*FILES}


def test_what_is_left_out_is_reported(tree: Path) -> None:
    found = walk(tree, "tree", Selection(gitignore=True))
    places = [each.place for each in found if isinstance(each, Problem) and each.code == "git-ignored"]
    assert places[:4] == ["tree/#a.html", "tree/a.log", "tree/build", "tree/deep/more/y.html"]


def test_files_above_a_directory_do_not_count(tree: Path) -> None:
    assert walked(tree / "build", Selection(gitignore=True)) == {"a.html"}


def test_from_python(tree: Path) -> None:
    pages = [each.part.name for each in archive.documents(tree, exclude=["dee*", "latin"])]
    assert [Path(name).relative_to(tree).as_posix() for name in pages] == ["a.html", "build2/a.html"]
    found = archive.documents(tree, exclude=["dee*", "latin"], gitignore=False)
    assert len(list(found)) == 4
    skipped = archive.documents(tree)
    list(skipped)
    assert str(tree / "build") in skipped.skipped
