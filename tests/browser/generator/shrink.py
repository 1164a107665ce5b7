"""Shrinks a document while a browser still sees the same difference in it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from tests.browser.generator.document import Document
from tests.browser.generator.judge.browser import Judge
from tests.browser.generator.judge.known import reasons
from tests.browser.generator.judge.verdict import Verdict, judged

AT_ONCE = 32  # candidates that are judged together


def shrunk(judge: Judge, verdict: Verdict) -> Verdict:
    """Find a smaller document with an unexplained difference of the same signature.

    The returned verdict has only that difference.
    """
    best = verdict
    for document in _plainer(verdict.document):
        best = next(_alike(judge, best, [document]), best)
    size = len(best.document.body) // 2
    while size:
        smaller = _swept(judge, best, size)
        is_done = size == 1 and len(smaller.document.body) == len(best.document.body)
        best = smaller
        size = 0 if is_done else max(1, size // 3)
    return best


def _swept(judge: Judge, verdict: Verdict, size: int) -> Verdict:
    """Remove each piece of a size that the difference does not need, from the end to the beginning."""
    best = verdict
    body = verdict.document.body
    starts = [*range(0, len(body), size)]
    for first in range(len(starts), 0, -AT_ONCE):
        batch = starts[max(0, first - AT_ONCE) : first]
        cut = [_without(best.document, [start], size) for start in batch]
        needless = [
            start for start, one in zip(batch, _all_alike(judge, best, cut), strict=True) if one is not None
        ]
        for chosen in (needless, needless[-1:]):
            smaller = (
                next(_alike(judge, best, [_without(best.document, chosen, size)]), None) if chosen else None
            )
            if smaller is not None:
                best = smaller
                break
    return best


def _without(document: Document, starts: Sequence[int], size: int) -> Document:
    body = document.body
    for start in reversed(starts):
        body = body[:start] + body[start + size :]
    return document._replace(body=body)


def _alike(judge: Judge, verdict: Verdict, documents: Sequence[Document]) -> Iterator[Verdict]:
    """The verdicts on the documents that still have the same difference."""
    return (one for one in _all_alike(judge, verdict, documents) if one is not None)


def _all_alike(judge: Judge, verdict: Verdict, documents: Sequence[Document]) -> list[Verdict | None]:
    signature = verdict.differences[0].signature
    return [
        next(
            (
                other._replace(differences=[difference])
                for difference, reason in zip(other.differences, reasons(other, judge), strict=True)
                if difference.signature == signature and reason is None
            ),
            None,
        )
        for other in judged(judge, documents)
    ]


def _plainer(document: Document) -> Iterator[Document]:
    """Remove a document's query, scripting, label and options, one at a time."""
    kept = document
    for change in ({"query": ""}, {"scripts": False}, {"label": None}, {"label": "utf-8"}):
        kept = document._replace(**change)
        if kept != document:
            yield kept
    for name in document.options:
        options: dict[str, Any] = {key: value for key, value in document.options.items() if key != name}
        yield document._replace(options=options)
    yield Document(document.body, document.label)
