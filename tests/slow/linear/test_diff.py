"""A diff takes time in proportion to the documents."""

from __future__ import annotations

from absolutize.cli.formats.unified_diff import changes


def test_a_diff_takes_linear_time() -> None:
    """Every other line changes, and a line goes missing at the top, so that no line is where it was."""
    old = [b"top\n"] + [line for i in range(50_000) for line in (b"%d\n" % i, b"same\n")]
    new = [line for i in range(50_000) for line in (b"/%d\n" % i, b"same\n")]
    assert len(list(changes(old, new))) == 50_000
