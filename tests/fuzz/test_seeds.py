"""What is fuzzed from, and what fuzzing found once, holds what must hold."""

from pathlib import Path

import pytest

from tests.fuzz.surfaces import SURFACES

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
