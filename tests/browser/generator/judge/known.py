"""Assigns known differences to the differences in a document, with a browser where that is needed."""

from __future__ import annotations

import re
from functools import lru_cache

from tests.browser.generator.document import Document
from tests.browser.generator.judge.browser import Judge
from tests.browser.generator.judge.differences import Difference
from tests.browser.generator.judge.explanation import Known
from tests.browser.generator.judge.known_differences import CUSTOM_PROPERTY, KNOWN
from tests.browser.generator.judge.verdict import Verdict, judged, texts_seen, without_number


def reasons(verdict: Verdict, judge: Judge) -> list[str | None]:
    """For each difference in a document, name the known difference that explains it, if any."""
    return [
        next((known.name for known in KNOWN if explains(known, verdict.document, difference, judge)), None)
        for difference in verdict.differences
    ]


def explains(known: Known, document: Document, difference: Difference, judge: Judge) -> bool:
    """Whether a known difference explains a difference in a document."""
    return (
        known.may_explain(document, difference)
        and (not known.otherwise or _vanishes(document, document._replace(**known.otherwise), judge))
        and (not known.renamed or _vanishes(document, known.renamed(document), judge))
        and (not known.meant or _is_right(judge, known.meant(document), difference))
    )


def _is_right(judge: Judge, meant: Document, difference: Difference) -> bool:
    """Whether the second answer is the answer for the document that is meant.

    A bare fragment stays unchanged, even in a list in which other references are rewritten; so does a custom
    property that nothing uses.
    """
    after = _without_custom_properties(without_number(difference.after))
    url = without_number(meant.home(1))
    return not {after, after.replace("about:blank#", f"{url}#")}.isdisjoint(_right(judge, meant))


def _without_custom_properties(text: str) -> str:
    return re.sub(CUSTOM_PROPERTY, "", text)


def _vanishes(document: Document, changed: Document, judge: Judge) -> bool:
    return changed != document and _is_explained(judge, changed)


@lru_cache(maxsize=16)
def _right(judge: Judge, document: Document) -> frozenset[str]:
    """What is seen of a document if all differences in it are explained."""
    if not _is_explained(judge, document):
        return frozenset()
    return frozenset(map(_without_custom_properties, texts_seen(judge, document)))


@lru_cache(maxsize=64)
def _is_explained(judge: Judge, document: Document) -> bool:
    """Whether all differences in a document are explained; called for each difference of another document."""
    (verdict,) = judged(judge, [document])
    return None not in reasons(verdict, judge)


__all__ = ["KNOWN", "Known", "explains", "reasons"]
