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
    """Of a dotted name the module is that, or what the last part is defined in."""
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
