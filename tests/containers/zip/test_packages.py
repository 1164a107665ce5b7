"""What a data package says about the members of a zip file stays true."""

from __future__ import annotations

import json
import resource
from collections.abc import Iterator, Sequence

import pytest

from tests.support.archives import (
    CHECKED,
    PAGE,
    PAGE_ABSOLUTE,
    description,
    gz,
    index_of,
    members_of,
    response,
    run,
    sha256,
    wacz,
    zipped,
)

PACKAGE, PACKAGE_DIGEST = "datapackage.json", "datapackage-digest.json"
RECORDS = gz(response(PAGE, uri="http://h/d/1"))
CRAWLS = [("a.wacz", wacz(RECORDS)), ("notes.txt", b"text"), ("b.wacz", wacz(RECORDS, signed=True))]
PAGES = [("a.html", PAGE), ("b/c.html", PAGE), ("d.html", CHECKED), ("e.warc.gz", RECORDS)]


def in_folder(folder: str, files: Sequence[tuple[str, bytes]]) -> list[tuple[str, bytes]]:
    return [(folder + name, content) for name, content in files]


def expected(before: Sequence[tuple[str, bytes]], after: dict[str, bytes], folder: str = "") -> bytes:
    """Write the data package of members anew, with an independent JSON library."""
    package = json.loads(dict(before)[folder + PACKAGE])
    for each in package["resources"]:
        content = after[folder + each["path"]]
        each["hash"], each["bytes"] = sha256(content), len(content)
    return json.dumps(package, indent=1).encode()


@pytest.mark.rows("deflated", [True, False])
@pytest.mark.rows("streamed", [True, False])
@pytest.mark.rows("position", [0, 1, 4], ids=["first", "between", "last"])
@pytest.mark.rows("folder", ["", "data/", "a/b/"])
@pytest.mark.rows("files", [CRAWLS, PAGES], ids=["several WACZ", "pages"])
def test_a_data_package_stays_true_wherever_it_is(
    files: list[tuple[str, bytes]], folder: str, position: int, *, streamed: bool, deflated: bool
) -> None:
    before = in_folder(folder, [*files[:position], *description(files), *files[position:]])
    ran = run(zipped(before, streamed=streamed, deflated=deflated))
    members = members_of(ran.data)
    after = dict(members)
    assert [name for name, _ in members] == [name for name, _ in before]
    assert after[folder + PACKAGE] == expected(before, after, folder) != dict(before)[folder + PACKAGE]
    assert json.loads(after[folder + PACKAGE_DIGEST])["hash"] == sha256(after[folder + PACKAGE])
    assert ran.codes == ["signature"] * (files is CRAWLS)  # of b.wacz


def test_a_data_package_of_data_packages_stays_true() -> None:
    inner = in_folder("a/", [*description(PAGES), *PAGES])
    before = [*description(inner), *inner]
    after = dict(members_of(run(zipped(before)).data))
    assert after["a/" + PACKAGE] == expected(before, after, "a/") != dict(before)["a/" + PACKAGE]
    assert after[PACKAGE] == expected(before, after) != dict(before)[PACKAGE]


def test_the_signature_of_a_data_package_is_left_out_and_reported() -> None:
    ran = run(zipped([*PAGES, *description(PAGES, signed=True)]))
    assert "signedData" not in json.loads(dict(members_of(ran.data))[PACKAGE_DIGEST])
    assert [tuple(notice) for notice in ran.notices] == [(f"input!{PACKAGE_DIGEST}", "signature", "")]


@pytest.mark.rows("folder", ["", "a/", "z/"])
def test_a_data_package_that_is_no_json_is_reported_if_a_file_in_its_folder_changed(folder: str) -> None:
    ran = run(zipped([(folder + PACKAGE, b"{"), ("a/b/c.html", PAGE)]))
    after = PAGE.replace(b"href=x", b"href=http://h/d/a/b/x")
    assert members_of(ran.data) == [(folder + PACKAGE, b"{"), ("a/b/c.html", after)]
    assert [tuple(notice) for notice in ran.notices] == (
        [] if folder == "z/" else [(f"input!{folder}{PACKAGE}", "damaged-member", "it is no JSON")]
    )


@pytest.mark.rows("reading", [True, False])
@pytest.mark.rows("package", [b"{", description([("a.html", b"other")])[0][1]], ids=["no JSON", "wrong"])
def test_a_data_package_stays_as_it_is_if_nothing_changes(package: bytes, *, reading: bool) -> None:
    data = zipped([(PACKAGE, package), ("a.html", PAGE if reading else CHECKED)])
    ran = run(data, reading=reading)
    assert reading or ran.data == data
    assert ran.notices == []


@pytest.fixture
def few_files() -> Iterator[None]:
    """Let the process open only 100 files at once."""
    limits = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (100, limits[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, limits)


@pytest.mark.usefixtures("few_files")
def test_members_behind_a_data_package_may_be_many() -> None:
    """They wait for it in one file: few can be open at once."""
    pages = [(f"{number}.html", PAGE) for number in range(200)]
    before = [*description(pages), *pages]
    ran = run(zipped(before))
    after = dict(members_of(ran.data))
    assert {after[name] for name, _ in pages} == {PAGE_ABSOLUTE}
    assert after[PACKAGE] == expected(before, after)


@pytest.mark.usefixtures("few_files")
@pytest.mark.parametrize("deflated", [True, False])
def test_archives_of_a_wacz_may_be_many(*, deflated: bool) -> None:
    names = [f"{number}.warc.gz" for number in range(120)]
    archives = [(f"archive/{name}", RECORDS) for name in names]
    files = [*archives, ("indexes/index.cdxj", b"".join(index_of(RECORDS, name) for name in names))]
    before = [*files, *description(files)]
    ran = run(zipped(before, deflated=deflated))
    assert ran.notices == []
    after = dict(members_of(ran.data))
    lines = (index_of(after[f"archive/{name}"], name) for name in names)
    assert after["indexes/index.cdxj"] == b"".join(lines)
    assert after[PACKAGE] == expected(before, after)


@pytest.mark.usefixtures("few_files")
@pytest.mark.rows("files", [PAGES, members_of(CRAWLS[0][1])], ids=["packages", "several WACZ"])
def test_packages_in_folders_may_be_many(files: list[tuple[str, bytes]]) -> None:
    inside = [*files, *([] if PACKAGE in dict(files) else description(files))]
    before = [each for number in range(120) for each in in_folder(f"{number}/", inside)]
    after = dict(members_of(run(zipped(before)).data))
    for number in range(120):
        assert after[f"{number}/{PACKAGE}"] == expected(before, after, f"{number}/")


@pytest.mark.rows("digest", ["md5:" + "0" * 32, "0" * 32, "sha1:" + "0" * 40])
def test_a_digest_of_another_algorithm_becomes_one_of_sha256(digest: str) -> None:
    """A bare digest is MD5 in a data package."""
    package = json.dumps({"resources": [{"path": "a.html", "hash": digest}]}).encode()
    after = dict(members_of(run(zipped([("a.html", PAGE), (PACKAGE, package)])).data))
    assert json.loads(after[PACKAGE])["resources"][0]["hash"] == sha256(PAGE_ABSOLUTE)


IN_PARTS = {  # the path, whether what is said about it is corrected, and the files that are reported
    "one": (["a.html"], True, None),
    "one of another type": ([1, "a.html"], True, None),
    "one that stays": (["d.html"], False, None),
    "several": (["a.html", "d.html"], False, "a.html, d.html"),
    "several, the last one changes": (["d.html", "x", "a.html"], False, "d.html, x, a.html"),
    "several that stay": (["d.html", "x"], False, None),
    "none": ([], False, None),
    "an object": ({"a": "a.html"}, False, None),
}


@pytest.mark.rows("name", IN_PARTS)
@pytest.mark.rows("is_said", [True, False], ids=["", "nothing is said"])
def test_a_path_may_be_a_list(name: str, *, is_said: bool) -> None:
    """What is said about several files together is about their joined content."""
    path, is_corrected, reported = IN_PARTS[name]

    def package(content: bytes) -> bytes:
        said = {"hash": sha256(content), "bytes": len(content)} if is_said else {}
        return json.dumps({"resources": [{"path": path, **said}]}).encode()

    ran = run(zipped([("a.html", PAGE), ("d.html", CHECKED), (PACKAGE, package(PAGE))]))
    assert dict(members_of(ran.data))[PACKAGE] == package(PAGE_ABSOLUTE if is_corrected else PAGE)
    why = f"what it says about several files together is not corrected: {reported}"
    expected = [] if reported is None or not is_said else [(f"input!{PACKAGE}", "damaged-member", why)]
    assert [tuple(notice) for notice in ran.notices] == expected
