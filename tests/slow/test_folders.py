"""Directories: what is left out of them, files that cannot be written, and how an interrupted run goes on."""

from __future__ import annotations

import os
import resource
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.support.commandline import Ran, Runner, environment
from tests.support.forking import Server

PAGE = b"<!DOCTYPE html><a href=x>\n"
HIDDEN = (".git/x.html", "d/.cache/x.html", "node_modules/p/x.html", "d/node_modules/x.html")
SEEN = (".well-known/x.html", ".hidden.html", "d/x.html", "x.html", "drafts/x.html", "d/drafts/y.html")
TREE = (*HIDDEN, *SEEN)


@pytest.fixture
def run(tmp_path: Path, server: Server) -> Runner:
    for path in TREE:
        (tmp_path / "site" / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "site" / path).write_bytes(PAGE)
    return Runner(tmp_path, server)


def changed(root: Path) -> set[str]:
    return {str(path.relative_to(root)) for path in root.rglob("*.html") if b"http://h/" in path.read_bytes()}


SKIPPED = "absolutize: site: skipped .git, .cache, node_modules (2 times); pass --hidden to include them\n"
SELECTED = {  # the options, the files that are read, and the messages before the last line
    "by default": ([], set(SEEN), SKIPPED),
    "with hidden ones": (["--hidden"], set(TREE), ""),
    "without a directory": (
        ["--exclude", "drafts/"],
        {path for path in SEEN if "drafts" not in path},
        SKIPPED,
    ),
    "without a path": (["--exclude", "d/drafts"], set(SEEN) - {"d/drafts/y.html"}, SKIPPED),
    "without names": (
        ["--exclude", "y.*", "--exclude", ".h*"],
        set(SEEN) - {"d/drafts/y.html", ".hidden.html"},
        SKIPPED,
    ),
    "without files of a path": (
        ["--exclude", "/d/*.html"],
        {p for p in SEEN if not p.startswith("d/")},
        SKIPPED,
    ),
    "a directory's pattern and files": (["--exclude", "x.html/"], set(SEEN), SKIPPED),
}


@pytest.mark.parametrize("where", ["-o", "--in-place"])
@pytest.mark.parametrize(("options", "read", "said"), SELECTED.values(), ids=SELECTED)
def test_some_directories_are_left_out(
    run: Runner, options: list[str], read: set[str], said: str, where: str
) -> None:
    to = ["-o", "out"] if where == "-o" else ["--in-place"]
    ran = run("rewrite", "site", *to, "--root", "http://h/", *options)
    number = len(read)
    total = f"absolutize: site: {number} documents, {number} links made absolute\n"
    assert ran == Ran(0, b"", said + total)
    root = run.directory / ("out" if where == "-o" else "site")
    assert changed(root) == read
    assert not list(run.directory.rglob(".absolutize-*"))


def test_what_is_left_out_is_not_read(run: Runner) -> None:
    ran = run("links", "site", "--root", "http://h/", "--exclude", "drafts")
    assert ran.err == SKIPPED
    assert len(ran.out.splitlines()) == 4


BIG = PAGE * 200  # more than the one block that ulimit allows


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_file_that_cannot_be_written_does_not_stop_the_others(run: Runner, jobs: str) -> None:
    (run.directory / "site" / "d" / "big.html").write_bytes(BIG)
    arguments = ["rewrite", "site", "--in-place", "--root", "http://h/", "--jobs", jobs, "--quiet"]
    ran = run.shell('ulimit -f 1; exec "$@"', *arguments)
    name = run.directory / "site" / "d" / "big.html"
    assert ran == Ran(2, b"", "absolutize: site/d/big.html: File too large\n")
    assert changed(run.directory / "site") == set(SEEN)
    assert name.read_bytes() == BIG
    assert not list(run.directory.rglob(".absolutize-*"))


def test_a_file_that_cannot_be_written_is_not_counted(run: Runner) -> None:
    (run.directory / "site" / "d" / "big.html").write_bytes(BIG)
    ran = run.shell('ulimit -f 1; exec "$@"', "rewrite", "site", "--in-place", "--root", "http://h/")
    done = f"{len(SEEN)} documents, {len(SEEN)} links made absolute; 1 file could not be written"
    assert f"absolutize: site: {done}\n" in ran.err


# interruptions

MANY = 600
IN_PLACE = "absolutize: interrupted; no file is half written: run the same command again to go on\n"
RESUME = "absolutize: interrupted; run the same command with --resume to go on\n"
NOTHING = "absolutize: interrupted; nothing was written\n"


def interrupted(directory: Path, number: int, *arguments: str) -> tuple[int, str]:
    """Run on an input that never ends, and send a signal."""
    command = [sys.executable, "-m", "absolutize", "rewrite", *arguments]
    with (
        subprocess.Popen(
            command, cwd=directory, env=environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE
        ) as process,
        (directory / "pipe.html").open("wb"),
    ):  # opening the pipe waits until the command reads it
        time.sleep(0.1)
        process.send_signal(number)
        _, err = process.communicate()
    return process.returncode, err.decode()


SIGNALS = {"SIGINT": (signal.SIGINT, 130), "SIGTERM": (signal.SIGTERM, 143), "SIGHUP": (signal.SIGHUP, 129)}


@pytest.mark.parametrize(("number", "status"), SIGNALS.values(), ids=SIGNALS)
def test_an_interruption_says_how_to_go_on(run: Runner, number: int, status: int) -> None:
    os.mkfifo(run.directory / "pipe.html")
    (run.directory / "page.html").write_bytes(PAGE)
    given = ("page.html", "pipe.html", "-o", "out", "--url", "http://h/")
    assert interrupted(run.directory, number, *given) == (status, RESUME)
    assert [path.name for path in (run.directory / "out").iterdir()] == ["page.html"]
    assert not list(run.directory.rglob(".absolutize-*"))


def test_an_interruption_that_lost_nothing_says_so(run: Runner) -> None:
    os.mkfifo(run.directory / "pipe.html")
    given = ("pipe.html", "-o", "out.html", "--url", "http://h/")
    assert interrupted(run.directory, signal.SIGTERM, *given) == (143, NOTHING)
    assert sorted(path.name for path in run.directory.iterdir()) == ["pipe.html", "site"]


def test_an_interruption_of_what_is_only_shown_is_silent(run: Runner) -> None:
    os.mkfifo(run.directory / "pipe.html")
    assert interrupted(run.directory, signal.SIGTERM, "pipe.html", "--diff") == (143, "")


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_tree_in_place_is_interrupted(run: Runner, jobs: str) -> None:
    """Whenever it is interrupted, each file is unchanged or made absolute, and nothing else is left."""
    site = run.directory / "many"
    (site / "d").mkdir(parents=True)
    for number in range(MANY):
        (site / "d" / f"{number}.html").write_bytes(PAGE * 100)
    command = [sys.executable, "-m", "absolutize", "rewrite", "many", "--in-place", "--root", "http://h/"]
    with subprocess.Popen(
        [*command, "--jobs", jobs], cwd=run.directory, env=environment(), stderr=subprocess.PIPE
    ) as process:
        while process.poll() is None and not list(site.rglob(".absolutize-*")):
            time.sleep(0.001)
        process.send_signal(signal.SIGTERM)
        _, err = process.communicate()
    assert (process.returncode, err.decode()) == (143, IN_PLACE)
    assert len(list(site.rglob("*"))) == MANY + 1
    assert {path.read_bytes() for path in site.rglob("*.html")} <= {
        PAGE * 100,
        PAGE.replace(b"=x", b"=http://h/d/x") * 100,
    }
    assert run("rewrite", "many", "--in-place", "--root", "http://h/").status == 0
    assert len(changed(site)) == MANY


def test_a_file_that_cannot_be_written_is_named_as_asked_for(tmp_path: Path) -> None:
    (tmp_path / "site" / "a").mkdir(parents=True)
    (tmp_path / "site" / "a" / "p.html").write_bytes(b"<a href=x>".ljust(1 << 14))
    asked = (*["-m", "absolutize", "rewrite", "site", "--root", "http://h/", "-o"], "out")
    ran = subprocess.run(
        [sys.executable, *asked],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 13, 1 << 13)),
        check=False,
    )
    assert (ran.returncode, ran.stderr) == (2, "absolutize: out/a/p.html: File too large\n")
    assert [path.name for path in tmp_path.iterdir()] == ["site"]
