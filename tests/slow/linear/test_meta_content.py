"""Reading a refresh takes time in proportion to its length."""

from __future__ import annotations

from itertools import product

import pytest

from absolutize.html.values.meta_content import refresh, report_uri
from tests.html.values.splitting import Splitter
from tests.support.timing import assert_linear, repeated

BIG = [
    pytest.param(
        refresh,
        ["", "5", "{{ ", "5;", "5; url", "5;url=", "5;url='", '5;"'],
        [*" ;,.5'\"u=x", "; ", " ;", "url=", "url = ", "'\"", "\u00e9", "{{", "{{ }}", "<? ${"],
        id="refresh",
    ),
    pytest.param(
        report_uri,
        ["", "report-uri "],
        [*" ;,x", "; ", "x ", ";report-uri", "report-uri x;", ";report-uri\u00e9", ";report-uri x y \u00e9"],
        id="report_uri",
    ),
]


@pytest.mark.parametrize(("splitter", "beginnings", "units"), BIG)
def test_big_values_take_linear_time(splitter: Splitter, beginnings: list[str], units: list[str]) -> None:
    for beginning, unit, end in product(beginnings, units, ("", "x")):
        assert_linear(splitter, repeated(beginning, unit, end))
