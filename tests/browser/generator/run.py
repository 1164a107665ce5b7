"""Generate documents and judge them; tell what was found, once for each cause."""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random

from tests.browser.generator.browser import Judge
from tests.browser.generator.document import Document
from tests.browser.generator.known import reason
from tests.browser.generator.pages import document
from tests.browser.generator.shrink import shrunk
from tests.browser.generator.verdict import Verdict, judged

AT_ONCE = 40  # documents
EACH = 1  # documents of a signature that are shrunk


@dataclass
class Tally:
    """What a run amounts to."""

    documents: int = 0
    references: int = 0
    seconds: float = 0.0
    known: Counter[str] = field(default_factory=Counter)
    unexplained: Counter[str] = field(default_factory=Counter)
    examples: dict[str, list[Verdict]] = field(default_factory=dict)

    def add(self, verdict: Verdict) -> None:
        """Take in a verdict."""
        self.documents += 1
        self.references += verdict.references
        if verdict.difference is None:
            return
        name = reason(verdict)
        if name is not None:
            self.known[name] += 1
            return
        signature = verdict.difference.signature
        self.unexplained[signature] += 1
        self.examples.setdefault(signature, []).append(verdict)

    def merge(self, other: Tally) -> None:
        """Take in another run at the same time."""
        self.documents += other.documents
        self.references += other.references
        self.seconds = max(self.seconds, other.seconds)
        self.known += other.known
        self.unexplained += other.unexplained
        for signature, verdicts in other.examples.items():
            self.examples.setdefault(signature, []).extend(verdicts)


def batches(seed: int, documents: int | None, seconds: float | None) -> Iterator[list[Document]]:
    """Generate documents: so many, or for so long."""
    dice = Random(seed)
    end = time.monotonic() + (seconds or float("inf"))
    left = documents or 10**12
    while left > 0 and time.monotonic() < end:
        yield [document(dice) for _ in range(min(AT_ONCE, left))]
        left -= AT_ONCE


def run(
    seed: int, *, documents: int | None = None, seconds: float | None = None, shrinks: bool = True
) -> Tally:
    """Judge documents; shrink the first of each unexplained signature."""
    tally = Tally()
    with Judge() as judge:
        started = time.monotonic()
        for batch in batches(seed, documents, seconds):
            for verdict in judged(judge, batch):
                tally.add(verdict)
            tally.seconds = time.monotonic() - started
        for signature, verdicts in tally.examples.items():
            smallest = sorted(verdicts, key=lambda verdict: len(verdict.document.body))[:EACH]
            tally.examples[signature] = [shrunk(judge, one) for one in smallest] if shrinks else smallest
            for verdict in tally.examples[signature]:
                sys.stdout.write(f"== {len(verdicts)} x {signature}\n{described(verdict)}\n")
                sys.stdout.flush()
    return tally


def described(verdict: Verdict) -> str:
    """Write down a document, what it becomes, and what Chromium makes of both."""
    difference = verdict.difference
    assert difference is not None
    lines = [f"   {verdict.document}"]
    if difference.kind != "exception":
        lines.append(f"   rewritten: {verdict.document.rewritten(1)!r}")
    return "\n".join(
        [*lines, f"   before: {difference.before[:300]!r}", f"   after:  {difference.after[:300]!r}"]
    )
