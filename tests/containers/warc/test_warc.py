"""Records of WARC and ARC: what is rewritten in them, and the digests and lengths that must stay correct."""

from __future__ import annotations

import gzip
import io
import random
import re
from typing import Any, NamedTuple

import pytest
import zstandard
from fastwarc.warc import ArchiveIterator

from absolutize.containers import Problem
from absolutize.containers.http.header_fields import HeaderFields, media_type_of
from tests.containers.http.test_codings import AS_HTTP, GZIPPED, chunks
from tests.support.archives import (
    CHECKED,
    DATE,
    INFO,
    PAGE,
    PAGE_ABSOLUTE,
    URL,
    Read,
    arc,
    check,
    description,
    dictionary_frame,
    gz,
    http,
    members_of,
    record,
    records_of,
    resolved,
    response,
    run,
    sha1,
    unchanged,
    zipped,
    zst,
)

CUT_RECORDS = {
    "as it is": response(PAGE) + response(PAGE, number=2)[:-60],
    "gzip": gz(response(PAGE)) + gz(response(PAGE, number=2))[:-14],
    "gzip, in a whole member": gz(response(PAGE), response(PAGE, number=2)[:-60]),
}


@pytest.mark.rows("name", CUT_RECORDS)
def test_what_can_be_read_of_a_record_is_read_where_nothing_is_written(name: str) -> None:
    data = CUT_RECORDS[name]
    whole, cut = (part.body for part in run(data, task=unchanged, reading=True).parts)
    assert whole == PAGE
    assert PAGE.startswith(cut)
    assert b"<a href=x>" in cut
    assert [part.body for part in run(data).parts] == [PAGE]


# which records, and by which base


def hrefs(data: bytes) -> list[str]:
    """List the link targets in a WARC's pages, in order."""
    bodies = [read.body for read in records_of(data) if b"href=" in read.body]
    return [body.partition(b"href=")[2].partition(b">")[0].decode() for body in bodies]


LINK = b"<!DOCTYPE html><a href=x>"
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
    "fields that are folded at once": (
        record("response", http(LINK), AS_HTTP, uri=f"\r\n {URL}").replace(b"h: ", b"h:\r\n "),
        "http://h/d/x",
    ),
    "lines that end with a line feed": (
        record("response", http(LINK).replace(b"\r\n", b"\n"), AS_HTTP),
        "http://h/d/x",
    ),
}


@pytest.mark.rows("name", TARGETS)
def test_records_have_the_base_of_their_uri(name: str) -> None:
    data, target = TARGETS[name]
    assert hrefs(run(data).data)[0] == target


DECLARED = b"Content-Type: application/http; msgtype=response\r\n"
DECLARATIONS = {
    "nothing": b"",
    "the type of the document": b"Content-Type: text/html\r\n",
    "another type": b"Content-Type: application/octet-stream\r\n",
    "any message of HTTP": b"Content-Type: message/http\r\n",
}


@pytest.mark.rows("name", DECLARATIONS)
def test_a_response_may_be_http_without_a_declaration(name: str) -> None:
    """The lengths and digests are those of HTTP, as warcio finds them."""
    before, after = (response(page).replace(DECLARED, DECLARATIONS[name]) for page in (PAGE, PAGE_ABSOLUTE))
    ran = run(before)
    assert ran.notices == []
    assert ran.data.endswith(after)
    read = records_of(ran.data)[-1]
    assert (read.body, dict(read.http)["Content-Length"]) == (PAGE_ABSOLUTE, str(len(PAGE_ABSOLUTE)))
    assert check(ran.data) == []


FOLDED = [
    "WARC-Type",
    "WARC-Record-ID",
    "WARC-Target-URI",
    "Content-Type",
    "Content-Length",
    "WARC-Block-Digest",
]


@pytest.mark.rows("name", FOLDED)
def test_a_field_may_end_with_a_line_of_spaces(name: str) -> None:
    """Such a line belongs to the field, and stays."""
    line = re.compile(f"(?m)^{name}:.*\r\n".encode())
    before, after = (line.sub(b"\\g<0> \t\r\n", response(page), 1) for page in (PAGE, PAGE_ABSOLUTE))
    ran = run(before)
    assert before != response(PAGE)
    assert ran.notices == []
    assert ran.data.endswith(after)


def test_a_response_may_be_no_http() -> None:
    data = record("response", LINK, "Content-Type: text/html", uri="ftp://h/d/p")
    assert b"<a href=ftp://h/d/x>" in run(data).data


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


@pytest.mark.rows("name", CHARSETS)
def test_the_last_content_type_counts(name: str) -> None:
    """This is the Fetch Standard's algorithm to extract a MIME type."""
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


@pytest.mark.rows("name", HTTP_BASES)
def test_the_bases_of_http_count_where_that_is_asked(name: str) -> None:
    fields, target = HTTP_BASES[name]
    data = response(LINK, *fields)
    assert hrefs(run(data).data) == ["http://h/d/x"]
    assert hrefs(run(data, http_content_location=True).data) == [target]


# what is true of other records


def test_a_revisit_has_the_digest_of_what_it_is_about() -> None:
    """The record is found by WARC-Refers-To, by the URI referred to, or by the revisit's own URI."""
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
    """A warcinfo is added there, and again after a later warcinfo of the input, which would replace it."""
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


def test_conversions_follow_the_records_that_they_are_of() -> None:
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


@pytest.mark.rows("name", ["as they are", "gzip", "gzip, several in a member", "Zstandard"])
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


ARC_LINES = {  # the URL and the media type of a record
    "neither has spaces": (URL, "text/html"),
    "a media type with a charset": (URL, "text/html; charset=utf-8"),
    "a media type of numbers": (URL, "text/html; a=1 2020 c"),
    "a URL with spaces": ("http://a/b c/d", "text/html"),
    "a URL with a date": ("http://a/b 192.0.2.1 20200102030405 c/d", "text/html"),
    "both have spaces": ("http://a/b c/d", "text/html; charset=utf-8"),
    "letters": ("http://a/\xe9", "text/html"),
}


@pytest.mark.rows("name", ARC_LINES)
def test_a_line_of_arc_is_read_whatever_has_spaces_in_it(name: str) -> None:
    url, media = ARC_LINES[name]
    ran = run(arc((url, media, http(CHECKED)), (URL, "text/html", http(PAGE))))
    assert [part.url for part in ran.parts] == [url, URL]
    assert ran.data == arc((url, media, http(CHECKED)), (URL, "text/html", http(PAGE_ABSOLUTE)))
    assert ran.notices == []


def test_what_arc_has_no_type_for_is_detected_from_its_content() -> None:
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


class ByDictionary(NamedTuple):
    """The size of a Zstandard dictionary, whether it is compressed, and whether its file is in a WACZ."""

    size: int
    is_compressed: bool = False
    is_stream: bool = False

    @property
    def content(self) -> bytes:
        samples = [response(PAGE + bytes([65 + n % 26]) * n, number=n) for n in range(300)]
        trained = zstandard.train_dictionary(4096, samples).as_bytes()
        return trained + random.Random(1).randbytes(self.size - len(trained))

    def file_of(self, records: list[bytes]) -> bytes:
        content = self.content
        packing = zstandard.ZstdCompressor(dict_data=zstandard.ZstdCompressionDict(content))
        frame = dictionary_frame(zst(content) if self.is_compressed else content)
        return frame + b"".join(packing.compress(record) for record in records)

    def unpacked(self, data: bytes) -> bytes:
        given = zstandard.ZstdCompressionDict(self.content)
        return zstandard.ZstdDecompressor(dict_data=given).stream_reader(data, read_across_frames=True).read()


DICTIONARIES = {
    "short": ByDictionary(4096),
    "short, compressed": ByDictionary(4096, is_compressed=True),
    "as long as zstd makes it": ByDictionary(112_640),
    "as long as zstd makes it, compressed": ByDictionary(112_640, is_compressed=True),
    "short, of a stream": ByDictionary(4096, is_stream=True),
    "long, of a stream": ByDictionary(1_000_000, is_stream=True),
    "long, compressed, of a stream": ByDictionary(1_000_000, is_compressed=True, is_stream=True),
}


@pytest.mark.rows("name", DICTIONARIES)
def test_zstandard_with_a_dictionary(name: str) -> None:
    """The dictionary is read as a whole, however long it is, also from a member of a WACZ (a stream)."""
    by = DICTIONARIES[name]
    data = by.file_of([INFO, response(PAGE), OTHER])

    def through(task: Any) -> tuple[bytes, list[Problem]]:
        if not by.is_stream:
            ran = run(data, task=task)
            return ran.data, ran.notices
        files = [("archive/data.warc.zst", data)]
        ran = run(zipped([*files, *description(files)], deflated=False), task=task)
        return members_of(ran.data)[0][1], ran.notices

    assert through(unchanged) == (data, [])
    after, notices = through(resolved)
    assert notices == []
    unpacked = by.unpacked(after)
    assert kinds_of(unpacked) == ["warcinfo", "warcinfo", "response", "metadata"]
    assert b"href=http://h/d/x" in unpacked


def test_others_read_what_is_written() -> None:
    """FastWARC reads every record, and finds every digest right."""
    records = [INFO, response(PAGE), OTHER, response(PAGE, "X: y", number=2)]
    for data in (b"".join(records), gz(*records)):
        ran = run(data, task=resolved)
        stream = io.BytesIO(ran.data)
        found = [
            (str(read.record_type), read.verify_block_digest())
            for read in ArchiveIterator(stream, parse_http=False)
            if read.headers.get("WARC-Block-Digest")
        ]
        assert [ok for _, ok in found] == [True] * 3


@pytest.mark.parametrize("uri", ["http://h/d/?warc-segment-number=1", "http://h/d/?x=WARC-Segment-Number:1"])
def test_a_uri_that_names_a_field_makes_no_segment(uri: str) -> None:
    ran = run(response(PAGE, uri=uri))
    assert [read.body for read in records_of(ran.data)][-1] == PAGE_ABSOLUTE
    assert ran.notices == []
