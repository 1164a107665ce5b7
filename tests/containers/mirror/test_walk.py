"""Files of a directory that are left out: by a pattern, and unfinished ones of a killed run."""

from __future__ import annotations

from pathlib import Path

import pytest

from absolutize import archive
from absolutize.containers.mirror.walk import Selection, walk


def test_what_a_killed_run_left_is_neither_read_nor_copied(tmp_path: Path) -> None:
    site, output = tmp_path / "site", tmp_path / "output"
    site.mkdir()
    for name in ("page.html", ".absolutize-6eb6-um8qm6rs"):
        (site / name).write_bytes(b"<a href=x>")
    assert [part.name for part, _ in archive.documents(site, root="http://h/")] == [f"{site}/page.html"]
    archive.rewrite(site, output, root="http://h/")
    assert [path.name for path in output.iterdir()] == ["page.html"]


EXCLUDED = [
    # a pattern, and the files and directories that it leaves out
    ("./a.html", ["a.html", "d/a.html"]),
    ("././/a.html", ["a.html", "d/a.html"]),
    ("./d/*.html", ["d/.b.html", "d/a.html"]),
    ("./d/", ["d"]),
    ("./a.html/", []),
    ("d/./a.html", []),
    (".b.html", ["d/.b.html"]),
    ("./", []),
]


@pytest.mark.parametrize(("pattern", "excluded"), EXCLUDED)
def test_a_pattern_may_begin_with_the_directory_itself(
    tmp_path: Path, pattern: str, excluded: list[str]
) -> None:
    (tmp_path / "d").mkdir()
    for name in ("a.html", "d/a.html", "d/.b.html"):
        (tmp_path / name).touch()
    members = [*walk(tmp_path, "site")]
    assert [each.path for each in members if Selection((pattern,)).excludes(each)] == excluded
