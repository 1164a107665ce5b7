"""Lists the large pages that take longest to be made absolute for their size.

    python benchmarks/slowest.py [FOLDER] [--rows 5]

For each page of at least 50 KB, this shows the megabytes that `rewrite` processes per second of CPU time, in
the best of several runs, since a page takes only a fraction of a millisecond.
"""

from __future__ import annotations

from pathlib import Path
from time import process_time

import click
from rich.console import Console
from rich.table import Table

import absolutize
from throughput import Page, folder_pages, pages_at_hand

LARGE, RUNS = 50_000, 5  # the least size of a page in bytes; runs per page


def speed(page: Page) -> float:
    """Measure the megabytes that are rewritten per second."""
    seconds = []
    for _ in range(RUNS):
        started = process_time()
        absolutize.rewrite(page.data, page.url)
        seconds.append(process_time() - started)
    return len(page.data) / min(seconds) / 1e6


@click.command()
@click.argument("folder", required=False, type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--rows", default=5, show_default=True)
def main(folder: Path | None, rows: int) -> None:
    """Print the slowest of the pages of FOLDER, or of the corpus without it."""
    given = pages_at_hand() if folder is None else folder_pages(folder)
    pages = [page for page in given if len(page.data) >= LARGE]
    slowest = sorted(((speed(page), page) for page in pages), key=lambda each: each[0])[:rows]
    table = Table(title=f"{len(pages)} pages of at least {LARGE // 1000} KB")
    for heading in ("MB/s", "KB", "links"):
        table.add_column(heading, justify="right")
    table.add_column("page", no_wrap=True)
    for megabytes, page in slowest:
        links = sum(1 for _ in absolutize.links(page.data, page.url))
        table.add_row(f"{megabytes:.0f}", f"{len(page.data) / 1000:.0f}", f"{links:,}", page.url[:70])
    Console(width=110).print(table)


if __name__ == "__main__":
    main()
