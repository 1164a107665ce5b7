"""In Firefox, too, every construct resolves to the same URL before and after a rewrite.

The documents and the assertions are those of `test_chromium`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.browser.firefox import Firefox, executable
from tests.browser.run import Numbered
from tests.browser.server import Server
from tests.browser.test_chromium import NUMBERED, Seen, assert_astray, assert_same, see
from tests.browser.versions import version

AS_STANDARD = {"differs": "", "stays": False}  # only Chromium differs from the HTML Standard
# the fields of cases that differ from Chromium
DIFFERENCES: dict[str, dict[str, Any]] = {
    "BASE, invalid": AS_STANDARD,
    "BASE, invalid, behind the link": AS_STANDARD,
    "iframe srcdoc, BASE behind it": {"differs": ""},  # read after the whole document
}
LAST_VERSION = 140  # the last version of Firefox that is known to differ in the cases of OLDER
DROPPED = {"differs": "what is in a select is dropped, but for its options: BASE, too"}
OLDER: dict[str, dict[str, Any]] = {
    "BASE, in a select": DROPPED,
    "BASE, in a select, behind the link": DROPPED,
}
UNSEEN = {
    "svg * mask": "the computed value is as it was written",
    "col background": "columns have no images",
    "colgroup background": "columns have no images",
    "embed code": "it is not read",
    "style, cross-fade": "there is none",
    "script  type=webbundle": "there are none",
    "svg script  type=webbundle": "there are none",
}
# cases whose result depends on which of the browser's processes is faster
UNSTEADY = (
    "imagesrcset",  # the speculative parser may request it too, with its own base
    *("<body id=i background=../x><base", "src=../x></video><base", "src=../x></audio><base"),
    # ... resolved before or after the parser reads BASE
)
JUDGED = [
    each
    for each in NUMBERED
    if each.case.is_exposed and not each.case.is_page and not any(part in each.case.html for part in UNSTEADY)
]  # excludes speculation rules, which are loaded as pages


@pytest.fixture(scope="module")
def seen() -> Iterator[Seen]:
    program = executable()
    if program is None:
        pytest.skip("there is no Firefox here (apt-get install firefox-esr)")
    with Server() as server, Firefox(program, server.port) as browser:
        yield see(browser, server, JUDGED)


def in_firefox(numbered: Numbered) -> Numbered:
    """The case with the fields that differ in Firefox."""
    name = numbered.case.name
    is_older = 0 < version(executable()) <= LAST_VERSION
    differences = {**DIFFERENCES, **OLDER} if is_older else DIFFERENCES
    return numbered._replace(case=numbered.case._replace(**differences.get(name, {})))


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
    assert {*UNSEEN, *DIFFERENCES, *OLDER} <= {each.case.name for each in JUDGED}
