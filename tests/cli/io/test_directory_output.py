"""A run over a directory that goes on reports what a run that was not interrupted reports."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from absolutize.cli import main
from absolutize.cli.io import directory_output
from absolutize.containers import IncompleteOutput, Problem
from absolutize.containers.mirror import directory, walk
from absolutize.storage import batch
from tests.support.archives import response

PAGE, PNG = b"<a href=x>", b"\x89PNG\r\n\x1a\n"
SITE = {"a.warc": response(PAGE), "b.html": PAGE, "c/d.html": PAGE, "e.html": PAGE, "x.cdx": b"CDX"}
SITE |= {f"{letter}.html": PAGE for letter in "mn"} | {"z.warc": response(PAGE)}
STALE = "absolutize: site/x.cdx: files that it describes changed; what it says about them was kept\n"
UNREAD = "absolutize: site/{}: cannot be read; left out (Permission denied)\n"
COUNTS = "absolutize: site: {0} documents, {0} links made absolute\n"
DENIED = {  # what cannot be read in the first run and in the second, and what is said in the end
    "nothing": ((), (), STALE + COUNTS.format(7)),
    "in both": (("b.html", "c"), ("b.html", "c"), STALE + UNREAD + COUNTS.format(5)),
    "in the first": (("b.html", "c"), (), STALE + COUNTS.format(7)),
    "in the second, already done": ((), ("b.html",), STALE + COUNTS.format(7)),
}


@pytest.fixture(autouse=True)
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, content in SITE.items():
        (tmp_path / "site" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "site" / name).write_bytes(content)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(directory_output, "FILES_PER_CHECKPOINT", 1)


def rewritten(denied: tuple[str, ...], stop: str, *more: str) -> Result:
    """Rewrite the site, up to a file at which the run is interrupted; some paths cannot be read."""
    names, rewrite_file = walk._names, directory.rewrite_file

    def read(file: Any, session: Any) -> Iterator[Any]:
        if file.path == stop:
            raise KeyboardInterrupt
        if file.path not in denied:
            return (yield from rewrite_file(file, session))
        yield Problem(file.place, "no-access", "Permission denied")
        return None

    def listed(folder: Path) -> list[str] | str:
        is_denied = folder.parent.name == "site" and folder.name in denied
        return "Permission denied" if is_denied else names(folder)

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(directory, "rewrite_file", read)
        patched.setattr(walk, "_names", listed)
        return CliRunner().invoke(main, ["rewrite", "site", "-o", "out", "--root", "http://h/", "-j1", *more])


GONE = {  # files that are removed between the runs, what is said in the end, and the files of the output
    "a page that is done": (("b.html",), STALE + COUNTS.format(6), {*SITE} - {"b.html"}),
    "an archive": (("a.warc",), STALE + COUNTS.format(6), {*SITE} - {"a.warc"}),
    "a directory": (("c/d.html", "c"), STALE + COUNTS.format(6), {*SITE} - {"c/d.html"}),
    "a page that is not done": (("n.html",), STALE + COUNTS.format(6), {*SITE} - {"n.html"}),
}


@pytest.mark.parametrize(("names", "said", "written"), GONE.values(), ids=GONE)
def test_files_that_are_removed_meanwhile_are_not_in_the_output(
    names: tuple[str, ...], said: str, written: set[str]
) -> None:
    assert rewritten((), "m.html").exit_code == 130
    for path in (Path("site", name) for name in names):
        path.rmdir() if path.is_dir() else path.unlink()
    ran = rewritten((), "", "--resume")
    assert (ran.exit_code, ran.stderr) == (1, said)  # for the index
    there = {path.relative_to("out").as_posix() for path in Path("out").rglob("*")}
    assert there == written | {str(Path(name).parent) for name in written if "/" in name}


UNITS = {"FAT": 2 * 10**9, "ext3": 10**9, "exFAT": 10**7, "a server": 1000, "NTFS": 100, "ext4": 1}
CHANGES = {  # nanoseconds by which a file changed between the runs, and whether it is written again
    "nothing": (0, False),
    "later": (3 * 10**9, True),
    "earlier": (-3 * 10**9, True),
}


@pytest.mark.parametrize(("change", "is_again"), CHANGES.values(), ids=CHANGES)
@pytest.mark.parametrize("unit", UNITS.values(), ids=UNITS)
def test_what_is_done_is_recognized_by_its_time_as_the_disk_keeps_it(
    unit: int, change: int, is_again: bool
) -> None:
    for name in SITE:
        os.utime(Path("site", name), ns=(0, 1_700_000_001_987_654_321))
    assert rewritten((), "m.html").exit_code == 130
    written = [path for path in Path().glob(".absolutize-*/tree/**/*") if path.is_file()]
    assert len(written) == 4
    for path in written:
        time = path.stat().st_mtime_ns
        path.write_bytes(b"done")
        os.utime(path, ns=(0, time - time % unit))
    os.utime(Path("site", "b.html"), ns=(0, 1_700_000_001_987_654_321 + change))
    rewritten((), "", "--resume")
    again = {name for name in SITE if Path("out", name).read_bytes() != b"done"}
    assert again == {"m.html", "n.html", "x.cdx", "z.warc"} | ({"b.html"} if is_again else set())


def test_a_worker_process_that_is_killed_costs_nothing_that_is_done() -> None:
    def killed(file: Any, session: Any) -> Iterator[Any]:
        if file.path == "m.html":
            raise IncompleteOutput("a worker process was killed", may_pass=True)
        return (yield from rewrite_file(file, session))

    rewrite_file = directory.rewrite_file
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(directory, "rewrite_file", killed)
        ran = CliRunner().invoke(main, ["rewrite", "site", "-o", "out", "--root", "http://h/", "-j1"])
    said = r"absolutize: site: a worker process was killed; run the same command with --resume to go on"
    assert (ran.exit_code, ran.stderr.partition(" (")[0]) == (2, said)
    ran = rewritten(("a.warc",), "", "--resume")  # which is not read again
    assert (ran.exit_code, ran.stderr) == (1, STALE + COUNTS.format(7))


def change(name: str, content: bytes, hours: int) -> None:
    Path("site", name).write_bytes(content)
    os.utime(Path("site", name), (0, 1_700_000_000 + 3600 * hours))


def test_what_changed_meanwhile_is_counted_once() -> None:
    """Also if the second run is interrupted, too: what the first has done stays done."""
    change("e.html", PNG, 0)
    assert rewritten((), "m.html").exit_code == 130
    change("b.html", PAGE * 3, 1)
    change("a.warc", response(PAGE * 2), 1)
    change("e.html", PNG, 1)
    assert rewritten((), "m.html", "--resume").exit_code == 130
    change("b.html", PAGE * 4, 2)
    (journal,) = Path().glob(".absolutize-*.journal")
    assert '"path": "e.html"' in journal.read_text().splitlines()[-1]
    ran = rewritten(("c/d.html",), "", "--resume")  # which is not read again
    unread = "absolutize: site/e.html: not HTML: copied unchanged"
    counts = "absolutize: site: 6 documents, 10 links made absolute"
    assert (ran.exit_code, sorted(ran.stderr.splitlines())) == (1, sorted([STALE.rstrip(), unread, counts]))
    assert Path("out/b.html").read_bytes() == b"<a href=http://h/x>" * 4


@pytest.mark.parametrize(("first", "second", "said"), DENIED.values(), ids=DENIED)
def test_what_is_reported_is_true_of_the_output(
    first: tuple[str, ...], second: tuple[str, ...], said: str
) -> None:
    assert rewritten(first, "m.html").exit_code == 130
    ran = rewritten(second, "", "--resume")
    expected = said.replace(UNREAD, "".join(map(UNREAD.format, second)))
    assert sorted(ran.stderr.splitlines()) == sorted(expected.splitlines())
    assert ran.exit_code == (2 if UNREAD in said else 1)
    missing = {name for name in SITE if not Path("out", name).exists()}
    assert missing == ({"b.html", "c/d.html"} if UNREAD in said else set())


@pytest.mark.parametrize("size", [2, batch.MAX_BATCH_FILES], ids=["in several batches", "in one batch"])
def test_a_file_that_changes_before_its_batch_is_written_is_not_counted(
    size: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    add = batch.Batch.add

    def add_and_change(into: Any, file: Any) -> None:
        if file.name.endswith("b.html"):
            Path("site", "b.html").write_bytes(PNG)
        if file.name.endswith("z.warc"):
            Path("site", "z.warc").unlink()
        add(into, file)

    monkeypatch.setattr(batch, "MAX_BATCH_FILES", size)
    monkeypatch.setattr(batch.Batch, "add", add_and_change)
    ran = CliRunner().invoke(main, ["rewrite", "site", "--in-place", "--root", "http://h/", "-j1"])
    unwritten = (
        "absolutize: site/b.html: was changed by another program meanwhile, and is not replaced\n"
        "absolutize: site/z.warc: No such file or directory\n"
    )
    counts = "absolutize: site: 5 documents, 5 links made absolute; 2 files could not be written\n"
    assert (ran.exit_code, ran.stderr) == (2, unwritten + STALE + counts)
