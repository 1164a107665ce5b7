"""A site is mirrored by wget and made absolute: every link has the same target as on the live page."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

import absolutize
from absolutize.containers.mirror.layout import guess_urls
from absolutize.containers.mirror.local_links import Mirror
from tests.browser.chromium import Chromium, executable
from tests.browser.seeing import seen
from tests.browser.server import Page, Server
from tests.support.commandline import Runner

HOST = "http://www.example.com/"
MOVED = "http://elsewhere.example/x/y/z/"
LINKS = (
    "<title>{0}</title><a href=/>0</a><a href=d/>1</a><a href=/d/e.html>2</a>"
    "<a href='/d/list.php?page=2&amp;q=a'>3</a>"
    "<a href='/sp%20ace/caf%C3%A9.html'>4</a><a href=../up.html>5</a><a href=//www.example.com/d/?a=b>6</a>"
    "<a href='?x'>7</a><a href=#f>8</a><a href=http://other.example/>9</a><a href=mailto:a@b>10</a>"
    "<a href='/wiki/Who%3F'>11</a><a href=/List.ASP>12</a><a href='/q.html?u=http://a/b'>13</a>"
    "<img src=i.gif srcset='/j.gif 2x'><form action=q></form><link rel=stylesheet href='/s.css?v=6.1'>"
)
PAGES = {
    HOST: LINKS,
    HOST + "d/": LINKS,
    HOST + "d/e.html": "<base href=/f/g/>" + LINKS,
    HOST + "d/list.php?page=2&q=a": LINKS + "<a href='?page=3'>next</a>",
    HOST + "d/?a=b": LINKS,
    HOST + "sp%20ace/caf%C3%A9.html": LINKS,
    HOST + "wiki/Who%3F": LINKS + "<a href='?action=edit'>edit</a>",
    HOST + "List.ASP": LINKS,
    HOST + "up.html": "<a href=d/d/>x</a>",
}
SHEET = HOST + "s.css?v=6.1"
OTHER = "http://other.example/"
PAGES_ELSEWHERE = {  # wget requests these when it follows links to other hosts (-H)
    OTHER: LINKS + f"<a href={HOST}d/e.html>there</a>",
    OTHER + "d/e.html": f"<a href={HOST}d/>there</a><a href='{HOST}d/list.php?page=2&amp;q=a#f'>there</a>",
}

WINDOWS = "--restrict-file-names=windows"
ASCII = "--restrict-file-names=ascii"
OPTIONS: list[tuple[str, ...]] = [
    (),
    ("-k",),
    ("-E",),
    ("-k", "-E"),
    ("-k", "-E", "-K"),
    ("-k", "-E", "-A", "html,css"),
    ("-k", "-R", "e.html"),
    ("-k", ASCII),
    ("-k", WINDOWS),
    ("-k", "-H", "-D", "example.com,other.example"),
    ("-k", "-E", "-K", "-H", "-D", "example.com,other.example", "--protocol-directories"),
]


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with Server() as server:
        for url, text in {**PAGES, **PAGES_ELSEWHERE}.items():
            server.pages[url] = Page(f"<!DOCTYPE html>{text.format(url)}".encode(), "utf-8")
        server.pages[SHEET] = Page(b"p {}", media="text/css")
        yield server


@pytest.fixture(scope="module")
def chromium(server: Server) -> Iterator[Chromium]:
    program = executable()
    if program is None:
        pytest.skip("there is no Chromium here (apt-get install chromium)")
    with Chromium(program, server.port) as chromium:
        yield chromium


def mirrored(server: Server, directory: Path, *options: str) -> Path:
    """Have wget mirror the site."""
    program = shutil.which("wget")
    if program is None:
        pytest.skip("there is no wget here (apt-get install wget)")
    proxy = f"http_proxy=http://127.0.0.1:{server.port}/"
    quick = ["--no-config", "-q", "-e", "robots=off", "-e", proxy, "--tries=1", "--timeout=20"]
    command = [program, *quick, "-r", "-l", "5", *options, "-P", directory, HOST]
    subprocess.run(command, check=False, timeout=100)
    return directory


@pytest.fixture(scope="module")
def mirror(server: Server, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return mirrored(server, tmp_path_factory.mktemp("mirrors") / "mirror")


def test_wget_names_files_as_is_guessed(mirror: Path) -> None:
    guess = guess_urls(mirror)
    assert guess.lines == [f"reading it as a mirror by wget: www.example.com/ is {HOST}"]
    files = {str(path.relative_to(mirror)) for path in mirror.rglob("*") if path.is_file()}
    assert {guess.file_urls.url(path) for path in files} == {*PAGES, SHEET}


@pytest.mark.parametrize("options", OPTIONS, ids=" ".join)
def test_each_link_goes_where_it_went_on_the_live_page(
    options: tuple[str, ...], server: Server, chromium: Chromium, tmp_path: Path
) -> None:
    """For unchanged mirrors, and for those whose links wget has converted to lead from file to file."""
    mirror = mirrored(server, tmp_path / "mirror", *options)
    run = Runner(mirror.parent)
    assert run("rewrite", "mirror", "-o", "absolute").status == 0
    added = (".html", ".css") if "-E" in options else ()
    known = Mirror(mirror, guess_urls(mirror).file_urls._replace(suffixes_added=added))
    for path in sorted(mirror.rglob("*")):
        name = str(path.relative_to(mirror))
        url = known.url(name)
        if url is None or not path.is_file():
            continue
        server.pages[MOVED] = Page((mirror.parent / "absolute" / name).read_bytes(), "utf-8")
        live, moved = seen(chromium, url)[0], seen(chromium, MOVED)[0]
        assert leading(live.links, url) == leading(moved.links, url)
        assert live.title == url or not live.title


def leading(links: list[list[str | None]], page: str) -> list[list[str | None]]:
    """Normalise links for the comparison: links into the page itself, which stay unchanged, become fragments.

    In converted links wget names the file that it made of a directory, and it leaves BASE empty.
    """
    found = [[value and value.replace("/index.html", "/") for value in link] for link in links]
    return [
        [value and value.replace(f"{page}#", "#").replace(f"{MOVED}#", "#") for value in link]
        for link in found
        if link[0] != "base"
    ]


@pytest.mark.parametrize(
    "options",
    [["-k"], ["-E"], ["-k", "-E"], ["--restrict-file-names=windows"], ["-nH"], ["--protocol-directories"]],
    ids=" ".join,
)
def test_mirrors_of_all_kinds(server: Server, tmp_path: Path, options: list[str]) -> None:
    """Whichever options wget is given, no link is relative after the rewrite."""
    mirrored(server, tmp_path / "mirror", *options)
    arguments = ["--root", HOST] if "-nH" in options else []
    ran = Runner(tmp_path)("rewrite", "mirror", "-o", "absolute", *arguments)
    assert (ran.status, f"{len(PAGES)} documents" in ran.err) == (0, True)
    pages = [path.read_bytes() for path in (tmp_path / "absolute").rglob("*") if path.is_file()]
    codes = {link.code for page in pages for link in absolutize.links(page)}
    assert codes == {"absolute", "same-document"}
