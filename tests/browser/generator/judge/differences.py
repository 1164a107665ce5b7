"""Finds all differences, not only the first, in what a browser saw of a document before and after."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import takewhile
from typing import NamedTuple

from tests.browser.generator.document import MOVED
from tests.browser.generator.judge.browser import Token

STRING = re.compile(r'"(?:[^"\\]|\\.)*"', re.DOTALL)


class Difference(NamedTuple):
    """Something that a rewrite changed: its kind, its place, and the browser's two answers.

    ``written``, ``base`` and ``inside`` are those of the `Token` before the rewrite.
    """

    kind: str
    place: str
    before: str
    after: str
    written: str = ""
    base: str = ""
    inside: str = ""

    @property
    def is_break_out(self) -> bool:
        """Whether not a URL but the structure differs: something ends where it did not end before."""
        is_quoted = '"' in self.before + self.after  # in style sheets, JSON and lists
        shapes = [STRING.sub('""', text) for text in (self.before, self.after)]
        return self.kind == "structure" or (self.kind == "value" and is_quoted and shapes[0] != shapes[1])

    @property
    def signature(self) -> str:
        """The fields that differences with one cause have in common."""
        return f"{self.kind} at {self.place}{self._manner}"

    @property
    def _manner(self) -> str:
        if self.kind != "value":
            return ""
        if MOVED in self.after:
            return ", left relative"
        old, new = ("invalid" in text for text in (self.before, self.after))
        return {(True, False): ", was invalid", (False, True): ", becomes invalid"}.get((old, new), "")


END = Token("the end")
Pair = tuple[Token, Token]


def differences(before: Sequence[Token], after: Sequence[Token]) -> list[Difference]:
    """Find all differences: values one by one, and the first thing with another structure."""
    if any(token.base == "about:blank" for token in before):  # there Chromium reflects what is written
        before, after = _not_reflected(before), _not_reflected(after)
    places = _places(before)
    head = sum(1 for _ in takewhile(_is_alike, zip(before, after, strict=False)))
    rest = min(len(before), len(after)) - head
    tail = sum(1 for _ in takewhile(_is_alike, zip(before[::-1][:rest], after[::-1][:rest], strict=True)))
    found = [*_values(before[:head], after[:head], places)]
    if max(len(before), len(after)) > head + tail:
        pair = [(*tokens, END)[head] for tokens in (before, after)]
        found.append(_difference("structure", places[head], *pair))
    start = len(before) - tail
    return [*found, *_values(before[start:], after[len(after) - tail :], places[start:])]


def _not_reflected(tokens: Sequence[Token]) -> list[Token]:
    return [token for token in tokens if not token.text.startswith(" .")]


def _values(before: Sequence[Token], after: Sequence[Token], places: Sequence[str]) -> Iterator[Difference]:
    for old, new, place in zip(before, after, places, strict=False):
        if old.text != new.text:
            yield _difference("value", place, old, new)


def _difference(kind: str, place: str, old: Token, new: Token) -> Difference:
    name = _shape(old).strip() if old.text.startswith(" ") else old.text[:1]
    return Difference(kind, f"{place} {name}", old.text, new.text, old.written, old.base, old.inside)


def _is_alike(pair: Pair) -> bool:
    return _shape(pair[0]) == _shape(pair[1])


def _shape(token: Token) -> str:
    """The part of a token that must agree before values are compared: a tag, an attribute's name, a mark."""
    text = token.text
    if text.startswith(" "):
        return text.partition("=")[0]
    return text if text.startswith(("<", ">")) else text[:1]


def _places(tokens: Sequence[Token]) -> list[str]:
    """Name the element that most recently began before each token, and before the end."""
    places = [""]
    for token in tokens:
        places.append(token.text[1:] if re.match("<", token.text) else places[-1])
    return places
