"""docs/architecture.md shows the imports, and names modules that exist."""

from __future__ import annotations

import re

from tests.project.architecture import DRAWING, PAGE, drawing
from tests.project.modules import FILES, MODULES, needs_sources

pytestmark = needs_sources


def test_the_drawing_of_the_architecture_shows_the_imports() -> None:
    assert DRAWING.read_text(encoding="utf-8") == drawing()
    assert f"]({DRAWING.name})" in PAGE.read_text(encoding="utf-8")


def test_the_architecture_names_modules_that_exist() -> None:
    """A dotted name is that of a module, of something in a module, or of a method."""
    named = set(re.findall(r"`((?:[a-z_]+\.)+[A-Za-z_]+)`", PAGE.read_text(encoding="utf-8")))
    dotted = {name for name in named if not name.endswith(".py") and not name.startswith("absolutize.")}
    assert len(dotted) > 20
    assert {
        name for name in dotted if not {name, name.rpartition(".")[0]} & set(MODULES) and not is_method(name)
    } == set()


def is_method(name: str) -> bool:
    *module, owner, method = name.split(".")
    source = FILES.get(".".join(module))
    return source is not None and defines(source.read_text(), owner, method)


def defines(source: str, owner: str, method: str = "") -> bool:
    """Whether a class or a constant is defined in a source, and if one is named, a method."""
    has_owner = re.search(rf"^(?:class {owner}\b|{owner}\b.* = )", source, re.MULTILINE) is not None
    return has_owner and (not method or f"def {method}(" in source)


def test_the_architecture_names_classes_and_constants_that_exist() -> None:
    """Those that are named without their module: ``Edit``, ``Context.syntax_of``."""
    named = set(re.findall(r"`([A-Z]\w+)(?:\.(\w+))?`", PAGE.read_text(encoding="utf-8")))
    sources = [path.read_text() for path in FILES.values()]
    assert ("Context", "syntax_of") in named
    assert {name for name in named if not any(defines(source, *name) for source in sources)} == set()


def test_the_architecture_has_a_row_for_each_part() -> None:
    rows = re.findall(r"^\| (`.+?`) \|", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    named = {re.split("[/.]", name)[0] for row in rows for name in re.findall(r"`(.+?)`", row)}
    assert named == {module.partition(".")[0] for module in MODULES} - {"", "__main__"}
