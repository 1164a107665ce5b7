"""The benchmarks run, and their page is made of their output."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from lxml import etree

ROOT = Path(__file__).resolve().parents[2]


def test_the_page_of_benchmarks_is_made_of_all_of_them() -> None:
    ran = subprocess.run(
        [sys.executable, str(ROOT / "benchmarks" / "page.py"), "--quick"],
        stdout=subprocess.PIPE,
        check=True,
        text=True,
    )
    page, start, plot = ran.stdout.partition("<svg")
    programs = {"throughput", "slowest", "elements", "startup", "trees", "resolve", "archives"}
    assert {name for name in programs if f"$ python benchmarks/{name}.py" in page} == programs
    names = etree.fromstring(start + plot).xpath("//*[local-name() = 'text']/text()")
    assert {"absolutize rewrite", "absolutize rewrite, by re", "absolutize links"} <= set(names)
