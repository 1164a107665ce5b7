"""Generates documents, judges them, and reports each cause of a difference once."""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import takewhile
from random import Random

from tests.browser.generator.document import Document
from tests.browser.generator.judge.browser import Judge
from tests.browser.generator.judge.known import reasons
from tests.browser.generator.judge.verdict import Verdict, all_judged, judged
from tests.browser.generator.random_documents.pages import SMALL, document
from tests.browser.generator.shrink import shrunk

AT_ONCE = 40  # documents
PROGRESS_STEP = 200  # documents between two lines about the progress


@dataclass
class Tally:
    """The counts of a run."""

    documents: int = 0
    references: int = 0
    seconds: float = 0.0
    known: Counter[str] = field(default_factory=Counter)
    unexplained: Counter[str] = field(default_factory=Counter)
    break_outs: int = 0  # of those

    def add(self, verdict: Verdict, reasons: Sequence[str | None]) -> Iterator[Verdict]:
        """Count a verdict and its reasons; return a verdict for each new unexplained difference."""
        self.documents += 1
        self.references += verdict.references
        for difference, name in zip(verdict.differences, reasons, strict=True):
            if name is not None:
                self.known[name] += 1
                continue
            self.unexplained[difference.signature] += 1
            self.break_outs += difference.is_break_out
            if self.unexplained[difference.signature] == 1:
                yield verdict._replace(differences=[difference])

    def merge(self, other: Tally) -> None:
        """Add the counts of a run that took place at the same time."""
        self.documents += other.documents
        self.references += other.references
        self.seconds = max(self.seconds, other.seconds)
        self.known += other.known
        self.unexplained += other.unexplained
        self.break_outs += other.break_outs

    def __str__(self) -> str:
        """Summarise the run."""
        minutes = max(self.seconds, 1e-9) / 60
        return (
            f"{self.documents:,} documents, {self.references:,} references, "
            f"{self.documents / minutes:,.0f} documents and {self.references / minutes:,.0f} references"
            f" a minute, "
            f"{self.unexplained.total():,} unexplained differences in {len(self.unexplained)} places, "
            f"{self.break_outs:,} break-outs, "
            f"{self.known.total():,} known ones {dict(self.known) or ''}"
        )


def batches(seed: int, size: int, documents: int | None, seconds: float | None) -> Iterator[list[Document]]:
    """Generate batches of a number of documents, or as many as a number of seconds allows."""
    dice = Random(seed)
    end = time.monotonic() + (seconds or float("inf"))
    left = documents or 10**12
    while left > 0 and time.monotonic() < end:
        yield [document(dice, size) for _ in range(min(AT_ONCE, left))]
        left -= AT_ONCE


def run(
    seed: int,
    *,
    size: int = SMALL,
    documents: int | None = None,
    seconds: float | None = None,
    shrinks: bool = True,
) -> Tally:
    """Judge documents of about ``size`` references; print a shrunk example of each unexplained signature."""
    tally = Tally()
    with Judge() as judge:
        started = time.monotonic()
        for verdict in all_judged(judge, batches(seed, size, documents, seconds)):
            for example in tally.add(*_seen_again(judge, verdict)):
                shown = shrunk(judge, example) if shrinks else example
                _print(f"== {example.differences[0].signature}\n{described(shown)}")
            tally.seconds = time.monotonic() - started
            if tally.documents % PROGRESS_STEP == 0:
                _print(f"-- seed {seed}: {tally}")
    return tally


NOT_AGAIN = "seen once, and not when the document was loaded again: what Chromium had not yet done"


def _seen_again(judge: Judge, verdict: Verdict) -> tuple[Verdict, list[str | None]]:
    """Name the known reasons for a document's differences; look once more at what is unexplained."""
    named = reasons(verdict, judge)
    if None in named:
        (again,) = judged(judge, [verdict.document])
        signatures = {difference.signature for difference in again.differences}
        pairs = zip(verdict.differences, named, strict=True)
        named = [name or (None if each.signature in signatures else NOT_AGAIN) for each, name in pairs]
    return verdict, named


def _print(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def described(verdict: Verdict) -> str:
    """Describe a document, its rewrite, and what Chromium sees of both."""
    lines = [f"   {verdict.document}"]
    if all(difference.kind != "exception" for difference in verdict.differences):
        lines.append(f"   rewritten: {verdict.document.rewritten(1)!r}")
    for difference in verdict.differences:
        before, after = _around(difference.before, difference.after)
        lines += [f"   {difference.signature}:", f"   before: {before!r}", f"   after:  {after!r}"]
    return "\n".join(lines)


def _around(before: str, after: str) -> tuple[str, str]:
    """Shorten two long answers to the place where they begin to differ."""
    same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(before, after, strict=False)))
    start = max(0, same - 150)
    return before[start : start + 300], after[start : start + 300]
