"""The rules of the house that a test can enforce: sizes, names, docstrings, options."""

from __future__ import annotations

import ast
import re
import statistics
from collections import defaultdict
from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple, get_args

import pytest

import absolutize
from absolutize.html.link_table.extra_rows import PRESETS
from tests.project.modules import EDGES, FILES, MODULES, PACKAGE, is_in, needs_sources, tree_of
from tests.project.test_glossary import KNOWN_PARTICIPLES, NAME_WORDS, is_bare_participle, words_of

pytestmark = needs_sources

# patterns: the module that compiles them knows the interpreters that match possessive quantifiers wrongly


def test_elsewhere_than_in_patterns_re_compiles_only_plain_patterns_of_one_use() -> None:
    """Nothing calls `re.compile`; what `re.sub` and the like get has no possessive or atomic groups."""
    others = [module for module in MODULES if module != "patterns"]
    calls = [(m, node) for m in others for node in ast.walk(tree_of(m)) if isinstance(node, ast.Attribute)]
    assert [module for module, node in calls if ast.unparse(node) == "re.compile"] == []
    texts = [(module, text) for module in others for text in texts_given_to_re(module)]
    assert [(module, text) for module, text in texts if re.search(r"[*+?}]\+|\(\?>", text)] == []


def texts_given_to_re(module: str) -> Iterator[str]:
    """Give the arguments with the patterns of `re.sub` and the like, as they are in the source."""
    for node in ast.walk(tree_of(module)):
        if isinstance(node, ast.Call) and ast.unparse(node.func) in OF_ONE_USE:
            yield ast.unparse(node.args[0])


OF_ONE_USE = {
    f"re.{name}" for name in ("match", "fullmatch", "search", "sub", "subn", "split", "finditer", "findall")
}


# names

FORBIDDEN = NAME_WORDS | {"process"}
GIVEN_BY_SCRAPY = frozenset({"process_response", "process_value"})  # methods of Scrapy's interfaces
FAMILIES = (
    "uri.rules",
    "uri.trace",
    "uri.abnf.texts",
)  # their modules offer the same names, each for its text


def public_names(module: str) -> Iterator[str]:
    """List the public names that a module defines; to wrap a function in `check_calls` defines none."""
    for node in tree_of(module).body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            names = [node.name]
        else:
            targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
            is_itself = (
                isinstance(value := getattr(node, "value", None), ast.Call)
                and ast.unparse(value.func) == "check_calls"
            )
            given = [name for target in targets if target for name in names_in(target)]
            names = [] if is_itself else given
        yield from (name for name in names if not name.startswith("_"))


def names_in(target: ast.expr) -> Iterator[str]:
    """List the names in the target of an assignment, also those in a tuple, but no attributes or items."""
    if isinstance(target, ast.Name):
        yield target.id
    elif isinstance(target, ast.Starred):
        yield from names_in(target.value)
    elif isinstance(target, ast.Tuple | ast.List):
        for each in target.elts:
            yield from names_in(each)


def test_the_names_of_a_tuple_are_names() -> None:
    targets = ast.parse("A, (B, *C), d.e, f[0] = [G] = 1").body[0].targets  # type: ignore[attr-defined]
    assert [name for target in targets for name in names_in(target)] == ["A", "B", "C", "G"]


OFFERED_AGAIN = ("read_documents",)  # both `arrow` and `spark` define it


def aliases(module: str) -> Iterator[tuple[str, str]]:
    """List the aliases of a module's top-level imports, each with the full name of what it means."""
    for node in tree_of(module).body:
        if isinstance(node, ast.Import | ast.ImportFrom):
            source = f"{node.module}." if isinstance(node, ast.ImportFrom) else ""
            yield from ((alias.asname, source + alias.name) for alias in node.names if alias.asname)


def homes() -> dict[str, set[str]]:
    """Name the modules, or families of modules, that define each public name; a door may offer it again.

    The home of an alias is the full name of what it means.
    """
    found = defaultdict[str, set[str]](set)
    for module in MODULES:
        family = next((family for family in FAMILIES if is_in(module, family)), module)
        again = (*absolutize.__all__, *OFFERED_AGAIN) if module in EDGES else ()
        for name in set(public_names(module)) - set(again):
            found[name].add(family)
        for name, meaning in aliases(module):
            if not name.startswith("_"):
                found[name].add(family if family in FAMILIES else meaning)
    return found


NAMED_LIKE = ("cli.commands", "cli.check_formats", "cli.formats")  # modules named like a command or a format


def test_no_public_name_is_that_of_another_file() -> None:
    """One name, one meaning: only what is in a module may have the name of that module."""
    names = homes()
    others = [(m, names.get(m.rpartition(".")[2], set()) - {m}) for m in MODULES if m]
    found = {
        module: homes for module, homes in others if homes and module.rpartition(".")[0] not in NAMED_LIKE
    }
    assert found == {}


def test_a_public_name_is_defined_once() -> None:
    assert {name: modules for name, modules in homes().items() if len(modules) > 1} == {}


def public_methods(module: str) -> Iterator[str]:
    """List the methods of the public classes of a module."""
    for node in tree_of(module).body:
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
            yield from (each.name for each in node.body if isinstance(each, ast.FunctionDef))


def test_no_public_name_is_a_bare_participle() -> None:
    """A thing is called what it is, a function what it does: `join_pieces`, not `joined`."""
    names = {(module, module.rpartition(".")[2]) for module in MODULES}
    for module in MODULES:
        given = (*public_names(module), *(alias for alias, _ in aliases(module)), *public_methods(module))
        names |= {(module, name) for name in given}
    found = {
        (module, name) for module, name in names if not name.startswith("_") and is_bare_participle(name)
    }
    assert {(module, name) for module, name in found if name not in KNOWN_PARTICIPLES} == set()
    assert KNOWN_PARTICIPLES.keys() == {name for _, name in found}  # every exception is still needed


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
    own = {(module, name) for module, name in given if name not in GIVEN_BY_SCRAPY}
    assert {(module, name) for module, name in own if FORBIDDEN & {*words_of(name)}} == set()


def test_no_module_is_named_like_a_public_function() -> None:
    functions = {name for name in absolutize.__all__ if callable(getattr(absolutize, name))}
    assert {"rewrite", "links", "resolve", "split"} <= functions
    direct = {module for module in MODULES if "." not in module}
    assert functions & direct == set()


ABSENT = set() if find_spec("scrapy") else {"scrapy"}  # Scrapy is an extra
OFFERING = [m for m in MODULES if m not in ABSENT and "\n__all__ = " in FILES[m].read_text("utf-8")]


@pytest.mark.rows("module", OFFERING)
def test_what_a_module_offers_is_there(module: str) -> None:
    offering = import_module(f"absolutize.{module}".rstrip("."))
    assert [name for name in offering.__all__ if not hasattr(offering, name)] == []


@pytest.mark.rows("name", absolutize.__all__)
def test_no_public_name_is_hidden_by_a_module(name: str) -> None:
    assert type(getattr(absolutize, name)).__name__ != "module"


# sizes

LARGEST_FOLDER = 13
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


@pytest.mark.rows("folder", sorted({path.parent for path in FILES.values()}), ids=lambda f: f.name)
def test_folders_are_small(folder: Path) -> None:
    edges = {PACKAGE / f"{name}.py" for name in EDGES}
    assert len({*folder.glob("*.py")} - edges) <= LARGEST_FOLDER


def test_tests_mirror_the_sources() -> None:
    """Every folder of the package with modules has one in `tests`, but for grammars, which are data."""
    folders = {path.parent.relative_to(PACKAGE) for path in PACKAGE.rglob("[!_]*.py")}
    tests = Path(__file__).parents[1]
    assert {str(folder) for folder in folders if not any((tests / folder).glob("test_*.py"))} == {
        "uri/abnf/texts"
    }


def test_files_are_short() -> None:
    lengths = {module: len(path.read_text().splitlines()) for module, path in FILES.items()}
    assert {module for module, length in lengths.items() if length > LONGEST_FILE} == set()


def test_functions_are_short() -> None:
    long = {f"{f.module}.{f.name}": f.lines for f in functions() if f.lines > LONGEST_FUNCTION}
    assert long == {}
    assert statistics.median(f.lines for f in functions()) <= MEDIAN_FUNCTION


def test_nine_functions_in_ten_are_shorter_still() -> None:
    lines = sorted(f.lines for f in functions())
    assert lines[len(lines) * 9 // 10] <= 25


# constants


def assigned(node: ast.stmt) -> set[str]:
    """List the constants that a statement of a module defines."""
    if not isinstance(node, ast.Assign | ast.AnnAssign) or node.value is None:
        return set()
    targets = node.targets if isinstance(node, ast.Assign) else [node.target]
    names = {name.id for target in targets for name in ast.walk(target) if isinstance(name, ast.Name)}
    return names if all(name.lstrip("_").isupper() for name in names) else set()


def read_in(node: ast.AST) -> dict[str, int]:
    """List the names that are read, each with the first line."""
    loads = (n for n in ast.walk(node) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load))
    return {n.id: n.lineno for n in sorted(loads, key=lambda n: -n.lineno)}


def late_constants(tree: ast.Module) -> Iterator[str]:
    """Find constants below their first use that are not made of a function or a class of the module."""
    uses = read_in(tree)
    defined = {n.name for n in tree.body if isinstance(n, ast.FunctionDef | ast.ClassDef)}
    for node in tree.body:
        if not read_in(node).keys() & defined:
            yield from (name for name in assigned(node) if uses.get(name, node.lineno) < node.lineno)


def test_constants_are_defined_above_their_use() -> None:
    late = [(module, name) for module in MODULES for name in late_constants(tree_of(module))]
    assert late == []


def test_a_late_constant_is_found() -> None:
    code = "def f():\n    return SIZE, TABLE\nSIZE = 1\nTABLE = {'f': f}\n"
    assert list(late_constants(ast.parse(code))) == ["SIZE"]


# docstrings


def public(module: str) -> Iterator[tuple[str, ast.AST]]:
    """List the module, and its public classes and functions, but none that is inside a function."""
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


# options: the library and the command line offer the same


def test_every_choice_of_the_library_is_one_of_the_command_line() -> None:
    from absolutize.cli import COMMANDS
    from absolutize.options import BaseElement, Placeholders, Policies, SameDocument

    offered = {option.name: option for option in COMMANDS["rewrite"].params}
    set_by_containers = {"target_map", "largest"}
    assert set(Policies._fields) - set_by_containers <= set(offered)
    assert tuple(offered["same_document"].type.choices) == get_args(SameDocument)
    assert tuple(offered["base_element"].type.choices) == get_args(BaseElement)
    assert tuple(offered["placeholders"].type.choices) == get_args(Placeholders)
    assert tuple(offered["presets"].type.choices) == tuple(PRESETS)
    assert tuple(offered["rules"].type.choices) == tuple(absolutize.RULE_SETS)
