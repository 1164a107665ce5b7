"""The URLs that local links of a mirror stand for."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from absolutize import archive
from absolutize.containers.file_urls import FileUrls, Roots, urls_from_root
from absolutize.containers.mirror.local_links import Mirror
from tests.support.commandline import Ran, Runner

HOSTS = (("a.example/", "http://a.example/"), ("b.example:81/", "http://b.example:81/"))
PROTOCOLS = (("http/a.example/", "http://a.example/"), ("https/c.example/", "https://c.example/"))
FILES = (
    "a.example/x/a.html",
    "a.example/x/page.php?x=3",
    "a.example/x/s.php.css",
    "a.example/x/new.tmp.html",
    "a.example/x/caf\u00e9.html",
    "a.example/x/caf\u00e9?x",
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
    ("a page that was excluded", HOSTS, "http://a.example/x/new.tmp.html", "http://a.example/x/new"),
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
    ("a page that was excluded", "<a href=new.tmp.html>", True),
    ("a name beyond ASCII", "<a href=caf\u00e9.html>", True),
    ("a style sheet beyond ASCII", "<a href=a.html style='background: url(caf\u00e9)'>", True),
    ("images beyond ASCII", "<img src=a.html srcset='caf\u00e9.html 2x'>", True),
    ("text beyond ASCII", "<a href=a.html title=x>caf\u00e9</a>", False),
    ("a file that wget removed", "<a href=../../b.example%3A81/d><a href=page.php%3Fx=3>", True),
    ("a directory", "<a href=../../b.example%3A81/d/><a href=page.php%3Fx=3>", False),
    ("its own directory", "<a href=.><a href=page.php%3Fx=3>", False),
    ("a directory above the mirror", "<a href=../../../x><a href=page.php%3Fx=3>", False),
    ("its own URI", "<a href=a.html>", False),
    ("a host", '<a href="../../b.example%3A81/logo.png">', True),
    ("a host, and what is not there", '<a href="../../b.example%3A81/logo.png"><a href=q.html>', False),
    ("a host, and a path from the root", '<a href="../../b.example%3A81/logo.png"><a href=/x/a.html>', False),
    ("no host", '<a href="../x/a.html">', False),
    ("a host above the mirror", '<a href="../../../b.example%3A81/logo.png">', False),
]

KEPT = (("k.example/", "http://k.example/"),)
BACKED_UP = [
    # an id, a file at k.example, and its URL; wget -E -K wrote all files
    ("a page, and .html was added", "about.html", "about"),
    ("its backup", "about.orig", "about"),
    ("a page, and .html was added behind a query", "list?page=2.html", "list?page=2"),
    ("its backup", "list?page=2.orig", "list?page=2"),
    ("a page, and nothing was added", "own.html", "own.html"),
    ("its backup", "own.html.orig", "own.html"),
    ("a page next to the backup of another file", "both.html", "both.html"),
    ("the backup of that file", "both.orig", "both"),
    ("a page without a backup", "none.html", "none.html"),
    ("what may be no backup", "lone.orig", "lone.orig"),
    ("a style sheet, and .css was added behind a query", "s.css?v=6.1.css", "s.css?v=6.1"),
    ("its backup", "s.css?v=6.1orig", "s.css?v=6.1"),
    ("a style sheet, and .css was added behind an empty query", "s.css?.css", "s.css?"),
    ("a style sheet whose query ends in .css", "all.php?f=a.css", "all.php?f=a.css"),
    ("its backup", "all.php?f=a.css.orig", "all.php?f=a.css"),
    ("a page that was excluded", "new.tmp.html", "new"),
    ("its backup", "new.tmp.orig", "new"),
    ("a style sheet without a backup", "t.css?v=1.css", "t.css?v=1"),
]


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Mirror:
    root = tmp_path_factory.mktemp("kept")
    (root / "k.example").mkdir()
    for name in (*(row[1] for row in BACKED_UP), "both", "s.css?orig"):
        (root / "k.example" / name).touch()
    return Mirror(root, FileUrls({}, Roots(dict(KEPT)), suffixes_added=(".html", ".css")))


@pytest.mark.rows(
    ("path", "url"), [row[1:] for row in BACKED_UP], ids=[": ".join(row[:2]) for row in BACKED_UP]
)
def test_a_backup_shows_what_wget_added(kept: Mirror, path: str, url: str) -> None:
    own = f"http://k.example/{url}"
    assert kept.url(f"k.example/{path}") == own
    target = f"http://k.example/{path.replace('?', '%3F')}"
    assert kept.url_of_file(target, target.encode()) == (None if target == own else own)


def test_the_user_s_list_prevails_over_backups(kept: Mirror) -> None:
    listed = kept._replace(file_urls=FileUrls({"k.example/about.html": "http://h/"}, Roots(dict(KEPT))))
    assert listed.url("k.example/about.html") == "http://h/"


@pytest.mark.rows(
    ("path", "expected"),
    [("about.html", True), ("own.html", True), ("about.orig", False), ("none.html", False)],
)
def test_pages_with_a_backup_link_to_files(kept: Mirror, path: str, *, expected: bool) -> None:
    assert kept.may_name(b"<a href=about.html>", f"k.example/{path}") is expected
    assert kept.may_name(b"<a href=missing.html>", f"k.example/{path}") is False


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
    assert Mirror(root, FileUrls({}, Roots(dict(roots)))).url_of_file(target, target.encode()) == expected


OF_ONE_ROOT = [
    # an id, the URL of the tree, the target as it is resolved, and the URL that it stands for, if another
    ("with a slash", "http://h/r/", "http://h/r/a.example/x/s.php.css", "http://h/r/a.example/x/s.php"),
    ("without a slash", "http://h/r", "http://h/r/a.example/x/s.php.css", "http://h/r/a.example/x/s.php"),
    ("not below it", "http://h/r", "http://h/ra.example/x/s.php.css", None),
    ("outside of the tree", "http://h/r/", "http://h/r/{outside}", None),
    ("outside, without a slash", "http://h/r", "http://h/r{outside}", None),
]


@pytest.mark.parametrize(
    ("url", "target", "expected"), [row[1:] for row in OF_ONE_ROOT], ids=[r[0] for r in OF_ONE_ROOT]
)
def test_what_a_target_below_the_root_stands_for(
    root: Path, url: str, target: str, expected: str | None
) -> None:
    outside = root.with_name("outside.php.html")
    outside.touch()
    given = target.format(outside=outside)
    assert Mirror(root, urls_from_root(url)).url_of_file(given, given.encode()) == expected


BEYOND_ASCII = [
    # an id, the target as the page has it, the page's encoding, and the URL that it stands for, if another
    ("UTF-8", "caf\u00e9.html", "utf-8", None),
    ("UTF-8, read as windows-1252", "caf\u00c3\u00a9.html#f", "cp1252", "caf%C3%A9.html#f"),
    ("UTF-8, read as KOI8-R", "caf\u0446\u2558.html", "koi8-r", "caf%C3%A9.html"),
    ("the same character in windows-1252", "caf\u00e9.html", "cp1252", None),
    ("a query, and no other bytes", "caf\u00e9%3Fx", "utf-8", "caf%C3%A9?x"),
    ("a query, read as windows-1252", "caf\u00c3\u00a9%3Fx", "cp1252", "caf%C3%A9?x"),
    ("no file", "caf\u00c3\u00aa.html", "cp1252", None),
    ("half a character", "caf\ud83d.html", "utf-16", None),
]


@pytest.mark.parametrize(
    ("target", "encoding", "expected"), [row[1:] for row in BEYOND_ASCII], ids=[r[0] for r in BEYOND_ASCII]
)
def test_a_target_is_a_name_in_bytes(root: Path, target: str, encoding: str, expected: str | None) -> None:
    where = "http://a.example/x/"
    url = Mirror(root, FileUrls({}, Roots(dict(HOSTS)))).url_of_file(
        where + target, (where + target).encode(encoding, "replace")
    )
    assert url == (expected and where + expected)


@pytest.mark.parametrize(("page", "expected"), [row[1:] for row in NAMING], ids=[r[0] for r in NAMING])
def test_pages_that_link_to_files(root: Path, page: str, expected: bool) -> None:
    assert (
        Mirror(root, FileUrls({}, Roots(dict(HOSTS)))).may_name(page.encode(), "a.example/x/a.html")
        is expected
    )


LIST = (
    "date\tsize\tflags\tstatuscode\tstatus\tMIME\tEtag|Date\tURL\tlocalfile\tfrom\n"
    "1\t1\t-\t200\tok\ttext/html\t\thttp://h.example/{0}\th.example/b.html\t\n"
)
COMMENT = "<!-- Mirrored from h.example/{0} by HTTrack -->"


@pytest.mark.parametrize("where", ["list", "comment"])
def test_what_httrack_wrote_is_read_again_in_each_run(tmp_path: Path, where: str) -> None:
    """A program may read a mirror again that HTTrack has updated meanwhile."""
    (tmp_path / "m/hts-cache").mkdir(parents=True)
    (tmp_path / "m/h.example").mkdir()
    (tmp_path / "m/h.example/a.html").write_text(f"{COMMENT.format('a')}<a href=b.html>", "utf-8")
    for query in ("b?x=1", "b?x=2"):
        (tmp_path / "m/hts-cache/new.txt").write_text(LIST.format(query) if where == "list" else "", "utf-8")
        (tmp_path / "m/h.example/b.html").write_text(COMMENT.format(query), "utf-8")
        archive.rewrite(tmp_path / "m", tmp_path / query)
        written = (tmp_path / query / "h.example/a.html").read_text("utf-8")
        assert written == f'{COMMENT.format("a")}<a href="http://h.example/{query}">'


RETRIEVED = "1\t1\t-\t200\tok\ttext/html\t\t{}\t{}\t\n"
CONVERTED = [
    # an id, the page and the URL in its comment, another file, its URL in the list or its comment, a link to
    # it, and the URL that the link stands for
    ("a name that was shortened", "h.example/long/p.html", "h.example/longer/p",
     "h.example/long/q.html", "https://h.example/longer/q", None, "q.html", "https://h.example/longer/q"),
    ("a directory above it", "h.example/long/p.html", "h.example/longer/p",
     "h.example/a/q.html", "https://h.example/a/q", None, "../a/q.html", "https://h.example/a/q"),
    ("escapes in the URL", "h.example/a b/p.html", "h.example/a%20b/c/p",
     "h.example/a b/q.html", "https://h.example/q", None, "q.html", "https://h.example/q"),
    ("a directory that was renamed, and a file of another host", "html/x/p.html", "h.example/x/p",
     "i.example/s.html", "https://i.example/s", None, "../../i.example/s.html", "https://i.example/s"),
    ("the same deeper below the host", "html/x/p.html", "h.example/x/p",
     "html/y/s.html", None, "h.example/y/?s", "../y/s.html", "http://h.example/y/?s"),
    ("a directory that was moved up, and the scheme of the list", "p.html", "h.example/x/p",
     "h.example/s.png", "https://h.example/s", None, "q.html", "https://h.example/x/q.html"),
    ("no file", "h.example/long/p.html", "h.example/longer/p",
     "h.example/a/q.html", "https://h.example/a/q", None, "q.html", "https://h.example/longer/q.html"),
    ("a file that is nowhere said to be from elsewhere", "h.example/long/p.html", "h.example/longer/p",
     "h.example/long/q.png", None, None, "q.png", "http://h.example/longer/q.png"),
    ("a file of another host, of which nothing is said", "h.example/a/p.html", "h.example/a/p",
     "i.example/q.png", None, None, "../../i.example/q.png", "http://i.example/q.png"),
    ("more directories above than there are", "html/p.html", "h.example/x/y/p",
     "q.html", "https://h.example/q", None, "../../q.html", "https://h.example/q"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("page", "where", "path", "listed", "comment", "link", "expected"),
    [row[1:] for row in CONVERTED],
    ids=[row[0] for row in CONVERTED],
)
def test_a_link_that_httrack_converted_is_relative_to_its_file(
    tmp_path: Path,
    page: str,
    where: str,
    path: str,
    listed: str | None,
    comment: str | None,
    link: str,
    expected: str,
) -> None:
    """The directory of a page may have another name than in its URL."""
    said = "" if comment is None else f"<!-- Mirrored from {comment} by HTTrack -->"
    contents = {
        "hts-cache/new.txt": LIST.splitlines()[0] + "\n" + (RETRIEVED.format(listed, path) if listed else ""),
        page: f"<!-- Mirrored from {where} by HTTrack --><a href='{link}'>",
        path: said,
    }
    for name, content in contents.items():
        (tmp_path / "m" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "m" / name).write_text(content, "utf-8")
    archive.rewrite(tmp_path / "m", tmp_path / "out")
    written = (tmp_path / "out" / page).read_text("utf-8")
    assert written.partition("<a ")[2] == f"href='{expected}'>"


REFERENCE = "<a href='&#8364;%3Fx.html'></a><a href=café%3Fq=1.html></a>"
OF_HTTRACK = "date\tsize\tflags\tstatus\tstatus\tmime\tetag\tURL\tlocalfile\n"
DASHES = "-\t" * 7
IN_ANY_LOCALE = {  # the files of a mirror, and further arguments
    "a page": ({"h.org/index.html": f"<a href=http://h.org/></a>{REFERENCE}"}, ()),
    "a style sheet": (
        {"h.org/a.html": "<a href=http://h.org/>", "h.org/a.css": "a { b: url(caf\\e9 .css%3Fv=1.css) }"},
        ("--style-sheets",),
    ),
    "HTTrack's list": (
        {
            "hts-cache/new.txt": f"{OF_HTTRACK}{DASHES}http://h.org/é?q\th.org/café?q=1.html\n",
            "h.org/index.html": REFERENCE,
        },
        (),
    ),
    "HTTrack's comment": (
        {
            "hts-log.txt": "",
            "h.org/index.html": f"<!-- Mirrored from h.org/é/ by HTTrack Website Copier -->{REFERENCE}",
        },
        (),
    ),
    "a root": ({"index.html": f"<a href=http://h.org/é/></a>{REFERENCE}"}, ("--root", "http://h.org/é/")),
}


@pytest.mark.parametrize(("files", "more"), IN_ANY_LOCALE.values(), ids=IN_ANY_LOCALE)
def test_links_are_the_same_in_every_locale(
    run: Runner, files: dict[str, str], more: tuple[str, ...]
) -> None:
    """In one without UTF-8, Python reads the names of files in another encoding."""
    inside = "" if "index.html" in files else "h.org/"
    names = (
        f"{inside}€?x.html",
        f"{inside}café?q=1.html",
        f"{inside}café.css?v=1.css",
        f"{inside}a.css?v=2.css",
    )
    for name, text in {**dict.fromkeys(names, ""), **files}.items():
        path = run.directory / "m" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    asked = ("links", "m", *more)
    other = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    found, in_other = run(*asked), run(*asked, env=other)
    assert (in_other.status, targets(in_other)) == (found.status, targets(found))
    assert len(targets(found)) >= 2


def targets(ran: Ran) -> list[str]:
    return [json.loads(line)["target"] for line in ran.out.splitlines()]
