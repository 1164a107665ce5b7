"""What CDX says about the records and blocks of a WACZ, whatever its header names; no other byte changes."""

from __future__ import annotations

import gzip
import json
from typing import NamedTuple

import pytest

from tests.containers.zip.test_wacz import RECORDS, packed
from tests.support.archives import PAGE, index_of, members_of, record, response, run, sha1

USUAL = " CDX N b a m s k r M S V g"
ARCHIVE = "archive/data.warc.gz"
THIRD = RECORDS.rindex(b"\x1f\x8b\x08")
# PLAIN is not compressed, and its revisit is of the record that changes
PLAIN = response(PAGE) + record("revisit", b"", f"WARC-Payload-Digest: {sha1(PAGE)}", number=2)


def cdx_of(records: bytes, header: str, name: str = "data.warc.gz") -> bytes:
    """Write CDX with the fields that a header names, and "-" for those that are unknown."""
    delimiter, letters = header[0], header.split(header[0])[2:]
    lines = [header]
    for line in index_of(records, name, ("response", "revisit")).splitlines():
        values = json.loads(line.split(b" ", 2)[2])
        fields = {"N": "h)/d", "b": "20200102030405", "m": "text/html", "s": "200", "v": "7", "n": "8"}
        fields |= {"a": values["url"], "g": values["filename"], "V": values["offset"]}
        fields |= {"S": values["length"], "k": values["digest"].partition(":")[2], "c": "AAA"}
        lines.append(delimiter.join(fields.get(letter, "-") for letter in letters))
    return "".join(f"{line}\n" for line in lines).encode()


class CdxCase(NamedTuple):
    """How an index is written, and what of it is reported."""

    id: str
    header: str = USUAL
    archive: str = "archive/data.warc.gz"
    named: str = "data.warc.gz"
    records: bytes = RECORDS
    reported: tuple[tuple[str, str, str], ...] = ()


INDEX = "indexes/index.cdx"
KEPT = "damaged-member", "v and n not corrected: 3 lines, the first is line 2"
CASES = (
    CdxCase("eleven fields"),
    CdxCase("nine fields", " CDX N b a m s k r V g"),
    CdxCase("ten fields", " CDX N b a m s k r M V g"),
    CdxCase("tabs", "\tCDX\tN\tb\ta\tm\ts\tk\tr\tM\tS\tV\tg"),
    CdxCase("the file and the place first", " CDX g V S k a b"),
    CdxCase("a path", named=ARCHIVE),
    CdxCase("a space in the name", archive="archive/my crawl.warc.gz", named="my crawl.warc.gz"),
    CdxCase("not compressed", archive="archive/data.warc", named="data.warc", records=PLAIN),
    CdxCase("fields that are not corrected", " CDX N b a V v n g", reported=((INDEX, *KEPT),)),
    CdxCase(
        "a digest that nobody knows",
        " CDX a c V g",
        reported=tuple((f"{ARCHIVE}!{start}", "stale-digest", "AAA") for start in (0, THIRD)),
    ),
)
NOWHERE = "no record or block begins at its offset"
SHORT = "does not match the header of the CDX file"


@pytest.mark.rows("case", CASES, ids=[case.id for case in CASES])
@pytest.mark.rows("ending", [b"\n", b"\r\n"], ids=["", "CR LF"])
def test_cdx_stays_true_and_as_it_is_written(case: CdxCase, ending: bytes) -> None:
    def index(records: bytes) -> bytes:
        return cdx_of(records, case.header, case.named).replace(b"\n", ending)

    ran = run(packed([(case.archive, case.records), (INDEX, index(case.records))]))
    members = dict(members_of(ran.data))
    assert members[case.archive] != case.records
    assert members[INDEX] == index(members[case.archive]) != index(case.records)
    assert [tuple(notice) for notice in ran.notices] == [
        (f"input!{place}", *reported) for place, *reported in case.reported
    ]


@pytest.mark.rows("header", [USUAL, " CDX N b a m s k r M V g", " CDX N b a m s k r V g"])
@pytest.mark.rows("header_in", ["a line", "none"])
def test_cdx_in_blocks_stays_true(header: str, header_in: str) -> None:
    """The header is in the first block only, or missing; index.idx lists the blocks."""

    def blocks(records: bytes) -> list[bytes]:
        lines = cdx_of(records, header).splitlines(keepends=True)
        return [gzip.compress(line, mtime=0) for line in lines[header_in == "none" :]]

    def listed(blocks: list[bytes]) -> bytes:
        starts = [sum(map(len, blocks[:number])) for number in range(len(blocks))]
        lines = (
            b"h)/d 2020\tindex.cdx.gz\t%d\t%d\t1\n" % each
            for each in zip(starts, map(len, blocks), strict=True)
        )
        return b"".join(lines)

    before = blocks(RECORDS)
    files = [
        (ARCHIVE, RECORDS),
        ("indexes/index.cdx.gz", b"".join(before)),
        ("indexes/index.idx", listed(before)),
    ]
    ran = run(packed(files))
    members = dict(members_of(ran.data))
    after = blocks(members[ARCHIVE])
    assert gzip.decompress(members["indexes/index.cdx.gz"]) == b"".join(map(gzip.decompress, after))
    assert b"".join(map(gzip.decompress, after)) != b"".join(map(gzip.decompress, before))
    rows = [line.split(b"\t") for line in members["indexes/index.idx"].splitlines()]
    cut = [members["indexes/index.cdx.gz"][int(start) :][: int(size)] for _, _, start, size, _ in rows]
    assert [gzip.decompress(block) for block in cut] == [gzip.decompress(block) for block in after]
    assert ran.notices == []


@pytest.mark.rows(
    ("header", "line", "detail"),
    [
        (USUAL, "h)/d 2020 http://h/d", SHORT),
        (USUAL, "h)/d 2020 http://h/d text/html 200 A - - 9 - data.warc.gz", SHORT),
        (USUAL, 'h)/d 2020 {"x text/html 200 A - - 9 a data.warc.gz', SHORT),
        (USUAL, 'h)/d 2020 {"x', SHORT),
        (" CDX N a v g", "h)/d http://h/d 0 data.warc.gz", SHORT),
        (" CDX N a V", "h)/d http://h/d 0", SHORT),
        (USUAL, "h)/d 2020 http://h/d text/html 200 - - - - - -", None),
        (USUAL, "h)/d 2020 http://h/d text/html 200 - - - - - data.warc.gz", None),
        (USUAL, "h)/d 2020 http://h/d text/html 200 A - - 9 7 data.warc.gz", NOWHERE),
        (USUAL, "h)/d 2020 http://h/d text/html 200 A - - 9 0 other.warc.gz", None),
        (USUAL, "h)/d 2020 http://h/d text/html 200 A - {} 9 7 data.warc.gz", NOWHERE),
        (USUAL, "", None),
        (" CDX N a", "h)/d http://h/d", None),
        ("", "h)/d 2020 http://h/d text/html 200 A - - 9 - data.warc.gz", None),
        ("", "h)/d\tdata.warc.gz\tx\t9", None),
    ],
)
def test_a_line_that_says_nothing_of_a_record_stays(header: str, line: str, detail: str | None) -> None:
    """It is reported if it does not match the header, or its offset is none of a record.

    CDXJ lines behind it are still corrected.
    """

    def index(records: bytes) -> bytes:
        return f"{header}\n{line}\n".encode() + index_of(records)

    ran = run(packed([(ARCHIVE, RECORDS), (INDEX, index(RECORDS))]))
    members = dict(members_of(ran.data))
    assert members[INDEX] == index(members[ARCHIVE])
    assert [tuple(notice) for notice in ran.notices] == (
        [] if detail is None else [(f"input!{INDEX}", "damaged-member", f"{detail}: line 2")]
    )
