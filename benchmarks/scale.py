"""What a month of Common Crawl takes: measured on one core, then simulated on many.

    python benchmarks/scale.py measure [--pages 400] [--spark]
    python benchmarks/scale.py month --seconds-per-gb 300 [--cores 1000] [--sensitivity]

``measure`` lists the links of pages in WARC files as Parquet, in this process, and with lxml; ``--spark``,
also by the job on a local Spark of one core. All figures are seconds of processors: what else a machine does
counts for little. It calibrates the simulation on half of the files, and compares what that says of the
other half with what they took. ``month`` simulates: files are tasks, each core takes the next one, some are
lost and done again, and a node's network may be slower than its cores.
"""

from __future__ import annotations

import heapq
import io
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import cycle, islice
from pathlib import Path
from typing import Any

import click

from throughput import pages_at_hand

FILES = 8
GIGABYTE = 1e9


@dataclass(frozen=True)
class Month:
    """The inputs of the simulation; prices are list prices, with their date in docs/scale.md."""

    files: int = 90_000
    gigabytes: float = 90_000.0  # compressed
    pages: float = 2.4e9
    seconds_per_gb: float = 300.0  # of a core, measured
    overhead: float = 1.0  # seconds of each task: scheduling, opening the file, the report
    deviation: float = 0.1  # of the sizes of files, of their mean
    lost: float = 0.02  # part of the tasks that are ended half-way and done again
    cores: int = 1000
    cores_per_node: int = 8
    gigabits_per_node: float = 2.5  # of the network, sustained
    dollars_per_core_hour: float = 0.0408
    output_per_input: float = 0.5  # bytes of Parquet for a compressed byte of WARC


@dataclass(frozen=True)
class Outcome:
    """What a simulation says."""

    hours: float
    core_hours: float
    dollars: float
    dollars_per_million: float
    terabytes_written: float
    gigabits_per_node: float


def task_seconds(month: Month, gigabytes: float) -> float:
    """Tell how long a core takes for a file: for its work, or for getting it over its part of the network."""
    share = month.gigabits_per_node / 8 / month.cores_per_node
    return max(gigabytes * month.seconds_per_gb, gigabytes / share) + month.overhead


def simulated(month: Month, sizes: Sequence[float] | None = None) -> Outcome:
    """Have each core take the next file, until there are none."""
    chance = random.Random(16)
    mean = month.gigabytes / month.files
    given = sizes or [max(chance.gauss(mean, month.deviation * mean), 0.0) for _ in range(month.files)]
    cores = [0.0] * month.cores
    busy = 0.0
    for size in given:
        seconds = task_seconds(month, size)
        if chance.random() < month.lost:
            seconds *= 1.5
        busy += seconds
        heapq.heappush(cores, heapq.heappop(cores) + seconds)
    hours = max(cores) / 3600
    dollars = hours * month.cores * month.dollars_per_core_hour
    read = sum(given) * 8 / (hours * 3600) / (month.cores / month.cores_per_node)
    return Outcome(
        hours,
        busy / 3600,
        dollars,
        dollars / month.pages * 1e6,
        sum(given) * month.output_per_input / 1000,
        read,
    )


# -- what is measured --------------------------------------------------------------


def write_warcs(folder: Path, count: int) -> list[Path]:
    """Write the pages at hand to WARC files, over and over until there are enough."""
    from warcio.statusandheaders import StatusAndHeaders
    from warcio.warcwriter import WARCWriter

    pages = islice(cycle(list(pages_at_hand())), count)
    paths = [folder / f"{number}.warc.gz" for number in range(FILES)]
    files = [path.open("wb") for path in paths]
    writers = [WARCWriter(file, gzip=True) for file in files]
    for page, writer in zip(pages, cycle(writers), strict=False):
        headers = StatusAndHeaders("200 OK", [("Content-Type", "text/html")], protocol="HTTP/1.1")
        content = io.BytesIO(page.data)
        writer.write_record(
            writer.create_warc_record(page.url, "response", payload=content, http_headers=headers)
        )
    for file in files:
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
    """Tell how many seconds of the processor each file takes; the first one warms up."""
    taken = []
    for path in (paths[0], *paths):
        begun = time.process_time()
        function(path, folder / f"{path.name}.parquet")  # type: ignore[operator]
        taken.append(time.process_time() - begun)
    return taken[1:]


def spark_reports(paths: Sequence[Path], folder: Path) -> Iterator[dict[str, float]]:
    """Run the job on a local Spark of one core; give the reports of the files, but the first, a warm-up."""
    import absolutize.spark

    script = Path(absolutize.spark.__file__).with_name("job.py")
    settings = {"PYSPARK_PYTHON": sys.executable, "PYSPARK_SUBMIT_ARGS": "--master local[1] pyspark-shell"}
    command = [sys.executable, str(script), *map(str, paths), "--output", str(folder / "spark")]
    subprocess.run(command, env=os.environ | settings, check=True, capture_output=True)  # noqa: S603 -- of this project
    reports = [json.loads(path.read_bytes()) for path in sorted((folder / "spark/_reports/links").iterdir())]
    yield from reports[1:]


def gigabytes_of(paths: Sequence[Path]) -> list[float]:
    """Tell the sizes of files."""
    return [path.stat().st_size / GIGABYTE for path in paths]


def prediction(paths: Sequence[Path], seconds: Sequence[float]) -> tuple[float, float]:
    """Calibrate on every other file; give what the simulation says of the rest, and what the rest took."""
    sizes = gigabytes_of(paths)
    rate = sum(seconds[::2]) / sum(sizes[::2])
    local = Month(seconds_per_gb=rate, overhead=0.0, lost=0.0, cores=2, gigabits_per_node=1e9)
    loads = [0.0, 0.0]
    for taken in seconds[1::2]:
        loads[loads.index(min(loads))] += taken
    return simulated(local, sizes[1::2]).hours * 3600, max(loads)


@click.group()
def main() -> None:
    """Measure, and simulate a month."""


@main.command()
@click.option("--pages", default=400, show_default=True, help="Number of pages, in eight files.")
@click.option("--spark", "with_spark", is_flag=True, help="Also run the job on a local Spark.")
def measure(pages: int, *, with_spark: bool) -> None:
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
        if with_spark:
            rest = list(spark_reports(paths, folder))
            spent, read = sum(r["cpu_seconds"] for r in rest), sum(r["bytes_read"] for r in rest) / GIGABYTE
            show("the job in Spark, a worker", spent, read, sum(r["documents"] for r in rest))
            click.echo(f"throughput of a core in Spark: {sum(ours[1:]) / spent:.2f} of one process")
        said, took = prediction(paths, ours)
        click.echo(f"simulation of half of the files on two cores: {said:.2f} s; they took {took:.2f} s")
        click.echo(f"deviation: {abs(said - took) / took:.1%}")


def show(what: str, seconds: float, gigabytes: float, pages: float) -> None:
    """Print a measurement."""
    per_page = seconds / pages * 1000
    click.echo(f"{what}: {seconds / gigabytes:.0f} s for a GB, {per_page:.2f} ms for a page")


@main.command()
@click.option("--seconds-per-gb", required=True, type=float, help="Seconds of a core, as measured.")
@click.option("--cores", default=1000, show_default=True)
@click.option("--output-per-input", default=0.5, show_default=True)
@click.option("--sensitivity", is_flag=True, help="Also vary each input by half and double.")
def month(seconds_per_gb: float, cores: int, output_per_input: float, *, sensitivity: bool) -> None:
    """Print what a month takes."""
    chosen = Month(seconds_per_gb=seconds_per_gb, cores=cores, output_per_input=output_per_input)
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
