"""explain and restore."""

from __future__ import annotations

import pytest

from tests.cli.commands.test_rewrite import RECORD_OF_OTHER
from tests.support.cases import Case
from tests.support.commandline import (
    OTHER,
    Runner,
    check,
    params,
)

EXPLAIN = (
    Case(
        "several",
        "explain no-base above-root",
        """\
no-base: relative, and no base URI is known

None of the four sources of a base URI has one to give: no BASE element, no
enclosing entity, no URI that the document was retrieved from, no default. Give
the document's URL.

See: RFC 2396 5.1
Example: <a href=x>
  without a URL

above-root: climbs above the root of the base URI

The reference has more ".." segments than the base has levels. What that means
is left open: the segments may be retained, removed (as browsers do), or the
reference avoided. With overflow="avoid" it is left as it is.

See: RFC 2396 5.2 step 6g
Example: <a href=../../x>
  with --overflow avoid
""",
    ),
    Case(
        "what is wrong with archives",
        "explain no-file",
        """\
no-file: neither a file nor a directory; left out

A pipe, a socket or a device can be neither read to its end nor copied.

See: POSIX.1-2017 3.164
Example: a directory with a named pipe in it
""",
    ),
    Case(
        "one that is none among others",
        "explain base-not-hierarchical no-bas",
        """\
base-not-hierarchical: relative, and the base URI has no levels

Relative references are for hierarchical URIs. A base such as mailto:x has no
levels that the reference could be relative to.

See: RFC 2396 5
Example: <a href=x>
  retrieved from mailto:x
""",
        "absolutize: no code is 'no-bas': is it no-base or no-access or no-host?\n",
        status=2,
    ),
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
        err="absolutize: page.html: not in the record\nabsolutize: none.html: No such file or directory\n",
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
        err="absolutize: page.html: not in the record; a result that went to standard output is known by its"
        " bytes alone: give it as it was written\n",
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


@pytest.mark.parametrize("case", params(EXPLAIN))
def test_explain_tells(case: Case, run: Runner) -> None:
    check(case, run)


@pytest.mark.parametrize("case", params(RESTORE))
def test_restore_gives_the_original_back(case: Case, run: Runner) -> None:
    check(case, run)
