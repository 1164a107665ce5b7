"""The README tells where what is new goes: its table names files and tables that exist."""

from __future__ import annotations

import re

import pytest

from tests.project.modules import ROOT, needs_sources
from tests.project.test_layers import rank

pytestmark = needs_sources

README = ROOT / "README.md"

needs_readme = pytest.mark.skipif(not README.exists(), reason="there is no README.md yet")


def rows_of_readme() -> list[list[str]]:
    """Cut the table below "Where does it go?" into rows of cells."""
    _, _, section = README.read_text().partition("## Where does it go?")
    lines = [line.strip("| ") for line in section.split("\n## ")[0].splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.split(" | ")] for line in lines[2:]]


def marked_up(cell: str) -> list[str]:
    return re.findall(r"`([^`]+)`", cell)


@needs_readme
def test_readme_tells_where_it_goes() -> None:
    rows = rows_of_readme()
    assert len(rows) >= 8
    assert all(len(row) == 3 and all(row) for row in rows)


@needs_readme
def test_readme_names_files_that_exist() -> None:
    named = [name for row in rows_of_readme() for name in marked_up(row[1]) if "/" in name]
    places = [ROOT / name if "<" not in name else (ROOT / name).parent for name in named]
    assert len(named) >= 8
    assert [place for place in places if not place.exists()] == []


@needs_readme
def test_readme_names_tables_that_exist() -> None:
    """A name in capitals is defined in a file of the same row, or in one of the folder of a `<name>`."""
    for row in rows_of_readme():
        names = marked_up(row[1])
        paths = [path for name in names if "/" in name for path in (ROOT).glob(re.sub("<.*?>", "*", name))]
        source = "\n".join(path.read_text() for path in paths if path.is_file())
        for name in names:
            if "/" not in name:
                assert re.search(rf"^{re.escape(name)}\b", source, re.MULTILINE), (name, row[0])


@needs_readme
def test_readme_names_every_kind_of_table() -> None:
    """A change to one of these tables is what the README is asked about."""
    named = {name for row in rows_of_readme() for name in marked_up(row[1])}
    tables = (
        "uri/__init__.py",
        "html/link_table/rows.py",
        "html/values/syntaxes.py",
        "base.py",
        "html/link_table/kinds.py",
        "findings/link_codes.py",
        "findings/check_codes.py",
        "findings/container_codes.py",
        "engine/checks.py",
        "containers/__init__.py",
        "cli/__init__.py",
    )
    assert {f"src/absolutize/{name}" for name in tables} <= named


@needs_readme
def test_readme_shows_the_layers_of_this_test() -> None:
    line = next(line for line in README.read_text().splitlines() if line.startswith("Imports point"))
    groups = [[name for name in marked_up(step)] for step in line.split(".")[0].split("→")]  # noqa: C416
    assert len(groups) >= 5
    ranks = [{rank(name) for name in group} for group in groups]
    assert all(len(same) == 1 for same in ranks)
    order = [same.pop() for same in ranks]
    assert order == sorted(set(order))
