"""Truncates archives or flips a bit in them, and counts what can still be read and what is reported.

    python benchmarks/damage.py [--places 1000] [--documents 5] [FORM]...

For each archive, half of the damaged copies are truncated, at equal distances, and half have a bit flipped
at a random place. "read" counts the documents that are found in the damaged copies, of all in the intact
ones; "in the output" those that are found in the output of `rewrite`, if there is one. "nothing said"
counts copies with fewer documents for which no problem is reported: a flipped bit can turn an HTML record
into one of another type. "differ" counts outputs without the documents that were read; the exit status is 1
if there are any.
"""

from __future__ import annotations

import gzip
import io
import random
import sys
import zipfile
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from email.message import EmailMessage
from itertools import islice
from typing import NamedTuple
from uuid import UUID

import click
from rich.console import Console
from rich.table import Table
from warcio.statusandheaders import StatusAndHeaders
from warcio.warcwriter import WARCWriter

from absolutize import archive
from madepages import made_pages

Pages = list[tuple[str, str]]


def warc(pages: Pages, *, packed: bool) -> bytes:
    """Make a WARC file; the same pages always give the same bytes."""
    written = io.BytesIO()
    writer = WARCWriter(written, gzip=packed)
    for number, (page, url) in enumerate(pages):
        head = StatusAndHeaders("200 OK", [("Content-Type", "text/html")], protocol="HTTP/1.1")
        body = io.BytesIO(page.encode())
        own = {"WARC-Record-ID": f"<urn:uuid:{UUID(int=number)}>", "WARC-Date": "2026-01-01T00:00:00Z"}
        writer.write_record(
            writer.create_warc_record(url, "response", payload=body, http_headers=head, warc_headers_dict=own)
        )
    return written.getvalue()


def zipped(pages: Pages) -> bytes:
    """Make a zip file."""
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as file:
        for number, (page, _) in enumerate(pages):
            file.writestr(zipfile.ZipInfo(f"{number}.html"), page, zipfile.ZIP_DEFLATED)
    return written.getvalue()


def message(page: str, url: str) -> bytes:
    """Make a message with a page."""
    made = EmailMessage()
    made["Content-Location"] = url
    made.set_content(page, subtype="html", cte="quoted-printable")
    return made.as_bytes()


def mailbox(pages: Pages) -> bytes:
    """Make an mbox file."""
    return b"".join(b"From a@h Thu Jan  1 00:00:00 1970\n" + message(*page) + b"\n" for page in pages)


def mhtml(pages: Pages) -> bytes:
    """Make a page saved with the pages in its frames."""
    made = EmailMessage()
    made.make_related(boundary="bound")
    for page, url in pages:
        part = EmailMessage()
        part.set_content(page, subtype="html", cte="base64")
        part["Content-Location"] = url
        made.attach(part)
    return b"MIME-Version: 1.0\n" + made.as_bytes()


FORMS: Mapping[str, Callable[[Pages], bytes]] = {
    "crawl.warc": lambda pages: warc(pages, packed=False),
    "crawl.warc.gz": lambda pages: warc(pages, packed=True),
    "whole.warc.gz": lambda pages: gzip.compress(warc(pages, packed=False), mtime=0),
    "site.zip": zipped,
    "mail.mbox": mailbox,
    "page.mhtml": mhtml,
}


def damaged(data: bytes, places: int) -> Iterator[bytes]:
    """Give the damaged copies: truncated at equal distances, and with one bit flipped at a random place."""
    chance = random.Random(2396)
    cuts = places // 2
    for number in range(cuts):
        yield data[: len(data) * (number + 1) // (cuts + 1)]
    for _ in range(places - cuts):
        place = chance.randrange(len(data))
        yield data[:place] + bytes([data[place] ^ 1 << chance.randrange(8)]) + data[place + 1 :]


class Outcome(NamedTuple):
    """The result for a damaged copy: documents read, documents in the output (None: no output), codes."""

    read: int
    written: int | None
    codes: tuple[str, ...]


def outcome_of(data: bytes, name: str) -> Outcome:
    """Read a copy, rewrite it, and read the output; an exception here is a find."""
    found = archive.documents(data, name=name)
    read = sum(1 for _ in found)
    output = io.BytesIO()
    result = archive.rewrite(data, output, name=name)
    codes = {*found.problem_counts, *result.problem_counts} | ({"no output"} if result.failure else set())
    if result.failure is not None:
        return Outcome(read, None, tuple(sorted(codes)))
    again = archive.documents(output.getvalue(), name=name)
    return Outcome(read, sum(1 for _ in again), tuple(sorted(codes)))


@click.command()
@click.argument("forms", nargs=-1)
@click.option("--places", default=1000, show_default=True)
@click.option("--documents", default=5, show_default=True)
def main(forms: tuple[str, ...], places: int, documents: int) -> None:
    """Damage each kind of archive, and print what came of it."""
    pages = list(islice(made_pages(), documents))
    columns = "archive", "bytes", "in", "read", "in the output", "no output", "nothing said", "differ"
    table, said, differ = Table(*columns), dict[str, Counter[str]](), 0
    for name in forms or FORMS:
        data = FORMS[name](pages)
        outcomes = [outcome_of(copy, name) for copy in damaged(data, places)]
        said[name] = Counter(code for outcome in outcomes for code in outcome.codes)
        counts = list(_counts(outcomes, documents))
        table.add_row(name, f"{len(data):,}", *(f"{n:,}" for n in counts))
        differ += counts[-1]
        click.echo(f"{name}: {dict(said[name].most_common())}", err=True)
    console = Console(width=120)
    console.print(table)
    for name, codes in said.items():
        console.print(
            f"{name}: " + (", ".join(f"{n} {code}" for code, n in codes.most_common()) or "nothing")
        )
    sys.exit(differ > 0)


def _counts(outcomes: list[Outcome], documents: int) -> Iterator[int]:
    """Count for a row of the table."""
    written = [outcome for outcome in outcomes if outcome.written is not None]
    yield documents * len(outcomes)
    yield sum(outcome.read for outcome in outcomes)
    yield sum(outcome.written or 0 for outcome in written)
    yield len(outcomes) - len(written)
    yield sum(1 for outcome in outcomes if outcome.read < documents and not outcome.codes)
    yield sum(1 for outcome in written if outcome.written != outcome.read)


if __name__ == "__main__":
    main()
