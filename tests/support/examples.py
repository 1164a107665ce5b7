"""Runs the Python blocks of a page of docs as one program: a comment below an expression is its value."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import Any

from tests.project.test_readme import examples


def assert_program_gives_what_it_says(page: Path) -> int:
    """Run the blocks of a page in the current directory; return how many values were compared."""
    names: dict[str, Any] = {}
    shown = 0
    for code in re.findall(r"(?ms)^```python\n(.*?)^```$", page.read_text("utf-8")):
        expected = dict(examples(code))
        for node in ast.parse(code).body:
            statement = ast.unparse(node)
            if statement not in expected:
                exec(statement, names)  # noqa: S102
                continue
            value = re.sub(r"\s+", " ", repr(eval(statement, names)))  # noqa: S307
            assert value == re.sub(r"\s+", " ", expected[statement]), f"{statement} is {value}"
            shown += 1
    return shown
