"""docs/architecture.md walks through the code as it runs: what a walk names is called in that order."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any

import pytest
from click.testing import CliRunner

import absolutize
from absolutize.cli import main
from absolutize.engine.rewriter import rewrite_document
from absolutize.options import Context, Policies
from tests.project.architecture import PAGE
from tests.project.modules import MODULES, ROOT, needs_sources
from tests.support.archives import PAGE as HTML
from tests.support.archives import gz, record, response, sha1

pytestmark = needs_sources

HERE = Path(absolutize.__file__).parent
DOCUMENT, URL = ROOT / "fixtures" / "page.html", "http://h.example/a/"
FAST = "html.tokenizer.scanner.bulk_scan"


def steps(heading: str) -> str:
    """Give the numbered lines of a section."""
    _, _, section = PAGE.read_text(encoding="utf-8").partition(f"\n## {heading}\n")
    return "\n".join(re.findall(r"(?m)^\d\. .*", section.partition("\n## ")[0]))


def named_functions(heading: str) -> list[str]:
    """List the functions and methods that a walk names with their modules, each once."""
    names = re.findall(r"`((?:[a-z_]+\.)+(?:[A-Z]\w+\.)?[a-z_]+)`", steps(heading))
    return [name for name in dict.fromkeys(names) if name not in MODULES]


def called(run: Callable[[], object]) -> list[str]:
    """Name the functions of this package that are called, in the order of their first calls."""
    names: dict[str, None] = {}

    def note(frame: FrameType, event: str, _argument: object) -> None:
        path = Path(frame.f_code.co_filename)
        if event == "call" and path.is_relative_to(HERE):
            parts = (part for part in path.relative_to(HERE).with_suffix("").parts if part != "__init__")
            names[".".join([*parts, frame.f_code.co_qualname])] = None

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        run()
    finally:
        sys.setprofile(before)
    return list(names)


def rewrite_archive(folder: Path) -> None:
    """Rewrite a compressed WARC with a page and a revisit of it by the command."""
    given, written = folder / "crawl.warc.gz", folder / "absolute.warc.gz"
    revisit = record("revisit", b"", f"WARC-Payload-Digest: {sha1(HTML)}", number=2)
    given.write_bytes(gz(response(HTML), revisit))
    command = ["rewrite", str(given), "-o", str(written), "--jobs", "1"]
    assert CliRunner().invoke(main, command, catch_exceptions=False).exit_code == 0
    assert written.read_bytes() != given.read_bytes()


def rewrite_page(**options: Any) -> Callable[[], object]:
    """Give a function that rewrites the page."""
    document = DOCUMENT.read_bytes()
    return lambda: absolutize.rewrite(document, URL, **options)


def test_a_page_takes_the_walk() -> None:
    rewrite_page()()  # imports and the compilation of patterns do not count
    names = named_functions("A page")
    assert len(names) >= 15
    ran = called(rewrite_page())
    assert [name for name in ran if name in names] == names


def test_a_record_takes_the_walk(tmp_path: Path) -> None:
    names = named_functions("A WARC record")
    assert len(names) >= 12
    ran = called(lambda: rewrite_archive(tmp_path))
    assert [name for name in ran if name in names] == names


NOT_TRIED: dict[str, dict[str, Any]] = {
    "other rules": {"rules": "rfc3986"},
    "overflow avoid": {"overflow": "avoid"},
    "same-document references resolved": {"same_document": "resolve"},
    "BASE emptied": {"base_element": "empty"},
    "BASE removed": {"base_element": "remove"},
    "XML": {"read_as": "xml"},
    "a style sheet": {"read_as": "css"},
    "an encoding that browsers refuse": {"charset": "iso-2022-kr"},
}


@pytest.mark.parametrize("options", NOT_TRIED.values(), ids=NOT_TRIED)
def test_the_fast_path_is_not_tried(options: dict[str, Any]) -> None:
    assert FAST in called(rewrite_page())
    assert FAST not in called(rewrite_page(**options))


def test_the_fast_path_is_not_tried_without_any_base() -> None:
    assert FAST not in called(lambda: absolutize.rewrite(b"<a href=x>"))


def test_the_fast_path_is_not_tried_where_other_bytes_are_edited() -> None:
    document = "<a href=x>\u65e5</a>".encode("iso-2022-jp")
    assert FAST not in called(lambda: absolutize.rewrite(document, URL, charset="iso-2022-jp"))


def test_the_fast_path_is_not_tried_where_edits_are_recorded() -> None:
    document = DOCUMENT.read_bytes()
    assert FAST not in called(lambda: rewrite_document(document, Context(URL), Policies(), recorded=True))


GENERAL = "engine.document_plan.plan_document"
GIVEN_BACK = {
    "a frameset": (b"<frameset><frame src=x></frameset>", URL),
    "a base without a common form": (b"<a href=x>", "file:///a/"),
    "a declaration of the encoding": (
        b"<a href=x></a>%b<body><meta charset=utf-8>" % (b" " * 970),
        URL,
    ),
}
PASSED = {
    "svg": b"<svg><a xlink:href=x><text>t</text></a></svg><a href=x>",
    "math": b"<math><mtext><a href=x>t</a></mtext></math>",
    "a template": b"<template><select><a href=x></a></select></template><a href=x>",
}


@pytest.mark.parametrize(("document", "url"), GIVEN_BACK.values(), ids=GIVEN_BACK)
def test_the_fast_path_gives_a_document_back(document: bytes, url: str) -> None:
    ran = called(lambda: absolutize.rewrite(document, url))
    assert [name for name in ran if name in {FAST, GENERAL}] == [FAST, GENERAL]


@pytest.mark.parametrize("document", PASSED.values(), ids=PASSED)
def test_the_fast_path_reads_foreign_elements_and_templates(document: bytes) -> None:
    ran = called(lambda: absolutize.rewrite(document, URL))
    assert [name for name in ran if name in {FAST, GENERAL}] == [FAST]


@pytest.mark.parametrize("function", [absolutize.links, absolutize.check], ids=["links", "check"])
def test_what_changes_nothing_plans_each_reference(function: Callable[..., Any]) -> None:
    document = DOCUMENT.read_bytes()
    ran = called(lambda: list(function(document, URL)))
    assert FAST not in ran
    assert {GENERAL, "engine.document_plan.decide"} <= set(ran)
