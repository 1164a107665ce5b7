"""Drives headless Firefox over a socket (Marionette: JSON messages, each preceded by its length)."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from pathlib import Path
from types import TracebackType
from typing import Any, Self

NAMES = ("firefox-esr", "firefox")
PREFERENCES: dict[str, object] = {
    "marionette.port": 0,  # any free port; Firefox writes its number to the profile
    "network.proxy.type": 1,
    "network.proxy.http": "127.0.0.1",
    "network.proxy.allow_hijacking_localhost": True,
    "network.proxy.no_proxies_on": "",
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "browser.shell.checkDefaultBrowser": False,
    "dom.disable_open_during_load": False,
    "browser.send_pings": True,
    "dom.ipc.processCount": 2,
    "dom.min_background_timeout_value": 4,
    "app.normandy.enabled": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "services.settings.server": "http://nowhere.localhost/",
}
PATIENCE = 120.0  # seconds without a message after which the browser counts as dead
STARTING = 60.0  # seconds to wait for the port
_EVALUATE = "return window.eval(arguments[0])"  # wait for a promise


def executable() -> str | None:
    """The path of the installed browser, if there is one."""
    return os.environ.get("FIREFOX") or next(filter(None, map(shutil.which, NAMES)), None)


class Firefox:
    """A browser with a new profile that sends all requests to a proxy on a local port."""

    def __init__(self, program: str, proxy: int) -> None:
        self._home = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        profile = Path(self._home.name, "profile")
        profile.mkdir()
        lines = [
            f"user_pref({json.dumps(name)}, {json.dumps(value)});\n"
            for name, value in {**PREFERENCES, "network.proxy.http_port": proxy}.items()
        ]
        profile.joinpath("user.js").write_text("".join(lines), encoding="utf-8")
        self._process = subprocess.Popen(
            [program, "--headless", "--marionette", "--no-remote", "--profile", str(profile)],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "HOME": self._home.name, "MOZ_CRASHREPORTER_DISABLE": "1"},
            start_new_session=True,
        )
        self._socket = socket.create_connection(("127.0.0.1", self._port(profile)), timeout=PATIENCE)
        self._buffer = b""
        self._number = 0
        self._next()  # the first message announces the protocol
        self.call("WebDriver:NewSession")
        self.call("WebDriver:SetTimeouts", script=int(PATIENCE * 1000))
        self._first = str(self.call("WebDriver:GetWindowHandle")["value"])

    def __enter__(self) -> Self:
        """Give the browser."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """End the browser, and delete its profile."""
        self._socket.close()
        os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        self._home.cleanup()

    def open(self, url: str) -> str:
        """Open a page in a new tab, and wait until it is loaded; return the tab's handle."""
        tab = str(self.call("WebDriver:NewWindow", type="tab", focus=False)["handle"])
        self._switch(tab)
        self.call("WebDriver:Navigate", url=url)
        return tab

    def close(self, session: str) -> None:
        """Close a tab."""
        self._switch(session)
        self.call("WebDriver:CloseWindow")
        self._switch(self._first)

    def run(self, session: str, script: str) -> Any:
        """Run a script in a tab; return its value, or that of its promise."""
        self._switch(session)
        return self.call("WebDriver:ExecuteScript", script=_EVALUATE, args=[script])["value"]

    def call(self, method: str, **parameters: Any) -> Any:
        """Send a command, and wait for its result."""
        self._number += 1
        data = json.dumps([0, self._number, method, parameters]).encode()
        self._socket.sendall(b"%d:%b" % (len(data), data))
        _, number, error, result = self._next()
        assert number == self._number
        assert error is None, (method, error)
        return result

    def _switch(self, tab: str) -> None:
        self.call("WebDriver:SwitchToWindow", handle=tab, focus=False)

    def _port(self, profile: Path) -> int:
        """Wait until the browser has written its port into a file."""
        started = time.monotonic()
        port_file = profile / "MarionetteActivePort"
        while not (port_file.exists() and re.fullmatch(r"\d+\s*", port_file.read_text())):
            assert time.monotonic() - started < STARTING, "the browser does not start"
            assert self._process.poll() is None, "the browser ended"
            time.sleep(0.05)
        return int(port_file.read_text())

    def _next(self) -> Any:
        while b":" not in self._buffer:
            self._receive()
        length, _, self._buffer = self._buffer.partition(b":")
        while len(self._buffer) < int(length):
            self._receive()
        message, self._buffer = self._buffer[: int(length)], self._buffer[int(length) :]
        return json.loads(message)

    def _receive(self) -> None:
        data = self._socket.recv(1 << 16)
        assert data, "the browser does not answer"
        self._buffer += data
