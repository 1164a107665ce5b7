"""The URLs of the files of a directory, as its options give them, and what is reported."""

from __future__ import annotations

import json

import pytest

from tests.support.commandline import Runner


@pytest.fixture
def mirror(run: Runner) -> Runner:
    """A folder of two hosts, as wget names them, each with a page."""
    for host in ("a.example", "b.example"):
        (run.directory / "m" / host).mkdir(parents=True)
        (run.directory / "m" / host / "x.html").write_bytes(b"<a href=y>")
    return run


DONE = "absolutize: m: 2 documents, 2 links made absolute\n"
GETS = "absolutize: m: {0}/ gets the URL"
ROOTS = {
    "the URL of a host's folder for the whole mirror": (
        "https://a.example/",
        f"{GETS.format('a.example')} https://a.example/a.example/; if that is the site, name m/a.example\n",
    ),
    "without the slash": (
        "http://b.example",
        f"{GETS.format('b.example')} http://b.example/b.example/; if that is the site, name m/b.example\n",
    ),
    "another host": ("https://c.example/", ""),
}


@pytest.mark.parametrize(("root", "said"), ROOTS.values(), ids=ROOTS)
def test_a_root_that_is_the_url_of_a_folder(mirror: Runner, root: str, said: str) -> None:
    assert mirror("rewrite", "m", "-o", "out", "--root", root).err == said + DONE


LOCALES = {"UTF-8": {}, "without UTF-8": {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}}
NAMES = {
    "CSV": "é.html,http://q/é/\n",
    "JSON": '{"path": "\\u00e9.html", "url": "http://q/\\u00e9/"}\n{"path": "\\ud800", "url": "http://q/"}\n',
}


@pytest.mark.parametrize("environment", LOCALES.values(), ids=LOCALES)
@pytest.mark.parametrize("text", NAMES.values(), ids=NAMES)
def test_names_in_a_list_are_read_as_utf_8(run: Runner, text: str, environment: dict[str, str]) -> None:
    (run.directory / "m").mkdir()
    (run.directory / "m" / "é.html").write_bytes(b"<a href=y>")
    (run.directory / "list").write_text(text, "utf-8")
    ran = run("links", "m", "--map", "list", env=environment)
    assert [json.loads(line)["target"] for line in ran.out.splitlines()] == ["http://q/é/y"]


OF_PAGES = [  # a root, and the directory that is proposed
    ("http://h/x/index.html", "http://h/x/"),
    ("http://h/a.HTM", "http://h/"),
    ("http://h/x/list.php", "http://h/x/"),
    ("http://h/x/index.html/", None),
    ("http://h/v1.2", None),
    ("http://h/x/about", None),
    ("http://example.pl", None),
]


@pytest.mark.parametrize(("root", "proposed"), OF_PAGES)
def test_a_root_that_is_the_url_of_a_page(mirror: Runner, root: str, proposed: str | None) -> None:
    said = f"absolutize: --root {root}: read as the URL of a directory; did you mean {proposed}?\n"
    for arguments in (("links", "m"), ("check", "m"), ("base", "m"), ("links", "m", "m/a.example")):
        ran = mirror(*arguments, "--root", root)
        assert (ran.status, ran.err.count(said)) == (0, int(proposed is not None))
    assert mirror("rewrite", "m", "-o", "out", "--root", root).err == (said if proposed else "") + DONE


LISTS = {  # a list, and the URLs of the links in a.example and b.example
    "of directories": ("./,http://r\nb.example/,http://b/x\n", "http://r/a.example/y", "http://b/x/y"),
    "of the tree": ("/,http://r/d\n", "http://r/d/a.example/y", "http://r/d/b.example/y"),
    "with detours": (
        "a.example//x.html,http://a/b/c\n.//a.example/..//b.example/.//,http://b/\n",
        "http://a/b/y",
        "http://b/y",
    ),
    "of the tree, by a detour": (
        "a.example/../,http://r/d\n",
        "http://r/d/a.example/y",
        "http://r/d/b.example/y",
    ),
    "of both": (
        '{"path": "b.example/", "url": "http://b/"}\n{"path": "a.example/x.html", "url": "http://a/b/c"}\n',
        "http://a/b/y",
        "http://b/y",
    ),
    "whose root has a host with a directory": (
        "./,http://a.example/\na.example/,http://a.example/",
        "http://a.example/y",
        "http://a.example/b.example/y",
    ),
}


@pytest.mark.parametrize(("rows", "first", "second"), LISTS.values(), ids=LISTS)
def test_a_list_has_urls_of_directories(mirror: Runner, rows: str, first: str, second: str) -> None:
    (mirror.directory / "map.csv").write_text(rows)
    ran = mirror("links", "m", "--map", "map.csv")
    assert ran.err == ""
    assert [json.loads(line)["target"] for line in ran.out.splitlines()] == [first, second]


UNREADABLE = "no browser reads it as a URL"
REFUSED = {  # the path and the URL of a row, and why the URL is refused
    "a directory, with a query": (
        "./",
        "http://r/?a=b",
        "the URL of a directory has neither a query nor a fragment",
    ),
    "a directory, a port that is none": ("a.example/", "http://e:99999/", UNREADABLE),
    "a file, a port that is none": ("a.example/x.html", "http://e:99999/", UNREADABLE),
    "a file, no host": ("a.example/x.html", "https://?q", UNREADABLE),
    "a file that is not there": ("none.html", "http://[", UNREADABLE),
    "a file, white space": ("x.html", "http://e/ ", "white space or control characters around it"),
    "a file, a host and a port": (
        "x.html",
        "e:80/",
        "not an absolute URI, but a host and a port; did you mean http://e:80/?",
    ),
}


@pytest.mark.parametrize(("path", "url", "why"), REFUSED.values(), ids=REFUSED)
def test_a_url_that_is_none_is_refused(mirror: Runner, path: str, url: str, why: str) -> None:
    (mirror.directory / "map.csv").write_text(f"{path},{url}\n")
    ran = mirror("links", "m", "--map", "map.csv")
    assert (ran.status, ran.err) == (2, f"absolutize: --map map.csv: {path}: {url!r}: {why}\n")


URLS_OF_FILES = ["http://e/?q#f", "urn:x:y", "file:///d/p.html", "mailto:a@b"]


@pytest.mark.parametrize("url", URLS_OF_FILES)
def test_a_file_may_have_any_url(mirror: Runner, url: str) -> None:
    (mirror.directory / "map.csv").write_text(f"a.example/x.html,{url}\n")
    ran = mirror("links", "m", "--map", "map.csv")
    assert (ran.status, ran.err) == (0, "")


def test_rows_of_a_list_that_match_no_file(mirror: Runner) -> None:
    (mirror.directory / "map.csv").write_text(
        "a.example/x.html,http://a/b\nb.example,http://b/\nc/,http://c/"
    )
    ran = mirror("links", "m", "--map", "map.csv")
    missing = "'b.example' (a directory: write 'b.example/'), 'c/'"
    assert ran.err == f"absolutize: --map map.csv: 2 rows match no file: {missing}\n"


WITH_FOLDER = [  # the directory as it is named, a path in the list, and the path that is proposed
    ("m", "m/a.example/x.html", "paths are below m/: 'a.example/x.html'?"),
    ("m/", "./m/a.example/x.html", "paths are below m/: 'a.example/x.html'?"),
    ("./m", "m/a.example/", "paths are below m/: 'a.example/'?"),
    ("m/a.example", "m/a.example/x.html", "paths are below m/a.example/: 'x.html'?"),
    ("m/a.example", "a.example/x.html", "paths are below a.example/: 'x.html'?"),
    ("{}/m", "m/a.example/x.html", "paths are below m/: 'a.example/x.html'?"),
    ("m", "m/a.example", "paths are below m/: 'a.example'?"),
    ("m", "m/x.html", ""),
    ("m", "m/", "paths are below m/: './'?"),
    ("m/a.example", "../b.example/x.html", ""),
    ("m/a.example", "../b.example/", ""),
]


@pytest.mark.parametrize(("tree", "path", "proposed"), WITH_FOLDER)
def test_a_path_that_begins_with_the_name_of_the_directory(
    mirror: Runner, tree: str, path: str, proposed: str
) -> None:
    (mirror.directory / "map.csv").write_text(f"{path},http://h/")
    ran = mirror("links", tree.format(mirror.directory), "--map", "map.csv")
    named = repr(path.removeprefix("./")) + (f" ({proposed})" if proposed else "")
    assert ran.err.splitlines()[0] == f"absolutize: --map map.csv: 1 row matches no file: {named}"


UNKNOWN = "absolutize: d: its original URL is unknown (pass --root or --map)\n"
SAVED = b"<!-- saved from url=(0019)http://example.com/ --><!DOCTYPE html><a href=x>"
DIRECTORIES = {
    # the pages of a directory, options, and whether it is said that its URL is unknown
    "relative links": ([b"<a href=x>", b"<a href=y>"], (), True),
    "one relative link": ([b"<a href=http://h/>", b"<a href=y>"], (), True),
    "absolute links": ([b"<a href=http://h/>", b"<a href=#f>"], (), False),
    "a base": ([b"<base href=http://h/><a href=x>"], (), False),
    "a base that is given": ([b"<a href=x>"], ("--default", "http://h/"), False),
    "pages that have their URLs": ([SAVED, SAVED], ("--url-from", "saved"), False),
    "a page that has its URL": ([SAVED, b"<a href=x>"], ("--url-from", "saved"), True),
    "a root": ([b"<a href=x>"], ("--root", "http://h/"), False),
    "quiet": ([b"<a href=x>"], ("-q",), False),
}


@pytest.mark.parametrize(("pages", "options", "is_said"), DIRECTORIES.values(), ids=DIRECTORIES)
def test_an_unknown_url_is_mentioned_once_if_a_link_needs_it(
    run: Runner, pages: list[bytes], options: tuple[str, ...], is_said: bool
) -> None:
    (run.directory / "d").mkdir()
    for number, page in enumerate(pages):
        (run.directory / "d" / f"{number}.html").write_bytes(page)
    for command in (
        ("links", "d"),
        ("links", "d", "--format", "csv"),
        ("report", "d", "-o", "r"),
        ("rewrite", "d", "-o", "out"),
        ("rewrite", "d", "--in-place"),
    ):
        ran = run(*command, *options)
        assert (ran.status, ran.err.count(UNKNOWN)) == (0, int(is_said))


def test_an_unknown_url_is_not_mentioned_by_check(run: Runner) -> None:
    """Sources of a site are checked without it."""
    (run.directory / "d").mkdir()
    (run.directory / "d" / "a.html").write_bytes(b"<a href=x>")
    assert run("check", "d").err == "absolutize: no findings in 1 document\n"


def test_links_of_one_kind_need_a_base_or_not(run: Runner) -> None:
    (run.directory / "d").mkdir()
    (run.directory / "d" / "a.html").write_bytes(b"<a href=x><img src=http://h/>")
    assert run("links", "d", "--kind", "image").err == ""
    assert run("links", "d", "--kind", "navigation").err == UNKNOWN
