"""The pages in docs/rules are the current output of `absolutize rules`."""

import json
import os
from pathlib import Path

import pytest
from click.testing import CliRunner

import absolutize
from absolutize.cli import main
from absolutize.uri.comparison.differences import RESOLUTION, SUBJECTS, answers, show_resolution
from absolutize.uri.comparison.notes import NOTES
from tests.support.vectors import rows
from tests.uri.comparison.test_differences import COLUMNS

PAGES = Path(__file__).parents[3] / "docs" / "rules"
MADE = {"README.md": ["rules"]} | {f"{name}.md": ["rules", name] for name in absolutize.RULE_SETS}
POINTS = [
    pytest.param(subject, point, id=f"{subject.title}, {point.name}")
    for subject in SUBJECTS
    for point in subject.points
]


def output(*arguments: str) -> str:
    ran = CliRunner().invoke(main, arguments)
    assert ran.exit_code == 0
    return ran.stdout


@pytest.mark.rows("name", MADE)
def test_a_page_is_what_the_command_prints(name: str) -> None:
    """To rewrite the pages, run PAGES=write pytest tests/uri/comparison/test_rules_pages.py."""
    made = output(*MADE[name], "--format", "markdown")
    if os.environ.get("PAGES") == "write":
        (PAGES / name).write_text(made, "utf-8")
    assert (PAGES / name).read_text("utf-8") == made


def test_there_are_no_other_pages() -> None:
    assert {path.name for path in PAGES.iterdir()} == set(MADE)
    assert list(NOTES) == list(absolutize.RULE_SETS)


@pytest.mark.rows(("subject", "point"), POINTS)
def test_a_point_is_one_on_which_rule_sets_differ(subject: object, point: object) -> None:
    given = answers(subject, point)  # type: ignore[arg-type]
    assert len({answer.text for answer in given}) == len(given) > 1
    assert all(answer.who for answer in given)


def test_names_of_points_are_their_own() -> None:
    for subject in SUBJECTS:
        assert len({point.name for point in subject.points}) == len(subject.points)


def test_no_difference_of_the_vectors_is_undescribed() -> None:
    """For each pair, some described point groups the columns by their answers in the same way."""
    described = {split(*point.texts) for point in RESOLUTION.points}
    pairs = [(row["ref"], row["base"]) for row in rows("differences") if not row["agree"]]
    undescribed = [pair for pair in pairs if split(*pair) not in described and len(set(split(*pair))) > 1]
    assert undescribed == []


def split(reference: str, base: str) -> tuple[int, ...]:
    """Number the answers of the columns; a column's number is the first column with the same answer."""
    given = [show_resolution(reference=reference, base=base, **options) for options in COLUMNS.values()]
    return tuple(map(given.index, given))


def test_text_and_json_say_the_same() -> None:
    lines = [json.loads(line) for line in output("rules", "--format", "jsonl").splitlines()]
    assert {line["subject"] for line in lines} == {subject.title for subject in SUBJECTS}
    text = output("rules")
    assert all(line["rule sets"] in text and line["point"] in text for line in lines)
