"""Signals that end a run: SIGINT, SIGTERM and SIGHUP raise `KeyboardInterrupt`, each with its own exit code.

The run then cleans up; signals that follow are ignored meanwhile, since they would interrupt that, too. The
module does not know what there is to clean up. Used by `cli` and `cli.run`.
"""

import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from threading import current_thread, main_thread
from types import FrameType
from typing import Any

from absolutize.starting import ENDING_SIGNALS, end_at_once

PATIENCE = 10.0  # seconds for which further signals are ignored: then who sends one does not want to wait
_received: list[tuple[float, int]] = []  # the signals that were not ignored: when, and which


@contextmanager
def interruptible() -> Iterator[None]:
    """Let signals that would end the program at once raise `KeyboardInterrupt` instead.

    After an interruption the signals stay caught, since the interpreter cleans up, too, when it ends.
    """
    if current_thread() is not main_thread():  # other threads cannot catch signals
        yield
        return
    numbers = [getattr(signal, name) for name in ENDING_SIGNALS if hasattr(signal, name)]
    defaults: dict[int, Any] = {
        **dict.fromkeys(numbers, signal.SIG_DFL),
        signal.SIGINT: signal.default_int_handler,
    }
    caught = {
        number: default
        for number, default in defaults.items()
        if signal.getsignal(number) in {default, end_at_once}
    }
    for number in caught:
        signal.signal(number, _interrupt)
    try:
        yield
    finally:
        for number, default in () if _received else caught.items():
            signal.signal(number, default)


def _interrupt(number: int, _frame: FrameType | None) -> None:
    now = time.monotonic()
    if _received and now - _received[-1][0] < PATIENCE:
        return
    _received.append((now, number))
    raise KeyboardInterrupt


def received_signal() -> int:
    """Give the number of the signal that interrupted the run."""
    return _received[0][1] if _received else signal.SIGINT
