"""Drives headless Chromium over a pipe (Chrome DevTools Protocol: JSON messages that end with NUL).

Where Chromium's headless shell is installed, that is used: the same engine takes a third less without the
windows, profiles and services around it. The environment variable ``CHROMIUM`` names another program.
"""

from __future__ import annotations

import fcntl
import itertools
import json
import os
import select
import shutil
import signal
import tempfile
from types import TracebackType
from typing import Any, Self

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
FLAGS = (
    "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking"
    " --disable-component-update --disable-sync --disable-default-apps --disable-extensions"
    " --disable-dev-shm-usage --renderer-process-limit=2 --disable-site-isolation-trials"
    " --disable-features=SpareRendererForSitePerProcess --remote-debugging-pipe"
    " --proxy-bypass-list=<-loopback>"
    " --disable-background-timer-throttling --disable-backgrounding-occluded-windows"
    " --disable-renderer-backgrounding"
)
COMMANDS, ANSWERS = 3, 4  # the file descriptors that the browser reads from and writes to
PATIENCE = 120.0  # seconds without a message after which the browser counts as dead


def executable() -> str | None:
    """The path of the installed browser, if there is one."""
    return os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)


class Chromium:
    """A browser with a new profile that sends all requests to a proxy on a local port."""

    def __init__(self, program: str, proxy: int) -> None:
        self._profile = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        data = f"--user-data-dir={self._profile.name}"
        arguments = [program, *FLAGS.split(), data, f"--proxy-server=127.0.0.1:{proxy}", "about:blank"]
        to_browser, self._commands = os.pipe()
        self._answers, from_browser = os.pipe()
        quiet = [(os.POSIX_SPAWN_OPEN, fd, os.devnull, os.O_RDWR, 0) for fd in (0, 1, 2)]
        ends = [_above(to_browser), _above(from_browser)]
        given = [(os.POSIX_SPAWN_DUP2, end, fd) for end, fd in zip(ends, (COMMANDS, ANSWERS), strict=True)]
        self._process = os.posix_spawn(
            program, arguments, os.environ, file_actions=quiet + given, setpgroup=0
        )
        for end in ends:
            os.close(end)
        self._numbers = itertools.count(1)
        self._buffer = b""
        self.events: list[dict[str, Any]] = []  # the events of enabled domains
        self._awaited: dict[int, dict[str, Any] | None] = {}  # commands without a result yet, or with one

    def __enter__(self) -> Self:
        """Give the browser."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """End the browser, and delete its profile."""
        os.killpg(self._process, signal.SIGKILL)
        os.waitpid(self._process, 0)
        os.close(self._commands)
        os.close(self._answers)
        self._profile.cleanup()

    def open(self, url: str) -> str:
        """Open a page in a new tab, where speculation rules take effect; return the tab's session."""
        tab = self.call("Target.createTarget", url="about:blank")["targetId"]
        session = str(self.call("Target.attachToTarget", targetId=tab, flatten=True)["sessionId"])
        self.call("Preload.enable", session)
        self.call("Page.navigate", session, url=url)
        return session

    def close(self, session: str) -> None:
        """Close a tab."""
        self.call("Page.close", session)

    def run(self, session: str, script: str) -> Any:
        """Run a script in a tab; return its value, or that of its promise."""
        return self.outcome(self.begin(session, script))

    def begin(self, session: str, script: str) -> int:
        """Start a script in a tab; return the number with which `outcome` waits for it."""
        return self._send(
            "Runtime.evaluate",
            session,
            {"expression": script, "awaitPromise": True, "returnByValue": True},
        )

    def outcome(self, number: int) -> Any:
        """Wait for a script to end; return its value, or that of its promise."""
        answer = self._result(number, "Runtime.evaluate")
        assert "exceptionDetails" not in answer, answer["exceptionDetails"]
        return answer["result"].get("value")

    def call(self, method: str, session: str | None = None, **parameters: Any) -> Any:
        """Send a command, and wait for its result."""
        return self._result(self._send(method, session, parameters), method)

    def _send(self, method: str, session: str | None, parameters: dict[str, Any]) -> int:
        number = next(self._numbers)
        command = {"id": number, "method": method, "params": parameters}
        if session is not None:
            command["sessionId"] = session
        data = memoryview(json.dumps(command).encode() + b"\0")
        while data:
            data = data[os.write(self._commands, data) :]
        self._awaited[number] = None
        return number

    def _result(self, number: int, method: str) -> Any:
        while self._awaited[number] is None:
            answer = self._next()
            if answer.get("id") in self._awaited:
                self._awaited[answer["id"]] = answer
            else:
                self.events.append(answer)
        answer = self._awaited.pop(number) or {}
        assert "error" not in answer, (method, answer["error"])
        return answer["result"]

    def _next(self) -> dict[str, Any]:
        while b"\0" not in self._buffer:
            ready, _, _ = select.select([self._answers], [], [], PATIENCE)
            data = os.read(self._answers, 1 << 16) if ready else b""
            assert data, "the browser does not answer"
            self._buffer += data
        message, _, self._buffer = self._buffer.partition(b"\0")
        return dict(json.loads(message))


def _above(descriptor: int) -> int:
    """Duplicate a file descriptor to a number above those that the browser uses."""
    high = fcntl.fcntl(descriptor, fcntl.F_DUPFD_CLOEXEC, ANSWERS + 1)
    os.close(descriptor)
    return high
