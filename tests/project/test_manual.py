"""docs/man/absolutize.1 is made of the commands as they are, and man reads it without a complaint."""

from __future__ import annotations

import shutil
import subprocess

import pytest

from tests.project.manual import PAGE, manual


def test_the_manual_page_shows_the_commands() -> None:
    """``python -m tests.project.manual`` writes it anew."""
    assert PAGE.read_text("utf-8") == manual()


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
