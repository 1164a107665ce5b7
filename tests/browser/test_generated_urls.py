"""Unusual references under unusual bases keep their targets, by the URL parsers of Chromium and Firefox."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator

import pytest

from tests.browser import chromium, firefox
from tests.browser.chromium import Chromium
from tests.browser.firefox import Firefox
from tests.support.generated_urls import RULES, Answers, Case, Judge, Pair, astray, cases, rewrites

DOCUMENTS = 1500  # per choice of rule sets
AT_ONCE = 2000
_ASK = """(pairs => pairs.map(([url, base]) => {
    try { return (base === null ? new URL(url) : new URL(url, base)).href } catch { return null }
}))"""


BROWSERS: dict[str, tuple[str | None, Callable[[str, int], Chromium | Firefox]]] = {
    "chromium": (chromium.executable(), Chromium),
    "firefox": (firefox.executable(), Firefox),
}


@pytest.fixture(scope="module")
def asked(request: pytest.FixtureRequest) -> Iterator[tuple[str, Judge]]:
    program, started = BROWSERS[request.param]
    if program is None:
        pytest.skip(f"there is no {request.param} here")
    with started(program, 9) as browser:
        session = browser.open("about:blank")

        def judge(pairs: list[Pair]) -> Answers:
            asked = list(dict.fromkeys(pairs))
            answers: list[str | None] = []
            for start in range(0, len(asked), AT_ONCE):
                answers += browser.run(session, f"{_ASK}({json.dumps(asked[start : start + AT_ONCE])})")
            return dict(zip(asked, answers, strict=True))

        yield request.param, judge


# Not judged in any browser: file URLs depend on the machine. In schemes that it does not know, Chromium takes
# backslashes for slashes, and ``/..`` leads above the host; in ``data`` it keeps tabs.
UNJUDGED = "file:|foo:|data:"
# Not judged in Firefox: it refuses a space in a host, as the Standard says, but we write Chromium's result;
# it removes dot segments in a query or fragment that follows no path, and keeps the space of ``# ``.
UNJUDGED_BY_FIREFOX = r'h x|[?#][^"]*/\.\.?/|# [ "]'


def is_judged(case: Case, browser: str) -> bool:
    """Whether the document has nothing that this browser is known to read in its own way."""
    pattern = f"{UNJUDGED}|{UNJUDGED_BY_FIREFOX}" if browser == "firefox" else UNJUDGED
    return re.search(pattern, f"{case.document} {case.url}", re.IGNORECASE) is None


@pytest.mark.parametrize("rules", [name for name in RULES if name != "as-documented"])
@pytest.mark.parametrize("asked", BROWSERS, indirect=True)
def test_odd_references_go_where_they_went(asked: tuple[str, Judge], rules: str) -> None:
    browser, judge = asked
    judged = (case for case in cases(2396, DOCUMENTS, RULES[rules]) if is_judged(case, browser))
    assert list(astray(list(rewrites(judged)), judge)) == []
