"""HTTP messages in records: their content codings, lengths and digests."""

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

from absolutize.containers.http.codings import LONGEST_MEMBER_HEADER
from tests.support.archives import (
    INFO,
    PAGE,
    PAGE_ABSOLUTE,
    check,
    gz,
    http,
    record,
    records_of,
    response,
    run,
    sha1,
    unchanged,
    zst,
)


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
    """A way to send a page: the body, the header fields that declare it, and the function that decodes it."""

    body: bytes
    fields: tuple[str, ...]
    decoded: Any


def extra(length: int) -> bytes:
    """The extra field of a gzip member's header (RFC 1952 2.3.1.1)."""
    return length.to_bytes(2, "little") + bytes(length)


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


@pytest.mark.rows("name", CODINGS)
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


@pytest.mark.rows("name", ["gzip", "deflate", "br", "zstd", "chunked and gzip", "two"])
def test_what_can_be_read_of_a_message_is_read_where_nothing_is_written(name: str) -> None:
    body, fields, _ = CODINGS[name]
    data = response(body[: len(body) // 2], *fields)
    read = [part.body for part in run(data, task=unchanged, reading=True).parts]
    assert all(part and PAGE.startswith(part) for part in read)
    assert len(read) == (name not in {"two", "zstd", "br"})
    assert run(data).data == data
    assert run(data).parts == []


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


@pytest.mark.rows("name", INTERIM)
@pytest.mark.rows("packed", [False, True], ids=["as it is", "gzip"])
def test_interim_responses_precede_the_final_one(name: str, *, packed: bool) -> None:
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


EXTRA, NAME, COMMENT = 4, 8, 16  # flags of a gzip member's header, RFC 1952 2.3.1
FAR = LONGEST_MEMBER_HEADER + 900
LONG_HEADERS = {  # each with its flags, and the flags and names of the header that is written
    "an extra field, and a name behind": (EXTRA | NAME, extra(FAR) + b"n\0", (0, b"")),
    "a name": (NAME, b"n" * FAR + b"\0", (0, b"")),
    "a name, and a comment": (NAME | COMMENT, b"n\0" + b"c" * FAR + b"\0", (NAME, b"n\0")),
    "a comment": (COMMENT, b"c" * FAR + b"\0", (0, b"")),
    "a short extra field": (EXTRA | NAME, extra(9) + b"n\0", (NAME, b"n\0")),
}


@pytest.mark.parametrize(("flags", "names", "kept"), LONG_HEADERS.values(), ids=LONG_HEADERS)
def test_names_that_are_far_behind_are_left_out_of_a_gzip_header(
    flags: int, names: bytes, kept: tuple[int, bytes]
) -> None:
    body = GZIPPED[:3] + bytes((flags,)) + GZIPPED[4:10] + names + GZIPPED[10:]
    ran = run(response(body, "Content-Encoding: gzip"))
    (read,) = (read for read in records_of(ran.data) if read.kind == "response")
    assert gzip.decompress(read.body) == PAGE_ABSOLUTE
    assert (read.body[3], read.body[10 : 10 + len(kept[1])]) == kept
    assert ran.notices == []


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


@pytest.mark.rows(
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


AS_HTTP = "Content-Type: application/http; msgtype=response"
