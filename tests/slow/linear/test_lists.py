"""Splitting a list takes time in proportion to its length."""

from __future__ import annotations

from itertools import product

import pytest

from absolutize.html.values import lists
from tests.html.values.splitting import Splitter
from tests.support.timing import assert_linear, repeated

BIG = {
    lists.urls: [" ", "a", "a \n"],
    lists.comma_urls: [" ", ",", "a", " ,", "a ", "a , "],
    lists.srcset: [*" ,a()", "a,", "a ", ", ", "a,,", "a (", "a (,", "( ", "()", "a (b),", "a\t\n ,", "\xe9"],
    lists.curie: [*" []a:_", "] ", "[a] ", "a:", "\xe9"],
}


@pytest.mark.parametrize(("splitter", "units"), BIG.items(), ids=[splitter.__name__ for splitter in BIG])
def test_big_values_take_linear_time(splitter: Splitter, units: list[str]) -> None:
    for beginning, unit, end in product(["", "a", "[", "a ("], units, ["", "x"]):
        assert_linear(lambda text: list(splitter(text)), repeated(beginning, unit, end))
