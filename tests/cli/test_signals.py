"""Signals that end a run: it cleans up, and the signals that follow do not interrupt that."""

from __future__ import annotations

import signal
import subprocess
import sys

import pytest

PROGRAM = """
import os, signal, sys, time
from absolutize.cli import run, signals

first, *others = (getattr(signal, name) for name in sys.argv[2:])
signals.PATIENCE = float(sys.argv[1])
with run.reporting_output(), signals.interruptible():
    try:
        os.kill(os.getpid(), first)
        time.sleep(60)
    finally:
        for each in others:
            os.kill(os.getpid(), each)
        print("cleaned up")
"""
SIGNALS = ("SIGINT", "SIGTERM", "SIGHUP")


def ran(patience: float, *names: str) -> tuple[int, str, str]:
    command = [sys.executable, "-c", PROGRAM, str(patience), *names]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    return done.returncode, done.stdout, done.stderr


@pytest.mark.parametrize("first", SIGNALS)
def test_signals_behind_the_first_do_not_interrupt_what_it_cleans_up(first: str) -> None:
    assert ran(60, first, *SIGNALS, *SIGNALS) == (128 + getattr(signal, first), "cleaned up\n", "")


def test_who_waited_long_enough_is_obeyed() -> None:
    assert ran(0, "SIGTERM", "SIGINT") == (128 + signal.SIGTERM, "", "")
