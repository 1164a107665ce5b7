"""How long the links of trees take: this library, and what users of lxml and BeautifulSoup write.

    python benchmarks/trees.py [--half odd|even] [--rounds 3] [--limit N]

Each page is parsed anew for each contender, and only the rewriting is measured, in CPU time; the least of
the rounds counts. The figures are ratios within one run. Code is tuned on the even pages of the corpus; what
is reported is measured on the odd ones. Where the corpus is absent, the pages are small ones made here.
"""

from __future__ import annotations

import gc
import warnings
from collections.abc import Callable, Sequence
from contextlib import suppress
from itertools import islice
from statistics import median, quantiles
from time import process_time
from typing import Any, NamedTuple
from urllib.parse import urljoin

import click
import lxml.html
from bs4 import BeautifulSoup
from lxml import etree
from rich.console import Console
from rich.table import Table

import absolutize
from throughput import LINKED, Page, pages_at_hand

Change = Callable[[Any, str], object]


class Comparison(NamedTuple):
    """A way to parse, what it is compared with, and how much of that time is the most."""

    name: str
    parse: Callable[[bytes], Any]
    theirs: Change
    most: float


def make_links_absolute(tree: lxml.html.HtmlElement, url: str) -> None:
    """lxml's own function."""
    tree.make_links_absolute(url, handle_failures="ignore")


def find_all_and_urljoin(soup: BeautifulSoup, url: str) -> None:
    """What tutorials for BeautifulSoup write."""
    for name in LINKED:
        for tag in soup.find_all(None, {name: True}):
            tag[name] = urljoin(url, str(tag[name]))


COMPARISONS = (
    Comparison("lxml make_links_absolute", lxml.html.document_fromstring, make_links_absolute, 1),
    Comparison(
        "BeautifulSoup(lxml) find_all + urljoin",
        lambda data: BeautifulSoup(data, "lxml"),
        find_all_and_urljoin,
        0.5,
    ),
    Comparison(
        "BeautifulSoup(html.parser) find_all + urljoin",
        lambda data: BeautifulSoup(data, "html.parser"),
        find_all_and_urljoin,
        0.5,
    ),
)


def measured(comparison: Comparison, pages: Sequence[Page], rounds: int) -> list[tuple[float, float]]:
    """Seconds of CPU time for each page: ours, theirs; pages on which theirs raises are left out."""
    times: list[tuple[float, float]] = []
    for page in pages:
        with suppress(ValueError, etree.ParserError):  # a link that urljoin refuses; no document at all
            both = [
                (spent(comparison, absolutize.rewrite, page), spent(comparison, comparison.theirs, page))
                for _ in range(rounds)
            ]
            times.append((min(ours for ours, _ in both), min(theirs for _, theirs in both)))
    return times


def spent(comparison: Comparison, change: Change, page: Page) -> float:
    """CPU time of one rewriting, begun without anybody else's garbage."""
    tree = comparison.parse(page.data)
    gc.collect()
    started = process_time()
    change(tree, page.url)
    return process_time() - started


def row(comparison: Comparison, times: Sequence[tuple[float, float]]) -> tuple[str, ...]:
    """The figures of a comparison as they are printed."""
    ratios = [ours / theirs for ours, theirs in times if theirs]
    total = sum(ours for ours, _ in times) / sum(theirs for _, theirs in times)
    ninth = quantiles(ratios, n=10)[-1] if len(ratios) > 1 else ratios[0]
    figures = f"{total:.2f}", f"{median(ratios):.2f}", f"{ninth:.2f}", f"{comparison.most:.1f}"
    return comparison.name, str(len(times)), *figures


@click.command()
@click.option("--half", type=click.Choice(["odd", "even"]), default="odd", show_default=True)
@click.option("--rounds", default=3, show_default=True, type=click.IntRange(min=1))
@click.option("--limit", type=click.IntRange(min=1), help="Only the first N pages of that half.")
def main(half: str, rounds: int, limit: int | None) -> None:
    """Print the time of rewriting a tree, as a ratio to that of others."""
    warnings.simplefilter("ignore")  # BeautifulSoup's remarks on what a page looks like
    pages = list(islice(islice(pages_at_hand(), half == "odd", None, 2), limit))
    table = Table(title=f"{half} pages: time of absolutize.rewrite / time of the other")
    for heading in ("other", "pages", "all pages", "median page", "90th percentile", "at most"):
        table.add_column(heading, justify="left" if heading == "other" else "right")
    for comparison in COMPARISONS:
        measured(comparison, pages, 1)  # imports and patterns compiled are not speed
        table.add_row(*row(comparison, measured(comparison, pages, rounds)))
    Console(width=110).print(table)


if __name__ == "__main__":
    main()
