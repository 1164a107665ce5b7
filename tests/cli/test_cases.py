"""Every command, option and choice occurs in a case of the tables."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from functools import cache
from itertools import pairwise

import click
import pytest

from absolutize.cli import COMMANDS
from tests.cli.commands.test_base import BASE
from tests.cli.commands.test_check import CHECK
from tests.cli.commands.test_explain import EXPLAIN
from tests.cli.commands.test_links import LINKS
from tests.cli.commands.test_parse import PARSE
from tests.cli.commands.test_report import REPORT
from tests.cli.commands.test_resolve import RESOLVE
from tests.cli.commands.test_restore import RESTORE
from tests.cli.commands.test_rewrite import LEFT, POLICIES, WHERE
from tests.cli.commands.test_rules import RULES
from tests.cli.commands.test_text import TEXT
from tests.cli.formats.test_unified_diff import DIFF
from tests.cli.test_containers import CONTAINED
from tests.cli.test_refused import OTHERS, REFUSED, USAGE
from tests.support.cases import Case

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
    "report": REPORT,
    "explain": EXPLAIN,
    "restore": RESTORE,
    "resolve": RESOLVE,
    "parse": PARSE,
    "text": TEXT,
    "rules": RULES,
}
CASES = tuple(case for table in TABLES.values() for case in table)

OPTIONS = [
    (name, option)
    for name, command in COMMANDS.items()
    for option in command.params
    if isinstance(option, click.Option)
]


@cache
def used(name: str = "") -> list[str]:
    """The arguments of all cases, or of those for one command."""
    split = (shlex.split(case.arguments) for case in CASES)
    return [argument for arguments in split if name in {"", arguments[0]} for argument in arguments[1:]]


@pytest.mark.rows(("name", "option"), OPTIONS, ids=[f"{n} {o.opts[-1]}" for n, o in OPTIONS])
def test_every_option_of_every_command_is_in_a_case(name: str, option: click.Option) -> None:
    assert set(option.opts) & set(used(name))
    assert not option.secondary_opts or set(option.secondary_opts) & set(used(name))


@pytest.mark.rows(("name", "option"), OPTIONS, ids=[f"{n} {o.opts[-1]}" for n, o in OPTIONS])
def test_every_choice_of_an_option_is_in_a_case(name: str, option: click.Option) -> None:
    if isinstance(option.type, click.Choice):
        arguments = used()
        given = {b for a, b in pairwise(arguments) if a in option.opts}
        elsewhere = {"table", "text", "sarif", "github", "gitlab", "junit", "parquet"}  # tests of their own
        covered = given | (elsewhere if option.name == "form" else set())
        assert set(option.type.choices) <= covered, name


NO_COMMANDS = ("frobnicate", "link", "page.html", "http://h/")


def test_every_command_is_in_a_case() -> None:
    assert {shlex.split(case.arguments)[0] for case in CASES} == {*COMMANDS, *NO_COMMANDS}


def test_no_two_cases_of_a_table_have_a_name() -> None:
    for table in TABLES.values():
        assert len({case.id for case in table}) == len(table)
