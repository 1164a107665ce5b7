"""Tests of `pytest.mark.rows`: every row of a table is run, and the rows that fail are named."""

import subprocess
import sys
from pathlib import Path

from tests.support.commandline import ROOT, environment

TABLES = """
import pytest

@pytest.mark.rows(("number", "half"), [(2, 1), pytest.param(3, 1, id="odd"), (4, 2), (5, 2)])
@pytest.mark.rows("unit", ["cm", "m"])
def test_halves(number, half, unit):
    assert number == 2 * half, f"measured in {unit}"

@pytest.mark.rows("number", [1, pytest.param(2, marks=pytest.mark.xfail(strict=True)), 3], ids="n{}".format)
def test_odd(number):
    assert number % 2 == 1

@pytest.mark.rows("number", [1, 2])
def test_skipped(number):
    pytest.skip("no reason")

@pytest.mark.rows("number", [1, 2])
def test_shared(number, tmp_path):
    pass
"""
FOLDED = [
    "4 of 8 rows failed: odd-cm, odd-m, 5-2-cm, 5-2-m",
    "AssertionError: measured in m",
    "assert 5 == (2 * 2)",
    "row: 5-2-m",
    "2 of 2 rows failed: 1, 2",
    "row 2: what may be skipped is parametrized: no reason",
    "rows would share ['tmp_path']",
    "XFAIL test_tables.py::test_odd[n2]",
    "3 failed, 1 passed, 1 xfailed",
]
EACH = [
    "FAILED test_tables.py::test_halves[cm-odd]",
    "FAILED test_tables.py::test_halves[m-5-2]",
    "XFAIL test_tables.py::test_odd[n2]",
    "4 failed, 8 passed, 2 skipped, 1 xfailed",
]


def outcome(directory: Path, *options: str) -> str:
    """Run the tables in a separate process."""
    (directory / "test_tables.py").write_text(TABLES)
    ran = subprocess.run(
        [
            sys.executable,
            "-m",
            "pytest",
            "-p",
            "tests.support.rows",
            "-p",
            "no:cacheprovider",
            "-rfx",
            *options,
        ],
        cwd=directory,
        env=environment() | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    return ran.stdout


def test_rows_that_fail_are_named_with_what_they_raised(tmp_path: Path) -> None:
    shown = outcome(tmp_path)
    assert [text for text in FOLDED if text not in shown] == [], shown


def test_each_row_can_be_a_test(tmp_path: Path) -> None:
    shown = outcome(tmp_path, "--each-row")
    assert [text for text in EACH if text not in shown] == [], shown
