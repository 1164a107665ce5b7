"""XHTML is read in time and memory in proportion to it."""

from __future__ import annotations

import pytest

from absolutize.html.tokenizer import xhtml
from tests.html.tokenizer.test_xhtml import HOSTILE
from tests.support.timing import assert_linear


@pytest.mark.parametrize("piece", HOSTILE.values(), ids=HOSTILE)
def test_time_is_linear(piece: bytes) -> None:
    assert_linear(lambda data: list(xhtml.tags(data)), lambda count: piece * count)


def test_namespaces_take_linear_memory_and_time() -> None:
    def document(count: int) -> bytes:
        return b"".join(b"<a xmlns:p%d='x'>" % number for number in range(count))

    assert_linear(lambda data: list(xhtml.tags(data)), document)
