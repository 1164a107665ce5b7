"""MHTML and mail: the parts of a message, their base URIs, and what stays as it is."""

from __future__ import annotations

import email
import email.policy
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from absolutize.containers import CONTAINERS
from absolutize.containers.mail import message as mhtml
from absolutize.containers.mail.header import first_line, head_at, typed
from absolutize.findings import TROUBLES
from tests.support.inside import absolute, bases, through

VECTORS = Path(__file__).parents[3] / "fixtures" / "vectors" / "html-and-base.jsonl"


def lines(text: str, line_end: bytes = b"\r\n") -> bytes:
    return text.encode().replace(b"\n", line_end)


def message(
    outer: str = "", part: str = "", body: str = "<a href=x>", type_: str = "multipart/related"
) -> bytes:
    """A message of one part, with fields in its head and in that of the part."""
    head = f"MIME-Version: 1.0\nContent-Type: {type_}; boundary=b\n{outer}\n"
    return lines(f"{head}--b\nContent-Type: text/html\n{part}\n{body}\n--b--\n")


# base URIs: RFC 2557 5, RFC 2110 5

URL = "http://url/u"
LOCATION, BASE, SNAPSHOT = "Content-Location: {}\n", "Content-Base: {}\n", "Snapshot-Content-Location: {}\n"


class Row(NamedTuple):
    """Fields of the message and of the part, a body, the URL it was retrieved from, and the base URI."""

    outer: str
    part: str
    body: str
    url: str | None
    base: str | None


HTML = "<a href=x>"
PRECEDENCE = {
    "(a) BASE before all": Row(
        LOCATION.format("http://m/"),
        LOCATION.format("http://p/") + BASE.format("http://c/"),
        "<base href=http://e/>",
        URL,
        "http://e/",
    ),
    "Content-Base before Content-Location (RFC 2110)": Row(
        LOCATION.format("http://m/"),
        LOCATION.format("http://p/") + BASE.format("http://c/"),
        HTML,
        URL,
        "http://c/",
    ),
    "(b) the part's Content-Location": Row(
        LOCATION.format("http://m/"), LOCATION.format("http://p/d/"), HTML, URL, "http://p/d/"
    ),
    "(b) the part's relative one, by the message's": Row(
        LOCATION.format("http://m/d/e"), LOCATION.format("p/"), HTML, URL, "http://m/d/p/"
    ),
    "(b) the part's relative one, by the message's Content-Base": Row(
        LOCATION.format("http://m/d/e") + BASE.format("http://c/d/e"),
        LOCATION.format("p/"),
        HTML,
        URL,
        "http://c/d/p/",
    ),
    "(c) the message's Content-Location": Row(LOCATION.format("http://m/"), "", HTML, URL, "http://m/"),
    "(c) the message's Content-Base": Row(
        LOCATION.format("http://m/") + BASE.format("http://c/"), "", HTML, URL, "http://c/"
    ),
    "Snapshot-Content-Location": Row(SNAPSHOT.format("http://s/"), "", HTML, URL, "http://s/"),
    "Content-Location before Snapshot-Content-Location": Row(
        SNAPSHOT.format("http://s/"), LOCATION.format("http://p/"), HTML, URL, "http://p/"
    ),
    "a relative Content-Location, by Snapshot-Content-Location": Row(
        SNAPSHOT.format("http://s/d/e"), LOCATION.format("p"), HTML, URL, "http://s/d/p"
    ),
    "(d) the URL": Row("", "", HTML, URL, URL),
    "(d) a relative Content-Location, by the URL": Row("", LOCATION.format("p/"), HTML, URL, "http://url/p/"),
    "(d) two relative ones, by the URL": Row(
        LOCATION.format("m/"), LOCATION.format("p/"), HTML, URL, "http://url/m/p/"
    ),
    "(e) nothing": Row("", "", HTML, None, None),
    "(e) a relative Content-Location": Row("", LOCATION.format("p/"), HTML, None, None),
    "a relative BASE, by Content-Location": Row(
        "", LOCATION.format("http://p/d/"), "<base href=e/>", URL, "http://p/d/e/"
    ),
    "a relative Content-Base, by Content-Location": Row(
        "", LOCATION.format("http://p/d/") + BASE.format("c/"), HTML, URL, "http://p/d/c/"
    ),
    "a Content-Location that is empty": Row(
        LOCATION.format("http://m/"), LOCATION.format(""), HTML, URL, "http://m/"
    ),
    "a fragment is no part of a base": Row("", LOCATION.format("http://p/x#s"), HTML, URL, "http://p/x"),
    "folded": Row("", "Content-Location: http://p/d/\n  e/f\n", HTML, URL, "http://p/d/e/f"),
    "folded at once": Row("", "Content-Location:\n\thttp://p/\n", HTML, URL, "http://p/"),
    "an encoded word": Row("", LOCATION.format("=?utf-8?Q?http://p/=C3=A4/?="), HTML, URL, "http://p/ä/"),
    "encoded words, folded": Row(
        "", LOCATION.format("=?us-ascii?Q?http:?=\n =?us-ascii?B?Ly9wLw==?="), HTML, URL, "http://p/"
    ),
    "an encoded word of no charset": Row(
        "", LOCATION.format("http://p/=?x-no?Q?a?="), HTML, URL, "http://p/=?x-no?Q?a?="
    ),
    "an encoded word of no base64": Row(
        "", LOCATION.format("http://p/=?utf-8?b?x?="), HTML, URL, "http://p/=?utf-8?b?x?="
    ),
    "in angle brackets": Row("", LOCATION.format("<http://p/>"), HTML, URL, "http://p/"),
    "in quotes": Row("", LOCATION.format('"http://p/"'), HTML, URL, "http://p/"),
    "with a comment": Row("", LOCATION.format("http://p/(x) (the page)"), HTML, URL, "http://p/(x)"),
    "with a comment before": Row("", LOCATION.format("(the page) http://p/"), HTML, URL, "http://p/"),
    "thismessage:": Row("", LOCATION.format("thismessage:/d/p"), HTML, URL, "thismessage:d/p"),
    "in another case": Row("", "CONTENT-location : http://p/\n", HTML, URL, "http://p/"),
    "in UTF-8": Row("", LOCATION.format("http://p/ä/"), HTML, URL, "http://p/ä/"),
    "said twice": Row(
        "", LOCATION.format("http://p/") + LOCATION.format("http://q/"), HTML, URL, "http://p/"
    ),
    "an opaque one": Row(
        "", LOCATION.format("cid:frame-1@mhtml.blink"), HTML, URL, "cid:frame-1@mhtml.blink"
    ),
}
OF_MESSAGE = [
    # fields of the message and of the part
    ("", LOCATION.format("thismessage:/p.html")),
    (LOCATION.format("thismessage:/"), ""),
    ("", LOCATION.format("THISMESSAGE:///p.html")),
    (BASE.format("thismessage:/"), LOCATION.format("p/")),
]


@pytest.mark.parametrize(("outer", "part"), OF_MESSAGE)
@pytest.mark.parametrize("url", [None, URL])
@pytest.mark.parametrize("reference", ["x", "/x", "../x", "//x/", "?x", "#x", "thismessage:/x"])
def test_what_is_relative_to_the_message_stays(
    outer: str, part: str, url: str | None, reference: str
) -> None:
    data = message(outer, part, f"<a href={reference}>")
    assert absolute(data, "m.mht", url) == data


ALONE = {name: row for name, row in PRECEDENCE.items() if not (row.outer and row.part)}


@pytest.mark.parametrize("row", PRECEDENCE.values(), ids=PRECEDENCE)
@pytest.mark.parametrize("type_", ["multipart/related", "multipart/alternative", "multipart/mixed"])
def test_the_innermost_base_prevails(row: Row, type_: str) -> None:
    data = message(row.outer, row.part, row.body, type_)
    assert bases(data, "m.mht", row.url) == [row.base]


@pytest.mark.parametrize("row", ALONE.values(), ids=ALONE)
def test_the_base_of_a_message_without_parts(row: Row) -> None:
    head = f"MIME-Version: 1.0\nContent-Type: text/html\n{row.outer}{row.part}\n"
    assert bases(lines(head + row.body), "m.eml", row.url) == [row.base]


@pytest.mark.parametrize("levels", [1, 2, 7])
@pytest.mark.parametrize("type_", ["multipart/related", "multipart/mixed", "message/rfc822"])
def test_the_base_is_that_of_the_nearest_head_that_has_one(type_: str, levels: int) -> None:
    data = message("", LOCATION.format("p/"))
    for level in range(levels):
        inside = data.replace(b"boundary=b", b"boundary=b%d" % level).replace(b"--b", b"--b%d" % level)
        field = LOCATION.format(f"d{level}/") if level < levels - 1 else LOCATION.format("http://m/")
        if type_ == "message/rfc822":
            data = lines(f"Content-Type: message/rfc822\n{field}\n") + data
        else:
            head = f"Content-Type: {type_}; boundary=b\n{field}\n--b\n"
            data = lines(head) + inside + lines("\n--b--\n")
    directories = "".join(f"d{level}/" for level in reversed(range(levels - 1)))
    assert bases(data, "m.mht") == [f"http://m/{directories}p/"]


def encapsulated() -> Iterator[dict[str, Any]]:
    for line in VECTORS.read_text().splitlines():
        row = json.loads(line)
        if row["kind"] == "base-selection" and row["section"] != "5.1.4":  # that is no message's
            yield row


@pytest.mark.parametrize("row", list(encapsulated()), ids=lambda row: row["section"])
def test_the_vectors_hold_for_messages(row: dict[str, Any]) -> None:
    """Section 5.1, with a message for the encapsulating entity."""
    body = f"<base href={row['embedded']}>" if row["embedded"] else HTML
    outer = LOCATION.format(row["encapsulating"]) if row["encapsulating"] else ""
    assert bases(message(outer, body=body), "m.mht", (row["retrieval"] or [None])[-1]) == [row["expected"]]


ROOTS = {
    # parameters of multipart/related, and which of the three parts is the root (RFC 2387 3.1, 3.2)
    "the first": ("", 0),
    "by start": ("; start=<2@x>", 1),
    "by start, quoted": ('; start="<3@x>"', 2),
    "by a start that names nothing": ('; start="<9@x>"', 0),
    "by type": ("; type=application/xhtml+xml", 2),
    "by start before type": ("; type=application/xhtml+xml; start=<2@x>", 1),
    "by a type that none has": ("; type=image/png", 0),
}


@pytest.mark.parametrize(("parameters", "root"), ROOTS.values(), ids=ROOTS)
def test_a_snapshot_is_of_the_root(parameters: str, root: int) -> None:
    """Chromium's field tells where the page was; of a frame that has no location it says nothing."""
    types = ("text/html", "text/html", "application/xhtml+xml")
    parts = "".join(
        f"--b\nContent-Type: {type_}\nContent-ID: <{number}@x>\n\n{HTML}\n"
        for number, type_ in enumerate(types, 1)
    )
    head = f"Content-Type: multipart/related; boundary=b{parameters}\n{SNAPSHOT.format('http://s/')}\n"
    data = lines(f"{head}{parts}--b--\n")
    assert bases(data, "m.mht") == ["http://s/" if index == root else None for index in range(3)]
    assert bases(data, "m.mht", URL) == ["http://s/" if index == root else URL for index in range(3)]


# what changes, and what does not

TOP = "MIME-Version: 1.0\nContent-Type: multipart/related; boundary=b\nContent-Location: http://h/d/\n\n"
GIF = "--b\nContent-Type: image/gif\nContent-Transfer-Encoding: base64\nContent-Location: i\n\nR0l=\nODlh\n"
PAGE = "Content-Type: text/html\n"
ENCODED = "Content-Transfer-Encoding: {}\n"
QUOTED = ENCODED.format("quoted-printable")
CHANGED = {
    # the head of a part, its body as it was, and as it is
    "as it is": (PAGE, "<a href=x>", "<a href=http://h/d/x>"),
    "7bit": (PAGE + ENCODED.format("7bit"), "<a href=x>", "<a href=http://h/d/x>"),
    "quoted-printable": (
        PAGE + QUOTED,
        "=3Cb>=20\n<a href=3Dx>=\n=20\n",
        "=3Cb>=20\n<a href=3Dhttp://h/d/x>=\n=20\n",
    ),
    "base64": (PAGE + ENCODED.format("base64"), "PGEgaHJlZj14Pg==", "PGEgaHJlZj1odHRwOi8vaC9kL3g+"),
    "uuencode": (
        PAGE + ENCODED.format("x-uuencode"),
        "begin 644 x\n*/&$@:')E9CUX/@\n`\nend\n",
        "begin 644 x\n5/&$@:')E9CUH='1P.B\\O:\"]D+W@^\n`\nend\n",
    ),
    "cid and mid": (
        PAGE,
        "<img src=cid:1@x><a href=mid:2@x/1@x><a href=x>",
        "<img src=cid:1@x><a href=mid:2@x/1@x><a href=http://h/d/x>",
    ),
    "no end": (PAGE, "<img src=x", "<img src=x"),
    "no HTML": ("Content-Type: text/plain\n", "<a href=x>", "<a href=x>"),
    "no type": ("Content-ID: <a@b>\n", "<a href=x>", "<a href=x>"),
    "a type that is none": ("Content-Type: html\n", "<a href=x>", "<a href=x>"),
    "no head": ("", "<a href=x>", "<a href=x>"),
    "XHTML": ("Content-Type: application/xhtml+xml\n", "<a href='x'>", "<a href='http://h/d/x'>"),
    "alternatives": (
        "Content-Type: multipart/alternative; boundary=c\n",
        f"--c\n\nx\n--c\n{PAGE}\n<a href=x>\n--c--",
        f"--c\n\nx\n--c\n{PAGE}\n<a href=http://h/d/x>\n--c--",
    ),
    "a message": (
        "Content-Type: message/rfc822\n",
        f"{PAGE}\n<a href=x>",
        f"{PAGE}\n<a href=http://h/d/x>",
    ),
    "an encoded message": (
        f"Content-Type: message/rfc822\n{QUOTED}",
        f"{PAGE}{QUOTED}\n<a href=3D3Dx>",
        f"{PAGE}{QUOTED}\n<a href=3D3Dhttp://h/d/x>",
    ),
    "a digest": (
        "Content-Type: multipart/digest; boundary=c\n",
        f"--c\n\n{PAGE}\n<a href=x>\n--c--",
        f"--c\n\n{PAGE}\n<a href=http://h/d/x>\n--c--",
    ),
}


@pytest.mark.parametrize("line_end", [b"\r\n", b"\n", b"\r"], ids=["CRLF", "LF", "CR"])
@pytest.mark.parametrize(("head", "before", "after"), CHANGED.values(), ids=CHANGED)
def test_only_the_html_changes(head: str, before: str, after: str, line_end: bytes) -> None:
    frame = f"{TOP}preamble --b\n{GIF}--b\n{head}\n%s\n{GIF}--b--\nepilogue\n--b\n"
    data, expected = lines(frame % before, line_end), lines(frame % after, line_end)
    assert absolute(data, "m.mht") == expected
    assert absolute(expected, "m.mht") == expected
    assert through(data, "m.mht").data == data


@pytest.mark.parametrize(("head", "before", "after"), CHANGED.values(), ids=CHANGED)
def test_the_mail_library_reads_the_same_parts(head: str, before: str, after: str) -> None:
    frame = f"{TOP}{GIF}--b\n{head}\n%s\n{GIF}--b--\n"
    data = lines(frame % before)
    old, new = email.message_from_bytes(data), email.message_from_bytes(absolute(data, "m.mht"))
    assert [p.items() for p in old.walk()] == [p.items() for p in new.walk()]
    assert [p.defects for p in old.walk()] == [p.defects for p in new.walk()]
    expected = email.message_from_bytes(lines(frame % after))
    assert new.as_bytes() == expected.as_bytes()


CHARSETS = [
    # the label of the part, a page in that encoding, and what it becomes
    ("utf-8", "é".encode(), "é".encode()),
    ("ISO-8859-1", b"\xe9", b"\xe9"),
    ("ks_c_5601-1987", "가".encode("euc-kr"), "가".encode("euc-kr")),
    ("shift_jis", "表".encode("shift-jis"), "表".encode("shift-jis")),
    ("x-unknown", b"\x80\xff", b"\x80\xff"),
    ('"utf-8', "é".encode(), "é".encode()),
]


@pytest.mark.parametrize(("label", "before", "after"), CHARSETS, ids=[row[0] for row in CHARSETS])
def test_the_charset_is_that_of_the_head(label: str, before: bytes, after: bytes) -> None:
    head = lines(f"Content-Type: text/html; charset={label}\nContent-Location: http://h/\n\n")
    data = head + b'<a href="' + before + b'">' + before
    assert absolute(data, "m.eml") == head + b'<a href="http://h/' + after + b'">' + after


def test_a_page_in_utf_16_is_read_through_its_encoding() -> None:
    head = lines(
        "Content-Type: text/html; charset=unicode\nContent-Location: http://h/\n"
        "Content-Transfer-Encoding: base64\n\n"
    )
    page, expected = "\ufeff<a href=x>".encode("utf-16le"), "\ufeff<a href=http://h/x>".encode("utf-16le")
    from base64 import b64encode

    assert absolute(head + b64encode(page), "m.mht") == head + b64encode(expected)


# labels that only the caller's URL makes absolute


def test_a_label_stays_that_of_the_links_that_name_it() -> None:
    """Without a base in the heads, links and labels are relative to the same (RFC 2557 8.2)."""
    page = "--b\nContent-Type: text/html\n\n<img src=i.gif>\n"
    image = "--b\nContent-Type: image/gif\nContent-Location: {}\n\nGIF\n"
    head = "Content-Type: multipart/related; boundary=b\n\n"
    data = lines(f"{head}{page}{image.format('i.gif')}--b--\n")
    assert absolute(data, "m.mht") == data
    after = absolute(data, "m.mht", "http://u/d/m.mht")
    page = page.replace("i.gif", "http://u/d/i.gif")
    assert after == lines(f"{head}{page}{image.format('http://u/d/i.gif')}--b--\n")
    assert absolute(after, "m.mht", "http://v/") == after


def test_a_label_stays_where_no_link_changes() -> None:
    data = lines("Content-Type: text/html\nContent-Location: p.html\n\n<a href=http://h/>")
    assert absolute(data, "m.mht", URL) == data


# odd messages

ODD: dict[str, tuple[str, list[tuple[str, str]], int]] = {
    # a message, what is told of it, and how many parts of HTML it has
    "a byte order mark": (f"\ufeff{TOP}--b\nContent-Type: text/html\n\nx\n--b--\n", [], 1),
    "a line before": (
        f"Saved\n{TOP}--b\nContent-Type: text/html\n\nx\n--b--\n",
        [("m", "stray-line")],
        1,
    ),
    "no head": ("Saved <a href=3D'x'>\n", [("m", "no-blank-line")], 0),
    "sound": (f"{TOP}--b\nContent-Type: text/html\n\nx\n--b--\n", [], 1),
    "empty": ("Content-Type: text/html\n\n", [], 1),
    "a head alone": ("Content-Type: text/html\n", [], 1),
    "a head cut off": ("MIME-Version: 1.0\nContent-Type: text/html", [], 1),
    "unterminated": (f"{TOP}--b\nContent-Type: text/html\n\nx", [("m", "unterminated")], 1),
    "a part cut off": (f"{TOP}--b\nContent-Type: text/html", [("m", "unterminated")], 1),
    "a delimiter cut off": (f"{TOP}--b", [("m", "unterminated")], 0),
    "no part": (f"{TOP}--b--\n", [("m", "no-boundary")], 0),
    "no delimiter": (f"{TOP}x\n", [("m", "no-boundary")], 0),
    "no delimiter, but a head": (
        f"{TOP}\n\nContent-Type: text/html\n\nx\n",
        [("m", "no-boundary")],
        1,
    ),
    "no boundary": (
        "Content-Type: multipart/related\n\n--b\nContent-Type: text/html\n\nx\n--b--\n",
        [("m", "no-boundary")],
        1,
    ),
    "another boundary": (
        f"{TOP}--c\nContent-Type: text/html\n\nx\n--c\nContent-Type: text/html\n\ny\n--c--\n",
        [("m", "no-boundary")],
        2,
    ),
    "a boundary that begins like another": (
        f"{TOP}--bb\nContent-Type: text/html\n\n--b\nContent-Type: text/html\n\ny\n--b--\n",
        [],
        1,
    ),
    "the outer boundary within": (
        f"{TOP}--b\nContent-Type: multipart/mixed; boundary=c\n\n--c\n{PAGE}\nx\n--b\n{PAGE}\ny\n--b--\n",
        [("m!1", "unterminated")],
        2,
    ),
    "the same boundary within": (
        f"{TOP}--b\nContent-Type: multipart/mixed; boundary=b\n\n--b\n{PAGE}\nx\n--b--\n--b--\n",
        [("m!1", "no-boundary")],
        1,
    ),
    "white space behind delimiters": (f"{TOP}--b \t\nContent-Type: text/html\n\nx\n--b-- \n", [], 1),
    "no empty line": (
        "MIME-Version: 1.0\nContent-Type: text/html\n<a href=x>\n",
        [("m", "no-blank-line")],
        1,
    ),
    "no empty line in a part": (
        f"{TOP}--b\nContent-Type: text/html\n<a href=x>\n--b--\n",
        [("m!1", "no-blank-line")],
        1,
    ),
    "a line that is no field": (
        "Subject: a\nbroken line\nDate: x\nContent-Type: text/html\n\nx",
        [("m", "stray-line")],
        1,
    ),
    "a continuation of nothing": (" x\nMIME-Version: 1.0\nContent-Type: text/html\n\nx", [], 1),
    "an envelope": ("From x\nMIME-Version: 1.0\nContent-Type: text/html\n\nx", [], 1),
    "two types": ("Content-Type: text/html\nContent-Type: text/plain\n\nx", [], 1),
    "truncated base64": (
        "Content-Type: text/html\nContent-Transfer-Encoding: base64\n\nPGEgaHJlZj14P",
        [("m", "truncated-encoding")],
        1,
    ),
    "damaged base64": (
        "Content-Type: text/html\nContent-Transfer-Encoding: base64\n\nPGEg<aHJlZj14P",
        [("m", "damaged-encoding")],
        0,
    ),
    "a picture": ("Content-Type: text/html\n\nGIF89a<a href=x>", [("m", "not-html")], 0),
    "text that is no MIME": ("Subject: a\nFrom: b\n\n<a href=x>", [], 0),
    "a digest in a digest": (
        "Content-Type: multipart/digest; boundary=b\n\n--b\n\nContent-Type: text/html\n\nx\n--b--",
        [],
        1,
    ),
}


@pytest.mark.parametrize("line_end", [b"\r\n", b"\n"], ids=["CRLF", "LF"])
@pytest.mark.parametrize(("text", "troubles", "parts"), ODD.values(), ids=ODD)
def test_what_is_odd_is_told_and_copied(
    text: str, troubles: list[tuple[str, str]], parts: int, line_end: bytes
) -> None:
    data = lines(text, line_end)
    name = "m"
    came = through(data, name) if mhtml.recognizes_message(data, name) else through(data, "m.eml")
    assert came.data == data
    assert [
        (place.replace("m.eml!0", "m").replace("m.eml", "m"), code) for place, code in came.troubles
    ] == troubles
    assert len(came.parts) == parts


SIGNED = (
    "MIME-Version: 1.0\nContent-Type: multipart/signed; boundary=s\nContent-Location: http://h/\n\n"
    "--s\nContent-Type: text/html\n\n<a href={}>\n--s\nContent-Type: application/pgp-signature\n\nx\n--s--\n"
)


def test_what_is_signed_and_changes_is_told() -> None:
    came = through(lines(SIGNED.format("x")), "m", lambda part: part.body.replace(b"x", b"http://h/x"))
    assert (came.data, came.troubles) == (lines(SIGNED.format("http://h/x")), [("m", "signed")])
    assert through(lines(SIGNED.format("x")), "m").troubles == []


def md5(text: bytes) -> str:
    import hashlib
    from base64 import b64encode

    return b64encode(hashlib.md5(text, usedforsecurity=False).digest()).decode()


def described(page: str, *, more: int = 0, line_end: bytes = b"\r\n") -> bytes:
    """Make a message of a part of base64, which says how long it is and what its digest is."""
    from base64 import encodebytes

    digest = md5(page.encode().replace(b"\n", b"\r\n"))
    inner = f"Content-Type: text/html\nContent-Transfer-Encoding: base64\nContent-MD5: {digest}\n"
    coded = encodebytes(lines(page, line_end)).decode()
    body = lines(f"--b\n{inner}Content-Length: {len(lines(coded, line_end))}\n\n{coded}\n--b--\n", line_end)
    head = "Content-Type: multipart/related; boundary=b\nContent-Location: http://h/\n"
    return lines(f"{head}Content-Length: {len(body) + more}\n\n", line_end) + body


@pytest.mark.parametrize("line_end", [b"\r\n", b"\n"], ids=["CRLF", "LF"])
def test_what_heads_say_of_bodies_stays_true(line_end: bytes) -> None:
    text = "<p>text\n" * 20  # lines of base64 that are as long as they may be
    before, after = f"{text}<a href=x>\n", f"{text}<a href=http://h/x>\n"
    for behind in (b"", line_end):
        data = described(before, line_end=line_end) + behind
        assert absolute(data, "m.eml") == described(after, line_end=line_end) + behind
    wrong = described(before, more=7, line_end=line_end)
    assert f"Content-Length: {len(wrong.partition(line_end * 2)[2]) + 7}".encode() in absolute(wrong, "m.eml")


def test_a_length_of_one_part_stays_true_with_its_digest() -> None:
    page, now = "<a href=x>\n", "<a href=http://h/x>\n"
    head = "Content-Type: text/html\nContent-Location: http://h/\nContent-MD5: {}\nContent-Length:\n {}\n\n"
    data = lines(head.format(md5(lines(page)), len(lines(page))) + page)
    assert absolute(data, "m.eml") == lines(head.format(md5(lines(now)), len(lines(now))) + now)


def nested(levels: int) -> bytes:
    head = b"".join(b"Content-Type: multipart/mixed; boundary=b%d\n\n--b%d\n" % (n, n) for n in range(levels))
    return head + b"Content-Type: text/html\n\n<a href=x>"


def test_what_nests_too_deep_is_copied() -> None:
    came = through(nested(40), "m.eml")
    assert len(came.parts) == 1
    came = through(nested(1000), "m.eml")
    assert (came.data, came.parts) == (nested(1000), [])
    assert came.troubles[-1] == ("m.eml!" + ".".join("1" * 40), "too-deep")


@pytest.mark.parametrize("encoding", ["quoted-printable", "base64"])
def test_messages_in_encoded_messages_end_somewhere(encoding: str) -> None:
    from base64 import encodebytes

    data = b"Content-Type: text/html\n\n<a href=x>"
    for _ in range(45 if encoding == "quoted-printable" else 12):
        body = encodebytes(data) if encoding == "base64" else data.replace(b"=", b"=3D")
        data = (
            b"Content-Type: message/rfc822\nContent-Transfer-Encoding: " + encoding.encode() + b"\n\n" + body
        )
        if len(data) > 1 << 20:
            break
    came = through(data, "m.eml")
    assert came.data == data


PIECES = st.lists(
    st.sampled_from(
        [
            "--b", "--b--", "--c", "--c--", "\r\n", "\n", "\r", " ", "\t", "=", "=3D", "PGEg", "<a href=x>",
            "Content-Type: multipart/related; boundary=b\n", "Content-Type: multipart/mixed; boundary=c\n",
            "Content-Type: text/html\n", "Content-Type: message/rfc822\n", "From x 10:00\n", "x\n",
            "Content-Transfer-Encoding: base64\n", "Content-Transfer-Encoding: quoted-printable\n",
            "Content-Transfer-Encoding: x-uuencode\n", "Content-Location: http://h/\n",
            "Content-Location: a\n", "begin 644 x\n", "`\nend\n", "boundary", ";", '"',
        ]
    )
).map("".join)  # fmt: skip


@given(PIECES, st.booleans())
def test_nothing_changed_is_the_same_bytes(text: str, mailbox: bool) -> None:
    data = ("From x\nA: b\n" if mailbox else "MIME-Version: 1.0\n").encode() + text.encode()
    assert through(data, "m").data == data
    once = absolute(data, "m", URL)
    assert absolute(once, "m", URL) == once


@given(PIECES)
def test_parts_of_sound_messages_are_those_of_the_mail_library(text: str) -> None:
    """Where it finds no defect, both find the same HTML; messages that are encoded it does not decode."""
    data = ("MIME-Version: 1.0\n" + text).encode()
    read = email.message_from_bytes(data)
    if any(
        part.defects or (part.is_multipart() and part["Content-Transfer-Encoding"]) for part in read.walk()
    ):
        return
    came = through(data, "m.eml")
    troubles = [code for _, code in came.troubles]
    assert set(troubles) <= {"damaged-encoding", "truncated-encoding"}
    known = [p for p in read.walk() if p.get_content_type() == "text/html" and not p.is_multipart()]
    assert len(came.parts) + troubles.count("damaged-encoding") == len(known)


# heads

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


@pytest.mark.parametrize(("value", "media", "parameters"), TYPES, ids=[str(row[0]) for row in TYPES])
def test_a_content_type_is_read(value: str | None, media: str, parameters: dict[str, str]) -> None:
    assert typed(value, "text/plain") == (media, parameters)


AS_THERE = [
    "text/html; charset*=us-ascii'en'utf-16le",
    "multipart/x; boundary*=us-ascii''abc%20def",
    "multipart/x; boundary*0=a; boundary*1=b",
    'text/html; charset="(x)"',
    "text/html; charset=x (d)",
]


@pytest.mark.parametrize("value", AS_THERE)
def test_a_content_type_is_read_as_by_the_mail_library(value: str) -> None:
    read = email.message_from_string(f"Content-Type: {value}\n\n", policy=email.policy.default)
    assert typed(value, "") == (read.get_content_type(), dict(read["content-type"].params))


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


@pytest.mark.parametrize(("head", "name", "is_one"), RECOGNIZED, ids=[f"{r[1]} {r[0]!r}" for r in RECOGNIZED])
def test_a_message_is_told_by_its_head(head: bytes, name: str, is_one: bool) -> None:
    assert mhtml.recognizes_message(head, name) == is_one


def test_each_code_of_messages_occurs() -> None:
    told = {code for _, troubles, _ in ODD.values() for _, code in troubles}
    ours = {finding.code for finding in TROUBLES if finding.citation.startswith(("RFC 822", "RFC 204"))}
    assert told == ours | {"not-html"}
    assert {"mhtml", "mbox"} <= {container.name for container in CONTAINERS}
