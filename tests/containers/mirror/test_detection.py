"""Files of a directory whose names do not say what they are: they are read as if they were named."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import NamedTuple

import pytest

from absolutize import archive
from absolutize.containers.mirror.detection import bytes_to_see, is_container
from absolutize.containers.session import DEEPEST_CONTAINER
from tests.support.archives import (
    CHECKED,
    ENVELOPE,
    INFO,
    PAGE,
    PAGE_ABSOLUTE,
    PICTURE,
    URL,
    arc,
    dictionary_frame,
    gz,
    http,
    mail,
    response,
    wacz,
    zipped,
    zst,
)

ROOT = "http://h/d/"


class File(NamedTuple):
    """A file of a directory, its bytes, and whether it is a container whose pages are read."""

    id: str
    path: str
    data: bytes
    is_read: bool = True


LETTER = mail("8bit")
RECORDS = INFO + response(PAGE)
COMPRESSED = gz(INFO, response(PAGE))
ARC = arc((URL, "text/html", http(PAGE)))
TEXT = b"From here on there is text.\nA line: another\n"
FEED = b"<?xml version='1.0'?><rss><channel><link>x</link></channel></rss>"
deepest, deeper = PAGE, PAGE
for _ in range(DEEPEST_CONTAINER + 2):
    deepest, deeper = deeper, gz(deeper)

FILES = (
    File("a message in a Maildir, with flags", "cur/1700000000.M1P2.host:2,S", LETTER),
    File("a message in a Maildir, with its size", "cur/1700000000.M1P3.h.example.org,S=2,W=2:2,S", LETTER),
    File("a message in a Maildir that is new", "new/1700000001.M1P2.host", LETTER),
    File("a compressed message in a Maildir", "cur/1700000001.M1P2.host,S=20:2,SZ", gz(LETTER)),
    File("a message in an MH folder", "inbox/17", LETTER),
    File("a message as news readers save it", "7.nws", LETTER),
    File("a mailbox by its name", "Inbox.mbx", b"\n" + LETTER),
    File("a mailbox", "Inbox.old", ENVELOPE + LETTER),
    File("a compressed mailbox", "Inbox.gz", gz(ENVELOPE + LETTER)),
    File("a crawl that Heritrix is writing", "x.warc.gz.open", COMPRESSED),
    File("a crawl with a number", "x.warc.gz.1", COMPRESSED),
    File("a crawl without an extension", "x", COMPRESSED),
    File("a crawl with another extension", "x.data", RECORDS),
    File("a crawl that is compressed as a whole", "x.gz", gz(RECORDS)),
    File("a crawl that is compressed again", "x.warc.gz.gz", gz(COMPRESSED)),
    File("a crawl in Zstandard", "x.zst", zst(INFO, response(PAGE))),
    File("a crawl behind a skippable frame", "x.warc.zst.1", dictionary_frame(b"") + zst(INFO, RECORDS)),
    File("ARC", "x.arc.open", ARC),
    File("ARC in gzip", "x.open", gz(ARC)),
    File("a compressed page", "about.gz", gz(PAGE)),
    File("a compressed page with the name of a page", "about.html", gz(PAGE)),
    File("a compressed page with a query", "a.php?x=1.html", gz(PAGE)),
    File("a compressed feed with the name of a feed", "feed.xml", gz(FEED)),
    File("a page as deep as containers are read", "x.bin", deepest),
    File("a page that is deeper", "x.bin", deeper, is_read=False),
    File("a text by its name", "x.txt", LETTER, is_read=False),
    File("a compressed text by its name", "x.txt.gz", gz(LETTER), is_read=False),
    File("a picture by its name", "x.png", COMPRESSED, is_read=False),
    File("a compressed picture", "x.gz", gz(PICTURE), is_read=False),
    File("a compressed text", "x.gz", gz(TEXT), is_read=False),
    File("a text", "x", TEXT, is_read=False),
    File("a damaged compressed file", "x.gz", COMPRESSED[:9] + b"\xff" * 9, is_read=False),
    File("a zip file by another name", "x.docx", zipped([("a.html", PAGE)]), is_read=False),
    File("a WACZ by another name", "x.wacz.open", wacz(COMPRESSED), is_read=False),
    File("nothing", "x", b"", is_read=False),
)


@pytest.mark.parametrize("file", FILES, ids=[file.id for file in FILES])
def test_a_file_is_read_as_if_it_were_named(tmp_path: Path, file: File) -> None:
    path = tmp_path / "tree" / file.path
    path.parent.mkdir(parents=True)
    path.write_bytes(file.data)
    new = tmp_path / "out" / file.path
    result = archive.rewrite(tmp_path / "tree", tmp_path / "out", root=ROOT)
    assert (result.problems, result.documents) == ([], int(file.is_read))
    if file.is_read:
        archive.rewrite(path, tmp_path / "alone", URL)
        assert new.read_bytes() == (tmp_path / "alone").read_bytes() != file.data
    else:
        assert new.read_bytes() == file.data


NAMES_OF_PAGES = ("a.html", "a.HTM", "new/a.xhtml", "feed.xml", "a.svg")


@pytest.mark.rows("name", NAMES_OF_PAGES)
@pytest.mark.rows("data", [LETTER, COMPRESSED, gz(PICTURE)], ids=["a message", "a crawl", "a picture"])
def test_the_name_of_a_page_prevails(name: str, data: bytes) -> None:
    assert not is_container(name, data)


@pytest.mark.rows("name", [*NAMES_OF_PAGES, "a.png", "d/a.js", "a.txt"])
def test_little_is_read_of_files_whose_names_say_what_they_are(name: str) -> None:
    assert (bytes_to_see(name), bytes_to_see(f"{name}.1")) == (1445, 65536)


def test_a_page_without_an_extension_is_read_whole(tmp_path: Path) -> None:
    page = CHECKED + b"<p>text</p>\n" * 20_000 + PAGE
    (tmp_path / "about").write_bytes(page)
    archive.rewrite(tmp_path, tmp_path, root=ROOT, overwrite=True)
    assert (tmp_path / "about").read_bytes() == page.replace(PAGE, PAGE_ABSOLUTE)


def test_a_missing_package_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "zstandard", None)
    (tmp_path / "x.1").write_bytes(zst(PAGE))
    found = archive.links(tmp_path, root=ROOT)
    assert (list(found), [problem.code for problem in found.problems]) == ([], ["unsupported-member"])
