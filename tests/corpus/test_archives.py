"""The corpus's WARC and ARC files, intact or damaged, with the output checked by other libraries."""

from __future__ import annotations

import io
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from warcio.archiveiterator import ArchiveIterator

from tests.support.archives import resolved, run, unchanged

from .pages import absence, folder

FOLDER = folder() / "warc"
FILES = (
    []
    if absence()
    else sorted(path for path in FOLDER.rglob("*") if ".warc" in path.name or ".arc" in path.name)
)
paths = pytest.mark.parametrize("path", FILES, ids=[path.name for path in FILES])
HTML = ("text/html", "application/xhtml+xml")
MAY_DIFFER = {"Content-Length", "WARC-Block-Digest", "WARC-Payload-Digest", "content-length", "length"}
NOT_BY_RECORD = {  # of which warcio reads no more than the first record, since all are in one member
    "example-bad-non-chunked.warc.gz",
    "example-bad.warc.gz.bad",
    "example-wrong-chunks.warc.gz",
    "bad.arc",
}


@paths
def test_nothing_changed_is_the_same_bytes(path: Path) -> None:
    assert run(path.read_bytes(), path.name, unchanged).data == path.read_bytes()


@paths
def test_a_second_run_changes_nothing(path: Path) -> None:
    once = run(path.read_bytes(), path.name).data
    assert run(once, path.name).data == once


@paths
def test_only_html_and_its_lengths_and_digests_differ(path: Path) -> None:
    if path.name in NOT_BY_RECORD:
        pytest.skip("warcio does not read it")
    before = list(records(path.read_bytes()))
    after = [read for read in records(run(path.read_bytes(), path.name).data) if not is_ours(read)]
    assert len(before) == len(after)
    for old, new in zip(before, after, strict=True):
        assert kept(old.rec_headers) == kept(new.rec_headers)
        assert kept(old.http_headers) == kept(new.http_headers)
        if not is_html(old):
            assert old.body == new.body


def records(data: bytes) -> Any:
    for read in ArchiveIterator(io.BytesIO(data)):
        read.body = read.raw_stream.read()
        yield read


def is_ours(read: Any) -> bool:
    return read.rec_type == "warcinfo" and read.body.startswith(b"software: absolutize/")


def is_html(read: Any) -> bool:
    headers = read.http_headers or read.rec_headers
    return (headers.get_header("Content-Type") or "text/html").startswith(HTML)


def kept(headers: Any) -> list[tuple[str, str]]:
    return [pair for pair in (headers.headers if headers else []) if pair[0] not in MAY_DIFFER]


@paths
def test_warcio_accepts_what_it_accepted(path: Path, tmp_path: Path) -> None:
    """``warcio check`` finds nothing wrong that it did not find wrong before."""
    if ".warc" not in path.name:
        pytest.skip("it checks WARC alone")
    written = tmp_path / path.name
    written.write_bytes(run(path.read_bytes(), path.name).data)
    assert complaints(written) <= complaints(path)


def complaints(path: Path) -> set[str]:
    """List what warcio finds wrong with a file."""
    command = [sys.executable, "-m", "warcio.cli", "check", str(path)]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    lines = ran.stdout.replace(str(path), "").splitlines()
    return {line.strip() for line in lines if "failed" in line or "exception" in line or "ERROR" in line}


def test_links_are_found_and_changed() -> None:
    if absence():
        pytest.skip(str(absence()))
    changed = {
        path.name for path in FILES if run(path.read_bytes(), path.name, resolved).data != path.read_bytes()
    }
    assert {
        "cc.warc.gz",
        "warcfile.warc.gz",
        "example-iana.org-chunked.warc",
        "example-bad.warc.gz.bad",
    } <= changed
