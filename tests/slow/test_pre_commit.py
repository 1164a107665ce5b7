"""The hooks of .pre-commit-hooks.yaml, run by pre-commit in a repository that uses them."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.support.commandline import ROOT

pytest.importorskip("pre_commit", reason="pre-commit is not installed")


class Hooks(NamedTuple):
    """A repository of this project whose last commit has all its files as they are now."""

    place: Path
    cache: Path  # of pre-commit, whose environments all tests share

    def configured(self, *hooks: str) -> str:
        """Write the configuration of a project that uses these hooks."""
        listed = "".join(f"      - id: {hook}\n" for hook in hooks)
        return f"repos:\n  - repo: {self.place}\n    rev: {self.revision()}\n    hooks:\n{listed}"

    def revision(self) -> str:
        return git(self.place, "rev-parse", "HEAD").strip()

    def run(self, directory: Path) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "pre_commit", "run", "--all-files", "--color", "never"],
            cwd=directory,
            env=os.environ | {"PRE_COMMIT_HOME": str(self.cache)},
            capture_output=True,
            text=True,
            check=False,
        )


@pytest.fixture(scope="module")
def hooks(tmp_path_factory: pytest.TempPathFactory) -> Hooks:
    if shutil.which("git") is None or not (ROOT / ".git").exists():
        pytest.skip("no git, or no repository of this project")
    place = tmp_path_factory.mktemp("hooks") / "repository"
    place.mkdir()
    for name in git(ROOT, "ls-files", "--cached", "--others", "--exclude-standard", "-z").split("\0"):
        if (ROOT / name).is_file():
            (place / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, place / name)
    git(place, "init", "-q")
    git(place, "add", ".")
    git(place, "-c", "user.name=a", "-c", "user.email=a@example.com", "commit", "-q", "-m", "as it is now")
    return Hooks(place, tmp_path_factory.mktemp("cache"))


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A repository that uses the hooks."""
    directory = tmp_path / "project"
    directory.mkdir()
    git(directory, "init", "-q")
    (directory / "a.html").write_text("<a href=x><img src=''>\n", "utf-8")
    (directory / "notes.txt").write_text("<img src=''>\n", "utf-8")
    return directory


def git(directory: Path, *arguments: str) -> str:
    return subprocess.run(
        ["git", *arguments],  # noqa: S607
        cwd=directory,
        check=True,
        capture_output=True,
        text=True,
    ).stdout


def test_the_hooks_find_what_check_finds(hooks: Hooks, project: Path) -> None:
    (project / ".pre-commit-config.yaml").write_text(
        hooks.configured("absolutize-check", "absolutize-no-relative"), "utf-8"
    )
    git(project, "add", ".")
    first = hooks.run(project)
    assert first.returncode == 1, first.stdout + first.stderr
    assert "a.html:1:21: [empty] an empty value that fetches nothing: ''" in first.stdout
    assert "notes.txt" not in first.stdout
    (project / "a.html").write_text("<a href=x>\n", "utf-8")
    git(project, "add", ".")
    second = hooks.run(project)
    assert second.returncode == 1
    assert re.findall(r"(?m)^(.*?)\.*(Passed|Failed)$", second.stdout) == [
        ("absolutize check", "Passed"),
        ("no relative links", "Failed"),
    ]
    assert "[relative] relative link: 'x'" in second.stdout


def test_the_configuration_of_the_docs_runs(hooks: Hooks, project: Path) -> None:
    """The repository and the version in it are replaced by this repository and its last commit."""
    page = (ROOT / "docs/checking.md").read_text("utf-8")
    (block,) = re.findall(r"(?ms)^```yaml\n(repos:\n.*?)^```$", page)
    named = block.replace("https://example.com/absolutize.git", str(hooks.place))
    (project / ".pre-commit-config.yaml").write_text(named.replace("v0.1.0", hooks.revision()), "utf-8")
    (project / "mail").mkdir()
    (project / "mail/b.html").write_text("<a href=y>\n", "utf-8")
    git(project, "add", ".")
    ran = hooks.run(project)
    found = re.findall(r"(?m)^(\S+\.html):\d+:\d+: \[(\w+)\]", ran.stdout)
    assert found == [("a.html", "empty"), ("mail/b.html", "relative")], ran.stdout + ran.stderr
