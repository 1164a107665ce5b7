"""How much is tested where all of it takes minutes: what fits into CI, or all with ``--full``.

A sample is the same in every run. Each of its users says what is left out and why the rest stands for it.
"""

from collections.abc import Iterable, Sequence
from itertools import islice
from typing import Any

_CHOSEN = {"full": False}


def choose(*, full: bool) -> None:
    """Choose how much is tested, before tests are collected."""
    _CHOSEN["full"] = full


def extent(usual: int, full: int) -> int:
    """How many there are, or how large it is: in CI, and with ``--full``."""
    return full if _CHOSEN["full"] else usual


def sample(rows: Iterable[Any], every: int, first: int = 0) -> Sequence[Any]:
    """Every nth row from the one with the index `first`; all rows with ``--full``."""
    return list(rows) if _CHOSEN["full"] else list(islice(rows, first, None, every))
