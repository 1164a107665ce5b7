"""The documentation site: it is built without a warning, and its links are checked by the program itself."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

from absolutize import archive
from tests.support.commandline import environment
from tests.support.documentation import build_site

HOME = "http://site.example/"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_site(tmp_path_factory.mktemp("site") / "built")


def identifiers(path: Path) -> set[str]:
    return {*re.findall(r"\b(?:id|name)=[\"']?([^\s\"'>]+)", path.read_text("utf-8"))}


def test_every_link_within_the_site_leads_somewhere(site: Path) -> None:
    broken, inside = set(), 0
    for part, link in archive.links(site, root=HOME):
        target = link.target or (f"{part.url}{link.reference}" if link.code == "same-document" else "")
        if not target.startswith(HOME) or part.name.endswith("404.html"):
            continue
        inside += 1
        parts = urlsplit(target)
        path = site / unquote(parts.path.lstrip("/"))
        path = path / "index.html" if path.is_dir() else path
        if not path.is_file() or (parts.fragment and unquote(parts.fragment) not in identifiers(path)):
            broken.add((Path(part.name).relative_to(site).as_posix(), link.reference))
    assert inside > 1000
    assert broken == set()


def test_check_finds_nothing_wrong_with_the_site(site: Path) -> None:
    command = [sys.executable, "-m", "absolutize", "check", str(site), "--root", HOME]
    ran = subprocess.run(command, capture_output=True, text=True, env=environment(), check=False)
    assert (ran.returncode, ran.stdout) == (0, "")


def test_nothing_is_loaded_from_elsewhere(site: Path) -> None:
    """Everything that browsers fetch automatically is part of the site."""
    kinds = {"image", "script", "style", "media", "frame", "object"}
    found = archive.links(site, root=HOME)
    assert {
        link.target
        for _, link in found
        if link.kind in kinds and not (link.target or HOME).startswith((HOME, "data:"))
    } == set()


def test_the_reference_has_every_command_and_code(site: Path) -> None:
    from absolutize.cli import COMMANDS
    from absolutize.findings import FINDINGS

    text = (site / "reference/commands.html").read_text("utf-8")
    assert [name for name in COMMANDS if f"Usage: absolutize {name}" not in text] == []
    assert {finding.code for finding in FINDINGS} <= identifiers(site / "reference/codes.html")


def test_the_site_says_what_to_touch_for_a_change(site: Path) -> None:
    """The README's table is a page of the site, to which the page about the architecture links."""
    text = (site / "where-does-it-go.html").read_text("utf-8")
    assert all(
        name in text for name in ("a rule set", "src/absolutize/uri/rules/&lt;spec&gt;.py", "a format of")
    )
    assert 'href="where-does-it-go.html"' in (site / "architecture.html").read_text("utf-8")
