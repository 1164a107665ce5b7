"""A tree is rewritten in time in proportion to it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import lxml.html
import pytest

from tests.trees.builders import HTML_TREES, Make, Value, nested, steps
from tests.trees.test_framesets import EVIL

MANY: dict[str, Callable[[int], str]] = {
    "svg": partial(nested, "svg", "g"),
    "math": partial(nested, "math", "mrow"),
    "template": partial(nested, "template", "div"),
    "noscript": partial(nested, "noscript", "div"),
    "html": partial(nested, "div", "div"),
    "frameset": partial(nested, "frameset", "frameset"),
    "without-href": lambda number: "<div><base target='t'>" * number,
    "integration-points": lambda number: "<svg><desc>" * number + '<base href="x">' * number,
    "break-outs": lambda number: "<svg>" + "<p><base target='t'>" * number,
    "siblings": lambda number: '<a href="x"></a>t<base href="y">' * number,
    "framesets": lambda number: "<p></p>" * number + "<noframes><frameset></noframes>" * number + EVIL,
}

HUGE: dict[str, Make] = {
    "soup": HTML_TREES["soup-html.parser"],
    "lxml": lambda text: lxml.html.document_fromstring(text, parser=lxml.html.HTMLParser(huge_tree=True)),
}


@pytest.mark.parametrize("make", HUGE.values(), ids=HUGE)
@pytest.mark.parametrize("text", MANY.values(), ids=MANY)
@pytest.mark.parametrize("policy", ["absolute", "remove"])
def test_many_bases_take_time_in_proportion(make: Make, text: Callable[[int], str], policy: Value) -> None:
    """Contract, promise 4: twice as many elements take about twice as many steps."""
    once, twice = (steps(make(text(number)), base_element=policy) for number in (150, 300))
    assert twice < 2.2 * once
