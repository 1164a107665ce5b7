"""A standalone cluster writes what one machine does, although an executor is killed."""

from __future__ import annotations

import gzip
import json
import os
import signal
import time
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("pyarrow.parquet")

from absolutize import archive
from tests.spark.cluster import cluster, submitted
from tests.spark.test_spark import OPTIONS, job_rows, single


def finished(process: Any) -> tuple[int, dict[str, Any], str]:
    out, err = process.communicate()
    assert process.returncode in {0, 1}, err.decode()
    return process.returncode, json.loads(out), err.decode()


def test_a_cluster_writes_what_one_machine_does(inputs: list[str], some: list[str], tmp_path: Path) -> None:
    """Two workers; an executor is killed in the middle, and Spark has another one do its tasks."""
    listing = tmp_path / "warc.paths.gz"
    listing.write_bytes(gzip.compress("\n".join(some).encode()))
    tables, written = tmp_path / "tables", tmp_path / "archives"
    arguments = ("--from", str(listing), *inputs[:3], "--output", str(tables), "--split-bytes", "25000")
    options = ("--options", json.dumps(OPTIONS))
    with cluster(tmp_path / "cluster") as running:
        process = submitted(running.url, *arguments, *options)
        while not list(tables.glob("_reports/links/*")):
            assert process.poll() is None, process.communicate()
            time.sleep(0.02)
        before = len(list(tables.glob("_reports/links/*")))
        os.kill(running.executors()[0], signal.SIGKILL)
        status, counts, err = finished(process)
        assert (status, counts["not_done"]) == (0, 0), err
        assert "Lost executor" in err
        assert before < counts["units"]
        status, archived, err = finished(
            submitted(running.url, *some[:3], *inputs[:3], "--write", "archives", "--output", str(written))
        )
        assert (status, archived["not_done"]) == (0, 0), err
    paths = [*inputs[:3], *some]
    expected = single(paths, **OPTIONS)
    assert job_rows(tables, paths) == expected
    assert counts["links"] == sum(row["failure"] is None for row in expected)
    assert counts["failures"] == {"truncated-coding": 1}
    assert counts["bytes_read"] == sum(Path(path).stat().st_size for path in paths)
    assert not list(tables.glob("_temporary"))
    for path in [*some[:3], *inputs[:3]]:
        expected_archive = tmp_path / "expected" / Path(path).name
        expected_archive.parent.mkdir(exist_ok=True)
        result = archive.rewrite(path, expected_archive)
        assert (written / "archives" / Path(path).name).read_bytes() == expected_archive.read_bytes()
        archived["documents"] -= result.documents
        archived["links"] -= result.links
    assert (archived["documents"], archived["links"]) == (0, 0)
