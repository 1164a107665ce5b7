"""A small site on the loopback address that links its pages in many ways; as a program, it prints its port.

Each page can be reached only through a link that browsers follow; a request for any other URL fails.
"""

import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

LONG = b"<p>" + b"x" * 5000 + b"</p>"  # more than Scrapy looks at for a BASE
HTML = "text/html"
PAGES: dict[str, tuple[str, bytes]] = {
    "/": (
        HTML,
        b"<title>Start</title><a href=one.html>One</a><a href='two.html'>Two</a><a href='/found.html'>3</a>"
        b"<a href='http://[bad'>Bad</a><a href=missing.html>Missing</a><a href='javascript:void(0)'>0</a>"
        b"<a href=mailto:a@b.c>Mail</a><a href='http://h:port/'>Port</a>" + LONG + b"<base href='/late/'>",
    ),
    "/found.html": (HTML, b"<p>by both</p><a href=also.html>Also</a>"),
    "/also.html": (HTML, b"<p>by both</p><a href=/>Start</a>"),
    "/late/one.html": ("redirect", b"/moved/here/one.html"),
    "/moved/here/one.html": (HTML, b"<a href=three.html>relative to the last URL</a>"),
    "/moved/here/three.html": (
        HTML,
        LONG + b"<meta http-equiv=refresh content='900; url=../refreshed.html'>",
    ),
    "/moved/refreshed.html": (
        HTML,
        b"<base href=data:,><base href=/no/><a href=four.html>no base at all</a>",
    ),
    "/moved/four.html": (HTML, b"<iframe srcdoc='&lt;a href=five.html>&lt;/a>'></iframe>"),
    "/moved/five.html": (HTML, b"<svg><a xlink:href=six.html><text>6</text></a></svg>"),
    "/moved/six.html": (HTML, b"<p>the last of these</p>"),
    "/late/two.html": (
        HTML,
        "<meta charset=shift_jis><a href='search?q=\u65e5\u672c'></a><a href='\u65e5'>\u672c</a>".encode(
            "cp932"
        ),
    ),
    "/late/search?q=%93%FA%96%7B": ("text/html; charset=windows-1251", "<a href='?\u0436'>".encode("cp1251")),
    "/late/search?%E6": (HTML, b"<frameset><frame src=/frame.html></frameset>"),
    "/late/%E6%97%A5": (HTML, b"<img srcset='/small 1x, /large,s 2x' alt=''>"),
    "/small": (HTML, b"<p>small</p>"),
    "/large,s": (HTML, b"<p style='background: url(/back\\67 round)'>large</p>"),
    "/background": (HTML, b"<style>@import '/imported';</style>"),
    "/imported": (HTML, b"<p>the end</p>"),
    "/frame.html": (HTML, b"<a href='\\back\\slash.html'>\\</a>"),
    "/back/slash.html": (HTML, b"<map><area href='x y.html'></map>"),
    "/back/x%20y.html": (HTML, b"<a href='http:../top.html'>a scheme in front</a>"),
    "/top.html": (HTML, b"<a href='http://elsewhere.invalid/'>another site</a>"),
}
REDIRECTS = {path for path, (media, _) in PAGES.items() if media == "redirect"}


class Site(BaseHTTPRequestHandler):
    """Serves the pages."""

    def do_GET(self) -> None:
        media, body = PAGES.get(self.path, ("", b"missing"))
        self.send_response(301 if media == "redirect" else 200 if media else 404)
        if media == "redirect":
            self.send_header("Location", body.decode())
        self.send_header("Content-Type", media if media != "redirect" else HTML)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 -- in the base class
        """Do not log requests."""


def main() -> None:
    with ThreadingHTTPServer(("127.0.0.1", 0), Site) as server:
        sys.stdout.write(f"{server.server_address[1]}\n")
        sys.stdout.flush()
        server.serve_forever()


if __name__ == "__main__":
    main()
