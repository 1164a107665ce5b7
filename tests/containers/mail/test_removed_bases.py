"""A BASE stays, though it shall be removed, where text behind it would divide the message without it."""

from __future__ import annotations

import email
import email.message
import io
import mailbox
from contextlib import closing
from pathlib import Path

import pytest

from absolutize import archive
from tests.containers.mail.test_mhtml import TOP, lines

BASE = "<base href=http://h/>"
HTML = "Content-Type: text/html\n"
ENVELOPE = "From a@b Thu Jan  1 00:00:00 1998\n"
QUOTED = "Content-Transfer-Encoding: quoted-printable\n"


def multipart(page: str, head: str = "") -> str:
    return f"{TOP}--b\n{HTML}{head}\n{page}\n--b--\n"


MESSAGES = {
    # the name of a file, what is in it, and whether BASE stays
    "a delimiter": ("m.eml", multipart(f"{BASE}--b\n<a href=x>"), True),
    "the last delimiter": ("m.eml", multipart(f"<a href=x>\n{BASE}--b--"), True),
    "a delimiter of the entity around": (
        "m.eml",
        multipart(f"{BASE}--b\n<a href=x>").replace(HTML, f"Content-Type: message/rfc822\n\n{HTML}"),
        True,
    ),
    "a separator of mbox": ("m.mbox", f"{ENVELOPE}{HTML}\n<a href=x>\n\n{BASE}From a at 10:30\n", True),
    "a separator of mbox behind the header": ("m.mbox", f"{ENVELOPE}{HTML}\n{BASE}From a at 10:30\n", True),
    "an empty line in front of such a line": (
        "m.mbox",
        f"{ENVELOPE}{HTML}\n<a href=x>\n{BASE}\nFrom a at 10:30\n",
        True,
    ),
    "a separator of MMDF": ("m.mbox", f"\1\1\1\1\n{HTML}\n{BASE}\1\1\1\1\n<a href=x>\n\1\1\1\1\n", True),
    "a field": ("m.eml", f"Subject: a\n{HTML}{BASE}Content-Location: http://g/\n<a href=x>\n", True),
    "a field, in quoted-printable": (
        "m.eml",
        f"Subject: a\n{HTML}{QUOTED}{BASE.replace('=', '=3D')}To: b\n<a href=3Dx>\n",
        True,
    ),
    "two hyphens within a line": ("m.eml", multipart(f"a{BASE}--b\n<a href=x>"), False),
    "a delimiter, in quoted-printable": ("m.eml", multipart(f"{BASE.replace('=', '=3D')}--b", QUOTED), False),
    "a field, behind an empty line": ("m.eml", f"Subject: a\n{HTML}\n{BASE}To: b\n<a href=x>\n", False),
}


@pytest.mark.parametrize("line_end", [b"\r\n", b"\n"], ids=["CRLF", "LF"])
@pytest.mark.parametrize(("name", "text", "stays"), MESSAGES.values(), ids=MESSAGES)
def test_a_base_is_kept_where_its_removal_would_divide_the_message(
    name: str, text: str, stays: bool, line_end: bytes, tmp_path: Path
) -> None:
    before, after = lines(text, line_end), io.BytesIO()
    result = archive.rewrite(before, after, name=name, base_element="remove")
    assert dict(result.left) == ({"base-kept": 1} if stays else {})
    assert (b"<base" in after.getvalue()) is stays
    assert b"href=x" not in after.getvalue()
    assert divided(after.getvalue(), tmp_path / name) == divided(before, tmp_path / name)
    assert len([*archive.documents(after.getvalue(), name=name)]) == 1


def divided(data: bytes, path: Path) -> list[list[str]]:
    """List the messages as Python's libraries read them, by the fields of each of their entities."""
    path.write_bytes(data)
    if path.suffix == ".eml":
        return [fields(email.message_from_bytes(data))]
    kind = mailbox.MMDF if data.startswith(b"\1") else mailbox.mbox
    with closing(kind(path)) as box:
        return [fields(message) for message in box]


def fields(message: email.message.Message) -> list[str]:
    return [name for part in message.walk() for name in part]
