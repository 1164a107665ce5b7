"""Signals that end a run: SIGTERM and SIGHUP act like SIGINT, with their own exit codes.

They raise `KeyboardInterrupt`. The module does not know what the run has to clean up. Used by `cli` and
`cli.run`.
"""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from threading import current_thread, main_thread
from types import FrameType
from typing import NoReturn

from absolutize.starting import end_at_once

ENDING_SIGNALS = ("SIGTERM", "SIGHUP")
_received: list[int] = []


@contextmanager
def interruptible() -> Iterator[None]:
    """Let signals that would end the program at once raise `KeyboardInterrupt` instead."""
    if current_thread() is not main_thread():  # other threads cannot catch signals
        yield
        return
    if signal.getsignal(signal.SIGINT) is end_at_once:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    numbers = [getattr(signal, name) for name in ENDING_SIGNALS if hasattr(signal, name)]
    caught = [number for number in numbers if signal.getsignal(number) in {signal.SIG_DFL, end_at_once}]
    for number in caught:
        signal.signal(number, _interrupt)
    try:
        yield
    finally:
        for number in caught:
            signal.signal(number, signal.SIG_DFL)


def _interrupt(number: int, _frame: FrameType | None) -> NoReturn:
    _received.append(number)
    signal.signal(number, signal.SIG_IGN)  # the run is ending: further signals are ignored
    raise KeyboardInterrupt


def received_signal() -> int:
    """Give the number of the signal that interrupted the run."""
    return _received[0] if _received else signal.SIGINT
