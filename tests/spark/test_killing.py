"""A job whose driver is killed at any moment: run again, it writes the same as an undisturbed job."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import time
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("pyarrow.parquet")

from pyspark.sql import SparkSession

from tests.arrow.test_arrow import crawl
from tests.spark.cluster import submitted
from tests.spark.test_spark import outputs, run_here
from tests.support.archives import gz

COUNTED = ("units", "not_done", "documents", "links", "rows", "failures", "bytes_read", "bytes_written")
LONGEST = 240  # seconds


@pytest.fixture(scope="module")
def inputs(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    place = tmp_path_factory.mktemp("killed")
    for number in range(10):
        data = gz(*crawl(20, number))
        (place / f"{number}.warc.gz").write_bytes(data[:-50] if number == 3 else data)
    return sorted(map(str, place.iterdir()))


def reports(directory: Path) -> list[Path]:
    return list(directory.glob("_reports/*/*.json"))


def killed(process: subprocess.Popen[bytes], directory: Path, done: int) -> None:
    """Kill the driver, and with it its workers, when ``done`` units are done."""
    deadline = time.monotonic() + LONGEST
    while len(reports(directory)) < done:
        assert process.poll() is None, process.communicate()
        assert time.monotonic() < deadline
        time.sleep(0.01)
    os.kill(process.pid, signal.SIGKILL)
    process.communicate()


KILLS = {"links": (1, 4), "archives": (4,)}  # the numbers of units that are done when it is killed


@pytest.mark.parametrize("table", KILLS)
def test_a_killed_driver_changes_nothing(
    table: str, inputs: list[str], session: SparkSession, tmp_path: Path, monkeypatch: Any, capsys: Any
) -> None:
    """Runs that are not killed use the existing session; the job is the same."""
    here = {"monkeypatch": monkeypatch, "capsys": capsys}
    options = ("--write", table, "--split-bytes", "40000")
    disturbed, quiet = tmp_path / "disturbed", tmp_path / "quiet"
    for done in KILLS[table]:
        killed(submitted("local[2]", *inputs, *options, "--output", str(disturbed)), disturbed, done)
    before = len(reports(disturbed))
    status, counts, err = run_here(session, *inputs, *options, "--output", str(disturbed), **here)
    assert (status, counts["not_done"]) == (0, 0), err
    assert counts["units"] > counts["done_before"] >= before >= 4
    _, expected, _ = run_here(session, *inputs, *options, "--output", str(quiet), **here)
    assert {name: counts[name] for name in COUNTED} == {name: expected[name] for name in COUNTED}
    assert outputs(disturbed) == outputs(quiet)
    assert left(disturbed) == left(quiet) == []
    _, again, _ = run_here(session, *inputs, *options, "--output", str(disturbed), **here)
    assert again["done_before"] == again["units"]
    assert {name: again[name] for name in COUNTED} == {name: expected[name] for name in COUNTED}


def left(directory: Path) -> list[str]:
    return [str(path) for path in directory.rglob("_temporary*")]


def test_reports_say_what_was_counted(
    inputs: list[str], session: SparkSession, tmp_path: Path, monkeypatch: Any, capsys: Any
) -> None:
    """The counts of a job are the sums of those in its reports."""
    here = {"monkeypatch": monkeypatch, "capsys": capsys}
    _, counts, _ = run_here(session, *inputs[:3], "--output", str(tmp_path), **here)
    kept: list[dict[str, Any]] = [json.loads(path.read_bytes()) for path in reports(tmp_path)]
    for name in ("documents", "links", "rows", "bytes_read", "bytes_written"):
        assert counts[name] == sum(each[name] for each in kept), name
    assert counts["bytes_read"] == sum(Path(path).stat().st_size for path in inputs[:3])
