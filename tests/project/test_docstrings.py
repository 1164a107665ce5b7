"""Docstrings: what is public describes its parameters, and each module what it is for and who uses it."""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from typing import is_typeddict

import pytest

import absolutize
from absolutize import archive, arrow, http, lxml, report, spark
from absolutize.findings import Example
from absolutize.options import Context, Policies
from absolutize.uri.abnf.grammar import Defect, Grammar
from tests.project.modules import FILES, MODULES, is_in, needs_sources, tree_of, used

pytestmark = needs_sources

PUBLIC = {name: getattr(absolutize, name) for name in absolutize.__all__}
PUBLIC_FUNCTIONS = {name: value for name, value in PUBLIC.items() if inspect.isfunction(value)}
PUBLIC_CLASSES = {name: value for name, value in PUBLIC.items() if inspect.isclass(value)} | {
    class_.__name__: class_ for class_ in (Defect, Example, Grammar)
}  # classes of fields of public classes are public, too
PUBLIC_METHODS = {
    f"{owner}.{name}": value
    for owner, class_ in PUBLIC_CLASSES.items()
    for name, value in vars(class_).items()
    if not name.startswith("_") and inspect.isfunction(value)
}
SCRAPY = [import_module("absolutize.scrapy")] if find_spec("scrapy") else []  # Scrapy is an extra
DOORS = (archive, arrow, http, lxml, report, *SCRAPY, spark)  # what is public there is not in the package
DOOR_NAMES = {
    f"{door.__name__.rpartition('.')[2]}.{name}": getattr(door, name)
    for door in DOORS
    for name in door.__all__
}
DOOR_FUNCTIONS = {name: value for name, value in DOOR_NAMES.items() if inspect.isfunction(value)}
DOOR_CLASSES = {
    name: value for name, value in DOOR_NAMES.items() if inspect.isclass(value) and not is_typeddict(value)
}
DOOR_METHODS = {
    f"{owner}.{name}": getattr(class_, name)
    for owner, class_ in DOOR_CLASSES.items()
    for name, value in vars(class_).items()
    if not name.startswith("_") and (inspect.isfunction(value) or isinstance(value, classmethod))
}
ENTRY = re.compile(r"(?m)^ {4}(?=\S)(\*{0,2}\w+): ")


def described(documented: object, section: str) -> dict[str, str]:
    """Give the entries of a section of a docstring by their names, each in one line."""
    _, _, rest = (inspect.getdoc(documented) or "").partition(f"{section}:\n")
    lines = rest.split("\n\n")[0]
    _, *cut = ENTRY.split(lines)
    return {name: " ".join(text.split()) for name, text in zip(cut[::2], cut[1::2], strict=True)}


def parameters_of(documented: Callable[..., object]) -> dict[str, inspect.Parameter]:
    parameters = inspect.signature(documented).parameters
    stars = {inspect.Parameter.VAR_KEYWORD: "**"}
    return {f"{stars.get(p.kind, '')}{name}": p for name, p in parameters.items() if name != "self"}


def assert_defaults_are_described(entries: dict[str, str], defaults: dict[str, object]) -> None:
    """The entry of a parameter names its default, as it is written in a call."""
    shown = {name: repr(default).replace("'", '"') for name, default in defaults.items()}
    assert {name for name, text in shown.items() if f"Default: {text}" not in entries[name]} == set()


SOURCED = PUBLIC_FUNCTIONS | DOOR_FUNCTIONS
CALLED = SOURCED | PUBLIC_METHODS


def assert_parameters_are_described(called: Callable[..., object]) -> None:
    parameters = parameters_of(called)
    entries = described(called, "Args")
    assert list(entries) == list(parameters)
    empty = inspect.Parameter.empty
    defaults = {name: each.default for name, each in parameters.items() if each.default is not empty}
    assert_defaults_are_described(entries, defaults)


@pytest.mark.rows("name", CALLED)
def test_every_parameter_of_what_is_public_is_described(name: str) -> None:
    assert_parameters_are_described(CALLED[name])
    assert "\nReturns:\n    " in (inspect.getdoc(CALLED[name]) or "")


@pytest.mark.rows("name", DOOR_METHODS)
def test_every_parameter_of_the_methods_of_a_door_is_described(name: str) -> None:
    assert_parameters_are_described(DOOR_METHODS[name])
    gives = inspect.signature(DOOR_METHODS[name]).return_annotation not in {None, "None"}
    assert ("\nReturns:\n    " in (inspect.getdoc(DOOR_METHODS[name]) or "")) == gives


@pytest.mark.rows("name", DOOR_CLASSES)
def test_every_field_of_a_class_of_a_door_is_described(name: str) -> None:
    """Of a class without fields, the parameters are described instead."""
    class_ = DOOR_CLASSES[name]
    fields, entries = inspect.get_annotations(class_), described(class_, "Attributes")
    assert list(entries) == list(fields)
    assert_defaults_are_described(entries, getattr(class_, "_field_defaults", {}))
    if not fields:
        assert_parameters_are_described(class_)


@pytest.mark.rows("name", SOURCED)
def test_every_public_function_names_its_errors_and_its_source(name: str) -> None:
    text = inspect.getdoc(SOURCED[name]) or ""
    assert "TypeError" in described(SOURCED[name], "Raises")
    assert re.search(r"\nSource: .*(RFC \d|`FINDINGS`|columnar format|lxml\.html)", text)


def test_rewrite_describes_every_option() -> None:
    entries = described(absolutize.rewrite, "Keyword Args")
    assert set(entries) == set(absolutize.Options.__annotations__)
    chosen, known = Policies(), Context()
    defaults = {name: getattr(chosen, name, getattr(known, name, None)) for name in entries}
    assert_defaults_are_described(entries, defaults)


@pytest.mark.rows("name", [name for name in PUBLIC_CLASSES if name != "Options"])
def test_every_field_of_what_is_public_is_described(name: str) -> None:
    assert list(described(PUBLIC_CLASSES[name], "Attributes")) == list(parameters_of(PUBLIC_CLASSES[name]))


FEWEST, MOST = 2, 4  # sentences


@pytest.mark.rows("module", MODULES, ids=lambda module: module or "absolutize")
def test_a_module_opens_with_what_it_is_for_and_what_it_does_not_know(module: str) -> None:
    text = ast.get_docstring(tree_of(module)) or ""
    assert FEWEST <= len(re.findall(r"(?<!\.)\.(?=\s|\Z)", text)) <= MOST


MANY = 5  # layers: folders and modules of the package


def importers_of(module: str) -> set[str]:
    """Name the modules that import a module; or a folder, from outside of it, or something in it."""
    is_folder = module and FILES[module].name == "__init__.py"
    inside = {each for each in MODULES if each == module or (is_folder and is_in(each, module))}
    return {each for each in MODULES if each not in inside and not inside.isdisjoint(used(each))}


@pytest.mark.rows("module", MODULES, ids=lambda module: module or "absolutize")
def test_a_module_says_who_uses_it(module: str) -> None:
    """Its sentence "Used by" names all that import it and nothing else, or says that many layers do.

    What is named imports it; or it is a folder of which several modules do.
    """
    text = " ".join((ast.get_docstring(tree_of(module)) or "").split())
    sentence = "".join(re.findall(r"Used by ((?:`[^`]+`(?:, | and |\.))+|many layers\.)", text))
    named = ["" if name == "absolutize" else name for name in re.findall("`([^`]+)`", sentence)]
    importers = importers_of(module)
    by_many = len({each.partition(".")[0] for each in importers}) >= MANY and sentence == "many layers."
    of_each = {name: {each for each in importers if is_in(each, name)} for name in named}
    assert importers - set().union(*of_each.values()) == (importers if by_many else set())
    assert [name for name, users in of_each.items() if name not in users and len(users) <= 1] == []
