"""The budget of the source can be printed."""

import re

import pytest

from tests.project import budget
from tests.project.modules import needs_sources
from tests.project.test_crossings import DOCUMENTS, OTHER_WAYS, WITH_SCOPES

pytestmark = needs_sources

LABELS = [
    "lines per file: median",
    "lines per function: median",
    "public names defined more than once:",
    *(f"calls between engine and html, xml, {name}:" for name in (DOCUMENTS | OTHER_WAYS | WITH_SCOPES)),
    "words not used:",
]


def test_every_figure_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    budget.main()
    title, *lines = capsys.readouterr().out.splitlines()
    assert title == "files per folder"
    folders, figures = lines[: -len(LABELS)], lines[-len(LABELS) :]
    assert [line for line in folders if not re.fullmatch(r" +\d+  absolutize(/[a-z_0-9]+)*", line)] == []
    assert "absolutize/html/document" in {line.split()[-1] for line in folders}
    shown = zip(figures, LABELS, strict=True)
    assert [line for line, label in shown if not re.match(rf"{re.escape(label)} \d+", line)] == []
