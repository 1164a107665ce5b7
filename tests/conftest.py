"""Fixtures, options and settings for all tests: the command line in its own directory, tables in one test.

Hypothesis has no deadline, so that a slow machine fails no test. It tries fewer examples than in tests/slow,
and the fewest on interpreters that run only the core tests.
Signals end the programs that the tests run, even if a shell or nohup made them ignored.
"""

import gc
import signal
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

from tests.support import extent, rows
from tests.support.commandline import run, server
from tests.support.rows import pytest_generate_tests, pytest_pyfunc_call

__all__ = ["pytest_generate_tests", "pytest_pyfunc_call", "run", "server"]


def pytest_addoption(parser: pytest.Parser) -> None:
    """Offer ``--full`` and ``--each-row``."""
    parser.addoption("--full", action="store_true", help="test all of what is sampled, which takes hours")
    rows.pytest_addoption(parser)


def pytest_configure(config: pytest.Config) -> None:
    """Choose how much is tested, before test modules are imported."""
    extent.choose(full=config.getoption("full"))
    rows.pytest_configure(config)


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Iterator[None]:
    """Exclude the modules and tests, which all stay in memory, from garbage collection."""
    gc.disable()
    yield
    gc.freeze()
    gc.enable()


for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
    if signal.getsignal(number) is signal.SIG_IGN:
        signal.signal(number, signal.SIG_DFL)

UNTIMED = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("quick", UNTIMED, max_examples=40)
settings.register_profile("interpreter", UNTIMED, max_examples=10)
settings.register_profile("slow", UNTIMED, max_examples=200)
settings.load_profile("quick")
