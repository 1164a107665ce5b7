"""Findings as a report of GitLab's Code Quality, which shows them in a merge request.

It does not know the checks. Used by `cli.check_formats.table`.
"""

import json
from collections.abc import Iterable, Iterator
from typing import Any

from absolutize.cli.check_formats.rows import CheckedInput, CheckRow, Fingerprints, all_rows, shared_path
from absolutize.cli.run import Run, encode_output


def gitlab(checked: Iterable[CheckedInput], _run: Run) -> Iterator[bytes]:
    """Write an array, object by object."""
    fingerprints = Fingerprints()
    yield b"["
    between = b"\n"
    for row in all_rows(checked):
        yield between + encode_output(json.dumps(_violation(row, fingerprints.of(row))))
        between = b",\n"
    yield b"\n]\n"


def _violation(row: CheckRow, fingerprint: str) -> dict[str, Any]:
    """Describe a finding; a problem with an input is shown at the first line."""
    line = 1 if row.link is None else row.link.line
    return {
        "description": row.message,
        "check_name": row.code,
        "fingerprint": fingerprint,
        "severity": "critical" if row.fatal else "minor",
        "location": {"path": shared_path(row.path), "lines": {"begin": line}},
    }
