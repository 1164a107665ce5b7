"""Sidecars of a file that changed are reported, if they cannot be corrected."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from absolutize.containers.sidecars import sidecars_of_changed
from tests.support.archives import CHECKED, PAGE, gz, response, run, zipped

RECORD = response(PAGE)


class Layout(NamedTuple):
    """A file, the sidecars that are reported if it changes, and the others."""

    archive: str
    stale: tuple[str, ...] = ()
    others: tuple[str, ...] = ()


LAYOUTS = {
    "wget": Layout("a.warc.gz", ("a.cdx",), ("a.html.cdxs", "cdx", "b/a.cdx")),
    "pywb": Layout(
        "c/archive/a.warc.gz", ("c/indexes/index.cdxj",), ("d/indexes/index.cdxj", "indexes/i.cdxj")
    ),
    "blocks": Layout("c/archive/a.warc.gz", ("c/indexes/index.cdx.gz", "c/indexes/index.idx")),
    "a folder above": Layout("c/warcs/a.warc.gz", ("c/index.cdxj.gz",), ("index.cdxj", "c/warcs/d/a.cdx")),
    "plain": Layout("w/a.warc", ("w/a.cdxj",)),
    "ARC": Layout("a.arc.gz", ("a.cdx",)),
    "a page": Layout("a.html", (), ("a.cdx", "indexes/a.cdxj")),
    "a bag": Layout(
        "b/data/d/a.html",
        ("b/manifest-md5.txt", "b/manifest-sha256.txt"),
        ("b/bagit.txt", "b/tagmanifest-md5.txt", "manifest-md5.txt", "b/data/manifest-md5.txt"),
    ),
    "a bag without a folder": Layout("data/a.warc.gz", ("manifest-sha512.txt",), ("bagit.txt", "b/a.cdx")),
    "outside of the payload": Layout("b/a.html", (), ("b/bagit.txt", "b/manifest-md5.txt")),
    "no bag": Layout("b/data/a.html", (), ("b/manifest-md5.txt",)),
}


@pytest.mark.rows("name", LAYOUTS)
def test_sidecars_of_a_file_are_known_by_their_names(name: str) -> None:
    archive, stale, others = LAYOUTS[name]
    assert sidecars_of_changed([archive], [archive, *stale, *others]) == [*stale]
    assert sidecars_of_changed([], [archive, *stale, *others]) == []


@pytest.mark.rows("page", [PAGE, CHECKED], ids=["changed", "unchanged"])
@pytest.mark.rows("name", [name for name, layout in LAYOUTS.items() if ".warc" in layout.archive])
def test_an_index_in_a_zip_file_is_reported_if_its_archive_changed(name: str, page: bytes) -> None:
    archive, stale, others = LAYOUTS[name]
    records = gz(response(page)) if archive.endswith(".gz") else response(page)
    indexes = [(index, gz(b"index") if index.endswith(".gz") else b"index") for index in stale + others]
    ran = run(zipped([*indexes, (archive, records)]))
    assert [tuple(notice) for notice in ran.notices] == [
        (f"input!{index}", "stale-index", "") for index in stale if page is PAGE
    ]
