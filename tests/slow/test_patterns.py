"""Patterns mended for interpreters that match possessive groups wrongly match as native ones.

In CI 500 patterns on each interpreter, with ``--full`` eight times as many.
"""

import random
import re

import pytest

from absolutize import patterns
from tests.support.extent import extent
from tests.test_patterns import alternatives, needs_native


@needs_native
@pytest.mark.parametrize("seed", range(extent(1, 8)))
def test_mended_patterns_match_as_native_ones(seed: int) -> None:
    drawn = random.Random(seed)
    for _ in range(500):
        pattern = alternatives(drawn, 3)
        text = "".join(drawn.choices("abc", k=drawn.randrange(9)))
        native, mended = re.match(pattern, text), patterns._with_alternatives(pattern).match(text)
        assert (native and native.span()) == (mended and mended.span()), (pattern, text)
