"""Containers: archives, mail and compressed files, whose parts are documents.

They are given a function for the parts, and do not know what it does to them: they never import the engine.
How one is added is said at `CONTAINERS`. Used by `archive`, `arrow`, `cli`, `http`, `report.document` and
`spark`.
"""

from absolutize.containers import compressed_file
from absolutize.containers.mail import mbox, message
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

# The first that recognizes a source by its head has it; where none does, the first that does by its end.
#
# To add one: a module with two functions (see `Container`), and a row here. A container reads a
# `ContainerSource` in sequence (`seekable`, if it must), gives what may be a page or a container itself to
# `Session.rewrite_nested`, and what it knows to be HTML to `Session.rewrite` as a `DocumentPart`, and yields
# its own bytes with what comes back. Among them it yields what it finds: the outcomes of parts, which come
# from these functions (``yield from``), and a `Problem` for whatever is wrong with the input. Where there are
# many parts, it makes items of them for `Session.map`, which uses all cores. It raises nothing but
# `IncompleteOutput`, where no output is better than one that is not whole.
CONTAINERS: tuple[Container, ...] = (
    Container("warc", warc_rewriter.recognizes_warc, warc_rewriter.rewrite_warc),
    Container("zip", zip_rewriter.recognizes_zip, zip_rewriter.rewrite_zip, zip_structure.ends_as_zip),
    Container("gzip", compressed_file.is_gzip, compressed_file.gzip),
    Container("zstd", compressed_file.is_zstd, compressed_file.zstd),
    Container("brotli", compressed_file.is_brotli, compressed_file.brotli),
    Container("mbox", mbox.recognizes_mbox, mbox.rewrite_mbox),
    Container("mhtml", message.recognizes_message, message.rewrite_message),
    Container("not compressed", compressed_file.is_misnamed, compressed_file.rewrite_misnamed),
)
