"""Signals during the import of the command line, which takes a quarter of a second: they end it in one line.

This is imported before all that is slow to import, and imports nothing of the package. A program that imports
the library keeps its own signal handling. Used by `absolutize` and `cli.signals`.
"""

import os
import signal
import sys
from contextlib import suppress
from itertools import pairwise
from threading import current_thread, main_thread
from types import FrameType
from typing import NoReturn

PROGRAM_NAME = "absolutize"
ENDING = ("SIGINT", "SIGTERM", "SIGHUP")
DEFAULT_ACTIONS = (signal.SIG_DFL, signal.default_int_handler)
LINE = b"absolutize: interrupted; nothing was written\n"


def is_command() -> bool:
    """Whether this process is the command line's, by its script or ``python -m``, and none that it began."""
    given = sys.orig_argv[1:]
    script = os.path.splitext(os.path.basename(sys.argv[0]))[0]  # noqa: PTH119, PTH122 -- quick to import
    is_module = sys.argv[0] == "-m" and ("-m", PROGRAM_NAME) in pairwise(given)  # until it is found
    return is_module or (script == PROGRAM_NAME and sys.argv[0] in given)


def end_at_once(number: int, _frame: FrameType | None) -> NoReturn:
    """End the program: nothing was begun that would have to be cleaned up."""
    with suppress(OSError):
        os.write(2, LINE)
    os._exit(128 + number)


def catch_signals() -> None:
    """Have signals end the program at once, but for those that whoever started it wants ignored."""
    for number in (getattr(signal, name) for name in ENDING if hasattr(signal, name)):
        if signal.getsignal(number) in DEFAULT_ACTIONS:
            signal.signal(number, end_at_once)


if is_command() and current_thread() is main_thread():
    catch_signals()
