"""The memory of a Spark worker is bounded, whatever is in a record, as docs/spark.md states."""

from __future__ import annotations

import gzip
import os
from collections.abc import Callable
from pathlib import Path

import pytest

resource = pytest.importorskip("resource", reason="on this system no process can ask how much memory it used")

from pyspark.sql import SparkSession  # noqa: E402

from absolutize.arrow.pieces import Piece  # noqa: E402
from absolutize.spark.units import JobPlan, WorkUnit, do_unit  # noqa: E402
from tests.support.archives import gz, http, record, response  # noqa: E402

MEGABYTE = 1_000_000
TYPE = "Content-Type: application/http; msgtype=response"
RUNS = 3
BASE = 300  # MB
LINKS = b"<p><a href=page.html>A link and its text</a> and some words between it and the next one.</p>\n"


def poisoned(block: bytes) -> bytes:
    return gz(response(b"<a href=x>"), record("response", block, TYPE, uri="http://h/poison"))


def document(megabytes: int) -> bytes:
    return gz(response(LINKS * (megabytes * MEGABYTE // len(LINKS))))


MADE_FOR_LINKS, MADE_FOR_REWRITING = 40, 100  # MB for each MB of a hostile document
ONE_URL = "<a href='€".encode() + b"/\xf0\x9f\x98\x80" * (8 * MEGABYTE // 5) + b"'>x</a>"
SHEET = b"<style>" + b"url(a)" * (2 * MEGABYTE // 6) + b"</style>"
GROWING = b"<base href='http://h/" + b"b" * 500 + b"/'>" + b"<a href=x>" * (8 * MEGABYTE // 10)

INPUTS: dict[str, tuple[Callable[[], bytes], str, int]] = {  # the archive, the table, the bound in MB
    "small pages": (lambda: gz(*[response(LINKS * 300, number=n) for n in range(200)]), "links", BASE),
    "a record of 300 MB": (lambda: poisoned(http(b"<a href=x>" + b" " * 300_000_000)), "links", BASE),
    "300 MB, rewritten": (lambda: poisoned(http(b"<a href=x>" + b" " * 300_000_000)), "archives", BASE),
    "a zip bomb": (
        lambda: poisoned(http(gzip.compress(b"<a>" + b" " * 300_000_000, 1), "Content-Encoding: gzip")),
        "links",
        BASE + 128,
    ),
    "a document of 32 MB, links": (lambda: document(32), "links", BASE + 6 * 32),
    "a document of 32 MB, rewritten": (lambda: document(32), "archives", BASE + 10 * 32),
    "a URL of 8 MB, links": (lambda: gz(response(ONE_URL)), "links", BASE + 8 * MADE_FOR_LINKS),
    "a URL of 8 MB, rewritten": (
        lambda: gz(response(ONE_URL)),
        "documents",
        BASE + 8 * MADE_FOR_REWRITING,
    ),
    "a style sheet of 2 MB": (lambda: gz(response(SHEET)), "links", BASE + 2 * MADE_FOR_LINKS),
    "8 MB that would be 400": (lambda: gz(response(GROWING)), "documents", BASE + 8 * MADE_FOR_LINKS),
}


def is_decided(are_below: list[bool]) -> bool:
    """Whether the median of three runs is known to be below the bound, or above it."""
    return max(are_below.count(True), are_below.count(False)) > RUNS // 2


def memory_of(plan: JobPlan, unit: WorkUnit) -> tuple[int, float]:
    """Process a unit in a worker; return the worker's process id, and its peak memory in MB."""
    do_unit(plan, unit)
    return os.getpid(), resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024 / MEGABYTE


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", INPUTS)
def test_memory_of_a_worker_is_bounded(name: str, session: SparkSession, tmp_path: Path) -> None:
    made, table, bound = INPUTS[name]
    path = tmp_path / "a.warc.gz"
    path.write_bytes(made())
    context = session.sparkContext
    measured: list[tuple[int, float]] = []
    for run in range(RUNS):
        if is_decided([megabytes < bound for _, megabytes in measured]):
            break
        context.environment["RUN"] = f"{name}{run}"  # has Spark start a new worker
        plan, unit = JobPlan(str(tmp_path / f"out{run}"), table, {}), WorkUnit(Piece(str(path)), path.name)
        measured += (
            context.parallelize([unit], 1).map(lambda each, plan=plan: memory_of(plan, each)).collect()
        )
    assert len({process for process, _ in measured}) == len(measured)
    peaks = [megabytes for _, megabytes in measured]
    print(f"{name}: {[round(each) for each in peaks]} MB, bound {bound} MB")  # noqa: T201 -- with -s
    assert sum(each < bound for each in peaks) > RUNS // 2
