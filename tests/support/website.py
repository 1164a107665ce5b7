"""A small local site with redirects, charsets, links in header fields, and a compressed body."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import NamedTuple

TEXT = "Grüße"
HTML = f'<a href="x?ü">{TEXT}</a>'
LEGACY, UTF_8 = HTML.encode("latin-1"), HTML.encode()


class Answer(NamedTuple):
    """The site's answers to requests."""

    status: int
    fields: tuple[tuple[str, str], ...]
    body: bytes = b""


def html(body: bytes, *fields: tuple[str, str], media: str = "text/html; charset=utf-8") -> Answer:
    return Answer(200, (("Content-Type", media), *fields), body)


SITE = {
    "/old/start": Answer(302, (("Location", "../a/b?new"),)),
    "/a/b?new": Answer(301, (("Location", "/d/e/p.html#top"),)),
    "/d/e/p.html": html(
        LEGACY,
        ("Link", '<s.css>; rel=preload; as=style, </next?a,b>; rel="Next x"'),
        ("Link", '<//c.example/>;title="a, <b>;rel=c";REL=Preconnect;rel=stylesheet'),
        ("Refresh", "5; url=../later"),
        ("Content-Location", "/variant/p.de.html"),
        media="text/html; charset=ISO-8859-1",
    ),
    "/x": html(b"<title/><a href='x'/>", media="application/xhtml+xml"),
    "/chunks": html(b"4\r\n<a h\r\nb\r\nref=x>y</a>\r\n0\r\n\r\n", ("Transfer-Encoding", "chunked")),
    "/coded": html(gzip.compress(UTF_8), ("Content-Encoding", "gzip")),
    "/based": html(
        b"<base href=/b/><a href=x>", ("Link", "<x>"), ("Link", "<#f>, <>, <{{y}}>, </{{y}}>; rel")
    ),
    "/image": html(b"<a href=x>", ("Link", "<y>"), media="image/png"),
    "/odd": html(
        b"<a href=x>",
        ("Link", "no link"),
        ("Refresh", "soon"),
        ("Content-Location", "http://["),
        media="text/html; charset=klingon",
    ),
    "/here": html(b"<a href=x>", ("Location", "/elsewhere"), ("Link", "<y>")),
    "/made": Answer(201, (("Location", "/things/ü?1".encode().decode("latin-1")),)),
}


class Website(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        answer = SITE[self.path]
        self.send_response(answer.status)
        length = ("Content-Length", str(len(answer.body)))
        for name, value in (*answer.fields, *(() if self.path == "/chunks" else (length,))):
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(answer.body)

    def log_message(self, *_: object) -> None:
        """Do not log requests."""


@contextmanager
def serving() -> Iterator[str]:
    """Serve the site; provide its URL, without a trailing slash."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), Website)
    server.daemon_threads = True
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
