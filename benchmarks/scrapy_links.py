"""Measures how fast links are extracted for Scrapy by this library's LinkExtractor and by Scrapy's own.

    python benchmarks/scrapy_links.py [--rounds 5] [--limit 400]

The pages are those of the corpus, or small generated ones where it is absent. Each extractor gets a new
response for each page, so that nothing is cached from the round before. CPU time is measured, with garbage
collection off, and the fastest of several rounds counts. Only URLs that both find are counted as found.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Sequence
from time import process_time
from typing import Any

import click
from rich.console import Console
from rich.table import Table
from scrapy.http import HtmlResponse
from scrapy.linkextractors import LinkExtractor as ScrapyExtractor

from absolutize.scrapy import LinkExtractor
from throughput import Page, pages_at_hand

Extract = Callable[[HtmlResponse], list[object]]
SETTINGS: dict[str, dict[str, Any]] = {
    "whole pages": {},
    "regions (restrict_css=body)": {"restrict_css": "body"},
    "a, area and img": {"tags": ["a", "area", "img"], "attrs": ["href", "src"], "deny_extensions": ()},
}


def seconds(extract: Extract, pages: Sequence[Page], rounds: int) -> float:
    """Time an extractor over all pages, round by round; give the fastest."""
    times = []
    for _ in range(rounds):
        gc.collect()
        gc.disable()
        responses = [HtmlResponse(page.url, body=page.data) for page in pages]
        start = process_time()
        for response in responses:
            extract(response)
        times.append(process_time() - start)
        gc.enable()
    return min(times)


@click.command()
@click.option("--rounds", default=5, show_default=True, help="Rounds, of which the fastest counts.")
@click.option("--limit", default=400, show_default=True, help="Pages, at most.")
def main(rounds: int, limit: int) -> None:
    """Compare the extractors, and print how long each takes a page and the ratio."""
    pages = list(pages_at_hand())
    pages = pages[:: max(1, len(pages) // limit)][:limit]
    table = Table(
        "settings", "Scrapy, ms a page", "absolutize, ms a page", "ratio", title=f"{len(pages)} pages"
    )
    for name, settings in SETTINGS.items():
        theirs, ours = (
            seconds(of(**settings).extract_links, pages, rounds) * 1000 / len(pages)
            for of in (ScrapyExtractor, LinkExtractor)
        )
        table.add_row(name, f"{theirs:.2f}", f"{ours:.2f}", f"{ours / theirs:.2f}")
    Console().print(table)


if __name__ == "__main__":
    main()
