"""The help, the version and the names of the commands.

To write the golden files again: ``GOLDEN=write pytest tests/cli/test_help.py -k golden``.
"""

from __future__ import annotations

import importlib
import os
import shlex
import subprocess
import sys
import tomllib

import click
import pytest

from absolutize.cli import COMMANDS, main
from absolutize.cli.help import COMMAND_EXAMPLES, COMMAND_SUMMARIES, OTHER_OPTIONS, SECTIONS, sections_of
from absolutize.patterns import MATCHER_VARIABLE, matcher
from tests.support.commandline import (
    GOLDEN,
    ROOT,
    Ran,
    Runner,
    version,
)

HELP = {"help.txt": ["--help"]} | {f"help-{name}.txt": [name, "--help"] for name in COMMANDS}


@pytest.mark.parametrize("name", HELP)
def test_help_is_golden(run: Runner, name: str) -> None:
    ran = run(*HELP[name])
    assert (ran.status, ran.err) == (0, "")
    if os.environ.get("GOLDEN") == "write":
        (GOLDEN / name).write_bytes(ran.out)
    assert ran.out.decode() == (GOLDEN / name).read_text()


def test_every_golden_file_is_of_a_command() -> None:
    assert {path.name for path in GOLDEN.glob("*")} == set(HELP)


@pytest.mark.rows("name", COMMANDS)
def test_the_list_of_commands_has_the_first_line_of_their_help(name: str) -> None:
    paragraph = (COMMANDS[name].help or "").split("\n\n")[0]
    assert " ".join(paragraph.split()) == f"{COMMAND_SUMMARIES[name]}."


def test_the_list_of_commands_imports_none() -> None:
    code = "import atexit, sys; atexit.register(lambda: print(*sys.modules, file=sys.stderr))"
    shown = [sys.executable, "-c", f"{code}\nfrom absolutize.cli import main\nmain(['--help'])"]
    ran = subprocess.run(shown, capture_output=True, text=True, check=True)
    loaded = ran.stderr.split()
    assert "absolutize.cli.help" in loaded
    assert not [
        name for name in loaded if name.startswith(("absolutize.cli.commands", "absolutize.containers"))
    ]


@pytest.mark.rows("name", COMMANDS)
def test_help_names_every_option(name: str) -> None:
    text = (GOLDEN / f"help-{name}.txt").read_text()
    options = [option for option in COMMANDS[name].params if isinstance(option, click.Option)]
    for option in options:
        assert all(spelling in text for spelling in (*option.opts, *option.secondary_opts))
        assert option.help or option.type.name == "choice"


@pytest.mark.rows("name", COMMANDS)
def test_every_option_is_in_a_section(name: str) -> None:
    context = click.Context(COMMANDS[name], info_name=name, help_option_names=["-h", "--help"])
    assert OTHER_OPTIONS not in dict(sections_of(COMMANDS[name], context))


def test_every_name_in_a_section_is_an_option() -> None:
    names = {option.name for command in COMMANDS.values() for option in command.params}
    listed = [name for names_of in SECTIONS.values() for name in names_of]
    assert {*listed} - names == {"help"}
    assert len({*listed}) == len(listed)


@pytest.mark.rows("name", COMMANDS)
def test_every_example_can_be_typed(name: str) -> None:
    assert COMMAND_EXAMPLES[name]
    for example in COMMAND_EXAMPLES[name]:
        program, command, *arguments = shlex.split(example)
        assert (program, command) == ("absolutize", name)
        assert COMMANDS[name].make_context(name, arguments)
        assert len(example) <= 78


def test_the_list_of_commands_has_whole_lines(run: Runner) -> None:
    text = run("--help").out.decode()
    assert "..." not in text.split("Commands:")[1]
    assert all(len(line) <= 80 for line in text.splitlines())


def test_h_is_help(run: Runner) -> None:
    assert run("-h") == run("--help")
    assert run("resolve", "-h") == run("resolve", "--help")


def test_no_arguments_show_the_help(run: Runner) -> None:
    ran = run()
    assert (ran.status, ran.out, ran.err.strip()) == (2, b"", run("--help").out.decode().strip())


def test_version_is_that_of_the_package(run: Runner) -> None:
    ran = run("--version", env={**version(run), MATCHER_VARIABLE: matcher()})
    said = f"python -m absolutize, version 9.8.7, patterns matched by {matcher()}\n"
    assert ran == Ran(0, said.encode(), "")


def test_the_group_has_the_commands_of_the_table() -> None:
    assert main.commands == COMMANDS
    assert all(command.name == name for name, command in COMMANDS.items())


def test_the_script_of_the_package_is_the_group() -> None:
    script = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["scripts"]["absolutize"]
    module, _, name = script.partition(":")
    assert getattr(importlib.import_module(module), name) is main
