"""The table of the README says where a new thing goes: the files and tables that it names exist."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from absolutize.api import Options
from absolutize.arguments import OPTION_CHECKS
from absolutize.arrow.table_tasks import TABLE_TASKS
from absolutize.base import SOURCES
from absolutize.cli import COMMANDS
from absolutize.cli.help import COMMAND_EXAMPLES, COMMAND_SUMMARIES
from absolutize.cli.io.summary import WHY_LEFT
from absolutize.containers.compression import CODINGS, MAGIC
from absolutize.containers.sniffing import COMPRESSED_SUFFIXES
from absolutize.findings import DECISIONS, UNRESOLVED_CODES
from absolutize.findings.link_codes import DECIDED_IN
from absolutize.options import CONTEXT_NAMES, STATED_SOURCES, Candidates, Context, Policies
from absolutize.report.forms import GROUPS
from absolutize.uri import RULE_SETS
from absolutize.uri.comparison.notes import NOTES
from absolutize.uri.equivalence import NORMAL_FORMS
from absolutize.uri.security import CAUTIONS_OF_RULES
from absolutize.uri.trace.algorithms import STEPS
from tests.project.modules import FILES, PACKAGE, ROOT, needs_sources
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
    """A name is defined in a file of the same row, or in one of the folder of a `<name>`."""
    for row in rows_of_readme():
        names = marked_up(row[1])
        paths = [path for name in names if "/" in name for path in (ROOT).glob(re.sub("<.*?>", "*", name))]
        source = "\n".join(path.read_text() for path in paths if path.is_file())
        for name in names:
            if "/" not in name and "<" not in name:
                assert re.search(rf"^(?:class |def )?{re.escape(name)}\b", source, re.MULTILINE), (
                    name,
                    row[0],
                )


def values_in(path: Path) -> Iterator[tuple[str, ast.expr | None]]:
    """List the names that a module sets, and what to."""
    for node in ast.parse(path.read_text()).body:
        if isinstance(node, (ast.Assign, ast.AnnAssign)):
            for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
                if isinstance(target, ast.Name):
                    yield target.id, node.value


def has_rows(value: ast.expr | None) -> bool:
    """Whether a literal with rows is in a value."""
    nodes = list(ast.walk(value or ast.Constant(None)))
    return any(
        (isinstance(node, (ast.Tuple, ast.Set)) and node.elts) or (isinstance(node, ast.Dict) and node.keys)
        for node in nodes
    )


@needs_readme
def test_readme_names_tables_that_have_rows() -> None:
    """A name in capitals is set to a literal, to which a row can be added."""
    for row in rows_of_readme():
        names = marked_up(row[1])
        paths = [ROOT / name for name in names if name.endswith(".py") and "<" not in name]
        tables = {
            name: value
            for path in paths
            for name, value in values_in(path)
            if name in names and name.isupper()
        }
        assert [name for name, value in tables.items() if not has_rows(value)] == [], row[0]


TABLES = {
    "RULE_SETS": "uri/__init__.py",
    "STEPS": "uri/trace/algorithms.py",
    "NOTES": "uri/comparison/notes.py",
    "NORMAL_FORMS": "uri/equivalence.py",
    "CAUTIONS_OF_RULES": "uri/security.py",
    "DOCUMENT_ROWS": "xml/rows.py",
    "SYNTAXES": "html/values/syntaxes.py",
    "Candidates": "options.py",
    "SOURCES": "base.py",
    "KINDS": "html/link_table/kinds.py",
    "DECISIONS": "findings/link_codes.py",
    "WHY_LEFT": "cli/io/summary.py",
    "FAULTS": "findings/check_codes.py",
    "CAUTION_FINDINGS": "findings/caution_codes.py",
    "TROUBLES": "findings/container_codes.py",
    "CHECKS": "engine/checks.py",
    "OPTION_CHECKS": "arguments.py",
    "Options": "api.py",
    "SECTIONS": "cli/help.py",
    "CONTAINERS": "containers/__init__.py",
    "HTTP_CODINGS": "containers/http/codings.py",
    "OUTPUTS": "spark/units.py",
    "COMMAND_SUMMARIES": "cli/help.py",
    "COMMAND_EXAMPLES": "cli/help.py",
}


@needs_readme
def test_readme_names_every_kind_of_table() -> None:
    """These are the tables that a contributor looks for there."""
    rows = [marked_up(row[1]) for row in rows_of_readme()]
    missing = [
        name
        for name, file in TABLES.items()
        if not any(name in row and f"src/absolutize/{file}" in row for row in rows)
    ]
    assert missing == []


# Tables that belong together have the same keys, so that no other has to change


def test_every_command_is_in_the_tables_of_the_help() -> None:
    modules = {path.stem for path in (PACKAGE / "cli/commands").glob("*.py")} - {"__init__"}
    assert set(COMMAND_SUMMARIES) == set(COMMAND_EXAMPLES) == modules
    assert [name for name in COMMANDS if COMMANDS[name].name != name] == []


def test_every_rule_set_is_in_every_table_of_them() -> None:
    for table in (STEPS, NOTES, NORMAL_FORMS, CAUTIONS_OF_RULES):
        assert list(table) == list(RULE_SETS)


def test_every_source_of_base_uris_has_its_field() -> None:
    assert list(Candidates._fields) == [source.name for source in SOURCES]
    assert [source.name for source in SOURCES if source.name in STATED_SOURCES] == list(STATED_SOURCES)
    assert Context(*CONTEXT_NAMES, stated=STATED_SOURCES).candidates("embedded") == Candidates(
        **{source.name: "url" if source.name == "retrieval" else source.name for source in SOURCES}
    )


def test_every_option_is_checked_and_has_a_type() -> None:
    assert set(OPTION_CHECKS) <= set(Policies._fields)
    assert set(Options.__annotations__) == {*CONTEXT_NAMES, *OPTION_CHECKS} - {"url"}
    of_commands = {parameter.name for name in COMMANDS for parameter in COMMANDS[name].params}
    assert {*CONTEXT_NAMES, *OPTION_CHECKS} <= of_commands


def test_every_reason_to_leave_a_link_has_its_words() -> None:
    assert set(WHY_LEFT) == UNRESOLVED_CODES


def test_every_way_to_compress_is_known_by_its_beginning_and_its_name() -> None:
    assert set(CODINGS) == set(MAGIC)
    assert len(COMPRESSED_SUFFIXES) == len(CODINGS)


def test_every_output_of_the_job_has_its_task() -> None:
    units = pytest.importorskip("absolutize.spark.units")
    assert set(units.OUTPUTS) <= {*TABLE_TASKS, units.ARCHIVES}


def test_every_group_of_decisions_has_its_colour() -> None:
    colours = re.findall(r"(?m)^\.fill-([a-z]+) ", (PACKAGE / "report/page/page.css").read_text())
    assert set(GROUPS) <= set(colours)


@needs_readme
def test_readme_shows_the_layers_of_this_test() -> None:
    line = next(line for line in README.read_text().splitlines() if line.startswith("Imports point"))
    groups = [[name for name in marked_up(step)] for step in line.split(".")[0].split("→")]  # noqa: C416
    assert len(groups) >= 5
    ranks = [{rank(name) for name in group} for group in groups]
    assert all(len(same) == 1 for same in ranks)
    order = [same.pop() for same in ranks]
    assert order == sorted(set(order))


@pytest.mark.parametrize("code", DECIDED_IN)
def test_a_code_is_decided_where_the_table_says(code: str) -> None:
    for module in DECIDED_IN[code]:
        assert f'"{code}"' in FILES[module].read_text(encoding="utf-8"), module


CLASSES_WITH_CODES = frozenset({"Decision", "TreeOutcome"})


def codes_decided_in(path: Path) -> Iterator[str]:
    """List the texts that a module gives as codes: to a class that has one, or by the name `code`."""
    for call in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(call, ast.Call):
            has_code = isinstance(call.func, ast.Name) and call.func.id in CLASSES_WITH_CODES
            given = [each.value for each in call.keywords if each.arg == "code"]
            for part in [*given, *(call.args if has_code else ())]:
                parts = (part.body, part.orelse) if isinstance(part, ast.IfExp) else (part,)
                yield from (each.value for each in parts if isinstance(each, ast.Constant))


@pytest.mark.parametrize("module", FILES)
def test_the_table_names_each_module_that_decides_a_code(module: str) -> None:
    found = {code for code in codes_decided_in(FILES[module]) if code in DECIDED_IN}
    assert {code for code in found if module not in DECIDED_IN[code]} == set()


def test_each_decision_is_decided_somewhere() -> None:
    assert list(DECIDED_IN) == [decision.code for decision in DECISIONS]
