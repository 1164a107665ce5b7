"""In Chromium every construct resolves to the same URL before and after a rewrite: one document for each.

Each document is loaded three times: at its original URL; moved elsewhere unchanged, where its references
must go astray, or the document proves nothing; and moved elsewhere after it was made absolute.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import pytest

import absolutize
from tests.browser.cases import Case
from tests.browser.chromium import Chromium, executable
from tests.browser.constructs import CONSTRUCTS
from tests.browser.rows import ROWS, UNDER_BASE, UNKNOWN
from tests.browser.run import Browser, Numbered, Observed, observe
from tests.browser.server import Server

CASES = [case for case in (*ROWS.values(), *UNDER_BASE, *CONSTRUCTS) if case is not None]
NUMBERED = [Numbered(number, case) for number, case in enumerate(CASES, 1)]
ABSENT = "there is no Chromium here (apt-get install chromium)"


class Seen(NamedTuple):
    """What was observed of the cases, by case number."""

    home: dict[int, Observed]
    astray: dict[int, Observed]
    absolute: dict[int, Observed]

    def goes_elsewhere(self, numbered: Numbered) -> bool:
        """Whether a case made absolute has another target elsewhere than at home."""
        case, number = numbered.case, numbered.number
        return what_counts(case, self.absolute[number]) != what_counts(case, self.home[number])


def see(browser: Browser, server: Server, cases: Sequence[Numbered]) -> Seen:
    """Observe cases at their original URLs and moved elsewhere, as they are and made absolute.

    Those that are not as expected are observed once more: a busy browser may resolve URLs of a document
    before it has read the BASE at its end.
    """
    first = _see_once(browser, server, cases)
    unexpected = [each for each in cases if first.goes_elsewhere(each) != bool(each.case.differs)]
    if unexpected:
        print(f"observed once more: {[each.case.name for each in unexpected]}")  # noqa: T201 -- with -s
    again = _see_once(browser, server, unexpected) if unexpected else Seen({}, {}, {})
    return Seen(first.home | again.home, first.astray | again.astray, first.absolute | again.absolute)


def _see_once(browser: Browser, server: Server, cases: Sequence[Numbered]) -> Seen:
    return Seen(
        observe(browser, server, [(each, each.home, each.before) for each in cases]),
        observe(browser, server, [(each, each.elsewhere, each.before) for each in cases]),
        observe(browser, server, [(each, each.elsewhere, each.after) for each in cases]),
    )


@pytest.fixture(scope="session")
def seen() -> Iterator[Seen]:
    program = executable()
    if program is None:
        pytest.skip(ABSENT)
    with Server() as server, Chromium(program, server.port) as browser:
        yield see(browser, server, [numbered for numbered in NUMBERED if numbered.case.is_exposed])


def params(*, exposed: bool) -> list[Any]:
    return [pytest.param(each, id=each.case.name) for each in NUMBERED if each.case.is_exposed is exposed]


def what_counts(case: Case, observed: Observed) -> object:
    return observed.asked if case.asks else observed.shown


def assert_same(numbered: Numbered, seen: Seen) -> None:
    """Assert that a case made absolute has the same target elsewhere as at home, or a known difference."""
    case, number = numbered.case, numbered.number
    before, after = what_counts(case, seen.home[number]), what_counts(case, seen.absolute[number])
    assert before, "the browser shows nothing and asks for nothing"
    assert not str(before).startswith("error")
    assert seen.goes_elsewhere(numbered) == bool(case.differs), (before, numbered.after, after, case.differs)


def assert_astray(numbered: Numbered, seen: Seen) -> None:
    """Assert that a case that was not rewritten has another target elsewhere; otherwise it proves nothing."""
    case, number = numbered.case, numbered.number
    before, astray = what_counts(case, seen.home[number]), what_counts(case, seen.astray[number])
    assert (astray == before) == case.stays, (before, astray)


@pytest.mark.rows("numbered", params(exposed=True))
def test_a_construct_made_absolute_goes_where_it_went(numbered: Numbered, seen: Seen) -> None:
    assert_same(numbered, seen)


@pytest.mark.rows("numbered", params(exposed=True))
def test_a_construct_goes_astray_where_it_is_not_made_absolute(numbered: Numbered, seen: Seen) -> None:
    assert_astray(numbered, seen)


@pytest.mark.rows("kind", ["bytes", "str"])
@pytest.mark.rows("numbered", params(exposed=False))
def test_what_no_browser_shows_has_its_target(numbered: Numbered, kind: str) -> None:
    """These rows give the reason, and only the library's own target is asserted."""
    case = numbered.case
    document = case.html if kind == "str" else numbered.before
    links = [link for link in absolutize.links(document, numbered.home) if link.element != "base"]
    root = numbered.home.removesuffix("d/e/p.html")
    assert [link.target for link in links if link.code != "unreadable"] == [f"{root}{case.target}"] * bool(
        case.target
    )
    assert (absolutize.rewrite(document, numbered.home) != document) == bool(case.target)


def test_what_differs_is_observed_once_more(monkeypatch: pytest.MonkeyPatch) -> None:
    cases = [each for each in NUMBERED if not each.case.asks and not each.case.differs][:2]
    shown = iter([["x", "y"], ["", ""], ["x", "z"], ["y"], [""], ["y"]])

    def observe_from_list(_browser: Any, _server: Any, places: list[Any]) -> dict[int, Observed]:
        texts = zip(places, next(shown), strict=True)
        return {numbered.number: Observed(text, frozenset()) for (numbered, *_), text in texts}

    monkeypatch.setattr("tests.browser.test_chromium.observe", observe_from_list)
    seen: Seen = see(None, None, cases)  # type: ignore[arg-type] # they are not used
    assert [seen.goes_elsewhere(each) for each in cases] == [False, False]
    assert list(shown) == []


def test_every_row_is_shown_or_says_why_not() -> None:
    assert {name for name, case in ROWS.items() if case is None} == set()
    assert set() == UNKNOWN
    assert all(case.hides or case.shows or case.asks for case in CASES)


def test_there_are_enough_of_them() -> None:
    names = [case.name for case in CASES]
    assert len(names) == len(set(names))
    assert len(ROWS) >= 200
    assert len(CONSTRUCTS) >= 140
    assert sum(case.is_exposed for case in CASES) > len(CASES) // 2
