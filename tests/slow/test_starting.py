"""Every command that a signal interrupts ends silently, with the exit status of the signal."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.support.commandline import environment
from tests.test_starting import SIGNALS


@pytest.mark.parametrize("command", ["rewrite", "links", "check", "base", "text"])
@pytest.mark.parametrize(("number", "status"), SIGNALS.values(), ids=SIGNALS)
def test_every_command_is_interrupted_alike(number: int, status: int, command: str) -> None:
    """The command sends itself the signal when it opens standard input."""
    program = [sys.executable, "-c", WAITING, command, "-"]
    ran = subprocess.run([*program, str(int(number))], env=environment(), capture_output=True, check=False)
    assert (ran.returncode, ran.stdout.strip(b"[\n"), ran.stderr) == (status, b"", b"")


WAITING = """\
import os, sys
from absolutize.storage import files
from absolutize.cli import main
number = int(sys.argv.pop())
def opened(path, buffer):
    os.kill(os.getpid(), number)
files.open_file = opened
main()
"""
