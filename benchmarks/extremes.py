"""Time and memory of documents as large or as deep as they come, and of half of each.

    python benchmarks/extremes.py [--megabytes 100] [--depth 100000] [--call check]... [NAME]...

Each figure is of a process for itself: seconds of the processor, best of two, and the most resident memory
that it had, in MB, besides the document and what the process takes for a small one. In parentheses is how
many times the seconds of half of the document that is: 2.0 is linear.
"""

from __future__ import annotations

import json
import resource
import subprocess
import sys
from collections.abc import Callable, Mapping
from functools import partial
from time import process_time
from typing import NamedTuple

import click
from rich.console import Console
from rich.table import Table

import absolutize

URL = "http://example.com/a/b?c"
SMALL = b"<a href=x>"


def repeated(unit: bytes, size: int) -> bytes:
    """Make a document of about so many bytes."""
    return unit * max(1, size // len(unit))


def attributes(count: int) -> bytes:
    """Make one tag with so many attributes, each of another name, and a reference behind them."""
    return b"<a %s href=x>" % b" ".join(b"a%d=v" % number for number in range(count))


def references(count: int) -> bytes:
    """Make a tag with one value of so many references."""
    return b"<a ping='%s'>" % b" ".join(b"p%d" % number for number in range(count))


def nested(before: bytes, count: int, behind: bytes = b"") -> bytes:
    """Open so many elements, with a reference in each."""
    return before * count + b"<a href=x>" + behind * count


class Extreme(NamedTuple):
    """A kind of document: how it is made of a number, and which number that is."""

    make: Callable[[int], bytes]
    unit: str


EXTREMES: Mapping[str, Extreme] = {
    "text without a tag": Extreme(partial(repeated, b"some words, "), "megabytes"),
    "links": Extreme(
        partial(repeated, b'<p>See <a href="../x/y.html?z=1">the page</a> of it.\n'), "megabytes"
    ),
    "absolute links": Extreme(
        partial(repeated, b'<a href="http://example.com/x/y.html">a</a>\n'), "megabytes"
    ),
    "one comment": Extreme(lambda size: b"<!--" + b"-" * size, "megabytes"),
    "one reference": Extreme(lambda size: b"<a href='" + b"x/" * (size // 2) + b"'>", "megabytes"),
    "one style sheet": Extreme(
        lambda size: b"<style>" + repeated(b"p{background:url(a.png)}", size) + b"</style>", "megabytes"
    ),
    "attributes of one tag": Extreme(attributes, "million"),
    "references in one value": Extreme(references, "million"),
    "nested div": Extreme(partial(nested, b"<div><a href=x>", behind=b"</div>"), "depth"),
    "nested b, i and p": Extreme(partial(nested, b"<b><i><p><a href=x>"), "depth"),
    "nested table": Extreme(partial(nested, b"<table><td><a href=x>"), "depth"),
    "nested svg and desc": Extreme(partial(nested, b"<svg><desc><a href=x>"), "depth"),
    "nested math and template": Extreme(partial(nested, b"<math><mi><template>"), "depth"),
    "nested XML": Extreme(
        lambda depth: b"<?xml version='1.0'?>" + nested(b"<r xml:base='x/'>", depth, b"</r>"), "depth"
    ),
}
CALLS: Mapping[str, Callable[[bytes], object]] = {
    "rewrite": lambda document: absolutize.rewrite(document, URL),
    "links": lambda document: sum(1 for _ in absolutize.links(document, URL)),
    "check": lambda document: sum(1 for _ in absolutize.check(document, URL)),
}


class Figure(NamedTuple):
    """What a call took: seconds of the processor, and MB."""

    seconds: float
    megabytes: float


def measure(name: str, number: int, call: str) -> Figure:
    """Measure a call in this process."""
    document = EXTREMES[name].make(number) if number else SMALL
    begun = process_time()
    CALLS[call](document)
    seconds = process_time() - begun
    return Figure(seconds, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024 - len(document) / 1e6)


def measured(name: str, number: int, call: str) -> Figure:
    """Measure a call in a process that makes no other; twice, unless that takes long."""
    command = [sys.executable, __file__, "--one", json.dumps([name, number, call])]
    figures: list[Figure] = []
    while len(figures) < 2 and not (figures and figures[0].seconds > 5):  # noqa: PLR2004 -- long is exact enough
        ran = subprocess.run(command, check=True, capture_output=True)  # noqa: S603 -- this file
        figures.append(Figure(*json.loads(ran.stdout)))
    return Figure(*map(min, zip(*figures, strict=True)))


@click.command()
@click.argument("names", nargs=-1)
@click.option("--megabytes", default=100, show_default=True)
@click.option("--million", default=1_000_000, show_default=True, help="Attributes, or references of a value.")
@click.option("--depth", default=100_000, show_default=True)
@click.option("--call", "calls", multiple=True, type=click.Choice(list(CALLS)), default=list(CALLS))
@click.option("--one", hidden=True)
def main(names: tuple[str, ...], calls: tuple[str, ...], one: str | None, **sizes: int) -> None:
    """Measure each kind of document with each call."""
    if one is not None:
        click.echo(json.dumps(measure(*json.loads(one))))
        return
    sizes["megabytes"] *= 1_000_000
    table = Table("document", "bytes", *calls)
    empty = {call: measured("links", 0, call).megabytes for call in calls}
    for name in names or EXTREMES:
        make, unit = EXTREMES[name]
        cells = [_cell(name, sizes[unit], call, empty[call]) for call in calls]
        click.echo(f"{name}: {' | '.join(cells)}", err=True)
        table.add_row(name, f"{len(make(sizes[unit])):,}", *cells)
    Console(width=140).print(table)


def _cell(name: str, number: int, call: str, empty: float) -> str:
    half, whole = measured(name, number // 2, call), measured(name, number, call)
    memory = max(0.0, whole.megabytes - empty)
    times = whole.seconds / max(half.seconds, 0.001)
    return f"{whole.seconds:.2f} s, {memory:.0f} MB ({times:.1f})"


if __name__ == "__main__":
    main()
