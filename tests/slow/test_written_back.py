"""The same as tests.engine.test_written_back, for many more documents."""

import random

import pytest

from tests.support.extent import extent
from tests.support.spelling import PLACES
from tests.support.writtenback import check


@pytest.mark.parametrize("name", PLACES)
def test_only_the_reference_changes(name: str) -> None:
    check(name, random.Random(f"slow, {name}"), count=extent(10, 30))
