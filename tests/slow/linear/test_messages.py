"""Time grows linearly with messages and mailboxes, however hostile they are."""

import pytest

from tests.slow.linear.test_pages import Make, assert_linear, halves, numbered, runs
from tests.support.inside import absolute

MIME = b"MIME-Version: 1.0\n"
MULTIPART = b"Content-Type: multipart/mixed; boundary=b\n\n"
HTML = b"Content-Type: text/html\n"
QUOTED = HTML + b"Content-Location: http://h/\nContent-Transfer-Encoding: quoted-printable\n\n"
BASE64 = HTML + b"Content-Location: http://h/\nContent-Transfer-Encoding: base64\n\n"
UUENCODED = HTML + b"Content-Location: http://h/\nContent-Transfer-Encoding: uuencode\n\n"

INPUTS: dict[str, Make] = {
    "fields": numbered("A{}: b\n", MIME.decode()),
    "fields of one name": runs(b"A: b\n", MIME),
    "a field, folded": runs(b" b\n", MIME + b"A:\n"),
    "a location, folded": runs(b" b\n", HTML + b"Content-Location: http://h/\n", b"\n<a href=x>"),
    "a location of encoded words": runs(b" =?utf-8?Q?a?=\n", HTML + b"Content-Location:", b"\n<a href=x>"),
    "a location of what begins words": runs(b"=?", HTML + b"Content-Location:", b"\n\n<a href=x>"),
    "a location of parentheses": runs(b" (", HTML + b"Content-Location: x", b"\n\n<a href=x>"),
    "a location of spaces": runs(b" ", HTML + b"Content-Location: x", b"y\n\n<a href=x>"),
    "continuations of nothing": runs(b" b\n", MIME, b"\nx"),
    "lines that are no fields": runs(b"x\nDate: y\n", MIME),
    "a name that does not end": runs(b"x", MIME),
    "an envelope in each line": runs(b"From x\n", MIME),
    "line ends": runs(b"\n", MIME),
    "returns": runs(b"\r", MIME),
    "returns and a delimiter": runs(b"\r\n\r--b", MIME + MULTIPART),
    "parameters": runs(b"; a=b", MIME + b"Content-Type: text/html", b"\n\n"),
    "a type of comments": runs(b"(x)", MIME + b"Content-Type: text/html", b"\n\n"),
    "a type of parentheses": runs(b" (", MIME + b"Content-Type: text/html", b"\n\n"),
    "a type of parentheses that close": runs(b")", MIME + b"Content-Type: text/html", b"\n\n"),
    "semicolons": runs(b";", MIME + b"Content-Type: text/html", b"\n\n"),
    "a parameter of spaces": runs(b" ", MIME + b"Content-Type: text/html; a", b"=b\n\n"),
    "a parameter of escapes": runs(b"\\", MIME + b'Content-Type: text/html; a="', b"\n\n"),
    "a parameter of sections": numbered("; a*{}=b", "Content-Type: text/html", "\n\n"),
    "delimiters": runs(b"--b\n", MULTIPART),
    "delimiters and heads": runs(b"--b\nContent-Type: text/html\n\n<a href=x>\n", MULTIPART),
    "delimiters that close": runs(b"--b--\n", MULTIPART + b"--b\n"),
    "delimiters of others": numbered("--c{}\nContent-ID: x\n", MULTIPART.decode()),
    "multiparts in multiparts": numbered("Content-Type: multipart/mixed; boundary=b{0}\n\n--b{0}\n"),
    "multiparts of one boundary": runs(MULTIPART + b"--b\n"),
    "multiparts without a delimiter": numbered(
        "--b\nContent-Type: multipart/mixed; boundary=c{}\n\n", MULTIPART.decode()
    ),
    "multiparts without a boundary": runs(b"--b\nContent-Type: multipart/mixed\n\n", MULTIPART),
    "multiparts without a boundary, and what may be one": runs(
        b"--b\nContent-Type: multipart/mixed\n\n--c\nContent-ID: x\n\n", MULTIPART
    ),
    "multiparts never closed": numbered(
        "--b\nContent-Type: multipart/mixed; boundary=c{0}\n\n--c{0}\n\n", MULTIPART.decode()
    ),
    "messages in messages": runs(b"Content-Type: message/rfc822\n\n"),
    "related parts of equal names": runs(
        b"--b\nContent-ID: <a@b>\n\n", b"Content-Type: multipart/related; boundary=b; start=<x>\n\n"
    ),
    "quoted, links": runs(b"<a href=3Dx>\n", QUOTED),
    "quoted, links in one line": runs(b"<a href=3Dx>", QUOTED),
    "quoted, links in soft lines": runs(b"<a href=3Dx>=\n", QUOTED),
    "quoted, one link": runs(b"x", QUOTED + b"<a href=3D", b">"),
    "quoted, one link of many words": runs(b"x ", QUOTED + b"<a href=3D'", b"'>"),
    "quoted, one link of line ends": runs(b"=0A", QUOTED + b"<a href=3D'x", b"'>"),
    "quoted, one link of soft lines": runs(b"x=\n", QUOTED + b"<a href=3D'", b"'>"),
    "quoted, white space at ends": runs(b"= \t \t", QUOTED),
    "quoted, equals signs": runs(b"=", QUOTED + b"<a href=3Dx>"),
    "quoted, many and then links": halves(b"word ", b"<a href=3Dx>=\n", QUOTED),
    "base64": runs(b"PGEgaHJlZj14PiA8\n", BASE64),
    "base64 of line ends": runs(b"\n", BASE64 + b"PGEg"),
    "base64, and other bytes": runs(b"PGEg!", BASE64),
    "base64, and footers": runs(b"PGEg\n\n-- ", BASE64),
    "base64 of empty lines": runs(b"PGEg\n\n", BASE64, b"-"),
    "base64 of padding": runs(b"=", BASE64 + b"PGEg"),
    "uuencode, beginnings": runs(b"begin 644 x\n", UUENCODED),
    "uuencode, ends": runs(b"`\nend\n", UUENCODED + b"begin 644 x\n"),
    "uuencode": runs(b"#/&$@\n", UUENCODED + b"begin 644 x\n", b"`\nend\n"),
    "a mailbox": runs(b"From a Thu Jan 1 00:00:00 1998\nContent-Type: text/html\n\n<a href=x>\n\n"),
    "a mailbox without empty lines": runs(b"From a Thu Jan 1 00:00:00 1998\nA: b\n"),
    "a mailbox of false lengths": runs(b"From a 0:00\nContent-Length: 99999\n\nx\n\n"),
    "a mailbox of lengths beyond its end": runs(b"From a 0:00\nContent-Length: 99999999\n\nx\n\n"),
    "a mailbox of MMDF": runs(b"\1\1\1\1\n", b"\1\1\1\1\nA: b\n\nx\n"),
    "a mailbox behind empty lines": runs(b"\n", b"", b"From a 0:00\nA: b\n"),
    "a mailbox of envelopes": runs(b"From a 0:00\n\n"),
    "a mailbox of empty lines": runs(b"\n", b"From a 0:00\nA: b\n"),
    "a mailbox of one line": runs(b"0:0", b"From a\nA: b\n\nFrom "),
}


@pytest.mark.parametrize("make", INPUTS.values(), ids=INPUTS)
def test_time_grows_as_the_message_does(make: Make) -> None:
    assert_linear(lambda data: absolute(data, "m.mht", "http://u/"), make)
