"""Judges a rewrite: the differences that a browser sees, and the errors that are found without one."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import count, islice
from typing import NamedTuple

import ada_url

import absolutize
from absolutize.findings import REWRITTEN_CODES
from tests.browser.generator.document import Document
from tests.browser.generator.judge.browser import Judge, Look, Seen
from tests.browser.generator.judge.differences import Difference, differences

NUMBERS = count(1)
CHECKED = 8  # for every eighth batch `check` runs, too; it must not raise
NAMED = REWRITTEN_CODES | {"absolute"}  # codes of links with a target


APOSTROPHE = re.compile(rb"'|&apos;|&#(?:0*39|[xX]0*27);?")
APOSTROPHE_BEFORE = re.compile(rb"(?:%s)\Z" % APOSTROPHE.pattern)

Target = tuple[str, str, str | None]  # of a link: element, attribute, target


class Verdict(NamedTuple):
    """The result of judging a document."""

    document: Document
    references: int
    differences: list[Difference]


class Alone(NamedTuple):
    """The part that needs no browser: the rewritten document, and the errors in it."""

    body: bytes | None
    differences: list[Difference]


class Batch(NamedTuple):
    """Documents that a browser has seen before the rewrite, and is now being shown after it."""

    numbered: list[tuple[int, Document]]
    alone: dict[int, Alone]
    home: dict[int, Seen]
    away: Look


def judged(judge: Judge, documents: Sequence[Document]) -> list[Verdict]:
    """Judge documents."""
    return list(all_judged(judge, [documents]))


def all_judged(judge: Judge, batches: Iterable[Sequence[Document]]) -> Iterator[Verdict]:
    """Judge batches of documents: while the browser looks at one batch, the next one is rewritten."""
    last: Batch | None = None
    for index, documents in enumerate(batches):
        numbered = [(next(NUMBERS), document) for document in documents]
        look = judge.begin([(number, document, document.body) for number, document in numbered], away=False)
        alone = {
            number: unaided(number, document, checked=index % CHECKED == 0) for number, document in numbered
        }
        if last is not None:
            yield from _verdicts(judge, last)
        home = judge.end(look)
        after = [(*pair, body) for pair in numbered if (body := alone[pair[0]].body) is not None]
        last = Batch(numbered, alone, home, judge.begin(after, away=True))
    if last is not None:
        yield from _verdicts(judge, last)


def texts_seen(judge: Judge, document: Document) -> frozenset[str]:
    """What a browser sees of a document, before and after the rewrite."""
    number = next(NUMBERS)
    texts = set[str]()
    for away, body in ((False, document.body), (True, document.rewritten(number))):
        judge.end(judge.begin([(number, document, body)], away=away))
        texts |= {without_number(token.text) for token in judge.recall(number, away=away)}
    judge.forget([number])
    return frozenset(texts)


def without_number(text: str) -> str:
    """Remove the number of a document from URLs."""
    return re.sub(r"((?:[ab]\.example|\")/)\d+/", r"\1", text)  # of URLs, and of patterns' paths


def _verdicts(judge: Judge, batch: Batch) -> list[Verdict]:
    numbered, alone, home, look = batch
    away = judge.end(look)
    verdicts = [
        Verdict(
            document,
            home[number].references,
            alone[number].differences + _visible(judge, number, home[number], away.get(number)),
        )
        for number, document in numbered
    ]
    judge.forget([number for number, _ in numbered])
    return verdicts


def _visible(judge: Judge, number: int, home: Seen, away: Seen | None) -> list[Difference]:
    if away is None or home.digest == away.digest:
        return []
    return differences(judge.recall(number, away=False), judge.recall(number, away=True))


def unaided(number: int, document: Document, *, checked: bool = True) -> Alone:
    """Rewrite a document; return the errors that are found without a browser."""
    url = document.home(number)
    try:
        once = document.rewritten(number)
        again = document._replace(body=once).rewritten(number)
        before = list(absolutize.links(document.body, url, **document.settings))
        after = list(absolutize.links(once, url, **document.settings))
        if checked:
            list(absolutize.check(document.body, url, **document.settings))
    except Exception as error:  # noqa: BLE001 -- no exception is allowed
        return Alone(None, [Difference("exception", type(error).__name__, str(error), "")])
    found: list[Difference | None] = []
    if once != again:
        pair = repr(_around(once, again)), repr(_around(again, once))
        found.append(Difference("second run", _where(once, again), *pair))
    if not document.hides_base:
        found.append(_outside(document.body, once, before))
        found += _unlike(_targets(before), _targets(after))
    return Alone(once, [difference for difference in found if difference is not None])


def _outside(old: bytes, new: bytes, links: Sequence[absolutize.Link]) -> Difference | None:
    """Compare the bytes outside the links that `links` reports as rewritten: they must not change."""
    spans = sorted(_span(old, link) for link in links if link.code in REWRITTEN_CODES)
    kept, position = [], 0
    for start, stop in spans:
        kept.append(old[position:start])
        position = max(position, stop)
    place = 0
    for piece in kept:
        place = new.find(piece, place) + len(piece)
        if place < len(piece):
            return Difference("bytes outside links", "", repr(piece[-80:]), repr(_around(new, old)))
    rest = old[position:]
    if new.endswith(rest) and (spans or old == new):
        return None
    return Difference("bytes outside links", "", repr(rest[:80]), repr(_around(new, old)))


def _span(old: bytes, link: absolutize.Link) -> tuple[int, int]:
    """The bytes that a link may change: the apostrophes around a refresh become quotes."""
    start, stop = link.start or 0, link.stop or 0
    if (link.element, link.attribute) != ("meta", "content") or "'" not in (link.target or ""):
        return start, stop
    opening = APOSTROPHE_BEFORE.search(old, 0, start)
    closing = APOSTROPHE.match(old, stop)
    return (opening.start() if opening else start), (closing.end() if opening and closing else stop)


def _unlike(before: list[Target], after: list[Target]) -> Iterator[Difference]:
    """Compare two lists entry by entry; if their lengths differ, give only the first difference."""
    unlike = (pair for pair in zip(before, after, strict=False) if pair[0] != pair[1])
    for (element, attribute, old), (*_, new) in islice(unlike, None if len(before) == len(after) else 1):
        yield Difference("links", f"{element} {attribute}", str(old), str(new))


def _targets(links: Sequence[absolutize.Link]) -> list[Target]:
    """List the targets of links except those in scripts; of a pattern, only the part that is a URL."""
    return [
        (link.element, link.attribute, _spelled(link.target) if link.code in NAMED else None)
        for link in links
        if link.element != "script" or link.attribute
    ] + [("", "", None)]


def _spelled(target: str | None) -> str | None:
    """Spell a target as browsers do, which replace a lone surrogate by U+FFFD."""
    target = target and target.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return str(ada_url.URL(target).href) if target and ada_url.check_url(target) else None


def _around(one: bytes, other: bytes) -> bytes:
    at = next(
        (i for i, pair in enumerate(zip(one, other, strict=False)) if pair[0] != pair[1]),
        min(len(one), len(other)),
    )
    return one[max(0, at - 40) : at + 60]


def _where(one: bytes, other: bytes) -> str:
    match = re.search(rb"<([a-zA-Z]+)[^<]*$", _around(one, other)[:40])
    return match[1].decode().lower() if match else "?"
