"""Content codings in a browser: if one is unknown, none is taken off; archived pages are read so, too."""

from __future__ import annotations

import gzip
import zlib

import pytest

from absolutize.containers.compression import CorruptData
from absolutize.containers.http.codings import decode
from absolutize.containers.http.header_fields import HeaderFields
from tests.browser.chromium import Chromium
from tests.browser.seeing import seen
from tests.browser.server import Page, Server

PAGE = b"<!DOCTYPE html><title>shown</title><a href=x>x</a>"
BODIES = {"text": PAGE, "gzip": gzip.compress(PAGE), "deflate": zlib.compress(PAGE)}
UNKNOWN = (
    *("utf-8", "8bit", "binary, utf-8", "iso-8859-1", "text/html", "aws-chunked", "compress", "x-deflate"),
    *("gzip, utf-8", "utf-8, gzip", "deflate, aws-chunked", "aws-chunked, deflate"),
)


@pytest.mark.rows("body", BODIES)
@pytest.mark.rows("codings", UNKNOWN)
def test_a_page_in_an_unknown_coding_is_read_where_a_browser_shows_it(
    browsing: tuple[Chromium, Server], codings: str, body: str
) -> None:
    browser, server = browsing
    where = f"http://www.example.com/{UNKNOWN.index(codings)}/{body}"
    server.pages[where] = Page(BODIES[body], coding=codings)
    (frame,) = seen(browser, where)
    assert (frame.title == "shown") is (decoded(codings, BODIES[body]) == PAGE) is (body == "text")


def decoded(codings: str, body: bytes) -> bytes | None:
    fields = HeaderFields(b"\r\nContent-Encoding: %b\r\n" % codings.encode())
    try:
        return decode(fields, body, 1 << 20).payload
    except CorruptData:
        return None
