"""What a scan gives: values that can carry references, and passages that need no look."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from absolutize.html.links import Row


class Found(NamedTuple):
    """One value that can carry references: ``tag`` is where its tag's name starts.

    The span is an attribute's value without quotes (a missing one is empty, right behind the
    name), or the text of an element.
    """

    tag: int
    element: str
    row: Row
    start: int
    stop: int


class Passage(NamedTuple):
    """A span of a document that is passed at a glance, as `pattern.compose_glance` matches it."""

    start: int
    stop: int
    matches: list[tuple[bytes, ...]]


class Glance(NamedTuple):
    """What is passed at a glance, and the values between that have to be looked at."""

    passages: list[Passage]
    found: list[Found]
    declares: bool  # whether a meta element may declare an encoding


def values_in(passage: Passage) -> int:
    """Count the values in a passage."""
    return sum(1 for match in passage.matches if match[-1])


def written(matches: Iterable[tuple[bytes, ...]], beginnings: Mapping[bytes, bytes]) -> bytes:
    """Give a passage back with what stands for the beginning of each value in it."""
    pieces: list[bytes] = []
    for passed, tag, _, beginning, rest in matches:
        pieces += passed, tag, beginnings[beginning], rest
    return b"".join(pieces)
