"""Records of WARC and ARC: what is rewritten in them, and what stays true of them."""

from __future__ import annotations

import base64
import gzip
import hashlib
import io
import zlib
from typing import Any, NamedTuple

import brotli
import pytest
import zstandard
from fastwarc.warc import ArchiveIterator

from absolutize.containers import digests
from absolutize.containers.http.header_fields import HeaderFields, media_type, media_type_of
from tests.support.archives import (
    DATE,
    INFO,
    PAGE,
    PAGE_ABSOLUTE,
    URL,
    Read,
    arc,
    check,
    gz,
    http,
    record,
    records_of,
    resolved,
    response,
    run,
    sha1,
    unchanged,
    zst,
)

# fields of heads

HEAD = b"WARC/1.0\r\nA: 1\r\nLong :  one\r\n two \r\nB:\r\na: 2\nC:3\r\n\r\n"


def test_fields_are_read_as_they_are_written() -> None:
    fields = HeaderFields(HEAD)
    assert [fields.get(name) for name in (b"a", b"long", b"b", b"c", b"d")] == [
        b"1",
        b"one\r\n two",
        b"",
        b"3",
        None,
    ]
    assert fields.all(b"a") == [b"1", b"2"]


@pytest.mark.parametrize(
    ("values", "head"),
    [
        ({}, HEAD),
        ({b"a": b"9"}, HEAD.replace(b"A: 1", b"A: 9")),
        ({b"long": b"x"}, HEAD.replace(b"one\r\n two", b"x")),
        ({b"b": b"x"}, HEAD.replace(b"B:", b"B:x")),
        ({b"c": None, b"d": b"no"}, HEAD.replace(b"C:3\r\n", b"")),
    ],
    ids=["none", "the first of a name", "a folded one", "an empty one", "one left out"],
)
def test_fields_are_replaced_in_their_place(values: dict[bytes, bytes | None], head: bytes) -> None:
    assert HeaderFields(HEAD).replaced(values) == head


@pytest.mark.parametrize(
    ("value", "media", "charset"),
    [
        (None, "", None),
        ("text/html", "text/html", None),
        ("Text/HTML ; Charset=koi8-r", "text/html", "koi8-r"),
        ('text/html; a=b; charset="utf-8"; c=d', "text/html", "utf-8"),
        ("text/html; charset='x y'", "text/html", "x y"),
    ],
)
def test_media_types_are_read(value: str | None, media: str, charset: str | None) -> None:
    assert media_type(value) == (media, charset)


# digests


@pytest.mark.parametrize("algorithm", ["md5", "sha1", "SHA-1", "sha256", "sha-256", "sha512"])
@pytest.mark.parametrize("spelling", digests.SPELLINGS)
def test_digests_are_spelled_as_others(algorithm: str, spelling: str) -> None:
    first, second = (labelled(algorithm, spelling, data) for data in (b"7", b"2"))
    spelled = digests.spelling(first, b"7")
    assert digests.digest_like(first, spelled, b"7") == first
    assert digests.digest_like(first, spelled, b"2") in {second, plain(second)}
    assert digests.spelling(first, b"2") is None


def plain(digest: str) -> str:
    """Spell base64url as base64: a digest may have none of the characters that tell one from the other."""
    label, _, value = digest.partition(":")
    return f"{label}:{value.replace('-', '+').replace('_', '/')}"


def labelled(algorithm: str, spelling: str, data: bytes) -> str:
    name = algorithm.lower().replace("-", "")
    return f"{algorithm}:{digests.SPELLINGS[spelling](hashlib.new(name, data).digest())}"


@pytest.mark.parametrize("wrong", ["sha1:" + "A" * 32, "sha1:" + "f" * 40, "md5:" + "A" * 24])
def test_a_wrong_digest_is_corrected_as_it_looks(wrong: str) -> None:
    new = digests.digest_like(wrong, None, b"data")
    assert new is not None
    assert digests.spelling(new, b"data") is not None
    assert len(new) == len(wrong)


def test_a_digest_of_an_algorithm_that_is_not_known_is_none() -> None:
    assert digests.digest_like("blake3:00", None, b"data") is None


# codings of messages


def chunks(body: bytes, *, zeros: int = 0, extension: bytes = b"", trailer: bytes = b"") -> bytes:
    pieces = [body[:7], body[7:]]
    lines = b"".join(b"%b%X%b\r\n%b\r\n" % (b"0" * zeros, len(piece), extension, piece) for piece in pieces)
    return lines + b"0\r\n" + trailer + b"\r\n"


def deflated(body: bytes, bits: int) -> bytes:
    deflating = zlib.compressobj(9, zlib.DEFLATED, bits)
    return deflating.compress(body) + deflating.flush()


def dechunked(body: bytes) -> bytes:
    size, _, rest = body.partition(b"\r\n")
    length = int(size, 16)
    assert rest[length:].startswith(b"\r\n0\r\n")
    return rest[:length]


class Coding(NamedTuple):
    """A way to send a page: the body, the fields that tell it, and what reads it again."""

    body: bytes
    fields: tuple[str, ...]
    decoded: Any


GZIPPED = gzip.compress(PAGE, mtime=7)
SKIPPED = b"\x50\x2a\x4d\x18\4\0\0\0abcd"


def of_one_frame(body: bytes) -> bytes:
    return bytes(zstandard.ZstdDecompressor().decompressobj(read_across_frames=False).decompress(body))


CODINGS = {
    "none": Coding(PAGE, (), lambda body: body),
    "identity": Coding(PAGE, ("Content-Encoding: identity",), lambda body: body),
    "gzip": Coding(GZIPPED, ("Content-Encoding: gzip",), gzip.decompress),
    "x-gzip": Coding(GZIPPED, ("Content-Encoding: x-gzip",), gzip.decompress),
    "deflate": Coding(deflated(PAGE, 15), ("Content-Encoding: deflate",), zlib.decompress),
    "deflate without a header": Coding(
        deflated(PAGE, -15), ("Content-Encoding: Deflate",), lambda body: zlib.decompress(body, -15)
    ),
    "br": Coding(brotli.compress(PAGE), ("Content-Encoding: br",), brotli.decompress),
    "zstd": Coding(
        zstandard.compress(PAGE),
        ("Content-Encoding: zstd",),
        of_one_frame,
    ),
    "zstd behind a frame that is skipped": Coding(
        SKIPPED + zstandard.compress(PAGE), ("Content-Encoding: zstd",), of_one_frame
    ),
    "zstd of several frames": Coding(
        zst(PAGE[:20], PAGE[20:90]) + SKIPPED + zst(b"", PAGE[90:]),
        ("Content-Encoding: zstd",),
        of_one_frame,
    ),
    "gzip behind empty members": Coding(
        gz(b"", b"") + GZIPPED, ("Content-Encoding: gzip",), lambda body: zlib.decompress(body, 31)
    ),
    "two": Coding(
        gzip.compress(brotli.compress(PAGE)),
        ("Content-Encoding: br, gzip",),
        lambda body: brotli.decompress(gzip.decompress(body)),
    ),
    "two fields": Coding(
        gzip.compress(brotli.compress(PAGE)),
        ("Content-Encoding: br", "Content-Encoding: gzip"),
        lambda body: brotli.decompress(gzip.decompress(body)),
    ),
    "chunked": Coding(chunks(PAGE), ("Transfer-Encoding: chunked",), dechunked),
    "chunked, with extensions and a trailer": Coding(
        chunks(PAGE, extension=b';a="b"', trailer=b"X: y\r\n"), ("Transfer-Encoding: Chunked",), dechunked
    ),
    "chunked, with zeros before the size": Coding(
        chunks(PAGE, zeros=5000), ("Transfer-Encoding: chunked",), dechunked
    ),
    "chunked, with a long extension": Coding(
        chunks(PAGE, extension=b" ;a=" + b"b" * 70000), ("Transfer-Encoding: chunked",), dechunked
    ),
    "chunked and gzip": Coding(
        chunks(GZIPPED),
        ("Transfer-Encoding: chunked", "Content-Encoding: gzip"),
        lambda body: gzip.decompress(dechunked(body)),
    ),
    "gzip, with something behind": Coding(
        GZIPPED + b"rest",
        ("Content-Encoding: gzip",),
        lambda body: gzip.decompress(body.removesuffix(b"rest")),
    ),
}


@pytest.mark.parametrize("name", CODINGS)
def test_codings_are_taken_off_and_put_on_again(name: str) -> None:
    body, fields, decoded = CODINGS[name]
    data = INFO + response(body, *fields)
    ran = run(data)
    assert [part.body for part in ran.parts] == [PAGE]
    assert ran.notices == []
    (read,) = (read for read in records_of(ran.data) if read.kind == "response")
    assert decoded(read.body) == PAGE_ABSOLUTE
    assert dict(read.http)["Content-Length"] == str(len(read.body))
    assert check(ran.data) == []


CUT = {"behind the data": ("", 0), "in the data": ("", 99), "behind the chunk": ("\r\n", 0)}


@pytest.mark.parametrize("name", CUT)
def test_chunks_that_are_cut_stay_so(name: str) -> None:
    end, missing = CUT[name]
    body = b"%x\r\n%b%b" % (len(PAGE) + missing, PAGE, end.encode())
    ran = run(response(body, "Transfer-Encoding: chunked"))
    (read,) = (read for read in records_of(ran.data) if read.kind == "response")
    assert read.body == b"%x\r\n%b%b" % (len(PAGE_ABSOLUTE) + missing, PAGE_ABSOLUTE, end.encode())
    assert [notice.code for notice in ran.notices] == ["truncated-message"]
    assert check(ran.data) == []


@pytest.mark.parametrize("name", ["gzip", "deflate", "br", "zstd", "chunked and gzip", "two"])
def test_what_can_be_read_of_a_message_is_read_where_nothing_is_written(name: str) -> None:
    body, fields, _ = CODINGS[name]
    data = response(body[: len(body) // 2], *fields)
    read = [part.body for part in run(data, treat=unchanged, reading=True).parts]
    assert all(part and PAGE.startswith(part) for part in read)
    assert len(read) == (name not in {"two", "zstd", "br"})
    assert run(data).data == data
    assert run(data).parts == []


@pytest.mark.parametrize("packed", [False, True], ids=["as it is", "gzip"])
def test_what_can_be_read_of_a_record_is_read_where_nothing_is_written(*, packed: bool) -> None:
    data = response(PAGE) + response(PAGE, number=2)[:-60]
    data = gz(response(PAGE)) + gz(response(PAGE, number=2))[:-14] if packed else data
    whole, cut = (part.body for part in run(data, treat=unchanged, reading=True).parts)
    assert whole == PAGE
    assert PAGE.startswith(cut)
    assert b"<a href=x>" in cut
    assert [part.body for part in run(data).parts] == [PAGE]


@pytest.mark.parametrize("head", [b"", b"P*M\x18"], ids=["zstd", "a frame that is skipped"])
def test_a_checksum_of_zstd_stays(head: bytes) -> None:
    packing = zstandard.ZstdCompressor(write_checksum=True)
    skipped = SKIPPED if head else b""
    ran = run(response(skipped + packing.compress(PAGE), "Content-Encoding: zstd"))
    (read,) = (read for read in records_of(ran.data) if read.kind == "response")
    assert zstandard.get_frame_parameters(read.body).has_checksum


INTERIM = {
    "100": b"HTTP/1.1 100 Continue\r\n\r\n",
    "103": b"HTTP/1.1 103 Early Hints\r\nContent-Type: text/plain\r\nContent-Length: 3\r\n\r\n",
    "100, line feeds": b"HTTP/1.1 100 Continue\n\n",
    "several": b"HTTP/1.1 103 Early Hints\r\nLink: <a>\r\n\r\n" * 3 + b"HTTP/1.0 199 x\r\n\r\n",
}


def interim_record(interim: bytes, body: bytes, *fields: str) -> bytes:
    block = interim + http(body, *fields, f"Content-Length: {len(body)}")
    digests = f"WARC-Block-Digest: {sha1(block)}", f"WARC-Payload-Digest: {sha1(body)}"
    return record("response", block, AS_HTTP, *digests)


@pytest.mark.parametrize("name", INTERIM)
@pytest.mark.parametrize("packed", [False, True], ids=["as it is", "gzip"])
def test_interim_responses_stand_before_the_final_one(name: str, *, packed: bool) -> None:
    before, after = (interim_record(INTERIM[name], page) for page in (PAGE, PAGE_ABSOLUTE))
    ran = run(gz(before) if packed else before)
    assert (gzip.decompress(ran.data) if packed else ran.data).endswith(after)
    assert ran.notices == []
    assert run(after).data == after


@pytest.mark.parametrize(
    "interim",
    [b"HTTP/1.1 101 Switching Protocols\r\n\r\n", b"HTTP/1.1 200 OK\r\n\r\n"],
    ids=["101", "200"],
)
def test_what_follows_a_final_response_is_its_body(interim: bytes) -> None:
    data = interim_record(interim, PAGE)
    assert run(data).data == data


def test_a_trailer_of_chunks_stays() -> None:
    ran = run(response(chunks(PAGE, trailer=b"X: y\r\n"), "Transfer-Encoding: chunked"))
    assert ran.data.endswith(b"\r\n0\r\nX: y\r\n\r\n\r\n\r\n")


def test_a_gzip_header_stays() -> None:
    named = io.BytesIO()
    with gzip.GzipFile("a name", "wb", 1, named, 123) as file:
        file.write(PAGE)
    ran = run(response(named.getvalue(), "Content-Encoding: gzip"))
    (read,) = (read for read in records_of(ran.data) if read.kind == "response")
    assert (read.body[:8], read.body[10:17]) == (named.getvalue()[:8], b"a name\0")


@pytest.mark.parametrize("view", ["as it is", "without chunks", "without codings"])
def test_a_payload_digest_stays_of_what_it_was_of(view: str) -> None:
    body = chunks(GZIPPED)
    views = {"as it is": body, "without chunks": GZIPPED, "without codings": PAGE}
    data = response(body, "Transfer-Encoding: chunked", "Content-Encoding: gzip")
    ran = run(data.replace(sha1(body).encode(), sha1(views[view]).encode()))
    (read,) = (read for read in records_of(ran.data) if read.kind == "response")
    again = {"as it is": read.body, "without chunks": dechunked(read.body), "without codings": PAGE_ABSOLUTE}
    assert read.head["WARC-Payload-Digest"] == sha1(again[view])
    assert ran.notices == []


def test_a_content_length_that_was_not_true_stays() -> None:
    block = http(PAGE, "Content-Length: 123456")
    ran = run(record("response", block, "Content-Type: application/http", "WARC-Truncated: length"))
    assert b"Content-Length: 123456\r\n" in ran.data
    assert b"WARC-Truncated: length\r\n" in ran.data


@pytest.mark.parametrize("behind", [b"", b"\r\n", b"  "])
def test_a_content_length_without_the_white_space_behind_is_true(behind: bytes) -> None:
    block = http(PAGE + behind, f"Content-Length: {len(PAGE)}")
    now = http(PAGE_ABSOLUTE + behind, f"Content-Length: {len(PAGE_ABSOLUTE)}")
    assert run(record("response", block, AS_HTTP)).data.endswith(record("response", now, AS_HTTP))


def in_base64(algorithm: str, data: bytes) -> str:
    return base64.b64encode(hashlib.new(algorithm, data, usedforsecurity=False).digest()).decode()


@pytest.mark.parametrize(
    ("field", "algorithm"),
    [
        ("Content-MD5: {}", "md5"),
        ("Digest: x=1, SHA-256={}", "sha256"),
        ("Content-Digest: sha-512=:{}:", "sha512"),
        ("Repr-Digest: sha-256=:{}:", "sha256"),
    ],
)
def test_digests_of_http_are_corrected(field: str, algorithm: str) -> None:
    for body, view, now in ((PAGE, PAGE, PAGE_ABSOLUTE), (chunks(PAGE), PAGE, PAGE_ABSOLUTE)):
        coding = [] if body == PAGE else ["Transfer-Encoding: chunked"]
        data = response(body, *coding, field.format(in_base64(algorithm, view)))
        (read,) = (read for read in records_of(run(data).data) if read.kind == "response")
        assert ": ".join(read.http[-1]) == field.format(in_base64(algorithm, now))
    data = response(PAGE, field.format("AAAA"))
    assert field.format("AAAA").encode() in run(data).data


# which records, and by which base


def hrefs(data: bytes) -> list[str]:
    """List the targets that a WARC's pages have, in order."""
    bodies = [read.body for read in records_of(data) if b"href=" in read.body]
    return [body.partition(b"href=")[2].partition(b">")[0].decode() for body in bodies]


LINK = b"<!DOCTYPE html><a href=x>"
AS_HTTP = "Content-Type: application/http; msgtype=response"
TARGETS: dict[str, tuple[bytes, str]] = {
    "a response": (response(LINK, uri="http://a/b/c"), "http://a/b/x"),
    "an XHTML response": (response(LINK, media="application/xhtml+xml"), "http://h/d/x"),
    "a response that is not found": (response(LINK, status="404 Not Found"), "http://h/d/x"),
    "a response that redirects": (response(LINK, "Location: /e/", status="302 Found"), "http://h/d/x"),
    "a response without a type": (response(LINK, media=None), "http://h/d/x"),
    "a response without a type, a part of HTML": (response(LINK[15:], media=None), "http://h/d/x"),
    "a response without a type, not like HTML": (response(b"x " + LINK[15:], media=None), "x"),
    "a response of a type that says nothing": (response(LINK, media="unknown/unknown"), "http://h/d/x"),
    "a response of another type": (response(LINK, media="text/plain"), "x"),
    "a response of two types": (response(LINK, "Content-Type: text/plain"), "x"),
    "a response of two types, HTML behind": (
        response(LINK, "Content-Type: text/html", media="text/plain"),
        "http://h/d/x",
    ),
    "a response of two types in a field": (response(LINK, media="text/html, text/plain"), "x"),
    "a response of a type and of any": (response(LINK, media="text/html, */*"), "http://h/d/x"),
    "a resource": (record("resource", LINK, "Content-Type: text/html"), "http://h/d/x"),
    "a resource of another type": (record("resource", LINK, "Content-Type: text/plain"), "x"),
    "a resource of a response": (record("resource", http(LINK), AS_HTTP), "x"),
    "a conversion": (record("conversion", LINK, "Content-Type: text/html"), "x"),
    "a URI in brackets": (response(LINK, uri="<http://a/b/>"), "http://a/b/x"),
    "a URI with spaces": (response(LINK, uri="http://a/b c/d"), '"http://a/b c/x"'),
    "BASE": (response(b"<!DOCTYPE html><base href=/e/>" + LINK), "http://h/e/"),
    "a charset": (response(LINK, media="text/html; charset=utf-8", uri="http://h/é/"), "http://h/é/x"),
    "without a version block": (response(LINK) + response(LINK), "http://h/d/x"),
    "WARC 1.1 in lower case": (response(LINK).replace(b"WARC-Type", b"warc-type"), "http://h/d/x"),
    "lines that end with a line feed": (
        record("response", http(LINK).replace(b"\r\n", b"\n"), AS_HTTP),
        "http://h/d/x",
    ),
}


@pytest.mark.parametrize("name", TARGETS)
def test_records_have_the_base_of_their_uri(name: str) -> None:
    data, target = TARGETS[name]
    assert hrefs(run(data).data)[0] == target


CHARSETS = {
    "one": (["text/html; charset=koi8-r"], ("text/html", "koi8-r")),
    "of the last": (["text/html; charset=a", "text/html;charset=b"], ("text/html", "b")),
    "kept": (["text/html; charset=a", "TEXT/html"], ("text/html", "a")),
    "of another type": (["text/plain; charset=a", "text/html"], ("text/html", None)),
    "in a list": (["text/html;charset=a , text/html"], ("text/html", "a")),
    "a comma in quotes": (['text/html; x="a,b"; charset=c'], ("text/html", "c")),
    "what is none": (["text/html; charset=a", "html", ""], ("text/html", "a")),
    "none": ([], ("", None)),
}


@pytest.mark.parametrize("name", CHARSETS)
def test_the_last_content_type_counts(name: str) -> None:
    """Fetch, extract a MIME type."""
    values, expected = CHARSETS[name]
    head = "\r\n".join(["HTTP/1.1 200 OK", *(f"Content-Type: {value}" for value in values), "", ""])
    assert media_type_of(HeaderFields(head.encode())) == expected


LOCATED = "Content-Location: http://l/m/"
HTTP_BASES = {
    "neither": ((), "http://h/d/x"),
    "Content-Location": ((LOCATED,), "http://l/m/x"),
    "a relative one": (("Content-Location: ../n/",), "http://h/n/x"),
    "Content-Base": ((LOCATED, "Content-Base: http://b/"), "http://b/x"),
}


@pytest.mark.parametrize("name", HTTP_BASES)
def test_the_bases_of_http_count_where_that_is_asked(name: str) -> None:
    fields, target = HTTP_BASES[name]
    data = response(LINK, *fields)
    assert hrefs(run(data).data) == ["http://h/d/x"]
    assert hrefs(run(data, http_content_location=True).data) == [target]


# what is true of other records


def test_a_revisit_has_the_digest_of_what_it_is_about() -> None:
    """By the record or the URI that it refers to, or by its own; of another that is not named it stays."""
    about = [f"WARC-Payload-Digest: {sha1(PAGE)}", "WARC-Profile: http://netpreserve.org/warc/1.0/revisit"]
    referring = [*about, f"WARC-Refers-To-Target-URI: {URL}"]
    naming = [*about, "WARC-Refers-To: <urn:uuid:00000000-0000-0000-0000-000000000001>"]
    revisits = [
        record("revisit", b"", *about, number=2),
        record("revisit", b"", *referring, uri="http://other/", number=3),
        record("revisit", b"", *about, uri="http://other/", number=4),
        record("revisit", b"", *naming, uri="http://other/", number=5),
        record("revisit", b"", *naming, number=6),
    ]
    now = sha1(PAGE_ABSOLUTE)
    for packed in (False, True):
        records = [response(PAGE), *revisits]
        ran = run(gz(*records) if packed else b"".join(records))
        found = [read.head["WARC-Payload-Digest"] for read in records_of(ran.data) if read.kind == "revisit"]
        assert found == [now, now, sha1(PAGE), now, now]
        assert [(notice.code, notice.detail) for notice in ran.notices] == [
            ("revisit-elsewhere", "http://other/")
        ] * 2


def test_a_revisit_of_what_did_not_change_stays() -> None:
    digest = sha1(PAGE_ABSOLUTE)
    data = response(PAGE_ABSOLUTE) + record("revisit", b"", f"WARC-Payload-Digest: {digest}", number=2)
    assert run(data).data == data


def kinds_of(data: bytes) -> list[str]:
    return [read.kind for read in records_of(data)]


OTHER = record("metadata", b"a: b\r\n", number=8)


def test_what_was_done_is_said_before_the_first_record_that_changed() -> None:
    """And again after a warcinfo of the input, which would hide it."""
    second = INFO.replace(b"900", b"901")
    data = (
        INFO + OTHER + response(PAGE) + response(PAGE, number=2) + second + OTHER + response(PAGE, number=3)
    )
    ran = run(data)
    assert kinds_of(ran.data) == [
        *("warcinfo", "metadata", "warcinfo", "response", "response"),
        *("warcinfo", "metadata", "warcinfo", "response"),
    ]
    added = records_of(ran.data)[2]
    assert added.head["WARC-Date"] == DATE
    assert added.head["Content-Type"] == "application/warc-fields"
    assert added.body.startswith(b"software: absolutize/")
    assert b"\r\nformat: WARC/1.0\r\n" in added.body
    identifiers = [read.head["WARC-Record-ID"] for read in records_of(ran.data) if read.kind == "warcinfo"]
    assert len(set(identifiers)) == 4


def test_all_but_what_changed_stays_in_its_head() -> None:
    fields = "Odd-Field : a  b ", "WARC-Concurrent-To: <urn:uuid:x>", "WARC-IP-Address: ::1"
    block = http(PAGE, "X:y")
    data = record("response", block, AS_HTTP, *fields, f"WARC-Block-Digest: {sha1(block)}", version="1.1")
    block_now = http(PAGE_ABSOLUTE, "X:y")
    assert run(data).data.endswith(
        record(
            "response", block_now, AS_HTTP, *fields, f"WARC-Block-Digest: {sha1(block_now)}", version="1.1"
        )
    )


# conversions


def test_conversions_stand_beside_what_they_are_of() -> None:
    original = response(chunks(GZIPPED), "Transfer-Encoding: chunked", "Content-Encoding: gzip")
    resource = record("resource", PAGE, "Content-Type: text/html; charset=utf-8", number=2)
    for packed in (False, True):
        records = [INFO, original, OTHER, resource]
        data = gz(*records) if packed else b"".join(records)
        ran = run(data, conversion=True)
        assert kinds_of(ran.data) == [
            *("warcinfo", "warcinfo", "response", "conversion", "metadata", "resource", "conversion"),
        ]
        assert [raw(read) for read in records_of(ran.data) if raw(read) in map(raw, records_of(data))] == [
            raw(read) for read in records_of(data)
        ]
        made = [read for read in records_of(ran.data) if read.kind == "conversion"]
        assert [read.body for read in made] == [PAGE_ABSOLUTE, PAGE_ABSOLUTE]
        assert [read.head["WARC-Refers-To"][-3:] for read in made] == ["01>", "02>"]
        assert [read.head["Content-Type"] for read in made] == ["text/html", "text/html; charset=utf-8"]
        assert {(read.uri, read.head["WARC-Date"]) for read in made} == {(URL, DATE)}
        assert check(ran.data) == []


@pytest.mark.parametrize("name", ["as they are", "gzip", "gzip, several in a member", "Zstandard"])
def test_conversions_are_made_once(name: str) -> None:
    records = [INFO, response(PAGE), OTHER, response(PAGE, number=2), response(PAGE, number=3)]
    data = {
        "as they are": b"".join(records),
        "gzip": gz(*records),
        "gzip, several in a member": gz(INFO, b"".join(records[1:4]), records[4]),
        "Zstandard": zst(*records),
    }[name]
    once = run(data, conversion=True).data
    assert run(once, conversion=True).data == once
    assert len(once) > len(data)


def test_what_has_no_conversion_gets_one() -> None:
    once = run(gz(response(PAGE)), conversion=True).data
    ran = run(once + gz(response(PAGE, number=2), OTHER), conversion=True)
    assert ran.data.startswith(once)
    assert kinds_of(ran.data) == [
        *("warcinfo", "response", "conversion"),
        *("warcinfo", "response", "conversion", "metadata"),
    ]
    names = [read.head["WARC-Record-ID"] for read in records_of(ran.data)]
    assert len(set(names)) == len(names)


def test_a_conversion_of_something_else_is_not_it() -> None:
    data = gz(response(PAGE), record("conversion", PAGE, "Content-Type: text/html", number=2))
    ran = run(data, conversion=True)
    assert kinds_of(ran.data) == ["warcinfo", "response", "conversion", "conversion"]


def raw(read: Read) -> tuple[Any, ...]:
    return (read.kind, read.uri, tuple(read.head.items()), read.body)


def test_arc_has_no_conversions() -> None:
    from absolutize.containers import IncompleteOutput

    with pytest.raises(IncompleteOutput, match=r"^ARC has no conversion records$"):
        run(arc((URL, "text/html", http(PAGE))), conversion=True)


# ARC


def test_arc_lengths_are_corrected() -> None:
    def archive(first: bytes, last: bytes) -> bytes:
        return arc(
            ("http://a/b c/d", "text/html", http(first)),
            (URL, "image/png", http(b"\x89PNG", media="image/png")),
            (URL, "text/html", last),
        )

    ran = run(archive(PAGE, PAGE))
    assert [part.url for part in ran.parts] == ["http://a/b c/d", URL]
    assert ran.data == archive(PAGE.replace(b"href=x", b'href="http://a/b c/x"'), PAGE_ABSOLUTE)


def test_what_arc_has_no_type_for_is_told_by_its_looks() -> None:
    assert b"href=http://h/d/x" in run(arc((URL, "no-type", LINK))).data


# members


def test_a_member_may_hold_several_records() -> None:
    first, second = response(PAGE), response(PAGE, number=2)
    ran = run(gz(INFO) + gz(first + OTHER + second) + gz(OTHER))
    kinds = ["warcinfo", "warcinfo", "response", "metadata", "response", "metadata"]
    assert kinds_of(gzip.decompress(ran.data)) == kinds
    assert gzip.decompress(ran.data).count(b"href=http://h/d/x") == 2
    assert ran.data.endswith(gz(OTHER))


def test_members_keep_the_head_of_their_compression() -> None:
    named = io.BytesIO()
    with gzip.GzipFile("a name", "wb", 9, named, 123) as file:
        file.write(response(PAGE))
    ran = run(gz(INFO) + named.getvalue())
    assert ran.data.count(named.getvalue()[:8] + b"\0\xffa name\0") == 1


def test_zstandard_with_a_dictionary() -> None:
    samples = [response(PAGE + bytes([65 + n % 26]) * n, number=n) for n in range(300)]
    dictionary = zstandard.train_dictionary(4096, samples)
    packing = zstandard.ZstdCompressor(dict_data=dictionary)
    content = dictionary.as_bytes()
    frame = b"\x5d\x2a\x4d\x18" + len(content).to_bytes(4, "little") + content
    data = frame + b"".join(packing.compress(record) for record in (INFO, response(PAGE), OTHER))
    ran = run(data)
    reading = zstandard.ZstdDecompressor(dict_data=dictionary)
    unpacked = reading.stream_reader(ran.data, read_across_frames=True).read()
    assert run(data, treat=unchanged).data == data
    assert kinds_of(unpacked) == ["warcinfo", "warcinfo", "response", "metadata"]
    assert b"href=http://h/d/x" in unpacked


def test_others_read_what_is_written() -> None:
    """FastWARC reads every record, and finds every digest right."""
    records = [INFO, response(PAGE), OTHER, response(PAGE, "X: y", number=2)]
    for data in (b"".join(records), gz(*records)):
        ran = run(data, treat=resolved)
        stream = io.BytesIO(ran.data)
        found = [
            (str(read.record_type), read.verify_block_digest())
            for read in ArchiveIterator(stream, parse_http=False)
            if read.headers.get("WARC-Block-Digest")
        ]
        assert [ok for _, ok in found] == [True] * 3
