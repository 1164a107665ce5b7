"""The steps of a resolution take time in proportion to the reference."""

import pytest

import absolutize
from tests.support.timing import Make, assert_linear, repeated

HOSTILE = {
    "up and down": repeated("", "a/../"),
    "up": repeated("", "../"),
    "here": repeated("", "./"),
    "down": repeated("", "a/"),
    "slashes": repeated("a", "/"),
    "colons": repeated("", "a:"),
    "up in an absolute URI": repeated("http://b", "/.."),
}


@pytest.mark.parametrize("make", HOSTILE.values(), ids=HOSTILE)
@pytest.mark.parametrize("rules", absolutize.RULE_SETS)
def test_steps_take_linear_time(rules: str, make: Make[str]) -> None:
    assert_linear(
        lambda text: list(absolutize.explain(text, "http://a/b", rules=rules, overflow="remove")), make
    )
