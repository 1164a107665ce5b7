"""The command line, run as a user would: what it prints, what it leaves on disk, how it exits."""

from __future__ import annotations

import csv
import gzip
import hashlib
import importlib
import io
import json
import os
import re
import shlex
import shutil
import signal
import stat
import subprocess
import sys
import tomllib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import click
import pytest
from hypothesis import given
from hypothesis import strategies as st

import absolutize
from absolutize.cli import COMMANDS, main
from absolutize.cli.formats.unified_diff import changes, unified
from absolutize.storage import files
from absolutize.uri import RULE_SETS
from tests.cases import NOTHING, Case
from tests.forking import Server
from tests.uricases import OF_URIS

from .archives import arc, record, response

ROOT = Path(__file__).parents[1]
SITE = ROOT / "fixtures" / "cli"
GOLDEN = ROOT / "tests" / "golden"
SHELL = "/bin/sh"
FULL = Path("/dev/full")  # a device on which every write fails

PAGE = (SITE / "page.html").read_bytes()
PAGE_ABSOLUTE = (SITE / "page.absolute.html").read_bytes()  # of http://h/d/page.html
OTHER = (SITE / "other.html").read_bytes()
AT = "--url http://h/d/page.html"
IN = "--url http://h/d/"  # the folder of several


class Ran(NamedTuple):
    """What came of a run."""

    status: int
    out: bytes
    err: str


class Runner:
    """Runs the command line in a directory, in a process of its own: forked by a server, if there is one."""

    def __init__(self, directory: Path, server: Server | None = None) -> None:
        self.directory = directory
        self._server = server

    def __call__(self, *arguments: str, stdin: bytes = b"", **how: Any) -> Ran:
        if how or self._server is None:
            return self.process([sys.executable, "-m", "absolutize", *arguments], stdin=stdin, **how)
        given, out, err = (self.directory.with_name(name) for name in ("stdin", "stdout", "stderr"))
        for file, content in ((given, stdin), (out, b""), (err, b"")):
            file.write_bytes(content)
        status = self._server.run(list(arguments), self.directory, (given, out, err))
        return Ran(status, out.read_bytes(), err.read_text("utf-8"))

    def shell(self, script: str, *arguments: str, **how: Any) -> Ran:
        """Run a script of the shell in which ``"$@"`` is the command line with these arguments."""
        return self.process(
            [SHELL, "-c", script, "sh", sys.executable, "-m", "absolutize", *arguments], **how
        )

    def process(
        self, command: list[str], *, stdin: bytes = b"", env: Mapping[str, str] = NOTHING, umask: int = -1
    ) -> Ran:
        """Run a command in an environment that is the same everywhere."""
        ran = subprocess.run(
            command,
            input=stdin,
            capture_output=True,
            check=False,
            cwd=self.directory,
            env=environment() | env,
            umask=umask,
        )
        return Ran(ran.returncode, ran.stdout, ran.stderr.decode())

    def write(self, name: str, content: bytes) -> Path:
        """Write a file in the directory."""
        path = self.directory / name
        path.write_bytes(content)
        return path

    def tree(self) -> dict[str, bytes | None]:
        """List the files in the directory with their contents, and the directories."""
        paths = sorted(self.directory.rglob("*"))
        return {
            str(path.relative_to(self.directory)): path.read_bytes() if path.is_file() else None
            for path in paths
        }


def environment() -> dict[str, str]:
    package = Path(absolutize.__file__).parents[1]
    return {
        "PATH": os.defpath,
        "PYTHONPATH": str(package),
        "PYTHONUTF8": "1",
        "COLUMNS": "80",
    }


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    """The process that has imported the command line."""
    server = Server(environment())
    yield server
    server.stop()


@pytest.fixture
def run(tmp_path: Path, server: Server) -> Runner:
    """A runner in a directory with the fixtures of the command line."""
    directory = tmp_path / "site"
    shutil.copytree(SITE, directory)
    return Runner(directory, server)


def raw(text: str | bytes) -> bytes:
    return text.encode() if isinstance(text, str) else text


def params(cases: tuple[Case, ...]) -> list[Any]:
    return [pytest.param(case, id=case.id, marks=marks(case.defect)) for case in cases]


def marks(defect: str) -> tuple[pytest.MarkDecorator, ...]:
    return (pytest.mark.xfail(strict=True, reason=defect),) if defect else ()


def check(case: Case, run: Runner) -> None:
    for name, content in case.before.items():
        (run.directory / name).parent.mkdir(exist_ok=True)
        run.write(name, raw(content))
    before = run.tree()
    ran = run(*shlex.split(case.arguments), stdin=raw(case.stdin))
    assert ran == Ran(case.status, raw(case.out), case.err)
    assert run.tree() == {**before, **case.after}


RECORD_OF_OTHER = (  # of a rewrite with the URL http://h/d/
    '{"input": "other.html", "output": "other.html",'
    f' "original": "{hashlib.sha256(OTHER).hexdigest()}",'
    ' "result": "04c3c0d1", "changes": [{"start": 9, "stop": 9, "old": "", "new": "http://h/d/"}]}\n'
).replace("04c3c0d1", hashlib.sha256(b'<a href="http://h/d/x">x</a>\n').hexdigest())


def summary(path: str, references: int = 1) -> str:
    links = "1 link" if references == 1 else f"{references} links"
    return f"absolutize: {path}: 1 document, {links} made absolute\n"


def total(documents: int, links: int, failed: str = "") -> str:
    """What is said of several inputs."""
    of_documents, of_links = (
        f"{n} {what}{'s' * (n != 1)}" for n, what in ((documents, "document"), (links, "link"))
    )
    return f"absolutize: {of_documents}, {of_links} made absolute{failed}\n"


def one_failed(inputs: int) -> str:
    return f"; 1 of {inputs} inputs failed"


# rewrite: where the result goes

WHERE = (
    Case("one file to stdout", f"rewrite page.html {AT}", PAGE_ABSOLUTE),
    Case("stdin to stdout", f"rewrite - {AT}", PAGE_ABSOLUTE, stdin=PAGE),
    *(
        Case(
            f"XHTML by its name, {name} {options}",
            f"rewrite {name} {AT} {options}".strip(),
            b'<script src="http://h/d/x"/><a href="%s"/>' % link,
            before={name: b'<script src="x"/><a href="x"/>'},
        )
        for name, options, link in (
            ("new.xhtml", "", b"http://h/d/x"),
            ("new.XHT", "", b"http://h/d/x"),
            ("new.xhtml", "--media-type text/html", b"x"),
            ("new.html", "", b"x"),
            ("new.html", "--media-type application/xhtml+xml", b"http://h/d/x"),
        )
    ),
    Case("stdout by name", f"rewrite page.html {AT} -o -", PAGE_ABSOLUTE),
    Case("an empty document", f"rewrite - {AT}"),
    Case("nothing to change", f"rewrite page.absolute.html {AT}", PAGE_ABSOLUTE),
    Case("into a new file", f"rewrite page.html {AT} -o new.html", after={"new.html": PAGE_ABSOLUTE}),
    Case("stdin into a new file", f"rewrite - {AT} -o n.html", stdin=PAGE, after={"n.html": PAGE_ABSOLUTE}),
    Case("into a device", f"rewrite page.html {AT} --output /dev/null"),
    Case(
        "one file into a directory that is there",
        f"rewrite other.html {AT} -o nested",
        after={"nested/other.html": b'<a href="http://h/d/x">x</a>\n'},
    ),
    Case(
        "one file into a new directory",
        f"rewrite page.html {AT} -o new/",
        after={"new": None, "new/page.html": PAGE_ABSOLUTE},
    ),
    Case(
        "one file into a directory that is there, with a slash",
        f"rewrite other.html {AT} -o nested/",
        after={"nested/other.html": b'<a href="http://h/d/x">x</a>\n'},
    ),
    Case(
        "several files into a new directory",
        f"rewrite page.html other.html {IN} -o a/b",
        err=total(2, 3),
        after={
            "a": None,
            "a/b": None,
            "a/b/page.html": PAGE_ABSOLUTE,
            "a/b/other.html": b'<a href="http://h/d/x">x</a>\n',
        },
    ),
    Case(
        "in place",
        f"rewrite --in-place page.html other.html page.absolute.html {IN}",
        err=total(3, 3),
        after={"page.html": PAGE_ABSOLUTE, "other.html": b'<a href="http://h/d/x">x</a>\n'},
    ),
    Case(
        "a path that is not ASCII",
        f"rewrite café.html {AT} -o naïve",
        before={"café.html": PAGE},
        after={"naïve": PAGE_ABSOLUTE},
    ),
    Case(
        "in place, a path that is not ASCII",
        f"rewrite café.html {AT} --in-place",
        before={"café.html": PAGE},
        after={"café.html": PAGE_ABSOLUTE},
    ),
)

# containers: the same for what is inside

OTHER_GZ = gzip.compress(OTHER, 6, mtime=1)
OTHER_ABSOLUTE = b'<a href="http://h/d/x">x</a>\n'
OTHER_ABSOLUTE_GZ = gzip.compress(OTHER_ABSOLUTE, 6, mtime=1)
ROW_OF_OTHER = {
    "element": "a",
    "attribute": "href",
    "index": 0,
    "start": 9,
    "stop": 10,
    "line": 1,
    "column": 10,
    "raw": "x",
    "reference": "x",
    "target": "http://h/d/x",
    "code": "rewritten",
    "kind": "navigation",
    "rel": "",
}


LOCATED = response(OTHER, "Content-Location: http://l/", uri="http://h/d/page.html")
CUT_AT = f"the compressed data end too early (at byte {len(OTHER_GZ) - 1})"
TWO_INPUTS = total(1, 1, one_failed(2))

LINE_OF_OTHER = json.dumps({"path": "other.html", **ROW_OF_OTHER})
FAULT_OF_OTHER = "1:10: [relative] relative link: 'x'\n"
TABLE_OF_TWO = """\
path               line  element  attribute  kind        reference  target        code
other.html         1:10  a        href       navigation  x          http://h/d/x  rewritten
nested/other.html  1:10  a        href       navigation  x          http://h/d/x  rewritten
"""
OF_THEIR_OWN = "--record works only with HTML files"

NESTED_ABSOLUTE = b'<title>nested</title>\n<a href="http://n/y">y</a>\n'
LINK_OF_NESTED = (
    '{"path": "nested/page.html", "element": "a", "attribute": "href", "index": 0, "start": 31, "stop": 32,'
    ' "line": 2, "column": 10, "raw": "y", "reference": "y", "target": "http://n/y", "code": "rewritten",'
    ' "kind": "navigation", "rel": ""}\n'
)
BASE_OF_NESTED = (
    "nested/page.html:\n"
    "  5.1.1  embedded       -\n"
    "  5.1.2  encapsulating  -\n"
    "> 5.1.3  retrieval      'http://n/page.html'\n"
    "  5.1.4  default        -\n"
    "\n"
    "http://n/page.html\n"
)
CONTAINED = (
    Case(
        "a compressed file",
        f"rewrite other.html.gz {AT} -o new.gz --jobs 2",
        err=summary("other.html.gz"),
        before={"other.html.gz": OTHER_GZ},
        after={"new.gz": OTHER_ABSOLUTE_GZ},
    ),
    Case(
        "a compressed file in place",
        f"rewrite other.html.gz {AT} --in-place",
        err=summary("other.html.gz"),
        before={"other.html.gz": OTHER_GZ},
        after={"other.html.gz": OTHER_ABSOLUTE_GZ},
    ),
    Case("a compressed file from stdin", f"rewrite - {AT}", OTHER_ABSOLUTE_GZ, summary("-"), stdin=OTHER_GZ),
    Case(
        "a compressed file to a device",
        f"rewrite other.html.gz {AT} -o /dev/null --quiet",
        before={"other.html.gz": OTHER_GZ},
    ),
    Case(
        "several inputs, and one is not there",
        f"rewrite other.html.gz none.gz {IN} -o out/",
        err=f"{summary('other.html.gz')}absolutize: none.gz: No such file or directory\n{TWO_INPUTS}",
        status=2,
        before={"other.html.gz": OTHER_GZ},
        after={"out": None, "out/other.html.gz": OTHER_ABSOLUTE_GZ},
    ),
    Case(
        "an output that is there, resumed",
        f"rewrite other.html.gz page.html {IN} -o out/ --resume",
        err=f"absolutize: out/other.html.gz: already there\n{total(1, 2)}",
        before={"other.html.gz": OTHER_GZ, "out/other.html.gz": b"whatever"},
        after={"out/page.html": PAGE_ABSOLUTE},
    ),
    Case(
        "an output that is there",
        f"rewrite other.html.gz {AT} -o new.gz",
        err="absolutize: new.gz: already exists; choose another -o\n",
        status=2,
        before={"other.html.gz": OTHER_GZ, "new.gz": b"whatever"},
    ),
    Case(
        "differences in a compressed file",
        f"rewrite other.html.gz {AT} --diff --quiet",
        (
            "--- other.html\n"
            "+++ other.html (absolute)\n"
            "@@ -1 +1 @@\n"
            '-<a href="x">x</a>\n'
            '+<a href="http://h/d/x">x</a>\n'
        ),
        status=1,
        before={"other.html.gz": OTHER_GZ},
    ),
    Case(
        "links of a compressed file",
        f"links other.html.gz {AT} --jobs 2",
        json.dumps({"path": "other.html", **ROW_OF_OTHER}) + "\n",
        before={"other.html.gz": OTHER_GZ},
    ),
    Case(
        "links of a compressed file, of a kind, with texts",
        f"links other.html.gz {AT} --text --kind navigation --kind image",
        LINE_OF_OTHER.replace("}", ', "text": "x"}\n'),
        before={"other.html.gz": OTHER_GZ},
    ),
    Case(
        "links of a compressed file, of another kind",
        f"links other.html.gz {AT} --kind image",
        before={"other.html.gz": OTHER_GZ},
    ),
    Case(
        "links of a compressed file, as CSV",
        f"links other.html.gz {AT} --format csv --text",
        "path,element,attribute,index,start,stop,line,column,raw,reference,target,code,kind,rel,text\r\n"
        "other.html,a,href,0,9,10,1,10,x,x,http://h/d/x,rewritten,navigation,,x\r\n",
        before={"other.html.gz": OTHER_GZ},
    ),
    Case(
        "links of compressed files, as a table",
        "links other.html.gz nested/other.html.gz --default http://h/d/ --format table",
        TABLE_OF_TWO,
        before={"other.html.gz": OTHER_GZ, "nested/other.html.gz": OTHER_GZ},
    ),
    Case(
        "links of a compressed file, as a table",
        f"links other.html.gz {AT} --format table",
        "path        line  element  attribute  kind        reference  target        code\n"
        "other.html  1:10  a        href       navigation  x          http://h/d/x  rewritten\n",
        before={"other.html.gz": OTHER_GZ},
    ),
    Case(
        "a compressed file that is checked",
        f"check other.html.gz {AT} --jobs 2",
        f"other.html:{FAULT_OF_OTHER}",
        status=1,
        before={"other.html.gz": OTHER_GZ},
    ),
    Case(
        "records that are checked",
        "check a.warc --http-content-location --select rules-differ --against rfc2396",
        before={"a.warc": LOCATED},
    ),
    Case(
        "records that are checked, as JSON",
        "check a.warc --format json",
        """[
{"path": "a.warc!0!http://h/d/page.html", "code": "relative", "message": "relative link: 'x'",\
 "line": 1, "column": 10, "start": 9, "stop": 10, "element": "a", "attribute": "href", "reference": "x"}
]
""",
        status=1,
        before={"a.warc": LOCATED},
    ),
    Case(
        "a compressed file that is checked, and cut",
        f"check other.html.gz {AT} --ignore relative",
        f"other.html.gz: [truncated-coding] {CUT_AT}\n",
        status=1,
        before={"other.html.gz": OTHER_GZ[:-1]},
    ),
    Case(
        "records, a compressed file and a directory, recorded",
        f"rewrite a.warc other.html.gz nested other.html {IN} -o out --record r --quiet",
        err=(
            f"absolutize: a.warc: a container (warc): {OF_THEIR_OWN}\n"
            f"absolutize: other.html.gz: a container (gzip): {OF_THEIR_OWN}\n"
            f"absolutize: nested: a directory: {OF_THEIR_OWN}\n"
        ),
        status=2,
        before={"a.warc": LOCATED, "other.html.gz": OTHER_GZ},
        after={
            "out": None,
            "out/other.html": OTHER_ABSOLUTE,
            "r": raw(RECORD_OF_OTHER.replace('"output": "', '"output": "out/')),
        },
    ),
    Case(
        "the base of a compressed file",
        f"base other.html.gz {AT} --jobs 2",
        (
            "other.html:\n"
            "  5.1.1  embedded       -\n"
            "  5.1.2  encapsulating  -\n"
            "> 5.1.3  retrieval      'http://h/d/page.html'\n"
            "  5.1.4  default        -\n"
            "\n"
            "http://h/d/page.html\n"
        ),
        before={"other.html.gz": OTHER_GZ},
    ),
    Case(
        "a compressed file that is cut",
        f"rewrite other.html.gz {AT} -o new.gz",
        err=f"absolutize: other.html.gz: cannot be written whole: {CUT_AT}\n",
        status=2,
        before={"other.html.gz": OTHER_GZ[:-1]},
    ),
    Case(
        "a compressed file that is cut, and nothing to change",
        "rewrite other.html.gz -o new.gz --quiet",
        err=f"absolutize: other.html.gz: {CUT_AT}\n",
        status=1,
        before={"other.html.gz": OTHER_GZ[:-1]},
        after={"new.gz": OTHER_GZ[:-1]},
    ),
    Case(
        "records, and a reference that is left",
        "rewrite a.warc -o b.warc --strict",
        err=summary("a.warc", 0)
        + "absolutize: a.warc: 1 link left relative: no base URL known (pass --url)\n",
        status=1,
        before={"a.warc": record("resource", OTHER, "Content-Type: text/html", uri=None)},
        after={"b.warc": record("resource", OTHER, "Content-Type: text/html", uri=None)},
    ),
    *(
        Case(
            f"{command}, the bases of HTTP",
            f"{command} a.warc --http-content-location",
            out,
            before={"a.warc": LOCATED},
        )
        for command, out in (
            (
                "links",
                json.dumps({"path": "a.warc!0!http://h/d/page.html", **ROW_OF_OTHER, "target": "http://l/x"})
                + "\n",
            ),
            (
                "base",
                (
                    "a.warc!0!http://h/d/page.html:\n"
                    "  5.1.1  embedded       -\n"
                    "> 5.1.2  encapsulating  'http://l/'\n"
                    "  5.1.3  retrieval      'http://h/d/page.html'\n"
                    "  5.1.4  default        -\n"
                    "\n"
                    "http://l/\n"
                ),
            ),
        )
    ),
    Case(
        "the bases of HTTP",
        "rewrite a.warc --http-content-location --diff --quiet",
        (
            "--- a.warc!0!http://h/d/page.html\n"
            "+++ a.warc!0!http://h/d/page.html (absolute)\n"
            "@@ -1 +1 @@\n"
            '-<a href="x">x</a>\n'
            '+<a href="http://l/x">x</a>\n'
        ),
        status=1,
        before={"a.warc": LOCATED},
    ),
    Case(
        "a directory",
        "rewrite nested --root http://n/ -o new --hard-links",
        err=summary("nested"),
        after={"new": None, "new/page.html": NESTED_ABSOLUTE},
    ),
    Case(
        "a directory, by a list",
        "rewrite nested --map list.csv --in-place",
        err=summary("nested"),
        before={"list.csv": b"page.html,http://n/"},
        after={"nested/page.html": NESTED_ABSOLUTE},
    ),
    *(
        Case(
            f"{command}, a directory, {option}",
            f"{command} nested {option} {value}" + (" --ignore relative" * (command == "check")),
            out,
            before={"list.csv": b"page.html,http://n/page.html"},
        )
        for command, out in (("links", LINK_OF_NESTED), ("base", BASE_OF_NESTED), ("check", ""))
        for option, value in (("--root", "http://n/"), ("--map", "list.csv"))
    ),
    Case(
        "a directory, some of it left out",
        "rewrite nested --root http://n/ -o new --exclude '*.html'",
        err="absolutize: nested: 0 documents, 0 links made absolute\n",
        after={"new": None},
    ),
    Case(
        "a directory with a hidden one",
        "rewrite nested --root http://n/ -o new --hidden",
        err="absolutize: nested: 2 documents, 2 links made absolute\n",
        before={"nested/.x/page.html": OTHER},
        after={
            "new": None,
            "new/.x": None,
            "new/.x/page.html": b'<a href="http://n/.x/x">x</a>\n',
            "new/page.html": NESTED_ABSOLUTE,
        },
    ),
    *(
        Case(
            f"{command}, a directory, some of it left out",
            f"{command} nested --root http://n/ --exclude page.html --hidden",
        )
        for command in ("links", "check", "base")
    ),
    Case(
        "conversions of ARC",
        "rewrite a.arc --conversion -o b.arc",
        err="absolutize: a.arc: ARC has no conversion records\n",
        status=2,
        before={"a.arc": arc(("http://h/", "text/html", OTHER))},
    ),
)

# rewrite --diff

DIFF_OF_PAGE = (
    "--- page.html\n"
    "+++ page.html (absolute)\n"
    "@@ -1,8 +1,8 @@\n"
    " <!DOCTYPE html>\r\n"
    " <meta charset=utf-8>\r\n"
    " <title>Café</title>\r\n"
    "-<A HREF = 'b.html?x=1&amp;y=2'>b</A>\n"
    '-<img src=../c.png alt="&eacute;">\n'
    "+<A HREF = 'http://h/d/b.html?x=1&amp;y=2'>b</A>\n"
    '+<img src=http://h/c.png alt="&eacute;">\n'
    ' <a href="#s">s</a> <a href="">e</a>\n'
    ' <a href="http://other.example/x">o</a>   \n'
    ' <!-- <a href="no.html"> -->\n'
    "\\ No newline at end of file\n"
)
DIFF_OF_OTHER = (
    "--- other.html\n"
    "+++ other.html (absolute)\n"
    "@@ -1 +1 @@\n"
    '-<a href="x">x</a>\n'
    '+<a href="http://h/d/x">x</a>\n'
)
LAST_LINE = "--- -\n+++ - (absolute)\n@@ -1 +1 @@\n"
CUT = "\\ No newline at end of file\n"

DIFF = (
    Case("a difference", f"rewrite --diff page.html {AT}", DIFF_OF_PAGE, status=1),
    Case("no difference", f"rewrite --diff page.absolute.html {AT}"),
    Case(
        "several files",
        f"rewrite --diff page.html page.absolute.html other.html {IN}",
        DIFF_OF_PAGE + DIFF_OF_OTHER,
        status=1,
    ),
    Case(
        "the last line changes and has no end",
        f"rewrite --diff - {AT}",
        f"{LAST_LINE}-<a href=x>\n{CUT}+<a href=http://h/d/x>\n{CUT}",
        status=1,
        stdin="<a href=x>",
    ),
    Case(
        "bytes are shown as they are",
        f"rewrite --diff - {AT}",
        LAST_LINE.encode() + b"-<a href=\xe9>\n+<a href=http://h/d/\xe9>\n",
        status=1,
        stdin=b"<a href=\xe9>\n",
    ),
    Case(
        "bytes that are no text are shown as they are",
        f"rewrite --diff - {AT} --charset utf-8",
        LAST_LINE.encode() + b"-\xff\x81<a href=x>\n+\xff\x81<a href=http://h/d/x>\n",
        status=1,
        stdin=b"\xff\x81<a href=x>\n",
    ),
    Case(
        "only a line feed ends a line",
        f"rewrite --diff - {AT}",
        f"{LAST_LINE}-a\fb\rc <a href=x>\n+a\fb\rc <a href=http://h/d/x>\n",
        status=1,
        stdin="a\fb\rc <a href=x>\n",
    ),
    Case(
        "a line keeps its carriage return",
        f"rewrite --diff - {AT}",
        f"{LAST_LINE}-<a href=x>\r\n+<a href=http://h/d/x>\r\n",
        status=1,
        stdin="<a href=x>\r\n",
    ),
    Case(
        "a line separator of Unicode ends no line",
        f"rewrite --diff - {AT} --charset utf-8",
        f"{LAST_LINE}-a\u2028b\x85c <a href=x>\n+a\u2028b\x85c <a href=http://h/d/x>\n",
        status=1,
        stdin="a\u2028b\x85c <a href=x>\n",
    ),
    Case(
        "changes far from each other",
        f"rewrite --diff - {AT}",
        "--- -\n+++ - (absolute)\n@@ -1,4 +1,4 @@\n-<a href=x>\n+<a href=http://h/d/x>\n 1\n 2\n 3\n"
        "@@ -6,4 +6,4 @@\n 5\n 6\n 7\n-<a href=y>\n+<a href=http://h/d/y>\n",
        status=1,
        stdin="<a href=x>\n1\n2\n3\n4\n5\n6\n7\n<a href=y>\n",
    ),
    Case(
        "changes near each other",
        f"rewrite --diff - {AT}",
        "--- -\n+++ - (absolute)\n@@ -1,8 +1,8 @@\n-<a href=x>\n+<a href=http://h/d/x>\n 1\n 2\n 3\n"
        " 4\n 5\n 6\n-<a href=y>\n+<a href=http://h/d/y>\n",
        status=1,
        stdin="<a href=x>\n1\n2\n3\n4\n5\n6\n<a href=y>\n",
    ),
    Case(
        "a reference of three lines becomes one of two",
        f"rewrite --diff - {AT}",
        "--- -\n+++ - (absolute)\n@@ -1,5 +1,4 @@\n \n-<a href='ht\n-tp:x\n+<a href='http://h/d/x\n y'>\n \n",
        status=1,
        stdin="\n<a href='ht\ntp:x\ny'>\n\n",
    ),
    Case(
        "an element of two lines goes",
        f"rewrite --diff - {AT} --base-element remove",
        "--- -\n+++ - (absolute)\n@@ -1,2 +1 @@\n-<base\n-href='/'>x\n+x\n",
        status=1,
        stdin="<base\nhref='/'>x\n",
    ),
    Case(
        "UTF-16",
        f"rewrite --diff page.html wide.html {IN}",
        f"{DIFF_OF_PAGE}Binary files wide.html and wide.html (absolute) differ\n",
        status=1,
        before={"wide.html": "\ufeff<a href=x>".encode("utf-16-le")},
    ),
    Case(
        "a name of two words",
        f"rewrite --diff 'my page.html' {AT}",
        "--- my page.html\t\n+++ my page.html (absolute)\t\n@@ -1 +1 @@\n"
        "-<a href=x>\n+<a href=http://h/d/x>\n",
        status=1,
        before={"my page.html": "<a href=x>\n"},
    ),
)

# rewrite: what stays as it is

LEFT = (
    Case(
        "no base",
        "rewrite -",
        "<a href=x><a href=y>",
        "absolutize: -: 2 links left relative: no base URL known (pass --url)\n",
        stdin="<a href=x><a href=y>",
    ),
    Case(
        "no base, strict",
        "rewrite --strict other.html",
        OTHER,
        "absolutize: other.html: 1 link left relative: no base URL known (pass --url)\n",
        status=1,
    ),
    Case("no base, quiet", "rewrite --quiet other.html", OTHER),
    Case("no base, quiet and strict", "rewrite --quiet --strict other.html", OTHER, status=1),
    Case("everything resolved, strict", f"rewrite --strict page.html {AT}", PAGE_ABSOLUTE),
    Case(
        "nothing relative, strict",
        "rewrite --strict -",
        "<a href=http://h/ ping=''><a href=#s><a href>",
        stdin="<a href=http://h/ ping=''><a href=#s><a href>",
    ),
    Case(
        "several reasons, strict",
        f"rewrite - --strict --overflow avoid {AT}",
        '<a href="../../x"><a href="//["><a href="../../y"><a href="http://h/d/z">',
        "absolutize: -: 2 links left relative: more .. than the base URL has levels\n"
        "absolutize: -: 1 link left relative: no browser can read them\n",
        status=1,
        stdin='<a href="../../x"><a href="//["><a href="../../y"><a href="z">',
    ),
    Case(
        "an opaque base",
        "rewrite --url mailto:x other.html",
        OTHER,
        "absolutize: other.html: 1 link left relative: the base URL has no levels\n",
    ),
    Case(
        "an encoding that cannot be edited",
        f"rewrite - {AT}",
        "<meta charset=hz-gb-2312><a href=x>",
        "absolutize: -: 1 link left relative: in an encoding that cannot be edited\n",
        stdin="<meta charset=hz-gb-2312><a href=x>",
    ),
    Case(
        "in place, strict, nothing resolved",
        "rewrite --in-place --strict other.html",
        err="absolutize: other.html: 1 link left relative: no base URL known (pass --url)\n",
        status=1,
    ),
    Case(
        "an error weighs more than a reference left",
        "rewrite --diff --strict other.html none.html",
        err=(
            "absolutize: other.html: 1 link left relative: no base URL known (pass --url)\n"
            "absolutize: none.html: No such file or directory\n"
        ),
        status=2,
    ),
)

# rewrite: every option of policy and context

BASED = '<base href="sub/"><a href="x"><a href="#s">'
HERE = "--url http://h/d/p"

POLICIES = (
    Case(
        "same-document keep",
        f"rewrite - {HERE} --same-document keep",
        '<a href="#s"><a href="">',
        stdin='<a href="#s"><a href="">',
    ),
    Case(
        "same-document resolve",
        f"rewrite - {HERE} --same-document resolve",
        '<a href="http://h/d/p#s"><a href="http://h/d/p">',
        stdin='<a href="#s"><a href="">',
    ),
    Case(
        "base-element by default",
        f"rewrite - {HERE}",
        '<base href="http://h/d/sub/"><a href="http://h/d/sub/x"><a href="#s">',
        stdin=BASED,
    ),
    Case(
        "base-element absolute",
        f"rewrite - {HERE} --base-element absolute",
        '<base href="http://h/d/sub/"><a href="http://h/d/sub/x"><a href="#s">',
        stdin=BASED,
    ),
    Case(
        "base-element keep",
        f"rewrite - {HERE} --base-element keep",
        '<base href="sub/"><a href="http://h/d/sub/x"><a href="#s">',
        stdin=BASED,
    ),
    Case(
        "base-element empty",
        f"rewrite - {HERE} --base-element empty",
        '<base href=""><a href="http://h/d/sub/x"><a href="http://h/d/sub/#s">',
        stdin=BASED,
    ),
    Case(
        "base-element remove",
        f"rewrite - {HERE} --base-element remove",
        '<a href="http://h/d/sub/x"><a href="http://h/d/sub/#s">',
        stdin=BASED,
    ),
    Case(
        "base-element remove, other attributes stay",
        f"rewrite - {HERE} --base-element remove",
        '<base target="_top"><a href="http://h/d/sub/x">',
        stdin='<base target="_top" href="sub/"><a href="x">',
    ),
    *(
        Case(name, f"rewrite - {HERE} {options}", '<a href="{{x}}">', stdin='<a href="{{x}}">')
        for name, options in (("placeholders by default", ""), ("placeholders keep", "--placeholders keep"))
    ),
    Case(
        "placeholders resolve",
        f"rewrite - {HERE} --placeholders resolve",
        '<a href="http://h/d/{{x}}">',
        stdin='<a href="{{x}}">',
    ),
    *(
        Case(
            name,
            f"rewrite - {HERE} {options}",
            '<!--[if IE]><a href="http://h/d/x"><![endif]-->',
            stdin='<!--[if IE]><a href="x"><![endif]-->',
        )
        for name, options in (
            ("conditional comments by default", ""),
            ("conditional comments", "--conditional-comments"),
        )
    ),
    Case(
        "no conditional comments",
        f"rewrite - {HERE} --no-conditional-comments",
        '<!--[if IE]><a href="x"><![endif]-->',
        stdin='<!--[if IE]><a href="x"><![endif]-->',
    ),
    Case(
        "attributes",
        f"rewrite - {HERE} --attribute 'img[data-src]' --attribute '*[data-set]=srcset'",
        '<img data-src="http://h/d/x" data-set="http://h/d/a 1x, http://h/d/b 2x">',
        stdin='<img data-src="x" data-set="a 1x, b 2x">',
    ),
    Case(
        "presets",
        f"rewrite - {HERE} --preset lazy-loading --preset flash --preset json-ld",
        '<img data-src="http://h/d/x"><param name="movie" value="http://h/d/y">',
        stdin='<img data-src="x"><param name="movie" value="y">',
    ),
    Case("guard by default", f"rewrite - {HERE}", r'<a href="http://h/x">', stdin=r'<a href="\x">'),
    Case("guard", f"rewrite - {HERE} --guard", r'<a href="http://h/x">', stdin=r'<a href="\x">'),
    Case("no guard", f"rewrite - {HERE} --no-guard", r'<a href="http://h/d/\x">', stdin=r'<a href="\x">'),
    Case("rules by default", f"rewrite - {HERE}", '<a href="http://h/d/p?y">', stdin='<a href="?y">'),
    Case(
        "rules rfc2396bis-00",
        f"rewrite - {HERE} --rules rfc2396bis-00",
        '<a href="http://h/d/p?y">',
        stdin='<a href="?y">',
    ),
    Case(
        "rules rfc2396 is without guard",
        f"rewrite - {HERE} --rules rfc2396",
        '<a href="http://h/d/?y">',
        stdin='<a href="?y">',
    ),
    Case(
        "rules rfc2396 with guard",
        f"rewrite - {HERE} --rules rfc2396 --guard",
        '<a href="http://h/d/p?y">',
        stdin='<a href="?y">',
    ),
    Case(
        "rules whatwg",
        f"rewrite - {HERE} --rules whatwg",
        '<a href="http://h/d/a%20b?y">',
        stdin='<a href="./c/../a b?y">',
    ),
    Case("same-scheme by default", f"rewrite - {HERE}", '<a href="http://h/d/g">', stdin='<a href="http:g">'),
    Case(
        "same-scheme lenient",
        f"rewrite - {HERE} --no-guard --same-scheme lenient",
        '<a href="http://h/d/g">',
        stdin='<a href="http:g">',
    ),
    Case(
        "same-scheme strict",
        f"rewrite - {HERE} --no-guard --same-scheme strict",
        '<a href="http:g">',
        stdin='<a href="http:g">',
    ),
    Case("overflow by default", f"rewrite - {HERE}", '<a href="http://h/g">', stdin='<a href="../../g">'),
    Case(
        "overflow remove",
        f"rewrite - {HERE} --no-guard --overflow remove",
        '<a href="http://h/g">',
        stdin='<a href="../../g">',
    ),
    Case(
        "overflow retain",
        f"rewrite - {HERE} --no-guard --overflow retain",
        '<a href="http://h/../g">',
        stdin='<a href="../../g">',
    ),
    Case(
        "overflow avoid",
        f"rewrite - {HERE} --overflow avoid --quiet",
        '<a href="../../g">',
        stdin='<a href="../../g">',
    ),
    Case(
        "charset by default",
        "rewrite - --url http://h/é/",
        b"<a href=http://h/\xe9/x>",
        stdin="<a href=x>",
    ),
    Case(
        "charset utf-8",
        "rewrite - --url http://h/é/ --charset utf-8",
        "<a href=http://h/é/x>",
        stdin="<a href=x>",
    ),
    Case("a reference that is not ASCII", f"rewrite - {HERE}", "<a href=http://h/d/é>", stdin="<a href=é>"),
    Case("encapsulating", "rewrite - --encapsulating http://e/", "<a href=http://e/x>", stdin="<a href=x>"),
    Case(
        "encapsulating before url",
        "rewrite - --url http://u/ --encapsulating http://e/",
        "<a href=http://e/x>",
        stdin="<a href=x>",
    ),
    Case("default", "rewrite - --default http://d/", "<a href=http://d/x>", stdin="<a href=x>"),
    Case(
        "url before default",
        "rewrite - --default http://d/ --url http://u/",
        "<a href=http://u/x>",
        stdin="<a href=x>",
    ),
    *(
        Case(f"preset {name}", f"rewrite - {HERE} --preset {name}", after, stdin=before)
        for name, before, after in (
            ("lazy-loading", "<img data-src=x>", "<img data-src=http://h/d/x>"),
            (
                "json-ld",
                '<script type="application/ld+json">{"@id": "x"}</script>',
                '<script type="application/ld+json">{"@id": "http://h/d/x"}</script>',
            ),
            ("flash", "<param name=movie value=x>", "<param name=movie value=http://h/d/x>"),
        )
    ),
    Case(
        "presets, several",
        f"rewrite - {HERE} --preset flash --preset lazy-loading",
        "<img data-src=http://h/d/x><param name=movie value=http://h/d/x>",
        stdin="<img data-src=x><param name=movie value=x>",
    ),
    Case(
        "a quote in the base",
        "rewrite - --url 'http://h/\"/&copy'",
        '<a href="http://h/&quot;/x">',
        stdin='<a href="x">',
    ),
)

# one line, status 2, nothing half written

EXCLUDE = "absolutize: pass only one of -o, --in-place and --diff\n"
EXISTS = "already exists; choose another -o"
NO_NAME = "standard input has no file name for an output in a directory"
NO_URL = "is a directory; pass --root instead of --url"
NO_TREE = "is a directory; pass -o OUT, --in-place or --diff"
NO_URLS = ("http:", "http://", "http://[", "HTTPS://h:x/", "ws:///", "ftp://%/", "file://[")

REFUSED = (
    *(
        Case(
            f"{command}, an attribute that is none",
            f"{command} page.html --attribute 'img=x'",
            err="absolutize: --attribute 'img=x' is not of the form element[attribute]=syntax\n",
            status=2,
        )
        for command in ("rewrite", "links", "check")
    ),
    *(
        Case(
            f"{command}, a missing file",
            f"{command} none.html {AT}",
            err="absolutize: none.html: No such file or directory\n",
            status=2,
        )
        for command in ("rewrite", "links", "base")
    ),
    *(
        Case(f"{command}, a directory", f"{command} nested {AT}", "", f"absolutize: nested: {why}\n", 2)
        for command, why in (("rewrite", NO_TREE), *((name, NO_URL) for name in ("links", "check", "base")))
    ),
    *(
        Case(
            f"{name}, no code is {code}",
            f"check page.html {name} {code}",
            err=f"absolutize: {name}: no code is '{code}'{near}\n",
            status=2,
        )
        for name in ("--select", "--ignore")
        for code, near in (
            ("bas-late", ": is it base-late or base-relative or charset-late?"),
            ("rewritten", " (`absolutize explain` lists them)"),
        )
    ),
    Case(
        "explain, no code",
        "explain relativ",
        err="absolutize: no code is 'relativ': is it relative or base-relative or misformed-relative?\n",
        status=2,
    ),
    Case(
        "explain, nothing like a code",
        "explain xyzzy",
        err="absolutize: no code is 'xyzzy' (`absolutize explain` lists them)\n",
        status=2,
    ),
    Case(
        "a diff that is recorded",
        f"rewrite page.html {AT} --diff --record new",
        err="absolutize: --diff changes nothing that --record could record\n",
        status=2,
    ),
    *(
        Case(
            f"a record {why}",
            f"rewrite page.html {AT} --record {name}",
            err="absolutize: --record: give the name of a file\n",
            status=2,
        )
        for why, name in (("without a name", "''"), ("on standard output", "-"))
    ),
    Case(
        "a record that exists",
        f"rewrite page.html {AT} --in-place --record other.html",
        err="absolutize: other.html: exists already, and no record is overwritten\n",
        status=2,
    ),
    Case(
        "a record in a directory that is not there",
        f"rewrite page.html {AT} --in-place --record none/r",
        err="absolutize: none/r: No such file or directory\n",
        status=2,
    ),
    Case(
        "restore, a missing record",
        "restore page.html --record none",
        err="absolutize: none: No such file or directory\n",
        status=2,
    ),
    Case(
        "restore, a record that is none",
        "restore page.html --record other.html",
        err="absolutize: other.html: line 1 is no record of a rewrite\n",
        status=2,
    ),
    Case(
        "restore, -o and --in-place",
        "restore page.html --record other.html -o new --in-place",
        err="absolutize: pass only one of -o and --in-place\n",
        status=2,
    ),
    Case(
        "restore, several inputs to stdout",
        "restore page.html other.html --record empty",
        err="absolutize: several inputs: pass -o DIR or --in-place\n",
        status=2,
        before={"empty": ""},
    ),
    Case(
        "restore, not in the record",
        "restore page.html --record empty",
        err="absolutize: page.html: not in the record\n",
        status=2,
        before={"empty": ""},
    ),
    *(
        Case(
            f"{command}, {name} is not absolute",
            f"{command} page.html {name} {uri}",
            err=f"absolutize: {name} {uri}: not an absolute URI\n",
            status=2,
        )
        for command in ("rewrite", "links", "base")
        for name, uri in (("--url", "d/page.html"), ("--encapsulating", "//h/"), ("--default", "/d/"))
    ),
    *(
        Case(
            f"{command}, a media type that is not read",
            f"{command} page.html {AT} --media-type image/svg+xml",
            err="absolutize: --media-type image/svg+xml: neither text/html nor application/xhtml+xml\n",
            status=2,
        )
        for command in ("rewrite", "links", "base", "check")
    ),
    *(
        Case(
            f"{command}, a charset that is none",
            f"{command} page.html {AT} --charset none",
            err="absolutize: --charset none: not a label of the Encoding Standard\n",
            status=2,
        )
        for command in ("rewrite", "links", "base")
    ),
    *(
        Case(
            f"{command}, {name} {uri} is no URL",
            f"{command} page.html {name} {uri}",
            err=f"absolutize: {name} {uri}: no browser reads it as a URL\n",
            status=2,
        )
        for command in ("rewrite", "links", "base --no-guard", "rewrite --rules rfc2396")
        for name, uri in (("--url", "http://"), ("--encapsulating", "ws:///"), ("--default", "file://["))
    ),
    *(
        Case(
            f"{uri} is no URL",
            f"rewrite page.html --url {uri}",
            err=f"absolutize: --url {uri}: no browser reads it as a URL\n",
            status=2,
        )
        for uri in NO_URLS
    ),
    *(
        Case(
            f"resolve, --base {uri} is no URL",
            f"resolve x --rules whatwg --base {uri}",
            err=f"absolutize: --base {uri}: no browser reads it as a URL\n",
            status=2,
        )
        for uri in ("http:", "http://[", "other://[")
    ),
    *(
        Case(
            f"resolve, --base is not absolute, {rules}",
            f"resolve x --base d/ --rules {rules}",
            err="absolutize: --base d/: not an absolute URI\n",
            status=2,
        )
        for rules in RULE_SETS
    ),
    *(
        Case(
            f"{command}, {option} is not UTF-8",
            f"{command} {option} http://h/\udcff",
            err=f"absolutize: {option} http://h/\\udcff: not UTF-8\n",
            status=2,
        )
        for command, option in (
            ("rewrite page.html", "--url"),
            ("links page.html", "--encapsulating"),
            ("base page.html", "--default"),
            ("resolve x", "--base"),
        )
    ),
    Case(
        "resolve, --base with white space, no browser",
        "resolve g --base ' http://a/ '",
        err="absolutize: --base  http://a/ : not an absolute URI\n",
        status=2,
    ),
    Case(
        "-o without a name",
        f"rewrite page.html {AT} -o ''",
        err="absolutize: -o: the name is empty\n",
        status=2,
    ),
    Case(
        "resolve, --base is not absolute",
        "resolve x --base //h/",
        err="absolutize: --base //h/: not an absolute URI\n",
        status=2,
    ),
    Case("-o and --in-place", f"rewrite page.html {AT} -o new --in-place", err=EXCLUDE, status=2),
    Case("-o and --diff", f"rewrite page.html {AT} --diff -o new", err=EXCLUDE, status=2),
    Case("--in-place and --diff", f"rewrite page.html {AT} --diff --in-place", err=EXCLUDE, status=2),
    Case("all three", f"rewrite page.html {AT} --diff --in-place -o new/", err=EXCLUDE, status=2),
    Case(
        "stdin in place",
        "rewrite page.html - --in-place",
        err="absolutize: --in-place: standard input is not a file\n",
        status=2,
    ),
    Case(
        "stdin in a directory",
        f"rewrite - {AT} -o new/",
        "",
        f"absolutize: new: {NO_NAME}\n",
        2,
        PAGE,
    ),
    Case(
        "stdin in a directory that is there",
        f"rewrite - {AT} -o nested",
        "",
        f"absolutize: nested: {NO_NAME}\n",
        2,
        PAGE,
    ),
    Case("stdin among others", "rewrite page.html - -o new", "", f"absolutize: new: {NO_NAME}\n", 2, PAGE),
    Case(
        "several inputs to stdout",
        f"rewrite page.html other.html {IN}",
        err="absolutize: several inputs: pass -o DIR, --in-place or --diff\n",
        status=2,
    ),
    Case(
        "several inputs into a file",
        f"rewrite page.html other.html {IN} -o based.html",
        err="absolutize: -o based.html: 2 inputs need a directory;"
        " write based.html/ if that is to be its name\n",
        status=2,
    ),
    Case(
        "an output that exists",
        f"rewrite page.html {AT} -o based.html",
        "",
        f"absolutize: based.html: {EXISTS}\n",
        2,
    ),
    Case(
        "an output that exists, spelled as a directory",
        f"rewrite page.html {AT} -o based.html/",
        err="absolutize: based.html: File exists\n",
        status=2,
    ),
    Case(
        "an output that is the input",
        f"rewrite page.html {AT} -o page.html",
        "",
        f"absolutize: page.html: {EXISTS}\n",
        2,
    ),
    Case(
        "an output below a file",
        f"rewrite page.html {AT} -o other.html/new",
        err="absolutize: other.html/new: Not a directory\n",
        status=2,
    ),
    Case(
        "an output in a directory that is not there",
        f"rewrite page.html {AT} -o none/new",
        err="absolutize: none/new: No such file or directory\n",
        status=2,
    ),
    Case(
        "a directory below a file",
        f"rewrite page.html other.html {IN} -o based.html/new",
        err="absolutize: based.html/new: Not a directory\n",
        status=2,
    ),
    Case(
        "a missing file that is not ASCII",
        f"rewrite naïve.html {AT}",
        err="absolutize: naïve.html: No such file or directory\n",
        status=2,
    ),
    Case(
        "errors are not quiet",
        f"rewrite --quiet none.html {AT}",
        err="absolutize: none.html: No such file or directory\n",
        status=2,
    ),
)

# one bad input among many: the others go on

OTHERS = (
    Case(
        "a missing file, into a directory",
        f"rewrite none.html page.html nested {IN} -o new",
        err=f"absolutize: none.html: No such file or directory\nabsolutize: nested: {NO_URL}\n"
        + total(1, 2, "; 2 of 3 inputs failed"),
        status=2,
        after={"new": None, "new/page.html": PAGE_ABSOLUTE},
    ),
    Case(
        "a missing file, in place",
        f"rewrite --in-place none.html page.html {IN}",
        err="absolutize: none.html: No such file or directory\n" + total(1, 2, one_failed(2)),
        status=2,
        after={"page.html": PAGE_ABSOLUTE},
    ),
    Case(
        "a missing file, diff",
        f"rewrite --diff none.html page.html {IN}",
        DIFF_OF_PAGE,
        "absolutize: none.html: No such file or directory\n",
        status=2,
    ),
    Case(
        "an output that exists",
        f"rewrite page.html other.html {IN} -o nested",
        err=f"absolutize: nested/page.html: {EXISTS}\n" + total(1, 1, one_failed(2)),
        status=2,
        after={"nested/other.html": b'<a href="http://h/d/x">x</a>\n'},
    ),
    Case(
        "a missing file, links",
        f"links --format csv none.html other.html {IN}",
        "path,element,attribute,index,start,stop,line,column,raw,reference,target,code,kind,rel\r\n"
        "other.html,a,href,0,9,10,1,10,x,x,http://h/d/x,rewritten,navigation,\r\n",
        "absolutize: none.html: No such file or directory\n",
        status=2,
    ),
)

# usage errors are click's: only their last line and the status are ours to promise

USAGE = (
    Case("no path", "rewrite", err="Error: Missing argument 'PATH...'.", status=2),
    Case("no path to check", "check", err="Error: Missing argument 'PATH...'.", status=2),
    Case("no file to restore", "restore --record r", err="Error: Missing argument 'FILE...'.", status=2),
    Case("no record", "restore page.html", err="Error: Missing option '--record'.", status=2),
    Case("no path to list", "links", err="Error: Missing argument 'PATH...'.", status=2),
    Case("no path to show the base of", "base", err="Error: Missing argument 'PATH'.", status=2),
    Case(
        "two paths to show the base of", "base a b", err="Error: Got unexpected extra argument (b)", status=2
    ),
    Case("no reference", "resolve --base http://h/", err="Error: Missing argument 'REFERENCE...'.", status=2),
    Case("no base", "resolve x", err="Error: Missing option '--base'.", status=2),
    Case("no such command", "frobnicate", err="Error: No such command 'frobnicate'.", status=2),
)

# base

NONE = "  5.1.1  embedded       -\n"
NONE_2 = "  5.1.2  encapsulating  -\n"
NONE_3 = "  5.1.3  retrieval      -\n"
NONE_4 = "  5.1.4  default        -\n"
URL_3 = "  5.1.3  retrieval      'http://h/d/p'\n"
WON_3 = "> 5.1.3  retrieval      'http://h/d/p'\n"
OUTER = "--encapsulating http://e/e/ --url http://h/d/p --default http://f/f/"
OUTER_3_4 = f"{URL_3}  5.1.4  default        'http://f/f/'\n"

BASE = (
    Case("none", "base page.html", f"{NONE}{NONE_2}{NONE_3}{NONE_4}\nno base URI\n"),
    Case(
        "default",
        "base page.html --default http://f/f/",
        f"{NONE}{NONE_2}{NONE_3}> 5.1.4  default        'http://f/f/'\n\nhttp://f/f/\n",
    ),
    Case("retrieval", f"base page.html {HERE}", f"{NONE}{NONE_2}{WON_3}{NONE_4}\nhttp://h/d/p\n"),
    Case(
        "retrieval before default",
        f"base page.html {HERE} --default http://f/f/",
        f"{NONE}{NONE_2}{WON_3}  5.1.4  default        'http://f/f/'\n\nhttp://h/d/p\n",
    ),
    Case(
        "encapsulating before them",
        f"base page.html {OUTER}",
        f"{NONE}> 5.1.2  encapsulating  'http://e/e/'\n{OUTER_3_4}\nhttp://e/e/\n",
    ),
    Case(
        "embedded before all, relative to the next",
        f"base based.html {OUTER}",
        "> 5.1.1  embedded       'sub/' is http://e/e/sub/\n"
        f"  5.1.2  encapsulating  'http://e/e/'\n{OUTER_3_4}\nhttp://e/e/sub/\n",
    ),
    Case(
        "embedded, absolute",
        f"base - {HERE}",
        f"> 5.1.1  embedded       'http://b/b/'\n{NONE_2}{URL_3}{NONE_4}\nhttp://b/b/\n",
        stdin="<a href=x><base href=http://b/b/>",
    ),
    Case(
        "embedded, empty",
        f"base - {HERE}",
        f"> 5.1.1  embedded       '' is http://h/d/p\n{NONE_2}{URL_3}{NONE_4}\nhttp://h/d/p\n",
        stdin="<base href>",
    ),
    Case(
        "embedded, relative to nothing",
        "base based.html",
        f"  5.1.1  embedded       'sub/' is no base\n{NONE_2}{NONE_3}{NONE_4}\nno base URI\n",
    ),
    Case(
        "embedded, data",
        f"base - {HERE}",
        f"  5.1.1  embedded       'data:x' is no base\n{NONE_2}{WON_3}{NONE_4}\nhttp://h/d/p\n",
        stdin="<base href=data:x><base href=http://no/>",
    ),
    Case(
        "embedded, unreadable",
        f"base - {HERE}",
        f"  5.1.1  embedded       'http://[' is no base\n{NONE_2}{WON_3}{NONE_4}\nhttp://h/d/p\n",
        stdin="<base href=http://[>",
    ),
    Case(
        "retrieval, opaque",
        "base based.html --url mailto:x",
        f"  5.1.1  embedded       'sub/' is no base\n{NONE_2}"
        f"> 5.1.3  retrieval      'mailto:x'\n{NONE_4}\nmailto:x\n",
    ),
    Case(
        "fragments are no part of it",
        "base - --url http://h/d/p#s",
        "> 5.1.1  embedded       'q#t' is http://h/d/q\n"
        f"{NONE_2}  5.1.3  retrieval      'http://h/d/p#s' is http://h/d/p\n{NONE_4}\nhttp://h/d/q\n",
        stdin="<base href=q#t>",
    ),
    Case(
        "rules",
        f"base - {HERE} --rules rfc2396",
        f"> 5.1.1  embedded       '?q' is http://h/d/?q\n{NONE_2}{URL_3}{NONE_4}\nhttp://h/d/?q\n",
        stdin="<base href=?q>",
    ),
    Case(
        "guard",
        f"base - {HERE} --rules rfc2396 --guard",
        f"> 5.1.1  embedded       '?q' is http://h/d/p?q\n{NONE_2}{URL_3}{NONE_4}\nhttp://h/d/p?q\n",
        stdin="<base href=?q>",
    ),
    Case(
        "no guard",
        f"base - {HERE} --no-guard",
        f"> 5.1.1  embedded       '\\\\q' is http://h/d/\\q\n{NONE_2}{URL_3}{NONE_4}\nhttp://h/d/\\q\n",
        stdin="<base href=\\q>",
    ),
    Case(
        "media type",
        f"base - {HERE} --media-type application/xhtml+xml",
        f"> 5.1.1  embedded       'q/' is http://h/d/q/\n{NONE_2}{URL_3}{NONE_4}\nhttp://h/d/q/\n",
        stdin="<title/><base href='q/'/>",
    ),
    Case(
        "charset",
        f"base - {HERE} --charset utf-8",
        f"> 5.1.1  embedded       'é/' is http://h/d/é/\n{NONE_2}{URL_3}{NONE_4}\nhttp://h/d/é/\n",
        stdin="<base href=é/>",
    ),
    Case(
        "same-scheme",
        f"base - {HERE} --quiet --same-scheme lenient",
        f"> 5.1.1  embedded       'http:q' is http://h/d/q\n{NONE_2}{URL_3}{NONE_4}\nhttp://h/d/q\n",
        stdin="<base href=http:q>",
    ),
    Case(
        "overflow remove",
        f"base - {HERE} --no-guard --overflow remove",
        f"> 5.1.1  embedded       '../../q/' is http://h/q/\n{NONE_2}{URL_3}{NONE_4}\nhttp://h/q/\n",
        stdin="<base href=../../q/>",
    ),
    Case(
        "overflow retain",
        f"base - {HERE} --no-guard --overflow retain",
        f"> 5.1.1  embedded       '../../q/' is http://h/../q/\n{NONE_2}{URL_3}{NONE_4}\nhttp://h/../q/\n",
        stdin="<base href=../../q/>",
    ),
)

# links

HEADER = "path,element,attribute,index,start,stop,line,column,raw,reference,target,code,kind,rel\r\n"
TWO = "<a href=../../g>\n<a href=http:g>"

LINKS = (
    Case(
        "jsonl by default",
        f"links other.html {AT}",
        '{"path": "other.html", "element": "a", "attribute": "href", "index": 0, "start": 9, "stop": 10,'
        ' "line": 1, "column": 10, "raw": "x", "reference": "x", "target": "http://h/d/x",'
        ' "code": "rewritten", "kind": "navigation", "rel": ""}\n',
    ),
    Case(
        "jsonl, not ASCII",
        f"links - {AT} --charset utf-8 --format jsonl",
        '{"path": "-", "element": "a", "attribute": "href", "index": 0, "start": 8, "stop": 15,'
        ' "line": 1, "column": 9, "raw": "é\\"&lt;", "reference": "é\\"<", "target": "http://h/d/é\\"<",'
        ' "code": "rewritten", "kind": "navigation", "rel": ""}\n',
        stdin='<a href=é"&lt;>',
    ),
    Case(
        "XHTML by its media type",
        f"links - {AT} --media-type application/xhtml+xml;charset=utf-8",
        '{"path": "-", "element": "a", "attribute": "href", "index": 0, "start": 17, "stop": 18,'
        ' "line": 1, "column": 18, "raw": "x", "reference": "x", "target": "http://h/d/x",'
        ' "code": "rewritten", "kind": "navigation", "rel": ""}\n',
        stdin="<title/><a href='x'/>",
    ),
    Case("no links", f"links - {AT}", stdin="<p>"),
    Case("no links, csv", f"links --format csv - {AT}", HEADER, stdin="<p>"),
    Case(
        "several files",
        f"links other.html nested/page.html {IN} --format csv",
        f"{HEADER}other.html,a,href,0,9,10,1,10,x,x,http://h/d/x,rewritten,navigation,\r\n"
        "nested/page.html,a,href,0,31,32,2,10,y,y,http://h/d/nested/y,rewritten,navigation,\r\n",
    ),
    Case(
        "a list",
        f"links - {AT} --format csv",
        f"{HEADER}-,a,ping,0,9,10,1,10,p,p,http://h/d/p,rewritten,report,\r\n"
        '-,a,ping,1,11,18,1,12,"q""&#44;","q"",","http://h/d/q"",",rewritten,report,\r\n',
        stdin="<a ping='p q\"&#44;'>",
    ),
    Case(
        "no base",
        "links other.html --quiet --format csv",
        f"{HEADER}other.html,a,href,0,9,10,1,10,x,x,,no-base,navigation,\r\n",
    ),
    Case(
        "encapsulating",
        "links other.html --encapsulating http://e/ --format csv",
        f"{HEADER}other.html,a,href,0,9,10,1,10,x,x,http://e/x,rewritten,navigation,\r\n",
    ),
    Case(
        "default",
        "links other.html --default http://d/ --format csv",
        f"{HEADER}other.html,a,href,0,9,10,1,10,x,x,http://d/x,rewritten,navigation,\r\n",
    ),
    Case(
        "rules",
        f"links - {HERE} --rules rfc2396 --format csv",
        f"{HEADER}-,a,href,0,8,10,1,9,?y,?y,http://h/d/?y,rewritten,navigation,\r\n",
        stdin="<a href=?y>",
    ),
    Case(
        "guard",
        f"links - {HERE} --rules rfc2396 --guard --format csv",
        f"{HEADER}-,a,href,0,8,10,1,9,?y,?y,http://h/d/p?y,rewritten-browser,navigation,\r\n",
        stdin="<a href=?y>",
    ),
    Case(
        "no guard, strict, retain",
        f"links - {HERE} --no-guard --same-scheme strict --overflow retain --format csv",
        f"{HEADER}-,a,href,0,8,15,1,9,../../g,../../g,http://h/../g,rewritten,navigation,\r\n"
        "-,a,href,0,25,31,2,9,http:g,http:g,http:g,absolute,navigation,\r\n",
        stdin=TWO,
    ),
    Case(
        "lenient, avoid",
        f"links - {HERE} --same-scheme lenient --overflow avoid --format csv",
        f"{HEADER}-,a,href,0,8,15,1,9,../../g,../../g,,above-root,navigation,\r\n"
        "-,a,href,0,25,31,2,9,http:g,http:g,http://h/d/g,rewritten,navigation,\r\n",
        stdin=TWO,
    ),
    Case(
        "same-document keep",
        f"links - {HERE} --same-document keep --format csv",
        f"{HEADER}-,a,href,0,8,10,1,9,#s,#s,,same-document,navigation,\r\n",
        stdin="<a href=#s>",
    ),
    Case(
        "same-document resolve",
        f"links - {HERE} --same-document resolve --format csv",
        f"{HEADER}-,a,href,0,8,10,1,9,#s,#s,http://h/d/p#s,rewritten,navigation,\r\n",
        stdin="<a href=#s>",
    ),
    Case(
        "placeholders",
        f"links - {HERE} --placeholders resolve --format csv",
        f"{HEADER}-,a,href,0,8,13,1,9,{{{{x}}}},{{{{x}}}},http://h/d/{{{{x}}}},rewritten,navigation,\r\n",
        stdin="<a href={{x}}>",
    ),
    *(
        Case(
            option[2:],
            f"links - {HERE} {option} --format csv",
            f"{HEADER}{listed}",
            stdin="<!--[if IE]><a href=#s><![endif]-->",
        )
        for option, listed in (
            ("--conditional-comments", "-,a,href,0,20,22,1,21,#s,#s,,same-document,navigation,\r\n"),
            ("--no-conditional-comments", ""),
        )
    ),
    Case(
        "attribute and preset",
        f"links - {HERE} --attribute 'p[x]' --preset lazy-loading --format csv",
        f"{HEADER}-,p,x,0,5,6,1,6,y,y,http://h/d/y,rewritten,other,\r\n"
        "-,p,data-src,0,16,17,1,17,z,z,http://h/d/z,rewritten,other,\r\n",
        stdin="<p x=y data-src=z>",
    ),
    Case(
        "base-element",
        f"links based.html {HERE} --base-element remove --format csv",
        f"{HEADER}based.html,base,href,0,12,16,1,13,sub/,sub/,,base-removed,base,\r\n"
        "based.html,a,href,0,28,29,2,10,x,x,http://h/d/sub/x,rewritten,navigation,\r\n"
        "based.html,a,href,0,46,48,3,10,#s,#s,http://h/d/sub/#s,rewritten,navigation,\r\n",
    ),
)

NAMED = """\
<link rel="Alternate STYLESHEET" href=s.css><a rel=nofollow href=x>A <b>b</b>&amp;<br>c</a>
<img src=i alt=I><form action=f></form><!--[if IE]><a href=c></a><![endif]--><a href={{t}}></a><p data-src=d>
"""

LINKS += (
    Case(
        "the text of anchors and images",
        f"links - {HERE} --text --format csv --kind navigation --kind image",
        f"{HEADER.strip()},text\r\n"
        "-,a,href,0,65,66,1,66,x,x,http://h/d/x,rewritten,navigation,nofollow,A b& c\r\n"
        "-,img,src,0,101,102,2,10,i,i,http://h/d/i,rewritten,image,,I\r\n"
        "-,a,href,0,151,152,2,60,c,c,http://h/d/c,rewritten,navigation,,\r\n"
        "-,a,href,0,177,182,2,86,{{t}},{{t}},,placeholder,navigation,,\r\n",
        stdin=NAMED,
    ),
    *(
        Case(
            f"of kind {kind}",
            f"links - {HERE} --kind {kind} --format csv",
            f"{HEADER}{row}",
            stdin=NAMED,
        )
        for kind, row in {
            "style": "-,link,href,0,38,43,1,39,s.css,s.css,http://h/d/s.css,rewritten,style,alternate"
            " stylesheet\r\n",
            "form": "-,form,action,0,122,123,2,31,f,f,http://h/d/f,rewritten,form,\r\n",
            **dict.fromkeys(
                "frame media object script metadata base map report hint other".split(),  # noqa: SIM905
                "",
            ),
        }.items()
    ),
)

# check

RELATIVE = "-:1:9: [relative] relative link: 'x'\n"
DIFFERS = "-:1:9: [rules-differ] other rules resolve it differently: '?y' is"
CHECK = (
    Case("nothing", f"check - {AT}", stdin="<a href=http://h/>"),
    Case("nothing, json", f"check - {AT} --format json", "[\n]\n", stdin="<a href=http://h/>"),
    Case(
        "several files, one of them missing",
        f"check other.html none.html based.html {IN} --format text",
        "other.html:1:10: [relative] relative link: 'x'\n"
        "based.html:1:13: [relative] relative link: 'sub/'\n"
        "based.html:1:13: [base-relative] the href of BASE is not absolute: 'sub/'\n"
        "based.html:2:10: [relative] relative link: 'x'\n",
        "absolutize: none.html: No such file or directory\n",
        status=2,
    ),
    Case("found", f"check - {AT}", RELATIVE, status=1, stdin="<a href=x>"),
    Case("found without a base", "check - --quiet", RELATIVE, status=1, stdin="<a href=x>"),
    Case(
        "json",
        f"check - {AT} --format json --charset utf-8",
        '[\n{"path": "-", "code": "relative", "message": "relative link: \'é\'", "line": 1,'
        ' "column": 9, "start": 8, "stop": 10, "element": "a", "attribute": "href", "reference": "é"},\n'
        '{"path": "-", "code": "grammar", "message": "does not match the grammar of the rule set: \'é\' at 0:'
        ' \'é\' cannot be part of <URI-reference>", "line": 1, "column": 9, "start": 8, "stop": 10,'
        ' "element": "a", "attribute": "href", "reference": "é"}\n]\n',
        status=1,
        stdin="<a href=é>",
    ),
    Case(
        "select",
        f"check based.html {AT} --select base-",
        "based.html:1:13: [base-relative] the href of BASE is not absolute: 'sub/'\n",
        status=1,
    ),
    Case("select another", f"check based.html {AT} --select base-several --select base-late"),
    Case("select a list", f"check based.html {AT} --select base-several,base-late"),
    Case("ignore", f"check based.html {AT} --ignore base- --ignore relative"),
    Case("ignore a list", f"check based.html {AT} --ignore base-,,relative"),
    Case("ignoring prevails", f"check based.html {AT} --select base --ignore base-rel"),
    *(
        Case(
            f"against {name}",
            f"check - {HERE} --ignore relative --against {name}",
            found,
            status=1 if found else 0,
            stdin="<a href=?y>",
        )
        for name, found in (
            *(
                (
                    name,
                    f"{DIFFERS} 'http://h/d/p?y', and by {name} 'http://h/d/?y'\n",
                )
                for name in ("www-uri-00", "rfc1630", "uri-syntax-02", "uri-syntax-03", "rfc2396")
            ),
            *((name, "") for name in ("rfc2396bis-00", "rfc3986", "whatwg")),
        )
    ),
    Case(
        "encapsulating, default, rules and choices",
        "check - --encapsulating http://e/a/b --default http://d/ --rules rfc2396 --same-scheme strict"
        " --overflow retain --against rfc3986 --against whatwg --select rules-",
        "-:1:9: [rules-differ] other rules resolve it differently: '?y' is 'http://e/a/?y', and by rfc3986"
        " 'http://e/a/b?y'\n"
        "-:1:9: [rules-differ] other rules resolve it differently: '?y' is 'http://e/a/?y', and by whatwg"
        " 'http://e/a/b?y'\n",
        status=1,
        stdin="<a href=?y>",
    ),
    Case(
        "guard",
        f"check - {HERE} --rules rfc2396 --guard --against rfc2396bis-00 --select rules",
        stdin="<a href=?y>",
    ),
    Case(
        "no guard",
        f"check - {HERE} --no-guard --against whatwg --select rules",
        "-:1:9: [rules-differ] other rules resolve it differently: '\\\\y' is 'http://h/d/\\\\y', and by"
        " whatwg 'http://h/y'\n",
        status=1,
        stdin=r"<a href=\y>",
    ),
    Case("same-document keep", f"check - {HERE} --same-document keep", stdin="<a href=#s>"),
    Case(
        "same-document resolve",
        f"check - {HERE} --same-document resolve",
        "-:1:9: [relative] relative link: '#s'\n",
        status=1,
        stdin="<a href=#s>",
    ),
    Case(
        "placeholders keep",
        f"check - {HERE} --placeholders keep",
        "-:1:9: [placeholder] contains a template placeholder: '{{x}}'\n",
        status=1,
        stdin="<a href={{x}}>",
    ),
    Case(
        "placeholders resolve",
        f"check - {HERE} --placeholders resolve --ignore grammar",
        "-:1:9: [relative] relative link: '{{x}}'\n",
        status=1,
        stdin="<a href={{x}}>",
    ),
    Case(
        "conditional comments",
        f"check - {HERE} --conditional-comments",
        "-:1:21: [relative] relative link: 'x'\n",
        status=1,
        stdin="<!--[if IE]><a href=x><![endif]-->",
    ),
    Case(
        "no conditional comments",
        f"check - {HERE} --no-conditional-comments",
        stdin="<!--[if IE]><a href=x><![endif]-->",
    ),
    Case(
        "attribute and preset",
        f"check - {HERE} --attribute 'p[x]' --preset lazy-loading",
        "-:1:6: [relative] relative link: 'y'\n-:1:22: [relative] relative link: 'z'\n",
        status=1,
        stdin="<p x=y><img data-src=z>",
    ),
)

# explain

EXPLAIN = (
    Case(
        "several",
        "explain no-base above-root",
        """\
no-base: relative, and no base URI is known

None of the four sources of a base URI has one to give: no BASE element, no
enclosing entity, no URI that the document was retrieved from, no default. Give
the document's URL.

See: RFC 2396 5.1
Example: <a href=x>
  without a URL

above-root: climbs above the root of the base URI

The reference has more ".." segments than the base has levels. What that means
is left open: the segments may be retained, removed (as browsers do), or the
reference avoided. With overflow="avoid" it is left as it is.

See: RFC 2396 5.2 step 6g
Example: <a href=../../x>
  with --overflow avoid
""",
    ),
    Case(
        "what is wrong with archives",
        "explain no-file",
        """\
no-file: neither a file nor a directory; left out

A pipe, a socket or a device can be neither read to its end nor copied.

See: POSIX.1-2017 3.164
Example: a directory with a named pipe in it
""",
    ),
    Case(
        "one that is none among others",
        "explain base-not-hierarchical no-bas",
        """\
base-not-hierarchical: relative, and the base URI has no levels

Relative references are for hierarchical URIs. A base such as mailto:x has no
levels that the reference could be relative to.

See: RFC 2396 5
Example: <a href=x>
  retrieved from mailto:x
""",
        "absolutize: no code is 'no-bas': is it no-base or no-access or no-host?\n",
        status=2,
    ),
)

# restore: what is not a matter of two runs

RESTORE = (
    Case(
        "an original stays what it is",
        "restore other.html --record r --quiet",
        OTHER,
        before={"r": RECORD_OF_OTHER},
    ),
    Case(
        "from standard input into a file",
        "restore - --record r -o new",
        stdin='<a href="http://h/d/x">x</a>\n',
        before={"r": RECORD_OF_OTHER},
        after={"new": OTHER},
    ),
    Case(
        "in place, among others",
        "restore --in-place moved.html page.html none.html --record r",
        err="absolutize: page.html: not in the record\nabsolutize: none.html: No such file or directory\n",
        status=2,
        before={"r": RECORD_OF_OTHER, "moved.html": '<a href="http://h/d/x">x</a>\n'},
        after={"moved.html": OTHER},
    ),
    Case(
        "a file that was edited",
        "restore other.html --record r",
        err="absolutize: other.html: edited since it was rewritten\n",
        status=2,
        before={"r": RECORD_OF_OTHER, "other.html": '<a href="http://h/d/x">y</a>\n'},
    ),
    Case(
        "a file that was edited, from standard output",
        "restore page.html --record r",
        err="absolutize: page.html: not in the record; a result that went to standard output is known by its"
        " bytes alone: give it as it was written\n",
        status=2,
        before={"r": RECORD_OF_OTHER.replace('"output": "other.html"', '"output": null')},
    ),
    Case(
        "a record that was edited",
        "restore - --record r",
        err="absolutize: -: the record does not lead back to the original\n",
        status=2,
        stdin='<a href="http://h/d/x">x</a>\n',
        before={"r": RECORD_OF_OTHER.replace('"start": 9', '"start": 8')},
    ),
)

# resolve

ALL_KINDS = "resolve g ../../../../g http:g //g '#s' '' '?y' ./ 'g;x=1/../y' --base 'http://a/b/c/d;p?q'"
FIVE_KINDS = "resolve g ../../g . '?y' /./g --base http://a/b/c"
OPAQUE = "absolutize: cannot resolve 'g': the base 'mailto:x' is not hierarchical\n"

RESOLVE = (
    Case(
        "resolve, --base is absolute by RFC 1630 alone",
        "resolve g --base 'a$b:/c/d' --rules rfc1630",
        "a$b:/c/g\n",
    ),
    Case("resolve, --base with white space", "resolve g --base ' http://a/ ' --rules whatwg", "http://a/g\n"),
    Case("one reference", "resolve ../c.png --base http://h/d/p", "http://h/c.png\n"),
    Case(
        "several references",
        ALL_KINDS,
        "http://a/b/c/g\nhttp://a/../../g\nhttp:g\nhttp://g\n#s\n\nhttp://a/b/c/d;p?y\nhttp://a/b/c/\n"
        "http://a/b/c/y\n",
    ),
    Case(
        "rules rfc2396bis-00",
        "resolve '?y' g --base http://a --rules rfc2396bis-00",
        "http://a?y\nhttp://a/g\n",
    ),
    Case(
        "rules rfc2396",
        f"{ALL_KINDS} --rules rfc2396",
        "http://a/b/c/g\nhttp://a/../../g\nhttp:g\nhttp://g\n#s\n\nhttp://a/b/c/?y\nhttp://a/b/c/\n"
        "http://a/b/c/y\n",
    ),
    Case(
        "rules www-uri-00",
        f"{FIVE_KINDS} --rules www-uri-00",
        "http://a/b/g\nhttp://g\nhttp://a/b\nhttp://a/b/?y\nhttp://a/./g\n",
    ),
    Case(
        "rules rfc1630",
        f"{FIVE_KINDS} --rules rfc1630",
        "http://a/b/g\nhttp://g\nhttp://a/b\nhttp://a/b/?y\nhttp://a/./g\n",
    ),
    Case(
        "rules uri-syntax-02",
        f"{FIVE_KINDS} --rules uri-syntax-02",
        "http://a/b/g\nhttp://a/../g\nhttp://a/b/\nhttp://a/b/?y\nhttp://a/./g\n",
    ),
    Case(
        "rules uri-syntax-03",
        f"{FIVE_KINDS} --rules uri-syntax-03",
        "http://a/b/g\nhttp://a/../g\nhttp://a/b/\nhttp://a/b/?y\nhttp://a/./g\n",
    ),
    Case(
        "rules rfc3986",
        f"{FIVE_KINDS} --rules rfc3986",
        "http://a/b/g\nhttp://a/g\nhttp://a/b/\nhttp://a/b/c?y\nhttp://a/g\n",
    ),
    Case(
        "rules whatwg",
        f"{ALL_KINDS} --rules whatwg",
        "http://a/b/c/g\nhttp://a/g\nhttp://a/b/c/g\nhttp://g/\nhttp://a/b/c/d;p?q#s\nhttp://a/b/c/d;p?q\n"
        "http://a/b/c/d;p?y\nhttp://a/b/c/\nhttp://a/b/c/y\n",
    ),
    Case(
        "same-scheme strict",
        "resolve http:g HTTP:g --base http://a/b --same-scheme strict",
        "http:g\nHTTP:g\n",
    ),
    Case("same-scheme lenient", "resolve http:g --base http://a/b --same-scheme lenient", "http://a/g\n"),
    Case("overflow retain", "resolve ../../g --base http://a/b/c --overflow retain", "http://a/../g\n"),
    Case("overflow remove", "resolve ../../g --base http://a/b/c --overflow remove", "http://a/g\n"),
    Case(
        "overflow avoid",
        "resolve ../../g g --base http://a/b/c --overflow avoid",
        "http://a/b/g\n",
        "absolutize: cannot resolve '../../g': it climbs above the root of the base URI\n",
        status=1,
    ),
    Case("an opaque base", "resolve g http://x '#s' --base mailto:x", "http://x\n#s\n", OPAQUE, status=2),
    Case(
        "an opaque base, whatwg",
        "resolve g --base mailto:x --rules whatwg",
        err="absolutize: cannot resolve 'g': the URL parser fails on it with the base 'mailto:x'\n",
        status=2,
    ),
    Case(
        "an opaque base, rfc2396",
        "resolve g '#s' --base mailto:x --rules rfc2396",
        "#s\n",
        OPAQUE,
        status=2,
    ),
    Case(
        "a base that is opaque by its spelling alone, whatwg",
        "resolve g http://[ --base http:x --rules whatwg",
        "http://x/g\n",
        "absolutize: cannot resolve 'http://[': the URL parser fails on it with the base 'http:x'\n",
        status=1,
    ),
    Case(
        "errors are not quiet",
        "resolve g --base mailto:x --quiet",
        err=OPAQUE,
        status=2,
    ),
    Case(
        "a reference that is no URL",
        "resolve http://[ g --base http://a/b --rules whatwg",
        "http://a/g\n",
        "absolutize: cannot resolve 'http://[': the URL parser fails on it with the base 'http://a/b'\n",
        status=1,
    ),
    Case("a reference like an option", "resolve --base http://a/b -- --g", "http://a/--g\n"),
    Case("not ASCII", "resolve é?ü --base http://h/ö/", "http://h/ö/é?ü\n"),
    Case(
        "control characters",
        "resolve 'g\x1b[1mh' --base http://a/b",
        "http://a/g\x1b[1mh\n",
    ),
)

TABLES: Mapping[str, tuple[Case, ...]] = {
    "where": WHERE,
    "contained": CONTAINED,
    "diff": DIFF,
    "left": LEFT,
    "policies": POLICIES,
    "refused": REFUSED,
    "others": OTHERS,
    "usage": USAGE,
    "base": BASE,
    "links": LINKS,
    "check": CHECK,
    "explain": EXPLAIN,
    "restore": RESTORE,
    "resolve": RESOLVE,
    **OF_URIS,
}
CASES = tuple(case for table in TABLES.values() for case in table)


@pytest.mark.parametrize("case", params(WHERE))
def test_rewrite_goes_where_it_is_told(case: Case, run: Runner) -> None:
    check(case, run)


@pytest.mark.parametrize("case", params(DIFF))
def test_diff_shows_what_would_change(case: Case, run: Runner) -> None:
    check(case, run)


@pytest.mark.parametrize("case", params(LEFT))
def test_what_stays_is_told(case: Case, run: Runner) -> None:
    check(case, run)


@pytest.mark.parametrize("case", params(POLICIES))
def test_rewrite_does_as_its_options_say(case: Case, run: Runner) -> None:
    check(case, run)


@pytest.mark.parametrize("case", params(REFUSED))
def test_what_cannot_be_done_is_one_line_and_nothing_written(case: Case, run: Runner) -> None:
    assert case.status == 2
    assert case.err.count("\n") == 1
    assert not case.after
    check(case, run)


@pytest.mark.parametrize("case", params(OTHERS))
def test_one_bad_input_does_not_stop_the_others(case: Case, run: Runner) -> None:
    check(case, run)


@pytest.mark.parametrize("case", params(USAGE))
def test_usage(case: Case, run: Runner) -> None:
    before = run.tree()
    ran = run(*shlex.split(case.arguments))
    assert (ran.status, ran.out, ran.err.splitlines()[-1]) == (2, b"", case.err)
    assert run.tree() == before


@pytest.mark.parametrize("case", params(BASE))
def test_base_shows_the_layers(case: Case, run: Runner) -> None:
    check(case, run)


@pytest.mark.parametrize("case", params(CONTAINED))
def test_containers_are_read_and_written(case: Case, run: Runner) -> None:
    check(case, run)


@pytest.mark.parametrize("case", params(LINKS))
def test_links_lists(case: Case, run: Runner) -> None:
    check(case, run)


@pytest.mark.parametrize("case", params(CHECK))
def test_check_finds(case: Case, run: Runner) -> None:
    check(case, run)


@pytest.mark.parametrize("case", params(EXPLAIN))
def test_explain_tells(case: Case, run: Runner) -> None:
    check(case, run)


@pytest.mark.parametrize("case", params(RESTORE))
def test_restore_gives_the_original_back(case: Case, run: Runner) -> None:
    check(case, run)


@pytest.mark.parametrize("case", params(RESOLVE))
def test_resolve_prints(case: Case, run: Runner) -> None:
    check(case, run)


@pytest.mark.parametrize("case", params(tuple(case for table in OF_URIS.values() for case in table)))
def test_commands_on_uris_print(case: Case, run: Runner) -> None:
    check(case, run)


def test_steps_of_a_long_reference_fit_a_table(run: Runner) -> None:
    """As text, what is long is shortened in its middle; as JSON it is whole."""
    asked = ("resolve", "a/../" * 5_000 + "x", "--base", "http://a/b", "--explain", "--rules", "rfc2396")
    shown = run(*asked)
    assert (shown.status, shown.err) == (0, "")
    assert max(map(len, shown.out.splitlines())) < 1000
    assert b'"/a/../a/' in shown.out
    assert b"..[... 24803 characters ...]" in shown.out
    assert shown.out.endswith(b" http://a/x\n\n")
    assert len(run(*asked, "--format", "jsonl").out) > 16 * 24_803


# the tables are complete

OPTIONS = [
    (name, option)
    for name, command in COMMANDS.items()
    for option in command.params
    if isinstance(option, click.Option)
]


def used(name: str = "") -> list[str]:
    """The arguments of all cases, or of those for one command."""
    split = (shlex.split(case.arguments) for case in CASES)
    return [argument for arguments in split if name in {"", arguments[0]} for argument in arguments[1:]]


@pytest.mark.parametrize(("name", "option"), OPTIONS, ids=[f"{n} {o.opts[-1]}" for n, o in OPTIONS])
def test_every_option_of_every_command_is_in_a_case(name: str, option: click.Option) -> None:
    assert set(option.opts) & set(used(name))
    assert not option.secondary_opts or set(option.secondary_opts) & set(used(name))


@pytest.mark.parametrize(("name", "option"), OPTIONS, ids=[f"{n} {o.opts[-1]}" for n, o in OPTIONS])
def test_every_choice_of_an_option_is_in_a_case(name: str, option: click.Option) -> None:
    if isinstance(option.type, click.Choice):
        arguments = used()
        given = {b for a, b in pairwise(arguments) if a in option.opts}
        told = given | (
            {"table", "text", "sarif"} if option.name == "form" else set()
        )  # in a test of its own, below
        assert set(option.type.choices) <= told, name


def test_every_command_is_in_a_case() -> None:
    assert {shlex.split(case.arguments)[0] for case in CASES} == {*COMMANDS, "frobnicate"}


def test_no_two_cases_of_a_table_have_a_name() -> None:
    for table in TABLES.values():
        assert len({case.id for case in table}) == len(table)


# rewrite --in-place: what it keeps


def test_in_place_keeps_the_mode(run: Runner) -> None:
    for mode in (0o644, 0o600, 0o755, 0o1664):
        page = run.write("page.html", PAGE)
        page.chmod(mode)
        assert run("rewrite", "--in-place", "page.html", *shlex.split(AT)).status == 0
        assert (page.read_bytes(), stat.S_IMODE(page.stat().st_mode)) == (PAGE_ABSOLUTE, mode)


def test_in_place_keeps_the_owner(run: Runner) -> None:
    if os.geteuid() != 0:
        pytest.skip("only root can give a file away")
    page = run.directory / "page.html"
    os.chown(page, 65534, 65533)
    assert run("rewrite", "--in-place", "page.html", *shlex.split(AT)).status == 0
    assert (page.stat().st_uid, page.stat().st_gid) == (65534, 65533)


def test_in_place_another_owner_runs_nothing_as_itself(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Where the owner cannot be kept, a set-user-ID bit would be the new owner's."""

    def refuse(*_: object) -> None:
        raise PermissionError

    page = tmp_path / "page.html"
    page.write_bytes(PAGE)
    page.chmod(0o6755)
    before = page.stat()
    monkeypatch.setattr(os, "chown", refuse)
    assert files._kept_mode(page, before) == 0o6755
    other = os.stat_result((*before[:4], before.st_uid + 1, *before[5:]))
    assert files._kept_mode(page, other) == 0o755


def test_in_place_leaves_other_names_of_the_file_alone(run: Runner) -> None:
    os.link(run.directory / "page.html", run.directory / "hard.html")
    assert run("rewrite", "--in-place", "page.html", *shlex.split(AT)) == Ran(0, b"", "")
    assert (run.directory / "page.html").read_bytes() == PAGE_ABSOLUTE
    assert (run.directory / "hard.html").read_bytes() == PAGE


NOT_REGULAR = "not a regular file, and nothing else is replaced with --in-place"


def test_in_place_refuses_a_pipe_and_does_not_wait_for_it(run: Runner) -> None:
    os.mkfifo(run.directory / "pipe")
    ran = run("rewrite", "--in-place", "pipe", "other.html", *shlex.split(IN))
    assert ran == Ran(2, b"", f"absolutize: pipe: {NOT_REGULAR}\n{total(1, 1, one_failed(2))}")
    assert stat.S_ISFIFO((run.directory / "pipe").stat().st_mode)
    assert (run.directory / "other.html").read_bytes() == b'<a href="http://h/d/x">x</a>\n'


@pytest.mark.parametrize("name", ["/dev/null", "/dev/stdin"])
def test_in_place_refuses_a_device(run: Runner, name: str) -> None:
    ran = run.shell('"$@"', "rewrite", "--in-place", name, *shlex.split(AT), stdin=PAGE)
    assert ran == Ran(2, b"", f"absolutize: {name}: {NOT_REGULAR}\n")


def test_in_place_a_directory(run: Runner) -> None:
    ran = run("rewrite", "--in-place", "nested", *shlex.split(AT))
    assert ran == Ran(2, b"", f"absolutize: nested: {NO_URL}\n")


def test_in_place_replaces_the_target_of_a_link(run: Runner) -> None:
    link = run.directory / "link.html"
    link.symlink_to("nested/page.html")
    assert run("rewrite", "--in-place", "link.html", "--url", "http://h/") == Ran(0, b"", "")
    assert link.readlink() == Path("nested/page.html")
    written = (run.directory / "nested" / "page.html").read_bytes()
    assert written == b'<title>nested</title>\n<a href="http://h/y">y</a>\n'


def test_in_place_does_not_touch_what_does_not_change(run: Runner) -> None:
    page = run.directory / "page.absolute.html"
    os.utime(page, (1, 1))
    before = page.stat()
    assert run("rewrite", "--in-place", "page.absolute.html", *shlex.split(AT)) == Ran(0, b"", "")
    after = page.stat()
    assert (after.st_ino, after.st_mtime_ns, after.st_mode) == (
        before.st_ino,
        before.st_mtime_ns,
        before.st_mode,
    )


def test_in_place_is_atomic_for_who_reads(run: Runner) -> None:
    page = run.directory / "page.html"
    with page.open("rb") as open_before:
        run("rewrite", "--in-place", "page.html", *shlex.split(AT))
        assert open_before.read() == PAGE
    assert page.read_bytes() == PAGE_ABSOLUTE


def test_in_place_a_dangling_link_is_a_missing_file(run: Runner) -> None:
    (run.directory / "link.html").symlink_to("none.html")
    ran = run("rewrite", "--in-place", "link.html", *shlex.split(AT))
    assert ran == Ran(2, b"", "absolutize: link.html: No such file or directory\n")
    assert not (run.directory / "none.html").exists()


def test_in_place_takes_the_longest_name(run: Runner) -> None:
    page = run.write("x" * 255, PAGE)
    assert run("rewrite", "--in-place", page.name, *shlex.split(AT)) == Ran(0, b"", "")
    assert page.read_bytes() == PAGE_ABSOLUTE


def test_an_output_takes_the_longest_name(run: Runner) -> None:
    assert run("rewrite", "page.html", "-o", "x" * 255, *shlex.split(AT)) == Ran(0, b"", "")
    assert (run.directory / ("x" * 255)).read_bytes() == PAGE_ABSOLUTE


# rewrite -o: what it makes


def test_an_output_has_the_mode_of_a_new_file(run: Runner) -> None:
    assert run("rewrite", "page.html", "-o", "new", *shlex.split(AT), umask=0o027).status == 0
    assert stat.S_IMODE((run.directory / "new").stat().st_mode) == 0o640


def test_an_output_can_be_a_pipe(run: Runner) -> None:
    os.mkfifo(run.directory / "pipe")
    ran = run.shell('cat pipe & "$@"; wait', "rewrite", "page.html", "-o", "pipe", *shlex.split(AT))
    assert ran == Ran(0, PAGE_ABSOLUTE, "")


def test_an_output_that_is_a_dangling_link_is_refused(run: Runner) -> None:
    link = run.directory / "link.html"
    link.symlink_to("none.html")
    ran = run("rewrite", "page.html", "-o", "link.html", *shlex.split(AT))
    assert ran == Ran(2, b"", f"absolutize: link.html: {EXISTS}\n")
    assert link.readlink() == Path("none.html")
    assert not (run.directory / "none.html").exists()


def test_an_output_that_is_a_link_is_refused(run: Runner) -> None:
    (run.directory / "link.html").symlink_to("other.html")
    before = run.tree()
    ran = run("rewrite", "page.html", "-o", "link.html", *shlex.split(AT))
    assert ran == Ran(2, b"", f"absolutize: link.html: {EXISTS}\n")
    assert run.tree() == before


# failures while writing: nothing half written, nothing left behind

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


@pytest.mark.skipif(not FULL.exists(), reason="there is no device that is full")
def test_a_device_that_is_full(run: Runner) -> None:
    ran = run("rewrite", "page.html", "-o", str(FULL), *shlex.split(AT))
    assert ran == Ran(2, b"", f"absolutize: {FULL}: No space left on device\n")


@contextmanager
def sealed(path: Path, mode: int) -> Iterator[None]:
    """Set a mode for a while; skip where modes do not bind (for root)."""
    before = path.stat().st_mode
    path.chmod(mode)
    try:
        if os.access(path, os.W_OK):
            pytest.skip("permissions do not bind this user")
        yield
    finally:
        path.chmod(before)


DENIED = (  # what is sealed, how, the arguments, and whom the line names
    ("page.html", 0o000, f"rewrite page.html {AT}", "page.html"),
    ("page.html", 0o000, f"links page.html {AT}", "page.html"),
    ("page.html", 0o000, f"base page.html {AT}", "page.html"),
    ("page.html", 0o444, f"rewrite --in-place page.html {AT}", "page.html"),
    ("nested", 0o555, f"rewrite --in-place nested/page.html {AT}", "nested/page.html"),
    ("nested", 0o555, f"rewrite page.html -o nested/new.html {AT}", "nested/new.html"),
    ("nested", 0o555, f"rewrite other.html -o nested {AT}", "nested/other.html"),
    ("nested", 0o555, f"rewrite page.html -o nested/new/ {AT}", "nested/new"),
)


@pytest.mark.parametrize(("name", "mode", "arguments", "named"), DENIED, ids=[row[2] for row in DENIED])
def test_permission_denied(run: Runner, name: str, mode: int, arguments: str, named: str) -> None:
    before = run.tree()
    with sealed(run.directory / name, mode):
        ran = run(*shlex.split(arguments))
    assert ran == Ran(2, b"", f"absolutize: {named}: Permission denied\n")
    assert run.tree() == before


# rewrite --diff, read back

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


LINE = st.sampled_from([b"a\n", b"b\n", b"\n", b"c\r\n"])
DOCUMENT = st.builds(
    lambda lines, last: b"".join((*lines, last)), st.lists(LINE), st.sampled_from([b"", b"a"])
)


def patched(diff: bytes, before: bytes) -> bytes:
    """Apply a diff: every line of it that is not new must be there."""
    old, new = list(io.BytesIO(before)), list[bytes]()
    position = 0
    for text, cut in re.findall(rb"([-+@ ].*\n)(\\ No newline at end of file\n)?", diff)[2:]:
        line = text[1:-1] if cut else text[1:]
        if text.startswith(b"@"):
            start, _, length = text.split()[1][1:].partition(b",")
            skipped = old[position : int(start) - (length != b"0")]
            new += skipped
            position += len(skipped)
        elif not text.startswith(b"+"):
            assert line == old[position]
            position += 1
        if text.startswith((b" ", b"+")):
            new.append(line)
    return b"".join(new + old[position:])


@given(DOCUMENT, DOCUMENT)
def test_a_diff_makes_the_one_document_the_other(before: bytes, after: bytes) -> None:
    assert patched(b"".join(unified(b"a", b"b", before, after)), before) == after


def test_a_diff_takes_linear_time() -> None:
    """Every other line changes, and a line goes missing at the top, so that no line is where it was."""
    old = [b"top\n"] + [line for i in range(50_000) for line in (b"%d\n" % i, b"same\n")]
    new = [line for i in range(50_000) for line in (b"/%d\n" % i, b"same\n")]
    assert len(list(changes(old, new))) == 50_000


# standard input and output

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
    "check": f"check page.html {AT}",
    "check --format json": f"check page.html --format json {AT}",
    "check --format sarif": f"check page.html --format sarif {AT}",
    "explain": "explain",
}


def version(run: Runner) -> dict[str, str]:
    """Make the package look installed: `--version` asks for its metadata."""
    metadata = run.directory / "absolutize-9.8.7.dist-info" / "METADATA"
    metadata.parent.mkdir()
    metadata.write_text("Metadata-Version: 2.1\nName: absolutize\nVersion: 9.8.7\n")
    return {"PYTHONPATH": os.pathsep.join((str(run.directory), environment()["PYTHONPATH"]))}


@pytest.mark.skipif(not FULL.exists(), reason="there is no device that is full")
@pytest.mark.parametrize("arguments", STDOUT.values(), ids=STDOUT)
def test_an_output_that_is_full_is_one_line(run: Runner, arguments: str) -> None:
    ran = run.shell(f'"$@" >{FULL}', *shlex.split(arguments), env=version(run))
    assert ran == Ran(2, b"", "absolutize: standard output: No space left on device\n")


@pytest.mark.parametrize("arguments", STDOUT.values(), ids=STDOUT)
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
def test_errors_that_cannot_be_told_change_no_status(
    run: Runner, redirection: str, arguments: str, status: int
) -> None:
    assert run.shell(f'"$@" {redirection}', *shlex.split(arguments)).status == status


def test_an_interruption_is_silent_and_finds_nothing(run: Runner) -> None:
    """130 is what a shell makes of it; 1 would say that something was found."""
    command = [sys.executable, "-m", "absolutize", "rewrite", "first", "--diff"]
    os.mkfifo(run.directory / "first")
    with (
        subprocess.Popen(
            command, cwd=run.directory, env=environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE
        ) as process,
        (run.directory / "first").open("wb"),
    ):  # it opens when the command reads
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


@pytest.mark.parametrize("arguments", PIPED.values(), ids=PIPED)
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


def test_an_error_is_told_where_stderr_lacks_the_character(run: Runner) -> None:
    ran = run("rewrite", "€", env={"PYTHONIOENCODING": "latin-1"})
    assert ran == Ran(2, b"", "absolutize: \\u20ac: No such file or directory\n")


@pytest.mark.parametrize(("form", "lines"), [("jsonl", 1), ("csv", 2), ("table", 2)])
def test_a_lone_surrogate_in_a_document(run: Runner, form: str, lines: int) -> None:
    run.write("wide.html", "\ufeff<a href=x\ud800>".encode("utf-16-le", "surrogatepass"))
    ran = run("links", "wide.html", "--format", form, "--url", "http://h/")
    assert (ran.status, ran.err, ran.out.count(b"\n")) == (0, "", lines)
    assert rb"x\ud800" in ran.out


def test_an_argument_that_is_no_text(run: Runner) -> None:
    assert run("resolve", os.fsdecode(b"\xff"), "--base", "http://h/") == Ran(0, b"http://h/\\udcff\n", "")


# links, read back

FIELDS = HEADER.strip().split(",")  # contract.md: those of a Link, and the path


def listed(run: Runner, *arguments: str) -> list[dict[str, Any]]:
    ran = run("links", *arguments)
    assert (ran.status, ran.err) == (0, "")
    return [json.loads(line) for line in ran.out.decode().splitlines()]


def test_jsonl_has_the_fields_of_a_link(run: Runner) -> None:
    rows = listed(run, "page.html", *shlex.split(AT))
    assert all(list(row) == FIELDS for row in rows)
    assert [(row["element"], row["attribute"], row["code"]) for row in rows] == [
        ("a", "href", "rewritten"),
        ("img", "src", "rewritten"),
        ("a", "href", "same-document"),
        ("a", "href", "same-document"),
        ("a", "href", "absolute"),
    ]


def test_jsonl_gives_places_in_the_file(run: Runner) -> None:
    for row in listed(run, "page.html", "based.html", *shlex.split(IN)):
        data = (run.directory / row["path"]).read_bytes()
        start, stop = row["start"], row["stop"]
        assert data[start:stop].decode() == row["raw"]
        before = data[:start].decode().replace("\r\n", "\n").split("\n")
        assert (row["line"], row["column"]) == (len(before), len(before[-1]) + 1)


def test_jsonl_is_what_links_yields(run: Runner) -> None:
    rows = [tuple(row.values()) for row in listed(run, "page.html", *shlex.split(AT))]
    assert rows == [("page.html", *link[:-1]) for link in absolutize.links(PAGE, "http://h/d/page.html")]


def test_jsonl_can_name_any_path(run: Runner) -> None:
    name = os.fsdecode(b'\xff\n".html')
    run.write(name, OTHER)
    assert [row["path"] for row in listed(run, name)] == [name]


def test_csv_is_jsonl_in_columns(run: Runner) -> None:
    arguments = "page.html", "based.html", *shlex.split(IN)
    ran = run("links", "--format", "csv", *arguments)
    rows = list(csv.DictReader(io.StringIO(ran.out.decode(), newline="")))
    text = [{name: "" if v is None else str(v) for name, v in row.items()} for row in listed(run, *arguments)]
    assert rows == text


TABLE = """\
path        line  element  attribute kind       reference              target                    code
page.html   4:12  a        href      navigation b.html?x=1&y=2         http://h/d/b.html?x=1&y=2 rewritten
page.html   5:10  img      src       image      ../c.png               http://h/c.png            rewritten
page.html   6:10  a        href      navigation #s                                               same-document
page.html   6:29  a        href      navigation                                                  same-document
page.html   7:10  a        href      navigation http://other.example/x http://other.example/x    absolute
based.html  1:13  base     href      base       sub/                   http://h/d/sub/           rewritten
based.html  2:10  a        href      navigation x                      http://h/d/sub/x          rewritten
based.html  3:10  a        href      navigation #s                                               same-document
"""


def columns(table: str) -> list[list[str]]:
    """Cut a table where its header has its columns."""
    header, *lines = table.splitlines()
    starts = [header.index(name) for name in header.split()]
    spans = list(zip(starts, [*starts[1:], None], strict=True))
    return [[line[start:stop].strip() for start, stop in spans] for line in (header, *lines)]


def test_table(run: Runner) -> None:
    ran = run("links", "--format", "table", "page.html", "based.html", *shlex.split(IN))
    assert (ran.status, ran.err) == (0, "")
    assert columns(ran.out.decode()) == columns(TABLE)


def test_a_table_of_one_file_does_not_name_it(run: Runner) -> None:
    ran = run("links", "--format", "table", "page.html", *shlex.split(AT))
    assert columns(ran.out.decode()) == [row[1:] for row in columns(TABLE)[:6]]


def test_a_table_of_several_files_names_the_only_one_with_links(run: Runner) -> None:
    run.write("empty.html", b"")
    ran = run("links", "--format", "table", "empty.html", "other.html", *shlex.split(IN))
    assert columns(ran.out.decode())[1][:2] == ["other.html", "1:10"]


def test_a_table_is_not_cut_when_it_is_piped(run: Runner) -> None:
    reference = "x" * 50_000
    run.write("long.html", f"<a href={reference}>[bold]".encode())
    ran = run("links", "--format", "table", "long.html", "--url", "http://h/[red]/")
    _, row = columns(ran.out.decode())
    assert row == ["1:9", "a", "href", "navigation", reference, f"http://h/[red]/{reference}", "rewritten"]


# --help and --version. To write the golden files again: GOLDEN=write pytest tests/test_cli.py -k golden

HELP = {"help.txt": ["--help"]} | {f"help-{name}.txt": [name, "--help"] for name in COMMANDS}


@pytest.mark.parametrize("name", HELP)
def test_help_is_golden(run: Runner, name: str) -> None:
    ran = run(*HELP[name])
    assert (ran.status, ran.err) == (0, "")
    if os.environ.get("GOLDEN") == "write":
        (GOLDEN / name).write_bytes(ran.out)
    assert ran.out.decode() == (GOLDEN / name).read_text()


def test_every_golden_file_is_of_a_command() -> None:
    assert {path.name for path in GOLDEN.glob("*")} == set(HELP)


@pytest.mark.parametrize("name", COMMANDS)
def test_help_names_every_option(name: str) -> None:
    text = (GOLDEN / f"help-{name}.txt").read_text()
    options = [option for option in COMMANDS[name].params if isinstance(option, click.Option)]
    for option in options:
        assert all(spelling in text for spelling in (*option.opts, *option.secondary_opts))
        assert option.help or option.type.name == "choice"


def test_h_is_help(run: Runner) -> None:
    assert run("-h") == run("--help")
    assert run("resolve", "-h") == run("resolve", "--help")


def test_no_arguments_show_the_help(run: Runner) -> None:
    ran = run()
    assert (ran.status, ran.out, ran.err.strip()) == (2, b"", run("--help").out.decode().strip())


def test_version_is_that_of_the_package(run: Runner) -> None:
    ran = run("--version", env=version(run))
    assert ran == Ran(0, b"python -m absolutize, version 9.8.7\n", "")


# in this process


def test_the_group_has_the_commands_of_the_table() -> None:
    assert main.commands == COMMANDS
    assert all(command.name == name for name, command in COMMANDS.items())


def test_the_script_of_the_package_is_the_group() -> None:
    script = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["scripts"]["absolutize"]
    module, _, name = script.partition(":")
    assert getattr(importlib.import_module(module), name) is main
