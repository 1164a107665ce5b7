"""Both halves of a manual as a mirror: each link leads to the same file as before, or to no file."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

import absolutize
from tests.corpus.pages import folder
from tests.support.commandline import Runner
from tests.support.forking import Server

ROOT = "http://httpd.example/docs/2.4/"
MANUAL = folder() / "pages" / "apache2-doc" / "manual"
HALVES = sorted(path.name for path in MANUAL.iterdir()) if MANUAL.is_dir() else []
pytestmark = pytest.mark.skipif(not HALVES, reason="the corpus is absent: no apache2-doc next to the project")


def pages(tree: Path) -> list[Path]:
    return sorted(path.relative_to(tree) for path in tree.rglob("*.html"))


def led(page: Path, link: absolutize.Link) -> str | None:
    """The path in the tree that a relative link of a page leads to, by the file system's rules."""
    reference = urlsplit(link.reference)
    if reference.scheme or reference.netloc or reference.path.startswith("/"):
        return None
    steps: list[str] = []
    for step in [*page.parent.parts, *unquote(reference.path).split("/")] if reference.path else page.parts:
        if step == "..":
            if not steps:
                return None  # out of the tree
            steps.pop()
        elif step not in {"", "."}:
            steps.append(step)
    return "/".join(steps)


def leads(link: absolutize.Link, root: str) -> str | None:
    """The path in the tree that an absolute link leads to."""
    if not link.reference.startswith(root):
        return None
    return unquote(urlsplit(link.reference.removeprefix(root)).path).rstrip("/")


@pytest.mark.parametrize("half", ["", *HALVES], ids=["both", *HALVES])
def test_each_link_leads_to_the_file_that_it_led_to(half: str, tmp_path: Path, server: Server) -> None:
    root = f"{ROOT}{half}/" if half else ROOT
    tree = MANUAL / half
    ran = Runner(tmp_path, server)("rewrite", str(tree), "-o", "out", "--root", root)
    assert ran.status == 0
    assert pages(tmp_path / "out") == pages(tree)
    there = relative = 0
    for page in pages(tree):
        before = list(absolutize.links((tree / page).read_bytes()))
        after = list(absolutize.links((tmp_path / "out" / page).read_bytes()))
        assert len(after) == len(before)
        for old, new in zip(before, after, strict=True):
            assert new.code in {"absolute", "same-document"}
            goal = led(page, old)
            if old.code == "same-document" or goal is None:
                continue
            relative += 1
            assert leads(new, root) == goal
            there += (tree / goal).exists()
    assert there > relative / 4 > 100


def test_a_tree_is_the_same_by_any_number_of_processes(tmp_path: Path, server: Server) -> None:
    run = Runner(tmp_path, server)
    for jobs in (1, 2, 4):
        ran = run("rewrite", str(MANUAL), "-o", f"out{jobs}", "--root", ROOT, "--jobs", str(jobs))
        assert ran.status == 0
    first, *others = (
        {path.relative_to(tmp_path / out): path.read_bytes() for path in (tmp_path / out).rglob("*.html")}
        for out in ("out1", "out2", "out4")
    )
    assert others == [first, first]
