"""A sidecar in a directory (index, data package, manifest) is reported if what it may describe changed."""

from __future__ import annotations

from pathlib import Path

import pytest

from absolutize import archive
from absolutize.containers import Problem
from tests.support.archives import CHECKED, PAGE, gz, index_of, members_of, response, wacz
from tests.support.commandline import Runner

MESSAGE = b"Content-Type: text/html\n\n" + PAGE
RECORDS = gz(response(PAGE, uri="http://h/d/1"))
UNCHANGED = gz(response(CHECKED, uri="http://h/d/1"))
CRAWL = dict(members_of(wacz(RECORDS)))
INDEX = index_of(RECORDS)
INDEXES = ["indexes/index.cdx.gz", "indexes/index.cdxj", "indexes/index.idx"]
BAG = {
    "bagit.txt": b"BagIt-Version: 1.0\n",
    "manifest-md5.txt": b"0 data/a.html\n",
    "tagmanifest-md5.txt": b"",
}
TREES = {
    "pywb": ({"archive/a.warc.gz": RECORDS, "indexes/a.cdxj": INDEX}, ["indexes/a.cdxj"]),
    "wget": ({"a.warc.gz": RECORDS, "a.cdx": INDEX}, ["a.cdx"]),
    "WACZ that was unpacked": (CRAWL, ["datapackage.json", *INDEXES]),
    "several WACZ": ({"a.wacz": wacz(RECORDS), "datapackage.json": b"{}"}, ["datapackage.json"]),
    "two archives": ({"b.warc.gz": RECORDS, "a.warc.gz": RECORDS, "c.cdxj": INDEX}, ["c.cdxj"]),
    "unchanged": ({"archive/a.warc.gz": UNCHANGED, "indexes/a.cdxj": INDEX}, []),
    "of something else": ({"a/a.warc.gz": RECORDS, "b/b.cdxj": INDEX, "b.html": PAGE}, []),
    "a bag": (BAG | {"data/page.html": PAGE, "data/b/c.warc": response(PAGE)}, ["manifest-md5.txt"]),
    "a bag in a folder": (
        {f"b/{name}": each for name, each in (BAG | {"data/x/a.eml": MESSAGE}).items()},
        ["b/manifest-md5.txt"],
    ),
    "a bag, unchanged": (BAG | {"data/a.html": CHECKED, "a.html": PAGE}, []),
    "no bag": ({"data/a.html": PAGE, "manifest-md5.txt": b""}, []),
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
    why = "files that it describes changed; what it says about them was kept"
    assert ran.err.splitlines() == [
        f"absolutize: {tmp_path}/c/indexes/a.cdxj: {why}",
        f"absolutize: {tmp_path}/c: 1 document, 1 link made absolute",
    ]


REPLACED = {
    # the files, the archives that are replaced, and the sidecars that are reported
    "pywb": (TREES["pywb"][0], ["archive/a.warc.gz"], ["indexes/a.cdxj"]),
    "wget": (TREES["wget"][0], ["a.warc.gz"], ["a.cdx"]),
    "a WACZ that was unpacked": (CRAWL, ["archive/data.warc.gz"], ["datapackage.json", *INDEXES]),
    "two archives": (TREES["two archives"][0], ["a.warc.gz", "b.warc.gz"], ["c.cdxj"]),
    "in a folder of indexes": (
        {"indexes/a.warc.gz": TREES["wget"][0]["a.warc.gz"], "indexes/a.cdx": TREES["wget"][0]["a.cdx"]},
        ["indexes/a.warc.gz"],
        ["indexes/a.cdx"],
    ),
    "unchanged": (TREES["unchanged"][0], ["archive/a.warc.gz"], []),
    "a page": (TREES["of a page"][0], ["a.html"], []),
    "in a bag": (TREES["a bag"][0], ["data/page.html", "data/b/c.warc"], ["manifest-md5.txt"]),
}


@pytest.mark.parametrize("name", REPLACED)
@pytest.mark.parametrize("inside", [False, True], ids=["", "from its folder"])
def test_a_sidecar_of_an_archive_that_is_replaced_is_reported(
    name: str, tmp_path: Path, *, inside: bool
) -> None:
    files, archives, stale = REPLACED[name]
    write(tmp_path, files)
    folder = (tmp_path / archives[0]).parent if inside else tmp_path
    paths = [str((tmp_path / each).relative_to(folder)) for each in archives]
    ran = Runner(folder)("rewrite", *paths, "--in-place", "--url", "http://h/")
    lines = [line for line in ran.err.splitlines() if "files that it describes changed" in line]
    places = [(folder / line.split(": ")[1]).resolve() for line in lines]
    assert sorted(each.relative_to(tmp_path).as_posix() for each in places) == stale
    assert ran.status == (1 if stale else 0)


@pytest.mark.parametrize("name", REPLACED)
def test_a_sidecar_of_a_target_that_is_replaced_is_reported(name: str, tmp_path: Path) -> None:
    files, (path, *_), stale = REPLACED[name]
    write(tmp_path, files)
    result = archive.rewrite(tmp_path / path, tmp_path / path, url="http://h/", overwrite=True)
    assert sorted(result.problems) == [Problem(f"{tmp_path}/{each}", "stale-index") for each in stale]
    result = archive.rewrite(tmp_path / path, tmp_path / path, url="http://h/", overwrite=True)
    assert result.problems == []
    assert archive.rewrite(tmp_path / path, tmp_path / f"new{path[-8:]}", url="http://h/").problems == []
