"""Which directories are read as those of hosts: what names and pages show, and how many pages are read."""

from __future__ import annotations

from pathlib import Path

import pytest

from absolutize.containers.mirror.hosts import PAGES_LOOKED_AT, first_pages, host_of_tree, hosts_inside
from tests.containers.mirror.test_file_urls import planted

LIKELY = [  # names of directories without a page, and whether they are taken for those of hosts
    ("www.example.com", True),
    ("h.example", True),
    ("example.co.uk", True),
    ("xn--bcher-kva.example", True),
    ("a.xn--p1ai", True),
    ("localhost", True),
    ("192.0.2.1", True),
    ("example.com:8080", True),
    ("example.com+8080", True),
    ("example.com_81", True),
    ("intranet:8080", True),
    ("intranet+8080", False),
    ("intranet", False),
    ("my.project", False),
    ("docs.bak", False),
    ("site.old", False),
    ("project.git", False),
    ("foo.html", False),
    ("jquery.min", False),
    ("chart.js", False),
    ("app.vue", False),
    ("readme.md", False),
    ("run.py", False),
    ("cgi.pl", False),
    ("index.files", False),
    ("Page_files", False),
    ("my_site.v2", False),
    ("my_site.de", False),
    ("myapp.test", False),
    ("settings.local", False),
    ("org.example.app", False),
    ("1.2.3", False),
    ("1.0.0.0", False),
    ("v1.2", False),
    ("12:30", False),
    ("chapter:2", False),
]


@pytest.mark.rows(("name", "is_host"), LIKELY, ids=[name for name, _ in LIKELY])
def test_a_name_alone(tmp_path_factory: pytest.TempPathFactory, name: str, is_host: bool) -> None:
    tree = tmp_path_factory.mktemp("tree")
    page = planted(tree / name, {"src/a.html": "<script src=app.js></script>"})
    inside, itself = hosts_inside(tree, is_mirror=False), host_of_tree(page)
    assert ([*inside.roots], bool(itself.roots)) == ([f"{name}/"] if is_host else [], is_host)
    assert inside.is_sure is itself.is_sure is (is_host and ":" in name)


REFERENCES = [  # text in a page, and the URL of the directory that has the page, my.site
    ("<a href=http://my.site/>", "http://my.site/"),
    ("<link rel=canonical href='https://my.site'>", "https://my.site/"),
    ("<meta property=og:url content=HTTPS://MY.SITE/a>", "https://my.site/"),
    ("<base href='//my.site/'>", "http://my.site/"),
    (r'{"url": "https:\/\/my.site\/a"}', "https://my.site/"),
    ("<!-- Mirrored from my.site/a by HTTrack -->", "http://my.site/"),
    ("See ftp://my.site/pub.", "http://my.site/"),
    ("http://my.site/ https://my.site/ https://my.site.", "https://my.site/"),
    ("<a href=http://my.site.example/>", None),
    ("<a href=http://my.site:8080/>", None),
    ("<a href=http://www.my.site/>", None),
    ("<script>//my.site = 1</script>", None),
    ("my.site", None),
    (" " * (1 << 16) + "http://my.site/", None),
]


@pytest.mark.rows(("text", "url"), REFERENCES, ids=[repr(text[-60:]) for text, _ in REFERENCES])
def test_a_page_refers_to_its_host(
    tmp_path_factory: pytest.TempPathFactory, text: str, url: str | None
) -> None:
    tree = tmp_path_factory.mktemp("tree")
    site = planted(tree / "my.site", {"d/a.php": text})
    assert dict(hosts_inside(tree, is_mirror=False).roots) == ({"my.site/": url} if url else {})
    assert dict(host_of_tree(site).roots) == ({"": url} if url else {})


OWN = "<a href=http://my.site/>"
NEIGHBOURS = {
    # the files of a tree, and its directories that are taken for those of hosts
    "nothing shows that one is a host's": ({"docs/a.html": "", "src/a.html": "", "app.vue/a.html": ""}, []),
    "a name that is likely, next to names of one label": (
        {"example.com/a.html": "", "notes/a.html": "http://notes/", "assets/a.html": ""},
        ["example.com/"],
    ),
    "names of one label next to a host": (
        {"my.site/a.html": OWN + "http://intranet/", "intranet/a": "", "wiki/a": "http://wiki/", "docs/a": "",
         "src/a": "<script>//src</script>"},
        ["intranet/", "my.site/", "wiki/"],
    ),
    "a likely name next to a host": (
        {"my.site/a.html": OWN, "example.com/a.html": "", "my.backup/a.html": ""},
        ["example.com/", "my.site/"],
    ),
    "hosts to which the pages of a host refer": (
        {"my.site/a.html": OWN + "<a href=//b.site>", "b.site/a.js": "", "c.site/a.js": ""},
        ["b.site/", "my.site/"],
    ),
    "hosts to which converted pages of a host lead": (
        {"my.site/d/a.html": OWN + "<img src=../../b.site/i><img src=../c.site/i>", "b.site/i": "",
         "c.site/i": ""},
        ["b.site/", "my.site/"],
    ),
    "packages that lead to each other": (
        {"foo.core/a.html": "<img src=../foo.ui/i>", "foo.ui/a.html": "<img src=../foo.core/i>"},
        [],
    ),
    "directories of protocols": (
        {"https/my.site/a.html": OWN, "http/example.com/a.html": ""},
        ["http/example.com/", "https/my.site/"],
    ),
    "a directory of a protocol that has others": (
        {"http/example.com/a.html": "http://example.com/", "http/docs/a.html": ""},
        [],
    ),
}  # fmt: skip


@pytest.mark.parametrize(("contents", "expected"), NEIGHBOURS.values(), ids=NEIGHBOURS)
def test_directories_next_to_each_other(
    tmp_path: Path, contents: dict[str, str], expected: list[str]
) -> None:
    assert [*hosts_inside(planted(tmp_path / "tree", contents), is_mirror=False).roots] == expected


def test_few_pages_are_looked_at(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tree = planted(tmp_path / "tree", {f"my.site/{number:03}.html": "" for number in range(90)})
    opened, read = list[Path](), Path.open
    monkeypatch.setattr(Path, "open", lambda path, mode: opened.append(path) or read(path, mode))
    assert not hosts_inside(tree, is_mirror=False).roots
    assert len(opened) == PAGES_LOOKED_AT


def test_few_names_are_looked_at_for_pages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tree = planted(tmp_path / "tree", {"0.png": "", "1.png": "", "2.html": ""})
    assert list(first_pages(tree)) == [tree / "2.html"]
    monkeypatch.setattr("absolutize.containers.mirror.hosts.NAMES_LOOKED_AT", 2)
    assert list(first_pages(tree)) == []
