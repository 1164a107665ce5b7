"""Findings as a JSON array of objects, each on its line.

It does not know the checks. Used by `cli.check_formats.table`.
"""

import json
from collections.abc import Iterable, Iterator
from typing import Any

from absolutize.cli.check_formats.rows import CheckedInput, CheckRow, all_rows
from absolutize.cli.run import Run, encode_output
from absolutize.uri.security import mask_password, mask_place

FIELDS = ("line", "column", "start", "stop", "element", "attribute", "reference")


def json_array(checked: Iterable[CheckedInput], _run: Run) -> Iterator[bytes]:
    """Write an array, object by object."""
    yield b"["
    between = b"\n"
    for row in all_rows(checked):
        yield between + encode_output(json.dumps(_object(row), ensure_ascii=False))
        between = b",\n"
    yield b"\n]\n"


def _object(row: CheckRow) -> dict[str, Any]:
    """Make an object from a finding; a problem with an input has no place."""
    place = {name: getattr(row.link, name, None) for name in FIELDS}
    if row.link is not None:
        place["reference"] = mask_password(row.link.reference)
    return {"path": mask_place(row.path), "code": row.code, "message": row.message, **place}
