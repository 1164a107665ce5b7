"""No nesting of tags raises."""

from collections.abc import Sequence
from random import Random

import pytest

from absolutize.html.tokenizer.scanner import scan
from tests.html.tree_construction.nestings import MIXTURES, nesting


@pytest.mark.parametrize("kinds", MIXTURES, ids="+".join)
def test_no_nesting_raises(kinds: Sequence[str]) -> None:
    choice = Random(1)
    for _ in range(3000):
        scan(nesting(choice, kinds).encode())
