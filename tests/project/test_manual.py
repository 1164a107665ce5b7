"""docs/man/absolutize.1 is made of the commands as they are, and man reads it without a complaint."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from absolutize.version import version
from tests.project import manual as manual_page
from tests.project.manual import PAGE, manual


def test_the_manual_page_shows_the_commands() -> None:
    """``python -m tests.project.manual`` writes the page anew."""
    assert PAGE.read_text("utf-8") == manual()


def test_the_manual_page_has_the_date_of_a_release(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(manual_page, "ROOT", tmp_path)
    (tmp_path / "CHANGELOG.md").write_text(f"## Unreleased\n\n## {version()} - 2026-12-01\n", "utf-8")
    assert manual().startswith(f'.TH ABSOLUTIZE 1 "2026-12-01" "absolutize {version()}"')
    (tmp_path / "CHANGELOG.md").write_text("## Unreleased\n", "utf-8")
    assert manual().startswith('.TH ABSOLUTIZE 1 "" ')


@pytest.mark.skipif(shutil.which("mandoc") is None, reason="mandoc is not installed")
def test_mandoc_finds_no_fault_but_the_date() -> None:
    ran = subprocess.run(["mandoc", "-Tlint", PAGE], capture_output=True, text=True, check=False)  # noqa: S607
    assert [line for line in ran.stdout.splitlines() if "missing date" not in line] == []


@pytest.mark.skipif(shutil.which("man") is None, reason="man is not installed")
def test_man_shows_it() -> None:
    command = ["man", "--warnings", "-l", PAGE]
    ran = subprocess.run(command, capture_output=True, text=True, check=True)
    assert ran.stderr == ""
    assert "--write-baseline" in ran.stdout
