"""Heads of messages: content types, where a head ends, and what is a message."""

from __future__ import annotations

import email
import email.policy

import pytest

from absolutize.containers.mail import recognition
from absolutize.containers.mail.header import first_line, head_at, read_content_type

TYPES = [
    # a value, the media type, the parameters
    ("text/html", "text/html", {}),
    ("Text/HTML; Charset=X", "text/html", {"charset": "X"}),
    ('text/html; charset="a;b"; x=y', "text/html", {"charset": "a;b", "x": "y"}),
    (r'text/html; charset="a\"b"', "text/html", {"charset": 'a"b'}),
    ("multipart/x; boundary=a=b:c ; d=e", "multipart/x", {"boundary": "a=b:c", "d": "e"}),
    ("multipart/x; boundary = b", "multipart/x", {"boundary": "b"}),
    ('multipart/x; boundary="b', "multipart/x", {"boundary": "b"}),
    ("multipart/x; boundary*0=a; boundary*1=b", "multipart/x", {"boundary": "ab"}),
    ("multipart/x; boundary=a; boundary=b", "multipart/x", {"boundary": "a"}),
    ("text/html;;; charset=x", "text/html", {"charset": "x"}),
    ("(c) text/html (d); charset=(e)utf-8", "text/html", {"charset": "utf-8"}),
    (r"text/html (a; (b\)) c) ; charset=x(y)", "text/html", {"charset": "x(y)"}),
    ("text/html(a(b)c); charset=x (d)", "text/html", {"charset": "x"}),
    ('text/html; charset="(x)"', "text/html", {"charset": "(x)"}),
    ("text/html; charset=x; a=(b", "text/html", {"charset": "x", "a": "(b"}),
    ("multipart/x; boundary=a(b)c", "multipart/x", {"boundary": "a(b)c"}),
    ("text/html; charset*=us-ascii'en'utf-16le", "text/html", {"charset": "utf-16le"}),
    ("multipart/x; boundary*=us-ascii''abc%20def", "multipart/x", {"boundary": "abc def"}),
    ("multipart/x; boundary*1=b%20; boundary*0*=''%61", "multipart/x", {"boundary": "ab%20"}),
    ("multipart/x; boundary*0*=''%61; boundary*1*=%62'", "multipart/x", {"boundary": "ab'"}),
    ("multipart/x; boundary*=a%20b; boundary=c", "multipart/x", {"boundary": "c"}),
    ("html", "text/plain", {}),
    (None, "text/plain", {}),
    ("", "text/plain", {}),
]


@pytest.mark.rows(("value", "media", "parameters"), TYPES, ids=[str(row[0]) for row in TYPES])
def test_a_content_type_is_read(value: str | None, media: str, parameters: dict[str, str]) -> None:
    assert read_content_type(value, "text/plain") == (media, parameters)


AS_THERE = [
    "text/html; charset*=us-ascii'en'utf-16le",
    "multipart/x; boundary*=us-ascii''abc%20def",
    "multipart/x; boundary*0=a; boundary*1=b",
    'text/html; charset="(x)"',
    "text/html; charset=x (d)",
]


@pytest.mark.rows("value", AS_THERE)
def test_a_content_type_is_read_as_by_the_mail_library(value: str) -> None:
    read = email.message_from_string(f"Content-Type: {value}\n\n", policy=email.policy.default)
    assert read_content_type(value, "") == (read.get_content_type(), dict(read["content-type"].params))


def test_a_head_ends_where_its_body_begins() -> None:
    data = b"\r\nA: b\r\n c\r\nD:\r\n\r\nbody"
    head = head_at(data, first_line(data), len(data))
    assert ({name: value.folded for name, value in head.fields.items()}, data[head.body :]) == (
        {b"a": b" b\r\n c", b"d": b""},
        b"body",
    )


RECOGNIZED = [
    # a beginning, a name, and whether it is a message
    (b"MIME-Version: 1.0\r\n", "x", True),
    (b"Content-Type: text/html\n\n<html>", "x", True),
    (b"From: a\nTo: b\n\n", "x", True),
    (b"From: a\n\n", "x", False),
    (b"X-Field: a\n\n", "x", False),
    (b"X-Field: a\n\n", "x.eml", True),
    (b"X-Field: a\n\n", "x.MHTML", True),
    (b"\r\n\r\nMIME-Version: 1.0\r\n", "x", True),
    (b"<html>\nMIME-Version: 1.0\n", "x.mht", False),
    (b"http://h/\nMIME-Version: 1.0\n", "x", False),
    (b"", "x.mht", False),
    (b"text\nMIME-Version: 1.0\n", "x", False),
    (b"text\nMIME-Version: 1.0\n", "x.mht", True),
    (b"\xef\xbb\xbfMIME-Version: 1.0\n", "x", True),
    (b"\xef\xbb\xbf\n<html>", "x.mht", False),
]


@pytest.mark.rows(("head", "name", "is_one"), RECOGNIZED, ids=[f"{r[1]} {r[0]!r}" for r in RECOGNIZED])
def test_a_message_is_detected_by_its_head(head: bytes, name: str, is_one: bool) -> None:
    assert recognition.recognizes_message(head, name) == is_one
