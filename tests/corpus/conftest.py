"""One parameter a page, and a skip that says why where there are none."""

from __future__ import annotations

import pytest

from .pages import absence, pages


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """A test that asks for `page` runs once for every page of the corpus."""
    if "page" not in metafunc.fixturenames:
        return
    reason = absence()
    if reason:
        absent = pytest.param(None, id="absent", marks=pytest.mark.skip(reason=reason))
        metafunc.parametrize("page", [absent])
        return
    metafunc.parametrize("page", pages(), ids=[page.id for page in pages()])
