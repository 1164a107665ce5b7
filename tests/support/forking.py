"""Runs the command line in processes of their own, forked from one that has imported it already.

Python itself, the command line and the modules that a command imports when it runs take most of a second
to start, so a suite of a thousand runs would spend minutes on imports alone.
``python -m tests.support.forking`` is the server: it reads each request as a line of JSON from descriptor
``REQUESTS``, and writes the exit status to ``ANSWERS``.
"""

import json
import os
import runpy
import subprocess
import sys
from collections import deque
from collections.abc import Mapping
from contextlib import ExitStack
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from typing import Any

ROOT = Path(__file__).parents[2]
IMPORTED = {"archive", "cli", "containers", "findings", "storage"}  # the packages that commands import


class Server:
    """The server process, from which each run is forked, in one environment."""

    def __init__(self, environment: Mapping[str, str]) -> None:
        requests, self._requests = os.pipe()
        self._answers, answers = os.pipe()
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.support.forking", str(requests), str(answers)],
            cwd=ROOT,
            env=dict(environment),
            stdin=subprocess.DEVNULL,
            pass_fds=(requests, answers),
        )
        os.close(requests)
        os.close(answers)

    def run(self, arguments: list[str], directory: Path, files: tuple[Path, Path, Path]) -> int:
        """Run the command line in a directory, with these files for its three streams."""
        request = {
            "arguments": arguments,
            "directory": str(directory),
            "files": [str(file) for file in files],
        }
        os.write(self._requests, json.dumps(request).encode() + b"\n")
        return int(os.read(self._answers, 16))

    def stop(self) -> None:
        """End the server."""
        os.close(self._requests)
        os.close(self._answers)
        self._process.wait()


def _serve(requests: int, answers: int) -> None:
    import absolutize.cli

    for module in walk_packages(absolutize.__path__, "absolutize."):
        if module.name.split(".")[1] in IMPORTED:
            import_module(module.name)
    page = (ROOT / "fixtures" / "page.html").read_bytes()  # patterns are compiled when first needed
    for read in (absolutize.links, absolutize.check):
        deque(read(page, "http://h/"), maxlen=0)
    for charset in (None, "utf-8"):  # the fast path has a pattern for documents that may declare an encoding
        absolutize.rewrite(page, "http://h/", charset=charset)
    absolutize.base_uri(page, "http://h/")

    with os.fdopen(requests, encoding="ascii") as lines:
        for line in lines:
            child = os.fork()
            if child == 0:
                _become(**json.loads(line))
            _, status = os.waitpid(child, 0)
            os.write(answers, str(os.waitstatus_to_exitcode(status)).encode())


def _become(arguments: list[str], directory: str, files: list[str]) -> None:
    """Turn this process into the command line, and exit with its status."""
    os.chdir(directory)
    modes = (os.O_RDONLY, os.O_WRONLY, os.O_WRONLY)
    for number, (file, mode) in enumerate(zip(files, modes, strict=True)):
        os.dup2(os.open(file, mode), number)
    sys.argv = ["absolutize", *arguments]
    status = 1
    try:
        runpy.run_module("absolutize", run_name="__main__", alter_sys=True)
        status = 0
    except SystemExit as end:
        status = end.code if isinstance(end.code, int) else 0 if end.code is None else 1
    except BaseException:  # noqa: BLE001 -- the interpreter also prints any exception
        sys.excepthook(*sys.exc_info())
    finally:
        with ExitStack() as streams:
            for stream in (sys.stdout, sys.stderr):
                streams.callback(_flush, stream)
        os._exit(status)


def _flush(stream: Any) -> None:
    if stream is not None:
        stream.flush()


if __name__ == "__main__":
    _serve(*map(int, sys.argv[1:]))
