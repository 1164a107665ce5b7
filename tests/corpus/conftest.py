"""One parameter a page, and a skip that says why where there are none.

In CI every third page of the collections that have very many of one kind (news of one crawl, one manual),
and all others; ``--full`` takes all.
"""

from __future__ import annotations

import pytest

from tests.support.extent import sample

from .pages import Page, absence, pages

COLLECTIONS, EVERY = ("aeb/", "apache2-doc/"), 3


def chosen() -> list[Page]:
    """Choose the pages to test."""
    alike = [page for page in pages() if page.id.startswith(COLLECTIONS)]
    left_out = set(alike) - set(sample(alike, EVERY))
    return [page for page in pages() if page not in left_out]


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """A test that asks for `page` runs once for every page of the corpus."""
    if "page" not in metafunc.fixturenames:
        return
    reason = absence()
    if reason:
        absent = pytest.param(None, id="absent", marks=pytest.mark.skip(reason=reason))
        metafunc.parametrize("page", [absent])
        return
    # the scope puts all tests of a page after one another, so that a process reads and parses it once
    metafunc.parametrize("page", chosen(), ids=[page.id for page in chosen()], scope="session")
