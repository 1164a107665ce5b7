"""In Firefox, too, the URL of every construct is the same before and after: a document for each.

The documents and what is asked of each are those of `test_chromium`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.browser.firefox import Firefox, executable
from tests.browser.run import Numbered, observe
from tests.browser.server import Server
from tests.browser.test_chromium import NUMBERED, Seen, assert_astray, assert_same

AS_STANDARD = {"differs": "", "stays": False}  # Chromium differs from the HTML Standard there
# what is otherwise than in Chromium
DIFFERENCES: dict[str, dict[str, Any]] = {
    "BASE, invalid": AS_STANDARD,
    "BASE, invalid, behind the link": AS_STANDARD,
    "body background, BASE behind it": {"differs": "it is resolved as its tag is parsed"},
    "iframe srcdoc, BASE behind it": {"differs": ""},  # read when all of the document is there
}
UNSEEN = {
    "svg * mask": "the computed value is as it was written",
    "col background": "columns have no images",
    "colgroup background": "columns have no images",
    "style, cross-fade": "there is none",
}
UNSTEADY = "imagesrcset"  # asked for under the base of the parser's speculation, too, or not
JUDGED = [
    each
    for each in NUMBERED
    if each.case.is_exposed and not each.case.is_page and UNSTEADY not in each.case.html
]  # without speculation rules, which are pages


@pytest.fixture(scope="module")
def seen() -> Iterator[Seen]:
    program = executable()
    if program is None:
        pytest.skip("there is no Firefox here (apt-get install firefox-esr)")
    with Server() as server, Firefox(program, server.port) as browser:
        yield Seen(
            observe(browser, server, [(each, each.home, each.before) for each in JUDGED]),
            observe(browser, server, [(each, each.elsewhere, each.before) for each in JUDGED]),
            observe(browser, server, [(each, each.elsewhere, each.after) for each in JUDGED]),
        )


def in_firefox(numbered: Numbered) -> Numbered:
    """The case, with what is otherwise in Firefox."""
    return numbered._replace(case=numbered.case._replace(**DIFFERENCES.get(numbered.case.name, {})))


def is_unseen(numbered: Numbered) -> bool:
    return numbered.case.name.removeprefix("BASE, ") in UNSEEN


@pytest.mark.rows("numbered", JUDGED, ids=lambda each: each.case.name)
def test_a_construct_goes_where_it_went_only_if_it_is_made_absolute(numbered: Numbered, seen: Seen) -> None:
    if is_unseen(numbered):
        with pytest.raises(AssertionError):
            both(numbered, seen)
    else:
        both(in_firefox(numbered), seen)


def both(numbered: Numbered, seen: Seen) -> None:
    assert_same(numbered, seen)
    assert_astray(numbered, seen)


def test_what_is_listed_is_a_case() -> None:
    assert {*UNSEEN, *DIFFERENCES} <= {each.case.name for each in JUDGED}
