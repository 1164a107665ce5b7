"""The hooks of .pre-commit-hooks.yaml, run by pre-commit in a repository that uses them."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.commandline import ROOT

pytest.importorskip("pre_commit", reason="pre-commit is not installed")


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A folder for the environments of pre-commit: the tests share those of one revision."""
    return str(tmp_path_factory.mktemp("cache"))


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    if shutil.which("git") is None or not (ROOT / ".git").exists():
        pytest.skip("no git, or no repository of this project")
    directory = tmp_path / "project"
    directory.mkdir()
    git(directory, "init", "-q")
    (directory / "a.html").write_text("<a href=x><img src=''>\n", "utf-8")
    (directory / "notes.txt").write_text("<img src=''>\n", "utf-8")
    git(directory, "add", ".")
    return directory


def git(directory: Path, *arguments: str) -> None:
    subprocess.run(["git", *arguments], cwd=directory, check=True)  # noqa: S607


def try_hook(directory: Path, hook: str, cache: str) -> subprocess.CompletedProcess[str]:
    """Run a hook of this repository, including changes that are not committed yet."""
    return subprocess.run(
        [sys.executable, "-m", "pre_commit", "try-repo", ROOT, hook, "--all-files", "--color", "never"],
        cwd=directory,
        env=os.environ | {"PRE_COMMIT_HOME": cache},
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_hooks_find_what_check_finds(repository: Path, cache: str) -> None:
    first = try_hook(repository, "absolutize-check", cache)
    assert first.returncode == 1, first.stdout + first.stderr
    assert "a.html:1:21: [empty] an empty value that fetches nothing: ''" in first.stdout
    assert "notes.txt" not in first.stdout
    (repository / "a.html").write_text("<a href=x>\n", "utf-8")
    git(repository, "add", ".")
    assert "Passed" in try_hook(repository, "absolutize-check", cache).stdout
    second = try_hook(repository, "absolutize-no-relative", cache)
    assert (second.returncode, "[relative] relative link: 'x'" in second.stdout) == (1, True)


def test_the_configuration_of_the_docs_runs(repository: Path, cache: str) -> None:
    """The repository and the version in it are replaced by this repository and its last commit."""
    page = (ROOT / "docs/checking.md").read_text("utf-8")
    (block,) = re.findall(r"(?ms)^```yaml\n(repos:\n.*?)^```$", page)
    head = subprocess.run(["git", "rev-parse", "HEAD"], cwd=ROOT, capture_output=True, text=True, check=True)  # noqa: S607
    named = block.replace("https://example.com/absolutize.git", str(ROOT)).replace("v0.1.0", head.stdout)
    (repository / ".pre-commit-config.yaml").write_text(named, "utf-8")
    (repository / "mail").mkdir()
    (repository / "mail/b.html").write_text("<a href=y>\n", "utf-8")
    git(repository, "add", ".")
    ran = subprocess.run(
        [sys.executable, "-m", "pre_commit", "run", "--all-files", "--color", "never"],
        cwd=repository,
        env=os.environ | {"PRE_COMMIT_HOME": cache},
        capture_output=True,
        text=True,
        check=False,
    )
    found = re.findall(r"(?m)^(\S+\.html):\d+:\d+: \[(\w+)\]", ran.stdout)
    assert found == [("a.html", "empty"), ("mail/b.html", "relative")], ran.stdout + ran.stderr
