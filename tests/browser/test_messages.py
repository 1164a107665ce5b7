"""MHTML messages in a browser: links, images and frames are the same before and after a rewrite."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.browser.chromium import Chromium, executable
from tests.browser.seeing import Frame, loaded, seen
from tests.browser.server import Page, Server
from tests.corpus.pages import folder
from tests.support.inside import absolute, through

SITE = {
    "http://www.example.com/d/p.html": (
        b"<!DOCTYPE html><title>page</title><a href='x?a=1&amp;b'>x</a><a href=#f>f</a>"
        b"<img alt=i src=../i.gif><img alt=s src=../i.gif srcset='../i.gif 2x'>"
        b"<iframe src=f.html></iframe><form action=q></form><blockquote cite=c></blockquote>"
        b"<iframe srcdoc='<title>inner</title><a href=y>y</a>'></iframe>"
    ),
    "http://www.example.com/d/f.html": (
        b"<!DOCTYPE html><title>frame</title><base href=/e/><a href=z>z</a><img alt=j src=../i.gif>"
    ),
    "http://www.example.com/e/": b"<!DOCTYPE html><a href=''>",
}
GIF = bytes.fromhex("47494638376101000100800000000000ffffff2c00000000010001000002024401003b")


@pytest.fixture(scope="module")
def browser() -> Iterator[tuple[Chromium, Server]]:
    program = executable()
    if program is None:
        pytest.skip("there is no Chromium here (apt-get install chromium)")
    with Server() as server, Chromium(program, server.port) as chromium:
        server.pages |= {url: Page(body) for url, body in SITE.items()}
        server.pages["http://www.example.com/i.gif"] = Page(GIF)
        yield chromium, server


def opened(chromium: Chromium, path: Path, data: bytes) -> list[Frame]:
    path.write_bytes(data)
    return seen(chromium, path.as_uri())


def test_a_page_that_the_browser_saved(browser: tuple[Chromium, Server], tmp_path: Path) -> None:
    chromium, _ = browser
    session = chromium.open("http://www.example.com/d/p.html")
    loaded(chromium, session)
    saved = chromium.call("Page.captureSnapshot", session, format="mhtml")["data"].encode()
    chromium.close(session)
    came = through(saved, "saved.mhtml")
    assert (came.kind, came.data, len(came.parts)) == ("mhtml", saved, 3)
    assert [code for _, code in came.troubles] == ["not-html"]  # the server labels the image as HTML, too
    before = opened(chromium, tmp_path / "before.mhtml", saved)
    after = opened(chromium, tmp_path / "after.mhtml", absolute(saved, "saved.mhtml"))
    assert after == before
    assert [frame.title for frame in after] == ["page", "frame", "inner"]
    assert [frame.images for frame in after] == [[[1, "i"], [1, "s"]], [[1, "j"]], []]
    assert after[0].links[0][1] == "http://www.example.com/d/x?a=1&b"


DRAWING = (
    b"<svg xmlns='http://www.w3.org/2000/svg' xmlns:xlink='http://www.w3.org/1999/xlink'>"
    b"<title>drawing</title><a href='x'/><image xlink:href='../i.gif'/></svg>"
)


def test_a_drawing_that_the_browser_saved(browser: tuple[Chromium, Server], tmp_path: Path) -> None:
    chromium, server = browser
    server.pages["http://www.example.com/d/s.svg"] = Page(DRAWING, media="image/svg+xml")
    server.pages["http://www.example.com/d/s.html"] = Page(b"<title>page</title><iframe src=s.svg></iframe>")
    session = chromium.open("http://www.example.com/d/s.html")
    loaded(chromium, session)
    saved = chromium.call("Page.captureSnapshot", session, format="mhtml")["data"].encode()
    chromium.close(session)
    assert b'xlink:href=3D"../i.gif"' in saved
    made = absolute(saved, "saved.mhtml")
    assert b"../i.gif" not in made
    before = opened(chromium, tmp_path / "before.mhtml", saved)
    after = opened(chromium, tmp_path / "after.mhtml", made)
    assert after == before
    assert [frame.title for frame in after] == ["page", "drawing"]


RELATIVE = """\
From: someone
MIME-Version: 1.0
Content-Type: multipart/related; boundary=b; type="text/html"
{outer}
--b
Content-Type: text/html; charset=utf-8
Content-Transfer-Encoding: {encoding}
Content-Location: http://www.example.com/d/p.html

{page}
--b
Content-Type: text/html
Content-Location: http://www.example.com/d/f.html

<title>frame</title><base href=/e/><a href=z>z</a><img alt=j src=../i.gif>
--b
Content-Type: image/gif
Content-Transfer-Encoding: base64
Content-Location: http://www.example.com/i.gif

R0lGODdhAQABAIAAAAAAAP///ywAAAAAAQABAAACAkQBADs=
--b--
"""
PAGES = {
    "8bit": "<title>page</title><a href='x?a=1&amp;b'>é</a><img alt=i src=../i.gif><iframe src=f.html>",
    "quoted-printable": (
        "<title>page</title><a href=3D'x?a=3D1&amp;b'>=C3=A9</a><img alt=3Di src=3D../i.gif>=\n"
        "<iframe src=3Df.html></iframe>"
    ),
    "base64": (
        "PHRpdGxlPnBhZ2U8L3RpdGxlPjxhIGhyZWY9J3g/YT0xJmFtcDtiJz7DqTwvYT48aW1nIGFsdD1p\n"
        "IHNyYz0uLi9pLmdpZj48aWZyYW1lIHNyYz1mLmh0bWw+PC9pZnJhbWU+"
    ),
}


@pytest.mark.parametrize("encoding", PAGES)
def test_a_message_of_relative_links(browser: tuple[Chromium, Server], encoding: str, tmp_path: Path) -> None:
    chromium, _ = browser
    text = RELATIVE.format(outer="", encoding=encoding, page=PAGES[encoding])
    data = text.encode().replace(b"\n", b"\r\n")
    made = absolute(data, "m.mht")
    assert made != data
    before = opened(chromium, tmp_path / "before.mht", data)
    after = opened(chromium, tmp_path / "after.mht", made)
    assert [frame.links for frame in after] == [frame.links for frame in before]
    assert [frame.images for frame in after] == [frame.images for frame in before] == [[[1, "i"]], [[1, "j"]]]
    assert [frame.title for frame in after] == ["page", "frame"]
    assert after[0].links[0][1] == "http://www.example.com/d/x?a=1&b"


MESSAGES = sorted(path for path in (folder() / "mhtml").rglob("*") if path.suffix in {".mht", ".mhtml"})
ABSENT = pytest.param(
    None, marks=pytest.mark.skip(reason="the corpus is absent: no mhtml next to the project")
)


@pytest.mark.parametrize("path", MESSAGES or [ABSENT], ids=lambda path: path and path.name)
def test_messages_of_the_corpus(browser: tuple[Chromium, Server], path: Path, tmp_path: Path) -> None:
    """The browser shows the same of each before and after a rewrite, even where that is only a part."""
    chromium, _ = browser
    data = path.read_bytes()
    before = opened(chromium, tmp_path / f"before{path.suffix}", data)
    after = opened(chromium, tmp_path / f"after{path.suffix}", absolute(data, path.name))
    assert [frame.links for frame in after] == [frame.links for frame in before]
    assert [frame.images for frame in after] == [frame.images for frame in before]
    assert [frame.title for frame in after] == [frame.title for frame in before]
