"""HTTP fields that describe a body: each that was correct stays correct, wherever and however often."""

from __future__ import annotations

import base64
import gzip
import hashlib

import pytest

from absolutize.containers.http.body_fields import correct_fields
from absolutize.containers.http.header_fields import HeaderFields
from absolutize.containers.warc.payload import LONGEST_TRAILER
from tests.containers.http.test_codings import AS_HTTP, chunks, in_base64
from tests.support.archives import PAGE, PAGE_ABSOLUTE, check, http, record, records_of, response, run

BEFORE, AFTER = b"before\r\n ", b"after all\r\n "  # the white space at the end may be left out of lengths


def encoded(algorithm: str, data: bytes) -> str:
    return base64.b64encode(hashlib.new(algorithm, data).digest()).decode()


OF_MD5, OF_SHA1, OF_SHA256 = (
    (encoded(name, BEFORE), encoded(name, AFTER)) for name in ("md5", "sha1", "sha256")
)
ALGORITHMS = {
    "sha-224": "sha224",
    "sha-384": "sha384",
    "SHA-512": "sha512",
    "SHA": "sha1",
    "sha3-256": "sha3_256",
    "sha3_512": "sha3_512",
    "blake2b": "blake2b",
    "id-sha-256": "sha256",
    "md5": "md5",
}
FIELDS = (
    *(
        (f"Digest: {name}={{}}", encoded(each, BEFORE), encoded(each, AFTER))
        for name, each in ALGORITHMS.items()
    ),
    ("Repr-Digest: sha-384=:{}:", encoded("sha384", BEFORE), encoded("sha384", AFTER)),
    ("Digest: a=1,\r\n sha-384={}", encoded("sha384", BEFORE), encoded("sha384", AFTER)),
    ("Content-MD5: {}\r\nContent-MD5: x\r\nContent-MD5: {}", *OF_MD5),
    ("Digest: md5=x\r\nDigest: sha-256={}", *OF_SHA256),
    ("Digest: sha={}\r\nDigest: md5=x, sha={}", *OF_SHA1),
    ("Content-Digest: sha-256=:{}:\r\nRepr-Digest: sha-256=:{}:", *OF_SHA256),
    ("Content-Length: {}", "9", "12"),
    ("Content-Length: {}", "6", "9"),
    ("Content-Length: 10\r\nContent-Length: {}\r\nContent-Length: 5", "9", "12"),
    ("Content-Length:\r\n {}", "9", "12"),
    ("Content-Length: {}\r\n\t", "9", "12"),
    ("Content-Length: {}, {}", "9", "12"),
    ("Content-Length: 9, 8{}", "", ""),
    ("Content-Length: 9\r\n 9{}", "", ""),
    ("Content-Length: {}", "9" * 30, "9" * 30),
    ("Content-Length: {}", "", ""),
)


@pytest.mark.rows(("field", "old", "new"), FIELDS, ids=repr)
@pytest.mark.rows("subjects", [((BEFORE, AFTER),), ((b"", b""), (b"x" * 99, b"y"), (BEFORE, AFTER))])
def test_what_fields_say_stays_true(
    field: str, old: str, new: str, subjects: tuple[tuple[bytes, bytes], ...]
) -> None:
    """A field is corrected by whichever of the subjects it was true of."""
    head = f"HTTP/1.1 200 OK\r\nA: b\r\n{field}\r\n\r\n"
    given, expected = (head.replace("{}", each).encode() for each in (old, new))
    assert correct_fields(HeaderFields(given), subjects).head == expected


@pytest.mark.rows(
    ("fields", "kept"),
    [
        ("Digest: unixsum=30637", ["unixsum"]),
        ("Digest: crc32c=AAAA, sha-256=x\r\nRepr-Digest: y=:z:", ["crc32c", "y"]),
        ("Repr-Digest: x.alg=:z:, *y=:z:", ["x.alg", "*y"]),
        ("Content-MD5: x=1\r\nWant-Digest: y=1", []),
        ("Digest: id-sha-256=x, id-sha512=y", []),
    ],
)
def test_digests_of_unknown_algorithms_are_reported(fields: str, kept: list[str]) -> None:
    """They stay unchanged, since it is unknown whether they were correct."""
    block = http(PAGE, fields)
    ran = run(record("response", block, AS_HTTP))
    assert ran.data.endswith(record("response", http(PAGE_ABSOLUTE, fields), AS_HTTP))
    assert [tuple(notice) for notice in ran.notices] == [("input!0", "stale-digest", name) for name in kept]


@pytest.mark.rows(
    ("field", "algorithm"),
    [
        ("Content-MD5: {}", "md5"),
        ("content-md5:\r\n {}", "md5"),
        ("X: y\r\nRepr-Digest: sha-384=:{}:\r\nContent-MD5: x", "sha384"),
        ("Digest: SHA-256={}", "sha256"),
    ],
)
@pytest.mark.rows("coding", ["", "gzip"])
def test_digests_in_a_trailer_are_corrected(field: str, algorithm: str, coding: str) -> None:
    """These are digests of the content, with or without its codings."""
    content = gzip.compress(PAGE, mtime=0) if coding else PAGE
    trailer = field.format(in_base64(algorithm, PAGE)).encode() + b"\r\n"
    fields = ["Transfer-Encoding: chunked", *(["Content-Encoding: gzip"] if coding else [])]
    ran = run(response(chunks(content, trailer=trailer) + b"behind\r\nContent-MD5: x", *fields))
    (read,) = (read for read in records_of(ran.data) if read.kind == "response")
    expected = field.format(in_base64(algorithm, PAGE_ABSOLUTE)).encode()
    assert read.body.endswith(b"\r\n0\r\n" + expected + b"\r\n\r\nbehind\r\nContent-MD5: x")
    assert (ran.notices, check(ran.data)) == ([], [])


def test_digests_are_looked_for_in_the_beginning_of_a_trailer() -> None:
    """A trailer may be as long as its record, so only the fields at its beginning are read into memory."""
    field = b"Content-MD5: %s" % in_base64("md5", PAGE).encode()
    trailer = field + b"\r\n" + b"a: b\r\n" * LONGEST_TRAILER + field + b"\r\n"
    ran = run(response(chunks(PAGE, trailer=trailer), "Transfer-Encoding: chunked"))
    (read,) = (read for read in records_of(ran.data) if read.kind == "response")
    new = b"Content-MD5: %s" % in_base64("md5", PAGE_ABSOLUTE).encode()
    assert read.body.endswith(b"\r\n0\r\n" + trailer.replace(field, new, 1) + b"\r\n")
    assert check(ran.data) == []
