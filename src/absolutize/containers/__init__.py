"""Containers: archives, mail and compressed files, whose parts are documents.

To add one: a module with two functions (see `Container`), and a row in `CONTAINERS`. A container
reads a `Source` in sequence (`at_will`, if it must), gives each of its documents to `Work.rewrite`
as a `Part`, and yields its own bytes with what comes back. Where there are many parts, it makes
items of them for `Work.map`, which uses all cores. What is wrong with the input it tells by
`Work.note`; it raises nothing but `NotWhole`, where no output is better than one that is not whole.
"""

from absolutize.containers import archive, compressed, mbox, mhtml, warc
from absolutize.containers.parts import (
    Checkpoint,
    Choices,
    Notice,
    NotWhole,
    Part,
    Source,
    at_will,
    merge,
    source_from,
    source_of,
    stream_of,
)
from absolutize.containers.work import Container, Given, Work

__all__ = [
    "CONTAINERS",
    "Checkpoint",
    "Choices",
    "Container",
    "Given",
    "NotWhole",
    "Notice",
    "Part",
    "Source",
    "Work",
    "at_will",
    "merge",
    "source_from",
    "source_of",
    "stream_of",
]

CONTAINERS: tuple[Container, ...] = (  # the first that recognizes a source has it
    Container("warc", warc.recognizes, warc.rewritten),
    Container("zip", archive.recognizes, archive.rewritten),
    Container("gzip", compressed.is_gzip, compressed.gzip),
    Container("zstd", compressed.is_zstd, compressed.zstd),
    Container("brotli", compressed.is_brotli, compressed.brotli),
    Container("mbox", mbox.recognizes, mbox.rewritten),
    Container("mhtml", mhtml.recognizes, mhtml.rewritten),
    Container("not compressed", compressed.is_misnamed, compressed.misnamed),
)
