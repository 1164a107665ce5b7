"""End the command with one line of text if it is refused or interrupted while it is being imported.

The import takes a quarter of a second: this module is imported before all that is slow, and imports nothing
of the package. A program that imports the library keeps its own signal handling, and gets an `ImportError`.
Used by `absolutize`, `cli.signals`, `containers.workers` and `patterns`.
"""

import os
import sys
from contextlib import suppress
from itertools import pairwise
from types import FrameType
from typing import NoReturn

PROGRAM_NAME = "absolutize"
ENDING_SIGNALS = ("SIGINT", "SIGTERM", "SIGHUP")
LINE = b"absolutize: interrupted; nothing was written\n"
REFUSED_STATUS = 2


def is_command() -> bool:
    """Whether this process runs the command, as a script or by ``python -m``, and is no child of it."""
    given = sys.orig_argv[1:]
    script = os.path.splitext(os.path.basename(sys.argv[0]))[0]  # noqa: PTH119, PTH122 -- quick to import
    is_module = sys.argv[0] == "-m" and ("-m", PROGRAM_NAME) in pairwise(given)  # until Python finds it
    return is_module or (script == PROGRAM_NAME and sys.argv[0] in given)


def end_at_once(number: int, _frame: FrameType | None) -> NoReturn:
    """End the program: there is nothing to clean up yet."""
    with suppress(OSError):
        os.write(2, LINE)
    os._exit(128 + number)


def refuse(why: str) -> NoReturn:
    """Say why the package cannot work here: end the command, or raise `ImportError` in another program."""
    if is_command():
        with suppress(OSError):
            os.write(2, f"{PROGRAM_NAME}: {why}\n".encode("utf-8", "backslashreplace"))
        os._exit(REFUSED_STATUS)
    raise ImportError(why, name=PROGRAM_NAME)


def catch_signals() -> None:
    """Make signals end the program at once, except those that the parent process had it ignore."""
    import signal  # noqa: PLC0415 -- a program that imports the library may not need it

    for number in (getattr(signal, name) for name in ENDING_SIGNALS if hasattr(signal, name)):
        if signal.getsignal(number) in (signal.SIG_DFL, signal.default_int_handler):
            signal.signal(number, end_at_once)


if is_command():
    with suppress(ValueError):  # in another thread than the main one, which cannot catch signals
        catch_signals()
