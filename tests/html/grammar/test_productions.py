"""The fragments of patterns match what html5lib reads."""

from __future__ import annotations

import re
from collections.abc import Callable
from html.entities import html5

import html5lib
import pytest

from absolutize.html.grammar.productions import AMPERSAND, WRITTEN_AMPERSAND, exactly_one_of, one_of

NAMES = [*sorted({name.removesuffix(";") for name in html5}), "utm", "board", "notit", "copyx", "x", "s2"]
ENDS = ["", "=1", "_b=1", "-1", "x=1", ";", "/", " ", "&", "#", "%20"]
WRITTEN = ["&", "&&", "&amp;", "&#38;", "&#038;", "&#38", "&#x26;", "&#", "&_=1", "& ", "&amp", "&AMP;"]


def in_attribute(*written: str) -> list[str]:
    """Give the values that attributes have which are written so."""
    page = "".join(f'<p title="{each}">' for each in written)
    return [p.attrib["title"] for p in html5lib.parse(page, namespaceHTMLElements=False).iter("p")]


@pytest.mark.parametrize("end", ENDS)
def test_an_ampersand_that_is_passed_says_itself(end: str) -> None:
    written = [f"&{name}{end}" for name in NAMES]
    passed = [each for each in written if re.match(AMPERSAND, each)]
    as_written = [each for each in passed if "&amp;" not in each]
    assert in_attribute(*as_written) == as_written
    assert len(passed) > len(NAMES) // 2 or end == ";"


@pytest.mark.parametrize(
    "written", ["&utm_medium=x", "&board_id=1", "&article-id=1", "&copy=1", "&copyx_=1", "&page", "&S2/"]
)
def test_what_is_common_is_passed(written: str) -> None:
    assert re.match(AMPERSAND, written)


@pytest.mark.parametrize("written", WRITTEN)
def test_what_is_written_for_an_ampersand_is_read_so(written: str) -> None:
    match = re.fullmatch(WRITTEN_AMPERSAND, written)
    assert (match is not None) == (written in {"&amp;", "&#38;", "&#038;"})
    assert match is None or in_attribute(written) == ["&"]


@pytest.mark.parametrize("pattern_of", [one_of, exactly_one_of])
def test_words_may_have_a_long_beginning_in_common(pattern_of: Callable[[list[str]], str]) -> None:
    words = ["x" * 2000, "x" * 2000 + "y", "x" * 1000, "z"]
    pattern = re.compile(pattern_of(words))
    assert [bool(pattern.fullmatch(word)) for word in (*words, "x" * 999, "xz")] == [True] * 4 + [False] * 2
