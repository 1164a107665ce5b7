"""Odd references under odd bases go where they went, by Chromium's own URL parser."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

from tests.browser.chromium import Chromium, executable
from tests.support.generated_urls import RULES, Answers, Case, Judge, Pair, astray, cases, rewrites

DOCUMENTS = 1500  # for each way to choose a rule set
AT_ONCE = 2000
_ASK = """(pairs => pairs.map(([url, base]) => {
    try { return (base === null ? new URL(url) : new URL(url, base)).href } catch { return null }
}))"""


@pytest.fixture(scope="module")
def chromium() -> Iterator[Judge]:
    program = executable()
    if program is None:
        pytest.skip("there is no Chromium here (apt-get install chromium)")
    with Chromium(program, 9) as browser:
        session = browser.open("about:blank")

        def judge(pairs: list[Pair]) -> Answers:
            asked = list(dict.fromkeys(pairs))
            answers: list[str | None] = []
            for start in range(0, len(asked), AT_ONCE):
                answers += browser.run(session, f"{_ASK}({json.dumps(asked[start : start + AT_ONCE])})")
            return dict(zip(asked, answers, strict=True))

        yield judge


def is_judged(case: Case) -> bool:
    """Whether Chromium reads a document as the URL Standard says, but for spaces in hosts.

    It depends on the machine for ``file``; for schemes that it does not know, backslashes are slashes
    to it and ``/..`` leads above the host; it leaves tabs in ``data``.
    """
    everywhere = f"{case.document} {case.url}".lower()
    return not any(scheme in everywhere for scheme in ("file:", "foo:", "data:"))


@pytest.mark.parametrize("rules", [name for name in RULES if name != "as-documented"])
def test_odd_references_go_where_they_went(rules: str, chromium: Judge) -> None:
    done = list(rewrites(filter(is_judged, cases(2396, DOCUMENTS, RULES[rules]))))
    assert list(astray(done, chromium)) == []
