"""Measures how long it takes to make trees absolute, with this library and with what users usually write.

    python benchmarks/trees.py [--half odd|even] [--rounds 3] [--limit N] [--worst N]

Each page is parsed anew for each contender, and only the CPU time of the rewriting is measured; the fastest
of the rounds counts. For lxml users call its own function. For BeautifulSoup they write `find_all` over the
attributes href and src of all elements, and `urljoin` for each; if the page has a BASE, this gives wrong URLs
unless the code looks for BASE first, as this library does. The figures are ratios within one run. Code is
tuned on the even pages of the corpus; the reported figures are measured on the odd ones, after a run over the
even ones that fills the caches of names. ``--worst`` lists the pages with the highest ratios, and how many
links the other contender does not read on each, by element and attribute. Where the corpus is absent, small
generated pages are used.
"""

from __future__ import annotations

import gc
import warnings
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
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
    """A parser, the code that ours is compared with, and the highest accepted ratio of the times.

    ``unread`` lists the links of a tree that the other code does not read.
    """

    name: str
    parse: Callable[[bytes], Any]
    theirs: Change
    most: float
    unread: Callable[[Any], Iterable[absolutize.Link]]


class Timed(NamedTuple):
    """The seconds of CPU time for a page: ours, and theirs."""

    page: Page
    ours: float
    theirs: float

    @property
    def ratio(self) -> float:
        """The ratio of our time to theirs."""
        return self.ours / self.theirs


def make_links_absolute(tree: lxml.html.HtmlElement, url: str) -> None:
    """lxml's own function."""
    tree.make_links_absolute(url, handle_failures="ignore")


def find_all_and_urljoin(soup: BeautifulSoup, url: str) -> None:
    """The usual code for BeautifulSoup: href and src of all elements, resolved against the page's BASE."""
    base = soup.find("base", href=True)
    without_base(soup, url if base is None else urljoin(url, str(base["href"])))


def without_base(soup: BeautifulSoup, url: str) -> None:
    """The code of BeautifulSoup tutorials: the same, but wrong if there is a BASE."""
    for name in LINKED:
        for tag in soup.find_all(None, {name: True}):
            tag[name] = urljoin(url, str(tag[name]))


def parsed(parser: str, data: bytes) -> BeautifulSoup:
    """Parse with one of BeautifulSoup's parsers."""
    return BeautifulSoup(data, parser)


def unread_by_lxml(tree: lxml.html.HtmlElement) -> list[absolutize.Link]:
    """The links that lxml's function does not read."""
    read = {(element, attribute or "") for element, attribute, *_ in tree.iterlinks()}
    return [link for link in absolutize.links(tree) if (link.node, link.attribute) not in read]


def unread_by_find_all(soup: BeautifulSoup) -> list[absolutize.Link]:
    """The links in other attributes than href and src, and in text."""
    return [link for link in absolutize.links(soup) if link.attribute not in LINKED]


def with_what_lxml_reads(data: bytes) -> object:
    """Parse with lxml.html, and remove what its function does not read: comments, srcset and so on."""
    tree: Any = lxml.html.document_fromstring(data)
    for comment in list(tree.iter(etree.Comment)):
        comment.drop_tree()
    for link in unread_by_lxml(tree):
        if link.attribute:
            link.node.attrib.pop(link.attribute, None)
    return tree


COMPARISONS = (
    *(
        Comparison(name, parse, make_links_absolute, 1, unread_by_lxml)
        for name, parse in (
            ("lxml make_links_absolute", lxml.html.document_fromstring),
            ("... of what it reads", with_what_lxml_reads),
        )
    ),
    *(
        Comparison(
            f"BeautifulSoup({parser}) {name}", partial(parsed, parser), theirs, 0.5, unread_by_find_all
        )
        for parser, name, theirs in (
            ("html.parser", "find_all", find_all_and_urljoin),
            ("html.parser", "without BASE", without_base),
            ("lxml", "find_all", find_all_and_urljoin),
            ("lxml", "without BASE", without_base),
            ("html5lib", "find_all", find_all_and_urljoin),
        )
    ),
)


def measured(comparison: Comparison, pages: Sequence[Page], rounds: int) -> list[Timed]:
    """The fastest of several rounds for each page; pages on which their code raises are left out."""
    times: list[Timed] = []
    for page in pages:
        with suppress(ValueError, etree.ParserError):  # a link that urljoin refuses; an empty document
            both = [
                (spent(comparison, absolutize.rewrite, page), spent(comparison, comparison.theirs, page))
                for _ in range(rounds)
            ]
            times.append(Timed(page, min(ours for ours, _ in both), min(theirs for _, theirs in both)))
    return times


def spent(comparison: Comparison, change: Change, page: Page) -> float:
    """The CPU time of one rewrite, after a garbage collection."""
    tree = comparison.parse(page.data)
    gc.collect()
    started = process_time()
    change(tree, page.url)
    return process_time() - started


def row(comparison: Comparison, times: Sequence[Timed]) -> tuple[str, ...]:
    """The figures of a comparison as they are printed."""
    ratios = [each.ratio for each in times]
    total = sum(each.ours for each in times) / sum(each.theirs for each in times)
    ninth = quantiles(ratios, n=10)[-1] if len(ratios) > 1 else ratios[0]
    figures = f"{total:.2f}", f"{median(ratios):.2f}", f"{ninth:.2f}", f"{comparison.most:.1f}"
    above = sum(ratio > comparison.most for ratio in ratios)
    return comparison.name, str(len(times)), *figures, str(above)


def described(comparison: Comparison, timed: Timed) -> str:
    """Describe a page in a line: ratio, milliseconds of both, URL, and what the other code does not read."""
    links = comparison.unread(comparison.parse(timed.page.data))
    places = Counter(f"{link.element}@{link.attribute}".removesuffix("@") for link in links)
    unread = ", ".join(f"{place} {count}" for place, count in places.most_common(4)) or "none"
    times = f"{timed.ratio:.2f}  {1000 * timed.ours:.2f} / {1000 * timed.theirs:.2f} ms"
    return f"  {times}  {timed.page.url[:70]}\n      unread links: {sum(places.values())} ({unread})"


@click.command()
@click.option("--half", type=click.Choice(["odd", "even"]), default="odd", show_default=True)
@click.option("--rounds", default=3, show_default=True, type=click.IntRange(min=1))
@click.option("--limit", type=click.IntRange(min=1), help="Only the first N pages of that half.")
@click.option("--worst", default=0, type=click.IntRange(min=0), help="List N pages of each comparison.")
def main(half: str, rounds: int, limit: int | None, worst: int) -> None:
    """Print the time of rewriting a tree, as a ratio to that of others."""
    warnings.simplefilter("ignore")  # BeautifulSoup warns if a page resembles something else
    pages, others = (
        list(islice(islice(pages_at_hand(), start, None, 2), limit))
        for start in (half == "odd", half != "odd")
    )
    table = Table(title=f"{half} pages: time of absolutize.rewrite / time of the other")
    for heading in ("other", "pages", "all pages", "median page", "90th percentile", "at most", "above"):
        table.add_column(heading, justify="left" if heading == "other" else "right", no_wrap=True)
    listed: list[str] = []
    for comparison in COMPARISONS:
        measured(comparison, others, 1)  # imports and the compilation of patterns should not be timed
        times = measured(comparison, pages, rounds)
        table.add_row(*row(comparison, times))
        slowest = sorted(times, key=lambda timed: -timed.ratio)[:worst]
        listed += [comparison.name, *(described(comparison, each) for each in slowest)] if slowest else []
    Console(width=120).print(table)
    for line in listed:
        click.echo(line)


if __name__ == "__main__":
    main()
