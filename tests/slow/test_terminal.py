"""The output on a terminal of 80 columns: readable references, and no control sequences from documents."""

from __future__ import annotations

import fcntl
import gzip
import os
import pty
import re
import struct
import subprocess
import sys
import termios
from collections.abc import Iterator
from pathlib import Path

import pytest

from absolutize.cli import COMMANDS
from absolutize.uri import RULE_SETS
from tests.support.archives import response
from tests.support.commandline import environment

LONG = "x/" + "y" * 90 + ".html"


def on_terminal(directory: Path, *arguments: str, columns: int = 80, **more: str) -> tuple[int, str]:
    """Run the command line on a terminal; return its exit status and its output."""
    terminal, other = pty.openpty()
    fcntl.ioctl(other, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    given = {name: value for name, value in environment().items() if name != "COLUMNS"} | more
    process = subprocess.Popen(
        [sys.executable, "-m", "absolutize", *arguments],
        cwd=directory,
        env=given,
        stdin=subprocess.DEVNULL,
        stdout=other,
        stderr=other,
    )
    os.close(other)
    shown = b"".join(_read(terminal))
    os.close(terminal)
    return process.wait(), shown.decode().replace("\r\r\n", "\n").replace("\r\n", "\n")


def _read(terminal: int) -> Iterator[bytes]:
    while True:
        try:
            data = os.read(terminal, 65536)
        except OSError:
            return
        if not data:
            return
        yield data


TABLE = f"""\
line  element  attribute  kind        code
1:9   a        href       navigation  rewritten
    reference: {LONG}
    target: http://h/{LONG}
2:10  img      src        image       rewritten
    reference: i.png
    target: http://h/i.png
"""


def test_a_table_breaks_no_reference(tmp_path: Path) -> None:
    (tmp_path / "p.html").write_text(f"<a href={LONG}>\n<img src=i.png>\n")
    given = ("links", "p.html", "--format", "table", "--url", "http://h/")
    assert on_terminal(tmp_path, *given) == (0, TABLE)
    status, wide = on_terminal(tmp_path, *given, columns=300)
    assert (status, wide.count("\n")) == (0, 3)
    assert LONG in wide


@pytest.mark.parametrize("columns", ["", "20", "80"])
def test_in_a_pipe_a_row_of_a_table_is_one_line(tmp_path: Path, columns: str) -> None:
    (tmp_path / "p.html").write_text(f"<a href={LONG}>\n<img src=i.png>\n")
    piped = subprocess.run(
        [sys.executable, "-m", "absolutize", "links", "p.html", "--format", "table", "--url", "http://h/"],
        cwd=tmp_path,
        env=environment() | {"COLUMNS": columns},
        capture_output=True,
        text=True,
        check=True,
    )
    wide = len(LONG)
    assert piped.stdout.splitlines() == [
        f"line  element  attribute  kind        {'reference':{wide}}  {'target':{wide + 9}}  code",
        f"1:9   a        href       navigation  {LONG}  http://h/{LONG}  rewritten",
        f"2:10  img      src        image       {'i.png':{wide}}  {'http://h/i.png':{wide + 9}}  rewritten",
    ]


@pytest.mark.parametrize("columns", [20, 40, 80, 120])
@pytest.mark.parametrize(
    "given",
    [
        "resolve {0} --base http://h/ --all-rules",
        "resolve {0} --base http://h/ --explain",
        "parse {0}",
        "text t",
    ],
)
def test_every_table_breaks_no_reference(tmp_path: Path, given: str, columns: int) -> None:
    uri = "http://h/" + LONG
    (tmp_path / "t").write_text(f"See {uri}.")
    table = " --format table" if given == "text t" else ""
    _, shown = on_terminal(tmp_path, *f"{given}{table}".format(uri).split(), columns=columns)
    assert uri in shown


WHOLE = (  # commands whose output has no reference longer than a line
    *(f"{name} --help" for name in COMMANDS),
    *("explain", "explain base-late no-base", "rules", *(f"rules {name}" for name in RULE_SETS)),
    *("check p.html --select ALL --statistics --quiet", "base p.html --url http://h/"),
)


@pytest.mark.parametrize("given", WHOLE)
def test_no_line_is_wider_than_the_terminal(given: str, tmp_path: Path) -> None:
    (tmp_path / "p.html").write_text("<base href=x><a href='a b\\c'><a href=http:x>")
    _, shown = on_terminal(tmp_path, *given.split())
    assert [line for line in shown.splitlines() if len(line) > 80] == []


def test_a_list_of_codes_keeps_its_columns(tmp_path: Path) -> None:
    _, shown = on_terminal(tmp_path, "explain", columns=60)
    assert re.search(r"(?m)^rewritten-browser      made absolute as browsers read it,\n {23}which is", shown)


BINARY = "binary output is not written to a terminal; pass -o FILE"


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("p.html.gz", gzip.compress(b"<a href=x>", mtime=0)),
        ("p.warc.gz", gzip.compress(response(b"<a href=x>"), mtime=0)),
        ("p.png", b"\x89PNG\r\n\x1a\n"),
    ],
    ids=["a page", "records", "a picture"],
)
def test_what_is_no_text_is_not_written_to_a_terminal(tmp_path: Path, name: str, data: bytes) -> None:
    (tmp_path / name).write_bytes(data)
    status, shown = on_terminal(tmp_path, "rewrite", name, "--url", "http://h/")
    assert (status, shown) == (2, f"absolutize: {name}: {BINARY}\n")


@pytest.mark.parametrize("given", ["links p.html", "check p.html", "links p.html -o -"])
def test_a_table_in_parquet_is_not_written_to_a_terminal(tmp_path: Path, given: str) -> None:
    (tmp_path / "p.html").write_text("<a href=x>")
    shown = on_terminal(tmp_path, *given.split(), "--format", "parquet")
    assert shown == (2, f"absolutize: --format parquet: {BINARY}\n")


EVIL = "\x1b]0;x\x07\x1b[2J\x9b1m\x7f"
SHOWN = r"\x1b]0;x\x07\x1b[2J\x9b1m\x7f"
OBEYED = {  # --quiet: the control sequences of a progress bar are meant for the terminal
    "rewrite": ("rewrite p.html --url http://h/ --quiet", 0),
    "rewrite --diff": ("rewrite p.html --url http://h/ --diff --quiet", 1),
    "links": ("links p.html --url http://h/ --charset utf-8", 0),
    "links --format csv": ("links p.html --url http://h/ --format csv --charset utf-8", 0),
    "links --format table": ("links p.html --url http://h/ --format table --charset utf-8", 0),
    "check": ("check p.html --url http://h/ --charset utf-8 --select ALL", 1),
    "base": ("base p.html --url http://h/", 0),
    "text": ("text p.html", 0),
}


@pytest.mark.parametrize(("given", "status"), OBEYED.values(), ids=OBEYED)
def test_a_terminal_is_given_nothing_to_obey(tmp_path: Path, given: str, status: int) -> None:
    (tmp_path / "p.html").write_text(f'<a href="{EVIL}">{EVIL} <http://h/{EVIL}>\n', "utf-8")
    got, shown = on_terminal(tmp_path, *given.split())
    assert got == status
    assert not set(shown) & set(map(chr, (*range(9), *range(11, 32), *range(127, 160))))


BIDI = "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"  # Bidi_Control


@pytest.mark.parametrize(("given", "status"), OBEYED.values(), ids=OBEYED)
def test_a_terminal_is_given_nothing_that_reorders_it(tmp_path: Path, given: str, status: int) -> None:
    (tmp_path / "p.html").write_text(f'<a href="{BIDI}">{BIDI} <http://h/{BIDI}>\n', "utf-8")
    got, shown = on_terminal(tmp_path, *given.split())
    assert got == status
    assert not set(shown) & set(BIDI)


def test_names_of_files_are_shown_in_order(tmp_path: Path) -> None:
    shown = BIDI.encode("unicode-escape").decode()
    assert on_terminal(tmp_path, "rewrite", BIDI) == (2, f"absolutize: {shown}: No such file or directory\n")


def test_names_of_files_are_shown_harmless(tmp_path: Path) -> None:
    status, shown = on_terminal(tmp_path, "rewrite", EVIL)
    assert (status, shown) == (2, f"absolutize: {SHOWN}: No such file or directory\n")
    (tmp_path / EVIL).write_text("<a href=x>")
    status, shown = on_terminal(tmp_path, "check", EVIL, "--select", "ALL", "--quiet")
    assert (status, shown) == (1, f"{SHOWN}:1:9: [relative] relative link: 'x'\n")


def test_a_terminal_that_shows_colours_is_given_them_and_nothing_else(tmp_path: Path) -> None:
    (tmp_path / EVIL).write_text(f'<a href="{EVIL}">')
    _, plain = on_terminal(tmp_path, "check", EVIL, "--select", "ALL", "--quiet")
    _, forbidden = on_terminal(
        tmp_path, "check", EVIL, "--select", "ALL", "--quiet", TERM="xterm", NO_COLOR="1"
    )
    _, shown = on_terminal(tmp_path, "check", EVIL, "--select", "ALL", "--quiet", TERM="xterm")
    assert plain == forbidden != shown
    assert re.sub(r"\x1b\[[\d;]*m", "", shown) == plain


def test_what_is_piped_is_as_it_is(tmp_path: Path) -> None:
    """Only output to a terminal is escaped."""
    (tmp_path / "p.html").write_text(f"{EVIL}\n", "utf-8")
    ran = subprocess.run(
        [sys.executable, "-m", "absolutize", "rewrite", "p.html"],
        cwd=tmp_path,
        env=environment(),
        capture_output=True,
        check=True,
    )
    assert ran.stdout == f"{EVIL}\n".encode()


def test_a_report_is_not_written_to_a_terminal(tmp_path: Path) -> None:
    (tmp_path / "page.html").write_bytes(b"<a href=x>")
    said = "absolutize: the page is not written to a terminal; pass -o FILE\n"
    assert on_terminal(tmp_path, "report", "page.html") == (2, said)
