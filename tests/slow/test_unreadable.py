"""What may not be read is an error, and the others are processed.

An input is reported like one that is missing; a file in a directory by its path.
"""

from __future__ import annotations

import errno
import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from absolutize import archive
from absolutize.cli import main
from tests.support.commandline import environment

DENIED, MISSING = "Permission denied", "No such file or directory"
PAGE = b"<a href=http://e/x><a href=y>"
Ran = tuple[int, str, str, dict[str, bytes]]
AT = ("--url", "http://e/")
FILES = {  # no.html may not be read, ok.html may
    "links": ("links", "no.html", "ok.html", *AT),
    "check": ("check", "no.html", "ok.html", *AT),
    "rewrite": ("rewrite", "no.html", "ok.html", *AT, "-o", "out/"),
    "rewrite --in-place": ("rewrite", "no.html", "ok.html", *AT, "--in-place"),
    "rewrite --diff": ("rewrite", "no.html", "ok.html", *AT, "--diff"),
    "report": ("report", "no.html", "ok.html", *AT, "-o", "report.html"),
    "base": ("base", "no.html", *AT),
    "text": ("text", "no.html", "ok.html"),
}
ROOT = ("--root", "http://e/")
DIRECTORIES = {  # no is a directory that may not be read, ok one that may
    "links": ("links", "no", "ok", *ROOT),
    "check": ("check", "no", "ok", *ROOT),
    "rewrite": ("rewrite", "no", "ok", *ROOT, "-o", "out/"),
    "rewrite --in-place": ("rewrite", "no", "ok", *ROOT, "--in-place"),
    "rewrite --diff": ("rewrite", "no", "ok", *ROOT, "--diff"),
    "report": ("report", "no", "ok", *ROOT, "-o", "report.html"),
    "base": ("base", "no", *ROOT),
}
ROWS = {
    **{f"{name}, a file": arguments for name, arguments in FILES.items()},
    **{f"{name}, a directory": arguments for name, arguments in DIRECTORIES.items()},
}


WITHOUT_RIGHTS = ("setpriv", "--bounding-set=-dac_override,-dac_read_search", "--inh-caps=-all")


def make(site: Path, *, denied: bool) -> Path:
    """Make a directory with readable files, and with ``denied`` also unreadable ones."""
    for name in ("ok", "no") if denied else ("ok",):
        (site / name).mkdir(parents=True)
        for page in (site / f"{name}.html", site / name / "p.html"):
            page.write_bytes(PAGE)
    return site


def contents(site: Path) -> dict[str, bytes]:
    """List the readable files."""
    files = (
        path for path in sorted(site.rglob("*.html")) if not str(path.relative_to(site)).startswith("no")
    )
    return {str(path.relative_to(site)): path.read_bytes() for path in files}


def in_process(arguments: Sequence[str]) -> Ran:
    ran = CliRunner().invoke(main, list(arguments))
    return ran.exit_code, ran.stdout, ran.stderr, contents(Path())


def of_missing(site: Path, arguments: Sequence[str], monkeypatch: pytest.MonkeyPatch) -> Ran:
    """The result for missing inputs, with the reason replaced by the one for unreadable inputs."""
    monkeypatch.chdir(make(site, denied=False))
    status, out, err, files = in_process(arguments)
    assert (status, err.splitlines()[0]) == (2, f"absolutize: {arguments[1]}: {MISSING}")
    said = {name: data.replace(MISSING.encode(), DENIED.encode()) for name, data in files.items()}
    return status, out.replace(MISSING, DENIED), err.replace(MISSING, DENIED), said


@pytest.mark.parametrize("arguments", ROWS.values(), ids=ROWS)
def test_what_is_denied_is_reported_as_what_is_missing_is(
    arguments: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    expected = of_missing(tmp_path / "missing", arguments, monkeypatch)
    monkeypatch.chdir(make(tmp_path / "denied", denied=True))
    opened, listed, allowed = Path.open, os.scandir, os.access

    def check_path(asked: object) -> None:
        if Path(str(asked)).name in {"no", "no.html"}:
            raise PermissionError(errno.EACCES, DENIED, str(asked))

    def opens(asked: Path, *mode: Any, **more: Any) -> Any:
        check_path(asked)
        return opened(asked, *mode, **more)

    def lists(asked: Any = ".") -> Any:
        check_path(asked)
        return listed(asked)

    monkeypatch.setattr(Path, "open", opens)
    monkeypatch.setattr(os, "scandir", lists)
    monkeypatch.setattr(
        os, "access", lambda path, *how: not str(path).startswith("no") and allowed(path, *how)
    )
    assert in_process(arguments) == expected


@pytest.fixture
def without_rights(tmp_path: Path) -> Sequence[str]:
    """The command prefix that runs a program without root's right to read any file."""
    file = tmp_path / "denied.txt"
    file.touch(0o000)
    for command in ((), WITHOUT_RIGHTS):
        try:
            ran = subprocess.run([*command, "cat", file], check=False, capture_output=True, text=True)
        except OSError:
            continue
        if ran.returncode and DENIED in ran.stderr:
            return command
    pytest.skip("the superuser reads everything here, and there is no setpriv to take that right away")


@pytest.mark.parametrize("arguments", ROWS.values(), ids=ROWS)
def test_what_may_not_be_read_is_reported_as_what_is_missing_is(
    arguments: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, without_rights: Sequence[str]
) -> None:
    expected = of_missing(tmp_path / "missing", arguments, monkeypatch)
    monkeypatch.chdir(site := make(tmp_path / "denied", denied=True))
    for name in ("no.html", "no"):
        (site / name).chmod(0o000)
    try:
        command = [*without_rights, sys.executable, "-m", "absolutize", *arguments]
        ran = subprocess.run(command, check=False, capture_output=True, env=environment())
        assert (ran.returncode, ran.stdout.decode(), ran.stderr.decode(), contents(Path())) == expected
    finally:
        (site / "no").chmod(0o700)


LEFT_OUT = "".join(
    f"absolutize: site/{name}: cannot be read; left out ({DENIED})\n" for name in ("no", "no.html")
)
KNOWN = json.dumps(
    {
        "version": 1,
        "findings": [
            {"path": path, "code": "empty", "element": "a", "attribute": "b", "reference": "", "count": 1}
            for path in ("site/no.html", "site/no/p.html")
        ],
    }
)
RELATIVE = "site/ok.html:1:28: [relative] relative link: 'y'\n"
UNKNOWN = "absolutize: site: its original URL is unknown (pass --root or --map)\n"
WITHIN = {  # what is printed of a directory in which a file and a directory may not be read
    "links": ("links site --root http://e/ --kind navigation --format csv", "site/ok.html,a,href,", LEFT_OUT),
    "check": (
        "check site --select relative",
        RELATIVE,
        f"{LEFT_OUT}absolutize: 1 finding in 1 document: 1 relative; 2 paths not read\n",
    ),
    "check --exit-zero": (
        "check site --exit-zero",
        "",
        f"{LEFT_OUT}absolutize: no findings in 1 document; 2 paths not read\n",
    ),
    "check --ignore": (
        "check site --ignore no-access",
        "",
        f"{LEFT_OUT}absolutize: no findings in 1 document; 2 paths not read\n",
    ),
    "check --write-baseline": (
        "check site --write-baseline known.json",
        "",
        f"{LEFT_OUT}absolutize: known.json: not written, since not every input was read\n",
    ),
    "check --baseline": (  # what is known of what was not read is not gone
        "check site --baseline b.json",
        "",
        f"{LEFT_OUT}absolutize: no findings in 1 document; 2 paths not read\n",
    ),
    "report": (
        "report site -o report.html",
        "",
        f"{UNKNOWN}{LEFT_OUT}absolutize: report.html: 1 document, 2 links, 0 findings, 2 problems\n",
    ),
    "rewrite": (
        "rewrite site --root http://e/ -o out",
        "",
        f"{LEFT_OUT}absolutize: site: 1 document, 1 link made absolute\n",
    ),
    "rewrite --in-place": (
        "rewrite site --root http://e/ --in-place",
        "",
        f"{LEFT_OUT}absolutize: site: 1 document, 1 link made absolute\n",
    ),
    "base": ("base site --root http://e/", "site/ok.html:\n", LEFT_OUT),
}


@pytest.mark.parametrize(("arguments", "out", "err"), WITHIN.values(), ids=WITHIN)
def test_what_may_not_be_read_in_a_directory_is_an_error(
    arguments: str, out: str, err: str, tmp_path: Path, without_rights: Sequence[str]
) -> None:
    site = make(tmp_path / "site", denied=True)
    (site / "ok" / "p.html").unlink()
    for name in ("no.html", "no"):
        (site / name).chmod(0o000)
    (tmp_path / "b.json").write_text(KNOWN)
    command = [*without_rights, sys.executable, "-m", "absolutize", *arguments.split()]
    ran = subprocess.run(
        command, check=False, capture_output=True, env=environment(), cwd=tmp_path, text=True
    )
    for each in (site, tmp_path / "out"):
        if (each / "no").is_dir():
            (each / "no").chmod(0o700)
    assert (ran.returncode, ran.stderr, out in ran.stdout) == (2, err, True)
    assert (ran.stdout == "") == (out == "")
    assert not (tmp_path / "known.json").exists()


def test_a_directory_that_may_not_be_read_raises(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(asked: object) -> None:
        raise PermissionError(errno.EACCES, DENIED, str(asked))

    monkeypatch.setattr(os, "scandir", refuse)
    with pytest.raises(PermissionError, match=DENIED):
        list(archive.links(tmp_path))
