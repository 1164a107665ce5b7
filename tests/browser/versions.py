"""Which version a browser is: what differs in one of them is listed with the last that has it."""

from __future__ import annotations

import re
import subprocess
from functools import cache


@cache
def version(program: str | None) -> int:
    """The number of a browser's version, without what is behind its first point; 0 where it tells none."""
    if program is None:
        return 0
    text = subprocess.run([program, "--version"], check=False, capture_output=True, text=True).stdout
    match = re.search(r"[0-9]+(?=\.)", text)
    return int(match[0]) if match else 0
