"""Measures by how many bytes a call raises the peak resident memory of a process (on Linux).

Each call runs in a new process, forked from a server that has already imported the library, because
the import takes longer than most calls. ``python -m tests.support.peaks`` is the server: it reads each
request as a line of JSON on standard input, and the answer is three numbers on standard output.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import absolutize

ROOT = Path(__file__).parents[2]
URL = "http://h.example/a/b/c.html"
# so that all is imported, ada-url too, which is asked about backslashes
SMALL = rb"<a href=x><a href='x/../y'><a href='x\y'><style>a{b:url(x)}</style>"
DONE: dict[str, Callable[..., str | bytes]] = {
    "rewrite": absolutize.rewrite,
    "remove BASE": lambda *given: absolutize.rewrite(*given, base_element="remove"),
    "empty BASE": lambda *given: absolutize.rewrite(*given, base_element="empty"),
    "links": lambda *given: "" * all(absolutize.links(*given)),
    "links and text": lambda *given: "" * all(absolutize.links(*given, text=True)),
    "check": lambda *given: "" * all(absolutize.check(*given)),
}

PAGE = os.sysconf("SC_PAGE_SIZE")
MAPS, MEMORY = Path("/proc/self/maps"), Path("/proc/self/mem")

Measure = Callable[[bytes, str, str], tuple[int, int, int]]


@contextmanager
def measuring(first: bytes) -> Iterator[Measure]:
    """Provide a function that measures a call on a document, given as bytes or as text.

    It returns the additional bytes in use, the length of the document, and the memory of the result: a
    character of text may take two or four bytes.
    Before each measurement ``first`` is processed, so that one-time imports and compiled patterns do not
    count.

    The GNU C library adapts the block size from which it uses mmap to the blocks that were freed before:
    depending on the imported modules, the same document took from 5.6 to 8.7 MB. A threshold that is set
    explicitly does not change.
    """
    with (
        tempfile.TemporaryDirectory() as folder,
        subprocess.Popen(
            [sys.executable, "-m", "tests.support.peaks"],
            cwd=ROOT,
            env={**os.environ, "MALLOC_MMAP_THRESHOLD_": "131072"},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        ) as process,
    ):
        assert process.stdin is not None
        assert process.stdout is not None
        requests, answers, path = process.stdin, process.stdout, Path(folder) / "document"

        def measured(document: bytes, done: str, kind: str) -> tuple[int, int, int]:
            path.write_bytes(document)
            requests.write(json.dumps([str(path), first.decode(), done, kind]) + "\n")
            requests.flush()
            peak, length, written = map(int, answers.readline().split())
            return peak, length, written

        yield measured
        requests.close()


def _serve() -> None:
    for run in DONE.values():  # patterns are compiled when first needed
        run(SMALL, "http://h/")
        run(SMALL.decode(), "http://h/")
    for line in sys.stdin:
        child = os.fork()
        if child == 0:
            _answer(*json.loads(line))
        _, status = os.waitpid(child, 0)
        if status:
            sys.exit(f"{line}ended with the status {os.waitstatus_to_exitcode(status)}")


def _answer(path: str, first: str, done: str, kind: str) -> None:
    """Measure one call in a forked process, then exit."""
    status = 1
    try:
        document, run = Path(path).read_bytes(), DONE[done]
        given = document.decode() if kind == "text" else document
        run(SMALL, "http://h/")
        run(first if kind == "text" else first.encode(), "http://h/")
        _map_files()
        before = _most()
        written = run(given, URL)
        peak, length = _most() - before, min(len(document), sys.getsizeof(given))
        sys.stdout.write(f"{peak} {length} {sys.getsizeof(written)}\n")
        sys.stdout.flush()
        status = 0
    except BaseException:  # noqa: BLE001 -- the interpreter also prints any exception
        sys.excepthook(*sys.exc_info())
    finally:
        os._exit(status)


def _map_files() -> None:
    """Read all pages of mapped files, which a forked process maps anew, so that they count from the start."""
    with MAPS.open(encoding="utf-8") as maps, MEMORY.open("rb", 0) as memory:
        for addresses, rights, _, _, file, *_ in map(str.split, list(maps)):
            start, stop = (int(address, 16) for address in addresses.split("-"))
            for address in range(start, stop, PAGE) if file != "0" and "r" in rights else ():
                os.pread(memory.fileno(), 1, address)


def _most() -> int:
    fields = dict(line.split(":", 1) for line in Path("/proc/self/status").read_text("ascii").splitlines())
    return 1024 * int(fields["VmHWM"].split()[0])


if __name__ == "__main__":
    _serve()
