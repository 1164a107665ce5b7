"""How long a call takes: processor time, the best of a few attempts, since machines are shared."""

from collections.abc import Callable
from time import process_time


def seconds(call: Callable[[], object], enough: float = 1, attempts: int = 4) -> float:
    """Give the seconds of the quickest attempt; one that is quick enough is the last."""
    quickest = float("inf")
    for _ in range(attempts):
        started = process_time()
        call()
        quickest = min(quickest, process_time() - started)
        if quickest < enough:
            break
    return quickest
