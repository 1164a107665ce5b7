"""Measures time and memory for extremely large or deep documents and archives, and for half of each.

    python benchmarks/extremes.py [--megabytes 100] [--depth 100000] [--call check]... [NAME]...

Each figure is from a separate process: seconds of CPU time, the better of two runs, and the peak resident
memory in MB (on Linux), without the document and the memory used before the call. The number in parentheses
is the ratio to the seconds for half of the document: 2.0 means linear time. The table is in Markdown.
"""

from __future__ import annotations

import io
import json
import subprocess
import sys
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from time import process_time
from typing import NamedTuple

import click

import absolutize
from absolutize import archive
from damage import message, mhtml, warc, zipped

URL = "http://example.com/a/b?c"
SMALL = b"<a href=x>"
LINKS = b'<p>See <a href="../x/y.html?z=1">the page</a> of it.\n'
PAGE = (LINKS * 200).decode(), "http://example.com/a.html"  # 10 kB


def repeated(unit: bytes, size: int) -> bytes:
    """Make a document of about ``size`` bytes."""
    return unit * max(1, size // len(unit))


def attributes(count: int) -> bytes:
    """Make one tag with ``count`` attributes with different names, followed by a reference."""
    return b"<a %s href=x>" % b" ".join(b"a%d=v" % number for number in range(count))


def references(count: int) -> bytes:
    """Make a tag with one value that lists ``count`` references."""
    return b"<a ping='%s'>" % b" ".join(b"p%d" % number for number in range(count))


def nested(before: bytes, count: int, behind: bytes = b"") -> bytes:
    """Nest ``count`` elements, with a reference in each."""
    return before * count + b"<a href=x>" + behind * count


def linked_pages(size: int) -> bytes:
    """Make a page saved with others in its frames, of about ``size`` bytes."""
    head, _, part = mhtml([PAGE]).partition(b"--bound\n")
    part = part.removesuffix(b"--bound--\n")
    return head + repeated(b"--bound\n" + part, size) + b"--bound--\n"


def multiparts(count: int) -> bytes:
    """Nest ``count`` multipart bodies, with a page in the innermost."""
    opened = (b"Content-Type: multipart/related; boundary=b%d\n\n--b%d\n" % (n, n) for n in range(count))
    return b"".join(opened) + message(*PAGE)


class Extreme(NamedTuple):
    """A kind of document: the function that makes it of a number, the number, and the name of an archive."""

    make: Callable[[int], bytes]
    unit: str
    archive: str = ""


EXTREMES: Mapping[str, Extreme] = {
    "text without a tag": Extreme(partial(repeated, b"some words, "), "megabytes"),
    "links": Extreme(partial(repeated, LINKS), "megabytes"),
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
    "XML, entries of a feed": Extreme(
        lambda size: (
            b"<feed xmlns='http://www.w3.org/2005/Atom'>"
            + repeated(b"<entry><link href='x.html'/></entry>\n", size)
            + b"</feed>"
        ),
        "megabytes",
    ),
    "XML, attributes of one tag": Extreme(
        lambda count: (
            b"<?xml version='1.0'?><r xmlns:xlink='http://www.w3.org/1999/xlink' xlink:href='x' %s/>"
            % b" ".join(b"a%d='v'" % number for number in range(count))
        ),
        "million",
    ),
    "nested div": Extreme(partial(nested, b"<div><a href=x>", behind=b"</div>"), "depth"),
    "nested b, i and p": Extreme(partial(nested, b"<b><i><p><a href=x>"), "depth"),
    "nested table": Extreme(partial(nested, b"<table><td><a href=x>"), "depth"),
    "nested svg and desc": Extreme(partial(nested, b"<svg><desc><a href=x>"), "depth"),
    "nested math and template": Extreme(partial(nested, b"<math><mi><template>"), "depth"),
    "nested CSS blocks": Extreme(lambda depth: b"<style>" + nested(b"a{", depth, b"}"), "depth"),
    "nested CSS functions": Extreme(
        lambda depth: b"<style>a{b:" + b"image-set(" * depth + b"url(x)" + b")" * depth, "depth"
    ),
    "nested JSON": Extreme(
        lambda depth: (
            b"<script type=importmap>" + b'{"imports":[' * depth + b'"./x"' + b"]}" * depth + b"</script>"
        ),
        "depth",
    ),
    "nested srcset": Extreme(lambda depth: b"<img srcset='a " + b"(" * depth + b", b 1x'>", "depth"),
    "nested XML": Extreme(
        lambda depth: b"<?xml version='1.0'?>" + nested(b"<r xml:base='x/'>", depth, b"</r>"), "depth"
    ),
    "WARC": Extreme(partial(repeated, warc([PAGE], packed=False)), "megabytes", "input.warc"),
    "WARC, compressed": Extreme(
        lambda size: warc([PAGE], packed=True) * (size // len(PAGE[0])), "megabytes", "input.warc.gz"
    ),
    "zip": Extreme(lambda size: zipped([PAGE] * (size // len(PAGE[0]))), "megabytes", "input.zip"),
    "mailbox": Extreme(
        partial(repeated, b"From a@h Thu Jan  1 00:00:00 1970\n" + message(*PAGE) + b"\n"),
        "megabytes",
        "input.mbox",
    ),
    "MHTML": Extreme(linked_pages, "megabytes", "input.mhtml"),
    "nested multipart": Extreme(multiparts, "depth", "input.mhtml"),
}
CALLS: Mapping[str, Callable[[bytes], object]] = {
    "rewrite": lambda document: absolutize.rewrite(document, URL),
    "links": lambda document: sum(1 for _ in absolutize.links(document, URL)),
    "check": lambda document: sum(1 for _ in absolutize.check(document, URL)),
}
ARCHIVE_CALLS: Mapping[str, Callable[[bytes, str], object]] = {
    "rewrite": lambda data, name: archive.rewrite(data, io.BytesIO(), name=name),
    "links": lambda data, name: sum(1 for _ in archive.links(data, name=name)),
    "check": lambda data, name: sum(1 for _ in archive.check(data, name=name)),
}


class Figure(NamedTuple):
    """The cost of a call: seconds of CPU time, and MB; and the size of the document in bytes."""

    seconds: float
    megabytes: float
    size: int


def measure(name: str, number: int, call: str) -> Figure:
    """Measure a call in this process."""
    CALLS[call](SMALL)
    document = EXTREMES[name].make(number)
    Path("/proc/self/clear_refs").write_text("5", encoding="utf-8")  # reset the peak
    before, begun = resident("VmRSS"), process_time()
    if EXTREMES[name].archive:
        ARCHIVE_CALLS[call](document, EXTREMES[name].archive)
    else:
        CALLS[call](document)
    return Figure(process_time() - begun, resident("VmHWM") - before, len(document))


def resident(which: str) -> float:
    """Read the resident memory of this process in MB: now (VmRSS), or the most so far (VmHWM)."""
    status = Path("/proc/self/status").read_text(encoding="utf-8")
    return int(status.partition(f"{which}:")[2].split()[0]) / 1000


def measured(name: str, number: int, call: str, runs: int) -> Figure:
    """Measure a call in a separate process, several times unless it takes long."""
    command = [sys.executable, __file__, "--one", json.dumps([name, number, call])]
    figures: list[Figure] = []
    while len(figures) < runs and not (figures and figures[0].seconds > 5):  # noqa: PLR2004 -- long is exact enough
        ran = subprocess.run(command, check=True, capture_output=True)  # noqa: S603 -- this file
        figures.append(Figure(*json.loads(ran.stdout)))
    return Figure(*map(min, zip(*figures, strict=True)))


@click.command()
@click.argument("names", nargs=-1)
@click.option("--megabytes", default=100, show_default=True)
@click.option("--million", default=1_000_000, show_default=True, help="Attributes, or references of a value.")
@click.option("--depth", default=100_000, show_default=True)
@click.option("--call", "calls", multiple=True, type=click.Choice(list(CALLS)), default=list(CALLS))
@click.option("--runs", default=2, show_default=True, help="Measurements of each figure; the best counts.")
@click.option("--one", hidden=True)
def main(names: tuple[str, ...], calls: tuple[str, ...], runs: int, one: str | None, **sizes: int) -> None:
    """Measure each kind of document with each call."""
    if one is not None:
        click.echo(json.dumps(measure(*json.loads(one))))
        return
    sizes["megabytes"] *= 1_000_000
    click.echo(
        f"| document | bytes | {' | '.join(f'`{call}`' for call in calls)} |\n|{'---|' * (2 + len(calls))}"
    )
    for name in names or EXTREMES:
        number = sizes[EXTREMES[name].unit]
        figures = [
            (measured(name, number // 2, call, runs), measured(name, number, call, runs)) for call in calls
        ]
        cells = " | ".join(_cell(half, whole) for half, whole in figures)
        click.echo(f"| {name} | {figures[0][1].size:,} | {cells} |")


def _cell(half: Figure, whole: Figure) -> str:
    times = whole.seconds / max(half.seconds, 0.001)
    return f"{whole.seconds:.1f} s, {whole.megabytes:.0f} MB ({times:.1f})"


if __name__ == "__main__":
    main()
