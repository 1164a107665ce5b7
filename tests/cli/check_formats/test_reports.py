"""The reports of `check` for GitHub, GitLab, CI servers and terminals, each in its reader's format."""

from __future__ import annotations

import json
import re
import zipfile
from pathlib import Path
from typing import Any
from urllib.parse import unquote
from xml.etree import ElementTree as ET

import pytest
from click.testing import CliRunner
from jsonschema import Draft4Validator
from lxml import etree

from absolutize.cli import main
from absolutize.cli.check_formats.table import CHECK_FORMATS
from absolutize.cli.check_formats.text import shows_colours
from absolutize.findings import FINDINGS
from absolutize.findings.specifications import SPECIFICATIONS, specification_url
from tests.support.archives import response
from tests.support.commandline import ROOT

PAGE = b"<p>\n<a href='x'><a href='http://h/100%&#10;,y'>"
EVIL = "<a href='http://h/\x1b[2J\x07&#65534;\ud55c b'>".encode()


@pytest.fixture(autouse=True)
def directory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a, b.html").write_bytes(PAGE)
    (tmp_path / "evil.html").write_bytes(b"<meta charset=utf-8>" + EVIL)
    (tmp_path / "well.html").write_bytes(b"<a href=http://h/>")
    return tmp_path


def report(form: str, *arguments: str, status: int = 1) -> str:
    ran = CliRunner().invoke(main, ["check", "--select", "ALL", "--format", form, *arguments])
    assert ran.exit_code == status, ran.output
    return ran.stdout


OF_BROWSERS = tuple(
    f"{before}secret@h/" for before in ("https:/u:", "ftp:u:", "https:&#9;/u:", r"/\u:", "//a@b:")
)


@pytest.mark.parametrize("form", sorted(CHECK_FORMATS.keys() - {"parquet"}))
def test_no_password_is_shown_that_browsers_read(form: str, directory: Path) -> None:
    for number, reference in enumerate(OF_BROWSERS):
        (directory / f"{number}.html").write_text(f'<base href="{reference}"><a href="{reference}">', "utf-8")
        shown = report(form, f"{number}.html", "--url", "http://o/")
        assert "***@h/" in shown
        assert "secret@" not in shown


@pytest.mark.parametrize("form", sorted(CHECK_FORMATS.keys() - {"parquet"}))
@pytest.mark.parametrize("url", ["http://u:secret@h/d/p", "https:/u:secret@h/d/p"])
def test_no_password_is_shown_in_the_url_of_a_part(form: str, url: str, directory: Path) -> None:
    (directory / "a.warc").write_bytes(response(b"<a href='http://h/ b'>", uri=url))
    shown = report(form, "a.warc")
    assert "***" in unquote(shown)
    assert "secret@" not in unquote(shown)


@pytest.mark.parametrize("form", sorted(CHECK_FORMATS.keys() - {"parquet"}))
def test_no_password_is_shown_in_the_message_about_an_input(form: str, directory: Path) -> None:
    with zipfile.ZipFile(directory / "a.zip", "w") as file:
        file.writestr("http://u:secret@h/../../../x", b"")
    shown = report(form, "a.zip")
    assert "http://u:***@h/../../../x" in shown
    assert "secret@" not in shown


NAME_OF_MEMBER = "../a\nb.html:1:1: [empty] not so\x1b[2J\u202e"


@pytest.mark.parametrize("form", ["text", "github", "junit", "statistics"])
def test_a_name_in_a_message_makes_no_line(form: str, directory: Path) -> None:
    with zipfile.ZipFile(directory / "a.zip", "w") as file:
        file.writestr(NAME_OF_MEMBER, b"")
    chosen = ("text", "--statistics") if form == "statistics" else (form,)
    lines = report(*chosen, "a.zip").splitlines()
    assert [line for line in lines if line.startswith("b.html")] == []
    assert len(lines) == {"text": 1, "github": 1, "junit": 8, "statistics": 2}[form]


def test_a_name_in_a_message_is_one_text(directory: Path) -> None:
    with zipfile.ZipFile(directory / "a.zip", "w") as file:
        file.writestr(NAME_OF_MEMBER, b"")
    [found] = report("text", "a.zip").splitlines()
    assert found.endswith(r"(../a\nb.html:1:1: [empty] not so\x1b[2J\u202e)")


# GitHub Actions


def test_a_workflow_command_for_each_finding() -> None:
    first, second, *_ = report("github", "a, b.html").splitlines()
    assert first == (
        "::warning file=a%2C b.html,line=2,col=10,title=absolutize%3A relative::relative link: 'x'"
    )
    assert second.startswith("::warning file=a%2C b.html,line=2,col=22,title=absolutize%3A white-space::")
    assert second.endswith(r"'http://h/100%25\n,y'")


def test_why_an_input_is_not_read_is_an_error_on_github() -> None:
    shown = report("github", "none.html", status=2)
    assert shown == "::error file=none.html,title=absolutize%3A no-access::No such file or directory\n"


# GitLab: https://docs.gitlab.com/ci/testing/code_quality/#code-quality-report-format

GITLAB: dict[str, Any] = {
    "type": "array",
    "items": {
        "type": "object",
        "required": ["description", "check_name", "fingerprint", "severity", "location"],
        "properties": {
            "description": {"type": "string"},
            "check_name": {"type": "string"},
            "fingerprint": {"type": "string"},
            "severity": {"enum": ["info", "minor", "major", "critical", "blocker"]},
            "location": {
                "type": "object",
                "required": ["path", "lines"],
                "properties": {
                    "path": {"type": "string", "pattern": r"^(?!\./)"},
                    "lines": {
                        "type": "object",
                        "required": ["begin"],
                        "properties": {"begin": {"type": "integer", "minimum": 1}},
                    },
                },
            },
        },
    },
}


@pytest.mark.parametrize("paths", [["./a, b.html", "well.html"], ["well.html"], ["evil.html"], ["."]])
def test_gitlab_can_read_the_report(paths: list[str]) -> None:
    found = json.loads(report("gitlab", *paths, status=int(paths != ["well.html"])))
    assert [error.message for error in Draft4Validator(GITLAB).iter_errors(found)] == []
    assert len({each["fingerprint"] for each in found}) == len(found)


def test_a_fingerprint_stays_where_a_finding_moves(directory: Path) -> None:
    def prints() -> list[tuple[str, int]]:
        found = json.loads(report("gitlab", "a, b.html"))
        return [(each["fingerprint"], each["location"]["lines"]["begin"]) for each in found]

    before = prints()
    (directory / "a, b.html").write_bytes(b"\n\n<a href=http://h/ok>" + PAGE)
    assert prints() == [(fingerprint, line + 2) for fingerprint, line in before]
    (directory / "a, b.html").write_bytes(PAGE.replace(b"'x'", b"'z'"))
    assert [new == old for (new, _), (old, _) in zip(prints(), before, strict=True)][:2] == [False, True]


# JUnit

XSD = etree.XMLSchema(etree.parse(ROOT / "fixtures/schemas/junit-10.xsd"))


@pytest.mark.parametrize(
    ("arguments", "status"),
    [(["a, b.html", "well.html"], 1), (["evil.html"], 1), (["well.html"], 0), (["none.html"], 2)],
    ids=["findings", "what XML cannot contain", "none", "an input that is not there"],
)
def test_junits_schema_allows_it(arguments: list[str], status: int) -> None:
    text = report("junit", *arguments, status=status)
    XSD.assertValid(etree.fromstring(text.encode()))


def test_a_test_for_each_finding_and_one_for_a_document_without() -> None:
    root = ET.fromstring(report("junit", "a, b.html", "well.html", "none.html", status=2))  # noqa: S314
    suites = [(suite.get("name"), [case.get("name") for case in suite]) for suite in root]
    codes = ["relative at 2:10", "white-space at 2:22", "bad-escape at 2:22"]
    assert suites == [
        ("a, b.html", codes),
        ("well.html", ["no findings"]),
        ("none.html", ["no-access"]),
    ]
    assert root.attrib == {"name": "absolutize check", "tests": "5", "failures": "3", "errors": "1"}
    assert [outcome.tag for suite in root for case in suite for outcome in case] == [
        *["failure"] * 3,
        "error",
    ]


# all of them


@pytest.mark.parametrize("form", CHECK_FORMATS)
def test_every_format_goes_into_a_file_as_to_standard_output(directory: Path, form: str) -> None:
    if form == "parquet":
        pytest.importorskip("pyarrow", reason="the extra arrow is not installed")
    given = ["check", "--select", "ALL", "--format", form, "a, b.html", "evil.html"]
    shown = CliRunner().invoke(main, given).stdout_bytes
    assert CliRunner().invoke(main, [*given, "-o", "report"]).stdout_bytes == b""
    assert (directory / "report").read_bytes() == shown != b""


def test_a_file_that_is_there_is_not_overwritten() -> None:
    ran = CliRunner().invoke(main, ["check", "well.html", "-o", "evil.html"])
    why = "absolutize: evil.html: already exists; choose another -o, or pass --force\n"
    assert (ran.exit_code, ran.stderr) == (2, why)


def test_there_are_statistics_in_two_formats() -> None:
    ran = CliRunner().invoke(main, ["check", "well.html", "--statistics", "--format", "sarif"])
    why = "absolutize: --statistics has no format sarif: choose from text, json\n"
    assert (ran.exit_code, ran.stderr) == (2, why)


# colours

SHOWING = {
    "a pipe": ({"TERM": "xterm"}, False),
    "forced": ({"FORCE_COLOR": "1"}, True),
    "forbidden": ({"FORCE_COLOR": "1", "NO_COLOR": "1"}, False),
    "an empty NO_COLOR": ({"FORCE_COLOR": "1", "NO_COLOR": ""}, True),
}


@pytest.mark.parametrize(("environment", "shown"), SHOWING.values(), ids=SHOWING)
def test_colours_are_for_terminals(environment: dict[str, str], *, shown: bool) -> None:
    assert shows_colours(environment) == shown


def test_colours_change_no_text_and_control_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = report("text", "a, b.html")
    monkeypatch.setenv("FORCE_COLOR", "1")
    coloured = report("text", "a, b.html", "evil.html")
    assert "\x1b[1;31m[relative]\x1b[0m" in coloured
    words = re.sub(r"\x1b\[[\d;]*m", "", coloured)
    assert words.startswith(plain)
    assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f]", words)


# where specifications are


@pytest.mark.rows("citation", sorted({finding.citation for finding in FINDINGS}))
def test_every_citation_has_a_url(citation: str) -> None:
    url = specification_url(citation)
    assert url.startswith("https://")
    assert citation.startswith("RFC") == url.startswith("https://www.rfc-editor.org/rfc/rfc")


def test_every_specification_is_cited() -> None:
    urls = {specification_url(finding.citation) for finding in FINDINGS}
    assert set(SPECIFICATIONS.values()) - urls == set()


PLACES = {
    "RFC 2396 5.2 step 6g": "rfc2396#section-5.2",
    "RFC 2396 7, 3.2.2": "rfc2396#section-7",
    "RFC 2396 A": "rfc2396#appendix-A",
    "RFC 1630 Partial form": "rfc1630",
}


@pytest.mark.parametrize(("citation", "end"), PLACES.items(), ids=PLACES)
def test_the_section_of_an_rfc(citation: str, end: str) -> None:
    assert specification_url(citation) == f"https://www.rfc-editor.org/rfc/{end}"
