"""Files that several processes read give the same results as with one process, wherever they are cut.

In CI every fifth way to cut each file, among which is each length; all of them with ``--full``.
"""

from __future__ import annotations

import itertools
import os
import random
import subprocess
import sys
from collections import deque
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import absolutize
from absolutize.containers import (
    CONTAINERS,
    ContainerOptions,
    ContainerTask,
    DocumentPart,
    IncompleteOutput,
    Session,
    source_from,
)
from absolutize.containers.source import WithFindings, bytes_among
from absolutize.containers.warc import layout, parallel_ranges, rewriter
from absolutize.containers.warc.compressed_records import RecordCompression
from absolutize.containers.warc.parallel_ranges import ByteRange
from tests.support.archives import INFO, PAGE, PICTURE, URL, arc, gz, http, record, response, zst
from tests.support.extent import extent, sample

SOURCES = Path(absolutize.__file__).parents[1]


def pages(count: int) -> list[bytes]:
    """Make records of many sizes and kinds."""
    made = [INFO]
    for number in range(count):
        body = b"<!DOCTYPE html>" + b"<a href=%d>" % number * (number * 37 % 301)
        made.append(response(body, uri=f"http://h/{number}", number=number))
        if number % 4 == 0:
            made.append(record("metadata", b"a: b\r\n" * number, number=number + 100))
        if number % 6 == 0:
            made.append(response(PICTURE * number, media="image/png", number=number + 200))
    return made


INNER = b"\r\n\r\n".join(pages(5))  # a WARC file in a record: its records are none of the outer file
NESTED = [*pages(4), response(INNER + gz(*pages(3)), media="application/warc", number=300), *pages(4)]
STORED = b"".join(b"\x1f\x8b\x08\0\0\0\0\0\0\xff\1" + len(data).to_bytes(2, "little") for data in (b"", b"a"))
MADE: dict[str, bytes] = {
    "plain": b"".join(pages(20)),
    "gzip": gz(*pages(20)),
    "zstd": zst(*pages(20)),
    "ARC": arc(*((f"{URL}{n}", "text/html", http(PAGE * (n % 5))) for n in range(20))),
    "ARC in gzip": gz(
        arc() + b"\n", *[arc((f"{URL}{n}", "text/html", http(PAGE)))[len(arc()) + 1 :] for n in range(9)]
    ),
    "records in a record": b"".join(NESTED),
    "records in a record, in gzip": gz(*NESTED),
    "what begins as gzip does": gz(*pages(2)) + STORED + gz(*pages(4)),
    "junk": b"".join([*pages(3), b"junk\n" * 99, *pages(3), b"junk"]),
    "junk in gzip": b"".join([gz(*pages(3)), b"junk\n" * 2000, gz(*pages(3)), b"\x1f\x8b"]),
    "a length that is wrong": b"".join(pages(6)).replace(b"Content-Length: 10", b"Content-Length: 90"),
    "cut": b"".join(pages(9))[:-70],
    "cut, in gzip": gz(*pages(9))[:-70],
    "several in a member": gz(b"".join(pages(3))) + gz(b"".join(pages(5))) + gz(*pages(2)),
    "a page": record("resource", PAGE, "Content-Type: text/html"),
    "nothing behind": gz(*pages(3)) + b"\0" * 9000,
}

GZIP_LAYOUT = layout.RecordFileFormat(arc=False, compression=RecordCompression("gzip"), name="a")


def seen(part: DocumentPart) -> tuple[bytes, tuple[str, bytes]]:
    return part.body, (part.name, part.body)


def cut_into(length: int, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("FIRST_RANGE", "SHORTEST_RANGE", "LONGEST_RANGE"):
        monkeypatch.setattr(parallel_ranges, name, length)


def parts_and_problems(path: Path, read: Callable[..., Any]) -> list[Any]:
    """List the parts of a file and its problems."""
    session = Session(ContainerTask(seen, CONTAINERS, ContainerOptions(reading=True)))
    found: list[Any] = []
    with path.open("rb") as file:
        try:
            deque(bytes_among(read(source_from(file, str(path)), session), found), 0)
        except IncompleteOutput as why:
            return [*found, str(why)]
    return found


def whole(source: Any, session: Session) -> Any:
    return rewriter.rewrite_warc(source, session, None)


def cut(source: Any, session: Session) -> Any:
    """Read a file in ranges, as several processes do, within this process."""
    return parallel_ranges.read_ranges(
        source, session, partial(rewriter.read_range, layout.layout_of(source))
    )


CUTS = sample(itertools.product(MADE, (1, 10, 100, 777, 5000, 1 << 20), (1, 1 << 25)), 5)


@pytest.mark.parametrize(("name", "length", "most"), CUTS)
def test_where_a_file_is_cut_makes_no_difference(
    name: str, length: int, most: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.warc"
    path.write_bytes(MADE[name])
    if len(MADE[name]) / length > 2000:
        length = len(MADE[name]) // 2000
    cut_into(length, monkeypatch)
    monkeypatch.setattr(parallel_ranges, "MOST_BYTES", most)
    expected = parts_and_problems(path, whole)
    assert parts_and_problems(path, cut) == expected
    assert len(expected) >= 1


@pytest.mark.parametrize("seed", range(extent(30, 300)))
def test_nor_does_damage(seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    chance = random.Random(seed)
    data = bytearray(MADE[chance.choice(sorted(MADE))])
    for _ in range(chance.randint(1, 6)):
        start = chance.randrange(len(data))
        data[start : start + chance.choice([0, 1, 9])] = chance.choice(
            [b"", b"\0", b"\r\n", b"\x1f\x8b\x08", b"\nWARC/1.0\r\n", b"<a href=1>", chance.randbytes(5000)]
        )
    path = tmp_path / "a.warc.gz"
    path.write_bytes(data)
    cut_into(max(chance.choice([50, 700, 9000]), len(data) // 500), monkeypatch)
    monkeypatch.setattr(parallel_ranges, "MOST_BYTES", chance.choice([1, 3000, 1 << 25]))
    if layout.recognizes_warc(bytes(data[:65536]), path.name):
        assert parts_and_problems(path, cut) == parts_and_problems(path, whole)


def test_a_range_is_read_again_only_where_it_began_elsewhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, asked = tmp_path / "a.warc.gz", list[ByteRange]()
    path.write_bytes(MADE["gzip"])
    cut_into(1000, monkeypatch)

    def read(byte_range: ByteRange, session: Session) -> WithFindings[parallel_ranges.RangeResult]:
        asked.append(byte_range)
        return rewriter.read_range(GZIP_LAYOUT, byte_range, session)

    parts_and_problems(path, lambda source, session: parallel_ranges.read_ranges(source, session, read))
    again = [byte_range for byte_range in asked if byte_range.exact and byte_range.start]
    assert [byte_range.start for byte_range in again] == [len(MADE["gzip"])]  # the empty range at the end
    assert len(asked) == -(-len(MADE["gzip"]) // 1000) + 1


def test_what_is_reported_of_a_range_is_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The findings of a range are limited in size, however well its pages are compressed."""
    path, weights, lengths = tmp_path / "a.warc.gz", list[int](), list[int]()
    path.write_bytes(gz(*[response(PAGE * 9, number=n) for n in range(99)]))
    one = parallel_ranges.ROW + len(PAGE * 9)
    cut_into(3000, monkeypatch)
    monkeypatch.setattr(parallel_ranges, "SHORTEST_RANGE", 100)
    monkeypatch.setattr(parallel_ranges, "REPORT_BYTES_OF_RANGE", 5 * one)
    monkeypatch.setattr(parallel_ranges, "MOST_BYTES", 9 * one)

    def read(byte_range: ByteRange, session: Session) -> WithFindings[parallel_ranges.RangeResult]:
        reading = yield from rewriter.read_range(GZIP_LAYOUT, byte_range, session)
        weights.append(parallel_ranges.weight(reading.findings))
        lengths.append(byte_range.stop - byte_range.start)
        return reading

    parts_and_problems(path, lambda source, session: parallel_ranges.read_ranges(source, session, read))
    assert sum(weights) >= 99 * one
    assert max(weights) <= 10 * one
    assert min(lengths) < 2000


@pytest.mark.parametrize("name", ["plain", "gzip"])
@pytest.mark.parametrize("command", ["links", "check", "base"])
def test_several_processes_tell_the_same(command: str, name: str, tmp_path: Path) -> None:
    picture = random.Random(1).randbytes(700_000)
    records = [*pages(30), response(picture, media="image/png"), *pages(30)] * 4
    (tmp_path / "a.warc").write_bytes(gz(*records) if name == "gzip" else b"".join(records))
    more = ["--select", "ALL"] if command == "check" else []
    printed = set[tuple[int, bytes, bytes]]()
    for jobs in ("1", "2", "3"):
        ran = subprocess.run(
            [sys.executable, "-m", "absolutize", command, "a.warc", "--jobs", jobs, *more],
            cwd=tmp_path,
            env={"PATH": os.defpath, "PYTHONPATH": str(SOURCES)},
            capture_output=True,
            check=False,
        )
        printed.add((ran.returncode, ran.stdout, ran.stderr))
    assert len(printed) == 1
    assert printed.pop()[1].count(b"\n") >= 240
