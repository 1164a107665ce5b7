"""Cautions are found in time in proportion to the reference."""

import pytest

import absolutize
from tests.support.timing import Make, assert_linear, repeated

HOSTILE = {
    "escapes": repeated("http://h/", "%0D"),
    "userinfo": repeated("http://", "a:"),
    "words": repeated("http://", "a", "@h/"),
    "labels": repeated("http://", "a.", "@h/"),
    "at signs": repeated("http://", "@"),
    "ports": repeated("http://h:", "1"),
    "numbers": repeated("http://", "0x1."),
}


@pytest.mark.parametrize("make", HOSTILE.values(), ids=HOSTILE)
@pytest.mark.parametrize("rules", absolutize.RULE_SETS)
def test_cautions_are_found_in_linear_time(rules: str, make: Make[str]) -> None:
    assert_linear(lambda text: absolutize.cautions(text, rules=rules), make)
