"""References in plain text are found in time in proportion to it."""

import pytest

import absolutize
from tests.support.timing import Make, assert_linear, repeated

HOSTILE = [
    repeated("", "<"),
    repeated("", '"'),
    repeated("", "a"),
    repeated("", "a:"),
    repeated("", "a: "),
    repeated("", "<http://"),
    repeated("", '"http://a'),
    repeated("", "www."),
    repeated("", "www.a"),
    repeated("http://a", "."),
    repeated("http://", ")"),
    repeated("http://", "()"),
    repeated("", "URL: "),
    repeated("", "<http://a-\n"),
    repeated("", '"http://a\n'),
    repeated('"http://a', "\n "),
    repeated('"', " \n"),
    repeated("<a:", " "),
    repeated("", "<a:b "),
    repeated("<a:", "b"),
    repeated("", "<a"),
    repeated("", '"http://a <'),
    repeated("", "http://]("),
    repeated("<http://a", "-\n", ">"),
    repeated("http://a", "-\nb"),
    repeated("http://a", "-\u2028b"),
    repeated("http://a", "-\n "),
    repeated("http://a-", " "),
]


@pytest.mark.parametrize("make", HOSTILE, ids=[make(2)[:12] for make in HOSTILE])
def test_references_are_found_in_linear_time(make: Make[str]) -> None:
    assert_linear(lambda text: list(absolutize.references_in(text)), make)
