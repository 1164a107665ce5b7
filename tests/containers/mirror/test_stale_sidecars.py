"""An index or a data package in a directory is reported if an archive that it may describe changed."""

from __future__ import annotations

from pathlib import Path

import pytest

from absolutize import archive
from absolutize.containers import Problem
from tests.support.archives import CHECKED, PAGE, gz, index_of, members_of, response, wacz
from tests.support.commandline import Runner

RECORDS = gz(response(PAGE, uri="http://h/d/1"))
UNCHANGED = gz(response(CHECKED, uri="http://h/d/1"))
CRAWL = dict(members_of(wacz(RECORDS)))
INDEX = index_of(RECORDS)
INDEXES = ["indexes/index.cdx.gz", "indexes/index.cdxj", "indexes/index.idx"]
TREES = {
    "pywb": ({"archive/a.warc.gz": RECORDS, "indexes/a.cdxj": INDEX}, ["indexes/a.cdxj"]),
    "wget": ({"a.warc.gz": RECORDS, "a.cdx": INDEX}, ["a.cdx"]),
    "WACZ that was unpacked": (CRAWL, ["datapackage.json", *INDEXES]),
    "several WACZ": ({"a.wacz": wacz(RECORDS), "datapackage.json": b"{}"}, ["datapackage.json"]),
    "two archives": ({"b.warc.gz": RECORDS, "a.warc.gz": RECORDS, "c.cdxj": INDEX}, ["c.cdxj"]),
    "unchanged": ({"archive/a.warc.gz": UNCHANGED, "indexes/a.cdxj": INDEX}, []),
    "of something else": ({"a/a.warc.gz": RECORDS, "b/b.cdxj": INDEX, "b.html": PAGE}, []),
    "of a page": ({"a.html": PAGE, "a.cdx": INDEX, "datapackage.json": b"{}"}, []),
}


def write(root: Path, files: dict[str, bytes]) -> None:
    for name, content in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)


@pytest.mark.parametrize("name", TREES)
@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.parametrize("in_place", [False, True])
def test_a_sidecar_is_reported_once_and_stays(
    name: str, jobs: int, tmp_path: Path, *, in_place: bool
) -> None:
    files, stale = TREES[name]
    source = tmp_path / "source"
    target = source if in_place else tmp_path / "target"
    write(source, files)
    result = archive.rewrite(source, target, root="http://h/", jobs=jobs, overwrite=in_place)
    assert result.problems == [Problem(f"{source}/{path}", "stale-index") for path in stale]
    for path in stale:
        assert (target / path).read_bytes() == files[path]
    again = archive.rewrite(target, tmp_path / "again", root="http://h/")
    assert again.problems == []


@pytest.mark.parametrize("name", TREES)
def test_what_is_only_read_has_no_stale_sidecar(name: str, tmp_path: Path) -> None:
    write(tmp_path, TREES[name][0])
    reading = archive.links(tmp_path, root="http://h/")
    assert [*reading] != []
    assert reading.problems == []


def test_the_command_says_which_sidecar_is_stale(tmp_path: Path, run: Runner) -> None:
    write(tmp_path / "c", TREES["pywb"][0])
    ran = run("rewrite", "--root", "http://h/", f"{tmp_path}/c", "-o", f"{tmp_path}/o")
    assert ran.status == 1
    why = "archives next to it changed; what it says about them was kept"
    assert ran.err.splitlines() == [
        f"absolutize: {tmp_path}/c/indexes/a.cdxj: {why}",
        f"absolutize: {tmp_path}/c: 1 document, 1 link made absolute",
    ]
