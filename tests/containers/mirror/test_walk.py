"""Unfinished files that a killed run left in a directory are ignored."""

from __future__ import annotations

from pathlib import Path

from absolutize import archive


def test_what_a_killed_run_left_is_neither_read_nor_copied(tmp_path: Path) -> None:
    site, output = tmp_path / "site", tmp_path / "output"
    site.mkdir()
    for name in ("page.html", ".absolutize-6eb6-um8qm6rs"):
        (site / name).write_bytes(b"<a href=x>")
    assert [part.name for part, _ in archive.documents(site, root="http://h/")] == [f"{site}/page.html"]
    archive.rewrite(site, output, root="http://h/")
    assert [path.name for path in output.iterdir()] == ["page.html"]
