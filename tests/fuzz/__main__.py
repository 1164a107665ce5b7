"""Fuzzes all surfaces, or some, for a while: ``python -m tests.fuzz --seconds 3600 scan css``.

An input for which something does not hold is kept in tests/fuzz/finds; the exit status is then 1. With
``--corpus`` inputs that reach more code are kept in a folder, from which the next run goes on.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

FUZZ = Path(__file__).parent
SEEDS, FINDS = FUZZ / "seeds", FUZZ / "finds"
NAMES = sorted(path.name for path in SEEDS.iterdir() if path.is_dir())
SLOWEST, MEMORY = 30, 2048  # seconds and MB: an input that takes more is a find
OPTIONS = (f"-timeout={SLOWEST}", f"-rss_limit_mb={MEMORY}", "-print_final_stats=1", "-verbosity=1")
FIGURES = {
    "executions": re.compile(r"number_of_executed_units: (\d+)"),
    "inputs that reach more": re.compile(r"new_units_added:\s*(\d+)"),
    "coverage": re.compile(r"cov: (\d+)(?!.*cov: )", re.DOTALL),
}


def main() -> int:
    """Divide the time among the surfaces, fuzz as many at once as there are cores, and print figures."""
    given = parsed()
    each = given.seconds * given.jobs / len(given.surfaces or NAMES)
    status = 0
    with ThreadPoolExecutor(given.jobs) as pool:
        for line in pool.map(lambda name: fuzzed(name, each, given.corpus), given.surfaces or NAMES):
            sys.stdout.write(f"{line}\n")
            sys.stdout.flush()
            status |= "FOUND" in line
    return status


def parsed() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("surfaces", nargs="*", choices=[*NAMES, []], default=[], metavar="SURFACE")
    parser.add_argument(
        "--seconds", type=float, default=180, help="for all surfaces together, 180 if not given"
    )
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="surfaces at once")
    parser.add_argument("--corpus", type=Path, help="a folder for inputs that reach more code")
    return parser.parse_args()


def fuzzed(name: str, seconds: float, corpus: Path | None) -> str:
    """Fuzz a surface in a process; return a line of figures, and the finds."""
    with tempfile.TemporaryDirectory() as nowhere:
        kept = (corpus or Path(nowhere)) / name
        kept.mkdir(parents=True, exist_ok=True)
        (FINDS / name).mkdir(parents=True, exist_ok=True)
        words = [f"-dict={SEEDS / name}.dict"] if (SEEDS / f"{name}.dict").exists() else []
        options = [*OPTIONS, *words, f"-artifact_prefix={FINDS / name}/"]
        command = [sys.executable, "-m", "tests.fuzz.worker", name, str(seconds), *options]
        ran = subprocess.run(
            [*command, str(kept), str(SEEDS / name), str(FINDS / name)],
            capture_output=True,
            text=True,
            errors="replace",
            check=False,
        )
    figures = ", ".join(f"{last(pattern, ran.stderr)} {what}" for what, pattern in FIGURES.items())
    found = f"; FOUND, exit status {ran.returncode}:\n{ran.stdout}\n{ran.stderr[-3000:]}"
    return f"{name}: {figures}{found if ran.returncode else ''}"


def last(pattern: re.Pattern[str], text: str) -> str:
    figures = pattern.findall(text)
    return f"{int(figures[-1]):,}" if figures else "no"


if __name__ == "__main__":
    sys.exit(main())
