"""Indexes and descriptions in a WACZ are corrected in any spelling of their JSON; no other byte changes."""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import pytest

from absolutize.containers.zip.cdxj import lines_of
from tests.support.archives import (
    CHECKED,
    INFO,
    PAGE,
    PICTURE,
    arc,
    blocks_of,
    description,
    gz,
    http,
    index_of,
    members_of,
    response,
    run,
    sha256,
    wacz,
    zipped,
    zst,
)

RECORDS = gz(
    response(PAGE, uri="http://h/d/1", number=1),
    response(PICTURE, media="image/png", uri="http://h/d/2", number=2),
    response(PAGE, uri="http://h/d/3", number=3),
)
BYTES = "utf-8", "surrogateescape"
PARTS = {
    "named": '"filename": "data.warc.gz"',
    "rest": '"offset": "<offset>", "length": "<length>", "digest": "<digest>"',
    "file": '"hash": "sha256:<hex>", "bytes": <bytes>',
}


def packed(files: list[tuple[str, bytes]]) -> bytes:
    return zipped([*files, *description(files)], deflated=False)


def written(template: str, values: Mapping[str, Any]) -> bytes:
    """Replace each ``<name>`` in a template by its value, also those in values."""
    while "<" in template:
        template = re.sub("<(\\w+)>", lambda place: str({**PARTS, **values}[place[1]]), template)
    return template.encode(*BYTES)


def index_by(template: str, records: bytes) -> bytes:
    """Write an index by a template of its lines, with the values of each record."""
    lines = []
    for line in index_of(records).splitlines():
        values = json.loads(line.split(b" ", 2)[2])
        values["bare"] = values["digest"].partition(":")[2]
        lines.append(written(template, values) + b"\n")
    return b"".join(lines)


class Spelled(NamedTuple):
    """JSON as some programs write it, with places for values, and the name of the archive that it describes.

    A value that is ``escaped`` is written without that escape when it changes.
    """

    id: str
    json: str
    name: str = "data.warc.gz"
    escaped: str = ""

    @property
    def after(self) -> str:
        return self.json.replace(self.escaped, json.loads(f'"{self.escaped}"')) if self.escaped else self.json


LINES = (
    Spelled("a space in the name", '{"filename": "my crawl.warc.gz", <rest>}', "my crawl.warc.gz"),
    Spelled("a comma in the name", '{"filename": "a,b.warc.gz", <rest>}', "a,b.warc.gz"),
    Spelled("a brace in the name", '{"filename": "a}b.warc.gz", <rest>}', "a}b.warc.gz"),
    Spelled("a quotation mark in the name", r'{"filename": "a\"b.warc.gz", <rest>}', 'a"b.warc.gz'),
    Spelled("escaped letters", r'{"filename": "gr\u00f6\u00DFe.warc.gz", <rest>}', "größe.warc.gz"),
    Spelled("letters", '{"filename": "größe.warc.gz", <rest>}', "größe.warc.gz"),
    Spelled("an escaped pair", r'{"filename": "\ud83d\ude00.warc.gz", <rest>}', "\U0001f600.warc.gz"),
    Spelled("an escaped slash", r'{"filename": "archive\/data.warc.gz", <rest>}'),
    Spelled("an escaped name", r'{<named>, "\u006fffset": "<offset>"}'),
    Spelled("numbers", '{<named>, "offset": <offset>, "length": <length>}'),
    Spelled("numbers behind an escape", r'{"x": "\n", <named>, "offset" : <offset> , "length":<length>}'),
    Spelled("other spaces", '{ <named>\t, "length" :  "<length>" ,"offset":"<offset>" } '),
    Spelled("an object in it", '{"x": {"offset": "0", "filename": "b"}, <named>, <rest>}'),
    Spelled("an object behind", '{<named>, <rest>, "x": [{"offset": "0"}]}'),
    Spelled("what looks like a value", r'{"x": "\"offset\": \"0\"", <named>, <rest>}'),
    Spelled("what looks like a name", '{"x": "offset", <named>, <rest>}'),
    Spelled("a name twice", '{"offset": "0", "digest": "a", <named>, <rest>}'),
    Spelled("a name twice, and an escape", r'{"offset": "0", "x": "\/", <named>, <rest>}'),
    Spelled("a digest, and none", '{<named>, "offset": "<offset>", "digest": "a", "digest": null}'),
    Spelled("no digest", '{<named>, "offset": "<offset>", "digest": null, "length": null}'),
    Spelled("no digest, and an escape", r'{"x": "\/", <named>, "offset": "<offset>", "digest": null}'),
    Spelled("another label", '{<named>, "offset": "<offset>", "digest": "SHA-1:<bare>"}'),
    Spelled("no label", '{<named>, "offset": "<offset>", "digest": "<bare>"}'),
    Spelled("bytes that are no UTF-8", '{"x": "\udcff", <named>, <rest>}'),
    Spelled("no UTF-8, and an escape", '{"x": "\\/\udcff", <named>, <rest>}'),
)


@pytest.mark.rows("key", ["h)/d 20200102030405 ", 'h)/d?{"a" 2020\t', ""], ids=["", "braces", "no key"])
@pytest.mark.rows("line", LINES, ids=[line.id for line in LINES])
def test_an_index_stays_true_and_as_it_is_written(line: Spelled, key: str) -> None:
    archive, index = f"archive/{line.name}", index_by(key + line.json, RECORDS)
    ran = run(packed([(archive, RECORDS), ("indexes/index.cdxj", index)]))
    members = dict(members_of(ran.data))
    assert members[archive] != RECORDS
    assert members["indexes/index.cdxj"] == index_by(key + line.json, members[archive])
    assert ran.notices == []


UNCOMPRESSED = {
    "WARC": (response(PAGE, uri="http://h/d/1") + response(PAGE, uri="http://h/d/2"), "data.warc"),
    "ARC": (arc(*((f"http://h/d/{each}", "text/html", http(PAGE)) for each in "12")), "data.arc"),
}


@pytest.mark.rows("kind", UNCOMPRESSED)
def test_an_index_of_records_without_the_line_ends_behind_them(kind: str) -> None:
    """Their lengths and digests are those of header and block, as warcio gives them."""
    records, name = UNCOMPRESSED[kind]
    index = index_of(records, name)
    ran = run(packed([(f"archive/{name}", records), ("indexes/index.cdxj", index)]))
    members = dict(members_of(ran.data))
    assert members["indexes/index.cdxj"] == index_of(members[f"archive/{name}"], name) != index
    assert ran.notices == []


def test_a_digest_of_an_index_may_be_escaped() -> None:
    """The digest stays escaped if it does not change."""
    index = index_of(RECORDS).replace(b"sha1:", rb"sha1\u003a")
    ran = run(packed([("archive/data.warc.gz", RECORDS), ("indexes/index.cdxj", index)]))
    members = dict(members_of(ran.data))
    after = members["indexes/index.cdxj"]
    assert after.replace(rb"\u003a", b":") == index_of(members["archive/data.warc.gz"])
    assert [rb"\u003a" in line for line in after.splitlines()] == [False, True, False]


@pytest.mark.rows("name", ["my crawl", "a,b", "größe", 'a"b', "a}b"])
def test_an_index_of_blocks_may_be_called_anything(name: str) -> None:
    blocks, secondary = blocks_of(index_of(RECORDS))
    named = json.dumps(f"{name}.cdx.gz").encode()
    secondary = secondary.replace(b'"index.cdx.gz"', named)
    indexes = [(f"indexes/{name}.cdx.gz", blocks), ("indexes/index.idx", secondary)]
    ran = run(packed([("archive/data.warc.gz", RECORDS), *indexes]))
    members = dict(members_of(ran.data))
    new = members[f"indexes/{name}.cdx.gz"]
    assert gzip.decompress(new) == index_of(members["archive/data.warc.gz"])
    lines = members["indexes/index.idx"].splitlines()
    assert lines[0] == secondary.splitlines()[0]
    values = [json.loads(line.split(b" ", 2)[2]) for line in lines[1:]]
    assert [value["digest"] for value in values] == [
        sha256(new[value["offset"] :][: value["length"]]) for value in values
    ]
    assert sum(value["length"] for value in values) == len(new) != len(blocks)
    assert ran.notices == []


@pytest.mark.rows(
    "text", [b"", b"a", b"a\n", b"a\r\nb\rc\n\n\rd\r\r\n", b"long line\rand another\n\r", b"a\rlong line"]
)
@pytest.mark.rows("length", [1, 2, 3, 5, 100])
def test_lines_are_the_same_however_they_are_read(text: bytes, length: int) -> None:
    pieces = [text[start : start + length] for start in range(0, len(text), length)]
    assert [*lines_of(pieces)] == text.splitlines(keepends=True)


DAMAGED = (
    b'h)/d 2020 {"filename": "data.warc.gz", "offset": "0"',
    b'h)/d 2020 {"filename": "data.warc.gz", "offset": "0",}',
    b'h)/d 2020 {"filename": "data.warc.gz", "offset": 00}',
    b'h)/d 2020 {"filename": "data.warc.gz", "offset": "0"} x',
    b'h)/d 2020 {"filename": "data.warc.gz", "offset": "0", "x": "\\x"}',
    b'h)/d 2020 {"filename": "data.warc.gz", "offset": "0", "x": "\t"}',
)
NOWHERE = b'h)/d 2020 {"filename": "data.warc.gz", "offset": "5"}'
NOT_REPORTED = (b" CDX N b a m s k r M S V g", b"h)/d 2020 text/html 200", b"", b"!meta 0")


@pytest.mark.rows(
    ("lines", "detail"),
    [
        *(([line], "no JSON: line 2") for line in DAMAGED),
        (DAMAGED, "no JSON: 6 lines, the first is line 2"),
        ([NOWHERE], "no record or block begins at its offset: line 2"),
        ([NOWHERE] * 2, "no record or block begins at its offset: 2 lines, the first is line 2"),
        *(([line], None) for line in NOT_REPORTED),
    ],
    ids=str,
)
@pytest.mark.rows("in_blocks", [False, True], ids=["plain", "blocks"])
def test_a_damaged_line_stays_and_is_reported(
    lines: Sequence[bytes], detail: str | None, *, in_blocks: bool
) -> None:
    """All other lines are corrected."""

    def index(records: bytes) -> bytes:
        first, *rest = index_of(records).splitlines(keepends=True)
        return b"".join([first, *(line + b"\n" for line in lines), *rest])

    name = "indexes/index.cdx.gz" if in_blocks else "indexes/index.cdxj"
    content = blocks_of(index(RECORDS))[0] if in_blocks else index(RECORDS)
    ran = run(packed([("archive/data.warc.gz", RECORDS), (name, content)]))
    members = dict(members_of(ran.data))
    after = gzip.decompress(members[name]) if in_blocks else members[name]
    assert after == index(members["archive/data.warc.gz"])
    assert [tuple(notice) for notice in ran.notices] == (
        [] if detail is None else [(f"input!{name}", "damaged-member", detail)]
    )


@pytest.mark.rows("place", [5, 10**9])
def test_an_offset_of_no_record_is_not_reported_if_no_record_moved(place: int) -> None:
    index = NOWHERE.replace(b"5", b"%d" % place)
    records = gz(response(CHECKED), response(PICTURE, media="image/png"))
    data = packed([("archive/data.warc.gz", records), ("indexes/index.cdxj", index)])
    ran = run(data)
    assert (ran.data, ran.notices) == (data, [])


OTHERS = gz(response(PAGE, uri="http://k/1", number=4), response(PAGE * 2, uri="http://k/2", number=5))


@pytest.mark.rows("folder", ["", "archive/", "/collection/archive/"])
@pytest.mark.rows(
    ("first", "second"),
    [("a/x.warc.gz", "b/x.warc.gz"), ("x.warc.gz", "b/x.warc.gz"), ("a/x.warc.gz", "a/y.warc.gz")],
)
def test_an_index_is_of_files_of_the_same_name_in_two_folders(first: str, second: str, folder: str) -> None:
    """An index whose paths match neither file may be of either, and stays unchanged."""
    files = {first: RECORDS, second: OTHERS}

    def index(archives: Mapping[str, bytes]) -> bytes:
        return b"".join(index_of(records, folder + name) for name, records in archives.items())

    archives = [(f"archive/{name}", records) for name, records in files.items()]
    ran = run(packed([*archives, ("indexes/index.cdxj", index(files))]))
    members = dict(members_of(ran.data))
    after = {name: members[f"archive/{name}"] for name in files}
    assert {*after.values()}.isdisjoint(files.values())
    is_known = folder != "/collection/archive/" or not second.endswith("/x.warc.gz")
    assert members["indexes/index.cdxj"] == index(after if is_known else files)
    assert ran.notices == []


# members of archive/ that are no WARC file whose records are compressed one by one

PAGE_RECORD = response(PAGE, uri="http://h/d/1")
WHOLE = gzip.compress(INFO + PAGE_RECORD, mtime=0)
NOT_BY_RECORD = {
    "gzip": (WHOLE, f"!{len(INFO)}!http://h/d/1"),
    "Zstandard": (zst(INFO + PAGE_RECORD), f"!{len(INFO)}!http://h/d/1"),
    "a zip file": (zipped([("d.warc", PAGE_RECORD)]), "!d.warc!0!http://h/d/1"),
    "a page": (PAGE, ""),
}


@pytest.mark.rows("reading", [True, False])
@pytest.mark.rows("kind", NOT_BY_RECORD)
def test_what_is_not_compressed_by_record_is_read_but_not_written(kind: str, *, reading: bool) -> None:
    """An index cannot lead into such a file."""
    content, inside = NOT_BY_RECORD[kind]
    files = [("archive/data", content), ("indexes/index.cdxj", index_of(PAGE_RECORD, "data"))]
    data = packed(files)
    ran = run(data, reading=reading)
    assert [part.name for part in ran.parts] == ([f"input!archive/data{inside}"] if reading else [])
    assert [tuple(notice) for notice in ran.notices] == [("input!archive/data", "not-by-record", "")]
    assert reading or ran.data == data


@pytest.mark.rows("reading", [True, False])
@pytest.mark.rows("content", [b"", b"notes", gz(b"notes"), PICTURE], ids=["empty", "text", "gzip", "picture"])
def test_what_has_no_pages_is_not_reported(content: bytes, *, reading: bool) -> None:
    ran = run(packed([("archive/data", content), ("archive/data.warc.gz", RECORDS)]), reading=reading)
    assert [part.url for part in ran.parts] == ["http://h/d/1", "http://h/d/3"]
    assert ran.notices == []


# datapackage.json

PACKAGE, PACKAGE_DIGEST = "datapackage.json", "datapackage-digest.json"
PACKAGES = (
    Spelled("letters", '{"resources": [{"path": "archive/größe.warc.gz", <file>}]}', "größe.warc.gz"),
    Spelled("escaped letters", r'[{"path": "archive/gr\u00F6\u00dfe.warc.gz", <file>}]', "größe.warc.gz"),
    Spelled("escaped slashes", r'[{"path": "archive\/data.warc.gz", <file>}]'),
    Spelled("an array between", '[{"path": "archive/data.warc.gz", "sources": [{"title": "x"}], <file>}]'),
    Spelled("an object between", '[{<file>, "x": {"path": ""}, "path": "archive/data.warc.gz"}]'),
    Spelled("a brace in a string", '[{"x": "}", <file>, "y": "{", "path": "archive/data.warc.gz"}]'),
    Spelled("statistics", '[{"path": "archive/data.warc.gz", "stats": {<file>}, "hashing": "sha256"}]'),
    Spelled("statistics of itself", '[{"path": "archive/data.warc.gz", "stats": {"path": "x", <file>}}]'),
    Spelled(
        "an escaped colon",
        r'[{"path": "archive/data.warc.gz", "hash": "sha256\u003a<hex>"}]',
        escaped=r"\u003a",
    ),
    Spelled("another label", '[{"path": "archive/data.warc.gz", "hash": "SHA-256:<hex>"}]'),
    Spelled("another case", '[{"path": "archive/data.warc.gz", "hash": "SHA256:<HEX>"}]'),
    Spelled("a size as a string", '[{"path": "archive/data.warc.gz", "bytes":"<bytes>"}]'),
    Spelled("no digest and no size", '[{"path": "archive/data.warc.gz", "hash": null, "bytes": null}]'),
    Spelled("of others", '[{"path": "a", "hash": "b", "bytes": 1}, {"path": 2}, {"path": null}, 3, []]'),
    Spelled("names twice", '[{"path": "a", "hash": "b", "path": "archive/data.warc.gz", <file>}]'),
    Spelled("a byte order mark", '\ufeff\r\n{"a" : {"path":\t"archive/data.warc.gz" ,<file>}\n}\n'),
    Spelled("bytes that are no UTF-8", '[{"path": "archive/data.warc.gz", "x": "\udcff", <file>}]'),
)


def filled(template: str, data: bytes) -> bytes:
    digest = sha256(data).partition(":")[2]
    return written(template, {"hex": digest, "HEX": digest.upper(), "bytes": len(data)})


@pytest.mark.rows("package", PACKAGES, ids=[package.id for package in PACKAGES])
def test_a_description_stays_true_and_as_it_is_written(package: Spelled) -> None:
    archive = f"archive/{package.name}"
    ran = run(zipped([(archive, RECORDS), (PACKAGE, filled(package.json, RECORDS))], deflated=False))
    members = dict(members_of(ran.data))
    assert members[archive] != RECORDS
    assert members[PACKAGE] == filled(package.after, members[archive])
    assert ran.notices == []


DIGESTS = (
    '{"path": "datapackage.json", "hash": "sha256:<hex>"}',
    '{"hash" :\t"sha256:<hex>" , "path": "datapackage.json"}\r\n',
    r'{"path": "datapackage\u002ejson", "\u0068ash": "sha256:<hex>"}',
    '{"path": "datapackage.json", "hash": "SHA256:<HEX>"}',
    '{"x": {"hash": "a"}, "hash": "b", "hash": "sha256:<hex>"}',
    '\ufeff{"x": "\udcff", "hash": "sha256:<hex>"}',
)


def run_of_described(template: str) -> tuple[Any, dict[str, bytes]]:
    """Make a WACZ with this datapackage-digest.json absolute; give the run, and the members after it."""
    package = filled(PACKAGES[2].json, RECORDS)
    files = [
        ("archive/data.warc.gz", RECORDS),
        (PACKAGE, package),
        (PACKAGE_DIGEST, filled(template, package)),
    ]
    ran = run(zipped(files, deflated=False))
    return ran, dict(members_of(ran.data))


@pytest.mark.rows("template", DIGESTS)
def test_the_digest_of_the_description_stays_true_and_as_it_is_written(template: str) -> None:
    ran, members = run_of_described(template)
    assert members[PACKAGE] != filled(PACKAGES[2].json, RECORDS)
    assert members[PACKAGE_DIGEST] == filled(template, members[PACKAGE])
    assert ran.notices == []


DEEP = "[" * 100_000 + "]" * 100_000
SIGNATURES = {
    "alone": ('{"signedData": {"hash": "x"}}', "{}"),
    "first": ('{"signedData": 1, "hash": "sha256:<hex>"}', '{"hash": "sha256:<hex>"}'),
    "between": (
        '{"path": "x",\n "signedData": {"a": ",}"},\n "hash": "sha256:<hex>"\n}\n',
        '{"path": "x",\n "hash": "sha256:<hex>"\n}\n',
    ),
    "last": (
        '\ufeff{\n  "hash" : "sha256:<hex>" ,\n  "signedData":"x"\n}',
        '\ufeff{\n  "hash" : "sha256:<hex>" \n}',
    ),
    "escaped": (r'{"a": 1, "signed\u0044ata": "x", "b": 2}', '{"a": 1, "b": 2}'),
    "several": ('{"signedData": 1, "a": 1,"signedData": 2, "signedData": []}', '{"a": 1}'),
    "of others": ('{"signedData": 1, "x": {"signedData": 2}}', '{"x": {"signedData": 2}}'),
    "a name twice": ('{"a": 1, "a": 2, "signedData": 1}', '{"a": 1, "a": 2}'),
    "a long number": (
        '{"n": ' + "1" * 5000 + ', "hash": "sha256:<hex>", "signedData": {}}',
        '{"n": ' + "1" * 5000 + ', "hash": "sha256:<hex>"}',
    ),
    "deep": ('{"signedData": ' + DEEP + ', "x": ' + DEEP + "}", '{"x": ' + DEEP + "}"),
    "no UTF-8": ('{"x": "\udcff", "signedData": 1}', '{"x": "\udcff"}'),
}


@pytest.mark.rows("name", SIGNATURES)
def test_a_signature_is_left_out_and_reported(name: str) -> None:
    template, after = SIGNATURES[name]
    ran, members = run_of_described(template)
    assert members[PACKAGE_DIGEST] == filled(after, members[PACKAGE])
    assert [tuple(notice) for notice in ran.notices] == [(f"input!{PACKAGE_DIGEST}", "signature", "")]


@pytest.mark.rows("template", ['{"x": ' + DEEP + "}", '{"signedData": null}', '{"signedData" :null }', "[]"])
def test_what_has_no_signature_stays(template: str) -> None:
    package = filled(PACKAGES[2].json, RECORDS)
    files = [("archive/data.warc.gz", RECORDS), (PACKAGE, package), (PACKAGE_DIGEST, template.encode())]
    ran = run(zipped(files, deflated=False))
    assert dict(members_of(ran.data))[PACKAGE_DIGEST] == template.encode()
    assert ran.notices == []


def test_a_damaged_description_stays_and_is_reported() -> None:
    package = b'{"resources": [{"path": "archive/data.warc.gz", "bytes": 1},]}'
    digest = filled(DIGESTS[0], package)
    files = [("archive/data.warc.gz", RECORDS), (PACKAGE, package), (PACKAGE_DIGEST, digest)]
    ran = run(zipped(files, deflated=False))
    assert members_of(ran.data)[1:] == files[1:]
    assert [tuple(notice) for notice in ran.notices] == [
        ("input!datapackage.json", "damaged-member", "it is no JSON")
    ]


# A WACZ that was unpacked, and packed again in its folder

ARCHIVED = wacz(RECORDS, signed=True)


@pytest.mark.rows("folders", [("crawl/",), ("a/b/",), ("a/", "b/"), ("archive/", "b/archive/")], ids=str)
@pytest.mark.rows("others", [(), (("index.html", PAGE), ("z/archive/old.html", PAGE))], ids=["", "pages"])
@pytest.mark.rows("reading", [True, False])
def test_a_wacz_in_a_folder_is_one(
    folders: Sequence[str], others: Sequence[tuple[str, bytes]], *, reading: bool
) -> None:
    def packed_again(data: bytes) -> list[tuple[str, bytes]]:
        return [(folder + name, content) for folder in folders for name, content in members_of(data)]

    alone = run(ARCHIVED, reading=reading)
    ran = run(zipped([*others, *packed_again(ARCHIVED)], deflated=False), reading=reading)
    assert members_of(ran.data)[len(others) :] == packed_again(alone.data)
    assert PAGE not in [content for _, content in members_of(ran.data)[: len(others)]]
    assert [tuple(notice) for notice in ran.notices] == [
        (f"input!{folder}{PACKAGE_DIGEST}", "signature", "") for folder in folders if not reading
    ]


@pytest.mark.rows("package", [True, False])
@pytest.mark.rows("folder", ["", "a/"])
def test_pages_in_a_folder_called_archive_are_no_wacz(folder: str, *, package: bool) -> None:
    files = [(f"{folder}archive/old.html", PAGE)] + [(f"{folder}{PACKAGE}", b"{}")] * package
    is_wacz = package and not folder
    ran = run(zipped([*files, ("index.html", PAGE)]))
    assert (members_of(ran.data)[0][1] == PAGE) == is_wacz
    assert ran.codes == ["not-by-record"] * is_wacz
