"""Runs the command line with outputs that are full, closed or in another encoding, as a shell sets them up.

Each command writes to a device that is full, and to a pipe that breaks. In CI only every fourth writes to an
output that is closed already, since all write in one place; with ``--full`` all do.
"""

from __future__ import annotations

import os
import shlex
import shutil
import signal
import subprocess
import sys

import pytest

from tests.support.commandline import (
    AT,
    FULL,
    IN,
    PAGE,
    Ran,
    Runner,
    environment,
    one_failed,
    total,
    version,
)
from tests.support.extent import sample

BIG = b"<a href=x>" * 2000
SMALL_FILES = 'ulimit -f 1; exec "$@"'  # a write beyond the first block fails


@pytest.mark.parametrize("arguments", ["-o new.html", "--in-place"])
def test_a_write_that_fails_leaves_nothing(run: Runner, arguments: str) -> None:
    run.write("big.html", BIG)
    before = run.tree()
    ran = run.shell(SMALL_FILES, "rewrite", "big.html", *shlex.split(f"{arguments} {AT}"))
    name = "big.html" if arguments == "--in-place" else "new.html"
    assert ran == Ran(2, b"", f"absolutize: {name}: File too large\n")
    assert run.tree() == before


def test_a_write_that_fails_does_not_stop_the_others(run: Runner) -> None:
    run.write("big.html", BIG)
    before = run.tree()
    ran = run.shell(SMALL_FILES, "rewrite", "big.html", "other.html", "-o", "new", *shlex.split(IN))
    assert ran == Ran(2, b"", f"absolutize: new/big.html: File too large\n{total(1, 1, one_failed(2))}")
    assert run.tree() == {**before, "new": None, "new/other.html": b'<a href="http://h/d/x">x</a>\n'}


PATCH = shutil.which("patch")

PATCHED = {
    "windows-1252": b"<p>\xe9\x81\r\n<a href=x\xe9>\r\n\x0c\x85\r<img src=../y>\n<a href='\nz\n'>",
    "utf-8": "<meta charset=utf-8>\n\u2028é<a href=é>\n\n\n\n\n\n\n\n\n<a href=x>\n".encode(),
    "iso-2022-jp": b'<meta charset=iso-2022-jp>\n\x1b$B$"\x1b(B<a href=x>\n',
    "one line without end": b"<a href=x>",
    "page": PAGE,
}


@pytest.mark.skipif(PATCH is None, reason="there is no patch")
@pytest.mark.parametrize("name", PATCHED)
@pytest.mark.parametrize("path", ["old.html", "an old one.html"])
def test_patch_reads_the_diff(run: Runner, name: str, path: str) -> None:
    run.write(path, PATCHED[name])
    diff = run("rewrite", "--diff", path, "--url", "http://h/d/")
    whole = run("rewrite", path, "--url", "http://h/d/")
    patched = run.process([str(PATCH), "--binary"], stdin=diff.out)
    assert (diff.status, whole.status, patched.status) == (1, 0, 0)
    assert (run.directory / path).read_bytes() == whole.out


STDOUT = {
    "rewrite": f"rewrite page.html {AT}",
    "rewrite --diff": f"rewrite --diff page.html {AT}",
    "links": f"links page.html {AT}",
    "links --format csv": f"links page.html --format csv {AT}",
    "links --format table": f"links page.html --format table {AT}",
    "base": f"base page.html {AT}",
    "resolve": "resolve x --base http://h/",
    "resolve --explain": "resolve x --base http://h/ --explain",
    "parse": "parse http://h/",
    "text": "text page.html",
    "rules": "rules",
    "--help": "--help",
    "--version": "--version",
    "links --help": "links --help",
    "check": f"check page.html {AT} --select ALL",
    "check --format json": f"check page.html --format json {AT} --select ALL",
    **{
        f"check --format {form}": f"check page.html --format {form} {AT} --select ALL"
        for form in ("sarif", "github", "gitlab", "junit")
    },
    "check --statistics": f"check page.html --statistics {AT} --select ALL",
    "explain": "explain",
}


@pytest.mark.skipif(not FULL.exists(), reason="there is no device that is full")
@pytest.mark.parametrize("arguments", STDOUT.values(), ids=STDOUT)
def test_an_output_that_is_full_is_one_line(run: Runner, arguments: str) -> None:
    ran = run.shell(f'"$@" >{FULL}', *shlex.split(arguments), env=version(run))
    assert ran == Ran(2, b"", "absolutize: standard output: No space left on device\n")


@pytest.mark.parametrize("arguments", sample(STDOUT.values(), 4), ids=sample(STDOUT, 4))
def test_an_output_that_is_closed_is_one_line(run: Runner, arguments: str) -> None:
    ran = run.shell('"$@" >&-', *shlex.split(arguments), env=version(run))
    assert ran == Ran(2, b"", "absolutize: standard output: closed\n")


def test_an_output_that_cannot_be_written_stops_the_others(run: Runner) -> None:
    ran = run.shell('"$@" >&-', *shlex.split(f"rewrite --diff page.html other.html {IN}"))
    assert ran == Ran(2, b"", "absolutize: standard output: closed\n")


@pytest.mark.parametrize(
    "arguments", [f"rewrite --in-place page.html {AT}", f"rewrite page.html {AT} -o new"]
)
def test_an_output_that_nothing_is_written_to_may_be_closed(run: Runner, arguments: str) -> None:
    assert run.shell('"$@" >&-', *shlex.split(arguments)) == Ran(0, b"", "")


@pytest.mark.parametrize("command", ["rewrite", "links", "check", "base", "text"])
def test_an_input_that_is_closed_is_one_line(run: Runner, command: str) -> None:
    ran = run.shell('"$@" <&-', command, "-")
    assert ran == Ran(2, b"", "absolutize: -: standard input is closed\n")


@pytest.mark.parametrize("redirection", ["2>&-", f"2>{FULL}"])
@pytest.mark.parametrize(
    ("arguments", "status"),
    [(f"rewrite page.html {AT}", 0), ("rewrite --strict other.html", 1), ("rewrite none.html", 2)],
)
def test_errors_that_cannot_be_printed_change_no_status(
    run: Runner, redirection: str, arguments: str, status: int
) -> None:
    assert run.shell(f'"$@" {redirection}', *shlex.split(arguments)).status == status


def test_an_interruption_is_silent_and_finds_nothing(run: Runner) -> None:
    """130 is the exit status of shells for SIGINT; 1 would mean that ``--diff`` has differences."""
    command = [sys.executable, "-m", "absolutize", "rewrite", "first", "--diff"]
    os.mkfifo(run.directory / "first")
    with (
        subprocess.Popen(
            command, cwd=run.directory, env=environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE
        ) as process,
        (run.directory / "first").open("wb"),
    ):  # opening the pipe waits until the command reads it
        process.send_signal(signal.SIGINT)
        out, err = process.communicate()
    assert (process.returncode, out, err) == (130, b"", b"")


LONG = f"http://h/{'x' * 100_000}/"

PIPED = {
    "rewrite": "rewrite big.html --url http://h/",
    "rewrite --diff": "rewrite --diff big.html --url http://h/",
    "links": "links big.html --url http://h/",
    "links --format csv": "links big.html --format csv --url http://h/",
    "links --format table": "links big.html --format table --url http://h/",
    **{
        f"check --format {form}": f"check big.html --format {form} --select ALL --quiet"
        for form in ("text", "json", "sarif", "github", "gitlab", "junit")
    },
    "base": f"base big.html --url {LONG}",
    "resolve": f"resolve x y z --base {LONG}",
    "resolve --explain": f"resolve {'x ' * 400}--explain --base http://h/{'y' * 200}",
    "resolve --all-rules": f"resolve x --all-rules --format jsonl --base {LONG}",
    "parse": f"parse {LONG} {LONG}",
}


@pytest.mark.parametrize("arguments", PIPED.values(), ids=PIPED)
def test_a_broken_pipe_is_silent(run: Runner, arguments: str) -> None:
    run.write("big.html", f"<a href={'x' * 200}>\n".encode() * 900)
    whole = run(*shlex.split(arguments))
    assert len(whole.out) > 0x20000  # more than a pipe holds
    ran = run.shell('"$@" | head -1', *shlex.split(arguments))
    assert ran == Ran(0, whole.out[: whole.out.index(b"\n") + 1], "")


@pytest.mark.parametrize("arguments", sample(PIPED.values(), 4), ids=sample(PIPED, 4))
def test_a_pipe_that_was_closed_is_no_error(run: Runner, arguments: str) -> None:
    run.write("big.html", f"<a href={'x' * 200}>\n".encode() * 900)
    ran = run.shell('{ "$@"; echo $? >&2; } | head -1 >/dev/null', *shlex.split(arguments))
    assert ran == Ran(0, b"", "0\n")


ENCODINGS = {
    "resolve": "resolve € --base http://h/",
    "resolve --explain": "resolve € --base http://h/ --explain",
    "resolve --all-rules": "resolve € --base http://h/ --all-rules",
    "text": "text - --format table",
    "base": "base - --charset utf-8 --url http://h/",
    "table": "links - --format table --charset utf-8 --url http://h/",
    "jsonl": "links - --charset utf-8 --url http://h/",
    "csv": "links - --format csv --charset utf-8 --url http://h/",
    "diff": "rewrite --diff - --charset utf-8 --url http://h/",
}


@pytest.mark.parametrize("name", ENCODINGS)
def test_an_output_is_in_utf_8_whatever_the_terminal_speaks(run: Runner, name: str) -> None:
    arguments, stdin = shlex.split(ENCODINGS[name]), "<base href=€><a href=€> http://h/é".encode()
    ran = run(*arguments, stdin=stdin, env={"PYTHONIOENCODING": "latin-1"})
    assert ran == run(*arguments, stdin=stdin)
    assert (ran.status, ran.err) == (1 if name == "diff" else 0, "")
    assert ("é" if name == "text" else "€").encode() in ran.out
