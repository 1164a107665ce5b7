"""What is wrong with a rewrite: what the browser sees otherwise, and what needs no browser to be told."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import count
from typing import NamedTuple

import ada_url

import absolutize
from absolutize.findings import REWRITTEN
from tests.browser.generator.browser import Judge, Seen
from tests.browser.generator.document import MOVED, Document

NUMBERS = count(1)
NAMED = REWRITTEN | {"absolute"}  # codes of links with a target


class Difference(NamedTuple):
    """Something that a rewrite made otherwise: of which kind, where, and the two answers."""

    kind: str
    place: str
    before: str
    after: str

    @property
    def signature(self) -> str:
        """What differences of one cause have in common."""
        return f"{self.kind} at {self.place}{self._manner}"

    @property
    def _manner(self) -> str:
        if self.kind != "value":
            return ""
        if MOVED in self.after:
            return ", left relative"
        old, new = ("invalid" in text for text in (self.before, self.after))
        return {(True, False): ", was invalid", (False, True): ", becomes invalid"}.get((old, new), "")


Target = tuple[str, str, str | None]  # of a link: element, attribute, target


class Verdict(NamedTuple):
    """What was found out about a document."""

    document: Document
    references: int
    difference: Difference | None


def judged(judge: Judge, documents: Sequence[Document]) -> list[Verdict]:
    """Judge documents: what the browser sees counts first."""
    numbered = [(next(NUMBERS), document) for document in documents]
    alone = {number: unaided(number, document) for number, document in numbered}
    before = [(number, document, document.body) for number, document in numbered]
    after = [
        (number, document, body) for number, document in numbered if (body := alone[number][0]) is not None
    ]
    home, away = judge.look(before, away=False), judge.look(after, away=True)
    return [
        Verdict(
            document,
            home[number].references,
            _visible(judge, number, home, away) or alone[number][1],
        )
        for number, document in numbered
    ]


def _visible(judge: Judge, number: int, home: dict[int, Seen], away: dict[int, Seen]) -> Difference | None:
    if number not in away or home[number].digest == away[number].digest:
        return None
    return first_difference(judge.recall(number, away=False), judge.recall(number, away=True))


def unaided(number: int, document: Document) -> tuple[bytes | None, Difference | None]:
    """Rewrite a document; tell what needs no browser to be wrong."""
    url = document.home(number)
    try:
        once = document.rewritten(number)
        again = document._replace(body=once).rewritten(number)
        before = list(absolutize.links(document.body, url, **document.settings))
        after = list(absolutize.links(once, url, **document.settings))
        list(absolutize.check(document.body, url, **document.settings))
    except Exception as error:  # noqa: BLE001 -- none is allowed
        return None, Difference("exception", type(error).__name__, str(error), "")
    if once != again:
        pair = repr(_around(once, again)), repr(_around(again, once))
        return once, Difference("second run", _where(once, again), *pair)
    if document.hides_base:
        return once, None
    return once, _outside(document.body, once, before) or _unlike(_targets(before), _targets(after))


def _outside(old: bytes, new: bytes, links: Sequence[absolutize.Link]) -> Difference | None:
    """Compare the bytes outside the links that `links` calls rewritten: they stay."""
    spans = sorted((link.start or 0, link.stop or 0) for link in links if link.code in REWRITTEN)
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


def _unlike(before: list[Target], after: list[Target]) -> Difference | None:
    if before == after:
        return None
    (element, attribute, old), (*_, new) = next(
        pair for pair in zip(before, after, strict=False) if pair[0] != pair[1]
    )
    return Difference("links", f"{element} {attribute}", str(old), str(new))


def _targets(links: Sequence[absolutize.Link]) -> list[Target]:
    """List where links go, but those in scripts: a pattern lists what of it is a URL."""
    return [
        (link.element, link.attribute, _spelled(link.target) if link.code in NAMED else None)
        for link in links
        if link.element != "script" or link.attribute
    ] + [("", "", None)]


def _spelled(target: str | None) -> str | None:
    """Spell a target as browsers do."""
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


def first_difference(before: list[str], after: list[str]) -> Difference:
    """Find the first thing that is not the same."""
    at = next(
        (i for i, pair in enumerate(zip(before, after, strict=False)) if pair[0] != pair[1]),
        min(len(before), len(after)),
    )
    old, new = (tokens[at] if at < len(tokens) else "the end" for tokens in (before, after))
    place = next((token for token in reversed(before[:at]) if token.startswith("<")), "<")[1:]
    if at == 0:
        return Difference("encoding or mode", "", old, new)
    name = re.match(r"[ {#!]?[^ =]*", old)[0].strip() if old[0] == " " else old[:1]
    same = (
        old[:1] == new[:1]
        and (old[:1] != " " or old.split("=")[0] == new.split("=")[0])
        and old[:1] not in "<>"
    )
    return Difference("value" if same else "structure", f"{place} {name}", old, new)
