"""restore."""

from __future__ import annotations

import pytest

from tests.cli.commands.test_rewrite import RECORD_OF_OTHER
from tests.cli.test_refused import LOST
from tests.support.cases import Case
from tests.support.commandline import (
    OTHER,
    Runner,
    check,
    params,
)

RESTORE = (
    Case(
        "an original stays what it is",
        "restore other.html --record r --quiet",
        OTHER,
        before={"r": RECORD_OF_OTHER},
    ),
    Case(
        "from standard input into a file",
        "restore - --record r -o new",
        stdin='<a href="http://h/d/x">x</a>\n',
        before={"r": RECORD_OF_OTHER},
        after={"new": OTHER},
    ),
    Case(
        "into a file that is there",
        "restore - --record r -o page.html --force",
        stdin='<a href="http://h/d/x">x</a>\n',
        before={"r": RECORD_OF_OTHER},
        after={"page.html": OTHER},
    ),
    Case(
        "in place, among others",
        "restore --in-place moved.html page.html none.html --record r",
        err=f"absolutize: page.html: {LOST}\nabsolutize: none.html: No such file or directory\n",
        status=2,
        before={"r": RECORD_OF_OTHER, "moved.html": '<a href="http://h/d/x">x</a>\n'},
        after={"moved.html": OTHER},
    ),
    Case(
        "a file that was edited",
        "restore other.html --record r",
        err="absolutize: other.html: edited since it was rewritten\n",
        status=2,
        before={"r": RECORD_OF_OTHER, "other.html": '<a href="http://h/d/x">y</a>\n'},
    ),
    Case(
        "a file that was edited, from standard output",
        "restore page.html --record r",
        err="absolutize: page.html: neither a result nor an original of this record; a result that went to"
        " standard output is recognized only by its bytes: pass it unchanged\n",
        status=2,
        before={"r": RECORD_OF_OTHER.replace('"output": "other.html"', '"output": null')},
    ),
    Case(
        "a record that was edited",
        "restore - --record r",
        err="absolutize: -: the record does not lead back to the original\n",
        status=2,
        stdin='<a href="http://h/d/x">x</a>\n',
        before={"r": RECORD_OF_OTHER.replace('"start": 9', '"start": 8')},
    ),
)


@pytest.mark.parametrize("case", params(RESTORE))
def test_restore_gives_the_original_back(case: Case, run: Runner) -> None:
    check(case, run)
