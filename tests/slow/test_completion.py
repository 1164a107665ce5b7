"""Shell completion of commands, options, choices, codes, lists of codes, and files."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from click.shell_completion import BashComplete

from absolutize.cli import COMMANDS, main
from absolutize.cli.help import COMMAND_SUMMARIES
from absolutize.findings import CHECKED_CODES, FINDINGS
from absolutize.uri import RULE_SETS
from tests.support.commandline import FULL, ROOT, environment


def completed(*words: str) -> list[str]:
    """List the completions of the last word, which is incomplete."""
    return [item.value for item in items(*words)]


def items(*words: str) -> list[object]:
    shell = BashComplete(main, {}, "absolutize", "_ABSOLUTIZE_COMPLETE")
    return shell.get_completions(list(words[:-1]), words[-1])  # type: ignore[return-value]


WORDS = {
    "a command": (["ch"], ["check"]),
    "all commands": ([""], sorted(COMMANDS)),
    "an option": (["check", "--sel"], ["--select"]),
    "a format": (["check", "--format", "g"], ["github", "gitlab"]),
    "a rule set": (["links", "--rules", "rfc2"], ["rfc2396", "rfc2396bis-00"]),
    "all rule sets": (["check", "--against", ""], [*RULE_SETS]),
    "the name of a rule set": (["rules", "rfc39"], ["rfc3986"]),
    "a code": (["check", "--select", "base-l"], ["base-late"]),
    "a set of codes": (["check", "--ignore", "A"], ["ALL"]),
    "a code to ignore": (["check", "--ignore", "not-h"], ["not-html"]),
    "a code that is not selected": (["check", "--select", "not-h"], []),
    "the last of a list": (["check", "--select", "empty,base-l"], ["empty,base-late"]),
    "a code that is explained": (["explain", "no-bou"], ["no-boundary"]),
    "another": (["explain", "empty", "base-l"], ["base-late"]),
    "nothing": (["check", "--select", "xyz"], []),
}


@pytest.mark.parametrize(("words", "expected"), WORDS.values(), ids=WORDS)
def test_what_is_completed(words: list[str], expected: list[str]) -> None:
    assert completed(*words) == expected


def test_commands_are_described_in_whole() -> None:
    described = {item.value: item.help for item in items("")}  # type: ignore[attr-defined]
    assert described == COMMAND_SUMMARIES


def test_every_code_is_completed() -> None:
    assert completed("explain", "") == [finding.code for finding in FINDINGS]
    assert {*completed("check", "--select", "")} == {*CHECKED_CODES, "ALL", "DEFAULT"}


FILES = (
    *(["rewrite", "a"], ["restore", "a"], ["links", "a"], ["check", "a"], ["base", "a"], ["text", "a"]),
    *(["rewrite", "--map", "a"], ["rewrite", "-o", "a"], ["rewrite", "--record", "a"]),
    *(["check", "-o", "a"], ["check", "--baseline", "a"], ["check", "--config", "a"]),
)


@pytest.mark.rows("words", FILES, ids=" ".join)
def test_files_are_completed_by_the_shell(words: list[str]) -> None:
    assert [item.type for item in items(*words)] == ["file"]  # type: ignore[attr-defined]


SHELLS = {"bash": "complete -o nosort -F", "zsh": "#compdef absolutize", "fish": "complete --no-files"}


@pytest.mark.parametrize(("shell", "sign"), SHELLS.items(), ids=SHELLS)
def test_each_shell_has_its_script(shell: str, sign: str, tmp_path: Path) -> None:
    if shell == "bash" and shutil.which("bash") is None:
        pytest.skip("bash is not installed")
    command = absolutize(tmp_path)
    ran = subprocess.run(
        [command],
        env=environment() | {"_ABSOLUTIZE_COMPLETE": f"{shell}_source"},
        capture_output=True,
        check=True,
    )
    assert sign in ran.stdout.decode()


@pytest.mark.skipif(not FULL.exists(), reason="there is no device that is full")
@pytest.mark.parametrize("instruction", ["zsh_source", "fish_source", "zsh_complete"])
def test_completion_that_cannot_be_written_is_one_line(tmp_path: Path, instruction: str) -> None:
    """It may be saved in a file."""
    asked = {"_ABSOLUTIZE_COMPLETE": instruction, "COMP_WORDS": "absolutize che", "COMP_CWORD": "1"}
    with FULL.open("wb") as full:
        ran = subprocess.run(
            [absolutize(tmp_path)],
            env=environment() | asked,
            stdout=full,
            stderr=subprocess.PIPE,
            check=False,
        )
    message = b"absolutize: standard output: No space left on device\n"
    assert (ran.returncode, ran.stderr) == (2, message)


def absolutize(directory: Path) -> Path:
    """Make the program that an installation would provide."""
    program = directory / "absolutize"
    program.write_text(
        f"#!{sys.executable}\nfrom absolutize.cli import main\nmain(prog_name='absolutize')\n", "utf-8"
    )
    program.chmod(0o755)
    return program


def documented(shell: str) -> str:
    """The lines in docs/command-line.md that users copy to set up completion in a shell."""
    page = (ROOT / "docs/command-line.md").read_text("utf-8")
    (lines,) = (each for each in re.findall(r"(?s)```sh\n(.*?)```", page) if f"{shell}_source" in each)
    return lines


TYPED = """\
COMP_WORDS=(absolutize check {words}) COMP_CWORD={last}
_absolutize_completion absolutize
printf '%s\\n' "${{COMPREPLY[@]}}"
"""


IN_BASH = {  # bash takes "=" for a word
    "--select empty,base-l": "empty,base-late",
    "--select = empty,base-l": "empty,base-late",
    "--format = json --select = base-l": "base-late",
    "--exit-zero --format = gith": "github",
}


@pytest.mark.skipif(shutil.which("bash") is None, reason="bash is not installed")
@pytest.mark.parametrize(("words", "expected"), IN_BASH.items(), ids=IN_BASH)
def test_bash_completes_a_list_of_codes(words: str, expected: str, tmp_path: Path) -> None:
    absolutize(tmp_path)
    typed = TYPED.format(words=words, last=len(words.split()) + 1)
    ran = in_shell(tmp_path, "bash", "-c", documented("bash") + typed)
    if re.search(r"older than|not supported", ran.stderr):
        pytest.skip("this bash is older than 4.4")
    assert ran.stdout.split() == [expected], ran.stderr


def in_shell(directory: Path, *command: str) -> subprocess.CompletedProcess[str]:
    """Run a shell that finds the program in a directory, which is also its home directory."""
    path = f"{directory}{os.pathsep}{os.defpath}"
    given = environment() | {"PATH": path, "HOME": str(directory), "ZDOTDIR": str(directory)}
    return subprocess.run(
        command, env=given, cwd=directory, capture_output=True, text=True, check=False, timeout=60
    )


@pytest.mark.skipif(shutil.which("fish") is None, reason="fish is not installed")
@pytest.mark.parametrize(
    ("typed", "completed_to"),
    {
        "check --select empty,base-l": ["empty,base-late"],
        "explain no-bou": ["no-boundary"],
        "links --rules rfc2": ["rfc2396", "rfc2396bis-00"],
    }.items(),
)
def test_fish_completes_what_was_typed(typed: str, completed_to: list[str], tmp_path: Path) -> None:
    absolutize(tmp_path)
    assert in_shell(tmp_path, "sh", "-ec", documented("fish")).stderr == ""
    ran = in_shell(tmp_path, "fish", "-c", f"complete --do-complete 'absolutize {typed}'")
    assert [line.split("\t")[0] for line in ran.stdout.splitlines()] == completed_to, ran.stderr


ON_TERMINAL = """\
zmodload zsh/zpty
zpty typed zsh -i
zpty -w typed "absolutize {typed}\t"
for number in {{1..300}}; do
  sleep 0.1
  while zpty -rt typed line; do shown+=$line; done
  [[ $shown == *"{expected}"* ]] && print found && break
done
"""


@pytest.mark.skipif(shutil.which("zsh") is None, reason="zsh is not installed")
@pytest.mark.parametrize(
    ("typed", "expected"),
    {
        "check --select empty,base-l": "empty,base-late",
        "explain no-bou": "no-boundary",
        "links --rules rfc3": "rfc3986",
    }.items(),
)
def test_zsh_completes_what_was_typed(typed: str, expected: str, tmp_path: Path) -> None:
    absolutize(tmp_path)
    (tmp_path / ".zshrc").write_text(documented("zsh"), "utf-8")
    ran = in_shell(tmp_path, "zsh", "-c", ON_TERMINAL.format(typed=typed, expected=expected))
    assert ran.stdout.strip() == "found", ran.stderr
