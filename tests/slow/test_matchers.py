"""All matchers give the same results, for generated documents and for every file of the corpus.

In CI 1,000 generated documents, with ``--full`` a million; `tests.slow.matchers` says what is compared. On an
interpreter that matches possessive groups wrongly, ``re`` uses the mended patterns, too.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.corpus.pages import absence, folder
from tests.slow.matchers import BLOCK
from tests.support.extent import extent

MATCHERS = {"re": ("re",), "mended re": ("re", "--mended"), "pcre2": ("pcre2",)}
DOCUMENTS = extent(1_000, 1_000_000)
PROJECT = Path(__file__).parents[2]


def lines_of(matcher: str, *arguments: str | Path) -> list[str]:
    """Run `tests.slow.matchers` with a matcher in a new process, and give the lines that it prints."""
    chosen, *options = MATCHERS[matcher]
    ran = subprocess.run(
        [sys.executable, "-m", "tests.slow.matchers", *options, *arguments],
        env=os.environ | {"ABSOLUTIZE_MATCHER": chosen},
        cwd=PROJECT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    return ran.stdout.splitlines()


def differing(*arguments: str | Path) -> Iterator[str]:
    """Give the lines in which the installed matchers differ."""
    installed = [name for name, (chosen, *_) in MATCHERS.items() if chosen == "re" or find_spec("pcre")]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        found = list(pool.map(lambda name: lines_of(name, *arguments), installed))
    assert len(found[0]) > 0
    for lines in zip(*found, strict=True):
        if len(set(lines)) > 1:
            yield " | ".join(lines)


def test_generated_documents_come_out_the_same() -> None:
    assert DOCUMENTS % BLOCK == 0
    assert list(differing("--documents", str(DOCUMENTS))) == []


def test_every_file_of_the_corpus_comes_out_the_same() -> None:
    if (reason := absence()) is not None:
        pytest.skip(reason)
    files = sorted(path for path in folder().rglob("*") if path.is_file())
    assert list(differing(*files)) == []
