"""Measures how fast archives are made absolute, compared with copying them and with hand-written code.

    python benchmarks/archives.py [FILE] [--megabytes 400] [--rounds 3] [--memory MEGABYTES]

FILE is a WARC with each record compressed by gzip. Without it, one is made of the corpus's pages, or of
small pages where the corpus is absent; every other page is followed by a picture of the same size. Every
round runs every contender once, so that a busy moment of the machine affects all of them; the table shows
medians, and ratios of CPU time, including that of child processes. With ``--memory`` a WARC of that size
is made and rewritten instead, and the peak memory of all its processes together is shown (on Linux).
"""

from __future__ import annotations

import io
import os
import random
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from itertools import cycle
from pathlib import Path
from statistics import median
from time import perf_counter, sleep
from typing import NamedTuple
from urllib.parse import urljoin

import click
from rich.console import Console
from rich.table import Table

from throughput import Page, pages_at_hand

COMMAND = (sys.executable, "-m", "absolutize")


class Cost(NamedTuple):
    """The cost of a run: seconds of wall time, and seconds of CPU time."""

    passed: float
    worked: float


class Contender(NamedTuple):
    """A way to do a job: reading a file and writing another, or listing its links."""

    name: str
    job: str
    arguments: tuple[str, ...]


# -- the contenders, each in a separate process -------------------------------------


def copy(path: str, output: str) -> None:
    """Read a WARC and write it again unchanged, with FastWARC."""
    from fastwarc.stream_io import GzipWriter
    from fastwarc.warc import ArchiveIterator

    with Path(output).open("wb") as file:
        writer = GzipWriter(file)
        for record in ArchiveIterator(path, parse_http=False):
            record.write(writer)
        writer.finish()


def by_hand(path: str, _output: str) -> None:
    """List the links of a WARC with warcio, BeautifulSoup and urljoin."""
    from bs4 import BeautifulSoup
    from warcio.archiveiterator import ArchiveIterator

    with Path(path).open("rb") as file:
        for record in ArchiveIterator(file):
            if record.rec_type == "response" and "html" in (
                record.http_headers.get_header("Content-Type") or ""
            ):
                url = record.rec_headers.get_header("WARC-Target-URI")
                soup = BeautifulSoup(record.content_stream().read(), "html.parser")
                base = soup.find("base", href=True)
                against = urljoin(url, base["href"]) if base else url
                for element in soup.find_all(list(LINKED)):
                    reference = element.get(LINKED[element.name])
                    if reference:
                        click.echo(urljoin(against, reference))


LINKED = {"a": "href", "area": "href", "base": "href", "link": "href", "form": "action"}
LINKED |= dict.fromkeys(("embed", "frame", "iframe", "img", "input", "script", "source"), "src")
CODE = "import sys; sys.path.insert(0, {!r}); import archives; archives.{}(*sys.argv[1:])"


def program(function: Callable[[str, str], None]) -> tuple[str, ...]:
    """Make the command that runs a function of this file in a new process."""
    return (
        sys.executable,
        "-c",
        CODE.format(str(Path(__file__).parent), function.__name__),
        "{path}",
        "{output}",
    )


CONTENDERS = (
    Contender("read and written unchanged, FastWARC", "rewrite", program(copy)),
    Contender(
        "absolutize rewrite --jobs 1",
        "rewrite",
        (*COMMAND, *["rewrite", "{path}", "-o", "{output}", "--jobs", "1"]),
    ),
    Contender("absolutize rewrite", "rewrite", (*COMMAND, *["rewrite", "{path}", "-o", "{output}"])),
    Contender("warcio, BeautifulSoup and urljoin", "links", program(by_hand)),
    Contender("absolutize links --jobs 1", "links", (*COMMAND, *["links", "{path}", "--jobs", "1"])),
    Contender("absolutize links", "links", (*COMMAND, *["links", "{path}"])),
)


def measured(contender: Contender, path: Path, folder: Path) -> Cost:
    """Run a contender, and measure its cost."""
    output = folder / "output"
    output.unlink(missing_ok=True)
    arguments = [argument.format(path=path, output=output) for argument in contender.arguments]
    before, begun = os.times(), perf_counter()
    ran = subprocess.run(arguments, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, check=False)  # noqa: S603
    passed, after = perf_counter() - begun, os.times()
    if ran.returncode:
        raise click.ClickException(f"{contender.name}: {ran.stderr.decode()}")
    worked = after.children_user + after.children_system - before.children_user - before.children_system
    return Cost(passed, worked)


# -- the input ---------------------------------------------------------------


def made(path: Path, size: int) -> Path:
    """Make a WARC of about ``size`` bytes before compression."""
    from warcio.statusandheaders import StatusAndHeaders
    from warcio.warcwriter import WARCWriter

    chance = random.Random(1)
    with path.open("wb") as file:
        writer = WARCWriter(file, gzip=True)
        for number, (uri, media, body) in enumerate(bodies(list(pages_at_hand()), chance)):
            fields = [("Content-Type", media), ("Content-Length", str(len(body)))]
            headers = StatusAndHeaders("200 OK", fields, protocol="HTTP/1.1")
            payload = io.BytesIO(body)
            writer.write_record(
                writer.create_warc_record(
                    f"{uri}#{number}", "response", payload=payload, http_headers=headers
                )
            )
            size -= len(body)
            if size < 0:
                return path
    return path


def bodies(pages: list[Page], chance: random.Random) -> Iterator[tuple[str, str, bytes]]:
    """Give an endless sequence of pages with pictures between them."""
    for number, page in enumerate(cycle(pages)):
        yield page.url, "text/html", page.data
        if number % 2:
            yield f"{page.url}.png", "image/png", chance.randbytes(len(page.data))


# -- the command -------------------------------------------------------------


@click.command()
@click.argument("file", required=False, type=click.Path(exists=True, path_type=Path))
@click.option("--megabytes", default=400, show_default=True, help="The size of the WARC that is made.")
@click.option("--rounds", default=3, show_default=True)
@click.option(
    "--memory", type=int, metavar="MEGABYTES", help="Show how much memory a WARC of this size takes."
)
def main(file: Path | None, megabytes: int, rounds: int, memory: int | None) -> None:
    """Compare; see the beginning of this file."""
    with tempfile.TemporaryDirectory(dir=Path.cwd()) as name:
        folder = Path(name)
        path = file or made(folder / "input.warc.gz", (memory or megabytes) * 1_000_000)
        if memory is None:
            compare(path, folder, rounds)
        else:
            show_memory(path, folder)


def compare(path: Path, folder: Path, rounds: int) -> None:
    """Run all contenders, and print a table."""
    costs: dict[str, list[Cost]] = {contender.name: [] for contender in CONTENDERS}
    for number in range(rounds):
        click.echo(f"round {number + 1} of {rounds}", err=True)
        for contender in CONTENDERS:
            cost = measured(contender, path, folder)
            costs[contender.name].append(cost)
            click.echo(f"  {contender.name}: {cost.passed:.2f} s", err=True)
    table = Table("contender", "seconds", "of processors", "ratio", "of processors", box=None, pad_edge=False)
    first: dict[str, Cost] = {}
    for contender in CONTENDERS:
        cost = Cost(*(median(values) for values in zip(*costs[contender.name], strict=True)))
        against = first.setdefault(contender.job, cost)
        ratios = (f"{mine / theirs:.3f}" for mine, theirs in zip(cost, against, strict=True))
        table.add_row(contender.name, f"{cost.passed:.2f}", f"{cost.worked:.2f}", *ratios)
    console = Console()
    console.print(f"{path.stat().st_size / 1e6:.0f} MB, median of {rounds} rounds, {os.cpu_count()} cores")
    console.print(table)


def show_memory(path: Path, folder: Path) -> None:
    """Rewrite a file, and print the peak memory that all processes of the run used together."""
    arguments = [argument.format(path=path, output=folder / "output") for argument in CONTENDERS[2].arguments]
    peak = 0
    with subprocess.Popen(arguments) as run:  # noqa: S603 -- the program that is measured
        while run.poll() is None:
            peak = max(peak, sum(memory_of(process) for process in with_children(run.pid)))
            sleep(0.1)
    click.echo(f"{path.stat().st_size / 1e6:.0f} MB of input, {peak / 1e6:.0f} MB of memory")


def with_children(process: int) -> Iterator[int]:
    """List a process and its descendants (on Linux)."""
    yield process
    for children in Path(f"/proc/{process}/task").glob("*/children"):
        for child in said(children).split():
            yield from with_children(int(child))


def memory_of(process: int) -> int:
    """The bytes of memory of a process, with shared memory counted in proportion (PSS)."""
    for line in said(Path(f"/proc/{process}/smaps_rollup")).splitlines():
        if line.startswith("Pss:"):
            return int(line.split()[1]) * 1024
    return 0


def said(path: Path) -> str:
    """Read a file below /proc about a process; empty if the process has ended."""
    try:
        return path.read_text()
    except OSError:
        return ""


if __name__ == "__main__":
    main()
