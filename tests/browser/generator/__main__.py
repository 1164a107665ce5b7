"""``python -m tests.browser.generator``: judge generated documents in Chromium, and print what differs."""

from __future__ import annotations

import argparse
import sys
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context

from tests.browser.generator.random_documents.pages import SMALL
from tests.browser.generator.run import Tally, run


def main() -> int:
    """Run as the command line says; 1 if a difference is unexplained."""
    parser = argparse.ArgumentParser(prog="python -m tests.browser.generator", description=__doc__)
    parser.add_argument(
        "--seconds", type=float, help="for how long (default: until all documents are judged)"
    )
    parser.add_argument("--documents", type=int, help="how many, by each job")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1, help="browsers; each has its own seed")
    parser.add_argument("--references", type=int, default=SMALL, help="about how many in a document")
    parser.add_argument("--no-shrinking", action="store_true", help="print documents as they were generated")
    chosen = parser.parse_args()
    if chosen.seconds is None and chosen.documents is None:
        parser.error("give --seconds or --documents")
    one = partial(
        run,
        size=chosen.references,
        documents=chosen.documents,
        seconds=chosen.seconds,
        shrinks=not chosen.no_shrinking,
    )
    tally = Tally()
    with ProcessPoolExecutor(chosen.jobs, get_context("spawn")) as pool:
        for part in pool.map(one, [chosen.seed * 1000 + job for job in range(chosen.jobs)]):
            tally.merge(part)
    sys.stdout.write(f"{tally}\n")
    return int(bool(tally.unexplained))


if __name__ == "__main__":
    sys.exit(main())
