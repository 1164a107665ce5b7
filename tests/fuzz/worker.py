"""Fuzzes one surface: ``python -m tests.fuzz.worker SURFACE SECONDS [options of libFuzzer] [folders]``.

The library is instrumented when it is imported, so that inputs that reach more code are kept and varied.
"""

import sys
import time

import atheris

STARTED = time.monotonic()


def main() -> None:
    """Import what is fuzzed, and fuzz it until the time, imports included, is over."""
    with atheris.instrument_imports(include=["absolutize"]):
        from tests.fuzz.surfaces import SURFACES
    surface, seconds, *options = sys.argv[1:]
    left = max(1, round(float(seconds) - (time.monotonic() - STARTED)))
    atheris.Setup([sys.argv[0], f"-max_total_time={left}", *options], SURFACES[surface])
    atheris.Fuzz()


if __name__ == "__main__":
    main()
