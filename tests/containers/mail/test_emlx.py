"""Files of Apple Mail: the message is read, its number of bytes corrected, the property list kept."""

from __future__ import annotations

from pathlib import Path

import pytest

from absolutize import archive
from absolutize.containers.mail import emlx
from tests.support.archives import emlx as as_emlx
from tests.support.archives import message_of
from tests.support.commandline import Runner
from tests.support.inside import absolute, through

HEAD = b"Subject: a\nContent-Type: text/html\nContent-Location: http://h/d/\n"
QUOTED = HEAD + b"Content-Transfer-Encoding: quoted-printable\n\n"
PAGE, PAGE_AFTER = b'<a href=3D"x">=C3=A9</a>', b'<a href=3D"http://h/d/x">=C3=A9</a>'
MESSAGE, AFTER = QUOTED + PAGE + b"\n", QUOTED + PAGE_AFTER + b"\n"
PROPERTIES = (
    b"<?xml version='1.0'?>\n<plist><dict><key>a</key>\n<string>&lt;a href=x></string></dict></plist>"
)


def test_a_message_in_a_file_of_apple_mail_is_made_absolute() -> None:
    after = absolute(as_emlx(MESSAGE), "1.emlx")
    assert after == as_emlx(AFTER)
    assert message_of(after) == AFTER
    assert absolute(after, "1.emlx") == after
    (link,) = archive.links(as_emlx(MESSAGE), name="1.emlx")
    assert (link.part.name, link.link.target) == ("1.emlx", "http://h/d/x")


LINES = {
    # a first line before and after
    "filled up": (b"%-10d\n", b"%-10d\n"),
    "filled up, CRLF": (b"%-10d\r\n", b"%-10d\r\n"),
    "not filled up": (b"%d\n", b"%d\n"),
    "filled up too little": (b"%d \n", b"%-4d\n"),
}


@pytest.mark.rows(("before", "after"), LINES.values(), ids=LINES)
@pytest.mark.rows("behind", [PROPERTIES, b"\n" + PROPERTIES, b"bplist00\0", b"", b"\n"], ids=repr)
def test_the_first_line_keeps_its_form(before: bytes, after: bytes, behind: bytes) -> None:
    data = before % len(MESSAGE) + MESSAGE + behind
    assert absolute(data, "1.emlx") == after % len(AFTER) + AFTER + behind


COUNTS = {"too few": -2, "one too many": 1, "more than there are": 999, "none": -len(MESSAGE)}


@pytest.mark.rows("more", COUNTS.values(), ids=COUNTS)
def test_a_message_of_another_length_is_copied_and_reported(more: int) -> None:
    data = b"%-10d\n" % (len(MESSAGE) + more) + MESSAGE + PROPERTIES
    came = through(data, "1.emlx", lambda part: part.body.replace(b"x", b"y"))
    assert (came.kind, came.data, came.troubles) == ("emlx", data, [("1.emlx", "wrong-length")])


def test_the_command_says_so(run: Runner, tmp_path: Path) -> None:
    (tmp_path / "1.emlx").write_bytes(b"99\n" + MESSAGE + PROPERTIES)
    ran = run("rewrite", str(tmp_path / "1.emlx"), "--in-place")
    why = "the record or message does not end where its length says"
    assert (ran.status, ran.out) == (1, b"")
    assert ran.err.splitlines()[0] == f"absolutize: {tmp_path / '1.emlx'}: {why}: copied unchanged"


@pytest.mark.parametrize("most", [len(MESSAGE) - 1, len(MESSAGE)])
def test_a_message_that_is_too_large_is_copied(monkeypatch: pytest.MonkeyPatch, most: int) -> None:
    monkeypatch.setattr(emlx, "MAX_DOCUMENT", most)
    came = through(as_emlx(MESSAGE), "1.emlx", lambda part: part.body.replace(b'"x', b'"y'))
    is_read = most == len(MESSAGE)
    assert came.data == as_emlx(MESSAGE.replace(b'"x', b'"y') if is_read else MESSAGE)
    assert came.troubles == ([] if is_read else [("1.emlx", "too-large")])


KINDS = {
    "by its content": ("m", as_emlx(MESSAGE), "emlx"),
    "with one field, by its name": ("1.EMLX", as_emlx(b"X-A: b\n\n"), "emlx"),
    "without a number": ("1.emlx", MESSAGE, "mhtml"),
    "a number and no message": ("1.txt", b"12\n<a href=x>\n", None),
    "a number and a URL": ("1.txt", b"12\nhttp://h/\n", None),
    "a page": ("1.emlx", b"<a href=x>", None),
}


@pytest.mark.rows(("name", "data", "kind"), KINDS.values(), ids=KINDS)
def test_a_file_of_apple_mail_is_recognized(name: str, data: bytes, kind: str | None) -> None:
    assert through(data, name).kind == kind


@pytest.mark.parametrize("name", ["1.emlx", "1.partial.emlx", "letter"])
def test_files_of_apple_mail_in_a_directory_are_read(run: Runner, tmp_path: Path, name: str) -> None:
    (tmp_path / "mail").mkdir()
    (tmp_path / "mail" / name).write_bytes(as_emlx(MESSAGE))
    ran = run("rewrite", str(tmp_path / "mail"), "--in-place")
    assert (ran.status, ran.out) == (0, b"")
    assert (tmp_path / "mail" / name).read_bytes() == as_emlx(AFTER)
