"""Servers of files on the loopback address: HTTP with and without ranges, and WebHDFS as Hadoop has it."""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import parse_qs, unquote, urlsplit

RANGE = re.compile(r"bytes=(\d+)-(\d*)$")


class Ranged(BaseHTTPRequestHandler):
    """Serves files, or the requested ranges of them."""

    protocol_version = "HTTP/1.1"
    folder: Path
    ranges = True
    asked: list[str]

    def do_HEAD(self) -> None:
        self.answer(with_body=False)

    def do_GET(self) -> None:
        self.answer(with_body=True)

    def answer(self, *, with_body: bool) -> None:
        path = self.folder / unquote(urlsplit(self.path).path).lstrip("/")
        if not path.is_file():
            self.send(404, b"", {})
            return
        data = path.read_bytes()
        wanted = RANGE.match(self.headers.get("Range", "")) if self.ranges else None
        if wanted is None:
            self.send(200, data, {"Accept-Ranges": "bytes"} if self.ranges else {}, with_body=with_body)
            return
        start, stop = int(wanted[1]), int(wanted[2] or len(data) - 1) + 1
        self.asked.append(wanted[0])
        described = f"bytes {start}-{min(stop, len(data)) - 1}/{len(data)}"
        self.send(206, data[start:stop], {"Content-Range": described}, with_body=with_body)

    def send(self, status: int, data: bytes, fields: dict[str, str], *, with_body: bool = True) -> None:
        self.send_response(status)
        for name, value in {**fields, "Content-Length": str(len(data))}.items():
            self.send_header(name, value)
        self.end_headers()
        if with_body:
            self.wfile.write(data)

    def log_message(self, *_: object) -> None:
        """Do not log requests."""


class Whole(Ranged):
    """Serves files without ranges, and without a Content-Length."""

    ranges = False

    def do_HEAD(self) -> None:
        self.send(405, b"", {})

    def send(self, status: int, data: bytes, fields: dict[str, str], *, with_body: bool = True) -> None:
        if status != 200:
            super().send(status, data, fields, with_body=with_body)
            return
        self.send_response(status)
        self.send_header("Connection", "close")
        self.end_headers()
        self.wfile.write(data)
        self.close_connection = True


class WebHDFS(Ranged):
    """The operations of Hadoop's WebHDFS that read: GETFILESTATUS and OPEN."""

    def do_GET(self) -> None:
        asked = urlsplit(self.path)
        path = self.folder / unquote(asked.path).removeprefix("/webhdfs/v1").lstrip("/")
        query = {name: values[0] for name, values in parse_qs(asked.query).items()}
        if not path.is_file():
            what = {"exception": "FileNotFoundException", "message": f"File does not exist: {asked.path}"}
            self.send(
                404, json.dumps({"RemoteException": what}).encode(), {"Content-Type": "application/json"}
            )
        elif query["op"] == "OPEN":
            start, length = int(query["offset"]), int(query["length"])
            self.asked.append(query["offset"])
            self.send(200, path.read_bytes()[start : start + length], {})
        else:
            status = {"length": path.stat().st_size, "type": "FILE", "pathSuffix": ""}
            self.send(200, json.dumps({"FileStatus": status}).encode(), {"Content-Type": "application/json"})


class Serving(ThreadingHTTPServer):
    """A server whose threads end with it."""

    daemon_threads = True


@contextmanager
def serving(kind: type[Ranged], folder: Path) -> Iterator[tuple[int, list[str]]]:
    """Serve a folder; provide the port, and the ranges that are requested."""
    asked = list[str]()
    made = type("Serving" + kind.__name__, (kind,), {"folder": folder, "asked": asked})
    with Serving(("127.0.0.1", 0), made) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield server.server_address[1], asked
        finally:
            server.shutdown()
