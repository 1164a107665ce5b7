"""The lines after a run: why links were left relative, and what an interruption leaves."""

from __future__ import annotations

import json

import pytest

from absolutize.cli.io import summary
from absolutize.cli.io.resume import Interruption
from absolutize.cli.io.summary import Summary
from absolutize.cli.run import Run
from absolutize.containers import Problem

LEFT = "absolutize: p.html: 1 link left relative: in module scripts: computed there, or not read"
PARSERS = {True: f"{LEFT}\n", False: f"{LEFT} (pip install 'absolutize[javascript]')\n"}


@pytest.mark.parametrize("has_parser", PARSERS, ids=["a parser", "no parser"])
def test_without_a_parser_the_extra_is_named(
    has_parser: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(summary, "has_parser", lambda: has_parser)
    counts = Summary()
    counts.left["module-script"] = 1
    summary.mention("p.html", counts, Run(), {"strict": False, "diff": False})
    assert capsys.readouterr().err == PARSERS[has_parser]


def test_a_run_that_goes_on_counts_anew_what_could_not_be_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(summary, "MOST_PROBLEMS", 2)
    counts = Summary()
    for name, code in (("a", "no-access"), ("b", "no-file"), ("c", "no-access"), ("d", "no-file")):
        counts.add_problem(Problem(name, code))
    assert (len(counts.problems), counts.omitted, counts.is_whole) == (2, 2, False)
    again = Summary()
    again.restore(json.loads(json.dumps(counts.state())))
    assert (again.problems, again.omitted, again.is_whole) == ([Problem("b", "no-file")], 1, True)


TO_GO_ON = "run the same command with --resume to go on"
INTERRUPTED = {  # the output, how many inputs are done, and what is said
    "a file": ("new.html", 0, "interrupted; nothing was written"),
    "a directory": ("/", 0, "interrupted; nothing was written"),
    "a directory with a file": ("/", 1, f"interrupted; {TO_GO_ON}"),
    "standard output": ("-", 0, "interrupted; the output is not complete"),
    "standard output, at the end": ("-", 1, "interrupted; the output is not complete"),
    "a device": ("/dev/null", 0, "interrupted; the output is not complete"),
    "no -o": (None, 0, ""),
}


@pytest.mark.parametrize(("output", "done", "said"), INTERRUPTED.values(), ids=INTERRUPTED)
def test_an_interruption_says_what_there_is(
    output: str | None, done: int, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    totals = summary.Totals(1)
    totals.done = done
    options = {"in_place": False, "record": None, "output": output}
    summary.mention_interruption(KeyboardInterrupt(), totals, Run(), options)
    assert capsys.readouterr().err == (f"absolutize: {said}\n" if said else "")


def test_an_interruption_names_the_unfinished_output(capsys: pytest.CaptureFixture[str]) -> None:
    options = {"in_place": False, "record": None, "output": "new.warc"}
    summary.mention_interruption(Interruption("part"), summary.Totals(1), Run(), options)
    assert capsys.readouterr().err == f"absolutize: interrupted; {TO_GO_ON} (part has what is done)\n"
