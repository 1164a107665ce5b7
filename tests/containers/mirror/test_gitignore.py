"""What .gitignore files list is left out of a directory, as git itself leaves it out."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from absolutize import archive
from absolutize.containers.mirror.walk import Selection, TreeMember, walk
from absolutize.containers.source import Problem

FILES = {
    ".gitignore": "*.log\n/build/\n!keep.log\nd*/x.html\n# build2/\n\\#a.html\n",
    "a.html": "",
    "a.log": "",
    "keep.log": "",
    "#a.html": "",
    "build/a.html": "",
    "build2/a.html": "",
    "deep/build/a.html": "",
    "deep/x.html": "",
    "deep/.gitignore": "!x.html\ny.html\n!*.log\n",
    "deep/y.html": "",
    "deep/a.log": "",
    "deep/more/y.html": "",
    "deeper/y.html": "",
    "deeper/x.html": "",
    "deeper/.gitignore": "*\n!.gitignore\n!z/\n",
    "deeper/z/a.html": "",
    "latin/.gitignore": "\udce9.html\n",
    "latin/\udce9.html": "",
}

ODD = {
    "no pattern/.gitignore": "!\n\\\na/**/b\\\n[z-a]\n![z-a]\nx.html\n",
    "no pattern/a.html": "",
    "no pattern/x.html": "",
    "stars/.gitignore": "*a*a*b\n*b*[ac]*\nd/**/e*f/**/*g*h\n**/k/**/l/**/m\n",
    "stars/aaaa.html": "",
    "stars/aaaab": "",
    "stars/bbc.html": "",
    "stars/cb.html": "",
    "stars/d/ef/gh": "",
    "stars/d/x/ef/y/egh": "",
    "stars/d/x/efg/y/gh": "",
    "stars/k/k/l/k/l/x/m": "",
    "stars/k/k/lx/k/x/m": "",
    "stars/x/k/x/l/m": "",
}
LINES = {  # git's lines end at a line feed only, and the first one may begin with a byte order mark
    ".gitignore": "\ufeffmark.html\r\nend.html\r\n1\v2.html\n3\f4.html\n5\x856.html\n"
    "7\u20288.html\n9\r0.html\nlast.html",
    **dict.fromkeys(("mark.html", "end.html", "1\v2.html", "3\f4.html", "5\x856.html", "7\u20288.html"), ""),
    **dict.fromkeys(("9\r0.html", "last.html", "1", "2.html", "6.html", "0.html", "\ufeffmark.html"), ""),
}

SETS = {  # of characters, in brackets
    "classes/.gitignore": "[[:digit:]].html\n[[:upper:][:space:]-]x\n[^[:alnum:]]y\n"
    "[[:none:]]\n[[:punct:]]z\n",
    **{f"classes/{name}": "" for name in ("1.html", "a.html", ":.html", "[.html", "1].html", ":].html")},
    **{
        f"classes/{name}": ""
        for name in ("Xx", " x", "-x", "xx", "-y", "ay", "]z", "[z", "\\z", "az", "n", ":")
    },
    "escapes/.gitignore": "[\\]a]b\n[x\\-z]c\n[a\\\\]d\n[]-]e\n[!]]f\n[a-\\c]g\n",
    **{
        f"escapes/{name}": ""
        for name in ("]b", "ab", "\\b", "xc", "-c", "yc", "\\c", "ad", "\\d", "]e", "-e")
    },
    **{f"escapes/{name}": "" for name in ("ae", "]f", "af", "ag", "bg", "cg", "dg")},
    "ranges/.gitignore": "[z-a]b\n[a-c-e]d\n[--1]e\n[[a-c&&b~~||]f\n[+-9]g\n[a-]h\nx[!y]z\n",
    **{f"ranges/{name}": "" for name in ("zb", "ab", "yb", "bd", "-d", "dd", "ed", "-e", "0e", "2e", "[f")},
    **{
        f"ranges/{name}": "" for name in ("bf", "&f", "df", ".g", "9g", "ah", "-h", "bh", "xaz", "xyz", "x/z")
    },
    "no end/.gitignore": "[a\n[[:digit:]\n*[!\nx[]\n[a-\\]\n\\[b\nc\\[d]\n",
    **{f"no end/{name}": "" for name in ("[a", "a", "1", "x[]", "[b", "c[d]", "cd")},
}
SLASHES = {  # in sets: they match nothing, and tie the pattern to the directory
    ".gitignore": "[a/].html\na[/]b\n![!/]c\n?c\n/[e/]f\n#[/]\n*/[/g]h\n",
    **dict.fromkeys(("a.html", "d/a.html", "a/b", "a[/]b", "a\\b", "c", "xc", "d/xc"), ""),
    **dict.fromkeys(("ef", "d/ef", "#[/]", "#", "gh", "d/gh", "d/e/gh"), ""),
}
BYTES = {  # git compares bytes: a letter beyond ASCII is several
    ".gitignore": "?.html\n??.js\n[é]x\n[!a]y\nä*\nz[à-ü]\n???z\n",
    **dict.fromkeys(("é.html", "a.html", "é.js", "ab.js", "éx", "\udcc3x", "éy", "by", "\udcc3y"), ""),
    **dict.fromkeys(("äb", "ä", "zé", "éz", "漢z", "\udcff\udcff\udcffz", "漢字z"), ""),
}
SPACES = {  # git drops spaces at the end of a line, and no others
    ".gitignore": " a.html\nb.html \nc.html\t\n\td.html\ne.html\\ \nf.html\\\t\n   \n\t \n! g.html\ng.html\n",
    **{f"{letter}.html": "" for letter in "abcdefg"},
    **dict.fromkeys(
        (" a.html", "c.html\t", "\td.html", "e.html ", "f.html\t", "\t", " ", "   ", " g.html"), ""
    ),
}

IDIOMS = [  # the text of the file at the top, what is read, and what is left out
    pytest.param("*\n!*/\n!*.html\n", "a.html d/a.html d/e/a.html", "a.js d/a.js", id="only pages"),
    pytest.param("/*\n!/docs/\n", "docs/a.html docs/d/a.html", "a.html d/docs/a.html", id="one directory"),
    pytest.param("*\n!docs/\n", "", "a.html docs/a.html", id="a directory, not its files"),
    pytest.param("*\n!docs/\n!*.html\n", "a.html docs/a.html", "d/a.html docs/d/a.html", id="pages in one"),
    pytest.param("*.html\n!docs\n", "a.js", "a.html docs/a.html", id="no directory again"),
    pytest.param("build/\n!docs/\n", "docs/a.html", "build/a.html docs/build/a.html", id="in a directory"),
    pytest.param("docs/*\n!docs/a.html\n", "docs/a.html", "docs/b.html docs/d/a.html", id="one file"),
    pytest.param("docs\n!docs/a.html\n", "a.html", "docs/a.html", id="a file in a listed directory"),
    pytest.param("a*\n!a/\n", "a/b.html", "a.html b/a.html", id="a file, no directory"),
    pytest.param("b/\n!a.b\n*.b/\n", "a.html b.html", "a.b/a.html b/a.html", id="the last pattern"),
    pytest.param("d/**\n!d/**/\n!d/**/a.html\n", "d/a.html d/e/a.html", "d/e/b.html", id="all below"),
    pytest.param("d/**/\n", "d/a.html", "d/e/a.html", id="directories below"),
    pytest.param("**/d/**\n", "a.html", "d/a.html e/d/a.html", id="directories with a name"),
    pytest.param("/**/\n", "a.html", "d/a.html", id="all directories"),
    pytest.param("a\nb\\\nd/\n", "a\nb\\ d\n e\na/x.html", "e\n/a d/x.html", id="line feeds in names"),
]


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    return written(tmp_path / "tree", FILES)


def written(tree: Path, files: Mapping[str, str]) -> Path:
    for name, text in files.items():
        path = tree / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8", "surrogateescape", newline="")
    return tree


def walked(tree: Path, selection: Selection) -> set[str]:
    found = walk(tree, "tree", selection)
    return {each.path for each in found if isinstance(each, TreeMember) and not each.is_directory}


def git(tree: Path, *arguments: str) -> str:
    """Run git in a new repository: not in that of a git command which runs the tests (GIT_DIR)."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    subprocess.run(["git", "init", "-q"], cwd=tree, env=environment, check=True)  # noqa: S607
    ran = subprocess.run(["git", *arguments], cwd=tree, env=environment, capture_output=True, check=True)  # noqa: S607
    return ran.stdout.decode("utf-8", "surrogateescape")


def kept_by_git(tree: Path) -> set[str]:
    """List what git would add."""
    return {*git(tree, "ls-files", "-z", "--others", "--exclude-standard").split("\0")} - {""}


@pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")
@pytest.mark.parametrize(
    "files",
    [FILES, ODD, LINES, SETS, SLASHES, BYTES, SPACES],
    ids=["usual", "odd", "lines", "sets", "slashes", "bytes", "spaces"],
)
def test_what_is_left_out_is_what_git_leaves_out(tmp_path: Path, files: Mapping[str, str]) -> None:
    tree = written(tmp_path, files)
    kept = kept_by_git(tree)
    assert kept < {*files}
    assert walked(tree, Selection(gitignore=True)) == kept


@pytest.mark.parametrize(("text", "read", "left_out"), IDIOMS)
def test_idioms(tmp_path: Path, text: str, read: str, left_out: str) -> None:
    kept = {*read.split(" ")} - {""}
    tree = written(tmp_path, {**dict.fromkeys(kept | {*left_out.split(" ")}, ""), ".gitignore": text})
    assert walked(tree, Selection(gitignore=True)) - {".gitignore"} == kept
    if shutil.which("git") is not None:
        assert kept_by_git(tree) - {".gitignore"} == kept


def test_only_pages_are_read_and_written(tmp_path: Path) -> None:
    files = {".gitignore": "*\n!*/\n!*.html\n", "index.html": "<a href=x>", "docs/a.html": "<a href=x>"}
    tree = written(tmp_path / "tree", files)
    archive.rewrite(tree, tmp_path / "out", root="http://h/")
    assert {path.relative_to(tmp_path / "out").as_posix() for path in (tmp_path / "out").rglob("*.html")} == {
        "index.html",
        "docs/a.html",
    }


@pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")
@pytest.mark.parametrize("target", ["list", "../list"], ids=["in the tree", "outside"])
def test_a_symbolic_link_is_not_obeyed(tmp_path: Path, target: str) -> None:
    tree = written(tmp_path / "tree", {"list": "a.html\n", "../list": "a.html\n", "a.html": ""})
    (tree / ".gitignore").symlink_to(target)
    assert "?? a.html\n" in git(tree, "status", "--porcelain", "-uall")
    assert "a.html" in walked(tree, Selection(gitignore=True))


@pytest.mark.parametrize("name", [".gitignore", "hts-cache/new.txt", "a.php?x=1"])
def test_a_pipe_is_not_opened(tmp_path: Path, name: str) -> None:
    """Opening it would wait for a writer."""
    tree = written(tmp_path, {"a.html": "<a href=x>", "b.php?x=1.html": "", "hts-cache/a.html": ""})
    os.mkfifo(tree / name)
    command = [sys.executable, "-m", "absolutize", "links", tree, "--format", "csv", "-j1"]
    ran = subprocess.run(command, capture_output=True, check=False, text=True, timeout=60)
    assert f"absolutize: {tree / name}: neither a file nor a directory; left out\n" in ran.stderr
    assert f"{tree}/a.html,a,href," in ran.stdout


def test_a_list_that_is_too_large_is_reported(tmp_path: Path) -> None:
    tree = written(tmp_path, {"a.html": "", "d/a.html": "", "d/.gitignore": "a.html\n" * 150_000})
    found = [*walk(tree, "tree", Selection(gitignore=True))]
    assert [each for each in found if isinstance(each, Problem)] == [
        Problem("tree/d/.gitignore", "too-large", "over 1048576 bytes")
    ]
    assert walked(tree, Selection(gitignore=True)) == {"a.html", "d/a.html", "d/.gitignore"}


def test_many_stars_take_no_time(tmp_path: Path) -> None:
    """Git itself takes very long to match these patterns."""
    files = {
        ".gitignore": "*a" * 12 + "*b\n" + "a*/**/" * 8 + "b\n",
        f"{'a' * 200}.html": "",
        "a/" * 80 + "c": "",
    }
    tree = written(tmp_path, files)
    assert walked(tree, Selection(gitignore=True)) == {*files}


def test_all_is_read_on_request(tree: Path) -> None:
    assert walked(tree, Selection()) == {*FILES}


def test_what_is_left_out_is_reported(tree: Path) -> None:
    found = walk(tree, "tree", Selection(gitignore=True))
    places = [each.place for each in found if isinstance(each, Problem) and each.code == "git-ignored"]
    assert places[:4] == ["tree/#a.html", "tree/a.log", "tree/build", "tree/deep/more/y.html"]


def test_files_above_a_directory_do_not_count(tree: Path) -> None:
    assert walked(tree / "build", Selection(gitignore=True)) == {"a.html"}


def test_from_python(tree: Path) -> None:
    pages = [each.part.name for each in archive.documents(tree, exclude=["dee*", "latin"])]
    assert [Path(name).relative_to(tree).as_posix() for name in pages] == ["a.html", "build2/a.html"]
    found = archive.documents(tree, exclude=["dee*", "latin"], gitignore=False)
    assert len(list(found)) == 4
    skipped = archive.documents(tree)
    list(skipped)
    assert str(tree / "build") in skipped.skipped
