"""Mailboxes: a sequence of messages, each of which is made absolute independently."""

from __future__ import annotations

import mailbox
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from absolutize.containers import CONTAINERS, Checkpoint, ContainerTask, DocumentPart, Session, source_of
from absolutize.containers.mail import mbox
from absolutize.containers.source import bytes_among
from absolutize.storage.files import CHUNK
from tests.support.inside import absolute, through

ENVELOPE = b"From a@b Thu Jan  1 00:00:00 1998\n"
LETTER = b"Content-Type: text/html\nContent-Location: http://h/%d/\n\n<a href=%b>\n"


def letters(count: int, reference: bytes = b"x", line_end: bytes = b"\n") -> bytes:
    text = b"\n".join(ENVELOPE + LETTER % (n, reference) for n in range(count))
    return text.replace(b"\n", line_end)


@pytest.mark.rows("line_end", [b"\n", b"\r\n", b"\r"], ids=["LF", "CRLF", "CR"])
@pytest.mark.rows("count", [1, 2, 9])
def test_each_message_has_its_base(count: int, line_end: bytes) -> None:
    data = letters(count, line_end=line_end)
    after = absolute(data, "x.mbox")
    assert after.count(b"<a href=http://h/") == count
    assert after.replace(b"=http", b"").count(b"://h/%d/x>" % (count - 1)) == 1
    assert absolute(after, "x.mbox") == after
    assert through(data, "x.mbox").data == data


def test_parts_are_named_by_the_offset_of_their_message() -> None:
    came = through(letters(2), "x.mbox")
    second = letters(2).rindex(b"From ")
    assert [part.name for part in came.parts] == ["x.mbox!0", f"x.mbox!{second}"]
    assert came.kind == "mbox"


def read(path: Path) -> list[mailbox.mboxMessage]:
    with closing(mailbox.mbox(path)) as box:
        return list(box)


def test_the_mailbox_library_reads_the_same_messages(tmp_path: Path) -> None:
    (tmp_path / "old").write_bytes(letters(5))
    (tmp_path / "new").write_bytes(absolute(letters(5), "x.mbox"))
    old, new = (read(tmp_path / name) for name in ("old", "new"))
    assert [message.items() for message in new] == [message.items() for message in old]
    bodies = [str(message.get_payload()).strip() for message in new]
    assert bodies == [f"<a href=http://h/{n}/x>" for n in range(5)]


BEGINNINGS = [
    # what follows a message, and the number of messages that are read
    (b"\n" + ENVELOPE + b"A: b\n\n", 2),
    (b"\r\n" + ENVELOPE + b"A: b\n\n", 2),
    (ENVELOPE + b"A: b\n\n", 2),  # no empty line before it, but a date in it, and a field behind it
    (ENVELOPE + b">From x\nA: b\n\n", 2),
    (ENVELOPE + b"x\n", 1),  # no field
    (b"From a@b 00:00\nA: b\n\n", 1),  # no year
    (b"\nFrom a@b\nSubject: b\n\n", 2),  # no time, but fields that messages begin with
    (b"\nFrom MAILER-DAEMON\r\nReturn-Path: <>\r\n\r\n", 2),
    (b"\nFrom a@b.c 2001-01-01T00.00\nFrom: b\n\n", 2),
    (b"\nFrom a@b\nNote: b\n\n", 1),
    (b"\nFrom me to\nSubject: b\n\n", 1),
    (b"From a@b\nSubject: b\n\n", 1),
    (b"\n>" + ENVELOPE, 1),
    (b"\nFrom here on\n", 1),  # no time in it
    (b"\n" + ENVELOPE.rstrip(), 1),  # cut off
]


@pytest.mark.rows(("behind", "count"), BEGINNINGS, ids=[repr(row[0]) for row in BEGINNINGS])
def test_a_message_begins_behind_an_empty_line(behind: bytes, count: int) -> None:
    data = letters(1) + behind
    found = list(mbox.messages(source_of(data, "x")))
    assert (len(found), b"".join(message.data for message in found)) == (count, data)


BODY = b"<a href=x>\n\n" + ENVELOPE + b"\n<a href=x>\n"
COUNTED = b"Content-Type: text/html\nContent-Base: http://h/\nContent-Length: %d\n\n"
COUNTS = [
    # by how much Content-Length exceeds the body, what follows the body, the number of messages
    (0, b"\n" + ENVELOPE + b"A: b\n\n", 2),
    (0, ENVELOPE + b"A: b\n\n", 2),
    (0, b"\n\n" + ENVELOPE, 2),
    (0, b"\n", 1),
    (0, b"", 1),
    (-1, b"\n", 1),
    (1, b"\n" + ENVELOPE, 2),
    (2, b"\n" + ENVELOPE, 3),  # a wrong length is ignored
    (-2, b"\n" + ENVELOPE, 3),
    (0, b"\nx", 2),
    (10**8, b"", 2),
    (10**9, b"", 2),
]


@pytest.mark.rows(("more", "behind", "count"), COUNTS)
@pytest.mark.rows("line_end", [b"\n", b"\r\n", b"\r"], ids=["LF", "CRLF", "CR"])
def test_a_length_that_is_true_delimits_a_message(
    more: int, behind: bytes, count: int, line_end: bytes
) -> None:
    body, more = BODY.replace(b"\n", line_end), more * len(line_end) if more < 9 else more
    head, behind = (ENVELOPE + COUNTED).replace(b"\n", line_end), behind.replace(b"\n", line_end)
    data = head % (len(body) + more) + body + behind
    found = list(mbox.messages(source_of(data, "x")))
    assert (len(found), b"".join(message.data for message in found)) == (count, data)


@pytest.mark.parametrize("padding", [0, CHUNK, 3 * CHUNK])
def test_a_length_stays_true(padding: int) -> None:
    body = BODY + b"x" * padding + b"\n"
    after = body.replace(b"=x", b"=http://h/x")
    data = ENVELOPE + COUNTED % len(body) + body + b"\n" + letters(1)
    assert absolute(data, "x") == ENVELOPE + COUNTED % len(after) + after + b"\n" + absolute(letters(1), "x")


BEFORE = {
    "an empty line": b"\n",
    "empty lines": b"\r\n\r\n",
    "a byte order mark": b"\xef\xbb\xbf",
    "both": b"\xef\xbb\xbf\n",
}


@pytest.mark.rows("before", BEFORE.values(), ids=BEFORE)
@pytest.mark.rows("count", [1, 3])
def test_a_mailbox_may_begin_with_what_is_nothing(before: bytes, count: int) -> None:
    came = through(before + letters(count), "x")
    assert (came.kind, came.data) == ("mbox", before + letters(count))
    assert absolute(before + letters(count), "x") == before + absolute(letters(count), "x")


@pytest.mark.rows(
    ("data", "name", "kind"),
    [
        (b"no envelope\n", "x.mbox", "mbox"),
        (b"no envelope\n", "x", None),
        (b"", "x.mbox", None),
        (b"<html>", "x.mbox", None),
        (b"From : a\nTo: b\n", "x", "mhtml"),
    ],
)
def test_a_mailbox_is_known_by_its_name_if_by_nothing_else(data: bytes, name: str, kind: str | None) -> None:
    assert through(data, name).kind == kind


def test_mmdf_is_read_as_the_mailbox_library_does(tmp_path: Path) -> None:
    line = b"\1\1\1\1\n"
    inner = [ENVELOPE + LETTER % (1, b"x"), LETTER % (2, b"x"), ENVELOPE + COUNTED % len(BODY) + BODY]
    (tmp_path / "old").write_bytes(b"".join(line + text + line for text in inner))
    (tmp_path / "new").write_bytes(absolute((tmp_path / "old").read_bytes(), "x"))
    with closing(mailbox.MMDF(tmp_path / "new")) as box:
        bodies = [str(message.get_payload()).strip() for message in box]
    after = BODY.replace(b"=x", b"=http://h/x").decode().strip()
    assert bodies == ["<a href=http://h/1/x>", "<a href=http://h/2/x>", after]


def test_messages_without_empty_lines_are_those_of_the_mailbox_library(tmp_path: Path) -> None:
    data = letters(3).replace(b">\n\nFrom", b">\nFrom")
    (tmp_path / "box").write_bytes(data)
    assert len(read(tmp_path / "box")) == len(list(mbox.messages(source_of(data, "x")))) == 3


@pytest.mark.rows("shift", range(-40, 5, 3))
def test_a_message_may_begin_wherever_pieces_end(shift: int) -> None:
    first = letters(1) + b"x" * (CHUNK + shift - len(letters(1))) + b"\n"
    found = list(mbox.messages(source_of(first + b"\n" + letters(2), "x")))
    assert [message.offset for message in found] == [
        0,
        len(first) + 1,
        len(first) + 1 + len(letters(2)) // 2 + 1,
    ]


@pytest.mark.parametrize("line_end", [b"\n", b"\r\n"], ids=["LF", "CRLF"])
def test_a_message_that_is_too_large_is_copied(line_end: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mbox, "MAX_DOCUMENT", CHUNK)
    data = letters(1) + b"\n" + letters(1) + b"x" * 3 * CHUNK + b"\n\n" + letters(2)
    data = data.replace(b"\n", line_end)
    came = through(data, "x")
    assert came.data == data
    assert len(came.parts) == 3
    assert {code for _, code in came.troubles} == {"too-large"}


def test_a_message_of_mmdf_that_is_too_large_ends_where_it_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mbox, "MAX_DOCUMENT", CHUNK)
    line = b"\1\1\1\1\n"
    large = LETTER % (1, b"x") + b"x" * 3 * CHUNK + b"\n"
    data = b"".join(line + text + line for text in (LETTER % (0, b"x"), large, *[LETTER % (2, b"x")] * 2))
    came = through(data, "x")
    assert came.data == data
    assert len(came.parts) == 3
    assert {code for _, code in came.troubles} == {"too-large"}


def given() -> ContainerTask:
    return ContainerTask(lambda part: (part.body.replace(b"=x", b"=http://h/x"), part), CONTAINERS)


def test_what_was_begun_can_be_gone_on_with() -> None:
    data = letters(4)
    whole = through(data, "x", lambda part: given().task(part)[0]).data
    with Session(given()) as session:
        done, states = b"", []
        for piece in mbox.rewrite_mbox(source_of(data, "x"), session, None):
            if isinstance(piece, Checkpoint):
                states.append((done, piece.state))
            elif isinstance(piece, bytes):
                done += piece
        for before, state in states:
            rest = mbox.rewrite_mbox(source_of(data, "x"), session, state)
            assert before + b"".join(piece for piece in rest if isinstance(piece, bytes)) == whole
    assert len(states) == 4


def test_nothing_is_gone_on_with_within_a_message(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mbox, "MAX_DOCUMENT", CHUNK)
    data = letters(1) + b"\n" + letters(1) + b"x" * 3 * CHUNK + b"\n\n" + letters(2)
    starts = [message.offset for message in mbox.messages(source_of(data, "x"))]
    with Session(given()) as session:
        pieces = [*mbox.rewrite_mbox(source_of(data, "x"), session, None)]
    offsets = [piece.state["offset"] for piece in pieces if isinstance(piece, Checkpoint)]
    assert offsets == [len(letters(1)) + 1, *starts[-2:], len(data)]
    assert len(starts) > len(offsets)


def longer(part: DocumentPart) -> tuple[bytes, str]:
    return part.body.replace(b"=x", b"=http://h/x"), part.name


def test_several_processes_give_the_same() -> None:
    data = letters(40)
    results = []
    for jobs in (1, 2):
        with Session(ContainerTask(longer, CONTAINERS), jobs, serial_bytes=0) as session:
            found: list[Any] = []
            results.append(
                (b"".join(bytes_among(session.rewrite_source(source_of(data, "x")), found)), found)
            )
    assert results[0] == results[1]
    assert results[0][0].count(b"http://h/x") == 40
