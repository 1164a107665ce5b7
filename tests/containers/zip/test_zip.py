"""Zip files and WACZ: what is in them, by which base, and what indexes and descriptions say about it."""

from __future__ import annotations

import gzip
import io
import json
import struct
import zipfile
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from absolutize.containers import (
    CONTAINERS,
    ContainerTask,
    DocumentPart,
    Session,
    from_chunks,
    source_of,
)
from absolutize.containers.source import RECORDS_SEEN, bytes_among
from absolutize.containers.zip import rewriter, structure
from tests.support.archives import (
    INFO,
    PAGE,
    PAGE_ABSOLUTE,
    PICTURE,
    blocks_of,
    description,
    gz,
    index_of,
    members_of,
    record,
    records_of,
    resolved,
    response,
    run,
    sha1,
    sha256,
    unchanged,
    wacz,
    zipped,
)

LINK = b"<a href=x>"


def test_members_have_the_base_of_their_names() -> None:
    names = ("index.html", "a/b.html", "a b/ö.html", "c:/no", "d/e.txt", "f/g.xhtml", "h/like", "q?r.htm")
    data = zipped((name.replace("c:/", "c/"), b"<html>" + LINK) for name in names)
    bases = {part.name.removeprefix("input!"): part.encapsulating for part in run(data).parts}
    assert bases == {
        "index.html": "./index.html",
        "a/b.html": "./a/b.html",
        "a b/ö.html": "./a%20b/%C3%B6.html",
        "c/no": "./c/no",
        "f/g.xhtml": "./f/g.xhtml",
        "h/like": "./h/like",
        "q?r.htm": "./q%3Fr.htm",
    }


def test_members_of_members_have_the_base_of_both_names() -> None:
    inner = zipped([("b/c.html", LINK)])
    data = zipped([("a b/inner.zip", inner), ("d/inner.zip.gz", gz(zipped([("e.zip", inner)])))])
    assert [part.encapsulating for part in run(data).parts] == ["./a%20b/b/c.html", "./d/b/c.html"]


def test_mail_has_the_base_of_its_name() -> None:
    letter = b"Content-Type: text/html\n\n<a href=x>"
    names = {"a/m.eml": letter, "b/m.mbox": b"From a@b Thu Jan  1 00:00:00 1998\n" + letter}
    after = dict(members_of(run(zipped(names.items())).data))
    assert [content.rpartition(b"=")[2] for content in after.values()] == [
        b"http://h/d/a/x>",
        b"http://h/d/b/x>",
    ]


def test_a_compressed_member_has_the_base_of_its_name() -> None:
    (part,) = run(zipped([("a/b.html.gz", gz(LINK))])).parts
    assert (part.name, part.encapsulating) == ("input!a/b.html.gz", "./a/b.html.gz")


@pytest.mark.rows(
    ("name", "data"),
    [
        ("a.js.gz", b"x = '<a href=x>'"),
        ("a.css.gz", LINK),
        ("a.tar.gz", LINK),
        ("a.tgz", gz(LINK)),
        ("a.bin.gz", b"\0" + LINK),
        ("a.vue", b"<div>" + LINK),
        ("README.md", b"<p align=center>" + LINK),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_is_no_page_is_copied(name: str, data: bytes) -> None:
    data = zipped([(name, gz(data) if name.endswith(".gz") else data), ("b.html", b"<a href=http://h/>")])
    ran = run(data)
    assert (ran.data, ran.notices, [part.name for part in ran.parts]) == (data, [], ["input!b.html"])


def test_members_stay_in_their_order() -> None:
    """The order in the file and that in the central directory both stay, where they differ."""
    members = [("c.html", LINK), ("a.png", PICTURE), ("b.html", LINK)]
    data = zipped(members)
    before, _, directory = data.partition(b"PK\x01\x02")
    entries = [
        b"PK\x01\x02" + entry for entry in directory[: directory.index(b"PK\x05\x06")].split(b"PK\x01\x02")
    ]
    turned = before + b"".join(reversed(entries)) + directory[directory.index(b"PK\x05\x06") :]
    ran = run(turned)
    assert [name for name, _ in members_of(ran.data)] == ["b.html", "a.png", "c.html"]
    assert ran.data.index(b"c.html") < ran.data.index(b"a.png") < ran.data.index(b"b.html")
    assert run(turned, task=unchanged).data == turned


def test_a_directory_that_lists_nothing_is_that_of_no_member() -> None:
    data = zipped([("index.html", PAGE)])
    end = data.rindex(b"PK\5\6")
    unlisted = data[:end] + struct.pack("<4s4H2LH", b"PK\5\6", 0, 0, 0, 0, 0, end, 0)
    ran = run(unlisted)
    assert (ran.data, ran.parts, ran.codes) == (unlisted, [], [])


@pytest.mark.parametrize("more", [b"PK\5\5\4\0sign", b"?"], ids=["a digital signature", "a byte"])
def test_a_directory_with_more_in_it_than_entries_is_copied(more: bytes) -> None:
    data = zipped([("index.html", PAGE)])
    end = data.rindex(b"PK\5\6")
    fields = list(struct.unpack_from("<4s4H2LH", data, end))
    fields[5] += len(more)
    longer = data[:end] + more + struct.pack("<4s4H2LH", *fields)
    ran = run(longer)
    assert (ran.data, ran.parts, ran.codes) == (longer, [], ["no-directory"])
    assert ran.notices[0].detail == "its central directory does not end behind its entries"


def test_what_is_before_a_zip_file_stays() -> None:
    """For example the program of a self-extracting archive; offsets count from the end of it."""
    data = zipped([("a.html", LINK), ("b.html", LINK)])
    stub = b"PK\x03\x04#!/bin/sh\n"
    stubbed = run(stub + data, task=unchanged)
    assert stubbed.data == stub + data
    changed = run(stub + data).data
    assert changed.startswith(stub)
    assert [content for _, content in members_of(changed)] == [b"<a href=http://h/d/x>"] * 2


SCRIPT, LETTER = b"#!/bin/sh\nexit 0\n", b"From: a@b\nTo: c@d\n\n"
WITH_LINK = zipped([("a.html", LINK)])
NO_MEMBER = zipped([])
END64 = b"PK\6\6" + bytes(52) + b"PK\6\7" + b"\xff" * 16  # at an offset that is beyond the file


@pytest.mark.rows(
    ("front", "name", "data", "kind"),
    [
        (SCRIPT, "input", WITH_LINK, "zip"),
        (b"MZ" + bytes(100_000), "setup.exe", WITH_LINK, "zip"),
        (b"text " + LINK, "input", WITH_LINK, "zip"),
        (PICTURE, "input", WITH_LINK, None),
        (PAGE, "input", WITH_LINK, None),
        (LINK, "input", WITH_LINK, None),
        (b"<rss>", "input", WITH_LINK, None),
        (b"text " + LINK, "a.html", WITH_LINK, None),
        (b"text " + LINK, "a.svg", WITH_LINK, None),
        (b"text " + LINK, "a.css", WITH_LINK, None),
        (LETTER, "input", WITH_LINK, "mhtml"),
        (INFO, "input", WITH_LINK, "warc"),
        (SCRIPT, "a.warc", WITH_LINK, "warc"),
        (SCRIPT, "a.gz", WITH_LINK, "not compressed"),
        (SCRIPT, "input", WITH_LINK + b"?", None),
        (SCRIPT, "input", WITH_LINK.replace(b"PK\3\4", b"PK\3\5"), None),
        (SCRIPT, "input", WITH_LINK.replace(b"PK\1\2", b"PK\1\3"), None),
        (SCRIPT, "input", END64 + WITH_LINK[WITH_LINK.index(b"PK\5\6") :], None),
        (SCRIPT, "input", NO_MEMBER, None),
    ],
)
def test_a_zip_file_is_recognized_by_its_end(front: bytes, name: str, data: bytes, kind: str | None) -> None:
    """It is not, if its beginning or its name indicates another kind of file."""
    session, source = Session(ContainerTask(unchanged, CONTAINERS)), source_of(front + data, name)
    container = session.container(source)
    assert (container and container.name, source.file.read()) == (kind, front + data)


@pytest.mark.parametrize("seekable", [True, False], ids=["a file", "a stream"])
@pytest.mark.parametrize("front", [SCRIPT, b"MZ\x90\0"], ids=["a script", "a program"])
def test_members_behind_something_are_made_absolute(front: bytes, *, seekable: bool) -> None:
    source, found = source_of(front + WITH_LINK, "input"), list[object]()
    source = source if seekable else from_chunks(partial(source.file.read, 7), "input")
    pieces = Session(ContainerTask(resolved, CONTAINERS)).rewrite_source(source)
    after = b"".join(bytes_among(pieces, found))
    assert after.startswith(front + b"PK\3\4")
    assert members_of(after) == [("a.html", b"<a href=http://h/d/x>")]
    assert [part.name for part in found if isinstance(part, DocumentPart)] == ["input!a.html"]


def large(data: bytes, here: int | None = None, disks: int = 1) -> bytes:
    """Make the sizes and offsets of a zip file those of Zip64, as for a large one.

    ``here`` is how many entries are said to be on this disk: all of them, if None; ``disks`` is how many
    disks there are said to be.
    """
    with zipfile.ZipFile(io.BytesIO(data)) as file:
        entries = file.infolist()
    start = data.index(b"PK\x01\x02")
    body, headers = data[:start], b""
    for entry in entries:
        fields = [0x21, 45, 0, entry.compress_type, 0, 0, entry.CRC, 0xFFFFFFFF, 0xFFFFFFFF]
        extra = struct.pack("<HHQQQ", 1, 24, entry.file_size, entry.compress_size, entry.header_offset)
        lengths = [len(entry.filename), len(extra), 0, 0, 0, 0, 0xFFFFFFFF]
        headers += (
            b"PK\x01\x02" + struct.pack("<6H3I5H2I", *fields, *lengths) + entry.filename.encode() + extra
        )
    count = len(entries)
    end64 = b"PK\x06\x06" + struct.pack(
        "<QHHIIQQQQ", 44, 45, 45, 0, 0, count if here is None else here, count, len(headers), start
    )
    locator = b"PK\x06\x07" + struct.pack("<IQI", 0, start + len(headers), disks)
    end = b"PK\x05\x06" + struct.pack("<HHHHIIH", 0, 0, count, count, 0xFFFFFFFF, 0xFFFFFFFF, 0)
    return body + headers + end64 + locator + end


@pytest.mark.rows(("here", "disks"), [(None, 1), (None, 0), (0, 1)], ids=["", "no disk", "none on this disk"])
def test_zip64_is_read_and_written(here: int | None, disks: int) -> None:
    """Programs write different numbers of disks, and of entries on this disk."""
    data = large(zipped([("a.html", PAGE), ("b.png", PICTURE), ("c.html", PAGE)]), here, disks)
    assert [name for name, _ in members_of(data)] == ["a.html", "b.png", "c.html"]
    assert run(data, task=unchanged).data == data
    ran = run(data)
    assert members_of(ran.data) == [("a.html", PAGE_ABSOLUTE), ("b.png", PICTURE), ("c.html", PAGE_ABSOLUTE)]
    assert ran.notices == []


@pytest.mark.parametrize("streamed", [False, True], ids=["sizes before", "sizes behind"])
def test_headers_are_written_for_what_is_larger_than_they_hold(*, streamed: bool) -> None:
    """A member that comes to have over 4 GB gets Zip64's extra field in both headers."""
    data = zipped([("a.html", PAGE)], streamed=streamed)
    file = io.BytesIO(data)
    directory = structure.directory_of(file)
    (entry,) = directory.entries
    content = structure.Content(1, 5 << 30, 6 << 30)
    local = structure.local_header(data[: structure.data_start(data)], content)
    assert local.endswith(struct.pack("<HHQQ", 1, 16, 6 << 30, 5 << 30))
    assert structure.data_start(local) == len(local)
    central = structure.central_header(entry, content, 7 << 30)
    end = structure.end_records(directory, len(central), 1 << 33)
    assert central.endswith(struct.pack("<HHQQQ", 1, 24, 6 << 30, 5 << 30, 7 << 30))
    assert end.startswith(b"PK\x06\x06")


# WACZ


PAGES = (
    INFO,
    response(PAGE, uri="http://h/d/1", number=1),
    record("metadata", b"a: b\r\n", number=5),
    response(PICTURE, media="image/png", uri="http://h/d/2", number=2),
    response(PAGE, uri="http://h/d/3", number=3),
)


def test_what_an_index_says_about_records_stays_true() -> None:
    ran = run(wacz(gz(*PAGES)))
    members = dict(members_of(ran.data))
    records = members["archive/data.warc.gz"]
    index = index_of(records)
    blocks, secondary = blocks_of(index)
    assert members["indexes/index.cdxj"] == index
    assert gzip.decompress(members["indexes/index.cdx.gz"]) == gzip.decompress(blocks)
    assert len(members["indexes/index.idx"].splitlines()) == len(secondary.splitlines())
    for line in members["indexes/index.idx"].splitlines()[1:]:
        value = json.loads(line.split(b" ", 2)[2])
        block = members["indexes/index.cdx.gz"][value["offset"] :][: value["length"]]
        assert value["digest"] == sha256(block)
    assert ran.notices == []


def test_what_a_description_says_about_members_stays_true() -> None:
    data = wacz(gz(*PAGES), signed=True)
    members = dict(members_of(run(data).data))
    package = json.loads(members["datapackage.json"])
    for resource in package["resources"]:
        content = members[resource["path"]]
        assert (resource["hash"], resource["bytes"]) == (sha256(content), len(content))
    assert json.loads(members["datapackage-digest.json"]) == {
        "path": "datapackage.json",
        "hash": sha256(members["datapackage.json"]),
    }
    before = dict(members_of(data))["datapackage.json"]
    assert [line for line in members["datapackage.json"].splitlines() if b'"hash"' not in line][:3] == [
        line for line in before.splitlines() if b'"hash"' not in line
    ][:3]


@pytest.mark.parametrize("task", [unchanged, resolved], ids=["listed", "rewritten"])
def test_what_is_only_read_leaves_no_signature_out(task: Callable[[DocumentPart], Any]) -> None:
    """Reading reports neither a signature that is left out nor an index that is wrong."""
    ran = run(wacz(gz(*PAGES), signed=True), task=task, reading=True)
    assert [part.url for part in ran.parts] == ["http://h/d/1", "http://h/d/3"]
    assert ran.notices == []


REVISIT = ("revisit", b"", f"WARC-Payload-Digest: {sha1(PAGE)}", "Content-Type: application/http")


@pytest.mark.parametrize("order", [1, -1], ids=["before", "behind"])
def test_a_revisit_has_the_new_digest_wherever_its_payload_is(order: int) -> None:
    """The digest is new in the revisit and in the index, in any archive, before or behind the original."""
    revisit = record(*REVISIT, uri="http://h/d/1", number=8)
    records = [PAGES[1], revisit, PAGES[3]]
    archives = {"data.warc.gz": gz(*records[::order]), "a.warc.gz": gz(revisit), "z.warc.gz": gz(revisit)}
    index = b"".join(index_of(data, name, ("response", "revisit")) for name, data in archives.items())
    files = [(f"archive/{name}", data) for name, data in archives.items()] + [("indexes/index.cdxj", index)]
    ran = run(zipped([*files, *description(files)], deflated=False))
    members = dict(members_of(ran.data))
    after = {name: members[f"archive/{name}"] for name in archives}
    expected = b"".join(index_of(data, name, ("response", "revisit")) for name, data in after.items())
    assert members["indexes/index.cdxj"] == expected
    assert expected.count(sha1(PAGE_ABSOLUTE).encode()) == 4
    assert ran.notices == []
    assert len(ran.parts) == 1  # a part that is read twice is listed once


def test_conversions_are_not_in_the_index() -> None:
    """The records that are in the index stay the same."""
    ran = run(wacz(gz(*PAGES)), conversion=True)
    members = dict(members_of(ran.data))
    records = members["archive/data.warc.gz"]
    assert [read.kind for read in records_of(records)].count("conversion") == 2
    assert members["indexes/index.cdxj"] == index_of(records)
    assert [notice.code for notice in ran.notices] == [RECORDS_SEEN]


@pytest.mark.parametrize("deflated", [False, True], ids=["stored", "deflated"])
def test_a_digest_that_only_the_index_has_is_counted_again(*, deflated: bool) -> None:
    """The record has no digest; that in the index may be with or without a label."""
    bare = [part.replace(b"WARC-Payload-Digest", b"X-Was-Payload-Digest") for part in PAGES]
    members = members_of(wacz(gz(*bare)))
    for label in ("sha256:", "", "sha-256:"):
        digest = label + sha256(PAGE).removeprefix("sha256:")
        now = label + sha256(PAGE.replace(b"href=x", b"href=http://h/d/x")).removeprefix("sha256:")
        changed = [
            (name, content.replace(b'"digest": null', b'"digest": "%b"' % digest.encode(), 1))
            if name == "indexes/index.cdxj"
            else (name, content)
            for name, content in members
        ]
        ran = run(zipped(changed, deflated=deflated))
        after = dict(members_of(ran.data))
        first = json.loads(after["indexes/index.cdxj"].splitlines()[0].split(b" ", 2)[2])
        record_at = after["archive/data.warc.gz"][int(first["offset"]) :][: int(first["length"])]
        assert (first["digest"], first["recordDigest"]) == (now, sha256(record_at))
        assert ran.notices == []


@pytest.mark.rows(
    ("signature", "details"),
    [
        (b'["signedData"]', []),
        (b'"signedData"', []),
        (b'{"signedData', ["it is no JSON"]),
        (b'\xff"signedData"', ["it is no JSON"]),
    ],
)
def test_a_signature_that_is_none_stays(signature: bytes, details: list[str]) -> None:
    members = dict(members_of(wacz(gz(*PAGES))))
    members["datapackage-digest.json"] = signature
    ran = run(zipped(members.items(), deflated=False))
    assert dict(members_of(ran.data))["datapackage-digest.json"] == signature
    place = "input!datapackage-digest.json"
    assert [tuple(notice) for notice in ran.notices] == [
        (place, "damaged-member", detail) for detail in details
    ]


def test_records_that_do_not_change_leave_all_as_it_is() -> None:
    data = wacz(gz(*(part.replace(b"href=x", b"href=http://h/x") for part in PAGES)))
    assert run(data).data == data


def damaged(data: bytes) -> bytes:
    """Change the checksum of the first member in the directory of a zip file."""
    place = data.index(b"PK\1\2") + len("PK12") + 12
    return data[:place] + bytes((data[place] ^ 1,)) + data[place + 1 :]


DAMAGED = {
    "a page": zipped([("a.html", PAGE)]),
    "an archive": zipped([("a.warc.gz", gz(*PAGES))]),
    "an archive of a WACZ": zipped([("archive/a.warc.gz", gz(*PAGES)), ("datapackage.json", b"{}")]),
}


@pytest.mark.parametrize("large", [False, True])
@pytest.mark.parametrize("name", DAMAGED)
def test_nothing_is_counted_of_a_damaged_member(
    name: str, monkeypatch: pytest.MonkeyPatch, *, large: bool
) -> None:
    """It is copied as it is."""
    monkeypatch.setattr(rewriter, "MOST_BYTES_AT_ONCE", 0 if large else 1 << 24)
    data = damaged(DAMAGED[name])
    ran = run(data)
    assert (ran.data, ran.parts) == (data, [])
    assert [(notice.code, notice.detail) for notice in ran.notices] == [
        ("damaged-member", "its checksum or size does not match")
    ]


@pytest.mark.parametrize("name", ["an archive of a WACZ", "an archive"])
def test_a_damaged_member_is_read_as_far_as_it_can_be(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rewriter, "MOST_BYTES_AT_ONCE", 0)
    ran = run(damaged(DAMAGED[name]), reading=True)
    assert len(ran.parts) == 2
    assert [notice.code for notice in ran.notices] == ["damaged-member"]
