"""How long the links of trees take: this library, and what users of lxml and BeautifulSoup write.

    python benchmarks/trees.py [--half odd|even] [--rounds 3] [--limit N]

Each page is parsed anew for each contender, and only the rewriting is measured, in CPU time; the least of
the rounds counts. What users of BeautifulSoup write is `find_all` over the attributes href and src of all
elements, and `urljoin` of each; it leads elsewhere than browsers where there is a BASE, unless that is looked
for first, as this library does. The figures are ratios within one run. Code is tuned on the even pages of the
corpus; what is reported is measured on the odd ones, after a run over the even ones, whose names are learned
then. Where the corpus is absent, the pages are small ones made here.
"""

from __future__ import annotations

import gc
import warnings
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
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
    """What is written for BeautifulSoup: href and src of all elements, against the page's BASE."""
    base = soup.find("base", href=True)
    without_base(soup, url if base is None else urljoin(url, str(base["href"])))


def without_base(soup: BeautifulSoup, url: str) -> None:
    """What tutorials for BeautifulSoup write: the same, wrong where there is a BASE."""
    for name in LINKED:
        for tag in soup.find_all(None, {name: True}):
            tag[name] = urljoin(url, str(tag[name]))


def parsed(parser: str, data: bytes) -> BeautifulSoup:
    """Parse by one of BeautifulSoup's parsers."""
    return BeautifulSoup(data, parser)


def with_what_lxml_reads(data: bytes) -> object:
    """Parse by lxml.html, without what its function does not read: comments, srcset and so on."""
    tree: Any = lxml.html.document_fromstring(data)
    read = {(element, attribute) for element, attribute, *_ in tree.iterlinks()}
    for comment in list(tree.iter(etree.Comment)):
        comment.drop_tree()
    for link in list(absolutize.links(tree)):
        if link.attribute and (link.node, link.attribute) not in read:
            link.node.attrib.pop(link.attribute, None)
    return tree


COMPARISONS = (
    Comparison("lxml make_links_absolute", lxml.html.document_fromstring, make_links_absolute, 1),
    Comparison("... of what it reads", with_what_lxml_reads, make_links_absolute, 1),
    *(
        Comparison(f"BeautifulSoup({parser}) {name}", partial(parsed, parser), theirs, 0.5)
        for parser in ("lxml", "html.parser")
        for name, theirs in (("find_all + urljoin", find_all_and_urljoin), ("without BASE", without_base))
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
    above = sum(ratio > comparison.most for ratio in ratios)
    return comparison.name, str(len(times)), *figures, str(above)


@click.command()
@click.option("--half", type=click.Choice(["odd", "even"]), default="odd", show_default=True)
@click.option("--rounds", default=3, show_default=True, type=click.IntRange(min=1))
@click.option("--limit", type=click.IntRange(min=1), help="Only the first N pages of that half.")
def main(half: str, rounds: int, limit: int | None) -> None:
    """Print the time of rewriting a tree, as a ratio to that of others."""
    warnings.simplefilter("ignore")  # BeautifulSoup's remarks on what a page looks like
    pages, others = (
        list(islice(islice(pages_at_hand(), start, None, 2), limit))
        for start in (half == "odd", half != "odd")
    )
    table = Table(title=f"{half} pages: time of absolutize.rewrite / time of the other")
    for heading in (
        "other",
        "pages",
        "all pages",
        "median page",
        "90th percentile",
        "at most",
        "pages above",
    ):
        table.add_column(heading, justify="left" if heading == "other" else "right")
    for comparison in COMPARISONS:
        measured(comparison, others, 1)  # imports and patterns compiled are not speed
        table.add_row(*row(comparison, measured(comparison, pages, rounds)))
    Console(width=120).print(table)


if __name__ == "__main__":
    main()
