"""Estimates the cost of a month of Common Crawl, from one core and a local Spark to many simulated cores.

    python benchmarks/scale.py measure [--pages 400]
    python benchmarks/scale.py local [--rounds 5] [--output local.json]
    python benchmarks/scale.py month --measured local.json [--cores 1000] [--sensitivity]
    python benchmarks/scale.py month --seconds-per-gb 300

``measure`` measures the CPU time of listing the links of pages in WARC files, as Parquet in this process, and
with lxml. ``local`` runs the job's work on a real Spark with two cores: the simulation is calibrated on some
files, predicts the time for the others, and is compared with the time that they take. ``month`` simulates a
month: files are tasks, each core takes the next one, some are lost and repeated, and a node's network may be
slower than its cores.
"""

from __future__ import annotations

import io
import json
import os
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import cycle, islice
from pathlib import Path
from statistics import median
from typing import Any

import click

from month import Month, Outcome, simulated
from throughput import pages_at_hand

FILES = 8
LOCAL_FILES = 24
EMPTY_FILES = 40
CORES = 2  # cores of the local Spark
ALLOWED = 0.15  # the highest accepted deviation of the simulation from the local run
GIGABYTE = 1e9


# -- what is measured --------------------------------------------------------------


def write_warcs(folder: Path, count: int, files: int = FILES) -> list[Path]:
    """Write the pages at hand to WARC files, over and over until there are enough."""
    from warcio.statusandheaders import StatusAndHeaders
    from warcio.warcwriter import WARCWriter

    pages = islice(cycle(list(pages_at_hand())), count)
    paths = [folder / f"{number:02}.warc.gz" for number in range(files)]
    opened = [path.open("wb") for path in paths]
    writers = [WARCWriter(file, gzip=True) for file in opened]
    for page, writer in zip(pages, cycle(writers), strict=False):
        headers = StatusAndHeaders("200 OK", [("Content-Type", "text/html")], protocol="HTTP/1.1")
        content = io.BytesIO(page.data)
        writer.write_record(
            writer.create_warc_record(page.url, "response", payload=content, http_headers=headers)
        )
    for file in opened:
        file.close()
    return paths


def list_links(path: Path, output: Path) -> None:
    """List the links of a file as Parquet, in this process."""
    from absolutize import arrow

    batches = arrow.links(arrow.archive_batches([str(path)], split_bytes=0))
    with output.open("wb") as file:
        file.writelines(arrow.parquet(arrow.LINK_COLUMNS, batches))


def list_by_lxml(path: Path, _output: Path) -> None:
    """List the links of a file with FastWARC and lxml."""
    from fastwarc.warc import ArchiveIterator, WarcRecordType
    from lxml import html

    with path.open("rb") as file:
        for record in ArchiveIterator(file, record_types=WarcRecordType.response):
            tree: Any = html.document_fromstring(record.reader.read() or b"<p>")
            tree.make_links_absolute(record.headers["WARC-Target-URI"], handle_failures="ignore")
            for _ in tree.iterlinks():
                pass


def seconds_of(function: object, paths: Sequence[Path], folder: Path) -> list[float]:
    """The CPU seconds that each file takes; the first file is a warm-up."""
    taken = []
    for path in (paths[0], *paths):
        begun = time.process_time()
        function(path, folder / f"{path.name}.parquet")  # type: ignore[operator]
        taken.append(time.process_time() - begun)
    return taken[1:]


def gigabytes_of(paths: Sequence[Path]) -> list[float]:
    """The sizes of files in gigabytes."""
    return [path.stat().st_size / GIGABYTE for path in paths]


# -- a real Spark of two cores -----------------------------------------------------


@dataclass(frozen=True)
class Round:
    """The seconds that were measured in a round of a local run, and those that the simulation predicted."""

    seconds_per_gb: float
    overhead: float
    said: float
    took: float
    wall_of_one: float  # one process, for the same files as ``took``
    cpu_of_one: float
    cpu_of_spark: float  # sum of all its processes

    @property
    def deviation(self) -> float:
        """The relative error of the simulation."""
        return abs(self.said - self.took) / self.took

    @property
    def by_processors(self) -> float:
        """The throughput per core in Spark as a part of that of one process, by CPU time."""
        return self.cpu_of_one / self.cpu_of_spark

    @property
    def by_clock(self) -> float:
        """The same by wall time."""
        return self.wall_of_one / self.took / CORES


def local_session(folder: Path) -> Any:  # noqa: ANN401 -- a type of Spark, which may not be installed
    """Start Spark with two cores."""
    from pyspark.sql import SparkSession

    os.environ |= {"PYSPARK_PYTHON": sys.executable, "SPARK_LOCAL_IP": "127.0.0.1"}
    builder = SparkSession.builder.master(f"local[{CORES}]").appName("scale")
    for name, value in {
        "spark.ui.enabled": "false",
        "spark.ui.showConsoleProgress": "false",
        "spark.local.dir": str(folder),
    }.items():
        builder = builder.config(name, value)
    return builder.getOrCreate()


def spark_run(session: Any, paths: Sequence[Path], output: Path) -> tuple[float, list[Any]]:  # noqa: ANN401
    """Process files in Spark as the job does; return the seconds, and the reports of the files."""
    from absolutize.arrow.pieces import Piece
    from absolutize.spark.units import JobPlan, WorkUnit, unit_function

    units = [WorkUnit(Piece(str(path)), path.name) for path in paths]
    work = unit_function(JobPlan(str(output), "links", {}))
    begun = time.perf_counter()
    reports = session.sparkContext.parallelize(units, len(units)).map(work).collect()
    return time.perf_counter() - begun, reports


def cpu_of_descendants() -> float:
    """The CPU seconds of all descendants of this process: the JVM and its workers."""
    parents, seconds = dict[int, int](), dict[int, float]()
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = path.read_text().rpartition(") ")[2].split()
        except OSError:  # the process has ended
            continue
        number = int(path.parent.name)
        parents[number] = int(fields[1])
        seconds[number] = sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")
    known = {os.getpid()}
    while found := {number for number, parent in parents.items() if parent in known} - known:
        known |= found
    return sum(seconds[number] for number in known - {os.getpid()})


def measured_round(session: Any, paths: Sequence[Path], folder: Path) -> Round:  # noqa: ANN401
    """Calibrate the simulation on every third file; predict the time for the others, and measure it."""
    empty = [folder / f"empty{number}.warc.gz" for number in range(EMPTY_FILES)]
    for path in empty:
        path.write_bytes(paths[0].read_bytes()[:0])
    idle, _ = spark_run(session, empty, folder / "empty")
    overhead = idle * CORES / len(empty)
    _, reports = spark_run(session, paths[::3], folder / "calibration")
    rate = sum(report.seconds for report in reports) / sum(gigabytes_of(paths[::3]))
    rest = [path for number, path in enumerate(paths) if number % 3]
    local = Month(seconds_per_gb=rate, overhead=overhead, lost=0.0, cores=CORES, gigabits_per_node=1e9)
    said = simulated(local, gigabytes_of(rest)).hours * 3600
    before = cpu_of_descendants()
    took, _ = spark_run(session, rest, folder / "measured")
    spent = cpu_of_descendants() - before
    begun, cpu = time.perf_counter(), time.process_time()
    for path in rest:
        list_links(path, folder / "one.parquet")
    one = time.perf_counter() - begun, time.process_time() - cpu
    return Round(rate, overhead, said, took, *one, spent)


def local_rounds(folder: Path, paths: Sequence[Path], rounds: int) -> Iterator[Round]:
    """Measure rounds in one Spark session, after a warm-up run."""
    session = local_session(folder)
    try:
        spark_run(session, paths[:4], folder / "warm-up")
        list_links(paths[0], folder / "one.parquet")
        for number in range(rounds):
            place = folder / f"round{number}"
            place.mkdir()
            yield measured_round(session, paths, place)
    finally:
        session.stop()


@click.group()
def main() -> None:
    """Measure, and simulate a month."""


@main.command()
@click.option("--pages", default=400, show_default=True, help="Number of pages, in eight files.")
def measure(pages: int) -> None:
    """Print seconds of processors for a gigabyte of compressed WARC, and for a page."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        paths = write_warcs(folder, pages)
        total = sum(gigabytes_of(paths))
        ours = seconds_of(list_links, paths, folder)
        written = sum(path.stat().st_size for path in folder.glob("*.parquet")) / GIGABYTE
        show("links as Parquet, one process", sum(ours), total, pages)
        show(
            "lxml, make_links_absolute and iterlinks",
            sum(seconds_of(list_by_lxml, paths, folder)),
            total,
            pages,
        )
        click.echo(f"output: {written / total:.2f} bytes of Parquet for a byte of WARC")


@main.command()
@click.option("--pages", default=2400, show_default=True, help="Number of pages.")
@click.option("--rounds", default=5, show_default=True)
@click.option("--output", type=click.Path(path_type=Path), help="File for what `month --measured` needs.")
def local(pages: int, rounds: int, output: Path | None) -> None:
    """Compare the simulation with a real Spark of two cores, and Spark with one process."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        paths = write_warcs(folder, pages, LOCAL_FILES)
        read = sum(gigabytes_of([path for number, path in enumerate(paths) if number % 3]))
        found = []
        for each in local_rounds(folder, paths, rounds):
            found.append(each)
            simulation = f"simulated {each.said:.2f} s, took {each.took:.2f} s: {each.deviation:.1%} off"
            throughput = f"{each.by_processors:.2f} of one process, {each.by_clock:.2f} by the clock"
            click.echo(f"local[{CORES}]: {simulation}; throughput of a core: {throughput}")
    deviation = median(each.deviation for each in found)
    by_cpu = median(each.by_processors for each in found)
    by_clock = median(each.by_clock for each in found)
    per_gb = median(each.cpu_of_spark for each in found) / read
    click.echo(f"median: {deviation:.1%} off; throughput of a core in Spark: {by_cpu:.2f} by processors,")
    click.echo(
        f"{by_clock:.2f} by the clock; {per_gb:.0f} s of processors for a GB in Spark, the JVM included"
    )
    if output is not None:
        output.write_text(json.dumps({"deviation": deviation, "seconds_per_gb": per_gb}) + "\n")


def show(what: str, seconds: float, gigabytes: float, pages: float) -> None:
    """Print a measurement."""
    per_page = seconds / pages * 1000
    click.echo(f"{what}: {seconds / gigabytes:.0f} s for a GB, {per_page:.2f} ms for a page")


@main.command()
@click.option("--seconds-per-gb", type=float, help="Seconds of a core, as measured.")
@click.option("--measured", type=click.Path(path_type=Path), help="What `local --output` wrote.")
@click.option("--cores", default=1000, show_default=True)
@click.option("--output-per-input", default=0.5, show_default=True)
@click.option("--sensitivity", is_flag=True, help="Also vary each input by half and double.")
def month(
    seconds_per_gb: float | None,
    measured: Path | None,
    cores: int,
    output_per_input: float,
    *,
    sensitivity: bool,
) -> None:
    """Print what a month takes, if the simulation was not far off in a local run."""
    if (seconds_per_gb is None) == (measured is None):
        raise click.UsageError("one of --seconds-per-gb and --measured is needed")
    known = json.loads(measured.read_text()) if measured else {}
    if known.get("deviation", 0.0) > ALLOWED:
        raise click.ClickException(
            f"the simulation was {known['deviation']:.1%} off, more than {ALLOWED:.0%}"
        )
    chosen = Month(
        seconds_per_gb=seconds_per_gb or known["seconds_per_gb"],
        cores=cores,
        output_per_input=output_per_input,
    )
    tell("as given", simulated(chosen))
    if sensitivity:
        names = ("seconds_per_gb", "overhead", "lost", "deviation", "gigabits_per_node", "cores")
        for name in names:
            for factor in (0.5, 2):
                value = getattr(chosen, name)
                changed = replace(chosen, **{name: type(value)(value * factor)})
                tell(f"{name} x {factor}", simulated(changed))


def tell(what: str, said: Outcome) -> None:
    """Print a row."""
    click.echo(
        f"{what}: {said.hours:.1f} hours, {said.core_hours:.0f} core hours, ${said.dollars:.0f},"
        f" ${said.dollars_per_million:.3f} for a million pages, {said.terabytes_written:.0f} TB written,"
        f" {said.gigabits_per_node:.2f} Gbit/s for a node"
    )


if __name__ == "__main__":
    main()
