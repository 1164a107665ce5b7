"""The README and the pages of docs say what is true: examples run, files and commands are there."""

import ast
import inspect
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

import absolutize
from tests.project.modules import needs_sources
from tests.support.archives import gz, response
from tests.support.commandline import Runner

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text("utf-8")
BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```$", README, re.DOTALL | re.MULTILINE)


def python_of(page: Path) -> list[str]:
    return re.findall(r"(?ms)^```python\n(.*?)^```$", page.read_text("utf-8"))


PAGES = ("README.md", "docs/crawling.md", "docs/saved.md", "docs/xml.md", "docs/css.md")
PYTHON = [code for page in PAGES for code in python_of(ROOT / page)]


def examples(code: str) -> list[tuple[str, str]]:
    """Pair each expression of a block with the comment below it."""
    found: list[tuple[str, str]] = []
    lines = code.splitlines()
    for node in ast.parse(code).body:
        comment = []
        for line in lines[node.end_lineno or 0 :]:
            if not line.startswith("#"):
                break
            comment.append(line.removeprefix("# "))
        if comment:
            found.append((ast.unparse(node), "".join(comment)))
    return found


@pytest.mark.rows("code", PYTHON)
def test_every_example_gives_what_it_says(code: str) -> None:
    assert_gives_what_it_says(code)


def assert_gives_what_it_says(code: str) -> None:
    names: dict[str, object] = {}
    exec(compile(code, "example", "exec"), names)  # noqa: S102
    assert examples(code)
    for expression, expected in examples(code):
        shown = eval(expression, names)  # noqa: S307
        text = str(shown) if expected.startswith("<") else repr(shown)
        assert re.sub(r"\s+", " ", text) == re.sub(r"\s+", " ", expected)


def test_the_two_commands_come_first_each_a_line() -> None:
    assert [language for language, _ in BLOCKS[:2]] == ["sh", "sh"]
    assert [len(code.splitlines()) for _, code in BLOCKS[:2]] == [1, 1]
    assert all("venv" in code for _, code in BLOCKS[:2])


def test_the_first_command_shows_its_result() -> None:
    """The command of the first block is run with the package here, as if it were installed."""
    command = BLOCKS[0][1].rpartition("&&")[2].split()
    assert command[0] == ".venv/bin/absolutize"
    run = [sys.executable, "-m", "absolutize", *command[1:]]
    shown = subprocess.run(run, capture_output=True, text=True, check=True, cwd=ROOT).stdout
    assert '<a href="http://example.com/guide/chapters/one.html"' in shown
    assert "<BASE HREF='http://example.com/guide/chapters/'>" in shown
    assert '<a href="#here">Here</a>' in shown


def test_every_command_line_example_runs(run: Runner) -> None:
    page = (ROOT / "fixtures" / "page.html").read_bytes()
    run.write("page.html", page)
    run.write("crawl.warc.gz", gz(response(page)))
    run.write("notes.txt", b"See <http://a/b>.\n")
    commands = [line for line in BLOCKS[4][1].splitlines() if line.startswith("absolutize ")]
    assert commands
    for line in commands:
        _, *words = shlex.split(line, comments=True)
        paths = [str(path) for path in run.directory.glob("*.html")]
        arguments = [each for word in words for each in (paths if word == "*.html" else [word])]
        assert run(*arguments).status == (1 if line.startswith("absolutize check") else 0)


def test_every_example_of_archives_runs(run: Runner) -> None:
    page = (ROOT / "fixtures" / "page.html").read_bytes()
    message = b"Content-Type: text/html\nContent-Location: http://h/a\n\n<a href=x>\n"
    run.write("page.mhtml", b"MIME-Version: 1.0\n" + message)
    run.write("mail.mbox", b"From a@h Thu Jan  1 00:00:00 1970\n" + message)
    for name in ("mirror/h.example/a.html", "manual/a.html", "pages/a.html"):
        (run.directory / name).parent.mkdir(parents=True)
        run.write(name, page)
    run.write("urls.csv", b"path,url\na.html,http://h/a\n")
    (block,) = (code for language, code in BLOCKS if language == "sh" and "page.mhtml" in code)
    for line in block.splitlines():
        _, *words = shlex.split(line, comments=True)
        assert run(*words).status == 0, line


def test_what_can_be_chosen_are_the_options_of_rewrite_and_of_resolve() -> None:
    table = README.partition("## What can be chosen")[2].partition("\n\n## ")[0]
    rows = re.findall(r"(?m)^\| (`.*?`) \| (.*?) \|", table)
    named = {
        option: "only in `resolve`" in default
        for names, default in rows
        for option in names[1:-1].split("`, `")
    }
    options = absolutize.Options.__annotations__.keys()
    assert {option for option, is_for_resolve in named.items() if not is_for_resolve} == options
    resolving = inspect.signature(absolutize.resolve).parameters.keys()
    assert {option for option, is_for_resolve in named.items() if is_for_resolve} <= resolving - options


@needs_sources
def test_where_it_goes_names_files_that_exist() -> None:
    table = README.partition("## Where does it go?")[2]
    named = re.findall(r"`(src/[^`<]+|benchmarks/[^`]+|docs/[^`]+)`", table)
    assert named
    assert [name for name in named if not (ROOT / name).exists()] == []
    assert [link for link in re.findall(r"\]\((?!http)([^)]+)\)", README) if not (ROOT / link).exists()] == []
