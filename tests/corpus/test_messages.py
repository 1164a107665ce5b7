"""Every message of the corpus: nothing changed is the same bytes, and only documents ever change."""

from __future__ import annotations

import email
from email.message import Message
from pathlib import Path
from typing import Any

import pytest

from tests.support.inside import absolute, through

from .pages import folder

URL = "http://example.com/a/b/message"
MESSAGES = sorted(
    path for path in (folder() / "mhtml").rglob("*") if path.suffix in {".eml", ".mht", ".mhtml"}
)
if not MESSAGES:
    pytestmark = pytest.mark.skip(reason="the corpus is absent: no mhtml next to the project")
# where the mail library sees no parts: there is no boundary, or a line that is no field
OTHERWISE = {"missing_boundary.mhtml", "missing_boundary_header.mhtml", "portfolio.mhtml"}
FOUND = {  # the files in which something is odd, and what
    "attachment_message_rfc822_inline_image.eml": ["no-boundary"],
    "bad_date_header2.eml": ["no-boundary"],
    "empty_in_reply_to.eml": ["no-boundary"],
    "example13.eml": ["no-blank-line"],
    "missing_body.eml": ["no-boundary"],
    "missing_boundary.mhtml": ["no-boundary"],
    "missing_boundary_header.mhtml": ["no-boundary", "unterminated"],
    "missing_headers.mhtml": ["unterminated"],
    "multiple_references_with_one_invalid.eml": ["no-blank-line"],
    "must_supply_encoding.eml": ["no-boundary"],
    "portfolio.mhtml": ["stray-line"],
    "raw_email4.eml": ["unterminated"],
    "raw_email_incorrect_header.eml": ["no-blank-line"],
    "unexpected_eof.mhtml": ["unterminated"],
}


def documents(message: Message) -> list[Message]:
    return [part for part in message.walk() if part.get_content_type() in {"text/html", "image/svg+xml"}]


def others(message: Message) -> list[Any]:
    """All of a message but the documents."""
    parts = [part for part in message.walk() if not part.is_multipart() and part not in documents(message)]
    return [(part.items(), part.get_payload(), part.preamble, part.epilogue) for part in parts]


each = pytest.mark.parametrize(
    "path", MESSAGES or [Path()], ids=[path.name for path in MESSAGES] or ["absent"]
)


@each
def test_nothing_changed_is_the_same_bytes(path: Path) -> None:
    data = path.read_bytes()
    came = through(data, path.name)
    assert came.data == data
    assert came.kind in {"mhtml", "mbox"}
    assert [code for _, code in came.troubles] == FOUND.get(path.name, [])


@each
def test_the_mail_library_finds_the_same_documents(path: Path) -> None:
    data = path.read_bytes()
    came = through(data, path.name)
    read = documents(email.message_from_bytes(data))
    assert (len(came.parts) == len(read)) == (path.name not in OTHERWISE)
    for part, known in zip(came.parts, read, strict=path.name not in OTHERWISE):
        if known["content-transfer-encoding"] not in {"quoted printable", "quoted-printable;"}:
            assert part.body.strip() == bytes(known.get_payload(decode=True)).strip()  # type: ignore[arg-type]


@each
def test_only_documents_change(path: Path) -> None:
    data = path.read_bytes()
    after = absolute(data, path.name, URL)
    old, new = email.message_from_bytes(data), email.message_from_bytes(after)
    assert [part.items() for part in new.walk()] == [part.items() for part in old.walk()]
    if path.name not in OTHERWISE:
        assert others(new) == others(old)
    assert absolute(after, path.name, URL) == after


@each
def test_every_document_can_change(path: Path) -> None:
    """With a link more in each, the mail library finds it, in each and nowhere else."""
    data = path.read_bytes()
    mark = b'<a href="http://mark.example/=\xff">\r\n' * 3
    after = through(data, path.name, lambda part: mark + part.body).data
    again = through(after, path.name)
    assert [part.body.startswith(mark) for part in again.parts] == [True] * len(again.parts)
    assert len(again.parts) == len(through(data, path.name).parts)
    if path.name not in OTHERWISE:
        assert others(email.message_from_bytes(after)) == others(email.message_from_bytes(data))
