"""Fuzzes one surface: ``python -m tests.fuzz.worker SURFACE SECONDS [options of libFuzzer] [folders]``.

The library is instrumented on import, so that the fuzzer keeps and varies inputs that reach more code.
"""

import sys
import time

import atheris

STARTED = time.monotonic()


def main() -> None:
    """Import the surface, and fuzz it until the time, which includes the imports, is over."""
    with atheris.instrument_imports(include=["absolutize"]):
        from tests.fuzz.surfaces import SURFACES
    surface, seconds, *options = sys.argv[1:]
    left = max(1, round(float(seconds) - (time.monotonic() - STARTED)))
    atheris.Setup([sys.argv[0], f"-max_total_time={left}", *options], SURFACES[surface])
    atheris.Fuzz()


if __name__ == "__main__":
    main()
