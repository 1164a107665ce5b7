"""Measures the time until the first page is done: the import, the first rewrite, the command.

    python benchmarks/startup.py [--runs 15]

Each figure is the median over several runs of a process, in milliseconds. The startup of Python itself has
a separate figure, and is not included in the others.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import NamedTuple

import click
from rich.console import Console
from rich.table import Table

PAGE = Path(__file__).resolve().parents[1] / "fixtures" / "page.html"
TIMED = """
from time import perf_counter
started = perf_counter()
{0}
print((perf_counter() - started) * 1000)
"""
REWRITE = f'page = open({str(PAGE)!r}, "rb").read(); absolutize.rewrite(page, "http://example.com/")'


class Measured(NamedTuple):
    """A measurement: of code in a process after some preparation, or of a whole command."""

    name: str
    before: str = ""
    code: str = ""
    arguments: tuple[str, ...] = ()


MEASURED = (
    Measured("python -c pass", arguments=("-c", "pass")),
    Measured("import absolutize", code="import absolutize"),
    Measured("the first rewrite", "import absolutize", REWRITE),
    Measured("the second", f"import absolutize; {REWRITE}", REWRITE),
    Measured("import lxml.html, and a first rewrite", code="import lxml.html; "
             f'd = lxml.html.document_fromstring(open({str(PAGE)!r}, "rb").read()); '
             'd.make_links_absolute("http://example.com/"); lxml.html.tostring(d)'),
    Measured("absolutize --help", arguments=("-m", "absolutize", "--help")),
    Measured("absolutize rewrite page.html",
             arguments=("-m", "absolutize", "rewrite", str(PAGE), "--url", "http://example.com/")),
)  # fmt: skip


def run(measured: Measured) -> float:
    """The milliseconds of one run."""
    code = ("-c", measured.before + TIMED.format(measured.code))
    started = perf_counter()
    ran = subprocess.run(  # noqa: S603 -- this Python
        [sys.executable, *(measured.arguments or code)],
        capture_output=True,
        check=True,
        env={**os.environ, "PYTHONDONTWRITEBYTECODE": ""},
    )
    whole = (perf_counter() - started) * 1000
    return whole if measured.arguments else float(ran.stdout)


@click.command()
@click.option("--runs", default=15, show_default=True, type=click.IntRange(min=1))
def main(runs: int) -> None:
    """Print the medians."""
    for each in MEASURED:
        run(each)  # the first run writes the bytecode
    times: dict[str, list[float]] = {each.name: [] for each in MEASURED}
    for _ in range(runs):
        for each in MEASURED:
            times[each.name].append(run(each))
    python = median(times[MEASURED[0].name])
    table = Table()
    table.add_column("")
    table.add_column("ms", justify="right")
    for each in MEASURED:
        above = python if each.arguments and each is not MEASURED[0] else 0
        table.add_row(each.name, f"{median(times[each.name]) - above:.1f}")
    Console(width=110).print(table)


if __name__ == "__main__":
    main()
