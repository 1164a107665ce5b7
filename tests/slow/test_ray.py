"""The example of docs/spark.md for Ray, run by Ray."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import Any

import pytest

ray = pytest.importorskip("ray", reason="Ray is not installed: pip install 'ray[data]'")
pytest.importorskip("pyarrow", reason="pyarrow is not installed: pip install 'absolutize[arrow]'")

PAGE = Path(__file__).parents[2] / "docs" / "spark.md"


@pytest.mark.filterwarnings("ignore")
def test_ray_runs_the_same_function() -> None:
    (code,) = re.findall(r"(?ms)^```py\n(import pyarrow\nimport ray.*?)^```$", PAGE.read_text("utf-8"))
    *statements, value = ast.parse(code).body
    names: dict[str, Any] = {}
    ray.init(num_cpus=1, include_dashboard=False, log_to_driver=False)
    try:
        exec("import ray.data\n" + "\n".join(map(ast.unparse, statements)), names)  # noqa: S102
        found = eval(ast.unparse(value), names)  # noqa: S307
    finally:
        ray.shutdown()
    assert found == ["http://example.com/x"]
    assert f"# {found!r}" in code
