"""A real crawl of a site on the loopback address, with redirects, late BASE elements and broken links."""

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.site import PAGES, REDIRECTS

pytest.importorskip("scrapy", reason="Scrapy is not installed: pip install 'absolutize[scrapy]'")

ROOT = Path(__file__).parents[2]
EXAMPLE = re.findall(
    r"^```python\n(.*?)^```$", (ROOT / "docs/scrapy.md").read_text(), re.DOTALL | re.MULTILINE
)[0]
KINDS = '"refresh", "frame", "image", "style"'
WITH_ALL_KINDS = EXAMPLE.replace("LinkExtractor()", f"LinkExtractor(kinds=[{KINDS}])")
WITHOUT_MIDDLEWARE = WITH_ALL_KINDS.replace('absolutize.scrapy.AbsoluteDocuments": 585', 'x": None')
WITH_SCRAPYS = WITHOUT_MIDDLEWARE.replace("absolutize.scrapy", "scrapy.linkextractors").replace(
    f"kinds=[{KINDS}]", ""
)
EVERY = {path for path in PAGES if path not in REDIRECTS}
OF_IMAGES_AND_STYLES = {"/small", "/large,s", "/background", "/imported"}


@pytest.fixture(scope="module")
def site() -> Iterator[str]:
    """The URL of the site, which another process serves."""
    command = [sys.executable, "-m", "tests.support.site"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT) as server:
        assert server.stdout is not None
        yield f"http://127.0.0.1:{server.stdout.readline().strip()}"
        server.terminate()


def crawl(program: str, site: str) -> dict[str, list[str]]:
    """Run a spider, which must not leave the site; give the links of each page by its path."""
    ran = subprocess.run(
        [sys.executable, "-c", program, f"{site}/"],
        capture_output=True,
        text=True,
        check=True,
        cwd=ROOT,
        timeout=120,
    )
    assert ran.stderr == ""  # requests to hosts without an address would be errors
    pages = [json.loads(line) for line in ran.stdout.splitlines()]
    assert len({page["url"] for page in pages}) == len(pages)
    return {page["url"].removeprefix(site): page["links"] for page in pages}


def test_the_example_of_the_docs_prints_every_page_once(site: str) -> None:
    pages = crawl(EXAMPLE, site)
    assert set(pages) == EVERY - OF_IMAGES_AND_STYLES
    assert all(re.match("[a-z]+:", link) for links in pages.values() for link in links)
    assert pages["/moved/here/one.html"] == [f"{site}/moved/here/three.html"]


@pytest.mark.parametrize("program", [WITH_ALL_KINDS, WITHOUT_MIDDLEWARE], ids=["middleware", "none"])
def test_every_page_of_the_site_is_found(site: str, program: str) -> None:
    assert set(crawl(program, site)) == EVERY


def test_scrapys_own_finds_few_of_them(site: str) -> None:
    assert set(crawl(WITH_SCRAPYS, site)) == {"/", "/found.html", "/also.html"}
