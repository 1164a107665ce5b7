"""Time for what a baseline reports as gone is in proportion to its findings and to the inputs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import pytest

from absolutize.cli.check_formats.rows import FindingKey
from absolutize.cli.io.baseline import Baseline
from absolutize.cli.run import Run
from tests.support.timing import assert_linear


@pytest.mark.parametrize("unread", [False, True], ids=["read", "unread"])
def test_time_is_linear(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, unread: bool) -> None:
    """Each input has a finding that is gone."""
    monkeypatch.chdir(tmp_path)

    def report(paths: Sequence[str]) -> None:
        known = Counter(FindingKey(path, "empty", "a", "href", "") for path in paths)
        Baseline("known.json", known).mention_gone(paths, paths if unread else (), ["empty"], Run(quiet=True))

    assert_linear(report, lambda count: [f"site/{number}.html" for number in range(count)])
