"""Problems in a container are reported with their places; unchanged data are copied or refused."""

from __future__ import annotations

import errno
import gc
import io
import random
import re
import sys
import tarfile
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from typing import NamedTuple

import brotli
import pytest
import zstandard

from absolutize.containers import IncompleteOutput, Problem
from absolutize.containers.compression import MOST_MEMBERS
from absolutize.containers.session import DEEPEST_CONTAINER
from absolutize.containers.source import AnonymousFile
from absolutize.containers.warc.compressed_records import RECORD_SLICE
from absolutize.containers.warc.dictionaries import LARGEST_DICTIONARY
from absolutize.findings import CHECKED_CODES as FOUND_BY_CHECKS
from absolutize.findings import FINDINGS, TROUBLES
from absolutize.storage.files import CHUNK
from tests.containers.mail.test_mhtml import lines
from tests.containers.mail.test_odd_messages import ODD, SIGNED
from tests.containers.test_containers import RECORDS
from tests.support.archives import (
    PAGE,
    PAGE_ABSOLUTE,
    PICTURE,
    URL,
    arc,
    dictionary_frame,
    gz,
    http,
    members_of,
    record,
    resolved,
    response,
    run,
    sha1,
    unchanged,
    wacz,
    zipped,
    zst,
)


class Trouble(NamedTuple):
    """A container with a problem, what is reported, and how many pages are made absolute all the same."""

    id: str
    data: bytes
    notices: list[tuple[str, str, str]]
    changed: int = 0  # pages that are made absolute
    name: str = "input"


def tarred(data: bytes) -> bytes:
    file, entry = io.BytesIO(), tarfile.TarInfo("a.html")
    entry.size = len(data)
    with tarfile.open(fileobj=file, mode="w") as archive:
        archive.addfile(entry, io.BytesIO(data))
    return file.getvalue()


RESPONSE, TAR = response(PAGE), tarred(PAGE)
SIZE = len(RESPONSE)
PACKED = gz(RESPONSE)
CHANCE = random.Random(1)
FILM = gz(response(CHANCE.randbytes(2_000_000), media="video/mp4"))
LONG_LINE = lines("MIME-Version: 1.0\nContent-Type: text/html\n\n" + "<a href=x>" * 99 + "\n")
LONG_PAGE = PAGE + b"<!--" + CHANCE.randbytes(9000).hex().encode() + b"-->"
CHECKED_FRAME = zstandard.ZstdCompressor(write_checksum=True).compress(response(LONG_PAGE))
WITH_DICTIONARY = zstandard.ZstdCompressor(
    dict_data=zstandard.train_dictionary(
        4096, [response(PAGE + bytes([65 + n % 26]) * n) for n in range(300)]
    )
)
LENGTH = re.search(rb"\r\nContent-Length: (\d+)\r\n\r\nHTTP", RESPONSE)
assert LENGTH is not None


def with_length(length: bytes) -> bytes:
    """Make a response record that declares this length."""
    return RESPONSE[: LENGTH.start(1)] + length + RESPONSE[LENGTH.end(1) :]


FILM_RECORD = response(CHANCE.randbytes(CHUNK + 100), media="video/mp4")
PICTURE_RECORD = response(PICTURE, media="image/png")
ONE_ARC_RECORD = arc((URL, "text/html", http(PAGE)))[len(arc()) + 1 :]


def longer_by(more: int, data: bytes) -> bytes:
    """Declare a length that is greater by ``more`` than that of the record."""
    length = re.search(rb"(?<=\r\nContent-Length: )\d+(?=\r\n\r\nHTTP)", data)
    assert length is not None
    return data[: length.start()] + b"%d" % (int(length[0]) + more) + data[length.end() :]


IN_MEMBERS: dict[str, tuple[bytes, str, int]] = {  # a record, its problem, and the pages that are read
    "a length is too large": (with_length(b"700"), "truncated-record", 0),
    "a length is much too large": (with_length(b"9" * 18), "truncated-record", 0),
    "a length is too small": (with_length(b"70"), "wrong-length", 0),
    "a length is no number": (with_length(b"-5"), "no-record", 0),
    "a record is cut": (RESPONSE[:-60], "truncated-record", 0),
    "a head without an end": (RESPONSE.partition(b"\r\n\r\n")[0], "no-record", 0),
    "junk": (b"junk\n", "no-record", 0),
    "junk before a record": (b"junk\n" + RESPONSE, "no-record", 1),
    "a picture's length is a little too small": (longer_by(-2, PICTURE_RECORD), "wrong-length", 0),
    "a film's length is too large": (longer_by(9, FILM_RECORD), "truncated-record", 0),
    "a film's length is too small": (longer_by(-1, FILM_RECORD), "wrong-length", 0),
}


def chunked(body: bytes) -> bytes:
    return response(body, "Transfer-Encoding: chunked")


STORED = zipped([("a.html", PAGE)], deflated=False)
NO_DIRECTORY = "it has no end of central directory"
BEHIND = f"from byte {len(gz(PAGE))}"
MESSAGE = "Content-Type: application/http"
TEXTS = {
    "markup": PAGE,
    "text before markup": b"Hello " + PAGE,
    "text that begins like data of deflate": b"k>,\n 2011-2021, Flor" + PAGE,
    "a byte order mark": b"\xef\xbb\xbf" + PAGE,
    "UTF-16": PAGE.decode().encode("utf-16"),
}
NEITHER = "begins neither as its coding does nor as text"


def of_second(code: str) -> tuple[str, str, str]:
    return f"input!{len(PACKED)}", code, ""


NO_DICTIONARY = dictionary_frame(b"\x37\xa4\x30\xec" + b"abcdefgh")
DICTIONARY_DAMAGE = "input!0", "damaged-coding", "the dictionary: could not create decompression dict"
CUT_DICTIONARY = dictionary_frame(zst(b"x" * 9)[:-1])
DIGEST, OTHER = sha1(PAGE), "sha1:" + "A" * 32

TROUBLES_FOUND = (
    Trouble(
        "a gzip member is cut", PACKED + PACKED[:-9], [(f"input!{len(PACKED)}", "truncated-coding", "")], 1
    ),
    Trouble(
        "a gzip member is cut, and one follows",
        PACKED[:-9] + PACKED,
        [("input!0", "damaged-coding", "incorrect data check")],
        1,
    ),
    Trouble(
        "a gzip member is damaged",
        PACKED + PACKED[:60] + b"\xff\xff\xff" + PACKED[63:] + PACKED,
        [(f"input!{len(PACKED)}", "damaged-coding", "invalid bit length repeat")],
        2,
    ),
    Trouble(
        "junk between gzip members",
        PACKED + b"junk" * 9 + PACKED,
        [(f"input!{len(PACKED)}", "no-record", "")],
        2,
    ),
    Trouble(
        "junk up to a member of which few bytes are read at first",
        PACKED + b"j" * (RECORD_SLICE - 10 - len(PACKED)) + PACKED,
        [(f"input!{len(PACKED)}", "no-record", "")],
        2,
    ),
    Trouble(
        "a frame of Zstandard is damaged, and those behind it are long",
        zst(RESPONSE) + CHECKED_FRAME[:-1] + b"x" + zst(response(LONG_PAGE)) * 2,
        [(f"input!{len(zst(RESPONSE))}", "damaged-coding", "Restored data doesn't match checksum")],
        3,
    ),
    Trouble(
        "the first frame of Zstandard is damaged",
        CHECKED_FRAME[:-1] + b"x" + zst(response(LONG_PAGE)) * 2,
        [("a.warc.zst!0", "damaged-coding", "Restored data doesn't match checksum")],
        2,
        "a.warc.zst",
    ),
    *(
        Trouble(
            f"{name}, in a member of {coding}",
            packed(RESPONSE) + packed(data) + packed(RESPONSE),
            [(f"input!{len(packed(RESPONSE))}", code, "")],
            2 + pages,
        )
        for name, (data, code, pages) in IN_MEMBERS.items()
        for coding, packed in (("gzip", gz), ("Zstandard", zst))
    ),
    Trouble(
        "the second record of a member is cut",
        PACKED + gz(RESPONSE + RESPONSE[:-60]),
        [(f"input!{len(PACKED)}!{SIZE}", "truncated-record", "")],
        2,
    ),
    Trouble(
        "a page behind a film in a member",
        PACKED + gz(FILM_RECORD + RESPONSE),
        [(f"input!{len(PACKED)}", "too-large", f"several records, over {CHUNK} bytes")],
        1,
    ),
    Trouble(
        "a record of ARC is cut in its member",
        gz(arc(), ONE_ARC_RECORD[:-60]),
        [(f"input!{len(gz(arc()))}", "truncated-record", "")],
    ),
    Trouble("members of ARC begin with a line end", gz(arc(), b"\n" + ONE_ARC_RECORD), [], 1),
    Trouble("many line ends between records", RESPONSE + b"\r\n" * 9 + RESPONSE, [], 2),
    Trouble("a dictionary is none", NO_DICTIONARY, [DICTIONARY_DAMAGE]),
    Trouble(
        "a dictionary is none, and no record needs it", NO_DICTIONARY + zst(RESPONSE), [DICTIONARY_DAMAGE], 1
    ),
    Trouble(
        "a dictionary is none, and records need it",
        NO_DICTIONARY + WITH_DICTIONARY.compress(RESPONSE) + WITH_DICTIONARY.compress(RESPONSE),
        [DICTIONARY_DAMAGE, (f"input!{len(NO_DICTIONARY)}", "damaged-coding", "Dictionary mismatch")],
    ),
    Trouble(
        "a dictionary is too large",
        dictionary_frame(bytes(LARGEST_DICTIONARY + 1)) + zst(RESPONSE),
        [("input!0", "too-large", "the dictionary: over 4194304 bytes")],
        1,
    ),
    *(
        Trouble(
            f"a dictionary becomes too large: {size}",
            dictionary_frame(zst(bytes(size))) + zst(RESPONSE),
            [("input!0", "too-large", "the dictionary: over 4194304 bytes")],
            1,
        )
        for size in (LARGEST_DICTIONARY + 1, 1 << 26)
    ),
    *(
        Trouble(f"a dictionary is as large as it may be: {kind}", frame + zst(RESPONSE), [], 1)
        for kind, frame in (
            ("plain", dictionary_frame(bytes(LARGEST_DICTIONARY))),
            ("compressed", dictionary_frame(zst(bytes(LARGEST_DICTIONARY)))),
        )
    ),
    Trouble(
        "a dictionary says to be larger than the file",
        dictionary_frame(b"")[:4] + b"\xff\xff\xff\x7fabc",
        [("input!0", "truncated-coding", "")],
    ),
    Trouble(
        "a dictionary is cut",
        CUT_DICTIONARY + zst(RESPONSE),
        [("input!0", "damaged-coding", "the dictionary: ends too early")],
        1,
    ),
    Trouble(
        "a long member is damaged",
        FILM[:-6] + b"x" + FILM[-5:] + PACKED,
        [("input!0", "damaged-coding", "incorrect data check")],
        1,
    ),
    Trouble("junk before records", b"junk\n" + RESPONSE, [("a.warc!0", "no-record", "")], 1, "a.warc"),
    Trouble(
        "a mark before records", b"\xef\xbb\xbf" + RESPONSE, [("a.warc!0", "no-record", "")], 0, "a.warc"
    ),
    Trouble("a database", gz(b"SQLite format 3\0" + PAGE), [("input", "not-html", "")]),
    Trouble("junk between records", RESPONSE + b"junk\n" + RESPONSE, [(f"input!{SIZE}", "no-record", "")], 2),
    Trouble("a length is too large", with_length(b"700") + RESPONSE, [("input!0", "wrong-length", "")], 1),
    Trouble("a length is too small", with_length(b"70") + RESPONSE, [("input!0", "wrong-length", "")], 1),
    Trouble(
        "a length of the last record is too small",
        RESPONSE + with_length(b"70"),
        [(f"input!{SIZE}", "wrong-length", "")],
        1,
    ),
    Trouble(
        "a length is larger than the file",
        with_length(b"9" * 18) + RESPONSE,
        [("input!0", "wrong-length", "")],
        1,
    ),
    Trouble("a length is no number", with_length(b"-5") + RESPONSE, [("input!0", "no-record", "")], 1),
    Trouble(
        "the last record is cut", RESPONSE + RESPONSE[:-60], [(f"input!{SIZE}", "truncated-record", "")], 1
    ),
    Trouble(
        "a head without an end",
        record(
            "response",
            b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n" + PAGE,
            "Content-Type: application/http",
        ),
        [("input!0", "no-head", "")],
    ),
    Trouble(
        "a head longer than browsers read",
        record(
            "response",
            b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n" + b"a:b\r\n" * (1 << 16) + b"\r\n" + PAGE,
            "Content-Type: application/http",
        ),
        [("input!0", "no-head", "more than 262144 bytes")],
    ),
    Trouble(
        "a segment",
        RESPONSE.replace(b"WARC-Date", b"WARC-Segment-Number: 1\r\nWARC-Date") + RESPONSE,
        [("input!0", "segmented", "")],
        1,
    ),
    Trouble(
        "some bytes of a document",
        response(PAGE, "Content-Range: bytes 100-700/2000", status="206 Partial Content"),
        [("input!0", "partial-content", "")],
    ),
    Trouble(
        "no message", record("response", PAGE, "Content-Type: application/http"), [("input!0", "no-head", "")]
    ),
    Trouble(
        "chunks without a size",
        chunked(b"5\r\n<a hr\r\nxx"),
        [("input!0", "damaged-message", "no size begins a chunk: 2")],
    ),
    Trouble(
        "chunks without an end",
        chunked(b"5\r\n<a href=x>"),
        [("input!0", "damaged-message", "a line does not end a chunk: 1")],
    ),
    Trouble(
        "chunks that are cut", chunked(b"fff\r\n" + PAGE), [("input!0", "truncated-message", "chunked")], 1
    ),
    Trouble(
        "a chunk with a size of too many digits",
        chunked(b"1" * 17 + b"\r\n" + PAGE),
        [("input!0", "damaged-message", "no size begins a chunk: 1")],
    ),
    Trouble(
        "a line before the chunks",
        chunked(b"\r\n%x\r\n%b\r\n0\r\n\r\n" % (len(PAGE), PAGE)),
        [("input!0", "damaged-message", "no size begins a chunk: 1")],
    ),
    Trouble(
        "an extension that does not end",
        chunked(b"5 ; " + PAGE.replace(b"\n", b" ")),
        [("input!0", "damaged-message", "no size begins a chunk: 1")],
    ),
    Trouble("no chunks", chunked(PAGE), [("input!0", "not-coded", "chunked")], 1),
    Trouble("a page named as gzip", PAGE, [("p.html.gz", "not-coded", ".gz")], 1, "p.html.gz"),
    Trouble("no gzip", b"\1\2<a href=x>", [("p.html.gz", "not-coded", ".gz")], 0, "p.html.gz"),
    Trouble("no Zstandard", b"\1\2<a href=x>", [("p.zst", "not-coded", ".zst")], 0, "p.zst"),
    Trouble("no Brotli", b"\1\2<a href=x>", [("p.html.br", "not-coded", ".br")], 0, "p.html.br"),
    Trouble("not gzip", response(PAGE, "Content-Encoding: gzip"), [("input!0", "not-coded", "gzip")], 1),
    Trouble(
        "not gzip, in UTF-16",
        response(PAGE.decode().encode("utf-16"), "Content-Encoding: gzip"),
        [("input!0", "not-coded", "gzip")],
        1,
    ),
    *(
        Trouble(
            f"neither {coding} nor text",
            response(b"x\x01" + PAGE, f"Content-Encoding: {coding}"),
            [("input!0", "damaged-message", f"{NEITHER}: {coding}")],
        )
        for coding in ("gzip", "zstd")
    ),
    Trouble(
        "neither chunks nor text",
        chunked(b"x\x01" + PAGE),
        [("input!0", "damaged-message", f"{NEITHER}: chunked")],
    ),
    Trouble(
        "gzip of several members",
        response(gz(b"", PAGE, PAGE), "Content-Encoding: gzip"),
        [
            (
                "input!0",
                "trailing-data",
                f"from byte {len(gz(b'', PAGE))} of the content: another member of gzip",
            )
        ],
        1,
    ),
    Trouble(
        "more members than are read",
        response(gz(b"") * (MOST_MEMBERS + 1), "Content-Encoding: gzip"),
        [("input!0", "damaged-message", f"has more members than are read: {MOST_MEMBERS}")],
    ),
    Trouble(
        "a second frame that is cut",
        response(zst(PAGE, PAGE)[:-1], "Content-Encoding: zstd"),
        [("input!0", "damaged-message", "ends too early")],
    ),
    Trouble(
        "chunks that were taken off gzip",
        response(gz(PAGE), "Content-Encoding: gzip", "Transfer-Encoding: chunked"),
        [("input!0", "not-coded", "chunked")],
        1,
    ),
    Trouble(
        "gzip that is cut",
        response(PACKED[:-9], "Content-Encoding: gzip"),
        [("input!0", "damaged-message", "ends too early")],
    ),
    *(
        Trouble(
            f"text that is said to be in {coding}",
            response(PAGE, f"Content-Encoding: {coding}"),
            [("input!0", "not-coded", unknown) for unknown in coding.removeprefix("gzip, ").split(", ")],
            1,
        )
        for coding in ("utf-8", "aws-chunked", "text/html", "compress", "gzip, utf-8", "binary, utf-8")
    ),
    *(
        Trouble(
            f"gzip that is said to be in {coding}",
            response(gz(PAGE), f"Content-Encoding: {coding}"),
            [("input!0", "damaged-message", "a coding that is not known: utf-8")],
        )
        for coding in ("utf-8", "gzip, utf-8", "utf-8, gzip")
    ),
    Trouble("nothing in a coding that is not known", response(b"", "Content-Encoding: utf-8"), []),
    Trouble(
        "a transfer coding that is not known",
        response(b"5\r\n" + PAGE[:5] + b"\r\n0\r\n\r\n", "Transfer-Encoding: chunked;x=1"),
        [("input!0", "damaged-message", "a coding that is not known: chunked;x=1")],
    ),
    *(
        Trouble(
            f"{text}, and not {coding}",
            response(body, f"Content-Encoding: {coding}"),
            [("input!0", "not-coded", coding)],
            1,
        )
        for coding in ("br", "deflate")
        for text, body in TEXTS.items()
    ),
    Trouble(
        "neither deflate nor text",
        response(b"\1\2" + PAGE, "Content-Encoding: deflate"),
        [("input!0", "damaged-message", "invalid stored block lengths")],
    ),
    Trouble(
        "XML in EBCDIC",
        response("<?xml version='1.0'?><a/>".encode("cp037"), media="text/xml"),
        [("input!0", "not-html", "")],
    ),
    Trouble("a picture that is said to be HTML", response(PICTURE), [("input!0", "not-html", "")]),
    Trouble(
        "a digest is wrong",
        RESPONSE.replace(DIGEST.encode(), OTHER.encode()),
        [("input!0", "wrong-digest", OTHER)],
        1,
    ),
    Trouble(
        "a digest is not known",
        RESPONSE.replace(DIGEST.encode(), b"blake3:00"),
        [("input!0", "unknown-digest", "blake3:00")],
        1,
    ),
    Trouble(
        "a revisit of another URI",
        RESPONSE
        + record(
            "revisit",
            b"",
            f"WARC-Payload-Digest: {DIGEST}",
            f"WARC-Refers-To-Target-URI: {URL}",
            uri="http://other/",
        ),
        [(f"input!{SIZE}", "revisit-elsewhere", "http://other/")],
        1,
    ),
    Trouble(
        "ARC of another version",
        arc((URL, "text/html", http(PAGE))).replace(b"\n1 0", b"\n2 0"),
        [("input", "unsupported-version", "only version 1 of ARC is")],
    ),
    Trouble(
        "ARC without a version block",
        ONE_ARC_RECORD,
        [("a.arc", "unsupported-version", "it has no version block")],
        0,
        "a.arc",
    ),
    Trouble(
        "ARC without a version block, in gzip",
        gz(ONE_ARC_RECORD, ONE_ARC_RECORD),
        [("a.arc.gz", "unsupported-version", "it has no version block")],
        0,
        "a.arc.gz",
    ),
    Trouble("junk behind gzip", gz(PAGE) + b"junk", [("input", "trailing-data", BEHIND)], 1),
    Trouble("tar in gzip", gz(TAR), [("input", "not-html", "")]),
    Trouble("a line of mail grows", LONG_LINE, [("input", "long-line", "")], 1),
    Trouble("a message is signed", lines(SIGNED.format("x")), [("input", "signed", "")], 1),
    Trouble("zip is cut", STORED[:-30], [("input", "no-directory", NO_DIRECTORY)]),
    Trouble(
        "a member has another checksum",
        STORED.replace(b"text", b"tixt", 1),
        [("input!a.html", "damaged-member", "its checksum or size does not match")],
    ),
    Trouble(
        "a member is encrypted",
        STORED.replace(b"PK\x01\x02\x14\x03\x14\x00\x00", b"PK\x01\x02\x14\x03\x14\x00\x01"),
        [("input!a.html", "unsupported-member", "")],
    ),
    Trouble(
        "a picture by the name of HTML", zipped([("a.html", PICTURE)]), [("input!a.html", "not-html", "")]
    ),
    Trouble(
        "a member that would not be whole",
        zipped([("b.html.gz", gz(PAGE)[:-1]), ("a.html", PAGE)]),
        [("input!b.html.gz", "truncated-coding", f"at byte {len(gz(PAGE)) - 1}")],
        1,
    ),
    Trouble(
        "WACZ is signed",
        wacz(PACKED, signed=True),
        [("input!datapackage-digest.json", "signature", "")],
        1,
    ),
    Trouble(
        "a WARC file in WACZ is compressed as a whole",
        zipped([("datapackage.json", b"{}"), ("archive/data.warc.gz", gz(RESPONSE + RESPONSE))]),
        [("input!archive/data.warc.gz", "not-by-record", "")],
    ),
    Trouble(
        "a WARC file in zip has an index",
        zipped([("a/data.warc.gz", PACKED), ("a/data.cdx", b"index")]),
        [("input!a/data.cdx", "stale-index", "")],
        1,
    ),
    Trouble(
        "an index has another digest",
        zipped(
            [
                (name, data.replace(DIGEST.encode(), OTHER.encode()) if name.endswith(".cdxj") else data)
                for name, data in members_of(wacz(PACKED))
            ],
            deflated=False,
        ),
        [("input!archive/data.warc.gz!0", "stale-digest", OTHER)],
        1,
    ),
)
troubles = pytest.mark.rows("trouble", TROUBLES_FOUND, ids=[trouble.id for trouble in TROUBLES_FOUND])


@troubles
def test_what_is_wrong_is_reported_with_its_place(trouble: Trouble) -> None:
    ran = run(trouble.data, trouble.name)
    assert [tuple(notice) for notice in ran.notices] == trouble.notices
    changed = [part for part in ran.parts if resolved(part)[0] != part.body]
    assert len(changed) >= trouble.changed
    assert (ran.data != trouble.data) == (trouble.changed > 0)


@troubles
def test_what_is_wrong_and_not_changed_is_copied(trouble: Trouble) -> None:
    assert run(trouble.data, trouble.name, unchanged).data == trouble.data


LONG = gz(PAGE * 900)
CUT_AT = f"at byte {len(LONG) - 1}"
DAMAGED_AT = f"before byte {len(LONG)}: incorrect data check"
REFUSED = (
    ("gzip that is cut", LONG[:-1], Problem("input", "truncated-coding", CUT_AT)),
    ("gzip that is damaged", LONG[:-8] + bytes(8), Problem("input", "damaged-coding", DAMAGED_AT)),
    ("a member above", zipped([("a/../../b.html", PAGE)]), Problem("input", "unsafe-name", "a/../../b.html")),
    ("a member at the root", zipped([("/b.html", PAGE)]), Problem("input", "unsafe-name", "/b.html")),
    ("a member on a drive", zipped([("c:b.html", PAGE)]), Problem("input", "unsafe-name", "c:b.html")),
)


@pytest.mark.rows(("data", "why"), [row[1:] for row in REFUSED], ids=[row[0] for row in REFUSED])
def test_what_would_not_be_whole_is_refused(data: bytes, why: Problem) -> None:
    with pytest.raises(IncompleteOutput) as refusal:
        run(data)
    assert refusal.value.why == why


@pytest.mark.parametrize("name", ["a/../../b.html", "/b.html", "c:b.html", "a\\..\\..\\b.html"])
def test_names_that_cannot_be_unpacked_are_read_where_nothing_is_written(name: str) -> None:
    ran = run(zipped([(name, PAGE), ("d.html", PAGE)]), reading=True)
    assert [part.name for part in ran.parts] == [f"input!{name}", "input!d.html"]
    assert ran.notices == [Problem("input", "unsafe-name", name)]


def test_members_that_overlap_are_not_read() -> None:
    """A zip bomb: several entries of the central directory refer to the same data."""
    bomb = bytearray(zipped([("a.html", PAGE), ("b.html", PAGE)]))
    second = bomb.rindex(b"PK\x01\x02")
    bomb[second + 42 : second + 46] = bytes(4)
    ran = run(bytes(bomb))
    assert ran.notices == [Problem("input", "no-directory", "members of it overlap")]
    assert ran.data == bomb


NESTING: dict[str, tuple[Callable[[bytes], bytes], str]] = {
    "zip": (lambda data: zipped([("a.zip", data)]), "!a.zip" * 9),
    "gzip": (gz, ""),
    "Zstandard": (zst, ""),
    "Brotli": (brotli.compress, ""),
    "gzip in zip": (lambda data: zipped([("a.gz", gz(data))]), "!a.gz" * 5),
}


@cache
def nested(kind: str, levels: int) -> tuple[bytes, str]:
    """Nest a page in this many containers; return the file's name, too."""
    data = PAGE
    for _ in range(levels):
        data = NESTING[kind][0](data)
    return data, "p.html" + ".br" * levels if kind == "Brotli" else "p.html"


@pytest.mark.rows("kind", NESTING)
@pytest.mark.rows("levels", [DEEPEST_CONTAINER + 2, 12, 400])
@pytest.mark.rows("reading", [False, True])
def test_containers_in_containers_have_an_end(kind: str, levels: int, *, reading: bool) -> None:
    data, name = nested(kind, levels)
    ran = run(data, name, reading=reading)
    assert ran.notices == [Problem(name + NESTING[kind][1], "too-deep", "over 8 levels")]
    assert ran.data == data
    assert ran.parts == []


@pytest.mark.rows("kind", [kind for kind in NESTING if kind != "gzip in zip"])
def test_containers_in_containers_are_read_up_to_there(kind: str) -> None:
    data, name = nested(kind, DEEPEST_CONTAINER + 1)
    ran = run(data, name)
    assert ran.notices == []
    assert [part.body for part in ran.parts] == [PAGE]
    assert ran.data != data


def test_a_name_with_exclamation_marks_is_not_deep() -> None:
    assert len(run(zipped([("a.html", PAGE)]), "!" * 20 + ".zip").parts) == 1


def test_a_file_that_cannot_be_opened_is_not_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(**_: object) -> None:
        raise OSError(errno.EMFILE, "too many")

    unraisable = list[object]()
    monkeypatch.setattr(sys, "unraisablehook", unraisable.append)
    monkeypatch.setattr("tempfile.TemporaryFile", refuse)
    with pytest.raises(OSError, match="too many"):
        AnonymousFile()
    gc.collect()
    assert unraisable == []


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a device of Linux")
def test_a_full_disk_for_temporary_files_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    unraisable = list[object]()
    monkeypatch.setattr(sys, "unraisablehook", unraisable.append)
    monkeypatch.setattr("tempfile.TemporaryFile", partial(Path("/dev/full").open, "r+b"))
    monkeypatch.setattr("tempfile.tempdir", "/t")
    file = AnonymousFile()
    file.write(b"x")
    why = r"No space left on device in /t, for temporary files \(set TMPDIR to use another directory\)"
    with pytest.raises(OSError, match=why):
        file.flush()
    del file
    gc.collect()
    assert unraisable == []


@pytest.mark.parametrize("behind", [0, 1, 100, 400, 700])
def test_a_film_may_be_large(behind: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """The record of the film begins at the end of a slice that is read at once, or a little before."""
    monkeypatch.setattr("absolutize.containers.warc.compressed_records.MAX_RECORD", 1_000_000)
    padding = RECORD_SLICE - behind - len(gz(b""))
    first = gz(record("metadata", CHANCE.randbytes(padding - 400)))
    first = gz(record("metadata", CHANCE.randbytes(2 * padding - 400 - len(first))))
    assert RECORD_SLICE - behind - 100 <= len(first) <= RECORD_SLICE - behind + 100
    assert run(first + FILM).notices == []


def test_what_is_too_large_is_copied(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("absolutize.containers.warc.framing.MAX_RECORD", 400)
    monkeypatch.setattr("absolutize.containers.warc.compressed_records.MAX_RECORD", 400)
    monkeypatch.setattr("absolutize.containers.session.MAX_DOCUMENT", 400)
    for data, place in ((RESPONSE, "input!0"), (PACKED, "input!0"), (gz(PAGE), "input")):
        ran = run(data)
        assert ran.data == data
        assert [(notice.place, notice.code) for notice in ran.notices] == [(place, "too-large")]


def test_every_trouble_has_an_expectation() -> None:
    found = {code for trouble in TROUBLES_FOUND for _, code, _ in trouble.notices}
    found |= {why.code for _, _, why in REFUSED} | {"too-large", "too-deep"}
    found |= {code for _, troubles, _ in ODD.values() for _, code in troubles}
    found |= {
        "leads-out",
        "no-file",
        "no-access",
        "skipped-directory",
        "git-ignored",
        "zip-in-directory",
    }  # of directories, which have their own tests
    assert {finding.code for finding in TROUBLES} == found


def test_every_trouble_is_a_finding_that_no_check_has() -> None:
    codes = {finding.code for finding in TROUBLES}
    assert codes <= {finding.code for finding in FINDINGS}
    assert not codes & FOUND_BY_CHECKS


@pytest.mark.parametrize(
    ("module", "data", "name"),
    [
        ("brotlicffi", brotli.compress(PAGE), "p.br"),
        ("zstandard", zst(PAGE), "input"),
        ("zstandard", zst(*RECORDS), "input"),
        ("fastwarc", gz(*RECORDS), "input"),
    ],
    ids=["Brotli", "Zstandard", "WARC in Zstandard", "WARC in gzip"],
)
def test_what_is_missing_is_named(
    monkeypatch: pytest.MonkeyPatch, module: str, data: bytes, name: str
) -> None:
    for missing in {module, "brotli"}:
        monkeypatch.setitem(sys.modules, missing, None)
    with pytest.raises(IncompleteOutput) as refusal:
        run(data, name)
    assert refusal.value.why == f"{module} is needed for it: pip install 'absolutize[archives]'"


def test_what_is_missing_for_a_member_is_reported_and_others_are_read(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "zstandard", None)
    packed = zst(PAGE)
    needed = "zstandard is needed for it: pip install 'absolutize[archives]'"
    for reading in (False, True):
        ran = run(zipped([("p.html.zst", packed), ("q.html", PAGE)]), "input", reading=reading)
        assert ran.notices == [Problem("input!p.html.zst", "unsupported-member", needed)]
        assert members_of(ran.data) == [("p.html.zst", packed), ("q.html", PAGE_ABSOLUTE)]


def test_a_message_in_a_coding_that_is_missing_is_copied(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("brotli", "brotlicffi"):
        monkeypatch.setitem(sys.modules, name, None)
    data = response(brotli.compress(PAGE), "Content-Encoding: br")
    ran = run(data)
    assert ran.data == data
    needed = "brotlicffi is needed for it: pip install 'absolutize[archives]'"
    assert ran.notices == [Problem("input!0", "damaged-message", needed)]
