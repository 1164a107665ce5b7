"""Reads the test vectors of the specifications in fixtures/vectors: one JSON object per line."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

from absolutize.uri.ruleset import Overflow, SameScheme

FOLDER = Path(__file__).parents[2] / "fixtures" / "vectors"
SAME_DOCUMENT = "(current document)"  # the wording of the specifications
MODES = dict.fromkeys(get_args(SameScheme), "same_scheme") | dict.fromkeys(get_args(Overflow), "overflow")


def rows(name: str) -> list[dict[str, Any]]:
    """Read the rows of one file."""
    return [json.loads(line) for line in (FOLDER / f"{name}.jsonl").read_text("utf-8").splitlines()]


def of_kind(name: str, kind: str) -> Iterator[dict[str, Any]]:
    """Read the rows of one kind."""
    return (row for row in rows(name) if row["kind"] == kind)


def row_id(row: dict[str, Any]) -> str:
    """Make a readable id for a row: section, reference, base, mode."""
    texts = (row.get("section"), row.get("ref"), row.get("base"), row.get("mode"))
    return " ".join("(empty)" if text == "" else str(text) for text in texts if text is not None)


def resolution_options(row: dict[str, Any]) -> dict[str, str]:
    """Give the options that a row's mode means."""
    return {MODES[row["mode"]]: row["mode"]} if "mode" in row else {}
