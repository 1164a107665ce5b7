"""Processes that do tasks, and that end with the process that started them, however that ends.

They do not know what a task does. Used by `containers.session`.
"""

import signal
import sys
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context, parent_process
from multiprocessing.connection import wait
from os import _exit
from threading import Thread, active_count
from typing import Any

from absolutize.containers.source import IncompleteOutput, WithFindings, collect

Task = Callable[[Any, Any], WithFindings[Any]]
TaskFuture = Future[tuple[Any, list[Any]]]
_desk: Any = None  # what a task is given with its item, of a process that was started here


class Pool:
    """Processes, each of which makes its desk once, by ``make(given)``."""

    def __init__(self, jobs: int, make: Callable[[Any], Any], given: object) -> None:
        context = get_context(_start_method())
        self._processes = ProcessPoolExecutor(jobs, context, initializer=_begin, initargs=(make, given))

    def submit(self, task: Task, item: object) -> TaskFuture:
        """Have a task done."""
        return self._processes.submit(_done, task, item)

    def result(self, done: TaskFuture) -> tuple[Any, list[Any]]:
        """Wait for a task's result and what it found; `IncompleteOutput` where a process was ended."""
        try:
            return done.result()
        except BrokenProcessPool:
            raise IncompleteOutput("a process that worked on it was ended") from None

    def close(self) -> None:
        """End the processes; what was not begun is not done."""
        self._processes.shutdown(wait=True, cancel_futures=True)


def _start_method() -> str:
    """Choose how processes are started: by a fork, which is quick, where no lock or thread is taken over."""
    return "fork" if sys.platform == "linux" and active_count() == 1 else "spawn"


def _begin(make: Callable[[Any], Any], given: object) -> None:
    global _desk  # noqa: PLW0603 -- a process has one
    _desk = make(given)
    for name in ("SIGINT", "SIGTERM", "SIGHUP"):  # whoever started it is interrupted too, and ends it
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), signal.SIG_IGN)
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        wait([parent.sentinel])
        _exit(1)


def _done(task: Task, item: object) -> tuple[Any, list[Any]]:
    if _desk is None:
        raise AssertionError
    findings: list[Any] = []
    result = collect(task(item, _desk), findings)
    return result, findings
