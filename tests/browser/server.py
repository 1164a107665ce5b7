"""A proxy that answers for every host: it serves the given pages, and records all requested URLs."""

from __future__ import annotations

import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import NamedTuple, Self


class Page(NamedTuple):
    """The content at a URL."""

    body: bytes
    charset: str | None = None
    policy: str | None = None  # Content-Security-Policy
    media: str = "text/html"
    coding: str | None = None  # Content-Encoding


class Server:
    """A server for all hosts; ``asked`` lists the URLs that were requested."""

    def __init__(self) -> None:
        self.pages: dict[str, Page] = {}
        self.asked: list[str] = []
        server = self

        class Answering(BaseHTTPRequestHandler):
            """Answers requests to a proxy, which name absolute URLs."""

            protocol_version = "HTTP/1.1"

            def answer(self) -> None:
                self.rfile.read(int(self.headers.get("Content-Length") or 0))
                server.asked.append(self.path)
                page = server.pages.get(self.path)
                self.send_response(404 if page is None else 200)
                body, charset, policy, media, coding = page or Page(b"")
                self.send_header("Content-Type", f"{media}; charset={charset}" if charset else media)
                self.send_header("Content-Length", str(len(body)))
                self.send_header("Cache-Control", "no-store")
                if policy is not None:
                    self.send_header("Content-Security-Policy", policy)
                if coding is not None:
                    self.send_header("Content-Encoding", coding)
                self.send_header("Access-Control-Allow-Origin", "*")
                self.end_headers()
                if self.command != "HEAD":
                    self.wfile.write(body)

            do_GET = do_POST = do_HEAD = do_OPTIONS = answer  # noqa: N815 -- names of http.server's

            def log_message(self, *_: object) -> None:
                """Do not log requests."""

        self._http = ThreadingHTTPServer(("127.0.0.1", 0), Answering)
        self._http.daemon_threads = True
        self.port = self._http.server_address[1]
        self._thread = threading.Thread(target=self._http.serve_forever, daemon=True)

    def __enter__(self) -> Self:
        """Begin to serve."""
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Stop."""
        self._http.shutdown()
        self._http.server_close()
