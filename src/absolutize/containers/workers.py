"""Worker processes, which end when the process that started them ends, in whatever way.

They do not know what a task does. Used by `containers.session`.
"""

import signal
import sys
from collections.abc import Callable, Iterable
from concurrent import futures
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from multiprocessing import get_context, parent_process
from multiprocessing.connection import wait
from multiprocessing.process import BaseProcess
from os import _exit
from threading import Thread, active_count
from typing import Any

from absolutize.containers.source import IncompleteOutput, WithFindings, collect
from absolutize.starting import ENDING_SIGNALS

Task = Callable[[Any, Any], WithFindings[Any]]
TaskFuture = Future[tuple[Any, list[Any]]]
MOST = 1024  # processes; systems refuse very many, each in another way
MOST_ON_WINDOWS = 61  # it cannot wait for more
_ASK_AFTER = 5.0  # seconds after which it is asked whether the executor still works
_THREAD = "_executor_manager_thread"  # of the executor, which has no public name for it
_argument: Any = None  # in a worker process: the object that a task gets in addition to its item


class Pool:
    """Worker processes; each calls ``make(given)`` once, and gives the result to every task.

    It raises `IncompleteOutput` if they cannot start.
    """

    def __init__(self, jobs: int, make: Callable[[Any], Any], given: object) -> None:
        context = get_context(_start_method())
        most = MOST_ON_WINDOWS if sys.platform == "win32" else MOST
        try:
            self._processes = ProcessPoolExecutor(
                min(jobs, most), context, initializer=_begin, initargs=(make, given)
            )
        except OSError as error:
            raise _not_started(error) from None

    def submit(self, task: Task, item: object) -> TaskFuture:
        """Give a task with its item to a worker process; raises `IncompleteOutput` if one was killed."""
        try:
            return self._processes.submit(_run_task, task, item)
        except BrokenProcessPool:
            raise self._given_up() from None
        except (OSError, RuntimeError) as error:  # a process or a thread cannot start; others wait for tasks
            workers = self._workers()
            _kill(workers)
            for worker in workers:
                worker.join()
            raise _not_started(error) from None

    def result(self, done: TaskFuture) -> tuple[Any, list[Any]]:
        """Wait for a task's result and findings; raises `IncompleteOutput` if a worker process was killed."""
        while not (done.done() or futures.wait([done], _ASK_AFTER).done):
            if self._has_ended():
                raise self._given_up()
        try:
            return done.result()
        except BrokenProcessPool:
            raise self._given_up() from None

    def _has_ended(self) -> bool:
        """Whether the executor works no more: its thread ends if the system refuses it one thread more."""
        thread: Any = getattr(self._processes, _THREAD, None)
        return thread is not None and not thread.is_alive()

    def close(self) -> None:
        """End the processes; tasks that were not begun are dropped.

        If one was killed, the others are killed, too: the executor would wait for them without end, since it
        asks them to end by a signal that they ignore.
        """
        watch = Thread(target=_watch, args=(self._workers(),))
        with suppress(RuntimeError):  # the system may refuse one thread more
            watch.start()
        self._processes.shutdown(wait=True, cancel_futures=True)
        if watch.is_alive():
            watch.join()

    def _given_up(self) -> IncompleteOutput:
        """Kill the processes that are left; give the error to raise."""
        _kill(self._workers())
        self.close()
        return IncompleteOutput("a worker process was killed, or could not start", may_pass=True)

    def _workers(self) -> list[BaseProcess]:
        """List the processes; the executor has no public list of them."""
        return [*(self._processes._processes or {}).values()]  # noqa: SLF001


def _not_started(error: OSError | RuntimeError) -> IncompleteOutput:
    why = (isinstance(error, OSError) and error.strerror) or str(error)
    message = f"a worker process could not start ({why}); fewer jobs need fewer processes"
    return IncompleteOutput(message, may_pass=True)


def _watch(workers: list[BaseProcess]) -> None:
    """Wait until the processes have ended; kill the others if one was killed or failed."""
    while workers:
        wait([each.sentinel for each in workers])
        if any(each.exitcode for each in workers):
            _kill(workers)
        workers = [each for each in workers if each.exitcode is None]


def _kill(workers: Iterable[BaseProcess]) -> None:
    for worker in workers:
        worker.kill()


def _start_method() -> str:
    """Choose how processes start: by a fork, which is quick, if the parent has no other thread with locks."""
    return "fork" if sys.platform == "linux" and active_count() == 1 else "spawn"


def _begin(make: Callable[[Any], Any], given: object) -> None:
    global _argument  # noqa: PLW0603 -- a process has one
    _argument = make(given)
    for name in ENDING_SIGNALS:  # the parent gets these signals, too, and ends this process
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), signal.SIG_IGN)
    try:
        Thread(target=_end_with_parent, daemon=True).start()
    except RuntimeError:  # the system refuses one thread more; the parent reports that
        _exit(1)


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        wait([parent.sentinel])
        _exit(1)


def _run_task(task: Task, item: object) -> tuple[Any, list[Any]]:
    findings: list[Any] = []
    result = collect(task(item, _argument), findings)
    return result, findings
