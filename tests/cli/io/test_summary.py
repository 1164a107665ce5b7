"""The lines after a run: why links were left relative."""

from __future__ import annotations

import pytest

from absolutize.cli.io import summary
from absolutize.cli.io.inputs import Summary
from absolutize.cli.run import Run

LEFT = "absolutize: p.html: 1 link left relative: in module scripts: computed there, or not read"
PARSERS = {True: f"{LEFT}\n", False: f"{LEFT} (pip install 'absolutize[javascript]')\n"}


@pytest.mark.parametrize("has_parser", PARSERS, ids=["a parser", "no parser"])
def test_without_a_parser_the_extra_is_named(
    has_parser: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(summary, "has_parser", lambda: has_parser)
    counts = Summary()
    counts.left["module-script"] = 1
    summary.mention("p.html", counts, Run(), strict=False)
    assert capsys.readouterr().err == PARSERS[has_parser]
