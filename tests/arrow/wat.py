"""Pages on which WAT and the table of links differ, and the WAT file of Common Crawl's extractor for them.

    python -m tests.arrow.wat CLASSPATH   # writes made.wat

CLASSPATH has the classes of github.com/commoncrawl/ia-web-commons and of what it needs. The file here is by
its commit 39b5c22 of 2025-12-03, with htmlparser 1.6 (omegat-org/htmlparser), jsoup 1.21.2, openjson 1.0.12.
"""

from __future__ import annotations

import gzip
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

from tests.support.archives import gz, response

MADE = Path(__file__).with_name("made.wat")
EXTRACTOR = "org.archive.extract.ResourceExtractor"


class Page(NamedTuple):
    """A page, and its differences: the side that has the link, the reason, element, attribute, reference."""

    text: str
    differences: tuple[tuple[str, str, str, str, str], ...] = ()


PAGES = {
    "alike": Page(
        "<base href=/d/><a href='?a&amp;b'>A <b>b</b></a><img src=i><link href=l><form action=f>"
        "<script src=s></script><style>p { background: url(c.png) } @import 'd.css';</style>"
    ),
    "white space": Page("<a href=' x\n'></a>", (("both", "white-space", "a", "href", "x"),)),
    "data URLs": Page(
        "<img src='data:image/gif;base64,R0lGODlhAQAB'>",
        (("both", "data-url", "img", "src", "data:image/gif;base64,R0lGODlhAQAB"),),
    ),
    "two BASE": Page("<base href=/d/><base href=/e/>", (("table", "base", "base", "href", "/d/"),)),
    "srcset": Page(
        "<img srcset='a 1x, b 2x'>",
        (("table", "attribute", "img", "srcset", "a"), ("table", "attribute", "img", "srcset", "b")),
    ),
    "style attribute": Page("<p style='background:url(a)'>", (("table", "attribute", "p", "style", "a"),)),
    "meta refresh": Page(
        "<meta http-equiv=refresh content='0;url=r'>", (("table", "attribute", "meta", "content", "r"),)
    ),
    "meta property": Page(
        "<meta property='og:image' content='i.png'>", (("table", "attribute", "meta", "content", "i.png"),)
    ),
    "usemap": Page("<img usemap='#m'>", (("table", "attribute", "img", "usemap", "#m"),)),
    "an anchor without an end": Page("<a href=x>text", (("table", "anchor-without-end", "a", "href", "x"),)),
    "data attributes": Page(
        "<p data-href=x data-uri=y>",
        (("wat", "attribute", "p", "data-href", "x"), ("wat", "attribute", "p", "data-uri", "y")),
    ),
    "onclick": Page(
        "<div onclick=\"window.open('http://h/o')\">", (("wat", "attribute", "div", "onclick", "http://h/o"),)
    ),
    "svg": Page("<svg><use href=u></use></svg>", (("table", "attribute", "use", "href", "u"),)),
    "ping": Page(
        "<a href=x ping='p q'></a>",
        (("table", "attribute", "a", "ping", "p"), ("table", "attribute", "a", "ping", "q")),
    ),
    "conditional comment": Page(
        "<!--[if lt IE 9]><script src=s></script><![endif]-->", (("table", "comment", "script", "src", "s"),)
    ),
    "a comment in CSS": Page("<style>/* url(a) */</style>", (("wat", "style", "style", "", "a"),)),
    "long CSS": Page(
        f"<style>a{{b:url(first)}}{' ' * 100_000}a{{b:url(c)}}a{{b:url(d)}}</style>",
        (("table", "style", "style", "", "d"),),
    ),
    "long text": Page(f"<a href=x>{'word ' * 30}</a>"),
}
"""What docs/spark.md explains, one by one."""


def url_of(name: str) -> str:
    return f"http://h.example/{name.replace(' ', '-')}/b.html"


def warc() -> bytes:
    return gz(*(response(page.text.encode(), uri=url_of(name)) for name, page in PAGES.items()))


def extracted(warc_file: Path, class_path: str) -> bytes:
    """Have the extractor make a WAT file, and give it without its compression."""
    command = ["java", "-cp", class_path, EXTRACTOR, "-wat", str(warc_file)]
    return gzip.decompress(subprocess.run(command, check=True, capture_output=True, timeout=300).stdout)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        made = Path(folder) / "made.warc.gz"
        made.write_bytes(warc())
        MADE.write_bytes(extracted(made, sys.argv[1]))
