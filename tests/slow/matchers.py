"""Prints digests of the library's results for documents, with the matcher that the environment chooses.

    ABSOLUTIZE_MATCHER=re python -m tests.slow.matchers --seed 1 --documents 1000000 [--mended] [PATH...]

There is a line for each block of generated documents, then one for each file. Two matchers differ where
their lines differ. ``--mended`` uses the patterns for interpreters that match possessive groups wrongly.
"""

from __future__ import annotations

import argparse
import hashlib
import io
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

import absolutize
from absolutize import archive, patterns
from tests.browser.generator.random_documents.pages import document
from tests.html.tokenizer.test_scanner import FOREIGN, MARKUP
from tests.slow.test_fast_path import VALUES

URL = "http://a.example/b/c/d?q"
BLOCK = 100  # documents


def main() -> None:
    """Print the digests."""
    given = parsed()
    if given.mended:
        assert patterns.matcher() == "re"
        patterns._COMPILE = patterns._with_alternatives  # type: ignore[misc] # nothing is compiled yet
    for first in range(0, given.documents, BLOCK):
        dice = Random(f"{given.seed} {first}")
        digest = hashlib.blake2b(digest_size=8)
        for _ in range(min(BLOCK, given.documents - first)):
            digest.update(results_of(*generated(dice)))
        sys.stdout.write(f"{given.seed} {first} {digest.hexdigest()}\n")
    for path in given.paths:
        digest = hashlib.blake2b(made_of(path), digest_size=8)
        sys.stdout.write(f"{path} {digest.hexdigest()}\n")


def parsed() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.slow.matchers", description=__doc__)
    parser.add_argument("paths", nargs="*", type=Path, metavar="PATH", help="a page, message or archive")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--documents", type=int, default=0, help="how many are generated, 0 if not given")
    parser.add_argument("--mended", action="store_true")
    return parser.parse_args()


def generated(dice: Random) -> tuple[bytes | str, dict[str, object]]:
    """Generate a document and options: one of the browser tests, or one that the fast path has to judge."""
    if dice.random() < 0.1:
        drawn = document(dice)
        return drawn.body, drawn.settings
    pieces = "".join(dice.choices((*VALUES, *MARKUP, *FOREIGN), k=dice.randint(1, 14)))
    return pieces if dice.random() < 0.5 else pieces.encode(), {}


def results_of(text: bytes | str, options: dict[str, object]) -> bytes:
    """Give the results of `rewrite`, `links` and `check` for a document."""
    rewritten = absolutize.rewrite(text, URL, **options)  # type: ignore[arg-type]
    found = [tuple(link) for link in absolutize.links(text, URL, **options)]  # type: ignore[arg-type]
    faults = list(absolutize.check(text, URL, **options))  # type: ignore[arg-type]
    return repr((rewritten, found, faults)).encode()


def made_of(path: Path) -> bytes:
    """Give the rewritten bytes of a file of any format, and its links."""
    target = io.BytesIO()
    archive.rewrite(path, target, url=URL)
    return target.getvalue() + b"".join(lines_of(path))


def lines_of(path: Path) -> Iterator[bytes]:
    for each in archive.links(path, url=URL):
        yield repr(each).encode()


if __name__ == "__main__":
    main()
