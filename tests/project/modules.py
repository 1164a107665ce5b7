"""The modules of the source, and which of them each imports."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "src" / "absolutize"
needs_sources = pytest.mark.skipif(
    not PACKAGE.is_dir(), reason="the sources are not here: what is tested is an installed package"
)


def name_of(path: Path) -> str:
    """Name a module as the layers do: without the package's name; an ``__init__`` is named as its folder."""
    parts = path.relative_to(PACKAGE).with_suffix("").parts
    return ".".join(part for part in parts if part != "__init__")


FILES = {name_of(path): path for path in sorted(PACKAGE.rglob("*.py"))}
MODULES = sorted(FILES)
# Doors: modules for users of other libraries, which only the command line imports.
EDGES = ("archive", "arrow", "http", "lxml", "scrapy", "spark")


@cache
def tree_of(module: str) -> ast.Module:
    return ast.parse(FILES[module].read_text())


def is_in(module: str, group: str) -> bool:
    return module == group or module.startswith(f"{group}.")


def imported(module: str) -> Iterator[str]:
    """Give the full name of everything that a module imports, also inside functions."""
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
    return frozenset(next(n for n in longest_first(parts) if n in FILES) for parts in names) | by_name(module)


def by_name(module: str) -> frozenset[str]:
    """Name the modules of each folder from which it imports by a name made at run time (an f-string)."""
    made = (node for node in ast.walk(tree_of(module)) if isinstance(node, ast.JoinedStr))
    begin = (str(text.value) for node in made if isinstance(text := node.values[0], ast.Constant))
    folders = [
        text.removeprefix("absolutize.") for text in begin if re.fullmatch(r"absolutize\.[a-z.]+\.", text)
    ]
    return frozenset(each for each in FILES for folder in folders if each.startswith(folder))


def longest_first(parts: list[str]) -> Iterator[str]:
    return (".".join(parts[:length]) for length in range(len(parts), -1, -1))
