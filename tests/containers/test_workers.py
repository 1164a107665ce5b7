"""Worker processes: how many there are. tests/slow/test_scale.py has what happens when one is killed."""

from __future__ import annotations

import errno
import re
import signal
import sys
from multiprocessing import active_children
from multiprocessing.popen_fork import Popen
from threading import Thread
from typing import Any

import pytest

from absolutize.containers import IncompleteOutput, workers
from absolutize.containers.source import WithFindings


@pytest.mark.parametrize(
    ("platform", "jobs", "most"),
    [("win32", 96, 61), ("win32", 4, 4), ("linux", 96, 96), ("linux", 3_000_000_000, 1024)],
)
def test_each_system_has_a_largest_number_of_processes(
    platform: str, jobs: int, most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Python refuses more on Windows; without the option there are as many as the machine has cores.

    On Linux, all of them would be started at once, or the number is too large for the system.
    """
    asked = list[int]()

    def executor(number: int, *_: Any, **__: Any) -> None:
        asked.append(number)

    monkeypatch.setattr(workers, "ProcessPoolExecutor", executor)
    monkeypatch.setattr(workers.sys, "platform", platform)
    workers.Pool(jobs, str, None)
    assert asked == [most]


@pytest.fixture
def forks(monkeypatch: pytest.MonkeyPatch) -> None:
    if sys.platform != "linux":
        pytest.skip("processes start in another way")
    monkeypatch.setattr(workers, "_start_method", lambda: "fork")


def refuse(*_: Any) -> None:
    raise OSError(errno.EMFILE, "Too many open files")


def refuse_thread(_: Thread) -> None:
    message = "can't start new thread"
    raise RuntimeError(message)


WHY = "a worker process could not start ({}); fewer jobs need fewer processes"
NOT_STARTED = {  # what the system refuses, and what is said
    "a pipe": (("multiprocessing.context.BaseContext.SimpleQueue", refuse), "Too many open files"),
    "a process": (("multiprocessing.popen_fork.Popen._launch", refuse), "Too many open files"),
    "a thread": (
        ("concurrent.futures.process._ExecutorManagerThread.start", refuse_thread),
        "can't start new thread",
    ),
}


@pytest.mark.usefixtures("forks")
@pytest.mark.parametrize(("refused", "why"), NOT_STARTED.values(), ids=NOT_STARTED)
def test_a_process_that_cannot_start_is_reported_and_others_end(
    refused: tuple[str, Any], why: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(*refused)
    with pytest.raises(IncompleteOutput, match=re.escape(WHY.format(why))) as raised:
        workers.Pool(2, str, None).submit(str, None)
    assert raised.value.may_pass
    assert not active_children()


@pytest.mark.usefixtures("forks")
def test_processes_that_were_started_end_if_another_cannot_start(monkeypatch: pytest.MonkeyPatch) -> None:
    launch, started = Popen._launch, list[Any]()

    def launch_one(popen: Popen, process: Any) -> None:
        if started:
            refuse()
        started.append(process)
        launch(popen, process)

    monkeypatch.setattr(Popen, "_launch", launch_one)
    with pytest.raises(IncompleteOutput, match="could not start"):
        workers.Pool(2, str, None).submit(str, None)
    assert [each.exitcode for each in started] == [-signal.SIGKILL]


@pytest.mark.usefixtures("forks")
def test_processes_end_also_if_the_thread_that_watches_them_cannot_start(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pool = workers.Pool(2, str, None)
    assert pool.submit(nothing, None).result() == (None, [])
    monkeypatch.setattr(workers.Thread, "start", refuse_thread)
    pool.close()
    assert not active_children()


@pytest.mark.usefixtures("forks")
def test_an_executor_that_ended_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its thread ends if the system refuses the thread that it needs itself."""
    monkeypatch.setattr(workers, "_ASK_AFTER", 0.01)
    monkeypatch.setattr("concurrent.futures.process._ExecutorManagerThread.run", lambda _: None)
    pool = workers.Pool(2, str, None)
    done = pool.submit(nothing, None)
    with pytest.raises(IncompleteOutput, match="a worker process was killed, or could not start"):
        pool.result(done)
    assert not active_children()


def nothing(_item: None, _made: str) -> WithFindings[None]:
    yield from ()
