"""Messages that are malformed, signed or nested too deep are copied, and the problems are reported."""

from __future__ import annotations

import email
import email.policy
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from absolutize.containers import CONTAINERS
from absolutize.containers.mail import recognition
from absolutize.findings import TROUBLES
from tests.containers.mail.test_mhtml import PAGE, TOP, URL, lines
from tests.support.inside import absolute, through

ODD: dict[str, tuple[str, list[tuple[str, str]], int]] = {
    # a message, what is reported about it, and how many parts of HTML it has
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


@pytest.mark.rows("line_end", [b"\r\n", b"\n"], ids=["CRLF", "LF"])
@pytest.mark.rows(("text", "troubles", "parts"), ODD.values(), ids=ODD)
def test_what_is_odd_is_reported_and_copied(
    text: str, troubles: list[tuple[str, str]], parts: int, line_end: bytes
) -> None:
    data = lines(text, line_end)
    name = "m"
    came = through(data, name) if recognition.recognizes_message(data, name) else through(data, "m.eml")
    assert came.data == data
    assert [
        (place.replace("m.eml!0", "m").replace("m.eml", "m"), code) for place, code in came.troubles
    ] == troubles
    assert len(came.parts) == parts


SIGNED = (
    "MIME-Version: 1.0\nContent-Type: multipart/signed; boundary=s\nContent-Location: http://h/\n\n"
    "--s\nContent-Type: text/html\n\n<a href={}>\n--s\nContent-Type: application/pgp-signature\n\nx\n--s--\n"
)


@pytest.mark.rows("encoding", ["utf-8", "latin-1"])
def test_a_boundary_may_be_beyond_ascii(encoding: str) -> None:
    text = f'Content-Type: multipart/mixed; boundary="b\xe4"\n\n--b\xe4\n\nx\n--b\xe4\n{PAGE}\ny\n--b\xe4--\n'
    came = through(text.encode(encoding), "m.eml")
    assert came.troubles == []
    assert [part.body for part in came.parts] == [b"y"]


BEYOND_ASCII = "http://h/\xe4/d"
SEVEN_BITS = {
    # what transfer encoding, and how a base beyond ASCII is written
    "": b"http://h/%C3%A4/x",
    "Content-Transfer-Encoding: 7bit\n": b"http://h/%C3%A4/x",
    "Content-Transfer-Encoding: 8bit\n": "http://h/\xe4/x".encode(),
}


@pytest.mark.rows(("encoding", "expected"), SEVEN_BITS.items(), ids=[repr(each) for each in SEVEN_BITS])
@pytest.mark.rows(
    ("field", "url"),
    [(f"Content-Location: {BEYOND_ASCII}\n", None), ("", BEYOND_ASCII)],
    ids=["field", "url"],
)
def test_data_of_seven_bits_stay_so(encoding: str, expected: bytes, field: str, url: str | None) -> None:
    text = f"MIME-Version: 1.0\nContent-Type: text/html; charset=utf-8\n{encoding}{field}\n{{}}=x>"
    for tag in ("<a href", "<base href"):
        assert absolute(text.format(tag).encode(), "m.eml", url).endswith(
            b"\n\n%b=%b>" % (tag.encode(), expected)
        )


SEVEN_BITS_WITHIN = {
    # a body in ASCII, and what becomes of it below http://h/x/y
    "<base href='&uuml;/'><a href=a>": "<base href='http://h/x/&uuml;/'><a href=http://h/x/%C3%BC/a>",
    r"<a href='\&uuml;\a'>": "<a href='http://h/%C3%BC/a'>",
}


@pytest.mark.rows(("body", "expected"), SEVEN_BITS_WITHIN.items(), ids=SEVEN_BITS_WITHIN)
def test_a_body_of_seven_bits_stays_so(body: str, expected: str) -> None:
    text = f"MIME-Version: 1.0\nContent-Type: text/html\nContent-Location: http://h/x/y\n\n{body}"
    assert absolute(text.encode(), "m.eml").decode().partition("\n\n")[2] == expected


@pytest.mark.rows("base", [None, "http://h/d/"])
def test_a_body_stays_whose_first_line_would_become_a_field(base: str | None) -> None:
    """No blank line is in front of it, and no white space in front of the colon of the URL."""
    field = "" if base is None else f"Content-Location: {base}\n"
    data = f"MIME-Version: 1.0\nContent-Type: text/html\n{field}<a/href=x>\n<a href=y>\n".encode()
    assert absolute(data, "m.eml", "http://h/") == data
    assert absolute(data.replace(b"<a/", b"<a "), "m.eml", "http://h/") != data


def test_a_change_of_what_is_signed_is_reported() -> None:
    came = through(lines(SIGNED.format("x")), "m", lambda part: part.body.replace(b"x", b"http://h/x"))
    assert (came.data, came.troubles) == (lines(SIGNED.format("http://h/x")), [("m", "signed")])
    assert through(lines(SIGNED.format("x")), "m").troubles == []


def md5(text: bytes) -> str:
    import hashlib
    from base64 import b64encode

    return b64encode(hashlib.md5(text, usedforsecurity=False).digest()).decode()


def described(page: str, *, more: int = 0, line_end: bytes = b"\r\n") -> bytes:
    """Make a message with a part in base64, with Content-Length and Content-MD5 fields."""
    from base64 import encodebytes

    digest = md5(page.encode().replace(b"\n", b"\r\n"))
    inner = f"Content-Type: text/html\nContent-Transfer-Encoding: base64\nContent-MD5: {digest}\n"
    coded = encodebytes(lines(page, line_end)).decode()
    body = lines(f"--b\n{inner}Content-Length: {len(lines(coded, line_end))}\n\n{coded}\n--b--\n", line_end)
    head = "Content-Type: multipart/related; boundary=b\nContent-Location: http://h/\n"
    return lines(f"{head}Content-Length: {len(body) + more}\n\n", line_end) + body


@pytest.mark.parametrize("line_end", [b"\r\n", b"\n"], ids=["CRLF", "LF"])
def test_what_heads_say_of_bodies_stays_true(line_end: bytes) -> None:
    text = "<p>text\n" * 20  # enough for lines of base64 of the greatest length
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


@pytest.mark.rows("name", ["Content-MD5", "Content-Length", "Content-Location"])
@pytest.mark.rows("value", ["", " ", "  ", "\n ", "\n \n\t"], ids=repr)
def test_a_field_without_a_value_stays(name: str, value: str) -> None:
    head = f"Content-Type: text/html\nContent-Base: http://h/\n{name}:{value}\n\n"
    assert absolute(lines(head + "<a href=x>"), "m.eml") == lines(head + "<a href=http://h/x>")


@pytest.mark.rows("word", ["=?utf-7?Q?+2AA-?=", "=?unicode-escape?Q?=5Cud800?="])
def test_a_relative_location_that_cannot_be_decoded_is_made_absolute(word: str) -> None:
    page = "Content-Type: text/html\nContent-Location: {}\n\n<a href={}>"
    data = absolute(lines(page.format(word, "/x")), "m.eml", URL)
    assert data == lines(page.format(f"http://url/{word}", "http://url/x"))


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
    """Messages with defects are left out, and encoded multiparts, which the library does not decode."""
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


def test_each_code_of_messages_occurs() -> None:
    reported = {code for _, troubles, _ in ODD.values() for _, code in troubles}
    ours = {finding.code for finding in TROUBLES if finding.citation.startswith(("RFC 822", "RFC 204"))}
    assert reported == ours | {"not-html"}
    assert {"mhtml", "mbox"} <= {container.name for container in CONTAINERS}


def within(media: Sequence[str], page: str) -> str:
    """Nest a page in entities of these media types, each with a Content-Length."""
    whole = f"Content-Type: text/html\nContent-Location: http://h/\nContent-Length: {len(page)}\n\n{page}"
    for number, each in reversed(list(enumerate(media))):
        body = f"--{number}\n{whole}\n--{number}--\n" if each.startswith("multipart") else whole
        head = f"Content-Type: {each}; boundary={number}\nContent-Length: {len(body)}\n\n"
        whole = head + body
    return whole


@pytest.mark.rows(
    "media",
    [
        ("multipart/mixed",),
        ("multipart/mixed", "multipart/related"),
        ("message/rfc822", "multipart/mixed"),
        ("multipart/mixed", "message/rfc822", "multipart/mixed"),
        ("multipart/mixed",) * 12,
    ],
    ids=len,
)
@pytest.mark.rows("more", range(0, 100, 9))
def test_lengths_of_all_entities_around_a_page_stay_true(media: Sequence[str], more: int) -> None:
    """This includes a length that gets one digit more."""
    page, after = (f"<a href={href}>{'.' * more}" for href in ("x", "http://h/x"))
    assert absolute(within(media, page).encode(), "m.eml").decode() == within(media, after)
