"""The drawing in docs/architecture.md, made of the imports.

``python -m tests.project.architecture`` renews it.
"""

from __future__ import annotations

import re

from tests.project.modules import MODULES, ROOT, used

PAGE = ROOT / "docs" / "architecture.md"
DRAWING = re.compile(r"```mermaid\n.*?```\n", re.DOTALL)
WHOLE = frozenset({"", "__main__", "starting", "calls", "readonly", "version"})  # of no layer of their own


def group_of(module: str) -> str:
    """Name the box that a module is in: its folder, of html the folder within it."""
    first, _, rest = module.partition(".")
    return f"{first}/{rest.partition('.')[0]}" if first == "html" and rest else first


def imports() -> dict[str, set[str]]:
    """List which boxes each box imports."""
    found: dict[str, set[str]] = {}
    for module in MODULES:
        if module not in WHOLE and module != "html":
            group = group_of(module)
            others = {group_of(name) for name in used(module) if name not in WHOLE and name != "html"}
            found.setdefault(group, set()).update(others - {group})
    return found


def reached(group: str, arrows: dict[str, set[str]]) -> set[str]:
    """List what a box imports, directly or through others."""
    direct = arrows[group]
    return direct.union(*(reached(other, arrows) for other in direct))


def drawing() -> str:
    """Draw an arrow for each import between boxes that no other way goes along."""
    arrows = imports()
    lines = ["```mermaid", "graph TD"]
    for group in sorted(arrows):
        indirect = set[str]().union(*(reached(other, arrows) for other in arrows[group]))
        lines += [f"    {group} --> {other}" for other in sorted(arrows[group] - indirect)]
    return "\n".join([*lines, "```", ""])


if __name__ == "__main__":
    page = PAGE.read_text(encoding="utf-8")
    PAGE.write_text(DRAWING.sub(lambda _: drawing(), page), encoding="utf-8")
