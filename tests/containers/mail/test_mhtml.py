"""MHTML and mail: what changes in a message, and what stays as it is."""

from __future__ import annotations

import email
import email.policy

import pytest

from tests.support.inside import absolute, through


def lines(text: str, line_end: bytes = b"\r\n") -> bytes:
    return text.encode().replace(b"\n", line_end)


def message(
    outer: str = "", part: str = "", body: str = "<a href=x>", type_: str = "multipart/related"
) -> bytes:
    """A message of one part, with fields in its head and in that of the part."""
    head = f"MIME-Version: 1.0\nContent-Type: {type_}; boundary=b\n{outer}\n"
    return lines(f"{head}--b\nContent-Type: text/html\n{part}\n{body}\n--b--\n")


URL = "http://url/u"


# what changes, and what does not

TOP = "MIME-Version: 1.0\nContent-Type: multipart/related; boundary=b\nContent-Location: http://h/d/\n\n"
GIF = "--b\nContent-Type: image/gif\nContent-Transfer-Encoding: base64\nContent-Location: i\n\nR0l=\nODlh\n"
PAGE = "Content-Type: text/html\n"
ENCODED = "Content-Transfer-Encoding: {}\n"
QUOTED = ENCODED.format("quoted-printable")
CHANGED = {
    # the head of a part, its body, and its body after the rewrite
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
    "SVG": (
        f"Content-Type: image/svg+xml\n{QUOTED}",
        "<svg xmlns=3D'http://www.w3.org/2000/svg'><a href=3D'x'/></svg>",
        "<svg xmlns=3D'http://www.w3.org/2000/svg'><a href=3D'http://h/d/x'/></svg>",
    ),
    "a feed": (
        "Content-Type: text/xml; charset=utf-8\n",
        "<rss xml:base='y/'><channel><link>x</link></channel></rss>",
        "<rss xml:base='http://h/d/y/'><channel><link>http://h/d/y/x</link></channel></rss>",
    ),
    "XML that is read as XML": ("Content-Type: application/xml\n", "<r><a href=x></r>", "<r><a href=x></r>"),
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


@pytest.mark.rows("line_end", [b"\r\n", b"\n", b"\r"], ids=["CRLF", "LF", "CR"])
@pytest.mark.rows(("head", "before", "after"), CHANGED.values(), ids=CHANGED)
def test_only_documents_change(head: str, before: str, after: str, line_end: bytes) -> None:
    frame = f"{TOP}preamble --b\n{GIF}--b\n{head}\n%s\n{GIF}--b--\nepilogue\n--b\n"
    data, expected = lines(frame % before, line_end), lines(frame % after, line_end)
    assert absolute(data, "m.mht") == expected
    assert absolute(expected, "m.mht") == expected
    assert through(data, "m.mht").data == data


@pytest.mark.rows(("head", "before", "after"), CHANGED.values(), ids=CHANGED)
def test_the_mail_library_reads_the_same_parts(head: str, before: str, after: str) -> None:
    frame = f"{TOP}{GIF}--b\n{head}\n%s\n{GIF}--b--\n"
    data = lines(frame % before)
    old, new = email.message_from_bytes(data), email.message_from_bytes(absolute(data, "m.mht"))
    assert [p.items() for p in old.walk()] == [p.items() for p in new.walk()]
    assert [p.defects for p in old.walk()] == [p.defects for p in new.walk()]
    expected = email.message_from_bytes(lines(frame % after))
    assert new.as_bytes() == expected.as_bytes()


CHARSETS = [
    # the charset of a part, text in that encoding, and the text after the rewrite
    ("utf-8", "é".encode(), "é".encode()),
    ("ISO-8859-1", b"\xe9", b"\xe9"),
    ("ks_c_5601-1987", "가".encode("euc-kr"), "가".encode("euc-kr")),
    ("shift_jis", "表".encode("shift-jis"), "表".encode("shift-jis")),
    ("x-unknown", b"\x80\xff", b"\x80\xff"),
    ('"utf-8', "é".encode(), "é".encode()),
]


@pytest.mark.rows(("label", "before", "after"), CHARSETS, ids=[row[0] for row in CHARSETS])
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
    """A Content-Location, and the links that name it, are resolved against the same base (RFC 2557 8.2)."""
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
