"""One suite for all containers: unchanged parts keep their bytes, whatever the container's bytes are."""

from __future__ import annotations

import gzip
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from typing import NamedTuple

import brotli
import pytest

from absolutize.containers import CONTAINERS, Checkpoint, ContainerTask, IncompleteOutput, Session, source_of
from tests.support.archives import (
    CHECKED,
    ENVELOPE,
    INFO,
    PAGE,
    PAGE_ABSOLUTE,
    PICTURE,
    URL,
    arc,
    emlx,
    gz,
    http,
    mail,
    members_of,
    message_of,
    payloads,
    record,
    records_of,
    resolved,
    response,
    run,
    unbr,
    unchanged,
    unzst,
    wacz,
    zipped,
    zst,
)


class Kind(NamedTuple):
    """A container with one page that changes among parts that do not, and what reads its parts."""

    id: str
    kind: str
    data: bytes
    parts: Callable[[bytes], list[bytes]]
    name: str = "input"


def bodies(data: bytes) -> list[bytes]:
    """Read the bodies of all records but warcinfo, which is about the others."""
    return [read.body for read in records_of(data) if read.kind != "warcinfo"]


def contents(data: bytes) -> list[bytes]:
    return [content for _, content in members_of(data)]


def of_apple(data: bytes) -> list[bytes]:
    return payloads(message_of(data))


def archived(data: bytes) -> bytes:
    return dict(members_of(data))["archive/data.warc.gz"]


RECORDS = (
    INFO,
    record(
        "request", b"GET /d/p HTTP/1.1\r\n\r\n", "Content-Type: application/http; msgtype=request", number=2
    ),
    response(PICTURE, media="image/png", number=3),
    response(PAGE, number=4),
    response(CHECKED, number=5),
    record("resource", b"body {}", "Content-Type: text/css", number=6),
    record("metadata", b"a: b\r\n", number=7),
)
ARC_RECORDS = (
    (URL, "image/png", http(PICTURE, media="image/png")),
    (URL, "text/html", http(PAGE)),
    (URL, "text/html", http(CHECKED)),
)
MEMBERS = (("i/picture.png", PICTURE), ("p", PAGE), ("checked.html", CHECKED), ("style.css", b"body {}"))

KINDS = (
    Kind("WARC", "warc", b"".join(RECORDS), bodies),
    Kind("WARC 1.1", "warc", b"".join(RECORDS).replace(b"WARC/1.0", b"WARC/1.1"), bodies),
    Kind("WARC, gzip by record", "warc", gz(*RECORDS), bodies),
    Kind("WARC, Zstandard by record", "warc", zst(*RECORDS), lambda data: bodies(unzst(data))),
    Kind("WARC, gzip as a whole", "gzip", gz(b"".join(RECORDS)), lambda data: bodies(gzip.decompress(data))),
    Kind("WARC, Zstandard as a whole", "zstd", zst(b"".join(RECORDS)), lambda data: bodies(unzst(data))),
    Kind("ARC", "warc", arc(*ARC_RECORDS), bodies),
    Kind("ARC, gzip as a whole", "gzip", gz(arc(*ARC_RECORDS)), lambda data: bodies(gzip.decompress(data))),
    Kind("gzip", "gzip", gz(PAGE), lambda data: [gzip.decompress(data)]),
    Kind("gzip, two members", "gzip", gz(PAGE[:50], PAGE[50:]), lambda data: [gzip.decompress(data)]),
    Kind("Zstandard", "zstd", zst(PAGE), lambda data: [unzst(data)]),
    Kind("Brotli", "brotli", brotli.compress(PAGE), lambda data: [unbr(data)], "p.html.br"),
    Kind("zip", "zip", zipped(MEMBERS), contents),
    Kind("zip, stored", "zip", zipped(MEMBERS, deflated=False), contents),
    Kind("zip, sizes behind", "zip", zipped(MEMBERS, streamed=True), contents),
    Kind("MHTML", "mhtml", mail("8bit"), payloads),
    Kind("MHTML, quoted-printable", "mhtml", mail("quoted-printable"), payloads),
    Kind("MHTML, base64", "mhtml", mail("base64"), payloads),
    Kind("MHTML in gzip", "gzip", gz(mail("base64")), lambda data: payloads(gzip.decompress(data))),
    Kind("mailbox", "mbox", ENVELOPE + mail("base64") + b"\n" + ENVELOPE + mail("8bit", CHECKED), payloads),
    Kind("a file of Apple Mail", "emlx", emlx(mail("8bit")), lambda data: payloads(message_of(data))),
    Kind(
        "a file of Apple Mail, base64", "emlx", emlx(mail("base64")), lambda data: payloads(message_of(data))
    ),
    Kind("zip in gzip", "gzip", gz(zipped(MEMBERS)), lambda data: contents(gzip.decompress(data))),
    Kind(
        "WACZ", "zip", wacz(gz(*RECORDS)), lambda data: bodies(dict(members_of(data))["archive/data.warc.gz"])
    ),
)
kinds = pytest.mark.rows("kind", KINDS, ids=[kind.id for kind in KINDS])


@kinds
def test_a_kind_is_detected_from_its_content(kind: Kind) -> None:
    assert run(kind.data, kind.name, unchanged).kind == kind.kind


def test_every_kind_has_a_case() -> None:
    broken = {"not compressed"}  # something is wrong with each of these
    assert {kind.kind for kind in KINDS} | broken == {container.name for container in CONTAINERS}


WITH_CHECKPOINTS = {container.name for container in CONTAINERS if container.has_checkpoints}


@kinds
def test_a_kind_has_checkpoints_as_its_row_says(kind: Kind) -> None:
    session = Session(ContainerTask(unchanged, CONTAINERS))
    source = source_of(kind.data, kind.name)
    container = session.container(source)
    assert container is not None
    found = [piece for piece in container.rewrite(source, session, None) if isinstance(piece, Checkpoint)]
    assert (found != []) is (container.name in WITH_CHECKPOINTS)


@kinds
def test_nothing_changed_is_the_same_bytes(kind: Kind) -> None:
    ran = run(kind.data, kind.name, unchanged)
    assert ran.data == kind.data
    assert PAGE in [part.body for part in ran.parts]
    assert ran.notices == []


@kinds
def test_one_link_changed_is_only_that_part_changed(kind: Kind) -> None:
    ran = run(kind.data, kind.name)
    before, after = kind.parts(kind.data), kind.parts(ran.data)
    assert PAGE in before
    assert after == [PAGE_ABSOLUTE if body == PAGE else body for body in before]
    assert ran.notices == []


@kinds
def test_a_second_run_changes_nothing(kind: Kind) -> None:
    once = run(kind.data, kind.name).data
    assert once != kind.data
    assert run(once, kind.name).data == once


@kinds
def test_what_is_cut_is_copied_or_refused(kind: Kind) -> None:
    """A container that is cut anywhere is copied unchanged or refused, and nothing else is raised."""
    for stop in range(1, len(kind.data), max(1, len(kind.data) // 97)):
        cut = kind.data[:stop]
        assert identity(cut, kind.name)
        tolerated(cut, kind.name)


def identity(data: bytes, name: str) -> bool:
    """Whether a container in which nothing changes is copied byte by byte, or refused as incomplete."""
    session = Session(ContainerTask(unchanged, CONTAINERS))
    source = source_of(data, name)
    try:
        return b"".join(p for p in session.rewrite_source(source) if isinstance(p, bytes)) == data
    except IncompleteOutput:
        return True


def tolerated(data: bytes, name: str) -> None:
    """Make a container absolute; it may be refused as incomplete, but nothing else may be raised."""
    session = Session(ContainerTask(resolved, CONTAINERS))
    with suppress(IncompleteOutput):
        deque(session.rewrite_source(source_of(data, name)), 0)
