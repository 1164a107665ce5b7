"""Worker processes: how many there are. tests/slow/test_scale.py has what happens when one is killed."""

from __future__ import annotations

from typing import Any

import pytest

from absolutize.containers import workers


@pytest.mark.parametrize(
    ("platform", "jobs", "most"),
    [("win32", 96, 61), ("win32", 4, 4), ("linux", 96, 96), ("linux", 3_000_000_000, 1024)],
)
def test_each_system_has_a_largest_number_of_processes(
    platform: str, jobs: int, most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Python refuses more on Windows; without the option there are as many as the machine has cores.

    On Linux, all of them would be started at once, or the number is too large for the system.
    """
    asked = list[int]()

    def executor(number: int, *_: Any, **__: Any) -> None:
        asked.append(number)

    monkeypatch.setattr(workers, "ProcessPoolExecutor", executor)
    monkeypatch.setattr(workers.sys, "platform", platform)
    workers.Pool(jobs, str, None)
    assert asked == [most]
