"""How much of a slow suite runs: a sample by default, or everything with ``--full``.

A sample is the same in every run. Each suite that uses one says what is left out, and why the sample
represents the rest.
"""

from collections.abc import Iterable, Sequence
from itertools import islice
from typing import Any

_CHOSEN = {"full": False}


def choose(*, full: bool) -> None:
    """Choose how much is tested, before tests are collected."""
    _CHOSEN["full"] = full


def extent(usual: int, full: int) -> int:
    """A count or a size: `usual` by default, `full` with ``--full``."""
    return full if _CHOSEN["full"] else usual


def sample(rows: Iterable[Any], every: int, first: int = 0) -> Sequence[Any]:
    """Every nth row from the one with the index `first`; all rows with ``--full``."""
    return list(rows) if _CHOSEN["full"] else list(islice(rows, first, None, every))
