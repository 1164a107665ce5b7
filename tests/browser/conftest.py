"""Fixtures that the tests in Chromium share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.browser.chromium import Chromium, executable
from tests.browser.server import Server


@pytest.fixture(scope="module")
def browsing() -> Iterator[tuple[Chromium, Server]]:
    program = executable()
    if program is None:
        pytest.skip("there is no Chromium here (apt-get install chromium)")
    with Server() as server, Chromium(program, server.port) as browser:
        yield browser, server
