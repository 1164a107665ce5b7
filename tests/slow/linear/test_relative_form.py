"""A relative form is found in time in proportion to the URI."""

import pytest

import absolutize
from tests.support.timing import Make, assert_linear, repeated


@pytest.mark.parametrize(
    "make", [repeated("http://h/", "a/../"), repeated("http://h/", "a/")], ids=["up and down", "down"]
)
@pytest.mark.parametrize("rules", absolutize.RULE_SETS)
def test_a_relative_form_is_found_in_linear_time(rules: str, make: Make[str]) -> None:
    assert_linear(lambda text: absolutize.relativize(text, "http://h/a/a/b?c", rules=rules), make)
