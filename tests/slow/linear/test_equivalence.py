"""A normal form is found in time in proportion to the URI."""

import pytest

import absolutize
from tests.support.timing import Make, assert_linear, repeated

HOSTILE = {
    "escapes": repeated("http://h/", "%7e"),
    "labels": repeated("http://", "a."),
    "dots": repeated("x:", "/."),
}


@pytest.mark.parametrize("make", HOSTILE.values(), ids=HOSTILE)
@pytest.mark.parametrize("rules", absolutize.RULE_SETS)
def test_a_normal_form_is_found_in_linear_time(rules: str, make: Make[str]) -> None:
    assert_linear(lambda text: absolutize.normal_form(text, rules=rules), make)
