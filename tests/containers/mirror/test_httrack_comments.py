"""Trees in which only HTTrack's comments show where the pages are from.

The shapes are those that HTTrack 3.49 makes by its options for structures (`-N`), without its own files
(`hts-cache`, `hts-log.txt`), and those of mirrors that are published with directories moved or renamed.
"""

from collections.abc import Mapping
from pathlib import Path

import pytest

from absolutize import archive
from absolutize.containers.mirror.layout import guess_urls

H = "h.example"
BY = "reading it as a mirror by HTTrack: "
UNKNOWN = f"its original URL is unknown: HTTrack's comments name {H}, but do not show where all files were"
OWN = "<!DOCTYPE html><title>mine</title>"


def page(where: str, body: str = "") -> str:
    return (
        f"<!DOCTYPE html>\n<html>\n\n<!-- Mirrored from {where} by HTTrack Website Copier/3.x [XR&CO'2014],"
        ' Thu, 01 Jan 2015 00:00:00 GMT -->\n<!-- Added by HTTrack --><meta http-equiv="content-type"'
        f' content="text/html;charset=utf-8" /><!-- /Added by HTTrack -->\n<head>\n{body}</head>'
    )


SITE = {  # a site with pages in two directories
    "index.html": page(f"{H}/"),
    "list4a5b.html": page(f"{H}/list.php?x=1"),
    "a b/c d.html": page(f"{H}/a b/c d"),
    "gone.html": "<html>404",  # HTTrack writes no comment into the page of an error
    "pic.png": "",
}
FLAT = {"index.html": page(f"{H}/"), "a.html": page(f"{H}/a.php")}  # pages in one directory
BY_TYPE = {"index.html": page(f"{H}/"), "a.html": page(f"{H}/d/a.html")}  # -N1: of two directories, in one


def below(folder: str, files: Mapping[str, str]) -> dict[str, str]:
    return {f"{folder}/{name}": content for name, content in files.items()}


TREES: dict[str, tuple[dict[str, str], list[str]]] = {
    "no directory of the host (-N100)": ({**SITE}, [f"{BY}the directory is http://{H}/"]),
    "the directory of the host with another name": (
        {**below("html", SITE), **{f"own{n}.html": OWN for n in range(9)}},
        [f"{BY}html/ is http://{H}/"],
    ),
    "two copies of a site": (
        {**below("html", SITE), **below("deep/er/www.h.example", SITE)},
        [f"{BY}deep/er/www.h.example/ is http://{H}/", f"{BY}html/ is http://{H}/"],
    ),
    "a directory of the site": (
        {"a.html": page(f"{H}/d/e/a.html"), "f/b.html": page(f"{H}/d/e/f/b.html")},
        [f"{BY}the directory is http://{H}/d/e/"],
    ),
    "a host and a port, and the scheme by links": (
        {"i.html": page(f"{H}:81/i.html", f"<a href=https://{H}:81/>"), "d/j.html": page(f"{H}:81/d/j.html")},
        [f"{BY}the directory is https://{H}:81/"],
    ),
    "next to the directory of another host": (
        {**below("html", SITE), "www.i.example/x.png": ""},
        [f"{BY}www.i.example/ is http://www.i.example/", f"{BY}html/ is http://{H}/"],
    ),
    "next to the directory of a host by wget": (
        {**below("html", SITE), "www.i.example/x.html": "<a href=http://www.i.example/>"},
        ["reading it as a mirror by wget: www.i.example/ is http://www.i.example/"],
    ),
    "next to the directory of a host by HTTrack": (
        {**below("html", SITE), "www.i.example/x.html": page("www.i.example/x"), "www.i.example/z.html": ""},
        [f"{BY}www.i.example/ is http://www.i.example/", f"{BY}html/ is http://{H}/"],
    ),
    "pages in one directory, and files in one that is not for their type": (
        {**FLAT, "img/x.png": ""},
        [f"{BY}the directory is http://{H}/"],
    ),
    "pages in one directory, and files in two that each are for a type": (
        {**FLAT, "images/x.png": "", "css/x.css": ""},
        [f"{BY}the directory is http://{H}/"],
    ),
    "pages in one directory, and files that say nothing": ({**FLAT, "x.png": ""}, [UNKNOWN]),
    "-N1": ({**below("web", FLAT), "web/images/x.png": "", "web/images/x.css": ""}, [UNKNOWN]),
    "-N2": ({**below("web/html", FLAT), "web/images/x.png": ""}, [UNKNOWN]),
    "-N3": ({**below("web", FLAT), "web/x.png": ""}, [UNKNOWN]),
    "-N4": ({**below("web", FLAT), "web/png/x.png": "", "web/css/x.css": ""}, [UNKNOWN]),
    "-N1, two directories": ({**below("web", BY_TYPE), "web/img/x.png": ""}, [UNKNOWN]),
    "-N99": ({"_pixyqv3.html": page(f"{H}/"), "f97p.html": page(f"{H}/a"), "img/x.png": ""}, [UNKNOWN]),
    "-N100, two hosts": ({**SITE, "b.html": page("i.example/b"), "c/d.html": page("i.example/c/d")},
                         [UNKNOWN]),
    "-N101": ({**below(H, BY_TYPE), f"{H}/images/x.png": ""}, [UNKNOWN]),
    "-N102": ({**below(f"{H}/html", FLAT), f"{H}/images/x.png": ""}, [UNKNOWN]),
    "-N101, with HTTrack's log": ({**below(H, BY_TYPE), "hts-log.txt": ""}, [UNKNOWN]),
    "-L0": ({"INDEX.HTM": page(f"{H}/"), "D/A.HTM": page(f"{H}/d/a.htm"), "IMG/X.PNG": ""}, [UNKNOWN]),
    "a page among others": (
        {"a.html": page(f"{H}/a.html"), "img/x.png": "", **{f"own{n}.html": OWN for n in range(9)}},
        [UNKNOWN],
    ),
    "pages that were moved": (
        {"x/a.html": page(f"{H}/a.html"), "y/b.html": page(f"{H}/z/b.html"), "img/x.png": ""},
        [UNKNOWN],
    ),
    "a comment of another program": ({"a/b.html": f"<!-- Mirrored from {H}/a/b.html by someone -->"}, []),
    "a file of a disk": ({"a/b.html": page("file:///a/b.html"), "a/c.html": page("file:///a/c.html")}, []),
}  # fmt: skip


def planted(root: Path, files: Mapping[str, str]) -> Path:
    for name, content in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(content, "utf-8")
    return root


@pytest.mark.parametrize(("files", "shown"), TREES.values(), ids=TREES)
def test_comments_show_urls_if_files_are_at_their_places(
    tmp_path: Path, files: dict[str, str], shown: list[str]
) -> None:
    guess = guess_urls(planted(tmp_path / "m", files))
    assert (guess.lines, guess.doubts) == (shown, [])
    assert guess.file_urls.has_urls is any(" is http" in line for line in shown)


LINKS = [
    # an id, the files next to those of the site, the path of a page, its link, and what is written
    ("a page by its comment", {}, "a.html", f"{H}/a", "list4a5b.html#f", f"http://{H}/list.php?x=1#f"),
    ("a query", {}, "a4a5b.html", f"{H}/a?x", "?y", f"http://{H}/a?y"),
    ("a picture", {}, "a b/e.html", f"{H}/a b/e", "../pic.png", f"http://{H}/pic.png"),
    ("a page that was moved", {}, "a.html", f"{H}/z/a", "index.html", f"http://{H}/"),
    ("no comment", {}, "own.html", None, "index.html", "index.html"),
    ("a link out of the tree", {}, "a b/e.html", f"{H}/a b/e", "../../x.png", "../../x.png"),
    ("one in a style", {}, "a.html", f"{H}/a", "x><p style='background: url(../x)'></p><i x=", "x"),
]


@pytest.mark.parametrize(
    ("files", "path", "where", "link", "expected"), [row[1:] for row in LINKS], ids=[row[0] for row in LINKS]
)
def test_pages_with_a_comment_get_its_url(
    tmp_path: Path, files: dict[str, str], path: str, where: str | None, link: str, expected: str
) -> None:
    """A page without a comment stays, and so does one that links to what has no known URL."""
    text = f"<a href='{link}'>" if "'" not in link else f"<a href={link}>"
    own = text if where is None else page(where, text)
    archive.rewrite(planted(tmp_path / "m", {**SITE, **files, path: own}), tmp_path / "out")
    written = (tmp_path / "out" / path).read_text("utf-8")
    assert written == own.replace(link, expected) if "'" not in link else written == own


OUT_OF_ITS_DIRECTORY = [
    # files next to "html/", the link of a page in it, and what is written
    ({"other/x.html": page("i.example/x")}, "../other/x.html", "http://i.example/x"),
    ({"www.i.example/x.png": ""}, "../www.i.example/x.png", "http://www.i.example/x.png"),
    ({"x.png": ""}, "../x.png", "../x.png"),
    ({}, "../www.i.example/x.png", "../www.i.example/x.png"),
]


@pytest.mark.parametrize(("files", "link", "expected"), OUT_OF_ITS_DIRECTORY)
def test_links_out_of_a_directory_lead_to_what_is_known(
    tmp_path: Path, files: dict[str, str], link: str, expected: str
) -> None:
    own = page(f"{H}/a", f"<a href='{link}'>")
    archive.rewrite(
        planted(tmp_path / "m", {**below("html", {**SITE, "a.html": own}), **files}), tmp_path / "out"
    )
    assert (tmp_path / "out/html/a.html").read_text("utf-8") == own.replace(link, expected)


def test_a_tree_with_comments_is_changed_in_place(tmp_path: Path) -> None:
    """The comments make the guess sure, as links to the host do for a directory that has its name."""
    root = planted(tmp_path / "m", {**SITE, "a.html": page(f"{H}/a", "<a href=index.html>")})
    result = archive.rewrite(root, root, overwrite=True)
    assert (result.links, result.guesses) == (1, [f"{BY}the directory is http://{H}/"])
    assert (root / "a.html").read_text("utf-8") == page(f"{H}/a", f"<a href=http://{H}/>")


def test_why_nothing_is_guessed_is_said(tmp_path: Path) -> None:
    result = archive.rewrite(
        planted(tmp_path / "m", {"a.html": page(f"{H}/a", "<a href=b>")}), tmp_path / "out"
    )
    assert (result.links, result.guesses) == (0, [UNKNOWN])
