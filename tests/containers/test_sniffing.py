"""The kind of content that a file's name indicates."""

from __future__ import annotations

from pathlib import PurePosixPath

import pytest

from absolutize.containers.sniffing import (
    begins_as_page,
    holds_pages,
    is_binary,
    is_page,
    is_page_type,
    is_said_to_be_html,
    is_text,
    looks_like_document,
    looks_like_html,
    may_be_page,
    says_what_it_is,
    suffix,
    type_of,
    uncompressed_name,
    xml_type_of,
)

SUFFIXES = {
    "a.html": ".html",
    "d/A.HTML": ".html",
    "crawl.zip!d.e/a.xhtml": ".xhtml",
    "crawl.zip!a": "",
    "crawl.zip!a/": "",
    "Yahoo!.html": ".html",
    "d/Yahoo!.xhtml": ".xhtml",
    "d/Go!/.html": "",
    "crawl.zip!Yahoo!.html": ".html",
    "Hello!World.html": ".html",
    "a.php?x=1!.html": ".html",
    "a.html?x.png": ".html",  # wget writes queries into names
    "a.css?v=1.2": ".css",
    "a.php?x=1.html": ".html",
    "a.css@v=1.2": ".css",  # ... and for Windows
    "d/feed.php@type=rss": ".php",
    "a.css@v=1?2": ".css",
    "a.php@v=1.css": ".css",  # wget, --adjust-extension
    "a.php@x=1.svg": ".svg",
    "a.txt@x=1.png": ".txt",
    "a.php@x=1.html": ".html",
    "john@x=1.css": ".css",
    "john.doe@x=1.css": ".css",
    "a.css@2x": ".css@2x",
    "@v=1.css": ".css",
    "d.html/": ".html",
    "d.html/a": "",
    "a.": "",
    ".html": "",
    "..": "",
    "": "",
    "!": "",
}


@pytest.mark.rows("name", SUFFIXES)
def test_suffix(name: str) -> None:
    assert suffix(name) == SUFFIXES[name]


@pytest.mark.rows("name", ["a", "a.b", "x/a.b.c", "x.y/a", ".a", "a..b", "..a", "a.b/", "/", "//x.y", " .x"])
def test_suffix_is_that_of_a_path(name: str) -> None:
    assert suffix(name) == PurePosixPath(name).suffix


OF_NO_PAGE = (
    *(
        "avif",
        "bmp",
        "cjs",
        "css",
        "csv",
        "eot",
        "gif",
        "ico",
        "jpeg",
        "jpg",
        "js",
        "json",
        "m4a",
        "md",
        "mjs",
    ),
    *("mov", "mp3", "mp4", "ogg", "otf", "pdf", "png", "tar", "tgz", "ttf", "txt"),
    *("wasm", "wav", "webm", "webp", "woff", "woff2"),
)
OF_PROGRAMS = (
    *("action", "asp", "aspx", "cfm", "cgi", "do", "fcgi", "jsp", "jspx"),
    *("php", "php3", "php4", "php5", "phtml", "pl", "py"),
)
OF_CONTAINERS = ("arc", "eml", "emlx", "mbox", "mbx", "mht", "mhtml", "wacz", "warc")
XML_TYPES = {
    "xhtml": "application/xhtml+xml",
    "xht": "application/xhtml+xml",
    "xml": "application/xml",
    "svg": "image/svg+xml",
    "rss": "application/rss+xml",
    "atom": "application/atom+xml",
    "rdf": "application/rdf+xml",
    "opml": "text/x-opml",
    "xsl": "application/xslt+xml",
    "xslt": "application/xslt+xml",
    "xspf": "application/xspf+xml",
}
PAGE, LIKE_HTML, MARKUP = b"<!DOCTYPE html><p>", b"<p>x", b"<x>"


@pytest.mark.rows("end", OF_NO_PAGE)
def test_what_no_page_is_called(end: str) -> None:
    name = f"a.{end}"
    assert not may_be_page(name)
    assert says_what_it_is(name.upper())
    assert not is_page(name, PAGE)
    assert is_page(name, PAGE, style_sheets=True) is may_be_page(name, style_sheets=True) is (end == "css")


@pytest.mark.rows("end", ["", *(f".{end}" for end in OF_PROGRAMS)])
def test_what_a_name_does_not_show(end: str) -> None:
    assert not says_what_it_is(f"a{end}")
    found = [is_page(f"a{end}", body) for body in (PAGE, LIKE_HTML, b"<?xml version='1.0'?><x/>", b"text")]
    assert found == [True, True, True, False]


def test_what_another_name_does_not_show() -> None:
    assert not says_what_it_is("a.x")
    assert [is_page("a.x", body) for body in (PAGE, LIKE_HTML, b"<?xml version='1.0'?><x/>")] == [
        True,
        False,
        False,
    ]


@pytest.mark.rows("end", ["html", "htm", "shtml", "xhtml", "xht"])
def test_what_a_page_is_called(end: str) -> None:
    name = f"d/a.{end}?q"
    assert is_said_to_be_html(name)
    assert says_what_it_is(name)
    assert is_page(name, b"text")
    assert not is_page(name, b"\x89PNG")
    assert not holds_pages(name)
    assert holds_pages(f"d/a.{end}.gz")


@pytest.mark.rows("end", XML_TYPES)
def test_what_xml_is_called(end: str) -> None:
    name = f"a.{end.upper()}"
    assert xml_type_of(name) == type_of(f"{name}.gz") == XML_TYPES[end]
    assert says_what_it_is(name)
    assert is_page(name, b" <x/>")
    assert is_page(name, b"text") is is_said_to_be_html(name)
    assert holds_pages(f"{name}.br")
    assert not holds_pages(name)


@pytest.mark.rows("end", OF_CONTAINERS)
@pytest.mark.rows("coding", ["", ".gz", ".zst", ".br", ".GZ"])
def test_what_a_container_is_called(end: str, coding: str) -> None:
    assert uncompressed_name(f"a.{end}{coding}") == f"a.{end}"
    assert holds_pages(f"d/A.{end}{coding}")
    assert not holds_pages(f"a.{end}.x{coding}")


def test_what_a_compressed_svg_is_called() -> None:
    assert uncompressed_name("d/a.SVGZ") == "d/a.svg"
    assert holds_pages("d/a.svgz")
    assert type_of("d/a.svgz") == "image/svg+xml"


def test_what_a_style_sheet_is_called() -> None:
    assert type_of("a.css.gz") == type_of("a.CSS?v=1") == "text/css"
    assert (type_of("a.html"), type_of("css")) == (None, None)
    assert not holds_pages("a.css.gz")
    assert holds_pages("a.css.gz", style_sheets=True)
    assert not holds_pages("a.css", style_sheets=True)


TYPES = {"text/html": True, "application/xhtml+xml": True, "text/xml": True, "text/plain": False, "": False}


@pytest.mark.rows("media", TYPES)
def test_which_media_types_are_read(media: str) -> None:
    assert is_page_type(media) is TYPES[media]
    assert [is_page_type("text/css", style_sheets=each) for each in (False, True)] == [False, True]


MAGIC = {
    "PNG": b"\x89PNG\r\n",
    "GIF": b"GIF89a",
    "JPEG": b"\xff\xd8\xff\xe0",
    "ICO": b"\0\0\1\0\1\0",
    "WebP": b"RIFF\0\0\0\0WEBP",
    "WOFF": b"wOFF",
    "WOFF 2": b"wOF2",
    "PDF": b"%PDF-1.7",
    "OLE": b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1",
    "zip": b"PK\3\4",
    "gzip": b"\x1f\x8b\x08",
    "bzip2": b"BZh91AY&SY",
    "xz": b"\xfd7zXZ\0",
    "7z": b"7z\xbc\xaf\x27\x1c",
    "RAR": b"Rar!\x1a\7\0",
    "ar": b"!<arch>\n",
    "plist": b"bplist00",
    "SQLite": b"SQLite format 3\0",
    "CHM": b"ITSF\3\0\0\0",
    "ELF": b"\x7fELF",
    "UTF-32BE": "<x>".encode("utf-32-be"),
    "UTF-32LE": "<x>".encode("utf-32-le"),
    "EBCDIC": "<?xml".encode("cp037"),
    "tar": b"a.html".ljust(257, b"\0") + b"ustar\0",
}


@pytest.mark.rows("name", MAGIC)
def test_what_begins_like_no_text(name: str) -> None:
    assert is_binary(MAGIC[name])
    assert not is_binary(b" " + MAGIC[name])
    assert not is_page("a.html", MAGIC[name])


TEXTS = {  # a body, and whether it is text, HTML, or a document
    b"": (True, False, False),
    b"text\t\r\n\x0c\x1b": (True, False, False),
    b"\xe9\xff": (True, False, False),
    b"\0": (False, False, False),
    b"x\x08": (False, False, False),
    b"x\x0e": (False, False, False),
    b"\x1f": (False, False, False),
    b"x" * 1444 + b"\0": (False, False, False),
    b"x" * 1445 + b"\0": (True, False, False),
    b"\xef\xbb\xbf\0": (True, False, False),
    b"\xff\xfe\0": (True, False, False),
    b"\xfe\xff\0": (True, False, False),
    b" \n<\0": (True, False, False),
    b"\0<": (True, False, False),
    b"<!-- x": (True, True, True),
    b"\xef\xbb\xbf \n<P>": (True, True, True),
    b"<px>": (True, False, False),
    b"<table": (True, False, False),
    b"<HTML>": (True, True, True),
    b"<rss>": (True, False, True),
    b"<?xml version='1.0'?><!-- x --> <html>": (True, True, True),
    b"<?xml version='1.0'?><x/>": (True, False, True),
}


@pytest.mark.rows("body", TEXTS)
def test_what_a_body_looks_like(body: bytes) -> None:
    assert (is_text(body), looks_like_html(body), looks_like_document(body)) == TEXTS[body]


def test_what_only_a_page_begins_with() -> None:
    names = [b"<!doctype html", b"<html", b"<head", b"<body", b"<title", b"<frameset"]
    assert all(begins_as_page(b"\xef\xbb\xbf\n" + name.upper() + b">") for name in names)
    assert not any(begins_as_page(name + b"x>") for name in names)
    assert not begins_as_page(LIKE_HTML)
    assert not begins_as_page(b" " * 1445 + PAGE)
