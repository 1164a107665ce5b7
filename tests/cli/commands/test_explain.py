"""explain."""

from __future__ import annotations

import pytest

from tests.support.cases import Case
from tests.support.commandline import Runner, check, params

EXPLAIN = (
    Case(
        "several, one of them twice",
        "explain no-base above-root no-base",
        """\
no-base: relative, and no base URI is known

No source gives a base URI: no BASE element, no enclosing entity, no URI that
the document was retrieved from, no default. Give the document's URL. If it was
given, the document itself states a base that cannot be used: a BASE, xml:base
or codebase that has a placeholder such as {{x}} or an unknown entity, or to
which browsers put references in their own way.

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


@pytest.mark.parametrize("case", params(EXPLAIN))
def test_explain_prints(case: Case, run: Runner) -> None:
    check(case, run)
