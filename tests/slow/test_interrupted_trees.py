"""Rewrites of directories that are interrupted: the output is complete or absent, and can be resumed."""

from __future__ import annotations

import json
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from absolutize.cli.io import directory_output
from absolutize.cli.io.resume import temporary_path
from tests.slow.test_directories import LONG_AGO, PAGE, ROOT, contents, times
from tests.support.commandline import Ran, Runner
from tests.support.extent import extent
from tests.support.forking import Server


def many(root: Path) -> Path:
    """A tree that takes a while to process."""
    for number in range(1200):
        path = root / f"d{number % 7}" / f"{number}.html"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(PAGE * 50 + b"%d" % number)
        os.utime(path, ns=(LONG_AGO, LONG_AGO + number))
    return root


FEW = 100  # files, less than a batch


def few(root: Path) -> Path:
    """A tree of fewer files than a batch, which takes a while; hidden directories in it are skipped."""
    for number in range(FEW):
        (root / f"d{number:03}" / ".git").mkdir(parents=True)
        (root / f"d{number:03}" / "page.html").write_bytes(PAGE * 5000)
    return root


def interrupted(directory: Path, seconds: float) -> None:
    """Start to write a tree, and kill the process after some seconds."""
    command = [sys.executable, "-m", "absolutize", "rewrite", "site", "-o", "out", "--root", ROOT, "--resume"]
    with subprocess.Popen([*command, "--jobs", "2"], cwd=directory, stderr=subprocess.DEVNULL) as process:
        time.sleep(seconds)
        process.kill()


def test_a_run_that_is_killed_can_be_gone_on_with(tmp_path: Path, server: Server) -> None:
    """Whenever a run is killed, its output is complete or absent; a last run completes it."""
    run = Runner(tmp_path, server)
    many(tmp_path / "site")
    whole = run("rewrite", "site", "-o", "whole", "--root", ROOT)
    expected = contents(tmp_path / "whole"), times(tmp_path / "whole")
    chance = random.Random(1)
    for _ in range(extent(10, 100)):
        interrupted(tmp_path, chance.uniform(0, 1.5))
        if (tmp_path / "out").exists():
            assert (contents(tmp_path / "out"), times(tmp_path / "out")) == expected
            shutil.rmtree(tmp_path / "out")
    ran = run("rewrite", "site", "-o", "out", "--root", ROOT, "--resume")
    assert (contents(tmp_path / "out"), times(tmp_path / "out")) == expected
    assert ran == whole
    assert sorted(path.name for path in tmp_path.iterdir()) == ["out", "site", "whole"]


def test_a_run_that_is_interrupted_goes_on_where_it_was(tmp_path: Path, server: Server) -> None:
    run = Runner(tmp_path, server)
    many(tmp_path / "site")
    stopped(tmp_path)
    (unfinished,) = (
        path for path in tmp_path.iterdir() if path.name.startswith(".absolutize-") and path.is_dir()
    )
    written = {path: path.stat().st_ino for path in (unfinished / "tree").rglob("*.html")}
    assert len(written) >= 64
    ran = run("rewrite", "site", "-o", "out", "--root", ROOT, "--resume")
    assert ran.err == "absolutize: site: 1200 documents, 60000 links made absolute\n"
    kept = [
        path
        for path, inode in written.items()
        if (tmp_path / "out" / path.relative_to(unfinished / "tree")).stat().st_ino == inode
    ]
    assert len(kept) >= 64


def test_what_was_removed_meanwhile_is_written_and_counted_once(tmp_path: Path, server: Server) -> None:
    run = Runner(tmp_path, server)
    many(tmp_path / "site")
    stopped(tmp_path)
    (unfinished,) = (path for path in tmp_path.glob(".absolutize-*") if path.is_dir())
    shutil.rmtree(unfinished)
    ran = run("rewrite", "site", "-o", "out", "--root", ROOT, "--resume")
    assert ran.err == "absolutize: site: 1200 documents, 60000 links made absolute\n"
    assert len(list((tmp_path / "out").rglob("*.html"))) == 1200


SIGNALS = {"SIGINT": (signal.SIGINT, 130), "SIGTERM": (signal.SIGTERM, 143)}


@pytest.mark.parametrize("jobs", ["1", "2"])
@pytest.mark.parametrize(("number", "status"), SIGNALS.values(), ids=SIGNALS)
def test_what_is_done_before_the_first_batch_counts(
    tmp_path: Path, server: Server, number: int, status: int, jobs: str
) -> None:
    """Files that were written already are not written again, and nothing is counted twice."""
    run = Runner(tmp_path, server)
    few(tmp_path / "site")
    process = stopped(tmp_path, "--jobs", jobs, number=number, when=lambda: len(written(tmp_path)) > FEW // 3)
    assert process.returncode == status
    (point,) = points(tmp_path)
    last = json.loads(point)["state"]["path"].split("/")
    done = {path: inode for path, inode in written(tmp_path).items() if path.split("/") <= last}
    assert FEW // 4 < len(done) < FEW < directory_output.FILES_PER_CHECKPOINT
    ran = run("rewrite", "site", "-o", "out", "--root", ROOT, "--resume", "--jobs", jobs)
    skipped = f"absolutize: site: skipped .git ({FEW} times); pass --hidden to include them\n"
    assert ran.err == f"{skipped}absolutize: site: {FEW} documents, {FEW * 5000} links made absolute\n"
    assert {path: (tmp_path / "out" / path).stat().st_ino for path in done} == done
    assert not list(tmp_path.glob(".absolutize-*"))


def test_a_file_that_cannot_be_written_costs_no_finished_file(tmp_path: Path, server: Server) -> None:
    """The size of files is limited, as on a full disk: the last one is too large."""
    run = Runner(tmp_path, server)
    many(tmp_path / "site")
    (tmp_path / "site" / "z.html").write_bytes(PAGE * 5000)
    command = ("rewrite", "site", "-o", "out", "--root", ROOT)
    ran = run.shell('ulimit -f 100; exec "$@"', *command)
    kept = f"{temporary_path(Path('out'))} has what is done"
    why = f"File too large; run the same command with --resume to go on ({kept})"
    assert ran == Ran(2, b"", f"absolutize: out/z.html: {why}\n")
    before = written(tmp_path)
    (*_, last) = points(tmp_path)
    assert json.loads(last)["summary"]["parts"] >= directory_output.FILES_PER_CHECKPOINT
    assert run(*command, "--resume").err == "absolutize: site: 1201 documents, 65000 links made absolute\n"
    after = {path: (tmp_path / "out" / path).stat().st_ino for path in before}
    kept_files = sum(after[path] == inode for path, inode in before.items())
    assert kept_files >= directory_output.FILES_PER_CHECKPOINT
    assert sorted(path.name for path in tmp_path.iterdir() if path.is_dir()) == ["out", "site"]


def test_a_run_of_another_kind_begins_anew(tmp_path: Path, server: Server) -> None:
    run = Runner(tmp_path, server)
    many(tmp_path / "site")
    stopped(tmp_path)
    ran = run("rewrite", "site", "-o", "out", "--root", "http://other/", "--resume")
    assert ran.err == "absolutize: site: 1200 documents, 60000 links made absolute\n"
    assert not any(
        b"http://h/" in data for data in contents(tmp_path / "out").values() if isinstance(data, bytes)
    )


def stopped(
    directory: Path, *options: str, number: int = signal.SIGINT, when: Callable[[], bool] | None = None
) -> subprocess.Popen[bytes]:
    """Start to write a tree, and send a signal: once ``when`` is true, or there is a checkpoint."""
    is_time = when or (lambda: any(points(directory)))
    command = [sys.executable, "-m", "absolutize", "rewrite", "site", "-o", "out", "--root", ROOT]
    given = options or ("--jobs", "1")
    with subprocess.Popen([*command, *given], cwd=directory, stderr=subprocess.DEVNULL) as process:
        while process.poll() is None and not is_time():
            time.sleep(0.001)
        process.send_signal(number)
    return process


def written(directory: Path) -> dict[str, int]:
    """Give the inode of each page that is written so far."""
    return {
        path.relative_to(tree).as_posix(): path.stat().st_ino
        for tree in directory.glob(".absolutize-*/tree")
        for path in tree.rglob("*.html")
    }


def points(directory: Path) -> Iterator[str]:
    """Read the checkpoints in the journals, without the first line, which identifies the run."""
    for journal in directory.glob(".absolutize-*.journal"):
        yield from journal.read_text().splitlines()[1:]
