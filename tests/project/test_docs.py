"""Every example of Python in docs gives what the comments below it say, and pages name what there is.

Their commands are run by tests/slow/test_docs.py.
"""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from html import escape
from pathlib import Path
from typing import NamedTuple

import click
import pytest

import absolutize
from absolutize.cli import main
from tests.project.test_readme import assert_gives_what_it_says, python_of
from tests.support.commandline import ROOT

PAGES = sorted((ROOT / "docs").rglob("*.md"))
ELSEWHERE = {  # pages whose Python examples are run by other tests
    "docs/archives.md": "tests/archive/test_archive.py",
    "docs/http.md": "tests/http/test_http.py",
    "docs/lxml.md": "tests/test_lxml.py",
    "docs/parquet.md": "tests/arrow",
    "docs/spark.md": "tests/arrow/test_common_crawl.py",
    "docs/scrapy.md": "tests/slow/test_scrapy_crawl.py",
}


class Block(NamedTuple):
    """A block of a page: its language, its content, and the output that is shown below it."""

    language: str
    code: str
    shown: str | None


def blocks_of(page: Path) -> list[Block]:
    found = re.findall(r"(?ms)^```(\w+)\n(.*?)^```$", page.read_text("utf-8"))
    after = [*found[1:], ("", "")]
    return [
        Block(language, code, text if below == "text" else None)
        for (language, code), (below, text) in zip(found, after, strict=bool(found))
    ]


def name_of(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


OF_THE_SITE = {"docs/index.md", "docs/reference/python.md"}  # whose links lead to pages that it makes
READ_IN_PLACE = [ROOT / "README.md", *(page for page in PAGES if name_of(page) not in OF_THE_SITE)]
LINK = re.compile(r"\]\((?![a-z]+:)([^)#\s]*+)(?:#([^)\s]+))?\)")


def anchors_of(page: Path) -> set[str]:
    """Name the headings of a page as GitHub does."""
    headings = re.findall(r"(?m)^#+ (.*)$", page.read_text("utf-8"))
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.rows("page", READ_IN_PLACE, ids=name_of)
def test_a_link_leads_to_what_is_in_the_repository(page: Path) -> None:
    for path, anchor in LINK.findall(re.sub(r"(?ms)^```.*?^```$", "", page.read_text("utf-8"))):
        target = page.parent / path if path else page
        assert target.exists(), path
        assert not anchor or anchor in anchors_of(target), (path, anchor)


PYTHON = [(page, code) for page in PAGES if name_of(page) not in ELSEWHERE for code in python_of(page)]


@pytest.mark.parametrize(
    ("page", "code"), PYTHON, ids=[f"{name_of(page)} {n}" for n, (page, _) in enumerate(PYTHON)]
)
def test_every_example_gives_what_it_says(page: Path, code: str) -> None:  # noqa: ARG001 -- its id
    if "import httpx" in code:
        pytest.importorskip("httpx", reason="the extra http is not installed")
    assert_gives_what_it_says(code)


@pytest.mark.parametrize(("page", "tests"), ELSEWHERE.items(), ids=ELSEWHERE)
def test_pages_that_are_run_elsewhere_are(page: str, tests: str) -> None:
    paths = [ROOT / tests] if tests.endswith(".py") else [*(ROOT / tests).rglob("*.py")]
    assert any(Path(page).name in path.read_text("utf-8") for path in paths)


PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
OF_EVERY_INSTALLATION = {"absolutize", "bs4", "lxml"} | sys.stdlib_module_names
OF_EXTRAS = {  # what needs an extra, besides imports
    re.compile(r"""(?:absolutize |archive\.)rewrite.*\.warc\.gz"""): "archives",
    re.compile(r"--format parquet|import arrow"): "arrow",
    re.compile(r"spark-submit|import spark"): "spark",
    re.compile(r"absolutize\.scrapy"): "scrapy",
}
WITH_BLOCKS = [page for page in (*PAGES, ROOT / "README.md") if blocks_of(page)]


def names_of_extras(requirement: str) -> list[str]:
    return [
        name
        for names in re.findall(r"(?:absolutize|\.)\[([a-z,]+)\]", requirement)
        for name in names.split(",")
    ]


def packages_of(extra: str) -> set[str]:
    """List an extra, the extras that are in it, and the packages of all of them."""
    required = PROJECT["optional-dependencies"][extra]
    own = {re.split(r"[^\w-]", each)[0] for each in required}
    inner = (packages_of(name) for each in required for name in names_of_extras(each))
    return {extra}.union(own, *inner)


def installed_by(page: str) -> set[str]:
    """List the extras and the packages that a page says to install."""
    commands = re.findall(r"pip install ([^`\n]+)", page)
    named = {re.sub(r"\[.*", "", word.strip("'")) for command in commands for word in command.split()}
    return named.union(*(packages_of(extra) for command in commands for extra in names_of_extras(command)))


def imported_in(code: str) -> set[str]:
    nodes = ast.walk(ast.parse(code))
    names = (
        [each.name for each in node.names] if isinstance(node, ast.Import) else [node.module or ""]
        for node in nodes
        if isinstance(node, ast.Import | ast.ImportFrom)
    )
    return {name.split(".")[0] for several in names for name in several}


@pytest.mark.parametrize("page", WITH_BLOCKS, ids=name_of)
def test_what_the_examples_of_a_page_need_is_named(page: Path) -> None:
    needed = set[str]()
    for each in blocks_of(page):
        needed |= imported_in(each.code) if each.language in {"py", "python"} else set()
        needed |= {extra for pattern, extra in OF_EXTRAS.items() if pattern.search(each.code)}
    assert needed - OF_EVERY_INSTALLATION - installed_by(page.read_text("utf-8")) == set()


def test_every_extra_that_is_named_exists() -> None:
    text = "".join(page.read_text("utf-8") for page in [*PAGES, ROOT / "README.md"])
    named = {
        extra for group in re.findall(r"(?:absolutize|\.)\[([a-z,]+)\]'", text) for extra in group.split(",")
    }
    assert {"archives", "http"} <= named <= {*PROJECT["optional-dependencies"]}


@pytest.mark.parametrize(
    "page", [page for page in PAGES if "```yaml" in page.read_text("utf-8")], ids=name_of
)
def test_yaml_can_be_read(page: Path) -> None:
    yaml = pytest.importorskip("yaml", reason="PyYAML is not installed")
    for block in blocks_of(page):
        if block.language == "yaml":
            assert yaml.safe_load(block.code)


CHECKING = ROOT / "docs/checking.md"


def test_the_pipeline_of_the_tutorial_runs_what_the_tutorial_ran() -> None:
    blocks = blocks_of(ROOT / "docs/tutorials/ci.md")
    (pipeline,) = (block.code for block in blocks if block.language == "yaml")
    ran = [line for block in blocks if block.language == "sh" for line in block.code.splitlines()]
    commands = re.findall(r"- run: (.*)", pipeline)
    assert commands == ["pip install absolutize", "absolutize check site/ --format github"]
    assert [command for command in commands if command not in ran] == []


COMMAND_LINE = (ROOT / "docs/command-line.md").read_text("utf-8")
SYNTAX_ROWS = re.findall(r"(?m)^\| `([a-z-]+)` \| [^|]+ \| `([^`]+)` \| `(.+)` \|$", COMMAND_LINE)


def test_the_syntaxes_of_attributes_are_all_listed() -> None:
    with pytest.raises(ValueError, match="is not a syntax; choose from ") as refused:
        absolutize.links(b"", attributes=["a[b]=none"])
    choices = str(refused.value).partition("choose from ")[2].split(", ")
    assert [name for name, *_ in SYNTAX_ROWS] == choices
    assert f"one of {len(choices)} syntaxes" in COMMAND_LINE


@pytest.mark.parametrize(("syntax", "value", "shown"), SYNTAX_ROWS, ids=[row[0] for row in SYNTAX_ROWS])
def test_the_example_of_a_syntax_has_these_references(syntax: str, value: str, shown: str) -> None:
    if syntax == "module":
        pytest.importorskip("tree_sitter", reason="the extra javascript is not installed")
    page = f'<x-y data-z="{escape(value)}">'
    found = absolutize.links(page, "http://example.com/", attributes=[f"x-y[data-z]={syntax}"])
    assert [link.reference for link in found if link.code != "absolute"] == shown.split("`, `")


PYTHON_REFERENCE = (ROOT / "docs/reference/python.md").read_text("utf-8")
MODULES = ("archive", "arrow", "lxml", "scrapy", "spark")  # that programs import besides `absolutize` itself


def test_the_reference_of_python_names_what_is_public() -> None:
    named = {name.rpartition(".")[2] for name in re.findall(r"absolutize\.[\w.]+", PYTHON_REFERENCE)}
    assert {*absolutize.__all__} - named == {"__version__"}
    assert [name for name in MODULES if f"`absolutize.{name}`" not in PYTHON_REFERENCE] == []


FORMAT_OPTIONS = {
    (name, choice)
    for name in ("links", "check")
    for option in main.commands[name].params
    if option.name == "form" and isinstance(option.type, click.Choice)
    for choice in option.type.choices
}


def test_every_format_has_its_use_on_a_page() -> None:
    pages = {"links": COMMAND_LINE, "check": CHECKING.read_text("utf-8")}
    assert {name for name, _ in FORMAT_OPTIONS} == {*pages}
    assert [each for each in sorted(FORMAT_OPTIONS) if f"`{each[1]}`" not in pages[each[0]]] == []


def test_every_page_is_on_the_site() -> None:
    listed = (ROOT / "mkdocs.yml").read_text("utf-8")
    assert [
        name for page in PAGES if (name := page.relative_to(ROOT / "docs").as_posix()) not in listed
    ] == []
