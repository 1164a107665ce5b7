"""The rules of the house that a test can enforce: layers, sizes, names, docstrings, tables."""

from __future__ import annotations

import ast
import json
import re
import statistics
import subprocess
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple, get_args

import pytest

import absolutize
from absolutize.engine.checks import CHECKS
from absolutize.findings import CHECKED, DECISIONS, FAULTS, FINDINGS, REWRITTEN, UNRESOLVED, Finding
from absolutize.html.link_table.extra_rows import PRESETS
from absolutize.html.link_table.kinds import KINDS, LINK_TYPES, SYNTAX_KINDS, kind_of
from absolutize.html.link_table.rows import LINKS
from absolutize.html.values.syntaxes import MARKUP, SYNTAXES

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "src" / "absolutize"
README = ROOT / "README.md"


def name_of(path: Path) -> str:
    """Name a module as the layers do: without the package, a package by its own name."""
    parts = path.relative_to(PACKAGE).with_suffix("").parts
    return ".".join(part for part in parts if part != "__init__")


FILES = {name_of(path): path for path in sorted(PACKAGE.rglob("*.py"))}
MODULES = sorted(FILES)


@cache
def tree_of(module: str) -> ast.Module:
    return ast.parse(FILES[module].read_text())


# imports point downwards

LAYERS = (  # from the top; "x" is x and all that is in it; "" is the package, where the names are
    ("__main__",),
    ("cli",),
    ("",),
    ("api",),
    ("engine", "trees"),
    ("containers", "storage", "arguments", "version"),
    ("options",),
    ("html", "base"),
    ("uri",),
    ("findings", "edits"),
    ("patterns", "readonly", "calls", "starting"),
)
WITHIN = {  # the same within a folder: what is in one does not import what is above it
    "html": (
        ("document",),
        ("tokenizer",),
        ("tree_construction",),
        ("link_table",),
        ("values",),
        ("encodings", "grammar"),
    ),
}

DATA = frozenset({"html.link_table.meta_names", "patterns"})  # what data may be made of
NEVER = (  # what may not import what, and why
    ("html", "uri", "it finds text and does not judge it"),
    ("html", "base", "it finds text and does not judge it"),
    ("uri", "html", "it does not know HTML"),
    ("base", "html", "it does not know HTML"),
    ("containers", "engine", "they are given a function"),
    ("containers", "trees", "they are given a function"),
    ("containers", "api", "they are given a function"),
    ("html.link_table.rows", "", "it is data"),
    ("html.link_table.meta_names", "", "it is data"),
    ("uri.rules.rfc2396", "uri.rules.rfc2396bis_00", "an older text does not know a newer one"),
    ("uri.rules.rfc2396", "uri.rules.rfc3986", "an older text does not know a newer one"),
    ("uri.rules.rfc1630", "uri.rules.www_uri_00", "the draft is described as a difference from it"),
    ("storage.files", "", "it reads and writes, whatever it is"),
    ("edits", "", "it applies edits, whatever they are for"),
)

DOORS = {  # packages of others, and the only modules that import them
    "ada_url": {"uri.rules.whatwg"},
    "bs4": {"trees.soup_tree"},
    "click": {
        "cli",
        *(f"cli.commands.{name}" for name in ("base", "check", "explain", "links", "parse", "resolve")),
        *(f"cli.commands.{name}" for name in ("restore", "rewrite", "rules", "text")),
        "cli.io.outputs",
        "cli.io.undo_option",
        "cli.options",
        "cli.run",
    },
    "lxml": {"trees.lxml_tree"},
    "rich": {"cli.formats.progress", "cli.formats.tables"},
    "webencodings": {"html.document.encoding_sniffing", "html.encodings.codec"},
}


def is_in(module: str, group: str) -> bool:
    return module == group or module.startswith(f"{group}.")


def rank(module: str) -> int:
    """Count layers from the top; the package itself stands for what it re-exports."""
    ranks = [i for i, layer in enumerate(LAYERS) for group in layer if is_in(module, group) and group]
    return ranks[0] if module else LAYERS.index(("",))


def imported(module: str) -> Iterator[str]:
    """Name all that a module imports, wherever in it, by full names."""
    for node in ast.walk(tree_of(module)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{module} imports by dots"
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


@cache
def used(module: str) -> frozenset[str]:
    """Name the modules of this package that a module imports."""
    names = (name.split(".")[1:] for name in imported(module) if is_in(name, "absolutize"))
    return frozenset(next(n for n in longest_first(parts) if n in FILES) for parts in names)


def longest_first(parts: list[str]) -> Iterator[str]:
    return (".".join(parts[:length]) for length in range(len(parts), -1, -1))


def test_every_module_has_a_layer() -> None:
    groups = [group for layer in LAYERS for group in layer if group]
    found = {module: [group for group in groups if is_in(module, group)] for module in MODULES}
    assert {module: names for module, names in found.items() if len(names) != (1 if module else 0)} == {}


def test_imports_point_downwards() -> None:
    upwards = {(module, name) for module in MODULES for name in used(module) if rank(name) < rank(module)}
    assert upwards == set()


@pytest.mark.parametrize("folder", WITHIN)
def test_imports_point_downwards_within_a_folder(folder: str) -> None:
    ranks = {f"{folder}.{group}": i for i, layer in enumerate(WITHIN[folder]) for group in layer}

    def place(module: str) -> int | None:
        return next((i for group, i in ranks.items() if is_in(module, group)), None)

    inside = [(module, rank) for module in MODULES if (rank := place(module)) is not None]
    assert len(inside) == sum(is_in(module, folder) and module != folder for module in MODULES)
    upwards = [(m, name) for m, i in inside for name in used(m) if (j := place(name)) is not None and j < i]
    assert upwards == []


LARGEST_FOLDER = 13


@pytest.mark.parametrize("folder", sorted({path.parent for path in FILES.values()}), ids=lambda f: f.name)
def test_folders_are_small(folder: Path) -> None:
    assert len([*folder.glob("*.py")]) <= LARGEST_FOLDER


def test_imports_make_no_circle() -> None:
    assert [module for module in MODULES if module in reached_from(module)] == []


def reached_from(module: str) -> set[str]:
    """Name the modules that a module imports, and those that they import."""
    reached, waiting = set[str](), set(used(module) - {""})
    while waiting:
        name = waiting.pop()
        reached.add(name)
        waiting |= used(name) - reached
    return reached


@pytest.mark.parametrize(("group", "other", "why"), NEVER, ids=[f"{a} {b or 'package'}" for a, b, _ in NEVER])
def test_some_never_import_some(group: str, other: str, why: str) -> None:
    importers = [module for module in MODULES if is_in(module, group)]
    found = [
        (module, name)
        for module in importers
        for name in used(module)
        if (is_in(name, other) if other else name not in {*importers, *DATA})
    ]
    assert found == [], why


def test_nothing_imports_the_command_line() -> None:
    outside = [module for module in MODULES if not is_in(module, "cli")]
    importers = [module for module in outside if any(is_in(name, "cli") for name in used(module))]
    assert importers == ["__main__"]


def test_packages_of_others_come_in_by_one_door() -> None:
    own = sys.stdlib_module_names | {"absolutize"}
    through = {(name.split(".")[0], module) for module in MODULES for name in imported(module)}
    assert {
        (name, module) for name, module in through if name not in own and module not in DOORS.get(name, ())
    } == set()


def test_every_door_is_used() -> None:
    through = {(name.split(".")[0], module) for module in MODULES for name in imported(module)}
    assert {(name, module) for name, modules in DOORS.items() for module in modules} - through == set()


# patterns: every possessive quantifier is compiled where interpreters are known


def test_patterns_are_compiled_in_one_module() -> None:
    """By `absolutize.patterns.compiled`."""
    others = [module for module in MODULES if module != "patterns"]
    calls = [(m, node) for m in others for node in ast.walk(tree_of(m)) if isinstance(node, ast.Attribute)]
    assert [module for module, node in calls if ast.unparse(node) == "re.compile"] == []
    texts = [(module, text) for module in others for text in texts_given_to_re(module)]
    assert [(module, text) for module, text in texts if re.search(r"[*+?}]\+|\(\?>", text)] == []


def texts_given_to_re(module: str) -> Iterator[str]:
    """Give the patterns of `re.sub` and the like, as they stand in the source."""
    for node in ast.walk(tree_of(module)):
        if isinstance(node, ast.Call) and ast.unparse(node.func) in OF_ONE_USE:
            yield ast.unparse(node.args[0])


OF_ONE_USE = {f"re.{name}" for name in ("match", "fullmatch", "search", "sub", "subn", "split", "finditer")}


# what is loaded when

HEAVY = (
    *("ada_url", "bs4", "lxml", "rich", "click", "absolutize.cli", "absolutize.trees.rewriter"),
    *("brotli", "brotlicffi", "zstandard", "fastwarc", "multiprocessing", "absolutize.containers.workers"),
)
LOADED = {  # a program, and what of the heavy it may load
    "import absolutize": set[str](),
    "import absolutize; absolutize.resolve('../x', 'http://h/a/')": set[str](),
    "import absolutize; absolutize.rewrite(b'<a href=x>', 'http://h/')": {"ada_url"},
    "import absolutize.cli": {"click", "absolutize.cli"},
}


@pytest.mark.parametrize("program", LOADED)
def test_what_is_heavy_is_loaded_where_it_is_needed(program: str) -> None:
    script = f"import sys, json\n{program}\nprint(json.dumps(sorted(sys.modules)))"
    environment = {"PYTHONPATH": str(Path(absolutize.__file__).parents[1])}
    ran = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True, env=environment
    )
    loaded = set(json.loads(ran.stdout))
    assert "absolutize.engine.rewriter" in loaded
    assert loaded & set(HEAVY) <= LOADED[program]


# names

FORBIDDEN = frozenset({"utils", "util", "misc", "helpers", "helper", "manager", "handler", "process"})


FAMILIES = (
    "uri.rules",
    "uri.trace",
    "uri.abnf.texts",
)  # their modules offer the same names, each for its text


def public_names(module: str) -> Iterator[str]:
    """List the names without an underscore that a module defines; a function that is checked is itself."""
    for node in tree_of(module).body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            names = [node.name]
        else:
            targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
            is_itself = (
                isinstance(value := getattr(node, "value", None), ast.Call)
                and ast.unparse(value.func) == "checked"
            )
            names = [target.id for target in targets if isinstance(target, ast.Name) and not is_itself]
        yield from (name for name in names if not name.startswith("_"))


def homes() -> dict[str, set[str]]:
    """Name the modules, or families of modules, that define each public name."""
    found = defaultdict[str, set[str]](set)
    for module in MODULES:
        family = next((family for family in FAMILIES if is_in(module, family)), module)
        for name in public_names(module):
            found[name].add(family)
    return found


def test_a_public_name_is_defined_once() -> None:
    assert {name: modules for name, modules in homes().items() if len(modules) > 1} == {}


def words(name: str) -> set[str]:
    """Cut an identifier into its words."""
    return {word.lower() for word in re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+", name)}


def given_names(module: str) -> Iterator[str]:
    """List the names that a module gives: its own, and those of all that it defines."""
    yield from module.split(".")
    for node in ast.walk(tree_of(module)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.arg):
            yield node.arg
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id


def test_names_mean_something() -> None:
    given = {(module, name) for module in MODULES for name in given_names(module)}
    assert {(module, name) for module, name in given if words(name) & FORBIDDEN} == set()


def test_words_are_found_in_every_spelling() -> None:
    found = [words(name) & FORBIDDEN for name in ("MiscTable", "url_utils", "_HANDLER", "PageHelper2")]
    assert found == [{"misc"}, {"utils"}, {"handler"}, {"helper"}]


def test_no_module_is_named_like_a_public_function() -> None:
    functions = {name for name in absolutize.__all__ if callable(getattr(absolutize, name))}
    assert {"rewrite", "links", "resolve", "split"} <= functions
    direct = {module for module in MODULES if "." not in module}
    assert functions & direct == set()


@pytest.mark.parametrize("name", absolutize.__all__)
def test_no_public_name_is_hidden_by_a_module(name: str) -> None:
    assert type(getattr(absolutize, name)).__name__ != "module"


# sizes

LONGEST_FILE, LONGEST_FUNCTION, MEDIAN_FUNCTION = 350, 40, 10


class Function(NamedTuple):
    """A function of the source, and how many lines it has without its docstring."""

    module: str
    name: str
    lines: int
    node: ast.FunctionDef | ast.AsyncFunctionDef


def functions() -> Iterator[Function]:
    for module in MODULES:
        for node in ast.walk(tree_of(module)):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                yield Function(module, node.name, length(node) - docstring_length(node), node)


def length(node: ast.stmt) -> int:
    return (node.end_lineno or node.lineno) - node.lineno + 1


def docstring_length(node: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    return 0 if ast.get_docstring(node) is None else length(node.body[0])


def test_files_are_short() -> None:
    lengths = {module: len(path.read_text().splitlines()) for module, path in FILES.items()}
    assert {module for module, length in lengths.items() if length > LONGEST_FILE} == set()


def test_functions_are_short() -> None:
    long = {f"{f.module}.{f.name}": f.lines for f in functions() if f.lines > LONGEST_FUNCTION}
    assert long == {}
    assert statistics.median(f.lines for f in functions()) <= MEDIAN_FUNCTION


def test_nine_functions_in_ten_are_shorter_still() -> None:
    lines = sorted(f.lines for f in functions())
    assert lines[len(lines) * 9 // 10] <= 35


# docstrings


def public(module: str) -> Iterator[tuple[str, ast.AST]]:
    """List the module, and its public classes and functions; what is inside a function is nobody's."""
    yield module or "absolutize", tree_of(module)
    yield from _public_in(tree_of(module).body)


def _public_in(body: list[ast.stmt]) -> Iterator[tuple[str, ast.AST]]:
    for node in body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            if not node.name.startswith("_"):
                yield node.name, node
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                yield from _public_in(node.body)


def test_everything_public_has_a_docstring() -> None:
    named = [(module, name, node) for module in MODULES for name, node in public(module)]
    assert [(module, name) for module, name, node in named if not ast.get_docstring(node)] == []  # type: ignore[arg-type]


# the README tells where it goes

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


# LINKS

CHOICES = {"syntax": {*SYNTAXES, MARKUP}, "against": {"", "codebase", "document"}}
CHOICES |= {"empty": {"base", "document", "nothing"}, "fragment": {"base", "document"}}


def test_every_row_of_links_is_well_formed() -> None:
    for row in LINKS:
        assert re.fullmatch(r"\*|svg (\*|[a-z]+)|!--|[a-z][a-z0-9-]*", row.element), row
        assert re.fullmatch(r"([a-z][a-z-]*(:[a-z]+)?)?", row.attribute), row
        assert all(getattr(row, name) in choices for name, choices in CHOICES.items()), row


def test_every_row_of_links_has_a_citation() -> None:
    """A work, and a place in it: a section's number, or the name of what it says it of."""
    for row in LINKS:
        assert re.search(r"[A-Z]", row.citation), row
        assert re.search(r"\d\.\d|DTD|,|\(|\d \d|\d$", row.citation), row


def test_no_element_has_two_rows_for_an_attribute() -> None:
    counted = Counter((row.element, row.attribute, row.when) for row in LINKS)
    assert [pair for pair, count in counted.items() if count > 1] == []


def test_every_syntax_has_a_row() -> None:
    rows = (*LINKS, *(row for preset in PRESETS.values() for row in preset))
    assert {row.syntax for row in rows} == {*SYNTAXES, MARKUP}


# KINDS: every place has one

ALL_ROWS = (*LINKS, *(row for preset in PRESETS.values() for row in preset))
PLACES = [place for places in KINDS.values() for place in places.split()]


def test_every_row_of_links_has_a_kind() -> None:
    kinds = {row: kind_of(row.element, row) for row in LINKS if row.syntax != MARKUP}
    assert {row for row, kind in kinds.items() if kind not in KINDS} == set()
    assert {f"{row.element} {row.attribute}" for row, kind in kinds.items() if kind == "other"} == OTHERS


OTHERS = {"* src", "annotation src", "annotation-xml src", "share src", "xml src"}


def test_every_kind_is_that_of_a_place() -> None:
    kinds = {kind_of(row.element, row) for row in ALL_ROWS if row.syntax != MARKUP}
    assert kinds | {*LINK_TYPES.values()} == set(KINDS)
    assert set(SYNTAX_KINDS) < set(SYNTAXES)
    assert {*SYNTAX_KINDS.values(), *LINK_TYPES.values()} < set(KINDS)


def test_no_place_has_two_kinds() -> None:
    assert [place for place, count in Counter(PLACES).items() if count > 1] == []


@pytest.mark.parametrize("place", PLACES)
def test_a_place_with_a_kind_is_in_links(place: str) -> None:
    element, _, attribute = place.partition("@")
    rows = [row for row in LINKS if "*" in {element, row.element} or element == row.element]
    assert attribute == "*" or attribute in {row.attribute for row in rows}
    assert element == "*" or element in {row.element for row in LINKS}


# FINDINGS: every code occurs


WORKS = (
    r"RFC \d+|draft-[a-z0-9-]+|HTML 4.01|[A-Z][A-Za-z]+ Standard|ISO 28500|CSP|CSS Custom Properties"
    r"|APPNOTE|POSIX.1-2017|WACZ( Auth)?"
)
BY_CODE = [pytest.param(finding, id=finding.code) for finding in FINDINGS]


def decided(finding: Finding) -> list[str]:
    document, url, options = finding.example
    return [link.code for link in absolutize.links(document.encode(), url, **options)]


def test_no_code_is_there_twice() -> None:
    assert [finding.code for finding in FINDINGS] == list(dict.fromkeys(f.code for f in FINDINGS))


@pytest.mark.parametrize("finding", [param for param in BY_CODE if param.values[0] in DECISIONS])
def test_every_decision_occurs_in_its_example(finding: Finding) -> None:
    assert decided(finding) == [finding.code]


@pytest.mark.parametrize("finding", [param for param in BY_CODE if param.values[0] in DECISIONS])
def test_a_document_changes_where_a_code_says_so(finding: Finding) -> None:
    document, url, options = finding.example
    changed = absolutize.rewrite(document, url, **options) != document
    assert changed == (finding.code in REWRITTEN | {"base-emptied", "base-removed"})


@pytest.mark.parametrize("finding", [param for param in BY_CODE if param.values[0] in FAULTS])
def test_every_fault_is_found_in_its_example_and_no_other(finding: Finding) -> None:
    document, url, options = finding.example
    found = absolutize.check(document.encode(), url, **options)
    assert [fault.code for fault in found] == [finding.code]


@pytest.mark.parametrize("finding", [param for param in BY_CODE if param.values[0].code in CHECKED])
def test_every_code_of_a_check_is_found_in_its_example(finding: Finding) -> None:
    document, url, options = finding.example
    found = absolutize.check(document.encode(), url, **{**options, "select": [finding.code]})
    assert [fault.code for fault in found] == [finding.code]


def test_every_check_has_a_code() -> None:
    assert set(CHECKS) == CHECKED


@pytest.mark.parametrize("finding", BY_CODE)
def test_a_finding_says_what_and_where(finding: Finding) -> None:
    assert re.fullmatch(r"[a-z]+(-[a-z]+)*", finding.code)
    assert len(finding.message.split()) > 1
    assert not finding.message.endswith(".")
    assert len(finding.message) <= 80
    assert re.search(rf"^({WORKS}) [\dA-Z]", finding.citation)
    assert finding.explanation.endswith(".")
    assert len(finding.explanation.split()) > len(finding.message.split())


def test_the_sets_of_codes_are_codes() -> None:
    assert {finding.code for finding in DECISIONS} >= REWRITTEN | UNRESOLVED
    assert not REWRITTEN & UNRESOLVED


# options: the library and the command line offer the same


def test_every_choice_of_the_library_is_one_of_the_command_line() -> None:
    from absolutize.cli import COMMANDS
    from absolutize.options import BaseElement, Placeholders, Policies, SameDocument

    offered = {option.name: option for option in COMMANDS["rewrite"].params}
    set_by_containers = {"target_map"}
    assert set(Policies.__dataclass_fields__) - set_by_containers <= set(offered)
    assert tuple(offered["same_document"].type.choices) == get_args(SameDocument)
    assert tuple(offered["base_element"].type.choices) == get_args(BaseElement)
    assert tuple(offered["placeholders"].type.choices) == get_args(Placeholders)
    assert tuple(offered["presets"].type.choices) == tuple(PRESETS)
    assert tuple(offered["rules"].type.choices) == tuple(absolutize.RULE_SETS)


def test_the_drawing_of_the_architecture_shows_the_imports() -> None:
    from tests.project.architecture import PAGE, drawing

    assert drawing() in PAGE.read_text(encoding="utf-8")


def test_the_architecture_names_modules_that_exist() -> None:
    """Of a dotted name the module is that, or what the last part is defined in."""
    from tests.project.architecture import PAGE

    named = set(re.findall(r"`((?:[a-z_]+\.)+[A-Za-z_]+)`", PAGE.read_text(encoding="utf-8")))
    dotted = {name for name in named if not name.endswith(".py") and not name.startswith("absolutize.")}
    assert len(dotted) > 20
    assert {
        name for name in dotted if not {name, name.rpartition(".")[0]} & set(MODULES) and not is_method(name)
    } == set()


def is_method(name: str) -> bool:
    *module, owner, method = name.split(".")
    source = FILES.get(".".join(module))
    return (
        source is not None
        and f"class {owner}" in source.read_text()
        and f"def {method}" in source.read_text()
    )
