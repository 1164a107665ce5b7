"""Writes the page of benchmarks in docs: runs every benchmark, and adds its output and a plot.

    python benchmarks/page.py [--quick] [--only PROGRAM]

The files are docs/benchmarks.md and docs/benchmarks.svg; on an idle machine the run takes a quarter of an
hour. With ``--only`` one section is measured anew, and the others stay unchanged. The code was tuned on the
even pages of the corpus; the figures are measured on the odd ones.
"""

from __future__ import annotations

import platform
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple
from xml.sax.saxutils import escape

import click

import absolutize

ROOT = Path(__file__).resolve().parents[1]
PAGE, PLOT = ROOT / "docs" / "benchmarks.md", ROOT / "docs" / "benchmarks.svg"


class Section(NamedTuple):
    """A section of the page: its subject, the program that measures it, and the arguments."""

    title: str
    said: str
    program: str
    arguments: tuple[str, ...]
    quick: tuple[str, ...]  # arguments for a quick trial instead
    plotted: bool = False


SECTIONS = (
    Section(
        "Making the links of pages absolute",
        "From bytes to bytes. `absolutize rewrite` matches by PCRE2 (`pip install 'absolutize[fast]'`), "
        "`by re` without it. Those with `urljoin` call Python for each link.",
        "throughput.py",
        ("--half", "odd", "--rounds", "7", "--only", "rewrite", "--only", "encode", "--only", "tostring",
         "--only", "lol-html + urljoin", "--only", "+ html"),
        ("--limit", "10", "--rounds", "1", "--only", "encode", "--only", "rewrite"),
        plotted=True,
    ),
    Section(
        "Listing links",
        "Every link with its absolute target; with line, column, kind, `rel` and the decision in ours.",
        "throughput.py",
        ("--half", "odd", "--rounds", "5", "--only", "links:", "--only", "absolutize links"),
        ("--limit", "10", "--rounds", "1", "--only", "links"),
        plotted=True,
    ),
    Section(
        "Small pages",
        "Pages of at most 32 KB.",
        "throughput.py",
        ("--small", "--half", "odd", "--rounds", "7", "--only", "absolutize rewrite",
         "--only", "absolutize links", "--only", "encode", "--only", "tostring"),
        ("--small", "--limit", "5", "--rounds", "1", "--only", "absolutize"),
    ),
    Section(
        "The slowest pages",
        "By PCRE2, both halves. What takes long are references that are no plain ones, of which each is "
        "decided for itself: placeholders, other schemes, spaces; and all of a page whose base has `=`, "
        "`'` or letters beyond ASCII in a directory of its path, since they may have to be escaped.",
        "slowest.py",
        ("--rows", "5"),
        ("--rows", "1"),
    ),
    Section(
        "Element by element",
        "What an element of each kind costs, by PCRE2, and for turbohtml (parse, resolve_links, encode), "
        "which reads links of fewer kinds. Pages of other sites have more of some of them.",
        "elements.py",
        (),
        ("--each", "10"),
    ),
    Section(
        "Starting",
        "Milliseconds above those of Python itself, which come first.",
        "startup.py",
        ("--runs", "15"),
        ("--runs", "1"),
    ),
    Section(
        "Trees of lxml and BeautifulSoup",
        "The time of `absolutize.rewrite` as a ratio to that of what is written there today; below 1 it is "
        "less. The tree is parsed already: bytes are better wherever there is no tree yet. `... of what it "
        "reads` is for trees without what lxml's function does not read: conditional comments, `srcset`, "
        "`og:image` and other attributes. `find_all` is `find_all` and `urljoin` against the BASE, `without "
        "BASE` without a look for one, wrong where there is one. What is written for BeautifulSoup does not "
        "read style sheets, of which some pages have half a megabyte. Below the table are the pages with the "
        "highest ratios, and the links on each that the other does not read. The ratios move by a tenth with "
        "what else the machine does.",
        "trees.py",
        ("--half", "odd", "--rounds", "3", "--worst", "3"),
        ("--limit", "3", "--rounds", "1", "--worst", "1"),
    ),
    Section(
        "Resolving references",
        "One reference after the other, without a document.",
        "resolve.py",
        ("--rounds", "5"),
        ("--rounds", "1", "--sample", "500"),
    ),
    Section(
        "WARC files",
        "Compared with copying the file record by record, and with reading it as tutorials do.",
        "archives.py",
        ("--megabytes", "100", "--rounds", "3"),
        ("--megabytes", "1", "--rounds", "1"),
    ),
)  # fmt: skip
ALONE = [
    section.program for section in SECTIONS if not section.plotted and section.program != "throughput.py"
]

HEAD = """# Benchmarks

Made by `python benchmarks/page.py`, with {what}. The figures compare programs with each other
within one run; none is absolute. Code was tuned on the even pages of a corpus of real pages, and these are
measured on the odd ones. Each section names its command: run it on pages of yours.

![Making links absolute, and listing them: megabytes a second](benchmarks.svg)
"""


def printed(section: Section, *, quick: bool) -> str:
    """Run the program of a section, and return its output."""
    arguments = section.quick if quick else section.arguments
    ran = subprocess.run(  # noqa: S603 -- this Python, a program next to this one
        [sys.executable, str(ROOT / "benchmarks" / section.program), *arguments],
        stdout=subprocess.PIPE,
        check=True,
        text=True,
    )
    return "\n".join(line.rstrip() for line in ran.stdout.strip("\n").splitlines())


def described(section: Section, output: str) -> str:
    """Write a section of the page, with today's date."""
    words = (f"'{word}'" if " " in word else word for word in section.arguments)
    command = " ".join(["python", f"benchmarks/{section.program}", *words])
    said = f"{section.said} Measured on {datetime.now(UTC).date().isoformat()}."
    return f"\n## {section.title}\n\n{said}\n\n```text\n$ {command}\n{output}\n```\n"


def with_section(page: str, section: Section, text: str) -> str:
    """Replace the section with the same title."""
    before, title, rest = page.partition(f"\n## {section.title}\n")
    if not title:
        raise click.UsageError(f"the page has no part {section.title!r}: run all")
    _, next_title, after = rest.partition("\n## ")
    return before + text + next_title + after


class Bar(NamedTuple):
    """A contender and its megabytes a second."""

    name: str
    speed: float


def bars(output: str) -> Iterator[Bar]:
    """Read the rows of a table of `throughput.py`."""
    for name, speed in re.findall(r"^│ (.+?) +│ +([\d,]+) │", output, re.MULTILINE):
        yield Bar(name, float(speed.replace(",", "")))


def plot(groups: Sequence[tuple[str, Sequence[Bar]]]) -> str:
    """Draw the bars, ours in another colour, legible on light and dark pages."""
    left, width, step, position = 330, 780, 22, 0
    most = max((bar.speed for _, group in groups for bar in group), default=1)
    pieces: list[str] = []
    for title, group in groups:
        position += 34
        pieces.append(f'<text x="0" y="{position}" font-weight="bold">{escape(title)}, MB/s</text>')
        for bar in sorted(group, key=lambda each: -each.speed):
            position += step
            long = (width - left - 60) * bar.speed / most
            colour = "#2563eb" if bar.name.startswith("absolutize") else "#94a3b8"
            pieces.append(
                f'<text x="{left - 8}" y="{position}" text-anchor="end">{escape(bar.name)}</text>'
                f'<rect x="{left}" y="{position - 12}" width="{long:.1f}" height="15" fill="{colour}"/>'
                f'<text x="{left + long + 6:.1f}" y="{position}">{bar.speed:,.0f}</text>'
            )
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {position + 14}" role="img"'
    style = 'font-family="system-ui, sans-serif" font-size="13" fill="#64748b"'
    return "\n".join([f"{head} {style}>", *pieces, "</svg>\n"])


@click.command()
@click.option("--quick", is_flag=True, help="Only try it: few pages, and nothing is written.")
@click.option("--only", type=click.Choice(ALONE), help="Measure this part anew, and leave the others.")
def main(quick: bool, only: str | None) -> None:  # noqa: FBT001 -- an option
    """Run all benchmarks and write the page."""
    if only is not None:
        section = next(section for section in SECTIONS if section.program == only)
        text = described(section, printed(section, quick=quick))
        page = with_section(PAGE.read_text("utf-8"), section, text)
        if quick:
            click.echo(text)
        else:
            PAGE.write_text(page, "utf-8")
        return
    outputs = [printed(section, quick=quick) for section in SECTIONS]
    what = f"absolutize {absolutize.__version__}, Python {platform.python_version()} on {platform.machine()}"
    head = HEAD.format(what=what)
    text = head + "".join(map(described, SECTIONS, outputs))
    drawn = plot([(s.title, list(bars(o))) for s, o in zip(SECTIONS, outputs, strict=True) if s.plotted])
    if quick:
        click.echo(text + drawn)
        return
    PAGE.write_text(text, "utf-8")
    PLOT.write_text(drawn, "utf-8")


if __name__ == "__main__":
    main()
