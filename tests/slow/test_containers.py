"""No data is lost, whatever bytes a container has."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.containers.test_containers import Kind, identity, kinds, tolerated


@kinds
@settings(deadline=None, max_examples=40)
@given(st.data())
def test_whatever_the_bytes_nothing_is_lost(kind: Kind, data: st.DataObject) -> None:
    mutated = bytearray(kind.data)
    for _ in range(data.draw(st.integers(1, 4))):
        start = data.draw(st.integers(0, len(mutated)))
        stop = data.draw(st.integers(start, min(len(mutated), start + 40)))
        mutated[start:stop] = data.draw(st.binary(max_size=8))
    assert identity(bytes(mutated), kind.name)
    tolerated(bytes(mutated), kind.name)
