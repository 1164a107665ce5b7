"""Directories: their pages are made absolute, all other files are copied, and no link leads outside."""

from __future__ import annotations

import gzip
import json
import os
import pickle
import shutil
import stat
import subprocess
from pathlib import Path
from typing import NoReturn

import pytest

import absolutize
from absolutize.containers.file_urls import FileUrls, Roots
from absolutize.containers.mirror.local_links import Mirror
from absolutize.containers.mirror.walk import TreeMember, walk
from absolutize.containers.sniffing import suffix as suffix_of
from absolutize.containers.source import Problem
from absolutize.storage.files import FileError
from tests.support.archives import members_of, zipped
from tests.support.commandline import Ran, Runner
from tests.support.forking import Server

ROOT = "http://h/r/"
PAGE, ABSOLUTE = b"<!DOCTYPE html><a href=x>\n", b"<!DOCTYPE html><a href=http://h/r/%bx>\n"
PICTURE = b"\x89PNG\r\n\x1a\n<a href=x>"
SITE: dict[str, tuple[bytes, bytes]] = {
    # a path, the content of the file, and its content after the rewrite
    "index.html": (PAGE, ABSOLUTE % b""),
    "a.html": (PAGE, ABSOLUTE % b""),
    "d/b.HTM": (PAGE, ABSOLUTE % b"d/"),
    "d/e/index.html": (b"<a href=?q>", b"<a href=http://h/r/d/e/?q>"),
    "d/page.php?x=1": (PAGE, ABSOLUTE % b"d/"),
    "d/page.php?y=1.js": (PAGE, ABSOLUTE % b"d/"),
    "d/about": (PAGE, ABSOLUTE % b"d/"),
    "d/part": (b"<!-- a part -->\n<a href=x>", b"<!-- a part -->\n<a href=http://h/r/d/x>"),
    "d/part.php": (b"<div><a href=x>", b"<div><a href=http://h/r/d/x>"),
    "d/part.vue": (b"<div><a href=x>", b"<div><a href=x>"),
    "d/text": (b"text <a href=x>", b"text <a href=x>"),
    "d/absolute.html": (b"<a href=http://h/>", b"<a href=http://h/>"),
    "d/x y.html": (b"<a href=#>\n<a href='../x'>", b"<a href=#>\n<a href='http://h/r/x'>"),
    "style.css": (b"@import 'x.css'", b"@import 'x.css'"),
    "page.txt": (PAGE, PAGE),
    "i/picture.png": (PICTURE, PICTURE),
    "i/empty": (b"", b""),
    "i/empty.html": (b"", b""),
}
LONG_AGO = 10**18  # nanoseconds


def planted(root: Path) -> Path:
    """Make a tree whose times and modes differ from those of new files."""
    for path, (content, _) in SITE.items():
        file = root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content)
        file.chmod(0o640)
    (root / "none").mkdir()
    for number, path in enumerate([*root.rglob("*"), root]):
        os.utime(path, ns=(LONG_AGO, LONG_AGO + number))
    return root


def contents(root: Path) -> dict[str, bytes | str | None]:
    """The content of a tree: the bytes of files, the targets of links, and None for directories."""
    return {str(path.relative_to(root)): content(path) for path in sorted(root.rglob("*"))}


def content(path: Path) -> bytes | str | None:
    if path.is_symlink():
        return os.readlink(path)  # noqa: PTH115 -- Path spells it otherwise
    return path.read_bytes() if path.is_file() else None


def times(root: Path) -> dict[str, tuple[int, int]]:
    stats = {str(path.relative_to(root)): path.lstat() for path in [root, *root.rglob("*")]}
    return {path: (known.st_mtime_ns, stat.S_IMODE(known.st_mode)) for path, known in stats.items()}


def expected(before: dict[str, bytes | str | None]) -> dict[str, bytes | str | None]:
    return {path: SITE[path][1] if path in SITE else what for path, what in before.items()}


@pytest.fixture
def run(tmp_path: Path, server: Server) -> Runner:
    planted(tmp_path / "site")
    return Runner(tmp_path, server)


def test_a_tree_becomes_a_tree(run: Runner) -> None:
    before, known = contents(run.directory / "site"), times(run.directory / "site")
    ran = run("rewrite", "site", "-o", "out", "--root", ROOT)
    assert ran == Ran(0, b"", "absolutize: site: 12 documents, 10 links made absolute\n")
    assert contents(run.directory / "out") == expected(before)
    assert times(run.directory / "out") == known
    assert (contents(run.directory / "site"), times(run.directory / "site")) == (before, known)
    assert sorted(path.name for path in run.directory.iterdir()) == ["out", "site"]


def test_a_second_run_changes_nothing(run: Runner) -> None:
    run("rewrite", "site", "-o", "out", "--root", ROOT)
    assert run("rewrite", "out", "-o", "again/", "--root", "http://other/").status == 0
    assert contents(run.directory / "again") == contents(run.directory / "out")
    assert times(run.directory / "again") == times(run.directory / "out")


def test_a_tree_is_changed_in_place(run: Runner) -> None:
    before, known = contents(run.directory / "site"), times(run.directory / "site")
    untouched = (run.directory / "site" / "page.txt").stat().st_ino
    assert run("rewrite", "site", "--in-place", "--root", ROOT).status == 0
    assert contents(run.directory / "site") == expected(before)
    after = times(run.directory / "site")
    assert after == known
    assert (run.directory / "site" / "page.txt").stat().st_ino == untouched
    assert run("rewrite", "site", "--in-place", "--root", "http://other/").status == 0
    assert contents(run.directory / "site") == expected(before)


def test_files_that_do_not_change_may_be_linked(run: Runner) -> None:
    assert run("rewrite", "site", "-o", "out", "--root", ROOT, "--hard-links").status == 0
    assert contents(run.directory / "out") == expected(contents(run.directory / "site"))
    same = {path for path in SITE if (run.directory / "out" / path).samefile(run.directory / "site" / path)}
    assert same == {path for path, (before, after) in SITE.items() if before == after}


def test_what_would_change_is_shown(run: Runner) -> None:
    before = contents(run.directory / "site")
    ran = run("rewrite", "site", "--diff", "--root", ROOT)
    assert ran.status == 1
    shown = [line[6:] for line in ran.out.decode().splitlines() if line.startswith("--- ")]
    assert [path.partition("\t")[0] for path in shown] == sorted(
        (f"site/{path}"[2:] for path, (old, new) in SITE.items() if old != new), key=lambda p: p.split("/")
    )
    assert contents(run.directory / "site") == before


@pytest.mark.parametrize("command", ["links", "base"])
def test_other_commands_read_directories(run: Runner, command: str) -> None:
    ran = run(command, "site", "--root", ROOT)
    assert (ran.status, ran.err) == (0, "")
    urls = {"links": b'"http://h/r/d/e/?q"', "base": b"\nhttp://h/r/d/e/\n"}
    assert urls[command] in ran.out
    assert b"site/d/page.php?x=1" in ran.out


@pytest.mark.parametrize("jobs", [1, 2, 4])
def test_any_number_of_processes_does_the_same(run: Runner, jobs: int) -> None:
    big = PAGE + b"<p>text</p>" * 300_000  # enough that other processes are started
    for number in range(6):
        (run.directory / "site" / f"big{number}.html").write_bytes(big)
    ran = run("rewrite", "site", "-o", "out", "--root", ROOT, "--jobs", str(jobs))
    assert ran == Ran(0, b"", "absolutize: site: 18 documents, 16 links made absolute\n")
    after = contents(run.directory / "out")
    assert [after.pop(f"big{number}.html") for number in range(6)] == [
        big.replace(b"=x", b"=http://h/r/x")
    ] * 6
    assert after == expected(after)


# containers among the files


def containers() -> dict[str, tuple[bytes, bytes]]:
    """Paths of containers, their bytes, and what the unpacked bytes end with after the rewrite."""
    from tests.support.archives import ENVELOPE, PAGE_ABSOLUTE, mail, response, wacz
    from tests.support.archives import PAGE as ANOTHER

    letter = b"Content-Type: text/html\nContent-Location: l\n\n<a href=%bx>"
    packed = gzip.compress(response(ANOTHER), mtime=0)
    return {
        "d/page.html.gz": (gzip.compress(PAGE, mtime=0), ABSOLUTE % b"d/"),
        "d/page.js.gz": (gzip.compress(PAGE, mtime=0), PAGE),
        "d/page.gz": (gzip.compress(PAGE, mtime=0), ABSOLUTE % b"d/"),
        "m/a.mht": (mail("8bit", ANOTHER), mail("8bit", PAGE_ABSOLUTE)),
        "m/b.eml": (letter % b"", (letter % b"http://h/r/m/").replace(b": l", b": http://h/r/m/l")),
        "m/letter": (letter % b"", (letter % b"http://h/r/m/").replace(b": l", b": http://h/r/m/l")),
        "m/Inbox": (
            ENVELOPE + letter % b"",
            ENVELOPE + (letter % b"http://h/r/m/").replace(b": l", b": http://h/r/m/l"),
        ),
        "m/c.mbox": (
            ENVELOPE + letter % b"",
            ENVELOPE + (letter % b"http://h/r/m/").replace(b": l", b": http://h/r/m/l"),
        ),
        "w/a.warc.gz": (packed, response(PAGE_ABSOLUTE)),
        "w/a.wacz": (wacz(packed), b""),
        "w/cut.html.gz": (gzip.compress(PAGE * 9999, mtime=0)[:-9], b""),
        "z.zip": (zipped([("a.html", ANOTHER)]), b""),
    }


def unpacked(data: bytes) -> bytes:
    return gzip.decompress(data) if data.startswith(b"\x1f\x8b") else data


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_containers_in_a_tree_are_made_absolute(run: Runner, jobs: str) -> None:
    for path, (before, _) in containers().items():
        (run.directory / "site" / path).parent.mkdir(exist_ok=True)
        (run.directory / "site" / path).write_bytes(before)
    before, known = contents(run.directory / "site"), times(run.directory / "site")
    cut = len(containers()["w/cut.html.gz"][0])
    for way, changed in ((["-o", "out", "--hard-links"], 19), (["--in-place"], 19)):
        ran = run("rewrite", "site", *way, "--root", ROOT, "--jobs", jobs)
        assert (ran.status, ran.err.splitlines()) == (
            1,
            [
                f"absolutize: site/w/cut.html.gz: the compressed data end too early (at byte {cut})",
                "absolutize: site: skipped 1 zip file; name it to have the pages in it read",
                f"absolutize: site: 21 documents, {changed} links made absolute",
            ],
        )
        root = run.directory / ("out" if "out" in way else "site")
        after = contents(root)
        for path, (was, now) in containers().items():
            written = after.pop(path)
            assert isinstance(written, bytes)
            if path in {"w/cut.html.gz", "z.zip"}:
                assert written == was
            elif path.endswith(".wacz"):
                assert dict(members_of(written))["archive/data.warc.gz"] == after_warc(root)
            else:
                assert unpacked(written).endswith(now)
        assert after == expected({path: what for path, what in before.items() if path not in containers()})
        stamps = times(root)
        assert {path: stamps[path] for path in containers()} == {path: known[path] for path in containers()}
        assert (root / "z.zip").stat().st_nlink == 2


def after_warc(root: Path) -> bytes:
    return (root / "w/a.warc.gz").read_bytes()


@pytest.mark.parametrize("command", ["links", "check", "base"])
def test_other_commands_read_containers_in_a_tree(run: Runner, command: str) -> None:
    (run.directory / "site" / "page.html.gz").write_bytes(gzip.compress(PAGE, mtime=0))
    ran = run(command, "site", "--root", ROOT, *(["--select", "ALL"] if command == "check" else []))
    assert b"site/page.html" in ran.out


def test_a_failure_is_known_in_another_process() -> None:
    error = FileError("a", "b")
    again = pickle.loads(pickle.dumps(error))  # noqa: S301
    assert (type(again), str(again)) == (FileError, "a: b")


# where files are from


def test_a_list_says_where_files_are_from(run: Runner) -> None:
    (run.directory / "map.csv").write_text("path,url\na.html,http://m/n/\nd/about,https://o/p/\n")
    assert run("rewrite", "site", "-o", "out", "--map", "map.csv").err == (
        "absolutize: site: 12 documents, 2 links made absolute\n"
        "absolutize: site: 8 links left relative: no base URL known (pass --root)\n"
    )
    after = contents(run.directory / "out")
    assert (after["a.html"], after["d/about"]) == (
        PAGE.replace(b"=x", b"=http://m/n/x"),
        PAGE.replace(b"=x", b"=https://o/p/x"),
    )
    assert after["index.html"] == PAGE


def test_a_list_and_a_root(run: Runner) -> None:
    (run.directory / "map.jsonl").write_text('{"path": "a.html", "url": "http://m/n/"}\n')
    assert run("rewrite", "site", "-o", "out", "--map", "map.jsonl", "--root", ROOT).status == 0
    after = contents(run.directory / "out")
    assert after["a.html"] == PAGE.replace(b"=x", b"=http://m/n/x")
    assert after["index.html"] == SITE["index.html"][1]


def test_a_guess_is_shown(run: Runner) -> None:
    (run.directory / "mirror").mkdir()
    (run.directory / "site").rename(run.directory / "mirror" / "www.example.com")
    assert run("rewrite", "mirror", "-o", "out").err == (
        "absolutize: mirror: reading it as a mirror by wget: "
        "www.example.com/ is http://www.example.com/ (override with --root or --map)\n"
        "absolutize: mirror: 12 documents, 10 links made absolute\n"
    )
    after = (run.directory / "out" / "www.example.com" / "d" / "about").read_bytes()
    assert after == PAGE.replace(b"=x", b"=http://www.example.com/d/x")


def test_pages_of_httrack_say_where_they_were(run: Runner) -> None:
    comment = (
        b"<!-- Mirrored from www.example.com/d/e.cgi?q=1 by HTTrack Website Copier/3.x [XR&CO'2014], x -->"
    )
    mirror = run.directory / "mirror" / "www.example.com" / "d"
    mirror.mkdir(parents=True)
    (run.directory / "mirror" / "hts-log.txt").write_bytes(b"")
    (mirror / "e4a5b.html").write_bytes(b"<a href='?r'>" + comment)
    run("rewrite", "mirror", "-o", "out")
    after = (run.directory / "out" / "www.example.com" / "d" / "e4a5b.html").read_bytes()
    assert after == b"<a href='http://www.example.com/d/e.cgi?r'>" + comment


CONVERTED = """<!DOCTYPE html><a href="page.php%3Fx=3{0}#f">1</a><a href="page.php%3fy=4{0}">2</a>\
<a href="A.PHP.html">3</a><a href="http://h.example/d/none.php%3Fz=1{0}">4</a>\
<img srcset="page.php%3Fx=3{0} 2x"><a href=" ../d/page.php%3Fx=3{0} ">5</a>\
<a href="index.html">6</a><a href="index.html?p=1{0}">7</a>\
<a href='%25D1%2581.html'>8</a><a href=a&#32;b.html#f>9</a><a href="x%3By.html">10</a>\
<a id=i href="#f"></a><!-- <a href=/x> --><script>"<a href=/x>"</script><br data-href=/x>"""
NAMES = ("index.html", "A.PHP.html", "%D1%81.html", "a b.html", "x;y.html")


@pytest.mark.parametrize("extension", ["", ".html"], ids=["-k", "-k -E"])
def test_links_to_files_stand_for_their_uris(run: Runner, extension: str) -> None:
    """A link that wget converted names a file, and becomes its URI; other links are resolved as written."""
    folder = run.directory / "mirror" / "h.example" / "d"
    folder.mkdir(parents=True)
    page = CONVERTED.format(extension)
    for name in (
        *NAMES,
        f"index.html?p=1{extension}",
        f"page.php?x=3{extension}",
        f"page.php?y=4{extension}",
    ):
        (folder / name).write_text(page)
    assert run("rewrite", "mirror", "-o", "out").status == 0
    there = "http://h.example/d/"
    targets = (
        *("page.php?x=3#f", "page.php?y=4", "A.PHP", f"none.php%3Fz=1{extension}"),
        *("page.php?x=3", "page.php?x=3", "index.html", "?p=1", "%D1%81.html", "a%20b.html#f", "x;y.html"),
    )
    after = (run.directory / "out" / "h.example" / "d" / "index.html").read_bytes()
    found = [link.target for link in absolutize.links(after) if link.code != "same-document"]
    assert found == [there + target for target in targets]
    lines = map(json.loads, run("links", "mirror").out.splitlines())
    assert {line["target"] for line in lines if line["code"] != "same-document"} == {
        there + target for target in targets
    }


UNCONVERTED = {
    # a link that shows that the page was not converted by wget -k
    "a path": "<a href=/d/a.html></a>",
    "a path at another host": "<img src='//h.example/d/a.html'>",
    "a directory": "<iframe src=../d/></iframe>",
    "a query": '<link rel=next href="?x">',
    "what is not there": "<a href=b.html></a>",
    "what is outside": "<a href=../../../outside.html></a>",
    "what cannot be": "<a href=%00></a>",
}


@pytest.mark.parametrize("sign", UNCONVERTED.values(), ids=UNCONVERTED)
def test_links_of_pages_that_were_not_converted_are_their_own(run: Runner, sign: str) -> None:
    folder = run.directory / "mirror" / "h.example" / "d"
    folder.mkdir(parents=True)
    (run.directory / "outside.html").touch()
    for name in ("page.php?x", "a.html"):
        (folder / name).touch()
    (folder / "i.html").write_text("<!DOCTYPE html><a href=page.php%3Fx></a>" + sign)
    assert run("rewrite", "mirror", "-o", "out").status == 0
    after = (run.directory / "out" / "h.example" / "d" / "i.html").read_bytes()
    assert next(link.target for link in absolutize.links(after)) == "http://h.example/d/page.php%3Fx"


def test_backups_of_wget_are_of_the_files_next_to_them(run: Runner) -> None:
    folder = run.directory / "mirror" / "h.example"
    folder.mkdir(parents=True)
    page = "<!DOCTYPE html><a href=?y></a><a href=b.php%3Fx></a>"
    for name in (
        "index.html",
        "a.html",
        "b.php?x.html",
        "index.html.orig",
        "a.orig",
        "b.php?x.orig",
        "c.orig",
    ):
        (folder / name).write_text(page if name.endswith(".orig") else "")
    assert run("rewrite", "mirror", "-o", "out").status == 0
    there = "http://h.example/"
    assert {
        path.name: [link.target for link in absolutize.links(path.read_bytes())]
        for path in (run.directory / "out" / "h.example").glob("*.orig")
    } == {
        "index.html.orig": [there + "?y", there + "b.php%3Fx"],
        "a.orig": [there + "a?y", there + "b.php%3Fx"],
        "b.php?x.orig": [there + "b.php?y", there + "b.php%3Fx"],
        "c.orig": [there + "c.orig?y", there + "b.php%3Fx"],
    }


def test_with_a_list_links_are_what_they_say(run: Runner) -> None:
    folder = run.directory / "mirror" / "h.example"
    folder.mkdir(parents=True)
    (folder / "page.php?x=3").write_bytes(PAGE)
    (folder / "a.html").write_bytes(b"<!DOCTYPE html><a href=page.php%3Fx=3>")
    (run.directory / "map.csv").write_text("h.example/page.php?x=3,http://elsewhere/\n")
    arguments = ["--map", "map.csv", "--root", "http://h/"]
    assert run("rewrite", "mirror", "-o", "out", *arguments).status == 0
    after = (run.directory / "out" / "h.example" / "a.html").read_bytes()
    assert after == b"<!DOCTYPE html><a href=http://h/h.example/page.php%3Fx=3>"


def test_what_is_outside_the_tree_or_cannot_be_a_file_is_not_looked_for(run: Runner) -> None:
    """No file is looked for outside the tree, nor by a name that no file can have."""
    folder = run.directory / "mirror" / "h.example"
    folder.mkdir(parents=True)
    (run.directory / "secret.php?x").write_bytes(b"")
    page = b"<!DOCTYPE html>" + b"".join(
        b"<a href='%s%%3Fx'>" % name for name in (b"%00a.php", b"..%2f..%2fsecret.php", b"a" * 300, b"%ff")
    )
    (folder / "a.html").write_bytes(page)
    assert run("rewrite", "mirror", "-o", "out").status == 0
    after = (run.directory / "out" / "h.example" / "a.html").read_bytes()
    assert after == page.replace(b"='", b"='http://h.example/")


def test_links_to_files_of_httrack_stand_for_what_those_say(run: Runner) -> None:
    comment = "<!-- Mirrored from www.example.com/d/{} by HTTrack Website Copier/3.x [XR&CO'2014], x -->"
    mirror = run.directory / "mirror" / "www.example.com" / "d"
    mirror.mkdir(parents=True)
    (run.directory / "mirror" / "hts-log.txt").write_bytes(b"")
    page = "<!DOCTYPE html><a href='e4a5b.html#f'></a><a href=i.html></a>"
    (mirror / "e4a5b.html").write_text(page + comment.format("e.cgi?q=1"))
    (mirror / "i.html").write_text(page + comment.format(""))
    assert run("rewrite", "mirror", "-o", "out").status == 0
    after = (run.directory / "out" / "www.example.com" / "d" / "i.html").read_bytes()
    there = "http://www.example.com/d/"
    assert [link.target for link in absolutize.links(after)] == [there + "e.cgi?q=1#f", there]


def test_the_list_of_httrack_says_what_links_lead_to(run: Runner) -> None:
    """HTTrack's list gives the scheme; the query in a link to a renamed page is not added again."""
    comment = "<!-- Mirrored from h.example/d/{} by HTTrack Website Copier/3.x [XR&CO'2014], x -->"
    page = (
        "<!DOCTYPE html><img src=iab.gif><a href='e4a5b.html?q=1#f'></a><a href=e4a5b.html></a>"
        "<a href='c.html?q'></a>"
    )
    mirror = run.directory / "mirror" / "h.example" / "d"
    mirror.mkdir(parents=True)
    (run.directory / "mirror" / "hts-cache").mkdir()
    (run.directory / "mirror" / "hts-cache" / "new.txt").write_text(
        "URL\tlocalfile\nhttps://h.example/d/i.php?i=1\t/x/h.example/d/iab.gif\n"
    )
    (mirror / "iab.gif").write_bytes(PICTURE)
    (mirror / "c.html").write_text(page)
    (mirror / "e4a5b.html").write_text(page + comment.format("e.cgi?q=1"))
    assert run("rewrite", "mirror", "-o", "out").status == 0
    there = "https://h.example/d/"
    expected = [there + target for target in ("i.php?i=1", "e.cgi?q=1#f", "e.cgi?q=1", "c.html?q")]
    for name in ("c.html", "e4a5b.html"):
        after = (run.directory / "out" / "h.example" / "d" / name).read_bytes()
        assert [link.target for link in absolutize.links(after)] == expected


def test_a_file_that_cannot_be_read_stands_for_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Such a page of HTTrack has no URL, and is opened only once, however many links lead to it."""
    (tmp_path / "a.html").touch()
    mirror = Mirror(tmp_path, FileUrls({}, Roots({"": "http://h/"}), is_httrack=True))
    opened: list[Path] = []

    def refused(path: Path, *_arguments: str, **_options: str) -> NoReturn:
        opened.append(path)
        raise PermissionError

    monkeypatch.setattr(Path, "open", refused)
    targets = "http://h/a.html", "http://h/a.html#f"
    assert [mirror.url_of_file(target, target.encode()) for target in targets] == [None, None]
    assert opened == [tmp_path / "a.html"]


def test_where_nothing_is_known_nothing_changes(run: Runner) -> None:
    ran = run("rewrite", "site", "-o", "out")
    assert ran.err == (
        "absolutize: site: its original URL is unknown (pass --root or --map)\n"
        "absolutize: site: 12 documents, 0 links made absolute\n"
        "absolutize: site: 10 links left relative: no base URL known (pass --root)\n"
    )
    assert contents(run.directory / "out") == contents(run.directory / "site")


# what is refused

REFUSED = [
    # the arguments, and the message
    (["site"], "site: is a directory; pass -o OUT, --in-place or --diff"),
    (["site", "-o", "-"], "site: is a directory; pass -o OUT, --in-place or --diff"),
    (["site", "-o", "out", "--url", ROOT], "site: is a directory; pass --root instead of --url"),
    (["site", "-o", "out", "--root", "r"], "--root 'r': not an absolute URI"),
    (["site", "-o", "out", "--map", "nowhere"], "--map nowhere: No such file or directory"),
    (
        ["site", "-o", "out", "--map", "bad.csv"],
        "--map bad.csv: line 1: no path and URL (the columns are path,url, also in a header)",
    ),
    (
        ["site", "-o", "site", "--root", ROOT],
        "site: already exists, and no directory is replaced; choose another -o",
    ),
    (
        ["site", "-o", "full", "--root", ROOT],
        "full: already exists, and no directory is replaced; choose another -o",
    ),
    (
        ["site", "-o", "file", "--root", ROOT],
        "file: already exists, and no directory is replaced; choose another -o",
    ),
    (
        ["site", "-o", "link", "--root", ROOT],
        "link: already exists, and no directory is replaced; choose another -o",
    ),
    (["site", "-o", "site/out", "--root", ROOT], "site/out: would be in site"),
]


@pytest.mark.parametrize(("arguments", "why"), REFUSED, ids=[" ".join(row[0]) for row in REFUSED])
def test_what_does_not_fit_is_refused(run: Runner, arguments: list[str], why: str) -> None:
    (run.directory / "bad.csv").write_text("x\n")
    (run.directory / "file").write_text("x")
    (run.directory / "full").mkdir()
    (run.directory / "full" / "x").write_text("x")
    (run.directory / "link").symlink_to("elsewhere")
    before = contents(run.directory)
    assert run("rewrite", *arguments) == Ran(2, b"", f"absolutize: {why}\n")
    assert contents(run.directory) == before


def test_several_inputs_go_into_a_directory(run: Runner) -> None:
    shutil.copytree(run.directory / "site", run.directory / "other")
    (run.directory / "page.html").write_bytes(PAGE)
    ran = run("rewrite", "site/", "page.html", "other", "-o", "out", "--root", ROOT)
    assert ran.status == 0
    assert sorted(path.name for path in (run.directory / "out").iterdir()) == ["other", "page.html", "site"]
    others = contents(run.directory / "out" / "other").items()
    moved = {name: data and data.replace(b"/r/other/", b"/r/site/") for name, data in others}
    assert contents(run.directory / "out" / "site") == moved


# symbolic links, and what is no regular file

LINKS = [
    # the target of a symbolic link in d, and that of its copy (None: it is left out)
    ("b.HTM", "b.HTM"),
    ("../a.html", "../a.html"),
    ("e", "e"),
    ("../d/./e/../b.HTM", "../d/./e/../b.HTM"),
    ("nowhere", "nowhere"),
    (".", "."),
    ("..", ".."),
    ("../../site/a.html", "../a.html"),
    ("{site}/d/e/index.html", "e/index.html"),
    ("{site}", ".."),
    ("../..", None),
    ("../../outside", None),
    ("../../outside/page.html", None),
    ("/etc/passwd", None),
    ("../../nowhere", None),
    ("out/page.html", None),
    ("../../site2", None),
]


@pytest.mark.parametrize(("target", "copied"), LINKS, ids=[target for target, _ in LINKS])
def test_no_symbolic_link_leads_out(run: Runner, target: str, copied: str | None) -> None:
    site = run.directory / "site"
    for name in ("outside", "site2"):
        (run.directory / name).mkdir()
        (run.directory / name / "page.html").write_bytes(PAGE)
    (site / "d" / "out").symlink_to("../../outside")
    (site / "d" / "link").symlink_to(target.format(site=site))
    ran = run("rewrite", "site", "-o", "out", "--root", ROOT)
    out = contents(run.directory / "out")
    left = ["d/out"] if copied else ["d/link", "d/out"]
    assert ran == Ran(
        1,
        b"",
        "".join(
            f"absolutize: site/{path}: a symbolic link to outside the directory; left out\n" for path in left
        )
        + "absolutize: site: 12 documents, 10 links made absolute\n",
    )
    assert out.pop("d/link", None) == copied
    assert out == expected(out)
    assert (run.directory / "outside" / "page.html").read_bytes() == PAGE
    assert run("rewrite", "site", "--in-place", "--root", ROOT).status == 1
    assert (run.directory / "outside" / "page.html").read_bytes() == PAGE
    assert (site / "d" / "link").is_symlink()


def test_what_is_no_file_is_left_out(run: Runner) -> None:
    os.mkfifo(run.directory / "site" / "d" / "pipe.html")
    ran = run("rewrite", "site", "-o", "out", "--root", ROOT)
    assert (ran.status, ran.err.splitlines()[0]) == (
        1,
        "absolutize: site/d/pipe.html: neither a file nor a directory; left out",
    )
    assert "d/pipe.html" not in contents(run.directory / "out")


@pytest.mark.skipif(os.getuid() == 0, reason="nothing is unreadable for root")
def test_what_cannot_be_read_is_reported(run: Runner) -> None:
    (run.directory / "site" / "a.html").chmod(0)
    (run.directory / "site" / "i").chmod(0)
    ran = run("rewrite", "site", "-o", "out", "--root", ROOT)
    (run.directory / "site" / "i").chmod(0o700)
    assert ran.status == 2
    assert ran.err.splitlines()[:2] == [
        "absolutize: site/a.html: cannot be read; left out (Permission denied)",
        "absolutize: site/i: cannot be read; left out (Permission denied)",
    ]


def test_what_is_said_to_be_a_page_and_is_none(run: Runner) -> None:
    (run.directory / "site" / "picture.html").write_bytes(PICTURE)
    ran = run("rewrite", "site", "-o", "out", "--root", ROOT)
    assert ran.err.splitlines()[0] == "absolutize: site/picture.html: not HTML: copied unchanged"
    assert contents(run.directory / "out")["picture.html"] == PICTURE


def test_a_tree_may_be_as_deep_as_the_system_lets_it(tmp_path: Path) -> None:
    path = tmp_path
    for _ in range(1500):
        path = path / "d"
        if len(str(path)) > 3500:
            break
        path.mkdir()
    found = [member for member in walk(tmp_path, "x") if isinstance(member, TreeMember)]
    assert len(found) > 1000
    subprocess.run(["/bin/rm", "-r", tmp_path / "d"], check=True)  # shutil.rmtree might recurse too deep


def test_a_directory_precedes_what_is_in_it(tmp_path: Path) -> None:
    for path in ("a/b", "a.b", "a b/c", "A"):
        (tmp_path / path).parent.mkdir(exist_ok=True)
        (tmp_path / path).touch()
    found = [member.path for member in walk(tmp_path, "x") if not isinstance(member, Problem)]
    assert found == ["A", "a", "a/b", "a b", "a b/c", "a.b"]
    assert sorted(found, key=lambda path: path.split("/")) == found


SUFFIXES = [
    ("a.html", ".html"),
    ("d.js/a.HTM", ".htm"),
    ("a.php?x=1.js", ".php"),
    ("a.js?v=1.2", ".js"),
    ("a.js?v=1.html", ".html"),
    ("a", ""),
    (".html", ""),
]


@pytest.mark.parametrize(("path", "suffix"), SUFFIXES)
def test_the_kind_of_a_file_is_detected_from_its_name(path: str, suffix: str) -> None:
    assert suffix_of(path) == suffix


@pytest.mark.parametrize("command", ["rewrite", "links", "check", "base"])
def test_a_name_that_is_too_long_is_that_of_no_file(run: Runner, command: str) -> None:
    ran = run(command, "x" * 300)
    assert (ran.status, ran.out, ran.err) == (2, b"", f"absolutize: {'x' * 300}: File name too long\n")


@pytest.mark.parametrize("inputs", [["archive.gz"], ["archive.gz", "site/a.html"]], ids=["one", "several"])
def test_an_output_whose_name_is_too_long_is_reported(run: Runner, inputs: list[str]) -> None:
    (run.directory / "archive.gz").write_bytes(gzip.compress(PAGE, mtime=0))
    ran = run("rewrite", *inputs, "-o", "x" * 300)
    assert (ran.status, ran.err) == (2, f"absolutize: {'x' * 300}: File name too long\n")


@pytest.mark.parametrize("command", ["rewrite", "links"])
def test_what_was_asked_for_and_is_no_page_is_reported(run: Runner, command: str) -> None:
    (run.directory / "a.db").write_bytes(b"SQLite format 3\0" + PAGE)
    ran = run(command, "a.db")
    why = f"not HTML: {'copied unchanged' if command == 'rewrite' else 'skipped'}"
    assert (ran.status, ran.err) == (1, f"absolutize: a.db: {why}\n")
    assert ran.out == (b"SQLite format 3\0" + PAGE if command == "rewrite" else b"")
