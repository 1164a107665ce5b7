"""How much memory a large document takes, in bytes for each of its own, as Linux counts it."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from functools import partial
from html import escape
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="there is no /proc")

MEASURE = """
import sys
import absolutize

def most():
    fields = dict(line.split(":", 1) for line in open("/proc/self/status"))
    return 1024 * int(fields["VmHWM"].split()[0])

document = sys.stdin.buffer.read()
absolutize.rewrite(b"<a href=x><a href='x y'><style>a{b:url(x)}</style>", "http://h/")
absolutize.rewrite(sys.argv[1].encode(), "http://h/")  # what is imported and compiled once is no document's
before = most()
absolutize.rewrite(document, "http://h.example/a/b/c.html")
print((most() - before) / len(document))
"""
TEXT = (
    b"<p>" + b"Some words of a paragraph. " * 30 + b'</p><a href="img/x.html">link</a><img src="/a/b.png">\n'
)
PAGE = (
    b'<div class="a b c"><a href="../a/b.html?x=1&amp;y=2">text</a><script>var a;</script>'
    b'<svg><path d="M0"/></svg><img alt="" src="x.png" srcset="a.png 1x, b.png 2x"> and more text</div>\n'
)


def nested(content: str) -> bytes:
    """Put content into the deepest document in a value that is read."""
    for _ in range(16):
        content = f'<iframe srcdoc="{escape(content)}">'
    return content.encode()


def full_of_links(size: int) -> bytes:
    """Nest as many links as make a document of about so many bytes."""
    each = len(nested("<a href=x>" * 1000)) / 1000
    return nested("<a href=x>" * int(size / each))


DOCUMENTS: dict[str, tuple[Callable[[], bytes], float]] = {
    # the document, and how many bytes more for each of its own
    "text with some links": (lambda: TEXT * 60_000, 2.0),
    "many kinds of links": (lambda: PAGE * 100_000, 7.0),
    "links alone": (lambda: b"<a href=x>" * 3_000_000, 7.0),
    "svg of elements that are never closed": (lambda: b"<svg>" + b"<g>" * 350_000, 40.0),
    "documents in values": (lambda: nested('<a href="x">' + "y" * 10_000_000), 20.0),
    **{
        f"documents in values, full of links, {size} bytes": (partial(full_of_links, size), 20.0)
        for size in (100_000, 300_000, 1_000_000, 16_000_000)
    },
    "documents in values, of characters": (lambda: nested('<a href="x">' + "&eacute;y" * 1_000_000), 20.0),
}


@pytest.mark.parametrize(("make", "most"), DOCUMENTS.values(), ids=DOCUMENTS)
def test_a_large_document_takes_a_few_times_its_length(make: Callable[[], bytes], most: float) -> None:
    run = subprocess.run(
        [sys.executable, "-c", MEASURE, nested("<a href=x>").decode()],
        input=make(),
        capture_output=True,
        check=True,
    )
    assert float(run.stdout) < most
