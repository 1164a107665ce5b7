"""The URLs that local links of a mirror stand for."""

from __future__ import annotations

from pathlib import Path

import pytest

from absolutize.containers.file_urls import FileUrls
from absolutize.containers.mirror.local_links import Mirror

HOSTS = (("a.example/", "http://a.example/"), ("b.example:81/", "http://b.example:81/"))
PROTOCOLS = (("http/a.example/", "http://a.example/"), ("https/c.example/", "https://c.example/"))
FILES = (
    "a.example/x/a.html",
    "a.example/x/page.php?x=3",
    "a.example/x/s.php.css",
    "b.example:81/logo.png",
    "b.example:81/d/index.html",
    "b.example:81/list.php?y",
    "http/a.example/x/a.html",
    "https/c.example/s p.css",
)
MOVED = [
    # an id, the URLs of folders, the target as it is resolved, and the URL that it stands for, if another
    ("its own name", HOSTS, "http://a.example/x/a.html", None),
    ("a query in a name", HOSTS, "http://a.example/x/page.php%3Fx=3#f", "http://a.example/x/page.php?x=3#f"),
    ("a script's style sheet", HOSTS, "http://a.example/x/s.php.css", "http://a.example/x/s.php"),
    ("no file", HOSTS, "http://a.example/x/b.html", None),
    ("another host", HOSTS, "http://a.example/b.example%3A81/logo.png", "http://b.example:81/logo.png"),
    (
        "its index",
        HOSTS,
        "http://a.example/b.example:81/d/index.html#s",
        "http://b.example:81/d/index.html#s",
    ),
    ("its query", HOSTS, "http://a.example/b.example:81/list.php%3Fy", "http://b.example:81/list.php?y"),
    ("no file there", HOSTS, "http://a.example/b.example:81/logo.gif", None),
    (
        "another scheme",
        PROTOCOLS,
        "http://a.example/https/c.example/s%20p.css",
        "https://c.example/s%20p.css",
    ),
    ("a host next to it", PROTOCOLS, "http://a.example/a.example/x/a.html", "http://a.example/x/a.html"),
    ("dots", HOSTS, "http://a.example/x/../../b.example:81/logo.png", None),
]
NAMING = [
    # an id, a page at a.example/x/a.html, and whether its links may be names of files
    ("a file next to it", "<a href=page.php%3Fx=3>", True),
    ("a script's style sheet", "<link href=s.php.css>", True),
    ("its own URI", "<a href=a.html>", False),
    ("a host", '<a href="../../b.example%3A81/logo.png">', True),
    ("a host, and what is not there", '<a href="../../b.example%3A81/logo.png"><a href=q.html>', False),
    ("a host, and a path from the root", '<a href="../../b.example%3A81/logo.png"><a href=/x/a.html>', False),
    ("no host", '<a href="../x/a.html">', False),
    ("a host above the mirror", '<a href="../../../b.example%3A81/logo.png">', False),
]


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("mirror")
    for name in FILES:
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).touch()
    return root


@pytest.mark.parametrize(
    ("roots", "target", "expected"), [row[1:] for row in MOVED], ids=[r[0] for r in MOVED]
)
def test_what_a_target_stands_for(
    root: Path, roots: tuple[tuple[str, str], ...], target: str, expected: str | None
) -> None:
    assert Mirror(root, FileUrls({}, roots)).url_of_file(target) == expected


@pytest.mark.parametrize(("page", "expected"), [row[1:] for row in NAMING], ids=[r[0] for r in NAMING])
def test_pages_that_link_to_files(root: Path, page: str, expected: bool) -> None:
    assert Mirror(root, FileUrls({}, HOSTS)).may_name(page.encode(), "a.example/x/a.html") is expected
