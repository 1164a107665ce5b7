"""Where the files of a mirror are from: by their paths, by lists, by the layout of the mirror."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st

from absolutize.containers.file_urls import FileUrls, MapError, Roots, parse_list, url_of, urls_from_root
from absolutize.containers.mirror.layout import guess_urls, httrack_url, read_httrack_list, suffixes_added

HTML = "<!DOCTYPE html>"
BOTH = (".html", ".css")
PATHS = [
    # a path below http://h/r/, and its URI
    ("a.html", "http://h/r/a.html"),
    ("d/a.html", "http://h/r/d/a.html"),
    ("index.html", "http://h/r/"),
    ("d/index.html", "http://h/r/d/"),
    ("d/Index.html", "http://h/r/d/Index.html"),
    ("d/index.htm", "http://h/r/d/index.htm"),
    ("index.html/a", "http://h/r/index.html/a"),
    ("a b.html", "http://h/r/a%20b.html"),
    ("a%20b.html", "http://h/r/a%20b.html"),
    ("100%.html", "http://h/r/100%25.html"),
    ("a#b.html", "http://h/r/a%23b.html"),
    ("a;b=c,d&e", "http://h/r/a;b=c,d&e"),
    ("a:b", "http://h/r/a:b"),
    ("[a]", "http://h/r/%5Ba%5D"),
    ("a\\b", "http://h/r/a%5Cb"),
    ("é.html", "http://h/r/%C3%A9.html"),
    (os.fsdecode(b"\xe9.html"), "http://h/r/%E9.html"),
    ("a.php?x=1&y=2", "http://h/r/a.php?x=1&y=2"),
    ("a.php?x=1?y", "http://h/r/a.php?x=1?y"),
    ("a.php?x=a b", "http://h/r/a.php?x=a%20b"),
    ("a.php?x=%2Fb", "http://h/r/a.php?x=%2Fb"),
    ("a.php@x=1&y=2", "http://h/r/a.php?x=1&y=2"),
    ("a.php.html", "http://h/r/a.php"),
    ("d/a.ASPX.html", "http://h/r/d/a.ASPX"),
    ("a.shtml.html", "http://h/r/a.shtml"),
    ("d/a.XHTML.html", "http://h/r/d/a.XHTML"),
    ("a.html.html", "http://h/r/a.html.html"),
    ("a.php.css", "http://h/r/a.php"),
    ("a.min.css", "http://h/r/a.min.css"),
    ("a.css?v=1.css", "http://h/r/a.css?v=1.css"),
    (".php.html", "http://h/r/.php.html"),
    ("a.b.html", "http://h/r/a.b.html"),
    ("a.php?x=1.html", "http://h/r/a.php?x=1.html"),
    ("a@b", "http://h/r/a@b"),
    ("@x=1", "http://h/r/@x=1"),
    ("Who?", "http://h/r/Who%3F"),
    ("Who??", "http://h/r/Who%3F%3F"),
    ("Mr. Who?", "http://h/r/Mr.%20Who%3F"),
    ("what?.html", "http://h/r/what%3F.html"),
    ("a.php?", "http://h/r/a.php?"),
    ("a.HTML?", "http://h/r/a.HTML?"),
    ("a.css?", "http://h/r/a.css?"),
    ("index.html?", "http://h/r/?"),
    ("index.html?x=1", "http://h/r/?x=1"),
    ("d/index.html?x=1", "http://h/r/d/?x=1"),
    ("d?x/a", "http://h/r/d%3Fx/a"),
    ("%2E%2E/a", "http://h/r/%252E%252E/a"),
    ("%2e", "http://h/r/%252e"),
    ("a\nb", "http://h/r/a%0Ab"),
    ("a.html.tmp", "http://h/r/a.html"),
    ("d/index.html.tmp", "http://h/r/d/"),
    ("a.php?x=1.tmp", "http://h/r/a.php?x=1"),
    ("a.php@x=1.tmp", "http://h/r/a.php?x=1"),
    ("about.tmp.html", "http://h/r/about"),
    ("a.php.tmp.html", "http://h/r/a.php"),
    ("d/index.html?x=1.tmp.html", "http://h/r/d/?x=1"),
    ("a.css?v=1.tmp.css", "http://h/r/a.css?v=1"),
    ("about.tmp", "http://h/r/about.tmp"),
    (".tmp.html", "http://h/r/.tmp.html"),
    ("a.tmp/b", "http://h/r/a.tmp/b"),
]


@pytest.mark.rows(
    ("path", "url"),
    [
        ("a.php?x=1.html", "http://h/a.php?x=1"),
        ("a.php@x=1.html", "http://h/a.php?x=1"),
        ("d/index.html?x=1.html", "http://h/d/?x=1"),
        ("a.php?x=1", "http://h/a.php?x=1"),
        ("a.php?.html", "http://h/a.php?"),
        ("Who?.html", "http://h/Who%3F"),
        ("a.html", "http://h/a.html"),
        ("a.css?v=6.1.css", "http://h/a.css?v=6.1"),
        ("a.css@v=6.1.css", "http://h/a.css?v=6.1"),
        ("a.css?.css", "http://h/a.css?"),
        ("css?family=A.css", "http://h/css?family=A"),
        ("a.php?f=b.css.html", "http://h/a.php?f=b.css"),
        ("a.css", "http://h/a.css"),
    ],
)
def test_queries_with_an_extension(path: str, url: str) -> None:
    assert urls_from_root("http://h/")._replace(suffixes_added=(".html", ".css")).url(path) == url


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        (
            {"a.php?x=1.html": HTML, "r?y.html": HTML, "a.css?v=1": "p {}", "a.html": HTML, "b.php": HTML},
            (".html",),
        ),
        ({"a.php@x=1.html": HTML}, BOTH),
        ({"index.html?feed=rss2": "<?xml version='1.0'?><rss>", "index.html?p=1.html": HTML}, BOTH),
        ({"a.php?x=1.html": HTML, "image.php?id=4": "GIF89a", "empty.php?x": ""}, BOTH),
        ({"a.php?x=1.html": HTML, "a.php?x=1.orig": HTML}, BOTH),
        ({"a.php?x=1.html": HTML, "a.php?x=2": HTML}, ()),
        ({"a.php?f=a.html": HTML, "r?y": HTML}, ()),
        ({"a.css?v=1": "p {}", "a.html": HTML}, ()),
        ({"a.css?v=1.css": "p {}", "css?b.css": "p {}"}, BOTH),
        ({"a.css@v=1.css": "p {}"}, BOTH),
        ({"a.css?v=1.css": "p {}", "a.css?v=1orig": "p {}", "a.css?v=1.css.orig": "p {}"}, BOTH),
        ({"a.css?v=1.css": "p {}", "a.php?x=1": HTML}, ()),
        ({"a.css?v=1.css": "p {}", "b.css?v=1": "p {}"}, (".html",)),
        ({"a.css?v=1.css": "p {}", "b.css?v=1.html": HTML}, BOTH),
        ({"a.php?f=b.css": "p {}"}, ()),
        ({}, ()),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, dict) else None,
)
def test_what_was_added_to_queries(tmp_path: Path, names: dict[str, str], expected: tuple[str, ...]) -> None:
    assert suffixes_added(planted(tmp_path / "d", names)) == expected


def test_what_cannot_be_read_has_no_say_about_extensions(tmp_path: Path) -> None:
    (planted(tmp_path / "d", {"a.php?x=1.html": HTML}) / "b.php?x").symlink_to("nowhere")
    assert suffixes_added(tmp_path) == BOTH


@pytest.mark.rows(("path", "url"), PATHS, ids=[repr(path) for path, _ in PATHS])
def test_a_path_is_a_uri(path: str, url: str) -> None:
    assert urls_from_root("http://h/r/").url(path) == url
    assert urls_from_root("http://h/r").url(path) == url


@pytest.mark.rows(
    ("root", "url"),
    [
        ("http://h", "http://h/d/a"),
        ("file:///", "file:///d/a"),
        ("file://", "file:///d/a"),
        ("file:", "file:/d/a"),
        ("x://", "x:///d/a"),
    ],
)
def test_a_directory_is_never_the_host(root: str, url: str) -> None:
    assert urls_from_root(root).url("d/a") == url


@given(
    st.lists(
        st.text(st.characters(exclude_characters="/\0", exclude_categories=["Cs"]), min_size=1), min_size=1
    )
)
def test_a_uri_leads_back_to_the_path(steps: list[str]) -> None:
    """Paths are without what has a meaning in mirrors ("?", "@", "%", dots); an index is left out."""
    path = "/".join(step.strip(".").translate({ord(c): None for c in "?@%"}) or "x" for step in steps)
    url = url_of("http://h/", path)
    assert url.isascii()
    expected = path.removesuffix("index.html") if path.rpartition("/")[2] == "index.html" else path
    assert unquote(urlsplit(url).path, errors="strict") == f"/{expected}"


LISTS = [
    # a list, and the URLs that it gives to paths
    ("a.html,http://h/a\n", {"a.html": "http://h/a"}),
    ("path,url\na.html,http://h/a\n", {"a.html": "http://h/a"}),
    ("URL,Path\nhttp://h/a,a.html\n", {"a.html": "http://h/a"}),
    ("x,url,file\n1,http://h/a,a.html\n", {"a.html": "http://h/a"}),
    ('"a, b.html","http://h/a"\n\n', {"a, b.html": "http://h/a"}),
    ("./d/a.html,http://h/a\n", {"d/a.html": "http://h/a"}),
    ("/d/a.html,http://h/a\n", {"d/a.html": "http://h/a"}),
    ("\ufeffa.html,http://h/a\r\n", {"a.html": "http://h/a"}),
    ('{"path": "a.html", "url": "http://h/a"}\n', {"a.html": "http://h/a"}),
    ('{"url": "http://h/a", "file": "a.html", "x": 1}\n\n', {"a.html": "http://h/a"}),
    (
        '\ufeff{"path": "é", "url": "http://h/a"}\n{"path": "b", "url": "x:b"}',
        {"é": "http://h/a", "b": "x:b"},
    ),
    ('"a\n\nb",http://h/a\n', {"a\n\nb": "http://h/a"}),
    ("[a].html,http://h/a\n", {"[a].html": "http://h/a"}),
    ("a,http://h/a\n,\n./a,http://h/a\n", {"a": "http://h/a"}),
    ("\udcff.html,http://h/a\n", {"\udcff.html": "http://h/a"}),
    ("./d/,http://h/d\n./,http://h/\n", {"d/": "http://h/d", "": "http://h/"}),
    (".//d//./a.html,http://h/a\n", {"d/a.html": "http://h/a"}),
    ("//d/../e//,http://h/e\n/d/..//,http://h/\n", {"e/": "http://h/e", "": "http://h/"}),
    ("d/../../a.html,http://h/a\n../,http://h/\n", {"../a.html": "http://h/a", "../": "http://h/"}),
    ("", {}),
]


@pytest.mark.rows(("text", "found"), LISTS, ids=[repr(text) for text, _ in LISTS])
def test_a_list_is_read(text: str, found: dict[str, str]) -> None:
    assert parse_list(text.splitlines(keepends=True)) == found


AN_ARRAY = "a JSON array; write each of its objects on a separate line"
HEADER = " (the columns are path,url, also in a header)"
WRONG = [
    ("a.html\n", f"line 1: no path and URL{HEADER}"),
    ("path;url\na.html;http://h/\n", f"line 1: no path and URL{HEADER}"),
    ("file,link\na.html,http://h/\n", f"line 1: link: not an absolute URI{HEADER}"),
    ("path,url\na,http://h/\nb\n", "line 3: no path and URL"),
    ("a,b\n", f"line 1: b: not an absolute URI{HEADER}"),
    ("path,url\n,http://h/\n", "line 2: no path and URL"),
    ("path,url\na,http://h/\udcff/\n", "line 2: 'http://h/\\udcff/': not UTF-8"),
    ('{"path": "a", "url": "http://h/\\ud83d"}\n', "line 1: 'http://h/\\ud83d': not UTF-8"),
    ("\n\na,b\n", f"line 3: b: not an absolute URI{HEADER}"),
    ("path,url\n\n \n,\na.html,e/a\n", "line 5: e/a: not an absolute URI"),
    ('"a\n\nb",c\n', f"line 3: c: not an absolute URI{HEADER}"),
    ('\n[{"path": "a", "url": "http://h/"}]\n', f"line 2: {AN_ARRAY}"),
    ('\ufeff [\n{"path": "a", "url": "http://h/"}\n]\n', f"line 1: {AN_ARRAY}"),
    ("path,url\na,http://h/\nb,http://h/\n./a,http://g/\n", "line 4: './a': another URL than in line 2"),
    ("d/a,http://h/\nd//a,http://g/\n", "line 2: 'd//a': another URL than in line 1"),
    (
        '{"path": "a", "url": "x:a"}\n\n{"path": "a", "url": "x:a"}\n{"path": "a", "url": "x:b"}\n',
        "line 4: 'a': another URL than in line 1",
    ),
    ('{"path": "a"}\n', "line 1: no path and URL"),
    ('{"path": 1, "url": "http://h/"}\n', "line 1: no path and URL"),
    ('{"path": "a", "url": "http://h/"}\n\n[]\n', "line 3: no JSON object"),
    (f"path,url\na,http://h/{'x' * 140_000}\n", "line 2: no CSV: field larger than field limit (131072)"),
    ("{\n", "line 1: no JSON: Expecting property name enclosed in double quotes: line 2 column 1 (char 2)"),
    ('{"path": ' + "[" * 100_000 + "\n", "line 1: JSON that is nested too deep"),
]


@pytest.mark.rows(("text", "why"), WRONG, ids=[why for _, why in WRONG])
def test_what_is_wrong_with_a_list_is_described(text: str, why: str) -> None:
    with pytest.raises(MapError) as raised:
        parse_list(text.splitlines(keepends=True))
    assert str(raised.value) == why


LISTED = {"a.html": "http://a/x", "d/": "http://d/y", "d/e/": "http://e/z/", "d/e/f.html": "http://f/"}
URLS = [  # a path, its URL by the list alone, and by the list and the root http://r/
    ("a.html", "http://a/x", "http://a/x"),
    ("b.html", None, "http://r/b.html"),
    ("d", None, "http://r/d"),
    ("d/b.html", "http://d/y/b.html", "http://d/y/b.html"),
    ("d/index.html", "http://d/y/", "http://d/y/"),
    ("d/c/b.html", "http://d/y/c/b.html", "http://d/y/c/b.html"),
    ("d/e/b c.html", "http://e/z/b%20c.html", "http://e/z/b%20c.html"),
    ("d/e/f.html", "http://f/", "http://f/"),
    ("x/d/b.html", None, "http://r/x/d/b.html"),
]


@pytest.mark.rows(("path", "alone", "with_root"), URLS, ids=[path for path, *_ in URLS])
def test_a_list_has_files_and_directories(path: str, alone: str | None, with_root: str) -> None:
    assert FileUrls({}).with_list(LISTED).url(path) == alone
    assert urls_from_root("http://r").with_list(LISTED).url(path) == with_root
    assert urls_from_root("http://r").with_list({**LISTED, "": "http://s"}).url("b.html") == "http://s/b.html"


def test_listed_paths_that_match_no_file(tmp_path: Path) -> None:
    for each in ("t/d", "u/e"):
        (tmp_path / each).mkdir(parents=True)
    (tmp_path / "t" / "d" / "a.html").touch()
    paths = ("d/a.html", "d/a.html/", "d/b.html", "d", "d/", "e/", "f/", "")
    listed = FileUrls({}).with_list(dict.fromkeys(paths, "http://h/"))
    assert listed.unmatched_paths([tmp_path / "t", tmp_path / "u"]) == ["d/b.html", "d", "d/a.html/", "f/"]


def test_a_list_prevails_over_roots() -> None:
    file_urls = FileUrls({"h/a": "x:a"}, Roots({"h/": "http://h/", "h/d/": "http://d/"}))
    assert [file_urls.url(path) for path in ("h/a", "h/b", "h/d/c", "i")] == [
        "x:a",
        "http://h/b",
        "http://d/c",
        None,
    ]


# layouts

HTTRACK = (  # the first line of HTTrack's list
    "date\tsize'/'remotesize\tflags(request:Update,Range state:File response:Modified,Chunked,gZipped)\t"
    "statuscode\tstatus ('servermsg')\tMIME\tEtag|Date\tURL\tlocalfile\t(from URL)"
)
RECEIVED = "18:41:48\t1/1\t---M--\t{}\tadded ('OK')\ttext/html\tdate:x\t{}\t{}\t(from )"
NOT_FOUND = RECEIVED.format(404, "https://h.example/robots.txt", "")
FOUND = RECEIVED.format(200, "https://h.example/a?q=1", "/t/m/h.example/a4a5b.html")
ODD = RECEIVED.format(200, "https://h.example/?odd", "h.example/a\v\x85\u2028b.html")
ESCAPED = RECEIVED.format(200, "https://h.example/caf%c3%a9%200%25", "/t%20m/h.example/caf%c3%a9%200%.html")
WITHOUT_HOST = [
    RECEIVED.format(200, "https://h.example/a?q=1", "/h.example/m/a4a5b.html"),
    RECEIVED.format(200, "https://h.example/d%20e/b", "/h.example/m/d e/b.html"),
    RECEIVED.format(404, "https://h.example/d%20e/gone", "/h.example/m/d e/gone.3.delayed"),
]
ELSEWHERE = [
    RECEIVED.format(200, "https://h.example/", "/t/m/web/index.html"),
    RECEIVED.format(200, "https://h.example/a/b", "/t/m/web/b.html"),
    RECEIVED.format(200, "https://h.example/web/c", "/t/m/web/c.html"),
]
ERRORS = [  # HTTrack renamed these pages later
    RECEIVED.format(404, "https://h.example/gone", "/t/m/h.example/gone.a.delayed"),
    RECEIVED.format(404, "https://h.example/s.css?v=1", "/t/m/h.example/s.333860.delayed"),
    RECEIVED.format(404, "https://h.example/a", "/t/m/h.example/a.4a5b.delayed"),
    RECEIVED.format(404, "https://h.example/d/.", "/t/m/h.example/d/.40.delayed"),
    RECEIVED.format(404, "https://h.example/found/", "/t/m/h.example/found.1.delayed"),
    RECEIVED.format(200, "https://h.example/found", "/t/m/h.example/found.html"),
]
FOUND_AT_A_PORT = RECEIVED.format(200, "https://h.example:81/b", "h.example_81/b.html")
LAYOUTS = {
    # files and their content, the URL of each, and the lines that are shown
    "wget, one host": (
        {"www.example.com/a.html": "", "www.example.com/d/index.html?x=1": ""},
        {"www.example.com/a.html": "http://www.example.com/a.html",
         "www.example.com/d/index.html?x=1": "http://www.example.com/d/?x=1"},
        ["reading it as a mirror by wget: www.example.com/ is http://www.example.com/"],
    ),
    "wget, two hosts and a port": (
        {"localhost:8080/a": "", "192.0.2.1/a": "", "robots.txt": ""},
        {"localhost:8080/a": "http://localhost:8080/a", "192.0.2.1/a": "http://192.0.2.1/a",
         "robots.txt": None},
        ["reading it as a mirror by wget: 192.0.2.1/ is http://192.0.2.1/",
         "reading it as a mirror by wget: localhost:8080/ is http://localhost:8080/"],
    ),
    "wget, a port as Windows has it": (
        {"localhost+8080/a": ""},
        {"localhost+8080/a": "http://localhost:8080/a"},
        ["reading it as a mirror by wget: localhost+8080/ is http://localhost:8080/"],
    ),
    "wget, the scheme by links": (
        {"h.example/a.html": "https://h.example/b https://h.example http://h.example/"},
        {"h.example/a.html": "https://h.example/a.html"},
        ["reading it as a mirror by wget: h.example/ is https://h.example/"],
    ),
    "wget, names of an intranet": (
        {"my_site.example.com/a": "//my_site.example.com/ 'http://my_site.example.com/", "build-2:8080/a": "",
         "intranet/a": "'http://intranet/'"},
        {"my_site.example.com/a": "http://my_site.example.com/a", "intranet/a": "http://intranet/a",
         "build-2:8080/a": "http://build-2:8080/a"},
        ["reading it as a mirror by wget: build-2:8080/ is http://build-2:8080/",
         "reading it as a mirror by wget: intranet/ is http://intranet/",
         "reading it as a mirror by wget: my_site.example.com/ is http://my_site.example.com/"],
    ),
    "a label next to a file": (
        {"h.example/a": "", "images/a": "", "a.html": ""},
        {"images/a": None},
        ["reading it as a mirror by wget: h.example/ is http://h.example/"],
    ),
    "a name next to a host that is no host's": (
        {"h.example/a": "", "images/a": "", "a b/a": ""},
        {"images/a": None},
        ["reading it as a mirror by wget: h.example/ is http://h.example/"],
    ),
    "wget, protocol directories": (
        {"https/h.example/a": "", "http/h.example/a": ""},
        {"https/h.example/a": "https://h.example/a", "http/h.example/a": "http://h.example/a"},
        ["reading it as a mirror by wget: http/h.example/ is http://h.example/",
         "reading it as a mirror by wget: https/h.example/ is https://h.example/"],
    ),
    "HTTrack, by names": (
        {"hts-log.txt": "", "h.example/a.html": ""},
        {"h.example/a.html": "http://h.example/a.html"},
        ["reading it as a mirror by HTTrack: h.example/ is http://h.example/"],
    ),
    "HTTrack, a list with names that have ends of lines, and with a very long line": (
        {
            "hts-cache/new.txt": f"{HTTRACK}\r\n{ODD}\r\n{'x' * 70_000}\n{FOUND}\n",
            "h.example/a\v\x85\u2028b.html": "",
        },
        {"h.example/a\v\x85\u2028b.html": "https://h.example/?odd",
         "h.example/a4a5b.html": "https://h.example/a?q=1"},
        ["reading it as a mirror by HTTrack: hts-cache/new.txt has the URLs of 2 files",
         "reading it as a mirror by HTTrack: h.example/ is https://h.example/"],
    ),
    "HTTrack, by its list": (
        {
            "hts-cache/new.txt": f"{HTTRACK}\n{NOT_FOUND}\n{FOUND}\n{FOUND_AT_A_PORT}\ncut",
            "h.example/a4a5b.html": "",
            "h.example_81/b.html": "",
            "h.example/c.html": "",
        },
        {
            "h.example/a4a5b.html": "https://h.example/a?q=1",
            "h.example_81/b.html": "https://h.example:81/b",
            "h.example/c.html": "https://h.example/c.html",
        },
        ["reading it as a mirror by HTTrack: hts-cache/new.txt has the URLs of 2 files",
         "reading it as a mirror by HTTrack: h.example/ is https://h.example/",
         "reading it as a mirror by HTTrack: h.example_81/ is https://h.example:81/"],
    ),
    "HTTrack, a list with names that are escaped": (
        {"hts-cache/new.txt": f"{HTTRACK}\n{ESCAPED}\n", "h.example/caf\u00e9 0%.html": ""},
        {"h.example/caf\u00e9 0%.html": "https://h.example/caf%c3%a9%200%25"},
        ["reading it as a mirror by HTTrack: hts-cache/new.txt has the URLs of 1 files",
         "reading it as a mirror by HTTrack: h.example/ is https://h.example/"],
    ),
    "HTTrack, by the comment in a page": (
        {"h.example/a.html": "", "h.example/b.html": "<!-- Mirrored from h.example/b?x by HTTrack -->"},
        {"h.example/a.html": "http://h.example/a.html"},
        ["reading it as a mirror by HTTrack: h.example/ is http://h.example/"],
    ),
    "HTTrack, by the comment in a page of a host with a port": (
        {"h.example_81/a.html": "<!-- Mirrored from h.example:81/a by HTTrack -->"},
        {"h.example_81/a.html": "http://h.example:81/a.html"},
        ["reading it as a mirror by HTTrack: h.example_81/ is http://h.example:81/"],
    ),
    "wget, of a site that HTTrack had mirrored from another host": (
        {"h.example/a.html": "<!-- Mirrored from i.example/a by HTTrack -->"},
        {"h.example/a.html": "http://h.example/a.html"},
        ["reading it as a mirror by wget: h.example/ is http://h.example/"],
    ),
    "HTTrack, without directories of hosts (-N100)": (
        {"hts-cache/new.txt": "\n".join((HTTRACK, *WITHOUT_HOST)), "a4a5b.html": "", "d e/b.html": "",
         "d e/c.html": ""},
        {"a4a5b.html": "https://h.example/a?q=1", "d e/b.html": "https://h.example/d%20e/b",
         "d e/c.html": "https://h.example/d%20e/c.html"},
        ["reading it as a mirror by HTTrack: hts-cache/new.txt has the URLs of 3 files",
         "reading it as a mirror by HTTrack: the directory is https://h.example/"],
    ),
    "HTTrack, other directories than those of the URLs (-N1)": (
        {"hts-cache/new.txt": "\n".join((HTTRACK, *ELSEWHERE)), "web/index.html": "", "web/b.html": "",
         "web/c.html": ""},
        {"web/index.html": None, "web/b.html": None},
        [],
    ),
    "HTTrack, pages of errors": (
        {"hts-cache/new.txt": "\n".join((HTTRACK, *ERRORS)), "h.example/found.html": ""},
        {"h.example/gone.html": "https://h.example/gone",
         "h.example/s3860.html": "https://h.example/s.css?v=1",
         "h.example/a.html": "https://h.example/a",
         "h.example/d/.html": "https://h.example/d/.",
         "h.example/found.html": "https://h.example/found"},
        ["reading it as a mirror by HTTrack: hts-cache/new.txt has the URLs of 5 files",
         "reading it as a mirror by HTTrack: h.example/ is https://h.example/"],
    ),
    "HTTrack, a list that is none": (
        {"hts-cache/new.txt": "x\n", "h.example/a": ""},
        {"h.example/a": "http://h.example/a"},
        ["reading it as a mirror by HTTrack: h.example/ is http://h.example/"],
    ),
    "no mirror": ({"a.html": "", "i/a": "", "v1.0/a": "", "http/x": ""}, {"a.html": None, "v1.0/a": None},
                  []),
    "empty": ({}, {"a": None}, []),
}  # fmt: skip


def planted(root: Path, contents: dict[str, str]) -> Path:
    root.mkdir()
    for path, content in contents.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(content)
    return root


@pytest.mark.parametrize(("contents", "urls", "shown"), LAYOUTS.values(), ids=LAYOUTS)
def test_the_layout_of_a_mirror_is_known(
    contents: dict[str, str], urls: dict[str, str | None], shown: list[str], tmp_path: Path
) -> None:
    guess = guess_urls(planted(tmp_path / "mirror", contents))
    assert guess.lines == shown
    assert {path: guess.file_urls.url(path) for path in urls} == urls


def test_a_tree_that_is_named_like_a_host_is_its(tmp_path: Path) -> None:
    guess = guess_urls(planted(tmp_path / "h.example", {"a.html": ""}))
    assert guess.lines == ["reading it as a mirror by wget: the directory is http://h.example/"]
    assert guess.file_urls.url("a.html") == "http://h.example/a.html"


TREES = [  # the name of a tree, its pages, and the directory that is read as a host's
    ("h.example", {"a.html": "http://h.example/", "i.example/a.html": ""}, "the directory"),
    ("h.example", {"a.html": "", "i.example/a.html": ""}, "i.example/"),
    ("h.example", {"a.html": "http://h.example/", "i.example/a.html": "http://i.example/"}, "i.example/"),
    ("h.example", {"i.example:80/a.html": ""}, "i.example:80/"),
    ("my.project", {"i.example/a.html": ""}, "i.example/"),
    ("my.project", {"a.html": "", "src/a.html": ""}, None),
]


@pytest.mark.rows(("name", "contents", "host"), TREES)
def test_hosts_in_a_tree_that_is_named_like_one(
    tmp_path_factory: pytest.TempPathFactory, name: str, contents: dict[str, str], host: str | None
) -> None:
    guess = guess_urls(planted(tmp_path_factory.mktemp("trees") / name, contents))
    named = [line.partition("wget: ")[2].partition(" is ")[0] for line in guess.lines]
    assert named == ([host] if host else [])


DOUBTS = [  # the files of a mirror, and what shows nothing but its name
    ({"h.example/a.html": ""}, "h.example/ is http://h.example/"),
    ({"h.example/a.html": "https://h.example/"}, None),
    ({"h.example/a.html": "", "i.example/a.html": "http://i.example/"}, None),
    ({"h.example/a.html": "", "hts-log.txt": ""}, None),
    ({"hts-cache/new.txt": "\n".join((HTTRACK, *WITHOUT_HOST)), "a4a5b.html": "", "d e/b.html": ""}, None),
    ({"a.html": ""}, None),
]


@pytest.mark.rows(("contents", "doubt"), DOUBTS)
def test_a_guess_by_names_alone_is_doubtful(
    tmp_path_factory: pytest.TempPathFactory, contents: dict[str, str], doubt: str | None
) -> None:
    guess = guess_urls(planted(tmp_path_factory.mktemp("trees") / "mirror", contents))
    assert guess.doubts == ([f"nothing but its name shows that {doubt}"] if doubt else [])


def test_symbolic_links_are_not_followed_for_a_guess(tmp_path: Path) -> None:
    outside = planted(tmp_path / "outside", {"x": "https://h.example " * 9})
    root = planted(tmp_path / "mirror", {"h.example/a": ""})
    (root / "i.example").symlink_to(outside)
    guess = guess_urls(root)
    assert guess.lines == ["reading it as a mirror by wget: h.example/ is http://h.example/"]
    shutil.rmtree(root)


PLACES_ASKED_FOR = {
    # the directory in front of a file, which is not in the tree, and how often the disk is asked for it
    "no directory of the tree": ("x/" * 1000, 0),
    "a directory of the tree": ("x/y/x/d/x/", 1),
    "longer than a path": ("d/" * 30_000, 2048),
}


@pytest.mark.parametrize("name", PLACES_ASKED_FOR)
def test_the_disk_is_rarely_asked_for_files_that_are_gone(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, most = PLACES_ASKED_FOR[name]
    row = RECEIVED.format(200, "https://h.example/", f"{folder}gone.html")
    root = planted(tmp_path / "mirror", {"hts-cache/new.txt": f"{HTTRACK}\n{row}\n", "d/a": ""})
    asked = list[Path]()
    monkeypatch.setattr(os.path, "isfile", lambda path: asked.append(path) is not None)
    read_httrack_list.cache_clear()
    assert list(read_httrack_list(root)) == [f"{folder}gone.html"]
    assert len([path for path in asked if Path(path).name == "gone.html"]) <= most


COMMENTS = [
    # a page, its URL by its path, and its URL with the page's comment
    (b"<!-- Mirrored from h.example/a?x by HTTrack Website Copier/3.x, x -->", None, "http://h.example/a?x"),
    (b"<!-- Mirrored from h.example/a?x by HTTrack Website", "https://h/", "https://h.example/a?x"),
    (b"<html>\n<!-- Mirrored from h.example/ by HTTrack", "http://h/a4b", "http://h.example/"),
    (b"<!-- Mirrored from i.example:81/a by HTTrack", None, "https://i.example:81/a"),
    (b"<!-- Mirrored from i.example:81/a by HTTrack", "http://i.example:81/b", "http://i.example:81/a"),
    (b"<!-- Mirrored from h.example/a b/c?q=%20 by HTTrack", None, "http://h.example/a%20b/c?q=%20"),
    (
        b"<!-- Mirrored from h.example/a by HTTrack.html by HTTrack",
        None,
        "http://h.example/a%20by%20HTTrack.html",
    ),
    (b"<!-- Mirrored from file:///a/b.html by HTTrack", "http://h/", "http://h/"),
    (b"<!-- Mirrored from an old site by HTTrack", "http://h/", "http://h/"),
    (b"<!-- Mirrored from somewhere -->", "http://h/", "http://h/"),
    (b"", None, None),
]


@pytest.mark.rows(("page", "known", "url"), COMMENTS, ids=[repr(row[0]) for row in COMMENTS])
def test_httrack_says_in_a_page_where_it_was(page: bytes, known: str | None, url: str | None) -> None:
    assert httrack_url(page, known, {"h.example/": "http", "i.example_81/": "https"}) == url
