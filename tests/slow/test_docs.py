"""Every command in docs runs, and prints what is shown below it."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.project.test_docs import CHECKING, COMMAND_LINE, PAGES, blocks_of, name_of
from tests.support.archives import gz, response
from tests.support.commandline import ROOT, environment

TUTORIALS = [page for page in PAGES if page.parent.name == "tutorials"]
NOT_RUN = {  # how lines begin that install, build or take hours, and the test that runs the like
    "pip install ": "tests/project/test_docs.py",
    "python -m build": "tests/slow/test_release.py",
    "python -m venv --without-pip fresh": "tests/slow/test_release.py",
    "python .ci/bill_of_materials.py": "tests/slow/test_release.py",
    "export SOURCE_DATE_EPOCH": "tests/slow/test_release.py",
    "job=$(python": "tests/arrow",
    "spark-submit ": "tests/arrow",
    "podman ": "no engine for containers",
    "python -m tests.fuzz": "tests/fuzz",
    "autoload -Uz compinit": "tests/slow/test_completion.py",
    "mkdir -p ~/.config/fish": "tests/slow/test_completion.py",
    "_ABSOLUTIZE_COMPLETE=fish_source": "tests/slow/test_completion.py",
    'eval "$(_ABSOLUTIZE_COMPLETE=zsh': "tests/slow/test_completion.py",
    'eval "$(_ABSOLUTIZE_COMPLETE=bash': "tests/slow/test_completion.py",
}
FINDS = re.compile(r"^absolutize check (?!.*--(?:write-)?baseline)")  # exits with 1, as it reports findings


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with the files that the examples name, and next to it a folder bin with the command."""
    directory = tmp_path / "examples"
    page = (ROOT / "fixtures/page.html").read_bytes()
    for name in ("page.html", "other.html", "site/index.html", "mirror/index.html"):
        (directory / name).parent.mkdir(parents=True, exist_ok=True)
        (directory / name).write_bytes(page + b"<img src=''>")
    (directory / "saved.html").write_bytes(b"<!-- saved from url=(0014)http://s.example/ --><a href=x>")
    (directory / "mirror/a.css").write_bytes(b"p { background: url(x.png) }")
    (directory / "crawl.warc.gz").write_bytes(gz(response(page)))
    program = tmp_path / "bin" / "absolutize"
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m absolutize "$@"\n', "utf-8")
    program.chmod(0o755)
    return directory


def shell(folder: Path, script: str) -> tuple[int, str]:
    """Run a script in the same folder; return its exit status, and the output of both streams in order."""
    given = environment() | {"PATH": f"{folder.parent / 'bin'}{os.pathsep}{os.defpath}", "HOME": str(folder)}
    ran = subprocess.run(
        ["/bin/sh", "-ec", script],
        cwd=folder,
        env=given,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    return ran.returncode, ran.stdout


def to_run(code: str) -> str:
    lines = [line for line in code.splitlines() if not line.startswith(tuple(NOT_RUN))]
    return "\n".join(f"{line} || test $? = 1" if FINDS.match(line) else line for line in lines)


SHELL_PAGES = [
    page for page in PAGES if page not in TUTORIALS and any(b.language == "sh" for b in blocks_of(page))
]


@pytest.mark.parametrize("page", SHELL_PAGES, ids=name_of)
def test_every_command_of_a_page_runs(folder: Path, page: Path) -> None:
    for block in blocks_of(page):
        if block.language == "sh" and to_run(block.code).strip():
            if "parquet" in block.code:
                pytest.importorskip("pyarrow", reason="the extra arrow is not installed")
            status, shown = shell(folder, re.sub(r" +#.*", "", to_run(block.code)))
            assert status == 0, f"{block.code}\n{shown}"


@pytest.mark.parametrize("page", TUTORIALS, ids=name_of)
def test_a_tutorial_prints_what_it_shows(folder: Path, page: Path) -> None:
    """The blocks run one after the other, in a folder that is empty at first."""
    shutil.rmtree(folder)
    folder.mkdir()
    for block in blocks_of(page):
        if block.language == "sh":
            status, shown = shell(folder, to_run(block.code))
            assert status == 0, shown
            assert shown == (block.shown or ""), block.code


def test_check_prints_what_its_page_shows(folder: Path) -> None:
    for number in range(39):
        (folder / f"site/{number}.html").write_bytes(b"<a href=x>")
    (folder / "site/index.html").write_bytes(b"\n" * 11 + b"<p>Image <img src=''>")
    (shown,) = (block for block in blocks_of(CHECKING) if block.shown is not None)
    status, printed = shell(folder, shown.code)
    assert status == 1
    assert sorted(printed.splitlines()) == sorted((shown.shown or "").splitlines())  # two streams: any order


def test_what_a_pipeline_runs_runs(folder: Path) -> None:
    """The commands in the YAML for GitHub and GitLab run twice, so that outputs of the first run exist."""
    texts = [block.code for block in blocks_of(CHECKING) if block.language == "yaml"]
    commands = [line for text in texts for line in re.findall(r"(?m)^ *- (?:run: )?(absolutize .*)$", text)]
    assert [" ".join(each.split()[:5]) for each in commands] == [
        f"absolutize check site/ --format {name}" for name in ("github", "sarif", "gitlab")
    ]
    for command in commands * 2:
        status, shown = shell(folder, command)
        assert (status, " findings" in shown) == ("--exit-zero" not in command, True), shown


def test_the_options_of_a_file_are_obeyed(folder: Path) -> None:
    (block,) = (block for block in blocks_of(CHECKING) if block.language == "toml")
    (folder / "pyproject.toml").write_text(block.code, "utf-8")
    (folder / "site/drafts").mkdir()
    (folder / "site/drafts/a.html").write_bytes(b"<img src=''>")
    (folder / "site/index.html").write_bytes(b"<a href=x>")
    assert shell(folder, "absolutize check site/ --write-baseline known.json --quiet") == (0, "")
    (folder / "site/index.html").write_bytes(b"<a href=x><a href=y>")
    status, shown = shell(folder, "absolutize check site/ --quiet")
    new = "::warning file=site/index.html,line=1,col=19,title=absolutize%3A relative::relative link: 'y'\n"
    assert (status, shown) == (1, new)


def names_after(text: str, page: str) -> list[str]:
    """List the names in backticks behind a text, to the end of its clause."""
    return re.findall(r"`([^`]+)`", re.split("[.;]", page.partition(text)[2])[0])


@pytest.mark.parametrize("form", ["jsonl", "csv"])
def test_the_fields_of_links_are_those_of_the_page(folder: Path, form: str) -> None:
    every = "--text --request-url --canonical crawler"
    status, shown = shell(folder, f"absolutize links page.html {every} --format {form}")
    assert status == 0
    first = shown.splitlines()[0]
    fields = [*json.loads(first)] if form == "jsonl" else first.split(",")
    added = names_after("add the fields ", COMMAND_LINE)
    assert fields == [*names_after("has the fields ", COMMAND_LINE), *added]


def test_the_columns_of_the_table_of_links_are_those_of_the_page(folder: Path) -> None:
    _, shown = shell(folder, "absolutize links page.html other.html --format table")
    assert shown.splitlines()[0].split() == names_after("A `table` has the columns ", COMMAND_LINE)


@pytest.mark.parametrize(
    ("option", "beginning"),
    [("", "has an object with the keys "), ("--statistics", "the objects have the keys ")],
)
def test_the_keys_of_check_are_those_of_the_page(folder: Path, option: str, beginning: str) -> None:
    _, shown = shell(folder, f"absolutize check page.html --format json {option} 2> /dev/null")
    assert [*json.loads(shown)[0]] == names_after(beginning, CHECKING.read_text("utf-8"))
