"""Worker processes: how many there are. tests/slow/test_scale.py has what happens when one is killed."""

from __future__ import annotations

from typing import Any

import pytest

from absolutize.containers import workers


@pytest.mark.parametrize(
    ("platform", "jobs", "most"), [("win32", 96, 61), ("win32", 4, 4), ("linux", 96, 96)]
)
def test_windows_has_a_largest_number_of_processes(
    platform: str, jobs: int, most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Python refuses more; without the option there are as many as the machine has cores."""
    asked = list[int]()

    def executor(number: int, *_: Any, **__: Any) -> None:
        asked.append(number)

    monkeypatch.setattr(workers, "ProcessPoolExecutor", executor)
    monkeypatch.setattr(workers.sys, "platform", platform)
    workers.Pool(jobs, str, None)
    assert asked == [most]
