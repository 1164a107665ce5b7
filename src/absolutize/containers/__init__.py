"""Containers: archives, mail and compressed files, whose parts are documents.

They are given a function for the parts, and do not know what it does: they never import the engine. The
comment at `CONTAINERS` says how to add a container. Used by `archive`, `arrow`, `cli`, `http`,
`report.document` and `spark`.
"""

from absolutize.containers import compressed_file
from absolutize.containers.mail import emlx, mbox, message
from absolutize.containers.session import Container, ContainerTask, Session
from absolutize.containers.source import (
    Checkpoint,
    ContainerOptions,
    ContainerSource,
    DocumentPart,
    IncompleteOutput,
    Problem,
    from_chunks,
    merge_states,
    seekable,
    source_from,
    source_of,
)
from absolutize.containers.warc import layout as warc_layout
from absolutize.containers.warc import rewriter as warc_rewriter
from absolutize.containers.zip import rewriter as zip_rewriter
from absolutize.containers.zip import structure as zip_structure

__all__ = [
    "CONTAINERS",
    "Checkpoint",
    "Container",
    "ContainerOptions",
    "ContainerSource",
    "ContainerTask",
    "DocumentPart",
    "IncompleteOutput",
    "Problem",
    "Session",
    "from_chunks",
    "merge_states",
    "seekable",
    "source_from",
    "source_of",
]

# A source is of the first kind that recognizes its first bytes; if none does, of the first that recognizes
# its end.
#
# To add a container, write a module with two functions (see `Container`), and add a row here. A container
# reads a `ContainerSource` in sequence (or makes it `seekable`). It gives a part that may be a page or
# another container to `Session.rewrite_nested`, and a part that is known to be HTML to `Session.rewrite`, as
# a `DocumentPart`. It yields its own bytes with the new bytes of the parts. Between them it yields findings:
# the outcomes of parts, which these functions yield (``yield from``), and a `Problem` for each thing that is
# wrong with the input. If there are many parts, it makes items of them for `Session.map`, which uses all
# cores. The only error that it raises is `IncompleteOutput`, if no output is better than an incomplete one.
CONTAINERS: tuple[Container, ...] = (
    Container("warc", warc_layout.recognizes_warc, warc_rewriter.rewrite_warc),
    Container("zip", zip_rewriter.recognizes_zip, zip_rewriter.rewrite_zip, zip_structure.ends_as_zip),
    Container("gzip", compressed_file.is_gzip, compressed_file.gzip),
    Container("zstd", compressed_file.is_zstd, compressed_file.zstd),
    Container("brotli", compressed_file.is_brotli, compressed_file.brotli),
    Container("mbox", mbox.recognizes_mbox, mbox.rewrite_mbox),
    Container("emlx", emlx.recognizes_emlx, emlx.rewrite_emlx),
    Container("mhtml", message.recognizes_message, message.rewrite_message),
    Container("not compressed", compressed_file.is_misnamed, compressed_file.rewrite_misnamed),
)
