"""The command line, run as a user would: its three streams, its files and its exit status."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import absolutize
from tests.support.cases import NOTHING, Case
from tests.support.forking import Server

ROOT = Path(__file__).parents[2]
SITE = ROOT / "fixtures" / "cli"
GOLDEN = ROOT / "tests" / "golden"
SHELL = "/bin/sh"
FULL = Path("/dev/full")  # a device on which every write fails
PAGE = (SITE / "page.html").read_bytes()
PAGE_ABSOLUTE = (SITE / "page.absolute.html").read_bytes()  # of http://h/d/page.html
OTHER = (SITE / "other.html").read_bytes()
AT = "--url http://h/d/page.html"
IN = "--url http://h/d/"  # the folder with several documents


class Ran(NamedTuple):
    """The result of a run: its exit status and what it wrote to its streams."""

    status: int
    out: bytes
    err: str


class Runner:
    """Runs the command line in a directory, in a new process: forked by a server, if there is one."""

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
    """The server process, which has already imported the command line."""
    server = Server(environment())
    yield server
    server.stop()


@pytest.fixture
def run(tmp_path: Path, server: Server) -> Runner:
    """A runner in a directory that contains the fixtures of the command line."""
    directory = tmp_path / "site"
    shutil.copytree(SITE, directory)
    return Runner(directory, server)


def raw(text: str | bytes) -> bytes:
    return text.encode() if isinstance(text, str) else text


def laid_out(text: str) -> str:
    """Remove the line break that begins a multi-line string."""
    return text.removeprefix("\n")


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


def summary(path: str, references: int = 1) -> str:
    links = "1 link" if references == 1 else f"{references} links"
    return f"absolutize: {path}: 1 document, {links} made absolute\n"


def check_summary(out: str | bytes, documents: int = 1, unread: int = 0) -> str:
    """The summary that `check` writes after its report: how often each code occurs in the report."""
    codes = Counter(re.findall(r'(?m)^[^\[]*: \[([a-z-]+)\]|"code": "([a-z-]+)"', raw(out).decode()))
    counts = sorted(((-count, max(names)) for names, count in codes.items()))
    number = sum(codes.values())
    findings = f"{number or 'no'} finding{'s' * (number != 1)}"
    listed = f": {', '.join(f'{-count} {code}' for count, code in counts)}" if counts else ""
    of = f"{documents} document{'s' * (documents != 1)}"
    failed = f"; {unread} path{'s' * (unread != 1)} not read" if unread else ""
    return f"absolutize: {findings} in {of}{listed}{failed}\n"


def total(documents: int, links: int, failed: str = "") -> str:
    """The summary line for several inputs."""
    of_documents, of_links = (
        f"{n} {what}{'s' * (n != 1)}" for n, what in ((documents, "document"), (links, "link"))
    )
    return f"absolutize: {of_documents}, {of_links} made absolute{failed}\n"


def one_failed(inputs: int) -> str:
    return f"; 1 of {inputs} inputs failed"


def version(run: Runner) -> dict[str, str]:
    """Make the package look installed, because `--version` reads its metadata."""
    metadata = run.directory / "absolutize-9.8.7.dist-info" / "METADATA"
    metadata.parent.mkdir()
    metadata.write_text("Metadata-Version: 2.1\nName: absolutize\nVersion: 9.8.7\n")
    return {"PYTHONPATH": os.pathsep.join((str(run.directory), environment()["PYTHONPATH"]))}
