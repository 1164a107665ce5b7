"""The kind of content that a file's name indicates."""

from __future__ import annotations

from pathlib import PurePosixPath

import pytest

from absolutize.containers.sniffing import suffix

SUFFIXES = {
    "a.html": ".html",
    "d/A.HTML": ".html",
    "crawl.zip!d.e/a.xhtml": ".xhtml",
    "a.html?x.png": ".html",  # wget writes queries into names
    "a.css?v=1.2": ".css",
    "a.php?x=1.html": ".html",
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
