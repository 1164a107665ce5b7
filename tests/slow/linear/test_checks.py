"""Checking references takes time in proportion to their length."""

from __future__ import annotations

import pytest

import absolutize
from tests.engine.test_checks import URL
from tests.support.timing import assert_linear, repeated

MANY = {
    "relative": "<a href=x>",
    "spaces": "<a href=' a b '>",
    "bases": "<base href=x>",
    "above the root": "<a href=../../../x>",
    "documents in values": "<iframe srcdoc='<a href=x><base href=y>'></iframe>",
    "no grammar": "<a href='http://h/%|'>",
    "programs": "<a href='javascript:f( 1 )'>",
}


@pytest.mark.parametrize("unit", MANY.values(), ids=MANY)
def test_checking_takes_linear_time(unit: str) -> None:
    assert_linear(lambda text: list(absolutize.check(text, URL, against=["rfc2396"])), repeated("", unit))


STEPS = ("%", " ", "\\", "../", "u:p@", ":1", "//a:", "%0A", "[")


@pytest.mark.parametrize("step", STEPS)
def test_checking_a_long_reference_takes_linear_time(step: str) -> None:
    make = repeated("<a href='//", step, "'>")
    assert_linear(lambda text: list(absolutize.check(text, URL)), make)
