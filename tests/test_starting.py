"""Signals and refusals before a command has begun: while its modules are imported, whichever it is."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.commandline import environment

SIGNALS = {"SIGINT": (signal.SIGINT, 130), "SIGTERM": (signal.SIGTERM, 143), "SIGHUP": (signal.SIGHUP, 129)}
SENT = {  # the module whose import sends the signal: of the library, and of the command line alone
    "the library": "webencodings",
    "the command line": "click",
}
SCRIPT = "from absolutize.cli import main\nmain()\n"
PROGRAM = "try:\n    import absolutize\nexcept KeyboardInterrupt:\n    print('its own')\n"
LINE = b"absolutize: interrupted; nothing was written\n"


def interrupted(directory: Path, number: int, module: str, *command: str) -> tuple[int, bytes, bytes]:
    """Run Python with a module that sends a signal to its process where it is imported."""
    (directory / "first").mkdir()
    (directory / "first" / f"{module}.py").write_text(f"import os\nos.kill(os.getpid(), {int(number)})\n")
    given = environment()
    given["PYTHONPATH"] = f"{directory / 'first'}:{given['PYTHONPATH']}"
    ran = subprocess.run([sys.executable, *command], env=given, capture_output=True, check=False)
    return ran.returncode, ran.stdout, ran.stderr


@pytest.mark.parametrize("module", SENT.values(), ids=SENT)
@pytest.mark.parametrize(("number", "status"), SIGNALS.values(), ids=SIGNALS)
def test_a_start_that_is_interrupted_ends_in_one_line(
    tmp_path: Path, number: int, status: int, module: str
) -> None:
    assert interrupted(tmp_path, number, module, "-m", "absolutize", "links", "-") == (status, b"", LINE)


def test_the_script_is_the_command_line_too(tmp_path: Path) -> None:
    (tmp_path / "absolutize").write_text(SCRIPT)
    script = str(tmp_path / "absolutize")
    assert interrupted(tmp_path, signal.SIGTERM, "click", script, "--help") == (143, b"", LINE)


def test_a_program_that_imports_the_library_is_left_alone(tmp_path: Path) -> None:
    assert interrupted(tmp_path, signal.SIGINT, "webencodings", "-c", PROGRAM) == (0, b"its own\n", b"")


def test_so_is_a_program_that_is_given_the_arguments_of_the_command_line(tmp_path: Path) -> None:
    (tmp_path / "program.py").write_text(PROGRAM)
    command = str(tmp_path / "program.py"), "-m", "absolutize"
    assert interrupted(tmp_path, signal.SIGINT, "webencodings", *command) == (0, b"its own\n", b"")


WITHOUT_PCRE2 = "import sys\nsys.modules['pcre'] = None\n"
REFUSED = {
    "sre": "ABSOLUTIZE_MATCHER is 'sre'; it may be re or pcre2",
    "pcre2": "ABSOLUTIZE_MATCHER is 'pcre2', and PyPcre is not installed: pip install 'absolutize[fast]'",
}


@pytest.mark.parametrize(("asked", "why"), REFUSED.items(), ids=REFUSED)
def test_a_matcher_that_is_not_there_is_refused_in_one_line(tmp_path: Path, asked: str, why: str) -> None:
    (tmp_path / "sitecustomize.py").write_text(WITHOUT_PCRE2)
    given = environment() | {"ABSOLUTIZE_MATCHER": asked}
    given["PYTHONPATH"] = f"{tmp_path}:{given['PYTHONPATH']}"
    command = [sys.executable, "-m", "absolutize", "check", "p.html"]
    ran = subprocess.run(command, env=given, capture_output=True, check=False, text=True)
    assert (ran.returncode, ran.stdout, ran.stderr) == (2, "", f"absolutize: {why}\n")
