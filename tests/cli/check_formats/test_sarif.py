"""The log of `check --format sarif` is valid SARIF 2.1.0 (OASIS), by its schema and its text."""

from __future__ import annotations

import json
import re
from email.message import Message
from importlib import metadata
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from jsonschema import Draft4Validator

import absolutize
from absolutize import CAUTIONS
from absolutize.cli import main
from absolutize.cli.check_formats.rows import path_as_uri
from absolutize.engine.checks import CHECKS
from tests.support.archives import response
from tests.support.commandline import ROOT, Runner

SCHEMA = json.loads((ROOT / "fixtures/schemas/sarif-2.1.0.json").read_text("utf-8"))
VALIDATOR = Draft4Validator(SCHEMA, format_checker=Draft4Validator.FORMAT_CHECKER)
SELECT = ("--select", "ALL")

PAGE = "<p>\n<a href='x'><a href=http://h/%>\ud55c<a href=y>".encode()


@pytest.fixture
def log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a é?.html").write_bytes(PAGE)
    arguments = ["check", "a é?.html", "--format", "sarif", "--charset", "utf-8", "--ignore", "grammar"]
    ran = CliRunner().invoke(main, [*arguments, *SELECT])
    assert (ran.exit_code, ran.stderr) == (1, f"{SUMMARY}\n")
    return json.loads(ran.stdout)  # type: ignore[no-any-return]


SUMMARY = "absolutize: 3 findings in 1 document: 2 relative, 1 bad-escape"
INPUTS = {  # arguments, and what is on standard input
    "nothing": (["-"], b"<p>"),
    "findings": (["-", *SELECT], PAGE),
    "an input that cannot be read": (["none", "-"], PAGE),
    "what is no HTML": (["noise.bin"], b""),
    "a name that no URI has": (["a: b%.html", *SELECT], b""),
}


@pytest.mark.parametrize(("arguments", "stdin"), INPUTS.values(), ids=INPUTS)
def test_the_schema_allows_it(run: Runner, arguments: list[str], stdin: bytes) -> None:
    run.write("noise.bin", b"\0\1 <a href=x>")
    run.write("a: b%.html", PAGE)
    ran = run("check", "--format", "sarif", *arguments, stdin=stdin)
    assert [error.message for error in VALIDATOR.iter_errors(json.loads(ran.out))] == []


def test_it_says_where_the_program_is_from(monkeypatch: pytest.MonkeyPatch) -> None:
    """The URL is that of the package's metadata; there is none as long as the metadata have none."""
    home = "https://code.example/absolutize"
    for urls, said in (([], None), ([f"Issues, {home}/issues", f"Source, {home}"], home)):
        fields = Message()
        for url in urls:
            fields["Project-URL"] = url
        monkeypatch.setattr(metadata, "metadata", lambda _name, fields=fields: fields)
        ran = CliRunner().invoke(main, ["check", "-", "--format", "sarif"], input=b"<p>")
        log = json.loads(ran.stdout)
        assert log["runs"][0]["tool"]["driver"].get("informationUri") == said
        assert VALIDATOR.is_valid(log)


def test_the_schema_refuses_what_is_wrong(log: dict[str, Any]) -> None:
    log["runs"][0]["results"][0]["level"] = "bad"
    assert not VALIDATOR.is_valid(log)


def test_standard_input_has_a_uri(run: Runner) -> None:
    ran = run("check", "-", "--format", "sarif", *SELECT, stdin=b"<a href=x>")
    (result,) = json.loads(ran.out)["runs"][0]["results"]
    place = result["locations"][0]["physicalLocation"]["artifactLocation"]
    assert place == {"uri": "stdin", "description": {"text": "standard input"}}


URIS = {  # paths as they are given, from a folder
    "a.html": "a.html",
    "./d/a.html": "d/a.html",
    "{folder}/a.html": "a.html",
    "../a.html": "../a.html",
    "/none/a.html": "file:///none/a.html",
    "x:y.html": "x%3Ay.html",
    "a.warc!0!http://h/ü": "a.warc%210%21http%3A//h/%C3%BC",
    "\udcfc!\udcfc": "%FC%21%FC",
    "a.zip!\ud800": "a.zip%21%EF%BF%BD",
}


@pytest.mark.parametrize(("path", "uri"), URIS.items(), ids=URIS)
def test_the_uri_of_a_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, path: str, uri: str) -> None:
    """3.4.3: relative to the folder of the run, if the path is in it."""
    monkeypatch.chdir(tmp_path)
    assert path_as_uri(path.format(folder=tmp_path)) == uri


def test_the_uri_of_a_part_in_another_locale(run: Runner) -> None:
    """The URI of a record is no name of a file: the encoding of these does not matter."""
    run.write("a.warc", response(b"<a href=x>", uri="http://h/ü"))
    ascii_only = {"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"}
    ran = run("check", "a.warc", "--format", "sarif", *SELECT, env=ascii_only)
    (result,) = json.loads(ran.out)["runs"][0]["results"]
    place = result["locations"][0]["physicalLocation"]["artifactLocation"]
    assert place == {"uri": "a.warc%210%21http%3A//h/%C3%BC"}


def test_the_log(log: dict[str, Any]) -> None:
    """3.13: version and runs are required; 3.14: tool is required."""
    assert set(log) == {"$schema", "version", "runs"}
    assert log["version"] == "2.1.0"
    assert log["$schema"] == "https://json.schemastore.org/sarif-2.1.0.json"
    (run,) = log["runs"]
    assert set(run) == {"tool", "columnKind", "invocations", "results"}
    assert run["columnKind"] == "unicodeCodePoints"  # 3.14.27
    assert run["invocations"] == [{"executionSuccessful": True}]  # 3.20.14: required


def test_the_rules(log: dict[str, Any]) -> None:
    """3.19 and 3.49: a name is required, and an id; all texts are messages (3.11, 3.12)."""
    (run,) = log["runs"]
    driver = run["tool"]["driver"]
    assert driver["name"] == "absolutize"
    assert [rule["id"] for rule in driver["rules"]] == [*CHECKS, *CAUTIONS]
    for rule in driver["rules"]:
        assert set(rule) == {"id", "shortDescription", "fullDescription", "help", "helpUri"}
        assert rule["helpUri"].startswith("https://")
        texts = [text for name, text in rule.items() if name not in {"id", "helpUri"}]
        assert all(list(text) == ["text"] and text["text"] for text in texts)


RESULT = ("ruleId", "ruleIndex", "level", "message", "locations", "partialFingerprints")


def test_the_results(log: dict[str, Any]) -> None:
    """3.27: a message is required; a rule by its id and index, a place by path and region (3.29, 3.30)."""
    (run,) = log["runs"]
    faults = list(absolutize.check(PAGE, charset="utf-8", ignore=["grammar"]))
    assert [result["ruleId"] for result in run["results"]] == ["relative", "bad-escape", "relative"]
    for result, fault in zip(run["results"], faults, strict=True):
        assert set(result) == {*RESULT}
        assert run["tool"]["driver"]["rules"][result["ruleIndex"]]["id"] == fault.code
        assert result["level"] == "warning"
        assert result["message"] == {"text": fault.message}
        (location,) = result["locations"]
        place = location["physicalLocation"]
        assert place["artifactLocation"] == {"uri": "a%20%C3%A9%3F.html"}  # 3.4.3: a relative reference
        region = place["region"]
        assert (region["startLine"], region["startColumn"]) == (fault.link.line, fault.link.column)
        assert region["endLine"] == fault.link.line
        assert region["endColumn"] == (fault.link.column or 0) + len(fault.link.raw)
        start = region["byteOffset"]
        assert PAGE[start : start + region["byteLength"]].decode() == fault.link.raw


TEXTS = {  # references, and how they are in a message
    "a{0}b": "a{{0}}b",
    "{a}}b": "{{a}}}}b",
    "[x]": "[x]",
    "a](b": r"a\](b",
    "[x](http://evil/)": r"\[x\](http://evil/)",
    r"[x\](1)": r"\[x\\\\\](1)",
}


@pytest.mark.parametrize(("reference", "written"), TEXTS.items(), ids=TEXTS)
def test_a_text_of_the_document_is_no_placeholder_and_no_link(
    reference: str, written: str, run: Runner
) -> None:
    """3.11.5: braces are doubled; 3.11.6: brackets may have a backslash in front, where they are no link."""
    page = f"<a href='{reference}'>".encode()
    ran = run("check", "-", "--format", "sarif", "--select", "relative", stdin=page)
    (log,) = json.loads(ran.out)["runs"]
    assert [result["message"]["text"] for result in log["results"]] == [f"relative link: '{written}'"]
    (rule,) = (rule for rule in log["tool"]["driver"]["rules"] if rule["id"] == "placeholder")
    assert "Something like {{{{x}}}}, {{% x %}}," in rule["fullDescription"]["text"]


SPANS = {
    "letters": "<a href=xyz>",
    "empty": "<img src=''>",
    "beyond the first plane": "<meta charset=utf-8>\n<a href=\U0001f600x>\ud55c",
    "a character reference": "<a href='x&amp;y'>",
    "line feeds": "<a href='x\n\ny'>",
    "a line feed at the end": "<a href='/x/'>\n<p style='a:url(\"x\ny\")'>",
    "CRLF": "\r\n<a href='x\r\ny'>\r\n",
    "CR": "<a\rhref='x\ry'>",
    "a document in a value": "<iframe srcdoc='<a\nhref=&quot;x\ny&quot;>'></iframe>",
}


@pytest.mark.parametrize("name", SPANS)
@pytest.mark.parametrize("encoding", ["utf-8", "utf-16-le"])
def test_lines_and_bytes_are_the_same_region(name: str, encoding: str, run: Runner) -> None:
    """3.30.1: what a region says in lines and columns, and in bytes, is the same reference."""
    page = SPANS[name]
    lines = [0, *(match.end() for match in re.finditer("\r\n|\r|\n", page))]
    data = f"\ufeff{page}".encode(encoding)
    ran = run("check", "-", "--format", "sarif", *SELECT, stdin=data)
    (log,) = json.loads(ran.out)["runs"]
    regions = [result["locations"][0]["physicalLocation"]["region"] for result in log["results"]]
    assert regions
    for region in regions:
        start, stop = (
            lines[region[f"{end}Line"] - 1] + region[f"{end}Column"] - 1 for end in ("start", "end")
        )
        first, last = region["byteOffset"], region["byteOffset"] + region["byteLength"]
        assert page[start:stop] == data[first:last].decode(encoding)


def test_a_document_in_an_archive(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is named by its place in the archive, as in `links`; the region is a place in the document."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.warc").write_bytes(response(PAGE, uri="http://h/a?b"))
    ran = CliRunner().invoke(main, ["check", "a.warc", "--format", "sarif", "--select", "relative"])
    (run,) = json.loads(ran.stdout)["runs"]
    places = [result["locations"][0]["physicalLocation"] for result in run["results"]]
    uris = {place["artifactLocation"]["uri"] for place in places}
    assert uris == {"a.warc%210%21http%3A//h/a%3Fb"}
    assert [place["region"]["byteOffset"] for place in places] == [PAGE.index(b"x"), PAGE.rindex(b"y")]


def test_an_input_that_cannot_be_read(tmp_path: Path) -> None:
    ran = CliRunner().invoke(main, ["check", str(tmp_path / "none"), "--format", "sarif"])
    assert ran.exit_code == 2
    (run,) = json.loads(ran.stdout)["runs"]
    notification = {
        "descriptor": {"id": "no-access"},
        "level": "error",
        "message": {"text": "No such file or directory"},
        "locations": [{"physicalLocation": {"artifactLocation": {"uri": f"file://{tmp_path}/none"}}}],
    }
    invocation = {"executionSuccessful": False, "toolExecutionNotifications": [notification]}
    assert (run["results"], run["invocations"]) == ([], [invocation])
    assert [rule["id"] for rule in run["tool"]["driver"]["notifications"]] == ["no-access"]
