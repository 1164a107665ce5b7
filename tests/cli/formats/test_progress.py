"""The progress of an input: on a terminal, with nothing in it that a terminal would obey."""

from __future__ import annotations

import io
import sys

import pytest

from absolutize.cli.formats import progress


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_control_characters_in_a_name_are_shown_and_not_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "LONG", 0.0)
    monkeypatch.setattr(sys, "stderr", Terminal())
    with progress.show_progress("a\x1b[31mb.warc", 8, quiet=False) as update:
        update(1)
        update(2)
    written = sys.stderr.getvalue()  # type: ignore[attr-defined]
    assert "a\\x1b[31mb.warc" in written
    assert "a\x1b" not in written
