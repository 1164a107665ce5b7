"""Containers: archives, mail and compressed files, whose parts are documents.

They are given a function for the parts, and do not know what it does: they never import the engine. The
comment at `CONTAINERS` says how to add a container. Used by `archive`, `arrow`, `cli`, `http`,
`report.document` and `spark`.
"""

from collections.abc import Iterator
from typing import Any

from absolutize.containers import compressed_file
from absolutize.containers.mail import recognition
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

_State = dict[str, Any] | None  # of the checkpoint to go on from


# What rewrites a kind is loaded for the first source of that kind: a page on the command line needs none


def _rewrite_warc(source: ContainerSource, session: Session, state: _State) -> Iterator[Any]:
    from absolutize.containers.warc.rewriter import rewrite_warc  # noqa: PLC0415

    return rewrite_warc(source, session, state)


def _rewrite_zip(source: ContainerSource, session: Session, state: _State) -> Iterator[Any]:
    from absolutize.containers.zip.rewriter import rewrite_zip  # noqa: PLC0415

    return rewrite_zip(source, session, state)


def _rewrite_mbox(source: ContainerSource, session: Session, state: _State) -> Iterator[Any]:
    from absolutize.containers.mail.mbox import rewrite_mbox  # noqa: PLC0415

    return rewrite_mbox(source, session, state)


def _rewrite_emlx(source: ContainerSource, session: Session, state: _State) -> Iterator[Any]:
    from absolutize.containers.mail.emlx import rewrite_emlx  # noqa: PLC0415

    return rewrite_emlx(source, session, state)


def _rewrite_message(source: ContainerSource, session: Session, state: _State) -> Iterator[Any]:
    from absolutize.containers.mail.message import rewrite_message  # noqa: PLC0415

    return rewrite_message(source, session, state)


# A source is of the first kind that recognizes its first bytes; if none does, of the first that recognizes
# its end.
#
# To add a container, write its two functions (see `Container`), and add a row here. A container reads a
# `ContainerSource` in sequence (or makes it `seekable`). It gives a part that may be a page or another
# container to `Session.rewrite_nested`, and a part that is known to be a document to `Session.rewrite`, as a
# `DocumentPart`. It yields its own bytes with the new bytes of the parts. Between them it yields findings:
# the outcomes of parts, which these functions yield (``yield from``), and a `Problem` for each thing that is
# wrong with the input. If there are many parts, it makes items of them for `Session.map`, which uses all
# cores. The only error that it raises is `IncompleteOutput`, if no output is better than an incomplete one.
CONTAINERS: tuple[Container, ...] = (
    Container("warc", warc_layout.recognizes_warc, _rewrite_warc, has_checkpoints=True),
    Container("zip", zip_structure.recognizes_zip, _rewrite_zip, zip_structure.ends_as_zip),
    Container("gzip", compressed_file.is_gzip, compressed_file.gzip),
    Container("zstd", compressed_file.is_zstd, compressed_file.zstd),
    Container("brotli", compressed_file.is_brotli, compressed_file.brotli),
    Container("mbox", recognition.recognizes_mbox, _rewrite_mbox, has_checkpoints=True),
    Container("emlx", recognition.recognizes_emlx, _rewrite_emlx),
    Container("mhtml", recognition.recognizes_message, _rewrite_message),
    Container("not compressed", compressed_file.is_misnamed, compressed_file.rewrite_misnamed),
)
