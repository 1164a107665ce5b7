"""What docs/robustness.md reports, at a small scale: damage, kills, full disks, unreadable files, growth."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
BENCHMARKS = {
    "damage": ["--places", "60", "--documents", "3"],
    "interruptions": ["--times", "3", "--pages", "30"],
    "endurance": ["--minutes", "0.1", "--allowed", "40"],  # caches fill in the first minutes
    "endurance, counted": ["--rounds", "1600", "--threads", "1"],
    "extremes": [
        *("--megabytes=1", "--million=10000", "--depth=1000", "--call=links", "--runs=1"),
        *("links", "attributes of one tag", "nested svg and desc", "WARC, compressed", "nested multipart"),
    ],
}


@pytest.mark.parametrize("name", BENCHMARKS)
def test_nothing_is_wrong_where_a_benchmark_looks_for_faults(name: str) -> None:
    script = ROOT / "benchmarks" / f"{name.partition(',')[0]}.py"
    if not script.exists():
        pytest.skip("there are no benchmarks here: this is a source distribution")
    ran = subprocess.run(
        [sys.executable, script, *BENCHMARKS[name]], capture_output=True, text=True, check=False, cwd=ROOT
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert "Traceback" not in ran.stderr


KEEPS = """
import sys
import absolutize
kept, base_uri = [], absolutize.base_uri
absolutize.base_uri = lambda *given: kept.append(bytes({})) or base_uri(*given)
sys.path.insert(0, "benchmarks")
import endurance
endurance.main(["--rounds", "1600", "--threads", "1"])
"""


@pytest.mark.parametrize("size", [100, 2000], ids=["a block of Python", "bytes of C"])
def test_what_each_call_keeps_is_seen(size: int) -> None:
    ran = subprocess.run(
        [sys.executable, "-c", KEEPS.format(size)], capture_output=True, text=True, check=False, cwd=ROOT
    )
    assert ran.returncode == 1, ran.stdout + ran.stderr
    assert "given back" in ran.stdout
