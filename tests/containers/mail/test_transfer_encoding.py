"""Transfer encodings: bodies are decoded, and what does not change stays as the author encoded it."""

from __future__ import annotations

import binascii
import quopri
import re
from email import message_from_bytes

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from absolutize.containers.mail import quoted_printable, transfer_encoding
from absolutize.containers.mail.header import transfer_encoding_of

CRLF = b"\r\n"
READ = [
    # quoted-printable, and its decoded content
    (b"a=3Db", b"a=b"),
    (b"a=3db", b"a=b"),
    (b"soft=\r\nbreak", b"softbreak"),
    (b"soft=\nbreak", b"softbreak"),
    (b"soft= \t\r\nbreak", b"softbreak"),
    (b"hard\r\nbreak", b"hard\r\nbreak"),
    (b"hard=0D=0Abreak", b"hard\r\nbreak"),
    (b"the end=", b"the end"),
    (b"=E4=F6=FC", b"\xe4\xf6\xfc"),
    (b"8-bit \xe4", b"8-bit \xe4"),
    (b"no escape: a=b, =, ==3D, =4", b"no escape: a=b, =, ==, =4"),
    (b"=00=\r\n=00", b"\0\0"),
    (b"", b""),
]


@pytest.mark.rows(("body", "said"), READ, ids=[repr(body) for body, _ in READ])
def test_quoted_printable_is_read(body: bytes, said: bytes) -> None:
    assert quoted_printable.decode_quoted_printable(body) == said


LONG = b"0123456789" * 7
WRITTEN = [
    # a body, what is replaced in its decoded content, by what, and the body afterwards
    (b"<a href=3Dx>", b"x>", b"http://h/x>", b"<a href=3Dhttp://h/x>"),
    (b"one=20\r\n<a href=3Dx>\r\nthree=20", b"x>", b"/x>", b"one=20\r\n<a href=3D/x>\r\nthree=20"),
    (b"one=\r\n<a href=3Dx>=\r\nthree", b"x>", b"/x>", b"one=\r\n<a href=3D/x>=\r\nthree"),
    (b"=41=42 <a href=3Dx>", b"x>", b"/x>", b"=41=42 <a href=3D/x>"),
    (b"=3d <a href=3dx>", b"x>", b"/x>", b"=3d <a href=3d/x>"),
    (b"a <a href=3Dx>", b"x>", b"/?q=1>", b"a <a href=3D/?q=3D1>"),
    (b"<a href=3Dx>", b"x>", b"/\xc3\xa4>", b"<a href=3D/=C3=A4>"),
    (b"<a href=3Dx>", b"x>", b"/a\nb>", b"<a href=3D/a=0Ab>"),
    (b"<a\nhref=3Dx>", b"x>", b"/a\nb>", b"<a\nhref=3D/a\nb>"),
    (b"<a href=3D'x= \r\ny'>", b"xy", b"/xy", b"<a href=3D'/x= \r\ny'>"),
    (b"<a href=3D'x=\r\ny'>", b"xy", b"x/y", b"<a href=3D'x=\r\n/y'>"),
    (b"<a href=3D'x=\r\ny=\r\nz'>", b"xyz", b"/z", b"<a href=3D'/=\r\nz'>"),
    (b"a= b <a href=3Dx>", b"x>", b"/x>", b"a=3D b <a href=3D/x>"),
    (LONG + b"\r\n", LONG, LONG + b"ABCDEF", LONG + b"ABCDEF\r\n"),
    (LONG + b"\r\n", LONG, LONG + b"ABCDEFG", LONG + b"ABCDE=\r\nFG\r\n"),
    (LONG + b"\n", LONG, LONG + b"ABCDEFG", LONG + b"ABCDE=\nFG\n"),
    (LONG + b"=\r\nx", LONG, b"ABCDEF" + LONG, b"ABCDEF" + LONG[:-1] + b"=\r\n9=\r\nx"),
    (LONG + b"=3D=3D=3D\r\n", LONG, b"A" + LONG, b"A" + LONG + b"=3D=\r\n=3D=3D\r\n"),
    (b"a<b\r\n", b"b", b"b ", b"a<b=20\r\n"),
    (b"a<b", b"b", b"b\t", b"a<b=09"),
    (b"a b \r\n", b"b ", b" ", b"a=20 \r\n"),
    (b"a b", b"b", b"", b"a=20"),
    (b"<a href=3Dx>y</a> \t\r\n", b"x>", b"/x>", b"<a href=3D/x>y</a> \t\r\n"),
    (b"<a href=3Dx>y</a> \t", b"x>", b"/x>", b"<a href=3D/x>y</a> \t"),
    (b"<a href=3D'x \r\ny'>", b"x", b"/x", b"<a href=3D'/x \r\ny'>"),
    (b"<a href=3Dx> =\r\n", b"x>", b"/x>", b"<a href=3D/x> =\r\n"),
    (LONG + b"  \r\n", LONG, LONG + b"ABCDE", LONG + b"ABCDE=\r\n  \r\n"),
    (b"<b\r\n", b"<b", b"--b", b"=2D-b\r\n"),
    (b"b a\r\n", b"b a", b"From a", b"=46rom a\r\n"),
    (b"x\n", b"x", b"From " + LONG + b"A", b"=46rom " + LONG[:-2] + b"=\n89A\n"),
    (b"x\n", b"x", b"--" + LONG + b"ABCD", b"=2D-" + LONG + b"A=\nBCD\n"),
    (b"x\n", b"x", LONG + b"ABCDE\t", LONG + b"ABCDE=\n=09\n"),
    (b"x\n", b"x", LONG + b"ABC ", LONG + b"ABC=20\n"),
]


@pytest.mark.rows(("body", "old", "new", "expected"), WRITTEN, ids=[repr(row[3]) for row in WRITTEN])
def test_quoted_printable_is_written(body: bytes, old: bytes, new: bytes, expected: bytes) -> None:
    before = quoted_printable.decode_quoted_printable(body)
    assert before.count(old) == 1
    after = before.replace(old, new)
    assert quoted_printable.encode_quoted_printable(body, before, after, CRLF) == expected
    assert quoted_printable.decode_quoted_printable(expected) == after


TEXTS = st.lists(st.sampled_from([*b"ab=3D4\r\n \t<>\"'-\xe4\0", 61])).map(bytes)


@given(TEXTS, TEXTS)
@example(b"", b"a")
@example(b"a=", b"ab")
@example(b"\r", b"\n")
@example(b"\n\r=\ra", b"\r\n")
def test_quoted_printable_says_what_it_shall(body: bytes, after: bytes) -> None:
    written = quoted_printable.encode_quoted_printable(
        body, quoted_printable.decode_quoted_printable(body), after, CRLF
    )
    assert quoted_printable.decode_quoted_printable(written) == after


@given(st.binary())
def test_quoted_printable_is_read_as_others_write_it(data: bytes) -> None:
    for written in (binascii.b2a_qp(data), quopri.encodestring(data)):
        assert quoted_printable.decode_quoted_printable(written) == binascii.a2b_qp(written)


@given(TEXTS, TEXTS, st.binary(max_size=99))
def test_what_is_written_is_read_by_others(body: bytes, middle: bytes, after: bytes) -> None:
    """The bodies are well-formed: decoders differ on malformed ones."""
    body, after = binascii.b2a_qp(body + middle), body + after + middle
    written = quoted_printable.encode_quoted_printable(
        body, quoted_printable.decode_quoted_printable(body), after, CRLF
    )
    assert binascii.a2b_qp(written) == quoted_printable.decode_quoted_printable(written)
    deleted = re.sub(rb"[ \t]+(?=\r?\n|\Z)", b"", written)  # as decoders must, RFC 2045 6.7 rule 3
    assert binascii.a2b_qp(deleted) == binascii.a2b_qp(written)


PIECES = st.lists(st.sampled_from([b"From ", b"--", b" ", b"\t", b"\n", LONG, LONG[:3], b"=", b"<a"]))


@given(TEXTS, st.binary(max_size=300) | PIECES.map(b"".join))
@example(b"", b"From " + LONG + b"A")
@example(b"\n", LONG + b"ABCDE\t\n")
def test_no_line_becomes_too_long(body: bytes, new: bytes) -> None:
    body = binascii.b2a_qp(body)
    written = quoted_printable.encode_quoted_printable(
        body, quoted_printable.decode_quoted_printable(body), new, CRLF
    )
    assert max(map(len, re.split(rb"[\r\n]", written))) <= 76


def base64(data: bytes, width: int = 76, line_end: bytes = b"\r\n") -> bytes:
    text = binascii.b2a_base64(data, newline=False)
    return b"".join(text[i : i + width] + line_end for i in range(0, len(text), width))


PAGE, PAGE_AFTER = b"<a href=x>x</a> " * 9, b"<a href=http://h/x>x</a> " * 9
BASE64 = [
    # a body, its decoded content, and the body with PAGE_AFTER in the same style
    (base64(PAGE), PAGE, base64(PAGE_AFTER)),
    (base64(PAGE, 60, b"\n"), PAGE, base64(PAGE_AFTER, 60, b"\n")),
    (b"\r\n" + base64(PAGE) + b"\r\n\r\n", PAGE, b"\r\n" + base64(PAGE_AFTER) + b"\r\n\r\n"),
    (base64(PAGE).rstrip(), PAGE, base64(PAGE_AFTER).rstrip()),
    (b"PA==", b"<", base64(PAGE_AFTER).rstrip()),
    (b"P\r\nA\r\n==\r\n", b"<", base64(PAGE_AFTER)),
    (b"", b"", base64(PAGE_AFTER).rstrip()),
]


@pytest.mark.rows(("body", "said", "expected"), BASE64, ids=[repr(row[0][-9:]) for row in BASE64])
def test_base64_is_read_and_written(body: bytes, said: bytes, expected: bytes) -> None:
    encoding = transfer_encoding.encoding_named("base64")
    assert encoding.read(body) == transfer_encoding.DecodedBody(said)
    assert encoding.write(body, said, PAGE_AFTER, CRLF) == expected


@pytest.mark.rows("line_break", [b"\n", b"\r\n", b"\r"], ids=["LF", "CRLF", "CR"])
@pytest.mark.rows("name", ["base64", "quoted-printable"])
def test_a_body_of_one_line_gets_the_line_breaks_of_its_message(name: str, line_break: bytes) -> None:
    encoding = transfer_encoding.encoding_named(name)
    body = b"PGE+" if name == "base64" else b"<a>"
    written = encoding.write(body, b"<a>", PAGE_AFTER, line_break)
    kept = CRLF if line_break == b"\r" and name == "quoted-printable" else line_break
    assert set(re.findall(rb"\r\n|\r|\n", written)) == {kept}
    assert encoding.read(written).data == PAGE_AFTER


ODD = [
    # an encoding, a body, its decoded content, and the problem
    ("base64", b"PGE", b"<a", "truncated-encoding"),
    ("base64", b"PGE+P", b"<a>", "truncated-encoding"),
    ("base64", b"PGE+PA", b"<a><", "truncated-encoding"),
    ("base64", b"PA=", b"<", "truncated-encoding"),
    ("x-uuencode", b"no beginning", None, "damaged-encoding"),
    ("x-uuencode", b"begin 644 x\n#0V%T\n", None, "damaged-encoding"),
    ("x-uuencode", b"begin 644 x\n#\xff\xff\xff\xff\n`\nend\n", None, "damaged-encoding"),
]


@pytest.mark.rows(("name", "body", "said", "trouble"), ODD, ids=[f"{r[0]} {r[1]!r}" for r in ODD])
def test_what_cannot_be_read_is_reported(name: str, body: bytes, said: bytes | None, trouble: str) -> None:
    assert transfer_encoding.encoding_named(name).read(body) == transfer_encoding.DecodedBody(said, trouble)


@pytest.mark.rows("end", [b"", b"\n", b"\n\n"])
@pytest.mark.rows("last", [b"PGE+", b"PA=="])
def test_base64_goes_on_behind_empty_lines(last: bytes, end: bytes) -> None:
    said = transfer_encoding.encoding_named("base64").read(b"PGE+\n\nPGE+\n\n" + last + end)
    assert said == transfer_encoding.DecodedBody(b"<a><a>" + binascii.a2b_base64(last))


UNSURE = [
    # base64, and its decoded content if bytes outside its alphabet are ignored
    (b"P!A==", b"<"),
    (b"PGE+!PGE+\r\nPGE+", b"<a><a><a>"),
    (b"PGE+\n\nPGE+\n\n!", b"<a><a>"),
    (b"PGE\n\n-- \n+\n", b"<a>"),
    (b"!", b""),
]


@pytest.mark.rows(("body", "said"), UNSURE, ids=[repr(row[0]) for row in UNSURE])
def test_what_is_not_sure_is_read(body: bytes, said: bytes) -> None:
    found = transfer_encoding.encoding_named("base64").read(body)
    assert found == transfer_encoding.DecodedBody(said, "damaged-encoding", sure=False)
    part = message_from_bytes(b"Content-Transfer-Encoding: base64\n\n" + body)
    assert part.get_payload(decode=True) == said


FOOTERS = [
    b"\n\n-- \nList mailing list\n",
    b"\r\n\r\n\r\nThis is a footer.\r\n",
    b"\n \n____",
    b"\n\n<html>",
]


@pytest.mark.rows("footer", FOOTERS, ids=[repr(footer) for footer in FOOTERS])
def test_a_footer_behind_base64_stays(footer: bytes) -> None:
    data = b"<a>"
    encoding = transfer_encoding.encoding_named("base64")
    body = binascii.b2a_base64(data, newline=False) + footer
    assert encoding.read(body) == transfer_encoding.DecodedBody(data, "trailing-data")
    written = encoding.write(body, data, PAGE_AFTER, CRLF)
    assert encoding.read(written) == transfer_encoding.DecodedBody(PAGE_AFTER, "trailing-data")
    assert written.endswith(footer)


@pytest.mark.rows("behind", [b"PA==", b"\nPA==\n", b"!", b" footer", b"\n\n-- \nfooter"])
def test_what_is_behind_padding_is_not_sure(behind: bytes) -> None:
    found = transfer_encoding.encoding_named("base64").read(b"PA==" + behind)
    assert found == transfer_encoding.DecodedBody(b"<", "damaged-encoding", sure=False)


@pytest.mark.rows("zero", [b" ", b"`", b""], ids=["space", "grave accent", "empty line"])
@pytest.mark.rows("line_end", [b"\n", b"\r\n"], ids=["LF", "CRLF"])
@pytest.mark.rows("name", ["x-uuencode", "uuencode", "uue", "x-uue"])
def test_uuencode_is_read_and_written(name: str, zero: bytes, line_end: bytes) -> None:
    body = line_end.join((b"text", b"begin 644 x", b"#0V%T", zero, b"end", b"more", b""))
    encoding = transfer_encoding.encoding_named(name)
    assert encoding.read(body) == transfer_encoding.DecodedBody(b"Cat")
    written = encoding.write(body, b"Cat", b"Cat\0\0\0" * 30, CRLF)
    assert encoding.read(written).data == b"Cat\0\0\0" * 30
    assert written.startswith(line_end.join((b"text", b"begin 644 x", b"M0V%T")))
    assert written.endswith(line_end + line_end.join((zero, b"end", b"more", b"")))
    assert (b"    " in written) == (zero != b"`") == (b"````" not in written)


@pytest.mark.rows("blank", [b"\n", b"\r\n", b"\n\n"])
@pytest.mark.rows("place", [0, 1, 2])
def test_empty_lines_in_uuencode_encode_nothing(place: int, blank: bytes) -> None:
    coded = [b"#0V%T\n", b"#0V%T\n"]
    coded.insert(place, blank)
    body = b"begin 644 x\n" + b"".join(coded) + b"`\nend\n"
    assert transfer_encoding.encoding_named("uue").read(body) == transfer_encoding.DecodedBody(b"CatCat")


SPELLED = [
    ("quoted-printable", "quoted-printable"),
    (" Quoted-Printable ", "quoted-printable"),
    ("quoted-printable;", "quoted-printable"),
    ("quoted printable", "quoted-printable"),
    ("QUOTED_PRINTABLE", "quoted-printable"),
    ("base64 (as ever)", "base64"),
    ("BASE64, 7bit", "base64"),
    ("(x) base64", "base64"),
    ("((x) y) (z)base64(a)", "base64"),
    ("(x base64", ""),
    ("7Bit", "7bit"),
    ("", ""),
    (None, ""),
]


@pytest.mark.rows(("value", "name"), SPELLED)
def test_an_encoding_is_known_however_it_is_spelled(value: str | None, name: str) -> None:
    assert transfer_encoding_of(value) == name


@pytest.mark.rows("name", ["7bit", "8bit", "binary", "", "7-bit", "plain", "text/html", "spam"])
def test_what_is_no_encoding_stands_for_none(name: str) -> None:
    encoding = transfer_encoding.encoding_named(name)
    assert encoding.read(b"=3D") == transfer_encoding.DecodedBody(b"=3D")
    assert encoding.write(b"a", b"a", b"=3D", CRLF) == b"=3D"
