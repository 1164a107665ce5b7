"""A run that is killed at random moments leaves nothing half written, and resumes to the same bytes."""

from __future__ import annotations

import random
import signal
import time
from pathlib import Path

from tests.slow.test_scale import archives, finished, started

__all__ = ["archives"]  # the fixture

TIMES = 10


def test_a_run_that_is_killed_goes_on_to_the_same_bytes(archives: Path) -> None:
    """Nothing has the output's name until the output is complete."""
    assert finished(archives, "a.warc.gz", "-o", "whole", "--jobs", "1")[0] == 0
    begun = time.monotonic()
    assert finished(archives, "a.warc.gz", "-o", "timed", "--jobs", "2")[0] == 0
    long, chance = time.monotonic() - begun, random.Random(5)
    output, killed = archives / "out", 0
    while killed < TIMES:
        run = started(archives, "a.warc.gz", "-o", "out", "--jobs", "2", "--quiet", "--resume")
        time.sleep(chance.uniform(0, 1.1) * long)
        if run.poll() is None:
            run.send_signal(signal.SIGKILL)
            killed += run.wait() == -signal.SIGKILL
        if output.exists():
            assert output.read_bytes() == (archives / "whole").read_bytes()
            output.unlink()
    assert finished(archives, "a.warc.gz", "-o", "out", "--resume")[0] == 0
    assert output.read_bytes() == (archives / "whole").read_bytes()
    assert not list(archives.glob(".absolutize-*"))
