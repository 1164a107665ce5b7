"""The timing functions themselves: they distinguish quadratic from linear growth."""

import pytest

from tests.support.timing import assert_linear, repeated


def test_a_line_is_one() -> None:
    assert_linear(lambda text: text.count("ab"), repeated("", "a"))


def test_a_square_is_none() -> None:
    def counted_often(text: str) -> int:
        return sum(text.count("ab") for _ in range(0, len(text), 200))

    with pytest.raises(AssertionError, match=r"times as long for 4 times \d+"):
        assert_linear(counted_often, repeated("", "a"))
