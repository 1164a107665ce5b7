"""The seeds of fuzzing, and the inputs that fuzzing once found, satisfy all invariants."""

from collections.abc import Callable, Iterable
from pathlib import Path

import pytest

import absolutize
from absolutize.patterns import FindMatches
from tests.fuzz import matchers
from tests.fuzz.promises import (
    HOME,
    assert_same_structure,
    assert_same_targets,
    assert_targets_of_a_browser,
)
from tests.fuzz.surfaces import SURFACES, scan

FOLDER = Path(__file__).parent
SEEDS = [path for kind in ("seeds", "finds") for path in sorted((FOLDER / kind).glob("*/*"))]


@pytest.mark.rows("path", SEEDS, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_what_must_hold_holds(path: Path) -> None:
    SURFACES[path.parent.name](path.read_bytes())


def test_every_surface_has_seeds_and_words() -> None:
    folder = FOLDER / "seeds"
    assert {path.name for path in folder.iterdir() if path.is_dir()} == set(SURFACES)
    assert {path.stem for path in folder.glob("*.dict")} == set(SURFACES)


@pytest.mark.rows("surface", SURFACES)
def test_nothing_at_all_is_no_error(surface: str) -> None:
    for data in (b"", b"\n", b"\0", b"\xff" * 9):
        SURFACES[surface](data)


BROKEN: dict[str, Callable[..., object]] = {
    "a second run": lambda document, *_, **__: document + b" ",
    "the fast path": lambda document, *_, **__: document,
    "another structure": lambda document, *_, **__: document.replace(b"x", b"http://h.example/d/e/x id=y"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_promise_that_is_broken_is_found(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    scan(b"<a href=x>")
    monkeypatch.setattr(absolutize, "rewrite", BROKEN[name])
    with pytest.raises(AssertionError):
        scan(b"<a href=x>")


def test_matchers_that_differ_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def mistaken(pattern: bytes, repeated: Iterable[bytes]) -> FindMatches:
        return matchers.by_re(pattern.replace(b"href", b"hrex"), repeated)

    matchers.assert_matchers_agree(b"<a href='x?'>")
    monkeypatch.setattr(matchers, "installed", lambda: [matchers.by_re, mistaken])
    matchers.tables.cache_clear()
    with pytest.raises(AssertionError, match="all matchers agree"):
        matchers.assert_matchers_agree(b"<a href='x?'>")
    matchers.tables.cache_clear()


def test_links_that_go_elsewhere_are_found() -> None:
    (link,) = absolutize.links(b"<a href=x>", HOME)
    assert_targets_of_a_browser(b"<a href=x>", None, [link])
    assert_same_targets([link], [link])
    other = link._replace(target="http://h.example/x")
    with pytest.raises(AssertionError):
        assert_targets_of_a_browser(b"<a href=x>", None, [other])
    with pytest.raises(AssertionError):
        assert_same_targets([link], [other])
    with pytest.raises(AssertionError, match="the same structure"):
        assert_same_structure(b"<a href=x>", b"<a href=x id=y>", None)
