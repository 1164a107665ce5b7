"""Runs at scale give the same bytes on any number of cores, and after being killed at any moment."""

from __future__ import annotations

import multiprocessing
import os
import pty
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import absolutize
from absolutize.cli.io import resume
from absolutize.containers import (
    CONTAINERS,
    Checkpoint,
    ContainerTask,
    IncompleteOutput,
    Problem,
    Session,
    merge_states,
    source_of,
)
from absolutize.containers.session import FinishedItem
from absolutize.containers.source import WithFindings
from absolutize.containers.workers import Pool
from tests.support.archives import PICTURE, gz, members_of, record, resolved, response, wacz, zipped

SOURCES = Path(absolutize.__file__).parents[1]
# The command line with a checkpoint after every 20,000 bytes, and worker processes for inputs of any size
PROGRAM = """
import sys
from absolutize.cli import main
from absolutize.cli.io import resume
from absolutize.containers import session
resume.CHECKPOINT_BYTES = 20_000
session.Session.__init__.__defaults__ = (1, 0)
if __name__ == "__main__":
    main()
"""


def pages(count: int) -> list[bytes]:
    """Make records of many sizes, some of which the rewrite changes."""
    made = []
    for number in range(count):
        body = b"<!DOCTYPE html>" + b"<a href=%d.html>%d</a>\n" % (number, number) * (number * 7 % 113)
        made.append(response(body, uri=f"http://h/{number}/", number=number))
        if number % 3 == 0:
            made.append(response(PICTURE * (number % 20), media="image/png", number=number + 10_000))
        if number % 5 == 0:
            made.append(record("metadata", b"a: b\r\n" * 9, number=number + 20_000))
    return made


ARCHIVES = {
    "a.warc": b"".join(pages(150)),
    "a.warc.gz": gz(*pages(150)),
    "whole.warc.gz": gz(b"".join(pages(60))),
    "a.wacz": wacz(gz(*pages(60))),
    "a.zip": zipped((f"{n}/p.html", b"<a href=x>" * n) for n in range(200)),
}


@pytest.fixture
def archives(tmp_path: Path) -> Path:
    for name, data in ARCHIVES.items():
        (tmp_path / name).write_bytes(data)
    (tmp_path / "program.py").write_text(PROGRAM)
    return tmp_path


def started(directory: Path, *arguments: str, **how: Any) -> subprocess.Popen[bytes]:
    """Start the command line."""
    command = [sys.executable, "program.py", "rewrite", *arguments]
    environment = {"PATH": os.defpath, "PYTHONPATH": str(SOURCES)}
    return subprocess.Popen(command, cwd=directory, env=environment, **how)


def finished(directory: Path, *arguments: str) -> tuple[int, str]:
    """Run the command line; return its exit status and its messages."""
    with started(directory, *arguments, stderr=subprocess.PIPE) as run:
        _, err = run.communicate()
    return run.returncode, err.decode()


def test_any_number_of_processes_writes_the_same(archives: Path) -> None:
    written, messages = list[dict[str, bytes]](), set[str]()
    for jobs in ("1", "2", "4"):
        out = archives / f"out{jobs}"
        status, err = finished(archives, *ARCHIVES, "-o", f"{out}/", "--jobs", jobs, "--url", "http://h/")
        assert status == 0
        written.append({path.name: path.read_bytes() for path in sorted(out.iterdir())})
        messages.add(err)
    assert written[0] == written[1] == written[2]
    assert len(messages) == 1
    assert set(written[0]) == set(ARCHIVES)
    assert all(written[0][name] != data for name, data in ARCHIVES.items())


def test_any_number_of_processes_lists_the_same(archives: Path) -> None:
    listed = set[bytes]()
    for jobs in ("1", "2", "4"):
        command = [sys.executable, "program.py", "links", "a.warc.gz", "--jobs", jobs]
        environment = {"PATH": os.defpath, "PYTHONPATH": str(SOURCES)}
        ran = subprocess.run(command, cwd=archives, env=environment, capture_output=True, check=True)
        listed.add(ran.stdout)
    assert len(listed) == 1
    assert listed.pop().count(b"\n") > 1000


@pytest.mark.parametrize("name", ["a.warc", "a.warc.gz"])
@pytest.mark.parametrize("seed", range(3))
def test_every_checkpoint_goes_on_to_the_same_bytes(name: str, seed: int) -> None:
    pieces = list(made(name, None))
    whole = b"".join(piece for piece in pieces if isinstance(piece, bytes))
    places = [place for place, piece in enumerate(pieces) if isinstance(piece, Checkpoint)]
    assert len(places) > 100
    for place in random.Random(seed).sample(places, 10):
        state: dict[str, Any] = {}
        for piece in pieces[: place + 1]:
            if isinstance(piece, Checkpoint):
                merge_states(state, piece.state)
        before = b"".join(piece for piece in pieces[:place] if isinstance(piece, bytes))
        after = b"".join(piece for piece in made(name, state) if isinstance(piece, bytes))
        assert before + after == whole


def made(name: str, state: dict[str, Any] | None) -> Iterator[bytes | Checkpoint]:
    session = Session(ContainerTask(resolved, CONTAINERS))
    source = source_of(ARCHIVES[name], name)
    container = session.container(source)
    assert container is not None
    return container.rewrite(source, session, state)


def wait_for_journal(directory: Path, run: subprocess.Popen[bytes]) -> None:
    """Wait until a run can be gone on with."""
    while not any(path.read_text().count("\n") > 3 for path in directory.glob(".absolutize-*.journal")):
        assert run.poll() is None, "it was over before there was a journal"


def test_a_journal_of_another_run_does_not_count(archives: Path) -> None:
    """The resumed run has another option, so it begins anew."""
    run = started(archives, "a.warc.gz", "-o", "out", "--jobs", "1", stderr=subprocess.DEVNULL)
    wait_for_journal(archives, run)
    run.kill()
    run.wait()
    assert finished(archives, "a.warc.gz", "-o", "out", "--resume", "--same-document", "resolve")[0] == 0
    assert finished(archives, "a.warc.gz", "-o", "other", "--same-document", "resolve")[0] == 0
    assert (archives / "out").read_bytes() == (archives / "other").read_bytes()


def test_a_run_that_is_interrupted_says_how_to_go_on(archives: Path) -> None:
    run = started(archives, "a.warc.gz", "-o", "out", "--jobs", "2", stderr=subprocess.PIPE)
    wait_for_journal(archives, run)
    run.send_signal(signal.SIGINT)
    _, err = run.communicate()
    kept = resume.temporary_path(Path("out"))
    said = f"absolutize: interrupted; run the same command with --resume to go on ({kept} has what is done)\n"
    assert (run.returncode, err.decode()) == (130, said)
    assert not (archives / "out").exists()
    assert finished(archives, "a.warc.gz", "-o", "out", "--resume")[0] == 0
    assert finished(archives, "a.warc.gz", "-o", "whole")[0] == 0
    assert (archives / "out").read_bytes() == (archives / "whole").read_bytes()


def test_an_old_output_is_not_the_output_of_an_interrupted_run(archives: Path) -> None:
    """It is not replaced before the new one is complete, and then with --force only."""
    output = archives / "out"
    output.write_bytes(b"old")
    run = started(archives, "a.warc.gz", "-o", "out", "--force", "--jobs", "1", stderr=subprocess.DEVNULL)
    wait_for_journal(archives, run)
    run.terminate()
    assert run.wait() == 128 + signal.SIGTERM
    refused = "absolutize: out: already exists; choose another -o, or pass --force\n"
    assert finished(archives, "a.warc.gz", "-o", "out", "--resume") == (2, refused)
    assert output.read_bytes() == b"old"
    assert finished(archives, "a.warc.gz", "-o", "out", "--resume", "--force")[0] == 0
    assert finished(archives, "a.warc.gz", "-o", "whole")[0] == 0
    assert output.read_bytes() == (archives / "whole").read_bytes()
    assert not list(archives.glob(".absolutize-*"))


def test_two_runs_do_not_write_the_same_file(archives: Path) -> None:
    os.mkfifo(archives / "pipe")
    (archives / "b.warc").write_bytes(ARCHIVES["a.warc"])
    unfinished = resume.temporary_path(archives / "out")
    journal = unfinished.with_name(unfinished.name + ".journal")
    with journal.open("a+") as lines:
        resume.lock(lines, journal, Path("out"))
        second = finished(archives, "b.warc", "-o", "out")
    assert second == (2, "absolutize: out: is being written by another run\n")


def test_an_output_that_would_not_be_whole_leaves_nothing(archives: Path) -> None:
    (archives / "cut.gz").write_bytes(ARCHIVES["whole.warc.gz"][:-9])
    assert finished(archives, "cut.gz", "-o", "out")[0] == 2
    assert not (archives / "out").exists()
    assert not list(archives.glob(".absolutize-*"))


# processes


class Item:
    """Something to work on."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.size, self.is_parallel = 1000, number % 4 != 0


def squared(item: Item, _session: Session) -> WithFindings[int]:
    time.sleep(item.number % 3 / 200)
    yield Problem("here", str(item.number))
    return item.number**2


def test_results_and_notes_come_in_the_order_of_the_items() -> None:
    with Session(ContainerTask(resolved, ()), 3, 0) as session:
        found = list(session.map(squared, map(Item, range(60))))
    assert [notice.code for notice in found[::2]] == [str(number) for number in range(60)]
    assert [(item.number, result) for item, result in found[1::2]] == [(n, n**2) for n in range(60)]


def test_what_is_in_flight_is_bounded() -> None:
    """An input is read only as far as its results are consumed."""
    read = 0

    def items() -> Iterator[Item]:
        nonlocal read
        for number in range(1, 100_000, 4):
            read += 1
            yield Item(number)

    with Session(ContainerTask(resolved, ()), 2, 0) as session:
        results = session.map(squared, items())
        for count in range(80):
            next(results)
            assert read <= count // 2 + 2 * 8 + 2
        results.close()


def ended(_item: Item, _session: Session) -> WithFindings[None]:
    yield from ()
    os._exit(1)


def test_a_process_that_is_ended_is_reported_and_others_are_started() -> None:
    with Session(ContainerTask(resolved, ()), 2, 0) as session:
        why = r"^a worker process was killed, or could not start$"
        with pytest.raises(IncompleteOutput, match=why) as raised:
            list(session.map(ended, [Item(1)]))
        assert raised.value.may_pass
        assert list(session.map(squared, [Item(1)]))[-1].result == 1


def ended_or_idle(item: Item, _session: Session) -> WithFindings[None]:
    yield from ()
    if item.number == ENDED:
        os._exit(1)
    time.sleep(0.1)


ENDED = 5  # the item whose process ends
REACTIONS = ["the next result", "the next item", "the end"]


@pytest.mark.rows("reaction", REACTIONS)
def test_processes_end_after_one_of_several_was_killed(reaction: str) -> None:
    """The others ignore the signal by which the executor wants to end them."""

    def items() -> Iterator[Item]:
        yield from map(Item, range(1, ENDED + 1))
        if reaction == "the next item":
            time.sleep(1)
            yield Item(ENDED + 1)

    with Session(ContainerTask(resolved, ()), 2, 0) as session:
        results = session.map(ended_or_idle, items())
        if reaction == "the end":
            next(results)
            time.sleep(1)
            results.close()
        else:
            with pytest.raises(IncompleteOutput, match=r"^a worker process was killed, or could not start$"):
                list(results)
    assert not multiprocessing.active_children()


def test_processes_end_with_the_one_that_started_them(tmp_path: Path) -> None:
    """A process that is killed cannot end its workers: they have to end by themselves."""
    program = tmp_path / "program.py"
    program.write_text(
        "import os, time\n"
        "from absolutize.containers.workers import Pool\n"
        "from tests.slow.test_scale import ContainerTask, Session, pid, resolved\n"
        "if __name__ == '__main__':\n"
        "    pool = Pool(2, Session, ContainerTask(resolved, ()))\n"
        "    print(pool.submit(pid, None).result()[0], flush=True)\n"
        "    time.sleep(60)\n"
    )
    path = os.pathsep.join((str(SOURCES), str(Path(__file__).parents[2])))
    environment = {"PATH": os.defpath, "PYTHONPATH": path}
    with subprocess.Popen([sys.executable, program], env=environment, stdout=subprocess.PIPE) as run:
        assert run.stdout is not None
        worker = int(run.stdout.readline())
        run.kill()
    while is_alive(worker):
        time.sleep(0.05)  # a worker that does not end keeps the test from ending


def pid(_item: None, _session: Session) -> WithFindings[int]:
    yield from ()
    return os.getpid()


def is_alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    status = Path(f"/proc/{process}/stat")
    return not status.exists() or status.read_text().rpartition(")")[2].split()[0] != "Z"


def test_a_pool_that_is_not_used_is_not_started() -> None:
    with Session(ContainerTask(resolved, ()), 4) as session:
        found = list(session.map(squared, [Item(1), Item(2)]))
        assert [one.result for one in found if isinstance(one, FinishedItem)] == [1, 4]
        assert session._pool is None
    assert Pool is not None


# what is shown


def test_a_bar_is_shown_on_a_terminal_and_a_line_remains(archives: Path) -> None:
    at_once = "from absolutize.cli.formats import progress\nprogress.LONG = 0\n" + PROGRAM
    (archives / "program.py").write_text(at_once)
    terminal, other = pty.openpty()
    run = started(archives, "a.warc.gz", "-o", "out", "--jobs", "1", stderr=other)
    os.close(other)
    shown = b"".join(read_all(terminal))
    assert run.wait() == 0
    assert "━".encode() in shown
    assert b"/s" in shown
    references = sum(number * 7 % 113 for number in range(150))
    line = f"absolutize: a.warc.gz: 150 documents, {references} links made absolute"
    assert shown.rstrip().endswith(line.encode())


def read_all(terminal: int) -> Iterator[bytes]:
    """Read what a terminal shows, until nothing writes to it any more."""
    while True:
        try:
            data = os.read(terminal, 65536)
        except OSError:
            return
        if not data:
            return
        yield data


def test_one_line_is_printed_where_there_is_no_terminal(archives: Path) -> None:
    status, err = finished(archives, "a.zip", "-o", "out", "--url", "http://h/")
    assert (status, err) == (0, "absolutize: a.zip: 199 documents, 19900 links made absolute\n")
    assert dict(members_of((archives / "out").read_bytes()))["7/p.html"] == b"<a href=http://h/7/x>" * 7
