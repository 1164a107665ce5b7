"""Reads a browser's version: a known difference is listed with the last version that has it."""

from __future__ import annotations

import re
import subprocess
from functools import cache


@cache
def version(program: str | None) -> int:
    """The major version number of a browser, or 0 if it is unknown."""
    if program is None:
        return 0
    text = subprocess.run([program, "--version"], check=False, capture_output=True, text=True).stdout
    match = re.search(r"[0-9]+(?=\.)", text)
    return int(match[0]) if match else 0
