"""Style sheets in archives, mail and directories: rewritten on request, and otherwise left unchanged."""

from __future__ import annotations

import email
import gzip
import io
import zipfile
from pathlib import Path
from typing import Any

import pytest

import absolutize
from absolutize import archive
from tests.support.archives import (
    INFO,
    PAGE,
    PAGE_ABSOLUTE,
    URL,
    arc,
    gz,
    http,
    members_of,
    records_of,
    response,
    wacz,
    zipped,
)

SHEET = b"@import 'x';" + b"/* url(y) */" * 40
ABSOLUTE = SHEET.replace(b"'x'", b"'http://h/d/x'")
LATER = "http://h/d/s.css"


def mhtml(page: bytes, sheet: bytes) -> bytes:
    parts = [("text/html", "http://h/d/p", page), ("text/css", LATER, sheet)]
    bodies = b"".join(
        f"--b\r\nContent-Type: {media}\r\nContent-Location: {url}\r\n\r\n".encode() + body + b"\r\n"
        for media, url, body in parts
    )
    return (
        b'MIME-Version: 1.0\r\nContent-Type: multipart/related; boundary="b"\r\n\r\n' + bodies + b"--b--\r\n"
    )


def sheet_record(sheet: bytes, *fields: str, media: str = "text/css") -> bytes:
    return response(sheet, *fields, uri=LATER, number=2, media=media)


WARC = INFO + response(PAGE) + sheet_record(SHEET)
ARCHIVES: dict[str, tuple[str, bytes]] = {
    "WARC": ("c.warc", WARC),
    "compressed WARC": ("c.warc.gz", b"".join(map(gz, (INFO, response(PAGE), sheet_record(SHEET))))),
    "ARC": ("c.arc", arc((URL, "text/html", http(PAGE)), (LATER, "text/css", http(SHEET, media="text/css")))),
    "WACZ": ("c.wacz", wacz(b"".join(map(gz, (INFO, response(PAGE), sheet_record(SHEET)))))),
    "zip": ("c.zip", zipped([("p", PAGE), ("s.css", SHEET)])),
    "MHTML": ("c.mhtml", mhtml(PAGE, SHEET)),
}


def bodies(kind: str, data: bytes) -> list[bytes]:
    """Read the page and the sheet of an archive with independent libraries."""
    if kind == "zip":
        with zipfile.ZipFile(io.BytesIO(data)) as file:
            return [file.read("p"), file.read("s.css")]
    if kind == "MHTML":
        parts = email.message_from_bytes(data).get_payload()
        return [part.get_payload(decode=True) for part in parts]  # type: ignore[union-attr]
    if kind == "WACZ":
        data = next(body for name, body in members_of(data) if name.startswith("archive/"))
    return [read.body for read in records_of(data) if read.kind == "response"]


def rewritten(name: str, data: bytes, **options: Any) -> tuple[bytes, archive.RewriteResult]:
    after = io.BytesIO()
    result = archive.rewrite(data, after, "http://h/d/p", name=name, **options)
    return after.getvalue(), result


@pytest.mark.parametrize("kind", ARCHIVES)
def test_style_sheets_are_read_where_that_is_asked_for(kind: str) -> None:
    name, data = ARCHIVES[kind]
    after, result = rewritten(name, data, style_sheets=True)
    page, sheet = bodies(kind, after)
    assert (page.strip(), sheet) == (PAGE_ABSOLUTE.strip(), ABSOLUTE)
    assert (result.documents, result.changed, result.problems) == (2, 2, [])
    assert rewritten(name, after, style_sheets=True)[0] == after


@pytest.mark.parametrize("kind", ARCHIVES)
def test_style_sheets_stay_byte_for_byte_where_it_is_not(kind: str) -> None:
    name, data = ARCHIVES[kind]
    after, result = rewritten(name, data)
    assert bodies(kind, after)[1] == SHEET
    assert (result.documents, result.changed) == (1, 1)


@pytest.mark.parametrize("kind", ARCHIVES)
def test_the_links_of_style_sheets_are_listed(kind: str) -> None:
    name, data = ARCHIVES[kind]
    found = archive.links(data, "http://h/d/p", name=name, style_sheets=True)
    assert [(link.element, link.target) for _, link in found] == [("a", "http://h/d/x"), ("", "http://h/d/x")]
    faults = archive.check(data, "http://h/d/p", name=name, style_sheets=True, select=["relative"])
    assert [fault.link.element for _, fault in faults] == ["a", ""]


def test_the_charset_of_a_record_is_that_of_its_sheet() -> None:
    data = INFO + sheet_record("p{a:url(?\u0416)}".encode("koi8-r"), media="text/css; charset=koi8-r")
    ((part, link),) = archive.links(data, style_sheets=True)
    assert (part.media_type, link.encoding, link.reference) == ("text/css", "koi8-r", "?\u0416")


def test_what_is_no_style_sheet_is_not_read_as_one() -> None:
    picture = INFO + sheet_record(b"\x89PNG\r\n\x1a\n@import 'x';")
    result = archive.links(picture, style_sheets=True)
    assert list(result) == []
    assert [problem.code for problem in result.problems] == ["not-html"]
    script = INFO + sheet_record(b"@import 'x';", media="text/javascript")
    assert list(archive.links(script, style_sheets=True)) == []


# directories


TREE = {"d/p.html": PAGE, "d/s.css": SHEET, "d/t.css.gz": gz(SHEET), "d/x.js": b"@import 'x';"}


def tree(folder: Path, files: dict[str, bytes]) -> Path:
    for name, data in files.items():
        path = folder / "site" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    return folder / "site"


@pytest.mark.parametrize("jobs", [1, 2])
def test_style_sheets_in_a_directory(tmp_path: Path, jobs: int) -> None:
    site, out = tree(tmp_path, TREE), tmp_path / "out"
    archive.rewrite(site, out, root="http://h/", style_sheets=True, jobs=jobs)
    assert (out / "d/s.css").read_bytes() == ABSOLUTE
    assert gz_read(out / "d/t.css.gz") == ABSOLUTE
    assert (out / "d/x.js").read_bytes() == TREE["d/x.js"]


def test_style_sheets_in_a_directory_stay_byte_for_byte(tmp_path: Path) -> None:
    site, out = tree(tmp_path, TREE), tmp_path / "out"
    archive.rewrite(site, out, root="http://h/")
    for name in ("d/s.css", "d/t.css.gz", "d/x.js"):
        assert (out / name).read_bytes() == TREE[name]
    assert b"http://h/d/x" in (out / "d/p.html").read_bytes()


CONVERTED = b"p{a:url(i%3Fv=1.png) url(../i.png)}"


@pytest.mark.parametrize(
    ("files", "target"),
    [
        ({"d/i?v=1.png": b"", "i.png": b""}, b"http://h/d/i?v=1.png"),  # as wget -k writes it
        ({"d/i?v=1.png": b""}, b"http://h/d/i%3Fv=1.png"),  # one file is missing: wget has not converted it
    ],
)
def test_links_of_converted_sheets_name_files(tmp_path: Path, files: dict[str, bytes], target: bytes) -> None:
    site, out = tree(tmp_path, {"d/s.css": CONVERTED, **files}), tmp_path / "out"
    archive.rewrite(site, out, root="http://h/", style_sheets=True)
    assert (out / "d/s.css").read_bytes() == b"p{a:url(" + target + b") url(http://h/i.png)}"


def gz_read(path: Path) -> bytes:
    return gzip.decompress(path.read_bytes())


# responses


def test_the_response_of_a_style_sheet_is_read() -> None:
    class Response:
        url, content = LATER, SHEET
        headers = {"Content-Type": "text/css; charset=koi8-r"}  # noqa: RUF012

    document = absolutize.from_response(Response())
    assert document.rewrite() == ABSOLUTE
    assert [link.encoding for link in document.links()] == ["koi8-r"]
