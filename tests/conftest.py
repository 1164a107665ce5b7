"""What every test may ask for: the command line in its own directory, tables in one test.

Hypothesis times nothing: a slow machine fails no test. It tries fewer examples here than in tests/slow,
and the fewest on the interpreters that only the core tests run on.
Signals end the programs that the tests run, also where a shell or nohup has them ignored.
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
    """Choose how much is tested, before modules of tests are imported."""
    extent.choose(full=config.getoption("full"))
    rows.pytest_configure(config)


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Iterator[None]:
    """Keep the collector of garbage from looking through the modules and tests, which all stay."""
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
